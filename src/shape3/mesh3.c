// SPDX-License-Identifier: MIT
// mesh3.c: creation of triangle meshes, and queries of their tree.
//
// A mesh is one block of memory: the given points, rounded; the triangles in the order of the
// tree's leaves; and the results of mesh_edges3.c and mesh_tree3.c.

#include "shape3/mesh3.h"

#include <math.h>

#include "base/assert.h"
#include "base/size.h"
#include "math/widen3.h"
#include "shape3/mesh_build3.h"
#include "shape3/mesh_visit3.h"
#include "shape3/node3.h"
#include "shape3/shape_kernels3.h"

// Greatest coordinate. [m] Squares of coordinates beyond it may overflow a float; no physical mesh
// is that large.
static const double greatest_coordinate = 1e15;

// A triangle is degenerate when its height is within the rounding of its corners' coordinates: this
// share of the greatest coordinate.
static const double least_height = 1.2e-7;

// Sine of the angle by which a neighbor may rise above a ridge and still count as level with the
// ridge: the effect of rounding on flat ground, not more.
static const float ridge_slack = 2e-3f;

enum {
    FAN_STEPS = 24,   // Triangles around a corner that are visited in each direction.
    POINTS_BACK = 240 // Greatest distance of a reused point number; with the twelve corners of a
                      // leaf it fits a byte.
};

static bool usable(const double *point)
{
    return absolute64(point[0]) <= greatest_coordinate &&
           absolute64(point[1]) <= greatest_coordinate &&
           absolute64(point[2]) <= greatest_coordinate;
}

static Vec3 rounded(const double *point)
{
    return (Vec3){(float)point[0], (float)point[1], (float)point[2]};
}

// Unit normal of a triangle; false where the triangle is degenerate.
static bool triangle_normal(const Vec3 corners[3], Vec3 *normal)
{
    const DVec3 a = vec3_widen(corners[0]), b = vec3_widen(corners[1]), c = vec3_widen(corners[2]);
    const DVec3 ab = dvec3_sub(b, a), ac = dvec3_sub(c, a), bc = dvec3_sub(c, b);
    const DVec3 cross = dvec3_cross(ab, ac);
    const double doubled_area = dvec3_length(cross);
    const double longest2 = maximum64(
        dvec3_length_squared(ab), maximum64(dvec3_length_squared(ac), dvec3_length_squared(bc)));
    const DVec3 farthest =
        dvec3_maximum(dvec3_absolute(a), dvec3_maximum(dvec3_absolute(b), dvec3_absolute(c)));
    const double longest = square_root64(longest2);
    const double coordinate = maximum64(farthest.x, maximum64(farthest.y, farthest.z));
    if (!(doubled_area > least_height * longest * maximum64(longest, coordinate)) ||
        !(doubled_area > 1e-40)) {
        return false;
    }
    const DVec3 unit = dvec3_scale(cross, 1.0 / doubled_area);
    *normal = vec3_narrow(unit);
    return true;
}

static bool corners_of(const double *points, uint32_t point_count, const uint32_t *triangle,
                       Vec3 corners[3])
{
    for (int i = 0; i < 3; i++) {
        if (triangle[i] >= point_count || !usable(&points[3 * (size_t)triangle[i]])) {
            return false;
        }
        corners[i] = rounded(&points[3 * (size_t)triangle[i]]);
    }
    return true;
}

static TreeItem3 item_of(const Vec3 corners[3], uint32_t triangle)
{
    const Vec3 low = vec3_minimum(vec3_minimum(corners[0], corners[1]), corners[2]);
    const Vec3 high = vec3_maximum(vec3_maximum(corners[0], corners[1]), corners[2]);
    return (TreeItem3){.low = {low.x, low.y, low.z},
                       .first = triangle,
                       .minus_high = {-high.x, -high.y, -high.z},
                       .second = triangle};
}

/// Working memory of tum_mesh3_build; one block.
typedef struct Scratch {
    TreeItem3 *items[2];    ///< [triangle_count] each; later, as `memory`, of mesh_edges3.c
    Vec3 *normals;          ///< [triangle_count] in the given order
    uint32_t *order;        ///< [triangle_count]
    uint32_t (*corners)[3]; ///< [triangle_count] in the order of the tree's leaves
    uint32_t *ends;         ///< [point_count]
    uint32_t item_count, used_count;
    void *memory;
    size_t bytes;
} Scratch;

