// SPDX-License-Identifier: MIT
// query.c: ray casts in a 3D world.
#include "math/widen3.h"
#include "system/task_ranges.h"
#include "world/query_data3.h"

// Rays per task.
enum { RAYS_AT_ONCE = 32 };

typedef struct RaySearch3 {
    const View *view;
    Vec3 from, along;
    double best_fraction; ///< Fraction of `best`, in double precision.
    TumHit3 *best;        ///< Hit of the caller; "no hit" at first.
    bool any;             ///< The first hit found ends the search.
    SortedList *list;     ///< List for all hits, or NULL.
} RaySearch3;

// True when a hit no farther than the best so far replaces it.
static bool is_better(const RaySearch3 *search, const Target *target, const CastHit3 *found,
                      double length)
{
    if (!search->best->is_hit || found->fraction < search->best_fraction) {
        return true;
    }
    TumHit3 hit;
    tum_query_hit3(search->view, target, found, length, &hit);
    return tum_query_precedes3(&hit, search->best);
}

static double visit_target(void *user, const Target *target, double limit)
{
    RaySearch3 *search = user;
    PlacedShape3 placed;
    CastHit3 found;
    tum_query_place3(search->view, target, &placed);
    if (!tum_raycast3(placed.shape, &placed.world_from_shape, search->from, search->along, limit,
                      &found)) {
        return limit;
    }
    const double length = dvec3_length(vec3_widen(search->along));
    if (search->list != NULL) {
        TumHit3 hit;
        tum_query_hit3(search->view, target, &found, length, &hit);
        tum_query_keep(search->list, &hit);
        return limit;
    }
    if (is_better(search, target, &found, length)) {
        tum_query_hit3(search->view, target, &found, length, search->best);
        search->best_fraction = found.fraction;
    }
    return search->any ? -1.0 : found.fraction;
}

static bool is_valid(const TumRay3 *ray)
{
    const Vec3 way = query_vec3(ray->along);
    return vec3_is_finite(query_vec3(ray->from)) && vec3_is_finite(way) &&
           absolute(way.x) + absolute(way.y) + absolute(way.z) > 0.0f;
}

static void run(RaySearch3 *search, const TumRay3 *ray)
{
    search->from = query_vec3(ray->from);
    search->along = query_vec3(ray->along);
    const DVec3 from = vec3_widen(search->from), along = vec3_widen(search->along);
    const QueryPath path = {.from = {from.x, from.y, from.z}, .along = {along.x, along.y, along.z}};
    tum_query_along(search->view, &path, 1.0, visit_target, search);
}

TumStatus tum_world_cast_ray3(const TumWorld *world, const TumRay3 *ray,
                              const TumQueryFilter *filter, TumHit3 *hit)
{
    query_no_hit3(hit);
    View view;
    const TumStatus status = tum_query_view(world, 3, filter, &view);
    if (status != TUM_OK || !is_valid(ray)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    RaySearch3 search = {.view = &view, .best = hit};
    run(&search, ray);
    return TUM_OK;
}

TumStatus tum_world_is_ray_blocked3(const TumWorld *world, const TumRay3 *ray,
                                    const TumQueryFilter *filter, bool *is_blocked)
{
    *is_blocked = false;
    View view;
    const TumStatus status = tum_query_view(world, 3, filter, &view);
    if (status != TUM_OK || !is_valid(ray)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    TumHit3 best;
    query_no_hit3(&best);
    RaySearch3 search = {.view = &view, .best = &best, .any = true};
    run(&search, ray);
    *is_blocked = best.is_hit;
    return TUM_OK;
}

TumStatus tum_world_cast_ray_all3(const TumWorld *world, const TumRay3 *ray,
                                  const TumQueryFilter *filter, TumHit3 *hits, size_t capacity,
                                  size_t *count)
{
    *count = 0;
    View view;
    const TumStatus status = tum_query_view(world, 3, filter, &view);
    if (status != TUM_OK || !is_valid(ray)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    SortedList list = tum_query_list3(hits, capacity);
    TumHit3 none;
    query_no_hit3(&none);
    RaySearch3 search = {.view = &view, .best = &none, .list = &list};
    run(&search, ray);
    *count = list.count;
    return TUM_OK;
}

// Rays are cast in the order given. Rays sorted by origin and direction hit the caches a fourth
// more often, but the sort and the scattered writes of hits cost as much.
typedef struct RayBatch3 {
    View view;
    const TumRay3 *rays;
    TumHit3 *hits;
} RayBatch3;

static void cast_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const RayBatch3 *batch = context;
    for (uint32_t i = begin; i < end; ++i) {
        query_no_hit3(&batch->hits[i]);
        if (is_valid(&batch->rays[i])) {
            RaySearch3 search = {.view = &batch->view, .best = &batch->hits[i]};
            run(&search, &batch->rays[i]);
        }
    }
}

TumStatus tum_world_cast_rays3(const TumWorld *world, const TumRay3 *rays, size_t count,
                               const TumQueryFilter *filter, TumHit3 *hits)
{
    RayBatch3 batch;
    TumStatus status = tum_query_view(world, 3, filter, &batch.view);
    if (status != TUM_OK) {
        for (size_t i = 0; i < count; ++i) {
            query_no_hit3(&hits[i]);
        }
        return status;
    }
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        status = is_valid(&rays[i]) ? TUM_OK : TUM_ERROR_ARGUMENT;
    }
    // A task counts in 32 bits.
    const size_t most = (size_t)1 << 30;
    for (size_t first = 0; first < count; first += most) {
        const size_t part = count - first < most ? count - first : most;
        batch.rays = rays + first;
        batch.hits = hits + first;
        tum_run_ranges(&world->sim.topology.tasks, cast_range, &batch, (uint32_t)part,
                       RAYS_AT_ONCE);
    }
    return status;
}
