// SPDX-License-Identifier: MIT
// mesh4.c: construction of meshes, and walks over their trees.
#include "shape4/mesh4.h"

#include "base/arena.h"
#include "base/sort.h"
#include "math/widen4.h"

// A tetrahedron whose normal is shorter than this share of its longest edge cubed has no volume.
static const double flat_share = 1e-9;

// Points nearer to a plane than this share of an edge's length count as level with it.
static const float level_sine = 1e-3f;

static DVec4 point_at(const double *points, uint32_t i)
{
    const double *p = &points[4 * (size_t)i];
    return (DVec4){p[0], p[1], p[2], p[3]};
}

static bool find_normal(const double *points, const uint32_t corners[4], Vec4 *normal)
{
    const DVec4 p = point_at(points, corners[0]);
    DVec4 edges[3];
    double longest = 0.0;
    for (int i = 0; i < 3; ++i) {
        edges[i] = dvec4_sub(point_at(points, corners[i + 1]), p);
        longest = maximum64(dvec4_length(edges[i]), longest);
    }
    const DVec4 n = dvec4_perpendicular(edges[0], edges[1], edges[2]);
    const double length = dvec4_length(n);
    if (!(length > flat_share * longest * longest * longest)) {
        return false;
    }
    *normal = vec4_narrow(dvec4_scale(n, 1.0 / length));
    return true;
}

bool tum_is_flat4(const double *points, const uint32_t corners[4])
{
    Vec4 normal;
    return !find_normal(points, corners, &normal);
}

static void bound_of(const Mesh4 *mesh, uint32_t tetrahedron, Vec4 *low, Vec4 *high)
{
    *low = *high = mesh4_corner(mesh, tetrahedron, 0);
    for (int i = 1; i < 4; ++i) {
        *low = vec4_minimum(mesh4_corner(mesh, tetrahedron, i), *low);
        *high = vec4_maximum(mesh4_corner(mesh, tetrahedron, i), *high);
    }
}

/// Tetrahedra in the order of the tree's leaves, during construction.
typedef struct Builder {
    Mesh4 *mesh;
    uint32_t *order, *order_scratch;
    uint64_t *keys, *key_scratch;
} Builder;

// An integer that sorts like the float.
static uint64_t key_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

static void bound_all(const Builder *builder, uint32_t first, uint32_t count, Vec4 *low, Vec4 *high)
{
    bound_of(builder->mesh, builder->order[first], low, high);
    for (uint32_t i = 1; i < count; ++i) {
        Vec4 l, h;
        bound_of(builder->mesh, builder->order[first + i], &l, &h);
        *low = vec4_minimum(l, *low);
        *high = vec4_maximum(h, *high);
    }
}

// Sorts tetrahedra along the axis of the greatest extent of their centres.
static void sort_along(Builder *builder, uint32_t first, uint32_t count)
{
    Vec4 low = {0}, high = {0};
    for (uint32_t i = 0; i < count; ++i) {
        Vec4 l, h;
        bound_of(builder->mesh, builder->order[first + i], &l, &h);
        const Vec4 twice = vec4_add(l, h);
        low = i == 0 ? twice : vec4_minimum(twice, low);
        high = i == 0 ? twice : vec4_maximum(twice, high);
    }
    const Vec4 size = vec4_sub(high, low);
    int axis = 0;
    for (int k = 1; k < 4; ++k) {
        axis = vec4_part(size, k) > vec4_part(size, axis) ? k : axis;
    }
    for (uint32_t i = 0; i < count; ++i) {
        Vec4 l, h;
        bound_of(builder->mesh, builder->order[first + i], &l, &h);
        builder->keys[i] = key_of(vec4_part(l, axis) + vec4_part(h, axis));
    }
    tum_sort_keys(builder->keys, &builder->order[first], count, builder->key_scratch,
                  builder->order_scratch);
}

static int32_t build_node(Builder *builder, uint32_t first, uint32_t count)
{
    Mesh4 *mesh = builder->mesh;
    const uint32_t index = mesh->node_count++;
    if (count > 2) {
        sort_along(builder, first, count);
    }
    const uint32_t half = (count + 1) / 2;
    const uint32_t firsts[2] = {first, count > 1 ? first + half : first};
    const uint32_t counts[2] = {half, count > 1 ? count - half : 1};
    for (int k = 0; k < 2; ++k) {
        MeshNode4 *node = &mesh->nodes[index];
        bound_all(builder, firsts[k], counts[k], &node->low[k], &node->high[k]);
        const int32_t child = counts[k] == 1 ? ~(int32_t)builder->order[firsts[k]]
                                             : build_node(builder, firsts[k], counts[k]);
        mesh->nodes[index].child[k] = child;
    }
    return (int32_t)index;
}

