// SPDX-License-Identifier: MIT
// capsule_pair_kernel3.c: capsules on boxes and on each other, a kernel.
//
// The choice of contact points is the one of convex3.c.
#define WIDE_FOUR
#include "collide3/capsule_pair3.h"

#include "collide3/clip3.h"
#include "collide3/manifold_choice3.h"

// Share of the coordinates below which rounding dominates the direction from a box to a segment.
static const float within_share = 1e-4f;

// Two segments cross when their distance is below this share of their radii.
static const float crossing_share = 1e-6f;

// Squared sine between two segments below which they are parallel.
static const float parallel_squared = 1e-6f;

static const float endless = __builtin_inff();

// CapsulePairRow3 by columns.
typedef struct WideRows {
    WideVec3 position;
    WideQuat rotation;
    Wide margin;
    Wide half_height, radius, other_height, other_radius;
    WideVec3 half;
    Wide size;
} WideRows;

// Results of a block, from a lane on.
typedef struct WideResults {
    CapsulePairResults3 *of;
    uint32_t lane;
} WideResults;

#define STORE_RESULT(results, field, a) wide_store(&(results).of->field[(results).lane], a)

static inline void store_result3(WideResults results, Lanes3 *to, WideVec3 a)
{
    wide_store3_from(to, results.lane, a);
}

static inline WideRows load_rows(const CapsulePairRow3 rows[WIDE_LANES])
{
    const float *first[WIDE_LANES], *second[WIDE_LANES];
    for (uint32_t i = 0; i < WIDE_LANES; ++i) {
        first[i] = (const float *)&rows[i];
        second[i] = first[i] + WIDE;
    }
    Wide c[WIDE], d[WIDE];
    wide_load_rows(first, c);
    wide_load_rows(second, d);
    return (WideRows){{c[0], c[1], c[2]},
                      {c[3], c[4], c[5], c[6]},
                      c[7],
                      d[0],
                      d[1],
                      d[2],
                      d[3],
                      {d[4], d[5], d[6]},
                      d[7]};
}

// The segment middle + t along, t in [-1, 1].
typedef struct WideSegment {
    WideVec3 middle, along;
} WideSegment;

static inline WideVec3 point_at(const WideSegment *segment, Wide t)
{
    return wide_add_scaled3(segment->middle, segment->along, t);
}

static inline WideSegment segment_of(const WideRows *rows, Wide half_height)
{
    const WideVec3 up = {wide_zero(), half_height, wide_zero()};
    return (WideSegment){rows->position, wide_quat_rotate(rows->rotation, up)};
}

// 1 / x, with x = 0 replaced by a length below that of any segment.
static inline Wide inverse_of(Wide x)
{
    const Wide least = wide_splat(1e-20f);
    const WideMask is_some = wide_greater(wide_absolute(x), least);
    return wide_div(wide_splat(1.0f), wide_select(is_some, x, least));
}

// 0 where the mask is set, else a.
static inline Wide wide_unless(WideMask mask, Wide a)
{
    return wide_select(mask, wide_zero(), a);
}

// The interval of one shape's segment that lies along the other shape.
typedef struct WideInterval {
    Wide points; // bits of points
    WideVec3 at[CAPSULE_ENDS];
    Wide separation[CAPSULE_ENDS], end[CAPSULE_ENDS];
} WideInterval;

static inline WideInterval either_interval(WideMask mask, const WideInterval *a,
                                           const WideInterval *b)
{
    WideInterval interval = {.points = wide_select(mask, a->points, b->points)};
    for (int i = 0; i < CAPSULE_ENDS; ++i) {
        interval.at[i] = wide_select3(mask, a->at[i], b->at[i]);
        interval.separation[i] = wide_select(mask, a->separation[i], b->separation[i]);
        interval.end[i] = wide_select(mask, a->end[i], b->end[i]);
    }
    return interval;
}

// Points of a interval within the margin. Lanes of the mask have none.
static inline Wide near_points(const WideInterval *interval, Wide margin, WideMask none)
{
    const WideMask first_is_far = wide_greater(interval->separation[0], margin);
    const WideMask second_is_far = wide_greater(interval->separation[1], margin);
    const Wide first = wide_unless(first_is_far, wide_splat(1.0f));
    const Wide second = wide_unless(second_is_far, wide_splat(2.0f));
    return wide_unless(none, wide_add(first, second));
}

