// SPDX-License-Identifier: MIT
// solve.c: solves contacts and joints, and integrates velocities and positions.
//
//     jobs        small islands and free bodies: all stages below    jobs in parallel
//     prepare     bodies, then constraint rows                       in parallel
//     substeps    integrate velocities, restitution, warm start,     bodies; joint islands; then
//                 solve, integrate positions, relax                  subdomains, then colours
//     finish      poses, displacements, escaped bodies, sleep times  bodies in parallel
//
// The shared batch runs these stages after all jobs are done.
//
// The solver is the small-step one of Macklin et al., "Small Steps in Physics Simulation" (2019),
// with the soft contacts and the relaxation of Catto's "Solver2D" study (2024).
#include "schedule/solve.h"

#include "schedule/contact_numbers.h"
#include "schedule/load.h"
#include "schedule/stage.h"
#include "schedule/subdomain_passes.h"
#include "tumble/capacity.h"

#include <math.h>
#include <string.h>

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
    // Relaxation passes if LoadNeeds.is_tight: with one, friction in a house of 26 cards is too
    // weak, and two cards slip.
    TIGHT_ROUNDS = 8,
    // Additional relaxation rounds over contacts and joints if a joined body is deep inside
    // another. Otherwise a heavy body gains up to 3 % of energy from a light joined body that
    // pushes it out.
    RELAX_MORE = 8,
    // Maximum number of restitution sweeps per substep.
    BOUNCES_MOST = 64,
    // Rounds in which joints and the contacts of a colour share a restitution impulse.
    PRESS_ROUNDS = 2
};

// Bodies of a stage before and after its substeps. Shared bodies are in the order of the awake list
// then, regardless of subdomains, since bodies created together are close in memory.
static const int32_t *bodies_of(const StageContext *stage)
{
    const Sim *sim = stage->sim;
    return stage->is_alone ? sim->solver_bodies.items + stage->first_body
                           : sim->shared_bodies.items;
}

static float float_of(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

// Atomic maximum of floats that are not negative: their bits are in the same order.
static void raise_haste(Atomic32 *haste, float wanted)
{
    uint32_t bits, before = atomic32_load(haste);
    memcpy(&bits, &wanted, sizeof bits);
    while (before < bits && !atomic32_exchange_if(haste, &before, bits)) {
    }
}

// Value of `haste` for which a substep of this length is short enough.
static float haste_of(StepTime time)
{
    return FALL_MOST / (time.substep * time.substep);
}

static StepTime with_substeps(StepTime time, float haste)
{
    const float least = haste * time.step * time.step / FALL_MOST;
    int substeps = time.substeps;
    while (haste > haste_of(time) && substeps < TUM_MAX_SUBSTEPS &&
           (float)(substeps * substeps) < least) {
        ++substeps;
    }
    if (substeps > time.substeps) {
        const float substep = time.step / (float)substeps;
        time.impulse_scale *= substep / time.substep;
        time.substeps = substeps;
        time.substep = substep;
    }
    return time;
}

static void prepare_bodies_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    const Sim *sim = stage->sim;
    const float enough = haste_of(stage->time);
    LoadBounds bounds;
    const float haste = sim->ops->solve.haste(sim->topology.space, sim, bodies_of(stage) + begin,
                                              end - begin, enough, &bounds);
    if (stage->is_alone) {
        *stage->bounds = bounds;
    }
    if (haste > enough) {
        raise_haste(stage->haste, haste);
    }
    stage->sim->ops->solve.prepare_bodies(stage->sim->topology.space, stage->sim, stage->time,
                                          bodies_of(stage) + begin, end - begin, worker);
}

static void velocity_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->solve.integrate_velocities(stage->sim->topology.space, stage->sim, stage->time,
                                                stage_solver_bodies(stage, begin, end, worker));
}

static void position_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->solve.integrate_positions(stage->sim->topology.space, stage->sim, stage->time,
                                               stage_solver_bodies(stage, begin, end, worker));
}

