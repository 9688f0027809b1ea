// SPDX-License-Identifier: MIT
/// query_data4.h: what the queries of query4.c and query_shape4.c share; inside world/ only.
#ifndef TUM_WORLD_QUERY_DATA4_H
#define TUM_WORLD_QUERY_DATA4_H

#include "space4/query4.h"
#include "space4/raycast4.h"
#include "tumble/query4.h"
#include "world/public4.h"
#include "world/query_data.h"

/// Something a query may hit.
typedef struct Target4 {
    bool is_trigger;
    int32_t node;
    int32_t collider, body; ///< Slots; of a trigger the first is NONE.
    const Shape4 *shape;
    Pose4 world_from_shape;
} Target4;

/// The collider in a slot. @return false where the view does not see it.
bool tum_query_collider4(const View *view, int32_t slot, Target4 *target);

/// Calls visit for every part of a trigger that the view sees, in order, until the limit that it
/// answers is negative. @return the last limit.
double tum_query_triggers4(const View *view, double limit,
                           double (*visit)(void *user, const Target4 *target, double limit),
                           void *user);

TumHit4 tum_query_no_hit4(void);

/// A hit at `fraction` of a way of `length` metres.
TumHit4 tum_query_hit4(const View *view, const Target4 *target, const CastHit4 *found,
                       double length);

/// As tum_query_precedes3.
bool tum_query_precedes4(const TumHit4 *a, const TumHit4 *b);

/// Hits in order in a caller's buffer: the `capacity` that come first.
typedef struct HitList4 {
    TumHit4 *hits;
    size_t capacity, count; ///< Of all that were offered.
} HitList4;

void tum_query_keep4(HitList4 *list, const TumHit4 *hit);

/// Whether something moves at all along a way, and not beyond the numbers.
bool tum_query_is_way4(TumVec4 along);

#endif
