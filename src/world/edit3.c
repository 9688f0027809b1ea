// SPDX-License-Identifier: MIT
// edit3.c: changes to a 3D world between two steps.
#include "base/assert.h"
#include "base/stamp.h"
#include "joint3/joint_count3.h"
#include "joint3/joint_tune3.h"
#include "math/widen3.h"
#include "motion3/space_ops3.h"
#include "space3/bodies3.h"
#include "space3/gyroscope3.h"
#include "tumble/capacity.h"
#include "tumble/world3.h"
#include "world/animate.h"
#include "world/world_data.h"

static const uint32_t BODY_STAMP = STAMP_OF('b', '3', TumBodyDef3);
static const uint32_t COLLIDER_STAMP = STAMP_OF('c', '3', TumColliderDef3);

// [m/s], [rad/s] Velocity at which a motion counts as a jump.
static const double FASTEST = 1e5;

static Vec3 inner3(TumVec3 v)
{
    return vec3(v.x, v.y, v.z);
}

static TumVec3 public_vec3(DVec3 v)
{
    return (TumVec3){(float)v.x, (float)v.y, (float)v.z};
}

static bool is_rotation(TumQuat q)
{
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return is_finite(square) && square > 1e-12f;
}

static Quat inner_rotation(TumQuat q)
{
    return quat_normalize((Quat){q.x, q.y, q.z, q.w});
}

static bool is_pose(const TumPose3 *pose)
{
    return vec3_is_finite(inner3(pose->position)) && is_rotation(pose->rotation);
}

// True for numbers above 0, INFINITY included.
static bool is_weight(float x)
{
    return x > 0.0f;
}

static float inverse_of(float x)
{
    return is_finite(x) && x > 0.0f ? 1.0f / x : 0.0f;
}

static float finite_or_zero(float x)
{
    return is_finite(x) ? x : 0.0f;
}

static bool is_mass(const TumMass3 *mass)
{
    return is_weight(mass->mass) && is_weight(mass->inertia.x) && is_weight(mass->inertia.y) &&
           is_weight(mass->inertia.z) && vec3_is_finite(inner3(mass->center)) &&
           is_rotation(mass->orientation);
}

static void set_weight(BodyDef3 *def, const TumMass3 *mass)
{
    const TumVec3 moments = mass->inertia;
    def->inverse_mass = inverse_of(mass->mass);
    def->inertia =
        vec3(finite_or_zero(moments.x), finite_or_zero(moments.y), finite_or_zero(moments.z));
    def->inverse_inertia =
        vec3(inverse_of(moments.x), inverse_of(moments.y), inverse_of(moments.z));
    def->body_from_principal = inner_rotation(mass->orientation);
    def->local_center = inner3(mass->center);
}

static bool could_move(const BodyDef3 *def)
{
    return def->is_dynamic && (def->inverse_mass > 0.0f || def->inverse_inertia.x > 0.0f ||
                               def->inverse_inertia.y > 0.0f || def->inverse_inertia.z > 0.0f);
}

TumStatus tum_body_set_pose3(TumWorld *world, TumBodyId body, TumPose3 pose)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE || !is_pose(&pose)) {
        return TUM_ERROR_ARGUMENT;
    }
    if (tum_world_follows_animation(world, slot)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const TumStatus status = tum_world_detach_body(world, slot);
    if (status != TUM_OK) {
        return status;
    }
    tum_space3_hold_counts(world->space3, &world->sim.topology, slot);
    const Pose3 place = {inner3(pose.position), inner_rotation(pose.rotation)};
    world->space3->bodies.places.items[slot] = (BodyPlace3){
        .center = pose3_transform(place, world->space3->bodies.masses.items[slot].local_center),
        .rotation = place.rotation,
        .start = place.rotation};
    return tum_world_attach_body(world, slot);
}

// Validates, then wakes the body: the velocity of a sleeping body would be lost.
static TumStatus begin_motion(TumWorld *world, TumBodyId body, TumVec3 v, int32_t *slot)
{
    *slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || *slot == NONE || !vec3_is_finite(inner3(v)) ||
        world->sim.topology.bodies.items[*slot].kind == TUM_BODY_STATIC) {
        return TUM_ERROR_ARGUMENT;
    }
    world->sim.topology.bodies.items[*slot].sleep_time = 0.0f;
    world->sim.topology.boxes_are_stale = true;
    return tum_topology_wake(&world->sim.topology, *slot);
}

