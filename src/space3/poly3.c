// SPDX-License-Identifier: MIT
// Boxes and hulls: a separating axis says what meets, clipping says where.
#include "space3/pairs3.h"

#include "space3/clip3.h"
#include "space3/manifold3.h"
#include "space3/sat3.h"

// While shapes are apart, what the winning axis names need not be what is nearest: a face may pass
// a corner by. The distance between the points of contact then exceeds the axis's separation by
// more than this share of it and of the smaller shape's size, and GJK answers. It also does where
// the axes of hulls leave open whether edges elsewhere are apart: then nothing meets there.
static const float passing_share = 0.01f, passing_size = 5e-4f;

static void remember(PairCache3 *cache, const Axis3 *axis)
{
    cache->kind = (uint32_t)axis->kind;
    cache->axis = axis->normal;
    cache->a = axis->a;
    cache->b = axis->b;
}

// What the axes could not say: GJK finds it. What separates is remembered.
static int passing_touch(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, const Axis3 *axis,
                         float margin, PairCache3 *cache, Touch3 *touches)
{
    PairCache3 own = {.kind = AXIS3_FREE, .axis = axis->normal};
    const int count = tum_collide_convex3(a, b, a_from_b, margin, &own, touches);
    if (count == 0) {
        *cache = own;
    }
    return count;
}

static bool is_farther(const Shape3 *a, const Shape3 *b, float separation, float distance)
{
    const float size = minimum(a->reach, b->reach);
    return distance > separation + passing_share * separation + passing_size * size;
}

static bool passes_by(const Shape3 *a, const Shape3 *b, float separation, float distance)
{
    return separation > 0.0f && is_farther(a, b, separation, distance);
}

static int edge_touch(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, const Vec3 ends_a[2],
                      const uint32_t names_a[2], const Vec3 ends_b[2], const uint32_t names_b[2],
                      const Axis3 *axis, float margin, PairCache3 *cache, Touch3 *touch)
{
    Vec3 on_a, on_b;
    tum_sat3_nearest_on_edges(ends_a[0], ends_a[1], ends_b[0], ends_b[1], &on_a, &on_b);
    remember(cache, axis);
    if (is_farther(a, b, absolute(axis->separation), vec3_distance(on_a, on_b))) {
        return passing_touch(a, b, a_from_b, axis, margin, cache, touch);
    }
    const uint32_t name = tum_feature3_crossing(tum_feature3_edge(names_a[0], names_a[1]),
                                                tum_feature3_edge(names_b[0], names_b[1]));
    return tum_touch3_single(axis->normal, on_a, on_b, axis->separation, name, margin, touch);
}

static float lowest(const TouchPoint3 *points, int count)
{
    float least = points[0].separation;
    for (int i = 1; i < count; ++i) {
        least = minimum(points[i].separation, least);
    }
    return least;
}

static int face_touch(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, const Face3 *face_a,
                      const Face3 *face_b, const Axis3 *axis, float margin, PairCache3 *cache,
                      Touch3 *touches)
{
    TouchPoint3 points[CLIP_POINTS_MAX];
    const bool is_a = axis->kind == AXIS3_FACE_A;
    const int count = tum_clip3_faces(is_a ? face_a : face_b, is_a ? face_b : face_a, is_a,
                                      axis->normal, margin, points);
    remember(cache, axis);
    if (count == 0 || passes_by(a, b, axis->separation, lowest(points, count))) {
        return passing_touch(a, b, a_from_b, axis, margin, cache, touches);
    }
    return tum_touch3_of_points(axis->normal, points, count, &touches[0]);
}

// In the frame of B, the way to A.
static Vec3 toward_a(Pose3 a_from_b, Vec3 normal)
{
    return quat_unrotate(a_from_b.rotation, vec3_negate(normal));
}

