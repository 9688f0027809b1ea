// SPDX-License-Identifier: MIT
// shape4.c: shapes in 4D and their support points (docs/simulation.md#11-four-dimensions). The
// support point of a sum of sets is the sum of their support points: the corner of the box plus the
// point of each curve's ellipsoid.
#include "shape4/shape4.h"

#include "math/power.h"
#include "shape4/hull4.h"
#include "shape4/mesh4.h"

// Smaller sizes are raised to this one (docs/dialects.md#shapes).
#define SMALLEST_SIZE 1e-6

static double sign_of(double x)
{
    return x < 0.0 ? -1.0 : 1.0;
}

static double *axis_of(DVec4 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : axis == 2 ? &v->z : &v->w;
}

// Bounding radius and inscribed ball of a rounded shape. The bounding radius of a product is the
// norm of those of its factors, and its inscribed ball is the smallest of the factors'. A factor is
// a box and a superball around it: with exponent 2 or less its bounding radius is its largest
// radius, and in k axes it contains a ball of 1 / sqrt(k) of its smallest radius.
static Shape4 measure_rounded(Shape4 shape)
{
    double squared = 0.0, inner = __builtin_inf();
    for (int i = 0; i < 4; ++i) {
        const double half = dvec4_part(shape.half, i);
        squared += half * half;
        inner = shape.group[i] == 0 ? minimum64(inner, half) : inner;
    }
    for (int c = 0; c < SHAPE4_CURVES && shape.exponents[c] > 0.0; ++c) {
        double largest = 0.0, all = 0.0, smallest = __builtin_inf(), box = 0.0, thin = smallest;
        int axes = 0;
        for (int i = 0; i < 4; ++i) {
            if (shape.group[i] == c + 1) {
                const double radius = dvec4_part(shape.radii, i), half = dvec4_part(shape.half, i);
                largest = maximum64(largest, radius);
                smallest = minimum64(smallest, radius);
                all += radius * radius;
                box += half * half;
                thin = minimum64(thin, half);
                ++axes;
            }
        }
        const double reach = shape.exponents[c] <= 2.0 ? largest : square_root64(all);
        squared += reach * (reach + 2.0 * square_root64(box));
        const double share = shape.exponents[c] < 2.0 ? 1.0 / square_root64((double)axes) : 1.0;
        inner = minimum64(inner, thin + smallest * share);
    }
    shape.bounding_radius = square_root64(squared) + shape.radius;
    shape.inner = inner + shape.radius;
    return shape;
}

// The inscribed radius is limited by the slope of the side.
static Shape4 measure_tapered(Shape4 shape)
{
    const DVec4 widest = dvec4_maximum(shape.radii, shape.radii_top);
    const double radius = maximum64(widest.x, maximum64(widest.z, widest.w));
    const double height = shape.half_height;
    shape.bounding_radius = widest.y > 0.0 ? height + maximum64(radius, widest.y)
                                           : square_root64(height * height + radius * radius);
    shape.inner = height;
    for (int i = 0; i < 4; ++i) {
        if (i != 1) {
            const double bottom = dvec4_part(shape.radii, i), top = dvec4_part(shape.radii_top, i);
            const double rise = bottom - top, length = 2.0 * height;
            const double cosine = length / square_root64(length * length + rise * rise);
            shape.inner = minimum64(shape.inner, 0.5 * (bottom + top) * cosine);
        }
    }
    return shape;
}

Shape4 tum_shape4_box(DVec4 half)
{
    const DVec4 least = {SMALLEST_SIZE, SMALLEST_SIZE, SMALLEST_SIZE, SMALLEST_SIZE};
    return measure_rounded((Shape4){.kind = SHAPE4_ROUNDED, .half = dvec4_maximum(half, least)});
}

Shape4 tum_shape4_points(const double *points, size_t count)
{
    Shape4 shape = {.kind = SHAPE4_POINTS, .points = points, .point_count = count};
    double squared = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const DVec4 p = {points[4 * i], points[4 * i + 1], points[4 * i + 2], points[4 * i + 3]};
        shape.middle = dvec4_add_scaled(shape.middle, p, 1.0 / (double)count);
        squared = maximum64(dvec4_length_squared(p), squared);
    }
    shape.bounding_radius = square_root64(squared);
    return shape;
}

Shape4 tum_shape4_hull(const Hull4 *hull)
{
    return (Shape4){.kind = SHAPE4_POINTS,
                    .points = hull->points,
                    .point_count = hull->vertex_count,
                    .hull = hull,
                    .bounding_radius = hull->bounding_radius,
                    .middle = hull->middle,
                    .inner = hull->inner};
}

Shape4 tum_shape4_plane(void)
{
    return (Shape4){.kind = SHAPE4_PLANE, .bounding_radius = __builtin_inf()};
}

