// SPDX-License-Identifier: MIT
/// collider_shape4.h: placement of a shape in the frame of its owner in 4D.
#ifndef TUM_SCENE_COLLIDER_SHAPE4_H
#define TUM_SCENE_COLLIDER_SHAPE4_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"
#include "scene/placement.h"

/// As tum_place_shape. Sheared shapes other than meshes and hulls keep their kind in the nearest
/// rotation, with a finding.
TumStatus tum_place_shape4(SceneBuilder *builder, const Hierarchy *hierarchy, int32_t node,
                           int32_t shape, const char *pointer, Placement *placement);

#endif
