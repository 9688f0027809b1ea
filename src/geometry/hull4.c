// SPDX-License-Identifier: MIT
// hull4.c: convex hulls in 4D: tetrahedra around a set of points that has a volume.
#include "geometry/hull4.h"

#include "geometry/quickhull.h"
#include "geometry/weld.h"
#include "math/math4_64.h"

// A set of points flatter than this share of its extent has no volume.
#define FLAT_TOLERANCE 1e-5

static DVec4 point_at(const double *points, size_t i)
{
    const double *p = &points[4 * i];
    return (DVec4){p[0], p[1], p[2], p[3]};
}

// [m] The longest edge of the points' box.
static double extent_of(const double *points, size_t count)
{
    DVec4 low = point_at(points, 0), high = low;
    for (size_t i = 1; i < count; ++i) {
        low = dvec4_minimum(point_at(points, i), low);
        high = dvec4_maximum(point_at(points, i), high);
    }
    const DVec4 size = dvec4_sub(high, low);
    return maximum64(maximum64(size.x, size.y), maximum64(size.z, size.w));
}

// The points that are not within the tolerance of an earlier one. There are few: each is compared
// with all that are kept.
static size_t weld(const double *points, size_t count, double *kept, uint32_t *source)
{
    const double tolerance = WELD_TOLERANCE * extent_of(points, count);
    size_t kept_count = 0;
    for (size_t i = 0; i < count; ++i) {
        const DVec4 p = point_at(points, i);
        size_t k = 0;
        while (k < kept_count && dvec4_distance(point_at(kept, k), p) > tolerance) {
            ++k;
        }
        if (k == kept_count) {
            memcpy(&kept[4 * kept_count], &points[4 * i], 4 * sizeof *kept);
            source[kept_count++] = (uint32_t)i;
        }
    }
    return kept_count;
}

TumStatus tum_hull4_cells(const double *points, size_t count, Arena *arena, uint32_t **cells,
                          size_t *cell_count)
{
    *cells = NULL;
    *cell_count = 0;
    if (count < 5 || count > HULL4_POINTS_MAX) {
        return TUM_ERROR_INPUT;
    }
    double *kept = tum_arena_zeroed(arena, count, 4 * sizeof *kept);
    uint32_t *source = tum_arena_zeroed(arena, count, sizeof *source);
    if (kept == NULL || source == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const size_t kept_count = weld(points, count, kept, source);
    const TumStatus status =
        tum_quickhull(kept, kept_count, 4, FLAT_TOLERANCE, arena, cells, cell_count);
    for (size_t i = 0; i < 4 * *cell_count; ++i) {
        (*cells)[i] = source[(*cells)[i]];
    }
    return status;
}
