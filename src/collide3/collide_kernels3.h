// SPDX-License-Identifier: MIT
/// collide_kernels3.h: kernels of the narrow phase, one table per instruction set; all give the
/// same bits.
#ifndef TUM_COLLIDE3_COLLIDE_KERNELS3_H
#define TUM_COLLIDE3_COLLIDE_KERNELS3_H

#include "base/kernel.h"
#include "system/cpu.h"

typedef struct CollideKernels3 {
    const struct BoxPairKernel3 *boxes;
    const struct CapsulePairKernel3 *capsules;
    const struct NearKernel3 *near; ///< Triangles near a shape.
} CollideKernels3;

KERNEL_DECLARE(const CollideKernels3, tum_collide_kernels3);

static inline const CollideKernels3 *collide_kernels3(CpuInstructions instructions)
{
    return cpu_choose_kernel_to_avx2(instructions, tum_collide_kernels3);
}

#endif
