// SPDX-License-Identifier: MIT
/// trigger.h: triggers and their parts (docs/dialects.md#triggers).
#ifndef TUM_SCENE_TRIGGER_H
#define TUM_SCENE_TRIGGER_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"

/// Places the shapes of all triggers in the scene and flattens compounds: a compound's parts are
/// its own shape and those of all members below, each once.
///
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_build_triggers(SceneBuilder *builder, const Hierarchy *hierarchy);

#endif
