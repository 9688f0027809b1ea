// SPDX-License-Identifier: MIT
// Profiles: the built-in one is that of docs/scenarios.md, others change thresholds by name, and a
// mistake in one is a finding at its place.
#include "tests/scenario/runs.h"

enum { PAGE_BYTES = 65536 };

static TumStatus read(const char *json, TumScenarioProfile *profile, TumReport *report)
{
    return tum_scenario_profile_read(json, strlen(json), "p.json", profile, report);
}

static void the_built_in_profile_is_that_of_the_page(void **state)
{
    (void)state;
    char *page = calloc(1, PAGE_BYTES);
    FILE *file = fopen("docs/scenarios.md", "rb");
    assert_non_null(file);
    assert_true(fread(page, 1, PAGE_BYTES - 1, file) < PAGE_BYTES - 1);
    fclose(file);
    const char *begin = strstr(
        page, "```json\n{\n  \"tumbleScenarioProfile\": 1,\n  \"name\": \"simready-2026.08\"");
    assert_non_null(begin);
    begin += strlen("```json\n");
    const char *end = strstr(begin, "```");
    TumScenarioProfile built_in, read_one;
    memset(&built_in, 0, sizeof built_in);
    tum_scenario_profile_init(&built_in);
    TumReport *report = tum_report_create(NULL);
    assert_int_equal(tum_scenario_profile_read(begin, (size_t)(end - begin), "docs/scenarios.md",
                                               &read_one, report),
                     TUM_OK);
    assert_string_equal(read_one.name, "simready-2026.08");
    assert_memory_equal(&read_one, &built_in, sizeof built_in);
    // Each of the numbers stands on the page: without a member its line is another.
    size_t members = 0;
    for (const char *at = begin; at < end; ++at) {
        members += *at == ':';
    }
    assert_int_equal(members, 2 + 7 + sizeof(TumScenarioProfile) / sizeof(double) -
                                  TUM_PROFILE_NAME_BYTES / sizeof(double));
    tum_report_destroy(report);
    free(page);
}

static void members_that_are_left_out_keep_the_built_in_values(void **state)
{
    (void)state;
    TumScenarioProfile profile;
    assert_int_equal(
        read("{\"tumbleScenarioProfile\": 1, \"name\": \"soft\", \"drop\": {\"height\": "
             "0.5}, \"release\": {\"linearSpeed\": 2}}",
             &profile, NULL),
        TUM_OK);
    assert_string_equal(profile.name, "soft");
    assert_near(profile.drop_height, 0.5, 0.0);
    assert_near(profile.drop_rest_time, 8.0, 0.0);
    assert_near(profile.release_linear_speed, 2.0, 0.0);
    assert_true(isinf(profile.release_angular_speed));
}

typedef struct Mistake {
    const char *json, *code, *pointer, *word;
} Mistake;

static void each_mistake_is_a_finding_at_its_place(void **state)
{
    (void)state;
    static const Mistake mistakes[] = {
        {"{\"drop\": {}}", "VALUE_NOT_IN_LIST", "/tumbleScenarioProfile", "1"},
        {"{\"tumbleScenarioProfile\": 2}", "VALUE_NOT_IN_LIST", "/tumbleScenarioProfile", "1"},
        {"{\"tumbleScenarioProfile\": 1, \"drip\": {}}", "UNEXPECTED_PROPERTY", "/drip", "'drop'"},
        {"{\"tumbleScenarioProfile\": 1, \"drop\": {\"hight\": 1}}", "UNEXPECTED_PROPERTY",
         "/drop/hight", "'height'"},
        {"{\"tumbleScenarioProfile\": 1, \"drop\": {\"rate\": 1}}", "UNEXPECTED_PROPERTY",
         "/drop/rate", "no such member"},
        {"{\"tumbleScenarioProfile\": 1, \"drop\": {\"height\": \"2\"}}", "TYPE_MISMATCH",
         "/drop/height", "number"},
        {"{\"tumbleScenarioProfile\": 1, \"drop\": {\"height\": null}}", "TYPE_MISMATCH",
         "/drop/height", "number"},
        {"{\"tumbleScenarioProfile\": 1, \"drop\": {\"height\": 0}}", "VALUE_NOT_IN_RANGE",
         "/drop/height", "0.01"},
        {"{\"tumbleScenarioProfile\": 1, \"tilt\": {\"angle\": 86}}", "VALUE_NOT_IN_RANGE",
         "/tilt/angle", "85"},
        {"{\"tumbleScenarioProfile\": 1, \"tilt\": 3}", "TYPE_MISMATCH", "/tilt", "object"},
        {"{\"tumbleScenarioProfile\": 1, \"name\": 3}", "TYPE_MISMATCH", "/name", "text"},
        {"[]", "TYPE_MISMATCH", "", "object"},
        {"{\"tumbleScenarioProfile\": 1", "INVALID_JSON", "", ""},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; ++i) {
        const Mistake *mistake = &mistakes[i];
        TumReport *report = tum_report_create(NULL);
        TumScenarioProfile profile = {.name = "kept"};
        assert_int_equal(read(mistake->json, &profile, report), TUM_ERROR_INPUT);
        assert_string_equal(profile.name, "kept");
        assert_int_equal(tum_report_count_of(report, TUM_SEVERITY_ERROR), 1);
        const TumDiagnostic *found = tum_report_at(report, 0);
        assert_string_equal(found->code, mistake->code);
        assert_string_equal(found->file, "p.json");
        assert_string_equal(found->pointer, mistake->pointer);
        assert_non_null(strstr(found->message, mistake->word));
        tum_report_destroy(report);
    }
}

static void a_name_fits_or_is_refused(void **state)
{
    (void)state;
    char json[256];
    TumScenarioProfile profile;
    for (int length = TUM_PROFILE_NAME_BYTES - 1; length <= TUM_PROFILE_NAME_BYTES; ++length) {
        snprintf(json, sizeof json, "{\"tumbleScenarioProfile\": 1, \"name\": \"%0*d\"}", length,
                 7);
        assert_int_equal(read(json, &profile, NULL),
                         length < TUM_PROFILE_NAME_BYTES ? TUM_OK : TUM_ERROR_INPUT);
    }
}

static void a_profile_that_is_cut_off_is_refused(void **state)
{
    (void)state;
    static const char json[] =
        "{\"tumbleScenarioProfile\": 1, \"name\": \"x\", \"drop\": {\"height\": 2}}";
    TumScenarioProfile profile;
    for (size_t bytes = 0; bytes < sizeof json - 1; ++bytes) {
        assert_int_equal(tum_scenario_profile_read(json, bytes, NULL, &profile, NULL),
                         TUM_ERROR_INPUT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_profile_is_that_of_the_page),
        cmocka_unit_test(members_that_are_left_out_keep_the_built_in_values),
        cmocka_unit_test(each_mistake_is_a_finding_at_its_place),
        cmocka_unit_test(a_name_fits_or_is_refused),
        cmocka_unit_test(a_profile_that_is_cut_off_is_refused),
    };
    return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}
