// SPDX-License-Identifier: MIT
// query_view.c: candidates for hits, in any dimension: filters, and walks over colliders and
// triggers along a line, near a point or in a box.
#include "base/assert.h"
#include "spatial/spatial_kernels.h"
#include "world/query_data.h"

TumQueryFilter tum_default_query_filter(void)
{
    return (TumQueryFilter){.filter = -1};
}

TumStatus tum_query_view(const TumWorld *world, int dimension, const TumQueryFilter *filter,
                         View *view)
{
    if (!TUM_REQUIRE(world->dimension == dimension)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    view->world = world;
    view->filter = filter != NULL ? *filter : (TumQueryFilter){.filter = -1};
    view->unseen = NONE;
    view->unseen_collider = NONE;
    const int32_t index = view->filter.filter;
    const bool is_known =
        index >= -1 && (index < 0 || (uint32_t)index < world->sim.topology.filter_count);
    return is_known ? TUM_OK : TUM_ERROR_ARGUMENT;
}

static bool sees_body(const View *view, int32_t slot)
{
    if (slot == WORLD_BODY) {
        return true;
    }
    const size_t index = (size_t)slot - 1;
    return slot != view->unseen &&
           !(view->filter.ignored != NULL && index / 32 < view->filter.ignored_words &&
             (view->filter.ignored[index / 32] >> (index % 32) & 1u) != 0);
}

int32_t tum_query_leave_out(View *view, TumColliderId collider)
{
    const int32_t slot = tum_world_collider_slot(view->world, collider);
    if (slot != NONE) {
        view->unseen = view->world->sim.topology.colliders.items[slot].body;
        view->unseen_collider = slot;
    }
    return slot;
}

bool tum_query_sees_collider(const View *view, int32_t slot)
{
    const ColliderRecord *collider = &view->world->sim.topology.colliders.items[slot];
    return !view->filter.no_colliders && slot != view->unseen_collider &&
           tum_query_sees_part(view, collider->body, collider->filter);
}

bool tum_query_sees_part(const View *view, int32_t body, int32_t filter)
{
    return sees_body(view, body) &&
           tum_topology_filters_admit(&view->world->sim.topology, view->filter.filter, filter);
}

typedef struct QueryWalk {
    BvhWalk walk; // First member, since walks only have a pointer to it.
    BvhSweep sweep;
    const double *point; // [axes]
    int axes;
    const View *view;
    TargetVisit *visit;
    void *user;
} QueryWalk;

static double visit_collider(const QueryWalk *query, int32_t slot, double limit)
{
    if (!tum_query_sees_collider(query->view, slot)) {
        return limit;
    }
    const ColliderRecord *collider = &query->view->world->sim.topology.colliders.items[slot];
    const Target target = {.node = collider->node, .collider = slot, .body = collider->body};
    return query->visit(query->user, &target, limit);
}

// Body and filter of a trigger part.
typedef struct PartOwner {
    int32_t body, filter;
} PartOwner;

static PartOwner owner_of(const TumWorld *world, size_t part)
{
    if (world->dimension == 3) {
        const TriggerPart3 *found = &world->trigger_parts.items[part];
        return (PartOwner){found->body, found->filter};
    }
    const TriggerPart4 *found = &world->trigger_parts4.items[part];
    return (PartOwner){found->body, found->filter};
}

// Visits visible trigger parts, in order, until a visit returns a negative limit.
static void visit_triggers(const QueryWalk *query, double limit)
{
    const View *view = query->view;
    const TumWorld *world = view->world;
    const size_t count = view->filter.triggers ? world->triggers.count : 0;
    for (size_t i = 0; i < count; ++i) {
        const Trigger *trigger = &world->triggers.items[i];
        if (!tum_topology_filters_admit(&world->sim.topology, view->filter.filter,
                                        trigger->filter)) {
            continue;
        }
        for (uint32_t k = 0; k < trigger->part_count && limit >= 0.0; ++k) {
            const PartOwner owner = owner_of(world, trigger->part_first + k);
            if (tum_query_sees_part(view, owner.body, owner.filter)) {
                const Target target = {.is_trigger = true,
                                       .node = trigger->node,
                                       .collider = NONE,
                                       .body = owner.body,
                                       .part = trigger->part_first + k};
                limit = query->visit(query->user, &target, limit);
            }
        }
    }
}

static void visit_leaf(BvhWalk *walk, uint32_t item)
{
    walk->limit = visit_collider((const QueryWalk *)walk, (int32_t)item, walk->limit);
}

static void walk_trees(QueryWalk *query)
{
    const Topology *topology = &query->view->world->sim.topology;
    query->walk.visit = visit_leaf;
    tum_bvh_walk(&topology->moving, &query->walk);
    if (query->walk.limit >= 0.0) {
        tum_bvh_walk(&topology->still, &query->walk);
    }
}

static uint32_t sweep_keys(const BvhWalk *walk, const BvhNode *node, float keys[BVH_CHILDREN])
{
    const QueryWalk *query = (const QueryWalk *)walk;
    return query->view->world->sim.topology.moving.kernels->sweep(&query->sweep, node, keys);
}

static bool is_ray(const QueryPath *path)
{
    return path->extent[0] == 0.0 && path->extent[1] == 0.0 && path->extent[2] == 0.0 &&
           path->extent[3] == 0.0;
}

// The world's only collider, or NONE. A ray tests it at the cost of its box.
static int32_t only_collider(const Topology *topology)
{
    const Bvh *still = &topology->still;
    return topology->moving.leaf_count > 0 || still->leaf_count != 1
               ? NONE
               : ~still->nodes[still->root].child[0];
}

void tum_query_along(const View *view, const QueryPath *path, double limit, TargetVisit *visit,
                     void *user)
{
    QueryWalk query;
    query.walk = (BvhWalk){.keys = sweep_keys, .limit = limit};
    query.view = view;
    query.visit = visit;
    query.user = user;
    if (!view->filter.no_colliders) {
        const int32_t only = is_ray(path) ? only_collider(&view->world->sim.topology) : NONE;
        if (only != NONE) {
            query.walk.limit = visit_collider(&query, only, limit);
        } else {
            tum_bvh_sweep_init(&query.sweep, view->world->dimension, path->from, path->along,
                               path->extent);
            walk_trees(&query);
        }
    }
    visit_triggers(&query, query.walk.limit);
}

static double distance_to(const QueryWalk *query, const Box *box)
{
    double squared = 0.0;
    for (int i = 0; i < query->axes; ++i) {
        const double x = query->point[i];
        const double low = (double)box->low[i], high = (double)box->high[i];
        const double slack = QUERY_SLACK * (absolute64(low) + absolute64(high));
        const double outside = maximum64(maximum64(low - slack - x, x - high - slack), 0.0);
        squared += outside * outside;
    }
    return square_root64(squared);
}

// Keys are slightly less than the distances, since boxes are rounded.
static uint32_t distance_keys(const BvhWalk *walk, const BvhNode *node, float keys[BVH_CHILDREN])
{
    for (int i = 0; i < node->count; ++i) {
        const Box box = bvh_child_box(node, i);
        keys[i] = (float)(distance_to((const QueryWalk *)walk, &box) * (1.0 - QUERY_SLACK));
    }
    return (1u << node->count) - 1;
}

void tum_query_near(const View *view, const double point[4], double limit, TargetVisit *visit,
                    void *user)
{
    QueryWalk query;
    query.walk = (BvhWalk){.keys = distance_keys, .limit = limit};
    query.point = point;
    query.axes = view->world->dimension;
    query.view = view;
    query.visit = visit;
    query.user = user;
    if (!view->filter.no_colliders) {
        walk_trees(&query);
    }
    visit_triggers(&query, query.walk.limit);
}

static bool visit_item(void *user, uint32_t item)
{
    visit_collider(user, (int32_t)item, 1.0);
    return true;
}

void tum_query_within(const View *view, const Box *box, TargetVisit *visit, void *user)
{
    QueryWalk query;
    query.view = view;
    query.visit = visit;
    query.user = user;
    tum_bvh_query(&view->world->sim.topology.moving, box, visit_item, &query);
    tum_bvh_query(&view->world->sim.topology.still, box, visit_item, &query);
    visit_triggers(&query, 1.0);
}
