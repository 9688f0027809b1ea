// SPDX-License-Identifier: MIT
// track_builder.c: targets of tracks, and marks on driven objects.
#include "scene/track_builder.h"

#include <string.h>

#include "base/sort.h"
#include "scene/track_pointer.h"

bool tum_track_is_sound(const TrackDef *track)
{
    const bool is_spline = track->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE;
    if (track->key_count == 0 || track->width == 0 || track->width > 4) {
        return false;
    }
    for (size_t i = 0; i < track->key_count; ++i) {
        if (!is_finite64(track->times[i]) || (i > 0 && !(track->times[i] > track->times[i - 1]))) {
            return false;
        }
    }
    const size_t numbers = track->key_count * track->width * (is_spline ? 3 : 1);
    for (size_t i = 0; i < numbers; ++i) {
        if (!is_finite64(track->values[i])) {
            return false;
        }
    }
    return true;
}

static double *keep_numbers(SceneBuilder *builder, const double *numbers, size_t count)
{
    double *kept = tum_arena_zeroed(&builder->arena, count, sizeof *kept);
    if (kept != NULL) {
        memcpy(kept, numbers, count * sizeof *kept);
    }
    return kept;
}

bool tum_collect_track(SceneBuilder *builder, const TrackDef *track)
{
    const bool is_spline = track->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE;
    const char *pointer = track->pointer, *place = track->place;
    TrackSource *slot = array_push(&builder->track_sources, &builder->allocator);
    if (slot == NULL) {
        return false;
    }
    slot->track =
        (TumTrack){.target = track->target,
                   .index = track->node,
                   .interpolation = track->interpolation,
                   .width = (int32_t)track->width,
                   .key_count = track->key_count,
                   .same_as = (int32_t)builder->track_sources.count - 1, // until tracks are sorted
                   .times = keep_numbers(builder, track->times, track->key_count),
                   .values = keep_numbers(builder, track->values,
                                          track->key_count * track->width * (is_spline ? 3 : 1))};
    if (pointer != NULL) {
        slot->pointer = tum_arena_text(&builder->scratch, pointer, strlen(pointer));
    }
    if (place != NULL) {
        slot->place = tum_arena_text(&builder->scratch, place, strlen(place));
    }
    return slot->track.times != NULL && slot->track.values != NULL &&
           (pointer == NULL || slot->pointer != NULL) && (place == NULL || slot->place != NULL);
}

static bool resolve_node(const SceneBuilder *builder, const TumTrack *track)
{
    const int32_t width = track->target == TUM_TRACK_TRANSLATION ? 3
                          : track->target == TUM_TRACK_ROTATION  ? 4
                                                                 : 0;
    return builder_has_live_node(builder, track->index) && track->width == width;
}

static TumStatus sort_tracks(SceneBuilder *builder)
{
    const size_t count = builder->tracks.count, bytes = sizeof *builder->tracks.items;
    void *scratch = tum_arena_zeroed(&builder->scratch, count, bytes);
    if (scratch == NULL) {
        return TUM_ERROR_MEMORY;
    }
    // Sorted by index, then by target: the sort is stable. Neither number is negative here.
    tum_sort_items(builder->tracks.items, count, bytes, offsetof(TumTrack, index), scratch);
    tum_sort_items(builder->tracks.items, count, bytes, offsetof(TumTrack, target), scratch);
    return TUM_OK;
}

_Static_assert(sizeof(TumTrackTarget) == sizeof(uint32_t), "targets are sorted by their number");

// The last one of several tracks with the same target stays.
static void drop_overridden(SceneBuilder *builder)
{
    size_t kept = 0;
    for (size_t i = 0; i < builder->tracks.count; ++i) {
        const TumTrack track = builder->tracks.items[i];
        const TumTrack *before = kept > 0 ? &builder->tracks.items[kept - 1] : NULL;
        if (before != NULL && before->target == track.target && before->index == track.index) {
            --kept;
        }
        builder->tracks.items[kept++] = track;
    }
    builder->tracks.count = kept;
}

