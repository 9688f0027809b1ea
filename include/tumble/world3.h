// SPDX-License-Identifier: MIT
/// world3.h: poses, velocities, forces and contacts in a three-dimensional world.
///
///     TumBodyDef3 def = tum_default_body_def3();
///     def.pose.position.y = 3;
///     TumBodyId ball;
///     tum_world_add_body3(world, &def, &ball);
///     TumColliderDef3 shape = tum_default_collider_def3();
///     shape.radius = 0.5f;
///     tum_world_add_collider3(world, ball, &shape, NULL);
///
/// The rules of world.h for changes, errors and memory hold here too. A call in a world of another
/// dimension stops in Debug; in Release it answers the identity, zero or TUM_ERROR_ARGUMENT.
///
/// Threads: those of world.h.
#ifndef TUMBLE_WORLD3_H
#define TUMBLE_WORLD3_H

#include "tumble/pose.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Pose of the body frame in the world: that of the body's node. Identity where the body does not
/// exist.
TUM_API TumPose3 tum_body_pose3(const TumWorld *world, TumBodyId body);

/// [m/s] Velocity of the centre of mass, in the world. Zero where the body does not exist.
TUM_API TumVec3 tum_body_linear_velocity3(const TumWorld *world, TumBodyId body);

/// [rad/s] Angular velocity in the world. Zero where the body does not exist.
TUM_API TumVec3 tum_body_angular_velocity3(const TumWorld *world, TumBodyId body);

/// [m] Centre of mass in the world. Zero where the body does not exist.
TUM_API TumVec3 tum_body_center_of_mass3(const TumWorld *world, TumBodyId body);

/// Arrays of the caller for all bodies at once; each may be NULL.
typedef struct TumBodyArrays3 {
    size_t capacity;             ///< Items that fit into each array.
    TumVec3 *positions;          ///< [m] [capacity] Origins of body frames.
    TumQuat *rotations;          ///< [capacity] World from body frames.
    TumVec3 *linear_velocities;  ///< [m/s] [capacity] Of centres of mass.
    TumVec3 *angular_velocities; ///< [rad/s] [capacity]
} TumBodyArrays3;

/// Reads poses and velocities of all bodies at once, in the order of tum_world_body_at, for a
/// renderer or a recorder. The items of a removed body are its last ones.
///
/// @param arrays  filled up to their capacity.
/// @return the number of bodies, also beyond the capacity: tum_world_body_count.
TUM_API size_t tum_world_read_bodies3(const TumWorld *world, const TumBodyArrays3 *arrays);

/// [m/s^2] Gravity of the world, outside of the scene's volumes of gravity.
TUM_API TumVec3 tum_world_gravity3(const TumWorld *world);

/// Sets the gravity of a running world, from the next step on; checkpoints keep it. A new value
/// wakes sleeping bodies whose gravity factor is not 0.
///
/// @param gravity  [m/s^2] finite.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_world_set_gravity3(TumWorld *world, TumVec3 gravity);

/// Puts the body frame somewhere else; velocities stay as they are. The rotation is normalized.
/// Joints draw the bodies that are joined to it after it.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), or
///         TUM_ERROR_UNSUPPORTED for a body that follows an animation.
TUM_API TumStatus tum_body_set_pose3(TumWorld *world, TumBodyId body, TumPose3 pose);

/// Sets the velocity of the centre of mass.
///
/// @param velocity  [m/s] in the world.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (also for a static body) or TUM_ERROR_MEMORY, as every change
///         (world.h).
TUM_API TumStatus tum_body_set_linear_velocity3(TumWorld *world, TumBodyId body, TumVec3 velocity);

/// Sets the angular velocity.
///
/// @param velocity  [rad/s] in the world.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (also for a static body) or TUM_ERROR_MEMORY, as every change
///         (world.h).
TUM_API TumStatus tum_body_set_angular_velocity3(TumWorld *world, TumBodyId body, TumVec3 velocity);

