// SPDX-License-Identifier: MIT
// The tree of a mesh from near to far, along a line.
#include "space3/sweep3.h"

#include "space3/sweep_kernel3.h"

// A direction with less than this in an axis counts as having this much: on a way as long as any
// that ends within a mesh it then strays less than slabs are widened by.
static const float least_part = 1e-20f;

// @param part   of the direction; the greatest of the three is 1 or -1.
// @param grown  how much larger than they are boxes count on each side.
static inline void make_slab(NodeSlabs3 *slabs, int axis, double from, float part, double grown)
{
    const float size = maximum(absolute(part), least_part);
    const bool backward = part < 0.0f;
    slabs->backward[axis] = backward;
    slabs->near_from[axis] = (float)(backward ? from - grown : from + grown);
    slabs->far_from[axis] = (float)(backward ? from + grown : from - grown);
    slabs->inverse[axis] = 1.0f / (backward ? -size : size);
}

// Rounding is a share of the coordinates of box, way and mesh, of all axes a little, so that
// also a flat mesh in a flat way's plane is met.
//
// @return metres of slab length per fraction of the way.
static double make_slabs(const Sweep3 *sweep, const Mesh3 *mesh, NodeSlabs3 *slabs)
{
    const DVec3 from = sweep->from, extent = sweep->extent, size = dvec3_absolute(sweep->along);
    const double length = maximum64(size.x, maximum64(size.y, size.z));
    const double scale = length > 1e-300 ? 1.0 / length : 0.0;
    const Vec3 far = vec3_maximum(vec3_absolute(mesh->bound.low), vec3_absolute(mesh->bound.high));
    const DVec3 reach = {absolute64(from.x) + extent.x + (double)far.x,
                         absolute64(from.y) + extent.y + (double)far.y,
                         absolute64(from.z) + extent.z + (double)far.z};
    const double least = 1e-12 * (reach.x + reach.y + reach.z) + 1e-15;
    const DVec3 grown = dvec3_add_scaled(extent, reach, SWEEP3_SLACK);
    make_slab(slabs, 0, from.x, (float)(sweep->along.x * scale), grown.x + least);
    make_slab(slabs, 1, from.y, (float)(sweep->along.y * scale), grown.y + least);
    make_slab(slabs, 2, from.z, (float)(sweep->along.z * scale), grown.z + least);
    return length;
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
    const double length = make_slabs(&walk->sweep, mesh, &slabs) * (1.0 + (double)NODE3_SLACK);
    kernel_here()(mesh, walk, &slabs, length);
}
