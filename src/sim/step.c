// SPDX-License-Identifier: MIT
// step.c: the stages of a step, in order.
//
//     find pairs      boxes that began to overlap become contacts           one thread
//     collide         active contacts: where shapes touch                   contacts in parallel
//     match           planes of contact come and go, sleepers wake          one thread, in order
//     prepare         bodies, then constraint rows                          in parallel
//     substeps        accelerate, bounce, warm start, solve, move, relax    bodies, assemblies of
//                                                                           joints, colours in turn
//     finish          poses, boxes, sleep times                             bodies in parallel
//     touches         who began and ceased to touch, where asked for        one thread
//     trees, rest     leaves move, islands fall asleep                      one thread
//
// The solver is the small-step one of Macklin et al., "Small Steps in Physics Simulation" (2019),
// with the soft contacts and the relaxation of Catto's "Solver2D" study (2024).
#include "base/assert.h"
#include "sim/sim.h"
#include "sim/space.h"
#include "system/clock.h"

// Items a task takes at a time: enough work to be worth waking a thread for.
enum { BODIES_AT_ONCE = 128, CONTACTS_AT_ONCE = 32, BLOCKS_AT_ONCE = 8, ASSEMBLIES_AT_ONCE = 4 };

enum {
    BOUNCES_MOST = 64, // sweeps of a substep over contacts that bounce
    PRESS_ROUNDS = 2   // in which joints and the contacts of a colour share a blow
};

typedef struct StageContext {
    Sim *sim;
    StepTime time;
    SolvePass pass;
    int32_t color;
    bool is_first;             // of the step's sums of impulses
    bool bounces[COLOR_COUNT]; // some contact of the colour has restitution
} StageContext;

// A phase ends here: what passed since the one before ended is its own.
static void end_phase(Sim *sim, StepPhase phase)
{
    if (sim->notes_times) {
        const uint64_t now_ns = tum_clock_nanoseconds();
        sim->phase_ns[phase] += now_ns - sim->phase_began_ns;
        sim->phase_began_ns = now_ns;
    }
}

static void begin_phases(Sim *sim)
{
    if (sim->notes_times) {
        for (int i = 0; i < PHASE_COUNT; ++i) {
            sim->phase_ns[i] = 0;
        }
        sim->phase_began_ns = tum_clock_nanoseconds();
    }
}

static void collide_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->collide(stage->sim->space, stage->sim, stage->time,
                             (Range){begin, end, worker});
}

static void prepare_bodies_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->prepare_bodies(stage->sim->space, stage->sim, stage->time,
                                    (Range){begin, end, worker});
}

static void velocity_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->integrate_velocities(stage->sim->space, stage->sim, stage->time,
                                          (Range){begin, end, worker});
}

static void position_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->integrate_positions(stage->sim->space, stage->sim, stage->time,
                                         (Range){begin, end, worker});
}

static void bound_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->bound(stage->sim->space, stage->sim, stage->time, (Range){begin, end, worker});
}

static void finish_bodies_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->finish_bodies(stage->sim->space, stage->sim, stage->time,
                                   (Range){begin, end, worker});
}

static void prepare_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->prepare(stage->sim->space, stage->sim, stage->time, stage->color,
                             (Range){begin, end, worker});
}

static void solve_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->solve(stage->sim->space, stage->sim, stage->time, stage->pass, stage->color,
                           (Range){begin, end, worker});
}

static void finish_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->finish(stage->sim->space, stage->sim, stage->time, stage->color,
                            (Range){begin, end, worker});
}

static void update_inertias_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->update_inertias(stage->sim->space, stage->sim, (Range){begin, end, worker});
}

static void update_rows_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->update_rows(stage->sim->space, stage->sim, stage->color,
                                 (Range){begin, end, worker});
}

static void sum_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->sum_impulses(stage->sim->space, stage->sim, stage->color, stage->is_first,
                                  (Range){begin, end, worker});
}

// Overflowing constraints may share bodies, so they run on one worker where they touch velocities.
static void run_color(StageContext *stage, TumTaskFunction *function, int32_t color,
                      bool writes_bodies)
{
    Sim *sim = stage->sim;
    const uint32_t blocks = tum_block_count(color, sim->graph.colors[color].constraints.count);
    if (blocks == 0) {
        return;
    }
    stage->color = color;
    if (color == COLOR_OVERFLOW && writes_bodies) {
        function(stage, 0, blocks, 0);
    } else {
        tum_sim_run(sim, function, stage, blocks, BLOCKS_AT_ONCE);
    }
}

// Runs a function over the blocks of each colour, colour after colour.
static void run_colors(StageContext *stage, TumTaskFunction *function, bool writes_bodies)
{
    for (int32_t color = 0; color < COLOR_COUNT; ++color) {
        run_color(stage, function, color, writes_bodies);
    }
}

static void prepare_joints_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->prepare_joints(stage->sim->space, stage->sim, stage->time,
                                    (Range){begin, end, worker});
}

static void solve_joints_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->solve_joints(stage->sim->space, stage->sim, stage->time, stage->pass,
                                  (Range){begin, end, worker});
}

