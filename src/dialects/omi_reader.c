// SPDX-License-Identifier: MIT
// omi_reader.c: OMI_physics_body since 2023-09: motion, collider and trigger objects on nodes.
#include "dialects/omi_reader.h"

#include "dialects/motion_members.h"
#include "dialects/trigger_members.h"

#include <float.h>
#include <string.h>

// The shared state of the dialects of the line.

static void open_extension(OmiExtension *extension, SceneReader *reader, const char *name)
{
    extension->name = name;
    extension->is_declared = tum_reader_declares(reader, name);
    const Cursor object = tum_cursor_member(&reader->extensions, name);
    if (tum_cursor_exists(&object)) {
        tum_omi_see(extension, &object);
    }
}

void tum_omi_see(OmiExtension *extension, const Cursor *object)
{
    extension->is_seen = true;
    if (!extension->is_declared) {
        tum_reader_report_undeclared(object, extension->name);
    }
}

Cursor tum_omi_node_extension(const Cursor *extensions, const char *name)
{
    const Cursor found = tum_cursor_member(extensions, name);
    return tum_cursor_kind(&found) == JSON_OBJECT ? found : (Cursor){0};
}

// True where a node has a shape or a type in the form of files before September 2023.
static bool nodes_look_old(const SceneReader *reader)
{
    Cursor nodes = reader->nodes;
    nodes.report = NULL;
    for (size_t i = 0; i < reader->node_count; ++i) {
        const Cursor node = tum_cursor_item(&nodes, i);
        const Cursor extensions = tum_cursor_member(&node, "extensions");
        const Cursor body = tum_cursor_member(&extensions, "OMI_physics_body");
        if (reader_has(&extensions, "OMI_physics_shape") || reader_has(&body, "type")) {
            return true;
        }
    }
    return false;
}

OmiState *tum_omi_state(SceneReader *reader)
{
    if (reader->omi != NULL) {
        return reader->omi;
    }
    Arena *arena = &reader->arena;
    OmiState *omi = tum_arena_zeroed(arena, 1, sizeof *omi);
    if (omi == NULL) {
        return NULL;
    }
    // Files with millions of nodes and none of these extensions get no tables.
    const size_t count = reader->has_omi ? reader->node_count : 0;
    omi->node_count = count;
    omi->marks = tum_arena_zeroed(arena, reader->node_count, sizeof *omi->marks);
    omi->group_pointers = tum_arena_zeroed(arena, count, sizeof *omi->group_pointers);
    omi->group_filters = tum_arena_zeroed(arena, count, sizeof *omi->group_filters);
    omi->free_shapes = tum_arena_zeroed(arena, count, sizeof *omi->free_shapes);
    if (omi->marks == NULL || omi->group_pointers == NULL || omi->group_filters == NULL ||
        omi->free_shapes == NULL) {
        return NULL;
    }
    open_extension(&omi->body, reader, "OMI_physics_body");
    open_extension(&omi->shape, reader, "OMI_physics_shape");
    open_extension(&omi->collider, reader, "OMI_collider");
    const bool is_old =
        omi->shape.is_seen && (tum_omi_shapes_look_old(reader) || nodes_look_old(reader));
    tum_omi_shape_table_open(&omi->shapes, reader, "OMI_physics_shape", "shapes", is_old);
    tum_omi_shape_table_open(&omi->colliders, reader, "OMI_collider", "colliders", true);
    tum_surface_tables_open(&omi->surface, reader, "OMI_physics_body", TUM_COMBINE_AVERAGE);
    reader->omi = omi;
    return omi;
}

void tum_omi_keep_free_shape(OmiState *omi, int32_t node, OmiFreeShape shape)
{
    if (shape.shape >= 0) {
        omi->has_free_shape = true;
        omi->marks[node] |= OMI_FREE_SHAPE;
        omi->free_shapes[node] = shape;
    }
}

