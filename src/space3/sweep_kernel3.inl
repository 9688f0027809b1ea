// SPDX-License-Identifier: MIT
// sweep_kernel3.inl: the walk of sweep3.c, compiled per instruction set; the including file defines
// SWEEP_KERNEL, and WIDE_AVX2 where that is there.
#include "space3/mesh_walk3.h"
#include "space3/sweep_kernel3.h"

static inline void visit_leaf(MeshSweep3 *walk, const MeshChild3 *leaf)
{
    walk->visit(walk, (uint32_t)~leaf->child, leaf->count);
}

void SWEEP_KERNEL(const Mesh3 *mesh, MeshSweep3 *walk, const NodeSlabs3 *slabs, double length)
{
    mesh_walk3(mesh, walk, slabs, length, visit_leaf);
}
