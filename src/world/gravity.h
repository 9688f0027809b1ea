// SPDX-License-Identifier: MIT
/// gravity.h: volumes of gravity: who is inside which, and what that does to sleepers.
///
/// Who is inside is found with the triggers, after each step, so that it holds for the next one:
/// docs/simulation.md#9-volumes-of-gravity and docs/simulation.md#1-a-step. A body with colliders
/// is inside when one of them touches the trigger, one without when its centre of mass lies within.
#ifndef TUM_WORLD_GRAVITY_H
#define TUM_WORLD_GRAVITY_H

#include "base/array.h"
#include "base/pack.h"
#include "distance3/gravity3.h"
#include "tumble/world.h"

/// A volume, in the order in which volumes count.
typedef struct Volume3 {
    uint32_t trigger; ///< Into TumWorld.triggers.
    int32_t body;     ///< Slot; its source moves with this body.
    Pose3 body_from_source;
    int32_t animated_nodes; ///< Where the source rides an animation within that body, or NONE.
    DPose3 node_from_source;
    bool replace, stop;
} Volume3;

/// A body inside a volume.
typedef struct Inside3 {
    uint32_t body, volume;
    uint32_t generation; ///< Of the body: its slot may be another's by the next step.
} Inside3;

typedef struct Volumes3 {
    ARRAY(Volume3) volumes;
    ARRAY(Field3) fields;      ///< One a volume.
    ARRAY(double) points;      ///< Of all lines.
    uint32_t *of_trigger;      ///< [trigger_count + 1] Into trigger_volumes.
    uint32_t *trigger_volumes; ///< [volumes.count] Volumes by trigger.
    size_t trigger_count;
    ARRAY(Inside3) inside; ///< By body, then by volume, each once.
    ARRAY(Inside3) scratch;
    ARRAY(uint32_t) order;     ///< Fields that count, by body.
    ARRAY(FieldRange3) bodies; ///< One a slot.
    ARRAY(Vec3) felt;          ///< [m/s^2] One a slot: what each body was pulled with.
    Gravity3 gravity;          ///< What the space sees of all that.
} Volumes3;

/// After bodies and animations, before triggers look for the first time. Leaves world->gravity NULL
/// where no volume can have an effect.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_build_gravity3(TumWorld *world, const TumScene *scene, TumReport *report);
void tum_world_free_gravity3(TumWorld *world);

/// Whether a volume hangs on this trigger.
bool tum_world_pulls3(const TumWorld *world, size_t trigger);

/// Around a search of all triggers: begin forgets who was inside; add notes that a body is; end
/// puts the notes in order. Each answers false when out of memory.
void tum_world_begin_inside3(TumWorld *world);
bool tum_world_add_inside3(TumWorld *world, size_t trigger, int32_t body);
bool tum_world_end_inside3(TumWorld *world);

/// Before a step, once animations have moved what they move: places the sources, works out what
/// acts on whom and wakes sleepers for whom it has changed.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_pull3(TumWorld *world);

/// What of it a checkpoint keeps. Read into `state`, checked against `world`.
bool tum_world_gravity_begin3(const TumWorld *world, TumWorld *state);
void tum_world_gravity_pack3(Pack *pack, TumWorld *state);
void tum_world_gravity_take3(TumWorld *world, TumWorld *state);

#endif
