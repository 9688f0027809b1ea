// SPDX-License-Identifier: MIT
/// collide3.h: the matrix of shape pairs: where and along which normal two shapes touch.
#ifndef TUM_COLLIDE3_COLLIDE3_H
#define TUM_COLLIDE3_COLLIDE3_H

#include "collide3/local_manifold3.h"
#include "collide3/shape_pair3.h"

/// Finds how two shapes touch.
///
/// Every pair of kinds is answered but those of two that cannot move against each other in any
/// sense (plane or sheet against plane or sheet: never any contact).
///
/// Bodies are solid where docs/dialects.md#shapes says so: convex shapes and half-spaces
/// push out what is inside; meshes and sheets are thin shells that push toward the side the other
/// shape's middle is on.
///
/// @param a_from_b  the pose of B in the frame of A.
/// @param margin    [m] >= 0: points with a separation up to this are given.
/// @param cache     in and out.
/// @param touches   receives at most LOCAL_MANIFOLDS_MAX planes. Convex pairs give at most one. For
/// meshes:
///                  planes merged by normal, deepest first kept.
/// @return the number of planes; 0: they do not touch.
int tum_collide3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin, PairCache3 *cache,
                 LocalManifold3 touches[LOCAL_MANIFOLDS_MAX]);

/// The batch that a pair of shapes belongs to.
Batch3 tum_collide3_batch(const Shape3 *a, const Shape3 *b);

/// Whether two shapes may touch: else balls around them do not meet, and the cache holds how far
/// apart those are.
bool tum_collide3_may_touch(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                            PairCache3 *cache);

/// As tum_collide3 answers 1 to BATCH_PAIRS pairs of one batch that may touch.
/// @param touches, counts  one a pair: the plane, and the number of planes, 0 or 1.
void tum_collide3_together(Batch3 batch, const ShapePair3 *pairs, uint32_t count,
                           LocalManifold3 *touches, int *counts);

/// Whether planes of contact of two shapes stay good while the shapes move a little: what touches
/// are faces, edges and corners, which move with the shapes, or cores of balls and of capsules that
/// do not taper. On other curved surfaces contacts wander.
bool tum_collide3_lasts(const Shape3 *a, const Shape3 *b);

#endif
