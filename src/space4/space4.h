// SPDX-License-Identifier: MIT
/// space4.h: the 4D space: its SpaceOps table, creation and destruction.
#ifndef TUM_SPACE4_SPACE4_H
#define TUM_SPACE4_SPACE4_H

#include "space4/space_data4.h"

extern const SpaceOps tum_space4_ops;

/// @return NULL when out of memory.
Space4 *tum_space4_create(const TumAllocator *allocator, uint32_t worker_count,
                          CpuInstructions instructions);

/// An empty space with the same memory, workers and instructions as another.
Space4 *tum_space4_create_like(const Space4 *space);
void tum_space4_destroy(Space4 *space);

#endif
