// SPDX-License-Identifier: MIT
// meshopt.c: compressed bufferViews: descriptions, limits and the table of decoded views.
#include "document/meshopt.h"

#include <string.h>

#include "document/meshopt_codec.h"

// The second name is the ratified form of the first; both have the same members.
static const char *const extension_names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};

enum { NAME_COUNT = 2 };

// The index of the name in an object's extensions, or -1.
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

enum { MAX_STRIDE = 256 };

/// The members of a view's extension.
typedef struct Compression {
    MeshoptStream stream;
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

// False, with a finding, for an invalid description.
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
    MeshoptStream *stream = &compression->stream;
    if (index < 0 || !offset_is_right ||
        !read_count(extension, "byteLength", &stream->byte_count) ||
        !read_count(extension, "byteStride", &stream->stride) ||
        !read_count(extension, "count", &stream->count) ||
        !tum_cursor_text(extension, "mode", &compression->mode)) {
        return false;
    }
    const DocumentBuffer *buffer = &document->buffers.items[index];
    if (buffer->bytes == NULL) {
        return false;
    }
    if (offset > buffer->count || stream->byte_count > buffer->count - offset) {
        tum_cursor_report(extension, CODE_BUFFER_VIEW_TOO_LONG,
                          "The compressed bytes run past the end of the buffer.");
        return false;
    }
    stream->bytes = buffer->bytes + offset;
    const bool is_attribute = strcmp(compression->mode, "ATTRIBUTES") == 0;
    const bool stride_is_right = is_attribute ? stream->stride >= 4 && stream->stride % 4 == 0 &&
                                                    stream->stride <= MAX_STRIDE
                                              : stream->stride == 2 || stream->stride == 4;
    if (!stride_is_right || stream->count > document->inflatable_bytes / stream->stride) {
        tum_cursor_report(extension, CODE_VALUE_NOT_IN_RANGE,
                          "%zu elements of %zu bytes cannot come out of %zu bytes.", stream->count,
                          stream->stride, stream->byte_count);
        return false;
    }
    return true;
}

static bool decode_bytes(const Compression *from, uint8_t *to)
{
    if (strcmp(from->mode, "ATTRIBUTES") == 0) {
        return tum_meshopt_attributes(&from->stream, to);
    }
    if (strcmp(from->mode, "TRIANGLES") == 0) {
        return tum_meshopt_triangles(&from->stream, to);
    }
    return strcmp(from->mode, "INDICES") == 0 && tum_meshopt_indices(&from->stream, to);
}

static bool filter_bytes(const Compression *from, uint8_t *to)
{
    static const struct {
        const char *name;
        bool (*undo)(uint8_t *bytes, size_t count, size_t stride);
    } filters[] = {{"OCTAHEDRAL", tum_meshopt_octahedral},
                   {"QUATERNION", tum_meshopt_quaternion},
                   {"EXPONENTIAL", tum_meshopt_exponential},
                   {"COLOR", tum_meshopt_color}};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; ++i) {
        if (strcmp(from->filter, filters[i].name) == 0) {
            return filters[i].undo(to, from->stream.count, from->stream.stride);
        }
    }
    return strcmp(from->filter, "NONE") == 0;
}

// The entry of a decoded view; the table is created with the first one. NULL when out of memory.
static BufferView *decoded_view(TumDocument *document, size_t index)
{
    if (document->decoded == NULL) {
        const size_t count = tum_cursor_root_count(document, "bufferViews");
        document->decoded =
            tum_allocate_zeroed(&document->allocator, count, sizeof *document->decoded);
        document->decoded_count = document->decoded != NULL ? count : 0;
    }
    return document->decoded != NULL ? &document->decoded[index] : NULL;
}

static TumStatus decode_view(TumDocument *document, const Cursor *view, size_t index)
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
    const size_t bytes = from.stream.count * from.stream.stride;
    uint8_t *to = tum_allocate(&document->allocator, bytes);
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
    document->inflatable_bytes -= bytes;
    int64_t stride = 0;
    tum_cursor_integer(view, "byteStride", &stride);
    BufferView *decoded = decoded_view(document, index);
    if (decoded == NULL) {
        tum_release(&document->allocator, to, bytes);
        return TUM_ERROR_MEMORY;
    }
    *decoded = (BufferView){to, bytes, stride > 0 ? (size_t)stride : 0};
    return TUM_OK;
}

TumStatus tum_meshopt_decode(TumDocument *document, TumReport *report)
{
    const Cursor root = tum_cursor_root(document, report);
    const Cursor views = tum_cursor_array(&root, "bufferViews");
    const size_t count = tum_cursor_count(&views);
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        const Cursor view = tum_cursor_object_at(&views, i);
        status = decode_view(document, &view, i);
    }
    return status;
}
