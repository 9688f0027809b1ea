// SPDX-License-Identifier: MIT
// mesh_edges3.c: neighbours across the edges of a mesh, folded edges, and closedness.
//
// Files split vertices where normals or texture coordinates differ, so corners are matched by
// position: corners from one point are rounded alike. Equal points are found by hashing, or by
// sorting where many points crowd in the hash table. Edges are gathered by their lower point, and
// the few edges of a point are sorted. All of this takes linear time for any input: a fan of a
// million triangles around one edge must not take a million squared steps.

#include "base/assert.h"
#include "base/hash.h"
#include "base/size.h"
#include "base/sort.h"
#include "math/widen3.h"
#include "shape3/mesh_build3.h"

enum {
    RIVALS = 16,        // Triangles at one edge that are compared, where the edge has more.
    INSERTED_MOST = 24, // Edges of a point up to which insertion sort is fastest.
    PROBES_EACH = 8     // Hash table probes per point, on average.
};

/// The side of an edge that belongs to one triangle.
typedef struct EdgeSide {
    uint32_t higher;    ///< Name of the edge's higher point.
    uint32_t half_edge; ///< 3 * triangle + edge, and RUNS_DOWN.
} EdgeSide;

/// Set where the edge runs from its higher point to its lower one.
#define RUNS_DOWN 0x80000000u

/// Working memory besides the mesh. A mesh has at most three points per triangle.
typedef struct EdgeTable {
    EdgeSide *sides; ///< [3 * triangle_count] by lower point, then by higher point
    uint32_t *names; ///< [point_count] lowest index of the points in the same position
    uint32_t *ends;  ///< [point_count] end of the sides whose lower point this is
} EdgeTable;

static uint32_t float_bits(float x)
{
    const float positive_zero = x + 0.0f;
    uint32_t bits;
    memcpy(&bits, &positive_zero, sizeof bits);
    return bits;
}

static bool same_place(Vec3 a, Vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// @param places  [9 * triangle_count] hash table, at least 1.5 times the number of points.
// @return false where points crowd in few places of the table, by chance or on purpose.
static bool name_by_hashing(const Mesh3 *mesh, uint32_t *names, uint32_t *places)
{
    int bits = 1;
    while ((size_t)1 << (bits + 1) <= 9 * (size_t)mesh->triangle_count) {
        bits++;
    }
    const uint32_t mask = (uint32_t)(((size_t)1 << bits) - 1);
    uint64_t probes_left = (uint64_t)mesh->point_count * PROBES_EACH;
    memset(places, 0, ((size_t)mask + 1) * sizeof *places);
    for (uint32_t i = 0; i < mesh->point_count; i++) {
        const Vec3 point = mesh->points[i];
        const uint64_t xy = (uint64_t)float_bits(point.x) << 32 | float_bits(point.y);
        uint32_t at = (uint32_t)(hash_u64(hash_u64(xy) + float_bits(point.z)) >> 32) & mask;
        for (; places[at] != 0 && !same_place(point, mesh->points[places[at] - 1]);
             at = (at + 1) & mask) {
            if (probes_left-- == 0) {
                return false;
            }
        }
        places[at] = places[at] != 0 ? places[at] : i + 1;
        names[i] = places[at] - 1;
    }
    return true;
}

static bool name_by_sorting(const Mesh3 *mesh, uint32_t *names, const TumAllocator *allocator)
{
    const uint32_t count = mesh->point_count;
    size_t bytes;
    if (!size_multiply(count, 2 * (sizeof(uint64_t) + sizeof(uint32_t)), &bytes)) {
        return false;
    }
    uint64_t *keys = tum_allocate(allocator, bytes);
    if (keys == NULL) {
        return false;
    }
    uint64_t *key_scratch = keys + count;
    uint32_t *points = (uint32_t *)(key_scratch + count), *point_scratch = points + count;
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = float_bits(mesh->points[i].z);
        points[i] = i;
    }
    tum_sort_keys(keys, points, count, key_scratch, point_scratch);
    for (uint32_t i = 0; i < count; i++) {
        const Vec3 point = mesh->points[points[i]];
        keys[i] = (uint64_t)float_bits(point.x) << 32 | float_bits(point.y);
    }
    tum_sort_keys(keys, points, count, key_scratch, point_scratch);
    uint32_t name = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || !same_place(mesh->points[points[i]], mesh->points[name])) {
            name = points[i];
        }
        names[points[i]] = name;
    }
    tum_release(allocator, keys, bytes);
    return true;
}

