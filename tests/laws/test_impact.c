// SPDX-License-Identifier: MIT
// Collisions bounce as their restitution says.
#include "distance3/gjk3.h"
#include "tests/support/shot.h"

static const double GRAVITY = 9.81;

// A ball dropped by h bounces to e^2 h.
// KHR-43, KHR-68, OMI-BODY-51.
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
        assert_near(apex, e * e * 2, 0.005);
        setup_end(&setup);
    }
}

// A ball and a box that fall by a centimetre, at 0.44 m/s, come back to e^2 of it, within 3 %; the
// highest pose of a step at 240 Hz is the apex to 0.02 mm.
static void a_drop_of_a_centimetre_bounces_as_restitution_says(void **state)
{
    (void)state;
    const double height = 0.01, coefficients[3] = {0.5, 0.8, 1};
    for (int i = 0; i < 6; ++i) {
        const double e = coefficients[i % 3];
        Setup setup = setup_empty();
        setup.rate = 240;
        setup_floor(&setup);
        const TumShape shape = i < 3 ? sphere_shape(0.25) : box_shape(0.5, 0.5, 0.5);
        const int body = setup_body(&setup, shape, 0, 0.25 + height, 0);
        setup_all_materials(&setup, 0.5, 0.5, e);
        setup_start(&setup);
        const double fall = sqrt(2 * height / 9.81);
        setup_run(&setup, fall + 0.005);
        double apex = 0;
        for (double t = 0.005; t < 2 * e * fall; t += 1 / setup.rate) {
            setup_step(&setup);
            apex = fmax(apex, (double)setup_pose(&setup, body).position.y - 0.25);
        }
        assert_near(apex, e * e * height, 0.03 * e * e * height);
        setup_end(&setup);
    }
}

// [m] How high a ball of restitution 1 comes that meets the floor at 0.31 m/s, 5 mm below it.
static double rise_with_threshold(double threshold)
{
    Setup setup = setup_empty();
    setup.def.restitution_threshold = (float)threshold;
    setup_floor(&setup);
    const int ball = setup_body(&setup, sphere_shape(0.25), 0, 0.255, 0);
    setup_all_materials(&setup, 0.5, 0.5, 1);
    setup_start(&setup);
    setup_run(&setup, 0.05);
    double apex = -1;
    for (int step = 0; step < 30; ++step) {
        setup_step(&setup);
        apex = fmax(apex, (double)setup_pose(&setup, ball).position.y - 0.25);
    }
    setup_end(&setup);
    return apex;
}

static void approaches_below_the_threshold_do_not_bounce(void **state)
{
    (void)state;
    assert_near(rise_with_threshold(0.5), 0, 1e-3);
    assert_near(rise_with_threshold(0.2), 0.005, 5e-4);
    assert_near(rise_with_threshold(-1), 0.005, 5e-4);
}

// Restitution 1.5 between two walls 2 mm from either side of a ball that comes at 2 m/s, so that it
// could meet them eight times in a step: each wall makes it faster by half once.
// KHR-68.
static void a_restitution_above_one_gains_once_a_step(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int walls[2] = {setup_static(&setup, box_shape(1, 4, 4), -0.602, 0, 0),
                          setup_static(&setup, box_shape(1, 4, 4), 0.602, 0, 0)};
    const int ball = setup_body(&setup, sphere_shape(0.1), 0, 0, 0);
    setup_material(&setup, ball, 0, 0, 1.5);
    setup_material(&setup, walls[0], 0, 0, 1.5);
    setup_material(&setup, walls[1], 0, 0, 1.5);
    setup.things[ball].motion.gravity_factor = 0;
    set3(setup.things[ball].motion.linear_velocity, 2, 0, 0);
    setup_start(&setup);
    setup_step(&setup);
    const double speed = fabs((double)setup_velocity(&setup, ball).x);
    assert_between(speed, 2 * 1.5 - 1e-3, 2 * 1.5 * 1.5 + 1e-3);
    assert_between(setup_pose(&setup, ball).position.x, -0.05, 0.05);
    setup_end(&setup);
}

