// SPDX-License-Identifier: MIT
/// joint_jobs3.h: jobs of the joint passes: joint islands, joint sweeps and articulations.
#ifndef TUM_JOINT3_JOINT_JOBS3_H
#define TUM_JOINT3_JOINT_JOBS3_H

#include "space3/space3.h"

/// [rad/s] The fastest rotation of an arm, from a centre of mass to the joint's point, of awake
/// joints whose bodies turn faster than `least`. Spin about the arm itself does not count, nor do
/// joints of articulations.
double tum_joints3_sweep(const Space3 *space, const Topology *topology, double least);

/// Whether joints measure the body's pose in each substep, and so need the spin at that pose.
bool tum_space3_is_measured(const Space3 *space, const Topology *topology, int32_t body);

/// Lists the jobs of a step, on one thread. @return their number.
uint32_t tum_space3_begin_joints(Space *space, const Sim *sim, StepTime time);

/// Passes over a range of jobs; different threads may pass over different ranges.
void tum_space3_prepare_joints(Space *space, StepTime time, Range jobs);
void tum_space3_solve_joints(Space *space, StepTime time, JointPass pass, Range jobs);
void tum_space3_move_joints(Space *space, const Sim *sim, StepTime time, Range jobs);

#endif
