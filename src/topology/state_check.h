// SPDX-License-Identifier: MIT
/// state_check.h: whether a simulation that was read from bytes holds together.
#ifndef TUM_TOPOLOGY_STATE_CHECK_H
#define TUM_TOPOLOGY_STATE_CHECK_H

#include "topology/topology.h"

/// Works out what a packed simulation leaves out (known pairs, places in lists, lanes, the bodies
/// of each colour) and makes the room that lists promise to have. Every index, chain, ring and tree
/// is followed once: a simulation for which this answers TUM_OK leads no loop and no index astray.
///
/// @return TUM_OK, TUM_ERROR_INPUT or TUM_ERROR_MEMORY.
TumStatus tum_topology_derive(Topology *topology);

/// Whether a joint, or a free slot for one, may be as it was read.
bool tum_topology_joint_is_sound(const Topology *topology, const JointRecord *joint);
bool tum_topology_free_joints_are_sound(Topology *topology);

/// Whether all bodies of each assembly are awake, or fell asleep together.
/// @return TUM_OK, TUM_ERROR_INPUT or TUM_ERROR_MEMORY.
TumStatus tum_topology_check_joint_islands(const Topology *topology);

#endif
