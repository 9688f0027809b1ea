// SPDX-License-Identifier: MIT
/// world.h: a world of bodies that move through time.
///
/// A world is built from a physics scene, advances in fixed steps and reports the events of each.
/// This header holds the functions that are the same in any number of dimensions; poses,
/// velocities, forces and queries are in world3.h and world4.h, and a world answers the functions
/// of its own dimension.
///
///     TumWorldDef def = tum_default_world_def();
///     TumWorld *world = NULL;
///     if (tum_world_create(scene, &def, &world, report) == TUM_OK) {
///         while (tum_world_time(world) < 10.0 && tum_world_step(world, 1.0f / 60.0f) == TUM_OK) {
///         }
///     }
///     tum_world_destroy(world);
///
/// Changes. Functions that change a world are called between two steps. They answer TUM_OK,
/// TUM_ERROR_ARGUMENT (the body, collider or joint does not exist, or a number is not finite or out
/// of range: nothing changed) or TUM_ERROR_MEMORY. Bodies that rest on a changed body or collider,
/// or are joined to it, wake; contacts are found anew by the next step.
///
/// Memory: ids and statuses are values; pointers that a world gives out stay its own and live as
/// long as their function says. Definitions are copied.
///
/// Threads: a world belongs to one thread at a time. Between steps, functions that take a `const
/// TumWorld *` may run on many threads at once. Two worlds share nothing.
#ifndef TUMBLE_WORLD_H
#define TUMBLE_WORLD_H

#include "tumble/base.h"
#include "tumble/id.h"
#include "tumble/pose.h"
#include "tumble/report.h"
#include "tumble/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// World: bodies, colliders and joints that move through time. Opaque; made by tum_world_create,
/// freed by tum_world_destroy.
typedef struct TumWorld TumWorld;

/// Vector instructions of a processor. All give the same bits.
typedef enum TumInstructions {
    TUM_INSTRUCTIONS_WIDEST, ///< The widest that this machine has.
    TUM_INSTRUCTIONS_SCALAR, ///< None.
    TUM_INSTRUCTIONS_SSE2,   ///< SSE2.
    TUM_INSTRUCTIONS_AVX2,   ///< AVX2.
    TUM_INSTRUCTIONS_AVX512, ///< AVX-512 F and VL.
    TUM_INSTRUCTIONS_NEON,   ///< NEON, of 64-bit ARM.
    TUM_INSTRUCTIONS_COUNT   ///< Number of the choices.
} TumInstructions;

/// True where this machine has these instructions, so that tum_world_create takes them.
TUM_API bool tum_instructions_exist(TumInstructions instructions);

/// Name of instructions: "widest", "scalar", "sse2", "avx2", "avx512", "neon"; NULL for a
/// number that is none of them.
///
/// @return a text that lives as long as the program.
TUM_API const char *tum_instructions_name(TumInstructions instructions);

/// Definition of a world. Start from tum_default_world_def and change what matters.
typedef struct TumWorldDef {
    uint32_t stamp;   ///< Written by tum_default_world_def.
    int dimension;    ///< Dimension of a world without a scene, 3 or 4; a scene has its own.
                      ///< Default 3.
    float gravity[4]; ///< [m/s^2] Used where the scene sets none and override_gravity is false.
                      ///< Default (0, -9.81, 0, 0).
    float restitution_threshold; ///< [m/s] Approaches below this speed do not bounce. 0: all do,
                                 ///< and bodies with restitution never quite rest. Negative, the
                                 ///< default: the speed that gravity and forces add in two
                                 ///< substeps, at least 0.001.
    bool override_gravity; ///< `gravity` acts even where the scene sets another. Default false.
    bool no_sleep;         ///< Every body stays awake. Default false.
    bool contact_events;   ///< tum_world_events has contact events, too. Default false.
    bool phase_times;      ///< The phases of a step are timed: tum_world_times. Default false.
    int substeps;          ///< Solver substeps per step, 1 to 64. Default 4.
    int threads;           ///< Threads that share a step, 1 to 64. Default 1.
    TumInstructions instructions; ///< Instructions of all kernels. Default: the widest. Those that
                                  ///< this machine lacks are TUM_ERROR_ARGUMENT.
    TumTasks tasks;               ///< Task system of the caller, copied; all zero: own threads.
    TumAllocator allocator;       ///< Source of memory, copied; all zero: malloc and free.
    uint16_t number; ///< Number that tells this world's ids from those of others, also of one that
                     ///< is gone: a program with several counts them, 1, 2, 3… 0: taken from the
                     ///< clock; then one world in 65535 has the number of another.
} TumWorldDef;

