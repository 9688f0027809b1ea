// SPDX-License-Identifier: MIT
// khr_reader.c: the KHR line of rigid bodies, in all revisions: motion, collider, trigger and joint
// of a node.
//
// One extension name covers several incompatible revisions, and files mix them, so every object is
// read by its members (docs/dialects.md#how-revisions-are-told-apart). khr_geometry.c reads the
// geometry of colliders and triggers.
#include "dialects/dialect.h"
#include "dialects/joint_description.h"
#include "dialects/khr_geometry.h"
#include "dialects/rigid_joint.h"
#include "dialects/rigid_motion.h"
#include "dialects/surface_tables.h"
#include "dialects/trigger_members.h"

/// The differences between dialects of the line.
typedef struct KhrForm {
    const char *name; ///< Name of the extension, on nodes and on the root.
    JointRules joints;
} KhrForm;

typedef struct KhrState {
    const KhrForm *form;
    KhrShapes *shapes;
    SurfaceTables surface;
    RootTable joints;                 ///< physicsJoints
    RootTable joint_limits;           ///< physicsJointLimits, K0 and K1
    JointDescription *joint_of;       ///< [joints.count]
    JointDescription *joint_limit_of; ///< [joint_limits.count]
    bool is_declared;                 ///< extensionsUsed names the extension.
    bool is_seen;                     ///< On the root or on a node.
} KhrState;

// Tables of the root.

static JointDescription *read_descriptions(SceneReader *reader, RootTable *table,
                                           const KhrForm *form)
{
    JointDescription *made = tum_arena_zeroed(&reader->arena, table->count, sizeof *made);
    for (size_t i = 0; made != NULL && i < table->count; ++i) {
        const Cursor item = tum_cursor_object_at(&table->items, i);
        made[i] = tum_joint_description_read(reader, &item, &form->joints);
    }
    return made;
}

static KhrState *open_form(SceneReader *reader, const KhrForm *form)
{
    KhrState *state = tum_arena_zeroed(&reader->arena, 1, sizeof *state);
    KhrShapes *shapes = tum_khr_shapes(reader);
    if (state == NULL || shapes == NULL) {
        return NULL;
    }
    state->form = form;
    state->shapes = shapes;
    state->is_declared = tum_reader_declares(reader, form->name);
    tum_surface_tables_open(&state->surface, reader, form->name, TUM_COMBINE_NONE);
    tum_root_table_open(&state->joints, reader, form->name, "physicsJoints");
    tum_root_table_open(&state->joint_limits, reader, form->name, "physicsJointLimits");
    state->joint_of = read_descriptions(reader, &state->joints, form);
    state->joint_limit_of = read_descriptions(reader, &state->joint_limits, form);
    state->is_seen = tum_root_table_has_owner(&state->joints);
    if (state->is_seen && !state->is_declared) {
        tum_reader_report_undeclared(&state->joints.owner, form->name);
    }
    return state->joint_of != NULL && state->joint_limit_of != NULL ? state : NULL;
}

// Colliders and triggers.

static int form_count(const Cursor *object)
{
    return reader_has(object, "geometry") + reader_has(object, "shape") +
           reader_has(object, "collider");
}

// True where a collider or trigger has the form of the requested revisions: the draft has no
// `geometry`, newer ones no index into the draft's table, and glTF 2.1 none into the table of an
// extension.
static bool is_asked_for(SceneReader *reader, KhrState *state, const Cursor *object)
{
    const KhrShapes *shapes = state->shapes;
    const Cursor geometry = tum_cursor_member(object, "geometry");
    const bool is_new = tum_cursor_exists(&geometry);
    const bool is_old = reader_has(object, "shape") || reader_has(object, "collider");
    bool is_left_out = false;
    if (reader->dialect == TUM_DIALECT_KHR_DRAFT) {
        is_left_out = is_new && !is_old;
    } else if (reader->dialect == TUM_DIALECT_KHR) {
        is_left_out = is_old && !is_new && tum_root_table_has_owner(&shapes->draft.root);
    } else if (reader->dialect == TUM_DIALECT_GLTF21) {
        const bool has_index = is_new ? reader_has(&geometry, "shape") : is_old;
        is_left_out = has_index && !shapes->has_core;
    }
    if (is_left_out) {
        tum_reader_report_left_out(reader, object);
    }
    return !is_left_out;
}

