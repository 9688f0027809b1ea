// SPDX-License-Identifier: MIT
// step.c: the stages of a step, in order.
//
//     find pairs      boxes that began to overlap become contacts           nodes of trees in
//                                                                           parallel
//     sift            active contacts: which have moved enough for a look   contacts in parallel
//     collide         those: where shapes touch                             contacts in parallel
//     match           planes of contact come and go, sleepers wake          one worker, in order:
//                                                                           mostly while others
//                                                                           collide (laps.c)
//     islands         small ones: all of the next three stages at once      clusters in parallel
//     prepare         bodies, then constraint rows                          in parallel
//     substeps        accelerate, warm start, bounce, solve, move, relax    bodies, assemblies of
//                                                                           joints; of large
//                                                                           islands parts, then
//                                                                           colours
//     finish          poses, how far it was, who left its boxes, rests      bodies in parallel
//     touches         who began and ceased to touch, where asked for        one thread
//     trees, rest     boxes, in parallel; leaves move, islands fall asleep  one thread
//
// The solver is the small-step one of Macklin et al., "Small Steps in Physics Simulation" (2019),
// with the soft contacts and the relaxation of Catto's "Solver2D" study (2024).
#include "base/assert.h"
#include "sim/part_passes.h"
#include "sim/sim.h"
#include "sim/space.h"
#include "system/clock.h"
#include "system/thread.h"

#include <string.h>

// Items that are about a microsecond of work: fewer are not worth handing out.
enum {
    BODIES_AT_ONCE = 32,
    CONTACTS_AT_ONCE = 64, ///< To be sifted.
    BLOCKS_AT_ONCE = 3,
    COLOR_BLOCKS_AT_ONCE = 24, ///< Of one color: mostly joined bodies, which joints had elsewhere.
    ASSEMBLIES_AT_ONCE = 1
};

enum { JOINTS_WORTH_SHARING = 64, BODIES_WORTH_SHARING = 64 };

enum { SLICES = 128 }; // that the blocks of all colors are cut into, to be shared at once

enum {
    FIRST_ROUNDS = 2,  // of solving contacts in the first substep of a step, where planes are new:
                       // without the second one tall stacks sway as they settle, and creep
    BOUNCES_MOST = 64, // sweeps of a substep over contacts that bounce
    PRESS_ROUNDS = 2   // in which joints and the contacts of a colour share a blow
};

// A stage works on the shared cluster, with all workers, or as one of them on a unit.
typedef struct StageContext {
    Sim *sim;
    StepTime time;
    bool is_alone;                  // on a unit
    uint32_t worker;                // which, where alone
    uint32_t first_body, end_body;  // into movers
    int32_t first_color, end_color; // of its cluster
    TumTaskFunction *due; // of bodies: the next pass over contacts does it first, part by part
    SolvePass pass;
    int32_t color;
    void (*of_color)(const struct StageContext *stage, int32_t color, Range blocks);
    Atomic32 *not_finite; // bodies
    Atomic32 *strays;     // bodies that may have left their boxes
    Atomic32 *bounces;    // BOUNCE_ bits that were found
    int32_t assembly;
    uint32_t joint_units;      // that assemblies are solved in
    bool has_weaves;           // some of them are too large for one worker
    bool moves_joints;         // once a unit is solved
    bool is_first;             // of the step's sums of impulses
    struct NotedPasses *noted; // where passes are put off, else NULL
    bool is_noted;             // a pass that was
} StageContext;

enum {
    NOTED_MOST = 16,       // passes: a step of four substeps has ten
    ROOT_BLOCKS_MOST = 192 // of a color, solved by one worker while others solve parts
};

// Passes over contacts, in their order.
typedef struct NotedPasses {
    uint32_t count;
    StageContext passes[NOTED_MOST];
} NotedPasses;

// A phase ends here: what passed since the one before ended is its own. Units are a phase together.
static void end_phase(const StageContext *stage, StepPhase phase)
{
    Sim *sim = stage->sim;
    if (sim->notes_times && !stage->is_alone && stage->noted == NULL) {
        const uint64_t now_ns = tum_clock_nanoseconds();
        sim->phase_ns[phase] += now_ns - sim->phase_began_ns;
        sim->phase_began_ns = now_ns;
    }
}

