// SPDX-License-Identifier: MIT
/// bitset.h: sets of small numbers, one bit each.
///
/// A zeroed Bitset is empty, with a capacity of 0; bitset_grow raises the capacity.
#ifndef TUM_BASE_BITSET_H
#define TUM_BASE_BITSET_H

#include <string.h>

#include "base/alloc.h"

typedef struct Bitset {
    uint64_t *words;     ///< [word_count] Bit i of word w is the number 64 w + i.
    uint32_t word_count; ///< The capacity is 64 word_count.
} Bitset;

#define BITSET_NONE UINT32_MAX

/// Raises the capacity to at least `capacity`; members stay. The capacity at least doubles, so that
/// growing one by one is cheap. @return false when out of memory; the set is unharmed.
static inline bool bitset_grow(Bitset *set, size_t capacity, const TumAllocator *allocator)
{
    const size_t wanted = capacity / 64 + (capacity % 64 != 0);
    if (wanted <= set->word_count) {
        return true;
    }
    const size_t doubled = (size_t)set->word_count * 2;
    const size_t word_count = wanted > doubled ? wanted : doubled;
    if (word_count > UINT32_MAX / 64) {
        return false;
    }
    uint64_t *words = (uint64_t *)tum_allocate_zeroed(allocator, word_count, sizeof *words);
    if (words == NULL) {
        return false;
    }
    if (set->word_count > 0) {
        memcpy(words, set->words, set->word_count * sizeof *words);
    }
    tum_release(allocator, set->words, set->word_count * sizeof *words);
    set->words = words;
    set->word_count = (uint32_t)word_count;
    return true;
}

static inline void bitset_free(Bitset *set, const TumAllocator *allocator)
{
    tum_release(allocator, set->words, set->word_count * sizeof *set->words);
    *set = (Bitset){NULL, 0};
}

/// Empties the set and keeps its capacity.
static inline void bitset_clear_all(Bitset *set)
{
    if (set->word_count > 0) {
        memset(set->words, 0, set->word_count * sizeof *set->words);
    }
}

/// `number` must be below the capacity.
static inline void bitset_set(Bitset *set, uint32_t number)
{
    set->words[number / 64] |= (uint64_t)1 << (number % 64);
}

/// `number` must be below the capacity.
static inline void bitset_clear(Bitset *set, uint32_t number)
{
    set->words[number / 64] &= ~((uint64_t)1 << (number % 64));
}

/// False, too, for a number beyond the capacity.
static inline bool bitset_test(const Bitset *set, uint32_t number)
{
    return number / 64 < set->word_count && (set->words[number / 64] >> (number % 64) & 1) != 0;
}

/// The lowest member that is at least `from`, or BITSET_NONE:
///
///     for (uint32_t i = bitset_next(&set, 0); i != BITSET_NONE; i = bitset_next(&set, i + 1)) { …
///     }
static inline uint32_t bitset_next(const Bitset *set, uint32_t from)
{
    uint32_t w = from / 64;
    if (w >= set->word_count) {
        return BITSET_NONE;
    }
    uint64_t word = set->words[w] & (~(uint64_t)0 << (from % 64));
    while (word == 0) {
        if (++w == set->word_count) {
            return BITSET_NONE;
        }
        word = set->words[w];
    }
    return w * 64 + (uint32_t)__builtin_ctzll(word);
}

#endif
