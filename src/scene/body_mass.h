// SPDX-License-Identifier: MIT
/// body_mass.h: mass, centre of mass and inertia of every body (docs/dialects.md#mass).
#ifndef TUM_SCENE_BODY_MASS_H
#define TUM_SCENE_BODY_MASS_H

#include "scene/builder_data.h"

/// Completes the bodies from their colliders, which must be placed.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_resolve_masses(SceneBuilder *builder);

#endif
