// SPDX-License-Identifier: MIT
/// joint_build3.h: joints are laid out by assembly and section.
#ifndef TUM_JOINT3_JOINT_BUILD3_H
#define TUM_JOINT3_JOINT_BUILD3_H

#include "space3/space3.h"

/// Lays out the assemblies that tum_topology_finish_joints found. What joints remember stays.
/// @return TUM_OK, or TUM_ERROR_MEMORY: then nothing may be solved before it answered TUM_OK.
TumStatus tum_space3_finish_joints(Space3 *space, const Topology *topology);
void tum_joint_set3_clear(JointSet3 *set, const TumAllocator *allocator);

/// What joints are set to, impulses and turn counts, in the order of slots.
void tum_joint_set3_hash(const JointSet3 *set, Hash *hash);

#endif
