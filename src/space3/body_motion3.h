// SPDX-License-Identifier: MIT
/// body_motion3.h: how a body accelerates and turns by itself.
#ifndef TUM_SPACE3_BODY_MOTION3_H
#define TUM_SPACE3_BODY_MOTION3_H

#include "space3/space3.h"

// [rad] Since the step began. Below it a tumbling body turns as any other does: what that leaves
// out is less than a float's error in the turn.
static const float TURN_SLOW = 2e-4f;

/// What forces do to a body in a substep.
void tum_accelerate3(Space3 *space, StepTime time, int32_t body);

/// Notes whether a body turns so fast that the next step, of so many seconds, may have to be done
/// in parts.
void tum_space3_note_spin(Space3 *space, int32_t body, float seconds);

/// Whether a body no longer resists as it did when its step began: it has turned, or joints have
/// taken its moments for larger.
bool tum_space3_resists_anew(const Space3 *space, int32_t body);

/// Turns a body for so long. @return the turn [rad].
Vec3 tum_turn3(const BodyMass3 *mass, BodyPlace3 *place, const SolverBody3 *state, float seconds);

/// From the spin of a momentum in the inertia of the start to that in the pose now.
void tum_end_turn3(const BodyMass3 *mass, BodyPlace3 *place, SolverBody3 *state);

/// Inverse inertia in the world.
Sym3 tum_inverse_inertia3(const BodyMass3 *mass, Quat rotation);

/// Whether a body turns so fast that a step of so many seconds may have to be split.
bool tum_space3_spins_fast(const Space3 *space, int32_t body, float seconds);

#endif
