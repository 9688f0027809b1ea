// SPDX-License-Identifier: MIT
/// disjoint.h: disjoint sets as a forest. Each item names its parent; the root names itself and
/// stands for its set.
#ifndef TUM_BASE_DISJOINT_H
#define TUM_BASE_DISJOINT_H

#include <stdint.h>

/// The root of an item's set. Path halving shortens later searches (Tarjan and van Leeuwen,
/// "Worst-case analysis of set union algorithms", 1984).
/// @param next  [items] the parent of each item
static inline uint32_t disjoint_root(uint32_t *next, uint32_t item)
{
    while (next[item] != item) {
        next[item] = next[next[item]];
        item = next[item];
    }
    return item;
}

#endif
