// SPDX-License-Identifier: MIT
/// surface_velocity3.h: surfaces that move within their bodies, as animations have them do.
///
/// A collider that goes to another place in its body, or gets another shape, stays during a step
/// what it was when the step began; its surface has a velocity there, which contacts feel, and
/// after the step it is what it was to become. A shape that grows moves along its normals alone:
///
///     n . velocity = (h(next, n) - h(now, n)) / seconds        h: support function
#ifndef TUM_CONTACT3_SURFACE_VELOCITY3_H
#define TUM_CONTACT3_SURFACE_VELOCITY3_H

#include "space3/space3.h"

/// Gives a collider a drift, still at first. @return false when out of memory.
bool tum_space3_add_surface_velocity(Space3 *space, int32_t collider);

/// The drift of a collider, or NULL: it never has one.
SurfaceVelocity3 *tum_surface_velocity3(const Space3 *space, int32_t collider);

/// Sets out for another pose in the body moved to its centre of mass, and another shape, in
/// `seconds`; where it does not go evenly, or too fast for a way, it is still and lands all the
/// same.
/// @return whether it has to land elsewhere.
bool tum_surface_aim3(Space3 *space, int32_t collider, Pose3 next_pose, const Shape3 *next_shape,
                      bool is_even, float seconds);

/// Puts a collider where it was to get, and stills it.
void tum_surface_land3(Space3 *space, int32_t collider, Pose3 pose, const Shape3 *shape);

/// [m/s] The greatest speed of any of its points in its body.
float tum_surface_speed3(const Space3 *space, int32_t collider);

/// @param outward  normal of the surface, in the world.
/// @return false, and a flow of nothing, when the collider is still.
bool tum_surface_flow3(const Space3 *space, int32_t body, int32_t collider, Vec3 outward,
                       SurfaceFlow3 *flow);

#endif
