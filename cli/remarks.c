// SPDX-License-Identifier: MIT
// remarks.c: remarks on the results of a simulation.
#include "remarks.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "kind_names.h"
#include "safe.h"
#include "tumble/capacity.h"
#include "tumble/query3.h"
#include "tumble/query4.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

static const double fall_reach = 10000.0; // [m] Depth of the search for ground.
static const double least_fall = 0.1;     // [s] of gravity: slower bodies may be coming to rest.
// A body has flown off after this distance: a multiple of the scene's initial extent, plus metres.
static const double far_extents = 10.0, far_metres = 100.0;

// Inputs of the remarks about a run.
typedef struct Look {
    const TumScene *scene;
    const TumWorld *world;
    const Places *begin;
    Places end;
    double down[4];    ///< Unit vector; valid with gravity.
    double pull;       ///< [m/s^2]
    int32_t *group;    ///< [body_count + 1] Union of joined bodies; the last entry stands for all
                       ///< fixed bodies.
    uint32_t *ignored; ///< One bit for each body: freely moving bodies are no ground.
    size_t ignored_words;
} Look;

// Adds a remark; remarks beyond the capacity are dropped.
__attribute__((format(__printf__, 2, 3))) static void remark(Remarks *remarks, const char *format,
                                                             ...)
{
    if (remarks->count == MOST_REMARKS) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(remarks->text[remarks->count++], REMARK_BYTES, format, arguments);
    va_end(arguments);
}

static int32_t root_of(int32_t *group, int32_t body)
{
    while (group[body] != body) {
        group[body] = group[group[body]];
        body = group[body];
    }
    return body;
}

// Joins bodies through joints: a body on a fixed one swings and does not fall.
static void join_bodies(Look *look)
{
    const TumScene *scene = look->scene;
    const int32_t standing = (int32_t)scene->body_count;
    for (int32_t i = 0; i <= standing; ++i) {
        look->group[i] = i;
    }
    for (int32_t i = 0; i < standing; ++i) {
        if (scene->bodies[i].kind != TUM_BODY_DYNAMIC || scene->bodies[i].driven) {
            look->group[i] = standing;
        } else {
            look->ignored[i / 32] |= UINT32_C(1) << i % 32;
        }
    }
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const int32_t a = scene->joints[i].body_a, b = scene->joints[i].body_b;
        const int32_t root_a = root_of(look->group, a >= 0 ? a : standing);
        const int32_t root_b = root_of(look->group, b >= 0 ? b : standing);
        look->group[root_a < root_b ? root_a : root_b] = root_a < root_b ? root_b : root_a;
    }
}

static double along_down(const Look *look, const double *numbers)
{
    double sum = 0.0;
    for (size_t i = 0; i < look->begin->axes; ++i) {
        sum += numbers[i] * look->down[i];
    }
    return sum;
}

// [m] Downward, from the origin.
static double depth_of(const Look *look, const Places *places, size_t body)
{
    double at[4] = {0};
    for (size_t i = 0; i < places->axes; ++i) {
        at[i] = (double)places->positions[places->axes * body + i];
    }
    return along_down(look, at);
}

// [m/s] Downward.
static double speed_of(const Look *look, size_t body)
{
    const TumBodyId id = tum_world_body_at(look->world, body);
    if (look->begin->axes == 4) {
        const TumVec4 v = tum_body_linear_velocity4(look->world, id);
        return along_down(look, (double[4]){(double)v.x, (double)v.y, (double)v.z, (double)v.w});
    }
    const TumVec3 v = tum_body_linear_velocity3(look->world, id);
    return along_down(look, (double[4]){(double)v.x, (double)v.y, (double)v.z, 0.0});
}

static bool has_ground(const Look *look, size_t body)
{
    const float *from = look->end.positions + look->end.axes * body;
    float way[4];
    for (int i = 0; i < 4; ++i) {
        way[i] = (float)(look->down[i] * fall_reach);
    }
    TumQueryFilter filter = tum_default_query_filter();
    filter.ignored = look->ignored;
    filter.ignored_words = look->ignored_words;
    bool is_blocked = true;
    TumStatus status;
    if (look->end.axes == 4) {
        const TumRay4 ray = {{from[0], from[1], from[2], from[3]},
                             {way[0], way[1], way[2], way[3]}};
        status = tum_world_is_ray_blocked4(look->world, &ray, &filter, &is_blocked);
    } else {
        const TumRay3 ray = {{from[0], from[1], from[2]}, {way[0], way[1], way[2]}};
        status = tum_world_is_ray_blocked3(look->world, &ray, &filter, &is_blocked);
    }
    return status != TUM_OK || is_blocked;
}

