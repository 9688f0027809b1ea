// SPDX-License-Identifier: MIT
/// sweep_kernel3.h: the walk of sweep3.c, a kernel.
#ifndef TUM_SHAPE3_SWEEP_KERNEL3_H
#define TUM_SHAPE3_SWEEP_KERNEL3_H

#include "base/kernel.h"
#include "shape3/mesh_data3.h"
#include "shape3/sweep_data3.h"

/// tum_mesh3_sweep.
typedef void SweepKernel3(const Mesh3 *mesh, MeshSweep3 *walk);

KERNEL_DECLARE(SweepKernel3, tum_mesh3_sweep);

#endif
