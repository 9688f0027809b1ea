// SPDX-License-Identifier: MIT
/// free_slots.h: slots of an array that nobody uses, given away again near a place.
///
/// What belongs together stays side by side in memory however often it comes and goes.
#ifndef TUM_BASE_FREE_SLOTS_H
#define TUM_BASE_FREE_SLOTS_H

#include "base/bitset.h"

/// Zeroed: none.
typedef struct FreeSlots {
    Bitset set;
    uint32_t count;
} FreeSlots;

/// Room for a number of slots, so that adding never fails. @return false when out of memory.
bool tum_free_slots_reserve(FreeSlots *slots, size_t slot_count, const TumAllocator *allocator);
void tum_free_slots_clear(FreeSlots *slots, const TumAllocator *allocator);

/// A slot that has room and is in use becomes free.
void tum_free_slots_add(FreeSlots *slots, uint32_t slot);

/// Takes the slot itself that is asked for, or one that is near it, within about 500.
///
/// Where none is, a new slot is as good as a free one far away, and leaves that to those near it:
/// up to an eighth of all slots stay free.
///
/// @param near        BITSET_NONE: nothing is near.
/// @param slot_count  all there are, free ones too.
/// @return BITSET_NONE: take a new one.
uint32_t tum_free_slots_take(FreeSlots *slots, uint32_t near, size_t slot_count);

#endif
