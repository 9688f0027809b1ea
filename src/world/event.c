// SPDX-License-Identifier: MIT
// event.c: events of a step from the changes of triggers and contacts.
#include <stddef.h>

#include "base/sort.h"
#include "world/world_data.h"

TumEventSide tum_world_event_side(const TumWorld *world, const TouchSide *side)
{
    const bool has_body = side->body != WORLD_BODY;
    const TumBodyId body = {side->body + 1, side->body_generation, world->id};
    return (TumEventSide){.collider = {side->collider + 1, side->generation, world->id},
                          .body = has_body ? body : (TumBodyId){0, 0, 0},
                          .user = side->user,
                          .body_user = has_body ? side->body_user : 0,
                          .node = (int32_t)side->node,
                          .motion = side->motion};
}

static TumVec4 public_lanes(const float v[4])
{
    return (TumVec4){v[0], v[1], v[2], v[3]};
}

TumStatus tum_world_add_contact_events(TumWorld *world)
{
    TouchChange *changes = world->sim.topology.touch_changes.items;
    const size_t count = world->sim.topology.touch_changes.count;
    if (!array_reserve(&world->touch_scratch, count, &world->allocator) ||
        !array_reserve(&world->events, world->events.count + count, &world->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    // The sort is stable, so it runs from the last key to the first.
    const size_t keys[] = {offsetof(TouchChange, side[1].collider),
                           offsetof(TouchChange, side[0].collider),
                           offsetof(TouchChange, side[1].node), offsetof(TouchChange, side[0].node),
                           offsetof(TouchChange, began)};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        tum_sort_items(changes, count, sizeof *changes, keys[i], world->touch_scratch.items);
    }
    for (size_t i = 0; i < count; ++i) {
        const TouchChange *change = &changes[i];
        world->events.items[world->events.count++] =
            (TumEvent){.kind = change->began ? TUM_EVENT_CONTACT_STARTED : TUM_EVENT_CONTACT_ENDED,
                       .a = tum_world_event_side(world, &change->side[0]),
                       .b = tum_world_event_side(world, &change->side[1]),
                       .trigger = NONE,
                       .impulse = change->impulse,
                       .speed = change->approach.speed,
                       .point = public_lanes(change->approach.point),
                       .normal = public_lanes(change->approach.normal)};
    }
    world->sim.topology.touch_changes.count = 0;
    return TUM_OK;
}

size_t tum_world_events(const TumWorld *world, const TumEvent **events)
{
    *events = world->events.items;
    return world->events.count;
}
