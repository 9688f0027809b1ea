// SPDX-License-Identifier: MIT
/// wide.h: whole numbers of 128 bits, for products that are exact, on every machine.
#ifndef TUM_BASE_WIDE_H
#define TUM_BASE_WIDE_H

#include <stdint.h>

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

/// A number with a sign, in two's complement: high * 2^64 + low.
typedef struct Wide {
    uint64_t low, high;
} Wide;

static inline Wide wide_add(Wide a, Wide b)
{
    const uint64_t low = a.low + b.low;
    return (Wide){low, a.high + b.high + (low < a.low)};
}

static inline Wide wide_subtract(Wide a, Wide b)
{
    return (Wide){a.low - b.low, a.high - b.high - (a.low < b.low)};
}

static inline Wide wide_of(int64_t a)
{
    return (Wide){(uint64_t)a, a < 0 ? UINT64_MAX : 0};
}

static inline Wide wide_product(int64_t a, int64_t b)
{
    const uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    const uint64_t high = multiply_high(ua, ub) - (a < 0 ? ub : 0) - (b < 0 ? ua : 0);
    return (Wide){ua * ub, high};
}

/// @return -1, 0 or 1.
static inline int wide_sign(Wide a)
{
    return (a.high >> 63) != 0 ? -1 : (a.high | a.low) != 0 ? 1 : 0;
}

#endif