// A ball of restitution 1.5 goes to and fro between two walls 2 cm from either side of it, or
// starts among them at 40 m/s: it gains until it has 50 m/s, and has them from then on.
static void a_restitution_above_one_makes_nothing_faster_than_50_m_per_s(void **state)
{
    (void)state;
    const double starts[2] = {1, 40};
    for (int i = 0; i < 2; ++i) {
        Setup setup = setup_empty();
        setup.def.no_sleep = true;
        setup_static(&setup, box_shape(1, 10, 10), -1.02, 0, 0);
        setup_static(&setup, box_shape(1, 10, 10), 1.02, 0, 0);
        const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
        setup_all_materials(&setup, 0, 0, 1.5);
        setup.things[ball].motion.gravity_factor = 0;
        set3(setup.things[ball].motion.linear_velocity, starts[i], 0, 0);
        setup_start(&setup);
        for (int step = 0; step < 120; ++step) {
            setup_step(&setup);
            assert_between(fabs((double)setup_velocity(&setup, ball).x), 0, 50 + 1e-3);
        }
        assert_near(fabs((double)setup_velocity(&setup, ball).x), 50, 1e-3);
        assert_between(setup_pose(&setup, ball).position.x, -0.05, 0.05);
        setup_end(&setup);
    }
}

// v1' = v (m1 - e m2) / (m1 + m2), v2' = v m1 (1 + e) / (m1 + m2). Bounces are exact but for
// rounding, some 2^-24 of a velocity for each impulse; without one, soft contacts bring bodies to
// rest against each other.
static void two_that_meet_head_on_part_as_newton_says(void **state)
{
    (void)state;
    const double ratios[5] = {0.01, 0.5, 1, 3, 100}, coefficients[4] = {0, 0.5, 0.9, 1};
    for (int i = 0; i < 40; ++i) {
        const bool round = i >= 20;
        const double m1 = ratios[i % 5], m2 = 1, e = coefficients[i / 5 % 4], v = 4;
        const TumShape shape = round ? sphere_shape(0.5) : box_shape(1, 1, 1);
        Setup setup = setup_empty();
        const int striker = setup_body(&setup, shape, -2, 0, 0);
        const int target = setup_body(&setup, shape, 0, 0, 0);
        setup.things[striker].motion.mass = m1;
        setup.things[target].motion.mass = m2;
        for (int k = 0; k < 2; ++k) {
            setup.things[k].motion.gravity_factor = 0;
        }
        set3(setup.things[striker].motion.linear_velocity, v, 0, 0);
        setup_all_materials(&setup, 0.5, 0.5, e);
        setup_start(&setup);
        setup_run(&setup, 1);
        const double tolerance = e > 0 ? 1e-5 * v : 0.01 * v;
        assert_near(setup_velocity(&setup, striker).x, v * (m1 - e * m2) / (m1 + m2), tolerance);
        assert_near(setup_velocity(&setup, target).x, v * m1 * (1 + e) / (m1 + m2), tolerance);
        setup_end(&setup);
    }
}

// A ball that passes another's middle by b pushes it along the line between their middles, n, with
// sin b / 2R: v2' = n (1 + e) / 2 (v n), v1' = v - v2'. The line is that of the beginning of the
// step in which they meet; within it they pass each other by v dt b / 2R at the most, and the line
// turns by that over 2R.
static void balls_without_friction_part_along_the_line_between_them(void **state)
{
    (void)state;
    const double coefficients[3] = {0, 0.5, 1}, rates[2] = {60, 960}, v = 3, radius = 0.5;
    for (int i = 0; i < 24; ++i) {
        const double e = coefficients[i % 3], b = 0.2 * (i / 3 % 4 + 1), sine = b / (2 * radius);
        Setup setup = setup_empty();
        setup.rate = rates[i / 12];
        const int striker = setup_body(&setup, sphere_shape(radius), -2, 0, 0);
        const int target = setup_body(&setup, sphere_shape(radius), 0, b, 0);
        for (int k = 0; k < 2; ++k) {
            setup.things[k].motion.gravity_factor = 0;
        }
        set3(setup.things[striker].motion.linear_velocity, v, 0, 0);
        setup_all_materials(&setup, 0, 0, e);
        setup_start(&setup);
        setup_run(&setup, 1);
        const double cosine = sqrt(1 - sine * sine), along = v * cosine * (1 + e) / 2;
        const double turn = v / setup.rate * sine / (2 * radius);
        const TumVec3 first = setup_velocity(&setup, striker);
        const TumVec3 second = setup_velocity(&setup, target);
        assert_near(second.x, along * cosine, v * turn + 1e-5);
        assert_near(second.y, along * sine, v * turn + 1e-5);
        assert_near(first.x, v - along * cosine, v * turn + 1e-5);
        assert_near(first.y, -along * sine, v * turn + 1e-5);
        assert_near(setup_spin(&setup, target).z, 0, 1e-6);
        setup_end(&setup);
    }
}

