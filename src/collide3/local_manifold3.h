// SPDX-License-Identifier: MIT
/// local_manifold3.h: contact manifolds in the frame of a shape, as the narrow phase returns them.
#ifndef TUM_COLLIDE3_LOCAL_MANIFOLD3_H
#define TUM_COLLIDE3_LOCAL_MANIFOLD3_H

#include "math/math3.h"

enum {
    LOCAL_POINTS_MAX = 4,    ///< Points of a manifold.
    LOCAL_MANIFOLDS_MAX = 16 ///< Manifolds of a pair; only meshes have more than one.
};

/// A contact point.
typedef struct LocalPoint3 {
    Vec3 position;    ///< [m] In the frame of A, halfway between the two surfaces.
    float separation; ///< [m] Along the normal; negative: penetration.
    uint32_t feature; ///< Name of the features that meet (vertex, edge, face of either side,
                      ///< triangle); constant from step to step while the same features meet.
                      ///< Unique in a LocalManifold3.
} LocalPoint3;

/// A contact manifold: up to four points with one normal.
typedef struct LocalManifold3 {
    Vec3 normal;     ///< Unit, in the frame of A, from A toward B.
    int point_count; ///< 1 to LOCAL_POINTS_MAX.
    LocalPoint3 points[LOCAL_POINTS_MAX];
} LocalManifold3;

#endif
