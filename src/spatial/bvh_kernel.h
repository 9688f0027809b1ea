// SPDX-License-Identifier: MIT
/// bvh_kernel.h: the search of bvh_search.c, one for each set of instructions.
#ifndef TUM_SPATIAL_BVH_KERNEL_H
#define TUM_SPATIAL_BVH_KERNEL_H

#include "spatial/bvh.h"

typedef void BvhSearchKernel(const BvhSearch *search, int32_t group);

/// For what every processor of this build's kind has.
BvhSearchKernel tum_bvh_search_base;
/// x86 with AVX2 only.
BvhSearchKernel tum_bvh_search_avx2;

#endif
