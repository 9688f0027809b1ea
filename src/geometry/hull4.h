// SPDX-License-Identifier: MIT
/// hull4.h: convex hulls of points in 4D.
#ifndef TUM_GEOMETRY_HULL4_H
#define TUM_GEOMETRY_HULL4_H

#include "base/arena.h"
#include "tumble/base.h"

enum { HULL4_POINTS_MAX = 2048 };

/// The boundary of the hull as tetrahedra, in no particular order, all oriented alike. Points
/// within WELD_TOLERANCE of the extent are one, the first of them.
///
/// @param points  4 numbers each, finite.
/// @param cells   receives 4 indices of points each, in the arena.
/// @return TUM_OK; TUM_ERROR_INPUT (fewer than five points, all in one hyperplane, or more than
///         HULL4_POINTS_MAX, since a hull of n points can have n^2 cells); or TUM_ERROR_MEMORY.
TumStatus tum_hull4_cells(const double *points, size_t count, Arena *arena, uint32_t **cells,
                          size_t *cell_count);

#endif
