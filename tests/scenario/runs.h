// SPDX-License-Identifier: MIT
/// runs.h: scenarios of an asset, for the tests of src/scenario.
///
///     Runs runs = runs_of("tests/scenario/assets/crate.gltf");
///     runs_profile(&runs, "{\"tumbleScenarioProfile\": 1, \"drop\": {\"depth\": 0.001}}");
///     runs_start(&runs);
///     assert_int_equal(runs_find(&runs, "drop/floor")->outcome, TUM_OUTCOME_FAILED);
///     runs_end(&runs);
#ifndef TUM_TESTS_SCENARIO_RUNS_H
#define TUM_TESTS_SCENARIO_RUNS_H

#include "tests/support/support.h"
#include "tumble/dialect.h"
#include "tumble/scenario.h"

typedef struct Runs {
    TumReport *report;
    TumScene *scene;
    TumVerdicts *verdicts;
    TumScenarioProfile profile;
    TumScenarioOptions options;
} Runs;

static inline Runs runs_of_scene(TumScene *scene)
{
    Runs runs = {.report = tum_report_create(NULL), .scene = scene};
    runs.verdicts = tum_verdicts_create(NULL);
    tum_scenario_profile_init(&runs.profile);
    return runs;
}

static inline Runs runs_of(const char *path)
{
    Runs runs = runs_of_scene(NULL);
    if (tum_scene_open(path, NULL, &runs.scene, runs.report) != TUM_OK) {
        fail_msg("%s cannot be read", path);
    }
    return runs;
}

static inline void runs_profile(Runs *runs, const char *json)
{
    const TumStatus status =
        tum_scenario_profile_read(json, strlen(json), "profile.json", &runs->profile, runs->report);
    if (status != TUM_OK) {
        fail_msg("%s: %s", json, tum_status_text(status));
    }
}

static inline void runs_start(Runs *runs)
{
    runs->options.profile = &runs->profile;
    assert_int_equal(
        tum_scenarios_run(NULL, runs->scene, &runs->options, runs->verdicts, runs->report), TUM_OK);
}

/// The first verdict of a check; NULL where there is none.
static inline const TumVerdict *runs_find(const Runs *runs, const char *check)
{
    for (size_t i = 0; i < tum_verdicts_count(runs->verdicts); ++i) {
        const TumVerdict *verdict = tum_verdicts_at(runs->verdicts, i);
        if (strcmp(verdict->check, check) == 0) {
            return verdict;
        }
    }
    return NULL;
}

static inline void runs_end(Runs *runs)
{
    tum_verdicts_destroy(runs->verdicts);
    tum_scene_destroy(runs->scene);
    tum_report_destroy(runs->report);
}

#endif
