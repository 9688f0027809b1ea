// SPDX-License-Identifier: MIT
/// world4.h: places and motions in a four-dimensional world.
///
///     for (size_t i = 0; i < tum_world_body_count(world); ++i) {
///         const TumPose4 pose = tum_body_pose4(world, tum_world_body_at(world, i));
///         printf("w = %g m\n", (double)pose.position.w);
///     }
///
/// What world.h says of changes, of errors and of threads holds here too. A call in a world of
/// another dimension stops in Debug; in Release it answers the identity, zero or
/// TUM_ERROR_ARGUMENT.
#ifndef TUMBLE_WORLD4_H
#define TUMBLE_WORLD4_H

#include "tumble/pose.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The body frame in the world: where the body's node is. Identity where the body does not exist.
TUM_API TumPose4 tum_body_pose4(const TumWorld *world, TumBodyId body);

/// [m/s] Of the centre of mass, in the world.
TUM_API TumVec4 tum_body_linear_velocity4(const TumWorld *world, TumBodyId body);

/// [rad/s] In the world: a rate in each of the six planes of the axes.
TUM_API TumBivec4 tum_body_angular_velocity4(const TumWorld *world, TumBodyId body);

/// [m] The centre of mass in the world.
TUM_API TumVec4 tum_body_center_of_mass4(const TumWorld *world, TumBodyId body);

/// All bodies at once, in the order of tum_world_body_at: what a renderer or a recorder wants.
///
/// @param positions   receives 4 numbers a body, or NULL.
/// @param rotations   receives 16 numbers a body, the matrix column by column, or NULL.
/// @param linear      receives 4 numbers a body, or NULL.
/// @param angular     receives 6 numbers a body, XY XZ YZ XW YW ZW, or NULL.
TUM_API void tum_world_read_bodies4(const TumWorld *world, float *positions, float *rotations,
                                    float *linear, float *angular);

/// Puts the body frame somewhere else, without any velocity coming of it. The rotation nearest to
/// the matrix is taken; TUM_ERROR_ARGUMENT where the matrix mirrors or flattens.
TUM_API TumStatus tum_body_set_pose4(TumWorld *world, TumBodyId body, TumPose4 pose);

/// [m/s] Of the centre of mass, in the world. Static bodies have none: TUM_ERROR_ARGUMENT.
TUM_API TumStatus tum_body_set_linear_velocity4(TumWorld *world, TumBodyId body, TumVec4 velocity);

/// [rad/s] In the world.
TUM_API TumStatus tum_body_set_angular_velocity4(TumWorld *world, TumBodyId body,
                                                 TumBivec4 velocity);

/// Pushes a body at its centre of mass, and twists it. What cannot be pushed stays as it is.
///
/// @param linear   [N s] in the world
/// @param angular  [N m s] in the world
TUM_API TumStatus tum_body_apply_impulse4(TumWorld *world, TumBodyId body, TumVec4 linear,
                                          TumBivec4 angular);

/// Pushes a body at a point.
///
/// @param impulse  [N s] in the world
/// @param point    [m] in the world
TUM_API TumStatus tum_body_apply_point_impulse4(TumWorld *world, TumBodyId body, TumVec4 impulse,
                                                TumVec4 point);

/// Pulls at a dynamic body during the next step; what is added before it adds up.
///
/// @param force  [N] in the world.
/// @param point  [m] in the world, where the force acts; NULL: at the centre of mass.
TUM_API TumStatus tum_body_add_force4(TumWorld *world, TumBodyId body, TumVec4 force,
                                      const TumVec4 *point);

/// [N m] In the world.
TUM_API TumStatus tum_body_add_torque4(TumWorld *world, TumBodyId body, TumBivec4 torque);

#ifdef __cplusplus
}
#endif

#endif
