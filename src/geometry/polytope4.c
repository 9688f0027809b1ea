// SPDX-License-Identifier: MIT
// polytope4.c: the cells of a 4D hull from its tetrahedra. A cell grows from the largest
// tetrahedron left over neighbors that stay in its hyperplane: the test takes the corners'
// positions, since normals of slivers are noise. Two cells that share a triangle share a face; the
// face's polygon consists of the vertices of both. Euler's relation for the boundary of a
// 4-polytope, vertices - edges + faces - cells = 0, checks the whole.
#include "geometry/polytope4.h"

#include <string.h>

#include "base/sort.h"

// Corners within this share of the extent of a hyperplane belong to it: some ten units of the
// single precision in files (as hull_merge3.c).
#define PLANE_TOLERANCE 5e-7

// Normals whose components at right angles to the others are smaller than this are dependent.
#define NARROW 1e-4

#define NONE UINT32_MAX

/// A boundary during its conversion to a polytope.
typedef struct Boundary {
    const double *points; ///< Owned by the caller.
    uint32_t *corners;    ///< [count * 4] ascending in each tetrahedron
    uint32_t *beyond;     ///< [count * 4] the tetrahedron opposite to corner k
    uint32_t *cell;       ///< [count] the cell of each tetrahedron, or NONE
    uint32_t *queue;      ///< [count] scratch of the flood
    size_t count;
    DVec4 middle;     ///< Mean of the used points, which lies inside.
    double tolerance; ///< [m]
    DVec4 *normals;   ///< [count] normals of cells
    double *offsets;
    size_t cell_count;
    uint32_t *used; ///< [used_count] points that are corners, each once
    size_t used_count;
    uint32_t *vertex_of; ///< [point_count] number among the vertices, or NONE
    size_t point_count, vertex_count;
} Boundary;

/// Scratch for sorting.
typedef struct Sorter {
    uint64_t *keys, *key_scratch;
    uint32_t *order, *order_scratch;
} Sorter;

static bool make_sorter(Arena *arena, size_t count, Sorter *sorter)
{
    sorter->keys = tum_arena_zeroed(arena, count, sizeof *sorter->keys);
    sorter->key_scratch = tum_arena_zeroed(arena, count, sizeof *sorter->key_scratch);
    sorter->order = tum_arena_zeroed(arena, count, sizeof *sorter->order);
    sorter->order_scratch = tum_arena_zeroed(arena, count, sizeof *sorter->order_scratch);
    return sorter->keys != NULL && sorter->key_scratch != NULL && sorter->order != NULL &&
           sorter->order_scratch != NULL;
}

static void sort(Sorter *sorter, size_t count)
{
    tum_sort_keys(sorter->keys, sorter->order, count, sorter->key_scratch, sorter->order_scratch);
}

static DVec4 point_at(const Boundary *boundary, uint32_t index)
{
    const double *p = &boundary->points[4 * (size_t)index];
    return (DVec4){p[0], p[1], p[2], p[3]};
}

static void sort_few(uint32_t *numbers, size_t count)
{
    for (size_t i = 1; i < count; ++i) {
        const uint32_t number = numbers[i];
        size_t at = i;
        for (; at > 0 && numbers[at - 1] > number; --at) {
            numbers[at] = numbers[at - 1];
        }
        numbers[at] = number;
    }
}

// Copies the tetrahedra with ascending corners; false where an index is out of range or repeated.
static bool copy_corners(const uint32_t *tetrahedra, Boundary *boundary)
{
    memcpy(boundary->corners, tetrahedra, boundary->count * 4 * sizeof *tetrahedra);
    for (size_t t = 0; t < boundary->count; ++t) {
        uint32_t *c = &boundary->corners[4 * t];
        sort_few(c, 4);
        if (c[3] >= boundary->point_count || c[0] == c[1] || c[1] == c[2] || c[2] == c[3]) {
            return false;
        }
    }
    return true;
}

