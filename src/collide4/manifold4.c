// SPDX-License-Identifier: MIT
// manifold4.c: reduction of contact points, and their features.
//
// A body stands while its centre is over the hull of its contact points, so the kept points span as
// much as possible of their three-dimensional space: a point, the farthest from it, the largest
// triangle and tetrahedron, then the points farthest outside
// (docs/simulation.md#11-four-dimensions). Points that all lie in one plane, or on one line, span
// that plane or line.
#include "collide4/manifold4.h"

#include "base/hash.h"
// Depths and distances that differ by less than this share of the contact's extent count as equal,
// and the first of the equal points is taken, so that rounding does not exchange contacts.
static const float equal_depth = 5e-5f, equal_distance = 1e-2f;

static const float spread_share = 0.05f;

// Least gain of a better point, as a share of the distance that counts as apart.
static const float lead_share = 5e-3f;

uint32_t tum_feature4(uint32_t a, uint32_t b)
{
    return hash_u32_pair(a, b);
}

/// Points projected to the contact hyperplane.
typedef struct Flat4 {
    int count;
    float apart; ///< [m] Smaller distances count as zero.
    float x[BATCH4], y[BATCH4], z[BATCH4];
    float spread[BATCH4]; ///< [m] A share of the distance from the mean: of points equally far from
                          ///< a flat hull, the one farthest out wins.
} Flat4;

// The point farthest out among those nearly as deep as the deepest.
static int deepest_of(const Flat4 *flat, const LocalPoint4 *points, float tolerance)
{
    float least = points[0].separation;
    for (int i = 1; i < flat->count; ++i) {
        least = minimum(points[i].separation, least);
    }
    int best = -1;
    for (int i = 0; i < flat->count; ++i) {
        if (points[i].separation <= least + tolerance &&
            (best < 0 || flat->spread[i] > flat->spread[best] + lead_share * flat->apart)) {
            best = i;
        }
    }
    return best < 0 ? 0 : best;
}

// The first of the points nearly as far as the farthest; -1: no point is `apart`.
static int farthest_of(const Flat4 *flat, const float distance[BATCH4])
{
    float most = 0.0f;
    int best = -1;
    for (int i = 0; i < flat->count; ++i) {
        const float score = distance[i] + flat->spread[i];
        if (distance[i] > flat->apart && score > most + lead_share * flat->apart) {
            most = score;
            best = i;
        }
    }
    return best;
}

static Vec3 point_at(const Flat4 *flat, int i)
{
    return vec3(flat->x[i], flat->y[i], flat->z[i]);
}

static int farthest_from_point(const Flat4 *flat, Vec3 p)
{
    float distance[BATCH4];
    for (int i = 0; i < flat->count; ++i) {
        const float x = flat->x[i] - p.x, y = flat->y[i] - p.y, z = flat->z[i] - p.z;
        distance[i] = square_root(x * x + y * y + z * z);
    }
    return farthest_of(flat, distance);
}

static int farthest_from_line(const Flat4 *flat, Vec3 p, Vec3 q)
{
    const Vec3 along = vec3_normalize_or(vec3_sub(q, p), vec3(1.0f, 0.0f, 0.0f));
    float distance[BATCH4];
    for (int i = 0; i < flat->count; ++i) {
        distance[i] = vec3_length(vec3_cross(along, vec3_sub(point_at(flat, i), p)));
    }
    return farthest_of(flat, distance);
}

static int farthest_from_plane(const Flat4 *flat, Vec3 p, Vec3 normal)
{
    float distance[BATCH4];
    const float offset = vec3_dot(normal, p);
    for (int i = 0; i < flat->count; ++i) {
        distance[i] = absolute(normal.x * flat->x[i] + normal.y * flat->y[i] +
                               normal.z * flat->z[i] - offset);
    }
    return farthest_of(flat, distance);
}

// The point farthest beyond p, for points on a line through p and q: the deepest point need not be
// an end.
static int farthest_beyond(const Flat4 *flat, Vec3 p, Vec3 q)
{
    const Vec3 along = vec3_normalize_or(vec3_sub(p, q), vec3(1.0f, 0.0f, 0.0f));
    float distance[BATCH4];
    for (int i = 0; i < flat->count; ++i) {
        distance[i] = vec3_dot(along, vec3_sub(point_at(flat, i), p));
    }
    return farthest_of(flat, distance);
}

