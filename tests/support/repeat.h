// SPDX-License-Identifier: MIT
/// repeat.h: large texts of one piece many times.
#ifndef TUM_TESTS_SUPPORT_REPEAT_H
#define TUM_TESTS_SUPPORT_REPEAT_H

#include "tests/support/support.h"

/// A text: `front`, `times` times `item`, `back`. The caller frees it.
///
/// @param item  '#' in it becomes a number of six digits, another one each time.
static inline char *repeat_text(const char *front, const char *item, int times, const char *back,
                                size_t *count)
{
    const size_t item_bytes = strlen(item) + 6;
    char *text = malloc(strlen(front) + (size_t)times * item_bytes + strlen(back) + 1);
    assert_non_null(text);
    char *to = text + sprintf(text, "%s", front);
    for (int i = 0; i < times; ++i) {
        for (const char *c = item; *c != '\0'; ++c) {
            if (*c == '#') {
                to += sprintf(to, "%06d", i);
            } else {
                *to++ = *c;
            }
        }
    }
    to += sprintf(to, "%s", back);
    *count = (size_t)(to - text);
    return text;
}

#endif
