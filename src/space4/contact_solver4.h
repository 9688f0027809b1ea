// SPDX-License-Identifier: MIT
/// contact_solver4.h: the contact solver in 4D: lanes of manifolds, and passes over their blocks.
#ifndef TUM_SPACE4_CONTACT_SOLVER4_H
#define TUM_SPACE4_CONTACT_SOLVER4_H

#include "space4/space_data4.h"

bool tum_space4_reserve_lanes(Space *space, int32_t color, size_t lanes);
void tum_space4_name_lane(Space *space, const Topology *topology, int32_t manifold);
void tum_space4_put_lane(Space *space, const Topology *topology, int32_t manifold);

/// State of a manifold: in its lane, or stored while its bodies sleep.
ContactMemory4 tum_space4_memory(const Space4 *space, const Topology *topology, int32_t manifold);
void tum_space4_take_lane(Space *space, const Topology *topology, int32_t manifold);
void tum_space4_move_lane(Space *space, GraphPlace from, GraphPlace to);
void tum_space4_prepare(Space *space, const Sim *sim, StepTime time, int32_t color, Range blocks);
void tum_space4_solve(Space *space, const Sim *sim, StepTime time, ContactPass pass, int32_t color,
                      Range blocks);
uint32_t tum_space4_restitute(Space *space, const Sim *sim, StepTime time, RestitutionPass pass,
                              int32_t color, Range blocks);
void tum_space4_update_rows(Space *space, const Sim *sim, int32_t color, Range blocks);
uint32_t tum_space4_block_flags(const Space *space, const Sim *sim, int32_t color, Range blocks);
void tum_space4_sum_impulses(Space *space, const Sim *sim, int32_t color, bool first, Range blocks);
void tum_space4_sum_restitution(Space *space, const Sim *sim, int32_t color, Range blocks);
void tum_space4_keep_impulses(Space *space, const Sim *sim, int32_t color, Range blocks);
void tum_space4_limit_impulses(Space *space, const Sim *sim, int32_t color, float factor,
                               Range blocks);
float tum_space4_add_impulse(const Space *space, int32_t color, int32_t lane, float sum[4]);
bool tum_space4_is_squeezed(const Space *space, int32_t color, int32_t lane);
bool tum_space4_squeeze(Space *space, const Sim *sim, SqueezePass pass, int32_t color,
                        Range blocks);
void tum_space4_scale_impulses(Space *space, const Sim *sim, int32_t color, float factor,
                               Range blocks);

#endif
