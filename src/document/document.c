// SPDX-License-Identifier: MIT
// Opening a document: container, text, asset, buffers, nodes, in this order.
//
// Memory: a file of n bytes makes opening it ask for at most 1024 n + 64 KiB of the allocator, and
// the parser for 128 n of malloc; bytes of other files come on top, each file once. A list of nodes
// that are none, "1," each, comes nearest to it: 700.
#include "tumble/document.h"

#include <string.h>

#include "base/assert.h"
#include "document/asset.h"
#include "document/buffer.h"
#include "document/glb.h"
#include "document/json.h"
#include "document/node_read.h"
#include "document/state.h"
#include "system/path.h"
#include "tumble/capacity.h"

enum { MAJOR_VERSION = 2 };

static bool is_white(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// True when a file is named .glb and is not a text that was given the wrong name.
static bool is_named_glb(const char *name, const unsigned char *bytes, size_t count)
{
    size_t at = 0;
    while (at < count && is_white(bytes[at])) {
        ++at;
    }
    return tum_path_has_extension(name, "glb") && (at == count || bytes[at] != '{');
}

static TumStatus read_container(TumDocument *document, const unsigned char *bytes, size_t count,
                                GlbChunks *chunks, TumReport *report)
{
    if (count >= 4 && memcmp(bytes, "G4MF", 4) == 0) {
        tum_report_add_at(report, CODE_G4MF_CHUNK_ENCODING_UNSUPPORTED, document->name, 0,
                          "A G4MF container; this version reads glTF.");
        return TUM_ERROR_UNSUPPORTED;
    }
    if (tum_glb_is(bytes, count) || is_named_glb(document->name, bytes, count)) {
        document->container = DOCUMENT_GLB;
        return tum_glb_read(bytes, count, document->name, chunks, report) ? TUM_OK
                                                                          : TUM_ERROR_INPUT;
    }
    document->container = DOCUMENT_TEXT;
    *chunks = (GlbChunks){.json = bytes, .json_count = count};
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

static TumStatus check_asset(const TumDocument *document, TumReport *report)
{
    const Cursor root = tum_cursor_root(document, report);
    const Cursor asset = tum_cursor_object(&root, "asset");
    const Cursor version = tum_cursor_member(&asset, "version");
    const Cursor dimension = tum_cursor_member(&asset, "dimension");
    if (!tum_cursor_exists(&asset)) {
        const Cursor member = tum_cursor_member(&root, "asset");
        if (!tum_cursor_exists(&member)) {
            tum_cursor_report_missing(&root, "asset");
        }
        return TUM_OK;
    }
    if (!tum_cursor_exists(&version) && tum_cursor_kind(&dimension) == JSON_NUMBER) {
        tum_cursor_report_as(&dimension, CODE_G4MF_DIMENSION_UNSUPPORTED, TUM_SEVERITY_ERROR,
                             "A G4MF document; this version reads glTF.");
        return TUM_ERROR_UNSUPPORTED;
    }
    if (!tum_cursor_exists(&version)) {
        tum_cursor_report_missing(&asset, "version");
        return TUM_OK;
    }
    const char *text = NULL;
    unsigned major, minor;
    if (!tum_cursor_text(&asset, "version", &text)) {
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

static TumStatus read_content(TumDocument *document, const unsigned char *bytes, size_t count,
                              TumReport *report)
{
    GlbChunks chunks;
    TumStatus status = read_container(document, bytes, count, &chunks, report);
    if (status == TUM_OK) {
        status = tum_json_parse((const char *)chunks.json, chunks.json_count, &document->arena,
                                &document->root, document->name, report);
    }
    if (status == TUM_OK && document->root.kind != JSON_OBJECT) {
        tum_report_add(report, CODE_TYPE_MISMATCH, document->name, "",
                       "Type mismatch: the document is no object.");
        status = TUM_ERROR_INPUT;
    }
    if (status == TUM_OK) {
        status = check_asset(document, report);
    }
    if (status == TUM_OK) {
        status = tum_buffers_load(document, document->container == DOCUMENT_GLB ? &chunks : NULL,
                                  report);
    }
    if (status == TUM_OK) {
        status = tum_nodes_read(document, report);
    }
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
    document->no_resources = options->no_resources;
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
                                 const unsigned char *bytes, size_t count, TumDocument **document,
                                 TumReport *report)
{
    TumDocument *created = create(options, name, folder, folder_bytes);
    if (created == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const TumStatus status = read_content(created, bytes, count, report);
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
    const FileResult result = tum_file_read(path, FILE_ANY, TUM_MAX_FILE_BYTES, &allocator, &bytes);
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
                        bytes.data, bytes.count, document, report);
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
                           document, report);
}

void tum_document_destroy(TumDocument *document)
{
    if (document == NULL) {
        return;
    }
    tum_buffers_free(document);
    tum_arena_clear(&document->arena);
    const TumAllocator allocator = document->allocator;
    tum_release(&allocator, document, sizeof *document);
}

const char *tum_document_name(const TumDocument *document)
{
    return document->name;
}

bool tum_document_is_glb(const TumDocument *document)
{
    return document->container == DOCUMENT_GLB;
}