// Results are cached along the way, so that all queries together walk every edge of the tree once:
// 0 is unknown, else the node plus two.
int32_t tum_omi_nearest(const SceneReader *reader, const unsigned char *marks, unsigned bits,
                        int32_t *memo, int32_t node)
{
    int32_t top = node, answer = -1;
    while (top >= 0) {
        if (memo[top] != 0) {
            answer = memo[top] - 2;
            break;
        }
        if ((marks[top] & bits) != 0) {
            answer = top;
            break;
        }
        top = tum_document_node(reader->document, (size_t)top)->parent;
    }
    for (int32_t at = node; at != top;) {
        memo[at] = answer + 2;
        at = tum_document_node(reader->document, (size_t)at)->parent;
    }
    return answer;
}

// Motion.

// Zero means computed, for each component (decision D20).
static void read_inertia(const Cursor *motion, double inertia[3])
{
    double found[3];
    if (!tum_read_vector(motion, "inertiaDiagonal", found, 3)) {
        return;
    }
    const Cursor array = tum_cursor_member(motion, "inertiaDiagonal");
    int zeros = 0;
    for (size_t i = 0; i < 3; ++i) {
        if (found[i] < 0.0) {
            const Cursor item = tum_cursor_item(&array, i);
            tum_cursor_report(&item, CODE_VALUE_NOT_IN_RANGE,
                              "%g is below the minimum 0; the moment is computed.", found[i]);
        } else if (found[i] > 0.0) {
            inertia[i] = found[i];
        } else {
            ++zeros;
        }
    }
    if (zeros == 1 || zeros == 2) {
        tum_cursor_report(&array, CODE_PHYSICS_INERTIA_PARTIAL_ZERO,
                          "Moments that are zero beside others that are not are computed.");
        reader_decision(&array, "D20");
    }
    tum_check_moments(&array, inertia);
}

static void read_motion(SceneReader *reader, OmiState *omi, int32_t node, const Cursor *extension)
{
    const Cursor motion = tum_cursor_object(extension, "motion");
    MotionDef made = tum_omi_motion_read(reader, node, &motion, tum_read_motion_kind(&motion));
    read_inertia(&motion, made.inertia);
    tum_read_inertia_rotation(&motion, made.inertia_rotation);
    tum_read_number(&motion, "gravityFactor", -(double)FLT_MAX, &made.gravity_factor);
    omi->has_gravity_factor |= reader_has(&motion, "gravityFactor");
    omi->is_today = true;
    tum_scene_builder_motion(reader->builder, &made);
}

// Colliders and triggers.

static int32_t read_shape(SceneReader *reader, OmiState *omi, int32_t node, const Cursor *object)
{
    const int32_t index = tum_omi_reference(object, "shape", &omi->shapes.root);
    return tum_omi_table_shape(reader, &omi->shapes, node, index);
}

static int32_t read_surface(const Cursor *object, const char *key, const RootTable *table,
                            const int32_t *made)
{
    const int32_t index = tum_omi_reference(object, key, table);
    return index >= 0 ? made[index] : -1;
}

static int32_t read_filter(const OmiState *omi, const Cursor *object)
{
    return read_surface(object, "collisionFilter", &omi->surface.filters, omi->surface.filter_of);
}

// A collider without a shape represents the colliders below, which have their own materials (D14).
static void read_collider(SceneReader *reader, OmiState *omi, int32_t node, const Cursor *extension)
{
    const Cursor collider = tum_cursor_object(extension, "collider");
    ColliderDef made = {.node = node, .group = -1};
    made.shape = read_shape(reader, omi, node, &collider);
    made.material = read_surface(&collider, "physicsMaterial", &omi->surface.materials,
                                 omi->surface.material_of);
    made.filter = read_filter(omi, &collider);
    if (made.shape >= 0) {
        made.pointer = tum_reader_pointer(reader, &collider);
        tum_scene_builder_collider(reader->builder, &made);
    }
}

