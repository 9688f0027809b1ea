// SPDX-License-Identifier: MIT
// solve.c: solves contacts and joints, and integrates velocities and positions.
//
//     jobs        small islands and free bodies: all stages below    jobs in parallel
//     prepare     bodies, then constraint rows                       in parallel
//     substeps    integrate velocities, restitution, warm start,     bodies; joint islands; then
//                 solve, integrate positions, relax                  subdomains, then colors
//     finish      poses, displacements, escaped bodies, sleep times  bodies in parallel
//
// The shared batch runs these stages after all jobs are done. The passes of a substep are in the
// files that passes.h names.
//
// The solver is the small-step one of Macklin et al., "Small Steps in Physics Simulation" (2019),
// with the soft contacts and the relaxation of Catto's "Solver2D" study (2024).
#include "schedule/solve.h"

#include "schedule/load.h"
#include "schedule/passes.h"
#include "schedule/subdomain_passes.h"

#include <math.h>

enum { BODIES_WORTH_SHARING = 64 };

enum {
    // Passes over contacts in the first substep of a step, in which manifolds are new: with one
    // pass tall stacks sway as they settle, and creep.
    FIRST_ROUNDS = 2,
    // Additional passes over contacts with heavy impulses. The impulse between a heavy body and
    // a light one below it grows by a share per pass: a cube of 1 kg under 10 000 kg sinks 70 mm
    // into the floor instead of 180 mm.
    PRESS_MORE = 24,
    // The same in a job, which gets more substeps as well; and as many passes of relaxation, or
    // bodies that are pushed apart keep their speed and loads bounce.
    PRESS_ALIKE = 12,
    // Additional rounds over contacts and joints if a joined body is deep inside another. Contacts
    // push each body as if it were free, and joints hand that on to all they hold: a rod of 1.3 kg
    // of a figure of 1190 kg would stay inside a sphere for seconds, and in 4D a heavy body would
    // gain up to 3 % of energy from a light one that pushes it out.
    SINK_ROUNDS = 16,
    SINK_RELAX_ROUNDS = 8 // the same in relaxation
};

static void prepare_bodies_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    const Sim *sim = stage->sim;
    const int32_t *bodies = stage_bodies(stage) + begin;
    tum_stage_find_substep_demand(stage, bodies, end - begin);
    sim->ops->solve.prepare_bodies(sim->topology.space, sim, stage->time, bodies, end - begin,
                                   worker);
}

static void velocity_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    const Sim *sim = stage->sim;
    sim->ops->solve.integrate_velocities(sim->topology.space, sim, stage->time,
                                         stage_solver_bodies(stage, begin, end, worker));
}

static void position_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    const Sim *sim = stage->sim;
    sim->ops->solve.integrate_positions(sim->topology.space, sim, stage->time,
                                        stage_solver_bodies(stage, begin, end, worker));
}

static void finish_bodies_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    StageContext *stage = context;
    Sim *sim = stage->sim;
    (void)worker;
    const int32_t *bodies = stage_bodies(stage) + begin;
    const uint32_t not_finite =
        sim->ops->solve.finish_bodies(sim->topology.space, sim, stage->time, bodies, end - begin);
    // The bodies are still in cache.
    const uint32_t escaped =
        tum_topology_find_escaped(&sim->topology, stage->time, bodies, end - begin);
    if (not_finite > 0) {
        atomic32_add(stage->found.not_finite, not_finite);
    }
    if (escaped > 0) {
        atomic32_add(stage->found.escaped, escaped);
    }
}

// Warm-starts joints, then contacts. Rows stay the same during a step, so the velocity change of a
// body by the warm start of all its contacts equals that in the last substep. Bodies remember it,
// and no pass over contacts is needed, unless restitution, joints, or bodies that turn, whose
// rows change, contributed, or contacts of heavy loads have lost their impulses.
static void warm_start(StageContext *stage)
{
    if (!stage->time.repeats) {
        tum_stage_drop_parted(stage);
        tum_stage_solve_joints(stage, JOINTS_WARM_START);
        tum_stage_follow_strain(stage);
        tum_stage_end_phase(stage, PHASE_JOINTS);
        tum_stage_solve_contacts(stage, CONTACTS_WARM_START, 1);
        tum_stage_end_phase(stage, PHASE_WARM_START);
    }
    stage->time.repeats = stage->sim->ops->solve.repeats_pushes && !stage_has_joints(stage) &&
                          !stage->time.may_bounce && !stage->needs.turns && !stage_bears(stage);
}

static bool has_contacts(const StageContext *stage)
{
    return stage->sim->topology.active_count > 0;
}

