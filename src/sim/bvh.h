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
#ifndef TUM_SIM_BVH_H
#define TUM_SIM_BVH_H

#include "base/alloc.h"
#include "sim/box.h"

enum {
    BVH_NONE = -1,
    BVH_CHILDREN = 8,
    BVH_HEIGHT_MOST = 48, ///< Nodes from the root to an item at most.
    BVH_STACK = BVH_HEIGHT_MOST * (BVH_CHILDREN - 1) + BVH_CHILDREN ///< What a walk may have to do.
};

typedef struct BvhNode {
    /// Of the children: axis, low and high, child.
    _Alignas(64) float sides[4][2][BVH_CHILDREN];
    int32_t child[BVH_CHILDREN]; ///< A node, or ~item.
    int32_t parent;              ///< BVH_NONE: the root.
    float girth;                 ///< [m] When its children were chosen.
    uint8_t slot;                ///< In the parent.
    uint8_t count;               ///< Children, in the first slots. At least 2 but in the root.
    uint8_t searched;            ///< Bits of items that are being searched: tum_bvh_search.
    uint8_t searched_nodes;      ///< Bits of children with such items.
    uint8_t searched_whole;      ///< Bits of children of which every child is one.
    uint8_t leaves;              ///< Bits of children that have items alone; not of all of them.
    bool is_stale;               ///< Waits in the list of nodes whose box has changed.
} BvhNode;

/// What building needs to know of an item.
typedef struct BvhItem {
    float middle[4]; ///< Twice the middle.
    float girth;
    int32_t item;
} BvhItem;

typedef struct Bvh {
    Box *boxes;      ///< One an item: item_capacity.
    int32_t *places; ///< Likewise: node * BVH_CHILDREN + slot, or BVH_NONE.
    BvhNode *nodes;  ///< leaf_capacity
    int32_t *stale;  ///< leaf_capacity; a queue of nodes that no longer fit their children.
    BvhItem *room;   ///< leaf_capacity; to build in.
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

/// Brings the boxes of nodes up to date, from below; lays the tree out anew where that pays.
void tum_bvh_settle(Bvh *bvh);

/// Lays the tree out anew: bvh_build.c.
void tum_bvh_build(Bvh *bvh);

/// Calls visit for each item whose box meets `box` until it answers false.
void tum_bvh_query(const Bvh *bvh, const Box *box, bool (*visit)(void *user, uint32_t item),
                   void *user);

/// A search of one tree for what meets marked items of the same or of another tree. Of two marked
/// items in trees that search each other exactly one finds the other.
typedef struct BvhSearch {
    const Bvh *from, *in;
    bool skips_searched; ///< What is marked in `in` finds what is marked in `from`.
    /// `lanes`: the children of `node` whose boxes meet that of the item, all of them items.
    void (*visit)(void *user, int32_t item, const BvhNode *node, uint32_t lanes);
    void *user;
} BvhSearch;

/// Marks an item. What has been marked in nodes that are neighbours is searched for together, as a
/// group. @return the group where the item is the first of it, else BVH_NONE.
int32_t tum_bvh_mark(Bvh *bvh, int32_t item);

/// Takes back the marks of a group.
void tum_bvh_unmark(Bvh *bvh, int32_t group);

/// Searches for the marked items of a group. Reads the trees only, so many may run at once.
void tum_bvh_search(const BvhSearch *search, int32_t group);

/// A walk that goes to what is near first: bvh_walk.c. Embed it as the first member of whatever
/// `key` and `visit` need to know.
typedef struct BvhWalk {
    /// How far a box is, in any measure that no box inside it undercuts; beyond `limit`: skipped.
    double (*key)(const struct BvhWalk *walk, const Box *box);
    /// May lower `limit`; below every key, the walk ends.
    void (*visit)(struct BvhWalk *walk, uint32_t item);
    double limit;
} BvhWalk;

/// Visits every item whose key is at most `limit` when its turn comes. Reads the tree only, so many
/// walks may run at once.
void tum_bvh_walk(const Bvh *bvh, BvhWalk *walk);

/// The box of a child.
static inline Box bvh_child_box(const BvhNode *node, int slot)
{
    Box box;
    for (int i = 0; i < 4; ++i) {
        box.low[i] = node->sides[i][0][slot];
        box.high[i] = node->sides[i][1][slot];
    }
    return box;
}

/// Whether links and boxes are consistent; for TUM_VALIDATE.
bool tum_bvh_is_valid(const Bvh *bvh);

#endif