static void read_collider(SceneReader *reader, KhrState *state, int32_t node,
                          const Cursor *extension)
{
    const Cursor collider = tum_cursor_object(extension, "collider");
    if (!is_asked_for(reader, state, &collider)) {
        return;
    }
    ColliderDef made = {.node = node, .shape = -1, .group = -1};
    const int forms = form_count(&collider);
    if (forms == 0) {
        tum_read_required(&collider, "geometry");
    } else if (forms > 1) {
        tum_cursor_report(&collider, CODE_ONE_OF_MISMATCH,
                          "The geometry is given in two ways; the newest counts.");
    }
    if (forms > 0) {
        made.shape = tum_khr_shape(reader, state->shapes, node, &collider);
    }
    made.material = tum_surface_material(&state->surface, &collider);
    made.filter = tum_surface_filter(&state->surface, &collider);
    if (made.shape >= 0) {
        made.pointer = tum_reader_pointer(reader, &collider);
        tum_scene_builder_collider(reader->builder, &made);
    }
}

static void read_compound(SceneReader *reader, int32_t node, const Cursor *trigger)
{
    if (reader_has(trigger, "collisionFilter")) {
        tum_cursor_report(trigger, CODE_ONE_OF_MISMATCH,
                          "A trigger of 'nodes' has no 'collisionFilter'; its members have.");
    }
    const char *pointer = tum_reader_pointer(reader, trigger);
    TriggerDef made = {.node = node, .shape = -1, .filter = -1, .pointer = pointer};
    made.member_count = tum_trigger_members_read(reader, node, trigger, pointer, &made.members);
    if (made.member_count > 0) {
        tum_scene_builder_trigger(reader->builder, &made);
    }
}

static void read_trigger(SceneReader *reader, KhrState *state, int32_t node,
                         const Cursor *extension)
{
    const Cursor trigger = tum_cursor_object(extension, "trigger");
    if (!is_asked_for(reader, state, &trigger)) {
        return;
    }
    const int forms = form_count(&trigger) + reader_has(&trigger, "nodes");
    if (forms != 1) {
        tum_cursor_report(&trigger, CODE_ONE_OF_MISMATCH,
                          "A trigger has exactly one of 'geometry', 'shape' and 'nodes'.");
    }
    // Among several members the newest counts: `nodes` came after `shape` and before `geometry`.
    if (reader_has(&trigger, "nodes") && !reader_has(&trigger, "geometry")) {
        read_compound(reader, node, &trigger);
        return;
    }
    TriggerDef made = {.node = node, .shape = -1};
    if (forms > 0) {
        made.shape = tum_khr_shape(reader, state->shapes, node, &trigger);
    }
    made.filter = tum_surface_filter(&state->surface, &trigger);
    if (made.shape >= 0) {
        made.pointer = tum_reader_pointer(reader, &trigger);
        tum_scene_builder_trigger(reader->builder, &made);
    }
}

// Joints.

// The description of a joint; without one the joint only disables collisions between its two sides.
static JointDescription read_joint_description(const KhrState *state, const Cursor *joint)
{
    const bool has_newer = reader_has(joint, "joint");
    const bool has_older = reader_has(joint, "jointLimits");
    int32_t index = -1;
    if (has_newer && has_older) {
        tum_cursor_report(joint, CODE_ONE_OF_MISMATCH,
                          "Both 'joint' and 'jointLimits' are given; the first is used.");
    }
    if (has_newer || !has_older) {
        if (tum_read_required(joint, "joint")) {
            index = tum_read_reference(joint, "joint", &state->joints);
        }
        return index >= 0 ? state->joint_of[index] : (JointDescription){0};
    }
    index = tum_read_reference(joint, "jointLimits", &state->joint_limits);
    return index >= 0 ? state->joint_limit_of[index] : (JointDescription){0};
}

static void read_joint(SceneReader *reader, const KhrState *state, int32_t node,
                       const Cursor *extension)
{
    const Cursor joint = tum_cursor_object(extension, "joint");
    const JointDescription description = read_joint_description(state, &joint);
    tum_rigid_joint_read(reader, node, &joint, &description, false);
}

// The node.

static unsigned khr_aspects(const void *state, const Cursor *node)
{
    const KhrState *khr = state;
    const Cursor extensions = tum_cursor_object(node, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, khr->form->name);
    const Cursor motion = tum_cursor_object(&extension, "motion");
    const Cursor collider = tum_cursor_object(&extension, "collider");
    const Cursor trigger = tum_cursor_object(&extension, "trigger");
    const Cursor joint = tum_cursor_object(&extension, "joint");
    unsigned aspects = tum_cursor_exists(&motion) ? ASPECT_MOTION : 0;
    aspects |= tum_cursor_exists(&collider) ? ASPECT_COLLIDER : 0;
    aspects |= tum_cursor_exists(&joint) ? ASPECT_JOINT : 0;
    if (tum_cursor_exists(&trigger)) {
        aspects |= ASPECT_TRIGGER;
        aspects |= reader_has(&trigger, "nodes") ? ASPECT_COMPOUND : 0;
    }
    return aspects;
}

