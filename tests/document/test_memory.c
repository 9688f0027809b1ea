// SPDX-License-Identifier: MIT
// A file does not ask for more memory than a stated multiple of its size (docs/capacity.md).
#include "tests/support/support.h"
#include "tumble/document.h"

enum {
    REPEATS = 20000,
    // As docs/capacity.md says: where there are nodes, and of any other JSON.
    NODES_TIMES = 400,
    JSON_TIMES = 48,
    SPARE_BYTES = 65536
};

typedef struct Peak {
    size_t now, most;
} Peak;

static void *allocate(void *user, size_t bytes, size_t alignment)
{
    Peak *peak = user;
    peak->now += bytes;
    peak->most = peak->now > peak->most ? peak->now : peak->most;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void release(void *user, void *block, size_t bytes)
{
    Peak *peak = user;
    peak->now -= bytes;
    free(block);
}

// The most that is taken at once while `front`, many times `item`, `last` and `back` are opened.
static size_t peak_of(const char *front, const char *item, const char *last, const char *back,
                      size_t *count)
{
    const size_t item_bytes = strlen(item);
    char *text = malloc(strlen(front) + REPEATS * item_bytes + strlen(last) + strlen(back) + 1);
    assert_non_null(text);
    char *to = text + sprintf(text, "%s", front);
    for (int i = 0; i < REPEATS; ++i, to += item_bytes) {
        memcpy(to, item, item_bytes);
    }
    to += sprintf(to, "%s%s", last, back);
    *count = (size_t)(to - text);
    Peak peak = {0};
    const TumDocumentOptions options = {.allocator = {allocate, release, &peak}, .name = "a.gltf"};
    TumDocument *document = NULL;
    assert_int_equal(tum_document_read(text, *count, &options, &document, NULL), TUM_OK);
    tum_document_destroy(document);
    assert_int_equal(peak.now, 0);
    free(text);
    return peak.most;
}

#define ASSET "{\"asset\":{\"version\":\"2.0\"},"
#define ASSET4 "{\"asset\":{\"dimension\":4},"

static void opening_takes_no_more_than_a_stated_multiple(void **state)
{
    (void)state;
    static const struct {
        const char *front, *item, *last, *back;
    } cases[] = {
        {ASSET "\"extras\":[", "1,", "1", "]}"},
        {ASSET "\"extras\":[", "[],", "[]", "]}"},
        {ASSET "\"extras\":[", "{},", "{}", "]}"},
        {ASSET "\"extras\":[", "[1],", "[1]", "]}"},
        {ASSET "\"extras\":[", "\"\",", "\"\"", "]}"},
        {ASSET "\"extras\":[", "{\"\":0},", "{\"\":0}", "]}"},
        {ASSET "\"extras\":[", "9007199254740993,", "1", "]}"},
        {ASSET "\"extras\":\"", "x", "", "\"}"},
        {ASSET "\"nodes\":[", "{},", "{}", "]}"},
        {ASSET "\"nodes\":[", "1,", "1", "]}"},
        {ASSET "\"buffers\":[", "1,", "1", "]}"},
        {ASSET "\"bufferViews\":[", "1,", "1", "]}"},
        {ASSET "\"accessors\":[", "1,", "1", "]}"},
        {ASSET4 "\"nodes\":[", "{},", "{}", "]}"},
        {ASSET4 "\"nodes\":[", "1,", "1", "]}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        size_t count = 0;
        const size_t most =
            peak_of(cases[i].front, cases[i].item, cases[i].last, cases[i].back, &count);
        const size_t times = strstr(cases[i].front, "nodes") != NULL ? NODES_TIMES : JSON_TIMES;
        if (most > times * count + SPARE_BYTES) {
            print_error("%s%s: %zu bytes for %zu\n", cases[i].front, cases[i].item, most, count);
            fail();
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_takes_no_more_than_a_stated_multiple),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
