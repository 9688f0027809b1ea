// SPDX-License-Identifier: MIT
// joint_edit.c: joints added, removed and changed between two steps, the same in 3D and 4D.
#include "joint3/joint_edit3.h"
#include "tumble/capacity.h"
#include "world/world_data.h"

#include <math.h>

// Slot of a joint, or NONE.
int32_t tum_world_joint_slot(const TumWorld *world, TumJointId joint)
{
    const JointTable *table = &world->sim.topology.joints;
    if (joint.index1 == 0 || joint.index1 > table->joints.count || joint.world != world->id) {
        return NONE;
    }
    const int32_t slot = (int32_t)joint.index1 - 1;
    const JointRecord *record = &table->joints.items[slot];
    return record->exists && record->generation == joint.generation ? slot : NONE;
}

static JointRecord *record_at(TumWorld *world, int32_t slot)
{
    return &world->sim.topology.joints.joints.items[slot];
}

size_t tum_world_joint_count(const TumWorld *world)
{
    return world->sim.topology.joints.joints.count;
}

TumJointId tum_world_joint_at(const TumWorld *world, size_t index)
{
    const JointTable *table = &world->sim.topology.joints;
    if (index >= table->joints.count || !table->joints.items[index].exists) {
        return (TumJointId){0, 0, 0};
    }
    return (TumJointId){(uint32_t)index + 1, table->joints.items[index].generation, world->id};
}

bool tum_joint_exists(const TumWorld *world, TumJointId joint)
{
    return tum_world_joint_slot(world, joint) != NONE;
}

TumBodyId tum_joint_body(const TumWorld *world, TumJointId joint, TumJointSide side)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    const int at = side == TUM_JOINT_A ? 0 : 1;
    return tum_world_id(
        world, slot == NONE ? WORLD_BODY : world->sim.topology.joints.joints.items[slot].body[at]);
}

int32_t tum_joint_node(const TumWorld *world, TumJointId joint, TumJointSide side)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    return slot == NONE ? -1 : world->joints.items[slot].node[side == TUM_JOINT_A ? 0 : 1];
}

size_t tum_joint_limit_count(const TumWorld *world, TumJointId joint)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    return slot == NONE ? 0 : (size_t)world->joints.items[slot].limit_count;
}

size_t tum_joint_drive_count(const TumWorld *world, TumJointId joint)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    return slot == NONE ? 0 : (size_t)world->joints.items[slot].drive_count;
}

TumStatus tum_joint_limit(const TumWorld *world, TumJointId joint, size_t index, TumLimit *limit)
{
    if (index >= tum_joint_limit_count(world, joint)) {
        return TUM_ERROR_ARGUMENT;
    }
    *limit = world->joints.items[joint.index1 - 1].limits[index];
    return TUM_OK;
}

TumStatus tum_joint_drive(const TumWorld *world, TumJointId joint, size_t index, TumDrive *drive)
{
    if (index >= tum_joint_drive_count(world, joint)) {
        return TUM_ERROR_ARGUMENT;
    }
    *drive = world->joints.items[joint.index1 - 1].drives[index];
    return TUM_OK;
}

void tum_world_drop_joint(TumWorld *world, int32_t joint)
{
    tum_world_admit_joint(world, joint);
    tum_world_quiet_joint(world, joint);
    tum_topology_remove_joint(&world->sim.topology, joint, world->scene_joint_count);
    tum_joint_source_clear(&world->joints.items[joint], &world->allocator);
}

// Takes a slot in the topology, and memory for it in all tables.
static TumStatus take_slot(TumWorld *world, const JointRecord *record, const JointSource3 *source,
                           const JointForm4 *form, int32_t *slot)
{
    const JointTable *table = &world->sim.topology.joints;
    const size_t count = table->joints.count;
    if (table->free.count == 0 && count >= TUM_MAX_JOINTS) {
        return TUM_ERROR_CAPACITY;
    }
    if (table->free.count == 0 &&
        (!array_reserve(&world->joints, count + 1, &world->allocator) ||
         (form != NULL ? !array_reserve(&world->joints4, count + 1, &world->allocator) ||
                             !tum_space4_reserve_joint(world->space4, count)
                       : !tum_space3_reserve_joint(world->space3, count)))) {
        return TUM_ERROR_MEMORY;
    }
    *slot = tum_topology_add_joint(&world->sim.topology, record);
    if (*slot == NONE) {
        return TUM_ERROR_MEMORY;
    }
    world->joints.count = table->joints.count;
    world->joints.items[*slot] = *source;
    if (form != NULL) {
        world->joints4.count = table->joints.count;
        world->joints4.items[*slot] = *form;
    }
    return TUM_OK;
}

