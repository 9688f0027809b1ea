// SPDX-License-Identifier: MIT
/// body_motion3.h: acceleration and torque-free rotation of a body.
#ifndef TUM_SPACE3_BODY_MOTION3_H
#define TUM_SPACE3_BODY_MOTION3_H

#include "schedule/contact_numbers.h"
#include "space3/space3.h"

// [rad] Since the start of the step. A gyroscopic body that has turned less is turned as an
// isotropic one: the error is below a float's error in the turn.
static const float TURN_SLOW = 2e-4f;

/// Whether a body's inertia in the world has changed since its step began: by a rotation of more
/// than `turn` [rad], or because joints have enlarged its moments.
static inline bool space3_resists_anew(const Space3 *space, int32_t body, float turn)
{
    const uint32_t at = space->bodies.state_of.items[body];
    return space->bodies.contact_bodies.items[at].joined > JOINED ||
           (space->bodies.masses.items[body].is_gyroscopic &&
            vec3_length_squared(space->bodies.states.items[at].turned) > turn * turn);
}

/// Whether the rotation of a body is computed at the end of the step.
static inline bool body3_is_batched(const BodyStart3 *start)
{
    return start->rotation_mode == ROTATION_ISOTROPIC ||
           start->rotation_mode == ROTATION_GYROSCOPIC;
}

/// Computes the present rotation of a body; from here on it is current in each substep.
void tum_leave_batches3(Space3 *space, int32_t body);

/// Updates the inertia of a body without joints to its present pose, and the angular velocity that
/// refers to it. Contact rows of the body are to follow.
void tum_resist_anew3(Space3 *space, int32_t body);

/// Applies gravity and external forces of a substep to a body.
void tum_accelerate3(Space3 *space, StepTime time, int32_t body);

/// Notes whether a body rotates so fast that the next step, of this duration [s], may have to be
/// split.
void tum_space3_note_spin(Space3 *space, int32_t body, float seconds);

/// Turns a body for a duration [s]. @return the turn [rad].
Vec3 tum_turn3(const BodyMass3 *mass, BodyPlace3 *place, const SolverBody3 *state, float seconds);

/// Converts the angular velocity from the inertia at the start to that of the present pose;
/// conserves the angular momentum.
void tum_end_turn3(const BodyMass3 *mass, BodyPlace3 *place, SolverBody3 *state);

/// Inverse inertia in the world.
Sym3 tum_inverse_inertia3(const BodyMass3 *mass, Quat rotation);

/// Whether a body rotates so fast that a step of this duration [s] may have to be split.
bool tum_space3_spins_fast(const Space3 *space, int32_t body, float seconds);

#endif
