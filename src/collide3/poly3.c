// SPDX-License-Identifier: MIT
// poly3.c: boxes and hulls: separating axes find the features that meet, clipping finds the contact
// points.
#include "collide3/pairs3.h"

#include "collide3/box_pair3.h"
#include "collide3/clip3.h"
#include "collide3/manifold3.h"
#include "collide3/manifold_choice3.h"
#include "collide3/sat3.h"

// While shapes are apart, the features of the best axis need not be the nearest: a face may pass
// beside a corner. The distance of the contact points then exceeds the axis's separation by more
// than this share of it and of the smaller shape's size, and GJK takes over. GJK also takes over
// where the axes of hulls do not tell whether edges elsewhere separate the hulls.
static const float passing_share = 0.01f, passing_size = 5e-4f;

// Share of the smaller shape's size up to which a penetration is shallow.
static const float shallow_share = 0.01f;

static void remember(PairCache3 *cache, const Axis3 *axis)
{
    cache->kind = (uint32_t)axis->kind;
    cache->axis = axis->normal;
    cache->a = axis->a;
    cache->b = axis->b;
}

// Two polyhedra and the features that meet. Ends of edges are in A's frame.
typedef struct PolyPair {
    const Shape3 *a, *b;
    Pose3 a_from_b;
    float margin;
    Face3 face_a, face_b;      // faces of the axis, or faces beside the features that meet
    Vec3 ends_a[2], ends_b[2]; // edges of an axis of edges
    uint32_t names_a[2], names_b[2];
} PolyPair;

enum { PASSES_BY = -1 };

// The features are set once an axis is known.
static void begin_pair(PolyPair *pair, const Shape3 *a, const Shape3 *b, Pose3 a_from_b,
                       float margin)
{
    pair->a = a;
    pair->b = b;
    pair->a_from_b = a_from_b;
    pair->margin = margin;
}

// Direction to A in the frame of B.
static Vec3 toward_a(Pose3 a_from_b, Vec3 normal)
{
    return quat_unrotate(a_from_b.rotation, vec3_negate(normal));
}

static float smaller_bounding_radius(const PolyPair *pair)
{
    return minimum(pair->a->bounding_radius, pair->b->bounding_radius);
}

static const LocalPoint3 *lowest(const LocalPoint3 *points, int count)
{
    const LocalPoint3 *least = &points[0];
    for (int i = 1; i < count; ++i) {
        least = points[i].separation < least->separation ? &points[i] : least;
    }
    return least;
}

static bool is_near_one(const LocalManifold3 *manifold, Vec3 place, float apart)
{
    for (int i = 0; i < manifold->point_count; ++i) {
        if (vec3_distance(manifold->points[i].position, place) <= apart) {
            return true;
        }
    }
    return false;
}

// The feature at a corner or an edge is not all that may meet in the coming step: as bodies rotate
// about it, adjacent faces come down on each other. So the points where these faces lie over each
// other along the normal, within the margin, join the manifold. None of them is nearer than the
// feature, except by the widening of the clipping prism.
static int beside_manifold(PolyPair *pair, LocalManifold3 *manifold)
{
    const Vec3 normal = manifold->normal;
    tum_face3_toward(pair->a, normal, QUAT_IDENTITY, &pair->face_a);
    tum_face3_toward(pair->b, toward_a(pair->a_from_b, normal), QUAT_IDENTITY, &pair->face_b);
    tum_face3_transform(&pair->face_b, pair->a_from_b);
    LocalPoint3 over[CLIP_POINTS_MAX], points[LOCAL_POINTS_MAX + CLIP_POINTS_MAX];
    const int over_count =
        tum_clip3_faces(&pair->face_a, &pair->face_b, true, normal, pair->margin, over);
    const float apart = BESIDE_SHARE * smaller_bounding_radius(pair);
    const float least = lowest(manifold->points, manifold->point_count)->separation;
    int count = 0;
    for (; count < manifold->point_count; ++count) {
        points[count] = manifold->points[count];
    }
    for (int i = 0; i < over_count; ++i) {
        if (!is_near_one(manifold, over[i].position, apart)) {
            points[count] = over[i];
            points[count++].separation = maximum(over[i].separation, least);
        }
    }
    return tum_local_manifold3_of_points(normal, points, count, manifold);
}

