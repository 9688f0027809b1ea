// SPDX-License-Identifier: MIT
/// joint_solver3.h: passes over the joints of a joint island, by the direct solver.
///
/// Joint islands share no movable body: different threads may pass over different joint islands.
#ifndef TUM_JOINT3_JOINT_SOLVER3_H
#define TUM_JOINT3_JOINT_SOLVER3_H

#include "space3/space3.h"

/// Begins a step: poses, true inertias, rows at these poses, impulses scaled by
/// StepTime.impulse_scale.
void tum_joint_island3_prepare(Space3 *space, JointIsland3 *joint_island, StepTime time);

/// One pass of a substep.
void tum_joint_island3_solve(Space3 *space, JointIsland3 *joint_island, StepTime time,
                             JointPass pass);

/// Prepares and relaxes a joint island that leaves its articulation within a step: articulations
/// are not relaxed between substeps.
void tum_joint_island3_take_over(Space3 *space, JointIsland3 *joint_island, StepTime time);

/// Goes on with a joint island that leaves its articulation in the middle of a substep: as
/// JOINTS_SOLVE, after its warm start.
void tum_joint_island3_go_on(Space3 *space, JointIsland3 *joint_island, StepTime time);

/// Computes velocities that bring hard rows to their goals at the end of the substep [s], or of a
/// piece of it. Each correction leaves a share of the error of about the rotation of directions
/// until then.
void tum_joint_island3_solve_positions(Space3 *space, JointIsland3 *joint_island, double substep);

/// Relaxes joints at the loaded poses: velocities across closed joints become zero.
void tum_joint_island3_relax(JointSet3 *set, JointIsland3 *joint_island, double seconds);

#endif
