// SPDX-License-Identifier: MIT
/// gravity.h: gravity volumes: the bodies inside each, and their effect on sleeping bodies.
///
/// Membership is found with the triggers after each step and holds for the next step
/// (docs/simulation.md#9-volumes-of-gravity, docs/simulation.md#1-a-step). A body with colliders is
/// inside when one of them touches the trigger; a body without colliders is inside when its centre
/// of mass is.
#ifndef TUM_WORLD_GRAVITY_H
#define TUM_WORLD_GRAVITY_H

#include "base/array.h"
#include "base/pack.h"
#include "distance3/gravity3.h"
#include "tumble/world.h"

/// A gravity volume. Volumes are stored in the order of their priority.
typedef struct Volume3 {
    uint32_t trigger; ///< Index into TumWorld.triggers.
    int32_t body;     ///< Slot of the body with which the source moves.
    Pose3 body_from_source;
    int32_t animated_nodes; ///< Animated node within that body that moves the source, or NONE.
    DPose3 node_from_source;
    bool replace, stop;
} Volume3;

/// A body inside a volume.
typedef struct Inside3 {
    uint32_t body, volume;
    uint32_t generation; ///< Generation of the body's slot, which another body may occupy by the
                         ///< next step.
} Inside3;

typedef struct Volumes3 {
    ARRAY(Volume3) volumes;
    ARRAY(Field3) fields;      ///< One per volume.
    ARRAY(double) points;      ///< Points of all line sources.
    uint32_t *of_trigger;      ///< [trigger_count + 1] Offsets into trigger_volumes.
    uint32_t *trigger_volumes; ///< [volumes.count] Volumes sorted by trigger.
    size_t trigger_count;
    ARRAY(Inside3) inside; ///< Sorted by body, then by volume; unique.
    ARRAY(Inside3) scratch;
    ARRAY(uint32_t) order;     ///< Active fields, sorted by body.
    ARRAY(FieldRange3) bodies; ///< One per body slot.
    ARRAY(Vec3) felt;          ///< [m/s^2] One per body slot: gravity that acted on the body.
    Gravity3 gravity;          ///< View of this data that the space reads.
} Volumes3;

/// Builds the volumes, after bodies and animations and before the first trigger update.
/// world->gravity stays NULL where no volume can have an effect.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_build_gravity3(TumWorld *world, const TumScene *scene, TumReport *report);
void tum_world_free_gravity3(TumWorld *world);

/// True when a gravity volume uses this trigger.
bool tum_world_pulls3(const TumWorld *world, size_t trigger);

/// Collect memberships during an update of all triggers: begin clears them, add records a body, end
/// sorts the records. Each returns false when out of memory.
void tum_world_begin_inside3(TumWorld *world);
bool tum_world_add_inside3(TumWorld *world, size_t trigger, int32_t body);
bool tum_world_end_inside3(TumWorld *world);

/// Places the sources, computes the fields of each body and wakes sleeping bodies whose fields have
/// changed. Called before a step, after animations have moved.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_world_pull3(TumWorld *world);

/// State of the volumes in a checkpoint. It is read into `state` and checked against `world`.
bool tum_world_gravity_begin3(const TumWorld *world, TumWorld *state);
void tum_world_gravity_pack3(Pack *pack, TumWorld *state);
void tum_world_gravity_take3(TumWorld *world, TumWorld *state);

#endif
