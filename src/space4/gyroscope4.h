// SPDX-License-Identifier: MIT
/// gyroscope4.h: how a free body turns in 4D: torque-free spin, stable at any speed.
///
/// The six principal moments stand in planes, I_xy … I_zw, each finite and > 0; the three relations
/// between the moments of a real body are not asked for. All in double: what a step turns by is
/// small, and in single precision a body would lose its energy to rounding within minutes.
#ifndef TUM_SPACE4_GYROSCOPE4_H
#define TUM_SPACE4_GYROSCOPE4_H

#include "math/math4_64.h"

/// Turns a body by `spin` [rad/s, in the world] for a time, exactly: bodies whose six moments are
/// equal, and those whose spin nothing changes.
void tum_turn_isotropic4(DRotation4 *rotation, DBivec4 spin, double seconds);

/// Turns a body freely: its angular momentum in the world stays, its spin changes as it turns.
///
/// Second-order accurate and the same backward in time. The momentum is an argument and never
/// changes, whatever the step; the energy swings about its value by a share that falls with the
/// square of the step, and does not drift. A body that spins in one pair of commuting planes (XY
/// and ZW, XZ and YW, YZ and XW of its principal frame) turns exactly.
///
/// @param rotation  world from the principal frame, in and out
/// @param momentum  [kg m^2/s] in the world
/// @param inertia   [kg m^2] principal
void tum_turn_gyroscopic4(DRotation4 *rotation, DBivec4 momentum, DBivec4 inertia, double seconds);

/// Spin in the world of a body with this momentum in this pose.
DBivec4 tum_spin_of_momentum4(DRotation4 rotation, DBivec4 momentum, DBivec4 inertia);

/// Momentum in the world of a body with this spin in this pose.
DBivec4 tum_momentum_of_spin4(DRotation4 rotation, DBivec4 spin, DBivec4 inertia);

#endif
