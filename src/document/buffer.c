// SPDX-License-Identifier: MIT
// buffer.c: the bytes of buffers and bufferViews.
#include "document/buffer.h"

#include <string.h>

#include "base/assert.h"
#include "document/buffer_uri.h"
#include "document/g4mf_buffer.h"
#include "document/meshopt.h"
#include "system/path.h"
#include "tumble/capacity.h"

enum { GLB_PADDING = 3 /**< [bytes] Most padding of a BIN chunk after its buffer. */ };

// A buffer without URI: the BIN chunk for the first buffer; otherwise an extension provides the
// bytes.
static void take_chunk(BufferLoading *loading, const Cursor *at, DocumentBuffer *buffer)
{
    TumDocument *document = loading->document;
    if (at->index == 0 && document->has_chunk) {
        *buffer = (DocumentBuffer){.origin = BUFFER_CHUNK,
                                   .bytes = document->chunk,
                                   .present_count = document->chunk_count,
                                   .block_bytes = document->chunk_block_bytes};
        document->chunk = NULL;
        document->has_chunk = false;
        return;
    }
    if (tum_meshopt_is_fallback(at) || (at->index > 0 && document->container == DOCUMENT_GLB)) {
        return;
    }
    tum_cursor_report(at, CODE_BUFFER_MISSING_GLB_DATA,
                      document->container == DOCUMENT_GLB ? "No uri, and the file has no BIN chunk."
                                                          : "No uri, and this is no GLB file.");
}

static void check_length(const Cursor *at, bool is_g4mf, DocumentBuffer *buffer)
{
    int64_t declared = 0;
    buffer->count = buffer->present_count;
    const Cursor length = tum_cursor_member(at, "byteLength");
    if (!tum_cursor_exists(&length)) {
        tum_cursor_report_missing(at, "byteLength");
        return;
    }
    if (!tum_cursor_integer(at, "byteLength", &declared)) {
        return;
    }
    if (declared < 1) {
        tum_cursor_report(&length, CODE_VALUE_NOT_IN_RANGE, "Value %lld is not 1 or more.",
                          (long long)declared);
        return;
    }
    if (buffer->origin == BUFFER_MISSING) {
        return;
    }
    if ((uint64_t)declared > buffer->present_count) {
        tum_cursor_report(at, CODE_BUFFER_BYTE_LENGTH_MISMATCH,
                          "The buffer has %zu bytes of the %lld it declares.",
                          buffer->present_count, (long long)declared);
        return;
    }
    buffer->count = (size_t)declared;
    if (buffer->origin == BUFFER_CHUNK && !is_g4mf &&
        buffer->present_count - buffer->count > GLB_PADDING) {
        tum_cursor_report(at, CODE_BUFFER_GLB_CHUNK_TOO_BIG,
                          "The BIN chunk is %zu bytes longer than the buffer.",
                          buffer->present_count - buffer->count);
    }
}

static TumStatus load_buffer(BufferLoading *loading, const Cursor *at)
{
    DocumentBuffer *buffer = &loading->document->buffers.items[at->index];
    const Cursor uri = tum_cursor_member(at, "uri");
    const char *text;
    TumStatus status = TUM_OK;
    if (loading->document->is_g4mf) {
        status = tum_g4mf_buffer_load(loading, at, buffer);
    } else if (!tum_cursor_exists(&uri)) {
        take_chunk(loading, at, buffer);
    } else if (tum_cursor_text_here(&uri, &text)) {
        status = tum_buffer_load_uri(loading, &uri, buffer);
    }
    if (status == TUM_OK) {
        check_length(at, loading->document->is_g4mf, buffer);
    }
    return status;
}

static TumStatus keep_chunk(TumDocument *document, const GlbChunks *chunks, FileBytes *file,
                            bool stays)
{
    if (!chunks->has_bin) {
        return TUM_OK;
    }
    if (stays && chunks->bin_count > 0) {
        document->has_chunk = true;
        document->chunk = (uint8_t *)chunks->bin;
        document->chunk_count = chunks->bin_count;
        return TUM_OK;
    }
    if (file != NULL && chunks->bin_count > file->capacity / 2) {
        memmove(file->data, chunks->bin, chunks->bin_count);
        document->has_chunk = true;
        document->chunk = file->data;
        document->chunk_count = chunks->bin_count;
        document->chunk_block_bytes = file->capacity;
        *file = (FileBytes){0};
        return TUM_OK;
    }
    document->has_chunk = true;
    document->chunk = tum_allocate(&document->allocator, chunks->bin_count);
    if (document->chunk == NULL && chunks->bin_count > 0) {
        return TUM_ERROR_MEMORY;
    }
    document->chunk_count = document->chunk_block_bytes = chunks->bin_count;
    if (chunks->bin_count > 0) {
        memcpy(document->chunk, chunks->bin, chunks->bin_count);
    }
    return TUM_OK;
}

