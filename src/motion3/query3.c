// SPDX-License-Identifier: MIT
// query3.c: walks through the trees for queries along a line or near a point.
#include "motion3/query3.h"

#include "shape3/core3.h"
#include "spatial/spatial_kernels.h"

typedef struct QueryWalk3 {
    BvhWalk walk;
    BvhSweep way;
    BvhSweepKernel *sweep;
    DVec3 point;
    QueryVisit3 *visit;
    void *user;
} QueryWalk3;

static uint32_t sweep_keys(const BvhWalk *walk, const BvhNode *node, float keys[BVH_CHILDREN])
{
    const QueryWalk3 *query = (const QueryWalk3 *)walk;
    return query->sweep(&query->way, node, keys);
}

static double outside(double x, double low, double high)
{
    const double slack = SWEEP3_SLACK * (absolute64(low) + absolute64(high));
    return maximum64(maximum64(low - slack - x, x - high - slack), 0.0);
}

// Distances to the boxes, reduced by the rounding error.
static uint32_t distance_keys(const BvhWalk *walk, const BvhNode *node, float keys[BVH_CHILDREN])
{
    const DVec3 p = ((const QueryWalk3 *)walk)->point;
    for (int i = 0; i < node->count; ++i) {
        const Box box = bvh_child_box(node, i);
        const DVec3 apart = {outside(p.x, (double)box.low[0], (double)box.high[0]),
                             outside(p.y, (double)box.low[1], (double)box.high[1]),
                             outside(p.z, (double)box.low[2], (double)box.high[2])};
        keys[i] = (float)(dvec3_length(apart) * (1.0 - SWEEP3_SLACK));
    }
    return (1u << node->count) - 1;
}

static void visit_leaf(BvhWalk *walk, uint32_t item)
{
    const QueryWalk3 *query = (const QueryWalk3 *)walk;
    walk->limit = query->visit(query->user, (int32_t)item, walk->limit);
}

static void walk_trees(const Topology *topology, QueryWalk3 *query)
{
    query->walk.visit = visit_leaf;
    tum_bvh_walk(&topology->moving, &query->walk);
    if (query->walk.limit >= 0.0) {
        tum_bvh_walk(&topology->still, &query->walk);
    }
}

// Visits the world's only collider directly: a ray tests it at the cost of its box.
static bool visit_only(const Topology *topology, double limit, QueryVisit3 *visit, void *user)
{
    const Bvh *still = &topology->still;
    if (topology->moving.leaf_count > 0 || still->leaf_count != 1) {
        return false;
    }
    visit(user, ~still->nodes[still->root].child[0], limit);
    return true;
}

void tum_query3_sweep(const Topology *topology, const Sweep3 *sweep, double limit,
                      QueryVisit3 *visit, void *user)
{
    const DVec3 f = sweep->from, d = sweep->along, e = sweep->extent;
    const bool is_ray = e.x == 0.0 && e.y == 0.0 && e.z == 0.0;
    if (is_ray && visit_only(topology, limit, visit, user)) {
        return;
    }
    QueryWalk3 query;
    query.walk = (BvhWalk){.keys = sweep_keys, .limit = limit};
    query.visit = visit;
    query.user = user;
    const double from[3] = {f.x, f.y, f.z}, along[3] = {d.x, d.y, d.z};
    const double extent[3] = {e.x, e.y, e.z};
    query.sweep = topology->moving.kernels->sweep;
    tum_bvh_sweep_init(&query.way, 3, from, along, extent);
    walk_trees(topology, &query);
}

void tum_query3_near(const Topology *topology, Vec3 point, double limit, QueryVisit3 *visit,
                     void *user)
{
    QueryWalk3 query;
    query.walk = (BvhWalk){.keys = distance_keys, .limit = limit};
    query.point = vec3_widen(point);
    query.visit = visit;
    query.user = user;
    walk_trees(topology, &query);
}
