// SPDX-License-Identifier: MIT
// edit.c: changes between two steps that are the same in 3D and 4D.
#include "base/assert.h"
#include "tumble/capacity.h"
#include "world/animate.h"
#include "world/world_data.h"

TumStatus tum_world_detach_body(TumWorld *world, int32_t body)
{
    Topology *topology = &world->sim.topology;
    TumStatus status = tum_topology_wake(topology, body);
    for (int32_t edge = topology->bodies.items[body].first_joint; edge != NONE && status == TUM_OK;
         edge = topology->joints.joints.items[edge / 2].next[edge & 1]) {
        status = tum_topology_wake_joint(topology, edge / 2);
    }
    for (int32_t slot = topology->bodies.items[body].first_collider;
         slot != NONE && status == TUM_OK; slot = topology->colliders.items[slot].next) {
        status = tum_topology_detach_collider(topology, slot);
    }
    return status;
}

static TumStatus attach(TumWorld *world, int32_t collider)
{
    Topology *topology = &world->sim.topology;
    const ColliderRecord *record = &topology->colliders.items[collider];
    if (!record->is_enabled || topology->bodies.items[record->body].set == SET_ABSENT) {
        return TUM_OK;
    }
    topology->boxes.items[collider] = topology->life->box(topology->space, record->body, collider);
    return tum_topology_attach_collider(topology, collider);
}

TumStatus tum_world_attach_body(TumWorld *world, int32_t body)
{
    Topology *topology = &world->sim.topology;
    TumStatus status = TUM_OK;
    for (int32_t slot = topology->bodies.items[body].first_collider;
         slot != NONE && status == TUM_OK; slot = topology->colliders.items[slot].next) {
        status = attach(world, slot);
    }
    return status;
}

// True when impulses can change the velocity of the body, or can do so once a track sets its mass.
static bool is_movable(const TumWorld *world, int32_t body, TumBodyKind kind)
{
    return kind == TUM_BODY_DYNAMIC &&
           (world->sim.topology.life->has_weight(world->sim.topology.space, body) ||
            tum_world_weight_follows(world, body));
}

TumStatus tum_world_become(TumWorld *world, int32_t slot, TumBodyKind kind, bool is_absent)
{
    TumStatus status = tum_world_detach_body(world, slot);
    if (status != TUM_OK) {
        return status;
    }
    Topology *topology = &world->sim.topology;
    tum_topology_set_body(topology, slot, kind, is_movable(world, slot, kind), is_absent);
    topology->life->set_dynamic(topology->space, slot, kind == TUM_BODY_DYNAMIC);
    if (kind == TUM_BODY_STATIC) {
        topology->life->stop(topology->space, slot);
    }
    // Both calls run even when memory is short, so that the change is never half done.
    const TumStatus joined = tum_world_refresh_joints_of(world, slot);
    status = tum_world_attach_body(world, slot);
    return status == TUM_OK ? joined : status;
}

TumStatus tum_body_set_kind(TumWorld *world, TumBodyId body, TumBodyKind kind)
{
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE ||
        (kind != TUM_BODY_STATIC && kind != TUM_BODY_KINEMATIC && kind != TUM_BODY_DYNAMIC)) {
        return TUM_ERROR_ARGUMENT;
    }
    const BodyRecord *record = &world->sim.topology.bodies.items[slot];
    if (record->kind == kind) {
        return TUM_OK;
    }
    tum_world_release_body3(world, slot);
    return tum_world_become(world, slot, kind, record->set == SET_ABSENT);
}

bool tum_body_is_enabled(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    return slot != NONE && world->sim.topology.bodies.items[slot].set != SET_ABSENT;
}

TumStatus tum_body_set_enabled(TumWorld *world, TumBodyId body, bool is_enabled)
{
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    const BodyRecord *record = &world->sim.topology.bodies.items[slot];
    if (is_enabled && record->set == SET_ABSENT) {
        tum_world_catch_up3(world, slot);
    }
    return (record->set != SET_ABSENT) == is_enabled
               ? TUM_OK
               : tum_world_become(world, slot, (TumBodyKind)record->kind, !is_enabled);
}

TumStatus tum_body_set_gravity_factor(TumWorld *world, TumBodyId body, float factor)
{
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE || !is_finite(factor)) {
        return TUM_ERROR_ARGUMENT;
    }
    world->sim.topology.life->set_gravity_factor(world->sim.topology.space, slot, factor);
    return tum_topology_wake(&world->sim.topology, slot);
}