static inline WideMask has_point(Wide points, int i)
{
    const WideMask both = wide_same(points, wide_splat(3.0f));
    return wide_or(both, wide_same(points, wide_splat((float)(1 << i))));
}

// Adds the nearest point where the interval has no point, or none as deep.
static inline void note_points(const WideRows *rows, const WideInterval *interval, WideVec3 nearest,
                               Wide separation, WideResults results)
{
    Wide lowest = wide_splat(endless);
    for (int i = 0; i < CAPSULE_ENDS; ++i) {
        const Wide lower = wide_minimum(interval->separation[i], lowest);
        lowest = wide_select(has_point(interval->points, i), lower, lowest);
        store_result3(results, &results.of->at[i], interval->at[i]);
        STORE_RESULT(results, separation[i], interval->separation[i]);
        STORE_RESULT(results, end[i], interval->end[i]);
    }
    const Wide missed = wide_add(separation, wide_mul(rows->size, wide_splat(MISSED_SHARE)));
    const Wide bit = wide_splat((float)(1 << CAPSULE_NEAREST));
    const Wide added = wide_where(wide_greater(lowest, missed), bit);
    STORE_RESULT(results, points, wide_add(interval->points, added));
    store_result3(results, &results.of->at[CAPSULE_NEAREST], nearest);
    STORE_RESULT(results, separation[CAPSULE_NEAREST], separation);
}

// A separation that is not a number counts as apart.
static inline Wide kind_of(const WideRows *rows, Wide separation)
{
    const WideMask is_near =
        wide_or(wide_greater(rows->margin, separation), wide_same(rows->margin, separation));
    return wide_select(is_near, wide_splat(CAPSULE_MEETS), wide_splat(CAPSULE_APART));
}

static inline Wide beyond(Wide x, Wide half)
{
    const Wide zero = wide_zero();
    return wide_add(wide_maximum(wide_sub(x, half), zero), wide_minimum(wide_add(x, half), zero));
}

static inline WideVec3 beyond_box(WideVec3 p, WideVec3 half)
{
    return (WideVec3){beyond(p.x, half.x), beyond(p.y, half.y), beyond(p.z, half.z)};
}

// Half the slope of the squared distance from a box along a segment (segment_box3.c).
static inline Wide slope_at(const WideSegment *segment, WideVec3 half, Wide t)
{
    return wide_dot3(segment->along, beyond_box(point_at(segment, t), half));
}

// Bracket of the zero of the slope.
typedef struct WideCrossing {
    Wide low, high, at_low, at_high;
} WideCrossing;

static inline void offer_side(const WideSegment *segment, WideVec3 half, Wide t, WideCrossing *at)
{
    const Wide one = wide_splat(1.0f), zero = wide_zero();
    const Wide within = wide_clamp(t, wide_negate(one), one);
    const Wide slope = slope_at(segment, half, within);
    const WideMask falls = wide_greater(zero, slope);
    const WideMask raises = wide_and(falls, wide_greater(within, at->low));
    at->low = wide_select(raises, within, at->low);
    at->at_low = wide_select(raises, slope, at->at_low);
    const Wide high = wide_select(falls, wide_splat(-endless), at->high);
    const WideMask lowers = wide_greater(high, within);
    at->high = wide_select(lowers, within, at->high);
    at->at_high = wide_select(lowers, slope, at->at_high);
}

static inline void offer_sides(const WideSegment *segment, WideVec3 half, Wide own, Wide middle,
                               Wide along, WideCrossing *at)
{
    const Wide inverse = inverse_of(along);
    offer_side(segment, half, wide_mul(wide_sub(own, middle), inverse), at);
    offer_side(segment, half, wide_mul(wide_sub(wide_negate(own), middle), inverse), at);
}

