// SPDX-License-Identifier: MIT
/// collide3.h: the matrix of shape pairs: where and along which normal two shapes touch.
#ifndef TUM_COLLIDE3_COLLIDE3_H
#define TUM_COLLIDE3_COLLIDE3_H

#include "shape3/shape3.h"

enum {
    LOCAL_POINTS_MAX = 4,    ///< Points of one plane of contact.
    LOCAL_MANIFOLDS_MAX = 16 ///< Planes of contact of one pair; only meshes have more than one.
};

/// One point where two shapes meet.
typedef struct LocalPoint3 {
    Vec3 position;    ///< [m] In the frame of A, halfway between the two surfaces.
    float separation; ///< [m] Along the normal; negative: they overlap.
    uint32_t feature; ///< Names what meets here (vertex, edge, face of either side, triangle); the
                      ///< same from step to step while the same features meet. Unique in a
                      ///< LocalManifold3.
} LocalPoint3;

/// A plane of contact.
typedef struct LocalManifold3 {
    Vec3 normal;     ///< Unit, in the frame of A, from A toward B.
    int point_count; ///< 1 to LOCAL_POINTS_MAX.
    LocalPoint3 points[LOCAL_POINTS_MAX];
} LocalManifold3;

/// What a pair of shapes remembers from one step to the next to be found faster: a separating axis,
/// a simplex. All zero: nothing. Deterministic: the outcome may depend on it, so it belongs to the
/// simulation's state.
typedef struct PairCache3 {
    Vec3 axis;     ///< In the frame of A.
    uint32_t kind; ///< 0: empty; otherwise meaning is the pair function's own.
    uint32_t a, b; ///< Features.
    float apart; ///< [m] Out, where nothing touches: no points of the shapes are nearer. Not kept.
} PairCache3;

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

/// Pairs that are looked at together, sooner than one by one, with the same bits.
typedef enum Batch3 {
    BATCH3_NONE,
    BATCH3_BOXES,
    BATCH3_CAPSULES,      ///< That do not taper.
    BATCH3_CAPSULE_BOXES, ///< Such a capsule and a box, whichever comes first.
    BATCH3_COUNT
} Batch3;

enum { BATCH_PAIRS = 8 }; ///< As many as there may be.

/// What tum_collide3 is asked of a pair.
typedef struct ShapePair3 {
    const Shape3 *a, *b;
    Pose3 a_from_b;
    float margin;
    PairCache3 *cache;
} ShapePair3;

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

/// Picks at most four of `count` points that span the contact: the deepest, the farthest from it,
/// the farthest from their line, and the one that adds most area. Points keep their features.
int tum_reduce_points3(const LocalPoint3 *points, int count, Vec3 normal,
                       LocalPoint3 kept[LOCAL_POINTS_MAX]);

#endif
