// SPDX-License-Identifier: MIT
// Random pairs touch where searches too slow for an engine say: no contact is missed, none is
// deeper than the shapes are, and its points lie on both. Each search is its own: all axes of two
// boxes, golden section along a segment, the hull of the difference of two polytopes, and the best
// of a thousand directions walked uphill for everything else.
#include "collide4/face_pair4.h"
#include "collide4/pairs4.h"
#include "shape4/hull4.h"
#include "tests/support/contacts4.h"

enum { CORNERS = 10 };

/// A placed shape.
typedef struct Thing {
    Shape4 shape;
    DPose4 pose;
    DMat4 axes; ///< Columns: its axes in the world.
    double points[4 * CORNERS];
    Hull4 *hull; ///< Of the points, or NULL.
} Thing;

static Thing thing_of(Shape4 shape)
{
    return (Thing){.shape = shape, .pose = at_place(0, 0, 0, 0), .axes = DMAT4_IDENTITY};
}

static void place(Thing *thing, DPose4 pose)
{
    thing->pose = pose;
    thing->axes = drotation4_matrix(pose.rotation);
}

static Placed4 placed_thing(const Thing *thing)
{
    return (Placed4){&thing->shape, thing->pose.position, thing->axes};
}

// How far a thing reaches along a direction of the world.
static double reach_along(const Thing *thing, DVec4 n)
{
    const DVec4 local = dmat4_transform_transposed(thing->axes, n);
    return dvec4_dot(n, thing->pose.position) +
           dvec4_dot(tum_shape4_support(&thing->shape, local), local);
}

// How far apart two things are along a unit direction: never more than they are.
static double apart_along(const Thing *a, const Thing *b, DVec4 n)
{
    return -reach_along(a, n) - reach_along(b, dvec4_negate(n));
}

/// A direction and how far apart it sees two things.
typedef struct Parting {
    double separation;
    DVec4 normal;
} Parting;

static Parting better(const Thing *a, const Thing *b, DVec4 n, Parting best)
{
    const DVec4 unit = dvec4_normalize_or(n, best.normal);
    const double separation = apart_along(a, b, unit);
    return separation > best.separation ? (Parting){separation, unit} : best;
}

static const Parting none_yet = {-INFINITY, {0, 1, 0, 0}};

static DVec4 random_direction(Random *random)
{
    const DQuat q = random_rotation(random).left;
    return (DVec4){q.x, q.y, q.z, q.w};
}

// Whatever three axes of two boxes are at right angles to: the normals of their difference's cells.
static Parting best_of_all_axes(const Thing *a, const Thing *b)
{
    const DVec4 axes[8] = {a->axes.x, a->axes.y, a->axes.z, a->axes.w,
                           b->axes.x, b->axes.y, b->axes.z, b->axes.w};
    Parting best = none_yet;
    for (int i = 0; i < 8; ++i) {
        best = better(a, b, axes[i], best);
        best = better(a, b, dvec4_negate(axes[i]), best);
        for (int j = i + 1; j < 8; ++j) {
            for (int k = j + 1; k < 8; ++k) {
                const DVec4 n = dvec4_perpendicular(axes[i], axes[j], axes[k]);
                if (dvec4_length(n) > 1e-9) {
                    best = better(a, b, n, best);
                    best = better(a, b, dvec4_negate(n), best);
                }
            }
        }
    }
    return best;
}

