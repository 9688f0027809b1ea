// SPDX-License-Identifier: MIT
/// space.h: the interface between the schedule of a step and a space of three or four dimensions.
///
/// There is one SpaceOps per dimension. Its functions are called for ranges of bodies, contacts or
/// blocks, so that a space has its own data layout and its own SIMD, and indirect calls are few.
/// Functions that take a Range run on many workers at once and write only data of their items; the
/// other functions run on one thread at a time.
#ifndef TUM_SCHEDULE_SPACE_H
#define TUM_SCHEDULE_SPACE_H

#include "schedule/sim.h"

/// Bounds for the bodies of a job, known before its contacts are prepared (load.h).
typedef struct LoadBounds {
    float pull;     ///< [m/s^2] Upper bound of gravity.
    float thinnest; ///< [m] Radius of a ball that fits inside each of the bodies.
    float reach;    ///< [m] Upper bound of the bounding radius; 0: columns are not checked.
    float height;   ///< [m] Highest centre above the lowest.
    float least_inverse_mass, most_inverse_mass; ///< [1/kg] For movable bodies.
} LoadBounds;

typedef enum SolvePass {
    PASS_WARM_START, ///< Applies the impulses of the last substep.
    PASS_SOLVE,      ///< Solves velocities; bias pushes overlaps apart.
    PASS_RELAX,      ///< Solves velocities without bias: removes the velocity that the bias added.
    // Joints only:
    PASS_PREPARE, ///< Joint sweeps only: computes rows, once a step.
    /// Before restitution: restores the velocity targets of this moment and the true inertias.
    PASS_RESTITUTION_BEGIN,
    PASS_SOLVE_AGAIN, ///< After PASS_SOLVE of contacts, for joint islands that contacts pushed.
    PASS_RELAX_AGAIN, ///< Likewise after PASS_RELAX.
    // Contacts only:
    PASS_PRESS,            ///< As PASS_SOLVE, for contacts with heavy impulses only.
    PASS_PRESS_RELAX,      ///< As PASS_RELAX, likewise.
    PASS_RESTITUTION_FIND, ///< Finds approaches that are fast enough for restitution.
    PASS_RESTITUTION,      ///< Applies restitution impulses.
    /// Measures the share of the last restitution impulses that is left after joints have reacted.
    PASS_RESTITUTION_SCALE,
    PASS_RESTITUTION_REPEAT,  ///< Repeats them by the factor that share_restitution found.
    PASS_RESTITUTION_FRICTION ///< Applies friction of the last restitution impulses of joined
                              ///< bodies.
} SolvePass;

/// Bits that describe the contacts in blocks of a colour.
enum {
    BOUNCE_MAY = 1,    ///< Some have restitution.
    BOUNCE_DID = 2,    ///< Some had restitution impulses in the last pass.
    BOUNCE_JOINED = 4, ///< Some of those hold a joined body.
    BLOCKS_PRESS = 8,  ///< Some impulses are heavier than one visit can hold: pressing_speed.
    BLOCKS_SINK = 16,  ///< Some joined body is deep inside another body.
    BLOCKS_BEAR = 32   ///< Some impulses exceed StepTime.light.
};

/// Manifolds of a contact that collide ended and began; the others are updated already.
typedef struct ManifoldChanges {
    uint32_t ended; ///< One bit per manifold, in the order of the chain.
    int begun;      ///< Number of new manifolds; -1: collide ran out of memory.
} ManifoldChanges;

/// Narrow phase: selects stale contacts and collides them.
typedef struct SpaceNarrow {
    /// Reserves room for the results of all active contacts. @return false when out of memory.
    bool (*begin_step)(Space *space, const Sim *sim, StepTime time);
    /// Writes into sim->changes which active contacts are stale. Manifolds of the others are
    /// updated here, or by `prepare`.
    void (*select_stale)(Space *space, Sim *sim, StepTime time, Range contacts);
    /// Collides the contacts in sim->stale: updates their manifolds and writes sim->changes. The
    /// numbers of workers continue from lap to lap (laps.c), so that each has buffers of its own.
    void (*collide)(Space *space, Sim *sim, StepTime time, Range stale);
    /// Number of manifolds up to which begin_manifold reallocates nothing that collide uses.
    size_t (*manifold_room)(const Space *space);
    /// Manifolds that end or begin in a changed contact.
    ManifoldChanges (*manifold_changes)(const Space *space, uint32_t active_index);
    /// Copies one of the new manifolds into its slot, before it gets its lane.
    void (*begin_manifold)(Space *space, const Sim *sim, uint32_t active_index, int plane,
                           int32_t manifold);
} SpaceNarrow;

