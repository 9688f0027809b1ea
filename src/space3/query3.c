// SPDX-License-Identifier: MIT
#include "space3/query3.h"

#include <math.h>

#include "space3/core3.h"

typedef struct QueryWalk3 {
    BvhWalk walk;
    const Sweep3 *sweep;
    DVec3 inverse; ///< Of the way; 0 where it is none.
    DVec3 point;
    QueryVisit3 *visit;
    void *user;
} QueryWalk3;

static DVec3 low_of(const Box *box)
{
    return (DVec3){(double)box->low[0], (double)box->low[1], (double)box->low[2]};
}

static DVec3 high_of(const Box *box)
{
    return (DVec3){(double)box->high[0], (double)box->high[1], (double)box->high[2]};
}

static double inverse_of(double along)
{
    return absolute64(along) < 1e-100 ? 0.0 : 1.0 / along;
}

// Where the moving box enters and leaves the space between two sides. Boxes were rounded when they
// were made, so each counts as larger by a share of where it lies; that covers the inverse too.
static inline bool clip(double from, double inverse, double extent, double low, double high,
                        double *enter, double *leave)
{
    const double slack = extent + SWEEP3_SLACK * (absolute64(low) + absolute64(high));
    const double below = low - slack - from, above = high + slack - from;
    if (inverse == 0.0) {
        return below <= 0.0 && above >= 0.0;
    }
    const double a = below * inverse, b = above * inverse;
    *enter = maximum64(minimum64(a, b), *enter);
    *leave = minimum64(maximum64(a, b), *leave);
    return *enter <= *leave;
}

// The fraction, 0 to the limit, at which the moving box first meets a box, never later than exact
// arithmetic would say; endless where it does not.
static double sweep_key(const BvhWalk *walk, const Box *box)
{
    const QueryWalk3 *query = (const QueryWalk3 *)walk;
    const DVec3 f = query->sweep->from, d = query->inverse, e = query->sweep->extent;
    const DVec3 low = low_of(box), high = high_of(box);
    double enter = 0.0, leave = walk->limit;
    const bool meets = clip(f.x, d.x, e.x, low.x, high.x, &enter, &leave) &&
                       clip(f.y, d.y, e.y, low.y, high.y, &enter, &leave) &&
                       clip(f.z, d.z, e.z, low.z, high.z, &enter, &leave);
    return meets ? enter : (double)INFINITY;
}

static double outside(double x, double low, double high)
{
    const double slack = SWEEP3_SLACK * (absolute64(low) + absolute64(high));
    return maximum64(maximum64(low - slack - x, x - high - slack), 0.0);
}

static double distance_key(const BvhWalk *walk, const Box *box)
{
    const DVec3 p = ((const QueryWalk3 *)walk)->point;
    const DVec3 low = low_of(box), high = high_of(box);
    return dvec3_length((DVec3){outside(p.x, low.x, high.x), outside(p.y, low.y, high.y),
                                outside(p.z, low.z, high.z)});
}

static void visit_leaf(BvhWalk *walk, uint32_t item)
{
    const QueryWalk3 *query = (const QueryWalk3 *)walk;
    walk->limit = query->visit(query->user, (int32_t)item, walk->limit);
}

static void walk_trees(const Sim *sim, QueryWalk3 *query)
{
    query->walk.visit = visit_leaf;
    tum_bvh_walk(&sim->moving, &query->walk);
    if (query->walk.limit >= 0.0) {
        tum_bvh_walk(&sim->still, &query->walk);
    }
}

void tum_query3_sweep(const Sim *sim, const Sweep3 *sweep, double limit, QueryVisit3 *visit,
                      void *user)
{
    const DVec3 along = sweep->along;
    QueryWalk3 query = {.walk = {.key = sweep_key, .limit = limit},
                        .sweep = sweep,
                        .inverse = {inverse_of(along.x), inverse_of(along.y), inverse_of(along.z)},
                        .visit = visit,
                        .user = user};
    walk_trees(sim, &query);
}

void tum_query3_near(const Sim *sim, Vec3 point, double limit, QueryVisit3 *visit, void *user)
{
    QueryWalk3 query = {.walk = {.key = distance_key, .limit = limit},
                        .point = core3_widen(point),
                        .visit = visit,
                        .user = user};
    walk_trees(sim, &query);
}

Pose3 tum_query3_pose(const Sim *sim, const Space3 *space, int32_t collider)
{
    const BodyPlace3 *place = &space->places.items[sim->colliders.items[collider].body];
    return pose3_multiply((Pose3){place->center, place->rotation},
                          space->center_from_shapes.items[collider]);
}
