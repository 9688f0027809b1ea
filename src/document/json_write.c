// SPDX-License-Identifier: MIT
// json_write.c: a JSON value as text.
#include "document/json_write.h"

#include "base/array.h"
#include "base/number_text.h"

/// State of writing JSON.
typedef struct Output {
    JsonText json;
    ARRAY(double) row; ///< Scratch for an array of numbers.
    TumAllocator allocator;
} Output;

// True where all items are numbers that doubles hold: such an array is written on one line.
static bool is_row(const JsonValue *array)
{
    for (uint32_t i = 0; i < array->count; ++i) {
        if (array->items[i].kind != JSON_NUMBER || array->items[i].count > 0) {
            return false;
        }
    }
    return array->count > 0;
}

static TumStatus put_row(Output *to, const JsonValue *array)
{
    if (!array_reserve(&to->row, array->count, &to->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < array->count; ++i) {
        to->row.items[i] = tum_json_number_of(&array->items[i]);
    }
    tum_json_text_doubles(&to->json, to->row.items, array->count);
    return TUM_OK;
}

static void put_number(Output *to, const JsonValue *value)
{
    if (value->count > 0) {
        tum_json_text_raw(&to->json, value->text, value->count);
    } else {
        tum_json_text_double(&to->json, tum_json_number_of(value));
    }
}

static TumStatus put_value(Output *to, const JsonValue *value);

static TumStatus put_array(Output *to, const JsonValue *array)
{
    if (is_row(array)) {
        return put_row(to, array);
    }
    TumStatus status = TUM_OK;
    tum_json_text_begin_array(&to->json);
    for (uint32_t i = 0; i < array->count && status == TUM_OK; ++i) {
        status = put_value(to, &array->items[i]);
    }
    tum_json_text_end_array(&to->json);
    return status;
}

static TumStatus put_object(Output *to, const JsonValue *object)
{
    TumStatus status = TUM_OK;
    tum_json_text_begin_object(&to->json);
    for (uint32_t i = 0; i < object->count && status == TUM_OK; ++i) {
        tum_json_text_key(&to->json, object->members[i].key);
        status = put_value(to, &object->members[i].value);
    }
    tum_json_text_end_object(&to->json);
    return status;
}

// The recursion is as deep as the document, which the reader has bounded.
static TumStatus put_value(Output *to, const JsonValue *value)
{
    switch ((JsonKind)value->kind) {
    case JSON_ABSENT:
    case JSON_NULL: tum_json_text_null(&to->json); break;
    case JSON_FALSE: tum_json_text_boolean(&to->json, false); break;
    case JSON_TRUE: tum_json_text_boolean(&to->json, true); break;
    case JSON_NUMBER: put_number(to, value); break;
    case JSON_TEXT: tum_json_text_string_bytes(&to->json, value->text, value->count); break;
    case JSON_ARRAY: return put_array(to, value);
    case JSON_OBJECT: return put_object(to, value);
    }
    return TUM_OK;
}

TumStatus tum_json_write(const JsonValue *value, TextSink sink, int indent,
                         const TumAllocator *allocator)
{
    Output to = {.allocator = *allocator};
    tum_json_text_init(&to.json, sink, indent);
    const TumStatus status = put_value(&to, value);
    array_free(&to.row, allocator);
    const TumStatus finished = tum_json_text_finish(&to.json);
    return status != TUM_OK ? status : finished;
}
