// SPDX-License-Identifier: MIT
// stream_windows.c: streams of the C library that are no files, on Windows. Its library has no
// stream to memory: a text is written to a temporary file that disappears with its stream.
#include "system/stream.h"

#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdlib.h>

#include "system/windows.h"

// A stream that owns the handle, which is closed on failure.
static FILE *stream_of(HANDLE handle)
{
    if (handle == INVALID_HANDLE_VALUE) {
        return NULL;
    }
    const int descriptor = _open_osfhandle((intptr_t)handle, _O_RDWR | _O_BINARY);
    if (descriptor < 0) {
        (void)CloseHandle(handle);
        return NULL;
    }
    FILE *stream = _fdopen(descriptor, "w+b");
    if (stream == NULL) {
        (void)_close(descriptor);
    }
    return stream;
}

static FILE *open_temporary(void)
{
    wchar_t folder[MAX_PATH + 1], name[MAX_PATH + 1];
    if (GetTempPathW(MAX_PATH + 1, folder) == 0 || GetTempFileNameW(folder, L"tum", 0, name) == 0) {
        return NULL;
    }
    const DWORD flags = FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE;
    return stream_of(CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_DELETE, NULL,
                                 CREATE_ALWAYS, flags, NULL));
}

static bool read_back(TextStream *stream)
{
    FILE *file = stream->file;
    if (fflush(file) != 0 || ferror(file) || _fseeki64(file, 0, SEEK_END) != 0) {
        return false;
    }
    const long long end = _ftelli64(file);
    if (end < 0 || (uint64_t)end >= SIZE_MAX) {
        return false;
    }
    rewind(file);
    char *text = malloc((size_t)end + 1);
    if (text == NULL || fread(text, 1, (size_t)end, file) != (size_t)end) {
        free(text);
        return false;
    }
    text[end] = '\0';
    stream->text = text;
    stream->count = (size_t)end;
    return true;
}

bool tum_text_stream_begin(TextStream *stream)
{
    *stream = (TextStream){.file = open_temporary()};
    return stream->file != NULL;
}

bool tum_text_stream_end(TextStream *stream)
{
    const bool is_complete = read_back(stream);
    (void)fclose(stream->file);
    stream->file = NULL;
    return is_complete;
}
