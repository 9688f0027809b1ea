// SPDX-License-Identifier: MIT
/// query_data.h: types and functions shared by the 3D queries (query.c, query_shape.c); inside
/// world/ only.
#ifndef TUM_WORLD_QUERY_DATA_H
#define TUM_WORLD_QUERY_DATA_H

#include "distance3/raycast3.h"
#include "motion3/query3.h"
#include "tumble/query3.h"
#include "world/world_data.h"

static inline Vec3 query_vec3(TumVec3 v)
{
    return (Vec3){v.x, v.y, v.z};
}

static inline TumVec3 query_public3(Vec3 v)
{
    return (TumVec3){v.x, v.y, v.z};
}

/// A candidate for a hit: a collider or a trigger part.
typedef struct Target3 {
    bool is_trigger;
    int32_t node;
    int32_t collider, body; ///< Slots; collider is NONE for a trigger part.
    const Shape3 *shape;
    Pose3 world_from_shape;
} Target3;

/// A world as seen by one query, in either dimension.
typedef struct View {
    const TumWorld *world;
    TumQueryFilter filter;
    int32_t unseen;          ///< Slot of a body to ignore, or NONE.
    int32_t unseen_collider; ///< Slot of a collider to ignore, or NONE.
} View;

/// Checks dimension and filter, and fills `view`.
TumStatus tum_query_view(const TumWorld *world, int dimension, const TumQueryFilter *filter,
                         View *view);

bool tum_query_sees_body(const View *view, int32_t slot);

/// Makes a view ignore a collider and the other colliders of its body.
/// @return slot of the collider, or NONE where it does not exist.
int32_t tum_query_leave_out(View *view, TumColliderId collider);

/// Tests filter and body. @return false where the view ignores the collider.
bool tum_query_sees_collider(const View *view, int32_t slot);
bool tum_query_sees_part(const View *view, int32_t body, int32_t filter);

/// Fills `target` from the collider in a slot. @return false where the view ignores the collider.
bool tum_query_collider3(const View *view, int32_t slot, Target3 *target);

/// Calls visit for every visible trigger part, in order, until visit returns a negative limit.
/// @return the last limit.
double tum_query_triggers3(const View *view, double limit,
                           double (*visit)(void *user, const Target3 *target, double limit),
                           void *user);

/// Clears a hit in place. A copy would be read in larger words than it was written in, which stalls
/// store forwarding.
static inline void query_no_hit3(TumHit3 *hit)
{
    *hit = (TumHit3){.node = -1, .motion = -1, .triangle = -1};
}

/// User data of a collider (0 for a trigger part).
static inline uint64_t query_user(const View *view, int32_t collider)
{
    return collider == NONE ? 0 : view->world->sim.topology.collider_users.items[collider];
}

static inline uint64_t query_body_user(const View *view, int32_t body)
{
    return body == WORLD_BODY ? 0 : view->world->sim.topology.traits.items[body].user;
}

static inline TumColliderId query_collider_id(const View *view, int32_t collider)
{
    return collider == NONE ? (TumColliderId){0, 0, 0}
                            : tum_world_collider_at(view->world, (size_t)collider);
}

/// Fills a public hit from a cast hit on a displacement of `length` metres.
void tum_query_hit3(const View *view, const Target3 *target, const CastHit3 *found, double length,
                    TumHit3 *hit);

/// Order of two hits: the nearer first, then colliders before triggers, then the lower node, then
/// any other member that differs. The order never depends on the sequence of visits.
bool tum_query_precedes3(const TumHit3 *a, const TumHit3 *b);

/// Sorted hits in a buffer of the caller: the first `capacity` in order.
typedef struct HitList3 {
    TumHit3 *hits;
    size_t capacity, count; ///< count: all hits that were offered.
} HitList3;

void tum_query_keep3(HitList3 *list, const TumHit3 *hit);

#endif
