// SPDX-License-Identifier: MIT
/// quad64.h: four doubles at once, the same bits on every instruction set, and math3_64.h for them.
///
/// Lanes are different things and never meet. The compiler makes of these vectors what the
/// processor has; only operations that IEEE 754 rounds correctly are used, so that a lane has the
/// bits that a double would have.
#ifndef TUM_MATH_QUAD64_H
#define TUM_MATH_QUAD64_H

#include "math/math3_64.h"

#include <stdint.h>

enum { QUAD = 4 };

typedef double Quad __attribute__((vector_size(32)));
typedef int64_t QuadMask __attribute__((vector_size(32))); ///< All ones or all zeros a lane.

// Everything here is inlined: no vector is ever passed from one set of instructions to another.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif
#define QUAD_INLINE static inline __attribute__((always_inline))

QUAD_INLINE Quad quad(double a)
{
    return (Quad){a, a, a, a};
}

QUAD_INLINE QuadMask quad_bits(Quad a)
{
    return (QuadMask)a;
}

QUAD_INLINE Quad quad_select(QuadMask mask, Quad a, Quad b)
{
    return (Quad)((mask & quad_bits(a)) | (~mask & quad_bits(b)));
}

/// a where the mask is set, else 0.
QUAD_INLINE Quad quad_where(QuadMask mask, Quad a)
{
    return (Quad)(mask & quad_bits(a));
}

/// Bit i: lane i of the mask.
QUAD_INLINE uint32_t quad_lanes(QuadMask mask)
{
#if defined(__AVX__)
    return (uint32_t)__builtin_ia32_movmskpd256((Quad)mask);
#else
    return (uint32_t)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

QUAD_INLINE Quad quad_square_root(Quad a)
{
    return (Quad){square_root64(a[0]), square_root64(a[1]), square_root64(a[2]),
                  square_root64(a[3])};
}

typedef struct QVec3 {
    Quad x, y, z;
} QVec3;

typedef struct QQuat {
    Quad x, y, z, w;
} QQuat;

QUAD_INLINE QVec3 qvec3_add(QVec3 a, QVec3 b)
{
    return (QVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

QUAD_INLINE QVec3 qvec3_scale(QVec3 a, Quad factor)
{
    return (QVec3){a.x * factor, a.y * factor, a.z * factor};
}

QUAD_INLINE QVec3 qvec3_add_scaled(QVec3 a, QVec3 b, Quad factor)
{
    return (QVec3){a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor};
}

QUAD_INLINE Quad qvec3_dot(QVec3 a, QVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

QUAD_INLINE QVec3 qvec3_cross(QVec3 a, QVec3 b)
{
    return (QVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

QUAD_INLINE QQuat qquat_multiply(QQuat a, QQuat b)
{
    return (QQuat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/// Identity where q has no length.
QUAD_INLINE QQuat qquat_normalize(QQuat q)
{
    const Quad squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    const QuadMask has_length = squared > 1e-300;
    const Quad factor = 1.0 / quad_square_root(quad_select(has_length, squared, quad(1.0)));
    return (QQuat){quad_where(has_length, q.x * factor), quad_where(has_length, q.y * factor),
                   quad_where(has_length, q.z * factor),
                   quad_select(has_length, q.w * factor, quad(1.0))};
}

/// As dquat_advance.
QUAD_INLINE QQuat qquat_advance(QQuat q, QVec3 turn)
{
    const QQuat step = {0.5 * turn.x, 0.5 * turn.y, 0.5 * turn.z, quad(1.0)};
    return qquat_normalize(qquat_multiply(step, q));
}

/// Four floats.
QUAD_INLINE Quad quad_widen(const float *floats)
{
    return (Quad){(double)floats[0], (double)floats[1], (double)floats[2], (double)floats[3]};
}

QUAD_INLINE void quad_narrow(float *to, Quad a)
{
    for (int i = 0; i < QUAD; ++i) {
        to[i] = (float)a[i];
    }
}

QUAD_INLINE QQuat qquat_conjugate(QQuat q)
{
    return (QQuat){-q.x, -q.y, -q.z, q.w};
}

QUAD_INLINE QVec3 qquat_rotate(QQuat q, QVec3 v)
{
    const QVec3 axis = {q.x, q.y, q.z}, half = qvec3_cross(axis, v);
    const QVec3 twice = qvec3_add(half, half);
    return qvec3_add(qvec3_add_scaled(v, twice, q.w), qvec3_cross(axis, twice));
}

#endif
