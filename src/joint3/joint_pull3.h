// SPDX-License-Identifier: MIT
/// joint_pull3.h: joints that are apart are pulled together, as far as they agree.
#ifndef TUM_JOINT3_JOINT_PULL3_H
#define TUM_JOINT3_JOINT_PULL3_H

#include "space3/space3.h"

/// [m] or [rad] How far the hard rows of a part were from where they belong when last measured.
double tum_joint3_part_gap(const JointSet3 *set, const JointPart3 *part);

/// Finds velocities of an assembly whose joints are apart. @return false where they are not.
/// @param quiet  as of tum_joint3_solve.
bool tum_joint3_pull(Space3 *space, JointIsland3 *joint_island, double quiet, double substep);

/// Takes back what a pull has added, once bodies have moved.
void tum_joint3_end_pull(JointSet3 *set, JointIsland3 *joint_island);

#endif
