// SPDX-License-Identifier: MIT
/// gyroscope4.h: torque-free rotation in 4D, stable at any speed.
///
/// The six principal moments belong to planes, I_xy … I_zw, each finite and > 0; the three
/// relations between the moments of a real body are not required. All functions use doubles: the
/// rotation in a step is small, and in single precision rounding would take a body's energy within
/// minutes.
#ifndef TUM_SPACE4_GYROSCOPE4_H
#define TUM_SPACE4_GYROSCOPE4_H

#include "math/math4_64.h"

/// Rotates a body by `spin` [rad/s, in the world] for a time, exactly: for isotropic bodies, and
/// for bodies with constant spin.
void tum_turn_isotropic4(DRotation4 *rotation, DBivec4 spin, double seconds);

/// Rotates a free body: its angular momentum in the world is constant, its spin varies.
///
/// The integrator is second-order accurate and time-reversible. The momentum is an argument and
/// never changes, at any step. The energy oscillates about its value by a share that decreases with
/// the square of the step, and does not drift. A body that spins in one pair of commuting planes
/// (XY and ZW, XZ and YW, YZ and XW of its principal frame) rotates exactly.
///
/// @param rotation  world from the principal frame, in and out
/// @param momentum  [kg m^2/s] in the world
/// @param inertia   [kg m^2] principal
void tum_turn_gyroscopic4(DRotation4 *rotation, DBivec4 momentum, DBivec4 inertia, double seconds);

/// Spin in the world of a body with this momentum and rotation.
DBivec4 tum_spin_of_momentum4(DRotation4 rotation, DBivec4 momentum, DBivec4 inertia);

/// Momentum in the world of a body with this spin and rotation.
DBivec4 tum_momentum_of_spin4(DRotation4 rotation, DBivec4 spin, DBivec4 inertia);

#endif
