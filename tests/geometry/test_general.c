// SPDX-License-Identifier: MIT
// Rounded boxes: volume and moments (docs/formats.md#g4mf), points.
#include "geometry/general.h"

#include "geometry/mass4.h"
#include "tests/support/support.h"

static const double pi = 3.14159265358979323846;

static void assert_moments(const GeneralShape *shape, double volume, const double *squares,
                           double tolerance)
{
    const GeneralMoments moments = tum_general_moments(shape);
    assert_near(moments.volume, volume, tolerance * volume);
    for (int i = 0; i < shape->dimension; ++i) {
        assert_near(moments.mean_square[i], squares[i], tolerance * squares[i]);
    }
}

// G4MF-66, G4MF-68.
static void shapes_of_4_dimensions_have_their_closed_forms(void **state)
{
    (void)state;
    TumCurve c[2] = {{{0.5, 0.5, 0.5, 0.5}, 2.0}};
    // The table of section 7.4, and the numbers of section 13.
    assert_moments(&(GeneralShape){4, {1, 2, 3, 4}, NULL, 0}, 24.0,
                   (double[]){1.0 / 12, 4.0 / 12, 9.0 / 12, 16.0 / 12}, 1e-14);
    assert_moments(&(GeneralShape){4, {0}, c, 1}, pi * pi / 32,
                   (double[]){0.25 / 6, 0.25 / 6, 0.25 / 6, 0.25 / 6}, 1e-14);
    assert_moments(&(GeneralShape){4, {0, 1, 0, 0}, c, 1}, 0.8320239,
                   (double[]){0.0469109, 0.2234917, 0.0469109, 0.0469109}, 1e-6);
    c[0] = (TumCurve){{0.5, 0, 0.5, 0.5}, 2.0};
    assert_moments(&(GeneralShape){4, {0, 2, 0, 0}, c, 1}, 4.0 / 3 * pi / 8 * 2,
                   (double[]){0.05, 4.0 / 12, 0.05, 0.05}, 1e-14);
    c[0] = (TumCurve){{0.5, 0, 0.5, 0}, 2.0};
    assert_moments(&(GeneralShape){4, {0, 2, 0, 3}, c, 1}, pi * 0.25 * 6,
                   (double[]){0.0625, 4.0 / 12, 0.0625, 9.0 / 12}, 1e-14);
    c[0] = (TumCurve){{0.5, 0.5, 0, 0}, 2.0};
    c[1] = (TumCurve){{0, 0, 0.4, 0.4}, 2.0};
    assert_moments(&(GeneralShape){4, {0}, c, 2}, pi * pi * 0.25 * 0.16,
                   (double[]){0.0625, 0.0625, 0.04, 0.04}, 1e-14);
    c[0] = (TumCurve){{1, 2, 3, 4}, 1.0};
    assert_moments(&(GeneralShape){4, {0}, c, 1}, 2.0 / 3 * 24,
                   (double[]){1.0 / 15, 4.0 / 15, 9.0 / 15, 16.0 / 15}, 1e-14);
    c[0] = (TumCurve){{0.25, 0.25, 0.25, 0.25}, 2.0};
    assert_moments(&(GeneralShape){4, {1, 1, 1, 1}, c, 1}, 4.4592,
                   (double[]){0.1696, 0.1696, 0.1696, 0.1696}, 5e-4);
}

// G4MF-58.
static void every_exponent_has_its_closed_form(void **state)
{
    (void)state;
    // Dirichlet: the integral of x^(a-1) y^(b-1) over x^n + y^n <= 1, x and y >= 0, is
    // gamma(a/n) gamma(b/n) / (n^2 gamma(1 + (a + b)/n)). In 3D, a cylinder on a superellipse.
    const double n = 4.0;
    const TumCurve curve = {{1, 0, 1, 0}, n};
    const double area = 4 * tgamma(1 / n) * tgamma(1 / n) / (n * n * tgamma(1 + 2 / n));
    const double square = 4 * tgamma(3 / n) * tgamma(1 / n) / (n * n * tgamma(1 + 4 / n)) / area;
    assert_moments(&(GeneralShape){3, {0, 2, 0}, &curve, 1}, 2 * area,
                   (double[]){square, 1.0 / 3, square}, 1e-14);
    // And by no grid: a huge exponent makes a box.
    const TumCurve box = {{1, 1, 1, 0}, 1e9};
    assert_moments(&(GeneralShape){3, {0}, &box, 1}, 8, (double[]){1.0 / 3, 1.0 / 3, 1.0 / 3},
                   1e-5);
}

