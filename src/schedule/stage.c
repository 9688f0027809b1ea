// SPDX-License-Identifier: MIT
// stage.c: runs stages on bodies and on blocks, at once, color after color, subdomain by
// subdomain or deferred.
#include "schedule/stage.h"

#include "schedule/subdomain_passes.h"
#include "system/clock.h"
#include "system/task_ranges.h"

enum {
    // Fewest blocks of one color per worker: most belong to joined bodies, which joint passes had
    // on another core.
    COLOR_BLOCKS_AT_ONCE = 24,
    SLICES = 128, // Slices of all colors in tum_stage_run_blocks.
    // Largest root, in blocks of a color, that one worker solves while others solve subdomains.
    ROOT_BLOCKS_MOST = 192
};

void tum_sim_end_phase(Sim *sim, StepPhase phase)
{
    if (sim->notes_times) {
        const uint64_t now_ns = tum_clock_nanoseconds();
        sim->phase_ns[phase] += now_ns - sim->phase_began_ns;
        sim->phase_began_ns = now_ns;
    }
}

void tum_stage_end_phase(const StageContext *stage, StepPhase phase)
{
    if (!stage->is_alone && stage->deferred.passes == NULL) {
        tum_sim_end_phase(stage->sim, phase);
    }
}

// Phase that counts the time of a deferred pass: deferred are passes over contacts, and sums of
// impulses after them.
static StepPhase phase_of(ContactPass pass)
{
    switch (pass) {
    case CONTACTS_WARM_START: return PHASE_WARM_START;
    case CONTACTS_SOLVE:
    case CONTACTS_PRESS:
    case CONTACTS_SINK: return PHASE_SOLVE;
    case CONTACTS_RELAX:
    case CONTACTS_PRESS_RELAX:
    case CONTACTS_SINK_RELAX: break;
    }
    return PHASE_RELAX;
}

static void run_stage(StageContext *stage, TumTaskFunction *function, uint32_t count,
                      uint32_t least)
{
    if (!stage->is_alone) {
        tum_run_ranges(&stage->sim->topology.tasks, function, stage, count, least);
    } else if (count > 0) {
        function(stage, 0, count, stage->worker);
    }
}

// True when other passes read bodies between a function of bodies and the next pass over contacts.
static bool is_looked_at(const StageContext *stage)
{
    return stage_has_joints(stage) || stage->time.may_bounce || stage->needs.turns;
}

static bool has_subdomains(const StageContext *stage)
{
    return !stage->is_alone && stage->sim->topology.graph.depth > 0;
}

void tum_stage_run_bodies(StageContext *stage, TumTaskFunction *function)
{
    const uint32_t count = stage->range.end_body - stage->range.first_body;
    if (stage->is_alone) {
        run_stage(stage, function, count, BODIES_AT_ONCE);
    } else {
        tum_deal_ranges(&stage->sim->topology.tasks, function, stage, count, BODIES_AT_ONCE);
    }
}

// Runs a function for all bodies but those that move with joints.
static void run_loose(StageContext *stage, TumTaskFunction *function)
{
    StageContext loose = *stage;
    loose.range.first_body += stage->is_alone ? 0 : stage->sim->joined_count;
    tum_stage_run_bodies(&loose, function);
}

static void end_bodies(StageContext *stage)
{
    if (stage->deferred.moves_bodies) {
        stage->time.moved += stage->time.substep;
    }
    stage->deferred.bodies = NULL;
    stage->deferred.moves_bodies = false;
}

void tum_stage_begin_bodies(StageContext *stage, TumTaskFunction *function, bool moves)
{
    stage->deferred.bodies = function;
    stage->deferred.moves_bodies = moves;
    if (!has_subdomains(stage) || is_looked_at(stage)) {
        if (moves || stage->time.joints_accelerate) {
            run_loose(stage, function);
        } else {
            tum_stage_run_bodies(stage, function);
        }
        end_bodies(stage);
    } else {
        run_stage(stage, function, stage->sim->separator_count, BODIES_AT_ONCE);
    }
}

static void color_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    stage->pass.of_color(stage, stage->pass.color, (Range){begin, end, worker});
}

// Runs a color. Constraints of the overflow color may share bodies, so one worker runs them.
static void run_color(StageContext *stage, int32_t color)
{
    const uint32_t blocks = topology_block_count(&stage->sim->topology, color);
    if (blocks == 0) {
        return;
    }
    stage->pass.color = color;
    if (graph_is_overflow(color)) {
        color_stage(stage, 0, blocks, stage->worker);
    } else {
        run_stage(stage, color_stage, blocks, COLOR_BLOCKS_AT_ONCE);
    }
}

void tum_stage_run_color(StageContext *stage, ColorFunction *of_color, int32_t color)
{
    stage->pass.of_color = of_color;
    run_color(stage, color);
}

