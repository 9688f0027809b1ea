// SPDX-License-Identifier: MIT
// query4.c: walks over the trees of colliders in 4D.
#include "space4/query4.h"

#include "spatial/spatial_kernels.h"

typedef struct QueryWalk4 {
    BvhWalk walk; ///< First member, since walks only have a pointer to it.
    BvhSweep way;
    BvhSweepKernel *sweep;
    DVec4 point;
    QueryVisit4 *visit;
    void *user;
} QueryWalk4;

static uint32_t sweep_keys(const BvhWalk *walk, const BvhNode *node, float keys[BVH_CHILDREN])
{
    const QueryWalk4 *query = (const QueryWalk4 *)walk;
    return query->sweep(&query->way, node, keys);
}

static double distance_to(DVec4 point, const Box *box)
{
    double squared = 0.0;
    for (int i = 0; i < 4; ++i) {
        const double x = dvec4_part(point, i);
        const double low = (double)box->low[i], high = (double)box->high[i];
        const double slack = SWEEP4_SLACK * (absolute64(low) + absolute64(high));
        const double outside = maximum64(maximum64(low - slack - x, x - high - slack), 0.0);
        squared += outside * outside;
    }
    return square_root64(squared);
}

// Keys are slightly less than the distances, since boxes are rounded.
static uint32_t distance_keys(const BvhWalk *walk, const BvhNode *node, float keys[BVH_CHILDREN])
{
    const DVec4 point = ((const QueryWalk4 *)walk)->point;
    for (int i = 0; i < node->count; ++i) {
        const Box box = bvh_child_box(node, i);
        keys[i] = (float)(distance_to(point, &box) * (1.0 - SWEEP4_SLACK));
    }
    return (1u << node->count) - 1;
}

static void visit_leaf(BvhWalk *walk, uint32_t item)
{
    const QueryWalk4 *query = (const QueryWalk4 *)walk;
    walk->limit = query->visit(query->user, (int32_t)item, walk->limit);
}

static void walk_trees(const Topology *topology, QueryWalk4 *query)
{
    query->walk.visit = visit_leaf;
    tum_bvh_walk(&topology->moving, &query->walk);
    if (query->walk.limit >= 0.0) {
        tum_bvh_walk(&topology->still, &query->walk);
    }
}

void tum_query4_sweep(const Topology *topology, const Sweep4 *sweep, double limit,
                      QueryVisit4 *visit, void *user)
{
    QueryWalk4 query;
    query.walk = (BvhWalk){.keys = sweep_keys, .limit = limit};
    query.visit = visit;
    query.user = user;
    const DVec4 f = sweep->from, d = sweep->along, e = sweep->extent;
    const double from[4] = {f.x, f.y, f.z, f.w}, along[4] = {d.x, d.y, d.z, d.w};
    const double extent[4] = {e.x, e.y, e.z, e.w};
    query.sweep = topology->moving.kernels->sweep;
    tum_bvh_sweep_init(&query.way, 4, from, along, extent);
    walk_trees(topology, &query);
}

void tum_query4_near(const Topology *topology, DVec4 point, double limit, QueryVisit4 *visit,
                     void *user)
{
    QueryWalk4 query;
    query.walk = (BvhWalk){.keys = distance_keys, .limit = limit};
    query.point = point;
    query.visit = visit;
    query.user = user;
    walk_trees(topology, &query);
}
