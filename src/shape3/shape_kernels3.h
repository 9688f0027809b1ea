// SPDX-License-Identifier: MIT
/// shape_kernels3.h: kernels of meshes, one table per instruction set; all give the same bits.
#ifndef TUM_SHAPE3_SHAPE_KERNELS3_H
#define TUM_SHAPE3_SHAPE_KERNELS3_H

#include "base/kernel.h"
#include "shape3/mesh_split3.h"
#include "shape3/ray_kernel3.h"
#include "shape3/sweep_kernel3.h"
#include "system/cpu.h"

typedef struct ShapeKernels3 {
    SplitKernel3 *split; ///< Building the tree of a mesh.
    RayKernel3 *ray;
    SweepKernel3 *sweep;
} ShapeKernels3;

KERNEL_DECLARE(const ShapeKernels3, tum_shape_kernels3);

static inline const ShapeKernels3 *shape_kernels3(CpuInstructions instructions)
{
    return cpu_choose_kernel_to_avx2(instructions, tum_shape_kernels3);
}

#endif
