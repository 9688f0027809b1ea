// SPDX-License-Identifier: MIT
// Collisions keep momentum and bounce as their restitution says.
#include "tests/support/world_support.h"

static const double GRAVITY = 9.81;

// A ball dropped by h bounces to e^2 h.
static void bounce_heights_follow_restitution(void **state)
{
    (void)state;
    const double coefficients[4] = {0, 0.5, 0.8, 1};
    for (int i = 0; i < 4; ++i) {
        const double e = coefficients[i];
        Setup setup = setup_empty();
        setup_floor(&setup);
        const int ball = setup_body(&setup, sphere_shape(0.25), 0, 2.25, 0);
        setup_all_materials(&setup, 0.5, 0.5, e);
        setup_start(&setup);
        double apex = 0;
        const int fall = (int)(sqrt(2 * 2 / GRAVITY) * setup.rate) + 2;
        for (int step = 0; step < 150; ++step) {
            setup_step(&setup);
            const double height = (double)setup_pose(&setup, ball).position.y - 0.25;
            // The first arc after the floor, whose flight takes 2 e sqrt(2 h / g).
            if (step > fall && step < fall + (int)(2 * e * fall)) {
                apex = fmax(apex, height);
            }
        }
        assert_near(apex, e * e * 2, 0.06);
        setup_end(&setup);
    }
}

static void slow_approaches_do_not_bounce(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int ball = setup_body(&setup, sphere_shape(0.25), 0, 0.255, 0); // meets with 0.31 m/s
    setup_all_materials(&setup, 0.5, 0.5, 1);
    setup_start(&setup);
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, ball).position.y, 0.25, 1e-3);
    assert_near(setup_velocity(&setup, ball).y, 0, 1e-3);
    setup_end(&setup);
}

