// SPDX-License-Identifier: MIT
// raycast4.c: ray casts in 4D (docs/simulation.md#11-four-dimensions). A product of factors is hit
// where all of them are, so each flat axis and each curve gives an interval of the ray. The
// interval of a curve is where the sum over its axes of (distance outside the box / radius)^2 is at
// most 1: a convex function, quadratic between the points where an axis leaves its interval of the
// box. A rounded box is one curve over all axes.
#include "distance4/raycast4.h"

#include "distance4/shapecast4.h"
#include "math/widen4.h"
#include "shape4/hull4.h"
#include "shape4/mesh4.h"

/// A ray in the frame of a shape.
typedef struct Ray4 {
    DVec4 from, along;
    double limit;
} Ray4;

/// The part of the ray inside a solid: fractions, and the normal at the entry, of any length.
typedef struct Inside {
    double entry, exit;
    DVec4 normal;
} Inside;

static const double endless = __builtin_inf();

static double *axis_of(DVec4 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : axis == 2 ? &v->z : &v->w;
}

// Clips a line to the region between two parallel hyperplanes, or below one.
static void cut(Inside *inside, double from, double along, double low, double high, DVec4 up)
{
    if (along == 0.0) {
        if (from < low || from > high) {
            inside->exit = -endless;
        }
        return;
    }
    const double to_low = (low - from) / along, to_high = (high - from) / along;
    const double entry = minimum64(to_low, to_high), exit = maximum64(to_low, to_high);
    if (entry > inside->entry) {
        inside->entry = entry;
        inside->normal = along > 0.0 ? dvec4_negate(up) : up;
    }
    inside->exit = minimum64(exit, inside->exit);
}

static DVec4 unit_axis(int axis)
{
    DVec4 unit = {0};
    *axis_of(&unit, axis) = 1.0;
    return unit;
}

/// The axes of one curve.
typedef struct Curve {
    int count;
    int axes[4];
    double from[4], along[4], half[4], radius[4];
} Curve;

static double out_of_box(const Curve *curve, int i, double t)
{
    const double x = curve->from[i] + t * curve->along[i];
    return maximum64(absolute64(x) - curve->half[i], 0.0);
}

// Sorted fractions at which the ray enters or leaves the box's interval of an axis.
static int find_breaks(const Curve *curve, double breaks[8])
{
    int count = 0;
    for (int i = 0; i < curve->count; ++i) {
        for (int side = -1; side <= 1 && curve->along[i] != 0.0; side += 2) {
            const double at = ((double)side * curve->half[i] - curve->from[i]) / curve->along[i];
            int k = count++;
            for (; k > 0 && breaks[k - 1] > at; --k) {
                breaks[k] = breaks[k - 1];
            }
            breaks[k] = at;
        }
    }
    return count;
}

// A fraction between two breaks, either of which may be infinite.
static double between(double low, double high)
{
    if (low == -endless) {
        return high == endless ? 0.0 : high - 1.0;
    }
    return high == endless ? low + 1.0 : 0.5 * (low + high);
}

// The quadratic a t^2 + 2 b t + c that equals the sum less 1 near a fraction.
static void quadratic_at(const Curve *curve, double place, double *a, double *b, double *c)
{
    *a = *b = 0.0;
    *c = -1.0;
    for (int i = 0; i < curve->count; ++i) {
        const double x = curve->from[i] + place * curve->along[i];
        if (absolute64(x) > curve->half[i]) {
            const double side = x > 0.0 ? curve->half[i] : -curve->half[i];
            const double scale = 1.0 / (curve->radius[i] * curve->radius[i]);
            const double start = curve->from[i] - side;
            *a += scale * curve->along[i] * curve->along[i];
            *b += scale * start * curve->along[i];
            *c += scale * start * start;
        }
    }
}

static void cut_curve(Inside *inside, const Curve *curve)
{
    double breaks[8], entry = endless, exit = -endless;
    const int count = find_breaks(curve, breaks);
    double low = -endless;
    for (int piece = 0; piece <= count; ++piece) {
        const double high = piece < count ? breaks[piece] : endless;
        double a, b, c;
        quadratic_at(curve, between(low, high), &a, &b, &c);
        if (a == 0.0 && c <= 0.0) {
            entry = minimum64(low, entry);
            exit = maximum64(high, exit);
        } else if (a > 0.0 && b * b >= a * c) {
            const double root = square_root64(b * b - a * c);
            // The root without cancellation, and the other by their product c / a.
            const double far = b > 0.0 ? -(b + root) / a : (root - b) / a;
            const double other = far != 0.0 ? c / (a * far) : 0.0;
            const double first = maximum64(minimum64(far, other), low);
            const double last = minimum64(maximum64(far, other), high);
            if (first <= last) {
                entry = minimum64(first, entry);
                exit = maximum64(last, exit);
            }
        }
        low = high;
    }
    if (entry > inside->entry) {
        inside->entry = entry;
        inside->normal = (DVec4){0};
        for (int i = 0; i < curve->count; ++i) {
            const double x = curve->from[i] + entry * curve->along[i];
            const double out = out_of_box(curve, i, entry) / (curve->radius[i] * curve->radius[i]);
            *axis_of(&inside->normal, curve->axes[i]) = x < 0.0 ? -out : out;
        }
    }
    inside->exit = minimum64(exit, inside->exit);
}