static void khr_read_node(SceneReader *reader, void *state, int32_t node, const Cursor *at,
                          unsigned wanted)
{
    KhrState *khr = state;
    const Cursor extensions = tum_cursor_object(at, "extensions");
    const Cursor extension = tum_cursor_object(&extensions, khr->form->name);
    khr->is_seen = true;
    if (!khr->is_declared) {
        tum_reader_report_undeclared(&extension, khr->form->name);
    }
    if ((wanted & ASPECT_MOTION) != 0) {
        const Cursor motion = tum_cursor_object(&extension, "motion");
        tum_rigid_motion_read(reader, node, &motion, &(MotionRules){0});
    }
    if ((wanted & ASPECT_COLLIDER) != 0) {
        read_collider(reader, khr, node, &extension);
    }
    if ((wanted & ASPECT_TRIGGER) != 0) {
        read_trigger(reader, khr, node, &extension);
    }
    if ((wanted & ASPECT_JOINT) != 0) {
        read_joint(reader, khr, node, &extension);
    }
}

// The dialects.

static const KhrForm khr_form = {.name = "KHR_physics_rigid_bodies"};

static void *khr_open(SceneReader *reader)
{
    return open_form(reader, &khr_form);
}

static const char *draft_id(const KhrTraces *traces)
{
    return traces->mesh_flags     ? "K5"
           : traces->shape_object ? "K4"
           : traces->mesh_type    ? "K3"
                                  : "K2";
}

// Adds ids for users (docs/dialects.md#how-revisions-are-told-apart).
static void khr_close(SceneReader *reader, void *state)
{
    const KhrState *khr = state;
    const KhrTraces *traces = &khr->shapes->traces;
    const bool has_implicit = tum_root_table_has_owner(&khr->shapes->implicit.root);
    const bool has_draft = tum_root_table_has_owner(&khr->shapes->draft.root);
    if (traces->geometry_node && traces->geometry_mesh) {
        tum_cursor_report(&reader->root, CODE_PHYSICS_DIALECT_MIXED,
                          "Both 'geometry.node' and 'geometry.mesh' are used (K6, K7).");
        tum_reader_add_id(reader, "K6");
    }
    if (has_implicit || traces->geometry || (khr->is_seen && !has_draft)) {
        tum_reader_add_id(reader, traces->geometry_mesh ? "K7" : "K6");
    }
    if (khr->is_seen && has_draft) {
        tum_reader_add_id(reader, draft_id(traces));
    }
    if (traces->core_shape) {
        tum_reader_add_id(reader, "G21");
    }
}

static const char *const khr_extensions[] = {"KHR_physics_rigid_bodies", "KHR_implicit_shapes",
                                             "KHR_collision_shapes", NULL};

const Dialect tum_khr_dialect = {
    .name = "KHR_physics_rigid_bodies",
    .extensions = khr_extensions,
    .answers_to = DIALECT_BIT(KHR) | DIALECT_BIT(KHR_DRAFT) | DIALECT_BIT(GLTF21),
    .open = khr_open,
    .aspects = khr_aspects,
    .read_node = khr_read_node,
    .close = khr_close,
};

// KHR_rigid_bodies, in use from 2023-08 to 2023-11. Its exporters left out limits of zero, so a
// limit without a range is locked (decision D7).
static const KhrForm early_form = {.name = "KHR_rigid_bodies",
                                   .joints = {.locks_open_limits = true}};

static void *early_open(SceneReader *reader)
{
    return open_form(reader, &early_form);
}

static void early_close(SceneReader *reader, void *state)
{
    const KhrState *khr = state;
    if (khr->is_seen) {
        tum_reader_add_id(reader, khr->shapes->is_oldest ? "K0" : "K1");
    }
}

static const char *const early_extensions[] = {"KHR_rigid_bodies", "KHR_collision_shapes", NULL};

const Dialect tum_khr_early_dialect = {
    .name = "KHR_rigid_bodies",
    .extensions = early_extensions,
    .answers_to = DIALECT_BIT(KHR_DRAFT),
    .open = early_open,
    .aspects = khr_aspects,
    .read_node = khr_read_node,
    .close = early_close,
};
