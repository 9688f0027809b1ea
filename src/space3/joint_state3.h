// SPDX-License-Identifier: MIT
/// joint_state3.h: what joints remember from step to step, as bytes.
#ifndef TUM_SPACE3_JOINT_STATE3_H
#define TUM_SPACE3_JOINT_STATE3_H

#include "base/pack.h"
#include "space3/joint3.h"

/// Gives `copy`, an empty set, the parts and rows of `set`, to be read into.
/// @return false when out of memory; the copy is freed like any set all the same.
bool tum_joint_state3_begin(const JointSet3 *set, JointSet3 *copy, const TumAllocator *allocator);

/// Writes what the set remembers, or reads it.
void tum_joint_state3_pack(Pack *pack, JointSet3 *set);

/// Takes what was read into a copy over into the set it was made from.
void tum_joint_state3_take(JointSet3 *set, const JointSet3 *copy);

#endif
