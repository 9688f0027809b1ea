// SPDX-License-Identifier: MIT
/// squeeze.h: contacts of bodies that are stuck in each other.
///
/// Limbs of two compounds that interlock, or a body in a gap too narrow for it, overlap on opposite
/// sides. Contacts push from both sides, nothing gives way, and the impulses grow from substep to
/// substep: in a pile of gears put into each other they would change the speed of the lighter one
/// by 4000 m/s. They cancel as long as all contacts last; when one ends, the others fling the body.
/// Contacts whose impulses cancel by more than half therefore begin a step without impulses.
/// Contacts that bear a load push one way and keep theirs.
#ifndef TUM_SCHEDULE_SQUEEZE_H
#define TUM_SCHEDULE_SQUEEZE_H

#include "schedule/sim.h"

/// Finds the squeezed lanes of a block among some of its lanes (a mask): the normal impulses of the
/// lane's manifold and of all others between the same two bodies cancel by more than half.
/// Immovable bodies count as one body.
uint32_t tum_sim_squeezed_lanes(const Sim *sim, int32_t color, uint32_t block, uint32_t lanes);

/// Finds, among some lanes of a block, those of movable bodies with another lane that is squeezed.
/// Where one contact of a light body between heavy ones loses its impulse and the other keeps it,
/// the body is thrown.
uint32_t tum_sim_lanes_beside_squeezed(const Sim *sim, int32_t color, uint32_t block,
                                       uint32_t lanes);

#endif
