// SPDX-License-Identifier: MIT
// `tumble convert`: the same physics in another dialect.
#include "tests/cli/runner.h"

// A crate with a drive, which MSFT lacks, between it and the world.
static const char driven[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_physics_rigid_bodies\"],\"nodes\":["
    "{"
    "\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":2},\"joint\":{"
    "\"connectedNode\":1,\"joint\":0}}}},{}],\"extensions\":{\"KHR_physics_rigid_bodies\":{"
    "\"physicsJoints\":[{\"drives\":[{\"type\":\"linear\",\"mode\":\"force\",\"axis\":0,"
    "\"velocityTarget\":1,\"damping\":2}]}]}}}";

static void the_result_is_told_in_one_line(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "convert crate.gltf --to msft -o out.gltf"), 0);
    size_t bytes = 0;
    char *written = runner_read(&runner, "out.gltf", &bytes);
    assert_non_null(written);
    assert_true(bytes < 1000);
    char line[128];
    snprintf(line, sizeof line,
             "out.gltf: msft, 0 approximated, 0 in other words, 0 lost, %zu bytes\n", bytes);
    assert_string_equal(runner.output, line);
    free(written);
    assert_string_equal(runner.errors, "");
    assert_int_equal(runner_run(&runner, "info out.gltf"), 0);
    char *text = runner_read(&runner, "out.gltf", NULL);
    assert_non_null(text);
    assert_holds(text, "\"MSFT_rigid_bodies\"");
    assert_null(strstr(text, "KHR_"));
    free(text);
    runner_end(&runner);
}

static void what_is_lost_is_told_with_its_place(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "driven.gltf", driven);
    assert_int_equal(runner_run(&runner, "convert driven.gltf --to msft -o out.glb"), 0);
    assert_holds(runner.errors,
                 "driven.gltf: warning: /nodes/0/extensions/KHR_physics_rigid_bodies/"
                 "joint: The target has no drives; lost: 1. [L-DRIVE]\n");
    assert_holds(runner.output, "1 lost, ");
    runner_end(&runner);
}

static void strict_writes_nothing_that_loses(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "driven.gltf", driven);
    assert_int_equal(runner_run(&runner, "convert driven.gltf --to msft -o out.gltf --strict"), 1);
    assert_holds(runner.errors, "not written: 1 approximated, 1 lost");
    assert_null(runner_read(&runner, "out.gltf", NULL));
    // The draft has drives and wants a limit: approximated, not lost.
    assert_int_equal(runner_run(&runner, "convert driven.gltf --to khr-draft -o out.gltf --strict"),
                     0);
    assert_int_equal(
        runner_run(&runner, "convert driven.gltf --to khr-draft -o new.gltf --strict=all"), 1);
    assert_null(runner_read(&runner, "new.gltf", NULL));
    runner_end(&runner);
}

static void an_input_with_errors_is_written_only_to_the_lenient(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "faulty.gltf", faulty);
    assert_int_equal(runner_run(&runner, "convert faulty.gltf --to omi -o out.gltf"), 1);
    assert_string_equal(runner.errors, FAULT "tumble: error: faulty.gltf: not written: 1 error in "
                                             "the input; --lenient writes all the same\n");
    assert_string_equal(runner.output, "");
    assert_null(runner_read(&runner, "out.gltf", NULL));
    // What is written does not change what the input is.
    assert_int_equal(runner_run(&runner, "convert faulty.gltf --to omi -o out.gltf --lenient"), 1);
    assert_string_equal(runner.errors, FAULT);
    char *text = runner_read(&runner, "out.gltf", NULL);
    assert_non_null(text);
    assert_holds(text, "\"OMI_physics_body\"");
    free(text);
    runner_end(&runner);
}

