// SPDX-License-Identifier: MIT
// axis_gap3.c: distance of a shape of revolution and a straight feature, in closed form.
//
// In the half plane beside its axis (out, up), the outline of a shape of revolution is a side
// between two ends. The side has the normal (c, s) and the distance
//
//     f(q) = c out(q) + s up(q) - k.
//
// An end is a ball (capsules) or a rim (cylinders and cones). The other shape is represented by a
// segment q(t) = middle + t half, t in [-1, 1], and a radius around it. f(q(t)) is convex, and so
// is the distance from a rim outside of its circle. Newton's method finds the zero of the slope;
// for a side that does not taper the zero is known: the nearest points of two lines.
//
// The features are chosen by a guess, so each result is checked against both support functions.
#include "distance3/axis_gap3.h"

#include "distance3/outline3.h"
#include "distance3/straight3.h"

enum { ITERATIONS_MAX = 8 };

// Sine below which a segment counts as parallel to the axis: its distance changes by less than the
// certificate allows.
static const double parallel_sine = 1e-6;
// Error of the separation, as a share of the smaller shape's size.
static const double certified_share = 1e-6;
// Depth up to which an overlap is shallow, as a share of the smaller ball inside the shapes.
static const double shallow_share = 0.1;
// Cosine of the greatest angle between the guess and the normal of an overlap.
static const double near_cosine = 0.7;
// An overlap this many times its depth away from the end of a side has no shorter way out there.
static const double end_depths = 1.2;

static bool is_revolved(const Shape3 *shape)
{
    return shape->kind == SHAPE3_CYLINDER || shape->kind == SHAPE3_CAPSULE;
}

// @return false for a capsule whose one ball contains the other.
static bool outline_of(const Core3 *core, Outline3 *outline)
{
    const Shape3 *shape = core->shape;
    const double h = (double)shape->half_height;
    const double bottom = (double)shape->radius_bottom - core->radius;
    const double top = (double)shape->radius_top - core->radius;
    outline->half_height = h;
    outline->radius_bottom = bottom;
    outline->radius_top = top;
    outline->is_capsule = shape->kind == SHAPE3_CAPSULE;
    if (outline->is_capsule) {
        const double s = (bottom - top) / (2.0 * h);
        if (!(absolute64(s) < 0.999)) {
            return false;
        }
        outline->s = s;
        outline->c = square_root64(1.0 - s * s);
        outline->k = bottom - h * s;
        return true;
    }
    const double length = square_root64(4.0 * h * h + (bottom - top) * (bottom - top));
    outline->c = 2.0 * h / length;
    outline->s = (bottom - top) / length;
    outline->k = bottom * outline->c - h * outline->s;
    return h > 0.0;
}

// [m] From a point within the segment to its nearer end; an end itself is a corner, from which no
// other end is near.
static double to_segment_end(const Straight3 *feature, double t)
{
    const double share = 1.0 - absolute64(t);
    return share > 0.0 ? share * dvec3_length(feature->half) : 1e300;
}

static DVec3 feature_at(const Straight3 *feature, double t)
{
    return dvec3_add_scaled(feature->middle, feature->half, t);
}

static double clamp_to_segment(double t)
{
    return clamp64(t, -1.0, 1.0);
}

// The part of a segment that lies beside the axis. @return its half length.
static double part_beside(const Outline3 *o, const Straight3 *f, double *middle)
{
    const double along = f->half.y, h = o->half_height;
    if (absolute64(along) <= 1e-12 * h) {
        *middle = 0.0;
        return 1.0;
    }
    const double one = (-h - f->middle.y) / along, other = (h - f->middle.y) / along;
    const double low = maximum64(-1.0, minimum64(one, other));
    const double high = minimum64(1.0, maximum64(one, other));
    *middle = clamp_to_segment(0.5 * (low + high));
    return 0.5 * (high - low);
}

// Zero of the slope of c out + s up along the segment.
static double nearest_to_side(const Outline3 *o, const Straight3 *f)
{
    const DVec3 v = f->half, m = f->middle;
    const double across = v.x * v.x + v.z * v.z;
    if (across <= parallel_sine * parallel_sine * dvec3_length_squared(v)) {
        double middle;
        part_beside(o, f, &middle);
        return middle;
    }
    double t = clamp_to_segment(-(m.x * v.x + m.z * v.z) / across);
    for (int i = 0; i < ITERATIONS_MAX && o->s != 0.0; ++i) {
        const DVec3 q = feature_at(f, t);
        const double squared = q.x * q.x + q.z * q.z, out = square_root64(squared);
        if (!(out > 0.0)) {
            break;
        }
        const double run = q.x * v.x + q.z * v.z;
        const double slope = o->c * run / out + o->s * v.y;
        const double bend = o->c * (across * squared - run * run) / (squared * out);
        if (!(bend > 0.0)) {
            break;
        }
        const double next = clamp_to_segment(t - slope / bend);
        const double step = absolute64(next - t);
        t = next;
        if (step <= 1e-9) {
            break;
        }
    }
    return t;
}