// Parameter of the segment's point nearest to a box (segment_box3.c).
static inline Wide nearest_on(const WideSegment *segment, WideVec3 half)
{
    const Wide one = wide_splat(1.0f), zero = wide_zero();
    const Wide first = slope_at(segment, half, wide_negate(one));
    const Wide last = slope_at(segment, half, one);
    WideCrossing at = {wide_negate(one), one, first, last};
    offer_sides(segment, half, half.x, segment->middle.x, segment->along.x, &at);
    offer_sides(segment, half, half.y, segment->middle.y, segment->along.y, &at);
    offer_sides(segment, half, half.z, segment->middle.z, segment->along.z, &at);
    const WideMask falls = wide_greater(zero, first), rises = wide_greater(last, zero);
    const Wide change = wide_sub(at.at_low, at.at_high);
    const Wide share = wide_div(at.at_low, wide_select(falls, change, one));
    const Wide inside = wide_add(at.low, wide_mul(wide_sub(at.high, at.low), share));
    return wide_select(falls, wide_select(rises, inside, one), wide_negate(one));
}

// Unit vector with its 1 at the largest, or the smallest, coordinate.
static inline WideVec3 only_first(WideMask is_not_x, WideMask is_not_y)
{
    const Wide zero = wide_zero(), one = wide_splat(1.0f);
    const Wide not_x = wide_select(is_not_x, one, zero);
    return (WideVec3){wide_sub(one, not_x), wide_unless(is_not_y, not_x),
                      wide_where(is_not_y, not_x)};
}

static inline WideVec3 axis_across(WideVec3 size)
{
    return only_first(wide_or(wide_greater(size.y, size.x), wide_greater(size.z, size.x)),
                      wide_greater(size.z, size.y));
}

static inline WideVec3 axis_beside(WideVec3 size)
{
    return only_first(wide_or(wide_greater(size.x, size.y), wide_greater(size.x, size.z)),
                      wide_greater(size.y, size.z));
}

static inline WideVec3 absolute3(WideVec3 v)
{
    return (WideVec3){wide_absolute(v.x), wide_absolute(v.y), wide_absolute(v.z)};
}

// a with the signs of v, component by component.
static inline WideVec3 signed_as(WideVec3 a, WideVec3 v)
{
    const Wide zero = wide_zero();
    return (WideVec3){wide_select(wide_greater(zero, v.x), wide_negate(a.x), a.x),
                      wide_select(wide_greater(zero, v.y), wide_negate(a.y), a.y),
                      wide_select(wide_greater(zero, v.z), wide_negate(a.z), a.z)};
}

// A side of a box that a segment lies along.
typedef struct WideFlat {
    WideVec3 normal; // out of the box; nearly perpendicular to the plane
    WideVec3 plane;  // normal of the plane; heights are along it
    Wide lean;       // cosine between normal and plane
    WideVec3 corner; // corner of the box in the plane
    WideVec3 within; // half extent that bounds the segment; infinite where nothing does
} WideFlat;

// Part of the segment within the extent of the side along one coordinate (Liang and Barsky, "A New
// Concept and Method for Line Clipping", 1984).
static inline void clip_coordinate(int axis, Wide from, Wide along, Wide within, Wide *enter,
                                   Wide *leave, WideInterval *interval)
{
    const Wide positive = wide_splat((float)(CAPSULE_SIDE + 2 * axis + 1));
    const Wide negative = wide_splat((float)(CAPSULE_SIDE + 2 * axis));
    const Wide inverse = inverse_of(along);
    const Wide low = wide_mul(wide_sub(wide_negate(within), from), inverse);
    const Wide high = wide_mul(wide_sub(within, from), inverse);
    const WideMask falls = wide_greater(wide_zero(), inverse);
    const Wide first = wide_minimum(low, high), last = wide_maximum(low, high);
    const WideMask cuts_first = wide_greater(first, *enter), cuts_last = wide_greater(*leave, last);
    *enter = wide_select(cuts_first, first, *enter);
    *leave = wide_select(cuts_last, last, *leave);
    interval->end[0] =
        wide_select(cuts_first, wide_select(falls, positive, negative), interval->end[0]);
    interval->end[1] =
        wide_select(cuts_last, wide_select(falls, negative, positive), interval->end[1]);
}

