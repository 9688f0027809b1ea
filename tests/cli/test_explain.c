// SPDX-License-Identifier: MIT
// `tumble explain`: a code in words, and what to do.
#include "tests/cli/runner.h"

static void a_code_is_told_with_its_meaning_and_advice(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_int_equal(runner_run(&runner, "explain PHYSICS_ZERO_MASS L-DRIVE"), 0);
    assert_string_equal(runner.output,
                        "PHYSICS_ZERO_MASS (warning)\n"
                        "  The mass of a simulated body is zero; it is read as 1 kg.\n"
                        "  What to do: Write the mass in kg, or leave it out to have it computed "
                        "from the shapes.\n"
                        "\n"
                        "L-DRIVE (warning)\n"
                        "  The drives of a joint are gone.\n"
                        "  What to do: Convert to a dialect with drives: 'khr' or 'omi'.\n");
    assert_string_equal(runner.errors, "");
    // Small letters do as well.
    assert_int_equal(runner_run(&runner, "explain node_loop"), 0);
    assert_holds(runner.output, "NODE_LOOP (error)\n");
    runner_end(&runner);
}

static void an_unknown_code_is_answered_with_similar_ones(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_int_equal(runner_run(&runner, "explain INERTIA_NOT"), 2);
    assert_string_equal(runner.output, "");
    assert_string_equal(runner.errors,
                        "tumble: error: no finding has the code \"INERTIA_NOT\"; did you mean "
                        "PHYSICS_INERTIA_NOT_SYMMETRIC or PHYSICS_INERTIA_NOT_POSITIVE?\n");
    assert_int_equal(runner_run(&runner, "explain UNRESOLVED_REFERENSE"), 2);
    assert_holds(runner.errors, "did you mean UNRESOLVED_REFERENCE?\n");
    assert_int_equal(runner_run(&runner, "explain xyzzy"), 2);
    assert_holds(runner.errors, "\"xyzzy\"; tumble explain lists all\n");
    runner_end(&runner);
}

static void json_lists_all_codes_where_none_is_named(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_int_equal(runner_run(&runner, "explain --json"), 0);
    assert_int_equal(runner.output[0], '[');
    const size_t count = count_of(runner.output, "\"advice\": \"");
    assert_int_equal(count_of(runner.output, "\"meaning\": \""), count);
    assert_true(count > 250);
    assert_int_equal(runner_run(&runner, "explain --json NODE_LOOP"), 0);
    assert_string_equal(runner.output,
                        "[\n  {\n    \"code\": \"NODE_LOOP\",\n    \"severity\": \"error\",\n"
                        "    \"meaning\": \"A node is its own ancestor.\",\n"
                        "    \"advice\": \"Remove the node from the children of its own "
                        "descendant.\"\n  }\n]\n");
    runner_end(&runner);
}

static void a_file_is_told_by_its_first_bytes(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "photo.gltf", "\x89PNG\r\n\x1a\n");
    assert_int_equal(runner_run(&runner, "info photo.gltf"), 1);
    assert_string_equal(runner.errors,
                        "photo.gltf: error: This is a PNG picture, not glTF. [INVALID_JSON]\n");
    runner_end(&runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_is_told_with_its_meaning_and_advice),
        cmocka_unit_test(an_unknown_code_is_answered_with_similar_ones),
        cmocka_unit_test(json_lists_all_codes_where_none_is_named),
        cmocka_unit_test(a_file_is_told_by_its_first_bytes),
    };
    return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}
