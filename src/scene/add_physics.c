// SPDX-License-Identifier: MIT
// add_physics.c: bodies, colliders, triggers, gravity, joints and tracks that programs add
// (tumble/scene_builder.h).
#include <math.h> // isnan
#include <stdio.h>

#include "scene/author.h"
#include "scene/scene_builder.h"

static size_t node_count(const SceneBuilder *builder)
{
    return builder->authored.nodes.count;
}

static bool check_node(Call *call, const char *member, int32_t node)
{
    return tum_call_index(call, member, THING_NODE, node, node_count(call->builder));
}

// Refuses features of three dimensions in other spaces.
static void check_is_3d(Call *call)
{
    if (call->builder->dimension != 3) {
        tum_call_refuse(call, CODE_UNSUPPORTED_DIMENSION, "",
                        "A scene of %d dimensions has none of these.", call->builder->dimension);
    }
}

// Reserves a node: each takes one body and one collider.
static void claim_node(Call *call, int32_t node, unsigned char mark, const char *word)
{
    unsigned char *marks = &call->builder->authored.marks.items[node];
    if ((*marks & mark) != 0) {
        tum_call_refuse(call, CODE_SCENE_NODE_TAKEN, "node", "Node %d has a %s already.", (int)node,
                        word);
    }
    if (!call->is_wrong) {
        *marks |= mark;
    }
}

// Bodies.

static bool is_given(const double *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (!isnan(values[i])) {
            return true;
        }
    }
    return false;
}

static void check_body(Call *call, const TumBodyDef *def, bool has_center)
{
    const bool is_3d = call->builder->dimension == 3;
    const size_t width = is_3d ? 3 : 4, planes = is_3d ? 3 : 6;
    tum_call_choice(call, "kind", (unsigned)def->kind, TUM_BODY_DYNAMIC + 1);
    if (!isnan(def->mass)) {
        (void)tum_call_number(call, "mass", def->mass, POSITIVE_OR_INFINITE);
    }
    if (has_center) {
        (void)tum_call_numbers(call, "center_of_mass", def->center_of_mass, width, ANY_FINITE);
    }
    for (size_t i = 0; i < planes; ++i) {
        char member[24];
        (void)snprintf(member, sizeof member, "inertia/%zu", i);
        if (!isnan(def->inertia[i])) {
            (void)tum_call_number(call, member, def->inertia[i], POSITIVE_OR_INFINITE);
        }
    }
    if (is_3d || def->inertia_rotation.m != NULL) {
        (void)tum_call_numbers(call, "inertia_rotation",
                               is_3d ? def->inertia_rotation.q : def->inertia_rotation.m,
                               is_3d ? 4 : 16, ANY_FINITE);
    }
    (void)tum_call_numbers(call, "linear_velocity", def->linear_velocity, width, ANY_FINITE);
    (void)tum_call_numbers(call, "angular_velocity", def->angular_velocity, planes, ANY_FINITE);
    (void)tum_call_number(call, "gravity_factor", def->gravity_factor, ANY_FINITE);
}

