// SPDX-License-Identifier: MIT
// From text to JSON values: jansson checks and reads, the tree it gives is copied into ours.
//
// Two things of a document would not survive jansson: an integer beyond 64 bits is refused, and
// "-0" becomes 0. So a first look at the text notes where such numbers stand, jansson gets a 0 of
// the same width in their place, and copying puts them back: the n-th number of the text is the
// n-th number met when the tree is walked in document order. The same look bounds the nesting,
// before the parser recurses.
#include "document/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Both jansson and cursor.h name kinds of values; theirs get another name here.
#define JSON_OBJECT JANSSON_OBJECT
#define JSON_ARRAY JANSSON_ARRAY
#define JSON_STRING JANSSON_STRING
#define JSON_INTEGER JANSSON_INTEGER
#define JSON_REAL JANSSON_REAL
#define JSON_TRUE JANSSON_TRUE
#define JSON_FALSE JANSSON_FALSE
#define JSON_NULL JANSSON_NULL
#include <jansson.h>
#undef JSON_OBJECT
#undef JSON_ARRAY
#undef JSON_STRING
#undef JSON_INTEGER
#undef JSON_REAL
#undef JSON_TRUE
#undef JSON_FALSE
#undef JSON_NULL

#include "base/array.h"
#include "base/number_text.h"
#include "math/scalar.h"
#include "tumble/capacity.h"

enum {
    KEPT_DIGITS = 16, ///< Integers of at least so many digits may exceed 2^53 = 9007199254740992.
    NAME_BYTES = 100  ///< Of a member name in a message.
};

/// A number that is put back after parsing.
typedef struct KeptNumber {
    size_t ordinal; ///< Which number of the text, from 0.
    size_t offset, bytes;
} KeptNumber;

