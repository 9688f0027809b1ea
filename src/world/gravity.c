// SPDX-License-Identifier: MIT
// gravity.c: gravity volumes of a world (docs/simulation.md#9-volumes-of-gravity).
//
//     after a step     triggers find the bodies inside          tum_world_add_inside3
//     before the next  priorities, replace and stop are         tum_world_pull3
//                      resolved to a list of fields per body
//     each substep     the fields are summed at the bodies'     tum_gravity3_at
//                      centres of mass
#include "world/gravity.h"

#include "base/report.h"
#include "base/sort.h"
#include "distance3/shapecast3.h"
#include "motion3/space_ops3.h"
#include "shape3/core3.h"
#include "world/animate.h"
#include "world/world_data.h"

// [m/s^2] A sleeping body wakes when its gravity changes by more than this. Smaller changes are far
// below the friction and contact forces that hold the body.
static const float SLEEP_CHANGE = 1e-3f;

// Construction.

static FieldKind3 field_kind(TumGravityKind kind)
{
    switch (kind) {
    case TUM_GRAVITY_DIRECTIONAL: return FIELD3_DIRECTIONAL;
    case TUM_GRAVITY_POINT: return FIELD3_POINT;
    case TUM_GRAVITY_DISC: return FIELD3_DISC;
    case TUM_GRAVITY_TORUS: return FIELD3_TORUS;
    case TUM_GRAVITY_LINE: return FIELD3_LINE;
    case TUM_GRAVITY_SHAPED: break;
    }
    return FIELD3_SHAPED;
}

// Volumes with values that give no finite acceleration are left out.
static bool is_sound(const TumScene *scene, const TumGravityVolume *volume)
{
    return volume->trigger >= 0 && (size_t)volume->trigger < scene->trigger_count &&
           is_finite64(volume->gravity) && is_finite64(volume->unit_distance) &&
           volume->unit_distance >= 0.0 && is_finite64(volume->radii[0]) &&
           is_finite64(volume->radii[1]) &&
           (volume->kind != TUM_GRAVITY_LINE || volume->point_count >= 2) &&
           (volume->kind != TUM_GRAVITY_SHAPED || volume->shape >= 0);
}

static TumStatus add_volume(TumWorld *world, const TumScene *scene, const TumGravityVolume *source,
                            TumReport *report)
{
    Volumes3 *gravity = world->gravity;
    Field3 field = {.kind = field_kind(source->kind),
                    .strength = source->gravity,
                    .unit_distance = source->unit_distance,
                    .direction = {source->direction[0], source->direction[1], source->direction[2]},
                    .radii = {source->radii[0], source->radii[1]},
                    .world_from_frame = POSE3_IDENTITY};
    if (source->kind == TUM_GRAVITY_SHAPED) {
        const TumStatus status = tum_world_convert_shape(world, scene, source->shape, source->scale,
                                                         source->pointer, &field.shape, report);
        if (status != TUM_OK) {
            return status == TUM_ERROR_MEMORY ? status : TUM_OK;
        }
    }
    const ShapePlacement3 placement =
        tum_world_shape_placement3(world, scene, source->node, source->body, source->driven,
                                   source->position, &source->rotation);
    Field3 *field_slot = array_push(&gravity->fields, &world->allocator);
    Volume3 *slot = array_push(&gravity->volumes, &world->allocator);
    if (field_slot == NULL || slot == NULL) {
        return TUM_ERROR_MEMORY;
    }
    if (source->kind == TUM_GRAVITY_LINE) {
        // Capacity was reserved for all points of the scene.
        const size_t count = (size_t)source->point_count * 3;
        double *points = &gravity->points.items[gravity->points.count];
        memcpy(points, &scene->gravity_points[3 * (size_t)source->point_first],
               count * sizeof *points);
        gravity->points.count += count;
        field.points = points;
        field.point_count = (size_t)source->point_count;
    }
    *field_slot = field;
    *slot = (Volume3){.trigger = (uint32_t)source->trigger,
                      .body = placement.body,
                      .body_from_source = placement.body_from_shape,
                      .animated_nodes = placement.animated_nodes,
                      .node_from_source = placement.node_from_shape,
                      .replace = source->replace,
                      .stop = source->stop};
    return TUM_OK;
}