/// Fills a definition with the defaults, for languages that cannot call the inline function below.
///
/// @param bytes  sizeof *def, as the caller was compiled. A size that is not the library's leaves
///               all zero but the stamp, and functions that take the definition answer
///               TUM_ERROR_VERSION.
TUM_API void tum_world_def_init(TumWorldDef *def, size_t bytes);

/// Definition of a world with the defaults.
static inline TumWorldDef tum_default_world_def(void)
{
    TumWorldDef def;
    tum_world_def_init(&def, sizeof def);
    return def;
}

/// Builds the world that a scene describes, in the scene's dimension, or an empty one: to be filled
/// with tum_world_add_body3, tum_world_add_collider3, tum_world_add_joint3 or their twins of
/// world4.h.
///
/// The scene is read and not kept. Each approximation of the engine is noted in the report, once,
/// with the JSON pointer of its cause.
///
/// @param scene  NULL: an empty world of def.dimension with the gravity of the definition. It has
///               no nodes and no filters.
/// @param def  may be NULL: the defaults.
/// @param world  receives the world; free it with tum_world_destroy. NULL on failure.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (def not from tum_default_world_def, or out of range, or
///         instructions that this machine does not have), TUM_ERROR_VERSION (def of another
///         version's layout), TUM_ERROR_CAPACITY (a count beyond capacity.h), TUM_ERROR_UNSUPPORTED
///         (a dimension other than 3 and 4), TUM_ERROR_DIVERGED (a pose or velocity of a body is no
///         finite float) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_world_create(const TumScene *scene, const TumWorldDef *def, TumWorld **world,
                                   TumReport *report);

/// Frees a world with all its bodies, colliders and joints. The scene stays. NULL is fine.
TUM_API void tum_world_destroy(TumWorld *world);

/// Moves the world forward by one step.
///
/// The same calls on the same world give the same bits, on any number of threads and every
/// supported processor (docs/determinism.md).
///
/// @param seconds  [s] length of the step, TUM_MIN_STEP_SECONDS to TUM_MAX_STEP_SECONDS; 1/240 to
///                 1/20 for dependable results.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (a length out of range), TUM_ERROR_MEMORY, or
///         TUM_ERROR_DIVERGED when a body left the finite numbers: the world then steps no further,
///         and tum_world_diverged_body names the body.
TUM_API TumStatus tum_world_step(TumWorld *world, float seconds);

/// [s] Simulated time since the world was created: the sum of its steps, in double.
TUM_API double tum_world_time(const TumWorld *world);

/// Number of steps completed since the world was created.
TUM_API uint64_t tum_world_step_count(const TumWorld *world);

/// Dimension of the world: 3 or 4.
TUM_API int tum_world_dimension(const TumWorld *world);

/// Hash that two worlds share when they are in the same state to the last bit: poses, velocities,
/// sleep and the memory of contacts. User numbers (TumBodyDef3.user) are no part of it: they move
/// nothing.
TUM_API uint64_t tum_world_hash(const TumWorld *world);

/// Number of places for bodies: those of the scene first and in its order, then those that were
/// added. The place of a removed body stays; added bodies use such places again.
TUM_API size_t tum_world_body_count(const TumWorld *world);

/// Body at a place.
///
/// @param index  below tum_world_body_count.
/// @return the id; zero where the body was removed or the index is too large.
TUM_API TumBodyId tum_world_body_at(const TumWorld *world, size_t index);

/// True where an id names a body of this world that was not removed.
TUM_API bool tum_body_exists(const TumWorld *world, TumBodyId body);

