// SPDX-License-Identifier: MIT
// query_hit.c: hits of queries: shapes of targets, public hits, their order and sorted lists.
#include <string.h>

#include "space3/bodies3.h"
#include "world/query_data3.h"
#include "world/query_data4.h"

bool tum_query_precedes(const HitRank *a, const HitRank *b)
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
    if (a->collider != b->collider) {
        return a->collider < b->collider;
    }
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    if (a->piece != b->piece) {
        return a->piece < b->piece;
    }
    for (int i = 0; i < 8; ++i) {
        if (a->place[i] < b->place[i] || a->place[i] > b->place[i]) {
            return a->place[i] < b->place[i];
        }
    }
    return false;
}

void tum_query_keep(SortedList *list, const void *item)
{
    const size_t kept = list->count < list->capacity ? list->count : list->capacity;
    const size_t bytes = list->item_bytes;
    unsigned char *items = list->items;
    ++list->count;
    size_t at = kept;
    for (; at > 0 && list->precedes(item, items + (at - 1) * bytes); --at) {
    }
    if (at == list->capacity) {
        return;
    }
    const size_t after = (kept < list->capacity ? kept : kept - 1) - at;
    memmove(items + (at + 1) * bytes, items + at * bytes, after * bytes);
    memcpy(items + at * bytes, item, bytes);
}

void tum_query_place3(const View *view, const Target *target, PlacedShape3 *placed)
{
    const TumWorld *world = view->world;
    if (target->is_trigger) {
        const TriggerPart3 *part = &world->trigger_parts.items[target->part];
        const BodyPlace3 *place = &world->space3->bodies.places.items[part->body];
        placed->shape = &part->shape;
        placed->world_from_shape =
            pose3_multiply((Pose3){place->center, place->rotation}, part->center_from_shape);
    } else {
        placed->shape = &world->space3->colliders.shapes.items[target->collider];
        placed->world_from_shape = space3_shape_pose(world->space3, target->body, target->collider);
    }
}

void tum_query_hit3(const View *view, const Target *target, const CastHit3 *found, double length,
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

static HitRank rank_of3(const TumHit3 *hit)
{
    return (HitRank){.fraction = hit->fraction,
                     .is_trigger = hit->is_trigger,
                     .node = hit->node,
                     .collider = hit->collider.index1,
                     .distance = hit->distance,
                     .piece = hit->triangle,
                     .place = {hit->point.x, hit->point.y, hit->point.z, hit->normal.x,
                               hit->normal.y, hit->normal.z}};
}

bool tum_query_precedes3(const TumHit3 *a, const TumHit3 *b)
{
    const HitRank rank_a = rank_of3(a), rank_b = rank_of3(b);
    return tum_query_precedes(&rank_a, &rank_b);
}

static bool item_precedes3(const void *a, const void *b)
{
    return tum_query_precedes3(a, b);
}

SortedList tum_query_list3(TumHit3 *hits, size_t capacity)
{
    return (SortedList){hits, sizeof *hits, item_precedes3, capacity, 0};
}

PlacedShape4 tum_query_place4(const View *view, const Target *target)
{
    const TumWorld *world = view->world;
    if (target->is_trigger) {
        const TriggerPart4 *part = &world->trigger_parts4.items[target->part];
        return (PlacedShape4){&part->shape, pose4_multiply(space4_pose(world->space4, part->body),
                                                           part->principal_from_shape)};
    }
    return (PlacedShape4){&world->space4->shapes.items[target->collider],
                          space4_shape_pose(world->space4, target->body, target->collider)};
}

TumHit4 tum_query_no_hit4(void)
{
    return (TumHit4){.node = -1, .motion = -1, .tetrahedron = -1};
}

TumHit4 tum_query_hit4(const View *view, const Target *target, const CastHit4 *found, double length)
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

static HitRank rank_of4(const TumHit4 *hit)
{
    return (HitRank){.fraction = hit->fraction,
                     .is_trigger = hit->is_trigger,
                     .node = hit->node,
                     .collider = hit->collider.index1,
                     .distance = hit->distance,
                     .piece = hit->tetrahedron,
                     .place = {hit->point.x, hit->point.y, hit->point.z, hit->point.w,
                               hit->normal.x, hit->normal.y, hit->normal.z, hit->normal.w}};
}

bool tum_query_precedes4(const TumHit4 *a, const TumHit4 *b)
{
    const HitRank rank_a = rank_of4(a), rank_b = rank_of4(b);
    return tum_query_precedes(&rank_a, &rank_b);
}

static bool item_precedes4(const void *a, const void *b)
{
    return tum_query_precedes4(a, b);
}

SortedList tum_query_list4(TumHit4 *hits, size_t capacity)
{
    return (SortedList){hits, sizeof *hits, item_precedes4, capacity, 0};
}

bool tum_query_is_translation4(TumVec4 along)
{
    return vec4_is_finite(inner_vec4(along)) &&
           (along.x != 0.0f || along.y != 0.0f || along.z != 0.0f || along.w != 0.0f);
}
