// SPDX-License-Identifier: MIT
// bvh_walk.c: the tree from near to far.
//
// Without a stack, so without a limit to the tree's depth: down the nearer child, across to the
// farther one, up by the parent. Which child was the nearer one is remembered in a bit a level; a
// tree deeper than there are bits goes on with its first child first, which costs order, not truth.
#include "sim/bvh.h"

enum { ORDERED_LEVELS = 64 };

static bool is_leaf(const Bvh *bvh, int32_t node)
{
    return bvh->links[node].child[0] == BVH_NONE;
}

// Bit `level` tells that the second child of the node at that level was the nearer one.
typedef struct Trail {
    uint64_t swapped;
    int level;
} Trail;

static int first_child(const Trail *trail)
{
    return trail->level < ORDERED_LEVELS ? (int)(trail->swapped >> trail->level & 1) : 0;
}

static void remember(Trail *trail, bool swap)
{
    if (trail->level < ORDERED_LEVELS) {
        const uint64_t bit = (uint64_t)1 << trail->level;
        trail->swapped = swap ? trail->swapped | bit : trail->swapped & ~bit;
    }
}

// The next node after all below `node` is done, or BVH_NONE.
static int32_t next_across(const Bvh *bvh, const BvhWalk *walk, int32_t node, Trail *trail)
{
    for (int32_t parent = bvh->links[node].parent; parent != BVH_NONE;
         node = parent, parent = bvh->links[node].parent) {
        --trail->level;
        const int32_t *child = bvh->links[parent].child;
        const int first = first_child(trail);
        if (child[first] == node) {
            const int32_t other = child[1 - first];
            if (walk->key(walk, &bvh->boxes[other]) <= walk->limit) {
                ++trail->level;
                return other;
            }
        }
    }
    return BVH_NONE;
}

void tum_bvh_walk(const Bvh *bvh, BvhWalk *walk)
{
    int32_t node = bvh->root;
    if (node == BVH_NONE || !(walk->key(walk, &bvh->boxes[node]) <= walk->limit)) {
        return;
    }
    Trail trail = {0, 0};
    while (node != BVH_NONE) {
        if (is_leaf(bvh, node)) {
            walk->visit(walk, bvh->links[node].item);
            node = next_across(bvh, walk, node, &trail);
            continue;
        }
        const int32_t *child = bvh->links[node].child;
        const double keys[2] = {walk->key(walk, &bvh->boxes[child[0]]),
                                walk->key(walk, &bvh->boxes[child[1]])};
        remember(&trail, keys[1] < keys[0]);
        const int first = first_child(&trail);
        if (keys[first] <= walk->limit) {
            node = child[first];
            ++trail.level;
        } else if (keys[1 - first] <= walk->limit) { // only below the ordered levels
            node = child[1 - first];
            ++trail.level;
        } else {
            node = next_across(bvh, walk, node, &trail);
        }
    }
}
