// SPDX-License-Identifier: MIT
/// json_text.h: JSON as a stream of output. Values go to the sink at once; no tree is kept.
///
///     JsonText json;
///     tum_json_text_init(&json, tum_text_buffer_sink(&buffer), 2);
///     tum_json_text_begin_object(&json);
///     tum_json_text_key(&json, "mass");
///     tum_json_text_double(&json, 0.1);
///     tum_json_text_end_object(&json);
///     TumStatus status = tum_json_text_finish(&json);     // {"mass": 0.1} on three lines
///
/// Commas, colons, line breaks and escapes are inserted. After a failure every call does nothing,
/// and tum_json_text_finish returns the failure.
#ifndef TUM_BASE_JSON_TEXT_H
#define TUM_BASE_JSON_TEXT_H

#include "base/array.h"
#include "tumble/capacity.h"

/// The receiver of text. The bytes are borrowed during the call.
typedef struct TextSink {
    TumStatus (*write)(void *user, const char *bytes, size_t count);
    void *user;
} TextSink;

/// Text that grows in memory. Zeroed, with an allocator (or none: malloc), it is empty.
typedef struct TextBuffer {
    ARRAY(char) text; ///< text.items[0 … text.count - 1], without a terminating zero.
    TumAllocator allocator;
} TextBuffer;

/// A sink that appends; TUM_ERROR_MEMORY leaves the buffer as it was before the call.
TextSink tum_text_buffer_sink(TextBuffer *buffer);
TumStatus tum_text_buffer_add(TextBuffer *buffer, const char *bytes, size_t count);
void tum_text_buffer_free(TextBuffer *buffer);

enum {
    JSON_TEXT_DEPTH = TUM_MAX_JSON_DEPTH + 64, ///< A report can hold a whole document.
    JSON_TEXT_BUFFER_BYTES = 4096
};

/// Fields are internal.
typedef struct JsonText {
    TextSink sink;
    TumStatus status;
    int indent;                                 ///< [spaces] per level; 0: all on one line.
    int depth;                                  ///< Open objects and arrays.
    bool has_key;                               ///< A key waits for its value.
    bool has_items;                             ///< The innermost open value has items already.
    uint8_t is_object[JSON_TEXT_DEPTH / 8 + 1]; ///< One bit per level.
    size_t used;
    char buffer[JSON_TEXT_BUFFER_BYTES]; ///< Bytes that the sink has not received yet.
} JsonText;

/// @param indent  spaces per level, 0 for everything on one line without spaces.
void tum_json_text_init(JsonText *json, TextSink sink, int indent);

/// Hands the remaining bytes to the sink.
///
/// @return TUM_OK, the sink's first failure, TUM_ERROR_CAPACITY beyond JSON_TEXT_DEPTH, or
///         TUM_ERROR_INTERNAL when the calls made no JSON (a value without key, an open array).
TumStatus tum_json_text_finish(JsonText *json);

/// Hands the buffered bytes to the sink, for readers that follow a stream.
void tum_json_text_flush(JsonText *json);

void tum_json_text_begin_object(JsonText *json);
void tum_json_text_end_object(JsonText *json);
void tum_json_text_begin_array(JsonText *json);
void tum_json_text_end_array(JsonText *json);

/// The name of the next value, inside an object.
void tum_json_text_key(JsonText *json, const char *key);
void tum_json_text_key_bytes(JsonText *json, const char *key, size_t bytes);

/// Bytes that are not UTF-8 become U+FFFD. A NULL text is null.
void tum_json_text_string(JsonText *json, const char *text);
void tum_json_text_string_bytes(JsonText *json, const char *text, size_t bytes);

/// The shortest text that reads back to the same number (number_text.h). JSON has no infinity and
/// no NaN: they become null.
void tum_json_text_double(JsonText *json, double number);
void tum_json_text_float(JsonText *json, float number);

void tum_json_text_integer(JsonText *json, int64_t number);
void tum_json_text_unsigned(JsonText *json, uint64_t number);
void tum_json_text_boolean(JsonText *json, bool truth);
void tum_json_text_null(JsonText *json);

/// A value that is JSON text already.
void tum_json_text_raw(JsonText *json, const char *text, size_t bytes);

/// Arrays of numbers, on one line even where indented.
void tum_json_text_doubles(JsonText *json, const double *numbers, size_t count);
void tum_json_text_floats(JsonText *json, const float *numbers, size_t count);

/// Ends a line between two values at the root: JSON Lines.
void tum_json_text_end_line(JsonText *json);

#endif
