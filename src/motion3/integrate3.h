// SPDX-License-Identifier: MIT
/// integrate3.h: integration of velocities and poses, from the start of a step to its end.
#ifndef TUM_MOTION3_INTEGRATE3_H
#define TUM_MOTION3_INTEGRATE3_H

#include "space3/space3.h"

int tum_space3_step_splits(const Space *space, const Sim *sim, StepTime time);

bool tum_space3_rows_are_stale(const Space *space, const Sim *sim);
bool tum_space3_rows_are_strained(const Space *space, const Sim *sim);
void tum_space3_update_inertias(Space *space, const Sim *sim, bool joined_only,
                                Range solver_bodies);

float tum_space3_substep_demand(const Space *space, const Sim *sim, const int32_t *bodies,
                                uint32_t count, float least, LoadBounds *bounds);

void tum_space3_prepare_bodies(Space *space, const Sim *sim, StepTime time, const int32_t *bodies,
                               uint32_t count, uint32_t worker);
void tum_space3_integrate_velocities(Space *space, const Sim *sim, StepTime time,
                                     Range solver_bodies);

void tum_space3_integrate_positions(Space *space, const Sim *sim, StepTime time,
                                    Range solver_bodies);

uint32_t tum_space3_finish_bodies(Space *space, Sim *sim, StepTime time, const int32_t *bodies,
                                  uint32_t count);
bool tum_space3_is_finite(const Space *space, int32_t body);

#endif
