// SPDX-License-Identifier: MIT
/// collide4.h: contact points and normals of pairs of shapes in 4D.
#ifndef TUM_COLLIDE4_COLLIDE4_H
#define TUM_COLLIDE4_COLLIDE4_H

#include "collide4/local_manifold4.h"
#include "collide4/pair_cache4.h"
#include "shape4/shape4.h"

/// Finds the contacts of two shapes. Two planes have none.
///
/// @param a_from_b  the pose of B in the frame of A.
/// @param margin    [m] >= 0: greatest separation of points.
/// @param cache     in and out.
/// @param manifolds   receives at most LOCAL_MANIFOLDS_MAX4 manifolds. Convex pairs give at most
/// one.
/// @return the number of manifolds; 0: no contact.
int tum_collide4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin, PairCache4 *cache,
                 LocalManifold4 manifolds[LOCAL_MANIFOLDS_MAX4]);

/// True when manifolds of two shapes stay valid while the shapes move a little: contacts of faces,
/// edges and corners, which move with the shapes, or of the core of a ball or capsule. Contacts of
/// other curved surfaces move over the surface.
bool tum_collide4_lasts(const Shape4 *a, const Shape4 *b);

/// True when the manifold of two shapes follows from their centres alone, for any motion: two
/// balls, or a ball on a half-space.
bool tum_collide4_is_exact(const Shape4 *a, const Shape4 *b);

#endif