TumStatus tum_body_set_linear_velocity3(TumWorld *world, TumBodyId body, TumVec3 velocity)
{
    int32_t slot;
    const TumStatus status = begin_motion(world, body, velocity, &slot);
    if (status == TUM_OK) {
        world->space3->bodies.states.items[slot].linear = inner3(velocity);
    }
    return status;
}

TumStatus tum_body_set_angular_velocity3(TumWorld *world, TumBodyId body, TumVec3 velocity)
{
    int32_t slot;
    const TumStatus status = begin_motion(world, body, velocity, &slot);
    if (status == TUM_OK) {
        world->space3->bodies.states.items[slot].angular = inner3(velocity);
    }
    return status;
}

TumStatus tum_body_move_to3(TumWorld *world, TumBodyId body, TumPose3 pose, float seconds)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE || !is_pose(&pose) ||
        !(seconds > 0.0f) || world->sim.topology.bodies.items[slot].kind != TUM_BODY_KINEMATIC) {
        return TUM_ERROR_ARGUMENT;
    }
    if (tum_world_follows_animation(world, slot)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const BodyPlace3 *place = &world->space3->bodies.places.items[slot];
    const Pose3 target = {inner3(pose.position), inner_rotation(pose.rotation)};
    const Vec3 center =
        pose3_transform(target, world->space3->bodies.masses.items[slot].local_center);
    const DVec3 displacement = dvec3_sub(vec3_widen(center), vec3_widen(place->center));
    const DVec3 turn = tum_turn_between3(quat_widen(place->rotation), quat_widen(target.rotation));
    const double per_second = 1.0 / (double)seconds;
    if (!(dvec3_length(displacement) * per_second < FASTEST) ||
        !(dvec3_length(turn) * per_second < FASTEST)) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = tum_body_set_linear_velocity3(
        world, body, public_vec3(dvec3_scale(displacement, per_second)));
    return status == TUM_OK ? tum_body_set_angular_velocity3(
                                  world, body, public_vec3(dvec3_scale(turn, per_second)))
                            : status;
}

// Poses relative to the centre of mass are shifted with the centre.
static void shift_places(TumWorld *world, int32_t slot, Vec3 by)
{
    for (int32_t collider = world->sim.topology.bodies.items[slot].first_collider; collider != NONE;
         collider = world->sim.topology.colliders.items[collider].next) {
        Pose3 *local = &world->space3->colliders.center_from_shapes.items[collider];
        local->position = vec3_sub(local->position, by);
    }
    for (size_t i = 0; i < world->trigger_parts.count; ++i) {
        TriggerPart3 *part = &world->trigger_parts.items[i];
        if (part->body == slot) {
            part->center_from_shape.position = vec3_sub(part->center_from_shape.position, by);
        }
    }
}

void tum_world_move_center3(TumWorld *world, int32_t slot, Vec3 center)
{
    Space3 *space = world->space3;
    SolverBody3 *state = &space->bodies.states.items[slot];
    BodyPlace3 *place = &space->bodies.places.items[slot];
    const Vec3 by = vec3_sub(center, space->bodies.masses.items[slot].local_center);
    const Vec3 arm = quat_rotate(place->rotation, by);
    shift_places(world, slot, by);
    place->center = vec3_add(place->center, arm);
    state->linear = vec3_add(state->linear, vec3_cross(state->angular, arm));
    space->bodies.masses.items[slot].local_center = center;
    tum_space3_update_bounding_radius(space, &world->sim.topology, slot);
    tum_world_follow_center3(world, slot);
    tum_world_place_joint_frames3(world, slot);
}

TumStatus tum_body_set_mass3(TumWorld *world, TumBodyId body, const TumMass3 *mass)
{
    const int32_t slot = tum_world_slot(world, body);
    if (!TUM_REQUIRE(world->dimension == 3) || slot == NONE || !is_mass(mass)) {
        return TUM_ERROR_ARGUMENT;
    }
    TumStatus status = tum_world_detach_body(world, slot);
    if (status != TUM_OK) {
        return status;
    }
    Space3 *space = world->space3;
    const BodyRecord *record = &world->sim.topology.bodies.items[slot];
    const BodyMass3 old = space->bodies.masses.items[slot];
    const SolverBody3 state = space->bodies.states.items[slot];
    const Vec3 by = vec3_sub(inner3(mass->center), old.local_center);
    const Vec3 arm = quat_rotate(space->bodies.places.items[slot].rotation, by);
    BodyDef3 def = {.pose = tum_space3_body_pose(space, slot),
                    .is_dynamic = record->kind == TUM_BODY_DYNAMIC,
                    .linear_velocity = vec3_add(state.linear, vec3_cross(state.angular, arm)),
                    .angular_velocity = state.angular,
                    .gravity_factor = old.gravity_factor};
    set_weight(&def, mass);
    shift_places(world, slot, by);
    const Push3 push = space->bodies.pushes.items[slot];
    tum_space3_set_body(space, slot, &def);
    space->bodies.pushes.items[slot] = push;
    tum_space3_update_bounding_radius(space, &world->sim.topology, slot);
    tum_topology_set_body(&world->sim.topology, slot, (TumBodyKind)record->kind,
                          could_move(&def) || tum_world_weight_follows(world, slot),
                          record->set == SET_ABSENT);
    tum_world_follow_center3(world, slot);
    const TumStatus joined = tum_world_refresh_joints_of(world, slot);
    status = tum_world_attach_body(world, slot);
    return status == TUM_OK ? joined : status;
}

