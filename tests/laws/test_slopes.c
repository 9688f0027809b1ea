// SPDX-License-Identifier: MIT
// Stacks and loads below their friction angle stay, however the contacts below them give way.
//
// Contacts are springs: a body on a slope tilts on them, its upper side is steeper than the slope,
// and what lies on it would slip a few percent below the friction angle.
#include "math/scalar.h"
#include "tests/support/world_support.h"
#include "tests/support/world_support4.h"

enum { SECONDS = 8 };

// Cubes of 1 m on each other, or tesseracts, on a slope. Stacks stand side by side.
typedef struct SlopeStack {
    int count;
    double friction;
    double below; // The slope's tangent is friction times 1 - below.
    double ratio; // Mass of the uppermost by that of the others.
    int copies;
} SlopeStack;

static double angle_of(SlopeStack stack)
{
    return atan((1 - stack.below) * stack.friction);
}

static double mass_of(SlopeStack stack, int i)
{
    return i == stack.count - 1 ? 1000 * stack.ratio : 1000;
}

// [m] The longest way of a body down the slope or up.
static double longest_way(SlopeStack stack)
{
    const double angle = angle_of(stack), s = sin(angle), c = cos(angle);
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_turn(&setup, setup_floor(&setup), 0, 0, 1, -angle);
    for (int i = 0; i < stack.count * stack.copies; ++i) {
        const double up = 0.5 + i % stack.count;
        const int cube =
            setup_body(&setup, box_shape(1, 1, 1), up * s, up * c, 3.0 * (i / stack.count));
        setup_turn(&setup, cube, 0, 0, 1, -angle);
        setup.things[cube].motion.mass = mass_of(stack, i % stack.count);
    }
    setup_all_materials(&setup, stack.friction, stack.friction, 0);
    setup_start(&setup);
    setup_run(&setup, SECONDS);
    double most = 0;
    for (int cube = 1; cube < setup.count; ++cube) {
        const TumVec3 p = setup_pose(&setup, cube).position;
        const double *from = setup.things[cube].position;
        most = fmax(most, fabs(((double)p.x - from[0]) * c - ((double)p.y - from[1]) * s));
    }
    setup_end(&setup);
    return most;
}

static double longest_way4(SlopeStack stack)
{
    const double angle = angle_of(stack), s = sin(angle), c = cos(angle);
    Setup4 setup = setup4_empty();
    setup.def.no_sleep = true;
    setup4_slope(&setup, (double[4]){s, c, 0, 0});
    for (int i = 0; i < stack.count * stack.copies; ++i) {
        const double up = 0.5 + i % stack.count;
        const int cube = setup4_body(&setup, box4(1, 1, 1, 1),
                                     (double[4]){up * s, up * c, 3.0 * (i / stack.count), 0});
        setup4_turn(&setup, cube, 0, 1, -angle);
        setup.things[cube].motion.mass = mass_of(stack, i % stack.count);
    }
    setup4_all_materials(&setup, stack.friction, 0);
    setup4_start(&setup);
    setup4_run(&setup, SECONDS);
    double most = 0;
    for (int cube = 1; cube < setup.count; ++cube) {
        const Place4 p = setup4_position(&setup, cube);
        const double *from = setup.things[cube].position;
        most = fmax(most, fabs((p.at[0] - from[0]) * c - (p.at[1] - from[1]) * s));
    }
    setup4_end(&setup);
    return most;
}

// While a stack settles, friction lags behind the weight by up to a step of 1/60 s. The speed
// v = g sin a / 60 Hz that each body gains against the one below is lost again after the way
// v^2 / (2 g (mu cos a - sin a)).
static double way_by_lag(SlopeStack stack)
{
    const double angle = angle_of(stack), speed = 9.81 * sin(angle) / 60;
    return speed * speed / (2 * 9.81 * (stack.friction * cos(angle) - sin(angle)));
}

// As a stack settles its contacts slip a little, one against the other; tilts that add up would
// take its top farther than the size of a cube.
static void stacks_below_their_friction_angle_stay(void **state)
{
    (void)state;
    const double frictions[2] = {0.05, 0.1}, belows[2] = {0.02, 0.05};
    const int counts[3] = {5, 7, 9};
    for (int i = 0; i < 12; ++i) {
        const SlopeStack stack = {counts[i % 3], frictions[i / 3 % 2], belows[i / 6], 1, 1};
        print_message("%d cubes, friction %g, %g below\n", stack.count, stack.friction,
                      stack.below);
        assert_between(longest_way(stack), 0, 0.15);
        assert_between(longest_way4(stack), 0, 0.15);
    }
}

