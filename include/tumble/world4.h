// SPDX-License-Identifier: MIT
/// world4.h: poses, velocities, forces and contacts in a four-dimensional world.
///
///     for (size_t i = 0; i < tum_world_body_count(world); ++i) {
///         const TumPose4 pose = tum_body_pose4(world, tum_world_body_at(world, i));
///         printf("w = %g m\n", (double)pose.position.w);
///     }
///
/// The rules of world.h for changes, errors and memory hold here too. A call in a world of another
/// dimension stops in Debug; in Release it answers the identity, zero or TUM_ERROR_ARGUMENT.
///
/// Threads: those of world.h.
#ifndef TUMBLE_WORLD4_H
#define TUMBLE_WORLD4_H

#include "tumble/pose.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Pose of the body frame in the world: that of the body's node. Identity where the body does not
/// exist.
TUM_API TumPose4 tum_body_pose4(const TumWorld *world, TumBodyId body);

/// [m/s] Velocity of the centre of mass, in the world. Zero where the body does not exist.
TUM_API TumVec4 tum_body_linear_velocity4(const TumWorld *world, TumBodyId body);

/// [rad/s] Angular velocity in the world: a rate in each of the six planes of the axes. Zero where
/// the body does not exist.
TUM_API TumBivec4 tum_body_angular_velocity4(const TumWorld *world, TumBodyId body);

/// [m] Centre of mass in the world. Zero where the body does not exist.
TUM_API TumVec4 tum_body_center_of_mass4(const TumWorld *world, TumBodyId body);

/// Arrays of the caller for all bodies at once; each may be NULL.
typedef struct TumBodyArrays4 {
    size_t capacity;               ///< Items that fit into each array.
    TumVec4 *positions;            ///< [m] [capacity] Origins of body frames.
    TumBasis4 *rotations;          ///< [capacity] World from body frames.
    TumVec4 *linear_velocities;    ///< [m/s] [capacity] Of centres of mass.
    TumBivec4 *angular_velocities; ///< [rad/s] [capacity]
} TumBodyArrays4;

/// Reads poses and velocities of all bodies at once, in the order of tum_world_body_at, for a
/// renderer or a recorder. The items of a removed body are its last ones.
///
/// @param arrays  filled up to their capacity.
/// @return the number of bodies, also beyond the capacity: tum_world_body_count.
TUM_API size_t tum_world_read_bodies4(const TumWorld *world, const TumBodyArrays4 *arrays);

/// [m/s^2] Gravity of the world.
TUM_API TumVec4 tum_world_gravity4(const TumWorld *world);

/// Sets the gravity of a running world, from the next step on; checkpoints keep it. A new value
/// wakes sleeping bodies whose gravity factor is not 0.
///
/// @param gravity  [m/s^2] finite.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_world_set_gravity4(TumWorld *world, TumVec4 gravity);

/// Puts the body frame somewhere else; velocities stay as they are. The rotation nearest to the
/// matrix is taken. Joints draw the bodies that are joined to it after it.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (also where the matrix mirrors or flattens) or
///         TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_body_set_pose4(TumWorld *world, TumBodyId body, TumPose4 pose);

/// Sets the velocity of the centre of mass.
///
/// @param velocity  [m/s] in the world.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (also for a static body) or TUM_ERROR_MEMORY, as every change
///         (world.h).
TUM_API TumStatus tum_body_set_linear_velocity4(TumWorld *world, TumBodyId body, TumVec4 velocity);

/// Sets the angular velocity.
///
/// @param velocity  [rad/s] in the world.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (also for a static body) or TUM_ERROR_MEMORY, as every change
///         (world.h).
TUM_API TumStatus tum_body_set_angular_velocity4(TumWorld *world, TumBodyId body,
                                                 TumBivec4 velocity);

/// Moves a kinematic body to a pose by the end of the next step: gives it the even velocities, the
/// shorter way round, that take it there. It pushes the bodies on its path, and keeps these
/// velocities in later steps until they are set anew.
///
/// @param seconds  [s] length of the next step.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (as every change, world.h; also for a body of another kind,
///         and for velocities above 1e5 m/s or rad/s: tum_body_set_pose4 puts a body elsewhere) or
///         TUM_ERROR_MEMORY.
TUM_API TumStatus tum_body_move_to4(TumWorld *world, TumBodyId body, TumPose4 pose, float seconds);

