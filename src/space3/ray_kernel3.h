// SPDX-License-Identifier: MIT
/// ray_kernel3.h: the walk of mesh_ray3.c, one for each set of instructions. All find the same hit,
/// to the last bit.
#ifndef TUM_SPACE3_RAY_KERNEL3_H
#define TUM_SPACE3_RAY_KERNEL3_H

#include "space3/mesh_ray3.h"
#include "space3/node3.h"
#include "space3/sweep3.h"

/// A ray on its way through a mesh.
typedef struct RayWalk3 {
    MeshSweep3 walk; ///< Its limit is the fraction of the hit, once there is one.
    const Mesh3 *mesh;
    const MeshRay3 *ray;
    MeshHit3 hit;
    bool is_hit;
} RayWalk3;

/// @param length  [m] of slabs per fraction of the way.
typedef void RayKernel3(RayWalk3 *walk, const NodeSlabs3 *slabs, double length);

/// For what every processor of this build's kind has.
RayKernel3 tum_mesh3_ray_base;
/// x86 with AVX2 only.
RayKernel3 tum_mesh3_ray_avx2;

#endif
