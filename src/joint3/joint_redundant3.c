// SPDX-License-Identifier: MIT
// joint_redundant3.c: joints whose rows follow from those of another joint of the same bodies.
//
// A hinge leaves one motion: the turn about its axis. A second joint of the same bodies holds under
// every such turn if its points lie on that axis and its axis, if there is one, is parallel to it.
// The test compares frames within bodies, so poses have no part in it.
#include "joint3/joint_redundant3.h"

enum {
    // Joints of a body that are compared with each of its joints: those that were made next. A hub
    // of thousands of joints then costs no more than a chain.
    NEIGHBOURS_MOST = 16
};

// [m], [rad] Largest deviation from the common axis: a tenth of the gap at which joints are pulled
// together. Frames of files are right to about a micrometre.
static const double OFF_AXIS_MOST = 3e-5;

// Whether the part is a plain lock: no animation and no change of a limit opens it.
static bool is_plain(const JointPart3 *part)
{
    return part->source == NONE && !part->may_lock && !part->is_open &&
           (part->form == FORM_POINT || part->form == FORM_SWING);
}

static bool is_still(const Joint3 *joint)
{
    return joint->part_count > 0 && (joint->redundancy & JOINT_FRAMES_FOLLOW) == 0;
}

// Plain swing of a joint, which has the hinge's axis; NULL if there is none.
static const JointPart3 *plain_swing(const JointSet3 *set, const Joint3 *joint)
{
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        if (part->form == FORM_SWING && is_plain(part)) {
            return part;
        }
    }
    return NULL;
}

static bool has_plain_point(const JointSet3 *set, const Joint3 *joint)
{
    return joint->is_point_first && is_plain(&set->parts.items[joint->part_first]);
}

// Whether the joint is a point or a hinge and nothing else: no limit and no drive.
static bool holds_points_only(const JointSet3 *set, const Joint3 *joint)
{
    bool only = joint->counts == 0 && has_plain_point(set, joint);
    for (int32_t i = 1; i < joint->part_count && only; ++i) {
        only = is_plain(&set->parts.items[joint->part_first + i]);
    }
    return only;
}

static int axis_of(const JointPart3 *swing)
{
    int axis = 0;
    while ((swing->axes >> axis & 1u) != 0) {
        ++axis;
    }
    return axis;
}

static DVec3 unit(int axis)
{
    return (DVec3){axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
}

// Distance of a vector's end from an axis of the coordinates.
static double distance_off(DVec3 v, int axis)
{
    return dvec3_length(dvec3_sub(v, dvec3_scale(unit(axis), dvec3_part(v, axis))));
}

// Whether every turn about the axis of a hinge keeps another joint of the same bodies closed.
// @param flips  side 0 of the other joint is side 1 of the hinge.
static bool implies(const JointSet3 *set, const Joint3 *hinge, const Joint3 *other, bool flips)
{
    const JointPart3 *swing = plain_swing(set, hinge), *other_swing = plain_swing(set, other);
    if (swing == NULL || !has_plain_point(set, hinge) || !holds_points_only(set, other)) {
        return false;
    }
    const int axis = axis_of(swing);
    DVec3 point[2], along[2];
    for (int side = 0; side < 2; ++side) {
        const DPose3 frame = hinge->frame[side], theirs = other->frame[flips ? 1 - side : side];
        const DQuat back = dquat_conjugate(frame.rotation);
        point[side] = dquat_rotate(back, dvec3_sub(theirs.position, frame.position));
        const DVec3 own = other_swing != NULL ? unit(axis_of(other_swing)) : unit(axis);
        along[side] = other_swing != NULL
                          ? dquat_rotate(back, dquat_rotate(theirs.rotation, own))
                          : own;
    }
    return dvec3_length(dvec3_sub(point[0], point[1])) <= OFF_AXIS_MOST &&
           distance_off(point[0], axis) <= OFF_AXIS_MOST &&
           distance_off(along[0], axis) <= OFF_AXIS_MOST &&
           dvec3_length(dvec3_sub(along[0], along[1])) <= OFF_AXIS_MOST;
}

static void compare(JointSet3 *set, int32_t first, int32_t second, bool flips)
{
    Joint3 *a = &set->joints.items[first], *b = &set->joints.items[second];
    a->redundancy |= JOINT_PAIRED;
    b->redundancy |= JOINT_PAIRED;
    if (joint3_is_redundant(a) || joint3_is_redundant(b) || !is_still(a) || !is_still(b)) {
        return;
    }
    if (implies(set, a, b, flips)) {
        b->redundancy |= JOINT_REDUNDANT;
    } else if (implies(set, b, a, flips)) {
        a->redundancy |= JOINT_REDUNDANT;
    }
}

// Compares a joint with the next ones of one of its bodies, in the order of slots.
static void compare_with_next(JointSet3 *set, const Topology *topology, int32_t slot)
{
    const JointRecord *joints = topology->joints.joints.items;
    const JointRecord *own = &joints[slot];
    const int side = topology->bodies.items[own->body[0]].is_movable ? 0 : 1;
    int32_t edge = own->next[side];
    for (int i = 0; i < NEIGHBOURS_MOST && edge != NONE; ++i) {
        const JointRecord *other = &joints[edge / 2];
        const bool is_same = other->body[0] == own->body[0] && other->body[1] == own->body[1];
        const bool flips = other->body[0] == own->body[1] && other->body[1] == own->body[0];
        if (other->acts && (is_same || flips)) {
            compare(set, slot, edge / 2, flips);
        }
        edge = other->next[edge & 1];
    }
}

static void clear_impulses(JointSet3 *set, const Joint3 *joint)
{
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        for (int32_t k = 0; k < part->row_count; ++k) {
            set->rows.items[part->row_first + k].impulse = 0.0;
        }
    }
}

void tum_joint3_find_redundant(JointSet3 *set, const Topology *topology)
{
    for (size_t i = 0; i < set->joints.count; ++i) {
        set->joints.items[i].redundancy &= JOINT_FRAMES_FOLLOW;
    }
    const size_t count = topology->joints.joints.count;
    for (size_t i = 0; i < count; ++i) {
        if (topology->joints.joints.items[i].acts) {
            compare_with_next(set, topology, (int32_t)i);
        }
    }
    for (size_t i = 0; i < set->joints.count; ++i) {
        if (joint3_is_redundant(&set->joints.items[i])) {
            clear_impulses(set, &set->joints.items[i]);
        }
    }
}

bool tum_joint3_set_follows(JointSet3 *set, int32_t slot, bool follows)
{
    Joint3 *joint = &set->joints.items[slot];
    joint->redundancy &= (uint8_t)~JOINT_FRAMES_FOLLOW;
    joint->redundancy |= follows ? JOINT_FRAMES_FOLLOW : 0;
    return joint3_is_paired(joint);
}
