// SPDX-License-Identifier: MIT
/// joint_redundant3.h: rows that follow from those of another joint of the same bodies.
///
/// Two hinges with one common axis, as of a door or of a plank, hold five coordinates, not ten. Of
/// two that are close to each other the second one is redundant: it is in no layout and has no
/// impulse. Of two that are far apart the swings are implied: each hinge is a point, and both
/// points hold the axis.
#ifndef TUM_JOINT3_JOINT_REDUNDANT3_H
#define TUM_JOINT3_JOINT_REDUNDANT3_H

#include "space3/space3.h"

/// Finds redundant joints and implied parts: sets JOINT_PAIRED and JOINT_REDUNDANT of all acting
/// joints and JointPart3.is_implied, and clears the impulses of redundant joints.
void tum_joint3_find_redundant(JointSet3 *set, const Topology *topology);

/// Notes whether tracks move frames of a joint, after a change of a frame.
/// @return true if the layout depends on the frames of the joint: it must be made anew.
bool tum_joint3_set_follows(JointSet3 *set, int32_t slot, bool follows);

/// Whether the layout depends on the frames and parts of a joint.
static inline bool joint3_is_paired(const Joint3 *joint)
{
    return (joint->redundancy & JOINT_PAIRED) != 0;
}

static inline bool joint3_is_redundant(const Joint3 *joint)
{
    return (joint->redundancy & JOINT_REDUNDANT) != 0;
}

#endif
