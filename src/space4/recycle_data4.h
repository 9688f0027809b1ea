// SPDX-License-Identifier: MIT
/// recycle_data4.h: motion of bodies and poses of pairs that contact recycling compares
/// (recycle4.h).
#ifndef TUM_SPACE4_RECYCLE_DATA4_H
#define TUM_SPACE4_RECYCLE_DATA4_H

#include "collide4/local_manifold4.h"

/// Motion of a body since the last narrow phase, and its free motion in the coming step. The
/// members that every pair reads come first.
typedef struct BodyMotion4 {
    _Alignas(64) Vec4 moved_back;
    Vec4 moved_ahead;
    float angular_bound_back, angular_bound_ahead;
    Halves4 turned_back, turned_ahead;
} BodyMotion4;

_Static_assert(sizeof(BodyMotion4) == 128, "two cache lines");

/// Members that are read for each pair in every step.
typedef struct RecycleBudget4 {
    int32_t body[2];
    float budget;        ///< [m] Motion left before the next collision test; 0 or less: the pair is
                         ///< stale.
    uint32_t is_updated; ///< 1: the pair has manifolds, which are updated.
} RecycleBudget4;

/// Pose of a pair at its last collision test.
typedef struct RecyclePose4 {
    Pose4 pose;  ///< Pose of the shape with the smaller bounding radius, in the frame of the other.
    float slack; ///< [m] Greatest motion from this pose for which the result holds.
} RecyclePose4;

/// Source of the normal of a manifold that is updated.
enum { NORMAL4_OF_A, NORMAL4_OF_B, NORMAL4_BETWEEN };

/// A manifold as anchored in both bodies. A round shape is anchored at its core, so that the shape
/// can roll.
typedef struct ManifoldAnchor4 {
    Vec4 normal;  ///< In the frame of the body that gives the normal; zero between two balls.
    int32_t side; ///< NORMAL4_OF_A or _OF_B: the flat shape, or the one at rest; _BETWEEN: the
                  ///< normal of two balls, from centre to centre.
    float radius_a, radius_b; ///< [m] Radius around the points below; 0 for flat shapes.
    Vec4 on_a[LOCAL_POINTS_MAX4], on_b[LOCAL_POINTS_MAX4]; ///< [m] From the centre of mass, in the
                                                           ///< frames of the bodies.
} ManifoldAnchor4;

#endif
