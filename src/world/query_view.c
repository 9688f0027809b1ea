// SPDX-License-Identifier: MIT
// query_view.c: candidates of a 3D query, and conversion and order of its hits.
#include "base/assert.h"
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

bool tum_query_sees_body(const View *view, int32_t slot)
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
    return tum_query_sees_body(view, body) &&
           tum_topology_filters_admit(&view->world->sim.topology, view->filter.filter, filter);
}

bool tum_query_collider3(const View *view, int32_t slot, Target3 *target)
{
    const Topology *topology = &view->world->sim.topology;
    const Space3 *space = view->world->space3;
    const ColliderRecord *collider = &topology->colliders.items[slot];
    if (!tum_query_sees_collider(view, slot)) {
        return false;
    }
    target->is_trigger = false;
    target->node = collider->node;
    target->collider = slot;
    target->body = collider->body;
    target->shape = &space->colliders.shapes.items[slot];
    target->world_from_shape = query3_pose(topology, space, slot);
    return true;
}

double tum_query_triggers3(const View *view, double limit,
                           double (*visit)(void *user, const Target3 *target, double limit),
                           void *user)
{
    const TumWorld *world = view->world;
    const size_t count = view->filter.triggers ? world->triggers.count : 0;
    for (size_t i = 0; i < count; ++i) {
        const Trigger *trigger = &world->triggers.items[i];
        if (!tum_topology_filters_admit(&world->sim.topology, view->filter.filter,
                                        trigger->filter)) {
            continue;
        }
        for (uint32_t k = 0; k < trigger->part_count && limit >= 0.0; ++k) {
            const TriggerPart3 *part = &world->trigger_parts.items[trigger->part_first + k];
            if (!tum_query_sees_part(view, part->body, part->filter)) {
                continue;
            }
            const BodyPlace3 *place = &world->space3->bodies.places.items[part->body];
            const Target3 target = {.is_trigger = true,
                                    .node = trigger->node,
                                    .collider = NONE,
                                    .body = part->body,
                                    .shape = &part->shape,
                                    .world_from_shape =
                                        pose3_multiply((Pose3){place->center, place->rotation},
                                                       part->center_from_shape)};
            limit = visit(user, &target, limit);
        }
    }
    return limit;
}

void tum_query_hit3(const View *view, const Target3 *target, const CastHit3 *found, double length,
                    TumHit3 *hit)
{
    const BodyRecord *body = &view->world->sim.topology.bodies.items[target->body];
    hit->is_hit = true;
    hit->is_trigger = target->is_trigger;
    hit->fraction = (float)found->fraction;
    hit->distance = (float)(found->fraction * length);
    hit->point = query_public3(found->point);
    hit->normal = query_public3(found->normal);
    hit->collider = query_collider_id(view, target->collider);
    hit->body = tum_world_id(view->world, target->body);
    hit->user = query_user(view, target->collider);
    hit->body_user = query_body_user(view, target->body);
    hit->node = target->node;
    hit->motion = body->kind == TUM_BODY_STATIC ? -1 : body->node;
    hit->triangle = found->triangle;
}

static int order(float a, float b)
{
    return a < b ? -1 : a > b;
}

static int order3(TumVec3 a, TumVec3 b)
{
    const int x = order(a.x, b.x), y = order(a.y, b.y);
    return x != 0 ? x : y != 0 ? y : order(a.z, b.z);
}

bool tum_query_precedes3(const TumHit3 *a, const TumHit3 *b)
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
    if (a->collider.index1 != b->collider.index1) {
        return a->collider.index1 < b->collider.index1;
    }
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    if (a->triangle != b->triangle) {
        return a->triangle < b->triangle;
    }
    const int place = order3(a->point, b->point);
    return place != 0 ? place < 0 : order3(a->normal, b->normal) < 0;
}

void tum_query_keep3(HitList3 *list, const TumHit3 *hit)
{
    const size_t kept = list->count < list->capacity ? list->count : list->capacity;
    ++list->count;
    if (kept == list->capacity && (kept == 0 || !tum_query_precedes3(hit, &list->hits[kept - 1]))) {
        return;
    }
    size_t at = kept < list->capacity ? kept : kept - 1;
    for (; at > 0 && tum_query_precedes3(hit, &list->hits[at - 1]); --at) {
        list->hits[at] = list->hits[at - 1];
    }
    list->hits[at] = *hit;
}
