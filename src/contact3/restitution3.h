// SPDX-License-Identifier: MIT
/// restitution3.h: restitution of joined bodies.
#ifndef TUM_CONTACT3_RESTITUTION3_H
#define TUM_CONTACT3_RESTITUTION3_H

#include "space3/space3.h"

/// Marks joint islands with restitution in the last pass over a color, or takes the marks off.
void tum_space3_mark_struck(Space *space, const Sim *sim, int32_t color, bool is_marked);

void tum_space3_share_restitution(Space *space, const Sim *sim, int32_t color);

#endif