// Solves joints, then contacts, so that contacts prevail; joints again if there are contacts.
static void solve(StageContext *stage, int rounds)
{
    if (has_contacts(stage)) {
        tum_stage_solve_joints(stage, JOINTS_SOLVE);
    } else {
        tum_stage_solve_and_move_joints(stage, JOINTS_SOLVE);
    }
    tum_stage_end_phase(stage, PHASE_JOINTS);
    tum_stage_solve_contacts(stage, CONTACTS_SOLVE, rounds);
    if (stage->needs.presses) {
        tum_stage_solve_contacts(stage, CONTACTS_PRESS, stage->is_alone ? PRESS_ALIKE : PRESS_MORE);
    }
    for (int i = 0; i < SINK_ROUNDS && stage->needs.sinks; ++i) {
        tum_stage_solve_joints(stage, JOINTS_SINK);
        tum_stage_solve_sunk(stage, CONTACTS_SINK);
    }
    tum_stage_end_phase(stage, PHASE_SOLVE);
    if (has_contacts(stage)) {
        tum_stage_solve_and_move_joints(stage, JOINTS_SOLVE_AGAIN);
    }
    tum_stage_end_phase(stage, PHASE_JOINTS);
}

// Relaxes joints and contacts in the same order.
static void relax(StageContext *stage)
{
    tum_stage_solve_joints(stage, JOINTS_RELAX);
    tum_stage_follow_strain(stage);
    tum_stage_end_phase(stage, PHASE_JOINTS);
    tum_stage_solve_contacts(stage, CONTACTS_RELAX, stage->needs.relax_rounds);
    if (stage->needs.presses && stage->is_alone) {
        tum_stage_solve_contacts(stage, CONTACTS_PRESS_RELAX, PRESS_ALIKE);
    }
    tum_stage_end_phase(stage, PHASE_RELAX);
    if (has_contacts(stage)) {
        tum_stage_solve_joints(stage, JOINTS_RELAX_AGAIN);
        for (int i = 0; i < SINK_RELAX_ROUNDS && stage->needs.sinks; ++i) {
            tum_stage_solve_sunk(stage, CONTACTS_SINK_RELAX);
            tum_stage_solve_joints(stage, JOINTS_SINK_RELAX);
        }
    }
    tum_stage_end_phase(stage, PHASE_JOINTS);
}

// Restitution comes before the warm start: impulses of the previous substep, which may include an
// impact, are not yet part of the approach velocity. Otherwise piles would be shaken, and joints
// would react to it.
static void run_substep(StageContext *stage, int rounds)
{
    tum_stage_begin_bodies(stage, velocity_stage, false);
    tum_stage_end_phase(stage, PHASE_INTEGRATE);
    tum_stage_bounce(stage);
    tum_stage_end_phase(stage, PHASE_RESTITUTION);
    warm_start(stage);
    solve(stage, rounds);
    tum_stage_begin_bodies(stage, position_stage, true);
    tum_stage_end_phase(stage, PHASE_INTEGRATE);
    relax(stage);
}

static void run_substeps(StageContext *stage)
{
    tum_stage_keep_impulses(stage);
    const Sim *sim = stage->sim;
    DeferredPasses deferred_passes;
    deferred_passes.count = 0;
    stage->deferred.passes = tum_stage_may_defer(stage) ? &deferred_passes : NULL;
    stage->time.joints_accelerate = stage_has_joints(stage) && !stage->time.may_bounce;
    stage->time.relaxations = stage->time.substeps * stage->needs.relax_rounds;
    const int substeps = stage->time.substeps;
    for (int i = 0; i < substeps; ++i) {
        stage->rows_are_fresh = false;
        if (i > 0) {
            tum_stage_sum_impulses(stage, i == 1);
        }
        if (i > 0 &&
            (stage->needs.turns || (stage_has_joints(stage) &&
                                    sim->ops->solve.rows_are_stale(sim->topology.space, sim)))) {
            tum_stage_refresh_rows(stage, false);
        }
        run_substep(stage, i == 0 ? FIRST_ROUNDS : 1);
    }
    tum_stage_run_deferred(stage);
    stage->deferred.passes = NULL;
    tum_stage_end_phase(stage, PHASE_RELAX);
}

static void prepare_contacts(StageContext *stage)
{
    tum_stage_prepare_contacts(stage);
    tum_stage_end_phase(stage, PHASE_PREPARE);
}

static void finish(StageContext *stage)
{
    tum_stage_sum_impulses(stage, stage->time.substeps == 1);
    tum_stage_sum_restitution(stage);
    tum_stage_limit_impulses(stage);
    if (stage->is_alone && stage->time.substep != stage->kept_substep) {
        tum_stage_scale_impulses(stage, stage->kept_substep / stage->time.substep);
    }
    tum_stage_run_bodies(stage, finish_bodies_stage);
    tum_stage_end_phase(stage, PHASE_FINISH);
}

