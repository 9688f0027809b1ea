// SPDX-License-Identifier: MIT
/// manifold4.h: planes of contact: naming their points, choosing them, seeing them from the other
/// side. tum_reduce_points4 of collide4.h lives here too.
#ifndef TUM_SPACE4_MANIFOLD4_H
#define TUM_SPACE4_MANIFOLD4_H

#include "space4/collide4.h"

/// Scrambles two numbers into one; equal numbers give equal results.
uint32_t tum_feature4(uint32_t a, uint32_t b);

/// The name of the one point where shapes touch that have no features there.
enum { FEATURE4_SINGLE = 1 };

/// A plane of contact with one point, halfway between a point of A's surface and one of B's.
/// @return 1, or 0 when the separation exceeds the margin (or is no number).
int tum_local_manifold4_single(Vec4 normal, Vec4 on_a, Vec4 on_b, float separation, float margin,
                               LocalManifold4 *touch);

/// A plane of contact of the best of these points, their features made unique.
/// @return 1, or 0 without points.
int tum_local_manifold4_of_points(Vec4 normal, const LocalPoint4 *points, int count,
                                  LocalManifold4 *touch);

/// Points in any number that leave as those that span the contact: when the batch is full, its best
/// go on.
enum { BATCH4 = 64 };
typedef struct Batch4 {
    Vec4 normal;
    int count;
    LocalPoint4 points[BATCH4];
} Batch4;

void tum_batch4_add(Batch4 *batch, LocalPoint4 point);

/// Turns touches between B and A, found in the frame of B, into those between A and B in A's.
void tum_local_manifold4_flip(LocalManifold4 *touches, int count, Pose4 a_from_b);

#endif
