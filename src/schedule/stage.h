// SPDX-License-Identifier: MIT
/// stage.h: how the stages of the solver run on the workers.
///
/// A stage applies a function to bodies, to blocks of contacts or to joints. On the shared batch
/// all workers run it together; on a job one worker runs it alone. This file decides the order: all
/// items at once, color after color, subdomain by subdomain, or deferred, so that several passes
/// run as one task. The functions themselves are in solve.c and the files of passes.h.
#ifndef TUM_SCHEDULE_STAGE_H
#define TUM_SCHEDULE_STAGE_H

#include "schedule/space.h"

/// Fewer items than these take less than a microsecond, too little for a worker of their own.
enum { BODIES_AT_ONCE = 32, BLOCKS_AT_ONCE = 3 };

typedef struct DeferredPasses DeferredPasses;

/// Context of a stage: the shared batch with all workers, or one job on one worker.
typedef struct StageContext StageContext;

/// Function of blocks of a color.
typedef void ColorFunction(const StageContext *stage, int32_t color, Range blocks);

/// Bodies and blocks of a stage.
typedef struct StageRange {
    uint32_t first_body, end_body; ///< Range of solver_bodies.
    int32_t batch;                 ///< Batch of the contacts; NO_BATCH: there are none.
} StageRange;

/// Results that all workers of a stage write.
typedef struct StageFound {
    Atomic32 *not_finite;     ///< Number of bodies.
    Atomic32 *escaped;        ///< Number of bodies that may have escaped their boxes.
    Atomic32 *flags;          ///< BOUNCE_ and BLOCKS_ bits found so far.
    Atomic32 *substep_demand; ///< Bits of a float, >= 0: SpaceSolve.substep_demand.
    LoadBounds *bounds;       ///< Bounds of the bodies of a job; NULL: the shared batch.
} StageFound;

/// Requirements of contacts, known once their rows are prepared.
typedef struct StageNeeds {
    bool presses;     ///< Some contacts are visited more often: BLOCKS_PRESS.
    bool bears;       ///< Some contacts may bear heavy loads: BLOCKS_BEAR.
    bool slopes;      ///< Some of them may slip: BLOCKS_SLOPE.
    bool turns;       ///< Rows follow turning bodies from substep to substep: BODIES_TURN.
    bool sinks;       ///< Some contacts and their joints are visited more often: BLOCKS_SINK.
    ColorSet sunk;    ///< Colors of these contacts.
    int relax_rounds; ///< Relaxation passes per substep.
} StageNeeds;

/// The pass that runs now, and its arguments.
typedef struct StagePass {
    ContactPass contacts;
    RestitutionPass restitution;
    JointPass joints;
    SqueezePass squeeze;
    ColorFunction *of_color;
    int32_t color;        ///< Of contacts, or of a joint sweep.
    int32_t joint_island; ///< A joint sweep.
    bool moves_joints;    ///< Each job of joints integrates positions after it is solved.
    bool joined_only;     ///< Inertias of joined bodies are updated, no others.
    bool is_first_sum;    ///< The sums of impulses begin with this substep.
    float impulse_factor; ///< Factor of the stored impulses: SpaceSolve.scale_impulses.
} StagePass;

/// Functions and passes that are still to run.
typedef struct StageDeferred {
    /// Function of bodies: the next pass over contacts runs it first, subdomain by subdomain.
    TumTaskFunction *bodies;
    bool moves_bodies;      ///< That function integrates positions.
    DeferredPasses *passes; ///< Deferred passes; NULL: passes run at once.
    bool is_pass;           ///< This context is a deferred pass.
} StageDeferred;

struct StageContext {
    Sim *sim;
    StepTime time;
    /// [s] Substep of the shared batch: impulses are stored from step to step as for a substep of
    /// this length.
    float kept_substep;
    float asked_substep; ///< [s] Without demands of bodies and loads.
    bool is_alone;       ///< The stage runs on a job.
    uint32_t worker;     ///< Index of the worker, if the stage runs on a job.
    StageRange range;
    StageFound found;
    StageNeeds needs;
    StagePass pass;
    StageDeferred deferred;
    uint32_t joint_jobs;   ///< Number of jobs of joint islands.
    bool knows_neighbors;  ///< SpaceSolve.list_neighbors ran in this step.
    bool rows_are_fresh;   ///< Rows are those of the poses of this substep.
    bool has_joint_sweeps; ///< Some joint islands are joint sweeps.
};

enum { DEFERRED_MAX = 16 }; ///< Passes; a step of four substeps has ten.

/// Passes over contacts that are deferred, in their order.
struct DeferredPasses {
    uint32_t count;
    StageContext passes[DEFERRED_MAX];
};

/// Ends a phase: adds the time since the previous phase ended to it.
void tum_sim_end_phase(Sim *sim, StepPhase phase);

/// Likewise, except in jobs, which are one phase together, and in deferred passes.
void tum_stage_end_phase(const StageContext *stage, StepPhase phase);

/// True if joints are awake; they belong to the shared batch only.
static inline bool stage_has_joints(const StageContext *stage)
{
    return !stage->is_alone && stage->sim->topology.joints.active.count > 0;
}

/// True for a job in which some contacts may bear heavy loads.
static inline bool stage_bears(const StageContext *stage)
{
    return stage->is_alone && stage->needs.bears;
}

/// Solver bodies of a stage.
static inline Range stage_solver_bodies(const StageContext *stage, uint32_t begin, uint32_t end,
                                        uint32_t worker)
{
    return (Range){stage->range.first_body + begin, stage->range.first_body + end, worker};
}

/// Bodies of a stage before and after its substeps. Shared bodies are in the order of the awake
/// list then, regardless of subdomains, since bodies created together are close in memory.
static inline const int32_t *stage_bodies(const StageContext *stage)
{
    const Sim *sim = stage->sim;
    return stage->is_alone ? sim->solver_bodies.items + stage->range.first_body
                           : sim->shared_bodies.items;
}

// Bodies

/// Runs a function for all bodies, at once.
void tum_stage_run_bodies(StageContext *stage, TumTaskFunction *function);

/// Runs a function for all bodies before the next pass over contacts. Bodies without a subdomain
/// come first, since other passes read them.
/// @param moves  the function integrates positions.
void tum_stage_begin_bodies(StageContext *stage, TumTaskFunction *function, bool moves);

// Blocks of contacts

/// Next color of the stage's batch that has contacts: tum_graph_next_color.
static inline int32_t stage_next_color(const StageContext *stage, int32_t after)
{
    return tum_graph_next_color(&stage->sim->topology.graph, stage->range.batch, after);
}

/// Runs a function that writes no bodies over all blocks in parallel, regardless of colors.
void tum_stage_run_blocks(StageContext *stage, ColorFunction *of_color);

/// Runs a function that writes bodies over all blocks: subdomains in parallel, then color after
/// color. A function of bodies that is still to run comes first.
void tum_stage_run_colors(StageContext *stage, ColorFunction *of_color);

/// Likewise over subdomains alone, or over one color alone.
void tum_stage_run_subdomains(StageContext *stage, ColorFunction *of_color);
void tum_stage_run_color(StageContext *stage, ColorFunction *of_color, int32_t color);

/// True when substeps consist only of passes over subdomains and a small root. Passes may then be
/// deferred and run as one task.
bool tum_stage_may_defer(const StageContext *stage);
void tum_stage_run_deferred(StageContext *stage);

#endif
