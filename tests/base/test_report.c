// SPDX-License-Identifier: MIT
// Findings: kept once per place, in order, counted, cut to length, and never lost unnoticed.
#include "base/report.h"
#include "tests/support/support.h"
#include "tumble/capacity.h"

static void a_finding_carries_code_severity_place_and_message(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    tum_report_add(report, CODE_UNRESOLVED_REFERENCE, "crate.gltf", "/nodes/4/mesh",
                   "index %d, but there are %d meshes", 7, 3);
    tum_report_add_at(report, CODE_GLB_EXTRA_DATA, "crate.glb", 1234, "%d bytes too many", 4);
    assert_int_equal(tum_report_count(report), 2);
    const TumDiagnostic *first = tum_report_at(report, 0), *second = tum_report_at(report, 1);
    assert_string_equal(first->code, "UNRESOLVED_REFERENCE");
    assert_int_equal(first->severity, TUM_SEVERITY_ERROR);
    assert_string_equal(first->file, "crate.gltf");
    assert_string_equal(first->pointer, "/nodes/4/mesh");
    assert_string_equal(first->message, "index 7, but there are 3 meshes");
    assert_null(first->decision);
    assert_null(second->pointer);
    assert_true(second->offset == 1234);
    assert_int_equal(second->severity, TUM_SEVERITY_WARNING);
    tum_report_destroy(report);
}

static void the_same_code_at_the_same_place_is_kept_once(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    for (int i = 0; i < 3; ++i) {
        tum_report_add(report, CODE_TYPE_MISMATCH, "a.gltf", "/nodes", "attempt %d", i);
        tum_report_add_at(report, CODE_GLB_EMPTY_CHUNK, "a.glb", 12, "attempt %d", i);
    }
    assert_int_equal(tum_report_count(report), 2);
    assert_string_equal(tum_report_at(report, 0)->message, "attempt 0");
    // Another code, another file, another pointer, another offset, an offset for a pointer.
    tum_report_add(report, CODE_INVALID_INDEX, "a.gltf", "/nodes", "x");
    tum_report_add(report, CODE_TYPE_MISMATCH, "b.gltf", "/nodes", "x");
    tum_report_add(report, CODE_TYPE_MISMATCH, "a.gltf", "/nodes/0", "x");
    tum_report_add_at(report, CODE_GLB_EMPTY_CHUNK, "a.glb", 16, "x");
    tum_report_add(report, CODE_GLB_EMPTY_CHUNK, "a.glb", "", "x");
    assert_int_equal(tum_report_count(report), 7);
    tum_report_destroy(report);
}

// validation.md section 3.2: one finding per missing property, all at the object.
static void missing_properties_of_one_object_are_told_apart(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    for (int i = 0; i < 2; ++i) {
        tum_report_add(report, CODE_UNDEFINED_PROPERTY, "a", "/d", "'type' is missing");
        tum_report_add(report, CODE_UNDEFINED_PROPERTY, "a", "/d", "'mode' is missing");
    }
    assert_int_equal(tum_report_count(report), 2);
    tum_report_destroy(report);
}

static void many_findings_keep_their_order(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 5000; ++i) {
            char pointer[32];
            snprintf(pointer, sizeof pointer, "/nodes/%d", i);
            tum_report_add_as(report, CODE_NODE_EMPTY, (TumSeverity)(i % 4), "a", pointer, "%d", i);
        }
    }
    assert_int_equal(tum_report_count(report), 5000);
    for (int severity = 0; severity < 4; ++severity) {
        assert_int_equal(tum_report_count_of(report, (TumSeverity)severity), 1250);
    }
    for (int i = 0; i < 5000; ++i) {
        assert_int_equal(atoi(tum_report_at(report, (size_t)i)->message), i);
    }
    tum_report_destroy(report);
}

static void long_messages_end_with_an_ellipsis_between_characters(void **state)
{
    (void)state;
    char fits[301], two_bytes[600];
    memset(fits, 'a', 300);
    fits[300] = '\0';
    // 299 characters of two bytes after one of one byte: byte 297 is in the middle of one.
    memset(two_bytes, 0, sizeof two_bytes);
    two_bytes[0] = 'x';
    for (size_t i = 0; i < 299; ++i) {
        memcpy(two_bytes + 1 + 2 * i, "\xc3\xa4", 2);
    }
    TumReport *report = tum_report_create(NULL);
    tum_report_add(report, CODE_INVALID_JSON, "a", "", "%s", fits);
    tum_report_add(report, CODE_INVALID_JSON, "b", "", "%sb", fits);
    tum_report_add(report, CODE_INVALID_JSON, "c", "", "%s", two_bytes);
    assert_string_equal(tum_report_at(report, 0)->message, fits);
    const char *cut = tum_report_at(report, 1)->message;
    assert_int_equal(strlen(cut), 300);
    assert_string_equal(cut + 297, "\xe2\x80\xa6");
    // 1 + 2 * 148 = 297 bytes, and the ellipsis.
    cut = tum_report_at(report, 2)->message;
    assert_int_equal(strlen(cut), 300);
    assert_memory_equal(cut + 295, "\xc3\xa4\xe2\x80\xa6", 5);
    tum_report_destroy(report);
}

