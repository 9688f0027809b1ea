// SPDX-License-Identifier: MIT
// Where shapes touch in 4D is what closed forms, separating axes and the reference say.
#include "collide4/face_pair4.h"
#include "collide4/manifold4.h"
#include "collide4/pairs4.h"
#include "shape4/hull4.h"
#include "tests/support/contacts4.h"

/// A placed shape with its rotation as a pair.
typedef struct Body {
    Shape4 shape;
    DPose4 pose;
    Object4 object;
} Body;

static void read_body(const char *item, const char *name, Body *body)
{
    const char *placed = reference_member(item, name);
    assert_non_null(placed);
    reference_shape4(reference_member(placed, "shape"), &body->object);
    body->shape = body->object.shape;
    body->pose.position = reference_vec4(placed, "position");
    body->pose.rotation = reference_rotation4(placed, "rotor");
}

static const double far = 100;

static Distance4 exact_distance(const Shape4 *a, DPose4 at_a, const Shape4 *b, DPose4 at_b)
{
    const Placed4 placed_a = {a, at_a.position, drotation4_matrix(at_a.rotation)};
    const Placed4 placed_b = {b, at_b.position, drotation4_matrix(at_b.rotation)};
    return tum_distance4(&placed_a, &placed_b, (DVec4){0});
}

// Pairs that touch in one point, against the separation and normal of the reference.
static void check_single_touches(const char *system_block)
{
    Reference reference = reference_open(system_block);
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        Body a, b;
        read_body(item, "a", &a);
        read_body(item, "b", &b);
        const Contact found = touch_of(&a.shape, a.pose, &b.shape, b.pose, far);
        assert_int_equal(found.count, 1);
        assert_near(found.deepest, reference_number(item, "separation"), 1e-5);
        assert_vec4_near(found.normal, reference_vec4(item, "normal"), 1e-4);
    }
    reference_close(&reference);
}

static void balls_against_shapes_are_those_of_the_reference(void **state)
{
    (void)state;
    check_single_touches("ball_shape");
}

static void capsules_are_those_of_the_reference(void **state)
{
    (void)state;
    check_single_touches("capsule_capsule");
}

// Turns +Y into the normal: as quaternions, n = (n / y) y.
static DPose4 pose_of_plane(DVec4 n, double offset)
{
    const DQuat left = dquat_multiply((DQuat){n.x, n.y, n.z, n.w}, (DQuat){0, -1, 0, 0});
    return (DPose4){dvec4_scale(n, offset), {left, (DQuat){0, 0, 0, 1}}};
}

// G4MF-47.
static void planes_are_those_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("plane_shape");
    const Shape4 plane = tum_shape4_plane();
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        Body body;
        read_body(item, "body", &body);
        const DVec4 normal = reference_vec4(item, "planeNormal");
        const DPose4 ground = pose_of_plane(normal, reference_number(item, "planeOffset"));
        const Contact found = touch_of(&plane, ground, &body.shape, body.pose, far);
        assert_int_equal(found.count, 1);
        assert_near(found.deepest, reference_number(item, "separation"), 2e-5);
        assert_vec4_near(found.normal, normal, 1e-5);
        // The other way round.
        const Contact back = touch_of(&body.shape, body.pose, &plane, ground, far);
        assert_int_equal(back.point_count, found.point_count);
        assert_near(back.deepest, found.deepest, 1e-5);
        assert_vec4_near(back.normal, dvec4_negate(normal), 1e-5);
    }
    reference_close(&reference);
}

static void boxes_are_those_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("box_box");
    const char *item = NULL;
    int single = 0, apart = 0;
    while ((item = reference_next(&reference, item)) != NULL) {
        Body a, b;
        read_body(item, "a", &a);
        read_body(item, "b", &b);
        const Contact found = touch_of(&a.shape, a.pose, &b.shape, b.pose, far);
        assert_int_equal(found.count, 1);
        const double separation = reference_number(item, "separation");
        const double distance = reference_number(item, "distance");
        const double bias = bias_of(&a.shape, &b.shape, separation);
        const double room = depth_room(&a.shape, &b.shape);
        if (distance > 0) {
            // No plane tells them farther apart than they are. An axis that faces meet along is
            // enough, and so is the normal of rounder shapes.
            const double rounder = distance - rounding_of(&a.shape) - rounding_of(&b.shape);
            assert_between(found.deepest, fmin(separation - bias, rounder) - 1e-5, distance + room);
            apart += 1;
            continue;
        }
        // A cell stays within the bias of a better cross axis.
        assert_between(found.deepest, separation - bias - 1e-5, separation + room);
        if (reference_number(item, "margin") > bias + 1e-5) {
            assert_vec4_near(found.normal, reference_vec4(item, "normal"), 1e-4);
            if (reference_member(item, "contact") != NULL && found.point_count == 1) {
                assert_vec4_near(found.points[0], reference_vec4(item, "contact"), 1e-4);
                ++single;
            }
        }
    }
    assert_true(apart > 0 && single > 0);
    reference_close(&reference);
}