// Sorts volumes by trigger; within a trigger they keep their order.
static bool list_by_trigger(TumWorld *world, size_t trigger_count)
{
    Volumes3 *gravity = world->gravity;
    const size_t count = gravity->volumes.count;
    gravity->trigger_count = trigger_count;
    gravity->of_trigger =
        tum_allocate_zeroed(&world->allocator, trigger_count + 2, sizeof *gravity->of_trigger);
    gravity->trigger_volumes =
        tum_allocate_zeroed(&world->allocator, count + 1, sizeof *gravity->trigger_volumes);
    if (gravity->of_trigger == NULL || gravity->trigger_volumes == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        ++gravity->of_trigger[gravity->volumes.items[i].trigger + 2];
    }
    for (size_t t = 2; t < trigger_count + 2; ++t) {
        gravity->of_trigger[t] += gravity->of_trigger[t - 1];
    }
    for (size_t i = 0; i < count; ++i) {
        const uint32_t trigger = gravity->volumes.items[i].trigger;
        gravity->trigger_volumes[gravity->of_trigger[trigger + 1]++] = (uint32_t)i;
    }
    return true;
}

TumStatus tum_world_build_gravity3(TumWorld *world, const TumScene *scene, TumReport *report)
{
    if (scene->gravity_volume_count == 0) {
        return TUM_OK;
    }
    world->gravity = tum_allocate_zeroed(&world->allocator, 1, sizeof *world->gravity);
    if (world->gravity == NULL ||
        (scene->gravity_point_count > 0 &&
         !array_reserve(&world->gravity->points, scene->gravity_point_count * 3,
                        &world->allocator))) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        const TumGravityVolume *volume = &scene->gravity_volumes[i];
        const TumStatus status =
            is_sound(scene, volume) ? add_volume(world, scene, volume, report) : TUM_OK;
        if (status != TUM_OK) {
            return status;
        }
    }
    return list_by_trigger(world, scene->trigger_count) ? TUM_OK : TUM_ERROR_MEMORY;
}

void tum_world_free_gravity3(TumWorld *world)
{
    Volumes3 *gravity = world->gravity;
    const TumAllocator *allocator = &world->allocator;
    if (gravity == NULL) {
        return;
    }
    tum_release(allocator, gravity->of_trigger,
                (gravity->trigger_count + 2) * sizeof *gravity->of_trigger);
    tum_release(allocator, gravity->trigger_volumes,
                (gravity->volumes.count + 1) * sizeof *gravity->trigger_volumes);
    array_free(&gravity->volumes, allocator);
    array_free(&gravity->fields, allocator);
    array_free(&gravity->points, allocator);
    array_free(&gravity->inside, allocator);
    array_free(&gravity->scratch, allocator);
    array_free(&gravity->order, allocator);
    array_free(&gravity->bodies, allocator);
    array_free(&gravity->felt, allocator);
    tum_release(allocator, gravity, sizeof *gravity);
    world->gravity = NULL;
}

// Membership.

bool tum_world_pulls3(const TumWorld *world, size_t trigger)
{
    const Volumes3 *gravity = world->gravity;
    return gravity != NULL && gravity->of_trigger[trigger + 1] > gravity->of_trigger[trigger];
}

void tum_world_begin_inside3(TumWorld *world)
{
    if (world->gravity != NULL) {
        world->gravity->inside.count = 0;
    }
}

bool tum_world_add_inside3(TumWorld *world, size_t trigger, int32_t body)
{
    Volumes3 *gravity = world->gravity;
    for (uint32_t i = gravity->of_trigger[trigger]; i < gravity->of_trigger[trigger + 1]; ++i) {
        Inside3 *inside = array_push(&gravity->inside, &world->allocator);
        if (inside == NULL) {
            return false;
        }
        *inside = (Inside3){(uint32_t)body, gravity->trigger_volumes[i],
                            world->sim.topology.bodies.items[body].generation};
    }
    return true;
}

// A body without colliders is inside a trigger when its centre of mass is.
static bool holds(const TumWorld *world, const Trigger *trigger, int32_t body)
{
    const Vec3 center = world->space3->bodies.places.items[body].center;
    for (uint32_t i = 0; i < trigger->part_count; ++i) {
        const TriggerPart3 *part = &world->trigger_parts.items[trigger->part_first + i];
        const BodyPlace3 *place = &world->space3->bodies.places.items[part->body];
        const Pose3 world_from_part =
            pose3_multiply((Pose3){place->center, place->rotation}, part->center_from_shape);
        Nearest3 nearest;
        if (part->body != body && world->sim.topology.bodies.items[part->body].set != SET_ABSENT &&
            tum_nearest3(&part->shape, world_from_part, center, 0.0, &nearest)) {
            return true;
        }
    }
    return false;
}

