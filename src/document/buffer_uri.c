// SPDX-License-Identifier: MIT
// buffer_uri.c: the bytes of one buffer, found by its URI.
#include "document/buffer_uri.h"

#include <string.h>

#include "document/uri.h"
#include "system/path.h"

static TumStatus decode_data_uri(BufferLoading *loading, const Cursor *uri, const char *text,
                                 size_t count, DocumentBuffer *buffer)
{
    TumDocument *document = loading->document;
    DataUri parts;
    if (!tum_uri_parse_data(text, count, &parts)) {
        tum_cursor_report(uri, CODE_INVALID_URI, "A data URI without a comma.");
        return TUM_OK;
    }
    static const char *const media_types[] = {"application/octet-stream",
                                              "application/gltf-buffer"};
    bool is_known = false;
    for (size_t i = 0; i < 2; ++i) {
        is_known =
            is_known || (strlen(media_types[i]) == parts.media_type_count &&
                         memcmp(media_types[i], parts.media_type, parts.media_type_count) == 0);
    }
    if (!is_known) {
        tum_cursor_report(uri, CODE_BUFFER_DATA_URI_MIME_TYPE_INVALID,
                          "Media type '%.*s'; a buffer has application/octet-stream or "
                          "application/gltf-buffer.",
                          (int)(parts.media_type_count < 100 ? parts.media_type_count : 100),
                          parts.media_type);
    }
    const size_t room = tum_uri_data_room(&parts);
    buffer->bytes = tum_allocate(&document->allocator, room);
    if (buffer->bytes == NULL && room > 0) {
        return TUM_ERROR_MEMORY;
    }
    buffer->block_bytes = room;
    if (!tum_uri_decode_data(&parts, buffer->bytes, &buffer->present_count)) {
        tum_cursor_report(uri, CODE_INVALID_URI, "The %s of the data URI is broken.",
                          parts.is_base64 ? "base64" : "percent-encoding");
        tum_release(&document->allocator, buffer->bytes, room);
        *buffer = (DocumentBuffer){0};
        return TUM_OK;
    }
    buffer->origin = BUFFER_DATA_URI;
    return TUM_OK;
}

static void report_file(const Cursor *uri, const char *text, FileResult result)
{
    const bool is_bad_path = result == FILE_OUTSIDE || result == FILE_BAD_PATH;
    tum_cursor_report(uri, is_bad_path ? CODE_INVALID_URI : CODE_IO_ERROR, "'%.160s': %s.", text,
                      tum_file_result_text(result));
}

bool tum_buffer_keep_mapped(TumDocument *document, FileBytes *file)
{
    FileBytes *kept = array_push(&document->mapped, &document->allocator);
    if (kept != NULL) {
        *kept = *file;
        *file = (FileBytes){0};
    }
    return kept != NULL;
}

// Copies the result of a callback. A size beyond the limit is reported before any copy.
static FileResult load_resource(const TumDocument *document, const char *path, uint64_t most,
                                FileBytes *bytes)
{
    const TumResources *resources = &document->resources;
    const void *lent = NULL;
    size_t size = 0;
    *bytes = (FileBytes){0};
    const TumStatus status = resources->read(resources->user, path, &lent, &size);
    if (status != TUM_OK) {
        return status == TUM_ERROR_MEMORY ? FILE_MEMORY
               : status == TUM_ERROR_FILE ? FILE_MISSING
                                          : FILE_FAILED;
    }
    FileResult result = size > most                ? FILE_TOO_BIG
                        : lent == NULL && size > 0 ? FILE_FAILED
                                                   : FILE_OK;
    if (result == FILE_OK && size > 0) {
        bytes->data = tum_allocate(&document->allocator, size);
        result = bytes->data != NULL ? FILE_OK : FILE_MEMORY;
    }
    if (result == FILE_OK && size > 0) {
        memcpy(bytes->data, lent, size);
        bytes->count = bytes->capacity = size;
    }
    if (resources->release != NULL) {
        resources->release(resources->user, lent, size);
    }
    return result;
}

static FileResult load_file(const TumDocument *document, const char *path, FileBytes *bytes)
{
    const uint64_t most = document->resource_bytes - document->external_bytes;
    if (document->resources.read != NULL) {
        return load_resource(document, path, most, bytes);
    }
    return document->map_from_bytes > 0
               ? tum_file_map(path, FILE_PLAIN, document->map_from_bytes, most,
                              &document->allocator, bytes)
               : tum_file_read(path, FILE_PLAIN, most, &document->allocator, bytes);
}