_Static_assert(MESH_EDGES3_BYTES <= 2 * sizeof(TreeItem3), "edges fit where items were");

static bool scratch_init(Scratch *scratch, uint32_t point_count, uint32_t triangle_count,
                         const TumAllocator *allocator)
{
    const size_t each = 2 * sizeof(TreeItem3) + sizeof *scratch->normals + sizeof *scratch->order +
                        sizeof *scratch->corners;
    size_t bytes, end_bytes;
    if (!size_multiply(triangle_count, each, &bytes) ||
        !size_multiply(point_count, sizeof *scratch->ends, &end_bytes) ||
        !size_add(bytes, end_bytes, &bytes)) {
        return false;
    }
    *scratch = (Scratch){.memory = tum_allocate(allocator, bytes), .bytes = bytes};
    scratch->items[0] = scratch->memory;
    if (scratch->memory == NULL) {
        return false;
    }
    scratch->items[1] = scratch->items[0] + triangle_count;
    scratch->normals = (Vec3 *)(scratch->items[1] + triangle_count);
    scratch->corners = (uint32_t(*)[3])(scratch->normals + triangle_count);
    scratch->order = (uint32_t *)(scratch->corners + triangle_count);
    scratch->ends = scratch->order + triangle_count;
    return true;
}

// Collects the usable triangles with their boxes. Most meshes consist of quads, with both halves of
// a quad one after the other; these are joined to one item. Where fewer than half of the triangles
// join that way, the triangles are sorted along a curve first.
static void collect(Scratch *scratch, const double *points, uint32_t point_count,
                    const uint32_t *triangles, uint32_t triangle_count)
{
    TreeItem3 *items = scratch->items[0];
    for (uint32_t t = 0; t < triangle_count; t++) {
        Vec3 corners[3];
        if (corners_of(points, point_count, &triangles[3 * (size_t)t], corners) &&
            triangle_normal(corners, &scratch->normals[t])) {
            const TreeItem3 item = item_of(corners, t);
            if (scratch->item_count == 0 ||
                !tum_tree_item3_join(&items[scratch->item_count - 1], &item)) {
                items[scratch->item_count++] = item;
            }
            scratch->used_count++;
        }
    }
    if (scratch->item_count > scratch->used_count / 4 * 3) {
        scratch->item_count =
            tum_tree_items3_pair(scratch->items, scratch->item_count, (uint32_t *)scratch->corners);
    }
}

// Reserves `count` items of `item_bytes` in a block that is being planned, at a multiple of 64
// bytes, as nodes need.
static bool reserve(size_t *used, size_t count, size_t item_bytes, size_t *offset)
{
    size_t bytes;
    *offset = *used;
    return size_multiply(count, item_bytes, &bytes) && size_add(bytes, 63, &bytes) &&
           size_add(*used, bytes & ~(size_t)63, used);
}

static Mesh3 *allocate_mesh(uint32_t point_count, uint32_t triangle_count, uint32_t node_count,
                            const TumAllocator *allocator)
{
    size_t used = 0, mesh_at, nodes_at, points_at, triangles_at, source_at, normals_at,
           neighbors_at, flags_at, point_source_at, leaves_at;
    if (!reserve(&used, 1, sizeof(Mesh3), &mesh_at) ||
        !reserve(&used, node_count, sizeof(MeshNode3), &nodes_at) ||
        !reserve(&used, node_count, MESH3_CHILDREN * sizeof(MeshLeaf3), &leaves_at) ||
        !reserve(&used, point_count, sizeof(Vec3), &points_at) ||
        // Follows the points: the last point is read as four numbers.
        !reserve(&used, point_count, sizeof(uint32_t), &point_source_at) ||
        !reserve(&used, triangle_count, 3 * sizeof(uint32_t), &triangles_at) ||
        !reserve(&used, triangle_count, sizeof(uint32_t), &source_at) ||
        !reserve(&used, triangle_count, sizeof(Vec3), &normals_at) ||
        !reserve(&used, triangle_count, 3 * sizeof(uint32_t), &neighbors_at) ||
        !reserve(&used, triangle_count, sizeof(uint8_t), &flags_at)) {
        return NULL;
    }
    char *block = tum_allocate_zeroed(allocator, 1, used);
    if (block == NULL) {
        return NULL;
    }
    Mesh3 *mesh = (Mesh3 *)(void *)(block + mesh_at);
    *mesh = (Mesh3){.points = (void *)(block + points_at),
                    .point_source = (void *)(block + point_source_at),
                    .triangles = (void *)(block + triangles_at),
                    .source = (void *)(block + source_at),
                    .normals = (void *)(block + normals_at),
                    .edge_flags = (void *)(block + flags_at),
                    .neighbors = (void *)(block + neighbors_at),
                    .nodes = (void *)(block + nodes_at),
                    .leaves = (void *)(block + leaves_at),
                    .point_count = point_count,
                    .triangle_count = triangle_count,
                    .node_count = node_count,
                    .memory = block,
                    .memory_bytes = used};
    return mesh;
}

