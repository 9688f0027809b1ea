// SPDX-License-Identifier: MIT
/// raycast3.h: where a ray first meets a shape.
#ifndef TUM_DISTANCE3_RAYCAST3_H
#define TUM_DISTANCE3_RAYCAST3_H

#include "shape3/shape3.h"
#include "shape3/sweep3.h"

/// Where something that moves along a line first meets a shape.
typedef struct CastHit3 {
    double fraction; ///< Of the way.
    Vec3 normal; ///< Unit, in the world, of the surface that is met, toward where the cast comes
                 ///< from; opposite to the way where the cast begins inside.
    Vec3 point;  ///< [m] In the world, on the shape.
    int32_t triangle; ///< Of a mesh, as the caller numbered it; otherwise -1.
} CastHit3;

/// Casts a ray against one shape, exactly but for rounding in doubles.
///
/// Convex shapes and half-spaces are solid: a ray that begins inside hits at fraction 0. One that
/// begins on the surface and leaves does not hit. Sheets and meshes are thin and met from both
/// sides, a sheet that is not double-sided only from its +Y; a ray that lies in their plane passes.
///
/// @param from, along  [m] in the world; `along` has a length.
/// @param limit        the fraction up to which a hit counts, itself included.
/// @param hit          written only when the answer is true.
bool tum_raycast3(const Shape3 *shape, const Pose3 *world_from_shape, Vec3 from, Vec3 along,
                  double limit, CastHit3 *hit);

#endif
