// SPDX-License-Identifier: MIT
// mesh_ray3.c: a ray against the triangles of a mesh.
#include "shape3/mesh_ray3.h"

#include "shape3/shape_kernels3.h"

bool tum_mesh3_cast_ray(const Mesh3 *mesh, const MeshRay3 *ray, MeshHit3 *hit)
{
    RayWalk3 walk = {.mesh = mesh, .ray = ray, .limit = ray->limit, .hit = hit};
    mesh->kernels->ray(&walk);
    return walk.is_hit;
}
