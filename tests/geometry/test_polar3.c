// SPDX-License-Identifier: MIT
// The polar decomposition: the factor is orthogonal, the rest symmetric and positive.
#include "geometry/polar3.h"

#include "tests/support/support.h"

static DMat3 random_matrix(Random *random)
{
    DVec3 columns[3];
    for (int i = 0; i < 3; ++i) {
        columns[i] =
            (DVec3){random_in(random, -2, 2), random_in(random, -2, 2), random_in(random, -2, 2)};
    }
    return (DMat3){columns[0], columns[1], columns[2]};
}

static void check_factors(DMat3 m, double size)
{
    DMat3 q;
    assert_true(tum_polar3(m, &q));
    assert_near(dvec3_dot(q.x, q.x), 1.0, 1e-13);
    assert_near(dvec3_dot(q.y, q.y), 1.0, 1e-13);
    assert_near(dvec3_dot(q.z, q.z), 1.0, 1e-13);
    assert_near(dvec3_dot(q.x, q.y), 0.0, 1e-13);
    assert_near(dvec3_dot(q.y, q.z), 0.0, 1e-13);
    assert_near(dvec3_dot(q.z, q.x), 0.0, 1e-13);
    assert_true(dmat3_determinant(q) * dmat3_determinant(m) > 0.0);
    // q transposed times m is symmetric, with positive diagonal minors.
    const DMat3 p = dmat3_multiply(dmat3_transpose(q), m);
    assert_near(p.x.y, p.y.x, 1e-12 * size);
    assert_near(p.y.z, p.z.y, 1e-12 * size);
    assert_near(p.z.x, p.x.z, 1e-12 * size);
    assert_true(p.x.x > 0.0 && p.x.x * p.y.y - p.x.y * p.y.x > -1e-12 * size * size);
}

static void random_matrices_come_apart(void **state)
{
    (void)state;
    Random random = {1};
    for (int i = 0; i < 500; ++i) {
        check_factors(random_matrix(&random), 4.0);
    }
}

static void a_rotation_is_its_own_factor(void **state)
{
    (void)state;
    const DMat3 turn = dquat_matrix((DQuat){0.5, 0.5, 0.5, 0.5});
    DMat3 q;
    assert_true(tum_polar3(turn, &q));
    assert_near(dvec3_distance(q.x, turn.x) + dvec3_distance(q.y, turn.y), 0.0, 1e-15);
}

static void the_nearest_rotation_of_a_shear_is_halfway(void **state)
{
    (void)state;
    // x += 2k y turns by -atan(k): R = [[1, k], [-k, 1]] / sqrt(1 + k^2) makes R^T m symmetric.
    const double k = 0.75, c = 1.0 / sqrt(1.0 + k * k);
    DMat3 q;
    assert_true(tum_polar3((DMat3){{1, 0, 0}, {2 * k, 1, 0}, {0, 0, 1}}, &q));
    assert_near(q.x.x, c, 1e-14);
    assert_near(q.x.y, -k * c, 1e-14);
    assert_near(q.y.x, k * c, 1e-14);
}

static void very_uneven_and_very_large_ones_come_apart_too(void **state)
{
    (void)state;
    Random random = {2};
    for (int i = 0; i < 50; ++i) {
        DMat3 m = random_matrix(&random);
        m.z = dvec3_scale(m.z, 1e-7);
        DMat3 q;
        assert_true(tum_polar3(m, &q));
        assert_near(dvec3_dot(q.x, q.z), 0.0, 1e-12);
        m = (DMat3){dvec3_scale(m.x, 1e150), dvec3_scale(m.y, 1e150), dvec3_scale(m.z, 1e150)};
        assert_true(tum_polar3(m, &q));
        assert_near(dvec3_length(q.z), 1.0, 1e-12);
    }
}

static void singular_and_endless_ones_have_none(void **state)
{
    (void)state;
    DMat3 q;
    assert_false(tum_polar3((DMat3){{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, &q));
    assert_near(q.x.x, 1.0, 0.0);
    assert_false(tum_polar3((DMat3){{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}, &q));
    assert_false(tum_polar3((DMat3){{1, 0, 0}, {0, INFINITY, 0}, {0, 0, 1}}, &q));
    assert_false(tum_polar3((DMat3){{1, 0, 0}, {0, NAN, 0}, {0, 0, 1}}, &q));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_matrices_come_apart),
        cmocka_unit_test(a_rotation_is_its_own_factor),
        cmocka_unit_test(the_nearest_rotation_of_a_shear_is_halfway),
        cmocka_unit_test(very_uneven_and_very_large_ones_come_apart_too),
        cmocka_unit_test(singular_and_endless_ones_have_none),
    };
    return cmocka_run_group_tests_name("polar decomposition", tests, NULL, NULL);
}
