// SPDX-License-Identifier: MIT
// g4mf_buffer.c: the bytes of G4MF buffers (docs/formats.md#g4mf).
#include "document/g4mf_buffer.h"

#include <string.h>

Cursor tum_g4mf_member(const Cursor *object, const char *key, const char *old_key)
{
    const Cursor newer = tum_cursor_member(object, key);
    const Cursor older = tum_cursor_member(object, old_key);
    if (!tum_cursor_exists(&older)) {
        return newer;
    }
    const bool has_both = tum_cursor_exists(&newer);
    tum_cursor_report(&older, CODE_G4MF_OLD_LAYOUT,
                      has_both ? "'%s' is the older word for '%s', which is there too and counts."
                               : "'%s' is called '%s' today.",
                      old_key, key);
    return has_both ? newer : older;
}

int32_t tum_g4mf_index(const Cursor *object, const char *key, size_t table_count)
{
    const Cursor member = tum_cursor_member(object, key);
    Cursor quiet = *object;
    quiet.report = NULL;
    int64_t value = 0;
    if (tum_cursor_integer(&quiet, key, &value) && value == -1) {
        tum_cursor_report(&member, CODE_G4MF_INDEX_MINUS_ONE,
                          "An index of -1 means none; leave the property out.");
        return -1;
    }
    return tum_cursor_index(object, key, table_count);
}

static const char *why_not(ZstdResult result)
{
    switch (result) {
    case ZSTD_MISSING: return "this build has no Zstandard decoder";
    case ZSTD_TOO_LONG: return "it becomes more than is allowed (TUM_MAX_INFLATED_BYTES)";
    case ZSTD_MEMORY: return "there is no memory for it";
    case ZSTD_DECODED:
    case ZSTD_BROKEN: break;
    }
    return "the Zstandard data is broken";
}

static ZstdResult inflate(TumDocument *document, const void *bytes, size_t count, size_t most,
                          ZstdBytes *decoded)
{
    const size_t room = most < document->inflatable_bytes ? most : document->inflatable_bytes;
    const ZstdResult result = tum_zstd_decode(bytes, count, room, &document->allocator, decoded);
    if (result == ZSTD_DECODED) {
        document->inflatable_bytes -= decoded->count;
    }
    return result;
}

bool tum_g4mf_inflate_chunk(TumDocument *document, const G4bChunk *chunk, size_t most,
                            ZstdBytes *decoded, TumReport *report)
{
    char encoding[12];
    tum_g4b_encoding_text(chunk->encoding, encoding);
    const bool is_known = chunk->encoding == G4B_ZSTD;
    const ZstdResult result =
        is_known ? inflate(document, chunk->bytes, chunk->count, most, decoded) : ZSTD_MISSING;
    if (result == ZSTD_DECODED) {
        return true;
    }
    if (result == ZSTD_MISSING) {
        tum_report_add_at(report, CODE_G4MF_CHUNK_ENCODING_UNSUPPORTED, document->name,
                          chunk->start + 4, "Encoding '%s': %s.", encoding,
                          is_known ? why_not(result) : "none that is known");
    } else {
        tum_report_add_at(report, CODE_G4MF_CHUNK_DECODE_FAILED, document->name, chunk->start,
                          "The chunk cannot be decoded: %s.", why_not(result));
    }
    return false;
}

// The four characters of `encoding`, as in the chunk's header.
static bool read_encoding(const Cursor *at, uint32_t *encoding)
{
    const Cursor member = tum_g4mf_member(at, "encoding", "compression");
    const char *text = NULL;
    *encoding = G4B_PLAIN;
    if (!tum_cursor_exists(&member) || !tum_cursor_text_here(&member, &text)) {
        return true;
    }
    if (strlen(text) != 4) {
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_LIST,
                          "'%.40s' has not the four characters of an encoding.", text);
        return false;
    }
    for (int i = 0; i < 4; ++i) {
        *encoding |= (uint32_t)(unsigned char)text[i] << (8 * i);
    }
    return true;
}

static TumStatus take_chunk(BufferLoading *loading, const G4bChunk *chunk, DocumentBuffer *buffer)
{
    if (loading->chunks_stay && chunk->count > 0) {
        *buffer = (DocumentBuffer){.origin = BUFFER_CHUNK,
                                   .bytes = (uint8_t *)chunk->bytes,
                                   .present_count = chunk->count};
        return TUM_OK;
    }
    TumDocument *document = loading->document;
    uint8_t *bytes = tum_allocate(&document->allocator, chunk->count);
    if (bytes == NULL && chunk->count > 0) {
        return TUM_ERROR_MEMORY;
    }
    if (chunk->count > 0) {
        memcpy(bytes, chunk->bytes, chunk->count);
    }
    *buffer = (DocumentBuffer){.origin = BUFFER_CHUNK,
                               .bytes = bytes,
                               .present_count = chunk->count,
                               .block_bytes = chunk->count};
    return TUM_OK;
}

