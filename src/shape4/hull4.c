// SPDX-License-Identifier: MIT
// hull4.c: a Polytope4 of geometry/ in one memory block, rounded to the precision of contacts.
#include "shape4/hull4.h"

#include "geometry/hull4.h"
#include "geometry/polytope4.h"

// Greatest count of vertices for which a scan is as fast as hill climbing.
enum { SCAN_MAX = 32 };

static bool has_cells(const Polytope4 *polytope)
{
    return polytope->cell_count > 0;
}

// Cells and faces of the points' hull; none for a degenerate hull.
static TumStatus find_cells(const double *points, size_t count, Arena *arena, Polytope4 *polytope)
{
    *polytope = (Polytope4){0};
    uint32_t *cells;
    size_t cell_count;
    TumStatus status = tum_hull4_cells(points, count, arena, &cells, &cell_count);
    if (status == TUM_OK) {
        status = tum_polytope4_build(points, count, cells, cell_count, arena, polytope);
    }
    if (status == TUM_ERROR_INPUT) {
        *polytope = (Polytope4){0};
        return TUM_OK;
    }
    return status;
}

/// Allocates arrays one after the other from a block; without a block, sums their sizes.
typedef struct Carver {
    char *block;
    size_t used;
} Carver;

static void *carve(Carver *carver, size_t count, size_t bytes)
{
    void *at = carver->block == NULL ? NULL : carver->block + carver->used;
    carver->used += (count * bytes + 15) / 16 * 16;
    return at;
}

// Counts the edges of a cell: edges of the polytope with both ends in the cell.
static size_t count_rims(const Polytope4 *polytope, uint8_t *is_in, size_t cell,
                         uint32_t (*rims)[2])
{
    const uint32_t *v = &polytope->cell_vertices[polytope->cell_first[cell]];
    const size_t count = polytope->cell_first[cell + 1] - polytope->cell_first[cell];
    size_t found = 0;
    for (size_t i = 0; i < count; ++i) {
        is_in[v[i]] = 1;
    }
    for (size_t i = 0; i < count; ++i) {
        for (uint32_t n = polytope->neighbor_first[v[i]]; n < polytope->neighbor_first[v[i] + 1];
             ++n) {
            const uint32_t other = polytope->neighbors[n];
            if (other > v[i] && is_in[other] != 0) {
                if (rims != NULL) {
                    rims[found][0] = v[i];
                    rims[found][1] = other;
                }
                ++found;
            }
        }
    }
    for (size_t i = 0; i < count; ++i) {
        is_in[v[i]] = 0;
    }
    return found;
}

static void carve_all(Carver *carver, Hull4 *hull, const Polytope4 *polytope, size_t rim_count)
{
    const size_t cells = hull->cell_count, vertices = hull->vertex_count;
    hull->points = carve(carver, vertices, 4 * sizeof *hull->points);
    if (cells == 0) {
        return;
    }
    const size_t faces = hull->face_count;
    hull->normals = carve(carver, cells, sizeof *hull->normals);
    hull->offsets = carve(carver, cells, sizeof *hull->offsets);
    hull->side_first = carve(carver, cells + 1, sizeof *hull->side_first);
    hull->sides = carve(carver, 2 * faces, sizeof *hull->sides);
    hull->rim_first = carve(carver, cells + 1, sizeof *hull->rim_first);
    hull->rims = carve(carver, rim_count, sizeof *hull->rims);
    hull->face_first = carve(carver, faces + 1, sizeof *hull->face_first);
    hull->face_vertices = carve(carver, polytope->face_first[faces], sizeof *hull->face_vertices);
    hull->neighbor_first = carve(carver, vertices + 1, sizeof *hull->neighbor_first);
    hull->neighbors = carve(carver, polytope->neighbor_first[vertices], sizeof *hull->neighbors);
}

// Lists the neighbors of each cell over its faces. Faces are sorted by their first cell, so the
// neighbors of a cell are sorted by counting.
static void fill_sides(Hull4 *hull, const Polytope4 *polytope)
{
    uint32_t *first = hull->side_first;
    memset(first, 0, (hull->cell_count + (size_t)1) * sizeof *first);
    for (size_t f = 0; f < hull->face_count; ++f) {
        ++first[polytope->face_cells[f][0] + 1];
        ++first[polytope->face_cells[f][1] + 1];
    }
    for (size_t c = 0; c < hull->cell_count; ++c) {
        first[c + 1] += first[c];
    }
    // Each start advances to that of the next cell while the list is filled, and is then set back.
    for (size_t f = 0; f < hull->face_count; ++f) {
        const uint32_t *pair = polytope->face_cells[f];
        hull->sides[first[pair[0]]++] = pair[1];
        hull->sides[first[pair[1]]++] = pair[0];
    }
    for (size_t c = hull->cell_count; c > 0; --c) {
        first[c] = first[c - 1];
    }
    first[0] = 0;
}

static void fill_cells(Hull4 *hull, const Polytope4 *polytope, uint8_t *is_in)
{
    for (size_t c = 0; c < hull->cell_count; ++c) {
        const DVec4 n = polytope->normals[c];
        hull->normals[c] = vec4((float)n.x, (float)n.y, (float)n.z, (float)n.w);
        hull->offsets[c] = (float)polytope->offsets[c];
    }
    fill_sides(hull, polytope);
    hull->rim_first[0] = 0;
    for (size_t c = 0; c < hull->cell_count; ++c) {
        const uint32_t at = hull->rim_first[c];
        hull->rim_first[c + 1] = at + (uint32_t)count_rims(polytope, is_in, c, &hull->rims[at]);
    }
    const size_t faces = hull->face_count, vertices = hull->vertex_count;
    memcpy(hull->face_first, polytope->face_first, (faces + 1) * sizeof *hull->face_first);
    memcpy(hull->face_vertices, polytope->face_vertices,
           polytope->face_first[faces] * sizeof *hull->face_vertices);
    memcpy(hull->neighbor_first, polytope->neighbor_first,
           (vertices + 1) * sizeof *hull->neighbor_first);
    memcpy(hull->neighbors, polytope->neighbors,
           polytope->neighbor_first[vertices] * sizeof *hull->neighbors);
}

