// SPDX-License-Identifier: MIT
/// power_of_ten.h: powers of ten to 128 bits, shared by the writer and the reader of decimals.
#ifndef TUM_BASE_POWER_OF_TEN_H
#define TUM_BASE_POWER_OF_TEN_H

#include <stdint.h>

enum { POWER_OF_TEN_MIN = -342, POWER_OF_TEN_MAX = 324 };

/// The first 128 bits of a power of ten, cut off: 2^127 <= high * 2^64 + low < 2^128.
typedef struct PowerOfTen {
    uint64_t high, low;
} PowerOfTen;

/// @param exponent  POWER_OF_TEN_MIN to POWER_OF_TEN_MAX.
PowerOfTen tum_power_of_ten(int exponent);

/// floor(log2(10^exponent)) for |exponent| up to 1233: 1741647 / 2^19 is log2(10), a little short.
static inline int floor_log2_of_power(int exponent)
{
    return (exponent * 1741647) >> 19;
}

/// The upper half of a product; the lower is a * b.
static inline uint64_t multiply_high(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 Wide128;
    return (uint64_t)(((Wide128)a * b) >> 64);
#else
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    const uint64_t carry = (uint32_t)middle + a0 * b1;
    return a1 * b1 + (middle >> 32) + (carry >> 32);
#endif
}

#endif