// The cells of the hull of all differences of corners.
static Parting best_of_the_difference(const Thing *a, const Thing *b)
{
    double differences[4 * CORNERS * CORNERS];
    size_t count = 0;
    for (size_t i = 0; i < a->shape.point_count; ++i) {
        for (size_t k = 0; k < b->shape.point_count; ++k) {
            const double *p = &a->shape.points[4 * i], *q = &b->shape.points[4 * k];
            const DVec4 on_a = dpose4_transform(a->pose, dvec4(p[0], p[1], p[2], p[3]));
            const DVec4 on_b = dpose4_transform(b->pose, dvec4(q[0], q[1], q[2], q[3]));
            const DVec4 w = dvec4_sub(on_b, on_a);
            const double parts[4] = {w.x, w.y, w.z, w.w};
            memcpy(&differences[4 * count++], parts, sizeof parts);
        }
    }
    Hull4 *hull = tum_hull4_create(differences, count, NULL);
    assert_non_null(hull);
    Parting best = none_yet;
    for (uint32_t c = 0; c < hull->cell_count; ++c) {
        best = better(a, b, dvec4_negate(vec4_widen(hull->normals[c])), best);
    }
    tum_hull4_destroy(hull, NULL);
    return best;
}

// Steps in random directions, shorter where none of a dozen leads up.
static Parting walk_uphill(Random *random, const Thing *a, const Thing *b, Parting best)
{
    for (double step = 0.2; step > 1e-7;) {
        const double before = best.separation;
        for (int i = 0; i < 12; ++i) {
            const DVec4 aside = dvec4_scale(random_direction(random), step);
            best = better(a, b, dvec4_add(best.normal, aside), best);
        }
        step *= best.separation > before ? 1.2 : 0.6;
    }
    return best;
}

static Parting best_of_many(Random *random, const Thing *a, const Thing *b)
{
    enum { SAMPLES = 800, STARTS = 6 };
    Parting starts[STARTS];
    for (int k = 0; k < STARTS; ++k) {
        starts[k] = none_yet;
    }
    const DVec4 between = dvec4_sub(b->pose.position, a->pose.position);
    for (int i = 0; i < SAMPLES; ++i) {
        const DVec4 n = i == 0 ? between : random_direction(random);
        Parting next = better(a, b, n, none_yet);
        for (int k = 0; k < STARTS; ++k) {
            if (next.separation > starts[k].separation) {
                const Parting moved = starts[k];
                starts[k] = next;
                next = moved;
            }
        }
    }
    Parting best = none_yet;
    for (int k = 0; k < STARTS; ++k) {
        const Parting top = walk_uphill(random, a, b, starts[k]);
        best = top.separation > best.separation ? top : best;
    }
    return best;
}

// Of things apart, the point of B - A nearest to the origin, by steps straight toward the point of
// it that reaches farthest that way (Gilbert 1966): each names a plane between them. Begins where
// another search ended and stops when they are as far apart as is asked.
static double distance_at_least(const Thing *a, const Thing *b, Parting best, double enough)
{
    DVec4 v = dvec4_sub(b->pose.position, a->pose.position);
    for (int i = 0; i < 100000 && best.separation < enough; ++i) {
        best = better(a, b, v, best);
        const DVec4 n = dvec4_normalize_or(v, best.normal);
        const DVec4 local_a = dmat4_transform_transposed(a->axes, n);
        const DVec4 local_b = dmat4_transform_transposed(b->axes, dvec4_negate(n));
        const DVec4 on_a = dpose4_transform(a->pose, tum_shape4_support(&a->shape, local_a));
        const DVec4 on_b = dpose4_transform(b->pose, tum_shape4_support(&b->shape, local_b));
        const DVec4 way = dvec4_sub(dvec4_sub(on_b, on_a), v);
        const double along = -dvec4_dot(v, way) / fmax(dvec4_length_squared(way), 1e-300);
        if (!(along > 1e-15)) {
            break;
        }
        v = dvec4_add_scaled(v, way, fmin(along, 1));
    }
    return best.separation;
}

/// Tolerances of a contact, and counts of what came of the pairs.
typedef struct Bounds {
    double margin; ///< [m] Points with a separation up to this are asked for.
    double lower;  ///< [m] Depth beyond that of the best direction.
    double upper;  ///< [m] Depth that the points lack of the shapes' own along the normal.
    int touching, apart;
} Bounds;

static void check_points(const Thing *a, const Thing *b, const Contact *found);

