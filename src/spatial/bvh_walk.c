// SPDX-License-Identifier: MIT
// bvh_walk.c: a walk through the tree from near to far.
#include "base/assert.h"
#include "spatial/bvh.h"

typedef struct Waiting {
    float key;
    int32_t child; // node, or ~item
} Waiting;

// Inserts a child below nearer children of its node. Entries below `bottom` belong to other nodes.
static inline void wait(Waiting *stack, int bottom, int top, Waiting child)
{
    TUM_ASSERT(top < BVH_STACK);
    int at = top;
    for (; at > bottom && stack[at - 1].key < child.key; --at) {
        stack[at] = stack[at - 1];
    }
    stack[at] = child;
}

// Makes the nearest of a node's met children the next; the other children wait.
//
// @return number of waiting children.
static inline int descend(const BvhNode *node, uint32_t met, const float keys[BVH_CHILDREN],
                          Waiting *stack, int top, Waiting *next)
{
    const int bottom = top, first = __builtin_ctz(met);
    *next = (Waiting){keys[first], node->child[first]};
    for (met &= met - 1; met != 0; met &= met - 1) {
        const int i = __builtin_ctz(met);
        Waiting child = {keys[i], node->child[i]};
        if (child.key < next->key) {
            const Waiting farther = *next;
            *next = child;
            child = farther;
        }
        wait(stack, bottom, top++, child);
    }
    return top;
}

// Descends to the nearest child at once: only nodes with several met children put any on the stack.
void tum_bvh_walk(const Bvh *bvh, BvhWalk *walk)
{
    if (bvh->root == BVH_NONE) {
        return;
    }
    Waiting stack[BVH_STACK];
    _Alignas(32) float keys[BVH_CHILDREN];
    Waiting next = {0.0f, bvh->root};
    int top = 0;
    for (;;) {
        if (next.child < 0) {
            walk->visit(walk, (uint32_t)~next.child);
        } else {
            const BvhNode *node = &bvh->nodes[next.child];
            const uint32_t met = walk->keys(walk, node, keys);
            if (met != 0) {
                const int bottom = top;
                top = descend(node, met, keys, stack, top, &next);
                if ((double)next.key <= walk->limit) {
                    continue;
                }
                top = bottom; // The other children are farther.
            }
        }
        do {
            if (top == 0) {
                return;
            }
            next = stack[--top];
        } while (!((double)next.key <= walk->limit));
    }
}
