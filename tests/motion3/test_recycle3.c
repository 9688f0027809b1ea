// SPDX-License-Identifier: MIT
// test_recycle3.c: bounds of the displacement of two bodies against each other: never too small,
// and 0 where they move as one.
#include "contact3/recycle3.h"
#include "motion3/space_ops3.h"
#include "space3/bodies3.h"
#include "space3/contact_data3.h"
#include "space3/space3.h"
#include "tests/support/shapes3.h"

// A pose that another one becomes when the whole world moves by `move` and turns about its origin.
static Pose3 carried(Pose3 move, Pose3 pose)
{
    return pose3_multiply(move, pose);
}

static Pose3 small_move(Random *random, double way, double angle)
{
    const Vec3 moved = random_vec3(random, way), axis = random_unit(random);
    return (Pose3){moved, turn_about((double)axis.x, (double)axis.y, (double)axis.z,
                                     random_in(random, -angle, angle))};
}

// Moves about the pose's own centre.
static Pose3 moved_by(Pose3 pose, Pose3 move)
{
    return (Pose3){vec3_add(pose.position, move.position),
                   quat_multiply(move.rotation, pose.rotation)};
}

// The change of the distance between a point of A and a point of B, at random on balls as large as
// the bodies reach.
static double largest_change(Random *random, const Pose3 a[2], float bounding_radius_a,
                             const Pose3 b[2], float bounding_radius_b)
{
    double largest = 0.0;
    for (int i = 0; i < 100; ++i) {
        const Vec3 on_a = vec3_scale(random_unit(random), bounding_radius_a);
        const Vec3 on_b = vec3_scale(random_unit(random), bounding_radius_b);
        double distance[2];
        for (int k = 0; k < 2; ++k) {
            distance[k] =
                (double)vec3_distance(pose3_transform(a[k], on_a), pose3_transform(b[k], on_b));
        }
        largest = fmax(largest, fabs(distance[1] - distance[0]));
    }
    return largest;
}

static float way_between(const Pose3 a[2], float bounding_radius_a, const Pose3 b[2],
                         float bounding_radius_b)
{
    const MotionBound3 motion_a = tum_motion_bound3_between(a[0], a[1], bounding_radius_a);
    const MotionBound3 motion_b = tum_motion_bound3_between(b[0], b[1], bounding_radius_b);
    const Vec3 between = vec3_sub(a[1].position, b[1].position);
    return tum_motion_bound3_displacement(&motion_a, bounding_radius_a, &motion_b,
                                          bounding_radius_b, between);
}

// Together and apart, by a little and by a lot.
static void no_two_points_get_farther_than_the_bound(void **state)
{
    (void)state;
    Random random = {31};
    for (int i = 0; i < 3000; ++i) {
        const double angle = i % 3 == 0 ? 1.5 : i % 3 == 1 ? 0.2 : 0.01;
        const float bounding_radius_a = (float)random_in(&random, 0.1, 1),
                    bounding_radius_b = i % 2 ? 0.5f : 10.0f;
        const Pose3 both = small_move(&random, 0.3, angle);
        const Pose3 a = random_pose(&random, 2.0), b = random_pose(&random, 2.0);
        const Pose3 own = small_move(&random, 0.1 * angle, 0.1 * angle);
        const Pose3 poses_a[2] = {a, moved_by(carried(both, a), own)};
        const Pose3 poses_b[2] = {b, carried(both, b)};
        const float way = way_between(poses_a, bounding_radius_a, poses_b, bounding_radius_b);
        const double change =
            largest_change(&random, poses_a, bounding_radius_a, poses_b, bounding_radius_b);
        assert_between(change, 0.0, (double)way + 1e-5);
    }
}

static void bodies_that_turn_as_one_hardly_move(void **state)
{
    (void)state;
    // Two boxes 0.4 m apart in a drum of 10 m that turns by 7 mrad a step: each moves by 7 cm, and
    // of their way only the second order is left, 0.4 m times 7 mrad squared, a few times over.
    const Pose3 turn = {{0.0f, 0.0f, 0.0f}, turn_about(0, 0, 1, 0.007)};
    const Pose3 a = pose_at(10.0f, 0.0f, 0.0f), b = pose_at(10.0f, 0.4f, 0.0f);
    const Pose3 poses_a[2] = {a, carried(turn, a)}, poses_b[2] = {b, carried(turn, b)};
    assert_between((double)way_between(poses_a, 0.35f, poses_b, 0.35f), 0.0, 8 * 0.4 * 4.9e-5);
}

static void a_body_that_never_turns_may_be_endless(void **state)
{
    (void)state;
    const Pose3 ground[2] = {pose_at(0.0f, 0.0f, 0.0f), pose_at(0.0f, 0.0f, 0.0f)};
    const Pose3 ball[2] = {pose_at(0.0f, 2.0f, 0.0f), pose_at(0.0f, 1.75f, 0.0f)};
    assert_near((double)way_between(ball, 0.5f, ground, INFINITY), 0.25, 1e-6);
    assert_near((double)way_between(ground, INFINITY, ball, 0.5f), 0.25, 1e-6);
}

// The narrow phase after that sees it; the next one sees a body that has not moved.
static void how_a_body_came_to_rest_counts_once(void **state)
{
    (void)state;
    enum { BODY = 1 };
    const BodyDef3 def = {.pose = pose_at(0.0f, 0.0f, 0.0f)};
    Space3 *space = tum_space3_create(NULL, 1, CPU_SCALAR);
    Sim sim;
    assert_int_equal(tum_sim_init(&sim, NULL, (TumTasks){NULL, 0, NULL}, space->kernels.trees,
                                  &tum_space3_ops, (Space *)space),
                     TUM_OK);
    assert_true(tum_space3_add_body(space, &def) && tum_space3_add_body(space, &def));
    assert_int_equal(tum_topology_add_body(&sim.topology, TUM_BODY_DYNAMIC, NONE, true, true),
                     BODY);
    assert_true(tum_space3_begin_motion(space, &sim.topology));
    space->bodies.before.items[BODY].pose = def.pose;
    space->bodies.places.items[BODY].center = vec3(0.0f, 0.1f, 0.0f);
    tum_space3_note_displacement(space, BODY);
    tum_topology_remove_awake(&sim.topology, BODY);
    assert_true(tum_space3_begin_motion(space, &sim.topology));
    assert_near((double)space->bodies.states.items[BODY].moved.y, 0.1, 1e-6);
    assert_true(tum_space3_begin_motion(space, &sim.topology));
    assert_near((double)space->bodies.states.items[BODY].moved.y, 0.0, 0.0);
    tum_sim_clear(&sim);
    tum_space3_destroy(space);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_points_get_farther_than_the_bound),
        cmocka_unit_test(bodies_that_turn_as_one_hardly_move),
        cmocka_unit_test(a_body_that_never_turns_may_be_endless),
        cmocka_unit_test(how_a_body_came_to_rest_counts_once),
    };
    return cmocka_run_group_tests_name("recycling of manifolds", tests, NULL, NULL);
}