// Stretch of a capsule's surface over the side, projected along the normal.
static inline WideInterval interval_on(const WideSegment *core, Wide radius, const WideFlat *flat,
                                       Wide margin, WideMask none)
{
    const Wide one = wide_splat(1.0f), own = wide_splat(CAPSULE_OWN_END);
    const WideSegment side = {wide_sub_scaled3(core->middle, flat->normal, radius), core->along};
    const Wide inverse = wide_div(one, flat->lean);
    const Wide height =
        wide_mul(wide_dot3(flat->plane, wide_sub3(side.middle, flat->corner)), inverse);
    const Wide rise = wide_mul(wide_dot3(flat->plane, side.along), inverse);
    const WideVec3 from = wide_sub_scaled3(side.middle, flat->normal, height);
    const WideVec3 along = wide_sub_scaled3(side.along, flat->normal, rise);
    WideInterval interval = {.end = {own, own}};
    Wide enter = wide_negate(one), leave = one;
    clip_coordinate(0, from.x, along.x, flat->within.x, &enter, &leave, &interval);
    clip_coordinate(1, from.y, along.y, flat->within.y, &enter, &leave, &interval);
    clip_coordinate(2, from.z, along.z, flat->within.z, &enter, &leave, &interval);
    const Wide ends[CAPSULE_ENDS] = {enter, leave};
    for (int i = 0; i < CAPSULE_ENDS; ++i) {
        interval.separation[i] = wide_add(height, wide_mul(rise, ends[i]));
        interval.at[i] = wide_sub_scaled3(point_at(&side, ends[i]), flat->normal,
                                          wide_mul(wide_splat(0.5f), interval.separation[i]));
    }
    const WideMask is_empty = wide_greater(enter, leave);
    interval.points = near_points(&interval, margin, wide_or(none, is_empty));
    return interval;
}

// Parameter of the point of a segment that is nearest to p.
static inline Wide nearest_to(const WideSegment *segment, WideVec3 p)
{
    const Wide one = wide_splat(1.0f);
    const Wide along = wide_dot3(wide_sub3(p, segment->middle), segment->along);
    const Wide squared = wide_length_squared3(segment->along);
    return wide_clamp(wide_mul(along, inverse_of(squared)), wide_negate(one), one);
}

// Stretch of a capsule beside another one or beside an edge, whose radius is 0: the part of A
// between B's ends along A, as in clip3.c. Where they cross at an angle, surfaces are apart there
// by more than along the normal: separations are those of the end that is met and of what is
// nearest to it, while they lie in nearly the same direction.
//
// @param normal  from A to B
// @param first_end  name of B's first end; the next number is that of the other one
static inline WideInterval interval_beside(const WideSegment *a, Wide radius_a,
                                           const WideSegment *b, Wide radius_b, WideVec3 normal,
                                           Wide first_end, Wide margin)
{
    const Wide one = wide_splat(1.0f), minus = wide_negate(one), zero = wide_zero();
    const Wide half = wide_splat(0.5f), own = wide_splat(CAPSULE_OWN_END);
    const Wide second_end = wide_add(first_end, one), radii = wide_add(radius_a, radius_b);
    const Wide aa = wide_length_squared3(a->along), bb = wide_length_squared3(b->along);
    const Wide rise_a = wide_dot3(a->along, normal), rise_b = wide_dot3(b->along, normal);
    const Wide across = wide_dot3(wide_cross3(a->along, b->along), normal);
    const Wide most = wide_splat(BESIDE_SINE * BESIDE_SINE);
    const WideMask leans = wide_or(wide_greater(wide_mul(rise_a, rise_a), wide_mul(most, aa)),
                                   wide_greater(wide_mul(rise_b, rise_b), wide_mul(most, bb)));
    const WideMask crosses =
        wide_greater(wide_mul(across, across), wide_mul(most, wide_mul(aa, bb)));

    const Wide inverse = inverse_of(aa);
    const Wide step = wide_mul(wide_dot3(b->along, a->along), inverse), reach = wide_absolute(step);
    const Wide center = wide_mul(wide_dot3(wide_sub3(b->middle, a->middle), a->along), inverse);
    const Wide low = wide_sub(center, reach), high = wide_add(center, reach);
    const WideMask falls = wide_greater(zero, step);
    const WideMask cuts[CAPSULE_ENDS] = {wide_greater(low, minus), wide_greater(one, high)};
    const Wide ends[CAPSULE_ENDS] = {wide_select(cuts[0], low, minus),
                                     wide_select(cuts[1], high, one)};
    const Wide on_b[CAPSULE_ENDS] = {wide_select(falls, one, minus),
                                     wide_select(falls, minus, one)};
    WideInterval interval = {
        .end = {wide_select(cuts[0], wide_select(falls, second_end, first_end), own),
                wide_select(cuts[1], wide_select(falls, first_end, second_end), own)}};
    for (int i = 0; i < CAPSULE_ENDS; ++i) {
        // B's end and the place beside it on A, or A's end and what is nearest to it on B.
        const WideVec3 p = point_at(a, ends[i]);
        const WideVec3 q = point_at(b, wide_select(cuts[i], on_b[i], nearest_to(b, p)));
        const WideVec3 between = wide_sub3(q, p);
        const Wide distance = wide_sqrt(wide_length_squared3(between));
        const Wide near = wide_mul(wide_splat(BESIDE_COSINE), distance);
        const WideMask is_beside = wide_greater(wide_dot3(between, normal), near);
        const Wide separation = wide_sub(distance, radii);
        const Wide to_middle = wide_add(radius_a, wide_mul(half, separation));
        interval.separation[i] = wide_select(is_beside, separation, wide_splat(endless));
        interval.at[i] = wide_add_scaled3(p, between, wide_mul(to_middle, inverse_of(distance)));
    }
    const Wide shorter = wide_mul(wide_splat(2.0f * INTERVAL_SHARE), wide_minimum(one, reach));
    const WideMask is_short = wide_greater(shorter, wide_sub(ends[1], ends[0]));
    interval.points = near_points(&interval, margin, wide_or(leans, wide_or(crosses, is_short)));
    return interval;
}

