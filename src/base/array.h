// SPDX-License-Identifier: MIT
/// array.h: growable arrays of any type.
///
///     ARRAY(uint32_t) nodes = {0};
///     uint32_t *slot = array_push(&nodes, &allocator);   // NULL when out of memory
///     if (slot != NULL) { *slot = 7; }
///     array_free(&nodes, &allocator);
#ifndef TUM_BASE_ARRAY_H
#define TUM_BASE_ARRAY_H

#include "base/alloc.h"

#define ARRAY(T)                                                                                   \
    struct {                                                                                       \
        T *items;                                                                                  \
        size_t count, capacity;                                                                    \
    }

/// Makes room for `wanted` items in all. @return false when out of memory; the array is unharmed.
bool tum_array_reserve(void **items, size_t *capacity, size_t wanted, size_t item_bytes,
                       const TumAllocator *allocator);

/// As tum_array_reserve, for items that are not read again: growing loses them, also when it fails.
bool tum_array_reserve_anew(void **items, size_t *capacity, size_t wanted, size_t item_bytes,
                            const TumAllocator *allocator);

/// A zeroed new item after the last, or NULL.
void *tum_array_push(void **items, size_t *count, size_t *capacity, size_t item_bytes,
                     const TumAllocator *allocator);

/// Zeroed new items after the last, until there are `wanted` in all. @return false when out of
/// memory; the array is unharmed.
bool tum_array_extend(void **items, size_t *count, size_t *capacity, size_t wanted,
                      size_t item_bytes, const TumAllocator *allocator);

#define array_reserve(array, wanted, allocator)                                                    \
    tum_array_reserve((void **)&(array)->items, &(array)->capacity, (wanted),                      \
                      sizeof *(array)->items, (allocator))
#define array_reserve_anew(array, wanted, allocator)                                               \
    tum_array_reserve_anew((void **)&(array)->items, &(array)->capacity, (wanted),                 \
                           sizeof *(array)->items, (allocator))
#define array_push(array, allocator)                                                               \
    tum_array_push((void **)&(array)->items, &(array)->count, &(array)->capacity,                  \
                   sizeof *(array)->items, (allocator))
#define array_extend(array, wanted, allocator)                                                     \
    tum_array_extend((void **)&(array)->items, &(array)->count, &(array)->capacity, (wanted),      \
                     sizeof *(array)->items, (allocator))
#define array_free(array, allocator)                                                               \
    (tum_release((allocator), (array)->items, (array)->capacity * sizeof *(array)->items),         \
     (array)->items = NULL, (array)->count = 0, (array)->capacity = 0)

#endif
