// SPDX-License-Identifier: MIT
// Tessellated round shapes: points on the surface, and a hull that stays close to it.
#include "geometry/tessellate.h"

#include "geometry/hull3.h"
#include "math/scalar.h"
#include "tests/support/support.h"

// Support function of the round shape: how far it reaches along a unit direction.
static double reach(const TumShape *shape, DVec3 d)
{
    const double around = sqrt(d.x * d.x + d.z * d.z), half = 0.5 * shape->height;
    if (shape->kind == TUM_SHAPE_SPHERE) {
        return shape->radius;
    }
    if (shape->kind == TUM_SHAPE_CAPSULE) {
        return fmax(half * d.y + shape->radius_top, -half * d.y + shape->radius_bottom);
    }
    return fmax(half * d.y + shape->radius_top * around,
                -half * d.y + shape->radius_bottom * around);
}

// The hull touches no plane later than the shape, and no earlier than by the deviation.
static void check_deviation(const TumShape *shape, double deviation)
{
    Arena arena = {0};
    double *points;
    size_t count;
    assert_int_equal(tum_tessellate(shape, deviation, &arena, &points, &count), TUM_OK);
    HullMesh3 hull;
    assert_int_equal(tum_hull3_build(points, count, &arena, &hull), TUM_OK);
    assert_false(hull.is_flat);
    for (size_t f = 0; f < hull.face_count; ++f) {
        const double missing = reach(shape, hull.normals[f]) - hull.offsets[f];
        assert_between(missing, -1e-9, deviation * 1.001 + 1e-9);
    }
    for (size_t i = 0; i < count; ++i) {
        // Every point is on the surface: some plane of the shape goes through it.
        const DVec3 p = {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
        for (int k = 0; k < 3; ++k) {
            const DVec3 d = {k == 0, k == 1, k == 2};
            assert_true(dvec3_dot(p, d) <= reach(shape, d) + 1e-9);
        }
    }
    tum_arena_clear(&arena);
}

static void hulls_stay_within_the_deviation(void **state)
{
    (void)state;
    const TumShape shapes[] = {
        {.kind = TUM_SHAPE_SPHERE, .radius = 1.0},
        {.kind = TUM_SHAPE_CAPSULE, .height = 2.0, .radius_bottom = 0.5, .radius_top = 0.5},
        {.kind = TUM_SHAPE_CAPSULE, .height = 1.0, .radius_bottom = 0.8, .radius_top = 0.2},
        {.kind = TUM_SHAPE_CAPSULE, .height = 0.2, .radius_bottom = 0.3, .radius_top = 0.9},
        {.kind = TUM_SHAPE_CYLINDER, .height = 2.0, .radius_bottom = 0.5, .radius_top = 1.0},
        {.kind = TUM_SHAPE_CYLINDER, .height = 2.0, .radius_bottom = 0.5, .radius_top = 0.0}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        check_deviation(&shapes[i], 0.02);
        check_deviation(&shapes[i], 0.005);
    }
}

static void the_number_of_points_is_bounded(void **state)
{
    (void)state;
    const TumShape sphere = {.kind = TUM_SHAPE_SPHERE, .radius = 1000.0};
    Arena arena = {0};
    double *points;
    size_t count;
    assert_int_equal(tum_tessellate(&sphere, 1e-9, &arena, &points, &count), TUM_OK);
    assert_between(count, 128 * 64, 128 * 66);
    tum_arena_clear(&arena);
}

static void a_box_has_its_corners(void **state)
{
    (void)state;
    const TumShape box = {.kind = TUM_SHAPE_BOX, .size = {2, 4, 6}};
    Arena arena = {0};
    double *points;
    size_t count;
    assert_int_equal(tum_tessellate(&box, 0.1, &arena, &points, &count), TUM_OK);
    assert_int_equal(count, 8);
    for (size_t i = 0; i < 8; ++i) {
        assert_near(fabs(points[3 * i]), 1.0, 0.0);
        assert_near(fabs(points[3 * i + 1]), 2.0, 0.0);
        assert_near(fabs(points[3 * i + 2]), 3.0, 0.0);
    }
    tum_arena_clear(&arena);
}

static void the_smallest_radius_leaves_out_tips(void **state)
{
    (void)state;
    const TumShape cone = {.kind = TUM_SHAPE_CYLINDER, .radius_bottom = 0.5, .radius_top = 0.0};
    const TumShape drop = {.kind = TUM_SHAPE_CAPSULE, .radius_bottom = 0.5, .radius_top = 0.3};
    assert_near(tum_smallest_radius(&cone), 0.5, 0.0);
    assert_near(tum_smallest_radius(&drop), 0.3, 0.0);
}

static void other_shapes_have_no_tessellation(void **state)
{
    (void)state;
    const TumShape plane = {.kind = TUM_SHAPE_PLANE};
    Arena arena = {0};
    double *points;
    size_t count;
    assert_int_equal(tum_tessellate(&plane, 0.1, &arena, &points, &count), TUM_ERROR_ARGUMENT);
    tum_arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hulls_stay_within_the_deviation),
        cmocka_unit_test(the_number_of_points_is_bounded),
        cmocka_unit_test(a_box_has_its_corners),
        cmocka_unit_test(the_smallest_radius_leaves_out_tips),
        cmocka_unit_test(other_shapes_have_no_tessellation),
    };
    return cmocka_run_group_tests_name("tessellation", tests, NULL, NULL);
}
