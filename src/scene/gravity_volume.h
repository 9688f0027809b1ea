// SPDX-License-Identifier: MIT
/// gravity_volume.h: where the sources of volumes of gravity stand, and in which order they count.
#ifndef TUM_SCENE_GRAVITY_VOLUME_H
#define TUM_SCENE_GRAVITY_VOLUME_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"

/// Fills in SceneBuilder.built_gravity. Bodies and triggers have to be built.
///
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_build_gravity(SceneBuilder *builder, const Hierarchy *hierarchy);

#endif
