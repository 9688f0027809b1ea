// SPDX-License-Identifier: MIT
// Numbers of a document are read and set by their JSON pointers (RFC 6901).
#include "document/node.h"
#include "tests/document/opened.h"

#define HEAD "{\"asset\":{\"version\":\"2.0\"}"

static void assert_number(const TumDocument *document, const char *pointer, double expected)
{
    double number = -1.0;
    assert_int_equal(tum_document_number(document, pointer, &number), TUM_OK);
    assert_true(number == expected);
}

static void a_pointer_leads_through_objects_arrays_and_escaped_names(void **state)
{
    (void)state;
    // RFC 6901, section 3: "~1" is a slash and "~0" a tilde; "~01" is "~1".
    Opened opened = open_text(HEAD ",\"extras\":{\"a/b\":1,\"m~n\":2,\"~1\":3,\"\":4,"
                                   "\"list\":[5,[6]],\"text\":\"7\"}}");
    assert_number(opened.document, "/extras/a~1b", 1.0);
    assert_number(opened.document, "/extras/m~0n", 2.0);
    assert_number(opened.document, "/extras/~01", 3.0);
    assert_number(opened.document, "/extras/", 4.0);
    assert_number(opened.document, "/extras/list/1/0", 6.0);
    static const char *const missing[] = {"/extras/list",    "/extras/text", "/extras/list/2",
                                          "/extras/list/01", "/none/x",      "/extras/list/-"};
    double number = -1.0;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; ++i) {
        assert_int_equal(tum_document_number(opened.document, missing[i], &number),
                         TUM_ERROR_INPUT);
    }
    static const char *const invalid[] = {"", "extras", "/extras/a~2b", "/extras/m~"};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; ++i) {
        assert_int_equal(tum_document_number(opened.document, invalid[i], &number),
                         TUM_ERROR_ARGUMENT);
    }
    assert_true(number == -1.0);
    close_document(&opened);
}

static void a_number_is_replaced_and_a_missing_member_is_added(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"extras\":{\"x\":1,\"list\":[5,6],\"text\":\"7\"}}");
    TumDocument *document = opened.document;
    assert_int_equal(tum_document_set_number(document, "/extras/x", 0.1), TUM_OK);
    assert_int_equal(tum_document_set_number(document, "/extras/list/1", -2.0), TUM_OK);
    assert_int_equal(tum_document_set_number(document, "/extras/mass", 3.0), TUM_OK);
    assert_int_equal(tum_document_set_number(document, "/extras/text", 1.0), TUM_ERROR_INPUT);
    assert_int_equal(tum_document_set_number(document, "/extras/list/2", 1.0), TUM_ERROR_INPUT);
    assert_int_equal(tum_document_set_number(document, "/extras/x", (double)NAN),
                     TUM_ERROR_ARGUMENT);
    char *text = text_of(document);
    assert_string_equal(text, HEAD ",\"extras\":{\"x\":0.1,\"list\":[5,-2],\"text\":\"7\","
                                   "\"mass\":3}}");
    free(text);
    close_document(&opened);
}

static void the_table_of_nodes_follows(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"nodes\":[{\"translation\":[1,2,3]}]}");
    assert_int_equal(tum_document_set_number(opened.document, "/nodes/0/translation/1", 7.0),
                     TUM_OK);
    assert_true(tum_document_node(opened.document, 0)->local->translation[1] == 7.0);
    close_document(&opened);
}

static void bytes_that_were_read_are_not_described_anew(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD ",\"buffers\":[{\"byteLength\":4}]}");
    assert_int_equal(tum_document_set_number(opened.document, "/buffers/0/byteLength", 8.0),
                     TUM_ERROR_UNSUPPORTED);
    assert_number(opened.document, "/buffers/0/byteLength", 4.0);
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pointer_leads_through_objects_arrays_and_escaped_names),
        cmocka_unit_test(a_number_is_replaced_and_a_missing_member_is_added),
        cmocka_unit_test(the_table_of_nodes_follows),
        cmocka_unit_test(bytes_that_were_read_are_not_described_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
