// SPDX-License-Identifier: MIT
// write.c: documents as text, as GLB and as G4B. The document itself stays unchanged: a second tree
// holds the parts that differ in the file (buffers that move into the text or the BIN chunk) and
// shares the rest.
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "document/g4b.h"
#include "document/glb.h"
#include "document/json_write.h"
#include "document/state.h"
#include "document/uri.h"
#include "system/path.h"

enum {
    INDENT = 2,         ///< [spaces]
    CHUNK_ALIGNMENT = 4 ///< [bytes] Alignment of buffers in the BIN chunk.
};

// The members that locate the bytes of a G4MF buffer; `compression` is from older files.
static const char *const place_members[] = {"uri", "chunk", "encoding", "compression"};

typedef enum Place {
    PLACE_AS_IS,    ///< The entry of /buffers is right already.
    PLACE_IN_TEXT,  ///< The bytes become a data URI.
    PLACE_IN_CHUNK, ///< The bytes join the binary chunk.
    PLACE_IN_FILE   ///< The bytes become a file beside the document.
} Place;

/// State of writing a document.
typedef struct Writing {
    const TumDocument *document;
    TumSaveOptions options;
    bool is_binary;
    const char *folder; ///< The folder of the new file; NULL: none.
    const char *stem;   ///< The name of files beside it, without extension; NULL: no such files.
    Arena arena;        ///< Holds the second tree and the arrays below.
    JsonValue root;
    Place *places;       ///< [buffer count]
    uint32_t *new_index; ///< [buffer count] Index in the new /buffers.
    size_t *shift;       ///< [buffer count] Offset of the buffer's bytes in the new buffer.
    TextBuffer *uris;    ///< [buffer count] Data URIs and file names.
    TextBuffer chunk;
    bool has_chunk;
    bool buffers_move; ///< Indices or offsets change.
} Writing;

// True where the relative URI of a buffer, from the new file's folder, names the same file.
static TumStatus stays_external(const Writing *writing, size_t index, bool *stays)
{
    const TumDocument *document = writing->document;
    const JsonValue *buffers = tum_json_find(&document->root, "buffers");
    const JsonValue *uri = tum_json_find(&buffers->items[index], "uri");
    const TumAllocator *allocator = &document->allocator;
    *stays = false;
    if (writing->folder == NULL || uri == NULL || uri->kind != JSON_TEXT) {
        return TUM_OK;
    }
    char *decoded = tum_allocate(allocator, uri->count);
    char *path = NULL;
    size_t count;
    if (decoded == NULL) {
        return TUM_ERROR_MEMORY;
    }
    FileResult result = FILE_BAD_PATH;
    if (tum_uri_decode_percent(uri->text, uri->count, decoded, &count)) {
        result = tum_path_inside(writing->folder, decoded, count, allocator, &path);
    }
    if (result == FILE_OK) {
        *stays = strcmp(path, document->buffers.items[index].path) == 0;
        tum_path_free(path, allocator);
    }
    tum_release(allocator, decoded, uri->count);
    return result == FILE_MEMORY ? TUM_ERROR_MEMORY : TUM_OK;
}

static TumStatus choose_place(const Writing *writing, size_t index, Place *place)
{
    const TumDocument *document = writing->document;
    const DocumentBuffer *buffer = &document->buffers.items[index];
    const Place inside = writing->is_binary ? PLACE_IN_CHUNK : PLACE_IN_TEXT;
    bool stays = false;
    TumStatus status = TUM_OK;
    switch (buffer->origin) {
    case BUFFER_MISSING: stays = true; break;
    case BUFFER_DATA_URI:
        // A container keeps its data URIs; a container made from a text takes their bytes into the
        // chunk.
        stays = !writing->is_binary ||
                (document->container != DOCUMENT_TEXT && !writing->options.embed);
        break;
    case BUFFER_EXTERNAL:
        if (!writing->options.embed) {
            status = stays_external(writing, index, &stays);
        }
        break;
    case BUFFER_CHUNK:
    case BUFFER_ADDED: break;
    }
    const bool is_file = !writing->is_binary && writing->options.separate &&
                         writing->stem != NULL && buffer->origin != BUFFER_MISSING;
    stays = stays && !(is_file && buffer->origin == BUFFER_DATA_URI);
    *place = stays && !buffer->is_changed ? PLACE_AS_IS : is_file ? PLACE_IN_FILE : inside;
    return status;
}

