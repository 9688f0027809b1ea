// SPDX-License-Identifier: MIT
/// space.h: the interface between the schedule of a step and a space of three or four dimensions.
///
/// There is one SpaceOps per dimension. Its functions are called for ranges of bodies, contacts or
/// blocks, so that a space has its own data layout and its own SIMD, and indirect calls are few.
/// Functions that take a Range run on many workers at once and write only data of their items; the
/// other functions run on one thread at a time. A comment before each function names the function
/// of 3D and its file.
#ifndef TUM_SCHEDULE_SPACE_H
#define TUM_SCHEDULE_SPACE_H

#include "schedule/sim.h"

/// Bounds for the bodies of a job, known before its contacts are prepared (load.h).
typedef struct LoadBounds {
    float pull;            ///< [m/s^2] Upper bound of gravity.
    float thinnest;        ///< [m] Radius of a ball that fits inside each of the bodies.
    float bounding_radius; ///< [m] Upper bound of the bounding radius; 0: columns are not checked.
    float height;          ///< [m] Highest centre above the lowest.
    float least_inverse_mass, most_inverse_mass; ///< [1/kg] For movable bodies.
    float turn_rate; ///< [rad/s] 3D: greatest turn of an inertia that counts for BODIES_TURN.
} LoadBounds;

/// Passes over contacts in a substep.
typedef enum ContactPass {
    CONTACTS_WARM_START, ///< Applies the impulses of the last substep.
    CONTACTS_SOLVE,      ///< Solves velocities; bias pushes overlaps apart.
    CONTACTS_PRESS,      ///< As CONTACTS_SOLVE, for contacts with heavy impulses only.
    /// Solves velocities without bias: removes the velocity that the bias added.
    CONTACTS_RELAX,
    CONTACTS_PRESS_RELAX, ///< As CONTACTS_RELAX, for contacts with heavy impulses only.
    /// As CONTACTS_SOLVE and CONTACTS_RELAX, for contacts that sink (BLOCKS_SINK), in turn with the
    /// joints of their bodies. In 4D nothing is pushed, and all contacts are relaxed.
    CONTACTS_SINK,
    CONTACTS_SINK_RELAX,
} ContactPass;

/// Passes over contacts that apply restitution: restitution_passes.c.
typedef enum RestitutionPass {
    RESTITUTION_FIND, ///< Finds approaches that are fast enough for restitution.
    /// Applies restitution impulses, to the contacts that were found and to those that other
    /// impulses have disturbed since.
    RESTITUTION_APPLY,
    // For joined bodies, after RESTITUTION_APPLY. 3D only: in 4D an impulse acts on the two bodies
    // alone, and joints respond before the next one.
    /// Measures the share of the last restitution impulses that is left after joints have reacted.
    RESTITUTION_SCALE,
    RESTITUTION_REPEAT,   ///< Repeats them by the factor that share_restitution found.
    RESTITUTION_FRICTION, ///< Applies friction of the last restitution impulses.
} RestitutionPass;

/// Passes over joints in a substep, and one before the first.
typedef enum JointPass {
    JOINTS_PREPARE,     ///< Joint sweeps only: computes rows. Other joints: prepare_joints.
    JOINTS_WARM_START,  ///< Applies the impulses of the last substep.
    JOINTS_SOLVE,       ///< Solves for positions at the end of the substep.
    JOINTS_SOLVE_AGAIN, ///< After CONTACTS_SOLVE, for joint islands that contacts pushed.
    JOINTS_RELAX,       ///< Solves velocities at the poses that the substep has reached.
    JOINTS_RELAX_AGAIN, ///< After CONTACTS_RELAX, for joint islands that contacts pushed.
    /// Before CONTACTS_SINK and after CONTACTS_SINK_RELAX: solves velocities of joint islands that
    /// contacts pushed; in 3D of those that mark_sunk marked, and not of swept ones.
    JOINTS_SINK,
    JOINTS_SINK_RELAX,
    /// Before restitution: restores the velocity targets of this moment and the true inertias. In
    /// 3D for joint islands that mark_struck marked, and articulations.
    JOINTS_RESTITUTION_BEGIN,
    /// After restitution passes, for joint islands that contacts pushed. A joint island that was
    /// not yet struck in this substep begins restitution first.
    JOINTS_RESTITUTION,
} JointPass;

/// Passes over pressed contacts that lose their impulses.
typedef enum SqueezePass {
    SQUEEZE_FIND,        ///< As a step begins: those that are stuck.
    SQUEEZE_FIND_PARTED, ///< As a substep begins: those whose bodies part, as if nothing pressed.
    SQUEEZE_FIND_BESIDE, ///< Then also the other loaded contacts of the same bodies.
    SQUEEZE_DROP,        ///< Sets the impulses of those found last to 0.
} SqueezePass;

