// SPDX-License-Identifier: MIT
// hull3.c: convex hulls by qhull, merged into polygons.
//
// qhull (Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex hulls", ACM TOMS 22, 1996)
// gives the six sides of a cube as twelve nearly coplanar triangles, since coordinates from files
// are rounded to single precision; contacts need the whole side. Facets are therefore grown into
// regions that stay within a tolerance of their largest facet's plane, and each region's rim
// becomes one polygon.
//
// The results do not depend on qhull's inner order: vertices keep the order of the input, faces are
// sorted by their smallest vertex.
#include "geometry/hull3.h"

#include <limits.h>
#include <stdio.h>

#include <libqhull_r/qhull_ra.h>

#include "base/assert.h"
#include "base/sort.h"
#include "geometry/flat_hull3.h"
#include "geometry/hull_merge3.h"
#include "geometry/weld.h"
#include "system/stream.h"

// A set of points thinner than this share of its extent counts as flat: faces on its rim would be
// too narrow to have a direction.
#define FLAT_TOLERANCE 1e-5

// Larger clouds than this are joggled only: the time of qhull's merging grows with the square of
// the corners of a face.
#define MERGED_POINTS_MAX 10000

// A larger extent would overflow doubles in areas and volumes.
#define LARGEST_EXTENT 1e100

/// Welded points around their middle, ready for qhull.
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

// A facet with more than three sides is stored as ridges. Each ridge is shared with one neighbour
// and runs in one direction for its top facet, in the other for its bottom facet. `after` has an
// entry for every point and maps a corner to the next one; other entries are UINT32_MAX, and all
// are again on return.
static bool trace_ridges(const qhT *qh, const facetT *facet, uint32_t *after, uint32_t *corners,
                         size_t *count)
{
    ridgeT *ridge, **ridgep;
    size_t ridges = 0;
    uint32_t first = UINT32_MAX;
    bool is_simple = true;
    FOREACHridge_(facet->ridges)
    {
        const vertexT *a = SETfirstt_(ridge->vertices, vertexT);
        const vertexT *b = SETsecondt_(ridge->vertices, vertexT);
        uint32_t from = (uint32_t)((a->point - qh->first_point) / 3);
        uint32_t to = (uint32_t)((b->point - qh->first_point) / 3);
        if (ridge->top == facet) {
            const uint32_t swap = from;
            from = to;
            to = swap;
        }
        is_simple = is_simple && after[from] == UINT32_MAX;
        after[from] = to;
        first = from;
        ++ridges;
    }
    *count = 0;
    uint32_t corner = first;
    while (corner != UINT32_MAX && *count < ridges) {
        corners[(*count)++] = corner;
        const uint32_t next = after[corner];
        after[corner] = UINT32_MAX;
        corner = next;
    }
    // Entries of ridges outside the walk are reset, too.
    FOREACHridge_(facet->ridges)
    {
        after[(SETfirstt_(ridge->vertices, vertexT)->point - qh->first_point) / 3] = UINT32_MAX;
        after[(SETsecondt_(ridge->vertices, vertexT)->point - qh->first_point) / 3] = UINT32_MAX;
    }
    return is_simple && *count == ridges && corner == first && ridges >= 3;
}

static void trace_triangle(const qhT *qh, const facetT *facet, uint32_t corners[3])
{
    vertexT *vertex, **vertexp;
    size_t count = 0;
    FOREACHvertex_(facet->vertices)
    {
        if (count < 3) {
            corners[count++] = (uint32_t)((vertex->point - qh->first_point) / 3);
        }
    }
    if (facet->toporient != qh_ORIENTclock) {
        const uint32_t swap = corners[0];
        corners[0] = corners[1];
        corners[1] = swap;
    }
}

// Counts all corners: three for a triangle, one for each ridge of other facets.
static void count_facets(const qhT *qh, size_t *face_count, size_t *corner_count)
{
    facetT *facet;
    *face_count = 0;
    *corner_count = 0;
    FORALLfacets
    {
        ++*face_count;
        if (facet->simplicial) {
            *corner_count += 3;
            continue;
        }
        ridgeT *ridge, **ridgep;
        FOREACHridge_(facet->ridges)
        {
            ++*corner_count;
        }
    }
}

