// SPDX-License-Identifier: MIT
/// joint_system3.h: the system of equations of a joint island, and the set of rows in it.
#ifndef TUM_JOINT3_JOINT_SYSTEM3_H
#define TUM_JOINT3_JOINT_SYSTEM3_H

#include "base/kernel.h"
#include "space3/joint_data3.h"
#include "system/cpu.h"

/// Functions of a system, compiled per instruction set; they are described below.
typedef struct JointSystemKernel3 {
    double (*solve)(JointSet3 *set, const JointIsland3 *joint_island, double quiet, double loud);
    void (*solve_yielding)(JointSet3 *set, const JointIsland3 *joint_island, double yield);
    void (*apply)(JointSet3 *set, const Joint3 *joint);
} JointSystemKernel3;

KERNEL_DECLARE(const JointSystemKernel3, tum_joint_system_kernel3);

static inline const JointSystemKernel3 *joint_system_kernel3(CpuInstructions instructions)
{
    return cpu_choose_kernel_to_avx2(instructions, tum_joint_system_kernel3);
}

/// Computes joint impulses of a joint island that satisfy its rows.
/// @param quiet  [m/s], [rad/s] velocity error that is tolerated.
/// @param loud   Likewise, a maximum: a system block with a larger error is not corrected.
/// @return       the largest velocity error before the solve.
static inline double tum_joint3_solve(JointSet3 *set, const JointIsland3 *joint_island,
                                      double quiet, double loud)
{
    return set->system_kernel->solve(set, joint_island, quiet, loud);
}

/// As tum_joint3_solve, once and with soft rows.
/// @param yield  softness relative to the diagonal.
static inline void tum_joint3_solve_yielding(JointSet3 *set, const JointIsland3 *joint_island,
                                             double yield)
{
    set->system_kernel->solve_yielding(set, joint_island, yield);
}

/// Applies the impulses of a joint's rows once more.
static inline void tum_joint3_apply(JointSet3 *set, const Joint3 *joint)
{
    set->system_kernel->apply(set, joint);
}

#endif
