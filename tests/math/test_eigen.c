// SPDX-License-Identifier: MIT
// Principal axes: they diagonalize, are a right-handed frame, and move the original axes least.
#include "math/eigen.h"
#include "tests/support/support.h"

static double trace_of(DMat3 m)
{
    return m.x.x + m.y.y + m.z.z;
}

static void assert_is_rotation(DMat3 m, double tolerance)
{
    assert_near(dvec3_dot(m.x, m.x), 1.0, tolerance);
    assert_near(dvec3_dot(m.y, m.y), 1.0, tolerance);
    assert_near(dvec3_dot(m.z, m.z), 1.0, tolerance);
    assert_near(dvec3_dot(m.x, m.y), 0.0, tolerance);
    assert_near(dvec3_dot(m.y, m.z), 0.0, tolerance);
    assert_near(dvec3_dot(m.z, m.x), 0.0, tolerance);
    assert_near(dvec3_dot(dvec3_cross(m.x, m.y), m.z), 1.0, tolerance);
}

static void assert_same(DSym3 a, DSym3 b, double tolerance)
{
    assert_near(a.xx, b.xx, tolerance);
    assert_near(a.yy, b.yy, tolerance);
    assert_near(a.zz, b.zz, tolerance);
    assert_near(a.xy, b.xy, tolerance);
    assert_near(a.xz, b.xz, tolerance);
    assert_near(a.yz, b.yz, tolerance);
}

static DSym3 random_matrix(Random *random, double size)
{
    return (DSym3){random_in(random, -size, size), random_in(random, -size, size),
                   random_in(random, -size, size), random_in(random, -size, size),
                   random_in(random, -size, size), random_in(random, -size, size)};
}

static void values_and_vectors_make_the_matrix_again(void **state)
{
    (void)state;
    Random random = {1};
    for (int i = 0; i < 5000; ++i) {
        const DSym3 m = random_matrix(&random, 10.0);
        DVec3 values;
        DMat3 vectors;
        tum_eigen_symmetric3(m, &values, &vectors);
        assert_is_rotation(vectors, 2e-15);
        // Elements up to 10, some dozen roundings.
        assert_same(dsym3_from_diagonal(vectors, values), m, 1e-13);
    }
}

static void a_diagonal_matrix_keeps_its_axes_and_their_order(void **state)
{
    (void)state;
    DVec3 values;
    DMat3 vectors;
    tum_eigen_symmetric3((DSym3){3.0, 1.0, 2.0, 0.0, -0.0, 0.0}, &values, &vectors);
    assert_true(values.x == 3.0 && values.y == 1.0 && values.z == 2.0);
    const DMat3 identity = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    assert_memory_equal(&vectors, &identity, sizeof identity);
}

// The matrix [[2 1][1 2]] has the eigenvalues 1 and 3 along (1, -1) and (1, 1). Two of the frames
// lie within 45 degrees; each has trace 1 + sqrt(2), and no other has more.
static void the_known_axes_of_a_small_matrix_are_found(void **state)
{
    (void)state;
    DVec3 values;
    DMat3 vectors;
    tum_eigen_symmetric3((DSym3){2.0, 2.0, 5.0, 1.0, 0.0, 0.0}, &values, &vectors);
    assert_near(values.x + values.y, 4.0, 1e-15);
    assert_near(values.x * values.y, 3.0, 1e-14);
    assert_true(values.z == 5.0);
    assert_near(trace_of(vectors), 1.0 + sqrt(2.0), 1e-15);
}

