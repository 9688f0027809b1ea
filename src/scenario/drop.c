// SPDX-License-Identifier: MIT
// drop.c: the asset falls onto a floor, touches it, stays above it and comes to rest.
//
// Thresholds: NVIDIA SimReady Foundation, benchmark test ground_drop 3.1.0
// (docs/scenarios.md#drop).
#include "scenario/scenario_data.h"

typedef struct Drop {
    Stage stage;
    Bounds *still;       ///< [body_count] Boxes at the beginning of the present rest.
    double still_since;  ///< [s]
    double touch;        ///< [s] First touch; NAN before.
    double touch_height; ///< [m] Lowest point that counts as a touch.
    double lowest;       ///< [m] Lowest point so far.
    double lowest_time;  ///< [s]
    int32_t lowest_body;
    int32_t restless; ///< Body that ended the last rest.
    double least;     ///< [m] Lowest point that passes.
    bool has_sunk;
    bool is_at_rest; ///< The body has come to rest once; still_since no longer changes.
    bool is_asleep;  ///< Nothing changes any more.
} Drop;

static TumStatus begin(const Run *run, Drop *drop)
{
    const TumScenarioProfile *profile = run->profile;
    TumStatus status = tum_stage_copy(run, &drop->stage);
    drop->still = tum_arena_zeroed(run->arena, drop->stage.scene.body_count, sizeof(Bounds));
    if (status != TUM_OK || drop->still == NULL) {
        return TUM_ERROR_MEMORY;
    }
    tum_stage_isolate(run, &drop->stage, false);
    tum_stage_jitter(run, &drop->stage, 1.0, false);
    const Bounds box = tum_asset_box(run->asset, drop->stage.places, true);
    const double fall = profile->drop_height * (box.high.y - box.low.y);
    const DVec4 middle = dvec4_scale(dvec4_add(box.low, box.high), 0.5);
    tum_stage_move(run, &drop->stage, (DVec4){-middle.x, fall - box.low.y, -middle.z, -middle.w});
    drop->touch = NO_NUMBER;
    drop->touch_height = minimum64(profile->drop_touch, 0.5 * fall);
    drop->lowest = fall;
    drop->lowest_time = 0.0;
    drop->lowest_body = drop->restless = -1;
    drop->least = -profile->drop_depth;
    status = tum_stage_open(run, &drop->stage, (double[4]){0.0, -run->weight});
    const TumMaterial plain = tum_default_material();
    return status == TUM_OK ? tum_stage_add_ground(&drop->stage, (DVec4){.y = 1.0},
                                                   plain.static_friction, plain.dynamic_friction)
                            : status;
}

// [m] Greatest displacement of a corner of a box, or of its centre, which moves no farther.
static double moved(Bounds from, Bounds to)
{
    const DVec4 low = dvec4_absolute(dvec4_sub(to.low, from.low));
    const DVec4 high = dvec4_absolute(dvec4_sub(to.high, from.high));
    return dvec4_length(dvec4_maximum(low, high));
}

static void look(const Run *run, Drop *drop)
{
    const double now = drop->stage.seconds;
    bool is_still = true;
    double lowest = INFINITE;
    drop->is_asleep = true;
    for (size_t i = 0; i < drop->stage.scene.body_count; ++i) {
        if (!is_free(run->asset, i)) {
            continue;
        }
        const Bounds box = tum_asset_bounds(run->asset, i, &drop->stage.places[i]);
        lowest = minimum64(lowest, box.low.y);
        if (box.low.y < drop->lowest) {
            drop->lowest = box.low.y;
            drop->lowest_time = now;
            drop->lowest_body = (int32_t)i;
        }
        drop->is_asleep &=
            !tum_body_is_awake(drop->stage.world, tum_world_body_at(drop->stage.world, i));
        if (!drop->is_at_rest && moved(drop->still[i], box) > run->profile->drop_still) {
            is_still = false;
            drop->restless = (int32_t)i;
        }
    }
    if (isnan(drop->touch) && lowest <= drop->touch_height) {
        drop->touch = now;
    }
    drop->has_sunk = drop->lowest < drop->least;
    if (!is_still || isnan(drop->touch)) {
        drop->still_since = now;
        for (size_t i = 0; i < drop->stage.scene.body_count; ++i) {
            drop->still[i] = tum_asset_bounds(run->asset, i, &drop->stage.places[i]);
        }
    }
    drop->is_at_rest |=
        !isnan(drop->touch) && now - drop->still_since >= run->profile->drop_still_time;
}

static bool observe(const Run *run, void *state)
{
    const TumScenarioProfile *profile = run->profile;
    Drop *drop = state;
    look(run, drop);
    const double end = isnan(drop->touch) || drop->is_at_rest
                           ? profile->drop_duration
                           : drop->touch + profile->drop_rest_time + profile->drop_still_time;
    return !drop->has_sunk && !(drop->is_at_rest && drop->is_asleep) && drop->stage.seconds <= end;
}

static void judge(const Run *run, const Drop *drop)
{
    Measure touch = tum_measure("touch", "m", drop->lowest);
    touch.most = drop->touch_height;
    touch.time = isnan(drop->touch) ? drop->lowest_time : drop->touch;
    touch.body = drop->lowest_body >= 0 ? drop->lowest_body : tum_asset_first(run->asset);
    if (!tum_judge(run, &touch, "It never touches the floor: its lowest point stays %.3g m above.",
                   drop->lowest)) {
        tum_skip(run, "floor", -1, "It never touches the floor.");
        tum_skip(run, "rest", -1, "It never touches the floor.");
        return;
    }
    Measure floor = tum_measure("floor", "m", drop->lowest);
    floor.least = drop->least;
    floor.time = drop->lowest_time;
    floor.body = touch.body;
    if (!tum_judge(run, &floor, "It sinks %.3g m into the floor.", -drop->lowest)) {
        tum_skip(run, "rest", -1, "It sinks into the floor.");
        return;
    }
    Measure rest = tum_measure("rest", "s", drop->still_since - drop->touch);
    rest.most = run->profile->drop_rest_time;
    rest.time = drop->still_since;
    rest.body = drop->restless >= 0 ? drop->restless : touch.body;
    tum_judge(run, &rest, "%.3g s after the first touch its box still moves by more than %.3g m.",
              rest.value, run->profile->drop_still);
}

TumStatus tum_run_drop(const Run *run)
{
    Drop drop = {0};
    TumStatus status = begin(run, &drop);
    status = status == TUM_OK ? tum_stage_play(run, &drop.stage, observe, &drop) : status;
    if (status == TUM_OK && !drop.stage.has_diverged) {
        judge(run, &drop);
    }
    tum_stage_close(&drop.stage);
    return status;
}
