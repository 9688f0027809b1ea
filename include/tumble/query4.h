// SPDX-License-Identifier: MIT
/// query4.h: rays through a four-dimensional world.
///
///     TumRay4 ray = {.from = {0, 10, 0, 0}, .along = {0, -20, 0, 0}};
///     TumHit4 hit;
///     if (tum_world_cast_ray4(world, &ray, NULL, &hit) == TUM_OK && hit.is_hit) {
///         printf("node %d at %g m\n", hit.node, (double)hit.distance);
///     }
///
/// All that query3.h says of rays holds here: what they see and when, what is solid, which of two
/// hits wins, memory, threads and errors.
#ifndef TUMBLE_QUERY4_H
#define TUMBLE_QUERY4_H

#include "tumble/pose.h"
#include "tumble/query3.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// From `from` to `from + along`; `along` must not be zero.
typedef struct TumRay4 {
    TumVec4 from;  ///< [m]
    TumVec4 along; ///< [m]
} TumRay4;

/// What a query sees: the same words in both dimensions.
typedef TumQueryFilter3 TumQueryFilter4;

/// What a ray found.
typedef struct TumHit4 {
    bool is_hit;     ///< False: nothing; all else is then zero, node, motion and tetrahedron -1.
    bool is_trigger; ///< A part of a trigger, not a collider.
    float fraction;  ///< Of the way.
    float distance;  ///< [m] fraction times the length of the way.
    TumVec4 point;   ///< [m] On what was hit.
    TumVec4 normal;  ///< Of its surface, toward where the ray comes from.
    TumBodyId body;  ///< It belongs to; zero: to the world itself.
    int32_t node;    ///< Node of the collider or of the trigger.
    int32_t motion;  ///< Node of the body it moves with; -1: it never moves.
    int32_t tetrahedron; ///< Index into the cells of the scene's mesh; -1: no mesh.
} TumHit4;

/// The first thing on a ray.
TUM_API TumStatus tum_world_cast_ray4(const TumWorld *world, const TumRay4 *ray,
                                      const TumQueryFilter4 *filter, TumHit4 *hit);

/// Whether anything is on a ray: quicker than asking what is first.
TUM_API TumStatus tum_world_is_ray_blocked4(const TumWorld *world, const TumRay4 *ray,
                                            const TumQueryFilter4 *filter, bool *is_blocked);

/// Everything on a ray, once a collider and once a part of a trigger, nearest first.
///
/// @param hits      receives the nearest `capacity` of them; may be NULL where capacity is 0.
/// @param count     receives how many there are, also beyond `capacity`.
TUM_API TumStatus tum_world_cast_ray_all4(const TumWorld *world, const TumRay4 *ray,
                                          const TumQueryFilter4 *filter, TumHit4 *hits,
                                          size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
