// SPDX-License-Identifier: MIT
// msft_reader.c: MSFT_rigid_bodies and MSFT_RigidBodies: M1, M2 and M3.
//
// M3 is the KHR draft under other names: `collider: {collider: 0}`, `joint: {jointLimits: 0}`. In
// M1 and M2 a collider is a bare index beside a bare `physicsMaterial`; without a material it is a
// trigger. A filter belongs to the entry of the table.
#include "dialects/msft_reader.h"

#include "dialects/msft_shape.h"
#include "dialects/surface_tables.h"

#include <string.h>

typedef struct MsftForm {
    const char *name;    ///< Name of the extension, on nodes and on the root.
    const char *shapes;  ///< The extension with the table `colliders`.
    const char *flat_id; ///< Id of the flat revision.
    bool is_always_flat; ///< The extension ended before the nested form.
} MsftForm;

enum { SHAPE_UNREAD = -2 };

typedef struct MsftState {
    const MsftForm *form;
    RootTable shapes;
    ShapeType *shape_types; ///< [shapes.count]
    int32_t *shape_of;      ///< [shapes.count] Index in the scene, -1, or SHAPE_UNREAD.
    int32_t *filter_of;     ///< [shapes.count] Index in the scene, or -1.
    SurfaceTables surface;
    RootTable joint_limits;
    JointDescription *joint_limit_of; ///< [joint_limits.count]
    bool is_declared;                 ///< extensionsUsed names the extension.
    bool is_seen;                     ///< On the root or on a node.
    bool is_flat, is_nested;          ///< A node has the form of M1 and M2; of M3.
} MsftState;

static bool is_index(const Cursor *value)
{
    return tum_cursor_kind(value) == JSON_NUMBER;
}

// Materials.

// physics_material_combine_types[0] of eoineoineoin/glTF_Physics_Blender_Exporter is AVERAGE, and
// is not written; the generator's name is that of the exporter it extends.
static const char exporter[] = "Khronos glTF Blender I/O";

static bool is_from_exporter(const SceneReader *reader)
{
    Cursor root = reader->root;
    root.report = NULL; // The check of the document files faults of the asset.
    const Cursor asset = tum_cursor_object(&root, "asset");
    const char *generator = "";
    tum_cursor_text(&asset, "generator", &generator);
    return strncmp(generator, exporter, strlen(exporter)) == 0;
}

TumCombine tum_msft_absent_combine(const SceneReader *reader, const char *extension)
{
    if (!is_from_exporter(reader)) {
        return TUM_COMBINE_NONE;
    }
    const Cursor owner = tum_cursor_member(&reader->extensions, extension);
    const Cursor table = tum_cursor_member(&owner, "physicsMaterials");
    bool is_given = false, is_absent = false;
    for (size_t i = 0; i < tum_cursor_count(&table); ++i) {
        const Cursor item = tum_cursor_item(&table, i);
        const int count =
            reader_has(&item, "frictionCombine") + reader_has(&item, "restitutionCombine");
        is_given |= count > 0;
        is_absent |= count < 2;
    }
    // Where no material has a mode, all pairs are averaged in either case.
    if (is_given && is_absent) {
        tum_cursor_report(&table, CODE_PHYSICS_COMBINE_ASSUMED,
                          "Where no combine mode is given it is average, which the exporter of "
                          "this file leaves out.");
        reader_decision(&table, "D4");
    }
    return TUM_COMBINE_AVERAGE;
}

// Tables of the root.

static bool table_has_masks(const RootTable *table)
{
    for (size_t i = 0; i < table->count; ++i) {
        const Cursor item = tum_cursor_item(&table->items, i);
        if (tum_msft_has_masks(&item)) {
            return true;
        }
    }
    return false;
}