float tum_body_gravity_factor(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    return slot == NONE            ? 1.0f
           : world->dimension == 4 ? world->space4->masses.items[slot].gravity_factor
                                   : world->space3->bodies.masses.items[slot].gravity_factor;
}

TumStatus tum_body_wake(TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    world->sim.topology.bodies.items[slot].sleep_time = 0.0f;
    return tum_topology_wake(&world->sim.topology, slot);
}

TumStatus tum_body_sleep(TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = tum_world_settle_joints(world);
    if (status != TUM_OK) {
        return status;
    }
    if (world->sim.topology.bodies.items[slot].kind == TUM_BODY_DYNAMIC) {
        world->sim.topology.life->stop(world->sim.topology.space, slot);
    }
    return tum_topology_put_to_rest(&world->sim.topology, slot);
}

TumStatus tum_body_set_may_sleep(TumWorld *world, TumBodyId body, bool may_sleep)
{
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE || world->sim.topology.bodies.items[slot].kind != TUM_BODY_DYNAMIC) {
        return TUM_ERROR_ARGUMENT;
    }
    world->sim.topology.bodies.items[slot].may_sleep = may_sleep;
    world->sim.topology.bodies.items[slot].sleep_time = 0.0f;
    return may_sleep ? TUM_OK : tum_topology_wake(&world->sim.topology, slot);
}

bool tum_body_may_sleep(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    return slot != NONE && world->sim.topology.bodies.items[slot].may_sleep;
}

void tum_world_clear_added(TumWorld *world, int32_t collider)
{
    if ((size_t)collider < world->scene_collider_count) {
        return;
    }
    const size_t index = (size_t)collider - world->scene_collider_count;
    if (world->dimension == 4) {
        tum_added_shape4_clear(&world->added4.items[index], &world->allocator);
    } else {
        tum_added_shape_clear(&world->added.items[index], &world->allocator);
    }
}

void tum_world_free_added(TumWorld *world)
{
    for (size_t i = 0; i < world->added.count; ++i) {
        tum_added_shape_clear(&world->added.items[i], &world->allocator);
    }
    for (size_t i = 0; i < world->added4.count; ++i) {
        tum_added_shape4_clear(&world->added4.items[i], &world->allocator);
    }
    array_free(&world->added, &world->allocator);
    array_free(&world->added4, &world->allocator);
}

static void remove_collider(TumWorld *world, int32_t slot)
{
    const int32_t body = world->sim.topology.colliders.items[slot].body;
    tum_topology_remove_collider(&world->sim.topology, slot, world->scene_collider_count);
    world->sim.topology.life->update_bounding_radius(world->sim.topology.space,
                                                     &world->sim.topology, body);
    if (body == WORLD_BODY || is_own_body(world, body)) {
        tum_world_forget_collider(world, slot);
    }
    tum_world_clear_added(world, slot);
}

TumStatus tum_world_remove_body(TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    Topology *topology = &world->sim.topology;
    TumStatus status = tum_world_detach_body(world, slot);
    while (status == TUM_OK && topology->bodies.items[slot].first_joint != NONE) {
        status = tum_world_remove_joint_at(world, topology->bodies.items[slot].first_joint / 2);
    }
    if (status != TUM_OK) {
        return status;
    }
    tum_world_release_body3(world, slot);
    while (topology->bodies.items[slot].first_collider != NONE) {
        remove_collider(world, topology->bodies.items[slot].first_collider);
    }
    tum_topology_set_body(topology, slot, TUM_BODY_STATIC, false, true);
    topology->life->set_dynamic(topology->space, slot, false);
    topology->life->stop(topology->space, slot);
    tum_topology_remove_body(topology, slot, world->fixed_body_count);
    return TUM_OK;
}

int32_t tum_world_collider_slot(const TumWorld *world, TumColliderId collider)
{
    const Topology *topology = &world->sim.topology;
    if (collider.index1 == 0 || collider.index1 > topology->colliders.count ||
        collider.world != world->id) {
        return NONE;
    }
    const int32_t slot = (int32_t)collider.index1 - 1;
    const ColliderRecord *record = &topology->colliders.items[slot];
    return record->exists && record->generation == collider.generation ? slot : NONE;
}

size_t tum_world_collider_count(const TumWorld *world)
{
    return world->sim.topology.colliders.count;
}

TumColliderId tum_world_collider_at(const TumWorld *world, size_t index)
{
    if (index >= world->sim.topology.colliders.count ||
        !world->sim.topology.colliders.items[index].exists) {
        return (TumColliderId){0, 0, 0};
    }
    return (TumColliderId){(uint32_t)index + 1,
                           world->sim.topology.colliders.items[index].generation, world->id};
}

