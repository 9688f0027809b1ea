// SPDX-License-Identifier: MIT
// sweep_kernel3.c: the walk of sweep3.c, a kernel.
#include "shape3/sweep_kernel3.h"
#include "shape3/mesh_walk3.h"

static inline void visit_leaf(void *user, const MeshChild3 *leaf, uint32_t count)
{
    MeshSweep3 *walk = user;
    walk->visit(walk, (uint32_t)~leaf->child, count);
}

void KERNEL_NAME(tum_mesh3_sweep)(const Mesh3 *mesh, MeshSweep3 *walk)
{
    mesh_walk3(mesh, &walk->sweep, &walk->limit, visit_leaf, walk);
}