static void overlaps_of_convex_shapes_are_as_deep_as_the_reference_bounds_them(void **state)
{
    (void)state;
    Reference reference = reference_open("convex_penetration");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        Body a, b;
        read_body(item, "a", &a);
        read_body(item, "b", &b);
        const Contact found = touch_of(&a.shape, a.pose, &b.shape, b.pose, 0.02);
        assert_int_equal(found.count, 1);
        const double low = reference_number(item, "depthLower");
        const double high = reference_number(item, "depthUpper");
        // Shallow ones are told by the normal of shapes a little rounder; see convex4.c.
        const double most = high + depth_error(&a.shape, &b.shape, -low);
        assert_between(-found.deepest, low - depth_room(&a.shape, &b.shape), most);
    }
    reference_close(&reference);
}

// Every vertex of the incident cell over the reference cell, before any is left out.
static void cells_meet_in_the_points_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("cell_manifold");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        Body a, b;
        read_body(item, "a", &a);
        read_body(item, "b", &b);
        const Pose4 a_from_b = pose4_narrow(dpose4_relative(a.pose, b.pose));
        const DVec4 normal = drotation4_unrotate(a.pose.rotation, reference_vec4(item, "normal"));
        const Mat4 identity = MAT4_IDENTITY;
        const FacePair4 meeting = {.a = {.shape = &a.shape, .rotation = identity},
                                   .b = {.shape = &b.shape,
                                         .rotation = rotation4_matrix(a_from_b.rotation),
                                         .position = a_from_b.position},
                                   .normal = vec4_narrow(normal),
                                   .margin = 100,
                                   .extent = 1e-3f,
                                   .is_part = true};
        Batch4 batch;
        if (!tum_meet_faces4(&meeting, &batch))
            printf("NONE %zu\n", reference.case_count);
        int count = 0;
        const char *list = reference_member(item, "points");
        for (const char *p = reference_element(list, NULL); p != NULL;
             p = reference_element(list, p)) {
            const DVec4 expected = reference_vec4(p, "position");
            const double separation = reference_number(p, "separation");
            double nearest = INFINITY, its_separation = INFINITY;
            for (int i = 0; i < batch.count; ++i) {
                const double s = (double)batch.points[i].separation;
                const DVec4 middle = dpose4_transform(a.pose, vec4_widen(batch.points[i].position));
                // Ours lie halfway, theirs on B.
                const DVec4 on_b =
                    dvec4_add_scaled(middle, reference_vec4(item, "normal"), 0.5 * s);
                if (dvec4_distance(on_b, expected) < nearest) {
                    nearest = dvec4_distance(on_b, expected);
                    its_separation = s;
                }
            }
            assert_near(nearest, 0, 2e-4);
            assert_near(its_separation, separation, 1e-4);
            ++count;
        }
        // Corners that cross an edge within rounding may be there twice.
        assert_in_range(batch.count, count, count + 2);
        // Planes of contact are for what is near, wherever beside the cell B comes nearest.
        const Contact kept = touch_of(&a.shape, a.pose, &b.shape, b.pose, 0.1);
        const double distance = exact_distance(&a.shape, a.pose, &b.shape, b.pose).distance;
        assert_int_equal(kept.count, distance <= 0.1);
        if (kept.count > 0) {
            const double most = distance + depth_room(&a.shape, &b.shape);
            const double rounder = distance - rounding_of(&a.shape) - rounding_of(&b.shape);
            const double bias = bias_of(&a.shape, &b.shape, distance);
            assert_between(kept.deepest, fmin(distance - bias, rounder) - 1e-5, most);
        }
    }
    reference_close(&reference);
}

static DPose4 random_pose(Random *random, double away)
{
    DPose4 pose = {.rotation = random_rotation(random)};
    pose.position = random_vec4(random, -away, away);
    return pose;
}

