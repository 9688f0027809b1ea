// SPDX-License-Identifier: MIT
// Rays against the triangles of a mesh.
#include "space3/mesh_ray3.h"

#include "space3/ray_kernel3.h"

// Asked for every ray: the compiler's runtime knows the answer, tum_cpu_has finds it out anew.
static RayKernel3 *kernel_here(void)
{
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx2")) {
        return tum_mesh3_ray_avx2;
    }
#endif
    return tum_mesh3_ray_base;
}

bool tum_mesh3_cast_ray(const Mesh3 *mesh, const MeshRay3 *ray, MeshHit3 *hit)
{
    RayWalk3 walk;
    walk.walk = (MeshSweep3){
        .sweep = {.from = ray->from, .along = ray->along}, .limit = ray->limit, .visit = NULL};
    walk.mesh = mesh;
    walk.ray = ray;
    walk.is_hit = false;
    NodeSlabs3 slabs;
    const double length = tum_mesh3_slabs(&walk.walk.sweep, mesh, &slabs);
    kernel_here()(&walk, &slabs, length);
    if (walk.is_hit) {
        *hit = walk.hit;
    }
    return walk.is_hit;
}
