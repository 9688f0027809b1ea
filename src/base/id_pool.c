// SPDX-License-Identifier: MIT
// Slots that are used again.
#include "base/id_pool.h"

#include "base/assert.h"

static bool grow(IdPool *pool, const TumAllocator *allocator)
{
    if (pool->capacity > UINT32_MAX / 4) {
        return false;
    }
    const uint32_t capacity = pool->capacity == 0 ? 64 : pool->capacity * 2;
    if (!bitset_grow(&pool->used, capacity, allocator)) {
        return false;
    }
    uint16_t *generations = tum_allocate_zeroed(allocator, capacity, sizeof *generations);
    if (generations == NULL) {
        return false;
    }
    if (pool->capacity > 0) {
        memcpy(generations, pool->generations, pool->capacity * sizeof *generations);
    }
    tum_release(allocator, pool->generations, pool->capacity * sizeof *generations);
    pool->generations = generations;
    pool->capacity = capacity;
    return true;
}

PoolId tum_id_pool_add(IdPool *pool, const TumAllocator *allocator)
{
    const uint32_t slot = pool->count == pool->slot_end
                              ? pool->slot_end
                              : bitset_next_free(&pool->used, pool->lowest_free);
    TUM_ASSERT(slot <= pool->slot_end);
    if (slot == pool->capacity && !grow(pool, allocator)) {
        return (PoolId){0, 0};
    }
    bitset_set(&pool->used, slot);
    uint16_t *generation = &pool->generations[slot];
    *generation = *generation == UINT16_MAX ? 1 : (uint16_t)(*generation + 1);
    pool->slot_end += slot == pool->slot_end;
    pool->lowest_free = slot + 1;
    ++pool->count;
    return (PoolId){slot, *generation};
}

bool tum_id_pool_exists(const IdPool *pool, PoolId id)
{
    return bitset_test(&pool->used, id.slot) && pool->generations[id.slot] == id.generation;
}

bool tum_id_pool_remove(IdPool *pool, PoolId id)
{
    if (!tum_id_pool_exists(pool, id)) {
        return false;
    }
    bitset_clear(&pool->used, id.slot);
    if (id.slot < pool->lowest_free) {
        pool->lowest_free = id.slot;
    }
    --pool->count;
    return true;
}

void tum_id_pool_free(IdPool *pool, const TumAllocator *allocator)
{
    bitset_free(&pool->used, allocator);
    tum_release(allocator, pool->generations, pool->capacity * sizeof *pool->generations);
    *pool = (IdPool){0};
}
