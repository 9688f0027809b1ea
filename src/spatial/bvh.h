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

#include "spatial/bvh_data.h"

/// @param axes  3: the fourth of every box is 0.
void tum_bvh_init(Bvh *bvh, int axes);
void tum_bvh_clear(Bvh *bvh, const TumAllocator *allocator);

/// Puts an item into the tree. @return false when out of memory; the tree is then as it was.
bool tum_bvh_insert(Bvh *bvh, int32_t item, const Box *box, const TumAllocator *allocator);
void tum_bvh_remove(Bvh *bvh, int32_t item);

/// An item's box in bvh->boxes has been changed. Queries have to wait for tum_bvh_settle. Allocates
/// nothing.
void tum_bvh_move(Bvh *bvh, int32_t item);

/// An item in the tree is found another place, for the box in bvh->boxes.
void tum_bvh_relink(Bvh *bvh, int32_t item);

/// The same for many items at once, whose nodes, bvh_node_of, have been made restless: nodes are
/// listed, then all of bvh->fit_count are fitted, in ranges that may be done side by side.
void tum_bvh_begin_fit(Bvh *bvh);
void tum_bvh_fit(Bvh *bvh, uint32_t begin, uint32_t end);
void tum_bvh_end_fit(Bvh *bvh);

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

/// Whether links and boxes are consistent; for TUM_VALIDATE.
bool tum_bvh_is_valid(const Bvh *bvh);

#endif
