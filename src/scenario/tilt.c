// SPDX-License-Identifier: MIT
// tilt.c: the asset stands on a floor that is turned until it slips; the tangent of that angle is
// its friction.
//
// In the frame of the floor gravity turns. The floor is so slow that the forces of its rotation are
// below a thousandth of gravity, so gravity is turned in its place.
//
// Slip is seen when it has reached `tilt_slip`. It began earlier. Where static and dynamic friction
// are the same, the acceleration along the floor grows evenly from the beginning, and the way as
// the third power of the time since: two ways on the path give the time of the beginning.
#include "math/power.h"
#include "scenario/scenario_data.h"
#include "tumble/world3.h"

static const double radians = 0.017453292519943295; // [rad/deg]
static const double onset_share = 0.05;   // Way of the first of the two times, in tilt_slip.
static const double still_share = 0.05;   // Way that counts as rest, in tilt_slip.
static const double still_time = 0.5;     // [s] Time at rest before the turning.
static const double least_error = 0.01;   // Friction that a floor of 0.5 degrees cannot tell apart.
static const double rolling_share = 0.25; // Way of a turn, in tilt_slip, that is no slip.

typedef struct Tilt {
    Stage stage;
    Place *start;  ///< [body_count] When the turning begins.
    double *half;  ///< [m] [body_count] Half the diagonal of a body's box.
    double before; ///< [m] Slip before the last step.
    double onset;  ///< [s] Since the turning began: the way was a share of the slip.
    double slip;   ///< [s] Since the turning began: it slipped; NAN: it did not.
    double rolled; ///< [m] Greatest way of a turn when it slipped.
    int32_t body;  ///< Body that slipped.
    bool *carries; ///< [body_count] The body stands on the floor when the turning begins.
    size_t carry_count;
    double lowest;      ///< [m]
    double began;       ///< [s] The turning began; NAN before.
    double still_since; ///< [s] The bodies have been still since then, on the level floor.
} Tilt;

static TumStatus begin(const Run *run, Tilt *tilt)
{
    const TumScenarioProfile *profile = run->profile;
    const TumStatus status = tum_stage_copy(run, &tilt->stage);
    const size_t count = tilt->stage.scene.body_count;
    tilt->start = tum_arena_zeroed(run->arena, count, sizeof *tilt->start);
    tilt->half = tum_arena_zeroed(run->arena, count, sizeof *tilt->half);
    tilt->carries = tum_arena_zeroed(run->arena, count, sizeof *tilt->carries);
    if (status != TUM_OK || tilt->start == NULL || tilt->half == NULL || tilt->carries == NULL) {
        return TUM_ERROR_MEMORY;
    }
    tilt->slip = tilt->began = NO_NUMBER;
    tilt->body = -1;
    tum_stage_isolate(run, &tilt->stage, false);
    tum_stage_jitter(run, &tilt->stage, 1.0, false);
    const Bounds box = tum_asset_box(run->asset, tilt->stage.places, true);
    tum_stage_move(run, &tilt->stage, (DVec4){.y = -box.low.y});
    const TumStatus opened = tum_stage_open(run, &tilt->stage, (double[4]){0.0, -run->weight});
    return opened == TUM_OK
               ? tum_stage_add_ground(&tilt->stage, (DVec4){.y = 1.0},
                                      profile->tilt_static_friction, profile->tilt_dynamic_friction)
               : opened;
}

// [rad] Angle between two orientations of 3D.
static double turn_between(const Place *a, const Place *b)
{
    const double trace = dvec4_dot(a->axes.x, b->axes.x) + dvec4_dot(a->axes.y, b->axes.y) +
                         dvec4_dot(a->axes.z, b->axes.z);
    const double cosine = clamp64(0.5 * (trace - 1.0), -1.0, 1.0);
    return tum_atan2_64(square_root64(1.0 - cosine * cosine), cosine);
}

static bool has_weight(const Run *run, size_t body)
{
    const TumBody *own = &run->asset->scene->bodies[body];
    return own->gravity_factor > 0.0 && !isinf(own->mass);
}