// G4MF-56.
static void overlapping_cylinders_meet_in_a_steinmetz_solid(void **state)
{
    (void)state;
    const TumCurve curves[2] = {{{1, 1, 0}, 2.0}, {{0, 1, 1}, 2.0}};
    const GeneralShape shape = {3, {0}, curves, 2};
    // 16/3 r^3: Archimedes.
    assert_near(tum_general_moments(&shape).volume, 16.0 / 3.0, 0.02);
    assert_true(tum_general_is_inside(&shape, (double[4]){0.7, 0.7, 0.7}));
    assert_false(tum_general_is_inside(&shape, (double[4]){0.8, 0.7, 0.1}));
    assert_false(tum_general_is_inside(&shape, (double[4]){0.1, 0.7, 0.8}));
}

static void points_lie_on_the_surface(void **state)
{
    (void)state;
    const TumCurve round = {{0.3, 0.3, 0.3}, 2.0};
    const TumCurve super = {{1.0, 0.5, 2.0}, 4.0};
    const TumCurve crossing[2] = {{{1, 1, 0}, 2.0}, {{0, 1, 1}, 2.0}};
    const GeneralShape shapes[] = {{3, {1, 2, 3}, &round, 1},
                                   {3, {0.5, 0, 0}, &super, 1},
                                   {3, {0}, crossing, 2},
                                   {4, {1, 0, 0, 1}, &round, 1}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        Arena arena;
        const TumAllocator memory = tum_allocator_or_default(NULL);
        tum_arena_init(&arena, &memory);
        double *points;
        size_t count;
        assert_int_equal(tum_general_points(&shapes[s], 0.001, &arena, &points, &count), TUM_OK);
        assert_true(count > 20);
        for (size_t p = 0; p < count; ++p) {
            double in[4] = {0}, out[4] = {0};
            for (int k = 0; k < shapes[s].dimension; ++k) {
                const double x = points[p * (size_t)shapes[s].dimension + (size_t)k];
                in[k] = x * (1.0 - 1e-9);
                out[k] = x * (1.0 + 1e-6);
            }
            assert_true(tum_general_is_inside(&shapes[s], in));
            assert_false(tum_general_is_inside(&shapes[s], out));
        }
        tum_arena_clear(&arena);
    }
}

static void a_simplex_has_a_24th_of_its_determinant(void **state)
{
    (void)state;
    // Corners 0 and 2 e_i: volume 16/24, centroid 2/5 along each axis. As hull and as cells, whose
    // facets are the boundary.
    const double points[20] = {0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2};
    const uint32_t cells[20] = {1, 2, 3, 4, 0, 2, 4, 3, 0, 1, 3, 4, 0, 1, 4, 2, 0, 1, 2, 3};
    Arena arena;
    const TumAllocator memory = tum_allocator_or_default(NULL);
    tum_arena_init(&arena, &memory);
    Volume4 hull;
    assert_int_equal(tum_volume4_of_points(points, 5, &arena, &hull), TUM_OK);
    const Volume4 solid = tum_volume4_of_cells(points, cells, 5);
    // Mean of x^2 over the simplex is 2 * 4 / (5 * 6); about the centroid 0.16 less.
    const double square = (16.0 / 24.0) * (2.0 * 4.0 / 30.0 - 0.16);
    for (int i = 0; i < 4; ++i) {
        assert_near(hull.center[i], 0.4, 1e-12);
        assert_near(solid.center[i], 0.4, 1e-12);
        assert_near(hull.second_moments[5 * i], square, 1e-12);
        assert_near(solid.second_moments[5 * i], square, 1e-12);
    }
    assert_near(hull.volume, 16.0 / 24.0, 1e-12);
    assert_near(solid.volume, 16.0 / 24.0, 1e-12);
    tum_arena_clear(&arena);
}

