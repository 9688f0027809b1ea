// SPDX-License-Identifier: MIT
/// flat.h: whether points have no volume.
#ifndef TUM_GEOMETRY_FLAT_H
#define TUM_GEOMETRY_FLAT_H

#include <stdbool.h>
#include <stddef.h>

/// True when all points are within a millionth of their reach of one plane, in 4 dimensions of one
/// hyperplane; so are those that are fewer than corners of a simplex.
///
/// @param points     count * dimension numbers, finite.
/// @param dimension  2 to 4.
bool tum_points_are_flat(const double *points, size_t count, size_t dimension);

#endif