// Finds the used points, their mean and the tolerance.
static void measure(Boundary *boundary)
{
    DVec4 low = point_at(boundary, boundary->corners[0]), high = low, sum = {0};
    memset(boundary->vertex_of, 0xff, boundary->point_count * sizeof *boundary->vertex_of);
    for (size_t i = 0; i < 4 * boundary->count; ++i) {
        const uint32_t corner = boundary->corners[i];
        if (boundary->vertex_of[corner] != NONE) {
            continue;
        }
        boundary->vertex_of[corner] = corner; // marks the point as used; numbers come later
        boundary->used[boundary->used_count++] = corner;
        const DVec4 p = point_at(boundary, corner);
        low = dvec4_minimum(p, low);
        high = dvec4_maximum(p, high);
        sum = dvec4_add(sum, p);
    }
    const DVec4 size = dvec4_sub(high, low);
    boundary->middle = dvec4_scale(sum, 1.0 / (double)boundary->used_count);
    boundary->tolerance =
        PLANE_TOLERANCE * maximum64(maximum64(size.x, size.y), maximum64(size.z, size.w));
}

// The three corners of the triangle opposite to corner k.
static void triangle_of(const Boundary *boundary, uint32_t slot, uint32_t out[3])
{
    const uint32_t *c = &boundary->corners[slot & ~3u];
    for (uint32_t i = 0, n = 0; i < 4; ++i) {
        if (i != (slot & 3u)) {
            out[n++] = c[i];
        }
    }
}

// Pairs up triangles; false unless each belongs to exactly two tetrahedra.
static bool find_neighbors(Boundary *boundary, Sorter *sorter)
{
    const size_t count = 4 * boundary->count;
    uint32_t a[3], b[3];
    for (size_t i = 0; i < count; ++i) {
        triangle_of(boundary, (uint32_t)i, a);
        sorter->keys[i] = a[2];
        sorter->order[i] = (uint32_t)i;
    }
    sort(sorter, count);
    for (size_t i = 0; i < count; ++i) {
        triangle_of(boundary, sorter->order[i], a);
        sorter->keys[i] = (uint64_t)a[0] << 32 | a[1];
    }
    sort(sorter, count);
    for (size_t i = 0; i < count; i += 2) {
        triangle_of(boundary, sorter->order[i], a);
        triangle_of(boundary, sorter->order[i + 1], b);
        if (memcmp(a, b, sizeof a) != 0) {
            return false;
        }
        if (i + 2 < count) {
            triangle_of(boundary, sorter->order[i + 2], b);
            if (memcmp(a, b, sizeof a) == 0) {
                return false;
            }
        }
        boundary->beyond[sorter->order[i]] = sorter->order[i + 1] / 4;
        boundary->beyond[sorter->order[i + 1]] = sorter->order[i] / 4;
    }
    return true;
}

// The outward normal of a tetrahedron; its length is six times the tetrahedron's volume.
static DVec4 normal_of(const Boundary *boundary, size_t t)
{
    const uint32_t *c = &boundary->corners[4 * t];
    const DVec4 p = point_at(boundary, c[0]);
    const DVec4 normal = dvec4_perpendicular(dvec4_sub(point_at(boundary, c[1]), p),
                                             dvec4_sub(point_at(boundary, c[2]), p),
                                             dvec4_sub(point_at(boundary, c[3]), p));
    return dvec4_dot(normal, dvec4_sub(p, boundary->middle)) < 0.0 ? dvec4_negate(normal) : normal;
}

static bool is_in_plane(const Boundary *boundary, size_t t, DVec4 normal, double offset)
{
    for (int k = 0; k < 4; ++k) {
        const DVec4 p = point_at(boundary, boundary->corners[4 * t + (size_t)k]);
        if (absolute64(dvec4_dot(normal, p) - offset) > boundary->tolerance) {
            return false;
        }
    }
    return true;
}

static void flood_cell(Boundary *boundary, uint32_t seed, DVec4 normal, double offset)
{
    const uint32_t cell = (uint32_t)boundary->cell_count++;
    boundary->normals[cell] = normal;
    boundary->offsets[cell] = offset;
    boundary->cell[seed] = cell;
    size_t head = 0, tail = 0;
    boundary->queue[tail++] = seed;
    while (head < tail) {
        const uint32_t t = boundary->queue[head++];
        for (size_t k = 0; k < 4; ++k) {
            const uint32_t next = boundary->beyond[4 * (size_t)t + k];
            if (boundary->cell[next] == NONE && is_in_plane(boundary, next, normal, offset)) {
                boundary->cell[next] = cell;
                boundary->queue[tail++] = next;
            }
        }
    }
}

