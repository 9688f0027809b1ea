// SPDX-License-Identifier: MIT
/// collide3.h: the narrow phase: contact manifolds of two shapes of any kinds.
#ifndef TUM_COLLIDE3_COLLIDE3_H
#define TUM_COLLIDE3_COLLIDE3_H

#include "collide3/collide_kernels3.h"
#include "collide3/local_manifold3.h"
#include "collide3/shape_pair3.h"

/// Finds the manifolds of two shapes.
///
/// Every pair of kinds is implemented, except planes and sheets against each other: these never
/// touch.
///
/// Shapes are solid where docs/dialects.md#shapes says so: convex shapes and half-spaces push other
/// shapes out; meshes and sheets are thin shells that push toward the side of the other shape's
/// middle.
///
/// @param kernels   of one instruction set.
/// @param a_from_b  pose of B in the frame of A.
/// @param margin    [m] >= 0: points with a separation up to this are returned.
/// @param cache     in and out.
/// @param manifolds   receives at most LOCAL_MANIFOLDS_MAX manifolds. Convex pairs have at most
/// one.
///                  Manifolds of meshes are merged by normal, the deepest first.
/// @return number of manifolds; 0: the shapes do not touch.
int tum_collide3(const CollideKernels3 *kernels, const Shape3 *a, const Shape3 *b, Pose3 a_from_b,
                 float margin, PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX]);

/// Batch of a pair of shapes.
Batch3 tum_collide3_batch(const Shape3 *a, const Shape3 *b);

/// False when bounding balls of the two shapes do not meet; the cache then holds their separation.
bool tum_collide3_may_touch(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                            PairCache3 *cache);

/// tum_collide3 for 1 to BATCH_PAIRS pairs of one batch that may touch.
///
/// @param manifolds, counts  one per pair: the manifold, and the number of manifolds, 0 or 1.
void tum_collide3_together(const CollideKernels3 *kernels, Batch3 batch, const ShapePair3 *pairs,
                           uint32_t count, LocalManifold3 *manifolds, int *counts);

#endif
