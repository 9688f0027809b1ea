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
    RayWalk3 walk = {.mesh = mesh, .ray = ray, .limit = ray->limit, .hit = hit};
    kernel_here()(&walk);
    return walk.is_hit;
}
