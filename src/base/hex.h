// SPDX-License-Identifier: MIT
/// hex.h: hexadecimal digits, upper and lower case.
#ifndef TUM_BASE_HEX_H
#define TUM_BASE_HEX_H

#include <stddef.h>
#include <stdint.h>

/// @return 0 to 15, or -1 for another character.
static inline int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/// The number of four digits, as JSON's escapes have them.
///
/// @param count  [bytes] of the text.
/// @return 0 to 0xffff, or -1 where there are no four digits.
static inline int32_t hex_four(const char *text, size_t count)
{
    int32_t value = 0;
    for (size_t i = 0; i < 4; ++i) {
        const int digit = i < count ? hex_digit(text[i]) : -1;
        if (digit < 0) {
            return -1;
        }
        value = value * 16 + digit;
    }
    return value;
}

#endif