static void a_buffer_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "mesh.gltf",
                "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{}],"
                "\"buffers\":[{\"byteLength\":12,\"uri\":\"mesh.bin\"}]}");
    assert_int_equal(runner_run(&runner, "convert mesh.gltf --to khr -o out.gltf"), 1);
    assert_holds(runner.errors, "mesh.gltf: error: /buffers/0/uri: ");
    assert_holds(runner.errors, "[IO_ERROR]\n");
    assert_null(runner_read(&runner, "out.gltf", NULL));
    runner_end(&runner);
}

static void json_holds_the_findings_whatever_comes_of_it(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "faulty.gltf", faulty);
    runner_file(&runner, "broken.gltf", "{");
    assert_int_equal(runner_run(&runner, "convert faulty.gltf --to omi -o out.gltf --json"), 1);
    assert_holds(runner.output, "\"output\": null,\n");
    assert_holds(runner.output, "\"errors\": 1,\n");
    assert_holds(runner.output, "\"code\": \"UNRESOLVED_REFERENCE\",\n");
    assert_holds(runner.output, "\"name\": \"Ghost\"");
    assert_int_equal(
        runner_run(&runner, "convert faulty.gltf --to omi -o out.gltf --json --lenient"), 1);
    assert_holds(runner.output, "\"output\": \"out.gltf\",\n");
    assert_holds(runner.output, "\"code\": \"UNRESOLVED_REFERENCE\",\n");
    assert_int_equal(runner_run(&runner, "convert broken.gltf --to omi -o out.gltf --json"), 1);
    assert_holds(runner.output, "\"code\": \"INVALID_JSON\",\n");
    runner_end(&runner);
}

static void over_the_input_is_written_by_force_alone(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "convert crate.gltf --to omi -o ./crate.gltf"), 2);
    assert_string_equal(runner.errors,
                        "tumble: error: -o ./crate.gltf is the input; --force writes over it\n");
    char *text = runner_read(&runner, "crate.gltf", NULL);
    assert_string_equal(text, crate);
    free(text);
    assert_int_equal(runner_run(&runner, "convert crate.gltf --to omi -o crate.gltf --force"), 0);
    text = runner_read(&runner, "crate.gltf", NULL);
    assert_holds(text, "\"OMI_physics_body\"");
    free(text);
    runner_end(&runner);
}

static void json_lists_every_change(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "driven.gltf", driven);
    assert_int_equal(runner_run(&runner, "convert driven.gltf --to msft -o out.gltf --json"), 0);
    assert_holds(runner.output, "\"to\": \"msft\",\n");
    assert_holds(runner.output, "\"lost\": 1,\n");
    assert_holds(runner.output, "\"code\": \"L-DRIVE\",\n");
    assert_holds(runner.output,
                 "\"pointer\": \"/nodes/0/extensions/KHR_physics_rigid_bodies/joint\",\n");
    runner_end(&runner);
}

static void four_dimensions_are_refused_or_projected(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "box.g4tf",
                "{\"asset\":{\"dimension\":4},\"nodes\":[{\"children\":[1]},{\"physics\":"
                "{\"collider\":{\"shape\":0}}}],\"shapes\":[{\"size\":[1,2,3,4]}]}");
    assert_int_equal(runner_run(&runner, "convert box.g4tf --to khr -o out.gltf"), 1);
    assert_string_equal(
        runner.errors, "box.g4tf: error: A scene of 4 dimensions cannot be said in glTF; projected "
                       "to three it could. [UNSUPPORTED_DIMENSION]\n"
                       "tumble: error: box.g4tf: --project leaves out what lies beyond the third "
                       "dimension\n");
    assert_int_equal(runner_run(&runner, "convert box.g4tf --project --to khr -o out.gltf"), 0);
    assert_holds(runner.errors, "box.g4tf: warning: /shapes/0/size: What lies along W and beyond "
                                "is left out. [A-PROJECT]\n");
    char *text = runner_read(&runner, "out.gltf", NULL);
    assert_non_null(text);
    assert_holds(text, "\"size\": [1, 2, 3]");
    free(text);
    runner_end(&runner);
}

