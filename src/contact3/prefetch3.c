// SPDX-License-Identifier: MIT
// prefetch3.c: addresses of the bodies and contacts of a job.
#include "contact3/prefetch3.h"

#include "space3/contact_data3.h"
#include "space3/space3.h"

// With fewer movable bodies the caches deliver the data of a step soon enough: a scene of 10 000
// gains nothing by prefetching.
enum { PREFETCH_LEAST = 1 << 14 };

enum {
    RUNS_MOST = 8,
    SAMPLE = 4,   // One of so many slots is sampled to find runs.
    GAP_MOST = 16 // Most foreign slots within a run: slots of neighbouring towers are interleaved.
};

// Run of slots of a job; most were created one after the other.
typedef struct SlotRun {
    size_t begin, end;
} SlotRun;

typedef struct SlotRuns {
    uint32_t count;
    SlotRun runs[RUNS_MOST];
} SlotRuns;

static void add_slot(SlotRuns *slots, size_t slot)
{
    for (uint32_t i = slots->count; i > 0; --i) {
        SlotRun *run = &slots->runs[i - 1];
        if (slot + GAP_MOST >= run->begin && slot < run->end + GAP_MOST) {
            run->begin = slot < run->begin ? slot : run->begin;
            run->end = slot + SAMPLE < run->end ? run->end : slot + SAMPLE;
            return;
        }
    }
    if (slots->count < RUNS_MOST) {
        slots->runs[slots->count++] = (SlotRun){slot, slot + SAMPLE};
    }
}

static void add_range(Prefetch3 *ahead, const void *items, size_t item_bytes, SlotRun run)
{
    if (ahead->count < PREFETCH_RANGES) {
        const uintptr_t first = (uintptr_t)items;
        ahead->ranges[ahead->count++] =
            (AddressRange3){(first + run.begin * item_bytes) / PREFETCH_LINE * PREFETCH_LINE,
                            first + run.end * item_bytes};
    }
}

#define add_items(ahead, array, run) add_range(ahead, (array).items, sizeof *(array).items, run)

static void add_contacts(Prefetch3 *ahead, const Space3 *space, const Topology *topology,
                         int32_t batch)
{
    SlotRuns manifolds = {.count = 0};
    const ConstraintGraph *graph = &topology->graph;
    for (int32_t color = tum_graph_next_color(graph, batch, -1); color >= 0;
         color = tum_graph_next_color(graph, batch, color)) {
        const GraphColor *of = &graph->colors.items[color];
        for (size_t i = 0; i < of->constraints.count; i += SAMPLE) {
            add_slot(&manifolds, (size_t)of->constraints.items[i]);
        }
        add_items(ahead, space->solver.blocks.items[color],
                  ((SlotRun){0, topology_block_count(topology, color)}));
    }
    for (uint32_t i = 0; i < manifolds.count; ++i) {
        add_items(ahead, space->contacts.anchors, manifolds.runs[i]);
    }
}

static void add_bodies(Prefetch3 *ahead, const Space3 *space, const Sim *sim, const SolveJob *unit)
{
    SlotRuns bodies = {.count = 0};
    for (uint32_t i = unit->begin; i < unit->end; i += SAMPLE) {
        add_slot(&bodies, (size_t)sim->solver_bodies.items[i]);
    }
    for (uint32_t i = 0; i < bodies.count; ++i) {
        add_items(ahead, space->bodies.states, bodies.runs[i]);
        add_items(ahead, space->bodies.masses, bodies.runs[i]);
        add_items(ahead, sim->topology.bodies, bodies.runs[i]);
        add_items(ahead, space->bodies.places, bodies.runs[i]);
    }
}

// Contacts come first, because the hardware prefetcher helps them least.
void tum_prefetch3_list(Prefetch3 *ahead, const Space3 *space, const Sim *sim, const SolveJob *unit)
{
    ahead->now = ahead->count = 0;
    if (unit->batch != NO_BATCH) {
        add_contacts(ahead, space, &sim->topology, unit->batch);
    }
    add_bodies(ahead, space, sim, unit);
}

void tum_space3_prefetch(Space *opaque, const Sim *sim, const SolveJob *next, uint32_t worker)
{
    Space3 *space = (Space3 *)opaque;
    Prefetch3 *ahead = &space->solver.scratch[worker].ahead;
    if (next != NULL && sim->solver_bodies.count >= PREFETCH_LEAST) {
        tum_prefetch3_list(ahead, space, sim, next);
    } else {
        ahead->now = ahead->count = 0;
    }
}
