// SPDX-License-Identifier: MIT
/// wide.h: eight numbers at once, the same bits on every instruction set.
///
/// A kernel is written once against this header and compiled per instruction set (base/kernel.h);
/// other files get the baseline set of the processor. Lanes hold independent constraints: no
/// operation sums across lanes. Only operations that IEEE 754 rounds correctly are provided, so
/// every build gives the bits of the scalar one, the reference. Minimum and maximum are compare and
/// select, because the machines' own instructions differ for NaN and for -0.
///
/// A kernel that defines WIDE_SIXTEEN has sixteen numbers at once on AVX-512, from two blocks of
/// eight; others have eight there, with thirty-two registers.
#ifndef TUM_MATH_WIDE_H
#define TUM_MATH_WIDE_H

#include "math/math3.h"

#include <stdint.h>
#include <string.h>

#if defined(TUM_ISA_AVX512) && defined(WIDE_SIXTEEN)
#define WIDE_AVX512
#elif defined(TUM_ISA_AVX512) || defined(TUM_ISA_AVX2)
#define WIDE_AVX2
#elif defined(TUM_ISA_SSE2) || (!defined(TUM_ISA) && defined(__SSE2__))
#define WIDE_SSE2
#else
#define WIDE_SCALAR
#endif

enum {
    WIDE = 8, ///< Numbers in a block.
#if defined(WIDE_AVX512)
    WIDE_LANES = 16 ///< Numbers in a vector.
#else
    WIDE_LANES = WIDE
#endif
};

/// Eight numbers in memory, as blocks hold them.
typedef float Lanes[WIDE];

#if defined(WIDE_AVX512)

#include <immintrin.h>

typedef __m512 Wide;
typedef __mmask16 WideMask;

static inline Wide wide_load(const float *lanes)
{
    return _mm512_load_ps(lanes);
}

static inline void wide_store(float *lanes, Wide a)
{
    _mm512_store_ps(lanes, a);
}

static inline Wide wide_of_halves(__m256 first, __m256 second)
{
    return _mm512_castpd_ps(_mm512_insertf64x4(_mm512_castps_pd(_mm512_castps256_ps512(first)),
                                               _mm256_castps_pd(second), 1));
}

static inline __m256 wide_second_half(Wide a)
{
    return _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(a), 1));
}

/// Loads the eight numbers of each of two blocks.
static inline Wide wide_load_two(const float *first, const float *second)
{
    return wide_of_halves(_mm256_load_ps(first), _mm256_load_ps(second));
}

static inline void wide_store_two(float *first, float *second, Wide a)
{
    _mm256_store_ps(first, _mm512_castps512_ps256(a));
    _mm256_store_ps(second, wide_second_half(a));
}

static inline Wide wide_splat(float a)
{
    return _mm512_set1_ps(a);
}

static inline Wide wide_add(Wide a, Wide b)
{
    return _mm512_add_ps(a, b);
}

static inline Wide wide_sub(Wide a, Wide b)
{
    return _mm512_sub_ps(a, b);
}

static inline Wide wide_mul(Wide a, Wide b)
{
    return _mm512_mul_ps(a, b);
}

static inline Wide wide_div(Wide a, Wide b)
{
    return _mm512_div_ps(a, b);
}

static inline Wide wide_sqrt(Wide a)
{
    return _mm512_sqrt_ps(a);
}

static inline WideMask wide_greater(Wide a, Wide b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}

static inline WideMask wide_and(WideMask a, WideMask b)
{
    return (WideMask)(a & b);
}

static inline WideMask wide_or(WideMask a, WideMask b)
{
    return (WideMask)(a | b);
}

static inline Wide wide_select(WideMask mask, Wide a, Wide b)
{
    return _mm512_mask_blend_ps(mask, b, a);
}

static inline Wide wide_load_words(const void *words)
{
    return _mm512_loadu_ps(words);
}

static inline void wide_store_words(void *words, Wide a)
{
    _mm512_storeu_ps(words, a);
}