// The contact of two things against the best direction a search has found.
static void check_contact(const Thing *a, const Thing *b, Parting best, Bounds *bounds)
{
    const Contact found = touch_of(&a->shape, a->pose, &b->shape, b->pose, bounds->margin);
    if (found.count == 0) {
        const double enough = bounds->margin - 1e-5;
        assert_between(distance_at_least(a, b, best, enough), enough, INFINITY);
        ++bounds->apart;
        return;
    }
    ++bounds->touching;
    // Along its own normal a contact is as deep as the shapes are.
    const double own = apart_along(a, b, found.normal);
    assert_between(found.deepest, own - 1e-5, own + bounds->upper);
    assert_between(own, best.separation - bounds->lower, INFINITY);
    check_points(a, b, &found);
}

// Distance of a point from a thing, 0 inside.
static double outside(const Thing *thing, DVec4 p)
{
    const double zero[4] = {0};
    const Shape4 point = tum_shape4_points(zero, 1);
    const Placed4 a = placed_thing(thing), b = {&point, p, DMAT4_IDENTITY};
    return fmax(tum_distance4(&a, &b, (DVec4){0}).distance, 0);
}

// Half the separation to either side of a point of contact are points of the two shapes, give or
// take the thickness of edges (sparse_share of face_pair4.c) and the corners of rounder shapes.
static void check_points(const Thing *a, const Thing *b, const Contact *found)
{
    const double room = 0.04 * fmin(a->shape.bounding_radius, b->shape.bounding_radius);
    for (int i = 0; i < found->point_count; ++i) {
        const double half = 0.5 * found->separations[i];
        const DVec4 on_a = dvec4_add_scaled(found->points[i], found->normal, -half);
        const DVec4 on_b = dvec4_add_scaled(found->points[i], found->normal, half);
        assert_between(outside(a, on_a), 0, room);
        assert_between(outside(b, on_b), 0, room);
    }
}

// B beside A: turned any way, or with its axes along A's but for a tilt from none to a few degrees,
// and most often near touching.
static void put_beside(Random *random, const Thing *a, Thing *b)
{
    DPose4 beside = {random_vec4(random, -0.8, 0.8), random_rotation(random)};
    const int kind = (int)random_in(random, 0, 6);
    if (kind < 4) {
        const double tilts[4] = {0, 1e-6, 1e-3, 0.05}, t = tilts[kind];
        beside.rotation = drotation4_exp((DBivec4){
            random_in(random, -t, t), random_in(random, -t, t), random_in(random, -t, t),
            random_in(random, -t, t), random_in(random, -t, t), random_in(random, -t, t)});
        if (random_in(random, 0, 1) < 0.5) {
            const DBivec4 turn = {.xz = random_in(random, -3, 3), .zw = random_in(random, -3, 3)};
            beside.rotation = drotation4_multiply(beside.rotation, drotation4_exp(turn));
        }
    }
    place(b, dpose4_multiply(a->pose, beside));
    if (random_in(random, 0, 1) < 0.7) {
        const DVec4 n = random_in(random, 0, 1) < 0.5 ? a->axes.y : random_direction(random);
        const double wanted = random_in(random, 0, 1) < 0.5 ? random_in(random, -0.02, 0.06)
                                                            : random_in(random, -0.3, 0);
        b->pose.position = dvec4_add_scaled(b->pose.position, n, wanted - apart_along(a, b, n));
    }
}

static DPose4 somewhere(Random *random)
{
    const DVec4 position = random_vec4(random, -3, 3);
    return (DPose4){position, random_rotation(random)};
}

static Thing random_box(Random *random, double ratio)
{
    DVec4 half = random_vec4(random, -ratio, ratio);
    half = dvec4(0.5 * exp(half.x), 0.5 * exp(half.y), 0.5 * exp(half.z), 0.5 * exp(half.w));
    return thing_of(tum_shape4_box(half));
}

