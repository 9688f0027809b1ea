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

/// Finds the contacts that bounce among those that the kernel found (ContactBlock3.meets): they are
/// disturbed. Nothing else is.
/// @return BOUNCE_DID, BOUNCE_JOINED
uint32_t tum_space3_find_bounces(Space3 *space, const Topology *topology, float substep,
                                 int32_t color, Range blocks);

/// Visits the disturbed contacts. Each that bounces disturbs the contacts of its bodies.
/// @return likewise.
uint32_t tum_space3_bounce(Space3 *space, const Topology *topology, float substep, int32_t color,
                           Range blocks);

/// Continues the bounces of joined bodies in the last pass: RESTITUTION_SCALE, _REPEAT or
/// _FRICTION.
void tum_space3_repeat_bounces(Space3 *space, const Topology *topology, RestitutionPass pass,
                               int32_t color, Range blocks);

/// Marks joint islands with restitution in the last pass over a color, or takes the marks off.
void tum_space3_mark_struck(Space *space, const Sim *sim, int32_t color, bool is_marked);

void tum_space3_share_restitution(Space *space, const Sim *sim, int32_t color);

#endif
