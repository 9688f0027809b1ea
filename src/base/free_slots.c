// SPDX-License-Identifier: MIT
// free_slots.c: the search for a free slot near another one.
#include "base/free_slots.h"

#include "base/assert.h"

enum {
    NEAR_WORDS = 8, // words of 64 slots, to either side
    SPARE_SHARE = 8 // one slot in so many may stay free
};

bool tum_free_slots_reserve(FreeSlots *slots, size_t slot_count, const TumAllocator *allocator)
{
    return bitset_grow(&slots->set, slot_count, allocator);
}

void tum_free_slots_clear(FreeSlots *slots, const TumAllocator *allocator)
{
    bitset_free(&slots->set, allocator);
    slots->count = 0;
}

void tum_free_slots_add(FreeSlots *slots, uint32_t slot)
{
    TUM_ASSERT(!bitset_test(&slots->set, slot));
    bitset_set(&slots->set, slot);
    ++slots->count;
}

// The lowest number in a word, or BITSET_NONE.
static uint32_t first_of_word(const Bitset *set, uint32_t word)
{
    return word < set->word_count && set->words[word] != 0
               ? word * 64 + (uint32_t)__builtin_ctzll(set->words[word])
               : BITSET_NONE;
}

static uint32_t find_near(const Bitset *set, uint32_t near)
{
    if (bitset_test(set, near)) {
        return near;
    }
    const uint32_t home = near / 64;
    uint32_t found = first_of_word(set, home);
    for (uint32_t away = 1; away <= NEAR_WORDS && found == BITSET_NONE; ++away) {
        found = home >= away ? first_of_word(set, home - away) : BITSET_NONE;
        found = found == BITSET_NONE ? first_of_word(set, home + away) : found;
    }
    return found;
}

uint32_t tum_free_slots_take(FreeSlots *slots, uint32_t near, size_t slot_count)
{
    if (slots->count == 0) {
        return BITSET_NONE;
    }
    uint32_t slot = near == BITSET_NONE ? BITSET_NONE : find_near(&slots->set, near);
    if (slot == BITSET_NONE && slots->count > slot_count / SPARE_SHARE) {
        slot = bitset_next(&slots->set, 0);
    }
    if (slot != BITSET_NONE) {
        bitset_clear(&slots->set, slot);
        --slots->count;
    }
    return slot;
}