// GJK takes over where the axes leave the contact open. A separating axis is kept in the cache.
static int passing_manifold(PolyPair *pair, const Axis3 *axis, PairCache3 *cache,
                            LocalManifold3 *manifold)
{
    PairCache3 own = {.kind = AXIS3_FREE, .axis = axis->normal};
    if (tum_collide_convex3(pair->a, pair->b, pair->a_from_b, pair->margin, &own, manifold) == 0) {
        *cache = own;
        return 0;
    }
    return manifold->point_count <= 2 ? beside_manifold(pair, manifold) : 1;
}

static bool is_farther(const PolyPair *pair, float separation, float distance)
{
    return distance > separation + passing_share * absolute(separation) +
                          passing_size * smaller_bounding_radius(pair);
}

static int edge_manifold(const PolyPair *pair, const Axis3 *axis, LocalManifold3 *manifold)
{
    Vec3 on_a, on_b;
    tum_sat3_nearest_on_edges(pair->ends_a[0], pair->ends_a[1], pair->ends_b[0], pair->ends_b[1],
                              &on_a, &on_b);
    if (is_farther(pair, absolute(axis->separation), vec3_distance(on_a, on_b))) {
        return PASSES_BY;
    }
    const uint32_t name =
        tum_feature3_crossing(tum_feature3_edge(pair->names_a[0], pair->names_a[1]),
                              tum_feature3_edge(pair->names_b[0], pair->names_b[1]));
    return tum_local_manifold3_single(axis->normal, on_a, on_b, axis->separation, name,
                                      pair->margin, manifold);
}

// Greatest height of a point over a shape's faces. Negative: the depth of an inner point below the
// nearest face.
static float height_over(const Shape3 *shape, Vec3 point)
{
    if (shape->kind == SHAPE3_BOX) {
        const Vec3 out = vec3_sub(vec3_absolute(point), shape->half);
        return maximum(maximum(out.x, out.y), out.z);
    }
    const Hull3 *hull = shape->hull;
    float height = vec3_dot(hull->normals[0], point) - hull->offsets[0];
    for (uint32_t i = 1; i < hull->face_count; ++i) {
        height = maximum(vec3_dot(hull->normals[i], point) - hull->offsets[i], height);
    }
    return height;
}

// True when the deepest point below the kept face is less deep below another face of the shape.
static bool leaves_elsewhere(const PolyPair *pair, const Axis3 *axis, const LocalPoint3 *deepest)
{
    const float half = 0.5f * deepest->separation;
    const float slack = passing_size * smaller_bounding_radius(pair);
    if (axis->separation >= -slack) {
        return false;
    }
    const bool is_a = axis->kind == AXIS3_FACE_A;
    const Vec3 point = vec3_add_scaled(deepest->position, axis->normal, is_a ? half : -half);
    return height_over(is_a ? pair->a : pair->b,
                       is_a ? point : pose3_transform(pose3_inverse(pair->a_from_b), point)) >
           axis->separation + slack;
}

