// SPDX-License-Identifier: MIT
// Workers that share one task at a time.
//
// Ranges are dealt out in stretches, one a worker, in their order: who takes part in many tasks
// over the same things meets the same things again, still in its cache. Who is done with its own
// stretch helps with the next one.
//
// The caller never waits for a sleeping worker: it publishes a task, takes ranges itself, and at
// the end waits only for those who came to help. So that a latecomer never reads a task that is
// being replaced, helpers sign in and out of one atomic word, and only while the task is open:
//
//     bits 0 to 7    helpers signed in
//     bit 8          open: a task is there, and helpers may sign in
//     bit 9          the pool ends
//     bits 10 to 31  number of the task, so that nobody helps with the same one twice
#include "system/task_pool.h"

#include "base/assert.h"
#include "system/thread.h"
#include "tumble/capacity.h"

#define HELPERS 0xffu
#define OPEN 0x100u
#define ENDING 0x200u
#define NUMBER_STEP 0x400u
#define NUMBER (~(NUMBER_STEP - 1))

/// Pauses before a worker sleeps, some ten microseconds, and before a waiting caller yields.
enum { PAUSE_MAX = 256 };

typedef struct Worker {
    TaskPool *pool;
    uint32_t index;
    Thread thread;
} Worker;

/// Ranges that a worker takes first.
typedef struct Stretch {
    _Alignas(64) _Atomic(uint64_t) next;
} Stretch;

struct TaskPool {
    TumAllocator allocator;
    uint32_t worker_count;
    uint32_t pauses; ///< 0 where there are more workers than processors: waiting awake would only
                     ///< keep others from working.

    // The task. Written while closed and without helpers, read by helpers that signed in.
    TumTaskFunction *function;
    void *context;
    uint32_t item_count, range;
    uint64_t range_count;

    Stretch stretches[TUM_MAX_THREADS];
    _Alignas(64) _Atomic(uint32_t) state;
    _Atomic(uint32_t) sleepers;
    Mutex mutex; ///< Held to sleep and to wake.
    Condition wake;
    Worker workers[TUM_MAX_THREADS];
};

// Where the stretch of a worker begins; that of the worker behind the last one: where all end.
static uint64_t stretch_begin(const TaskPool *pool, uint32_t worker)
{
    return pool->range_count * worker / pool->worker_count;
}

static void take_stretch(TaskPool *pool, uint32_t stretch, uint32_t worker)
{
    const uint64_t range_end = stretch_begin(pool, stretch + 1);
    for (;;) {
        const uint64_t range =
            atomic_fetch_add_explicit(&pool->stretches[stretch].next, 1, memory_order_relaxed);
        if (range >= range_end) {
            return;
        }
        const uint64_t begin = range * pool->range;
        const uint64_t left = pool->item_count - begin;
        const uint64_t end = begin + (left < pool->range ? left : pool->range);
        pool->function(pool->context, (uint32_t)begin, (uint32_t)end, worker);
    }
}

static void take_ranges(TaskPool *pool, uint32_t worker)
{
    for (uint32_t i = 0; i < pool->worker_count; ++i) {
        take_stretch(pool, (worker + i) % pool->worker_count, worker);
    }
}

static bool has_news(uint32_t state, uint32_t last_number)
{
    return (state & ENDING) != 0 || ((state & OPEN) != 0 && (state & NUMBER) != last_number);
}

