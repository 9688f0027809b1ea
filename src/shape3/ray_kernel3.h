// SPDX-License-Identifier: MIT
/// ray_kernel3.h: the walk of mesh_ray3.c, a kernel.
#ifndef TUM_SHAPE3_RAY_KERNEL3_H
#define TUM_SHAPE3_RAY_KERNEL3_H

#include "base/kernel.h"
#include "shape3/mesh_data3.h"
#include "shape3/ray_data3.h"

/// State of a ray's walk through a mesh.
typedef struct RayWalk3 {
    const Mesh3 *mesh;
    const MeshRay3 *ray;
    double limit; ///< Greatest fraction; that of the hit once there is one.
    MeshHit3 *hit;
    bool is_hit;
} RayWalk3;

typedef void RayKernel3(RayWalk3 *walk);

KERNEL_DECLARE(RayKernel3, tum_mesh3_ray);

#endif
