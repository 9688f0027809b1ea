// SPDX-License-Identifier: MIT
/// body_frame.h: bodies and what belongs to them: frames, velocities, nodes, colliders.
#ifndef TUM_SCENE_BODY_FRAME_H
#define TUM_SCENE_BODY_FRAME_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"

/// Builds the bodies of the active scene in node order, all but their mass properties, and gives
/// every node the body it moves with: that of the nearest motion at or above it
/// (docs/dialects.md#bodies).
///
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_build_bodies(SceneBuilder *builder, const Hierarchy *hierarchy);

/// Places all colliders of the active scene, in node order.
///
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_build_colliders(SceneBuilder *builder, const Hierarchy *hierarchy);

#endif