static bool can_be_pushed(const TumWorld *world, int32_t slot)
{
    return world->sim.topology.bodies.items[slot].kind == TUM_BODY_DYNAMIC &&
           world->sim.topology.bodies.items[slot].set != SET_ABSENT;
}

TumStatus tum_body_add_force3(TumWorld *world, TumBodyId body, TumVec3 force, const TumVec3 *point)
{
    int32_t slot = tum_world_slot(world, body);
    if (slot == NONE || !can_be_pushed(world, slot) ||
        (point != NULL && !vec3_is_finite(inner3(*point)))) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = begin_motion(world, body, force, &slot);
    if (status == TUM_OK) {
        Push3 *push = &world->space3->bodies.pushes.items[slot];
        push->force = vec3_add(push->force, inner3(force));
        if (point != NULL) {
            const Vec3 arm =
                vec3_sub(inner3(*point), world->space3->bodies.places.items[slot].center);
            push->torque = vec3_add(push->torque, vec3_cross(arm, inner3(force)));
        }
        world->space3->bodies.has_pushes = true;
    }
    return status;
}

TumStatus tum_body_add_torque3(TumWorld *world, TumBodyId body, TumVec3 torque)
{
    int32_t slot = tum_world_slot(world, body);
    if (slot == NONE || !can_be_pushed(world, slot)) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumStatus status = begin_motion(world, body, torque, &slot);
    if (status == TUM_OK) {
        Push3 *push = &world->space3->bodies.pushes.items[slot];
        push->torque = vec3_add(push->torque, inner3(torque));
        world->space3->bodies.has_pushes = true;
    }
    return status;
}

void tum_body_def3_init(TumBodyDef3 *def, size_t bytes)
{
    const TumBodyDef3 defaults = {.stamp = BODY_STAMP,
                                  .kind = TUM_BODY_DYNAMIC,
                                  .node = -1,
                                  .pose = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
                                  .mass = {.mass = 1.0f,
                                           .inertia = {1.0f, 1.0f, 1.0f},
                                           .orientation = {0.0f, 0.0f, 0.0f, 1.0f}},
                                  .gravity_factor = 1.0f};
    tum_stamp_fill(def, bytes, &defaults);
}

TumStatus tum_world_add_body3(TumWorld *world, const TumBodyDef3 *def, TumBodyId *body)
{
    if (body != NULL) {
        *body = (TumBodyId){0, 0, 0};
    }
    const TumStatus stamped = tum_stamp_status(def->stamp, BODY_STAMP);
    if (stamped != TUM_OK) {
        return stamped;
    }
    if (!TUM_REQUIRE(world->dimension == 3) || def->kind > TUM_BODY_DYNAMIC || def->node < -1 ||
        !is_pose(&def->pose) || !is_mass(&def->mass) ||
        !vec3_is_finite(inner3(def->linear_velocity)) ||
        !vec3_is_finite(inner3(def->angular_velocity)) || !is_finite(def->gravity_factor) ||
        !tum_is_damping(def->linear_damping, def->angular_damping)) {
        return TUM_ERROR_ARGUMENT;
    }
    Topology *topology = &world->sim.topology;
    if (topology->free_bodies.count == 0 && topology->bodies.count > TUM_MAX_BODIES) {
        return TUM_ERROR_CAPACITY;
    }
    BodyDef3 inner = {.pose = {inner3(def->pose.position), inner_rotation(def->pose.rotation)},
                      .is_dynamic = def->kind == TUM_BODY_DYNAMIC,
                      .gravity_factor = def->gravity_factor};
    if (def->kind != TUM_BODY_STATIC) {
        inner.linear_velocity = inner3(def->linear_velocity);
        inner.angular_velocity = inner3(def->angular_velocity);
    }
    set_weight(&inner, &def->mass);
    // Reserves memory in the space first, so that a body exists in both the topology and the space
    // or in neither.
    if (topology->free_bodies.count == 0 &&
        !tum_space3_reserve_body(world->space3, topology->bodies.count)) {
        return TUM_ERROR_MEMORY;
    }
    const int32_t slot = tum_topology_add_body(topology, def->kind, def->node, could_move(&inner),
                                               def->kind == TUM_BODY_DYNAMIC);
    if (slot == NONE) {
        return TUM_ERROR_MEMORY;
    }
    tum_space3_set_body(world->space3, slot, &inner);
    world->space3->bodies.masses.items[slot].bounding_radius = 0.0f;
    world->space3->bodies.masses.items[slot].ccd_distance = 0.0f;
    topology->traits.items[slot].user = def->user;
    tum_topology_set_damping(topology, slot, def->linear_damping, def->angular_damping);
    if (body != NULL) {
        *body = tum_world_id(world, slot);
    }
    return TUM_OK;
}

