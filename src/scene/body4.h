// SPDX-License-Identifier: MIT
/// body4.h: bodies in 4D: frames and mass properties.
#ifndef TUM_SCENE_BODY4_H
#define TUM_SCENE_BODY4_H

#include "scene/builder_data.h"
#include "scene/hierarchy.h"

/// Places a body as authored: its frame, stretch and velocities.
void tum_frame_body4(SceneBuilder *builder, const Hierarchy *hierarchy, TumBody *body);

/// As tum_resolve_masses (body_mass.h).
TumStatus tum_resolve_masses4(SceneBuilder *builder);

#endif
