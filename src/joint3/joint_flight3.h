// SPDX-License-Identifier: MIT
/// joint_flight3.h: parabolas of joint islands without contacts and supports.
#ifndef TUM_JOINT3_JOINT_FLIGHT3_H
#define TUM_JOINT3_JOINT_FLIGHT3_H

#include "space3/space3.h"

/// Sets JointIsland3.flight of each joint island without contacts and supports: the difference
/// between the parabola of its centre of mass and the motion along the velocities of the substeps.
void tum_space3_begin_flights(Space3 *space, const Topology *topology, StepTime time);

#endif
