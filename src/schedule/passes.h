// SPDX-License-Identifier: MIT
/// passes.h: passes over contacts and joints in a substep, restitution, and substeps by load.
///
/// Passes run on a stage: the shared batch or a job. Their order in a substep is that of solve.c.
#ifndef TUM_SCHEDULE_PASSES_H
#define TUM_SCHEDULE_PASSES_H

#include "schedule/stage.h"

// Contacts: contact_passes.c

/// Prepares the rows of all contacts, and sets StageNeeds.
void tum_stage_prepare_contacts(StageContext *stage);

/// Runs a pass over all contacts several times.
void tum_stage_solve_contacts(StageContext *stage, ContactPass pass, int rounds);

/// Runs a pass over contacts of joined bodies deep inside others.
void tum_stage_solve_sunk(StageContext *stage, ContactPass pass);

/// Adds the BOUNCE_ and BLOCKS_ bits of blocks to those found.
void tum_stage_note_flags(const StageContext *stage, int32_t color, Range blocks);

/// Updates contact rows to the inertias of the current poses.
/// @param joined_only  of joined bodies alone.
void tum_stage_refresh_rows(StageContext *stage, bool joined_only);

/// Updates contact rows to inertias that have changed.
void tum_stage_update_rows(StageContext *stage);

/// Updates contact rows if joints have increased moments of inertia in this pass.
void tum_stage_follow_strain(StageContext *stage);

/// Sets the impulses to 0 of loaded contacts whose bodies part, and of loaded contacts beside them,
/// in jobs that bear heavy loads and where there are joints.
void tum_stage_drop_parted(StageContext *stage);
/// Adds the impulses of the previous substep, which are complete by then, to the sums of manifolds.
/// Sums are needed for contact events only: without them nothing runs.
/// @param is_first  the sums begin with that substep.
void tum_stage_sum_impulses(StageContext *stage, bool is_first);

/// Adds restitution impulses to those sums, after the last substep.
void tum_stage_sum_restitution(StageContext *stage);

/// Keeps the impulses with which a step of more substeps than asked for begins.
void tum_stage_keep_impulses(StageContext *stage);

/// Divides what such a step has added to them by the ratio of substeps: impacts of its last substep
/// are none of a longer one.
void tum_stage_limit_impulses(StageContext *stage);

/// Scales the stored impulses, for a substep of another length.
void tum_stage_scale_impulses(StageContext *stage, float factor);

// Joints: joint_passes.c

/// Prepares the rows of all joint islands, once per split of a step.
void tum_stage_prepare_joints(StageContext *stage);

/// Runs a pass over all joint islands, if there are any.
void tum_stage_solve_joints(StageContext *stage, JointPass pass);

/// Runs the last pass before positions are integrated. Each joint island moves right after it is
/// solved, while it is in cache.
void tum_stage_solve_and_move_joints(StageContext *stage, JointPass pass);

// Restitution: restitution_passes.c

/// Applies restitution impulses sweep by sweep, until no contact approaches fast any more.
/// Approaches that are left after the last sweep are stopped by the contacts.
void tum_stage_bounce(StageContext *stage);

// Substeps by size and by load: load_passes.c

/// Raises StageFound.substep_demand to that of these bodies; in a job also finds the bounds of
/// their loads.
void tum_stage_find_substep_demand(const StageContext *stage, const int32_t *bodies,
                                   uint32_t count);

/// @return the time of the stage with as many substeps as the demand found.
StepTime tum_stage_with_demand(const StageContext *stage);

/// Increases the number of substeps of a job for heavy loads. Impulses were prepared for the former
/// substep and are scaled.
void tum_stage_follow_loads(StageContext *stage);

/// Reserves room for the loads of each job.
/// @param blocks  of the largest job
/// @return false when out of memory.
bool tum_sim_reserve_loads(Sim *sim, size_t blocks);

#endif
