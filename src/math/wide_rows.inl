// SPDX-License-Identifier: MIT
// wide_rows.inl: rows of eight words in memory to columns of lanes and back; a part of wide.h.
//
// wide_load_rows: row i is the eight words at rows[i]; column j of them becomes columns[j].
// wide_store_rows: the reverse; rows whose bit in `mask` is 0 stay unchanged.
#if defined(WIDE_SIXTEEN)

static inline Register register_of_halves(__m256 first, __m256 second)
{
    return _mm512_castpd_ps(_mm512_insertf64x4(_mm512_castps_pd(_mm512_castps256_ps512(first)),
                                               _mm256_castps_pd(second), 1));
}

static inline __m256 register_second_half(Register a)
{
    return _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(a), 1));
}

/// Loads the eight numbers of each of two blocks.
static inline Wide wide_load_two(const float *first, const float *second)
{
    return register_of_halves(_mm256_load_ps(first), _mm256_load_ps(second));
}

static inline void wide_store_two(float *first, float *second, Wide a)
{
    _mm256_store_ps(first, _mm512_castps512_ps256(a));
    _mm256_store_ps(second, register_second_half(a));
}

static inline Wide wide_load_words_two(const void *first, const void *second)
{
    return register_of_halves(_mm256_loadu_ps(first), _mm256_loadu_ps(second));
}

static inline void wide_store_words_two(void *first, void *second, Wide a)
{
    _mm256_storeu_ps(first, _mm512_castps512_ps256(a));
    _mm256_storeu_ps(second, register_second_half(a));
}

// Transposes four 4 by 4 matrices side by side.
static inline void register_transpose_quarters(Register r[4])
{
    const Register a0 = _mm512_unpacklo_ps(r[0], r[1]), a1 = _mm512_unpackhi_ps(r[0], r[1]);
    const Register a2 = _mm512_unpacklo_ps(r[2], r[3]), a3 = _mm512_unpackhi_ps(r[2], r[3]);
    r[0] = _mm512_shuffle_ps(a0, a2, 0x44);
    r[1] = _mm512_shuffle_ps(a0, a2, 0xee);
    r[2] = _mm512_shuffle_ps(a1, a3, 0x44);
    r[3] = _mm512_shuffle_ps(a1, a3, 0xee);
}

// Each register takes two rows side by side; the quarters of four registers are transposed and
// joined.
static inline void wide_load_rows(const float *const rows[WIDE_LANES], Wide columns[WIDE])
{
    Register r[2][4];
    for (int half = 0; half < 2; ++half) {
        for (int i = 0; i < 4; ++i) {
            r[half][i] = register_of_halves(_mm256_loadu_ps(rows[8 * half + i]),
                                            _mm256_loadu_ps(rows[8 * half + i + 4]));
        }
        register_transpose_quarters(r[half]);
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
        Register r[4];
        for (int i = 0; i < 4; ++i) {
            r[i] = _mm512_castpd_ps(_mm512_permutex2var_pd(_mm512_castps_pd(columns[i]),
                                                           half == 0 ? low : high,
                                                           _mm512_castps_pd(columns[i + 4])));
        }
        register_transpose_quarters(r);
        float *const *row = rows + 8 * half;
        if (mask == 0xffff) {
            for (int i = 0; i < 4; ++i) {
                _mm256_storeu_ps(row[i], _mm512_castps512_ps256(r[i]));
                _mm256_storeu_ps(row[i + 4], register_second_half(r[i]));
            }
            continue;
        }
        for (int i = 0; i < 4; ++i) {
            if ((mask >> (8 * half + i) & 1) != 0) {
                _mm256_storeu_ps(row[i], _mm512_castps512_ps256(r[i]));
            }
            if ((mask >> (8 * half + i + 4) & 1) != 0) {
                _mm256_storeu_ps(row[i + 4], register_second_half(r[i]));
            }
        }
    }
}

#elif defined(TUM_MATH_WIDE_AVX2_H)

