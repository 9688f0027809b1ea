// SPDX-License-Identifier: MIT
/// raycast4.h: where a ray first meets a shape in 4D.
#ifndef TUM_SPACE4_RAYCAST4_H
#define TUM_SPACE4_RAYCAST4_H

#include "math/math4.h"
#include "space4/shape4.h"

/// Where something that moves along a line first meets a shape.
typedef struct CastHit4 {
    double fraction; ///< Of the way.
    Vec4 normal; ///< Unit, in the world, of the surface that is met, toward where the cast comes
                 ///< from; opposite to the way where the cast begins inside.
    Vec4 point;  ///< [m] In the world, on the shape.
    int32_t tetrahedron; ///< Of a mesh, as the caller numbered it; otherwise -1.
} CastHit4;

/// Casts a ray against one shape, exactly but for rounding in doubles; tapered shapes, curves of
/// exponents other than 2 and points without a hull within a ten-millionth of their size.
///
/// Convex shapes and half-spaces are solid: a ray that begins inside hits at fraction 0. One that
/// begins on the surface and leaves does not hit. Meshes are thin and met from both sides; a ray
/// that lies in a tetrahedron's hyperplane passes it.
///
/// @param from, along  [m] in the world; `along` has a length.
/// @param limit        the fraction up to which a hit counts, itself included.
/// @param hit          written only when the answer is true.
bool tum_raycast4(const Shape4 *shape, Pose4 world_from_shape, Vec4 from, Vec4 along, double limit,
                  CastHit4 *hit);

#endif
