// SPDX-License-Identifier: MIT
/// wide_scalar.h: registers of wide.h with one lane, eight for eight numbers: the reference.
#ifndef TUM_MATH_WIDE_SCALAR_H
#define TUM_MATH_WIDE_SCALAR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { REGISTER_LANES = 1 };

typedef float Register;
typedef float RegisterAnywhere __attribute__((may_alias));
typedef bool RegisterMask;

static inline Register register_splat(float a)
{
    return a;
}

static inline Register register_sqrt(Register a)
{
    return __builtin_sqrtf(a);
}

static inline RegisterMask register_greater(Register a, Register b)
{
    return a > b;
}

static inline RegisterMask register_same(Register a, Register b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static inline RegisterMask register_and(RegisterMask a, RegisterMask b)
{
    return a && b;
}

static inline RegisterMask register_or(RegisterMask a, RegisterMask b)
{
    return a || b;
}

static inline Register register_select(RegisterMask mask, Register a, Register b)
{
    return mask ? a : b;
}

static inline Register register_minimum(Register a, Register b)
{
    return a < b ? a : b;
}

static inline Register register_maximum(Register a, Register b)
{
    return a > b ? a : b;
}

static inline Register register_from_words(Register a)
{
    int32_t word;
    memcpy(&word, &a, sizeof word);
    return (float)word;
}

static inline Register register_load_bytes(const uint8_t *bytes)
{
    return (float)bytes[0];
}

static inline uint32_t register_bits(RegisterMask a)
{
    return a;
}

#endif
