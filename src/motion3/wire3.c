// SPDX-License-Identifier: MIT
// wire3.c: wireframes of shapes.
#include "motion3/wire3.h"

#include "shape3/mesh3.h"

enum { GRID_LINES = 11 };

typedef struct Pen3 {
    Pose3 pose;
    Vec3 scale;
    WireLine3 *line;
    void *user;
} Pen3;

static void draw(const Pen3 *pen, Vec3 from, Vec3 to)
{
    pen->line(pen->user, pose3_transform(pen->pose, vec3_multiply(pen->scale, from)),
              pose3_transform(pen->pose, vec3_multiply(pen->scale, to)));
}

// Arc of an ellipse around `center`, in radians from `a` toward `b`.
static void draw_arc(const Pen3 *pen, Vec3 center, Vec3 a, Vec3 b, double from, double to,
                     int lines)
{
    Vec3 last = center;
    for (int i = 0; i <= lines; ++i) {
        double sine, cosine;
        tum_sine_cosine64(from + (to - from) * (double)i / (double)lines, &sine, &cosine);
        const Vec3 next =
            vec3_add_scaled(vec3_add_scaled(center, a, (float)cosine), b, (float)sine);
        if (i > 0) {
            draw(pen, last, next);
        }
        last = next;
    }
}

static void draw_circle(const Pen3 *pen, Vec3 center, Vec3 a, Vec3 b)
{
    draw_arc(pen, center, a, b, 0.0, 2.0 * PI, WIRE3_CIRCLE);
}

static void draw_ball(const Pen3 *pen, Vec3 center, float radius)
{
    const Vec3 x = {radius, 0.0f, 0.0f}, y = {0.0f, radius, 0.0f}, z = {0.0f, 0.0f, radius};
    draw_circle(pen, center, x, y);
    draw_circle(pen, center, y, z);
    draw_circle(pen, center, z, x);
}

// At the border of side and ball the normal rises by asin((bottom - top) / 2h).
static void draw_capsule(const Pen3 *pen, float half_height, float bottom, float top)
{
    const float sine = (bottom - top) / (2.0f * half_height);
    const Vec3 low = {0.0f, -half_height, 0.0f}, high = {0.0f, half_height, 0.0f};
    if (!(absolute(sine) < 1.0f)) {
        draw_ball(pen, bottom > top ? low : high, maximum(bottom, top));
        return;
    }
    const float cosine = square_root(1.0f - sine * sine);
    const double lean = tum_atan2_64((double)sine, (double)cosine);
    const Vec3 axes[2] = {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}, up = {0.0f, 1.0f, 0.0f};
    const Vec3 from = vec3_add_scaled(low, up, bottom * sine);
    const Vec3 to = vec3_add_scaled(high, up, top * sine);
    draw_circle(pen, from, vec3_scale(axes[0], bottom * cosine),
                vec3_scale(axes[1], bottom * cosine));
    draw_circle(pen, to, vec3_scale(axes[0], top * cosine), vec3_scale(axes[1], top * cosine));
    for (int i = 0; i < 2; ++i) {
        const Vec3 out = axes[i];
        draw_arc(pen, high, vec3_scale(out, top), vec3_scale(up, top), lean, PI - lean, WIRE3_ARC);
        draw_arc(pen, low, vec3_scale(out, bottom), vec3_scale(up, bottom), PI - lean,
                 2.0 * PI + lean, WIRE3_ARC);
        for (float side = -1.0f; side <= 1.0f; side += 2.0f) {
            draw(pen, vec3_add_scaled(from, out, side * bottom * cosine),
                 vec3_add_scaled(to, out, side * top * cosine));
        }
    }
}

static void draw_cylinder(const Pen3 *pen, float half_height, float bottom, float top)
{
    const Vec3 x = {1.0f, 0.0f, 0.0f}, z = {0.0f, 0.0f, 1.0f};
    const Vec3 low = {0.0f, -half_height, 0.0f}, high = {0.0f, half_height, 0.0f};
    draw_circle(pen, low, vec3_scale(x, bottom), vec3_scale(z, bottom));
    draw_circle(pen, high, vec3_scale(x, top), vec3_scale(z, top));
    for (float side = -1.0f; side <= 1.0f; side += 2.0f) {
        draw(pen, vec3_add_scaled(low, x, side * bottom), vec3_add_scaled(high, x, side * top));
        draw(pen, vec3_add_scaled(low, z, side * bottom), vec3_add_scaled(high, z, side * top));
    }
}

