// SPDX-License-Identifier: MIT
/// surface_velocity3.h: surfaces that move within their bodies, as animations have them do.
///
/// A collider that goes to another place in its body, or gets another shape, stays during a step
/// what it was when the step began; its surface has a velocity there, which contacts feel, and
/// after the step it is what it was to become. A shape that grows moves along its normals alone:
///
///     n . velocity = (h(next, n) - h(now, n)) / seconds        h: support function
#ifndef TUM_SPACE3_SURFACE_VELOCITY3_H
#define TUM_SPACE3_SURFACE_VELOCITY3_H

#include "schedule/sim.h"
#include "shape3/shape3.h"

typedef struct Space3 Space3;

/// What a collider does in its body during a step; still between steps.
typedef struct SurfaceVelocity3 {
    Vec3 linear;  ///< [m/s] Of the shape's origin, in the directions of the body.
    Vec3 angular; ///< [rad/s] Likewise.
    float speed;  ///< [m/s] No point of it is faster; 0: it is still.
    float rate;   ///< [1/s] Of getting from the shape it has to `next`; 0: it keeps its shape.
    Shape3 next;
} SurfaceVelocity3;

/// The velocity of a surface within its body, in the world, near a contact.
typedef struct SurfaceFlow3 {
    Vec3 origin;  ///< [m] Of the shape, from the body's centre of mass.
    Vec3 linear;  ///< [m/s] At the origin; what comes of growth included.
    Vec3 angular; ///< [rad/s]
} SurfaceFlow3;

static inline Vec3 surface_flow3_at(const SurfaceFlow3 *flow, Vec3 arm)
{
    return vec3_add(flow->linear, vec3_cross(flow->angular, vec3_sub(arm, flow->origin)));
}

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
