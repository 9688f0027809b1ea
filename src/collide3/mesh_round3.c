// SPDX-License-Identifier: MIT
// mesh_round3.c: a sphere or capsule against one triangle.
//
// A capsule with two radii is the union of all balls between its ends, whose center and radius
// change linearly. So its distance from the triangle is the least of (distance of the center -
// radius) over these balls: a convex function of one variable.

#include "collide3/mesh_convex3.h"

// Golden section steps: the bracket shrinks to 0.618^28, a millionth.
enum { GOLDEN_STEPS = 28 };

static const float golden = 0.61803399f;

// Share of a ball's radius: a center closer to the triangle has no reliable direction.
static const float no_direction = 1e-4f;

/// Nearest point of a triangle, and bits EDGE_ACTIVE_i of the edges at that point (none: within).
typedef struct Nearest {
    Vec3 point;
    unsigned edges;
} Nearest;

// Voronoi regions of corners, edges and face in turn (Ericson, "Real-Time Collision Detection",
// 2005, section 5.1.5).
static Nearest nearest_on_triangle(const Vec3 corners[3], Vec3 p)
{
    const Vec3 a = corners[0], b = corners[1], c = corners[2];
    const Vec3 ab = vec3_sub(b, a), ac = vec3_sub(c, a);
    const Vec3 ap = vec3_sub(p, a), bp = vec3_sub(p, b), cp = vec3_sub(p, c);
    const float d1 = vec3_dot(ab, ap), d2 = vec3_dot(ac, ap);
    if (d1 <= 0.0f && d2 <= 0.0f) {
        return (Nearest){a, EDGE_ACTIVE_0 | EDGE_ACTIVE_2};
    }
    const float d3 = vec3_dot(ab, bp), d4 = vec3_dot(ac, bp);
    if (d3 >= 0.0f && d4 <= d3) {
        return (Nearest){b, EDGE_ACTIVE_0 | EDGE_ACTIVE_1};
    }
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f) {
        return (Nearest){vec3_add_scaled(a, ab, d1 / (d1 - d3)), EDGE_ACTIVE_0};
    }
    const float d5 = vec3_dot(ab, cp), d6 = vec3_dot(ac, cp);
    if (d6 >= 0.0f && d5 <= d6) {
        return (Nearest){c, EDGE_ACTIVE_1 | EDGE_ACTIVE_2};
    }
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f) {
        return (Nearest){vec3_add_scaled(a, ac, d2 / (d2 - d6)), EDGE_ACTIVE_2};
    }
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0.0f && d4 - d3 >= 0.0f && d5 - d6 >= 0.0f) {
        const float t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (Nearest){vec3_add_scaled(b, vec3_sub(c, b), t), EDGE_ACTIVE_1};
    }
    const float scale = 1.0f / (va + vb + vc);
    return (Nearest){vec3_add_scaled(vec3_add_scaled(a, ab, vb * scale), ac, vc * scale), 0};
}

/// A ball of the shape.
typedef struct Ball {
    Vec3 center;
    float radius;
} Ball;

static Ball ball_at(const Shape3 *shape, float t)
{
    const float h = shape->half_height;
    return (Ball){{0.0f, (2.0f * t - 1.0f) * h, 0.0f},
                  shape->radius_bottom + (shape->radius_top - shape->radius_bottom) * t};
}

// Contact of a ball with the rim of the triangle; the direction is from there to the ball's center.
// Where the surface continues flat, the face's normal replaces the rim's.
static void touch_rim(const ConvexPass3 *pass, const FacedTriangle3 *triangle, Ball ball,
                      Nearest nearest, uint32_t local)
{
    const Vec3 arm = vec3_sub(ball.center, nearest.point);
    const float distance = vec3_length(arm);
    if (distance - ball.radius > pass->margin || distance < no_direction * ball.radius) {
        return;
    }
    const Vec3 direction = vec3_scale(arm, 1.0f / distance);
    if (!tum_mesh_convex3_is_ridge(pass, triangle, nearest.edges, nearest.point, direction)) {
        return; // The triangle across that edge is nearer.
    }
    const bool active = (triangle->edge_flags & nearest.edges) != 0;
    tum_mesh_convex3_add(
        pass, active ? direction : triangle->normal, nearest.point, distance - ball.radius,
        active ? mesh_feature3(triangle->source, 16u * local + nearest.edges) : local);
}