// Reads the file at a path from find_path, or shares the bytes with a buffer that has them. Takes
// ownership of the path.
static TumStatus read_file(BufferLoading *loading, const Cursor *uri, const char *text, char *path,
                           DocumentBuffer *buffer)
{
    TumDocument *document = loading->document;
    for (size_t i = 0; i < loading->files.count && !loading->is_encoded; ++i) {
        const DocumentBuffer *other = &document->buffers.items[loading->files.items[i]];
        if (strcmp(other->path, path) == 0) {
            *buffer = *other;
            buffer->is_shared = true;
            tum_path_free(path, &document->allocator);
            return TUM_OK;
        }
    }
    FileBytes bytes;
    const FileResult result = load_file(document, path, &bytes);
    uint32_t *slot = NULL;
    if (result == FILE_OK && !loading->is_encoded) {
        slot = array_push(&loading->files, &document->allocator);
    }
    if (result == FILE_OK && (slot != NULL || loading->is_encoded)) {
        const DocumentBuffer loaded = {.origin = BUFFER_EXTERNAL,
                                       .bytes = bytes.data,
                                       .present_count = bytes.count,
                                       .block_bytes = bytes.is_mapped ? 0 : bytes.capacity,
                                       .path = path};
        if (!bytes.is_mapped || tum_buffer_keep_mapped(document, &bytes)) {
            *buffer = loaded;
            if (slot != NULL) {
                *slot = (uint32_t)(buffer - document->buffers.items);
            }
            document->external_bytes += loaded.present_count;
            return TUM_OK;
        }
    }
    tum_path_free(path, &document->allocator);
    if (result == FILE_OK) {
        tum_file_bytes_free(&bytes, &document->allocator);
        return TUM_ERROR_MEMORY;
    }
    if (result == FILE_MEMORY) {
        return TUM_ERROR_MEMORY;
    }
    report_file(uri, text, result);
    return TUM_OK;
}

static FileResult find_path(const TumDocument *document, const char *decoded, size_t count,
                            char **path)
{
    return document->resources.read != NULL
               ? tum_path_plain(decoded, count, &document->allocator, path)
               : tum_path_inside(document->folder, decoded, count, &document->allocator, path);
}

static TumStatus open_file(BufferLoading *loading, const Cursor *uri, const char *text,
                           size_t count, DocumentBuffer *buffer)
{
    TumDocument *document = loading->document;
    if (document->no_resources) {
        return TUM_OK;
    }
    if (document->folder == NULL && document->resources.read == NULL) {
        tum_cursor_report(uri, CODE_IO_ERROR,
                          "'%.160s' is another file, and this document is in no folder.", text);
        return TUM_OK;
    }
    char *decoded = tum_allocate(&document->allocator, count);
    if (decoded == NULL) {
        return TUM_ERROR_MEMORY;
    }
    size_t decoded_count;
    TumStatus status = TUM_OK;
    if (!tum_uri_decode_percent(text, count, decoded, &decoded_count)) {
        tum_cursor_report(uri, CODE_INVALID_URI, "A percent sign without two digits.");
    } else {
        char *path = NULL;
        const FileResult result = find_path(document, decoded, decoded_count, &path);
        if (result == FILE_OK) {
            status = read_file(loading, uri, text, path, buffer);
        } else if (result == FILE_MEMORY) {
            status = TUM_ERROR_MEMORY;
        } else {
            report_file(uri, text, result);
        }
    }
    tum_release(&document->allocator, decoded, count);
    return status;
}

TumStatus tum_buffer_load_uri(BufferLoading *loading, const Cursor *uri, DocumentBuffer *buffer)
{
    const JsonValue *value = uri->value;
    switch (tum_uri_kind(value->text, value->count)) {
    case URI_DATA: return decode_data_uri(loading, uri, value->text, value->count, buffer);
    case URI_RELATIVE: return open_file(loading, uri, value->text, value->count, buffer);
    case URI_REMOTE:
        tum_cursor_report(uri, CODE_NON_RELATIVE_URI, "'%.160s' is not fetched.", value->text);
        if (!loading->document->no_resources) {
            tum_cursor_report(uri, CODE_IO_ERROR,
                              "The bytes of '%.160s' are missing: this program fetches nothing. "
                              "Save the file below the document's folder.",
                              value->text);
        }
        break;
    case URI_INVALID:
        tum_cursor_report(uri, CODE_INVALID_URI,
                          "'%.160s' is neither a data URI nor a path below the document's folder.",
                          value->text);
        break;
    }
    return TUM_OK;
}

void tum_buffer_release(TumDocument *document, uint8_t *bytes, size_t block_bytes)
{
    if (block_bytes > 0) {
        tum_release(&document->allocator, bytes, block_bytes);
    }
}