static DVec4 random_half(Random *random)
{
    return random_vec4(random, 0.2, 1.0);
}

static void boxes_overlap_as_deep_as_the_expanding_polytope_finds(void **state)
{
    (void)state;
    Random random = {17};
    int overlapping = 0, kinds[2] = {0, 0};
    for (int i = 0; i < 400; ++i) {
        const Shape4 a = tum_shape4_box(random_half(&random));
        const Shape4 b = tum_shape4_box(random_half(&random));
        const DPose4 at_a = random_pose(&random, 0.8), at_b = random_pose(&random, 0.8);
        const Distance4 exact = exact_distance(&a, at_a, &b, at_b);
        const Contact found = touch_of(&a, at_a, &b, at_b, 0.05);
        if (exact.distance > 0.05) {
            assert_int_equal(found.count, 0);
            continue;
        }
        assert_int_equal(found.count, 1);
        const double bias = exact.distance < 0 ? bias_of(&a, &b, exact.distance) : 1e-3;
        assert_between(found.deepest, exact.distance - bias - 1e-5, exact.distance + 1e-5);
        overlapping += exact.distance < 0;
        ++kinds[found.point_count > 1];
    }
    assert_true(overlapping > 100 && kinds[0] > 20 && kinds[1] > 20);
}

enum { ZOO = 10 };

/// One of every kind of convex shape.
typedef struct Zoo {
    Shape4 shapes[ZOO];
    double points[64];
    Hull4 *hull;
} Zoo;

static void make_zoo(Zoo *zoo)
{
    const TumCurve ball = {{0.3, 0.3, 0.3, 0.3}, 2}, roll = {{0.5, 0, 0.5, 0}, 2};
    const TumCurve spherinder = {{0.5, 0, 0.5, 0.5}, 2};
    const TumCurve duo[2] = {{{0.5, 0.5, 0, 0}, 2}, {{0, 0, 0.6, 0.6}, 2}};
    const TumCurve cross = {{0.7, 0.7, 0.7, 0.7}, 1}, soft = {{0.5, 0.4, 0.6, 0}, 3};
    Shape4 *s = zoo->shapes;
    s[0] = tum_shape4_box(dvec4(0.4, 0.5, 0.6, 0.3));
    assert_true(tum_shape4_general(dvec4(0, 0.6, 0, 0), &ball, 1, &s[1]));
    assert_true(tum_shape4_general(dvec4(0.2, 0.3, 0.2, 0.1), &ball, 1, &s[2]));
    assert_true(tum_shape4_general(dvec4(0, 0.4, 0, 0.5), &roll, 1, &s[3]));
    assert_true(tum_shape4_general(dvec4(0, 0.5, 0, 0), &spherinder, 1, &s[4]));
    assert_true(tum_shape4_general(dvec4(0, 0, 0, 0), duo, 2, &s[5]));
    assert_true(tum_shape4_general(dvec4(0, 0, 0, 0), &cross, 1, &s[6]));
    assert_true(tum_shape4_general(dvec4(0, 0, 0, 0.4), &soft, 1, &s[7]));
    const TumShape cone = {.kind = TUM_SHAPE_CYLINDER, .height = 1.2, .radius_bottom = 0.6};
    const double scale[4] = {1, 1, 1, 1};
    assert_true(tum_shape4_of_scene(&cone, NULL, NULL, scale, &s[8]));
    Random random = {23};
    for (int i = 0; i < 64; ++i) {
        zoo->points[i] = random_in(&random, -0.7, 0.7);
    }
    zoo->hull = tum_hull4_create(zoo->points, 16, NULL);
    assert_non_null(zoo->hull);
    s[9] = tum_shape4_hull(zoo->hull);
}

static void all_pairs_of_kinds_are_as_deep_as_the_shortest_way_out(void **state)
{
    (void)state;
    Zoo zoo;
    make_zoo(&zoo);
    Random random = {29};
    int touching = 0;
    for (int i = 0; i < ZOO; ++i) {
        for (int k = 0; k < ZOO; ++k) {
            for (int round = 0; round < 6; ++round) {
                const Shape4 *a = &zoo.shapes[i], *b = &zoo.shapes[k];
                const DPose4 at_a = random_pose(&random, 0.4), at_b = random_pose(&random, 0.4);
                const Distance4 exact = exact_distance(a, at_a, b, at_b);
                const Contact found = touch_of(a, at_a, b, at_b, 0.05);
                if (exact.distance > 0.05) {
                    assert_int_equal(found.count, 0);
                    continue;
                }
                assert_int_equal(found.count, 1);
                ++touching;
                const double bias = bias_of(a, b, exact.distance) + 0.004;
                const double room = depth_room(a, b);
                // What GJK on rounder shapes finds is at most a little deeper than the best.
                assert_between(found.deepest, exact.distance - bias, exact.distance + room);
            }
        }
    }
    assert_true(touching > 200);
    tum_hull4_destroy(zoo.hull, NULL);
}

