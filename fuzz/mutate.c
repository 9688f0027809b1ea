// SPDX-License-Identifier: MIT
// Mutations that keep a text JSON more often than not: values are exchanged, copied, removed, made
// extreme; member names are exchanged. Bytes are changed by libFuzzer itself every other time, and
// always where there is no text. AFL++ brings its own mutations and does not call this.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most) __attribute__((weak));

/// A value of the text, or the name of a member.
typedef struct Span {
    size_t begin, end; ///< begin == end: none was found.
    bool is_name;
} Span;

typedef struct Mutation {
    char *text;
    size_t count, most;
    uint64_t random;
} Mutation;

static size_t random_below(Mutation *mutation, size_t bound)
{
    mutation->random = mutation->random * 6364136223846793005u + 1442695040888963407u;
    return bound > 0 ? (size_t)(mutation->random >> 33) % bound : 0;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t skip_spaces(const Mutation *mutation, size_t at)
{
    while (at < mutation->count && is_space(mutation->text[at])) {
        ++at;
    }
    return at;
}

static size_t string_end(const Mutation *mutation, size_t at)
{
    for (++at; at < mutation->count; ++at) {
        if (mutation->text[at] == '\\') {
            ++at;
        } else if (mutation->text[at] == '"') {
            return at + 1;
        }
    }
    return mutation->count;
}

static size_t value_end(const Mutation *mutation, size_t at)
{
    const char *text = mutation->text;
    size_t depth = 0;
    if (text[at] != '{' && text[at] != '[') {
        return text[at] == '"' ? string_end(mutation, at)
                               : at + strcspn(text + at, ",:[]{}\" \t\r\n");
    }
    while (at < mutation->count) {
        if (text[at] == '"') {
            at = string_end(mutation, at);
            continue;
        }
        depth += text[at] == '{' || text[at] == '[';
        depth -= (text[at] == '}' || text[at] == ']') && depth > 0;
        ++at;
        if (depth == 0) {
            break;
        }
    }
    return at;
}

// The first value or name behind a place chosen at random.
static Span find_span(Mutation *mutation)
{
    for (size_t at = random_below(mutation, mutation->count); at < mutation->count; ++at) {
        if (strchr(":[{,", mutation->text[at]) == NULL || mutation->text[at] == '\0') {
            continue;
        }
        const size_t begin = skip_spaces(mutation, at + 1);
        if (begin < mutation->count && strchr("]},:", mutation->text[begin]) == NULL) {
            const size_t end = value_end(mutation, begin);
            const size_t next = skip_spaces(mutation, end);
            return (Span){begin, end, next < mutation->count && mutation->text[next] == ':'};
        }
    }
    return (Span){0, 0, false};
}

static Span find_kind(Mutation *mutation, bool is_name)
{
    for (int tries = 0; tries < 16; ++tries) {
        const Span span = find_span(mutation);
        if (span.end > span.begin && span.is_name == is_name) {
            return span;
        }
    }
    return (Span){0, 0, false};
}

// Puts `bytes` in place of a span.
static void replace(Mutation *mutation, Span span, const char *bytes, size_t count)
{
    const size_t left = mutation->count - (span.end - span.begin);
    if (left + count > mutation->most) {
        return;
    }
    memmove(mutation->text + span.begin + count, mutation->text + span.end,
            mutation->count - span.end);
    memcpy(mutation->text + span.begin, bytes, count);
    mutation->count = left + count;
    mutation->text[mutation->count] = '\0';
}

static void make_extreme(Mutation *mutation)
{
    static const char *const values[] = {
        "0",       "-0",         "1",        "-1",      "2",     "0.5",       "1e-7",
        "1e-320",  "1e38",       "-1e38",    "3.5e38",  "1e308", "-1e308",    "2147483647",
        "65535",   "4294967296", "16777217", "null",    "true",  "\"\"",      "[]",
        "{}",      "[0]",        "[1,1,1]",  "[0,0,0]", "3",     "[0,0,0,1]", "[1e30,0,0]",
        "1.00001", "5126",       "\"box\""};
    const Span span = find_kind(mutation, false);
    const char *value = values[random_below(mutation, sizeof values / sizeof *values)];
    if (span.end > span.begin) {
        replace(mutation, span, value, strlen(value));
    }
}

// What one place says, another says too.
static void copy_over(Mutation *mutation, bool is_name)
{
    const Span from = find_kind(mutation, is_name), to = find_kind(mutation, is_name);
    const size_t count = from.end - from.begin;
    char *copy = malloc(count + 1);
    if (copy != NULL && count > 0 && to.end > to.begin) {
        memcpy(copy, mutation->text + from.begin, count);
        replace(mutation, to, copy, count);
    }
    free(copy);
}

// An item of an array once more; in an object it breaks the text, which is a test too.
static void repeat(Mutation *mutation)
{
    const Span span = find_kind(mutation, false);
    const size_t count = span.end - span.begin;
    char *copy = malloc(count + 2);
    if (copy != NULL && count > 0) {
        copy[0] = ',';
        memcpy(copy + 1, mutation->text + span.begin, count);
        replace(mutation, (Span){span.end, span.end, false}, copy, count + 1);
    }
    free(copy);
}

// A member with its name, or an item, with the comma on one side.
static void take_out(Mutation *mutation)
{
    Span span = find_span(mutation);
    if (span.end == span.begin) {
        return;
    }
    if (span.is_name) {
        const size_t value = skip_spaces(mutation, skip_spaces(mutation, span.end) + 1);
        span.end = value < mutation->count ? value_end(mutation, value) : mutation->count;
    }
    const size_t next = skip_spaces(mutation, span.end);
    if (next < mutation->count && mutation->text[next] == ',') {
        span.end = next + 1;
    } else if (span.begin > 0 && mutation->text[span.begin - 1] == ',') {
        --span.begin;
    }
    replace(mutation, span, "", 0);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed)
{
    Mutation mutation = {.count = count, .most = most, .random = seed};
    const bool is_text = count > 1 && bytes[0] == '{' && memchr(bytes, '\0', count) == NULL;
    if (!is_text || random_below(&mutation, 2) == 0) {
        return LLVMFuzzerMutate != NULL ? LLVMFuzzerMutate(bytes, count, most) : count;
    }
    mutation.text = malloc(most + 1);
    if (mutation.text == NULL) {
        return count;
    }
    memcpy(mutation.text, bytes, count);
    mutation.text[count] = '\0';
    for (size_t times = 1 + random_below(&mutation, 3); times > 0; --times) {
        switch (random_below(&mutation, 6)) {
        case 0: take_out(&mutation); break;
        case 1: repeat(&mutation); break;
        case 2: copy_over(&mutation, true); break;
        case 3: copy_over(&mutation, false); break;
        default: make_extreme(&mutation); break;
        }
    }
    memcpy(bytes, mutation.text, mutation.count);
    free(mutation.text);
    return mutation.count;
}
