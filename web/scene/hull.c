// SPDX-License-Identifier: MIT
// hull.c: convex hulls of the module of scenes: triangles, in the place of qhull.
//
// The hull of a scene gives mass properties and, to engines that want them, faces: no contact
// needs merged sides. Quickhull (Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex
// hulls", ACM TOMS 22, 1996) on points that are moved by 1e-11 of the extent, as qhull's option QJ
// does, so that no four of them lie in a plane; volumes are those of the points as given. Masses
// agree with those of the native library, which merges sides, within 1e-6 (of a slab as thick as
// a thousandth of its length, 2e-5); the module is 100 kB smaller.
#include "geometry/hull3.h"

#include <limits.h>

#include "geometry/weld.h"

// Share of the extent below which points count as flat, as in geometry/hull3.c.
#define FLAT_TOLERANCE 1e-5

// [1] First joggle, as a share of the extent; each further attempt takes a hundred times as much.
#define JOGGLE 1e-11

enum { ATTEMPTS = 3 };

#define NONE UINT32_MAX

// Triangle of the hull in the making, counter-clockwise seen from outside.
typedef struct Facet {
    uint32_t corner[3];
    uint32_t beyond[3]; // Facet across the edge from corner k to the next.
    DVec3 normal;       // Unit.
    double offset;      // normal . p on the facet.
    uint32_t outside;   // First of the points above it, or NONE.
    bool is_gone;
} Facet;

// Edge of the horizon: two corners as the facet behind the horizon has them reversed.
typedef struct Edge {
    uint32_t from, to, behind, which; // `which` is the edge's number in the facet behind.
} Edge;

typedef struct Quickhull {
    DVec3 *points;       // [count] joggled
    uint32_t *next;      // [count] next point above the same facet
    uint32_t *starts_at; // [count] new facet whose edge of the horizon starts at a point
    Facet *facets;       // [capacity]
    uint32_t *free;      // [free_count] places of facets that are gone
    uint32_t *seen;      // [capacity] facets that a point sees
    uint32_t *waiting;   // [waiting_count] places of facets with points above them
    bool *is_waiting;    // [capacity] the place is among them
    Edge *horizon;       // [capacity]
    uint32_t count, facet_count, free_count, capacity, horizon_count, seen_count, waiting_count;
} Quickhull;

static double height_over(const Facet *facet, DVec3 p)
{
    return dvec3_dot(facet->normal, p) - facet->offset;
}

// A facet over three points, or NONE where there is no room.
static uint32_t add_facet(Quickhull *hull, uint32_t a, uint32_t b, uint32_t c)
{
    if (hull->free_count == 0 && hull->facet_count == hull->capacity) {
        return NONE;
    }
    const uint32_t at =
        hull->free_count > 0 ? hull->free[--hull->free_count] : hull->facet_count++;
    const DVec3 origin = hull->points[a];
    const DVec3 across = dvec3_cross(dvec3_sub(hull->points[b], origin),
                                     dvec3_sub(hull->points[c], origin));
    const DVec3 normal = dvec3_normalize_or(across, (DVec3){0.0, 0.0, 0.0});
    hull->facets[at] = (Facet){.corner = {a, b, c},
                               .beyond = {NONE, NONE, NONE},
                               .normal = normal,
                               .offset = dvec3_dot(normal, origin),
                               .outside = NONE};
    return at;
}

// Puts a point above the facet of a list that it is highest over; points below all are inside.
static void assign(Quickhull *hull, uint32_t point, const uint32_t *facets, uint32_t count)
{
    uint32_t best = NONE;
    double highest = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        const double height = height_over(&hull->facets[facets[i]], hull->points[point]);
        if (height > highest) {
            highest = height;
            best = facets[i];
        }
    }
    if (best != NONE) {
        hull->next[point] = hull->facets[best].outside;
        hull->facets[best].outside = point;
        if (!hull->is_waiting[best]) {
            hull->is_waiting[best] = true;
            hull->waiting[hull->waiting_count++] = best;
        }
    }
}

