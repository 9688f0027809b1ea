// SPDX-License-Identifier: MIT
/// joint_solver3.h: passes over the joints of an assembly.
#ifndef TUM_JOINT3_JOINT_SOLVER3_H
#define TUM_JOINT3_JOINT_SOLVER3_H

#include "space3/space3.h"

/// Lets hard rows of an assembly aim from where their bodies would get to in a substep.
/// @return [rad] how far the directions of its joints turn in it.
double tum_joint3_aim_ahead(Space3 *space, const JointIsland3 *joint_island, double substep);

/// [rad/s] The fastest turn of the arm of a joint that is awake, from a centre of mass to where the
/// joint pulls; of those whose bodies turn faster than `least`. Spinning about that line does not
/// count, nor do joints that teams solve.
double tum_joints3_sweep(const Space3 *space, const Topology *topology, double least);
uint32_t tum_space3_begin_joints(Space *space, const Sim *sim, StepTime time);
void tum_space3_prepare_joints(Space *space, StepTime time, Range jobs);
void tum_space3_solve_joints(Space *space, StepTime time, SolvePass pass, Range jobs);

void tum_space3_move_joints(Space *space, const Sim *sim, StepTime time, Range jobs);

/// Whether joints measure in each substep where the body is, and so need the spin it has there.
bool tum_space3_is_measured(const Space3 *space, const Topology *topology, int32_t body);

#endif
