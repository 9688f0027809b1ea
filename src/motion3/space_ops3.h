// SPDX-License-Identifier: MIT
/// space_ops3.h: the table of functions of three dimensions, and a space from its beginning to its
/// end.
#ifndef TUM_MOTION3_SPACE_OPS3_H
#define TUM_MOTION3_SPACE_OPS3_H

#include "space3/space3.h"

extern const SpaceOps tum_space3_ops;

/// @return NULL when out of memory.
Space3 *tum_space3_create(const TumAllocator *allocator, uint32_t worker_count,
                          CpuInstructions instructions);

/// An empty space that works as another one: same memory, workers and instructions.
Space3 *tum_space3_create_like(const Space3 *space);
void tum_space3_destroy(Space3 *space);

/// The body frame in the world.
Pose3 tum_space3_body_pose(const Space3 *space, int32_t body);

/// Adds poses, velocities and what contacts and joints remember to a hash, in the order of slots.
void tum_space3_hash(const Space3 *space, const Topology *topology, Hash *hash);

#endif
