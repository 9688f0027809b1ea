// SPDX-License-Identifier: MIT
/// joint_state3.h: what joints remember from step to step, as bytes.
#ifndef TUM_SPACE3_JOINT_STATE3_H
#define TUM_SPACE3_JOINT_STATE3_H

#include "base/pack.h"
#include "space3/joint3.h"

/// Writes what joints remember, or reads it into joints that are made of the same parts; in the
/// order of slots, whether they are laid out or not.
void tum_joint_state3_pack(Pack *pack, JointSet3 *set);

#endif