static inline Wide wide_load_words_two(const void *first, const void *second)
{
    return wide_of_halves(_mm256_loadu_ps(first), _mm256_loadu_ps(second));
}

static inline void wide_store_words_two(void *first, void *second, Wide a)
{
    _mm256_storeu_ps(first, _mm512_castps512_ps256(a));
    _mm256_storeu_ps(second, wide_second_half(a));
}

/// Converts int32_t words to numbers.
static inline Wide wide_from_words(Wide a)
{
    return _mm512_cvtepi32_ps(_mm512_castps_si512(a));
}

/// True where words are equal bit by bit.
static inline WideMask wide_same(Wide a, Wide b)
{
    return _mm512_cmpeq_epi32_mask(_mm512_castps_si512(a), _mm512_castps_si512(b));
}

// Transposes four 4 by 4 matrices side by side.
static inline void wide_transpose_quarters(Wide r[4])
{
    const Wide a0 = _mm512_unpacklo_ps(r[0], r[1]), a1 = _mm512_unpackhi_ps(r[0], r[1]);
    const Wide a2 = _mm512_unpacklo_ps(r[2], r[3]), a3 = _mm512_unpackhi_ps(r[2], r[3]);
    r[0] = _mm512_shuffle_ps(a0, a2, 0x44);
    r[1] = _mm512_shuffle_ps(a0, a2, 0xee);
    r[2] = _mm512_shuffle_ps(a1, a3, 0x44);
    r[3] = _mm512_shuffle_ps(a1, a3, 0xee);
}

// Each register takes two rows side by side; the quarters of four registers are transposed and
// joined.
static inline void wide_load_rows(const float *const rows[WIDE_LANES], Wide columns[WIDE])
{
    Wide r[2][4];
    for (int half = 0; half < 2; ++half) {
        for (int i = 0; i < 4; ++i) {
            r[half][i] = wide_of_halves(_mm256_loadu_ps(rows[8 * half + i]),
                                        _mm256_loadu_ps(rows[8 * half + i + 4]));
        }
        wide_transpose_quarters(r[half]);
    }
    for (int i = 0; i < 4; ++i) {
        columns[i] = _mm512_shuffle_f32x4(r[0][i], r[1][i], 0x88);
        columns[i + 4] = _mm512_shuffle_f32x4(r[0][i], r[1][i], 0xdd);
    }
}

static inline void wide_store_rows(float *const rows[WIDE_LANES], const Wide columns[WIDE],
                                   uint32_t mask)
{
    if (mask == 0) {
        return;
    }
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    for (int half = 0; half < 2; ++half) {
        Wide r[4];
        for (int i = 0; i < 4; ++i) {
            r[i] = _mm512_castpd_ps(_mm512_permutex2var_pd(_mm512_castps_pd(columns[i]),
                                                           half == 0 ? low : high,
                                                           _mm512_castps_pd(columns[i + 4])));
        }
        wide_transpose_quarters(r);
        float *const *row = rows + 8 * half;
        if (mask == 0xffff) {
            for (int i = 0; i < 4; ++i) {
                _mm256_storeu_ps(row[i], _mm512_castps512_ps256(r[i]));
                _mm256_storeu_ps(row[i + 4], wide_second_half(r[i]));
            }
            continue;
        }
        for (int i = 0; i < 4; ++i) {
            if ((mask >> (8 * half + i) & 1) != 0) {
                _mm256_storeu_ps(row[i], _mm512_castps512_ps256(r[i]));
            }
            if ((mask >> (8 * half + i + 4) & 1) != 0) {
                _mm256_storeu_ps(row[i + 4], wide_second_half(r[i]));
            }
        }
    }
}

static inline uint32_t wide_bits(WideMask a)
{
    return a;
}

static inline Wide wide_minimum(Wide a, Wide b)
{
    return _mm512_min_ps(a, b);
}

