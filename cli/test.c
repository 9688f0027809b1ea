// SPDX-License-Identifier: MIT
// test.c: tumble test: holds files to their expectations, in tumble and in other engines.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "console.h"
#include "dialect_option.h"
#include "film.h"
#include "no_physics.h"
#include "output.h"
#include "system/stream.h"
#include "test_engine.h"
#include "test_report.h"
#include "test_settings.h"
#include "tumble/tumble.h"
#include "verbs.h"
#include "waiting.h"

static const TestSettings defaults = {
    .engine_time_limit = 600.0, .substeps = 4, .threads = 1, .velocity_space = "world"};

static const Option options[] = {
    OPTION_FILE(TestSettings, expect, "expect", "FILE", ".json",
                "expectations, in place of NAME.expect.json beside the file or those of its scene"),
    OPTION_FILE(TestSettings, trajectory, "trajectory", "RUN", ".ndjson .jsonl",
                "judge a motion that is there already, as JSON Lines"),
    OPTION_TEXTS(TestSettings, engines, "engine", "COMMAND", NULL,
                 "judge another engine: COMMAND --duration S --rate HZ reads a scene as JSON and "
                 "writes a trajectory; may be repeated"),
    OPTION_NUMBER(TestSettings, engine_time_limit, "engine-time-limit", "S", 0.0, 1e6,
                  "seconds for a run of --engine; 0: no limit"),
    OPTION_NUMBERS(TestSettings, rates, "rate", "HZ,...", 1, OPTION_MAX_NUMBERS, 1.0, 1e4,
                   "judge at these rates, in place of those of the expectations"),
    OPTION_TEXT(TestSettings, scenarios, "scenario", "NAME,...", test_choice_of_scenario,
                "scenarios to run, at 240 Hz without --rate; without expectations: all that apply"),
    OPTION_FILE(TestSettings, profile, "profile", "FILE", ".json",
                "thresholds of scenarios, in place of simready-2026.08"),
    OPTION_NUMBERS(TestSettings, jitter, "jitter", "N[,SEED]", 1, 2, 0.0, 1e15,
                   "scenarios N times with the start turned and moved a little; all must pass"),
    OPTION_FILE(
        TestSettings, film, "film", "OUT", ".gif",
        "scenarios as animated GIFs, OUT.drop.gif and so on; OUT.gif for a single --scenario"),
    OPTION_FLAG(TestSettings, record, "record",
                "write down what happens now as expectations, with margins"),
    OPTION_FILE_LETTER(TestSettings, output, "output", 'o', "OUT", "",
                       "with --record: a copy of the file with the expectations in its scene, or "
                       "OUT.json with them alone (NAME.expect.json)"),
    OPTION_NUMBER(TestSettings, duration, "duration", "S", 0.0, 1e6,
                  "with --record: simulated time [s]; 0: 3"),
    OPTION_COUNT(TestSettings, substeps, "substeps", "N", 1, TUM_MAX_SUBSTEPS,
                 "solver substeps per step"),
    OPTION_COUNT(TestSettings, threads, "threads", "N", 1, TUM_MAX_THREADS,
                 "threads that share a step; results are the same"),
    OPTION_NUMBERS(TestSettings, gravity, "gravity", "X,Y,Z", 3, 3, -1e6, 1e6,
                   "gravity [m/s^2], in place of the file's and, straight down, of scenarios'"),
    OPTION_DIALECT(TestSettings, dialect),
    OPTION_FLAG(TestSettings, literal_stiffness, "literal-stiffness",
                "small stiffnesses that Godot wrote for limits are N/m, not rigid"),
    OPTION_CHOICE(TestSettings, velocity_space, "velocity-space", "SPACE",
                  test_choice_of_velocity_space, "space of the initial velocities of OMI bodies"),
    OPTION_FLAG(TestSettings, no_animations, "no-animations", "ignore the animations of the file"),
    OPTION_FLAG(TestSettings, no_sleep, "no-sleep", "keep resting bodies awake"),
    OPTION_FLAG(TestSettings, json, "json", "print the verdicts as JSON"),
    OPTION_FILE(TestSettings, junit, "junit", "OUT", ".xml", "write the verdicts as JUnit"),
    OPTION_FILE(TestSettings, markdown, "markdown", "OUT", ".md", "write the verdicts as a page"),
    OPTION_FLAG(TestSettings, quiet, "quiet", "print nothing but failures"),
    OPTION_BATCH(TestSettings, batch),
};

