// SPDX-License-Identifier: MIT
// query4.c: rays through a four-dimensional world.
#include "tumble/query4.h"

#include "base/assert.h"
#include "space4/raycast4.h"
#include "world/world_data.h"

// One ray on its way through the trees.
typedef struct RaySearch4 {
    BvhWalk walk; ///< First: walks know no more.
    const TumWorld *world;
    const TumQueryFilter4 *filter;
    Vec4 from, along;
    double length;
    double best_fraction; ///< Of `best`, in double.
    TumHit4 best;
    bool any;      ///< The first hit that is found ends the search.
    TumHit4 *hits; ///< Takes all hits, the nearest first; of these `capacity` are kept.
    bool keeps_all;
    size_t capacity, count;
} RaySearch4;

static TumHit4 no_hit(void)
{
    return (TumHit4){.node = -1, .motion = -1, .tetrahedron = -1};
}

static Vec4 inner4(TumVec4 v)
{
    return vec4(v.x, v.y, v.z, v.w);
}

static TumVec4 public_vec4(Vec4 v)
{
    return (TumVec4){v.x, v.y, v.z, v.w};
}

static int order(float a, float b)
{
    return a < b ? -1 : a > b;
}

static int order4(TumVec4 a, TumVec4 b)
{
    const int parts[4] = {order(a.x, b.x), order(a.y, b.y), order(a.z, b.z), order(a.w, b.w)};
    for (int i = 0; i < 4; ++i) {
        if (parts[i] != 0) {
            return parts[i];
        }
    }
    return 0;
}

// As in query_view.c: never an order that depends on who was looked at first.
static bool precedes(const TumHit4 *a, const TumHit4 *b)
{
    if (a->fraction != b->fraction) {
        return a->fraction < b->fraction;
    }
    if (a->is_trigger != b->is_trigger) {
        return b->is_trigger;
    }
    if (a->node != b->node) {
        return a->node < b->node;
    }
    if (a->tetrahedron != b->tetrahedron) {
        return a->tetrahedron < b->tetrahedron;
    }
    const int place = order4(a->point, b->point);
    return place != 0 ? place < 0 : order4(a->normal, b->normal) < 0;
}

static void keep(RaySearch4 *search, const TumHit4 *hit)
{
    const size_t kept = search->count < search->capacity ? search->count : search->capacity;
    ++search->count;
    if (kept == search->capacity && (kept == 0 || !precedes(hit, &search->hits[kept - 1]))) {
        return;
    }
    size_t at = kept < search->capacity ? kept : kept - 1;
    for (; at > 0 && precedes(hit, &search->hits[at - 1]); --at) {
        search->hits[at] = search->hits[at - 1];
    }
    search->hits[at] = *hit;
}

// @return the fraction beyond which nothing counts any more.
static double try_shape(RaySearch4 *search, const Shape4 *shape, Pose4 pose, int32_t body_slot,
                        int32_t node, bool is_trigger, double limit)
{
    CastHit4 found;
    if (!tum_raycast4(shape, pose, search->from, search->along, limit, &found)) {
        return limit;
    }
    const BodyRecord *body = &search->world->sim.bodies.items[body_slot];
    const TumHit4 hit = {.is_hit = true,
                         .is_trigger = is_trigger,
                         .fraction = (float)found.fraction,
                         .distance = (float)(found.fraction * search->length),
                         .point = public_vec4(found.point),
                         .normal = public_vec4(found.normal),
                         .body = tum_world_id(search->world, body_slot),
                         .node = node,
                         .motion = body->kind == TUM_BODY_STATIC ? -1 : body->node,
                         .tetrahedron = found.tetrahedron};
    if (search->keeps_all) {
        keep(search, &hit);
        return limit;
    }
    if (!search->best.is_hit || found.fraction < search->best_fraction ||
        precedes(&hit, &search->best)) {
        search->best = hit;
        search->best_fraction = found.fraction;
    }
    return search->any ? -1.0 : found.fraction;
}

static bool sees_body(const RaySearch4 *search, int32_t slot)
{
    const TumQueryFilter4 *filter = search->filter;
    const size_t index = (size_t)slot - 1;
    return slot == WORLD_BODY || filter->ignored == NULL || index / 32 >= filter->ignored_words ||
           (filter->ignored[index / 32] >> (index % 32) & 1u) == 0;
}

static void visit_collider(BvhWalk *walk, uint32_t item)
{
    RaySearch4 *search = (RaySearch4 *)walk;
    const Sim *sim = &search->world->sim;
    const ColliderRecord *collider = &sim->colliders.items[item];
    const Space4 *space = search->world->space4;
    if (sees_body(search, collider->body) &&
        tum_sim_filters_admit(sim, search->filter->filter, collider->filter)) {
        walk->limit = try_shape(search, &space->shapes.items[item],
                                space4_shape_pose(space, collider->body, (int32_t)item),
                                collider->body, collider->node, false, walk->limit);
    }
}

