// SPDX-License-Identifier: MIT
// `tumble diff` and `tumble graft`: lines, exit codes, files that stay unwritten.
#include "tests/cli/runner.h"

#define BALL(MASS, MEMBERS)                                                                        \
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_physics_rigid_bodies\","           \
    "\"KHR_implicit_shapes\"],\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":"     \
    "\"sphere\",\"sphere\":{\"radius\":0.5}}]}},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"         \
    "\"nodes\":[{\"name\":\"Ball\",\"mesh\":0," MEMBERS "\"extensions\":{"                         \
    "\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":" MASS "},\"collider\":{\"geometry\":{"    \
    "\"shape\":0}}}}}]," MESH "}"
#define MESH                                                                                       \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"           \
    "\"componentType\":5126,\"type\":\"VEC3\",\"count\":3,\"min\":[-1,-1,-1],\"max\":[1,1,1]}]"
#define MOTION "/nodes/0/extensions/KHR_physics_rigid_bodies/motion"

static void a_difference_is_one_row_with_both_values_and_places(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "a.gltf", BALL("2", ""));
    runner_file(&runner, "b.gltf", BALL("2.5", ""));
    assert_int_equal(runner_run(&runner, "diff a.gltf b.gltf --structure"), 1);
    assert_string_equal(runner.output,
                        "body \"Ball\" mass: 2 kg | 2.5 kg  [" MOTION " | " MOTION "]\n"
                        "structure: 1 difference; compared: 1 body, 1 collider, 0 joints\n");
    assert_string_equal(runner.errors, "");
    // Both fall alike, whatever their mass.
    assert_int_equal(runner_run(&runner, "diff a.gltf b.gltf --motion --duration 1"), 0);
    assert_string_equal(runner.output, "motion: the same; 1 body, 60 steps at 60 Hz, at most 0 m "
                                       "and 0 rad apart\n");
    runner_end(&runner);
}

static void the_first_difference_of_the_motion_is_named(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "a.gltf", BALL("2", ""));
    runner_file(&runner, "b.gltf", BALL("2", "\"translation\":[0,0.25,0],"));
    assert_int_equal(runner_run(&runner, "diff a.gltf b.gltf --motion"), 1);
    assert_holds(runner.output,
                 "motion of body \"Ball\": at 0 s: 0.25 m and 0 rad apart, (0, 0, 0) "
                 "m | (0, 0.25, 0) m  [" MOTION " | " MOTION "]\n");
    assert_int_equal(runner_run(&runner, "diff a.gltf b.gltf --motion --tolerance 0.3"), 0);
    runner_end(&runner);
}

static void quiet_leaves_the_exit_code(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "a.gltf", BALL("2", ""));
    runner_file(&runner, "b.gltf", BALL("2.5", ""));
    assert_int_equal(runner_run(&runner, "diff a.gltf b.gltf --quiet --duration 0.1"), 1);
    assert_string_equal(runner.output, "");
    assert_string_equal(runner.errors, "");
    assert_int_equal(runner_run(&runner, "diff a.gltf a.gltf --quiet --duration 0.1"), 0);
    assert_string_equal(runner.output, "");
    runner_end(&runner);
}

static void wrong_use_and_missing_files_have_codes_of_their_own(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int code;
        const char *message;
    } rows[] = {
        {"diff a.gltf", 2, ""},
        {"diff a.gltf a.gltf --structure --motion", 2, "--structure and --motion exclude"},
        {"diff - -", 2, "not both"},
        {"diff a.gltf none.gltf", 3, "none.gltf"},
        {"diff a.gltf bad.gltf", 1, "bad.gltf: error: "},
        {"graft a.gltf -o out.gltf", 2, "one of --from IN and --tag is needed"},
        {"graft a.gltf --tag --from a.gltf -o out.gltf", 2, "one of --from IN and --tag"},
        {"graft a.gltf --tag", 2, "-o OUT is missing"},
        {"graft a.gltf --tag -o a.gltf", 2, "--force writes over it"},
        {"graft b.gltf --from a.gltf -o a.gltf", 2, "--force writes over it"},
        {"graft a.gltf --from none.gltf -o out.gltf", 3, "none.gltf"},
        {"graft bad.gltf --from a.gltf -o out.gltf", 1, "bad.gltf: error: "},
        {"graft a.gltf --tag -o none/out.gltf", 3, "none/out.gltf: error: The file cannot be wri"},
        {"graft b.gltf --from a.gltf -o none/out.gltf", 3, "none/out.gltf: error: The file cannot"},
    };
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "a.gltf", BALL("2", ""));
    runner_file(&runner, "b.gltf", BALL("2", ""));
    runner_file(&runner, "bad.gltf", "[");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        assert_int_equal(runner_run(&runner, rows[i].words), rows[i].code);
        assert_holds(runner.errors, rows[i].message);
        assert_null(runner_read(&runner, "out.gltf", NULL));
    }
    runner_end(&runner);
}

