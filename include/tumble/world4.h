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
    uint32_t stamp;   ///< Written by tum_default_body_def4.
    TumBodyKind kind; ///< Default TUM_BODY_DYNAMIC.
    int32_t node;     ///< What events and tum_body_node call it. Default -1.
    TumPose4 pose;
    TumVec4 linear_velocity;    ///< [m/s]
    TumBivec4 angular_velocity; ///< [rad/s]
    TumMass4 mass;              ///< Default 1 kg with moments of 1 kg m^2.
    float gravity_factor;       ///< Default 1.
} TumBodyDef4;

/// As tum_world_def_init.
TUM_API void tum_body_def4_init(TumBodyDef4 *def, size_t bytes);

static inline TumBodyDef4 tum_default_body_def4(void)
{
    TumBodyDef4 def;
    tum_body_def4_init(&def, sizeof def);
    return def;
}

/// @param body  receives the id, zero on failure; may be NULL.
/// @return as the changes in world.h, or TUM_ERROR_CAPACITY.
TUM_API TumStatus tum_world_add_body4(TumWorld *world, const TumBodyDef4 *def, TumBodyId *body);

/// A collider to add. Start from tum_default_collider_def4. Sizes are full ones, as in TumShape.
typedef struct TumColliderDef4 {
    uint32_t stamp;    ///< Written by tum_default_collider_def4.
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
} TumColliderDef4;

/// As tum_world_def_init.
TUM_API void tum_collider_def4_init(TumColliderDef4 *def, size_t bytes);

static inline TumColliderDef4 tum_default_collider_def4(void)
{
    TumColliderDef4 def;
    tum_collider_def4_init(&def, sizeof def);
    return def;
}

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

/// What a joint holds together, in the axes of its frames. Two bodies have ten freedoms to each
/// other: four to go, six to turn.
///
///     TUM_JOINT4_PIN        a point: free to turn in all six planes
///     TUM_JOINT4_LINE_PIN   the line along W: free to turn in XY, XZ and YZ, as a ball joint of 3D
///     TUM_JOINT4_HINGE      the plane ZW: free to turn in XY, as a door of 3D
///     TUM_JOINT4_DUO_HINGE  a point and both planes: free to turn in XY and in ZW
///     TUM_JOINT4_WELD       all
///     TUM_JOINT4_SLIDER     all but the way along X
typedef enum TumJointKind4 {
    TUM_JOINT4_PIN,
    TUM_JOINT4_LINE_PIN,
    TUM_JOINT4_HINGE,
    TUM_JOINT4_DUO_HINGE,
    TUM_JOINT4_WELD,
    TUM_JOINT4_SLIDER
} TumJointKind4;

/// Planes of a frame, as TumDrive.axis names them where it is angular; TumLimit.axes has a bit
/// each, 1u << TUM_PLANE_XY.
typedef enum TumPlane4 {
    TUM_PLANE_XY,
    TUM_PLANE_XZ,
    TUM_PLANE_YZ,
    TUM_PLANE_XW,
    TUM_PLANE_YW,
    TUM_PLANE_ZW
} TumPlane4;

/// A joint to add. Start from tum_default_joint_def4.
///
/// Limits and drives are those of 3D, of what the joint leaves free and measures: the turn in XY of
/// a hinge, in XY and ZW of a duo hinge, the way along X (axis 0) of a slider. Each is of one of
/// these. world.h has what reads and changes them. A motor is a drive with a velocity target, a
/// damping that says how hard it holds on to it, and the most it may pull with:
///
///     const TumDrive motor = {.space = TUM_SPACE_ANGULAR, .axis = TUM_PLANE_XY,
///                             .velocity_target = 3.0, .damping = 1e4, .max_force = 50.0};
typedef struct TumJointDef4 {
    uint32_t stamp;            ///< Written by tum_default_joint_def4.
    TumJointKind4 kind;        ///< Default TUM_JOINT4_PIN.
    TumBodyId body_a, body_b;  ///< Different; zero: the world.
    TumPose4 frame_a, frame_b; ///< In the body frame; in the world where the side is the world.
    const TumLimit *limits;    ///< limit_count of them. Copied.
    size_t limit_count;
    const TumDrive *drives; ///< drive_count of them. Copied.
    size_t drive_count;
    bool enable_collision;  ///< Default false: the two bodies do not collide. Of a side that is the
                            ///< world, its colliders whose node is that side's do not.
    int32_t node_a, node_b; ///< What tum_joint_node calls them. Default -1.
} TumJointDef4;

/// As tum_world_def_init.
TUM_API void tum_joint_def4_init(TumJointDef4 *def, size_t bytes);

static inline TumJointDef4 tum_default_joint_def4(void)
{
    TumJointDef4 def;
    tum_joint_def4_init(&def, sizeof def);
    return def;
}

/// Joins two bodies, from the next step on. They stay where they are: what is not where the joint
/// wants it is drawn there, at 4 m/s or 10 rad/s at the most. While neither can be moved, the joint
/// does nothing. What hangs together by more than 512 joints, or by so many loops that it cannot be
/// solved as one, gives way under load (docs/simulation.md, section 11).
///
/// @param joint  receives the id, zero on failure; may be NULL.
/// @return as the changes in world.h, or TUM_ERROR_CAPACITY: 64 directions are the most that a
///         joint acts in, and each limit and drive is one.
TUM_API TumStatus tum_world_add_joint4(TumWorld *world, const TumJointDef4 *def, TumJointId *joint);

/// TUM_JOINT4_PIN where the joint does not exist.
TUM_API TumJointKind4 tum_joint_kind4(const TumWorld *world, TumJointId joint);

/// A frame of a joint in the world now. Identity where the joint does not exist.
TUM_API TumPose4 tum_joint_frame4(const TumWorld *world, TumJointId joint, TumJointSide side);

/// Moves a frame of a joint within its body, or in the world where the side is the world. What is
/// joined is drawn after it. TUM_ERROR_ARGUMENT where the matrix mirrors or flattens.
TUM_API TumStatus tum_joint_set_frame4(TumWorld *world, TumJointId joint, TumJointSide side,
                                       TumPose4 frame);

/// [m] or [rad] What a limit of this axis measures between the two frames now. An angle counts
/// whole turns from the step on in which the joint begins to act; before that it lies within half a
/// turn of zero, or in the range of the limits of the plane, or nearest to it. 0 where the joint
/// does not exist or measures no such thing.
///
/// @param axes  as in TumLimit.
TUM_API float tum_joint_position4(const TumWorld *world, TumJointId joint, TumSpace space,
                                  uint32_t axes);

/// What a joint pulls with: the mean over the last substep that its bodies were awake in. A gets
/// the opposite. Zero where the joint does not exist or does not act.
///
/// @param force   receives [N] on B, at the origin of frame B, in the world; may be NULL.
/// @param torque  receives [N m] about that point; may be NULL.
TUM_API void tum_joint_force4(const TumWorld *world, TumJointId joint, TumVec4 *force,
                              TumBivec4 *torque);

#ifdef __cplusplus
}
#endif

#endif