static inline Wide wide_maximum(Wide a, Wide b)
{
    return _mm512_max_ps(a, b);
}

#elif defined(WIDE_AVX2)

#include <immintrin.h>

typedef __m256 Wide;
typedef __m256 WideMask; // all ones or all zeros a lane

static inline Wide wide_load(const float *lanes)
{
    return _mm256_load_ps(lanes);
}

static inline void wide_store(float *lanes, Wide a)
{
    _mm256_store_ps(lanes, a);
}

/// Converts eight bytes to numbers.
static inline Wide wide_load_bytes(const uint8_t *bytes)
{
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)bytes)));
}

static inline Wide wide_splat(float a)
{
    return _mm256_set1_ps(a);
}

static inline Wide wide_add(Wide a, Wide b)
{
    return _mm256_add_ps(a, b);
}

static inline Wide wide_sub(Wide a, Wide b)
{
    return _mm256_sub_ps(a, b);
}

static inline Wide wide_mul(Wide a, Wide b)
{
    return _mm256_mul_ps(a, b);
}

static inline Wide wide_div(Wide a, Wide b)
{
    return _mm256_div_ps(a, b);
}

static inline Wide wide_sqrt(Wide a)
{
    return _mm256_sqrt_ps(a);
}

static inline WideMask wide_greater(Wide a, Wide b)
{
    return _mm256_cmp_ps(a, b, _CMP_GT_OQ);
}

static inline WideMask wide_and(WideMask a, WideMask b)
{
    return _mm256_and_ps(a, b);
}

static inline WideMask wide_or(WideMask a, WideMask b)
{
    return _mm256_or_ps(a, b);
}

/// a where the mask is set, else b.
static inline Wide wide_select(WideMask mask, Wide a, Wide b)
{
    return _mm256_blendv_ps(b, a, mask);
}

/// Loads eight words of any kind unchanged; no alignment is needed.
static inline Wide wide_load_words(const void *words)
{
    return _mm256_loadu_ps(words);
}

static inline void wide_store_words(void *words, Wide a)
{
    _mm256_storeu_ps(words, a);
}

/// Converts int32_t words to numbers.
static inline Wide wide_from_words(Wide a)
{
    return _mm256_cvtepi32_ps(_mm256_castps_si256(a));
}

/// True where words are equal bit by bit.
static inline WideMask wide_same(Wide a, Wide b)
{
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

// Transposes two 4 by 4 matrices side by side.
static inline void wide_transpose_halves(Wide r[4])
{
    const __m256 a0 = _mm256_unpacklo_ps(r[0], r[1]), a1 = _mm256_unpackhi_ps(r[0], r[1]);
    const __m256 a2 = _mm256_unpacklo_ps(r[2], r[3]), a3 = _mm256_unpackhi_ps(r[2], r[3]);
    r[0] = _mm256_shuffle_ps(a0, a2, 0x44);
    r[1] = _mm256_shuffle_ps(a0, a2, 0xee);
    r[2] = _mm256_shuffle_ps(a1, a3, 0x44);
    r[3] = _mm256_shuffle_ps(a1, a3, 0xee);
}

/// Row i is the 8 words at rows[i]; column j of them becomes columns[j].
static inline void wide_load_rows(const float *const rows[WIDE], Wide columns[WIDE])
{
    // Half rows are joined by the load, which takes no shuffle.
    for (int half = 0; half < 2; ++half) {
        Wide *c = columns + 4 * half;
        for (int i = 0; i < 4; ++i) {
            c[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(rows[i] + 4 * half)),
                                        _mm_loadu_ps(rows[i + 4] + 4 * half), 1);
        }
        wide_transpose_halves(c);
    }
}