static void finish_bodies_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    StageContext *stage = context;
    Sim *sim = stage->sim;
    (void)worker;
    const int32_t *bodies = bodies_of(stage) + begin;
    const uint32_t not_finite =
        sim->ops->solve.finish_bodies(sim->topology.space, sim, stage->time, bodies, end - begin);
    // The bodies are still in cache.
    const uint32_t escaped =
        tum_topology_find_escaped(&sim->topology, stage->time, bodies, end - begin);
    if (not_finite > 0) {
        atomic32_add(stage->not_finite, not_finite);
    }
    if (escaped > 0) {
        atomic32_add(stage->escaped, escaped);
    }
}

static void note_bounces(const StageContext *stage, int32_t color, Range blocks)
{
    const uint32_t found =
        stage->sim->ops->solve.bounces(stage->sim->topology.space, stage->sim, color, blocks);
    if (found != 0) {
        atomic32_or(stage->bounces, found);
    }
}

static void prepare_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->solve.prepare(stage->sim->topology.space, stage->sim, stage->time, color,
                                   blocks);
    note_bounces(stage, color, blocks);
}

static void solve_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->solve.solve(stage->sim->topology.space, stage->sim, stage->time, stage->pass,
                                 color, blocks);
}

static void bounce_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    solve_blocks(stage, color, blocks);
    note_bounces(stage, color, blocks);
}

static void update_inertias_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->solve.update_inertias(stage->sim->topology.space, stage->sim,
                                           stage_solver_bodies(stage, begin, end, worker));
}

static void update_rows_of_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->solve.update_rows(stage->sim->topology.space, stage->sim, color, blocks);
}

static void sum_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->solve.sum_impulses(stage->sim->topology.space, stage->sim, color,
                                        stage->is_first, blocks);
}

static void scale_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->solve.scale_impulses(stage->sim->topology.space, stage->sim, color,
                                          stage->kept_substep / stage->time.substep, blocks);
}

static void shorten_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->solve.scale_impulses(stage->sim->topology.space, stage->sim, color,
                                          stage->time.substep / stage->kept_substep, blocks);
}

static void sum_restitution_of_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->solve.sum_restitution(stage->sim->topology.space, stage->sim, color, blocks);
}

// Updates contact rows if joints have increased moments of inertia in this pass.
static void follow_strain(StageContext *stage)
{
    const Sim *sim = stage->sim;
    if (stage_has_joints(stage) && sim->ops->solve.rows_are_strained(sim->topology.space, sim)) {
        tum_stage_run_blocks(stage, update_rows_of_blocks);
    }
}

static int press_rounds(const StageContext *stage, SolvePass pass)
{
    const bool relaxes = pass == PASS_RELAX && stage->is_alone;
    if (!stage->presses || (pass != PASS_SOLVE && !relaxes)) {
        return 0;
    }
    return stage->is_alone ? PRESS_ALIKE : PRESS_MORE;
}

// Runs a pass: joints, then contacts, so that contacts prevail; joints again if there are contacts.
static void run_pass(StageContext *stage, SolvePass pass, int rounds, StepPhase phase)
{
    const bool touches = stage->sim->topology.active_count > 0;
    if (pass == PASS_SOLVE && !touches) {
        tum_stage_solve_and_move_joints(stage, pass);
    } else {
        tum_stage_solve_joints(stage, pass);
    }
    if (pass != PASS_SOLVE) {
        follow_strain(stage);
    }
    tum_stage_end_phase(stage, PHASE_JOINTS);
    for (int i = 0; i < rounds; ++i) {
        stage->pass = pass;
        tum_stage_run_colors(stage, solve_blocks);
    }
    for (int i = 0; i < press_rounds(stage, pass); ++i) {
        stage->pass = pass == PASS_SOLVE ? PASS_PRESS : PASS_PRESS_RELAX;
        tum_stage_run_colors(stage, solve_blocks);
    }
    tum_stage_end_phase(stage, phase);
    if (pass == PASS_SOLVE && touches) {
        tum_stage_solve_and_move_joints(stage, PASS_SOLVE_AGAIN);
    } else if (pass == PASS_RELAX && touches) {
        tum_stage_solve_joints(stage, PASS_RELAX_AGAIN);
        for (int i = 0; i < RELAX_MORE && stage->sinks; ++i) {
            stage->pass = PASS_RELAX;
            tum_stage_run_colors(stage, solve_blocks);
            tum_stage_solve_joints(stage, PASS_RELAX_AGAIN);
        }
    }
    tum_stage_end_phase(stage, PHASE_JOINTS);
}