/// User number of a body: TumBodyDef3.user, 0 for bodies of a scene until it is set. Queries and
/// events carry it. It is a number rather than a pointer because checkpoints keep it, and must mean
/// the same in another process: an index or an id of the program's does; a pointer, as
/// `(uint64_t)(uintptr_t)pointer`, does as long as that process lives.
///
/// @return 0 where the body does not exist.
TUM_API uint64_t tum_body_user(const TumWorld *world, TumBodyId body);

/// Sets the user number of a body. No body wakes.
///
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: the body does not exist.
TUM_API TumStatus tum_body_set_user(TumWorld *world, TumBodyId body, uint64_t user);

/// Document node a body belongs to, or TumBodyDef3.node; -1 where the body does not exist.
TUM_API int32_t tum_body_node(const TumWorld *world, TumBodyId body);

/// Kind of a body as the world moves it: a body that an animation of the document drives is
/// kinematic, whatever it is in the scene, and its velocity is that of the animation in the last
/// step. TUM_BODY_STATIC where the body does not exist.
TUM_API TumBodyKind tum_body_kind(const TumWorld *world, TumBodyId body);

/// True for bodies that are awake. False for bodies that sleep, are disabled or do not exist.
/// Static bodies never sleep.
TUM_API bool tum_body_is_awake(const TumWorld *world, TumBodyId body);

/// Body that made the last step answer TUM_ERROR_DIVERGED; zero before that.
TUM_API TumBodyId tum_world_diverged_body(const TumWorld *world);

/// Number of colliders of a body, disabled ones too.
///
/// @param body  zero: the world, for colliders that it owns itself.
/// @return 0 where the body does not exist.
TUM_API size_t tum_body_collider_count(const TumWorld *world, TumBodyId body);

/// Collider of a body at an index: in no meaningful order, but the same one until a collider of the
/// body is added or removed.
///
/// @param body  zero: the world.
/// @param index  below tum_body_collider_count.
/// @return the id; zero where the body does not exist or the index is too large.
TUM_API TumColliderId tum_body_collider_at(const TumWorld *world, TumBodyId body, size_t index);

/// Number of joints of a body, disabled ones too; 0 where the body is zero or does not exist.
TUM_API size_t tum_body_joint_count(const TumWorld *world, TumBodyId body);

/// Joint of a body at an index, in the order of tum_world_joint_at.
///
/// @param index  below tum_body_joint_count.
/// @return the id; zero where the body does not exist or the index is too large.
TUM_API TumJointId tum_body_joint_at(const TumWorld *world, TumBodyId body, size_t index);

/// Number of places for colliders: those of the scene that could be built, in its order, then those
/// that were added. The place of a removed collider stays, as for bodies.
TUM_API size_t tum_world_collider_count(const TumWorld *world);

/// Collider at a place.
///
/// @param index  below tum_world_collider_count.
/// @return the id; zero where the collider was removed or the index is too large.
TUM_API TumColliderId tum_world_collider_at(const TumWorld *world, size_t index);

/// True where an id names a collider of this world that was not removed.
TUM_API bool tum_collider_exists(const TumWorld *world, TumColliderId collider);

/// Document node of a collider, or TumColliderDef3.node; -1 where it does not exist.
TUM_API int32_t tum_collider_node(const TumWorld *world, TumColliderId collider);

/// Body that a collider belongs to; zero where the world owns it or it does not exist.
TUM_API TumBodyId tum_collider_body(const TumWorld *world, TumColliderId collider);

/// User number of a collider, as tum_body_user; 0 where it does not exist.
TUM_API uint64_t tum_collider_user(const TumWorld *world, TumColliderId collider);

/// Sets the user number of a collider. No body wakes.
///
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: the collider does not exist.
TUM_API TumStatus tum_collider_set_user(TumWorld *world, TumColliderId collider, uint64_t user);

/// Side of a joint.
typedef enum TumJointSide {
    TUM_JOINT_A, ///< Side A: the joint's node in a document.
    TUM_JOINT_B  ///< Side B: the connected node.
} TumJointSide;

