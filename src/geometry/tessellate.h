// SPDX-License-Identifier: MIT
/// tessellate.h: points on the surface of round shapes; their convex hull replaces a sheared shape
/// (docs/dialects.md#shapes).
#ifndef TUM_GEOMETRY_TESSELLATE_H
#define TUM_GEOMETRY_TESSELLATE_H

#include "base/arena.h"
#include "tumble/scene.h"

/// Points whose hull lies inside the shape and within `deviation` of its surface; coarser only
/// where a circle would need more than 128 points.
///
/// @param shape      a sphere, box, capsule or cylinder.
/// @param deviation  [m] > 0.
/// @param points     receives 3 numbers each, in the shape's frame, lying in the arena.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (another kind of shape) or TUM_ERROR_MEMORY.
TumStatus tum_tessellate(const TumShape *shape, double deviation, Arena *arena, double **points,
                         size_t *count);

/// The smallest radius that is not zero; 0 where there is none.
double tum_smallest_radius(const TumShape *shape);

#endif
