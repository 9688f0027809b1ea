// SPDX-License-Identifier: MIT
/// joint_flight3.h: parabolas of joint islands that nothing touches or holds.
#ifndef TUM_JOINT3_JOINT_FLIGHT3_H
#define TUM_JOINT3_JOINT_FLIGHT3_H

#include "space3/space3.h"

/// Tells how far the parabola of each assembly that nothing touches or holds leads from where
/// velocities lead it: JointIsland3.flight.
void tum_space3_begin_flights(Space3 *space, const Topology *topology, StepTime time);

#endif
