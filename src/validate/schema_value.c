// SPDX-License-Identifier: MIT
// schema_value.c: kinds, numbers, texts and arrays of these along the property tables.
#include "validate/schema_value.h"

#include <stdio.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"

const char *tum_schema_kind_text(JsonKind kind)
{
    static const char *const texts[] = {
        [JSON_ABSENT] = "nothing", [JSON_NULL] = "null",        [JSON_FALSE] = "false",
        [JSON_TRUE] = "true",      [JSON_NUMBER] = "number",    [JSON_TEXT] = "string",
        [JSON_ARRAY] = "an array", [JSON_OBJECT] = "an object",
    };
    return texts[kind];
}

bool tum_schema_expect(const Cursor *value, JsonKind kind, const char *what)
{
    if (tum_cursor_kind(value) == kind) {
        return true;
    }
    tum_cursor_report(value, CODE_TYPE_MISMATCH, "Type mismatch: %s where %s is due.",
                      tum_schema_kind_text(tum_cursor_kind(value)), what);
    return false;
}

static bool expect_item(const Cursor *item, JsonKind kind, const char *what)
{
    if (tum_cursor_kind(item) == kind) {
        return true;
    }
    tum_cursor_report(item, CODE_ARRAY_TYPE_MISMATCH, "Type mismatch: %s where %s is due.",
                      tum_schema_kind_text(tum_cursor_kind(item)), what);
    return false;
}

bool tum_schema_is_whole(double number)
{
    return number > -0x1p62 && number < 0x1p62 && (double)(int64_t)number == number;
}

static void check_range(const Cursor *value, const Property *property, double number)
{
    if ((property->flags & IS_ABOVE) != 0 && number == property->minimum) {
        tum_cursor_report(value, CODE_VALUE_NOT_IN_RANGE, "Value %g is not above %g.", number,
                          property->minimum);
    } else if (number < property->minimum) {
        tum_cursor_report(value, CODE_VALUE_NOT_IN_RANGE, "Value %g is below the minimum %g.",
                          number, property->minimum);
    } else if (number > property->maximum) {
        tum_cursor_report(value, CODE_VALUE_NOT_IN_RANGE, "Value %g is above the maximum %g.",
                          number, property->maximum);
    }
}

void tum_schema_check_number(const Cursor *value, const Property *property)
{
    double number = 0.0;
    const char *text = NULL;
    if ((property->flags & TAKES_INFINITY) != 0 && tum_cursor_kind(value) == JSON_TEXT &&
        tum_cursor_text_here(value, &text) &&
        (strcmp(text, "Infinity") == 0 || strcmp(text, "-Infinity") == 0)) {
        tum_cursor_report(value, CODE_PHYSICS_INFINITY_STRING, "'%s' is a text, not a number.",
                          text);
        return;
    }
    if (!tum_schema_expect(value, JSON_NUMBER, "a number") ||
        !tum_cursor_number_here(value, &number)) {
        return;
    }
    if (property->kind == PROPERTY_INTEGER && !tum_schema_is_whole(number)) {
        tum_cursor_report(value, CODE_TYPE_MISMATCH, "Type mismatch: %g where an integer is due.",
                          number);
        return;
    }
    check_range(value, property, number);
}

void tum_schema_check_boolean(const Cursor *value)
{
    const JsonKind kind = tum_cursor_kind(value);
    if (kind != JSON_TRUE && kind != JSON_FALSE) {
        tum_schema_expect(value, JSON_TRUE, "true or false");
    }
}

void tum_schema_check_choice(const Cursor *value, const Property *property)
{
    const char *text = NULL;
    if (!tum_schema_expect(value, JSON_TEXT, "a string") || !tum_cursor_text_here(value, &text)) {
        return;
    }
    char allowed[160] = "";
    for (size_t i = 0; property->choices[i] != NULL; ++i) {
        const size_t used = strlen(allowed);
        if (strcmp(text, property->choices[i]) == 0) {
            return;
        }
        snprintf(allowed + used, sizeof allowed - used, "%s%s", i > 0 ? ", " : "",
                 property->choices[i]);
    }
    tum_cursor_report_as(value, CODE_VALUE_NOT_IN_LIST,
                         (property->flags & IS_STRICT) != 0
                             ? TUM_SEVERITY_ERROR
                             : tum_diagnostic_severity(CODE_VALUE_NOT_IN_LIST),
                         "'%.64s' is none of %s.", text, allowed);
}

