// SPDX-License-Identifier: MIT
/// node3.h: tests of the eight children of a mesh's node at once.
///
/// The answers only select children to visit: a child too many is harmless, a missed one is not.
/// Floats are exact enough for that, and instruction sets may differ.
#ifndef TUM_SHAPE3_NODE3_H
#define TUM_SHAPE3_NODE3_H

#include <stddef.h>

#include "shape3/mesh_data3.h"
#include "shape3/sweep_data3.h"

#include "math/wide.h"

_Static_assert((int)MESH3_CHILDREN == (int)WIDE, "one lane a child");

enum { NODE3_ALL = (1 << MESH3_CHILDREN) - 1 };

/// Bit i: the box of child i meets `bound`. Empty children meet only infinite bounds.
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

/// A moving box prepared for slab tests. Lengths along the motion are in metres of its longest
/// component, 0 at its start.
typedef struct NodeSlabs3 {
    // Each number is repeated in all lanes, so that no shuffle is needed.
    _Alignas(32) Lanes inverse[3]; ///< Reciprocal of the direction, finite.
    /// Start of the motion over the direction, displaced by the half edges of the box and by a
    /// bound of the rounding: subtracted for the near and for the far sides. [m]
    Lanes near_start[3], far_start[3];
    /// Byte offsets in a node of the near and of the far sides; for a negative direction the near
    /// sides are the high ones.
    uint16_t near_face[3], far_face[3];
} NodeSlabs3;

/// Least component of a direction, relative to the longest. On any motion that ends within a mesh
/// such a component displaces the box by less than the enlargement of the slabs.
#define NODE3_LEAST_PART 1e-20

/// @param part   component of the motion, at most as long as `length`.
/// @param grown  [m] enlargement of boxes on each side.
static inline void node3_make_slab(NodeSlabs3 *slabs, int axis, double from, double part,
                                   double length, double grown)
{
    const double size = maximum64(absolute64(part), NODE3_LEAST_PART * length);
    const bool backward = part < 0.0;
    const float inverse = (float)(length / (backward ? -size : size));
    const double near = backward ? from - grown : from + grown;
    const double far = backward ? from + grown : from - grown;
    wide_store(slabs->inverse[axis], wide_splat(inverse));
    wide_store(slabs->near_start[axis], wide_splat((float)(near * (double)inverse)));
    wide_store(slabs->far_start[axis], wide_splat((float)(far * (double)inverse)));
    const size_t low = offsetof(MeshNode3, low) + (size_t)axis * MESH3_CHILDREN;
    const size_t high = offsetof(MeshNode3, high) + (size_t)axis * MESH3_CHILDREN;
    slabs->near_face[axis] = (uint16_t)(backward ? high : low);
    slabs->far_face[axis] = (uint16_t)(backward ? low : high);
}

/// Makes the slabs of a motion through a mesh. The bound of the rounding is a share of the
/// coordinates of box, motion and mesh, with a little of all axes, so that a flat mesh in the plane
/// of a flat motion is met too.
///
/// @return metres of slab length per fraction of the motion, rounded up: a limit is rounded.
static inline double node3_slabs(const Sweep3 *sweep, const Mesh3 *mesh, NodeSlabs3 *slabs)
{
    const DVec3 from = sweep->from, along = sweep->along, extent = sweep->extent;
    const DVec3 size = dvec3_absolute(along);
    const double length = maximum64(maximum64(size.x, maximum64(size.y, size.z)), 1e-280);
    const Vec3 far = vec3_maximum(vec3_absolute(mesh->bound.low), vec3_absolute(mesh->bound.high));
    const DVec3 reach = {absolute64(from.x) + extent.x + (double)far.x,
                         absolute64(from.y) + extent.y + (double)far.y,
                         absolute64(from.z) + extent.z + (double)far.z};
    const double least = 1e-12 * (reach.x + reach.y + reach.z) + 1e-15;
    const DVec3 grown = dvec3_add_scaled(extent, reach, SWEEP3_SLACK);
    node3_make_slab(slabs, 0, from.x, along.x, length, grown.x + least);
    node3_make_slab(slabs, 1, from.y, along.y, length, grown.y + least);
    node3_make_slab(slabs, 2, from.z, along.z, length, grown.z + least);
    return length * (1.0 + SWEEP3_SLACK);
}

/// Bit i: the motion meets child i no farther than `limit`; `enter` receives the lengths at which
/// it does.
///
/// The length of a side is origin / direction - start + number * step / direction. Its rounding
/// error, that of the direction included, is a share of the coordinates, as if the side were
/// displaced; NodeSlabs3 covers it (Ize, "Robust BVH Ray Traversal", 2013).
static inline uint32_t node3_enter(const MeshNode3 *node, const NodeSlabs3 *slabs, float limit,
                                   Lanes enter)
{
    Wide near[3], far[3];
    for (int axis = 0; axis < 3; ++axis) {
        const Wide inverse = wide_load(slabs->inverse[axis]);
        const Wide origin = wide_mul(wide_splat(node->origin[axis]), inverse);
        const Wide step = wide_mul(wide_splat(node->step[axis]), inverse);
        const Wide near_side = wide_load_bytes((const uint8_t *)node + slabs->near_face[axis]);
        const Wide far_side = wide_load_bytes((const uint8_t *)node + slabs->far_face[axis]);
        near[axis] = wide_add(wide_mul(near_side, step),
                              wide_sub(origin, wide_load(slabs->near_start[axis])));
        far[axis] =
            wide_add(wide_mul(far_side, step), wide_sub(origin, wide_load(slabs->far_start[axis])));
    }
    const Wide first =
        wide_maximum(wide_maximum(near[0], near[1]), wide_maximum(near[2], wide_splat(0.0f)));
    const Wide last =
        wide_minimum(wide_minimum(far[0], far[1]), wide_minimum(far[2], wide_splat(limit)));
    wide_store(enter, first);
    return wide_bits(wide_greater(first, last)) ^ NODE3_ALL;
}

#endif
