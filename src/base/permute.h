// SPDX-License-Identifier: MIT
/// permute.h: arrays in another order, all of them in the same one.
#ifndef TUM_BASE_PERMUTE_H
#define TUM_BASE_PERMUTE_H

#include <stddef.h>
#include <stdint.h>

/// Cycles of an order, so that several arrays can be put in it, side by side too: places one after
/// the other, each of which receives the item of the next, and the last of a cycle that of its
/// first. Places that keep their item are in none.
typedef struct Cycles {
    uint32_t *places; ///< [count] The last of a cycle with CYCLE_END.
    size_t count;
} Cycles;

#define CYCLE_END 0x80000000u ///< So an array has no more items.

enum { PERMUTED_BYTES_MOST = 512 }; ///< Of an item.

/// @param from    [count] of which place each one receives the item; each place once. Spoiled.
/// @param places  [count] for the cycles to be in
Cycles tum_cycles(uint32_t *from, size_t count, uint32_t *places);

/// Moves items in place.
void tum_permute(void *items, size_t item_bytes, const Cycles *cycles);

#endif