// Numbers points in the order in which triangles use them, so that the points of a leaf lie side by
// side; unused points are dropped. A point whose number lies far back gets another number, so that
// a byte each numbers the corners of a leaf, twelve at most.
//
// @return number of points.
static uint32_t number_points(const Scratch *scratch, uint32_t point_count,
                              const uint32_t *triangles)
{
    uint32_t *ends = scratch->ends; // number plus one; 0: none yet
    uint32_t count = 0;
    memset(ends, 0, point_count * sizeof *ends);
    for (uint32_t t = 0; t < scratch->used_count; t++) {
        const uint32_t *triangle = &triangles[3 * (size_t)scratch->order[t]];
        for (int i = 0; i < 3; i++) {
            uint32_t *end = &ends[triangle[i]];
            if (*end == 0 || *end + POINTS_BACK < count) {
                *end = ++count;
            }
            scratch->corners[t][i] = *end - 1;
        }
    }
    return count;
}

static void fill_leaf(MeshLeaf3 *leaf, const uint32_t (*corners)[3], uint32_t count)
{
    leaf->point = UINT32_MAX;
    for (uint32_t t = 0; t < count; t++) {
        for (int i = 0; i < 3; i++) {
            leaf->point = corners[t][i] < leaf->point ? corners[t][i] : leaf->point;
        }
    }
    for (uint32_t t = 0; t < MESH3_LEAF_TRIANGLES; t++) {
        for (int i = 0; i < 3; i++) {
            const uint32_t number = corners[t < count ? t : 0][i] - leaf->point;
            TUM_ASSERT(number <= UINT8_MAX);
            leaf->corners[i][t] = (uint8_t)number;
        }
    }
}

static void fill_leaves(Mesh3 *mesh)
{
    const uint32_t(*corners)[3] = (const uint32_t(*)[3])mesh->triangles;
    for (uint32_t i = 0; i < mesh->node_count; i++) {
        const MeshNode3 *node = &mesh->nodes[i];
        for (int slot = 0; slot < MESH3_CHILDREN; slot++) {
            if (node->child[slot] < 0 && node->count[slot] > 0) {
                fill_leaf(&mesh->leaves[i * MESH3_CHILDREN + (uint32_t)slot],
                          corners + ~node->child[slot], node->count[slot]);
            }
        }
    }
}

// Copies points and triangles into the mesh.
static void place(Mesh3 *mesh, const Scratch *scratch, const double *points,
                  const uint32_t *triangles)
{
    uint32_t point_count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t source = scratch->order[t];
        for (int i = 0; i < 3; i++) {
            const uint32_t corner = scratch->corners[t][i];
            mesh->triangles[t][i] = corner;
            if (corner == point_count) { // first use of this point
                const uint32_t given = triangles[3 * (size_t)source + (size_t)i];
                mesh->points[corner] = rounded(&points[3 * (size_t)given]);
                mesh->point_source[corner] = given;
                point_count++;
            }
        }
        mesh->source[t] = source;
        mesh->normals[t] = scratch->normals[source];
    }
}

