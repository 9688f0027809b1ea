// SPDX-License-Identifier: MIT
/// wide_avx512.h: registers of wide.h with sixteen lanes: AVX-512, whose masks have registers of
/// their own.
#ifndef TUM_MATH_WIDE_AVX512_H
#define TUM_MATH_WIDE_AVX512_H

#include <immintrin.h>
#include <stdint.h>

enum { REGISTER_LANES = 16 };

typedef float Register __attribute__((vector_size(64), may_alias));
typedef float RegisterAnywhere __attribute__((vector_size(64), aligned(4), may_alias));
typedef __mmask16 RegisterMask;

static inline Register register_splat(float a)
{
    return _mm512_set1_ps(a);
}

static inline Register register_sqrt(Register a)
{
    return _mm512_sqrt_ps(a);
}

static inline RegisterMask register_greater(Register a, Register b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}

static inline RegisterMask register_same(Register a, Register b)
{
    return _mm512_cmpeq_epi32_mask(_mm512_castps_si512(a), _mm512_castps_si512(b));
}

static inline RegisterMask register_and(RegisterMask a, RegisterMask b)
{
    return (RegisterMask)(a & b);
}

static inline RegisterMask register_or(RegisterMask a, RegisterMask b)
{
    return (RegisterMask)(a | b);
}

static inline Register register_select(RegisterMask mask, Register a, Register b)
{
    return _mm512_mask_blend_ps(mask, b, a);
}

static inline Register register_minimum(Register a, Register b)
{
    return _mm512_min_ps(a, b);
}

static inline Register register_maximum(Register a, Register b)
{
    return _mm512_max_ps(a, b);
}

static inline Register register_from_words(Register a)
{
    return _mm512_cvtepi32_ps(_mm512_castps_si512(a));
}

static inline uint32_t register_bits(RegisterMask a)
{
    return a;
}

#endif
