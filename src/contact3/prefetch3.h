// SPDX-License-Identifier: MIT
/// prefetch3.h: prefetching of a worker's next job while the present one is solved.
///
/// The data of a job, some 400 bytes per body, are fetched once per step and then stay in the
/// cache. In a world larger than the caches a fifth of the time of a job is waiting for them. The
/// worker therefore prefetches lines of the next job, a few at each block: many at once would delay
/// the block's own reads from the second-level cache.
///
/// Prefetching is a hint: no result depends on it.
#ifndef TUM_CONTACT3_PREFETCH3_H
#define TUM_CONTACT3_PREFETCH3_H

#include "space3/space3.h"

/// Lists the addresses of a job's bodies and contacts; adjacent ones are merged to one range. A few
/// may be missing.
void tum_prefetch3_list(Prefetch3 *ahead, const Space3 *space, const Sim *sim,
                        const SolveJob *unit);

void tum_space3_prefetch(Space *space, const Sim *sim, const SolveJob *next, uint32_t worker);

#endif
