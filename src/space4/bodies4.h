// SPDX-License-Identifier: MIT
/// bodies4.h: bodies and colliders of the 4D space: adding and changing them between steps.
#ifndef TUM_SPACE4_BODIES4_H
#define TUM_SPACE4_BODIES4_H

#include "space4/space_data4.h"

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

void tum_space4_set_dynamic(Space *space, int32_t body, bool is_dynamic);
void tum_space4_lay_down(Space *space, int32_t body);
void tum_space4_stop(Space *space, int32_t body);
bool tum_space4_has_weight(const Space *space, int32_t body);
void tum_space4_set_gravity_factor(Space *space, int32_t body, float factor);
Box tum_space4_box(const Space *space, int32_t body, int32_t collider);
void tum_space4_update_bounding_radius(Space *space, const Topology *topology, int32_t body);

/// Updates the solver's mass properties of a body at its current pose.
void tum_space4_weigh_body(Space4 *space, int32_t body);

#endif
