// SPDX-License-Identifier: MIT
// solid.c: exact overlap of two convex shapes.
#include "solid.h"

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

// A prism, a frustum, or a pyramid where a radius is 0.
static void init_cylinder(SolidShape *shape, double bottom, double top, double half)
{
    const double pi = 3.14159265358979323846, up[3] = {0.0, 1.0, 0.0};
    // Between the circles through the corners and the middles of the sides.
    const double share = 2.0 / (1.0 + cos(pi / SOLID_SIDES));
    const double slope = 0.5 * (bottom - top) / half;
    add_axis(shape->normals, &shape->normal_count, up);
    for (int i = 0; i < SOLID_SIDES; ++i) {
        const double angle = 2.0 * pi * i / SOLID_SIDES, between = angle + pi / SOLID_SIDES;
        const double x = share * cos(angle), z = share * sin(angle);
        const double low[3] = {bottom * x, -half, bottom * z}, high[3] = {top * x, half, top * z};
        const double normal[3] = {cos(between), slope * cos(pi / SOLID_SIDES) * share,
                                  sin(between)};
        const double rim[3] = {-sin(between), 0.0, cos(between)};
        double edge[3];
        subtract(high, low, edge);
        if (bottom > 0.0) {
            memcpy(shape->corners[shape->corner_count++], low, sizeof low);
        }
        if (top > 0.0) {
            memcpy(shape->corners[shape->corner_count++], high, sizeof high);
        }
        add_axis(shape->normals, &shape->normal_count, normal);
        add_axis(shape->edges, &shape->edge_count, rim);
        add_axis(shape->edges, &shape->edge_count, edge);
    }
    if (bottom == 0.0 || top == 0.0) {
        double *apex = shape->corners[shape->corner_count++];
        apex[0] = apex[2] = 0.0;
        apex[1] = bottom == 0.0 ? -half : half;
    }
}