/// Bits that describe the contacts in blocks of a color.
enum {
    BOUNCE_MAY = 1,    ///< Some have restitution.
    BOUNCE_DID = 2,    ///< Some had restitution impulses in the last pass.
    BOUNCE_JOINED = 4, ///< Some of those hold a joined body.
    BLOCKS_PRESS = 8,  ///< Some impulses are heavier than one visit can hold: pressing_speed.
    BLOCKS_SINK = 16,  ///< Some joined body is deep inside another body; in 3D: SINK_DEEP.
    BLOCKS_BEAR = 32,  ///< Some impulses exceed StepTime.light.
    BLOCKS_SLOPE =
        128,         ///< In a job: some contacts of movable bodies are near their friction angle.
    BODIES_TURN = 64 ///< Some body without joints turns its inertia by TURN_MOST a step.
};

/// Manifolds of a contact that collide ended and began; the others are updated already.
typedef struct ManifoldChanges {
    uint32_t ended;  ///< One bit per manifold, in the order of the chain.
    int begun;       ///< Number of new manifolds; -1: collide ran out of memory.
    bool at_surface; ///< No point of the new manifolds is deeper than SURFACE_DEPTH.
} ManifoldChanges;

/// Narrow phase: selects stale contacts and collides them.
typedef struct SpaceNarrow {
    /// Reserves room for the results of all active contacts. @return false when out of memory.
    // 3D: tum_space3_begin_step, narrow3.c.
    bool (*begin_step)(Space *space, const Sim *sim, StepTime time);
    /// Writes into sim->changes which active contacts are stale. Manifolds of the others are
    /// updated here, or by `prepare`.
    // 3D: tum_space3_select_stale, recycle3.c.
    void (*select_stale)(Space *space, Sim *sim, StepTime time, Range contacts);
    /// Collides the contacts in sim->stale: updates their manifolds and writes sim->changes.
    // 3D: tum_space3_collide, narrow3.c.
    void (*collide)(Space *space, Sim *sim, StepTime time, Range stale);
    /// Manifolds that end or begin in a changed contact.
    // 3D: tum_space3_manifold_changes, narrow3.c.
    ManifoldChanges (*manifold_changes)(const Space *space, uint32_t active_index);
    /// Copies one of the new manifolds into its slot, before it gets its lane.
    // 3D: tum_space3_begin_manifold, narrow3.c.
    void (*begin_manifold)(Space *space, const Sim *sim, uint32_t active_index, int found,
                           int32_t manifold);
} SpaceNarrow;