static void assert_same_contact(const Contact *found, const Contact *expected, double tolerance)
{
    assert_int_equal(found->count, expected->count);
    assert_near(found->deepest, expected->deepest, tolerance);
    assert_vec4_near(found->normal, expected->normal, 1e-3);
}

static void swapping_the_shapes_turns_the_normal_around(void **state)
{
    (void)state;
    Zoo zoo;
    make_zoo(&zoo);
    Random random = {31};
    for (int i = 0; i < 300; ++i) {
        const Shape4 *a = &zoo.shapes[i % ZOO], *b = &zoo.shapes[i / ZOO % ZOO];
        const DPose4 at_a = random_pose(&random, 0.5), at_b = random_pose(&random, 0.5);
        const Contact found = touch_of(a, at_a, b, at_b, 0.05);
        Contact back = touch_of(b, at_b, a, at_a, 0.05);
        assert_int_equal(back.count, found.count);
        if (found.count == 0) {
            continue;
        }
        back.normal = dvec4_negate(back.normal);
        assert_near(back.deepest, found.deepest, 1e-3);
        // Deep down several ways out are nearly as short.
        if (found.deepest > -0.02) {
            assert_same_contact(&back, &found, 1e-4);
        }
    }
    tum_hull4_destroy(zoo.hull, NULL);
}

static void a_common_motion_moves_the_contact_along(void **state)
{
    (void)state;
    Zoo zoo;
    make_zoo(&zoo);
    Random random = {37};
    int compared = 0;
    for (int i = 0; i < 300; ++i) {
        const Shape4 *a = &zoo.shapes[i % ZOO], *b = &zoo.shapes[i / ZOO % ZOO];
        const DPose4 at_a = random_pose(&random, 0.6), at_b = random_pose(&random, 0.6);
        const DPose4 common = random_pose(&random, 3);
        const Contact found = touch_of(a, at_a, b, at_b, 0.05);
        const Contact moved =
            touch_of(a, dpose4_multiply(common, at_a), b, dpose4_multiply(common, at_b), 0.05);
        assert_int_equal(moved.count, found.count);
        if (found.count == 0) {
            continue;
        }
        assert_near(moved.deepest, found.deepest, 1e-4);
        if (found.deepest > -0.02) {
            assert_vec4_near(moved.normal, drotation4_rotate(common.rotation, found.normal), 1e-3);
            ++compared;
        }
    }
    assert_true(compared > 10);
    tum_hull4_destroy(zoo.hull, NULL);
}

// A resting box that is nudged meets the same corners again.
static void names_of_points_stay_while_the_same_corners_touch(void **state)
{
    (void)state;
    const Shape4 ground = tum_shape4_box(dvec4(5, 1, 5, 5));
    const Shape4 box = tum_shape4_box(dvec4(0.5, 0.5, 0.5, 0.5));
    PairCache4 cache = {.kind = 0};
    const DPose4 here = at_place(0, 0, 0, 0);
    const Contact first = touch_with(&ground, here, &box, at_place(0, 1.497, 0, 0), 0.02, &cache);
    assert_int_equal(first.point_count, 8);
    Random random = {41};
    for (int i = 0; i < 50; ++i) {
        DPose4 pose = {random_vec4(&random, -0.05, 0.05),
                       drotation4_exp((DBivec4){.xy = random_in(&random, -2e-3, 2e-3),
                                                .xz = random_in(&random, -2, 2),
                                                .yw = random_in(&random, -2e-3, 2e-3),
                                                .zw = random_in(&random, -1e-3, 1e-3)})};
        pose.position.y = 1.497;
        const Contact next = touch_with(&ground, here, &box, pose, 0.02, &cache);
        assert_int_equal(next.point_count, 8);
        for (int k = 0; k < 8; ++k) {
            bool is_known = false;
            for (int m = 0; m < 8; ++m) {
                is_known = is_known || next.features[k] == first.features[m];
            }
            assert_true(is_known);
        }
    }
}

