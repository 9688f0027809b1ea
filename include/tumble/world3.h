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

/// Puts the body frame somewhere else, without any velocity coming of it. The rotation is
/// normalized. What is joined to it is drawn after it.
///
/// @return as the changes in world.h, or TUM_ERROR_UNSUPPORTED for a body that follows an
/// animation.
TUM_API TumStatus tum_body_set_pose3(TumWorld *world, TumBodyId body, TumPose3 pose);

/// [m/s] Of the centre of mass, in the world. Static bodies have none: TUM_ERROR_ARGUMENT.
TUM_API TumStatus tum_body_set_linear_velocity3(TumWorld *world, TumBodyId body, TumVec3 velocity);

/// [rad/s] In the world.
TUM_API TumStatus tum_body_set_angular_velocity3(TumWorld *world, TumBodyId body, TumVec3 velocity);

/// Has a kinematic body go to a pose by the end of the next step of `seconds`: gives it the even
/// velocities, the shorter way round, that take it there. It pushes what it meets on its way, and
/// goes on at those velocities in later steps until it is told something else.
///
/// @return as the changes in world.h; TUM_ERROR_ARGUMENT also for a body of another kind, and where
///         that would be faster than 1e5 m/s or rad/s: tum_body_set_pose3 puts a body elsewhere;
///         TUM_ERROR_UNSUPPORTED for a body that follows an animation.
TUM_API TumStatus tum_body_move_to3(TumWorld *world, TumBodyId body, TumPose3 pose, float seconds);

/// What a body weighs.
typedef struct TumMass3 {
    float mass;          ///< [kg] > 0; INFINITY: nothing changes its linear velocity.
    TumVec3 center;      ///< [m] Of mass, in the body frame.
    TumVec3 inertia;     ///< [kg m^2] Principal moments about the centre, each > 0; INFINITY.
    TumQuat orientation; ///< Body frame from principal frame.
} TumMass3;

/// Changes what a body weighs. It stays where it is and moves as it did: where the centre of mass
/// changes, the linear velocity becomes that of the new centre.
TUM_API TumStatus tum_body_set_mass3(TumWorld *world, TumBodyId body, const TumMass3 *mass);

/// Pulls at a dynamic body during the next step; what is added before it adds up.
///
/// @param force  [N] in the world.
/// @param point  [m] in the world, where the force acts; NULL: at the centre of mass.
TUM_API TumStatus tum_body_add_force3(TumWorld *world, TumBodyId body, TumVec3 force,
                                      const TumVec3 *point);

/// [N m] In the world.
TUM_API TumStatus tum_body_add_torque3(TumWorld *world, TumBodyId body, TumVec3 torque);

/// A body to add. Start from tum_default_body_def3.
typedef struct TumBodyDef3 {
    uint32_t stamp;   ///< Written by tum_default_body_def3.
    TumBodyKind kind; ///< Default TUM_BODY_DYNAMIC.
    int32_t node;     ///< What events and tum_body_node call it. Default -1.
    TumPose3 pose;
    TumVec3 linear_velocity;  ///< [m/s]
    TumVec3 angular_velocity; ///< [rad/s]
    TumMass3 mass;            ///< Default 1 kg with moments of 1 kg m^2.
    float gravity_factor;     ///< Default 1.
} TumBodyDef3;

/// As tum_world_def_init.
TUM_API void tum_body_def3_init(TumBodyDef3 *def, size_t bytes);

static inline TumBodyDef3 tum_default_body_def3(void)
{
    TumBodyDef3 def;
    tum_body_def3_init(&def, sizeof def);
    return def;
}

/// @param body  receives the id, zero on failure; may be NULL.
/// @return as the changes in world.h, or TUM_ERROR_CAPACITY.
TUM_API TumStatus tum_world_add_body3(TumWorld *world, const TumBodyDef3 *def, TumBodyId *body);

/// A collider to add. Start from tum_default_collider_def3. Sizes are full ones, as in TumShape.
typedef struct TumColliderDef3 {
    uint32_t stamp;    ///< Written by tum_default_collider_def3.
    TumShapeKind kind; ///< Sphere, box, capsule, cylinder, plane, convex or mesh. Default sphere.
    TumVec3 size;      ///< [m] Box: edges. Plane: x and z, INFINITY allowed.
    float height, radius, radius_bottom, radius_top; ///< [m]
    bool double_sided;
    const float *points; ///< [m] 3 numbers each; convex and mesh. Copied.
    size_t point_count;
    const uint32_t *triangles; ///< 3 indices each; mesh. Copied.
    size_t triangle_count;
    TumPose3 pose; ///< In the body frame, in the world where it has no body.
    TumMaterial material;
    int32_t filter; ///< Index of one of the scene's filters; default -1: meets everybody.
    int32_t node;   ///< What events call it. Default -1.
} TumColliderDef3;

