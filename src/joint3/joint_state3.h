// SPDX-License-Identifier: MIT
/// joint_state3.h: warm-start data of joints as bytes.
#ifndef TUM_JOINT3_JOINT_STATE3_H
#define TUM_JOINT3_JOINT_STATE3_H

#include "base/pack.h"
#include "space3/joint_data3.h"

/// Writes warm-start data, or reads it into joints that have the same parts, in the order of slots,
/// whether or not joints are laid out.
void tum_joint_state3_pack(Pack *pack, JointSet3 *set);

/// Warm-start data of a row, from its joint sweep, its articulation or the joint itself.
RowMemory3 tum_joint3_memory(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                             int32_t row);

/// The counted angle [rad] about an axis, from wherever it is stored. @return whether it is known.
bool tum_joint3_counted(const JointSet3 *set, const Joint3 *joint, int axis, double *angle);

/// Writes warm-start data of joint sweeps and articulations back to the joints.
void tum_joint_set3_release(JointSet3 *set);

#endif
