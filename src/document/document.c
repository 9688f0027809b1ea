// SPDX-License-Identifier: MIT
// document.c: opening of a document: container, text, asset, buffers, nodes, in this order.
//
// Memory: opening a file of n bytes allocates at most 400 n + 64 KiB, 48 n where the file has no
// nodes; bytes of other files come on top, each file once, and the output of decompression
// (capacity.h). A list of invalid nodes, "1," each, comes nearest to the limit.
#include "tumble/document.h"

#include <string.h>

#include "base/assert.h"
#include "base/hex.h"
#include "document/asset.h"
#include "document/buffer.h"
#include "document/edit.h"
#include "document/foreign.h"
#include "document/g4mf_buffer.h"
#include "document/json.h"
#include "document/node_read.h"
#include "system/path.h"
#include "tumble/capacity.h"

enum {
    MAJOR_VERSION = 2,
    INFLATION = 256 /**< Limit of decompressed bytes, times the file (capacity.h). */
};

/// The text and the chunks of a file.
typedef struct Content {
    const unsigned char *json;
    size_t json_count;
    ZstdBytes inflated; ///< Holds the text where the text was compressed.
    GlbChunks glb;
    G4bChunks g4b;
} Content;

static bool is_white(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// True when a file has a container's extension and does not look like a text with the wrong name.
static bool is_named(const char *name, const char *extension, const unsigned char *bytes,
                     size_t count)
{
    size_t at = 0;
    while (at < count && is_white(bytes[at])) {
        ++at;
    }
    return tum_path_has_extension(name, extension) && (at == count || bytes[at] != '{');
}

// A byte order mark is wrong in both formats; a G4MF text with one is read all the same.
static void read_text(const TumDocument *document, Content *content, TumReport *report)
{
    static const unsigned char mark[3] = {0xef, 0xbb, 0xbf};
    if (tum_path_has_extension(document->name, "g4tf") && content->json_count >= sizeof mark &&
        memcmp(content->json, mark, sizeof mark) == 0) {
        tum_report_add(report, CODE_G4MF_CONTROL_CHARACTER, document->name, "",
                       "The text begins with a byte order mark.");
        content->json += sizeof mark;
        content->json_count -= sizeof mark;
    }
}

static TumStatus read_g4b(TumDocument *document, const unsigned char *bytes, size_t count,
                          Content *content, TumReport *report)
{
    document->container = DOCUMENT_G4B;
    document->is_g4mf = true;
    const TumStatus status =
        tum_g4b_read(bytes, count, document->name, &document->arena, &content->g4b, report);
    if (status != TUM_OK) {
        return status;
    }
    const G4bChunk *chunk = &content->g4b.items[content->g4b.json];
    content->json = chunk->bytes;
    content->json_count = chunk->count;
    if (chunk->encoding == G4B_PLAIN) {
        return TUM_OK;
    }
    if (!tum_g4mf_inflate_chunk(document, chunk, document->inflatable_bytes, &content->inflated,
                                report)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    content->json = content->inflated.bytes;
    content->json_count = content->inflated.count;
    return TUM_OK;
}

// A file of another format is reported by that format's name, not by its missing members.
static TumStatus refuse_foreign(const TumDocument *document, const unsigned char *bytes,
                                size_t count, TumReport *report)
{
    static const char words[] = "This is %s, not %s%s%s.";
    const Foreign is = tum_foreign_format(bytes, count);
    if (is.name == NULL || tum_glb_is(bytes, count) || tum_g4b_is(bytes, count)) {
        return TUM_OK;
    }
    const char *mark = is.hint != NULL ? "; " : "", *hint = is.hint != NULL ? is.hint : "";
    if (is_named(document->name, "g4b", bytes, count)) {
        tum_report_add_at(report, CODE_G4MF_INVALID_MAGIC, document->name, 0, words, is.name,
                          "G4MF", mark, hint);
    } else if (is_named(document->name, "glb", bytes, count)) {
        tum_report_add_at(report, CODE_GLB_INVALID_MAGIC, document->name, 0, words, is.name, "glTF",
                          mark, hint);
    } else {
        tum_report_add(report, CODE_INVALID_JSON, document->name, "", words, is.name, "glTF", mark,
                       hint);
    }
    return TUM_ERROR_INPUT;
}

static TumStatus read_container(TumDocument *document, const unsigned char *bytes, size_t count,
                                Content *content, TumReport *report)
{
    if (refuse_foreign(document, bytes, count, report) != TUM_OK) {
        return TUM_ERROR_INPUT;
    }
    if (tum_g4b_is(bytes, count) || is_named(document->name, "g4b", bytes, count)) {
        return read_g4b(document, bytes, count, content, report);
    }
    if (tum_glb_is(bytes, count) || is_named(document->name, "glb", bytes, count)) {
        document->container = DOCUMENT_GLB;
        if (!tum_glb_read(bytes, count, document->name, &content->glb, report)) {
            return TUM_ERROR_INPUT;
        }
        content->json = content->glb.json;
        content->json_count = content->glb.json_count;
        return TUM_OK;
    }
    document->container = DOCUMENT_TEXT;
    content->json = bytes;
    content->json_count = count;
    read_text(document, content, report);
    return TUM_OK;
}

bool tum_asset_parse_version(const char *text, unsigned *major, unsigned *minor)
{
    unsigned *const parts[2] = {major, minor};
    for (int i = 0; i < 2; ++i) {
        *parts[i] = 0;
        if (*text < '0' || *text > '9') {
            return false;
        }
        for (; *text >= '0' && *text <= '9'; ++text) {
            if (*parts[i] < 100000) {
                *parts[i] = *parts[i] * 10 + (unsigned)(*text - '0');
            }
        }
        if (i == 0 && *text++ != '.') {
            return false;
        }
    }
    return *text == '\0';
}

// Version 2 means glTF; a dimension means G4MF; otherwise the file's name decides.
static bool is_g4mf(const TumDocument *document, const Cursor *asset)
{
    const Cursor version = tum_cursor_member(asset, "version");
    const Cursor dimension = tum_cursor_member(asset, "dimension");
    if (document->container != DOCUMENT_TEXT) {
        return document->container == DOCUMENT_G4B;
    }
    return tum_cursor_kind(&dimension) == JSON_NUMBER ||
           (!tum_cursor_exists(&version) && tum_path_has_extension(document->name, "g4tf"));
}

static TumStatus check_dimension(TumDocument *document, const Cursor *asset)
{
    const Cursor dimension = tum_cursor_member(asset, "dimension");
    int64_t value = 0;
    if (!tum_cursor_exists(&dimension)) {
        tum_cursor_report(asset, CODE_UNDEFINED_PROPERTY, "Property 'dimension' must be defined.");
        return TUM_ERROR_INPUT;
    }
    if (!tum_cursor_integer(asset, "dimension", &value)) {
        return TUM_ERROR_INPUT;
    }
    if (value < 0 || value > INT32_MAX) {
        tum_cursor_report(&dimension, CODE_VALUE_NOT_IN_RANGE, "%lld is no number of dimensions.",
                          (long long)value);
        return TUM_ERROR_INPUT;
    }
    document->dimension = (int)value;
    return TUM_OK;
}

static TumStatus check_version(const Cursor *asset)
{
    const Cursor version = tum_cursor_member(asset, "version");
    if (!tum_cursor_exists(&version)) {
        tum_cursor_report_missing(asset, "version");
        return TUM_OK;
    }
    const char *text = NULL;
    unsigned major, minor;
    if (!tum_cursor_text(asset, "version", &text)) {
        return TUM_OK;
    }
    if (!tum_asset_parse_version(text, &major, &minor)) {
        tum_cursor_report(&version, CODE_PATTERN_MISMATCH,
                          "Version '%.40s' is not of the form <major>.<minor>.", text);
        return TUM_OK;
    }
    if (major != MAJOR_VERSION) {
        tum_cursor_report(&version, CODE_UNKNOWN_ASSET_MAJOR_VERSION,
                          "glTF %.40s; this reader knows version 2.", text);
        return TUM_ERROR_UNSUPPORTED;
    }
    if (minor > 0) {
        tum_cursor_report(&version, CODE_UNKNOWN_ASSET_MINOR_VERSION, "glTF %.40s is read as 2.0.",
                          text);
    }
    return TUM_OK;
}

static TumStatus check_asset(TumDocument *document, TumReport *report)
{
    const Cursor root = tum_cursor_root(document, report);
    const Cursor asset = tum_cursor_object(&root, "asset");
    document->is_g4mf = is_g4mf(document, &asset);
    if (tum_cursor_exists(&asset)) {
        return document->is_g4mf ? check_dimension(document, &asset) : check_version(&asset);
    }
    const Cursor member = tum_cursor_member(&root, "asset");
    if (!tum_cursor_exists(&member)) {
        tum_cursor_report_missing(&root, "asset");
    }
    return document->is_g4mf ? TUM_ERROR_INPUT : TUM_OK;
}

// The number of an escape \\uXXXX, or -1 for any other text.
static int32_t escaped(const unsigned char *at, size_t count)
{
    return count >= 6 && at[1] == 'u' ? hex_four((const char *)at + 2, count - 2) : -1;
}

static bool is_control(int32_t c)
{
    return (c >= 0 && c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c < 0xa0);
}

// Finds a character that G4MF forbids (docs/formats.md#g4mf), plain or as an escape. The text has
// parsed, so every backslash begins an escape in a string. @return the offset of the character;
// `count` without one.
static size_t find_control(const unsigned char *text, size_t count)
{
    for (size_t at = 0; at < count; ++at) {
        const unsigned char c = text[at];
        if (c >= 0x20 && c != '\\' && c != 0x7f && c != 0xc2) {
            continue;
        }
        if (c == '\\' && at + 1 < count) {
            const unsigned char kind = text[at + 1];
            if (kind == 'b' || kind == 'f' || kind == 'r' ||
                is_control(escaped(text + at, count - at))) {
                return at;
            }
            ++at;
        } else if (c != 0xc2 ? is_control(c) : at + 1 < count && text[at + 1] < 0xa0) {
            return at;
        }
    }
    return count;
}

static void check_controls(const TumDocument *document, const Content *content, TumReport *report)
{
    const size_t at = find_control(content->json, content->json_count);
    if (at < content->json_count) {
        tum_report_add(report, CODE_G4MF_CONTROL_CHARACTER, document->name, "",
                       "Byte %zu of the text is, or stands for, a control character; tab and line "
                       "feed are the only ones allowed.",
                       at);
    }
}

static TumStatus read_parts(TumDocument *document, const Content *content, FileBytes *file,
                            TumReport *report)
{
    TumStatus status = tum_json_parse((const char *)content->json, content->json_count,
                                      &document->arena, &document->root, document->name, report);
    if (status == TUM_OK && document->root.kind != JSON_OBJECT) {
        tum_report_add(report, CODE_TYPE_MISMATCH, document->name, "",
                       "Type mismatch: the document is no object.");
        status = TUM_ERROR_INPUT;
    }
    if (status == TUM_OK) {
        status = check_asset(document, report);
    }
    if (status == TUM_OK && document->is_g4mf) {
        check_controls(document, content, report);
    }
    if (status == TUM_OK) {
        status = tum_buffers_load(document, &content->glb, &content->g4b, file, report);
    }
    if (status == TUM_OK) {
        status = tum_nodes_read(document, report);
    }
    return status;
}

// @param file  the block of those bytes, or NULL: see tum_buffers_load.
static TumStatus read_content(TumDocument *document, const unsigned char *bytes, size_t count,
                              FileBytes *file, TumReport *report)
{
    Content content = {0};
    const size_t most = count <= SIZE_MAX / INFLATION ? INFLATION * count : SIZE_MAX;
    document->inflatable_bytes = most > TUM_MAX_INFLATED_BYTES ? most : TUM_MAX_INFLATED_BYTES;
    TumStatus status = read_container(document, bytes, count, &content, report);
    if (status == TUM_OK) {
        status = read_parts(document, &content, file, report);
    }
    tum_release(&document->allocator, content.inflated.bytes, content.inflated.block_bytes);
    return status;
}

// A document without content. NULL when out of memory.
static TumDocument *create(const TumDocumentOptions *options, const char *name, const char *folder,
                           size_t folder_bytes)
{
    const TumAllocator allocator = tum_allocator_or_default(&options->allocator);
    TumDocument *document = tum_allocate_zeroed(&allocator, 1, sizeof *document);
    if (document == NULL) {
        return NULL;
    }
    document->allocator = allocator;
    document->dimension = 3;
    document->no_resources = options->no_resources;
    document->map_from_bytes = options->map_from_bytes;
    document->resources = options->resources;
    document->resource_bytes =
        options->resource_bytes > 0 && options->resource_bytes < TUM_MAX_FILE_BYTES
            ? options->resource_bytes
            : TUM_MAX_FILE_BYTES;
    tum_arena_init(&document->arena, &allocator);
    document->name = tum_arena_text(&document->arena, name, strlen(name));
    if (folder != NULL) {
        document->folder = tum_arena_text(&document->arena, folder, folder_bytes);
    }
    if (document->name == NULL || (folder != NULL && document->folder == NULL)) {
        tum_document_destroy(document);
        return NULL;
    }
    return document;
}

static TumStatus create_and_read(const TumDocumentOptions *options, const char *name,
                                 const char *folder, size_t folder_bytes,
                                 const unsigned char *bytes, size_t count, FileBytes *file,
                                 TumDocument **document, TumReport *report)
{
    TumDocument *created = create(options, name, folder, folder_bytes);
    if (created == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const TumStatus status = read_content(created, bytes, count, file, report);
    created->resources = (TumResources){0};
    if (status != TUM_OK) {
        tum_document_destroy(created);
        return status;
    }
    *document = created;
    return TUM_OK;
}

TumStatus tum_document_open(const char *path, const TumDocumentOptions *options,
                            TumDocument **document, TumReport *report)
{
    static const TumDocumentOptions defaults = {0};
    if (!TUM_REQUIRE(path != NULL && document != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    *document = NULL;
    options = options != NULL ? options : &defaults;
    const TumAllocator allocator = tum_allocator_or_default(&options->allocator);
    FileBytes bytes;
    const FileResult result =
        options->map_from_bytes > 0
            ? tum_file_map(path, FILE_ANY, options->map_from_bytes, TUM_MAX_FILE_BYTES, &allocator,
                           &bytes)
            : tum_file_read(path, FILE_ANY, TUM_MAX_FILE_BYTES, &allocator, &bytes);
    if (result != FILE_OK) {
        if (result != FILE_MEMORY) {
            tum_report_add(report, CODE_IO_ERROR, path, "", "The file cannot be read: %s.",
                           tum_file_result_text(result));
        }
        return result == FILE_TOO_BIG ? TUM_ERROR_UNSUPPORTED : tum_file_result_status(result);
    }
    const bool is_standard_input = strcmp(path, "-") == 0;
    const TumStatus status =
        create_and_read(options, path, is_standard_input ? NULL : path, tum_path_folder_bytes(path),
                        bytes.data, bytes.count, &bytes, document, report);
    tum_file_bytes_free(&bytes, &allocator);
    return status;
}

TumStatus tum_document_read(const void *bytes, size_t count, const TumDocumentOptions *options,
                            TumDocument **document, TumReport *report)
{
    static const TumDocumentOptions defaults = {0};
    if (!TUM_REQUIRE((bytes != NULL || count == 0) && document != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    *document = NULL;
    options = options != NULL ? options : &defaults;
    const char *name = options->name != NULL ? options->name : "";
    if (count > TUM_MAX_FILE_BYTES) {
        tum_report_add(report, CODE_IO_ERROR, name, "", "%zu bytes; %u is the most.", count,
                       TUM_MAX_FILE_BYTES);
        return TUM_ERROR_UNSUPPORTED;
    }
    return create_and_read(options, name, options->folder,
                           options->folder != NULL ? strlen(options->folder) : 0, bytes, count,
                           NULL, document, report);
}

void tum_document_destroy(TumDocument *document)
{
    if (document == NULL) {
        return;
    }
    tum_buffers_free(document);
    tum_arena_clear(&document->arena);
    tum_shared_arena_leave(document->places);
    const TumAllocator allocator = document->allocator;
    tum_release(&allocator, document, sizeof *document);
}

const TumAllocator *tum_document_allocator(const TumDocument *document)
{
    return &document->allocator;
}

const char *tum_document_name(const TumDocument *document)
{
    return document->name;
}

TumFormat tum_document_format(const TumDocument *document)
{
    return document->is_g4mf ? TUM_FORMAT_G4MF : TUM_FORMAT_GLTF;
}

int tum_document_dimension(const TumDocument *document)
{
    return document->dimension;
}

bool tum_document_is_g4b(const TumDocument *document)
{
    return document->container == DOCUMENT_G4B;
}

bool tum_document_is_glb(const TumDocument *document)
{
    return document->container == DOCUMENT_GLB;
}
