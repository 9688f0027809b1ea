// SPDX-License-Identifier: MIT
/// manifold4.h: local manifolds: feature names, reduction and reversal.
#ifndef TUM_COLLIDE4_MANIFOLD4_H
#define TUM_COLLIDE4_MANIFOLD4_H

#include "collide4/local_manifold4.h"

/// Hashes two numbers into one.
uint32_t tum_feature4(uint32_t a, uint32_t b);

/// Feature of the single contact point of shapes without features there.
enum { FEATURE4_SINGLE = 1 };

/// A local manifold of one point, halfway between a point of A's surface and one of B's.
/// @return 1, or 0 when the separation exceeds the margin or is NaN.
int tum_local_manifold4_single(Vec4 normal, Vec4 on_a, Vec4 on_b, float separation, float margin,
                               LocalManifold4 *manifold);

/// A local manifold of the best points, with unique features.
/// @return 1, or 0 without points.
int tum_local_manifold4_of_points(Vec4 normal, const LocalPoint4 *points, int count,
                                  LocalManifold4 *manifold);

/// Picks at most LOCAL_POINTS_MAX4 of `count` points that span the contact: the deepest, the
/// farthest from it, the largest triangle and tetrahedron, then the points farthest outside their
/// hull. Points keep their features.
int tum_reduce_points4(const LocalPoint4 *points, int count, Vec4 normal,
                       LocalPoint4 kept[LOCAL_POINTS_MAX4]);

/// A reduction of any number of points to those that span the contact: a full batch continues with
/// its best points.
enum { BATCH4 = 64 };
typedef struct Batch4 {
    Vec4 normal;
    int count;
    LocalPoint4 points[BATCH4];
} Batch4;

void tum_batch4_add(Batch4 *batch, LocalPoint4 point);

/// Turns manifolds of B and A, in the frame of B, into manifolds of A and B in the frame of A.
void tum_local_manifold4_flip(LocalManifold4 *manifolds, int count, Pose4 a_from_b);

#endif
