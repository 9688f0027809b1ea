// SPDX-License-Identifier: MIT
/// math4_64.h: vectors, bivectors, rotations and matrices in 4D, in double precision.
///
/// Loading uses these types: hierarchies, hulls, mass properties. So does free spin, whose momentum
/// would drift in single precision. Vectors are columns; a matrix is its four columns. Conventions
/// and formulas: docs/simulation.md#11-four-dimensions. A bivector XY XZ YZ XW YW ZW with positive
/// XY turns +X toward +Y.
#ifndef TUM_MATH_MATH4_64_H
#define TUM_MATH_MATH4_64_H

#include "math/math3_64.h"

#include "math/double_names.inl"

#include "math/real4.inl"

#include "math/double_names_end.inl"

/// Component by component.
static inline DVec4 dvec4_multiply(DVec4 a, DVec4 b)
{
    return (DVec4){a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
}

/// a scaled to unit length; `fallback` where a is too short to have a direction.
static inline DVec4 dvec4_normalize_or(DVec4 a, DVec4 fallback)
{
    const double squared = dvec4_dot(a, a);
    if (!(squared > 1e-60)) {
        return fallback;
    }
    return dvec4_scale(a, 1.0 / square_root64(squared));
}

static inline DBivec4 dbivec4_scale(DBivec4 a, double factor)
{
    return (DBivec4){a.xy * factor, a.xz * factor, a.yz * factor,
                     a.xw * factor, a.yw * factor, a.zw * factor};
}

static inline double dbivec4_dot(DBivec4 a, DBivec4 b)
{
    return a.xy * b.xy + a.xz * b.xz + a.yz * b.yz + a.xw * b.xw + a.yw * b.yw + a.zw * b.zw;
}

static inline double dbivec4_length(DBivec4 a)
{
    return square_root64(dbivec4_dot(a, a));
}

#define DROTATION4_IDENTITY ((DRotation4){{0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 1.0}})

/// Rotates v by the inverse of a.
static inline DVec4 drotation4_unrotate(DRotation4 a, DVec4 v)
{
    return drotation4_rotate(drotation4_inverse(a), v);
}

/// The quaternion of the rotation vector `angle` [rad].
static inline DQuat dquat_exp(DVec3 angle)
{
    const double half_squared = 0.25 * dvec3_dot(angle, angle);
    double sine, cosine, factor;
    if (half_squared < 1e-5) {
        // The next terms, x^6/5040 and x^8/40320 of the half angle, are below the last place.
        factor = 1.0 - half_squared / 6.0 * (1.0 - half_squared / 20.0);
        cosine =
            1.0 - half_squared / 2.0 * (1.0 - half_squared / 12.0 * (1.0 - half_squared / 30.0));
    } else {
        const double half = square_root64(half_squared);
        tum_sine_cosine64(half, &sine, &cosine);
        factor = sine / half;
    }
    const DVec3 part = dvec3_scale(angle, 0.5 * factor);
    return (DQuat){part.x, part.y, part.z, cosine};
}

/// The rotation by the bivector `angle` [rad], whether simple, isoclinic or double, since each half
/// has its own exponential.
static inline DRotation4 drotation4_exp(DBivec4 angle)
{
    const DHalves4 halves = dbivec4_halves(angle);
    return (DRotation4){dquat_exp(halves.left), dquat_exp(halves.right)};
}

#define DMAT4_IDENTITY                                                                             \
    ((DMat4){                                                                                      \
        {1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, 0.0, 1.0}})

static inline DMat4 dmat4_multiply(DMat4 a, DMat4 b)
{
    return (DMat4){dmat4_transform(a, b.x), dmat4_transform(a, b.y), dmat4_transform(a, b.z),
                   dmat4_transform(a, b.w)};
}

static inline double dmat4_determinant(DMat4 m)
{
    // perpendicular(X, Y, Z) = +W, the last column of the identity.
    return dvec4_dot(dvec4_perpendicular(m.x, m.y, m.z), m.w);
}

#endif
