// SPDX-License-Identifier: MIT
/// gravity_volume.h: places and order of volumes of gravity.
#ifndef TUM_SCENE_GRAVITY_VOLUME_H
#define TUM_SCENE_GRAVITY_VOLUME_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"

/// Builds SceneBuilder.built_gravity. Bodies and triggers must be built.
///
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_build_gravity(SceneBuilder *builder, const Hierarchy *hierarchy);

#endif
