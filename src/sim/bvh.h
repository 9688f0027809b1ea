// SPDX-License-Identifier: MIT
/// bvh.h: the tree of boxes: which of many boxes meet one box.
///
/// A binary tree over leaves that come, move and go. Boxes and links are in separate arrays, for a
/// query reads boxes only until it descends. Built by inserting each leaf where it makes the tree
/// grow least, then rotating on the way up (Bittner et al., "Fast Insertion-Based Optimization of
/// Bounding Volume Hierarchies", 2013; Kensler, "Tree Rotations for Improving Bounding Volume
/// Hierarchies", 2008).
#ifndef TUM_SIM_BVH_H
#define TUM_SIM_BVH_H

#include "base/alloc.h"
#include "sim/box.h"

enum { BVH_NONE = -1 };

typedef struct BvhLinks {
    int32_t parent;
    int32_t child[2]; ///< Both BVH_NONE: a leaf. Free nodes chain through child[0].
    uint32_t item;    ///< Of a leaf: what the caller stored.
} BvhLinks;

typedef struct Bvh {
    Box *boxes;      ///< capacity
    BvhLinks *links; ///< capacity
    int32_t root;    ///< BVH_NONE: empty.
    int32_t free;    ///< First free node.
    int32_t capacity;
    int32_t leaf_count;
} Bvh;

void tum_bvh_init(Bvh *bvh);
void tum_bvh_clear(Bvh *bvh, const TumAllocator *allocator);

/// @return the leaf, or BVH_NONE when out of memory.
int32_t tum_bvh_insert(Bvh *bvh, const Box *box, uint32_t item, const TumAllocator *allocator);
void tum_bvh_remove(Bvh *bvh, int32_t leaf);
/// Gives a leaf another box. Allocates nothing.
void tum_bvh_move(Bvh *bvh, int32_t leaf, const Box *box);

/// Calls visit for each leaf whose box meets `box`, in an order that depends on the tree alone,
/// until it answers false.
void tum_bvh_query(const Bvh *bvh, const Box *box, bool (*visit)(void *user, uint32_t item),
                   void *user);

/// A walk that goes to what is near first: bvh_walk.c. Embed it as the first member of whatever
/// `key` and `visit` need to know.
typedef struct BvhWalk {
    /// How far a box is, in any measure that no box inside it undercuts; beyond `limit`: skipped.
    double (*key)(const struct BvhWalk *walk, const Box *box);
    /// May lower `limit`; below every key, the walk ends.
    void (*visit)(struct BvhWalk *walk, uint32_t item);
    double limit;
} BvhWalk;

/// Visits every leaf whose key is at most `limit` when its turn comes. Reads the tree only, so many
/// walks may run at once.
void tum_bvh_walk(const Bvh *bvh, BvhWalk *walk);

/// Whether links and boxes are consistent; for TUM_VALIDATE.
bool tum_bvh_is_valid(const Bvh *bvh);

#endif
