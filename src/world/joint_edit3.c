// SPDX-License-Identifier: MIT
// joint_edit3.c: joints added to a 3D world, and measurements of joints.
#include "joint3/joint_edit3.h"
#include "base/assert.h"
#include "base/stamp.h"
#include "joint3/joint_count3.h"
#include "joint3/joint_frames3.h"
#include "joint3/limit3.h"
#include "tumble/world3.h"
#include "world/world_data.h"

static const uint32_t JOINT_STAMP = STAMP_OF('j', '3', TumJointDef3);

void tum_joint_def3_init(TumJointDef3 *def, size_t bytes)
{
    const TumPose3 origin = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};
    const TumJointDef3 defaults = {
        .stamp = JOINT_STAMP, .frame_a = origin, .frame_b = origin, .node_a = -1, .node_b = -1};
    tum_stamp_fill(def, bytes, &defaults);
}

static bool is_frame(const TumPose3 *pose)
{
    const TumVec3 p = pose->position;
    const TumQuat q = pose->rotation;
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return is_finite(p.x) && is_finite(p.y) && is_finite(p.z) && is_finite(square) &&
           square > 1e-12f;
}

static DPose3 inner_frame(const TumPose3 *pose)
{
    const TumVec3 p = pose->position;
    const TumQuat q = pose->rotation;
    return (DPose3){{(double)p.x, (double)p.y, (double)p.z},
                    dquat_normalize((DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w})};
}

static bool is_joint_def(const TumJointDef3 *def)
{
    bool sound = is_frame(&def->frame_a) && is_frame(&def->frame_b) && def->node_a >= -1 &&
                 def->node_b >= -1 && (def->limits != NULL || def->limit_count == 0) &&
                 (def->drives != NULL || def->drive_count == 0) && def->limit_count < INT32_MAX &&
                 def->drive_count < INT32_MAX;
    for (size_t i = 0; sound && i < def->limit_count; ++i) {
        sound = tum_limit_is_sound(&def->limits[i]);
    }
    for (size_t i = 0; sound && i < def->drive_count; ++i) {
        sound = tum_drive_is_sound(&def->drives[i]);
    }
    return sound;
}

static TumStatus make_source(const TumWorld *world, const TumJointDef3 *def, const int32_t body[2],
                             JointSource3 *source)
{
    *source = (JointSource3){.user = def->user,
                             .frame = {inner_frame(&def->frame_a), inner_frame(&def->frame_b)},
                             .node = {def->node_a, def->node_b},
                             .part_of = {body[0], body[1]}};
    if (!tum_joint_source_copy(source, def->limits, def->limit_count, def->drives, def->drive_count,
                               &world->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    if (tum_joint_source_is_full(source)) {
        return TUM_ERROR_CAPACITY;
    }
    return tum_joint_source_keep_side_apart(source, world);
}

TumStatus tum_world_add_joint3(TumWorld *world, const TumJointDef3 *def, TumJointId *joint)
{
    if (joint != NULL) {
        *joint = (TumJointId){0, 0, 0};
    }
    const TumStatus stamped = tum_stamp_status(def->stamp, JOINT_STAMP);
    if (stamped != TUM_OK) {
        return stamped;
    }
    const int32_t body[2] = {tum_world_slot_or_own(world, def->body_a),
                             tum_world_slot_or_own(world, def->body_b)};
    if (!TUM_REQUIRE(world->dimension == 3) || body[0] == NONE || body[1] == NONE ||
        body[0] == body[1] || !is_joint_def(def)) {
        return TUM_ERROR_ARGUMENT;
    }
    JointSource3 source;
    int32_t slot = NONE;
    TumStatus status = make_source(world, def, body, &source);
    if (status != TUM_OK) {
        tum_joint_source_clear(&source, &world->allocator);
        return status;
    }
    status = tum_world_join(world, body, def->enable_collision, &source, NULL, &slot);
    if (status == TUM_OK && joint != NULL) {
        *joint = tum_world_joint_at(world, (size_t)slot);
    }
    return status;
}

static DPose3 frame_in_world(const TumWorld *world, int32_t slot, int side)
{
    const int32_t body = world->sim.topology.joints.joints.items[slot].body[side];
    return tum_space3_joint_frame(world->space3, slot, side, body);
}

static TumPose3 public_frame(DPose3 frame)
{
    const DVec3 p = frame.position;
    const DQuat q = frame.rotation;
    return (TumPose3){{(float)p.x, (float)p.y, (float)p.z},
                      {(float)q.x, (float)q.y, (float)q.z, (float)q.w}};
}

TumPose3 tum_joint_local_frame3(const TumWorld *world, TumJointId joint, TumJointSide side)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    return public_frame(TUM_REQUIRE(world->dimension == 3) && slot != NONE
                            ? world->joints.items[slot].frame[side == TUM_JOINT_A ? 0 : 1]
                            : DPOSE3_IDENTITY);
}

TumPose3 tum_joint_frame3(const TumWorld *world, TumJointId joint, TumJointSide side)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE) {
        return public_frame(DPOSE3_IDENTITY);
    }
    return public_frame(frame_in_world(world, slot, side == TUM_JOINT_A ? 0 : 1));
}

TumStatus tum_joint_set_frame3(TumWorld *world, TumJointId joint, TumJointSide side, TumPose3 frame)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE || !is_frame(&frame)) {
        return TUM_ERROR_ARGUMENT;
    }
    return tum_world_set_joint_frame3(world, slot, side == TUM_JOINT_A ? 0 : 1,
                                      inner_frame(&frame));
}

float tum_joint_position3(const TumWorld *world, TumJointId joint, TumSpace space, uint32_t axes)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE || axes == 0 || axes > AXES_ALL) {
        return 0.0f;
    }
    const DPose3 a = frame_in_world(world, slot, 0), b = frame_in_world(world, slot, 1);
    if (space == TUM_SPACE_LINEAR) {
        const DVec3 between = dvec3_sub(b.position, a.position);
        return (float)tum_limit3_linear(dquat_matrix(a.rotation), between, axes).value;
    }
    const DQuat a_from_b = dquat_normalize(dquat_multiply(dquat_conjugate(a.rotation), b.rotation));
    return (float)(axis_count(axes) == 1
                       ? tum_space3_counted_angle(world->space3, slot, first_axis(axes), a_from_b)
                       : tum_limit3_angle(a_from_b, axes));
}

static void give(TumVec3 *to, DVec3 v, double scale)
{
    if (to != NULL) {
        *to = (TumVec3){(float)(v.x * scale), (float)(v.y * scale), (float)(v.z * scale)};
    }
}

void tum_joint_force3(const TumWorld *world, TumJointId joint, TumVec3 *force, TumVec3 *torque)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    const double substep = (double)world->sim.topology.last_substep;
    JointImpulse3 impulse = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    if (TUM_REQUIRE(world->dimension == 3) && slot != NONE && substep > 0.0) {
        impulse = tum_space3_joint_impulse(world->space3, slot,
                                           world->sim.topology.joints.joints.items[slot].body);
    }
    const double per_second = substep > 0.0 ? 1.0 / substep : 0.0;
    give(force, impulse.linear, per_second);
    give(torque, impulse.angular, per_second);
}
