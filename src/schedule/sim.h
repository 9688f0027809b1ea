// SPDX-License-Identifier: MIT
/// sim.h: a simulation: its topology, and the lists of one step.
#ifndef TUM_SCHEDULE_SIM_H
#define TUM_SCHEDULE_SIM_H

#include "topology/topology.h"

enum {
    STEP_SPLITS_MAX = 8, ///< Splits of a step.
};

/// One worker's job: the islands of a batch, or some bodies that touch nothing.
typedef struct SolveJob {
    int32_t batch;       ///< Index, or NO_BATCH.
    uint32_t begin, end; ///< Range of solver_bodies.
} SolveJob;

typedef struct SpaceOps SpaceOps;
typedef struct LoadGraph LoadGraph;

/// Phases of a step, for measuring times, in the order of step.c and solve.c.
typedef enum StepPhase {
    PHASE_PAIRS,      ///< Boxes, trees and new pairs.
    PHASE_COLLIDE,    ///< Narrow phase.
    PHASE_MATCH,      ///< Manifolds begin and end.
    PHASE_ISLANDS,    ///< Jobs: small islands and free bodies, all passes.
    PHASE_PREPARE,    ///< Shared bodies and the rows of their contacts.
    PHASE_JOINTS,     ///< All passes over shared joints, with their preparation.
    PHASE_INTEGRATE,  ///< Velocities and positions of shared bodies.
    PHASE_WARM_START, ///< Passes over shared contacts.
    PHASE_SOLVE,
    PHASE_RELAX,
    PHASE_RESTITUTION, ///< Passes over shared contacts, as the three before.
    PHASE_FINISH,      ///< Impulses and poses are stored.
    PHASE_REST,        ///< Touch changes, islands and sleep.
    PHASE_COUNT
} StepPhase;

/// Progress of a subdomain or of the root in the passes of a task; or the state of a slot of a
/// worker (subdomain_passes.c).
typedef struct SubdomainProgress {
    _Alignas(64) Atomic32 begun; ///< Number of passes.
    Atomic32 done;
    Atomic32 arrived; ///< At the root: arrivals of its children, one each per pass.
    Atomic32 is_here; ///< At a slot: 1 while a worker has it.
} SubdomainProgress;

/// A simulation. The members after `topology` belong to the current step, or to the last one.
///
///     solver_bodies  [0, joined_count)                  move with their joints
///                    [joined_count, separator_count)    others without a subdomain
///                    [separator_count, shared_count)    subdomain by subdomain
///                    [shared_count, count)              job by job
typedef struct Sim {
    Topology topology;
    const SpaceOps *ops;

    ARRAY(int32_t) solver_bodies;  ///< Awake bodies in the order in which they are solved.
    uint32_t shared_count;         ///< Bodies that all workers share.
    uint32_t separator_count;      ///< Shared bodies without a subdomain.
    uint32_t joined_count;         ///< Bodies among those that move with their joints.
    ARRAY(uint32_t) solver_index;  ///< One per body: its index in solver_bodies.
    ARRAY(int32_t) shared_bodies;  ///< Shared bodies in the order of topology.awake.
    ARRAY(int32_t) solver_batches; ///< One per awake body: its batch, NO_BATCH if free.
    ARRAY(int32_t) kinematic;      ///< Awake bodies that are not movable.
    float kinematic_speed;         ///< [m/s] Upper bound of the speed of their points.
    ARRAY(SolveJob) jobs;
    ARRAY(uint8_t) changes;  ///< One ContactChange per active contact.
    ARRAY(uint32_t) stale;   ///< Stale contacts as indices into topology.active: input of collide.
    ARRAY(uint32_t) changed; ///< Likewise: contacts whose manifolds begin or end.
    ARRAY(uint32_t) parted;  ///< Likewise: contacts whose boxes are apart.
    LoadGraph *loads;        ///< One per worker.
    bool notes_times;        ///< phase_ns is measured.
    /// One per node of the tree of subdomains: arrivals of its children.
    ARRAY(Atomic32) arrivals;
    ARRAY(SubdomainProgress) progress; ///< Root, then subdomains, then slots.
    uint64_t phase_began_ns;
    uint64_t phase_ns[PHASE_COUNT]; ///< [ns] Durations in the last step.
} Sim;

/// Result of select_stale and collide for an active contact.
typedef enum ContactChange {
    CONTACT_SAME,    ///< The same manifolds as before.
    CONTACT_CHANGED, ///< Manifolds begin or end: match.c.
    CONTACT_APART,   ///< The boxes no longer overlap: the contact ends.
    CONTACT_STALE    ///< Result of select_stale: collide must run.
} ContactChange;

/// Initializes a simulation that holds only the world's own body.
///
/// @param kernels  of the world's instruction set.
TumStatus tum_sim_init(Sim *sim, const TumAllocator *allocator, TumTasks tasks,
                       const SpatialKernels *kernels, const SpaceOps *ops, Space *space);
void tum_sim_clear(Sim *sim);

/// Lists solver bodies and jobs. @return false when out of memory.
bool tum_sim_list_solver_bodies(Sim *sim);

/// True when solver_bodies has each awake body once, in the range of its batch; for TUM_VALIDATE.
bool tum_sim_solver_bodies_are_valid(const Sim *sim);

// Results of the narrow phase: match.c

/// Begins and ends manifolds of the stale contacts that changed, wakes bodies that they touch, and
/// removes contacts whose boxes are apart.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_sim_match_contacts(Sim *sim);

/// Advances the simulation by one step, in several splits while some body spins too fast for one.
/// @return TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_DIVERGED.
TumStatus tum_sim_step(Sim *sim, float seconds, int substeps);

#endif