/// Moves a kinematic body to a pose by the end of the next step: gives it the even velocities, the
/// shorter way round, that take it there. It pushes the bodies on its path, and keeps these
/// velocities in later steps until they are set anew.
///
/// @param seconds  [s] length of the next step.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (as every change, world.h; also for a body of another kind,
///         and for velocities above 1e5 m/s or rad/s: tum_body_set_pose3 puts a body elsewhere),
///         TUM_ERROR_MEMORY, or TUM_ERROR_UNSUPPORTED for a body that follows an animation.
TUM_API TumStatus tum_body_move_to3(TumWorld *world, TumBodyId body, TumPose3 pose, float seconds);

/// Mass properties of a body.
typedef struct TumMass3 {
    float mass;          ///< [kg] > 0; INFINITY: nothing changes its linear velocity.
    TumVec3 center;      ///< [m] Of mass, in the body frame.
    TumVec3 inertia;     ///< [kg m^2] Principal moments about the centre, each > 0; INFINITY.
    TumQuat orientation; ///< Body frame from principal frame.
} TumMass3;

/// Sets the mass properties of a body. The body stays where it is and moves as it did: where the
/// centre of mass changes, the linear velocity becomes that of the new centre.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_body_set_mass3(TumWorld *world, TumBodyId body, const TumMass3 *mass);

/// Reads the mass properties that a body has, or would have were it dynamic. The simulation keeps
/// inverses, so numbers are the given ones to the rounding of a float.
///
/// @param mass  receives the properties.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: the body does not exist, nothing is written.
TUM_API TumStatus tum_body_mass3(const TumWorld *world, TumBodyId body, TumMass3 *mass);

/// Changes a body's velocities at once: the linear one by linear / mass, the angular one by the
/// inverse of the inertia times `angular`. Wakes the body and all bodies that fell asleep with it.
///
/// Static and kinematic bodies, infinite masses and axes of infinite inertia stay as they are, and
/// then no body wakes.
///
/// This function and the next are rigid_body/applyImpulse and applyPointImpulse of
/// KHR_interactivity, which act on the body of a node: tum_world_body_at(world,
/// scene->nodes[node].body) where that is not negative.
///
/// @param linear  [N s] in the world, at the centre of mass.
/// @param angular  [N m s] in the world.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such body, a number that is not finite),
///         TUM_ERROR_UNSUPPORTED (a world of another dimension) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_body_apply_impulse3(TumWorld *world, TumBodyId body, TumVec3 linear,
                                          TumVec3 angular);

/// Changes a body's velocities by an impulse at a point: as tum_body_apply_impulse3 with the
/// angular impulse (point - centre of mass) x impulse.
///
/// @param impulse  [N s] in the world.
/// @param point  [m] in the world.
/// @return as tum_body_apply_impulse3.
TUM_API TumStatus tum_body_apply_point_impulse3(TumWorld *world, TumBodyId body, TumVec3 impulse,
                                                TumVec3 point);

/// Adds a force that acts on a dynamic body during the next step; forces add up until then. Wakes
/// the body.
///
/// @param force  [N] in the world.
/// @param point  [m] in the world: point of attack; NULL: the centre of mass.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (also for a body that is not dynamic or is disabled) or
///         TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_body_add_force3(TumWorld *world, TumBodyId body, TumVec3 force,
                                      const TumVec3 *point);

/// Adds a torque that acts on a dynamic body during the next step, as tum_body_add_force3 adds a
/// force.
///
/// @param torque  [N m] in the world.
/// @return as tum_body_add_force3.
TUM_API TumStatus tum_body_add_torque3(TumWorld *world, TumBodyId body, TumVec3 torque);

/// Reads the forces that act on a body during the next step: the sum of those that
/// tum_body_add_force3 and tum_body_add_torque3 added since the last one, without gravity. Zero
/// where the body does not exist.
///
/// @param force   receives [N] in the world, at the centre of mass; may be NULL.
/// @param torque  receives [N m] about the centre of mass; may be NULL.
TUM_API void tum_body_force3(const TumWorld *world, TumBodyId body, TumVec3 *force,
                             TumVec3 *torque);

