// SPDX-License-Identifier: MIT
// In free space collisions change neither momentum nor angular momentum; nowhere do they add
// energy.
#include "math/scalar.h"
#include "tests/support/joint_support.h"

// What all bodies have together; angular momentum about the world's origin.
typedef struct Totals {
    DVec3 momentum; // [N s]
    DVec3 angular;  // [N m s]
    double energy;  // [J]
    double lone;    // [N s] sum of the bodies' own |m v|: the scale of rounding
} Totals;

static DVec3 wide(TumVec3 v)
{
    return (DVec3){(double)v.x, (double)v.y, (double)v.z};
}

static DQuat body_rotation(TumQuat q)
{
    return dquat_normalize((DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

// R diag(I) R^T w, without a matrix.
static DVec3 spin_momentum(const TumBody *body, DQuat rotation, DVec3 spin)
{
    const double *q = body->inertia_rotation.q;
    const DQuat principal = dquat_multiply(rotation, (DQuat){q[0], q[1], q[2], q[3]});
    const DVec3 w = dquat_unrotate(principal, spin);
    const double *moment = body->inertia;
    return dquat_rotate(principal, (DVec3){moment[0] * w.x, moment[1] * w.y, moment[2] * w.z});
}

static Totals add_up(const Setup *setup)
{
    Totals sum = {.energy = 0};
    for (size_t i = 0; i < setup->scene->body_count; ++i) {
        const TumBody *body = &setup->scene->bodies[i];
        const TumPose3 pose = setup_pose(setup, body->node);
        const DVec3 v = wide(setup_velocity(setup, body->node));
        const DVec3 w = wide(setup_spin(setup, body->node));
        const DVec3 momentum = dvec3_scale(v, body->mass);
        const DQuat rotation = body_rotation(pose.rotation);
        const double *center = body->center_of_mass;
        const DVec3 arm = dvec3_add(
            wide(pose.position), dquat_rotate(rotation, (DVec3){center[0], center[1], center[2]}));
        const DVec3 spin = spin_momentum(body, rotation, w);
        sum.momentum = dvec3_add(sum.momentum, momentum);
        sum.angular = dvec3_add(sum.angular, dvec3_add(dvec3_cross(arm, momentum), spin));
        sum.energy += 0.5 * (dvec3_dot(v, momentum) + dvec3_dot(w, spin));
        sum.lone += dvec3_length(momentum);
    }
    return sum;
}

// Velocities and places are floats. Each change of one rounds it by 2^-24 of itself at most, to
// either side: over n changes that adds up to some sqrt(n) 2^-24, 100 times 2^-24 for ten thousand.
static const double ROUNDING = 100.0 / (1 << 24);

static void assert_momentum(const Totals *before, const Totals *after)
{
    const DVec3 gained = dvec3_sub(after->momentum, before->momentum);
    assert_near(dvec3_length(gained) / before->lone, 0, ROUNDING);
}

static double angular_gain(const Totals *before, const Totals *after)
{
    return dvec3_length(dvec3_sub(after->angular, before->angular));
}

static int add_flying(Setup *setup, TumShape shape, double x, double y, double z, double mass)
{
    const int body = setup_body(setup, shape, x, y, z);
    setup->things[body].motion.gravity_factor = 0;
    setup->things[body].motion.mass = mass;
    return body;
}

static void draw3(Random *random, double v[3], double most)
{
    for (int i = 0; i < 3; ++i) {
        v[i] = random_in(random, -most, most);
    }
}

// Balls that spin any way, of unequal mass and size, that come along the line between their
// middles: friction turns both, and what one gains the other loses.
static void spinning_balls_that_meet_keep_momentum_and_angular_momentum(void **state)
{
    (void)state;
    Random random = {3};
    for (int round = 0; round < 30; ++round) {
        Setup setup = setup_empty();
        const double e = 0.5 * (round % 3), mu = random_in(&random, 0, 1);
        const int a = add_flying(&setup, sphere_shape(0.4), -1, -0.3, 0.2, 1);
        const int b = add_flying(&setup, sphere_shape(0.3), 1, 0.3, -0.2, 3);
        MotionDef *motion[2] = {&setup.things[a].motion, &setup.things[b].motion};
        set3(motion[0]->linear_velocity, 2, 0.6, -0.4);
        set3(motion[1]->linear_velocity, -1, -0.3, 0.2);
        draw3(&random, motion[0]->angular_velocity, 10);
        draw3(&random, motion[1]->angular_velocity, 10);
        setup_all_materials(&setup, 1.2 * mu, mu, e);
        setup_start(&setup);
        const Totals before = add_up(&setup);
        setup_run(&setup, 1.5);
        const Totals after = add_up(&setup);
        assert_true((double)setup_velocity(&setup, b).x > -0.99); // they met
        assert_momentum(&before, &after);
        // Arms are within 2 m.
        assert_near(angular_gain(&before, &after) / (before.lone * 2), 0, ROUNDING);
        assert_true(after.energy <= before.energy * (1 + ROUNDING));
        setup_end(&setup);
    }
}

// How fast points of a and b, in reach of their middles, may pass each other at most [m/s].
static double passing_speed(const Setup *setup, int a, int b, double reach)
{
    const double apart =
        dvec3_distance(wide(setup_velocity(setup, a)), wide(setup_velocity(setup, b)));
    return apart + reach * (dvec3_length(wide(setup_spin(setup, a))) +
                            dvec3_length(wide(setup_spin(setup, b))));
}

// Two bodies that meet anyhow. A plane of contact is that of the beginning of the step: the two
// halves of an impulse p act in lines as far from each other as surfaces have passed each other
// since, |u| dt at the most, and angular momentum changes by |p| |u| dt at the most.
static void other_bodies_keep_angular_momentum_but_for_what_they_move_in_a_step(void **state)
{
    (void)state;
    const double rates[2] = {60, 960};
    for (int i = 0; i < 60; ++i) {
        Random random = {(uint64_t)i % 30 + 1};
        Setup setup = setup_empty();
        setup.rate = rates[i / 30];
        const int a = add_flying(&setup, box_shape(1, 0.7, 0.5), -1.2, 0, 0, 2);
        const int b = add_flying(
            &setup, i % 2 ? capsule_shape(0.5, 0.2, 0.3) : box_shape(1, 1, 0.3), 1.2, 0.3, 0.2, 1);
        MotionDef *motion[2] = {&setup.things[a].motion, &setup.things[b].motion};
        set3(motion[0]->linear_velocity, 1, 0, 0);
        set3(motion[1]->linear_velocity, -2, random_in(&random, -0.4, 0.4), 0);
        draw3(&random, motion[0]->angular_velocity, 3);
        draw3(&random, motion[1]->angular_velocity, 3);
        setup_all_materials(&setup, 0.6, 0.5, random_in(&random, 0, 1));
        setup_start(&setup);
        const Totals before = add_up(&setup);
        double most = 0;
        for (int step = 0; step < 1.5 * setup.rate; ++step) {
            const double u = passing_speed(&setup, a, b, 0.75);
            const DVec3 old = wide(setup_velocity(&setup, b));
            setup_step(&setup);
            const double change = dvec3_distance(wide(setup_velocity(&setup, b)), old);
            most += change * setup.things[b].motion.mass * u / setup.rate;
        }
        const Totals after = add_up(&setup);
        assert_true(most > 0); // they met
        assert_momentum(&before, &after);
        assert_true(angular_gain(&before, &after) <= most + before.lone * 2 * ROUNDING);
        setup_end(&setup);
    }
}

// 27 bodies fly together. The kinetic energy of bodies that turn free is kept to third order in the
// substep, which is all that they may gain.
static void a_swarm_that_collides_keeps_momentum_and_gains_no_energy(void **state)
{
    (void)state;
    for (int round = 0; round < 12; ++round) {
        Random random = {(uint64_t)round + 1};
        const bool balls = round % 2 == 0;
        Setup setup = setup_empty();
        for (int i = 0; i < 27; ++i) {
            const double x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;
            const TumShape shape = balls || i % 2 == 0 ? sphere_shape(0.3)
                                   : i % 4 == 1        ? box_shape(0.6, 0.4, 0.3)
                                                       : capsule_shape(0.3, 0.2, 0.2);
            const int body =
                add_flying(&setup, shape, 1.5 * x, 1.5 * y, 1.5 * z, random_in(&random, 0.5, 5));
            MotionDef *motion = &setup.things[body].motion;
            draw3(&random, motion->linear_velocity, 1);
            motion->linear_velocity[0] -= 3 * x;
            motion->linear_velocity[1] -= 3 * y;
            motion->linear_velocity[2] -= 3 * z;
            draw3(&random, motion->angular_velocity, 4);
        }
        const double mu = 0.2 * (round % 3);
        setup_all_materials(&setup, mu, mu, round < 6 ? 1 : random_in(&random, 0, 1));
        setup_start(&setup);
        const Totals before = add_up(&setup);
        double energy = before.energy;
        for (int step = 0; step < 120; ++step) {
            setup_step(&setup);
            const double now = add_up(&setup).energy;
            assert_true(now <= energy * (1 + (balls ? ROUNDING : 1e-3)));
            energy = now;
        }
        const Totals after = add_up(&setup);
        assert_momentum(&before, &after);
        assert_true(energy <= before.energy * (1 + (balls ? ROUNDING : 1e-3)));
        setup_end(&setup);
    }
}

// A node of a body that is turned by 90 degrees about z, at (x, y) from its middle in the world.
static int add_anchor(Setup *setup, int body, double x, double y)
{
    setup->things[setup->count] = (Thing){.is_bare = true,
                                          .parent_plus_one = body + 1,
                                          .position = {y, -x, 0},
                                          .rotation = {0, 0, 0, 1}};
    return setup->count++;
}

// Six capsules in a chain fall on a floor, one end first. Joints take what swings fast for heavier
// than it is, so a blow that runs through a chain may gain a few percent for a moment;
// docs/simulation.md says so.
static void a_chain_that_bounces_gains_no_energy(void **state)
{
    (void)state;
    for (int i = 0; i < 4; ++i) {
        const double mu = i % 2 == 0 ? 0.3 : 0, g = 9.81, rise = 0.15, apart = 0.6;
        Setup setup = setup_empty();
        setup_floor(&setup);
        int links[6];
        for (int k = 0; k < 6; ++k) {
            links[k] =
                setup_body(&setup, capsule_shape(0.3, 0.1, 0.1), apart * k, 1.5 + rise * k, 0);
            setup_turn(&setup, links[k], 0, 0, 1, PI / 2);
            setup.things[links[k]].motion.mass = 1 + k;
        }
        setup_all_materials(&setup, mu, mu, i < 2 ? 1 : 0.5);
        Joints joints = joints_of(&setup);
        for (int k = 1; k < 6; ++k) {
            const int low = add_anchor(&setup, links[k - 1], apart / 2, rise / 2);
            const int high = add_anchor(&setup, links[k], -apart / 2, -rise / 2);
            joint_ball(&joints, joint_between(&joints, low, high));
        }
        setup_start(&setup);
        double start = 0;
        for (int step = 0; step <= 300; ++step) {
            double energy = add_up(&setup).energy;
            for (int k = 0; k < 6; ++k) {
                energy += (1 + k) * g * (double)setup_pose(&setup, links[k]).position.y;
            }
            start = step == 0 ? energy : start;
            assert_true(energy <= 1.05 * start);
            setup_step(&setup);
        }
        joints_end(&joints);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spinning_balls_that_meet_keep_momentum_and_angular_momentum),
        cmocka_unit_test(other_bodies_keep_angular_momentum_but_for_what_they_move_in_a_step),
        cmocka_unit_test(a_swarm_that_collides_keeps_momentum_and_gains_no_energy),
        cmocka_unit_test(a_chain_that_bounces_gains_no_energy),
    };
    return cmocka_run_group_tests_name("momentum", tests, NULL, NULL);
}