// Arrays.

bool tum_schema_open_array(const Cursor *value, const Property *property)
{
    if (!tum_schema_expect(value, JSON_ARRAY, "an array")) {
        return false;
    }
    if ((property->flags & IS_FILLED) != 0 && tum_cursor_count(value) == 0) {
        tum_cursor_report(value, CODE_EMPTY_ENTITY, "'%s' is empty; leave it out instead.",
                          property->name);
        return false;
    }
    return true;
}

/// One or two lengths that an array may have; `length` 0: any.
typedef struct Lengths {
    size_t length, length_too;
} Lengths;

// A dimension is at most INT32_MAX, so its square fits a size_t.
static Lengths lengths_of(const SchemaWalk *walk, const Property *property)
{
    const size_t n = walk->dimension, planes = n > 0 ? n * (n - 1) / 2 : 0;
    switch (property->by_dimension) {
    case LENGTH_FIXED: break;
    case LENGTH_VECTOR: return (Lengths){n, n};
    case LENGTH_SCALE: return (Lengths){n, 1};
    case LENGTH_GRID: return (Lengths){n - (n > 0), n - (n > 0)};
    case LENGTH_BASIS: return (Lengths){n * n, n * n};
    case LENGTH_BIVECTOR: return (Lengths){planes, planes};
    case LENGTH_ROTOR:
        return (Lengths){1 + planes, n > 0 && n < 32 ? (size_t)1 << (n - 1) : 1 + planes};
    }
    return (Lengths){property->length,
                     property->length_too != 0 ? property->length_too : property->length};
}

void tum_schema_check_numbers(const SchemaWalk *walk, const Cursor *value, const Property *property)
{
    if (!tum_schema_open_array(value, property)) {
        return;
    }
    const size_t count = tum_cursor_count(value);
    const Lengths due = lengths_of(walk, property);
    const bool has_any = property->by_dimension == LENGTH_FIXED && due.length == 0;
    if (!has_any && count != due.length && count != due.length_too) {
        char other[32] = "";
        if (due.length_too != due.length) {
            snprintf(other, sizeof other, " or %zu", due.length_too);
        }
        tum_cursor_report(value, CODE_ARRAY_LENGTH_NOT_IN_LIST,
                          "Array of length %zu; due is %zu%s.", count, due.length, other);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(value, i);
        double number = 0.0;
        if (expect_item(&item, JSON_NUMBER, "a number") && tum_cursor_number_here(&item, &number)) {
            check_range(&item, property, number);
        }
    }
}

typedef struct TextItem {
    const char *text;
    size_t index;
} TextItem;

static int compare_items(const void *a, const void *b)
{
    const TextItem *first = a, *second = b;
    const int order = strcmp(first->text, second->text);
    return order != 0 ? order : first->index < second->index ? -1 : 1;
}

bool *tum_schema_repeated(Arena *arena, const Cursor *array)
{
    const size_t count = tum_cursor_count(array);
    bool *repeated = tum_arena_zeroed(arena, count, sizeof *repeated);
    TextItem *items = tum_arena_zeroed(arena, count, sizeof *items);
    size_t item_count = 0;
    if (repeated == NULL || items == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(array, i);
        if (tum_cursor_kind(&item) == JSON_TEXT) {
            tum_cursor_text_here(&item, &items[item_count].text);
            items[item_count++].index = i;
        }
    }
    tum_sort_any(items, item_count, sizeof *items, compare_items);
    for (size_t i = 1; i < item_count; ++i) {
        repeated[items[i].index] = strcmp(items[i].text, items[i - 1].text) == 0;
    }
    return repeated;
}

void tum_schema_check_texts(SchemaWalk *walk, const Cursor *value, const Property *property)
{
    if (!tum_schema_open_array(value, property)) {
        return;
    }
    const size_t count = tum_cursor_count(value);
    const bool *repeated =
        (property->flags & IS_SET) != 0 ? tum_schema_repeated(walk->arena, value) : NULL;
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(value, i);
        const char *text = NULL;
        if (expect_item(&item, JSON_TEXT, "a string") && tum_cursor_text_here(&item, &text) &&
            repeated != NULL && repeated[i]) {
            tum_cursor_report(&item, CODE_DUPLICATE_ELEMENTS, "'%.64s' is in the list already.",
                              text);
        }
    }
}