/// Definition of a body to add. Start from tum_default_body_def3.
typedef struct TumBodyDef3 {
    uint32_t stamp;           ///< Written by tum_default_body_def3.
    TumBodyKind kind;         ///< Default TUM_BODY_DYNAMIC.
    int32_t node;             ///< Its node in events and tum_body_node. Default -1.
    TumPose3 pose;            ///< World from body frame. Default the identity.
    TumVec3 linear_velocity;  ///< [m/s] Of the centre of mass, in the world. Default 0.
    TumVec3 angular_velocity; ///< [rad/s] In the world. Default 0.
    TumMass3 mass;            ///< Default 1 kg with moments of 1 kg m^2.
    float gravity_factor;     ///< Default 1.
    float linear_damping;     ///< [1/s] tum_body_set_damping. Default 0.
    float angular_damping;    ///< [1/s] Default 0.
    uint64_t user;            ///< User number: tum_body_user. Default 0.
} TumBodyDef3;

/// Fills a definition with the defaults, as tum_world_def_init does.
TUM_API void tum_body_def3_init(TumBodyDef3 *def, size_t bytes);

/// Definition of a body with the defaults.
static inline TumBodyDef3 tum_default_body_def3(void)
{
    TumBodyDef3 def;
    tum_body_def3_init(&def, sizeof def);
    return def;
}

/// Adds a body.
///
/// @param def  copied.
/// @param body  receives the id, zero on failure; may be NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h),
///         TUM_ERROR_VERSION (def of another version's layout) or TUM_ERROR_CAPACITY
///         (TUM_MAX_BODIES).
TUM_API TumStatus tum_world_add_body3(TumWorld *world, const TumBodyDef3 *def, TumBodyId *body);

/// Definition of a collider to add. Start from tum_default_collider_def3. Sizes are full ones, as
/// in TumShape.
typedef struct TumColliderDef3 {
    uint32_t stamp;      ///< Written by tum_default_collider_def3.
    TumShapeKind kind;   ///< Sphere, box, capsule, cylinder, plane, convex or mesh. Default sphere.
    TumVec3 size;        ///< [m] Box: edges. Plane: x and z, INFINITY allowed.
    float height;        ///< [m] Capsule: between the centres of the end spheres. Cylinder: in all.
    float radius;        ///< [m] Sphere.
    float radius_bottom; ///< [m] Capsule, cylinder: at -Y.
    float radius_top;    ///< [m] Capsule, cylinder: at +Y.
    bool double_sided;   ///< Plane: it is met from both sides. Default false.
    const float *points; ///< [m] [point_count * 3] Convex and mesh. Copied.
    size_t point_count;  ///< Number of points. Default 0.
    const uint32_t *triangles; ///< [triangle_count * 3] Indices of points; mesh. Copied.
    size_t triangle_count;     ///< Number of triangles. Default 0.
    TumPose3 pose; ///< In the body frame, in the world where it has no body. Default the identity.
    TumMaterial material; ///< Default tum_default_material.
    int32_t filter; ///< Index of one of the scene's filters; default -1: it meets every collider.
    int32_t node;   ///< Its node in events and tum_collider_node. Default -1.
    uint64_t user;  ///< User number: tum_collider_user. Default 0.
} TumColliderDef3;

/// Fills a definition with the defaults, as tum_world_def_init does.
TUM_API void tum_collider_def3_init(TumColliderDef3 *def, size_t bytes);

/// Definition of a collider with the defaults.
static inline TumColliderDef3 tum_default_collider_def3(void)
{
    TumColliderDef3 def;
    tum_collider_def3_init(&def, sizeof def);
    return def;
}

/// Computes the mass properties of a body of these colliders, filled evenly: for TumBodyDef3.mass.
/// Where they overlap, both count; planes and meshes that do not enclose a volume have none.
///
/// @param colliders  [count]
/// @param density  [kg/m^3] > 0.
/// @param mass  receives the properties.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (a definition or the density is wrong, or there is no
///         volume), TUM_ERROR_VERSION (a definition of another version's layout) or
///         TUM_ERROR_MEMORY.
TUM_API TumStatus tum_mass3_of_colliders(const TumColliderDef3 *colliders, size_t count,
                                         float density, TumMass3 *mass);

/// Sets the mass properties of a body to those of the colliders that it has now, disabled ones too.
///
/// @param density  [kg/m^3] > 0.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (also where they have no volume) or TUM_ERROR_MEMORY, as
///         every change (world.h).
TUM_API TumStatus tum_body_set_density3(TumWorld *world, TumBodyId body, float density);