static StepPhase phase_of(SolvePass pass)
{
    return pass == PASS_WARM_START ? PHASE_WARM_START
           : pass == PASS_SOLVE    ? PHASE_SOLVE
                                   : PHASE_RELAX;
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

static void run_stage(StageContext *stage, TumTaskFunction *function, uint32_t count,
                      uint32_t least)
{
    if (!stage->is_alone) {
        tum_sim_run(stage->sim, function, stage, count, least);
    } else if (count > 0) {
        function(stage, 0, count, stage->worker);
    }
}

static Range movers_of(const StageContext *stage, uint32_t begin, uint32_t end, uint32_t worker)
{
    return (Range){stage->first_body + begin, stage->first_body + end, worker};
}

static void sift_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->sift(stage->sim->space, stage->sim, stage->time, (Range){begin, end, worker});
}

// Before and after substeps, shared bodies in the order of the awake: near each other in memory, as
// they are mostly made, whatever part they are of.
static const int32_t *bodies_of(const StageContext *stage)
{
    const Sim *sim = stage->sim;
    return stage->is_alone ? sim->movers.items + stage->first_body : sim->sharers.items;
}

static void prepare_bodies_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->prepare_bodies(stage->sim->space, stage->sim, stage->time,
                                    bodies_of(stage) + begin, end - begin, worker);
}

static void velocity_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->integrate_velocities(stage->sim->space, stage->sim, stage->time,
                                          movers_of(stage, begin, end, worker));
}

static void position_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->integrate_positions(stage->sim->space, stage->sim, stage->time,
                                         movers_of(stage, begin, end, worker));
}

static void bound_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    tum_sim_enlarge_boxes(stage->sim, stage->time, begin, end, worker);
}

static void finish_bodies_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    StageContext *stage = context;
    Sim *sim = stage->sim;
    (void)worker;
    const int32_t *bodies = bodies_of(stage) + begin;
    const uint32_t not_finite =
        sim->ops->finish_bodies(sim->space, sim, stage->time, bodies, end - begin);
    // While they are at hand.
    const uint32_t strays = tum_sim_find_strays(sim, stage->time, bodies, end - begin);
    if (not_finite > 0) {
        atomic32_add(stage->not_finite, not_finite);
    }
    if (strays > 0) {
        atomic32_add(stage->strays, strays);
    }
}

static void note_bounces(const StageContext *stage, int32_t color, Range blocks)
{
    const uint32_t found = stage->sim->ops->bounces(stage->sim->space, stage->sim, color, blocks);
    if (found != 0) {
        atomic32_or(stage->bounces, found);
    }
}

static void prepare_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->prepare(stage->sim->space, stage->sim, stage->time, color, blocks);
    note_bounces(stage, color, blocks);
}

static void solve_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->solve(stage->sim->space, stage->sim, stage->time, stage->pass, color, blocks);
}

static void bounce_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    solve_blocks(stage, color, blocks);
    note_bounces(stage, color, blocks);
}

static void update_inertias_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->update_inertias(stage->sim->space, stage->sim,
                                     movers_of(stage, begin, end, worker));
}

static void update_rows_of_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->update_rows(stage->sim->space, stage->sim, color, blocks);
}

static void sum_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->sum_impulses(stage->sim->space, stage->sim, color, stage->is_first, blocks);
}

static void sum_blows_of_blocks(const StageContext *stage, int32_t color, Range blocks)
{
    stage->sim->ops->sum_blows(stage->sim->space, stage->sim, color, blocks);
}

static void color_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->of_color(stage, stage->color, (Range){begin, end, worker});
}

// Overflowing constraints may share bodies, so they run on one worker.
static void run_color(StageContext *stage, int32_t color)
{
    const uint32_t blocks = sim_block_count(stage->sim, color);
    if (blocks == 0) {
        return;
    }
    stage->color = color;
    if (graph_is_overflow(color)) {
        color_stage(stage, 0, blocks, stage->worker);
    } else {
        run_stage(stage, color_stage, blocks, COLOR_BLOCKS_AT_ONCE);
    }
}

