// SPDX-License-Identifier: MIT
/// ray_data3.h: a ray against a mesh, and its hit.
#ifndef TUM_SHAPE3_RAY_DATA3_H
#define TUM_SHAPE3_RAY_DATA3_H

#include "math/math3_64.h"

/// A ray in the frame of its target. Fractions are of `along`.
typedef struct MeshRay3 {
    DVec3 from, along; ///< [m]
    DVec3 nearest; ///< [m] Point of the ray's line nearest to the origin; offsets are measured from
                   ///< it.
    double shift;  ///< Fraction at `nearest`.
    double limit;  ///< Greatest fraction of a hit.
} MeshRay3;

typedef struct MeshHit3 {
    double fraction;
    DVec3 normal;     ///< Any length, toward the side from which the ray comes.
    int32_t triangle; ///< Index among the given triangles, the lowest of those at one fraction; -1
                      ///< where the target is no mesh.
} MeshHit3;

#endif