static bool build_tree(Mesh4 *mesh, Arena *arena)
{
    const uint32_t count = mesh->tetrahedron_count;
    Builder builder = {.mesh = mesh,
                       .order = tum_arena_zeroed(arena, count, sizeof(uint32_t)),
                       .order_scratch = tum_arena_zeroed(arena, count, sizeof(uint32_t)),
                       .keys = tum_arena_zeroed(arena, count, sizeof(uint64_t)),
                       .key_scratch = tum_arena_zeroed(arena, count, sizeof(uint64_t))};
    if (builder.order == NULL || builder.order_scratch == NULL || builder.keys == NULL ||
        builder.key_scratch == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        builder.order[i] = i;
    }
    mesh->node_count = 0;
    build_node(&builder, 0, count);
    return true;
}

static void find_around(Mesh4 *mesh)
{
    uint32_t *first = mesh->around_first;
    memset(first, 0, (mesh->point_count + (size_t)1) * sizeof *first);
    for (uint32_t t = 0; t < mesh->tetrahedron_count; ++t) {
        for (int k = 0; k < 4; ++k) {
            ++first[mesh->tetrahedra[t][k] + 1];
        }
    }
    for (uint32_t p = 0; p < mesh->point_count; ++p) {
        first[p + 1] += first[p];
    }
    // Each start advances to that of the next point while the list is filled, and is then set back.
    for (uint32_t t = 0; t < mesh->tetrahedron_count; ++t) {
        for (int k = 0; k < 4; ++k) {
            mesh->around[first[mesh->tetrahedra[t][k]]++] = t;
        }
    }
    for (uint32_t p = mesh->point_count; p > 0; --p) {
        first[p] = first[p - 1];
    }
    first[0] = 0;
}

static void measure(Mesh4 *mesh, const double *points)
{
    double squared = 0.0;
    mesh->low = mesh->high = point_at(points, mesh->tetrahedra[0][0]);
    for (uint32_t t = 0; t < mesh->tetrahedron_count; ++t) {
        for (int k = 0; k < 4; ++k) {
            const DVec4 p = point_at(points, mesh->tetrahedra[t][k]);
            mesh->low = dvec4_minimum(p, mesh->low);
            mesh->high = dvec4_maximum(p, mesh->high);
            squared = maximum64(dvec4_length_squared(p), squared);
        }
    }
    mesh->middle = dvec4_scale(dvec4_add(mesh->low, mesh->high), 0.5);
    mesh->bounding_radius = square_root64(squared);
}

static size_t padded(size_t count, size_t bytes)
{
    return (count * bytes + 63) / 64 * 64;
}

static Mesh4 *make_room(size_t points, size_t tetrahedra, const TumAllocator *allocator)
{
    const size_t nodes = tetrahedra > 1 ? tetrahedra - 1 : 1;
    const size_t sizes[8] = {padded(1, sizeof(Mesh4)),
                             padded(points, sizeof(Vec4)),
                             padded(tetrahedra, 4 * sizeof(uint32_t)),
                             padded(tetrahedra, sizeof(Vec4)),
                             padded(points + 1, sizeof(uint32_t)),
                             padded(4 * tetrahedra, sizeof(uint32_t)),
                             padded(nodes, sizeof(MeshNode4)),
                             padded(tetrahedra, sizeof(uint32_t))};
    size_t bytes = 0, at[8];
    for (int i = 0; i < 8; ++i) {
        at[i] = bytes;
        bytes += sizes[i];
    }
    char *block = tum_allocate(allocator, bytes);
    if (block == NULL) {
        return NULL;
    }
    Mesh4 *mesh = (Mesh4 *)(void *)block;
    *mesh = (Mesh4){.points = (void *)(block + at[1]),
                    .tetrahedra = (void *)(block + at[2]),
                    .normals = (void *)(block + at[3]),
                    .around_first = (void *)(block + at[4]),
                    .around = (void *)(block + at[5]),
                    .nodes = (void *)(block + at[6]),
                    .source = (void *)(block + at[7]),
                    .point_count = (uint32_t)points,
                    .memory = block,
                    .memory_bytes = bytes};
    return mesh;
}

