// SPDX-License-Identifier: MIT
/// integrate4.h: integration of bodies in 4D, their boxes and their sleep.
#ifndef TUM_SPACE4_INTEGRATE4_H
#define TUM_SPACE4_INTEGRATE4_H

#include "space4/space_data4.h"

int tum_space4_step_splits(const Space *space, const Sim *sim, StepTime time);

/// Computes JointIsland4.flight: for each joint island without contacts, the difference between its
/// parabola and the displacement by its velocities.
void tum_space4_begin_flights(Space4 *space, const Topology *topology, StepTime time);
bool tum_space4_rows_are_stale(const Space *space, const Sim *sim);
bool tum_space4_rows_are_strained(const Space *space, const Sim *sim);
void tum_space4_update_inertias(Space *space, const Sim *sim, bool joined_only,
                                Range solver_bodies);
float tum_space4_substep_demand(const Space *space, const Sim *sim, const int32_t *bodies,
                                uint32_t count, float least, LoadBounds *bounds);
void tum_space4_prepare_bodies(Space *space, const Sim *sim, StepTime time, const int32_t *bodies,
                               uint32_t count, uint32_t worker);
void tum_space4_integrate_velocities(Space *space, const Sim *sim, StepTime time,
                                     Range solver_bodies);
void tum_space4_integrate_positions(Space *space, const Sim *sim, StepTime time,
                                    Range solver_bodies);
float tum_space4_max_point_speed(const Space *space, int32_t body);
void tum_space4_bound(Space *space, Topology *topology, StepTime time, Range awake);
uint32_t tum_space4_finish_bodies(Space *space, Sim *sim, StepTime time, const int32_t *bodies,
                                  uint32_t count);
bool tum_space4_is_finite(const Space *space, int32_t body);

/// Applies forces to a body's velocity in a substep. @param is_strained  of its joint island.
void tum_accelerate4(Space4 *space, StepTime time, int32_t body, bool is_strained);

/// Moves a body by its velocities for a time.
void tum_move4(Space4 *space, const Topology *topology, int32_t body, float seconds);

/// True when the inertia of a body no longer matches the pose at the start of its step.
bool tum_space4_has_turned(const Space4 *space, int32_t body);

/// True when moments of the body's joint island were enlarged in this step.
bool tum_space4_is_strained(const Space4 *space, const Topology *topology, int32_t body);

#endif
