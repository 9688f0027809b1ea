// SPDX-License-Identifier: MIT
// trigger.c: overlaps of triggers and colliders.
//
// After each step, the parts of every trigger are tested against solid colliders
// (docs/dialects.md#triggers). The sorted overlaps of the previous step and of this step give the
// events.
#include "base/assert.h"
#include "base/sort.h"
#include "world/animate.h"
#include "world/gravity.h"
#include "world/world_data.h"

static TumStatus add_part3(TumWorld *world, const TumScene *scene, const TumTrigger *trigger,
                           const TumTriggerPart *source, TumReport *report)
{
    Shape3 shape;
    if (!source->enabled || source->shape < 0) {
        return TUM_OK;
    }
    const TumStatus status = tum_world_convert_shape(world, scene, source->shape, source->scale,
                                                     trigger->pointer, &shape, report);
    if (status != TUM_OK) {
        return status == TUM_ERROR_MEMORY ? status : TUM_OK;
    }
    TriggerPart3 *part = array_push(&world->trigger_parts, &world->allocator);
    if (part == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const ShapePlacement3 placement =
        tum_world_shape_placement3(world, scene, source->node, source->body, source->driven,
                                   source->position, &source->rotation);
    part->body = placement.body;
    part->filter = source->filter;
    part->shape = shape;
    part->center_from_shape = placement.body_from_shape;
    part->center_from_shape.position =
        vec3_sub(placement.body_from_shape.position,
                 world->space3->bodies.masses.items[part->body].local_center);
    return tum_world_follow_part3(world, &placement, (int32_t)world->trigger_parts.count - 1,
                                  source);
}

static uint32_t part_count(const TumWorld *world)
{
    return (uint32_t)(world->dimension == 4 ? world->trigger_parts4.count
                                            : world->trigger_parts.count);
}

TumStatus tum_world_build_triggers(TumWorld *world, const TumScene *scene, TumReport *report)
{
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        const TumTrigger *source = &scene->triggers[i];
        Trigger *trigger = array_push(&world->triggers, &world->allocator);
        if (trigger == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *trigger = (Trigger){
            .node = source->node, .filter = source->filter, .part_first = part_count(world)};
        for (int32_t k = 0; k < source->part_count; ++k) {
            const TumTriggerPart *part = &scene->trigger_parts[source->part_first + k];
            const TumStatus status = world->dimension == 4
                                         ? tum_world_add_part4(world, scene, source, part, report)
                                         : add_part3(world, scene, source, part, report);
            if (status != TUM_OK) {
                return status;
            }
        }
        trigger->part_count = part_count(world) - trigger->part_first;
    }
    return TUM_OK;
}

// The search of one trigger part.
typedef struct PartSearch {
    TumWorld *world;
    size_t index; ///< Index of the trigger.
    const Trigger *trigger;
    int32_t body, filter;      ///< Body and filter of the part.
    const TriggerPart3 *part3; ///< The part in 3D, else NULL.
    const TriggerPart4 *part4; ///< The part in 4D, else NULL.
    Pose3 world_from_part;     ///< Pose of the part, in 3D.
    bool pulls;                ///< A gravity volume uses the trigger.
    bool out_of_memory;
} PartSearch;

// A part ignores colliders of its own body, and pairs without a moving side
// (docs/dialects.md#triggers).
static bool may_notice(const PartSearch *search, const ColliderRecord *collider)
{
    const Topology *topology = &search->world->sim.topology;
    const bool part_moves = topology->bodies.items[search->body].kind != TUM_BODY_STATIC;
    const bool collider_moves = topology->bodies.items[collider->body].kind != TUM_BODY_STATIC;
    return (part_moves || collider_moves) && collider->body != search->body &&
           tum_topology_filters_admit(topology, search->filter, collider->filter) &&
           tum_topology_filters_admit(topology, search->trigger->filter, collider->filter);
}

static bool touches(const PartSearch *search, int32_t slot)
{
    if (search->part4 != NULL) {
        return tum_world_part_touches4(search->world, search->part4, slot);
    }
    const Space3 *space = search->world->space3;
    const BodyPlace3 *place =
        &space->bodies.places.items[search->world->sim.topology.colliders.items[slot].body];
    const Pose3 world_from_collider = pose3_multiply(
        (Pose3){place->center, place->rotation}, space->colliders.center_from_shapes.items[slot]);
    PairCache3 nothing = {.kind = 0};
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    return tum_collide3(space->kernels.pairs, &search->part3->shape,
                        &space->colliders.shapes.items[slot],
                        pose3_relative(search->world_from_part, world_from_collider), 0.0f,
                        &nothing, touches) > 0;
}

static bool visit_collider(void *user, uint32_t item)
{
    PartSearch *search = user;
    TumWorld *world = search->world;
    const ColliderRecord *collider = &world->sim.topology.colliders.items[item];
    if (!may_notice(search, collider) || !touches(search, (int32_t)item)) {
        return true;
    }
    Overlap *overlap = array_push(&world->overlaps, &world->allocator);
    if (overlap == NULL) {
        search->out_of_memory = true;
        return false;
    }
    const BodyRecord *body = &world->sim.topology.bodies.items[collider->body];
    search->out_of_memory = search->pulls && body->kind == TUM_BODY_DYNAMIC &&
                            !tum_world_add_inside3(world, search->index, collider->body);
    *overlap = (Overlap){.node = (uint32_t)search->trigger->node,
                         .trigger = (uint32_t)search->index,
                         .side = tum_topology_touch_side(&world->sim.topology, (int32_t)item)};
    return !search->out_of_memory;
}

static Box part_box(PartSearch *search)
{
    if (search->part4 != NULL) {
        return tum_world_part_box4(search->world, search->part4);
    }
    const BodyPlace3 *place = &search->world->space3->bodies.places.items[search->body];
    search->world_from_part =
        pose3_multiply((Pose3){place->center, place->rotation}, search->part3->center_from_shape);
    const Bound3 bound = tum_shape3_bound(&search->part3->shape, &search->world_from_part);
    return (Box){{bound.low.x, bound.low.y, bound.low.z, 0.0f},
                 {bound.high.x, bound.high.y, bound.high.z, 0.0f}};
}

static PartSearch search_of(TumWorld *world, size_t index, uint32_t part)
{
    PartSearch search = {.world = world,
                         .index = index,
                         .trigger = &world->triggers.items[index],
                         .pulls = tum_world_pulls3(world, index)};
    if (world->dimension == 4) {
        search.part4 = &world->trigger_parts4.items[part];
        search.body = search.part4->body;
        search.filter = search.part4->filter;
    } else {
        search.part3 = &world->trigger_parts.items[part];
        search.body = search.part3->body;
        search.filter = search.part3->filter;
    }
    return search;
}

static bool search_part(TumWorld *world, size_t index, uint32_t part)
{
    PartSearch search = search_of(world, index, part);
    const BodyRecord *body = &world->sim.topology.bodies.items[search.body];
    if (body->set == SET_ABSENT) {
        return true;
    }
    const Box box = part_box(&search);
    tum_bvh_query(&world->sim.topology.moving, &box, visit_collider, &search);
    if (!search.out_of_memory && body->kind != TUM_BODY_STATIC) {
        tum_bvh_query(&world->sim.topology.still, &box, visit_collider, &search);
    }
    return !search.out_of_memory;
}

static int compare(const Overlap *a, const Overlap *b)
{
    const uint32_t of_a[] = {a->node, a->trigger, a->side.node, a->side.collider,
                             a->side.generation};
    const uint32_t of_b[] = {b->node, b->trigger, b->side.node, b->side.collider,
                             b->side.generation};
    for (size_t i = 0; i < sizeof of_a / sizeof *of_a; ++i) {
        if (of_a[i] != of_b[i]) {
            return of_a[i] < of_b[i] ? -1 : 1;
        }
    }
    return 0;
}

// Sorts overlaps and removes duplicates, since parts of a compound may touch the same collider.
static bool sort_overlaps(TumWorld *world)
{
    Overlap *items = world->overlaps.items;
    if (!array_reserve(&world->overlap_scratch, world->overlaps.count, &world->allocator)) {
        return false;
    }
    // The sort is stable, so it runs from the last key to the first. A slot has one generation at a
    // time.
    const size_t keys[] = {offsetof(Overlap, side.collider), offsetof(Overlap, side.node),
                           offsetof(Overlap, trigger), offsetof(Overlap, node)};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        tum_sort_items(items, world->overlaps.count, sizeof *items, keys[i],
                       world->overlap_scratch.items);
    }
    size_t kept = 0;
    for (size_t i = 0; i < world->overlaps.count; ++i) {
        if (kept == 0 || compare(&items[kept - 1], &items[i]) != 0) {
            items[kept++] = items[i];
        }
    }
    world->overlaps.count = kept;
    return true;
}

