// SPDX-License-Identifier: MIT
// npz.c: the arrays of a trajectory, and their archive.
#include "recording/npz.h"

#include <string.h>

#include "base/size.h"
#include "recording/npy.h"

TumStatus tum_npz_begin(Npz *npz, const TumScene *scene)
{
    npz->widths = snapshot_widths(scene->dimension);
    if (!array_reserve(&npz->node, scene->body_count, NULL)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        npz->node.items[i] = scene->bodies[i].node;
    }
    npz->node.count = scene->body_count;
    return TUM_OK;
}

// Appends `count` numbers of an array of floats with reserved memory.
#define append(array, source, number)                                                              \
    do {                                                                                           \
        if ((number) > 0) {                                                                        \
            memcpy((array)->items + (array)->count, (source), (number) * sizeof *(array)->items);  \
            (array)->count += (number);                                                            \
        }                                                                                          \
    } while (0)

// Reserves memory for `more` items.
#define reserve_more(array, more) array_reserve((array), (array)->count + (more), NULL)

TumStatus tum_npz_add(Npz *npz, double time, const Snapshot *snapshot)
{
    const size_t count = snapshot->count;
    const SnapshotWidths widths = npz->widths;
    size_t bytes = 0; // widest array including this step: the sizes below cannot overflow
    if (!size_multiply(count, widths.turns * sizeof(float), &bytes) ||
        !size_add(bytes, npz->orientation.count * sizeof(float), &bytes) ||
        !reserve_more(&npz->time, 1) || !reserve_more(&npz->position, widths.axes * count) ||
        !reserve_more(&npz->orientation, widths.turns * count) ||
        !reserve_more(&npz->linear_velocity, widths.axes * count) ||
        !reserve_more(&npz->angular_velocity, widths.planes * count) ||
        !reserve_more(&npz->asleep, count)) {
        return TUM_ERROR_MEMORY;
    }
    npz->time.items[npz->time.count++] = time;
    append(&npz->position, snapshot->position.items, widths.axes * count);
    append(&npz->orientation, snapshot->orientation.items, widths.turns * count);
    append(&npz->linear_velocity, snapshot->linear.items, widths.axes * count);
    append(&npz->angular_velocity, snapshot->angular.items, widths.planes * count);
    for (size_t i = 0; i < count; ++i) {
        npz->asleep.items[npz->asleep.count++] = snapshot->asleep.items[i] ? 1 : 0;
    }
    return TUM_OK;
}

// docs/formats.md gives these values of event_kind.
_Static_assert(TUM_EVENT_TRIGGER_ENTERED == 0 && TUM_EVENT_TRIGGER_EXITED == 1 &&
                   TUM_EVENT_CONTACT_STARTED == 2 && TUM_EVENT_CONTACT_ENDED == 3,
               "numbers of kinds are part of the format");

TumStatus tum_npz_add_events(Npz *npz, const TumEvent *events, size_t count)
{
    if (!reserve_more(&npz->event_step, count) || !reserve_more(&npz->event_time, count) ||
        !reserve_more(&npz->event_kind, count) || !reserve_more(&npz->event_trigger, count) ||
        !reserve_more(&npz->event_collider, count) || !reserve_more(&npz->event_motion, count) ||
        !reserve_more(&npz->event_collider_a, count) ||
        !reserve_more(&npz->event_collider_b, count) || !reserve_more(&npz->event_impulse, count)) {
        return TUM_ERROR_MEMORY;
    }
    const size_t step = npz->time.count - 1;
    for (size_t i = 0; i < count; ++i) {
        const TumEvent *event = &events[i];
        const bool is_contact = event->kind >= TUM_EVENT_CONTACT_STARTED;
        const int32_t a = event->a.node, b = event->b.node;
        npz->event_step.items[npz->event_step.count++] = (int64_t)step;
        npz->event_time.items[npz->event_time.count++] = npz->time.items[step];
        npz->event_kind.items[npz->event_kind.count++] = (uint8_t)event->kind;
        npz->event_trigger.items[npz->event_trigger.count++] = is_contact ? -1 : a;
        npz->event_collider.items[npz->event_collider.count++] = is_contact ? -1 : b;
        npz->event_motion.items[npz->event_motion.count++] = is_contact ? -1 : event->b.motion;
        npz->event_collider_a.items[npz->event_collider_a.count++] = is_contact ? a : -1;
        npz->event_collider_b.items[npz->event_collider_b.count++] = is_contact ? b : -1;
        npz->event_impulse.items[npz->event_impulse.count++] = event->impulse;
    }
    return TUM_OK;
}

