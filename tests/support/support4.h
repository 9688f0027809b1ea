// SPDX-License-Identifier: MIT
/// support4.h: what tests in 4D share: reference data as vectors, and comparisons of them.
#ifndef TUM_TESTS_SUPPORT4_H
#define TUM_TESTS_SUPPORT4_H

#include "math/linear4.h"
#include "math/rotation4.h"
#include "tests/support/reference.h"
#include "tumble/scene.h"

static inline void assert_all_near(const double *actual, const double *expected, size_t count,
                                   double tolerance)
{
    for (size_t i = 0; i < count; ++i) {
        assert_near(actual[i], expected[i], tolerance);
    }
}

static inline DVec4 reference_vec4(const char *item, const char *name)
{
    double n[4];
    reference_numbers(item, name, n, 4);
    return (DVec4){n[0], n[1], n[2], n[3]};
}

static inline DBivec4 reference_bivec4(const char *item, const char *name)
{
    double n[6];
    reference_numbers(item, name, n, 6);
    return (DBivec4){n[0], n[1], n[2], n[3], n[4], n[5]};
}

static inline DMat4 reference_mat4(const char *item, const char *name)
{
    double n[16];
    reference_numbers(item, name, n, 16);
    return (DMat4){{n[0], n[1], n[2], n[3]},
                   {n[4], n[5], n[6], n[7]},
                   {n[8], n[9], n[10], n[11]},
                   {n[12], n[13], n[14], n[15]}};
}

/// Of a shape: none where it has no "curves". @return how many, at most 4.
static inline size_t reference_curves(const char *shape, size_t dimension, TumCurve curves[4])
{
    size_t count = 0;
    const char *list = reference_member(shape, "curves");
    for (const char *c = list == NULL ? NULL : reference_element(list, NULL); c != NULL;
         c = reference_element(list, c)) {
        assert_true(count < 4);
        reference_numbers(c, "radii", curves[count].radii, dimension);
        curves[count++].exponent =
            reference_member(c, "exponent") != NULL ? reference_number(c, "exponent") : 2.0;
    }
    return count;
}

static inline DRotation4 reference_rotation4(const char *item, const char *name)
{
    double n[8], m[16];
    reference_numbers(item, name, n, 8);
    assert_near(tum_rotor4_matrix(n, m), 1, 1e-9);
    return tum_rotation4_from_matrix((DMat4){{m[0], m[1], m[2], m[3]},
                                             {m[4], m[5], m[6], m[7]},
                                             {m[8], m[9], m[10], m[11]},
                                             {m[12], m[13], m[14], m[15]}});
}

#define assert_vec4_near(actual, expected, tolerance)                                              \
    do {                                                                                           \
        const DVec4 actual4_ = (actual), expected4_ = (expected);                                  \
        assert_near(actual4_.x, expected4_.x, tolerance);                                          \
        assert_near(actual4_.y, expected4_.y, tolerance);                                          \
        assert_near(actual4_.z, expected4_.z, tolerance);                                          \
        assert_near(actual4_.w, expected4_.w, tolerance);                                          \
    } while (0)

#define assert_bivec4_near(actual, expected, tolerance)                                            \
    do {                                                                                           \
        const DBivec4 actual6_ = (actual), expected6_ = (expected);                                \
        assert_near(actual6_.xy, expected6_.xy, tolerance);                                        \
        assert_near(actual6_.xz, expected6_.xz, tolerance);                                        \
        assert_near(actual6_.yz, expected6_.yz, tolerance);                                        \
        assert_near(actual6_.xw, expected6_.xw, tolerance);                                        \
        assert_near(actual6_.yw, expected6_.yw, tolerance);                                        \
        assert_near(actual6_.zw, expected6_.zw, tolerance);                                        \
    } while (0)

#define assert_mat4_near(actual, expected, tolerance)                                              \
    do {                                                                                           \
        const DMat4 actual16_ = (actual), expected16_ = (expected);                                \
        assert_vec4_near(actual16_.x, expected16_.x, tolerance);                                   \
        assert_vec4_near(actual16_.y, expected16_.y, tolerance);                                   \
        assert_vec4_near(actual16_.z, expected16_.z, tolerance);                                   \
        assert_vec4_near(actual16_.w, expected16_.w, tolerance);                                   \
    } while (0)

#endif