// Reads qhull's structures only: qhull's own functions would end the process on unexpected input.
static TumStatus read_facets(const qhT *qh, const Cloud *cloud, Arena *scratch, Polygons *polygons,
                             bool *is_whole)
{
    size_t face_count, corner_count;
    count_facets(qh, &face_count, &corner_count);
    polygons->first = tum_arena_zeroed(scratch, face_count + 1, sizeof *polygons->first);
    polygons->corners = tum_arena_zeroed(scratch, corner_count, sizeof *polygons->corners);
    uint32_t *after = tum_arena_allocate(scratch, cloud->count * sizeof *after);
    if (polygons->first == NULL || polygons->corners == NULL || after == NULL) {
        return TUM_ERROR_MEMORY;
    }
    memset(after, 0xff, cloud->count * sizeof *after);
    *is_whole = true;
    polygons->count = 0;
    facetT *facet;
    FORALLfacets
    {
        uint32_t *corners = &polygons->corners[polygons->first[polygons->count]];
        size_t count = 3;
        if (facet->simplicial) {
            trace_triangle(qh, facet, corners);
        } else if (!trace_ridges(qh, facet, after, corners, &count)) {
            *is_whole = false;
            return TUM_OK;
        }
        ++polygons->count;
        polygons->first[polygons->count] = polygons->first[polygons->count - 1] + (uint32_t)count;
    }
    return TUM_OK;
}

// One run of qhull. *is_whole receives true where all facets were read and form a closed surface.
static TumStatus run_qhull(const Cloud *cloud, char *command, Arena *scratch, Polygons *polygons,
                           bool *is_whole)
{
    *is_whole = false;
    // qhull needs a stream for its messages; this one discards them.
    FILE *errors = tum_stream_discard();
    if (errors == NULL) {
        return TUM_ERROR_MEMORY;
    }
    qhT context;
    qh_zero(&context, errors);
    const int code =
        qh_new_qhull(&context, 3, (int)cloud->count, cloud->points, False, command, NULL, errors);
    TumStatus status = code == qh_ERRmem ? TUM_ERROR_MEMORY : TUM_OK;
    if (code == qh_ERRnone) {
        status = read_facets(&context, cloud, scratch, polygons, is_whole);
    }
    int long_blocks, long_bytes;
    qh_freeqhull(&context, !qh_ALL);
    qh_memfreeshort(&context, &long_blocks, &long_bytes);
    (void)fclose(errors);
    return status;
}

static TumStatus build_solid(const Cloud *cloud, Arena *scratch, Arena *arena, HullMesh3 *hull)
{
    // Joggled input ("QJ") comes first: qhull moves every point by about 1e-11 of the extent, with
    // a constant seed, so that no four points lie in a plane. The side of a facet that a point lies
    // on then never depends on the last bit, which may differ between machines; and thousands of
    // coplanar points, which take hours to merge, are no special case. The faces are merged
    // afterwards, with the original points. qhull's own merging remains for sets that no joggle
    // separates.
    char joggled[] = "qhull Pp QJ", merged[] = "qhull Pp";
    char *const commands[] = {joggled, merged};
    const size_t attempts = cloud->count <= MERGED_POINTS_MAX ? 2 : 1;
    for (size_t attempt = 0; attempt < attempts; ++attempt) {
        Polygons polygons = {0};
        bool is_whole;
        TumStatus status = run_qhull(cloud, commands[attempt], scratch, &polygons, &is_whole);
        if (status == TUM_OK && is_whole) {
            const HullPoints points = {cloud->points, cloud->count, cloud->extent};
            status = tum_hull_merge3(&points, &polygons, scratch, &is_whole);
        }
        if (status != TUM_OK) {
            return status;
        }
        if (is_whole) {
            return tum_hull_emit3(&(HullPoints){cloud->points, cloud->count, cloud->extent},
                                  cloud->source, cloud->middle, &polygons, scratch, arena, hull);
        }
    }
    return TUM_ERROR_INPUT;
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
