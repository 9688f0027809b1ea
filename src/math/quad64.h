// SPDX-License-Identifier: MIT
/// quad64.h: four doubles at once, and vectors of them, the same bits on every instruction set.
///
/// Lanes hold independent items; no operation crosses lanes. The compiler maps the vectors to the
/// processor's own; only operations that IEEE 754 rounds correctly are used, so that a lane has the
/// bits of a double.
#ifndef TUM_MATH_QUAD64_H
#define TUM_MATH_QUAD64_H

#include "math/float4.h"

#if defined(__AVX__)
#include <immintrin.h>
#endif

enum { QUAD = 4 };

typedef double Quad __attribute__((vector_size(32)));
typedef int64_t QuadMask __attribute__((vector_size(32))); ///< All ones or all zeros a lane.

// Every function is inlined: no vector is passed between functions of different instruction sets.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif
#define QUAD_INLINE static inline __attribute__((always_inline))

QUAD_INLINE Quad quad(double a)
{
    const double lane = settled64(a);
    return (Quad){lane, lane, lane, lane};
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

QUAD_INLINE Quad quad_widen(Float4 a)
{
#if defined(__AVX__)
    return (Quad)_mm256_cvtps_pd(a);
#elif defined(__SSE2__)
    const __m128d low = _mm_cvtps_pd(a), high = _mm_cvtps_pd(_mm_movehl_ps(a, a));
    return (Quad){low[0], low[1], high[0], high[1]};
#else
    return (Quad){(double)a[0], (double)a[1], (double)a[2], (double)a[3]};
#endif
}

/// Loads four points, each x, y, z side by side in memory with four readable bytes after it.
QUAD_INLINE QVec3 qvec3_load(const float *const points[QUAD])
{
    Float4 r[QUAD] = {float4_load(points[0]), float4_load(points[1]), float4_load(points[2]),
                      float4_load(points[3])};
    float4_transpose(r);
    return (QVec3){quad_widen(r[0]), quad_widen(r[1]), quad_widen(r[2])};
}

QUAD_INLINE QVec3 qvec3_sub(QVec3 a, QVec3 b)
{
    return (QVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

QUAD_INLINE Quad qvec3_dot(QVec3 a, QVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

QUAD_INLINE QVec3 qvec3_cross(QVec3 a, QVec3 b)
{
    return (QVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#endif
