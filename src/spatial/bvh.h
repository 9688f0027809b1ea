// SPDX-License-Identifier: MIT
/// bvh.h: the tree of boxes: which of many boxes meet one box, or each other.
///
/// Items are small numbers, each in the tree at most once; a node has up to eight children, items
/// or nodes, whose boxes lie side by side so that all are tried at once. Items are put where boxes
/// grow least, and full nodes are split in two, as in an R-tree (Guttman, "R-trees: A Dynamic Index
/// Structure for Spatial Searching", 1984). What moves a little keeps its place; once much has
/// moved or come, the tree is laid out anew (bvh_build.c).
///
/// How the tree looks depends on its history, what it answers does not, but for the order.
///
/// Items that moved are searched for now and then: which pairs of boxes overlap that did not when
/// that was last done. The tree remembers with which boxes it was, and where something moved since.
#ifndef TUM_SPATIAL_BVH_H
#define TUM_SPATIAL_BVH_H

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

/// @param axes  3: the fourth of every box is 0.
void tum_bvh_init(Bvh *bvh, int axes);
void tum_bvh_clear(Bvh *bvh, const TumAllocator *allocator);

static inline bool bvh_has(const Bvh *bvh, int32_t item)
{
    return item < bvh->item_capacity && bvh->places[item] != BVH_NONE;
}

/// Puts an item into the tree. @return false when out of memory; the tree is then as it was.
bool tum_bvh_insert(Bvh *bvh, int32_t item, const Box *box, const TumAllocator *allocator);
void tum_bvh_remove(Bvh *bvh, int32_t item);

/// An item's box in bvh->boxes has been changed. Queries have to wait for tum_bvh_settle. Allocates
/// nothing.
void tum_bvh_move(Bvh *bvh, int32_t item);

/// The same for many items at once, whose nodes, bvh_node_of, have been made restless: nodes are
/// listed, then all of bvh->fit_count are fitted, in ranges that may be done side by side.
void tum_bvh_begin_fit(Bvh *bvh);
void tum_bvh_fit(Bvh *bvh, uint32_t begin, uint32_t end);
void tum_bvh_end_fit(Bvh *bvh);

/// Of bvh->restless, what is about nodes that are there.
static inline Bitset bvh_restless(const Bvh *bvh)
{
    return (Bitset){bvh->restless.words, (uint32_t)(bvh->node_count + 63) / 64};
}

static inline uint32_t bvh_node_of(const Bvh *bvh, int32_t item)
{
    return (uint32_t)(bvh->places[item] / BVH_CHILDREN);
}

/// Brings the boxes of nodes up to date, from below; lays the tree out anew where that pays.
void tum_bvh_settle(Bvh *bvh);

/// Lays the tree out anew: bvh_build.c.
void tum_bvh_build(Bvh *bvh);

/// Calls visit for each item whose box meets `box` until it answers false.
void tum_bvh_query(const Bvh *bvh, const Box *box, bool (*visit)(void *user, uint32_t item),
                   void *user);

/// A search of one tree for what meets items of the same or of another tree that moved, and did not
/// meet when these were last searched for. Of two that moved in trees that search each other
/// exactly one finds the other.
typedef struct BvhSearch {
    const Bvh *from, *in;
    bool skips_moved; ///< What moved in `in` finds what moved in `from`.
    /// `lanes`: the children of `node` that meet the item now, all of them items.
    void (*visit)(void *user, int32_t item, const BvhNode *node, uint32_t lanes);
    void *user;
} BvhSearch;

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

/// An item counts as one that was never searched for.
void tum_bvh_forget(Bvh *bvh, int32_t item);

/// Lists in bvh->listed bvh->group_count groups: what moved in nodes that are neighbours is
/// searched for together. The tree is not to be changed before the search ends.
void tum_bvh_begin_search(Bvh *bvh);

/// Searches for what moved of a group. Reads the trees only, so many may run at once.
void tum_bvh_search(const BvhSearch *search, int32_t group);

/// @param is_known  what moved counts as searched for; else it will be again.
void tum_bvh_end_search(Bvh *bvh, bool is_known);

/// A walk that goes to what is near first: bvh_walk.c. Embed it as the first member of whatever
/// `keys` and `visit` need to know.
typedef struct BvhWalk {
    /// How far each child of a node is, in any measure that nothing inside its box undercuts.
    /// @return bits of children that are met; of others keys say nothing.
    uint32_t (*keys)(const struct BvhWalk *walk, const BvhNode *node, float keys[BVH_CHILDREN]);
    /// May lower `limit`; below every key, the walk ends.
    void (*visit)(struct BvhWalk *walk, uint32_t item);
    double limit;
} BvhWalk;

/// Visits every item whose key is at most `limit` when its turn comes. Reads the tree only, so many
/// walks may run at once.
void tum_bvh_walk(const Bvh *bvh, BvhWalk *walk);

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

/// Whether links and boxes are consistent; for TUM_VALIDATE.
bool tum_bvh_is_valid(const Bvh *bvh);

#endif