/// Adds a collider to a body, whose mass properties stay: tum_body_set_density3 sets them.
///
/// @param body  zero: the world owns it.
/// @param def  copied, with its arrays.
/// @param collider  receives the id, zero on failure; may be NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h),
///         TUM_ERROR_VERSION (def of another version's layout) or TUM_ERROR_CAPACITY
///         (TUM_MAX_COLLIDERS).
TUM_API TumStatus tum_world_add_collider3(TumWorld *world, TumBodyId body,
                                          const TumColliderDef3 *def, TumColliderId *collider);

/// Reads a collider as it is now: shape and pose in its body, material, filter, node and user
/// number, as a definition that would add another one like it.
///
/// Sizes are the simulated ones: none is below 1e-6 m. `points` and `triangles` of a scene's
/// collider are NULL and their counts 0: they are in the scene, at TumShape.mesh. A shape that is
/// scaled unevenly, as scenes may, has no definition.
///
/// @param def  receives the definition; its arrays are borrowed until the collider is removed.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such collider) or TUM_ERROR_UNSUPPORTED (an uneven
///         scale): then nothing is written.
TUM_API TumStatus tum_collider_def3(const TumWorld *world, TumColliderId collider,
                                    TumColliderDef3 *def);

/// Size of a contact manifold.
enum { TUM_CONTACT3_POINTS = 4 }; ///< Points of a manifold, at most.

/// Point of a contact manifold.
typedef struct TumContactPoint3 {
    TumVec3 position;     ///< [m] In the world, halfway between the two surfaces.
    float separation;     ///< [m] Along the normal; negative: they overlap.
    float normal_impulse; ///< [N s] On B, along the normal.
} TumContactPoint3;

/// Contact manifold of two colliders that touch, or nearly do: their surfaces are a few millimetres
/// apart at most, or the distance of their approach in a step. Two colliders may have several
/// manifolds where one of them is a mesh or hollow.
///
/// Impulses are those of the last substep of the last step that the bodies were awake in: divided
/// by its length, they are the forces [N]. The solver holds friction for a manifold, not for each
/// point.
typedef struct TumContact3 {
    TumColliderId collider_a; ///< Collider at the lower place (tum_world_collider_at).
    TumColliderId collider_b; ///< The other collider.
    TumBodyId body_a;         ///< Body of collider A; zero: the world.
    TumBodyId body_b;         ///< Body of collider B; zero: the world.
    TumVec3 normal;           ///< Unit, from A to B.
    TumVec3 friction_impulse; ///< [N s] On B, at the middle of the points.
    float twist_impulse;      ///< [N m s] On B, about the normal.
    int32_t point_count;      ///< 1 to TUM_CONTACT3_POINTS.
    TumContactPoint3 points[TUM_CONTACT3_POINTS]; ///< [point_count]
} TumContact3;

/// Reads the contact manifolds of a body, in the present poses. Disabled bodies and colliders have
/// none; a body that was moved by tum_body_set_pose3 has none until the next step.
///
/// @param contacts  receives the first `capacity` of them; may be NULL where capacity is 0. Their
///                  order holds until the next step.
/// @param capacity  manifolds that fit.
/// @param count  receives their number, also beyond `capacity`.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: there is no such body, the count is 0.
TUM_API TumStatus tum_body_contacts3(const TumWorld *world, TumBodyId body, TumContact3 *contacts,
                                     size_t capacity, size_t *count);

/// Reads the contact manifolds of a collider, as tum_body_contacts3 reads those of a body.
///
/// @param contacts  receives the first `capacity` of them; may be NULL where capacity is 0. Their
///                  order holds until the next step.
/// @param capacity  manifolds that fit.
/// @param count     receives their number, also beyond `capacity`.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: there is no such collider, the count is 0.
TUM_API TumStatus tum_collider_contacts3(const TumWorld *world, TumColliderId collider,
                                         TumContact3 *contacts, size_t capacity, size_t *count);

/// Reads all contact manifolds of a world, each once.
///
/// @param contacts  as for tum_body_contacts3.
/// @param capacity  manifolds that fit.
/// @param count  receives their number, also beyond `capacity`.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT in a world of another dimension.
TUM_API TumStatus tum_world_contacts3(const TumWorld *world, TumContact3 *contacts, size_t capacity,
                                      size_t *count);