/// Changes a body's velocities at once: the linear one by linear / mass, the angular one by the
/// inverse of the inertia times `angular`. Wakes the body and all bodies that fell asleep with it.
/// Static and kinematic bodies, infinite masses and planes of infinite inertia stay as they are.
///
/// @param linear  [N s] in the world, at the centre of mass.
/// @param angular  [N m s] in the world.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_body_apply_impulse4(TumWorld *world, TumBodyId body, TumVec4 linear,
                                          TumBivec4 angular);

/// Changes a body's velocities by an impulse at a point: as tum_body_apply_impulse4 with the
/// angular impulse (point - centre of mass) ^ impulse.
///
/// @param impulse  [N s] in the world.
/// @param point  [m] in the world.
/// @return as tum_body_apply_impulse4.
TUM_API TumStatus tum_body_apply_point_impulse4(TumWorld *world, TumBodyId body, TumVec4 impulse,
                                                TumVec4 point);

/// Adds a force that acts on a dynamic body during the next step; forces add up until then. Wakes
/// the body.
///
/// @param force  [N] in the world.
/// @param point  [m] in the world: point of attack; NULL: the centre of mass.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (also for a body that is not dynamic or is disabled) or
///         TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_body_add_force4(TumWorld *world, TumBodyId body, TumVec4 force,
                                      const TumVec4 *point);

/// Adds a torque that acts on a dynamic body during the next step, as tum_body_add_force4 adds a
/// force.
///
/// @param torque  [N m] in the world.
/// @return as tum_body_add_force4.
TUM_API TumStatus tum_body_add_torque4(TumWorld *world, TumBodyId body, TumBivec4 torque);

/// Reads the forces that act on a body during the next step: the sum of those that
/// tum_body_add_force4 and tum_body_add_torque4 added since the last one, without gravity. Zero
/// where the body does not exist.
///
/// @param force   receives [N] in the world, at the centre of mass; may be NULL.
/// @param torque  receives [N m] about the centre of mass; may be NULL.
TUM_API void tum_body_force4(const TumWorld *world, TumBodyId body, TumVec4 *force,
                             TumBivec4 *torque);

/// Mass properties of a body.
typedef struct TumMass4 {
    float mass;        ///< [kg] > 0; INFINITY: nothing changes its linear velocity.
    TumVec4 center;    ///< [m] Of mass, in the body frame.
    TumBivec4 inertia; ///< [kg m^2] Principal moments about the centre, one for each plane, each >
                       ///< 0; INFINITY. Those of real matter have XY + ZW = XZ + YW = YZ + XW.
    TumBasis4 orientation; ///< Body frame from principal frame.
} TumMass4;

/// Sets the mass properties of a body. The body stays where it is and moves as it did: where the
/// centre of mass changes, the linear velocity becomes that of the new centre.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_body_set_mass4(TumWorld *world, TumBodyId body, const TumMass4 *mass);

/// Reads the mass properties that a body has, or would have were it dynamic, to the rounding of a
/// float.
///
/// @param mass  receives the properties.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: the body does not exist, nothing is written.
TUM_API TumStatus tum_body_mass4(const TumWorld *world, TumBodyId body, TumMass4 *mass);

/// Definition of a body to add. Start from tum_default_body_def4.
typedef struct TumBodyDef4 {
    uint32_t stamp;             ///< Written by tum_default_body_def4.
    TumBodyKind kind;           ///< Default TUM_BODY_DYNAMIC.
    int32_t node;               ///< Its node in events and tum_body_node. Default -1.
    TumPose4 pose;              ///< World from body frame. Default the identity.
    TumVec4 linear_velocity;    ///< [m/s] Of the centre of mass, in the world. Default 0.
    TumBivec4 angular_velocity; ///< [rad/s] In the world. Default 0.
    TumMass4 mass;              ///< Default 1 kg with moments of 1 kg m^2.
    float gravity_factor;       ///< Default 1.
    float linear_damping;       ///< [1/s] tum_body_set_damping. Default 0.
    float angular_damping;      ///< [1/s] Default 0.
    uint64_t user;              ///< User number: tum_body_user. Default 0.
} TumBodyDef4;

