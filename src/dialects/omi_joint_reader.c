// SPDX-License-Identifier: MIT
// omi_joint_reader.c: OMI_physics_joint in both forms:
//
//     until 2024-09    constraints on the root; a node lists some, and names two bodies    J0
//     since then       physicsJoints on the root; a node names one, and the other frame    J1
//
// A range on several axes holds for each axis separately (decision D11), so it becomes several
// limits; axes locked at zero may stay together, where both readings are the same.
#include "dialects/dialect.h"

#include "dialects/joint_description.h"
#include "dialects/omi_reader.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double infinite = (double)INFINITY;
static const double anything = -(double)FLT_MAX;
enum { SPACES = 2, AXES = 3, ALL_AXES = SPACES * AXES };

// [N/m] Godot's joints write a bias or softness between 0.01 and this value as the stiffness
// (decision D12).
static const double godot_softness_most = 2.0;

/// A constraint of J0 or a limit of J1.
typedef struct OmiRange {
    uint32_t axes[SPACES]; ///< Linear, angular; no bits: no effect.
    double min, max, stiffness, damping;
    const char *pointer;
    bool may_change; ///< An animation may change the limit.
} OmiRange;

/// A joint of J0, kept until all bodies are known.
typedef struct OmiJoint {
    int32_t node, node_a, node_b;
    bool is_known; ///< Both nodes were read.
    const TumLimit *limits;
    size_t limit_count;
    const char *pointer;
} OmiJoint;

typedef struct OmiJointState {
    OmiExtension extension;
    OmiState *omi;
    RootTable constraints, joints;
    OmiRange *range_of;         ///< [constraints.count]
    JointDescription *joint_of; ///< [joints.count]
    bool means_softness;        ///< Godot wrote the file: small stiffnesses are softness values.
    bool may_change;            ///< The document has animations.
    bool has_early, has_today;
    OmiJoint *early; ///< [early_count]; capacity: one for each node.
    size_t early_count;
} OmiJointState;

// Ranges.

static bool is_by_godot(const SceneReader *reader)
{
    static const char name[] = "Godot Engine";
    Cursor root = reader->root;
    root.report = NULL;
    const Cursor asset = tum_cursor_member(&root, "asset");
    const char *generator = "";
    tum_cursor_text(&asset, "generator", &generator);
    return strncmp(generator, name, sizeof name - 1) == 0;
}

static void read_axes(const Cursor *range, OmiRange *made)
{
    static const char *const keys[SPACES] = {"linearAxes", "angularAxes"};
    bool has_some = false;
    for (int space = 0; space < SPACES; ++space) {
        const Cursor list = tum_cursor_array(range, keys[space]);
        if (tum_cursor_count(&list) > 0) {
            has_some = true;
            made->axes[space] = tum_read_axes(&list);
        }
    }
    if (!has_some) {
        tum_cursor_report(range, CODE_PHYSICS_CONSTRAINT_NO_AXES,
                          "Neither 'linearAxes' nor 'angularAxes' has an axis: no effect.");
    }
}

static void harden(const OmiJointState *state, const Cursor *range, OmiRange *made)
{
    if (state->means_softness && made->stiffness <= godot_softness_most) {
        const Cursor at = tum_cursor_member(range, "stiffness");
        tum_cursor_report(&at, CODE_PHYSICS_STIFFNESS_READ_AS_RIGID,
                          "%g is what Godot writes for a softness without unit; the limit is "
                          "read as rigid.",
                          made->stiffness);
        reader_decision(&at, "D12");
        made->stiffness = infinite;
    }
}

// Files faults of min and max, and removes the axes of an impossible range.
static void check_range(const Cursor *range, OmiRange *made)
{
    if (made->min > made->max) {
        tum_cursor_report(range, CODE_PHYSICS_LIMIT_MIN_GREATER_MAX,
                          "The lower end %g is above the upper end %g; it is ignored.", made->min,
                          made->max);
        made->axes[TUM_SPACE_LINEAR] = made->axes[TUM_SPACE_ANGULAR] = 0;
    } else if (made->axes[TUM_SPACE_ANGULAR] != 0) {
        tum_check_angles(range, made->min, made->max);
    }
}