// True where all corners are on or below the plane of every cell: the boundary is convex.
static bool is_below(const Boundary *boundary, DVec4 normal, double offset)
{
    for (size_t i = 0; i < boundary->used_count; ++i) {
        const DVec4 p = point_at(boundary, boundary->used[i]);
        if (dvec4_dot(normal, p) > offset + 4.0 * boundary->tolerance) {
            return false;
        }
    }
    return true;
}

static bool grow_cells(Boundary *boundary, Sorter *sorter)
{
    for (size_t t = 0; t < boundary->count; ++t) {
        // Positive doubles have the order of their bits; the largest comes first.
        const double size = dvec4_length(normal_of(boundary, t));
        uint64_t bits;
        memcpy(&bits, &size, sizeof bits);
        sorter->keys[t] = ~bits;
        sorter->order[t] = (uint32_t)t;
        boundary->cell[t] = NONE;
    }
    sort(sorter, boundary->count);
    for (size_t i = 0; i < boundary->count; ++i) {
        const uint32_t seed = sorter->order[i];
        if (boundary->cell[seed] != NONE) {
            continue;
        }
        const DVec4 normal = dvec4_normalize_or(normal_of(boundary, seed), (DVec4){0});
        const DVec4 p = point_at(boundary, boundary->corners[4 * (size_t)seed]);
        const double offset = dvec4_dot(normal, p);
        if (dvec4_length_squared(normal) == 0.0 || !is_below(boundary, normal, offset)) {
            return false;
        }
        flood_cell(boundary, seed, normal, offset);
    }
    return true;
}

/// The cells around each point, without repetition.
typedef struct Incidence {
    uint64_t *pairs; ///< [count] point << 32 | cell, ascending
    size_t count;
} Incidence;

static bool find_incidence(const Boundary *boundary, Arena *scratch, Sorter *sorter,
                           Incidence *incidence)
{
    const size_t count = 4 * boundary->count;
    incidence->pairs = tum_arena_zeroed(scratch, count, sizeof *incidence->pairs);
    if (incidence->pairs == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        sorter->keys[i] = (uint64_t)boundary->corners[i] << 32 | boundary->cell[i / 4];
    }
    sort(sorter, count);
    incidence->count = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || sorter->keys[i] != sorter->keys[i - 1]) {
            incidence->pairs[incidence->count++] = sorter->keys[i];
        }
    }
    return true;
}

// At a vertex the normals of its cells span all four dimensions; on an edge they span three, in a
// face two.
static bool is_corner(const Boundary *boundary, const uint64_t *pairs, size_t count)
{
    DVec4 frame[4];
    int rank = 0;
    for (size_t i = 0; i < count && rank < 4; ++i) {
        DVec4 rest = boundary->normals[(uint32_t)pairs[i]];
        for (int k = 0; k < rank; ++k) {
            rest = dvec4_add_scaled(rest, frame[k], -dvec4_dot(rest, frame[k]));
        }
        if (dvec4_length(rest) > NARROW) {
            frame[rank++] = dvec4_scale(rest, 1.0 / dvec4_length(rest));
        }
    }
    return rank == 4;
}

static void number_vertices(Boundary *boundary, const Incidence *incidence)
{
    memset(boundary->vertex_of, 0xff, boundary->point_count * sizeof *boundary->vertex_of);
    for (size_t i = 0, end; i < incidence->count; i = end) {
        const uint64_t point = incidence->pairs[i] >> 32;
        for (end = i + 1; end < incidence->count && incidence->pairs[end] >> 32 == point; ++end) {
        }
        if (is_corner(boundary, &incidence->pairs[i], end - i)) {
            boundary->vertex_of[point] = (uint32_t)boundary->vertex_count++;
        }
    }
}

