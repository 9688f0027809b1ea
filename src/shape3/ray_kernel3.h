// SPDX-License-Identifier: MIT
/// ray_kernel3.h: the walk of mesh_ray3.c, one for each set of instructions. All find the same hit,
/// to the last bit.
#ifndef TUM_SHAPE3_RAY_KERNEL3_H
#define TUM_SHAPE3_RAY_KERNEL3_H

#include "shape3/mesh_data3.h"
#include "shape3/ray_data3.h"

/// A ray on its way through a mesh.
typedef struct RayWalk3 {
    const Mesh3 *mesh;
    const MeshRay3 *ray;
    double limit; ///< The fraction of the hit, once there is one.
    MeshHit3 *hit;
    bool is_hit;
} RayWalk3;

typedef void RayKernel3(RayWalk3 *walk);

/// For what every processor of this build's kind has.
RayKernel3 tum_mesh3_ray_base;
/// x86 with AVX2 only.
RayKernel3 tum_mesh3_ray_avx2;

#endif