// [m] From the place of contact to an end, for a segment that is nearly parallel: if the overlap in
// the middle of the part beside the axis is half as deep, or more, no end of that part is a way
// out.
static double to_end_of_part(const Outline3 *o, const Straight3 *f, double gap, double own)
{
    double t;
    const double half = part_beside(o, f, &t) * dvec3_length(f->half);
    const DVec3 q = feature_at(f, t);
    const double out = square_root64(q.x * q.x + q.z * q.z);
    return o->c * out + o->s * q.y - o->k - f->radius <= 0.5 * gap && half > own ? half : own;
}

// @return false where the foot is beyond the side.
static bool side_gap(const Outline3 *o, const Straight3 *f, double t, OutlineGap3 *result,
                     bool *is_top)
{
    const DVec3 q = feature_at(f, t);
    const double out = square_root64(q.x * q.x + q.z * q.z);
    const double foot = outline3_foot(o, out, q.y);
    *is_top = foot > 0.5;
    if (!(foot >= 0.0 && foot <= 1.0) || !(out > 1e-9 * o->half_height) ||
        (f->has_rims && absolute64(t) >= 1.0)) {
        return false;
    }
    const double factor = o->c / out, length = 2.0 * o->half_height / o->c;
    result->normal = (DVec3){q.x * factor, o->s, q.z * factor};
    result->at = q;
    result->gap = o->c * out + o->s * q.y - o->k - f->radius;
    result->to_end = minimum64((foot < 0.5 ? foot : 1.0 - foot) * length, to_segment_end(f, t));
    if (result->gap < 0.0 && result->to_end < -end_depths * result->gap) {
        result->to_end = to_end_of_part(o, f, result->gap, result->to_end);
    }
    return true;
}

static bool ball_gap(DVec3 center, double radius, const Straight3 *f, OutlineGap3 *result)
{
    const double squared = dvec3_length_squared(f->half);
    const double along = dvec3_dot(dvec3_sub(center, f->middle), f->half);
    const double t = squared > 0.0 ? clamp_to_segment(along / squared) : 0.0;
    const DVec3 d = dvec3_sub(feature_at(f, t), center);
    const double distance = dvec3_length(d);
    if (!(distance > 1e-9) || (f->has_rims && absolute64(t) >= 1.0)) {
        return false;
    }
    result->normal = dvec3_scale(d, 1.0 / distance);
    result->at = feature_at(f, t);
    result->gap = distance - radius - f->radius;
    result->to_end = to_segment_end(f, t);
    return true;
}

// Vector from the nearest point of a rim about the origin.
static DVec3 from_rim(double radius, double out, DVec3 q)
{
    const double share = 1.0 - radius / out;
    return (DVec3){q.x * share, q.y, q.z * share};
}

// Half the squared distance from a rim of radius R, |q|^2 + R^2 - 2 R out(q) over 2, has the slope
// q . v - R out' along the segment. Its zero is a minimum beside the rim; for a segment that has
// entered the shape it may be a maximum.
static double nearest_to_rim(double height, double radius, const Straight3 *f, double start,
                             DVec3 guess)
{
    const DVec3 v = f->half;
    const double length = dvec3_length_squared(v), across = v.x * v.x + v.z * v.z;
    double t = start;
    for (int i = 0; i < ITERATIONS_MAX && length > 0.0; ++i) {
        DVec3 q = feature_at(f, t);
        q.y -= height;
        const double squared = q.x * q.x + q.z * q.z, out = square_root64(squared);
        if (!(out > 1e-6 * radius)) {
            break;
        }
        const double run = q.x * v.x + q.z * v.z;
        const double slope = dvec3_dot(q, v) - radius * run / out;
        const double bend = length - radius * (across * squared - run * run) / (squared * out);
        const bool entered = dvec3_dot(from_rim(radius, out, q), guess) < 0.0;
        const bool is_usable = absolute64(bend) > 1e-6 * length && (entered || bend > 0.0);
        const double step = -slope / (is_usable ? bend : 0.1 * length);
        const double next = clamp_to_segment(t + clamp64(step, -0.5, 0.5));
        const double moved = absolute64(next - t);
        t = next;
        if (moved <= 1e-9) {
            break;
        }
    }
    return t;
}