/// The reverse of wide_load_rows; rows whose bit in `mask` is 0 stay unchanged.
static inline void wide_store_rows(float *const rows[WIDE], const Wide columns[WIDE], uint32_t mask)
{
    for (int half = 0; half < 2; ++half) {
        Wide r[4] = {columns[4 * half], columns[4 * half + 1], columns[4 * half + 2],
                     columns[4 * half + 3]};
        wide_transpose_halves(r);
        if (mask == 0xff) {
            for (int i = 0; i < 4; ++i) {
                _mm_storeu_ps(rows[i] + 4 * half, _mm256_castps256_ps128(r[i]));
                _mm_storeu_ps(rows[i + 4] + 4 * half, _mm256_extractf128_ps(r[i], 1));
            }
            continue;
        }
        for (int i = 0; i < 4; ++i) {
            if ((mask >> i & 1) != 0) {
                _mm_storeu_ps(rows[i] + 4 * half, _mm256_castps256_ps128(r[i]));
            }
            if ((mask >> (i + 4) & 1) != 0) {
                _mm_storeu_ps(rows[i + 4] + 4 * half, _mm256_extractf128_ps(r[i], 1));
            }
        }
    }
}

/// Bit i: lane i of the mask.
static inline uint32_t wide_bits(WideMask a)
{
    return (uint32_t)_mm256_movemask_ps(a);
}

// a < b ? a : b and a > b ? a : b, for NaN and zeros too: x86 has one instruction for each.
static inline Wide wide_minimum(Wide a, Wide b)
{
    return _mm256_min_ps(a, b);
}

static inline Wide wide_maximum(Wide a, Wide b)
{
    return _mm256_max_ps(a, b);
}

#elif defined(WIDE_SSE2)

#include <emmintrin.h>

typedef struct Wide {
    __m128 a, b;
} Wide;
typedef Wide WideMask;

static inline Wide wide_load(const float *lanes)
{
    return (Wide){_mm_load_ps(lanes), _mm_load_ps(lanes + 4)};
}

static inline void wide_store(float *lanes, Wide a)
{
    _mm_store_ps(lanes, a.a);
    _mm_store_ps(lanes + 4, a.b);
}

static inline Wide wide_load_bytes(const uint8_t *bytes)
{
    const __m128i zero = _mm_setzero_si128();
    const __m128i words = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)bytes), zero);
    return (Wide){_mm_cvtepi32_ps(_mm_unpacklo_epi16(words, zero)),
                  _mm_cvtepi32_ps(_mm_unpackhi_epi16(words, zero))};
}

static inline Wide wide_splat(float a)
{
    return (Wide){_mm_set1_ps(a), _mm_set1_ps(a)};
}

static inline Wide wide_add(Wide a, Wide b)
{
    return (Wide){_mm_add_ps(a.a, b.a), _mm_add_ps(a.b, b.b)};
}

static inline Wide wide_sub(Wide a, Wide b)
{
    return (Wide){_mm_sub_ps(a.a, b.a), _mm_sub_ps(a.b, b.b)};
}

static inline Wide wide_mul(Wide a, Wide b)
{
    return (Wide){_mm_mul_ps(a.a, b.a), _mm_mul_ps(a.b, b.b)};
}

static inline Wide wide_div(Wide a, Wide b)
{
    return (Wide){_mm_div_ps(a.a, b.a), _mm_div_ps(a.b, b.b)};
}

static inline Wide wide_sqrt(Wide a)
{
    return (Wide){_mm_sqrt_ps(a.a), _mm_sqrt_ps(a.b)};
}

static inline WideMask wide_greater(Wide a, Wide b)
{
    return (WideMask){_mm_cmpgt_ps(a.a, b.a), _mm_cmpgt_ps(a.b, b.b)};
}

static inline WideMask wide_and(WideMask a, WideMask b)
{
    return (WideMask){_mm_and_ps(a.a, b.a), _mm_and_ps(a.b, b.b)};
}

static inline WideMask wide_or(WideMask a, WideMask b)
{
    return (WideMask){_mm_or_ps(a.a, b.a), _mm_or_ps(a.b, b.b)};
}

