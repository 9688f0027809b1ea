// SPDX-License-Identifier: MIT
// slope.c: the asset lands on a ramp that stands on a floor, and slides or rolls down.
//
// Thresholds: NVIDIA SimReady Foundation, benchmark test slope_drop 3.3.0
// (docs/scenarios.md#slope). The ramp descends toward +X; its foot is the origin.
#include "scenario/scenario_data.h"

static const double radians = 0.017453292519943295; // [rad/deg]

static const double least_approach = 1e-4; // [m] In a step; a slower asset has landed.

typedef struct Slope {
    Stage stage;
    DVec4 normal, downhill; ///< Unit.
    double diagonal;        ///< [m] Of the asset's box.
    double contact;         ///< [s] First contact; NAN before.
    double contact_at;      ///< [m] Downhill coordinate of the box's middle at first contact.
    double before;          ///< [m] Distance from the ramp at the last step.
    bool has_landed;        ///< After contact the asset came closer no more.
    double nearest;         ///< [m] Least distance from the ramp so far.
    double nearest_time;    ///< [s]
    double downhill_way;    ///< [m] Greatest way downhill since contact.
    double downhill_time;   ///< [s]
    double highest;         ///< [m] Least height of the whole box over the ramp: its upper end.
    double highest_time;    ///< [s]
    double off_since;       ///< [s] Since then off the ramp; NAN: it is not.
    double off_longest;     ///< [s] Longest time off the ramp.
    double off_time;        ///< [s] Its end.
    double lowest;          ///< [m] Lowest point over the floor.
    double lowest_time;     ///< [s]
    int32_t lowest_body;
} Slope;

// Range of the free bodies along a direction.
static void range_along(const Run *run, const Stage *stage, DVec4 direction, double *low,
                        double *high)
{
    *low = INFINITE;
    *high = -INFINITE;
    for (size_t i = 0; i < stage->scene.body_count; ++i) {
        if (is_free(run->asset, i)) {
            const Place *place = &stage->places[i];
            *high = maximum64(*high, tum_asset_reach(run->asset, i, place, direction));
            *low = minimum64(*low, -tum_asset_reach(run->asset, i, place, dvec4_negate(direction)));
        }
    }
}

// Puts the asset above the ramp, `slope_height` measured straight down.
static void place(const Run *run, Slope *slope)
{
    const TumScenarioProfile *profile = run->profile;
    double low, high;
    const Bounds box = tum_asset_box(run->asset, slope->stage.places, true);
    const DVec4 middle = dvec4_scale(dvec4_add(box.low, box.high), 0.5);
    slope->diagonal = tum_bounds_diagonal(box);
    const double uphill = profile->slope_ramp + slope->diagonal;
    tum_stage_move(run, &slope->stage, dvec4_sub(dvec4_scale(slope->downhill, -uphill), middle));
    range_along(run, &slope->stage, slope->normal, &low, &high);
    const double gap = profile->slope_height * slope->normal.y;
    tum_stage_move(run, &slope->stage, dvec4_scale(slope->normal, gap - low));
}

static TumStatus begin(const Run *run, Slope *slope)
{
    const TumScenarioProfile *profile = run->profile;
    double sine, cosine;
    tum_sine_cosine64(profile->slope_angle * radians, &sine, &cosine);
    slope->normal = (DVec4){.x = sine, .y = cosine};
    slope->downhill = (DVec4){.x = cosine, .y = -sine};
    slope->contact = slope->off_since = NO_NUMBER;
    slope->nearest = slope->highest = slope->lowest = INFINITE;
    slope->lowest_body = -1;
    TumStatus status = tum_stage_copy(run, &slope->stage);
    if (status != TUM_OK) {
        return status;
    }
    tum_stage_isolate(run, &slope->stage, false);
    tum_stage_jitter(run, &slope->stage, 1.0, false);
    place(run, slope);
    status = tum_stage_open(run, &slope->stage, (double[4]){0.0, -run->weight});
    const DVec4 normals[2] = {slope->normal, {.y = 1.0}};
    for (int i = 0; i < 2 && status == TUM_OK; ++i) {
        status = tum_stage_add_ground(&slope->stage, normals[i], profile->slope_static_friction,
                                      profile->slope_dynamic_friction);
    }
    return status;
}

static void look_at_floor(const Run *run, Slope *slope)
{
    for (size_t i = 0; i < slope->stage.scene.body_count; ++i) {
        if (is_free(run->asset, i)) {
            const double low =
                -tum_asset_reach(run->asset, i, &slope->stage.places[i], (DVec4){.y = -1.0});
            if (low < slope->lowest) {
                slope->lowest = low;
                slope->lowest_time = slope->stage.seconds;
                slope->lowest_body = (int32_t)i;
            }
        }
    }
}

