// SPDX-License-Identifier: MIT
/// space4.h: the functions of the 4D space, and its SpaceOps table.
#ifndef TUM_SPACE4_SPACE4_H
#define TUM_SPACE4_SPACE4_H

#include "space4/space_data4.h"

extern const SpaceOps tum_space4_ops;

/// @return NULL when out of memory.
Space4 *tum_space4_create(const TumAllocator *allocator, uint32_t worker_count,
                          CpuInstructions instructions);
/// An empty space with the same memory, workers and instructions as another.
Space4 *tum_space4_create_like(const Space4 *space);
void tum_space4_destroy(Space4 *space);

/// Definition of a body, rounded to single precision.
typedef struct BodyDef4 {
    Pose4 pose;      ///< Pose of the body frame.
    bool is_dynamic; ///< false: the body has infinite mass in the solver.
    float mass;      ///< [kg] > 0 or INFINITY
    Bivec4 inertia;  ///< [kg m^2] Principal, each > 0 or INFINITY.
    Pose4 body_from_principal;
    Vec4 linear_velocity;
    Bivec4 angular_velocity;
    float gravity_factor;
} BodyDef4;

/// Definition of the world's own body, and of immovable bodies.
BodyDef4 tum_nobody4(void);

/// Adds the body of the next slot. @return false when out of memory.
bool tum_space4_add_body(Space4 *space, const BodyDef4 *body);

/// Reserves memory for the body of a slot, and fills a reserved slot.
bool tum_space4_reserve_body(Space4 *space, size_t slot);
void tum_space4_set_body(Space4 *space, int32_t slot, const BodyDef4 *body);

/// Adds the collider of the next slot to a body that exists. `box` receives its box in the world.
/// @return false when out of memory.
bool tum_space4_add_collider(Space4 *space, int32_t body, const Shape4 *shape,
                             Pose4 body_from_shape, Box *box);

/// Reserves memory for the collider of a slot, and fills a reserved slot.
bool tum_space4_reserve_collider(Space4 *space, size_t slot);
void tum_space4_set_shape(Space4 *space, size_t slot, const Shape4 *shape);
void tum_space4_set_collider(Space4 *space, int32_t slot, int32_t body, const Shape4 *shape,
                             Pose4 body_from_shape);

/// Pose of a shape relative to the principal frame of its body.
Pose4 tum_space4_from_body(const Space4 *space, int32_t body, Pose4 body_from_shape);

/// The axis-aligned box of a shape.
Box tum_box4(const Shape4 *shape, Pose4 pose);

/// Clears external forces. They last one step, also for a body that did not wake.
void tum_space4_clear_pushes(Space4 *space);

/// The body frame in the world.
Pose4 tum_space4_body_pose(const Space4 *space, int32_t body);
void tum_space4_set_pose(Space4 *space, int32_t body, Pose4 pose);

/// Changes the mass properties of a body. Its pose and motion stay: where the centre of mass
/// changes, the linear velocity becomes that of the new centre.
///
/// @param mass, inertia, body_from_principal  as in BodyDef4.
void tum_space4_set_weight(Space4 *space, const Topology *topology, int32_t body, float mass,
                           Bivec4 inertia, Pose4 body_from_principal);

Bivec4 tum_space4_spin(const Space4 *space, int32_t body);
void tum_space4_set_spin(Space4 *space, int32_t body, Bivec4 spin);

/// Adds linear / mass and inertia^-1 * angular to a body's velocities, in the world, at its pose.
///
/// @param linear, angular  [N s], [N m s]
/// @return true when a velocity changed: false where the impulse has no effect.
bool tum_space4_push(Space4 *space, int32_t body, Vec4 linear, Bivec4 angular);

// Functions of the step's stages: narrow4.c, contact_solver4.c, integrate4.c.

