// SPDX-License-Identifier: MIT
/// load4.h: loads of bodies in 4D (schedule/load.h).
#ifndef TUM_SPACE4_LOAD4_H
#define TUM_SPACE4_LOAD4_H

#include "space4/space_data4.h"

/// [m] Radius of a ball inside a body's thinnest collider; INFINITY: unknown.
float tum_space4_inner(const Space4 *space, const Topology *topology, int32_t body);
void tum_space4_weigh_loads(const Space *space, const Sim *sim, const int32_t *bodies,
                            LoadGraph *graph);

/// Adds the first `lanes` lanes of a prepared block to the load graph.
void tum_block_loads4(const ContactBlock4 *block, uint32_t lanes, const SolverBody4 *states,
                      const Sim *sim, LoadGraph *graph);

void tum_space4_list_loads(const Space *space, const Sim *sim, int32_t color, Range blocks,
                           LoadGraph *graph);

#endif
