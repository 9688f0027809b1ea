// SPDX-License-Identifier: MIT
/// query_data4.h: types and functions shared by the 4D queries (query4.c, query_shape4.c); inside
/// world/ only.
#ifndef TUM_WORLD_QUERY_DATA4_H
#define TUM_WORLD_QUERY_DATA4_H

#include "distance4/raycast4.h"
#include "tumble/query4.h"
#include "world/public4.h"
#include "world/query_data.h"

/// The shape of a target.
typedef struct PlacedShape4 {
    const Shape4 *shape;
    Pose4 world_from_shape;
} PlacedShape4;

PlacedShape4 tum_query_place4(const View *view, const Target *target);

TumHit4 tum_query_no_hit4(void);

/// A public hit at `fraction` of a displacement of `length` metres.
TumHit4 tum_query_hit4(const View *view, const Target *target, const CastHit4 *found,
                       double length);

/// tum_query_precedes for 4D hits.
bool tum_query_precedes4(const TumHit4 *a, const TumHit4 *b);

/// Sorted hits in a buffer of the caller.
SortedList tum_query_list4(TumHit4 *hits, size_t capacity);

/// True when a displacement is finite and not zero.
bool tum_query_is_translation4(TumVec4 along);

#endif
