// SPDX-License-Identifier: MIT
// Half-spaces and sheets: everything rests on them, and only from the side that is theirs.
#include "tests/support/shapes3.h"

#include "shape3/core3.h"

static const Vec3 half = {0.5f, 0.5f, 0.5f};

// A touch of A at this pose with B at the origin of the world, seen in the world.
static int touch_in_world(const Shape3 *a, Pose3 world_from_a, const Shape3 *b, float margin,
                          LocalManifold3 *touch)
{
    const int count = collide(a, b, pose3_inverse(world_from_a), margin, touch);
    for (int i = 0; count > 0 && i < touch->point_count; ++i) {
        touch->points[i].position = pose3_transform(world_from_a, touch->points[i].position);
    }
    if (count > 0) {
        touch->normal = quat_rotate(world_from_a.rotation, touch->normal);
    }
    return count;
}

// KHR-SHAPE-12.
static void everything_stands_on_a_plane_at_its_own_depth(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {91};
    const Shape3 plane = tum_shape3_plane();
    for (int i = 0; i < ZOO_COUNT * 40; ++i) {
        const Shape3 *shape = &zoo.shapes[i % ZOO_COUNT];
        const Quat rotation = random_rotation(&random);
        const Vec3 down = quat_unrotate(rotation, vec3(0.0f, -1.0f, 0.0f));
        const float below = vec3_dot(tum_shape3_support(shape, down), down);
        const float depth = (float)random_in(&random, -0.04, 0.2);
        const Pose3 pose = {{3.0f, below - depth, -2.0f}, rotation};
        LocalManifold3 touch;
        assert_int_equal(touch_in_world(shape, pose, &plane, 0.05f, &touch), 1);
        // Of many corners nearly as deep, within 5e-5 of their extent, the first is kept, and that
        // twice where they are more than a batch.
        assert_near(least_separation(&touch), -depth, 1.5e-4);
        assert_near(touch.normal.y, -1.0, 1e-6);
        for (int k = 0; k < touch.point_count; ++k) {
            // Halfway between the plane and the shape.
            assert_near(touch.points[k].position.y, 0.5f * touch.points[k].separation, 2e-6);
        }
    }
    zoo_close(&zoo);
}