/// Bodies and contacts in the substeps of a step.
typedef struct SpaceSolve {
    bool repeats_pushes; ///< integrate_velocities supports StepTime.repeats.
    /// Number of splits of the step, 1 nearly always: more when a touching body would spin too far
    /// from the pose that its rows were prepared in, or when joint arms swing too far for their
    /// rows.
    int (*parts)(const Space *space, const Sim *sim, StepTime time);
    /// Reserves room for rows of so many shared blocks, and of so many other blocks for each
    /// worker, once solver bodies are listed. NULL: blocks hold their rows.
    /// @return false when out of memory.
    bool (*reserve_rows)(Space *space, const Sim *sim, size_t shared, size_t alone);
    /// Called before a worker solves a job: prefetches data of the worker's next job (NULL: none).
    /// NULL: no prefetch.
    void (*prefetch)(Space *space, const Sim *sim, const SolveJob *next, uint32_t worker);
    // Functions for solver bodies. Bodies of a job are passed at once, on the worker that solves
    // the job.
    void (*prepare_bodies)(Space *space, const Sim *sim, StepTime time, const int32_t *bodies,
                           uint32_t count, uint32_t worker);
    /// [1/s^2] Gravity by bounding radius: the greatest ratio among these bodies that touch
    /// something, or `least` if no ratio is above that.
    /// @param bounds  receives the bounds of their loads.
    float (*haste)(const Space *space, const Sim *sim, const int32_t *bodies, uint32_t count,
                   float least, LoadBounds *bounds);
    /// Fills weight and thickness of the bodies of a job (load.h).
    void (*weigh_loads)(const Space *space, const Sim *sim, const int32_t *bodies,
                        LoadGraph *graph);
    /// Adds a LoadLean for each contact, in prepared blocks of a colour, that bears weight.
    void (*list_loads)(const Space *space, const Sim *sim, int32_t color, Range blocks,
                       LoadGraph *graph);
    /// Prepares blocks of one colour; a colour of n lanes has tum_block_count(color, n) of them.
    void (*prepare)(Space *space, const Sim *sim, StepTime time, int32_t color, Range blocks);
    /// Applies forces for a substep. If StepTime.joints_accelerate is set, the warm start of joints
    /// does that for bodies that move with joints.
    void (*integrate_velocities)(Space *space, const Sim *sim, StepTime time, Range solver_bodies);
    void (*solve)(Space *space, const Sim *sim, StepTime time, SolvePass pass, int32_t color,
                  Range blocks);
    /// True when joint rotation has made contact rows stale: they need update_rows.
    bool (*rows_are_stale)(const Space *space, const Sim *sim);
    /// True when joints, in their warm start, use larger moments of inertia than the contact rows
    /// do.
    bool (*rows_are_strained)(const Space *space, const Sim *sim);
    /// Updates the inertia of bodies that have rotated since rows were prepared. Called before
    /// restitution and when rows are stale; update_rows then recomputes the effective masses.
    void (*update_inertias)(Space *space, const Sim *sim, Range solver_bodies);
    void (*update_rows)(Space *space, const Sim *sim, int32_t color, Range blocks);
    /// BOUNCE_ and BLOCKS_ bits of blocks of a colour.
    uint32_t (*bounces)(const Space *space, const Sim *sim, int32_t color, Range blocks);
    /// Computes the factor for PASS_RESTITUTION_REPEAT.
    void (*share_restitution)(Space *space, const Sim *sim, int32_t color);
    void (*integrate_positions)(Space *space, const Sim *sim, StepTime time, Range solver_bodies);
    /// Stores poses and sleep times at the end of the step. @return number of states that are not
    /// finite.
    uint32_t (*finish_bodies)(Space *space, Sim *sim, StepTime time, const int32_t *bodies,
                              uint32_t count);
    /// Adds the normal impulses of the ending substep to the sums of each manifold; `first` resets
    /// the sums.
    void (*sum_impulses)(Space *space, const Sim *sim, int32_t color, bool first, Range blocks);
    /// Adds restitution impulses to those sums, after the last substep.
    void (*sum_restitution)(Space *space, const Sim *sim, int32_t color, Range blocks);
    /// Scales the stored impulses by `factor`, for a substep of another length.
    void (*scale_impulses)(Space *space, const Sim *sim, int32_t color, float factor, Range blocks);
    /// True when all numbers of a body's state are finite.
    bool (*is_finite)(const Space *space, int32_t body);
} SpaceSolve;

/// Joints in the substeps of a step.
typedef struct SpaceJoints {
    /// Groups the awake joint islands into jobs, which are solved in parallel. Runs alone, before
    /// the first pass of each split of a step.
    /// @return the number of jobs.
    uint32_t (*begin_joints)(Space *space, const Sim *sim, StepTime time);
    /// Runs before the first substep; solve_joints then in each pass.
    void (*prepare_joints)(Space *space, StepTime time, Range jobs);
    void (*solve_joints)(Space *space, StepTime time, SolvePass pass, Range jobs);
    /// Integrates positions of bodies that move with joints; integrate_positions moves all others.
    void (*move_joints)(Space *space, const Sim *sim, StepTime time, Range jobs);
    /// Joint sweeps: joint islands so large and so rich in loops that all workers share a pass
    /// over them, colour after colour.
    /// @return number of colours; 0: the joint island is no sweep, or has nothing to do in this
    ///         pass. PASS_PREPARE has one colour.
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

enum { COLLIDE_LAPS = 3 /**< Laps of the narrow phase: laps.c. */ };

#endif
