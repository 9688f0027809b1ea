// SPDX-License-Identifier: MIT
/// quad.h: four floats at once, for points and boxes: x, y, z and a spare lane. Results are the
/// same with and without vector instructions; minimum and maximum are compare and select.
#ifndef TUM_MATH_QUAD_H
#define TUM_MATH_QUAD_H

#include <stdint.h>

#if defined(__SSE2__) && !defined(TUM_ISA_SCALAR)

#include <emmintrin.h>

typedef __m128 Quad;

/// Reads four floats and makes the last one 0.
static inline Quad quad_load3(const float *lanes)
{
    return _mm_and_ps(_mm_loadu_ps(lanes), _mm_castsi128_ps(_mm_setr_epi32(-1, -1, -1, 0)));
}

static inline void quad_store(float lanes[4], Quad a)
{
    _mm_storeu_ps(lanes, a);
}

static inline Quad quad_of(float x, float y, float z, float w)
{
    return _mm_setr_ps(x, y, z, w);
}

static inline Quad quad_sub(Quad a, Quad b)
{
    return _mm_sub_ps(a, b);
}

static inline Quad quad_mul(Quad a, Quad b)
{
    return _mm_mul_ps(a, b);
}

static inline Quad quad_minimum(Quad a, Quad b)
{
    return _mm_min_ps(a, b);
}

static inline Quad quad_maximum(Quad a, Quad b)
{
    return _mm_max_ps(a, b);
}

/// Rounds toward zero and clamps to 0 to 255; one byte a lane, the first lowest. Lanes must be
/// within the range of int32_t.
static inline uint32_t quad_to_bytes(Quad a)
{
    const __m128i ints = _mm_cvttps_epi32(a), shorts = _mm_packs_epi32(ints, ints);
    return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(shorts, shorts));
}

#else

typedef struct Quad {
    float lane[4];
} Quad;

static inline Quad quad_load3(const float *lanes)
{
    return (Quad){{lanes[0], lanes[1], lanes[2], 0.0f}};
}

static inline void quad_store(float lanes[4], Quad a)
{
    for (int i = 0; i < 4; ++i) {
        lanes[i] = a.lane[i];
    }
}

static inline Quad quad_of(float x, float y, float z, float w)
{
    return (Quad){{x, y, z, w}};
}

static inline Quad quad_sub(Quad a, Quad b)
{
    for (int i = 0; i < 4; ++i) {
        a.lane[i] = a.lane[i] - b.lane[i];
    }
    return a;
}

static inline Quad quad_mul(Quad a, Quad b)
{
    for (int i = 0; i < 4; ++i) {
        a.lane[i] = a.lane[i] * b.lane[i];
    }
    return a;
}

static inline Quad quad_minimum(Quad a, Quad b)
{
    for (int i = 0; i < 4; ++i) {
        a.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

static inline Quad quad_maximum(Quad a, Quad b)
{
    for (int i = 0; i < 4; ++i) {
        a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

static inline uint32_t quad_to_bytes(Quad a)
{
    uint32_t bytes = 0;
    for (int i = 0; i < 4; ++i) {
        const float number = a.lane[i] < 0.0f ? 0.0f : a.lane[i] > 255.0f ? 255.0f : a.lane[i];
        bytes |= (uint32_t)number << 8 * i;
    }
    return bytes;
}

#endif

static inline Quad quad_splat(float a)
{
    return quad_of(a, a, a, a);
}

#endif
