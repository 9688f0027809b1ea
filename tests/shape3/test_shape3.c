// SPDX-License-Identifier: MIT
// Shapes know their sizes, their farthest points and their boxes.
#include "tests/support/shapes3.h"

#include "shape3/core3.h"

// KHR-61.
static void sizes_below_a_micrometre_are_raised_to_it(void **state)
{
    (void)state;
    assert_near(tum_shape3_sphere(0.0f).radius_bottom, 1e-6, 1e-12);
    assert_near(tum_shape3_box(vec3(1.0f, 0.0f, 1.0f)).half.y, 1e-6, 1e-12);
    assert_near(tum_shape3_capsule(0.0f, 0.5f, 0.0f).radius_top, 1e-6, 1e-12);
    assert_near(tum_shape3_cylinder(1.0f, 0.5f, 0.0f).radius_top, 1e-6, 1e-12);
}

// KHR-SHAPE-9, OMI-SHAPE-24.
static void a_cylinder_reaches_to_its_rim(void **state)
{
    (void)state;
    // Half height 3, radius 4: the rim is 5 from the middle.
    assert_near(tum_shape3_cylinder(3.0f, 4.0f, 4.0f).bounding_radius, 5.0, 1e-6);
}

static void the_ball_inside_a_cone_touches_its_side(void **state)
{
    (void)state;
    // Height 2, radius 1: the side is the line from (1, -1) to (0, 1), the middle the origin.
    // Distance of the origin from 2 x + y = 1: 1 / sqrt(5).
    assert_near(tum_shape3_cylinder(1.0f, 1.0f, 0.0f).inner, 1.0 / sqrt(5.0), 1e-5);
}

static void an_even_scale_keeps_a_sphere_a_sphere(void **state)
{
    (void)state;
    const Shape3 shape = tum_shape3_scaled(tum_shape3_sphere(0.5f), vec3(2.0f, 2.0f, 2.0f));
    assert_int_equal(shape.kind, SHAPE3_SPHERE);
    assert_near(shape.radius_bottom, 1.0, 1e-6);
}

static void a_cylinder_stretched_along_its_axis_stays_a_cylinder(void **state)
{
    (void)state;
    const Shape3 base = tum_shape3_cylinder(1.0f, 0.5f, 0.25f);
    const Shape3 shape = tum_shape3_scaled(base, vec3(2.0f, 3.0f, 2.0f));
    assert_int_equal(shape.kind, SHAPE3_CYLINDER);
    assert_near(shape.half_height, 3.0, 1e-6);
    assert_near(shape.radius_bottom, 1.0, 1e-6);
    assert_near(shape.radius_top, 0.5, 1e-6);
}

static void an_uneven_scale_gives_an_ellipsoid(void **state)
{
    (void)state;
    const Shape3 shape = tum_shape3_scaled(tum_shape3_sphere(1.0f), vec3(1.0f, 2.0f, 3.0f));
    assert_int_equal(shape.kind, SHAPE3_ELLIPTIC);
    // The support of an ellipsoid with half-axes s along d is s^2 d / |s d|.
    const Vec3 p = tum_shape3_support(&shape, vec3(1.0f, 1.0f, 1.0f));
    const double length = sqrt(1.0 + 4.0 + 9.0);
    assert_near(p.x, 1.0 / length, 1e-6);
    assert_near(p.y, 4.0 / length, 1e-6);
    assert_near(p.z, 9.0 / length, 1e-6);
}

// KHR-SHAPE-11.
static void the_support_of_a_tapered_capsule_is_on_its_larger_ball_sideways(void **state)
{
    (void)state;
    const Shape3 shape = tum_shape3_capsule(1.0f, 0.5f, 0.25f);
    const Vec3 p = tum_shape3_support(&shape, vec3(3.0f, 0.0f, 0.0f));
    assert_near(p.x, 0.5, 1e-6);
    assert_near(p.y, -1.0, 1e-6);
}

