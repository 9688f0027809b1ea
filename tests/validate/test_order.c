// SPDX-License-Identifier: MIT
// Findings are told along the document, whoever files them.
#include "tests/validate/validating.h"

static void findings_follow_the_text(void **state)
{
    (void)state;
    // Members in an order of their own; a reader files the reference, a table the rest.
    TumReport *report =
        validated("{'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': "
                  "{'geometry': {'shape': 7}}, 'motion': {'drag': 1, 'mass': -1}}}}, {'a': 1}], "
                  "'asset': {'version': '2.0', 'b': 2}, 'scenes': [{'nodes': [0, 1]}], " KHR_USED
                  "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}}");
    static const char *const places[] = {
        KHR_NODE_0 "/collider/geometry/shape",
        KHR_NODE_0 "/motion/drag",
        KHR_NODE_0 "/motion/mass",
        "/nodes/1",
        "/nodes/1/a",
        "/asset/b",
        "/extensions/KHR_implicit_shapes/shapes/0",
    };
    assert_int_equal(tum_report_count(report), sizeof places / sizeof *places);
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        assert_string_equal(tum_report_at(report, i)->pointer, places[i]);
    }
    tum_report_destroy(report);
}

static void what_was_in_the_report_before_stays_first(void **state)
{
    (void)state;
    TumReport *report = validated("{'asset': {'version': '2.0', 'z': 1, 'a': 1}}");
    const char again[] = "{\"asset\": {\"version\": \"2.0\", \"y\": 1}}";
    assert_int_equal(tum_validate_bytes(again, sizeof again - 1, NULL, NULL, report), TUM_OK);
    assert_int_equal(tum_report_count(report), 3);
    assert_string_equal(tum_report_at(report, 0)->pointer, "/asset/z");
    assert_string_equal(tum_report_at(report, 1)->pointer, "/asset/a");
    assert_string_equal(tum_report_at(report, 2)->pointer, "/asset/y");
    // What is known is known after sorting, too.
    assert_int_equal(tum_validate_bytes(again, sizeof again - 1, NULL, NULL, report), TUM_OK);
    assert_int_equal(tum_report_count(report), 3);
    tum_report_destroy(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_follow_the_text),
        cmocka_unit_test(what_was_in_the_report_before_stays_first),
    };
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