// Takes the farthest point above a facet out of its list.
static uint32_t take_farthest(Quickhull *hull, Facet *facet)
{
    uint32_t *best = &facet->outside;
    double highest = -1.0;
    for (uint32_t *at = &facet->outside; *at != NONE; at = &hull->next[*at]) {
        const double height = height_over(facet, hull->points[*at]);
        if (height > highest) {
            highest = height;
            best = at;
        }
    }
    const uint32_t point = *best;
    *best = hull->next[point];
    return point;
}

// Marks the facets that a point sees, and lists the edges around them.
static void find_horizon(Quickhull *hull, uint32_t start, DVec3 eye)
{
    hull->seen_count = 0;
    hull->horizon_count = 0;
    hull->facets[start].is_gone = true;
    hull->seen[hull->seen_count++] = start;
    for (uint32_t done = 0; done < hull->seen_count; ++done) {
        const Facet *facet = &hull->facets[hull->seen[done]];
        for (uint32_t k = 0; k < 3; ++k) {
            Facet *beyond = &hull->facets[facet->beyond[k]];
            if (!beyond->is_gone && height_over(beyond, eye) > 0.0) {
                beyond->is_gone = true;
                hull->seen[hull->seen_count++] = facet->beyond[k];
            }
        }
    }
    for (uint32_t done = 0; done < hull->seen_count; ++done) {
        const uint32_t self = hull->seen[done];
        for (uint32_t k = 0; k < 3; ++k) {
            const uint32_t behind = hull->facets[self].beyond[k];
            if (hull->facets[behind].is_gone) {
                continue;
            }
            uint32_t which = 0;
            while (which < 2 && hull->facets[behind].beyond[which] != self) {
                ++which;
            }
            const uint32_t *corner = hull->facets[self].corner;
            hull->horizon[hull->horizon_count++] =
                (Edge){corner[k], corner[(k + 1) % 3], behind, which};
        }
    }
}

// Frees the places of the facets that a point sees. @return the points above them, as a list.
static uint32_t remove_seen(Quickhull *hull)
{
    uint32_t orphans = NONE;
    for (uint32_t i = 0; i < hull->seen_count; ++i) {
        uint32_t point = hull->facets[hull->seen[i]].outside;
        while (point != NONE) {
            const uint32_t next = hull->next[point];
            hull->next[point] = orphans;
            orphans = point;
            point = next;
        }
        hull->free[hull->free_count++] = hull->seen[i];
    }
    return orphans;
}

// Replaces what a point sees by a cone from the horizon. False where the horizon is no ring.
static bool add_point(Quickhull *hull, uint32_t point, uint32_t start, uint32_t *made)
{
    find_horizon(hull, start, hull->points[point]);
    uint32_t orphan = remove_seen(hull);
    for (uint32_t i = 0; i < hull->horizon_count; ++i) {
        const Edge edge = hull->horizon[i];
        made[i] = add_facet(hull, edge.from, edge.to, point);
        if (made[i] == NONE || hull->starts_at[edge.from] != NONE) {
            return false;
        }
        hull->starts_at[edge.from] = made[i];
        hull->facets[made[i]].beyond[0] = edge.behind;
        hull->facets[edge.behind].beyond[edge.which] = made[i];
    }
    bool is_ring = true;
    for (uint32_t i = 0; i < hull->horizon_count && is_ring; ++i) {
        const uint32_t after = hull->starts_at[hull->horizon[i].to];
        is_ring = after != NONE;
        if (is_ring) {
            hull->facets[made[i]].beyond[1] = after;
            hull->facets[after].beyond[2] = made[i];
        }
    }
    for (uint32_t i = 0; i < hull->horizon_count; ++i) {
        hull->starts_at[hull->horizon[i].from] = NONE;
    }
    while (orphan != NONE) {
        const uint32_t next = hull->next[orphan];
        assign(hull, orphan, made, hull->horizon_count);
        orphan = next;
    }
    return is_ring;
}

