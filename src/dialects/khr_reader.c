// SPDX-License-Identifier: MIT
// KHR_physics_rigid_bodies: what a node carries: motion, collider, trigger, joint.
#include "dialects/khr_reader.h"

#include "dialects/motion_members.h"
#include "dialects/trigger_members.h"
#include "math/scalar.h"

#include <float.h>
#include <math.h>

static const double infinite = (double)INFINITY;

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

KhrState *tum_khr_open(SceneReader *reader, const KhrForm *form)
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

// Motion.

// Zero means infinite, component by component (decision D3).
static void read_inertia(const Cursor *motion, double inertia[3])
{
    double found[3];
    if (!tum_read_vector(motion, "inertiaDiagonal", found, 3)) {
        return;
    }
    const Cursor array = tum_cursor_member(motion, "inertiaDiagonal");
    for (size_t i = 0; i < 3; ++i) {
        if (found[i] < 0.0) {
            const Cursor item = tum_cursor_item(&array, i);
            tum_cursor_report(&item, CODE_VALUE_NOT_IN_RANGE,
                              "%g is below the minimum 0; the moment is computed.", found[i]);
        } else {
            inertia[i] = found[i] > 0.0 ? found[i] : infinite;
        }
    }
    tum_check_moments(&array, inertia);
}

static void read_mass(const Cursor *motion, MotionDef *made)
{
    if (!tum_read_number(motion, "mass", 0.0, &made->mass)) {
        made->mass_is_unknown = reader_has(motion, "mass");
        return;
    }
    made->mass_origin = TUM_ORIGIN_AUTHORED;
    if (made->mass == 0.0) {
        made->mass = infinite;
    }
}

static void check_gravity(const Cursor *motion, const MotionDef *made)
{
    const bool is_infinite = made->mass > (double)FLT_MAX && made->kind == TUM_BODY_DYNAMIC;
    if (is_infinite && made->gravity_factor != 1.0 && made->gravity_factor != 0.0) {
        const Cursor at = tum_cursor_member(motion, "gravityFactor");
        tum_cursor_report(&at, CODE_PHYSICS_INFINITE_MASS_GRAVITY,
                          "A body of infinite mass does not fall: %g has no effect.",
                          made->gravity_factor);
        reader_decision(&at, "D3");
    }
}

static void read_motion(SceneReader *reader, int32_t node, const Cursor *extension)
{
    const Cursor motion = tum_cursor_object(extension, "motion");
    MotionDef made = tum_default_motion_def();
    bool is_kinematic = false;
    tum_cursor_boolean(&motion, "isKinematic", &is_kinematic);
    made.node = node;
    made.kind = is_kinematic ? TUM_BODY_KINEMATIC : TUM_BODY_DYNAMIC;
    made.velocity_space = VELOCITY_IN_NODE;
    made.pointer = tum_reader_pointer(reader, &motion);
    read_mass(&motion, &made);
    read_inertia(&motion, made.inertia);
    tum_read_inertia_rotation(&motion, made.inertia_rotation);
    if (tum_read_vector(&motion, "centerOfMass", made.center_of_mass, 3)) {
        made.center_rule = CENTER_AUTHORED;
    }
    tum_read_vector(&motion, "linearVelocity", made.linear_velocity, 3);
    tum_read_vector(&motion, "angularVelocity", made.angular_velocity, 3);
    tum_read_number(&motion, "gravityFactor", -(double)FLT_MAX, &made.gravity_factor);
    check_gravity(&motion, &made);
    tum_scene_builder_motion(reader->builder, &made);
}

// Colliders and triggers.

static int form_count(const Cursor *object)
{
    return reader_has(object, "geometry") + reader_has(object, "shape") +
           reader_has(object, "collider");
}

