// SPDX-License-Identifier: MIT
// The binary container of G4MF (docs/formats.md#g4mf, validation.md section 3.2).
#include "document/g4b.h"

#include "tests/document/g4mf.h"

// Opens a container and expects one finding, at an offset.
static void assert_finding(const Container4 *container, TumStatus status, const char *code,
                           uint64_t offset)
{
    Opened opened = open_bytes(container->bytes, container->count);
    assert_int_equal(opened.status, status);
    assert_only(&opened, code, NULL);
    assert_int_equal(tum_report_at(opened.report, 0)->offset, offset);
    close_document(&opened);
}

static Container4 smallest(void)
{
    Container4 container = begin_container();
    put_json(&container, "{'asset':{'dimension':4}}");
    end_container(&container);
    return container;
}

static void the_smallest_file_has_57_bytes_and_is_right(void **state)
{
    (void)state;
    const Container4 container = smallest();
    assert_int_equal(container.count, 57);
    Opened opened = open_bytes(container.bytes, container.count);
    assert_int_equal(opened.status, TUM_OK);
    assert_only(&opened, NULL, NULL);
    assert_int_equal(tum_document_format(opened.document), TUM_FORMAT_G4MF);
    assert_int_equal(tum_document_dimension(opened.document), 4);
    close_document(&opened);
}

static void a_header_is_checked(void **state)
{
    (void)state;
    Container4 container = smallest();
    container.bytes[4] = 1;
    assert_finding(&container, TUM_ERROR_UNSUPPORTED, "G4MF_INVALID_VERSION", 4);
    container = smallest();
    container.bytes[8] += 1;
    assert_finding(&container, TUM_OK, "G4MF_LENGTH_MISMATCH", 8);
    container = smallest();
    container.bytes[15] = 0x80;
    assert_finding(&container, TUM_OK, "G4MF_LENGTH_MISMATCH", 8);
    // Named as one, it has to be one.
    const TumDocumentOptions named = {.name = "x.g4b"};
    Opened opened = {.report = tum_report_create(NULL)};
    opened.status = tum_document_read("g4mf", 4, &named, &opened.document, opened.report);
    assert_int_equal(opened.status, TUM_ERROR_INPUT);
    assert_only(&opened, "G4MF_INVALID_MAGIC", NULL);
    close_document(&opened);
}

static void the_document_is_the_first_json_chunk_wherever_it_stands(void **state)
{
    (void)state;
    Container4 container = begin_container();
    put_chunk(&container, BLOB4, 0, "abc", 3);
    put_json(&container, "{'asset':{'dimension':3}}");
    put_json(&container, "[1,2]");
    end_container(&container);
    Opened opened = open_bytes(container.bytes, container.count);
    assert_int_equal(opened.status, TUM_OK);
    assert_only(&opened, NULL, NULL);
    assert_int_equal(tum_document_dimension(opened.document), 3);
    close_document(&opened);
    container = begin_container();
    put_chunk(&container, BLOB4, 0, "abc", 3);
    end_container(&container);
    assert_finding(&container, TUM_ERROR_INPUT, "G4MF_NO_JSON_CHUNK", 16);
}

