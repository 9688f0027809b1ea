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

// Load of a LOADED cube: a cube of half its length and `ratio` times its mass, 1 t.
typedef struct Load {
    double ratio, friction; // The coefficient of the contact is the mean of both bodies.
} Load;

// A load of twenty times the mass that sticks to the cube.
static const Load sticking = {20, 1};

// A rider on a slope. @return the rider.
static int slope(Setup *setup, Rider rider, double friction, double angle, double rate,
                 const Load *on)
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
        setup->things[load].motion.mass = 1000 * on->ratio;
        setup_material(setup, load, on->friction, on->friction, 0);
    }
    return body;
}

// [m] The way of a body within the time.
static double run_way(Setup *setup, int body, double seconds)
{
    const TumVec3 from = setup_pose(setup, body).position;
    setup_run(setup, seconds);
    const TumVec3 to = setup_pose(setup, body).position;
    return hypot((double)(to.x - from.x), (double)(to.y - from.y));
}

// [m] The way of the rider after these seconds.
static double way_of(Rider rider, double friction, double angle, double rate, double seconds)
{
    Setup setup;
    const int body = slope(&setup, rider, friction, angle, rate, &sticking);
    setup_start(&setup);
    const double way = run_way(&setup, body, seconds);
    setup_end(&setup);
    return way;
}

// [s] The time after which all sleep; INFINITY: not within two seconds.
static double sleep_time(Rider rider, double friction, double angle, double rate)
{
    Setup setup;
    slope(&setup, rider, friction, angle, rate, &sticking);
    setup_start(&setup);
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
    const double frictions[3] = {0.02, 0.05, 0.1}, unders[4] = {0.005, 0.01, 0.02, 0.05};
    for (int f = 0; f < 3; ++f) {
        for (int u = 0; u < 4; ++u) {
            const double mu = frictions[f], angle = atan((1 - unders[u]) * mu);
            print_message("friction %g, %g below\n", mu, unders[u]);
            assert_between(sleep_time(LOADED, mu, angle, 60), 0.5, 0.7);
            assert_between(sleep_time(LOADED, mu, angle, 240), 0.5, 0.52);
        }
    }
}

// While a cube and its load settle, friction lags behind the weight by up to a step of 1/60 s.
// Without sleep, the speed v = g sin a / 60 Hz that they gain is lost again after the way
// v^2 / (2 g (mu cos a - sin a)).
static void loaded_bodies_below_their_friction_angle_stop(void **state)
{
    (void)state;
    const double frictions[4] = {0.02, 0.05, 0.1, 0.3}, unders[3] = {0.005, 0.01, 0.05};
    const double ratios[3] = {5, 20, 100};
    for (int i = 0; i < 4 * 3 * 3 * 2; ++i) {
        const double mu = frictions[i / 18], under = unders[i / 6 % 3],
                     angle = atan((1 - under) * mu);
        const Load load = {ratios[i / 2 % 3], i % 2 == 0 ? mu : 1};
        const double speed = 9.81 * sin(angle) / 60;
        print_message("friction %g and %g, %g below, load %g\n", mu, load.friction, under,
                      load.ratio);
        Setup setup;
        const int body = slope(&setup, LOADED, mu, angle, 60, &load);
        setup.def.no_sleep = true;
        setup_start(&setup);
        assert_between(run_way(&setup, body, 12), 0,
                       speed * speed / (2 * 9.81 * (mu * cos(angle) - sin(angle))) + 5e-4);
        setup_end(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_above_their_friction_angle_slide),
        cmocka_unit_test(balls_roll_down_the_flattest_slopes),
        cmocka_unit_test(bodies_below_their_friction_angle_sleep),
        cmocka_unit_test(loaded_bodies_below_their_friction_angle_sleep),
        cmocka_unit_test(loaded_bodies_below_their_friction_angle_stop),
    };
    return cmocka_run_group_tests_name("sleep", tests, NULL, NULL);
}