// Nearest points of segment and box.
typedef struct WideNearest {
    WideVec3 normal; // out of the box
    Wide distance;   // separation of the surfaces
    WideVec3 corner; // point of the box, toward the capsule
} WideNearest;

// Stretch over the side most across the normal, if the side is nearly perpendicular to the normal,
// or separates as well.
static inline WideInterval interval_on_side(const WideRows *rows, const WideSegment *core,
                                            const WideNearest *nearest, WideVec3 *normal,
                                            Wide *distance)
{
    const Wide twice = wide_splat(2.0f), end = wide_splat(endless);
    const WideVec3 across = axis_across(absolute3(nearest->normal));
    const WideVec3 plane = signed_as(across, nearest->normal);
    // Height of the capsule's lower end over the side.
    const Wide height = wide_dot3(plane, wide_sub3(core->middle, nearest->corner));
    const Wide reach = wide_add(wide_absolute(wide_dot3(plane, core->along)), rows->radius);
    const Wide along_plane = wide_sub(height, reach);
    const Wide worse = wide_add(wide_mul(wide_splat(SNAP_SHARE), rows->size),
                                wide_mul(wide_splat(SNAP_DEPTH), wide_absolute(nearest->distance)));
    const WideMask is_tilted = wide_greater(wide_sub(nearest->distance, worse), along_plane);
    *normal = wide_select3(is_tilted, nearest->normal, plane);
    *distance = wide_select(is_tilted, nearest->distance, along_plane);
    const Wide lean = wide_dot3(plane, *normal);
    const Wide rise = wide_dot3(core->along, *normal);
    const Wide run_factor = wide_splat(1.0f + STEEP * STEEP);
    const Wide line = wide_mul(rows->half_height, wide_splat(STEEP));
    const WideMask is_steep =
        wide_greater(wide_mul(run_factor, wide_mul(rise, rise)), wide_mul(line, line));
    // The rectangle is widened a little, as in clip3.h.
    const WideVec3 half = rows->half;
    const WideVec3 beside = wide_sub3(half, wide_multiply3(across, half));
    const Wide extent = wide_mul(twice, wide_sqrt(wide_length_squared3(beside)));
    const Wide widening = wide_mul(wide_splat(CLIP_FLUSH_SHARE), extent);
    const Wide some = wide_splat(0.5f);
    const WideFlat flat = {
        *normal,
        plane,
        lean,
        nearest->corner,
        {wide_select(wide_greater(across.x, some), end, wide_add(half.x, widening)),
         wide_select(wide_greater(across.y, some), end, wide_add(half.y, widening)),
         wide_select(wide_greater(across.z, some), end, wide_add(half.z, widening))}};
    const WideMask leans = wide_greater(wide_splat(ALIGNED_COSINE), lean);
    return interval_on(core, rows->radius, &flat, rows->margin, wide_or(leans, is_steep));
}

