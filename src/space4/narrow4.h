// SPDX-License-Identifier: MIT
/// narrow4.h: the narrow phase in 4D.
#ifndef TUM_SPACE4_NARROW4_H
#define TUM_SPACE4_NARROW4_H

#include "space4/space_data4.h"

bool tum_space4_begin_step(Space *space, const Sim *sim, StepTime time);
void tum_space4_collide(Space *space, Sim *sim, StepTime time, Range stale);
ManifoldChanges tum_space4_manifold_changes(const Space *space, uint32_t active_index);
void tum_space4_begin_manifold(Space *space, const Sim *sim, uint32_t active_index, int found_index,
                               int32_t manifold);

#endif
