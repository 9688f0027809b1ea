// SPDX-License-Identifier: MIT
// tumble validate: what it prints, in which order, and how it ends.
#include "tests/cli/runner.h"

// One error, one info: the floor's shape is not there, so that the shape there is nobody's.
static const char wrong[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_physics_rigid_bodies\","
    "\"KHR_implicit_shapes\"],\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":"
    "\"box\"}]}},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"extensions\":{"
    "\"KHR_physics_rigid_bodies\":{\"collider\":{\"geometry\":{\"shape\":7}}}}}]}";

#define SHAPE "/nodes/0/extensions/KHR_physics_rigid_bodies/collider/geometry/shape"
#define ERROR_LINE                                                                                 \
    "wrong.gltf: error: " SHAPE                                                                    \
    ": Unresolved reference: 7, in a table of length 1. [UNRESOLVED_REFERENCE]\n"
#define INFO_LINE                                                                                  \
    "wrong.gltf: info: /extensions/KHR_implicit_shapes/shapes/0: Nothing refers to this object. "  \
    "[UNUSED_OBJECT]\n"

static void begin(Runner *runner)
{
    runner_begin(runner);
    runner_file(runner, "crate.gltf", crate);
    runner_file(runner, "wrong.gltf", wrong);
    runner_file(runner, "broken.gltf", "{\n  \"asset\": }");
}

static void findings_come_most_severe_first_and_a_summary_last(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate wrong.gltf"), 1);
    assert_string_equal(runner.output, ERROR_LINE INFO_LINE
                        "wrong.gltf: 1 error, 0 warnings, 1 info, 0 hints (K6)\n");
    assert_string_equal(runner.errors, "");
    assert_int_equal(runner_run(&runner, "validate crate.gltf"), 0);
    assert_string_equal(runner.output, "crate.gltf: 0 errors, 0 warnings, 0 infos, 0 hints (K6)\n");
    runner_end(&runner);
}

static void several_files_are_told_of_in_the_order_given(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate --jobs 3 crate.gltf wrong.gltf crate.gltf"), 1);
    assert_string_equal(
        runner.output,
        "crate.gltf: 0 errors, 0 warnings, 0 infos, 0 hints (K6)\n" ERROR_LINE INFO_LINE
        "wrong.gltf: 1 error, 0 warnings, 1 info, 0 hints (K6)\n"
        "crate.gltf: 0 errors, 0 warnings, 0 infos, 0 hints (K6)\n"
        "3 files: 2 valid, 1 with errors\n");
    runner_end(&runner);
}

static void broken_json_is_told_with_line_and_column(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate broken.gltf"), 1);
    assert_holds(runner.output, "broken.gltf: error: Not JSON: ");
    assert_holds(runner.output, "(line 2, column 12, byte ");
    assert_holds(runner.output,
                 "broken.gltf: 1 error, 0 warnings, 0 infos, 0 hints (no physics)\n");
    runner_end(&runner);
}

static void findings_can_be_left_out_and_weighed_anew(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate wrong.gltf --ignore UNRESOLVED_REFERENCE"), 0);
    assert_string_equal(runner.output,
                        INFO_LINE "wrong.gltf: 0 errors, 0 warnings, 1 info, 0 hints (K6)\n");
    assert_int_equal(runner_run(&runner, "validate wrong.gltf --ignore UNRESOLVED_REFERENCE "
                                         "--severity UNUSED_OBJECT=error"),
                     1);
    assert_int_equal(runner_run(&runner, "validate wrong.gltf --max-issues 1"), 1);
    assert_string_equal(runner.output,
                        ERROR_LINE "wrong.gltf: ... and 1 more\n"
                                   "wrong.gltf: 1 error, 0 warnings, 1 info, 0 hints (K6)\n");
    assert_int_equal(runner_run(&runner, "validate wrong.gltf --only info"), 0);
    assert_string_equal(runner.output,
                        INFO_LINE "wrong.gltf: 0 errors, 0 warnings, 1 info, 0 hints (K6)\n");
    runner_end(&runner);
}

static void a_cut_list_is_counted_in_full(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate --json wrong.gltf --max-issues 1"), 1);
    assert_holds(runner.output, "\"truncated\": true");
    assert_holds(runner.output, "\"numInfos\": 1");
    assert_int_equal(count_of(runner.output, "\"pointer\": "), 1);
    assert_int_equal(runner_run(&runner, "validate wrong.gltf --max-issues 0"), 1);
    assert_string_equal(runner.output, "wrong.gltf: ... and 2 more\n"
                                       "wrong.gltf: 1 error, 0 warnings, 1 info, 0 hints (K6)\n");
    runner_end(&runner);
}

static void many_findings_of_a_code_are_counted(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    // 150 nodes that are nobody's and hold nothing; each is told once.
    char text[4096];
    int used = snprintf(text, sizeof text,
                        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{}],"
                        "\"nodes\":[{}");
    for (int i = 1; i < 150; ++i) {
        used += snprintf(text + used, sizeof text - (size_t)used, ",{}");
    }
    snprintf(text + used, sizeof text - (size_t)used, "]}");
    runner_file(&runner, "empty.gltf", text);
    assert_int_equal(runner_run(&runner, "validate empty.gltf"), 0);
    assert_int_equal(count_of(runner.output, "[NODE_EMPTY]\n"), 100 + 1);
    assert_holds(runner.output, "empty.gltf: ... and 50 more [NODE_EMPTY]\n");
    assert_holds(runner.output, "[UNUSED_OBJECT]\nempty.gltf: 0 errors, 0 warnings, 300 infos,");
    assert_int_equal(runner_run(&runner, "validate empty.gltf --max-of-code -1"), 0);
    assert_int_equal(count_of(runner.output, "[NODE_EMPTY]\n"), 150);
    assert_int_equal(runner_run(&runner, "validate empty.gltf --max-of-code 2"), 0);
    assert_int_equal(count_of(runner.output, "[NODE_EMPTY]\n"), 2 + 1);
    assert_holds(runner.output, "empty.gltf: ... and 148 more [NODE_EMPTY]\n");
    assert_int_equal(runner_run(&runner, "validate empty.gltf --json"), 0);
    assert_int_equal(count_of(runner.output, "\"NODE_EMPTY\""), 150);
    runner_end(&runner);
}