// Meshes are read on first use.
static bool read_shapes(SceneReader *reader, MsftState *state)
{
    RootTable *table = &state->shapes;
    tum_root_table_open(table, reader, state->form->shapes, "colliders");
    tum_root_table_check_declared(table, reader);
    state->shape_types = tum_arena_zeroed(&reader->arena, table->count, sizeof *state->shape_types);
    state->shape_of = tum_arena_zeroed(&reader->arena, table->count, sizeof(int32_t));
    state->filter_of = tum_arena_zeroed(&reader->arena, table->count, sizeof(int32_t));
    if (state->shape_types == NULL || state->shape_of == NULL || state->filter_of == NULL) {
        return false;
    }
    const bool by_masks = table_has_masks(table);
    for (size_t i = 0; i < table->count; ++i) {
        const Cursor item = tum_cursor_object_at(&table->items, i);
        state->shape_of[i] = state->filter_of[i] = -1;
        if (!tum_cursor_exists(&item)) {
            continue;
        }
        const ShapeType type = tum_shape_type_read(&item, &tum_msft_shapes);
        state->shape_types[i] = type;
        state->shape_of[i] =
            type >= SHAPE_TYPE_CONVEX ? SHAPE_UNREAD : tum_msft_shape_read(reader, &item, type, -1);
        state->filter_of[i] = tum_msft_filter_read(reader, &item, by_masks);
    }
    return true;
}

static bool read_limits(SceneReader *reader, MsftState *state)
{
    RootTable *table = &state->joint_limits;
    tum_root_table_open(table, reader, state->form->name, "physicsJointLimits");
    state->joint_limit_of =
        tum_arena_zeroed(&reader->arena, table->count, sizeof *state->joint_limit_of);
    for (size_t i = 0; state->joint_limit_of != NULL && i < table->count; ++i) {
        const Cursor item = tum_cursor_object_at(&table->items, i);
        state->joint_limit_of[i] = tum_joint_description_read(reader, &item, &msft_limit_rules);
    }
    return state->joint_limit_of != NULL;
}

// Finds the forms in the document, in any scene: M1 and M2 allow a joint to the world, M3 does not.
static void note_forms(SceneReader *reader, MsftState *state)
{
    for (size_t i = 0; i < reader->node_count; ++i) {
        const Cursor node = tum_cursor_item(&reader->nodes, i);
        const Cursor extensions = tum_cursor_member(&node, "extensions");
        const Cursor extension = tum_cursor_member(&extensions, state->form->name);
        const Cursor collider = tum_cursor_member(&extension, "collider");
        state->is_flat |= reader_has(&extension, "rigidBody") || is_index(&collider);
        state->is_nested |= reader_has(&extension, "motion") || reader_has(&extension, "trigger") ||
                            tum_cursor_kind(&collider) == JSON_OBJECT;
    }
}

static void *open_form(SceneReader *reader, const MsftForm *form, const Dialect *dialect)
{
    MsftState *state = tum_arena_zeroed(&reader->arena, 1, sizeof *state);
    if (state == NULL) {
        return NULL;
    }
    state->form = form;
    state->is_declared = tum_reader_declares(reader, form->name);
    tum_surface_tables_open(&state->surface, reader, form->name,
                            tum_msft_absent_combine(reader, form->name));
    if (!read_shapes(reader, state) || !read_limits(reader, state)) {
        return NULL;
    }
    if (tum_dialect_is_on_nodes(reader, dialect)) {
        note_forms(reader, state);
    }
    state->is_seen = tum_root_table_has_owner(&state->joint_limits);
    tum_root_table_check_declared(&state->joint_limits, reader);
    return state;
}

// Content of nodes.