// Sums the impulses of the previous substep, which are complete now.
static void sum_impulses(StageContext *stage, bool first)
{
    if (stage->sim->topology.notes_touches) {
        stage->is_first = first;
        tum_stage_run_blocks(stage, sum_blocks);
    }
}

// Updates contact rows to the inertias of the current poses.
static void follow_turns(StageContext *stage)
{
    tum_stage_run_bodies(stage, update_inertias_stage);
    tum_stage_run_blocks(stage, update_rows_of_blocks);
}

static void solve_color(StageContext *stage, SolvePass pass, int32_t color)
{
    stage->pass = pass;
    tum_stage_run_color(stage, solve_blocks, color);
}

static uint32_t found_in(const StageContext *stage, int32_t color)
{
    const Sim *sim = stage->sim;
    return sim->ops->solve.bounces(sim->topology.space, sim, color,
                                   (Range){0, topology_block_count(&sim->topology, color), 0});
}

static uint32_t bounce_color(StageContext *stage, SolvePass pass, int32_t color)
{
    const Sim *sim = stage->sim;
    solve_color(stage, pass, color);
    const uint32_t found = found_in(stage, color);
    if (pass == PASS_RESTITUTION && (found & BOUNCE_JOINED) != 0) {
        tum_stage_solve_joints(stage, PASS_RELAX_AGAIN);
        for (int i = 0; i < PRESS_ROUNDS; ++i) {
            solve_color(stage, PASS_RESTITUTION_SCALE, color);
            sim->ops->solve.share_restitution(sim->topology.space, sim, color);
            solve_color(stage, PASS_RESTITUTION_REPEAT, color);
            tum_stage_solve_joints(stage, PASS_RELAX_AGAIN);
        }
        solve_color(stage, PASS_RESTITUTION_FRICTION, color);
        tum_stage_solve_joints(stage, PASS_RELAX_AGAIN);
    }
    return found;
}

// Runs a restitution pass over all colours. Subdomains contain no joined bodies.
// @return true if there were restitution impulses.
static bool bounce_colors(StageContext *stage, SolvePass pass)
{
    atomic32_store(stage->bounces, 0);
    stage->pass = pass;
    tum_stage_run_subdomains(stage, bounce_blocks);
    uint32_t found = atomic32_load(stage->bounces);
    for (int32_t color = stage->first_color; color < stage->end_color; ++color) {
        if ((found_in(stage, color) & BOUNCE_MAY) != 0) {
            found |= bounce_color(stage, pass, color);
        }
    }
    return (found & BOUNCE_DID) != 0;
}

// Applies restitution impulses sweep by sweep, until no contact approaches fast any more.
// Approaches that are left after BOUNCES_MOST sweeps are stopped by the contacts.
static void bounce(StageContext *stage)
{
    if (!stage->time.may_bounce || !bounce_colors(stage, PASS_RESTITUTION_FIND)) {
        return;
    }
    follow_turns(stage);
    tum_stage_solve_joints(
        stage, PASS_RESTITUTION_BEGIN); // Joints then react to restitution impulses alone.
    for (int i = 0; i < BOUNCES_MOST && bounce_colors(stage, PASS_RESTITUTION); ++i) {
    }
}

// Warm-starts contacts and joints. Rows stay the same during a step, so the velocity change of a
// body by the warm start of all its contacts equals that in the last substep. Bodies remember it,
// and no pass over contacts is needed, unless restitution or joints, whose rows change,
// contributed.
static void warm_start(StageContext *stage)
{
    if (!stage->time.repeats) {
        run_pass(stage, PASS_WARM_START, 1, PHASE_WARM_START);
    }
    stage->time.repeats = stage->sim->ops->solve.repeats_pushes && !stage_has_joints(stage) &&
                          !stage->time.may_bounce;
}

// Restitution comes first: impulses of the previous substep, which may include an impact, are not
// yet part of the approach velocity. Otherwise piles would be shaken, and joints would react to it.
static void begin_substep(StageContext *stage)
{
    bounce(stage);
    tum_stage_end_phase(stage, PHASE_RESTITUTION);
    warm_start(stage);
}

