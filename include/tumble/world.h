// SPDX-License-Identifier: MIT
/// world.h: bodies that move through time.
///
/// A world is built from a physics scene, advances in fixed steps and tells what happened in each.
/// Here is what holds in any number of dimensions; poses, velocities, forces and queries are in
/// world3.h and world4.h, and a world answers the functions of its own dimension.
///
///     TumWorldDef def = tum_default_world_def();
///     TumWorld *world = NULL;
///     if (tum_world_create(scene, &def, &world, report) == TUM_OK) {
///         while (tum_world_time(world) < 10.0 && tum_world_step(world, 1.0f / 60.0f) == TUM_OK) {
///         }
///     }
///     tum_world_destroy(world);
///
/// Threads: a world belongs to one thread at a time. Between steps, functions that take a
/// `const TumWorld *` may run on many threads at once. Two worlds share nothing.
#ifndef TUMBLE_WORLD_H
#define TUMBLE_WORLD_H

#include "tumble/base.h"
#include "tumble/report.h"
#include "tumble/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TumWorld TumWorld;

/// Names one body of one world. All zero names none. An id stays safe after its body is gone:
/// tum_body_exists then answers false, also when another body has taken the slot.
typedef struct TumBodyId {
    uint32_t index1;     ///< Slot plus one.
    uint16_t generation; ///< Counts the bodies that have used the slot.
    uint16_t world;      ///< Tells this world's ids from another's.
} TumBodyId;

/// What a world is made with. Start from tum_default_world_def and change what matters.
typedef struct TumWorldDef {
    uint32_t stamp;   ///< Written by tum_default_world_def.
    int dimension;    ///< Of a world without a scene, 3 or 4; a scene has its own. Default 3.
    float gravity[4]; ///< [m/s^2] Used where the scene sets none and override_gravity is
                      ///< false. Default (0, -9.81, 0, 0).
    float restitution_threshold; ///< [m/s] Slower approaches do not bounce. 0: all do, and what has
                                 ///< restitution never quite rests. Negative, the default: what
                                 ///< gravity and forces add in two substeps, at least 0.001.
    bool override_gravity;       ///< Use `gravity` whatever the scene says.
    bool no_sleep;               ///< Every body stays awake.
    bool contact_events;         ///< Tell which colliders began and ceased to touch.
    bool phase_times;            ///< Measure what a step spends its time on: tum_world_times.
    int substeps;                ///< Solver substeps per step, 1 to 64. Default 4.
    int threads;                 ///< Threads that share a step, 1 to 64. Default 1.
    const char *instructions; ///< Vector instructions to use: "scalar", "sse2", "avx2", "avx512";
                              ///< NULL: the widest this machine has. All give the same bits.
    TumTasks tasks;           ///< Your task system; all zero: the world brings its own threads.
    TumAllocator allocator;   ///< Where memory comes from; all zero: malloc and free.
    uint16_t number;          ///< Tells this world's ids from those of others, also of one that is
                     ///< gone: a program with several counts them, 1, 2, 3… 0: taken from
                     ///< the clock; then one world in 65535 has the number of another.
} TumWorldDef;

/// Fills a definition with the defaults, for languages that cannot call the inline function below.
///
/// @param bytes  sizeof *def, as the caller was compiled. One that is not the library's leaves all
///               zero but the stamp, which whoever takes the definition answers with
///               TUM_ERROR_VERSION.
TUM_API void tum_world_def_init(TumWorldDef *def, size_t bytes);

static inline TumWorldDef tum_default_world_def(void)
{
    TumWorldDef def;
    tum_world_def_init(&def, sizeof def);
    return def;
}

/// Builds the world a scene describes, in the scene's dimension, or an empty one: to be filled with
/// tum_world_add_body3, tum_world_add_collider3, tum_world_add_joint3 or their twins of world4.h.
///
/// Reads the scene and keeps nothing of it. Whatever the engine has to approximate is noted in
/// the report, once, with the JSON pointer of its cause.
///
/// @param scene   NULL: an empty world of def.dimension with the gravity of the definition. It has
///                no nodes and no filters.
/// @param def     may be NULL: the defaults.
/// @param world   receives the world; free it with tum_world_destroy. NULL on failure.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (def not from tum_default_world_def, or out of range),
///         TUM_ERROR_VERSION (def of another version's layout),
///         TUM_ERROR_CAPACITY, TUM_ERROR_UNSUPPORTED (a dimension we do not simulate),
///         TUM_ERROR_DIVERGED (a body's place or motion is no finite float) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_world_create(const TumScene *scene, const TumWorldDef *def, TumWorld **world,
                                   TumReport *report);