Shape4 tum_shape4_mesh(const Mesh4 *mesh)
{
    return (Shape4){.kind = SHAPE4_MESH,
                    .mesh = mesh,
                    .bounding_radius = mesh->bounding_radius,
                    .middle = mesh->middle};
}

// The radius of a curve that is a circle or a ball; 0: another curve.
static double even_radius(const Shape4 *shape, int curve)
{
    double radius = 0.0;
    for (int i = 0; i < 4; ++i) {
        if (shape->group[i] == curve + 1) {
            const double own = dvec4_part(shape->radii, i);
            if (radius > 0.0 && own != radius) {
                return 0.0;
            }
            radius = own;
        }
    }
    return shape->exponents[curve] == 2.0 ? radius : 0.0;
}

Shape4 tum_shape4_shrunk(const Shape4 *shape, double share)
{
    Shape4 smaller = *shape;
    const double core = shape->inner - shape->radius;
    if (!(core > 0.0)) {
        return smaller;
    }
    const double depth = share * core;
    smaller.radius = shape->radius + depth;
    smaller.shrink = share;
    if (shape->kind != SHAPE4_ROUNDED) {
        smaller.radii = dvec4_scale(shape->radii, 1.0 - share);
        smaller.radii_top = dvec4_scale(shape->radii_top, 1.0 - share);
        smaller.half_height = shape->half_height * (1.0 - share);
        return smaller;
    }
    // Each factor shrinks: flat axes and balls by the depth, other curves by their share, which is
    // as much or more.
    for (int i = 0; i < 4; ++i) {
        double *half = axis_of(&smaller.half, i), *radius = axis_of(&smaller.radii, i);
        if (shape->group[i] == 0) {
            *half -= depth;
        } else if (even_radius(shape, shape->group[i] - 1) > depth) {
            *radius -= depth;
        } else {
            *half *= 1.0 - share;
            *radius *= 1.0 - share;
        }
    }
    return smaller;
}

bool tum_shape4_general(DVec4 half, const TumCurve *curves, size_t curve_count, Shape4 *shape)
{
    *shape = (Shape4){.kind = SHAPE4_ROUNDED, .half = half};
    uint8_t group = 0;
    for (size_t c = 0; c < curve_count; ++c) {
        bool has_axis = false;
        for (int i = 0; i < 4; ++i) {
            if (!(curves[c].radii[i] > 0.0)) {
                continue;
            }
            if (shape->group[i] != 0) {
                *shape = tum_shape4_box(half);
                return false;
            }
            shape->group[i] = (uint8_t)(group + 1);
            *axis_of(&shape->radii, i) = curves[c].radii[i];
            has_axis = true;
        }
        if (has_axis) {
            // At most four curves have an axis, since there are four axes.
            shape->exponents[group++] = maximum64(curves[c].exponent, 1.0);
        }
    }
    const DVec4 r = shape->radii;
    const bool is_ball = shape->group[0] == 1 && shape->group[1] == 1 && shape->group[2] == 1 &&
                         shape->group[3] == 1 && shape->exponents[0] == 2.0 && r.x == r.y &&
                         r.y == r.z && r.z == r.w;
    if (is_ball) {
        *shape =
            (Shape4){.kind = SHAPE4_ROUNDED, .half = half, .radius = maximum64(r.x, SMALLEST_SIZE)};
    }
    for (int i = 0; i < 4 && !is_ball; ++i) {
        if (shape->group[i] == 0) {
            *axis_of(&shape->half, i) = maximum64(dvec4_part(half, i), SMALLEST_SIZE);
        }
    }
    *shape = measure_rounded(*shape);
    return true;
}

static DVec4 scaled_radii(double radius, bool has_y, const double scale[4])
{
    return (DVec4){radius * scale[0], has_y ? radius * scale[1] : 0.0, radius * scale[2],
                   radius * scale[3]};
}

static bool round_shape(DVec4 half, DVec4 radii, Shape4 *shape)
{
    const TumCurve curve = {{radii.x, radii.y, radii.z, radii.w}, 2.0};
    return tum_shape4_general(half, &curve, 1, shape);
}

// Capsules and cylinders along Y.
static bool long_shape(const TumShape *from, const double scale[4], Shape4 *shape)
{
    const bool is_capsule = from->kind == TUM_SHAPE_CAPSULE;
    const double half_height = 0.5 * from->height * scale[1];
    const DVec4 bottom = scaled_radii(from->radius_bottom, is_capsule, scale);
    if (from->radius_bottom == from->radius_top) {
        return round_shape((DVec4){.y = half_height}, bottom, shape);
    }
    *shape =
        measure_tapered((Shape4){.kind = SHAPE4_TAPERED,
                                 .radii = bottom,
                                 .radii_top = scaled_radii(from->radius_top, is_capsule, scale),
                                 .half_height = maximum64(half_height, SMALLEST_SIZE)});
    return true;
}