/// Number of places for joints: joint i of the scene at place i, then those that were added. The
/// place of a removed joint stays, as for bodies.
TUM_API size_t tum_world_joint_count(const TumWorld *world);

/// Joint at a place.
///
/// @param index  below tum_world_joint_count.
/// @return the id; zero where the joint was removed or the index is too large.
TUM_API TumJointId tum_world_joint_at(const TumWorld *world, size_t index);

/// True where an id names a joint of this world that was not removed.
TUM_API bool tum_joint_exists(const TumWorld *world, TumJointId joint);

/// Body on a side of a joint; zero where that is the world, or the joint does not exist.
TUM_API TumBodyId tum_joint_body(const TumWorld *world, TumJointId joint, TumJointSide side);

/// Document node on a side of a joint, or TumJointDef3.node_a and node_b; -1 where the joint does
/// not exist.
TUM_API int32_t tum_joint_node(const TumWorld *world, TumJointId joint, TumJointSide side);

/// User number of a joint, as tum_body_user; 0 where it does not exist.
TUM_API uint64_t tum_joint_user(const TumWorld *world, TumJointId joint);

/// Sets the user number of a joint. No body wakes.
///
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: the joint does not exist.
TUM_API TumStatus tum_joint_set_user(TumWorld *world, TumJointId joint, uint64_t user);

/// Number of limits of a joint; 0 where it does not exist.
TUM_API size_t tum_joint_limit_count(const TumWorld *world, TumJointId joint);

/// Number of drives of a joint; 0 where it does not exist.
TUM_API size_t tum_joint_drive_count(const TumWorld *world, TumJointId joint);

/// Reads the present numbers of a limit of a joint; `pointer` is NULL.
///
/// @param index  below tum_joint_limit_count, in the order in which the joint got its limits.
/// @param limit  receives the limit.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: no such joint or index, nothing is written.
TUM_API TumStatus tum_joint_limit(const TumWorld *world, TumJointId joint, size_t index,
                                  TumLimit *limit);

/// Reads the present numbers of a drive of a joint; `pointer` is NULL.
///
/// @param index  below tum_joint_drive_count, in the order in which the joint got its drives.
/// @param drive  receives the drive.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: no such joint or index, nothing is written.
TUM_API TumStatus tum_joint_drive(const TumWorld *world, TumJointId joint, size_t index,
                                  TumDrive *drive);

/// Makes a body static, kinematic or dynamic. A dynamic body has the mass it had before, or the one
/// of the scene, and keeps its velocity; a static one has no velocity. A body that follows an
/// animation is kinematic: given another kind it leaves its animation for good and goes on with its
/// present velocity.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_body_set_kind(TumWorld *world, TumBodyId body, TumBodyKind kind);

/// Sets the multiple of gravity that acts on a body.
///
/// @param factor  finite; negative: upward.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_body_set_gravity_factor(TumWorld *world, TumBodyId body, float factor);

/// Multiple of gravity that acts on a body; 1 where the body does not exist.
TUM_API float tum_body_gravity_factor(const TumWorld *world, TumBodyId body);

/// Sets the rates at which a dynamic body loses its velocities by itself, as in thick air: with no
/// other influence exp(-damping t) of a velocity is left after a time t, however long the steps.
/// Each step takes half of its share before forces, contacts and joints act, and half after them,
/// so that a falling body comes to the speed gravity / damping, to a relative error of (damping
/// step)^2 / 24. Bodies of another kind keep their velocities, as do all while both are 0, their
/// default. Sleeping bodies stay asleep.
///
/// @param linear  [1/s] finite, not negative.
/// @param angular  [1/s] finite, not negative.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT (no such body, or a number out of range: nothing changed).
TUM_API TumStatus tum_body_set_damping(TumWorld *world, TumBodyId body, float linear,
                                       float angular);

/// [1/s] Damping of the linear velocity; 0 where the body does not exist.
TUM_API float tum_body_linear_damping(const TumWorld *world, TumBodyId body);

/// [1/s] Damping of the angular velocity; 0 where the body does not exist.
TUM_API float tum_body_angular_damping(const TumWorld *world, TumBodyId body);