static void add_axis(Curve *curve, const Ray4 *ray, int axis, double half, double radius)
{
    const int n = curve->count++;
    curve->axes[n] = axis;
    curve->from[n] = dvec4_part(ray->from, axis);
    curve->along[n] = dvec4_part(ray->along, axis);
    curve->half[n] = half;
    curve->radius[n] = radius;
}

static Inside inside_rounded(const Shape4 *shape, const Ray4 *ray)
{
    Inside inside = {.entry = -endless, .exit = endless};
    if (shape->radius > 0.0) {
        Curve all = {.count = 0};
        for (int i = 0; i < 4; ++i) {
            add_axis(&all, ray, i, dvec4_part(shape->half, i), shape->radius);
        }
        cut_curve(&inside, &all);
        return inside;
    }
    for (int i = 0; i < 4; ++i) {
        if (shape->group[i] == 0) {
            const double half = dvec4_part(shape->half, i);
            cut(&inside, dvec4_part(ray->from, i), dvec4_part(ray->along, i), -half, half,
                unit_axis(i));
        }
    }
    for (int c = 0; c < SHAPE4_CURVES && shape->exponents[c] > 0.0; ++c) {
        Curve curve = {.count = 0};
        for (int i = 0; i < 4; ++i) {
            if (shape->group[i] == c + 1) {
                add_axis(&curve, ray, i, dvec4_part(shape->half, i), dvec4_part(shape->radii, i));
            }
        }
        cut_curve(&inside, &curve);
    }
    return inside;
}

static Inside inside_hull(const Hull4 *hull, const Ray4 *ray)
{
    Inside inside = {.entry = -endless, .exit = endless};
    for (uint32_t c = 0; c < hull->cell_count; ++c) {
        const DVec4 up = vec4_widen(hull->normals[c]);
        cut(&inside, dvec4_dot(up, ray->from), dvec4_dot(up, ray->along), -endless,
            (double)hull->offsets[c], up);
    }
    return inside;
}

static bool is_quadratic(const Shape4 *shape)
{
    for (int c = 0; c < SHAPE4_CURVES && shape->exponents[c] > 0.0; ++c) {
        if (shape->exponents[c] != 2.0) {
            return false;
        }
    }
    return shape->kind == SHAPE4_ROUNDED;
}

// Conservative advancement of a point; on a smooth surface this is Newton's method for the
// distance.
static bool advance(const Shape4 *shape, const Ray4 *ray, double *fraction, DVec4 *normal)
{
    const double origin[4] = {0};
    const Shape4 point = tum_shape4_points(origin, 1);
    const Placed4 target = {shape, {.x = 0.0}, DMAT4_IDENTITY};
    const Placed4 probe = {&point, ray->from, DMAT4_IDENTITY};
    Advance4 met;
    if (!tum_advance4(&target, &probe, ray->along, ray->limit, 1e-9 * shape->bounding_radius,
                      &met)) {
        return false;
    }
    *fraction = met.fraction;
    *normal = met.normal;
    return true;
}

// Entry of a solid; fraction 0 when the ray begins inside.
static bool enter(const Inside *inside, const Ray4 *ray, double *fraction, DVec4 *normal)
{
    if (!(inside->entry <= inside->exit) || inside->exit <= 0.0 || inside->entry > ray->limit) {
        return false;
    }
    *fraction = maximum64(inside->entry, 0.0);
    *normal = inside->entry < 0.0 ? dvec4_negate(ray->along) : inside->normal;
    return true;
}

/// The nearest tetrahedron so far.
typedef struct MeshCast {
    const Mesh4 *mesh;
    Ray4 ray; ///< The limit decreases with every hit.
    int64_t tetrahedron;
} MeshCast;

static DVec4 corner_at(const Mesh4 *mesh, uint32_t tetrahedron, int corner)
{
    return vec4_widen(mesh4_corner(mesh, tetrahedron, corner));
}

// The point is inside when it lies on the same side of each face, within the hyperplane, as the
// opposite corner: four determinants, with the point in place of each corner, have the same sign.
static void cast_tetrahedron(MeshCast *cast, uint32_t tetrahedron)
{
    const Mesh4 *mesh = cast->mesh;
    DVec4 corners[4];
    for (int k = 0; k < 4; ++k) {
        corners[k] = corner_at(mesh, tetrahedron, k);
    }
    const DVec4 n =
        dvec4_perpendicular(dvec4_sub(corners[1], corners[0]), dvec4_sub(corners[2], corners[0]),
                            dvec4_sub(corners[3], corners[0]));
    const double closing = dvec4_dot(n, cast->ray.along);
    const double t = dvec4_dot(n, dvec4_sub(corners[0], cast->ray.from)) / closing;
    if (closing == 0.0 || !(t >= 0.0 && t <= cast->ray.limit)) {
        return;
    }
    const DVec4 p = dvec4_add_scaled(cast->ray.from, cast->ray.along, t);
    const double volume = dvec4_dot(n, n);
    for (int k = 0; k < 4; ++k) {
        DVec4 edges[3];
        for (int i = 0; i < 3; ++i) {
            const DVec4 base = k == 0 ? p : corners[0];
            edges[i] = dvec4_sub(k == i + 1 ? p : corners[i + 1], base);
        }
        const DVec4 own = dvec4_perpendicular(edges[0], edges[1], edges[2]);
        // The tolerance of rounding leaves no gap between two tetrahedra.
        if (dvec4_dot(own, n) < -1e-12 * volume) {
            return;
        }
    }
    cast->ray.limit = t;
    cast->tetrahedron = tetrahedron;
}

