// SPDX-License-Identifier: MIT
/// mesh_walk3.h: the tree of a mesh from near to far, compiled per instruction set with whatever
/// looks at its leaves. All visit the same leaves in the same order.
#ifndef TUM_SPACE3_MESH_WALK3_H
#define TUM_SPACE3_MESH_WALK3_H

#include "base/assert.h"
#include "space3/node3.h"
#include "space3/sweep3.h"

/// A child of a node.
typedef struct MeshChild3 {
    int32_t child;  ///< As in MeshNode3,
    uint32_t count; ///< likewise.
    uint32_t leaf;  ///< Where one is, in Mesh3.leaves.
} MeshChild3;

typedef struct WaitingNode3 {
    float enter;
    MeshChild3 child;
} WaitingNode3;

// Puts a child under those of its node that are nearer; what is below `bottom` is from other nodes.
static inline void mesh_walk3_wait(WaitingNode3 *stack, int bottom, int top, WaitingNode3 child)
{
    int at = top;
    for (; at > bottom && stack[at - 1].enter < child.enter; --at) {
        stack[at] = stack[at - 1];
    }
    stack[at] = child;
}

static inline MeshChild3 mesh_walk3_child(const Mesh3 *mesh, int32_t node, int slot)
{
    const MeshNode3 *parent = &mesh->nodes[node];
    return (MeshChild3){parent->child[slot], parent->count[slot],
                        (uint32_t)node * MESH3_CHILDREN + (uint32_t)slot};
}

/// Goes straight on to the nearest child: only where a node has more than one does anything wait.
///
/// @param length  [m] of slabs per fraction of the way.
/// @param visit   known to the compiler where it matters: this function is inlined.
static inline __attribute__((always_inline)) void
mesh_walk3(const Mesh3 *mesh, MeshSweep3 *walk, const NodeSlabs3 *slabs, double length,
           void (*visit)(MeshSweep3 *walk, const MeshChild3 *leaf))
{
    WaitingNode3 stack[MESH3_STACK];
    _Alignas(32) Lanes enter;
    float limit = (float)(walk->limit * length);
    int top = 0;
    MeshChild3 next = {0};
    for (;;) {
        if (next.child < 0) {
            visit(walk, &next);
            limit = (float)(walk->limit * length);
        } else {
            if (next.count > 0) {
                // What its leaves have comes while the node does.
                const MeshLeaf3 *leaves = &mesh->leaves[next.child * MESH3_CHILDREN];
                __builtin_prefetch(leaves);
                __builtin_prefetch(leaves + MESH3_CHILDREN / 2);
            }
            uint32_t met = node3_enter(&mesh->nodes[next.child], slabs, limit, enter);
            if (met != 0) {
                int nearest = __builtin_ctz(met);
                const int bottom = top;
                for (met &= met - 1; met != 0; met &= met - 1) {
                    int other = __builtin_ctz(met);
                    if (enter[other] < enter[nearest]) {
                        const int farther = nearest;
                        nearest = other;
                        other = farther;
                    }
                    TUM_ASSERT(top < MESH3_STACK);
                    const MeshChild3 child = mesh_walk3_child(mesh, next.child, other);
                    mesh_walk3_wait(stack, bottom, top++, (WaitingNode3){enter[other], child});
                }
                next = mesh_walk3_child(mesh, next.child, nearest);
                continue;
            }
        }
        do {
            if (top == 0) {
                return;
            }
            --top;
        } while (stack[top].enter > limit);
        next = stack[top].child;
    }
}

#endif
