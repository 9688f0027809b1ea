// SPDX-License-Identifier: MIT
// Who is beside whom in a mesh, which edges fold, and whether it is closed.
//
// Files split vertices where normals or texture coordinates differ, so corners are matched by
// position: those that came from one point are rounded alike. Points and edges are matched by
// sorting, which takes linear time whatever the input; a fan of a million triangles around one edge
// must not take a million squared. Edges are first put beside those that share their lower point:
// what is left to sort is a handful each.

#include "base/size.h"
#include "base/sort.h"
#include "math/math3_64.h"
#include "space3/mesh_build3.h"

enum {
    RIVALS = 16,       // Of more triangles at one edge, only so many in a row are compared.
    INSERTED_MOST = 24 // Edges of a point up to which inserting is the fastest way to sort them.
};

/// Keys with values, and room to sort them.
typedef struct Table {
    uint64_t *keys, *key_scratch;
    uint32_t *values, *value_scratch;
    uint32_t *point_names; ///< Equal for points in one place: the lowest of their indices.
    uint32_t *ends;        ///< One a point: where the edges end of which it is the lower one.
    void *memory;
    size_t bytes;
} Table;

static bool table_init(Table *table, size_t rows, size_t points, const TumAllocator *allocator)
{
    size_t bytes = 0, names_bytes = 0;
    if (!size_multiply(rows, 2 * (sizeof(uint64_t) + sizeof(uint32_t)), &bytes) ||
        !size_multiply(points, 2 * sizeof(uint32_t), &names_bytes) ||
        !size_add(bytes, names_bytes, &bytes)) {
        return false;
    }
    table->memory = tum_allocate(allocator, bytes);
    table->bytes = bytes;
    if (table->memory == NULL) {
        return false;
    }
    table->keys = table->memory;
    table->key_scratch = table->keys + rows;
    table->values = (uint32_t *)(table->key_scratch + rows);
    table->value_scratch = table->values + rows;
    table->point_names = table->value_scratch + rows;
    table->ends = table->point_names + points;
    return true;
}

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

static void name_points(const Mesh3 *mesh, Table *table)
{
    const uint32_t count = mesh->point_count;
    for (uint32_t i = 0; i < count; i++) {
        table->keys[i] = float_bits(mesh->points[i].z);
        table->values[i] = i;
    }
    tum_sort_keys(table->keys, table->values, count, table->key_scratch, table->value_scratch);
    for (uint32_t i = 0; i < count; i++) {
        const Vec3 point = mesh->points[table->values[i]];
        table->keys[i] = (uint64_t)float_bits(point.x) << 32 | float_bits(point.y);
    }
    tum_sort_keys(table->keys, table->values, count, table->key_scratch, table->value_scratch);
    uint32_t name = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t point = table->values[i];
        if (i == 0 || !same_place(mesh->points[point], mesh->points[name])) {
            name = point;
        }
        table->point_names[point] = name;
    }
}

static DVec3 widen(Vec3 v)
{
    return (DVec3){(double)v.x, (double)v.y, (double)v.z};
}

// The direction in the triangle's plane that leads from edge i into it, at right angles to the
// edge.
static DVec3 inward(const Mesh3 *mesh, uint32_t triangle, uint32_t edge)
{
    const uint32_t *corners = mesh->triangles[triangle];
    const DVec3 a = widen(mesh->points[corners[edge]]);
    const DVec3 along =
        dvec3_normalize_or(dvec3_sub(widen(mesh->points[corners[(edge + 1) % 3]]), a), (DVec3){0});
    const DVec3 apex = dvec3_sub(widen(mesh->points[corners[(edge + 2) % 3]]), a);
    return dvec3_normalize_or(dvec3_add_scaled(apex, along, -dvec3_dot(apex, along)), (DVec3){0});
}

static bool runs_upward(const Mesh3 *mesh, const Table *table, uint32_t half_edge)
{
    const uint32_t *corners = mesh->triangles[half_edge / 3];
    const uint32_t edge = half_edge % 3;
    return table->point_names[corners[edge]] < table->point_names[corners[(edge + 1) % 3]];
}

// Notes that `other` goes on across an edge of a triangle, and turns there by `turn`.
static void set_neighbor(Mesh3 *mesh, uint32_t half_edge, uint32_t other, double turn)
{
    const uint32_t triangle = half_edge / 3, edge = half_edge % 3;
    mesh->neighbors[triangle][edge] = other;
    if (turn <= -(double)MESH3_FLAT_COSINE) {
        mesh->edge_flags[triangle] &= (uint8_t) ~(1u << edge);
    }
}

// Nearly every edge has two sides: what one is to the other, the other is to it.
static void join_two(Mesh3 *mesh, uint32_t a, uint32_t b)
{
    if (a / 3 != b / 3) {
        const double turn = dvec3_dot(inward(mesh, a / 3, a % 3), inward(mesh, b / 3, b % 3));
        set_neighbor(mesh, a, b / 3, turn);
        set_neighbor(mesh, b, a / 3, turn);
    }
}

// Chooses for one side of an edge, among those that share it, the one that goes on straightest:
// only that one matters to what slides across, a wall that stands on a floor does not.
static void choose_neighbor(Mesh3 *mesh, const Table *table, size_t begin, size_t end, size_t at)
{
    const uint32_t half_edge = table->values[at];
    const uint32_t triangle = half_edge / 3, edge = half_edge % 3;
    const DVec3 own = inward(mesh, triangle, edge);
    const size_t first = at - begin > RIVALS / 2 ? at - RIVALS / 2 : begin;
    const size_t last = end - first > RIVALS ? first + RIVALS : end;
    double straightest = 2.0;
    uint32_t neighbor = NO_NEIGHBOR;
    for (size_t i = first; i < last; i++) {
        const uint32_t other = table->values[i];
        if (other / 3 == triangle) {
            continue;
        }
        const double turn = dvec3_dot(own, inward(mesh, other / 3, other % 3));
        if (turn < straightest) {
            straightest = turn;
            neighbor = other / 3;
        }
    }
    set_neighbor(mesh, half_edge, neighbor, straightest);
}

