// SPDX-License-Identifier: MIT
// joint_edit4.c: joints added to a 4D world, and measurements of joints.
#include "base/assert.h"
#include "base/report.h"
#include "base/stamp.h"
#include "scene/joint_check.h"
#include "tumble/world4.h"
#include "world/public4.h"
#include "world/world_data.h"

static const uint32_t JOINT_STAMP = STAMP_OF('j', '4', TumJointDef4);

static TumPose4 identity(void)
{
    return (TumPose4){
        .rotation = {.x = {.x = 1.0f}, .y = {.y = 1.0f}, .z = {.z = 1.0f}, .w = {.w = 1.0f}}};
}

void tum_joint_def4_init(TumJointDef4 *def, size_t bytes)
{
    const TumJointDef4 defaults = {.stamp = JOINT_STAMP,
                                   .kind = TUM_JOINT4_PIN,
                                   .frame_a = identity(),
                                   .frame_b = identity(),
                                   .node_a = -1,
                                   .node_b = -1};
    tum_stamp_fill(def, bytes, &defaults);
}

static TumVec4 narrow(DVec4 v)
{
    return (TumVec4){(float)v.x, (float)v.y, (float)v.z, (float)v.w};
}

// @return false where the frame is not finite, mirrors or is singular.
static bool inner_frame(const TumPose4 *pose, DPose4 *frame)
{
    const TumBasis4 *m = &pose->rotation;
    const DMat4 matrix = {inner_dvec4(m->x), inner_dvec4(m->y), inner_dvec4(m->z),
                          inner_dvec4(m->w)};
    *frame = (DPose4){inner_dvec4(pose->position), tum_rotation4_from_matrix(matrix)};
    const double determinant = dmat4_determinant(matrix);
    return dvec4_is_finite(frame->position) && is_finite64(determinant) && determinant > 1e-6;
}

static bool is_joint_def(const TumJointDef4 *def)
{
    bool sound = def->kind >= TUM_JOINT4_PIN && def->kind <= TUM_JOINT4_SLIDER &&
                 def->node_a >= -1 && def->node_b >= -1 &&
                 (def->limits != NULL || def->limit_count == 0) &&
                 (def->drives != NULL || def->drive_count == 0);
    for (size_t i = 0; sound && i < def->limit_count; ++i) {
        sound = tum_joint4_allows_limit((JointKind4)def->kind, &def->limits[i]);
    }
    for (size_t i = 0; sound && i < def->drive_count; ++i) {
        sound = tum_joint4_allows_drive((JointKind4)def->kind, &def->drives[i]);
    }
    return sound;
}

// Limits and drives that fit beside the locks of a kind.
static size_t room_in(JointKind4 kind)
{
    return BLOCK_SIZE_MOST - (size_t)tum_joint4_lock_count(kind);
}

