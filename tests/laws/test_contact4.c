// SPDX-License-Identifier: MIT
// Friction, rolling and bouncing in four dimensions, against closed forms
// (docs/simulation.md#11-four-dimensions) and against the outcomes of the reference.
#include "tests/support/reference.h"
#include "tests/support/world_support4.h"

static const double GRAVITY = 9.81;
static const double STILL[6] = {0, 0, 0, 0, 0, 0};

static double length4(const double v[4])
{
    return sqrt(dot4(v, v));
}

// A ball of the reference on its slope; `seconds` later its way along `direction`, by t^2 / 2, is
// the acceleration.
static double acceleration_on_slope(const char *item, double seconds, double *angular)
{
    double normal[4], start[4], direction[4], size[4];
    reference_numbers(item, "planeNormal", normal, 4);
    reference_numbers(item, "start", start, 4);
    reference_numbers(item, "direction", direction, 4);
    const char *shape = reference_member(item, "shape");
    reference_numbers(shape, "size", size, 4);
    Form4 form = {.shape = {.kind = TUM_SHAPE_GENERAL, .mesh = -1}};
    memcpy(form.shape.size, size, sizeof size);
    const char *curves = reference_member(shape, "curves");
    for (const char *curve = NULL; (curve = reference_element(curves, curve)) != NULL;) {
        form.curves[form.curve_count].exponent = 2;
        reference_numbers(curve, "radii", form.curves[form.curve_count++].radii, 4);
    }
    const double friction = reference_number(item, "friction");
    Setup4 setup = setup4_empty();
    setup4_slope(&setup, normal);
    const int body = setup4_body(&setup, form, start);
    // What lies on the slope is turned with it: a disc rolls in the plane of X and Y, whatever the
    // slope; only what is long in other directions must lie along it.
    setup4_all_materials(&setup, friction, 0);
    setup4_start(&setup);
    setup4_run(&setup, seconds);
    const Place4 velocity = setup4_velocity(&setup, body);
    double spin[6];
    setup4_spin(&setup, body, spin);
    *angular = fabs(spin[0]) / seconds;
    const double result = dot4(velocity.at, direction) / seconds;
    setup4_end(&setup);
    return result;
}

// Within half a percent, as the reference asks of accelerations at 60 Hz.
static void round_bodies_roll_and_slide_down_slopes_as_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("analytic");
    for (const char *item = NULL; (item = reference_next(&reference, item)) != NULL;) {
        if (!reference_is(item, "scene", "slope")) {
            continue;
        }
        double angular;
        const double a = acceleration_on_slope(item, 1.0, &angular);
        const double expected = reference_number(item, "acceleration");
        assert_near(a / expected, 1.0, 0.005);
        const double turning = fabs(reference_number(item, "angularAcceleration"));
        assert_near(angular, turning, 0.005 * turning + 0.005);
    }
    reference_close(&reference);
}

// A tesseract slides on the floor: whatever the direction, friction takes mu g, against the
// motion. The directions are the three axes of the floor and diagonals of two and three of them,
// where friction a row at a time would be sqrt 2 and sqrt 3 too strong.
static void friction_is_as_strong_in_every_direction_of_the_floor(void **state)
{
    (void)state;
    static const double directions[6][4] = {{1, 0, 0, 0}, {0, 0, 1, 0},  {0, 0, 0, 1},
                                            {1, 0, 1, 0}, {1, 0, -1, 1}, {-2, 0, 1, 3}};
    const double mu = 0.4, speed = 4.0, seconds = 0.5;
    for (int i = 0; i < 6; ++i) {
        Setup4 setup = setup4_empty();
        setup4_floor(&setup);
        const int box = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5, 0, 0});
        double velocity[4];
        for (int k = 0; k < 4; ++k) {
            velocity[k] = speed * directions[i][k] / length4(directions[i]);
        }
        setup4_move(&setup, box, velocity, STILL);
        setup4_all_materials(&setup, mu, 0);
        setup4_start(&setup);
        setup4_run(&setup, seconds);
        const Place4 after = setup4_velocity(&setup, box);
        for (int k = 0; k < 4; ++k) {
            const double expected = velocity[k] * (1 - mu * GRAVITY * seconds / speed);
            assert_near(after.at[k], expected, 0.01 * speed);
        }
        setup4_end(&setup);
    }
}

// The same of a box that is longer in some directions than in others, where the response at the
// contact is none alike: the force still points against the slip.
static void friction_of_a_long_box_points_against_its_motion(void **state)
{
    (void)state;
    const double mu = 0.4, seconds = 0.5, velocity[4] = {2.0, 0, -1.0, 3.0};
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    const int box = setup4_body(&setup, box4(2, 0.5, 1, 3), (double[4]){0, 0.25, 0, 0});
    setup4_move(&setup, box, velocity, STILL);
    setup4_all_materials(&setup, mu, 0);
    setup4_start(&setup);
    setup4_run(&setup, seconds);
    const double left = 1 - mu * GRAVITY * seconds / length4(velocity);
    const Place4 after = setup4_velocity(&setup, box);
    for (int k = 0; k < 4; ++k) {
        assert_near(after.at[k], velocity[k] * left, 0.01 * length4(velocity));
    }
    setup4_end(&setup);
}

