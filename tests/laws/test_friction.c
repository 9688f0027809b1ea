// SPDX-License-Identifier: MIT
// Coulomb's friction in two regimes, on slopes and for things that roll.
#include "math/scalar.h"
#include "tests/support/world_support.h"

static const double GRAVITY = 9.81;

// A slope that falls toward +X by `angle`, with a box of 1 m on it, its friction given.
typedef struct Slope {
    Setup setup;
    int box;
    double angle;
} Slope;

static Slope slope_with_box(double angle, double static_friction, double dynamic_friction,
                            double speed)
{
    Slope slope = {.setup = setup_empty(), .angle = angle};
    Setup *setup = &slope.setup;
    const int ground = setup_static(setup, box_shape(100, 1, 10), 0, 0, 0);
    setup_turn(setup, ground, 0, 0, 1, -angle);
    const double up = 0.5 + 0.5; // half the ground, half the box
    slope.box = setup_body(setup, box_shape(1, 1, 1), up * sin(angle), up * cos(angle), 0);
    setup_turn(setup, slope.box, 0, 0, 1, -angle);
    set3(setup->things[slope.box].motion.linear_velocity, speed, 0,
         0); // in the node: down the slope
    setup_all_materials(setup, static_friction, dynamic_friction, 0);
    setup_start(setup);
    return slope;
}

// Way down the slope since the start.
static double way(const Slope *slope)
{
    const TumVec3 p = setup_pose(&slope->setup, slope->box).position;
    return ((double)p.x - sin(slope->angle)) * cos(slope->angle) -
           ((double)p.y - cos(slope->angle)) * sin(slope->angle);
}

// KHR-72.
static void a_box_below_the_friction_angle_stays(void **state)
{
    (void)state;
    Slope slope = slope_with_box(atan(0.5), 0.55, 0.55, 0);
    setup_run(&slope.setup, 5);
    assert_near(way(&slope), 0, 1e-3);
    setup_end(&slope.setup);
}

// a = g (sin - mu cos).
// KHR-67, OMI-BODY-50.
static void a_box_above_the_friction_angle_slides_with_the_given_coefficient(void **state)
{
    (void)state;
    const double coefficients[3] = {0, 0.2, 0.4};
    for (int i = 0; i < 3; ++i) {
        const double angle = 0.6, mu = coefficients[i];
        Slope slope = slope_with_box(angle, mu, mu, 0);
        setup_run(&slope.setup, 2);
        const double acceleration = GRAVITY * (sin(angle) - mu * cos(angle));
        assert_near(way(&slope) / (0.5 * acceleration * 4), 1, 0.01);
        setup_end(&slope.setup);
    }
}

// Between both friction angles a box that rests stays and a box that slides goes on.
// KHR-66, KHR-73, OMI-BODY-48, OMI-BODY-49.
static void static_friction_holds_what_dynamic_friction_would_let_go(void **state)
{
    (void)state;
    const double angle = atan(0.5);
    Slope rests = slope_with_box(angle, 0.6, 0.3, 0);
    setup_run(&rests.setup, 3);
    assert_near(way(&rests), 0, 1e-3);
    setup_end(&rests.setup);

    Slope slides = slope_with_box(angle, 0.6, 0.3, 0.5);
    setup_run(&slides.setup, 2);
    const double acceleration = GRAVITY * (sin(angle) - 0.3 * cos(angle));
    assert_near(way(&slides) / (0.5 * 2 + 0.5 * acceleration * 4), 1, 0.02);
    setup_end(&slides.setup);
}

// v^2 / (2 mu g).
// KHR-72.
static void a_sliding_box_stops_after_its_braking_distance(void **state)
{
    (void)state;
    Slope slope = slope_with_box(0, 0.5, 0.4, 4);
    setup_run(&slope.setup, 3);
    assert_near(way(&slope), 16 / (2 * 0.4 * GRAVITY), 0.03);
    assert_near(setup_velocity(&slope.setup, slope.box).x, 0, 1e-3);
    setup_end(&slope.setup);
}

// KHR-72.
static void friction_pulls_against_the_motion_in_any_direction(void **state)
{
    (void)state;
    for (int i = 0; i < 8; ++i) {
        const double angle = 2 * PI * i / 8 + 0.1;
        Setup setup = setup_empty();
        setup_floor(&setup);
        const int box = setup_body(&setup, box_shape(1, 0.2, 1), 0, 0.1, 0);
        set3(setup.things[box].motion.linear_velocity, 3 * cos(angle), 0, 3 * sin(angle));
        setup_all_materials(&setup, 0.5, 0.5, 0);
        setup_start(&setup);
        setup_run(&setup, 2);
        const TumVec3 p = setup_pose(&setup, box).position;
        const double expected = 9 / (2 * 0.5 * GRAVITY);
        assert_near(hypot((double)p.x, (double)p.z), expected, 0.03);
        assert_near(remainder(atan2((double)p.z, (double)p.x) - angle, 2 * PI), 0, 0.02);
        setup_end(&setup);
    }
}

// A ball that slides first rolls with 5/7 of its speed: angular momentum about the point of contact
// is kept (Coriolis 1835).
static void a_sliding_ball_ends_rolling_with_five_sevenths_of_its_speed(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0.5, 0);
    set3(setup.things[ball].motion.linear_velocity, 7, 0, 0);
    setup_all_materials(&setup, 0.6, 0.6, 0);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_near(setup_velocity(&setup, ball).x, 5, 0.03);
    assert_near(setup_spin(&setup, ball).z, -5 / 0.5, 0.06);
    setup_end(&setup);
}

