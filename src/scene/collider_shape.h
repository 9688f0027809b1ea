// SPDX-License-Identifier: MIT
/// collider_shape.h: how a shape stands in the frame of its owner: pose, scale, and where a scale
/// cannot say it, points that are baked (docs/dialects.md#shapes).
#ifndef TUM_SCENE_COLLIDER_SHAPE_H
#define TUM_SCENE_COLLIDER_SHAPE_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"

typedef struct Placement {
    int32_t shape; ///< The authored one, one baked of it, or -1: nothing to collide with.
    DPose3 pose;   ///< In the frame of the node's body, or in the world.
    DVec3 scale;
    bool enabled;
    DMat3 map;  ///< The authored shape's points to the collider frame; all zero when disabled.
    bool is_4d; ///< The next three stand for pose and scale, and there is no map.
    double position4[4], rotation4[16], scale4[4];
} Placement;

/// Pose and scale as the scene has them.
void tum_placement_store(const Placement *placement, double position[4], TumRotation *rotation,
                         double scale[4]);

/// Places an authored shape at a node. Bodies and TumNode.body have to be known.
///
/// @param pointer  of the collider or trigger, for findings.
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_place_shape(SceneBuilder *builder, const Hierarchy *hierarchy, int32_t node,
                          int32_t shape, const char *pointer, Placement *placement);

/// Volume of an authored shape in its own frame, without scale; found once.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_shape_volume(SceneBuilder *builder, int32_t shape, Volume3 *volume);

#endif
