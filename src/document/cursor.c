// SPDX-License-Identifier: MIT
// cursor.c: values of the document with their JSON pointers.
#include "document/cursor.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number_text.h"
#include "document/state.h"
#include "math/scalar.h"

enum {
    POINTER_BYTES = 4096, ///< Longer pointers are cut in findings.
    MESSAGE_BYTES = 512   ///< The report keeps 300 of these.
};

static const JsonValue *value_of(const Cursor *cursor)
{
    return cursor->value;
}

Cursor tum_cursor_root(const TumDocument *document, TumReport *report)
{
    return (Cursor){.document = document, .report = report, .value = &document->root};
}

Cursor tum_cursor_member(const Cursor *object, const char *key)
{
    return (Cursor){.document = object->document,
                    .report = object->report,
                    .value = tum_json_find(value_of(object), key),
                    .parent = object,
                    .key = key};
}

Cursor tum_cursor_item(const Cursor *array, size_t index)
{
    const JsonValue *value = value_of(array);
    const bool exists = value != NULL && value->kind == JSON_ARRAY && index < value->count;
    return (Cursor){.document = array->document,
                    .report = array->report,
                    .value = exists ? &value->items[index] : NULL,
                    .parent = array,
                    .index = index};
}

Cursor tum_cursor_member_at(const Cursor *object, size_t index, const char **key)
{
    const JsonValue *value = value_of(object);
    const bool exists = value != NULL && value->kind == JSON_OBJECT && index < value->count;
    *key = exists ? value->members[index].key : "";
    return (Cursor){.document = object->document,
                    .report = object->report,
                    .value = exists ? &value->members[index].value : NULL,
                    .parent = object,
                    .key = *key};
}

uint32_t tum_cursor_members(const Cursor *object, const char *const *keys, size_t count)
{
    const JsonValue *value = value_of(object);
    uint32_t found = 0;
    if (value == NULL || value->kind != JSON_OBJECT) {
        return 0;
    }
    if (tum_json_order(value) != NULL) {
        for (size_t k = 0; k < count; ++k) {
            found |= (uint32_t)(tum_json_find(value, keys[k]) != NULL) << k;
        }
        return found;
    }
    for (uint32_t i = 0; i < value->count; ++i) {
        const char *key = value->members[i].key;
        for (size_t k = 0; k < count; ++k) {
            if (keys[k][0] == key[0] && strcmp(keys[k], key) == 0) {
                found |= (uint32_t)1 << k;
            }
        }
    }
    return found;
}

JsonKind tum_cursor_kind(const Cursor *cursor)
{
    return cursor->value == NULL ? JSON_ABSENT : value_of(cursor)->kind;
}

bool tum_cursor_exists(const Cursor *cursor)
{
    const JsonKind kind = tum_cursor_kind(cursor);
    return kind != JSON_ABSENT && kind != JSON_NULL;
}

size_t tum_cursor_count(const Cursor *cursor)
{
    const JsonKind kind = tum_cursor_kind(cursor);
    return kind == JSON_ARRAY || kind == JSON_OBJECT ? value_of(cursor)->count : 0;
}

static const char *kind_text(JsonKind kind)
{
    switch (kind) {
    case JSON_ABSENT: break;
    case JSON_NULL: return "null";
    case JSON_FALSE: return "false";
    case JSON_TRUE: return "true";
    case JSON_NUMBER: return "a number";
    case JSON_TEXT: return "a string";
    case JSON_ARRAY: return "an array";
    case JSON_OBJECT: return "an object";
    }
    return "nothing";
}

// A scalar of the wrong kind; in an array the finding has a code of its own.
static void report_kind(const Cursor *cursor, const char *expected)
{
    const bool is_item = cursor->parent != NULL && cursor->key == NULL;
    tum_cursor_report(cursor, is_item ? CODE_ARRAY_TYPE_MISMATCH : CODE_TYPE_MISMATCH,
                      "Type mismatch: %s where %s is due.", kind_text(tum_cursor_kind(cursor)),
                      expected);
}

// Reports a value that has another kind; null counts as absent. Apart from its callers, which
// return a cursor from where they make it: a copy of a cursor just written waits for the writes,
// and took half of the time of reading small nodes.
static __attribute__((noinline, cold)) void refuse_kind(Cursor cursor, const char *expected)
{
    if (tum_cursor_exists(&cursor)) {
        tum_cursor_report(&cursor, CODE_TYPE_MISMATCH, "Type mismatch: %s where %s is due.",
                          kind_text(value_of(&cursor)->kind), expected);
    }
}

static Cursor member_of_kind(const Cursor *object, const char *key, JsonKind kind,
                             const char *expected)
{
    const JsonValue *value = tum_json_find(value_of(object), key);
    if (value != NULL && value->kind != kind) {
        refuse_kind(tum_cursor_member(object, key), expected);
        value = NULL;
    }
    return (Cursor){.document = object->document,
                    .report = object->report,
                    .value = value,
                    .parent = object,
                    .key = key};
}

Cursor tum_cursor_object(const Cursor *object, const char *key)
{
    return member_of_kind(object, key, JSON_OBJECT, "an object");
}

