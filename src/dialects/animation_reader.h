// SPDX-License-Identifier: MIT
/// animation_reader.h: the animations of a document, as far as they matter to physics.
#ifndef TUM_DIALECTS_ANIMATION_READER_H
#define TUM_DIALECTS_ANIMATION_READER_H

#include "dialects/scene_reader.h"

/// Gives the scene builder the channels that move a node at or above some physics, and those that
/// KHR_animation_pointer sends to a property of physics. Files what an animation cannot do: reshape
/// a collider.
///
/// Called once all nodes are read. A document without physics is asked for nothing.
void tum_animations_read(SceneReader *reader);

#endif
