// SPDX-License-Identifier: MIT
// omi_collider_reader.c: OMI_collider: shapes on nodes, solid or triggers. Also the owners of
// shapes, for all early OMI dialects.
#include "dialects/omi_reader.h"

static void read_collider(SceneReader *reader, OmiState *omi, int32_t node, const Cursor *object)
{
    OmiFreeShape made = {.shape = -1,
                         .filter = -1,
                         .of_collider = true,
                         .pointer = tum_reader_pointer(reader, object)};
    if (!reader_has(object, "collider") && reader_has(object, "type")) {
        made.shape = tum_omi_inline_shape(reader, &omi->colliders, node, object, &made.is_trigger);
    } else if (tum_read_required(object, "collider")) {
        tum_omi_report_none(object, "collider", "there is no collider here");
        const int32_t index = tum_omi_reference(object, "collider", &omi->colliders.root);
        made.shape = tum_omi_table_shape(reader, &omi->colliders, node, index);
        made.is_trigger = index >= 0 && omi->colliders.is_trigger[index];
    }
    tum_omi_keep_free_shape(omi, node, made);
}

// A shape belongs to the nearest body, or body of type trigger, at or above its node
// (docs/dialects.md#bodies), otherwise to the world.

/// Shapes of triggers, collected at their owners' nodes.
typedef struct Gathering {
    const SceneReader *reader;
    OmiState *omi;
    unsigned char *owners; ///< [node_count] 1: a body of any dialect, or a trigger body.
    int32_t *memo;         ///< Cache of the owners.
    int32_t *owner_of;     ///< [node_count] Owner of a trigger's part, or -1.
    size_t *first;         ///< [node_count + 1]
    TriggerPartDef *parts; ///< [node_count]
} Gathering;

static bool gathering_init(Gathering *gathering, SceneReader *reader, OmiState *omi)
{
    Arena *arena = &reader->arena;
    const size_t count = omi->node_count;
    *gathering = (Gathering){.reader = reader, .omi = omi};
    gathering->owners = tum_arena_zeroed(arena, count, sizeof *gathering->owners);
    gathering->memo = tum_arena_zeroed(arena, count, sizeof *gathering->memo);
    gathering->owner_of = tum_arena_zeroed(arena, count, sizeof *gathering->owner_of);
    gathering->first = tum_arena_zeroed(arena, count + 1, sizeof *gathering->first);
    gathering->parts = tum_arena_zeroed(arena, count, sizeof *gathering->parts);
    if (gathering->owners == NULL || gathering->memo == NULL || gathering->owner_of == NULL ||
        gathering->first == NULL || gathering->parts == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        gathering->owners[i] = (reader->aspects[i] & (ASPECT_MOTION | ASPECT_GROUP)) != 0;
        gathering->owner_of[i] = -1;
    }
    return true;
}

// In the first layout colliders are direct children of their body.
static void check_distance(const Gathering *gathering, int32_t node, int32_t owner)
{
    const SceneReader *reader = gathering->reader;
    const OmiFreeShape *shape = &gathering->omi->free_shapes[node];
    if (shape->of_collider && owner >= 0 && owner != node && reader->report != NULL &&
        tum_document_node(reader->document, (size_t)node)->parent != owner) {
        tum_report_add(reader->report, CODE_PHYSICS_COLLIDER_INDIRECT,
                       tum_document_name(reader->document), shape->pointer,
                       "The collider belongs to the body of node %d, which is not its parent.",
                       (int)owner);
    }
}

