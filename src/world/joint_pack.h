// SPDX-License-Identifier: MIT
/// joint_pack.h: the joints of a world as bytes.
#ifndef TUM_WORLD_JOINT_PACK_H
#define TUM_WORLD_JOINT_PACK_H

#include "base/pack.h"
#include "tumble/world.h"

/// Packs who is joined, by what, and what joints remember, once bodies and colliders are packed.
/// Reading lays the joints out as well, so that nothing is left that could fail.
void tum_world_pack_joints(Pack *pack, TumWorld *state);

#endif
