// SPDX-License-Identifier: MIT
/// query3.h: what is where in a three-dimensional world: rays, moving shapes, overlaps, nearest
/// points.
///
///     TumRay3 ray = {.from = {0, 10, 0}, .along = {0, -20, 0}};
///     TumHit3 hit;
///     if (tum_world_cast_ray3(world, &ray, NULL, &hit) == TUM_OK && hit.is_hit) {
///         printf("node %d at %g m\n", hit.node, (double)hit.distance);
///     }
///
/// All that query.h says of queries holds here: what they see and when, what is solid, which of two
/// hits wins, memory, threads and errors.
#ifndef TUMBLE_QUERY3_H
#define TUMBLE_QUERY3_H

#include "tumble/pose.h"
#include "tumble/query.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// From `from` to `from + along`; `along` must not be zero.
typedef struct TumRay3 {
    TumVec3 from;  ///< [m]
    TumVec3 along; ///< [m]
} TumRay3;

/// What a query found.
typedef struct TumHit3 {
    bool is_hit;      ///< False: nothing; all else is then zero, node, motion and triangle are -1.
    bool is_trigger;  ///< A part of a trigger, not a collider.
    float fraction;   ///< Of the way. Nearest points: 0.
    float distance;   ///< [m] fraction times the length of the way. Nearest points: to the surface,
                      ///< negative inside what is solid.
    TumVec3 point;    ///< [m] On what was hit.
    TumVec3 normal;   ///< Of its surface, toward where the query comes from.
    int32_t node;     ///< Node of the collider or of the trigger.
    int32_t motion;   ///< Node of the body it moves with; -1: it never moves.
    int32_t triangle; ///< Index into the cells of the scene's mesh; -1: no mesh.
    TumColliderId collider; ///< Zero: a trigger.
    TumBodyId body;         ///< It belongs to; zero: to the world itself.
    uint64_t user;          ///< tum_collider_user; 0: a trigger.
    uint64_t body_user;     ///< tum_body_user
} TumHit3;

/// The first thing on a ray.
TUM_API TumStatus tum_world_cast_ray3(const TumWorld *world, const TumRay3 *ray,
                                      const TumQueryFilter *filter, TumHit3 *hit);

/// Whether anything is on a ray: quicker than asking what is first.
TUM_API TumStatus tum_world_is_ray_blocked3(const TumWorld *world, const TumRay3 *ray,
                                            const TumQueryFilter *filter, bool *is_blocked);

/// Everything on a ray, once a collider and once a part of a trigger, nearest first.
///
/// @param hits      receives the nearest `capacity` of them; may be NULL where capacity is 0.
/// @param count     receives how many there are, also beyond `capacity`.
TUM_API TumStatus tum_world_cast_ray_all3(const TumWorld *world, const TumRay3 *ray,
                                          const TumQueryFilter *filter, TumHit3 *hits,
                                          size_t capacity, size_t *count);

/// tum_world_cast_ray3 for many rays in one call, shared out over the world's tasks: the same
/// answers to the last bit, in the order of the rays.
///
/// Threads: uses the world's tasks, so one such call at a time in a world; other queries may run
/// beside it.
///
/// @param hits  one a ray.
/// @return TUM_ERROR_ARGUMENT where a ray is not valid: its answer is "no hit", the others are
/// cast.
TUM_API TumStatus tum_world_cast_rays3(const TumWorld *world, const TumRay3 *rays, size_t count,
                                       const TumQueryFilter *filter, TumHit3 *hits);

/// The first thing that a shape touches when it moves without turning.
///
/// `point` is where it touches. The answer is early by a micrometre of distance, in rare cases of
/// rims and edges by up to a tenth of a millimetre, never late. Shapes that touch at the start and
/// do not come closer pass.
///
/// @param shape  a sphere, box, capsule or cylinder with finite sizes; else TUM_ERROR_UNSUPPORTED.
/// @param pose   where it begins; the rotation of unit length.
/// @param along  [m] the way; not zero.
TUM_API TumStatus tum_world_cast_shape3(const TumWorld *world, const TumShape *shape, TumPose3 pose,
                                        TumVec3 along, const TumQueryFilter *filter, TumHit3 *hit);

/// The first thing that a body touches when it moves from where it is without turning, itself not
/// seen: its convex colliders are cast like shapes, hulls included; its planes and meshes are not.
///
/// @return TUM_ERROR_ARGUMENT where the body does not exist.
TUM_API TumStatus tum_world_cast_body3(const TumWorld *world, TumBodyId body, TumVec3 along,
                                       const TumQueryFilter *filter, TumHit3 *hit);

/// Everything that a shape touches where it is, in the order of the scene, triggers last.
/// `fraction` is 0, `distance` how deep they overlap, negative, and `point` where.
///
/// @param shape, pose  as for tum_world_cast_shape3.
/// @param hits, capacity, count  as for tum_world_cast_ray_all3, but the first in order are kept.
TUM_API TumStatus tum_world_overlap_shape3(const TumWorld *world, const TumShape *shape,
                                           TumPose3 pose, const TumQueryFilter *filter,
                                           TumHit3 *hits, size_t capacity, size_t *count);

/// The same for a collider of the world, of any shape, where it is. Itself and other colliders of
/// its body are not seen.
///
/// @return TUM_ERROR_ARGUMENT where the collider does not exist.
TUM_API TumStatus tum_world_overlap_collider3(const TumWorld *world, TumColliderId collider,
                                              const TumQueryFilter *filter, TumHit3 *hits,
                                              size_t capacity, size_t *count);

/// The solid colliders whose boxes touch a box, both along the axes of the world: quicker than
/// asking for shapes, and more than they say, since a box is larger than what is in it.
///
/// @param low, high  [m] corners; low is nowhere above high; infinite ones are allowed.
/// @param filter     as everywhere, but triggers are not found.
/// @param colliders  receives the first `capacity` of them in the order of tum_world_collider_at;
///                   may be NULL where capacity is 0.
/// @param count      receives how many there are, also beyond `capacity`.
TUM_API TumStatus tum_world_overlap_box3(const TumWorld *world, TumVec3 low, TumVec3 high,
                                         const TumQueryFilter *filter, TumColliderId *colliders,
                                         size_t capacity, size_t *count);

/// The point of all surfaces that is nearest to a point. Inside what is solid distances are
/// negative, and the deepest counts as the nearest.
///
/// @param reach  [m] what is farther does not count; positive, INFINITY allowed.
TUM_API TumStatus tum_world_nearest_point3(const TumWorld *world, TumVec3 point, float reach,
                                           const TumQueryFilter *filter, TumHit3 *hit);

#ifdef __cplusplus
}
#endif

#endif
