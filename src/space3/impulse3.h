// SPDX-License-Identifier: MIT
/// impulse3.h: external impulses on bodies.
#ifndef TUM_SPACE3_IMPULSE3_H
#define TUM_SPACE3_IMPULSE3_H

#include "space3/space3.h"

/// Adds linear / mass and inertia^-1 * angular to a body's velocities, in the world, at its pose.
///
/// @param linear, angular  [N s], [N m s]
/// @return whether a velocity changed; false for infinite mass in that direction.
bool tum_space3_push(Space3 *space, int32_t body, Vec3 linear, Vec3 angular);

#endif