static bool has_parts(const StageContext *stage)
{
    return !stage->is_alone && stage->sim->graph.depth > 0;
}

static void begin_part(void *context, uint32_t pass, Range movers)
{
    StageContext *stage = (StageContext *)context + pass;
    if (stage->due != NULL && movers.end > movers.begin) {
        stage->due(stage, movers.begin, movers.end, movers.worker);
    }
}

static void solve_part(void *context, uint32_t pass, int32_t color, Range blocks)
{
    const StageContext *stage = (const StageContext *)context + pass;
    stage->of_color(stage, color, blocks);
}

static void end_part(void *context, uint32_t pass)
{
    const StageContext *stage = (const StageContext *)context + pass;
    if (stage->is_noted) {
        end_phase(stage, phase_of(stage->pass));
    }
}

// One pass over parts.
static void run_parts(StageContext *stage, bool writes_bodies, bool with_root)
{
    if (has_parts(stage)) {
        const PartJob job = {.count = 1,
                             .is_cut = writes_bodies,
                             .with_root = with_root,
                             .context = stage,
                             .begin = begin_part,
                             .solve = solve_part,
                             .end = end_part};
        tum_sim_run_part_passes(stage->sim, &job);
    }
}

static void run_noted(StageContext *stage)
{
    if (stage->noted != NULL && stage->noted->count > 0) {
        const PartJob job = {.count = stage->noted->count,
                             .is_cut = true,
                             .with_root = true,
                             .context = stage->noted->passes,
                             .begin = begin_part,
                             .solve = solve_part,
                             .end = end_part};
        tum_sim_run_part_passes(stage->sim, &job);
        stage->noted->count = 0;
    }
}

// @return false: it is to be run now.
static bool note_pass(StageContext *stage)
{
    NotedPasses *noted = stage->noted;
    if (noted == NULL) {
        return false;
    }
    StageContext *pass = &noted->passes[noted->count++];
    *pass = *stage;
    pass->noted = NULL;
    pass->is_noted = true;
    if (noted->count == NOTED_MOST) {
        run_noted(stage);
    }
    return true;
}

// A slice of each color: whoever solves the first blocks of colors also prepares these.
static void slices_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    for (int32_t color = stage->first_color; color < stage->end_color; ++color) {
        const uint64_t blocks = sim_block_count(stage->sim, color);
        const uint32_t first = (uint32_t)(blocks * begin / SLICES);
        const uint32_t next = (uint32_t)(blocks * end / SLICES);
        if (first < next) {
            stage->of_color(stage, color, (Range){first, next, worker});
        }
    }
}

// Joints are the shared cluster's.
static bool has_joints(const StageContext *stage)
{
    return !stage->is_alone && stage->sim->joints.active.count > 0;
}

// Whether what is between parts, the root, is not worth sharing. What joined bodies touch is there
// too.
static bool root_is_small(const StageContext *stage)
{
    bool is_small = has_parts(stage) && !has_joints(stage);
    for (int32_t color = stage->first_color; color < stage->end_color; ++color) {
        is_small = is_small && sim_block_count(stage->sim, color) <= ROOT_BLOCKS_MOST;
    }
    return is_small;
}

// Runs what writes no bodies over all blocks at once: nobody waits between colours.
static void run_blocks(StageContext *stage,
                       void (*of_color)(const StageContext *stage, int32_t color, Range blocks))
{
    stage->of_color = of_color;
    if (note_pass(stage)) {
        return;
    }
    const bool with_root = root_is_small(stage);
    run_parts(stage, false, with_root);
    if (!with_root && stage->end_color > stage->first_color) {
        const int32_t last = stage->end_color - 1;
        const uint32_t count =
            stage->sim->graph.colors.items[last].first_block + sim_block_count(stage->sim, last);
        run_stage(stage, slices_stage, SLICES, SLICES * BLOCKS_AT_ONCE / (count + 1) + 1);
    }
}

