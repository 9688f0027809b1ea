// SPDX-License-Identifier: MIT
// Curved shapes whose normal of the step before is known: faces and closed forms find the contact
// that a search without a memory finds.
#include "tests/support/shapes3.h"

// Shapes with flat faces, sides, rims, tips and tapers.
enum { CURVED_COUNT = 9 };

static void curved_shapes(Shape3 shapes[CURVED_COUNT])
{
    shapes[0] = tum_shape3_cylinder(0.6f, 0.4f, 0.4f);
    shapes[1] = tum_shape3_cylinder(0.1f, 0.8f, 0.8f);
    shapes[2] = tum_shape3_cylinder(0.5f, 0.5f, 0.0f);
    shapes[3] = tum_shape3_cylinder(0.5f, 0.2f, 0.6f);
    shapes[4] = tum_shape3_capsule(0.6f, 0.3f, 0.3f);
    shapes[5] = tum_shape3_capsule(0.6f, 0.5f, 0.2f);
    shapes[6] = tum_shape3_box(vec3(0.5f, 0.3f, 0.8f));
    shapes[7] = tum_shape3_box(vec3(0.9f, 0.1f, 0.6f));
    shapes[8] = tum_shape3_cylinder(1.5f, 0.1f, 0.1f);
}

// A pose at which the shapes touch along a direction that often is an axis of A; the turn is often
// a quarter, sometimes a little more.
static Pose3 aligned_pose(Random *random, int i, const Shape3 *a, const Shape3 *b)
{
    const Quat quarters[3] = {QUAT_IDENTITY, turn_about(1, 0, 0, PI / 2),
                              turn_about(0, 0, 1, PI / 2)};
    const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const Vec3 any = random_unit(random), lean = random_unit(random);
    const double angle = i % 3 == 0 ? 0.0 : random_in(random, 1e-6, 0.02);
    const Quat leaning = angle > 0.0
                             ? turn_about((double)lean.x, (double)lean.y, (double)lean.z, angle)
                             : QUAT_IDENTITY;
    const Quat turn = random_rotation(random);
    Pose3 pose = {.rotation = i % 4 == 3 ? turn : quat_multiply(leaning, quarters[i / 4 % 3])};
    const Vec3 d = i / 12 % 4 == 3 ? any : axes[i / 12 % 4];
    const Vec3 back = quat_unrotate(pose.rotation, vec3_negate(d));
    const Vec3 near_b = quat_rotate(pose.rotation, tum_shape3_support(b, back));
    pose.position = vec3_add(vec3_sub(tum_shape3_support(a, d), near_b),
                             vec3_scale(d, (float)random_in(random, -0.01, 0.015)));
    const Vec3 across = vec3_cross(d, random_unit(random));
    pose.position = vec3_add_scaled(pose.position, across, (float)random_in(random, -0.3, 0.3));
    return pose;
}

static Pose3 moved_a_little(Random *random, Pose3 pose)
{
    const Vec3 axis = random_unit(random);
    const Quat turn =
        turn_about((double)axis.x, (double)axis.y, (double)axis.z, random_in(random, 0.0, 0.01));
    pose.rotation = quat_multiply(turn, pose.rotation);
    pose.position = vec3_add(pose.position, random_vec3(random, 0.003));
    return pose;
}

static void a_step_later_the_contact_is_that_of_a_fresh_search(void **state)
{
    (void)state;
    Shape3 shapes[CURVED_COUNT];
    curved_shapes(shapes);
    int touching = 0, deeper = 0;
    for (uint64_t seed = 1; seed <= 10; ++seed) {
        Random random = {seed};
        for (int i = 0; i < CURVED_COUNT * CURVED_COUNT * 48; ++i) {
            const Shape3 *a = &shapes[i / 48 % CURVED_COUNT];
            const Shape3 *b = &shapes[i / 48 / CURVED_COUNT % CURVED_COUNT];
            const Pose3 before = aligned_pose(&random, i, a, b);
            const Pose3 pose = moved_a_little(&random, before);
            PairCache3 cache = {0};
            LocalManifold3 touches[LOCAL_MANIFOLDS_MAX], fresh;
            tum_collide3(widest_pairs3(), a, b, before, 0.02f, &cache, touches);
            const int count = tum_collide3(widest_pairs3(), a, b, pose, 0.02f, &cache, touches);
            const int fresh_count = collide(a, b, pose, 0.02f, &fresh);
            if (count != fresh_count) {
                // At the border of the margin only, but for the preference for faces.
                const float least = least_separation(count == 1 ? &touches[0] : &fresh);
                assert_near(least, 0.02, 1e-3);
                continue;
            }
            if (count == 0) {
                continue;
            }
            const double own = (double)least_separation(&touches[0]);
            const double truth = (double)least_separation(&fresh);
            ++touching;
            // Either may have taken a face's normal at the cost of 1 % of the depth and 2e-4 of the
            // size. An overlap that has a shorter way out elsewhere is never twice as deep.
            const double tolerance = 1e-3 + 0.02 * fabs(truth);
            deeper += own < truth - tolerance;
            assert_between(own, (truth < 0.0 ? 2.0 * truth : truth) - tolerance, truth + tolerance);
        }
    }
    assert_true(touching > 10000);
    assert_true(deeper * 500 <= touching);
}

