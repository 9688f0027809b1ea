// SPDX-License-Identifier: MIT
/// restitution3.h: restitution of joined bodies.
#ifndef TUM_CONTACT3_RESTITUTION3_H
#define TUM_CONTACT3_RESTITUTION3_H

#include "space3/space3.h"

void tum_space3_share_restitution(Space *space, const Sim *sim, int32_t color);

#endif