bool tum_collider_exists(const TumWorld *world, TumColliderId collider)
{
    return tum_world_collider_slot(world, collider) != NONE;
}

int32_t tum_collider_node(const TumWorld *world, TumColliderId collider)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    return slot == NONE ? -1 : world->sim.topology.colliders.items[slot].node;
}

TumBodyId tum_collider_body(const TumWorld *world, TumColliderId collider)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    return tum_world_id(world,
                        slot == NONE ? WORLD_BODY : world->sim.topology.colliders.items[slot].body);
}

TumStatus tum_world_remove_collider(TumWorld *world, TumColliderId collider)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    TumStatus status =
        tum_topology_wake(&world->sim.topology, world->sim.topology.colliders.items[slot].body);
    status = status == TUM_OK ? tum_topology_detach_collider(&world->sim.topology, slot) : status;
    if (status == TUM_OK) {
        remove_collider(world, slot);
    }
    return status;
}

TumStatus tum_collider_set_enabled(TumWorld *world, TumColliderId collider, bool is_enabled)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    ColliderRecord *record = &world->sim.topology.colliders.items[slot];
    if (record->is_enabled == is_enabled) {
        return TUM_OK;
    }
    const TumStatus status = tum_topology_wake(&world->sim.topology, record->body);
    if (status != TUM_OK) {
        return status;
    }
    record->is_enabled = is_enabled;
    return is_enabled ? attach(world, slot)
                      : tum_topology_detach_collider(&world->sim.topology, slot);
}

bool tum_collider_is_enabled(const TumWorld *world, TumColliderId collider)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    return slot != NONE && world->sim.topology.colliders.items[slot].is_enabled;
}

int32_t tum_collider_filter(const TumWorld *world, TumColliderId collider)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    return slot == NONE ? -1 : world->sim.topology.colliders.items[slot].filter;
}

static bool is_coefficient(double x, double most)
{
    return x >= 0.0 && x <= most;
}

bool tum_material_is_sound(const TumMaterial *material)
{
    return is_coefficient(material->static_friction, 1e6) &&
           is_coefficient(material->dynamic_friction, 1e6) &&
           is_coefficient(material->restitution, 1.0) &&
           material->friction_combine <= TUM_COMBINE_MULTIPLY &&
           material->restitution_combine <= TUM_COMBINE_MULTIPLY;
}

void tum_collider_record_set_material(ColliderRecord *record, const TumMaterial *material)
{
    record->static_friction = (float)material->static_friction;
    record->dynamic_friction = (float)material->dynamic_friction;
    record->restitution = (float)material->restitution;
    record->friction_combine = (uint8_t)material->friction_combine;
    record->restitution_combine = (uint8_t)material->restitution_combine;
}

TumStatus tum_world_check_added_collider(const TumWorld *world, int dimension, TumBodyId body,
                                         int32_t filter, int32_t *owner)
{
    const Topology *topology = &world->sim.topology;
    *owner = tum_world_slot_or_own(world, body);
    if (!TUM_REQUIRE(world->dimension == dimension) || *owner == NONE ||
        (filter >= 0 && (uint32_t)filter >= topology->filter_count)) {
        return TUM_ERROR_ARGUMENT;
    }
    return topology->free_colliders.count == 0 && topology->colliders.count >= TUM_MAX_COLLIDERS
               ? TUM_ERROR_CAPACITY
               : TUM_OK;
}

TumStatus tum_collider_material(const TumWorld *world, TumColliderId collider,
                                TumMaterial *material)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    const ColliderRecord *record = &world->sim.topology.colliders.items[slot];
    *material = tum_default_material();
    material->static_friction = (double)record->static_friction;
    material->dynamic_friction = (double)record->dynamic_friction;
    material->restitution = (double)record->restitution;
    material->friction_combine = (TumCombine)record->friction_combine;
    material->restitution_combine = (TumCombine)record->restitution_combine;
    return TUM_OK;
}

TumStatus tum_collider_set_material(TumWorld *world, TumColliderId collider,
                                    const TumMaterial *material)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    if (slot == NONE || !tum_material_is_sound(material)) {
        return TUM_ERROR_ARGUMENT;
    }
    ColliderRecord *record = &world->sim.topology.colliders.items[slot];
    tum_collider_record_set_material(record, material);
    tum_topology_update_materials(&world->sim.topology, slot);
    return tum_topology_wake(&world->sim.topology, record->body);
}