static void a_box_on_a_slope_stays_below_the_friction_angle_and_slides_above(void **state)
{
    (void)state;
    // The slope falls along X and W at once.
    const double angle = atan(0.5), along[4] = {0.6, 0, 0, 0.8};
    for (int slides = 0; slides < 2; ++slides) {
        double normal[4] = {0, cos(angle), 0, 0}, up[4];
        for (int k = 0; k < 4; ++k) {
            normal[k] += sin(angle) * along[k];
        }
        const double mu = slides ? 0.4 : 0.55;
        Setup4 setup = setup4_empty();
        const int ground = setup4_slope(&setup, normal);
        for (int k = 0; k < 4; ++k) {
            up[k] = 0.5 * normal[k];
        }
        const int box = setup4_body(&setup, box4(1, 1, 1, 1), up);
        memcpy(setup.things[box].basis, setup.things[ground].basis, sizeof setup.things[box].basis);
        setup4_all_materials(&setup, mu, 0);
        setup4_start(&setup);
        setup4_run(&setup, 2);
        const Place4 end = setup4_position(&setup, box);
        double way[4];
        for (int k = 0; k < 4; ++k) {
            way[k] = end.at[k] - up[k];
        }
        const double expected = slides ? 0.5 * GRAVITY * (sin(angle) - mu * cos(angle)) * 4 : 0.0;
        // One substep without its friction would be mu g cos(angle) * 2 s / 240 = 29 mm by the end.
        assert_near(length4(way), expected, slides ? 0.03 : 1e-3);
        setup4_end(&setup);
    }
}

// 2 % above its friction angle a box comes a t^2 / 2 in 5 s, 1.09 m with friction 0.5, while it is
// so slow at first that it might be taken for at rest; and the way of two substeps without
// friction, as it settles.
static void a_box_just_above_its_friction_angle_is_not_put_to_sleep(void **state)
{
    (void)state;
    const double frictions[3] = {0.02, 0.05, 0.5}, along[4] = {0.6, 0, 0, 0.8};
    for (int i = 0; i < 3; ++i) {
        const double mu = frictions[i], angle = atan(1.02 * mu);
        double normal[4] = {0, cos(angle), 0, 0}, start[4], way[4];
        for (int k = 0; k < 4; ++k) {
            normal[k] += sin(angle) * along[k];
            start[k] = 0.5 * normal[k];
        }
        Setup4 setup = setup4_empty();
        const int ground = setup4_slope(&setup, normal);
        const int box = setup4_body(&setup, box4(1, 1, 1, 1), start);
        memcpy(setup.things[box].basis, setup.things[ground].basis, sizeof setup.things[box].basis);
        setup4_all_materials(&setup, mu, 0);
        setup4_start(&setup);
        setup4_run(&setup, 5);
        for (int k = 0; k < 4; ++k) {
            way[k] = setup4_position(&setup, box).at[k] - start[k];
        }
        const double expected = 0.5 * GRAVITY * (sin(angle) - mu * cos(angle)) * 25;
        print_message("friction %g\n", mu);
        assert_between(length4(way), expected, expected + 2 * mu * GRAVITY * cos(angle) * 5 / 240);
        setup4_end(&setup);
    }
}

// Restitution e brings a ball back to e^2 of the height it fell from.
static void a_ball_bounces_to_e_squared_of_its_height(void **state)
{
    (void)state;
    const double restitutions[3] = {0.3, 0.7, 1.0}, height = 2.0, radius = 0.25;
    for (int i = 0; i < 3; ++i) {
        Setup4 setup = setup4_empty();
        setup4_floor(&setup);
        const int ball = setup4_body(&setup, ball4(radius), (double[4]){0, radius + height, 0, 0});
        setup4_all_materials(&setup, 0, restitutions[i]);
        setup4_start(&setup);
        const double fall = sqrt(2 * height / GRAVITY);
        setup4_run(&setup, fall + 0.1);
        double highest = 0;
        for (int step = 0; step < 60; ++step) {
            setup4_step(&setup);
            const double y = setup4_position(&setup, ball).at[1] - radius;
            highest = y > highest ? y : highest;
        }
        const double expected = restitutions[i] * restitutions[i] * height;
        assert_near(highest, expected, 0.01 * height);
        setup4_end(&setup);
    }
}

