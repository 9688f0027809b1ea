// SPDX-License-Identifier: MIT
// Distances of convex shapes in 4D are what closed forms and the reference say.
#include "tests/support/placed4.h"

static const DVec4 no_guess;

// The answer proves itself: the points lie on the shapes, and no point of either shape is beyond
// the plane through its own, so nothing can be nearer.
static void check_answer(const Placed4 *a, const Placed4 *b, Distance4 answer, double tolerance)
{
    const DVec4 n = answer.normal;
    const DVec4 between = dvec4_sub(answer.point_b, answer.point_a);
    assert_near(dvec4_length(n), 1, 1e-12);
    assert_vec4_near(between, dvec4_scale(n, answer.distance), tolerance);
    const DVec4 local_a = dmat4_transform_transposed(a->rotation, n);
    const DVec4 local_b = dvec4_negate(dmat4_transform_transposed(b->rotation, n));
    const double reach_a =
        dvec4_dot(tum_shape4_support(a->shape, local_a), local_a) + dvec4_dot(a->position, n);
    const double reach_b =
        dvec4_dot(tum_shape4_support(b->shape, local_b), local_b) - dvec4_dot(b->position, n);
    assert_near(dvec4_dot(answer.point_a, n), reach_a, tolerance);
    assert_near(dvec4_dot(answer.point_b, n), -reach_b, tolerance);
}

static void distances_are_those_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("distance");
    const char *item = NULL;
    int cold = 0, warm = 0;
    while ((item = reference_next(&reference, item)) != NULL) {
        Object4 a, b;
        reference_object4(item, "a", &a);
        reference_object4(item, "b", &b);
        const Placed4 at_a = placed4(&a), at_b = placed4(&b);
        const Distance4 found = tum_distance4(&at_a, &at_b, no_guess);
        assert_near(found.distance, reference_number(item, "distance"), 1e-7);
        assert_vec4_near(found.normal, reference_vec4(item, "normal"), 1e-4);
        assert_vec4_near(found.point_a, reference_vec4(item, "pointA"), 1e-4);
        assert_vec4_near(found.point_b, reference_vec4(item, "pointB"), 1e-4);
        check_answer(&at_a, &at_b, found, 1e-6);
        // From the other side, and begun where it ends.
        const Distance4 back = tum_distance4(&at_b, &at_a, dvec4_negate(found.normal));
        assert_near(back.distance, found.distance, 1e-7);
        cold += found.iterations;
        warm += back.iterations;
    }
    // One pair may be unlucky; over all of them a good guess is worth a third of the search.
    assert_true(3 * warm <= 2 * cold);
    reference_close(&reference);
}

static void balls_are_as_far_as_their_center_less_their_radius(void **state)
{
    (void)state;
    Reference reference = reference_open("ball_shape");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        Object4 a, b;
        reference_object4(item, "a", &a);
        reference_object4(item, "b", &b);
        const Placed4 at_a = placed4(&a), at_b = placed4(&b);
        const Distance4 found = tum_distance4(&at_a, &at_b, no_guess);
        // Negative where the center is inside the shape: then two ways out may be nearly as short.
        const double point = reference_number(item, "pointDistance");
        const double separation = reference_number(item, "separation");
        assert_near(found.distance, separation, point > 0 ? 1e-8 : 1e-4 * fabs(separation));
        if (point > 0) {
            assert_vec4_near(found.normal, reference_vec4(item, "normal"), 1e-4);
        }
    }
    reference_close(&reference);
}

static void capsules_are_segments_with_a_radius(void **state)
{
    (void)state;
    Reference reference = reference_open("capsule_capsule");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        Object4 a, b;
        reference_object4(item, "a", &a);
        reference_object4(item, "b", &b);
        const Placed4 at_a = placed4(&a), at_b = placed4(&b);
        const Distance4 found = tum_distance4(&at_a, &at_b, no_guess);
        assert_near(found.distance, reference_number(item, "separation"), 1e-9);
        assert_near(found.distance + a.shape.radius + b.shape.radius,
                    reference_number(item, "coreDistance"), 1e-9);
        assert_vec4_near(found.normal, reference_vec4(item, "normal"), 1e-6);
    }
    reference_close(&reference);
}

