// SPDX-License-Identifier: MIT
/// track_pointer.h: meaning of the JSON pointers of animations (KHR_animation_pointer).
///
/// The pointer given by its reader identifies an object of physics; the name of a property follows
/// that pointer, as listed in docs/simulation.md#properties-by-pointer: "…/motion/mass",
/// "…/box/size".
#ifndef TUM_SCENE_TRACK_POINTER_H
#define TUM_SCENE_TRACK_POINTER_H

#include "scene/builder_data.h"

/// Fills builder->tracks with the targets of pointers, after bodies, joints, shapes and materials.
/// Among several tracks of one property the last one counts. A pointer to a constant property of a
/// physics object gets a finding at the place of the animation's target.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_resolve_pointers(SceneBuilder *builder);

#endif