static void prepare_joints_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->prepare_joints(stage->sim->space, stage->time, (Range){begin, end, worker});
}

static void solve_joints_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    const Range units = {begin, end, worker};
    stage->sim->ops->solve_joints(stage->sim->space, stage->time, stage->pass, units);
    if (stage->moves_joints) {
        stage->sim->ops->move_joints(stage->sim->space, stage->sim, stage->time, units);
    }
}

// An assembly is a pair or a net of thousands: where there are many joints few may be much work.
static void run_units(StageContext *stage, TumTaskFunction *function)
{
    Sim *sim = stage->sim;
    const uint32_t count = stage->joint_units;
    if (count > 1 && sim->joints.joints.count >= JOINTS_WORTH_SHARING) {
        sim->tasks.run(sim->tasks.user, function, stage, count, ASSEMBLIES_AT_ONCE);
    } else {
        tum_sim_run(sim, function, stage, count, ASSEMBLIES_AT_ONCE);
    }
}

static void weave_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->sim->ops->run_weave(stage->sim->space, stage->time, stage->pass, stage->assembly,
                               stage->color, (Range){begin, end, worker});
}

// Assemblies side by side; then those that are too large for one worker, color after color.
static void run_assemblies(StageContext *stage, TumTaskFunction *function)
{
    Sim *sim = stage->sim;
    run_units(stage, function);
    for (size_t i = 0; i < sim->joints.active.count && stage->has_weaves; ++i) {
        stage->assembly = sim->joints.active.items[i];
        const int32_t colors = sim->ops->weave_colors(sim->space, stage->assembly, stage->pass);
        for (stage->color = 0; stage->color < colors; ++stage->color) {
            const uint32_t items =
                sim->ops->weave_items(sim->space, stage->assembly, stage->pass, stage->color);
            tum_sim_run(sim, weave_stage, stage, items, BLOCKS_AT_ONCE);
        }
    }
}

static bool has_weaves(const Sim *sim)
{
    for (size_t i = 0; i < sim->joints.active.count; ++i) {
        if (sim->ops->weave_colors(sim->space, sim->joints.active.items[i], PASS_PREPARE) > 0) {
            return true;
        }
    }
    return false;
}

static void prepare_joints(StageContext *stage)
{
    stage->pass = PASS_PREPARE;
    tum_sim_gather_assemblies(stage->sim);
    stage->joint_units = stage->sim->ops->begin_joints(stage->sim->space, stage->sim, stage->time);
    stage->has_weaves = has_weaves(stage->sim);
    run_assemblies(stage, prepare_joints_stage);
}

static void solve_joints(StageContext *stage, SolvePass pass)
{
    if (has_joints(stage)) {
        stage->pass = pass;
        run_assemblies(stage, solve_joints_stage);
    }
}

// Whether somebody looks at bodies between what is done with them and the contacts that follow.
static bool is_looked_at(const StageContext *stage)
{
    return has_joints(stage) || stage->time.may_bounce;
}

static void end_bodies(StageContext *stage)
{
    if (stage->due == position_stage) {
        stage->time.moved += stage->time.substep;
    }
    stage->due = NULL;
}

// Something for all bodies, now.
static void run_bodies(StageContext *stage, TumTaskFunction *function)
{
    const uint32_t count = stage->end_body - stage->first_body;
    if (stage->is_alone) {
        run_stage(stage, function, count, BODIES_AT_ONCE);
    } else {
        tum_sim_deal(stage->sim, function, stage, count, BODIES_AT_ONCE);
    }
}

// For all but those that joints see to.
static void run_loose(StageContext *stage, TumTaskFunction *function)
{
    StageContext loose = *stage;
    loose.first_body += stage->is_alone ? 0 : stage->sim->joined_count;
    run_bodies(&loose, function);
}

// Something for all bodies before the next pass over contacts. Those of no part are first: others
// look at them.
static void begin_bodies(StageContext *stage, TumTaskFunction *function)
{
    stage->due = function;
    if (!has_parts(stage) || is_looked_at(stage)) {
        if (function == position_stage || stage->time.joints_accelerate) {
            run_loose(stage, function);
        } else {
            run_bodies(stage, function);
        }
        end_bodies(stage);
    } else {
        run_stage(stage, function, stage->sim->apart_count, BODIES_AT_ONCE);
    }
}

