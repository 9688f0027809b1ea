// SPDX-License-Identifier: MIT
/// collide4.h: contact points and normals of pairs of shapes in 4D.
///
/// The hyperplane of contact has three dimensions, so a body needs at least four points to rest;
/// eight are kept (docs/simulation.md#11-four-dimensions).
#ifndef TUM_SPACE4_COLLIDE4_H
#define TUM_SPACE4_COLLIDE4_H

#include "math/math4.h"
#include "space4/shape4.h"

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

/// State of a pair of shapes that speeds up the next test: a separating axis. All zero: empty. The
/// result may depend on it, so it is part of the simulation's deterministic state.
typedef struct PairCache4 {
    Vec4 axis;     ///< In the frame of A.
    uint32_t kind; ///< 0: empty; other values are defined by the pair function.
    uint32_t a, b; ///< Features.
    float apart;   ///< [m] Output without contact: a lower bound of the distance. Not kept.
} PairCache4;

/// Finds the contacts of two shapes. Two planes have none.
///
/// @param a_from_b  the pose of B in the frame of A.
/// @param margin    [m] >= 0: greatest separation of points.
/// @param cache     in and out.
/// @param touches   receives at most LOCAL_MANIFOLDS_MAX4 manifolds. Convex pairs give at most one.
/// @return the number of manifolds; 0: no contact.
int tum_collide4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin, PairCache4 *cache,
                 LocalManifold4 touches[LOCAL_MANIFOLDS_MAX4]);

/// True when manifolds of two shapes stay valid while the shapes move a little: contacts of faces,
/// edges and corners, which move with the shapes, or of the core of a ball or capsule. Contacts of
/// other curved surfaces move over the surface.
bool tum_collide4_lasts(const Shape4 *a, const Shape4 *b);

/// True when the manifold of two shapes follows from their centres alone, for any motion: two
/// balls, or a ball on a half-space.
bool tum_collide4_is_exact(const Shape4 *a, const Shape4 *b);

/// Picks at most LOCAL_POINTS_MAX4 of `count` points that span the contact: the deepest, the
/// farthest from it, the largest triangle and tetrahedron, then the points farthest outside their
/// hull. Points keep their features.
int tum_reduce_points4(const LocalPoint4 *points, int count, Vec4 normal,
                       LocalPoint4 kept[LOCAL_POINTS_MAX4]);

#endif
