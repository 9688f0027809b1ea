// SPDX-License-Identifier: MIT
/// g4mf.h: G4MF documents for tests: texts with ' for ", and containers put together by hand.
#ifndef TUM_TESTS_DOCUMENT_G4MF_H
#define TUM_TESTS_DOCUMENT_G4MF_H

#include "document/zstd.h"
#include "tests/document/opened.h"

/// A text of so many dimensions; `rest` are the other members of the root, after a comma.
static inline Opened open_g4mf(int dimension, const char *rest)
{
    char text[8192];
    const int count = snprintf(text, sizeof text, "{'asset':{'dimension':%d}%s%s}", dimension,
                               rest[0] != '\0' ? "," : "", rest);
    assert_true(count < (int)sizeof text);
    for (int i = 0; i < count; ++i) {
        text[i] = text[i] == '\'' ? '"' : text[i];
    }
    return open_bytes(text, (size_t)count);
}

/// A container that grows.
typedef struct Container4 {
    unsigned char bytes[4096];
    size_t count;
} Container4;

static inline void put_words(Container4 *to, uint64_t value, int count)
{
    for (int i = 0; i < count; ++i) {
        to->bytes[to->count++] = (unsigned char)(value >> (8 * i));
    }
}

enum { JSON4 = 0x4e4f534a, BLOB4 = 0x424f4c42, ZSTD4 = 0x6474735a };

static inline Container4 begin_container(void)
{
    Container4 made = {.count = 0};
    put_words(&made, 0x464d3447, 4);
    put_words(&made, 0, 4);
    put_words(&made, 0, 8); // The size; see end_container.
    return made;
}

/// Pads to 16 and adds a chunk.
static inline void put_chunk(Container4 *to, uint32_t type, uint32_t encoding, const void *data,
                             size_t count)
{
    while (to->count % 16 != 0) {
        put_words(to, 0, 1);
    }
    put_words(to, type, 4);
    put_words(to, encoding, 4);
    put_words(to, count, 8);
    memcpy(to->bytes + to->count, data, count);
    to->count += count;
}

static inline void put_json(Container4 *to, const char *text)
{
    char json[2048];
    snprintf(json, sizeof json, "%s", text);
    for (size_t i = 0; json[i] != '\0'; ++i) {
        json[i] = json[i] == '\'' ? '"' : json[i];
    }
    put_chunk(to, JSON4, 0, json, strlen(json));
}

static inline void end_container(Container4 *container)
{
    for (int i = 0; i < 8; ++i) {
        container->bytes[8 + i] = (unsigned char)(container->count >> (8 * i));
    }
}

/// A Zstandard frame of one block that is not compressed: magic, a header with the size in one
/// byte, a block's header, the bytes (RFC 8878). At most 255 of them.
static inline size_t zstd_frame(const void *data, size_t count, unsigned char *frame)
{
    static const unsigned char start[5] = {0x28, 0xb5, 0x2f, 0xfd, 0x20};
    const unsigned block = (unsigned)count << 3 | 1;
    memcpy(frame, start, 5);
    frame[5] = (unsigned char)count;
    frame[6] = (unsigned char)block;
    frame[7] = (unsigned char)(block >> 8);
    frame[8] = 0;
    memcpy(frame + 9, data, count);
    return count + 9;
}

static inline bool has_zstd(void)
{
    const TumAllocator memory = tum_allocator_or_default(NULL);
    ZstdBytes decoded;
    return tum_zstd_decode("", 0, 0, &memory, &decoded) != ZSTD_MISSING;
}

static inline bool opened_has(const Opened *opened, const char *code, const char *pointer)
{
    return report_has(opened->report, code, pointer);
}

/// Fails, and prints what was found instead, unless `code` at `pointer` is all.
static inline void require_only(const Opened *opened, const char *code, const char *pointer,
                                const char *file, int line)
{
    const size_t count = tum_report_count(opened->report);
    if (count == (code != NULL ? 1u : 0u) && (code == NULL || opened_has(opened, code, pointer))) {
        return;
    }
    print_error("expected %s alone; found:\n", code != NULL ? code : "nothing");
    for (size_t i = 0; i < count; ++i) {
        const TumDiagnostic *found = tum_report_at(opened->report, i);
        print_error("  %s %s: %s\n", found->code, found->pointer != NULL ? found->pointer : "",
                    found->message);
    }
    _fail(file, line);
}

#define assert_only(opened, code, pointer)                                                         \
    require_only((opened), (code), (pointer), __FILE__, __LINE__)

#endif
