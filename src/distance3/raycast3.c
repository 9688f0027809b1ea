// SPDX-License-Identifier: MIT
// raycast3.c: a ray against a shape, in the frame of the shape.
//
// The part of a line inside a convex shape is one span of the line. Half-spaces shorten the span;
// spheres and cones give the roots of a quadratic. Lines are measured from their point nearest the
// shape's origin, so that a small shape far away keeps its digits.
#include "distance3/raycast3.h"

#include "base/assert.h"
#include "shape3/core3.h"
#include "shape3/mesh_ray3.h"

#define ENDLESS ((double)__builtin_inff())

/// The line from + t along.
typedef struct Line3 {
    DVec3 from, along;
} Line3;

/// The part of a line inside a convex shape; empty where enter > leave.
typedef struct Span3 {
    double enter, leave;
    DVec3 normal; ///< Normal of the surface at `enter`, outward, of any length.
} Span3;

static const Span3 whole_line = {-ENDLESS, ENDLESS, {0.0, 0.0, 0.0}};
static const Span3 empty_span = {ENDLESS, -ENDLESS, {0.0, 0.0, 0.0}};

static bool is_empty(const Span3 *span)
{
    return !(span->enter <= span->leave);
}

static DVec3 point_on(const Line3 *line, double t)
{
    return dvec3_add_scaled(line->from, line->along, t);
}

// Keeps the part of the span where normal . p <= offset.
static void clip_plane(Span3 *span, const Line3 *line, DVec3 normal, double offset)
{
    const double height = dvec3_dot(normal, line->from) - offset;
    const double speed = dvec3_dot(normal, line->along);
    if (speed == 0.0) {
        if (height > 0.0) {
            *span = empty_span;
        }
        return;
    }
    const double t = -height / speed;
    if (speed > 0.0) {
        span->leave = minimum64(span->leave, t);
    } else if (t > span->enter) {
        span->enter = t;
        span->normal = normal;
    }
}

static Span3 sphere_span(const Line3 *line, DVec3 center, double radius)
{
    const double squared = dvec3_length_squared(line->along);
    const DVec3 from = dvec3_sub(line->from, center);
    const double nearest = -dvec3_dot(from, line->along) / squared;
    const DVec3 across = dvec3_add_scaled(from, line->along, nearest);
    const double rest = radius * radius - dvec3_length_squared(across);
    if (rest < 0.0) {
        return empty_span;
    }
    const double half = square_root64(rest / squared);
    return (Span3){nearest - half, nearest + half, dvec3_add_scaled(across, line->along, -half)};
}

static Span3 box_span(const Line3 *line, DVec3 half)
{
    Span3 span = whole_line;
    clip_plane(&span, line, (DVec3){1.0, 0.0, 0.0}, half.x);
    clip_plane(&span, line, (DVec3){-1.0, 0.0, 0.0}, half.x);
    clip_plane(&span, line, (DVec3){0.0, 1.0, 0.0}, half.y);
    clip_plane(&span, line, (DVec3){0.0, -1.0, 0.0}, half.y);
    clip_plane(&span, line, (DVec3){0.0, 0.0, 1.0}, half.z);
    clip_plane(&span, line, (DVec3){0.0, 0.0, -1.0}, half.z);
    return span;
}

static Span3 hull_span(const Line3 *line, const Hull3 *hull)
{
    Span3 span = whole_line;
    for (uint32_t i = 0; i < hull->face_count && !is_empty(&span); ++i) {
        clip_plane(&span, line, vec3_widen(hull->normals[i]), (double)hull->offsets[i]);
    }
    return span;
}

/// A cone between two heights: the radius is `radius` at `low` and changes by `slope` per metre.
typedef struct Frustum3 {
    double low, high, radius, slope;
} Frustum3;

static double radius_at(const Frustum3 *cone, double y)
{
    return cone->radius + cone->slope * (y - cone->low);
}

static void enter_side(Span3 *span, const Line3 *line, const Frustum3 *cone, double t)
{
    if (t > span->enter) {
        const DVec3 p = point_on(line, t);
        span->enter = t;
        span->normal = (DVec3){p.x, -cone->slope * radius_at(cone, p.y), p.z};
    }
}

