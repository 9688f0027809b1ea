// SPDX-License-Identifier: MIT
/// manifold3.h: contact manifolds: names of their points, choice of points, and change of sides.
#ifndef TUM_COLLIDE3_MANIFOLD3_H
#define TUM_COLLIDE3_MANIFOLD3_H

#include "collide3/local_manifold3.h"

/// Picks at most four of `count` points that span the contact: the deepest, the farthest from that
/// one, the farthest from the line of both, and the one that adds most area. Points keep their
/// features.
int tum_reduce_points3(const LocalPoint3 *points, int count, Vec3 normal,
                       LocalPoint3 kept[LOCAL_POINTS_MAX]);

/// Hash of two numbers into one; equal numbers give equal results.
uint32_t tum_feature3(uint32_t a, uint32_t b);

/// Feature of a point at a vertex of A (or of B).
uint32_t tum_feature3_vertex(bool of_a, uint32_t vertex);

/// Feature of an edge, from the names of its ends in either order.
uint32_t tum_feature3_edge(uint32_t end, uint32_t other_end);

/// Feature of a point where an edge of A crosses an edge of B.
uint32_t tum_feature3_crossing(uint32_t edge_a, uint32_t edge_b);

/// Feature of the only point between shapes without features.
uint32_t tum_feature3_single(void);

/// Manifold with one point, halfway between a point of A's surface and one of B's.
///
/// @return 1, or 0 when the separation exceeds the margin (or is no number).
int tum_local_manifold3_single(Vec3 normal, Vec3 on_a, Vec3 on_b, float separation,
                               uint32_t feature, float margin, LocalManifold3 *manifold);

/// Manifold of the best four of these points, with unique features.
///
/// @return 1, or 0 without points.
int tum_local_manifold3_of_points(Vec3 normal, const LocalPoint3 *points, int count,
                                  LocalManifold3 *manifold);

/// Converts manifolds of B against A, in the frame of B, into those of A against B in A's frame.
void tum_local_manifold3_flip(LocalManifold3 *manifolds, int count, Pose3 a_from_b);

#endif
