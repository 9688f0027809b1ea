// SPDX-License-Identifier: MIT
// g4b.c: the binary container of G4MF (docs/formats.md#g4mf).
#include "document/g4b.h"

#include <stdio.h>
#include <string.h>

#include "tumble/capacity.h"

enum {
    HEADER_BYTES = 16,
    CHUNK_HEADER_BYTES = 16,
    FIRST_CHUNKS = 8, ///< Initial capacity, which doubles.
    SMALLEST_FILE = HEADER_BYTES + CHUNK_HEADER_BYTES,
    VERSION = 0,
    CHUNK_JSON = 0x4e4f534a, ///< "JSON"
    CHUNK_BLOB = 0x424f4c42  ///< "BLOB"
};

static const uint32_t no_encoding = 0xffffffffu;
static const uint64_t top_bit = 1ull << 63;
static const char magic[4] = {'G', '4', 'M', 'F'};

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static uint64_t long_word_at(const unsigned char *bytes)
{
    return word_at(bytes) | (uint64_t)word_at(bytes + 4) << 32;
}

bool tum_g4b_is(const void *bytes, size_t count)
{
    return count >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

void tum_g4b_encoding_text(uint32_t encoding, char text[12])
{
    char letters[5] = {0};
    bool is_readable = true;
    for (int i = 0; i < 4; ++i) {
        letters[i] = (char)(encoding >> (8 * i) & 0x7f);
        is_readable = is_readable && letters[i] > ' ' && letters[i] < 0x7f;
    }
    if (encoding == G4B_PLAIN) {
        strcpy(text, "plain");
    } else if (is_readable) {
        memcpy(text, letters, sizeof letters);
    } else {
        snprintf(text, 12, "0x%08x", (unsigned)encoding);
    }
}

/// State of reading a container.
typedef struct Reading {
    const unsigned char *bytes;
    size_t count;      ///< Bytes present.
    size_t room;       ///< Capacity of chunks->items.
    uint64_t declared; ///< Size in the header.
    const char *file;
    TumReport *report;
    G4bChunks *chunks;
    bool has_json;
    bool is_told; ///< The reason for a missing JSON chunk was filed.
} Reading;

static TumStatus read_header(Reading *reading)
{
    const size_t named = reading->count < sizeof magic ? reading->count : sizeof magic;
    if (memcmp(reading->bytes, magic, named) != 0) {
        tum_report_add_at(reading->report, CODE_G4MF_INVALID_MAGIC, reading->file, 0,
                          "A G4MF container begins with G4MF.");
        return TUM_ERROR_INPUT;
    }
    if (reading->count < SMALLEST_FILE) {
        tum_report_add_at(reading->report, CODE_G4MF_UNEXPECTED_END_OF_HEADER, reading->file,
                          reading->count, "A container takes at least %d bytes; the file has %zu.",
                          SMALLEST_FILE, reading->count);
        return TUM_ERROR_INPUT;
    }
    const uint32_t version = word_at(reading->bytes + 4);
    if (version != VERSION) {
        tum_report_add_at(reading->report, CODE_G4MF_INVALID_VERSION, reading->file, 4,
                          "Version %u of the container; this reader knows version 0.",
                          (unsigned)version);
        return TUM_ERROR_UNSUPPORTED;
    }
    reading->declared = long_word_at(reading->bytes + 8);
    if (reading->declared != reading->count) {
        tum_report_add_at(reading->report, CODE_G4MF_LENGTH_MISMATCH, reading->file, 8,
                          "The file has %zu bytes; its header declares %llu.", reading->count,
                          (unsigned long long)reading->declared);
        reading->is_told = true;
    }
    return TUM_OK;
}

static void check_kind(Reading *reading, const G4bChunk *chunk)
{
    char text[12];
    if (chunk->encoding == no_encoding) {
        tum_report_add_at(reading->report, CODE_G4MF_CHUNK_ENCODING_INVALID, reading->file,
                          chunk->start + 4, "The encoding 0xffffffff is forbidden.");
    }
    if (chunk->type != CHUNK_JSON && chunk->type != CHUNK_BLOB) {
        tum_g4b_encoding_text(chunk->type, text);
        tum_report_add_at(reading->report, CODE_G4MF_UNKNOWN_CHUNK_TYPE, reading->file,
                          chunk->start, "A chunk of type %s; it is skipped and not kept.", text);
    }
}

static bool reserve_chunk(Reading *reading, Arena *arena)
{
    G4bChunks *chunks = reading->chunks;
    if (chunks->count < reading->room) {
        return true;
    }
    const size_t room = reading->room == 0 ? FIRST_CHUNKS : 2 * reading->room;
    G4bChunk *items = tum_arena_zeroed(arena, room, sizeof *items);
    if (items == NULL) {
        return false;
    }
    if (chunks->count > 0) {
        memcpy(items, chunks->items, chunks->count * sizeof *items);
    }
    chunks->items = items;
    reading->room = room;
    return true;
}

// @return the offset after the chunk's data, without padding; the end of the file where the data
//         runs past it.
static size_t read_chunk(Reading *reading, size_t start)
{
    const unsigned char *header = reading->bytes + start;
    const size_t data = start + CHUNK_HEADER_BYTES;
    const uint64_t size = long_word_at(header + 8);
    const uint64_t declared_room = reading->declared - data;
    const size_t room = reading->count - data;
    G4bChunk *chunk = &reading->chunks->items[reading->chunks->count++];
    *chunk = (G4bChunk){.type = word_at(header),
                        .encoding = word_at(header + 4),
                        .start = start,
                        .bytes = header + CHUNK_HEADER_BYTES,
                        .count = size < room ? (size_t)size : room,
                        .is_whole = size <= room};
    check_kind(reading, chunk);
    if (size > declared_room || (size & top_bit) != 0) {
        tum_report_add_at(reading->report, CODE_G4MF_CHUNK_TOO_BIG, reading->file, start,
                          "The chunk's %llu bytes run past the declared end of the file, %llu "
                          "bytes on.",
                          (unsigned long long)size, (unsigned long long)declared_room);
        reading->is_told = true;
    }
    if (chunk->type == CHUNK_JSON && !reading->has_json) {
        reading->has_json = true;
        reading->chunks->json = reading->chunks->count - 1;
    }
    return data + chunk->count;
}

// The start of the next chunk: the next multiple of 16, unless a chunk begins before it.
static size_t next_chunk(Reading *reading, size_t end, size_t limit)
{
    const size_t padding = (G4B_ALIGNMENT - end % G4B_ALIGNMENT) % G4B_ALIGNMENT;
    if (padding > 0 && limit - end >= CHUNK_HEADER_BYTES) {
        const uint32_t type = word_at(reading->bytes + end);
        if (type == CHUNK_JSON || type == CHUNK_BLOB) {
            tum_report_add_at(reading->report, CODE_G4MF_CHUNK_UNALIGNED, reading->file, end,
                              "A chunk begins %zu bytes early: the padding before it is missing.",
                              padding);
            return end;
        }
    }
    return limit - end > padding ? end + padding : limit;
}

// A few bytes after the last chunk are padding, if they are spaces or zeros.
static void check_rest(Reading *reading, size_t at, size_t limit)
{
    for (size_t i = at; i < limit; ++i) {
        if (reading->bytes[i] != 0 && reading->bytes[i] != ' ') {
            tum_report_add_as(
                reading->report, CODE_G4MF_CHUNK_TOO_BIG, TUM_SEVERITY_WARNING, reading->file, "",
                "The last %zu bytes, from %zu on, are too few for a chunk.", limit - at, at);
            return;
        }
    }
}

TumStatus tum_g4b_read(const void *bytes, size_t count, const char *file, Arena *arena,
                       G4bChunks *chunks, TumReport *report)
{
    *chunks = (G4bChunks){0};
    Reading reading = {
        .bytes = bytes, .count = count, .file = file, .report = report, .chunks = chunks};
    const TumStatus status = read_header(&reading);
    if (status != TUM_OK) {
        return status;
    }
    const size_t limit = reading.declared < count ? (size_t)reading.declared : count;
    size_t at = HEADER_BYTES;
    while (at < limit && limit - at >= CHUNK_HEADER_BYTES) {
        if (!reserve_chunk(&reading, arena)) {
            return TUM_ERROR_MEMORY;
        }
        const size_t end = read_chunk(&reading, at);
        at = end < limit ? next_chunk(&reading, end, limit) : limit;
    }
    if (at < limit && !reading.is_told) {
        check_rest(&reading, at, limit);
    }
    if (reading.has_json && chunks->items[chunks->json].is_whole) {
        return TUM_OK;
    }
    if (!reading.has_json && !reading.is_told) {
        tum_report_add_at(report, CODE_G4MF_NO_JSON_CHUNK, file, HEADER_BYTES,
                          "None of the %zu chunks is of type JSON.", chunks->count);
    }
    return TUM_ERROR_INPUT;
}

static TumStatus add_words(TextBuffer *to, uint64_t value, int count)
{
    char bytes[8];
    for (int i = 0; i < count; ++i) {
        bytes[i] = (char)(value >> (8 * i) & 0xff);
    }
    return tum_text_buffer_add(to, bytes, (size_t)count);
}

static size_t padding_of(size_t count)
{
    return (G4B_ALIGNMENT - count % G4B_ALIGNMENT) % G4B_ALIGNMENT;
}

static TumStatus add_chunk(TextBuffer *to, uint32_t type, const void *bytes, size_t count)
{
    TumStatus status = add_words(to, type, 4);
    if (status == TUM_OK) {
        status = add_words(to, G4B_PLAIN, 4);
    }
    if (status == TUM_OK) {
        status = add_words(to, count, 8);
    }
    if (status == TUM_OK && count > 0) {
        status = tum_text_buffer_add(to, bytes, count);
    }
    return status;
}

TumStatus tum_g4b_write(TextBuffer *to, const char *json, size_t json_count,
                        const unsigned char *blob, size_t blob_count)
{
    static const char spaces[G4B_ALIGNMENT + 1] = "                ";
    const uint64_t longest = TUM_MAX_FILE_BYTES;
    uint64_t length = SMALLEST_FILE + (uint64_t)json_count;
    if (blob != NULL) {
        length += padding_of(json_count) + CHUNK_HEADER_BYTES + (uint64_t)blob_count;
    }
    if (length > longest) {
        return TUM_ERROR_CAPACITY;
    }
    TumStatus status = tum_text_buffer_add(to, magic, sizeof magic);
    if (status == TUM_OK) {
        status = add_words(to, VERSION, 4);
    }
    if (status == TUM_OK) {
        status = add_words(to, length, 8);
    }
    if (status == TUM_OK) {
        status = add_chunk(to, CHUNK_JSON, json, json_count);
    }
    if (status != TUM_OK || blob == NULL) {
        return status;
    }
    const size_t padding = padding_of(json_count);
    if (padding > 0) {
        status = tum_text_buffer_add(to, spaces, padding);
    }
    return status == TUM_OK ? add_chunk(to, CHUNK_BLOB, blob, blob_count) : status;
}
