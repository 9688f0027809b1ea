// SPDX-License-Identifier: MIT
/// animation_reader.h: the animations of a document that affect physics.
#ifndef TUM_DIALECTS_ANIMATION_READER_H
#define TUM_DIALECTS_ANIMATION_READER_H

#include "dialects/scene_reader.h"

/// Passes channels to the scene builder: those that move a node at or above physics, and those with
/// a KHR_animation_pointer to a property of physics. Files a finding for an animation that would
/// reshape a collider.
///
/// Called after all nodes are read. A document without physics needs no animations; none is read.
void tum_animations_read(SceneReader *reader);

#endif