static void prepare(StageContext *stage)
{
    tum_stage_run_blocks(stage, prepare_blocks);
    const uint32_t found = atomic32_load(stage->bounces);
    stage->time.may_bounce = (found & BOUNCE_MAY) != 0;
    stage->presses = (found & BLOCKS_PRESS) != 0;
    stage->bears = (found & BLOCKS_BEAR) != 0 || stage->time.light <= 0.0f;
    stage->sinks = (found & BLOCKS_SINK) != 0;
    tum_stage_end_phase(stage, PHASE_PREPARE);
}

static LoadNeeds load_needs(const StageContext *stage)
{
    const Sim *sim = stage->sim;
    LoadGraph *graph = &sim->loads[stage->worker];
    graph->first_body = stage->first_body;
    graph->bodies.count = stage->end_body - stage->first_body;
    graph->leans.count = 0;
    sim->ops->solve.weigh_loads(sim->topology.space, sim, bodies_of(stage), graph);
    for (int32_t color = stage->first_color; color < stage->end_color; ++color) {
        const Range blocks = {0, topology_block_count(&sim->topology, color), stage->worker};
        sim->ops->solve.list_loads(sim->topology.space, sim, color, blocks, graph);
    }
    return tum_load_needs(graph);
}

// Increases the number of substeps for heavy loads. Impulses were prepared for the former substep
// and are scaled.
static void follow_loads(StageContext *stage)
{
    const StepTime prepared = stage->time;
    const LoadNeeds needs = load_needs(stage);
    stage->time = with_substeps(prepared, needs.haste);
    stage->relax_rounds = needs.is_tight ? TIGHT_ROUNDS : 1;
    if (stage->time.substeps > prepared.substeps) {
        const float kept = stage->kept_substep;
        stage->kept_substep = prepared.substep;
        tum_stage_run_blocks(stage, shorten_blocks);
        stage->kept_substep = kept;
    }
}

static void run_substeps(StageContext *stage)
{
    NotedPasses noted;
    noted.count = 0;
    stage->noted = tum_stage_may_note(stage) ? &noted : NULL;
    stage->time.joints_accelerate = stage_has_joints(stage) && !stage->time.may_bounce;
    stage->time.relaxations = stage->time.substeps * stage->relax_rounds;
    const StepTime time = stage->time;
    for (int i = 0; i < time.substeps; ++i) {
        if (i > 0) {
            sum_impulses(stage, i == 1);
        }
        if (i > 0 && stage_has_joints(stage) &&
            stage->sim->ops->solve.rows_are_stale(stage->sim->topology.space, stage->sim)) {
            follow_turns(stage);
        }
        tum_stage_begin_bodies(stage, velocity_stage, false);
        tum_stage_end_phase(stage, PHASE_INTEGRATE);
        begin_substep(stage);
        run_pass(stage, PASS_SOLVE, i == 0 ? FIRST_ROUNDS : 1, PHASE_SOLVE);
        tum_stage_begin_bodies(stage, position_stage, true);
        tum_stage_end_phase(stage, PHASE_INTEGRATE);
        run_pass(stage, PASS_RELAX, stage->relax_rounds, PHASE_RELAX);
    }
    tum_stage_run_noted(stage);
    stage->noted = NULL;
    tum_stage_end_phase(stage, PHASE_RELAX);
}

static void finish(StageContext *stage)
{
    sum_impulses(stage, stage->time.substeps == 1);
    if (stage->sim->topology.notes_touches) {
        tum_stage_run_blocks(stage, sum_restitution_of_blocks);
    }
    if (stage->is_alone && stage->time.substep != stage->kept_substep) {
        tum_stage_run_blocks(stage, scale_blocks);
    }
    tum_stage_run_bodies(stage, finish_bodies_stage);
    tum_stage_end_phase(stage, PHASE_FINISH);
}

