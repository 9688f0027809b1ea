// SPDX-License-Identifier: MIT
/// query_data4.h: types and functions shared by the 4D queries (query4.c, query_shape4.c); inside
/// world/ only.
#ifndef TUM_WORLD_QUERY_DATA4_H
#define TUM_WORLD_QUERY_DATA4_H

#include "distance4/raycast4.h"
#include "space4/query4.h"
#include "tumble/query4.h"
#include "world/public4.h"
#include "world/query_data.h"

/// A candidate for a hit: a collider or a trigger part.
typedef struct Target4 {
    bool is_trigger;
    int32_t node;
    int32_t collider, body; ///< Slots; collider is NONE for a trigger part.
    const Shape4 *shape;
    Pose4 world_from_shape;
} Target4;

/// Fills `target` from the collider in a slot. @return false where the view ignores the collider.
bool tum_query_collider4(const View *view, int32_t slot, Target4 *target);

/// Calls visit for every visible trigger part, in order, until visit returns a negative limit.
/// @return the last limit.
double tum_query_triggers4(const View *view, double limit,
                           double (*visit)(void *user, const Target4 *target, double limit),
                           void *user);

TumHit4 tum_query_no_hit4(void);

/// A public hit at `fraction` of a displacement of `length` metres.
TumHit4 tum_query_hit4(const View *view, const Target4 *target, const CastHit4 *found,
                       double length);

/// Order of two hits, as in tum_query_precedes3.
bool tum_query_precedes4(const TumHit4 *a, const TumHit4 *b);

/// Sorted hits in a buffer of the caller: the first `capacity` in order.
typedef struct HitList4 {
    TumHit4 *hits;
    size_t capacity, count; ///< count: all hits that were offered.
} HitList4;

void tum_query_keep4(HitList4 *list, const TumHit4 *hit);

/// True when a displacement is finite and not zero.
bool tum_query_is_way4(TumVec4 along);

#endif
