// SPDX-License-Identifier: MIT
/// spatial_kernels.h: kernels of trees, one table per instruction set; all give the same answers.
#ifndef TUM_SPATIAL_SPATIAL_KERNELS_H
#define TUM_SPATIAL_SPATIAL_KERNELS_H

#include "base/kernel.h"
#include "spatial/bvh.h"
#include "spatial/bvh_sweep.h"
#include "system/cpu.h"

/// tum_bvh_search.
typedef void BvhSearchKernel(const BvhSearch *search, int32_t group);

/// BvhWalk.keys for a moving box: fractions of the motion at which the box first meets each child,
/// at least 0 and never later than in exact arithmetic.
typedef uint32_t BvhSweepKernel(const BvhSweep *sweep, const BvhNode *node,
                                float keys[BVH_CHILDREN]);

typedef struct SpatialKernels {
    BvhSearchKernel *search;
    BvhSweepKernel *sweep;
} SpatialKernels;

KERNEL_DECLARE(BvhSearchKernel, tum_bvh_search);
KERNEL_DECLARE(BvhSweepKernel, tum_bvh_sweep);
KERNEL_DECLARE(const SpatialKernels, tum_spatial_kernels);

static inline const SpatialKernels *spatial_kernels(CpuInstructions instructions)
{
    return cpu_choose_kernel_to_avx2(instructions, tum_spatial_kernels);
}

#endif
