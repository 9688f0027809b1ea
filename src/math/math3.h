// SPDX-License-Identifier: MIT
/// math3.h: vectors, rotations, matrices and poses in 3D, in single precision.
///
/// Simulated state uses these types. Vectors are columns; a matrix is its three columns;
/// quaternions are x y z w, q turns v to q v q*.
#ifndef TUM_MATH_MATH3_H
#define TUM_MATH_MATH3_H

#include "math/scalar.h"

#define Real float
#define SQUARE_MIN 1e-30f // of a length that has a direction
#include "math/real3.inl"
#undef SQUARE_MIN
#undef Real

#define QUAT_IDENTITY ((Quat){0.0f, 0.0f, 0.0f, 1.0f})

/// q rotated by the rotation vector `turn` [rad], exact but for rounding.
///
/// The Cayley form of quat_advance rotates by 2 atan(|turn| / 2). Scaling the vector by x -> tan x,
/// x = |turn| / 2, makes the rotation exact but for terms of x^9, which below a fifth of a radian
/// are rounding errors. Larger angles take sine and cosine.
static inline Quat quat_turn(Quat q, Vec3 turn)
{
    const float x2 = 0.25f * vec3_dot(turn, turn);
    if (x2 < 0.04f) {
        const float stretch =
            1.0f + x2 * (1.0f / 3.0f + x2 * (2.0f / 15.0f + x2 * (17.0f / 315.0f)));
        return quat_advance(q, vec3_scale(turn, stretch));
    }
    const float x = square_root(x2);
    float sine, cosine;
    tum_sine_cosine(x, &sine, &cosine);
    const Vec3 axis = vec3_scale(turn, 0.5f * sine / x);
    return quat_normalize(quat_multiply((Quat){axis.x, axis.y, axis.z, cosine}, q));
}

#define POSE3_IDENTITY ((Pose3){{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}})

/// False where q is the identity rotation.
static inline bool quat_turns(Quat q)
{
    return !(absolute(q.x) + absolute(q.y) + absolute(q.z) <= 0.0f);
}

#endif