// Stretch along the edge most perpendicular to the normal.
static inline WideInterval interval_on_edge(const WideRows *rows, const WideSegment *core,
                                            const WideNearest *nearest)
{
    const WideVec3 axis = axis_beside(absolute3(nearest->normal));
    const WideVec3 along = wide_multiply3(axis, rows->half);
    const WideVec3 beside = wide_multiply3(axis, nearest->corner);
    const WideSegment edge = {wide_sub3(nearest->corner, beside), along};
    const Wide bottom =
        wide_add(wide_splat(CAPSULE_CORNER),
                 wide_add(wide_mul(wide_splat(2.0f), axis.y), wide_mul(wide_splat(4.0f), axis.z)));
    return interval_beside(core, rows->radius, &edge, wide_zero(), wide_negate3(nearest->normal),
                           bottom, rows->margin);
}

static void meet_boxes_lanes(const CapsulePairRow3 pair_rows[WIDE_LANES], WideResults results)
{
    const Wide one = wide_splat(1.0f), half_of = wide_splat(0.5f);
    const WideRows rows = load_rows(pair_rows);
    const WideSegment core = segment_of(&rows, rows.half_height);
    const Wide t = nearest_on(&core, rows.half);
    const WideVec3 on_core = point_at(&core, t), out = beyond_box(on_core, rows.half);
    const Wide distance = wide_sqrt(wide_length_squared3(out));
    const WideVec3 sizes =
        wide_add3(wide_add3(absolute3(core.middle), absolute3(core.along)), rows.half);
    const Wide size = wide_add(wide_add(sizes.x, sizes.y), sizes.z);
    const WideMask is_clear = wide_greater(distance, wide_mul(wide_splat(within_share), size));
    const Wide inverse = wide_div(one, wide_select(is_clear, distance, one));
    const WideVec3 found = wide_scale3(out, inverse);
    const WideNearest nearest = {found, wide_sub(distance, rows.radius),
                                 signed_as(rows.half, found)};
    STORE_RESULT(
        results, kind,
        wide_select(is_clear, kind_of(&rows, nearest.distance), wide_splat(CAPSULE_IS_WITHIN)));
    STORE_RESULT(results, apart, nearest.distance);

    WideVec3 normal;
    Wide separation;
    const WideInterval side = interval_on_side(&rows, &core, &nearest, &normal, &separation);
    const WideInterval edge = interval_on_edge(&rows, &core, &nearest);
    const WideMask on_side = wide_greater(side.points, wide_zero());
    const WideInterval interval = either_interval(on_side, &side, &edge);
    const Wide to_middle = wide_add(rows.radius, wide_mul(half_of, nearest.distance));
    note_points(&rows, &interval, wide_sub_scaled3(on_core, found, to_middle),
                wide_select(on_side, separation, nearest.distance), results);
    store_result3(results, &results.of->normal, wide_select3(on_side, normal, found));
}

// Nearest points of two segments as parameters of either (tum_nearest_on_axes3). The first segment
// lies on the Y axis.
static inline void nearest_on_both(Wide half_height, const WideSegment *b, Wide *on_a, Wide *on_b)
{
    const Wide one = wide_splat(1.0f), minus = wide_negate(one);
    const Wide uu = wide_mul(half_height, half_height), vv = wide_length_squared3(b->along);
    const Wide uv = wide_mul(half_height, b->along.y);
    const Wide ud = wide_mul(half_height, b->middle.y), vd = wide_dot3(b->along, b->middle);
    const Wide both = wide_mul(uu, vv), determinant = wide_sub(both, wide_mul(uv, uv));
    const WideMask crosses =
        wide_greater(determinant, wide_mul(wide_splat(parallel_squared), both));
    const Wide top = wide_sub(wide_mul(ud, vv), wide_mul(vd, uv));
    const Wide crossing = wide_div(top, wide_select(crosses, determinant, one));
    // B's ends along A, and the middle of the common part.
    const Wide inverse = wide_div(one, uu), center = wide_mul(ud, inverse);
    const Wide reach = wide_mul(wide_absolute(uv), inverse);
    const Wide low = wide_maximum(minus, wide_sub(center, reach));
    const Wide high = wide_minimum(one, wide_add(center, reach));
    const Wide beside = wide_mul(wide_splat(0.5f), wide_add(low, high));
    const Wide s = wide_clamp(wide_select(crosses, crossing, beside), minus, one);
    const Wide t = wide_div(wide_sub(wide_mul(s, uv), vd), vv), within = wide_clamp(t, minus, one);
    const WideMask is_end = wide_greater(wide_absolute(t), one);
    const Wide at_end =
        wide_clamp(wide_mul(wide_add(ud, wide_mul(within, uv)), inverse), minus, one);
    *on_a = wide_select(is_end, at_end, s);
    *on_b = within;
}