typedef struct Parse {
    const char *text;
    size_t count;
    const char *file;
    TumReport *report;
    Arena *arena;
    ARRAY(KeptNumber) kept;
    size_t number_count; ///< Met so far, in the text or in the tree.
    size_t next_kept;
} Parse;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// The byte after the text that begins at `at` with its quote; the end where it is never closed.
static size_t skip_text(const char *text, size_t count, size_t at)
{
    for (++at; at < count; ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return count;
}

static size_t skip_number(const char *text, size_t count, size_t at)
{
    while (at < count && (is_digit(text[at]) || strchr("+-.eE", text[at]) != NULL)) {
        ++at;
    }
    return at;
}

// "-0", or an integer, correctly written, of so many digits that it may not fit a double.
static bool is_kept(const char *number, size_t bytes)
{
    const bool negative = number[0] == '-';
    const char *digits = number + negative;
    const size_t digit_count = bytes - negative;
    if (negative && digit_count == 1 && digits[0] == '0') {
        return true;
    }
    if (digit_count < KEPT_DIGITS || digits[0] == '0') {
        return false;
    }
    for (size_t i = 0; i < digit_count; ++i) {
        if (!is_digit(digits[i])) {
            return false;
        }
    }
    return true;
}

static void report_at_byte(const Parse *parse, size_t byte, const char *problem)
{
    size_t line = 1, column = 1;
    for (size_t i = 0; i < byte; ++i) {
        const unsigned char c = (unsigned char)parse->text[i];
        line += c == '\n';
        column = c == '\n' ? 1 : column + ((c & 0xc0u) != 0x80u);
    }
    tum_report_add(parse->report, CODE_INVALID_JSON, parse->file, "",
                   "%s (line %zu, column %zu, byte %zu).", problem, line, column, byte);
}

// Notes the numbers to keep and checks the nesting. Faults of syntax are left to the parser.
static TumStatus look_through(Parse *parse, const TumAllocator *allocator)
{
    const char *text = parse->text;
    size_t depth = 0;
    for (size_t at = 0; at < parse->count;) {
        const char c = text[at];
        if (c == '"') {
            at = skip_text(text, parse->count, at);
        } else if (c == '-' || is_digit(c)) {
            const size_t end = skip_number(text, parse->count, at);
            if (is_kept(text + at, end - at)) {
                KeptNumber *kept = array_push(&parse->kept, allocator);
                if (kept == NULL) {
                    return TUM_ERROR_MEMORY;
                }
                *kept = (KeptNumber){parse->number_count, at, end - at};
            }
            ++parse->number_count;
            at = end;
        } else {
            depth += c == '[' || c == '{';
            depth -= (c == ']' || c == '}') && depth > 0;
            if (depth > TUM_MAX_JSON_DEPTH) {
                char problem[80];
                snprintf(problem, sizeof problem, "Values are nested deeper than %d",
                         TUM_MAX_JSON_DEPTH);
                report_at_byte(parse, at, problem);
                return TUM_ERROR_INPUT;
            }
            ++at;
        }
    }
    return TUM_OK;
}

// The member name that ends right before `end`, which is where the parser met it again.
static void report_duplicate(const Parse *parse, size_t end)
{
    size_t begin = 0;
    for (size_t at = 0; at < end;) {
        if (parse->text[at] == '"') {
            begin = at;
            at = skip_text(parse->text, end, at);
        } else {
            ++at;
        }
    }
    size_t bytes = end - begin;
    const char *cut = "";
    if (bytes > NAME_BYTES) {
        bytes = NAME_BYTES;
        cut = "\xe2\x80\xa6";
    }
    char problem[NAME_BYTES + 80];
    snprintf(problem, sizeof problem, "The member name %.*s%s appears twice in one object",
             (int)bytes, parse->text + begin, cut);
    report_at_byte(parse, begin, problem);
}

static TumStatus report_failure(const Parse *parse, const json_error_t *error)
{
    const enum json_error_code code = json_error_code(error);
    if (code == json_error_out_of_memory) {
        return TUM_ERROR_MEMORY;
    }
    const size_t byte = error->position > 0 ? (size_t)error->position : 0;
    if (code == json_error_duplicate_key && byte <= parse->count) {
        report_duplicate(parse, byte);
    } else {
        tum_report_add(parse->report, CODE_INVALID_JSON, parse->file, "",
                       "Not %s: %s (line %d, column %d, byte %zu).",
                       code == json_error_invalid_utf8 ? "UTF-8" : "JSON", error->text, error->line,
                       error->column, byte);
    }
    return TUM_ERROR_INPUT;
}

// The text with a 0 in place of each kept number, or NULL when out of memory.
static char *without_kept_numbers(const Parse *parse, const TumAllocator *allocator)
{
    char *copy = tum_allocate(allocator, parse->count);
    if (copy != NULL) {
        memcpy(copy, parse->text, parse->count);
        for (size_t i = 0; i < parse->kept.count; ++i) {
            memset(copy + parse->kept.items[i].offset, ' ', parse->kept.items[i].bytes);
            copy[parse->kept.items[i].offset] = '0';
        }
    }
    return copy;
}

static TumStatus copy_kept_number(Parse *parse, JsonValue *value)
{
    const KeptNumber *kept = &parse->kept.items[parse->next_kept++];
    const char *text = parse->text + kept->offset;
    double number;
    if (tum_number_parse(text, kept->bytes, &number) != kept->bytes || !is_finite64(number)) {
        report_at_byte(parse, kept->offset, "A number is too large for a double");
        return TUM_ERROR_INPUT;
    }
    *value = json_number(number);
    if (number != 0.0) {
        value->digits = tum_arena_text(parse->arena, text, kept->bytes);
        return value->digits != NULL ? TUM_OK : TUM_ERROR_MEMORY;
    }
    return TUM_OK;
}

static TumStatus copy_number(Parse *parse, const json_t *from, JsonValue *value)
{
    const size_t ordinal = parse->number_count++;
    if (parse->next_kept < parse->kept.count &&
        parse->kept.items[parse->next_kept].ordinal == ordinal) {
        return copy_kept_number(parse, value);
    }
    *value = json_number(json_number_value(from));
    return TUM_OK;
}

static TumStatus copy_value(Parse *parse, json_t *from, JsonValue *value);

static TumStatus copy_array(Parse *parse, const json_t *from, JsonValue *value)
{
    const size_t count = json_array_size(from);
    *value = json_empty(JSON_ARRAY);
    if (!tum_json_reserve(parse->arena, value, (uint32_t)count)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        const TumStatus status = copy_value(parse, json_array_get(from, i), &value->items[i]);
        if (status != TUM_OK) {
            return status;
        }
    }
    value->count = (uint32_t)count;
    return TUM_OK;
}

static TumStatus copy_object(Parse *parse, json_t *from, JsonValue *value)
{
    *value = json_empty(JSON_OBJECT);
    if (!tum_json_reserve(parse->arena, value, (uint32_t)json_object_size(from))) {
        return TUM_ERROR_MEMORY;
    }
    for (void *at = json_object_iter(from); at != NULL; at = json_object_iter_next(from, at)) {
        JsonMember *member = &value->members[value->count];
        member->key =
            tum_arena_text(parse->arena, json_object_iter_key(at), json_object_iter_key_len(at));
        if (member->key == NULL) {
            return TUM_ERROR_MEMORY;
        }
        const TumStatus status = copy_value(parse, json_object_iter_value(at), &member->value);
        if (status != TUM_OK) {
            return status;
        }
        ++value->count;
    }
    return tum_json_index(parse->arena, value) ? TUM_OK : TUM_ERROR_MEMORY;
}

// Recurses as deep as values are nested, which look_through has bounded.
static TumStatus copy_value(Parse *parse, json_t *from, JsonValue *value)
{
    switch (json_typeof(from)) {
    case JANSSON_OBJECT: return copy_object(parse, from, value);
    case JANSSON_ARRAY: return copy_array(parse, from, value);
    case JANSSON_STRING:
        return tum_json_text(parse->arena, json_string_value(from), json_string_length(from), value)
                   ? TUM_OK
                   : TUM_ERROR_MEMORY;
    case JANSSON_INTEGER:
    case JANSSON_REAL: return copy_number(parse, from, value);
    case JANSSON_TRUE: *value = json_truth(true); break;
    case JANSSON_FALSE: *value = json_truth(false); break;
    case JANSSON_NULL: *value = (JsonValue){.kind = JSON_NULL}; break;
    }
    return TUM_OK;
}

static TumStatus parse_and_copy(Parse *parse, const TumAllocator *allocator, JsonValue *value)
{
    char *copy = NULL;
    if (parse->kept.count > 0) {
        copy = without_kept_numbers(parse, allocator);
        if (copy == NULL) {
            return TUM_ERROR_MEMORY;
        }
    }
    json_error_t error;
    json_t *root = json_loadb(copy != NULL ? copy : parse->text, parse->count,
                              JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    tum_release(allocator, copy, parse->count);
    if (root == NULL) {
        return report_failure(parse, &error);
    }
    parse->number_count = 0;
    const TumStatus status = copy_value(parse, root, value);
    json_decref(root);
    return status;
}

TumStatus tum_json_parse(const char *text, size_t count, Arena *arena, JsonValue *value,
                         const char *file, TumReport *report)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    Parse parse = {.text = text, .count = count, .file = file, .report = report, .arena = arena};
    if (count >= 3 && memcmp(text, byte_order_mark, 3) == 0) {
        report_at_byte(&parse, 0, "Not JSON: the text begins with a byte order mark");
        return TUM_ERROR_INPUT;
    }
    if (count == 0) {
        report_at_byte(&parse, 0, "Not JSON: the text is empty");
        return TUM_ERROR_INPUT;
    }
    // jansson passes over zero bytes between values.
    const char *zero = memchr(text, '\0', count);
    if (zero != NULL) {
        report_at_byte(&parse, (size_t)(zero - text), "Not JSON: a zero byte");
        return TUM_ERROR_INPUT;
    }
    const TumAllocator allocator = arena->allocator;
    TumStatus status = look_through(&parse, &allocator);
    if (status == TUM_OK) {
        status = parse_and_copy(&parse, &allocator, value);
    }
    array_free(&parse.kept, &allocator);
    return status;
}
