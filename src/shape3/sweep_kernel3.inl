// SPDX-License-Identifier: MIT
// sweep_kernel3.inl: the walk of sweep3.c, compiled per instruction set. The including file defines
// SWEEP_KERNEL, and WIDE_AVX2 where available.
#include "shape3/mesh_walk3.h"
#include "shape3/sweep_kernel3.h"

static inline void visit_leaf(void *user, const MeshChild3 *leaf, uint32_t count)
{
    MeshSweep3 *walk = user;
    walk->visit(walk, (uint32_t)~leaf->child, count);
}

void SWEEP_KERNEL(const Mesh3 *mesh, MeshSweep3 *walk)
{
    mesh_walk3(mesh, &walk->sweep, &walk->limit, visit_leaf, walk);
}