static void measure(Mesh3 *mesh)
{
    Bound3 bound = {mesh->points[0], mesh->points[0]};
    for (uint32_t i = 1; i < mesh->point_count; i++) {
        bound.low = vec3_minimum(bound.low, mesh->points[i]);
        bound.high = vec3_maximum(bound.high, mesh->points[i]);
    }
    mesh->bound = bound;
    mesh->middle = vec3_scale(vec3_add(bound.low, bound.high), 0.5f);
    float radius2 = 0.0f;
    for (uint32_t i = 0; i < mesh->point_count; i++) {
        radius2 = maximum(radius2, vec3_length_squared(vec3_sub(mesh->points[i], mesh->middle)));
    }
    mesh->radius = square_root(radius2);
}

static Mesh3 *build(Scratch *scratch, const double *points, uint32_t point_count,
                    const uint32_t *triangles, const ShapeKernels3 *kernels, MeshNodeArray3 *nodes,
                    const TumAllocator *allocator)
{
    const uint32_t count = scratch->used_count;
    if (!tum_mesh_tree3_build(scratch->items, scratch->item_count, count, kernels, scratch->order,
                              nodes, allocator)) {
        return NULL;
    }
    const uint32_t used_points = number_points(scratch, point_count, triangles);
    Mesh3 *mesh = allocate_mesh(used_points, count, (uint32_t)nodes->count, allocator);
    if (mesh == NULL) {
        return NULL;
    }
    mesh->kernels = kernels;
    memcpy(mesh->nodes, nodes->items, nodes->count * sizeof(MeshNode3));
    place(mesh, scratch, points, triangles);
    fill_leaves(mesh);
    measure(mesh);
    if (!tum_mesh_edges3_find(mesh, scratch->memory, allocator)) {
        tum_mesh3_destroy(mesh, allocator);
        return NULL;
    }
    return mesh;
}

TumStatus tum_mesh3_build(const double *points, uint32_t point_count, const uint32_t *triangles,
                          uint32_t triangle_count, const ShapeKernels3 *kernels,
                          const TumAllocator *allocator, Mesh3 **mesh)
{
    // Half edges and leaves are numbered in 31 bits.
    Scratch scratch;
    *mesh = NULL;
    if (triangle_count == 0 || triangle_count > INT32_MAX / 3) {
        return TUM_ERROR_INPUT;
    }
    if (!scratch_init(&scratch, point_count, triangle_count, allocator)) {
        return TUM_ERROR_MEMORY;
    }
    TumStatus status = TUM_ERROR_INPUT;
    MeshNodeArray3 nodes = {0};
    collect(&scratch, points, point_count, triangles, triangle_count);
    if (scratch.used_count > 0) {
        *mesh = build(&scratch, points, point_count, triangles, kernels, &nodes, allocator);
        status = *mesh != NULL ? TUM_OK : TUM_ERROR_MEMORY;
    }
    array_free(&nodes, allocator);
    tum_release(allocator, scratch.memory, scratch.bytes);
    return status;
}

void tum_mesh3_destroy(Mesh3 *mesh, const TumAllocator *allocator)
{
    if (mesh != NULL) {
        tum_release(allocator, mesh->memory, mesh->memory_bytes);
    }
}

static bool boxes_meet(Vec3 a_low, Vec3 a_high, Vec3 b_low, Vec3 b_high)
{
    return a_low.x <= b_high.x && b_low.x <= a_high.x && a_low.y <= b_high.y &&
           b_low.y <= a_high.y && a_low.z <= b_high.z && b_low.z <= a_high.z;
}

typedef struct BoxQuery {
    const Mesh3 *mesh;
    Bound3 bound;
    bool (*visit)(void *user, uint32_t triangle);
    void *user;
} BoxQuery;

static uint32_t children_in_box(const void *with, const MeshNode3 *node)
{
    return node3_meets(node, &((const BoxQuery *)with)->bound);
}

static bool visit_in_box(void *user, uint32_t triangle)
{
    const BoxQuery *query = user;
    const Mesh3 *mesh = query->mesh;
    const Vec3 a = mesh3_corner(mesh, triangle, 0), b = mesh3_corner(mesh, triangle, 1);
    const Vec3 c = mesh3_corner(mesh, triangle, 2);
    const Vec3 low = vec3_minimum(vec3_minimum(a, b), c);
    const Vec3 high = vec3_maximum(vec3_maximum(a, b), c);
    return !boxes_meet(low, high, query->bound.low, query->bound.high) ||
           query->visit(query->user, triangle);
}

