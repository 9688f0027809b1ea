// SPDX-License-Identifier: MIT
// sat_hull3.c: separating axes of hulls: eight faces at once, then the pairs of edges that could
// still be better.
//
// The best pair of edges meets where hulls have the least overlap or are nearest: the origin's
// nearest point on the Minkowski difference lies within the face that the pair spans there. So
// these edges come as near each other as the overlap along the best face, or as the margin where
// the hulls are no farther apart; edges elsewhere are left out. Hulls that are farther apart, and
// yet along no face, are left to the caller: none of their points are then as near as the axis
// says.
#include "collide3/sat3.h"

#include "collide3/sat_choice3.h"
#include "math/wide.h"

enum { VERTICES_MAX = 64, EDGES_MAX = 3 * VERTICES_MAX - 6 };

// Number of vertex heights over faces up to which the test of all is faster than GJK and EPA.
enum { HEIGHTS_MAX = 6000 };

// Share of the size by which edges may be farther away, for rounding.
static const float near_share = 5e-4f;

bool tum_sat3_suits(const Hull3 *a, const Hull3 *b)
{
    return a->vertex_count <= VERTICES_MAX && b->vertex_count <= VERTICES_MAX &&
           a->edge_count <= EDGES_MAX && b->edge_count <= EDGES_MAX &&
           a->face_count * b->vertex_count + b->face_count * a->vertex_count <= HEIGHTS_MAX;
}

static float highest(const Vec3 *vertices, uint32_t count, Vec3 direction)
{
    float height = vec3_dot(vertices[0], direction);
    for (uint32_t i = 1; i < count; ++i) {
        height = maximum(vec3_dot(vertices[i], direction), height);
    }
    return height;
}

float tum_sat3_along(const Hull3 *a, const Hull3 *b, Pose3 a_from_b, Vec3 axis)
{
    const Vec3 back = quat_unrotate(a_from_b.rotation, vec3_negate(axis));
    const float far_a = highest(a->vertices, a->vertex_count, axis);
    const float near_b = -highest(b->vertices, b->vertex_count, back);
    return near_b + vec3_dot(axis, a_from_b.position) - far_a;
}

// Least heights of `other` over eight faces of `hull`; -infinity in lanes without a face.
static void face_heights(const Hull3 *hull, uint32_t group, const Hull3 *other, Mat3 turn,
                         Vec3 position, Lanes heights)
{
    float(*lanes)[WIDE] = hull->face_lanes[group];
    const WideVec3 n = {wide_load(lanes[0]), wide_load(lanes[1]), wide_load(lanes[2])};
    const Vec3 columns[3] = {turn.x, turn.y, turn.z};
    Wide turned[3];
    for (int i = 0; i < 3; ++i) {
        const WideVec3 column = {wide_splat(columns[i].x), wide_splat(columns[i].y),
                                 wide_splat(columns[i].z)};
        turned[i] = wide_dot3(n, column);
    }
    const WideVec3 local = {turned[0], turned[1], turned[2]};
    Wide lowest = wide_splat(endless);
    for (uint32_t i = 0; i < other->vertex_count; ++i) {
        const Vec3 p = other->vertices[i];
        const WideVec3 vertex = {wide_splat(p.x), wide_splat(p.y), wide_splat(p.z)};
        lowest = wide_minimum(wide_dot3(local, vertex), lowest);
    }
    const WideVec3 at = {wide_splat(position.x), wide_splat(position.y), wide_splat(position.z)};
    const Wide base = wide_sub(wide_dot3(n, at), wide_load(lanes[3]));
    wide_store(heights, wide_add(lowest, base));
}

static bool offer_group(const Hull3 *hull, uint32_t group, const Lanes heights, float margin,
                        BestFace *best)
{
    const uint32_t first = group * WIDE;
    for (uint32_t i = 0; i < WIDE && first + i < hull->face_count; ++i) {
        offer(best, first + i, heights[i]);
    }
    return best->separation <= margin;
}

// @return false once the separation along a face exceeds the margin.
static bool hull_faces(const Hull3 *hull, const Hull3 *other, Pose3 hull_from_other, float margin,
                       BestFace *best)
{
    const Mat3 turn = quat_matrix(hull_from_other.rotation);
    _Alignas(32) Lanes heights;
    for (uint32_t group = 0; group * WIDE < hull->face_count; ++group) {
        face_heights(hull, group, other, turn, hull_from_other.position, heights);
        if (!offer_group(hull, group, heights, margin, best)) {
            return false;
        }
    }
    return true;
}