void tum_collider_def3_init(TumColliderDef3 *def, size_t bytes)
{
    const TumColliderDef3 defaults = {.stamp = COLLIDER_STAMP,
                                      .kind = TUM_SHAPE_SPHERE,
                                      .pose = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}},
                                      .material = tum_default_material(),
                                      .filter = -1,
                                      .node = -1};
    tum_stamp_fill(def, bytes, &defaults);
}

TumStatus tum_collider_def3_status(const TumColliderDef3 *def)
{
    const TumStatus stamped = tum_stamp_status(def->stamp, COLLIDER_STAMP);
    if (stamped != TUM_OK) {
        return stamped;
    }
    const bool is_sound = is_pose(&def->pose) && tum_material_is_sound(&def->material) &&
                          def->node >= -1 && def->filter >= -1 &&
                          (def->points != NULL || def->point_count == 0) &&
                          (def->triangles != NULL || def->triangle_count == 0) &&
                          def->point_count < INT32_MAX && def->triangle_count < INT32_MAX;
    return is_sound ? TUM_OK : TUM_ERROR_ARGUMENT;
}

static bool make_room(TumWorld *world, size_t slot)
{
    if (!array_extend(&world->added, slot - world->scene_collider_count + 1, &world->allocator)) {
        return false;
    }
    return tum_space3_reserve_collider(world->space3, slot);
}

TumStatus tum_world_add_collider3(TumWorld *world, TumBodyId body, const TumColliderDef3 *def,
                                  TumColliderId *collider)
{
    if (collider != NULL) {
        *collider = (TumColliderId){0, 0, 0};
    }
    Topology *topology = &world->sim.topology;
    int32_t owner = NONE;
    TumStatus status = tum_collider_def3_status(def);
    status = status == TUM_OK ? tum_world_check_added_collider(world, 3, body, def->filter, &owner)
                              : status;
    if (status != TUM_OK) {
        return status;
    }
    const size_t slot = world_next_collider(world);
    AddedShape added = {0};
    Shape3 shape;
    status = tum_added_shape_copy(&added, def, &world->allocator) && make_room(world, slot)
                 ? tum_added_shape_build(&added, world->space3->kernels.shapes, &world->allocator,
                                         &shape)
                 : TUM_ERROR_MEMORY;
    status = status == TUM_OK ? tum_topology_wake(topology, owner) : status;
    if (status != TUM_OK) {
        tum_added_shape_clear(&added, &world->allocator);
        return status;
    }
    ColliderRecord record = {.body = owner, .filter = def->filter, .node = def->node};
    tum_collider_record_set_material(&record, &def->material);
    const Pose3 pose = {inner3(def->pose.position), inner_rotation(def->pose.rotation)};
    tum_space3_set_collider(world->space3, (int32_t)slot, owner, &shape, pose);
    const Box box = tum_space3_box(world->space3, owner, (int32_t)slot);
    if (tum_topology_add_collider(topology, &record, &box) == NONE) {
        tum_space3_update_bounding_radius(world->space3, topology, owner);
        tum_added_shape_clear(&added, &world->allocator);
        return TUM_ERROR_MEMORY;
    }
    world->added.items[slot - world->scene_collider_count] = added;
    topology->collider_users.items[slot] = def->user;
    if (collider != NULL) {
        *collider = tum_world_collider_at(world, slot);
    }
    return TUM_OK;
}
