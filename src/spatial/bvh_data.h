// SPDX-License-Identifier: MIT
/// bvh_data.h: the memory of a tree of boxes: nodes, items, and how they are read.
#ifndef TUM_SPATIAL_BVH_DATA_H
#define TUM_SPATIAL_BVH_DATA_H

#include "base/bitset.h"
#include "spatial/box.h"

enum {
    BVH_NONE = -1,
    BVH_CHILDREN = 8,
    BVH_HEIGHT_MOST = 48, ///< Nodes from the root to an item at most.
    BVH_STACK = BVH_HEIGHT_MOST * (BVH_CHILDREN - 1) + BVH_CHILDREN ///< What a walk may have to do.
};

typedef struct BvhNode {
    /// Of the children: axis, low and high, child.
    _Alignas(64) float sides[4][2][BVH_CHILDREN];
    float past[4][2][BVH_CHILDREN]; ///< Likewise of items, along the axes that are searched: at
                                    ///< the last search. See `search`.
    int32_t child[BVH_CHILDREN];    ///< A node, or ~item.
    int32_t parent;                 ///< BVH_NONE: the root.
    float girth;                    ///< [m] When its children were chosen.
    uint8_t slot;                   ///< In the parent.
    uint8_t count;                  ///< Children, in the first slots. At least 2 but in the root.
    uint8_t leaves;                 ///< Bits of children that have items alone; not of all of them.
    bool is_stale;                  ///< Waits in the list of nodes whose box has changed.
    // What changed after which search. Where that was not the last one nothing has changed since,
    // and this is out of date, as `past` is: all items were searched for as they are.
    uint64_t search;
    uint8_t moved;       ///< Bits of items whose box is another since they were searched for.
    uint8_t has_past;    ///< Bits of items that were ever searched for.
    bool is_group;       ///< Listed by tum_bvh_begin_search, with:
    uint8_t moved_nodes; ///< bits of children with items that moved,
    uint8_t moved_whole; ///< of children of which every child is one.
} BvhNode;

/// What building needs to know of an item.
typedef struct BvhItem {
    float middle[4]; ///< Twice the middle.
    float girth;
    int32_t item;
} BvhItem;

/// A node whose items are given the boxes that they have by now.
typedef struct BvhFit {
    int32_t node;
    int32_t stale; ///< The node, it or its parent, that no longer fits its children, or BVH_NONE.
    uint32_t leaving; ///< Bits of items that have to go elsewhere.
} BvhFit;

typedef struct Bvh {
    Box *boxes;      ///< One an item: item_capacity.
    Box *past;       ///< Likewise, of items between two nodes: when it was last searched for;
                     ///< inside out: never.
    int32_t *places; ///< Likewise: node * BVH_CHILDREN + slot, or BVH_NONE.
    BvhNode *nodes;  ///< leaf_capacity
    int32_t *stale;  ///< leaf_capacity; a queue of nodes that no longer fit their children.
    BvhItem *room;   ///< leaf_capacity; to build in.
    BvhFit *fits;    ///< leaf_capacity
    int32_t *listed; ///< leaf_capacity; groups between listing and ending a search.
    Bitset restless; ///< Nodes with items that moved, and others.
    uint32_t fit_count, group_count;
    uint64_t searches;                    ///< That have ended.
    int32_t item_capacity, leaf_capacity; ///< Powers of two, or 0.
    int32_t leaf_count;                   ///< Items in the tree.
    int32_t node_count;                   ///< Nodes that were ever used since it was built.
    int32_t free;                         ///< First free node, chained through parent.
    int32_t root;                         ///< BVH_NONE: empty.
    int32_t height;                       ///< No item is deeper.
    int32_t stale_first, stale_count;
    int32_t changes; ///< Items that came, went or changed their node since it was built.
    int axes;        ///< 3 or 4.
} Bvh;

static inline bool bvh_has(const Bvh *bvh, int32_t item)
{
    return item < bvh->item_capacity && bvh->places[item] != BVH_NONE;
}

/// Of bvh->restless, what is about nodes that are there.
static inline Bitset bvh_restless(const Bvh *bvh)
{
    return (Bitset){bvh->restless.words, (uint32_t)(bvh->node_count + 63) / 64};
}

static inline uint32_t bvh_node_of(const Bvh *bvh, int32_t item)
{
    return (uint32_t)(bvh->places[item] / BVH_CHILDREN);
}

/// Whether what a node knows of the last search holds.
static inline bool bvh_is_current(const Bvh *bvh, const BvhNode *node)
{
    return node->search == bvh->searches;
}

/// Bits of a node's items that are to be searched for. New ones are.
static inline uint32_t bvh_moved(const Bvh *bvh, const BvhNode *node)
{
    return bvh_is_current(bvh, node) ? node->moved : 0;
}

/// One of eight boxes side by side.
static inline Box bvh_box_of(const float sides[4][2][BVH_CHILDREN], int slot)
{
    Box box;
    for (int i = 0; i < 4; ++i) {
        box.low[i] = sides[i][0][slot];
        box.high[i] = sides[i][1][slot];
    }
    return box;
}

/// The box of a child.
static inline Box bvh_child_box(const BvhNode *node, int slot)
{
    return bvh_box_of(node->sides, slot);
}

#endif
