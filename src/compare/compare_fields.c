// SPDX-License-Identifier: MIT
// compare_fields.c: gravity, volumes of gravity and animations of nodes of two scenes.
#include "compare/compare_data.h"

#include <string.h>

#include "compare/match.h"

static const char *const gravity_names[] = {"directional", "point", "disc",
                                            "torus",       "line",  "shaped"};

// The document's gravity of OMI_physics_gravity, by the id of its dialect.
static const char *pointer_of(const TumScene *scene)
{
    return scene->has_world_gravity && strstr(scene->dialects, "GR") != NULL
               ? "/extensions/OMI_physics_gravity"
               : "";
}

static void compare_gravity(Compare *compare)
{
    const Subject subject = {"gravity", -1, -1, pointer_of(compare->a), pointer_of(compare->b)};
    tum_compare_numbers(compare, &subject, "gravity", "m/s^2", compare->a->world_gravity,
                        compare->b->world_gravity, compare->a->dimension == 4 ? 4 : 3,
                        COMPARE_FLOOR);
}

static void compare_volume(Compare *compare, const TumGravityVolume *a, const TumGravityVolume *b)
{
    const Subject subject = {"gravity volume", a->node, b->node, a->pointer, b->pointer};
    tum_compare_texts(compare, &subject, "kind", gravity_names[a->kind], gravity_names[b->kind]);
    compare_number(compare, &subject, "gravity", "m/s^2", a->gravity, b->gravity, 0.0);
    compare_number(compare, &subject, "priority", "", (double)a->priority, (double)b->priority,
                   0.0);
    compare_flag(compare, &subject, "replace", a->replace, b->replace);
    compare_flag(compare, &subject, "stop", a->stop, b->stop);
    compare_number(compare, &subject, "unit distance", "m", a->unit_distance, b->unit_distance,
                   0.0);
    tum_compare_numbers(compare, &subject, "direction", "", a->direction, b->direction, 3,
                        COMPARE_FLOOR);
    tum_compare_numbers(compare, &subject, "radii", "m", a->radii, b->radii, 2, 0.0);
    const WorldFrame first =
        tum_compare_world_frame(compare->a, a->body, a->position, &a->rotation);
    const WorldFrame second =
        tum_compare_world_frame(compare->b, b->body, b->position, &b->rotation);
    tum_compare_numbers(compare, &subject, "position", "m", first.position, second.position, 3,
                        COMPARE_FLOOR);
    tum_compare_rotations(compare, &subject, "rotation", first.rotation, second.rotation);
    compare_flag(compare, &subject, "animated", a->driven, b->driven);
}

static void tell_alone(Compare *compare, const TumGravityVolume *volume, TumDifferenceKind kind)
{
    const bool is_of_a = kind == TUM_DIFFERENCE_ONLY_A;
    const Subject subject = {"gravity volume", is_of_a ? volume->node : -1,
                             is_of_a ? -1 : volume->node, is_of_a ? volume->pointer : "",
                             is_of_a ? "" : volume->pointer};
    tum_compare_missing(compare, &subject, kind);
}

static MatchItem *items_of(Compare *compare, const TumScene *scene, bool is_track)
{
    const size_t count = is_track ? scene->track_count : scene->gravity_volume_count;
    MatchItem *items = tum_arena_zeroed(&compare->arena, count, sizeof *items);
    for (size_t i = 0; items != NULL && i < count; ++i) {
        if (!is_track) {
            items[i].node = scene->gravity_volumes[i].node;
            continue;
        }
        // Tracks of things other than nodes are matched by their target, in order.
        const TumTrack *track = &scene->tracks[i];
        const bool is_node =
            track->target == TUM_TRACK_TRANSLATION || track->target == TUM_TRACK_ROTATION;
        items[i].node = is_node ? track->index : -1;
        items[i].group = is_node ? 0 : 1 + (uint64_t)track->target;
    }
    return items;
}

