// SPDX-License-Identifier: MIT
/// support.h: what every test includes: cmocka, and assertions that print both numbers.
///
///     static void a_ball_falls(void **state) { … assert_near(y, 5.095, 1e-3); }
///     int main(void)
///     {
///         const struct CMUnitTest tests[] = {cmocka_unit_test(a_ball_falls)};
///         return cmocka_run_group_tests_name("falling", tests, NULL, NULL);
///     }
#ifndef TUM_TESTS_SUPPORT_H
#define TUM_TESTS_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tumble/base.h"
#include "tumble/report.h"

#define assert_near(actual, expected, tolerance)                                                   \
    do {                                                                                           \
        const double actual_value_ = (double)(actual), expected_value_ = (double)(expected);       \
        if (!(fabs(actual_value_ - expected_value_) <= (double)(tolerance))) {                     \
            print_error("%s is %.9g, expected %.9g within %g\n", #actual, actual_value_,           \
                        expected_value_, (double)(tolerance));                                     \
            _fail(__FILE__, __LINE__);                                                             \
        }                                                                                          \
    } while (0)

#define assert_between(actual, low, high)                                                          \
    do {                                                                                           \
        const double actual_value_ = (double)(actual);                                             \
        if (!(actual_value_ >= (double)(low) && actual_value_ <= (double)(high))) {                \
            print_error("%s is %.9g, expected %g to %g\n", #actual, actual_value_, (double)(low),  \
                        (double)(high));                                                           \
            _fail(__FILE__, __LINE__);                                                             \
        }                                                                                          \
    } while (0)

/// Under a sanitizer a step takes ten times as long and malloc is not the C library's.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

/// `all`, and `few` under a sanitizer: rounds of a case, each of which runs the same code. The log
/// of a test has both numbers (docs/testing.md).
static inline int rounds(int all, int few)
{
#ifdef HAS_SANITIZER
    print_message("%d of %d rounds under a sanitizer\n", few, all);
    return few;
#else
    (void)few;
    return all;
#endif
}

/// Random numbers that are the same everywhere: the generator of scenes/scenes.h.
typedef struct Random {
    uint64_t state;
} Random;

/// In [low, high).
static inline double random_in(Random *random, double low, double high)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(random->state >> 40) / 16777216.0);
}

/// An allocator that counts, from any thread, and fails on demand.
typedef struct Counting {
    _Atomic size_t allocations; ///< Calls that gave a block.
    _Atomic size_t blocks;      ///< Alive now.
    _Atomic size_t bytes;       ///< Alive now.
    _Atomic size_t most_bytes;  ///< Alive at once, so far.
    _Atomic size_t fail_after;  ///< Allocations that still succeed; SIZE_MAX: all.
} Counting;

TumAllocator counting_allocator(Counting *counting);

/// True when the report holds `code` at `pointer` (NULL: anywhere).
bool report_has(const TumReport *report, const char *code, const char *pointer);

/// Fails the test and prints every finding unless the report has no errors.
void assert_no_errors(const TumReport *report);

#endif
