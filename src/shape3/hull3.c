// SPDX-License-Identifier: MIT
// hull3.c: a convex polyhedron from polygons: edges with both faces, neighbours of vertices for
// hill climbing, one block of memory.
#include "base/size.h"
#include "math/widen3.h"
#include "shape3/shape3.h"

#define NONE UINT32_MAX

// Working memory of the pairing of edges.
typedef struct Pairing {
    uint32_t *first; // [vertex_count + 1] into items
    uint32_t *items; // [corner_count] corners, by the lower vertex of the side that begins there
    uint32_t *seen;  // [vertex_count] corner at which a side to this vertex began
    uint32_t *face;  // [corner_count] face of a corner
    uint32_t (*edges)[4];
    uint32_t edge_count;
    void *memory;
    size_t memory_bytes;
} Pairing;

typedef struct Polygons {
    const double *vertices;
    const uint32_t *face_first, *face_vertices;
    uint32_t vertex_count, face_count, corner_count;
} Polygons;

static bool pairing_init(Pairing *pairing, const Polygons *in, const TumAllocator *allocator)
{
    // Vertices: first, seen. Corners: items, face (one word each), edges (four words).
    size_t words = 0, corners = 0;
    *pairing = (Pairing){0};
    if (!size_multiply(in->vertex_count, 2, &words) ||
        !size_multiply(in->corner_count, 6, &corners) || !size_add(words, corners, &words) ||
        !size_add(words, 1, &words) ||
        !size_multiply(words, sizeof(uint32_t), &pairing->memory_bytes)) {
        return false;
    }
    pairing->memory = tum_allocate(allocator, pairing->memory_bytes);
    if (pairing->memory == NULL) {
        return false;
    }
    uint32_t *at = pairing->memory;
    pairing->edges = (uint32_t(*)[4])at;
    at += (size_t)in->corner_count * 4;
    pairing->items = at;
    at += in->corner_count;
    pairing->face = at;
    at += in->corner_count;
    pairing->seen = at;
    at += in->vertex_count;
    pairing->first = at;
    return true;
}

static uint32_t side_start(const Polygons *in, uint32_t corner)
{
    return in->face_vertices[corner];
}

static uint32_t side_end(const Polygons *in, const Pairing *pairing, uint32_t corner)
{
    const uint32_t face = pairing->face[corner];
    const uint32_t next = corner + 1;
    return in->face_vertices[next == in->face_first[face + 1] ? in->face_first[face] : next];
}

static uint32_t lower_end(const Polygons *in, const Pairing *pairing, uint32_t corner)
{
    const uint32_t start = side_start(in, corner), end = side_end(in, pairing, corner);
    return start < end ? start : end;
}

// Sorts sides by their lower vertex, in the order of the faces.
static void fill_buckets(const Polygons *in, Pairing *pairing)
{
    for (uint32_t face = 0; face < in->face_count; ++face) {
        for (uint32_t i = in->face_first[face]; i < in->face_first[face + 1]; ++i) {
            pairing->face[i] = face;
        }
    }
    for (uint32_t i = 0; i <= in->vertex_count; ++i) {
        pairing->first[i] = 0;
    }
    for (uint32_t i = 0; i < in->corner_count; ++i) {
        ++pairing->first[lower_end(in, pairing, i) + 1];
    }
    for (uint32_t i = 0; i < in->vertex_count; ++i) {
        pairing->first[i + 1] += pairing->first[i];
        pairing->seen[i] = pairing->first[i];
    }
    for (uint32_t i = 0; i < in->corner_count; ++i) {
        pairing->items[pairing->seen[lower_end(in, pairing, i)]++] = i;
    }
    for (uint32_t i = 0; i < in->vertex_count; ++i) {
        pairing->seen[i] = NONE;
    }
}

static void add_edge(const Polygons *in, Pairing *pairing, uint32_t left, uint32_t right)
{
    uint32_t *edge = pairing->edges[pairing->edge_count++];
    edge[0] = side_start(in, left);
    edge[1] = side_end(in, pairing, left);
    edge[2] = pairing->face[left];
    edge[3] = pairing->face[right];
}

// Both sides of an edge lie in one bucket. A side without a partner, which no closed hull has,
// becomes an edge with the same face on both sides.
static void pair_sides(const Polygons *in, Pairing *pairing)
{
    for (uint32_t vertex = 0; vertex < in->vertex_count; ++vertex) {
        const uint32_t from = pairing->first[vertex], to = pairing->first[vertex + 1];
        for (uint32_t i = from; i < to; ++i) {
            const uint32_t corner = pairing->items[i];
            const uint32_t start = side_start(in, corner), end = side_end(in, pairing, corner);
            const uint32_t other = start < end ? end : start;
            if (pairing->seen[other] == NONE) {
                pairing->seen[other] = corner;
            } else {
                add_edge(in, pairing, pairing->seen[other], corner);
                pairing->seen[other] = NONE;
            }
        }
        for (uint32_t i = from; i < to; ++i) {
            const uint32_t corner = pairing->items[i];
            const uint32_t start = side_start(in, corner), end = side_end(in, pairing, corner);
            const uint32_t other = start < end ? end : start;
            if (pairing->seen[other] == corner) {
                add_edge(in, pairing, corner, corner);
                pairing->seen[other] = NONE;
            }
        }
    }
}

