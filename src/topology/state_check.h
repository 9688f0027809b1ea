// SPDX-License-Identifier: MIT
/// state_check.h: checks of a topology that was read from bytes.
#ifndef TUM_TOPOLOGY_STATE_CHECK_H
#define TUM_TOPOLOGY_STATE_CHECK_H

#include "topology/topology.h"

/// Computes the data that a packed topology omits (known pairs, list indices, lanes, the colors of
/// each body) and reserves the capacity that lists promise to have. Every index, chain, ring and
/// tree is followed once: after TUM_OK no index is out of bounds and no loop is endless.
///
/// @return TUM_OK, TUM_ERROR_INPUT or TUM_ERROR_MEMORY.
TumStatus tum_topology_derive(Topology *topology);

/// True when the record of a joint, or of a free slot, is valid as it was read.
bool tum_topology_joint_is_sound(const Topology *topology, const JointRecord *joint);
bool tum_topology_free_joints_are_sound(Topology *topology);

/// Checks that the bodies of each joint island are all awake, or fell asleep together.
/// @return TUM_OK, TUM_ERROR_INPUT or TUM_ERROR_MEMORY.
TumStatus tum_topology_check_joint_islands(const Topology *topology);

#endif
