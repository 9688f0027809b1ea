// SPDX-License-Identifier: MIT
// transform.c: 4 by 4 matrices and their decomposition.
#include "document/transform.h"

#include <string.h>

enum {
    POLAR_ITERATIONS = 64 /**< Convergence is quadratic; the limit ends hopeless cases. */
};

static const double perpendicular_tolerance = 1e-4; ///< Cosine; docs/dialects.md#bodies.
static const double polar_tolerance = 1e-15;        ///< Change of the largest entry.

void tum_transform_multiply(const double a[16], const double b[16], double product[16])
{
    double result[16];
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            double sum = 0.0;
            for (int k = 0; k < 4; ++k) {
                sum += a[4 * k + row] * b[4 * column + k];
            }
            result[4 * column + row] = sum;
        }
    }
    memcpy(product, result, sizeof result);
}

DVec3 tum_transform_point(const double m[16], DVec3 p)
{
    return dvec3(m[0] * p.x + m[4] * p.y + m[8] * p.z + m[12],
                 m[1] * p.x + m[5] * p.y + m[9] * p.z + m[13],
                 m[2] * p.x + m[6] * p.y + m[10] * p.z + m[14]);
}

void tum_transform_compose(const double translation[3], const double rotation[4],
                           const double scale[3], double m[16])
{
    const DMat3 r = dquat_matrix((DQuat){rotation[0], rotation[1], rotation[2], rotation[3]});
    const DVec3 columns[3] = {dvec3_scale(r.x, scale[0]), dvec3_scale(r.y, scale[1]),
                              dvec3_scale(r.z, scale[2])};
    for (int i = 0; i < 3; ++i) {
        m[4 * i] = columns[i].x;
        m[4 * i + 1] = columns[i].y;
        m[4 * i + 2] = columns[i].z;
        m[4 * i + 3] = 0.0;
        m[12 + i] = translation[i];
    }
    m[15] = 1.0;
}

static double cosine(DVec3 a, DVec3 b)
{
    const double squares = dvec3_length_squared(a) * dvec3_length_squared(b);
    return squares > 0.0 ? absolute64(dvec3_dot(a, b)) / square_root64(squares) : 0.0;
}

// Three orthonormal columns with determinant 1, each near the given one; a zero column becomes the
// remaining direction.
static DMat3 orthonormal(DMat3 m)
{
    const double x = dvec3_length_squared(m.x), y = dvec3_length_squared(m.y);
    DVec3 a, b, c;
    if (x > 0.0) {
        a = dvec3_normalize_or(m.x, dvec3(1, 0, 0));
        const DVec3 wish =
            y > 0.0 ? dvec3_sub(m.y, dvec3_scale(a, dvec3_dot(a, m.y))) : dvec3_cross(m.z, a);
        b = dvec3_normalize_or(wish, dvec3_perpendicular(a));
        c = dvec3_cross(a, b);
    } else if (y > 0.0) {
        b = dvec3_normalize_or(m.y, dvec3(0, 1, 0));
        c = dvec3_normalize_or(dvec3_sub(m.z, dvec3_scale(b, dvec3_dot(b, m.z))),
                               dvec3_perpendicular(b));
        a = dvec3_cross(b, c);
    } else {
        c = dvec3_normalize_or(m.z, dvec3(0, 0, 1));
        a = dvec3_perpendicular(c);
        b = dvec3_cross(c, a);
    }
    return (DMat3){a, b, c};
}

static double largest_change(DMat3 a, DMat3 b)
{
    const DVec3 x = dvec3_absolute(dvec3_sub(a.x, b.x)), y = dvec3_absolute(dvec3_sub(a.y, b.y)),
                z = dvec3_absolute(dvec3_sub(a.z, b.z));
    const DVec3 most = dvec3_maximum(x, dvec3_maximum(y, z));
    return maximum64(most.x, maximum64(most.y, most.z));
}

// The rotation nearest to a matrix of positive determinant: Newton's iteration for the polar
// decomposition, R <- (R + inverse transpose of R) / 2 (Higham, "Computing the Polar Decomposition,
// with Applications", 1986).
static DMat3 polar_rotation(DMat3 m)
{
    DMat3 r = m;
    for (int i = 0; i < POLAR_ITERATIONS; ++i) {
        const DMat3 back = dmat3_transpose(dmat3_inverse(r));
        const DMat3 next = {dvec3_scale(dvec3_add(r.x, back.x), 0.5),
                            dvec3_scale(dvec3_add(r.y, back.y), 0.5),
                            dvec3_scale(dvec3_add(r.z, back.z), 0.5)};
        if (!dvec3_is_finite(next.x) || !dvec3_is_finite(next.y) || !dvec3_is_finite(next.z)) {
            return orthonormal(m);
        }
        const double change = largest_change(next, r);
        r = next;
        if (!(change > polar_tolerance)) {
            break;
        }
    }
    return orthonormal(r);
}

static double largest_entry(const double m[16])
{
    double most = 0.0;
    for (int i = 0; i < 11; ++i) {
        most = i % 4 < 3 ? maximum64(most, absolute64(m[i])) : most;
    }
    return most;
}

double tum_transform_decompose(const double m[16], double translation[3], double rotation[4],
                               double scale[3])
{
    // Entries are scaled to at most 1: squares of very large or small ones would overflow or
    // underflow.
    const double most = largest_entry(m);
    const double down = most > 0.0 ? most : 1.0;
    DMat3 linear = {{m[0] / down, m[1] / down, m[2] / down},
                    {m[4] / down, m[5] / down, m[6] / down},
                    {m[8] / down, m[9] / down, m[10] / down}};
    const double shear =
        maximum64(cosine(linear.x, linear.y),
                  maximum64(cosine(linear.y, linear.z), cosine(linear.z, linear.x)));
    const DVec3 lengths = {dvec3_length(linear.x), dvec3_length(linear.y), dvec3_length(linear.z)};
    // The sign is computed from unit columns: a tiny scale would underflow it.
    const DMat3 units = {dvec3_normalize_or(linear.x, dvec3(0, 0, 0)),
                         dvec3_normalize_or(linear.y, dvec3(0, 0, 0)),
                         dvec3_normalize_or(linear.z, dvec3(0, 0, 0))};
    const double determinant = dmat3_determinant(units);
    const double mirror = determinant < 0.0 ? -1.0 : 1.0;
    linear.z = dvec3_scale(linear.z, mirror);
    const bool is_plain = !(shear > perpendicular_tolerance);
    DMat3 axes;
    if (is_plain || absolute64(determinant) < 1e-9) {
        axes = orthonormal(linear);
    } else {
        axes = polar_rotation(linear);
    }
    scale[0] = down * (is_plain ? lengths.x : dvec3_dot(axes.x, linear.x));
    scale[1] = down * (is_plain ? lengths.y : dvec3_dot(axes.y, linear.y));
    scale[2] = down * mirror * (is_plain ? lengths.z : dvec3_dot(axes.z, linear.z));
    const DQuat q = dquat_from_matrix(axes);
    rotation[0] = q.x;
    rotation[1] = q.y;
    rotation[2] = q.z;
    rotation[3] = q.w;
    memcpy(translation, m + 12, 3 * sizeof *translation);
    return shear;
}