bool tum_scene_builder_add_body(SceneBuilder *builder, const TumBodyDef *def)
{
    Call call;
    if (!tum_call_is_stamped(builder, def->stamp, BODY_DEF_STAMP) ||
        !tum_call_begin(&call, builder, THING_BODY, def->pointer)) {
        return false;
    }
    const size_t width = (size_t)builder->dimension, planes = width == 3 ? 3 : 6;
    const bool has_center = is_given(def->center_of_mass, width);
    check_body(&call, def, has_center);
    if (check_node(&call, "node", def->node)) {
        claim_node(&call, def->node, NODE_HAS_BODY, "body");
    }
    if (!tum_call_end(&call)) {
        return false;
    }
    MotionDef motion = tum_default_motion_def();
    motion.node = def->node;
    motion.kind = def->kind;
    motion.mass = def->mass;
    motion.mass_origin = TUM_ORIGIN_AUTHORED;
    motion.center_rule = has_center ? CENTER_AUTHORED : CENTER_OF_VOLUME;
    motion.velocity_space = VELOCITY_IN_WORLD;
    motion.gravity_factor = def->gravity_factor;
    motion.user = def->user;
    motion.pointer = call.pointer;
    if (has_center) {
        memcpy(motion.center_of_mass, def->center_of_mass, width * sizeof(double));
    }
    memcpy(motion.inertia, def->inertia, planes * sizeof(double));
    memcpy(motion.inertia_rotation, def->inertia_rotation.q, sizeof motion.inertia_rotation);
    if (def->inertia_rotation.m != NULL) {
        memcpy(motion.inertia_rotation4, def->inertia_rotation.m, sizeof motion.inertia_rotation4);
    }
    memcpy(motion.linear_velocity, def->linear_velocity, width * sizeof(double));
    memcpy(motion.angular_velocity, def->angular_velocity, planes * sizeof(double));
    tum_scene_builder_motion(builder, &motion);
    return !builder->is_out_of_memory;
}

// Shapes at nodes.

bool tum_scene_builder_add_collider(SceneBuilder *builder, const TumColliderDef *def)
{
    Call call;
    if (!tum_call_is_stamped(builder, def->stamp, COLLIDER_DEF_STAMP) ||
        !tum_call_begin(&call, builder, THING_COLLIDER, def->pointer)) {
        return false;
    }
    (void)tum_call_index(&call, "shape", THING_SHAPE, def->shape, builder->shapes.count);
    tum_call_optional(&call, "material", THING_MATERIAL, def->material, builder->materials.count);
    tum_call_optional(&call, "filter", THING_FILTER, def->filter, builder->filters.count);
    if (check_node(&call, "node", def->node)) {
        claim_node(&call, def->node, NODE_HAS_COLLIDER, "collider");
    }
    if (!tum_call_end(&call)) {
        return false;
    }
    tum_scene_builder_collider(builder, &(ColliderDef){.node = def->node,
                                                       .shape = def->shape,
                                                       .material = def->material,
                                                       .filter = def->filter,
                                                       .user = def->user,
                                                       .group = -1,
                                                       .pointer = call.pointer});
    return !builder->is_out_of_memory;
}

bool tum_scene_builder_add_trigger(SceneBuilder *builder, const TumTriggerDef *def)
{
    Call call;
    if (!tum_call_is_stamped(builder, def->stamp, TRIGGER_DEF_STAMP) ||
        !tum_call_begin(&call, builder, THING_TRIGGER, def->pointer)) {
        return false;
    }
    (void)check_node(&call, "node", def->node);
    tum_call_optional(&call, "filter", THING_FILTER, def->filter, builder->filters.count);
    if (def->shape != -1 || def->member_count == 0) {
        (void)tum_call_index(&call, "shape", THING_SHAPE, def->shape, builder->shapes.count);
    }
    if (def->members == NULL && def->member_count > 0) {
        tum_call_refuse(&call, CODE_VALUE_NOT_IN_RANGE, "members", "%zu members are none.",
                        def->member_count);
    }
    for (size_t i = 0; i < def->member_count && !call.is_wrong; ++i) {
        char member[40];
        (void)snprintf(member, sizeof member, "members/%zu", i);
        (void)check_node(&call, member, def->members[i]);
    }
    if (!tum_call_end(&call)) {
        return false;
    }
    tum_scene_builder_trigger(builder, &(TriggerDef){.node = def->node,
                                                     .shape = def->shape,
                                                     .filter = def->filter,
                                                     .members = def->members,
                                                     .member_count = def->member_count,
                                                     .pointer = call.pointer});
    return !builder->is_out_of_memory;
}

// Gravity.

