// SPDX-License-Identifier: MIT
/// wide_avx2.h: registers of wide.h with eight lanes: AVX2.
#ifndef TUM_MATH_WIDE_AVX2_H
#define TUM_MATH_WIDE_AVX2_H

#include <immintrin.h>
#include <stdint.h>

enum { REGISTER_LANES = 8 };

typedef float Register __attribute__((vector_size(32), may_alias));
typedef float RegisterAnywhere __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t RegisterWords __attribute__((vector_size(32), may_alias));
typedef Register RegisterMask; ///< All ones or all zeros a lane.

static inline Register register_splat(float a)
{
    return (Register){a, a, a, a, a, a, a, a};
}

static inline Register register_sqrt(Register a)
{
    return _mm256_sqrt_ps(a);
}

static inline RegisterMask register_greater(Register a, Register b)
{
    return _mm256_cmp_ps(a, b, _CMP_GT_OQ);
}

static inline RegisterMask register_same(Register a, Register b)
{
    return (RegisterMask)((RegisterWords)a == (RegisterWords)b);
}

static inline RegisterMask register_and(RegisterMask a, RegisterMask b)
{
    return _mm256_and_ps(a, b);
}

static inline RegisterMask register_or(RegisterMask a, RegisterMask b)
{
    return _mm256_or_ps(a, b);
}

static inline Register register_select(RegisterMask mask, Register a, Register b)
{
    return _mm256_blendv_ps(b, a, mask);
}

static inline Register register_minimum(Register a, Register b)
{
    return _mm256_min_ps(a, b);
}

static inline Register register_maximum(Register a, Register b)
{
    return _mm256_max_ps(a, b);
}

static inline Register register_from_words(Register a)
{
    return __builtin_convertvector((RegisterWords)a, Register);
}

static inline Register register_load_bytes(const uint8_t *bytes)
{
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)bytes)));
}

static inline uint32_t register_bits(RegisterMask a)
{
    return (uint32_t)_mm256_movemask_ps(a);
}

#endif
