// SPDX-License-Identifier: MIT
// bvh_sweep_kernel.c: the keys of a walk along a moving box, a kernel.
//
// Floats suffice: the rounding error of a side's length along the motion is a share of the
// coordinates, as if the side were displaced, and the sides are displaced outward by more than
// that.
#include <math.h>

#include "spatial/bvh_lanes.h"
#include "spatial/spatial_kernels.h"

uint32_t KERNEL_NAME(tum_bvh_sweep)(const BvhSweep *sweep, const BvhNode *node,
                                    float keys[BVH_CHILDREN])
{
    Wide first = wide_splat(0.0f), last = wide_splat(INFINITY);
    for (int i = 0; i < sweep->axes; ++i) {
        const Wide inverse = wide_splat(sweep->inverse[i]);
        const Wide near_side = wide_load(node->sides[i][sweep->near_side[i]]);
        const Wide far_side = wide_load(node->sides[i][1 - sweep->near_side[i]]);
        const Wide below = wide_sub(wide_splat(0.0f), wide_load(node->sides[i][0]));
        const Wide farthest = wide_maximum(wide_load(node->sides[i][1]), below);
        const Wide slack = wide_mul(farthest, wide_splat(sweep->share[i]));
        const Wide near_distance =
            wide_sub(wide_sub(near_side, slack), wide_splat(sweep->near_from[i]));
        const Wide far_distance =
            wide_sub(wide_add(far_side, slack), wide_splat(sweep->far_from[i]));
        first = wide_maximum(wide_mul(near_distance, inverse), first);
        last = wide_minimum(wide_mul(far_distance, inverse), last);
    }
    wide_store(keys, wide_mul(first, wide_splat(sweep->fractions)));
    return ~wide_bits(wide_greater(first, last)) & ((1u << node->count) - 1);
}
