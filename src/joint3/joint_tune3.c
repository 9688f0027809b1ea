// SPDX-License-Identifier: MIT
// joint_tune3.c: changes of ranges, drives and frames during a step.
#include "joint3/joint_tune3.h"

#include "joint3/articulation3.h"
#include "joint3/joint_form3.h"
#include "joint3/joint_frames3.h"
#include "space3/gyroscope3.h"

// [m/s], [rad/s] Faster changes are made at once.
static const double JUMP_SPEED = 1e5;

// A change of kind invalidates a row's warm-start data.
static void forget_rows(JointSet3 *set, const JointPart3 *part)
{
    for (int32_t i = 0; i < part->row_count; ++i) {
        JointRow3 *row = &set->rows.items[part->row_first + i];
        row->impulse = 0.0;
        row->state = ROW_FREE;
        row->side = SIDE_NONE;
        row->is_idle = false;
    }
}

static void set_kind(JointSet3 *set, JointPart3 *part, JointPartKind kind)
{
    if (part->kind != kind) {
        tum_articulations3_release(set);
        part->kind = kind;
        forget_rows(set, part);
    }
}

// @return the rate at which a number reaches `next`; 0 if it is set at once.
static double start(double *now, double next, bool is_even, double seconds)
{
    const double rate = (next - *now) / seconds;
    if (is_even && absolute64(rate) < JUMP_SPEED) { // excludes infinite ends
        return rate;
    }
    *now = next;
    return 0.0;
}

static bool is_same(const JointPart3 *a, const JointPart3 *b)
{
    return a->kind == b->kind && a->is_open == b->is_open && a->low == b->low &&
           a->high == b->high && a->stiffness == b->stiffness && a->damping == b->damping &&
           a->has_target == b->has_target && a->target == b->target && a->speed == b->speed &&
           a->max_force == b->max_force;
}

static void take_forces(JointPart3 *part, const JointPart3 *next)
{
    part->stiffness = next->stiffness;
    part->damping = next->damping;
    part->has_target = next->has_target;
    part->speed = next->speed;
    part->max_force = next->max_force;
    part->is_open = next->is_open;
}

bool tum_joint3_tune(JointSet3 *set, int32_t joint, int32_t index, const JointPart3 *next,
                     EvenChange3 change, double seconds)
{
    JointPart3 *part = &set->parts.items[index];
    if (is_same(part, next)) {
        return false;
    }
    // While a lock opens or closes, it is a range with equal ends.
    if (part->kind != next->kind) {
        set_kind(set, part, PART_RANGE);
    }
    take_forces(part, next);
    part->low_rate = start(&part->low, next->low, change.low, seconds);
    part->high_rate = start(&part->high, next->high, change.high, seconds);
    part->target_rate = start(&part->target, next->target, change.target, seconds);
    set->joints.items[joint].is_moving = true;
    tum_joint3_recognize(set, &set->joints.items[joint]);
    return true;
}

void tum_joint3_land(JointSet3 *set, int32_t joint, int32_t index, const JointPart3 *next)
{
    JointPart3 *part = &set->parts.items[index];
    set_kind(set, part, next->kind);
    take_forces(part, next);
    part->low = next->low;
    part->high = next->high;
    part->target = next->target;
    part->low_rate = part->high_rate = part->target_rate = 0.0;
    tum_joint3_recognize(set, &set->joints.items[joint]);
}

bool tum_joint3_aim_frame(JointSet3 *set, int32_t index, int side, DPose3 next, bool is_even,
                          double seconds)
{
    Joint3 *joint = &set->joints.items[index];
    ++set->changes;
    const DPose3 now = joint->frame[side];
    const DVec3 displacement = dvec3_sub(next.position, now.position);
    const DVec3 turn = tum_turn_between3(now.rotation, next.rotation);
    const DVec3 linear = dvec3_scale(displacement, 1.0 / seconds);
    const DVec3 angular = dvec3_scale(turn, 1.0 / seconds);
    if (is_even && dvec3_length(linear) < JUMP_SPEED && dvec3_length(angular) < JUMP_SPEED) {
        joint->frame_linear[side] = linear;
        joint->frame_angular[side] = angular;
        joint->is_moving = true;
    }
    return dvec3_length(displacement) > 0.0 || dvec3_length(turn) > 0.0;
}

void tum_joint3_halt(JointSet3 *set, int32_t index)
{
    Joint3 *joint = &set->joints.items[index];
    ++set->changes;
    for (int side = 0; side < 2; ++side) {
        joint->frame_linear[side] = dvec3(0.0, 0.0, 0.0);
        joint->frame_angular[side] = dvec3(0.0, 0.0, 0.0);
    }
    joint->is_moving = false;
    for (int32_t i = 0; i < joint->part_count; ++i) {
        JointPart3 *part = &set->parts.items[joint->part_first + i];
        part->low_rate = part->high_rate = part->target_rate = 0.0;
    }
}

void tum_joint3_advance(JointSet3 *set, Joint3 *joint, double substep)
{
    tum_joint3_advance_frames(joint, substep);
    for (int32_t i = 0; i < joint->part_count; ++i) {
        JointPart3 *part = &set->parts.items[joint->part_first + i];
        part->low += part->low_rate * substep;
        part->high += part->high_rate * substep;
        part->target += part->target_rate * substep;
    }
}