/// Fills a definition with the defaults, as tum_world_def_init does.
TUM_API void tum_body_def4_init(TumBodyDef4 *def, size_t bytes);

/// Definition of a body with the defaults.
static inline TumBodyDef4 tum_default_body_def4(void)
{
    TumBodyDef4 def;
    tum_body_def4_init(&def, sizeof def);
    return def;
}

/// Adds a body.
///
/// @param def  copied.
/// @param body  receives the id, zero on failure; may be NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h),
///         TUM_ERROR_VERSION (def of another version's layout) or TUM_ERROR_CAPACITY
///         (TUM_MAX_BODIES).
TUM_API TumStatus tum_world_add_body4(TumWorld *world, const TumBodyDef4 *def, TumBodyId *body);

/// Definition of a collider to add. Start from tum_default_collider_def4. Sizes are full ones, as
/// in TumShape.
typedef struct TumColliderDef4 {
    uint32_t stamp;    ///< Written by tum_default_collider_def4.
    TumShapeKind kind; ///< Sphere, box, capsule, cylinder, general, plane, convex or mesh. Default
                       ///< sphere. A plane is endless: the half-space below its own Y.
    TumVec4 size;      ///< [m] Box and general: edges.
    float height;      ///< [m] Capsule: between the centres of the end spheres. Cylinder: in all.
    float radius;      ///< [m] Sphere.
    float radius_bottom;    ///< [m] Capsule, cylinder: at -Y.
    float radius_top;       ///< [m] Capsule, cylinder: at +Y.
    const TumCurve *curves; ///< [curve_count] General; copied. Each axis has an edge or is rounded.
    size_t curve_count;     ///< Number of curves. Default 0.
    const float *points;    ///< [m] [point_count * 4] Convex and mesh. Copied.
    size_t point_count; ///< Number of points; 2048 at the most for a hull. Points in one hyperplane
                        ///< touch as points. Default 0.
    const uint32_t *tetrahedra; ///< [tetrahedron_count * 4] Indices of points; mesh. Copied.
    size_t tetrahedron_count;   ///< Number of tetrahedra. Default 0.
    TumPose4 pose; ///< In the body frame, in the world where it has no body. Default the identity.
    TumMaterial material; ///< Default tum_default_material.
    int32_t filter; ///< Index of one of the scene's filters; default -1: it meets every collider.
    int32_t node;   ///< Its node in events and tum_collider_node. Default -1.
    uint64_t user;  ///< User number: tum_collider_user. Default 0.
} TumColliderDef4;

/// Fills a definition with the defaults, as tum_world_def_init does.
TUM_API void tum_collider_def4_init(TumColliderDef4 *def, size_t bytes);

/// Definition of a collider with the defaults.
static inline TumColliderDef4 tum_default_collider_def4(void)
{
    TumColliderDef4 def;
    tum_collider_def4_init(&def, sizeof def);
    return def;
}

/// Computes the mass properties of a body of these colliders, filled evenly: for TumBodyDef4.mass.
/// Where they overlap, both count; planes and meshes that do not enclose a volume have none.
///
/// @param colliders  [count]
/// @param density  [kg/m^4] > 0.
/// @param mass  receives the properties.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (a definition or the density is wrong, or there is no
///         volume), TUM_ERROR_VERSION (a definition of another version's layout),
///         TUM_ERROR_CAPACITY (points of a hull) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_mass4_of_colliders(const TumColliderDef4 *colliders, size_t count,
                                         float density, TumMass4 *mass);

/// Sets the mass properties of a body to those of the colliders that it has now, disabled ones too.
///
/// @param density  [kg/m^4] > 0.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (also where they have no volume) or TUM_ERROR_MEMORY, as
///         every change (world.h).
TUM_API TumStatus tum_body_set_density4(TumWorld *world, TumBodyId body, float density);

/// Adds a collider to a body, whose mass properties stay: tum_body_set_density4 sets them.
///
/// @param body  zero: the world owns it.
/// @param def  copied, with its arrays.
/// @param collider  receives the id, zero on failure; may be NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h),
///         TUM_ERROR_VERSION (def of another version's layout) or TUM_ERROR_CAPACITY
///         (TUM_MAX_COLLIDERS, points of a hull).
TUM_API TumStatus tum_world_add_collider4(TumWorld *world, TumBodyId body,
                                          const TumColliderDef4 *def, TumColliderId *collider);