static void solve_job(const StageContext *shared, const SolveJob *job, uint32_t worker)
{
    const bool has_colors = job->batch != NO_BATCH;
    Atomic32 flags = {0}, substep_demand = {0};
    LoadBounds bounds;
    StageContext stage = {
        .sim = shared->sim,
        .time = shared->time,
        .kept_substep = shared->kept_substep,
        .asked_substep = shared->asked_substep,
        .is_alone = true,
        .worker = worker,
        .range = {.first_body = job->begin, .end_body = job->end, .batch = job->batch},
        .found = {.not_finite = shared->found.not_finite,
                  .escaped = shared->found.escaped,
                  .flags = &flags,
                  .substep_demand = &substep_demand,
                  .bounds = &bounds},
        .needs.relax_rounds = 1};
    tum_stage_run_bodies(&stage, prepare_bodies_stage);
    stage.time = tum_stage_with_demand(&stage);
    stage.time.light = tum_load_light(bounds, stage.time.substep);
    prepare_contacts(&stage);
    if (has_colors && (stage.needs.bears || stage.needs.slopes)) {
        tum_stage_follow_loads(&stage);
    }
    run_substeps(&stage);
    finish(&stage);
}

static void jobs_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *shared = context;
    const Sim *sim = shared->sim;
    for (uint32_t i = begin; i < end; ++i) {
        const SolveJob *job = &sim->jobs.items[i];
        if (sim->ops->solve.prefetch != NULL) {
            sim->ops->solve.prefetch(sim->topology.space, sim,
                                     i + 1 < sim->jobs.count ? job + 1 : NULL, worker);
        }
        solve_job(shared, job, worker);
    }
}

// Solves all jobs, on several workers even if there are few, since a job may be much work. Moving
// bodies outside of a job are read as they were when the step began: the shared batch, which has
// those that jobs may meet, is solved later.
static void solve_jobs(StageContext *shared)
{
    const Sim *sim = shared->sim;
    const uint32_t count = (uint32_t)sim->jobs.count;
    const size_t bodies = sim->solver_bodies.count - sim->shared_count;
    if (count > 1 && bodies >= BODIES_WORTH_SHARING) {
        sim->topology.tasks.run(sim->topology.tasks.user, jobs_stage, shared, count, 1);
    } else {
        jobs_stage(shared, 0, count, 0);
    }
    tum_stage_end_phase(shared, PHASE_ISLANDS);
}

// Numbers the blocks of a batch, starting at `first`, and notes its colors. @return the number of
// its blocks.
static size_t count_blocks_of(Sim *sim, int32_t batch, size_t first)
{
    size_t count = 0;
    GraphBatch *own = &sim->topology.graph.batches.items[batch];
    const int32_t colors = batch == BATCH_SHARED || own->lanes > 0 ? COLOR_COUNT : 0;
    own->used = (ColorSet){0};
    for (int32_t i = 0; i < colors; ++i) {
        const int32_t color = graph_color(batch, i);
        const uint32_t blocks = topology_block_count(&sim->topology, color);
        sim->topology.graph.colors.items[color].first_block = (uint32_t)(first + count);
        if (blocks > 0) {
            color_set_add(&own->used, (uint32_t)i);
        }
        count += (blocks + 1) / 2 * 2;
    }
    return count;
}

bool tum_sim_reserve_blocks(Sim *sim)
{
    const ConstraintGraph *graph = &sim->topology.graph;
    size_t shared = count_blocks_of(sim, BATCH_SHARED, 0), alone = 0;
    for (size_t i = 0; i < graph->nodes.count; ++i) {
        shared += count_blocks_of(sim, graph->nodes.items[i], shared);
    }
    for (int32_t i = 0; i < (int32_t)graph->batches.count; ++i) {
        const size_t count = graph->batches.items[i].is_shared ? 0 : count_blocks_of(sim, i, 0);
        alone = count > alone ? count : alone;
    }
    return tum_sim_reserve_subdomain_passes(sim) && tum_sim_reserve_loads(sim, alone) &&
           (sim->ops->solve.reserve_rows == NULL ||
            sim->ops->solve.reserve_rows(sim->topology.space, sim, shared, alone));
}

Solved tum_sim_solve(Sim *sim, StepTime time)
{
    Atomic32 not_finite = {0}, flags = {0}, escaped = {0}, substep_demand = {0};
    StageContext stage = {.sim = sim,
                          .time = time,
                          .range = {.end_body = sim->shared_count, .batch = BATCH_SHARED},
                          .found = {.not_finite = &not_finite,
                                    .escaped = &escaped,
                                    .flags = &flags,
                                    .substep_demand = &substep_demand},
                          .asked_substep = time.substep,
                          .needs.relax_rounds = 1};
    tum_stage_run_bodies(&stage, prepare_bodies_stage);
    tum_stage_end_phase(&stage, PHASE_PREPARE);
    StepTime own = tum_stage_with_demand(&stage);
    own.light = INFINITY;
    stage.kept_substep = sim->topology.last_substep = own.substep;
    solve_jobs(&stage);
    stage.time = own;
    prepare_contacts(&stage);
    tum_stage_prepare_joints(&stage);
    tum_stage_end_phase(&stage, PHASE_JOINTS);
    run_substeps(&stage);
    finish(&stage);
    return (Solved){atomic32_load(&not_finite), atomic32_load(&escaped)};
}