// An edge as an arc on the Gauss map, from the normal of its left face to that of its right face.
// left x right is along the edge, so the edge replaces that product.
typedef struct Arc {
    Vec3 start, line; // a point of the edge, and the edge
    Vec3 left, right;
} Arc;

static Arc hull_arc(const Hull3 *hull, uint32_t edge)
{
    const uint32_t *e = hull->edges[edge];
    const Vec3 start = hull->vertices[e[0]];
    return (Arc){start, vec3_sub(hull->vertices[e[1]], start), hull->normals[e[2]],
                 hull->normals[e[3]]};
}

// Arc of B in A's frame, reversed, as B's normals enter the Minkowski difference.
static Arc opposed(Arc arc, Mat3 rotation, Vec3 position)
{
    return (Arc){vec3_add(position, mat3_transform(rotation, arc.start)),
                 mat3_transform(rotation, arc.line),
                 vec3_negate(mat3_transform(rotation, arc.left)),
                 vec3_negate(mat3_transform(rotation, arc.right))};
}

// Two arcs cross when the ends of each lie on both sides of the other's great circle, and on the
// same half of the sphere.
static bool arc_crosses(const Arc *a, const Arc *b)
{
    const float cba = vec3_dot(b->left, a->line), dba = vec3_dot(b->right, a->line);
    const float adc = vec3_dot(a->left, b->line), bdc = vec3_dot(a->right, b->line);
    return cba * dba < 0.0f && adc * bdc < 0.0f && cba * bdc > 0.0f;
}

// Eight arcs of A.
typedef struct ArcLanes {
    Lanes3 line, left, right;
} ArcLanes;

// Bit i: arc i crosses another arc.
static uint32_t arcs_cross(const ArcLanes *a, const Arc *b)
{
    const Wide zero = wide_splat(0.0f);
    const WideVec3 line_a = wide_load3(&a->line);
    const WideVec3 line_b = {wide_splat(b->line.x), wide_splat(b->line.y), wide_splat(b->line.z)};
    const WideVec3 c = {wide_splat(b->left.x), wide_splat(b->left.y), wide_splat(b->left.z)};
    const WideVec3 d = {wide_splat(b->right.x), wide_splat(b->right.y), wide_splat(b->right.z)};
    const Wide cba = wide_dot3(c, line_a), dba = wide_dot3(d, line_a);
    const Wide adc = wide_dot3(wide_load3(&a->left), line_b);
    const Wide bdc = wide_dot3(wide_load3(&a->right), line_b);
    const WideMask both =
        wide_and(wide_greater(zero, wide_mul(cba, dba)), wide_greater(zero, wide_mul(adc, bdc)));
    return wide_bits(wide_and(both, wide_greater(wide_mul(cba, bdc), zero)));
}

// Region of edges that may meet: an edge is outside when both of its ends are beyond one side of
// the region.
typedef struct Region {
    Vec3 low, high;
    Vec3 direction;
    float least; // along the direction
} Region;

static uint8_t beyond(const Region *region, Vec3 p)
{
    return (uint8_t)((p.x < region->low.x) | (p.x > region->high.x) << 1 |
                     (p.y < region->low.y) << 2 | (p.y > region->high.y) << 3 |
                     (p.z < region->low.z) << 4 | (p.z > region->high.z) << 5 |
                     (vec3_dot(p, region->direction) < region->least) << 6);
}

static uint32_t edges_within(const Hull3 *hull, const Region *region, const Vec3 *vertices,
                             uint8_t edges[EDGES_MAX])
{
    uint8_t codes[VERTICES_MAX];
    for (uint32_t i = 0; i < hull->vertex_count; ++i) {
        codes[i] = beyond(region, vertices[i]);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < hull->edge_count; ++i) {
        edges[count] = (uint8_t)i;
        count += (codes[hull->edges[i][0]] & codes[hull->edges[i][1]]) == 0;
    }
    return count;
}

static Bound3 bound_of(const Vec3 *vertices, uint32_t count)
{
    Bound3 bound = {vertices[0], vertices[0]};
    for (uint32_t i = 1; i < count; ++i) {
        bound.low = vec3_minimum(vertices[i], bound.low);
        bound.high = vec3_maximum(vertices[i], bound.high);
    }
    return bound;
}

