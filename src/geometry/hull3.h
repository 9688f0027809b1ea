// SPDX-License-Identifier: MIT
/// hull3.h: convex hulls of points in 3D, by qhull.
#ifndef TUM_GEOMETRY_HULL3_H
#define TUM_GEOMETRY_HULL3_H

#include "base/arena.h"
#include "geometry/hull_mesh3.h"
#include "tumble/base.h"

/// Welds points closer than 1e-6 of the extent, then builds the exact hull.
///
/// Fewer than four points, or points within 1e-5 of the extent of one plane, give a thin hull with
/// is_flat set.
///
/// @param points  3 numbers each, finite.
/// @return TUM_OK, TUM_ERROR_INPUT (no points, or points that qhull cannot separate) or
///         TUM_ERROR_MEMORY.
TumStatus tum_hull3_build(const double *points, size_t count, Arena *arena, HullMesh3 *hull);

#endif