// Films are written below --out; reports gather all files.
static size_t name_outputs(void *settings, const char *file, const char *stem, BatchName *names)
{
    TestSettings *test = settings;
    (void)file;
    if (test->film == NULL || !batch_name_output(stem, test->film, names)) {
        return 0;
    }
    test->film = names->path;
    return 1;
}

static bool check_batch(const void *settings, Console *console)
{
    const TestSettings *test = settings;
    if (test->film != NULL && !batch_check_ending(test->film, console)) {
        return false;
    }
    const char *option = test->record               ? "--record"
                         : test->trajectory != NULL ? "--trajectory"
                                                    : NULL;
    if (option != NULL) {
        console_error(console, "%s is for one file, not for many", option);
    }
    return option == NULL;
}

static const BatchVerb batch = {
    .settings_offset = offsetof(TestSettings, batch),
    .json_offset = offsetof(TestSettings, json),
    .quiet_offset = offsetof(TestSettings, quiet),
    .doing = "testing",
    .done = "passed",
    .name_outputs = name_outputs,
    .check = check_batch,
    .gather = &test_gather,
};

static TumStatus open_scene(TestRun *test)
{
    const TestSettings *settings = test->settings;
    const TumDocumentOptions opening = {.map_from_bytes = MAP_FROM_BYTES};
    const TumSceneOptions reading = {.literal_stiffness = settings->literal_stiffness,
                                     .node_velocities =
                                         strcmp(settings->velocity_space, "node") == 0,
                                     .no_animations = settings->no_animations,
                                     .dialect = test->dialect};
    Waiting waiting;
    waiting_begin(&waiting, test->console, "reading", test->file);
    TumStatus status = tum_document_open(test->file, &opening, &test->document, test->report);
    if (status == TUM_OK) {
        status = tum_scene_read(test->document, &reading, &test->scene, test->report);
    }
    waiting_end(&waiting);
    return status;
}

TumWorldDef test_world_def(const TestSettings *settings)
{
    TumWorldDef def = tum_default_world_def();
    def.substeps = settings->substeps;
    def.threads = settings->threads;
    def.no_sleep = settings->no_sleep;
    def.override_gravity = settings->gravity.count > 0;
    for (size_t i = 0; i < settings->gravity.count; ++i) {
        def.gravity[i] = (float)settings->gravity.value[i];
    }
    return def;
}

static TumStatus judge_with(TestRun *test, const TumEngine *engine)
{
    const OptionNumbers *rates = &test->settings->rates;
    const TumStatus status =
        tum_expectations_judge(test->expectations, engine, rates->count > 0 ? rates->value : NULL,
                               rates->count, test->verdicts);
    test->is_told = status == TUM_ERROR_FILE; // The engine said which file.
    // One engine that diverges leaves the others their turn.
    test->is_diverged = test->is_diverged || status == TUM_ERROR_DIVERGED;
    return status == TUM_ERROR_DIVERGED ? TUM_OK : status;
}

static TumStatus judge_command(TestRun *test, const char *command)
{
    CommandEngine own = {.command = command,
                         .file = test->file,
                         .dialect = test->settings->dialect,
                         .literal_stiffness = test->settings->literal_stiffness,
                         .no_animations = test->settings->no_animations,
                         .time_limit = test->settings->engine_time_limit,
                         .console = test->console};
    const TumEngine engine = command_engine(&own);
    if (engine.run == NULL) {
        console_error(test->console, "--engine needs a system with processes that fork");
        return TUM_ERROR_UNSUPPORTED;
    }
    return judge_with(test, &engine);
}

