// SPDX-License-Identifier: MIT
// task_pool.c: threads that share one task at a time.
//
// The ranges of a task are dealt out in shares, one for each worker, in order: a worker that
// takes part in many tasks over the same items finds its items still in its cache. A worker that
// has finished its own share helps with the next one.
//
// The caller never waits for a sleeping worker. The caller publishes a task, takes ranges itself,
// and at the end waits only for ranges taken by others. A step has hundreds of tasks of a few
// microseconds, so the transfers of cache lines between cores dominate the cost: a helper finds all
// its data in the line it waits on, takes ranges there, and reports once.
//
// A late helper must not take a range of a finished task. One atomic word therefore holds the
// number of the task and the ranges left of a share, and taking a range compares both:
//
//     bits 0 to 31   ranges left
//     bits 32 to 63  number of the task
#include "system/task_pool.h"

#include "base/assert.h"
#include "system/clock.h"
#include "system/thread.h"
#include "tumble/capacity.h"

/// [ns] A worker waits awake so long before it sleeps. Waking takes ten microseconds and more; the
/// time is longer than the single-threaded part of a step with thousands of bodies.
static const uint64_t WAIT_AWAKE_NS = 500000;

enum {
    PAUSES_AT_ONCE = 32, ///< Pauses between two readings of the clock.
    PAUSE_MAX = 1024     ///< Pauses before a waiting caller yields, some ten microseconds.
};

/// The work of one worker. The caller writes the share, `left` last; a helper that reads it
/// during the replacement takes no range.
typedef struct WorkerShare {
    _Alignas(64) _Atomic(uint64_t) left; ///< See the top of the file.
    _Atomic(TumTaskFunction *) function;
    _Atomic(void *) context;
    _Atomic(uint32_t) item_count, range, range_count;
    _Atomic(uint32_t) participants; ///< Workers that have a share.
} WorkerShare;

_Static_assert(sizeof(WorkerShare) == 64, "one cache line");

typedef struct Task {
    TumTaskFunction *function;
    void *context;
    uint32_t item_count, range, range_count, participants;
    uint32_t number;
} Task;

typedef struct Worker {
    TaskPool *pool;
    uint32_t index;
    bool is_asleep; ///< Guarded by the pool's mutex.
    Condition wake;
    Thread thread;
} Worker;

struct TaskPool {
    TumAllocator allocator;
    uint32_t worker_count;
    bool waits_awake; ///< False with more workers than processors: a waiting worker would only hold
                      ///< up the others.
    uint32_t number;  ///< Number of the last task.

    WorkerShare shares[TUM_MAX_THREADS];
    _Alignas(64) _Atomic(uint32_t) done; ///< Ranges done by helpers since the pool exists; wraps
                                         ///< around.
    _Alignas(64) _Atomic(uint32_t) sleepers;
    _Atomic(bool) is_ending;
    Mutex mutex; ///< Held to sleep and to wake.
    Worker workers[TUM_MAX_THREADS];
};

static uint64_t ranges_left(uint32_t number, uint32_t left)
{
    return (uint64_t)number << 32 | left;
}

static uint32_t number_of(uint64_t left)
{
    return (uint32_t)(left >> 32);
}

// First range of a participant's share; for the index after the last participant, the end of all
// ranges.
static uint32_t share_begin(const Task *task, uint32_t participant)
{
    return (uint32_t)((uint64_t)task->range_count * participant / task->participants);
}

// @return the ranges that were left of the share; 0: none, or another task has begun.
static uint32_t take_range(WorkerShare *share, uint32_t number)
{
    uint64_t left = atomic_load_explicit(&share->left, memory_order_relaxed);
    do {
        if (number_of(left) != number || (uint32_t)left == 0) {
            return 0;
        }
    } while (!atomic_compare_exchange_weak_explicit(&share->left, &left, left - 1,
                                                    memory_order_acquire, memory_order_relaxed));
    return (uint32_t)left;
}

static uint32_t take_share(TaskPool *pool, const Task *task, uint32_t participant, uint32_t worker)
{
    const uint32_t end = share_begin(task, participant + 1);
    uint32_t count = 0;
    for (uint32_t left = 0; (left = take_range(&pool->shares[participant], task->number)) > 0;
         ++count) {
        const uint32_t first = (end - left) * task->range;
        const uint32_t items = task->item_count - first;
        task->function(task->context, first, first + (items < task->range ? items : task->range),
                       worker);
    }
    return count;
}