static void read_trigger(SceneReader *reader, OmiState *omi, int32_t node, const Cursor *extension)
{
    const Cursor trigger = tum_cursor_object(extension, "trigger");
    const bool has_shape = tum_omi_has_index(&trigger, "shape");
    const bool has_nodes = reader_has(&trigger, "nodes");
    const char *pointer = tum_reader_pointer(reader, &trigger);
    TriggerDef made = {.node = node, .shape = -1, .pointer = pointer};
    made.filter = read_filter(omi, &trigger);
    omi->marks[node] |= OMI_TRIGGER;
    if (!has_shape && !has_nodes) {
        if (reader_has(&trigger, "collisionFilter")) {
            tum_cursor_report(&trigger, CODE_ONE_OF_MISMATCH,
                              "The trigger has neither 'shape' nor 'nodes'; the triggers below it "
                              "are taken.");
        }
        omi->marks[node] |= OMI_GROUP;
        omi->group_pointers[node] = pointer;
        omi->group_filters[node] = made.filter;
        return;
    }
    made.shape = read_shape(reader, omi, node, &trigger);
    if (!has_nodes && made.shape >= 0) {
        omi->has_shaped_trigger = true;
        omi->marks[node] |= OMI_SHAPED_TRIGGER;
        omi->free_shapes[node] =
            (OmiFreeShape){.shape = made.shape, .filter = made.filter, .pointer = pointer};
        return;
    }
    if (has_nodes) {
        omi->has_trigger_nodes = true;
        made.member_count =
            tum_trigger_members_read(reader, node, &trigger, pointer, &made.members);
    }
    if (made.shape >= 0 || made.member_count > 0) {
        tum_scene_builder_trigger(reader->builder, &made);
    }
}

// Compound triggers. `trigger: {}` takes the triggers below as its parts, except those below
// another such object. A trigger in a list of others, or with a volume of gravity, also stays a
// trigger of its own.

typedef struct Grouping {
    int32_t *memo;         ///< [node_count] See tum_omi_nearest.
    int32_t *group_of;     ///< [node_count] Or -1.
    size_t *first;         ///< [node_count + 1] Index into parts.
    TriggerPartDef *parts; ///< [node_count]
    unsigned char *named;  ///< [node_count] A list `nodes` contains the node.
} Grouping;

static bool grouping_init(Grouping *grouping, SceneReader *reader, size_t count)
{
    Arena *arena = &reader->arena;
    grouping->memo = tum_arena_zeroed(arena, count, sizeof *grouping->memo);
    grouping->group_of = tum_arena_zeroed(arena, count, sizeof *grouping->group_of);
    grouping->first = tum_arena_zeroed(arena, count + 1, sizeof *grouping->first);
    grouping->parts = tum_arena_zeroed(arena, count, sizeof *grouping->parts);
    grouping->named = tum_arena_zeroed(arena, count, sizeof *grouping->named);
    if (grouping->memo == NULL || grouping->group_of == NULL || grouping->first == NULL ||
        grouping->parts == NULL || grouping->named == NULL) {
        return false;
    }
    for (size_t i = 0; i < reader->compound_members.count; ++i) {
        grouping->named[reader->compound_members.items[i].node] = 1;
    }
    return true;
}

static void find_groups(SceneReader *reader, const OmiState *omi, Grouping *grouping)
{
    for (size_t i = 0; i < omi->node_count; ++i) {
        const OmiFreeShape *shape = &omi->free_shapes[i];
        grouping->group_of[i] = -1;
        if ((omi->marks[i] & OMI_SHAPED_TRIGGER) == 0) {
            continue;
        }
        const int32_t group =
            tum_omi_nearest(reader, omi->marks, OMI_GROUP, grouping->memo, (int32_t)i);
        if (group >= 0) {
            grouping->group_of[i] = group;
            ++grouping->first[group + 1];
        }
        if (group < 0 || grouping->named[i] != 0 || (reader->aspects[i] & ASPECT_GRAVITY) != 0) {
            tum_scene_builder_trigger(reader->builder, &(TriggerDef){.node = (int32_t)i,
                                                                     .shape = shape->shape,
                                                                     .filter = shape->filter,
                                                                     .pointer = shape->pointer});
        }
    }
}

