// SPDX-License-Identifier: MIT
/// node3.h: the eight children of a mesh's node at once.
///
/// Answers only choose what is looked at closer, so they may be too many, never too few: floats are
/// enough for them, and it does not matter which instructions are there.
#ifndef TUM_SPACE3_NODE3_H
#define TUM_SPACE3_NODE3_H

#include <stddef.h>

#include "space3/mesh3.h"

#if defined(WIDE_AVX2)
#elif defined(__SSE2__)
#define WIDE_SSE2
#else
#define WIDE_SCALAR
#endif
#include "math/wide.h"

_Static_assert((int)MESH3_CHILDREN == (int)WIDE, "one lane a child");

enum { NODE3_ALL = (1 << MESH3_CHILDREN) - 1 };

/// Bit i: the box of child i meets `bound`. Empty children meet only what has no end.
static inline uint32_t node3_meets(const MeshNode3 *node, const Bound3 *bound)
{
    const float low[3] = {bound->low.x, bound->low.y, bound->low.z};
    const float high[3] = {bound->high.x, bound->high.y, bound->high.z};
    uint32_t apart = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const Wide origin = wide_splat(node->origin[axis]), step = wide_splat(node->step[axis]);
        const Wide near_side = wide_add(origin, wide_mul(step, wide_load_bytes(node->low[axis])));
        const Wide far_side = wide_add(origin, wide_mul(step, wide_load_bytes(node->high[axis])));
        const WideMask above = wide_greater(near_side, wide_splat(high[axis]));
        const WideMask below = wide_greater(wide_splat(low[axis]), far_side);
        apart |= wide_bits(wide_or(above, below));
    }
    return ~apart & NODE3_ALL;
}

/// The way of a box, ready to be tried against nodes: lengths along it are in metres of its longest
/// component, and 0 where it begins.
typedef struct NodeSlabs3 {
    /// [m] Where the way begins, moved apart by the box's half edges and by what rounding may do:
    /// what is subtracted from the near and the far side of a box.
    float near_from[3], far_from[3];
    float inverse[3]; ///< Of the direction, finite.
    /// Where in a node the numbers of the near and of the far sides are: node3_face.
    uint16_t near_face[3], far_face[3];
} NodeSlabs3;

/// Turns an axis of a way forward or backward: then its near side is the high one.
static inline void node3_face(NodeSlabs3 *slabs, int axis, bool backward)
{
    const size_t low = offsetof(MeshNode3, low) + (size_t)axis * MESH3_CHILDREN;
    const size_t high = offsetof(MeshNode3, high) + (size_t)axis * MESH3_CHILDREN;
    slabs->near_face[axis] = (uint16_t)(backward ? high : low);
    slabs->far_face[axis] = (uint16_t)(backward ? low : high);
}

/// Lengths are too great by this share wherever that keeps more.
#define NODE3_SLACK 1e-6f

struct Sweep3;

/// Makes slabs of a way through a mesh: sweep3.c. Rounding is a share of the coordinates of box,
/// way and mesh, of all axes a little, so that also a flat mesh in a flat way's plane is met.
///
/// @return metres of slab length per fraction of the way, a little more.
double tum_mesh3_slabs(const struct Sweep3 *sweep, const Mesh3 *mesh, NodeSlabs3 *slabs);

/// Bit i: the way meets child i not farther than `limit`; `enter` receives where, where it does.
///
/// A side's length is (origin - from) / direction + number * step / direction. What rounding does
/// to it is a share of the coordinates, so NodeSlabs3 covers it, but for that of the direction: a
/// share of the length, below a third of NODE3_SLACK (Ize, "Robust BVH Ray Traversal", 2013).
static inline uint32_t node3_enter(const MeshNode3 *node, const NodeSlabs3 *slabs, float limit,
                                   Lanes enter)
{
    Wide first = wide_splat(0.0f), last = wide_splat(limit);
    for (int axis = 0; axis < 3; ++axis) {
        const float inverse = slabs->inverse[axis], origin = node->origin[axis];
        const Wide step = wide_splat(node->step[axis] * inverse);
        const Wide near_side = wide_load_bytes((const uint8_t *)node + slabs->near_face[axis]);
        const Wide far_side = wide_load_bytes((const uint8_t *)node + slabs->far_face[axis]);
        const Wide near_zero = wide_splat((origin - slabs->near_from[axis]) * inverse);
        const Wide far_zero = wide_splat((origin - slabs->far_from[axis]) * inverse);
        first = wide_maximum(wide_add(wide_mul(near_side, step), near_zero), first);
        last = wide_minimum(wide_add(wide_mul(far_side, step), far_zero), last);
    }
    wide_store(enter, first);
    const WideMask misses = wide_greater(first, wide_mul(last, wide_splat(1.0f + NODE3_SLACK)));
    return ~wide_bits(misses) & NODE3_ALL;
}

#endif
