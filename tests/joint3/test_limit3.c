// SPDX-License-Identifier: MIT
// Joint limits measure angles as the specification says, with digits to spare near rest.
#include "joint3/limit3.h"

#include "tests/support/support.h"

static DQuat turn(double x, double y, double z, double angle)
{
    const double length = sqrt(x * x + y * y + z * z), s = sin(angle / 2) / length;
    return (DQuat){x * s, y * s, z * s, cos(angle / 2)};
}

static DVec3 random_direction(Random *random)
{
    const DVec3 v = {random_in(random, -1, 1), random_in(random, -1, 1), random_in(random, -1, 1)};
    return dvec3_normalize_or(v, (DVec3){1, 0, 0});
}

// KHR-118.
static void one_axis_measures_a_signed_turn(void **state)
{
    (void)state;
    assert_near(tum_limit3_angle(turn(1, 0, 0, 0.7), AXIS_X), 0.7, 1e-12);
    assert_near(tum_limit3_angle(turn(1, 0, 0, -0.7), AXIS_X), -0.7, 1e-12);
    assert_near(tum_limit3_angle(turn(0, 0, 1, 3), AXIS_Z), 3, 1e-12);
    assert_near(tum_limit3_angle(turn(0, 1, 0, 0.7), AXIS_X), 0, 1e-12);
}

// Where an axis points to the opposite side of what it was, no turn about it tells one pose from
// another: counts of turns then stay.
static void a_half_turn_across_an_axis_leaves_its_angle_undefined(void **state)
{
    (void)state;
    for (int i = 0; i < 8; ++i) {
        const DQuat twist = turn(1, 0, 0, i);
        const DQuat near = dquat_multiply(turn(0, cos(i), sin(i), PI - 0.9e-4), twist);
        const DQuat off = dquat_multiply(turn(0, cos(i), sin(i), PI - 1.1e-4), twist);
        assert_true(tum_limit3_is_twist_undefined(near, AXIS_X));
        assert_false(tum_limit3_is_twist_undefined(off, AXIS_X));
        assert_false(tum_limit3_is_twist_undefined(twist, AXIS_X));
    }
}

// KHR-119.
static void two_axes_measure_the_opening_of_the_cone(void **state)
{
    (void)state;
    // Turning about the cone's own axis opens nothing; turning across it opens by that angle.
    assert_near(tum_limit3_angle(turn(0, 0, 1, 0.7), AXIS_X | AXIS_Y), 0, 1e-12);
    assert_near(tum_limit3_angle(turn(3, 4, 0, 0.7), AXIS_X | AXIS_Y), 0.7, 1e-12);
    // acos(ak . bk), for any rotation.
    Random random = {3};
    for (int i = 0; i < 200; ++i) {
        const DVec3 about = random_direction(&random);
        const DQuat q = turn(about.x, about.y, about.z, random_in(&random, -6, 6));
        const DVec3 z = dquat_rotate(q, (DVec3){0, 0, 1});
        assert_near(tum_limit3_angle(q, AXIS_X | AXIS_Y), acos(z.z), 1e-7);
    }
}

// KHR-120.
static void three_axes_measure_the_whole_rotation(void **state)
{
    (void)state;
    assert_near(tum_limit3_angle(turn(1, 2, 3, 0.7), AXES_ALL), 0.7, 1e-12);
    assert_near(tum_limit3_angle(turn(1, 2, 3, 2 * PI - 0.7), AXES_ALL), 0.7, 1e-12);
}

static void a_tenth_of_a_microradian_is_not_lost(void **state)
{
    (void)state;
    // 2 acos(w) answers 0 here or twice as much: w is 1 to within a rounding error.
    assert_near(tum_limit3_angle(turn(1, 1, 1, 1e-7), AXES_ALL), 1e-7, 1e-18);
}

// x' of section 9.2: the metric after a small motion of B, less the metric before it.
// KHR-115, KHR-116.
static void linear_directions_are_derivatives(void **state)
{
    (void)state;
    Random random = {7};
    for (int i = 0; i < 300; ++i) {
        const DVec3 about = random_direction(&random);
        const DMat3 a = dquat_matrix(turn(about.x, about.y, about.z, random_in(&random, -3, 3)));
        const DVec3 d = {random_in(&random, -2, 2), random_in(&random, -2, 2),
                         random_in(&random, -2, 2)};
        const DVec3 step = dvec3_scale(random_direction(&random), 1e-6);
        for (unsigned axes = 1; axes <= AXES_ALL; ++axes) {
            const Measure3 before = tum_limit3_linear(a, d, axes);
            const Measure3 after = tum_limit3_linear(a, dvec3_add(d, step), axes);
            assert_near(after.value - before.value, dvec3_dot(before.direction, step), 1e-10);
        }
    }
}

