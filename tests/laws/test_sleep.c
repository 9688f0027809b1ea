// SPDX-License-Identifier: MIT
// test_sleep.c: which slopes are steep enough to keep a body awake.
//
// A body on a slope of the angle a, with friction mu, accelerates by g (sin a - mu cos a); a ball
// that rolls by 5/7 g sin a. Bodies begin at rest on the slope.
#include "math/scalar.h"
#include "tests/support/world_support.h"

typedef enum Rider { CUBE, PLATE, LOADED, BALL, RIDER_COUNT } Rider;

static const double rates[3] = {60, 30, 240}; // [Hz]
enum { RATE_COUNT = sizeof rates / sizeof rates[0] };

// The rider lies on the slope with its middle this far from it.
static double height_of(Rider rider)
{
    return rider == PLATE ? 0.025 : 0.5;
}

// A rider on a slope. LOADED is a cube of 1 t with a cube of 20 t on it, which sticks to it.
// @return the rider.
static int slope(Setup *setup, Rider rider, double friction, double angle, double rate)
{
    *setup = setup_empty();
    setup->rate = rate;
    const TumShape shapes[RIDER_COUNT] = {box_shape(1, 1, 1), box_shape(1, 0.05, 1),
                                          box_shape(1, 1, 1), sphere_shape(0.5)};
    const double s = sin(angle), c = cos(angle), height = height_of(rider);
    setup_turn(setup, setup_floor(setup), 0, 0, 1, angle);
    const int body = setup_body(setup, shapes[rider], -height * s, height * c, 0);
    setup_turn(setup, body, 0, 0, 1, angle);
    setup_all_materials(setup, friction, friction, 0);
    if (rider == LOADED) {
        const int load = setup_body(setup, box_shape(0.5, 0.5, 0.5), -1.25 * s, 1.25 * c, 0);
        setup_turn(setup, load, 0, 0, 1, angle);
        setup->things[load].motion.mass = 20000;
        setup_material(setup, load, 1, 1, 0);
    }
    setup_start(setup);
    return body;
}

// [m] The way of the rider after these seconds.
static double way_of(Rider rider, double friction, double angle, double rate, double seconds)
{
    Setup setup;
    const int body = slope(&setup, rider, friction, angle, rate);
    const TumVec3 from = setup_pose(&setup, body).position;
    setup_run(&setup, seconds);
    const TumVec3 to = setup_pose(&setup, body).position;
    setup_end(&setup);
    return hypot((double)(to.x - from.x), (double)(to.y - from.y));
}

// [s] The time after which all sleep; INFINITY: not within two seconds.
static double sleep_time(Rider rider, double friction, double angle, double rate)
{
    Setup setup;
    slope(&setup, rider, friction, angle, rate);
    int steps = 0;
    do {
        setup_step(&setup);
        ++steps;
    } while (tum_world_counts(setup.world).awake_bodies > 0 && steps < 2 * rate);
    const bool sleeps = tum_world_counts(setup.world).awake_bodies == 0;
    setup_end(&setup);
    return sleeps ? steps / rate : (double)INFINITY;
}

// The way of a body 0.5 % to 5 % above its friction angle is a t^2 / 2, even where it takes 10 s to
// become as fast as 0.01 m/s. While a cube settles, friction lags behind its weight by up to two
// substeps.
static void bodies_above_their_friction_angle_slide(void **state)
{
    (void)state;
    const double frictions[6] = {0.02, 0.05, 0.1, 0.2, 0.5, 0.9};
    const double overs[4] = {0.005, 0.01, 0.02, 0.05}, seconds = 4;
    for (int r = 0; r < RATE_COUNT; ++r) {
        for (int f = 0; f < 6; ++f) {
            for (int o = 0; o < 4; ++o) {
                const double mu = frictions[f], angle = atan((1 + overs[o]) * mu);
                const double due = 9.81 * (sin(angle) - mu * cos(angle)) * seconds * seconds / 2;
                const double lag = 2 / (4 * rates[r]) * 9.81 * sin(angle) * seconds;
                print_message("%g Hz, friction %g, %g above\n", rates[r], mu, overs[o]);
                assert_between(way_of(CUBE, mu, angle, rates[r], seconds), due, due + lag);
                assert_between(way_of(PLATE, mu, angle, rates[r], seconds), due, due + lag);
            }
        }
    }
}

// A ball on a slope of 0.01 degrees gains 1.2 mm/s in a second.
static void balls_roll_down_the_flattest_slopes(void **state)
{
    (void)state;
    const double degrees[3] = {0.01, 0.03, 0.1}, seconds = 4;
    for (int r = 0; r < RATE_COUNT; ++r) {
        for (int d = 0; d < 3; ++d) {
            const double angle = degrees[d] * PI / 180;
            const double due = 5.0 / 7.0 * 9.81 * sin(angle) * seconds * seconds / 2;
            print_message("%g Hz, %g degrees\n", rates[r], degrees[d]);
            // It sinks by 0.3 mm as it settles, at 30 Hz.
            assert_between(way_of(BALL, 1, angle, rates[r], seconds), 0.99 * due,
                           1.01 * due + 3e-4);
        }
    }
}

// The shortest time to sleep is half a second. Cubes that slip steeply as they settle, at 30 Hz,
// take up to a second more.
static void bodies_below_their_friction_angle_sleep(void **state)
{
    (void)state;
    const double frictions[6] = {0.02, 0.05, 0.1, 0.2, 0.5, 0.9};
    const double unders[4] = {0.005, 0.01, 0.02, 0.05};
    for (int r = 0; r < RATE_COUNT; ++r) {
        for (int f = 0; f < 6; ++f) {
            for (int u = 0; u < 4; ++u) {
                const double mu = frictions[f], angle = atan((1 - unders[u]) * mu);
                print_message("%g Hz, friction %g, %g below\n", rates[r], mu, unders[u]);
                assert_between(sleep_time(PLATE, mu, angle, rates[r]), 0.5, 0.51);
                assert_between(sleep_time(CUBE, mu, angle, rates[r]), 0.5,
                               rates[r] < 60 && mu > 0.5 ? 1.1 : 0.51);
            }
        }
    }
}

// A load of twenty times the mass shakes the cube below it for a moment.
static void loaded_bodies_below_their_friction_angle_sleep(void **state)
{
    (void)state;
    const double frictions[3] = {0.02, 0.05, 0.1}, unders[3] = {0.01, 0.02, 0.05};
    for (int f = 0; f < 3; ++f) {
        for (int u = 0; u < 3; ++u) {
            const double mu = frictions[f], angle = atan((1 - unders[u]) * mu);
            print_message("friction %g, %g below\n", mu, unders[u]);
            assert_between(sleep_time(LOADED, mu, angle, 60), 0.5, 0.7);
            assert_between(sleep_time(LOADED, mu, angle, 240), 0.5, 0.52);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_above_their_friction_angle_slide),
        cmocka_unit_test(balls_roll_down_the_flattest_slopes),
        cmocka_unit_test(bodies_below_their_friction_angle_sleep),
        cmocka_unit_test(loaded_bodies_below_their_friction_angle_sleep),
    };
    return cmocka_run_group_tests_name("sleep", tests, NULL, NULL);
}
