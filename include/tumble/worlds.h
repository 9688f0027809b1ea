// SPDX-License-Identifier: MIT
/// worlds.h: many worlds that step side by side, one worker each: rollouts for search, training and
/// sensitivity.
///
///     TumWorkers *workers = tum_workers_create(2, NULL);
///     const TumTasks tasks = tum_workers_tasks(workers);
///     for (int i = 0; i < 600; ++i) {
///         tum_worlds_step(worlds, 1024, 1.0f / 60.0f, 1, &tasks, NULL);
///         tum_worlds_read_bodies3(worlds, 1024, &arrays, &tasks);
///     }
///     tum_workers_destroy(workers);
///
/// Copies of one scene are made by tum_world_create, with TumWorldDef.threads = 1, and put into a
/// common state by tum_checkpoint_read. Each world has the same bits as it has alone, however the
/// worlds are shared out.
///
/// Threads: the worlds of a call belong to the call until its return. Workers run one call at a
/// time.
#ifndef TUMBLE_WORLDS_H
#define TUMBLE_WORLDS_H

#include "tumble/base.h"
#include "tumble/world.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Workers: threads that wait for tasks. Opaque; made by tum_workers_create, freed by
/// tum_workers_destroy.
typedef struct TumWorkers TumWorkers;

/// Starts workers. The thread that calls is one of them, so `threads` - 1 threads are created;
/// fewer where the system creates no more.
///
/// @param threads  1 to TUM_MAX_THREADS; 0: one for each processor.
/// @param allocator  NULL or all zero: malloc and free. Copied.
/// @return the workers; free them with tum_workers_destroy. NULL when out of memory.
TUM_API TumWorkers *tum_workers_create(uint32_t threads, const TumAllocator *allocator);

/// Ends the threads and frees the workers. NULL is fine.
TUM_API void tum_workers_destroy(TumWorkers *workers);

/// Workers as a task system: for the functions below, or for TumWorldDef.tasks of worlds that step
/// one after the other.
///
/// @return the task system, usable until tum_workers_destroy.
TUM_API TumTasks tum_workers_tasks(TumWorkers *workers);

/// Moves each world forward by a number of steps of the same length. A world takes all its steps on
/// one worker. A world that fails stops; the others go on. Nothing is allocated besides what the
/// worlds allocate.
///
/// @param worlds  [count] of any dimensions, no world twice.
/// @param count  number of worlds.
/// @param seconds  [s] length of each step, as for tum_world_step.
/// @param steps  number of steps of each world; 0 moves none.
/// @param tasks  NULL or all zero: the calling thread alone. Not the task system of one of the
///               worlds. Borrowed until the return.
/// @param statuses  [count] receives the status of the last step of each world; may be NULL.
/// @return TUM_OK; TUM_ERROR_ARGUMENT (a world is NULL or comes twice, a length out of range, or a
///         task system that is one of a world's: no world has moved), or the status of the first
///         world that failed, as tum_world_step answers it.
TUM_API TumStatus tum_worlds_step(TumWorld *const *worlds, size_t count, float seconds,
                                  uint32_t steps, const TumTasks *tasks, TumStatus *statuses);

/// Reads poses and velocities of the bodies of many worlds at once, as tum_world_read_bodies3 reads
/// those of one. World i begins at item i * arrays->capacity of each array; items beyond the bodies
/// of a world stay as they are.
///
/// @param worlds  [count] of three dimensions, no world twice.
/// @param count  number of worlds.
/// @param arrays  `capacity` is that of each world: arrays have [count * capacity] items.
/// @param tasks  as for tum_worlds_step.
/// @return TUM_OK, or TUM_ERROR_ARGUMENT (a world is NULL, comes twice or has another dimension, or
///         a task system that is one of a world's: nothing is read).
TUM_API TumStatus tum_worlds_read_bodies3(TumWorld *const *worlds, size_t count,
                                          const TumBodyArrays3 *arrays, const TumTasks *tasks);

/// Reads poses and velocities of the bodies of many worlds of four dimensions at once, as
/// tum_worlds_read_bodies3 reads those of three.
///
/// @param worlds  [count] of four dimensions, no world twice.
/// @param count  number of worlds.
/// @param arrays  `capacity` is that of each world: arrays have [count * capacity] items.
/// @param tasks  as for tum_worlds_step.
/// @return as tum_worlds_read_bodies3.
TUM_API TumStatus tum_worlds_read_bodies4(TumWorld *const *worlds, size_t count,
                                          const TumBodyArrays4 *arrays, const TumTasks *tasks);

#ifdef __cplusplus
}
#endif

#endif