/// As tum_world_def_init.
TUM_API void tum_collider_def3_init(TumColliderDef3 *def, size_t bytes);

static inline TumColliderDef3 tum_default_collider_def3(void)
{
    TumColliderDef3 def;
    tum_collider_def3_init(&def, sizeof def);
    return def;
}

/// What a body of these colliders weighs, filled evenly: for TumBodyDef3.mass. Where they overlap,
/// both count; planes and meshes that do not enclose a volume have none.
///
/// @param density  [kg/m^3] > 0.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (a definition or the density is wrong, or there is no volume)
///         or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_mass3_of_colliders(const TumColliderDef3 *colliders, size_t count,
                                         float density, TumMass3 *mass);

/// Weighs a body by the colliders that it has now, disabled ones too.
///
/// @param density  [kg/m^3] > 0.
/// @return as the changes in world.h; TUM_ERROR_ARGUMENT also where they have no volume.
TUM_API TumStatus tum_body_set_density3(TumWorld *world, TumBodyId body, float density);

/// Adds a collider to a body; what the body weighs stays: tum_body_set_density3.
///
/// @param body      zero: the world owns it.
/// @param collider  receives the id, zero on failure; may be NULL.
/// @return as the changes in world.h, or TUM_ERROR_CAPACITY.
TUM_API TumStatus tum_world_add_collider3(TumWorld *world, TumBodyId body,
                                          const TumColliderDef3 *def, TumColliderId *collider);

/// A joint to add. Start from tum_default_joint_def3.
typedef struct TumJointDef3 {
    uint32_t stamp;            ///< Written by tum_default_joint_def3.
    TumBodyId body_a, body_b;  ///< Different; zero: the world.
    TumPose3 frame_a, frame_b; ///< In the body frame; in the world where the side is the world.
    const TumLimit *limits;    ///< limit_count of them, as in a scene. Copied.
    size_t limit_count;
    const TumDrive *drives; ///< drive_count of them. Copied.
    size_t drive_count;
    bool enable_collision;  ///< Default false: the two bodies do not collide. Of a side that is the
                            ///< world, its colliders whose node is that side's do not.
    int32_t node_a, node_b; ///< What tum_joint_node calls them. Default -1.
} TumJointDef3;

/// As tum_world_def_init.
TUM_API void tum_joint_def3_init(TumJointDef3 *def, size_t bytes);

static inline TumJointDef3 tum_default_joint_def3(void)
{
    TumJointDef3 def;
    tum_joint_def3_init(&def, sizeof def);
    return def;
}

/// Joins two bodies, from the next step on. They stay where they are: what is not where the limits
/// want it is drawn there, at 4 m/s or 10 rad/s at the most. While neither can be moved, the joint
/// does nothing.
///
/// @param joint  receives the id, zero on failure; may be NULL.
/// @return as the changes in world.h, or TUM_ERROR_CAPACITY.
TUM_API TumStatus tum_world_add_joint3(TumWorld *world, const TumJointDef3 *def, TumJointId *joint);

/// A frame of a joint in the world now. Identity where the joint does not exist.
TUM_API TumPose3 tum_joint_frame3(const TumWorld *world, TumJointId joint, TumJointSide side);

/// Moves a frame of a joint within its body, or in the world where the side is the world. What is
/// joined is drawn after it; an animation that moved the frame does no longer.
TUM_API TumStatus tum_joint_set_frame3(TumWorld *world, TumJointId joint, TumJointSide side,
                                       TumPose3 frame);

/// [m] or [rad] What a limit of these axes measures between the two frames now: along or about one
/// axis of frame A, or the distance or opening of two or three. An angle about one axis is the one
/// that the joint counts (tum_joint_set_drive) where it has a limit or a drive of that axis, else
/// in
/// (-pi, pi]. 0 where the joint does not exist.
///
/// @param axes  bits 0 to 2, as in TumLimit.
TUM_API float tum_joint_position3(const TumWorld *world, TumJointId joint, TumSpace space,
                                  uint32_t axes);

/// What a joint pulls with: the mean over the last substep that its bodies were awake in. A gets
/// the opposite. Zero where the joint does not exist or does not act.
///
/// @param force   receives [N] on B, at the origin of frame B, in the world; may be NULL.
/// @param torque  receives [N m] about that point; may be NULL.
TUM_API void tum_joint_force3(const TumWorld *world, TumJointId joint, TumVec3 *force,
                              TumVec3 *torque);

#ifdef __cplusplus
}
#endif

#endif
