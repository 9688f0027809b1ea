// SPDX-License-Identifier: MIT
/// pairs4.h: the cells of the matrix of shape pairs; what each computes, collide4.c calls.
#ifndef TUM_SPACE4_PAIRS4_H
#define TUM_SPACE4_PAIRS4_H

#include "math/widen4.h"
#include "space4/collide4.h"
#include "space4/face4.h"
#include "space4/gjk4.h"

/// One convex pair, as tum_collide4: at most one plane of contact.
typedef int CollidePair4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                         PairCache4 *cache, LocalManifold4 *touch);

/// Balls and capsules: a core that is a point or a segment along an axis.
bool tum_is_round4(const Shape4 *shape);
CollidePair4 tum_collide_round4;

/// A is a ball; B any rounded shape whose curves are circles and balls.
bool tum_is_even4(const Shape4 *shape);
CollidePair4 tum_collide_ball_rounded4;

/// Boxes, rounded or not, that are flat along no axis.
bool tum_is_box4(const Shape4 *shape);
CollidePair4 tum_collide_boxes4;

/// Any two convex shapes.
CollidePair4 tum_collide_convex4;

/// A is the half-space, B convex.
CollidePair4 tum_collide_plane4;

/// Two convex shapes and the normal along which they touch.
typedef struct Meeting4 {
    View4 a, b;
    Vec4 normal; ///< Unit, from A toward B.
    float separation, margin;
    float extent;       ///< [m] Size of the smaller of the two: what is a little is a share of it.
    const Vec4 *middle; ///< Between nearest points of the surfaces, or NULL: not known.
    bool is_part;       ///< A is a part of something larger: what is deepest may be beside it.
} Meeting4;

/// The points where the faces of A and B that face each other meet, and the one in the middle where
/// they do not reach as deep.
/// @return false when there are none, or none so deep and no middle is known.
bool tum_meet_faces4(const Meeting4 *meeting, Batch4 *batch);

/// The same as a plane of contact of the best of them. @return 1, or 0.
int tum_local_manifold4_of_faces(const Meeting4 *meeting, LocalManifold4 *touch);

#endif
