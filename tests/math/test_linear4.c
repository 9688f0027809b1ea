// SPDX-License-Identifier: MIT
// Matrices, rotors and principal axes in 4D.
#include "math/linear4.h"

#include "tests/support/support.h"

static const double identity[16] = LINEAR4_IDENTITY;

static void assert_matrix(const double *actual, const double *expected, double tolerance)
{
    for (int i = 0; i < 16; ++i) {
        assert_near(actual[i], expected[i], tolerance);
    }
}

static void fill(Random *random, double m[16])
{
    for (int i = 0; i < 16; ++i) {
        m[i] = random_in(random, -1.0, 1.0);
    }
}

static void a_matrix_times_its_inverse_is_the_identity(void **state)
{
    (void)state;
    Random random = {1};
    for (int i = 0; i < 100; ++i) {
        double m[16], inverse[16];
        fill(&random, m);
        assert_true(tum_linear4_inverse(m, inverse));
        tum_linear4_multiply(m, inverse, inverse);
        assert_matrix(inverse, identity, 1e-9);
    }
    double flat[16] = {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    assert_false(tum_linear4_inverse(flat, flat));
}

static void determinants_multiply(void **state)
{
    (void)state;
    Random random = {2};
    for (int i = 0; i < 100; ++i) {
        double a[16], b[16], product[16];
        fill(&random, a);
        fill(&random, b);
        tum_linear4_multiply(a, b, product);
        assert_near(tum_linear4_determinant(product),
                    tum_linear4_determinant(a) * tum_linear4_determinant(b), 1e-12);
    }
    // Exchanging two axes mirrors.
    const double swapped[16] = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    assert_true(tum_linear4_determinant(swapped) == -1.0);
}

static void positive_bivectors_turn_the_first_axis_to_the_second(void **state)
{
    (void)state;
    const double c = cos(0.35), s = sin(0.35);
    for (int j = 1; j < 4; ++j) {
        for (int i = 0; i < j; ++i) {
            double rotor[8] = {c}, m[16];
            rotor[1 + linear4_plane(i, j)] = s;
            assert_near(tum_rotor4_matrix(rotor, m), 1.0, 1e-15);
            assert_near(m[4 * i + i], cos(0.7), 1e-15);
            assert_near(m[4 * i + j], sin(0.7), 1e-15);
            assert_near(m[4 * j + i], -sin(0.7), 1e-15);
        }
    }
}

static void any_eight_numbers_give_a_rotation(void **state)
{
    (void)state;
    Random random = {3};
    for (int round = 0; round < 200; ++round) {
        double rotor[8], m[16], back[16];
        for (int i = 0; i < 8; ++i) {
            rotor[i] = random_in(&random, -1.0, 1.0);
        }
        tum_rotor4_matrix(rotor, m);
        tum_linear4_transpose(m, back);
        tum_linear4_multiply(m, back, back);
        assert_matrix(back, identity, 1e-12);
        assert_near(tum_linear4_determinant(m), 1.0, 1e-12);
    }
    double zero[8] = {0}, m[16];
    assert_true(tum_rotor4_matrix(zero, m) == 0.0);
    assert_matrix(m, identity, 0.0);
}

static void the_polar_rotation_of_a_stretched_one_is_that_one(void **state)
{
    (void)state;
    const double rotor[8] = {0.9206, 0.3361, 0, 0, 0, 0, 0.1866, 0.0681};
    const double stretch[16] = {2, 0.3, 0, 0, 0.3, 1, 0, 0.1, 0, 0, 3, 0, 0, 0.1, 0, 0.5};
    double turn[16], m[16], found[16];
    tum_rotor4_matrix(rotor, turn);
    tum_linear4_multiply(turn, stretch, m); // A rotation times a positive symmetric matrix.
    assert_true(tum_linear4_polar(m, found));
    assert_matrix(found, turn, 1e-12);
}

static void principal_axes_put_a_matrix_together_again(void **state)
{
    (void)state;
    Random random = {4};
    for (int round = 0; round < 100; ++round) {
        double m[16], values[4], vectors[16], sum[16] = {0};
        fill(&random, m);
        for (int i = 0; i < 16; ++i) {
            m[i] = i / 4 < i % 4 ? m[i % 4 * 4 + i / 4] : m[i];
        }
        tum_eigen_symmetric4(m, values, vectors);
        for (int c = 0; c < 4; ++c) {
            for (int i = 0; i < 16; ++i) {
                sum[i] += values[c] * vectors[4 * c + i / 4] * vectors[4 * c + i % 4];
            }
        }
        assert_matrix(sum, m, 1e-12);
        assert_near(tum_linear4_determinant(vectors), 1.0, 1e-12);
    }
    const double diagonal[16] = {3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 4};
    double values[4], vectors[16];
    tum_eigen_symmetric4(diagonal, values, vectors);
    assert_matrix(vectors, identity, 0.0);
    assert_true(values[1] == 1.0 && values[3] == 4.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matrix_times_its_inverse_is_the_identity),
        cmocka_unit_test(determinants_multiply),
        cmocka_unit_test(positive_bivectors_turn_the_first_axis_to_the_second),
        cmocka_unit_test(any_eight_numbers_give_a_rotation),
        cmocka_unit_test(the_polar_rotation_of_a_stretched_one_is_that_one),
        cmocka_unit_test(principal_axes_put_a_matrix_together_again),
    };
    return cmocka_run_group_tests_name("linear4", tests, NULL, NULL);
}
