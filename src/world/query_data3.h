// SPDX-License-Identifier: MIT
/// query_data3.h: types and functions shared by the 3D queries (query.c, query_shape.c); inside
/// world/ only.
#ifndef TUM_WORLD_QUERY_DATA3_H
#define TUM_WORLD_QUERY_DATA3_H

#include "distance3/raycast3.h"
#include "world/query_data.h"

static inline Vec3 query_vec3(TumVec3 v)
{
    return (Vec3){v.x, v.y, v.z};
}

static inline TumVec3 query_public3(Vec3 v)
{
    return (TumVec3){v.x, v.y, v.z};
}

/// The shape of a target.
typedef struct PlacedShape3 {
    const Shape3 *shape;
    Pose3 world_from_shape;
} PlacedShape3;

void tum_query_place3(const View *view, const Target *target, PlacedShape3 *placed);

/// Clears a hit in place. A copy would be read in larger words than it was written in, which stalls
/// store forwarding.
static inline void query_no_hit3(TumHit3 *hit)
{
    *hit = (TumHit3){.node = -1, .motion = -1, .triangle = -1};
}

/// Fills a public hit from a cast hit on a displacement of `length` metres.
void tum_query_hit3(const View *view, const Target *target, const CastHit3 *found, double length,
                    TumHit3 *hit);

/// tum_query_precedes for 3D hits.
bool tum_query_precedes3(const TumHit3 *a, const TumHit3 *b);

/// Sorted hits in a buffer of the caller.
SortedList tum_query_list3(TumHit3 *hits, size_t capacity);

#endif
