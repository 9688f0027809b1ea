// SPDX-License-Identifier: MIT
// permute.c: permutations in place, cycle by cycle.
#include "base/permute.h"

#include "base/assert.h"

#include <string.h>

enum { FETCH_AHEAD = 8 }; // [items] prefetched: neighbors in a cycle lie anywhere in memory

// A place that is listed is marked by receiving its own item.
Cycles tum_cycles(uint32_t *from, size_t count, uint32_t *places)
{
    Cycles cycles = {places, 0};
    TUM_ASSERT(count <= CYCLE_END);
    for (uint32_t first = 0; first < count; ++first) {
        uint32_t place = first, next = from[first];
        if (next == first) {
            continue;
        }
        for (; next != first; place = next, next = from[place]) {
            places[cycles.count++] = place;
            from[place] = place;
        }
        places[cycles.count++] = place | CYCLE_END;
        from[place] = place;
    }
    return cycles;
}

static unsigned char *item_at(unsigned char *items, size_t item_bytes, uint32_t place)
{
    return items + (place & ~CYCLE_END) * item_bytes;
}

void tum_permute(void *items, size_t item_bytes, const Cycles *cycles)
{
    unsigned char spare[PERMUTED_BYTES_MOST];
    bool begins = true;
    TUM_ASSERT(item_bytes <= sizeof spare);
    for (size_t i = 0; i < cycles->count; ++i) {
        unsigned char *item = item_at(items, item_bytes, cycles->places[i]);
        if (i + FETCH_AHEAD < cycles->count) {
            __builtin_prefetch(item_at(items, item_bytes, cycles->places[i + FETCH_AHEAD]));
        }
        if (begins) {
            memcpy(spare, item, item_bytes);
        }
        const bool ends = (cycles->places[i] & CYCLE_END) != 0;
        memcpy(item, ends ? spare : item_at(items, item_bytes, cycles->places[i + 1]), item_bytes);
        begins = ends;
    }
}
