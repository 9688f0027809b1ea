// SPDX-License-Identifier: MIT
/// power_of_ten.h: powers of ten to 128 bits, shared by the writer and the reader of decimals.
#ifndef TUM_BASE_POWER_OF_TEN_H
#define TUM_BASE_POWER_OF_TEN_H

#include "base/wide.h"

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

#endif
