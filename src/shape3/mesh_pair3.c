// SPDX-License-Identifier: MIT
// mesh_pair3.c: adjacent triangles joined in pairs before the tree is built, for half the work.
//
// Triangles in no order are sorted along a space-filling curve (Morton, "A Computer Oriented
// Geodetic Data Base", 1966), on which near triangles mostly follow each other.

#include <math.h>

#include "base/sort.h"
#include "math/math3.h"
#include "shape3/mesh_build3.h"

enum {
    MOST_BITS = 10, // bits per axis; three axes fit 32 bits
    FETCHED = 16    // items fetched ahead
};

bool tum_tree_item3_join(TreeItem3 *item, const TreeItem3 *next)
{
    TreeItem3 both = {.first = item->first, .second = next->first};
    for (int i = 0; i < 3; i++) {
        both.low[i] = minimum(item->low[i], next->low[i]);
        both.minus_high[i] = minimum(item->minus_high[i], next->minus_high[i]);
    }
    const float apart = box8_half_area(item->low) + box8_half_area(next->low);
    if (item->first != item->second || next->first != next->second ||
        !(box8_half_area(both.low) <= apart)) {
        return false;
    }
    *item = both;
    return true;
}

static float center2(const TreeItem3 *item, int axis)
{
    return item->low[axis] - item->minus_high[axis];
}

// Cells per axis such that a surface has as many cells as pairs of triangles.
static uint32_t cells_along(uint32_t count)
{
    int bits = 1;
    while (bits < MOST_BITS && 2u << 2 * bits < count) {
        bits++;
    }
    return 1u << bits;
}

// Inserts two zero bits between each of ten bits and the next.
static uint32_t spread(uint32_t bits)
{
    bits = (bits | bits << 16) & 0x030000ff;
    bits = (bits | bits << 8) & 0x0300f00f;
    bits = (bits | bits << 4) & 0x030c30c3;
    return (bits | bits << 2) & 0x09249249;
}

// Position of each item along the curve.
static void find_keys(const TreeItem3 *items, uint32_t count, uint64_t *keys)
{
    float low[3], longest = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        float high = -INFINITY;
        low[axis] = INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            low[axis] = minimum(center2(&items[i], axis), low[axis]);
            high = maximum(center2(&items[i], axis), high);
        }
        longest = maximum(high - low[axis], longest);
    }
    const float last = (float)(cells_along(count) - 1);
    const float factor = is_finite(last / longest) ? last / longest : 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = 0;
        for (int axis = 0; axis < 3; axis++) {
            const float cell = (center2(&items[i], axis) - low[axis]) * factor;
            key |= spread((uint32_t)minimum(cell, last)) << axis;
        }
        keys[i] = key;
    }
}

uint32_t tum_tree_items3_pair(TreeItem3 *items[2], uint32_t count, uint32_t *numbers)
{
    TreeItem3 *from = items[0], *to = items[1];
    uint64_t *keys = (uint64_t *)(void *)to; // scratch, until the items are moved there
    find_keys(from, count, keys);
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = i;
    }
    tum_sort_keys(keys, numbers, count, keys + count, numbers + count);
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        __builtin_prefetch(&from[numbers[i + FETCHED < count ? i + FETCHED : i]]);
        const TreeItem3 *item = &from[numbers[i]];
        if (left == 0 || !tum_tree_item3_join(&to[left - 1], item)) {
            to[left++] = *item;
        }
    }
    items[0] = to;
    items[1] = from;
    return left;
}
