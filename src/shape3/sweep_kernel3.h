// SPDX-License-Identifier: MIT
/// sweep_kernel3.h: the walk of sweep3.c, one for each set of instructions.
#ifndef TUM_SHAPE3_SWEEP_KERNEL3_H
#define TUM_SHAPE3_SWEEP_KERNEL3_H

#include "shape3/mesh_data3.h"
#include "shape3/sweep_data3.h"

typedef void SweepKernel3(const Mesh3 *mesh, MeshSweep3 *walk);

/// For what every processor of this build's kind has.
SweepKernel3 tum_mesh3_sweep_base;
/// x86 with AVX2 only.
SweepKernel3 tum_mesh3_sweep_avx2;

#endif
