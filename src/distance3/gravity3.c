// SPDX-License-Identifier: MIT
// gravity3.c: the nearest point of a gravity source, and the acceleration toward it.
#include "distance3/gravity3.h"

#include "distance3/shapecast3.h"
#include "shape3/core3.h"

#define AT_SOURCE 1e-6 // [m] below this distance the direction is undefined

// Bisections of an interval of doubles; more change nothing.
#define BISECTIONS 128

// Nearest point of the ellipse x²/a² + z²/b² = 1, a >= b > 0, to a point with x, z >= 0.
//
// The nearest point is (a² x / (t + a²), b² z / (t + b²)) for the one t > -b² that puts it on the
// ellipse. Bisection finds t (Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a
// Hyperellipsoid", 2013); t is in units of b² here.
static void nearest_on_quarter(double a, double b, double x, double z, double *near_x,
                               double *near_z)
{
    if (!(z > 0.0)) {
        // On the long axis, two points are nearest while the foot lies within the ellipse.
        const double numerator = a * x, denominator = a * a - b * b;
        const double cosine = numerator < denominator ? numerator / denominator : 1.0;
        *near_x = a * cosine;
        *near_z = b * square_root64(maximum64(1.0 - cosine * cosine, 0.0));
        return;
    }
    const double ratio = (a / b) * (a / b), u = x / a, v = z / b;
    double low = v - 1.0, high = square_root64(ratio * u * (ratio * u) + v * v) - 1.0;
    double t = low;
    for (int i = 0; i < BISECTIONS; ++i) {
        t = 0.5 * (low + high);
        const double p = ratio * u / (t + ratio), q = v / (t + 1.0);
        const double beyond = p * p + q * q - 1.0;
        if (beyond == 0.0 || t == low || t == high) {
            break;
        }
        *(beyond > 0.0 ? &low : &high) = t;
    }
    *near_x = ratio * x / (t + ratio);
    *near_z = z / (t + 1.0);
}

// nearest_on_quarter for any point of the plane and half axes of any order, zero included.
static void nearest_on_rim(const double radii[2], double x, double z, double *near_x,
                           double *near_z)
{
    const bool is_swapped = radii[0] < radii[1];
    const double a = is_swapped ? radii[1] : radii[0], b = is_swapped ? radii[0] : radii[1];
    const double along = absolute64(is_swapped ? z : x), across = absolute64(is_swapped ? x : z);
    double p, q;
    if (!(b > 0.0)) {
        p = minimum64(along, a);
        q = 0.0;
    } else if (a == b) {
        const double length = square_root64(along * along + across * across);
        p = length > 0.0 ? a * along / length : a;
        q = length > 0.0 ? a * across / length : 0.0;
    } else {
        nearest_on_quarter(a, b, along, across, &p, &q);
    }
    *near_x = (is_swapped ? q : p) * (x < 0.0 ? -1.0 : 1.0);
    *near_z = (is_swapped ? p : q) * (z < 0.0 ? -1.0 : 1.0);
}

// Displacement to the ellipse in the plane y = 0 of the frame; false where no direction is the
// nearest.
static bool to_ellipse(const Field3 *field, DVec3 p, DVec3 *offset)
{
    const double a = field->radii[0], b = field->radii[1];
    if (field->kind == FIELD3_DISC) {
        const double u = p.x / a, v = p.z / b;
        if (a > 0.0 && b > 0.0 && u * u + v * v <= 1.0) {
            *offset = (DVec3){0.0, -p.y, 0.0};
            return true;
        }
    } else if (a > 0.0 && b > 0.0 && absolute64(p.x) < AT_SOURCE && absolute64(p.z) < AT_SOURCE) {
        return false;
    }
    double x, z;
    nearest_on_rim(field->radii, p.x, p.z, &x, &z);
    *offset = (DVec3){x - p.x, -p.y, z - p.z};
    return true;
}

static DVec3 to_segment(const double from[3], const double to[3], DVec3 p)
{
    const DVec3 a = {from[0], from[1], from[2]}, b = {to[0], to[1], to[2]};
    const DVec3 along = dvec3_sub(b, a);
    const double squared = dvec3_dot(along, along);
    const double t =
        squared > 0.0 ? clamp64(dvec3_dot(dvec3_sub(p, a), along) / squared, 0.0, 1.0) : 0.0;
    return dvec3_sub(dvec3_add_scaled(a, along, t), p);
}

// The first of equally near segments counts.
static DVec3 to_line(const Field3 *field, DVec3 p)
{
    DVec3 best = {0.0, 0.0, 0.0};
    double least = 0.0;
    for (size_t i = 0; i + 1 < field->point_count; ++i) {
        const DVec3 offset = to_segment(&field->points[3 * i], &field->points[3 * i + 3], p);
        const double squared = dvec3_dot(offset, offset);
        if (i == 0 || squared < least) {
            best = offset;
            least = squared;
        }
    }
    return best;
}

// Displacement to the surface, in the world; also from inside the shape.
static bool to_surface(const Field3 *field, DVec3 point, DVec3 *offset)
{
    Nearest3 nearest;
    if (!tum_nearest3(&field->shape, field->world_from_frame, vec3_narrow(point), 1e30, &nearest)) {
        return false;
    }
    *offset = dvec3_scale(vec3_widen(nearest.normal), -nearest.distance);
    return true;
}

DVec3 tum_field3_at(const Field3 *field, DVec3 point)
{
    const DVec3 none = {0.0, 0.0, 0.0};
    const DMat3 axes = core3_rotation(field->world_from_frame.rotation);
    if (field->kind == FIELD3_DIRECTIONAL) {
        return dvec3_scale(dmat3_transform(axes, field->direction), field->strength);
    }
    DVec3 offset;
    if (field->kind == FIELD3_SHAPED) {
        if (!to_surface(field, point, &offset)) {
            return none;
        }
    } else {
        const DVec3 p = dmat3_transform_transposed(
            axes, dvec3_sub(point, vec3_widen(field->world_from_frame.position)));
        if (field->kind == FIELD3_POINT) {
            offset = dvec3_negate(p);
        } else if (field->kind == FIELD3_LINE) {
            offset = to_line(field, p);
        } else if (!to_ellipse(field, p, &offset)) {
            return none;
        }
        offset = dmat3_transform(axes, offset);
    }
    const double distance = dvec3_length(offset);
    if (!(distance >= AT_SOURCE)) {
        return none;
    }
    double strength = field->strength;
    if (field->unit_distance > 0.0) {
        const double ratio = field->unit_distance / distance;
        strength *= ratio * ratio;
    }
    return dvec3_scale(offset, strength / distance);
}

Vec3 tum_gravity3_at(const Gravity3 *gravity, int32_t body, Vec3 center, Vec3 uniform)
{
    if ((size_t)body >= gravity->body_count || gravity->bodies[body].count == 0) {
        return uniform;
    }
    const FieldRange3 *range = &gravity->bodies[body];
    const DVec3 point = vec3_widen(center);
    DVec3 sum = range->stops ? (DVec3){0.0, 0.0, 0.0} : vec3_widen(uniform);
    for (uint32_t i = 0; i < range->count; ++i) {
        const Field3 *field = &gravity->fields[gravity->order[range->first + i]];
        sum = dvec3_add(sum, tum_field3_at(field, point));
    }
    return vec3_narrow(sum);
}