TUM_API void tum_world_destroy(TumWorld *world);

/// Moves the world forward by one step of `seconds`, 1/240 to 1/20 for dependable results.
///
/// Same world, same calls: same bits, on any number of threads and every supported processor
/// (docs/determinism.md).
///
/// @return TUM_OK, TUM_ERROR_ARGUMENT (seconds beyond TUM_MIN_STEP_SECONDS to
///         TUM_MAX_STEP_SECONDS), TUM_ERROR_MEMORY, or
///         TUM_ERROR_DIVERGED when a body left the finite numbers: the world then steps no further,
///         and tum_world_diverged_body names the body.
TUM_API TumStatus tum_world_step(TumWorld *world, float seconds);

/// [s] Simulated since the world was created: the sum of its steps, in double.
TUM_API double tum_world_time(const TumWorld *world);

/// Steps completed since the world was created.
TUM_API uint64_t tum_world_step_count(const TumWorld *world);

/// 3 or 4.
TUM_API int tum_world_dimension(const TumWorld *world);

/// A number that two worlds share when they are in the same state to the last bit: poses,
/// velocities, sleep and what contacts remember.
TUM_API uint64_t tum_world_hash(const TumWorld *world);

/// Number of places for bodies: those of the scene first and in its order, then those that were
/// added. A place whose body was removed stays; added bodies use such places again.
TUM_API size_t tum_world_body_count(const TumWorld *world);

/// @param index  below tum_world_body_count; else, and where the body was removed, the id is zero.
TUM_API TumBodyId tum_world_body_at(const TumWorld *world, size_t index);

TUM_API bool tum_body_exists(const TumWorld *world, TumBodyId body);

/// The document node a body belongs to; -1 where the body does not exist.
TUM_API int32_t tum_body_node(const TumWorld *world, TumBodyId body);

/// How the world moves it: a body that an animation of the document drives is kinematic, whatever
/// it is in the scene. Its velocity is that of the animation in the last step.
TUM_API TumBodyKind tum_body_kind(const TumWorld *world, TumBodyId body);

/// False for bodies that sleep, are disabled or do not exist. Static bodies never sleep.
TUM_API bool tum_body_is_awake(const TumWorld *world, TumBodyId body);

/// The body that made the last step answer TUM_ERROR_DIVERGED; zero before that.
TUM_API TumBodyId tum_world_diverged_body(const TumWorld *world);

/// Names one collider of one world, as TumBodyId names a body.
typedef struct TumColliderId {
    uint32_t index1;
    uint16_t generation;
    uint16_t world;
} TumColliderId;

/// Number of places for colliders: those of the scene that could be built, in its order, then those
/// that were added. As for bodies.
TUM_API size_t tum_world_collider_count(const TumWorld *world);
TUM_API TumColliderId tum_world_collider_at(const TumWorld *world, size_t index);
TUM_API bool tum_collider_exists(const TumWorld *world, TumColliderId collider);

/// The document node of a collider, or what TumColliderDef3.node said; -1 where it does not exist.
TUM_API int32_t tum_collider_node(const TumWorld *world, TumColliderId collider);

/// The body a collider belongs to; zero where the world owns it or it does not exist.
TUM_API TumBodyId tum_collider_body(const TumWorld *world, TumColliderId collider);

/// Names one joint of one world, as TumBodyId names a body.
typedef struct TumJointId {
    uint32_t index1;
    uint16_t generation;
    uint16_t world;
} TumJointId;

typedef enum TumJointSide { TUM_JOINT_A, TUM_JOINT_B } TumJointSide;

/// Number of places for joints: joint i of the scene at place i, then those that were added. As for
/// bodies.
TUM_API size_t tum_world_joint_count(const TumWorld *world);
TUM_API TumJointId tum_world_joint_at(const TumWorld *world, size_t index);
TUM_API bool tum_joint_exists(const TumWorld *world, TumJointId joint);

/// The body on a side of a joint; zero where that is the world, or the joint does not exist.
TUM_API TumBodyId tum_joint_body(const TumWorld *world, TumJointId joint, TumJointSide side);

/// The document node on a side of a joint, or what TumJointDef3 said; -1 where the joint does not
/// exist.
TUM_API int32_t tum_joint_node(const TumWorld *world, TumJointId joint, TumJointSide side);

/// How many limits and drives a joint has, in the order in which it was given them; 0 where it does
/// not exist.
TUM_API size_t tum_joint_limit_count(const TumWorld *world, TumJointId joint);
TUM_API size_t tum_joint_drive_count(const TumWorld *world, TumJointId joint);

