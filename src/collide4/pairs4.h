// SPDX-License-Identifier: MIT
/// pairs4.h: pair functions of the matrix of shape kinds, called by collide4.c.
#ifndef TUM_COLLIDE4_PAIRS4_H
#define TUM_COLLIDE4_PAIRS4_H

#include "collide4/local_manifold4.h"
#include "collide4/pair_cache4.h"
#include "shape4/shape4.h"

/// A function of one convex pair, as tum_collide4: at most one manifold.
typedef int CollidePair4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                         PairCache4 *cache, LocalManifold4 *manifold);

/// True for balls and capsules: shapes whose core is a point or a segment along an axis.
bool tum_is_round4(const Shape4 *shape);
CollidePair4 tum_collide_round4;

/// True for rounded shapes whose curves are circles and balls. In the pair, A is a ball and B such
/// a shape.
bool tum_is_even4(const Shape4 *shape);
CollidePair4 tum_collide_ball_rounded4;

/// True for boxes, rounded or not, with extent along every axis.
bool tum_is_box4(const Shape4 *shape);
CollidePair4 tum_collide_boxes4;

/// Any two convex shapes.
CollidePair4 tum_collide_convex4;

/// A is the half-space, B convex.
CollidePair4 tum_collide_plane4;

#endif