// Corner i has bit k set where coordinate k is positive; edges join corners that differ in one.
static void draw_box(const Pen3 *pen, Vec3 half)
{
    for (int i = 0; i < 8; ++i) {
        const Vec3 from = {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                           i & 4 ? half.z : -half.z};
        for (int k = 1; k < 8; k *= 2) {
            const int other = i | k;
            if (other != i) {
                draw(pen, from,
                     (Vec3){other & 1 ? half.x : -half.x, other & 2 ? half.y : -half.y,
                            other & 4 ? half.z : -half.z});
            }
        }
    }
}

static void draw_normal(const Pen3 *pen)
{
    draw(pen, (Vec3){0.0f, 0.0f, 0.0f}, (Vec3){0.0f, 1.0f, 0.0f});
}

static void draw_plane(const Pen3 *pen)
{
    const float end = WIRE3_ENDLESS;
    for (int i = 0; i < GRID_LINES; ++i) {
        const float at = end * (2.0f * (float)i / (float)(GRID_LINES - 1) - 1.0f);
        draw(pen, (Vec3){at, 0.0f, -end}, (Vec3){at, 0.0f, end});
        draw(pen, (Vec3){-end, 0.0f, at}, (Vec3){end, 0.0f, at});
    }
    draw_normal(pen);
}

static void draw_sheet(const Pen3 *pen, Vec3 half)
{
    const float x = is_finite(half.x) ? half.x : WIRE3_ENDLESS;
    const float z = is_finite(half.z) ? half.z : WIRE3_ENDLESS;
    const Vec3 corners[4] = {{-x, 0.0f, -z}, {x, 0.0f, -z}, {x, 0.0f, z}, {-x, 0.0f, z}};
    for (int i = 0; i < 4; ++i) {
        draw(pen, corners[i], corners[(i + 1) % 4]);
    }
    draw_normal(pen);
}

static void draw_hull(const Pen3 *pen, const Hull3 *hull)
{
    for (uint32_t i = 0; i < hull->edge_count; ++i) {
        draw(pen, hull->vertices[hull->edges[i][0]], hull->vertices[hull->edges[i][1]]);
    }
}

// A shared edge belongs to the triangle with the lower index.
static bool owns_edge(const Mesh3 *mesh, uint32_t triangle, int edge)
{
    const uint32_t other = mesh->neighbors[triangle][edge];
    if (other == NO_NEIGHBOR || other > triangle) {
        return true;
    }
    for (int i = 0; i < 3; ++i) {
        if (mesh->neighbors[other][i] == triangle) {
            return false;
        }
    }
    return true;
}

static void draw_mesh(const Pen3 *pen, const Mesh3 *mesh)
{
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            if (owns_edge(mesh, i, k)) {
                draw(pen, mesh3_corner(mesh, i, k), mesh3_corner(mesh, i, (k + 1) % 3));
            }
        }
    }
}

void tum_wire3(const Shape3 *shape, Pose3 world_from_shape, WireLine3 *line, void *user)
{
    Pen3 pen = {world_from_shape, {1.0f, 1.0f, 1.0f}, line, user};
    ShapeKind3 kind = shape->kind;
    if (kind == SHAPE3_ELLIPTIC) {
        kind = shape->base;
        pen.scale = shape->scale;
    }
    const Vec3 origin = {0.0f, 0.0f, 0.0f};
    switch (kind) {
    case SHAPE3_SPHERE: draw_ball(&pen, origin, shape->radius_bottom); break;
    case SHAPE3_CAPSULE:
        draw_capsule(&pen, shape->half_height, shape->radius_bottom, shape->radius_top);
        break;
    case SHAPE3_CYLINDER:
        draw_cylinder(&pen, shape->half_height, shape->radius_bottom, shape->radius_top);
        break;
    case SHAPE3_BOX: draw_box(&pen, shape->half); break;
    case SHAPE3_HULL: draw_hull(&pen, shape->hull); break;
    case SHAPE3_PLANE: draw_plane(&pen); break;
    case SHAPE3_SHEET: draw_sheet(&pen, shape->half); break;
    case SHAPE3_MESH: draw_mesh(&pen, shape->mesh); break;
    default: break;
    }
}