/// What a limit or a drive is set to now.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT: there is no such joint or index, nothing is written.
TUM_API TumStatus tum_joint_limit(const TumWorld *world, TumJointId joint, size_t index,
                                  TumLimit *limit);
TUM_API TumStatus tum_joint_drive(const TumWorld *world, TumJointId joint, size_t index,
                                  TumDrive *drive);

// Changes between two steps. All answer TUM_OK, TUM_ERROR_ARGUMENT (what is named does not exist,
// or a number is not finite or out of range; nothing changed) or TUM_ERROR_MEMORY. Whoever rested
// on what changes, or is joined to it, wakes; contacts are found anew by the next step.

/// Static, kinematic or dynamic. A dynamic body weighs what it weighed, or what the scene says, and
/// keeps its velocity; a static one has none. A body that follows an animation is kinematic: given
/// another kind it leaves its animation for good and goes on with the velocity it has.
TUM_API TumStatus tum_body_set_kind(TumWorld *world, TumBodyId body, TumBodyKind kind);

TUM_API TumStatus tum_body_set_gravity_factor(TumWorld *world, TumBodyId body, float factor);

/// A disabled body stays where it is, moves nothing and touches nothing; its joints do not act. One
/// that follows an animation is where that has got to once it is enabled again.
TUM_API TumStatus tum_body_set_enabled(TumWorld *world, TumBodyId body, bool is_enabled);
TUM_API bool tum_body_is_enabled(const TumWorld *world, TumBodyId body);

/// Wakes a body with all that fell asleep together with it.
TUM_API TumStatus tum_body_wake(TumWorld *world, TumBodyId body);

/// Stops a dynamic body and puts it to sleep with all it touches or is joined to, unless a
/// kinematic body that moves touches or holds one of them. Bodies of another kind do not sleep.
TUM_API TumStatus tum_body_sleep(TumWorld *world, TumBodyId body);

/// Whether a dynamic body may fall asleep by itself: true until this says otherwise, and again
/// after tum_body_set_kind. What touches one that may not stays awake with it; one that sleeps
/// wakes.
TUM_API TumStatus tum_body_set_may_sleep(TumWorld *world, TumBodyId body, bool may_sleep);

/// Removes a body with its colliders and joints. Its id and theirs name nothing from then on. An
/// animation that moved it goes on without it.
TUM_API TumStatus tum_world_remove_body(TumWorld *world, TumBodyId body);
TUM_API TumStatus tum_world_remove_collider(TumWorld *world, TumColliderId collider);

/// `pointer` of the material is not used. Contacts that exist feel it from the next step on.
TUM_API TumStatus tum_collider_set_material(TumWorld *world, TumColliderId collider,
                                            const TumMaterial *material);

/// A disabled collider touches nothing.
TUM_API TumStatus tum_collider_set_enabled(TumWorld *world, TumColliderId collider,
                                           bool is_enabled);

/// Removes a joint. What it kept from colliding collides again, unless another joint says no.
TUM_API TumStatus tum_world_remove_joint(TumWorld *world, TumJointId joint);

/// A disabled joint is as good as removed: it does not act, and its bodies collide. What its drives
/// and limits counted of whole turns is forgotten.
TUM_API TumStatus tum_joint_set_enabled(TumWorld *world, TumJointId joint, bool is_enabled);
TUM_API bool tum_joint_is_enabled(const TumWorld *world, TumJointId joint);

/// Another limit in place of one that the joint has: min, max, stiffness and damping, and space and
/// axes too. Sound are min <= max, axes of bits 0 to 2, stiffness and damping not negative. Nobody
/// wakes where it is what it was. Numbers alone cost next to nothing; where a limit begins or
/// ceases to act, or a lock at zero becomes a range, the joints are laid out anew by the next step.
/// Where an animation changed the limit, it does no longer.
///
/// @return as above, or TUM_ERROR_CAPACITY: a joint acts in 64 directions at the most.
TUM_API TumStatus tum_joint_set_limit(TumWorld *world, TumJointId joint, size_t index,
                                      const TumLimit *limit);

/// Another drive in place of one that the joint has, likewise.
///
/// An angle about one axis that a drive or a limit measures counts whole turns: a target of 12.6 is
/// two turns away from zero. All drives and limits of the axis measure one number. It begins in
/// (-pi, pi], or in the range of the limits of the axis, or nearest to it, and goes on while
/// limits, drives and frames change, also while a drive does nothing. Where tum_body_set_pose3
/// turns a body of the joint it begins again, unless the joint's bodies end up turned alike.
TUM_API TumStatus tum_joint_set_drive(TumWorld *world, TumJointId joint, size_t index,
                                      const TumDrive *drive);

