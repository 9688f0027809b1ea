// SPDX-License-Identifier: MIT
/// state3.h: what a 3D space holds as bytes and back.
#ifndef TUM_MOTION3_STATE3_H
#define TUM_MOTION3_STATE3_H

#include "base/pack.h"
#include "space3/space3.h"

/// Packs where bodies are, how they move, what they weigh, and what pairs and contacts remember.
/// Shapes are not packed: they are the caller's to put where they belong before the next step.
///
/// @param sim  packed before: when reading, it is complete and says how much there is of all.
void tum_space3_pack(Pack *pack, Space3 *space, const Topology *topology);

#endif
