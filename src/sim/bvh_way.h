// SPDX-License-Identifier: MIT
/// bvh_way.h: a box that moves along a line, against the eight boxes of a node at once: the keys of
/// a walk (BvhWalk) that goes to what it meets first.
#ifndef TUM_SIM_BVH_WAY_H
#define TUM_SIM_BVH_WAY_H

#include "sim/bvh.h"

/// A number as often as a node has children.
typedef float BvhLanes[BVH_CHILDREN];

/// Ready to be tried against nodes: lengths along the way are in metres of its longest component.
typedef struct BvhWay {
    _Alignas(32) BvhLanes inverse[4]; ///< Of the direction, finite.
    /// [m] Where the way begins, moved apart by the box's half edges and by what rounding may do:
    /// what is subtracted from the near and from the far side of a box.
    BvhLanes near_from[4], far_from[4];
    /// Of the coordinate farthest out, by which its near side is moved down and its far side up.
    BvhLanes share[4];
    BvhLanes fractions;   ///< Of the way, a metre of length; rather too few.
    uint8_t near_side[4]; ///< In BvhNode.sides: 1 where the way goes backward.
    int axes;
} BvhWay;

/// @param from    [m] the middle of the box at fraction 0.
/// @param along   [m] of which one component at least is not 0.
/// @param extent  [m] its half edges.
void tum_bvh_way_init(BvhWay *way, int axes, const double *from, const double *along,
                      const double *extent);

/// Where the box first meets those of a node: fractions of the way, 0 at least, never later than
/// exact arithmetic would say; endless where it does not.
void tum_bvh_way_keys(const BvhWay *way, const BvhNode *node, float keys[BVH_CHILDREN]);

#endif