// a = g sin / (1 + k): k = 2/5 for a ball, 1/2 for a cylinder.
static void what_rolls_down_a_slope_does_not_slip(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        const double angle = 0.3;
        Setup setup = setup_empty();
        const int ground = setup_static(&setup, box_shape(100, 1, 10), 0, 0, 0);
        setup_turn(&setup, ground, 0, 0, 1, -angle);
        const TumShape shape = i == 0   ? sphere_shape(0.5)
                               : i == 1 ? cylinder_shape(1, 0.5, 0.5)
                                        : capsule_shape(1, 0.5, 0.5);
        const int roller = setup_body(&setup, shape, sin(angle), cos(angle), 0);
        if (i > 0) {
            setup_turn(&setup, roller, 1, 0, 0, PI / 2);
        }
        setup_start(&setup);
        const double k =
            setup.scene->bodies[0].inertia[i > 0 ? 1 : 0] / (setup.scene->bodies[0].mass * 0.25);
        setup_run(&setup, 2);
        const double acceleration = GRAVITY * sin(angle) / (1 + k);
        const TumVec3 v = setup_velocity(&setup, roller);
        const double speed = hypot((double)v.x, (double)v.y);
        assert_near(speed / (acceleration * 2), 1, 0.02);
        assert_near(setup_spin(&setup, roller).z, -speed / 0.5, 0.1);
        setup_end(&setup);
    }
}

// Torque mu m g R_mean with the mean distance of the corners: it stops, and does not creep.
static void a_box_that_spins_on_its_face_stops(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 0.5, 1), 0, 0.25, 0);
    set3(setup.things[box].motion.angular_velocity, 0, 5, 0);
    setup_all_materials(&setup, 0.5, 0.5, 0);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_near(setup_spin(&setup, box).y, 0, 1e-3);
    assert_near(setup_pose(&setup, box).position.x, 0, 0.02);
    setup_end(&setup);
}

// Four corners at a distance r from the middle hold mu m g r, and the moment is m (1 + 1) / 12: a
// spin slows by 6 mu g r, 20.8 rad/s^2 with r = sqrt(1/2) and mu = 0.5; of a box half as wide,
// whose moment is m (1 + 1/4) / 12, by 9.6 mu g r with r = sqrt(5/16).
static void a_spin_slows_by_friction_at_the_distance_of_the_corners(void **state)
{
    (void)state;
    const double widths[2] = {1, 0.5};
    for (int i = 0; i < 2; ++i) {
        Setup setup = setup_empty();
        setup_floor(&setup);
        const int box = setup_body(&setup, box_shape(1, 0.25, widths[i]), 0, 0.125, 0);
        set3(setup.things[box].motion.angular_velocity, 0, 6, 0);
        setup_all_materials(&setup, 0.5, 0.5, 0);
        setup_start(&setup);
        setup_run(&setup, 0.15);
        const double square = 1 + widths[i] * widths[i];
        const double slowing = 0.5 * 9.81 * 0.5 * sqrt(square) * 12 / square;
        assert_near(setup_spin(&setup, box).y, 6 - 0.15 * slowing, 0.03 * 0.15 * slowing);
        setup_end(&setup);
    }
}

// Average before minimum before maximum before multiply, whichever side says so; none is average. A
// box that slides at 4 m/s on a floor of 0.2, itself of 0.6, slows by mu g.
// KHR-74, OMI-BODY-54.
static void the_stronger_mode_of_two_materials_combines_them(void **state)
{
    (void)state;
    const TumCombine modes[5] = {TUM_COMBINE_AVERAGE, TUM_COMBINE_MINIMUM, TUM_COMBINE_MAXIMUM,
                                 TUM_COMBINE_MULTIPLY, TUM_COMBINE_NONE};
    const double combined[5] = {0.4, 0.2, 0.6, 0.12, 0.4};
    for (int a = 0; a < 5; ++a) {
        for (int b = 0; b < 5; ++b) {
            Setup setup = setup_empty();
            const int floor = setup_floor(&setup);
            const int box = setup_body(&setup, box_shape(1, 0.2, 1), 0, 0.1, 0);
            set3(setup.things[box].motion.linear_velocity, 4, 0, 0);
            setup_material(&setup, floor, 0.2, 0.2, 0);
            setup_material(&setup, box, 0.6, 0.6, 0);
            setup.things[floor].material.friction_combine = modes[a];
            setup.things[box].material.friction_combine = modes[b];
            setup_start(&setup);
            setup_run(&setup, 0.5);
            const double slowing = combined[a < b ? a : b] * 9.81;
            assert_near(setup_velocity(&setup, box).x, 4 - 0.5 * slowing, 0.02 * 4);
            setup_end(&setup);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spin_slows_by_friction_at_the_distance_of_the_corners),
        cmocka_unit_test(the_stronger_mode_of_two_materials_combines_them),
        cmocka_unit_test(a_box_below_the_friction_angle_stays),
        cmocka_unit_test(a_box_above_the_friction_angle_slides_with_the_given_coefficient),
        cmocka_unit_test(static_friction_holds_what_dynamic_friction_would_let_go),
        cmocka_unit_test(a_sliding_box_stops_after_its_braking_distance),
        cmocka_unit_test(friction_pulls_against_the_motion_in_any_direction),
        cmocka_unit_test(a_sliding_ball_ends_rolling_with_five_sevenths_of_its_speed),
        cmocka_unit_test(what_rolls_down_a_slope_does_not_slip),
        cmocka_unit_test(a_box_that_spins_on_its_face_stops),
    };
    return cmocka_run_group_tests_name("friction", tests, NULL, NULL);
}