static unsigned msft_aspects(const void *opened, const Cursor *node)
{
    const MsftState *state = opened;
    const Cursor extensions = tum_cursor_object(node, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, state->form->name);
    const Cursor motion = tum_cursor_object(&extension, "motion");
    const Cursor rigid_body = tum_cursor_object(&extension, "rigidBody");
    const Cursor trigger = tum_cursor_object(&extension, "trigger");
    const Cursor joint = tum_cursor_object(&extension, "joint");
    const Cursor collider = tum_cursor_member(&extension, "collider");
    unsigned aspects = 0;
    if (tum_cursor_exists(&motion) || tum_cursor_exists(&rigid_body)) {
        aspects |= ASPECT_MOTION;
    }
    if (is_index(&collider)) {
        aspects |= reader_has(&extension, "physicsMaterial") ? ASPECT_COLLIDER : ASPECT_TRIGGER;
    } else {
        const Cursor object = tum_cursor_object(&extension, "collider");
        aspects |= tum_cursor_exists(&object) ? ASPECT_COLLIDER : 0;
    }
    aspects |= tum_cursor_exists(&trigger) ? ASPECT_TRIGGER : 0;
    aspects |= tum_cursor_exists(&joint) ? ASPECT_JOINT : 0;
    return aspects;
}

static void read_motion(SceneReader *reader, int32_t node, const Cursor *extension)
{
    const bool is_newer = reader_has(extension, "motion");
    if (is_newer && reader_has(extension, "rigidBody")) {
        tum_cursor_report(extension, CODE_ONE_OF_MISMATCH,
                          "Both 'motion' and 'rigidBody' are given; the first is used.");
    }
    const Cursor motion = tum_cursor_object(extension, is_newer ? "motion" : "rigidBody");
    tum_rigid_motion_read(reader, node, &motion, &msft_motion_rules);
}

// The shape of `object` under `collider`; *index is its place in the table, or -1.
static int32_t read_shape(SceneReader *reader, MsftState *state, int32_t node, const Cursor *object,
                          int32_t *index)
{
    *index = -1;
    if (!tum_read_required(object, "collider")) {
        return -1;
    }
    *index = tum_read_reference(object, "collider", &state->shapes);
    if (*index < 0) {
        return -1;
    }
    int32_t *shape = &state->shape_of[*index];
    if (*shape == SHAPE_UNREAD) {
        const Cursor item = tum_cursor_object_at(&state->shapes.items, (size_t)*index);
        *shape = tum_msft_shape_read(reader, &item, state->shape_types[*index], node);
    }
    return *shape;
}

// Reads the form of M1 and M2: all members side by side on the node.
static void read_flat(SceneReader *reader, MsftState *state, int32_t node, const Cursor *extension,
                      const Cursor *collider, bool is_trigger)
{
    int32_t index = -1;
    const int32_t shape = read_shape(reader, state, node, extension, &index);
    const int32_t filter = index >= 0 ? state->filter_of[index] : -1;
    const char *pointer = tum_reader_pointer(reader, collider);
    if (is_trigger) {
        const TriggerDef made = {
            .node = node, .shape = shape, .filter = filter, .pointer = pointer};
        if (shape >= 0) {
            tum_scene_builder_trigger(reader->builder, &made);
        }
        return;
    }
    const ColliderDef made = {.node = node,
                              .shape = shape,
                              .material = tum_surface_material(&state->surface, extension),
                              .filter = filter,
                              .group = -1,
                              .pointer = pointer};
    if (shape >= 0) {
        tum_scene_builder_collider(reader->builder, &made);
    }
}

static void read_collider(SceneReader *reader, MsftState *state, int32_t node,
                          const Cursor *extension)
{
    const Cursor value = tum_cursor_member(extension, "collider");
    if (is_index(&value)) {
        read_flat(reader, state, node, extension, &value, false);
        return;
    }
    int32_t index = -1;
    const ColliderDef made = {.node = node,
                              .shape = read_shape(reader, state, node, &value, &index),
                              .material = tum_surface_material(&state->surface, &value),
                              .filter = tum_surface_filter(&state->surface, &value),
                              .group = -1,
                              .pointer = tum_reader_pointer(reader, &value)};
    if (made.shape >= 0) {
        tum_scene_builder_collider(reader->builder, &made);
    }
}