static void check_source(Call *call, const TumGravityVolumeDef *def)
{
    const double *d = def->direction;
    switch (def->kind) {
    case TUM_GRAVITY_DIRECTIONAL:
        if (tum_call_numbers(call, "direction", d, 3, ANY_FINITE) && d[0] == 0.0 && d[1] == 0.0 &&
            d[2] == 0.0) {
            tum_call_refuse(call, CODE_PHYSICS_GRAVITY_DIRECTION_ZERO, "direction",
                            "The direction has length zero.");
        }
        return;
    case TUM_GRAVITY_POINT: return;
    case TUM_GRAVITY_DISC:
    case TUM_GRAVITY_TORUS: (void)tum_call_number(call, "radius", def->radius, POSITIVE); return;
    case TUM_GRAVITY_LINE:
        if (def->points == NULL || def->point_count < 2 || def->point_count > INT32_MAX) {
            tum_call_refuse(call, CODE_PHYSICS_GRAVITY_LINE_POINTS, "points",
                            "%zu points are no line.", def->point_count);
        } else {
            (void)tum_call_numbers(call, "points", def->points, 3 * def->point_count, ANY_FINITE);
        }
        return;
    case TUM_GRAVITY_SHAPED:
        (void)tum_call_index(call, "shape", THING_SHAPE, def->shape, call->builder->shapes.count);
        return;
    }
    tum_call_choice(call, "kind", (unsigned)def->kind, TUM_GRAVITY_SHAPED + 1);
}

bool tum_scene_builder_add_gravity_volume(SceneBuilder *builder, const TumGravityVolumeDef *def)
{
    Call call;
    if (!tum_call_is_stamped(builder, def->stamp, GRAVITY_VOLUME_DEF_STAMP) ||
        !tum_call_begin(&call, builder, THING_GRAVITY_VOLUME, def->pointer)) {
        return false;
    }
    check_is_3d(&call);
    (void)check_node(&call, "node", def->node);
    (void)tum_call_number(&call, "gravity", def->gravity, ANY_FINITE);
    (void)tum_call_number(&call, "unit_distance", def->unit_distance, NOT_NEGATIVE);
    check_source(&call, def);
    if (!tum_call_end(&call)) {
        return false;
    }
    const bool is_line = def->kind == TUM_GRAVITY_LINE;
    GravityVolumeDef volume = {.node = def->node,
                               .kind = def->kind,
                               .gravity = def->gravity,
                               .priority = def->priority,
                               .replace = def->replace,
                               .stop = def->stop,
                               .unit_distance = def->unit_distance,
                               .radius = def->radius,
                               .points = is_line ? def->points : NULL,
                               .point_count = is_line ? def->point_count : 0,
                               .shape = def->kind == TUM_GRAVITY_SHAPED ? def->shape : -1,
                               .pointer = call.pointer};
    memcpy(volume.direction, def->direction, sizeof volume.direction);
    tum_scene_builder_gravity_volume(builder, &volume);
    return !builder->is_out_of_memory;
}

// Joints.

static void check_space(Call *call, const char *member, TumSpace space)
{
    tum_call_choice(call, member, (unsigned)space, TUM_SPACE_ANGULAR + 1);
}

// True where a joint of 4D leaves a direction and measures it.
static bool measures4(TumJointKind4 kind, TumSpace space, int axis)
{
    if (space == TUM_SPACE_LINEAR) {
        return kind == TUM_JOINT4_SLIDER && axis == 0;
    }
    const bool turns = kind == TUM_JOINT4_HINGE || kind == TUM_JOINT4_DUO_HINGE;
    return (turns && axis == TUM_PLANE_XY) ||
           (kind == TUM_JOINT4_DUO_HINGE && axis == TUM_PLANE_ZW);
}

// The axis of a single bit, or -1.
static int axis_of(uint32_t axes)
{
    int axis = 0;
    while (axis < 6 && axes != 1u << axis) {
        ++axis;
    }
    return axis < 6 ? axis : -1;
}