static TumStatus load_chunk(BufferLoading *loading, const Cursor *at, size_t number,
                            DocumentBuffer *buffer)
{
    TumDocument *document = loading->document;
    G4bChunk *chunk = &loading->g4b->items[number];
    const Cursor member = tum_g4mf_member(at, "encoding", "compression");
    uint32_t encoding;
    if (!read_encoding(at, &encoding)) {
        return TUM_OK;
    }
    if (encoding != chunk->encoding) {
        char own[12], other[12];
        tum_g4b_encoding_text(encoding, own);
        tum_g4b_encoding_text(chunk->encoding, other);
        // Older files give the encoding in the chunk only.
        tum_cursor_report(tum_cursor_exists(&member) ? &member : at, CODE_G4MF_ENCODING_MISMATCH,
                          "The buffer says '%s', chunk %zu '%s', which is believed.", own, number,
                          other);
    }
    if (chunk->buffer1 > 0) {
        *buffer = document->buffers.items[chunk->buffer1 - 1];
        buffer->is_shared = true;
        return TUM_OK;
    }
    chunk->buffer1 = (uint32_t)(buffer - document->buffers.items) + 1;
    if (chunk->encoding == G4B_PLAIN) {
        return take_chunk(loading, chunk, buffer);
    }
    ZstdBytes decoded;
    if (tum_g4mf_inflate_chunk(document, chunk, document->inflatable_bytes, &decoded,
                               loading->report)) {
        *buffer = (DocumentBuffer){.origin = BUFFER_CHUNK,
                                   .bytes = decoded.bytes,
                                   .present_count = decoded.count,
                                   .block_bytes = decoded.block_bytes};
    }
    return TUM_OK;
}

static TumStatus find_chunk(BufferLoading *loading, const Cursor *at, DocumentBuffer *buffer)
{
    const Cursor named = tum_cursor_member(at, "chunk");
    const size_t count = loading->g4b->count;
    if (loading->document->container != DOCUMENT_G4B) {
        if (tum_cursor_exists(&named)) {
            tum_cursor_report(&named, CODE_G4MF_CHUNK_IN_TEXT,
                              "A text file has no chunks; give the buffer a 'uri'.");
        } else {
            tum_cursor_report(at, CODE_ONE_OF_MISMATCH, "The buffer has neither uri nor chunk.");
        }
        return TUM_OK;
    }
    if (tum_cursor_exists(&named)) {
        const int32_t number = tum_g4mf_index(at, "chunk", count);
        return number >= 0 ? load_chunk(loading, at, (size_t)number, buffer) : TUM_OK;
    }
    const size_t implied = at->index + 1;
    if (implied >= count) {
        tum_cursor_report(at, CODE_ONE_OF_MISMATCH, "The buffer has neither uri nor chunk.");
        return TUM_OK;
    }
    tum_cursor_report(at, CODE_G4MF_OLD_LAYOUT,
                      "The buffer names no chunk; as before June 2026 it is chunk %zu.", implied);
    return load_chunk(loading, at, implied, buffer);
}

// Replaces a uri's bytes by the decoded ones.
static void decode_uri(BufferLoading *loading, const Cursor *at, uint32_t encoding,
                       DocumentBuffer *buffer)
{
    TumDocument *document = loading->document;
    const Cursor member = tum_cursor_member(at, "encoding");
    ZstdBytes decoded = {0};
    const ZstdResult result = encoding == G4B_ZSTD
                                  ? inflate(document, buffer->bytes, buffer->present_count,
                                            document->inflatable_bytes, &decoded)
                                  : ZSTD_MISSING;
    if (result != ZSTD_DECODED) {
        tum_cursor_report(tum_cursor_exists(&member) ? &member : at,
                          result == ZSTD_MISSING ? CODE_G4MF_CHUNK_ENCODING_UNSUPPORTED
                                                 : CODE_G4MF_CHUNK_DECODE_FAILED,
                          "The bytes at the uri cannot be decoded: %s.", why_not(result));
    }
    tum_buffer_release(document, buffer->bytes, buffer->block_bytes);
    buffer->bytes = decoded.bytes;
    buffer->present_count = decoded.count;
    buffer->block_bytes = decoded.block_bytes;
}

TumStatus tum_g4mf_buffer_load(BufferLoading *loading, const Cursor *at, DocumentBuffer *buffer)
{
    const Cursor uri = tum_cursor_member(at, "uri");
    const Cursor chunk = tum_cursor_member(at, "chunk");
    const char *text;
    uint32_t encoding;
    if (!tum_cursor_exists(&uri)) {
        return find_chunk(loading, at, buffer);
    }
    if (tum_cursor_exists(&chunk)) {
        tum_cursor_report(at, CODE_ONE_OF_MISMATCH,
                          "The buffer has both uri and chunk; the uri is read.");
    }
    if (!tum_cursor_text_here(&uri, &text) || !read_encoding(at, &encoding)) {
        return TUM_OK;
    }
    loading->is_encoded = encoding != G4B_PLAIN;
    const TumStatus status = tum_buffer_load_uri(loading, &uri, buffer);
    if (status == TUM_OK && loading->is_encoded && buffer->origin != BUFFER_MISSING) {
        decode_uri(loading, at, encoding, buffer);
    }
    loading->is_encoded = false;
    return status;
}
