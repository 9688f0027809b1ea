// SPDX-License-Identifier: MIT
// Compressed bufferViews. The bit streams are meshoptimizer's; here is what surrounds them.
#include "document/meshopt.h"

#include <string.h>

#ifdef TUMBLE_MESHOPT
#include <meshoptimizer.h>
#endif

// The second name is the ratified form of the first; both have the same members.
static const char *const extension_names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};

enum { NAME_COUNT = 2 };

// Which of the two names an object carries, or -1.
static int compression_of(const Cursor *extensions)
{
    for (int i = 0; i < NAME_COUNT; ++i) {
        const Cursor extension = tum_cursor_member(extensions, extension_names[i]);
        if (tum_cursor_kind(&extension) == JSON_OBJECT) {
            return i;
        }
    }
    return -1;
}

bool tum_meshopt_is_fallback(const Cursor *buffer)
{
    const Cursor extensions = tum_cursor_member(buffer, "extensions");
    const int name = compression_of(&extensions);
    if (name < 0) {
        return false;
    }
    const Cursor extension = tum_cursor_member(&extensions, extension_names[name]);
    const Cursor fallback = tum_cursor_member(&extension, "fallback");
    return tum_cursor_kind(&fallback) == JSON_TRUE;
}

void tum_meshopt_report_missing(const Cursor *view)
{
    const Cursor extensions = tum_cursor_member(view, "extensions");
    const int name = compression_of(&extensions);
    if (name >= 0) {
        tum_cursor_report_as(view, CODE_UNSUPPORTED_EXTENSION, TUM_SEVERITY_ERROR,
                             "The bytes are compressed with %s, could not be decoded, and the "
                             "fallback buffer is empty.",
                             extension_names[name]);
    }
}

bool tum_meshopt_view(const TumDocument *document, size_t index, BufferView *view)
{
    if (index >= document->decoded_count || document->decoded[index].bytes == NULL) {
        return false;
    }
    *view = document->decoded[index];
    return true;
}

void tum_meshopt_free(TumDocument *document)
{
    for (size_t i = 0; i < document->decoded_count; ++i) {
        tum_release(&document->allocator, (void *)(uintptr_t)document->decoded[i].bytes,
                    document->decoded[i].count);
    }
    tum_release(&document->allocator, document->decoded,
                document->decoded_count * sizeof *document->decoded);
    document->decoded = NULL;
    document->decoded_count = 0;
}

#ifdef TUMBLE_MESHOPT

enum { MOST_GAIN = 64, MAX_STRIDE = 256 };

/// What the extension of a view says.
typedef struct Compression {
    const unsigned char *bytes;
    size_t byte_count;
    size_t count, stride; ///< Of the decoded elements.
    const char *mode, *filter;
} Compression;

static bool read_count(const Cursor *extension, const char *key, size_t *value)
{
    int64_t number = 0;
    if (!tum_cursor_integer(extension, key, &number) || number < 0) {
        return false;
    }
    *value = (size_t)number;
    return true;
}

// False, with a finding, where the description cannot be right.
static bool read_compression(const TumDocument *document, const Cursor *extension,
                             Compression *compression)
{
    size_t offset = 0;
    const int32_t index = tum_cursor_index(extension, "buffer", document->buffers.count);
    const Cursor offset_member = tum_cursor_member(extension, "byteOffset");
    const bool offset_is_right =
        !tum_cursor_exists(&offset_member) || read_count(extension, "byteOffset", &offset);
    compression->filter = "NONE";
    tum_cursor_text(extension, "filter", &compression->filter);
    if (index < 0 || !offset_is_right ||
        !read_count(extension, "byteLength", &compression->byte_count) ||
        !read_count(extension, "byteStride", &compression->stride) ||
        !read_count(extension, "count", &compression->count) ||
        !tum_cursor_text(extension, "mode", &compression->mode)) {
        return false;
    }
    const DocumentBuffer *buffer = &document->buffers.items[index];
    if (buffer->bytes == NULL) {
        return false;
    }
    if (offset > buffer->count || compression->byte_count > buffer->count - offset) {
        tum_cursor_report(extension, CODE_BUFFER_VIEW_TOO_LONG,
                          "The compressed bytes run past the end of the buffer.");
        return false;
    }
    compression->bytes = buffer->bytes + offset;
    const bool stride_is_right =
        compression->stride >= 1 && compression->stride <= MAX_STRIDE &&
        (compression->stride % 4 == 0 || strcmp(compression->mode, "ATTRIBUTES") != 0);
    if (!stride_is_right || compression->byte_count == 0 ||
        compression->count / MOST_GAIN > compression->byte_count / compression->stride + 1) {
        tum_cursor_report(extension, CODE_VALUE_NOT_IN_RANGE,
                          "%zu elements of %zu bytes cannot come out of %zu bytes.",
                          compression->count, compression->stride, compression->byte_count);
        return false;
    }
    return true;
}

