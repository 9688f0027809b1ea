// SPDX-License-Identifier: MIT
// The task pool: every item once, in ranges as agreed, never two at a time with one worker, and
// quiet at the end. The thread sanitizer sees the rest.
#include "system/clock.h"
#include "system/cpu.h"
#include "system/task_pool.h"
#include "system/thread.h"
#include "tests/support/support.h"

enum { ITEM_MAX = 10000, WORKER_MAX = 64 };

/// What a task saw. Items are written without atomics: each belongs to one range.
typedef struct Seen {
    uint32_t times[ITEM_MAX];
    uint32_t longest[WORKER_MAX]; ///< Range, by worker.
    Atomic32 busy[WORKER_MAX], overlaps, workers;
    uint32_t worker_count;
} Seen;

static void look(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Seen *seen = context;
    if (worker >= seen->worker_count || atomic32_add(&seen->busy[worker], 1) != 0) {
        atomic32_add(&seen->overlaps, 1);
    }
    for (uint32_t i = begin; i < end; ++i) {
        ++seen->times[i];
    }
    if (end - begin > seen->longest[worker]) {
        seen->longest[worker] = end - begin;
    }
    atomic32_or(&seen->workers, 1u << (worker % 32));
    atomic32_add(&seen->busy[worker], (uint32_t)-1);
}

static void check_run(const TumTasks *tasks, uint32_t item_count, uint32_t range)
{
    Seen *seen = calloc(1, sizeof *seen);
    seen->worker_count = tasks->worker_count;
    tasks->run(tasks->user, look, seen, item_count, range);
    for (uint32_t i = 0; i < item_count; ++i) {
        assert_int_equal(seen->times[i], 1);
    }
    assert_int_equal(atomic32_load(&seen->overlaps), 0);
    if (tasks->worker_count > 1) {
        for (int worker = 0; worker < WORKER_MAX; ++worker) {
            assert_in_range(seen->longest[worker], 0, range == 0 ? 1 : range);
        }
    }
    free(seen);
}

static void every_item_is_run_once_for_any_number_of_threads(void **state)
{
    (void)state;
    const uint32_t threads[] = {1, 2, 3, 8};
    const uint32_t item_counts[] = {0, 1, 7, 64, 65, 1000, ITEM_MAX};
    const uint32_t ranges[] = {0, 1, 16, 64, 5000, UINT32_MAX};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; ++t) {
        TaskPool *pool = tum_task_pool_create(threads[t], NULL);
        const TumTasks tasks = tum_task_pool_tasks(pool);
        assert_int_equal(tasks.worker_count, threads[t]);
        for (size_t i = 0; i < sizeof item_counts / sizeof *item_counts; ++i) {
            for (size_t r = 0; r < sizeof ranges / sizeof *ranges; ++r) {
                check_run(&tasks, item_counts[i], ranges[r]);
            }
        }
        tum_task_pool_destroy(pool);
    }
}

static void sum_up(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    uint64_t *sums = context;
    for (uint32_t i = begin; i < end; ++i) {
        sums[i] += i;
    }
}

// Many short tasks one after the other: the case where a late worker could meet the next task. Each
// reads what the one before wrote. In every third one there are ranges for two workers of four.
static void tasks_follow_each_other_without_mixing(void **state)
{
    (void)state;
    enum { ITEMS = 100, ROUNDS = 3000 };
    TaskPool *pool = tum_task_pool_create(4, NULL);
    const TumTasks tasks = tum_task_pool_tasks(pool);
    uint64_t sums[ITEMS] = {0};
    for (int round = 0; round < ROUNDS; ++round) {
        const uint32_t range = round % 3 == 0 ? ITEMS / 2 : 1 + (uint32_t)round % 9;
        tasks.run(tasks.user, sum_up, sums, ITEMS, range);
    }
    for (uint32_t i = 0; i < ITEMS; ++i) {
        assert_true(sums[i] == (uint64_t)i * ROUNDS);
    }
    tum_task_pool_destroy(pool);
}

static void work_a_moment(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)begin;
    (void)end;
    const uint64_t start = tum_clock_nanoseconds();
    while (tum_clock_nanoseconds() - start < 200000) {
        tum_thread_yield();
    }
    atomic32_or(context, 1u << worker);
}

