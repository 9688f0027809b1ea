// SPDX-License-Identifier: MIT
/// disjoint.h: disjoint sets, as a forest: each item names the next one on the way to the root,
/// which stands for its set and names itself.
#ifndef TUM_BASE_DISJOINT_H
#define TUM_BASE_DISJOINT_H

#include <stdint.h>

/// The root of an item's set. Halves the way to it for whoever comes next (Tarjan and van Leeuwen,
/// Worst-case analysis of set union algorithms, 1984).
/// @param next  [items]
static inline uint32_t disjoint_root(uint32_t *next, uint32_t item)
{
    while (next[item] != item) {
        next[item] = next[next[item]];
        item = next[item];
    }
    return item;
}

#endif
