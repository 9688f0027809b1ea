// SPDX-License-Identifier: MIT
// shape3.c: creation of shapes, and their bounding boxes.
#include "shape3/shape3.h"

#include "base/assert.h"
#include "shape3/mesh_data3.h"

// Least size. [m] Smaller sizes are raised to it (docs/dialects.md#shapes).
static const float size_floor = 1e-6f;

// Relative difference up to which two scale factors are equal: a few units in the last place.
static const float even_tolerance = 1e-6f;

static const float endless = __builtin_inff();

Shape3 tum_shape3_sphere(float radius)
{
    const float r = maximum(radius, size_floor);
    return (Shape3){.kind = SHAPE3_SPHERE,
                    .radius_bottom = r,
                    .radius_top = r,
                    .bounding_radius = r,
                    .inner = r};
}

// The ball at the middle has the mean radius: a tapered capsule is the union of all balls between
// its ends, and their radius changes linearly.
Shape3 tum_shape3_capsule(float half_height, float radius_bottom, float radius_top)
{
    const float h = maximum(half_height, size_floor);
    const float bottom = maximum(radius_bottom, size_floor);
    const float top = maximum(radius_top, size_floor);
    return (Shape3){.kind = SHAPE3_CAPSULE,
                    .half_height = h,
                    .radius_bottom = bottom,
                    .radius_top = top,
                    .bounding_radius = h + maximum(bottom, top),
                    .inner = 0.5f * (bottom + top)};
}

Shape3 tum_shape3_box(Vec3 half)
{
    const Vec3 raised = vec3_maximum(half, vec3(size_floor, size_floor, size_floor));
    return (Shape3){.kind = SHAPE3_BOX,
                    .half = raised,
                    .bounding_radius = vec3_length(raised),
                    .inner = minimum(raised.x, minimum(raised.y, raised.z))};
}

// The side leans by atan((bottom - top) / 2h). Its distance from the middle is the mean radius
// times the cosine of that angle.
Shape3 tum_shape3_cylinder(float half_height, float radius_bottom, float radius_top)
{
    const float h = maximum(half_height, size_floor);
    const float bottom = maximum(radius_bottom, size_floor);
    const float top = maximum(radius_top, size_floor);
    const float widest = maximum(bottom, top), taper = bottom - top;
    const float cosine = 2.0f * h / square_root(4.0f * h * h + taper * taper);
    return (Shape3){.kind = SHAPE3_CYLINDER,
                    .half_height = h,
                    .radius_bottom = bottom,
                    .radius_top = top,
                    .bounding_radius = square_root(h * h + widest * widest),
                    .inner = minimum(h, 0.5f * (bottom + top) * cosine)};
}

static bool is_even(float a, float b)
{
    return absolute(a - b) <= even_tolerance * maximum(a, b);
}

static float elliptic_bounding_radius(const Shape3 *shape)
{
    const float widest = maximum(shape->radius_bottom, shape->radius_top);
    const Vec3 s = shape->scale;
    const float across = maximum(s.x, s.z);
    switch (shape->base) {
    case SHAPE3_CYLINDER: {
        const float up = shape->half_height * s.y, out = widest * across;
        return square_root(up * up + out * out);
    }
    case SHAPE3_CAPSULE: return shape->half_height * s.y + widest * maximum(s.y, across);
    default: return widest * maximum(s.y, across);
    }
}

