// SPDX-License-Identifier: MIT
/// state_check.h: whether a simulation that was read from bytes holds together.
#ifndef TUM_SIM_STATE_CHECK_H
#define TUM_SIM_STATE_CHECK_H

#include "sim/sim.h"

/// Works out what a packed simulation leaves out (known pairs, places in lists, lanes, the bodies
/// of each colour) and makes the room that lists promise to have. Every index, chain, ring and tree
/// is followed once: a simulation for which this answers TUM_OK leads no loop and no index astray.
///
/// @return TUM_OK, TUM_ERROR_INPUT or TUM_ERROR_MEMORY.
TumStatus tum_sim_derive(Sim *sim);

/// Whether a joint, or a free slot for one, may be as it was read.
bool tum_sim_joint_is_sound(const Sim *sim, const JointRecord *joint);
bool tum_sim_free_joints_are_sound(Sim *sim);

/// Whether all bodies of each assembly are awake, or fell asleep together.
/// @return TUM_OK, TUM_ERROR_INPUT or TUM_ERROR_MEMORY.
TumStatus tum_sim_check_joint_islands(const Sim *sim);

#endif