static bool add_bare_bodies(TumWorld *world)
{
    const Volumes3 *gravity = world->gravity;
    for (size_t i = 1; i < world->sim.topology.bodies.count; ++i) {
        const BodyRecord *body = &world->sim.topology.bodies.items[i];
        if (!body->exists || body->set == SET_ABSENT || body->kind != TUM_BODY_DYNAMIC ||
            body->first_collider != NONE) {
            continue;
        }
        for (size_t t = 0; t < gravity->trigger_count; ++t) {
            if (tum_world_pulls3(world, t) && holds(world, &world->triggers.items[t], (int32_t)i) &&
                !tum_world_add_inside3(world, t, (int32_t)i)) {
                return false;
            }
        }
    }
    return true;
}

bool tum_world_end_inside3(TumWorld *world)
{
    Volumes3 *gravity = world->gravity;
    if (gravity == NULL) {
        return true;
    }
    if (!add_bare_bodies(world) ||
        !array_reserve(&gravity->scratch, gravity->inside.count, &world->allocator)) {
        return false;
    }
    // The sort is stable: by volume, then by body.
    Inside3 *items = gravity->inside.items;
    tum_sort_items(items, gravity->inside.count, sizeof *items, offsetof(Inside3, volume),
                   gravity->scratch.items);
    tum_sort_items(items, gravity->inside.count, sizeof *items, offsetof(Inside3, body),
                   gravity->scratch.items);
    size_t kept = 0;
    for (size_t i = 0; i < gravity->inside.count; ++i) {
        if (kept == 0 || items[kept - 1].body != items[i].body ||
            items[kept - 1].volume != items[i].volume) {
            items[kept++] = items[i];
        }
    }
    gravity->inside.count = kept;
    return true;
}

// Effects.

static void place_sources(TumWorld *world)
{
    Volumes3 *gravity = world->gravity;
    for (size_t i = 0; i < gravity->volumes.count; ++i) {
        Volume3 *volume = &gravity->volumes.items[i];
        if (volume->animated_nodes != NONE) {
            volume->body_from_source =
                tum_world_attached_pose3(world, volume->animated_nodes, volume->node_from_source);
        }
        gravity->fields.items[i].world_from_frame = pose3_multiply(
            tum_space3_body_pose(world->space3, volume->body), volume->body_from_source);
    }
}

// Resolves the fields of one body from its volumes in order: a replacing volume removes the fields
// before it, and a stopping volume ends the list.
static void resolve_body(Volumes3 *gravity, const Inside3 *inside, size_t count)
{
    FieldRange3 *range = &gravity->bodies.items[inside->body];
    range->first = (uint32_t)gravity->order.count;
    for (size_t i = 0; i < count && !range->stops; ++i) {
        const Volume3 *volume = &gravity->volumes.items[inside[i].volume];
        if (volume->replace) {
            gravity->order.count = range->first;
        }
        gravity->order.items[gravity->order.count++] = inside[i].volume;
        range->stops = volume->stop;
    }
    range->count = (uint32_t)gravity->order.count - range->first;
}

static bool make_room(TumWorld *world)
{
    Volumes3 *gravity = world->gravity;
    const size_t bodies = world->sim.topology.bodies.count, known = gravity->felt.count;
    if (!array_reserve(&gravity->order, gravity->inside.count, &world->allocator) ||
        !array_reserve(&gravity->bodies, bodies, &world->allocator) ||
        !array_reserve(&gravity->felt, bodies, &world->allocator)) {
        return false;
    }
    gravity->bodies.count = gravity->felt.count = bodies;
    memset(gravity->bodies.items, 0, bodies * sizeof *gravity->bodies.items);
    for (size_t i = known; i < bodies; ++i) {
        gravity->felt.items[i] = world->space3->gravity;
    }
    gravity->order.count = 0;
    return true;
}

// Sleeping bodies keep the gravity at which they fell asleep; awake bodies take the current one.
static TumStatus wake_the_pulled(TumWorld *world)
{
    Volumes3 *gravity = world->gravity;
    TumStatus status = TUM_OK;
    for (size_t i = 1; i < world->sim.topology.bodies.count && status == TUM_OK; ++i) {
        const BodyRecord *body = &world->sim.topology.bodies.items[i];
        if (!body->exists || body->kind != TUM_BODY_DYNAMIC || body->set == SET_ABSENT) {
            continue;
        }
        const Vec3 now =
            space3_gravity(world->space3, (int32_t)i, world->space3->bodies.places.items[i].center);
        const float change = vec3_length(vec3_sub(now, gravity->felt.items[i]));
        if (body->set == SET_ASLEEP) {
            if (!(change > SLEEP_CHANGE)) {
                continue;
            }
            status = tum_topology_wake(&world->sim.topology, (int32_t)i);
        }
        gravity->felt.items[i] = now;
    }
    return status;
}