Shape3 tum_shape3_scaled(Shape3 base, Vec3 scale)
{
    const Vec3 s = vec3_maximum(scale, vec3(size_floor, size_floor, size_floor));
    const bool even_across = is_even(s.x, s.z), even = even_across && is_even(s.x, s.y);
    if (base.kind == SHAPE3_SPHERE && even) {
        return tum_shape3_sphere(base.radius_bottom * s.x);
    }
    if (base.kind == SHAPE3_CAPSULE && even) {
        return tum_shape3_capsule(base.half_height * s.x, base.radius_bottom * s.x,
                                  base.radius_top * s.x);
    }
    // A round cylinder stays round under any scale along its axis.
    if (base.kind == SHAPE3_CYLINDER && even_across) {
        return tum_shape3_cylinder(base.half_height * s.y, base.radius_bottom * s.x,
                                   base.radius_top * s.x);
    }
    if (!TUM_REQUIRE(base.kind == SHAPE3_SPHERE || base.kind == SHAPE3_CAPSULE ||
                     base.kind == SHAPE3_CYLINDER)) {
        return base;
    }
    Shape3 shape = base;
    shape.kind = SHAPE3_ELLIPTIC;
    shape.base = base.kind;
    shape.scale = s;
    shape.bounding_radius = elliptic_bounding_radius(&shape);
    shape.inner = base.inner * minimum(s.x, minimum(s.y, s.z));
    return shape;
}

Shape3 tum_shape3_hull(const Hull3 *hull)
{
    float radius_squared = 0.0f, inner = endless;
    for (uint32_t i = 0; i < hull->vertex_count; ++i) {
        radius_squared = maximum(radius_squared, vec3_length_squared(hull->vertices[i]));
    }
    for (uint32_t i = 0; i < hull->face_count; ++i) {
        inner = minimum(inner, hull->offsets[i] - vec3_dot(hull->normals[i], hull->center));
    }
    return (Shape3){.kind = SHAPE3_HULL,
                    .hull = hull,
                    .bounding_radius = square_root(radius_squared),
                    .inner = inner > 0.0f && inner < endless ? inner : 0.0f};
}

Shape3 tum_shape3_plane(void)
{
    return (Shape3){.kind = SHAPE3_PLANE, .bounding_radius = endless};
}

Shape3 tum_shape3_sheet(float half_x, float half_z, bool double_sided)
{
    const float x = maximum(half_x, size_floor), z = maximum(half_z, size_floor);
    return (Shape3){.kind = SHAPE3_SHEET,
                    .half = {x, 0.0f, z},
                    .double_sided = double_sided,
                    .bounding_radius = square_root(x * x + z * z)};
}

Shape3 tum_shape3_mesh(const struct Mesh3 *mesh)
{
    float radius_squared = 0.0f;
    for (uint32_t i = 0; i < mesh->point_count; ++i) {
        radius_squared = maximum(radius_squared, vec3_length_squared(mesh->points[i]));
    }
    return (Shape3){
        .kind = SHAPE3_MESH, .mesh = mesh, .bounding_radius = square_root(radius_squared)};
}

static Bound3 bound_around(Vec3 center, Vec3 extent)
{
    return (Bound3){vec3_sub(center, extent), vec3_add(center, extent)};
}

static Bound3 bound_join(Bound3 a, Bound3 b)
{
    return (Bound3){vec3_minimum(a.low, b.low), vec3_maximum(a.high, b.high)};
}

// Half edges of the box around a rotated ellipsoid with half-axes h: the lengths of the rows of
// rotation * diag(h). A disc is the ellipsoid with h.y = 0.
static Vec3 ellipsoid_extent(Mat3 r, Vec3 h)
{
    const Vec3 x = vec3_scale(r.x, h.x), y = vec3_scale(r.y, h.y), z = vec3_scale(r.z, h.z);
    return vec3(square_root(x.x * x.x + y.x * y.x + z.x * z.x),
                square_root(x.y * x.y + y.y * y.y + z.y * z.y),
                square_root(x.z * x.z + y.z * y.z + z.z * z.z));
}

static Bound3 bound_of_balls(const Shape3 *shape, Vec3 position, Vec3 axis)
{
    const Vec3 up = vec3_scale(axis, shape->half_height), one = {1.0f, 1.0f, 1.0f};
    return bound_join(bound_around(vec3_sub(position, up), vec3_scale(one, shape->radius_bottom)),
                      bound_around(vec3_add(position, up), vec3_scale(one, shape->radius_top)));
}

