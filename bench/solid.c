// SPDX-License-Identifier: MIT
// solid.c: exact overlap of two convex shapes.
#include "solid.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                         a[0] * b[1] - a[1] * b[0]};
    memcpy(out, c, sizeof c);
}

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; ++k) {
        out[k] = a[k] - b[k];
    }
}

SolidPose solid_pose(const double position[3], const double q[4])
{
    // Poses come in floats: a rotation that is off unit length by a rounding must not scale.
    const double s = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    return (SolidPose){{position[0], position[1], position[2]},
                       {1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w),
                        s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w),
                        s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)}};
}

static void turn(const SolidPose *pose, const double v[3], double out[3])
{
    const double *m = pose->rotation;
    const double turned[3] = {dot(m, v), dot(m + 3, v), dot(m + 6, v)};
    memcpy(out, turned, sizeof turned);
}

void solid_pose_point(const SolidPose *pose, const double p[3], double out[3])
{
    turn(pose, p, out);
    for (int k = 0; k < 3; ++k) {
        out[k] += pose->position[k];
    }
}

SolidPose solid_pose_in(const SolidPose *a, const SolidPose *b)
{
    SolidPose both;
    solid_pose_point(a, b->position, both.position);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            both.rotation[3 * row + column] = a->rotation[3 * row] * b->rotation[column] +
                                              a->rotation[3 * row + 1] * b->rotation[3 + column] +
                                              a->rotation[3 * row + 2] * b->rotation[6 + column];
        }
    }
    return both;
}

// Adds a direction unless it, or its opposite, is there.
static void add_axis(double axes[][3], int *count, const double axis[3])
{
    const double length = sqrt(dot(axis, axis));
    double unit[3];
    for (int k = 0; k < 3; ++k) {
        unit[k] = axis[k] / length;
    }
    for (int i = 0; i < *count; ++i) {
        double sine[3];
        cross(axes[i], unit, sine);
        if (dot(sine, sine) < 1e-16) {
            return;
        }
    }
    if (*count < SOLID_AXES) {
        memcpy(axes[(*count)++], unit, sizeof unit);
    }
}

static void init_box(SolidShape *shape)
{
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    shape->is_box = true;
    shape->corner_count = 8;
    for (int i = 0; i < 8; ++i) {
        for (int k = 0; k < 3; ++k) {
            shape->corners[i][k] = (i >> k & 1) != 0 ? shape->half[k] : -shape->half[k];
        }
    }
    for (int i = 0; i < 3; ++i) {
        add_axis(shape->normals, &shape->normal_count, axes[i]);
        add_axis(shape->edges, &shape->edge_count, axes[i]);
    }
}

// The side of the plane through three corners on which all others lie: a face.
static bool plane_of(const SolidShape *shape, int a, int b, int c, double normal[3])
{
    double ab[3], ac[3];
    subtract(shape->corners[b], shape->corners[a], ab);
    subtract(shape->corners[c], shape->corners[a], ac);
    cross(ab, ac, normal);
    const double length = sqrt(dot(normal, normal));
    if (length < 1e-12) {
        return false;
    }
    const double tolerance = 1e-7 * length; // [m] times length: points are floats
    bool below = false, above = false;
    for (int i = 0; i < shape->corner_count; ++i) {
        double offset[3];
        subtract(shape->corners[i], shape->corners[a], offset);
        below |= dot(offset, normal) < -tolerance;
        above |= dot(offset, normal) > tolerance;
    }
    return !(below && above);
}

// Every three corners are tried: hulls here have twenty. Sides of faces that are split into
// triangles count as edges too: more axes than needed separate nothing more.
static void init_hull(SolidShape *shape, const TumMesh *mesh)
{
    shape->is_known = mesh->point_count <= SOLID_CORNERS;
    shape->corner_count = shape->is_known ? (int)mesh->point_count : 0;
    memcpy(shape->corners, mesh->points, (size_t)shape->corner_count * sizeof *shape->corners);
    for (int a = 0; a < shape->corner_count; ++a) {
        for (int b = a + 1; b < shape->corner_count; ++b) {
            for (int c = b + 1; c < shape->corner_count; ++c) {
                double normal[3];
                if (!plane_of(shape, a, b, c, normal)) {
                    continue;
                }
                add_axis(shape->normals, &shape->normal_count, normal);
                const int ends[3][2] = {{a, b}, {b, c}, {a, c}};
                for (int i = 0; i < 3; ++i) {
                    double edge[3];
                    subtract(shape->corners[ends[i][1]], shape->corners[ends[i][0]], edge);
                    add_axis(shape->edges, &shape->edge_count, edge);
                }
            }
        }
    }
}