// Shapes that overlap along all axes meet along the best axis, however little of the faces is over
// each other. Along an axis that is only kept, the deepest point has to reach the axis's
// separation.
static int face_manifold(const PolyPair *pair, const Axis3 *axis, bool is_kept,
                         LocalManifold3 *manifold)
{
    LocalPoint3 points[CLIP_POINTS_MAX];
    const bool is_a = axis->kind == AXIS3_FACE_A;
    const int count =
        tum_clip3_faces(is_a ? &pair->face_a : &pair->face_b, is_a ? &pair->face_b : &pair->face_a,
                        is_a, axis->normal, pair->margin, points);
    if (count == 0) {
        return PASSES_BY;
    }
    const LocalPoint3 *least = lowest(points, count);
    if (((is_kept || axis->separation > 0.0f) &&
         is_farther(pair, axis->separation, least->separation)) ||
        (is_kept && leaves_elsewhere(pair, axis, least))) {
        return PASSES_BY;
    }
    return tum_local_manifold3_of_points(axis->normal, points, count, manifold);
}

static int axis_manifold(PolyPair *pair, const Axis3 *axis, bool is_kept, LocalManifold3 *manifold)
{
    if (axis->kind != AXIS3_EDGES) {
        return face_manifold(pair, axis, is_kept, manifold);
    }
    const int count = edge_manifold(pair, axis, manifold);
    return count == 1 ? beside_manifold(pair, manifold) : count;
}

// The nearest features of the last step are still the nearest where they still meet: convex shapes
// that are apart have no second nearest place, and shapes with a shallow overlap none that is much
// nearer.
static bool is_shallow(const PolyPair *pair, const Axis3 *axis)
{
    return axis->separation >= -shallow_share * smaller_bounding_radius(pair);
}

// Finds the other shape's face along the axis, and transforms B's face into the frame of A.
static void meet_face(PolyPair *pair, const Axis3 *axis)
{
    if (axis->kind == AXIS3_FACE_A) {
        tum_face3_toward(pair->b, toward_a(pair->a_from_b, axis->normal), QUAT_IDENTITY,
                         &pair->face_b);
    } else {
        tum_face3_toward(pair->a, axis->normal, QUAT_IDENTITY, &pair->face_a);
    }
    tum_face3_transform(&pair->face_b, pair->a_from_b);
}

// Answer of the box kernel in a lane.
typedef struct BoxAnswer {
    const BoxPairRow3 *row;
    const BoxPairResults3 *results;
    uint32_t lane;
} BoxAnswer;

static int box_edge_manifold(PolyPair *pair, const BoxAnswer *answer, const Axis3 *axis,
                             LocalManifold3 *manifold)
{
    tum_sat3_box_edge(pair->a->half, axis->a, pair->ends_a, pair->names_a);
    tum_sat3_box_edge(pair->b->half, axis->b, pair->ends_b, pair->names_b);
    pair->ends_b[0] = pose3_transform(pair->a_from_b, pair->ends_b[0]);
    pair->ends_b[1] = pose3_transform(pair->a_from_b, pair->ends_b[1]);
    const int count = edge_manifold(pair, axis, manifold);
    if (count == 1) {
        tum_box_pair3_beside(answer->row, answer->results, answer->lane,
                             BESIDE_SHARE * smaller_bounding_radius(pair), manifold);
    }
    return count;
}

static int box_face_manifold(const PolyPair *pair, const BoxAnswer *answer, const Axis3 *axis,
                             LocalManifold3 *manifold)
{
    LocalPoint3 points[BOX_POINTS];
    const int count = tum_box_pair3_points(answer->results, answer->lane, points);
    if (count == 0 || (axis->separation > 0.0f &&
                       is_farther(pair, axis->separation, lowest(points, count)->separation))) {
        return PASSES_BY;
    }
    return tum_box_pair3_manifold(answer->row, answer->results, answer->lane, axis, points, count,
                                  manifold);
}

static int box_manifold(const ShapePair3 *boxes, const BoxAnswer *answer, LocalManifold3 *manifold)
{
    Axis3 axis;
    if (!tum_box_pair3_axis(answer->row, answer->results, answer->lane, &axis)) {
        *boxes->cache = (PairCache3){.apart = axis.separation};
        return 0;
    }
    PolyPair pair;
    begin_pair(&pair, boxes->a, boxes->b, boxes->a_from_b, boxes->margin);
    remember(boxes->cache, &axis);
    const int count = axis.kind == AXIS3_EDGES ? box_edge_manifold(&pair, answer, &axis, manifold)
                                               : box_face_manifold(&pair, answer, &axis, manifold);
    return count != PASSES_BY ? count : passing_manifold(&pair, &axis, boxes->cache, manifold);
}

