// SPDX-License-Identifier: MIT
// contact_event.c: which colliders began and ceased to touch, in node order.
#include <stddef.h>

#include "base/sort.h"
#include "world/world_data.h"

TumStatus tum_world_add_contact_events(TumWorld *world)
{
    TouchChange *changes = world->sim.touch_changes.items;
    const size_t count = world->sim.touch_changes.count;
    if (!array_reserve(&world->touch_scratch, count, &world->allocator) ||
        !array_reserve(&world->events, world->events.count + count, &world->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    // From the last key to the first: the sort is stable.
    const size_t keys[3] = {offsetof(TouchChange, node[1]), offsetof(TouchChange, node[0]),
                            offsetof(TouchChange, began)};
    for (int i = 0; i < 3; ++i) {
        tum_sort_items(changes, count, sizeof *changes, keys[i], world->touch_scratch.items);
    }
    for (size_t i = 0; i < count; ++i) {
        const TouchChange *change = &changes[i];
        world->events.items[world->events.count++] =
            (TumEvent){.kind = change->began ? TUM_EVENT_CONTACT_STARTED : TUM_EVENT_CONTACT_ENDED,
                       .trigger = NONE,
                       .collider = NONE,
                       .motion = NONE,
                       .collider_a = (int32_t)change->node[0],
                       .collider_b = (int32_t)change->node[1],
                       .impulse = change->impulse};
    }
    world->sim.touch_changes.count = 0;
    return TUM_OK;
}
