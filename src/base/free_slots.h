// SPDX-License-Identifier: MIT
/// free_slots.h: free slots of an array, reused near a place.
///
/// Items that belong together stay side by side in memory however often items come and go.
#ifndef TUM_BASE_FREE_SLOTS_H
#define TUM_BASE_FREE_SLOTS_H

#include "base/bitset.h"

/// A zeroed FreeSlots has no free slot.
typedef struct FreeSlots {
    Bitset set;
    uint32_t count;
} FreeSlots;

/// Reserves memory for `slot_count` slots, so that adding never fails. @return false when out of
/// memory.
bool tum_free_slots_reserve(FreeSlots *slots, size_t slot_count, const TumAllocator *allocator);
void tum_free_slots_clear(FreeSlots *slots, const TumAllocator *allocator);

/// Frees a slot that is in use and below the reserved number.
void tum_free_slots_add(FreeSlots *slots, uint32_t slot);

/// Takes the requested slot itself, or a free one within about 500 slots of it.
///
/// Where none is near, the caller adds a new slot: a free one far away would be no better, and
/// stays for its neighbors. Up to an eighth of all slots stay free.
///
/// @param near        BITSET_NONE: nothing is near.
/// @param slot_count  all slots, free ones included.
/// @return the slot, or BITSET_NONE: add a new one.
uint32_t tum_free_slots_take(FreeSlots *slots, uint32_t near, size_t slot_count);

#endif
