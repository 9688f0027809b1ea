// SPDX-License-Identifier: MIT
// The binary container: findings at byte offsets, and as much read as can be
// (docs/diagnostics.md).
#include "document/glb.h"
#include "tests/support/support.h"

/// A container under construction.
typedef struct Container {
    unsigned char bytes[256];
    size_t count;
} Container;

static void add_word(Container *container, uint32_t word)
{
    for (int k = 0; k < 4; ++k) {
        container->bytes[container->count++] = (unsigned char)(word >> (8 * k));
    }
}

static Container header(uint32_t version, uint32_t length)
{
    Container container = {{'g', 'l', 'T', 'F'}, 4};
    add_word(&container, version);
    add_word(&container, length);
    return container;
}

enum { JSON = 0x4e4f534a, BIN = 0x004e4942 };

static void add_chunk(Container *container, uint32_t type, uint32_t length, const char *data)
{
    add_word(container, length);
    add_word(container, type);
    memcpy(container->bytes + container->count, data, strlen(data));
    container->count += strlen(data);
}

static bool has_at(const TumReport *report, const char *code, uint64_t offset)
{
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        if (strcmp(found->code, code) == 0 && found->pointer == NULL && found->offset == offset) {
            return true;
        }
    }
    return false;
}

// Reads the container out of a block of exactly its size, so that a byte too many is noticed.
static void assert_finding(const Container *container, bool is_read, const char *code,
                           uint64_t offset)
{
    unsigned char *exact = malloc(container->count + 1);
    assert_non_null(exact);
    memcpy(exact, container->bytes, container->count);
    TumReport *report = tum_report_create(NULL);
    GlbChunks chunks;
    assert_int_equal(tum_glb_read(exact, container->count, "a.glb", &chunks, report), is_read);
    if (code == NULL) {
        assert_int_equal(tum_report_count(report), 0);
    } else if (!has_at(report, code, offset)) {
        print_error("no %s at %u\n", code, (unsigned)offset);
        fail();
    }
    assert_true(is_read || tum_report_count_of(report, TUM_SEVERITY_ERROR) > 0);
    tum_report_destroy(report);
    free(exact);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    TextBuffer to = {0};
    // 5 bytes of text become 8 with spaces, 3 of data become 4 with a zero.
    assert_int_equal(tum_glb_write(&to, "[1,2]", 5, (const unsigned char *)"abc", 3), TUM_OK);
    assert_int_equal(to.text.count, 12 + 8 + 8 + 8 + 4);
    GlbChunks chunks;
    assert_true(tum_glb_read(to.text.items, to.text.count, "", &chunks, NULL));
    assert_int_equal(chunks.json_count, 8);
    assert_memory_equal(chunks.json, "[1,2]   ", 8);
    assert_true(chunks.has_bin);
    assert_int_equal(chunks.bin_count, 4);
    assert_memory_equal(chunks.bin, "abc\0", 4);
    tum_text_buffer_free(&to);
}

static void a_header_is_checked(void **state)
{
    (void)state;
    Container container = header(2, 12);
    container.count = 11;
    assert_finding(&container, false, "GLB_UNEXPECTED_END_OF_HEADER", 11);
    container = header(2, 12);
    assert_finding(&container, false, "GLB_LENGTH_TOO_SMALL", 8);
    container = header(1, 12);
    assert_finding(&container, false, "GLB_INVALID_VERSION", 4);
    container = header(2, 12);
    container.bytes[0] = 'G';
    assert_finding(&container, false, "GLB_INVALID_MAGIC", 0);
}

static void a_right_file_has_no_findings(void **state)
{
    (void)state;
    Container container = header(2, 12 + 8 + 4 + 8 + 4);
    add_chunk(&container, JSON, 4, "{}  ");
    add_chunk(&container, BIN, 4, "abcd");
    assert_finding(&container, true, NULL, 0);
}

