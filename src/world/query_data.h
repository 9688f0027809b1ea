// SPDX-License-Identifier: MIT
/// query_data.h: the part of queries that knows no dimension: filters, candidates for a hit, lists
/// and the order of hits; inside world/ only. query_data3.h and query_data4.h have shapes and
/// poses.
#ifndef TUM_WORLD_QUERY_DATA_H
#define TUM_WORLD_QUERY_DATA_H

#include "tumble/query3.h"
#include "world/world_data.h"

/// Relative enlargement of boxes, which were rounded when they were made.
#define QUERY_SLACK 1e-6

/// A world as seen by one query.
typedef struct View {
    const TumWorld *world;
    TumQueryFilter filter;
    int32_t unseen;          ///< Slot of a body to ignore, or NONE.
    int32_t unseen_collider; ///< Slot of a collider to ignore, or NONE.
} View;

/// Checks dimension and filter, and fills `view`.
TumStatus tum_query_view(const TumWorld *world, int dimension, const TumQueryFilter *filter,
                         View *view);

/// Makes a view ignore a collider and the other colliders of its body.
/// @return slot of the collider, or NONE where it does not exist.
int32_t tum_query_leave_out(View *view, TumColliderId collider);

/// @return false where the view ignores the collider.
bool tum_query_sees_collider(const View *view, int32_t slot);

/// @return false where the view ignores a part of a trigger, by its body and filter.
bool tum_query_sees_part(const View *view, int32_t body, int32_t filter);

/// A candidate for a hit: a collider or a trigger part.
typedef struct Target {
    bool is_trigger;
    int32_t node;
    int32_t collider, body; ///< Slots; collider is NONE for a trigger part.
    size_t part;            ///< Index into the world's trigger parts.
} Target;

/// Tests a candidate whose box is near enough.
///
/// @param limit  fraction or distance beyond which hits do not count.
/// @return the new limit, at most `limit`; negative: the walk ends.
typedef double TargetVisit(void *user, const Target *target, double limit);

/// A box that moves along a line. Fractions are of `along`: 0 at `from`, 1 at its end.
typedef struct QueryPath {
    double from[4];   ///< [m] Middle of the box at fraction 0.
    double along[4];  ///< [m] Displacement at fraction 1.
    double extent[4]; ///< [m] Half edges; zero: a ray.
} QueryPath;

/// Visits the colliders that the view sees and whose boxes meet the moving box at a fraction up to
/// 1, the nearest first, then every visible trigger part.
///
/// Walks read the world and write nothing, so several may run at once between steps. Boxes in the
/// trees contain the colliders after the last step and after the predicted next one: walks visit
/// more colliders than they hit, and miss none.
///
/// @param limit  the first limit: 1, or the fraction of a hit found before.
void tum_query_along(const View *view, const QueryPath *path, double limit, TargetVisit *visit,
                     void *user);

/// Likewise for colliders whose boxes are within `limit` [m] of a point.
void tum_query_near(const View *view, const double point[4], double limit, TargetVisit *visit,
                    void *user);

/// Likewise for colliders whose boxes overlap a box, in any order. The limit is 1.
void tum_query_within(const View *view, const Box *box, TargetVisit *visit, void *user);

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

/// True for a length that a shape of a query may have.
static inline bool query_is_size(double x)
{
    return is_finite64(x) && x >= 0.0 && x <= 3e38;
}

/// Members of a public hit that decide its order.
typedef struct HitRank {
    float fraction;
    bool is_trigger;
    int32_t node;
    uint32_t collider; ///< TumColliderId.index1
    float distance;
    int32_t piece;  ///< Triangle or tetrahedron.
    float place[8]; ///< Point, then normal; zero beyond.
} HitRank;

/// Order of two hits: the nearer first, then colliders before triggers, then the lower node, then
/// any other member that differs. The order never depends on the sequence of visits.
bool tum_query_precedes(const HitRank *a, const HitRank *b);

/// Sorted items in a buffer of the caller: the first `capacity` in order.
typedef struct SortedList {
    void *items;
    size_t item_bytes;
    bool (*precedes)(const void *a, const void *b);
    size_t capacity, count; ///< count: all items that were offered.
} SortedList;

void tum_query_keep(SortedList *list, const void *item);

#endif
