// SPDX-License-Identifier: MIT
/// animation_state.h: what animated bodies and properties remember from step to step, as bytes.
#ifndef TUM_WORLD_ANIMATION_STATE_H
#define TUM_WORLD_ANIMATION_STATE_H

#include "base/pack.h"
#include "world/animate.h"

/// Gives `state` a copy of what the world's animation remembers, to be read into: the world's own
/// stays whole until all of a checkpoint has proved sound. Nothing where nothing is animated.
/// @return false when out of memory.
bool tum_animation_state_begin(const TumWorld *world, TumWorld *state);

/// Writes it, or reads it into what tum_animation_state_begin made.
void tum_animation_state_pack(Pack *pack, TumWorld *state);

/// Takes what was read over into the world.
void tum_animation_state_take(TumWorld *world, const TumWorld *state);

/// Frees what tum_animation_state_begin made.
void tum_animation_state_end(TumWorld *state);

#endif
