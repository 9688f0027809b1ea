// SPDX-License-Identifier: MIT
/// local_manifold3.h: where and along which normal two shapes touch.
#ifndef TUM_COLLIDE3_LOCAL_MANIFOLD3_H
#define TUM_COLLIDE3_LOCAL_MANIFOLD3_H

#include "math/math3.h"

enum {
    LOCAL_POINTS_MAX = 4,    ///< Points of one plane of contact.
    LOCAL_MANIFOLDS_MAX = 16 ///< Planes of contact of one pair; only meshes have more than one.
};

/// One point where two shapes meet.
typedef struct LocalPoint3 {
    Vec3 position;    ///< [m] In the frame of A, halfway between the two surfaces.
    float separation; ///< [m] Along the normal; negative: they overlap.
    uint32_t feature; ///< Names what meets here (vertex, edge, face of either side, triangle); the
                      ///< same from step to step while the same features meet. Unique in a
                      ///< LocalManifold3.
} LocalPoint3;

/// A plane of contact.
typedef struct LocalManifold3 {
    Vec3 normal;     ///< Unit, in the frame of A, from A toward B.
    int point_count; ///< 1 to LOCAL_POINTS_MAX.
    LocalPoint3 points[LOCAL_POINTS_MAX];
} LocalManifold3;

#endif