static void a_message_is_one_line_of_utf8_whatever_the_file_holds(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    tum_report_add(report, CODE_INVALID_JSON, "a", "", "found '%s'", "\x80\n\x1b[31m\x7f\xff");
    assert_string_equal(tum_report_at(report, 0)->message,
                        "found '\xef\xbf\xbd  [31m \xef\xbf\xbd'");
    tum_report_destroy(report);
}

static void a_decision_marks_the_finding_just_filed(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    tum_report_mark_decision(report, "D1");
    tum_report_add(report, CODE_PHYSICS_ZERO_MASS, "a", "/x", "x");
    tum_report_add(report, CODE_PHYSICS_LIMIT_UNBOUNDED, "a", "/y", "y");
    tum_report_mark_decision(report, "D7");
    // Filed again, the mark belongs to the first, not to the newest.
    tum_report_add(report, CODE_PHYSICS_ZERO_MASS, "a", "/x", "x");
    tum_report_mark_decision(report, "D19");
    assert_string_equal(tum_report_at(report, 0)->decision, "D19");
    assert_string_equal(tum_report_at(report, 1)->decision, "D7");
    tum_report_destroy(report);
}

static void findings_that_find_no_memory_are_counted(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    TumReport *report = tum_report_create(&allocator);
    tum_report_add(report, CODE_NODE_LOOP, "a", "/nodes/0", "first");
    // Whatever is still to be had, at some point it ends.
    counting.fail_after = 0;
    for (int i = 0; i < 1000; ++i) {
        char pointer[64];
        snprintf(pointer, sizeof pointer, "/nodes/%d/a/rather/long/pointer/for/one/finding", i);
        tum_report_add(report, CODE_NODE_LOOP, "a", pointer, "finding %d", i);
        tum_report_mark_decision(report, "D1");
    }
    assert_int_equal(tum_report_count_of(report, TUM_SEVERITY_ERROR), 1001);
    const size_t lost = tum_report_lost(report);
    assert_in_range(lost, 1, 1000);
    assert_int_equal(tum_report_count(report), 1001 - lost);
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        assert_string_equal(tum_report_at(report, i)->code, "NODE_LOOP");
    }
    counting.fail_after = SIZE_MAX;
    tum_report_destroy(report);
    assert_int_equal(counting.bytes, 0);
}

static void findings_of_a_code_are_kept_up_to_the_stated_number_and_counted_beyond(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    for (int i = 0; i < TUM_MAX_FINDINGS_OF_CODE + 5; ++i) {
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/nodes/%d", i);
        tum_report_add(report, CODE_NODE_LOOP, "a", pointer, "finding");
    }
    tum_report_add(report, CODE_NODE_MATRIX_TRS, "a", "/nodes/0", "another code");
    assert_int_equal(tum_report_count(report), TUM_MAX_FINDINGS_OF_CODE + 1);
    assert_int_equal(tum_report_lost(report), 5);
    assert_int_equal(tum_report_count_of(report, TUM_SEVERITY_ERROR) +
                         tum_report_count_of(report, TUM_SEVERITY_WARNING),
                     TUM_MAX_FINDINGS_OF_CODE + 6);
    assert_int_equal(tum_report_lost_of(report, "NODE_LOOP"), 5);
    assert_int_equal(tum_report_lost_of(report, "NODE_MATRIX_TRS"), 0);
    assert_string_equal(tum_report_at(report, TUM_MAX_FINDINGS_OF_CODE)->code, "NODE_MATRIX_TRS");
    tum_report_destroy(report);
}

