// SPDX-License-Identifier: MIT
// step.c: the stages of a step, in order.
//
//     find pairs      boxes that begin to overlap become contacts           tree nodes in parallel
//     select stale    contacts that have moved since their last collision   contacts in parallel
//     collide         narrow phase of stale contacts                        contacts in parallel
//     match           manifolds begin and end, touched bodies wake          one thread, in order
//     solve           contacts and joints to velocities and poses: solve.c  in parallel
//     touches         pairs that began or ceased to touch, if requested     one thread
//     trees, rest     boxes of escaped bodies, in parallel; leaves move,    one thread
//                     islands fall asleep
#include "base/assert.h"
#include "schedule/solve.h"
#include "schedule/stage.h"
#include "system/clock.h"
#include "system/task_ranges.h"

#include <string.h>

// Fewer items than these take less than a microsecond, too little for a worker of their own.
enum {
    CONTACTS_AT_ONCE = 64, // for select_stale
    STALE_AT_ONCE = 8      // for collide, which takes up to eight pairs of shapes at once
};

// Context of the broad and the narrow phase.
typedef struct Search {
    Sim *sim;
    StepTime time;
} Search;

static void begin_phases(Sim *sim)
{
    if (sim->notes_times) {
        for (int i = 0; i < PHASE_COUNT; ++i) {
            sim->phase_ns[i] = 0;
        }
        sim->phase_began_ns = tum_clock_nanoseconds();
    }
}

static void select_stale_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const Search *search = context;
    search->sim->ops->narrow.select_stale(search->sim->topology.space, search->sim, search->time,
                                          (Range){begin, end, worker});
}

static void collide_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const Search *search = context;
    search->sim->ops->narrow.collide(search->sim->topology.space, search->sim, search->time,
                                     (Range){begin, end, worker});
}

static void bound_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const Search *search = context;
    tum_topology_enlarge_boxes(&search->sim->topology, search->time, begin, end, worker);
}

// @param has_escaped  some body may have escaped its boxes.
static TumStatus update_boxes(Search *search, bool has_escaped)
{
    Topology *topology = &search->sim->topology;
    if (topology->boxes_are_stale || search->time.sweep < topology->swept ||
        search->time.sweep > topology->swept) {
        tum_topology_forget_margins(topology);
        has_escaped = true;
    }
    if (!tum_topology_begin_boxes(topology)) {
        return TUM_ERROR_MEMORY;
    }
    if (has_escaped) {
        tum_run_ranges(&topology->tasks, bound_stage, search, (uint32_t)topology->awake.count,
                       BODIES_AT_ONCE);
    }
    topology->boxes_are_stale = false;
    topology->swept = search->time.sweep;
    tum_topology_update_trees(topology);
    return TUM_OK;
}

static TumStatus find_pairs(Search *search)
{
    Topology *topology = &search->sim->topology;
    const bool reach = !topology->boxes_are_stale && search->time.sweep <= topology->swept;
    const TumStatus status = reach ? TUM_OK : update_boxes(search, true);
    return status == TUM_OK ? tum_topology_find_pairs(topology) : status;
}

enum { CHANGES_AT_ONCE = 8 };

static bool none_is_stale(const uint8_t changes[CHANGES_AT_ONCE])
{
    _Static_assert(CONTACT_SAME == 0, "so is all of them together");
    uint64_t together;
    memcpy(&together, changes, sizeof together);
    return together == 0;
}

// Lists stale contacts, which are mostly few.
static void list_stale(Sim *sim, size_t count)
{
    const uint8_t *changes = sim->changes.items;
    sim->stale.count = 0;
    for (size_t begin = 0; begin < count; begin += CHANGES_AT_ONCE) {
        const bool is_whole = count - begin >= CHANGES_AT_ONCE;
        if (is_whole && none_is_stale(changes + begin)) {
            continue;
        }
        const size_t end = is_whole ? begin + CHANGES_AT_ONCE : count;
        for (size_t i = begin; i < end; ++i) {
            sim->stale.items[sim->stale.count] = (uint32_t)i;
            sim->stale.count += changes[i] == CONTACT_STALE;
        }
    }
}