static void run_contacts(StageContext *stage, SolvePass pass)
{
    stage->pass = pass;
    stage->of_color = solve_blocks;
    const bool is_noted = note_pass(stage), with_root = root_is_small(stage);
    if (!is_noted) {
        run_parts(stage, true, with_root);
    }
    end_bodies(stage);
    if (is_noted || with_root) {
        return;
    }
    for (int32_t color = stage->first_color; color < stage->end_color; ++color) {
        run_color(stage, color);
    }
}

// The last pass before bodies move: an assembly moves when it is solved, while it is at hand.
static void solve_and_move_joints(StageContext *stage, SolvePass pass)
{
    stage->moves_joints = true;
    solve_joints(stage, pass);
    stage->moves_joints = false;
}

// Joints before contacts, so that what touches wins; once more where something touches.
static void run_pass(StageContext *stage, SolvePass pass, int rounds, StepPhase phase)
{
    const bool touches = stage->sim->active_count > 0;
    if (pass == PASS_SOLVE && !touches) {
        solve_and_move_joints(stage, pass);
    } else {
        solve_joints(stage, pass);
    }
    end_phase(stage, PHASE_JOINTS);
    for (int i = 0; i < rounds; ++i) {
        run_contacts(stage, pass);
    }
    end_phase(stage, phase);
    if (pass == PASS_SOLVE && touches) {
        solve_and_move_joints(stage, PASS_SOLVE_AGAIN);
    } else if (pass == PASS_RELAX && touches) {
        solve_joints(stage, PASS_RELAX_AGAIN);
    }
    end_phase(stage, PHASE_JOINTS);
}

// A substep's impulses are complete when the next one begins.
static void sum_impulses(StageContext *stage, bool first)
{
    if (stage->sim->notes_touches) {
        stage->is_first = first;
        run_blocks(stage, sum_blocks);
    }
}

// Rows that answer to the inertia of the poses now.
static void follow_turns(StageContext *stage)
{
    run_bodies(stage, update_inertias_stage);
    run_blocks(stage, update_rows_of_blocks);
}

static void solve_color(StageContext *stage, SolvePass pass, int32_t color)
{
    stage->pass = pass;
    stage->of_color = solve_blocks;
    run_color(stage, color);
}

static uint32_t found_in(const StageContext *stage, int32_t color)
{
    const Sim *sim = stage->sim;
    return sim->ops->bounces(sim->space, sim, color, (Range){0, sim_block_count(sim, color), 0});
}

