// SPDX-License-Identifier: MIT
/// bvh.h: a bounding volume hierarchy: boxes that overlap a given box, and pairs of boxes that
/// overlap.
///
/// Items are small integers, each in the tree at most once. A node has up to eight children, items
/// or nodes; their boxes lie side by side, so that all are tested at once. An item joins the node
/// whose boxes grow least, and full nodes are split in two, as in an R-tree (Guttman, "R-trees: A
/// Dynamic Index Structure for Spatial Searching", 1984). Items that move a little keep their node.
/// Once many items have moved or joined, the tree is rebuilt (bvh_build.c).
///
/// The shape of the tree depends on its history. The answers do not, except for their order.
///
/// A pair search reports pairs of boxes that overlap now and did not overlap at the search before.
/// The tree keeps the boxes of that search, and a mark for each item that has moved since.
#ifndef TUM_SPATIAL_BVH_H
#define TUM_SPATIAL_BVH_H

#include "spatial/bvh_data.h"

/// Makes an empty tree.
///
/// @param axes     3 or 4; with 3 the fourth lane of every box is 0.
/// @param kernels  of one instruction set (spatial_kernels.h).
void tum_bvh_init(Bvh *bvh, int axes, const struct SpatialKernels *kernels);
void tum_bvh_clear(Bvh *bvh, const TumAllocator *allocator);

/// Inserts an item.
///
/// @return false when out of memory; the tree is then unchanged.
bool tum_bvh_insert(Bvh *bvh, int32_t item, const Box *box, const TumAllocator *allocator);
void tum_bvh_remove(Bvh *bvh, int32_t item);

/// Takes over an item's box that the caller has changed in bvh->boxes. Queries have to wait for
/// tum_bvh_settle. Allocates nothing.
void tum_bvh_move(Bvh *bvh, int32_t item);

/// Moves an item to the node that suits its box in bvh->boxes.
void tum_bvh_relink(Bvh *bvh, int32_t item);

/// Take over the changed boxes of many items at once. The caller marks their nodes (bvh_node_of) in
/// bvh->restless. begin_fit lists these nodes, fit handles the range [begin, end) of bvh->fit_count
/// nodes, and end_fit moves the items that leave their node. Ranges may run in parallel.
void tum_bvh_begin_fit(Bvh *bvh);
void tum_bvh_fit(Bvh *bvh, uint32_t begin, uint32_t end);
void tum_bvh_end_fit(Bvh *bvh);

/// Refits the boxes of nodes, leaves first. Rebuilds the tree where that pays.
void tum_bvh_settle(Bvh *bvh);

/// Rebuilds the tree from its items (bvh_build.c).
void tum_bvh_build(Bvh *bvh);

/// Calls visit for each item whose box overlaps `box`, until visit answers false.
void tum_bvh_query(const Bvh *bvh, const Box *box, bool (*visit)(void *user, uint32_t item),
                   void *user);

/// A search of the tree `in` for items that overlap a moved item of the tree `from` now and did not
/// overlap it at the last search. `from` and `in` may be the same tree. Where two trees search each
/// other, exactly one of two moved items finds the other.
typedef struct BvhSearch {
    const Bvh *from, *in;
    bool skips_moved; ///< Skip moved items of `in`: their own search finds the items of `from`.
    /// @param lanes  bits of the children of `node` that overlap the item now; all of them are
    ///               items.
    void (*visit)(void *user, int32_t item, const BvhNode *node, uint32_t lanes);
    void *user;
} BvhSearch;

/// Makes the next search treat an item as new.
void tum_bvh_forget(Bvh *bvh, int32_t item);

/// Box of an item at the last search; the empty box: the item counts as new.
Box tum_bvh_past(const Bvh *bvh, int32_t item);

/// Restores the box that an item had at the last search: the next search reports no pair that
/// overlapped then.
void tum_bvh_set_past(Bvh *bvh, int32_t item, const Box *past);

/// Lists bvh->group_count groups in bvh->listed. A group holds the moved items of neighbouring
/// nodes, which are searched for together. The tree must not change until the search ends.
void tum_bvh_begin_search(Bvh *bvh);

/// Searches for the moved items of a group. Only reads the trees, so groups may run in parallel.
void tum_bvh_search(const BvhSearch *search, int32_t group);

/// Ends a search.
///
/// @param is_known  true: moved items count as searched for; false: the next search repeats them.
void tum_bvh_end_search(Bvh *bvh, bool is_known);

/// A walk from near to far (bvh_walk.c). Callers embed it as the first member of a struct that
/// holds the data of `keys` and `visit`.
typedef struct BvhWalk {
    /// Distances of a node's children, in any measure that no item inside a child's box undercuts.
    ///
    /// @return bits of the children that the walk meets; the keys of other children are undefined.
    uint32_t (*keys)(const struct BvhWalk *walk, const BvhNode *node, float keys[BVH_CHILDREN]);
    /// May lower `limit`; the walk ends once `limit` is below every key.
    void (*visit)(struct BvhWalk *walk, uint32_t item);
    double limit;
} BvhWalk;

/// Visits every item whose key is at most `limit` when the item's turn comes. Only reads the tree,
/// so walks may run in parallel.
void tum_bvh_walk(const Bvh *bvh, BvhWalk *walk);

/// Consistency of links and boxes, for TUM_VALIDATE.
bool tum_bvh_is_valid(const Bvh *bvh);

#endif
