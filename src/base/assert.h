// SPDX-License-Identifier: MIT
/// assert.h: three levels of assertions.
///
///     TUM_ASSERT    invariants of the library; cheap; off in Release
///     TUM_VALIDATE  invariants of whole structures; Debug only
///     TUM_REQUIRE   duties of the caller; stops in Debug, harmless in Release: the function then
///                   returns its documented fallback
///
/// The content of a file never asserts.
#ifndef TUM_BASE_ASSERT_H
#define TUM_BASE_ASSERT_H

#include <stdbool.h>

_Noreturn void tum_assert_failed(const char *condition, const char *file, int line);

#ifdef TUMBLE_ASSERTS
#define TUM_ASSERT(condition)                                                                      \
    ((condition) ? (void)0 : tum_assert_failed(#condition, __FILE__, __LINE__))
#else
#define TUM_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#ifdef TUMBLE_VALIDATION
#define TUM_VALIDATE(condition) TUM_ASSERT(condition)
#define TUM_REQUIRE(condition)                                                                     \
    ((condition) ? true : (tum_assert_failed(#condition, __FILE__, __LINE__), false))
#else
#define TUM_VALIDATE(condition) ((void)sizeof((condition) ? 1 : 0))
/// True when the caller kept the rule: `if (!TUM_REQUIRE(index < count)) { return fallback; }`
#define TUM_REQUIRE(condition) (condition)
#endif

#endif