TumStatus tum_world_join(TumWorld *world, const int32_t body[2], bool lets_collide,
                         JointSource3 *source, const JointForm4 *form, int32_t *slot)
{
    const JointRecord record = {
        .body = {body[0], body[1]}, .is_enabled = true, .lets_collide = lets_collide};
    TumStatus status = take_slot(world, &record, source, form, slot);
    if (status != TUM_OK) {
        tum_joint_source_clear(source, &world->allocator);
        return status;
    }
    status = tum_topology_wake_joint(&world->sim.topology, *slot);
    status = status == TUM_OK ? tum_world_forbid_joint(world, *slot) : status;
    status = status == TUM_OK ? tum_world_end_forbidden(world, *slot) : status;
    status = status == TUM_OK ? tum_world_refresh_joint(world, *slot) : status;
    if (status != TUM_OK) {
        tum_world_drop_joint(world, *slot);
    }
    return status;
}

TumStatus tum_world_remove_joint_at(TumWorld *world, int32_t joint)
{
    const TumStatus status = tum_topology_wake_joint(&world->sim.topology, joint);
    if (status == TUM_OK) {
        tum_world_look_again(world, joint);
        tum_world_drop_joint(world, joint);
    }
    return status;
}

TumStatus tum_world_remove_joint(TumWorld *world, TumJointId joint)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    return slot == NONE ? TUM_ERROR_ARGUMENT : tum_world_remove_joint_at(world, slot);
}

bool tum_joint_is_enabled(const TumWorld *world, TumJointId joint)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    return slot != NONE && world->sim.topology.joints.joints.items[slot].is_enabled;
}

bool tum_joint_enables_collision(const TumWorld *world, TumJointId joint)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    return slot != NONE && world->sim.topology.joints.joints.items[slot].lets_collide;
}

static TumStatus switch_on(TumWorld *world, int32_t slot)
{
    record_at(world, slot)->is_enabled = true;
    TumStatus status = tum_world_forbid_joint(world, slot);
    status = status == TUM_OK ? tum_world_end_forbidden(world, slot) : status;
    status = status == TUM_OK ? tum_world_refresh_joint(world, slot) : status;
    if (status != TUM_OK) {
        tum_world_admit_joint(world, slot);
        record_at(world, slot)->is_enabled = false;
    }
    return status;
}

TumStatus tum_joint_set_enabled(TumWorld *world, TumJointId joint, bool is_enabled)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    if (record_at(world, slot)->is_enabled == is_enabled) {
        return TUM_OK;
    }
    const TumStatus status = tum_topology_wake_joint(&world->sim.topology, slot);
    if (status == TUM_OK && is_enabled) {
        return switch_on(world, slot);
    }
    if (status == TUM_OK) {
        tum_world_look_again(world, slot);
        tum_world_admit_joint(world, slot);
        record_at(world, slot)->is_enabled = false;
        tum_world_quiet_joint(world, slot);
    }
    return status;
}

TumStatus tum_joint_set_enables_collision(TumWorld *world, TumJointId joint, bool enables_collision)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = tum_world_let_collide(world, slot, enables_collision);
    if (status == TUM_OK) {
        world->joints.items[slot].collision_follows = false;
    }
    return status;
}

static bool is_space(TumSpace space)
{
    return space == TUM_SPACE_LINEAR || space == TUM_SPACE_ANGULAR;
}

static bool is_coefficient(double x)
{
    return x >= 0.0 && is_finite64(x);
}

bool tum_limit_is_sound(const TumLimit *limit)
{
    return is_space(limit->space) && limit->axes >= 1 && limit->axes <= 7 &&
           limit->min <= limit->max && limit->min < (double)INFINITY &&
           limit->max > -(double)INFINITY && limit->stiffness >= 0.0 &&
           is_coefficient(limit->damping);
}

bool tum_drive_is_sound(const TumDrive *drive)
{
    return is_space(drive->space) &&
           (drive->mode == TUM_DRIVE_FORCE || drive->mode == TUM_DRIVE_ACCELERATION) &&
           drive->axis >= 0 && drive->axis <= 2 && drive->max_force >= 0.0 &&
           (!drive->has_position_target || is_finite64(drive->position_target)) &&
           is_finite64(drive->velocity_target) && is_coefficient(drive->stiffness) &&
           is_coefficient(drive->damping);
}