// x^2 + z^2 <= r(y)^2 along the line is a t^2 + 2 b t + c <= 0. Between the two heights the radius
// is positive, so the part inside the frustum is one span, also where the parabola opens downward
// (a line steeper than the side) and the quadratic alone allows two: the second lies in the cone's
// other half.
static void clip_side(Span3 *span, const Line3 *line, const Frustum3 *cone)
{
    const DVec3 o = line->from, d = line->along;
    const double radius = radius_at(cone, o.y), change = cone->slope * d.y;
    const double squares = d.x * d.x + d.z * d.z;
    const double a = squares - change * change, b = o.x * d.x + o.z * d.z - radius * change;
    const double c = o.x * o.x + o.z * o.z - radius * radius;
    if (absolute64(a) <= 1e-14 * (squares + change * change)) {
        if (b == 0.0) {
            *span = c > 0.0 ? empty_span : *span;
        } else if (b > 0.0) {
            span->leave = minimum64(span->leave, -0.5 * c / b);
        } else {
            enter_side(span, line, cone, -0.5 * c / b);
        }
        return;
    }
    const double discriminant = b * b - a * c;
    if (discriminant < 0.0) {
        *span = a > 0.0 ? empty_span : *span;
        return;
    }
    const double root = square_root64(discriminant);
    const double sum = b > 0.0 ? -(b + root) : root - b; // root without cancellation
    const double one = sum / a, two = sum != 0.0 ? c / sum : one;
    const double early = minimum64(one, two), late = maximum64(one, two);
    if (a > 0.0) {
        span->leave = minimum64(span->leave, late);
        enter_side(span, line, cone, early);
    } else if (late > span->leave) { // inside only before `early`
        span->leave = minimum64(span->leave, early);
    } else if (early < span->enter) { // inside only after `late`
        enter_side(span, line, cone, late);
    }
}

static Frustum3 frustum_between(double low, double radius_low, double high, double radius_high)
{
    return (Frustum3){low, high, radius_low, (radius_high - radius_low) / (high - low)};
}

static Span3 cylinder_span(const Line3 *line, double half_height, double bottom, double top)
{
    const Frustum3 cone = frustum_between(-half_height, bottom, half_height, top);
    Span3 span = whole_line;
    clip_plane(&span, line, (DVec3){0.0, 1.0, 0.0}, half_height);
    clip_plane(&span, line, (DVec3){0.0, -1.0, 0.0}, half_height);
    if (!is_empty(&span)) {
        clip_side(&span, line, &cone);
    }
    return span;
}

// Joins the spans of two parts of one convex whole.
static void join_span(Span3 *whole, const Span3 *part)
{
    if (is_empty(part)) {
        return;
    }
    if (part->enter < whole->enter) {
        whole->enter = part->enter;
        whole->normal = part->normal;
    }
    whole->leave = maximum64(whole->leave, part->leave);
}

// A capsule is two balls and the cone tangent to both. The cone leaves each ball where the normals
// agree, at sine * radius from the ball's middle along the axis. One ball may contain the other.
static Span3 capsule_span(const Line3 *line, double half_height, double bottom, double top)
{
    const double sine = (bottom - top) / (2.0 * half_height);
    Span3 span = empty_span;
    Span3 ball = sphere_span(line, (DVec3){0.0, -half_height, 0.0}, bottom);
    join_span(&span, &ball);
    ball = sphere_span(line, (DVec3){0.0, half_height, 0.0}, top);
    join_span(&span, &ball);
    if (!(absolute64(sine) < 1.0)) {
        return span;
    }
    const double cosine = square_root64(1.0 - sine * sine);
    const double low = sine * bottom - half_height, high = sine * top + half_height;
    if (!(high > low)) {
        return span;
    }
    const Frustum3 cone = frustum_between(low, bottom * cosine, high, top * cosine);
    Span3 side = whole_line;
    clip_plane(&side, line, (DVec3){0.0, 1.0, 0.0}, high);
    clip_plane(&side, line, (DVec3){0.0, -1.0, 0.0}, -low);
    if (!is_empty(&side)) {
        const double cap = side.enter;
        clip_side(&side, line, &cone);
        // A line enters the cone through a flat end only from inside a ball, which it has met
        // before.
        if (!is_empty(&side) && side.enter == cap) {
            side.enter = maximum64(side.enter, span.enter);
        }
        join_span(&span, &side);
    }
    return span;
}

static Span3 round_span(ShapeKind3 kind, const Shape3 *shape, const Line3 *line)
{
    const double half_height = (double)shape->half_height;
    const double bottom = (double)shape->radius_bottom, top = (double)shape->radius_top;
    switch (kind) {
    case SHAPE3_CAPSULE: return capsule_span(line, half_height, bottom, top);
    case SHAPE3_CYLINDER: return cylinder_span(line, half_height, bottom, top);
    default: return sphere_span(line, (DVec3){0.0, 0.0, 0.0}, bottom);
    }
}

static DVec3 divide(DVec3 a, DVec3 b)
{
    return (DVec3){a.x / b.x, a.y / b.y, a.z / b.z};
}

