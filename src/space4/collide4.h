// SPDX-License-Identifier: MIT
/// collide4.h: where and along which normal two shapes touch in 4D.
///
/// The plane of contact is a three-dimensional space, so four points are the least a body stands
/// on, and eight are kept (docs/simulation.md#11-four-dimensions).
#ifndef TUM_SPACE4_COLLIDE4_H
#define TUM_SPACE4_COLLIDE4_H

#include "math/math4.h"
#include "space4/shape4.h"

enum {
    LOCAL_POINTS_MAX4 = 8,    ///< Points of one plane of contact.
    LOCAL_MANIFOLDS_MAX4 = 16 ///< Planes of contact of one pair; only meshes have more than one.
};

/// One point where two shapes meet.
typedef struct LocalPoint4 {
    Vec4 position;    ///< [m] In the frame of A, halfway between the two surfaces.
    float separation; ///< [m] Along the normal; negative: they overlap.
    uint32_t feature; ///< Names what meets here, the same from step to step while the same features
                      ///< meet. Unique in a LocalManifold4.
} LocalPoint4;

/// A plane of contact.
typedef struct LocalManifold4 {
    Vec4 normal;     ///< Unit, in the frame of A, from A toward B.
    int point_count; ///< 1 to LOCAL_POINTS_MAX4.
    LocalPoint4 points[LOCAL_POINTS_MAX4];
} LocalManifold4;

/// What a pair of shapes remembers from one step to the next to be found faster: a separating axis.
/// All zero: nothing. Deterministic: the outcome may depend on it, so it belongs to the
/// simulation's state.
typedef struct PairCache4 {
    Vec4 axis;     ///< In the frame of A.
    uint32_t kind; ///< 0: empty; otherwise its meaning is the pair function's own.
    uint32_t a, b; ///< Features.
    float apart; ///< [m] Out, where nothing touches: no points of the shapes are nearer. Not kept.
} PairCache4;

/// Finds how two shapes touch. Two planes never do.
///
/// @param a_from_b  the pose of B in the frame of A.
/// @param margin    [m] >= 0: points with a separation up to this are given.
/// @param cache     in and out.
/// @param touches   receives at most LOCAL_MANIFOLDS_MAX4 planes. Convex pairs give at most one.
/// @return the number of planes; 0: they do not touch.
int tum_collide4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin, PairCache4 *cache,
                 LocalManifold4 touches[LOCAL_MANIFOLDS_MAX4]);

/// Whether planes of contact of two shapes stay good while the shapes move a little: what touches
/// are faces, edges and corners, which move with the shapes, or the core of a ball or capsule. On
/// other curved surfaces contacts wander.
bool tum_collide4_lasts(const Shape4 *a, const Shape4 *b);

/// Whether a plane of contact of two shapes follows from their middles alone, however they move:
/// two balls, a ball on a half-space.
bool tum_collide4_is_exact(const Shape4 *a, const Shape4 *b);

/// Picks at most LOCAL_POINTS_MAX4 of `count` points that span the contact: the deepest, the
/// farthest from it, the largest triangle and tetrahedron, then what lies farthest outside their
/// hull. Points keep their features.
int tum_reduce_points4(const LocalPoint4 *points, int count, Vec4 normal,
                       LocalPoint4 kept[LOCAL_POINTS_MAX4]);

#endif