Mesh4 *tum_mesh4_create(const double *points, size_t point_count, const uint32_t *tetrahedra,
                        size_t tetrahedron_count, const TumAllocator *allocator)
{
    // Children of nodes are signed.
    if (point_count >= UINT32_MAX || tetrahedron_count > INT32_MAX / 4) {
        return NULL;
    }
    Mesh4 *mesh = make_room(point_count, tetrahedron_count, allocator);
    if (mesh == NULL) {
        return NULL;
    }
    for (uint32_t i = 0; i < mesh->point_count; ++i) {
        mesh->points[i] = vec4_narrow(point_at(points, i));
    }
    for (size_t t = 0; t < tetrahedron_count; ++t) {
        const uint32_t kept = mesh->tetrahedron_count;
        if (find_normal(points, &tetrahedra[4 * t], &mesh->normals[kept])) {
            memcpy(mesh->tetrahedra[kept], &tetrahedra[4 * t], 4 * sizeof *tetrahedra);
            mesh->source[kept] = (uint32_t)t;
            ++mesh->tetrahedron_count;
        }
    }
    Arena arena;
    tum_arena_init(&arena, allocator);
    const bool is_built = mesh->tetrahedron_count > 0 && build_tree(mesh, &arena);
    tum_arena_clear(&arena);
    if (!is_built) {
        tum_mesh4_destroy(mesh, allocator);
        return NULL;
    }
    find_around(mesh);
    measure(mesh, points);
    return mesh;
}

void tum_mesh4_destroy(Mesh4 *mesh, const TumAllocator *allocator)
{
    if (mesh != NULL) {
        tum_release(allocator, mesh->memory, mesh->memory_bytes);
    }
}

static bool meets(Vec4 low, Vec4 high, Vec4 other_low, Vec4 other_high)
{
    return low.x <= other_high.x && other_low.x <= high.x && low.y <= other_high.y &&
           other_low.y <= high.y && low.z <= other_high.z && other_low.z <= high.z &&
           low.w <= other_high.w && other_low.w <= high.w;
}

void tum_mesh4_query(const Mesh4 *mesh, Vec4 low, Vec4 high,
                     bool (*visit)(void *user, uint32_t tetrahedron), void *user)
{
    int32_t stack[MESH4_STACK];
    int depth = 0;
    const int sides = mesh->tetrahedron_count > 1 ? 2 : 1;
    stack[depth++] = 0;
    while (depth > 0) {
        const MeshNode4 *node = &mesh->nodes[stack[--depth]];
        for (int k = 0; k < sides; ++k) {
            if (!meets(node->low[k], node->high[k], low, high)) {
                continue;
            }
            if (node->child[k] >= 0) {
                stack[depth++] = node->child[k];
            } else if (!visit(user, (uint32_t)~node->child[k])) {
                return;
            }
        }
    }
}

static bool has_corner(const Mesh4 *mesh, uint32_t tetrahedron, uint32_t point)
{
    const uint32_t *corners = mesh->tetrahedra[tetrahedron];
    return corners[0] == point || corners[1] == point || corners[2] == point || corners[3] == point;
}

// True when a corner of the tetrahedron is farther along the direction than `peak`.
static bool reaches_beyond(const Mesh4 *mesh, uint32_t tetrahedron, Vec4 peak, Vec4 direction)
{
    for (int k = 0; k < 4; ++k) {
        const Vec4 edge_to_peak = vec4_sub(mesh4_corner(mesh, tetrahedron, k), peak);
        if (vec4_dot(edge_to_peak, direction) > level_sine * vec4_length(edge_to_peak)) {
            return true;
        }
    }
    return false;
}

bool tum_mesh4_is_ridge(const Mesh4 *mesh, uint32_t tetrahedron, Vec4 direction)
{
    int top = 0;
    for (int k = 1; k < 4; ++k) {
        const Vec4 rise =
            vec4_sub(mesh4_corner(mesh, tetrahedron, k), mesh4_corner(mesh, tetrahedron, top));
        top = vec4_dot(rise, direction) > 0.0f ? k : top;
    }
    const Vec4 peak = mesh4_corner(mesh, tetrahedron, top);
    uint32_t level[4];
    int count = 0;
    for (int k = 0; k < 4; ++k) {
        const Vec4 edge_to_peak = vec4_sub(peak, mesh4_corner(mesh, tetrahedron, k));
        if (vec4_dot(edge_to_peak, direction) <= level_sine * vec4_length(edge_to_peak)) {
            level[count++] = mesh->tetrahedra[tetrahedron][k];
        }
    }
    const uint32_t point = mesh->tetrahedra[tetrahedron][top];
    for (uint32_t i = mesh->around_first[point]; i < mesh->around_first[point + 1]; ++i) {
        const uint32_t beside = mesh->around[i];
        bool shares_all = true;
        for (int k = 0; k < count; ++k) {
            shares_all = shares_all && has_corner(mesh, beside, level[k]);
        }
        if (shares_all && reaches_beyond(mesh, beside, peak, direction)) {
            return false;
        }
    }
    return true;
}