static void dimensions_that_are_not_simulated_are_written_back_refused_or_projected(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "five.g4tf",
                "{\"asset\":{\"dimension\":5},\"nodes\":[{\"children\":[1]},{\"physics\":"
                "{\"collider\":{\"shape\":0}}}],\"shapes\":[{\"size\":[1,2,3,4,5]}]}");
    assert_int_equal(runner_run(&runner, "convert five.g4tf --to g4mf -o out.g4tf"), 0);
    char *text = runner_read(&runner, "out.g4tf", NULL);
    assert_non_null(text);
    assert_holds(text, "\"size\": [1, 2, 3, 4, 5]");
    free(text);
    assert_int_equal(runner_run(&runner, "convert five.g4tf --to khr -o out.gltf"), 1);
    assert_holds(runner.errors, "A scene of 5 dimensions cannot be said in glTF");
    assert_int_equal(runner_run(&runner, "convert five.g4tf --project --to khr -o out.gltf"), 0);
    runner_file(&runner, "two.g4tf", "{\"asset\":{\"dimension\":2},\"nodes\":[{}]}");
    assert_int_equal(runner_run(&runner, "convert two.g4tf --to khr -o out.gltf"), 1);
    assert_holds(runner.errors, "A scene of 2 dimensions cannot be said in glTF.");
    assert_null(strstr(runner.errors, "--project"));
    runner_end(&runner);
}

static void buffers_may_stand_beside_the_file(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // A plane is a mesh for the draft, and a mesh has a buffer.
    runner_file(&runner, "plane.gltf",
                "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_implicit_shapes\","
                "\"KHR_physics_rigid_bodies\"],\"nodes\":[{\"extensions\":{"
                "\"KHR_physics_rigid_bodies\":{\"collider\":{\"geometry\":{\"shape\":0}}}}}],"
                "\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":[{\"type\":\"plane\","
                "\"plane\":{\"sizeX\":1}}]}}}");
    assert_int_equal(
        runner_run(&runner, "convert plane.gltf --to khr-draft -o 'a plane.gltf' --separate"), 0);
    char *text = runner_read(&runner, "a plane.gltf", NULL);
    assert_non_null(text);
    assert_holds(text, "\"uri\": \"a%20plane.bin\"");
    free(text);
    size_t bytes = 0;
    text = runner_read(&runner, "a plane.bin", &bytes);
    assert_non_null(text);
    assert_int_equal(bytes, 4 * 12 + 6 * 4); // four points, two triangles
    free(text);
    assert_int_equal(runner_run(&runner, "info 'a plane.gltf'"), 0);
    assert_holds(runner.output, "colliders   1: 1 mesh");
    runner_end(&runner);
}

static void wrong_words_are_answered_with_the_nearest(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "crate.gltf", crate);
    assert_int_equal(runner_run(&runner, "convert crate.gltf --to oni -o x.gltf"), 2);
    assert_holds(runner.errors, "not \"oni\"; did you mean omi?");
    assert_int_equal(runner_run(&runner, "convert crate.gltf -o x.gltf"), 2);
    assert_holds(runner.errors, "--to DIALECT is missing");
    assert_int_equal(runner_run(&runner, "convert crate.gltf --to omi"), 2);
    assert_holds(runner.errors, "-o OUT is missing");
    assert_int_equal(runner_run(&runner, "convert crate.gltf --to gltf21 -o x.gltf"), 2);
    assert_holds(runner.errors, "--experimental");
    assert_int_equal(runner_run(&runner, "convert crate.gltf --to omi -o"), 2);
    assert_holds(runner.errors, "-o needs a value: -o OUT");
    assert_null(runner_read(&runner, "x.gltf", NULL));
    runner_end(&runner);
}

static void a_file_that_cannot_be_read_costs_nothing(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "out.gltf", "mine");
    runner_file(&runner, "bad.gltf", "{");
    assert_int_equal(runner_run(&runner, "convert bad.gltf --to omi -o out.gltf"), 1);
    char *text = runner_read(&runner, "out.gltf", NULL);
    assert_string_equal(text, "mine");
    free(text);
    runner_end(&runner);
}

