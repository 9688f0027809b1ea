// SPDX-License-Identifier: MIT
/// solve.h: solves contacts and joints for velocities and poses.
#ifndef TUM_SCHEDULE_SOLVE_H
#define TUM_SCHEDULE_SOLVE_H

#include "schedule/sim.h"

/// Counts of bodies after a step.
typedef struct Solved {
    uint32_t not_finite; ///< The state is not finite.
    uint32_t escaped;    ///< The body may have escaped its boxes.
} Solved;

/// Numbers the blocks of all colors and reserves room for the data of a step. Solver bodies must
/// be listed before.
/// @return false when out of memory.
bool tum_sim_reserve_blocks(Sim *sim);

/// Advances all awake bodies by a step or a split of one: prepares bodies and constraints, then
/// solves and integrates in substeps.
Solved tum_sim_solve(Sim *sim, StepTime time);

#endif
