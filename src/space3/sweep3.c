// SPDX-License-Identifier: MIT
// The tree of a mesh from near to far, along a line.
#include "space3/sweep3.h"

#include "space3/sweep_kernel3.h"

// A direction with less than this in an axis counts as having this much: on a way as long as any
// that ends within a mesh it then strays less than slabs are widened by.
static const double least_part = 1e-20;

// @param part   of the way, as long as `length` at most.
// @param grown  how much larger than they are boxes count on each side.
static inline void make_slab(NodeSlabs3 *slabs, int axis, double from, double part, double length,
                             double grown)
{
    const double size = maximum64(absolute64(part), least_part * length);
    const bool backward = part < 0.0;
    node3_face(slabs, axis, backward);
    slabs->near_from[axis] = (float)(backward ? from - grown : from + grown);
    slabs->far_from[axis] = (float)(backward ? from + grown : from - grown);
    slabs->inverse[axis] = (float)(length / (backward ? -size : size));
}

double tum_mesh3_slabs(const Sweep3 *sweep, const Mesh3 *mesh, NodeSlabs3 *slabs)
{
    const DVec3 from = sweep->from, along = sweep->along, extent = sweep->extent;
    const DVec3 size = dvec3_absolute(along);
    const double length = maximum64(maximum64(size.x, maximum64(size.y, size.z)), 1e-280);
    const Vec3 far = vec3_maximum(vec3_absolute(mesh->bound.low), vec3_absolute(mesh->bound.high));
    const DVec3 reach = {absolute64(from.x) + extent.x + (double)far.x,
                         absolute64(from.y) + extent.y + (double)far.y,
                         absolute64(from.z) + extent.z + (double)far.z};
    const double least = 1e-12 * (reach.x + reach.y + reach.z) + 1e-15;
    const DVec3 grown = dvec3_add_scaled(extent, reach, SWEEP3_SLACK);
    make_slab(slabs, 0, from.x, along.x, length, grown.x + least);
    make_slab(slabs, 1, from.y, along.y, length, grown.y + least);
    make_slab(slabs, 2, from.z, along.z, length, grown.z + least);
    return length * (1.0 + (double)NODE3_SLACK);
}

// Asked for every ray: the compiler's runtime knows the answer, tum_cpu_has finds it out anew.
static SweepKernel3 *kernel_here(void)
{
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx2")) {
        return tum_mesh3_sweep_avx2;
    }
#endif
    return tum_mesh3_sweep_base;
}

void tum_mesh3_sweep(const Mesh3 *mesh, MeshSweep3 *walk)
{
    NodeSlabs3 slabs;
    const double length = tum_mesh3_slabs(&walk->sweep, mesh, &slabs);
    kernel_here()(mesh, walk, &slabs, length);
}