static void read_trigger(SceneReader *reader, MsftState *state, int32_t node,
                         const Cursor *extension)
{
    const Cursor trigger = tum_cursor_object(extension, "trigger");
    if (!tum_cursor_exists(&trigger)) {
        const Cursor collider = tum_cursor_member(extension, "collider");
        read_flat(reader, state, node, extension, &collider, true);
        return;
    }
    int32_t index = -1;
    const TriggerDef made = {.node = node,
                             .shape = read_shape(reader, state, node, &trigger, &index),
                             .filter = tum_surface_filter(&state->surface, &trigger),
                             .pointer = tum_reader_pointer(reader, &trigger)};
    if (made.shape >= 0) {
        tum_scene_builder_trigger(reader->builder, &made);
    }
}

static void read_joint(SceneReader *reader, const MsftState *state, int32_t node,
                       const Cursor *extension)
{
    const Cursor joint = tum_cursor_object(extension, "joint");
    JointDescription description = {0};
    if (reader_has(&joint, "constraints") && !reader_has(&joint, "jointLimits")) {
        description = tum_joint_description_read(reader, &joint, &msft_inline_limit_rules);
    } else if (tum_read_required(&joint, "jointLimits")) {
        const int32_t index = tum_read_reference(&joint, "jointLimits", &state->joint_limits);
        description = index >= 0 ? state->joint_limit_of[index] : description;
    }
    const bool may_be_open = state->is_flat || state->form->is_always_flat;
    tum_rigid_joint_read(reader, node, &joint, &description, may_be_open);
}

static void msft_read_node(SceneReader *reader, void *opened, int32_t node, const Cursor *at,
                           unsigned wanted)
{
    MsftState *state = opened;
    const Cursor extensions = tum_cursor_object(at, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, state->form->name);
    state->is_seen = true;
    if (!state->is_declared) {
        tum_reader_report_undeclared(&extension, state->form->name);
    }
    if ((wanted & ASPECT_MOTION) != 0) {
        read_motion(reader, node, &extension);
    }
    if ((wanted & ASPECT_COLLIDER) != 0) {
        read_collider(reader, state, node, &extension);
    }
    if ((wanted & ASPECT_TRIGGER) != 0) {
        read_trigger(reader, state, node, &extension);
    }
    if ((wanted & ASPECT_JOINT) != 0) {
        read_joint(reader, state, node, &extension);
    }
}

static void msft_close(SceneReader *reader, void *opened)
{
    const MsftState *state = opened;
    if (!state->is_seen) {
        return;
    }
    if (state->is_flat || state->form->is_always_flat) {
        tum_reader_add_id(reader, state->form->flat_id);
    }
    if (!state->form->is_always_flat && (state->is_nested || !state->is_flat)) {
        tum_reader_add_id(reader, "M3");
    }
}

// The two names.

static const MsftForm snake_form = {
    .name = "MSFT_rigid_bodies", .shapes = "MSFT_collision_primitives", .flat_id = "M2"};
static const MsftForm camel_form = {.name = "MSFT_RigidBodies",
                                    .shapes = "MSFT_CollisionPrimitives",
                                    .flat_id = "M1",
                                    .is_always_flat = true};

static void *snake_open(SceneReader *reader)
{
    return open_form(reader, &snake_form, &tum_msft_dialect);
}

static void *camel_open(SceneReader *reader)
{
    return open_form(reader, &camel_form, &tum_msft_camel_dialect);
}

static const char *const snake_extensions[] = {"MSFT_rigid_bodies", "MSFT_collision_primitives",
                                               NULL};
static const char *const camel_extensions[] = {"MSFT_RigidBodies", "MSFT_CollisionPrimitives",
                                               NULL};

const Dialect tum_msft_dialect = {
    .name = "MSFT_rigid_bodies",
    .extensions = snake_extensions,
    .answers_to = DIALECT_BIT(MSFT),
    .open = snake_open,
    .aspects = msft_aspects,
    .read_node = msft_read_node,
    .close = msft_close,
};

const Dialect tum_msft_camel_dialect = {
    .name = "MSFT_RigidBodies",
    .extensions = camel_extensions,
    .answers_to = DIALECT_BIT(MSFT),
    .open = camel_open,
    .aspects = msft_aspects,
    .read_node = msft_read_node,
    .close = msft_close,
};