static inline Wide wide_select(WideMask mask, Wide a, Wide b)
{
    return (Wide){_mm_or_ps(_mm_and_ps(mask.a, a.a), _mm_andnot_ps(mask.a, b.a)),
                  _mm_or_ps(_mm_and_ps(mask.b, a.b), _mm_andnot_ps(mask.b, b.b))};
}

static inline Wide wide_load_words(const void *words)
{
    const float *first = words;
    return (Wide){_mm_loadu_ps(first), _mm_loadu_ps(first + 4)};
}

static inline void wide_store_words(void *words, Wide a)
{
    float *first = words;
    _mm_storeu_ps(first, a.a);
    _mm_storeu_ps(first + 4, a.b);
}

static inline Wide wide_from_words(Wide a)
{
    return (Wide){_mm_cvtepi32_ps(_mm_castps_si128(a.a)), _mm_cvtepi32_ps(_mm_castps_si128(a.b))};
}

static inline WideMask wide_same(Wide a, Wide b)
{
    return (WideMask){
        _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_castps_si128(a.a), _mm_castps_si128(b.a))),
        _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_castps_si128(a.b), _mm_castps_si128(b.b)))};
}

static inline void wide_load_rows(const float *const rows[WIDE], Wide columns[WIDE])
{
    for (int half = 0; half < 2; ++half) {
        __m128 a0 = _mm_loadu_ps(rows[0] + 4 * half), a1 = _mm_loadu_ps(rows[1] + 4 * half);
        __m128 a2 = _mm_loadu_ps(rows[2] + 4 * half), a3 = _mm_loadu_ps(rows[3] + 4 * half);
        __m128 b0 = _mm_loadu_ps(rows[4] + 4 * half), b1 = _mm_loadu_ps(rows[5] + 4 * half);
        __m128 b2 = _mm_loadu_ps(rows[6] + 4 * half), b3 = _mm_loadu_ps(rows[7] + 4 * half);
        _MM_TRANSPOSE4_PS(a0, a1, a2, a3);
        _MM_TRANSPOSE4_PS(b0, b1, b2, b3);
        columns[4 * half] = (Wide){a0, b0};
        columns[4 * half + 1] = (Wide){a1, b1};
        columns[4 * half + 2] = (Wide){a2, b2};
        columns[4 * half + 3] = (Wide){a3, b3};
    }
}

static inline void wide_store_rows(float *const rows[WIDE], const Wide columns[WIDE], uint32_t mask)
{
    for (int half = 0; half < 2; ++half) {
        const Wide *c = columns + 4 * half;
        __m128 a0 = c[0].a, a1 = c[1].a, a2 = c[2].a, a3 = c[3].a;
        __m128 b0 = c[0].b, b1 = c[1].b, b2 = c[2].b, b3 = c[3].b;
        _MM_TRANSPOSE4_PS(a0, a1, a2, a3);
        _MM_TRANSPOSE4_PS(b0, b1, b2, b3);
        const __m128 r[WIDE] = {a0, a1, a2, a3, b0, b1, b2, b3};
        for (int i = 0; i < WIDE; ++i) {
            if ((mask >> i & 1) != 0) {
                _mm_storeu_ps(rows[i] + 4 * half, r[i]);
            }
        }
    }
}

static inline uint32_t wide_bits(WideMask a)
{
    return (uint32_t)_mm_movemask_ps(a.a) | (uint32_t)_mm_movemask_ps(a.b) << 4;
}

static inline Wide wide_minimum(Wide a, Wide b)
{
    return (Wide){_mm_min_ps(a.a, b.a), _mm_min_ps(a.b, b.b)};
}

static inline Wide wide_maximum(Wide a, Wide b)
{
    return (Wide){_mm_max_ps(a.a, b.a), _mm_max_ps(a.b, b.b)};
}

#else // WIDE_SCALAR

typedef struct Wide {
    float lane[WIDE];
} Wide;

typedef struct WideMask {
    uint8_t lane[WIDE];
} WideMask;