static void boxes_overlap_as_deep_as_their_best_axis_says(void **state)
{
    (void)state;
    Reference reference = reference_open("box_box");
    const char *item = NULL;
    int apart = 0, overlapping = 0;
    while ((item = reference_next(&reference, item)) != NULL) {
        Object4 a, b;
        reference_object4(item, "a", &a);
        reference_object4(item, "b", &b);
        const Placed4 at_a = placed4(&a), at_b = placed4(&b);
        const Distance4 found = tum_distance4(&at_a, &at_b, no_guess);
        const double distance = reference_number(item, "distance");
        if (distance > 0) {
            assert_near(found.distance, distance, 1e-9);
            check_answer(&at_a, &at_b, found, 1e-8);
            ++apart;
        } else {
            assert_near(found.distance, reference_number(item, "separation"), 1e-8);
            if (reference_number(item, "margin") > 1e-6) {
                assert_vec4_near(found.normal, reference_vec4(item, "normal"), 1e-6);
            }
            ++overlapping;
        }
    }
    assert_true(apart > 0 && overlapping > 0);
    reference_close(&reference);
}

static void overlaps_are_as_deep_as_the_reference_bounds_them(void **state)
{
    (void)state;
    Reference reference = reference_open("convex_penetration");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        Object4 a, b;
        reference_object4(item, "a", &a);
        reference_object4(item, "b", &b);
        const Placed4 at_a = placed4(&a), at_b = placed4(&b);
        const Distance4 found = tum_distance4(&at_a, &at_b, no_guess);
        const double low = reference_number(item, "depthLower");
        const double high = reference_number(item, "depthUpper");
        // Round shapes are searched roughly, then walked downhill; see epa4.h.
        assert_between(-found.distance, low - 1e-9, high * (1 + 1e-4));
        // Moved so far along the normal, the shapes are apart, and not before.
        Placed4 moved = at_b;
        moved.position = dvec4_add_scaled(at_b.position, found.normal, -found.distance + 1e-6);
        assert_between(tum_distance4(&at_a, &moved, found.normal).distance, 0, 2e-6 + 1e-4 * high);
    }
    reference_close(&reference);
}

// Two capsules whose segments cross: their difference is flat.
static void crossing_segments_are_pushed_across_both(void **state)
{
    (void)state;
    Shape4 along_y, along_x;
    const TumCurve ball = {{0.3, 0.3, 0.3, 0.3}, 2};
    assert_true(tum_shape4_general(dvec4(0, 1, 0, 0), &ball, 1, &along_y));
    assert_true(tum_shape4_general(dvec4(1, 0, 0, 0), &ball, 1, &along_x));
    const Placed4 a = {.shape = &along_y, .rotation = DMAT4_IDENTITY};
    const Placed4 b = {&along_x, dvec4(0.1, 0.2, 0, 0), DMAT4_IDENTITY};
    const Distance4 found = tum_distance4(&a, &b, no_guess);
    assert_near(found.distance, -0.6, 1e-12);
    assert_near(found.normal.x, 0, 1e-9);
    assert_near(found.normal.y, 0, 1e-9);
    assert_near(dvec4_length(found.normal), 1, 1e-12);
    check_answer(&a, &b, found, 1e-9);
}