static void add_up(const Setup *setup, double momentum[3], double *energy)
{
    set3(momentum, 0, 0, 0);
    *energy = 0;
    for (size_t i = 0; i < setup->scene->body_count; ++i) {
        const double mass = setup->scene->bodies[i].mass;
        const TumVec3 v = setup_velocity(setup, setup->scene->bodies[i].node);
        momentum[0] += mass * (double)v.x;
        momentum[1] += mass * (double)v.y;
        momentum[2] += mass * (double)v.z;
        *energy +=
            0.5 * mass *
            ((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
    }
}

static void momentum_is_kept_when_bodies_collide_in_flight(void **state)
{
    (void)state;
    Random random = {3};
    for (int round = 0; round < 20; ++round) {
        Setup setup = setup_empty();
        for (int i = 0; i < 4; ++i) {
            const double x = 1.5 * (i - 1.5);
            const TumShape shape = i % 2 == 0 ? box_shape(1, 0.7, 0.5) : sphere_shape(0.4);
            const int body = setup_body(&setup, shape, x, random_in(&random, -0.3, 0.3),
                                        random_in(&random, -0.3, 0.3));
            MotionDef *motion = &setup.things[body].motion;
            motion->gravity_factor = 0;
            set3(motion->linear_velocity, -2 * x, 0, random_in(&random, -0.5, 0.5));
            setup_turn(&setup, body, 1, 1, 0.2, random_in(&random, 0, 3));
        }
        setup_all_materials(&setup, 0.6, 0.5, random_in(&random, 0, 1));
        setup_start(&setup);
        double before[3], after[3], energy_before, energy_after;
        add_up(&setup, before, &energy_before);
        setup_run(&setup, 2);
        add_up(&setup, after, &energy_after);
        const double scale = sqrt(2 * energy_before * setup.scene->bodies[0].mass);
        for (int k = 0; k < 3; ++k) {
            assert_near(after[k] / scale, before[k] / scale, 2e-5);
        }
        // Authored velocities were turned into each node's frame: still they carried this energy.
        assert_true(energy_after <= energy_before * 1.001);
        setup_end(&setup);
    }
}

// Equal masses, e = 1: the striker stops and the target leaves with its speed.
static void equal_balls_exchange_their_velocities(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int striker = setup_body(&setup, sphere_shape(0.5), -2, 0, 0);
    const int target = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    for (int i = 0; i < 2; ++i) {
        setup.things[i].motion.gravity_factor = 0;
    }
    set3(setup.things[striker].motion.linear_velocity, 3, 0, 0);
    setup_all_materials(&setup, 0, 0, 1);
    setup_start(&setup);
    setup_run(&setup, 1);
    assert_near(setup_velocity(&setup, striker).x, 0, 0.01);
    assert_near(setup_velocity(&setup, target).x, 3, 0.01);
    setup_end(&setup);
}

// v1' = v (m1 - e m2) / (m1 + m2), v2' = v m1 (1 + e) / (m1 + m2).
static void unequal_masses_part_as_newton_says(void **state)
{
    (void)state;
    const double ratios[3] = {0.01, 3, 100}, e = 0.6;
    for (int i = 0; i < 3; ++i) {
        Setup setup = setup_empty();
        const int striker = setup_body(&setup, box_shape(1, 1, 1), -2, 0, 0);
        const int target = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
        for (int k = 0; k < 2; ++k) {
            setup.things[k].motion.gravity_factor = 0;
        }
        const double m1 = ratios[i], m2 = 1, v = 4;
        setup.things[striker].motion.mass = m1;
        setup.things[target].motion.mass = m2;
        set3(setup.things[striker].motion.linear_velocity, v, 0, 0);
        setup_all_materials(&setup, 0.5, 0.5, e);
        setup_start(&setup);
        setup_run(&setup, 1);
        assert_near(setup_velocity(&setup, striker).x, v * (m1 - e * m2) / (m1 + m2), 0.05);
        assert_near(setup_velocity(&setup, target).x, v * m1 * (1 + e) / (m1 + m2), 0.05);
        setup_end(&setup);
    }
}

// A thin rod's moments differ a thousandfold: an impulse in the pose of a moment ago would feed it.
static void a_spinning_rod_that_hits_a_post_gains_no_energy(void **state)
{
    (void)state;
    const double spins[3] = {40, 70, 100};
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 4; ++k) {
            Setup setup = setup_empty();
            setup_static(&setup, box_shape(0.05, 2, 0.05), 0.8, 0, 0);
            const int rod = setup_body(&setup, box_shape(2, 0.05, 0.05), 0, 0, 0);
            setup_turn(&setup, rod, 0, 1, 0, 1.2 + 0.2 * k);
            MotionDef *motion = &setup.things[rod].motion;
            motion->gravity_factor = 0;
            set3(motion->angular_velocity, 0, spins[i], 0);
            setup_start(&setup);
            const TumBody *body = &setup.scene->bodies[0];
            const double inertia = fmax(body->inertia[0], fmax(body->inertia[1], body->inertia[2]));
            for (int step = 0; step < 60; ++step) {
                setup_step(&setup);
                // m v^2 / 2 and I w^2 / 2 are parts of the energy there is.
                const TumVec3 v = setup_velocity(&setup, rod), w = setup_spin(&setup, rod);
                const double speed_squared = (double)(v.x * v.x + v.y * v.y + v.z * v.z);
                assert_true(body->mass * speed_squared <= 1.02 * inertia * spins[i] * spins[i]);
                assert_true(fabs((double)w.y) <= 1.02 * spins[i]);
            }
            setup_end(&setup);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounce_heights_follow_restitution),
        cmocka_unit_test(slow_approaches_do_not_bounce),
        cmocka_unit_test(momentum_is_kept_when_bodies_collide_in_flight),
        cmocka_unit_test(equal_balls_exchange_their_velocities),
        cmocka_unit_test(unequal_masses_part_as_newton_says),
        cmocka_unit_test(a_spinning_rod_that_hits_a_post_gains_no_energy),
    };
    return cmocka_run_group_tests_name("impact", tests, NULL, NULL);
}
