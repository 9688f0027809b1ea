// SPDX-License-Identifier: MIT
// Verdicts: kept in order with copies of their texts, and counted by outcome.
#include "tests/support/support.h"
#include "tumble/verdict.h"

static void a_verdict_is_kept_with_copies_of_its_texts(void **state)
{
    (void)state;
    TumVerdicts *verdicts = tum_verdicts_create(NULL);
    char check[] = "within", pointer[] = "/nodes/3";
    const TumVerdict given = {.check = check,
                              .outcome = TUM_OUTCOME_FAILED,
                              .value = 1.25,
                              .most = 1,
                              .unit = "m",
                              .node = 3,
                              .pointer = pointer};
    assert_int_equal(tum_verdicts_add(verdicts, &given), TUM_OK);
    check[0] = pointer[0] = 'x';
    const TumVerdict *kept = tum_verdicts_at(verdicts, 0);
    assert_string_equal(kept->check, "within");
    assert_string_equal(kept->pointer, "/nodes/3");
    assert_string_equal(kept->subject, "");
    assert_string_equal(kept->message, "");
    assert_true(kept->value == 1.25 && kept->most == 1 && kept->node == 3);
    tum_verdicts_destroy(verdicts);
}

static void verdicts_stand_in_order_and_are_counted_by_outcome(void **state)
{
    (void)state;
    TumVerdicts *verdicts = tum_verdicts_create(NULL);
    const TumOutcome outcomes[] = {TUM_OUTCOME_SKIPPED, TUM_OUTCOME_PASSED, TUM_OUTCOME_SKIPPED};
    for (size_t i = 0; i < 3; ++i) {
        const TumVerdict verdict = {.check = "rest", .outcome = outcomes[i], .node = (int32_t)i};
        assert_int_equal(tum_verdicts_add(verdicts, &verdict), TUM_OK);
    }
    assert_int_equal(tum_verdicts_count(verdicts), 3);
    assert_int_equal(tum_verdicts_at(verdicts, 2)->node, 2);
    assert_int_equal(tum_verdicts_count_of(verdicts, TUM_OUTCOME_SKIPPED), 2);
    assert_int_equal(tum_verdicts_count_of(verdicts, TUM_OUTCOME_PASSED), 1);
    assert_int_equal(tum_verdicts_count_of(verdicts, TUM_OUTCOME_FAILED), 0);
    tum_verdicts_destroy(verdicts);
}

static void a_list_that_is_missing_is_empty(void **state)
{
    (void)state;
    assert_int_equal(tum_verdicts_count(NULL), 0);
    assert_int_equal(tum_verdicts_count_of(NULL, TUM_OUTCOME_PASSED), 0);
    tum_verdicts_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_verdict_is_kept_with_copies_of_its_texts),
        cmocka_unit_test(verdicts_stand_in_order_and_are_counted_by_outcome),
        cmocka_unit_test(a_list_that_is_missing_is_empty),
    };
    return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
