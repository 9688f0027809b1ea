// SPDX-License-Identifier: MIT
/// track_pointer.h: what the JSON pointers of animations mean (KHR_animation_pointer).
///
/// An object of physics is known by the pointer that its reader gave with it; a property is its
/// name behind that, as docs/simulation.md#properties-by-pointer lists them: "…/motion/mass",
/// "…/box/size".
#ifndef TUM_SCENE_TRACK_POINTER_H
#define TUM_SCENE_TRACK_POINTER_H

#include "scene/builder_data.h"

/// Fills builder->tracks with what pointers change, once bodies, joints, shapes and materials are
/// there. Of several tracks of one property the last one counts. A finding names what lies in an
/// object of physics and cannot be changed, at the place of the animation's target.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_resolve_pointers(SceneBuilder *builder);

#endif