// J0: absent values are locked at zero, and damped where the constraint is soft.
static OmiRange read_constraint(SceneReader *reader, const OmiJointState *state,
                                const Cursor *constraint)
{
    OmiRange made = {
        .stiffness = infinite, .damping = 1.0, .pointer = tum_reader_pointer(reader, constraint)};
    read_axes(constraint, &made);
    tum_read_number(constraint, "lowerLimit", anything, &made.min);
    tum_read_number(constraint, "upperLimit", anything, &made.max);
    double stiffness = infinite;
    if (tum_read_number_or_infinity(constraint, "stiffness", anything, &stiffness)) {
        if (stiffness > 0.0) {
            made.stiffness = stiffness;
            harden(state, constraint, &made);
        } else {
            const Cursor at = tum_cursor_member(constraint, "stiffness");
            tum_cursor_report(&at, CODE_VALUE_NOT_IN_RANGE,
                              "A stiffness of %g is not above 0; the limit is read as rigid.",
                              stiffness);
        }
    }
    tum_read_number(constraint, "damping", 0.0, &made.damping);
    check_range(constraint, &made);
    return made;
}

// J1: absent values are free; any negative stiffness is infinite (contradiction X13).
static OmiRange read_limit(SceneReader *reader, const OmiJointState *state, const Cursor *limit)
{
    OmiRange made = {.min = -infinite, .max = infinite, .stiffness = infinite};
    made.pointer = tum_reader_pointer(reader, limit);
    made.may_change = state->may_change;
    read_axes(limit, &made);
    tum_read_number_or_infinity(limit, "min", anything, &made.min);
    tum_read_number_or_infinity(limit, "max", anything, &made.max);
    if (!reader_has(limit, "min") && !reader_has(limit, "max")) {
        tum_cursor_report(limit, CODE_PHYSICS_LIMIT_UNBOUNDED,
                          "Neither 'min' nor 'max': nothing is limited.");
    }
    if (tum_read_number_or_infinity(limit, "stiffness", anything, &made.stiffness)) {
        made.stiffness = made.stiffness < 0.0 ? infinite : made.stiffness;
        harden(state, limit, &made);
    }
    tum_read_number(limit, "damping", 0.0, &made.damping);
    check_range(limit, &made);
    return made;
}

// Appends the limits that keep `axes` of one space within a range: one in all, or one for each
// axis. A lock is a single limit, unless an animation may open it.
static void add_limits(const OmiRange *range, int space, uint32_t axes, TumLimit *limits,
                       size_t *count)
{
    TumLimit limit = {.space = space == TUM_SPACE_LINEAR ? TUM_SPACE_LINEAR : TUM_SPACE_ANGULAR,
                      .min = range->min,
                      .max = range->max,
                      .stiffness = range->stiffness,
                      .damping = range->damping,
                      .pointer = range->pointer};
    const bool may_change = range->may_change;
    if (!may_change && !(range->min > -infinite) && !(range->max < infinite)) {
        return;
    }
    if (!may_change && range->min == 0.0 && range->max == 0.0 && axes != 0) {
        limit.axes = axes;
        limits[(*count)++] = limit;
        return;
    }
    for (uint32_t axis = 0; axis < AXES; ++axis) {
        if ((axes >> axis & 1u) != 0) {
            limit.axes = 1u << axis;
            limits[(*count)++] = limit;
        }
    }
}

// J1's table.

static JointDescription read_description(SceneReader *reader, const OmiJointState *state,
                                         const Cursor *description)
{
    static const JointRules rules = {.negative_is_infinite = true};
    JointDescription made = {0};
    const Cursor array = tum_cursor_array(description, "limits");
    const size_t count = tum_cursor_count(&array);
    TumLimit *limits = tum_arena_zeroed(&reader->arena, count * ALL_AXES, sizeof *limits);
    for (size_t i = 0; limits != NULL && i < count; ++i) {
        const Cursor item = tum_cursor_object_at(&array, i);
        if (tum_cursor_exists(&item)) {
            const OmiRange range = read_limit(reader, state, &item);
            for (int space = 0; space < SPACES; ++space) {
                add_limits(&range, space, range.axes[space], limits, &made.limit_count);
            }
        }
    }
    made.limits = limits;
    tum_read_drives(reader, description, &rules, &made);
    const Cursor drives = tum_cursor_array(description, "drives");
    if (tum_cursor_exists(description) && count == 0 && tum_cursor_count(&drives) == 0) {
        tum_cursor_report(description, CODE_PHYSICS_JOINT_UNCONSTRAINED,
                          "Neither limits nor drives: joints of this kind move freely.");
    }
    return made;
}

