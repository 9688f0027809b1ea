// SPDX-License-Identifier: MIT
/// sweep_kernel3.h: the walk of sweep3.c, one function per instruction set.
#ifndef TUM_SHAPE3_SWEEP_KERNEL3_H
#define TUM_SHAPE3_SWEEP_KERNEL3_H

#include "shape3/mesh_data3.h"
#include "shape3/sweep_data3.h"

typedef void SweepKernel3(const Mesh3 *mesh, MeshSweep3 *walk);

/// Baseline instruction set of the build.
SweepKernel3 tum_mesh3_sweep_base;
/// x86 with AVX2.
SweepKernel3 tum_mesh3_sweep_avx2;

#endif