static Hull3 *allocate_hull(const Polygons *in, uint32_t edge_count, const TumAllocator *allocator)
{
    // Words per vertex: position 3, neighbor_first 1, cap_first 1. Per face: normal 3, offset 1,
    // first 1. Per corner: vertex 1, cap 1. Per edge: 4 and 2 neighbours. Each array of firsts has
    // one more.
    const size_t head = (sizeof(Hull3) + 63) / 64 * 64;
    const size_t groups = ((size_t)in->face_count + HULL_LANES - 1) / HULL_LANES;
    size_t words = 3, part = 0, bytes = 0;
    const size_t counts[5] = {in->vertex_count, in->face_count, in->corner_count, edge_count,
                              groups};
    const size_t sizes[5] = {5, 5, 2, 6, 4 * HULL_LANES};
    for (int i = 0; i < 5; ++i) {
        if (!size_multiply(counts[i], sizes[i], &part) || !size_add(words, part, &words)) {
            return NULL;
        }
    }
    if (!size_multiply(words, sizeof(uint32_t), &bytes) || !size_add(bytes, head, &bytes)) {
        return NULL;
    }
    Hull3 *hull = tum_allocate(allocator, bytes);
    if (hull == NULL) {
        return NULL;
    }
    *hull = (Hull3){.vertex_count = in->vertex_count,
                    .face_count = in->face_count,
                    .edge_count = edge_count,
                    .memory = hull,
                    .memory_bytes = bytes};
    unsigned char *at = (unsigned char *)hull + head;
    hull->face_lanes = (float(*)[4][HULL_LANES])(void *)at;
    hull->vertices = (Vec3 *)(hull->face_lanes + groups);
    hull->normals = hull->vertices + in->vertex_count;
    hull->offsets = (float *)(hull->normals + in->face_count);
    hull->face_first = (uint32_t *)(hull->offsets + in->face_count);
    hull->face_vertices = hull->face_first + in->face_count + 1;
    hull->edges = (uint32_t(*)[4])(hull->face_vertices + in->corner_count);
    hull->neighbor_first = (uint32_t *)(hull->edges + edge_count);
    hull->neighbors = hull->neighbor_first + in->vertex_count + 1;
    hull->cap_first = hull->neighbors + (size_t)edge_count * 2;
    hull->caps = hull->cap_first + in->vertex_count + 1;
    return hull;
}

static DVec3 vertex_at(const Polygons *in, uint32_t i)
{
    const double *p = in->vertices + (size_t)i * 3;
    return (DVec3){p[0], p[1], p[2]};
}

static void copy_vertices(const Polygons *in, Hull3 *hull)
{
    DVec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < in->vertex_count; ++i) {
        const DVec3 p = vertex_at(in, i);
        sum = dvec3_add(sum, p);
        hull->vertices[i] = vec3_narrow(p);
    }
    const double factor = in->vertex_count > 0 ? 1.0 / in->vertex_count : 0.0;
    hull->center = vec3((float)(sum.x * factor), (float)(sum.y * factor), (float)(sum.z * factor));
}

// Newell's normal: the sum of the cross products of successive corners, taken relative to the first
// corner, so that nothing cancels far from the origin.
static DVec3 polygon_normal(const Polygons *in, uint32_t face)
{
    const uint32_t from = in->face_first[face], to = in->face_first[face + 1];
    DVec3 normal = {0.0, 0.0, 0.0};
    const DVec3 origin = vertex_at(in, in->face_vertices[from]);
    for (uint32_t i = from + 1; i + 1 < to; ++i) {
        const DVec3 a = dvec3_sub(vertex_at(in, in->face_vertices[i]), origin);
        const DVec3 b = dvec3_sub(vertex_at(in, in->face_vertices[i + 1]), origin);
        normal = dvec3_add(normal, dvec3_cross(a, b));
    }
    return dvec3_normalize_or(normal, (DVec3){0.0, 1.0, 0.0});
}

