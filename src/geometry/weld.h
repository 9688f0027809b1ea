// SPDX-License-Identifier: MIT
/// weld.h: welding of a mesh's points, and whether its triangles then enclose a volume.
///
/// Files repeat a corner for each face with a shading of its own; physics needs each corner once.
#ifndef TUM_GEOMETRY_WELD_H
#define TUM_GEOMETRY_WELD_H

#include "math/math3_64.h"
#include "tumble/base.h"

/// Points closer than this share of the extent are one: about ten times the rounding error of a
/// coordinate in single precision.
#define WELD_TOLERANCE 1e-6

/// Axis-aligned box around points; without points, `low` is above `high`.
typedef struct Extent3 {
    DVec3 low, high;
    double size; ///< [m] The longest edge, 0 without points.
} Extent3;

/// @param points  3 numbers each, finite.
Extent3 tum_extent3(const double *points, size_t count);

/// Gives for each point the point that replaces it: itself, or the first kept point within
/// WELD_TOLERANCE of the extent. The worst case takes count * log(count) time.
///
/// @param points     3 numbers each, finite.
/// @param welded     [count]; welded[i] <= i, and welded[welded[i]] = welded[i].
/// @param allocator  for scratch memory.
/// @return TUM_OK, TUM_ERROR_CAPACITY (2^32 points) or TUM_ERROR_MEMORY.
TumStatus tum_weld3(const double *points, size_t count, uint32_t *welded,
                    const TumAllocator *allocator);

/// True in *closed when the welded triangles enclose a volume: every edge is shared by exactly two
/// triangles that run along it in opposite directions. Triangles that weld to an edge are left out.
///
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_mesh3_is_closed(const double *points, size_t point_count, const uint32_t *triangles,
                              size_t triangle_count, const TumAllocator *allocator, bool *closed);

#endif