static void sleeping_workers_are_woken_to_help(void **state)
{
    (void)state;
    TaskPool *pool = tum_task_pool_create(3, NULL);
    const TumTasks tasks = tum_task_pool_tasks(pool);
    // A tenth of a second: they sleep.
    const uint64_t start = tum_clock_nanoseconds();
    while (tum_clock_nanoseconds() - start < 100000000) {
        tum_thread_yield();
    }
    Atomic32 workers;
    atomic32_store(&workers, 0);
    // 100 pieces of 0.2 ms: time enough to wake up.
    tasks.run(tasks.user, work_a_moment, &workers, 100, 1);
    assert_int_equal(atomic32_load(&workers), 7);
    tum_task_pool_destroy(pool);
}

static void note_worker(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)end;
    uint32_t *note = context;
    note[0] += 1;
    note[1] = worker;
    note[2] = begin;
}

static void work_that_fits_one_range_stays_with_the_caller(void **state)
{
    (void)state;
    TaskPool *pool = tum_task_pool_create(4, NULL);
    const TumTasks tasks = tum_task_pool_tasks(pool);
    uint32_t note[3] = {0, 9, 9};
    tasks.run(tasks.user, note_worker, note, 16, 16);
    assert_int_equal(note[0], 1);
    assert_int_equal(note[1], 0);
    assert_int_equal(note[2], 0);
    tum_task_pool_destroy(pool);
    const TumTasks alone = tum_tasks_inline();
    alone.run(alone.user, note_worker, note, 1000, 1);
    assert_int_equal(note[0], 2);
    alone.run(alone.user, note_worker, note, 0, 1);
    assert_int_equal(note[0], 2);
}

static void a_pool_gives_all_its_memory_back(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    for (uint32_t threads = 0; threads <= 80; threads += 16) {
        TaskPool *pool = tum_task_pool_create(threads, &allocator);
        assert_non_null(pool);
        assert_in_range(tum_task_pool_tasks(pool).worker_count, 1, 64);
        tum_task_pool_destroy(pool);
    }
    assert_int_equal(counting.bytes, 0);
    counting.fail_after = 0;
    assert_null(tum_task_pool_create(4, &allocator));
    tum_task_pool_destroy(NULL);
}

static void time_goes_forward(void **state)
{
    (void)state;
    uint64_t last = tum_clock_nanoseconds();
    for (int i = 0; i < 1000; ++i) {
        const uint64_t now = tum_clock_nanoseconds();
        assert_true(now >= last);
        last = now;
    }
}

static void instructions_can_be_chosen_by_name(void **state)
{
    (void)state;
    assert_true(tum_thread_hardware_count() >= 1);
    assert_true(tum_cpu_has(CPU_SCALAR));
    assert_true(tum_cpu_has(tum_cpu_widest()));
    assert_false(tum_cpu_has(CPU_INSTRUCTIONS_COUNT));
    for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
        CpuInstructions found = CPU_INSTRUCTIONS_COUNT;
        const bool has = tum_cpu_by_name(tum_cpu_name((CpuInstructions)i), &found);
        assert_int_equal(has, tum_cpu_has((CpuInstructions)i));
        assert_int_equal(found, has ? i : CPU_INSTRUCTIONS_COUNT);
    }
    CpuInstructions unchanged = CPU_SCALAR;
    assert_false(tum_cpu_by_name("mmx", &unchanged));
#if defined(__x86_64__)
    // The compiler's own detection asks the same processor.
    assert_true(tum_cpu_has(CPU_SSE2));
    assert_int_equal(tum_cpu_has(CPU_AVX2), __builtin_cpu_supports("avx2") != 0);
    assert_int_equal(tum_cpu_has(CPU_AVX512), __builtin_cpu_supports("avx512f") != 0 &&
                                                  __builtin_cpu_supports("avx512vl") != 0);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_run_once_for_any_number_of_threads),
        cmocka_unit_test(tasks_follow_each_other_without_mixing),
        cmocka_unit_test(sleeping_workers_are_woken_to_help),
        cmocka_unit_test(work_that_fits_one_range_stays_with_the_caller),
        cmocka_unit_test(a_pool_gives_all_its_memory_back),
        cmocka_unit_test(time_goes_forward),
        cmocka_unit_test(instructions_can_be_chosen_by_name),
    };
    return cmocka_run_group_tests_name("task_pool", tests, NULL, NULL);
}
