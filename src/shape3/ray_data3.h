// SPDX-License-Identifier: MIT
/// ray_data3.h: a ray at a mesh, and where it meets it.
#ifndef TUM_SHAPE3_RAY_DATA3_H
#define TUM_SHAPE3_RAY_DATA3_H

#include "math/math3_64.h"

/// A ray in the frame of what it is cast at. Fractions are of `along`.
typedef struct MeshRay3 {
    DVec3 from, along; ///< [m]
    DVec3 nearest;     ///< [m] The point of its line nearest to the origin: what is measured from.
    double shift;      ///< The fraction there.
    double limit;      ///< What is farther is not met.
} MeshRay3;

typedef struct MeshHit3 {
    double fraction;
    DVec3 normal;     ///< Toward where the ray comes from; any length.
    int32_t triangle; ///< As the mesh's maker numbered it, the lowest of those at one fraction; -1
                      ///< of what is no mesh.
} MeshHit3;

#endif