static TumStatus judge_expectations(TestRun *test)
{
    const TestSettings *settings = test->settings;
    if (settings->trajectory != NULL) {
        RecordedRun recorded = {settings->trajectory, test->console};
        const TumEngine engine = recorded_engine(&recorded);
        return judge_with(test, &engine);
    }
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < settings->engines.count && status == TUM_OK; ++i) {
        status = judge_command(test, settings->engines.value[i]);
    }
    if (settings->engines.count == 0) {
        TumOwnEngine own = {
            .scene = test->scene, .def = test_world_def(settings), .report = test->report};
        const TumEngine engine = tum_own_engine(&own);
        status = judge_with(test, &engine);
    }
    return status;
}

static TumStatus skip_expectations(TestRun *test)
{
    const TumVerdict verdict = {
        .check = "expectations",
        .outcome = TUM_OUTCOME_SKIPPED,
        .value = NAN,
        .least = -INFINITY,
        .most = INFINITY,
        .time = NAN,
        .rate = NAN,
        .node = -1,
        .message = "the file has none: neither NAME.expect.json beside it nor tumbleExpectations "
                   "in the extras of its scene; --record writes some"};
    return tum_verdicts_add(test->verdicts, &verdict);
}

static TumStatus judge_all(TestRun *test)
{
    TumStatus status = test_read_expectations(test);
    if (status == TUM_OK) {
        const bool has_other = test->settings->scenarios != NULL;
        status = test->expectations != NULL ? judge_expectations(test)
                 : has_other                ? TUM_OK
                                            : skip_expectations(test);
    }
    if (status != TUM_OK) {
        return status;
    }
    if (test_runs_scenarios(test)) {
        return test_run_scenarios(test);
    }
    test_note_no_scenario(test);
    return TUM_OK;
}

// Writes a report into a file of its own, for one file.
static TumStatus write_report(TestRun *test, const char *path, const TestResult *result,
                              bool is_junit)
{
    TextStream text;
    Output output = {0};
    if (!tum_text_stream_begin(&text)) {
        return TUM_ERROR_MEMORY;
    }
    if (is_junit) {
        fputs(test_junit_begin, text.file);
        test_print_junit(text.file, result);
        fputs(test_junit_end, text.file);
    } else {
        test_print_markdown(text.file, result);
    }
    const bool is_whole = tum_text_stream_end(&text);
    FileResult written = FILE_MEMORY;
    if (is_whole) {
        written = output_open(&output, path);
        if (written == FILE_OK) {
            (void)output_write(&output, text.text, text.count);
            written = output_commit(&output);
        }
    }
    free(text.text);
    if (written != FILE_OK) {
        console_error(test->console, "%s: %s", path, tum_file_result_text(written));
    }
    return tum_file_result_status(written);
}

static TumStatus print_result(TestRun *test, const TestResult *result)
{
    const TestSettings *settings = test->settings;
    TumStatus status = TUM_OK;
    if (settings->json) {
        status = test_print_json(stdout, result);
    } else {
        test_print(stdout, result, settings->quiet);
    }
    if (settings->batch.is_worker) {
        test_print_parts(stdout, settings, result);
        return status;
    }
    if (status == TUM_OK && settings->junit != NULL) {
        status = write_report(test, settings->junit, result, true);
    }
    if (status == TUM_OK && settings->markdown != NULL) {
        status = write_report(test, settings->markdown, result, false);
    }
    return status;
}

static TumStatus run_test(TestRun *test)
{
    const TestSettings *settings = test->settings;
    TumStatus status = open_scene(test);
    const bool is_open = status == TUM_OK;
    test->console->scene = test->scene;
    if (is_open) {
        tell_no_physics(test->console, test->file, test->document, test->scene);
        status = settings->record ? test_record(test) : judge_all(test);
    }
    console_report(test->console, test->report);
    if (status != TUM_OK && !test->is_told) {
        console_failure(test->console, test->file, status, test->report);
    }
    if (settings->record && is_open) {
        return status;
    }
    const TestResult result = {.file = test->file,
                               .expectations = test->place,
                               .scene = test->scene,
                               .verdicts = test->verdicts,
                               .report = test->report,
                               .failure = status != TUM_OK ? tum_status_text(status) : NULL,
                               .engines = &settings->engines};
    const TumStatus printed = print_result(test, &result);
    return status != TUM_OK ? status : printed;
}