static void move_joints_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->move_joints(stage->sim->space, stage->sim, stage->time,
                                 (Range){begin, end, worker});
}

static void run_assemblies(StageContext *stage, TumTaskFunction *function)
{
    tum_sim_run(stage->sim, function, stage, (uint32_t)stage->sim->joints.active.count,
                ASSEMBLIES_AT_ONCE);
}

static void solve_joints(StageContext *stage, SolvePass pass)
{
    stage->pass = pass;
    run_assemblies(stage, solve_joints_stage);
}

// Joints before contacts, so that what touches wins.
static void run_pass(StageContext *stage, SolvePass pass, StepPhase phase)
{
    stage->pass = pass;
    run_assemblies(stage, solve_joints_stage);
    end_phase(stage->sim, PHASE_JOINTS);
    run_colors(stage, solve_stage, true);
    end_phase(stage->sim, phase);
    if ((pass == PASS_SOLVE || pass == PASS_RELAX) && stage->sim->active.count > 0) {
        solve_joints(stage, pass == PASS_SOLVE ? PASS_SOLVE_AGAIN : PASS_RELAX_AGAIN);
        end_phase(stage->sim, PHASE_JOINTS);
    }
}

// A substep's impulses are complete when the next one begins.
static void sum_impulses(StageContext *stage, bool first)
{
    if (stage->sim->notes_touches) {
        stage->is_first = first;
        run_colors(stage, sum_stage, false);
    }
}

static void run_bodies(StageContext *stage, TumTaskFunction *function)
{
    tum_sim_run(stage->sim, function, stage, (uint32_t)stage->sim->awake.count, BODIES_AT_ONCE);
}

static void find_restitution(StageContext *stage)
{
    const Sim *sim = stage->sim;
    for (int32_t color = 0; color < COLOR_COUNT; ++color) {
        stage->bounces[color] = (sim->ops->bounces(sim->space, sim, color) & BOUNCE_MAY) != 0;
    }
}

static void solve_color(StageContext *stage, SolvePass pass, int32_t color)
{
    stage->pass = pass;
    run_color(stage, solve_stage, color, true);
}

static uint32_t bounce_color(StageContext *stage, SolvePass pass, int32_t color)
{
    const Sim *sim = stage->sim;
    solve_color(stage, pass, color);
    const uint32_t found = sim->ops->bounces(sim->space, sim, color);
    if (pass == PASS_BOUNCE && (found & BOUNCE_JOINED) != 0) {
        solve_joints(stage, PASS_RELAX_AGAIN);
        for (int i = 0; i < PRESS_ROUNDS; ++i) {
            solve_color(stage, PASS_WEIGH_BLOWS, color);
            sim->ops->share_blows(sim->space, sim, color);
            solve_color(stage, PASS_PRESS_ON, color);
            solve_joints(stage, PASS_RELAX_AGAIN);
        }
        solve_color(stage, PASS_DRAG, color);
        solve_joints(stage, PASS_RELAX_AGAIN);
    }
    return found;
}

// @return whether anything bounced.
static bool bounce_colors(StageContext *stage, SolvePass pass)
{
    uint32_t found = 0;
    for (int32_t color = 0; color < COLOR_COUNT; ++color) {
        if (stage->bounces[color]) {
            found |= bounce_color(stage, pass, color);
        }
    }
    return (found & BOUNCE_DID) != 0;
}

// Blows travel from contact to contact until nothing comes fast any more. What is left after many
// sweeps is stopped by the contacts.
static void bounce(StageContext *stage)
{
    if (!bounce_colors(stage, PASS_FIND_BOUNCES)) {
        return;
    }
    run_bodies(stage, update_inertias_stage);
    run_colors(stage, update_rows_stage, false);
    solve_joints(stage, PASS_SETTLE); // so that from here on they answer to blows alone
    for (int i = 0; i < BOUNCES_MOST && bounce_colors(stage, PASS_BOUNCE); ++i) {
    }
    solve_joints(stage, PASS_RESUME);
}

static TumStatus wake_touched(Sim *sim, const Contact *contact)
{
    for (int side = 0; side < 2; ++side) {
        const TumStatus status = tum_sim_wake(sim, contact->body[side]);
        if (status != TUM_OK) {
            return status;
        }
    }
    return TUM_OK;
}

// In the order of the list of active contacts. Ending a contact moves the last one into its place,
// so ends wait until all is matched.
static TumStatus match_contacts(Sim *sim, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (sim->changes.items[i] != CONTACT_CHANGED) {
            continue;
        }
        const int32_t contact = sim->active.items[i];
        TumStatus status = sim->ops->match(sim->space, sim, (uint32_t)i);
        if (status == TUM_OK && sim->contacts.items[contact].manifold_count > 0) {
            const Contact touching = sim->contacts.items[contact];
            status = wake_touched(sim, &touching);
        }
        if (status != TUM_OK) {
            return status;
        }
    }
    for (size_t i = count; i-- > 0;) {
        if (sim->changes.items[i] == CONTACT_APART) {
            tum_sim_remove_contact(sim, sim->active.items[i]);
        }
    }
    return TUM_OK;
}