static Thing random_capsule(Random *random)
{
    const double r = random_in(random, 0.1, 0.6);
    const TumCurve ball = {{r, r, r, r}, 2};
    Shape4 shape;
    assert_true(tum_shape4_general(dvec4(0, random_in(random, 0.1, 1.2), 0, 0), &ball, 1, &shape));
    return thing_of(shape);
}

// One of the products of segments, ellipses and balls, or a box with a ball around it.
static Thing random_round(Random *random)
{
    const double r = random_in(random, 0.3, 0.8), s = random_in(random, 0.3, 0.8);
    const double h = random_in(random, 0.1, 0.8), g = random_in(random, 0.1, 0.8);
    const TumCurve curves[8][2] = {{{{r, 0, r, 0}, 2}},
                                   {{{r, 0, r, r}, 2}},
                                   {{{r, r, 0, 0}, 2}, {{0, 0, s, s}, 2}},
                                   {{{r, r, r, r}, 1}},
                                   {{{r, s, h + 0.2, g + 0.2}, 2}},
                                   {{{r, r, r, r}, 2}},
                                   {{{r, s, r, 0}, 3}},
                                   {{{r, s, 0, 0}, 2}}};
    const DVec4 halves[8] = {{0, h, 0, g}, {0, h, 0, 0},     {0, 0, 0, 0}, {0, 0, 0, 0},
                             {0, 0, 0, 0}, {h, g, 0.2, 0.1}, {0, 0, 0, h}, {g, 0, h, 0.3}};
    const int which = (int)random_in(random, 0, 8);
    Shape4 shape;
    assert_true(tum_shape4_general(halves[which], curves[which], which == 2 ? 2 : 1, &shape));
    return thing_of(shape);
}

static void boxes_touch_along_the_best_of_all_their_axes(void **state)
{
    (void)state;
    Random random = {101};
    Bounds bounds = {.margin = 0.05};
    for (int i = 0; i < 6000; ++i) {
        const double ratio = i % 3 == 0 ? 2 : 0.7;
        Thing a = random_box(&random, ratio), b = random_box(&random, ratio);
        place(&a, somewhere(&random));
        put_beside(&random, &a, &b);
        const Parting best = best_of_all_axes(&a, &b);
        bounds.lower = bias_of(&a.shape, &b.shape, best.separation);
        // Corners apart are told by rounder shapes, 2 % of what fits inside at either corner.
        bounds.lower += best.separation > 0 ? rounding_of(&a.shape) + rounding_of(&b.shape) : 0;
        bounds.upper = depth_room(&a.shape, &b.shape);
        check_contact(&a, &b, best, &bounds);
    }
    assert_true(bounds.touching > 1000 && bounds.apart > 1000);
}

// From a point of B's segment to A's.
static double from_segment(const Thing *a, DVec4 p)
{
    const double half = a->shape.half.y;
    const double along = dvec4_dot(dvec4_sub(p, a->pose.position), a->axes.y);
    const double nearest = fmin(fmax(along, -half), half);
    return dvec4_distance(p, dvec4_add_scaled(a->pose.position, a->axes.y, nearest));
}

// The distance from one segment rises from its least both ways along the other.
static double between_segments(const Thing *a, const Thing *b)
{
    const double share = 0.5 * (sqrt(5) - 1);
    double low = -b->shape.half.y, high = b->shape.half.y, distance = INFINITY;
    for (int i = 0; i < 80; ++i) {
        const double x = high - share * (high - low), y = low + share * (high - low);
        const double at_x = from_segment(a, dvec4_add_scaled(b->pose.position, b->axes.y, x));
        const double at_y = from_segment(a, dvec4_add_scaled(b->pose.position, b->axes.y, y));
        distance = fmin(distance, fmin(at_x, at_y));
        low = at_x < at_y ? low : x;
        high = at_x < at_y ? y : high;
    }
    return distance;
}

