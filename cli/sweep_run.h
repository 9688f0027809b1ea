// SPDX-License-Identifier: MIT
/// sweep_run.h: one run of a sweep.
#ifndef TUM_CLI_SWEEP_RUN_H
#define TUM_CLI_SWEEP_RUN_H

#include "base/json_text.h"
#include "sweep_plan.h"

/// Told now and then while a run is in work.
typedef struct SweepBeat {
    void (*note)(void *user);
    void *user;
} SweepBeat;

/// Runs the document with the values of a run and appends its row to a text.
///
/// @param trajectory  path of the trajectory, .ndjson or .npz; NULL: none.
/// @return EXIT_DONE, also for a run that failed: its row says so; EXIT_MEMORY without a row; or
///         EXIT_FILE after a message, where the trajectory could not be written.
int sweep_run(const SweepPlan *plan, uint64_t run, const char *trajectory, SweepBeat beat,
              TextBuffer *row, Console *console);

#endif
