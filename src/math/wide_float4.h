// SPDX-License-Identifier: MIT
/// wide_float4.h: registers of wide.h with four lanes, two for eight numbers: SSE2, NEON, wasm.
#ifndef TUM_MATH_WIDE_FLOAT4_H
#define TUM_MATH_WIDE_FLOAT4_H

#include "math/float4.h"

enum { REGISTER_LANES = 4 };

typedef Float4 Register;
typedef Float4Anywhere RegisterAnywhere;
typedef Float4Mask RegisterMask;

#define register_splat float4_splat
#define register_sqrt float4_sqrt
#define register_greater float4_greater
#define register_same float4_same
#define register_and float4_and
#define register_or float4_or
#define register_select float4_select
#define register_minimum float4_minimum
#define register_maximum float4_maximum
#define register_from_words float4_from_words
#define register_bits float4_bits

static inline Register register_load_bytes(const uint8_t *bytes)
{
#if defined(__SSE2__)
    int32_t four;
    __builtin_memcpy(&four, bytes, sizeof four);
    const __m128i zero = _mm_setzero_si128();
    const __m128i halves = _mm_unpacklo_epi8(_mm_cvtsi32_si128(four), zero);
    return _mm_cvtepi32_ps(_mm_unpacklo_epi16(halves, zero));
#else
    return (Register){(float)bytes[0], (float)bytes[1], (float)bytes[2], (float)bytes[3]};
#endif
}

#endif
