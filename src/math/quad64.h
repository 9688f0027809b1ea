// SPDX-License-Identifier: MIT
/// quad64.h: four doubles at once, and vectors of them, the same bits on every instruction set.
///
/// Lanes hold independent items; no operation crosses lanes. The compiler maps the vectors to the
/// processor's own; only operations that IEEE 754 rounds correctly are used, so that a lane has the
/// bits of a double.
#ifndef TUM_MATH_QUAD64_H
#define TUM_MATH_QUAD64_H

#include <stdint.h>

#if defined(__SSE2__)
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

#if defined(__SSE2__)
QUAD_INLINE Quad quad_widen(__m128 a)
{
#if defined(__AVX__)
    return (Quad)_mm256_cvtps_pd(a);
#else
    const __m128d low = _mm_cvtps_pd(a), high = _mm_cvtps_pd(_mm_movehl_ps(a, a));
    return (Quad){low[0], low[1], high[0], high[1]};
#endif
}
#endif

/// Loads four points, each x, y, z side by side in memory with four readable bytes after it.
QUAD_INLINE QVec3 qvec3_load(const float *const points[QUAD])
{
#if defined(__SSE2__)
    __m128 a = _mm_loadu_ps(points[0]), b = _mm_loadu_ps(points[1]);
    __m128 c = _mm_loadu_ps(points[2]), d = _mm_loadu_ps(points[3]);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    return (QVec3){quad_widen(a), quad_widen(b), quad_widen(c)};
#else
    const float *const p = points[0], *const q = points[1];
    const float *const r = points[2], *const s = points[3];
    return (QVec3){{(double)p[0], (double)q[0], (double)r[0], (double)s[0]},
                   {(double)p[1], (double)q[1], (double)r[1], (double)s[1]},
                   {(double)p[2], (double)q[2], (double)r[2], (double)s[2]}};
#endif
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
