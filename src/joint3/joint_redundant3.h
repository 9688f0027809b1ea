// SPDX-License-Identifier: MIT
/// joint_redundant3.h: joints whose rows follow from those of another joint of the same bodies.
///
/// Two hinges with one common axis, as of a door or of a plank, hold five coordinates, not ten. The
/// rows of the second hinge follow from those of the first: its error is that of the first times
/// the distance between both. Such a joint is in no layout and has no impulse.
#ifndef TUM_JOINT3_JOINT_REDUNDANT3_H
#define TUM_JOINT3_JOINT_REDUNDANT3_H

#include "space3/space3.h"

/// Finds redundant joints: sets JOINT_PAIRED and JOINT_REDUNDANT of all acting joints, and clears
/// the impulses of redundant ones.
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
