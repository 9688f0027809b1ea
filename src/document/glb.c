// SPDX-License-Identifier: MIT
// glb.c: the binary container of glTF (glTF 2.0 specification, chapter 4).
#include "document/glb.h"

#include <string.h>

#include "tumble/capacity.h"

enum {
    HEADER_BYTES = 12,
    CHUNK_HEADER_BYTES = 8,
    ALIGNMENT = 4,
    VERSION = 2,
    CHUNK_JSON = 0x4e4f534a, ///< "JSON"
    CHUNK_BIN = 0x004e4942   ///< "BIN", 0
};

static const char magic[4] = {'g', 'l', 'T', 'F'};

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

bool tum_glb_is(const void *bytes, size_t count)
{
    return count >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

/// State of reading a container.
typedef struct Reading {
    const unsigned char *bytes;
    size_t count;    ///< Bytes present.
    size_t declared; ///< Size in the header.
    const char *file;
    TumReport *report;
    GlbChunks *chunks;
    unsigned chunk_number;
} Reading;

static bool read_header(Reading *reading)
{
    if (reading->count < HEADER_BYTES) {
        tum_report_add_at(reading->report, CODE_GLB_UNEXPECTED_END_OF_HEADER, reading->file,
                          reading->count, "The header takes 12 bytes; the file has %zu.",
                          reading->count);
        return false;
    }
    if (!tum_glb_is(reading->bytes, reading->count)) {
        tum_report_add_at(reading->report, CODE_GLB_INVALID_MAGIC, reading->file, 0,
                          "A GLB file begins with glTF; this one with 0x%08x.",
                          (unsigned)word_at(reading->bytes));
        return false;
    }
    const uint32_t version = word_at(reading->bytes + 4);
    if (version != VERSION) {
        tum_report_add_at(reading->report, CODE_GLB_INVALID_VERSION, reading->file, 4,
                          "Version %u of GLB; this reader knows version 2.", (unsigned)version);
        return false;
    }
    reading->declared = word_at(reading->bytes + 8);
    if (reading->declared <= HEADER_BYTES) {
        tum_report_add_at(reading->report, CODE_GLB_LENGTH_TOO_SMALL, reading->file, 8,
                          "A declared length of %zu bytes cannot hold a chunk.", reading->declared);
    }
    return true;
}

static void keep_json(Reading *reading, size_t start, size_t count)
{
    GlbChunks *chunks = reading->chunks;
    if (chunks->json != NULL) {
        tum_report_add_at(reading->report, CODE_GLB_DUPLICATE_CHUNK, reading->file, start,
                          "A second JSON chunk; it is not read.");
    } else if (count == 0) {
        tum_report_add_at(reading->report, CODE_GLB_EMPTY_CHUNK, reading->file, start,
                          "The JSON chunk is empty.");
    } else {
        chunks->json = reading->bytes + start + CHUNK_HEADER_BYTES;
        chunks->json_count = count;
    }
}

static void keep_bin(Reading *reading, size_t start, size_t count)
{
    GlbChunks *chunks = reading->chunks;
    if (chunks->has_bin) {
        tum_report_add_at(reading->report, CODE_GLB_DUPLICATE_CHUNK, reading->file, start,
                          "A second BIN chunk; it is not read.");
        return;
    }
    if (reading->chunk_number != 1) {
        tum_report_add_at(reading->report, CODE_GLB_UNEXPECTED_BIN_CHUNK, reading->file, start,
                          "The BIN chunk is number %u; it should be the second.",
                          reading->chunk_number + 1);
    }
    if (count == 0) {
        tum_report_add_at(reading->report, CODE_GLB_EMPTY_BIN_CHUNK, reading->file, start,
                          "The BIN chunk is empty.");
    }
    chunks->has_bin = true;
    chunks->bin = count > 0 ? reading->bytes + start + CHUNK_HEADER_BYTES : NULL;
    chunks->bin_count = count;
}

// Bytes of the chunk within the file, after filing faults of its length.
static size_t usable_bytes(const Reading *reading, size_t start, size_t length, bool *is_whole)
{
    const size_t data = start + CHUNK_HEADER_BYTES;
    *is_whole = true;
    if (length % ALIGNMENT != 0) {
        tum_report_add_at(reading->report, CODE_GLB_CHUNK_LENGTH_UNALIGNED, reading->file, start,
                          "The chunk's length %zu is not a multiple of 4.", length);
    }
    if (length > reading->declared - data) {
        tum_report_add_at(reading->report, CODE_GLB_CHUNK_TOO_BIG, reading->file, start,
                          "The chunk's %zu bytes run past the declared length of the file, %zu.",
                          length, reading->declared);
        *is_whole = false;
    } else if (length > reading->count - data) {
        tum_report_add_at(reading->report, CODE_GLB_UNEXPECTED_END_OF_CHUNK_DATA, reading->file,
                          reading->count, "The file ends inside a chunk, %zu bytes early.",
                          length - (reading->count - data));
        *is_whole = false;
    }
    const size_t end = reading->count < reading->declared ? reading->count : reading->declared;
    return length < end - data ? length : end - data;
}

// @return the offset of the next chunk, or the end of the readable bytes.
static size_t read_chunk(Reading *reading, size_t start)
{
    const uint32_t length = word_at(reading->bytes + start);
    const uint32_t type = word_at(reading->bytes + start + 4);
    if (reading->chunk_number == 0 && type != CHUNK_JSON) {
        tum_report_add_at(reading->report, CODE_GLB_UNEXPECTED_FIRST_CHUNK, reading->file, start,
                          "The first chunk has type 0x%08x; it should be JSON.", (unsigned)type);
    }
    bool is_whole;
    const size_t usable = usable_bytes(reading, start, length, &is_whole);
    if (type == CHUNK_JSON) {
        // Half a JSON text would only give a second finding about the same fault.
        if (is_whole) {
            keep_json(reading, start, usable);
        }
    } else if (type == CHUNK_BIN) {
        keep_bin(reading, start, usable);
    } else {
        tum_report_add_at(reading->report, CODE_GLB_UNKNOWN_CHUNK_TYPE, reading->file, start,
                          "A chunk of type 0x%08x; it is skipped and not kept.", (unsigned)type);
    }
    return start + CHUNK_HEADER_BYTES + usable;
}

bool tum_glb_read(const void *bytes, size_t count, const char *file, GlbChunks *chunks,
                  TumReport *report)
{
    *chunks = (GlbChunks){0};
    Reading reading = {
        .bytes = bytes, .count = count, .file = file, .report = report, .chunks = chunks};
    if (!read_header(&reading)) {
        return false;
    }
    const size_t end = count < reading.declared ? count : reading.declared;
    size_t at = HEADER_BYTES;
    while (at < end && end - at >= CHUNK_HEADER_BYTES) {
        at = read_chunk(&reading, at);
        ++reading.chunk_number;
    }
    if (at < end) {
        tum_report_add_at(report, CODE_GLB_UNEXPECTED_END_OF_CHUNK_HEADER, file, count,
                          "%zu bytes where a chunk header takes 8.", end - at);
    }
    if (count < reading.declared) {
        tum_report_add_at(report, CODE_GLB_LENGTH_MISMATCH, file, count,
                          "The file has %zu bytes of the %zu it declares.", count,
                          reading.declared);
    } else if (count > reading.declared && reading.declared > HEADER_BYTES) {
        tum_report_add_at(report, CODE_GLB_EXTRA_DATA, file, reading.declared,
                          "%zu bytes after the declared end.", count - reading.declared);
    }
    if (chunks->json == NULL && reading.chunk_number == 0 && at == end &&
        reading.declared > HEADER_BYTES) {
        tum_report_add_at(report, CODE_GLB_UNEXPECTED_END_OF_CHUNK_HEADER, file, count,
                          "The file ends where a chunk header is due.");
    }
    return chunks->json != NULL;
}

static TumStatus add_word(TextBuffer *to, uint32_t word)
{
    const char bytes[4] = {(char)(word & 0xff), (char)(word >> 8 & 0xff), (char)(word >> 16 & 0xff),
                           (char)(word >> 24 & 0xff)};
    return tum_text_buffer_add(to, bytes, sizeof bytes);
}

static TumStatus add_chunk(TextBuffer *to, uint32_t type, const void *bytes, size_t count,
                           char padding)
{
    const size_t padding_count = (ALIGNMENT - count % ALIGNMENT) % ALIGNMENT;
    const char paddings[ALIGNMENT] = {padding, padding, padding, padding};
    TumStatus status = add_word(to, (uint32_t)(count + padding_count));
    if (status == TUM_OK) {
        status = add_word(to, type);
    }
    if (status == TUM_OK && count > 0) {
        status = tum_text_buffer_add(to, bytes, count);
    }
    if (status == TUM_OK && padding_count > 0) {
        status = tum_text_buffer_add(to, paddings, padding_count);
    }
    return status;
}

TumStatus tum_glb_write(TextBuffer *to, const char *json, size_t json_count,
                        const unsigned char *bin, size_t bin_count)
{
    const uint64_t longest = TUM_MAX_FILE_BYTES;
    if (json_count > longest || bin_count > longest) {
        return TUM_ERROR_CAPACITY;
    }
    uint64_t length = HEADER_BYTES + CHUNK_HEADER_BYTES + ((uint64_t)json_count + 3) / 4 * 4;
    if (bin != NULL) {
        length += CHUNK_HEADER_BYTES + ((uint64_t)bin_count + 3) / 4 * 4;
    }
    if (length > longest) {
        return TUM_ERROR_CAPACITY;
    }
    TumStatus status = tum_text_buffer_add(to, magic, sizeof magic);
    if (status == TUM_OK) {
        status = add_word(to, VERSION);
    }
    if (status == TUM_OK) {
        status = add_word(to, (uint32_t)length);
    }
    if (status == TUM_OK) {
        status = add_chunk(to, CHUNK_JSON, json, json_count, ' ');
    }
    if (status == TUM_OK && bin != NULL) {
        status = add_chunk(to, CHUNK_BIN, bin, bin_count, '\0');
    }
    return status;
}
