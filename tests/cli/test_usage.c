// SPDX-License-Identifier: MIT
// What `tumble` answers before it does anything: help, versions, wrong usage.
#include <zlib.h>

#include "tests/cli/runner.h"
#include "tumble/base.h"

static void the_version_is_that_of_the_library(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_int_equal(runner_run(&runner, "--version"), 0);
    char expected[64];
    snprintf(expected, sizeof expected, "tumble %d.%d.%d\n", TUM_VERSION_MAJOR, TUM_VERSION_MINOR,
             TUM_VERSION_PATCH);
    assert_int_equal(strncmp(runner.output, expected, strlen(expected)), 0);
    assert_string_equal(runner.errors, "");
    char *page = strdup(runner.output);
    assert_int_equal(runner_run(&runner, "-V"), 0);
    assert_string_equal(runner.output, page);
    free(page);
    runner_end(&runner);
}

static void the_version_page_names_libraries_and_the_instructions_that_run(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // The set with which kernels run here is among the built ones, in both forms.
    assert_int_equal(runner_run(&runner, "--version"), 0);
    const char *here = strstr(runner.output, "  instructions  ");
    assert_non_null(here);
    char name[16], row[32];
    assert_int_equal(sscanf(here, "  instructions  %15s here;", name), 1);
    assert_holds(strstr(runner.output, "built:"), name);
    // zlib's own macro says which version the tests were compiled with: "1.2.13".
    assert_holds(runner.output, "  libraries     zlib " ZLIB_VERSION ", zstd ");
    assert_int_equal(runner_run(&runner, "--version --json"), 0);
    snprintf(row, sizeof row, "\"here\": \"%s\"", name);
    assert_holds(runner.output, row);
    assert_holds(runner.output, "\"zlib\": \"" ZLIB_VERSION "\"");
    assert_int_equal(runner_run(&runner, "--version --jsno"), 2);
    assert_holds(runner.errors, "--version takes --json or nothing, not \"--jsno\"");
    runner_end(&runner);
}

static void help_goes_to_standard_output(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_int_equal(runner_run(&runner, "--help"), 0);
    assert_holds(runner.output, "usage: tumble VERB FILE [options]\n");
    assert_string_equal(runner.errors, "");
    // Asked for otherwise, it is the same page.
    char *page = strdup(runner.output);
    const char *const words[] = {"-h", "help", "help help"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
        assert_int_equal(runner_run(&runner, words[i]), 0);
        assert_string_equal(runner.output, page);
    }
    free(page);
    assert_int_equal(runner_run(&runner, "simulate --help"), 0);
    page = strdup(runner.output);
    assert_int_equal(runner_run(&runner, "help simulate"), 0);
    assert_string_equal(runner.output, page);
    free(page);
    assert_int_equal(runner_run(&runner, "help simulat"), 2);
    assert_holds(runner.errors, "did you mean simulate?");
    runner_end(&runner);
}

static void without_a_verb_help_is_an_error(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_int_equal(runner_run(&runner, ""), 2);
    assert_string_equal(runner.output, "");
    assert_holds(runner.errors, "usage: tumble VERB FILE [options]\n");
    runner_end(&runner);
}

static void the_manual_holds_every_help_page_word_by_word(void **state)
{
    (void)state;
    FILE *file = fopen("docs/cli.md", "rb");
    assert_non_null(file);
    static char manual[1 << 17];
    manual[fread(manual, 1, sizeof manual - 1, file)] = '\0';
    fclose(file);
    Runner runner;
    runner_begin(&runner);
    const char *const pages[] = {"--help",          "info --help",       "validate --help",
                                 "simulate --help", "convert --help",    "explain --help",
                                 "bench --help",    "completion --help", "view --help",
                                 "diff --help",     "graft --help"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; ++i) {
        assert_int_equal(runner_run(&runner, pages[i]), 0);
        assert_holds(manual, runner.output);
    }
    runner_end(&runner);
}

// Command, and the one line that it must answer with exit code 2.
static void assert_refused(Runner *runner, const char *words, const char *message)
{
    assert_int_equal(runner_run(runner, words), 2);
    assert_string_equal(runner->output, "");
    char line[512];
    snprintf(line, sizeof line, "tumble: error: %s\n", message);
    assert_string_equal(runner->errors, line);
}

static void an_unknown_verb_is_answered_with_the_nearest(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_refused(&runner, "simulat x.glb", "unknown verb \"simulat\"; did you mean simulate?");
    assert_refused(&runner, "bench piramid",
                   "no scene is called \"piramid\"; did you mean pyramid?");
    assert_refused(&runner, "inof x.glb", "unknown verb \"inof\"; did you mean info?");
    assert_refused(&runner, "hlep", "unknown verb \"hlep\"; did you mean help?");
    assert_refused(&runner, "--verison", "unknown option --verison; did you mean --version?");
    assert_refused(&runner, "zzzzzz", "unknown verb \"zzzzzz\"; see tumble --help");
    runner_end(&runner);
}

