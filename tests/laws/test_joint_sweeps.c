// SPDX-License-Identifier: MIT
// Nets: so many loops that their joints are swept instead of solved as one.
#include "tests/support/joint_support.h"
#include "tests/support/shot.h"
#include "tumble/checkpoint.h"

#include <math.h>

enum { SIDE = 18 }; // 595 joints, 289 loops

typedef struct Net {
    Setup setup;
    Joints joints;
    int ball[SIDE][SIDE]; // column, row
    int door, wheel;      // joints
} Net;

// Spheres of 0.4 a metre apart, the upper row fixed, joined half way to those above and beside. At
// the lower edge a plate turns by a hinge as far as 0.2 rad, pushed by a motor, and another to
// where a spring wants it.
static Net *hang_net(int threads, TumInstructions instructions)
{
    Net *net = calloc(1, sizeof *net);
    net->setup = setup_empty();
    net->joints = joints_of(&net->setup);
    net->setup.def.threads = threads;
    net->setup.def.instructions = instructions;
    for (int k = 0; k < SIDE; ++k) {
        for (int i = 0; i < SIDE; ++i) {
            net->ball[k][i] = i == 0 ? setup_static(&net->setup, sphere_shape(0.4), k, 0, 0)
                                     : setup_body(&net->setup, sphere_shape(0.4), k, -i, 0);
        }
    }
    for (int k = 0; k < SIDE; ++k) {
        for (int i = 1; i < SIDE; ++i) {
            const int ball = net->ball[k][i];
            joint_ball(&net->joints,
                       joint_add(&net->joints, net->ball[k][i - 1], ball, k, 0.5 - i, 0));
            if (k > 0) {
                joint_ball(&net->joints,
                           joint_add(&net->joints, net->ball[k - 1][i], ball, k - 0.5, -i, 0));
            }
        }
    }
    for (int k = 0; k < 2; ++k) {
        const int column = 4 + 8 * k;
        const int plate = setup_body(&net->setup, box_shape(0.2, 0.2, 0.2), column, -SIDE, 0);
        const int joint =
            joint_add(&net->joints, net->ball[column][SIDE - 1], plate, column, 0.5 - SIDE, 0);
        joint_hinge(&net->joints, joint, 1);
        if (k == 0) {
            joint_range(&net->joints, joint, TUM_SPACE_ANGULAR, 2, -0.2, 0.2);
        }
        TumDrive *drive =
            joint_drive(&net->joints, joint, TUM_SPACE_ANGULAR, 1, TUM_DRIVE_ACCELERATION);
        drive->damping = 10;
        drive->velocity_target = k == 0 ? 1 : 0;
        drive->has_position_target = k == 1;
        drive->position_target = 0.5;
        drive->stiffness = k == 1 ? 50 : 0;
        *(k == 0 ? &net->door : &net->wheel) = joint;
    }
    setup_start(&net->setup);
    return net;
}

static void take_down(Net *net)
{
    joints_end(&net->joints);
    free(net);
}

static void a_net_hangs_where_it_was_hung_up(void **state)
{
    (void)state;
    Net *net = hang_net(1, TUM_INSTRUCTIONS_WIDEST);
    for (int i = 0; i < 8; ++i) {
        setup_run(&net->setup, 0.25);
        assert_between(joints_widest_gap(&net->joints), 0, 0.005);
    }
    for (int k = 0; k < SIDE; ++k) {
        const TumPose3 pose = setup_pose(&net->setup, net->ball[k][SIDE - 1]);
        assert_near(pose.position.x, k, 0.01);
        assert_near(pose.position.y, 1 - SIDE, 0.002 * (SIDE - 1)); // joints above give a little
        assert_near(pose.position.z, 0, 0.01);
    }
    take_down(net);
}

static void a_net_is_reported_to_give_way(void **state)
{
    (void)state;
    Net *net = hang_net(1, TUM_INSTRUCTIONS_WIDEST);
    assert_true(report_has(net->setup.report, "SIMULATION_APPROXIMATED", "/joint"));
    take_down(net);
}

static double turn_about_y(const Net *net, int joint)
{
    const DQuat a = joint_frame(&net->joints, joint, 0).rotation;
    const DQuat b = joint_frame(&net->joints, joint, 1).rotation;
    const DQuat q = dquat_multiply(dquat_conjugate(a), b);
    return 2 * atan2(q.y, q.w);
}

