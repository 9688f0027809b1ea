// SPDX-License-Identifier: MIT
/// pair_set.h: a hash set of pairs of numbers; for instance known pairs of colliders.
#ifndef TUM_TOPOLOGY_PAIR_SET_H
#define TUM_TOPOLOGY_PAIR_SET_H

#include "base/alloc.h"

/// Open addressing with linear probing; the capacity is a power of two, at most half full.
typedef struct PairSet {
    uint64_t *keys; ///< [capacity] 0: empty slot. A key is never 0.
    uint32_t capacity, count;
} PairSet;

/// Key of an unordered pair: the same for (a, b) and (b, a), never 0 for a != b.
static inline uint64_t pair_key(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

void tum_pair_set_clear(PairSet *set, const TumAllocator *allocator);

typedef enum PairAdded { PAIR_IS_NEW, PAIR_IS_KNOWN, PAIR_NO_MEMORY } PairAdded;

PairAdded tum_pair_set_add(PairSet *set, uint64_t key, const TumAllocator *allocator);
bool tum_pair_set_has(const PairSet *set, uint64_t key);
/// Prefetches the memory that adding or removing a key reads.
void tum_pair_set_fetch(const PairSet *set, uint64_t key);
/// @return false when the set does not have the key.
bool tum_pair_set_remove(PairSet *set, uint64_t key);

#endif
