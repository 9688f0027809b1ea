// SPDX-License-Identifier: MIT
/// bvh_kernel.h: the pair search of bvh_search.c, one function per instruction set.
#ifndef TUM_SPATIAL_BVH_KERNEL_H
#define TUM_SPATIAL_BVH_KERNEL_H

#include "spatial/bvh.h"

typedef void BvhSearchKernel(const BvhSearch *search, int32_t group);

/// Baseline instruction set of the build.
BvhSearchKernel tum_bvh_search_base;
/// x86 with AVX2.
BvhSearchKernel tum_bvh_search_avx2;

#endif