static bool emit_cells(const Boundary *boundary, const Incidence *incidence, Arena *arena,
                       Polytope4 *out)
{
    out->vertex_count = boundary->vertex_count;
    out->cell_count = boundary->cell_count;
    out->vertices = tum_arena_zeroed(arena, out->vertex_count, sizeof *out->vertices);
    out->source = tum_arena_zeroed(arena, out->vertex_count, sizeof *out->source);
    out->normals = tum_arena_zeroed(arena, out->cell_count, sizeof *out->normals);
    out->offsets = tum_arena_zeroed(arena, out->cell_count, sizeof *out->offsets);
    out->cell_first = tum_arena_zeroed(arena, out->cell_count + 1, sizeof *out->cell_first);
    out->cell_vertices = tum_arena_zeroed(arena, incidence->count, sizeof *out->cell_vertices);
    if (out->vertices == NULL || out->source == NULL || out->normals == NULL ||
        out->offsets == NULL || out->cell_first == NULL || out->cell_vertices == NULL) {
        return false;
    }
    memcpy(out->normals, boundary->normals, out->cell_count * sizeof *out->normals);
    memcpy(out->offsets, boundary->offsets, out->cell_count * sizeof *out->offsets);
    for (uint32_t p = 0; p < boundary->point_count; ++p) {
        if (boundary->vertex_of[p] != NONE) {
            out->vertices[boundary->vertex_of[p]] = point_at(boundary, p);
            out->source[boundary->vertex_of[p]] = p;
        }
    }
    // Cells are counted, then filled in ascending order of vertices, since the pairs ascend.
    for (size_t i = 0; i < incidence->count; ++i) {
        const bool is_vertex = boundary->vertex_of[incidence->pairs[i] >> 32] != NONE;
        out->cell_first[(uint32_t)incidence->pairs[i] + 1] += is_vertex ? 1 : 0;
    }
    for (size_t c = 0; c < out->cell_count; ++c) {
        out->cell_first[c + 1] += out->cell_first[c];
    }
    for (size_t i = 0; i < incidence->count; ++i) {
        const uint32_t vertex = boundary->vertex_of[incidence->pairs[i] >> 32];
        if (vertex != NONE) {
            out->cell_vertices[out->cell_first[(uint32_t)incidence->pairs[i]]++] = vertex;
        }
    }
    for (size_t c = out->cell_count; c > 0; --c) {
        out->cell_first[c] = out->cell_first[c - 1];
    }
    out->cell_first[0] = 0;
    return true;
}

// Orders a convex polygon's vertices around it: from the first one, by angle about the middle.
static void order_round(const Polytope4 *polytope, uint32_t *face, size_t count, double *angles)
{
    DVec4 middle = {0}, across = {0};
    for (size_t i = 0; i < count; ++i) {
        middle = dvec4_add_scaled(middle, polytope->vertices[face[i]], 1.0 / (double)count);
    }
    const DVec4 along =
        dvec4_normalize_or(dvec4_sub(polytope->vertices[face[0]], middle), (DVec4){0});
    for (size_t i = 1; i < count; ++i) {
        DVec4 rest = dvec4_sub(polytope->vertices[face[i]], middle);
        rest = dvec4_add_scaled(rest, along, -dvec4_dot(rest, along));
        if (dvec4_length_squared(rest) > dvec4_length_squared(across)) {
            across = rest;
        }
    }
    across = dvec4_normalize_or(across, (DVec4){0});
    for (size_t i = 0; i < count; ++i) {
        const DVec4 arm = dvec4_sub(polytope->vertices[face[i]], middle);
        const double angle = tum_atan2_64(dvec4_dot(arm, across), dvec4_dot(arm, along));
        const uint32_t vertex = face[i];
        angles[i] = i == 0 ? 0.0 : angle < 0.0 ? angle + 2.0 * PI : angle;
        const double mine = angles[i];
        size_t at = i;
        for (; at > 1 && angles[at - 1] > mine; --at) {
            angles[at] = angles[at - 1];
            face[at] = face[at - 1];
        }
        angles[at] = mine;
        face[at] = vertex;
    }
}

// The vertices shared by two cells.
static size_t intersect(const Polytope4 *polytope, uint32_t a, uint32_t b, uint32_t *out)
{
    size_t i = polytope->cell_first[a], j = polytope->cell_first[b], count = 0;
    while (i < polytope->cell_first[a + 1] && j < polytope->cell_first[b + 1]) {
        const uint32_t u = polytope->cell_vertices[i], v = polytope->cell_vertices[j];
        if (u == v) {
            out[count++] = u;
        }
        i += u <= v ? 1 : 0;
        j += v <= u ? 1 : 0;
    }
    return count;
}

