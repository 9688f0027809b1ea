// SPDX-License-Identifier: MIT
// spatial_table.c: the table of the kernels of trees for an instruction set.
#include "spatial/spatial_kernels.h"

const SpatialKernels KERNEL_NAME(tum_spatial_kernels) = {
    .search = KERNEL_NAME(tum_bvh_search),
    .sweep = KERNEL_NAME(tum_bvh_sweep),
};
