// SPDX-License-Identifier: MIT
// Volume and moments of shapes in 4D are those of the reference, and of the books.
#include "geometry/general.h"
#include "geometry/mass4.h"
#include "tests/support/support4.h"

// The shape of a reference case.
static GeneralMoments moments_of_case(const char *shape, size_t dimension)
{
    TumCurve curves[4];
    const size_t curve_count = reference_curves(shape, dimension, curves);
    GeneralShape general = {(int)dimension, {0}, curves, curve_count};
    reference_numbers(shape, "size", general.size, dimension);
    return tum_general_moments(&general);
}

static void rounded_shapes_weigh_what_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("inertia");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        const GeneralMoments moments = moments_of_case(reference_member(item, "shape"), 4);
        const double volume = reference_number(item, "hypervolume");
        assert_near(moments.volume, volume, 1e-11 * fmax(1, volume));
        double expected[4];
        reference_numbers(item, "meanSquares", expected, 4);
        assert_all_near(moments.mean_square, expected, 4, 1e-11);
        const double mass = reference_number(item, "mass"), *m = moments.mean_square;
        const double planes[6] = {mass * (m[0] + m[1]), mass * (m[0] + m[2]), mass * (m[1] + m[2]),
                                  mass * (m[0] + m[3]), mass * (m[1] + m[3]), mass * (m[2] + m[3])};
        double inertia[6];
        reference_numbers(item, "inertiaDiagonal", inertia, 6); // XY, XZ, YZ, XW, YW, ZW
        assert_all_near(planes, inertia, 6, 1e-10);
    }
    reference_close(&reference);
}

static void shapes_of_three_axes_weigh_what_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("inertia3d");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        const GeneralMoments moments = moments_of_case(reference_member(item, "shape"), 3);
        const double volume = reference_number(item, "volume");
        assert_near(moments.volume, volume, 1e-11 * fmax(1, volume));
        const double mass = reference_number(item, "mass"), *m = moments.mean_square;
        const double planes[3] = {mass * (m[0] + m[1]), mass * (m[0] + m[2]), mass * (m[1] + m[2])};
        double expected[3];
        reference_numbers(item, "inertiaDiagonal", expected, 3); // XY, XZ, YZ
        assert_all_near(planes, expected, 3, 1e-10);
    }
    reference_close(&reference);
}

// About the origin of the shape, as the reference has it.
static void tapered_shapes_weigh_what_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("inertia_tapered");
    const char *item = NULL;
    int flat = 0;
    while ((item = reference_next(&reference, item)) != NULL) {
        const char *shape = reference_member(item, "shape");
        const char *curve = reference_element(reference_member(shape, "curves"), NULL);
        const char *bottom = reference_element(reference_member(curve, "taper"), NULL);
        const char *top = reference_element(reference_member(curve, "taper"), bottom);
        double size[4], low[4], high[4];
        reference_numbers(shape, "size", size, 4);
        reference_numbers(bottom, "radii", low, 4);
        reference_numbers(top, "radii", high, 4);
        const TumShape tapered = {.kind = size[3] > 0 ? TUM_SHAPE_CONVEX : TUM_SHAPE_CYLINDER,
                                  .size = {0, 0, 0, size[3]},
                                  .height = size[1],
                                  .radius_bottom = low[0],
                                  .radius_top = high[0]};
        flat += size[3] > 0;
        assert_true(tum_shape4_is_tapered(&tapered));
        const Volume4 volume = tum_volume4_of_tapered(&tapered);
        assert_near(volume.volume, reference_number(item, "hypervolume"), 1e-11);
        double center[4], squares[4];
        reference_numbers(item, "centroid", center, 4);
        reference_numbers(item, "meanSquares", squares, 4);
        assert_all_near(volume.center, center, 4, 1e-11);
        for (int i = 0; i < 4; ++i) {
            const double about_center = volume.second_moments[5 * i] / volume.volume;
            assert_near(about_center + center[i] * center[i], squares[i], 1e-11);
        }
    }
    assert_true(flat > 0);
    reference_close(&reference);
}

static void a_ball_and_a_16_cell_are_those_of_the_books(void **state)
{
    (void)state;
    TumCurve curve = {{3, 3, 3, 3}, 2};
    const GeneralShape shape = {4, {0}, &curve, 1};
    GeneralMoments m = tum_general_moments(&shape);
    assert_near(m.volume, PI * PI / 2 * 81, 1e-11); // pi^2 r^4 / 2
    assert_near(m.mean_square[2], 9.0 / 6, 1e-14);  // r^2 / (n + 2)
    curve.exponent = 1;
    m = tum_general_moments(&shape);
    assert_near(m.volume, 16.0 / 24 * 81, 1e-11);   // 2^4 / 4! r^4
    assert_near(m.mean_square[2], 9.0 / 15, 1e-14); // 2 r^2 / (5 * 6)
    curve.exponent = 0.3;                           // its hull
    m = tum_general_moments(&shape);
    assert_near(m.volume, 16.0 / 24 * 81, 1e-11);
    curve.exponent = 1e9; // a box, nearly
    m = tum_general_moments(&shape);
    assert_near(m.volume, 16.0 * 81, 1e-6 * 1296);
    assert_near(m.mean_square[2], 3, 1e-4);
}

static void a_flat_shape_has_no_volume(void **state)
{
    (void)state;
    assert_near(tum_general_moments(&(GeneralShape){4, {2, 0, 2, 2}, NULL, 0}).volume, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(rounded_shapes_weigh_what_the_reference_says),
        reference_test(shapes_of_three_axes_weigh_what_the_reference_says),
        reference_test(tapered_shapes_weigh_what_the_reference_says),
        cmocka_unit_test(a_ball_and_a_16_cell_are_those_of_the_books),
        cmocka_unit_test(a_flat_shape_has_no_volume),
    };
    return cmocka_run_group_tests_name("mass4", tests, NULL, NULL);
}
