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
    float gravity[4];         ///< [m/s^2] Used where the scene sets none and override_gravity is
                              ///< false. Default (0, -9.81, 0, 0).
    bool override_gravity;    ///< Use `gravity` whatever the scene says.
    bool no_sleep;            ///< Every body stays awake.
    bool contact_events;      ///< Tell which colliders began and ceased to touch.
    int substeps;             ///< Solver substeps per step, 1 to 64. Default 4.
    int threads;              ///< Threads that share a step, 1 to 64. Default 1.
    const char *instructions; ///< Vector instructions to use: "scalar", "sse2", "avx2"; NULL: the
                              ///< widest this machine has. All give the same bits.
    TumTasks tasks;           ///< Your task system; all zero: the world brings its own threads.
    TumAllocator allocator;   ///< Where memory comes from; all zero: malloc and free.
    uint32_t stamp;           ///< Written by tum_default_world_def, checked by tum_world_create.
} TumWorldDef;

TUM_API TumWorldDef tum_default_world_def(void);

/// Builds the world a scene describes, in the scene's dimension.
///
/// Reads the scene and keeps nothing of it. Whatever the engine has to approximate is noted in
/// the report, once, with the JSON pointer of its cause.
///
/// @param world   receives the world; free it with tum_world_destroy. NULL on failure.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (def not from tum_default_world_def, or out of range),
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
/// @return TUM_OK, TUM_ERROR_ARGUMENT (seconds not positive and finite), TUM_ERROR_MEMORY, or
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

/// Number of bodies, those of the scene first and in its order.
TUM_API size_t tum_world_body_count(const TumWorld *world);

/// @param index  the body's index in the scene, below tum_world_body_count; else the id is zero.
TUM_API TumBodyId tum_world_body_at(const TumWorld *world, size_t index);

TUM_API bool tum_body_exists(const TumWorld *world, TumBodyId body);

/// The document node a body belongs to; -1 where the body does not exist.
TUM_API int32_t tum_body_node(const TumWorld *world, TumBodyId body);

/// How the world moves it: a body that an animation of the document drives is kinematic, whatever
/// it is in the scene. Its velocity is that of the animation in the last step.
TUM_API TumBodyKind tum_body_kind(const TumWorld *world, TumBodyId body);

/// False for sleeping bodies and for bodies that do not exist. Static bodies never sleep.
TUM_API bool tum_body_is_awake(const TumWorld *world, TumBodyId body);

/// The body that made the last step answer TUM_ERROR_DIVERGED; zero before that.
TUM_API TumBodyId tum_world_diverged_body(const TumWorld *world);

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
} TumWorldCounts;

TUM_API TumWorldCounts tum_world_counts(const TumWorld *world);

#ifdef __cplusplus
}
#endif

#endif