/// A side of the hull so far: an edge of a polygon, or a triangle.
typedef struct Side4 {
    Vec3 normal; ///< Unit, outward; in the plane of a polygon.
    float offset;
    uint8_t corners[3]; ///< Indices of kept points, counter-clockwise from outside.
} Side4;

// Count of points that remain of a full batch: corners of the points so far need not be corners in
// the end, and inner points may become corners. A hull of n points has 2n - 4 triangles; while it
// grows, new and old sides exist side by side.
enum { CHOSEN_MAX4 = 24, SIDES_MAX4 = 64 };

typedef struct Outline4 {
    int side_count;
    Side4 sides[SIDES_MAX4];
    int point_count;
    Vec3 points[CHOSEN_MAX4];
} Outline4;

// The point farthest outside of any side.
static int farthest_outside(const Flat4 *flat, const Outline4 *outline)
{
    float outside[BATCH4];
    for (int s = 0; s < outline->side_count; ++s) {
        const Vec3 n = outline->sides[s].normal;
        const float offset = outline->sides[s].offset;
        for (int i = 0; i < flat->count; ++i) {
            const float d = n.x * flat->x[i] + n.y * flat->y[i] + n.z * flat->z[i] - offset;
            outside[i] = s == 0 ? d : maximum(d, outside[i]);
        }
    }
    return farthest_of(flat, outside);
}

static bool add_triangle(Outline4 *outline, uint8_t a, uint8_t b, uint8_t c)
{
    if (outline->side_count == SIDES_MAX4) {
        return false;
    }
    const Vec3 p = outline->points[a];
    const Vec3 normal =
        vec3_cross(vec3_sub(outline->points[b], p), vec3_sub(outline->points[c], p));
    const Vec3 unit = vec3_normalize_or(normal, vec3(0.0f, 0.0f, 0.0f));
    outline->sides[outline->side_count++] = (Side4){unit, vec3_dot(unit, p), {a, b, c}};
    return true;
}

static bool is_edge_of(const Side4 *side, uint8_t from, uint8_t to)
{
    return (side->corners[0] == from && side->corners[1] == to) ||
           (side->corners[1] == from && side->corners[2] == to) ||
           (side->corners[2] == from && side->corners[0] == to);
}

// Replaces the triangles visible from the new point by triangles between the point and their rim.
static bool grow_solid(Outline4 *outline, Vec3 p, float level)
{
    const uint8_t newest = (uint8_t)outline->point_count;
    outline->points[outline->point_count++] = p;
    Side4 seen[SIDES_MAX4];
    int seen_count = 0, kept = 0;
    for (int s = 0; s < outline->side_count; ++s) {
        const Side4 side = outline->sides[s];
        if (vec3_dot(side.normal, p) > side.offset + level) {
            seen[seen_count++] = side;
        } else {
            outline->sides[kept++] = side;
        }
    }
    outline->side_count = kept;
    for (int s = 0; s < seen_count; ++s) {
        for (int k = 0; k < 3; ++k) {
            const uint8_t from = seen[s].corners[k], to = seen[s].corners[(k + 1) % 3];
            bool is_rim = true;
            for (int other = 0; other < seen_count; ++other) {
                is_rim = is_rim && !is_edge_of(&seen[other], to, from);
            }
            if (is_rim && !add_triangle(outline, from, to, newest)) {
                return false;
            }
        }
    }
    return outline->side_count > 0;
}

static bool begin_solid(Outline4 *outline)
{
    const Vec3 *p = outline->points;
    const Vec3 normal = vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]));
    // Seen from the fourth point, 0 1 2 must be clockwise.
    const bool is_above = vec3_dot(normal, vec3_sub(p[3], p[0])) > 0.0f;
    const uint8_t a = is_above ? 1 : 0, b = is_above ? 0 : 1;
    return add_triangle(outline, a, b, 2) && add_triangle(outline, b, a, 3) &&
           add_triangle(outline, 2, b, 3) && add_triangle(outline, a, 2, 3);
}

static void add_polygon_side(Outline4 *outline, uint8_t from, uint8_t to, Vec3 up)
{
    const Vec3 p = outline->points[from];
    const Vec3 along = vec3_sub(outline->points[to], p);
    const Vec3 out = vec3_normalize_or(vec3_cross(along, up), vec3(0.0f, 0.0f, 0.0f));
    outline->sides[outline->side_count++] = (Side4){out, vec3_dot(out, p), {from, to, to}};
}

