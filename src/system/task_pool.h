// SPDX-License-Identifier: MIT
/// task_pool.h: a pool of threads, for worlds whose caller has no task system.
///
/// The thread that calls run is worker 0 and takes part; the other workers are threads of the pool.
/// Workers take ranges from a counter, so the worker of a range varies between runs: results must
/// not depend on it. After a task workers wait awake for the next one, for half a millisecond, then
/// sleep.
///
/// Threads: one run at a time; a task must not run another one on the same pool.
#ifndef TUM_SYSTEM_TASK_POOL_H
#define TUM_SYSTEM_TASK_POOL_H

#include "base/alloc.h"

typedef struct TaskPool TaskPool;

/// @param threads    1 to TUM_MAX_THREADS, the caller's included; other numbers are clamped. The
///                   pool has fewer workers where the system creates no more threads.
/// @param allocator  NULL: malloc. Copied.
/// @return NULL when out of memory.
TaskPool *tum_task_pool_create(uint32_t threads, const TumAllocator *allocator);

/// Ends the threads and frees the pool. NULL is fine.
void tum_task_pool_destroy(TaskPool *pool);

/// The pool as a task system of base.h; valid as long as the pool.
TumTasks tum_task_pool_tasks(TaskPool *pool);

/// A task system of one worker that runs every task inline.
TumTasks tum_tasks_inline(void);

#endif