#define ITEMS_BYTES(array) ((array).count * sizeof *(array).items)

#define add_event_array(zip, npz, name, type)                                                      \
    tum_npy_add((zip), #name ".npy", (type), &(npz)->event_step.count, 1, (npz)->name.items,       \
                ITEMS_BYTES((npz)->name))

static void add_events(Zip *zip, const Npz *npz)
{
    add_event_array(zip, npz, event_step, NPY_ORDER "i8");
    add_event_array(zip, npz, event_time, NPY_ORDER "f8");
    add_event_array(zip, npz, event_kind, "|u1");
    add_event_array(zip, npz, event_trigger, NPY_ORDER "i4");
    add_event_array(zip, npz, event_collider, NPY_ORDER "i4");
    add_event_array(zip, npz, event_motion, NPY_ORDER "i4");
    add_event_array(zip, npz, event_collider_a, NPY_ORDER "i4");
    add_event_array(zip, npz, event_collider_b, NPY_ORDER "i4");
    add_event_array(zip, npz, event_impulse, NPY_ORDER "f4");
}

TumStatus tum_npz_write(const Npz *npz, TumSink sink)
{
    const size_t steps = npz->time.count, bodies = npz->node.count;
    Zip zip = {.sink = sink};
    tum_npy_add(&zip, "time.npy", NPY_ORDER "f8", &steps, 1, npz->time.items,
                ITEMS_BYTES(npz->time));
    tum_npy_add(&zip, "node.npy", NPY_ORDER "i4", &bodies, 1, npz->node.items,
                ITEMS_BYTES(npz->node));
    const size_t shape[3] = {steps, bodies, npz->widths.axes};
    const size_t turns[3] = {steps, bodies, npz->widths.turns};
    const size_t planes[3] = {steps, bodies, npz->widths.planes};
    tum_npy_add(&zip, "position.npy", NPY_ORDER "f4", shape, 3, npz->position.items,
                ITEMS_BYTES(npz->position));
    tum_npy_add(&zip, "orientation.npy", NPY_ORDER "f4", turns, 3, npz->orientation.items,
                ITEMS_BYTES(npz->orientation));
    tum_npy_add(&zip, "linear_velocity.npy", NPY_ORDER "f4", shape, 3, npz->linear_velocity.items,
                ITEMS_BYTES(npz->linear_velocity));
    tum_npy_add(&zip, "angular_velocity.npy", NPY_ORDER "f4", planes, 3,
                npz->angular_velocity.items, ITEMS_BYTES(npz->angular_velocity));
    tum_npy_add(&zip, "asleep.npy", "|b1", shape, 2, npz->asleep.items, ITEMS_BYTES(npz->asleep));
    add_events(&zip, npz);
    return tum_zip_end(&zip);
}

void tum_npz_clear(Npz *npz)
{
    array_free(&npz->time, NULL);
    array_free(&npz->node, NULL);
    array_free(&npz->position, NULL);
    array_free(&npz->orientation, NULL);
    array_free(&npz->linear_velocity, NULL);
    array_free(&npz->angular_velocity, NULL);
    array_free(&npz->asleep, NULL);
    array_free(&npz->event_step, NULL);
    array_free(&npz->event_time, NULL);
    array_free(&npz->event_kind, NULL);
    array_free(&npz->event_trigger, NULL);
    array_free(&npz->event_collider, NULL);
    array_free(&npz->event_motion, NULL);
    array_free(&npz->event_collider_a, NULL);
    array_free(&npz->event_collider_b, NULL);
    array_free(&npz->event_impulse, NULL);
}