static void quiet_prints_errors_alone(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate --quiet crate.gltf"), 0);
    assert_string_equal(runner.output, "");
    assert_int_equal(runner_run(&runner, "validate --quiet crate.gltf wrong.gltf"), 1);
    assert_string_equal(runner.output, ERROR_LINE);
    assert_string_equal(runner.errors, "");
    runner_end(&runner);
}

// The worst wins where several codes are left out or weighed; an ignored code is ignored whatever
// it would weigh.
static void options_that_repeat_all_count(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate wrong.gltf --ignore UNRESOLVED_REFERENCE "
                                         "--ignore UNUSED_OBJECT --severity UNUSED_OBJECT=error"),
                     0);
    assert_string_equal(runner.output, "wrong.gltf: 0 errors, 0 warnings, 0 infos, 0 hints (K6)\n");
    assert_int_equal(runner_run(&runner, "validate wrong.gltf --severity UNUSED_OBJECT=hint "
                                         "--severity UNRESOLVED_REFERENCE=warning"),
                     0);
    assert_holds(runner.output, "wrong.gltf: warning: " SHAPE);
    assert_holds(runner.output, "wrong.gltf: 0 errors, 1 warning, 0 infos, 1 hint (K6)\n");
    runner_end(&runner);
}

static void a_forced_dialect_is_the_one_that_is_read(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate crate.gltf --dialect khr"), 0);
    assert_string_equal(runner.output, "crate.gltf: 0 errors, 0 warnings, 0 infos, 0 hints (K6)\n");
    assert_int_equal(runner_run(&runner, "validate crate.gltf --dialect omi"), 0);
    assert_holds(runner.output, "[PHYSICS_DIALECT_FORCED]");
    assert_holds(runner.output, "crate.gltf: 0 errors, 1 warning, 0 infos, 0 hints (no physics)\n");
    // What is wrong with the objects themselves is told whatever is read.
    assert_int_equal(runner_run(&runner, "validate wrong.gltf --dialect omi"), 1);
    assert_holds(runner.output, "[UNRESOLVED_REFERENCE]");
    assert_int_equal(runner_run(&runner, "validate crate.gltf --dialect khrr"), 2);
    assert_holds(runner.errors, "did you mean khr?");
    runner_end(&runner);
}

static void a_g4mf_file_is_checked_and_named(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    runner_file(&runner, "space.g4tf",
                "{\"asset\":{\"dimension\":4,\"extensionsUsed\":[\"ACME_x\"]},\"nodes\":[{},{}]}");
    assert_int_equal(runner_run(&runner, "validate space.g4tf"), 0);
    assert_string_equal(runner.output,
                        "space.g4tf: info: /asset/extensionsUsed/0: 'ACME_x' is unknown here; what "
                        "it says is not looked at. [UNSUPPORTED_EXTENSION]\n"
                        "space.g4tf: info: /nodes/1: Nothing refers to this object. "
                        "[UNUSED_OBJECT]\n"
                        "space.g4tf: 0 errors, 0 warnings, 2 infos, 0 hints (no physics)\n");
    assert_int_equal(runner_run(&runner, "validate --json space.g4tf"), 0);
    assert_holds(runner.output, "\"mimeType\": \"model/g4mf+json\"");
    assert_holds(runner.output, "\"dimension\":4,\"extensionsUsed\":[\"ACME_x\"]");
    runner_end(&runner);
}

