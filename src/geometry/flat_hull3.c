// SPDX-License-Identifier: MIT
// flat_hull3.c: thin hulls. The outline in the plane is Andrew's monotone chain ("Another efficient
// algorithm for convex hulls in two dimensions", 1979); a prism of the least thickness stands on
// it.
#include "geometry/flat_hull3.h"

#include "base/sort.h"

// [m] Also at least this share of the extent; otherwise single precision would close the gap.
#define THICKNESS 1e-6
#define THICKNESS_SHARE 1e-6

// A point of the outline is kept where it lies outside the line between its neighbours by this
// share of the extent.
#define STRAIGHT_TOLERANCE 1e-6

/// An outline, counter-clockwise seen from the tip of the normal.
typedef struct Outline {
    DVec3 *points;
    uint32_t *index; // into the cloud
    size_t count;
    DVec3 normal;
    double half; // [m] half the thickness
} Outline;

static DVec3 point_at(const HullPoints *points, uint32_t index)
{
    const double *p = &points->points[3 * (size_t)index];
    return (DVec3){p[0], p[1], p[2]};
}

// A double as an integer of the same order: negative ones with all bits inverted, others above
// them.
static uint64_t sortable(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits >> 63) != 0 ? ~bits : bits | (uint64_t)1 << 63;
}

/// Coordinates in the plane.
typedef struct Flat {
    double u, v;
} Flat;

// Sorts indices by u, then v: least significant first, because the sort is stable.
static void sort_flat(const Flat *flat, size_t count, uint32_t *order, uint64_t *keys)
{
    for (size_t i = 0; i < count; ++i) {
        order[i] = (uint32_t)i;
        keys[i] = sortable(flat[i].v);
    }
    tum_sort_keys(keys, order, count, keys + count, order + count);
    for (size_t i = 0; i < count; ++i) {
        keys[i] = sortable(flat[order[i]].u);
    }
    tum_sort_keys(keys, order, count, keys + count, order + count);
}

// True when b lies to the right of the line from a to c by more than the tolerance.
static bool sticks_out(Flat a, Flat b, Flat c, double tolerance)
{
    const double u = c.u - a.u, v = c.v - a.v;
    const double cross = (b.u - a.u) * v - (b.v - a.v) * u;
    return cross > tolerance * square_root64(u * u + v * v);
}

// One pass along the sorted points; forward gives the lower chain, backward the upper one.
static size_t add_chain(const Flat *flat, const uint32_t *order, size_t count, bool is_back,
                        double tolerance, uint32_t *chain, size_t length)
{
    const size_t start = length;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t p = order[is_back ? count - 1 - i : i];
        while (length >= start + 2 &&
               !sticks_out(flat[chain[length - 2]], flat[chain[length - 1]], flat[p], tolerance)) {
            --length;
        }
        chain[length++] = p;
    }
    return length - 1; // the last point begins the other chain
}