// Bound of a shape with two ends on the Y axis, each an ellipsoid or a disc.
static Bound3 bound_of_ends(const Shape3 *shape, Pose3 pose, Vec3 scale, float thickness)
{
    const Mat3 r = quat_matrix(pose.rotation);
    const Vec3 up = vec3_scale(r.y, shape->half_height * scale.y);
    const Vec3 unit = {scale.x, scale.y * thickness, scale.z};
    const Vec3 bottom = ellipsoid_extent(r, vec3_scale(unit, shape->radius_bottom));
    const Vec3 top = ellipsoid_extent(r, vec3_scale(unit, shape->radius_top));
    return bound_join(bound_around(vec3_sub(pose.position, up), bottom),
                      bound_around(vec3_add(pose.position, up), top));
}

static Bound3 bound_of_points(const Vec3 *points, uint32_t count, Pose3 pose)
{
    Bound3 bound = {{endless, endless, endless}, {-endless, -endless, -endless}};
    const Mat3 r = quat_matrix(pose.rotation);
    for (uint32_t i = 0; i < count; ++i) {
        const Vec3 p = mat3_transform(r, points[i]);
        bound.low = vec3_minimum(p, bound.low);
        bound.high = vec3_maximum(p, bound.high);
    }
    return (Bound3){vec3_add(bound.low, pose.position), vec3_add(bound.high, pose.position)};
}

// An infinite side extends along every axis that is not perpendicular to it; zero times infinity
// has to be zero here.
static float sheet_extent(float x_part, float z_part, Vec3 half)
{
    const float x = absolute(x_part) > 1e-7f ? absolute(x_part) * half.x : 0.0f;
    const float z = absolute(z_part) > 1e-7f ? absolute(z_part) * half.z : 0.0f;
    return x + z;
}

static Vec3 box_extent(Mat3 r, Vec3 h)
{
    return vec3(absolute(r.x.x) * h.x + absolute(r.y.x) * h.y + absolute(r.z.x) * h.z,
                absolute(r.x.y) * h.x + absolute(r.y.y) * h.y + absolute(r.z.y) * h.z,
                absolute(r.x.z) * h.x + absolute(r.y.z) * h.y + absolute(r.z.z) * h.z);
}

// The pose is passed by pointer: a pose that has just been computed would be stored number by
// number and copied as a whole at once, and the copy would wait for all of the stores.
Bound3 tum_shape3_bound(const Shape3 *shape, const Pose3 *world_from_shape)
{
    const Pose3 pose = *world_from_shape;
    const Vec3 p = pose.position, one = {1.0f, 1.0f, 1.0f};
    if (shape->kind == SHAPE3_SPHERE) {
        return bound_around(p, vec3_scale(one, shape->radius_bottom));
    }
    const Mat3 r = quat_matrix(pose.rotation);
    switch (shape->kind) {
    case SHAPE3_CAPSULE: return bound_of_balls(shape, p, r.y);
    case SHAPE3_BOX: return bound_around(p, box_extent(r, shape->half));
    case SHAPE3_CYLINDER: return bound_of_ends(shape, pose, one, 0.0f);
    case SHAPE3_ELLIPTIC:
        return bound_of_ends(shape, pose, shape->scale,
                             shape->base == SHAPE3_CYLINDER ? 0.0f : 1.0f);
    case SHAPE3_HULL:
        return bound_of_points(shape->hull->vertices, shape->hull->vertex_count, pose);
    case SHAPE3_SHEET:
        return bound_around(p, vec3(sheet_extent(r.x.x, r.z.x, shape->half),
                                    sheet_extent(r.x.y, r.z.y, shape->half),
                                    sheet_extent(r.x.z, r.z.z, shape->half)));
    case SHAPE3_MESH: {
        const Bound3 b = shape->mesh->bound;
        const Vec3 middle = vec3_scale(vec3_add(b.low, b.high), 0.5f);
        const Vec3 half = vec3_scale(vec3_sub(b.high, b.low), 0.5f);
        return bound_around(pose3_transform(pose, middle), box_extent(r, half));
    }
    default: return (Bound3){{-endless, -endless, -endless}, {endless, endless, endless}};
    }
}
