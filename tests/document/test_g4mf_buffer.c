// SPDX-License-Identifier: MIT
// Where the bytes of G4MF buffers are (docs/formats.md#g4mf), and that documents are
// kept.
#include "document/g4mf_buffer.h"

#include "document/g4mf_accessor.h"
#include "tests/document/g4mf.h"

#define VIEWS                                                                                      \
    "'bufferViews':[{'byteLength':4}],'accessors':[{'bufferView':0,'componentType':'uint8'}]"

// The four bytes of accessor 0, as a word; 0 where they cannot be read.
static uint32_t word_of(const Opened *opened)
{
    G4mfAccessor accessor;
    uint32_t word = 0;
    if (!tum_g4mf_accessor_open(opened->document, 0, &accessor, NULL) || accessor.count != 4) {
        return 0;
    }
    for (size_t i = 0; i < 4; ++i) {
        word |= tum_g4mf_accessor_index(&accessor, i) << (8 * i);
    }
    return word;
}

static const uint32_t abcd = 0x64636261;

static void a_text_has_its_bytes_at_a_uri(void **state)
{
    (void)state;
    Opened opened = open_g4mf(3, "'buffers':[{'byteLength':4,'uri':'data:application/octet-stream;"
                                 "base64,YWJjZA=='}]," VIEWS);
    assert_only(&opened, NULL, NULL);
    assert_int_equal(word_of(&opened), abcd);
    close_document(&opened);
}

static void a_text_has_no_chunks(void **state)
{
    (void)state;
    Opened opened = open_g4mf(3, "'buffers':[{'byteLength':4,'chunk':1}]");
    assert_only(&opened, "G4MF_CHUNK_IN_TEXT", "/buffers/0/chunk");
    close_document(&opened);
    opened = open_g4mf(3, "'buffers':[{'byteLength':4}]");
    assert_only(&opened, "ONE_OF_MISMATCH", "/buffers/0");
    close_document(&opened);
}

static Opened open_container(const char *json, uint32_t encoding, const void *data, size_t count)
{
    Container4 container = begin_container();
    put_json(&container, json);
    put_chunk(&container, BLOB4, encoding, data, count);
    end_container(&container);
    return open_bytes(container.bytes, container.count);
}

