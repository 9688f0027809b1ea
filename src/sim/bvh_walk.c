// SPDX-License-Identifier: MIT
// bvh_walk.c: the tree from near to far.
#include "base/assert.h"
#include "sim/bvh.h"

typedef struct Waiting {
    float key;
    int32_t child; // as in BvhNode
} Waiting;

// The children of a node that are near enough, the farthest first: the stack gives the nearest one
// back.
static int push_children(const Bvh *bvh, const BvhWalk *walk, int32_t index, Waiting *stack,
                         int top)
{
    const BvhNode *node = &bvh->nodes[index];
    const int bottom = top;
    _Alignas(32) float keys[BVH_CHILDREN];
    walk->keys(walk, node, keys);
    for (int i = node->count - 1; i >= 0; --i) {
        const float key = keys[i];
        if (!((double)key <= walk->limit)) {
            continue;
        }
        TUM_ASSERT(top < BVH_STACK);
        int at = top++;
        for (; at > bottom && stack[at - 1].key < key; --at) {
            stack[at] = stack[at - 1];
        }
        stack[at] = (Waiting){key, node->child[i]};
    }
    return top;
}

void tum_bvh_walk(const Bvh *bvh, BvhWalk *walk)
{
    if (bvh->root == BVH_NONE) {
        return;
    }
    Waiting stack[BVH_STACK];
    int top = push_children(bvh, walk, bvh->root, stack, 0);
    while (top > 0) {
        const Waiting next = stack[--top];
        if (!((double)next.key <= walk->limit)) {
            continue;
        }
        if (next.child < 0) {
            walk->visit(walk, (uint32_t)~next.child);
        } else {
            top = push_children(bvh, walk, next.child, stack, top);
        }
    }
}