int tum_collide_box_box3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                         PairCache3 *cache, Touch3 touches[TOUCHES_MAX])
{
    Axis3 axis;
    if (!tum_sat3_boxes(a->half, b->half, a_from_b, margin, cache, &axis)) {
        *cache = (PairCache3){.apart = axis.separation};
        return 0;
    }
    if (axis.kind == AXIS3_EDGES) {
        Vec3 ends_a[2], ends_b[2];
        uint32_t names_a[2], names_b[2];
        tum_sat3_box_edge(a->half, axis.a, ends_a, names_a);
        tum_sat3_box_edge(b->half, axis.b, ends_b, names_b);
        ends_b[0] = pose3_transform(a_from_b, ends_b[0]);
        ends_b[1] = pose3_transform(a_from_b, ends_b[1]);
        return edge_touch(a, b, a_from_b, ends_a, names_a, ends_b, names_b, &axis, margin, cache,
                          &touches[0]);
    }
    Face3 face_a, face_b;
    if (axis.kind == AXIS3_FACE_A) {
        tum_face3_of_box(a->half, (int)axis.a / 2, axis.a % 2 != 0, &face_a);
        tum_face3_toward(b, toward_a(a_from_b, axis.normal), QUAT_IDENTITY, &face_b);
    } else {
        tum_face3_toward(a, axis.normal, QUAT_IDENTITY, &face_a);
        tum_face3_of_box(b->half, (int)axis.b / 2, axis.b % 2 != 0, &face_b);
    }
    tum_face3_transform(&face_b, a_from_b);
    return face_touch(a, b, a_from_b, &face_a, &face_b, &axis, margin, cache, touches);
}

static const Hull3 *hull_of(const Shape3 *shape, BoxHull3 *storage)
{
    if (shape->kind == SHAPE3_HULL) {
        return shape->hull;
    }
    tum_box_hull3_init(storage, shape->half);
    return &storage->hull;
}

int tum_collide_polyhedra3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                           PairCache3 *cache, Touch3 touches[TOUCHES_MAX])
{
    BoxHull3 box_a, box_b;
    const Hull3 *hull_a = hull_of(a, &box_a), *hull_b = hull_of(b, &box_b);
    if (!tum_sat3_suits(hull_a, hull_b)) {
        return tum_collide_convex3(a, b, a_from_b, margin, cache, touches);
    }
    if (cache->kind == AXIS3_FREE) {
        cache->apart = tum_sat3_along(hull_a, hull_b, a_from_b, cache->axis);
        if (cache->apart > margin) {
            return 0;
        }
    }
    Axis3 axis;
    if (!tum_sat3_hulls(hull_a, hull_b, a_from_b, margin, cache, &axis)) {
        remember(cache, &axis);
        cache->apart = axis.separation;
        return 0;
    }
    if (axis.kind == AXIS3_EDGES) {
        const uint32_t *edge_a = hull_a->edges[axis.a], *edge_b = hull_b->edges[axis.b];
        const Vec3 ends_a[2] = {hull_a->vertices[edge_a[0]], hull_a->vertices[edge_a[1]]};
        const Vec3 ends_b[2] = {pose3_transform(a_from_b, hull_b->vertices[edge_b[0]]),
                                pose3_transform(a_from_b, hull_b->vertices[edge_b[1]])};
        return edge_touch(a, b, a_from_b, ends_a, edge_a, ends_b, edge_b, &axis, margin, cache,
                          &touches[0]);
    }
    Face3 face_a, face_b;
    if (axis.kind == AXIS3_FACE_A) {
        tum_face3_of_hull(hull_a, axis.a, &face_a);
        tum_face3_toward(b, toward_a(a_from_b, axis.normal), QUAT_IDENTITY, &face_b);
    } else {
        tum_face3_toward(a, axis.normal, QUAT_IDENTITY, &face_a);
        tum_face3_of_hull(hull_b, axis.b, &face_b);
    }
    tum_face3_transform(&face_b, a_from_b);
    return face_touch(a, b, a_from_b, &face_a, &face_b, &axis, margin, cache, touches);
}
