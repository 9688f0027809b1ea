// SPDX-License-Identifier: MIT
/// narrow3.h: the narrow phase: manifolds of pairs, matched to those of the step before.
#ifndef TUM_CONTACT3_NARROW3_H
#define TUM_CONTACT3_NARROW3_H

#include "space3/space3.h"

bool tum_space3_begin_step(Space *space, const Sim *sim, StepTime time);

void tum_space3_collide(Space *space, Sim *sim, StepTime time, Range stale);
ManifoldChanges tum_space3_manifold_changes(const Space *space, uint32_t active_index);
void tum_space3_begin_manifold(Space *space, const Sim *sim, uint32_t active_index, int found,
                               int32_t manifold);

#endif