static void points_in_one_hyperplane_have_no_volume(void **state)
{
    (void)state;
    const double points[24] = {0, 0, 0, 1, 2, 0, 0, 1, 0, 2, 0, 1,
                               0, 0, 2, 1, 1, 1, 1, 1, 2, 2, 2, 1};
    Arena arena;
    const TumAllocator memory = tum_allocator_or_default(NULL);
    tum_arena_init(&arena, &memory);
    Volume4 volume;
    assert_int_equal(tum_volume4_of_points(points, 6, &arena, &volume), TUM_OK);
    assert_true(volume.volume == 0.0);
    tum_arena_clear(&arena);
}

static void a_taper_between_equal_radii_is_none(void **state)
{
    (void)state;
    const TumCurve ball = {{0.5, 0.5, 0.5, 0.5}, 2.0};
    const GeneralMoments exact = tum_general_moments(&(GeneralShape){4, {0, 1, 0, 0}, &ball, 1});
    const TumShape capsule = {
        .kind = TUM_SHAPE_CAPSULE, .height = 1.0, .radius_bottom = 0.5, .radius_top = 0.5};
    const Volume4 summed = tum_volume4_of_tapered(&capsule);
    assert_near(summed.volume, exact.volume, 1e-5);
    assert_near(summed.second_moments[5] / summed.volume, exact.mean_square[1], 1e-5);
    assert_near(summed.second_moments[0] / summed.volume, exact.mean_square[0], 1e-5);
    // A cone of height h and radius r: a third ball at every height, so pi r^3 h / 3; its centroid
    // a fifth of the height above the base.
    const TumShape cone = {.kind = TUM_SHAPE_CYLINDER, .height = 2.0, .radius_bottom = 1.0};
    const Volume4 tip = tum_volume4_of_tapered(&cone);
    assert_near(tip.volume, pi * 2.0 / 3.0, 1e-5);
    assert_near(tip.center[1], -1.0 + 2.0 / 5.0, 1e-5);
}

// G4MF-58.
static void a_huge_exponent_is_a_box_in_points_too(void **state)
{
    (void)state;
    const TumCurve curve = {{1, 2, 3, 0}, 1e300};
    const GeneralShape shape = {3, {0}, &curve, 1};
    const TumAllocator memory = tum_allocator_or_default(NULL);
    double *points, largest[3] = {0.0};
    size_t count;
    Arena arena;
    tum_arena_init(&arena, &memory);
    assert_int_equal(tum_general_points(&shape, 0.1, &arena, &points, &count), TUM_OK);
    for (size_t i = 0; i < 3 * count; ++i) {
        assert_between(points[i], -curve.radii[i % 3] - 1e-5, curve.radii[i % 3] + 1e-5);
        largest[i % 3] = fmax(largest[i % 3], points[i]);
    }
    for (int i = 0; i < 3; ++i) {
        assert_near(largest[i], curve.radii[i], 1e-5);
    }
    tum_arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_4_dimensions_have_their_closed_forms),
        cmocka_unit_test(every_exponent_has_its_closed_form),
        cmocka_unit_test(a_huge_exponent_is_a_box_in_points_too),
        cmocka_unit_test(overlapping_cylinders_meet_in_a_steinmetz_solid),
        cmocka_unit_test(points_lie_on_the_surface),
        cmocka_unit_test(a_simplex_has_a_24th_of_its_determinant),
        cmocka_unit_test(points_in_one_hyperplane_have_no_volume),
        cmocka_unit_test(a_taper_between_equal_radii_is_none),
    };
    return cmocka_run_group_tests_name("general", tests, NULL, NULL);
}