static void ranges_and_drives_act_in_a_net_as_elsewhere(void **state)
{
    (void)state;
    Net *net = hang_net(1, TUM_INSTRUCTIONS_WIDEST);
    setup_run(&net->setup, 3);
    assert_near(turn_about_y(net, net->door), 0.2, 0.01);
    assert_near(turn_about_y(net, net->wheel), 0.5, 0.02);
    take_down(net);
}

// The wheel turns as often as its drive says, to either side, and beside a range of several turns.
static void turns_are_counted_in_a_net_as_elsewhere(void **state)
{
    (void)state;
    Net *net = hang_net(1, TUM_INSTRUCTIONS_WIDEST);
    const TumJointId wheel = tum_world_joint_at(net->setup.world, (size_t)net->wheel);
    const TumJointId door = tum_world_joint_at(net->setup.world, (size_t)net->door);
    const TumLimit range = {
        .space = TUM_SPACE_ANGULAR, .axes = 2, .min = -3, .max = 9, .stiffness = INFINITY};
    assert_int_equal(tum_joint_set_position_target(net->setup.world, wheel, 0, 12.6), TUM_OK);
    assert_int_equal(tum_joint_set_limit(net->setup.world, door, 2, &range), TUM_OK);
    assert_int_equal(tum_joint_set_velocity_target(net->setup.world, door, 0, 6), TUM_OK);
    setup_run(&net->setup, 3);
    assert_near(tum_joint_position3(net->setup.world, wheel, TUM_SPACE_ANGULAR, 2), 12.6, 0.03);
    assert_near(tum_joint_position3(net->setup.world, door, TUM_SPACE_ANGULAR, 2), 9, 0.03);
    assert_int_equal(tum_joint_set_position_target(net->setup.world, wheel, 0, -20), TUM_OK);
    setup_run(&net->setup, 3);
    assert_near(tum_joint_position3(net->setup.world, wheel, TUM_SPACE_ANGULAR, 2), -20, 0.05);
    take_down(net);
}

static uint64_t hash_after(int steps, int threads, TumInstructions instructions)
{
    Net *net = hang_net(threads, instructions);
    for (int i = 0; i < steps; ++i) {
        setup_step(&net->setup);
    }
    const uint64_t hash = tum_world_hash(net->setup.world);
    take_down(net);
    return hash;
}

static void a_net_ends_alike_on_any_threads_and_instructions(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(20, 1, TUM_INSTRUCTIONS_SCALAR);
    assert_true(hash_after(20, 2, TUM_INSTRUCTIONS_WIDEST) == expected);
    assert_true(hash_after(20, 3, TUM_INSTRUCTIONS_WIDEST) == expected);
    for (int i = 0; i < TUM_INSTRUCTIONS_COUNT; ++i) {
        if (tum_instructions_exist((TumInstructions)i)) {
            assert_true(hash_after(20, 1, (TumInstructions)i) == expected);
        }
    }
}

static void a_net_put_aside_and_taken_up_goes_on_to_the_bit(void **state)
{
    (void)state;
    Net *unbroken = hang_net(1, TUM_INSTRUCTIONS_WIDEST),
        *resumed = hang_net(2, TUM_INSTRUCTIONS_SCALAR);
    setup_run(&unbroken->setup, 0.5);
    const size_t count = tum_checkpoint_bytes(unbroken->setup.world);
    void *bytes = malloc(count);
    assert_int_equal(tum_checkpoint_write(unbroken->setup.world, bytes, count), TUM_OK);
    assert_int_equal(
        tum_checkpoint_read(resumed->setup.world, bytes, count, NULL, resumed->setup.report),
        TUM_OK);
    free(bytes);
    for (int i = 0; i < 20; ++i) {
        assert_true(tum_world_hash(resumed->setup.world) == tum_world_hash(unbroken->setup.world));
        setup_step(&unbroken->setup);
        setup_step(&resumed->setup);
    }
    take_down(resumed);
    take_down(unbroken);
}

static const double SPIN = 1; // [rad/s]

// In the plane of x and y, about its middle, as a rigid body would; weightless and held by nothing.
static Net *spin_net(void)
{
    Net *net = calloc(1, sizeof *net);
    Setup *setup = &net->setup;
    *setup = setup_empty();
    net->joints = joints_of(setup);
    for (int k = 0; k < SIDE; ++k) {
        for (int i = 0; i < SIDE; ++i) {
            const double x = k - 0.5 * (SIDE - 1), y = i - 0.5 * (SIDE - 1);
            const int ball = net->ball[k][i] = setup_body(setup, sphere_shape(0.4), x, y, 0);
            MotionDef *motion = &setup->things[ball].motion;
            motion->gravity_factor = 0;
            set3(motion->linear_velocity, -SPIN * y, SPIN * x, 0);
            set3(motion->angular_velocity, 0, 0, SPIN);
            if (i > 0) {
                joint_ball(&net->joints,
                           joint_add(&net->joints, net->ball[k][i - 1], ball, x, y - 0.5, 0));
            }
            if (k > 0) {
                joint_ball(&net->joints,
                           joint_add(&net->joints, net->ball[k - 1][i], ball, x - 0.5, y, 0));
            }
        }
    }
    setup_start(setup);
    return net;
}