// Without loss a ball comes back to where it fell from, again and again: a blow has the speed of
// the moment in which it comes, not of the substep around it.
static void an_elastic_ball_still_rises_to_its_height_after_twenty_seconds(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int ball = setup_body(&setup, sphere_shape(0.25), 0, 2.25, 0);
    setup_all_materials(&setup, 0, 0, 1);
    setup_start(&setup);
    setup_run(&setup, 20);
    double top = 0;
    for (int step = 0; step < 90; ++step) { // one way up and down takes 1.28 s
        setup_step(&setup);
        top = fmax(top, (double)setup_pose(&setup, ball).position.y - 0.25);
    }
    assert_near(top, 2, 0.005);
    setup_end(&setup);
}

// A solid ball that skids over the floor as it hits it: friction takes mu (1 + e) v_n off its speed
// and makes it spin by 5/2 of that over R; where that is more than rolling needs, it leaves with
// 5/7 of its speed, rolling.
static void a_skidding_ball_bounces_with_the_spin_that_friction_gives(void **state)
{
    (void)state;
    const double e = 0.8, along = 2, radius = 0.25, coefficients[2] = {0.05, 0.9};
    for (int i = 0; i < 2; ++i) {
        Setup setup = setup_empty();
        setup_floor(&setup);
        const int ball = setup_body(&setup, sphere_shape(radius), 0, radius + 1, 0);
        MotionDef *motion = &setup.things[ball].motion;
        motion->gravity_factor = 0;
        set3(motion->linear_velocity, along, -4, 0);
        setup_all_materials(&setup, coefficients[i], coefficients[i], e);
        setup_start(&setup);
        setup_run(&setup, 0.5);
        const double lost = fmin(coefficients[i] * (1 + e) * 4, along * 2 / 7);
        assert_near(setup_velocity(&setup, ball).x, along - lost, 1e-4);
        assert_near(setup_velocity(&setup, ball).y, e * 4, 1e-4);
        assert_near(setup_spin(&setup, ball).z, -2.5 * lost / radius, 1e-3);
        setup_end(&setup);
    }
}

// How deep two boxes of this edge are in each other.
static double box_depth(const Setup *setup, int a, int b, float edge)
{
    const TumPose3 at[2] = {setup_pose(setup, a), setup_pose(setup, b)};
    Pose3 poses[2];
    for (int i = 0; i < 2; ++i) {
        const TumVec3 p = at[i].position;
        const TumQuat q = at[i].rotation;
        poses[i] = (Pose3){{p.x, p.y, p.z}, {q.x, q.y, q.z, q.w}};
    }
    const Shape3 box = tum_shape3_box(vec3(0.5f * edge, 0.5f * edge, 0.5f * edge));
    const Pose3 a_from_b = pose3_relative(poses[0], poses[1]);
    return -(double)tum_distance3(&box, &box, a_from_b, 1.0f, vec3(0.0f, 0.0f, 0.0f)).distance;
}

// Boxes thrown at each other mostly meet at an edge or a corner, about which they turn at once.
// Contacts that know of nothing but that point let faces beside it sink in by a quarter of a box.
// What is left is that rows are straight for a step: a turn by t takes corners, r from the middle,
// t^2 r / 2 off their way, in either box.
static void boxes_that_meet_edge_on_edge_do_not_sink_into_each_other(void **state)
{
    (void)state;
    enum { PAIRS = 200 };
    const double edge = 0.4, reach = edge * sqrt(0.75), speed = 4;
    Random random = {17};
    Setup setup = setup_empty();
    for (int i = 0; i < 2 * PAIRS; ++i) {
        const double side = i % 2 == 0 ? -1 : 1;
        const int body = setup_body(&setup, box_shape(edge, edge, edge), i / 2 * 10 + 0.5 * side,
                                    random_in(&random, -0.1, 0.1), random_in(&random, -0.1, 0.1));
        setup_turn(&setup, body, random_in(&random, -1, 1), random_in(&random, -1, 1),
                   random_in(&random, -1, 1), random_in(&random, 0, 6));
        MotionDef *motion = &setup.things[body].motion;
        motion->gravity_factor = 0;
        motion->velocity_space = VELOCITY_IN_WORLD;
        set3(motion->linear_velocity, -speed * side, 0, 0);
        set3(motion->angular_velocity, random_in(&random, -10, 10), random_in(&random, -10, 10),
             random_in(&random, -10, 10));
    }
    setup_start(&setup);
    double deepest = 0, fastest = 0;
    for (int step = 0; step < 30; ++step) {
        setup_step(&setup);
        for (int i = 0; i < PAIRS; ++i) {
            deepest = fmax(deepest, box_depth(&setup, 2 * i, 2 * i + 1, (float)edge));
        }
        for (int i = 0; i < 2 * PAIRS; ++i) {
            const TumVec3 w = setup_spin(&setup, i);
            fastest = fmax(fastest, sqrt((double)(w.x * w.x + w.y * w.y + w.z * w.z)));
        }
    }
    const double turn = fastest / setup.rate;
    assert_between(turn, 0.3, 0.4);
    assert_between(deepest, 0.0, turn * turn * reach);
    setup_end(&setup);
}