/// Reads a collider as it is now: shape and pose in its body, material, filter, node and user
/// number, as a definition that would add another one like it.
///
/// Sizes are the simulated ones: none is below 1e-6 m. `points` and `tetrahedra` of a scene's
/// collider are NULL and their counts 0: they are in the scene, at TumShape.mesh. A sphere or a
/// capsule that is scaled unevenly, or a cylinder that is across its axis, has no definition.
///
/// @param def  receives the definition; its arrays are borrowed until the collider is removed.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such collider) or TUM_ERROR_UNSUPPORTED (an uneven
///         scale): then nothing is written.
TUM_API TumStatus tum_collider_def4(const TumWorld *world, TumColliderId collider,
                                    TumColliderDef4 *def);

/// Size of a contact manifold.
enum { TUM_CONTACT4_POINTS = 8 }; ///< Points of one hyperplane of contact, at the most.

/// Point of a contact manifold.
typedef struct TumContactPoint4 {
    TumVec4 position;     ///< [m] In the world, halfway between the two surfaces.
    float separation;     ///< [m] Along the normal; negative: they overlap.
    float normal_impulse; ///< [N s] On B, along the normal.
} TumContactPoint4;

/// Contact manifold of two colliders that touch, or nearly do, in one hyperplane, as TumContact3.
/// Where bodies move much against each other in a step, positions, separations and normal are as
/// the last step began.
typedef struct TumContact4 {
    TumColliderId collider_a; ///< Collider at the lower place (tum_world_collider_at).
    TumColliderId collider_b; ///< The other collider.
    TumBodyId body_a;         ///< Body of collider A; zero: the world.
    TumBodyId body_b;         ///< Body of collider B; zero: the world.
    TumVec4 normal;           ///< Unit, from A to B.
    TumVec4 friction_impulse; ///< [N s] On B, at the middle of the points.
    int32_t point_count;      ///< 1 to TUM_CONTACT4_POINTS.
    TumContactPoint4 points[TUM_CONTACT4_POINTS]; ///< [point_count]
} TumContact4;

/// Reads the contact manifolds of a body, in the present poses. Disabled bodies and colliders have
/// none; a body that was moved by tum_body_set_pose4 has none until the next step.
///
/// @param contacts  receives the first `capacity` of them; may be NULL where capacity is 0. Their
///                  order holds until the next step.
/// @param capacity  manifolds that fit.
/// @param count  receives their number, also beyond `capacity`.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: there is no such body, the count is 0.
TUM_API TumStatus tum_body_contacts4(const TumWorld *world, TumBodyId body, TumContact4 *contacts,
                                     size_t capacity, size_t *count);

/// Reads the contact manifolds of a collider, as tum_body_contacts4 reads those of a body.
///
/// @param contacts  receives the first `capacity` of them; may be NULL where capacity is 0. Their
///                  order holds until the next step.
/// @param capacity  manifolds that fit.
/// @param count     receives their number, also beyond `capacity`.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: there is no such collider, the count is 0.
TUM_API TumStatus tum_collider_contacts4(const TumWorld *world, TumColliderId collider,
                                         TumContact4 *contacts, size_t capacity, size_t *count);

/// Reads all contact manifolds of a world, each once.
///
/// @param contacts  as for tum_body_contacts4.
/// @param capacity  manifolds that fit.
/// @param count  receives their number, also beyond `capacity`.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT in a world of another dimension.
TUM_API TumStatus tum_world_contacts4(const TumWorld *world, TumContact4 *contacts, size_t capacity,
                                      size_t *count);

