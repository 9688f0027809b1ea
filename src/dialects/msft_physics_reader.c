// SPDX-License-Identifier: MIT
// msft_physics_reader.c: MSFT_physics (M0), with shapes, filters and limits on the nodes that use
// them, and gravity on the scene.
#include "dialects/msft_reader.h"

#include "dialects/msft_shape.h"
#include "dialects/surface_tables.h"

static const char name[] = "MSFT_physics";

typedef struct PhysicsState {
    SurfaceTables surface; ///< Materials; M0 has no table of filters.
    bool by_masks;         ///< A collider or trigger has its filter as masks.
    bool is_declared;      ///< extensionsUsed names the extension.
    bool is_seen;          ///< On the root, the scene or a node.
} PhysicsState;

static void note_seen(PhysicsState *state, const Cursor *extension)
{
    if (tum_cursor_exists(extension)) {
        state->is_seen = true;
        if (!state->is_declared) {
            tum_reader_report_undeclared(extension, name);
        }
    }
}

static void read_gravity(SceneReader *reader, PhysicsState *state)
{
    Cursor root = reader->root;
    root.report = NULL; // Faults of the scenes are filed by the reader of the nodes.
    const Cursor scenes = tum_cursor_array(&root, "scenes");
    const int32_t named = tum_cursor_index(&root, "scene", tum_cursor_count(&scenes));
    Cursor scene = tum_cursor_object_at(&scenes, named >= 0 ? (size_t)named : 0);
    scene.report = reader->report;
    const Cursor extensions = tum_cursor_object(&scene, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, name);
    double gravity[4] = {0.0};
    note_seen(state, &extension);
    if (tum_read_vector(&extension, "gravity", gravity, 3)) {
        tum_scene_builder_gravity(reader->builder, gravity);
    }
}

static bool has_masks(const SceneReader *reader)
{
    for (size_t i = 0; i < reader->node_count; ++i) {
        const Cursor node = tum_cursor_item(&reader->nodes, i);
        const Cursor extensions = tum_cursor_member(&node, "extensions");
        const Cursor extension = tum_cursor_member(&extensions, name);
        const Cursor collider = tum_cursor_member(&extension, "collider");
        const Cursor trigger = tum_cursor_member(&extension, "trigger");
        if (tum_msft_has_masks(&collider) || tum_msft_has_masks(&trigger)) {
            return true;
        }
    }
    return false;
}

static void *physics_open(SceneReader *reader)
{
    PhysicsState *state = tum_arena_zeroed(&reader->arena, 1, sizeof *state);
    if (state == NULL) {
        return NULL;
    }
    state->is_declared = tum_reader_declares(reader, name);
    tum_surface_tables_open(&state->surface, reader, name, tum_msft_absent_combine(reader, name));
    note_seen(state, &state->surface.materials.owner);
    read_gravity(reader, state);
    state->by_masks =
        tum_dialect_is_on_nodes(reader, &tum_msft_physics_dialect) && has_masks(reader);
    return state;
}

// `isEnabled: false` occurs in samples, but in no specification: the body becomes part of the
// static scene.
static Cursor enabled_body(const Cursor *extension)
{
    Cursor body = tum_cursor_object(extension, "rigidBody");
    bool is_enabled = true;
    Cursor quiet = body;
    quiet.report = NULL;
    tum_cursor_boolean(&quiet, "isEnabled", &is_enabled);
    if (!is_enabled) {
        body.value = NULL;
    }
    return body;
}

static unsigned physics_aspects(const void *opened, const Cursor *node)
{
    (void)opened;
    const Cursor extensions = tum_cursor_object(node, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, name);
    const Cursor body = enabled_body(&extension);
    const Cursor collider = tum_cursor_object(&extension, "collider");
    const Cursor trigger = tum_cursor_object(&extension, "trigger");
    const Cursor joint = tum_cursor_object(&extension, "joint");
    unsigned aspects = tum_cursor_exists(&body) ? ASPECT_MOTION : 0;
    aspects |= tum_cursor_exists(&collider) ? ASPECT_COLLIDER : 0;
    aspects |= tum_cursor_exists(&trigger) ? ASPECT_TRIGGER : 0;
    aspects |= tum_cursor_exists(&joint) ? ASPECT_JOINT : 0;
    return aspects;
}

static int32_t read_shape(SceneReader *reader, int32_t node, const Cursor *object)
{
    return tum_msft_shape_read(reader, object, tum_shape_type_read(object, &tum_msft_shapes), node);
}

static void read_collider(SceneReader *reader, const PhysicsState *state, int32_t node,
                          const Cursor *extension)
{
    const Cursor collider = tum_cursor_object(extension, "collider");
    const ColliderDef made = {.node = node,
                              .shape = read_shape(reader, node, &collider),
                              .material = tum_surface_material(&state->surface, &collider),
                              .filter = tum_msft_filter_read(reader, &collider, state->by_masks),
                              .group = -1,
                              .pointer = tum_reader_pointer(reader, &collider)};
    if (made.shape >= 0) {
        tum_scene_builder_collider(reader->builder, &made);
    }
}

static void read_trigger(SceneReader *reader, const PhysicsState *state, int32_t node,
                         const Cursor *extension)
{
    const Cursor trigger = tum_cursor_object(extension, "trigger");
    const TriggerDef made = {.node = node,
                             .shape = read_shape(reader, node, &trigger),
                             .filter = tum_msft_filter_read(reader, &trigger, state->by_masks),
                             .pointer = tum_reader_pointer(reader, &trigger)};
    if (made.shape >= 0) {
        tum_scene_builder_trigger(reader->builder, &made);
    }
}

static void read_joint(SceneReader *reader, int32_t node, const Cursor *extension)
{
    const Cursor joint = tum_cursor_object(extension, "joint");
    JointDescription description = {0};
    if (tum_read_required(&joint, "constraints")) {
        description = tum_joint_description_read(reader, &joint, &msft_inline_limit_rules);
    }
    tum_rigid_joint_read(reader, node, &joint, &description, true);
}

static void physics_read_node(SceneReader *reader, void *opened, int32_t node, const Cursor *at,
                              unsigned wanted)
{
    PhysicsState *state = opened;
    const Cursor extensions = tum_cursor_object(at, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, name);
    note_seen(state, &extension);
    if ((wanted & ASPECT_MOTION) != 0) {
        const Cursor body = enabled_body(&extension);
        tum_rigid_motion_read(reader, node, &body, &msft_motion_rules);
    }
    if ((wanted & ASPECT_COLLIDER) != 0) {
        read_collider(reader, state, node, &extension);
    }
    if ((wanted & ASPECT_TRIGGER) != 0) {
        read_trigger(reader, state, node, &extension);
    }
    if ((wanted & ASPECT_JOINT) != 0) {
        read_joint(reader, node, &extension);
    }
}

static void physics_close(SceneReader *reader, void *opened)
{
    const PhysicsState *state = opened;
    if (state->is_seen) {
        tum_reader_add_id(reader, "M0");
    }
}

static const char *const extensions_read[] = {name, NULL};

const Dialect tum_msft_physics_dialect = {
    .name = name,
    .extensions = extensions_read,
    .answers_to = DIALECT_BIT(MSFT),
    .open = physics_open,
    .aspects = physics_aspects,
    .read_node = physics_read_node,
    .close = physics_close,
};