// Replaces the sides visible from the new point by the two that lead to the point.
static bool grow_polygon(Outline4 *outline, Vec3 p, Vec3 up, float level)
{
    const uint8_t newest = (uint8_t)outline->point_count;
    outline->points[outline->point_count++] = p;
    int seen[SIDES_MAX4], seen_count = 0, kept = 0;
    uint8_t from = newest, to = newest;
    for (int s = 0; s < outline->side_count; ++s) {
        const Side4 side = outline->sides[s];
        if (vec3_dot(side.normal, p) > side.offset + level) {
            seen[seen_count++] = side.corners[0] << 8 | side.corners[1];
        } else {
            outline->sides[kept++] = side;
        }
    }
    outline->side_count = kept;
    for (int s = 0; s < seen_count; ++s) {
        bool is_first = true, is_last = true;
        for (int other = 0; other < seen_count; ++other) {
            is_first = is_first && (seen[other] & 0xff) != seen[s] >> 8;
            is_last = is_last && seen[other] >> 8 != (seen[s] & 0xff);
        }
        from = is_first ? (uint8_t)(seen[s] >> 8) : from;
        to = is_last ? (uint8_t)(seen[s] & 0xff) : to;
    }
    if (from == newest || to == newest || outline->side_count == 0) {
        return false;
    }
    add_polygon_side(outline, from, newest, up);
    add_polygon_side(outline, newest, to, up);
    return true;
}

/// Points chosen so far.
typedef struct Choice4 {
    const LocalPoint4 *points;
    LocalPoint4 *kept;
    int count, wanted;
    Outline4 outline;
} Choice4;

static void choose(Choice4 *choice, const Flat4 *flat, int index)
{
    choice->outline.points[choice->count] = point_at(flat, index);
    choice->kept[choice->count++] = choice->points[index];
    choice->outline.point_count = choice->count;
}

static void choose_most_outside(Choice4 *choice, const Flat4 *flat, bool is_solid, Vec3 up)
{
    // Candidates are at least `apart` outside, and rounding is far below this: sides coplanar with
    // the point are not visible.
    const float level = 0.02f * flat->apart;
    bool is_sound = true;
    while (is_sound && choice->count < choice->wanted) {
        const int next = farthest_outside(flat, &choice->outline);
        if (next < 0) {
            return;
        }
        choice->kept[choice->count++] = choice->points[next];
        is_sound = is_solid ? grow_solid(&choice->outline, point_at(flat, next), level)
                            : grow_polygon(&choice->outline, point_at(flat, next), up, level);
    }
}

static int choose_spread(const LocalPoint4 *points, const Flat4 *flat, int first, int wanted,
                         LocalPoint4 *kept)
{
    Choice4 choice;
    choice.points = points;
    choice.kept = kept;
    choice.count = 0;
    choice.wanted = wanted;
    choice.outline.side_count = 0;
    choose(&choice, flat, first);
    const int second = farthest_from_point(flat, point_at(flat, first));
    if (second < 0) {
        return choice.count;
    }
    choose(&choice, flat, second);
    const Vec3 p = point_at(flat, first), q = point_at(flat, second);
    const int third = farthest_from_line(flat, p, q);
    if (third < 0) {
        const int beyond = farthest_beyond(flat, p, q);
        if (beyond >= 0) {
            choose(&choice, flat, beyond);
        }
        return choice.count;
    }
    choose(&choice, flat, third);
    const Vec3 normal = vec3_cross(vec3_sub(q, p), vec3_sub(point_at(flat, third), p));
    const Vec3 up = vec3_normalize_or(normal, vec3(0.0f, 0.0f, 1.0f));
    const int fourth = farthest_from_plane(flat, p, up);
    if (fourth < 0) {
        add_polygon_side(&choice.outline, 0, 1, up);
        add_polygon_side(&choice.outline, 1, 2, up);
        add_polygon_side(&choice.outline, 2, 0, up);
        choose_most_outside(&choice, flat, false, up);
        return choice.count;
    }
    choose(&choice, flat, fourth);
    if (begin_solid(&choice.outline)) {
        choose_most_outside(&choice, flat, true, up);
    }
    return choice.count;
}