// A ball of restitution 1.5 from wall to wall, 2 cm from either side of it.
static void a_restitution_above_one_makes_nothing_faster_than_50_m_per_s(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.no_sleep = true;
    setup.def.override_gravity = true;
    setup.def.gravity[1] = 0;
    setup4_static(&setup, box4(1, 10, 10, 10), (double[4]){-1.02, 0, 0, 0});
    setup4_static(&setup, box4(1, 10, 10, 10), (double[4]){1.02, 0, 0, 0});
    const int ball = setup4_body(&setup, ball4(0.5), (double[4]){0, 0, 0, 0});
    setup4_move(&setup, ball, (double[4]){1, 0, 0, 0}, (double[6]){0, 0, 0, 0, 0, 0});
    setup4_all_materials(&setup, 0, 1.5);
    setup4_start(&setup);
    double most = 0;
    for (int i = 0; i < 120; ++i) {
        setup4_step(&setup);
        most = fmax(most, fabs(setup4_velocity(&setup, ball).at[0]));
    }
    assert_between(most, 40, 50 + 1e-3);
    setup4_end(&setup);
}

// Down to what gravity adds in two substeps, 0.08 m/s: a drop of 1 cm, at 0.44 m/s, too; within 3
// %.
static void a_drop_of_a_centimetre_bounces_to_e_squared_of_it(void **state)
{
    (void)state;
    const double restitutions[3] = {0.5, 0.8, 1.0}, height = 0.01, radius = 0.25;
    for (int i = 0; i < 3; ++i) {
        Setup4 setup = setup4_empty();
        setup.rate = 240;
        setup4_floor(&setup);
        const int ball = setup4_body(&setup, ball4(radius), (double[4]){0, radius + height, 0, 0});
        setup4_all_materials(&setup, 0, restitutions[i]);
        setup4_start(&setup);
        const double e = restitutions[i], fall = sqrt(2 * height / GRAVITY);
        setup4_run(&setup, fall + 0.005);
        double highest = 0;
        for (double t = 0.005; t < 2 * e * fall; t += 1 / setup.rate) {
            setup4_step(&setup);
            highest = fmax(highest, setup4_position(&setup, ball).at[1] - radius);
        }
        assert_near(highest, e * e * height, 0.03 * e * e * height);
        setup4_end(&setup);
    }
}

// Five balls in a row on the floor hand on a blow of 0.4 m/s.
static void a_row_hands_on_a_slow_blow(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    int balls[5];
    for (int i = 0; i < 5; ++i) {
        balls[i] = setup4_body(&setup, ball4(0.1), (double[4]){0.2 * i - (i == 0 ? 0.05 : 0), 0.1});
    }
    setup4_move(&setup, balls[0], (double[4]){0.4}, (double[6]){0});
    setup4_all_materials(&setup, 0, 1);
    setup4_start(&setup);
    setup4_run(&setup, 0.3);
    for (int i = 0; i < 5; ++i) {
        assert_near(setup4_velocity(&setup, balls[i]).at[0], i == 4 ? 0.4 : 0, 0.004);
    }
    setup4_end(&setup);
}

// Velocities within a percent of the largest, as the reference asks.
static void a_spinning_ball_leaves_a_plane_as_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("analytic");
    for (const char *item = NULL; (item = reference_next(&reference, item)) != NULL;) {
        if (!reference_is(item, "scene", "bounce")) {
            continue;
        }
        double normal[4], linear[4], angular[6], after[4], turning[6], start[4], spin[6];
        reference_numbers(item, "normal", normal, 4);
        reference_numbers(item, "linearVelocity", linear, 4);
        reference_numbers(item, "angularVelocity", angular, 6);
        reference_numbers(item, "linearVelocityAfter", after, 4);
        reference_numbers(item, "angularVelocityAfter", turning, 6);
        const double radius = reference_number(item, "radius");
        if (normal[1] < -0.99) {
            continue; // setup4_slope has no turn for a plane upside down
        }
        Setup4 setup = setup4_empty();
        setup.def.override_gravity = true;
        memset(setup.def.gravity, 0, sizeof setup.def.gravity);
        setup4_slope(&setup, normal);
        for (int k = 0; k < 4; ++k) {
            start[k] = (radius + 0.02) * normal[k];
        }
        const int ball = setup4_body(&setup, ball4(radius), start);
        setup4_move(&setup, ball, linear, angular);
        setup4_all_materials(&setup, reference_number(item, "friction"),
                             reference_number(item, "restitution"));
        setup4_start(&setup);
        setup4_run(&setup, 0.1);
        const Place4 velocity = setup4_velocity(&setup, ball);
        setup4_spin(&setup, ball, spin);
        const double speed = length4(linear);
        for (int k = 0; k < 4; ++k) {
            assert_near(velocity.at[k], after[k], 0.01 * speed);
        }
        for (int k = 0; k < 6; ++k) {
            assert_near(spin[k], turning[k], 0.01 * speed / radius);
        }
        setup4_end(&setup);
    }
    reference_close(&reference);
}

