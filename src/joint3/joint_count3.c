// SPDX-License-Identifier: MIT
// joint_count3.c: angles about one axis of a joint, with whole turns counted.
//
// A joint has one angle per axis, shared by all limits and drives of that axis. The first
// measurement is in (-pi, pi], or has the whole turns that bring it into or nearest to the range of
// the axis. Later measurements continue from the one before. After a teleport of a body the angle
// starts anew, unless the joint's bodies were teleported together, so that the angle is unchanged.
#include "joint3/joint_count3.h"

#include <math.h>

#include "joint3/joint_frames3.h"
#include "joint3/joint_state3.h"
#include "joint3/limit3.h"
#include "space3/joint_data3.h"
#include "space3/space3.h"

// [rad] Tolerance for an unchanged angle of bodies teleported together; exceeds rounding errors.
static const double SAME_ANGLE = 1e-3;

static unsigned bit_of(int axis)
{
    return 1u << axis;
}

static double first_angle(const JointSet3 *set, const Joint3 *joint, int axis, double angle)
{
    double low = -(double)INFINITY, high = (double)INFINITY;
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        if (part->is_angular && part->kind == PART_RANGE && part->axes == bit_of(axis) &&
            !part->is_open) {
            low = maximum64(low, part->low);
            high = minimum64(high, part->high);
        }
    }
    return tum_limit3_unwrap_into(angle, low, high);
}

double tum_joint3_whole_angle(const JointSet3 *set, const Joint3 *joint, int axis, double angle,
                              bool is_undefined)
{
    double counted;
    if (!tum_joint3_counted(set, joint, axis, &counted)) {
        return first_angle(set, joint, axis, angle);
    }
    if (is_undefined) {
        return counted;
    }
    const double next = tum_limit3_unwrap_after(angle, counted);
    const bool begins_again =
        (joint->placed & bit_of(axis)) != 0 && absolute64(next - counted) > SAME_ANGLE;
    return begins_again ? first_angle(set, joint, axis, angle) : next;
}

double tum_space3_counted_angle(const Space3 *space, int32_t slot, int axis, DQuat a_from_b)
{
    const JointSet3 *set = &space->joints;
    const Joint3 *joint = &set->joints.items[slot];
    const unsigned bit = bit_of(axis);
    const double angle = tum_limit3_angle(a_from_b, bit);
    return (joint->counts & bit) == 0
               ? angle
               : tum_joint3_whole_angle(set, joint, axis, angle,
                                        tum_limit3_is_twist_undefined(a_from_b, bit));
}

static DQuat turn_between(const Space3 *space, const Topology *topology, int32_t slot)
{
    const int32_t *body = topology->joints.joints.items[slot].body;
    const DQuat a = tum_space3_joint_frame(space, slot, 0, body[0]).rotation;
    const DQuat b = tum_space3_joint_frame(space, slot, 1, body[1]).rotation;
    return dquat_normalize(dquat_multiply(dquat_conjugate(a), b));
}

// Updates counted angles from the current poses.
static void count_now(Space3 *space, const Topology *topology, int32_t slot)
{
    Joint3 *joint = &space->joints.joints.items[slot];
    const DQuat turn = turn_between(space, topology, slot);
    for (int axis = 0; axis < 3; ++axis) {
        if ((joint->known & bit_of(axis)) != 0) {
            joint->angle[axis] = tum_space3_counted_angle(space, slot, axis, turn);
        }
    }
}

void tum_space3_hold_counts(Space3 *space, const Topology *topology, int32_t body)
{
    JointSet3 *set = &space->joints;
    for (int32_t edge = topology->bodies.items[body].first_joint; edge != NONE;
         edge = topology->joints.joints.items[edge / 2].next[edge & 1]) {
        Joint3 *joint = &set->joints.items[edge / 2];
        if (joint->counts == 0 || joint->placed != 0) {
            continue; // a joint placed before keeps the count from before that
        }
        tum_joint_set3_release(set);
        count_now(space, topology, edge / 2);
        joint->placed = joint->known;
        set->some_placed |= joint->placed != 0;
    }
}

void tum_space3_settle_counts(Space3 *space, const Topology *topology)
{
    JointSet3 *set = &space->joints;
    for (size_t i = 0; i < set->joints.count && set->some_placed; ++i) {
        if (set->joints.items[i].placed != 0) {
            count_now(space, topology, (int32_t)i);
            set->joints.items[i].placed = 0;
        }
    }
    set->some_placed = false;
}
