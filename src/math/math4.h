// SPDX-License-Identifier: MIT
/// math4.h: vectors, bivectors, rotations and matrices in 4D, in single precision.
///
/// Simulated state uses these types. Vectors are columns; a matrix is its four columns. Conventions
/// and formulas: docs/simulation.md#11-four-dimensions. A bivector XY XZ YZ XW YW ZW with positive
/// XY turns +X toward +Y.
#ifndef TUM_MATH_MATH4_H
#define TUM_MATH_MATH4_H

#include "math/math3.h"

#define Real float
#define SQUARE_MIN 1e-30f // of a length that has a direction
#include "math/real4.inl"
#undef SQUARE_MIN
#undef Real

/// a scaled to unit length; `fallback` where a is too short to have a direction.
static inline Vec4 vec4_normalize_or(Vec4 a, Vec4 fallback)
{
    const float squared = vec4_dot(a, a);
    if (!(squared > 1e-30f)) {
        return fallback;
    }
    return vec4_scale(a, 1.0f / square_root(squared));
}

/// Three unit vectors at right angles to the unit vector n and to each other; the formula has no
/// singular n.
static inline void vec4_tangents(Vec4 n, Vec4 tangents[3])
{
    tangents[0] = (Vec4){n.w, n.z, -n.y, -n.x};
    tangents[1] = (Vec4){-n.z, n.w, n.x, -n.y};
    tangents[2] = (Vec4){n.y, -n.x, n.w, -n.z};
}

/// a + b * factor.
static inline Halves4 halves4_add_scaled(Halves4 a, Halves4 b, float factor)
{
    return (Halves4){vec3_add_scaled(a.left, b.left, factor),
                     vec3_add_scaled(a.right, b.right, factor)};
}

/// The sum of products number by number: twice the inner product of the bivectors.
static inline float halves4_dot(Halves4 a, Halves4 b)
{
    return vec3_dot(a.left, b.left) + vec3_dot(a.right, b.right);
}

/// The greatest speed of a point at unit distance under the rate a: the larger of its two rates.
static inline float bivec4_rate(Bivec4 a)
{
    const Halves4 halves = bivec4_halves(a);
    return 0.5f * (vec3_length(halves.left) + vec3_length(halves.right));
}

#define ROTATION4_IDENTITY ((Rotation4){{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f, 1.0f}})

#define MAT4_IDENTITY                                                                              \
    ((Mat4){{1.0f, 0.0f, 0.0f, 0.0f},                                                              \
            {0.0f, 1.0f, 0.0f, 0.0f},                                                              \
            {0.0f, 0.0f, 1.0f, 0.0f},                                                              \
            {0.0f, 0.0f, 0.0f, 1.0f}})

#define POSE4_IDENTITY ((Pose4){{0.0f, 0.0f, 0.0f, 0.0f}, ROTATION4_IDENTITY})

/// Compares number by number.
static inline bool pose4_equals(Pose4 a, Pose4 b)
{
    const Vec4 p = a.position, q = b.position;
    const Quat l = a.rotation.left, m = b.rotation.left;
    const Quat r = a.rotation.right, s = b.rotation.right;
    return p.x == q.x && p.y == q.y && p.z == q.z && p.w == q.w && l.x == m.x && l.y == m.y &&
           l.z == m.z && l.w == m.w && r.x == s.x && r.y == s.y && r.z == s.z && r.w == s.w;
}

#endif