static void read_collider(SceneReader *reader, KhrState *state, int32_t node,
                          const Cursor *extension)
{
    const Cursor collider = tum_cursor_object(extension, "collider");
    ColliderDef made = {.node = node, .shape = -1, .group = -1};
    const int forms = form_count(&collider);
    if (forms == 0) {
        tum_read_required(&collider, "geometry");
    } else if (forms > 1) {
        tum_cursor_report(&collider, CODE_ONE_OF_MISMATCH,
                          "The geometry is given in two ways; the newest counts.");
    }
    if (forms > 0) {
        made.shape = tum_khr_shape(reader, state, node, &collider);
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
    const int forms = form_count(&trigger) + reader_has(&trigger, "nodes");
    if (forms != 1) {
        tum_cursor_report(&trigger, CODE_ONE_OF_MISMATCH,
                          "A trigger has exactly one of 'geometry', 'shape' and 'nodes'.");
    }
    // Of several the newest counts: `nodes` came after `shape` and before `geometry`.
    if (reader_has(&trigger, "nodes") && !reader_has(&trigger, "geometry")) {
        read_compound(reader, node, &trigger);
        return;
    }
    TriggerDef made = {.node = node, .shape = -1};
    if (forms > 0) {
        made.shape = tum_khr_shape(reader, state, node, &trigger);
    }
    made.filter = tum_surface_filter(&state->surface, &trigger);
    if (made.shape >= 0) {
        made.pointer = tum_reader_pointer(reader, &trigger);
        tum_scene_builder_trigger(reader->builder, &made);
    }
}

// Joints.

// The node at the other end, or -1 when the joint cannot be.
static int32_t read_connected_node(SceneReader *reader, int32_t node, const Cursor *joint)
{
    if (!tum_read_required(joint, "connectedNode")) {
        return -1;
    }
    const int32_t connected = tum_cursor_index(joint, "connectedNode", reader->node_count);
    const Cursor at = tum_cursor_member(joint, "connectedNode");
    if (connected == node) {
        tum_cursor_report(&at, CODE_PHYSICS_JOINT_SELF,
                          "The joint connects node %d to itself; it is ignored.", (int)node);
        return -1;
    }
    if (connected >= 0 && !tum_document_node(reader->document, (size_t)connected)->in_scene) {
        tum_cursor_report(&at, CODE_PHYSICS_JOINT_NODE_NOT_IN_SCENE,
                          "Node %d is outside the active scene; the joint is ignored.",
                          (int)connected);
        return -1;
    }
    return connected;
}

// What the joint does; without a description that can be found, nothing but keeping the two sides
// from colliding.
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
    const int32_t connected = read_connected_node(reader, node, &joint);
    const JointDescription description = read_joint_description(state, &joint);
    JointDef made = {.node_a = node,
                     .node_b = connected,
                     .limits = description.limits,
                     .limit_count = description.limit_count,
                     .drives = description.drives,
                     .drive_count = description.drive_count,
                     .description = description.pointer};
    tum_cursor_boolean(&joint, "enableCollision", &made.enable_collision);
    if (connected >= 0 && tum_reader_expand(reader, made.limit_count + made.drive_count)) {
        made.pointer = tum_reader_pointer(reader, &joint);
        tum_scene_builder_joint(reader->builder, &made);
    }
}

// The node.

unsigned tum_khr_aspects(const void *state, const Cursor *node)
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

void tum_khr_read_node(SceneReader *reader, void *state, int32_t node, const Cursor *at,
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
        read_motion(reader, node, &extension);
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

// The dialect.

static const KhrForm khr_form = {.name = "KHR_physics_rigid_bodies"};

static void *khr_open(SceneReader *reader)
{
    return tum_khr_open(reader, &khr_form);
}

static const char *draft_id(const KhrTraces *traces)
{
    return traces->mesh_flags     ? "K5"
           : traces->shape_object ? "K4"
           : traces->mesh_type    ? "K3"
                                  : "K2";
}

// Ids for people (spec/dialects.md section 2.4).
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
    .open = khr_open,
    .aspects = tum_khr_aspects,
    .read_node = tum_khr_read_node,
    .close = khr_close,
};
