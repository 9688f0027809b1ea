// SPDX-License-Identifier: MIT
/// core3.h: a convex shape at a pose as GJK and EPA see it: a core and a radius around it.
///
/// The core of a sphere is a point and the core of a capsule a segment (a tapered capsule loses its
/// smaller radius only); every other shape is its own core. The distance of two shapes is the
/// distance of their cores less both radii, and cores overlap only where shapes overlap deeply.
/// Numbers are doubles: a normal from the difference of two nearly equal points needs their digits.
#ifndef TUM_SHAPE3_CORE3_H
#define TUM_SHAPE3_CORE3_H

#include "math/widen3.h"
#include "shape3/shape3.h"

typedef struct Core3 {
    const Shape3 *shape;
    DMat3 rotation;
    DVec3 position;
    double radius;
    bool is_turned; ///< False: the rotation is the identity and the position zero.
    uint32_t hint;  ///< Vertex at which the last climb over a large hull ended.
} Core3;

/// Rotation matrix of a float quaternion.
static inline DMat3 core3_rotation(Quat q)
{
    return dquat_matrix(quat_widen(q));
}

/// Radius around the core of a shape. [m]
float tum_core3_radius(const Shape3 *shape);

/// Core of a convex shape in its own frame.
Core3 tum_core3_at_origin(const Shape3 *shape);

/// Core of a convex shape at a pose.
Core3 tum_core3_at_pose(const Shape3 *shape, Pose3 pose);

/// Support point: the point of the core farthest along `direction`, of any length but zero.
DVec3 tum_core3_support(Core3 *core, DVec3 direction);

/// Vertex of a hull that is farthest along a direction in the frame of the core.
uint32_t tum_core3_hull_vertex(Core3 *core, DVec3 direction);

/// Support point of a convex shape, radius included. `direction` has any length but zero.
Vec3 tum_shape3_support(const Shape3 *shape, Vec3 direction);

/// Separation of two shapes along a unit vector from A toward B, radii included: the distance by
/// which B could move against the normal until the projections on the normal meet. [m] Negative:
/// the projections overlap.
double tum_core3_separation(Core3 *a, Core3 *b, DVec3 normal);

#endif