// Of balls of one mass, by that mass, about z. A ball's own is 2/5 r^2 w.
static double angular_momentum(const Net *net)
{
    double sum = 0;
    for (int k = 0; k < SIDE; ++k) {
        for (int i = 0; i < SIDE; ++i) {
            const TumBodyId id = setup_id(&net->setup, net->ball[k][i]);
            const TumVec3 p = setup_pose(&net->setup, net->ball[k][i]).position;
            const TumVec3 v = tum_body_linear_velocity3(net->setup.world, id);
            const TumVec3 w = tum_body_angular_velocity3(net->setup.world, id);
            sum += (double)(p.x * v.y - p.y * v.x) + 0.4 * 0.4 * 0.4 * (double)w.z;
        }
    }
    return sum;
}

// Were impulses of the substep before repeated while their arms turn, the net would spin faster and
// faster: by 0.6 % a second.
static void a_net_that_nothing_holds_keeps_its_spin(void **state)
{
    (void)state;
    Net *net = spin_net();
    const double before = angular_momentum(net);
    for (int i = 0; i < 4; ++i) {
        setup_run(&net->setup, 0.5);
        assert_between(joints_widest_gap(&net->joints), 0, 0.002);
        assert_near(angular_momentum(net) / before, 1, 0.0015);
    }
    take_down(net);
}

// A level net at height 0, its edge fixed.
typedef struct LevelNet {
    TumShape knot;
    double mass;      // [kg] Of a knot.
    double stiffness; // [N/m] INFINITY: joined by points.
} LevelNet;

static const double APART = 0.25; // [m] Of the knots.

static void tie(Net *net, const LevelNet *level, int a, int b, double x, double z)
{
    const int joint = joint_add(&net->joints, a, b, x, 0, z);
    joint_lock(&net->joints, joint, TUM_SPACE_LINEAR, 7)->stiffness = level->stiffness;
}

static Net *stretch_net(const LevelNet *level)
{
    Net *net = calloc(1, sizeof *net);
    Setup *setup = &net->setup;
    *setup = setup_empty();
    net->joints = joints_of(setup);
    for (int k = 0; k < SIDE; ++k) {
        for (int i = 0; i < SIDE; ++i) {
            const double x = (k - 0.5 * (SIDE - 1)) * APART, z = (i - 0.5 * (SIDE - 1)) * APART;
            const bool is_edge = k == 0 || i == 0 || k == SIDE - 1 || i == SIDE - 1;
            const int knot = is_edge ? setup_static(setup, level->knot, x, 0, z)
                                     : setup_body(setup, level->knot, x, 0, z);
            setup->things[knot].motion.mass = level->mass;
            net->ball[k][i] = knot;
            if (i > 0) {
                tie(net, level, net->ball[k][i - 1], knot, x, z - 0.5 * APART);
            }
            if (k > 0) {
                tie(net, level, net->ball[k - 1][i], knot, x - 0.5 * APART, z);
            }
        }
    }
    return net;
}

// [J] Kinetic, and potential above height 0.
static double energy_of(const Setup *setup, int thing, double mass)
{
    return shot_energy(setup, thing) + mass * 9.81 * (double)setup_pose(setup, thing).position.y;
}

static double net_energy(const Net *net, double mass)
{
    double sum = 0;
    for (int k = 1; k < SIDE - 1; ++k) {
        for (int i = 1; i < SIDE - 1; ++i) {
            sum += energy_of(&net->setup, net->ball[k][i], mass);
        }
    }
    return sum;
}