static uint32_t bounce_color(StageContext *stage, SolvePass pass, int32_t color)
{
    const Sim *sim = stage->sim;
    solve_color(stage, pass, color);
    const uint32_t found = found_in(stage, color);
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

// Nobody in a part is joined.
// @return whether anything bounced.
static bool bounce_colors(StageContext *stage, SolvePass pass)
{
    atomic32_store(stage->bounces, 0);
    stage->pass = pass;
    stage->of_color = bounce_blocks;
    run_parts(stage, true, false);
    uint32_t found = atomic32_load(stage->bounces);
    for (int32_t color = stage->first_color; color < stage->end_color; ++color) {
        if ((found_in(stage, color) & BOUNCE_MAY) != 0) {
            found |= bounce_color(stage, pass, color);
        }
    }
    return (found & BOUNCE_DID) != 0;
}

// Blows travel from contact to contact until nothing comes fast any more. What is left after many
// sweeps is stopped by the contacts.
// @return whether anything bounced.
static bool bounce(StageContext *stage)
{
    if (!stage->time.may_bounce || !bounce_colors(stage, PASS_FIND_BOUNCES)) {
        return false;
    }
    follow_turns(stage);
    solve_joints(stage, PASS_SETTLE); // so that from here on they answer to blows alone
    for (int i = 0; i < BOUNCES_MOST && bounce_colors(stage, PASS_BOUNCE); ++i) {
    }
    solve_joints(stage, PASS_RESUME);
    return true;
}

// Rows are the same throughout a step, so what all contacts together add to a body when they are
// warm-started is what they added to it in the substep before: bodies remember it, and contacts
// need no pass. Not so where blows and joints, whose rows change, had their part in it.
static void warm_start(StageContext *stage)
{
    if (!stage->time.repeats) {
        run_pass(stage, PASS_WARM_START, 1, PHASE_WARM_START);
    }
    stage->time.repeats = stage->sim->ops->repeats_pushes && !has_joints(stage);
}

// Among joints bounces come first: what contacts pushed in the substep before, an impact perhaps,
// is no speed that anything comes with, and joints would answer to it.
static void begin_substep(StageContext *stage)
{
    if (has_joints(stage)) {
        bounce(stage);
        end_phase(stage, PHASE_RESTITUTION);
        warm_start(stage);
        return;
    }
    warm_start(stage);
    if (bounce(stage)) {
        stage->time.repeats = false;
    }
    end_phase(stage, PHASE_RESTITUTION);
}

// @param has_strays  some body may have left its boxes.
static TumStatus update_boxes(StageContext *stage, bool has_strays)
{
    Sim *sim = stage->sim;
    if (sim->boxes_are_stale || stage->time.sweep < sim->swept || stage->time.sweep > sim->swept) {
        tum_sim_forget_rooms(sim);
        has_strays = true;
    }
    if (!tum_sim_begin_boxes(sim)) {
        return TUM_ERROR_MEMORY;
    }
    if (has_strays) {
        tum_sim_run(sim, bound_stage, stage, (uint32_t)sim->awake.count, BODIES_AT_ONCE);
    }
    sim->boxes_are_stale = false;
    sim->swept = stage->time.sweep;
    tum_sim_update_trees(sim);
    return TUM_OK;
}

static TumStatus find_pairs(StageContext *stage)
{
    Sim *sim = stage->sim;
    const bool reach = !sim->boxes_are_stale && stage->time.sweep <= sim->swept;
    const TumStatus status = reach ? TUM_OK : update_boxes(stage, true);
    return status == TUM_OK ? tum_sim_find_pairs(sim) : status;
}

enum { CHANGES_AT_ONCE = 8 };

static bool none_is_due(const uint8_t changes[CHANGES_AT_ONCE])
{
    _Static_assert(CONTACT_SAME == 0, "so is all of them together");
    uint64_t together;
    memcpy(&together, changes, sizeof together);
    return together == 0;
}

// Mostly few are.
static void list_due(Sim *sim, size_t count)
{
    const uint8_t *changes = sim->changes.items;
    sim->due.count = 0;
    for (size_t begin = 0; begin < count; begin += CHANGES_AT_ONCE) {
        const bool is_whole = count - begin >= CHANGES_AT_ONCE;
        if (is_whole && none_is_due(changes + begin)) {
            continue;
        }
        const size_t end = is_whole ? begin + CHANGES_AT_ONCE : count;
        for (size_t i = begin; i < end; ++i) {
            sim->due.items[sim->due.count] = (uint32_t)i;
            sim->due.count += changes[i] == CONTACT_DUE;
        }
    }
}

static TumStatus find_contacts(StageContext *stage)
{
    Sim *sim = stage->sim;
    TumStatus status = tum_sim_wake_joined(sim);
    if (status == TUM_OK) {
        status = find_pairs(stage);
    }
    end_phase(stage, PHASE_PAIRS);
    if (status != TUM_OK) {
        return status;
    }
    tum_sim_list_active(sim);
    const size_t count = sim->active.count;
    if (!array_reserve(&sim->changes, count, &sim->allocator) ||
        !array_reserve(&sim->due, count, &sim->allocator) ||
        !sim->ops->begin_step(sim->space, sim, stage->time)) {
        return TUM_ERROR_MEMORY;
    }
    sim->changes.count = count;
    tum_sim_deal(sim, sift_stage, stage, (uint32_t)count, CONTACTS_AT_ONCE);
    list_due(sim, count);
    status = tum_sim_collide(sim, stage->time);
    end_phase(stage, PHASE_COLLIDE);
    if (status == TUM_OK) {
        status = tum_sim_match_contacts(sim);
    }
    end_phase(stage, PHASE_MATCH);
    return status;
}

static bool all_finite(StageContext *stage)
{
    Sim *sim = stage->sim;
    if (atomic32_load(stage->not_finite) == 0) {
        return true;
    }
    for (size_t i = 0; i < sim->awake.count; ++i) {
        if (!sim->ops->is_finite(sim->space, sim->awake.items[i])) {
            sim->diverged = sim->awake.items[i];
            return false;
        }
    }
    return true;
}

static void prepare(StageContext *stage)
{
    run_blocks(stage, prepare_blocks);
    stage->time.may_bounce = (atomic32_load(stage->bounces) & BOUNCE_MAY) != 0;
    end_phase(stage, PHASE_PREPARE);
}

// Whether nothing happens in substeps but passes over parts and a small root: then they are noted,
// and run as one task.
static bool may_note(const StageContext *stage)
{
    return root_is_small(stage) && stage->sim->apart_count == 0 && !is_looked_at(stage);
}

static void run_substeps(StageContext *stage)
{
    NotedPasses noted;
    noted.count = 0;
    stage->noted = may_note(stage) ? &noted : NULL;
    stage->time.joints_accelerate = has_joints(stage) && !stage->time.may_bounce;
    const StepTime time = stage->time;
    for (int i = 0; i < time.substeps; ++i) {
        if (i > 0) {
            sum_impulses(stage, i == 1);
        }
        if (i > 0 && has_joints(stage) &&
            stage->sim->ops->rows_are_old(stage->sim->space, stage->sim)) {
            follow_turns(stage);
        }
        begin_bodies(stage, velocity_stage);
        end_phase(stage, PHASE_INTEGRATE);
        begin_substep(stage);
        run_pass(stage, PASS_SOLVE, i == 0 ? FIRST_ROUNDS : 1, PHASE_SOLVE);
        begin_bodies(stage, position_stage);
        end_phase(stage, PHASE_INTEGRATE);
        run_pass(stage, PASS_RELAX, 1, PHASE_RELAX);
    }
    run_noted(stage);
    stage->noted = NULL;
    end_phase(stage, PHASE_RELAX);
}

static void finish(StageContext *stage)
{
    sum_impulses(stage, stage->time.substeps == 1);
    if (stage->sim->notes_touches) {
        run_blocks(stage, sum_blows_of_blocks);
    }
    run_bodies(stage, finish_bodies_stage);
    end_phase(stage, PHASE_FINISH);
}

static void solve_unit(const StageContext *shared, const SolveUnit *unit, uint32_t worker)
{
    const bool has_colors = unit->cluster != NO_CLUSTER;
    Atomic32 bounces = {0};
    StageContext stage = {.sim = shared->sim,
                          .time = shared->time,
                          .is_alone = true,
                          .worker = worker,
                          .first_body = unit->begin,
                          .end_body = unit->end,
                          .first_color = has_colors ? graph_color(unit->cluster, 0) : 0,
                          .end_color = has_colors ? graph_color(unit->cluster + 1, 0) : 0,
                          .not_finite = shared->not_finite,
                          .strays = shared->strays,
                          .bounces = &bounces};
    run_bodies(&stage, prepare_bodies_stage);
    prepare(&stage);
    run_substeps(&stage);
    finish(&stage);
}

static void units_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *shared = context;
    const Sim *sim = shared->sim;
    for (uint32_t i = begin; i < end; ++i) {
        const SolveUnit *unit = &sim->units.items[i];
        if (sim->ops->look_ahead != NULL) {
            sim->ops->look_ahead(sim->space, sim, i + 1 < sim->units.count ? unit + 1 : NULL,
                                 worker);
        }
        solve_unit(shared, unit, worker);
    }
}