// Nothing tells where A is seen from B; the shortest way out is known all the same.
static void shapes_with_one_center_are_pushed_their_thinnest_way(void **state)
{
    (void)state;
    Shape4 shapes[4];
    const TumCurve duocylinder[2] = {{{0.5, 0.5, 0, 0}, 2}, {{0, 0, 0.8, 0.8}, 2}};
    const TumCurve spherinder = {{0.5, 0, 0.5, 0.5}, 2}, cross = {{0.7, 0.7, 0.7, 0.7}, 1};
    shapes[0] = tum_shape4_box(dvec4(0.3, 0.6, 0.2, 0.9));
    assert_true(tum_shape4_general((DVec4){.x = 0}, duocylinder, 2, &shapes[1]));
    assert_true(tum_shape4_general(dvec4(0, 2, 0, 0), &spherinder, 1, &shapes[2]));
    assert_true(tum_shape4_general((DVec4){.x = 0}, &cross, 1, &shapes[3]));
    // Twice the distance from the center to the nearest point of the surface; of the 16-cell, to a
    // cell: r / 2.
    const double depths[4] = {0.4, 1.0, 1.0, 0.7};
    for (int i = 0; i < 4; ++i) {
        const Placed4 a = {.shape = &shapes[i], .rotation = DMAT4_IDENTITY};
        const Distance4 found = tum_distance4(&a, &a, no_guess);
        assert_near(found.distance, -depths[i], 1e-6);
        Placed4 moved = a;
        moved.position = dvec4_scale(found.normal, 1e-6 - found.distance);
        assert_between(tum_distance4(&a, &moved, found.normal).distance, 0, 3e-6);
    }
}

// An ellipsoid and its copy, 0.3 m along its shortest axis of 1 m: their difference is one of twice
// the size, whose nearest pole is 2 - 0.3 from the origin (its radii of curvature there are 2.88 m
// and more). No polytope of a few hundred facets is as close to it in four dimensions.
static void smooth_shapes_are_as_deep_as_their_poles(void **state)
{
    (void)state;
    Shape4 ellipsoid;
    const TumCurve curve = {{1, 1.2, 1.4, 1.6}, 2};
    assert_true(tum_shape4_general((DVec4){.x = 0}, &curve, 1, &ellipsoid));
    const DRotation4 common = drotation4_exp((DBivec4){2, 1, -0.4, 0.3, 1.5, -2});
    const DMat4 rotation = drotation4_matrix(common);
    const Placed4 a = {.shape = &ellipsoid, .rotation = rotation};
    const Placed4 b = {&ellipsoid, dvec4_scale(rotation.x, 0.3), rotation};
    const Distance4 found = tum_distance4(&a, &b, no_guess);
    // A depth 1e-5 from the least lies up to the square root of that from its normal.
    assert_near(found.distance, -1.7, 1.7 * 1e-4);
    assert_vec4_near(found.normal, rotation.x, 5e-3);
}

static void boxes_that_overlap_are_pushed_the_shortest_way(void **state)
{
    (void)state;
    const Shape4 unit = tum_shape4_box(dvec4(0.5, 0.5, 0.5, 0.5));
    for (int axis = 0; axis < 4; ++axis) {
        const Placed4 a = {.shape = &unit, .rotation = DMAT4_IDENTITY};
        Placed4 b = {&unit, {0.1, -0.2, 0.3, 0.05}, DMAT4_IDENTITY};
        double *part[4] = {&b.position.x, &b.position.y, &b.position.z, &b.position.w};
        *part[axis] = -0.9; // a tenth is left
        const Distance4 found = tum_distance4(&a, &b, no_guess);
        assert_near(found.distance, -0.1, 1e-9);
        assert_near(dvec4_part(found.normal, axis), -1, 1e-9);
        check_answer(&a, &b, found, 1e-8);
    }
}

static void parallel_boxes_are_apart_by_their_gap(void **state)
{
    (void)state;
    const Shape4 unit = tum_shape4_box(dvec4(0.5, 0.5, 0.5, 0.5));
    for (int axis = 0; axis < 4; ++axis) {
        const double gaps[] = {1e-9, 1e-3, 1, 1000};
        for (int g = 0; g < 4; ++g) {
            const double at = 1 + gaps[g];
            const Placed4 a = {.shape = &unit, .rotation = DMAT4_IDENTITY};
            const Placed4 b = {&unit,
                               {axis == 0 ? at : 0.1, axis == 1 ? at : -0.2, axis == 2 ? at : 0.3,
                                axis == 3 ? at : 0},
                               DMAT4_IDENTITY};
            const Distance4 found = tum_distance4(&a, &b, no_guess);
            assert_near(found.distance, gaps[g], 1e-12 * at);
            assert_near(dvec4_part(found.normal, axis), 1, 1e-6);
        }
    }
}

