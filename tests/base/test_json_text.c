// SPDX-License-Identifier: MIT
// JSON as it is written: its layout, its escapes, and what happens when it cannot be.
#include "base/json_text.h"
#include "tests/support/support.h"

/// A writer into memory.
typedef struct Page {
    JsonText json;
    TextBuffer buffer;
} Page;

static Page *begin_page(int indent)
{
    Page *page = calloc(1, sizeof *page);
    assert_non_null(page);
    tum_json_text_init(&page->json, tum_text_buffer_sink(&page->buffer), indent);
    return page;
}

static void end_page(Page *page, const char *expected)
{
    assert_int_equal(tum_json_text_finish(&page->json), TUM_OK);
    assert_int_equal(tum_text_buffer_add(&page->buffer, "", 1), TUM_OK);
    assert_string_equal(page->buffer.text.items, expected);
    tum_text_buffer_free(&page->buffer);
    free(page);
}

static void fail_page(Page *page, TumStatus expected)
{
    assert_int_equal(tum_json_text_finish(&page->json), expected);
    tum_text_buffer_free(&page->buffer);
    free(page);
}

static void write_sample(JsonText *json)
{
    tum_json_text_begin_object(json);
    tum_json_text_key(json, "name");
    tum_json_text_string(json, "crate");
    tum_json_text_key(json, "mass");
    tum_json_text_double(json, 0.1);
    tum_json_text_key(json, "position");
    tum_json_text_floats(json, (const float[]){0.5f, -1.0f, 0.1f}, 3);
    tum_json_text_key(json, "children");
    tum_json_text_begin_array(json);
    tum_json_text_integer(json, -3);
    tum_json_text_begin_object(json);
    tum_json_text_end_object(json);
    tum_json_text_begin_array(json);
    tum_json_text_end_array(json);
    tum_json_text_boolean(json, true);
    tum_json_text_null(json);
    tum_json_text_end_array(json);
    tum_json_text_key(json, "raw");
    tum_json_text_raw(json, "[1]", 3);
    tum_json_text_end_object(json);
}

static void without_indent_all_is_on_one_line(void **state)
{
    (void)state;
    Page *page = begin_page(0);
    write_sample(&page->json);
    end_page(page, "{\"name\":\"crate\",\"mass\":0.1,\"position\":[0.5,-1,0.1],"
                   "\"children\":[-3,{},[],true,null],\"raw\":[1]}");
}

static void with_indent_every_item_has_its_line_and_numbers_share_one(void **state)
{
    (void)state;
    Page *page = begin_page(2);
    write_sample(&page->json);
    end_page(page, "{\n"
                   "  \"name\": \"crate\",\n"
                   "  \"mass\": 0.1,\n"
                   "  \"position\": [0.5, -1, 0.1],\n"
                   "  \"children\": [\n"
                   "    -3,\n"
                   "    {},\n"
                   "    [],\n"
                   "    true,\n"
                   "    null\n"
                   "  ],\n"
                   "  \"raw\": [1]\n"
                   "}");
}

static void strings_are_escaped_as_rfc_8259_says(void **state)
{
    (void)state;
    static const char text[] = "\\ / \b\f\n\r\t \x1f \0 \x7f \xc3\xa4 \xf0\x9f\x8e\xb2";
    Page *page = begin_page(0);
    tum_json_text_begin_object(&page->json);
    tum_json_text_key(&page->json, "a\"b");
    tum_json_text_string_bytes(&page->json, text, sizeof text - 1);
    tum_json_text_end_object(&page->json);
    end_page(page, "{\"a\\\"b\":\"\\\\ / \\b\\f\\n\\r\\t \\u001f \\u0000 \\u007f "
                   "\xc3\xa4 \xf0\x9f\x8e\xb2\"}");
}

static void bytes_that_are_not_utf8_become_replacement_characters(void **state)
{
    (void)state;
    Page *page = begin_page(0);
    tum_json_text_string(&page->json, "a\xff\xc3");
    end_page(page, "\"a\xef\xbf\xbd\xef\xbf\xbd\"");
}

static void what_json_cannot_say_is_null(void **state)
{
    (void)state;
    Page *page = begin_page(0);
    tum_json_text_begin_array(&page->json);
    tum_json_text_double(&page->json, INFINITY);
    tum_json_text_float(&page->json, -INFINITY);
    tum_json_text_doubles(&page->json, (const double[]){(double)NAN, -0.0}, 2);
    tum_json_text_string(&page->json, NULL);
    tum_json_text_unsigned(&page->json, UINT64_MAX);
    tum_json_text_end_array(&page->json);
    end_page(page, "[null,null,[null,-0.0],null,18446744073709551615]");
}

