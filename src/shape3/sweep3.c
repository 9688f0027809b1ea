// SPDX-License-Identifier: MIT
// The tree of a mesh from near to far, along a line.
#include "shape3/sweep3.h"

#include "shape3/sweep_kernel3.h"
#include "system/cpu.h"

void tum_mesh3_sweep(const Mesh3 *mesh, MeshSweep3 *walk)
{
    cpu_choose_avx2(tum_mesh3_sweep_avx2, tum_mesh3_sweep_base)(mesh, walk);
}
