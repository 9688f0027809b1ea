// SPDX-License-Identifier: MIT
/// joint_ahead3.h: rows of a joint island at the predicted end of a substep.
#ifndef TUM_JOINT3_JOINT_AHEAD3_H
#define TUM_JOINT3_JOINT_AHEAD3_H

#include "space3/space3.h"

/// Predicts hard rows of a joint island from the poses that its bodies would reach in a substep.
/// @return [rad] rotation of the directions of its joints in it.
double tum_joint3_aim_ahead(Space3 *space, const JointIsland3 *joint_island, double substep);

#endif
