// SPDX-License-Identifier: MIT
/// id_pool.h: slots that are used again, and generations that tell the users of a slot apart.
///
/// A new id always takes the lowest free slot, so the same calls give the same ids, whatever was
/// freed in which order. Generations count the users of a slot from 1; after 65535 comes 1 again,
/// so 0 is never alive.
#ifndef TUM_BASE_ID_POOL_H
#define TUM_BASE_ID_POOL_H

#include "base/bitset.h"

typedef struct PoolId {
    uint32_t slot;
    uint16_t generation; ///< 0: no id.
} PoolId;

/// A zeroed pool is empty.
typedef struct IdPool {
    Bitset used;
    uint16_t *generations; ///< [capacity] Of the latest user of each slot, 0: never used.
    uint32_t capacity;
    uint32_t slot_end;    ///< Slots from here on were never used.
    uint32_t count;       ///< Alive.
    uint32_t lowest_free; ///< No slot below is free.
} IdPool;

/// @return generation 0 when out of memory; the pool is then unharmed.
PoolId tum_id_pool_add(IdPool *pool, const TumAllocator *allocator);

/// @return false when the id is not alive.
bool tum_id_pool_remove(IdPool *pool, PoolId id);

bool tum_id_pool_exists(const IdPool *pool, PoolId id);

void tum_id_pool_free(IdPool *pool, const TumAllocator *allocator);

#endif
