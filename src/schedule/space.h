// SPDX-License-Identifier: MIT
/// space.h: the seam between the schedule of a step and the space it happens in.
///
/// Tables of functions per dimension, called per batch: a space keeps its own data layout and its
/// own SIMD, and the indirect calls vanish among thousands of contacts. Functions that take a range
/// run on many workers at once and write only what belongs to their items; the others run alone.
#ifndef TUM_SCHEDULE_SPACE_H
#define TUM_SCHEDULE_SPACE_H

#include "schedule/sim.h"

/// Bounds of the loads of a unit, known before its contacts are (load.h).
typedef struct LoadBounds {
    float pull;     ///< [m/s^2] No gravity is stronger.
    float thinnest; ///< [m] No ball that fits inside one of the bodies is smaller.
    float reach;    ///< [m] None reaches farther from its middle; 0: columns are not looked for.
    float height;   ///< [m] Of the highest middle above the lowest.
    float least_inverse_mass, most_inverse_mass; ///< [1/kg] Of those that can be pushed.
} LoadBounds;

typedef enum SolvePass {
    PASS_WARM_START, ///< Applies last substep's impulses.
    PASS_SOLVE,      ///< Velocities that also push overlaps apart.
    PASS_RELAX,      ///< Velocities alone: takes back what pushing apart added.
    // Of joints only:
    PASS_PREPARE,           ///< Of weaves: rows, once a step.
    PASS_RESTITUTION_BEGIN, ///< Before bounces: velocities as they are wanted now, by true
                            ///< inertias.
    PASS_SOLVE_AGAIN,       ///< After contacts have pushed; of those alone that were pushed.
    PASS_RELAX_AGAIN,       ///< Likewise.
    // Of contacts only:
    PASS_PRESS,               ///< As PASS_SOLVE, where something presses hard.
    PASS_PRESS_RELAX,         ///< As PASS_RELAX, likewise.
    PASS_RESTITUTION_FIND,    ///< What would meet within the substep, fast enough to bounce?
    PASS_RESTITUTION,         ///< Bounces it.
    PASS_RESTITUTION_SCALE,   ///< What is left of the last bounces after joints have taken their
                              ///< share?
    PASS_RESTITUTION_REPEAT,  ///< Makes them longer by what share_restitution found.
    PASS_RESTITUTION_FRICTION ///< Friction of the last bounces of joined bodies.
} SolvePass;

/// Bits: what a color's contacts have to do with bouncing.
enum {
    BOUNCE_MAY = 1,    ///< Some have restitution.
    BOUNCE_DID = 2,    ///< Some bounced in the last pass.
    BOUNCE_JOINED = 4, ///< And joints hold one of their bodies.
    BLOCKS_PRESS = 8,  ///< Not of bouncing: some press harder than a visit holds.
    BLOCKS_SINK = 16,  ///< Likewise: some joined body is deep in another.
    BLOCKS_BEAR = 32   ///< Likewise: some press with more than StepTime.light.
};

/// What collide found of a contact, besides bringing the planes that it keeps up to date.
typedef struct ManifoldChanges {
    uint32_t ended; ///< A bit for each of its planes, in the order of the chain: it is no more.
    int begun;      ///< New planes; -1: collide ran out of memory.
} ManifoldChanges;

/// The narrow phase: which contacts have to be looked at, and what is found.
typedef struct SpaceNarrow {
    /// Before the narrow phase: room for the results of all active contacts. @return false when out
    /// of memory.
    bool (*begin_step)(Space *space, const Sim *sim, StepTime time);
    /// Tells in sim->changes which active contacts are due. The manifolds of the others are brought
    /// up to date here, or by prepare.
    void (*select_stale)(Space *space, Sim *sim, StepTime time, Range contacts);
    /// Narrow phase of the contacts in sim->due: fills their manifolds and sim->changes. Workers of
    /// a lap count on from those of the lap before.
    void (*collide)(Space *space, Sim *sim, StepTime time, Range stale);
    /// Up to how many it moves nothing that collide reads or writes.
    size_t (*manifold_room)(const Space *space);
    /// Of a contact whose planes come or go: which.
    ManifoldChanges (*manifold_changes)(const Space *space, uint32_t active_index);
    /// Puts one of the new planes into a new manifold, before it gets its lane.
    void (*begin_manifold)(Space *space, const Sim *sim, uint32_t active_index, int plane,
                           int32_t manifold);
} SpaceNarrow;

