// SPDX-License-Identifier: MIT
/// prefetch3.h: what a worker's next unit needs is fetched while it solves this one.
///
/// A unit is fetched once a step, some 400 bytes a body, and then solved in the cache. In a world
/// that caches do not hold, a fifth of its time is waiting for that. So whoever solves one asks for
/// the next one's lines meanwhile, a few at each block: many at once would delay what the block
/// itself reads from the second-level cache.
///
/// A hint: no result depends on it.
#ifndef TUM_CONTACT3_PREFETCH3_H
#define TUM_CONTACT3_PREFETCH3_H

#include "space3/space3.h"

/// Lists where in memory the bodies and contacts of a unit are, those that lie together as one
/// stretch; a few may be missing.
void tum_prefetch3_list(Prefetch3 *ahead, const Space3 *space, const Sim *sim,
                        const SolveJob *unit);

void tum_space3_prefetch(Space *space, const Sim *sim, const SolveJob *next, uint32_t worker);

#endif
