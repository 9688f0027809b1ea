// SPDX-License-Identifier: MIT
// query4.c: ray casts in a 4D world.
#include "system/task_ranges.h"
#include "world/query_data4.h"

// Rays per task.
enum { RAYS_AT_ONCE = 4 };

typedef struct RaySearch4 {
    const View *view;
    Vec4 from, along;
    double length;
    double best_fraction; ///< Fraction of `best`, in double precision.
    TumHit4 best;
    bool any;         ///< The first hit found ends the search.
    SortedList *list; ///< List for all hits, or NULL.
} RaySearch4;

static double visit_target(void *user, const Target *target, double limit)
{
    RaySearch4 *search = user;
    const PlacedShape4 placed = tum_query_place4(search->view, target);
    CastHit4 found;
    if (!tum_raycast4(placed.shape, placed.world_from_shape, search->from, search->along, limit,
                      &found)) {
        return limit;
    }
    const TumHit4 hit = tum_query_hit4(search->view, target, &found, search->length);
    if (search->list != NULL) {
        tum_query_keep(search->list, &hit);
        return limit;
    }
    if (!search->best.is_hit || found.fraction < search->best_fraction ||
        tum_query_precedes4(&hit, &search->best)) {
        search->best = hit;
        search->best_fraction = found.fraction;
    }
    return search->any ? -1.0 : found.fraction;
}

static bool is_valid(const TumRay4 *ray)
{
    return vec4_is_finite(inner_vec4(ray->from)) && tum_query_is_translation4(ray->along);
}

static void run(RaySearch4 *search, const TumRay4 *ray)
{
    search->from = inner_vec4(ray->from);
    search->along = inner_vec4(ray->along);
    const DVec4 f = vec4_widen(search->from), d = vec4_widen(search->along);
    const QueryPath path = {.from = {f.x, f.y, f.z, f.w}, .along = {d.x, d.y, d.z, d.w}};
    search->length = dvec4_length(d);
    tum_query_along(search->view, &path, 1.0, visit_target, search);
}

static TumHit4 first_hit(const View *view, const TumRay4 *ray)
{
    RaySearch4 search = {.view = view, .best = tum_query_no_hit4()};
    run(&search, ray);
    return search.best;
}

TumStatus tum_world_cast_ray4(const TumWorld *world, const TumRay4 *ray,
                              const TumQueryFilter *filter, TumHit4 *hit)
{
    *hit = tum_query_no_hit4();
    View view;
    const TumStatus status = tum_query_view(world, 4, filter, &view);
    if (status != TUM_OK || !is_valid(ray)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    *hit = first_hit(&view, ray);
    return TUM_OK;
}

TumStatus tum_world_is_ray_blocked4(const TumWorld *world, const TumRay4 *ray,
                                    const TumQueryFilter *filter, bool *is_blocked)
{
    *is_blocked = false;
    View view;
    const TumStatus status = tum_query_view(world, 4, filter, &view);
    if (status != TUM_OK || !is_valid(ray)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    RaySearch4 search = {.view = &view, .best = tum_query_no_hit4(), .any = true};
    run(&search, ray);
    *is_blocked = search.best.is_hit;
    return TUM_OK;
}

TumStatus tum_world_cast_ray_all4(const TumWorld *world, const TumRay4 *ray,
                                  const TumQueryFilter *filter, TumHit4 *hits, size_t capacity,
                                  size_t *count)
{
    *count = 0;
    View view;
    const TumStatus status = tum_query_view(world, 4, filter, &view);
    if (status != TUM_OK || !is_valid(ray)) {
        return status != TUM_OK ? status : TUM_ERROR_ARGUMENT;
    }
    SortedList list = tum_query_list4(hits, capacity);
    RaySearch4 search = {.view = &view, .best = tum_query_no_hit4(), .list = &list};
    run(&search, ray);
    *count = list.count;
    return TUM_OK;
}

typedef struct RayBatch4 {
    View view;
    const TumRay4 *rays;
    TumHit4 *hits;
} RayBatch4;

static void cast_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const RayBatch4 *batch = context;
    for (uint32_t i = begin; i < end; ++i) {
        batch->hits[i] = is_valid(&batch->rays[i]) ? first_hit(&batch->view, &batch->rays[i])
                                                   : tum_query_no_hit4();
    }
}

TumStatus tum_world_cast_rays4(const TumWorld *world, const TumRay4 *rays, size_t count,
                               const TumQueryFilter *filter, TumHit4 *hits)
{
    RayBatch4 batch;
    const TumStatus seen = tum_query_view(world, 4, filter, &batch.view);
    TumStatus status = seen;
    for (size_t i = 0; i < count; ++i) {
        hits[i] = tum_query_no_hit4();
        if (status == TUM_OK && !is_valid(&rays[i])) {
            status = TUM_ERROR_ARGUMENT;
        }
    }
    // A task counts in 32 bits.
    const size_t most = (size_t)1 << 30;
    for (size_t first = 0; seen == TUM_OK && first < count; first += most) {
        const size_t part = count - first < most ? count - first : most;
        batch.rays = rays + first;
        batch.hits = hits + first;
        tum_run_ranges(&world->sim.topology.tasks, cast_range, &batch, (uint32_t)part,
                       RAYS_AT_ONCE);
    }
    return status;
}