static void begin_subdomain(void *context, uint32_t pass, Range solver_bodies)
{
    StageContext *stage = (StageContext *)context + pass;
    if (stage->deferred.bodies != NULL && solver_bodies.end > solver_bodies.begin) {
        stage->deferred.bodies(stage, solver_bodies.begin, solver_bodies.end, solver_bodies.worker);
    }
}

static void solve_subdomain(void *context, uint32_t pass, int32_t color, Range blocks)
{
    const StageContext *stage = (const StageContext *)context + pass;
    stage->pass.of_color(stage, color, blocks);
}

static void end_subdomain(void *context, uint32_t pass)
{
    const StageContext *stage = (const StageContext *)context + pass;
    if (stage->deferred.is_pass) {
        tum_stage_end_phase(stage, phase_of(stage->pass.contacts));
    }
}

// Runs one pass over subdomains, or all deferred passes.
static void run_subdomain_passes(Sim *sim, StageContext *passes, uint32_t count, bool is_cut,
                                 bool with_root)
{
    const SubdomainJob job = {.count = count,
                              .is_cut = is_cut,
                              .with_root = with_root,
                              .context = passes,
                              .begin = begin_subdomain,
                              .solve = solve_subdomain,
                              .end = end_subdomain};
    tum_sim_run_subdomain_passes(sim, &job);
}

void tum_stage_run_subdomains(StageContext *stage, ColorFunction *of_color)
{
    stage->pass.of_color = of_color;
    if (has_subdomains(stage)) {
        run_subdomain_passes(stage->sim, stage, 1, true, false);
    }
}

void tum_stage_run_deferred(StageContext *stage)
{
    DeferredPasses *deferred_passes = stage->deferred.passes;
    if (deferred_passes != NULL && deferred_passes->count > 0) {
        run_subdomain_passes(stage->sim, deferred_passes->passes, deferred_passes->count, true,
                             true);
        deferred_passes->count = 0;
    }
}

// Defers a pass. @return false when passes are not deferred: run it now.
static bool defer_pass(StageContext *stage)
{
    DeferredPasses *deferred_passes = stage->deferred.passes;
    if (deferred_passes == NULL) {
        return false;
    }
    StageContext *pass = &deferred_passes->passes[deferred_passes->count++];
    *pass = *stage;
    pass->deferred.passes = NULL;
    pass->deferred.is_pass = true;
    if (deferred_passes->count == DEFERRED_MAX) {
        tum_stage_run_deferred(stage);
    }
    return true;
}

// True when the root, that is constraints between subdomains, is too small to share. Joined bodies
// have their contacts in the root too.
static bool root_is_small(const StageContext *stage)
{
    bool is_small = has_subdomains(stage) && !stage_has_joints(stage);
    for (int32_t color = stage_next_color(stage, -1); is_small && color >= 0;
         color = stage_next_color(stage, color)) {
        is_small = topology_block_count(&stage->sim->topology, color) <= ROOT_BLOCKS_MOST;
    }
    return is_small;
}

bool tum_stage_may_defer(const StageContext *stage)
{
    return root_is_small(stage) && stage->sim->separator_count == 0 && !is_looked_at(stage);
}

// Runs a slice of each color, so that the worker that prepares the first blocks of a color is
// also the one that solves them.
static void slices_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StageContext *stage = context;
    for (int32_t color = stage_next_color(stage, -1); color >= 0;
         color = stage_next_color(stage, color)) {
        const uint64_t blocks = topology_block_count(&stage->sim->topology, color);
        const uint32_t first = (uint32_t)(blocks * begin / SLICES);
        const uint32_t next = (uint32_t)(blocks * end / SLICES);
        if (first < next) {
            stage->pass.of_color(stage, color, (Range){first, next, worker});
        }
    }
}

void tum_stage_run_blocks(StageContext *stage, ColorFunction *of_color)
{
    stage->pass.of_color = of_color;
    if (defer_pass(stage)) {
        return;
    }
    const bool with_root = root_is_small(stage);
    if (has_subdomains(stage)) {
        run_subdomain_passes(stage->sim, stage, 1, false, with_root);
    }
    const int32_t batch = stage->range.batch;
    const GraphBatch *batches = stage->sim->topology.graph.batches.items;
    const uint32_t lanes = batch == NO_BATCH ? 0 : batches[batch].lanes;
    if (!with_root && lanes > 0) {
        run_stage(stage, slices_stage, SLICES,
                  SLICES * BLOCKS_AT_ONCE / (lanes / BLOCK_LANES + 1) + 1);
    }
}

void tum_stage_run_colors(StageContext *stage, ColorFunction *of_color)
{
    stage->pass.of_color = of_color;
    const bool is_deferred = defer_pass(stage), with_root = root_is_small(stage);
    if (!is_deferred && has_subdomains(stage)) {
        run_subdomain_passes(stage->sim, stage, 1, true, with_root);
    }
    end_bodies(stage);
    if (is_deferred || with_root) {
        return;
    }
    for (int32_t color = stage_next_color(stage, -1); color >= 0;
         color = stage_next_color(stage, color)) {
        run_color(stage, color);
    }
}
