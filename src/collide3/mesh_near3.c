// SPDX-License-Identifier: MIT
// mesh_near3.c: tests of the triangles near a shape, a kernel.
#include "collide3/mesh_near3.h"
#include "base/assert.h"
#include "shape3/mesh3.h"

// Share of a triangle's longest edge: a shorter cross product of edges has no reliable direction.
static const float least_cross = 1e-3f;

static inline void clear_block(NearBlock3 *block)
{
    const Wide zero = wide_splat(0.0f);
    const WideVec3 none = {zero, zero, zero};
    for (int corner = 0; corner < 3; ++corner) {
        wide_store3(&block->corners[corner], none);
    }
    wide_store3(&block->normals, none);
    wide_store_words(block->triangles, zero);
}

static void add_leaf(NearTriangles3 *near, const Mesh3 *mesh, uint32_t slot)
{
    const MeshNode3 *node = &mesh->nodes[slot / MESH3_CHILDREN];
    const MeshLeaf3 *leaf = &mesh->leaves[slot];
    const Vec3 *points = mesh->points + leaf->point;
    const uint32_t first = (uint32_t)~node->child[slot % MESH3_CHILDREN];
    const uint32_t count = node->count[slot % MESH3_CHILDREN];
    for (uint32_t i = 0; i < count; ++i) {
        NearBlock3 *block = &near->blocks[near->count / WIDE];
        const uint32_t lane = near->count % WIDE;
        if (lane == 0) {
            clear_block(block);
        }
        for (int corner = 0; corner < 3; ++corner) {
            set_lane3(&block->corners[corner], lane, points[leaf->corners[corner][i]]);
        }
        set_lane3(&block->normals, lane, mesh->normals[first + i]);
        block->triangles[lane] = first + i;
        ++near->count;
    }
}

// Gathers in the order of the tree's leaves. The stack holds slots of nodes.
static void gather(const Mesh3 *mesh, NearTriangles3 *near, void (*full)(void *user), void *user)
{
    uint32_t stack[MESH3_STACK];
    int depth = 0;
    uint32_t met = node3_meets(&mesh->nodes[0], &near->bound);
    int32_t index = 0;
    near->count = 0;
    near->is_whole = true;
    for (;;) {
        TUM_ASSERT(depth + MESH3_CHILDREN <= MESH3_STACK);
        while (met != 0) { // The child pushed last is visited first.
            const uint32_t slot = 31 - (uint32_t)__builtin_clz(met);
            met &= ~(1u << slot);
            stack[depth++] = (uint32_t)index * MESH3_CHILDREN + slot;
        }
        if (depth == 0) {
            return;
        }
        const uint32_t slot = stack[--depth];
        const MeshNode3 *node = &mesh->nodes[slot / MESH3_CHILDREN];
        const int32_t child = node->child[slot % MESH3_CHILDREN];
        if (child >= 0) {
            index = child;
            met = node3_meets(&mesh->nodes[index], &near->bound);
            continue;
        }
        if (near->count + node->count[slot % MESH3_CHILDREN] > NEAR_TRIANGLES) {
            full(user);
            near->count = 0;
            near->is_whole = false;
        }
        add_leaf(near, mesh, slot);
    }
}

static inline WideVec3 splat3(Vec3 v)
{
    return (WideVec3){wide_splat(v.x), wide_splat(v.y), wide_splat(v.z)};
}

static inline Wide negated(Wide a)
{
    return wide_sub(wide_splat(0.0f), a);
}

static inline Wide magnitude(Wide a)
{
    return wide_maximum(a, negated(a));
}

