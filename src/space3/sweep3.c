// SPDX-License-Identifier: MIT
// The tree of a mesh from near to far, along a line.
#include "space3/sweep3.h"

#include "base/assert.h"
#include "space3/node3.h"

typedef struct Waiting {
    float enter;
    int32_t child;
    uint32_t count;
} Waiting;

// A direction with less than this in an axis counts as having this much: on a way as long as any
// that ends within a mesh it then strays less than slabs are widened by.
static const float least_part = 1e-20f;

// Rounding is a share of the coordinates of the way and of the mesh, of all axes a little, so that
// also a flat mesh in a flat way's plane is met.
static double slack_of(const Sweep3 *sweep, const Mesh3 *mesh, int axis)
{
    double own = 0.0, all = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double coordinate = absolute64(dvec3_part(sweep->from, i)) +
                                  (double)maximum(absolute(vec3_part(mesh->bound.low, i)),
                                                  absolute(vec3_part(mesh->bound.high, i)));
        all += coordinate;
        own = i == axis ? coordinate : own;
    }
    return SWEEP3_SLACK * own + 1e-12 * all + 1e-15;
}

// @return metres of slab length per fraction of the way.
static double make_slabs(const Sweep3 *sweep, const Mesh3 *mesh, NodeSlabs3 *slabs)
{
    const DVec3 size = dvec3_absolute(sweep->along);
    const double length = maximum64(size.x, maximum64(size.y, size.z));
    for (int i = 0; i < 3; ++i) {
        const double from = dvec3_part(sweep->from, i), along = dvec3_part(sweep->along, i);
        const double grown = dvec3_part(sweep->extent, i) + slack_of(sweep, mesh, i);
        const float part = length > 0.0 ? (float)(along / length) : 0.0f;
        slabs->backward[i] = part < 0.0f;
        slabs->near_from[i] = (float)(part < 0.0f ? from - grown : from + grown);
        slabs->far_from[i] = (float)(part < 0.0f ? from + grown : from - grown);
        slabs->inverse[i] = absolute(part) > least_part ? 1.0f / part
                            : part < 0.0f               ? -1.0f / least_part
                                                        : 1.0f / least_part;
    }
    return length;
}

// The children of a node that are met, the farthest first: the stack gives the nearest one back.
static int push_children(const MeshNode3 *node, const NodeSlabs3 *slabs, float limit,
                         Waiting *stack, int top)
{
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

void tum_mesh3_sweep(const Mesh3 *mesh, MeshSweep3 *walk)
{
    NodeSlabs3 slabs;
    const double length = make_slabs(&walk->sweep, mesh, &slabs) * (1.0 + (double)NODE3_SLACK);
    float limit = (float)(walk->limit * length);
    Waiting stack[MESH3_STACK];
    int top = push_children(&mesh->nodes[0], &slabs, limit, stack, 0);
    while (top > 0) {
        const Waiting next = stack[--top];
        if (next.enter > limit) {
            continue;
        }
        if (next.child >= 0) {
            top = push_children(&mesh->nodes[next.child], &slabs, limit, stack, top);
            continue;
        }
        walk->visit(walk, (uint32_t)~next.child, next.count);
        limit = (float)(walk->limit * length);
    }
}
