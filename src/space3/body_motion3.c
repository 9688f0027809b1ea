// SPDX-License-Identifier: MIT
// body_motion3.c: acceleration and torque-free rotation of a body.
#include "space3/body_motion3.h"

#include "schedule/contact_numbers.h"
#include "space3/gyroscope3.h"
#include "space3/space3.h"

Sym3 tum_inverse_inertia3(const BodyMass3 *mass, Quat rotation)
{
    if (mass->is_isotropic) {
        const float inverse = mass->inverse_inertia.x;
        return (Sym3){inverse, inverse, inverse, 0.0f, 0.0f, 0.0f};
    }
    const Quat world_from_principal = quat_multiply(rotation, mass->body_from_principal);
    return sym3_from_diagonal(quat_matrix(world_from_principal), mass->inverse_inertia);
}

// Non-uniform gravity is evaluated at the middle of a body's path. With the path of constant
// gravity that is the leapfrog method, which neither feeds nor damps an orbit.
static Vec3 gravity_on_path(const Space3 *space, int32_t body, float seconds,
                            const SolverBody3 *state)
{
    const Vec3 begin = vec3_add(space->bodies.places.items[body].center, state->moved);
    return space3_gravity(space, body, vec3_add_scaled(begin, state->linear, 0.5f * seconds));
}

static void accelerate(Space3 *space, int32_t body, float seconds, float gravity_factor,
                       SolverBody3 *state)
{
    Vec3 pull = {0.0f, 0.0f, 0.0f};
    if (gravity_factor != 0.0f) {
        const Vec3 gravity = space->local_gravity == NULL
                                 ? space->gravity
                                 : gravity_on_path(space, body, seconds, state);
        pull = vec3_scale(gravity, seconds * gravity_factor);
    }
    if (space->bodies.has_pushes) {
        const Push3 *push = &space->bodies.pushes.items[body];
        const ContactBody3 *weight = space3_weight(space, body);
        const Sym3 inverse_inertia =
            weight->joined > JOINED
                ? tum_inverse_inertia3(&space->bodies.masses.items[body],
                                       space->bodies.places.items[body].rotation)
                : weight->inverse_inertia;
        pull = vec3_add_scaled(pull, push->force, seconds * weight->inverse_mass);
        state->angular =
            vec3_add_scaled(state->angular, sym3_transform(inverse_inertia, push->torque), seconds);
    }
    state->linear = vec3_add(state->linear, pull);
    space->bodies.pulls.items[body] = pull;
}

void tum_accelerate3(Space3 *space, StepTime time, int32_t body)
{
    SolverBody3 *state = space3_state(space, body);
    BodyStart3 *start = space3_start(space, body);
    const Vec3 linear = vec3_sub(state->linear, start->linear);
    const Vec3 angular = vec3_sub(state->angular, start->angular);
    accelerate(space, body, time.substep, start->fall, state);
    start->linear = state->linear;
    start->angular = state->angular;
    if (time.repeats) {
        state->linear = vec3_add(state->linear, linear);
        state->angular = vec3_add(state->angular, angular);
    }
}

void tum_end_turn3(const BodyMass3 *mass, BodyPlace3 *place, SolverBody3 *state)
{
    if (mass->is_gyroscopic) {
        state->angular = tum_end_gyroscopic3(place->rotation, place->start, state->angular,
                                             mass->inertia, mass->body_from_principal);
        place->start = place->rotation;
    }
}

void tum_leave_batches3(Space3 *space, int32_t body)
{
    BodyStart3 *start = space3_start(space, body);
    if (body3_is_batched(start)) {
        BodyPlace3 *place = &space->bodies.places.items[body];
        space->bodies.before.items[body].pose = (Pose3){place->center, place->rotation};
        tum_turn_isotropic3(&place->rotation, space3_state(space, body)->turned, 1.0f);
        start->rotation_mode = ROTATION_ALONE;
    }
}

void tum_resist_anew3(Space3 *space, int32_t body)
{
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    BodyPlace3 *place = &space->bodies.places.items[body];
    tum_leave_batches3(space, body);
    tum_end_turn3(mass, place, space3_state(space, body));
    space3_weight(space, body)->inverse_inertia = tum_inverse_inertia3(mass, place->rotation);
    space->bodies.resists_anew.items[body] = true;
}

// The angular velocity refers to the inertia at the start of the step. While the turn since then is
// below a float's error in that inertia, a gyroscopic body is turned as an isotropic one;
// tum_end_gyroscopic3 conserves its angular momentum.
static bool turns_fast(const SolverBody3 *state, float seconds)
{
    const Vec3 turn = vec3_add_scaled(state->turned, state->angular, seconds);
    return vec3_length_squared(turn) > TURN_SLOW * TURN_SLOW;
}

Vec3 tum_turn3(const BodyMass3 *mass, BodyPlace3 *place, const SolverBody3 *state, float seconds)
{
    return mass->is_gyroscopic && turns_fast(state, seconds)
               ? tum_turn_gyroscopic3(&place->rotation, place->start, state->angular, mass->inertia,
                                      mass->body_from_principal, seconds)
               : tum_turn_isotropic3(&place->rotation, state->angular, seconds);
}

bool tum_space3_spins_fast(const Space3 *space, int32_t body, float seconds)
{
    const float turned = TURN_MOST / seconds;
    return vec3_length_squared(space->bodies.states.items[body].angular) > turned * turned;
}

void tum_space3_note_spin(Space3 *space, int32_t body, float seconds)
{
    space->bodies.spins.items[body] = tum_space3_spins_fast(space, body, seconds);
}
