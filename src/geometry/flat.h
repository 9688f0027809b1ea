// SPDX-License-Identifier: MIT
/// flat.h: sets of points without volume.
#ifndef TUM_GEOMETRY_FLAT_H
#define TUM_GEOMETRY_FLAT_H

#include <stdbool.h>
#include <stddef.h>

/// True when all points lie within a millionth of their extent of one plane, in 4 dimensions of one
/// hyperplane; also true for fewer points than a simplex has corners.
///
/// @param points     count * dimension numbers, finite.
/// @param dimension  2 to 4.
bool tum_points_are_flat(const double *points, size_t count, size_t dimension);

#endif
