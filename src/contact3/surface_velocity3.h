// SPDX-License-Identifier: MIT
/// surface_velocity3.h: velocities of surfaces within their bodies, caused by animations.
///
/// A collider that moves in its body, or changes its shape, keeps its pose and shape during a step.
/// Its surface has a velocity there, which contacts use, and the new pose and shape are set after
/// the step. A shape that grows moves along its normals alone:
///
///     n . velocity = (h(next, n) - h(now, n)) / seconds        h: support function
#ifndef TUM_CONTACT3_SURFACE_VELOCITY3_H
#define TUM_CONTACT3_SURFACE_VELOCITY3_H

#include "space3/space3.h"

/// Adds a surface velocity, zero at first, to a collider. @return false when out of memory.
bool tum_space3_add_surface_velocity(Space3 *space, int32_t collider);

/// Surface velocity of a collider; NULL: it never has one.
SurfaceVelocity3 *tum_surface_velocity3(const Space3 *space, int32_t collider);

/// Sets the velocity toward another pose in the body, relative to its centre of mass, and toward
/// another shape, reached in `seconds`. If the motion is not uniform, or too fast, the velocity is
/// zero; the pose and shape are set after the step all the same.
/// @return whether the pose or shape changes.
bool tum_surface_aim3(Space3 *space, int32_t collider, Pose3 next_pose, const Shape3 *next_shape,
                      bool is_even, float seconds);

/// Sets the target pose and shape of a collider, and clears its velocity.
void tum_surface_land3(Space3 *space, int32_t collider, Pose3 pose, const Shape3 *shape);

/// [m/s] Greatest speed of any point of a collider in its body.
float tum_surface_speed3(const Space3 *space, int32_t collider);

/// Surface flow of a collider.
/// @param outward  normal of the surface, in the world
/// @return false, and zero flow, when the collider is at rest.
bool tum_surface_flow3(const Space3 *space, int32_t body, int32_t collider, Vec3 outward,
                       SurfaceFlow3 *flow);

#endif
