// SPDX-License-Identifier: MIT
/// gyroscope3.h: torque-free rotation of a body, with a stable integrator.
#ifndef TUM_SPACE3_GYROSCOPE3_H
#define TUM_SPACE3_GYROSCOPE3_H

#include "math/math3.h"
#include "math/math3_64.h"

/// Turns a body by a substep.
///
/// @param spin     [rad/s] angular velocity in the world, in and out.
/// @param rotation world from body, in and out.
/// @return the turn itself [rad], a vector along its axis.
Vec3 tum_turn_isotropic3(Quat *rotation, Vec3 spin, float seconds);

/// Turns a body whose principal moments differ: its angular velocity changes as it turns, its
/// angular momentum is constant.
///
/// During a step the solver works with the inertia of the pose at the start of the step: `spin` is
/// the angular momentum divided by that inertia. Each substep turns the body by the angular
/// velocity of this momentum in the present pose, at the middle of the substep (implicit midpoint,
/// two iterations), which conserves energy to third order; tum_end_gyroscopic3 gives the angular
/// velocity in the pose at the end. The momentum is conserved to rounding.
///
/// @param rotation             world from body now, in and out
/// @param start                world from body when the step began
/// @param spin                 [rad/s] in the world, in the inertia of `start`
/// @param inertia              [kg m^2] principal, each finite and > 0
/// @param body_from_principal  unit quaternion
/// @return the turn itself [rad], a vector along its axis.
Vec3 tum_turn_gyroscopic3(Quat *rotation, Quat start, Vec3 spin, Vec3 inertia,
                          Quat body_from_principal, float seconds);

/// tum_turn_gyroscopic3 for turns of any size, exact for a body with two equal moments. Conserves
/// energy also for a needle that rotates thousands of times while it tips over.
///
/// @param parts  number of splits; a larger number conserves energy better if no two moments are
/// equal
/// @return a turn that leads from the pose before to the one after [rad], half a turn at most.
Vec3 tum_turn_spinning3(Quat *rotation, Quat start, Vec3 spin, Vec3 inertia,
                        Quat body_from_principal, float seconds, int parts);

/// Angular velocity of the same angular momentum in the pose `rotation`.
Vec3 tum_end_gyroscopic3(Quat rotation, Quat start, Vec3 spin, Vec3 inertia,
                         Quat body_from_principal);

/// World from principal frame. Most bodies have their principal axes along their own.
DQuat tum_principal_rotation3(DQuat rotation, Quat body_from_principal);

/// Shorter turn from one rotation to another, a vector along its axis [rad].
DVec3 tum_turn_between3(DQuat from, DQuat to);

#endif