// The line is scaled instead of the shape, which keeps fractions; normals scale by the inverse.
static Span3 elliptic_span(const Shape3 *shape, const Line3 *line)
{
    const DVec3 scale = vec3_widen(shape->scale);
    const Line3 scaled = {divide(line->from, scale), divide(line->along, scale)};
    Span3 span = round_span(shape->base, shape, &scaled);
    span.normal = divide(span.normal, scale);
    return span;
}

static Span3 solid_span(const Shape3 *shape, const Line3 *line)
{
    switch (shape->kind) {
    case SHAPE3_BOX: return box_span(line, vec3_widen(shape->half));
    case SHAPE3_ELLIPTIC: return elliptic_span(shape, line);
    case SHAPE3_HULL: return hull_span(line, shape->hull);
    case SHAPE3_PLANE: {
        Span3 span = whole_line;
        clip_plane(&span, line, (DVec3){0.0, 1.0, 0.0}, 0.0);
        return span;
    }
    default: return round_span(shape->kind, shape, line);
    }
}

static bool hit_solid(const Shape3 *shape, const MeshRay3 *ray, MeshHit3 *hit)
{
    const Line3 line = {ray->nearest, ray->along};
    const Span3 span = solid_span(shape, &line);
    const double enter = span.enter + ray->shift, leave = span.leave + ray->shift;
    if (is_empty(&span) || !(leave > 0.0) || !(enter <= ray->limit)) {
        return false;
    }
    const bool begins_inside = enter < 0.0;
    hit->fraction = begins_inside ? 0.0 : enter;
    hit->normal = begins_inside ? dvec3_negate(ray->along) : span.normal;
    hit->triangle = -1;
    return true;
}

static bool hit_sheet(const Shape3 *shape, const MeshRay3 *ray, MeshHit3 *hit)
{
    const DVec3 o = ray->nearest, d = ray->along;
    if (d.y == 0.0 || (d.y > 0.0 && !shape->double_sided)) {
        return false;
    }
    const double t = -o.y / d.y;
    const DVec3 p = dvec3_add_scaled(o, d, t);
    const double fraction = t + ray->shift;
    if (!(fraction >= 0.0) || !(fraction <= ray->limit) ||
        !(absolute64(p.x) <= (double)shape->half.x) ||
        !(absolute64(p.z) <= (double)shape->half.z)) {
        return false;
    }
    *hit = (MeshHit3){fraction, {0.0, d.y > 0.0 ? -1.0 : 1.0, 0.0}, -1};
    return true;
}

// Opposite to the ray where a normal has no length.
static DVec3 unit_normal(DVec3 normal, DVec3 along)
{
    const DVec3 none = {0.0, 0.0, 0.0};
    const DVec3 unit = dvec3_normalize_or(normal, none);
    if (unit.x != 0.0 || unit.y != 0.0 || unit.z != 0.0) {
        return unit;
    }
    return dvec3_normalize_or(dvec3_scale(along, -1.0 / dvec3_length(along)),
                              (DVec3){0.0, 1.0, 0.0});
}

bool tum_raycast3(const Shape3 *shape, const Pose3 *world_from_shape, Vec3 from, Vec3 along,
                  double limit, CastHit3 *hit)
{
    const bool is_turned = quat_turns(world_from_shape->rotation);
    const DMat3 rotation = is_turned ? core3_rotation(world_from_shape->rotation) : DMAT3_IDENTITY;
    const DVec3 start = vec3_widen(from), direction = vec3_widen(along);
    MeshRay3 ray = {.from = dvec3_sub(start, vec3_widen(world_from_shape->position)),
                    .along = direction,
                    .limit = limit};
    if (is_turned) {
        ray.from = dmat3_transform_transposed(rotation, ray.from);
        ray.along = dmat3_transform_transposed(rotation, ray.along);
    }
    ray.shift = -dvec3_dot(ray.from, ray.along) / dvec3_length_squared(ray.along);
    ray.nearest = dvec3_add_scaled(ray.from, ray.along, ray.shift);
    MeshHit3 found;
    bool is_hit;
    switch (shape->kind) {
    case SHAPE3_SHEET: is_hit = hit_sheet(shape, &ray, &found); break;
    case SHAPE3_MESH: is_hit = tum_mesh3_cast_ray(shape->mesh, &ray, &found); break;
    default: is_hit = hit_solid(shape, &ray, &found); break;
    }
    if (!is_hit) {
        return false;
    }
    if (is_turned) {
        found.normal = dmat3_transform(rotation, found.normal);
    }
    hit->fraction = found.fraction;
    hit->normal = vec3_narrow(unit_normal(found.normal, direction));
    hit->point = vec3_narrow(dvec3_add_scaled(start, direction, found.fraction));
    hit->triangle = found.triangle;
    return true;
}
