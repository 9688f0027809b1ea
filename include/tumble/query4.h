// SPDX-License-Identifier: MIT
/// query4.h: rays, moving shapes, overlaps and nearest points in a four-dimensional world.
///
///     TumRay4 ray = {.from = {0, 10, 0, 0}, .along = {0, -20, 0, 0}};
///     TumHit4 hit;
///     if (tum_world_cast_ray4(world, &ray, NULL, &hit) == TUM_OK && hit.is_hit) {
///         printf("node %d at %g m\n", hit.node, (double)hit.distance);
///     }
///
/// The rules of query.h hold here: what queries see and when, solid shapes, the order of hits,
/// memory, threads and errors.
///
/// Threads: those of query.h.
#ifndef TUMBLE_QUERY4_H
#define TUMBLE_QUERY4_H

#include "tumble/pose.h"
#include "tumble/query.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Path of a ray from `from` to `from + along`; `along` must not be zero.
typedef struct TumRay4 {
    TumVec4 from;  ///< [m] Begin, in the world.
    TumVec4 along; ///< [m] Vector to the end.
} TumRay4;

/// Hit of a query.
typedef struct TumHit4 {
    bool is_hit; ///< False: nothing was found; all else is then zero, node, motion and tetrahedron
                 ///< are -1.
    bool is_trigger; ///< The hit is a part of a trigger, not a collider.
    float fraction;  ///< Part of the path. Nearest points and overlaps: 0.
    float distance;  ///< [m] fraction times the length of the path. Nearest points: to the surface,
                     ///< negative inside a solid shape. Overlaps: negative depth.
    TumVec4 point;   ///< [m] On the surface that was hit, in the world.
    TumVec4 normal;  ///< Unit normal of that surface, toward the begin of the query.
    int32_t node;    ///< Node of the collider or of the trigger; -1: it has none.
    int32_t
        motion; ///< Node of the body it moves with; -1: it never moves, or the body has no node.
    int32_t tetrahedron;    ///< Index into the cells of the scene's mesh; -1: no mesh.
    TumColliderId collider; ///< Collider that was hit; zero: a trigger.
    TumBodyId body;         ///< Body of the collider; zero: the world itself.
    uint64_t user;          ///< tum_collider_user of the collider; 0: a trigger.
    uint64_t body_user;     ///< tum_body_user of the body; 0: the world itself.
} TumHit4;

/// Finds the first hit of a ray.
///
/// @param filter  NULL: the default one.
/// @param hit  receives the hit.
/// @return TUM_OK, also without a hit; TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h).
TUM_API TumStatus tum_world_cast_ray4(const TumWorld *world, const TumRay4 *ray,
                                      const TumQueryFilter *filter, TumHit4 *hit);

/// Tells whether anything is on a ray: faster than finding the first hit.
///
/// @param filter  NULL: the default one.
/// @param is_blocked  receives the answer; false on failure.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h).
TUM_API TumStatus tum_world_is_ray_blocked4(const TumWorld *world, const TumRay4 *ray,
                                            const TumQueryFilter *filter, bool *is_blocked);

/// Finds all hits of a ray, one for each collider and each part of a trigger, nearest first.
///
/// @param filter  NULL: the default one.
/// @param hits  receives the nearest `capacity` of them; may be NULL where capacity is 0.
/// @param capacity  hits that fit.
/// @param count  receives the number of hits, also beyond `capacity`.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h).
TUM_API TumStatus tum_world_cast_ray_all4(const TumWorld *world, const TumRay4 *ray,
                                          const TumQueryFilter *filter, TumHit4 *hits,
                                          size_t capacity, size_t *count);

/// Casts many rays in one call, shared out over the world's tasks: the same answers as those of
/// tum_world_cast_ray4 to the last bit, in the order of the rays.
///
/// Threads: the call uses the world's tasks, so one such call at a time in a world; other queries
/// may run beside it.
///
/// @param rays  [count]
/// @param filter  NULL: the default one.
/// @param hits  [count] receives one hit for each ray.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (query.h) or TUM_ERROR_ARGUMENT (also where a ray is not
///         valid: its answer is "no hit", the others are cast).
TUM_API TumStatus tum_world_cast_rays4(const TumWorld *world, const TumRay4 *rays, size_t count,
                                       const TumQueryFilter *filter, TumHit4 *hits);

