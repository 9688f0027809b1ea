// SPDX-License-Identifier: MIT
// begin.c: creation and release of a simulation.
#include "schedule/sim.h"

#include "schedule/load.h"
#include "schedule/space.h"

TumStatus tum_sim_init(Sim *sim, const TumAllocator *allocator, TumTasks tasks,
                       const SpatialKernels *kernels, const SpaceOps *ops, Space *space)
{
    *sim = (Sim){.ops = ops};
    const TumStatus status =
        tum_topology_init(&sim->topology, allocator, tasks, kernels, &ops->life, space);
    const Topology *topology = &sim->topology;
    sim->loads =
        tum_allocate_zeroed(&topology->allocator, topology->tasks.worker_count, sizeof *sim->loads);
    return status == TUM_OK && sim->loads == NULL ? TUM_ERROR_MEMORY : status;
}

static void clear_loads(Sim *sim)
{
    const TumAllocator *allocator = &sim->topology.allocator;
    const uint32_t workers = sim->topology.tasks.worker_count;
    for (uint32_t i = 0; sim->loads != NULL && i < workers; ++i) {
        tum_load_free(&sim->loads[i], allocator);
    }
    tum_release(allocator, sim->loads, workers * sizeof *sim->loads);
    sim->loads = NULL;
}

void tum_sim_clear(Sim *sim)
{
    const TumAllocator *allocator = &sim->topology.allocator;
    array_free(&sim->solver_bodies, allocator);
    array_free(&sim->solver_index, allocator);
    array_free(&sim->shared_bodies, allocator);
    array_free(&sim->solver_batches, allocator);
    array_free(&sim->kinematic, allocator);
    array_free(&sim->jobs, allocator);
    array_free(&sim->arrivals, allocator);
    array_free(&sim->progress, allocator);
    array_free(&sim->changes, allocator);
    array_free(&sim->stale, allocator);
    array_free(&sim->changed, allocator);
    array_free(&sim->parted, allocator);
    clear_loads(sim);
    tum_topology_clear(&sim->topology);
}