static void solve_job(const StageContext *shared, const SolveJob *unit, uint32_t worker)
{
    const bool has_colors = unit->batch != NO_BATCH;
    Atomic32 bounces = {0}, haste = {0};
    LoadBounds bounds;
    StageContext stage = {.sim = shared->sim,
                          .time = shared->time,
                          .kept_substep = shared->kept_substep,
                          .haste = &haste,
                          .bounds = &bounds,
                          .is_alone = true,
                          .relax_rounds = 1,
                          .worker = worker,
                          .first_body = unit->begin,
                          .end_body = unit->end,
                          .first_color = has_colors ? graph_color(unit->batch, 0) : 0,
                          .end_color = has_colors ? graph_color(unit->batch + 1, 0) : 0,
                          .not_finite = shared->not_finite,
                          .escaped = shared->escaped,
                          .bounces = &bounces};
    tum_stage_run_bodies(&stage, prepare_bodies_stage);
    stage.time = with_substeps(stage.time, float_of(atomic32_load(&haste)));
    stage.time.light = tum_load_light(bounds, stage.time.substep);
    prepare(&stage);
    if (has_colors && stage.bears) {
        follow_loads(&stage);
    }
    run_substeps(&stage);
    finish(&stage);
}

static void jobs_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *shared = context;
    const Sim *sim = shared->sim;
    for (uint32_t i = begin; i < end; ++i) {
        const SolveJob *unit = &sim->jobs.items[i];
        if (sim->ops->solve.prefetch != NULL) {
            sim->ops->solve.prefetch(sim->topology.space, sim,
                                     i + 1 < sim->jobs.count ? unit + 1 : NULL, worker);
        }
        solve_job(shared, unit, worker);
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

// Numbers the blocks of a batch, starting at `first`. @return the number of its blocks.
static size_t count_blocks_of(Sim *sim, int32_t batch, size_t first)
{
    size_t count = 0;
    const bool is_empty =
        batch != BATCH_SHARED && sim->topology.graph.batches.items[batch].lanes == 0;
    for (int32_t color = graph_color(batch, 0); color < graph_color(batch + 1, 0) && !is_empty;
         ++color) {
        sim->topology.graph.colors.items[color].first_block = (uint32_t)(first + count);
        count += (topology_block_count(&sim->topology, color) + 1) / 2 * 2;
    }
    return count;
}

// @param blocks  of the largest job
static bool reserve_loads(Sim *sim, size_t blocks)
{
    size_t bodies = 0;
    for (size_t i = 0; i < sim->jobs.count; ++i) {
        const SolveJob *unit = &sim->jobs.items[i];
        bodies = unit->end - unit->begin > bodies ? unit->end - unit->begin : bodies;
    }
    bool enough = true;
    for (uint32_t i = 0; i < sim->topology.tasks.worker_count && enough; ++i) {
        enough = tum_load_reserve(&sim->loads[i], bodies, blocks * BLOCK_LANES,
                                  &sim->topology.allocator);
    }
    return enough;
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
    return tum_sim_reserve_subdomain_passes(sim) && reserve_loads(sim, alone) &&
           (sim->ops->solve.reserve_rows == NULL ||
            sim->ops->solve.reserve_rows(sim->topology.space, sim, shared, alone));
}

Solved tum_sim_solve(Sim *sim, StepTime time)
{
    Atomic32 not_finite = {0}, bounces = {0}, escaped = {0}, haste = {0};
    StageContext stage = {.sim = sim,
                          .time = time,
                          .haste = &haste,
                          .relax_rounds = 1,
                          .end_body = sim->shared_count,
                          .first_color = graph_color(BATCH_SHARED, 0),
                          .end_color = graph_color(BATCH_SHARED + 1, 0),
                          .not_finite = &not_finite,
                          .escaped = &escaped,
                          .bounces = &bounces};
    tum_stage_run_bodies(&stage, prepare_bodies_stage);
    tum_stage_end_phase(&stage, PHASE_PREPARE);
    StepTime own = with_substeps(time, float_of(atomic32_load(&haste)));
    own.light = INFINITY;
    stage.kept_substep = sim->topology.last_substep = own.substep;
    solve_jobs(&stage);
    stage.time = own;
    prepare(&stage);
    tum_stage_prepare_joints(&stage);
    tum_stage_end_phase(&stage, PHASE_JOINTS);
    run_substeps(&stage);
    finish(&stage);
    return (Solved){atomic32_load(&not_finite), atomic32_load(&escaped)};
}
