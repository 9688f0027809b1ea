// SPDX-License-Identifier: MIT
// hull4.c: convex hulls in 4D: tetrahedra around a set of points that has a volume.
#include "geometry/hull4.h"

#include "geometry/quickhull.h"

// A set of points flatter than this share of its extent has no volume.
#define FLAT_TOLERANCE 1e-5

TumStatus tum_hull4_cells(const double *points, size_t count, Arena *arena, uint32_t **cells,
                          size_t *cell_count)
{
    *cells = NULL;
    *cell_count = 0;
    if (count > HULL4_POINTS_MAX) {
        return TUM_ERROR_INPUT;
    }
    return tum_quickhull(points, count, 4, FLAT_TOLERANCE, arena, cells, cell_count);
}
