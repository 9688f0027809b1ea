// SPDX-License-Identifier: MIT
// solver_bodies.c: lists the awake bodies in the order in which they are solved, and the jobs.
//
// The order is made by a counting sort over batches: shared bodies without a subdomain, of these
// first the bodies that move with joints, then subdomain by subdomain, then job by job. Within a
// batch the order of the awake list is kept. Bodies at the cut come first in their subdomain, so
// that a cache line that another worker fetches holds bodies it will need. The list stays valid as
// long as no body enters or leaves a batch.
#include <stddef.h>

#include "base/assert.h"
#include "base/sort.h"
#include "schedule/sim.h"
#include "schedule/space.h"

enum { FREE_AT_ONCE = 128 }; // touching nothing, in one job

// Batch that solves a body: the shared batch, the batch of its tree node, its own batch, or
// NO_BATCH if it touches nothing.
static int32_t solver_batch(const Sim *sim, int32_t body)
{
    if (topology_keeps_to_shared(&sim->topology.bodies.items[body])) {
        return BATCH_SHARED;
    }
    const int32_t batch = graph_batch_of_body(&sim->topology.graph, body);
    return batch == BATCH_SHARED
               ? graph_batch_of_node(&sim->topology.graph,
                                     sim->topology.graph.bodies.items[body].subdomain)
               : batch;
}

static bool add_job(Sim *sim, int32_t batch, uint32_t begin, uint32_t end)
{
    SolveJob *job = array_push(&sim->jobs, &sim->topology.allocator);
    if (job == NULL) {
        return false;
    }
    *job = (SolveJob){batch, begin, end};
    return true;
}

static bool moves_with_joints(const Sim *sim, int32_t body)
{
    return sim->topology.life->moves_with_joints != NULL &&
           sim->topology.life->moves_with_joints(sim->topology.space, &sim->topology, body);
}

// True when a body of a subdomain also has constraints in an ancestor.
static bool is_at_cut(const Sim *sim, int32_t body, int32_t batch)
{
    if (!sim->topology.graph.batches.items[batch].is_shared) {
        return false;
    }
    const GraphBody *entry = &sim->topology.graph.bodies.items[body];
    return entry->top != entry->subdomain;
}

// True for the bodies that come first in the range of their batch: in a subdomain bodies at the
// cut, in the shared batch bodies that move with joints.
static bool is_first(const Sim *sim, int32_t body, int32_t batch)
{
    return batch == BATCH_SHARED ? moves_with_joints(sim, body) : is_at_cut(sim, body, batch);
}

// @param next  the first free index of solver_bodies; receives the next one.
static void list_batch(GraphBatch *batch, uint32_t *next)
{
    const uint32_t first = batch->inner, count = batch->next;
    batch->begin = batch->inner = *next;
    batch->next = *next + first;
    *next += count;
}

static uint32_t take_index(const Sim *sim, int32_t body, int32_t batch)
{
    GraphBatch *of = &sim->topology.graph.batches.items[batch];
    return is_first(sim, body, batch) ? of->inner++ : of->next++;
}

static bool reserve_solver_bodies(Sim *sim, size_t count)
{
    return array_reserve(&sim->solver_bodies, count, &sim->topology.allocator) &&
           array_reserve(&sim->shared_bodies, count, &sim->topology.allocator) &&
           array_reserve(&sim->solver_batches, count, &sim->topology.allocator) &&
           array_reserve(&sim->kinematic, count, &sim->topology.allocator) &&
           array_reserve(&sim->solver_index, sim->topology.bodies.count, &sim->topology.allocator);
}

// Finds the batch of each awake body, and counts the bodies of each batch.
static void count_solver_bodies(Sim *sim)
{
    GraphBatch *batches = sim->topology.graph.batches.items;
    for (size_t i = 0; i < sim->topology.graph.batches.count; ++i) {
        batches[i].begin = batches[i].next = batches[i].inner = 0;
        batches[i].slots = 0;
    }
    sim->kinematic.count = 0;
    for (size_t i = 0; i < sim->topology.awake.count; ++i) {
        const int32_t body = sim->topology.awake.items[i], batch = solver_batch(sim, body);
        sim->solver_batches.items[i] = batch;
        if (batch != NO_BATCH) {
            ++batches[batch].next;
            batches[batch].slots += (uint64_t)body;
            batches[batch].inner += is_first(sim, body, batch);
        }
        if (!topology_is_movable(&sim->topology, body)) {
            sim->kinematic.items[sim->kinematic.count++] = body;
        }
    }
}