static void two_balls_exchange_momentum_as_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("analytic");
    for (const char *item = NULL; (item = reference_next(&reference, item)) != NULL;) {
        if (!reference_is(item, "scene", "two frictionless balls")) {
            continue;
        }
        double normal[4], velocity[2][4], after[2][4];
        reference_numbers(item, "normal", normal, 4);
        reference_numbers(item, "velocityA", velocity[0], 4);
        reference_numbers(item, "velocityB", velocity[1], 4);
        reference_numbers(item, "velocityAAfter", after[0], 4);
        reference_numbers(item, "velocityBAfter", after[1], 4);
        const double mass[2] = {reference_number(item, "massA"), reference_number(item, "massB")};
        // They meet within the first substep, so that the normal is the one given.
        Setup4 setup = setup4_empty();
        setup.def.override_gravity = true;
        memset(setup.def.gravity, 0, sizeof setup.def.gravity);
        double place[4];
        for (int k = 0; k < 4; ++k) {
            place[k] = 1.0001 * normal[k];
        }
        const int balls[2] = {setup4_body(&setup, ball4(0.5), (double[4]){0, 0, 0, 0}),
                              setup4_body(&setup, ball4(0.5), place)};
        for (int i = 0; i < 2; ++i) {
            setup.things[balls[i]].motion.mass = mass[i];
            setup4_move(&setup, balls[i], velocity[i], STILL);
        }
        setup4_all_materials(&setup, 0, reference_number(item, "restitution"));
        setup4_start(&setup);
        setup4_run(&setup, 0.1);
        for (int i = 0; i < 2; ++i) {
            const Place4 now = setup4_velocity(&setup, balls[i]);
            for (int k = 0; k < 4; ++k) {
                assert_near(now.at[k], after[i][k], 0.01 * (length4(velocity[i]) + 1));
            }
        }
        setup4_end(&setup);
    }
    reference_close(&reference);
}

// A box slides down above atan mu. Below it stays, unless its middle is beyond its edge: that is at
// atan(width / height), for each axis along which it can tip.
static void boxes_slide_and_tip_where_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("analytic");
    for (const char *item = NULL; (item = reference_next(&reference, item)) != NULL;) {
        if (!reference_is(item, "scene", "box on slope")) {
            continue;
        }
        double size[4];
        reference_numbers(item, "box", size, 4);
        const double slides = reference_number(item, "slidesAbove");
        const double tips = reference_number(item, "tipsAboveAlongX");
        const double edge = slides < tips ? slides : tips;
        for (int beyond = 0; beyond < 2; ++beyond) {
            const double angle = beyond ? edge + 0.03 : edge - 0.03;
            const double normal[4] = {sin(angle), cos(angle), 0, 0};
            Setup4 setup = setup4_empty();
            const int ground = setup4_slope(&setup, normal);
            const int box = setup4_body(
                &setup, box4(size[0], size[1], size[2], size[3]),
                (double[4]){0.5 * size[1] * normal[0], 0.5 * size[1] * normal[1], 0, 0});
            memcpy(setup.things[box].basis, setup.things[ground].basis,
                   sizeof setup.things[box].basis);
            setup4_all_materials(&setup, reference_number(item, "friction"), 0);
            setup4_start(&setup);
            setup4_run(&setup, 2);
            const Place4 end = setup4_position(&setup, box);
            const double moved =
                hypot(end.at[0] - 0.5 * size[1] * normal[0], end.at[1] - 0.5 * size[1] * normal[1]);
            assert_int_equal(moved > 0.05 * size[1], beyond);
            setup4_end(&setup);
        }
    }
    reference_close(&reference);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(round_bodies_roll_and_slide_down_slopes_as_the_reference_says),
        cmocka_unit_test(friction_is_as_strong_in_every_direction_of_the_floor),
        cmocka_unit_test(friction_of_a_long_box_points_against_its_motion),
        cmocka_unit_test(a_box_on_a_slope_stays_below_the_friction_angle_and_slides_above),
        cmocka_unit_test(a_box_just_above_its_friction_angle_is_not_put_to_sleep),
        cmocka_unit_test(a_ball_bounces_to_e_squared_of_its_height),
        cmocka_unit_test(a_restitution_above_one_makes_nothing_faster_than_50_m_per_s),
        cmocka_unit_test(a_drop_of_a_centimetre_bounces_to_e_squared_of_it),
        cmocka_unit_test(a_row_hands_on_a_slow_blow),
        reference_test(a_spinning_ball_leaves_a_plane_as_the_reference_says),
        reference_test(two_balls_exchange_momentum_as_the_reference_says),
        reference_test(boxes_slide_and_tip_where_the_reference_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
