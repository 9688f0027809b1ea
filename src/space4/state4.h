// SPDX-License-Identifier: MIT
/// state4.h: what a 4D space holds as bytes and back.
#ifndef TUM_SPACE4_STATE4_H
#define TUM_SPACE4_STATE4_H

#include "base/pack.h"
#include "space4/space4.h"

/// Packs where bodies are, how they move, what they weigh, and what pairs and contacts remember.
/// Shapes are not packed: they are the caller's to put where they belong before the next step.
///
/// @param sim  packed before: when reading, it is complete and says how much there is of all.
void tum_space4_pack(Pack *pack, Space4 *space, const Topology *topology);

#endif