static BoxPairRow3 row_of(const ShapePair3 *pair)
{
    return tum_box_pair3_row(pair->a, pair->b, pair->a_from_b, pair->margin, pair->cache);
}

void tum_collide_boxes3(const CollideKernels3 *kernels, const ShapePair3 *pairs, uint32_t count,
                        LocalManifold3 *manifolds, int *counts)
{
    BoxPairRow3 rows[BATCH_PAIRS];
    BoxPairResults3 results;
    rows[0] = row_of(&pairs[0]);
    for (uint32_t i = 1; i < BATCH_PAIRS; ++i) {
        rows[i] = i < count ? row_of(&pairs[i]) : rows[0];
    }
    kernels->boxes->meet(rows, &results);
    for (uint32_t i = 0; i < count; ++i) {
        const BoxAnswer answer = {&rows[i], &results, i};
        counts[i] = box_manifold(&pairs[i], &answer, &manifolds[i]);
    }
}

static void meet_hulls(PolyPair *pair, const Hull3 *hull_a, const Hull3 *hull_b, const Axis3 *axis)
{
    if (axis->kind == AXIS3_EDGES) {
        const uint32_t *edge_a = hull_a->edges[axis->a], *edge_b = hull_b->edges[axis->b];
        for (int i = 0; i < 2; ++i) {
            pair->names_a[i] = edge_a[i];
            pair->names_b[i] = edge_b[i];
            pair->ends_a[i] = hull_a->vertices[edge_a[i]];
            pair->ends_b[i] = pose3_transform(pair->a_from_b, hull_b->vertices[edge_b[i]]);
        }
        return;
    }
    if (axis->kind == AXIS3_FACE_A) {
        tum_face3_of_hull(hull_a, axis->a, &pair->face_a);
    } else {
        tum_face3_of_hull(hull_b, axis->b, &pair->face_b);
    }
    meet_face(pair, axis);
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
                           PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    BoxHull3 box_a, box_b;
    const Hull3 *hull_a = hull_of(a, &box_a), *hull_b = hull_of(b, &box_b);
    if (!tum_sat3_suits(hull_a, hull_b)) {
        return tum_collide_convex3(a, b, a_from_b, margin, cache, manifolds);
    }
    if (cache->kind == AXIS3_FREE) {
        cache->apart = tum_sat3_along(hull_a, hull_b, a_from_b, cache->axis);
        if (cache->apart > margin) {
            return 0;
        }
    }
    PolyPair pair;
    begin_pair(&pair, a, b, a_from_b, margin);
    Axis3 axis;
    if (tum_sat3_kept(hull_a, hull_b, a_from_b, cache, &axis)) {
        if (axis.separation > margin) {
            cache->apart = axis.separation;
            return 0;
        }
        if (is_shallow(&pair, &axis)) {
            meet_hulls(&pair, hull_a, hull_b, &axis);
            const int count = axis_manifold(&pair, &axis, true, manifolds);
            if (count != PASSES_BY) {
                return count;
            }
        }
    }
    if (!tum_sat3_hulls(hull_a, hull_b, a_from_b, margin, cache, &axis)) {
        remember(cache, &axis);
        cache->apart = axis.separation;
        return 0;
    }
    meet_hulls(&pair, hull_a, hull_b, &axis);
    remember(cache, &axis);
    const int count = axis_manifold(&pair, &axis, false, manifolds);
    return count != PASSES_BY ? count : passing_manifold(&pair, &axis, cache, manifolds);
}
