// SPDX-License-Identifier: MIT
/// task_ranges.h: items of a task in ranges that suit the number of workers.
#ifndef TUM_SYSTEM_TASK_RANGES_H
#define TUM_SYSTEM_TASK_RANGES_H

#include "tumble/base.h"

/// Runs a function over 0 to count - 1, in ranges of which each worker takes several.
///
/// @param least  items that are about a microsecond of work; ranges begin at multiples of it.
void tum_run_ranges(const TumTasks *tasks, TumTaskFunction *function, void *context, uint32_t count,
                    uint32_t least);

/// The same where fetching an item from another core takes longer than its work: each worker has
/// one range, the same in each task over as many items, and no worker helps another at its end.
void tum_deal_ranges(const TumTasks *tasks, TumTaskFunction *function, void *context,
                     uint32_t count, uint32_t least);

#endif