static void measure(Hull4 *hull, const Polytope4 *polytope)
{
    double squared = 0.0;
    DVec4 sum = {0};
    for (uint32_t i = 0; i < hull->vertex_count; ++i) {
        const DVec4 p = hull4_vertex(hull, i);
        sum = dvec4_add(sum, p);
        squared = maximum64(dvec4_length_squared(p), squared);
        for (int k = 0; k < 8; ++k) {
            const double sign = (k & 1) != 0 ? 1.0 : -1.0;
            const double best = dvec4_part(hull4_vertex(hull, hull->starts[k]), k / 2);
            hull->starts[k] = sign * dvec4_part(p, k / 2) > sign * best ? i : hull->starts[k];
        }
    }
    hull->middle = dvec4_scale(sum, 1.0 / (double)hull->vertex_count);
    hull->bounding_radius = square_root64(squared);
    for (size_t c = 0; c < polytope->cell_count; ++c) {
        const double depth = polytope->offsets[c] - dvec4_dot(polytope->normals[c], hull->middle);
        hull->inner = c == 0 ? depth : minimum64(depth, hull->inner);
    }
    hull->inner = maximum64(hull->inner, 0.0);
}

static Hull4 *build(const double *points, size_t count, Arena *arena, const TumAllocator *allocator)
{
    Polytope4 polytope;
    if (find_cells(points, count, arena, &polytope) != TUM_OK) {
        return NULL;
    }
    Hull4 sized = {.vertex_count = (uint32_t)(has_cells(&polytope) ? polytope.vertex_count : count),
                   .cell_count = (uint32_t)polytope.cell_count,
                   .face_count = (uint32_t)polytope.face_count};
    uint8_t *is_in = tum_arena_zeroed(arena, sized.vertex_count, 1);
    if (is_in == NULL) {
        return NULL;
    }
    size_t rim_count = 0;
    for (size_t c = 0; c < sized.cell_count; ++c) {
        rim_count += count_rims(&polytope, is_in, c, NULL);
    }
    Carver carver = {0};
    carve(&carver, 1, sizeof(Hull4));
    carve_all(&carver, &sized, &polytope, rim_count);
    carver.block = tum_allocate(allocator, carver.used);
    if (carver.block == NULL) {
        return NULL;
    }
    sized.memory = carver.block;
    sized.memory_bytes = carver.used;
    carver.used = 0;
    Hull4 *hull = carve(&carver, 1, sizeof(Hull4));
    *hull = sized;
    carve_all(&carver, hull, &polytope, rim_count);
    for (uint32_t i = 0; i < hull->vertex_count; ++i) {
        const size_t source = has_cells(&polytope) ? polytope.source[i] : i;
        memcpy(&hull->points[4 * (size_t)i], &points[4 * source], 4 * sizeof *points);
    }
    if (has_cells(&polytope)) {
        fill_cells(hull, &polytope, is_in);
    }
    measure(hull, &polytope);
    return hull;
}

Hull4 *tum_hull4_create(const double *points, size_t count, const TumAllocator *allocator)
{
    Arena arena;
    tum_arena_init(&arena, allocator);
    Hull4 *hull = build(points, count, &arena, allocator);
    tum_arena_clear(&arena);
    return hull;
}

void tum_hull4_destroy(Hull4 *hull, const TumAllocator *allocator)
{
    if (hull != NULL) {
        tum_release(allocator, hull->memory, hull->memory_bytes);
    }
}

static uint32_t scan(const Hull4 *hull, DVec4 direction)
{
    uint32_t best = 0;
    double farthest = dvec4_dot(hull4_vertex(hull, 0), direction);
    for (uint32_t i = 1; i < hull->vertex_count; ++i) {
        const double distance = dvec4_dot(hull4_vertex(hull, i), direction);
        best = distance > farthest ? i : best;
        farthest = maximum64(distance, farthest);
    }
    return best;
}

uint32_t tum_hull4_support(const Hull4 *hull, DVec4 direction)
{
    if (hull->vertex_count <= SCAN_MAX || hull->cell_count == 0) {
        return scan(hull, direction);
    }
    int widest = 0;
    for (int i = 1; i < 4; ++i) {
        const double part = absolute64(dvec4_part(direction, i));
        widest = part > absolute64(dvec4_part(direction, widest)) ? i : widest;
    }
    uint32_t at = hull->starts[2 * widest + (dvec4_part(direction, widest) > 0.0 ? 1 : 0)];
    double farthest = dvec4_dot(hull4_vertex(hull, at), direction);
    for (bool climbs = true; climbs;) {
        climbs = false;
        const uint32_t from = at;
        for (uint32_t n = hull->neighbor_first[from]; n < hull->neighbor_first[from + 1]; ++n) {
            const double distance = dvec4_dot(hull4_vertex(hull, hull->neighbors[n]), direction);
            if (distance > farthest) {
                farthest = distance;
                at = hull->neighbors[n];
                climbs = true;
            }
        }
    }
    return at;
}
