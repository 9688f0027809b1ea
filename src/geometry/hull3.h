// SPDX-License-Identifier: MIT
/// hull3.h: convex hulls of points in 3D.
#ifndef TUM_GEOMETRY_HULL3_H
#define TUM_GEOMETRY_HULL3_H

#include "base/arena.h"
#include "geometry/hull_mesh3.h"
#include "tumble/base.h"

/// Welds points closer than 1e-6 of the extent, then builds the hull (quickhull.h), and merges
/// coplanar facets (hull_merge3.h).
///
/// Fewer than four points, or points within 1e-5 of the extent of one plane, give a thin hull with
/// is_flat set.
///
/// @param points  3 numbers each, finite.
/// @return TUM_OK, TUM_ERROR_INPUT (no points, an extent above 1e70 m, or facets that do not merge
///         into one closed surface) or TUM_ERROR_MEMORY.
TumStatus tum_hull3_build(const double *points, size_t count, Arena *arena, HullMesh3 *hull);

#endif