static bool read_tables(SceneReader *reader, OmiJointState *state)
{
    Arena *arena = &reader->arena;
    state->range_of = tum_arena_zeroed(arena, state->constraints.count, sizeof(OmiRange));
    state->joint_of = tum_arena_zeroed(arena, state->joints.count, sizeof(JointDescription));
    if (state->range_of == NULL || state->joint_of == NULL) {
        return false;
    }
    for (size_t i = 0; i < state->constraints.count; ++i) {
        const Cursor item = tum_cursor_object_at(&state->constraints.items, i);
        if (tum_cursor_exists(&item)) {
            state->range_of[i] = read_constraint(reader, state, &item);
        }
    }
    for (size_t i = 0; i < state->joints.count; ++i) {
        const Cursor item = tum_cursor_object_at(&state->joints.items, i);
        state->joint_of[i] = read_description(reader, state, &item);
    }
    return true;
}

static void *joint_open(SceneReader *reader)
{
    OmiJointState *state = tum_arena_zeroed(&reader->arena, 1, sizeof *state);
    OmiState *omi = tum_omi_state(reader);
    if (state == NULL || omi == NULL) {
        return NULL;
    }
    state->omi = omi;
    state->extension =
        (OmiExtension){.name = "OMI_physics_joint",
                       .is_declared = tum_reader_declares(reader, "OMI_physics_joint")};
    state->means_softness = is_by_godot(reader) && !reader->literal_stiffness;
    state->may_change = reader_has(&reader->root, "animations");
    tum_root_table_open(&state->constraints, reader, "OMI_physics_joint", "constraints");
    tum_root_table_open(&state->joints, reader, "OMI_physics_joint", "physicsJoints");
    if (tum_root_table_has_owner(&state->joints)) {
        tum_omi_see(&state->extension, &state->joints.owner);
    }
    return read_tables(reader, state) ? state : NULL;
}

// The node at one end, or -1 for an invalid joint.
static int32_t read_end(SceneReader *reader, const Cursor *joint, const char *key)
{
    const int32_t node = tum_cursor_index(joint, key, reader->node_count);
    if (node >= 0 && !tum_document_node(reader->document, (size_t)node)->in_scene) {
        const Cursor at = tum_cursor_member(joint, key);
        tum_cursor_report(&at, CODE_PHYSICS_JOINT_NODE_NOT_IN_SCENE,
                          "Node %d is outside the active scene; the joint is ignored.", (int)node);
        return -1;
    }
    return node;
}

static void report_self(const Cursor *joint, const char *key, int32_t node)
{
    const Cursor at = tum_cursor_member(joint, key);
    tum_cursor_report(&at, CODE_PHYSICS_JOINT_SELF,
                      "The joint connects node %d to itself; it is ignored.", (int)node);
}

// J1.

static void read_joint(SceneReader *reader, const OmiJointState *state, int32_t node,
                       const Cursor *joint)
{
    int32_t connected = -1, index = -1;
    if (tum_read_required(joint, "connectedNode")) {
        connected = read_end(reader, joint, "connectedNode");
    }
    if (tum_read_required(joint, "joint")) {
        index = tum_read_reference(joint, "joint", &state->joints);
    }
    if (connected == node) {
        report_self(joint, "connectedNode", node);
        return;
    }
    const JointDescription none = {0}, *description = index >= 0 ? &state->joint_of[index] : &none;
    JointDef made = {.node_a = node,
                     .node_b = connected,
                     .limits = description->limits,
                     .limit_count = description->limit_count,
                     .drives = description->drives,
                     .drive_count = description->drive_count};
    tum_cursor_boolean(joint, "enableCollision", &made.enable_collision);
    if (connected >= 0 && tum_reader_expand(reader, made.limit_count + made.drive_count)) {
        made.pointer = tum_reader_pointer(reader, joint);
        tum_scene_builder_joint(reader->builder, &made);
    }
}

// J0.

/// The constraint of each axis: a later constraint replaces earlier ones.
typedef struct AxisOwners {
    const OmiRange *range[SPACES][AXES];
} AxisOwners;

static void claim_axes(AxisOwners *owners, const OmiRange *range)
{
    for (int space = 0; space < SPACES; ++space) {
        for (uint32_t axis = 0; axis < AXES; ++axis) {
            if ((range->axes[space] >> axis & 1u) != 0) {
                owners->range[space][axis] = range;
            }
        }
    }
}

