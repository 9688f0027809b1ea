// SPDX-License-Identifier: MIT
/// state.h: a simulation's whole state as bytes and back.
#ifndef TUM_TOPOLOGY_STATE_H
#define TUM_TOPOLOGY_STATE_H

#include "base/pack.h"
#include "topology/topology.h"

/// Packs what tells the future of a simulation but what its space holds: who exists, who touches
/// whom, the order of every list. Reading fills a simulation fresh from tum_topology_init; what
/// follows from the rest (pairs, places in lists, lanes) is worked out again, and what would lead
/// an index or a loop astray fails the pack. topology->filter_count must be set.
void tum_topology_pack(Pack *pack, Topology *topology);

/// Room in a space for what it keeps of contacts: as much as a simulation that has been read wants.
/// @return false when out of memory.
bool tum_state_reserve_contacts(Space *space, const Topology *topology);

/// Packs one side of what touches something.
void tum_sim_pack_side(Pack *pack, TouchSide *side);

/// Packs which joints there are, once bodies are. They do not act before their owner says so.
void tum_topology_pack_joints(Pack *pack, Topology *topology);

#endif