static bool same_limit(const TumLimit *a, const TumLimit *b)
{
    return a->space == b->space && a->axes == b->axes && a->min == b->min && a->max == b->max &&
           a->stiffness == b->stiffness && a->damping == b->damping;
}

static bool same_drive(const TumDrive *a, const TumDrive *b)
{
    return a->space == b->space && a->mode == b->mode && a->axis == b->axis &&
           a->max_force == b->max_force && a->has_position_target == b->has_position_target &&
           a->position_target == b->position_target && a->velocity_target == b->velocity_target &&
           a->stiffness == b->stiffness && a->damping == b->damping;
}

// Applies a changed source.
static TumStatus take_source(TumWorld *world, int32_t joint)
{
    if (world->dimension == 3 && tum_joint_source_is_full(&world->joints.items[joint])) {
        return TUM_ERROR_CAPACITY;
    }
    const TumStatus status = tum_topology_wake_joint(&world->sim.topology, joint);
    return status == TUM_OK ? tum_world_refresh_joint(world, joint) : status;
}

TumStatus tum_world_set_limit(TumWorld *world, int32_t joint, int32_t index, const TumLimit *limit)
{
    JointSource3 *source = &world->joints.items[joint];
    bool *follows = joint_source_follows(source, false, index);
    TumLimit *place = &source->limits[index];
    const TumLimit before = *place;
    const bool did_follow = *follows;
    if (same_limit(limit, &before) && !did_follow) {
        return TUM_OK;
    }
    *place = *limit;
    place->pointer = NULL;
    *follows = false;
    const TumStatus status = take_source(world, joint);
    if (status != TUM_OK) {
        *place = before;
        *follows = did_follow;
    }
    return status;
}

TumStatus tum_world_set_drive(TumWorld *world, int32_t joint, int32_t index, const TumDrive *drive)
{
    JointSource3 *source = &world->joints.items[joint];
    bool *follows = joint_source_follows(source, true, index);
    TumDrive *place = &source->drives[index];
    const TumDrive before = *place;
    const bool did_follow = *follows;
    if (same_drive(drive, &before) && !did_follow) {
        return TUM_OK;
    }
    *place = *drive;
    place->pointer = NULL;
    *follows = false;
    const TumStatus status = take_source(world, joint);
    if (status != TUM_OK) {
        *place = before;
        *follows = did_follow;
    }
    return status;
}

static bool allows_limit(const TumWorld *world, int32_t joint, const TumLimit *limit)
{
    return world->dimension == 4 ? tum_joint4_allows_limit(world->joints4.items[joint].kind, limit)
                                 : tum_limit_is_sound(limit);
}

static bool allows_drive(const TumWorld *world, int32_t joint, const TumDrive *drive)
{
    return world->dimension == 4 ? tum_joint4_allows_drive(world->joints4.items[joint].kind, drive)
                                 : tum_drive_is_sound(drive);
}

TumStatus tum_joint_set_limit(TumWorld *world, TumJointId joint, size_t index,
                              const TumLimit *limit)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    return slot == NONE || index >= tum_joint_limit_count(world, joint) ||
                   !allows_limit(world, slot, limit)
               ? TUM_ERROR_ARGUMENT
               : tum_world_set_limit(world, slot, (int32_t)index, limit);
}

TumStatus tum_joint_set_drive(TumWorld *world, TumJointId joint, size_t index,
                              const TumDrive *drive)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    return slot == NONE || index >= tum_joint_drive_count(world, joint) ||
                   !allows_drive(world, slot, drive)
               ? TUM_ERROR_ARGUMENT
               : tum_world_set_drive(world, slot, (int32_t)index, drive);
}

TumStatus tum_joint_set_position_target(TumWorld *world, TumJointId joint, size_t drive,
                                        double target)
{
    TumDrive changed;
    if (tum_joint_drive(world, joint, drive, &changed) != TUM_OK) {
        return TUM_ERROR_ARGUMENT;
    }
    changed.has_position_target = true;
    changed.position_target = target;
    return tum_joint_set_drive(world, joint, drive, &changed);
}

TumStatus tum_joint_set_velocity_target(TumWorld *world, TumJointId joint, size_t drive,
                                        double target)
{
    TumDrive changed;
    if (tum_joint_drive(world, joint, drive, &changed) != TUM_OK) {
        return TUM_ERROR_ARGUMENT;
    }
    changed.velocity_target = target;
    return tum_joint_set_drive(world, joint, drive, &changed);
}
