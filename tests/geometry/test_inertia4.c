// SPDX-License-Identifier: MIT
// Volume and inertia of bodies in 4D are those of the reference, and of the books.
#include "geometry/general.h"
#include "geometry/inertia4.h"
#include "geometry/mass4.h"
#include "tests/support/support4.h"

// The shape of a reference case.
static GeneralMoments moments_of_case(const char *shape, size_t dimension)
{
    TumCurve curves[4];
    size_t curve_count = 0;
    const char *list = reference_member(shape, "curves");
    for (const char *c = list == NULL ? NULL : reference_element(list, NULL); c != NULL;
         c = reference_element(list, c)) {
        assert_true(curve_count < 4);
        reference_numbers(c, "radii", curves[curve_count].radii, dimension);
        curves[curve_count++].exponent =
            reference_member(c, "exponent") != NULL ? reference_number(c, "exponent") : 2.0;
    }
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
        assert_bivec4_near(
            tum_plane_moments4(dvec4(mass * m[0], mass * m[1], mass * m[2], mass * m[3])),
            reference_bivec4(item, "inertiaDiagonal"), 1e-10);
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

static DSym4 reference_sym4(const char *item, const char *name)
{
    double n[16];
    reference_numbers(item, name, n, 16);
    return (DSym4){n[0], n[5], n[10], n[15], n[1], n[2], n[6], n[3], n[7], n[11]};
}

static void check_maps(const char *name)
{
    Reference reference = reference_open(name);
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        double map[6][6], expected[36];
        tum_inertia_map4(reference_sym4(item, "secondMoment"), map);
        reference_numbers(item, "inertia6x6", expected, 36);
        assert_all_near(&map[0][0], expected, 36, 1e-10);
    }
    reference_close(&reference);
}

static void second_moments_give_the_map_of_the_reference(void **state)
{
    (void)state;
    check_maps("inertia_mesh");
    check_maps("inertia_compound");
}

static DMat4 skew(DBivec4 a)
{
    return (DMat4){{0, a.xy, a.xz, a.xw},
                   {-a.xy, 0, a.yz, a.yw},
                   {-a.xz, -a.yz, 0, a.zw},
                   {-a.xw, -a.yw, -a.zw, 0}};
}

static void momentum_is_spin_times_moments_from_both_sides(void **state)
{
    (void)state;
    const DSym4 c = {3, 2, 1, 0.5, 0.2, -0.1, 0.3, 0.05, -0.2, 0.1};
    const DBivec4 spin = {1, -2, 3, 0.5, -1.5, 2.5};
    const DMat4 left = dmat4_multiply(skew(spin), dsym4_matrix(c));
    const DMat4 right = dmat4_multiply(dsym4_matrix(c), skew(spin));
    const DMat4 both = {dvec4_add(left.x, right.x), dvec4_add(left.y, right.y),
                        dvec4_add(left.z, right.z), dvec4_add(left.w, right.w)};
    assert_mat4_near(skew(tum_momentum_of_moments4(c, spin)), both, 1e-14);
}

static void real_bodies_have_three_equal_sums_of_moments(void **state)
{
    (void)state;
    const DBivec4 real = tum_plane_moments4(dvec4(1, 0.55, 0.3, 0.1));
    assert_near(tum_inertia_discord4(real), 0, 1e-15);
    DBivec4 free = real;
    free.xy += 0.195; // a tenth of the trace, 1.95
    assert_near(tum_inertia_discord4(free), 0.1 / 1.1, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounded_shapes_weigh_what_the_reference_says),
        cmocka_unit_test(shapes_of_three_axes_weigh_what_the_reference_says),
        cmocka_unit_test(tapered_shapes_weigh_what_the_reference_says),
        cmocka_unit_test(a_ball_and_a_16_cell_are_those_of_the_books),
        cmocka_unit_test(a_flat_shape_has_no_volume),
        cmocka_unit_test(second_moments_give_the_map_of_the_reference),
        cmocka_unit_test(momentum_is_spin_times_moments_from_both_sides),
        cmocka_unit_test(real_bodies_have_three_equal_sums_of_moments),
    };
    return cmocka_run_group_tests_name("inertia4", tests, NULL, NULL);
}
