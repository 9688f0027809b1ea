// SPDX-License-Identifier: MIT
/// joint_edit3.h: changes of joints between two steps, and queries.
#ifndef TUM_JOINT3_JOINT_EDIT3_H
#define TUM_JOINT3_JOINT_EDIT3_H

#include "space3/space3.h"

/// Number of rows of a joint with these parts; at most BLOCK_SIZE_MOST are allowed.
int32_t tum_joint3_row_count(const JointPart3 *parts, size_t count);

/// Allocates the joint of a slot; a new joint has no parts.
/// @return false when out of memory.
bool tum_space3_reserve_joint(Space3 *space, size_t slot);

/// Sets the parts and frames of a joint. Parts that existed before keep their impulses and turns.
/// Without parts the call cannot fail if the slot was set before.
///
/// @param is_stale  set if the joint no longer fits its layout; else unchanged.
/// @return false when out of memory: nothing changed.
bool tum_space3_set_joint(Space3 *space, int32_t slot, const JointDef3 *joint, bool *is_stale);

/// Sets a frame of a joint, relative to the centre of mass of its body. The layout stays valid.
void tum_space3_set_joint_frame(Space3 *space, int32_t slot, int side, DPose3 frame);

/// The joint's impulse. @param body  slots of the bodies of both sides.
JointImpulse3 tum_space3_joint_impulse(const Space3 *space, int32_t slot, const int32_t body[2]);

#endif