static void start_turning(const Run *run, Tilt *tilt)
{
    tilt->began = tilt->stage.seconds;
    tilt->lowest = INFINITE;
    for (size_t i = 0; i < tilt->stage.scene.body_count; ++i) {
        tilt->start[i] = tilt->stage.places[i];
        if (is_free(run->asset, i)) {
            const Bounds box = tum_asset_bounds(run->asset, i, &tilt->start[i]);
            tilt->half[i] = 0.5 * tum_bounds_diagonal(box);
            tilt->carries[i] = box.low.y <= run->profile->slope_contact && has_weight(run, i);
            tilt->carry_count += tilt->carries[i];
            tilt->lowest = minimum64(tilt->lowest, box.low.y);
        }
    }
}

// Waits until all bodies have been still for a time, or the time for that is over.
static void settle(const Run *run, Tilt *tilt)
{
    const double now = tilt->stage.seconds;
    for (size_t i = 0; i < tilt->stage.scene.body_count; ++i) {
        if (is_free(run->asset, i) &&
            dvec4_distance(tilt->stage.places[i].position, tilt->start[i].position) >
                still_share * run->profile->tilt_slip) {
            tilt->still_since = now;
        }
    }
    for (size_t i = 0; tilt->still_since == now && i < tilt->stage.scene.body_count; ++i) {
        tilt->start[i] = tilt->stage.places[i];
    }
    if (now - tilt->still_since >= still_time) {
        start_turning(run, tilt);
    }
}

// Slip of the bodies that stand on the floor; parts that slide or swing above it do not count.
static void look(const Run *run, Tilt *tilt, double since)
{
    const double step = 1.0 / run->rate, slip = run->profile->tilt_slip;
    double way = 0.0;
    int32_t body = -1;
    for (size_t i = 0; i < tilt->stage.scene.body_count; ++i) {
        if (tilt->carries[i]) {
            DVec4 moved = dvec4_sub(tilt->stage.places[i].position, tilt->start[i].position);
            moved.y = 0.0;
            body = dvec4_length(moved) > way ? (int32_t)i : body;
            way = maximum64(way, dvec4_length(moved));
        }
    }
    // Times within the step, in proportion to the ways.
    const double first = onset_share * slip;
    if (tilt->before <= first && way > first) {
        tilt->onset = since - step * (way - first) / (way - tilt->before);
    }
    if (way >= slip) {
        tilt->slip = since - step * (way - slip) / (way - tilt->before);
        tilt->body = body;
        for (size_t i = 0; i < tilt->stage.scene.body_count; ++i) {
            if (tilt->carries[i]) {
                const double turn = turn_between(&tilt->start[i], &tilt->stage.places[i]);
                tilt->rolled = maximum64(tilt->rolled, turn * tilt->half[i]);
            }
        }
    }
    tilt->before = way;
}

static bool observe(const Run *run, void *state)
{
    Tilt *tilt = state;
    const TumScenarioProfile *profile = run->profile;
    if (isnan(tilt->began)) {
        settle(run, tilt);
        return !isnan(tilt->began) || tilt->stage.seconds < profile->tilt_settle;
    }
    const double since = tilt->stage.seconds - tilt->began;
    double sine, cosine;
    look(run, tilt, since);
    tum_sine_cosine64(profile->tilt_rate * since * radians, &sine, &cosine);
    const TumVec3 gravity = {(float)(run->weight * sine), (float)(-run->weight * cosine), 0.0f};
    return isnan(tilt->slip) && profile->tilt_rate * since < profile->tilt_angle &&
           tum_world_set_gravity3(tilt->stage.world, gravity) == TUM_OK;
}

