// SPDX-License-Identifier: MIT
/// bounds3.h: swept boxes of colliders, and bodies that may have escaped from them.
#ifndef TUM_MOTION3_BOUNDS3_H
#define TUM_MOTION3_BOUNDS3_H

#include "space3/space3.h"

float tum_space3_max_point_speed(const Space *space, int32_t body);
uint32_t tum_space3_find_escaped(Space *space, Topology *topology, StepTime time,
                                 const int32_t *bodies, uint32_t count);
void tum_space3_bound(Space *space, Topology *topology, StepTime time, Range awake);

#endif
