// SPDX-License-Identifier: MIT
// Hard joints stay closed while their bodies turn fast, and where heavy bodies pull on light ones.
#include "tests/support/joint_support.h"

#include <math.h>

static int add_rod(Setup *setup, double x, double y, double angle, double mass)
{
    const int rod = setup_body(setup, capsule_shape(0.2, 0.04, 0.04), x, y, 0);
    Thing *thing = &setup->things[rod];
    setup_turn(setup, rod, 0, 0, 1, angle); // its Y is along the ring
    thing->motion.mass = mass;
    set3(thing->motion.inertia, 0.006 * mass, 0.002 * mass, 0.006 * mass);
    return rod;
}

// [m] The widest gap in so many seconds.
static double widest_gap(Joints *joints, double seconds)
{
    double most = 0;
    for (int i = 0; i < (int)(60 * seconds); ++i) {
        setup_step(joints->setup);
        for (int k = 0; k < joints->setup->joint_count; ++k) {
            most = fmax(most, joint_gap(joints, k));
        }
    }
    return most;
}

static void add_ring(Joints *joints, int count, double height, Random *random)
{
    Setup *setup = joints->setup;
    const double half = 0.16, radius = half / tan(PI / count);
    const double down = -random_in(random, 2, 8), aside = random_in(random, -4, 4);
    int ends[6][2];
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * PI * i / count;
        const int rod = add_rod(setup, radius * cos(angle), height + radius * sin(angle), angle,
                                exp(random_in(random, 0, 5)));
        setup->things[rod].motion.velocity_space = VELOCITY_IN_WORLD;
        set3(setup->things[rod].motion.linear_velocity, aside, down, 0.3 * aside);
        for (int side = 0; side < 2; ++side) {
            ends[i][side] = setup_node(setup, 0, side == 0 ? -half : half, 0);
            setup_parent(setup, ends[i][side], rod);
        }
    }
    for (int i = 0; i < count; ++i) {
        joint_ball(joints, joint_between(joints, ends[i][1], ends[(i + 1) % count][0]));
    }
}

// Rings of rods, 0.32 m long, 1 to 150 kg and joined by balls, come down on a floor at 5 to 10 m/s
// and fold up: light rods turn at w = 30 rad/s, and joints that are pulled together along their
// tangents open by (w h)^2 l / 2, 2.5 mm, in each substep of h = 1/240 s.
static void rings_that_fold_up_fast_stay_closed(void **state)
{
    (void)state;
    Random random = {11};
    for (int k = 0; k < 60; ++k) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        setup_floor(&setup);
        add_ring(&joints, 4 + k % 3, 1.5, &random);
        setup_start(&setup);
        const double gap = widest_gap(&joints, 1.5);
        print_message("ring %d: %g m\n", k, gap);
        assert_between(gap, 0, 2e-3);
        joints_end(&joints);
    }
}

// A hook, two light links, the second fixed to the first, and a body some hundred times as heavy at
// their end that is thrown: it snaps taut, and the links are flung about faster than a substep can
// follow. A hundredth of a link is 3 mm; half of that holds.
static void light_links_with_a_heavy_body_stay_on_their_hook(void **state)
{
    (void)state;
    Random random = {17};
    for (int k = 0; k < 40; ++k) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        const int hook = setup_node(&setup, 0, 0, 0);
        const int link = add_rod(&setup, 0, -0.16, 0, 1);
        const int next = add_rod(&setup, 0, -0.48, 0, 2);
        const int ball = setup_body(&setup, sphere_shape(0.3), 0, -0.64 - 0.3, 0);
        Thing *heavy = &setup.things[ball];
        heavy->motion.mass = exp(random_in(&random, 4, 7));
        set3(heavy->motion.linear_velocity, random_in(&random, -6, 6), random_in(&random, 0, 6),
             random_in(&random, -6, 6));
        set3(heavy->motion.angular_velocity, random_in(&random, -6, 6), random_in(&random, -6, 6),
             random_in(&random, -6, 6));
        set3(heavy->motion.inertia, 0.036 * heavy->motion.mass, 0.036 * heavy->motion.mass,
             0.036 * heavy->motion.mass);
        joint_hinge(&joints, joint_add(&joints, hook, link, 0, 0, 0), k % 3);
        const int second = joint_add(&joints, link, next, 0, -0.32, 0);
        joint_ball(&joints, second);
        joint_lock(&joints, second, TUM_SPACE_ANGULAR, 7);
        const int third = joint_add(&joints, next, ball, 0, -0.64, 0);
        joint_ball(&joints, third);
        if (k % 2 == 0) {
            joint_range(&joints, third, TUM_SPACE_ANGULAR, 6, 0, 0.7);
        }
        setup_start(&setup);
        const double gap = widest_gap(&joints, 2);
        print_message("%d, %g kg: %g m\n", k, setup.things[ball].motion.mass, gap);
        assert_between(gap, 0, 1.5e-3);
        joints_end(&joints);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_that_fold_up_fast_stay_closed),
        cmocka_unit_test(light_links_with_a_heavy_body_stay_on_their_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
