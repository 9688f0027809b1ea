// SPDX-License-Identifier: MIT
// test_scenario.c: scenarios of `tumble test`: their names, profile and starts.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "system/file.h"
#include "test_settings.h"

enum { MOST_STARTS = 1000 };

const char *test_choice_of_scenario(size_t index)
{
    return index < TUM_SCENARIO_COUNT ? tum_scenario_name((TumScenario)index) : NULL;
}

static void tell_names(const char *name, Console *console)
{
    const char *names[TUM_SCENARIO_COUNT];
    char list[256];
    for (size_t i = 0; i < TUM_SCENARIO_COUNT; ++i) {
        names[i] = test_choice_of_scenario(i);
    }
    option_list_choices(list, sizeof list, test_choice_of_scenario, ", ", " and ");
    const char *nearest = tum_text_nearest(name, names, TUM_SCENARIO_COUNT);
    console_error(console, "--scenario: no scenario is called \"%.60s\"; %s%s%s", name,
                  nearest != NULL ? "did you mean " : "there are ",
                  nearest != NULL ? nearest : list, nearest != NULL ? "?" : "");
}

// Bits of the scenarios of a list, "drop,slope".
static bool read_names(const char *list, uint32_t *scenarios, Console *console)
{
    while (list != NULL) {
        char name[64];
        const char *comma = strchr(list, ',');
        const size_t length = comma != NULL ? (size_t)(comma - list) : strlen(list);
        snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), list);
        TumScenario scenario;
        if (!tum_scenario_by_name(name, &scenario)) {
            tell_names(name, console);
            return false;
        }
        *scenarios |= UINT32_C(1) << scenario;
        list = comma != NULL ? comma + 1 : NULL;
    }
    return true;
}

// Scenarios by name run under the gravity that was asked for; others than these are skipped.
static bool check_gravity(const TestRun *test)
{
    const OptionNumbers *given = &test->settings->gravity;
    const double gravity[4] = {given->value[0], given->value[1], given->value[2]};
    for (int i = 0; i < TUM_SCENARIO_COUNT && given->count > 0; ++i) {
        const TumScenario scenario = (TumScenario)i;
        if ((test->scenarios >> i & 1u) != 0 && !tum_scenario_takes_gravity(scenario, gravity)) {
            console_error(test->console,
                          scenario == TUM_SCENARIO_JOINTS
                              ? "--gravity: %s runs without gravity"
                              : "--gravity: the floor of %s is level, so gravity is 0,-G,0",
                          tum_scenario_name(scenario));
            return false;
        }
    }
    return true;
}

bool test_read_scenario_options(TestRun *test)
{
    const OptionNumbers *jitter = &test->settings->jitter;
    if (!read_names(test->settings->scenarios, &test->scenarios, test->console)) {
        return false;
    }
    for (size_t i = 0; i < jitter->count; ++i) {
        if (jitter->value[i] != floor(jitter->value[i]) ||
            (i == 0 && !(jitter->value[i] >= 1.0 && jitter->value[i] <= MOST_STARTS))) {
            console_error(test->console,
                          "--jitter takes a whole number of starts from 1 to %d, "
                          "and a whole seed",
                          MOST_STARTS);
            return false;
        }
    }
    if (test->settings->scenarios != NULL && test->settings->no_sleep) {
        console_error(test->console, "--no-sleep is for expectations: scenarios judge sleep");
        return false;
    }
    return check_gravity(test);
}

bool test_runs_scenarios(const TestRun *test)
{
    const TestSettings *settings = test->settings;
    return settings->scenarios != NULL ||
           (test->expectations == NULL && settings->expect == NULL &&
            settings->trajectory == NULL && settings->engines.count == 0);
}

void test_note_no_scenario(const TestRun *test)
{
    const TestSettings *settings = test->settings;
    const char *names[2];
    size_t count = 0;
    if (settings->profile != NULL) {
        names[count++] = "--profile";
    }
    if (settings->jitter.count > 0) {
        names[count++] = "--jitter";
    }
    for (size_t i = 0; i < count; ++i) {
        console_note(test->console,
                     "%s: expectations alone are judged, so %s does nothing; --scenario NAME runs "
                     "scenarios too",
                     test->file, names[i]);
    }
    test_note_no_film(test);
}

static TumStatus read_profile(TestRun *test, TumScenarioProfile *profile)
{
    const char *path = test->settings->profile;
    FileBytes bytes;
    tum_scenario_profile_init(profile);
    if (path == NULL) {
        return TUM_OK;
    }
    const FileResult result = tum_file_read(path, FILE_ANY, TUM_MAX_FILE_BYTES, NULL, &bytes);
    if (result != FILE_OK) {
        console_error(test->console, "%s: %s", path, tum_file_result_text(result));
        test->is_told = true;
        return tum_file_result_status(result);
    }
    const TumStatus status = tum_scenario_profile_read(
        bytes.count > 0 ? (const char *)bytes.data : "", bytes.count, path, profile, test->report);
    tum_file_bytes_free(&bytes, NULL);
    return status;
}

TumStatus test_run_scenarios(TestRun *test)
{
    const TestSettings *settings = test->settings;
    TumScenarioProfile profile;
    const TumStatus status = read_profile(test, &profile);
    if (status != TUM_OK) {
        return status;
    }
    TumScenarioOptions options = {
        .scenarios = test->scenarios,
        .profile = &profile,
        .rates = settings->rates.count > 0 ? settings->rates.value : NULL,
        .rate_count = settings->rates.count,
        .jitter = settings->jitter.count > 0 ? (uint32_t)settings->jitter.value[0] : 0,
        .seed = settings->jitter.count > 1 ? (uint64_t)settings->jitter.value[1] : 0,
        .substeps = settings->substeps,
        .override_gravity = settings->gravity.count > 0};
    for (size_t i = 0; i < settings->gravity.count; ++i) {
        options.gravity[i] = settings->gravity.value[i];
    }
    TestFilms films = {0};
    test_begin_films(test, &films, &options);
    const TumStatus run =
        tum_scenarios_run(test->document, test->scene, &options, test->verdicts, test->report);
    const TumStatus filmed = test_end_films(&films);
    return run != TUM_OK ? run : filmed;
}
