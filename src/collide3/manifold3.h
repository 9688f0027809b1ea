// SPDX-License-Identifier: MIT
/// manifold3.h: planes of contact: naming their points, choosing them, seeing them from the other
/// side. tum_reduce_points3 of collide3.h lives here too.
#ifndef TUM_COLLIDE3_MANIFOLD3_H
#define TUM_COLLIDE3_MANIFOLD3_H

#include "collide3/collide3.h"

/// Scrambles two numbers into one; equal numbers give equal results.
uint32_t tum_feature3(uint32_t a, uint32_t b);

/// The name of the point where a vertex of A (or of B) touches.
uint32_t tum_feature3_vertex(bool of_a, uint32_t vertex);

/// The name of an edge, from the names of its ends in either order.
uint32_t tum_feature3_edge(uint32_t end, uint32_t other_end);

/// The name of the point where an edge of A crosses an edge of B.
uint32_t tum_feature3_crossing(uint32_t edge_a, uint32_t edge_b);

/// The name of the one point where shapes touch that have no features there.
uint32_t tum_feature3_single(void);

/// A plane of contact with one point, halfway between a point of A's surface and one of B's.
/// @return 1, or 0 when the separation exceeds the margin (or is no number).
int tum_local_manifold3_single(Vec3 normal, Vec3 on_a, Vec3 on_b, float separation,
                               uint32_t feature, float margin, LocalManifold3 *touch);

/// A plane of contact of the best of these points, their features made unique.
/// @return 1, or 0 without points.
int tum_local_manifold3_of_points(Vec3 normal, const LocalPoint3 *points, int count,
                                  LocalManifold3 *touch);

/// Turns touches between B and A, found in the frame of B, into those between A and B in A's.
void tum_local_manifold3_flip(LocalManifold3 *touches, int count, Pose3 a_from_b);

#endif