// Four points that span the cloud; false where all lie within the tolerance of a plane.
static bool find_start(const Quickhull *hull, double tolerance, uint32_t start[4])
{
    DVec3 along = {0}, normal = {0};
    start[0] = 0;
    const DVec3 origin = hull->points[0];
    for (int rank = 1; rank < 4; ++rank) {
        double farthest = tolerance;
        start[rank] = NONE;
        for (uint32_t i = 1; i < hull->count; ++i) {
            const DVec3 to = dvec3_sub(hull->points[i], origin);
            const double distance = rank == 1   ? dvec3_length(to)
                                    : rank == 2 ? dvec3_length(dvec3_cross(along, to))
                                                : absolute64(dvec3_dot(normal, to));
            if (distance > farthest) {
                farthest = distance;
                start[rank] = i;
            }
        }
        if (start[rank] == NONE) {
            return false;
        }
        const DVec3 to = dvec3_sub(hull->points[start[rank]], origin);
        if (rank == 1) {
            along = dvec3_scale(to, 1.0 / farthest);
        } else if (rank == 2) {
            normal = dvec3_scale(dvec3_cross(along, to), 1.0 / farthest);
        } else if (dvec3_dot(normal, to) > 0.0) {
            const uint32_t swap = start[1];
            start[1] = start[2];
            start[2] = swap;
        }
    }
    return true;
}