static void chunks_are_checked(void **state)
{
    (void)state;
    Container4 container = smallest();
    container.bytes[24] += 1; // One byte more than there is.
    assert_finding(&container, TUM_ERROR_INPUT, "G4MF_CHUNK_TOO_BIG", 16);
    container = smallest();
    container.bytes[31] = 0x80;
    assert_finding(&container, TUM_ERROR_INPUT, "G4MF_CHUNK_TOO_BIG", 16);
    container = smallest();
    put_chunk(&container, 0x21212121, 0, "", 0);
    end_container(&container);
    assert_finding(&container, TUM_OK, "G4MF_UNKNOWN_CHUNK_TYPE", 64);
    container = smallest();
    put_chunk(&container, BLOB4, 0xffffffffu, "abc", 3);
    end_container(&container);
    assert_finding(&container, TUM_OK, "G4MF_CHUNK_ENCODING_INVALID", 68);
    // Without padding the second header begins at byte 57.
    container = smallest();
    put_words(&container, BLOB4, 4);
    put_words(&container, 0, 4);
    put_words(&container, 0, 8);
    end_container(&container);
    assert_finding(&container, TUM_OK, "G4MF_CHUNK_UNALIGNED", 57);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    static const char json[] =
        "{\"asset\":{\"dimension\":3},\"buffers\":[{\"byteLength\":5,\"chunk\":1}] }";
    TextBuffer text = {0};
    assert_int_equal(tum_g4b_write(&text, json, sizeof json - 1, (const unsigned char *)"hello", 5),
                     TUM_OK);
    Opened opened = open_bytes(text.text.items, text.text.count);
    assert_int_equal(opened.status, TUM_OK);
    assert_only(&opened, NULL, NULL);
    // No padding behind the last chunk; before it, spaces.
    assert_memory_equal(text.text.items + text.text.count - 5, "hello", 5);
    assert_int_equal(text.text.items[32 + sizeof json - 1], ' ');
    assert_int_equal((text.text.count - 5) % 16, 0);
    close_document(&opened);
    tum_text_buffer_free(&text);
}

static Container4 whole(void)
{
    Container4 container = begin_container();
    put_json(&container, "{'asset':{'dimension':3},'buffers':[{'byteLength':12,'chunk':1}],"
                         "'bufferViews':[{'byteLength':12}],'accessors':[{'bufferView':0,"
                         "'componentType':'float32','vectorSize':3}],'nodes':[{'children':[1]},"
                         "{'name':'A','position':[1,2,3],'physics':{'collider':{'shape':0}}}],"
                         "'shapes':[{'type':'convex','mesh':0}],'meshes':[{'vertices':0,"
                         "'surfaces':[{}]}]}");
    put_chunk(&container, BLOB4, 0, "abcdefghijkl", 12);
    end_container(&container);
    return container;
}

static void every_prefix_has_a_finding(void **state)
{
    (void)state;
    const Container4 container = whole();
    Opened opened = open_bytes(container.bytes, container.count);
    assert_only(&opened, NULL, NULL);
    close_document(&opened);
    for (size_t count = 0; count < container.count; ++count) {
        // A copy of just that size, so that reading past it is seen.
        unsigned char *prefix = malloc(count + 1);
        assert_non_null(prefix);
        memcpy(prefix, container.bytes, count);
        unsigned char *exact = realloc(prefix, count > 0 ? count : 1);
        opened = open_bytes(exact, count);
        assert_true(tum_report_count(opened.report) > 0);
        assert_true(opened.status != TUM_OK || opened.document != NULL);
        close_document(&opened);
        free(exact);
    }
}

static void no_changed_byte_does_harm(void **state)
{
    (void)state;
    Random random = {7};
    for (int round = 0; round < 4000; ++round) {
        Container4 container = whole();
        const int changes = 1 + round % 3;
        for (int i = 0; i < changes; ++i) {
            const size_t at = (size_t)random_in(&random, 0.0, (double)container.count);
            container.bytes[at] = (unsigned char)random_in(&random, 0.0, 256.0);
        }
        Opened opened = open_bytes(container.bytes, container.count);
        // Refused, and said why; or read.
        assert_true(opened.status == TUM_OK ? opened.document != NULL
                                            : tum_report_count(opened.report) > 0);
        close_document(&opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_file_has_57_bytes_and_is_right),
        cmocka_unit_test(a_header_is_checked),
        cmocka_unit_test(the_document_is_the_first_json_chunk_wherever_it_stands),
        cmocka_unit_test(chunks_are_checked),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(every_prefix_has_a_finding),
        cmocka_unit_test(no_changed_byte_does_harm),
    };
    return cmocka_run_group_tests_name("g4b", tests, NULL, NULL);
}
