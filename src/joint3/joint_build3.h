// SPDX-License-Identifier: MIT
/// joint_build3.h: layout of joints by joint island and system block.
#ifndef TUM_JOINT3_JOINT_BUILD3_H
#define TUM_JOINT3_JOINT_BUILD3_H

#include "space3/space3.h"

/// Lays out the joint islands that tum_topology_finish_joints found. Warm-start data stays.
/// @return TUM_OK, or TUM_ERROR_MEMORY: then nothing may be solved until a later call returns
/// TUM_OK.
TumStatus tum_space3_finish_joints(Space3 *space, const Topology *topology);
void tum_joint_set3_clear(JointSet3 *set, const TumAllocator *allocator);

/// Hashes settings, impulses and turn counts of joints, in the order of slots.
void tum_joint_set3_hash(const JointSet3 *set, Hash *hash);

#endif
