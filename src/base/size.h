// SPDX-License-Identifier: MIT
/// size.h: arithmetic that notices overflow.
#ifndef TUM_BASE_SIZE_H
#define TUM_BASE_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Sum in *result. @return false, with *result unspecified, when it does not fit.
static inline bool size_add(size_t a, size_t b, size_t *result)
{
    return !__builtin_add_overflow(a, b, result);
}

/// Product in *result. @return false, with *result unspecified, when it does not fit.
static inline bool size_multiply(size_t a, size_t b, size_t *result)
{
    return !__builtin_mul_overflow(a, b, result);
}

#endif