// Adds a solid shape or a separate trigger; a part of a compound trigger waits for the others.
static void place_shape(Gathering *gathering, int32_t node)
{
    OmiState *omi = gathering->omi;
    SceneBuilder *builder = gathering->reader->builder;
    const OmiFreeShape *shape = &omi->free_shapes[node];
    const int32_t owner =
        tum_omi_nearest(gathering->reader, gathering->owners, 1, gathering->memo, node);
    const bool is_trigger_part =
        owner >= 0 && ((omi->marks[owner] & OMI_TRIGGER_BODY) != 0 || shape->is_trigger);
    check_distance(gathering, node, owner);
    if (is_trigger_part) {
        gathering->owner_of[node] = owner;
        ++gathering->first[owner + 1];
    } else if (shape->is_trigger) {
        omi->marks[node] |= OMI_TRIGGER;
        tum_scene_builder_trigger(builder, &(TriggerDef){.node = node,
                                                         .shape = shape->shape,
                                                         .filter = -1,
                                                         .pointer = shape->pointer});
    } else {
        omi->marks[node] |= OMI_SOLID_SHAPE;
        tum_scene_builder_collider(builder, &(ColliderDef){.node = node,
                                                           .shape = shape->shape,
                                                           .material = -1,
                                                           .filter = -1,
                                                           .group = -1,
                                                           .pointer = shape->pointer});
    }
}

// A body of type trigger is one trigger; so are all trigger shapes of a solid body together (D13).
static void add_triggers(const Gathering *gathering)
{
    OmiState *omi = gathering->omi;
    for (size_t owner = 0; owner < omi->node_count; ++owner) {
        const size_t begin = gathering->first[owner], end = gathering->first[owner + 1];
        if (begin == end) {
            continue;
        }
        const bool is_body = (omi->marks[owner] & OMI_TRIGGER_BODY) != 0;
        const TriggerDef made = {.node = (int32_t)owner,
                                 .shape = -1,
                                 .filter = -1,
                                 .parts = &gathering->parts[begin],
                                 .part_count = end - begin,
                                 .pointer = is_body ? omi->group_pointers[owner]
                                                    : gathering->parts[begin].pointer};
        omi->marks[owner] |= OMI_TRIGGER;
        tum_scene_builder_trigger(gathering->reader->builder, &made);
    }
}

static void place_shapes(SceneReader *reader, OmiState *omi)
{
    Gathering gathering;
    if (!omi->has_free_shape || !gathering_init(&gathering, reader, omi)) {
        return;
    }
    for (size_t i = 0; i < omi->node_count; ++i) {
        if ((omi->marks[i] & OMI_FREE_SHAPE) != 0) {
            place_shape(&gathering, (int32_t)i);
        }
    }
    tum_omi_fill_parts(omi, gathering.owner_of, gathering.first, gathering.parts);
    add_triggers(&gathering);
}

// The dialect.

static void *collider_open(SceneReader *reader)
{
    return tum_omi_state(reader);
}

static unsigned collider_aspects(const void *state, const Cursor *node)
{
    (void)state;
    const Cursor extensions = tum_cursor_object(node, "extensions");
    const Cursor object = tum_cursor_object(&extensions, "OMI_collider");
    return tum_cursor_exists(&object) ? ASPECT_COLLIDER : 0;
}

static void collider_read_node(SceneReader *reader, void *state, int32_t node, const Cursor *at,
                               unsigned wanted)
{
    OmiState *omi = state;
    const Cursor extensions = tum_cursor_object(at, "extensions");
    const Cursor object = tum_cursor_object(&extensions, "OMI_collider");
    if ((wanted & ASPECT_COLLIDER) != 0) {
        tum_omi_see(&omi->collider, &object);
        read_collider(reader, omi, node, &object);
    }
}

// The last dialect of the line: all bodies and shapes are now known.
static void collider_close(SceneReader *reader, void *state)
{
    OmiState *omi = state;
    place_shapes(reader, omi);
    if (omi->collider.is_seen) {
        tum_reader_add_id(reader, omi->colliders.traces.half_extent ? "OC0" : "OC");
    }
}

static const char *const collider_extensions[] = {"OMI_collider", NULL};

const Dialect tum_omi_collider_dialect = {
    .name = "OMI_collider",
    .extensions = collider_extensions,
    .answers_to = DIALECT_BIT(OMI_COLLIDER),
    .open = collider_open,
    .aspects = collider_aspects,
    .read_node = collider_read_node,
    .close = collider_close,
};
