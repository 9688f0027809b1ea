// SPDX-License-Identifier: MIT
/// tessellate.h: points on the surface of round shapes, whose convex hull stands for the shape
/// where it is sheared (docs/dialects.md#shapes).
#ifndef TUM_GEOMETRY_TESSELLATE_H
#define TUM_GEOMETRY_TESSELLATE_H

#include "base/arena.h"
#include "tumble/scene.h"

/// Points whose hull lies inside the shape and nowhere farther than `deviation` from its surface;
/// coarser only where more than 128 points around would be needed.
///
/// @param shape      a sphere, box, capsule or cylinder.
/// @param deviation  [m] > 0.
/// @param points     receives 3 numbers each, in the shape's frame, lying in the arena.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (another kind of shape) or TUM_ERROR_MEMORY.
TumStatus tum_tessellate(const TumShape *shape, double deviation, Arena *arena, double **points,
                         size_t *count);

/// The smallest radius that is not zero; 0 for a shape without one.
double tum_smallest_radius(const TumShape *shape);

#endif