// Properties of a node during the search for driven objects.
enum {
    NODE_MOVES = 1,   // an animation moves this node
    NODE_CARRIES = 2, // ... or one above, without a dynamic body between: the node moves its
                      // colliders
    NODE_SHIFTS = 4   // an animation moves the node, or one above, in the frame of its body or of
                      // the world
};

static void mark_nodes(const SceneBuilder *builder, const Hierarchy *hierarchy,
                       unsigned char *marks)
{
    for (size_t i = 0; i < builder->tracks.count; ++i) {
        const TumTrack *track = &builder->tracks.items[i];
        if (track->target == TUM_TRACK_TRANSLATION || track->target == TUM_TRACK_ROTATION) {
            marks[track->index] = NODE_MOVES;
        }
    }
    for (size_t i = 0; i < hierarchy->order_count; ++i) {
        const uint32_t n = hierarchy->order[i];
        const TumNode *node = &builder->nodes[n];
        const unsigned above = node->parent >= 0 ? marks[node->parent] : 0;
        const bool moves = (marks[n] & NODE_MOVES) != 0;
        TumBody *body = node->body >= 0 ? &builder->bodies.items[node->body] : NULL;
        const bool is_body = body != NULL && body->node == (int32_t)n;
        const bool is_dynamic = is_body && body->kind == TUM_BODY_DYNAMIC;
        if (moves || (!is_dynamic && (above & NODE_CARRIES) != 0)) {
            marks[n] |= NODE_CARRIES;
        }
        if (!is_body && (moves || (above & NODE_SHIFTS) != 0)) {
            marks[n] |= NODE_SHIFTS;
        }
        if (is_body) {
            body->driven = (marks[n] & NODE_CARRIES) != 0;
        }
    }
}

static void mark_shapes(const SceneBuilder *builder, bool *changes)
{
    for (size_t i = 0; i < builder->tracks.count; ++i) {
        const TumTrack *track = &builder->tracks.items[i];
        if (track->target >= TUM_TRACK_SHAPE_SIZE) {
            changes[track->index] = true;
        }
    }
}

// Baked points of a sheared shape do not follow changes of the authored shape.
static void mark_colliders(SceneBuilder *builder, const unsigned char *marks, const bool *changes)
{
    for (size_t i = 0; i < builder->colliders.count; ++i) {
        TumCollider *collider = &builder->colliders.items[i];
        const bool is_reshaped = changes[collider->shape];
        collider->driven = (marks[collider->node] & NODE_SHIFTS) != 0 || is_reshaped;
        if (changes[collider->authored_shape] && !is_reshaped) {
            tum_report_add(builder->report, CODE_PHYSICS_GEOMETRY_ANIMATED, builder->file,
                           collider->pointer,
                           "The shape is sheared and keeps the form it has at load.");
        }
    }
    for (size_t i = 0; i < builder->parts.count; ++i) {
        TumTriggerPart *part = &builder->parts.items[i];
        part->driven =
            (marks[part->node] & NODE_SHIFTS) != 0 || (part->shape >= 0 && changes[part->shape]);
    }
    for (size_t i = 0; i < builder->built_gravity.count; ++i) {
        TumGravityVolume *volume = &builder->built_gravity.items[i];
        volume->driven = (marks[volume->node] & NODE_SHIFTS) != 0;
    }
}

// Frames at their own nodes move with the nodes; other frames stay as at load.
static void mark_joints(SceneBuilder *builder, const unsigned char *marks)
{
    for (size_t i = 0; i < builder->joints.count; ++i) {
        const JointSource *source = &builder->joints.items[i];
        if (source->built < 0 || source->frame_node != -1) {
            continue;
        }
        TumJoint *joint = &builder->built_joints.items[source->built];
        joint->driven_a = (marks[joint->node_a] & NODE_SHIFTS) != 0;
        joint->driven_b = joint->node_b >= 0 && (marks[joint->node_b] & NODE_SHIFTS) != 0;
    }
}

static TumStatus mark_driven(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    unsigned char *marks = tum_arena_zeroed(&builder->scratch, builder->node_count, 1);
    bool *changes = tum_arena_zeroed(&builder->scratch, builder->shapes.count, sizeof *changes);
    if (marks == NULL || changes == NULL) {
        return TUM_ERROR_MEMORY;
    }
    mark_nodes(builder, hierarchy, marks);
    mark_shapes(builder, changes);
    mark_colliders(builder, marks, changes);
    mark_joints(builder, marks);
    return TUM_OK;
}