static void a_file_without_physics_is_told(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "a.gltf", "{\"asset\":{\"version\":\"2.0\"}}");
    runner_file(&runner, "b.gltf", BALL("2", ""));
    assert_int_equal(runner_run(&runner, "graft a.gltf --tag -o tagged.gltf"), 0);
    assert_holds(runner.errors, "a.gltf: no physics in this file");
    assert_int_equal(runner_run(&runner, "graft b.gltf --from a.gltf -o out.gltf"), 0);
    assert_holds(runner.errors, "a.gltf: no physics in this file");
    runner_end(&runner);
}

static void motions_of_3_and_4_dimensions_are_not_compared(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "a.gltf", BALL("2", ""));
    runner_file(&runner, "b.g4tf", "{\"asset\":{\"dimension\":4},\"nodes\":[{}]}");
    assert_int_equal(runner_run(&runner, "diff a.gltf b.g4tf"), 1);
    assert_holds(runner.output, "scene dimension: 3 | 4");
    assert_holds(runner.output, "motion: not compared, as the dimensions differ");
    assert_int_equal(runner_run(&runner, "diff a.gltf b.g4tf --json"), 1);
    assert_holds(runner.output, "\"motion\": {\n    \"same\": false");
    runner_end(&runner);
}

static void a_graft_tells_how_nodes_were_found(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "a.gltf", BALL("2", ""));
    runner_file(&runner, "small.gltf",
                "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                "\"nodes\":[{\"name\":\"Ball\",\"mesh\":0}]," MESH "}");
    assert_int_equal(runner_run(&runner, "graft --from a.gltf small.gltf -o out.gltf"), 0);
    assert_holds(runner.output, "out.gltf: 1 node, 0 by tag, 1 by name, 0 by place, 0 made anew; 0 "
                                "meshes came along, ");
    assert_int_equal(runner_run(&runner, "diff a.gltf out.gltf --tolerance 0 --duration 1"), 0);
    runner_end(&runner);
}

static void a_lost_body_is_named_and_nothing_is_written(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "a.gltf", BALL("2", ""));
    runner_file(&runner, "small.gltf", "{\"asset\":{\"version\":\"2.0\"}}");
    assert_int_equal(runner_run(&runner, "graft --from a.gltf small.gltf -o out.gltf --lenient"),
                     1);
    assert_holds(runner.errors, "a.gltf: error: " MOTION " (\"Ball\"): Node 0 \"Ball\" is seen and "
                                "moves, and is not found in the optimized file. [GRAFT_NODE_LOST]");
    assert_null(runner_read(&runner, "out.gltf", NULL));
    runner_end(&runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_difference_is_one_row_with_both_values_and_places),
        cmocka_unit_test(the_first_difference_of_the_motion_is_named),
        cmocka_unit_test(quiet_leaves_the_exit_code),
        cmocka_unit_test(wrong_use_and_missing_files_have_codes_of_their_own),
        cmocka_unit_test(a_file_without_physics_is_told),
        cmocka_unit_test(motions_of_3_and_4_dimensions_are_not_compared),
        cmocka_unit_test(a_graft_tells_how_nodes_were_found),
        cmocka_unit_test(a_lost_body_is_named_and_nothing_is_written),
    };
    return cmocka_run_group_tests_name("diff", tests, NULL, NULL);
}
