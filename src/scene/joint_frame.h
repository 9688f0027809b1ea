// SPDX-License-Identifier: MIT
/// joint_frame.h: the two frames of a joint (docs/dialects.md#joints).
#ifndef TUM_SCENE_JOINT_FRAME_H
#define TUM_SCENE_JOINT_FRAME_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"

/// Builds the joints that have an effect, with bodies and frames. A joint has none where a side is
/// outside the scene, where both sides are in one body, or where physics moves neither side.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_place_joints(SceneBuilder *builder, const Hierarchy *hierarchy);

#endif
