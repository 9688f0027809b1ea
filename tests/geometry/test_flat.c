// SPDX-License-Identifier: MIT
// Points are flat when one plane, or in four dimensions one hyperplane, holds them all.
#include "geometry/flat.h"

#include "tests/support/support.h"

static void a_simplex_has_volume_and_its_facets_have_none(void **state)
{
    (void)state;
    const double simplex3[] = {1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2};
    const double simplex4[] = {1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2};
    assert_false(tum_points_are_flat(simplex3, 4, 3));
    assert_true(tum_points_are_flat(simplex3, 3, 3));
    assert_false(tum_points_are_flat(simplex4, 5, 4));
    assert_true(tum_points_are_flat(simplex4, 4, 4));
}

static void many_points_of_one_plane_are_flat(void **state)
{
    (void)state;
    double points[3 * 100];
    for (int i = 0; i < 100; ++i) {
        const double u = (double)(i % 10), v = (double)(i / 10);
        points[3 * i] = u + v;
        points[3 * i + 1] = u - 2.0 * v;
        points[3 * i + 2] = 3.0 * u + 0.5 * v;
    }
    assert_true(tum_points_are_flat(points, 100, 3));
    points[3 * 57] += 1e-3; // a thousandth is not flat any more: the sheet is 30 across
    assert_false(tum_points_are_flat(points, 100, 3));
}

static void one_place_and_no_place_are_flat(void **state)
{
    (void)state;
    const double twice[] = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3};
    assert_true(tum_points_are_flat(twice, 4, 3));
    assert_true(tum_points_are_flat(twice, 0, 3));
}

static void size_does_not_matter(void **state)
{
    (void)state;
    const double crumb[] = {0, 0, 0, 1e-9, 0, 0, 0, 1e-9, 0, 0, 0, 1e-9};
    assert_false(tum_points_are_flat(crumb, 4, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_simplex_has_volume_and_its_facets_have_none),
        cmocka_unit_test(many_points_of_one_plane_are_flat),
        cmocka_unit_test(one_place_and_no_place_are_flat),
        cmocka_unit_test(size_does_not_matter),
    };
    return cmocka_run_group_tests_name("flat", tests, NULL, NULL);
}