void solid_shape_init(SolidShape *shape, const TumScene *scene, int32_t index,
                      const double scale[3])
{
    const TumShape *from = &scene->shapes[index];
    *shape = (SolidShape){.is_known = true};
    switch (from->kind) {
    case TUM_SHAPE_SPHERE:
        shape->radius = shape->radius_end = from->radius * scale[0];
        shape->corner_count = 1;
        break;
    case TUM_SHAPE_CAPSULE: {
        const double along[3] = {0.0, 1.0, 0.0};
        shape->radius = from->radius_bottom * scale[0];
        shape->radius_end = from->radius_top * scale[0];
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
    case TUM_SHAPE_CYLINDER:
        init_cylinder(shape, from->radius_bottom * scale[0], from->radius_top * scale[0],
                      0.5 * from->height * scale[1]);
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
            const double radius = i == 0 ? shape->radius : shape->radius_end;
            solid->low[k] = fmin(solid->low[k], corner[k] - radius);
            solid->high[k] = fmax(solid->high[k], corner[k] + radius);
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

// Point of a round core in the world, and the radius there. @param s  0 at the first corner.
static double round_at(const Solid *round, double s, double point[3])
{
    const SolidShape *shape = round->shape;
    double local[3];
    for (int k = 0; k < 3; ++k) {
        const double first = shape->corners[0][k],
                     last = shape->corners[shape->corner_count - 1][k];
        local[k] = first + s * (last - first);
    }
    solid_pose_point(&round->pose, local, point);
    return shape->radius + s * (shape->radius_end - shape->radius);
}

enum { SIMPLEX_CORNERS = 4, SIMPLEX_EDGES = SIMPLEX_CORNERS - 1 };

// Solves `count` linear equations with a right-hand side in the column behind, by Gauss and Jordan.
// @return false where they depend on each other.
static bool solve_equations(double m[SIMPLEX_EDGES][SIMPLEX_CORNERS], int count)
{
    for (int i = 0; i < count; ++i) {
        int pivot = i;
        for (int k = i + 1; k < count; ++k) {
            pivot = fabs(m[k][i]) > fabs(m[pivot][i]) ? k : pivot;
        }
        if (!(fabs(m[pivot][i]) > 1e-24)) {
            return false;
        }
        for (int column = 0; column <= count; ++column) {
            const double kept = m[i][column];
            m[i][column] = m[pivot][column];
            m[pivot][column] = kept;
        }
        for (int k = 0; k < count; ++k) {
            const double factor = k == i ? 0.0 : m[k][i] / m[i][i];
            for (int column = i; column <= count; ++column) {
                m[k][column] -= factor * m[i][column];
            }
        }
    }
    return true;
}

// The point of the plane through some corners that is nearest to the origin.
// @return false where it lies outside of the corners, or they are no plane.
static bool nearest_of_corners(double corners[SIMPLEX_CORNERS][3], int count, double nearest[3])
{
    // Normal equations of the offsets from the first corner.
    double m[SIMPLEX_EDGES][SIMPLEX_CORNERS] = {{0.0}}, offset[SIMPLEX_EDGES][3];
    const int edges = count - 1;
    for (int i = 0; i < edges; ++i) {
        subtract(corners[i + 1], corners[0], offset[i]);
    }
    for (int i = 0; i < edges; ++i) {
        for (int k = 0; k < edges; ++k) {
            m[i][k] = dot(offset[i], offset[k]);
        }
        m[i][edges] = -dot(offset[i], corners[0]);
    }
    if (!solve_equations(m, edges)) {
        return false;
    }
    double first = 1.0;
    bool is_inside = true;
    memcpy(nearest, corners[0], 3 * sizeof *nearest);
    for (int i = 0; i < edges; ++i) {
        const double weight = m[i][edges] / m[i][i];
        is_inside &= weight >= 0.0;
        first -= weight;
        for (int k = 0; k < 3; ++k) {
            nearest[k] += weight * offset[i][k];
        }
    }
    return is_inside && first >= 0.0;
}

// The point of a simplex that is nearest to the origin. Corners that are not needed are dropped.
// Each subset of corners is tried (Johnson's distance algorithm, in Gilbert, Johnson and Keerthi,
// 1988). @return its distance.
static double nearest_of_simplex(double simplex[SIMPLEX_CORNERS][3], int *count, double nearest[3])
{
    double best = INFINITY, kept[SIMPLEX_CORNERS][3];
    int kept_count = 0;
    for (unsigned set = 1; set < 1u << *count; ++set) {
        double corners[SIMPLEX_CORNERS][3], point[3];
        int members = 0;
        for (int i = 0; i < *count; ++i) {
            if ((set >> i & 1u) != 0) {
                memcpy(corners[members++], simplex[i], sizeof corners[0]);
            }
        }
        if (nearest_of_corners(corners, members, point) && dot(point, point) < best) {
            best = dot(point, point);
            memcpy(nearest, point, sizeof point);
            memcpy(kept, corners, sizeof kept);
            kept_count = members;
        }
    }
    memcpy(simplex, kept, (size_t)kept_count * sizeof *kept);
    *count = kept_count;
    return sqrt(best);
}

// Distance of a point to a polyhedron, 0 inside (Gilbert, Johnson and Keerthi, 1988).
static double point_distance(const double point[3], const Placed *hull)
{
    double simplex[4][3], nearest[3] = {0.0}, distance = INFINITY;
    int count = 1;
    subtract(hull->corners[0], point, simplex[0]);
    for (int round = 0; round < 100; ++round) {
        const double now = nearest_of_simplex(simplex, &count, nearest);
        if (count == 4 || now < 1e-12 || now >= distance) {
            return count == 4 ? 0.0 : fmin(now, distance);
        }
        distance = now;
        int best = 0;
        double least = INFINITY, candidate[3];
        for (int i = 0; i < hull->corner_count; ++i) {
            subtract(hull->corners[i], point, candidate);
            if (dot(candidate, nearest) < least) {
                least = dot(candidate, nearest);
                best = i;
            }
        }
        if (least >= now * now * (1.0 - 1e-12)) {
            return now;
        }
        subtract(hull->corners[best], point, simplex[count++]);
    }
    return distance;
}

// A round solid and another one, which is round too or has corners.
typedef struct RoundPair {
    const Solid *round, *other;
    const Placed *hull; ///< Of the other; NULL: it is round.
} RoundPair;

static double gap_at(const RoundPair *pair, double s, double t)
{
    double p[3], q[3], apart[3];
    const double radius = round_at(pair->round, s, p);
    if (pair->hull != NULL) {
        return point_distance(p, pair->hull) - radius;
    }
    const double other_radius = round_at(pair->other, t, q);
    subtract(p, q, apart);
    return sqrt(dot(apart, apart)) - radius - other_radius;
}

// Gaps to a convex set are convex along a segment, also where the radius changes evenly: golden
// sections close in on the least.
static double least_gap_at(const RoundPair *pair, double s, bool is_inner)
{
    const double golden = 0.6180339887498949;
    double low = 0.0, high = 1.0;
    const Solid *solid = is_inner ? pair->other : pair->round;
    if ((is_inner && pair->hull != NULL) || solid->shape->corner_count == 1) {
        return is_inner ? gap_at(pair, s, 0.0) : least_gap_at(pair, 0.0, true);
    }
    for (int i = 0; i < 48; ++i) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        const double at_a = is_inner ? gap_at(pair, s, a) : least_gap_at(pair, a, true);
        const double at_b = is_inner ? gap_at(pair, s, b) : least_gap_at(pair, b, true);
        if (at_a <= at_b) {
            high = b;
        } else {
            low = a;
        }
    }
    const double middle = 0.5 * (low + high);
    double least = INFINITY;
    const double ends[3] = {0.0, middle, 1.0};
    for (int i = 0; i < 3; ++i) {
        least =
            fmin(least, is_inner ? gap_at(pair, s, ends[i]) : least_gap_at(pair, ends[i], true));
    }
    return least;
}

static bool is_round(const Solid *solid)
{
    return solid->shape->normal_count == 0;
}

double solid_depth(const Solid *a, const Solid *b)
{
    if (!is_round(a) && !is_round(b)) {
        return core_depth(a, b);
    }
    const RoundPair round = {.round = is_round(a) ? a : b, .other = is_round(a) ? b : a};
    RoundPair pair = round;
    Placed hull;
    if (!is_round(round.other)) {
        place(&hull, round.other);
        pair.hull = &hull;
        const double into = core_depth(a, b);
        if (into > 0.0) { // The segment is inside: by how much, and the radius.
            return into + fmax(round.round->shape->radius, round.round->shape->radius_end);
        }
    }
    return fmax(-least_gap_at(&pair, 0.0, false), 0.0);
}