static void corner_to_corner_is_the_diagonal(void **state)
{
    (void)state;
    const Shape4 unit = tum_shape4_box(dvec4(0.5, 0.5, 0.5, 0.5));
    const Placed4 a = {.shape = &unit, .rotation = DMAT4_IDENTITY},
                  b = {&unit, {2, 2, 2, 2}, DMAT4_IDENTITY};
    // One metre along each of four axes.
    const Distance4 found = tum_distance4(&a, &b, no_guess);
    assert_near(found.distance, 2, 1e-12);
    assert_vec4_near(found.point_a, dvec4(0.5, 0.5, 0.5, 0.5), 1e-12);
    assert_vec4_near(found.point_b, dvec4(1.5, 1.5, 1.5, 1.5), 1e-12);
}

// Distances do not change when both shapes are turned and moved together.
static void a_common_motion_changes_nothing(void **state)
{
    (void)state;
    Shape4 duocylinder;
    const TumCurve curves[2] = {{{0.5, 0.5, 0, 0}, 2}, {{0, 0, 0.8, 0.8}, 2}};
    assert_true(tum_shape4_general((DVec4){0}, curves, 2, &duocylinder));
    const Shape4 box = tum_shape4_box(dvec4(0.3, 0.6, 0.2, 0.9));
    const DRotation4 turn_b = drotation4_exp((DBivec4){0.3, -1, 0.4, 0.8, 0.1, -0.7});
    const DVec4 at_b = {1.5, 1, -0.8, 0.7};
    const Placed4 a = {.shape = &duocylinder, .rotation = DMAT4_IDENTITY};
    const Placed4 b = {&box, at_b, drotation4_matrix(turn_b)};
    const Distance4 found = tum_distance4(&a, &b, no_guess);
    assert_true(found.distance > 0.1);
    check_answer(&a, &b, found, 1e-6);
    const DRotation4 common = drotation4_exp((DBivec4){2, 1, -0.4, 0.3, 1.5, -2});
    const DVec4 offset = {10, -20, 5, 3};
    const Placed4 a2 = {&duocylinder, offset, drotation4_matrix(common)};
    const Placed4 b2 = {&box, dvec4_add(offset, drotation4_rotate(common, at_b)),
                        drotation4_matrix(drotation4_multiply(common, turn_b))};
    const Distance4 moved = tum_distance4(&a2, &b2, no_guess);
    assert_near(moved.distance, found.distance, 1e-9);
    assert_vec4_near(moved.normal, drotation4_rotate(common, found.normal), 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(distances_are_those_of_the_reference),
        reference_test(balls_are_as_far_as_their_center_less_their_radius),
        reference_test(capsules_are_segments_with_a_radius),
        reference_test(boxes_overlap_as_deep_as_their_best_axis_says),
        reference_test(overlaps_are_as_deep_as_the_reference_bounds_them),
        cmocka_unit_test(crossing_segments_are_pushed_across_both),
        cmocka_unit_test(shapes_with_one_center_are_pushed_their_thinnest_way),
        cmocka_unit_test(smooth_shapes_are_as_deep_as_their_poles),
        cmocka_unit_test(boxes_that_overlap_are_pushed_the_shortest_way),
        cmocka_unit_test(parallel_boxes_are_apart_by_their_gap),
        cmocka_unit_test(corner_to_corner_is_the_diagonal),
        cmocka_unit_test(a_common_motion_changes_nothing),
    };
    return cmocka_run_group_tests_name("gjk4", tests, NULL, NULL);
}
