// SPDX-License-Identifier: MIT
/// kernels.h: the instruction sets of this machine, for tests that compare their kernels.
#ifndef TUM_TESTS_SUPPORT_KERNELS_H
#define TUM_TESTS_SUPPORT_KERNELS_H

#include "system/cpu.h"

/// Advances to the next wider set that runs here. A loop that begins with CPU_SCALAR visits all
/// others: for (CpuInstructions set = CPU_SCALAR; next_set(&set);)
static inline bool next_set(CpuInstructions *set)
{
    do {
        *set = (CpuInstructions)(*set + 1);
    } while (*set < CPU_INSTRUCTIONS_COUNT && !tum_cpu_has(*set));
    return *set < CPU_INSTRUCTIONS_COUNT;
}

#endif