// Appends a buffer to the chunk, which is buffer 0 of the new file.
static TumStatus join_chunk(Writing *writing, size_t index)
{
    static const char zeros[G4B_ALIGNMENT] = {0};
    const DocumentBuffer *buffer = &writing->document->buffers.items[index];
    const size_t alignment = writing->document->is_g4mf ? G4B_ALIGNMENT : CHUNK_ALIGNMENT;
    const size_t used = writing->chunk.text.count;
    const size_t padding = (alignment - used % alignment) % alignment;
    TumStatus status = padding > 0 ? tum_text_buffer_add(&writing->chunk, zeros, padding) : TUM_OK;
    writing->new_index[index] = 0;
    writing->shift[index] = used + padding;
    writing->has_chunk = true;
    if (status == TUM_OK && buffer->count > 0) {
        status = tum_text_buffer_add(&writing->chunk, (const char *)buffer->bytes, buffer->count);
    }
    return status;
}

static TumStatus place_buffers(Writing *writing)
{
    const size_t count = writing->document->buffers.count;
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        status = choose_place(writing, i, &writing->places[i]);
        if (status == TUM_OK && writing->places[i] == PLACE_IN_CHUNK) {
            status = join_chunk(writing, i);
        }
    }
    uint32_t next = writing->has_chunk ? 1 : 0;
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        if (writing->places[i] != PLACE_IN_CHUNK) {
            writing->new_index[i] = next++;
        }
        writing->buffers_move =
            writing->buffers_move || writing->new_index[i] != i || writing->shift[i] != 0;
    }
    return status;
}

// "crate.bin", "crate-1.bin": the name of a buffer's file, plain or for a URI.
static TumStatus write_file_name(const char *stem, size_t index, bool is_uri, TextBuffer *to)
{
    static const char hex[] = "0123456789ABCDEF";
    char end[32];
    TumStatus status = TUM_OK;
    for (const char *at = stem; *at != '\0' && status == TUM_OK; ++at) {
        const unsigned char c = (unsigned char)*at;
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || strchr("-._~", c) != NULL;
        const char escaped[3] = {'%', hex[c >> 4], hex[c & 15u]};
        status = is_plain || !is_uri ? tum_text_buffer_add(to, at, 1)
                                     : tum_text_buffer_add(to, escaped, sizeof escaped);
    }
    const int length = index == 0 ? snprintf(end, sizeof end, ".bin")
                                  : snprintf(end, sizeof end, "-%zu.bin", index);
    return status == TUM_OK ? tum_text_buffer_add(to, end, (size_t)length) : status;
}

// The buffer's entry in the new file; its bytes may have moved.
static TumStatus make_entry(Writing *writing, size_t index, const JsonValue *from, JsonValue *to)
{
    Arena *arena = &writing->arena;
    if (writing->places[index] == PLACE_AS_IS || from->kind != JSON_OBJECT) {
        *to = *from;
        return TUM_OK;
    }
    if (!tum_json_copy_level(arena, from, to)) {
        return TUM_ERROR_MEMORY;
    }
    const bool is_g4mf = writing->document->is_g4mf;
    for (size_t i = 0; i < sizeof place_members / sizeof *place_members && is_g4mf; ++i) {
        tum_json_remove(to, place_members[i]);
    }
    if (writing->places[index] == PLACE_IN_CHUNK) {
        // The chunk is set last, also for a buffer that is in the chunk already.
        tum_json_remove(to, "uri");
        const JsonValue length = json_number((double)writing->chunk.text.count);
        const bool is_right =
            (!writing->buffers_move || tum_json_set(arena, to, "byteLength", length) != NULL) &&
            (!is_g4mf || tum_json_set(arena, to, "chunk", json_number(1.0)) != NULL);
        return is_right ? TUM_OK : TUM_ERROR_MEMORY;
    }
    const DocumentBuffer *buffer = &writing->document->buffers.items[index];
    TextBuffer *uri = &writing->uris[index];
    uri->allocator = writing->document->allocator;
    const TumStatus status = writing->places[index] == PLACE_IN_FILE
                                 ? write_file_name(writing->stem, index, true, uri)
                                 : tum_uri_write_data(uri, buffer->bytes, buffer->count);
    if (status != TUM_OK) {
        return status;
    }
    if (uri->text.count > UINT32_MAX) {
        return TUM_ERROR_CAPACITY;
    }
    const JsonValue text = {
        .kind = JSON_TEXT, .count = (uint32_t)uri->text.count, .text = uri->text.items};
    return tum_json_set(arena, to, "uri", text) != NULL ? TUM_OK : TUM_ERROR_MEMORY;
}