static void capsules_are_as_near_as_their_segments(void **state)
{
    (void)state;
    Random random = {103};
    int touching = 0;
    for (int i = 0; i < 6000; ++i) {
        Thing a = random_capsule(&random), b = random_capsule(&random);
        place(&a, somewhere(&random));
        put_beside(&random, &a, &b);
        const double expected = between_segments(&a, &b) - a.shape.radius - b.shape.radius;
        const Contact found = touch_of(&a.shape, a.pose, &b.shape, b.pose, 0.05);
        if (fabs(expected - 0.05) > 1e-5) {
            assert_int_equal(found.count, expected < 0.05);
        }
        if (found.count > 0) {
            // Poses of single precision; and of two ends nearly as deep either may be left out.
            const double size = fmin(a.shape.bounding_radius, b.shape.bounding_radius);
            assert_between(found.deepest, expected - 5e-6, expected + 1e-4 * size + 5e-6);
            check_points(&a, &b, &found);
            ++touching;
        }
    }
    assert_true(touching > 500);
}

static Thing random_hull(Random *random)
{
    Thing thing = {.hull = NULL};
    const size_t count = (size_t)random_in(random, 6, CORNERS + 0.99);
    for (size_t i = 0; i < 4 * count; ++i) {
        thing.points[i] = random_in(random, -0.7, 0.7);
    }
    thing.hull = tum_hull4_create(thing.points, count, NULL);
    assert_non_null(thing.hull);
    thing.shape = tum_shape4_hull(thing.hull);
    return thing;
}

static void hulls_are_as_deep_as_the_hull_of_their_difference(void **state)
{
    (void)state;
    Random random = {107};
    Bounds bounds = {.margin = 0.02};
    for (int i = 0; i < 400; ++i) {
        Thing a = random_hull(&random), b = random_hull(&random);
        place(&a, somewhere(&random));
        put_beside(&random, &a, &b);
        const Parting best = best_of_the_difference(&a, &b);
        bounds.lower = depth_error(&a.shape, &b.shape, best.separation);
        bounds.upper = depth_room(&a.shape, &b.shape);
        check_contact(&a, &b, best, &bounds);
        tum_hull4_destroy(a.hull, NULL);
        tum_hull4_destroy(b.hull, NULL);
    }
    assert_true(bounds.touching > 30 && bounds.apart > 100);
}

static void round_shapes_are_as_deep_as_the_best_of_many_directions(void **state)
{
    (void)state;
    Random random = {109};
    Bounds bounds = {.margin = 0.05};
    for (int i = 0; i < 600; ++i) {
        Thing a = i % 3 == 0   ? random_box(&random, 0.7)
                  : i % 3 == 1 ? random_capsule(&random)
                               : random_round(&random);
        Thing b = random_round(&random);
        place(&a, somewhere(&random));
        put_beside(&random, &a, &b);
        const Parting best = best_of_many(&random, &a, &b);
        bounds.lower = depth_error(&a.shape, &b.shape, best.separation);
        if (tum_is_box4(&a.shape) && tum_is_box4(&b.shape)) {
            bounds.lower = fmax(bias_of(&a.shape, &b.shape, best.separation), bounds.lower);
        }
        bounds.upper = depth_room(&a.shape, &b.shape);
        check_contact(&a, &b, best, &bounds);
    }
    assert_true(bounds.touching > 100 && bounds.apart > 100);
}

// What EPA ends with: the depth, and the two points that part last, on either surface.
static void the_expanding_polytope_ends_on_both_surfaces(void **state)
{
    (void)state;
    Random random = {113};
    int deep = 0;
    for (int i = 0; i < 600; ++i) {
        Thing a = i % 2 == 0 ? random_box(&random, 0.7) : random_round(&random);
        Thing b = i % 3 == 0 ? random_box(&random, 0.7) : random_round(&random);
        place(&a, somewhere(&random));
        put_beside(&random, &a, &b);
        const Placed4 at_a = placed_thing(&a), at_b = placed_thing(&b);
        const Distance4 found = tum_distance4(&at_a, &at_b, (DVec4){0});
        if (found.distance > -a.shape.radius - b.shape.radius - 1e-3) {
            continue;
        }
        const Parting best = best_of_many(&random, &a, &b);
        assert_between(found.distance, best.separation * (1 + 1e-3), INFINITY);
        assert_near(found.distance, apart_along(&a, &b, found.normal), 1e-9);
        // Points as far apart as the depth; a normal to 1e-4 moves them by so much of the size.
        const double room = 0.01 * fmin(a.shape.bounding_radius, b.shape.bounding_radius);
        assert_between(outside(&a, found.point_a), 0, room);
        assert_between(outside(&b, found.point_b), 0, room);
        assert_near(dvec4_dot(found.point_a, found.normal), reach_along(&a, found.normal), room);
        ++deep;
    }
    assert_true(deep > 100);
}