// Two readers that find the same find each place once, also among those that are only counted.
static void findings_beyond_the_stated_number_count_once_a_place(void **state)
{
    (void)state;
    enum { PLACES = TUM_MAX_FINDINGS_OF_CODE + 3000 };
    TumReport *report = tum_report_create(NULL);
    for (int reader = 0; reader < 3; ++reader) {
        for (int i = 0; i < PLACES; ++i) {
            char pointer[32];
            (void)snprintf(pointer, sizeof pointer, "/nodes/0/children/%d", i);
            tum_report_add(report, CODE_UNRESOLVED_REFERENCE, "file", pointer, "reader %d", reader);
        }
    }
    assert_int_equal(tum_report_count(report), TUM_MAX_FINDINGS_OF_CODE);
    assert_int_equal(tum_report_lost(report), 3000);
    assert_int_equal(tum_report_lost_of(report, "UNRESOLVED_REFERENCE"), 3000);
    assert_int_equal(tum_report_count_of(report, TUM_SEVERITY_ERROR), PLACES);
    tum_report_destroy(report);
}

static void every_single_failing_allocation_is_survived(void **state)
{
    (void)state;
    for (size_t fail_after = 0; fail_after < 24; ++fail_after) {
        Counting counting;
        const TumAllocator allocator = counting_allocator(&counting);
        counting.fail_after = fail_after;
        TumReport *report = tum_report_create(&allocator);
        for (int i = 0; i < 200; ++i) {
            char pointer[32];
            snprintf(pointer, sizeof pointer, "/nodes/%d", i);
            tum_report_add(report, CODE_NODE_LOOP, "a", pointer, "finding %d", i);
        }
        if (report != NULL) {
            assert_int_equal(tum_report_count(report) + tum_report_lost(report), 200);
        }
        tum_report_destroy(report);
        assert_int_equal(counting.bytes, 0);
    }
}

static void no_report_takes_nothing(void **state)
{
    (void)state;
    tum_report_add(NULL, CODE_NODE_LOOP, "a", "/nodes/0", "x");
    tum_report_mark_decision(NULL, "D1");
    tum_report_destroy(NULL);
    assert_int_equal(tum_report_count(NULL), 0);
}

static void assert_sentence(const char *code, const char *text)
{
    // A capital or a quoted word first, a period last.
    const size_t length = strlen(text);
    if (length < 12 || text[length - 1] != '.' ||
        !((text[0] >= 'A' && text[0] <= 'Z') || text[0] == '\'')) {
        fail_msg("%s: \"%s\" is no sentence", code, text);
    }
}

static void every_code_has_its_own_name_a_meaning_and_advice(void **state)
{
    (void)state;
    size_t count = 0;
    for (const char *code; (code = tum_report_code(count)) != NULL; ++count) {
        for (size_t j = 0; j < count; ++j) {
            assert_string_not_equal(code, tum_report_code(j));
        }
        const TumExplanation *explanation = tum_report_explain(code);
        assert_non_null(explanation);
        assert_string_equal(explanation->code, code);
        assert_int_equal(explanation->severity, tum_diagnostic_severity((DiagnosticCode)count));
        assert_sentence(code, explanation->meaning);
        assert_sentence(code, explanation->advice);
        assert_string_not_equal(explanation->meaning, explanation->advice);
    }
    assert_int_equal(count, CODE_COUNT);
    assert_null(tum_report_explain("NO_SUCH_CODE"));
    assert_null(tum_report_explain(""));
}

static void every_status_has_a_text(void **state)
{
    (void)state;
    assert_string_equal(tum_status_text(TUM_OK), "no error");
    for (int i = TUM_OK; i <= TUM_ERROR_VERSION; ++i) {
        assert_string_not_equal(tum_status_text((TumStatus)i), "an unknown status");
    }
    assert_string_equal(tum_status_text((TumStatus)99), "an unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finding_carries_code_severity_place_and_message),
        cmocka_unit_test(the_same_code_at_the_same_place_is_kept_once),
        cmocka_unit_test(missing_properties_of_one_object_are_told_apart),
        cmocka_unit_test(many_findings_keep_their_order),
        cmocka_unit_test(long_messages_end_with_an_ellipsis_between_characters),
        cmocka_unit_test(a_message_is_one_line_of_utf8_whatever_the_file_holds),
        cmocka_unit_test(a_decision_marks_the_finding_just_filed),
        cmocka_unit_test(findings_that_find_no_memory_are_counted),
        cmocka_unit_test(findings_of_a_code_are_kept_up_to_the_stated_number_and_counted_beyond),
        cmocka_unit_test(findings_beyond_the_stated_number_count_once_a_place),
        cmocka_unit_test(every_single_failing_allocation_is_survived),
        cmocka_unit_test(no_report_takes_nothing),
        cmocka_unit_test(every_code_has_its_own_name_a_meaning_and_advice),
        cmocka_unit_test(every_status_has_a_text),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