static void touch_sphere(const ConvexPass3 *pass, const FacedTriangle3 *triangle)
{
    const Ball ball = {{0.0f, 0.0f, 0.0f}, pass->shape->radius_bottom};
    const Nearest nearest = nearest_on_triangle(triangle->corners, ball.center);
    if (nearest.edges == 0) {
        const float height = -vec3_dot(triangle->normal, triangle->corners[0]);
        tum_mesh_convex3_add(pass, triangle->normal, nearest.point, height - ball.radius, 0);
    } else {
        touch_rim(pass, triangle, ball, nearest, 0);
    }
}

// Part of the axis above the triangle, as an interval of t.
static bool axis_above(const FacedTriangle3 *triangle, float half_height, float *low, float *high,
                       unsigned *low_edge, unsigned *high_edge)
{
    *low = 0.0f;
    *high = 1.0f;
    *low_edge = *high_edge = 3;
    for (unsigned edge = 0; edge < 3; edge++) {
        const Vec3 m = triangle->outward[edge];
        const float offset = vec3_dot(m, triangle->corners[edge]);
        const float at_bottom = -m.y * half_height - offset, at_top = m.y * half_height - offset;
        if (at_bottom > 0.0f && at_top > 0.0f) {
            return false;
        }
        if (at_bottom <= 0.0f && at_top <= 0.0f) {
            continue;
        }
        const float t = at_bottom / (at_bottom - at_top);
        if (at_bottom > 0.0f && t > *low) {
            *low = t;
            *low_edge = edge;
        } else if (at_top > 0.0f && t < *high) {
            *high = t;
            *high_edge = edge;
        }
    }
    return *low <= *high;
}

static float height_of(const FacedTriangle3 *triangle, Ball ball)
{
    return vec3_dot(triangle->normal, vec3_sub(ball.center, triangle->corners[0]));
}

// Whether the ball with the least gap is at an end of the axis that is above the triangle. No ball
// is nearer to a triangle than to its plane, where the ball at one end is the nearest.
static bool rests_on_face(const ConvexPass3 *pass, const FacedTriangle3 *triangle,
                          bool bottom_is_above, bool top_is_above)
{
    const Ball bottom = ball_at(pass->shape, 0.0f), top = ball_at(pass->shape, 1.0f);
    const float low = height_of(triangle, bottom), high = height_of(triangle, top);
    return low > 0.0f && high > 0.0f &&
           (low - bottom.radius <= high - top.radius ? bottom_is_above : top_is_above);
}

static void touch_face_at(const ConvexPass3 *pass, const FacedTriangle3 *triangle, float t,
                          uint32_t end, unsigned cut_edge)
{
    const Ball ball = ball_at(pass->shape, t);
    const float height = height_of(triangle, ball);
    const uint32_t name =
        cut_edge == 3 ? end : mesh_feature3(triangle->source, 64u + 4u * end + cut_edge);
    tum_mesh_convex3_add(pass, triangle->normal,
                         vec3_add_scaled(ball.center, triangle->normal, -height),
                         height - ball.radius, name);
}

static float gap_at(const ConvexPass3 *pass, const FacedTriangle3 *triangle, float t)
{
    const Ball ball = ball_at(pass->shape, t);
    const Nearest nearest = nearest_on_triangle(triangle->corners, ball.center);
    return vec3_distance(ball.center, nearest.point) - ball.radius;
}