static uint32_t take_from_others(TaskPool *pool, const Task *task, uint32_t worker)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < task->participants; ++i) {
        count += take_share(pool, task, (worker + i) % task->participants, worker);
    }
    return count;
}

static void publish(WorkerShare *share, const Task *task, uint32_t left)
{
    atomic_store_explicit(&share->function, task->function, memory_order_relaxed);
    atomic_store_explicit(&share->context, task->context, memory_order_relaxed);
    atomic_store_explicit(&share->item_count, task->item_count, memory_order_relaxed);
    atomic_store_explicit(&share->range, task->range, memory_order_relaxed);
    atomic_store_explicit(&share->range_count, task->range_count, memory_order_relaxed);
    atomic_store_explicit(&share->participants, task->participants, memory_order_relaxed);
    atomic_store_explicit(&share->left, ranges_left(task->number, left), memory_order_release);
}

// The values read here are valid if a range can be taken afterwards: while a range is left, the
// caller does not replace the task.
static Task read_task(const WorkerShare *share, uint32_t number)
{
    return (Task){
        .function = atomic_load_explicit(&share->function, memory_order_relaxed),
        .context = atomic_load_explicit(&share->context, memory_order_relaxed),
        .item_count = atomic_load_explicit(&share->item_count, memory_order_relaxed),
        .range = atomic_load_explicit(&share->range, memory_order_relaxed),
        .range_count = atomic_load_explicit(&share->range_count, memory_order_relaxed),
        .participants = atomic_load_explicit(&share->participants, memory_order_relaxed),
        .number = number,
    };
}

static uint32_t number_here(const WorkerShare *share)
{
    return number_of(atomic_load_explicit(&share->left, memory_order_acquire));
}

// @return true when a new task was published.
static bool wait_awake(const WorkerShare *share, uint32_t last_number)
{
    const uint64_t start_ns = tum_clock_nanoseconds();
    do {
        for (int i = 0; i < PAUSES_AT_ONCE; ++i) {
            if (number_here(share) != last_number) {
                return true;
            }
            thread_pause();
        }
    } while (tum_clock_nanoseconds() - start_ns < WAIT_AWAKE_NS);
    return false;
}

// The worker counts itself as asleep first and looks for a task second. The caller publishes first,
// then reads and rewrites the count. One of the two comes later and sees the other's write.
static void wait_asleep(Worker *worker, const WorkerShare *share, uint32_t last_number)
{
    TaskPool *pool = worker->pool;
    tum_mutex_lock(&pool->mutex);
    worker->is_asleep = true;
    atomic_fetch_add_explicit(&pool->sleepers, 1, memory_order_acq_rel);
    while (number_here(share) == last_number) {
        tum_condition_wait(&worker->wake, &pool->mutex);
    }
    atomic_fetch_sub_explicit(&pool->sleepers, 1, memory_order_acq_rel);
    worker->is_asleep = false;
    tum_mutex_unlock(&pool->mutex);
}

// The caller waits for this count once no range is left.
static void report(TaskPool *pool, uint32_t count)
{
    if (count > 0) {
        atomic_fetch_add_explicit(&pool->done, count, memory_order_release);
    }
}

static void run_worker(void *context)
{
    Worker *worker = context;
    TaskPool *pool = worker->pool;
    const WorkerShare *share = &pool->shares[worker->index];
    uint32_t number = 0; // the first task has number 1
    for (;;) {
        if (!pool->waits_awake || !wait_awake(share, number)) {
            wait_asleep(worker, share, number);
        }
        number = number_here(share);
        if (atomic_load_explicit(&pool->is_ending, memory_order_relaxed)) {
            return;
        }
        const Task task = read_task(share, number);
        report(pool, take_share(pool, &task, worker->index, worker->index));
        report(pool, take_from_others(pool, &task, worker->index));
    }
}

// Wakes the sleeping ones among the first `count` workers.
static void wake_workers(TaskPool *pool, uint32_t count)
{
    if (atomic_fetch_add_explicit(&pool->sleepers, 0, memory_order_acq_rel) == 0) {
        return;
    }
    tum_mutex_lock(&pool->mutex);
    for (uint32_t i = 1; i < count; ++i) {
        if (pool->workers[i].is_asleep) {
            tum_condition_wake(&pool->workers[i].wake);
        }
    }
    tum_mutex_unlock(&pool->mutex);
}

