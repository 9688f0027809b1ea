// SPDX-License-Identifier: MIT
// Shapes as triangles, for other engines.
#include <math.h>

#include "tests/support/support.h"
#include "tumble/scene.h"

static TumMesh *surface_of(TumShape shape, TumMesh *mesh, const double *scale)
{
    shape.mesh = mesh != NULL ? 0 : -1;
    const TumScene scene = {
        .dimension = 3, .shapes = &shape, .shape_count = 1, .meshes = mesh, .mesh_count = 1};
    TumMesh *surface = NULL;
    assert_int_equal(tum_scene_surface3(&scene, 0, scale, 1e-3, NULL, &surface), TUM_OK);
    assert_non_null(surface);
    return surface;
}

// Six times the volume between the triangles and the origin, over six: positive where they look
// outward.
static double volume_of(const TumMesh *mesh)
{
    double sum = 0;
    for (size_t i = 0; i < mesh->cell_count; ++i) {
        const double *a = &mesh->points[3 * mesh->cells[3 * i]];
        const double *b = &mesh->points[3 * mesh->cells[3 * i + 1]];
        const double *c = &mesh->points[3 * mesh->cells[3 * i + 2]];
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6;
}

static void a_box_has_twelve_triangles(void **state)
{
    (void)state;
    TumMesh *box = surface_of((TumShape){.kind = TUM_SHAPE_BOX, .size = {1, 2, 3}}, NULL, NULL);
    assert_int_equal(box->point_count, 8);
    assert_int_equal(box->cell_count, 12);
    assert_true(box->is_closed);
    assert_near(volume_of(box), 6, 1e-12);
    tum_surface_destroy(box);
}

static void an_ellipsoid_stays_within_the_deviation(void **state)
{
    (void)state;
    const double scale[3] = {1, 2, 4};
    TumMesh *made = surface_of((TumShape){.kind = TUM_SHAPE_SPHERE, .radius = 0.5}, NULL, scale);
    for (size_t i = 0; i < made->point_count; ++i) {
        const double *p = &made->points[3 * i];
        // Radii 0.5, 1 and 2.
        assert_near(p[0] * p[0] / 0.25 + p[1] * p[1] + p[2] * p[2] / 4, 1, 1e-12);
    }
    // A millimetre less on each radius at most: 4/3 pi a b c loses at most the area times that.
    const double volume = 4.0 / 3 * 3.14159265358979 * 0.5 * 1 * 2;
    const double thinner = 4.0 / 3 * 3.14159265358979 * 0.499 * 0.999 * 1.999;
    assert_true(volume_of(made) < volume);
    assert_true(volume_of(made) > thinner);
    tum_surface_destroy(made);
}

static void a_tapered_capsule_is_the_hull_of_its_spheres(void **state)
{
    (void)state;
    TumMesh *made = surface_of(
        (TumShape){
            .kind = TUM_SHAPE_CAPSULE, .height = 2, .radius_bottom = 0.5, .radius_top = 0.25},
        NULL, NULL);
    double low = 0, high = 0;
    for (size_t i = 0; i < made->point_count; ++i) {
        low = fmin(low, made->points[3 * i + 1]);
        high = fmax(high, made->points[3 * i + 1]);
    }
    assert_near(low, -1.5, 1e-9);
    assert_near(high, 1.25, 1e-9);
    tum_surface_destroy(made);
}

static void a_hull_leaves_out_the_points_within(void **state)
{
    (void)state;
    double points[] = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0.3, 0.3, 0.3};
    TumMesh mesh = {.points = points, .point_count = 5};
    TumMesh *made = surface_of((TumShape){.kind = TUM_SHAPE_CONVEX}, &mesh, NULL);
    assert_int_equal(made->point_count, 4);
    assert_int_equal(made->cell_count, 4);
    assert_near(volume_of(made), 8.0 / 6, 1e-12);
    tum_surface_destroy(made);
}

static void meshes_and_sheets_are_triangles_already(void **state)
{
    (void)state;
    double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    uint32_t cells[] = {0, 1, 2};
    TumMesh mesh = {.points = points, .cells = cells, .point_count = 3, .cell_count = 1};
    const double scale[3] = {2, 3, 1};
    TumMesh *made = surface_of((TumShape){.kind = TUM_SHAPE_MESH}, &mesh, scale);
    assert_near(made->points[3], 2, 0.0);
    assert_near(made->points[7], 3, 0.0);
    assert_int_equal(made->cells[2], 2);
    assert_false(made->is_closed);
    tum_surface_destroy(made);
    made = surface_of((TumShape){.kind = TUM_SHAPE_PLANE, .size = {4, 0, 6}}, NULL, NULL);
    assert_int_equal(made->cell_count, 2);
    // Seen from above they turn counter-clockwise: the cross product of two edges looks up.
    const double *a = &made->points[0], *b = &made->points[3], *c = &made->points[6];
    assert_near((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]), 24, 1e-12);
    tum_surface_destroy(made);
}

static void what_has_no_triangles_is_answered(void **state)
{
    (void)state;
    TumShape shapes[] = {
        {.kind = TUM_SHAPE_PLANE, .size = {(double)INFINITY, 0, 1}, .mesh = -1},
        {.kind = TUM_SHAPE_RAY, .height = 1, .mesh = -1},
        {.kind = TUM_SHAPE_CONVEX, .mesh = -1},
        {.kind = TUM_SHAPE_GENERAL, .mesh = -1},
    };
    const TumScene scene = {.dimension = 3, .shapes = shapes, .shape_count = 4};
    for (int32_t i = 0; i < 4; ++i) {
        TumMesh *surface = (TumMesh *)&surface;
        assert_int_equal(tum_scene_surface3(&scene, i, NULL, 1e-3, NULL, &surface),
                         TUM_ERROR_UNSUPPORTED);
        assert_null(surface);
    }
    tum_surface_destroy(NULL);
}

static void every_failing_allocation_is_answered(void **state)
{
    (void)state;
    TumShape shape = {
        .kind = TUM_SHAPE_CYLINDER, .height = 1, .radius_bottom = 1, .radius_top = 0, .mesh = -1};
    const TumScene scene = {.dimension = 3, .shapes = &shape, .shape_count = 1};
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    TumStatus status = TUM_ERROR_MEMORY;
    size_t tries = 0;
    for (; status == TUM_ERROR_MEMORY; ++tries) {
        TumMesh *surface = NULL;
        counting.fail_after = tries;
        status = tum_scene_surface3(&scene, 0, NULL, 0.1, &allocator, &surface);
        assert_true((status == TUM_OK) == (surface != NULL));
        tum_surface_destroy(surface);
        assert_int_equal(counting.blocks, 0);
    }
    assert_int_equal(status, TUM_OK);
    assert_true(tries > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_twelve_triangles),
        cmocka_unit_test(an_ellipsoid_stays_within_the_deviation),
        cmocka_unit_test(a_tapered_capsule_is_the_hull_of_its_spheres),
        cmocka_unit_test(a_hull_leaves_out_the_points_within),
        cmocka_unit_test(meshes_and_sheets_are_triangles_already),
        cmocka_unit_test(what_has_no_triangles_is_answered),
        cmocka_unit_test(every_failing_allocation_is_answered),
    };
    return cmocka_run_group_tests_name("surface", tests, NULL, NULL);
}
