// SPDX-License-Identifier: MIT
/// bodies3.h: bodies and colliders of a space: addition, changes and impulses between steps.
#ifndef TUM_SPACE3_BODIES3_H
#define TUM_SPACE3_BODIES3_H

#include "space3/space3.h"

/// Adds the body of the next slot. @return false when out of memory.
bool tum_space3_add_body(Space3 *space, const BodyDef3 *body);

/// Reserves memory for the body of a slot; then sets the body of a reserved slot. Colliders keep
/// their poses in the body frame.
bool tum_space3_reserve_body(Space3 *space, size_t slot);
void tum_space3_set_body(Space3 *space, int32_t slot, const BodyDef3 *body);

/// Sets the mass that the solver uses: that of the body, or infinite mass for a body that is not
/// dynamic.
void tum_space3_set_dynamic(Space3 *space, int32_t body, bool is_dynamic);

/// Adds the collider of the next slot to a body that exists. `box` receives its box in the world.
/// @return false when out of memory.
bool tum_space3_add_collider(Space3 *space, int32_t body, const Shape3 *shape,
                             Pose3 body_from_shape, Box *box);

/// Clears external forces. A force lasts one step, also for a body that was asleep.
void tum_space3_clear_pushes(Space3 *space);

/// Reserves memory for the collider of a slot; then sets the collider of a reserved slot.
bool tum_space3_reserve_collider(Space3 *space, size_t slot);
void tum_space3_set_collider(Space3 *space, int32_t slot, int32_t body, const Shape3 *shape,
                             Pose3 body_from_shape);

/// Pose of a collider's shape in the world.
static inline Pose3 space3_shape_pose(const Space3 *space, int32_t body, int32_t collider)
{
    const BodyPlace3 *place = &space->bodies.places.items[body];
    const Pose3 *center_from_shape = &space->colliders.center_from_shapes.items[collider];
    if (!quat_turns(place->rotation)) {
        return (Pose3){vec3_add(place->center, center_from_shape->position),
                       center_from_shape->rotation};
    }
    return pose3_multiply((Pose3){place->center, place->rotation}, *center_from_shape);
}

/// Box of a collider at the present pose of its body, without motion.
Box tum_space3_box(const Space3 *space, int32_t body, int32_t collider);

float tum_space3_ccd_distance(const Shape3 *shape);

/// Recomputes the reach of a body's colliders and its CCD distance.
void tum_space3_update_bounding_radius(Space3 *space, const Topology *topology, int32_t body);

#endif
