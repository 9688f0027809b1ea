// SPDX-License-Identifier: MIT
/// sim.h: a simulation: its topology, and the schedule of a step, which ends with it.
#ifndef TUM_SCHEDULE_SIM_H
#define TUM_SCHEDULE_SIM_H

#include "topology/topology.h"

enum {
    STEP_SPLITS_MAX = 8, ///< Parts that a step may be divided into.
};

/// What one worker solves whole: the islands of a cluster, or some bodies that touch nothing.
typedef struct SolveJob {
    int32_t batch;       ///< Or NO_BATCH.
    uint32_t begin, end; ///< Its bodies: into movers.
} SolveJob;

typedef struct SpaceOps SpaceOps;
typedef struct LoadGraph LoadGraph;

/// What a step spends its time on, in the order of step.c and solve.c.
typedef enum StepPhase {
    PHASE_PAIRS,      ///< Boxes, trees, who came near whom.
    PHASE_COLLIDE,    ///< Where shapes touch.
    PHASE_MATCH,      ///< Planes of contact come and go.
    PHASE_ISLANDS,    ///< Small ones and lone bodies, from preparing to finishing them.
    PHASE_PREPARE,    ///< Of the others: bodies and the rows of contacts.
    PHASE_JOINTS,     ///< All passes over joints, their preparation too.
    PHASE_INTEGRATE,  ///< Velocities and positions.
    PHASE_WARM_START, ///< Passes over contacts, from here
    PHASE_SOLVE,
    PHASE_RELAX,
    PHASE_RESTITUTION, ///< to here.
    PHASE_FINISH,      ///< Impulses and poses are put back.
    PHASE_REST,        ///< Touches, islands, sleep.
    PHASE_COUNT
} StepPhase;

/// How far a part, or the root, has come in the passes of a task; or a worker's seat.
typedef struct SubdomainProgress {
    _Alignas(64) Atomic32 begun; ///< Passes.
    Atomic32 done;
    Atomic32 arrived; ///< At the root: its children, once each in a pass.
    Atomic32 is_here; ///< 1: the seat is taken.
} SubdomainProgress;

/// Lists and numbers next to the topology are those of the step that is done, or of the last one.
typedef struct Sim {
    Topology topology;
    const SpaceOps *ops;

    ARRAY(int32_t) solver_bodies; ///< The same as they are solved in a step: first those that all
    uint32_t shared_count; ///< workers share, so many, then unit by unit. Of those that are shared
    uint32_t separator_count; ///< first what is of no part, so many, then part by part. Of those of
    uint32_t joined_count;    ///< no part first what moves with its joints, so many.
    ARRAY(uint32_t) solver_index;  ///< One a body: where a mover is among movers.
    ARRAY(int32_t) shared_bodies;  ///< The movers that are shared, in the order of the awake.
    ARRAY(int32_t) solver_batches; ///< Who solves each of the awake.
    ARRAY(int32_t) kinematic;      ///< Of the awake, those that no push moves.
    float kinematic_speed;         ///< [m/s] No point of them is faster.
    ARRAY(SolveJob) jobs;
    ARRAY(uint8_t) changes;  ///< One an active contact: ContactChange, written by sift and collide.
    ARRAY(uint32_t) stale;   ///< Indices into active of the contacts that collide looks at.
    ARRAY(uint32_t) changed; ///< Likewise: of those whose planes come or go,
    ARRAY(uint32_t) parted;  ///< of those whose boxes are apart;
    uint32_t stale_listed;   ///< so many of the due have been looked through for these,
    uint32_t matched;        ///< and so many of `changed` are done with.
    LoadGraph *loads;        ///< One a worker.
    bool notes_times;        ///< phase_ns is kept.
    ARRAY(Atomic32) arrivals; ///< One a node of the tree of parts: passes that children have ended.
    ARRAY(SubdomainProgress) progress; ///< The root's, one a part, one a seat.
    uint64_t phase_began_ns;
    uint64_t phase_ns[PHASE_COUNT]; ///< Of the last step.
} Sim;

/// What sift and collide found out about an active contact, next to filling its manifolds.
typedef enum ContactChange {
    CONTACT_SAME,    ///< As many planes as before: nothing to do.
    CONTACT_CHANGED, ///< Planes come or go: match.c.
    CONTACT_APART,   ///< The boxes no longer overlap: the contact ends.
    CONTACT_STALE    ///< Of sift: collide has to look.
} ContactChange;

/// Begins a simulation of nothing but the world's own body.
TumStatus tum_sim_init(Sim *sim, const TumAllocator *allocator, TumTasks tasks, const SpaceOps *ops,
                       Space *space);
void tum_sim_clear(Sim *sim);

/// Lists movers and units. @return false when out of memory.
bool tum_sim_list_solver_bodies(Sim *sim);

/// Whether movers are the awake, cluster by cluster; for TUM_VALIDATE.
bool tum_sim_solver_bodies_are_valid(const Sim *sim);

// the narrow phase: laps.c

/// Looks at all that is due, and matches most of what was found meanwhile.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_sim_collide(Sim *sim, StepTime time);

// what it found: match.c

/// Before collide: nothing has been found. @return false when out of memory.
bool tum_sim_begin_matching(Sim *sim);

/// Adds and removes planes of contacts that changed, and wakes whom they touch: of those among the
/// first `due` of the due, which collide is done with, while it goes on with others. Leaves some
/// for later where more manifolds are needed than there is room for.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_sim_match_first(Sim *sim, uint32_t stale);

/// The same with all that are left, and removes contacts whose boxes are apart.
TumStatus tum_sim_match_contacts(Sim *sim);

/// One step of all, in several parts while something turns too fast for one.
/// @return TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_DIVERGED.
TumStatus tum_sim_step(Sim *sim, float seconds, int substeps);

#endif