static void a_container_has_its_bytes_in_a_chunk(void **state)
{
    (void)state;
    // Data may be longer than the buffer says.
    Opened opened = open_container("{'asset':{'dimension':3},'buffers':[{'byteLength':4,"
                                   "'chunk':1}]," VIEWS "}",
                                   0, "abcdef", 6);
    assert_only(&opened, NULL, NULL);
    assert_int_equal(word_of(&opened), abcd);
    close_document(&opened);
    // Never shorter.
    opened = open_container("{'asset':{'dimension':3},'buffers':[{'byteLength':4,'chunk':1}]}", 0,
                            "abc", 3);
    assert_only(&opened, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0");
    close_document(&opened);
    opened = open_container("{'asset':{'dimension':3},'buffers':[{'byteLength':4,'chunk':2}]}", 0,
                            "abcd", 4);
    assert_only(&opened, "UNRESOLVED_REFERENCE", "/buffers/0/chunk");
    close_document(&opened);
}

static void buffers_may_share_a_chunk(void **state)
{
    (void)state;
    Opened opened = open_container("{'asset':{'dimension':3},'buffers':[{'byteLength':2,'chunk':1},"
                                   "{'byteLength':4,'chunk':1}],'bufferViews':[{'buffer':1,"
                                   "'byteLength':4}],'accessors':[{'bufferView':0,'componentType':"
                                   "'uint8'}]}",
                                   0, "abcd", 4);
    assert_only(&opened, NULL, NULL);
    assert_int_equal(word_of(&opened), abcd);
    TumDocument *copy = NULL;
    assert_int_equal(tum_document_copy(opened.document, &copy), TUM_OK);
    tum_document_destroy(copy);
    close_document(&opened);
}

static void before_chunks_were_named_buffer_i_had_chunk_i_plus_1(void **state)
{
    (void)state;
    Opened opened = open_container(
        "{'asset':{'dimension':3},'buffers':[{'byteLength':4}]," VIEWS "}", 0, "abcd", 4);
    assert_only(&opened, "G4MF_OLD_LAYOUT", "/buffers/0");
    assert_int_equal(word_of(&opened), abcd);
    close_document(&opened);
}

static void zstandard_is_decoded_or_said_to_be_unknown(void **state)
{
    (void)state;
    static const char json[] = "{'asset':{'dimension':3},'buffers':[{'byteLength':4,'chunk':1,"
                               "'encoding':'Zstd'}]," VIEWS "}";
    unsigned char frame[64];
    const size_t count = zstd_frame("abcd", 4, frame);
    Opened opened = open_container(json, ZSTD4, frame, count);
    assert_int_equal(opened.status, TUM_OK);
    if (has_zstd()) {
        assert_only(&opened, NULL, NULL);
        assert_int_equal(word_of(&opened), abcd);
    } else {
        assert_only(&opened, "G4MF_CHUNK_ENCODING_UNSUPPORTED", NULL);
    }
    close_document(&opened);
    frame[0] ^= 1;
    opened = open_container(json, ZSTD4, frame, count);
    assert_only(&opened,
                has_zstd() ? "G4MF_CHUNK_DECODE_FAILED" : "G4MF_CHUNK_ENCODING_UNSUPPORTED", NULL);
    close_document(&opened);
}

static void a_document_may_be_compressed_itself(void **state)
{
    (void)state;
    unsigned char frame[64];
    const size_t count = zstd_frame("{\"asset\":{\"dimension\":5}}", 25, frame);
    Container4 container = begin_container();
    put_chunk(&container, JSON4, ZSTD4, frame, count);
    end_container(&container);
    Opened opened = open_bytes(container.bytes, container.count);
    if (has_zstd()) {
        assert_only(&opened, NULL, NULL);
        assert_int_equal(tum_document_dimension(opened.document), 5);
    } else {
        assert_int_equal(opened.status, TUM_ERROR_UNSUPPORTED);
        assert_only(&opened, "G4MF_CHUNK_ENCODING_UNSUPPORTED", NULL);
    }
    close_document(&opened);
}

static void an_encoding_that_disagrees_is_filed_and_the_chunk_believed(void **state)
{
    (void)state;
    Opened opened = open_container("{'asset':{'dimension':3},'buffers':[{'byteLength':4,'chunk':1,"
                                   "'encoding':'Zstd'}]," VIEWS "}",
                                   0, "abcd", 4);
    assert_only(&opened, "G4MF_ENCODING_MISMATCH", "/buffers/0/encoding");
    assert_int_equal(word_of(&opened), abcd);
    close_document(&opened);
    opened = open_container("{'asset':{'dimension':3},'buffers':[{'byteLength':4,'chunk':1,"
                            "'encoding':'Abcd'}]}",
                            0x64636241, "abcd", 4);
    assert_only(&opened, "G4MF_CHUNK_ENCODING_UNSUPPORTED", NULL);
    close_document(&opened);
}

static void a_small_file_does_not_become_a_large_one(void **state)
{
    (void)state;
    // Blocks of 128 KiB of one byte each (type 1), four bytes a block: 256 MiB in 8 KiB. Without a
    // size in the header and with the window of one block.
    enum { BLOCKS = 800 };
    Container4 container = begin_container();
    unsigned char frame[6 + 4 * BLOCKS] = {0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38};
    for (unsigned i = 0; i < BLOCKS; ++i) {
        const unsigned block = 131072u << 3 | 1 << 1 | (i + 1 == BLOCKS ? 1 : 0);
        frame[6 + 4 * i] = (unsigned char)block;
        frame[7 + 4 * i] = (unsigned char)(block >> 8);
        frame[8 + 4 * i] = (unsigned char)(block >> 16);
        frame[9 + 4 * i] = ' ';
    }
    put_chunk(&container, JSON4, ZSTD4, frame, sizeof frame);
    end_container(&container);
    Opened opened = open_bytes(container.bytes, container.count);
    assert_int_not_equal(opened.status, TUM_OK);
    assert_only(&opened,
                has_zstd() ? "G4MF_CHUNK_DECODE_FAILED" : "G4MF_CHUNK_ENCODING_UNSUPPORTED", NULL);
    close_document(&opened);
}

// Saving.

static void all_members_are_kept_and_numbers_bit_for_bit(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"dimension\":5,\"comment\":\"c\",\"extensionsUsed\":[\"A_b\"]},"
        "\"zoo\":[1,0.1,-0,1e-300,12345678901234567890,true,null],"
        "\"nodes\":[{\"children\":[1]},{\"name\":\"x\",\"position\":[0.30000000000000004,2,3,4,5],"
        "\"extras\":{\"a\":{}}}],\"shapes\":[{\"size\":[1,1,1,1,1]}]}";
    Opened opened = open_text(text);
    assert_only(&opened, NULL, NULL);
    char *again = text_of(opened.document);
    Opened second = open_text(again);
    char *third = text_of(second.document);
    assert_string_equal(again, third);
    assert_non_null(strstr(again, "12345678901234567890"));
    assert_non_null(strstr(again, "0.30000000000000004"));
    assert_non_null(strstr(again, "\"extensionsUsed\":[\"A_b\"]"));
    assert_non_null(strstr(again, "\"zoo\":[1,0.1,-0.0,1e-300,"));
    assert_non_null(strstr(again, "\"extras\":{\"a\":{}}"));
    free(again);
    free(third);
    close_document(&opened);
    close_document(&second);
}

static void texts_and_containers_become_each_other(void **state)
{
    (void)state;
    Opened opened = open_g4mf(3, "'buffers':[{'byteLength':3,'uri':'data:application/octet-stream;"
                                 "base64,eHl6'},{'byteLength':4,'uri':'data:application/octet-"
                                 "stream;base64,YWJjZA=='}],'bufferViews':[{'buffer':1,'byteLength'"
                                 ":4}],'accessors':[{'bufferView':0,'componentType':'uint8'}]");
    const TumSaveOptions binary = {.container = TUM_CONTAINER_BINARY};
    void *bytes = NULL;
    size_t count = 0;
    assert_int_equal(tum_document_write(opened.document, &binary, &bytes, &count, NULL), TUM_OK);
    Opened container = open_bytes(bytes, count);
    tum_document_free_bytes(opened.document, bytes, count);
    assert_only(&container, NULL, NULL);
    assert_int_equal(word_of(&container), abcd);
    // Both buffers are one now, in chunk 1, the second at a multiple of 16.
    char *text = text_of(container.document);
    assert_non_null(strstr(text, "\"byteOffset\":16"));
    assert_null(strstr(text, "chunk"));
    Opened back = open_text(text);
    assert_only(&back, NULL, NULL);
    assert_int_equal(word_of(&back), abcd);
    free(text);
    close_document(&opened);
    close_document(&container);
    close_document(&back);
}

static void a_byte_order_mark_is_read_past_where_the_name_says_g4tf(void **state)
{
    (void)state;
    static const char text[] = "\xef\xbb\xbf{\"asset\":{\"dimension\":3}}";
    const TumDocumentOptions named = {.name = "x.g4tf"};
    Opened opened = {.report = tum_report_create(NULL)};
    opened.status =
        tum_document_read(text, sizeof text - 1, &named, &opened.document, opened.report);
    assert_int_equal(opened.status, TUM_OK);
    assert_only(&opened, "G4MF_CONTROL_CHARACTER", "");
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_has_its_bytes_at_a_uri),
        cmocka_unit_test(a_text_has_no_chunks),
        cmocka_unit_test(a_container_has_its_bytes_in_a_chunk),
        cmocka_unit_test(buffers_may_share_a_chunk),
        cmocka_unit_test(before_chunks_were_named_buffer_i_had_chunk_i_plus_1),
        cmocka_unit_test(zstandard_is_decoded_or_said_to_be_unknown),
        cmocka_unit_test(a_document_may_be_compressed_itself),
        cmocka_unit_test(an_encoding_that_disagrees_is_filed_and_the_chunk_believed),
        cmocka_unit_test(a_small_file_does_not_become_a_large_one),
        cmocka_unit_test(all_members_are_kept_and_numbers_bit_for_bit),
        cmocka_unit_test(texts_and_containers_become_each_other),
        cmocka_unit_test(a_byte_order_mark_is_read_past_where_the_name_says_g4tf),
    };
    return cmocka_run_group_tests_name("g4mf_buffer", tests, NULL, NULL);
}