TumStatus tum_buffers_load(TumDocument *document, const GlbChunks *glb, const G4bChunks *g4b,
                           FileBytes *file, TumReport *report)
{
    const bool stays = file != NULL && file->is_mapped && document->container != DOCUMENT_TEXT;
    if (stays && !tum_buffer_keep_mapped(document, file)) {
        return TUM_ERROR_MEMORY;
    }
    TumStatus status = keep_chunk(document, glb, file, stays);
    if (status != TUM_OK) {
        return status;
    }
    const Cursor root = tum_cursor_root(document, report);
    const Cursor buffers = tum_cursor_array(&root, "buffers");
    const size_t count = tum_cursor_count(&buffers);
    if (!array_reserve(&document->buffers, count, &document->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    if (count > 0) {
        memset(document->buffers.items, 0, count * sizeof *document->buffers.items);
    }
    document->buffers.count = count;
    BufferLoading loading = {
        .document = document, .report = report, .g4b = g4b, .chunks_stay = stays};
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        const Cursor at = tum_cursor_object_at(&buffers, i);
        if (tum_cursor_exists(&at)) {
            status = load_buffer(&loading, &at);
        }
    }
    array_free(&loading.files, &document->allocator);
    return status == TUM_OK ? tum_meshopt_decode(document, report) : status;
}

void tum_buffers_free(TumDocument *document)
{
    for (size_t i = 0; i < document->buffers.count; ++i) {
        const DocumentBuffer *buffer = &document->buffers.items[i];
        if (!buffer->is_shared) {
            tum_buffer_release(document, buffer->bytes, buffer->block_bytes);
            tum_path_free(buffer->path, &document->allocator);
        }
    }
    array_free(&document->buffers, &document->allocator);
    tum_meshopt_free(document);
    tum_buffer_release(document, document->chunk, document->chunk_block_bytes);
    for (size_t i = 0; i < document->mapped.count; ++i) {
        tum_file_bytes_free(&document->mapped.items[i], &document->allocator);
    }
    array_free(&document->mapped, &document->allocator);
}

bool tum_buffer_reserve(TumDocument *document, DocumentBuffer *buffer, size_t count)
{
    TUM_ASSERT(buffer->path == NULL);
    if (count <= buffer->block_bytes) {
        return true;
    }
    size_t room = buffer->block_bytes <= SIZE_MAX / 2 ? buffer->block_bytes * 2 : SIZE_MAX;
    room = room > count ? room : count;
    const bool is_mapped = buffer->block_bytes == 0;
    uint8_t *block = tum_reallocate(&document->allocator, is_mapped ? NULL : buffer->bytes,
                                    buffer->block_bytes, room);
    if (block == NULL) {
        return false;
    }
    if (is_mapped && buffer->present_count > 0) {
        memcpy(block, buffer->bytes, buffer->present_count);
    }
    buffer->bytes = block;
    buffer->block_bytes = room;
    return true;
}

// A number of bytes from 0 up; false where it is wrong. An absent number leaves *value unchanged.
static bool read_bytes(const Cursor *object, const char *key, size_t *value)
{
    const Cursor member = tum_cursor_member(object, key);
    int64_t number;
    if (!tum_cursor_exists(&member)) {
        return true;
    }
    if (!tum_cursor_integer(object, key, &number)) {
        return false;
    }
    if (number < 0) {
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_RANGE, "Value %lld is not 0 or more.",
                          (long long)number);
        return false;
    }
    *value = (uint64_t)number < SIZE_MAX ? (size_t)number : SIZE_MAX;
    return true;
}

// Files a finding and returns false where the view lies outside its buffer.
static bool check_extent(const Cursor *at, size_t offset, size_t length, size_t buffer_count)
{
    if (offset > buffer_count) {
        const Cursor member = tum_cursor_member(at, "byteOffset");
        tum_cursor_report(&member, CODE_BUFFER_VIEW_TOO_LONG,
                          "Offset %zu is past the end of the buffer, %zu.", offset, buffer_count);
        return false;
    }
    if (length > buffer_count - offset) {
        const Cursor member = tum_cursor_member(at, "byteLength");
        tum_cursor_report(&member, CODE_BUFFER_VIEW_TOO_LONG,
                          "%zu bytes from %zu on run past the end of the buffer, %zu.", length,
                          offset, buffer_count);
        return false;
    }
    return true;
}

// G4MF allows the index 0 to be absent.
static int32_t read_buffer_index(const TumDocument *document, const Cursor *view)
{
    const Cursor member = tum_cursor_member(view, "buffer");
    if (document->is_g4mf && !tum_cursor_exists(&member)) {
        if (document->buffers.count == 0) {
            tum_cursor_report(view, CODE_UNRESOLVED_REFERENCE, "There is no buffer.");
            return -1;
        }
        return 0;
    }
    return tum_cursor_index(view, "buffer", document->buffers.count);
}

bool tum_buffer_view_open(const TumDocument *document, int32_t index, BufferView *view,
                          TumReport *report)
{
    const Cursor root = tum_cursor_root(document, report);
    const Cursor views = tum_cursor_array(&root, "bufferViews");
    const Cursor at = tum_cursor_object_at(&views, (size_t)index);
    if (!tum_cursor_exists(&at)) {
        return false;
    }
    size_t offset = 0, length = 0, stride = 0;
    const int32_t buffer_index = read_buffer_index(document, &at);
    const Cursor length_member = tum_cursor_member(&at, "byteLength");
    if (!tum_cursor_exists(&length_member)) {
        tum_cursor_report_missing(&at, "byteLength");
        return false;
    }
    if (buffer_index < 0 || !read_bytes(&at, "byteOffset", &offset) ||
        !read_bytes(&at, "byteLength", &length) || !read_bytes(&at, "byteStride", &stride)) {
        return false;
    }
    if (tum_meshopt_view(document, (size_t)index, view)) {
        return true;
    }
    const DocumentBuffer *buffer = &document->buffers.items[buffer_index];
    if (buffer->bytes == NULL) {
        tum_meshopt_report_missing(&at);
        return false;
    }
    if (!check_extent(&at, offset, length, buffer->count)) {
        return false;
    }
    *view = (BufferView){buffer->bytes + offset, length, stride};
    return true;
}