static TumStatus make_buffers(Writing *writing)
{
    const JsonValue *from = tum_json_find(&writing->document->root, "buffers");
    const size_t count = writing->document->buffers.count;
    if (count == 0) {
        return TUM_OK;
    }
    JsonValue buffers = json_empty(JSON_ARRAY);
    if (!tum_json_reserve(&writing->arena, &buffers, from->count)) {
        return TUM_ERROR_MEMORY;
    }
    bool chunk_is_made = false;
    for (size_t i = 0; i < count; ++i) {
        const bool in_chunk = writing->places[i] == PLACE_IN_CHUNK;
        if (in_chunk && chunk_is_made) {
            continue; // The buffer is part of the first one that joined.
        }
        chunk_is_made = chunk_is_made || in_chunk;
        const TumStatus status =
            make_entry(writing, i, &from->items[i], &buffers.items[writing->new_index[i]]);
        if (status != TUM_OK) {
            return status;
        }
        ++buffers.count;
    }
    return tum_json_set(&writing->arena, &writing->root, "buffers", buffers) != NULL
               ? TUM_OK
               : TUM_ERROR_MEMORY;
}

// Redirects the `buffer` and `byteOffset` of an object to the new place of the bytes.
static bool redirect(const Writing *writing, Arena *arena, JsonValue *object)
{
    static const JsonValue first = {.kind = JSON_NUMBER};
    const JsonValue *buffer = tum_json_find(object, "buffer");
    if (buffer == NULL && writing->document->is_g4mf && writing->document->buffers.count > 0) {
        buffer = &first;
    }
    if (buffer == NULL || buffer->kind != JSON_NUMBER || !(tum_json_number_of(buffer) >= 0.0) ||
        !(tum_json_number_of(buffer) < (double)writing->document->buffers.count)) {
        return true;
    }
    const size_t index = (size_t)tum_json_number_of(buffer);
    const JsonValue *offset = tum_json_find(object, "byteOffset");
    const double old_offset =
        offset != NULL && offset->kind == JSON_NUMBER ? tum_json_number_of(offset) : 0.0;
    const JsonValue new_index = json_number((double)writing->new_index[index]);
    const JsonValue new_offset = json_number(old_offset + (double)writing->shift[index]);
    return tum_json_set(arena, object, "buffer", new_index) != NULL &&
           (writing->shift[index] == 0 ||
            tum_json_set(arena, object, "byteOffset", new_offset) != NULL);
}

// A bufferView names buffers twice where it is compressed (EXT_meshopt_compression).
static bool redirect_extensions(const Writing *writing, Arena *arena, JsonValue *view)
{
    static const char *const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    const JsonValue *extensions = tum_json_find(view, "extensions");
    if (extensions == NULL || extensions->kind != JSON_OBJECT) {
        return true;
    }
    for (size_t i = 0; i < 2; ++i) {
        const JsonValue *extension = tum_json_find(extensions, names[i]);
        JsonValue copied_extension, copied_extensions;
        if (extension == NULL || extension->kind != JSON_OBJECT) {
            continue;
        }
        if (!tum_json_copy_level(arena, extension, &copied_extension) ||
            !redirect(writing, arena, &copied_extension) ||
            !tum_json_copy_level(arena, extensions, &copied_extensions) ||
            tum_json_set(arena, &copied_extensions, names[i], copied_extension) == NULL) {
            return false;
        }
        JsonValue *at = tum_json_set(arena, view, "extensions", copied_extensions);
        if (at == NULL) {
            return false;
        }
        extensions = at;
    }
    return true;
}

static TumStatus make_views(Writing *writing)
{
    const JsonValue *from = tum_json_find(&writing->document->root, "bufferViews");
    if (!writing->buffers_move || from == NULL || from->kind != JSON_ARRAY) {
        return TUM_OK;
    }
    Arena *arena = &writing->arena;
    JsonValue views;
    if (!tum_json_copy_level(arena, from, &views)) {
        return TUM_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < views.count; ++i) {
        JsonValue view;
        if (views.items[i].kind != JSON_OBJECT) {
            continue;
        }
        if (!tum_json_copy_level(arena, &views.items[i], &view) ||
            !redirect(writing, arena, &view) || !redirect_extensions(writing, arena, &view)) {
            return TUM_ERROR_MEMORY;
        }
        views.items[i] = view;
    }
    return tum_json_set(arena, &writing->root, "bufferViews", views) != NULL ? TUM_OK
                                                                             : TUM_ERROR_MEMORY;
}