// A crate and a file of so many bytes beside it. Its text is more than the 64 KiB of a pipe: who
// writes it to one waits, the document open, until somebody reads.
static void put_crate_with_file(const Runner *runner, long bytes)
{
    enum { LONG_TEXT = 200000 };
    char path[256];
    char *text = malloc(LONG_TEXT + 1024);
    assert_non_null(text);
    size_t used = (size_t)sprintf(text, "{\"asset\":{\"version\":\"2.0\"},\"extras\":\"");
    memset(text + used, 'x', LONG_TEXT);
    used += LONG_TEXT;
    sprintf(text + used,
            "\",\"extensionsUsed\":[\"KHR_physics_rigid_bodies\"],\"buffers\":[{\"uri\":"
            "\"crate.bin\",\"byteLength\":%ld}],\"nodes\":[{\"extensions\":{"
            "\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":2}}}}]}",
            bytes);
    runner_file(runner, "crate.gltf", text);
    free(text);
    runner_file(runner, "crate.bin", "");
    snprintf(path, sizeof path, "%s/crate.bin", runner->folder);
    assert_int_equal(truncate(path, bytes), 0); // A hole: it takes no room.
}

// `exec` comes back when tumble has opened the pipe for its output.
#define CONVERT_INTO_A_PIPE                                                                        \
    "--version; rm -f out.gltf; mkfifo out.gltf; \"$TUMBLE\" convert crate.gltf --to khr-draft "   \
    "-o out.gltf & pid=$!; exec 3<out.gltf; "

static void small_files_are_read_and_large_ones_mapped(void **state)
{
    (void)state;
    runner_skip_on_windows("files are read, never mapped");
    Runner runner;
    runner_begin(&runner);
    static const struct {
        long bytes;
        const char *views;
    } cases[] = {{(1L << 28) - 1, "views: 0\n"}, {1L << 28, "views: 1\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        put_crate_with_file(&runner, cases[i].bytes);
        runner_run(&runner, CONVERT_INTO_A_PIPE
                   "echo views: $(grep -c crate.bin /proc/$pid/maps); cat <&3 >taken; wait $pid");
        assert_holds(runner.output, cases[i].views);
    }
    runner_end(&runner);
}

// The signal comes from a page of a mapped file that is no more; here it is sent.
static void a_lost_page_ends_the_program_with_a_sentence(void **state)
{
    (void)state;
    runner_skip_on_windows("files are read, never mapped");
    Runner runner;
    runner_begin(&runner);
    put_crate_with_file(&runner, 4);
    assert_int_equal(runner_run(&runner, CONVERT_INTO_A_PIPE "kill -BUS $pid; wait $pid"), 3);
    assert_holds(runner.errors, "a file was shortened by another program while it was read\n");
    runner_end(&runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_result_is_told_in_one_line),
        cmocka_unit_test(what_is_lost_is_told_with_its_place),
        cmocka_unit_test(strict_writes_nothing_that_loses),
        cmocka_unit_test(an_input_with_errors_is_written_only_to_the_lenient),
        cmocka_unit_test(a_buffer_that_is_not_there_is_an_error),
        cmocka_unit_test(json_holds_the_findings_whatever_comes_of_it),
        cmocka_unit_test(over_the_input_is_written_by_force_alone),
        cmocka_unit_test(json_lists_every_change),
        cmocka_unit_test(four_dimensions_are_refused_or_projected),
        cmocka_unit_test(dimensions_that_are_not_simulated_are_written_back_refused_or_projected),
        cmocka_unit_test(buffers_may_stand_beside_the_file),
        cmocka_unit_test(wrong_words_are_answered_with_the_nearest),
        cmocka_unit_test(a_file_that_cannot_be_read_costs_nothing),
        cmocka_unit_test(small_files_are_read_and_large_ones_mapped),
        cmocka_unit_test(a_lost_page_ends_the_program_with_a_sentence),
    };
    return cmocka_run_group_tests_name("convert", tests, NULL, NULL);
}