// Transposes two 4 by 4 matrices side by side.
static inline void register_transpose_halves(Register r[4])
{
    const __m256 a0 = _mm256_unpacklo_ps(r[0], r[1]), a1 = _mm256_unpackhi_ps(r[0], r[1]);
    const __m256 a2 = _mm256_unpacklo_ps(r[2], r[3]), a3 = _mm256_unpackhi_ps(r[2], r[3]);
    r[0] = _mm256_shuffle_ps(a0, a2, 0x44);
    r[1] = _mm256_shuffle_ps(a0, a2, 0xee);
    r[2] = _mm256_shuffle_ps(a1, a3, 0x44);
    r[3] = _mm256_shuffle_ps(a1, a3, 0xee);
}

static inline void wide_load_rows(const float *const rows[WIDE], Wide columns[WIDE])
{
    // Half rows are joined by the load, which takes no shuffle.
    for (int half = 0; half < 2; ++half) {
        Register c[4];
        for (int i = 0; i < 4; ++i) {
            c[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(rows[i] + 4 * half)),
                                        _mm_loadu_ps(rows[i + 4] + 4 * half), 1);
        }
        register_transpose_halves(c);
        for (int i = 0; i < 4; ++i) {
            columns[4 * half + i] = c[i];
        }
    }
}

static inline void wide_store_rows(float *const rows[WIDE], const Wide columns[WIDE], uint32_t mask)
{
    for (int half = 0; half < 2; ++half) {
        const Wide *c = columns + 4 * half;
        Register r[4] = {c[0], c[1], c[2], c[3]};
        register_transpose_halves(r);
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

#elif defined(WIDE_FOUR)

static inline void wide_load_rows(const float *const rows[WIDE_LANES], Wide columns[WIDE])
{
    for (int half = 0; half < 2; ++half) {
        for (int i = 0; i < WIDE_LANES; ++i) {
            columns[4 * half + i] = float4_load(rows[i] + 4 * half);
        }
        float4_transpose(columns + 4 * half);
    }
}

static inline void wide_store_rows(float *const rows[WIDE_LANES], const Wide columns[WIDE],
                                   uint32_t mask)
{
    for (int half = 0; half < 2; ++half) {
        const Wide *c = columns + 4 * half;
        Register r[4] = {c[0], c[1], c[2], c[3]};
        float4_transpose(r);
        for (int i = 0; i < WIDE_LANES; ++i) {
            if ((mask >> i & 1) != 0) {
                float4_store(rows[i] + 4 * half, r[i]);
            }
        }
    }
}

#elif defined(TUM_MATH_WIDE_FLOAT4_H)

static inline void wide_load_rows(const float *const rows[WIDE], Wide columns[WIDE])
{
    for (int half = 0; half < 2; ++half) {
        Register a[4], b[4];
        for (int i = 0; i < 4; ++i) {
            a[i] = float4_load(rows[i] + 4 * half);
            b[i] = float4_load(rows[i + 4] + 4 * half);
        }
        float4_transpose(a);
        float4_transpose(b);
        for (int i = 0; i < 4; ++i) {
            columns[4 * half + i] = (Wide){{a[i], b[i]}};
        }
    }
}

static inline void wide_store_rows(float *const rows[WIDE], const Wide columns[WIDE], uint32_t mask)
{
    for (int half = 0; half < 2; ++half) {
        const Wide *c = columns + 4 * half;
        Register a[4] = {c[0].part[0], c[1].part[0], c[2].part[0], c[3].part[0]};
        Register b[4] = {c[0].part[1], c[1].part[1], c[2].part[1], c[3].part[1]};
        float4_transpose(a);
        float4_transpose(b);
        for (int i = 0; i < 4; ++i) {
            if ((mask >> i & 1) != 0) {
                float4_store(rows[i] + 4 * half, a[i]);
            }
            if ((mask >> (i + 4) & 1) != 0) {
                float4_store(rows[i + 4] + 4 * half, b[i]);
            }
        }
    }
}

#else

static inline void wide_load_rows(const float *const rows[WIDE], Wide columns[WIDE])
{
    for (int i = 0; i < WIDE; ++i) {
        for (int j = 0; j < WIDE; ++j) {
            memcpy(&columns[j].part[i], rows[i] + j, sizeof(float));
        }
    }
}

static inline void wide_store_rows(float *const rows[WIDE], const Wide columns[WIDE], uint32_t mask)
{
    for (int i = 0; i < WIDE; ++i) {
        for (int j = 0; j < WIDE && (mask >> i & 1) != 0; ++j) {
            memcpy(rows[i] + j, &columns[j].part[i], sizeof(float));
        }
    }
}

#endif
