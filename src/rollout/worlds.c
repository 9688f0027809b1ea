// SPDX-License-Identifier: MIT
// worlds.c: steps and reads many worlds over one task system.
#include "tumble/worlds.h"

#include "system/task_pool.h"
#include "system/thread.h"
#include "tumble/capacity.h"
#include "world/world_data.h"

// TumWorkers is the pool of system/, under a public name.
TumWorkers *tum_workers_create(uint32_t threads, const TumAllocator *allocator)
{
    const uint32_t count = threads != 0 ? threads : tum_thread_hardware_count();
    return (TumWorkers *)tum_task_pool_create(count, allocator);
}

void tum_workers_destroy(TumWorkers *workers)
{
    tum_task_pool_destroy((TaskPool *)workers);
}

TumTasks tum_workers_tasks(TumWorkers *workers)
{
    return tum_task_pool_tasks((TaskPool *)workers);
}

typedef struct StepJob {
    TumWorld *const *worlds;
    float seconds;
    uint32_t steps;
} StepJob;

static void step_worlds(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const StepJob *job = context;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        TumStatus status = TUM_OK;
        for (uint32_t step = 0; step < job->steps && status == TUM_OK; ++step) {
            status = tum_world_step(job->worlds[i], job->seconds);
        }
        job->worlds[i]->rollout_status = status;
    }
}

// A task system runs one task at a time, and a world's own tasks would be tasks within a task.
static bool is_same_system(const TumTasks *tasks, const TumTasks *other)
{
    return tasks->worker_count > 1 && tasks->run == other->run && tasks->user == other->user;
}

static bool is_usable(const TumWorld *world, int dimension, const TumTasks *tasks)
{
    return world != NULL && !world->is_in_rollout &&
           (dimension == 0 || world->dimension == dimension) &&
           !is_same_system(tasks, &world->sim.topology.tasks);
}

static void release_worlds(TumWorld *const *worlds, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        worlds[i]->is_in_rollout = false;
    }
}

// Marks the worlds of a call, by which a world that comes twice is found without memory.
//
// @param dimension  0: any.
// @return false where a world is not usable: then none is marked.
static bool claim_worlds(TumWorld *const *worlds, size_t count, int dimension,
                         const TumTasks *tasks)
{
    for (size_t i = 0; i < count; ++i) {
        if (!is_usable(worlds[i], dimension, tasks)) {
            release_worlds(worlds, i);
            return false;
        }
        worlds[i]->is_in_rollout = true;
    }
    return true;
}

// The task system of a call. @return false where it has no valid number of workers.
static bool find_tasks(const TumTasks *wanted, TumTasks *tasks)
{
    *tasks = wanted == NULL || wanted->run == NULL ? tum_tasks_inline() : *wanted;
    return tasks->worker_count >= 1 && tasks->worker_count <= TUM_MAX_THREADS;
}

TumStatus tum_worlds_step(TumWorld *const *worlds, size_t count, float seconds, uint32_t steps,
                          const TumTasks *tasks, TumStatus *statuses)
{
    TumTasks system;
    if (count > UINT32_MAX || !(seconds >= TUM_MIN_STEP_SECONDS) ||
        !(seconds <= TUM_MAX_STEP_SECONDS) || !find_tasks(tasks, &system) ||
        !claim_worlds(worlds, count, 0, &system)) {
        return TUM_ERROR_ARGUMENT;
    }
    StepJob job = {worlds, seconds, steps};
    system.run(system.user, step_worlds, &job, (uint32_t)count, 1);
    release_worlds(worlds, count);

    TumStatus first = TUM_OK;
    for (size_t i = 0; i < count; ++i) {
        const TumStatus status = worlds[i]->rollout_status;
        first = first != TUM_OK ? first : status;
        if (statuses != NULL) {
            statuses[i] = status;
        }
    }
    return first;
}

typedef struct ReadJob3 {
    TumWorld *const *worlds;
    const TumBodyArrays3 *arrays;
} ReadJob3;

typedef struct ReadJob4 {
    TumWorld *const *worlds;
    const TumBodyArrays4 *arrays;
} ReadJob4;

// The items of a world in an array, which may be NULL.
#define ITEMS_OF(array, first) ((array) != NULL ? (array) + (first) : NULL)

static void read_worlds3(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const ReadJob3 *job = context;
    const TumBodyArrays3 *all = job->arrays;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        const size_t first = i * all->capacity;
        const TumBodyArrays3 own = {
            all->capacity, ITEMS_OF(all->positions, first), ITEMS_OF(all->rotations, first),
            ITEMS_OF(all->linear_velocities, first), ITEMS_OF(all->angular_velocities, first)};
        tum_world_read_bodies3(job->worlds[i], &own);
    }
}

static void read_worlds4(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const ReadJob4 *job = context;
    const TumBodyArrays4 *all = job->arrays;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        const size_t first = i * all->capacity;
        const TumBodyArrays4 own = {
            all->capacity, ITEMS_OF(all->positions, first), ITEMS_OF(all->rotations, first),
            ITEMS_OF(all->linear_velocities, first), ITEMS_OF(all->angular_velocities, first)};
        tum_world_read_bodies4(job->worlds[i], &own);
    }
}

// Runs a task over worlds of a dimension.
static TumStatus run_over(TumWorld *const *worlds, size_t count, int dimension,
                          const TumTasks *tasks, TumTaskFunction *function, void *job)
{
    enum { WORLDS_AT_ONCE = 8 }; // some hundred bodies, several microseconds
    TumTasks system;
    if (count > UINT32_MAX || !find_tasks(tasks, &system) ||
        !claim_worlds(worlds, count, dimension, &system)) {
        return TUM_ERROR_ARGUMENT;
    }
    system.run(system.user, function, job, (uint32_t)count, WORLDS_AT_ONCE);
    release_worlds(worlds, count);
    return TUM_OK;
}

TumStatus tum_worlds_read_bodies3(TumWorld *const *worlds, size_t count,
                                  const TumBodyArrays3 *arrays, const TumTasks *tasks)
{
    ReadJob3 job = {worlds, arrays};
    return run_over(worlds, count, 3, tasks, read_worlds3, &job);
}

TumStatus tum_worlds_read_bodies4(TumWorld *const *worlds, size_t count,
                                  const TumBodyArrays4 *arrays, const TumTasks *tasks)
{
    ReadJob4 job = {worlds, arrays};
    return run_over(worlds, count, 4, tasks, read_worlds4, &job);
}