static void check_limit_axes(Call *call, const char *member, const TumJointDef *def,
                             const TumLimit *limit)
{
    const bool is_4d = call->builder->dimension == 4;
    if (!is_4d && (limit->axes < 1 || limit->axes > 7)) {
        tum_call_refuse(call, CODE_PHYSICS_CONSTRAINT_NO_AXES, member,
                        "%u are not the bits of one to three axes.", (unsigned)limit->axes);
    }
    if (is_4d && !measures4(def->kind4, limit->space, axis_of(limit->axes))) {
        tum_call_refuse(call, CODE_PHYSICS_CONSTRAINT_NO_AXES, member,
                        "%u is not the bit of a direction that this kind of joint measures.",
                        (unsigned)limit->axes);
    }
}

static void check_limit(Call *call, size_t index, const TumJointDef *def)
{
    const TumLimit *limit = &def->limits[index];
    char at[40], member[64];
    (void)snprintf(at, sizeof at, "limits/%zu", index);
    (void)snprintf(member, sizeof member, "%s/space", at);
    check_space(call, member, limit->space);
    (void)snprintf(member, sizeof member, "%s/axes", at);
    check_limit_axes(call, member, def, limit);
    const bool are_numbers = !isnan(limit->min) && !isnan(limit->max);
    const bool is_range =
        are_numbers && limit->min < (double)INFINITY && limit->max > -(double)INFINITY;
    if (!is_range || limit->min > limit->max) {
        tum_call_refuse(call,
                        is_range ? CODE_PHYSICS_LIMIT_MIN_GREATER_MAX : CODE_VALUE_NOT_IN_RANGE, at,
                        "From %g to %g is no range.", limit->min, limit->max);
    }
    if (!(limit->stiffness >= 0.0)) {
        (void)snprintf(member, sizeof member, "%s/stiffness", at);
        tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, member, "%g is not 0 or more.",
                        limit->stiffness);
    }
    (void)snprintf(member, sizeof member, "%s/damping", at);
    (void)tum_call_number(call, member, limit->damping, NOT_NEGATIVE);
}

static void check_drive(Call *call, size_t index, const TumJointDef *def)
{
    const TumDrive *drive = &def->drives[index];
    char at[40], member[64];
    (void)snprintf(at, sizeof at, "drives/%zu", index);
    (void)snprintf(member, sizeof member, "%s/space", at);
    check_space(call, member, drive->space);
    (void)snprintf(member, sizeof member, "%s/mode", at);
    tum_call_choice(call, member, (unsigned)drive->mode, TUM_DRIVE_ACCELERATION + 1);
    (void)snprintf(member, sizeof member, "%s/axis", at);
    if (call->builder->dimension != 4) {
        tum_call_choice(call, member, (unsigned)drive->axis, 3);
    } else if (!measures4(def->kind4, drive->space, drive->axis)) {
        tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, member,
                        "%d is no direction that this kind of joint measures.", (int)drive->axis);
    }
    if (!(drive->max_force >= 0.0)) {
        (void)snprintf(member, sizeof member, "%s/max_force", at);
        tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, member, "%g is not 0 or more.",
                        drive->max_force);
    }
    if (drive->has_position_target) {
        (void)snprintf(member, sizeof member, "%s/position_target", at);
        (void)tum_call_number(call, member, drive->position_target, ANY_FINITE);
    }
    (void)snprintf(member, sizeof member, "%s/velocity_target", at);
    (void)tum_call_number(call, member, drive->velocity_target, ANY_FINITE);
    (void)snprintf(member, sizeof member, "%s/stiffness", at);
    (void)tum_call_number(call, member, drive->stiffness, NOT_NEGATIVE);
    (void)snprintf(member, sizeof member, "%s/damping", at);
    (void)tum_call_number(call, member, drive->damping, NOT_NEGATIVE);
}