static void an_unknown_option_is_answered_with_the_nearest(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_refused(&runner, "simulate x.glb --duratoin 3",
                   "unknown option --duratoin; did you mean --duration?");
    assert_refused(&runner, "simulate --traj=out x.glb",
                   "unknown option --traj; did you mean --trajectory?");
    assert_refused(&runner, "simulate x.glb --xyzzy",
                   "unknown option --xyzzy; see tumble simulate --help");
    assert_refused(&runner, "info -x x.glb", "unknown option -x; see tumble info --help");
    runner_end(&runner);
}

static void values_outside_their_range_are_refused(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_refused(&runner, "simulate x.glb --rate 0",
                   "--rate takes a number from 1 to 10000, not \"0\"");
    assert_refused(&runner, "simulate x.glb --duration=-1",
                   "--duration takes a number from 0 to 1e+06, not \"-1\"");
    assert_refused(&runner, "simulate x.glb --duration nan",
                   "--duration takes a number from 0 to 1e+06, not \"nan\"");
    assert_refused(&runner, "simulate x.glb --duration 0x10",
                   "--duration takes a number from 0 to 1e+06, not \"0x10\"");
    assert_refused(&runner, "simulate x.glb --rate 60Hz",
                   "--rate takes a number from 1 to 10000, not \"60Hz\"");
    assert_refused(&runner, "simulate x.glb --substeps 2.5",
                   "--substeps takes a whole number from 1 to 64, not \"2.5\"");
    assert_refused(&runner, "simulate x.glb --threads 65",
                   "--threads takes a whole number from 1 to 64, not \"65\"");
    assert_refused(&runner, "bench --threads 1.5", "--threads takes whole numbers, not 1.5");
    assert_refused(&runner, "simulate x.glb --gravity 0,-9.81",
                   "--gravity takes X,Y,Z[,W] from -1e+06 to 1e+06, not \"0,-9.81\"");
    assert_refused(&runner, "simulate x.glb --gravity 0,1,2,3,4",
                   "--gravity takes X,Y,Z[,W] from -1e+06 to 1e+06, not \"0,1,2,3,4\"");
    assert_refused(&runner, "simulate x.glb --bake-tolerance ''",
                   "--bake-tolerance takes MM[,DEG] from 0 to 1000, not \"\"");
    runner_end(&runner);
}

static void values_and_arguments_that_are_missing_or_too_many_are_named(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    assert_refused(&runner, "simulate x.glb --rate", "--rate needs a value: --rate HZ");
    assert_refused(&runner, "simulate x.glb --json=yes", "--json takes no value");
    assert_refused(&runner, "simulate", "an argument is missing: tumble simulate FILE...");
    assert_refused(&runner, "view a.glb b.glb",
                   "\"b.glb\" is one argument too many: tumble view FILE");
    runner_end(&runner);
}

static void standard_output_carries_one_thing(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    const char *message = "standard output takes one of --trajectory -, --bake -, --json";
    assert_refused(&runner, "simulate x.glb --trajectory - --json", message);
    assert_refused(&runner, "simulate x.glb --trajectory - --bake -", message);
    assert_refused(&runner, "simulate x.glb --bake-strip", "--bake-strip needs --bake OUT");
    assert_refused(&runner, "simulate x.glb --velocity-space body",
                   "--velocity-space takes world or node, not \"body\"");
    runner_end(&runner);
}

static void every_verb_that_reads_a_file_tells_of_its_errors_by_its_exit_code(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    // bench takes files that are named like its scenes.
    runner_file(&runner, "pile.gltf", faulty);
    const char *const runs[] = {"info pile.gltf",
                                "validate pile.gltf",
                                "simulate pile.gltf --duration 0.1",
                                "convert pile.gltf --to omi -o out.gltf",
                                "convert pile.gltf --to omi -o out.gltf --lenient",
                                "bench ./pile.gltf --frames 1"};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; ++i) {
        assert_int_equal(runner_run(&runner, runs[i]), 1);
    }
    runner_end(&runner);
}

static void two_dashes_end_the_options(void **state)
{
    (void)state;
    Runner runner;
    runner_begin(&runner);
    runner_file(&runner, "--json", plain);
    assert_int_equal(runner_run(&runner, "info -- --json"), 0);
    assert_holds(runner.output, "--json\n  dialects");
    runner_end(&runner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_that_of_the_library),
        cmocka_unit_test(the_version_page_names_libraries_and_the_instructions_that_run),
        cmocka_unit_test(help_goes_to_standard_output),
        cmocka_unit_test(without_a_verb_help_is_an_error),
        cmocka_unit_test(the_manual_holds_every_help_page_word_by_word),
        cmocka_unit_test(an_unknown_verb_is_answered_with_the_nearest),
        cmocka_unit_test(an_unknown_option_is_answered_with_the_nearest),
        cmocka_unit_test(values_outside_their_range_are_refused),
        cmocka_unit_test(values_and_arguments_that_are_missing_or_too_many_are_named),
        cmocka_unit_test(standard_output_carries_one_thing),
        cmocka_unit_test(every_verb_that_reads_a_file_tells_of_its_errors_by_its_exit_code),
        cmocka_unit_test(two_dashes_end_the_options),
    };
    return cmocka_run_group_tests_name("usage", tests, NULL, NULL);
}
