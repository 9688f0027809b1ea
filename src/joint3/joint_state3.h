// SPDX-License-Identifier: MIT
/// joint_state3.h: what joints remember from step to step, as bytes.
#ifndef TUM_JOINT3_JOINT_STATE3_H
#define TUM_JOINT3_JOINT_STATE3_H

#include "base/pack.h"
#include "space3/joint_data3.h"

/// Writes what joints remember, or reads it into joints that are made of the same parts; in the
/// order of slots, whether they are laid out or not.
void tum_joint_state3_pack(Pack *pack, JointSet3 *set);

/// What a row remembers, wherever that is: in a weave, in a team or with its joint.
RowMemory3 tum_joint3_memory(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                             int32_t row);

/// The angle [rad] about an axis that counts turns, wherever it is. @return whether it is known.
bool tum_joint3_counted(const JointSet3 *set, const Joint3 *joint, int axis, double *angle);

/// What joints remember goes back from weaves and teams to where joints have it.
void tum_joint_set3_release(JointSet3 *set);

#endif
