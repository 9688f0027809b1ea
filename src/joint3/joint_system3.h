// SPDX-License-Identifier: MIT
/// joint_system3.h: the equations of an assembly, and who of its rows takes part in them.
#ifndef TUM_JOINT3_JOINT_SYSTEM3_H
#define TUM_JOINT3_JOINT_SYSTEM3_H

#include "space3/space3.h"

/// Finds impulses of the joints of an assembly that leave their rows what they want.
/// @param quiet  [m/s], [rad/s] what rows may be wrong by with nothing being done about it.
/// @param loud   Likewise; rows that are wrong by more are left alone, too.
/// @return       what they were wrong by at the most.
double tum_joint3_solve(JointSet3 *set, const JointIsland3 *joint_island, double quiet,
                        double loud);

/// The same once, with rows that give way to each other.
/// @param yield  part of the diagonal.
void tum_joint3_solve_yielding(JointSet3 *set, const JointIsland3 *joint_island, double yield);

/// Once more the impulses of a joint's rows.
void tum_joint3_apply(JointSet3 *set, const Joint3 *joint);

#endif
