// SPDX-License-Identifier: MIT
/// load3.h: load graph of a job's contacts, for schedule/load.h.
#ifndef TUM_CONTACT3_LOAD3_H
#define TUM_CONTACT3_LOAD3_H

#include "space3/space3.h"

/// Adds the first `lanes` lanes of a prepared block to the load graph. The block's lanes in the
/// rows begin at `first`; the rows hold the places of bodies in `states`.
void tum_block_loads3(const ContactBlock3 *block, const ContactRows3 *rows, uint32_t first,
                      uint32_t lanes, const SolverBody3 *states, const Sim *sim, LoadGraph *graph);

void tum_space3_weigh_loads(const Space *space, const Sim *sim, const int32_t *bodies,
                            LoadGraph *graph);

#endif