static inline Wide wide_load(const float *lanes)
{
    Wide r;
    for (int i = 0; i < WIDE; ++i) {
        r.lane[i] = lanes[i];
    }
    return r;
}

static inline void wide_store(float *lanes, Wide a)
{
    for (int i = 0; i < WIDE; ++i) {
        lanes[i] = a.lane[i];
    }
}

static inline Wide wide_load_bytes(const uint8_t *bytes)
{
    Wide r;
    for (int i = 0; i < WIDE; ++i) {
        r.lane[i] = (float)bytes[i];
    }
    return r;
}

static inline Wide wide_splat(float a)
{
    Wide r;
    for (int i = 0; i < WIDE; ++i) {
        r.lane[i] = a;
    }
    return r;
}

static inline Wide wide_add(Wide a, Wide b)
{
    for (int i = 0; i < WIDE; ++i) {
        a.lane[i] = a.lane[i] + b.lane[i];
    }
    return a;
}

static inline Wide wide_sub(Wide a, Wide b)
{
    for (int i = 0; i < WIDE; ++i) {
        a.lane[i] = a.lane[i] - b.lane[i];
    }
    return a;
}

static inline Wide wide_mul(Wide a, Wide b)
{
    for (int i = 0; i < WIDE; ++i) {
        a.lane[i] = a.lane[i] * b.lane[i];
    }
    return a;
}

static inline Wide wide_div(Wide a, Wide b)
{
    for (int i = 0; i < WIDE; ++i) {
        a.lane[i] = a.lane[i] / b.lane[i];
    }
    return a;
}

static inline Wide wide_sqrt(Wide a)
{
    for (int i = 0; i < WIDE; ++i) {
        a.lane[i] = __builtin_sqrtf(a.lane[i]);
    }
    return a;
}

static inline WideMask wide_greater(Wide a, Wide b)
{
    WideMask r;
    for (int i = 0; i < WIDE; ++i) {
        r.lane[i] = a.lane[i] > b.lane[i];
    }
    return r;
}

static inline WideMask wide_and(WideMask a, WideMask b)
{
    for (int i = 0; i < WIDE; ++i) {
        a.lane[i] = a.lane[i] & b.lane[i];
    }
    return a;
}

static inline WideMask wide_or(WideMask a, WideMask b)
{
    for (int i = 0; i < WIDE; ++i) {
        a.lane[i] = a.lane[i] | b.lane[i];
    }
    return a;
}

