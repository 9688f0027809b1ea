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
/// Queries see the world as the last step left it; a world that was never stepped, as it was built.
/// They see the solid colliders of all bodies, asleep or not, and of the world itself; triggers on
/// request. Lengths are in metres, in the frame of the world; normals have unit length. A fraction
/// is of the way: 0 where a cast begins, 1 at its end.
///
/// Convex shapes and endless single-sided planes are solid; meshes and other planes are thin. A
/// cast that begins inside what is solid hits it at fraction 0, with the normal opposite to the
/// way. A plane that is neither endless nor double-sided is met from its +Y side only; meshes are
/// met from both. Of hits at the same fraction a collider wins over a trigger and the lower node
/// over the higher, so answers depend on nothing but the state of the world.
///
/// Memory: nothing is allocated; answers go where the caller says.
/// Threads: queries take a `const TumWorld *` and may run on many threads at once, between steps.
/// The one exception says so: tum_world_cast_rays3.
/// Errors: TUM_ERROR_ARGUMENT where a number is not finite, a way has no length, or a filter is
/// none of the scene's; the answer then is "no hit". In a world of another dimension calls stop in
/// Debug and answer TUM_ERROR_UNSUPPORTED in Release.
#ifndef TUMBLE_QUERY3_H
#define TUMBLE_QUERY3_H

#include "tumble/pose.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// From `from` to `from + along`; `along` must not be zero.
typedef struct TumRay3 {
    TumVec3 from;  ///< [m]
    TumVec3 along; ///< [m]
} TumRay3;

/// What a query sees. Start from tum_default_query_filter3; NULL in its place means the same.
typedef struct TumQueryFilter3 {
    int32_t filter;          ///< Index into the scene's filters: sees what a collider with this
                             ///< filter would meet. -1: sees everything. Default -1.
    const uint32_t *ignored; ///< A bit a body, in the order of tum_world_body_at, 32 a word, the
                             ///< lowest first: set bits are not seen. Or NULL.
    size_t ignored_words;    ///< Bodies beyond them are seen.
    bool triggers;           ///< Also sees triggers, by their parts. They are tried one by one.
    bool no_colliders;       ///< Sees no solid colliders: with `triggers`, triggers alone.
} TumQueryFilter3;

TUM_API TumQueryFilter3 tum_default_query_filter3(void);

/// What a query found.
typedef struct TumHit3 {
    bool is_hit;      ///< False: nothing; all else is then zero, node, motion and triangle are -1.
    bool is_trigger;  ///< A part of a trigger, not a collider.
    float fraction;   ///< Of the way. Nearest points: 0.
    float distance;   ///< [m] fraction times the length of the way. Nearest points: to the surface,
                      ///< negative inside what is solid.
    TumVec3 point;    ///< [m] On what was hit.
    TumVec3 normal;   ///< Of its surface, toward where the query comes from.
    TumBodyId body;   ///< It belongs to; zero: to the world itself.
    int32_t node;     ///< Node of the collider or of the trigger.
    int32_t motion;   ///< Node of the body it moves with; -1: it never moves.
    int32_t triangle; ///< Index into the cells of the scene's mesh; -1: no mesh.
} TumHit3;

/// The first thing on a ray.
TUM_API TumStatus tum_world_cast_ray3(const TumWorld *world, const TumRay3 *ray,
                                      const TumQueryFilter3 *filter, TumHit3 *hit);

/// Whether anything is on a ray: quicker than asking what is first.
TUM_API TumStatus tum_world_is_ray_blocked3(const TumWorld *world, const TumRay3 *ray,
                                            const TumQueryFilter3 *filter, bool *is_blocked);

/// Everything on a ray, once a collider and once a part of a trigger, nearest first.
///
/// @param hits      receives the nearest `capacity` of them; may be NULL where capacity is 0.
/// @param count     receives how many there are, also beyond `capacity`.
TUM_API TumStatus tum_world_cast_ray_all3(const TumWorld *world, const TumRay3 *ray,
                                          const TumQueryFilter3 *filter, TumHit3 *hits,
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
                                       const TumQueryFilter3 *filter, TumHit3 *hits);

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
                                        TumVec3 along, const TumQueryFilter3 *filter, TumHit3 *hit);

/// The first thing that a body touches when it moves from where it is without turning, itself not
/// seen: its convex colliders are cast like shapes, hulls included; its planes and meshes are not.
///
/// @return TUM_ERROR_ARGUMENT where the body does not exist.
TUM_API TumStatus tum_world_cast_body3(const TumWorld *world, TumBodyId body, TumVec3 along,
                                       const TumQueryFilter3 *filter, TumHit3 *hit);

/// Everything that a shape touches where it is, in the order of the scene, triggers last.
/// `fraction` is 0, `distance` how deep they overlap, negative, and `point` where.
///
/// @param shape, pose  as for tum_world_cast_shape3.
/// @param hits, capacity, count  as for tum_world_cast_ray_all3, but the first in order are kept.
TUM_API TumStatus tum_world_overlap_shape3(const TumWorld *world, const TumShape *shape,
                                           TumPose3 pose, const TumQueryFilter3 *filter,
                                           TumHit3 *hits, size_t capacity, size_t *count);

/// The same for a collider of the world, of any shape, where it is. Itself and other colliders of
/// its body are not seen.
///
/// @return TUM_ERROR_ARGUMENT where the collider does not exist.
TUM_API TumStatus tum_world_overlap_collider3(const TumWorld *world, TumColliderId collider,
                                              const TumQueryFilter3 *filter, TumHit3 *hits,
                                              size_t capacity, size_t *count);

/// The point of all surfaces that is nearest to a point. Inside what is solid distances are
/// negative, and the deepest counts as the nearest.
///
/// @param reach  [m] what is farther does not count; positive, INFINITY allowed.
TUM_API TumStatus tum_world_nearest_point3(const TumWorld *world, TumVec3 point, float reach,
                                           const TumQueryFilter3 *filter, TumHit3 *hit);

#ifdef __cplusplus
}
#endif

#endif