/// The number that a controller changes most: [m] or [rad], and [m/s] or [rad/s]. All else of the
/// drive stays, but that it has a position target from then on.
TUM_API TumStatus tum_joint_set_position_target(TumWorld *world, TumJointId joint, size_t drive,
                                                double target);
TUM_API TumStatus tum_joint_set_velocity_target(TumWorld *world, TumJointId joint, size_t drive,
                                                double target);

typedef enum TumEventKind {
    TUM_EVENT_TRIGGER_ENTERED, ///< The first part of a trigger began to touch a solid collider.
    TUM_EVENT_TRIGGER_EXITED,  ///< The last part that touched it no longer does.
    TUM_EVENT_CONTACT_STARTED, ///< Two solid colliders pressed against each other.
    TUM_EVENT_CONTACT_ENDED    ///< They press no more and are apart, or one of them is gone.
} TumEventKind;

/// What happened in a step, by document nodes.
typedef struct TumEvent {
    TumEventKind kind;
    int32_t trigger;  ///< Node of the trigger; -1 in contact events.
    int32_t collider; ///< Node of the solid collider; -1 in contact events.
    int32_t motion;   ///< Node of the body the collider moves with, -1 where it never moves.
    int32_t collider_a, collider_b; ///< Nodes of the two that touch, the lower first; -1 in trigger
                                    ///< events.
    float impulse; ///< [N s] CONTACT_STARTED: what pressed them apart during the step, along the
                   ///< normals; else 0.
} TumEvent;

/// Events of the last step; of a new world: what overlaps from the start. In order: triggers before
/// contacts. Of triggers, exits before entries, then by trigger node, then by collider node. Of
/// contacts, which a world tells where TumWorldDef.contact_events asks for them, ends before
/// starts, then by collider_a, then by collider_b.
///
/// @param events  receives them; valid until the next step or the world's end.
/// @return their number.
TUM_API size_t tum_world_events(const TumWorld *world, const TumEvent **events);

/// What the last step had to do.
typedef struct TumWorldCounts {
    uint32_t bodies;       ///< All that exist.
    uint32_t awake_bodies; ///< Dynamic and kinematic, awake.
    uint32_t pairs;        ///< Colliders whose boxes overlap.
    uint32_t contacts;     ///< Pairs that touch.
    uint32_t manifolds;    ///< Planes of contact; a pair with a mesh may have several.
    uint32_t points;       ///< Contact points.
    uint32_t colors;       ///< Groups of constraints that share no body.
    uint32_t islands;      ///< Of awake bodies, when last counted.
    uint64_t left_out;     ///< Pairs left out beyond TUM_MAX_CROWD, since the world was made.
} TumWorldCounts;

TUM_API TumWorldCounts tum_world_counts(const TumWorld *world);

/// What the last step spent its time on, in the order in which it does it.
typedef enum TumPhase {
    TUM_PHASE_PAIRS,       ///< Boxes, trees, who came near whom.
    TUM_PHASE_COLLIDE,     ///< Where shapes touch.
    TUM_PHASE_MATCH,       ///< Planes of contact come and go.
    TUM_PHASE_ISLANDS,     ///< All of small islands that one thread solves whole.
    TUM_PHASE_PREPARE,     ///< Of the others: bodies and contacts are made ready to be solved.
    TUM_PHASE_JOINTS,      ///< All that joints need.
    TUM_PHASE_INTEGRATE,   ///< Velocities and positions of bodies.
    TUM_PHASE_WARM_START,  ///< Contacts: the impulses of the substep before.
    TUM_PHASE_SOLVE,       ///< Contacts: apart by now.
    TUM_PHASE_RELAX,       ///< Contacts: without the speed that moved them apart.
    TUM_PHASE_RESTITUTION, ///< Contacts: bounces.
    TUM_PHASE_FINISH,      ///< Impulses and poses are put back.
    TUM_PHASE_REST,        ///< Who touches whom, who falls asleep.
    TUM_PHASE_COUNT
} TumPhase;

typedef struct TumWorldTimes {
    double
        seconds[TUM_PHASE_COUNT]; ///< [s] By TumPhase: of the clock, however many threads share it.
} TumWorldTimes;

/// All zero unless TumWorldDef.phase_times asks for them. Animations, triggers and events are in
/// none. Nothing that is simulated depends on it.
TUM_API TumWorldTimes tum_world_times(const TumWorld *world);

/// "pairs", "collide" and so on; NULL where there is no such phase. Lives as long as the program.
TUM_API const char *tum_phase_name(TumPhase phase);

#ifdef __cplusplus
}
#endif

#endif
