// SPDX-License-Identifier: MIT
/// subdomain_passes.h: passes over the subdomains of the shared batch (subdomain.c), one or many of
/// them as one task.
///
/// In a pass each subdomain runs its bodies, then the blocks with lanes at the cut, then its other
/// blocks. Ancestors share no body with those other blocks, so ancestors run in parallel with them.
/// A subdomain begins its next pass when its own pass and that of the root are done; there is no
/// barrier for all workers, and only the worker of the root spends time on it. The assignment of
/// nodes to workers varies from run to run; the order of operations on any one body does not.
#ifndef TUM_SCHEDULE_SUBDOMAIN_PASSES_H
#define TUM_SCHEDULE_SUBDOMAIN_PASSES_H

#include "schedule/space.h"

/// Passes over subdomains that run as one task.
typedef struct SubdomainJob {
    uint32_t count; ///< Number of passes.
    /// Blocks at the cut come first. Otherwise all blocks of a subdomain run together, for
    /// functions that write no bodies.
    bool is_cut;
    /// The root runs too; if bodies are written, after all subdomains have arrived. Otherwise there
    /// is one pass.
    bool with_root;
    void *context; ///< Argument of the functions below.
    void (*begin)(void *context, uint32_t pass, Range solver_bodies); ///< Per subdomain.
    void (*solve)(void *context, uint32_t pass, int32_t color, Range blocks);
    void (*end)(void *context, uint32_t pass); ///< Subdomain 0 has ended the pass.
} SubdomainJob;

/// Reserves room for the progress of subdomains. @return false when out of memory.
bool tum_sim_reserve_subdomain_passes(Sim *sim);

/// Runs a job. The shared batch must be cut into subdomains.
void tum_sim_run_subdomain_passes(Sim *sim, const SubdomainJob *job);

#endif