// Of two equal boxes on each other every corner lies on the rim of the other's cell, give or take
// rounding and a breath of drift.
static void equal_boxes_on_each_other_touch_at_the_same_eight_corners(void **state)
{
    (void)state;
    const Shape4 box = tum_shape4_box(dvec4(0.5, 0.5, 0.5, 0.5));
    PairCache4 cache = {.kind = 0};
    Random random = {59};
    Contact first = {.count = 0};
    for (int i = 0; i < 300; ++i) {
        const double surface_velocity = i < 100 ? 0 : i < 200 ? 1e-6 : 2e-4;
        DPose4 below = {random_vec4(&random, -3, 3), random_rotation(&random)};
        DPose4 above = {random_vec4(&random, -surface_velocity, surface_velocity),
                        drotation4_exp((DBivec4){
                            .xz = random_in(&random, -surface_velocity, surface_velocity),
                            .zw = random_in(&random, -surface_velocity, surface_velocity)})};
        above.position.y = 0.999;
        above = dpose4_multiply(below, above);
        const Contact next = touch_with(&box, below, &box, above, 0.02, &cache);
        assert_int_equal(next.point_count, 8);
        first = i == 0 ? next : first;
        for (int k = 0; k < 8; ++k) {
            bool is_known = false;
            for (int m = 0; m < 8; ++m) {
                is_known = is_known || next.features[k] == first.features[m];
            }
            assert_true(is_known);
        }
    }
}

static void what_was_apart_stays_apart_by_the_axis_remembered(void **state)
{
    (void)state;
    Zoo zoo;
    make_zoo(&zoo);
    Random random = {43};
    for (int i = 0; i < 200; ++i) {
        const Shape4 *a = &zoo.shapes[i % ZOO], *b = &zoo.shapes[i / ZOO % ZOO];
        const DPose4 at_a = random_pose(&random, 0.6), at_b = random_pose(&random, 0.6);
        PairCache4 cache = {.kind = 0};
        const Contact cold = touch_with(a, at_a, b, at_b, 0.02, &cache);
        const PairCache4 left = cache;
        const Contact warm = touch_with(a, at_a, b, at_b, 0.02, &cache);
        assert_int_equal(warm.count, cold.count);
        if (cold.count > 0) {
            assert_near(warm.deepest, cold.deepest, 2e-3);
        } else if (left.kind != 0) {
            assert_memory_equal(&left, &cache, offsetof(PairCache4, apart));
            assert_near((double)cache.apart, (double)left.apart, 1e-5);
        }
    }
    tum_hull4_destroy(zoo.hull, NULL);
}

static void parallel_capsules_touch_at_two_points(void **state)
{
    (void)state;
    const TumCurve ball = {{0.3, 0.3, 0.3, 0.3}, 2};
    Shape4 capsule;
    assert_true(tum_shape4_general(dvec4(0, 1, 0, 0), &ball, 1, &capsule));
    const Contact found =
        touch_of(&capsule, at_place(0, 0, 0, 0), &capsule, at_place(0, 0.5, 0, 0.59), 0.02);
    assert_int_equal(found.point_count, 2);
    for (int i = 0; i < 2; ++i) {
        assert_near(found.separations[i], -0.01, 1e-6);
        // Beside each other from y = -0.5 to 1.
        assert_near(fabs(found.points[i].y - 0.25), 0.75, 1e-5);
    }
}

// What touches along a disc, a ball or a segment gets points all around it.
static void round_faces_touch_all_around(void **state)
{
    (void)state;
    Zoo zoo;
    make_zoo(&zoo);
    const Shape4 ground = tum_shape4_box(dvec4(5, 1, 5, 5)), plane = tum_shape4_plane();
    const DPose4 here = at_place(0, 0, 0, 0);
    // A spherinder on its end: the cube that fits into a 3-ball.
    assert_int_equal(
        touch_of(&ground, here, &zoo.shapes[4], at_place(0, 1.499, 0, 0), 0.02).point_count, 8);
    assert_int_equal(
        touch_of(&plane, here, &zoo.shapes[4], at_place(0, 0.499, 0, 0), 0.02).point_count, 8);
    // A duocylinder on one of its two rolls touches along the other's disc.
    const Contact disc = touch_of(&ground, here, &zoo.shapes[5], at_place(0, 1.499, 0, 0), 0.02);
    assert_int_equal(disc.point_count, 4);
    for (int i = 0; i < 4; ++i) {
        assert_near(disc.separations[i], -0.001, 1e-5);
        assert_near(hypot(disc.points[i].z, disc.points[i].w), 0.6, 1e-4);
    }
    // A cone on its base.
    assert_int_equal(
        touch_of(&ground, here, &zoo.shapes[8], at_place(0, 1.599, 0, 0), 0.02).point_count, 8);
    tum_hull4_destroy(zoo.hull, NULL);
}