TumStatus tum_world_pull3(TumWorld *world)
{
    Volumes3 *gravity = world->gravity;
    if (gravity == NULL) {
        return TUM_OK;
    }
    if (!make_room(world)) {
        return TUM_ERROR_MEMORY;
    }
    place_sources(world);
    for (size_t i = 0; i < gravity->inside.count;) {
        const Inside3 *first = &gravity->inside.items[i];
        size_t count = 1;
        while (i + count < gravity->inside.count && first[count].body == first->body) {
            ++count;
        }
        if (world->sim.topology.bodies.items[first->body].generation == first->generation) {
            resolve_body(gravity, first, count);
        }
        i += count;
    }
    double pull = 0.0;
    for (size_t i = 0; i < gravity->fields.count; ++i) {
        pull = maximum64(pull, absolute64(gravity->fields.items[i].strength));
    }
    gravity->gravity = (Gravity3){.fields = gravity->fields.items,
                                  .order = gravity->order.items,
                                  .bodies = gravity->bodies.items,
                                  .body_count = gravity->bodies.count,
                                  .pull_most = (float)pull};
    world->space3->local_gravity = &gravity->gravity;
    return wake_the_pulled(world);
}

// Checkpoints. Volumes come from the scene; memberships, and the gravity that sleeping bodies felt,
// are state.

bool tum_world_gravity_begin3(const TumWorld *world, TumWorld *state)
{
    const Volumes3 *gravity = world->gravity;
    if (gravity == NULL) {
        return true;
    }
    state->gravity = tum_allocate_zeroed(&state->allocator, 1, sizeof *state->gravity);
    // Reading needs only the count of volumes.
    return state->gravity != NULL &&
           (gravity->volumes.count == 0 ||
            array_reserve(&state->gravity->volumes, gravity->volumes.count, &state->allocator)) &&
           ((state->gravity->volumes.count = gravity->volumes.count), true);
}

void tum_world_gravity_pack3(Pack *pack, TumWorld *state)
{
    Volumes3 *gravity = state->gravity;
    if (gravity == NULL) {
        return;
    }
    pack_array(pack, &gravity->inside, 12, &state->allocator);
    for (size_t i = 0; i < gravity->inside.count; ++i) {
        Inside3 *inside = &gravity->inside.items[i];
        tum_pack_u32(pack, &inside->body);
        tum_pack_u32(pack, &inside->volume);
        tum_pack_u32(pack, &inside->generation);
        const Inside3 *before = i > 0 ? inside - 1 : NULL;
        pack_require(pack, inside->body < state->sim.topology.bodies.count &&
                               inside->volume < gravity->volumes.count &&
                               (before == NULL || before->body < inside->body ||
                                (before->body == inside->body && before->volume < inside->volume)));
    }
    pack_array(pack, &gravity->felt, 12, &state->allocator);
    pack_require(pack, gravity->felt.count <= state->sim.topology.bodies.count);
    for (size_t i = 0; i < gravity->felt.count; ++i) {
        Vec3 *felt = &gravity->felt.items[i];
        tum_pack_f32(pack, &felt->x);
        tum_pack_f32(pack, &felt->y);
        tum_pack_f32(pack, &felt->z);
    }
}

#define MOVE_ARRAY(to, from, array, allocator)                                                     \
    do {                                                                                           \
        array_free(&(to)->array, (allocator));                                                     \
        (to)->array.items = (from)->array.items;                                                   \
        (to)->array.count = (from)->array.count;                                                   \
        (to)->array.capacity = (from)->array.capacity;                                             \
        memset(&(from)->array, 0, sizeof(from)->array);                                            \
    } while (0)

void tum_world_gravity_take3(TumWorld *world, TumWorld *state)
{
    if (world->gravity == NULL) {
        return;
    }
    MOVE_ARRAY(world->gravity, state->gravity, inside, &world->allocator);
    MOVE_ARRAY(world->gravity, state->gravity, felt, &world->allocator);
}