static void run(void *user, TumTaskFunction *function, void *context, uint32_t item_count,
                uint32_t range)
{
    TaskPool *pool = user;
    range = range == 0 ? 1 : range;
    if (item_count <= range || pool->worker_count == 1) {
        if (item_count > 0) {
            function(context, 0, item_count, 0);
        }
        return;
    }
    const uint32_t range_count = (item_count - 1) / range + 1;
    const Task task = {
        .function = function,
        .context = context,
        .item_count = item_count,
        .range = range,
        .range_count = range_count,
        .participants = range_count < pool->worker_count ? range_count : pool->worker_count,
        .number = ++pool->number,
    };
    const uint32_t done_before = atomic_load_explicit(&pool->done, memory_order_relaxed);
    // The caller takes the first range without an atomic operation: its writes travel to the
    // helpers while it works on that range.
    for (uint32_t i = task.participants; i-- > 0;) {
        const uint32_t count = share_begin(&task, i + 1) - share_begin(&task, i);
        publish(&pool->shares[i], &task, i > 0 ? count : count - 1);
    }
    function(context, 0, range, 0);
    wake_workers(pool, task.participants);
    const uint32_t own = 1 + take_share(pool, &task, 0, 0);
    const uint32_t helped = range_count - own - take_from_others(pool, &task, 0);
    for (uint32_t i = 0;
         atomic_load_explicit(&pool->done, memory_order_acquire) - done_before != helped; ++i) {
        if (pool->waits_awake && i < PAUSE_MAX) {
            thread_pause();
        } else {
            tum_thread_yield();
        }
    }
}

TaskPool *tum_task_pool_create(uint32_t threads, const TumAllocator *allocator)
{
    TaskPool *pool = tum_allocate_zeroed(allocator, 1, sizeof *pool);
    if (pool == NULL) {
        return NULL;
    }
    threads = threads < 1 ? 1 : threads > TUM_MAX_THREADS ? TUM_MAX_THREADS : threads;
    pool->allocator = tum_allocator_or_default(allocator);
    pool->waits_awake = threads <= tum_thread_hardware_count();
    pool->worker_count = 1;
    for (uint32_t i = 0; i < TUM_MAX_THREADS; ++i) {
        atomic_init(&pool->shares[i].left, 0);
    }
    atomic_init(&pool->done, 0);
    atomic_init(&pool->sleepers, 0);
    atomic_init(&pool->is_ending, false);
    if (!tum_mutex_init(&pool->mutex)) {
        tum_release(&pool->allocator, pool, sizeof *pool);
        return NULL;
    }
    for (uint32_t i = 1; i < threads; ++i) {
        Worker *worker = &pool->workers[i];
        worker->pool = pool;
        worker->index = i;
        if (!tum_condition_init(&worker->wake)) {
            break;
        }
        if (!tum_thread_create(&worker->thread, run_worker, worker)) {
            tum_condition_clear(&worker->wake);
            break;
        }
        pool->worker_count = i + 1;
    }
    return pool;
}

void tum_task_pool_destroy(TaskPool *pool)
{
    if (pool == NULL) {
        return;
    }
    atomic_store_explicit(&pool->is_ending, true, memory_order_relaxed);
    for (uint32_t i = 1; i < pool->worker_count; ++i) {
        atomic_store_explicit(&pool->shares[i].left, ranges_left(pool->number + 1, 0),
                              memory_order_release);
    }
    wake_workers(pool, pool->worker_count);
    for (uint32_t i = 1; i < pool->worker_count; ++i) {
        tum_thread_join(&pool->workers[i].thread);
        tum_condition_clear(&pool->workers[i].wake);
    }
    tum_mutex_clear(&pool->mutex);
    const TumAllocator allocator = pool->allocator;
    tum_release(&allocator, pool, sizeof *pool);
}

TumTasks tum_task_pool_tasks(TaskPool *pool)
{
    return (TumTasks){run, pool->worker_count, pool};
}

static void run_inline(void *user, TumTaskFunction *function, void *context, uint32_t item_count,
                       uint32_t range)
{
    (void)user;
    (void)range;
    if (item_count > 0) {
        function(context, 0, item_count, 0);
    }
}

TumTasks tum_tasks_inline(void)
{
    return (TumTasks){run_inline, 1, NULL};
}
