// SPDX-License-Identifier: MIT
/// stream.h: streams of the C library that are no files.
#ifndef TUM_SYSTEM_STREAM_H
#define TUM_SYSTEM_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// A stream whose output becomes a text. The object stays in place until tum_text_stream_end.
///
///     TextStream stream;
///     if (tum_text_stream_begin(&stream)) {
///         fprintf(stream.file, "%d findings\n", count);
///         if (tum_text_stream_end(&stream)) { … stream.text … }
///         free(stream.text);
///     }
typedef struct TextStream {
    FILE *file;
    char *text;   ///< After tum_text_stream_end: zero-terminated, in malloc's memory; NULL: failed.
    size_t count; ///< [bytes] without the zero.
} TextStream;

/// @return false when out of memory or files.
bool tum_text_stream_begin(TextStream *stream);

/// Closes the stream. @return false when a write failed or memory ran out.
bool tum_text_stream_end(TextStream *stream);

#endif
