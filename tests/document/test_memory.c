// SPDX-License-Identifier: MIT
// A file does not ask for more memory than a stated multiple of its size (docs/capacity.md).
#include "tests/support/repeat.h"
#include "tumble/document.h"

enum {
    REPEATS = 20000,
    // As docs/capacity.md says: of each byte of text, and of each buffer or node besides.
    TEXT_TIMES = 8,
    BUFFER_BYTES = 64,
    NODE_BYTES = 64,
    MOVED_NODE_BYTES = 416,
    NODE4_BYTES = 80,
    SPARE_BYTES = 65536
};

// The most that is taken at once while `front`, many times `item` and `back` are opened.
static size_t peak_of(const char *front, const char *item, const char *back, size_t *count)
{
    char *text = repeat_text(front, item, REPEATS, back, count);
    Counting counting;
    const TumDocumentOptions options = {.allocator = counting_allocator(&counting),
                                        .name = "a.gltf"};
    TumDocument *document = NULL;
    assert_int_equal(tum_document_read(text, *count, &options, &document, NULL), TUM_OK);
    tum_document_destroy(document);
    assert_int_equal(counting.bytes, 0);
    free(text);
    return counting.most_bytes;
}

#define ASSET "{\"asset\":{\"version\":\"2.0\"},"
#define ASSET4 "{\"asset\":{\"dimension\":4},"

static void opening_takes_no_more_than_a_stated_multiple(void **state)
{
    (void)state;
    static const struct {
        const char *front, *item, *back;
        size_t item_bytes;
    } cases[] = {
        {ASSET "\"extras\":[", "1,", "1]}", 0},
        {ASSET "\"extras\":[", "-0.25,", "1]}", 0},
        {ASSET "\"extras\":[", "9007199254740993,", "1]}", 0},
        {ASSET "\"extras\":[", "true,", "null]}", 0},
        {ASSET "\"extras\":[", "\"\",", "\"\"]}", 0},
        {ASSET "\"extras\":[", "\"a text\",", "\"\"]}", 0},
        {ASSET "\"extras\":\"", "x", "\"}", 0},
        {ASSET "\"extras\":\"", "\\u0041", "\"}", 0},
        {ASSET "\"extras\":[", "[],", "[]]}", 0},
        {ASSET "\"extras\":[", "{},", "{}]}", 0},
        {ASSET "\"extras\":[", "[1],", "[1]]}", 0},
        {ASSET "\"extras\":[", "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]],", "[]]}", 0},
        {ASSET "\"extras\":[", "{\"\":{\"\":{\"\":{\"\":0}}}},", "{}]}", 0},
        {ASSET "\"extras\":[", "{\"\":0},", "{}]}", 0},
        {ASSET "\"extras\":{", "\"#\":0,", "\"z\":0}}", 0},
        {ASSET "\"extras\":[",
         "{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,\"g\":0,\"h\":0,"
         "\"i\":0,\"j\":0,\"k\":0,\"l\":0,\"m\":0,\"n\":0,\"o\":0,\"p\":0,\"q\":0},",
         "{}]}", 0},
        {ASSET "\"buffers\":[", "1,", "1]}", BUFFER_BYTES},
        {ASSET "\"bufferViews\":[", "1,", "1]}", 0},
        {ASSET "\"accessors\":[", "1,", "1]}", 0},
        {ASSET "\"nodes\":[", "{},", "{}]}", NODE_BYTES},
        {ASSET "\"nodes\":[", "1,", "1]}", NODE_BYTES},
        {ASSET "\"nodes\":[", "{\"scale\":[1,1,1]},", "{}]}", NODE_BYTES},
        {ASSET "\"nodes\":[", "{\"scale\":[2,1,1]},", "{}]}", MOVED_NODE_BYTES},
        {ASSET4 "\"nodes\":[", "{},", "{}]}", NODE4_BYTES},
        {ASSET4 "\"nodes\":[", "1,", "1]}", NODE4_BYTES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        size_t count = 0;
        const size_t most = peak_of(cases[i].front, cases[i].item, cases[i].back, &count);
        const size_t stated = TEXT_TIMES * count + cases[i].item_bytes * REPEATS + SPARE_BYTES;
        if (most > stated) {
            print_error("%s%s: %zu bytes of %zu stated\n", cases[i].front, cases[i].item, most,
                        stated);
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