// Tilts add up over ten cubes, and half a percent below the friction angle little of that is enough
// to slip. The top moves by less than a tenth of a cube.
static void ten_cubes_half_a_percent_below_their_friction_angle_stay(void **state)
{
    (void)state;
    const double frictions[2] = {0.02, 0.05};
    for (int i = 0; i < 2; ++i) {
        const SlopeStack stack = {10, frictions[i], 0.005, 1, 1};
        print_message("ten cubes, friction %g\n", stack.friction);
        assert_between(longest_way(stack), 0, 0.1);
        assert_between(longest_way4(stack), 0, 0.1);
    }
}

static void loads_below_their_friction_angle_stay_in_4d(void **state)
{
    (void)state;
    const double frictions[3] = {0.05, 0.1, 0.2}, belows[2] = {0.005, 0.02};
    const double ratios[3] = {5, 20, 100};
    for (int i = 0; i < 18; ++i) {
        const SlopeStack stack = {2, frictions[i % 3], belows[i / 3 % 2], ratios[i / 6], 1};
        print_message("load %g, friction %g, %g below\n", stack.ratio, stack.friction, stack.below);
        assert_between(longest_way4(stack), 0, 1e-3 + 2 * way_by_lag(stack));
    }
}

// Stacks that touch nothing but the ground are solved in batches, and what one needs does not
// depend on how many there are.
static void loads_on_slopes_stay_among_many_others(void **state)
{
    (void)state;
    const SlopeStack one = {2, 0.1, 0.005, 20, 1}, many = {2, 0.1, 0.005, 20, 100};
    assert_between(longest_way(one), 0, 1e-3 + way_by_lag(one));
    assert_between(longest_way(many), 0, 1e-3 + way_by_lag(many));
    assert_between(longest_way4(many), 0, 1e-3 + 2 * way_by_lag(many));
}

// [m] The way down the slope of a cube that falls from `air` above it.
static double way_of_drop(SlopeStack stack, double air)
{
    const double angle = angle_of(stack), s = sin(angle), c = cos(angle), up = 0.5 + air;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_turn(&setup, setup_floor(&setup), 0, 0, 1, -angle);
    const int cube = setup_body(&setup, box_shape(1, 1, 1), up * s, up * c, 0);
    setup_turn(&setup, cube, 0, 0, 1, -angle);
    setup_all_materials(&setup, stack.friction, stack.friction, 0);
    setup_start(&setup);
    setup_run(&setup, SECONDS);
    const TumVec3 p = setup_pose(&setup, cube).position;
    setup_end(&setup);
    return ((double)p.x - up * s) * c - ((double)p.y - up * c) * s;
}

static double way_of_drop4(SlopeStack stack, double air)
{
    const double angle = angle_of(stack), s = sin(angle), c = cos(angle), up = 0.5 + air;
    Setup4 setup = setup4_empty();
    setup.def.no_sleep = true;
    setup4_slope(&setup, (double[4]){s, c, 0, 0});
    const int cube = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){up * s, up * c, 0, 0});
    setup4_turn(&setup, cube, 0, 1, -angle);
    setup4_all_materials(&setup, stack.friction, 0);
    setup4_start(&setup);
    setup4_run(&setup, SECONDS);
    const Place4 p = setup4_position(&setup, cube);
    setup4_end(&setup);
    return (p.at[0] - up * s) * c - (p.at[1] - up * c) * s;
}

// A fall from d above a slope is d / cos a high, moves d tan a down the slope, and ends with the
// speed v, v^2 = 2 g d / cos a. Its part along the slope is v sin a. Without any friction in the
// impact, this speed is lost after the way (v sin a)^2 / (2 g (mu cos a - sin a)).
static void a_cube_that_falls_on_a_slope_slides_no_farther_than_its_energy_allows(void **state)
{
    (void)state;
    const double frictions[3] = {0.05, 0.2, 0.5}, belows[3] = {0.005, 0.02, 0.1};
    const double airs[2] = {0.05, 0.3};
    for (int i = 0; i < 18; ++i) {
        const SlopeStack one = {1, frictions[i % 3], belows[i / 3 % 3], 1, 1};
        const double angle = angle_of(one), s = sin(angle), c = cos(angle), air = airs[i / 9];
        const double most =
            air * s / c + air / c * s * s / (one.friction * c - s) + way_by_lag(one);
        print_message("friction %g, %g below, from %g m\n", one.friction, one.below, air);
        assert_between(way_of_drop(one, air), 0, most);
        assert_between(way_of_drop4(one, air), 0, most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_below_their_friction_angle_stay),
        cmocka_unit_test(a_cube_that_falls_on_a_slope_slides_no_farther_than_its_energy_allows),
        cmocka_unit_test(ten_cubes_half_a_percent_below_their_friction_angle_stay),
        cmocka_unit_test(loads_below_their_friction_angle_stay_in_4d),
        cmocka_unit_test(loads_on_slopes_stay_among_many_others),
    };
    return cmocka_run_group_tests_name("slopes", tests, NULL, NULL);
}