// The tetrahedron of the first four points, and all others above its facets.
static void begin(Quickhull *hull, const uint32_t start[4])
{
    // Facet i lies across from corner i; edge k of a facet leads to the facet that lacks the third corner.
    static const uint8_t corners[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    uint32_t facets[4];
    hull->facet_count = hull->free_count = hull->waiting_count = 0;
    memset(hull->is_waiting, 0, hull->capacity * sizeof *hull->is_waiting);
    for (int i = 0; i < 4; ++i) {
        const uint8_t *c = corners[i];
        facets[i] = add_facet(hull, start[c[0]], start[c[1]], start[c[2]]);
        for (int k = 0; k < 3; ++k) {
            hull->facets[facets[i]].beyond[k] = c[(k + 2) % 3];
        }
    }
    for (uint32_t i = 0; i < hull->count; ++i) {
        if (i != start[0] && i != start[1] && i != start[2] && i != start[3]) {
            assign(hull, i, facets, 4);
        }
    }
}

static void joggle(Quickhull *hull, const double *points, const uint32_t *source, double size)
{
    // Numerical Recipes' linear congruence: the same points give the same hull everywhere.
    uint32_t state = 1;
    for (uint32_t i = 0; i < hull->count; ++i) {
        double p[3];
        for (int k = 0; k < 3; ++k) {
            state = state * 1664525u + 1013904223u;
            p[k] = points[3 * source[i] + (uint32_t)k] + size * ((double)state / 4294967296.0 - 0.5);
        }
        hull->points[i] = (DVec3){p[0], p[1], p[2]};
    }
}

static bool run(Quickhull *hull, const uint32_t start[4], uint32_t *made)
{
    begin(hull, start);
    while (hull->waiting_count > 0) {
        const uint32_t at = hull->waiting[--hull->waiting_count];
        Facet *facet = &hull->facets[at];
        hull->is_waiting[at] = false;
        if (!facet->is_gone && facet->outside != NONE &&
            !add_point(hull, take_farthest(hull, facet), at, made)) {
            return false;
        }
    }
    return true;
}

static TumStatus emit(const Quickhull *hull, const double *points, const uint32_t *source,
                      Arena *arena, HullMesh3 *out)
{
    size_t faces = 0;
    for (uint32_t i = 0; i < hull->facet_count; ++i) {
        faces += hull->facets[i].is_gone ? 0 : 1;
    }
    out->vertices = tum_arena_zeroed(arena, hull->count, sizeof *out->vertices);
    out->face_first = tum_arena_zeroed(arena, faces + 1, sizeof *out->face_first);
    out->face_vertices = tum_arena_zeroed(arena, 3 * faces, sizeof *out->face_vertices);
    uint32_t *vertex = tum_arena_allocate(arena, hull->count * sizeof *vertex);
    if (out->vertices == NULL || out->face_first == NULL || out->face_vertices == NULL ||
        vertex == NULL) {
        return TUM_ERROR_MEMORY;
    }
    memset(vertex, 0xff, hull->count * sizeof *vertex);
    for (uint32_t i = 0; i < hull->facet_count; ++i) {
        if (hull->facets[i].is_gone) {
            continue;
        }
        for (int k = 0; k < 3; ++k) {
            const uint32_t point = hull->facets[i].corner[k];
            if (vertex[point] == NONE) {
                const double *p = &points[3 * source[point]];
                vertex[point] = (uint32_t)out->vertex_count;
                out->vertices[out->vertex_count++] = (DVec3){p[0], p[1], p[2]};
            }
            out->face_vertices[3 * out->face_count + (size_t)k] = vertex[point];
        }
        ++out->face_count;
        out->face_first[out->face_count] = (uint32_t)(3 * out->face_count);
    }
    return TUM_OK;
}

// The points that welding keeps.
static TumStatus weld(const double *points, size_t count, Arena *scratch, uint32_t **source,
                      uint32_t *kept)
{
    uint32_t *welded = tum_arena_zeroed(scratch, count, sizeof *welded);
    *source = tum_arena_zeroed(scratch, count, sizeof **source);
    if (welded == NULL || *source == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const TumStatus status = tum_weld3(points, count, welded, &scratch->allocator);
    *kept = 0;
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        if (welded[i] == i) {
            (*source)[(*kept)++] = (uint32_t)i;
        }
    }
    return status;
}

// A convex surface over n points has 2 n - 4 triangles.
static bool make_room(Quickhull *hull, Arena *scratch, uint32_t **made)
{
    hull->capacity = 2 * hull->count + 16;
    hull->points = tum_arena_zeroed(scratch, hull->count, sizeof *hull->points);
    hull->next = tum_arena_zeroed(scratch, hull->count, sizeof *hull->next);
    hull->starts_at = tum_arena_zeroed(scratch, hull->count, sizeof *hull->starts_at);
    hull->facets = tum_arena_zeroed(scratch, hull->capacity, sizeof *hull->facets);
    hull->free = tum_arena_zeroed(scratch, hull->capacity, sizeof *hull->free);
    hull->seen = tum_arena_zeroed(scratch, hull->capacity, sizeof *hull->seen);
    hull->waiting = tum_arena_zeroed(scratch, hull->capacity, sizeof *hull->waiting);
    hull->is_waiting = tum_arena_zeroed(scratch, hull->capacity, sizeof *hull->is_waiting);
    hull->horizon = tum_arena_zeroed(scratch, hull->capacity, sizeof *hull->horizon);
    *made = tum_arena_zeroed(scratch, hull->capacity, sizeof **made);
    return hull->points != NULL && hull->next != NULL && hull->starts_at != NULL &&
           hull->facets != NULL && hull->free != NULL && hull->seen != NULL &&
           hull->waiting != NULL && hull->is_waiting != NULL &&
           hull->horizon != NULL && *made != NULL;
}

static TumStatus build(const double *points, size_t count, double extent, Arena *scratch,
                       Arena *arena, HullMesh3 *out)
{
    Quickhull hull = {0};
    uint32_t *source, *made, start[4];
    const TumStatus status = weld(points, count, scratch, &source, &hull.count);
    if (status != TUM_OK) {
        return status;
    }
    if (!make_room(&hull, scratch, &made)) {
        return TUM_ERROR_MEMORY;
    }
    double size = JOGGLE * extent;
    for (int attempt = 0; attempt < ATTEMPTS; ++attempt, size *= 100.0) {
        joggle(&hull, points, source, size);
        memset(hull.starts_at, 0xff, hull.count * sizeof *hull.starts_at);
        if (!find_start(&hull, FLAT_TOLERANCE * extent, start)) {
            out->is_flat = true;
            return TUM_OK;
        }
        if (run(&hull, start, made)) {
            return emit(&hull, points, source, arena, out);
        }
    }
    return TUM_ERROR_INPUT;
}

/// As geometry/hull3.h says, but: sides are triangles, hulls of flat points have none, and normals,
/// offsets and source are NULL.
TumStatus tum_hull3_build(const double *points, size_t count, Arena *arena, HullMesh3 *hull)
{
    *hull = (HullMesh3){0};
    // A larger extent would overflow doubles in areas and volumes.
    const Extent3 extent = tum_extent3(points, count);
    if (count == 0 || count > INT_MAX / 4 || !(extent.size <= 1e100)) {
        return TUM_ERROR_INPUT;
    }
    Arena scratch;
    tum_arena_init(&scratch, &arena->allocator);
    const TumStatus status = build(points, count, extent.size, &scratch, arena, hull);
    tum_arena_clear(&scratch);
    return status;
}