// Few units may be much work. What they meet that moves is where it was when the step began, and
// about to move as it does then: all else that awaits its turn.
static void solve_units(StageContext *shared)
{
    const Sim *sim = shared->sim;
    const uint32_t count = (uint32_t)sim->units.count;
    const size_t bodies = sim->movers.count - sim->shared_count;
    if (count > 1 && bodies >= BODIES_WORTH_SHARING) {
        sim->tasks.run(sim->tasks.user, units_stage, shared, count, 1);
    } else {
        units_stage(shared, 0, count, 0);
    }
    end_phase(shared, PHASE_ISLANDS);
}

// @return how many blocks a cluster has, counted through from `first` on.
static size_t count_blocks_of(Sim *sim, int32_t cluster, size_t first)
{
    size_t count = 0;
    const bool is_empty =
        cluster != CLUSTER_SHARED && sim->graph.clusters.items[cluster].lanes == 0;
    for (int32_t color = graph_color(cluster, 0); color < graph_color(cluster + 1, 0) && !is_empty;
         ++color) {
        sim->graph.colors.items[color].first_block = (uint32_t)(first + count);
        count += (sim_block_count(sim, color) + 1) / 2 * 2;
    }
    return count;
}

// Counts blocks through, of all that is shared and of each other cluster, and has room made for
// their rows.
static bool count_blocks(Sim *sim)
{
    const ConstraintGraph *graph = &sim->graph;
    size_t shared = count_blocks_of(sim, CLUSTER_SHARED, 0), alone = 0;
    for (size_t i = 0; i < graph->nodes.count; ++i) {
        shared += count_blocks_of(sim, graph->nodes.items[i], shared);
    }
    for (int32_t i = 0; i < (int32_t)graph->clusters.count; ++i) {
        const size_t count = graph->clusters.items[i].is_shared ? 0 : count_blocks_of(sim, i, 0);
        alone = count > alone ? count : alone;
    }
    return tum_sim_reserve_part_passes(sim) &&
           (sim->ops->reserve_rows == NULL ||
            sim->ops->reserve_rows(sim->space, sim, shared, alone));
}

