// SPDX-License-Identifier: MIT
/// joint_pack.h: the joints of a world as bytes.
#ifndef TUM_WORLD_JOINT_PACK_H
#define TUM_WORLD_JOINT_PACK_H

#include "base/pack.h"
#include "tumble/world.h"

/// Packs joints, their definitions and their solver state, after bodies and colliders. Reading also
/// lays the joints out, so that nothing can fail later.
void tum_world_pack_joints(Pack *pack, TumWorld *state);

#endif
