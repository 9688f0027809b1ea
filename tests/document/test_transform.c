// SPDX-License-Identifier: MIT
// A matrix is taken apart into translation, rotation and scale, and put together again.
#include "document/transform.h"
#include "tests/support/support.h"

static void assert_matrix(const double actual[16], const double expected[16], double tolerance)
{
    for (int i = 0; i < 16; ++i) {
        assert_near(actual[i], expected[i], tolerance);
    }
}

static void a_composed_matrix_moves_points_by_scale_rotation_translation(void **state)
{
    (void)state;
    const double translation[3] = {10, 20, 30}, scale[3] = {2, 3, 4};
    // A quarter turn about z: x goes to y, y to -x.
    const double rotation[4] = {0, 0, sqrt(0.5), sqrt(0.5)};
    double m[16];
    tum_transform_compose(translation, rotation, scale, m);
    const DVec3 p = tum_transform_point(m, dvec3(1, 1, 1));
    assert_near(p.x, 10 - 3, 1e-12);
    assert_near(p.y, 20 + 2, 1e-12);
    assert_near(p.z, 30 + 4, 1e-12);
}

static void any_transform_comes_apart_into_what_it_was_made_of(void **state)
{
    (void)state;
    Random random = {1};
    for (int round = 0; round < 500; ++round) {
        double t[3], r[4], s[3], m[16], again[16], t2[3], r2[4], s2[3], length = 0;
        for (int i = 0; i < 3; ++i) {
            t[i] = random_in(&random, -100, 100);
            s[i] = random_in(&random, 0.01, 10);
        }
        for (int i = 0; i < 4; ++i) {
            r[i] = random_in(&random, -1, 1);
            length += r[i] * r[i];
        }
        for (int i = 0; i < 4; ++i) {
            r[i] /= sqrt(length);
        }
        s[2] = round % 2 == 0 ? s[2] : -s[2]; // Mirrored: said by the Z axis.
        tum_transform_compose(t, r, s, m);
        assert_near(tum_transform_decompose(m, t2, r2, s2), 0, 1e-9);
        tum_transform_compose(t2, r2, s2, again);
        assert_matrix(again, m, 1e-12);
        for (int i = 0; i < 3; ++i) {
            assert_near(s2[i], s[i], 1e-12);
        }
    }
}

static void a_mirroring_is_said_by_a_negative_z_scale(void **state)
{
    (void)state;
    const double m[16] = {-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    double t[3], r[4], s[3], again[16];
    tum_transform_decompose(m, t, r, s);
    assert_near(s[0], 1, 1e-15);
    assert_near(s[1], 1, 1e-15);
    assert_near(s[2], -1, 1e-15);
    tum_transform_compose(t, r, s, again);
    assert_matrix(again, m, 1e-15);
}

static void a_sheared_matrix_gives_the_rotation_next_to_it(void **state)
{
    (void)state;
    // A stretch S that is symmetric, turned: the polar decomposition is that turn, and no other.
    const double stretch[16] = {2, 0.5, 0, 0, 0.5, 1, 0.25, 0, 0, 0.25, 3, 0, 0, 0, 0, 1};
    const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};
    const double turn[4] = {0.5, -0.5, 0.1, 0.7};
    double rotation[4], turned[16], m[16], t[3], r[4], s[3];
    const double length = sqrt(0.25 + 0.25 + 0.01 + 0.49);
    for (int i = 0; i < 4; ++i) {
        rotation[i] = turn[i] / length;
    }
    tum_transform_compose(zero, rotation, one, turned);
    tum_transform_multiply(turned, stretch, m);
    assert_true(tum_transform_decompose(m, t, r, s) > 0.1);
    for (int i = 0; i < 4; ++i) {
        assert_near(r[i], rotation[i], 1e-12);
    }
    // What it does along its axes is the diagonal of the stretch.
    assert_near(s[0], 2, 1e-12);
    assert_near(s[1], 1, 1e-12);
    assert_near(s[2], 3, 1e-12);
}

static void degenerate_matrices_still_give_a_rotation(void **state)
{
    (void)state;
    Random random = {2};
    for (int round = 0; round < 64; ++round) {
        double m[16] = {0}, t[3], r[4], s[3], length = 0;
        for (int column = 0; column < 3; ++column) {
            for (int row = 0; row < 3; ++row) {
                // Columns that are zero, tiny, alike, or huge.
                const double number =
                    column > 0 && (round & 8) ? m[row] : random_in(&random, -1, 1);
                m[4 * column + row] = round >> column & 1 ? 0 : number;
                m[4 * column + row] *= round & 16 ? 1e-200 : round & 32 ? 1e100 : 1;
            }
        }
        m[15] = 1;
        tum_transform_decompose(m, t, r, s);
        for (int i = 0; i < 4; ++i) {
            length += r[i] * r[i];
        }
        assert_near(length, 1, 1e-12);
        assert_true(isfinite(s[0]) && isfinite(s[1]) && isfinite(s[2]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_composed_matrix_moves_points_by_scale_rotation_translation),
        cmocka_unit_test(any_transform_comes_apart_into_what_it_was_made_of),
        cmocka_unit_test(a_mirroring_is_said_by_a_negative_z_scale),
        cmocka_unit_test(a_sheared_matrix_gives_the_rotation_next_to_it),
        cmocka_unit_test(degenerate_matrices_still_give_a_rotation),
    };
    return cmocka_run_group_tests_name("transform", tests, NULL, NULL);
}
