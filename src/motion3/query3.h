// SPDX-License-Identifier: MIT
/// query3.h: colliders near a line or a point, the nearest first.
///
/// Walks read the simulation and write nothing, so several may run at once between steps. Boxes in
/// the trees contain the colliders after the last step and after the predicted next one: walks
/// visit more colliders than they hit, and miss none.
#ifndef TUM_MOTION3_QUERY3_H
#define TUM_MOTION3_QUERY3_H

#include "shape3/sweep3.h"
#include "space3/space3.h"

/// Visitor of a collider whose box is near enough.
///
/// @param limit  fraction or distance beyond which results are ignored
/// @return the new limit, at most `limit`; negative: ends the walk.
typedef double QueryVisit3(void *user, int32_t collider, double limit);

/// Visits colliders whose boxes the moving box meets at a fraction up to `limit`.
void tum_query3_sweep(const Topology *topology, const Sweep3 *sweep, double limit,
                      QueryVisit3 *visit, void *user);

/// Visits colliders whose boxes are within `limit` [m] of a point.
void tum_query3_near(const Topology *topology, Vec3 point, double limit, QueryVisit3 *visit,
                     void *user);

/// Pose of a collider's shape in the world.
static inline Pose3 query3_pose(const Topology *topology, const Space3 *space, int32_t collider)
{
    const BodyPlace3 *place = &space->bodies.places.items[topology->colliders.items[collider].body];
    const Pose3 *center_from_shape = &space->colliders.center_from_shapes.items[collider];
    if (!quat_turns(place->rotation)) {
        return (Pose3){vec3_add(place->center, center_from_shape->position),
                       center_from_shape->rotation};
    }
    return pose3_multiply((Pose3){place->center, place->rotation}, *center_from_shape);
}

#endif
