// SPDX-License-Identifier: MIT
/// subdomain_passes.h: passes over parts of what is shared (subdomain.c), one or many of them as
/// one task.
///
/// In a pass each part has its turn: its bodies, then the blocks with lanes at its cut, then the
/// rest. Nodes above share no body with that rest, so they are solved meanwhile; and a part begins
/// its next pass when its own turn and the root's are over. Nobody waits for all others, and the
/// root costs only whoever solves it. Which worker does what follows from the moment; what is done
/// before what, for any one body, does not.
#ifndef TUM_SCHEDULE_SUBDOMAIN_PASSES_H
#define TUM_SCHEDULE_SUBDOMAIN_PASSES_H

#include "schedule/space.h"

typedef struct PartJob {
    uint32_t count; ///< Passes.
    bool is_cut;    ///< Blocks at the cut come first, else all of a part together: for what writes
                    ///< no bodies.
    bool with_root; ///< The root too, where bodies are written once all have come so far; else
                    ///< there is one pass.
    void *context;  ///< Of these:
    void (*begin)(void *context, uint32_t pass, Range solver_bodies); ///< Of a part: its bodies.
    void (*solve)(void *context, uint32_t pass, int32_t color, Range blocks);
    void (*end)(void *context, uint32_t pass); ///< The first part has ended it.
} PartJob;

/// Makes room for what workers tell each other. @return false when out of memory.
bool tum_sim_reserve_subdomain_passes(Sim *sim);

/// Does a job. Something is cut.
void tum_sim_run_subdomain_passes(Sim *sim, const PartJob *job);

#endif