void tum_mesh3_query(const Mesh3 *mesh, Bound3 bound, bool (*visit)(void *user, uint32_t triangle),
                     void *user)
{
    BoxQuery query = {mesh, bound, visit, user};
    mesh_visit3(mesh, children_in_box, &query, visit_in_box, &query);
}

/// A segment as center and half extent, for separating axes between segment and box (Ericson,
/// "Real-Time Collision Detection", 2005, section 5.3.3).
typedef struct Segment {
    Vec3 middle, half, reach;
} Segment;

static bool segment_meets(const Segment *segment, Vec3 low, Vec3 high)
{
    const Vec3 m = vec3_sub(segment->middle, vec3_scale(vec3_add(low, high), 0.5f));
    const Vec3 e = vec3_scale(vec3_sub(high, low), 0.5f);
    const Vec3 d = segment->half, a = segment->reach;
    // The slack covers the rounding of the products, also for a segment parallel to a side.
    const float slack =
        1e-6f * (e.x + e.y + e.z + a.x + a.y + a.z + absolute(m.x) + absolute(m.y) + absolute(m.z));
    const float turn = slack * (a.x + a.y + a.z);
    return absolute(m.x) <= e.x + a.x + slack && absolute(m.y) <= e.y + a.y + slack &&
           absolute(m.z) <= e.z + a.z + slack &&
           absolute(m.y * d.z - m.z * d.y) <= e.y * a.z + e.z * a.y + turn &&
           absolute(m.z * d.x - m.x * d.z) <= e.x * a.z + e.z * a.x + turn &&
           absolute(m.x * d.y - m.y * d.x) <= e.x * a.y + e.y * a.x + turn;
}

static uint32_t children_on_segment(const void *with, const MeshNode3 *node)
{
    uint32_t met = 0;
    for (int i = 0; i < MESH3_CHILDREN; i++) {
        const Bound3 box = mesh_node3_bound(node, i);
        if (!mesh_node3_is_empty(node, i) && segment_meets(with, box.low, box.high)) {
            met |= 1u << i;
        }
    }
    return met;
}

void tum_mesh3_query_segment(const Mesh3 *mesh, Vec3 from, Vec3 to,
                             bool (*visit)(void *user, uint32_t triangle), void *user)
{
    const Vec3 half = vec3_scale(vec3_sub(to, from), 0.5f);
    const Segment segment = {vec3_add(from, half), half, vec3_absolute(half)};
    mesh_visit3(mesh, children_on_segment, &segment, visit, user);
}

static bool rises(const Mesh3 *mesh, uint32_t triangle, Vec3 point, Vec3 direction)
{
    Vec3 arms[3];
    float size2 = 0.0f;
    for (int i = 0; i < 3; i++) {
        arms[i] = vec3_sub(mesh3_corner(mesh, triangle, i), point);
        size2 = maximum(size2, vec3_length_squared(arms[i]));
    }
    // `point` has been transformed from another frame: equal positions are equal only up to
    // rounding.
    const float noise = 1e-5f * square_root(size2);
    for (int i = 0; i < 3; i++) {
        const float rise = vec3_dot(arms[i], direction) - noise;
        if (rise > 0.0f && rise * rise > ridge_slack * ridge_slack * vec3_length_squared(arms[i])) {
            return true;
        }
    }
    return false;
}

// Edge through which a walk around a corner leaves the triangle that the walk entered from
// `before`; 3 where the triangle does not have the corner.
static unsigned next_edge_around(const Mesh3 *mesh, uint32_t triangle, uint32_t before, Vec3 corner)
{
    for (unsigned i = 0; i < 3; i++) {
        const Vec3 own = mesh3_corner(mesh, triangle, (int)i);
        if (own.x == corner.x && own.y == corner.y && own.z == corner.z) {
            return mesh->neighbors[triangle][i] != before ? i : (i + 2) % 3;
        }
    }
    return 3;
}

