// SPDX-License-Identifier: MIT
// sweep_kernel3.inl: the walk of sweep3.c, compiled per instruction set. All visit the same leaves;
// the including file defines SWEEP_KERNEL, and WIDE_AVX2 where that is there.
#include "base/assert.h"
#include "space3/sweep_kernel3.h"

typedef struct Waiting {
    float enter;
    int32_t child;
    uint32_t count;
} Waiting;

// The children of a node that are met, the farthest first: the stack gives the nearest one back.
static int push_children(const Mesh3 *mesh, int32_t index, const NodeSlabs3 *slabs, float limit,
                         Waiting *stack, int top)
{
    const MeshNode3 *node = &mesh->nodes[index];
    _Alignas(32) Lanes enter;
    const int bottom = top;
    for (uint32_t met = node3_enter(node, slabs, limit, enter); met != 0; met &= met - 1) {
        const int i = __builtin_ctz(met);
        TUM_ASSERT(top < MESH3_STACK);
        int at = top++;
        for (; at > bottom && stack[at - 1].enter < enter[i]; --at) {
            stack[at] = stack[at - 1];
        }
        stack[at] = (Waiting){enter[i], node->child[i], node->count[i]};
    }
    return top;
}

void SWEEP_KERNEL(const Mesh3 *mesh, MeshSweep3 *walk, const NodeSlabs3 *slabs, double length)
{
    float limit = (float)(walk->limit * length);
    Waiting stack[MESH3_STACK];
    int top = push_children(mesh, 0, slabs, limit, stack, 0);
    while (top > 0) {
        const Waiting next = stack[--top];
        if (next.enter > limit) {
            continue;
        }
        if (next.child >= 0) {
            top = push_children(mesh, next.child, slabs, limit, stack, top);
            continue;
        }
        walk->visit(walk, (uint32_t)~next.child, next.count);
        limit = (float)(walk->limit * length);
    }
}
