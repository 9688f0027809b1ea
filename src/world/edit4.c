// SPDX-License-Identifier: MIT
// edit4.c: bodies and colliders added to a 4D world between two steps, and changes of mass.
#include "base/assert.h"
#include "base/stamp.h"
#include "tumble/capacity.h"
#include "tumble/world4.h"
#include "world/public4.h"
#include "world/world_data.h"

static const uint32_t BODY_STAMP = STAMP_OF('b', '4', TumBodyDef4);
static const uint32_t COLLIDER_STAMP = STAMP_OF('c', '4', TumColliderDef4);

#define UPRIGHT4                                                                                   \
    {                                                                                              \
        {1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f},              \
        {                                                                                          \
            0.0f, 0.0f, 0.0f, 1.0f                                                                 \
        }                                                                                          \
    }

// True when all numbers, masses or moments, are above 0, INFINITY included.
static bool is_weight(const float *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        if (!(numbers[i] > 0.0f)) {
            return false;
        }
    }
    return true;
}

// @return false where the mass properties are invalid.
static bool inner_weight(const TumMass4 *mass, BodyDef4 *def)
{
    const TumPose4 frame = {mass->center, mass->orientation};
    def->mass = mass->mass;
    def->inertia = inner_bivec4(mass->inertia);
    return is_weight(&mass->mass, 1) && is_weight(&mass->inertia.xy, 6) &&
           inner_pose4(frame, &def->body_from_principal);
}

// True when impulses can change the velocity of the body.
static bool could_move(const BodyDef4 *def)
{
    const Bivec4 i = def->inertia;
    return def->is_dynamic &&
           (is_finite(def->mass) || is_finite(i.xy) || is_finite(i.xz) || is_finite(i.yz) ||
            is_finite(i.xw) || is_finite(i.yw) || is_finite(i.zw));
}

// Poses of triggers relative to the principal frame follow its change.
static void move_parts(TumWorld *world, int32_t body, Pose4 new_from_old)
{
    for (size_t i = 0; i < world->trigger_parts4.count; ++i) {
        TriggerPart4 *part = &world->trigger_parts4.items[i];
        if (part->body == body) {
            part->principal_from_shape = pose4_multiply(new_from_old, part->principal_from_shape);
            part->principal_from_shape.rotation =
                rotation4_normalize(part->principal_from_shape.rotation);
        }
    }
}

TumStatus tum_body_set_mass4(TumWorld *world, TumBodyId body, const TumMass4 *mass)
{
    const int32_t slot = tum_world_slot(world, body);
    BodyDef4 def = {.gravity_factor = 0.0f};
    if (!TUM_REQUIRE(world->dimension == 4) || slot == NONE || !inner_weight(mass, &def)) {
        return TUM_ERROR_ARGUMENT;
    }
    TumStatus status = tum_world_detach_body(world, slot);
    if (status != TUM_OK) {
        return status;
    }
    Space4 *space = world->space4;
    const BodyRecord *record = &world->sim.topology.bodies.items[slot];
    move_parts(
        world, slot,
        pose4_relative(def.body_from_principal, space->masses.items[slot].body_from_principal));
    tum_space4_set_weight(space, &world->sim.topology, slot, def.mass, def.inertia,
                          def.body_from_principal);
    def.is_dynamic = record->kind == TUM_BODY_DYNAMIC;
    tum_topology_set_body(&world->sim.topology, slot, (TumBodyKind)record->kind, could_move(&def),
                          record->set == SET_ABSENT);
    const TumStatus joined = tum_world_refresh_joints_of(world, slot);
    status = tum_world_attach_body(world, slot);
    return status == TUM_OK ? joined : status;
}

void tum_body_def4_init(TumBodyDef4 *def, size_t bytes)
{
    const TumBodyDef4 defaults = {.stamp = BODY_STAMP,
                                  .kind = TUM_BODY_DYNAMIC,
                                  .node = -1,
                                  .pose = {{0.0f, 0.0f, 0.0f, 0.0f}, UPRIGHT4},
                                  .mass = {.mass = 1.0f,
                                           .inertia = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f},
                                           .orientation = UPRIGHT4},
                                  .gravity_factor = 1.0f};
    tum_stamp_fill(def, bytes, &defaults);
}

static bool inner_body_def(const TumBodyDef4 *def, BodyDef4 *inner)
{
    *inner = (BodyDef4){.is_dynamic = def->kind == TUM_BODY_DYNAMIC,
                        .gravity_factor = def->gravity_factor};
    if (def->kind != TUM_BODY_STATIC) {
        inner->linear_velocity = inner_vec4(def->linear_velocity);
        inner->angular_velocity = inner_bivec4(def->angular_velocity);
    }
    return def->kind <= TUM_BODY_DYNAMIC && def->node >= -1 &&
           inner_pose4(def->pose, &inner->pose) && inner_weight(&def->mass, inner) &&
           vec4_is_finite(inner_vec4(def->linear_velocity)) &&
           bivec4_is_finite(inner_bivec4(def->angular_velocity)) &&
           is_finite(def->gravity_factor) &&
           tum_is_damping(def->linear_damping, def->angular_damping);
}