/// Definition of a joint to add. Start from tum_default_joint_def3.
typedef struct TumJointDef3 {
    uint32_t stamp;   ///< Written by tum_default_joint_def3.
    TumBodyId body_a; ///< Body of side A; zero: the world.
    TumBodyId body_b; ///< Body of side B, another one; zero: the world.
    TumPose3 frame_a; ///< In the body frame of A; in the world where the side is the world. Default
                      ///< the identity.
    TumPose3 frame_b; ///< Likewise for B.
    const TumLimit *limits; ///< [limit_count] As in a scene. Copied.
    size_t limit_count;     ///< Number of limits. Default 0.
    const TumDrive *drives; ///< [drive_count] As in a scene. Copied.
    size_t drive_count;     ///< Number of drives. Default 0.
    bool enable_collision;  ///< Default false: the two bodies do not collide. Where a side is the
                           ///< world, the world's colliders of that side's node do not collide with
                           ///< the other side.
    int32_t node_a; ///< Node of side A in tum_joint_node. Default -1.
    int32_t node_b; ///< Node of side B. Default -1.
    uint64_t user;  ///< User number: tum_joint_user. Default 0.
} TumJointDef3;

/// Fills a definition with the defaults, as tum_world_def_init does.
TUM_API void tum_joint_def3_init(TumJointDef3 *def, size_t bytes);

/// Definition of a joint with the defaults.
static inline TumJointDef3 tum_default_joint_def3(void)
{
    TumJointDef3 def;
    tum_joint_def3_init(&def, sizeof def);
    return def;
}

/// Adds a joint between two bodies, which acts from the next step on. The bodies stay where they
/// are: a violated limit draws them together, at 4 m/s or 10 rad/s at the most. A joint of two
/// immovable sides has no effect.
///
/// @param def  copied, with its arrays.
/// @param joint  receives the id, zero on failure; may be NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h),
///         TUM_ERROR_VERSION (def of another version's layout) or TUM_ERROR_CAPACITY
///         (TUM_MAX_JOINTS, or more than 64 directions).
TUM_API TumStatus tum_world_add_joint3(TumWorld *world, const TumJointDef3 *def, TumJointId *joint);

/// Present pose of a frame of a joint in the world. Identity where the joint does not exist.
TUM_API TumPose3 tum_joint_frame3(const TumWorld *world, TumJointId joint, TumJointSide side);

/// Moves a frame of a joint within its body, or in the world where the side is the world. The joint
/// draws its bodies after it; an animation that moved the frame does so no longer.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_joint_set_frame3(TumWorld *world, TumJointId joint, TumJointSide side,
                                       TumPose3 frame);

/// Pose of a frame of a joint, as tum_joint_set_frame3 takes it: within its body, or in the world
/// where the side is the world. Identity where the joint does not exist.
TUM_API TumPose3 tum_joint_local_frame3(const TumWorld *world, TumJointId joint, TumJointSide side);

/// [m] or [rad] Distance or angle that a limit of these axes measures between the two frames now:
/// along or about one axis of frame A, or the distance or opening of two or three. An angle about
/// one axis is the one that the joint counts (tum_joint_set_drive) where it has a limit or a drive
/// of that axis; where it has none, the angle is in (-pi, pi]. 0 where the joint does not exist.
///
/// @param axes  bits 0 to 2, as in TumLimit.
TUM_API float tum_joint_position3(const TumWorld *world, TumJointId joint, TumSpace space,
                                  uint32_t axes);

/// Reads the force of a joint: the mean over the last substep that its bodies were awake in. A gets
/// the opposite. Zero where the joint does not exist or does not act. Two hinges of the same bodies
/// with one axis share the force without a torque; if they are closer than 0.25 m, the first one
/// has all of it.
///
/// @param force  receives [N] on B, at the origin of frame B, in the world; may be NULL.
/// @param torque  receives [N m] about that point; may be NULL.
TUM_API void tum_joint_force3(const TumWorld *world, TumJointId joint, TumVec3 *force,
                              TumVec3 *torque);

#ifdef __cplusplus
}
#endif

#endif
