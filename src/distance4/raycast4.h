// SPDX-License-Identifier: MIT
/// raycast4.h: ray casts against shapes in 4D.
#ifndef TUM_DISTANCE4_RAYCAST4_H
#define TUM_DISTANCE4_RAYCAST4_H

#include "distance4/cast_hit4.h"
#include "shape4/shape4.h"

/// Casts a ray against one shape. The result is exact up to rounding in doubles; for tapered
/// shapes, curves of exponents other than 2, and points without a hull, to a ten-millionth of their
/// size.
///
/// Convex shapes and half-spaces are solid: a ray that begins inside hits at fraction 0. A ray that
/// begins on the surface and leaves does not hit. Meshes are thin and hit from both sides; a ray
/// within a tetrahedron's hyperplane does not hit it.
///
/// @param from, along  [m] in the world; `along` is not zero.
/// @param limit        the greatest fraction of a hit, inclusive.
/// @param hit          written only when the result is true.
bool tum_raycast4(const Shape4 *shape, Pose4 world_from_shape, Vec4 from, Vec4 along, double limit,
                  CastHit4 *hit);

#endif