TumStatus tum_world_add_body4(TumWorld *world, const TumBodyDef4 *def, TumBodyId *body)
{
    if (body != NULL) {
        *body = (TumBodyId){0, 0, 0};
    }
    const TumStatus stamped = tum_stamp_status(def->stamp, BODY_STAMP);
    if (stamped != TUM_OK) {
        return stamped;
    }
    BodyDef4 inner;
    if (!TUM_REQUIRE(world->dimension == 4) || !inner_body_def(def, &inner)) {
        return TUM_ERROR_ARGUMENT;
    }
    Topology *topology = &world->sim.topology;
    if (topology->free_bodies.count == 0 && topology->bodies.count > TUM_MAX_BODIES) {
        return TUM_ERROR_CAPACITY;
    }
    // Reserves memory in the space first, so that a body exists in both the topology and the space
    // or in neither.
    if (topology->free_bodies.count == 0 &&
        !tum_space4_reserve_body(world->space4, topology->bodies.count)) {
        return TUM_ERROR_MEMORY;
    }
    const int32_t slot =
        tum_topology_add_body(topology, def->kind, def->node, could_move(&inner), inner.is_dynamic);
    if (slot == NONE) {
        return TUM_ERROR_MEMORY;
    }
    tum_space4_set_body(world->space4, slot, &inner);
    topology->traits.items[slot].user = def->user;
    tum_topology_set_damping(topology, slot, def->linear_damping, def->angular_damping);
    if (body != NULL) {
        *body = tum_world_id(world, slot);
    }
    return TUM_OK;
}

void tum_collider_def4_init(TumColliderDef4 *def, size_t bytes)
{
    const TumColliderDef4 defaults = {.stamp = COLLIDER_STAMP,
                                      .kind = TUM_SHAPE_SPHERE,
                                      .pose = {{0.0f, 0.0f, 0.0f, 0.0f}, UPRIGHT4},
                                      .material = tum_default_material(),
                                      .filter = -1,
                                      .node = -1};
    tum_stamp_fill(def, bytes, &defaults);
}

static bool is_list(const void *items, size_t count)
{
    return (items != NULL || count == 0) && count < INT32_MAX / 4;
}

TumStatus tum_collider_def4_status(const TumColliderDef4 *def)
{
    const TumStatus stamped = tum_stamp_status(def->stamp, COLLIDER_STAMP);
    if (stamped != TUM_OK) {
        return stamped;
    }
    Pose4 pose;
    const bool is_sound =
        inner_pose4(def->pose, &pose) && tum_material_is_sound(&def->material) && def->node >= -1 &&
        def->filter >= -1 && is_list(def->points, def->point_count) &&
        is_list(def->tetrahedra, def->tetrahedron_count) && is_list(def->curves, def->curve_count);
    return is_sound ? TUM_OK : TUM_ERROR_ARGUMENT;
}

// Reserves memory for the next collider.
static bool make_room(TumWorld *world, size_t slot)
{
    if (!array_extend(&world->added4, slot - world->scene_collider_count + 1, &world->allocator)) {
        return false;
    }
    return tum_space4_reserve_collider(world->space4, slot);
}

// Adds a collider with a built shape to a body that is awake.
static TumStatus add(TumWorld *world, int32_t owner, const TumColliderDef4 *def,
                     const Shape4 *shape, size_t slot)
{
    Pose4 pose;
    (void)inner_pose4(def->pose, &pose);
    tum_space4_set_collider(world->space4, (int32_t)slot, owner, shape, pose);
    const Box box = tum_space4_box((const Space *)world->space4, owner, (int32_t)slot);
    ColliderRecord record = {.body = owner, .filter = def->filter, .node = def->node};
    tum_collider_record_set_material(&record, &def->material);
    if (tum_topology_add_collider(&world->sim.topology, &record, &box) == NONE) {
        tum_space4_update_bounding_radius((Space *)world->space4, &world->sim.topology, owner);
        return TUM_ERROR_MEMORY;
    }
    return TUM_OK;
}

TumStatus tum_world_add_collider4(TumWorld *world, TumBodyId body, const TumColliderDef4 *def,
                                  TumColliderId *collider)
{
    if (collider != NULL) {
        *collider = (TumColliderId){0, 0, 0};
    }
    Topology *topology = &world->sim.topology;
    int32_t owner = NONE;
    TumStatus status = tum_collider_def4_status(def);
    status = status == TUM_OK ? tum_world_check_added_collider(world, 4, body, def->filter, &owner)
                              : status;
    if (status != TUM_OK) {
        return status;
    }
    const size_t slot = world_next_collider(world);
    AddedShape4 added = {.kind = 0};
    status = tum_added_shape4_copy(&added, def, &world->allocator) && make_room(world, slot)
                 ? tum_added_shape4_build(&added, &world->allocator)
                 : TUM_ERROR_MEMORY;
    status = status == TUM_OK ? tum_topology_wake(topology, owner) : status;
    status = status == TUM_OK ? add(world, owner, def, &added.shape, slot) : status;
    if (status != TUM_OK) {
        tum_added_shape4_clear(&added, &world->allocator);
        return status;
    }
    world->added4.items[slot - world->scene_collider_count] = added;
    topology->collider_users.items[slot] = def->user;
    if (collider != NULL) {
        *collider = tum_world_collider_at(world, slot);
    }
    return TUM_OK;
}
