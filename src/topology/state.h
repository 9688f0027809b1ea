// SPDX-License-Identifier: MIT
/// state.h: packing the topology of a simulation into bytes and back.
#ifndef TUM_TOPOLOGY_STATE_H
#define TUM_TOPOLOGY_STATE_H

#include "base/pack.h"
#include "topology/topology.h"

/// Packs all of the topology that determines the future of a simulation: records, chains and the
/// order of every list. Reading fills a topology fresh from tum_topology_init. Derived data (pairs,
/// list indices, lanes) is computed again, and input that would lead to an index out of bounds or
/// an endless loop fails the pack. topology->filter_count must be set.
void tum_topology_pack(Pack *pack, Topology *topology);

/// Reserves room in a space for the contacts, manifolds and lanes of a topology that has been read.
/// @return false when out of memory.
bool tum_state_reserve_contacts(Space *space, const Topology *topology);

/// Packs one side of a touch change.
void tum_topology_pack_side(Pack *pack, TouchSide *side);

/// Packs the mean velocities of a body's test for rest.
void tum_topology_pack_growth(Pack *pack, RestGrowth *growth);

/// Packs the joint records; bodies must have been packed before. Joints that are read do not act
/// until their owner calls tum_topology_set_acting.
void tum_topology_pack_joints(Pack *pack, Topology *topology);

#endif
