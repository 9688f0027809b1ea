// SPDX-License-Identifier: MIT
/// node3.h: the eight children of a mesh's node at once.
///
/// Answers only choose what is looked at closer, so they may be too many, never too few: floats are
/// enough for them, and it does not matter which instructions are there.
#ifndef TUM_SPACE3_NODE3_H
#define TUM_SPACE3_NODE3_H

#include "space3/mesh3.h"

#if defined(__SSE2__)
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
        const WideMask above = wide_greater(wide_load(node->low[axis]), wide_splat(high[axis]));
        const WideMask below = wide_greater(wide_splat(low[axis]), wide_load(node->high[axis]));
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
    float inverse[3];  ///< Of the direction, finite.
    bool backward[3];  ///< The near side is the high one.
} NodeSlabs3;

/// Lengths are too great by this share wherever that keeps more.
#define NODE3_SLACK 1e-6f

/// Bit i: the way meets child i not farther than `limit`; `enter` receives where, where it does.
///
/// Each length is rounded five times, so by less than a third of NODE3_SLACK (Ize, "Robust BVH Ray
/// Traversal", 2013).
static inline uint32_t node3_enter(const MeshNode3 *node, const NodeSlabs3 *slabs, float limit,
                                   Lanes enter)
{
    Wide first = wide_splat(0.0f), last = wide_splat(limit);
    for (int axis = 0; axis < 3; ++axis) {
        const bool backward = slabs->backward[axis];
        const Wide near_side = wide_load(backward ? node->high[axis] : node->low[axis]);
        const Wide far_side = wide_load(backward ? node->low[axis] : node->high[axis]);
        const Wide inverse = wide_splat(slabs->inverse[axis]);
        first = wide_maximum(
            wide_mul(wide_sub(near_side, wide_splat(slabs->near_from[axis])), inverse), first);
        last = wide_minimum(
            wide_mul(wide_sub(far_side, wide_splat(slabs->far_from[axis])), inverse), last);
    }
    wide_store(enter, first);
    const WideMask misses = wide_greater(first, wide_mul(last, wide_splat(1.0f + NODE3_SLACK)));
    return ~wide_bits(misses) & NODE3_ALL;
}

#endif
