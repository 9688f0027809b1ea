// SPDX-License-Identifier: MIT
// Where shapes touch in 4D is what closed forms, separating axes and the reference say.
#include "tests/space4/contacts4.h"

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

static void balls_against_shapes_are_those_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("ball_shape");
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

static void capsules_are_those_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("capsule_capsule");
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

// Turns +Y into the normal: as quaternions, n = (n / y) y.
static DPose4 pose_of_plane(DVec4 n, double offset)
{
    const DQuat left = dquat_multiply((DQuat){n.x, n.y, n.z, n.w}, (DQuat){0, -1, 0, 0});
    return (DPose4){dvec4_scale(n, offset), {left, (DQuat){0, 0, 0, 1}}};
}

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
        if (distance > 0) {
            // What is apart by more than its best axis says is a matter of distance.
            assert_between(found.deepest, separation - 0.03, distance + 1e-5);
            apart += 1;
            continue;
        }
        // A cell stays within the bias of a better cross axis.
        const DVec4 least = dvec4_minimum(a.shape.half, b.shape.half);
        const double bias =
            0.02 * fabs(separation) + 0.005 * fmin(fmin(least.x, least.y), fmin(least.z, least.w));
        assert_between(found.deepest, separation - bias - 1e-5, separation + 1e-5);
        if (reference_number(item, "margin") > bias + 1e-5) {
            assert_vec4_near(found.normal, reference_vec4(item, "normal"), 1e-4);
            if (reference_member(item, "contact") != NULL && found.point_count == 1) {
                assert_vec4_near(found.points[0], reference_vec4(item, "contact"), 1e-4);
                ++single;
            }
        }
    }
    assert_true(apart > 10 && single > 10);
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
        assert_between(-found.deepest, low - 1e-5, high * 1.03 + 1e-5);
    }
    reference_close(&reference);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_against_shapes_are_those_of_the_reference),
        cmocka_unit_test(capsules_are_those_of_the_reference),
        cmocka_unit_test(planes_are_those_of_the_reference),
        cmocka_unit_test(boxes_are_those_of_the_reference),
        cmocka_unit_test(overlaps_of_convex_shapes_are_as_deep_as_the_reference_bounds_them),
    };
    return cmocka_run_group_tests_name("collide4", tests, NULL, NULL);
}
