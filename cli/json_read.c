// SPDX-License-Identifier: MIT
// json_read.c: JSON (RFC 8259) read from front to back.
#include "json_read.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/number_text.h"

enum { MOST_DEPTH = 64 };

static bool fail(JsonRead *read)
{
    read->is_wrong = true;
    return false;
}

static void skip_space(JsonRead *read)
{
    while (read->at < read->end &&
           (*read->at == ' ' || *read->at == '\t' || *read->at == '\n' || *read->at == '\r')) {
        ++read->at;
    }
}

// Reads one character, where it is the next one.
static bool accept(JsonRead *read, char wanted)
{
    skip_space(read);
    if (read->is_wrong || read->at == read->end || *read->at != wanted) {
        return false;
    }
    ++read->at;
    return true;
}

bool json_read_open(JsonRead *read, char bracket)
{
    read->has_item = false;
    return accept(read, bracket) || fail(read);
}

// @return -1 where there are no four hexadecimal digits.
static int32_t read_hex(JsonRead *read)
{
    int32_t number = 0;
    if (read->end - read->at < 4) {
        return -1;
    }
    for (int i = 0; i < 4; ++i) {
        static const char digits[] = "0123456789abcdef";
        const char letter = *read->at++;
        const char *digit =
            letter != '\0' ? strchr(digits, letter >= 'A' && letter <= 'F' ? letter + 32 : letter)
                           : NULL;
        if (digit == NULL) {
            return -1;
        }
        number = 16 * number + (int32_t)(digit - digits);
    }
    return number;
}

// Writes a code point as UTF-8. @return the end.
static char *write_code(char *to, int32_t code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        *to++ = (char)(0xe0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    } else {
        *to++ = (char)(0xf0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3f));
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    }
    return to;
}

// Reads what follows "\u", with the second half of a pair of surrogates. @return -1 for no code.
static int32_t read_code(JsonRead *read)
{
    const int32_t high = read_hex(read);
    if (high < 0xd800 || high > 0xdfff) {
        return high > 0 ? high : -1;
    }
    if (high > 0xdbff || read->end - read->at < 2 || read->at[0] != '\\' || read->at[1] != 'u') {
        return -1;
    }
    read->at += 2;
    const int32_t low = read_hex(read);
    return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00) : -1;
}

// Decodes the escape behind a backslash; it is never longer than its escape. @return the end, or
// NULL.
static char *read_escape(JsonRead *read, char *to)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (read->at == read->end) {
        return NULL;
    }
    const char name = *read->at++;
    if (name == 'u') {
        const int32_t code = read_code(read);
        return code > 0 ? write_code(to, code) : NULL;
    }
    const char *found = name != '\0' ? strchr(names, name) : NULL;
    if (found != NULL) {
        *to++ = values[found - names];
    }
    return found != NULL ? to : NULL;
}

bool json_read_text(JsonRead *read, char **text)
{
    if (!accept(read, '"')) {
        return fail(read);
    }
    char *to = read->at;
    *text = to;
    while (read->at < read->end && *read->at != '"') {
        const char letter = *read->at++;
        if (letter == '\\') {
            to = read_escape(read, to);
        } else if ((unsigned char)letter < ' ') {
            to = NULL;
        } else {
            *to++ = letter;
        }
        if (to == NULL) {
            return fail(read);
        }
    }
    if (read->at == read->end) {
        return fail(read);
    }
    ++read->at;
    *to = '\0';
    return true;
}

bool json_read_number(JsonRead *read, double *number)
{
    skip_space(read);
    const size_t left = (size_t)(read->end - read->at);
    *number = (double)NAN;
    if (read->is_wrong) {
        return false;
    }
    if (left >= 4 && memcmp(read->at, "null", 4) == 0) {
        read->at += 4;
        return true;
    }
    const size_t length = tum_number_parse(read->at, left, number);
    read->at += length;
    return length > 0 || fail(read);
}

// Reads a comma, where one has to be. @return false at the closing bracket.
static bool goes_on(JsonRead *read, char closing)
{
    if (accept(read, closing)) {
        read->has_item = true; // The value that ends here is an item of the one around it.
        return false;
    }
    if (read->has_item && !accept(read, ',')) {
        return fail(read);
    }
    read->has_item = true;
    return !read->is_wrong;
}

bool json_read_member(JsonRead *read, char **key)
{
    return goes_on(read, '}') && json_read_text(read, key) && (accept(read, ':') || fail(read));
}

static bool skip_word(JsonRead *read)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; ++i) {
        const size_t length = strlen(words[i]);
        if ((size_t)(read->end - read->at) >= length && memcmp(read->at, words[i], length) == 0) {
            read->at += length;
            return true;
        }
    }
    double number;
    return json_read_number(read, &number);
}

static bool skip(JsonRead *read, int depth)
{
    char *text;
    skip_space(read);
    const char first = read->at < read->end ? *read->at : '\0';
    if (depth > MOST_DEPTH) {
        return fail(read);
    }
    if (first == '{' && json_read_open(read, '{')) {
        while (json_read_member(read, &text)) {
            (void)skip(read, depth + 1);
        }
    } else if (first == '[' && json_read_open(read, '[')) {
        while (goes_on(read, ']')) {
            (void)skip(read, depth + 1);
        }
    } else {
        return first == '"' ? json_read_text(read, &text) : skip_word(read);
    }
    return !read->is_wrong;
}

bool json_read_skip(JsonRead *read)
{
    const bool is_read = skip(read, 0);
    read->has_item = true;
    return is_read;
}

bool json_read_end(JsonRead *read)
{
    skip_space(read);
    return !read->is_wrong && read->at == read->end;
}
