// SPDX-License-Identifier: MIT
// rim_gap3.c: distance of a rim from a side or from another rim, in the frame of a shape of
// revolution.
//
// Along the rim q(e) = center + r e, with t at right angles to e and the axis, the derivatives by
// the angle are q' = r t and q'' = -r e. The distance from the axis, out(q), has
//
//     out' = q . q' / out,    out'' = (q' . q' + q . q'') / out - out'^2 / out,
//
// with the parts across the axis alone. Newton's method finds the zero of the slope of the distance
// from the side, c out + s up, or of half the squared distance from a rim of radius R,
// |q|^2 / 2 - R out.
#include "distance3/outline3.h"

enum { ITERATIONS_MAX = 10 };

// Greatest step of the angle. [rad]
static const double most_turn = 0.5;

typedef struct RimPoint {
    DVec3 e, q, first, second; // q and its derivatives
    double out, out_first, out_second;
} RimPoint;

static RimPoint point_at(const Rim3 *rim, DVec3 e)
{
    const DVec3 t = dvec3_cross(rim->axis, e);
    RimPoint p = {.e = e,
                  .q = dvec3_add_scaled(rim->center, e, rim->radius),
                  .first = dvec3_scale(t, rim->radius),
                  .second = dvec3_scale(e, -rim->radius)};
    p.out = square_root64(p.q.x * p.q.x + p.q.z * p.q.z);
    const double inverse = p.out > 0.0 ? 1.0 / p.out : 0.0;
    p.out_first = (p.q.x * p.first.x + p.q.z * p.first.z) * inverse;
    p.out_second = (p.first.x * p.first.x + p.first.z * p.first.z + p.q.x * p.second.x +
                    p.q.z * p.second.z - p.out_first * p.out_first) *
                   inverse;
    return p;
}

// Moves along the rim by a Newton step. @return the angle. [rad]
static double turn_by(const Rim3 *rim, double slope, double bend, RimPoint *p)
{
    const double step = bend != 0.0 ? clamp64(-slope / bend, -most_turn, most_turn) : most_turn;
    const DVec3 t = dvec3_scale(p->first, 1.0 / rim->radius);
    *p = point_at(rim, dvec3_normalize_or(dvec3_add_scaled(p->e, t, step), p->e));
    return absolute64(step);
}

static void nearest_to_side(const Outline3 *o, const Rim3 *rim, RimPoint *p)
{
    for (int i = 0; i < ITERATIONS_MAX; ++i) {
        const double slope = o->c * p->out_first + o->s * p->first.y;
        const double bend = o->c * p->out_second + o->s * p->second.y;
        if (turn_by(rim, slope, absolute64(bend), p) <= 1e-8) {
            return;
        }
    }
}

// The other rim is about the origin, which `rim` is relative to. The zero is a minimum, unless the
// rims have entered each other.
static void nearest_to_rim(double radius, const Rim3 *rim, DVec3 guess, RimPoint *p)
{
    for (int i = 0; i < ITERATIONS_MAX; ++i) {
        const double slope = dvec3_dot(p->q, p->first) - radius * p->out_first;
        const double bend =
            dvec3_length_squared(p->first) + dvec3_dot(p->q, p->second) - radius * p->out_second;
        const double share = 1.0 - radius / maximum64(p->out, 1e-30);
        const DVec3 d = {p->q.x * share, p->q.y, p->q.z * share};
        const bool entered = dvec3_dot(d, guess) < 0.0;
        if (turn_by(rim, slope, entered ? bend : absolute64(bend), p) <= 1e-8) {
            return;
        }
    }
}

static bool gap_to_rim(double height, double radius, Rim3 rim, DVec3 start, DVec3 guess,
                       OutlineGap3 *result)
{
    rim.center.y -= height;
    RimPoint p = point_at(&rim, start);
    nearest_to_rim(radius, &rim, guess, &p);
    if (!(p.out > 1e-6 * radius)) {
        return false;
    }
    const double factor = radius / p.out;
    const DVec3 d = dvec3_sub(p.q, (DVec3){p.q.x * factor, 0.0, p.q.z * factor});
    const double distance = dvec3_length(d);
    if (!(distance > 1e-7 * radius)) {
        return false;
    }
    // The normal of rims that have entered each other leads from the second one's point to the
    // first one's.
    const bool entered = dvec3_dot(d, guess) < 0.0;
    p.q.y += height;
    *result = (OutlineGap3){.normal = dvec3_scale(d, (entered ? -1.0 : 1.0) / distance),
                            .at = p.q,
                            .gap = entered ? -distance : distance,
                            .to_end = 1e300};
    return true;
}

bool tum_rim_gap3(const Outline3 *o, const Rim3 *rim, DVec3 start, DVec3 guess, OutlineGap3 *result)
{
    const DVec3 across = dvec3_add_scaled(start, rim->axis, -dvec3_dot(start, rim->axis));
    const double length = dvec3_length(across);
    if (!(length > 1e-6)) {
        return false;
    }
    const DVec3 e = dvec3_scale(across, 1.0 / length);
    RimPoint p = point_at(rim, e);
    nearest_to_side(o, rim, &p);
    const double foot = outline3_foot(o, p.out, p.q.y);
    if (foot >= 0.0 && foot <= 1.0) {
        if (!(p.out > 1e-9 * o->half_height)) {
            return false;
        }
        const double factor = o->c / p.out, side = 2.0 * o->half_height / o->c;
        *result = (OutlineGap3){.normal = {p.q.x * factor, o->s, p.q.z * factor},
                                .at = p.q,
                                .gap = o->c * p.out + o->s * p.q.y - o->k,
                                .to_end = minimum64(foot, 1.0 - foot) * side};
        return true;
    }
    const bool is_top = foot > 0.5;
    const double radius = is_top ? o->radius_top : o->radius_bottom;
    return !o->is_capsule && radius > 0.0 &&
           gap_to_rim(is_top ? o->half_height : -o->half_height, radius, *rim, e, guess, result);
}