static TumStatus prepare(Writing *writing)
{
    const TumDocument *document = writing->document;
    const size_t count = document->buffers.count;
    Arena *arena = &writing->arena;
    writing->places = tum_arena_zeroed(arena, count, sizeof *writing->places);
    writing->new_index = tum_arena_zeroed(arena, count, sizeof *writing->new_index);
    writing->shift = tum_arena_zeroed(arena, count, sizeof *writing->shift);
    writing->uris = tum_arena_zeroed(arena, count, sizeof *writing->uris);
    if (writing->places == NULL || writing->new_index == NULL || writing->shift == NULL ||
        writing->uris == NULL || !tum_json_copy_level(arena, &document->root, &writing->root)) {
        return TUM_ERROR_MEMORY;
    }
    TumStatus status = place_buffers(writing);
    if (status == TUM_OK) {
        status = make_buffers(writing);
    }
    if (status == TUM_OK) {
        status = make_views(writing);
    }
    // A chunk without a buffer is kept all the same.
    if (status == TUM_OK && writing->is_binary && !writing->has_chunk && document->has_chunk) {
        writing->has_chunk = true;
        if (document->chunk_count > 0) {
            status = tum_text_buffer_add(&writing->chunk, (const char *)document->chunk,
                                         document->chunk_count);
        }
    }
    return status;
}

static TumStatus put_document(Writing *writing, TextBuffer *to)
{
    const TumAllocator *allocator = &writing->document->allocator;
    if (!writing->is_binary) {
        const TumStatus status = tum_json_write(&writing->root, tum_text_buffer_sink(to),
                                                writing->options.no_indent ? 0 : INDENT, allocator);
        return status == TUM_OK ? tum_text_buffer_add(to, "\n", 1) : status;
    }
    TextBuffer json = {.allocator = *allocator};
    TumStatus status = tum_json_write(&writing->root, tum_text_buffer_sink(&json), 0, allocator);
    if (status == TUM_OK) {
        static const unsigned char empty[1] = {0};
        const unsigned char *bin = writing->chunk.text.count > 0
                                       ? (const unsigned char *)writing->chunk.text.items
                                       : empty;
        status = writing->document->is_g4mf
                     ? tum_g4b_write(to, json.text.items, json.text.count,
                                     writing->has_chunk ? bin : NULL, writing->chunk.text.count)
                     : tum_glb_write(to, json.text.items, json.text.count,
                                     writing->has_chunk ? bin : NULL, writing->chunk.text.count);
    }
    tum_text_buffer_free(&json);
    return status;
}

/// The destination of a document.
typedef struct Destination {
    bool is_binary;
    const char *folder; ///< NULL: nowhere.
    const char *stem;   ///< As in Writing.
    bool *is_file;      ///< [buffer count] Receives true for buffers that become files; NULL: none
                        ///< do.
    FileWatch watch;    ///< Notified of temporary files.
} Destination;

// Appends the document's bytes to `to`.
static TumStatus write_document(const TumDocument *document, const TumSaveOptions *options,
                                const Destination *where, TextBuffer *to)
{
    Writing writing = {.document = document,
                       .is_binary = where->is_binary,
                       .folder = where->folder,
                       .stem = where->stem};
    if (options != NULL) {
        writing.options = *options;
    }
    writing.chunk.allocator = document->allocator;
    tum_arena_init(&writing.arena, &document->allocator);
    TumStatus status = prepare(&writing);
    if (status == TUM_OK) {
        status = put_document(&writing, to);
    }
    for (size_t i = 0; writing.uris != NULL && i < document->buffers.count; ++i) {
        tum_text_buffer_free(&writing.uris[i]);
        if (status == TUM_OK && where->is_file != NULL) {
            where->is_file[i] = writing.places[i] == PLACE_IN_FILE;
        }
    }
    tum_text_buffer_free(&writing.chunk);
    tum_arena_clear(&writing.arena);
    return status;
}