static TumStatus outline_plane(const HullPoints *points, DVec3 along, DVec3 normal, Arena *scratch,
                               Outline *outline)
{
    const size_t count = points->count;
    Flat *flat = tum_arena_zeroed(scratch, count, sizeof *flat);
    uint32_t *order = tum_arena_zeroed(scratch, count, 2 * sizeof *order);
    uint64_t *keys = tum_arena_zeroed(scratch, count, 2 * sizeof *keys);
    uint32_t *chain = tum_arena_zeroed(scratch, count, 2 * sizeof *chain);
    outline->points = tum_arena_zeroed(scratch, count, sizeof *outline->points);
    if (flat == NULL || order == NULL || keys == NULL || chain == NULL || outline->points == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const DVec3 across = dvec3_cross(normal, along);
    for (uint32_t i = 0; i < count; ++i) {
        const DVec3 p = point_at(points, i);
        flat[i] = (Flat){dvec3_dot(p, along), dvec3_dot(p, across)};
    }
    sort_flat(flat, count, order, keys);
    const double tolerance = STRAIGHT_TOLERANCE * points->extent;
    size_t length = add_chain(flat, order, count, false, tolerance, chain, 0);
    length = add_chain(flat, order, count, true, tolerance, chain, length);
    outline->index = chain;
    outline->count = length;
    // The plate is centered on the points and holds them all.
    double low = 0.0, high = 0.0;
    const DVec3 start = point_at(points, 0);
    for (uint32_t i = 1; i < count; ++i) {
        const double height = dvec3_dot(normal, dvec3_sub(point_at(points, i), start));
        low = minimum64(low, height);
        high = maximum64(high, height);
    }
    outline->half = maximum64(outline->half, 0.5 * (high - low));
    const double level = dvec3_dot(normal, start) + 0.5 * (low + high);
    for (size_t k = 0; k < length; ++k) {
        const DVec3 p = point_at(points, chain[k]);
        outline->points[k] = dvec3_add_scaled(p, normal, level - dvec3_dot(normal, p));
    }
    return TUM_OK;
}

// A segment becomes a strip, a point a square: four corners, each with the index of its end.
static TumStatus outline_strip(const HullPoints *points, int rank, DVec3 along, Arena *scratch,
                               Outline *outline)
{
    uint32_t low = 0, high = 0;
    const DVec3 start = point_at(points, 0);
    for (uint32_t i = 1; i < points->count; ++i) {
        const double place = dvec3_dot(point_at(points, i), along);
        const DVec3 aside = dvec3_cross(along, dvec3_sub(point_at(points, i), start));
        outline->half = maximum64(outline->half, dvec3_length(aside));
        low = place < dvec3_dot(point_at(points, low), along) ? i : low;
        high = place > dvec3_dot(point_at(points, high), along) ? i : high;
    }
    outline->points = tum_arena_zeroed(scratch, 4, sizeof *outline->points);
    outline->index = tum_arena_zeroed(scratch, 4, sizeof *outline->index);
    if (outline->points == NULL || outline->index == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const DVec3 across = dvec3_scale(dvec3_perpendicular(along), outline->half);
    const DVec3 end = dvec3_scale(along, rank == 0 ? outline->half : 0.0);
    // The ends are projected onto the line, the middle of the strip.
    const double from = dvec3_dot(dvec3_sub(point_at(points, low), start), along);
    const double to = dvec3_dot(dvec3_sub(point_at(points, high), start), along);
    const DVec3 a = dvec3_sub(dvec3_add_scaled(start, along, from), end);
    const DVec3 b = dvec3_add(dvec3_add_scaled(start, along, to), end);
    outline->points[0] = dvec3_sub(a, across);
    outline->points[1] = dvec3_sub(b, across);
    outline->points[2] = dvec3_add(b, across);
    outline->points[3] = dvec3_add(a, across);
    outline->index[0] = outline->index[3] = low;
    outline->index[1] = outline->index[2] = high;
    outline->count = 4;
    outline->normal = dvec3_cross(along, dvec3_perpendicular(along));
    return TUM_OK;
}

// The two sides come first, then the rim: corner k of the lower side is vertex k, of the upper side
// n + k.
static TumStatus extrude(const Outline *outline, const uint32_t *source, DVec3 middle, Arena *arena,
                         HullMesh3 *hull)
{
    const uint32_t n = (uint32_t)outline->count;
    const size_t faces = (size_t)n + 2, corners = 6 * (size_t)n;
    *hull =
        (HullMesh3){.vertices = tum_arena_zeroed(arena, 2 * (size_t)n, sizeof *hull->vertices),
                    .normals = tum_arena_zeroed(arena, faces, sizeof *hull->normals),
                    .offsets = tum_arena_zeroed(arena, faces, sizeof *hull->offsets),
                    .face_first = tum_arena_zeroed(arena, faces + 1, sizeof *hull->face_first),
                    .face_vertices = tum_arena_zeroed(arena, corners, sizeof *hull->face_vertices),
                    .source = tum_arena_zeroed(arena, 2 * (size_t)n, sizeof *hull->source),
                    .is_flat = true};
    if (hull->vertices == NULL || hull->normals == NULL || hull->offsets == NULL ||
        hull->face_first == NULL || hull->face_vertices == NULL || hull->source == NULL) {
        *hull = (HullMesh3){0};
        return TUM_ERROR_MEMORY;
    }
    hull->vertex_count = 2 * (size_t)n;
    hull->face_count = faces;
    for (uint32_t k = 0; k < n; ++k) {
        const DVec3 p = dvec3_add(outline->points[k], middle);
        hull->vertices[k] = dvec3_add_scaled(p, outline->normal, -outline->half);
        hull->vertices[n + k] = dvec3_add_scaled(p, outline->normal, outline->half);
        hull->source[k] = hull->source[n + k] = source[outline->index[k]];
        hull->face_vertices[k] = n - 1 - k;
        hull->face_vertices[n + k] = n + k;
        uint32_t *rim = &hull->face_vertices[2 * n + 4 * k];
        rim[0] = k;
        rim[1] = (k + 1) % n;
        rim[2] = n + (k + 1) % n;
        rim[3] = n + k;
        hull->face_first[k + 3] = 2 * n + 4 * (k + 1);
    }
    hull->face_first[1] = n;
    hull->face_first[2] = 2 * n;
    for (size_t f = 0; f < faces; ++f) {
        const uint32_t *face = &hull->face_vertices[hull->face_first[f]];
        const DVec3 start = hull->vertices[face[0]];
        DVec3 normal = f == 0 ? dvec3_negate(outline->normal) : outline->normal;
        if (f >= 2) {
            const DVec3 edge = dvec3_sub(hull->vertices[face[1]], start);
            normal = dvec3_normalize_or(dvec3_cross(edge, outline->normal), outline->normal);
        }
        hull->normals[f] = normal;
        hull->offsets[f] = dvec3_dot(normal, start);
    }
    return TUM_OK;
}

TumStatus tum_flat_hull3(const HullPoints *points, const uint32_t *source, DVec3 middle, int rank,
                         DVec3 along, DVec3 normal, Arena *scratch, Arena *arena, HullMesh3 *hull)
{
    Outline outline = {.normal = normal,
                       .half = 0.5 * maximum64(THICKNESS, THICKNESS_SHARE * points->extent)};
    const DVec3 direction = rank == 0 ? dvec3(1.0, 0.0, 0.0) : along;
    TumStatus status = TUM_OK;
    if (rank == 2) {
        status = outline_plane(points, direction, normal, scratch, &outline);
    }
    // Rounding may leave only two corners of a barely flat plate.
    if (status == TUM_OK && (rank < 2 || outline.count < 3)) {
        status = outline_strip(points, rank, direction, scratch, &outline);
    }
    return status == TUM_OK ? extrude(&outline, source, middle, arena, hull) : status;
}
