// SPDX-License-Identifier: MIT
/// query.h: rules and the filter that queries of three and of four dimensions share (query3.h,
/// query4.h).
///
///     TumQueryFilter filter = tum_default_query_filter();
///     filter.triggers = true;
///     tum_world_cast_ray3(world, &ray, &filter, &hit);
///
/// Queries see the world as the last step left it; a world that was never stepped, as it was built.
/// They see the solid colliders of all bodies, asleep or not, and of the world itself; triggers on
/// request. Lengths are in metres, in the frame of the world; normals have unit length. A fraction
/// is a part of the path of a cast: 0 at its begin, 1 at its end.
///
/// Convex shapes and endless single-sided planes are solid; meshes and other planes are thin. A
/// cast that begins inside a solid shape hits it at fraction 0, with the normal opposite to the
/// path. A plane that is neither endless nor double-sided is met from its +Y side only; meshes are
/// met from both. Among hits at the same fraction a collider wins over a trigger, the lower node
/// over the higher, and of the same node, or without one, the lower place (tum_world_collider_at)
/// over the higher: answers depend on nothing but the state of the world.
///
/// Memory: nothing is allocated; answers go into memory of the caller.
///
/// Threads: queries take a `const TumWorld *` and may run on many threads at once, between steps.
/// The exceptions say so: tum_world_cast_rays3 and tum_world_cast_rays4.
///
/// Errors: TUM_ERROR_ARGUMENT where a number is not finite, a path has no length, or a filter is
/// none of the scene's; the answer then is "no hit". In a world of another dimension calls stop in
/// Debug and answer TUM_ERROR_UNSUPPORTED in Release.
#ifndef TUMBLE_QUERY_H
#define TUMBLE_QUERY_H

#include "tumble/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Filter of a query: the colliders it sees. Start from tum_default_query_filter; NULL in its place
/// means the same.
typedef struct TumQueryFilter {
    int32_t filter; ///< Index into the scene's filters: the query sees the colliders that a
                    ///< collider with this filter would meet. -1: it sees everything. Default -1.
    const uint32_t *ignored; ///< [ignored_words] One bit for each body, in the order of
                             ///< tum_world_body_at, 32 in a word, the lowest first: bodies with set
                             ///< bits are not seen. Borrowed for the call; may be NULL.
    size_t ignored_words;    ///< Words at `ignored`; bodies beyond them are seen. Default 0.
    bool triggers; ///< Triggers are seen too, by their parts, which are tested one by one. Default
                   ///< false.
    bool no_colliders; ///< Solid colliders are not seen: with `triggers`, triggers alone. Default
                       ///< false.
} TumQueryFilter;

/// Filter that sees all solid colliders and no triggers.
TUM_API TumQueryFilter tum_default_query_filter(void);

#ifdef __cplusplus
}
#endif

#endif
