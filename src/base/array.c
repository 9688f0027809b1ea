// SPDX-License-Identifier: MIT
// array.c: growable arrays of any type.
#include "base/array.h"

#include <string.h>

#include "base/size.h"

enum { FIRST_CAPACITY = 8 };

// The item pointer is read and written as bytes: `items` points at a `T *`, and a `T *` may not be
// accessed through a `void **`.
static void *load_pointer(void **items)
{
    void *pointer;
    memcpy(&pointer, (const void *)items, sizeof pointer);
    return pointer;
}

static void store_pointer(void **items, void *pointer)
{
    memcpy((void *)items, &pointer, sizeof pointer);
}

bool tum_array_reserve(void **items, size_t *capacity, size_t wanted, size_t item_bytes,
                       const TumAllocator *allocator)
{
    if (wanted <= *capacity) {
        return true;
    }
    size_t grown = *capacity <= SIZE_MAX / 2 ? *capacity * 2 : SIZE_MAX;
    grown = grown < FIRST_CAPACITY ? FIRST_CAPACITY : grown;
    grown = grown < wanted ? wanted : grown;
    size_t bytes;
    if (!size_multiply(grown, item_bytes, &bytes)) {
        return false;
    }
    void *moved = tum_reallocate(allocator, load_pointer(items), *capacity * item_bytes, bytes);
    if (moved == NULL) {
        return false;
    }
    store_pointer(items, moved);
    *capacity = grown;
    return true;
}

bool tum_array_reserve_anew(void **items, size_t *capacity, size_t wanted, size_t item_bytes,
                            const TumAllocator *allocator)
{
    if (wanted <= *capacity) {
        return true;
    }
    const size_t doubled = *capacity <= SIZE_MAX / 2 / item_bytes ? *capacity * 2 : 0;
    tum_release(allocator, load_pointer(items), *capacity * item_bytes);
    store_pointer(items, NULL);
    *capacity = 0;
    return tum_array_reserve(items, capacity, doubled > wanted ? doubled : wanted, item_bytes,
                             allocator);
}

void *tum_array_push(void **items, size_t *count, size_t *capacity, size_t item_bytes,
                     const TumAllocator *allocator)
{
    if (*count == *capacity &&
        !tum_array_reserve(items, capacity, *count + 1, item_bytes, allocator)) {
        return NULL;
    }
    char *item = (char *)load_pointer(items) + *count * item_bytes;
    memset(item, 0, item_bytes);
    ++*count;
    return item;
}

bool tum_array_extend(void **items, size_t *count, size_t *capacity, size_t wanted,
                      size_t item_bytes, const TumAllocator *allocator)
{
    if (wanted <= *count) {
        return true;
    }
    if (!tum_array_reserve(items, capacity, wanted, item_bytes, allocator)) {
        return false;
    }
    memset((char *)load_pointer(items) + *count * item_bytes, 0, (wanted - *count) * item_bytes);
    *count = wanted;
    return true;
}
