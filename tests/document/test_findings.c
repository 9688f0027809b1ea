// SPDX-License-Identifier: MIT
// Whatever opening files about the corpus of wrong files is what the corpus expects there
// (docs/diagnostics.md), and what must be refused is.
#include <jansson.h>
#include <unistd.h>

#include "tests/support/support.h"
#include "tumble/document.h"

static const char corpus[] = "../shared/spec/invalid";
static const char cases[] = "../shared/conformance/cases.json";
static const char assets[] = "../shared/assets";

static bool is_expected(const TumDiagnostic *found, json_t *expected)
{
    for (size_t i = 0; i < json_array_size(expected); ++i) {
        json_t *item = json_array_get(expected, i);
        const char *code = json_string_value(json_object_get(item, "code"));
        const char *pointer = json_string_value(json_object_get(item, "pointer"));
        json_t *offset = json_object_get(item, "offset");
        const bool same_place =
            found->pointer != NULL
                ? pointer != NULL && strcmp(pointer, found->pointer) == 0
                : offset != NULL && json_integer_value(offset) == (json_int_t)found->offset;
        if (strcmp(code, found->code) == 0 && same_place &&
            json_integer_value(json_object_get(item, "severity")) == (json_int_t)found->severity) {
            return true;
        }
    }
    return false;
}

static void opening_files_nothing_that_validation_would_not(void **state)
{
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/index.json", corpus);
    if (access(path, R_OK) != 0) {
        print_message("opening_files_nothing_that_validation_would_not: no %s\n", path);
        skip();
    }
    json_t *index = json_load_file(path, 0, NULL);
    assert_non_null(index);
    size_t found_count = 0, wrong = 0;
    for (size_t i = 0; i < json_array_size(index); ++i) {
        json_t *entry = json_array_get(index, i);
        const char *file = json_string_value(json_object_get(entry, "file"));
        if (strstr(file, ".g4") != NULL) {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", corpus, file);
        TumReport *report = tum_report_create(NULL);
        TumDocument *document = NULL;
        tum_document_open(path, NULL, &document, report);
        for (size_t k = 0; k < tum_report_count(report); ++k, ++found_count) {
            const TumDiagnostic *found = tum_report_at(report, k);
            if (!is_expected(found, json_object_get(entry, "expected"))) {
                print_error("%s: %s at %s is not expected\n", file, found->code,
                            found->pointer != NULL ? found->pointer : "(bytes)");
                ++wrong;
            }
        }
        tum_document_destroy(document);
        tum_report_destroy(report);
    }
    json_decref(index);
    print_message("%zu findings\n", found_count);
    assert_int_equal(wrong, 0);
    assert_true(found_count > 30);
}

static void what_cannot_be_a_document_is_refused_with_a_message(void **state)
{
    (void)state;
    if (access(cases, R_OK) != 0) {
        print_message("what_cannot_be_a_document_is_refused_with_a_message: no %s\n", cases);
        skip();
    }
    json_t *root = json_load_file(cases, 0, NULL);
    json_t *list = json_object_get(root, "cases");
    size_t refused = 0;
    for (size_t i = 0; i < json_array_size(list); ++i) {
        json_t *entry = json_array_get(list, i);
        const char *expect = json_string_value(json_object_get(entry, "expect"));
        if (expect != NULL && strcmp(expect, "survive") == 0) {
            continue;
        }
        char path[512];
        snprintf(path, sizeof path, "%s/%s", assets,
                 json_string_value(json_object_get(entry, "asset")));
        TumReport *report = tum_report_create(NULL);
        TumDocument *document = NULL;
        const TumStatus status = tum_document_open(path, NULL, &document, report);
        const bool must_fail = expect != NULL && strcmp(expect, "error") == 0;
        if ((status != TUM_OK) != must_fail ||
            (must_fail && tum_report_count_of(report, TUM_SEVERITY_ERROR) == 0)) {
            print_error("%s: status %d\n", path, (int)status);
            fail();
        }
        refused += must_fail;
        tum_document_destroy(document);
        tum_report_destroy(report);
    }
    json_decref(root);
    assert_true(refused > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_files_nothing_that_validation_would_not),
        cmocka_unit_test(what_cannot_be_a_document_is_refused_with_a_message),
    };
    return cmocka_run_group_tests_name("findings", tests, NULL, NULL);
}