static void angular_directions_are_derivatives(void **state)
{
    (void)state;
    Random random = {8};
    const double small = 1e-6;
    int tried = 0;
    for (int i = 0; i < 300; ++i) {
        const DVec3 about = random_direction(&random);
        const DQuat world_from_a = turn(about.x, about.y, about.z, random_in(&random, -3, 3));
        const DVec3 other = random_direction(&random);
        const DQuat q = turn(other.x, other.y, other.z, random_in(&random, 0.1, 2.0));
        const DVec3 axis = random_direction(&random);
        // B turns by `small` about `axis` in the world: a_from_b becomes (a's view of that) q.
        const DVec3 seen = dquat_unrotate(world_from_a, axis);
        const DQuat later = dquat_multiply(turn(seen.x, seen.y, seen.z, small), q);
        for (unsigned axes = 1; axes <= AXES_ALL; ++axes) {
            const DMat3 a = dquat_matrix(world_from_a);
            const Measure3 before = tum_limit3_angular(a, q, axes);
            const Measure3 after = tum_limit3_angular(a, later, axes);
            if (axis_count(axes) == 2 && before.value < 0.01) {
                continue; // next to the tip of the cone
            }
            assert_near(after.value - before.value, small * dvec3_dot(before.direction, axis),
                        2e-9);
            ++tried;
        }
    }
    assert_true(tried > 2000);
}

static void whole_turns_are_chosen_nearest_to_the_range(void **state)
{
    (void)state;
    assert_near(tum_limit3_unwrap_into(0.1, 6, 7), 0.1 + 2 * PI, 1e-12);
    assert_near(tum_limit3_unwrap_into(0.1, -7, -6), 0.1 - 2 * PI, 1e-12);
    assert_near(tum_limit3_unwrap_into(3, -4 * PI, 4 * PI), 3, 1e-12);
    assert_near(tum_limit3_unwrap_into(-3, 3, 3), -3 + 2 * PI, 1e-12);
    assert_near(tum_limit3_unwrap_into(1, 1.5, (double)INFINITY), 1, 1e-12);
}

// The turn nearest to an end lies before it, and the next one inside.
static void the_turn_beyond_the_nearest_is_chosen_where_it_is_in_the_range(void **state)
{
    (void)state;
    assert_near(tum_limit3_unwrap_into(0, 2, 7), 2 * PI, 1e-12);
    assert_near(tum_limit3_unwrap_into(0, -7, -2), -2 * PI, 1e-12);
    assert_near(tum_limit3_unwrap_into(0.5, 8, 20), 0.5 + 4 * PI, 1e-12);
    assert_near(tum_limit3_unwrap_into(-0.5, -20, -8), -0.5 - 4 * PI, 1e-12);
    // Not inside either: the nearer to an end.
    assert_near(tum_limit3_unwrap_into(0, 2, 6), 0, 1e-12);
    assert_near(tum_limit3_unwrap_into(0, -6, -2), 0, 1e-12);
}

static void an_angle_goes_on_past_half_a_turn(void **state)
{
    (void)state;
    double angle = 0;
    for (int i = 1; i <= 100; ++i) {
        angle = tum_limit3_unwrap_after(tum_limit3_angle(turn(0, 1, 0, 0.2 * i), AXIS_Y), angle);
        assert_near(angle, 0.2 * i, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_axis_measures_a_signed_turn),
        cmocka_unit_test(a_half_turn_across_an_axis_leaves_its_angle_undefined),
        cmocka_unit_test(two_axes_measure_the_opening_of_the_cone),
        cmocka_unit_test(three_axes_measure_the_whole_rotation),
        cmocka_unit_test(a_tenth_of_a_microradian_is_not_lost),
        cmocka_unit_test(linear_directions_are_derivatives),
        cmocka_unit_test(angular_directions_are_derivatives),
        cmocka_unit_test(whole_turns_are_chosen_nearest_to_the_range),
        cmocka_unit_test(the_turn_beyond_the_nearest_is_chosen_where_it_is_in_the_range),
        cmocka_unit_test(an_angle_goes_on_past_half_a_turn),
    };
    return cmocka_run_group_tests_name("limit3", tests, NULL, NULL);
}
