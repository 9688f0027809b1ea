// SPDX-License-Identifier: MIT
/// joint_edit3.h: what a joint is made of, changed between two steps, and what it can be asked.
#ifndef TUM_JOINT3_JOINT_EDIT3_H
#define TUM_JOINT3_JOINT_EDIT3_H

#include "space3/space3.h"

/// Rows that a joint of these parts has, at most BLOCK_SIZE_MOST allowed.
int32_t tum_joint3_row_count(const JointPart3 *parts, size_t count);

/// Makes room for the joint of a slot; one that is new does not act.
/// @return false when out of memory.
bool tum_space3_reserve_joint(Space3 *space, size_t slot);

/// Makes a joint what `joint` says. Parts that were there before go on with their impulses and
/// turns. Without parts it cannot fail where the slot was set before.
///
/// @param is_stale  set where it no longer fits the place it was laid out in; else left alone.
/// @return false when out of memory: nothing changed.
bool tum_space3_set_joint(Space3 *space, int32_t slot, const JointDef3 *joint, bool *is_stale);

/// A frame of a joint, relative to the centre of mass of its body. Costs nothing else.
void tum_space3_set_joint_frame(Space3 *space, int32_t slot, int side, DPose3 frame);

/// Where a frame of a joint is in the world. @param body  slot of that side.
DPose3 tum_space3_joint_frame(const Space3 *space, int32_t slot, int side, int32_t body);

/// @param body  slots of both sides.
JointImpulse3 tum_space3_joint_impulse(const Space3 *space, int32_t slot, const int32_t body[2]);

#endif