// True when a triangle around the corner rises, from the triangle across `edge` of `triangle`
// onward.
static bool rises_around(const Mesh3 *mesh, uint32_t triangle, unsigned edge, Vec3 corner,
                         Vec3 direction)
{
    const uint32_t start = triangle;
    for (int steps = 0; steps < FAN_STEPS && edge < 3; steps++) {
        const uint32_t next = mesh->neighbors[triangle][edge];
        if (next == NO_NEIGHBOR || next == start) {
            return false;
        }
        if (rises(mesh, next, corner, direction)) {
            return true;
        }
        edge = next_edge_around(mesh, next, triangle, corner);
        triangle = next;
    }
    return false;
}

bool tum_mesh3_is_ridge(const Mesh3 *mesh, uint32_t triangle, unsigned edges, Vec3 point,
                        Vec3 direction)
{
    for (unsigned i = 0; i < 3; i++) {
        const unsigned before = (i + 2) % 3; // Edges i and `before` meet at corner i.
        if (edges == 1u << i) {
            const uint32_t neighbor = mesh->neighbors[triangle][i];
            return neighbor == NO_NEIGHBOR || !rises(mesh, neighbor, point, direction);
        }
        if (edges == (1u << i | 1u << before)) {
            const Vec3 corner = mesh3_corner(mesh, triangle, (int)i);
            return !rises_around(mesh, triangle, i, corner, direction) &&
                   !rises_around(mesh, triangle, before, corner, direction);
        }
    }
    return true;
}

/// A segment and the first triangle that it crosses.
typedef struct Crossing {
    const Mesh3 *mesh;
    Vec3 from, to;
    float tolerance; ///< [m] Triangles whose plane is closer than this to `to` do not count.
    uint32_t count;
    bool first_only;
} Crossing;

// Signs of the volumes that the segment spans with each edge (Plücker's side products): exact
// enough that a segment through a shared edge crosses one of its two triangles.
static bool segment_crosses(const Crossing *crossing, uint32_t triangle)
{
    const Mesh3 *mesh = crossing->mesh;
    const Vec3 normal = mesh->normals[triangle];
    const Vec3 p0 = mesh3_corner(mesh, triangle, 0);
    const float before = vec3_dot(normal, vec3_sub(crossing->from, p0));
    const float after = vec3_dot(normal, vec3_sub(crossing->to, p0));
    if (!(before * after < 0.0f) || absolute(after) <= crossing->tolerance) {
        return false;
    }
    const Vec3 a = vec3_sub(p0, crossing->from);
    const Vec3 b = vec3_sub(mesh3_corner(mesh, triangle, 1), crossing->from);
    const Vec3 c = vec3_sub(mesh3_corner(mesh, triangle, 2), crossing->from);
    const Vec3 along = vec3_sub(crossing->to, crossing->from);
    const float ab = vec3_dot(along, vec3_cross(a, b));
    const float bc = vec3_dot(along, vec3_cross(b, c));
    const float ca = vec3_dot(along, vec3_cross(c, a));
    return (ab >= 0.0f && bc >= 0.0f && ca >= 0.0f) || (ab <= 0.0f && bc <= 0.0f && ca <= 0.0f);
}

static bool count_crossing(void *user, uint32_t triangle)
{
    Crossing *crossing = user;
    if (segment_crosses(crossing, triangle)) {
        crossing->count++;
    }
    return !(crossing->first_only && crossing->count > 0);
}

bool tum_mesh3_hides(const Mesh3 *mesh, Vec3 from, Vec3 to)
{
    Crossing crossing = {mesh, from, to, mesh3_crossing_tolerance(from, to), 0, true};
    tum_mesh3_query_segment(mesh, from, to, count_crossing, &crossing);
    return crossing.count > 0;
}

bool tum_mesh3_contains(const Mesh3 *mesh, Vec3 point)
{
    if (!boxes_meet(point, point, mesh->bound.low, mesh->bound.high)) {
        return false;
    }
    // An oblique direction: its ray rarely meets an edge of a model built along the axes.
    const Vec3 direction = {0.5423261f, 0.6187492f, 0.5684471f};
    const Vec3 end = vec3_add_scaled(point, direction, 2.0f * mesh->radius + 1.0f);
    Crossing crossing = {mesh, point, end, 0.0f, 0, false};
    tum_mesh3_query_segment(mesh, point, end, count_crossing, &crossing);
    return crossing.count % 2 == 1;
}