/// A half-space of the space of contact: normal . p <= offset.
typedef struct Side {
    DVec3 normal;
    double offset;
} Side;

enum { BOX_SIDES = 6, VERTICES_MAX = 64 };

// Corners of what lies within all sides: wherever three of their planes cross within the others.
static int corners_within(const Side *sides, int count, DVec3 corners[VERTICES_MAX])
{
    int found = 0;
    for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
            for (int k = j + 1; k < count; ++k) {
                const DVec3 a = sides[i].normal, b = sides[j].normal, c = sides[k].normal;
                const double volume = dvec3_dot(a, dvec3_cross(b, c));
                if (fabs(volume) < 1e-9) {
                    continue;
                }
                DVec3 p = dvec3_scale(dvec3_cross(b, c), sides[i].offset / volume);
                p = dvec3_add_scaled(p, dvec3_cross(c, a), sides[j].offset / volume);
                p = dvec3_add_scaled(p, dvec3_cross(a, b), sides[k].offset / volume);
                bool is_within = true;
                for (int s = 0; s < count; ++s) {
                    is_within = is_within && dvec3_dot(sides[s].normal, p) < sides[s].offset + 1e-9;
                }
                if (is_within && found < VERTICES_MAX) {
                    corners[found++] = p;
                }
            }
        }
    }
    return found;
}

// B's cell that faces A's upper one, as sides of the space x z w that A's cell spans: along A's
// normal Y each point of the one lies over one of the other.
static void sides_of_incident(const Thing *b, int axis, double sign, Side sides[BOX_SIDES])
{
    const DVec4 columns[4] = {b->axes.x, b->axes.y, b->axes.z, b->axes.w};
    const DVec4 n = dvec4_scale(columns[axis], sign);
    const DVec4 middle = dvec4_add_scaled(b->pose.position, n, dvec4_part(b->shape.half, axis));
    for (int i = 0, at = 0; i < 4; ++i) {
        if (i == axis) {
            continue;
        }
        // In the hyperplane n . p = offset the part y follows from the others.
        const DVec4 d = dvec4_add_scaled(columns[i], n, -columns[i].y / n.y);
        const double here = dvec4_dot(d, middle), half = dvec4_part(b->shape.half, i);
        sides[at++] = (Side){{d.x, d.z, d.w}, here + half};
        sides[at++] = (Side){{-d.x, -d.z, -d.w}, half - here};
    }
}

