// SPDX-License-Identifier: MIT
/// sort.h: sorts whose results are the same on every machine. The caller owns the scratch memory.
#ifndef TUM_BASE_SORT_H
#define TUM_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/// Sorts 64-bit keys, each with a 32-bit value, by key; equal keys keep their order. Linear time:
/// one pass per byte in which keys differ.
///
/// @param key_scratch    [count]
/// @param value_scratch  [count]
void tum_sort_keys(uint64_t *keys, uint32_t *values, size_t count, uint64_t *key_scratch,
                   uint32_t *value_scratch);

/// Sorts items of any type by a uint32_t member; equal keys keep their order. Few items are merged;
/// many take one pass per byte in which keys differ.
///
/// @param key_offset  [bytes] of the key within an item: offsetof(Item, key).
/// @param scratch     [count * item_bytes], aligned like items.
void tum_sort_items(void *items, size_t count, size_t item_bytes, size_t key_offset, void *scratch);

/// Sorts items of any type in place, in the caller's order. Equal items come out in the same order
/// with every library, unlike with qsort, but the sort is not stable. A heap sort: O(count log
/// count) for every input.
///
/// @param compare  negative, zero or positive, as for qsort.
void tum_sort_any(void *items, size_t count, size_t item_bytes,
                  int (*compare)(const void *a, const void *b));

/// @param items  sorted by compare.
/// @return the first of the items equal to key, or NULL.
const void *tum_sort_find(const void *key, const void *items, size_t count, size_t item_bytes,
                          int (*compare)(const void *key, const void *item));

#endif