// Lists batches that one worker solves in topology->found, sorted by the mean slot of their bodies:
// other stages also assign ranges to workers from the first slot on.
static bool order_batches(Sim *sim)
{
    const GraphBatch *batches = sim->topology.graph.batches.items;
    const size_t count = sim->topology.graph.batches.count;
    sim->topology.found.count = 0;
    if (!array_reserve(&sim->topology.found, count, &sim->topology.allocator) ||
        !array_reserve(&sim->topology.sorted, count, &sim->topology.allocator)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!batches[i].is_shared && batches[i].next > 0) {
            sim->topology.found.items[sim->topology.found.count++] =
                (FoundPair){(uint32_t)(batches[i].slots / batches[i].next), (uint32_t)i};
        }
    }
    tum_sort_items(sim->topology.found.items, sim->topology.found.count,
                   sizeof *sim->topology.found.items, offsetof(FoundPair, low),
                   sim->topology.sorted.items);
    return true;
}

// Assigns a range of solver_bodies to each batch, and lists the jobs.
// @param next  receives the beginning of bodies without a batch.
static bool list_batches(Sim *sim, uint32_t *next)
{
    GraphBatch *batches = sim->topology.graph.batches.items;
    sim->jobs.count = 0;
    *next = 0;
    sim->joined_count = batches[BATCH_SHARED].inner;
    list_batch(&batches[BATCH_SHARED], next);
    sim->separator_count = *next;
    for (int32_t i = 0; i < (int32_t)sim->topology.graph.nodes.count; ++i) {
        list_batch(&batches[sim->topology.graph.nodes.items[i]], next);
    }
    sim->shared_count = *next;
    for (size_t i = 0; i < sim->topology.found.count; ++i) {
        const int32_t batch = (int32_t)sim->topology.found.items[i].high;
        list_batch(&batches[batch], next);
        if (!add_job(sim, batch, batches[batch].begin, *next)) {
            return false;
        }
    }
    const uint32_t count = (uint32_t)sim->topology.awake.count;
    for (uint32_t begin = *next, end; begin < count; begin = end) {
        end = count - begin < FREE_AT_ONCE ? count : begin + FREE_AT_ONCE;
        if (!add_job(sim, NO_BATCH, begin, end)) {
            return false;
        }
    }
    return true;
}

static void place_solver_bodies(Sim *sim, uint32_t next_free)
{
    sim->solver_bodies.count = sim->topology.awake.count;
    sim->shared_bodies.count = 0;
    for (size_t i = 0; i < sim->topology.awake.count; ++i) {
        const int32_t body = sim->topology.awake.items[i], batch = sim->solver_batches.items[i];
        const uint32_t index = batch == NO_BATCH ? next_free++ : take_index(sim, body, batch);
        sim->solver_bodies.items[index] = body;
        sim->solver_index.items[body] = index;
        if (index < sim->shared_count) {
            sim->shared_bodies.items[sim->shared_bodies.count++] = body;
        }
    }
}

static void measure_kinematic(Sim *sim)
{
    sim->kinematic_speed = 0.0f;
    for (size_t i = 0; i < sim->kinematic.count; ++i) {
        const float max_point_speed =
            sim->topology.life->max_point_speed(sim->topology.space, sim->kinematic.items[i]);
        sim->kinematic_speed =
            max_point_speed > sim->kinematic_speed ? max_point_speed : sim->kinematic_speed;
    }
}

// Lists solver bodies and jobs again if the awake list or the graph has changed.
bool tum_sim_list_solver_bodies(Sim *sim)
{
    if (!sim->topology.awake_is_listed || sim->topology.graph.bodies_changed) {
        uint32_t next_free;
        sim->topology.awake_is_listed = false;
        if (!reserve_solver_bodies(sim, sim->topology.awake.count)) {
            return false;
        }
        count_solver_bodies(sim);
        if (!order_batches(sim) || !list_batches(sim, &next_free) ||
            (sim->shared_count > 0 && !tum_topology_reserve_weights(&sim->topology))) {
            return false;
        }
        place_solver_bodies(sim, next_free);
        sim->topology.awake_is_listed = true;
        sim->topology.graph.bodies_changed = false;
    }
    measure_kinematic(sim);
    TUM_VALIDATE(tum_topology_batches_are_valid(&sim->topology) &&
                 tum_sim_solver_bodies_are_valid(sim));
    return true;
}

// Checks that each awake body has an index of its own in the range of its batch, before or after
// the `inner` bound as it should, and that the ranges hold no other body.
bool tum_sim_solver_bodies_are_valid(const Sim *sim)
{
    const GraphBatch *batches = sim->topology.graph.batches.items;
    size_t placed = 0;
    for (size_t i = 0; i < sim->topology.awake.count; ++i) {
        const int32_t body = sim->topology.awake.items[i], batch = solver_batch(sim, body);
        const uint32_t index = sim->solver_index.items[body];
        if (index >= sim->topology.awake.count || sim->solver_bodies.items[index] != body ||
            (batch != NO_BATCH && (index < batches[batch].begin || index >= batches[batch].next ||
                                   (index < batches[batch].inner) != is_first(sim, body, batch)))) {
            return false;
        }
        placed += batch != NO_BATCH;
    }
    for (size_t i = 0; i < sim->topology.graph.batches.count; ++i) {
        placed -= batches[i].next - batches[i].begin;
    }
    return placed == 0;
}