// Where a rod hangs on a hinge, a blow at distance d from it meets the mass I / d^2.
static void a_hinged_rod_is_as_heavy_as_its_hinge_makes_it(void **state)
{
    (void)state;
    const double masses[3] = {0.2, 1, 20}, rod_mass = 3, v = 4, d = 0.9;
    for (int i = 0; i < 6; ++i) {
        const double m = masses[i % 3], e = i < 3 ? 0.5 : 1;
        Setup setup = setup_empty();
        const int rod = setup_body(&setup, box_shape(0.1, 1, 0.1), 0, 0, 0);
        const int ball = setup_body(&setup, sphere_shape(0.1), -0.5, 0.5 - d, 0);
        const int post = setup_static(&setup, sphere_shape(0.01), 5, 5, 0);
        setup.things[rod].motion.mass = rod_mass;
        setup.things[ball].motion.mass = m;
        for (int k = 0; k < 2; ++k) {
            setup.things[k].motion.gravity_factor = 0;
        }
        set3(setup.things[ball].motion.linear_velocity, v, 0, 0);
        setup_all_materials(&setup, 0, 0, e);
        Joints joints = joints_of(&setup);
        joint_hinge(&joints, joint_add(&joints, post, rod, 0, 0.5, 0), 2);
        setup_start(&setup);
        setup_run(&setup, 0.15);
        const double inertia = rod_mass * ((1 + 0.01) / 12 + 0.25), met = inertia / (d * d);
        assert_near(setup_velocity(&setup, ball).x, v * (m - e * met) / (m + met), 0.002 * v);
        assert_near(setup_spin(&setup, rod).z, v * m * (1 + e) / (m + met) / d, 0.01 * v);
        joints_end(&joints);
    }
}

// What joints hold fast is as good as the ground, whatever it weighs itself.
static void a_ball_bounces_off_what_joints_hold(void **state)
{
    (void)state;
    const double masses[3] = {0.2, 2, 200}; // against 2 kg
    for (int i = 0; i < 3; ++i) {
        Setup setup = setup_empty();
        const int plank = setup_body(&setup, box_shape(1, 0.2, 1), 0, 0, 0);
        const int ball = setup_body(&setup, sphere_shape(0.1), 0.2, 1.2, 0);
        const int post = setup_static(&setup, sphere_shape(0.01), 5, 5, 0);
        setup.things[plank].motion.mass = 2;
        setup.things[ball].motion.mass = masses[i];
        setup_all_materials(&setup, 0, 0, 1);
        Joints joints = joints_of(&setup);
        const int joint = joint_add(&joints, post, plank, 0.5, 0, 0);
        joint_lock(&joints, joint, TUM_SPACE_LINEAR, 7);
        joint_lock(&joints, joint, TUM_SPACE_ANGULAR, 7);
        setup_start(&setup);
        setup_run(&setup, 0.6); // it falls for 0.45 s
        double top = 0;
        for (int step = 0; step < 50; ++step) {
            setup_step(&setup);
            top = fmax(top, (double)setup_pose(&setup, ball).position.y - 0.2);
        }
        // A blow on joined bodies counts by the slower of two speeds g h apart: v h less in height.
        assert_near(top, 1, sqrt(2 * GRAVITY) / 240 + 0.002);
        joints_end(&joints);
    }
}

static void fix(Joints *joints, int a, int b, double x, double y)
{
    const int joint = joint_add(joints, a, b, x, y, 0);
    joint_lock(joints, joint, TUM_SPACE_LINEAR, 7);
    joint_lock(joints, joint, TUM_SPACE_ANGULAR, 7);
}

static int add_ball(Setup *setup, double x, double y, double mass, double speed)
{
    const int ball = setup_body(setup, sphere_shape(0.5), x, y, 0);
    setup->things[ball].motion.mass = mass;
    setup->things[ball].motion.gravity_factor = 0;
    set3(setup->things[ball].motion.linear_velocity, 0, speed, 0);
    return ball;
}