// The reference add-on writes whole constraints in place of indices.
static void claim_inline(SceneReader *reader, const OmiJointState *state, const Cursor *item,
                         AxisOwners *owners)
{
    OmiRange *range = tum_arena_zeroed(&reader->arena, 1, sizeof *range);
    tum_cursor_report_as(item, CODE_TYPE_MISMATCH, TUM_SEVERITY_WARNING,
                         "A constraint stands where its index is due; it is read.");
    if (range != NULL) {
        *range = read_constraint(reader, state, item);
        claim_axes(owners, range);
    }
}

static void add_owned_limits(const AxisOwners *owners, TumLimit *limits, size_t *count)
{
    for (int space = 0; space < SPACES; ++space) {
        uint32_t done = 0;
        for (uint32_t axis = 0; axis < AXES; ++axis) {
            const OmiRange *range = owners->range[space][axis];
            uint32_t axes = 0;
            for (uint32_t other = axis; other < AXES; ++other) {
                axes |= owners->range[space][other] == range ? 1u << other : 0;
            }
            if (range != NULL) {
                add_limits(range, space, axes & ~done, limits, count);
            }
            done |= axes;
        }
    }
}

static void read_constraints(SceneReader *reader, const OmiJointState *state, const Cursor *joint,
                             OmiJoint *made)
{
    const Cursor list = tum_cursor_array(joint, "constraints");
    const size_t count = tum_cursor_count(&list);
    AxisOwners owners = {0};
    if (tum_cursor_exists(&list) && count == 0) {
        tum_cursor_report(&list, CODE_EMPTY_ENTITY, "A joint needs a constraint.");
    }
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(&list, i);
        if (tum_cursor_kind(&item) == JSON_OBJECT) {
            claim_inline(reader, state, &item, &owners);
        } else if (!tum_root_table_has_owner(&state->constraints)) {
            tum_cursor_report(joint, CODE_UNSATISFIED_DEPENDENCY,
                              "'constraints' has indices into the extension 'OMI_physics_joint', "
                              "which the document root does not have.");
        } else {
            const int32_t index = tum_cursor_index_at(&list, i, state->constraints.count);
            if (index >= 0) {
                claim_axes(&owners, &state->range_of[index]);
            }
        }
    }
    TumLimit *limits = tum_arena_zeroed(&reader->arena, ALL_AXES, sizeof *limits);
    made->limits = limits;
    if (limits != NULL) {
        add_owned_limits(&owners, limits, &made->limit_count);
    }
}

static int32_t read_body_node(SceneReader *reader, const Cursor *joint, const char *key,
                              bool *is_known)
{
    if (!tum_read_required(joint, key)) {
        *is_known = false;
        return -1;
    }
    // -1 is not in the specification; the add-on reads it as the world.
    const bool is_world = !tum_omi_has_index(joint, key);
    tum_omi_report_none(joint, key, "this end of the joint is the world");
    const int32_t node = is_world ? -1 : read_end(reader, joint, key);
    *is_known = *is_known && (is_world || node >= 0);
    return node;
}

static void read_early_joint(SceneReader *reader, OmiJointState *state, int32_t node,
                             const Cursor *joint)
{
    OmiJoint made = {.node = node, .is_known = true, .pointer = tum_reader_pointer(reader, joint)};
    if (tum_read_required(joint, "constraints")) {
        read_constraints(reader, state, joint, &made);
    }
    made.node_a = read_body_node(reader, joint, "nodeA", &made.is_known);
    made.node_b = read_body_node(reader, joint, "nodeB", &made.is_known);
    if (made.is_known && made.node_a == made.node_b && made.node_a >= 0) {
        report_self(joint, "nodeB", made.node_b);
        return;
    }
    if (made.is_known && state->early == NULL) {
        state->early = tum_arena_zeroed(&reader->arena, reader->node_count, sizeof *state->early);
    }
    if (made.is_known && state->early != NULL) {
        state->early[state->early_count++] = made;
    }
}

static void report_end(const SceneReader *reader, const OmiJoint *joint, int32_t node,
                       const char *key, DiagnosticCode code, const char *what)
{
    char pointer[1024];
    const int length = snprintf(pointer, sizeof pointer, "%s/%s", joint->pointer, key);
    if (reader->report != NULL && length > 0 && (size_t)length < sizeof pointer) {
        tum_report_add(reader->report, code, tum_document_name(reader->document), pointer,
                       "Node %d is %s.", (int)node, what);
    }
}

