// SPDX-License-Identifier: MIT
/// float4.h: four floats in a register of 128 bits, the same text for SSE2, NEON and wasm.
///
/// Arithmetic is that of the compiler's vectors: a + b. Instructions of a processor are named where
/// the compiler finds none by itself or other code for them: comparison, selection, minimum,
/// maximum, square root, and the bits of a mask. A processor without vectors gets the same numbers
/// one after the other.
#ifndef TUM_MATH_FLOAT4_H
#define TUM_MATH_FLOAT4_H

#include "math/settled.h"

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

typedef float Float4 __attribute__((vector_size(16), may_alias));
typedef int32_t Int4 __attribute__((vector_size(16), may_alias));

/// Four floats at any address.
typedef float Float4Anywhere __attribute__((vector_size(16), aligned(4), may_alias));

/// All ones or all zeros a lane; bits of floats, since x86 selects floats by floats.
typedef Float4 Float4Mask;

static inline Float4 float4_load(const float *lanes)
{
    return *(const Float4Anywhere *)(const void *)lanes;
}

static inline void float4_store(float *lanes, Float4 a)
{
    *(Float4Anywhere *)(void *)lanes = a;
}

static inline Float4 float4_splat(float a)
{
    const float lane = settled(a);
    return (Float4){lane, lane, lane, lane};
}

/// True where words are equal bit by bit.
static inline Float4Mask float4_same(Float4 a, Float4 b)
{
    return (Float4Mask)((Int4)a == (Int4)b);
}

/// Converts int32_t words to numbers.
static inline Float4 float4_from_words(Float4 a)
{
    return __builtin_convertvector((Int4)a, Float4);
}

#if defined(__SSE2__)

static inline Float4Mask float4_greater(Float4 a, Float4 b)
{
    return _mm_cmpgt_ps(a, b);
}

static inline Float4Mask float4_and(Float4Mask a, Float4Mask b)
{
    return _mm_and_ps(a, b);
}

static inline Float4Mask float4_or(Float4Mask a, Float4Mask b)
{
    return _mm_or_ps(a, b);
}

/// a where the mask is set, else b.
static inline Float4 float4_select(Float4Mask mask, Float4 a, Float4 b)
{
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}

#else

static inline Float4Mask float4_greater(Float4 a, Float4 b)
{
    return (Float4Mask)(a > b);
}

static inline Float4Mask float4_and(Float4Mask a, Float4Mask b)
{
    return (Float4Mask)((Int4)a & (Int4)b);
}

static inline Float4Mask float4_or(Float4Mask a, Float4Mask b)
{
    return (Float4Mask)((Int4)a | (Int4)b);
}

/// a where the mask is set, else b.
static inline Float4 float4_select(Float4Mask mask, Float4 a, Float4 b)
{
    return (Float4)(((Int4)mask & (Int4)a) | (~(Int4)mask & (Int4)b));
}

#endif

// a < b ? a : b and a > b ? a : b, for NaN and zeros too: x86 and wasm have one instruction for
// each, those of NEON give other answers.
#if defined(__SSE2__)

static inline Float4 float4_minimum(Float4 a, Float4 b)
{
    return _mm_min_ps(a, b);
}

static inline Float4 float4_maximum(Float4 a, Float4 b)
{
    return _mm_max_ps(a, b);
}

#elif defined(__wasm_simd128__)

static inline Float4 float4_minimum(Float4 a, Float4 b)
{
    return (Float4)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
}

static inline Float4 float4_maximum(Float4 a, Float4 b)
{
    return (Float4)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
}

#else

static inline Float4 float4_minimum(Float4 a, Float4 b)
{
    return float4_select(float4_greater(b, a), a, b);
}

static inline Float4 float4_maximum(Float4 a, Float4 b)
{
    return float4_select(float4_greater(a, b), a, b);
}

#endif

static inline Float4 float4_sqrt(Float4 a)
{
#if defined(__SSE2__)
    return _mm_sqrt_ps(a);
#elif defined(__aarch64__)
    return (Float4)vsqrtq_f32((float32x4_t)a);
#elif defined(__wasm_simd128__)
    return (Float4)wasm_f32x4_sqrt((v128_t)a);
#else
    return (Float4){__builtin_sqrtf(a[0]), __builtin_sqrtf(a[1]), __builtin_sqrtf(a[2]),
                    __builtin_sqrtf(a[3])};
#endif
}

/// Bit i: lane i of the mask.
static inline uint32_t float4_bits(Float4Mask a)
{
#if defined(__SSE2__)
    return (uint32_t)_mm_movemask_ps(a);
#elif defined(__aarch64__)
    return vaddvq_u32((uint32x4_t)((Int4)a & (Int4){1, 2, 4, 8}));
#elif defined(__wasm_simd128__)
    return (uint32_t)wasm_i32x4_bitmask((v128_t)a);
#else
    const Int4 word = (Int4)a & (Int4){1, 2, 4, 8};
    return (uint32_t)(word[0] | word[1] | word[2] | word[3]);
#endif
}

/// Lanes of two vectors by number; the lanes of b are 4 to 7.
#if defined(__clang__)
#define FLOAT4_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define FLOAT4_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (Int4){i, j, k, l})
#endif

/// Transposes a matrix of four rows.
static inline void float4_transpose(Float4 r[4])
{
    const Float4 a = FLOAT4_SHUFFLE(r[0], r[1], 0, 4, 1, 5);
    const Float4 b = FLOAT4_SHUFFLE(r[2], r[3], 0, 4, 1, 5);
    const Float4 c = FLOAT4_SHUFFLE(r[0], r[1], 2, 6, 3, 7);
    const Float4 d = FLOAT4_SHUFFLE(r[2], r[3], 2, 6, 3, 7);
    r[0] = FLOAT4_SHUFFLE(a, b, 0, 1, 4, 5);
    r[1] = FLOAT4_SHUFFLE(a, b, 2, 3, 6, 7);
    r[2] = FLOAT4_SHUFFLE(c, d, 0, 1, 4, 5);
    r[3] = FLOAT4_SHUFFLE(c, d, 2, 3, 6, 7);
}

#endif
