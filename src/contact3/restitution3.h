// SPDX-License-Identifier: MIT
/// restitution3.h: restitution passes over the blocks of a color, and restitution of joined bodies.
#ifndef TUM_CONTACT3_RESTITUTION3_H
#define TUM_CONTACT3_RESTITUTION3_H

#include "space3/space3.h"

/// Lists the contacts with restitution of each body of a stage: the contacts that its bounces
/// disturb. Holds for the step.
///
/// @param batch  of a job, or BATCH_SHARED with all subdomains.
void tum_space3_list_neighbors(Space *space, const Sim *sim, int32_t batch, Range solver_bodies);

/// RESTITUTION_FIND disturbs the contacts that bounce, and no others. RESTITUTION_APPLY visits the
/// disturbed contacts; each that bounces disturbs the contacts of its bodies. The other passes
/// continue the last bounces of joined bodies.
/// @return BOUNCE_DID, BOUNCE_JOINED
uint32_t tum_space3_restitute(Space *space, const Sim *sim, StepTime time, RestitutionPass pass,
                              int32_t color, Range blocks);

/// Marks joint islands with restitution in the last pass over a color, or takes the marks off.
void tum_space3_mark_struck(Space *space, const Sim *sim, int32_t color, bool is_marked);

void tum_space3_share_restitution(Space *space, const Sim *sim, int32_t color);

#endif