// Two cells meet in a polyhedron: its corners are those of the twelve half-spaces that bound the
// two, however the upper one is turned and up to some forty degrees tilted.
static void cells_meet_in_the_corners_of_what_lies_within_both(void **state)
{
    (void)state;
    Random random = {127};
    int most = 0, compared = 0;
    for (int i = 0; i < 3000; ++i) {
        const Thing a = random_box(&random, 0.7);
        Thing b = random_box(&random, 0.7);
        const double t = i % 3 == 0 ? 0 : i % 3 == 1 ? 0.01 : 0.3;
        const DBivec4 turn = {.xz = random_in(&random, -3, 3),
                              .xw = random_in(&random, -3, 3),
                              .zw = random_in(&random, -3, 3)};
        const DBivec4 tilt = {.xy = random_in(&random, -t, t),
                              .yz = random_in(&random, -t, t),
                              .yw = random_in(&random, -t, t)};
        DPose4 pose = {random_vec4(&random, -0.5, 0.5),
                       drotation4_multiply(drotation4_exp(tilt), drotation4_exp(turn))};
        pose.position.y = a.shape.half.y + b.shape.half.y;
        place(&b, pose);
        Side sides[2 * BOX_SIDES];
        for (int k = 0, at = 0; k < 4; ++k) {
            if (k != 1) {
                const double half = dvec4_part(a.shape.half, k);
                const DVec3 n = {k == 0 ? 1 : 0, k == 2 ? 1 : 0, k == 3 ? 1 : 0};
                sides[at++] = (Side){n, half};
                sides[at++] = (Side){dvec3_scale(n, -1), half};
            }
        }
        // The cell most opposed to +Y, away from a tie.
        const double ys[4] = {b.axes.x.y, b.axes.y.y, b.axes.z.y, b.axes.w.y};
        int axis = 0;
        for (int k = 1; k < 4; ++k) {
            axis = fabs(ys[k]) > fabs(ys[axis]) ? k : axis;
        }
        if (fabs(ys[axis]) < 0.75) {
            continue;
        }
        sides_of_incident(&b, axis, ys[axis] > 0 ? -1 : 1, &sides[BOX_SIDES]);
        DVec3 corners[VERTICES_MAX];
        const int count = corners_within(sides, 2 * BOX_SIDES, corners);
        const Pose4 a_from_b = pose4_narrow(b.pose);
        const Mat4 identity = MAT4_IDENTITY;
        const FacePair4 meeting = {.a = {.shape = &a.shape, .rotation = identity},
                                   .b = {.shape = &b.shape,
                                         .rotation = rotation4_matrix(a_from_b.rotation),
                                         .position = a_from_b.position},
                                   .normal = vec4(0, 1, 0, 0),
                                   .margin = 100,
                                   .extent = 1e-3f,
                                   .is_part = true};
        Batch4 batch;
        assert_int_equal(tum_meet_faces4(&meeting, &batch), count > 0);
        for (int c = 0; c < count; ++c) {
            double nearest = INFINITY;
            for (int k = 0; k < batch.count; ++k) {
                const DVec4 p = vec4_widen(batch.points[k].position);
                nearest = fmin(nearest, dvec3_distance((DVec3){p.x, p.z, p.w}, corners[c]));
            }
            // Rounding of planes that cross at a narrow angle, and points that are one within same.
            assert_near(nearest, 0, 1e-4);
        }
        // None but corners; and each stands on the plane of B's cell and of A's.
        for (int k = 0; k < batch.count; ++k) {
            const DVec4 p = vec4_widen(batch.points[k].position);
            double nearest = INFINITY;
            for (int c = 0; c < count; ++c) {
                nearest = fmin(nearest, dvec3_distance((DVec3){p.x, p.z, p.w}, corners[c]));
            }
            assert_near(nearest, 0, 1e-4);
            const double separation = (double)batch.points[k].separation;
            assert_near(p.y - 0.5 * separation, a.shape.half.y, 1e-5);
            assert_near(outside(&b, dvec4(p.x, p.y + 0.5 * separation, p.z, p.w)), 0, 1e-4);
        }
        most = count > most ? count : most;
        ++compared;
    }
    assert_true(compared > 2000 && most >= 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_touch_along_the_best_of_all_their_axes),
        cmocka_unit_test(capsules_are_as_near_as_their_segments),
        cmocka_unit_test(hulls_are_as_deep_as_the_hull_of_their_difference),
        cmocka_unit_test(round_shapes_are_as_deep_as_the_best_of_many_directions),
        cmocka_unit_test(the_expanding_polytope_ends_on_both_surfaces),
        cmocka_unit_test(cells_meet_in_the_corners_of_what_lies_within_both),
    };
    return cmocka_run_group_tests_name("depth4", tests, NULL, NULL);
}
