// SPDX-License-Identifier: MIT
/// permute.h: one permutation applied to several arrays.
#ifndef TUM_BASE_PERMUTE_H
#define TUM_BASE_PERMUTE_H

#include <stddef.h>
#include <stdint.h>

/// The cycles of a permutation, usable for several arrays, side by side too. The places of a cycle
/// follow one another: each receives the item of the next, and the last one that of the first.
/// Places that keep their item are in no cycle.
typedef struct Cycles {
    uint32_t *places; ///< [count] The last place of a cycle has CYCLE_END set.
    size_t count;
} Cycles;

#define CYCLE_END 0x80000000u ///< The flag limits arrays to this many items.

enum { PERMUTED_BYTES_MOST = 512 }; ///< [bytes] The largest item.

/// @param from    [count] the place that gives each place its item; each place once. Overwritten.
/// @param places  [count] receives the cycles.
Cycles tum_cycles(uint32_t *from, size_t count, uint32_t *places);

/// Moves items in place.
void tum_permute(void *items, size_t item_bytes, const Cycles *cycles);

#endif
