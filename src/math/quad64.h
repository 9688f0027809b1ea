// SPDX-License-Identifier: MIT
/// quad64.h: four doubles at once, and vectors of them, the same bits on every instruction set.
///
/// Lanes are different things and never meet. The compiler makes of these vectors what the
/// processor has; only operations that IEEE 754 rounds correctly are used, so that a lane has the
/// bits that a double would have.
#ifndef TUM_MATH_QUAD64_H
#define TUM_MATH_QUAD64_H

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

/// Bit i: lane i of the mask.
QUAD_INLINE uint32_t quad_lanes(QuadMask mask)
{
#if defined(__AVX__)
    return (uint32_t)__builtin_ia32_movmskpd256((Quad)mask);
#else
    return (uint32_t)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

typedef struct QVec3 {
    Quad x, y, z;
} QVec3;

QUAD_INLINE Quad qvec3_dot(QVec3 a, QVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

QUAD_INLINE QVec3 qvec3_cross(QVec3 a, QVec3 b)
{
    return (QVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#endif
