// SPDX-License-Identifier: MIT
// sweep3.c: a walk through a mesh's tree along a moving box, nearest leaves first.
#include "shape3/sweep3.h"

#include "shape3/shape_kernels3.h"

void tum_mesh3_sweep(const Mesh3 *mesh, MeshSweep3 *walk)
{
    mesh->kernels->sweep(mesh, walk);
}