// Finds the ball with the least gap. Gaps of two balls differ by no more than their centers and
// radii do, so most capsules that are too far away are told after few steps.
// @return false where all gaps are beyond the margin.
static bool least_gap(const ConvexPass3 *pass, const FacedTriangle3 *triangle, float *t)
{
    const Shape3 *shape = pass->shape;
    const float steepness =
        1.01f * (2.0f * shape->half_height + absolute(shape->radius_top - shape->radius_bottom));
    float low = 0.0f, high = 1.0f;
    float left = high - golden * (high - low), right = low + golden * (high - low);
    float left_gap = gap_at(pass, triangle, left), right_gap = gap_at(pass, triangle, right);
    for (int i = 0; i < GOLDEN_STEPS; i++) {
        if (minimum(left_gap, right_gap) - steepness * (high - low) > pass->margin) {
            return false;
        }
        if (left_gap <= right_gap) {
            high = right;
            right = left;
            right_gap = left_gap;
            left = high - golden * (high - low);
            left_gap = gap_at(pass, triangle, left);
        } else {
            low = left;
            left = right;
            left_gap = right_gap;
            right = low + golden * (high - low);
            right_gap = gap_at(pass, triangle, right);
        }
    }
    *t = 0.5f * (low + high);
    return true;
}

// A capsule along an edge rests on two points of the edge.
static bool touch_along(const ConvexPass3 *pass, const FacedTriangle3 *triangle, unsigned edge)
{
    const Vec3 a = triangle->corners[edge], b = triangle->corners[(edge + 1) % 3];
    const Vec3 along = vec3_sub(b, a);
    const float across2 = along.x * along.x + along.z * along.z;
    const float h = pass->shape->half_height;
    // 3 degrees: sine squared 0.0027.
    if (across2 > 0.0027f * vec3_length_squared(along) || h <= 0.0f) {
        return false;
    }
    const float from = clamp(0.5f + 0.5f * minimum(a.y, b.y) / h, 0.0f, 1.0f);
    const float to = clamp(0.5f + 0.5f * maximum(a.y, b.y) / h, 0.0f, 1.0f);
    if (!(to - from > 0.01f)) {
        return false;
    }
    const float ends[2] = {from, to};
    for (uint32_t i = 0; i < 2; i++) {
        const Ball ball = ball_at(pass->shape, ends[i]);
        const Nearest nearest = nearest_on_triangle(triangle->corners, ball.center);
        if (nearest.edges != 0) {
            touch_rim(pass, triangle, ball, nearest, 1u + i);
        }
    }
    return true;
}

static void touch_capsule(const ConvexPass3 *pass, const FacedTriangle3 *triangle)
{
    float low, high;
    unsigned low_edge, high_edge;
    if (axis_above(triangle, pass->shape->half_height, &low, &high, &low_edge, &high_edge)) {
        touch_face_at(pass, triangle, low, 0, low_edge);
        touch_face_at(pass, triangle, high, 1, high_edge);
        if (rests_on_face(pass, triangle, low_edge == 3, high_edge == 3)) {
            return;
        }
    }
    if (triangle->edge_flags == 0) {
        return;
    }
    float t;
    if (!least_gap(pass, triangle, &t)) {
        return;
    }
    const Ball ball = ball_at(pass->shape, t);
    const Nearest nearest = nearest_on_triangle(triangle->corners, ball.center);
    if ((nearest.edges & triangle->edge_flags) == 0) {
        return;
    }
    for (unsigned edge = 0; edge < 3; edge++) {
        if (nearest.edges == 1u << edge && touch_along(pass, triangle, edge)) {
            return;
        }
    }
    touch_rim(pass, triangle, ball, nearest, 3);
}

void tum_mesh_round3(const ConvexPass3 *pass, const FacedTriangle3 *triangle)
{
    if (pass->shape->kind == SHAPE3_SPHERE) {
        touch_sphere(pass, triangle);
    } else {
        touch_capsule(pass, triangle);
    }
}