int tum_space4_step_splits(const Space *space, const Sim *sim, StepTime time);
bool tum_space4_begin_step(Space *space, const Sim *sim, StepTime time);
bool tum_space4_reserve_lanes(Space *space, int32_t color, size_t lanes);
void tum_space4_collide(Space *space, Sim *sim, StepTime time, Range stale);
ManifoldChanges tum_space4_manifold_changes(const Space *space, uint32_t active_index);
void tum_space4_begin_manifold(Space *space, const Sim *sim, uint32_t active_index, int found_index,
                               int32_t manifold);
void tum_space4_name_lane(Space *space, const Topology *topology, int32_t manifold);
void tum_space4_put_lane(Space *space, const Topology *topology, int32_t manifold);

/// State of a manifold: in its lane, or stored while its bodies sleep.
ContactMemory4 tum_space4_memory(const Space4 *space, const Topology *topology, int32_t manifold);
void tum_space4_take_lane(Space *space, const Topology *topology, int32_t manifold);
void tum_space4_move_lane(Space *space, GraphPlace from, GraphPlace to);
void tum_space4_prepare(Space *space, const Sim *sim, StepTime time, int32_t color, Range blocks);
void tum_space4_solve(Space *space, const Sim *sim, StepTime time, ContactPass pass, int32_t color,
                      Range blocks);
void tum_space4_restitute(Space *space, const Sim *sim, StepTime time, RestitutionPass pass,
                          int32_t color, Range blocks);
/// Computes JointIsland4.flight: for each joint island without contacts, the difference between its
/// parabola and the displacement by its velocities.
void tum_space4_begin_flights(Space4 *space, const Topology *topology, StepTime time);
bool tum_space4_rows_are_stale(const Space *space, const Sim *sim);
bool tum_space4_rows_are_strained(const Space *space, const Sim *sim);
void tum_space4_update_inertias(Space *space, const Sim *sim, Range solver_bodies);
void tum_space4_update_rows(Space *space, const Sim *sim, int32_t color, Range blocks);
uint32_t tum_space4_block_flags(const Space *space, const Sim *sim, int32_t color, Range blocks);
void tum_space4_sum_impulses(Space *space, const Sim *sim, int32_t color, bool first, Range blocks);
void tum_space4_sum_restitution(Space *space, const Sim *sim, int32_t color, Range blocks);
void tum_space4_scale_impulses(Space *space, const Sim *sim, int32_t color, float factor,
                               Range blocks);
float tum_space4_substep_demand(const Space *space, const Sim *sim, const int32_t *bodies,
                                uint32_t count, float least, LoadBounds *bounds);
/// [m] Radius of a ball inside a body's thinnest collider; INFINITY: unknown.
float tum_space4_inner(const Space4 *space, const Topology *topology, int32_t body);

void tum_space4_weigh_loads(const Space *space, const Sim *sim, const int32_t *bodies,
                            LoadGraph *graph);
void tum_space4_list_loads(const Space *space, const Sim *sim, int32_t color, Range blocks,
                           LoadGraph *graph);
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

/// Updates the solver's mass properties of a body at its current pose.
void tum_space4_weigh_body(Space4 *space, int32_t body);

/// True when the inertia of a body no longer matches the pose at the start of its step.
bool tum_space4_has_turned(const Space4 *space, int32_t body);

/// True when moments of the body's joint island were enlarged in this step.
bool tum_space4_is_strained(const Space4 *space, const Topology *topology, int32_t body);

// Functions called between steps: bodies4.c.

void tum_space4_set_dynamic(Space *space, int32_t body, bool is_dynamic);
void tum_space4_lay_down(Space *space, int32_t body);
void tum_space4_stop(Space *space, int32_t body);
bool tum_space4_has_weight(const Space *space, int32_t body);
void tum_space4_set_gravity_factor(Space *space, int32_t body, float factor);
Box tum_space4_box(const Space *space, int32_t body, int32_t collider);
void tum_space4_update_bounding_radius(Space *space, const Topology *topology, int32_t body);

#endif
