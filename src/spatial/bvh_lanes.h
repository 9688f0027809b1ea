// SPDX-License-Identifier: MIT
/// bvh_lanes.h: overlap tests of a box against the eight children of a node at once.
///
/// Comparisons do not round, so every instruction set gives the same answer.
#ifndef TUM_SPATIAL_BVH_LANES_H
#define TUM_SPATIAL_BVH_LANES_H

#include "math/wide.h"
#include "spatial/bvh_data.h"

_Static_assert((int)BVH_CHILDREN == (int)WIDE, "one lane a child");

/// A box with each side in all eight lanes.
typedef struct BvhProbe {
    Wide low[4], high[4];
} BvhProbe;

static inline BvhProbe bvh_probe(const Box *box)
{
    BvhProbe probe;
    for (int i = 0; i < 4; ++i) {
        probe.low[i] = wide_splat(box->low[i]);
        probe.high[i] = wide_splat(box->high[i]);
    }
    return probe;
}

/// Bit i: box i of the eight overlaps the probe.
static inline uint32_t bvh_sides_meet(const float sides[4][2][BVH_CHILDREN], const BvhProbe *probe,
                                      int axes)
{
    WideMask apart = wide_or(wide_greater(wide_load(sides[0][0]), probe->high[0]),
                             wide_greater(probe->low[0], wide_load(sides[0][1])));
    for (int i = 1; i < axes; ++i) {
        apart = wide_or(apart, wide_greater(wide_load(sides[i][0]), probe->high[i]));
        apart = wide_or(apart, wide_greater(probe->low[i], wide_load(sides[i][1])));
    }
    return ~wide_bits(apart);
}

/// Bit i: the box of child i overlaps the probe.
static inline uint32_t bvh_meets(const BvhNode *node, const BvhProbe *probe, int axes)
{
    return bvh_sides_meet(node->sides, probe, axes) & ((1u << node->count) - 1);
}

#endif
