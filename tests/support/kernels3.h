// SPDX-License-Identifier: MIT
/// kernels3.h: kernels of the narrow phase for tests that do not compare instruction sets.
#ifndef TUM_TESTS_SUPPORT_KERNELS3_H
#define TUM_TESTS_SUPPORT_KERNELS3_H

#include <stddef.h>

#include "collide3/collide_kernels3.h"

/// Kernels of the widest instruction set.
static inline const CollideKernels3 *widest_pairs3(void)
{
    static const CollideKernels3 *kernels;
    kernels = kernels != NULL ? kernels : collide_kernels3(tum_cpu_widest());
    return kernels;
}

#endif