static bool match(Compare *compare, bool is_track, int32_t **pair, int32_t **back)
{
    const TumScene *a = compare->a, *b = compare->b;
    const size_t counts[2] = {is_track ? a->track_count : a->gravity_volume_count,
                              is_track ? b->track_count : b->gravity_volume_count};
    Arena *arena = &compare->arena;
    const MatchSide sides[2] = {{a, items_of(compare, a, is_track), counts[0]},
                                {b, items_of(compare, b, is_track), counts[1]}};
    *pair = tum_arena_zeroed(arena, counts[0], sizeof **pair);
    *back = tum_arena_zeroed(arena, counts[1], sizeof **back);
    const bool is_whole = sides[0].items != NULL && sides[1].items != NULL && *pair != NULL &&
                          *back != NULL &&
                          tum_match(arena, &sides[0], &sides[1], compare->paths, *pair, *back);
    compare->status = is_whole ? compare->status : TUM_ERROR_MEMORY;
    return is_whole;
}

static void compare_volumes(Compare *compare)
{
    int32_t *pair, *back;
    if (!match(compare, false, &pair, &back)) {
        return;
    }
    for (size_t i = 0; i < compare->a->gravity_volume_count && compare_goes_on(compare); ++i) {
        const TumGravityVolume *volume = &compare->a->gravity_volumes[i];
        if (pair[i] >= 0) {
            compare_volume(compare, volume, &compare->b->gravity_volumes[pair[i]]);
        } else {
            tell_alone(compare, volume, TUM_DIFFERENCE_ONLY_A);
        }
    }
    for (size_t i = 0; i < compare->b->gravity_volume_count; ++i) {
        if (back[i] < 0) {
            tell_alone(compare, &compare->b->gravity_volumes[i], TUM_DIFFERENCE_ONLY_B);
        }
    }
}

// Animations.

static const char *unit_of(TumTrackTarget target)
{
    return target == TUM_TRACK_TRANSLATION ? "m" : target == TUM_TRACK_ROTATION ? "quaternion" : "";
}

static void compare_track(Compare *compare, const Subject *subject, const TumTrack *a,
                          const TumTrack *b)
{
    static const char *const names[] = {"step", "linear", "cubic spline"};
    const size_t numbers = a->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE ? 3 : 1;
    tum_compare_texts(compare, subject, "interpolation", names[a->interpolation],
                      names[b->interpolation]);
    compare_number(compare, subject, "keys", "", (double)a->key_count, (double)b->key_count, 0.0);
    if (a->key_count != b->key_count || a->interpolation != b->interpolation ||
        a->width != b->width) {
        return;
    }
    // One row for an animation: the first key that differs.
    for (size_t i = 0; i < a->key_count; ++i) {
        const size_t before = compare->result->difference_count;
        const size_t width = numbers * (size_t)a->width;
        compare_number(compare, subject, "time of a key", "s", a->times[i], b->times[i],
                       COMPARE_FLOOR);
        tum_compare_numbers(compare, subject, "value of a key", unit_of(a->target),
                            a->values + width * i, b->values + width * i, width, COMPARE_FLOOR);
        if (compare->result->difference_count > before) {
            return;
        }
    }
}

static void compare_tracks(Compare *compare)
{
    static const char *const names[] = {"translation", "rotation"};
    int32_t *pair, *back;
    if (!match(compare, true, &pair, &back)) {
        return;
    }
    for (size_t side = 0; side < 2; ++side) {
        const TumScene *scene = side == 0 ? compare->a : compare->b;
        const int32_t *other = side == 0 ? pair : back;
        for (size_t i = 0; i < scene->track_count && compare_goes_on(compare); ++i) {
            const TumTrack *track = &scene->tracks[i];
            const bool is_node =
                track->target == TUM_TRACK_TRANSLATION || track->target == TUM_TRACK_ROTATION;
            Subject subject = {.kind = "animation", .node_a = -1, .node_b = -1};
            *(side == 0 ? &subject.node_a : &subject.node_b) = is_node ? track->index : -1;
            if (other[i] < 0) {
                tum_compare_missing(compare, &subject,
                                    side == 0 ? TUM_DIFFERENCE_ONLY_A : TUM_DIFFERENCE_ONLY_B);
            } else if (side == 0) {
                const TumTrack *second = &compare->b->tracks[other[i]];
                subject.node_b = is_node ? second->index : -1;
                tum_compare_texts(
                    compare, &subject, "path", is_node ? names[track->target] : "",
                    is_node && second->target <= TUM_TRACK_ROTATION ? names[second->target] : "");
                compare_track(compare, &subject, track, second);
            }
        }
    }
}

void tum_compare_fields(Compare *compare)
{
    compare_gravity(compare);
    compare_volumes(compare);
    if (compare_goes_on(compare)) {
        compare_tracks(compare);
    }
}