// `wanted` is from 4 to CHOSEN_MAX4.
static int reduce_batch(const LocalPoint4 *points, int count, Vec4 normal, int wanted,
                        LocalPoint4 *kept)
{
    Flat4 flat;
    flat.count = count;
    Vec4 tangents[3];
    vec4_tangents(normal, tangents);
    Vec3 low = {0}, high = {0}, sum = {0};
    for (int i = 0; i < count; ++i) {
        const Vec4 p = vec4_sub(points[i].position, points[0].position);
        const Vec3 at =
            vec3(vec4_dot(p, tangents[0]), vec4_dot(p, tangents[1]), vec4_dot(p, tangents[2]));
        flat.x[i] = at.x;
        flat.y[i] = at.y;
        flat.z[i] = at.z;
        low = vec3_minimum(at, low);
        high = vec3_maximum(at, high);
        sum = vec3_add(sum, at);
    }
    const Vec3 mean = vec3_scale(sum, 1.0f / (float)count);
    for (int i = 0; i < count; ++i) {
        flat.spread[i] = spread_share * vec3_distance(point_at(&flat, i), mean);
    }
    const float extent = vec3_distance(low, high);
    flat.apart = equal_distance * extent;
    return choose_spread(points, &flat, deepest_of(&flat, points, equal_depth * extent), wanted,
                         kept);
}

void tum_batch4_add(Batch4 *batch, LocalPoint4 point)
{
    if (batch->count == BATCH4) {
        LocalPoint4 kept[CHOSEN_MAX4];
        batch->count = reduce_batch(batch->points, BATCH4, batch->normal, CHOSEN_MAX4, kept);
        for (int i = 0; i < batch->count; ++i) {
            batch->points[i] = kept[i];
        }
    }
    batch->points[batch->count++] = point;
}

int tum_reduce_points4(const LocalPoint4 *points, int count, Vec4 normal,
                       LocalPoint4 kept[LOCAL_POINTS_MAX4])
{
    if (count <= LOCAL_POINTS_MAX4) {
        for (int i = 0; i < count; ++i) {
            kept[i] = points[i];
        }
        return count;
    }
    if (count <= BATCH4) {
        return reduce_batch(points, count, normal, LOCAL_POINTS_MAX4, kept);
    }
    Batch4 batch;
    batch.normal = normal;
    batch.count = 0;
    for (int i = 0; i < count; ++i) {
        tum_batch4_add(&batch, points[i]);
    }
    return tum_reduce_points4(batch.points, batch.count, normal, kept);
}

int tum_local_manifold4_single(Vec4 normal, Vec4 on_a, Vec4 on_b, float separation, float margin,
                               LocalManifold4 *manifold)
{
    if (!(separation <= margin)) {
        return 0;
    }
    manifold->normal = normal;
    manifold->point_count = 1;
    manifold->points[0] =
        (LocalPoint4){vec4_scale(vec4_add(on_a, on_b), 0.5f), separation, FEATURE4_SINGLE};
    return 1;
}

static bool is_taken(const LocalManifold4 *manifold, int count, uint32_t feature)
{
    for (int i = 0; i < count; ++i) {
        if (manifold->points[i].feature == feature) {
            return true;
        }
    }
    return false;
}

int tum_local_manifold4_of_points(Vec4 normal, const LocalPoint4 *points, int count,
                                  LocalManifold4 *manifold)
{
    if (count <= 0) {
        return 0;
    }
    manifold->normal = normal;
    manifold->point_count = tum_reduce_points4(points, count, normal, manifold->points);
    for (int i = 1; i < manifold->point_count; ++i) {
        while (is_taken(manifold, i, manifold->points[i].feature)) {
            ++manifold->points[i].feature;
        }
    }
    return 1;
}

void tum_local_manifold4_flip(LocalManifold4 *manifolds, int count, Pose4 a_from_b)
{
    const Mat4 rotation = rotation4_matrix(a_from_b.rotation);
    for (int i = 0; i < count; ++i) {
        LocalManifold4 *manifold = &manifolds[i];
        manifold->normal = vec4_negate(mat4_transform(rotation, manifold->normal));
        for (int k = 0; k < manifold->point_count; ++k) {
            manifold->points[k].position =
                vec4_add(a_from_b.position, mat4_transform(rotation, manifold->points[k].position));
        }
    }
}
