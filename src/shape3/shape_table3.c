// SPDX-License-Identifier: MIT
// shape_table3.c: the table of the kernels of meshes for an instruction set.
#include "shape3/shape_kernels3.h"

const ShapeKernels3 KERNEL_NAME(tum_shape_kernels3) = {
    .split = KERNEL_NAME(tum_mesh_split3),
    .ray = KERNEL_NAME(tum_mesh3_ray),
    .sweep = KERNEL_NAME(tum_mesh3_sweep),
};
