// SPDX-License-Identifier: MIT
/// quickhull.h: convex hulls of points in 3D and 4D, without errors of rounding.
#ifndef TUM_GEOMETRY_QUICKHULL_H
#define TUM_GEOMETRY_QUICKHULL_H

#include "base/arena.h"
#include "tumble/base.h"

/// The facets of the hull: triangles in 3D, tetrahedra in 4D.
///
/// The points are rounded to a lattice of 2^40 steps in their extent, the longest edge of their
/// box. The hull of the rounded points is exact, and the same on every machine. Points on it that
/// are no corners of it are left out, save some; facets at these may have no area.
///
/// @param points     [count * dimension] finite.
/// @param dimension  3 or 4.
/// @param flatness   share of the extent: points that are thinner have no hull.
/// @param corners    receives [*facet_count * dimension] indices of points, in the arena; triangles
///                   are counter-clockwise seen from outside, tetrahedra all oriented alike.
/// @return TUM_OK; TUM_ERROR_INPUT where points are flat, or their extent is above 1e70 m;
///         TUM_ERROR_CAPACITY (2^31 points); TUM_ERROR_MEMORY.
TumStatus tum_quickhull(const double *points, size_t count, int dimension, double flatness,
                        Arena *arena, uint32_t **corners, size_t *facet_count);

#endif
