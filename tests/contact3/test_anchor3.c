// SPDX-License-Identifier: MIT
// test_anchor3.c: manifolds follow the bodies that hold them.
#include "contact3/anchor3.h"
#include "space3/contact_data3.h"
#include "tests/support/shapes3.h"

static void assert_near3(Vec3 actual, Vec3 expected, double tolerance)
{
    assert_near(actual.x, expected.x, tolerance);
    assert_near(actual.y, expected.y, tolerance);
    assert_near(actual.z, expected.z, tolerance);
}

// Two boxes of 1 m, B on A: four points between them, normal up.
static ManifoldAnchor3 box_on_box(void)
{
    ManifoldAnchor3 anchor = {.normal = {0, 1, 0}, .side = ANCHOR3_A, .point_count = 4};
    const float x[4] = {0.5f, -0.5f, -0.5f, 0.5f}, z[4] = {0.5f, 0.5f, -0.5f, -0.5f};
    for (int i = 0; i < 4; ++i) {
        anchor.points[i] = (AnchorPoint3){{x[i], 0.5f, z[i]}, {x[i], -0.5f, z[i]}};
    }
    return anchor;
}

static Manifold3 carried(const ManifoldAnchor3 *anchor, Pose3 a, Pose3 b)
{
    Manifold3 manifold;
    tum_anchor3_update_manifold(anchor, a, b, &manifold);
    return manifold;
}

static void a_manifold_moves_as_both_of_its_bodies_do(void **state)
{
    (void)state;
    const ManifoldAnchor3 anchor = box_on_box();
    Random random = {7};
    for (int i = 0; i < 100; ++i) {
        const Pose3 a = random_pose(&random, 5.0);
        const Pose3 b = pose3_multiply(a, pose_at(0, 1, 0));
        const Manifold3 manifold = carried(&anchor, a, b);
        assert_near3(manifold.normal, quat_rotate(a.rotation, vec3(0, 1, 0)), 1e-6);
        for (int k = 0; k < 4; ++k) {
            const Vec3 corner = quat_rotate(a.rotation, anchor.points[k].on_a);
            assert_near3(manifold.points[k].position, corner, 1e-5);
            assert_near(manifold.points[k].separation, 0, 1e-5);
        }
    }
}

static void separations_are_measured_anew_and_points_are_between_the_surfaces(void **state)
{
    (void)state;
    const ManifoldAnchor3 anchor = box_on_box();
    // B has come 2 mm down and 4 mm to the right.
    const Manifold3 manifold = carried(&anchor, pose_at(0, 0, 0), pose_at(0.004f, 0.998f, 0));
    for (int k = 0; k < 4; ++k) {
        const Vec3 corner = anchor.points[k].on_a;
        assert_near(manifold.points[k].separation, -0.002, 1e-6);
        assert_near3(manifold.points[k].position, vec3(corner.x + 0.002f, 0.499f, corner.z), 1e-6);
    }
}

static void a_normal_turns_with_the_side_that_holds_it(void **state)
{
    (void)state;
    ManifoldAnchor3 anchor = box_on_box();
    const Pose3 a = {{0, 0, 0}, turn_about(0, 0, 1, 0.2)},
                b = {{0, 1, 0}, turn_about(1, 0, 0, 0.1)};
    assert_near3(carried(&anchor, a, b).normal, vec3(-sinf(0.2f), cosf(0.2f), 0), 1e-6);
    anchor.side = ANCHOR3_B;
    assert_near3(carried(&anchor, a, b).normal, vec3(0, cosf(0.1f), sinf(0.1f)), 1e-6);
}

static void what_the_world_holds_does_not_turn(void **state)
{
    (void)state;
    ManifoldAnchor3 anchor = box_on_box();
    anchor.side = ANCHOR3_WORLD;
    const Pose3 a = {{3, 0, 0}, turn_about(0, 0, 1, 0.2)};
    const Pose3 b = {{3, 1, 0}, turn_about(1, 0, 0, 0.1)};
    const Manifold3 manifold = carried(&anchor, a, b);
    assert_near3(manifold.normal, vec3(0, 1, 0), 0);
    for (int k = 0; k < 4; ++k) {
        assert_near3(manifold.points[k].position, anchor.points[k].on_a, 0);
        assert_near(manifold.points[k].separation, 0, 0);
    }
}