bool tum_shape4_of_scene(const TumShape *from, const TumCurve *curves, const TumMesh *mesh,
                         const double scale[4], Shape4 *shape)
{
    const DVec4 half = {0.5 * from->size[0] * scale[0], 0.5 * from->size[1] * scale[1],
                        0.5 * from->size[2] * scale[2], 0.5 * from->size[3] * scale[3]};
    *shape = tum_shape4_box(half);
    switch (from->kind) {
    case TUM_SHAPE_SPHERE:
        return round_shape((DVec4){0}, scaled_radii(from->radius, true, scale), shape);
    case TUM_SHAPE_BOX: return true;
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER: return long_shape(from, scale, shape);
    case TUM_SHAPE_CONVEX:
        if (mesh == NULL || mesh->point_count == 0) {
            return false;
        }
        *shape = tum_shape4_points(mesh->points, mesh->point_count);
        return true;
    case TUM_SHAPE_GENERAL: {
        TumCurve scaled[SHAPE4_CURVES];
        size_t count = 0;
        for (int32_t c = 0; c < from->curve_count; ++c) {
            const TumCurve *curve = &curves[from->curve_first + c];
            TumCurve own = {.exponent = curve->exponent};
            bool has_axis = false;
            for (int i = 0; i < 4; ++i) {
                own.radii[i] = curve->radii[i] * scale[i];
                has_axis = has_axis || own.radii[i] > 0.0;
            }
            if (has_axis && count == SHAPE4_CURVES) {
                return false; // five curves cannot each have an axis of their own
            }
            if (has_axis) {
                scaled[count++] = own;
            }
        }
        return tum_shape4_general(half, scaled, count, shape);
    }
    case TUM_SHAPE_PLANE:
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP:
    case TUM_SHAPE_RAY: break;
    }
    return false;
}

// The support point of the ellipsoid with these radii.
static DVec4 ellipsoid_support(DVec4 radii, DVec4 direction)
{
    const DVec4 g = dvec4_multiply(radii, direction);
    const double length = dvec4_length(g);
    return length > 0.0 ? dvec4_scale(dvec4_multiply(radii, g), 1.0 / length) : (DVec4){0};
}

// Support point of a curve of exponent n over the axes of a group: with g_j = r_j |d_j| and m = n /
// (n - 1), the point r_j sign(d_j) (g_j / |g|_m)^(m - 1); for n = 1 the corner with the largest g.
static void add_curve(const Shape4 *shape, int curve, DVec4 direction, DVec4 *point)
{
    const double n = shape->exponents[curve];
    double g[4], largest = 0.0;
    int corner = -1;
    for (int i = 0; i < 4; ++i) {
        const bool is_in = shape->group[i] == curve + 1;
        g[i] = is_in ? dvec4_part(shape->radii, i) * absolute64(dvec4_part(direction, i)) : 0.0;
        if (g[i] > largest) {
            largest = g[i];
            corner = i;
        }
    }
    if (corner < 0) {
        return;
    }
    if (n == 1.0) {
        *axis_of(point, corner) +=
            dvec4_part(shape->radii, corner) * sign_of(dvec4_part(direction, corner));
        return;
    }
    const double m = n / (n - 1.0);
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        g[i] /= largest;
        sum += tum_pow64(g[i], m);
    }
    const double length = tum_pow64(sum, 1.0 / n);
    for (int i = 0; i < 4; ++i) {
        *axis_of(point, i) += dvec4_part(shape->radii, i) * sign_of(dvec4_part(direction, i)) *
                              tum_pow64(g[i], m - 1.0) / length;
    }
}

static DVec4 rounded_support(const Shape4 *shape, DVec4 d)
{
    DVec4 point = {sign_of(d.x) * shape->half.x, sign_of(d.y) * shape->half.y,
                   sign_of(d.z) * shape->half.z, sign_of(d.w) * shape->half.w};
    for (int c = 0; c < SHAPE4_CURVES && shape->exponents[c] > 0.0; ++c) {
        if (shape->exponents[c] != 2.0) {
            add_curve(shape, c, d, &point);
            continue;
        }
        const DVec4 radii = {shape->group[0] == c + 1 ? shape->radii.x : 0.0,
                             shape->group[1] == c + 1 ? shape->radii.y : 0.0,
                             shape->group[2] == c + 1 ? shape->radii.z : 0.0,
                             shape->group[3] == c + 1 ? shape->radii.w : 0.0};
        point = dvec4_add(point, ellipsoid_support(radii, d));
    }
    return point;
}

