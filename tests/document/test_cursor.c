// SPDX-License-Identifier: MIT
// Cursors read what is there, and findings name their exact place.
#include "tests/document/opened.h"

static const char text[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extras\":{"
    "\"number\":2.5,\"whole\":4.0,\"large\":9007199254740993,\"beyond\":18446744073709551616,"
    "\"minus\":-1,\"text\":\"x\",\"truth\":true,\"nothing\":null,\"list\":[1,2,3],"
    "\"mixed\":[1,\"a\",null],\"object\":{\"m\":1},\"a/b~c\":{\"d\":[[],{\"e\":false}]}}}";

static void a_member_of_the_right_type_is_read(void **state)
{
    (void)state;
    Opened opened = open_text(text);
    const Cursor root = tum_cursor_root(opened.document, opened.report);
    const Cursor extras = tum_cursor_object(&root, "extras");
    double number = 0;
    int64_t integer = 0;
    bool truth = false;
    const char *word = NULL;
    assert_true(tum_cursor_number(&extras, "number", &number));
    assert_near(number, 2.5, 0.0);
    assert_true(tum_cursor_integer(&extras, "whole", &integer));
    assert_int_equal(integer, 4);
    assert_true(tum_cursor_integer(&extras, "large", &integer));
    assert_true(integer == 9007199254740993);
    assert_true(tum_cursor_boolean(&extras, "truth", &truth));
    assert_true(truth);
    assert_true(tum_cursor_text(&extras, "text", &word));
    assert_string_equal(word, "x");
    double list[3] = {0};
    assert_true(tum_cursor_numbers(&extras, "list", list, 3));
    assert_near(list[2], 3, 0.0);
    assert_int_equal(tum_report_count(opened.report), 0);
    close_document(&opened);
}

static void what_is_absent_or_null_reads_nothing_and_files_nothing(void **state)
{
    (void)state;
    Opened opened = open_text(text);
    const Cursor root = tum_cursor_root(opened.document, opened.report);
    const Cursor extras = tum_cursor_object(&root, "extras");
    double number = 7;
    assert_false(tum_cursor_number(&extras, "nothing", &number));
    assert_false(tum_cursor_number(&extras, "missing", &number));
    const Cursor nowhere = tum_cursor_object(&extras, "missing");
    const Cursor further = tum_cursor_object_at(&nowhere, 3);
    assert_false(tum_cursor_number(&further, "x", &number));
    assert_false(tum_cursor_exists(&further));
    assert_int_equal(tum_cursor_index(&further, "x", 5), -1);
    const Cursor nothing = tum_cursor_member(&extras, "nothing");
    assert_int_equal(tum_cursor_kind(&nothing), JSON_NULL);
    assert_false(tum_cursor_exists(&nothing));
    assert_near(number, 7, 0.0);
    assert_int_equal(tum_report_count(opened.report), 0);
    close_document(&opened);
}

static void null_in_a_list_is_of_the_wrong_type(void **state)
{
    (void)state;
    Opened opened = open_text(text);
    const Cursor root = tum_cursor_root(opened.document, opened.report);
    const Cursor extras = tum_cursor_object(&root, "extras");
    const Cursor mixed = tum_cursor_array(&extras, "mixed");
    const Cursor nothing = tum_cursor_item(&mixed, 2), beyond = tum_cursor_item(&mixed, 3);
    double number = 7;
    const char *word = NULL;
    assert_false(tum_cursor_number_here(&beyond, &number));
    assert_int_equal(tum_report_count(opened.report), 0);
    assert_false(tum_cursor_number_here(&nothing, &number));
    assert_false(tum_cursor_text_here(&nothing, &word));
    assert_true(report_has(opened.report, "ARRAY_TYPE_MISMATCH", "/extras/mixed/2"));
    assert_near(number, 7, 0.0);
    close_document(&opened);
}

static void a_wrong_type_is_filed_at_the_value(void **state)
{
    (void)state;
    Opened opened = open_text(text);
    const Cursor root = tum_cursor_root(opened.document, opened.report);
    const Cursor extras = tum_cursor_object(&root, "extras");
    double number = 7, list[3] = {7, 7, 7};
    int64_t integer = 7;
    const char *word = NULL;
    bool truth = false;
    assert_false(tum_cursor_number(&extras, "text", &number));
    assert_true(report_has(opened.report, "TYPE_MISMATCH", "/extras/text"));
    assert_false(tum_cursor_integer(&extras, "number", &integer));
    assert_true(report_has(opened.report, "TYPE_MISMATCH", "/extras/number"));
    assert_false(tum_cursor_integer(&extras, "beyond", &integer));
    assert_true(report_has(opened.report, "VALUE_NOT_IN_RANGE", "/extras/beyond"));
    assert_false(tum_cursor_text(&extras, "whole", &word));
    assert_true(report_has(opened.report, "TYPE_MISMATCH", "/extras/whole"));
    assert_false(tum_cursor_boolean(&extras, "list", &truth));
    assert_true(report_has(opened.report, "TYPE_MISMATCH", "/extras/list"));
    const Cursor object = tum_cursor_object(&extras, "truth");
    assert_false(tum_cursor_exists(&object));
    assert_true(report_has(opened.report, "TYPE_MISMATCH", "/extras/truth"));
    assert_false(tum_cursor_numbers(&extras, "mixed", list, 3));
    assert_true(report_has(opened.report, "ARRAY_TYPE_MISMATCH", "/extras/mixed/1"));
    assert_true(report_has(opened.report, "ARRAY_TYPE_MISMATCH", "/extras/mixed/2"));
    assert_false(tum_cursor_numbers(&extras, "list", list, 2));
    assert_true(report_has(opened.report, "ARRAY_LENGTH_NOT_IN_LIST", "/extras/list"));
    assert_near(list[0] + number + (double)integer, 21, 0.0);
    close_document(&opened);
}

static void an_index_must_be_whole_and_resolve(void **state)
{
    (void)state;
    Opened opened = open_text(text);
    const Cursor root = tum_cursor_root(opened.document, opened.report);
    const Cursor extras = tum_cursor_object(&root, "extras");
    assert_int_equal(tum_cursor_index(&extras, "whole", 5), 4);
    assert_int_equal(tum_cursor_index(&extras, "whole", 4), -1);
    assert_true(report_has(opened.report, "UNRESOLVED_REFERENCE", "/extras/whole"));
    assert_int_equal(tum_cursor_index(&extras, "minus", 5), -1);
    assert_true(report_has(opened.report, "INVALID_INDEX", "/extras/minus"));
    assert_int_equal(tum_cursor_index(&extras, "number", 5), -1);
    assert_true(report_has(opened.report, "INVALID_INDEX", "/extras/number"));
    assert_int_equal(tum_cursor_index(&extras, "large", SIZE_MAX), -1);
    assert_true(report_has(opened.report, "UNRESOLVED_REFERENCE", "/extras/large"));
    const Cursor list = tum_cursor_array(&extras, "list");
    assert_int_equal(tum_cursor_index_at(&list, 1, 3), 2);
    assert_int_equal(tum_cursor_index_at(&list, 2, 3), -1);
    assert_true(report_has(opened.report, "UNRESOLVED_REFERENCE", "/extras/list/2"));
    close_document(&opened);
}

static void pointers_are_escaped_and_cut_to_the_room_there_is(void **state)
{
    (void)state;
    Opened opened = open_text(text);
    const Cursor root = tum_cursor_root(opened.document, opened.report);
    const Cursor extras = tum_cursor_member(&root, "extras");
    const Cursor odd = tum_cursor_member(&extras, "a/b~c");
    const Cursor list = tum_cursor_member(&odd, "d");
    const Cursor item = tum_cursor_item(&list, 1);
    const Cursor leaf = tum_cursor_member(&item, "e");
    const char expected[] = "/extras/a~1b~0c/d/1/e"; // RFC 6901, section 3.
    char pointer[64];
    assert_int_equal(tum_cursor_pointer(&leaf, pointer, sizeof pointer), strlen(expected));
    assert_string_equal(pointer, expected);
    assert_int_equal(tum_cursor_pointer(&leaf, pointer, 8), strlen(expected));
    assert_string_equal(pointer, "/extras");
    assert_int_equal(tum_cursor_pointer(&leaf, NULL, 0), strlen(expected));
    assert_int_equal(tum_cursor_pointer(&root, pointer, sizeof pointer), 0);
    assert_string_equal(pointer, "");
    close_document(&opened);
}

static void members_can_be_walked_by_number(void **state)
{
    (void)state;
    Opened opened = open_text(text);
    const Cursor root = tum_cursor_root(opened.document, opened.report);
    const char *key = NULL;
    assert_int_equal(tum_cursor_count(&root), 2);
    const Cursor first = tum_cursor_member_at(&root, 0, &key);
    assert_string_equal(key, "asset");
    assert_int_equal(tum_cursor_kind(&first), JSON_OBJECT);
    tum_cursor_member_at(&root, 1, &key);
    assert_string_equal(key, "extras");
    const Cursor beyond = tum_cursor_member_at(&root, 2, &key);
    assert_false(tum_cursor_exists(&beyond));
    assert_string_equal(key, "");
    close_document(&opened);
}

static void the_severity_of_a_finding_can_be_another(void **state)
{
    (void)state;
    Opened opened = open_text(text);
    const Cursor root = tum_cursor_root(opened.document, opened.report);
    tum_cursor_report_as(&root, CODE_VALUE_NOT_IN_LIST, TUM_SEVERITY_ERROR, "Value %d.", 3);
    assert_int_equal(tum_report_count_of(opened.report, TUM_SEVERITY_ERROR), 1);
    assert_string_equal(tum_report_at(opened.report, 0)->message, "Value 3.");
    const Cursor silent = tum_cursor_root(opened.document, NULL);
    tum_cursor_report(&silent, CODE_VALUE_NOT_IN_LIST, "Nobody listens.");
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_member_of_the_right_type_is_read),
        cmocka_unit_test(what_is_absent_or_null_reads_nothing_and_files_nothing),
        cmocka_unit_test(null_in_a_list_is_of_the_wrong_type),
        cmocka_unit_test(a_wrong_type_is_filed_at_the_value),
        cmocka_unit_test(an_index_must_be_whole_and_resolve),
        cmocka_unit_test(pointers_are_escaped_and_cut_to_the_room_there_is),
        cmocka_unit_test(members_can_be_walked_by_number),
        cmocka_unit_test(the_severity_of_a_finding_can_be_another),
    };
    return cmocka_run_group_tests_name("cursor", tests, NULL, NULL);
}
