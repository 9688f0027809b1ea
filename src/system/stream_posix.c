// SPDX-License-Identifier: MIT
// stream_posix.c: streams of POSIX to memory.
#define _POSIX_C_SOURCE 200809L
#include "system/stream.h"

#include <stdlib.h>

bool tum_text_stream_begin(TextStream *stream)
{
    *stream = (TextStream){0};
    stream->file = open_memstream(&stream->text, &stream->count);
    return stream->file != NULL;
}

bool tum_text_stream_end(TextStream *stream)
{
    const bool is_complete = ferror(stream->file) == 0;
    if (fclose(stream->file) == 0 && is_complete) {
        return true;
    }
    free(stream->text);
    stream->text = NULL;
    stream->count = 0;
    return false;
}