// The normal of crossing segments is perpendicular to both, toward B's middle.
static inline WideVec3 crossing_normal(Wide half_height, const WideSegment *b)
{
    const Wide one = wide_splat(1.0f), zero = wide_zero();
    const WideVec3 across = {wide_mul(half_height, b->along.z), zero,
                             wide_negate(wide_mul(half_height, b->along.x))};
    const Wide squared = wide_length_squared3(across);
    const WideMask is_some = wide_greater(squared, wide_splat(1e-30f));
    const Wide inverse = wide_div(one, wide_sqrt(wide_select(is_some, squared, one)));
    const WideVec3 unit =
        wide_select3(is_some, wide_scale3(across, inverse), (WideVec3){one, zero, zero});
    const WideMask is_behind = wide_greater(zero, wide_dot3(unit, b->middle));
    return wide_select3(is_behind, wide_negate3(unit), unit);
}

static void meet_capsules_lanes(const CapsulePairRow3 pair_rows[WIDE_LANES], WideResults results)
{
    const Wide one = wide_splat(1.0f), zero = wide_zero();
    const WideRows rows = load_rows(pair_rows);
    const WideSegment b = segment_of(&rows, rows.other_height);
    Wide s, t;
    nearest_on_both(rows.half_height, &b, &s, &t);
    const WideVec3 p = {zero, wide_mul(rows.half_height, s), zero}, q = point_at(&b, t);
    const WideVec3 between = wide_sub3(q, p);
    const Wide distance = wide_sqrt(wide_length_squared3(between));
    const Wide radii = wide_add(rows.radius, rows.other_radius);
    const Wide separation = wide_sub(distance, radii);
    const WideMask is_apart = wide_greater(distance, wide_mul(wide_splat(crossing_share), radii));
    const Wide inverse = wide_div(one, wide_select(is_apart, distance, one));
    const WideVec3 normal = wide_select3(is_apart, wide_scale3(between, inverse),
                                         crossing_normal(rows.half_height, &b));
    STORE_RESULT(results, kind, kind_of(&rows, separation));
    STORE_RESULT(results, apart, separation);
    const WideSegment a = {{zero, zero, zero}, {zero, rows.half_height, zero}};
    const WideInterval interval = interval_beside(&a, rows.radius, &b, rows.other_radius, normal,
                                                  wide_splat(CAPSULE_OTHER_END), rows.margin);
    const WideVec3 on_a = wide_add_scaled3(p, normal, rows.radius);
    const WideVec3 on_b = wide_sub_scaled3(q, normal, rows.other_radius);
    note_points(&rows, &interval, wide_scale3(wide_add3(on_a, on_b), wide_splat(0.5f)), separation,
                results);
    store_result3(results, &results.of->normal, normal);
}

static void meet_boxes(const CapsulePairRow3 rows[WIDE], CapsulePairResults3 *results)
{
    for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
        meet_boxes_lanes(rows + lane, (WideResults){results, lane});
    }
}

static void meet_capsules(const CapsulePairRow3 rows[WIDE], CapsulePairResults3 *results)
{
    for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
        meet_capsules_lanes(rows + lane, (WideResults){results, lane});
    }
}

const CapsulePairKernel3 KERNEL_NAME(tum_capsule_pair3) = {meet_boxes, meet_capsules};