static void a_box_on_a_plane_touches_at_four_corners(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half), plane = tum_shape3_plane();
    LocalManifold3 touch;
    assert_int_equal(touch_in_world(&box, pose_at(7.0f, 0.49f, 0.0f), &plane, 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    for (int i = 0; i < 4; ++i) {
        assert_near(touch.points[i].separation, -0.01, 1e-6);
        assert_near(fabsf(touch.points[i].position.x - 7.0f), 0.5, 1e-5);
    }
}

static void a_box_sunk_into_a_plane_touches_with_its_underside(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half), plane = tum_shape3_plane();
    LocalManifold3 touch;
    assert_int_equal(touch_in_world(&box, pose_at(0.0f, -3.0f, 0.0f), &plane, 0.02f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    for (int i = 0; i < 4; ++i) {
        assert_near(touch.points[i].separation, -3.5, 1e-5);
    }
}

static void a_round_hull_of_many_corners_stands_on_four_spread_ones(void **state)
{
    (void)state;
    // 120 corners at one height: more than one batch.
    Hull3 *disc = prism_hull(120, 1.0, 0.1, 1.0);
    const Shape3 shape = tum_shape3_hull(disc), plane = tum_shape3_plane();
    LocalManifold3 touch;
    assert_int_equal(touch_in_world(&shape, pose_at(0.0f, 0.099f, 0.0f), &plane, 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    Vec3 low = touch.points[0].position, high = low;
    for (int i = 1; i < 4; ++i) {
        low = vec3_minimum(low, touch.points[i].position);
        high = vec3_maximum(high, touch.points[i].position);
    }
    assert_true(vec3_distance(low, high) > 2.0f);
    tum_hull3_destroy(disc, NULL);
}

static void a_capsule_lies_on_two_points_and_stands_on_one(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(0.5f, 0.25f, 0.25f), plane = tum_shape3_plane();
    const Pose3 lying = {{0.0f, 0.25f, 0.0f}, turn_about(0, 0, 1, PI / 2)};
    LocalManifold3 touch;
    assert_int_equal(touch_in_world(&capsule, lying, &plane, 0.01f, &touch), 1);
    assert_int_equal(touch.point_count, 2);
    assert_int_equal(touch_in_world(&capsule, pose_at(0.0f, 0.75f, 0.0f), &plane, 0.01f, &touch),
                     1);
    assert_int_equal(touch.point_count, 1);
}

static void a_cylinder_stands_on_four_points_and_lies_on_two(void **state)
{
    (void)state;
    const Shape3 cylinder = tum_shape3_cylinder(0.5f, 0.25f, 0.25f), plane = tum_shape3_plane();
    const Pose3 lying = {{0.0f, 0.25f, 0.0f}, turn_about(0, 0, 1, PI / 2)};
    LocalManifold3 touch;
    assert_int_equal(touch_in_world(&cylinder, pose_at(0.0f, 0.5f, 0.0f), &plane, 0.01f, &touch),
                     1);
    assert_int_equal(touch.point_count, 4);
    assert_int_equal(touch_in_world(&cylinder, lying, &plane, 0.01f, &touch), 1);
    assert_int_equal(touch.point_count, 2);
}

static void planes_do_not_touch_each_other(void **state)
{
    (void)state;
    const Shape3 plane = tum_shape3_plane(), sheet = tum_shape3_sheet(1.0f, 1.0f, true);
    LocalManifold3 touch;
    assert_int_equal(collide(&plane, &plane, POSE3_IDENTITY, 1.0f, &touch), 0);
    assert_int_equal(collide(&plane, &sheet, POSE3_IDENTITY, 1.0f, &touch), 0);
    assert_int_equal(collide(&sheet, &sheet, POSE3_IDENTITY, 1.0f, &touch), 0);
}

// KHR-SHAPE-13.
static void a_plane_a_kilometre_wide_is_as_flat_there(void **state)
{
    (void)state;
    // A leaning plane; the box stands on it a kilometre away from the plane's own origin.
    const Shape3 box = tum_shape3_box(half), plane = tum_shape3_plane();
    const Quat lean = turn_about(0, 0, 1, 0.25);
    const Pose3 plane_from_a = pose_at(1000.0f, 0.499f, 0.0f);
    const Pose3 world_from_plane = {{0.0f, 0.0f, 0.0f}, lean};
    const Pose3 world_from_a = pose3_multiply(world_from_plane, plane_from_a);
    LocalManifold3 touch;
    const Pose3 a_from_plane = pose3_relative(world_from_a, world_from_plane);
    assert_int_equal(collide(&box, &plane, a_from_plane, 0.01f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    // Poses are floats: at a kilometre their last digit is 6e-5.
    assert_near(least_separation(&touch), -0.001, 4e-4);
}

static void a_sheet_carries_what_stands_on_its_inside_like_a_plane(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {92};
    const Shape3 plane = tum_shape3_plane(), sheet = tum_shape3_sheet(10.0f, 10.0f, false);
    for (int i = 0; i < ZOO_COUNT * 10; ++i) {
        const Shape3 *shape = &zoo.shapes[i % ZOO_COUNT];
        const Quat rotation = random_rotation(&random);
        const Vec3 down = quat_unrotate(rotation, vec3(0.0f, -1.0f, 0.0f));
        const float below = vec3_dot(tum_shape3_support(shape, down), down);
        const Pose3 pose = {{2.0f, below - 0.001f, 3.0f}, rotation};
        LocalManifold3 one, other;
        assert_int_equal(touch_in_world(shape, pose, &plane, 0.0f, &one), 1);
        assert_int_equal(touch_in_world(shape, pose, &sheet, 0.0f, &other), 1);
        assert_int_equal(one.point_count, other.point_count);
        assert_memory_equal(one.points, other.points,
                            (size_t)one.point_count * sizeof one.points[0]);
    }
    zoo_close(&zoo);
}

// KHR-SHAPE-15.
static void a_single_sided_sheet_lets_through_from_below(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half);
    const Shape3 one = tum_shape3_sheet(3.0f, 3.0f, false),
                 both = tum_shape3_sheet(3.0f, 3.0f, true);
    LocalManifold3 touch;
    assert_int_equal(touch_in_world(&box, pose_at(0.0f, -0.4f, 0.0f), &one, 0.0f, &touch), 0);
    assert_int_equal(touch_in_world(&box, pose_at(0.0f, -0.4f, 0.0f), &both, 0.0f, &touch), 1);
    assert_near(touch.normal.y, 1.0, 1e-6);
    assert_near(touch.points[0].separation, -0.1, 1e-6);
}

// KHR-SHAPE-14.
static void a_box_over_the_border_touches_only_over_the_sheet(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half), sheet = tum_shape3_sheet(2.0f, 2.0f, false);
    LocalManifold3 touch;
    // From x = 1.6 to 2.6 over a border at 2.
    assert_int_equal(touch_in_world(&box, pose_at(2.1f, 0.49f, 0.0f), &sheet, 0.01f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    assert_near(touch.normal.y, -1.0, 1e-6);
    for (int i = 0; i < 4; ++i) {
        assert_near(touch.points[i].separation, -0.01, 1e-5);
        assert_near(fabsf(touch.points[i].position.x - 1.8f), 0.2, 1e-3);
    }
}

// KHR-SHAPE-14.
static void beyond_the_border_is_nothing(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half), sheet = tum_shape3_sheet(2.0f, 2.0f, true);
    LocalManifold3 touch;
    assert_int_equal(touch_in_world(&box, pose_at(2.6f, 0.4f, 0.0f), &sheet, 0.05f, &touch), 0);
}

static void the_border_of_a_sheet_is_an_edge(void **state)
{
    (void)state;
    // A ball beside the border: its middle 0.3 out and 0.2 up, so that the normal leans.
    const Shape3 ball = tum_shape3_sphere(0.5f), sheet = tum_shape3_sheet(2.0f, 2.0f, false);
    LocalManifold3 touch;
    assert_int_equal(touch_in_world(&ball, pose_at(2.3f, 0.2f, 0.0f), &sheet, 0.0f, &touch), 1);
    const double distance = sqrt(0.3 * 0.3 + 0.2 * 0.2);
    assert_near(touch.points[0].separation, distance - 0.5, 1e-5);
    assert_near(touch.normal.x, -0.3 / distance, 1e-5);
    assert_near(touch.normal.y, -0.2 / distance, 1e-5);
}

static void what_is_deep_in_a_sheet_near_its_border_leaves_to_its_own_side_or_past_it(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {93};
    const Shape3 sheet = tum_shape3_sheet(2.0f, 2.0f, true);
    for (int i = 0; i < ZOO_COUNT * 60; ++i) {
        const Shape3 *shape = &zoo.shapes[i % ZOO_COUNT];
        const float size = shape->inner;
        Pose3 pose = random_pose(&random, (double)size);
        pose.position.x += 2.0f;
        LocalManifold3 touch;
        const int count = touch_in_world(shape, pose, &sheet, 0.01f, &touch);
        const Vec3 middle =
            pose3_transform(pose, shape->kind == SHAPE3_HULL ? shape->hull->center : vec3(0, 0, 0));
        // What is rounded by a radius touches the border with its core still apart, from wherever
        // the core is; all others are never sent through to the other side.
        if (count == 1 && shape->kind >= SHAPE3_BOX && least_separation(&touch) < -0.5f * size) {
            assert_true(touch.normal.y * (middle.y < 0.0f ? -1.0f : 1.0f) < 0.01f);
        }
        for (int k = 0; count == 1 && k < touch.point_count; ++k) {
            assert_true(vec3_is_finite(touch.points[k].position));
        }
    }
    zoo_close(&zoo);
}

static void an_endless_sheet_carries_far_from_its_middle(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half), sheet = tum_shape3_sheet(INFINITY, 1.0f, true);
    LocalManifold3 touch;
    // Over the border in z, endless in x.
    assert_int_equal(touch_in_world(&box, pose_at(500.0f, 0.49f, 1.2f), &sheet, 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    for (int i = 0; i < 4; ++i) {
        assert_near(touch.points[i].separation, -0.01, 1e-4);
        // Corners within a share of 2e-4 beside a face count as over it.
        assert_between(touch.points[i].position.z, 0.6995, 1.003);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_stands_on_a_plane_at_its_own_depth),
        cmocka_unit_test(a_box_on_a_plane_touches_at_four_corners),
        cmocka_unit_test(a_box_sunk_into_a_plane_touches_with_its_underside),
        cmocka_unit_test(a_round_hull_of_many_corners_stands_on_four_spread_ones),
        cmocka_unit_test(a_capsule_lies_on_two_points_and_stands_on_one),
        cmocka_unit_test(a_cylinder_stands_on_four_points_and_lies_on_two),
        cmocka_unit_test(planes_do_not_touch_each_other),
        cmocka_unit_test(a_plane_a_kilometre_wide_is_as_flat_there),
        cmocka_unit_test(a_sheet_carries_what_stands_on_its_inside_like_a_plane),
        cmocka_unit_test(a_single_sided_sheet_lets_through_from_below),
        cmocka_unit_test(a_box_over_the_border_touches_only_over_the_sheet),
        cmocka_unit_test(beyond_the_border_is_nothing),
        cmocka_unit_test(the_border_of_a_sheet_is_an_edge),
        cmocka_unit_test(what_is_deep_in_a_sheet_near_its_border_leaves_to_its_own_side_or_past_it),
        cmocka_unit_test(an_endless_sheet_carries_far_from_its_middle),
    };
    return cmocka_run_group_tests_name("collide3_plane", tests, NULL, NULL);
}
