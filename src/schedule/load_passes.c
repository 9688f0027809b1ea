// SPDX-License-Identifier: MIT
// load_passes.c: the number of substeps of a stage, by the size of its bodies and by their loads.
#include "schedule/contact_numbers.h"
#include "schedule/load.h"
#include "schedule/passes.h"
#include "tumble/capacity.h"

#include <string.h>

// Relaxation passes if LoadNeeds.is_tight: with one, friction in a house of 26 cards is too weak,
// and two cards slip.
enum { TIGHT_ROUNDS = 8 };

static float float_of(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

// Atomic maximum of floats that are not negative: their bits are in the same order.
static void raise_demand(Atomic32 *substep_demand, float wanted)
{
    uint32_t bits, before = atomic32_load(substep_demand);
    memcpy(&bits, &wanted, sizeof bits);
    while (before < bits && !atomic32_exchange_if(substep_demand, &before, bits)) {
    }
}

// Value of `substep_demand` for which a substep of this length is short enough.
static float demand_of(StepTime time)
{
    return FALL_MOST / (time.substep * time.substep);
}

static StepTime with_substeps(StepTime time, float substep_demand)
{
    const float least = substep_demand * time.step * time.step / FALL_MOST;
    int substeps = time.substeps;
    while (substep_demand > demand_of(time) && substeps < TUM_MAX_SUBSTEPS &&
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

void tum_stage_find_substep_demand(const StageContext *stage, const int32_t *bodies, uint32_t count)
{
    const Sim *sim = stage->sim;
    const float enough = demand_of(stage->time);
    LoadBounds bounds;
    float substep_demand =
        sim->ops->solve.substep_demand(sim->topology.space, sim, bodies, count, enough, &bounds);
    const float turn = bounds.turn_rate / TURN_MOST; // [1/s]
    if (turn * stage->time.step > 1.0f) {
        atomic32_or(stage->found.flags, BODIES_TURN);
        substep_demand = maximum(substep_demand, FALL_MOST * turn * turn);
    }
    if (stage->is_alone) {
        *stage->found.bounds = bounds;
    }
    if (substep_demand > enough) {
        raise_demand(stage->found.substep_demand, substep_demand);
    }
}

StepTime tum_stage_with_demand(const StageContext *stage)
{
    return with_substeps(stage->time, float_of(atomic32_load(stage->found.substep_demand)));
}

static LoadNeeds load_needs(const StageContext *stage)
{
    const Sim *sim = stage->sim;
    const StageRange range = stage->range;
    LoadGraph *graph = &sim->loads[stage->worker];
    graph->first_body = range.first_body;
    graph->bodies.count = range.end_body - range.first_body;
    graph->edges.count = 0;
    sim->ops->solve.weigh_loads(sim->topology.space, sim, stage_bodies(stage), graph);
    for (int32_t color = stage_next_color(stage, -1); color >= 0;
         color = stage_next_color(stage, color)) {
        const Range blocks = {0, topology_block_count(&sim->topology, color), stage->worker};
        sim->ops->solve.list_loads(sim->topology.space, sim, color, blocks, graph);
    }
    return tum_load_needs(graph, stage->time.substep, stage->needs.bears);
}

void tum_stage_follow_loads(StageContext *stage)
{
    const StepTime prepared = stage->time;
    const LoadNeeds needs = load_needs(stage);
    stage->time = with_substeps(prepared, needs.substep_demand);
    stage->needs.relax_rounds = needs.is_tight ? TIGHT_ROUNDS : 1;
    if (stage->time.substeps > prepared.substeps) {
        tum_stage_scale_impulses(stage, stage->time.substep / prepared.substep);
    }
}

bool tum_sim_reserve_loads(Sim *sim, size_t blocks)
{
    size_t bodies = 0;
    for (size_t i = 0; i < sim->jobs.count; ++i) {
        const SolveJob *job = &sim->jobs.items[i];
        bodies = job->end - job->begin > bodies ? job->end - job->begin : bodies;
    }
    bool enough = true;
    for (uint32_t i = 0; i < sim->topology.tasks.worker_count && enough; ++i) {
        enough = tum_load_reserve(&sim->loads[i], bodies, blocks * BLOCK_LANES,
                                  &sim->topology.allocator);
    }
    return enough;
}