/// Enables or disables a body. A disabled body stays where it is, moves nothing and touches
/// nothing; its joints do not act. A body that follows an animation takes the animation's present
/// pose when it is enabled again.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_body_set_enabled(TumWorld *world, TumBodyId body, bool is_enabled);

/// True where a body exists and is enabled.
TUM_API bool tum_body_is_enabled(const TumWorld *world, TumBodyId body);

/// Wakes a body with all bodies that fell asleep together with it.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such body) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_body_wake(TumWorld *world, TumBodyId body);

/// Stops a dynamic body and puts it to sleep with all bodies it touches or is joined to, unless a
/// kinematic body that moves touches or holds one of them. Bodies of another kind do not sleep.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such body) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_body_sleep(TumWorld *world, TumBodyId body);

/// Allows or forbids a dynamic body to fall asleep by itself. Allowed is the default, and the state
/// after tum_body_set_kind. Bodies that touch one that may not sleep stay awake with it; a sleeping
/// one wakes.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such body, or it is not dynamic) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_body_set_may_sleep(TumWorld *world, TumBodyId body, bool may_sleep);

/// True where a dynamic body may fall asleep by itself. False for bodies that are not dynamic, and
/// where the body does not exist.
TUM_API bool tum_body_may_sleep(const TumWorld *world, TumBodyId body);

/// Removes a body with its colliders and joints. Its id and theirs name nothing from then on. An
/// animation that moved it goes on without it.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such body) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_world_remove_body(TumWorld *world, TumBodyId body);

/// Removes a collider. Its id names nothing from then on. The mass of its body stays.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such collider) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_world_remove_collider(TumWorld *world, TumColliderId collider);

/// Sets the material of a collider. Existing contacts use it from the next step on.
///
/// @param material  frictions from 0 to 1e6, restitution from 0 to 1; `pointer` is not used.
/// @return TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
TUM_API TumStatus tum_collider_set_material(TumWorld *world, TumColliderId collider,
                                            const TumMaterial *material);

/// Reads the present material of a collider, in the precision of the simulation; `pointer` is NULL.
///
/// @param material  receives the material.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: the collider does not exist, nothing is written.
TUM_API TumStatus tum_collider_material(const TumWorld *world, TumColliderId collider,
                                        TumMaterial *material);

/// Index of the scene's filter that decides which colliders a collider meets; -1: it meets all, or
/// does not exist.
TUM_API int32_t tum_collider_filter(const TumWorld *world, TumColliderId collider);

/// Enables or disables a collider. A disabled collider touches nothing.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such collider) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_collider_set_enabled(TumWorld *world, TumColliderId collider,
                                           bool is_enabled);

/// True where a collider exists and is enabled.
TUM_API bool tum_collider_is_enabled(const TumWorld *world, TumColliderId collider);

/// True where the two sides of a joint may collide with each other, as
/// TumJointDef3.enable_collision or an animation has it. False where the joint does not exist.
TUM_API bool tum_joint_enables_collision(const TumWorld *world, TumJointId joint);

/// Lets the two sides of a joint collide with each other, or not, as TumJointDef3.enable_collision
/// does. Bodies wake where it changes; a contact that is no longer allowed ends at once. An
/// animation that changed it does so no longer.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such joint) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_joint_set_enables_collision(TumWorld *world, TumJointId joint,
                                                  bool enables_collision);

/// Removes a joint. Its two sides collide again, unless another joint forbids it.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such joint) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_world_remove_joint(TumWorld *world, TumJointId joint);

/// Enables or disables a joint. A disabled joint is as good as removed: it does not act, and its
/// bodies collide. The whole turns that its drives and limits counted are forgotten.
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no such joint) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_joint_set_enabled(TumWorld *world, TumJointId joint, bool is_enabled);

/// True where a joint exists and is enabled.
TUM_API bool tum_joint_is_enabled(const TumWorld *world, TumJointId joint);

