// SPDX-License-Identifier: MIT
// sweep_none.c: sweeps on a system without fork.
#include "sweep_work.h"

int sweep_work(const SweepPlan *plan, Console *console)
{
    (void)plan;
    console_error(console, "a sweep needs worker processes, which this build does not have");
    return EXIT_USAGE;
}
