// SPDX-License-Identifier: MIT
/// local_manifold4.h: contact points of two shapes in 4D, in the frame of the first.
///
/// The hyperplane of contact has three dimensions, so a body needs at least four points to rest;
/// eight are kept (docs/simulation.md#11-four-dimensions).
#ifndef TUM_COLLIDE4_LOCAL_MANIFOLD4_H
#define TUM_COLLIDE4_LOCAL_MANIFOLD4_H

#include "math/math4.h"

enum {
    LOCAL_POINTS_MAX4 = 8,    ///< Points of one manifold.
    LOCAL_MANIFOLDS_MAX4 = 16 ///< Manifolds of one pair; only meshes have more than one.
};

/// One point of contact of two shapes.
typedef struct LocalPoint4 {
    Vec4 position;    ///< [m] In the frame of A, halfway between the two surfaces.
    float separation; ///< [m] Along the normal; negative: overlap.
    uint32_t feature; ///< Name of the features that meet here, equal from step to step while the
                      ///< same features meet. Unique in a LocalManifold4.
} LocalPoint4;

/// A manifold: the contact points in one hyperplane.
typedef struct LocalManifold4 {
    Vec4 normal;     ///< Unit, in the frame of A, from A toward B.
    int point_count; ///< 1 to LOCAL_POINTS_MAX4.
    LocalPoint4 points[LOCAL_POINTS_MAX4];
} LocalManifold4;

#endif