Cursor tum_cursor_array(const Cursor *object, const char *key)
{
    return member_of_kind(object, key, JSON_ARRAY, "an array");
}

Cursor tum_cursor_object_at(const Cursor *array, size_t index)
{
    const JsonValue *items = value_of(array);
    const JsonValue *value = items != NULL && items->kind == JSON_ARRAY && index < items->count
                                 ? &items->items[index]
                                 : NULL;
    if (value != NULL && value->kind != JSON_OBJECT) {
        refuse_kind(tum_cursor_item(array, index), "an object");
        value = NULL;
    }
    return (Cursor){.document = array->document,
                    .report = array->report,
                    .value = value,
                    .parent = array,
                    .index = index};
}

// @return whether there is a value: a member that is null is absent, an item that is null is one of
//         the wrong kind.
static bool has_value(const Cursor *cursor, const char *expected)
{
    const JsonKind kind = tum_cursor_kind(cursor);
    if (kind == JSON_NULL && cursor->parent != NULL && cursor->key == NULL) {
        report_kind(cursor, expected);
    }
    return kind != JSON_ABSENT && kind != JSON_NULL;
}

bool tum_cursor_number_here(const Cursor *cursor, double *value)
{
    if (!has_value(cursor, "a number")) {
        return false;
    }
    if (value_of(cursor)->kind != JSON_NUMBER) {
        report_kind(cursor, "a number");
        return false;
    }
    *value = tum_json_number_of(value_of(cursor));
    return true;
}

bool tum_cursor_text_here(const Cursor *cursor, const char **text)
{
    if (!has_value(cursor, "a string")) {
        return false;
    }
    if (value_of(cursor)->kind != JSON_TEXT) {
        report_kind(cursor, "a string");
        return false;
    }
    *text = value_of(cursor)->text;
    return true;
}

bool tum_cursor_number(const Cursor *object, const char *key, double *value)
{
    const Cursor member = tum_cursor_member(object, key);
    return tum_cursor_number_here(&member, value);
}

bool tum_cursor_text(const Cursor *object, const char *key, const char **text)
{
    const Cursor member = tum_cursor_member(object, key);
    return tum_cursor_text_here(&member, text);
}

bool tum_cursor_boolean(const Cursor *object, const char *key, bool *value)
{
    const Cursor member = tum_cursor_member(object, key);
    const JsonKind kind = tum_cursor_kind(&member);
    if (kind == JSON_TRUE || kind == JSON_FALSE) {
        *value = kind == JSON_TRUE;
        return true;
    }
    if (tum_cursor_exists(&member)) {
        report_kind(&member, "true or false");
    }
    return false;
}

// True for all 64-bit integers; those beyond 2^53 come from their digits.
static bool integer_of(const JsonValue *value, int64_t *integer)
{
    if (value->count == 0) {
        const double number = value->number;
        if (!(number >= -0x1p63 && number < 0x1p63)) {
            return false;
        }
        *integer = (int64_t)number;
        return true;
    }
    const bool negative = value->text[0] == '-';
    int64_t result = 0;
    for (const char *digit = value->text + negative; *digit != '\0'; ++digit) {
        const int64_t step = negative ? '0' - *digit : *digit - '0';
        if (__builtin_mul_overflow(result, 10, &result) ||
            __builtin_add_overflow(result, step, &result)) {
            return false;
        }
    }
    *integer = result;
    return true;
}

// 1.0 is an integer, 1.5 is not; from 2^52 on every double is one.
static bool is_whole(double number)
{
    return absolute64(number) >= 0x1p52 || (double)(int64_t)number == number;
}

bool tum_cursor_integer(const Cursor *object, const char *key, int64_t *value)
{
    const Cursor member = tum_cursor_member(object, key);
    double number;
    if (!tum_cursor_number_here(&member, &number)) {
        return false;
    }
    char text[NUMBER_TEXT_BYTES];
    tum_number_text_double(number, text);
    if (!is_whole(number)) {
        tum_cursor_report(&member, CODE_TYPE_MISMATCH, "Type mismatch: %s where an integer is due.",
                          text);
        return false;
    }
    if (!integer_of(value_of(&member), value)) {
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_RANGE,
                          "Value %s is beyond the integers of 64 bits.", text);
        return false;
    }
    return true;
}

bool tum_cursor_numbers(const Cursor *object, const char *key, double *values, size_t count)
{
    const Cursor array = tum_cursor_array(object, key);
    if (!tum_cursor_exists(&array)) {
        return false;
    }
    const JsonValue *value = value_of(&array);
    if (value->count != count) {
        tum_cursor_report(&array, CODE_ARRAY_LENGTH_NOT_IN_LIST, "Array of length %u; due is %zu.",
                          (unsigned)value->count, count);
        return false;
    }
    bool all_right = true;
    for (size_t i = 0; i < count; ++i) {
        if (value->items[i].kind != JSON_NUMBER) {
            const Cursor item = tum_cursor_item(&array, i);
            report_kind(&item, "a number");
            all_right = false;
        }
    }
    for (size_t i = 0; i < count && all_right; ++i) {
        values[i] = tum_json_number_of(&value->items[i]);
    }
    return all_right;
}

