// SPDX-License-Identifier: MIT
/// sweep_work.h: the runs of a plan, by worker processes of this machine.
#ifndef TUM_CLI_SWEEP_WORK_H
#define TUM_CLI_SWEEP_WORK_H

#include "sweep_plan.h"

/// Does the runs of this process's share that no other process has done or is doing, and waits for
/// those of other processes.
///
/// @return EXIT_DONE when each run has its row, those of failed runs among them; EXIT_FILE after a
///         message, where the folder cannot be written; EXIT_USAGE where this build has no worker
///         processes; 128 plus the number of a signal.
int sweep_work(const SweepPlan *plan, Console *console);

#endif
