// SPDX-License-Identifier: MIT
/// track_builder.h: the property of each track, and the objects that animations drive.
#ifndef TUM_SCENE_TRACK_BUILDER_H
#define TUM_SCENE_TRACK_BUILDER_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"

/// True where a track has keys, its times ascend and its values are finite.
bool tum_track_is_sound(const TrackDef *track);

/// Keeps a copy of a sound track. @return false when out of memory.
bool tum_collect_track(SceneBuilder *builder, const TrackDef *track);

/// After bodies: records in builder->body_tracks the tracks that matter to masses and joints.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_look_for_body_tracks(SceneBuilder *builder);

/// After bodies, colliders, triggers and joints: finds the target of each track, keeps one track
/// for each property, and marks driven objects (docs/simulation.md#10-animations).
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_build_tracks(SceneBuilder *builder, const Hierarchy *hierarchy);

#endif