/// Replaces a limit of a joint: min, max, stiffness and damping, and space and axes too. No body
/// wakes where the numbers are the same as before. New numbers alone cost next to nothing; where a
/// limit begins or ceases to act, or a lock at zero becomes a range, the solver prepares the joints
/// anew in the next step. An animation that changed the limit does so no longer.
///
/// @param index  below tum_joint_limit_count.
/// @param limit  min <= max, axes of bits 0 to 2 (in 4D those of its joint), stiffness and damping
///               not negative.
/// @return TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), or
///         TUM_ERROR_CAPACITY: a joint acts in 64 directions at the most.
TUM_API TumStatus tum_joint_set_limit(TumWorld *world, TumJointId joint, size_t index,
                                      const TumLimit *limit);

/// Replaces a drive of a joint, as tum_joint_set_limit replaces a limit.
///
/// An angle about one axis that a drive or a limit measures counts whole turns: a target of 12.6 is
/// two turns away from zero. All drives and limits of the axis measure one number. It begins in
/// (-pi, pi], or in the range of the limits of the axis, or nearest to it, and goes on while
/// limits, drives and frames change, also while a drive has no effect. Where tum_body_set_pose3
/// turns a body of the joint it begins again, unless the joint's bodies end up turned alike.
///
/// @param index  below tum_joint_drive_count.
/// @param drive  axis 0 to 2 (in 4D one of its joint), stiffness, damping and max_force not
///               negative.
/// @return TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), or
///         TUM_ERROR_CAPACITY: a joint acts in 64 directions at the most.
TUM_API TumStatus tum_joint_set_drive(TumWorld *world, TumJointId joint, size_t index,
                                      const TumDrive *drive);

/// Sets the position target of a drive, the number that a controller changes most. The drive has a
/// position target from then on; its other numbers stay.
///
/// @param drive  index of the drive, below tum_joint_drive_count.
/// @param target  [m] or [rad]
/// @return as tum_joint_set_drive.
TUM_API TumStatus tum_joint_set_position_target(TumWorld *world, TumJointId joint, size_t drive,
                                                double target);

/// Sets the velocity target of a drive; its other numbers stay.
///
/// @param drive  index of the drive, below tum_joint_drive_count.
/// @param target  [m/s] or [rad/s]
/// @return as tum_joint_set_drive.
TUM_API TumStatus tum_joint_set_velocity_target(TumWorld *world, TumJointId joint, size_t drive,
                                                double target);

/// Kind of an event.
typedef enum TumEventKind {
    TUM_EVENT_TRIGGER_ENTERED, ///< The first part of a trigger began to touch a solid collider.
    TUM_EVENT_TRIGGER_EXITED,  ///< The last part that touched it no longer does.
    TUM_EVENT_CONTACT_STARTED, ///< Two solid colliders pressed against each other.
    TUM_EVENT_CONTACT_ENDED    ///< They press no more and are apart, or one of them is gone.
} TumEventKind;

/// Side of an event, as it was when the event happened: ids and numbers of bodies and colliders
/// that a program has removed since are still those.
typedef struct TumEventSide {
    TumColliderId collider; ///< Zero on the side of a trigger.
    TumBodyId body;     ///< Body of the collider; zero: the world. Zero on the side of a trigger.
    uint64_t user;      ///< tum_collider_user; 0 on the side of a trigger.
    uint64_t body_user; ///< tum_body_user; 0 where `body` is zero.
    int32_t node;       ///< Document node of the collider or trigger; -1: it has none.
    int32_t motion; ///< Node of the body that it moves with; -1: it never moves, or the body has no
                    ///< node.
} TumEventSide;

/// Event of a step. Triggers: `a` is the trigger, `b` the solid collider. Contacts: both are
/// colliders, that of the lower node first, those without a node last; of the same node that of the
/// lower place (tum_world_collider_at). impulse, speed, point and normal belong to CONTACT_STARTED
/// and are else 0.
typedef struct TumEvent {
    TumEventKind kind; ///< Kind of the event, which says the members in use.
    TumEventSide a;    ///< First side.
    TumEventSide b;    ///< Second side.
    int32_t trigger;   ///< Index of the scene's trigger; -1 in contact events.
    float impulse;     ///< [N s] Sum of the normal impulses between the two during the step.
    float speed; ///< [m/s] Approach speed of their surfaces along the normal: as the step began, or
                 ///< right before an impact within it. 0 or less where they were pushed together
                 ///< only during the step.
    TumVec4 point;  ///< [m] In the world: place of contact. On the immovable surface where one of
                    ///< them is, else between both. In 3D w is 0, also of the normal.
    TumVec4 normal; ///< Unit, from `a` to `b`.
} TumEvent;

