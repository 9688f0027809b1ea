// SPDX-License-Identifier: MIT
/// ray_kernel3.h: the walk of mesh_ray3.c, one function per instruction set. All find the same hit,
/// to the last bit.
#ifndef TUM_SHAPE3_RAY_KERNEL3_H
#define TUM_SHAPE3_RAY_KERNEL3_H

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

/// Baseline instruction set of the build.
RayKernel3 tum_mesh3_ray_base;
/// x86 with AVX2.
RayKernel3 tum_mesh3_ray_avx2;

#endif
