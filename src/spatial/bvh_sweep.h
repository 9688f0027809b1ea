// SPDX-License-Identifier: MIT
/// bvh_sweep.h: a box that moves along a line against the eight boxes of a node at once: keys of a
/// walk (BvhWalk) in order of impact.
#ifndef TUM_SPATIAL_BVH_SWEEP_H
#define TUM_SPATIAL_BVH_SWEEP_H

#include "spatial/bvh.h"

/// A moving box prepared for slab tests. Lengths along the motion are in metres of its longest
/// component. Each number is stored once and not in eight lanes: a sweep visits few nodes.
typedef struct BvhSweep {
    float inverse[4]; ///< Reciprocal of the direction, finite.
    /// [m] Start of the motion, displaced by the half edges of the box and by a bound of the
    /// rounding: subtracted from the near and the far side of a box.
    float near_from[4], far_from[4];
    /// Share of the greatest coordinate by which near sides move outward and far sides likewise.
    float share[4];
    float fractions;      ///< Fraction of the motion per metre of length, rounded down.
    uint8_t near_side[4]; ///< Index into BvhNode.sides: 1 where the direction is negative.
    int axes;
} BvhSweep;

/// Prepares a moving box.
///
/// @param from    [m] middle of the box at fraction 0.
/// @param along   [m] displacement at fraction 1; at least one component is not 0.
/// @param extent  [m] half edges of the box.
void tum_bvh_sweep_init(BvhSweep *sweep, int axes, const double *from, const double *along,
                        const double *extent);

#endif
