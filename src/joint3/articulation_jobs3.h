// SPDX-License-Identifier: MIT
/// articulation_jobs3.h: passes over an articulation: lanes together, lanes alone one by one.
///
/// A joint island that is strained or animated, or turns fast, leaves its lane for the rest of the
/// step. The direct solver (joint_solver3.h) then passes over it within the articulation's job.
#ifndef TUM_JOINT3_ARTICULATION_JOBS3_H
#define TUM_JOINT3_ARTICULATION_JOBS3_H

#include "space3/space3.h"

/// Begins a step.
void tum_articulation3_prepare_lanes(Space3 *space, Articulation3 *articulation, StepTime time);

/// One pass of a substep.
void tum_articulation3_solve(Space3 *space, Articulation3 *articulation, StepTime time,
                             JointPass pass);

/// Moves the bodies of an articulation by a substep, each lane in as many pieces as its arms need.
void tum_articulation3_move(Space3 *space, const Sim *sim, StepTime time,
                            Articulation3 *articulation);

#endif
