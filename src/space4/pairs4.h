// SPDX-License-Identifier: MIT
/// pairs4.h: pair functions of the matrix of shape kinds, called by collide4.c.
#ifndef TUM_SPACE4_PAIRS4_H
#define TUM_SPACE4_PAIRS4_H

#include "math/widen4.h"
#include "space4/collide4.h"
#include "space4/face4.h"
#include "space4/gjk4.h"

/// A function of one convex pair, as tum_collide4: at most one manifold.
typedef int CollidePair4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                         PairCache4 *cache, LocalManifold4 *touch);

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

/// Two convex shapes and their contact normal.
typedef struct Meeting4 {
    View4 a, b;
    Vec4 normal; ///< Unit, from A toward B.
    float separation, margin;
    float extent;       ///< [m] Size of the smaller shape, to which tolerances are relative.
    const Vec4 *middle; ///< Midpoint of the nearest points of the surfaces, or NULL: unknown.
    bool is_part;       ///< A is part of a larger shape, so the deepest point may lie outside the
                        ///< faces.
} Meeting4;

/// The contact points of the faces of A and B that face each other, plus the middle where the faces
/// are not as deep.
/// @return false without points, or without deep points where the middle is unknown.
bool tum_meet_faces4(const Meeting4 *meeting, Batch4 *batch);

/// The local manifold of the best of these points. @return 1, or 0.
int tum_local_manifold4_of_faces(const Meeting4 *meeting, LocalManifold4 *touch);

#endif
