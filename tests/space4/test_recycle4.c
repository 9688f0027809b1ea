// SPDX-License-Identifier: MIT
// test_recycle4.c: bounds of the displacement of two 4D bodies against each other: never too small,
// and 0 where they move as one.
#include "math/widen4.h"
#include "space4/recycle4.h"
#include "tests/support/support4.h"

static Vec4 random_vec4(Random *random, double most)
{
    return vec4((float)random_in(random, -most, most), (float)random_in(random, -most, most),
                (float)random_in(random, -most, most), (float)random_in(random, -most, most));
}

static Vec4 random_unit4(Random *random)
{
    return vec4_normalize_or(random_vec4(random, 1.0), vec4(0.0f, 1.0f, 0.0f, 0.0f));
}

static Rotation4 random_turn(Random *random, double angle)
{
    const DBivec4 turn = {random_in(random, -angle, angle), random_in(random, -angle, angle),
                          random_in(random, -angle, angle), random_in(random, -angle, angle),
                          random_in(random, -angle, angle), random_in(random, -angle, angle)};
    return rotation4_narrow(drotation4_exp(turn));
}

static Pose4 small_move(Random *random, double way, double angle)
{
    return (Pose4){random_vec4(random, way), random_turn(random, angle)};
}

// Moves about the pose's own centre.
static Pose4 moved_by(Pose4 pose, Pose4 move)
{
    return (Pose4){vec4_add(pose.position, move.position),
                   rotation4_multiply(move.rotation, pose.rotation)};
}

// The change of the distance between a point of A and a point of B, at random on balls as large as
// the bodies reach.
static double largest_change(Random *random, const Pose4 a[2], float bounding_radius_a,
                             const Pose4 b[2], float bounding_radius_b)
{
    double largest = 0.0;
    for (int i = 0; i < 100; ++i) {
        const Vec4 on_a = vec4_scale(random_unit4(random), bounding_radius_a);
        const Vec4 on_b = vec4_scale(random_unit4(random), bounding_radius_b);
        double distance[2];
        for (int k = 0; k < 2; ++k) {
            distance[k] =
                (double)vec4_distance(pose4_transform(a[k], on_a), pose4_transform(b[k], on_b));
        }
        largest = fmax(largest, fabs(distance[1] - distance[0]));
    }
    return largest;
}

static float way_between(const Pose4 a[2], float lever_a, const Pose4 b[2], float lever_b)
{
    const MotionBound4 motion_a = tum_motion_bound4_between(a[0], a[1], lever_a);
    const MotionBound4 motion_b = tum_motion_bound4_between(b[0], b[1], lever_b);
    const Vec4 between = vec4_sub(a[1].position, b[1].position);
    return tum_motion_bound4_displacement(&motion_a, lever_a, &motion_b, lever_b, between);
}

// Together and apart, by a little and by a lot; as either pair of halves of the rotation.
static void no_two_points_get_farther_than_the_bound(void **state)
{
    (void)state;
    Random random = {31};
    for (int i = 0; i < 3000; ++i) {
        const double angle = i % 3 == 0 ? 1.5 : i % 3 == 1 ? 0.2 : 0.01;
        const float bounding_radius_a = (float)random_in(&random, 0.1, 1),
                    bounding_radius_b = i % 2 ? 0.5f : 10.0f;
        const Pose4 both = small_move(&random, 0.3, angle);
        const Pose4 a = small_move(&random, 2.0, 2.0), b = small_move(&random, 2.0, 2.0);
        const Pose4 own = small_move(&random, 0.1 * angle, 0.1 * angle);
        const Pose4 poses_a[2] = {a, moved_by(pose4_multiply(both, a), own)};
        Pose4 poses_b[2] = {b, pose4_multiply(both, b)};
        if (i % 5 == 0) {
            const Quat l = poses_b[1].rotation.left, r = poses_b[1].rotation.right;
            poses_b[1].rotation = (Rotation4){{-l.x, -l.y, -l.z, -l.w}, {-r.x, -r.y, -r.z, -r.w}};
        }
        const float way = way_between(poses_a, bounding_radius_a, poses_b, bounding_radius_b);
        const double change =
            largest_change(&random, poses_a, bounding_radius_a, poses_b, bounding_radius_b);
        assert_between(change, 0.0, (double)way + 1e-5);
    }
}

static void bodies_that_turn_as_one_hardly_move(void **state)
{
    (void)state;
    // Two boxes 0.4 m apart at 10 m from the plane that stays where all turns by 7 mrad: each moves
    // by 7 cm, and of their way only the second order is left, 0.4 m times 7 mrad squared, a few
    // times over.
    const Pose4 turn = {{0.0f, 0.0f, 0.0f, 0.0f},
                        rotation4_narrow(drotation4_exp((DBivec4){.xw = 0.007}))};
    Pose4 a = POSE4_IDENTITY, b = POSE4_IDENTITY;
    a.position = vec4(10.0f, 0.0f, 0.0f, 0.0f);
    b.position = vec4(10.0f, 0.0f, 0.0f, 0.4f);
    const Pose4 poses_a[2] = {a, pose4_multiply(turn, a)},
                poses_b[2] = {b, pose4_multiply(turn, b)};
    assert_between((double)way_between(poses_a, 0.35f, poses_b, 0.35f), 0.0, 8 * 0.4 * 4.9e-5);
}

static void a_body_that_never_turns_may_be_endless(void **state)
{
    (void)state;
    const Pose4 ground[2] = {POSE4_IDENTITY, POSE4_IDENTITY};
    Pose4 ball[2] = {POSE4_IDENTITY, POSE4_IDENTITY};
    ball[0].position.y = 2.0f;
    ball[1].position.y = 1.75f;
    assert_near((double)way_between(ball, 0.5f, ground, INFINITY), 0.25, 1e-6);
    assert_near((double)way_between(ground, INFINITY, ball, 0.5f), 0.25, 1e-6);
}

// All of it, in one half, is the reflection through the middle and no turn by a little.
static void half_a_turn_is_not_taken_for_none(void **state)
{
    (void)state;
    const Pose4 ground[2] = {POSE4_IDENTITY, POSE4_IDENTITY};
    Pose4 box[2] = {POSE4_IDENTITY, POSE4_IDENTITY};
    box[1].rotation.left = (Quat){0.0f, 0.0f, 0.0f, -1.0f};
    assert_true(way_between(box, 0.5f, ground, INFINITY) >= 1.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_points_get_farther_than_the_bound),
        cmocka_unit_test(bodies_that_turn_as_one_hardly_move),
        cmocka_unit_test(a_body_that_never_turns_may_be_endless),
        cmocka_unit_test(half_a_turn_is_not_taken_for_none),
    };
    return cmocka_run_group_tests_name("recycling of 4D manifolds", tests, NULL, NULL);
}
