// SPDX-License-Identifier: MIT
// Welding: which points become one, and which meshes enclose a volume.
#include "geometry/weld.h"

#include "tests/support/support.h"

// A cube as files have it: four corners of its own for each side, outward triangles.
static void make_cube(double points[72], uint32_t triangles[36])
{
    static const int corners[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (uint32_t side = 0; side < 6; ++side) {
        for (uint32_t k = 0; k < 4; ++k) {
            const int corner = corners[side][k];
            double *p = &points[3 * (4 * side + k)];
            p[0] = corner & 1;
            p[1] = corner >> 1 & 1;
            p[2] = corner >> 2 & 1;
        }
        const uint32_t first = 4 * side;
        const uint32_t two[6] = {first, first + 1, first + 2, first, first + 2, first + 3};
        memcpy(&triangles[6 * side], two, sizeof two);
    }
}

static bool is_closed(const double *points, size_t point_count, const uint32_t *triangles,
                      size_t triangle_count)
{
    bool closed = false;
    assert_int_equal(
        tum_mesh3_is_closed(points, point_count, triangles, triangle_count, NULL, &closed), TUM_OK);
    return closed;
}

static void corners_that_coincide_become_the_first_of_them(void **state)
{
    (void)state;
    double points[72];
    uint32_t triangles[36], welded[24];
    make_cube(points, triangles);
    assert_int_equal(tum_weld3(points, 24, welded, NULL), TUM_OK);
    size_t kept = 0;
    for (uint32_t i = 0; i < 24; ++i) {
        kept += welded[i] == i;
        assert_true(welded[i] <= i);
        assert_int_equal(welded[welded[i]], welded[i]);
        assert_memory_equal(&points[3 * i], &points[3 * welded[i]], 3 * sizeof *points);
    }
    assert_int_equal(kept, 8);
}

static void points_weld_within_a_millionth_of_the_extent_and_not_beyond(void **state)
{
    (void)state;
    // Extent 10: 1e-5 is the limit.
    const double points[] = {0, 0, 0, 10, 0, 0, 0.9e-5, 0, 0, 0, 1.1e-5, 0, 10, 0, -0.5e-5};
    uint32_t welded[5];
    assert_int_equal(tum_weld3(points, 5, welded, NULL), TUM_OK);
    const uint32_t expected[] = {0, 1, 0, 3, 1};
    assert_memory_equal(welded, expected, sizeof expected);
}

// The grid against looking at every pair.
static void the_grid_finds_what_comparing_all_pairs_finds(void **state)
{
    (void)state;
    Random random = {17};
    double points[3 * 400];
    for (size_t i = 0; i < 400; ++i) {
        // Two far corners fix the extent at 1; the rest crowds into a few tolerances.
        const double span = i < 2 ? 1.0 : 1e-5;
        for (size_t k = 0; k < 3; ++k) {
            points[3 * i + k] = i < 2 ? (double)i : random_in(&random, 0.0, span);
        }
    }
    uint32_t welded[400], expected[400];
    assert_int_equal(tum_weld3(points, 400, welded, NULL), TUM_OK);
    for (uint32_t i = 0; i < 400; ++i) {
        expected[i] = i;
        for (uint32_t j = 0; j < i && expected[i] == i; ++j) {
            const double x = points[3 * i] - points[3 * j];
            const double y = points[3 * i + 1] - points[3 * j + 1];
            const double z = points[3 * i + 2] - points[3 * j + 2];
            if (expected[j] == j && x * x + y * y + z * z <= 1e-6 * 1e-6) {
                expected[i] = j;
            }
        }
    }
    assert_memory_equal(welded, expected, sizeof expected);
}

static void a_cube_of_separate_sides_is_closed(void **state)
{
    (void)state;
    double points[72];
    uint32_t triangles[36];
    make_cube(points, triangles);
    assert_true(is_closed(points, 24, triangles, 12));
}

static void a_cube_of_sides_that_weld_is_closed(void **state)
{
    (void)state;
    double points[72];
    uint32_t triangles[36];
    make_cube(points, triangles);
    // Nothing between the sides adds up to a missing triangle.
    for (size_t i = 0; i < 72; ++i) {
        points[i] += 0.25 * WELD_TOLERANCE * (double)(i * 7 % 5) / 5.0;
    }
    assert_true(is_closed(points, 24, triangles, 12));
    assert_false(is_closed(points, 24, triangles, 11));
}

static void a_missing_triangle_leaves_a_mesh_open(void **state)
{
    (void)state;
    double points[72];
    uint32_t triangles[36];
    make_cube(points, triangles);
    assert_false(is_closed(points, 24, triangles, 11));
}

static void a_triangle_wound_the_other_way_leaves_a_mesh_open(void **state)
{
    (void)state;
    double points[72];
    uint32_t triangles[36];
    make_cube(points, triangles);
    const uint32_t swap = triangles[0];
    triangles[0] = triangles[1];
    triangles[1] = swap;
    assert_false(is_closed(points, 24, triangles, 12));
}

static void a_triangle_that_welds_to_an_edge_does_no_harm(void **state)
{
    (void)state;
    double points[72];
    uint32_t triangles[39];
    make_cube(points, triangles);
    triangles[36] = 0;
    triangles[37] = 1;
    triangles[38] = 1;
    assert_true(is_closed(points, 24, triangles, 13));
}

static void an_edge_of_four_triangles_is_not_closed(void **state)
{
    (void)state;
    // Two tetrahedra that share the edge from 0 to 1: each is closed, together they are not one.
    const double points[] = {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0};
    const uint32_t triangles[] = {0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3,
                                  0, 1, 5, 0, 4, 1, 0, 5, 4, 1, 4, 5};
    assert_true(is_closed(points, 6, triangles, 4));
    assert_true(is_closed(points, 6, triangles + 12, 4));
    assert_false(is_closed(points, 6, triangles, 8));
}

static void nothing_is_not_closed(void **state)
{
    (void)state;
    assert_false(is_closed(NULL, 0, NULL, 0));
}

static void no_extent_welds_everything_to_one_point(void **state)
{
    (void)state;
    const double points[] = {4, 5, 6, 4, 5, 6, 4, 5, 6};
    uint32_t welded[3];
    assert_int_equal(tum_weld3(points, 3, welded, NULL), TUM_OK);
    assert_int_equal(welded[1], 0);
    assert_int_equal(welded[2], 0);
}

static void running_out_of_memory_is_an_error_and_no_leak(void **state)
{
    (void)state;
    double points[72];
    uint32_t triangles[36];
    make_cube(points, triangles);
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t allowed = 0; status != TUM_OK; ++allowed) {
        counting.fail_after = allowed;
        bool closed = true;
        status = tum_mesh3_is_closed(points, 24, triangles, 12, &allocator, &closed);
        assert_int_equal(closed, status == TUM_OK);
        assert_int_equal(counting.blocks, 0);
        assert_true(allowed < 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_that_coincide_become_the_first_of_them),
        cmocka_unit_test(points_weld_within_a_millionth_of_the_extent_and_not_beyond),
        cmocka_unit_test(the_grid_finds_what_comparing_all_pairs_finds),
        cmocka_unit_test(a_cube_of_separate_sides_is_closed),
        cmocka_unit_test(a_cube_of_sides_that_weld_is_closed),
        cmocka_unit_test(a_missing_triangle_leaves_a_mesh_open),
        cmocka_unit_test(a_triangle_wound_the_other_way_leaves_a_mesh_open),
        cmocka_unit_test(a_triangle_that_welds_to_an_edge_does_no_harm),
        cmocka_unit_test(an_edge_of_four_triangles_is_not_closed),
        cmocka_unit_test(nothing_is_not_closed),
        cmocka_unit_test(no_extent_welds_everything_to_one_point),
        cmocka_unit_test(running_out_of_memory_is_an_error_and_no_leak),
    };
    return cmocka_run_group_tests_name("welding", tests, NULL, NULL);
}
