// SPDX-License-Identifier: MIT
/// space_ops3.h: the table of functions of the 3D space, and its creation and destruction.
#ifndef TUM_MOTION3_SPACE_OPS3_H
#define TUM_MOTION3_SPACE_OPS3_H

#include "space3/space3.h"

extern const SpaceOps tum_space3_ops;

/// The kernels of an instruction set, or the widest below it in this build.
SpaceKernels3 tum_space_kernels3(CpuInstructions instructions);

/// @return NULL when out of memory.
Space3 *tum_space3_create(const TumAllocator *allocator, uint32_t worker_count,
                          CpuInstructions instructions);

/// Creates an empty space with the allocator, workers and instructions of another space.
Space3 *tum_space3_create_like(const Space3 *space);
void tum_space3_destroy(Space3 *space);

/// The body frame in the world.
Pose3 tum_space3_body_pose(const Space3 *space, int32_t body);

/// Adds poses, velocities and the persistent state of contacts and joints to a hash, in the order
/// of slots.
void tum_space3_hash(const Space3 *space, const Topology *topology, Hash *hash);

#endif
