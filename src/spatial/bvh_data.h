// SPDX-License-Identifier: MIT
/// bvh_data.h: nodes and items of a bounding volume hierarchy, and inline access to them.
#ifndef TUM_SPATIAL_BVH_DATA_H
#define TUM_SPATIAL_BVH_DATA_H

#include "base/bitset.h"
#include "spatial/box.h"

enum {
    BVH_NONE = -1,
    BVH_CHILDREN = 8,
    BVH_HEIGHT_MOST = 48, ///< Nodes on the path from the root to an item.
    BVH_STACK = BVH_HEIGHT_MOST * (BVH_CHILDREN - 1) + BVH_CHILDREN ///< Waiting children of a walk.
};

typedef struct BvhNode {
    /// Boxes of the children: [axis][low, high][child].
    _Alignas(64) float sides[4][2][BVH_CHILDREN];
    float past[4][2][BVH_CHILDREN]; ///< Boxes of child items at the last search, along the axes of
                                    ///< the tree. See `search`.
    int32_t child[BVH_CHILDREN];    ///< Node, or ~item.
    int32_t parent;                 ///< BVH_NONE: root.
    float edge_sum;                 ///< [m] Edge sum of the node when its children were chosen.
    uint8_t slot;                   ///< Slot in the parent.
    uint8_t count;                  ///< Children, in the first slots; at least 2 below the root.
    uint8_t leaves; ///< Bits of children whose own children are all items; a bit may be missing.
    bool is_stale;  ///< Listed among the nodes to refit.
    // Number of the search that `past`, `moved` and `has_past` refer to. They are out of date where
    // it is not the last search: then nothing has changed since the last search, and all items were
    // searched for with their present boxes.
    uint64_t search;
    uint8_t moved;       ///< Bits of items whose box has changed since they were searched for.
    uint8_t has_past;    ///< Bits of items that have been searched for.
    bool is_group;       ///< Listed by tum_bvh_begin_search; then the next two members count.
    uint8_t moved_nodes; ///< Bits of children that contain moved items.
    uint8_t moved_whole; ///< Bits of children that contain only moved items.
} BvhNode;

/// An item during a rebuild.
typedef struct BvhItem {
    float middle[4]; ///< [m] Twice the middle of the box.
    float edge_sum;
    int32_t item;
} BvhItem;

/// A node during tum_bvh_fit.
typedef struct BvhFit {
    int32_t node;
    int32_t stale; ///< The node or its parent, where its box no longer fits its children; BVH_NONE:
                   ///< neither.
    uint32_t leaving; ///< Bits of items that have to leave the node.
} BvhFit;

typedef struct Bvh {
    Box *boxes; ///< [item_capacity] Box of each item.
    Box *past;  ///< [item_capacity] Box at the last search of an item between two nodes; the empty
                ///< box: never searched.
    int32_t *places; ///< [item_capacity] node * BVH_CHILDREN + slot, or BVH_NONE.
    BvhNode *nodes;  ///< [leaf_capacity]
    int32_t *stale;  ///< [leaf_capacity] Ring buffer of nodes to refit.
    BvhItem *room;   ///< [leaf_capacity] Working memory of a rebuild.
    BvhFit *fits;    ///< [leaf_capacity] Nodes of tum_bvh_fit.
    int32_t *listed; ///< [leaf_capacity] Groups of the present search.
    Bitset restless; ///< Nodes that may contain moved items.
    uint32_t fit_count, group_count;
    uint64_t searches;                    ///< Number of ended searches.
    int32_t item_capacity, leaf_capacity; ///< Powers of two, or 0.
    int32_t leaf_count;                   ///< Number of items in the tree.
    int32_t node_count; ///< Number of nodes in use or free since the last rebuild.
    int32_t free;       ///< First free node, chained through parent.
    int32_t root;       ///< BVH_NONE: empty tree.
    int32_t height;     ///< Upper bound of the depth of items.
    int32_t stale_first, stale_count;
    int32_t changes; ///< Items that joined, left or changed their node since the last rebuild.
    int axes;        ///< 3 or 4.
    const struct SpatialKernels *kernels;
} Bvh;

static inline bool bvh_has(const Bvh *bvh, int32_t item)
{
    return item < bvh->item_capacity && bvh->places[item] != BVH_NONE;
}

/// Bits of bvh->restless for existing nodes.
static inline Bitset bvh_restless(const Bvh *bvh)
{
    return (Bitset){bvh->restless.words, (uint32_t)(bvh->node_count + 63) / 64};
}

static inline uint32_t bvh_node_of(const Bvh *bvh, int32_t item)
{
    return (uint32_t)(bvh->places[item] / BVH_CHILDREN);
}

/// True when the node's marks refer to the last search.
static inline bool bvh_is_current(const Bvh *bvh, const BvhNode *node)
{
    return node->search == bvh->searches;
}

/// Bits of a node's items that the next search has to search for, new items included.
static inline uint32_t bvh_moved(const Bvh *bvh, const BvhNode *node)
{
    return bvh_is_current(bvh, node) ? node->moved : 0;
}

/// Box `slot` of eight side by side.
static inline Box bvh_box_of(const float sides[4][2][BVH_CHILDREN], int slot)
{
    Box box;
    for (int i = 0; i < 4; ++i) {
        box.low[i] = sides[i][0][slot];
        box.high[i] = sides[i][1][slot];
    }
    return box;
}

/// Box of a child.
static inline Box bvh_child_box(const BvhNode *node, int slot)
{
    return bvh_box_of(node->sides, slot);
}

#endif
