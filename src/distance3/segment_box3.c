// SPDX-License-Identifier: MIT
// segment_box3.c: distance of a segment, the core of a capsule, and a box, in closed form.
//
// In the frame of the box, e(p) is the excess of a point p beyond the sides, coordinate by
// coordinate; the length of e(p) is the distance. Along p(t) = middle + t along, t in [-1, 1], half
// the slope of the squared distance,
//
//     s(t) = along . e(p(t)),
//
// never falls, and is linear between the parameters t at which the segment passes the plane of a
// side: six at most. Evaluation of s at these six brackets its zero.
#include "distance3/epa3.h"

// Below this share of the size the direction between segment and box is lost to rounding.
static const double TOUCH_SHARE = 1e-10;

typedef struct SegmentInBox {
    DVec3 middle, along, half;
} SegmentInBox;

static double beyond(double x, double half)
{
    return x > half ? x - half : x < -half ? x + half : 0.0;
}

static DVec3 beyond_at(const SegmentInBox *segment, double t)
{
    const DVec3 p = dvec3_add_scaled(segment->middle, segment->along, t);
    return (DVec3){beyond(p.x, segment->half.x), beyond(p.y, segment->half.y),
                   beyond(p.z, segment->half.z)};
}

static double slope_at(const SegmentInBox *segment, double t)
{
    return dvec3_dot(segment->along, beyond_at(segment, t));
}

static double nearest_on(const SegmentInBox *segment)
{
    double low = -1.0, high = 1.0;
    double at_low = slope_at(segment, low), at_high = slope_at(segment, high);
    if (at_low >= 0.0) {
        return low;
    }
    if (at_high <= 0.0) {
        return high;
    }
    for (int i = 0; i < 6; ++i) {
        const double half = dvec3_part(segment->half, i / 2);
        const double t = ((i % 2 == 0 ? half : -half) - dvec3_part(segment->middle, i / 2)) /
                         dvec3_part(segment->along, i / 2);
        if (t > low && t < high) { // not where the segment is parallel to the side
            const double slope = slope_at(segment, t);
            if (slope < 0.0) {
                low = t;
                at_low = slope;
            } else {
                high = t;
                at_high = slope;
            }
        }
    }
    return low + (high - low) * (at_low / (at_low - at_high));
}

// The core of a ball is a segment without length.
static bool is_segment(const Shape3 *shape)
{
    return shape->kind == SHAPE3_SPHERE ||
           (shape->kind == SHAPE3_CAPSULE && shape->radius_bottom == shape->radius_top);
}

static bool find_gap(const Core3 *segment, const Core3 *box, Gap3 *gap)
{
    const double height =
        segment->shape->kind == SHAPE3_CAPSULE ? (double)segment->shape->half_height : 0.0;
    const DVec3 along = dvec3_scale(segment->rotation.y, height);
    const DVec3 apart = dvec3_sub(segment->position, box->position);
    const SegmentInBox local = {dmat3_transform_transposed(box->rotation, apart),
                                dmat3_transform_transposed(box->rotation, along),
                                vec3_widen(box->shape->half)};
    const double t = nearest_on(&local);
    const DVec3 out = beyond_at(&local, t);
    const double distance = dvec3_length(out);
    const double size = dvec3_length(local.half) + dvec3_length(local.middle) + height;
    if (!(distance > TOUCH_SHARE * size)) {
        return false;
    }
    const DVec3 toward = dmat3_transform(box->rotation, dvec3_scale(out, -1.0 / distance));
    const DVec3 on_segment = dvec3_add_scaled(segment->position, along, t);
    *gap = (Gap3){.distance = distance,
                  .normal = dvec3_normalize_or(toward, toward),
                  .a = on_segment,
                  .b = dvec3_add_scaled(on_segment, toward, distance)};
    return true;
}

bool tum_segment_box3(const Core3 *a, const Core3 *b, Gap3 *gap)
{
    if (is_segment(a->shape) && b->shape->kind == SHAPE3_BOX) {
        return find_gap(a, b, gap);
    }
    if (!is_segment(b->shape) || a->shape->kind != SHAPE3_BOX || !find_gap(b, a, gap)) {
        return false;
    }
    const DVec3 on_segment = gap->a;
    gap->a = gap->b;
    gap->b = on_segment;
    gap->normal = dvec3_negate(gap->normal);
    return true;
}
