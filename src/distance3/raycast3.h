// SPDX-License-Identifier: MIT
/// raycast3.h: the first hit of a ray on a shape.
#ifndef TUM_DISTANCE3_RAYCAST3_H
#define TUM_DISTANCE3_RAYCAST3_H

#include "shape3/shape3.h"
#include "shape3/sweep3.h"

/// First contact of a ray or of a moving shape with a shape.
typedef struct CastHit3 {
    double fraction; ///< Fraction of the motion.
    Vec3 normal; ///< Unit, in the world: normal of the hit surface, toward the side from which the
                 ///< cast comes; opposite to the motion where the cast begins inside.
    Vec3 point;  ///< [m] In the world, on the hit shape.
    int32_t triangle; ///< Triangle of a mesh, as the caller numbered it; otherwise -1.
} CastHit3;

/// Casts a ray against one shape, exactly up to the rounding of doubles.
///
/// Convex shapes and half-spaces are solid: a ray that begins inside hits at fraction 0. A ray that
/// begins on the surface and leaves does not hit. Sheets and meshes are thin and hit from both
/// sides, a single-sided sheet only from its +Y; a ray in their plane does not hit.
///
/// @param from, along  [m] in the world; `along` is not zero.
/// @param limit  greatest fraction of a hit.
/// @param hit    written only when the answer is true.
bool tum_raycast3(const Shape3 *shape, const Pose3 *world_from_shape, Vec3 from, Vec3 along,
                  double limit, CastHit3 *hit);

#endif
