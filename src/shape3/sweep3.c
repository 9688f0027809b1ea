// SPDX-License-Identifier: MIT
// sweep3.c: a walk through a mesh's tree along a moving box, nearest leaves first.
#include "shape3/sweep3.h"

#include "shape3/sweep_kernel3.h"
#include "system/cpu.h"

void tum_mesh3_sweep(const Mesh3 *mesh, MeshSweep3 *walk)
{
    cpu_choose_avx2(tum_mesh3_sweep_avx2, tum_mesh3_sweep_base)(mesh, walk);
}
