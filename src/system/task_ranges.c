// SPDX-License-Identifier: MIT
// task_ranges.c: items of a task in ranges that suit the number of workers.
#include "system/task_ranges.h"

enum {
    LEAST_RANGES = 8,  // Less than this is done here and now: nobody else would have come in time.
    WORKER_RANGES = 8, // Each worker takes about so many, so that all end at about the same time
    RANGE_MOST = 16    // and even of very many items none is long: its thread may be interrupted.
};

void tum_run_ranges(const TumTasks *tasks, TumTaskFunction *function, void *context, uint32_t count,
                    uint32_t least)
{
    if (count == 0) {
        return;
    }
    const uint32_t workers = tasks->worker_count, quanta = count / least;
    if (quanta <= LEAST_RANGES || workers <= 1) {
        function(context, 0, count, 0);
        return;
    }
    const uint32_t even = quanta / (workers * WORKER_RANGES) + 1;
    const uint32_t range = least * (even < RANGE_MOST ? even : RANGE_MOST);
    tasks->run(tasks->user, function, context, count, range);
}

void tum_deal_ranges(const TumTasks *tasks, TumTaskFunction *function, void *context,
                     uint32_t count, uint32_t least)
{
    const uint32_t workers = tasks->worker_count;
    if (count / least <= LEAST_RANGES || workers <= 1) {
        tum_run_ranges(tasks, function, context, count, least);
    } else {
        tasks->run(tasks->user, function, context, count, (count - 1) / workers + 1);
    }
}