static Region region_near(Bound3 other, float distance, Vec3 direction, float least)
{
    const Vec3 all = {distance, distance, distance};
    return (Region){vec3_sub(other.low, all), vec3_add(other.high, all), direction,
                    least - distance};
}

static void set_lane(Lanes3 *lanes, uint32_t slot, Vec3 v)
{
    lanes->x[slot] = v.x;
    lanes->y[slot] = v.y;
    lanes->z[slot] = v.z;
}

// Lanes beyond the last arc are zero and cross nothing.
static void fill_arcs(const Hull3 *hull, const uint8_t *edges, uint32_t count, ArcLanes *arcs)
{
    const Vec3 zero = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = 0; i < (count + WIDE - 1) / WIDE * WIDE; ++i) {
        const Arc none = {zero, zero, zero, zero};
        const Arc arc = i < count ? hull_arc(hull, edges[i]) : none;
        set_lane(&arcs[i / WIDE].line, i % WIDE, arc.line);
        set_lane(&arcs[i / WIDE].left, i % WIDE, arc.left);
        set_lane(&arcs[i / WIDE].right, i % WIDE, arc.right);
    }
}

// @return false when the pair separates the hulls by more than the margin.
static bool offer_pair(const Hull3 *a, uint32_t index_a, uint32_t index_b, const Arc *edge_b,
                       float margin, Axis3 *best)
{
    const Arc edge_a = hull_arc(a, index_a);
    Vec3 normal = vec3_cross(edge_a.line, edge_b->line);
    const float squared = vec3_length_squared(normal);
    const float product = vec3_length_squared(edge_a.line) * vec3_length_squared(edge_b->line);
    if (!(squared > parallel_sine * parallel_sine * product)) {
        return true;
    }
    normal = vec3_scale(normal, 1.0f / square_root(squared));
    if (vec3_dot(normal, vec3_sub(edge_a.start, a->center)) < 0.0f) {
        normal = vec3_negate(normal);
    }
    const float separation = vec3_dot(normal, vec3_sub(edge_b->start, edge_a.start));
    if (separation > best->separation) {
        *best = (Axis3){AXIS3_EDGES, index_a, index_b, normal, separation};
    }
    return separation <= margin;
}

