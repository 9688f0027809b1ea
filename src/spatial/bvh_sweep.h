// SPDX-License-Identifier: MIT
/// bvh_sweep.h: a box that moves along a line, against the eight boxes of a node at once: the keys
/// of a walk (BvhWalk) that goes to what it meets first.
#ifndef TUM_SPATIAL_BVH_SWEEP_H
#define TUM_SPATIAL_BVH_SWEEP_H

#include "spatial/bvh.h"

/// Ready to be tried against nodes: lengths along the way are in metres of its longest component.
/// Numbers are here once, though eight of each are needed: many ways meet few nodes.
typedef struct BvhSweep {
    float inverse[4]; ///< Of the direction, finite.
    /// [m] Where the way begins, moved apart by the box's half edges and by what rounding may do:
    /// what is subtracted from the near and from the far side of a box.
    float near_from[4], far_from[4];
    /// Of the coordinate farthest out, by which its near side is moved down and its far side up.
    float share[4];
    float fractions;      ///< Of the way, a metre of length; rather too few.
    uint8_t near_side[4]; ///< In BvhNode.sides: 1 where the way goes backward.
    int axes;
} BvhSweep;

/// @param from    [m] the middle of the box at fraction 0.
/// @param along   [m] of which one component at least is not 0.
/// @param extent  [m] its half edges.
void tum_bvh_sweep_init(BvhSweep *way, int axes, const double *from, const double *along,
                        const double *extent);

/// As BvhWalk.keys: where the box first meets those of a node, fractions of the way, 0 at least,
/// never later than exact arithmetic would say.
typedef uint32_t BvhSweepKernel(const BvhSweep *way, const BvhNode *node, float keys[BVH_CHILDREN]);

/// For what every processor of this build's kind has.
BvhSweepKernel tum_bvh_sweep_base;
/// x86 with AVX2 only.
BvhSweepKernel tum_bvh_sweep_avx2;
/// The one or the other.
BvhSweepKernel tum_bvh_sweep_keys;

#endif
