// SPDX-License-Identifier: MIT
// scenario.c: runs the scenarios that were asked for, at each rate and from each start.
#include <string.h>

#include "base/assert.h"
#include "scenario/scenario_data.h"
#include "tumble/capacity.h"

static const double default_rate = 240.0; // [Hz]

static const struct {
    const char *name;
    TumStatus (*run)(const Run *run);
    bool needs_free; ///< Bodies that are joined to the world take no part.
    bool needs_joints;
    bool is_of_4d;  ///< Exists in 4D, too.
    bool has_floor; ///< A level floor, or ramp, of ours: gravity is along -Y.
} scenarios[TUM_SCENARIO_COUNT] = {
    [TUM_SCENARIO_DROP] = {"drop", tum_run_drop, true, false, true, true},
    [TUM_SCENARIO_SLOPE] = {"slope", tum_run_slope, true, false, false, true},
    [TUM_SCENARIO_TILT] = {"tilt", tum_run_tilt, true, false, false, true},
    [TUM_SCENARIO_JOINTS] = {"joints", tum_run_joints, false, true, false, false},
    [TUM_SCENARIO_RELEASE] = {"release", tum_run_release, false, true, false, true},
    [TUM_SCENARIO_REST] = {"rest", tum_run_rest, false, false, true, false},
};

const char *tum_scenario_name(TumScenario scenario)
{
    return (unsigned)scenario < TUM_SCENARIO_COUNT ? scenarios[scenario].name : NULL;
}

bool tum_scenario_by_name(const char *name, TumScenario *scenario)
{
    for (int i = 0; i < TUM_SCENARIO_COUNT; ++i) {
        if (strcmp(scenarios[i].name, name) == 0) {
            *scenario = (TumScenario)i;
            return true;
        }
    }
    return false;
}

// Gravity along -Y alone.
static bool is_downward(const double gravity[4])
{
    return gravity[0] == 0.0 && gravity[1] < 0.0 && gravity[2] == 0.0 && gravity[3] == 0.0;
}

bool tum_scenario_takes_gravity(TumScenario scenario, const double gravity[4])
{
    return TUM_REQUIRE((unsigned)scenario < TUM_SCENARIO_COUNT && gravity != NULL) &&
           scenario != TUM_SCENARIO_JOINTS &&
           (!scenarios[scenario].has_floor || is_downward(gravity));
}

// Reason why a scenario has nothing to do; NULL where it has.
static const char *obstacle(const Run *run, TumScenario scenario)
{
    const Asset *asset = run->asset;
    const TumScene *scene = asset->scene;
    if (run->gravity != NULL && scenarios[scenario].has_floor && !is_downward(run->gravity)) {
        return "It needs a gravity straight downward, and another one was asked for.";
    }
    if (scene->dimension == 4 && !scenarios[scenario].is_of_4d) {
        return "In four dimensions there are drop and rest alone.";
    }
    if (scene->body_count == 0) {
        return "The file has no body.";
    }
    if (asset->dynamic_count == 0) {
        return "None of its bodies is dynamic: they are static, kinematic or animated.";
    }
    if (scenarios[scenario].needs_joints && scene->joint_count == 0) {
        return "The file has no joints.";
    }
    if (scenarios[scenario].needs_free && asset->free_count == 0) {
        return "Its dynamic bodies are fixed to the world by joints.";
    }
    return NULL;
}

// Free bodies alone fall; each group that is left out is told.
static void tell_held(const Run *run)
{
    const Asset *asset = run->asset;
    for (size_t g = 0; g < asset->group_count; ++g) {
        if (asset->groups[g].held_by != NULL) {
            tum_skip(run, "held", asset->groups[g].body,
                     "It is left out: the joint at %s fixes it to the world.",
                     asset->groups[g].held_by);
        }
    }
}

static TumStatus run_once(Run *run)
{
    Arena arena;
    tum_arena_init(&arena, run->allocator);
    run->arena = &arena;
    TumStatus status = scenarios[run->scenario].run(run);
    if (status == TUM_ERROR_DIVERGED) {
        tum_judge_diverged(run, -1, 0.0);
        status = TUM_OK;
    }
    if (status == TUM_OK && scenarios[run->scenario].needs_free) {
        tell_held(run);
    }
    tum_arena_clear(&arena);
    return status == TUM_OK && run->results->is_out_of_memory ? TUM_ERROR_MEMORY : status;
}

static void begin_results(Results *results, const TumAllocator *allocator)
{
    *results = (Results){0};
    tum_arena_init(&results->arena, allocator);
}

static void end_results(Results *results)
{
    array_free(&results->items, &results->arena.allocator);
    tum_arena_clear(&results->arena);
}

