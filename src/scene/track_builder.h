// SPDX-License-Identifier: MIT
/// track_builder.h: which property each track changes, and what animations thereby move.
#ifndef TUM_SCENE_TRACK_BUILDER_H
#define TUM_SCENE_TRACK_BUILDER_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"

/// Whether a track has keys, its times rise and its values are numbers.
bool tum_track_is_sound(const TrackDef *track);

/// Keeps a copy of a sound track. @return false when out of memory.
bool tum_collect_track(SceneBuilder *builder, const TrackDef *track);

/// After bodies: notes in builder->body_tracks what has to be known of their tracks before masses
/// and joints.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_look_for_body_tracks(SceneBuilder *builder);

/// After bodies, colliders, triggers and joints: finds what each track changes, keeps one track
/// a property, and marks what is driven (docs/simulation.md#10-animations).
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_build_tracks(SceneBuilder *builder, const Hierarchy *hierarchy);

#endif