/// Bodies and contacts through the substeps of a step.
typedef struct SpaceSolve {
    bool repeats_pushes; ///< integrate_velocities heeds StepTime.repeats.
    /// Parts that a step must be divided into, so that what touches something does not turn out of
    /// the pose its rows are prepared in, and joints can be followed where they swing: 1 nearly
    /// always.
    int (*parts)(const Space *space, const Sim *sim, StepTime time);
    /// Room for what is prepared anew in each step, once movers are listed: of so many blocks that
    /// are shared, and for each worker of any other cluster. NULL: blocks hold it themselves.
    /// @return false when out of memory.
    bool (*reserve_rows)(Space *space, const Sim *sim, size_t shared, size_t alone);
    /// A worker is about to solve a unit, and this one after it; NULL: it is the last. What that
    /// needs may be fetched meanwhile. NULL: nothing is.
    void (*prefetch)(Space *space, const Sim *sim, const SolveJob *next, uint32_t worker);
    // Of movers: those of a unit all at once, by the worker that solves it.
    void (*prepare_bodies)(Space *space, const Sim *sim, StepTime time, const int32_t *bodies,
                           uint32_t count, uint32_t worker);
    /// [1/s^2] Gravity by reach: the greatest of these bodies that touch something, or `least`
    /// where none is above that.
    /// @param bounds  receives what bounds their loads
    float (*haste)(const Space *space, const Sim *sim, const int32_t *bodies, uint32_t count,
                   float least, LoadBounds *bounds);
    /// What the bodies of a unit weigh, and how thin they are: load.h.
    void (*weigh_loads)(const Space *space, const Sim *sim, const int32_t *bodies,
                        LoadGraph *graph);
    /// What leans on what in blocks of a color that are prepared.
    void (*list_loads)(const Space *space, const Sim *sim, int32_t color, Range blocks,
                       LoadGraph *graph);
    /// Blocks of one color; a color of n lanes has tum_block_count(color, n) of them.
    void (*prepare)(Space *space, const Sim *sim, StepTime time, int32_t color, Range blocks);
    /// What forces do in a substep. To what moves with joints warm-starting these does it, where
    /// StepTime.joints_accelerate.
    void (*integrate_velocities)(Space *space, const Sim *sim, StepTime time, Range solver_bodies);
    void (*solve)(Space *space, const Sim *sim, StepTime time, SolvePass pass, int32_t color,
                  Range blocks);
    /// Whether something joined has turned so far since rows were prepared that they are to follow.
    bool (*rows_are_stale)(const Space *space, const Sim *sim);
    /// Whether joints, as they were warm-started, have taken moments for larger than rows do.
    bool (*rows_are_strained)(const Space *space, const Sim *sim);
    /// Before bounces, and where rows are old: what has turned since they were prepared gets the
    /// inertia of its pose now.
    void (*update_inertias)(Space *space, const Sim *sim, Range solver_bodies);
    void (*update_rows)(Space *space, const Sim *sim, int32_t color, Range blocks);
    /// BOUNCE_ and BLOCKS_ bits of blocks of a color.
    uint32_t (*bounces)(const Space *space, const Sim *sim, int32_t color, Range blocks);
    /// How much longer the last bounces of joined bodies are to be.
    void (*share_restitution)(Space *space, const Sim *sim, int32_t color);
    void (*integrate_positions)(Space *space, const Sim *sim, StepTime time, Range solver_bodies);
    /// Poses at the end of the step, sleep times. @return how many states are not made of numbers.
    uint32_t (*finish_bodies)(Space *space, Sim *sim, StepTime time, const int32_t *bodies,
                              uint32_t count);
    /// Adds the normal impulses of the substep that ends to what each manifold took in this step;
    /// `first`: begins with them.
    void (*sum_impulses)(Space *space, const Sim *sim, int32_t color, bool first, Range blocks);
    /// Adds those of its bounces, once the last substep has ended.
    void (*sum_restitution)(Space *space, const Sim *sim, int32_t color, Range blocks);
    /// Lanes keep impulses of another substep: longer by this factor.
    void (*scale_impulses)(Space *space, const Sim *sim, int32_t color, float factor, Range blocks);
    /// Whether a body's state is made of numbers.
    bool (*is_finite)(const Space *space, int32_t body);
} SpaceSolve;

/// Joints through the substeps of a step.
typedef struct SpaceJoints {
    /// Joints of active assemblies: what is worked on side by side, one assembly or several. Alone,
    /// before their first pass in each part of a step. @return how many units that are.
    uint32_t (*begin_joints)(Space *space, const Sim *sim, StepTime time);
    /// Before the first substep, then in each pass of it.
    void (*prepare_joints)(Space *space, StepTime time, Range jobs);
    void (*solve_joints)(Space *space, StepTime time, SolvePass pass, Range jobs);
    /// Bodies of active assemblies through the substep; all others integrate_positions moves.
    void (*move_joints)(Space *space, const Sim *sim, StepTime time, Range jobs);
    /// Weaves: assemblies so large and full of loops that many workers share a pass over them,
    /// color after color.
    /// 0: the assembly is none, or has nothing to do in this pass. PASS_PREPARE has one.
    int32_t (*joint_sweep_colors)(const Space *space, int32_t joint_island, SolvePass pass);
    uint32_t (*joint_sweep_items)(const Space *space, int32_t joint_island, SolvePass pass,
                                  int32_t color);
    void (*run_joint_sweep)(Space *space, StepTime time, SolvePass pass, int32_t joint_island,
                            int32_t color, Range items);
} SpaceJoints;

struct SpaceOps {
    SpaceLife life;
    SpaceNarrow narrow;
    SpaceSolve solve;
    SpaceJoints joints;
};

enum { COLLIDE_LAPS = 3 /**< In which collide is done: see laps.c. */ };

#endif
