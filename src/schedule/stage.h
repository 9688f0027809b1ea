// SPDX-License-Identifier: MIT
/// stage.h: how the stages of a step's solver are run.
///
/// A stage does something to bodies, to blocks of contacts or to joints: to all that workers share,
/// by all of them, or to what is in a unit, by the one that solves it. This says who does it when:
/// all at once, color after color, part by part, or later, many passes in one task. What is done is
/// for solve.c to say.
#ifndef TUM_SCHEDULE_STAGE_H
#define TUM_SCHEDULE_STAGE_H

#include "schedule/space.h"

/// Items that are about a microsecond of work: fewer are not worth handing out.
enum { BODIES_AT_ONCE = 32, BLOCKS_AT_ONCE = 3 };

typedef struct NotedPasses NotedPasses;

/// A stage works on the shared cluster, with all workers, or as one of them on a unit.
typedef struct StageContext {
    Sim *sim;
    StepTime time;
    float kept_substep; ///< [s] Of the shared cluster's: impulses are kept from step to step as of
                        ///< so long a substep.
    Atomic32 *haste;    ///< Bits of a float, >= 0: see SpaceOps.haste.
    LoadBounds *bounds; ///< Of a unit's bodies.
    bool is_alone;      ///< On a unit.
    uint32_t worker;    ///< Which, where alone.
    uint32_t first_body, end_body;  ///< Into movers.
    int32_t first_color, end_color; ///< Of its cluster.
    TumTaskFunction *stale; ///< Of bodies: the next pass over contacts does it first, part by part.
    bool stale_moves;       ///< That moves them through the substep.
    SolvePass pass;
    int32_t color;
    void (*of_color)(const struct StageContext *stage, int32_t color, Range blocks);
    Atomic32 *not_finite; ///< Bodies.
    Atomic32 *escaped;    ///< Bodies that may have left their boxes.
    Atomic32 *bounces;    ///< BOUNCE_ bits that were found.
    int32_t joint_island;
    uint32_t joint_jobs;   ///< That assemblies are solved in.
    bool has_joint_sweeps; ///< Some of them are too large for one worker.
    bool moves_joints;     ///< Once a unit is solved.
    bool is_first;         ///< Of the step's sums of impulses.
    bool presses;          ///< Some contacts are visited more often: BLOCKS_PRESS.
    bool bears;            ///< Some contacts may bear heavy loads: BLOCKS_BEAR.
    bool sinks;            ///< Contacts and joints are relaxed more often: BLOCKS_SINK.
    int relax_rounds;      ///< In each substep.
    NotedPasses *noted;    ///< Where passes are put off, else NULL.
    bool is_noted;         ///< A pass that was.
} StageContext;

/// What is done to blocks of a color.
typedef void ColorFunction(const StageContext *stage, int32_t color, Range blocks);

enum { NOTED_MOST = 16 }; ///< Passes: a step of four substeps has ten.

/// Passes over contacts that are put off, in their order.
struct NotedPasses {
    uint32_t count;
    StageContext passes[NOTED_MOST];
};

/// A phase ends here: what passed since the one before ended is its own.
void tum_sim_end_phase(Sim *sim, StepPhase phase);

/// The same, where it is not that of a unit, which are a phase together, or of passes put off.
void tum_stage_end_phase(const StageContext *stage, StepPhase phase);

/// Joints are the shared cluster's.
static inline bool stage_has_joints(const StageContext *stage)
{
    return !stage->is_alone && stage->sim->topology.joints.active.count > 0;
}

/// Of bodies, by their places in the stage.
static inline Range stage_solver_bodies(const StageContext *stage, uint32_t begin, uint32_t end,
                                        uint32_t worker)
{
    return (Range){stage->first_body + begin, stage->first_body + end, worker};
}

// bodies

/// Something for all bodies, now.
void tum_stage_run_bodies(StageContext *stage, TumTaskFunction *function);

/// Something for all bodies before the next pass over contacts. Those of no part are first: others
/// look at them.
/// @param moves  it takes them through the substep.
void tum_stage_begin_bodies(StageContext *stage, TumTaskFunction *function, bool moves);

// blocks of contacts

/// Runs what writes no bodies over all blocks at once: nobody waits between colours.
void tum_stage_run_blocks(StageContext *stage, ColorFunction *of_color);

/// Runs what writes bodies over all blocks, colour after colour, parts side by side; what is due
/// for bodies comes first.
void tum_stage_run_colors(StageContext *stage, ColorFunction *of_color);

/// The same over parts alone, or over one color.
void tum_stage_run_subdomains(StageContext *stage, ColorFunction *of_color);
void tum_stage_run_color(StageContext *stage, ColorFunction *of_color, int32_t color);

/// Whether nothing happens in substeps but passes over parts and a small root: then passes may be
/// put off, and run as one task.
bool tum_stage_may_note(const StageContext *stage);
void tum_stage_run_noted(StageContext *stage);

// joints: joint_passes.c

/// Rows of all assemblies, once in each part of a step.
void tum_stage_prepare_joints(StageContext *stage);

/// A pass over all assemblies, where there are any.
void tum_stage_solve_joints(StageContext *stage, SolvePass pass);

/// The last pass before bodies move: an assembly moves when it is solved, while it is at hand.
void tum_stage_solve_and_move_joints(StageContext *stage, SolvePass pass);

#endif
