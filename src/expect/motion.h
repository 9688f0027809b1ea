// SPDX-License-Identifier: MIT
/// motion.h: places of nodes at a step of a run, from poses at load and the states of bodies.
///
/// A node moves with the nearest body of the run at or above it, as if both were one rigid piece
/// since load; a node without such a body stays where the document puts it.
#ifndef TUM_EXPECT_MOTION_H
#define TUM_EXPECT_MOTION_H

#include "expect/expect_data.h"

typedef struct BodyState {
    DVec3 position; ///< [m]
    DQuat rotation;
    DVec3 linear;  ///< [m/s]
    DVec3 angular; ///< [rad/s]
    bool asleep;
} BodyState;

/// Colliders of a body (extent.h).
typedef struct Extent Extent;

/// The present step of a run, and step 0.
typedef struct Motion {
    const TumScene *scene;
    double rate; ///< [Hz]
    double time; ///< [s] of the present step.
    size_t body_count;
    int32_t *nodes;   ///< [body_count] Node of each body.
    int32_t *body_of; ///< [scene->node_count] Body of a node itself; -1: it has none.
    BodyState *first; ///< [body_count] Step 0.
    BodyState *now;   ///< [body_count] The present step.
    Extent **extents; ///< [body_count] Made when they are asked for; else NULL.
} Motion;

/// Pose of a node at load, without its scale.
///
/// The rotation is the product of the rotations above the node while they are rigid or evenly
/// scaled; below uneven scales and matrices it is that of the orthonormal axes.
///
/// @param scratch  grows by the depth of the node; its memory may be given back after the call.
/// @return false when out of memory.
bool tum_rest_pose(const TumScene *scene, int32_t node, Arena *scratch, DPose3 *pose);

/// World matrix of a node at load: columns and origin.
typedef struct Affine {
    DMat3 linear;
    DVec3 origin; ///< [m]
} Affine;

Affine tum_rest_matrix(const TumScene *scene, int32_t node);

/// The body that carries a node; -1: none does.
int32_t tum_motion_carrier(const Motion *motion, int32_t node);

/// A frame that moves with a body.
typedef struct Anchor {
    int32_t body;   ///< Body of the run; -1: the frame stays where it is.
    bool is_body;   ///< The frame is the body's own.
    DPose3 in_body; ///< The frame in the body, or in the world.
} Anchor;

/// @param body  the body that carries the node; the nearest one above it is tum_motion_carrier's.
/// @return false when out of memory.
bool tum_anchor_make(const Motion *motion, int32_t node, int32_t body, Arena *scratch,
                     Anchor *anchor);

/// A frame given in the frame of a body of the scene.
///
/// @param body  index into scene->bodies; -1: the frame is one of the world.
Anchor tum_anchor_of_scene(const Motion *motion, int32_t body, const double position[4],
                           const double rotation[4]);

/// @param states  motion->first or motion->now.
/// @param point   [m] in the frame; NULL: its origin.
DVec3 tum_anchor_place(const Anchor *anchor, const BodyState *states, const DVec3 *point);
DQuat tum_anchor_rotation(const Anchor *anchor, const BodyState *states);

/// Angle of a rotation [rad], 0 to pi.
double tum_turn_angle(DQuat q);

/// Angle [rad] of a rotation about a unit axis, above -pi to pi.
double tum_twist_angle(DQuat q, DVec3 axis);

/// Angle [rad] between two directions, 0 to pi.
double tum_angle_between(DVec3 a, DVec3 b);

/// The vector at unit length; a vector without length stays as it is.
DVec3 tum_unit(DVec3 v);

#endif
