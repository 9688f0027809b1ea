// SPDX-License-Identifier: MIT
/// state4.h: the state of a 4D space as bytes.
#ifndef TUM_SPACE4_STATE4_H
#define TUM_SPACE4_STATE4_H

#include "base/pack.h"
#include "space4/space_data4.h"

/// Packs poses, motions and mass properties of bodies, and the state of pairs and contacts. Shapes
/// are not packed: the caller sets them before the next step.
///
/// @param sim  packed before: when reading, it is complete and determines all counts.
void tum_space4_pack(Pack *pack, Space4 *space, const Topology *topology);

#endif
