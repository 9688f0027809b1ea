// SPDX-License-Identifier: MIT
// test_film.c: films of the scenarios of `tumble test`.
#include <string.h>

#include "film.h"
#include "test_settings.h"

enum { PATH_BYTES = 4096 };

// "out/crate.gif" of a single scenario, else "out/crate.drop.gif". @return false where it is too
// long.
static bool name_film(const TestRun *test, TumScenario scenario, char *path)
{
    const char *given = test->settings->film;
    const char *slash = strrchr(given, '/'), *dot = strrchr(given, '.');
    const bool has_ending = dot != NULL && (slash == NULL || dot > slash);
    const size_t stem = has_ending ? (size_t)(dot - given) : strlen(given);
    const bool is_single = (test->scenarios & (test->scenarios - 1)) == 0 && test->scenarios != 0;
    const int length = is_single ? snprintf(path, PATH_BYTES, "%s", given)
                                 : snprintf(path, PATH_BYTES, "%.*s.%s%s", (int)stem, given,
                                            tum_scenario_name(scenario), has_ending ? dot : ".gif");
    return length < PATH_BYTES;
}

static void keep_result(TestFilms *films, FileResult result)
{
    char path[PATH_BYTES];
    if (result != FILE_OK && films->result == FILE_OK) {
        (void)name_film(films->test, films->scenario, path);
        console_error(films->test->console, "%s: %s", path, tum_file_result_text(result));
        films->test->is_told = true;
        films->result = result;
    }
}

static void end_film(TestFilms *films)
{
    keep_result(films, film_commit(films->film));
    films->film = NULL;
}

static void begin_film(TestFilms *films, TumScenario scenario)
{
    char path[PATH_BYTES];
    end_film(films);
    films->scenario = scenario;
    ++films->count;
    keep_result(films, name_film(films->test, scenario, path) ? film_open(path, &films->film)
                                                              : FILE_BAD_PATH);
}

static void watch(void *user, const TumScenarioView *view)
{
    TestFilms *films = user;
    const OptionNumbers *rates = &films->test->settings->rates;
    const bool is_first_rate = rates->count == 0 || view->rate == rates->value[0];
    if (view->attempt > 0 || !is_first_rate || films->result != FILE_OK) {
        return;
    }
    if (films->count == 0 || films->scenario != view->scenario) {
        begin_film(films, view->scenario);
    }
    if (films->film != NULL) {
        film_show(films->film, view->world, view->seconds, view->is_last);
    }
}

void test_begin_films(TestRun *test, TestFilms *films, TumScenarioOptions *options)
{
    if (test->settings->film != NULL) {
        films->test = test;
        options->watch = watch;
        options->watch_user = films;
    }
}

void test_note_no_film(const TestRun *test)
{
    if (test->settings->film != NULL) {
        console_note(test->console, "%s: no scenario ran, so there is no film", test->file);
    }
}

TumStatus test_end_films(TestFilms *films)
{
    if (films->test == NULL) {
        return TUM_OK;
    }
    end_film(films);
    if (films->count == 0) {
        test_note_no_film(films->test);
    }
    return tum_file_result_status(films->result);
}