static void lengths_that_disagree_are_filed(void **state)
{
    (void)state;
    Container container = header(2, 100);
    add_chunk(&container, JSON, 4, "{}  ");
    assert_finding(&container, true, "GLB_LENGTH_MISMATCH", 24);
    container = header(2, 24);
    add_chunk(&container, JSON, 4, "{}  xx");
    assert_finding(&container, true, "GLB_EXTRA_DATA", 24);
    container = header(2, 28);
    add_chunk(&container, JSON, 4, "{}  xxxx");
    assert_finding(&container, true, "GLB_UNEXPECTED_END_OF_CHUNK_HEADER", 28);
    container = header(2, 13);
    container.bytes[container.count++] = 0;
    assert_finding(&container, false, "GLB_UNEXPECTED_END_OF_CHUNK_HEADER", 13);
}

static void a_chunk_that_is_cut_off_is_filed(void **state)
{
    (void)state;
    Container container = header(2, 24);
    add_chunk(&container, JSON, 400, "{}  ");
    assert_finding(&container, false, "GLB_CHUNK_TOO_BIG", 12);
    container = header(2, 420);
    add_chunk(&container, JSON, 400, "{}  ");
    assert_finding(&container, false, "GLB_UNEXPECTED_END_OF_CHUNK_DATA", 24);
    container = header(2, 12 + 12 + 8 + 8);
    add_chunk(&container, JSON, 4, "{}  ");
    add_chunk(&container, BIN, 8, "abcd");
    assert_finding(&container, true, "GLB_UNEXPECTED_END_OF_CHUNK_DATA", 36);
    container = header(2, 0xffffffffu);
    add_chunk(&container, JSON, 0xffffffffu, "{}  ");
    assert_finding(&container, false, "GLB_CHUNK_TOO_BIG", 12);
}

static void chunks_out_of_place_are_filed(void **state)
{
    (void)state;
    Container container = header(2, 12 + 12 + 12);
    add_chunk(&container, BIN, 4, "abcd");
    add_chunk(&container, JSON, 4, "{}  ");
    assert_finding(&container, true, "GLB_UNEXPECTED_FIRST_CHUNK", 12);
    assert_finding(&container, true, "GLB_UNEXPECTED_BIN_CHUNK", 12);
    container = header(2, 12 + 8);
    add_chunk(&container, JSON, 0, "");
    assert_finding(&container, false, "GLB_EMPTY_CHUNK", 12);
    container = header(2, 12 + 12 + 12 + 12);
    add_chunk(&container, JSON, 4, "{}  ");
    add_chunk(&container, JSON, 4, "[]  ");
    add_chunk(&container, 0x21212121, 4, "abcd");
    assert_finding(&container, true, "GLB_DUPLICATE_CHUNK", 24);
    assert_finding(&container, true, "GLB_UNKNOWN_CHUNK_TYPE", 36);
    container = header(2, 12 + 12 + 8);
    add_chunk(&container, JSON, 4, "{}  ");
    add_chunk(&container, BIN, 0, "");
    assert_finding(&container, true, "GLB_EMPTY_BIN_CHUNK", 24);
    container = header(2, 12 + 8 + 3);
    add_chunk(&container, JSON, 3, "{} ");
    assert_finding(&container, true, "GLB_CHUNK_LENGTH_UNALIGNED", 12);
}

static void every_prefix_is_refused_or_read(void **state)
{
    (void)state;
    Container container = header(2, 12 + 12 + 12);
    add_chunk(&container, JSON, 4, "{}  ");
    add_chunk(&container, BIN, 4, "abcd");
    for (size_t count = 0; count < container.count; ++count) {
        Container prefix = container;
        prefix.count = count;
        // From the 24th byte on the JSON chunk is whole.
        assert_finding(&prefix, count >= 24,
                       count < 12 ? "GLB_UNEXPECTED_END_OF_HEADER" : "GLB_LENGTH_MISMATCH", count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_header_is_checked),
        cmocka_unit_test(a_right_file_has_no_findings),
        cmocka_unit_test(lengths_that_disagree_are_filed),
        cmocka_unit_test(a_chunk_that_is_cut_off_is_filed),
        cmocka_unit_test(chunks_out_of_place_are_filed),
        cmocka_unit_test(every_prefix_is_refused_or_read),
    };
    return cmocka_run_group_tests_name("glb", tests, NULL, NULL);
}
