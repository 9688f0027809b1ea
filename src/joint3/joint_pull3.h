// SPDX-License-Identifier: MIT
/// joint_pull3.h: pull of separated joints: velocities that close them, as far as they are
/// compatible.
#ifndef TUM_JOINT3_JOINT_PULL3_H
#define TUM_JOINT3_JOINT_PULL3_H

#include "space3/space3.h"

/// Computes pull velocities of a joint island. @return false if its joints are not separated.
/// @param quiet      as in tum_joint3_solve.
/// @param is_costly  Joints that are not separated are pulled too: closing them by hard rows would
///                   fling the bodies.
bool tum_joint3_pull(Space3 *space, JointIsland3 *joint_island, double quiet, double substep,
                     bool is_costly);

/// Removes the pull velocities once bodies have moved.
void tum_joint3_end_pull(JointSet3 *set, JointIsland3 *joint_island);

#endif