static inline Wide part(WideVec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Rotates a vector from the frame of the mesh into the shape's.
static inline WideVec3 turned_back(const NearView3 *view, WideVec3 v)
{
    return (WideVec3){wide_dot3(v, splat3(view->turn.x)), wide_dot3(v, splat3(view->turn.y)),
                      wide_dot3(v, splat3(view->turn.z))};
}

static inline void widen_gap(Wide *gap, Wide a, Wide b, Wide c, float center, float half)
{
    const Wide low = wide_minimum(wide_minimum(a, b), c),
               high = wide_maximum(wide_maximum(a, b), c);
    const Wide above = wide_sub(low, wide_splat(center + half));
    const Wide below = wide_sub(wide_splat(center - half), high);
    *gap = wide_maximum(*gap, wide_maximum(above, below));
}

static uint32_t see(const NearBlock3 *block, const NearView3 *view, SeenBlock3 *seen)
{
    const WideVec3 position = splat3(view->position);
    WideVec3 c[3];
    for (int i = 0; i < 3; ++i) {
        c[i] = turned_back(view, wide_sub3(wide_load3(&block->corners[i]), position));
        wide_store3(&seen->corners[i], c[i]);
    }
    Wide gap = wide_splat(-__builtin_inff());
    widen_gap(&gap, c[0].x, c[1].x, c[2].x, view->center.x, view->half.x);
    widen_gap(&gap, c[0].y, c[1].y, c[2].y, view->center.y, view->half.y);
    widen_gap(&gap, c[0].z, c[1].z, c[2].z, view->center.z, view->half.z);
    wide_store(seen->gaps, gap);

    const WideVec3 front = turned_back(view, wide_load3(&block->normals));
    const Wide side = wide_dot3(front, wide_sub3(splat3(view->middle), c[0]));
    const WideMask behind = wide_greater(wide_splat(0.0f), side);
    const Wide turn = wide_select(behind, wide_splat(-1.0f), wide_splat(1.0f));
    const WideVec3 normal = wide_scale3(front, turn);
    wide_store(seen->turns, turn);
    wide_store3(&seen->normals, normal);
    const Wide middle = wide_dot3(normal, wide_sub3(splat3(view->center), c[0]));
    const WideVec3 spread = {magnitude(normal.x), magnitude(normal.y), magnitude(normal.z)};
    const Wide height = wide_sub(middle, wide_dot3(spread, splat3(view->half)));
    wide_store(seen->heights, height);
    const Wide margin = wide_splat(view->margin);
    return ~wide_bits(wide_or(wide_greater(gap, margin), wide_greater(height, margin))) & NODE3_ALL;
}

static uint32_t outline(const SeenBlock3 *seen, Vec3 half, Outlines3 *outlines)
{
    const WideVec3 normal = wide_load3(&seen->normals), h = splat3(half);
    const Wide zero = wide_splat(0.0f), turn = wide_load(seen->turns);
    const WideVec3 lowest = {wide_select(wide_greater(normal.x, zero), negated(h.x), h.x),
                             wide_select(wide_greater(normal.y, zero), negated(h.y), h.y),
                             wide_select(wide_greater(normal.z, zero), negated(h.z), h.z)};
    Wide longest = zero;
    uint32_t beside = 0;
    for (int i = 0; i < 3; ++i) {
        const WideVec3 from = wide_load3(&seen->corners[i]);
        const WideVec3 along = wide_sub3(wide_load3(&seen->corners[(i + 1) % 3]), from);
        const WideVec3 across = wide_cross3(along, normal);
        const Wide squared = wide_dot3(across, across);
        const WideMask is_some = wide_greater(squared, zero);
        const Wide length = wide_sqrt(wide_select(is_some, squared, wide_splat(1.0f)));
        const WideVec3 unit = wide_scale3(across, wide_div(turn, length));
        wide_store3(&outlines->outward[i], unit);
        longest = wide_maximum(longest, wide_dot3(along, along));
        beside |= wide_bits(wide_greater(wide_dot3(unit, wide_sub3(lowest, from)), zero));
    }
    wide_store(outlines->sizes, wide_sqrt(longest));
    return ~beside & NODE3_ALL;
}

/// The best axes so far.
typedef struct WideAxes {
    WideVec3 direction;
    Wide separation;
} WideAxes;

static inline void offer(WideAxes *best, WideVec3 direction, Wide separation, WideMask allowed)
{
    const WideMask better = wide_and(wide_greater(separation, best->separation), allowed);
    best->separation = wide_select(better, separation, best->separation);
    best->direction = (WideVec3){wide_select(better, direction.x, best->direction.x),
                                 wide_select(better, direction.y, best->direction.y),
                                 wide_select(better, direction.z, best->direction.z)};
}

// Vector whose component `axis` is 0 and whose next two components are `u` and `v`.
static inline WideVec3 in_plane(int axis, Wide u, Wide v)
{
    const Wide zero = wide_splat(0.0f);
    return axis == 0   ? (WideVec3){zero, u, v}
           : axis == 1 ? (WideVec3){v, zero, u}
                       : (WideVec3){u, v, zero};
}

// Both directions along one of the box's axes.
static inline void offer_face(WideAxes *best, const WideVec3 corners[3], int axis, Wide half)
{
    const Wide one = wide_splat(1.0f), zero = wide_splat(0.0f);
    const Wide a = part(corners[0], axis), b = part(corners[1], axis), c = part(corners[2], axis);
    const Wide back = wide_sub(wide_minimum(wide_minimum(a, b), c), half);
    const Wide ahead = wide_sub(negated(wide_maximum(wide_maximum(a, b), c)), half);
    const WideMask is_ahead = wide_greater(ahead, back);
    const Wide sign = wide_select(is_ahead, one, negated(one));
    const WideVec3 direction = {axis == 0 ? sign : zero, axis == 1 ? sign : zero,
                                axis == 2 ? sign : zero};
    offer(best, direction, wide_select(is_ahead, ahead, back), wide_greater(one, zero));
}

// Both directions along the cross product of an edge, whose ends project to one point, and one of
// the box's axes.
static inline void offer_cross(WideAxes *best, int axis, WideVec3 along, WideVec3 on_edge,
                               WideVec3 opposite, WideVec3 half, Wide least)
{
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    Wide s = part(along, v), t = negated(part(along, u));
    const Wide squared = wide_add(wide_mul(s, s), wide_mul(t, t));
    const WideMask allowed = wide_greater(squared, least);
    const Wide length = wide_sqrt(wide_select(allowed, squared, wide_splat(1.0f)));
    const Wide inverse = wide_div(wide_splat(1.0f), length);
    s = wide_mul(s, inverse);
    t = wide_mul(t, inverse);
    const Wide a = wide_add(wide_mul(s, part(on_edge, u)), wide_mul(t, part(on_edge, v)));
    const Wide b = wide_add(wide_mul(s, part(opposite, u)), wide_mul(t, part(opposite, v)));
    const Wide extent =
        wide_add(wide_mul(magnitude(s), part(half, u)), wide_mul(magnitude(t), part(half, v)));
    const Wide back = wide_sub(wide_minimum(a, b), extent);
    const Wide ahead = wide_sub(negated(wide_maximum(a, b)), extent);
    const WideMask is_ahead = wide_greater(ahead, back);
    const WideVec3 direction =
        in_plane(axis, wide_select(is_ahead, s, negated(s)), wide_select(is_ahead, t, negated(t)));
    offer(best, direction, wide_select(is_ahead, ahead, back), allowed);
}

static void box_axes(const SeenBlock3 *seen, Vec3 box_half, NearAxes3 *axes)
{
    const WideVec3 corners[3] = {wide_load3(&seen->corners[0]), wide_load3(&seen->corners[1]),
                                 wide_load3(&seen->corners[2])};
    const WideVec3 half = splat3(box_half);
    WideAxes best = {wide_load3(&seen->normals), wide_load(seen->heights)};
    offer_face(&best, corners, 0, half.x);
    offer_face(&best, corners, 1, half.y);
    offer_face(&best, corners, 2, half.z);
    WideVec3 along[3];
    Wide longest = wide_splat(0.0f);
    for (int i = 0; i < 3; ++i) {
        along[i] = wide_sub3(corners[(i + 1) % 3], corners[i]);
        longest = wide_maximum(longest, wide_dot3(along[i], along[i]));
    }
    const Wide least = wide_mul(longest, wide_splat(least_cross * least_cross));
    for (int i = 0; i < 3; ++i) {
        const WideVec3 opposite = corners[(i + 2) % 3];
        offer_cross(&best, 0, along[i], corners[i], opposite, half, least);
        offer_cross(&best, 1, along[i], corners[i], opposite, half, least);
        offer_cross(&best, 2, along[i], corners[i], opposite, half, least);
    }
    wide_store3(&axes->directions, best.direction);
    wide_store(axes->separations, best.separation);
}

// Lowest point of a triangle along a direction.
static inline Wide lowest_of(const WideVec3 corners[3], WideVec3 direction)
{
    return wide_minimum(
        wide_minimum(wide_dot3(direction, corners[0]), wide_dot3(direction, corners[1])),
        wide_dot3(direction, corners[2]));
}

/// A triangle's edge, in all lanes.
typedef struct WideEdge {
    WideVec3 from, along, outward;
} WideEdge;

// The cross product of two edges counts only where both are the farthest features along it: it lies
// between the normals of the hull edge's two faces, and on the outer side of the triangle's edge.
static inline void offer_edges(WideAxes *best, const WideEdge edges[3], const Hull3 *hull,
                               const uint32_t *edge, Wide least_share, uint32_t lanes)
{
    const Wide zero = wide_splat(0.0f);
    const Vec3 a = hull->vertices[edge[0]], span = vec3_sub(hull->vertices[edge[1]], a);
    const WideVec3 point = splat3(a), along = splat3(span);
    const WideVec3 left_out = splat3(vec3_cross(span, hull->normals[edge[2]]));
    const WideVec3 right_out = splat3(vec3_cross(hull->normals[edge[3]], span));
    const Wide least = wide_mul(least_share, wide_splat(vec3_length(span)));
    for (int k = 0; k < 3; ++k) {
        WideVec3 cross = wide_cross3(edges[k].along, along);
        const WideMask inward = wide_greater(zero, wide_dot3(cross, edges[k].outward));
        const Wide sign = wide_select(inward, wide_splat(-1.0f), wide_splat(1.0f));
        cross = wide_scale3(cross, sign);
        const Wide beside = wide_maximum(wide_dot3(cross, left_out), wide_dot3(cross, right_out));
        const uint32_t out = wide_bits(wide_greater(beside, zero));
        if ((lanes & ~out) == 0) {
            continue;
        }
        const Wide length = wide_sqrt(wide_dot3(cross, cross));
        const WideMask is_long = wide_greater(length, least);
        const Wide unit = wide_select(is_long, length, wide_splat(1.0f));
        const WideVec3 axis = wide_scale3(cross, wide_div(wide_splat(1.0f), unit));
        const Wide apart = wide_dot3(axis, wide_sub3(point, edges[k].from));
        // Beside the edges the separation is none.
        const Wide told =
            wide_select(wide_greater(beside, zero), wide_splat(-__builtin_inff()), apart);
        offer(best, axis, told, is_long);
    }
}

static void hull_axes(const SeenBlock3 *seen, const Outlines3 *outlines, const Hull3 *hull,
                      uint32_t lanes, NearAxes3 *axes)
{
    const WideVec3 corners[3] = {wide_load3(&seen->corners[0]), wide_load3(&seen->corners[1]),
                                 wide_load3(&seen->corners[2])};
    WideAxes best = {wide_load3(&seen->normals), wide_load(axes->separations)};
    const WideMask all = wide_greater(wide_splat(1.0f), wide_splat(0.0f));
    for (uint32_t i = 0; i < hull->face_count; ++i) {
        const WideVec3 normal = splat3(hull->normals[i]);
        const Wide apart = wide_sub(lowest_of(corners, normal), wide_splat(hull->offsets[i]));
        offer(&best, splat3(vec3_negate(hull->normals[i])), apart, all);
    }
    WideEdge edges[3];
    for (int k = 0; k < 3; ++k) {
        edges[k] = (WideEdge){corners[k], wide_sub3(corners[(k + 1) % 3], corners[k]),
                              wide_load3(&outlines->outward[k])};
    }
    const Wide least_share = wide_mul(wide_splat(least_cross), wide_load(outlines->sizes));
    for (uint32_t i = 0; i < hull->edge_count; ++i) {
        offer_edges(&best, edges, hull, hull->edges[i], least_share, lanes);
    }
    wide_store3(&axes->directions, best.direction);
    wide_store(axes->separations, best.separation);
}

// Signs of the volumes that the segment spans with each edge (Plücker's side products): exact
// enough that a segment through a shared edge crosses one of its two triangles.
static uint32_t crossed(const NearBlock3 *block, Vec3 from, Vec3 to, float tolerance)
{
    const WideVec3 begin = splat3(from), end = splat3(to), along = splat3(vec3_sub(to, from));
    const WideVec3 normal = wide_load3(&block->normals), origin = wide_load3(&block->corners[0]);
    const Wide zero = wide_splat(0.0f);
    const Wide before = wide_dot3(normal, wide_sub3(begin, origin));
    const Wide after = wide_dot3(normal, wide_sub3(end, origin));
    uint32_t through = wide_bits(wide_and(wide_greater(zero, wide_mul(before, after)),
                                          wide_greater(magnitude(after), wide_splat(tolerance))));
    if (through == 0) {
        return 0;
    }
    uint32_t left = 0, right = 0;
    for (int i = 0; i < 3; ++i) {
        const WideVec3 a = wide_sub3(wide_load3(&block->corners[i]), begin);
        const WideVec3 b = wide_sub3(wide_load3(&block->corners[(i + 1) % 3]), begin);
        const Wide volume = wide_dot3(along, wide_cross3(a, b));
        left |= wide_bits(wide_greater(volume, zero));
        right |= wide_bits(wide_greater(zero, volume));
    }
    return through & ~(left & right);
}

static bool hides(const NearTriangles3 *near, Vec3 from, Vec3 to)
{
    const float tolerance = mesh3_crossing_tolerance(from, to);
    for (uint32_t i = 0; i * WIDE < near->count; ++i) {
        if ((crossed(&near->blocks[i], from, to, tolerance) & mesh_near3_lanes(near, i)) != 0) {
            return true;
        }
    }
    return false;
}

const NearKernel3 KERNEL_NAME(tum_mesh_near3) = {gather, see, outline, box_axes, hull_axes, hides};