static void wrong_codes_and_levels_are_wrong_usage(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate crate.gltf --ignore UNUSED_OBJEKT"), 2);
    assert_holds(runner.errors, "did you mean UNUSED_OBJECT?");
    assert_int_equal(runner_run(&runner, "validate crate.gltf --severity UNUSED_OBJECT=bad"), 2);
    assert_int_equal(runner_run(&runner, "validate crate.gltf --only bad"), 2);
    assert_int_equal(runner_run(&runner, "validate"), 2);
    runner_end(&runner);
}

static void a_file_that_is_not_there_wins_over_one_with_errors(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate missing.gltf wrong.gltf"), 3);
    assert_holds(runner.output, "[IO_ERROR]");
    assert_holds(runner.output, ERROR_LINE);
    runner_end(&runner);
}

static void json_has_the_layout_of_the_khronos_report(void **state)
{
    (void)state;
    Runner runner;
    begin(&runner);
    assert_int_equal(runner_run(&runner, "validate --json wrong.gltf"), 1);
    assert_holds(runner.output, "\"uri\": \"wrong.gltf\",\n  \"mimeType\": \"model/gltf+json\"");
    assert_holds(runner.output, "\"numErrors\": 1,\n    \"numWarnings\": 0,\n    \"numInfos\": 1,\n"
                                "    \"numHints\": 0");
    assert_holds(runner.output, "\"severity\": 0,\n        \"pointer\": \"" SHAPE "\"");
    assert_holds(runner.output, "\"truncated\": false");
    assert_holds(runner.output, "\"physics\":{\"dialects\":[\"K6\"],\"dimension\":3,\"bodies\":{"
                                "\"static\":0,\"kinematic\":0,\"dynamic\":0}");
    assert_int_equal(runner_run(&runner, "validate --json wrong.gltf crate.gltf"), 1);
    // Of several files, a line for each.
    assert_holds(runner.output,
                 "{\"file\":\"wrong.gltf\",\"outcome\":\"has errors\",\"result\":{\"uri\": ");
    assert_holds(runner.output,
                 "\n{\"file\":\"crate.gltf\",\"outcome\":\"done\",\"result\":{\"uri\": ");
    assert_int_equal(count_of(runner.output, "\n"), 2);
    runner_end(&runner);
}

static void four_dimensions_are_tried_out_too(void **state)
{
    (void)state;
    static const char falling[] =
        "{\"asset\":{\"dimension\":4},\"nodes\":[{\"children\":[1]},{\"name\":\"Box\",\"physics\":"
        "{\"motion\":{\"type\":\"dynamic\"}},\"children\":[2]},{\"physics\":{\"collider\":"
        "{\"shape\":0}}}],\"shapes\":[{\"size\":[1,1,1,1]}]}";
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "falling.g4tf", falling);
    assert_int_equal(runner_run(&runner, "validate --deep falling.g4tf"), 0);
    // g t^2 / 2, by steps: 9.81 (60 * 61 / 2) / 3600.
    assert_holds(runner.output, "/nodes/1/physics/motion (\"Box\"): The body falls 4.9");
    assert_holds(runner.output, "[CHECK_BODY_FALLS]");
    runner_end(&runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_dimensions_are_tried_out_too),
        cmocka_unit_test(findings_come_most_severe_first_and_a_summary_last),
        cmocka_unit_test(several_files_are_told_of_in_the_order_given),
        cmocka_unit_test(broken_json_is_told_with_line_and_column),
        cmocka_unit_test(findings_can_be_left_out_and_weighed_anew),
        cmocka_unit_test(a_cut_list_is_counted_in_full),
        cmocka_unit_test(many_findings_of_a_code_are_counted),
        cmocka_unit_test(quiet_prints_errors_alone),
        cmocka_unit_test(options_that_repeat_all_count),
        cmocka_unit_test(a_forced_dialect_is_the_one_that_is_read),
        cmocka_unit_test(a_g4mf_file_is_checked_and_named),
        cmocka_unit_test(wrong_codes_and_levels_are_wrong_usage),
        cmocka_unit_test(a_file_that_is_not_there_wins_over_one_with_errors),
        cmocka_unit_test(json_has_the_layout_of_the_khronos_report),
    };
    return cmocka_run_group_tests_name("validate", tests, NULL, NULL);
}
