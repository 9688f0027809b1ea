// SPDX-License-Identifier: MIT
// hull3.c: convex hulls, merged into polygons.
//
// Quickhull gives the six sides of a cube as twelve nearly coplanar triangles, since coordinates
// from files are rounded to single precision; contacts need the whole side. Facets are therefore
// grown into regions that stay within a tolerance of their largest facet's plane, and each region's
// rim becomes one polygon.
//
// The results do not depend on the order of the triangles: vertices keep the order of the input,
// faces are sorted by their smallest vertex.
#include "geometry/hull3.h"

#include <limits.h>

#include "geometry/flat_hull3.h"
#include "geometry/hull_merge3.h"
#include "geometry/quickhull.h"
#include "geometry/weld.h"

// A set of points thinner than this share of its extent counts as flat: faces on its rim would be
// too narrow to have a direction.
#define FLAT_TOLERANCE 1e-5

// A larger extent would overflow doubles in areas and volumes.
#define LARGEST_EXTENT 1e70

/// Welded points around their middle.
typedef struct Cloud {
    double *points;   // [count * 3] relative to `middle`
    uint32_t *source; // [count] index in the caller's numbering
    size_t count;
    DVec3 middle;
    double extent;
} Cloud;

static DVec3 cloud_point(const Cloud *cloud, size_t i)
{
    const double *p = &cloud->points[3 * i];
    return (DVec3){p[0], p[1], p[2]};
}

static TumStatus gather_cloud(const double *points, size_t count, Arena *scratch, Cloud *cloud)
{
    const Extent3 extent = tum_extent3(points, count);
    if (!(extent.size <= LARGEST_EXTENT)) {
        return TUM_ERROR_INPUT;
    }
    uint32_t *welded = tum_arena_zeroed(scratch, count, sizeof *welded);
    cloud->points = tum_arena_zeroed(scratch, count, 3 * sizeof *cloud->points);
    cloud->source = tum_arena_zeroed(scratch, count, sizeof *cloud->source);
    if (welded == NULL || cloud->points == NULL || cloud->source == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const TumStatus status = tum_weld3(points, count, welded, &scratch->allocator);
    if (status != TUM_OK) {
        return status;
    }
    cloud->extent = extent.size;
    cloud->middle = dvec3_add_scaled(extent.low, dvec3_sub(extent.high, extent.low), 0.5);
    for (size_t i = 0; i < count; ++i) {
        if (welded[i] == i) {
            double *p = &cloud->points[3 * cloud->count];
            p[0] = points[3 * i] - cloud->middle.x;
            p[1] = points[3 * i + 1] - cloud->middle.y;
            p[2] = points[3 * i + 2] - cloud->middle.z;
            cloud->source[cloud->count++] = (uint32_t)i;
        }
    }
    return TUM_OK;
}

// The dimension of the cloud, and the line or plane near it where that is less than three: from one
// point to the farthest one, then to the farthest from their line, then from their plane.
static int measure_rank(const Cloud *cloud, DVec3 *along, DVec3 *normal)
{
    const double tolerance = FLAT_TOLERANCE * cloud->extent;
    const DVec3 start = cloud_point(cloud, 0);
    DVec3 end = start, third = start;
    double farthest = 0.0;
    for (size_t i = 1; i < cloud->count; ++i) {
        const double distance = dvec3_distance(cloud_point(cloud, i), start);
        if (distance > farthest) {
            farthest = distance;
            end = cloud_point(cloud, i);
        }
    }
    if (!(farthest > 0.0)) {
        return 0;
    }
    *along = dvec3_scale(dvec3_sub(end, start), 1.0 / farthest);
    farthest = 0.0;
    for (size_t i = 1; i < cloud->count; ++i) {
        const DVec3 across = dvec3_cross(*along, dvec3_sub(cloud_point(cloud, i), start));
        if (dvec3_length(across) > farthest) {
            farthest = dvec3_length(across);
            third = across;
        }
    }
    if (farthest <= tolerance) {
        return 1;
    }
    *normal = dvec3_scale(third, 1.0 / farthest);
    farthest = 0.0;
    for (size_t i = 1; i < cloud->count; ++i) {
        const double height = dvec3_dot(*normal, dvec3_sub(cloud_point(cloud, i), start));
        farthest = maximum64(farthest, absolute64(height));
    }
    return farthest <= tolerance ? 2 : 3;
}

static TumStatus build_solid(const Cloud *cloud, Arena *scratch, Arena *arena, HullMesh3 *hull)
{
    const HullPoints points = {cloud->points, cloud->count, cloud->extent};
    Polygons polygons = {0};
    TumStatus status = tum_quickhull(cloud->points, cloud->count, 3, 0.0, scratch,
                                     &polygons.corners, &polygons.count);
    if (status != TUM_OK) {
        return status;
    }
    polygons.first = tum_arena_zeroed(scratch, polygons.count + 1, sizeof *polygons.first);
    if (polygons.first == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t f = 0; f <= polygons.count; ++f) {
        polygons.first[f] = (uint32_t)(3 * f);
    }
    bool is_whole;
    status = tum_hull_merge3(&points, &polygons, scratch, &is_whole);
    if (status != TUM_OK || !is_whole) {
        return status != TUM_OK ? status : TUM_ERROR_INPUT;
    }
    return tum_hull_emit3(&points, cloud->source, cloud->middle, &polygons, scratch, arena, hull);
}

TumStatus tum_hull3_build(const double *points, size_t count, Arena *arena, HullMesh3 *hull)
{
    *hull = (HullMesh3){0};
    if (count == 0 || count > INT_MAX) {
        return TUM_ERROR_INPUT;
    }
    Arena scratch;
    tum_arena_init(&scratch, &arena->allocator);
    Cloud cloud = {0};
    TumStatus status = gather_cloud(points, count, &scratch, &cloud);
    if (status == TUM_OK) {
        DVec3 along, normal;
        const int rank = measure_rank(&cloud, &along, &normal);
        if (rank == 3) {
            status = build_solid(&cloud, &scratch, arena, hull);
        } else {
            const HullPoints flat = {cloud.points, cloud.count, cloud.extent};
            status = tum_flat_hull3(&flat, cloud.source, cloud.middle, rank, along, normal,
                                    &scratch, arena, hull);
        }
    }
    tum_arena_clear(&scratch);
    return status;
}