bool tum_cursor_floats(const Cursor *object, const char *key, double *values, size_t count)
{
    static const double largest = 3.40282346638528859812e38; // FLT_MAX
    double read[16];
    if (!tum_cursor_numbers(object, key, read, count)) {
        return false;
    }
    const Cursor array = tum_cursor_member(object, key);
    for (size_t i = 0; i < count; ++i) {
        if (absolute64(read[i]) > largest) {
            const Cursor item = tum_cursor_item(&array, i);
            tum_cursor_report(&item, CODE_VALUE_NOT_IN_RANGE, "Value %g is too large for a float.",
                              read[i]);
            return false;
        }
    }
    memcpy(values, read, count * sizeof *values);
    return true;
}

static int32_t index_here(const Cursor *cursor, size_t table_count)
{
    double number;
    if (!tum_cursor_number_here(cursor, &number)) {
        return -1;
    }
    char text[NUMBER_TEXT_BYTES];
    if (number < 0.0 || !is_whole(number)) {
        tum_number_text_double(number, text);
        tum_cursor_report(cursor, CODE_INVALID_INDEX, "Index %s is no integer from 0 up.", text);
        return -1;
    }
    if (number >= (double)table_count || number > INT32_MAX) {
        tum_number_text_double(number, text);
        tum_cursor_report(cursor, CODE_UNRESOLVED_REFERENCE,
                          "Unresolved reference: %s, in a table of length %zu.", text, table_count);
        return -1;
    }
    return (int32_t)number;
}

int32_t tum_cursor_index(const Cursor *object, const char *key, size_t table_count)
{
    const Cursor member = tum_cursor_member(object, key);
    return index_here(&member, table_count);
}

int32_t tum_cursor_index_at(const Cursor *array, size_t index, size_t table_count)
{
    const Cursor item = tum_cursor_item(array, index);
    if (tum_cursor_kind(&item) == JSON_NULL) {
        report_kind(&item, "an index");
        return -1;
    }
    return index_here(&item, table_count);
}

size_t tum_cursor_root_count(const TumDocument *document, const char *key)
{
    const JsonValue *value = tum_json_find(&document->root, key);
    return value != NULL && value->kind == JSON_ARRAY ? value->count : 0;
}

/// A text cut to the size of its buffer.
typedef struct CutText {
    char *text;
    size_t room, length;
} CutText;

static void put(CutText *to, const char *text, size_t bytes)
{
    const size_t room = to->room > to->length ? to->room - to->length : 0;
    if (room > 1) {
        memcpy(to->text + to->length, text, bytes < room ? bytes : room - 1);
    }
    to->length += bytes;
}

// A member name, with ~0 for ~ and ~1 for / (RFC 6901).
static void put_key(CutText *to, const char *key)
{
    for (size_t plain = strcspn(key, "~/"); key[0] != '\0'; plain = strcspn(key, "~/")) {
        put(to, key, plain);
        key += plain;
        if (key[0] != '\0') {
            put(to, key[0] == '~' ? "~0" : "~1", 2);
            ++key;
        }
    }
}

// Parents come first. The depth of cursors is that of their readers, never more than the JSON's.
static void put_pointer(CutText *to, const Cursor *cursor)
{
    if (cursor->parent == NULL) {
        return;
    }
    put_pointer(to, cursor->parent);
    put(to, "/", 1);
    if (cursor->key != NULL) {
        put_key(to, cursor->key);
        return;
    }
    char digits[24];
    size_t first = sizeof digits, rest = cursor->index;
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    put(to, digits + first, sizeof digits - first);
}

size_t tum_cursor_pointer(const Cursor *cursor, char *text, size_t room)
{
    CutText to = {text, room, 0};
    put_pointer(&to, cursor);
    if (room > 0) {
        text[to.length < room ? to.length : room - 1] = '\0';
    }
    return to.length;
}

__attribute__((format(__printf__, 4, 0))) static void
report_message(const Cursor *cursor, DiagnosticCode code, TumSeverity severity, const char *format,
               va_list arguments)
{
    if (cursor->report == NULL) {
        return;
    }
    char message[MESSAGE_BYTES];
    vsnprintf(message, sizeof message, format, arguments);
    char pointer[POINTER_BYTES];
    tum_cursor_pointer(cursor, pointer, sizeof pointer);
    tum_report_add_as(cursor->report, code, severity, cursor->document->name, pointer, "%s",
                      message);
}

void tum_cursor_report(const Cursor *cursor, DiagnosticCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_message(cursor, code, tum_diagnostic_severity(code), format, arguments);
    va_end(arguments);
}

void tum_cursor_report_as(const Cursor *cursor, DiagnosticCode code, TumSeverity severity,
                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_message(cursor, code, severity, format, arguments);
    va_end(arguments);
}

void tum_cursor_report_missing(const Cursor *object, const char *key)
{
    tum_cursor_report(object, CODE_UNDEFINED_PROPERTY, "Property '%s' must be defined.", key);
}