static TumStatus make_source(const TumWorld *world, const TumJointDef4 *def, const int32_t body[2],
                             JointSource3 *source)
{
    *source = (JointSource3){.user = def->user,
                             .frame = {DPOSE3_IDENTITY, DPOSE3_IDENTITY},
                             .node = {def->node_a, def->node_b},
                             .part_of = {body[0], body[1]}};
    const size_t room = room_in((JointKind4)def->kind);
    if (def->limit_count > room || def->drive_count > room - def->limit_count) {
        return TUM_ERROR_CAPACITY;
    }
    if (!tum_joint_source_copy(source, def->limits, def->limit_count, def->drives, def->drive_count,
                               &world->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    return tum_joint_source_keep_side_apart(source, world);
}

TumStatus tum_world_add_joint4(TumWorld *world, const TumJointDef4 *def, TumJointId *joint)
{
    if (joint != NULL) {
        *joint = (TumJointId){0, 0, 0};
    }
    if (!TUM_REQUIRE(world->dimension == 4)) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus stamped = tum_stamp_status(def->stamp, JOINT_STAMP);
    if (stamped != TUM_OK) {
        return stamped;
    }
    const int32_t body[2] = {tum_world_slot_or_own(world, def->body_a),
                             tum_world_slot_or_own(world, def->body_b)};
    JointForm4 form = {.kind = (JointKind4)def->kind};
    if (body[0] == NONE || body[1] == NONE || body[0] == body[1] || !is_joint_def(def) ||
        !inner_frame(&def->frame_a, &form.frame[0]) ||
        !inner_frame(&def->frame_b, &form.frame[1])) {
        return TUM_ERROR_ARGUMENT;
    }
    JointSource3 source;
    int32_t slot = NONE;
    TumStatus status = make_source(world, def, body, &source);
    if (status != TUM_OK) {
        tum_joint_source_clear(&source, &world->allocator);
        return status;
    }
    status = tum_world_join(world, body, def->enable_collision, &source, &form, &slot);
    if (status == TUM_OK && joint != NULL) {
        *joint = tum_world_joint_at(world, (size_t)slot);
    }
    return status;
}

static DPose4 frame_of(const double position[4], const TumRotation *rotation)
{
    const double *m = rotation->m;
    return (DPose4){{position[0], position[1], position[2], position[3]},
                    tum_rotation4_from_matrix((DMat4){{m[0], m[1], m[2], m[3]},
                                                      {m[4], m[5], m[6], m[7]},
                                                      {m[8], m[9], m[10], m[11]},
                                                      {m[12], m[13], m[14], m[15]}})};
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static TumStatus add_joint_of_scene(TumWorld *world, const TumScene *scene, const TumJoint *joint,
                                    TumReport *report)
{
    const int32_t body[2] = {joint->body_a + 1, joint->body_b + 1};
    const JointForm4 form = {.frame = {frame_of(joint->position_a, &joint->rotation_a),
                                       frame_of(joint->position_b, &joint->rotation_b)},
                             .kind = (JointKind4)joint->kind4};
    const size_t room = room_in(form.kind);
    const size_t limits = smaller((size_t)joint->limit_count, room);
    const size_t drives = smaller((size_t)joint->drive_count, room - limits);
    const TumJointDef4 def = {.kind = joint->kind4,
                              .limits = scene->limits + joint->limit_first,
                              .limit_count = limits,
                              .drives = scene->drives + joint->drive_first,
                              .drive_count = drives,
                              .enable_collision = joint->enable_collision,
                              .node_a = joint->node_a,
                              .node_b = joint->node_b,
                              .user = joint->user};
    if (limits + drives < (size_t)joint->limit_count + (size_t)joint->drive_count) {
        tum_report_add(report, CODE_SIMULATION_APPROXIMATED, scene->file, joint->pointer,
                       "This joint acts in more than %d directions; the rest is left out.",
                       (int)BLOCK_SIZE_MOST);
    }
    JointSource3 source;
    int32_t slot = NONE;
    TumStatus status = make_source(world, &def, body, &source);
    status = status == TUM_OK ? tum_world_keep_scene_apart(world, scene, joint, &source) : status;
    if (status != TUM_OK) {
        tum_joint_source_clear(&source, &world->allocator);
        return status;
    }
    return tum_world_join(world, body, joint->enable_collision, &source, &form, &slot);
}

TumStatus tum_world_build_joints4(TumWorld *world, const TumScene *scene, TumReport *report)
{
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < scene->joint_count && status == TUM_OK; ++i) {
        status = add_joint_of_scene(world, scene, &scene->joints[i], report);
    }
    world->scene_joint_count = scene->joint_count;
    return status == TUM_OK ? tum_scene_check_joints(scene, &world->allocator, report) : status;
}

// Slot of a joint in a 4D world, or NONE.
static int32_t slot_of(const TumWorld *world, TumJointId joint)
{
    return TUM_REQUIRE(world->dimension == 4) ? tum_world_joint_slot(world, joint) : NONE;
}

static const int32_t *bodies_of(const TumWorld *world, int32_t slot)
{
    return world->sim.topology.joints.joints.items[slot].body;
}

TumJointKind4 tum_joint_kind4(const TumWorld *world, TumJointId joint)
{
    const int32_t slot = slot_of(world, joint);
    return slot == NONE ? TUM_JOINT4_PIN : (TumJointKind4)world->joints4.items[slot].kind;
}

static TumPose4 public_frame(DPose4 frame)
{
    const DMat4 m = drotation4_matrix(frame.rotation);
    return (TumPose4){narrow(frame.position), {narrow(m.x), narrow(m.y), narrow(m.z), narrow(m.w)}};
}

TumPose4 tum_joint_local_frame4(const TumWorld *world, TumJointId joint, TumJointSide side)
{
    const int32_t slot = slot_of(world, joint);
    return slot == NONE
               ? identity()
               : public_frame(world->joints4.items[slot].frame[side == TUM_JOINT_A ? 0 : 1]);
}

TumPose4 tum_joint_frame4(const TumWorld *world, TumJointId joint, TumJointSide side)
{
    const int32_t slot = slot_of(world, joint);
    if (slot == NONE) {
        return identity();
    }
    const int at = side == TUM_JOINT_A ? 0 : 1;
    return public_frame(
        tum_space4_joint_frame(world->space4, slot, at, bodies_of(world, slot)[at]));
}

TumStatus tum_joint_set_frame4(TumWorld *world, TumJointId joint, TumJointSide side, TumPose4 frame)
{
    const int32_t slot = slot_of(world, joint);
    DPose4 inner;
    if (slot == NONE || !inner_frame(&frame, &inner)) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = tum_topology_wake_joint(&world->sim.topology, slot);
    if (status != TUM_OK) {
        return status;
    }
    DPose4 *place = &world->joints4.items[slot].frame[side == TUM_JOINT_A ? 0 : 1];
    *place = inner;
    return tum_world_refresh_joint(world, slot); // the count of rows stays, so no memory is needed
}

float tum_joint_position4(const TumWorld *world, TumJointId joint, TumSpace space, uint32_t axes)
{
    const int32_t slot = slot_of(world, joint);
    JointFreedom4 freedom;
    if (slot == NONE || !tum_joint4_freedom(space, tum_joint4_axis(axes), &freedom) ||
        !tum_joint4_is_free(world->joints4.items[slot].kind, freedom)) {
        return 0.0f;
    }
    return (float)tum_space4_joint_value(world->space4, slot, freedom, bodies_of(world, slot));
}

void tum_joint_force4(const TumWorld *world, TumJointId joint, TumVec4 *force, TumBivec4 *torque)
{
    const int32_t slot = slot_of(world, joint);
    const double substep = (double)world->sim.topology.last_substep;
    const double per_second = substep > 0.0 ? 1.0 / substep : 0.0;
    JointImpulse4 impulse = {{0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    if (slot != NONE && substep > 0.0) {
        impulse = tum_space4_joint_impulse(world->space4, slot, bodies_of(world, slot));
    }
    if (force != NULL) {
        *force = narrow(dvec4_scale(impulse.linear, per_second));
    }
    if (torque != NULL) {
        const DBivec4 t = dbivec4_scale(impulse.angular, per_second);
        *torque = (TumBivec4){(float)t.xy, (float)t.xz, (float)t.yz,
                              (float)t.xw, (float)t.yw, (float)t.zw};
    }
}
