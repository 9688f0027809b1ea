// SPDX-License-Identifier: MIT
// plane3.c: convex shapes on half-spaces and sheets.
//
// Along a plane's normal no search is needed: the corners of a polyhedron and the face of a round
// shape are measured against the plane. A sheet is a plane where the shape is over its inside.
// Where the shape reaches over an edge of the sheet, the sheet is a plate without thickness that
// pushes toward the side of the shape's middle.
#include "collide3/pairs3.h"

#include "collide3/face3.h"
#include "collide3/manifold3.h"
#include "shape3/core3.h"

enum { BATCH = 64 };

// Share of the size: corners of a deep shape that are less than this above the lowest corner belong
// to its underside.
static const float underside_share = 0.05f;

// A plane in the frame of A: up . p = offset. `axes` is the rotation from its frame to A's.
typedef struct Ground {
    Vec3 up;
    float offset;
    Quat axes;
} Ground;

// Collects any number of points: whenever the batch is full, it is reduced to the best four.
typedef struct Collector {
    Ground ground;
    float limit;
    int count;
    LocalPoint3 points[BATCH];
} Collector;

static float height_over(const Ground *ground, Vec3 p)
{
    return vec3_dot(ground->up, p) - ground->offset;
}

static void collect(Collector *collector, Vec3 p, uint32_t vertex)
{
    const float height = height_over(&collector->ground, p);
    if (!(height <= collector->limit)) {
        return;
    }
    if (collector->count == BATCH) {
        LocalPoint3 kept[LOCAL_POINTS_MAX];
        collector->count =
            tum_reduce_points3(collector->points, BATCH, vec3_negate(collector->ground.up), kept);
        for (int i = 0; i < collector->count; ++i) {
            collector->points[i] = kept[i];
        }
    }
    collector->points[collector->count++] =
        (LocalPoint3){vec3_add_scaled(p, collector->ground.up, -0.5f * height), height,
                      tum_feature3_vertex(true, vertex)};
}

static Vec3 box_corner(Vec3 half, uint32_t i)
{
    return vec3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
}

static uint32_t corner_count(const Shape3 *shape)
{
    return shape->kind == SHAPE3_HULL ? shape->hull->vertex_count : 8;
}

static Vec3 corner_at(const Shape3 *shape, uint32_t i)
{
    return shape->kind == SHAPE3_HULL ? shape->hull->vertices[i] : box_corner(shape->half, i);
}

static void collect_corners(const Shape3 *shape, float margin, Collector *collector)
{
    const uint32_t count = corner_count(shape);
    float lowest = height_over(&collector->ground, corner_at(shape, 0));
    for (uint32_t i = 1; i < count; ++i) {
        lowest = minimum(height_over(&collector->ground, corner_at(shape, i)), lowest);
    }
    const float band = maximum(margin, underside_share * shape->bounding_radius);
    collector->limit = minimum(margin, lowest + band);
    for (uint32_t i = 0; i < count; ++i) {
        collect(collector, corner_at(shape, i), i);
    }
}

static int touch_ground(const Shape3 *a, const Ground *ground, float margin,
                        LocalManifold3 *manifold)
{
    Collector collector;
    collector.ground = *ground;
    collector.limit = margin;
    collector.count = 0;
    const Vec3 down = vec3_negate(ground->up);
    if (a->kind == SHAPE3_BOX || a->kind == SHAPE3_HULL) {
        collect_corners(a, margin, &collector);
    } else {
        Face3 face;
        tum_face3_toward(a, down, ground->axes, &face);
        for (int i = 0; i < face.count; ++i) {
            collect(&collector, face.points[i], face.names[i]);
        }
    }
    return tum_local_manifold3_of_points(down, collector.points, collector.count, manifold);
}

// The offset is computed in doubles: far along a plane it is the small difference of large numbers.
static Ground ground_of(Pose3 a_from_b, float sign)
{
    const DVec3 up = dvec3_scale(core3_rotation(a_from_b.rotation).y, (double)sign);
    const float offset = (float)dvec3_dot(up, vec3_widen(a_from_b.position));
    return (Ground){vec3_narrow(up), offset, a_from_b.rotation};
}

int tum_collide_convex_plane3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                              PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    (void)b;
    (void)cache;
    const Ground ground = ground_of(a_from_b, 1.0f);
    return touch_ground(a, &ground, margin, &manifolds[0]);
}

static Vec3 middle_of(const Shape3 *shape)
{
    return shape->kind == SHAPE3_HULL ? shape->hull->center : vec3(0.0f, 0.0f, 0.0f);
}

// The part of one side of the rectangle near the shape. Parts farther away cannot be the way out,
// and a short plate keeps the digits that a plate of a kilometre would lose.
static void local_span(float half, float middle, float reach, float *center, float *local_half)
{
    const float low = maximum(-half, middle - reach), high = minimum(half, middle + reach);
    *center = 0.5f * (low + high);
    *local_half = maximum(0.5f * (high - low), 0.0f);
}

static int touch_plate(const Shape3 *a, const Shape3 *sheet, Pose3 a_from_b, Vec3 middle,
                       float sign, float margin, PairCache3 *cache, LocalManifold3 *manifolds)
{
    const float reach = 4.0f * (a->bounding_radius + vec3_length(middle_of(a)) + margin);
    Shape3 plate = {.kind = SHAPE3_BOX};
    Vec3 center = {0.0f, 0.0f, 0.0f};
    local_span(sheet->half.x, middle.x, reach, &center.x, &plate.half.x);
    local_span(sheet->half.z, middle.z, reach, &center.z, &plate.half.z);
    plate.bounding_radius = vec3_length(plate.half);
    const Pose3 a_from_plate = {pose3_transform(a_from_b, center), a_from_b.rotation};
    const Vec3 side = quat_rotate(a_from_b.rotation, vec3(0.0f, sign, 0.0f));
    return tum_collide_convex_plate3(a, &plate, a_from_plate, side, margin, cache, manifolds);
}

int tum_collide_convex_sheet3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                              PairCache3 *cache, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX])
{
    const Pose3 b_from_a = pose3_inverse(a_from_b);
    const Vec3 middle = pose3_transform(b_from_a, middle_of(a)), half = b->half;
    if (middle.y < 0.0f && !b->double_sided) {
        return 0;
    }
    const float sign = middle.y < 0.0f ? -1.0f : 1.0f;
    const Bound3 bound = tum_shape3_bound(a, &b_from_a);
    if (!(bound.low.x <= half.x + margin && bound.high.x >= -half.x - margin &&
          bound.low.z <= half.z + margin && bound.high.z >= -half.z - margin &&
          bound.low.y <= margin && bound.high.y >= -margin)) {
        return 0;
    }
    const bool is_inside = bound.low.x >= -half.x && bound.high.x <= half.x &&
                           bound.low.z >= -half.z && bound.high.z <= half.z;
    if (is_inside) {
        const Ground ground = ground_of(a_from_b, sign);
        return touch_ground(a, &ground, margin, &manifolds[0]);
    }
    return touch_plate(a, b, a_from_b, middle, sign, margin, cache, manifolds);
}