static DVec4 tapered_support(const Shape4 *shape, DVec4 d)
{
    DVec4 bottom = ellipsoid_support(shape->radii, d), top = ellipsoid_support(shape->radii_top, d);
    bottom.y -= shape->half_height;
    top.y += shape->half_height;
    return dvec4_dot(top, d) > dvec4_dot(bottom, d) ? top : bottom;
}

static DVec4 points_support(const Shape4 *shape, DVec4 d)
{
    if (shape->hull != NULL) {
        const DVec4 p = hull4_vertex(shape->hull, tum_hull4_support(shape->hull, d));
        return dvec4_add_scaled(p, dvec4_sub(shape->middle, p), shape->shrink);
    }
    DVec4 best = {shape->points[0], shape->points[1], shape->points[2], shape->points[3]};
    double farthest = dvec4_dot(best, d);
    for (size_t i = 1; i < shape->point_count; ++i) {
        const double *p = &shape->points[4 * i];
        const DVec4 point = {p[0], p[1], p[2], p[3]};
        const double distance = dvec4_dot(point, d);
        if (distance > farthest) {
            farthest = distance;
            best = point;
        }
    }
    return dvec4_add_scaled(best, dvec4_sub(shape->middle, best), shape->shrink);
}

DVec4 tum_shape4_core_support(const Shape4 *shape, DVec4 direction)
{
    switch (shape->kind) {
    case SHAPE4_ROUNDED: return rounded_support(shape, direction);
    case SHAPE4_TAPERED: return tapered_support(shape, direction);
    case SHAPE4_POINTS: return points_support(shape, direction);
    case SHAPE4_PLANE:
    case SHAPE4_MESH: break;
    }
    return (DVec4){0};
}

DVec4 tum_shape4_support(const Shape4 *shape, DVec4 direction)
{
    const DVec4 core = tum_shape4_core_support(shape, direction);
    const double length = dvec4_length(direction);
    return length > 0.0 ? dvec4_add_scaled(core, direction, shape->radius / length) : core;
}

// The axis-aligned box of the mesh's own box.
static Bound4 mesh_bound(const Mesh4 *mesh, DVec4 position, DMat4 rotation)
{
    const DVec4 half = dvec4_scale(dvec4_sub(mesh->high, mesh->low), 0.5);
    const DVec4 center = dvec4_add(
        position, dmat4_transform(rotation, dvec4_scale(dvec4_add(mesh->low, mesh->high), 0.5)));
    const DMat4 size = {dvec4_absolute(rotation.x), dvec4_absolute(rotation.y),
                        dvec4_absolute(rotation.z), dvec4_absolute(rotation.w)};
    const DVec4 extent = dmat4_transform(size, half);
    return (Bound4){dvec4_sub(center, extent), dvec4_add(center, extent)};
}

// For a box with a radius, the extents of its axes add up along each axis of the world.
static Bound4 box_bound(const Shape4 *shape, DVec4 position, DMat4 rotation)
{
    DVec4 extent = {shape->radius, shape->radius, shape->radius, shape->radius};
    extent = dvec4_add_scaled(extent, dvec4_absolute(rotation.x), shape->half.x);
    extent = dvec4_add_scaled(extent, dvec4_absolute(rotation.y), shape->half.y);
    extent = dvec4_add_scaled(extent, dvec4_absolute(rotation.z), shape->half.z);
    extent = dvec4_add_scaled(extent, dvec4_absolute(rotation.w), shape->half.w);
    return (Bound4){dvec4_sub(position, extent), dvec4_add(position, extent)};
}

Bound4 tum_shape4_bound(const Shape4 *shape, DVec4 position, DMat4 rotation)
{
    if (shape->kind == SHAPE4_PLANE) {
        const double far = __builtin_inf();
        return (Bound4){{-far, -far, -far, -far}, {far, far, far, far}};
    }
    if (shape->kind == SHAPE4_MESH) {
        return mesh_bound(shape->mesh, position, rotation);
    }
    if (shape->kind == SHAPE4_ROUNDED && shape->exponents[0] == 0.0) {
        return box_bound(shape, position, rotation);
    }
    // The extent along a world axis is that of the shape along the matching row of the rotation.
    const DMat4 rows = dmat4_transpose(rotation);
    const DVec4 axes[4] = {rows.x, rows.y, rows.z, rows.w};
    Bound4 bound = {position, position};
    for (int i = 0; i < 4; ++i) {
        const DVec4 back = dvec4_negate(axes[i]);
        *axis_of(&bound.high, i) += dvec4_dot(tum_shape4_support(shape, axes[i]), axes[i]);
        *axis_of(&bound.low, i) -= dvec4_dot(tum_shape4_support(shape, back), back);
    }
    return bound;
}
