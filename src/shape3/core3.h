// SPDX-License-Identifier: MIT
/// core3.h: a convex shape at a pose as GJK and EPA see it: a core and a ball rolled around it.
///
/// Sphere and capsule lose their radius (a tapered capsule its smaller one), all other shapes are
/// their own core. Distances between cores less both radii are distances between shapes, and cores
/// overlap only when shapes overlap deeply. In doubles: a normal out of the difference of two
/// nearly equal points needs the digits.
#ifndef TUM_SHAPE3_CORE3_H
#define TUM_SHAPE3_CORE3_H

#include "math/widen3.h"
#include "shape3/shape3.h"

typedef struct Core3 {
    const Shape3 *shape;
    DMat3 rotation;
    DVec3 position;
    double radius;
    bool is_turned; ///< False: rotation is the identity and position zero.
    uint32_t hint;  ///< Where the last climb over a large hull ended.
} Core3;

/// The rotation of a float quaternion.
static inline DMat3 core3_rotation(Quat q)
{
    return dquat_matrix(quat_widen(q));
}

/// [m] Of the ball around a shape's core.
float tum_core3_radius(const Shape3 *shape);

/// A convex shape in its own frame.
Core3 tum_core3_at_origin(const Shape3 *shape);

/// A convex shape at a pose.
Core3 tum_core3_at_pose(const Shape3 *shape, Pose3 pose);

/// The point of the core farthest along `direction`, any length but zero.
DVec3 tum_core3_support(Core3 *core, DVec3 direction);

/// The point of a convex shape farthest along `direction` (any length, not zero), radius included.
Vec3 tum_shape3_support(const Shape3 *shape, Vec3 direction);

/// Separation of two shapes along a unit vector from A toward B, radii included: how far B could
/// move against the normal until the shapes' projections on it meet; negative: they overlap there.
double tum_core3_separation(Core3 *a, Core3 *b, DVec3 normal);

#endif
