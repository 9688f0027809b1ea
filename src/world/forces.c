// SPDX-License-Identifier: MIT
// forces.c: gravity and damping of a world, impulses on a body.
//
// Damping is v' = -d v: after a time t the share exp(-d t) of a velocity is left. A step of h is
// split symmetrically (Strang, "On the construction and comparison of difference schemes", 1968):
// half of the damping, then the step, then the other half. The terminal velocity of a falling body
// is
//
//     v = g h e / (1 - e^2),  e = exp(-d h / 2)
//       = g / d (1 - (d h)^2 / 24 + ...)
//
// Substep velocities lie between the two halves, so positions have the same order of accuracy.
#include "base/assert.h"
#include "math/power.h"
#include "space3/impulse3.h"
#include "tumble/world3.h"
#include "world/public4.h"
#include "world/world_data.h"

// Wakes sleeping bodies on which gravity acts.
static TumStatus wake_falling(TumWorld *world)
{
    Topology *topology = &world->sim.topology;
    TumStatus status = TUM_OK;
    for (size_t i = 1; i < topology->bodies.count && status == TUM_OK; ++i) {
        const float factor = world->dimension == 4
                                 ? world->space4->masses.items[i].gravity_factor
                                 : world->space3->bodies.masses.items[i].gravity_factor;
        if (topology->bodies.items[i].set == SET_ASLEEP && factor != 0.0f) {
            topology->bodies.items[i].sleep_time = 0.0f;
            status = tum_topology_wake(topology, (int32_t)i);
        }
    }
    topology->boxes_are_stale = true;
    return status;
}

TumVec3 tum_world_gravity3(const TumWorld *world)
{
    if (!TUM_REQUIRE(world->dimension == 3)) {
        return (TumVec3){0.0f, 0.0f, 0.0f};
    }
    const Vec3 gravity = world->space3->gravity;
    return (TumVec3){gravity.x, gravity.y, gravity.z};
}

TumStatus tum_world_set_gravity3(TumWorld *world, TumVec3 gravity)
{
    const Vec3 wanted = {gravity.x, gravity.y, gravity.z};
    if (!TUM_REQUIRE(world->dimension == 3) || !vec3_is_finite(wanted)) {
        return TUM_ERROR_ARGUMENT;
    }
    const Vec3 old = world->space3->gravity;
    if (old.x == wanted.x && old.y == wanted.y && old.z == wanted.z) {
        return TUM_OK;
    }
    const TumStatus status = wake_falling(world);
    if (status == TUM_OK) {
        world->space3->gravity = wanted;
    }
    return status;
}

TumVec4 tum_world_gravity4(const TumWorld *world)
{
    return TUM_REQUIRE(world->dimension == 4) ? public_vec4(world->space4->gravity)
                                              : (TumVec4){0.0f, 0.0f, 0.0f, 0.0f};
}

TumStatus tum_world_set_gravity4(TumWorld *world, TumVec4 gravity)
{
    const Vec4 wanted = inner_vec4(gravity);
    if (!TUM_REQUIRE(world->dimension == 4) || !vec4_is_finite(wanted)) {
        return TUM_ERROR_ARGUMENT;
    }
    const Vec4 old = world->space4->gravity;
    if (old.x == wanted.x && old.y == wanted.y && old.z == wanted.z && old.w == wanted.w) {
        return TUM_OK;
    }
    const TumStatus status = wake_falling(world);
    if (status == TUM_OK) {
        world->space4->gravity = wanted;
    }
    return status;
}

bool tum_is_damping(float linear, float angular)
{
    return is_finite(linear) && is_finite(angular) && linear >= 0.0f && angular >= 0.0f;
}

TumStatus tum_body_set_damping(TumWorld *world, TumBodyId body, float linear, float angular)
{
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE || !tum_is_damping(linear, angular)) {
        return TUM_ERROR_ARGUMENT;
    }
    tum_topology_set_damping(&world->sim.topology, slot, linear, angular);
    return TUM_OK;
}

float tum_body_linear_damping(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    return slot == NONE ? 0.0f : world->sim.topology.traits.items[slot].linear_damping;
}

float tum_body_angular_damping(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    return slot == NONE ? 0.0f : world->sim.topology.traits.items[slot].angular_damping;
}

// Share of a velocity that damping leaves after a time [s].
static float share_left(float damping, float seconds)
{
    return (float)tum_exp64(-(double)damping * (double)seconds);
}