TumStatus tum_document_write(const TumDocument *document, const TumSaveOptions *options,
                             void **bytes, size_t *count, TumReport *report)
{
    if (!TUM_REQUIRE(document != NULL && bytes != NULL && count != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    (void)report;
    *bytes = NULL;
    *count = 0;
    const TumContainer container = options != NULL ? options->container : TUM_CONTAINER_BY_NAME;
    const bool is_binary =
        container == TUM_CONTAINER_BINARY ||
        (container == TUM_CONTAINER_BY_NAME && document->container != DOCUMENT_TEXT);
    TextBuffer to = {.allocator = document->allocator};
    const Destination where = {.is_binary = is_binary, .folder = document->folder};
    TumStatus status = write_document(document, options, &where, &to);
    if (status == TUM_OK) {
        // tum_document_free_bytes releases a block of this size.
        *bytes =
            tum_reallocate(&document->allocator, to.text.items, to.text.capacity, to.text.count);
        if (*bytes != NULL) {
            *count = to.text.count;
            return TUM_OK;
        }
        status = TUM_ERROR_MEMORY;
    }
    tum_text_buffer_free(&to);
    return status;
}

void tum_document_free_bytes(const TumDocument *document, void *bytes, size_t count)
{
    tum_release(&document->allocator, bytes, count);
}

static TumStatus report_result(FileResult result, const char *path, TumReport *report)
{
    if (result == FILE_OK) {
        return TUM_OK;
    }
    if (result == FILE_MEMORY) {
        return TUM_ERROR_MEMORY;
    }
    tum_report_add(report, CODE_IO_ERROR, path, "", "The file cannot be written: %s.",
                   tum_file_result_text(result));
    return TUM_ERROR_FILE;
}

static TumStatus save_bytes(const TumAllocator *allocator, const char *path, FileWatch watch,
                            const void *bytes, size_t count, TumReport *report)
{
    FileOutput *output;
    FileResult result = tum_file_output_open(path, allocator, &output);
    if (result == FILE_OK) {
        tum_file_output_watch(output, watch);
        // The output keeps a failure, and committing returns it.
        tum_file_output_write(output, bytes, count);
        result = tum_file_output_commit(output);
    }
    return report_result(result, path, report);
}

static TumStatus save_buffer(const TumDocument *document, size_t index, const Destination *where,
                             TumReport *report)
{
    const DocumentBuffer *buffer = &document->buffers.items[index];
    TextBuffer path = {.allocator = document->allocator};
    TumStatus status = TUM_OK;
    if (where->folder[0] != '\0') {
        status = tum_text_buffer_add(&path, where->folder, strlen(where->folder));
        status = status == TUM_OK ? tum_text_buffer_add(&path, "/", 1) : status;
    }
    status = status == TUM_OK ? write_file_name(where->stem, index, false, &path) : status;
    status = status == TUM_OK ? tum_text_buffer_add(&path, "", 1) : status;
    if (status == TUM_OK) {
        status = save_bytes(&document->allocator, path.text.items, where->watch, buffer->bytes,
                            buffer->count, report);
    }
    tum_text_buffer_free(&path);
    return status;
}

// Buffers come first: a document in its place then finds all its files.
static TumStatus save_files(const TumDocument *document, const char *path, const Destination *where,
                            const TextBuffer *text, TumReport *report)
{
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < document->buffers.count && status == TUM_OK; ++i) {
        if (where->is_file[i]) {
            status = save_buffer(document, i, where, report);
        }
    }
    return status == TUM_OK ? save_bytes(&document->allocator, path, where->watch, text->text.items,
                                         text->text.count, report)
                            : status;
}

TumStatus tum_document_save(const TumDocument *document, const char *path,
                            const TumSaveOptions *options, TumReport *report)
{
    if (!TUM_REQUIRE(document != NULL && path != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumContainer container = options != NULL ? options->container : TUM_CONTAINER_BY_NAME;
    const bool is_binary = container == TUM_CONTAINER_BINARY ||
                           (container == TUM_CONTAINER_BY_NAME &&
                            tum_path_has_extension(path, document->is_g4mf ? "g4b" : "glb"));
    const bool is_stream = strcmp(path, "-") == 0;
    const char *name = tum_path_name(path), *end = tum_path_extension(path);
    const size_t stem_bytes = end[0] != '\0' ? (size_t)(end - name) - 1 : strlen(name);
    Arena arena;
    tum_arena_init(&arena, &document->allocator);
    const Destination where = {
        .is_binary = is_binary,
        .folder = is_stream ? NULL : tum_arena_text(&arena, path, tum_path_folder_bytes(path)),
        .stem = is_stream ? NULL : tum_arena_text(&arena, name, stem_bytes),
        .is_file = tum_arena_zeroed(&arena, document->buffers.count, sizeof(bool)),
        .watch =
            options != NULL ? (FileWatch){options->note_temporary, options->user} : (FileWatch){0}};
    TextBuffer to = {.allocator = document->allocator};
    TumStatus status = TUM_ERROR_MEMORY;
    if (where.is_file != NULL && (is_stream || (where.folder != NULL && where.stem != NULL))) {
        status = write_document(document, options, &where, &to);
    }
    if (status == TUM_OK) {
        status = save_files(document, path, &where, &to, report);
    }
    tum_text_buffer_free(&to);
    tum_arena_clear(&arena);
    return status;
}