static TumStatus update_boxes(StageContext *stage)
{
    run_bodies(stage, bound_stage);
    stage->sim->boxes_are_stale = false;
    stage->sim->swept = stage->time.sweep;
    return tum_sim_update_trees(stage->sim);
}

static TumStatus find_pairs(StageContext *stage)
{
    Sim *sim = stage->sim;
    const bool reach = !sim->boxes_are_stale && stage->time.sweep <= sim->swept;
    const TumStatus status = reach ? TUM_OK : update_boxes(stage);
    return status == TUM_OK ? tum_sim_find_pairs(sim) : status;
}

static TumStatus find_contacts(StageContext *stage)
{
    Sim *sim = stage->sim;
    TumStatus status = tum_sim_wake_joined(sim);
    if (status == TUM_OK) {
        status = find_pairs(stage);
    }
    end_phase(sim, PHASE_PAIRS);
    if (status != TUM_OK) {
        return status;
    }
    const size_t count = sim->active.count;
    if (!array_reserve(&sim->changes, count, &sim->allocator) ||
        !sim->ops->begin_step(sim->space, sim)) {
        return TUM_ERROR_MEMORY;
    }
    sim->changes.count = count;
    tum_sim_run(sim, collide_stage, stage, (uint32_t)count, CONTACTS_AT_ONCE);
    end_phase(sim, PHASE_COLLIDE);
    const TumStatus matched = match_contacts(sim, count);
    end_phase(sim, PHASE_MATCH);
    return matched;
}

static bool all_finite(Sim *sim)
{
    for (size_t i = 0; i < sim->awake.count; ++i) {
        if (!sim->ops->is_finite(sim->space, sim->awake.items[i])) {
            sim->diverged = sim->awake.items[i];
            return false;
        }
    }
    return true;
}

static TumStatus run_part(Sim *sim, StepTime time)
{
    StageContext stage = {.sim = sim, .time = time};
    TumStatus status = find_contacts(&stage);
    if (status != TUM_OK) {
        return status;
    }
    run_bodies(&stage, prepare_bodies_stage);
    run_colors(&stage, prepare_stage, false);
    find_restitution(&stage);
    end_phase(sim, PHASE_PREPARE);
    tum_sim_gather_assemblies(sim);
    run_assemblies(&stage, prepare_joints_stage);
    end_phase(sim, PHASE_JOINTS);
    for (int i = 0; i < time.substeps; ++i) {
        if (i > 0) {
            sum_impulses(&stage, i == 1);
        }
        run_bodies(&stage, velocity_stage);
        end_phase(sim, PHASE_INTEGRATE);
        // First, for what contacts pushed in the substep before, an impact perhaps, is no speed
        // that anything comes with.
        bounce(&stage);
        end_phase(sim, PHASE_RESTITUTION);
        run_pass(&stage, PASS_WARM_START, PHASE_WARM_START);
        run_pass(&stage, PASS_SOLVE, PHASE_SOLVE);
        stage.time.passed = (float)i * time.substep;
        run_assemblies(&stage, move_joints_stage);
        run_bodies(&stage, position_stage);
        end_phase(sim, PHASE_INTEGRATE);
        run_pass(&stage, PASS_RELAX, PHASE_RELAX);
    }
    sum_impulses(&stage, time.substeps == 1);
    run_colors(&stage, finish_stage, false);
    run_bodies(&stage, finish_bodies_stage);
    if (!all_finite(sim)) {
        return TUM_ERROR_DIVERGED;
    }
    end_phase(sim, PHASE_FINISH);
    tum_sim_note_touches(sim);
    end_phase(sim, PHASE_REST);
    status = update_boxes(&stage);
    end_phase(sim, PHASE_PAIRS);
    if (status == TUM_OK) {
        status = tum_sim_rest(sim);
    }
    end_phase(sim, PHASE_REST);
    return status;
}

TumStatus tum_sim_step(Sim *sim, float seconds, int substeps)
{
    if (sim->diverged != NONE) {
        return TUM_ERROR_DIVERGED;
    }
    StepTime time = {.step = seconds, .substeps = substeps, .sweep = seconds};
    StageContext stage = {.sim = sim, .time = time};
    begin_phases(sim);
    TumStatus status = find_pairs(&stage); // what is near what decides about parts
    // What begins to turn faster in one part divides the rest of the step into smaller ones.
    int parts = sim->ops->parts(sim->space, sim, time);
    float left = seconds;
    for (int done = 0; parts > 0 && status == TUM_OK; ++done, --parts) {
        time.step = left;
        const int wanted = done > 0 ? sim->ops->parts(sim->space, sim, time) : parts;
        parts = wanted > parts ? wanted : parts;
        parts = parts < PARTS_MOST - done ? parts : PARTS_MOST - done;
        time.step = left / (float)parts;
        time.substep = time.step / (float)substeps;
        time.impulse_scale = sim->last_substep > 0.0f ? time.substep / sim->last_substep : 1.0f;
        sim->last_substep = time.substep;
        time.elapsed = seconds - left;
        status = run_part(sim, time);
        left -= time.step;
    }
    return status;
}
