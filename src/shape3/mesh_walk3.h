// SPDX-License-Identifier: MIT
/// mesh_walk3.h: a walk through a mesh's tree from near to far, compiled per instruction set
/// together with the test of leaves. All instruction sets visit the same leaves in the same order.
#ifndef TUM_SHAPE3_MESH_WALK3_H
#define TUM_SHAPE3_MESH_WALK3_H

#include "base/assert.h"
#include "shape3/node3.h"

/// A child of a node.
typedef struct MeshChild3 {
    int32_t child; ///< As in MeshNode3.
    uint32_t slot; ///< Node * MESH3_CHILDREN + slot; of a leaf, its index in Mesh3.leaves.
} MeshChild3;

typedef struct WaitingNode3 {
    float enter;
    MeshChild3 child;
} WaitingNode3;

// Inserts a child below nearer children of its node. Entries below `bottom` belong to other nodes.
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
    return (MeshChild3){mesh->nodes[node].child[slot],
                        (uint32_t)node * MESH3_CHILDREN + (uint32_t)slot};
}

/// Visits leaves along a sweep, nearest first. Descends to the nearest child at once: only nodes
/// with several met children put any on the stack.
///
/// @param limit  fraction; visit may lower it.
/// @param visit  tests `count` triangles. Inlined where the compiler knows it.
static inline __attribute__((always_inline)) void
mesh_walk3(const Mesh3 *mesh, const Sweep3 *sweep, const double *limit,
           void (*visit)(void *user, const MeshChild3 *leaf, uint32_t count), void *user)
{
    NodeSlabs3 slabs;
    const double length = node3_slabs(sweep, mesh, &slabs);
    WaitingNode3 stack[MESH3_STACK];
    _Alignas(32) Lanes enter;
    float most = (float)(*limit * length);
    int top = 0;
    MeshChild3 next = {0};
    for (;;) {
        if (next.child < 0) {
            const MeshNode3 *node = &mesh->nodes[next.slot / MESH3_CHILDREN];
            visit(user, &next, node->count[next.slot % MESH3_CHILDREN]);
            most = (float)(*limit * length);
        } else {
            // The leaves of this node arrive while the node is tested.
            const MeshLeaf3 *leaves = &mesh->leaves[(size_t)next.child * MESH3_CHILDREN];
            __builtin_prefetch(leaves);
            __builtin_prefetch(leaves + MESH3_CHILDREN / 2);
            uint32_t met = node3_enter(&mesh->nodes[next.child], &slabs, most, enter);
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
        } while (stack[top].enter > most);
        next = stack[top].child;
    }
}

#endif