// A frame turned by less than 45 degrees about any axis is nearer than each of its 23 others that
// have the same axes, so exactly it comes back.
static void the_frame_nearest_to_the_original_axes_is_chosen(void **state)
{
    (void)state;
    Random random = {2};
    for (int i = 0; i < 2000; ++i) {
        const DVec3 axis = dvec3_normalize_or(
            dvec3(random_in(&random, -1, 1), random_in(&random, -1, 1), random_in(&random, -1, 1)),
            dvec3(1, 0, 0));
        const double angle = random_in(&random, 0.0, 0.78);
        double sine, cosine;
        tum_sine_cosine64(0.5 * angle, &sine, &cosine);
        const DQuat q = {axis.x * sine, axis.y * sine, axis.z * sine, cosine};
        const DMat3 frame = {dquat_rotate(q, dvec3(1, 0, 0)), dquat_rotate(q, dvec3(0, 1, 0)),
                             dquat_rotate(q, dvec3(0, 0, 1))};
        // Moments of a body in no particular order, apart enough for axes to be well defined.
        const DVec3 moments = {random_in(&random, 1.0, 2.0), random_in(&random, 5.0, 6.0),
                               random_in(&random, 3.0, 4.0)};
        DVec3 values;
        DMat3 vectors;
        tum_eigen_symmetric3(dsym3_from_diagonal(frame, moments), &values, &vectors);
        assert_near(values.x, moments.x, 1e-14);
        assert_near(values.y, moments.y, 1e-14);
        assert_near(values.z, moments.z, 1e-14);
        assert_near(dvec3_distance(vectors.x, frame.x), 0.0, 1e-14);
        assert_near(dvec3_distance(vectors.y, frame.y), 0.0, 1e-14);
        assert_near(dvec3_distance(vectors.z, frame.z), 0.0, 1e-14);
    }
}

// All 24 right-handed frames along the same axes, by trial: none has a larger trace.
static void no_other_frame_along_the_axes_is_nearer(void **state)
{
    (void)state;
    Random random = {4};
    for (int i = 0; i < 3000; ++i) {
        DVec3 values;
        DMat3 v;
        tum_eigen_symmetric3(random_matrix(&random, 1.0), &values, &v);
        const DVec3 axes[3] = {v.x, v.y, v.z};
        for (int k = 0; k < 9 * 4; ++k) {
            const int a = k / 4 % 3, b = k / 4 / 3;
            if (a == b) {
                continue;
            }
            const DVec3 x = dvec3_scale(axes[a], k & 1 ? 1.0 : -1.0);
            const DVec3 y = dvec3_scale(axes[b], k & 2 ? 1.0 : -1.0);
            assert_between(trace_of((DMat3){x, y, dvec3_cross(x, y)}), -3.0, trace_of(v) + 1e-14);
        }
    }
}

static void equal_moments_still_give_a_frame(void **state)
{
    (void)state;
    // A sphere whose numbers carry the dust of a rotation.
    DVec3 values;
    DMat3 vectors;
    tum_eigen_symmetric3((DSym3){0.4, 0.4, 0.4, 1e-17, -2e-17, 3e-17}, &values, &vectors);
    assert_is_rotation(vectors, 2e-15);
    assert_near(values.x, 0.4, 1e-16);
    assert_near(values.y, 0.4, 1e-16);
    assert_near(values.z, 0.4, 1e-16);
}

static void tiny_and_huge_matrices_keep_their_digits(void **state)
{
    (void)state;
    const double sizes[] = {1e-300, 1e-200, 1e-30, 1e30, 1e200, 1e307};
    Random random = {3};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const DSym3 m = random_matrix(&random, sizes[i]);
        DVec3 values;
        DMat3 vectors;
        tum_eigen_symmetric3(m, &values, &vectors);
        assert_is_rotation(vectors, 2e-15);
        // Compared at size 1: products would leave the range.
        const double s = 1.0 / sizes[i];
        const DSym3 again =
            dsym3_from_diagonal(vectors, dvec3(values.x * s, values.y * s, values.z * s));
        assert_same(again, (DSym3){m.xx * s, m.yy * s, m.zz * s, m.xy * s, m.xz * s, m.yz * s},
                    1e-14);
    }
}

static void numbers_that_are_none_give_the_original_axes(void **state)
{
    (void)state;
    DVec3 values;
    DMat3 vectors;
    tum_eigen_symmetric3((DSym3){1.0, (double)NAN, 1.0, 1.0, (double)INFINITY, 0.0}, &values,
                         &vectors);
    assert_is_rotation(vectors, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_vectors_make_the_matrix_again),
        cmocka_unit_test(a_diagonal_matrix_keeps_its_axes_and_their_order),
        cmocka_unit_test(the_known_axes_of_a_small_matrix_are_found),
        cmocka_unit_test(the_frame_nearest_to_the_original_axes_is_chosen),
        cmocka_unit_test(no_other_frame_along_the_axes_is_nearer),
        cmocka_unit_test(equal_moments_still_give_a_frame),
        cmocka_unit_test(tiny_and_huge_matrices_keep_their_digits),
        cmocka_unit_test(numbers_that_are_none_give_the_original_axes),
    };
    return cmocka_run_group_tests_name("eigen", tests, NULL, NULL);
}