// Lowest friction of the asset's colliders on the floor, and the collider that has it.
static double authored_friction(const Run *run, int32_t *collider)
{
    const Asset *asset = run->asset;
    const TumMaterial floor = tum_default_material();
    double lowest = INFINITE;
    for (size_t i = 0; i < asset->scene->body_count; ++i) {
        for (uint32_t k = 0; is_free(asset, i) && k < asset->bodies[i].solid_count; ++k) {
            const int32_t index = asset->bodies[i].solids[k].collider;
            const int32_t material = asset->scene->colliders[index].material;
            const TumMaterial own =
                material >= 0 ? asset->scene->materials[material] : tum_default_material();
            const double pair =
                tum_combine(own.friction_combine, own.static_friction, floor.friction_combine,
                            run->profile->tilt_static_friction);
            if (pair < lowest) {
                lowest = pair;
                *collider = index;
            }
        }
    }
    return lowest;
}

static double tangent(double degrees)
{
    double sine, cosine;
    tum_sine_cosine64(degrees * radians, &sine, &cosine);
    return sine / cosine;
}

static void judge_friction(const Run *run, const Tilt *tilt, double authored, int32_t collider)
{
    const TumScenarioProfile *profile = run->profile;
    const TumCollider *with = &run->asset->scene->colliders[collider];
    const bool has_slipped = !isnan(tilt->slip);
    const double end = tangent(profile->tilt_angle);
    double seconds = profile->tilt_angle / profile->tilt_rate;
    if (has_slipped) {
        const double ratio = tum_pow64(1.0 / onset_share, 1.0 / 3.0);
        seconds = maximum64((ratio * tilt->onset - tilt->slip) / (ratio - 1.0), 0.0);
    }
    Measure friction =
        tum_measure("friction", "", has_slipped ? tangent(profile->tilt_rate * seconds) : end);
    const double error = maximum64(authored * profile->tilt_tolerance, least_error);
    friction.least = authored - error;
    friction.most = authored + error;
    friction.time = tilt->began + seconds;
    friction.body = has_slipped ? tilt->body : tum_asset_first(run->asset);
    friction.pointer =
        with->material >= 0 ? run->asset->scene->materials[with->material].pointer : with->pointer;
    friction.cure = "The lowest friction of the asset belongs to a collider that does not carry "
                    "it: give the material to the colliders that touch the ground, or change its "
                    "friction.";
    if (!has_slipped && friction.least > end) {
        tum_skip(run, "friction", friction.body,
                 "A friction of %.3g would hold beyond the %.3g degrees of the floor.", authored,
                 profile->tilt_angle);
        return;
    }
    tum_judge(run, &friction,
              has_slipped ? "It slips at a friction of %.3g; the lowest pair authored has %.3g."
                          : "It still holds at a friction of %.3g; the lowest pair authored has "
                            "%.3g.",
              friction.value, authored);
}

static void judge(const Run *run, const Tilt *tilt)
{
    const TumScenarioProfile *profile = run->profile;
    int32_t collider = -1;
    const double authored = authored_friction(run, &collider);
    if (collider < 0) {
        tum_skip(run, "friction", tum_asset_first(run->asset), "It has no collider.");
    } else if (!isnan(tilt->began) && tilt->carry_count == 0) {
        tum_skip(run, "friction", tum_asset_first(run->asset),
                 "No body with weight stands on the floor: see drop.");
    } else if (isnan(tilt->began) || tilt->lowest < -profile->drop_depth) {
        tum_skip(run, "friction", tum_asset_first(run->asset),
                 "It does not come to rest on the level floor within %.3g s: see drop.",
                 profile->tilt_settle);
    } else if (!isnan(tilt->slip) && tilt->rolled > rolling_share * profile->tilt_slip) {
        tum_skip(run, "friction", tilt->body,
                 "It rolls or topples over at %.3g degrees, before it slips.",
                 profile->tilt_rate * tilt->slip);
    } else {
        judge_friction(run, tilt, authored, collider);
    }
}

TumStatus tum_run_tilt(const Run *run)
{
    Tilt tilt = {0};
    TumStatus status = begin(run, &tilt);
    status = status == TUM_OK ? tum_stage_play(run, &tilt.stage, observe, &tilt) : status;
    if (status == TUM_OK && !tilt.stage.has_diverged) {
        judge(run, &tilt);
    }
    tum_stage_close(&tilt.stage);
    return status;
}
