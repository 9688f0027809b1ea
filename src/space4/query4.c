// SPDX-License-Identifier: MIT
#include "space4/query4.h"

#include <math.h> // INFINITY

typedef struct QueryWalk4 {
    BvhWalk walk; ///< First: walks know no more.
    const Sweep4 *sweep;
    DVec4 point;
    QueryVisit4 *visit;
    void *user;
} QueryWalk4;

static double slack_of(const Box *box, int axis)
{
    return SWEEP4_SLACK *
           (absolute64((double)box->low[axis]) + absolute64((double)box->high[axis]));
}

// The fraction, 0 to the limit, at which the moving box first meets a box, never later than exact
// arithmetic would say; endless where it does not.
static double sweep_key(const BvhWalk *walk, const Box *box)
{
    const Sweep4 *sweep = ((const QueryWalk4 *)walk)->sweep;
    double enter = 0.0, leave = walk->limit;
    for (int i = 0; i < 4; ++i) {
        const double from = dvec4_part(sweep->from, i), along = dvec4_part(sweep->along, i);
        const double slack = slack_of(box, i) + dvec4_part(sweep->extent, i);
        const double below = (double)box->low[i] - slack - from;
        const double above = (double)box->high[i] + slack - from;
        if (absolute64(along) < 1e-100) {
            if (below > 0.0 || above < 0.0) {
                return (double)INFINITY;
            }
            continue;
        }
        const double a = below / along, b = above / along;
        enter = maximum64(minimum64(a, b), enter);
        leave = minimum64(maximum64(a, b), leave);
    }
    return enter <= leave ? enter : (double)INFINITY;
}

static double distance_key(const BvhWalk *walk, const Box *box)
{
    const DVec4 point = ((const QueryWalk4 *)walk)->point;
    double squared = 0.0;
    for (int i = 0; i < 4; ++i) {
        const double x = dvec4_part(point, i), slack = slack_of(box, i);
        const double below = (double)box->low[i] - slack - x;
        const double above = x - (double)box->high[i] - slack;
        const double outside = maximum64(maximum64(below, above), 0.0);
        squared += outside * outside;
    }
    return square_root64(squared);
}

static void visit_leaf(BvhWalk *walk, uint32_t item)
{
    const QueryWalk4 *query = (const QueryWalk4 *)walk;
    walk->limit = query->visit(query->user, (int32_t)item, walk->limit);
}

static void walk_trees(const Sim *sim, QueryWalk4 *query)
{
    query->walk.visit = visit_leaf;
    tum_bvh_walk(&sim->moving, &query->walk);
    if (query->walk.limit >= 0.0) {
        tum_bvh_walk(&sim->still, &query->walk);
    }
}

void tum_query4_sweep(const Sim *sim, const Sweep4 *sweep, double limit, QueryVisit4 *visit,
                      void *user)
{
    QueryWalk4 query = {
        .walk = {.key = sweep_key, .limit = limit}, .sweep = sweep, .visit = visit, .user = user};
    walk_trees(sim, &query);
}

void tum_query4_near(const Sim *sim, DVec4 point, double limit, QueryVisit4 *visit, void *user)
{
    QueryWalk4 query = {.walk = {.key = distance_key, .limit = limit},
                        .point = point,
                        .visit = visit,
                        .user = user};
    walk_trees(sim, &query);
}
