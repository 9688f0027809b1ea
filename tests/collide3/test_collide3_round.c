// SPDX-License-Identifier: MIT
// Balls and capsules: one point where surfaces are nearest, two where straight sides lie along each
// other.
#include "tests/support/shapes3.h"

#include "distance3/gjk3.h"

static void balls_touch_halfway_between_their_surfaces(void **state)
{
    (void)state;
    const Shape3 a = tum_shape3_sphere(1.0f), b = tum_shape3_sphere(0.5f);
    LocalManifold3 touch;
    // Middles 1.3 apart along (3, 0, 4) / 5: surfaces at 1 and at 0.8.
    assert_int_equal(collide(&a, &b, pose_at(0.78f, 0.0f, 1.04f), 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 1);
    assert_near(touch.normal.x, 0.6, 1e-6);
    assert_near(touch.normal.z, 0.8, 1e-6);
    assert_near(touch.points[0].separation, -0.2, 1e-6);
    assert_near(touch.points[0].position.x, 0.9 * 0.6, 1e-6);
}

static void balls_in_one_place_are_parted_upward(void **state)
{
    (void)state;
    const Shape3 a = tum_shape3_sphere(1.0f), b = tum_shape3_sphere(0.5f);
    LocalManifold3 touch;
    assert_int_equal(collide(&a, &b, POSE3_IDENTITY, 0.0f, &touch), 1);
    assert_near(touch.normal.y, 1.0, 0.0);
    assert_near(touch.points[0].separation, -1.5, 1e-6);
}

static void within_the_margin_is_a_touch_before_surfaces_meet(void **state)
{
    (void)state;
    const Shape3 ball = tum_shape3_sphere(0.5f);
    LocalManifold3 touch;
    assert_int_equal(collide(&ball, &ball, pose_at(1.05f, 0.0f, 0.0f), 0.04f, &touch), 0);
    assert_int_equal(collide(&ball, &ball, pose_at(1.05f, 0.0f, 0.0f), 0.06f, &touch), 1);
    assert_near(touch.points[0].separation, 0.05, 1e-6);
}

// KHR-SHAPE-16.
static void a_ball_inside_a_box_leaves_by_the_nearest_side(void **state)
{
    (void)state;
    const Shape3 ball = tum_shape3_sphere(0.25f), box = tum_shape3_box(vec3(1.0f, 2.0f, 3.0f));
    LocalManifold3 touch;
    // The ball is at (0.75, 0, 0) of the box, a quarter from its side at x = 1.
    assert_int_equal(collide(&ball, &box, pose_at(-0.75f, 0.0f, 0.0f), 0.0f, &touch), 1);
    assert_near(touch.normal.x, -1.0, 0.0);
    assert_near(touch.points[0].separation, -0.5, 1e-6);
}

// Every closed form against the search by GJK, from outside and from within.
static void expect_gjk(const Shape3 *other, double spread)
{
    const Shape3 ball = tum_shape3_sphere(0.3f);
    Random random = {61};
    for (int i = 0; i < 1500; ++i) {
        const Pose3 pose = random_near_pose(&random, &ball, other, spread);
        const Distance3 d = tum_distance3(&ball, other, pose, INFINITY, vec3(0, 0, 0));
        LocalManifold3 touch;
        assert_int_equal(collide(&ball, other, pose, 5.0f, &touch), 1);
        assert_near(touch.points[0].separation, d.distance, 2e-5);
        assert_near(touch.points[0].separation, separation_along(&ball, other, pose, touch.normal),
                    3e-6);
    }
}

static void a_ball_on_a_box_agrees_with_gjk(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.8f, 0.3f));
    expect_gjk(&box, 0.6);
}

static void a_ball_on_a_capsule_agrees_with_gjk(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(0.7f, 0.2f, 0.2f);
    const Shape3 tapered = tum_shape3_capsule(0.7f, 0.2f, 0.6f);
    const Shape3 drop = tum_shape3_capsule(0.1f, 0.6f, 0.2f);
    expect_gjk(&capsule, 0.4);
    expect_gjk(&tapered, 0.6);
    expect_gjk(&drop, 0.6);
}

static void a_ball_on_a_cylinder_agrees_with_gjk(void **state)
{
    (void)state;
    const Shape3 cylinder = tum_shape3_cylinder(0.7f, 0.4f, 0.4f);
    const Shape3 tapered = tum_shape3_cylinder(0.5f, 0.2f, 0.6f);
    const Shape3 cone = tum_shape3_cylinder(0.5f, 0.5f, 0.0f);
    const Shape3 coin = tum_shape3_cylinder(0.02f, 0.8f, 0.8f);
    expect_gjk(&cylinder, 0.6);
    expect_gjk(&tapered, 0.6);
    expect_gjk(&cone, 0.6);
    expect_gjk(&coin, 0.6);
}

