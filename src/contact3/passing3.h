// SPDX-License-Identifier: MIT
/// passing3.h: movable bodies that fly past each other in a step.
///
/// The box of a fast body reaches to all sides as far as its path is long, since it may bounce off
/// an obstacle: among 900 balls of 200 m/s 50 000 pairs of boxes overlap. Most movable bodies of
/// such pairs are nowhere near each other on their way (StalePlace3.passing). Such a pair needs no
/// contact. It is looked at again in each step while the boxes overlap.
#ifndef TUM_CONTACT3_PASSING3_H
#define TUM_CONTACT3_PASSING3_H

#include "contact3/surface_velocity3.h"
#include "schedule/contact_numbers.h"
#include "space3/space3.h"

/// [m] Bounding radius of the smaller of two shapes.
static inline float space3_smaller_radius(const Space3 *space, int32_t collider_a,
                                          int32_t collider_b)
{
    return minimum(space->colliders.shapes.items[collider_a].bounding_radius,
                   space->colliders.shapes.items[collider_b].bounding_radius);
}

/// [m] Contact margin of two shapes that do not move.
static inline float space3_margin_at_rest(float smaller_radius)
{
    return clamp(MARGIN * smaller_radius, MARGIN_LEAST, MARGIN_MOST);
}

/// Whether gravity moves a body by much of its size within a step.
static inline bool space3_falls_far(const Space3 *space, float smaller_radius, float seconds)
{
    return space3_strongest_pull(space) * seconds * seconds > FAR_FALL * smaller_radius;
}

/// Whether a pair may pass at all: both bodies are movable, without joints, and their surfaces are
/// at rest in them.
bool tum_may_pass_by3(const Space3 *space, const Topology *topology, const Contact *contact,
                      float seconds);

/// Whether the bodies of two colliders fly past each other in the coming `seconds`.
bool tum_passes_by3(const Space *space, const Topology *topology, int32_t collider_a,
                    int32_t collider_b, float seconds);

#endif
