// SPDX-License-Identifier: MIT
/// gyroscope3.h: how a free body turns: torque-free spin, stable.
#ifndef TUM_SPACE3_GYROSCOPE3_H
#define TUM_SPACE3_GYROSCOPE3_H

#include "math/math3.h"

/// Turns a body by a substep.
///
/// @param spin     [rad/s] angular velocity in the world, in and out.
/// @param rotation world from body, in and out.
/// @return the turn itself [rad], a vector along its axis.
Vec3 tum_turn_evenly3(Quat *rotation, Vec3 spin, float seconds);

/// The same for a body whose principal moments differ. Angular momentum in the world is kept to
/// rounding; the spin follows from it in the new pose. The turn uses the spin at the middle of the
/// substep (implicit midpoint, two iterations), which keeps energy to third order.
///
/// @param inertia              [kg m^2] principal, each finite and > 0
/// @param body_from_principal  unit quaternion
Vec3 tum_turn_tumbling3(Quat *rotation, Vec3 *spin, Vec3 inertia, Quat body_from_principal,
                        float seconds);

#endif
