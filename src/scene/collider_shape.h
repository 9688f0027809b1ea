// SPDX-License-Identifier: MIT
/// collider_shape.h: placement of a shape in the frame of its owner: pose, scale, and baked points
/// where a scale does not suffice (docs/dialects.md#shapes).
#ifndef TUM_SCENE_COLLIDER_SHAPE_H
#define TUM_SCENE_COLLIDER_SHAPE_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"
#include "scene/placement.h"

/// Stores pose and scale in the form of the scene.
void tum_placement_store(SceneBuilder *builder, const Placement *placement, double position[4],
                         TumRotation *rotation, double scale[4]);

/// Places an authored shape at a node. Bodies and TumNode.body must be known.
///
/// @param pointer  of the collider or trigger, for findings.
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_place_shape(SceneBuilder *builder, const Hierarchy *hierarchy, int32_t node,
                          int32_t shape, const char *pointer, Placement *placement);

/// Volume of an authored shape in its own frame, without scale; computed once.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_shape_volume(SceneBuilder *builder, int32_t shape, Volume3 *volume);

#endif
