// SPDX-License-Identifier: MIT
/// contact_memory3.h: lanes of manifolds in blocks, and the state of a manifold that persists.
///
/// An awake manifold has a lane in a block of its color (topology/graph.h); the lane has its state.
/// While its bodies sleep, the state is a ContactMemory3.
#ifndef TUM_CONTACT3_CONTACT_MEMORY3_H
#define TUM_CONTACT3_CONTACT_MEMORY3_H

#include "space3/space3.h"

/// State of the manifold of a lane. This function and its reverse, which leaves bodies and friction
/// coefficients as they are, are the only ones that copy the state member by member.
ContactMemory3 tum_contact_memory3(const ContactBlock3 *block, uint32_t slot);
void tum_contact_set_memory3(ContactBlock3 *block, uint32_t slot, const ContactMemory3 *memory);

/// [N s] Sliding friction on B, in the world.
Vec3 tum_contact_friction3(const ContactMemory3 *memory);

bool tum_space3_reserve_lanes(Space *space, int32_t color, size_t lanes);

/// Sets bodies, friction coefficients and masks of the manifold's lane.
void tum_space3_name_lane(Space *space, const Topology *topology, int32_t manifold);

/// Copies the memory of a manifold to its lane, which is empty.
void tum_space3_put_lane(Space *space, const Topology *topology, int32_t manifold);

/// State of a manifold, from its lane or, while its bodies sleep, from its memory.
ContactMemory3 tum_space3_memory(const Space3 *space, const Topology *topology, int32_t manifold);

/// Copies the lane of a manifold to its memory.
void tum_space3_take_lane(Space *space, const Topology *topology, int32_t manifold);

void tum_space3_move_lane(Space *space, GraphPlace from, GraphPlace to);

#endif