/// Finds the first hit of a shape that moves without turning.
///
/// `point` of the hit is the point of first contact. The answer is early by a micrometre of
/// distance, and by more only where shapes graze each other for long, never late. Shapes that touch
/// at the start and do not come closer pass.
///
/// @param shape  a sphere, box, capsule or cylinder with finite sizes.
/// @param pose  pose at the begin; the rotation nearest to its matrix is taken.
/// @param along  [m] vector of the path, not zero.
/// @param filter  NULL: the default one.
/// @param hit  receives the hit.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h; also a shape of another
///         kind).
TUM_API TumStatus tum_world_cast_shape4(const TumWorld *world, const TumShape *shape, TumPose4 pose,
                                        TumVec4 along, const TumQueryFilter *filter, TumHit4 *hit);

/// Finds the first hit of a body that moves from its present pose without turning; the body itself
/// is not seen. Its convex colliders are cast like shapes, general ones and hulls included; its
/// planes and meshes are not cast.
///
/// @param along  [m] vector of the path, not zero.
/// @param filter  NULL: the default one.
/// @param hit  receives the hit.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (query.h; also where the body does not exist) or
///         TUM_ERROR_UNSUPPORTED.
TUM_API TumStatus tum_world_cast_body4(const TumWorld *world, TumBodyId body, TumVec4 along,
                                       const TumQueryFilter *filter, TumHit4 *hit);

/// Finds all colliders that a shape overlaps, in the order of the scene, triggers last. `fraction`
/// of a hit is 0, `distance` the negative depth, and `point` its place.
///
/// @param shape  as for tum_world_cast_shape4.
/// @param pose  pose of the shape; the rotation nearest to its matrix is taken.
/// @param filter  NULL: the default one.
/// @param hits  receives the first `capacity` of them; may be NULL where capacity is 0.
/// @param capacity  hits that fit.
/// @param count  receives the number of hits, also beyond `capacity`.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h; also a shape of another
///         kind).
TUM_API TumStatus tum_world_overlap_shape4(const TumWorld *world, const TumShape *shape,
                                           TumPose4 pose, const TumQueryFilter *filter,
                                           TumHit4 *hits, size_t capacity, size_t *count);

/// Finds all colliders that a collider of the world, of any shape, overlaps in its present pose.
/// The collider itself and other colliders of its body are not seen.
///
/// @param filter  NULL: the default one.
/// @param hits  as for tum_world_overlap_shape4.
/// @param capacity  hits that fit.
/// @param count  receives the number of hits, also beyond `capacity`.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (query.h; also where the collider does not exist) or
///         TUM_ERROR_UNSUPPORTED.
TUM_API TumStatus tum_world_overlap_collider4(const TumWorld *world, TumColliderId collider,
                                              const TumQueryFilter *filter, TumHit4 *hits,
                                              size_t capacity, size_t *count);

/// Finds the solid colliders whose bounding boxes touch a box, both along the axes of the world:
/// faster than overlaps of shapes, and a superset of them, since a box is larger than the shape in
/// it.
///
/// @param low  [m] corner; nowhere above high; infinite numbers are allowed.
/// @param high  [m] opposite corner.
/// @param filter  NULL: the default one. Triggers are not found.
/// @param colliders  receives the first `capacity` of them in the order of tum_world_collider_at;
///                   may be NULL where capacity is 0.
/// @param capacity  ids that fit.
/// @param count  receives the number of colliders, also beyond `capacity`.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h).
TUM_API TumStatus tum_world_overlap_box4(const TumWorld *world, TumVec4 low, TumVec4 high,
                                         const TumQueryFilter *filter, TumColliderId *colliders,
                                         size_t capacity, size_t *count);

/// Finds the point of all surfaces that is nearest to a point. Inside a solid shape distances are
/// negative, and the deepest counts as the nearest.
///
/// @param point  [m] in the world.
/// @param reach  [m] greatest distance of a hit; positive, INFINITY allowed.
/// @param filter  NULL: the default one.
/// @param hit  receives the hit.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h).
TUM_API TumStatus tum_world_nearest_point4(const TumWorld *world, TumVec4 point, float reach,
                                           const TumQueryFilter *filter, TumHit4 *hit);

#ifdef __cplusplus
}
#endif

#endif