// Arms of knots that turn twenty times as easily as they move turn by half a radian in the step of
// an impact. Impulses by the effective masses of their old directions go three times too far, sweep
// after sweep of restitution.
// Balls of 40 times a knot's weight fall on boxes joined by points, and by springs.
static uint64_t hash_of_struck(double stiffness, int threads, TumInstructions instructions)
{
    const LevelNet level = {box_shape(0.12, 0.04, 0.12), 0.1, stiffness};
    Net *net = stretch_net(&level);
    Setup *setup = &net->setup;
    setup->def.threads = threads;
    setup->def.instructions = instructions;
    for (int i = 0; i < 3; ++i) {
        const int ball = setup_body(setup, sphere_shape(0.4), i - 1, 0.6 + 0.3 * i, 0.3 * i);
        setup->things[ball].motion.mass = 4;
    }
    setup_all_materials(setup, 0.3, 0.3, 0.5);
    setup_start(setup);
    for (int i = 0; i < 45; ++i) {
        setup_step(setup);
    }
    const uint64_t hash = tum_world_hash(setup->world);
    take_down(net);
    return hash;
}

static void a_struck_net_ends_alike_on_any_threads_and_instructions(void **state)
{
    (void)state;
    for (int springs = 0; springs < 2; ++springs) {
        const double stiffness = springs ? 1e4 : INFINITY;
        const uint64_t expected = hash_of_struck(stiffness, 1, TUM_INSTRUCTIONS_SCALAR);
        assert_true(hash_of_struck(stiffness, 2, TUM_INSTRUCTIONS_WIDEST) == expected);
        assert_true(hash_of_struck(stiffness, 3, TUM_INSTRUCTIONS_WIDEST) == expected);
        for (int i = 0; i < TUM_INSTRUCTIONS_COUNT; ++i) {
            if (tum_instructions_exist((TumInstructions)i)) {
                assert_true(hash_of_struck(stiffness, 1, (TumInstructions)i) == expected);
            }
        }
    }
}

static void check_bounces(const LevelNet *level, double mass, double restitution)
{
    Net *net = stretch_net(level);
    Setup *setup = &net->setup;
    int balls[3];
    for (int i = 0; i < 3; ++i) {
        balls[i] = setup_body(setup, sphere_shape(0.4), i - 1, 3 + 0.3 * i, 0.3 * i);
        setup->things[balls[i]].motion.mass = mass;
    }
    setup_all_materials(setup, 0, 0, restitution);
    setup_start(setup);
    double before = 0;
    for (int i = 0; i < 90; ++i) {
        double energy = net_energy(net, level->mass);
        for (int k = 0; k < 3; ++k) {
            energy += energy_of(setup, balls[k], mass);
        }
        before = i == 0 ? energy : before;
        assert_between(energy, -INFINITY, 1.001 * before);
        setup_step(setup);
    }
    take_down(net);
}

static void balls_that_bounce_on_a_net_gain_no_energy(void **state)
{
    (void)state;
    const LevelNet level = {sphere_shape(0.05), 0.1, INFINITY};
    check_bounces(&level, 1, 1);
}

// Reactions of joints to restitution impulses are not repeated as loads are.
static void heavy_balls_that_bounce_on_a_net_gain_no_energy(void **state)
{
    (void)state;
    const LevelNet level = {box_shape(0.12, 0.04, 0.12), 0.024, INFINITY};
    check_bounces(&level, 79, 0.7);
}

// Without damping, from rest: what the net falls, less what its springs hold. Forces of springs in
// the directions that a step began with throw it higher each time.
static void a_net_of_springs_gains_no_energy(void **state)
{
    (void)state;
    const LevelNet level = {sphere_shape(0.1), 1.2, 1e4};
    Net *net = stretch_net(&level);
    setup_start(&net->setup);
    double least = 0;
    for (int i = 0; i < 120; ++i) {
        setup_step(&net->setup);
        const double energy = net_energy(net, level.mass);
        least = energy < least ? energy : least;
        assert_between(energy, -INFINITY, 0.1);
    }
    assert_between(least, -INFINITY, -50); // It has moved.
    take_down(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_that_bounce_on_a_net_gain_no_energy),
        cmocka_unit_test(heavy_balls_that_bounce_on_a_net_gain_no_energy),
        cmocka_unit_test(a_net_of_springs_gains_no_energy),
        cmocka_unit_test(a_struck_net_ends_alike_on_any_threads_and_instructions),
        cmocka_unit_test(a_net_hangs_where_it_was_hung_up),
        cmocka_unit_test(a_net_is_reported_to_give_way),
        cmocka_unit_test(a_net_that_nothing_holds_keeps_its_spin),
        cmocka_unit_test(ranges_and_drives_act_in_a_net_as_elsewhere),
        cmocka_unit_test(turns_are_counted_in_a_net_as_elsewhere),
        cmocka_unit_test(a_net_ends_alike_on_any_threads_and_instructions),
        cmocka_unit_test(a_net_put_aside_and_taken_up_goes_on_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