static void damp_body(TumWorld *world, int32_t body, float linear, float angular)
{
    if (world->dimension == 4) {
        SolverBody4 *state = &world->space4->states.items[body];
        const Bivec4 w = tum_space4_spin(world->space4, body);
        state->linear = vec4_scale(state->linear, linear);
        if (angular < 1.0f) {
            tum_space4_set_spin(world->space4, body,
                                (Bivec4){angular * w.xy, angular * w.xz, angular * w.yz,
                                         angular * w.xw, angular * w.yw, angular * w.zw});
        }
    } else {
        SolverBody3 *state = &world->space3->bodies.states.items[body];
        state->linear = vec3_scale(state->linear, linear);
        state->angular = vec3_scale(state->angular, angular);
    }
}

void tum_world_damp(TumWorld *world, float seconds)
{
    const Topology *topology = &world->sim.topology;
    const size_t count = topology->damped_count > 0 ? topology->awake.count : 0;
    for (size_t i = 0; i < count; ++i) {
        const int32_t body = topology->awake.items[i];
        const BodyTraits *traits = &topology->traits.items[body];
        if (traits_damp(traits) && topology->bodies.items[body].kind == TUM_BODY_DYNAMIC) {
            damp_body(world, body, share_left(traits->linear_damping, seconds),
                      share_left(traits->angular_damping, seconds));
        }
    }
}

void tum_body_force3(const TumWorld *world, TumBodyId body, TumVec3 *force, TumVec3 *torque)
{
    const int32_t slot = tum_world_slot(world, body);
    Push3 push = {.force = {0.0f, 0.0f, 0.0f}};
    if (TUM_REQUIRE(world->dimension == 3) && slot != NONE) {
        push = world->space3->bodies.pushes.items[slot];
    }
    if (force != NULL) {
        *force = (TumVec3){push.force.x, push.force.y, push.force.z};
    }
    if (torque != NULL) {
        *torque = (TumVec3){push.torque.x, push.torque.y, push.torque.z};
    }
}

void tum_body_force4(const TumWorld *world, TumBodyId body, TumVec4 *force, TumBivec4 *torque)
{
    const int32_t slot = tum_world_slot(world, body);
    Push4 push = {.force = {0.0f, 0.0f, 0.0f, 0.0f}};
    if (TUM_REQUIRE(world->dimension == 4) && slot != NONE) {
        push = world->space4->pushes.items[slot];
    }
    if (force != NULL) {
        *force = public_vec4(push.force);
    }
    if (torque != NULL) {
        *torque = public_bivec4(push.torque);
    }
}

static Vec3 vec3_of(TumVec3 v)
{
    return (Vec3){v.x, v.y, v.z};
}

// A changed velocity invalidates the boxes made for the next step.
static TumStatus push(TumWorld *world, int32_t slot, Vec3 linear, Vec3 angular)
{
    Topology *topology = &world->sim.topology;
    BodyRecord *body = &topology->bodies.items[slot];
    if (!body->is_movable || !tum_space3_push(world->space3, slot, linear, angular)) {
        return TUM_OK;
    }
    body->sleep_time = 0.0f;
    topology->boxes_are_stale = true;
    return tum_topology_wake(topology, slot);
}

TumStatus tum_body_apply_impulse3(TumWorld *world, TumBodyId body, TumVec3 linear, TumVec3 angular)
{
    if (!TUM_REQUIRE(world->dimension == 3)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE || !vec3_is_finite(vec3_of(linear)) || !vec3_is_finite(vec3_of(angular))) {
        return TUM_ERROR_ARGUMENT;
    }
    return push(world, slot, vec3_of(linear), vec3_of(angular));
}

TumStatus tum_body_apply_point_impulse3(TumWorld *world, TumBodyId body, TumVec3 impulse,
                                        TumVec3 point)
{
    if (!TUM_REQUIRE(world->dimension == 3)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE || !vec3_is_finite(vec3_of(impulse)) || !vec3_is_finite(vec3_of(point))) {
        return TUM_ERROR_ARGUMENT;
    }
    const Vec3 arm = vec3_sub(vec3_of(point), world->space3->bodies.places.items[slot].center);
    return push(world, slot, vec3_of(impulse), vec3_cross(arm, vec3_of(impulse)));
}