// Stores the neighbour `other` across an edge of a triangle, with the cosine `turn` between them.
static void set_neighbor(Mesh3 *mesh, uint32_t half_edge, uint32_t other, float turn)
{
    const uint32_t triangle = half_edge / 3, edge = half_edge % 3;
    mesh->neighbors[triangle][edge] = other;
    if (turn <= -MESH3_FLAT_COSINE) {
        mesh->edge_flags[triangle] &= (uint8_t) ~(1u << edge);
    }
}

// Cosine of the angle between two triangles at a shared edge; -1: the one continues the other
// straight on. The direction from an edge into its triangle is the normal times the edge, so the
// cosine is that of the normals, negated where the edge runs in opposite directions.
static float turn_between(const Mesh3 *mesh, EdgeSide a, EdgeSide b)
{
    const float cosine = vec3_dot(mesh->normals[(a.half_edge & ~RUNS_DOWN) / 3],
                                  mesh->normals[(b.half_edge & ~RUNS_DOWN) / 3]);
    return ((a.half_edge ^ b.half_edge) & RUNS_DOWN) != 0 ? -cosine : cosine;
}

// Nearly every edge has two sides, and each side is the other's neighbour.
static void join_two(Mesh3 *mesh, EdgeSide a, EdgeSide b)
{
    const uint32_t at_a = a.half_edge & ~RUNS_DOWN, at_b = b.half_edge & ~RUNS_DOWN;
    if (at_a / 3 != at_b / 3) {
        const float turn = turn_between(mesh, a, b);
        set_neighbor(mesh, at_a, at_b / 3, turn);
        set_neighbor(mesh, at_b, at_a / 3, turn);
    }
}

// Chooses for one side of an edge the neighbour that continues it straightest. Only that neighbour
// matters to shapes that slide across; a wall on a floor does not.
static void choose_neighbor(Mesh3 *mesh, const EdgeSide *sides, size_t begin, size_t end, size_t at)
{
    const uint32_t half_edge = sides[at].half_edge & ~RUNS_DOWN;
    const size_t first = at - begin > RIVALS / 2 ? at - RIVALS / 2 : begin;
    const size_t last = end - first > RIVALS ? first + RIVALS : end;
    float straightest = 2.0f;
    uint32_t neighbor = NO_NEIGHBOR;
    for (size_t i = first; i < last; i++) {
        const uint32_t other = (sides[i].half_edge & ~RUNS_DOWN) / 3;
        const float turn = other != half_edge / 3 ? turn_between(mesh, sides[at], sides[i]) : 2.0f;
        if (turn < straightest) {
            straightest = turn;
            neighbor = other;
        }
    }
    set_neighbor(mesh, half_edge, neighbor, straightest);
}

// Insertion sort of sides by the higher point; equal sides keep their order.
static void sort_few_sides(EdgeSide *sides, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const EdgeSide side = sides[i];
        size_t at = i;
        for (; at > 0 && sides[at - 1].higher > side.higher; at--) {
            sides[at] = sides[at - 1];
        }
        sides[at] = side;
    }
}

// Sorts the sides of each lower point by the higher point.
//
// @return false when out of memory.
static bool sort_sides(const EdgeTable *table, uint32_t point_count, const TumAllocator *allocator)
{
    size_t most = 0;
    for (uint32_t i = 0, begin = 0; i < point_count; begin = table->ends[i++]) {
        const size_t count = table->ends[i] - begin;
        most = count > most ? count : most;
    }
    void *scratch = NULL;
    if (most > INSERTED_MOST) {
        scratch = tum_allocate(allocator, most * sizeof(EdgeSide));
        if (scratch == NULL) {
            return false;
        }
    }
    for (uint32_t i = 0, begin = 0; i < point_count; begin = table->ends[i++]) {
        const size_t count = table->ends[i] - begin;
        if (count <= INSERTED_MOST) {
            sort_few_sides(table->sides + begin, count);
        } else {
            tum_sort_items(table->sides + begin, count, sizeof(EdgeSide),
                           offsetof(EdgeSide, higher), scratch);
        }
    }
    tum_release(allocator, scratch, scratch != NULL ? most * sizeof(EdgeSide) : 0);
    return true;
}