// Keys of pairs of cells that share a triangle, sorted, each once.
static size_t adjacent_cells(const Boundary *boundary, Sorter *sorter)
{
    size_t count = 0;
    for (size_t i = 0; i < 4 * boundary->count; ++i) {
        const uint32_t a = boundary->cell[i / 4], b = boundary->cell[boundary->beyond[i]];
        if (a < b) {
            sorter->keys[count++] = (uint64_t)a << 32 | b;
        }
    }
    sort(sorter, count);
    size_t unique = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || sorter->keys[i] != sorter->keys[unique - 1]) {
            sorter->keys[unique++] = sorter->keys[i];
        }
    }
    return unique;
}

static bool emit_faces(const Boundary *boundary, Arena *scratch, Sorter *sorter, Arena *arena,
                       Polytope4 *out)
{
    const size_t pairs = adjacent_cells(boundary, sorter);
    uint32_t *shared = tum_arena_zeroed(scratch, out->vertex_count, sizeof *shared);
    double *angles = tum_arena_zeroed(scratch, out->vertex_count, sizeof *angles);
    out->face_cells = tum_arena_zeroed(arena, pairs, sizeof *out->face_cells);
    out->face_first = tum_arena_zeroed(arena, pairs + 1, sizeof *out->face_first);
    if (shared == NULL || angles == NULL || out->face_cells == NULL || out->face_first == NULL) {
        return false;
    }
    size_t corners = 0;
    for (size_t i = 0; i < pairs; ++i) {
        const uint32_t a = (uint32_t)(sorter->keys[i] >> 32), b = (uint32_t)sorter->keys[i];
        const size_t count = intersect(out, a, b, shared);
        corners += count >= 3 ? count : 0;
    }
    out->face_vertices = tum_arena_zeroed(arena, corners, sizeof *out->face_vertices);
    if (out->face_vertices == NULL) {
        return false;
    }
    for (size_t i = 0; i < pairs; ++i) {
        const uint32_t a = (uint32_t)(sorter->keys[i] >> 32), b = (uint32_t)sorter->keys[i];
        const size_t count = intersect(out, a, b, shared);
        if (count < 3) {
            continue; // the two cells meet only at a sliver along an edge
        }
        order_round(out, shared, count, angles);
        const uint32_t first = out->face_first[out->face_count];
        memcpy(&out->face_vertices[first], shared, count * sizeof *shared);
        out->face_cells[out->face_count][0] = a;
        out->face_cells[out->face_count][1] = b;
        out->face_first[++out->face_count] = first + (uint32_t)count;
    }
    return true;
}

static bool emit_edges(Arena *scratch, Arena *arena, Polytope4 *out)
{
    const size_t sides = out->face_first[out->face_count];
    Sorter sorter;
    if (!make_sorter(scratch, sides, &sorter)) {
        return false;
    }
    size_t count = 0;
    for (size_t f = 0; f < out->face_count; ++f) {
        const uint32_t first = out->face_first[f], end = out->face_first[f + 1];
        for (uint32_t i = first; i < end; ++i) {
            const uint32_t u = out->face_vertices[i];
            const uint32_t v = out->face_vertices[i + 1 == end ? first : i + 1];
            sorter.keys[count++] = u < v ? (uint64_t)u << 32 | v : (uint64_t)v << 32 | u;
        }
    }
    sort(&sorter, count);
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || sorter.keys[i] != sorter.keys[out->edge_count - 1]) {
            sorter.keys[out->edge_count++] = sorter.keys[i];
        }
    }
    out->edges = tum_arena_zeroed(arena, out->edge_count, sizeof *out->edges);
    out->neighbor_first = tum_arena_zeroed(arena, out->vertex_count + 1, sizeof(uint32_t));
    out->neighbors = tum_arena_zeroed(arena, 2 * out->edge_count, sizeof *out->neighbors);
    if (out->edges == NULL || out->neighbor_first == NULL || out->neighbors == NULL) {
        return false;
    }
    for (size_t e = 0; e < out->edge_count; ++e) {
        for (int end = 0; end < 2; ++end) {
            const uint32_t vertex = (uint32_t)(sorter.keys[e] >> (end == 0 ? 32 : 0));
            out->edges[e][end] = vertex;
            ++out->neighbor_first[vertex + 1];
        }
    }
    for (size_t v = 0; v < out->vertex_count; ++v) {
        out->neighbor_first[v + 1] += out->neighbor_first[v];
    }
    // Edges ascend by their first vertex, then by their second: the lower neighbors of a vertex
    // come before its higher ones, each ascending.
    for (int end = 1; end >= 0; --end) {
        for (size_t e = 0; e < out->edge_count; ++e) {
            out->neighbors[out->neighbor_first[out->edges[e][end]]++] = out->edges[e][1 - end];
        }
    }
    for (size_t v = out->vertex_count; v > 0; --v) {
        out->neighbor_first[v] = out->neighbor_first[v - 1];
    }
    out->neighbor_first[0] = 0;
    return true;
}

