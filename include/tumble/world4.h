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

/// Has a kinematic body go to a pose by the end of the next step of `seconds`: gives it the even
/// velocities, the shorter way round, that take it there. It pushes what it meets on its way, and
/// goes on at those velocities in later steps until it is told something else.
///
/// @return as the changes in world.h; TUM_ERROR_ARGUMENT also for a body of another kind, and where
///         that would be faster than 1e5 m/s or rad/s: tum_body_set_pose4 puts a body elsewhere.
TUM_API TumStatus tum_body_move_to4(TumWorld *world, TumBodyId body, TumPose4 pose, float seconds);

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

/// What a body weighs.
typedef struct TumMass4 {
    float mass;            ///< [kg] > 0; INFINITY: nothing changes its linear velocity.
    TumVec4 center;        ///< [m] Of mass, in the body frame.
    TumBivec4 inertia;     ///< [kg m^2] Principal moments about the centre, one a plane, each > 0;
                           ///< INFINITY. Of real matter XY + ZW = XZ + YW = YZ + XW.
    TumBasis4 orientation; ///< Body frame from principal frame.
} TumMass4;

/// Changes what a body weighs. It stays where it is and moves as it did: where the centre of mass
/// changes, the linear velocity becomes that of the new centre.
TUM_API TumStatus tum_body_set_mass4(TumWorld *world, TumBodyId body, const TumMass4 *mass);

/// A body to add. Start from tum_default_body_def4.
typedef struct TumBodyDef4 {
    TumBodyKind kind; ///< Default TUM_BODY_DYNAMIC.
    int32_t node;     ///< What events and tum_body_node call it. Default -1.
    TumPose4 pose;
    TumVec4 linear_velocity;    ///< [m/s]
    TumBivec4 angular_velocity; ///< [rad/s]
    TumMass4 mass;              ///< Default 1 kg with moments of 1 kg m^2.
    float gravity_factor;       ///< Default 1.
    uint32_t stamp;             ///< Written by tum_default_body_def4.
} TumBodyDef4;

TUM_API TumBodyDef4 tum_default_body_def4(void);

/// @param body  receives the id, zero on failure; may be NULL.
/// @return as the changes in world.h, or TUM_ERROR_CAPACITY.
TUM_API TumStatus tum_world_add_body4(TumWorld *world, const TumBodyDef4 *def, TumBodyId *body);

/// A collider to add. Start from tum_default_collider_def4. Sizes are full ones, as in TumShape.
typedef struct TumColliderDef4 {
    TumShapeKind kind; ///< Sphere, box, capsule, cylinder, general, plane, convex or mesh. Default
                       ///< sphere. A plane is endless: the half-space below its own Y.
    TumVec4 size;      ///< [m] Box and general: edges.
    float height, radius, radius_bottom, radius_top; ///< [m]
    const TumCurve *curves; ///< General: each axis has an edge or is rounded by a curve. Copied.
    size_t curve_count;
    const float *points; ///< [m] 4 numbers each; convex and mesh. Copied.
    size_t point_count;  ///< Of a hull 2048 at the most. Points in one hyperplane touch as points.
    const uint32_t *tetrahedra; ///< 4 indices each; mesh. Copied.
    size_t tetrahedron_count;
    TumPose4 pose; ///< In the body frame, in the world where it has no body.
    TumMaterial material;
    int32_t filter; ///< Index of one of the scene's filters; default -1: meets everybody.
    int32_t node;   ///< What events call it. Default -1.
    uint32_t stamp; ///< Written by tum_default_collider_def4.
} TumColliderDef4;

TUM_API TumColliderDef4 tum_default_collider_def4(void);

/// What a body of these colliders weighs, filled evenly: for TumBodyDef4.mass. Where they overlap,
/// both count; planes and meshes that do not enclose a volume have none.
///
/// @param density  [kg/m^4] > 0.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (a definition or the density is wrong, or there is no
///         volume), TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_mass4_of_colliders(const TumColliderDef4 *colliders, size_t count,
                                         float density, TumMass4 *mass);

/// Weighs a body by the colliders that it has now, disabled ones too.
///
/// @param density  [kg/m^4] > 0.
/// @return as the changes in world.h; TUM_ERROR_ARGUMENT also where they have no volume.
TUM_API TumStatus tum_body_set_density4(TumWorld *world, TumBodyId body, float density);

/// Adds a collider to a body; what the body weighs stays: tum_body_set_density4.
///
/// @param body      zero: the world owns it.
/// @param collider  receives the id, zero on failure; may be NULL.
/// @return as the changes in world.h, or TUM_ERROR_CAPACITY.
TUM_API TumStatus tum_world_add_collider4(TumWorld *world, TumBodyId body,
                                          const TumColliderDef4 *def, TumColliderId *collider);

#ifdef __cplusplus
}
#endif

#endif
