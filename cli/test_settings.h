// SPDX-License-Identifier: MIT
/// test_settings.h: settings and resources of `tumble test`, for the files of the verb.
#ifndef TUM_CLI_TEST_SETTINGS_H
#define TUM_CLI_TEST_SETTINGS_H

#include "batch.h"
#include "option.h"
#include "output.h"
#include "test_report.h"
#include "tumble/dialect.h"
#include "tumble/expect.h"
#include "tumble/scenario.h"

typedef struct TestSettings {
    const char *expect, *trajectory, *output, *junit, *markdown, *dialect, *velocity_space;
    OptionTexts engines;
    const char *scenarios, *profile, *film;
    OptionNumbers rates, gravity, jitter;
    double duration, engine_time_limit;
    int substeps, threads;
    bool record, literal_stiffness, no_animations, no_sleep, json, quiet;
    BatchSettings batch;
} TestSettings;

enum { TEST_PLACE_BYTES = 4096 };

/// All resources of a run.
typedef struct TestRun {
    const TestSettings *settings;
    const char *file;
    Console *console;
    TumDialect dialect;
    TumReport *report;
    TumDocument *document;
    TumScene *scene;
    TumExpectations *expectations; ///< NULL: there are none.
    TumVerdicts *verdicts;
    uint32_t scenarios; ///< Bits of --scenario, as in TumScenarioOptions.
    const char *place;  ///< Where the expectations are; "": nowhere.
    char place_text[TEST_PLACE_BYTES];
    bool is_diverged, is_told; ///< A message about the failure is printed.
} TestRun;

/// Names of spaces of velocities, as an OptionChoice.
const char *test_choice_of_velocity_space(size_t index);

/// Definition of the worlds of a run.
TumWorldDef test_world_def(const TestSettings *settings);

/// Path of expectations beside a file. @return false where it is too long.
bool test_sidecar(const char *file, char *path, size_t room);

/// Finds and reads the expectations of a file; test->expectations stays NULL where it has none.
TumStatus test_read_expectations(TestRun *test);

/// Writes expectations that the file meets now.
TumStatus test_record(TestRun *test);

/// Names of scenarios, as an OptionChoice.
const char *test_choice_of_scenario(size_t index);

/// Reads --scenario and --jitter, and checks what else scenarios take. @return false where they are
/// wrong, which is told.
bool test_read_scenario_options(TestRun *test);

/// True where scenarios run: they are asked for, or there is nothing else to judge.
bool test_runs_scenarios(const TestRun *test);

/// Runs the scenarios and adds their verdicts.
TumStatus test_run_scenarios(TestRun *test);

/// Films of the scenarios of a run: one a scenario, at the first rate, from the first start. A
/// zeroed one makes none.
typedef struct TestFilms {
    TestRun *test; ///< NULL: no films.
    struct Film *film;
    TumScenario scenario; ///< Scenario that `film` shows.
    FileResult result;    ///< The first failure, which is told.
    size_t count;         ///< Films begun.
} TestFilms;

/// Begins the films of --film and sets the watch of the options.
void test_begin_films(TestRun *test, TestFilms *films, TumScenarioOptions *options);

/// Notes that options of scenarios, where they are given, do nothing: no scenario runs.
void test_note_no_scenario(const TestRun *test);

/// Notes that --film, where it is given, made no film.
void test_note_no_film(const TestRun *test);

/// Ends them. @return TUM_OK or the status of the first failure, which is told.
TumStatus test_end_films(TestFilms *films);

/// Prints the file's parts of the reports that gather many files, for test_gather.
void test_print_parts(FILE *out, const TestSettings *settings, const TestResult *result);

/// Reports of many files, in their order.
extern const BatchGather test_gather;

#endif