static TumStatus resolve_nodes(SceneBuilder *builder)
{
    for (size_t i = 0; i < builder->track_sources.count; ++i) {
        const TrackSource *source = &builder->track_sources.items[i];
        if (source->pointer == NULL && resolve_node(builder, &source->track)) {
            TumTrack *slot = array_push(&builder->tracks, &builder->allocator);
            if (slot == NULL) {
                return TUM_ERROR_MEMORY;
            }
            *slot = source->track;
        }
    }
    return TUM_OK;
}

static bool ends_with(const char *text, size_t length, const char *end)
{
    const size_t bytes = strlen(end);
    return length >= bytes && memcmp(text + length - bytes, end, bytes) == 0;
}

static TumStatus note_body_tracks(SceneBuilder *builder, TextSet *motions)
{
    for (size_t i = 0; i < builder->bodies.count; ++i) {
        const char *pointer = builder->bodies.items[i].pointer;
        if (tum_text_set_add(motions, pointer, strlen(pointer)) == TEXT_NONE) {
            return TUM_ERROR_MEMORY;
        }
    }
    // Among equal pointers the first body counts; it comes first in the set, too.
    int32_t *first = tum_arena_zeroed(&builder->scratch, motions->count, sizeof *first);
    if (first == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = builder->bodies.count; i-- > 0;) {
        const char *pointer = builder->bodies.items[i].pointer;
        first[tum_text_set_find(motions, pointer, strlen(pointer))] = (int32_t)i;
    }
    for (size_t i = 0; i < builder->track_sources.count; ++i) {
        const TrackSource *source = &builder->track_sources.items[i];
        const size_t length = source->pointer != NULL ? strlen(source->pointer) : 0;
        const bool switches = ends_with(source->pointer, length, "/isKinematic");
        if (!switches && !ends_with(source->pointer, length, "/inertiaDiagonal")) {
            continue;
        }
        const char *name = strrchr(source->pointer, '/');
        const uint32_t slot =
            tum_text_set_find(motions, source->pointer, (size_t)(name - source->pointer));
        if (slot != TEXT_NONE) {
            builder->body_tracks[first[slot]] |=
                switches ? BODY_IS_SWITCHED : BODY_HAS_INERTIA_TRACK;
        }
    }
    return TUM_OK;
}

TumStatus tum_look_for_body_tracks(SceneBuilder *builder)
{
    builder->body_tracks = tum_arena_zeroed(&builder->scratch, builder->bodies.count, 1);
    if (builder->body_tracks == NULL) {
        return TUM_ERROR_MEMORY;
    }
    if (builder->track_sources.count == 0) {
        return TUM_OK;
    }
    TextSet motions;
    tum_text_set_init(&motions, &builder->allocator);
    const TumStatus status = note_body_tracks(builder, &motions);
    tum_text_set_clear(&motions);
    return status;
}

// Maps each source of tracks to the first of its tracks.
static TumStatus find_same(SceneBuilder *builder)
{
    int32_t *first =
        tum_arena_zeroed(&builder->scratch, builder->track_sources.count, sizeof *first);
    if (first == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = builder->tracks.count; i-- > 0;) {
        first[builder->tracks.items[i].same_as] = (int32_t)i;
    }
    for (size_t i = 0; i < builder->tracks.count; ++i) {
        builder->tracks.items[i].same_as = first[builder->tracks.items[i].same_as];
    }
    return TUM_OK;
}

TumStatus tum_build_tracks(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    if (builder->track_sources.count == 0) {
        return TUM_OK;
    }
    TumStatus status = resolve_nodes(builder);
    if (status == TUM_OK) {
        status = tum_resolve_pointers(builder);
    }
    if (status == TUM_OK && builder->tracks.count > 0) {
        status = sort_tracks(builder);
        drop_overridden(builder);
    }
    if (status == TUM_OK) {
        status = find_same(builder);
    }
    return status == TUM_OK ? mark_driven(builder, hierarchy) : status;
}
