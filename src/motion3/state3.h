// SPDX-License-Identifier: MIT
/// state3.h: serialization of a 3D space.
#ifndef TUM_MOTION3_STATE3_H
#define TUM_MOTION3_STATE3_H

#include "base/pack.h"
#include "space3/space3.h"

/// Packs or unpacks poses, velocities, masses, and the persistent state of pairs and contacts.
/// Shapes are not packed: the caller sets them before the next step.
///
/// @param sim  packed before; on reading it is complete and defines all counts
void tum_space3_pack(Pack *pack, Space3 *space, const Topology *topology);

#endif
