// SPDX-License-Identifier: MIT
/// query_data.h: what queries share, above all those of query.c and query_shape.c; inside world/
/// only.
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

/// Something a query may hit.
typedef struct Target3 {
    bool is_trigger;
    int32_t node;
    int32_t collider, body; ///< Slots; of a trigger the first is NONE.
    const Shape3 *shape;
    Pose3 world_from_shape;
} Target3;

/// A world as one query sees it, in any number of dimensions.
typedef struct View {
    const TumWorld *world;
    TumQueryFilter filter;
    int32_t unseen;          ///< Slot of a body that is not seen, or NONE.
    int32_t unseen_collider; ///< Slot of a collider that is not seen, or NONE.
} View;

/// Checks dimension and filter and fills `view`.
TumStatus tum_query_view(const TumWorld *world, int dimension, const TumQueryFilter *filter,
                         View *view);

bool tum_query_sees_body(const View *view, int32_t slot);

/// Has a view see neither a collider nor others of its body. @return its slot, or NONE where it
/// does not exist.
int32_t tum_query_leave_out(View *view, TumColliderId collider);

/// By filter and body. @return false where the view does not see it.
bool tum_query_sees_collider(const View *view, int32_t slot);
bool tum_query_sees_part(const View *view, int32_t body, int32_t filter);

/// The collider in a slot. @return false where the view does not see it.
bool tum_query_collider3(const View *view, int32_t slot, Target3 *target);

/// Calls visit for every part of a trigger that the view sees, in order, until the limit that it
/// answers is negative. @return the last limit.
double tum_query_triggers3(const View *view, double limit,
                           double (*visit)(void *user, const Target3 *target, double limit),
                           void *user);

/// Hits are written where they stay: a copy would be read in larger pieces than they are written
/// in, for which processors have to wait.
static inline void query_no_hit3(TumHit3 *hit)
{
    *hit = (TumHit3){.node = -1, .motion = -1, .triangle = -1};
}

/// The program's numbers of a collider, or none of a part of a trigger, and of its body.
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

/// Tells of a hit on a way of `length` metres.
void tum_query_hit3(const View *view, const Target3 *target, const CastHit3 *found, double length,
                    TumHit3 *hit);

/// Which of two hits comes first: the nearer one, then colliders, then the lower node, then
/// whatever differs: never an order that depends on who was looked at first.
bool tum_query_precedes3(const TumHit3 *a, const TumHit3 *b);

/// Hits in order in a caller's buffer: the `capacity` that come first.
typedef struct HitList3 {
    TumHit3 *hits;
    size_t capacity, count; ///< Of all that were offered.
} HitList3;

void tum_query_keep3(HitList3 *list, const TumHit3 *hit);

#endif