void solid_shape_init(SolidShape *shape, const TumScene *scene, int32_t index,
                      const double scale[3])
{
    const TumShape *from = &scene->shapes[index];
    *shape = (SolidShape){.is_known = true};
    switch (from->kind) {
    case TUM_SHAPE_SPHERE:
        shape->radius = from->radius * scale[0];
        shape->corner_count = 1;
        break;
    case TUM_SHAPE_CAPSULE: {
        const double along[3] = {0.0, 1.0, 0.0};
        shape->radius = from->radius_top * scale[0];
        shape->corner_count = 2;
        shape->corners[0][1] = -0.5 * from->height * scale[1];
        shape->corners[1][1] = 0.5 * from->height * scale[1];
        add_axis(shape->edges, &shape->edge_count, along);
        break;
    }
    case TUM_SHAPE_BOX:
        for (int k = 0; k < 3; ++k) {
            shape->half[k] = 0.5 * from->size[k] * scale[k];
        }
        init_box(shape);
        break;
    case TUM_SHAPE_CONVEX: init_hull(shape, &scene->meshes[from->mesh]); break;
    default: shape->is_known = false; break;
    }
}

void solid_place(Solid *solid, const SolidShape *shape, const SolidPose *pose)
{
    solid->shape = shape;
    solid->pose = *pose;
    for (int k = 0; k < 3; ++k) {
        solid->low[k] = INFINITY;
        solid->high[k] = -INFINITY;
    }
    for (int i = 0; i < shape->corner_count; ++i) {
        double corner[3];
        solid_pose_point(pose, shape->corners[i], corner);
        for (int k = 0; k < 3; ++k) {
            solid->low[k] = fmin(solid->low[k], corner[k] - shape->radius);
            solid->high[k] = fmax(solid->high[k], corner[k] + shape->radius);
        }
    }
}

// Both shapes with everything in the world's frame.
typedef struct Placed {
    double corners[SOLID_CORNERS][3], normals[SOLID_AXES][3], edges[SOLID_AXES][3];
    int corner_count, normal_count, edge_count;
} Placed;

static void place(Placed *placed, const Solid *solid)
{
    const SolidShape *shape = solid->shape;
    placed->corner_count = shape->corner_count;
    placed->normal_count = shape->normal_count;
    placed->edge_count = shape->edge_count;
    for (int i = 0; i < shape->corner_count; ++i) {
        solid_pose_point(&solid->pose, shape->corners[i], placed->corners[i]);
    }
    for (int i = 0; i < shape->normal_count; ++i) {
        turn(&solid->pose, shape->normals[i], placed->normals[i]);
    }
    for (int i = 0; i < shape->edge_count; ++i) {
        turn(&solid->pose, shape->edges[i], placed->edges[i]);
    }
}

static void project(const Placed *placed, const double axis[3], double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < placed->corner_count; ++i) {
        const double along = dot(placed->corners[i], axis);
        *low = along < *low ? along : *low;
        *high = along > *high ? along : *high;
    }
}

static double overlap_along(const Placed *a, const Placed *b, const double axis[3])
{
    double low_a, high_a, low_b, high_b;
    project(a, axis, &low_a, &high_a);
    project(b, axis, &low_b, &high_b);
    return fmin(high_a - low_b, high_b - low_a);
}

// Least overlap of two cores over all axes that can tell; 0 as soon as one shows a gap.
static double core_depth(const Solid *solid_a, const Solid *solid_b)
{
    Placed a, b;
    place(&a, solid_a);
    place(&b, solid_b);
    double least = INFINITY;
    for (int i = 0; i < a.normal_count + b.normal_count && least > 0.0; ++i) {
        const double *axis = i < a.normal_count ? a.normals[i] : b.normals[i - a.normal_count];
        least = fmin(least, overlap_along(&a, &b, axis));
    }
    for (int i = 0; i < a.edge_count && least > 0.0; ++i) {
        for (int k = 0; k < b.edge_count && least > 0.0; ++k) {
            double axis[3];
            cross(a.edges[i], b.edges[k], axis);
            const double length = sqrt(dot(axis, axis));
            if (length > 1e-6) { // else parallel: faces tell
                least = fmin(least, overlap_along(&a, &b, axis) / length);
            }
        }
    }
    return fmax(least, 0.0);
}