/// Definition of a joint to add. Start from tum_default_joint_def4.
///
/// Limits and drives are those of 3D, of the freedoms that the joint leaves and measures: the turn
/// in XY of a hinge, in XY and ZW of a duo hinge, the distance along X (axis 0) of a slider. Each
/// acts on one of these. world.h reads and changes them. A motor is a drive with a velocity target,
/// a damping that says how hard it holds on to it, and a greatest force:
///
///     const TumDrive motor = {.space = TUM_SPACE_ANGULAR, .axis = TUM_PLANE_XY,
///                             .velocity_target = 3.0, .damping = 1e4, .max_force = 50.0};
typedef struct TumJointDef4 {
    uint32_t stamp;     ///< Written by tum_default_joint_def4.
    TumJointKind4 kind; ///< Default TUM_JOINT4_PIN.
    TumBodyId body_a;   ///< Body of side A; zero: the world.
    TumBodyId body_b;   ///< Body of side B, another one; zero: the world.
    TumPose4 frame_a; ///< In the body frame of A; in the world where the side is the world. Default
                      ///< the identity.
    TumPose4 frame_b; ///< Likewise for B.
    const TumLimit *limits; ///< [limit_count] Copied.
    size_t limit_count;     ///< Number of limits. Default 0.
    const TumDrive *drives; ///< [drive_count] Copied.
    size_t drive_count;     ///< Number of drives. Default 0.
    bool enable_collision;  ///< Default false: the two bodies do not collide. Where a side is the
                           ///< world, the world's colliders of that side's node do not collide with
                           ///< the other side.
    int32_t node_a; ///< Node of side A in tum_joint_node. Default -1.
    int32_t node_b; ///< Node of side B. Default -1.
    uint64_t user;  ///< User number: tum_joint_user. Default 0.
} TumJointDef4;

/// Fills a definition with the defaults, as tum_world_def_init does.
TUM_API void tum_joint_def4_init(TumJointDef4 *def, size_t bytes);

/// Definition of a joint with the defaults.
static inline TumJointDef4 tum_default_joint_def4(void)
{
    TumJointDef4 def;
    tum_joint_def4_init(&def, sizeof def);
    return def;
}

/// Adds a joint between two bodies, which acts from the next step on. The bodies stay where they
/// are: a violated joint draws them together, at 4 m/s or 10 rad/s at the most. A joint of two
/// immovable sides has no effect. A group of more than 512 joints, or of so many loops that it
/// cannot be solved as one, gives way under load (`docs/simulation.md#11-four-dimensions`).
///
/// @param def  copied, with its arrays.
/// @param joint  receives the id, zero on failure; may be NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h),
///         TUM_ERROR_VERSION (def of another version's layout) or TUM_ERROR_CAPACITY
///         (TUM_MAX_JOINTS, or more than 64 directions, of which each limit and drive is one).
TUM_API TumStatus tum_world_add_joint4(TumWorld *world, const TumJointDef4 *def, TumJointId *joint);

/// Kind of a joint; TUM_JOINT4_PIN where the joint does not exist.
TUM_API TumJointKind4 tum_joint_kind4(const TumWorld *world, TumJointId joint);

/// Present pose of a frame of a joint in the world. Identity where the joint does not exist.
TUM_API TumPose4 tum_joint_frame4(const TumWorld *world, TumJointId joint, TumJointSide side);

/// Moves a frame of a joint within its body, or in the world where the side is the world. The joint
/// draws its bodies after it.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (also where the matrix mirrors or flattens) or
///         TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_joint_set_frame4(TumWorld *world, TumJointId joint, TumJointSide side,
                                       TumPose4 frame);

/// Pose of a frame of a joint, as tum_joint_set_frame4 takes it: within its body, or in the world
/// where the side is the world. Identity where the joint does not exist.
TUM_API TumPose4 tum_joint_local_frame4(const TumWorld *world, TumJointId joint, TumJointSide side);

/// [m] or [rad] Distance or angle that a limit of this axis measures between the two frames now. An
/// angle counts whole turns from the step on in which the joint begins to act; before that it lies
/// within half a turn of zero, or in the range of the limits of the plane, or nearest to it. 0
/// where the joint does not exist or measures no such freedom.
///
/// @param axes  one bit, as in TumLimit.
TUM_API float tum_joint_position4(const TumWorld *world, TumJointId joint, TumSpace space,
                                  uint32_t axes);

/// Reads the force of a joint: the mean over the last substep that its bodies were awake in. A gets
/// the opposite. Zero where the joint does not exist or does not act.
///
/// @param force  receives [N] on B, at the origin of frame B, in the world; may be NULL.
/// @param torque  receives [N m] about that point; may be NULL.
TUM_API void tum_joint_force4(const TumWorld *world, TumJointId joint, TumVec4 *force,
                              TumBivec4 *torque);

#ifdef __cplusplus
}
#endif

#endif