static void add_groups(SceneReader *reader, const OmiState *omi)
{
    Grouping grouping;
    if (!omi->has_shaped_trigger || !grouping_init(&grouping, reader, omi->node_count)) {
        return;
    }
    find_groups(reader, omi, &grouping);
    tum_omi_fill_parts(omi, grouping.group_of, grouping.first, grouping.parts);
    for (size_t g = 0; g < omi->node_count; ++g) {
        const size_t begin = grouping.first[g], end = grouping.first[g + 1];
        if (end > begin) {
            tum_scene_builder_trigger(reader->builder,
                                      &(TriggerDef){.node = (int32_t)g,
                                                    .shape = -1,
                                                    .filter = omi->group_filters[g],
                                                    .parts = &grouping.parts[begin],
                                                    .part_count = end - begin,
                                                    .pointer = omi->group_pointers[g]});
        }
    }
}

void tum_omi_fill_parts(const OmiState *omi, const int32_t *owner_of, size_t *first,
                        TriggerPartDef *parts)
{
    // first[owner + 1] is first the number of the owner's parts, then their start. Filling advances
    // each start to the end, the start of the next owner's parts.
    size_t sum = 0;
    for (size_t owner = 0; owner < omi->node_count; ++owner) {
        const size_t count = first[owner + 1];
        first[owner + 1] = sum;
        sum += count;
    }
    for (size_t i = 0; i < omi->node_count; ++i) {
        if (owner_of[i] >= 0) {
            const OmiFreeShape *shape = &omi->free_shapes[i];
            parts[first[owner_of[i] + 1]++] =
                (TriggerPartDef){(int32_t)i, shape->shape, shape->filter, shape->pointer};
        }
    }
}

// The dialect.

static void *omi_open(SceneReader *reader)
{
    return tum_omi_state(reader);
}

static unsigned omi_aspects(const void *state, const Cursor *node)
{
    (void)state;
    const Cursor extensions = tum_cursor_object(node, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, "OMI_physics_body");
    const Cursor motion = tum_cursor_object(&extension, "motion");
    const Cursor collider = tum_cursor_object(&extension, "collider");
    const Cursor trigger = tum_cursor_object(&extension, "trigger");
    unsigned aspects = tum_cursor_exists(&motion) ? ASPECT_MOTION : 0;
    aspects |= tum_cursor_exists(&collider) ? ASPECT_COLLIDER : 0;
    if (tum_cursor_exists(&trigger)) {
        aspects |= ASPECT_TRIGGER;
        aspects |= reader_has(&trigger, "nodes") ? ASPECT_COMPOUND : 0;
    }
    return aspects;
}

static void omi_read_node(SceneReader *reader, void *state, int32_t node, const Cursor *at,
                          unsigned wanted)
{
    OmiState *omi = state;
    const Cursor extensions = tum_cursor_object(at, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, "OMI_physics_body");
    tum_omi_see(&omi->body, &extension);
    if ((wanted & ASPECT_MOTION) != 0) {
        read_motion(reader, omi, node, &extension);
    }
    if ((wanted & ASPECT_COLLIDER) != 0) {
        omi->is_today = true;
        read_collider(reader, omi, node, &extension);
    }
    if ((wanted & ASPECT_TRIGGER) != 0) {
        omi->is_today = true;
        read_trigger(reader, omi, node, &extension);
    }
}

static void omi_close(SceneReader *reader, void *state)
{
    const OmiState *omi = state;
    add_groups(reader, omi);
    const bool has_tables = omi->surface.materials.count > 0 || omi->surface.filters.count > 0;
    if (omi->is_today || has_tables) {
        tum_reader_add_id(reader, has_tables || omi->has_gravity_factor ? "B5"
                                  : omi->has_trigger_nodes              ? "B4"
                                                                        : "B3");
    }
}

static const char *const omi_extensions[] = {"OMI_physics_body", "OMI_physics_shape", NULL};

const Dialect tum_omi_dialect = {
    .name = "OMI_physics_body",
    .extensions = omi_extensions,
    .answers_to = DIALECT_BIT(OMI),
    .open = omi_open,
    .aspects = omi_aspects,
    .read_node = omi_read_node,
    .close = omi_close,
};