static bool add_event(TumWorld *world, TumEventKind kind, const Overlap *overlap)
{
    TumEvent *event = array_push(&world->events, &world->allocator);
    if (event == NULL) {
        return false;
    }
    *event = (TumEvent){.kind = kind,
                        .a = {.node = (int32_t)overlap->node, .motion = NONE},
                        .b = tum_world_event_side(world, &overlap->side),
                        .trigger = (int32_t)overlap->trigger};
    return true;
}

// Adds events for the overlaps in `these` that are not in `those`; both are sorted.
static bool add_events(TumWorld *world, TumEventKind kind, const Overlaps *these,
                       const Overlaps *those)
{
    size_t k = 0;
    for (size_t i = 0; i < these->count; ++i) {
        while (k < those->count && compare(&those->items[k], &these->items[i]) < 0) {
            ++k;
        }
        const bool stays = k < those->count && compare(&those->items[k], &these->items[i]) == 0;
        if (!stays && !add_event(world, kind, &these->items[i])) {
            return false;
        }
    }
    return true;
}

TumStatus tum_world_update_triggers(TumWorld *world)
{
    const Overlaps before = world->overlaps_before;
    world->overlaps_before = world->overlaps;
    world->overlaps = before;
    world->overlaps.count = 0;
    world->events.count = 0;
    tum_world_begin_inside3(world);
    for (size_t i = 0; i < world->triggers.count; ++i) {
        const Trigger *trigger = &world->triggers.items[i];
        for (uint32_t k = 0; k < trigger->part_count; ++k) {
            if (!search_part(world, i, trigger->part_first + k)) {
                return TUM_ERROR_MEMORY;
            }
        }
    }
    if (!tum_world_end_inside3(world) || !sort_overlaps(world) ||
        !add_events(world, TUM_EVENT_TRIGGER_EXITED, &world->overlaps_before, &world->overlaps) ||
        !add_events(world, TUM_EVENT_TRIGGER_ENTERED, &world->overlaps, &world->overlaps_before)) {
        return TUM_ERROR_MEMORY;
    }
    return TUM_OK;
}