static bool decode_bytes(const Compression *from, void *to)
{
    if (strcmp(from->mode, "ATTRIBUTES") == 0) {
        return meshopt_decodeVertexBuffer(to, from->count, from->stride, from->bytes,
                                          from->byte_count) == 0;
    }
    if (from->stride != 2 && from->stride != 4) {
        return false;
    }
    if (strcmp(from->mode, "TRIANGLES") == 0) {
        return from->count % 3 == 0 &&
               meshopt_decodeIndexBuffer(to, from->count, from->stride, from->bytes,
                                         from->byte_count) == 0;
    }
    return strcmp(from->mode, "INDICES") == 0 &&
           meshopt_decodeIndexSequence(to, from->count, from->stride, from->bytes,
                                       from->byte_count) == 0;
}

static bool filter_bytes(const Compression *from, void *to)
{
    const size_t stride = from->stride;
    if (strcmp(from->filter, "NONE") == 0) {
        return true;
    }
    if (strcmp(from->filter, "OCTAHEDRAL") == 0 && (stride == 4 || stride == 8)) {
        meshopt_decodeFilterOct(to, from->count, stride);
        return true;
    }
    if (strcmp(from->filter, "QUATERNION") == 0 && stride == 8) {
        meshopt_decodeFilterQuat(to, from->count, stride);
        return true;
    }
    if (strcmp(from->filter, "EXPONENTIAL") == 0 && stride % 4 == 0) {
        meshopt_decodeFilterExp(to, from->count, stride);
        return true;
    }
    return false;
}

static TumStatus decode_view(TumDocument *document, const Cursor *view, BufferView *decoded)
{
    const Cursor extensions = tum_cursor_member(view, "extensions");
    const int name = compression_of(&extensions);
    if (name < 0) {
        return TUM_OK;
    }
    const Cursor extension = tum_cursor_member(&extensions, extension_names[name]);
    Compression from = {0};
    if (!read_compression(document, &extension, &from)) {
        return TUM_OK;
    }
    const size_t bytes = from.count * from.stride;
    void *to = tum_allocate(&document->allocator, bytes);
    if (to == NULL) {
        return bytes > 0 ? TUM_ERROR_MEMORY : TUM_OK;
    }
    if (!decode_bytes(&from, to) || !filter_bytes(&from, to)) {
        tum_cursor_report_as(&extension, CODE_UNSUPPORTED_EXTENSION, TUM_SEVERITY_ERROR,
                             "The compressed bytes (mode %.20s, filter %.20s) do not decode.",
                             from.mode, from.filter);
        tum_release(&document->allocator, to, bytes);
        return TUM_OK;
    }
    int64_t stride = 0;
    tum_cursor_integer(view, "byteStride", &stride);
    *decoded = (BufferView){to, bytes, stride > 0 ? (size_t)stride : 0};
    return TUM_OK;
}

TumStatus tum_meshopt_decode(TumDocument *document, TumReport *report)
{
    const Cursor root = tum_cursor_root(document, report);
    const Cursor views = tum_cursor_array(&root, "bufferViews");
    const size_t count = tum_cursor_count(&views);
    if (count == 0) {
        return TUM_OK;
    }
    document->decoded = tum_allocate_zeroed(&document->allocator, count, sizeof *document->decoded);
    if (document->decoded == NULL) {
        return TUM_ERROR_MEMORY;
    }
    document->decoded_count = count;
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        const Cursor view = tum_cursor_object_at(&views, i);
        status = decode_view(document, &view, &document->decoded[i]);
    }
    return status;
}

#else

TumStatus tum_meshopt_decode(TumDocument *document, TumReport *report)
{
    (void)document;
    (void)report;
    return TUM_OK;
}

#endif