// All starts of a scenario at one rate, as one verdict for each check.
static TumStatus run_starts(Run *run, uint32_t attempts, TumVerdicts *verdicts)
{
    Results merged;
    begin_results(&merged, run->allocator);
    TumReport *report = run->report;
    TumStatus status = TUM_OK;
    for (uint32_t i = 0; status == TUM_OK && i < attempts; ++i) {
        Results results;
        begin_results(&results, run->allocator);
        run->results = &results;
        run->attempt = i;
        run->report = i == 0 ? report : NULL;
        status = run_once(run);
        tum_merge_results(&merged, &results, i, attempts, run->seed);
        end_results(&results);
    }
    run->report = report;
    for (size_t i = 0; status == TUM_OK && i < merged.items.count; ++i) {
        status = tum_verdicts_add(verdicts, &merged.items.items[i]);
    }
    status = status == TUM_OK && merged.is_out_of_memory ? TUM_ERROR_MEMORY : status;
    end_results(&merged);
    return status;
}

static TumStatus skip_scenario(TumScenario scenario, const char *reason, TumVerdicts *verdicts)
{
    const TumVerdict verdict = {.check = tum_scenario_name(scenario),
                                .outcome = TUM_OUTCOME_SKIPPED,
                                .value = NO_NUMBER,
                                .least = -INFINITE,
                                .most = INFINITE,
                                .time = NO_NUMBER,
                                .rate = NO_NUMBER,
                                .node = -1,
                                .message = reason};
    return tum_verdicts_add(verdicts, &verdict);
}

static TumStatus run_all(Run *run, const TumScenarioOptions *options, TumVerdicts *verdicts)
{
    const uint32_t attempts = options->jitter > 0 ? options->jitter : 1;
    const bool has_rates = options->rates != NULL && options->rate_count > 0;
    const size_t rate_count = has_rates ? options->rate_count : 1;
    TumStatus status = TUM_OK;
    for (int s = 0; status == TUM_OK && s < TUM_SCENARIO_COUNT; ++s) {
        if (options->scenarios != 0 && (options->scenarios >> s & 1u) == 0) {
            continue;
        }
        run->scenario = (TumScenario)s;
        const char *reason = obstacle(run, run->scenario);
        if (reason != NULL) {
            status = skip_scenario(run->scenario, reason, verdicts);
            continue;
        }
        for (size_t r = 0; status == TUM_OK && r < rate_count; ++r) {
            run->rate = has_rates ? options->rates[r] : default_rate;
            status = run_starts(run, attempts, verdicts);
        }
    }
    return status;
}

static bool are_valid(const TumScenarioOptions *options)
{
    bool are = options->substeps >= 0 && options->substeps <= TUM_MAX_SUBSTEPS;
    for (int i = 0; options->override_gravity && i < 4; ++i) {
        are = are && isfinite((float)options->gravity[i]);
    }
    for (size_t i = 0; options->rates != NULL && i < options->rate_count; ++i) {
        const float step = (float)(1.0 / options->rates[i]);
        are = are && step >= TUM_MIN_STEP_SECONDS && step <= TUM_MAX_STEP_SECONDS;
    }
    return are;
}

TumStatus tum_scenarios_run(const TumDocument *document, const TumScene *scene,
                            const TumScenarioOptions *options, TumVerdicts *verdicts,
                            TumReport *report)
{
    static const TumScenarioOptions defaults = {0};
    options = options != NULL ? options : &defaults;
    if (!TUM_REQUIRE(scene != NULL && verdicts != NULL) || !are_valid(options)) {
        return TUM_ERROR_ARGUMENT;
    }
    if (scene->dimension != 3 && scene->dimension != 4) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const TumAllocator allocator = tum_allocator_or_default(&options->allocator);
    TumScenarioProfile built_in;
    tum_scenario_profile_init(&built_in);
    Arena arena;
    Asset asset;
    tum_arena_init(&arena, &allocator);
    TumStatus status = tum_asset_read(scene, &arena, &asset);
    if (status == TUM_OK) {
        Run run = {.document = document,
                   .asset = &asset,
                   .profile = options->profile != NULL ? options->profile : &built_in,
                   .allocator = &allocator,
                   .report = report,
                   .is_turned = options->jitter > 0,
                   .seed = options->seed,
                   .substeps =
                       options->substeps > 0 ? options->substeps : tum_default_world_def().substeps,
                   .weight = options->override_gravity ? -options->gravity[1] : tum_stage_gravity,
                   .gravity = options->override_gravity ? options->gravity : NULL,
                   .watch = options->watch,
                   .watch_user = options->watch_user};
        status = run_all(&run, options, verdicts);
    }
    tum_arena_clear(&arena);
    return status;
}
