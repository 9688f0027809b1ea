// SPDX-License-Identifier: MIT
/// quad.h: four floats at once, for points and boxes: x, y, z and a spare lane. Results are the
/// same with and without vector instructions; minimum and maximum are compare and select.
#ifndef TUM_MATH_QUAD_H
#define TUM_MATH_QUAD_H

#include "math/float4.h"

typedef Float4 Quad;

/// Reads four floats and makes the last one 0.
static inline Quad quad_load3(const float *lanes)
{
    return float4_and(float4_load(lanes), (Float4Mask)(Int4){-1, -1, -1, 0});
}

static inline void quad_store(float lanes[4], Quad a)
{
    float4_store(lanes, a);
}

static inline Quad quad_of(float x, float y, float z, float w)
{
    return (Quad){x, y, z, w};
}

static inline Quad quad_sub(Quad a, Quad b)
{
    return a - b;
}

static inline Quad quad_mul(Quad a, Quad b)
{
    return a * b;
}

static inline Quad quad_minimum(Quad a, Quad b)
{
    return float4_minimum(a, b);
}

static inline Quad quad_maximum(Quad a, Quad b)
{
    return float4_maximum(a, b);
}

/// Rounds toward zero and clamps to 0 to 255; one byte a lane, the first lowest. Lanes must be
/// within the range of int32_t.
static inline uint32_t quad_to_bytes(Quad a)
{
#if defined(__SSE2__)
    const __m128i ints = _mm_cvttps_epi32(a), shorts = _mm_packs_epi32(ints, ints);
    return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(shorts, shorts));
#else
    const Quad low = float4_maximum(a, float4_splat(0.0f));
    const Int4 bytes = __builtin_convertvector(float4_minimum(low, float4_splat(255.0f)), Int4);
    return (uint32_t)(bytes[0] | bytes[1] << 8 | bytes[2] << 16) | (uint32_t)bytes[3] << 24;
#endif
}

static inline Quad quad_splat(float a)
{
    return float4_splat(a);
}

#endif