// @param face    normal of the best face, from A toward B in A's frame
// @param within  [m] bound of the distance between the edges of a better pair
static bool hull_edges(const Hull3 *a, const Hull3 *b, Pose3 a_from_b, Vec3 face, float within,
                       float margin, Axis3 *best)
{
    const Mat3 rotation = quat_matrix(a_from_b.rotation);
    Vec3 moved[VERTICES_MAX];
    uint32_t moved_count = 0;
    // Every hull has a vertex; gcc warns of an empty table where the loop may not run.
    do {
        moved[moved_count] =
            vec3_add(a_from_b.position, mat3_transform(rotation, b->vertices[moved_count]));
    } while (++moved_count < b->vertex_count);
    const Vec3 back = vec3_negate(face);
    const Region near_b = region_near(bound_of(moved, b->vertex_count), within, face,
                                      -highest(moved, b->vertex_count, back));
    const Region near_a = region_near(bound_of(a->vertices, a->vertex_count), within, back,
                                      -highest(a->vertices, a->vertex_count, face));
    uint8_t edges_a[EDGES_MAX], edges_b[EDGES_MAX];
    const uint32_t count_a = edges_within(a, &near_b, a->vertices, edges_a);
    const uint32_t count_b = edges_within(b, &near_a, moved, edges_b);
    _Alignas(32) ArcLanes arcs[(EDGES_MAX + WIDE - 1) / WIDE];
    fill_arcs(a, edges_a, count_a, arcs);
    for (uint32_t j = 0; j < count_b; ++j) {
        const Arc edge_b = opposed(hull_arc(b, edges_b[j]), rotation, a_from_b.position);
        for (uint32_t first = 0; first < count_a; first += WIDE) {
            for (uint32_t met = arcs_cross(&arcs[first / WIDE], &edge_b); met != 0;
                 met &= met - 1) {
                const uint32_t i = first + (uint32_t)__builtin_ctz(met);
                if (!offer_pair(a, edges_a[i], edges_b[j], &edge_b, margin, best)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static Axis3 face_axis(const Hull3 *a, const Hull3 *b, Pose3 a_from_b, const BestFace *best,
                       bool is_b)
{
    return (Axis3){.kind = is_b ? AXIS3_FACE_B : AXIS3_FACE_A,
                   .a = is_b ? 0 : best->face,
                   .b = is_b ? best->face : 0,
                   .normal =
                       is_b ? vec3_negate(quat_rotate(a_from_b.rotation, b->normals[best->face]))
                            : a->normals[best->face],
                   .separation = best->separation};
}

static bool edges_kept(const Hull3 *a, const Hull3 *b, Pose3 a_from_b, const PairCache3 *cache,
                       Axis3 *axis)
{
    if (cache->a >= a->edge_count || cache->b >= b->edge_count) {
        return false;
    }
    const Arc edge_a = hull_arc(a, cache->a);
    const Arc edge_b =
        opposed(hull_arc(b, cache->b), quat_matrix(a_from_b.rotation), a_from_b.position);
    if (!arc_crosses(&edge_a, &edge_b)) {
        return false;
    }
    *axis = (Axis3){.kind = AXIS3_EDGES, .separation = -endless};
    offer_pair(a, cache->a, cache->b, &edge_b, endless, axis);
    return axis->separation > -endless && vec3_dot(axis->normal, edge_a.left) <= flat_cosine &&
           vec3_dot(axis->normal, edge_a.right) <= flat_cosine &&
           vec3_dot(axis->normal, edge_b.left) <= flat_cosine &&
           vec3_dot(axis->normal, edge_b.right) <= flat_cosine;
}

bool tum_sat3_kept(const Hull3 *a, const Hull3 *b, Pose3 a_from_b, const PairCache3 *cache,
                   Axis3 *axis)
{
    BestFace best = {.last = UINT32_MAX};
    switch (cache->kind) {
    case AXIS3_FACE_A: {
        if (cache->a >= a->face_count) {
            return false;
        }
        const Vec3 back = quat_unrotate(a_from_b.rotation, vec3_negate(a->normals[cache->a]));
        best.face = cache->a;
        best.separation = vec3_dot(a->normals[cache->a], a_from_b.position) - a->offsets[cache->a] -
                          highest(b->vertices, b->vertex_count, back);
        *axis = face_axis(a, b, a_from_b, &best, false);
        return true;
    }
    case AXIS3_FACE_B:
        if (cache->b >= b->face_count) {
            return false;
        }
        best.face = cache->b;
        *axis = face_axis(a, b, a_from_b, &best, true);
        axis->separation = vec3_dot(axis->normal, a_from_b.position) - b->offsets[cache->b] -
                           highest(a->vertices, a->vertex_count, axis->normal);
        return true;
    case AXIS3_EDGES: return edges_kept(a, b, a_from_b, cache, axis);
    default: return false;
    }
}

bool tum_sat3_hulls(const Hull3 *a, const Hull3 *b, Pose3 a_from_b, float margin,
                    const PairCache3 *cache, Axis3 *axis)
{
    const float size = minimum(a->size, b->size), bias = size_bias * size;
    BestFace best_a = best_face(cache, AXIS3_FACE_A, cache->a);
    BestFace best_b = best_face(cache, AXIS3_FACE_B, cache->b);
    if (!hull_faces(a, b, a_from_b, margin, &best_a)) {
        *axis = face_axis(a, b, a_from_b, &best_a, false);
        return false;
    }
    if (!hull_faces(b, a, pose3_inverse(a_from_b), margin, &best_b)) {
        *axis = face_axis(a, b, a_from_b, &best_b, true);
        return false;
    }
    const bool b_is_best = best_b.separation > best_a.separation;
    const Axis3 face = face_axis(a, b, a_from_b, b_is_best ? &best_b : &best_a, b_is_best);
    const float within = near_share * size + 1.02f * absolute(face.separation);
    Axis3 edges = {.kind = AXIS3_EDGES, .separation = -endless};
    if (!hull_edges(a, b, a_from_b, face.normal, within, margin, &edges)) {
        *axis = edges;
        return false;
    }
    keep_last(&best_a, bias);
    keep_last(&best_b, bias);
    const bool b_wins = prefers_b(&best_a, &best_b, cache, bias);
    const BestFace *best = b_wins ? &best_b : &best_a;
    *axis = edges_win(edges.separation, best->separation, cache, bias)
                ? edges
                : face_axis(a, b, a_from_b, best, b_wins);
    return true;
}