static void a_remembered_normal_finds_as_many_points(void **state)
{
    (void)state;
    // A can on its cap, a can on its side and a log across another one.
    const Shape3 box = tum_shape3_box(vec3(5.0f, 0.5f, 5.0f));
    const Shape3 can = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    const Quat lying = turn_about(0, 0, 1, PI / 2), across = turn_about(1, 0, 0, PI / 2);
    const struct {
        const Shape3 *ground;
        Pose3 pose;
        int points;
    } cases[3] = {{&box, {{0.0f, 0.999f, 0.0f}, turn_about(0, 1, 0, 0.3)}, 4},
                  {&box, {{0.0f, 0.799f, 0.0f}, lying}, 2},
                  {&can, {{0.599f, 0.1f, 0.0f}, across}, 1}};
    for (int i = 0; i < 3; ++i) {
        PairCache3 cache = {0};
        LocalManifold3 first[LOCAL_MANIFOLDS_MAX], later[LOCAL_MANIFOLDS_MAX];
        assert_int_equal(tum_collide3(widest_pairs3(), cases[i].ground, &can, cases[i].pose, 0.01f,
                                      &cache, first),
                         1);
        assert_int_equal(tum_collide3(widest_pairs3(), cases[i].ground, &can, cases[i].pose, 0.01f,
                                      &cache, later),
                         1);
        assert_int_equal(first[0].point_count, cases[i].points);
        assert_int_equal(later[0].point_count, cases[i].points);
        assert_near(vec3_distance(first[0].normal, later[0].normal), 0.0, 2e-5);
        for (int k = 0; k < cases[i].points; ++k) {
            assert_int_equal(first[0].points[k].feature, later[0].points[k].feature);
            assert_near(later[0].points[k].separation, -0.001, 1e-5);
        }
    }
}

// A cone stands on its tip, 4 mm above a box or pressed 4 mm into it: the contact is half way
// between the tip and the face, which is at y = 0.5. Either shape may be the first one.
static void the_contact_of_a_tip_lies_half_way_to_the_face(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(5.0f, 0.5f, 5.0f));
    const Shape3 cone = tum_shape3_cylinder(0.5f, 0.5f, 0.0f);
    for (int i = 0; i < 4; ++i) {
        const float apart = i % 2 == 0 ? 0.004f : -0.004f;
        const Pose3 tip_down = {{0.1f, 1.0f + apart, 0.2f}, turn_about(1, 0, 0, PI)};
        const bool cone_is_first = i >= 2;
        const Shape3 *a = cone_is_first ? &cone : &box, *b = cone_is_first ? &box : &cone;
        const Pose3 box_from_a = cone_is_first ? tip_down : pose_at(0.0f, 0.0f, 0.0f);
        const Pose3 a_from_b =
            cone_is_first ? pose3_relative(tip_down, pose_at(0.0f, 0.0f, 0.0f)) : tip_down;
        PairCache3 cache = {0};
        LocalManifold3 found[LOCAL_MANIFOLDS_MAX];
        for (int again = 0; again < 2; ++again) {
            assert_int_equal(tum_collide3(widest_pairs3(), a, b, a_from_b, 0.01f, &cache, found),
                             1);
            const Vec3 at = pose3_transform(box_from_a, found[0].points[0].position);
            assert_int_equal(found[0].point_count, 1);
            assert_near(found[0].points[0].separation, apart, 1e-5);
            assert_near(at.x, 0.1, 1e-5);
            assert_near(at.y, 0.5 + 0.5 * (double)apart, 1e-5);
            assert_near(at.z, 0.2, 1e-5);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_later_the_contact_is_that_of_a_fresh_search),
        cmocka_unit_test(a_remembered_normal_finds_as_many_points),
        cmocka_unit_test(the_contact_of_a_tip_lies_half_way_to_the_face),
    };
    return cmocka_run_group_tests_name("convex3", tests, NULL, NULL);
}