static TumStatus build(Boundary *boundary, const uint32_t *tetrahedra, Arena *scratch, Arena *arena,
                       Polytope4 *out)
{
    const size_t count = boundary->count;
    Sorter sorter;
    boundary->corners = tum_arena_zeroed(scratch, count, 4 * sizeof *boundary->corners);
    boundary->beyond = tum_arena_zeroed(scratch, count, 4 * sizeof *boundary->beyond);
    boundary->cell = tum_arena_zeroed(scratch, count, sizeof *boundary->cell);
    boundary->queue = tum_arena_zeroed(scratch, count, sizeof *boundary->queue);
    boundary->normals = tum_arena_zeroed(scratch, count, sizeof *boundary->normals);
    boundary->offsets = tum_arena_zeroed(scratch, count, sizeof *boundary->offsets);
    boundary->used = tum_arena_zeroed(scratch, boundary->point_count, sizeof *boundary->used);
    boundary->vertex_of =
        tum_arena_zeroed(scratch, boundary->point_count, sizeof *boundary->vertex_of);
    if (!make_sorter(scratch, 4 * count, &sorter) || boundary->corners == NULL ||
        boundary->beyond == NULL || boundary->cell == NULL || boundary->queue == NULL ||
        boundary->normals == NULL || boundary->offsets == NULL || boundary->used == NULL ||
        boundary->vertex_of == NULL) {
        return TUM_ERROR_MEMORY;
    }
    if (!copy_corners(tetrahedra, boundary)) {
        return TUM_ERROR_INPUT;
    }
    measure(boundary);
    if (!find_neighbors(boundary, &sorter) || !grow_cells(boundary, &sorter)) {
        return TUM_ERROR_INPUT;
    }
    Incidence incidence;
    if (!find_incidence(boundary, scratch, &sorter, &incidence)) {
        return TUM_ERROR_MEMORY;
    }
    number_vertices(boundary, &incidence);
    if (!emit_cells(boundary, &incidence, arena, out) ||
        !emit_faces(boundary, scratch, &sorter, arena, out) || !emit_edges(scratch, arena, out)) {
        return TUM_ERROR_MEMORY;
    }
    const bool is_whole = out->vertex_count >= 5 &&
                          out->vertex_count + out->face_count == out->edge_count + out->cell_count;
    return is_whole ? TUM_OK : TUM_ERROR_INPUT;
}

TumStatus tum_polytope4_build(const double *points, size_t point_count, const uint32_t *tetrahedra,
                              size_t tetrahedron_count, Arena *arena, Polytope4 *polytope)
{
    *polytope = (Polytope4){0};
    // Slots of tetrahedra have 32 bits.
    if (tetrahedron_count < 5 || tetrahedron_count > UINT32_MAX / 4 || point_count > UINT32_MAX) {
        return TUM_ERROR_INPUT;
    }
    Arena scratch;
    tum_arena_init(&scratch, &arena->allocator);
    Boundary boundary = {.points = points, .point_count = point_count, .count = tetrahedron_count};
    const TumStatus status = build(&boundary, tetrahedra, &scratch, arena, polytope);
    tum_arena_clear(&scratch);
    if (status != TUM_OK) {
        *polytope = (Polytope4){0};
    }
    return status;
}