static void a_ball_on_the_axis_of_a_cylinder_has_a_normal(void **state)
{
    (void)state;
    const Shape3 ball = tum_shape3_sphere(0.1f), cylinder = tum_shape3_cylinder(1.0f, 0.5f, 0.5f);
    LocalManifold3 touch;
    assert_int_equal(collide(&ball, &cylinder, POSE3_IDENTITY, 0.0f, &touch), 1);
    assert_near(touch.points[0].separation, -0.6, 1e-6);
    assert_near(vec3_length(touch.normal), 1.0, 1e-6);
    assert_near(touch.normal.y, 0.0, 1e-6);
}

static void parallel_capsules_touch_at_both_ends_of_where_they_overlap(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(1.0f, 0.25f, 0.25f);
    LocalManifold3 touch;
    assert_int_equal(collide(&capsule, &capsule, pose_at(0.49f, 0.5f, 0.0f), 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 2);
    assert_near(touch.normal.x, 1.0, 1e-6);
    for (int i = 0; i < 2; ++i) {
        assert_near(touch.points[i].separation, -0.01, 1e-6);
        assert_near(touch.points[i].position.x, 0.245, 1e-6);
    }
    // B's bottom at -0.5 and A's top at 1.
    assert_near(touch.points[0].position.y + touch.points[1].position.y, 0.5, 1e-5);
    assert_near(fabsf(touch.points[0].position.y - touch.points[1].position.y), 1.5, 1e-5);
}

static void crossed_capsules_touch_in_one_point(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(1.0f, 0.25f, 0.25f);
    const Pose3 pose = {{0.49f, 0.0f, 0.0f}, turn_about(1, 0, 0, PI / 2)};
    LocalManifold3 touch;
    assert_int_equal(collide(&capsule, &capsule, pose, 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 1);
    assert_near(touch.points[0].separation, -0.01, 1e-6);
    assert_near(touch.points[0].position.y, 0.0, 1e-5);
}

// Two bars of this half height and radius cross in their middles, `between` apart along X. B's end
// is half_height sin(angle) beside A's axis, so that the surfaces are apart there by
//
//     sqrt(between^2 + (half_height sin(angle))^2) - 2 radius
static void expect_both_ends(const Shape3 *bar, double between, double angle)
{
    const Pose3 pose = {{(float)between, 0.0f, 0.0f}, turn_about(1, 0, 0, angle)};
    const double half = (double)bar->half_height, beside = half * sin(angle);
    const double radii = 2.0 * (double)bar->radius_bottom;
    const double at_end = sqrt(between * between + beside * beside) - radii;
    LocalManifold3 touch;
    assert_int_equal(collide(bar, bar, pose, 0.2f, &touch), 1);
    assert_near(touch.normal.x, 1.0, 1e-3);
    int ends[2] = {0, 0};
    for (int i = 0; i < touch.point_count; ++i) {
        const LocalPoint3 *point = &touch.points[i];
        const double y = (double)point->position.y, expected = half * cos(angle);
        if (fabs(fabs(y) - expected) < 1e-3) {
            assert_near(point->separation, at_end, 1e-3);
            ++ends[y > 0.0];
        } else {
            assert_near(y, 0.0, 1e-2);
            assert_near(point->separation, between - radii, 1e-3);
        }
    }
    assert_true(ends[0] == 1 && ends[1] == 1);
}

static void bars_that_cross_at_a_small_angle_touch_at_both_ends(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(0.3f, 0.3f, 0.3f);
    const Shape3 cylinder = tum_shape3_cylinder(0.4f, 0.2f, 0.2f);
    for (int degrees = 4; degrees <= 24; degrees += 4) {
        expect_both_ends(&capsule, 0.52, degrees * PI / 180);
        expect_both_ends(&cylinder, 0.36, degrees * PI / 180);
    }
}

static void capsules_whose_axes_cross_part_at_right_angles_to_both(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(1.0f, 0.25f, 0.25f);
    const Pose3 pose = {{0.0f, 0.1f, 0.0f}, turn_about(1, 0, 0, PI / 2)};
    LocalManifold3 touch;
    assert_int_equal(collide(&capsule, &capsule, pose, 0.0f, &touch), 1);
    assert_near(fabsf(touch.normal.x), 1.0, 1e-6);
    assert_near(touch.points[0].separation, -0.5, 1e-6);
}

static void capsules_agree_with_gjk(void **state)
{
    (void)state;
    const Shape3 a = tum_shape3_capsule(0.6f, 0.3f, 0.3f), b = tum_shape3_capsule(0.9f, 0.1f, 0.1f);
    Random random = {62};
    for (int i = 0; i < 2000; ++i) {
        // Less than the radii: the axes themselves do not cross.
        const Pose3 pose = random_near_pose(&random, &a, &b, 0.2);
        const Distance3 d = tum_distance3(&a, &b, pose, INFINITY, vec3(0, 0, 0));
        LocalManifold3 touch;
        assert_int_equal(collide(&a, &b, pose, 5.0f, &touch), 1);
        assert_near(least_separation(&touch), d.distance, 2e-4);
    }
}

static void a_capsule_lying_on_a_box_touches_at_both_ends(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(0.5f, 0.25f, 0.25f);
    const Shape3 box = tum_shape3_box(vec3(2.0f, 0.5f, 2.0f));
    const Quat lying = turn_about(0, 0, 1, PI / 2);
    const Pose3 world_from_a = {{0.3f, 0.74f, 0.1f}, lying};
    LocalManifold3 touch;
    assert_int_equal(collide(&capsule, &box, pose3_inverse(world_from_a), 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 2);
    assert_near(quat_rotate(lying, touch.normal).y, -1.0, 1e-6);
    for (int i = 0; i < 2; ++i) {
        const Vec3 p = pose3_transform(world_from_a, touch.points[i].position);
        assert_near(touch.points[i].separation, -0.01, 1e-6);
        assert_near(p.y, 0.495, 1e-6);
        assert_near(fabsf(p.x - 0.3f), 0.5, 1e-5);
    }
}

static void a_capsule_reaching_over_a_box_touches_at_its_edge(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(1.0f, 0.25f, 0.25f);
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    const Quat lying = turn_about(0, 0, 1, PI / 2);
    const Pose3 world_from_a = {{1.0f, 0.74f, 0.0f}, lying};
    LocalManifold3 touch;
    assert_int_equal(collide(&capsule, &box, pose3_inverse(world_from_a), 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 2);
    // From the capsule's end at x = 0 to the box's edge at 0.5.
    for (int i = 0; i < 2; ++i) {
        const Vec3 p = pose3_transform(world_from_a, touch.points[i].position);
        assert_near(fabsf(p.x - 0.25f), 0.25, 1e-3);
    }
}

static void a_tapered_capsule_lies_along_a_box_on_its_side(void **state)
{
    (void)state;
    // Radii 0.4 and 0.2, centres 1 apart: lying flat, the axis rises by asin(0.2).
    const Shape3 capsule = tum_shape3_capsule(0.5f, 0.4f, 0.2f);
    const Shape3 box = tum_shape3_box(vec3(3.0f, 0.5f, 3.0f));
    const Quat lying = turn_about(0, 0, 1, -PI / 2 - asin(0.2));
    const Pose3 world_from_a = {{0.0f, 0.79f, 0.0f}, lying};
    LocalManifold3 touch;
    assert_int_equal(collide(&capsule, &box, pose3_inverse(world_from_a), 0.02f, &touch), 1);
    assert_int_equal(touch.point_count, 2);
    for (int i = 0; i < 2; ++i) {
        // The middle of the axis is 0.3 over the plane when it rests.
        assert_near(touch.points[i].separation, -0.01, 1e-5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_touch_halfway_between_their_surfaces),
        cmocka_unit_test(balls_in_one_place_are_parted_upward),
        cmocka_unit_test(within_the_margin_is_a_touch_before_surfaces_meet),
        cmocka_unit_test(a_ball_inside_a_box_leaves_by_the_nearest_side),
        cmocka_unit_test(a_ball_on_a_box_agrees_with_gjk),
        cmocka_unit_test(a_ball_on_a_capsule_agrees_with_gjk),
        cmocka_unit_test(a_ball_on_a_cylinder_agrees_with_gjk),
        cmocka_unit_test(a_ball_on_the_axis_of_a_cylinder_has_a_normal),
        cmocka_unit_test(parallel_capsules_touch_at_both_ends_of_where_they_overlap),
        cmocka_unit_test(crossed_capsules_touch_in_one_point),
        cmocka_unit_test(bars_that_cross_at_a_small_angle_touch_at_both_ends),
        cmocka_unit_test(capsules_whose_axes_cross_part_at_right_angles_to_both),
        cmocka_unit_test(capsules_agree_with_gjk),
        cmocka_unit_test(a_capsule_lying_on_a_box_touches_at_both_ends),
        cmocka_unit_test(a_capsule_reaching_over_a_box_touches_at_its_edge),
        cmocka_unit_test(a_tapered_capsule_lies_along_a_box_on_its_side),
    };
    return cmocka_run_group_tests_name("collide3_round", tests, NULL, NULL);
}