static bool rim_gap(double height, double radius, const Straight3 *f, double start, DVec3 guess,
                    OutlineGap3 *result)
{
    const double t = nearest_to_rim(height, radius, f, start, guess);
    if (f->has_rims && absolute64(t) >= 1.0) {
        return false;
    }
    DVec3 q = feature_at(f, t);
    result->at = q;
    q.y -= height;
    const double out = square_root64(q.x * q.x + q.z * q.z);
    if (!(out > 1e-6 * radius)) {
        return false;
    }
    const DVec3 d = from_rim(radius, out, q);
    const double distance = dvec3_length(d);
    if (!(distance > 1e-7 * radius)) {
        return false;
    }
    // An edge beyond the rim has the normal from the rim to the edge; an edge that has entered the
    // shape, the opposite one.
    const bool entered = dvec3_dot(d, guess) < 0.0;
    result->normal = dvec3_scale(d, (entered ? -1.0 : 1.0) / distance);
    result->gap = (entered ? -distance : distance) - f->radius;
    result->to_end = to_segment_end(f, t);
    return true;
}

// Gap between a shape of revolution and a straight feature in its frame.
static bool gap_beside(const Outline3 *o, const Straight3 *f, DVec3 guess, OutlineGap3 *result)
{
    const double t = nearest_to_side(o, f);
    bool is_top;
    if (side_gap(o, f, t, result, &is_top)) {
        return true;
    }
    const double height = is_top ? o->half_height : -o->half_height;
    const double radius = is_top ? o->radius_top : o->radius_bottom;
    if (o->is_capsule || !(radius > 0.0)) {
        return ball_gap((DVec3){0.0, height, 0.0}, radius, f, result);
    }
    return rim_gap(height, radius, f, t, guess, result);
}

static DVec3 into_core(const Core3 *core, DVec3 direction)
{
    return core->is_turned ? dmat3_transform_transposed(core->rotation, direction) : direction;
}

static DVec3 out_of_core(const Core3 *core, DVec3 direction)
{
    return core->is_turned ? dmat3_transform(core->rotation, direction) : direction;
}

static DVec3 point_out_of_core(const Core3 *core, DVec3 p)
{
    return core->is_turned ? dvec3_add(core->position, dmat3_transform(core->rotation, p)) : p;
}

static DVec3 point_into_core(const Core3 *core, DVec3 p)
{
    return core->is_turned
               ? dmat3_transform_transposed(core->rotation, dvec3_sub(p, core->position))
               : p;
}

static Straight3 into_frame(const Core3 *frame, const Core3 *of, Straight3 f)
{
    f.middle = point_into_core(frame, point_out_of_core(of, f.middle));
    f.half = into_core(frame, out_of_core(of, f.half));
    return f;
}

// @param sign  +1: the shape of revolution is A.
static bool certify(Core3 *a, Core3 *b, const Core3 *revolved, const Straight3 *f,
                    const OutlineGap3 *found, DVec3 guess, double sign, Gap3 *gap)
{
    const double inner = (double)minimum(a->shape->inner, b->shape->inner);
    const double size = (double)minimum(a->shape->bounding_radius, b->shape->bounding_radius);
    const DVec3 away = out_of_core(revolved, found->normal);
    const DVec3 normal = dvec3_normalize_or(dvec3_scale(away, sign), guess);
    if (found->gap <= 0.0 &&
        (!(-found->gap <= shallow_share * inner) || dvec3_dot(normal, guess) < near_cosine ||
         found->to_end < -end_depths * found->gap)) {
        return false;
    }
    const DVec3 far_a = tum_core3_support(a, normal);
    const DVec3 near_b = tum_core3_support(b, dvec3_negate(normal));
    if (!(dvec3_dot(dvec3_sub(near_b, far_a), normal) >= found->gap - certified_share * size)) {
        return false;
    }
    const DVec3 at = point_out_of_core(revolved, found->at);
    const DVec3 on_feature = dvec3_add_scaled(at, away, -f->radius);
    const DVec3 on_revolved = dvec3_add_scaled(on_feature, away, -found->gap);
    *gap = (Gap3){.distance = found->gap,
                  .normal = normal,
                  .a = sign > 0.0 ? on_revolved : on_feature,
                  .b = sign > 0.0 ? on_feature : on_revolved,
                  .is_overlap = found->gap <= 0.0};
    return true;
}

