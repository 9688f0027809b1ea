// SPDX-License-Identifier: MIT
// joint_redundant3.c: rows that follow from those of another joint of the same bodies.
//
// A hinge leaves one motion: the turn about its axis. A second joint of the same bodies holds under
// every such turn if its points lie on that axis and its axis, if there is one, is parallel to it.
// The test compares frames within bodies, so poses have no part in it.
//
// Where both points are close to each other, the second joint is left out. Otherwise an error of
// the angle would open it far, and both points hold the angles better than rows of angles do: these
// are left out, in both joints.
#include "joint3/joint_redundant3.h"

enum {
    // Joints of a body that are compared with each of its joints: those that were made next. A hub
    // of thousands of joints then costs no more than a chain.
    NEIGHBOURS_MOST = 16
};

// [m], [rad] Largest deviation from the common axis: a tenth of the gap at which joints are pulled
// together. Frames of files are right to about a micrometre.
static const double OFF_AXIS_MOST = 3e-5;

// [m] Distance of two points at which a gap of APART_LENGTH tilts by APART_ANGLE: the ratio of
// both.
static const double CLOSE = 0.25;

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
// @param flips     side 0 of the other joint is side 1 of the hinge.
// @param distance  receives the distance of their points [m].
static bool implies(const JointSet3 *set, const Joint3 *hinge, const Joint3 *other, bool flips,
                    double *distance)
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
        along[side] =
            other_swing != NULL ? dquat_rotate(back, dquat_rotate(theirs.rotation, own)) : own;
    }
    *distance = dvec3_length(point[0]);
    return dvec3_length(dvec3_sub(point[0], point[1])) <= OFF_AXIS_MOST &&
           distance_off(point[0], axis) <= OFF_AXIS_MOST &&
           distance_off(along[0], axis) <= OFF_AXIS_MOST &&
           dvec3_length(dvec3_sub(along[0], along[1])) <= OFF_AXIS_MOST;
}

static bool may_compare(const Joint3 *joint)
{
    return is_still(joint) && !joint3_is_redundant(joint);
}

static void leave_close_out(JointSet3 *set, Joint3 *a, Joint3 *b, bool flips)
{
    double distance;
    a->redundancy |= JOINT_PAIRED;
    b->redundancy |= JOINT_PAIRED;
    if (!may_compare(a) || !may_compare(b)) {
        return;
    }
    if (implies(set, a, b, flips, &distance) && distance < CLOSE) {
        b->redundancy |= JOINT_REDUNDANT;
    } else if (implies(set, b, a, flips, &distance) && distance < CLOSE) {
        a->redundancy |= JOINT_REDUNDANT;
    }
}

// As tum_joint3_recognize sets Joint3.needs_axes, without implied parts.
static void find_need_of_axes(const JointSet3 *set, Joint3 *joint)
{
    joint->needs_axes = joint->counts != 0;
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        joint->needs_axes |=
            !part->is_implied && part->form != FORM_POINT && part->form != FORM_DISTANCE;
    }
}

static void leave_swing_out(JointSet3 *set, Joint3 *joint)
{
    for (int32_t i = 0; i < joint->part_count; ++i) {
        JointPart3 *part = &set->parts.items[joint->part_first + i];
        part->is_implied |= part->form == FORM_SWING && is_plain(part);
    }
    find_need_of_axes(set, joint);
}

static void leave_swings_out(JointSet3 *set, Joint3 *a, Joint3 *b, bool flips)
{
    double distance;
    if (may_compare(a) && may_compare(b) &&
        (implies(set, a, b, flips, &distance) || implies(set, b, a, flips, &distance)) &&
        distance >= CLOSE) {
        leave_swing_out(set, a);
        leave_swing_out(set, b);
    }
}

typedef void Comparison(JointSet3 *set, Joint3 *a, Joint3 *b, bool flips);

// Compares a joint with the next ones of one of its bodies, in the order of slots.
static void compare_with_next(JointSet3 *set, const Topology *topology, int32_t slot,
                              Comparison *compare)
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
            compare(set, &set->joints.items[slot], &set->joints.items[edge / 2], flips);
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

static void compare_all(JointSet3 *set, const Topology *topology, Comparison *compare)
{
    const size_t count = topology->joints.joints.count;
    for (size_t i = 0; i < count; ++i) {
        if (topology->joints.joints.items[i].acts) {
            compare_with_next(set, topology, (int32_t)i, compare);
        }
    }
}

void tum_joint3_find_redundant(JointSet3 *set, const Topology *topology)
{
    for (size_t i = 0; i < set->joints.count; ++i) {
        Joint3 *joint = &set->joints.items[i];
        joint->redundancy &= JOINT_FRAMES_FOLLOW;
        for (int32_t k = 0; k < joint->part_count; ++k) {
            set->parts.items[joint->part_first + k].is_implied = false;
        }
        find_need_of_axes(set, joint);
    }
    compare_all(set, topology, leave_close_out);
    compare_all(set, topology, leave_swings_out);
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
