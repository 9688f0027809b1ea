// SPDX-License-Identifier: MIT
/// world3.h: places, motions and energies in a three-dimensional world.
#ifndef TUMBLE_WORLD3_H
#define TUMBLE_WORLD3_H

#include "tumble/pose.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The body frame in the world: where the body's node is. Identity where the body does not exist.
TUM_API TumPose3 tum_body_pose3(const TumWorld *world, TumBodyId body);

/// [m/s] Of the centre of mass, in the world.
TUM_API TumVec3 tum_body_linear_velocity3(const TumWorld *world, TumBodyId body);

/// [rad/s] In the world.
TUM_API TumVec3 tum_body_angular_velocity3(const TumWorld *world, TumBodyId body);

/// [m] The centre of mass in the world.
TUM_API TumVec3 tum_body_center_of_mass3(const TumWorld *world, TumBodyId body);

/// All bodies at once, in the order of tum_world_body_at: what a renderer or a recorder wants.
///
/// @param positions   receives 3 numbers a body, or NULL.
/// @param rotations   receives 4 numbers a body, x y z w, or NULL.
/// @param linear      receives 3 numbers a body, or NULL.
/// @param angular     receives 3 numbers a body, or NULL.
TUM_API void tum_world_read_bodies3(const TumWorld *world, float *positions, float *rotations,
                                    float *linear, float *angular);

#ifdef __cplusplus
}
#endif

#endif