static void a_ball_touches_below_its_core_however_it_has_rolled(void **state)
{
    (void)state;
    // On A, which is flat and whose normal it is; the ball's middle is its centre of mass.
    const ManifoldAnchor3 anchor = {.normal = {0, 1, 0},
                                    .side = ANCHOR3_A,
                                    .radius_b = 0.3f,
                                    .point_count = 1,
                                    .points = {{{0.1f, 0, 0}, {0, 0, 0}}}};
    const Pose3 ball = {{0.25f, 0.295f, 0}, turn_about(0, 0, 1, -0.5)};
    const Manifold3 manifold = carried(&anchor, pose_at(0, 0, 0), ball);
    assert_near(manifold.points[0].separation, -0.005, 1e-6);
    // Halfway between what is below the ball and the ball's lowest point.
    assert_near3(manifold.points[0].position, vec3(0.25f, -0.0025f, 0), 1e-6);
}

// Capsules of 0.2 m around segments of 1 m along Y, crossed: B is turned by a quarter about X.
static ManifoldAnchor3 two_capsules(int points)
{
    return (ManifoldAnchor3){
        .normal = {1, 0, 0},
        .side = ANCHOR3_CORES,
        .radius_a = 0.2f,
        .radius_b = 0.2f,
        .point_count = points,
        .points = {{{0, -0.5f, 0}, {0, -0.5f, 0}}, {{0, 0.5f, 0}, {0, 0.5f, 0}}}};
}

static void cores_meet_where_they_are_nearest(void **state)
{
    (void)state;
    const ManifoldAnchor3 anchor = two_capsules(1);
    const Pose3 b = {{0.39f, 0.1f, 0.3f}, turn_about(1, 0, 0, PI / 2)};
    const Manifold3 manifold = carried(&anchor, pose_at(0, 0, 0), b);
    assert_near3(manifold.normal, vec3(1, 0, 0), 1e-6);
    assert_near(manifold.points[0].separation, -0.01, 1e-6);
    assert_near3(manifold.points[0].position, vec3(0.195f, 0.1f, 0), 1e-6);
}

static void cores_that_cross_keep_their_normal(void **state)
{
    (void)state;
    const ManifoldAnchor3 anchor = two_capsules(1);
    const Pose3 a = {{0, 0, 0}, turn_about(0, 1, 0, 0.3)};
    const Pose3 b = {{0, 0, 0}, turn_about(1, 0, 0, PI / 2)};
    const Manifold3 manifold = carried(&anchor, a, b);
    assert_near3(manifold.normal, vec3(cosf(0.3f), 0, -sinf(0.3f)), 1e-6);
    assert_near(manifold.points[0].separation, -0.4, 1e-6);
}

static void of_two_points_the_normal_is_at_right_angles_to_their_line(void **state)
{
    (void)state;
    // Side by side, and B tilted a little away: the way from segment to segment, in the middle.
    const ManifoldAnchor3 anchor = two_capsules(2);
    const Pose3 b = {{0.4f, 0.02f, 0}, turn_about(0, 0, 1, -0.01)};
    const Manifold3 manifold = carried(&anchor, pose_at(0, 0, 0), b);
    assert_near3(manifold.normal, vec3(1, 0, 0), 1e-6);
    assert_near(manifold.points[0].separation, -0.5 * sin(0.01), 1e-6);
    assert_near(manifold.points[1].separation, 0.5 * sin(0.01), 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_manifold_moves_as_both_of_its_bodies_do),
        cmocka_unit_test(separations_are_measured_anew_and_points_are_between_the_surfaces),
        cmocka_unit_test(a_normal_turns_with_the_side_that_holds_it),
        cmocka_unit_test(what_the_world_holds_does_not_turn),
        cmocka_unit_test(a_ball_touches_below_its_core_however_it_has_rolled),
        cmocka_unit_test(cores_meet_where_they_are_nearest),
        cmocka_unit_test(cores_that_cross_keep_their_normal),
        cmocka_unit_test(of_two_points_the_normal_is_at_right_angles_to_their_line),
    };
    return cmocka_run_group_tests_name("anchor3", tests, NULL, NULL);
}