static bool film_has_other_ending(const char *path)
{
    const char *folder = strrchr(path, '/');
    const char *ending = strrchr(folder != NULL ? folder : path, '.');
    return ending != NULL && strcmp(ending, ".gif") != 0;
}

static bool usage_is_right(const TestSettings *settings, Console *console)
{
    const char *fault = NULL;
    for (size_t i = 0; i < settings->engines.count; ++i) {
        if (settings->engines.value[i][strspn(settings->engines.value[i], " ")] == '\0') {
            fault = "--engine takes a command, \"node engines/rapier.mjs\", not an empty text";
        }
    }
    if (settings->trajectory != NULL && settings->engines.count > 0) {
        fault = "--trajectory and --engine are two motions: give one of them";
    } else if (settings->record && (settings->trajectory != NULL || settings->engines.count > 0)) {
        fault = "--record writes down the motion of tumble itself";
    } else if (settings->output != NULL && !settings->record) {
        fault = "-o needs --record";
    } else if (settings->film != NULL && film_has_other_ending(settings->film)) {
        fault = "--film writes animated GIFs: give a name that ends in .gif";
    } else if (settings->film != NULL && settings->record) {
        fault = "--film shows scenarios, and --record runs none";
    } else if (settings->film != NULL && !film_is_built()) {
        fault =
            "this tumble was built without giflib, which --film needs; docs/dependencies.md has "
            "its packages";
    } else if (settings->duration > 0.0 && !settings->record) {
        fault = "--duration needs --record: expectations have a duration of their own";
    }
    if (fault != NULL) {
        console_error(console, "%s", fault);
    }
    return fault == NULL;
}

static int code_of(const TestRun *test, TumStatus status)
{
    if (status == TUM_OK && test->is_diverged) {
        return EXIT_DIVERGED;
    }
    const int code = exit_code_of(status, test->report, NULL);
    const bool is_failed = tum_verdicts_count_of(test->verdicts, TUM_OUTCOME_FAILED) > 0;
    return code == EXIT_DONE && is_failed ? EXIT_INPUT : code;
}

static int run(const void *settings, const char *const *arguments, Console *console)
{
    TestRun test = {.settings = settings, .file = arguments[0], .console = console, .place = ""};
    console->quiet = test.settings->quiet;
    if (!usage_is_right(test.settings, console) || !test_read_scenario_options(&test) ||
        !dialect_of_option(test.settings->dialect, &test.dialect, console)) {
        return EXIT_USAGE;
    }
    test.report = tum_report_create(NULL);
    test.verdicts = tum_verdicts_create(NULL);
    const bool has_memory = test.report != NULL && test.verdicts != NULL;
    if (!has_memory) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
    }
    const TumStatus status = has_memory ? run_test(&test) : TUM_ERROR_MEMORY;
    const int code = code_of(&test, status);
    console->scene = NULL;
    tum_expectations_destroy(test.expectations);
    tum_scene_destroy(test.scene);
    tum_document_destroy(test.document);
    tum_verdicts_destroy(test.verdicts);
    tum_report_destroy(test.report);
    return code;
}

const Verb test_verb = {
    .name = "test",
    .arguments = "FILE...",
    .argument_files = VERB_FILES,
    .summary = "hold files to what is expected of their motion",
    .about = "Runs the physics of FILE and holds it to expectations: those of --expect, else of\n"
             "NAME.expect.json beside the file, else of the extras of its scene. Prints each check "
             "that\n"
             "fails, with its value, its bound, and the likeliest cause in the file. Folders are\n"
             "searched for files. Scenarios put FILE into scenes of ours; a file without\n"
             "expectations is put into all that apply.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .takes_more = true,
    .batch = &batch,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble test --record bounce.gltf -o bounce-expected.gltf",
                  "a copy of the file whose scene says how it moves now"},
                 {"tumble test bounce-expected.gltf", "whether it still moves like that"},
                 {"tumble test --scenario drop,slope --jitter 8 combine.gltf",
                  "whether bodies fall, rest and slide from eight starts"},
                 {"tumble test --scenario joints --junit results.xml .",
                  "whether the joints of all files of a folder move, for a build server"}},
    .run = run,
};
