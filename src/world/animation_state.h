// SPDX-License-Identifier: MIT
/// animation_state.h: state of animated bodies and properties as bytes.
#ifndef TUM_WORLD_ANIMATION_STATE_H
#define TUM_WORLD_ANIMATION_STATE_H

#include "base/pack.h"
#include "world/animate.h"

/// Gives `state` a copy of the world's animation state. A checkpoint is read into the copy; the
/// world's own state stays whole until the checkpoint has proved sound. Does nothing where nothing
/// is animated.
/// @return false when out of memory.
bool tum_animation_state_begin(const TumWorld *world, TumWorld *state);

/// Writes the state, or reads it into the copy that tum_animation_state_begin made.
void tum_animation_state_pack(Pack *pack, TumWorld *state);

/// Moves the state that was read into the world.
void tum_animation_state_take(TumWorld *world, const TumWorld *state);

/// Frees the copy that tum_animation_state_begin made.
void tum_animation_state_end(TumWorld *state);

#endif