// True when the ray up to its limit hits a box.
static bool meets_box(const Ray4 *ray, Vec4 low, Vec4 high)
{
    double entry = 0.0, exit = ray->limit;
    for (int i = 0; i < 4; ++i) {
        const double from = dvec4_part(ray->from, i), along = dvec4_part(ray->along, i);
        const double bottom = (double)vec4_part(low, i), top = (double)vec4_part(high, i);
        if (along == 0.0) {
            if (from < bottom || from > top) {
                return false;
            }
            continue;
        }
        const double to_bottom = (bottom - from) / along, to_top = (top - from) / along;
        entry = maximum64(minimum64(to_bottom, to_top), entry);
        exit = minimum64(maximum64(to_bottom, to_top), exit);
    }
    return entry <= exit + 1e-12 * (1.0 + absolute64(exit));
}

static void cast_mesh(MeshCast *cast)
{
    const Mesh4 *mesh = cast->mesh;
    int32_t stack[MESH4_STACK];
    int depth = 0;
    stack[depth++] = 0;
    const int sides = mesh->tetrahedron_count > 1 ? 2 : 1;
    while (depth > 0) {
        const MeshNode4 *node = &mesh->nodes[stack[--depth]];
        for (int k = 0; k < sides; ++k) {
            if (!meets_box(&cast->ray, node->low[k], node->high[k])) {
                continue;
            }
            if (node->child[k] >= 0) {
                stack[depth++] = node->child[k];
            } else {
                cast_tetrahedron(cast, (uint32_t)~node->child[k]);
            }
        }
    }
}

/// A hit in the frame of the shape.
typedef struct LocalHit {
    double fraction;
    DVec4 normal; ///< Normal of any length.
    int32_t tetrahedron;
} LocalHit;

static bool cast_local(const Shape4 *shape, const Ray4 *ray, LocalHit *hit)
{
    hit->tetrahedron = -1;
    if (shape->kind == SHAPE4_PLANE) {
        Inside inside = {.entry = -endless, .exit = endless};
        const DVec4 up = {.y = 1.0};
        cut(&inside, ray->from.y, ray->along.y, -endless, 0.0, up);
        return enter(&inside, ray, &hit->fraction, &hit->normal);
    }
    if (shape->kind == SHAPE4_MESH) {
        MeshCast cast = {shape->mesh, *ray, -1};
        cast_mesh(&cast);
        if (cast.tetrahedron < 0) {
            return false;
        }
        const DVec4 own = vec4_widen(shape->mesh->normals[cast.tetrahedron]);
        hit->fraction = cast.ray.limit;
        hit->normal = dvec4_dot(own, ray->along) > 0.0 ? dvec4_negate(own) : own;
        hit->tetrahedron = (int32_t)shape->mesh->source[cast.tetrahedron];
        return true;
    }
    if (is_quadratic(shape)) {
        const Inside inside = inside_rounded(shape, ray);
        return enter(&inside, ray, &hit->fraction, &hit->normal);
    }
    if (shape->kind == SHAPE4_POINTS && shape->hull != NULL && shape->hull->cell_count > 0) {
        const Inside inside = inside_hull(shape->hull, ray);
        return enter(&inside, ray, &hit->fraction, &hit->normal);
    }
    return advance(shape, ray, &hit->fraction, &hit->normal) && hit->fraction <= ray->limit;
}

bool tum_raycast4(const Shape4 *shape, Pose4 world_from_shape, Vec4 from, Vec4 along, double limit,
                  CastHit4 *hit)
{
    const DMat4 rotation = drotation4_matrix(rotation4_widen(world_from_shape.rotation));
    const DVec4 start = dvec4_sub(vec4_widen(from), vec4_widen(world_from_shape.position));
    const Ray4 ray = {dmat4_transform_transposed(rotation, start),
                      dmat4_transform_transposed(rotation, vec4_widen(along)), limit};
    LocalHit local;
    if (!cast_local(shape, &ray, &local)) {
        return false;
    }
    const DVec4 up = {.y = 1.0};
    const DVec4 normal = dvec4_normalize_or(local.normal, up);
    *hit = (CastHit4){
        .fraction = local.fraction,
        .normal = vec4_narrow(dmat4_transform(rotation, normal)),
        .point = vec4_narrow(dvec4_add_scaled(vec4_widen(from), vec4_widen(along), local.fraction)),
        .tetrahedron = local.tetrahedron};
    return true;
}
