// SPDX-License-Identifier: MIT
/// solve.h: from contacts and joints to velocities and poses.
#ifndef TUM_SCHEDULE_SOLVE_H
#define TUM_SCHEDULE_SOLVE_H

#include "schedule/sim.h"

/// Of bodies, how many
typedef struct Solved {
    uint32_t not_finite; ///< have a state that is not made of numbers,
    uint32_t escaped;    ///< may have left their boxes.
} Solved;

/// Counts blocks through once movers are listed, and has room made for what a step makes of them.
/// @return false when out of memory.
bool tum_sim_reserve_blocks(Sim *sim);

/// Takes all that is awake through a step, or a part of one: prepares bodies and constraints, then
/// solves and moves them in substeps.
Solved tum_sim_solve(Sim *sim, StepTime time);

#endif