/// Bodies and contacts in the substeps of a step.
typedef struct SpaceSolve {
    bool repeats_pushes; ///< integrate_velocities supports StepTime.repeats.
    /// RESTITUTION_APPLY updates the inertias and the rows of contacts without joints that bounce.
    /// Before it update_inertias is called for joined bodies only, and after it update_rows again.
    bool bounces_anew;
    /// Number of splits of the step, 1 nearly always: more when a touching body would spin too far
    /// from the pose that its rows were prepared in, or when joint arms swing too far for their
    /// rows.
    // 3D: tum_space3_step_splits, integrate3.c.
    int (*step_splits)(const Space *space, const Sim *sim, StepTime time);
    /// Reserves room for rows of so many shared blocks, and of so many other blocks for each
    /// worker, once solver bodies are listed. NULL: blocks hold their rows.
    /// @return false when out of memory.
    // 3D: tum_space3_reserve_rows, contact_solver3.c.
    bool (*reserve_rows)(Space *space, const Sim *sim, size_t shared, size_t alone);
    /// Called before a worker solves a job: prefetches data of the worker's next job (NULL: none).
    /// NULL: no prefetch.
    // 3D: tum_space3_prefetch, prefetch3.c.
    void (*prefetch)(Space *space, const Sim *sim, const SolveJob *next, uint32_t worker);
    // Functions for solver bodies. Bodies of a job are passed at once, on the worker that solves
    // the job.
    // 3D: tum_space3_prepare_bodies, integrate3.c.
    void (*prepare_bodies)(Space *space, const Sim *sim, StepTime time, const int32_t *bodies,
                           uint32_t count, uint32_t worker);
    /// [1/s^2] Gravity by bounding radius: the greatest ratio among these bodies that touch
    /// something, or `least` if no ratio is above that.
    /// @param bounds  receives the bounds of their loads.
    // 3D: tum_space3_substep_demand, integrate3.c.
    float (*substep_demand)(const Space *space, const Sim *sim, const int32_t *bodies,
                            uint32_t count, float least, LoadBounds *bounds);
    /// Fills weight and thickness of the bodies of a job (load.h).
    // 3D: tum_space3_weigh_loads, load3.c.
    void (*weigh_loads)(const Space *space, const Sim *sim, const int32_t *bodies,
                        LoadGraph *graph);
    /// Adds a LoadEdge for each contact, in prepared blocks of a color, that bears weight.
    // 3D: tum_space3_list_loads, contact_solver3.c.
    void (*list_loads)(const Space *space, const Sim *sim, int32_t color, Range blocks,
                       LoadGraph *graph);
    /// Prepares blocks of one color; a color of n lanes has tum_block_count(color, n) of them.
    // 3D: tum_space3_prepare, contact_solver3.c.
    void (*prepare)(Space *space, const Sim *sim, StepTime time, int32_t color, Range blocks);
    /// Applies forces for a substep. If StepTime.joints_accelerate is set, the warm start of joints
    /// does that for bodies that move with joints.
    // 3D: tum_space3_integrate_velocities, integrate3.c.
    void (*integrate_velocities)(Space *space, const Sim *sim, StepTime time, Range solver_bodies);
    /// Runs a pass over blocks of one color.
    // 3D: tum_space3_solve, contact_solver3.c.
    void (*solve)(Space *space, const Sim *sim, StepTime time, ContactPass pass, int32_t color,
                  Range blocks);
    /// Runs a restitution pass over blocks of one color.
    /// @return BOUNCE_DID and BOUNCE_JOINED of this pass.
    // 3D: tum_space3_restitute, restitution3.c.
    uint32_t (*restitute)(Space *space, const Sim *sim, StepTime time, RestitutionPass pass,
                          int32_t color, Range blocks);
    /// Lists the contacts that a bounce of each body disturbs: once per step, after the first pass
    /// RESTITUTION_FIND that found some. For a job, or for BATCH_SHARED with all subdomains.
    // 3D: tum_space3_list_neighbors, restitution3.c.
    void (*list_neighbors)(Space *space, const Sim *sim, int32_t batch, Range solver_bodies);
    /// True when joint rotation has made contact rows stale: they need update_rows.
    // 3D: tum_space3_rows_are_stale, integrate3.c.
    bool (*rows_are_stale)(const Space *space, const Sim *sim);
    /// True when joints, in their warm start, use larger moments of inertia than the contact rows
    /// do.
    // 3D: tum_space3_rows_are_strained, integrate3.c.
    bool (*rows_are_strained)(const Space *space, const Sim *sim);
    /// Updates the inertia of bodies that have rotated since rows were prepared. Called before
    /// restitution and when rows are stale; update_rows then recomputes the effective masses.
    /// @param joined_only  bodies without joints stay as they are.
    // 3D: tum_space3_update_inertias, integrate3.c.
    void (*update_inertias)(Space *space, const Sim *sim, bool joined_only, Range solver_bodies);
    // 3D: tum_space3_update_rows, contact_solver3.c.
    void (*update_rows)(Space *space, const Sim *sim, int32_t color, Range blocks);
    /// BOUNCE_MAY and BLOCKS_ bits of blocks of a color.
    // 3D: tum_space3_block_flags, contact_solver3.c.
    uint32_t (*block_flags)(const Space *space, const Sim *sim, int32_t color, Range blocks);
    /// Marks joint islands with restitution in the last pass over a color, or takes the marks off.
    /// Joint islands without a mark skip restitution passes.
    // 3D: tum_space3_mark_struck, restitution3.c.
    void (*mark_struck)(Space *space, const Sim *sim, int32_t color, bool is_marked);
    /// Marks joint islands with bodies that CONTACTS_SINK pushes, by the contacts of a color, until
    /// the next step. @return whether CONTACTS_SINK_RELAX has to visit the color.
    // 3D: tum_space3_mark_sunk, contact_solver3.c.
    bool (*mark_sunk)(Space *space, const Sim *sim, int32_t color);
    /// Computes the factor for RESTITUTION_REPEAT, between two passes over a color.
    // 3D: tum_space3_share_restitution, restitution3.c.
    void (*share_restitution)(Space *space, const Sim *sim, int32_t color);
    // 3D: tum_space3_integrate_positions, integrate3.c.
    void (*integrate_positions)(Space *space, const Sim *sim, StepTime time, Range solver_bodies);
    /// Stores poses and sleep times at the end of the step. @return number of states that are not
    /// finite.
    // 3D: tum_space3_finish_bodies, integrate3.c.
    uint32_t (*finish_bodies)(Space *space, Sim *sim, StepTime time, const int32_t *bodies,
                              uint32_t count);
    /// Adds the normal impulses of the ending substep to the sums of each manifold; `first` resets
    /// the sums.
    // 3D: tum_space3_sum_impulses, contact_solver3.c.
    void (*sum_impulses)(Space *space, const Sim *sim, int32_t color, bool first, Range blocks);
    /// Adds restitution impulses to those sums, after the last substep.
    // 3D: tum_space3_sum_restitution, contact_solver3.c.
    void (*sum_restitution)(Space *space, const Sim *sim, int32_t color, Range blocks);
    /// Adds the normal impulse of a lane to `sum` [N s]. @return its length.
    // 3D: tum_space3_add_impulse, contact_solver3.c.
    float (*add_impulse)(const Space *space, int32_t color, int32_t lane, float sum[4]);
    /// First finds the lanes of such contacts, then sets their impulses to 0: squeeze.h.
    /// @return whether SQUEEZE_FIND or SQUEEZE_FIND_PARTED found some.
    // 3D: tum_space3_squeeze, contact_solver3.c.
    bool (*squeeze)(Space *space, const Sim *sim, SqueezePass pass, int32_t color, Range blocks);
    /// Whether that pass found a lane.
    // 3D: tum_space3_is_squeezed, contact_solver3.c.
    bool (*is_squeezed)(const Space *space, int32_t color, int32_t lane);
    /// Keeps the normal impulses with which a step begins, for limit_impulses.
    // 3D: tum_space3_keep_impulses, contact_solver3.c.
    void (*keep_impulses)(Space *space, const Sim *sim, int32_t color, Range blocks);
    /// Ends a step whose substeps are shorter by `factor` than those asked for. A force that lasts
    /// for the step scales with its substeps; an impact of the last of them does not:
    /// lasting_impulse.
    // 3D: tum_space3_limit_impulses, contact_solver3.c.
    void (*limit_impulses)(Space *space, const Sim *sim, int32_t color, float factor, Range blocks);
    /// Scales the stored impulses by `factor`, for a substep of another length.
    // 3D: tum_space3_scale_impulses, contact_solver3.c.
    void (*scale_impulses)(Space *space, const Sim *sim, int32_t color, float factor, Range blocks);
    /// True when all numbers of a body's state are finite.
    // 3D: tum_space3_is_finite, integrate3.c.
    bool (*is_finite)(const Space *space, int32_t body);
} SpaceSolve;

