// SPDX-License-Identifier: MIT
// Files beside a scene: expectations, profiles of scenarios, trajectories. What is read is judged
// twice with the same verdicts, and a trajectory in pieces is the trajectory as a whole.
#include "fuzz.h"

#include <string.h>

#include "tumble/expect.h"
#include "tumble/scenario.h"

enum { MOST_STEPS = 120 }; // Of the runs that expectations ask for.

// A crate above a floor, and a door on a hinge.
static const char scene_text[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_implicit_shapes\","
    "\"KHR_physics_rigid_bodies\"],\"extensions\":{\"KHR_implicit_shapes\":{\"shapes\":["
    "{\"type\":\"box\",\"box\":{\"size\":[1,1,1]}}]},\"KHR_physics_rigid_bodies\":{"
    "\"physicsJoints\":[{\"limits\":[{\"linearAxes\":[0,1,2],\"min\":0,\"max\":0},"
    "{\"angularAxes\":[0,2],\"min\":0,\"max\":0}]}]}},\"scenes\":[{\"nodes\":[0,1,2]}],\"nodes\":["
    "{\"name\":\"Floor\",\"extensions\":{\"KHR_physics_rigid_bodies\":{\"collider\":{"
    "\"geometry\":{\"shape\":0}}}}},{\"name\":\"Crate\",\"translation\":[0,2,0],\"extensions\":{"
    "\"KHR_physics_rigid_bodies\":{\"motion\":{},\"collider\":{\"geometry\":{\"shape\":0}}}}},"
    "{\"name\":\"Door\",\"translation\":[3,2,0],\"children\":[3],\"extensions\":{"
    "\"KHR_physics_rigid_bodies\":{\"motion\":{},\"collider\":{\"geometry\":{\"shape\":0}}}}},"
    "{\"name\":\"Hinge\",\"extensions\":{\"KHR_physics_rigid_bodies\":{\"joint\":{\"joint\":0,"
    "\"connectedNode\":0}}}}]}";

static const char some_expectations[] =
    "{\"tumbleExpectations\":1,\"duration\":0.05,\"rate\":60,\"checks\":[{\"type\":\"within\","
    "\"q\":\"low.y\",\"node\":\"Crate\",\"min\":0},{\"type\":\"limits\"},{\"type\":\"atRest\","
    "\"nodes\":[1,2]},{\"type\":\"event\",\"kind\":[\"contactStarted\"],\"nodes\":[1]},"
    "{\"type\":\"energy\",\"node\":1,\"maxGain\":1}]}";

typedef struct Case {
    TumAllocator allocator;
    TumDocument *document;
    TumScene *scene;
} Case;

/// Trajectory whose bytes come in pieces.
typedef struct Lines {
    const uint8_t *bytes;
    size_t count, piece;
} Lines;

static TumStatus give_lines(void *user, double duration, double rate, TumRun *run)
{
    const Lines *lines = user;
    (void)duration;
    (void)rate;
    for (size_t at = 0; at < lines->count; at += lines->piece) {
        const size_t left = lines->count - at;
        if (!tum_run_lines(run, lines->bytes + at, left < lines->piece ? left : lines->piece)) {
            break;
        }
    }
    return TUM_OK;
}

static TumExpectations *read(const Case *all, const void *bytes, size_t count)
{
    TumExpectations *expectations = NULL;
    TumReport *report = tum_report_create(&all->allocator);
    const TumStatus status =
        tum_expectations_read(bytes, count, "case.json", all->document, all->scene, &all->allocator,
                              &expectations, report);
    FUZZ_CHECK((status == TUM_OK) == (expectations != NULL));
    FUZZ_CHECK(status == TUM_OK || tum_report_count_of(report, TUM_SEVERITY_ERROR) > 0);
    tum_report_destroy(report);
    return expectations;
}

static TumVerdicts *judge(const Case *all, const TumExpectations *expectations,
                          const TumEngine *engine)
{
    TumVerdicts *verdicts = tum_verdicts_create(&all->allocator);
    const TumStatus status = tum_expectations_judge(expectations, engine, NULL, 0, verdicts);
    FUZZ_CHECK(status == TUM_OK || status == TUM_ERROR_DIVERGED);
    FUZZ_CHECK(tum_verdicts_count(verdicts) > tum_expectations_check_count(expectations));
    return verdicts;
}

static bool is_same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static void compare(TumVerdicts *a, TumVerdicts *b)
{
    FUZZ_CHECK(tum_verdicts_count(a) == tum_verdicts_count(b));
    for (size_t i = 0; i < tum_verdicts_count(a); ++i) {
        const TumVerdict *x = tum_verdicts_at(a, i), *y = tum_verdicts_at(b, i);
        FUZZ_CHECK(x->outcome == y->outcome && is_same(x->value, y->value) &&
                   is_same(x->time, y->time) && strcmp(x->message, y->message) == 0);
        FUZZ_CHECK(x->outcome != TUM_OUTCOME_FAILED || x->message[0] != '\0');
        FUZZ_CHECK(x->pointer == NULL || x->pointer[0] == '\0' || x->pointer[0] == '/');
    }
    tum_verdicts_destroy(a);
    tum_verdicts_destroy(b);
}

static void try_expectations(const Case *all, const uint8_t *bytes, size_t count)
{
    TumExpectations *expectations = read(all, bytes, count);
    if (expectations == NULL) {
        return;
    }
    const double *rates;
    double steps = 0.0;
    const size_t rate_count = tum_expectations_rates(expectations, &rates);
    for (size_t i = 0; i < rate_count; ++i) {
        steps += rates[i] * tum_expectations_duration(expectations);
    }
    if (steps <= MOST_STEPS && tum_expectations_check_count(expectations) <= MOST_STEPS) {
        TumOwnEngine own = {.scene = all->scene, .def = tum_default_world_def()};
        own.def.allocator = all->allocator;
        const TumEngine engine = tum_own_engine(&own);
        TumVerdicts *first = judge(all, expectations, &engine);
        compare(first, judge(all, expectations, &engine));
    }
    tum_expectations_destroy(expectations);
}

static void try_trajectory(const Case *all, const uint8_t *bytes, size_t count)
{
    TumExpectations *expectations = read(all, some_expectations, sizeof some_expectations - 1);
    Lines whole = {bytes, count, count > 0 ? count : 1}, parts = {bytes, count, 7};
    const TumEngine engines[] = {{.run = give_lines, .user = &whole, .is_recorded = true},
                                 {.run = give_lines, .user = &parts, .is_recorded = true}};
    FUZZ_CHECK(expectations != NULL);
    TumVerdicts *first = judge(all, expectations, &engines[0]);
    compare(first, judge(all, expectations, &engines[1]));
    tum_expectations_destroy(expectations);
}

static void try_profile(const Case *all, const uint8_t *bytes, size_t count)
{
    TumReport *report = tum_report_create(&all->allocator);
    TumScenarioProfile profile, untouched;
    tum_scenario_profile_init(&profile);
    tum_scenario_profile_init(&untouched);
    const TumStatus status =
        tum_scenario_profile_read((const char *)bytes, count, "profile.json", &profile, report);
    FUZZ_CHECK(memchr(profile.name, '\0', sizeof profile.name) != NULL);
    FUZZ_CHECK(status == TUM_OK || tum_report_count_of(report, TUM_SEVERITY_ERROR) > 0);
    FUZZ_CHECK(status == TUM_OK || profile.drop_height == untouched.drop_height);
    FUZZ_CHECK(profile.drop_duration >= 0.0 && profile.rest_duration >= 0.0);
    tum_report_destroy(report);
}

int fuzz_judge(const uint8_t *bytes, size_t count)
{
    FuzzMemory memory;
    Case all = {.allocator = fuzz_allocator(&memory)};
    TumReport *report = tum_report_create(&all.allocator);
    all.document =
        fuzz_open((const uint8_t *)scene_text, sizeof scene_text - 1, &all.allocator, report);
    FUZZ_CHECK(tum_scene_read(all.document, NULL, &all.scene, report) == TUM_OK);
    FUZZ_CHECK(all.scene->joint_count == 1 && all.scene->body_count == 2);
    try_profile(&all, bytes, count);
    try_expectations(&all, bytes, count);
    try_trajectory(&all, bytes, count);
    tum_scene_destroy(all.scene);
    tum_document_destroy(all.document);
    tum_report_destroy(report);
    fuzz_memory_end(&memory);
    return 0;
}