static TumStatus find_contacts(Search *search)
{
    Sim *sim = search->sim;
    TumStatus status = tum_topology_wake_joined(&sim->topology);
    if (status == TUM_OK) {
        status = find_pairs(search);
    }
    tum_sim_end_phase(sim, PHASE_PAIRS);
    if (status != TUM_OK) {
        return status;
    }
    tum_topology_list_active(&sim->topology);
    const size_t count = sim->topology.active.count;
    if (!array_reserve(&sim->changes, count, &sim->topology.allocator) ||
        !array_reserve(&sim->stale, count, &sim->topology.allocator) ||
        !sim->ops->narrow.begin_step(sim->topology.space, sim, search->time)) {
        return TUM_ERROR_MEMORY;
    }
    sim->changes.count = count;
    tum_deal_ranges(&sim->topology.tasks, select_stale_stage, search, (uint32_t)count,
                    CONTACTS_AT_ONCE);
    list_stale(sim, count);
    tum_run_ranges(&sim->topology.tasks, collide_stage, search, (uint32_t)sim->stale.count,
                   STALE_AT_ONCE);
    tum_sim_end_phase(sim, PHASE_COLLIDE);
    status = tum_sim_match_contacts(sim);
    tum_sim_end_phase(sim, PHASE_MATCH);
    return status;
}

static bool all_finite(Sim *sim)
{
    for (size_t i = 0; i < sim->topology.awake.count; ++i) {
        if (!sim->ops->solve.is_finite(sim->topology.space, sim->topology.awake.items[i])) {
            sim->topology.diverged = sim->topology.awake.items[i];
            return false;
        }
    }
    return true;
}

static TumStatus run_split(Sim *sim, StepTime time)
{
    Search search = {.sim = sim, .time = time};
    TumStatus status = find_contacts(&search);
    if (status == TUM_OK && (!tum_sim_list_solver_bodies(sim) || !tum_sim_reserve_blocks(sim))) {
        status = TUM_ERROR_MEMORY;
    }
    if (status != TUM_OK) {
        return status;
    }
    if (!tum_topology_note_approaches(&sim->topology, time.step)) {
        return TUM_ERROR_MEMORY;
    }
    const Solved solved = tum_sim_solve(sim, time);
    if (solved.not_finite > 0 && !all_finite(sim)) {
        return TUM_ERROR_DIVERGED;
    }
    if (!tum_topology_note_touches(&sim->topology)) {
        return TUM_ERROR_MEMORY;
    }
    tum_sim_end_phase(sim, PHASE_REST);
    status = update_boxes(&search, solved.escaped > 0);
    tum_sim_end_phase(sim, PHASE_PAIRS);
    if (status == TUM_OK) {
        status = tum_topology_rest(&sim->topology);
    }
    tum_sim_end_phase(sim, PHASE_REST);
    return status;
}

TumStatus tum_sim_step(Sim *sim, float seconds, int substeps)
{
    if (sim->topology.diverged != NONE) {
        return TUM_ERROR_DIVERGED;
    }
    StepTime time = {.step = seconds, .substeps = substeps, .sweep = seconds};
    Search search = {.sim = sim, .time = time};
    begin_phases(sim);
    TumStatus status = tum_topology_tidy_batches(&sim->topology);
    if (status == TUM_OK) {
        status = find_pairs(&search); // The number of splits depends on pairs.
    }
    // A body that begins to spin faster divides the rest of the step into smaller splits.
    int splits = sim->ops->solve.step_splits(sim->topology.space, sim, time);
    float left = seconds;
    for (int done = 0; splits > 0 && status == TUM_OK; ++done, --splits) {
        time.step = left;
        const int wanted =
            done > 0 ? sim->ops->solve.step_splits(sim->topology.space, sim, time) : splits;
        splits = wanted > splits ? wanted : splits;
        splits = splits < STEP_SPLITS_MAX - done ? splits : STEP_SPLITS_MAX - done;
        time.step = left / (float)splits;
        time.substep = time.step / (float)substeps;
        time.impulse_scale =
            sim->topology.last_substep > 0.0f ? time.substep / sim->topology.last_substep : 1.0f;
        time.elapsed = seconds - left;
        status = run_split(sim, time);
        left -= time.step;
    }
    return status;
}