static void check_joint(Call *call, const TumJointDef *def)
{
    tum_call_choice(call, "kind4", (unsigned)def->kind4, TUM_JOINT4_SLIDER + 1);
    (void)check_node(call, "node_a", def->node_a);
    tum_call_optional(call, "node_b", THING_NODE, def->node_b, node_count(call->builder));
    if (def->node_a == def->node_b && def->node_a >= 0) {
        tum_call_refuse(call, CODE_PHYSICS_JOINT_SELF, "node_b", "Node %d is joined to itself.",
                        (int)def->node_b);
    }
    const bool has_limits = def->limits != NULL || def->limit_count == 0;
    const bool has_drives = def->drives != NULL || def->drive_count == 0;
    if (!has_limits || !has_drives || def->limit_count > INT32_MAX ||
        def->drive_count > INT32_MAX) {
        tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, has_limits ? "drives" : "limits",
                        "%zu limits and %zu drives are not there.", def->limit_count,
                        def->drive_count);
        return;
    }
    for (size_t i = 0; i < def->limit_count; ++i) {
        check_limit(call, i, def);
    }
    for (size_t i = 0; i < def->drive_count; ++i) {
        check_drive(call, i, def);
    }
}

bool tum_scene_builder_add_joint(SceneBuilder *builder, const TumJointDef *def)
{
    Call call;
    if (!tum_call_is_stamped(builder, def->stamp, JOINT_DEF_STAMP) ||
        !tum_call_begin(&call, builder, THING_JOINT, def->pointer)) {
        return false;
    }
    check_joint(&call, def);
    if (!tum_call_end(&call)) {
        return false;
    }
    tum_scene_builder_joint(builder, &(JointDef){.kind4 = def->kind4,
                                                 .node_a = def->node_a,
                                                 .node_b = def->node_b,
                                                 .limits = def->limits,
                                                 .limit_count = def->limit_count,
                                                 .drives = def->drives,
                                                 .drive_count = def->drive_count,
                                                 .enable_collision = def->enable_collision,
                                                 .user = def->user,
                                                 .pointer = call.pointer});
    return !builder->is_out_of_memory;
}

// Tracks.

static void check_track(Call *call, const TumTrackDef *def)
{
    const bool is_rotation = def->target == TUM_TRACK_ROTATION;
    const bool is_spline = def->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE;
    check_is_3d(call);
    (void)check_node(call, "node", def->node);
    tum_call_choice(call, "target", (unsigned)def->target, TUM_TRACK_ROTATION + 1);
    tum_call_choice(call, "interpolation", (unsigned)def->interpolation,
                    TUM_INTERPOLATION_CUBIC_SPLINE + 1);
    if (def->times == NULL || def->values == NULL || def->key_count == 0 ||
        def->key_count > INT32_MAX) {
        tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, "key_count", "%zu keys are none.",
                        def->key_count);
        return;
    }
    if (tum_call_numbers(call, "times", def->times, def->key_count, ANY_FINITE)) {
        for (size_t i = 1; i < def->key_count && !call->is_wrong; ++i) {
            if (!(def->times[i] > def->times[i - 1])) {
                tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, "times",
                                "Key %zu, at %g s, is not after the one before.", i, def->times[i]);
            }
        }
    }
    (void)tum_call_numbers(call, "values", def->values,
                           def->key_count * (is_rotation ? 4 : 3) * (is_spline ? 3 : 1),
                           ANY_FINITE);
}

bool tum_scene_builder_add_track(SceneBuilder *builder, const TumTrackDef *def)
{
    Call call;
    if (!tum_call_is_stamped(builder, def->stamp, TRACK_DEF_STAMP) ||
        !tum_call_begin(&call, builder, THING_TRACK, def->pointer)) {
        return false;
    }
    check_track(&call, def);
    if (!tum_call_end(&call)) {
        return false;
    }
    tum_scene_builder_track(builder, &(TrackDef){.target = def->target,
                                                 .node = def->node,
                                                 .interpolation = def->interpolation,
                                                 .width = def->target == TUM_TRACK_ROTATION ? 4 : 3,
                                                 .key_count = def->key_count,
                                                 .times = def->times,
                                                 .values = def->values});
    return !builder->is_out_of_memory;
}
