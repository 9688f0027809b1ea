// SPDX-License-Identifier: MIT
/// motion.h: places of nodes at a step of a run, from poses at load and the states of bodies.
///
/// A node moves with the nearest body of the run at or above it, as if both were one rigid piece
/// since load; a node without such a body stays where the document puts it.
#ifndef TUM_EXPECT_MOTION_H
#define TUM_EXPECT_MOTION_H

#include "expect/expect_data.h"

/// In 3D the fourth coordinates are 0, and both quaternions of a rotation are that of 3D.
typedef struct BodyState {
    DVec4 position; ///< [m]
    DRotation4 rotation;
    DVec4 linear;    ///< [m/s]
    DBivec4 angular; ///< [rad/s]
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
/// In 3D the rotation is the product of the rotations above the node while they are rigid or evenly
/// scaled; below uneven scales and matrices, and in 4D, it is that of the orthonormal axes.
///
/// @param scratch  grows by the depth of the node; its memory may be given back after the call.
/// @return false when out of memory.
bool tum_rest_pose(const TumScene *scene, int32_t node, Arena *scratch, DPose4 *pose);

/// World matrix of a node at load: columns and origin.
typedef struct Affine {
    DMat4 linear;
    DVec4 origin; ///< [m]
} Affine;

Affine tum_rest_matrix(const TumScene *scene, int32_t node);

/// The body that carries a node; -1: none does.
int32_t tum_motion_carrier(const Motion *motion, int32_t node);

/// A frame that moves with a body.
typedef struct Anchor {
    int32_t body;   ///< Body of the run; -1: the frame stays where it is.
    bool is_body;   ///< The frame is the body's own.
    DPose4 in_body; ///< The frame in the body, or in the world.
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
DVec4 tum_anchor_place(const Anchor *anchor, const BodyState *states, const DVec4 *point);
DRotation4 tum_anchor_rotation(const Anchor *anchor, const BodyState *states);

/// Rotation of 3D by a quaternion.
DRotation4 tum_turn_of_quaternion(const double q[4]);

/// Rotation of a dimension from the numbers of a file: a quaternion in 3D, a matrix in 4D.
DRotation4 tum_turn_of(int dimension, const double *numbers);

/// Numbers of a rotation in files.
static inline size_t tum_turn_width(int dimension)
{
    return dimension == 4 ? 16 : 4;
}

/// True for numbers of a rotation, with the rounding of few digits: a quaternion of any length that
/// is not 0, or a matrix at right angles.
bool tum_turn_is_right(int dimension, const double *numbers);

/// Bivector of an angular velocity, from its 3 or 6 numbers.
DBivec4 tum_spin_of(int dimension, const double *numbers);

static inline size_t tum_spin_width(int dimension)
{
    return dimension == 4 ? 6 : 3;
}

/// Greatest angle [rad] by which a rotation turns a direction, 0 to pi.
double tum_turn_angle(DRotation4 q);

/// Angle [rad] of a rotation of 3D about a unit axis, above -pi to pi.
double tum_twist_angle(DRotation4 q, DVec4 axis);

/// Angle [rad] between two directions, 0 to pi.
double tum_angle_between(DVec4 a, DVec4 b);

/// The vector at unit length; a vector without length stays as it is.
DVec4 tum_unit(DVec4 v);

#endif