static void look_at_ramp(const Run *run, Slope *slope)
{
    const TumScenarioProfile *profile = run->profile;
    const double now = slope->stage.seconds;
    double low, high, back, front;
    range_along(run, &slope->stage, slope->normal, &low, &high);
    range_along(run, &slope->stage, slope->downhill, &back, &front);
    const double middle = 0.5 * (back + front);
    if (middle > -0.5 * slope->diagonal) {
        slope->off_since = NO_NUMBER; // At the foot of the ramp the floor counts.
        return;
    }
    if (high < slope->highest) {
        slope->highest = high;
        slope->highest_time = now;
    }
    if (isnan(slope->contact)) {
        if (low < slope->nearest) {
            slope->nearest = low;
            slope->nearest_time = now;
        }
        if (low <= profile->slope_contact) {
            slope->contact = now;
        }
        slope->contact_at = middle;
        slope->before = low;
        return;
    }
    // The rest of the fall is no way downhill.
    slope->has_landed |= low > slope->before - least_approach;
    slope->contact_at = slope->has_landed ? slope->contact_at : middle;
    slope->before = low;
    if (middle - slope->contact_at > slope->downhill_way) {
        slope->downhill_way = middle - slope->contact_at;
        slope->downhill_time = now;
    }
    if (!(low > profile->slope_off)) {
        slope->off_since = NO_NUMBER;
    } else if (isnan(slope->off_since)) {
        slope->off_since = now;
    } else if (now - slope->off_since > slope->off_longest) {
        slope->off_longest = now - slope->off_since;
        slope->off_time = now;
    }
}

static bool observe(const Run *run, void *state)
{
    Slope *slope = state;
    look_at_floor(run, slope);
    look_at_ramp(run, slope);
    return slope->stage.seconds < run->profile->slope_duration &&
           slope->lowest >= -run->profile->slope_depth;
}

static Measure measure_of(const Run *run, const char *check, const char *unit, double value,
                          double time)
{
    Measure measure = tum_measure(check, unit, value);
    measure.time = time;
    measure.body = tum_asset_first(run->asset);
    return measure;
}

static void judge_motion(const Run *run, const Slope *slope)
{
    const TumScenarioProfile *profile = run->profile;
    Measure contact = measure_of(run, "contact", "m", slope->nearest, slope->nearest_time);
    contact.most = profile->slope_contact;
    if (!tum_judge(run, &contact, "It never comes closer to the ramp than %.3g m.",
                   slope->nearest)) {
        tum_skip(run, "downhill", -1, "It never touches the ramp.");
        tum_skip(run, "on", -1, "It never touches the ramp.");
        return;
    }
    if (!slope->has_landed) {
        tum_skip(run, "downhill", -1, "It passes through the ramp.");
        tum_skip(run, "on", -1, "It passes through the ramp.");
        return;
    }
    Measure way = measure_of(run, "downhill", "m", slope->downhill_way, slope->downhill_time);
    way.least = profile->slope_downhill;
    tum_judge(run, &way, "It stays on a ramp of %.3g degrees: after contact it moves %.3g m down.",
              profile->slope_angle, slope->downhill_way);
    Measure off = measure_of(run, "on", "s", slope->off_longest, slope->off_time);
    off.most = profile->slope_off_time;
    tum_judge(run, &off, "It leaves the ramp by more than %.3g m for %.3g s.", profile->slope_off,
              slope->off_longest);
}

static void judge(const Run *run, const Slope *slope)
{
    const TumScenarioProfile *profile = run->profile;
    judge_motion(run, slope);
    Measure below = measure_of(run, "above", "m", slope->highest, slope->highest_time);
    below.least = -profile->slope_below;
    tum_judge(run, &below, "Its whole box is %.3g m below the ramp.", -slope->highest);
    Measure floor = measure_of(run, "floor", "m", slope->lowest, slope->lowest_time);
    floor.least = -profile->slope_depth;
    floor.body = slope->lowest_body;
    tum_judge(run, &floor, "It sinks %.3g m into the floor.", -slope->lowest);
}

TumStatus tum_run_slope(const Run *run)
{
    Slope slope = {0};
    TumStatus status = begin(run, &slope);
    status = status == TUM_OK ? tum_stage_play(run, &slope.stage, observe, &slope) : status;
    if (status == TUM_OK && !slope.stage.has_diverged) {
        judge(run, &slope);
    }
    tum_stage_close(&slope.stage);
    return status;
}