typedef struct AxisPair {
    Core3 *a, *b;
    bool a_is_revolved;
    DVec3 guess;
} AxisPair;

static bool try_feature(const AxisPair *pair, const Outline3 *outline, Straight3 feature, Gap3 *gap)
{
    const Core3 *revolved = pair->a_is_revolved ? pair->a : pair->b;
    const Core3 *other = pair->a_is_revolved ? pair->b : pair->a;
    const double sign = pair->a_is_revolved ? 1.0 : -1.0;
    const DVec3 away = into_core(revolved, dvec3_scale(pair->guess, sign));
    OutlineGap3 found;
    feature = into_frame(revolved, other, feature);
    return gap_beside(outline, &feature, away, &found) &&
           certify(pair->a, pair->b, revolved, &feature, &found, pair->guess, sign, gap);
}

// The rim of a cylinder or cone toward a direction in its frame, in the frame of another core.
static bool rim_toward(const Core3 *core, DVec3 d, const Core3 *frame, Rim3 *rim)
{
    const Shape3 *shape = core->shape;
    const bool is_top = d.y > 0.0;
    const double h = (double)shape->half_height;
    rim->radius = (double)(is_top ? shape->radius_top : shape->radius_bottom);
    if (shape->kind != SHAPE3_CYLINDER || !(rim->radius > 1e-3 * h)) {
        return false;
    }
    const DVec3 center = {0.0, is_top ? h : -h, 0.0}, axis = {0.0, 1.0, 0.0};
    rim->center = point_into_core(frame, point_out_of_core(core, center));
    rim->axis = into_core(frame, out_of_core(core, axis));
    return true;
}

static bool try_rim(const AxisPair *pair, const Outline3 *outline, Gap3 *gap)
{
    const Core3 *revolved = pair->a_is_revolved ? pair->a : pair->b;
    const Core3 *other = pair->a_is_revolved ? pair->b : pair->a;
    const double sign = pair->a_is_revolved ? 1.0 : -1.0;
    const DVec3 toward_other = dvec3_scale(pair->guess, sign);
    const DVec3 away = into_core(revolved, toward_other);
    const Straight3 none = {.radius = 0.0};
    Rim3 rim;
    OutlineGap3 found;
    return rim_toward(other, into_core(other, dvec3_negate(toward_other)), revolved, &rim) &&
           tum_rim_gap3(outline, &rim, dvec3_negate(away), away, &found) &&
           certify(pair->a, pair->b, revolved, &none, &found, pair->guess, sign, gap);
}

// One shape as the shape of revolution, the other as the straight feature. A guess at right angles
// to a side of a box tells no edge: then the support point of the other shape does.
static bool try_order(const AxisPair *pair, Gap3 *gap)
{
    Core3 *revolved = pair->a_is_revolved ? pair->a : pair->b;
    Core3 *other = pair->a_is_revolved ? pair->b : pair->a;
    const DVec3 toward_other = dvec3_scale(pair->guess, pair->a_is_revolved ? 1.0 : -1.0);
    Outline3 outline;
    Straight3 feature;
    if (!is_revolved(revolved->shape) || !outline_of(revolved, &outline)) {
        return false;
    }
    const DVec3 toward = into_core(other, dvec3_negate(toward_other));
    if (tum_straight3_toward(other, toward, &feature) &&
        try_feature(pair, &outline, feature, gap)) {
        return true;
    }
    if (other->shape->kind != SHAPE3_BOX) {
        return false;
    }
    const DVec3 support = tum_core3_support(revolved, toward_other);
    tum_straight3_of_box_near(other->shape->half, point_into_core(other, support), &feature);
    return try_feature(pair, &outline, feature, gap);
}

// One shape as the shape of revolution, the rim of the other one as the feature.
static bool try_rim_order(const AxisPair *pair, Gap3 *gap)
{
    const Core3 *revolved = pair->a_is_revolved ? pair->a : pair->b;
    const Core3 *other = pair->a_is_revolved ? pair->b : pair->a;
    Outline3 outline;
    return is_revolved(revolved->shape) && other->shape->kind == SHAPE3_CYLINDER &&
           outline_of(revolved, &outline) && try_rim(pair, &outline, gap);
}

bool tum_axis_gap3(Core3 *a, Core3 *b, DVec3 guess, Gap3 *gap)
{
    const AxisPair first = {a, b, true, guess}, second = {a, b, false, guess};
    return try_order(&first, gap) || try_order(&second, gap) || try_rim_order(&first, gap) ||
           try_rim_order(&second, gap);
}