static bool falls(const Look *look, size_t body)
{
    const TumBody *it = &look->scene->bodies[body];
    const int32_t standing = (int32_t)look->scene->body_count;
    return look->pull > 0.0 && it->gravity_factor > 0.0 &&
           root_of(look->group, (int32_t)body) != root_of(look->group, standing) &&
           depth_of(look, &look->end, body) > depth_of(look, look->begin, body) &&
           speed_of(look, body) > least_fall * look->pull && !has_ground(look, body);
}

// [m] The number rounded up to two digits.
static double rounded_up(double number)
{
    if (number == 0.0) {
        return 0.0;
    }
    const double digit = pow(10.0, floor(log10(fabs(number))) - 1.0);
    return ceil(number / digit - 1e-9) * digit + 0.0;
}

static const char *name_of(const TumScene *scene, int32_t node)
{
    return node >= 0 && (size_t)node < scene->node_count ? scene->nodes[node].name : "";
}

static void tell_fallen(Remarks *remarks, const Look *look, bool *is_gone)
{
    const size_t total = look->scene->body_count;
    size_t count = 0, first = 0;
    double highest = -INFINITY;
    for (size_t i = 0; i < total; ++i) {
        if (!falls(look, i)) {
            continue;
        }
        first = count++ == 0 ? i : first;
        is_gone[i] = true;
        const double height = -depth_of(look, &look->end, i);
        highest = height > highest ? height : highest;
    }
    if (count > 0) {
        const int32_t node = look->scene->bodies[first].node;
        remark(remarks,
               "%zu of %zu %s fell below %g m, and nothing is under %s: %s\"%s\" (node %d)", count,
               total, plural(total, "body", "bodies"), rounded_up(highest),
               count == 1 ? "it" : "them", count == 1 ? "" : "first ",
               SAFE_NAME(name_of(look->scene, node)), (int)node);
    }
}

static double distance(const float *a, const float *b, size_t axes)
{
    double squared = 0.0;
    for (size_t i = 0; i < axes; ++i) {
        squared += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
    }
    return sqrt(squared);
}

static void tell_flown(Remarks *remarks, const Look *look, const bool *is_gone)
{
    const size_t total = look->scene->body_count, axes = look->begin->axes;
    double extent = 0.0;
    for (size_t i = 1; i < total; ++i) {
        const double apart =
            distance(look->begin->positions, look->begin->positions + axes * i, axes);
        extent = apart > extent ? apart : extent;
    }
    const double far = rounded_up(far_extents * extent + far_metres);
    size_t count = 0, first = 0;
    for (size_t i = 0; i < total; ++i) {
        const double moved =
            distance(look->begin->positions + axes * i, look->end.positions + axes * i, axes);
        if (!is_gone[i] && look->scene->bodies[i].kind == TUM_BODY_DYNAMIC && moved > far) {
            first = count++ == 0 ? i : first;
        }
    }
    if (count > 0) {
        const int32_t node = look->scene->bodies[first].node;
        remark(remarks, "%zu of %zu %s %s more than %g m from where %s began: %s\"%s\" (node %d)",
               count, total, plural(total, "body", "bodies"), plural(count, "is", "are"), far,
               plural(count, "it", "they"), count == 1 ? "" : "first ",
               SAFE_NAME(name_of(look->scene, node)), (int)node);
    }
}

// The reason why no body moved; NULL where it is unknown.
static const char *reason_to_rest(const Look *look, uint64_t steps)
{
    const TumScene *scene = look->scene;
    size_t free_count = 0, weightless = 0, fixed = 0;
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        free_count += body->kind == TUM_BODY_DYNAMIC;
        weightless += body->kind == TUM_BODY_DYNAMIC && body->gravity_factor == 0.0;
        fixed += body->kind == TUM_BODY_DYNAMIC && isinf(body->mass);
    }
    if (scene->body_count == 0) {
        return scene->collider_count > 0 ? "there are colliders and no bodies"
                                         : "there are no bodies";
    }
    if (steps == 0) {
        return "no step was taken";
    }
    if (free_count == 0) {
        return "no body is dynamic";
    }
    if (weightless == free_count) {
        return "gravityFactor is 0";
    }
    if (look->pull == 0.0 && scene->gravity_volume_count == 0) {
        return "gravity is 0";
    }
    return fixed == free_count ? "every mass is infinite" : NULL;
}