static TumStatus run_part(Sim *sim, StepTime time)
{
    Atomic32 not_finite = {0}, bounces = {0}, strays = {0};
    StageContext stage = {.sim = sim,
                          .time = time,
                          .first_color = graph_color(CLUSTER_SHARED, 0),
                          .end_color = graph_color(CLUSTER_SHARED + 1, 0),
                          .not_finite = &not_finite,
                          .strays = &strays,
                          .bounces = &bounces};
    TumStatus status = find_contacts(&stage);
    if (status == TUM_OK && (!tum_sim_list_movers(sim) || !count_blocks(sim))) {
        status = TUM_ERROR_MEMORY;
    }
    if (status != TUM_OK) {
        return status;
    }
    stage.end_body = sim->shared_count;
    run_bodies(&stage, prepare_bodies_stage);
    end_phase(&stage, PHASE_PREPARE);
    solve_units(&stage);
    prepare(&stage);
    prepare_joints(&stage);
    end_phase(&stage, PHASE_JOINTS);
    run_substeps(&stage);
    finish(&stage);
    if (!all_finite(&stage)) {
        return TUM_ERROR_DIVERGED;
    }
    tum_sim_note_touches(sim);
    end_phase(&stage, PHASE_REST);
    status = update_boxes(&stage, atomic32_load(&strays) > 0);
    end_phase(&stage, PHASE_PAIRS);
    if (status == TUM_OK) {
        status = tum_sim_rest(sim);
    }
    end_phase(&stage, PHASE_REST);
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
    TumStatus status = tum_sim_tidy_clusters(sim);
    if (status == TUM_OK) {
        status = find_pairs(&stage); // what is near what decides about parts
    }
    // What begins to turn faster in one part divides the rest of the step into smaller ones.
    int parts = sim->ops->parts(sim->space, sim, time);
    float left = seconds;
    for (int done = 0; parts > 0 && status == TUM_OK; ++done, --parts) {
        time.step = left;
        const int wanted = done > 0 ? sim->ops->parts(sim->space, sim, time) : parts;
        parts = wanted > parts ? wanted : parts;
        parts = parts < STEP_PARTS_MOST - done ? parts : STEP_PARTS_MOST - done;
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