static double energy_of_balls(const Setup *setup, const int *balls, int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        sum += shot_energy(setup, balls[i]);
    }
    return sum;
}

// A column of two balls that are fixed to each other stands on a floor; a third ball strikes the
// upper one. The blow reaches the floor through the joint and comes back, in the same substep.
static void a_blow_through_a_joint_comes_back_from_the_floor(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    setup_floor(&setup);
    const int balls[3] = {add_ball(&setup, 0, 0.5, 1, 0), add_ball(&setup, 0, 1.6, 1, 0),
                          add_ball(&setup, 0, 2.8, 1, -4)};
    fix(&joints, balls[0], balls[1], 0, 1.05);
    setup_all_materials(&setup, 0, 0, 1);
    setup_start(&setup);
    const double before = energy_of_balls(&setup, balls, 3);
    setup_run(&setup, 0.5);
    assert_true(setup_velocity(&setup, balls[2]).y > 0.0f);
    assert_between(energy_of_balls(&setup, balls, 3) / before, 0.99, 1.0005);
    joints_end(&joints);
}

// A dumbbell with a heavy middle is struck at both ends at once, by two other dumbbells. Joints of
// the struck one answer both blows, so that one factor scales both; with a factor each the bodies
// gained 2 % of their energy.
static void blows_of_two_dumbbells_on_a_third_keep_their_energy(void **state)
{
    (void)state;
    for (int i = 0; i < 6; ++i) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        const double fast = -2.0 - i, heavy = 1 + 3 * i;
        const double high = 1.0 - fast * 0.025;
        const int balls[7] = {add_ball(&setup, -1.1, 1.1, 2, -4),
                              add_ball(&setup, -3, 1.1, 1, -4),
                              add_ball(&setup, -1.1, 0, 1, 0),
                              add_ball(&setup, 1.1, 0, 1, 0),
                              add_ball(&setup, 1.1, high, heavy, fast),
                              add_ball(&setup, 3, high, 1, fast),
                              add_ball(&setup, 0, 0, 8, 0)};
        for (int k = 0; k < 2; ++k) {
            fix(&joints, balls[4 * k], balls[4 * k + 1], 4 * k - 2, k == 0 ? 1.1 : high);
            fix(&joints, balls[6], balls[2 + k], k - 0.5, 0);
        }
        setup_all_materials(&setup, 0, 0, 1);
        setup_start(&setup);
        const double before = energy_of_balls(&setup, balls, 7);
        double most = 0;
        for (int step = 0; step < 6; ++step) {
            setup_step(&setup);
            most = fmax(most, energy_of_balls(&setup, balls, 7));
        }
        assert_true(setup_velocity(&setup, balls[6]).y < 0.0f); // all have met
        assert_between(most / before, 0, 1.0005);
        assert_between(energy_of_balls(&setup, balls, 7) / before, 0.98, 1.0005);
        joints_end(&joints);
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

// Plates, bricks and rods that spin at up to 500 rad/s, 8 rad a step, bounce on a floor and against
// each other: kinetic energy and weight times height together never grow.
static void bodies_that_spin_and_bounce_gain_no_energy(void **state)
{
    (void)state;
    enum { CASES = 40, BODIES = 3, STEPS = 90 };
    uint64_t random = 7;
    for (int i = 0; i < CASES; ++i) {
        Setup setup = setup_empty();
        setup_static(&setup, box_shape(20, 1, 20), 0, -0.5, 0);
        int bodies[BODIES];
        for (int k = 0; k < BODIES; ++k) {
            const double a = shot_random(&random, 0.05, 0.4), b = shot_random(&random, 0.02, 0.2),
                         c = shot_random(&random, 0.02, 0.2);
            const double spin = shot_random(&random, 20, 500);
            bodies[k] = setup_body(&setup, box_shape(a, b, c), shot_random(&random, -0.1, 0.1),
                                   0.4 + 0.5 * k, shot_random(&random, -0.1, 0.1));
            set3(setup.things[bodies[k]].motion.angular_velocity,
                 spin * shot_random(&random, -1, 1), spin * shot_random(&random, -1, 1),
                 spin * shot_random(&random, -1, 1));
            setup.things[bodies[k]].motion.mass = shot_random(&random, 0.5, 5);
        }
        setup_all_materials(&setup, 0.5, 0.5, i % 4 / 3.0);
        setup_start(&setup);
        double begin = 0, most = 0;
        for (int step = 0; step <= STEPS; ++step) {
            double energy = 0;
            for (int k = 0; k < BODIES; ++k) {
                energy += shot_energy(&setup, bodies[k]) +
                          setup.things[bodies[k]].motion.mass * GRAVITY *
                              (double)setup_pose(&setup, bodies[k]).position.y;
            }
            begin = step == 0 ? energy : begin;
            most = fmax(most, energy / begin);
            setup_step(&setup);
        }
        assert_between(most, 0, 1.01);
        setup_end(&setup);
    }
}

// Eight balls on a string, thrown at a wall. @return the most energy they have by that at the
// start.
static double chain_gain(double speed, double spin, double restitution, double friction)
{
    enum { LINKS = 8 };
    const double length = 0.13, radius = 0.05;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    setup_static(&setup, box_shape(0.1, 40, 40), 0.05, 0, 0);
    int links[LINKS];
    for (int i = 0; i < LINKS; ++i) {
        const double y = length * (i - 0.5 * (LINKS - 1));
        links[i] = setup_body(&setup, sphere_shape(radius), -3, y, 0);
        MotionDef *motion = &setup.things[links[i]].motion;
        motion->mass = 1;
        motion->gravity_factor = 0;
        set3(motion->linear_velocity, speed - spin * y, 0, 0);
        set3(motion->angular_velocity, 0, 0, spin);
        if (i > 0) {
            const double between = y - 0.5 * length;
            joint_ball(&joints, joint_add(&joints, links[i - 1], links[i], -3, between, 0));
        }
    }
    setup_all_materials(&setup, friction, friction, restitution);
    setup_start(&setup);
    double begin = 0, most = 0;
    for (int step = 0; step <= 90; ++step) {
        double energy = 0;
        for (int i = 0; i < LINKS; ++i) {
            const TumVec3 v = setup_velocity(&setup, links[i]), w = setup_spin(&setup, links[i]);
            energy += 0.5 * (double)(v.x * v.x + v.y * v.y + v.z * v.z) +
                      0.2 * radius * radius * (double)(w.x * w.x + w.y * w.y + w.z * w.z);
        }
        begin = step == 0 ? energy : begin;
        most = fmax(most, energy / begin);
        setup_step(&setup);
    }
    joints_end(&joints);
    return most;
}

// What joints answer to a blow is the same whatever they bore before. Where two links meet, some of
// these gain 0.3 % for a moment.
static void a_chain_thrown_at_a_wall_gains_no_energy(void **state)
{
    (void)state;
    for (double speed = 10; speed <= 160; speed *= 2) {
        for (double spin = 0; spin <= 45; spin += 15) {
            assert_between(chain_gain(speed, spin, 0.5, 0.5), 0, 1.005);
            assert_between(chain_gain(speed, spin, 1, 0), 0, 1.005);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounce_heights_follow_restitution),
        cmocka_unit_test(a_drop_of_a_centimetre_bounces_as_restitution_says),
        cmocka_unit_test(approaches_below_the_threshold_do_not_bounce),
        cmocka_unit_test(a_restitution_above_one_gains_once_a_step),
        cmocka_unit_test(a_restitution_above_one_makes_nothing_faster_than_50_m_per_s),
        cmocka_unit_test(two_that_meet_head_on_part_as_newton_says),
        cmocka_unit_test(balls_without_friction_part_along_the_line_between_them),
        cmocka_unit_test(an_elastic_ball_still_rises_to_its_height_after_twenty_seconds),
        cmocka_unit_test(a_skidding_ball_bounces_with_the_spin_that_friction_gives),
        cmocka_unit_test(boxes_that_meet_edge_on_edge_do_not_sink_into_each_other),
        cmocka_unit_test(a_hinged_rod_is_as_heavy_as_its_hinge_makes_it),
        cmocka_unit_test(a_ball_bounces_off_what_joints_hold),
        cmocka_unit_test(a_blow_through_a_joint_comes_back_from_the_floor),
        cmocka_unit_test(blows_of_two_dumbbells_on_a_third_keep_their_energy),
        cmocka_unit_test(a_spinning_rod_that_hits_a_post_gains_no_energy),
        cmocka_unit_test(bodies_that_spin_and_bounce_gain_no_energy),
        cmocka_unit_test(a_chain_thrown_at_a_wall_gains_no_energy),
    };
    return cmocka_run_group_tests_name("impact", tests, NULL, NULL);
}
