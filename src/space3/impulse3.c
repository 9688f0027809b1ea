// SPDX-License-Identifier: MIT
#include "space3/impulse3.h"

// In the principal frame the inverse of the inertia is three factors.
static Vec3 spin_of(const BodyMass3 *mass, Quat rotation, Vec3 angular)
{
    const Quat world_from_principal = quat_multiply(rotation, mass->body_from_principal);
    const Vec3 local = quat_unrotate(world_from_principal, angular);
    return quat_rotate(world_from_principal, vec3_multiply(local, mass->inverse_inertia));
}

static bool is_zero(Vec3 v)
{
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f;
}

bool tum_space3_push(Space3 *space, int32_t body, Vec3 linear, Vec3 angular)
{
    const BodyMass3 *mass = &space->masses.items[body];
    SolverBody3 *state = &space->states.items[body];
    const Vec3 speed = vec3_scale(linear, mass->inverse_mass);
    const Vec3 spin = spin_of(mass, space->places.items[body].rotation, angular);
    state->linear = vec3_add(state->linear, speed);
    state->angular = vec3_add(state->angular, spin);
    return !is_zero(speed) || !is_zero(spin);
}