static void json_lines_are_values_with_line_ends(void **state)
{
    (void)state;
    Page *page = begin_page(0);
    for (int i = 0; i < 3; ++i) {
        tum_json_text_begin_array(&page->json);
        tum_json_text_integer(&page->json, i);
        tum_json_text_end_array(&page->json);
        tum_json_text_end_line(&page->json);
    }
    end_page(page, "[0]\n[1]\n[2]\n");
}

static void text_longer_than_the_buffer_comes_out_whole(void **state)
{
    (void)state;
    enum { LENGTH = 3 * JSON_TEXT_BUFFER_BYTES + 17 };
    static char text[LENGTH], expected[LENGTH + 3];
    memset(text, 'x', LENGTH);
    memset(expected, 'x', LENGTH + 2);
    expected[0] = expected[LENGTH + 1] = '"';
    expected[LENGTH + 2] = '\0';
    Page *page = begin_page(0);
    tum_json_text_string_bytes(&page->json, text, LENGTH);
    end_page(page, expected);
}

static void calls_that_make_no_json_are_noticed(void **state)
{
    (void)state;
    // A value without a key, a key in an array, two values, the wrong end, an end too many, a key
    // without a value, an open object, a line end within.
    for (int mistake = 0; mistake < 8; ++mistake) {
        Page *page = begin_page(0);
        JsonText *json = &page->json;
        switch (mistake) {
        case 0: tum_json_text_begin_object(json), tum_json_text_null(json); break;
        case 1: tum_json_text_begin_array(json), tum_json_text_key(json, "a"); break;
        case 2: tum_json_text_null(json), tum_json_text_null(json); break;
        case 3: tum_json_text_begin_array(json), tum_json_text_end_object(json); break;
        case 4: tum_json_text_null(json), tum_json_text_end_array(json); break;
        case 5:
            tum_json_text_begin_object(json), tum_json_text_key(json, "a");
            tum_json_text_end_object(json);
            break;
        case 6: tum_json_text_begin_object(json); break;
        default: tum_json_text_begin_array(json), tum_json_text_end_line(json); break;
        }
        fail_page(page, TUM_ERROR_INTERNAL);
    }
}

static void nesting_ends_at_the_stated_depth(void **state)
{
    (void)state;
    Page *page = begin_page(0);
    for (int i = 0; i < JSON_TEXT_DEPTH; ++i) {
        tum_json_text_begin_array(&page->json);
    }
    assert_int_equal(page->json.status, TUM_OK);
    tum_json_text_begin_array(&page->json);
    fail_page(page, TUM_ERROR_CAPACITY);
}

static TumStatus write_to_nowhere(void *user, const char *bytes, size_t count)
{
    (void)bytes;
    (void)count;
    ++*(int *)user;
    return TUM_ERROR_FILE;
}

static void a_sink_that_fails_is_asked_once(void **state)
{
    (void)state;
    JsonText *json = calloc(1, sizeof *json);
    int calls = 0;
    tum_json_text_init(json, (TextSink){write_to_nowhere, &calls}, 0);
    tum_json_text_begin_array(json);
    for (int i = 0; i < 20000; ++i) {
        tum_json_text_integer(json, i);
    }
    tum_json_text_end_array(json);
    assert_int_equal(tum_json_text_finish(json), TUM_ERROR_FILE);
    assert_int_equal(calls, 1);
    free(json);
}

static void a_buffer_out_of_memory_is_unharmed(void **state)
{
    (void)state;
    Counting counting;
    TextBuffer buffer = {.allocator = counting_allocator(&counting)};
    assert_int_equal(tum_text_buffer_add(&buffer, "kept", 4), TUM_OK);
    counting.fail_after = 0;
    assert_int_equal(tum_text_buffer_add(&buffer, "0123456789", 10), TUM_ERROR_MEMORY);
    assert_int_equal(buffer.text.count, 4);
    assert_memory_equal(buffer.text.items, "kept", 4);
    tum_text_buffer_free(&buffer);
    assert_int_equal(counting.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_indent_all_is_on_one_line),
        cmocka_unit_test(with_indent_every_item_has_its_line_and_numbers_share_one),
        cmocka_unit_test(strings_are_escaped_as_rfc_8259_says),
        cmocka_unit_test(bytes_that_are_not_utf8_become_replacement_characters),
        cmocka_unit_test(what_json_cannot_say_is_null),
        cmocka_unit_test(json_lines_are_values_with_line_ends),
        cmocka_unit_test(text_longer_than_the_buffer_comes_out_whole),
        cmocka_unit_test(calls_that_make_no_json_are_noticed),
        cmocka_unit_test(nesting_ends_at_the_stated_depth),
        cmocka_unit_test(a_sink_that_fails_is_asked_once),
        cmocka_unit_test(a_buffer_out_of_memory_is_unharmed),
    };
    return cmocka_run_group_tests_name("json_text", tests, NULL, NULL);
}
