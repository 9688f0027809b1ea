// SPDX-License-Identifier: MIT
/// gjk3.h: distance of convex shapes (Gilbert, Johnson, Keerthi 1988) and their penetration depth
/// (expanding polytope, van den Bergen 2001).
#ifndef TUM_DISTANCE3_GJK3_H
#define TUM_DISTANCE3_GJK3_H

#include "shape3/shape3.h"

typedef struct Distance3 {
    float distance;        ///< [m] Separation, radii included; negative: penetration depth.
    Vec3 normal;           ///< Unit, in the frame of A, from A toward B.
    Vec3 point_a, point_b; ///< [m] Witness points on the surfaces, in the frame of A.
    int iterations;
} Distance3;

/// Distance of two convex shapes.
///
/// @param limit  [m] the search may stop once the distance is known to exceed this; the answer is
///               then some lower bound above `limit`.
/// @param guess  initial direction from A to B, or zero.
Distance3 tum_distance3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float limit, Vec3 guess);

#endif
