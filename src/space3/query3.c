// SPDX-License-Identifier: MIT
#include "space3/query3.h"

#include "space3/core3.h"

typedef struct QueryWalk3 {
    BvhWalk walk;
    const Sweep3 *sweep;
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

static double sweep_key(const BvhWalk *walk, const Box *box)
{
    const QueryWalk3 *query = (const QueryWalk3 *)walk;
    return sweep3_enter(query->sweep, low_of(box), high_of(box), walk->limit);
}

// Boxes were rounded when they were made, so each counts as larger by a share of where it lies.
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
    QueryWalk3 query = {
        .walk = {.key = sweep_key, .limit = limit}, .sweep = sweep, .visit = visit, .user = user};
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
