// SPDX-License-Identifier: MIT
// json_text.c: JSON as a stream of output.
#include "base/json_text.h"

#include <string.h>

#include "base/number_text.h"
#include "base/text.h"

TumStatus tum_text_buffer_add(TextBuffer *buffer, const char *bytes, size_t count)
{
    if (count == 0) {
        return TUM_OK;
    }
    if (count > SIZE_MAX - buffer->text.count ||
        !array_reserve(&buffer->text, buffer->text.count + count, &buffer->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    memcpy(buffer->text.items + buffer->text.count, bytes, count);
    buffer->text.count += count;
    return TUM_OK;
}

static TumStatus write_to_buffer(void *user, const char *bytes, size_t count)
{
    return tum_text_buffer_add(user, bytes, count);
}

TextSink tum_text_buffer_sink(TextBuffer *buffer)
{
    return (TextSink){write_to_buffer, buffer};
}

void tum_text_buffer_free(TextBuffer *buffer)
{
    array_free(&buffer->text, &buffer->allocator);
}

void tum_json_text_init(JsonText *json, TextSink sink, int indent)
{
    // The buffer has no content yet, so it is not cleared.
    json->sink = sink;
    json->status = TUM_OK;
    json->indent = indent;
    json->depth = 0;
    json->has_key = json->has_items = false;
    memset(json->is_object, 0, sizeof json->is_object);
    json->used = 0;
}

static void fail(JsonText *json, TumStatus status)
{
    if (json->status == TUM_OK) {
        json->status = status;
    }
}

void tum_json_text_flush(JsonText *json)
{
    if (json->status == TUM_OK && json->used > 0) {
        const TumStatus status = json->sink.write(json->sink.user, json->buffer, json->used);
        if (status != TUM_OK) {
            fail(json, status);
        }
    }
    json->used = 0;
}

static void put(JsonText *json, const char *bytes, size_t count)
{
    while (count > 0 && json->status == TUM_OK) {
        if (json->used == sizeof json->buffer) {
            tum_json_text_flush(json);
        }
        const size_t room = sizeof json->buffer - json->used;
        const size_t taken = count < room ? count : room;
        memcpy(json->buffer + json->used, bytes, taken);
        json->used += taken;
        bytes += taken;
        count -= taken;
    }
}

static void put_line_break(JsonText *json)
{
    static const char spaces[] = "                                ";
    put(json, "\n", 1);
    for (size_t left = (size_t)json->indent * (size_t)json->depth; left > 0;) {
        const size_t taken = left < sizeof spaces - 1 ? left : sizeof spaces - 1;
        put(json, spaces, taken);
        left -= taken;
    }
}

static bool is_in_object(const JsonText *json)
{
    return json->depth > 0 && (json->is_object[json->depth / 8] >> (json->depth % 8) & 1) != 0;
}

// Writes the separator before an item: comma and line break.
static void begin_item(JsonText *json)
{
    if (json->has_items) {
        put(json, ",", 1);
    }
    if (json->indent > 0 && json->depth > 0) {
        put_line_break(json);
    }
    json->has_items = true;
}

// @return false when a value may not stand here: in an object without its key, or a second one at
// the root.
static bool begin_value(JsonText *json)
{
    if (json->status != TUM_OK) {
        return false;
    }
    if (is_in_object(json)) {
        if (!json->has_key) {
            fail(json, TUM_ERROR_INTERNAL);
            return false;
        }
        json->has_key = false;
        return true;
    }
    if (json->depth == 0 && json->has_items) {
        fail(json, TUM_ERROR_INTERNAL);
        return false;
    }
    begin_item(json);
    return true;
}

static void put_value(JsonText *json, const char *text, size_t bytes)
{
    if (begin_value(json)) {
        put(json, text, bytes);
    }
}

static void begin_container(JsonText *json, bool is_object)
{
    if (!begin_value(json)) {
        return;
    }
    if (json->depth == JSON_TEXT_DEPTH) {
        fail(json, TUM_ERROR_CAPACITY);
        return;
    }
    put(json, is_object ? "{" : "[", 1);
    ++json->depth;
    const uint8_t bit = (uint8_t)(1 << (json->depth % 8));
    uint8_t *byte = &json->is_object[json->depth / 8];
    *byte = (uint8_t)(is_object ? *byte | bit : *byte & ~bit);
    json->has_items = false;
}

static void end_container(JsonText *json, bool is_object)
{
    if (json->status != TUM_OK) {
        return;
    }
    if (json->depth == 0 || is_in_object(json) != is_object || json->has_key) {
        fail(json, TUM_ERROR_INTERNAL);
        return;
    }
    --json->depth;
    if (json->indent > 0 && json->has_items) {
        put_line_break(json);
    }
    put(json, is_object ? "}" : "]", 1);
    json->has_items = true;
}

void tum_json_text_begin_object(JsonText *json)
{
    begin_container(json, true);
}

void tum_json_text_end_object(JsonText *json)
{
    end_container(json, true);
}

void tum_json_text_begin_array(JsonText *json)
{
    begin_container(json, false);
}

void tum_json_text_end_array(JsonText *json)
{
    end_container(json, false);
}

// Escapes what RFC 8259 section 7 asks for, and U+007F; the rest stays UTF-8.
static void put_escaped_byte(JsonText *json, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    char text[6] = {'\\', 0, 0, 0, 0, 0};
    switch (byte) {
    case '"': text[1] = '"'; break;
    case '\\': text[1] = '\\'; break;
    case '\b': text[1] = 'b'; break;
    case '\f': text[1] = 'f'; break;
    case '\n': text[1] = 'n'; break;
    case '\r': text[1] = 'r'; break;
    case '\t': text[1] = 't'; break;
    default:
        memcpy(text + 1, "u00", 3);
        text[4] = digits[byte >> 4];
        text[5] = digits[byte & 15];
        put(json, text, 6);
        return;
    }
    put(json, text, 2);
}

static bool needs_escape(unsigned char byte)
{
    return byte < 0x20 || byte == '"' || byte == '\\' || byte == 0x7f;
}

static void put_quoted(JsonText *json, const char *text, size_t bytes)
{
    put(json, "\"", 1);
    // Bytes from `begin` to `end` are copied unchanged.
    size_t begin = 0, end = 0;
    while (end < bytes) {
        const size_t length = tum_utf8_sequence(text + end, bytes - end);
        if (length > 0 && !needs_escape((unsigned char)text[end])) {
            end += length;
            continue;
        }
        put(json, text + begin, end - begin);
        if (length == 0) {
            put(json, "\xef\xbf\xbd", 3); // U+FFFD
        } else {
            put_escaped_byte(json, (unsigned char)text[end]);
        }
        begin = ++end;
    }
    put(json, text + begin, end - begin);
    put(json, "\"", 1);
}

void tum_json_text_key_bytes(JsonText *json, const char *key, size_t bytes)
{
    if (json->status != TUM_OK) {
        return;
    }
    if (!is_in_object(json) || json->has_key) {
        fail(json, TUM_ERROR_INTERNAL);
        return;
    }
    begin_item(json);
    put_quoted(json, key, bytes);
    put(json, ": ", json->indent > 0 ? 2 : 1);
    json->has_key = true;
}

void tum_json_text_key(JsonText *json, const char *key)
{
    tum_json_text_key_bytes(json, key, strlen(key));
}

void tum_json_text_string_bytes(JsonText *json, const char *text, size_t bytes)
{
    if (begin_value(json)) {
        put_quoted(json, text, bytes);
    }
}

void tum_json_text_string(JsonText *json, const char *text)
{
    if (text == NULL) {
        tum_json_text_null(json);
        return;
    }
    tum_json_text_string_bytes(json, text, strlen(text));
}

// JSON has no "nan", "inf" and "-inf".
static void put_number(JsonText *json, const char *text, size_t bytes)
{
    const char last = text[bytes - 1];
    if (last < '0' || last > '9') {
        put(json, "null", 4);
        return;
    }
    put(json, text, bytes);
}

static void put_double(JsonText *json, double number)
{
    char text[NUMBER_TEXT_BYTES];
    put_number(json, text, tum_number_text_double(number, text));
}

static void put_float(JsonText *json, float number)
{
    char text[NUMBER_TEXT_BYTES];
    put_number(json, text, tum_number_text_float(number, text));
}

void tum_json_text_double(JsonText *json, double number)
{
    if (begin_value(json)) {
        put_double(json, number);
    }
}

void tum_json_text_float(JsonText *json, float number)
{
    if (begin_value(json)) {
        put_float(json, number);
    }
}

void tum_json_text_integer(JsonText *json, int64_t number)
{
    char text[NUMBER_TEXT_BYTES];
    put_value(json, text, tum_number_text_integer(number, text));
}

void tum_json_text_unsigned(JsonText *json, uint64_t number)
{
    char text[NUMBER_TEXT_BYTES];
    put_value(json, text, tum_number_text_unsigned(number, text));
}

void tum_json_text_boolean(JsonText *json, bool truth)
{
    put_value(json, truth ? "true" : "false", truth ? 4 : 5);
}

void tum_json_text_null(JsonText *json)
{
    put_value(json, "null", 4);
}

void tum_json_text_raw(JsonText *json, const char *text, size_t bytes)
{
    put_value(json, text, bytes);
}

void tum_json_text_doubles(JsonText *json, const double *numbers, size_t count)
{
    if (!begin_value(json)) {
        return;
    }
    put(json, "[", 1);
    for (size_t i = 0; i < count; ++i) {
        if (i > 0) {
            put(json, ", ", json->indent > 0 ? 2 : 1);
        }
        put_double(json, numbers[i]);
    }
    put(json, "]", 1);
}

void tum_json_text_floats(JsonText *json, const float *numbers, size_t count)
{
    if (!begin_value(json)) {
        return;
    }
    put(json, "[", 1);
    for (size_t i = 0; i < count; ++i) {
        if (i > 0) {
            put(json, ", ", json->indent > 0 ? 2 : 1);
        }
        put_float(json, numbers[i]);
    }
    put(json, "]", 1);
}

void tum_json_text_end_line(JsonText *json)
{
    if (json->status != TUM_OK) {
        return;
    }
    if (json->depth > 0) {
        fail(json, TUM_ERROR_INTERNAL);
        return;
    }
    put(json, "\n", 1);
    json->has_items = false;
}

TumStatus tum_json_text_finish(JsonText *json)
{
    if (json->depth > 0) {
        fail(json, TUM_ERROR_INTERNAL);
    }
    tum_json_text_flush(json);
    return json->status;
}
