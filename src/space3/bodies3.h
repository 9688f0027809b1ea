// SPDX-License-Identifier: MIT
/// bodies3.h: bodies and colliders get their place in a space, and change it or are pushed between
#ifndef TUM_SPACE3_BODIES3_H
#define TUM_SPACE3_BODIES3_H

#include "space3/space3.h"

/// Adds the body of the next slot. @return false when out of memory.
bool tum_space3_add_body(Space3 *space, const BodyDef3 *body);

/// Makes room for the body of a slot, then fills a slot that has room. Colliders stay where they
/// are in the body frame.
bool tum_space3_reserve_body(Space3 *space, size_t slot);
void tum_space3_set_body(Space3 *space, int32_t slot, const BodyDef3 *body);

/// What the solver uses of a body's weight: all of it, or none where the body is not dynamic.
void tum_space3_set_dynamic(Space3 *space, int32_t body, bool is_dynamic);

/// Adds the collider of the next slot to a body that exists. `box` receives its box in the world.
/// @return false when out of memory.
bool tum_space3_add_collider(Space3 *space, int32_t body, const Shape3 *shape,
                             Pose3 body_from_shape, Box *box);

/// A push lasts one step, also of a body that was not awake to feel it.
void tum_space3_clear_pushes(Space3 *space);

/// Makes room for the collider of a slot, then fills a slot that has room.
bool tum_space3_reserve_collider(Space3 *space, size_t slot);
void tum_space3_set_collider(Space3 *space, int32_t slot, int32_t body, const Shape3 *shape,
                             Pose3 body_from_shape);

/// The box of a collider where its body is, at rest.
Box tum_space3_box(const Space3 *space, int32_t body, int32_t collider);

float tum_space3_ccd_distance(const Shape3 *shape);

/// Measures again how far a body's colliders reach, and how thin they are.
void tum_space3_update_bounding_radius(Space3 *space, const Topology *topology, int32_t body);

#endif
