// SPDX-License-Identifier: MIT
/// prefetch3.h: what a worker's next unit needs is fetched while it solves this one.
///
/// A unit is fetched once a step, some 400 bytes a body, and then solved in the cache. In a world
/// that caches do not hold, a fifth of its time is waiting for that. So whoever solves one asks for
/// the next one's lines meanwhile, a few at each block: many at once would delay what the block
/// itself reads from the second-level cache.
///
/// A hint: no result depends on it.
#ifndef TUM_SPACE3_PREFETCH3_H
#define TUM_SPACE3_PREFETCH3_H

#include "schedule/sim.h"

typedef struct Space3 Space3;

enum {
    PREFETCH_STRETCHES = 64, ///< At most; of what lies more scattered the rest is not asked for.
    PREFETCH_LINE = 64,      ///< [byte]
    PREFETCH_PACE = 5        ///< Lines a block of eight contacts.
};

typedef struct Stretch3 {
    uintptr_t next, end; ///< Addresses.
} Stretch3;

typedef struct Prefetch3 {
    uint32_t now, count;
    Stretch3 stretches[PREFETCH_STRETCHES];
} Prefetch3;

/// Lists where in memory the bodies and contacts of a unit are, those that lie together as one
/// stretch; a few may be missing.
void tum_prefetch3_list(Prefetch3 *ahead, const Space3 *space, const Sim *sim,
                        const SolveJob *unit);

/// Asks for some more lines: whoever is about to work on so many blocks.
/// @param ahead  NULL: nothing is known of what comes next
static inline void prefetch3_fetch(Prefetch3 *ahead, uint32_t blocks)
{
    uint32_t left = ahead != NULL ? blocks * PREFETCH_PACE : 0;
    while (left > 0 && ahead->now < ahead->count) {
        Stretch3 *stretch = &ahead->stretches[ahead->now];
        uintptr_t at = stretch->next;
        for (; left > 0 && at < stretch->end; --left, at += PREFETCH_LINE) {
            __builtin_prefetch((const void *)at, 0, 2); // the second-level cache
        }
        stretch->next = at;
        ahead->now += at >= stretch->end;
    }
}

#endif
