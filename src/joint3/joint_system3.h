// SPDX-License-Identifier: MIT
/// joint_system3.h: the system of equations of a joint island, and the set of rows in it.
#ifndef TUM_JOINT3_JOINT_SYSTEM3_H
#define TUM_JOINT3_JOINT_SYSTEM3_H

#include "space3/space3.h"

/// Computes joint impulses of a joint island that satisfy its rows.
/// @param quiet  [m/s], [rad/s] velocity error that is tolerated.
/// @param loud   Likewise, a maximum: a system block with a larger error is not corrected. A finite
///               one also leaves out solutions that would add too much energy.
/// @return       the largest velocity error before the solve; INFINITY: a solution was left out.
double tum_joint3_solve(JointSet3 *set, const JointIsland3 *joint_island, double quiet,
                        double loud);

/// As tum_joint3_solve, once and with soft rows.
/// @param yield  softness relative to the diagonal.
void tum_joint3_solve_yielding(JointSet3 *set, const JointIsland3 *joint_island, double yield);

/// Applies the impulses of a joint's rows once more.
void tum_joint3_apply(JointSet3 *set, const Joint3 *joint);

#endif