// The offset is that of the farthest rounded corner, so that no vertex of a face lies outside of
// the face's plane.
static void fill_faces(const Polygons *in, Hull3 *hull)
{
    for (uint32_t face = 0; face < in->face_count; ++face) {
        const DVec3 n = polygon_normal(in, face);
        hull->normals[face] = vec3_narrow(n);
        hull->face_first[face] = in->face_first[face];
        float offset = 0.0f;
        for (uint32_t i = in->face_first[face]; i < in->face_first[face + 1]; ++i) {
            const float height =
                vec3_dot(hull->normals[face], hull->vertices[in->face_vertices[i]]);
            offset = i == in->face_first[face] ? height : maximum(offset, height);
            hull->face_vertices[i] = in->face_vertices[i];
        }
        hull->offsets[face] = offset;
    }
    hull->face_first[in->face_count] = in->corner_count;
}

static void fill_edges(const Pairing *pairing, Hull3 *hull)
{
    for (uint32_t i = 0; i <= hull->vertex_count; ++i) {
        hull->neighbor_first[i] = 0;
    }
    for (uint32_t i = 0; i < hull->edge_count; ++i) {
        for (int k = 0; k < 4; ++k) {
            hull->edges[i][k] = pairing->edges[i][k];
        }
        ++hull->neighbor_first[hull->edges[i][0] + 1];
        ++hull->neighbor_first[hull->edges[i][1] + 1];
    }
    for (uint32_t i = 0; i < hull->vertex_count; ++i) {
        hull->neighbor_first[i + 1] += hull->neighbor_first[i];
        pairing->seen[i] = hull->neighbor_first[i];
    }
    for (uint32_t i = 0; i < hull->edge_count; ++i) {
        const uint32_t a = hull->edges[i][0], b = hull->edges[i][1];
        hull->neighbors[pairing->seen[a]++] = b;
        hull->neighbors[pairing->seen[b]++] = a;
    }
}

// Counts are stored one place ahead, so that filling moves each count to the start of the next.
static void fill_caps(Hull3 *hull)
{
    const uint32_t corners = hull->face_first[hull->face_count];
    for (uint32_t i = 0; i <= hull->vertex_count; ++i) {
        hull->cap_first[i] = 0;
    }
    for (uint32_t i = 0; i < corners; ++i) {
        const uint32_t vertex = hull->face_vertices[i];
        if (vertex + 1 < hull->vertex_count) {
            ++hull->cap_first[vertex + 2];
        }
    }
    for (uint32_t i = 1; i <= hull->vertex_count; ++i) {
        hull->cap_first[i] += hull->cap_first[i - 1];
    }
    for (uint32_t face = 0; face < hull->face_count; ++face) {
        for (uint32_t i = hull->face_first[face]; i < hull->face_first[face + 1]; ++i) {
            hull->caps[hull->cap_first[hull->face_vertices[i] + 1]++] = face;
        }
    }
}

static void fill_face_lanes(Hull3 *hull)
{
    const uint32_t groups = (hull->face_count + HULL_LANES - 1) / HULL_LANES;
    for (uint32_t i = 0; i < groups * HULL_LANES; ++i) {
        const bool exists = i < hull->face_count;
        const Vec3 normal = exists ? hull->normals[i] : vec3(0.0f, 0.0f, 0.0f);
        float(*lanes)[HULL_LANES] = hull->face_lanes[i / HULL_LANES];
        lanes[0][i % HULL_LANES] = normal.x;
        lanes[1][i % HULL_LANES] = normal.y;
        lanes[2][i % HULL_LANES] = normal.z;
        lanes[3][i % HULL_LANES] = exists ? hull->offsets[i] : __builtin_inff();
    }
}

void tum_hull3_complete(Hull3 *hull)
{
    float squared = 0.0f;
    for (uint32_t i = 0; i < hull->vertex_count; ++i) {
        squared = maximum(squared, vec3_length_squared(vec3_sub(hull->vertices[i], hull->center)));
    }
    hull->size = square_root(squared);
    fill_caps(hull);
    fill_face_lanes(hull);
}

Hull3 *tum_hull3_create(const double *vertices, uint32_t vertex_count, const uint32_t *face_first,
                        const uint32_t *face_vertices, uint32_t face_count,
                        const TumAllocator *allocator)
{
    const Polygons in = {vertices,     face_first, face_vertices,
                         vertex_count, face_count, face_first[face_count]};
    Pairing pairing;
    if (!pairing_init(&pairing, &in, allocator)) {
        return NULL;
    }
    fill_buckets(&in, &pairing);
    pair_sides(&in, &pairing);
    Hull3 *hull = allocate_hull(&in, pairing.edge_count, allocator);
    if (hull != NULL) {
        copy_vertices(&in, hull);
        fill_faces(&in, hull);
        fill_edges(&pairing, hull);
        tum_hull3_complete(hull);
    }
    tum_release(allocator, pairing.memory, pairing.memory_bytes);
    return hull;
}

void tum_hull3_destroy(Hull3 *hull, const TumAllocator *allocator)
{
    if (hull != NULL) {
        tum_release(allocator, hull->memory, hull->memory_bytes);
    }
}