// The edges of one lower point by the higher one; equal ones keep their order.
static void sort_edges(const Table *table, size_t begin, size_t end)
{
    if (end - begin > INSERTED_MOST) {
        tum_sort_keys(table->keys + begin, table->values + begin, end - begin, table->key_scratch,
                      table->value_scratch);
        return;
    }
    for (size_t i = begin + 1; i < end; i++) {
        const uint64_t key = table->keys[i];
        const uint32_t value = table->values[i];
        size_t at = i;
        for (; at > begin && table->keys[at - 1] > key; at--) {
            table->keys[at] = table->keys[at - 1];
            table->values[at] = table->values[at - 1];
        }
        table->keys[at] = key;
        table->values[at] = value;
    }
}

static uint32_t lower_point(const Mesh3 *mesh, const Table *table, uint32_t half_edge,
                            uint32_t *higher)
{
    const uint32_t *corners = mesh->triangles[half_edge / 3];
    const uint32_t a = table->point_names[corners[half_edge % 3]];
    const uint32_t b = table->point_names[corners[(half_edge % 3 + 1) % 3]];
    *higher = a < b ? b : a;
    return a < b ? a : b;
}

// Keys become the higher point of an edge, values the edge, sorted by the lower point and then by
// the key; table->ends tells where those of each lower point end.
static void gather_edges(const Mesh3 *mesh, Table *table)
{
    const uint32_t half_edges = mesh->triangle_count * 3;
    uint32_t higher, total = 0;
    memset(table->ends, 0, mesh->point_count * sizeof *table->ends);
    for (uint32_t i = 0; i < half_edges; i++) {
        table->ends[lower_point(mesh, table, i, &higher)]++;
    }
    for (uint32_t i = 0; i < mesh->point_count; i++) {
        const uint32_t count = table->ends[i];
        table->ends[i] = total;
        total += count;
    }
    for (uint32_t i = 0; i < half_edges; i++) {
        const uint32_t lower = lower_point(mesh, table, i, &higher);
        const uint32_t at = table->ends[lower]++;
        table->keys[at] = higher;
        table->values[at] = i;
    }
    size_t begin = 0;
    for (uint32_t i = 0; i < mesh->point_count; i++) {
        sort_edges(table, begin, table->ends[i]);
        begin = table->ends[i];
    }
}

// Finds the neighbors across each edge of a lower point.
// @return whether all of them have two sides that run against each other.
static bool join_edges(Mesh3 *mesh, const Table *table, size_t first, size_t last)
{
    bool closed = true;
    for (size_t begin = first, end; begin < last; begin = end) {
        for (end = begin + 1; end < last && table->keys[end] == table->keys[begin]; end++) {
        }
        if (end - begin == 2) {
            join_two(mesh, table->values[begin], table->values[begin + 1]);
        } else {
            for (size_t i = begin; i < end; i++) {
                choose_neighbor(mesh, table, begin, end, i);
            }
        }
        closed = closed && end - begin == 2 &&
                 runs_upward(mesh, table, table->values[begin]) !=
                     runs_upward(mesh, table, table->values[begin + 1]);
    }
    return closed;
}

// Six times the volume, by tetrahedra from the middle (the divergence theorem).
static double signed_volume6(const Mesh3 *mesh)
{
    const DVec3 middle = widen(mesh->middle);
    double sum = 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const DVec3 a = dvec3_sub(widen(mesh3_corner(mesh, t, 0)), middle);
        const DVec3 b = dvec3_sub(widen(mesh3_corner(mesh, t, 1)), middle);
        const DVec3 c = dvec3_sub(widen(mesh3_corner(mesh, t, 2)), middle);
        sum += dvec3_dot(a, dvec3_cross(b, c));
    }
    return sum;
}

bool tum_mesh_edges3_find(Mesh3 *mesh, const TumAllocator *allocator)
{
    const size_t half_edges = (size_t)mesh->triangle_count * 3;
    const size_t rows = half_edges > mesh->point_count ? half_edges : mesh->point_count;
    Table table;
    if (!table_init(&table, rows, mesh->point_count, allocator)) {
        return false;
    }
    name_points(mesh, &table);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        mesh->edge_flags[t] = EDGE_ACTIVE_0 | EDGE_ACTIVE_1 | EDGE_ACTIVE_2;
        for (uint32_t edge = 0; edge < 3; edge++) {
            mesh->neighbors[t][edge] = NO_NEIGHBOR;
        }
    }
    gather_edges(mesh, &table);
    bool closed = true;
    for (uint32_t i = 0, begin = 0; i < mesh->point_count; i++) {
        closed = join_edges(mesh, &table, begin, table.ends[i]) && closed;
        begin = table.ends[i];
    }
    // A card of two sides is closed too, but has no inside to speak of.
    const double volume6 = signed_volume6(mesh);
    const double radius = (double)mesh->radius;
    const bool thick = absolute64(volume6) > 1e-6 * radius * radius * radius;
    mesh->solid = !closed || !thick ? 0 : volume6 > 0.0 ? 1 : -1;
    tum_release(allocator, table.memory, table.bytes);
    return true;
}