static inline Wide wide_select(WideMask mask, Wide a, Wide b)
{
    for (int i = 0; i < WIDE; ++i) {
        a.lane[i] = mask.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}

static inline Wide wide_load_words(const void *words)
{
    Wide r;
    memcpy(&r, words, sizeof r);
    return r;
}

static inline void wide_store_words(void *words, Wide a)
{
    memcpy(words, &a, sizeof a);
}

static inline Wide wide_from_words(Wide a)
{
    for (int i = 0; i < WIDE; ++i) {
        int32_t word;
        memcpy(&word, &a.lane[i], sizeof word);
        a.lane[i] = (float)word;
    }
    return a;
}

static inline WideMask wide_same(Wide a, Wide b)
{
    WideMask r;
    for (int i = 0; i < WIDE; ++i) {
        r.lane[i] = memcmp(&a.lane[i], &b.lane[i], sizeof(float)) == 0;
    }
    return r;
}

static inline void wide_load_rows(const float *const rows[WIDE], Wide columns[WIDE])
{
    for (int i = 0; i < WIDE; ++i) {
        for (int j = 0; j < WIDE; ++j) {
            memcpy(&columns[j].lane[i], rows[i] + j, sizeof(float));
        }
    }
}

static inline void wide_store_rows(float *const rows[WIDE], const Wide columns[WIDE], uint32_t mask)
{
    for (int i = 0; i < WIDE; ++i) {
        for (int j = 0; j < WIDE && (mask >> i & 1) != 0; ++j) {
            memcpy(rows[i] + j, &columns[j].lane[i], sizeof(float));
        }
    }
}

static inline uint32_t wide_bits(WideMask a)
{
    uint32_t bits = 0;
    for (int i = 0; i < WIDE; ++i) {
        bits |= (uint32_t)(a.lane[i] & 1) << i;
    }
    return bits;
}

static inline Wide wide_minimum(Wide a, Wide b)
{
    return wide_select(wide_greater(b, a), a, b);
}

static inline Wide wide_maximum(Wide a, Wide b)
{
    return wide_select(wide_greater(a, b), a, b);
}

#endif

/// Three numbers of eight lanes.
typedef struct WideVec3 {
    Wide x, y, z;
} WideVec3;

/// Three numbers of eight lanes in memory.
typedef struct Lanes3 {
    Lanes x, y, z;
} Lanes3;

#if defined(WIDE_AVX512)
/// One vector in memory.
typedef float WideLanes[WIDE_LANES];

typedef struct WideLanes3 {
    WideLanes x, y, z;
} WideLanes3;
#else
typedef Lanes WideLanes;
typedef Lanes3 WideLanes3;
#endif

/// The value in one lane.
static inline Vec3 lane3(const WideLanes3 *lanes, uint32_t lane)
{
    return (Vec3){lanes->x[lane], lanes->y[lane], lanes->z[lane]};
}

static inline void set_lane3(WideLanes3 *lanes, uint32_t lane, Vec3 v)
{
    lanes->x[lane] = v.x;
    lanes->y[lane] = v.y;
    lanes->z[lane] = v.z;
}

static inline WideVec3 wide_load3(const WideLanes3 *lanes)
{
    return (WideVec3){wide_load(lanes->x), wide_load(lanes->y), wide_load(lanes->z)};
}

static inline void wide_store3(WideLanes3 *lanes, WideVec3 a)
{
    wide_store(lanes->x, a.x);
    wide_store(lanes->y, a.y);
    wide_store(lanes->z, a.z);
}

static inline WideVec3 wide_add3(WideVec3 a, WideVec3 b)
{
    return (WideVec3){wide_add(a.x, b.x), wide_add(a.y, b.y), wide_add(a.z, b.z)};
}

static inline WideVec3 wide_sub3(WideVec3 a, WideVec3 b)
{
    return (WideVec3){wide_sub(a.x, b.x), wide_sub(a.y, b.y), wide_sub(a.z, b.z)};
}

static inline WideVec3 wide_scale3(WideVec3 a, Wide factor)
{
    return (WideVec3){wide_mul(a.x, factor), wide_mul(a.y, factor), wide_mul(a.z, factor)};
}

/// a + b * factor.
static inline WideVec3 wide_add_scaled3(WideVec3 a, WideVec3 b, Wide factor)
{
    return (WideVec3){wide_add(a.x, wide_mul(b.x, factor)), wide_add(a.y, wide_mul(b.y, factor)),
                      wide_add(a.z, wide_mul(b.z, factor))};
}

/// a - b * factor.
static inline WideVec3 wide_sub_scaled3(WideVec3 a, WideVec3 b, Wide factor)
{
    return (WideVec3){wide_sub(a.x, wide_mul(b.x, factor)), wide_sub(a.y, wide_mul(b.y, factor)),
                      wide_sub(a.z, wide_mul(b.z, factor))};
}

static inline Wide wide_dot3(WideVec3 a, WideVec3 b)
{
    return wide_add(wide_add(wide_mul(a.x, b.x), wide_mul(a.y, b.y)), wide_mul(a.z, b.z));
}

static inline WideVec3 wide_cross3(WideVec3 a, WideVec3 b)
{
    return (WideVec3){wide_sub(wide_mul(a.y, b.z), wide_mul(a.z, b.y)),
                      wide_sub(wide_mul(a.z, b.x), wide_mul(a.x, b.z)),
                      wide_sub(wide_mul(a.x, b.y), wide_mul(a.y, b.x))};
}

#endif