static void points_kept_are_the_corners_of_what_they_span(void **state)
{
    (void)state;
    // A cube's corners among a thousand points inside it.
    enum { INSIDE = 1000 };
    static LocalPoint4 points[INSIDE + 8];
    Random random = {47};
    for (uint32_t i = 0; i < INSIDE + 8; ++i) {
        const bool is_corner = i % 126 == 7;
        const uint32_t corner = i / 126;
        DVec4 p = random_vec4(&random, -0.9, 0.9);
        if (is_corner) {
            p = dvec4(corner & 1 ? 1 : -1, 0, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        }
        p.y = 0;
        points[i] = (LocalPoint4){vec4_narrow(p), -0.001f, i};
    }
    LocalPoint4 kept[LOCAL_POINTS_MAX4];
    assert_int_equal(tum_reduce_points4(points, INSIDE + 8, vec4(0, 1, 0, 0), kept), 8);
    for (int i = 0; i < 8; ++i) {
        assert_int_equal(kept[i].feature % 126, 7);
    }
    // The deepest is among them wherever it is.
    points[500].separation = -0.1f;
    const int count = tum_reduce_points4(points, INSIDE + 8, vec4(0, 1, 0, 0), kept);
    bool has_deepest = false;
    for (int i = 0; i < count; ++i) {
        has_deepest = has_deepest || kept[i].feature == points[500].feature;
    }
    assert_true(has_deepest);
}

static void planes_never_touch_and_nonsense_is_no_contact(void **state)
{
    (void)state;
    const Shape4 plane = tum_shape4_plane(), box = tum_shape4_box(dvec4(1, 1, 1, 1));
    PairCache4 cache = {.kind = 0};
    LocalManifold4 touches[LOCAL_MANIFOLDS_MAX4];
    Pose4 pose = POSE4_IDENTITY;
    assert_int_equal(tum_collide4(&plane, &plane, pose, 1, &cache, touches), 0);
    pose.position.x = NAN;
    assert_int_equal(tum_collide4(&box, &box, pose, 1, &cache, touches), 0);
    assert_int_equal(tum_collide4(&plane, &box, pose, 1, &cache, touches), 0);
    pose = POSE4_IDENTITY;
    pose.rotation.left.w = NAN;
    assert_int_equal(tum_collide4(&box, &box, pose, 1, &cache, touches), 0);
    // What a broken checkpoint might hold.
    cache = (PairCache4){.kind = 3, .a = 77, .b = 1000000};
    pose = POSE4_IDENTITY;
    assert_int_equal(tum_collide4(&box, &box, pose, 1, &cache, touches), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(balls_against_shapes_are_those_of_the_reference),
        reference_test(capsules_are_those_of_the_reference),
        reference_test(planes_are_those_of_the_reference),
        reference_test(boxes_are_those_of_the_reference),
        reference_test(overlaps_of_convex_shapes_are_as_deep_as_the_reference_bounds_them),
        reference_test(cells_meet_in_the_points_of_the_reference),
        cmocka_unit_test(boxes_overlap_as_deep_as_the_expanding_polytope_finds),
        cmocka_unit_test(all_pairs_of_kinds_are_as_deep_as_the_shortest_way_out),
        cmocka_unit_test(swapping_the_shapes_turns_the_normal_around),
        cmocka_unit_test(a_common_motion_moves_the_contact_along),
        cmocka_unit_test(names_of_points_stay_while_the_same_corners_touch),
        cmocka_unit_test(equal_boxes_on_each_other_touch_at_the_same_eight_corners),
        cmocka_unit_test(what_was_apart_stays_apart_by_the_axis_remembered),
        cmocka_unit_test(parallel_capsules_touch_at_two_points),
        cmocka_unit_test(round_faces_touch_all_around),
        cmocka_unit_test(points_kept_are_the_corners_of_what_they_span),
        cmocka_unit_test(planes_never_touch_and_nonsense_is_no_contact),
    };
    return cmocka_run_group_tests_name("collide4", tests, NULL, NULL);
}
