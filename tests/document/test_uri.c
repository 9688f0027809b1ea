// SPDX-License-Identifier: MIT
// URIs are told apart, and data URIs decoded, without trusting them.
#include "document/uri.h"
#include "tests/support/support.h"

static UriKind kind(const char *uri)
{
    return tum_uri_kind(uri, strlen(uri));
}

static void kinds_are_told_apart(void **state)
{
    (void)state;
    assert_int_equal(kind("a.bin"), URI_RELATIVE);
    assert_int_equal(kind("a/b%20c.bin"), URI_RELATIVE);
    assert_int_equal(kind("./a:b.bin"), URI_RELATIVE);
    assert_int_equal(kind("data:,x"), URI_DATA);
    assert_int_equal(kind("DATA:,x"), URI_DATA);
    assert_int_equal(kind("http://example.com/a.bin"), URI_REMOTE);
    assert_int_equal(kind("HTTPS://example.com"), URI_REMOTE);
    assert_int_equal(kind("file:///etc/passwd"), URI_REMOTE);
    assert_int_equal(kind(""), URI_INVALID);
    assert_int_equal(kind(":"), URI_INVALID);
    assert_int_equal(kind("C:\\a.bin"), URI_INVALID);
    assert_int_equal(kind("blob:x"), URI_INVALID);
    assert_int_equal(kind("/a.bin"), URI_INVALID);
    assert_int_equal(kind("//example.com/a"), URI_INVALID);
    assert_int_equal(tum_uri_kind("a\0b", 3), URI_INVALID);
}

static void percent_signs_are_decoded_or_refused(void **state)
{
    (void)state;
    char decoded[16];
    size_t count = 0;
    assert_true(tum_uri_decode_percent("a%20%C3%a9", 10, decoded, &count));
    assert_int_equal(count, 4);
    assert_memory_equal(decoded, "a \xc3\xa9", 4);
    assert_false(tum_uri_decode_percent("a%", 2, decoded, &count));
    assert_false(tum_uri_decode_percent("a%2", 3, decoded, &count));
    assert_false(tum_uri_decode_percent("%zz", 3, decoded, &count));
}

// Decodes a data URI. @return the number of bytes, or SIZE_MAX where it is refused.
static size_t decode(const char *uri, unsigned char *bytes)
{
    DataUri parts;
    size_t count = 0;
    if (!tum_uri_parse_data(uri, strlen(uri), &parts)) {
        return SIZE_MAX;
    }
    unsigned char *room = malloc(tum_uri_data_room(&parts) + 1);
    assert_non_null(room);
    const bool is_right = tum_uri_decode_data(&parts, room, &count);
    assert_true(!is_right || count <= tum_uri_data_room(&parts));
    if (is_right && count > 0) {
        memcpy(bytes, room, count);
    }
    free(room);
    return is_right ? count : SIZE_MAX;
}

static void base64_follows_the_examples_of_rfc_4648(void **state)
{
    (void)state;
    static const char *const examples[][2] = {{"", ""},
                                              {"f", "Zg=="},
                                              {"fo", "Zm8="},
                                              {"foo", "Zm9v"},
                                              {"foob", "Zm9vYg=="},
                                              {"fooba", "Zm9vYmE="},
                                              {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < 7; ++i) {
        char uri[80];
        unsigned char bytes[16];
        snprintf(uri, sizeof uri, "data:application/octet-stream;base64,%s", examples[i][1]);
        assert_int_equal(decode(uri, bytes), strlen(examples[i][0]));
        assert_memory_equal(bytes, examples[i][0], strlen(examples[i][0]));
        TextBuffer written = {0};
        assert_int_equal(tum_uri_write_data(&written, (const unsigned char *)examples[i][0],
                                            strlen(examples[i][0])),
                         TUM_OK);
        assert_int_equal(written.text.count, strlen(uri));
        assert_memory_equal(written.text.items, uri, strlen(uri));
        tum_text_buffer_free(&written);
    }
}

static void broken_base64_is_refused(void **state)
{
    (void)state;
    unsigned char bytes[16];
    assert_int_equal(decode("data:;base64,Zg=", bytes), SIZE_MAX);
    assert_int_equal(decode("data:;base64,Zg", bytes), SIZE_MAX);
    assert_int_equal(decode("data:;base64,Z===", bytes), SIZE_MAX);
    assert_int_equal(decode("data:;base64,====", bytes), SIZE_MAX);
    assert_int_equal(decode("data:;base64,Zg==Zg==", bytes), SIZE_MAX);
    assert_int_equal(decode("data:;base64,Zm 9", bytes), SIZE_MAX);
    assert_int_equal(decode("data:;base64,Zm-_", bytes), SIZE_MAX);
    // The last letters hold bits that no byte takes.
    assert_int_equal(decode("data:;base64,Zh==", bytes), SIZE_MAX);
    assert_int_equal(decode("data:;base64,Zm9=", bytes), SIZE_MAX);
    assert_int_equal(decode("data:;base64", bytes), SIZE_MAX);
}

static void a_data_uri_without_base64_is_percent_encoded(void **state)
{
    (void)state;
    unsigned char bytes[16];
    assert_int_equal(decode("data:text/plain;charset=utf-8,a%20b", bytes), 3);
    assert_memory_equal(bytes, "a b", 3);
    assert_int_equal(decode("data:,", bytes), 0);
    assert_int_equal(decode("data:,%4", bytes), SIZE_MAX);
}

static void the_media_type_stands_without_parameters(void **state)
{
    (void)state;
    DataUri parts;
    const char uri[] = "data:application/gltf-buffer;x=y;base64,AAAA";
    assert_true(tum_uri_parse_data(uri, strlen(uri), &parts));
    assert_int_equal(parts.media_type_count, strlen("application/gltf-buffer"));
    assert_memory_equal(parts.media_type, "application/gltf-buffer", parts.media_type_count);
    assert_true(parts.is_base64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_told_apart),
        cmocka_unit_test(percent_signs_are_decoded_or_refused),
        cmocka_unit_test(base64_follows_the_examples_of_rfc_4648),
        cmocka_unit_test(broken_base64_is_refused),
        cmocka_unit_test(a_data_uri_without_base64_is_percent_encoded),
        cmocka_unit_test(the_media_type_stands_without_parameters),
    };
    return cmocka_run_group_tests_name("uri", tests, NULL, NULL);
}