static void no_point_is_farther_out_than_the_reach(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {1};
    for (int i = 0; i < ZOO_COUNT; ++i) {
        for (int k = 0; k < 200; ++k) {
            const Vec3 p = tum_shape3_support(&zoo.shapes[i], random_unit(&random));
            assert_between(vec3_length(p), 0.0, zoo.shapes[i].bounding_radius * 1.00001f);
        }
    }
    zoo_close(&zoo);
}

static void the_inner_ball_is_inside(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {2};
    for (int i = 0; i < ZOO_COUNT; ++i) {
        const Shape3 *shape = &zoo.shapes[i];
        const Vec3 middle =
            shape->kind == SHAPE3_HULL ? shape->hull->center : vec3(0.0f, 0.0f, 0.0f);
        assert_true(shape->inner > 0.0f);
        for (int k = 0; k < 200; ++k) {
            const Vec3 d = random_unit(&random);
            const Vec3 p = vec3_sub(tum_shape3_support(shape, d), middle);
            assert_between(vec3_dot(p, d), shape->inner * 0.9999f, 10.0);
        }
    }
    zoo_close(&zoo);
}

// OMI-SHAPE-24.
static void bounds_are_the_supports_along_the_axes(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {3};
    for (int i = 0; i < ZOO_COUNT * 10; ++i) {
        const Shape3 *shape = &zoo.shapes[i % ZOO_COUNT];
        const Pose3 pose = random_pose(&random, 3.0);
        const Bound3 bound = tum_shape3_bound(shape, &pose);
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 d = {axis == 0, axis == 1, axis == 2};
            const Vec3 local = quat_unrotate(pose.rotation, d);
            const Vec3 high = pose3_transform(pose, tum_shape3_support(shape, local));
            const Vec3 low = pose3_transform(pose, tum_shape3_support(shape, vec3_negate(local)));
            assert_near(vec3_part(bound.high, axis), vec3_part(high, axis), 3e-6);
            assert_near(vec3_part(bound.low, axis), vec3_part(low, axis), 3e-6);
        }
    }
    zoo_close(&zoo);
}

static void a_half_space_is_unbounded(void **state)
{
    (void)state;
    const Shape3 plane = tum_shape3_plane();
    const Bound3 bound = tum_shape3_bound(&plane, &POSE3_IDENTITY);
    assert_true(bound.low.y < -1e30f && bound.high.x > 1e30f);
    assert_true(plane.bounding_radius > 1e30f);
}

static void a_level_endless_sheet_has_no_thickness(void **state)
{
    (void)state;
    const Shape3 sheet = tum_shape3_sheet(INFINITY, 2.0f, true);
    const Pose3 pose = pose_at(0.0f, 5.0f, 0.0f);
    const Bound3 bound = tum_shape3_bound(&sheet, &pose);
    assert_near(bound.low.y, 5.0, 0.0);
    assert_near(bound.high.y, 5.0, 0.0);
    assert_near(bound.high.z, 2.0, 0.0);
    assert_true(bound.high.x > 1e30f && bound.low.x < -1e30f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_below_a_micrometre_are_raised_to_it),
        cmocka_unit_test(a_cylinder_reaches_to_its_rim),
        cmocka_unit_test(the_ball_inside_a_cone_touches_its_side),
        cmocka_unit_test(an_even_scale_keeps_a_sphere_a_sphere),
        cmocka_unit_test(a_cylinder_stretched_along_its_axis_stays_a_cylinder),
        cmocka_unit_test(an_uneven_scale_gives_an_ellipsoid),
        cmocka_unit_test(the_support_of_a_tapered_capsule_is_on_its_larger_ball_sideways),
        cmocka_unit_test(no_point_is_farther_out_than_the_reach),
        cmocka_unit_test(the_inner_ball_is_inside),
        cmocka_unit_test(bounds_are_the_supports_along_the_axes),
        cmocka_unit_test(a_half_space_is_unbounded),
        cmocka_unit_test(a_level_endless_sheet_has_no_thickness),
    };
    return cmocka_run_group_tests_name("shape3", tests, NULL, NULL);
}
