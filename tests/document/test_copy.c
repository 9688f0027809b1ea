// SPDX-License-Identifier: MIT
// A copy of a document is equal to it and independent of it.
#include "document/accessor.h"
#include "document/edit.h"
#include "document/edit_data.h"
#include "document/node.h"
#include "tests/document/opened.h"

#define HEAD "{\"asset\":{\"version\":\"2.0\"}"

static void a_copy_is_written_as_the_original_is(void **state)
{
    (void)state;
    // Integers beyond 2^53, -0 and members nobody knows keep what the file says.
    Opened opened = open_text(HEAD ",\"nodes\":[{\"name\":\"a\",\"children\":[1]},{}],"
                                   "\"extras\":{\"n\":12345678901234567890,\"z\":-0,"
                                   "\"t\":[null,true,\"\\u00e9\"]}}");
    TumDocument *copy = NULL;
    assert_int_equal(tum_document_copy(opened.document, &copy), TUM_OK);
    char *before = text_of(opened.document), *after = text_of(copy);
    close_document(&opened); // the copy needs nothing of it
    assert_string_equal(after, before);
    assert_int_equal(tum_document_node_count(copy), 2);
    assert_int_equal(tum_document_node(copy, 1)->parent, 0);
    assert_string_equal(tum_document_node(copy, 0)->name, "a");
    assert_int_equal(tum_document_child(copy, 0, 0), 1);
    free(before);
    free(after);
    tum_document_destroy(copy);
}

static void changing_a_copy_leaves_the_original_alone(void **state)
{
    (void)state;
    const float numbers[2] = {1.0f, 2.0f};
    Opened opened = open_with(numbers, sizeof numbers,
                              "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8}],\"accessors\":[{"
                              "\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":"
                              "\"SCALAR\"}]");
    char *before = text_of(opened.document);
    TumDocument *copy = NULL;
    assert_int_equal(tum_document_copy(opened.document, &copy), TUM_OK);
    const float more[3] = {3.0f, 4.0f, 5.0f};
    assert_int_equal(tum_edit_add_floats(copy, more, 1, 3, NULL), TUM_OK);
    const Cursor root = tum_cursor_root(copy, NULL);
    assert_int_equal(tum_edit_set_text(copy, &root, "x", "y"), TUM_OK);
    char *after = text_of(opened.document), *changed = text_of(copy);
    assert_string_equal(after, before);
    assert_non_null(strstr(changed, "\"x\":\"y\""));
    free(before);
    free(after);
    free(changed);
    tum_document_destroy(copy);
    close_document(&opened);
}

static void a_copy_that_finds_no_memory_is_none(void **state)
{
    (void)state;
    const char *text = HEAD ",\"nodes\":[{\"name\":\"a\"}],\"buffers\":[{\"byteLength\":4,\"uri\":"
                            "\"data:application/octet-stream;base64,AAAAAA==\"}]}";
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    const TumDocumentOptions options = {.allocator = allocator};
    TumDocument *document = NULL;
    assert_int_equal(tum_document_read(text, strlen(text), &options, &document, NULL), TUM_OK);
    const size_t opened_bytes = counting.bytes;
    TumStatus status = TUM_ERROR_MEMORY;
    size_t failures = 0;
    for (; status != TUM_OK; ++failures) {
        TumDocument *copy = NULL;
        counting.fail_after = failures;
        status = tum_document_copy(document, &copy);
        counting.fail_after = SIZE_MAX;
        assert_true(status == TUM_OK ? copy != NULL : copy == NULL);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        tum_document_destroy(copy);
        assert_int_equal(counting.bytes, opened_bytes);
    }
    assert_true(failures > 2);
    tum_document_destroy(document);
    assert_int_equal(counting.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_is_written_as_the_original_is),
        cmocka_unit_test(changing_a_copy_leaves_the_original_alone),
        cmocka_unit_test(a_copy_that_finds_no_memory_is_none),
    };
    return cmocka_run_group_tests_name("copy", tests, NULL, NULL);
}