// Where the ray enters a box, of its way; beyond its end where it passes.
static double enters(const BvhWalk *walk, const Box *box)
{
    const RaySearch4 *search = (const RaySearch4 *)walk;
    const double beyond = 2.0;
    double enter = 0.0, leave = 1.0;
    for (int i = 0; i < 4; ++i) {
        const double from = (double)vec4_part(search->from, i);
        const double along = (double)vec4_part(search->along, i);
        const double low = (double)box->low[i] - from, high = (double)box->high[i] - from;
        if (along == 0.0) {
            if (low > 0.0 || high < 0.0) {
                return beyond;
            }
            continue;
        }
        const double to_low = low / along, to_high = high / along;
        enter = maximum64(enter, to_low < to_high ? to_low : to_high);
        leave = minimum64(leave, to_low < to_high ? to_high : to_low);
    }
    // Boxes are rounded to single precision.
    return enter <= leave + 1e-6 ? maximum64(enter - 1e-6, 0.0) : beyond;
}

static void search_triggers(RaySearch4 *search, double limit)
{
    const TumWorld *world = search->world;
    const TumQueryFilter4 *filter = search->filter;
    for (size_t i = 0; filter->triggers && i < world->triggers.count; ++i) {
        const Trigger3 *trigger = &world->triggers.items[i];
        if (!tum_sim_filters_admit(&world->sim, filter->filter, trigger->filter)) {
            continue;
        }
        for (uint32_t k = 0; k < trigger->part_count && limit >= 0.0; ++k) {
            const TriggerPart4 *part = &world->trigger_parts4.items[trigger->part_first + k];
            if (sees_body(search, part->body) &&
                tum_sim_filters_admit(&world->sim, filter->filter, part->filter)) {
                limit = try_shape(search, &part->shape,
                                  pose4_multiply(space4_pose(world->space4, part->body),
                                                 part->principal_from_shape),
                                  part->body, trigger->node, true, limit);
            }
        }
    }
}

static TumStatus run(RaySearch4 *search, const TumWorld *world, const TumRay4 *ray,
                     const TumQueryFilter4 *filter)
{
    const TumQueryFilter4 everything = tum_default_query_filter3();
    if (!TUM_REQUIRE(world->dimension == 4)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    search->world = world;
    search->filter = filter != NULL ? filter : &everything;
    search->from = inner4(ray->from);
    search->along = inner4(ray->along);
    const int32_t index = search->filter->filter;
    const Vec4 way = search->along;
    if (index < -1 || (index >= 0 && (uint32_t)index >= world->sim.filter_count) ||
        !vec4_is_finite(search->from) || !vec4_is_finite(way) ||
        (way.x == 0.0f && way.y == 0.0f && way.z == 0.0f && way.w == 0.0f)) {
        return TUM_ERROR_ARGUMENT;
    }
    search->length =
        dvec4_length((DVec4){(double)way.x, (double)way.y, (double)way.z, (double)way.w});
    search->walk = (BvhWalk){.key = enters, .visit = visit_collider, .limit = 1.0};
    if (!search->filter->no_colliders) {
        tum_bvh_walk(&world->sim.moving, &search->walk);
        tum_bvh_walk(&world->sim.still, &search->walk);
    }
    search_triggers(search, search->walk.limit);
    return TUM_OK;
}

TumStatus tum_world_cast_ray4(const TumWorld *world, const TumRay4 *ray,
                              const TumQueryFilter4 *filter, TumHit4 *hit)
{
    RaySearch4 search = {.best = no_hit()};
    const TumStatus status = run(&search, world, ray, filter);
    *hit = search.best;
    return status;
}

TumStatus tum_world_is_ray_blocked4(const TumWorld *world, const TumRay4 *ray,
                                    const TumQueryFilter4 *filter, bool *is_blocked)
{
    RaySearch4 search = {.best = no_hit(), .any = true};
    const TumStatus status = run(&search, world, ray, filter);
    *is_blocked = search.best.is_hit;
    return status;
}

TumStatus tum_world_cast_ray_all4(const TumWorld *world, const TumRay4 *ray,
                                  const TumQueryFilter4 *filter, TumHit4 *hits, size_t capacity,
                                  size_t *count)
{
    RaySearch4 search = {.best = no_hit(), .keeps_all = true, .hits = hits, .capacity = capacity};
    const TumStatus status = run(&search, world, ray, filter);
    *count = search.count;
    return status;
}