// Gathers the sides of each lower point, in the order of the triangles.
static void gather_sides(const Mesh3 *mesh, EdgeTable *table)
{
    uint32_t *ends = table->ends, total = 0;
    memset(ends, 0, mesh->point_count * sizeof *ends);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles[t];
        const uint32_t a = table->names[corners[0]], b = table->names[corners[1]];
        const uint32_t c = table->names[corners[2]];
        ends[a < b ? a : b]++;
        ends[b < c ? b : c]++;
        ends[c < a ? c : a]++;
    }
    for (uint32_t i = 0; i < mesh->point_count; i++) {
        const uint32_t count = ends[i];
        ends[i] = total;
        total += count;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles[t];
        uint32_t from = table->names[corners[0]];
        for (uint32_t edge = 0; edge < 3; edge++) {
            const uint32_t to = table->names[corners[edge < 2 ? edge + 1 : 0]];
            const uint32_t lower = from < to ? from : to, higher = from < to ? to : from;
            const uint32_t half_edge = 3 * t + edge;
            table->sides[ends[lower]++] =
                (EdgeSide){higher, from < to ? half_edge : half_edge | RUNS_DOWN};
            from = to;
        }
    }
}

// Finds the neighbours across each edge of a lower point.
//
// @return true when each edge has two sides of opposite direction.
static bool join_sides(Mesh3 *mesh, const EdgeSide *sides, size_t first, size_t last)
{
    bool closed = true;
    for (size_t begin = first, end; begin < last; begin = end) {
        for (end = begin + 1; end < last && sides[end].higher == sides[begin].higher; end++) {
        }
        if (end - begin == 2) {
            join_two(mesh, sides[begin], sides[begin + 1]);
        } else {
            for (size_t i = begin; i < end; i++) {
                choose_neighbor(mesh, sides, begin, end, i);
            }
        }
        closed = closed && end - begin == 2 &&
                 ((sides[begin].half_edge ^ sides[begin + 1].half_edge) & RUNS_DOWN) != 0;
    }
    return closed;
}

// Six times the enclosed volume, from tetrahedra to the middle (divergence theorem). [m^3]
static double signed_volume6(const Mesh3 *mesh)
{
    const DVec3 middle = vec3_widen(mesh->middle);
    double sum = 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const DVec3 a = dvec3_sub(vec3_widen(mesh3_corner(mesh, t, 0)), middle);
        const DVec3 b = dvec3_sub(vec3_widen(mesh3_corner(mesh, t, 1)), middle);
        const DVec3 c = dvec3_sub(vec3_widen(mesh3_corner(mesh, t, 2)), middle);
        sum += dvec3_dot(a, dvec3_cross(b, c));
    }
    return sum;
}

// Mesh3.solid of a mesh whose edges all have two sides of opposite direction.
static int solidity(const Mesh3 *mesh)
{
    // A flat card with two sides is closed too, but encloses no volume.
    const double volume6 = signed_volume6(mesh);
    const double radius = (double)mesh->radius;
    const bool thick = absolute64(volume6) > 1e-6 * radius * radius * radius;
    return !thick ? 0 : volume6 > 0.0 ? 1 : -1;
}

bool tum_mesh_edges3_find(Mesh3 *mesh, void *scratch, const TumAllocator *allocator)
{
    const size_t points_most = 3 * (size_t)mesh->triangle_count;
    TUM_ASSERT(mesh->point_count <= points_most);
    EdgeTable table = {.sides = scratch};
    table.ends = (uint32_t *)(table.sides + points_most);
    table.names = table.ends + points_most;
    // The hash table uses the memory of ends and sides, which are filled later.
    if (!name_by_hashing(mesh, table.names, scratch) &&
        !name_by_sorting(mesh, table.names, allocator)) {
        return false;
    }
    gather_sides(mesh, &table);
    if (!sort_sides(&table, mesh->point_count, allocator)) {
        return false;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        mesh->edge_flags[t] = EDGE_ACTIVE_0 | EDGE_ACTIVE_1 | EDGE_ACTIVE_2;
        for (uint32_t edge = 0; edge < 3; edge++) {
            mesh->neighbors[t][edge] = NO_NEIGHBOR;
        }
    }
    bool closed = true;
    for (uint32_t i = 0, begin = 0; i < mesh->point_count; begin = table.ends[i++]) {
        closed = join_sides(mesh, table.sides, begin, table.ends[i]) && closed;
    }
    mesh->solid = closed ? solidity(mesh) : 0;
    return true;
}