// A joint names bodies. @return false for an invalid node.
static bool check_end(const SceneReader *reader, const OmiState *omi, const OmiJoint *joint,
                      int32_t node, const char *key)
{
    if (node < 0) {
        return true;
    }
    if ((omi->marks[node] & OMI_TRIGGER_BODY) != 0) {
        report_end(reader, joint, node, key, CODE_PHYSICS_JOINT_TRIGGER_BODY,
                   "a trigger; the joint is ignored");
        return false;
    }
    if ((reader->aspects[node] & ASPECT_MOTION) == 0) {
        report_end(reader, joint, node, key, CODE_PHYSICS_JOINT_NOT_A_BODY,
                   "no body; the nearest above it is meant, or the world");
    }
    return true;
}

static void check_node(SceneReader *reader, const OmiJoint *joint)
{
    const Cursor node = tum_cursor_item(&reader->nodes, (size_t)joint->node);
    const unsigned others = ASPECT_MOTION | ASPECT_COLLIDER | ASPECT_TRIGGER | ASPECT_GROUP;
    if (reader->report != NULL && (reader_has(&node, "mesh") || reader_has(&node, "camera") ||
                                   (reader->aspects[joint->node] & others) != 0)) {
        tum_report_add(reader->report, CODE_PHYSICS_JOINT_NODE_SHARED,
                       tum_document_name(reader->document), joint->pointer,
                       "The node is something else beside a joint.");
    }
}

// Both frames are at the joint's node at load; joined bodies never collide.
static void add_early_joint(SceneReader *reader, const OmiState *omi, const OmiJoint *joint)
{
    check_node(reader, joint);
    const bool is_a_fine = check_end(reader, omi, joint, joint->node_a, "nodeA");
    const bool is_b_fine = check_end(reader, omi, joint, joint->node_b, "nodeB");
    if (is_a_fine && is_b_fine) {
        tum_scene_builder_joint(reader->builder, &(JointDef){.node_a = joint->node_a,
                                                             .node_b = joint->node_b,
                                                             .has_frame_node = true,
                                                             .frame_node = joint->node,
                                                             .limits = joint->limits,
                                                             .limit_count = joint->limit_count,
                                                             .needs_motion = true,
                                                             .pointer = joint->pointer});
    }
}

// The dialect.

static unsigned joint_aspects(const void *state, const Cursor *node)
{
    (void)state;
    const Cursor extensions = tum_cursor_object(node, "extensions");
    const Cursor joint = tum_cursor_object(&extensions, "OMI_physics_joint");
    return tum_cursor_exists(&joint) ? ASPECT_JOINT : 0;
}

static void joint_read_node(SceneReader *reader, void *context, int32_t node, const Cursor *at,
                            unsigned wanted)
{
    OmiJointState *state = context;
    const Cursor extensions = tum_cursor_object(at, "extensions");
    const Cursor joint = tum_cursor_object(&extensions, "OMI_physics_joint");
    if ((wanted & ASPECT_JOINT) == 0) {
        return;
    }
    tum_omi_see(&state->extension, &joint);
    const bool is_today = reader_has(&joint, "joint") || reader_has(&joint, "connectedNode");
    const bool is_early = reader_has(&joint, "constraints") || reader_has(&joint, "nodeA") ||
                          reader_has(&joint, "nodeB");
    if (is_today && is_early) {
        tum_cursor_report(&joint, CODE_ONE_OF_MISMATCH,
                          "The joint is written in both forms; 'joint' is used.");
    }
    state->has_early |= is_early && !is_today;
    state->has_today |= is_today;
    if (is_early && !is_today) {
        read_early_joint(reader, state, node, &joint);
    } else {
        read_joint(reader, state, node, &joint);
    }
}

static void joint_close(SceneReader *reader, void *context)
{
    const OmiJointState *state = context;
    for (size_t i = 0; i < state->early_count; ++i) {
        add_early_joint(reader, state->omi, &state->early[i]);
    }
    if (state->has_early || state->constraints.count > 0) {
        tum_reader_add_id(reader, "J0");
    }
    if (state->has_today || state->joints.count > 0) {
        tum_reader_add_id(reader, "J1");
    }
}

static const char *const joint_extensions[] = {"OMI_physics_joint", NULL};

const Dialect tum_omi_joint_dialect = {
    .name = "OMI_physics_joint",
    .extensions = joint_extensions,
    .answers_to = DIALECT_BIT(OMI) | DIALECT_BIT(OMI_DRAFT) | DIALECT_BIT(OMI_COLLIDER),
    .open = joint_open,
    .aspects = joint_aspects,
    .read_node = joint_read_node,
    .close = joint_close,
};
