// SPDX-License-Identifier: MIT
/// body_frame.h: bodies and their colliders: frames, velocities, nodes.
#ifndef TUM_SCENE_BODY_FRAME_H
#define TUM_SCENE_BODY_FRAME_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"

/// Builds the bodies of the active scene in node order, without their mass properties, and assigns
/// every node to the body of the nearest motion at or above the node (docs/dialects.md#bodies).
///
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_build_bodies(SceneBuilder *builder, const Hierarchy *hierarchy);

/// Places all colliders of the active scene, in node order.
///
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_build_colliders(SceneBuilder *builder, const Hierarchy *hierarchy);

#endif
