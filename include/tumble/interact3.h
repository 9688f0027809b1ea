// SPDX-License-Identifier: MIT
/// interact3.h: what behaviour graphs ask of a world: impulses, and rays by filter.
///
/// The operations of KHR_interactivity's rigid body nodes as calls. `rigid_body/applyImpulse` and
/// `rigid_body/applyPointImpulse` act on the motion at or above a node:
///
///     const int32_t index = scene->nodes[node].body;
///     if (index >= 0) {
///         tum_body_apply_impulse3(world, tum_world_body_at(world, (size_t)index), impulse, spin);
///     }
///
/// `rigid_body/rayCast` is tum_world_cast_ray_filtered3; the trigger events are those of
/// tum_world_events.
#ifndef TUMBLE_INTERACT3_H
#define TUMBLE_INTERACT3_H

#include "tumble/pose.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Changes a body's velocities at once: the linear one by linear / mass, the angular one by the
/// inverse of the inertia times `angular`. Wakes the body and all that fell asleep with it.
///
/// What cannot be pushed is not: static and kinematic bodies, an infinite mass, turning about an
/// axis of infinite inertia. Where nothing would change, nobody wakes.
///
/// @param linear   [N s] in the world, at the centre of mass.
/// @param angular  [N m s] in the world.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such body, a number that is not finite) or
///         TUM_ERROR_MEMORY.
TUM_API TumStatus tum_body_apply_impulse3(TumWorld *world, TumBodyId body, TumVec3 linear,
                                          TumVec3 angular);

/// The same for an impulse that acts at a point: it also turns by (point - centre of mass) x
/// impulse.
///
/// @param impulse  [N s] in the world.
/// @param point    [m] in the world.
TUM_API TumStatus tum_body_apply_point_impulse3(TumWorld *world, TumBodyId body, TumVec3 impulse,
                                                TumVec3 point);

/// The first solid collider between two points that a filter admits (query3.h).
///
/// @param filter    index into the scene's filters, or -1: all.
/// @param node      receives the node of the collider, -1: nothing is in the way.
/// @param fraction  receives how far between the points; may be NULL, as may normal.
/// @return TUM_OK or TUM_ERROR_ARGUMENT (points not finite or the same, no such filter).
TUM_API TumStatus tum_world_cast_ray_filtered3(const TumWorld *world, TumVec3 start, TumVec3 end,
                                               int32_t filter, int32_t *node, float *fraction,
                                               TumVec3 *normal);

#ifdef __cplusplus
}
#endif

#endif