static double clamp(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

static double length_of(const double v[3])
{
    return sqrt(dot(v, v));
}

// Distance of two segments that may be points (Ericson, "Real-Time Collision Detection", 5.1.9).
static double segment_distance(const Placed *a, const Placed *b)
{
    const double *p = a->corners[0], *q = b->corners[0];
    double d1[3], d2[3], r[3];
    subtract(a->corners[a->corner_count - 1], p, d1);
    subtract(b->corners[b->corner_count - 1], q, d2);
    subtract(p, q, r);
    const double aa = dot(d1, d1), ee = dot(d2, d2), f = dot(d2, r), c = dot(d1, r);
    const double bb = dot(d1, d2), denominator = aa * ee - bb * bb;
    double s = 0.0, t = 0.0;
    if (aa > 0.0 && ee > 0.0) {
        s = denominator > 1e-12 * aa * ee ? clamp((bb * f - c * ee) / denominator) : 0.0;
        t = (bb * s + f) / ee;
        s = t < 0.0 ? clamp(-c / aa) : t > 1.0 ? clamp((bb - c) / aa) : s;
        t = clamp(t);
    } else if (aa > 0.0) {
        s = clamp(-c / aa);
    } else if (ee > 0.0) {
        t = clamp(f / ee);
    }
    double apart[3];
    for (int k = 0; k < 3; ++k) {
        apart[k] = r[k] + s * d1[k] - t * d2[k];
    }
    return length_of(apart);
}

// Of a point at `s` of the segment, in the frame of the box.
static double distance_to_box(const double from[3], const double along[3], double s,
                              const double half[3])
{
    double outside[3];
    for (int k = 0; k < 3; ++k) {
        outside[k] = fmax(fabs(from[k] + s * along[k]) - half[k], 0.0);
    }
    return length_of(outside);
}

// Along a segment the distance to a convex set is convex: golden sections close in on its least.
static double round_box_distance(const Solid *round, const Solid *box)
{
    double ends[2][3], along[3];
    for (int i = 0; i < 2; ++i) {
        double world[3], offset[3];
        solid_pose_point(&round->pose, round->shape->corners[i % round->shape->corner_count],
                         world);
        subtract(world, box->pose.position, offset);
        for (int k = 0; k < 3; ++k) {
            const double *m = box->pose.rotation;
            ends[i][k] = m[k] * offset[0] + m[3 + k] * offset[1] + m[6 + k] * offset[2];
        }
    }
    subtract(ends[1], ends[0], along);
    const double golden = 0.6180339887498949;
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60; ++i) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        if (distance_to_box(ends[0], along, a, box->shape->half) <=
            distance_to_box(ends[0], along, b, box->shape->half)) {
            high = b;
        } else {
            low = a;
        }
    }
    return fmin(distance_to_box(ends[0], along, 0.5 * (low + high), box->shape->half),
                fmin(distance_to_box(ends[0], along, 0.0, box->shape->half),
                     distance_to_box(ends[0], along, 1.0, box->shape->half)));
}

static bool is_round(const Solid *solid)
{
    return solid->shape->normal_count == 0;
}

double solid_depth(const Solid *a, const Solid *b)
{
    const double radii = a->shape->radius + b->shape->radius;
    if (!is_round(a) && !is_round(b)) {
        return core_depth(a, b);
    }
    double distance;
    if (is_round(a) && is_round(b)) {
        Placed placed_a, placed_b;
        place(&placed_a, a);
        place(&placed_b, b);
        distance = segment_distance(&placed_a, &placed_b);
    } else {
        assert(a->shape->is_box || b->shape->is_box);
        distance = is_round(a) ? round_box_distance(a, b) : round_box_distance(b, a);
        if (distance <= 0.0) {
            return radii + core_depth(a, b);
        }
    }
    return fmax(radii - distance, 0.0);
}
