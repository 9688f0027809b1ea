// SPDX-License-Identifier: MIT
// Tracks find their targets, and what they move is marked as driven.
#include "scene/track_builder.h"

#include <string.h>

#include "base/sort.h"

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
    const char *pointer = track->pointer;
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
                   .times = keep_numbers(builder, track->times, track->key_count),
                   .values = keep_numbers(builder, track->values,
                                          track->key_count * track->width * (is_spline ? 3 : 1))};
    if (pointer != NULL) {
        slot->pointer = tum_arena_text(&builder->scratch, pointer, strlen(pointer));
    }
    return slot->track.times != NULL && slot->track.values != NULL &&
           (pointer == NULL || slot->pointer != NULL);
}

// Properties that a pointer may name, after the pointer of the object that has them.
static const struct {
    const char *name;
    TumTrackTarget target;
    int32_t width;
    bool of_material; // else of a body
} properties[] = {
    {"staticFriction", TUM_TRACK_STATIC_FRICTION, 1, true},
    {"dynamicFriction", TUM_TRACK_DYNAMIC_FRICTION, 1, true},
    {"restitution", TUM_TRACK_RESTITUTION, 1, true},
    {"mass", TUM_TRACK_MASS, 1, false},
    {"gravityFactor", TUM_TRACK_GRAVITY_FACTOR, 1, false},
    {"linearVelocity", TUM_TRACK_LINEAR_VELOCITY, 3, false},
    {"angularVelocity", TUM_TRACK_ANGULAR_VELOCITY, 3, false},
};

enum { PROPERTY_COUNT = sizeof properties / sizeof *properties };

// Objects by their pointers: the bodies and the materials, each in scene order. The first of equal
// pointers counts.
typedef struct Objects {
    TextSet pointers;
    int32_t *body, *material; // [pointers.count], or -1
} Objects;

static bool add_object(Objects *objects, const char *pointer, bool is_material, int32_t index)
{
    const uint32_t slot = tum_text_set_add(&objects->pointers, pointer, strlen(pointer));
    if (slot == TEXT_NONE) {
        return false;
    }
    int32_t *of = is_material ? objects->material : objects->body;
    of[slot] = of[slot] < 0 ? index : of[slot];
    return true;
}

static TumStatus list_objects(SceneBuilder *builder, Objects *objects)
{
    const size_t most = builder->bodies.count + builder->materials.count;
    objects->body = tum_arena_allocate(&builder->scratch, most * sizeof *objects->body);
    objects->material = tum_arena_allocate(&builder->scratch, most * sizeof *objects->material);
    if (objects->body == NULL || objects->material == NULL) {
        return TUM_ERROR_MEMORY;
    }
    memset(objects->body, 0xff, most * sizeof *objects->body);
    memset(objects->material, 0xff, most * sizeof *objects->material);
    bool is_complete = true;
    for (size_t i = 0; i < builder->bodies.count && is_complete; ++i) {
        is_complete = add_object(objects, builder->bodies.items[i].pointer, false, (int32_t)i);
    }
    for (size_t i = 0; i < builder->materials.count && is_complete; ++i) {
        is_complete = add_object(objects, builder->materials.items[i].pointer, true, (int32_t)i);
    }
    return is_complete ? TUM_OK : TUM_ERROR_MEMORY;
}

// @return false where the pointer names nothing that can change.
static bool resolve_pointer(const Objects *objects, const char *pointer, TumTrack *track)
{
    const char *name = strrchr(pointer, '/');
    const uint32_t object =
        name != NULL ? tum_text_set_find(&objects->pointers, pointer, (size_t)(name - pointer))
                     : TEXT_NONE;
    for (size_t i = 0; i < PROPERTY_COUNT && object != TEXT_NONE; ++i) {
        if (strcmp(name + 1, properties[i].name) == 0) {
            track->target = properties[i].target;
            track->index =
                properties[i].of_material ? objects->material[object] : objects->body[object];
            return track->index >= 0 && track->width == properties[i].width;
        }
    }
    return false;
}

static bool resolve(const SceneBuilder *builder, const Objects *objects, const TrackSource *source,
                    TumTrack *track)
{
    *track = source->track;
    if (source->pointer != NULL) {
        return resolve_pointer(objects, source->pointer, track);
    }
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
    // By index, then by target: the sort is stable. Neither is negative here.
    tum_sort_items(builder->tracks.items, count, bytes, offsetof(TumTrack, index), scratch);
    tum_sort_items(builder->tracks.items, count, bytes, offsetof(TumTrack, target), scratch);
    return TUM_OK;
}

_Static_assert(sizeof(TumTrackTarget) == sizeof(uint32_t), "targets are sorted by their number");

// Of equal targets the last one stays.
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

// What is known of a node while driven things are looked for.
enum {
    NODE_MOVES = 1,   // an animation moves this very node
    NODE_CARRIES = 2, // ... or one above, with no dynamic body between: it carries what hangs below
    NODE_SHIFTS = 4   // one moves it, or one above, in the frame of its body, or of the world
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

static TumStatus mark_driven(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    unsigned char *marks = tum_arena_zeroed(&builder->scratch, builder->node_count, 1);
    if (marks == NULL) {
        return TUM_ERROR_MEMORY;
    }
    mark_nodes(builder, hierarchy, marks);
    for (size_t i = 0; i < builder->colliders.count; ++i) {
        TumCollider *collider = &builder->colliders.items[i].collider;
        collider->driven = (marks[collider->node] & NODE_SHIFTS) != 0;
    }
    for (size_t i = 0; i < builder->parts.count; ++i) {
        TumTriggerPart *part = &builder->parts.items[i];
        part->driven = (marks[part->node] & NODE_SHIFTS) != 0;
    }
    for (size_t i = 0; i < builder->built_gravity.count; ++i) {
        TumGravityVolume *volume = &builder->built_gravity.items[i];
        volume->driven = (marks[volume->node] & NODE_SHIFTS) != 0;
    }
    return TUM_OK;
}

static TumStatus resolve_tracks(SceneBuilder *builder, const Objects *objects)
{
    for (size_t i = 0; i < builder->track_sources.count; ++i) {
        TumTrack track;
        if (resolve(builder, objects, &builder->track_sources.items[i], &track)) {
            TumTrack *slot = array_push(&builder->tracks, &builder->allocator);
            if (slot == NULL) {
                return TUM_ERROR_MEMORY;
            }
            *slot = track;
        }
    }
    return TUM_OK;
}

TumStatus tum_build_tracks(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    if (builder->track_sources.count == 0) {
        return TUM_OK;
    }
    Objects objects = {0};
    tum_text_set_init(&objects.pointers, &builder->allocator);
    TumStatus status = list_objects(builder, &objects);
    if (status == TUM_OK) {
        status = resolve_tracks(builder, &objects);
    }
    tum_text_set_clear(&objects.pointers);
    if (status == TUM_OK && builder->tracks.count > 0) {
        status = sort_tracks(builder);
        drop_overridden(builder);
    }
    return status == TUM_OK ? mark_driven(builder, hierarchy) : status;
}
