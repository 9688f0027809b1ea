// SPDX-License-Identifier: MIT
/// contact_solver3.h: rows of a step and the passes of the contact solver.
#ifndef TUM_CONTACT3_CONTACT_SOLVER3_H
#define TUM_CONTACT3_CONTACT_SOLVER3_H

#include "space3/space3.h"

/// Kernel for these instructions, or the widest available one below them. All give the same bits.
const ContactKernel3 *tum_choose_contact_kernel3(CpuInstructions instructions);

/// Rows of a block and of its neighbour.
ContactRows3 *tum_space3_rows(const Space3 *space, const Topology *topology, int32_t color,
                              uint32_t block, uint32_t worker);

bool tum_space3_reserve_rows(Space *space, const Sim *sim, size_t shared, size_t alone);

void tum_space3_prepare(Space *space, const Sim *sim, StepTime time, int32_t color, Range blocks);
void tum_space3_solve(Space *space, const Sim *sim, StepTime time, ContactPass pass, int32_t color,
                      Range blocks);

/// Finds the lanes that may bounce in this substep: ContactBlock3.meets.
void tum_space3_search_bounces(Space3 *space, const Topology *topology, float substep,
                               int32_t color, Range blocks);
void tum_space3_search_block(Space3 *space, const Topology *topology, float substep, int32_t color,
                             uint32_t block, uint32_t worker);

/// Recomputes the effective masses of a block's rows.
void tum_space3_weigh_block(Space3 *space, const Topology *topology, int32_t color, uint32_t block,
                            uint32_t worker);

void tum_space3_update_rows(Space *space, const Sim *sim, int32_t color, Range blocks);
bool tum_space3_mark_sunk(Space *space, const Sim *sim, int32_t color);

uint32_t tum_space3_block_flags(const Space *space, const Sim *sim, int32_t color, Range blocks);

void tum_space3_sum_impulses(Space *space, const Sim *sim, int32_t color, bool first, Range blocks);
void tum_space3_sum_restitution(Space *space, const Sim *sim, int32_t color, Range blocks);

void tum_space3_keep_impulses(Space *space, const Sim *sim, int32_t color, Range blocks);
void tum_space3_limit_impulses(Space *space, const Sim *sim, int32_t color, float factor,
                               Range blocks);
float tum_space3_add_impulse(const Space *space, int32_t color, int32_t lane, float sum[4]);
bool tum_space3_is_squeezed(const Space *space, int32_t color, int32_t lane);
bool tum_space3_squeeze(Space *space, const Sim *sim, SqueezePass pass, int32_t color,
                        Range blocks);

void tum_space3_scale_impulses(Space *space, const Sim *sim, int32_t color, float factor,
                               Range blocks);

void tum_space3_list_loads(const Space *space, const Sim *sim, int32_t color, Range blocks,
                           LoadGraph *graph);

#endif
