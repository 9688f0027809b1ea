// SPDX-License-Identifier: MIT
// Where a box on its way meets the boxes of a node.
//
// In floats: what rounding does to a side's length along the way is a share of the coordinates, as
// if the side lay elsewhere, and by more than that sides are moved apart.
#include "sim/bvh_way.h"

#include <math.h>

#include "math/scalar.h"
#include "sim/bvh_lanes.h"

// Boxes were rounded when they were made; by this share of where they lie they count as larger.
static const double box_slack = 2e-6;

// A direction with less than this in an axis counts as having this much: over the whole way it then
// strays less than sides are moved by.
static const double least_part = 1e-20;

// More fractions a metre than this no float has to hold.
static const double most_fractions = 1e30;

void tum_bvh_way_init(BvhWay *way, int axes, const double *from, const double *along,
                      const double *extent)
{
    double length = 0.0, least = 1e-15;
    for (int i = 0; i < axes; ++i) {
        const double size = absolute64(along[i]);
        length = maximum64(size, length);
        least += 1e-12 * (absolute64(from[i]) + extent[i] + size);
    }
    for (int i = 0; i < axes; ++i) {
        const bool backward = along[i] < 0.0;
        const double size = maximum64(absolute64(along[i]), least_part * length);
        const double grown = extent[i] + box_slack * (absolute64(from[i]) + extent[i]) + least;
        const double apart = backward ? -grown : grown;
        wide_store(way->inverse[i], wide_splat((float)(length / (backward ? -size : size))));
        wide_store(way->near_from[i], wide_splat((float)(from[i] + apart)));
        wide_store(way->far_from[i], wide_splat((float)(from[i] - apart)));
        wide_store(way->share[i], wide_splat((float)(backward ? -box_slack : box_slack)));
        way->near_side[i] = backward;
    }
    const double fractions = minimum64((1.0 - box_slack) / length, most_fractions);
    wide_store(way->fractions, wide_splat((float)fractions));
    way->axes = axes;
}

void tum_bvh_way_keys(const BvhWay *way, const BvhNode *node, float keys[BVH_CHILDREN])
{
    Wide first = wide_splat(0.0f), last = wide_splat(INFINITY);
    for (int i = 0; i < way->axes; ++i) {
        const Wide inverse = wide_load(way->inverse[i]);
        const Wide near_side = wide_load(node->sides[i][way->near_side[i]]);
        const Wide far_side = wide_load(node->sides[i][1 - way->near_side[i]]);
        const Wide below = wide_sub(wide_splat(0.0f), wide_load(node->sides[i][0]));
        const Wide farthest = wide_maximum(wide_load(node->sides[i][1]), below);
        const Wide slack = wide_mul(farthest, wide_load(way->share[i]));
        const Wide near_way = wide_sub(wide_sub(near_side, slack), wide_load(way->near_from[i]));
        const Wide far_way = wide_sub(wide_add(far_side, slack), wide_load(way->far_from[i]));
        first = wide_maximum(wide_mul(near_way, inverse), first);
        last = wide_minimum(wide_mul(far_way, inverse), last);
    }
    const Wide fraction = wide_mul(first, wide_load(way->fractions));
    wide_store(keys, wide_select(wide_greater(first, last), wide_splat(INFINITY), fraction));
}
