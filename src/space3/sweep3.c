// SPDX-License-Identifier: MIT
// The tree of a mesh from near to far, along a line.
#include "space3/sweep3.h"

#include "base/assert.h"

typedef struct Waiting {
    double enter;
    int32_t child;
    uint32_t count;
} Waiting;

// The children of a node that are met, the farthest first: the stack gives the nearest one back.
static int push_children(const MeshNode3 *node, const MeshSweep3 *walk, Waiting *stack, int top)
{
    const int bottom = top;
    for (int i = 0; i < 4; ++i) {
        if (node->child[i] < 0 && node->count[i] == 0) {
            continue;
        }
        const DVec3 low = {(double)node->low[0][i], (double)node->low[1][i],
                           (double)node->low[2][i]};
        const DVec3 high = {(double)node->high[0][i], (double)node->high[1][i],
                            (double)node->high[2][i]};
        const double enter = sweep3_enter(&walk->sweep, low, high, walk->limit);
        if (!(enter <= walk->limit)) {
            continue;
        }
        TUM_ASSERT(top < MESH3_STACK);
        int at = top++;
        for (; at > bottom && stack[at - 1].enter < enter; --at) {
            stack[at] = stack[at - 1];
        }
        stack[at] = (Waiting){enter, node->child[i], node->count[i]};
    }
    return top;
}

void tum_mesh3_sweep(const Mesh3 *mesh, MeshSweep3 *walk)
{
    Waiting stack[MESH3_STACK];
    int top = push_children(&mesh->nodes[0], walk, stack, 0);
    while (top > 0) {
        const Waiting next = stack[--top];
        if (next.enter > walk->limit) {
            continue;
        }
        if (next.child >= 0) {
            top = push_children(&mesh->nodes[next.child], walk, stack, top);
            continue;
        }
        const uint32_t first = (uint32_t)~next.child;
        for (uint32_t i = 0; i < next.count; ++i) {
            walk->visit(walk, first + i);
        }
    }
}