/// Events of the last step; of a new world: the overlaps at the start. Their order depends on
/// nothing but the state of the world: triggers before contacts. Trigger events are sorted exits
/// before entries, then by trigger node, then by collider node. Contact events, which
/// TumWorldDef.contact_events asks for, are sorted ends before starts, then by node of `a`, then by
/// node of `b`. Sides without a node come after those with one; where nodes are the same, the lower
/// place comes first.
///
/// @param events  receives a pointer to them, owned by the world; valid until the next step or the
///                world's end.
/// @return their number.
TUM_API size_t tum_world_events(const TumWorld *world, const TumEvent **events);

/// Counts of the work of the last step.
typedef struct TumWorldCounts {
    uint32_t bodies;       ///< Bodies that exist.
    uint32_t awake_bodies; ///< Dynamic and kinematic, awake.
    uint32_t pairs;        ///< Colliders whose boxes overlap, less those that fly past each other.
    uint32_t contacts;     ///< Pairs that touch.
    uint32_t manifolds;    ///< Contact manifolds; a pair with a mesh may have several.
    uint32_t points;       ///< Contact points.
    uint32_t colors;       ///< Groups of constraints that share no body.
    uint32_t islands;      ///< Islands of awake bodies, when last counted.
    uint64_t left_out;     ///< Pairs left out beyond TUM_MAX_CROWD, TUM_MAX_NEIGHBORS and
                           ///< TUM_MAX_SURFACE_NEIGHBORS, since the world was made.
} TumWorldCounts;

/// Counts of the work of the last step.
TUM_API TumWorldCounts tum_world_counts(const TumWorld *world);

/// Phases of a step, in their order.
typedef enum TumPhase {
    TUM_PHASE_PAIRS,       ///< Broad phase: boxes, trees, pairs.
    TUM_PHASE_COLLIDE,     ///< Narrow phase: contact points of pairs.
    TUM_PHASE_MATCH,       ///< Contact manifolds begin and end.
    TUM_PHASE_ISLANDS,     ///< Small islands: one thread solves each of them in all phases below.
    TUM_PHASE_PREPARE,     ///< Other islands: solver data of bodies and contacts.
    TUM_PHASE_JOINTS,      ///< All work on joints.
    TUM_PHASE_INTEGRATE,   ///< Velocities and positions of bodies.
    TUM_PHASE_WARM_START,  ///< Contacts: the impulses of the substep before.
    TUM_PHASE_SOLVE,       ///< Contacts: non-penetration with a push apart.
    TUM_PHASE_RELAX,       ///< Contacts: without the velocity of the push apart.
    TUM_PHASE_RESTITUTION, ///< Contacts: bounces.
    TUM_PHASE_FINISH,      ///< Impulses and poses are stored.
    TUM_PHASE_REST,        ///< Islands are split, bodies fall asleep.
    TUM_PHASE_COUNT        ///< Number of phases.
} TumPhase;

/// Times of the phases of a step.
typedef struct TumWorldTimes {
    double seconds[TUM_PHASE_COUNT]; ///< [s] By TumPhase: time of the clock, however many threads
                                     ///< share the phase.
} TumWorldTimes;

/// Times of the last step. All zero unless TumWorldDef.phase_times asks for them. Animations,
/// triggers and events are in none. No simulated number depends on them.
TUM_API TumWorldTimes tum_world_times(const TumWorld *world);

/// Name of a phase, "pairs", "collide" and so on; NULL for a number that is no phase.
///
/// @return a text that lives as long as the program.
TUM_API const char *tum_phase_name(TumPhase phase);

#ifdef __cplusplus
}
#endif

#endif