// Returns the state once there is a task to help with, or the pool ends.
static uint32_t wait_for_news(TaskPool *pool, uint32_t last_number)
{
    for (uint32_t i = 0; i < pool->pauses; ++i) {
        const uint32_t state = atomic_load_explicit(&pool->state, memory_order_acquire);
        if (has_news(state, last_number)) {
            return state;
        }
        thread_pause();
    }
    tum_mutex_lock(&pool->mutex);
    // First count as asleep, then look; the caller first publishes, then counts. Sequential
    // consistency makes sure that one of the two sees the other.
    atomic_fetch_add(&pool->sleepers, 1);
    uint32_t state = atomic_load(&pool->state);
    while (!has_news(state, last_number)) {
        tum_condition_wait(&pool->wake, &pool->mutex);
        state = atomic_load(&pool->state);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
    tum_mutex_unlock(&pool->mutex);
    return state;
}

static void run_worker(void *context)
{
    const Worker *worker = context;
    TaskPool *pool = worker->pool;
    // The state starts with number 0, closed; the first task has number 1.
    uint32_t last_number = 0;
    for (;;) {
        uint32_t state = wait_for_news(pool, last_number);
        if ((state & ENDING) != 0) {
            return;
        }
        const uint32_t number = state & NUMBER;
        bool is_in = false;
        while (!is_in && (state & OPEN) != 0 && (state & NUMBER) == number) {
            is_in = atomic_compare_exchange_weak(&pool->state, &state, state + 1);
        }
        if (is_in) {
            take_ranges(pool, worker->index);
            atomic_fetch_sub_explicit(&pool->state, 1, memory_order_release);
        }
        last_number = number;
    }
}

// Wakes as many sleepers as there are ranges for them.
static void wake_helpers(TaskPool *pool)
{
    const uint32_t sleepers = atomic_load(&pool->sleepers);
    if (sleepers == 0) {
        return;
    }
    const uint64_t useful = pool->range_count - 1;
    tum_mutex_lock(&pool->mutex);
    if (sleepers <= useful) {
        tum_condition_wake_all(&pool->wake);
    } else {
        for (uint64_t i = 0; i < useful; ++i) {
            tum_condition_wake_one(&pool->wake);
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
    uint32_t state = atomic_load_explicit(&pool->state, memory_order_acquire);
    TUM_ASSERT((state & (OPEN | HELPERS)) == 0);
    pool->function = function;
    pool->context = context;
    pool->item_count = item_count;
    pool->range = range;
    pool->range_count = ((uint64_t)item_count + range - 1) / range;
    for (uint32_t i = 0; i < pool->worker_count; ++i) {
        atomic_store_explicit(&pool->stretches[i].next, stretch_begin(pool, i),
                              memory_order_relaxed);
    }
    atomic_store(&pool->state, ((state + NUMBER_STEP) & NUMBER) | OPEN);
    wake_helpers(pool);

    take_ranges(pool, 0);
    state = atomic_fetch_and_explicit(&pool->state, ~OPEN, memory_order_acq_rel);
    for (uint32_t i = 0; (state & HELPERS) != 0; ++i) {
        if (i < pool->pauses) {
            thread_pause();
        } else {
            tum_thread_yield();
        }
        state = atomic_load_explicit(&pool->state, memory_order_acquire);
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
    pool->pauses = threads <= tum_thread_hardware_count() ? PAUSE_MAX : 0;
    pool->worker_count = 1;
    for (uint32_t i = 0; i < TUM_MAX_THREADS; ++i) {
        atomic_init(&pool->stretches[i].next, 0);
    }
    atomic_init(&pool->state, 0);
    atomic_init(&pool->sleepers, 0);
    if (!tum_mutex_init(&pool->mutex)) {
        tum_release(&pool->allocator, pool, sizeof *pool);
        return NULL;
    }
    if (!tum_condition_init(&pool->wake)) {
        tum_mutex_clear(&pool->mutex);
        tum_release(&pool->allocator, pool, sizeof *pool);
        return NULL;
    }
    for (uint32_t i = 1; i < threads; ++i) {
        Worker *worker = &pool->workers[i];
        worker->pool = pool;
        worker->index = i;
        if (!tum_thread_create(&worker->thread, run_worker, worker)) {
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
    tum_mutex_lock(&pool->mutex);
    atomic_fetch_or(&pool->state, ENDING);
    tum_condition_wake_all(&pool->wake);
    tum_mutex_unlock(&pool->mutex);
    for (uint32_t i = 1; i < pool->worker_count; ++i) {
        tum_thread_join(&pool->workers[i].thread);
    }
    tum_condition_clear(&pool->wake);
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