static void tell_rest(Remarks *remarks, const Look *look, uint64_t steps)
{
    for (size_t i = 0; i < look->scene->body_count; ++i) {
        if (has_moved(look->begin, &look->end, i)) {
            return;
        }
    }
    const char *reason = reason_to_rest(look, steps);
    remark(remarks, "nothing moved%s%s", reason != NULL ? ": " : "", reason != NULL ? reason : "");
}

static void tell_overlaps(Remarks *remarks, const TumScene *scene, const TumOverlaps *overlaps)
{
    if (overlaps != NULL && overlaps->count > 0) {
        remark(
            remarks,
            "%zu %s of colliders %s at the start, %sby %.2g m: \"%s\" and \"%s\" (nodes %d and %d)",
            overlaps->count, plural(overlaps->count, "pair", "pairs"),
            plural(overlaps->count, "overlaps", "overlap"),
            overlaps->count == 1 ? "" : "the worst ", overlaps->depth,
            SAFE_NAME(name_of(scene, overlaps->node)), SAFE_NAME(name_of(scene, overlaps->other)),
            (int)overlaps->node, (int)overlaps->other);
    }
}

// Pairs beyond the bounds of docs/capacity.md: such bodies pass through each other.
static void tell_left_out(Remarks *remarks, const TumWorld *world)
{
    const uint64_t left_out = tum_world_counts(world).left_out;
    if (left_out > 0) {
        remark(
            remarks,
            "%" PRIu64 " %s of colliders in crowded places %s left out, and may pass through each "
            "other: a collider meets %d later ones of its place, and %d that are no smaller, or %d "
            "whose surfaces it touches",
            left_out, plural(left_out, "pair", "pairs"), plural(left_out, "was", "were"),
            TUM_MAX_CROWD, TUM_MAX_NEIGHBORS, TUM_MAX_SURFACE_NEIGHBORS);
    }
}

void remarks_gather(Remarks *remarks, const TumScene *scene, const TumWorld *world,
                    const Places *begin, const double gravity[4], const TumOverlaps *overlaps,
                    uint64_t steps)
{
    *remarks = (Remarks){0};
    Look look = {.scene = scene, .world = world, .begin = begin};
    for (size_t i = 0; i < begin->axes; ++i) {
        look.pull += gravity[i] * gravity[i];
    }
    look.pull = sqrt(look.pull);
    for (size_t i = 0; i < begin->axes; ++i) {
        look.down[i] = look.pull > 0.0 ? gravity[i] / look.pull : 0.0;
    }
    look.ignored_words = scene->body_count / 32 + 1;
    look.ignored = calloc(look.ignored_words, sizeof *look.ignored);
    look.group = calloc(scene->body_count + 1, sizeof *look.group);
    bool *is_gone = calloc(scene->body_count + 1, sizeof *is_gone);
    if (look.ignored != NULL && look.group != NULL && is_gone != NULL &&
        places_read(&look.end, world)) {
        join_bodies(&look);
        tell_overlaps(remarks, scene, overlaps);
        tell_left_out(remarks, world);
        tell_rest(remarks, &look, steps);
        tell_fallen(remarks, &look, is_gone);
        tell_flown(remarks, &look, is_gone);
        places_free(&look.end);
    }
    free(is_gone);
    free(look.group);
    free(look.ignored);
}

void remarks_print(FILE *out, const Remarks *remarks)
{
    for (size_t i = 0; i < remarks->count; ++i) {
        fprintf(out, "%s\n", SAFE(remarks->text[i]));
    }
}

void remarks_say(JsonText *json, const Remarks *remarks)
{
    tum_json_text_key(json, "remarks");
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < remarks->count; ++i) {
        tum_json_text_string(json, remarks->text[i]);
    }
    tum_json_text_end_array(json);
}