/// Joints in the substeps of a step.
typedef struct SpaceJoints {
    /// Groups the awake joint islands into jobs, which are solved in parallel. Runs alone, before
    /// the first pass of each split of a step.
    /// @return the number of jobs.
    // 3D: tum_space3_begin_joints, joint_solver3.c.
    uint32_t (*begin_joints)(Space *space, const Sim *sim, StepTime time);
    /// Runs before the first substep; solve_joints then in each pass.
    // 3D: tum_space3_prepare_joints, joint_solver3.c.
    void (*prepare_joints)(Space *space, StepTime time, Range jobs);
    // 3D: tum_space3_solve_joints, joint_solver3.c.
    void (*solve_joints)(Space *space, StepTime time, JointPass pass, Range jobs);
    /// Integrates positions of bodies that move with joints; integrate_positions moves all others.
    // 3D: tum_space3_move_joints, joint_solver3.c.
    void (*move_joints)(Space *space, const Sim *sim, StepTime time, Range jobs);
    /// Joint sweeps: joint islands so large and so rich in loops that all workers share a pass
    /// over them, color after color.
    /// @return number of colors; 0: the joint island is no sweep, or has nothing to do in this
    ///         pass. JOINTS_PREPARE has one color.
    // 3D: tum_space3_joint_sweep_colors, joint_sweep3.c.
    int32_t (*joint_sweep_colors)(const Space *space, int32_t joint_island, JointPass pass);
    // 3D: tum_space3_joint_sweep_items, joint_sweep3.c.
    uint32_t (*joint_sweep_items)(const Space *space, int32_t joint_island, JointPass pass,
                                  int32_t color);
    // 3D: tum_space3_run_joint_sweep, joint_sweep3.c.
    void (*run_joint_sweep)(Space *space, StepTime time, JointPass pass, int32_t joint_island,
                            int32_t color, Range items);
} SpaceJoints;

struct SpaceOps {
    SpaceLife life;
    SpaceNarrow narrow;
    SpaceSolve solve;
    SpaceJoints joints;
};

#endif
