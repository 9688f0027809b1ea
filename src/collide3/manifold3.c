// SPDX-License-Identifier: MIT
// manifold3.c: names of contact points, and the choice of four points among many.
#include "collide3/manifold3.h"

#include "base/hash.h"
// Tolerances as shares of the contact's extent. Depths or distances within the tolerance are equal,
// and the first of the equal points is taken: rounding must not reorder contact points.
static const float equal_depth = 5e-5f, equal_distance = 1e-2f;

enum { VERTEX_OF_A = 0x0a51, VERTEX_OF_B = 0x0b52, CROSSING = 0x0c53, EDGE = 0x0e54 };

uint32_t tum_feature3(uint32_t a, uint32_t b)
{
    return hash_u32_pair(a, b);
}

uint32_t tum_feature3_vertex(bool of_a, uint32_t vertex)
{
    return tum_feature3(of_a ? VERTEX_OF_A : VERTEX_OF_B, vertex);
}

uint32_t tum_feature3_edge(uint32_t end, uint32_t other_end)
{
    const uint32_t low = end < other_end ? end : other_end;
    const uint32_t high = end < other_end ? other_end : end;
    return tum_feature3(tum_feature3(EDGE, low), high);
}

uint32_t tum_feature3_crossing(uint32_t edge_a, uint32_t edge_b)
{
    return tum_feature3(tum_feature3(CROSSING, edge_a), edge_b);
}

uint32_t tum_feature3_single(void)
{
    return 1;
}

static Vec3 flatten(Vec3 v, Vec3 normal)
{
    return vec3_add_scaled(v, normal, -vec3_dot(v, normal));
}

static float flat_distance(Vec3 a, Vec3 b, Vec3 normal)
{
    return vec3_length(flatten(vec3_sub(a, b), normal));
}

static float extent_of(const LocalPoint3 *points, int count)
{
    Vec3 low = points[0].position, high = low;
    for (int i = 1; i < count; ++i) {
        low = vec3_minimum(points[i].position, low);
        high = vec3_maximum(points[i].position, high);
    }
    return vec3_distance(low, high);
}

static int deepest_of(const LocalPoint3 *points, int count, float tolerance)
{
    float least = points[0].separation;
    for (int i = 1; i < count; ++i) {
        least = minimum(points[i].separation, least);
    }
    for (int i = 0; i < count; ++i) {
        if (points[i].separation <= least + tolerance) {
            return i;
        }
    }
    return 0;
}

static int farthest_from_point(const LocalPoint3 *points, int count, Vec3 from, Vec3 normal,
                               float tolerance)
{
    int best = -1;
    float farthest = tolerance;
    for (int i = 0; i < count; ++i) {
        const float distance = flat_distance(points[i].position, from, normal);
        if (distance > farthest + (best < 0 ? 0.0f : tolerance)) {
            farthest = distance;
            best = i;
        }
    }
    return best;
}

// Signed distance from the line p q, positive on its left seen against the normal.
static float side_of(Vec3 point, Vec3 p, Vec3 q, Vec3 normal)
{
    const Vec3 line = flatten(vec3_sub(q, p), normal);
    const float length = vec3_length(line);
    const Vec3 left = vec3_cross(normal, line);
    return length > 0.0f ? vec3_dot(left, vec3_sub(point, p)) / length : 0.0f;
}

static int farthest_from_line(const LocalPoint3 *points, int count, Vec3 p, Vec3 q, Vec3 normal,
                              float tolerance)
{
    int best = -1;
    float farthest = tolerance;
    for (int i = 0; i < count; ++i) {
        const float distance = absolute(side_of(points[i].position, p, q, normal));
        if (distance > farthest + (best < 0 ? 0.0f : tolerance)) {
            farthest = distance;
            best = i;
        }
    }
    return best;
}

static float double_area(Vec3 p, Vec3 q, Vec3 r, Vec3 normal)
{
    return vec3_dot(vec3_cross(vec3_sub(q, p), vec3_sub(r, p)), normal);
}

// A point outside a side of the counter-clockwise triangle adds the triangle between the point and
// that side.
static int most_added_area(const LocalPoint3 *points, int count, const Vec3 triangle[3],
                           Vec3 normal, float tolerance)
{
    int best = -1;
    float most = tolerance;
    for (int i = 0; i < count; ++i) {
        const Vec3 p = points[i].position;
        float added = 0.0f;
        for (int side = 0; side < 3; ++side) {
            const float area = double_area(triangle[(side + 1) % 3], triangle[side], p, normal);
            added = maximum(added, area);
        }
        if (added > most + (best < 0 ? 0.0f : tolerance)) {
            most = added;
            best = i;
        }
    }
    return best;
}

int tum_reduce_points3(const LocalPoint3 *points, int count, Vec3 normal,
                       LocalPoint3 kept[LOCAL_POINTS_MAX])
{
    if (count <= LOCAL_POINTS_MAX) {
        for (int i = 0; i < count; ++i) {
            kept[i] = points[i];
        }
        return count;
    }
    const float extent = extent_of(points, count), apart = equal_distance * extent;
    const int first = deepest_of(points, count, equal_depth * extent);
    kept[0] = points[first];
    const Vec3 p = points[first].position;
    const int second = farthest_from_point(points, count, p, normal, apart);
    if (second < 0) {
        return 1;
    }
    kept[1] = points[second];
    const Vec3 q = points[second].position;
    const int third = farthest_from_line(points, count, p, q, normal, apart);
    if (third < 0) {
        return 2;
    }
    kept[2] = points[third];
    Vec3 triangle[3] = {p, q, points[third].position};
    if (double_area(triangle[0], triangle[1], triangle[2], normal) < 0.0f) {
        triangle[0] = q;
        triangle[1] = p;
    }
    const int fourth = most_added_area(points, count, triangle, normal, apart * extent);
    if (fourth < 0) {
        return 3;
    }
    kept[3] = points[fourth];
    return LOCAL_POINTS_MAX;
}

int tum_local_manifold3_single(Vec3 normal, Vec3 on_a, Vec3 on_b, float separation,
                               uint32_t feature, float margin, LocalManifold3 *manifold)
{
    if (!(separation <= margin)) {
        return 0;
    }
    manifold->normal = normal;
    manifold->point_count = 1;
    manifold->points[0] =
        (LocalPoint3){vec3_scale(vec3_add(on_a, on_b), 0.5f), separation, feature};
    return 1;
}

static bool is_taken(const LocalManifold3 *manifold, int count, uint32_t feature)
{
    for (int i = 0; i < count; ++i) {
        if (manifold->points[i].feature == feature) {
            return true;
        }
    }
    return false;
}

int tum_local_manifold3_of_points(Vec3 normal, const LocalPoint3 *points, int count,
                                  LocalManifold3 *manifold)
{
    if (count <= 0) {
        return 0;
    }
    manifold->normal = normal;
    manifold->point_count = tum_reduce_points3(points, count, normal, manifold->points);
    for (int i = 1; i < manifold->point_count; ++i) {
        while (is_taken(manifold, i, manifold->points[i].feature)) {
            ++manifold->points[i].feature;
        }
    }
    return 1;
}

void tum_local_manifold3_flip(LocalManifold3 *manifolds, int count, Pose3 a_from_b)
{
    for (int i = 0; i < count; ++i) {
        LocalManifold3 *manifold = &manifolds[i];
        manifold->normal = vec3_negate(quat_rotate(a_from_b.rotation, manifold->normal));
        for (int k = 0; k < manifold->point_count; ++k) {
            manifold->points[k].position = pose3_transform(a_from_b, manifold->points[k].position);
        }
    }
}
