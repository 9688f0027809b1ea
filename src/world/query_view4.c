// SPDX-License-Identifier: MIT
// query_view4.c: candidates of a 4D query, and conversion and order of its hits.
#include "world/query_data4.h"

bool tum_query_collider4(const View *view, int32_t slot, Target4 *target)
{
    const Space4 *space = view->world->space4;
    const ColliderRecord *collider = &view->world->sim.topology.colliders.items[slot];
    if (!tum_query_sees_collider(view, slot)) {
        return false;
    }
    *target = (Target4){.node = collider->node,
                        .collider = slot,
                        .body = collider->body,
                        .shape = &space->shapes.items[slot],
                        .world_from_shape = space4_shape_pose(space, collider->body, slot)};
    return true;
}

double tum_query_triggers4(const View *view, double limit,
                           double (*visit)(void *user, const Target4 *target, double limit),
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
            const TriggerPart4 *part = &world->trigger_parts4.items[trigger->part_first + k];
            if (!tum_query_sees_part(view, part->body, part->filter)) {
                continue;
            }
            const Target4 target = {.is_trigger = true,
                                    .node = trigger->node,
                                    .collider = NONE,
                                    .body = part->body,
                                    .shape = &part->shape,
                                    .world_from_shape =
                                        pose4_multiply(space4_pose(world->space4, part->body),
                                                       part->principal_from_shape)};
            limit = visit(user, &target, limit);
        }
    }
    return limit;
}

TumHit4 tum_query_no_hit4(void)
{
    return (TumHit4){.node = -1, .motion = -1, .tetrahedron = -1};
}

TumHit4 tum_query_hit4(const View *view, const Target4 *target, const CastHit4 *found,
                       double length)
{
    const BodyRecord *body = &view->world->sim.topology.bodies.items[target->body];
    return (TumHit4){.is_hit = true,
                     .is_trigger = target->is_trigger,
                     .fraction = (float)found->fraction,
                     .distance = (float)(found->fraction * length),
                     .point = public_vec4(found->point),
                     .normal = public_vec4(found->normal),
                     .collider = query_collider_id(view, target->collider),
                     .body = tum_world_id(view->world, target->body),
                     .user = query_user(view, target->collider),
                     .body_user = query_body_user(view, target->body),
                     .node = target->node,
                     .motion = body->kind == TUM_BODY_STATIC ? -1 : body->node,
                     .tetrahedron = found->tetrahedron};
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

bool tum_query_precedes4(const TumHit4 *a, const TumHit4 *b)
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
    if (a->tetrahedron != b->tetrahedron) {
        return a->tetrahedron < b->tetrahedron;
    }
    const int place = order4(a->point, b->point);
    return place != 0 ? place < 0 : order4(a->normal, b->normal) < 0;
}

void tum_query_keep4(HitList4 *list, const TumHit4 *hit)
{
    const size_t kept = list->count < list->capacity ? list->count : list->capacity;
    ++list->count;
    if (kept == list->capacity && (kept == 0 || !tum_query_precedes4(hit, &list->hits[kept - 1]))) {
        return;
    }
    size_t at = kept < list->capacity ? kept : kept - 1;
    for (; at > 0 && tum_query_precedes4(hit, &list->hits[at - 1]); --at) {
        list->hits[at] = list->hits[at - 1];
    }
    list->hits[at] = *hit;
}

bool tum_query_is_way4(TumVec4 along)
{
    return vec4_is_finite(inner_vec4(along)) &&
           (along.x != 0.0f || along.y != 0.0f || along.z != 0.0f || along.w != 0.0f);
}
