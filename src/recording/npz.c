// SPDX-License-Identifier: MIT
// npz.c: .npy headers for the arrays, and the archive of the files.
#include "recording/npz.h"

#include <stdio.h>
#include <string.h>

#include "base/size.h"
#include "recording/zip.h"

// Data keeps the machine's byte order, which the header states.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ORDER "<"
#else
#define ORDER ">"
#endif

enum {
    HEADER_BYTES = 128, ///< A multiple of 64, as the format demands, and long enough for three
                        ///< sizes.
    PREFIX_BYTES = 10   ///< Magic, version and header length.
};

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

// Writes "(2, 3, )" as Python spells a tuple: a single size keeps its comma.
static void print_shape(char *text, size_t room, const size_t *shape, size_t dimensions)
{
    size_t used = (size_t)snprintf(text, room, "(");
    for (size_t i = 0; i < dimensions && used < room; ++i) {
        used += (size_t)snprintf(text + used, room - used, "%s%zu", i == 0 ? "" : ", ", shape[i]);
    }
    if (used < room) {
        snprintf(text + used, room - used, dimensions == 1 ? ",)" : ")");
    }
}

static void add_array(Zip *zip, const char *name, const char *type, const size_t *shape,
                      size_t dimensions, const void *data, size_t bytes)
{
    char tuple[60]; // two counts of at most 20 digits and one below 17
    print_shape(tuple, sizeof tuple, shape, dimensions);
    char header[HEADER_BYTES + 1];
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)(HEADER_BYTES - PREFIX_BYTES);
    header[9] = 0;
    char dictionary[HEADER_BYTES - PREFIX_BYTES];
    snprintf(dictionary, sizeof dictionary,
             "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type, tuple);
    snprintf(header + PREFIX_BYTES, sizeof header - PREFIX_BYTES, "%-*s\n",
             HEADER_BYTES - PREFIX_BYTES - 1, dictionary);
    const ZipPart parts[] = {{header, HEADER_BYTES}, {data, bytes}};
    tum_zip_add(zip, name, parts, 2);
}

#define ITEMS_BYTES(array) ((array).count * sizeof *(array).items)

#define add_event_array(zip, npz, name, type)                                                      \
    add_array((zip), #name ".npy", (type), &(npz)->event_step.count, 1, (npz)->name.items,         \
              ITEMS_BYTES((npz)->name))

static void add_events(Zip *zip, const Npz *npz)
{
    add_event_array(zip, npz, event_step, ORDER "i8");
    add_event_array(zip, npz, event_time, ORDER "f8");
    add_event_array(zip, npz, event_kind, "|u1");
    add_event_array(zip, npz, event_trigger, ORDER "i4");
    add_event_array(zip, npz, event_collider, ORDER "i4");
    add_event_array(zip, npz, event_motion, ORDER "i4");
    add_event_array(zip, npz, event_collider_a, ORDER "i4");
    add_event_array(zip, npz, event_collider_b, ORDER "i4");
    add_event_array(zip, npz, event_impulse, ORDER "f4");
}

TumStatus tum_npz_write(const Npz *npz, TumSink sink)
{
    const size_t steps = npz->time.count, bodies = npz->node.count;
    Zip zip = {.sink = sink};
    add_array(&zip, "time.npy", ORDER "f8", &steps, 1, npz->time.items, ITEMS_BYTES(npz->time));
    add_array(&zip, "node.npy", ORDER "i4", &bodies, 1, npz->node.items, ITEMS_BYTES(npz->node));
    const size_t shape[3] = {steps, bodies, npz->widths.axes};
    const size_t turns[3] = {steps, bodies, npz->widths.turns};
    const size_t planes[3] = {steps, bodies, npz->widths.planes};
    add_array(&zip, "position.npy", ORDER "f4", shape, 3, npz->position.items,
              ITEMS_BYTES(npz->position));
    add_array(&zip, "orientation.npy", ORDER "f4", turns, 3, npz->orientation.items,
              ITEMS_BYTES(npz->orientation));
    add_array(&zip, "linear_velocity.npy", ORDER "f4", shape, 3, npz->linear_velocity.items,
              ITEMS_BYTES(npz->linear_velocity));
    add_array(&zip, "angular_velocity.npy", ORDER "f4", planes, 3, npz->angular_velocity.items,
              ITEMS_BYTES(npz->angular_velocity));
    add_array(&zip, "asleep.npy", "|b1", shape, 2, npz->asleep.items, ITEMS_BYTES(npz->asleep));
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
