// SPDX-License-Identifier: MIT
/// body4.h: a rigid body in 4D: what it is, how it moves, what an impulse does to it.
///
/// Frames: a body stands in its principal frame, whose origin is the center of mass and in whose
/// planes the inertia is six numbers. Formulas: spec/physics4d.md sections 2.1, 2.2 and 2.7.
#ifndef TUM_SPACE4_BODY4_H
#define TUM_SPACE4_BODY4_H

#include "math/math4.h"

/// How a body resists. Made by tum_inertness4.
typedef struct Inertness4 {
    float inverse_mass;     ///< [1/kg] 0: nothing changes its velocity.
    Bivec4 inertia;         ///< [kg m^2] Principal; INFINITY: that rate never changes.
    Bivec4 inverse_inertia; ///< [1/(kg m^2)] 0 where the moment is INFINITY.
    bool is_even;           ///< All six moments are the same: spin and momentum are parallel.
    bool keeps_spin;        ///< A moment is INFINITY: the body turns evenly, without momentum.
} Inertness4;

/// Where a body is and how it moves.
typedef struct Body4 {
    Vec4 position;      ///< [m] Of the center of mass.
    Rotation4 rotation; ///< World from the principal frame.
    Vec4 velocity;      ///< [m/s] Of the center of mass.
    Bivec4 spin;        ///< [rad/s] In the world.
    Bivec4 momentum;    ///< [kg m^2/s] Angular, in the world: what free motion leaves as it is, so
                        ///< it is stored and the spin follows. 0 where the body keeps its spin.
} Body4;

/// The inverse inertia of a body in the world: torque in, change of spin out; by halves, four
/// blocks of which two are each other's transpose.
typedef struct InverseInertia4 {
    Mat3 left, right; ///< From left to left, from right to right; symmetric.
    Mat3 across;      ///< From right to left.
} InverseInertia4;

/// @param mass     [kg] > 0 or INFINITY
/// @param inertia  [kg m^2] principal, each > 0 or INFINITY
Inertness4 tum_inertness4(float mass, Bivec4 inertia);

InverseInertia4 tum_inverse_inertia4(const Inertness4 *inertness, Rotation4 rotation);

/// The spin that a torque impulse [N m s], in the world, adds.
Bivec4 tum_spin_of_impulse4(const InverseInertia4 *inverse_inertia, Bivec4 impulse);

/// Gives a body this spin [rad/s, in the world] and the momentum that goes with it.
void tum_set_spin4(Body4 *body, const Inertness4 *inertness, Bivec4 spin);

/// Velocity of the point of the body at `arm` from its center, in the world.
static inline Vec4 body4_velocity(const Body4 *body, Vec4 arm)
{
    return vec4_add(body->velocity, bivec4_velocity(body->spin, arm));
}

/// An impulse [N s] at `arm` from the center, both in the world.
void tum_apply_impulse4(Body4 *body, const Inertness4 *inertness, Vec4 impulse, Vec4 arm);

/// What a unit impulse at `arm` changes of the velocity there: symmetric; along a unit direction n,
/// n . K n is the inverse of the mass that is felt.
Sym4 tum_response4(float inverse_mass, const InverseInertia4 *inverse_inertia, Vec4 arm);

/// [J] Kinetic. A body of infinite mass or moments has only that of what is finite.
float tum_energy4(const Body4 *body, const Inertness4 *inertness);

/// Moves a body on its way: no force, no torque. Velocity and angular momentum keep their bits.
void tum_drift4(Body4 *body, const Inertness4 *inertness, float seconds);

#endif
