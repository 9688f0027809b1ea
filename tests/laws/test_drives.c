// SPDX-License-Identifier: MIT
// Drives along axes and soft limits against what springs, dampers and motors do on paper.
#include "math/scalar.h"
#include "tests/support/joint_support.h"

static const double G = 9.81;

// A body on a rail along Y, and a post at the origin.
typedef struct Rail {
    Setup setup;
    Joints joints;
    int body, joint;
} Rail;

static void rail_begin(Rail *rail, double mass, double y)
{
    rail->setup = setup_empty();
    rail->joints = joints_of(&rail->setup);
    const int post = setup_static(&rail->setup, sphere_shape(0.01), 0, 0, 0);
    rail->body = setup_body(&rail->setup, sphere_shape(0.1), 0, y, 0);
    rail->setup.things[rail->body].motion.mass = mass;
    rail->joint = joint_between(&rail->joints, post, rail->body);
    joint_slider(&rail->joints, rail->joint, 1);
}

static double rail_height(const Rail *rail)
{
    return (double)setup_pose(&rail->setup, rail->body).position.y;
}

// Every spring of this file: 40 per s^2 and 1.5 per s, for three seconds; falls by symplectic steps
// are early by half a substep, h/2 = 2 ms at up to 2 m/s.
static void assert_follows(Rail *rail, double x0, double rest, double k_by_m, double c_by_m)
{
    setup_start(&rail->setup);
    for (int i = 1; i <= 180; ++i) {
        setup_step(&rail->setup);
        assert_near(rail_height(rail), damped_motion(x0, rest, k_by_m, c_by_m, i / 60.0), 0.008);
    }
    joints_end(&rail->joints);
}

// KHR-6, KHR-130, KHR-135, KHR-138, OMI-JOINT-51, OMI-JOINT-58.
static void a_force_drive_is_a_spring_of_newtons(void **state)
{
    (void)state;
    Rail rail;
    rail_begin(&rail, 4, 0);
    TumDrive *drive = joint_drive(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_FORCE);
    drive->has_position_target = true;
    drive->position_target = 0.5;
    drive->stiffness = 160;
    drive->damping = 6;
    assert_follows(&rail, 0, 0.5 - G / 40, 40, 1.5);
}

// KHR-140, OMI-JOINT-54.
static void an_acceleration_drive_does_not_feel_the_mass(void **state)
{
    (void)state;
    const double masses[] = {0.1, 1, 50};
    for (int i = 0; i < 3; ++i) {
        Rail rail;
        rail_begin(&rail, masses[i], 0);
        TumDrive *drive =
            joint_drive(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_ACCELERATION);
        drive->has_position_target = true;
        drive->position_target = 0.5;
        drive->stiffness = 40;
        drive->damping = 1.5;
        assert_follows(&rail, 0, 0.5 - G / 40, 40, 1.5);
    }
}

// Below its minimum a soft limit is a spring: the body oscillates about min - m g / k.
// KHR-6, KHR-125, KHR-126, OMI-JOINT-45, OMI-JOINT-46, OMI-JOINT-66.
static void a_soft_limit_is_a_spring_beyond_its_end(void **state)
{
    (void)state;
    Rail rail;
    rail_begin(&rail, 2, 0);
    TumLimit *limit = joint_range(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 2, 0, 1);
    limit->stiffness = 80;
    limit->damping = 3;
    assert_follows(&rail, 0, -G / 40, 40, 1.5);
}

// A range from 0.2 to 0.7 m with springs at both ends: pulled down by its weight a body rests at
// 0.2 - m g / k, pulled up by as much at 0.7 + m g / k.
// KHR-125.
static void a_soft_limit_gives_way_by_force_over_stiffness_from_its_end(void **state)
{
    (void)state;
    for (int up = 0; up < 2; ++up) {
        Rail rail;
        rail_begin(&rail, 2, 0.5);
        rail.setup.things[rail.body].motion.gravity_factor = up == 1 ? -1 : 1;
        TumLimit *limit = joint_range(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 2, 0.2, 0.7);
        limit->stiffness = 80;
        limit->damping = 25;
        setup_start(&rail.setup);
        setup_run(&rail.setup, 4);
        assert_near(rail_height(&rail), up == 1 ? 0.7 + 2 * G / 80 : 0.2 - 2 * G / 80, 1e-3);
        joints_end(&rail.joints);
    }
}

// A rail without gravity and a body of 2 kg that crosses its range, 0.08 m wide, within a substep
// of 1/240 s: 40 m/s are 0.17 m.
static void rail_dash(Rail *rail, int way, double stiffness)
{
    rail_begin(rail, 2, 0.03 * way);
    rail->setup.things[rail->body].motion.gravity_factor = 0;
    set3(rail->setup.things[rail->body].motion.linear_velocity, 0, -40 * way, 0);
    joint_range(&rail->joints, rail->joint, TUM_SPACE_LINEAR, 2, -0.04, 0.04)->stiffness =
        stiffness;
    rail->setup.rate = 240;
    rail->setup.def.substeps = 1;
    setup_start(&rail->setup);
}

// A hard end takes the speed, so the body stays at the end it came to: within the 1 mm that a
// solve leaves.
static void a_body_that_would_cross_its_range_within_a_substep_stops_at_its_other_end(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        Rail rail;
        rail_dash(&rail, way, INFINITY);
        for (int i = 0; i < 10; ++i) {
            setup_step(&rail.setup);
            assert_near(rail_height(&rail), -0.04 * way, 1e-3);
        }
        joints_end(&rail.joints);
    }
}

// In the substep that reaches the end, m v^2 / 2 + k e^2 / 2 with e beyond it stays below the
// start's m v^2 / 2. A stretch that cost no speed would add k h^2 / m x (0.097 / 0.167)^2 to it: 2
// to 34 %.
static void
a_spring_that_is_reached_within_a_substep_is_stretched_by_what_the_speed_loses(void **state)
{
    (void)state;
    const double ratios[] = {0.05, 0.3, 1};
    for (int i = 0; i < 6; ++i) {
        const double k = ratios[i / 2] * 240 * 240 * 2, begin = 0.5 * 2 * 40 * 40;
        Rail rail;
        rail_dash(&rail, i % 2 == 0 ? 1 : -1, k);
        setup_step(&rail.setup);
        const double e = fabs(rail_height(&rail)) - 0.04;
        const double v = (double)setup_velocity(&rail.setup, rail.body).y;
        assert_between(e, 0.03, 0.1);
        assert_between(0.5 * 2 * v * v + 0.5 * k * e * e, 0, begin);
        joints_end(&rail.joints);
    }
}

// A lock of three axes that is soft: the same along each.
static void a_soft_lock_is_a_spring_in_every_direction(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = setup_static(&setup, sphere_shape(0.01), 0, 0, 0);
    const int body = setup_body(&setup, sphere_shape(0.1), 0.3, 0, -0.2);
    setup.things[body].motion.mass = 2;
    TumLimit *limit = joint_lock(&joints, joint_between(&joints, post, body), TUM_SPACE_LINEAR, 7);
    limit->stiffness = 80;
    limit->damping = 3;
    setup_start(&setup);
    for (int i = 1; i <= 120; ++i) {
        setup_step(&setup);
        const TumVec3 p = setup_pose(&setup, body).position;
        assert_near(p.x, damped_motion(0.3, 0, 40, 1.5, i / 60.0), 0.008);
        assert_near(p.y, damped_motion(0, -G / 40, 40, 1.5, i / 60.0), 0.008);
        assert_near(p.z, damped_motion(-0.2, 0, 40, 1.5, i / 60.0), 0.008);
    }
    joints_end(&joints);
}

// f = -c v alone: v = v0 exp(-c t / m).
// KHR-7, KHR-138, OMI-JOINT-48, OMI-JOINT-59, OMI-JOINT-60.
static void a_damper_alone_slows_exponentially(void **state)
{
    (void)state;
    Rail rail;
    rail_begin(&rail, 2, 0);
    rail.setup.things[rail.body].motion.gravity_factor = 0;
    set3(rail.setup.things[rail.body].motion.linear_velocity, 0, 3, 0);
    joint_drive(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_FORCE)->damping = 4;
    setup_start(&rail.setup);
    setup_run(&rail.setup, 1);
    assert_near(setup_velocity(&rail.setup, rail.body).y, 3 * exp(-2.0), 0.01 * 3 * exp(-2.0));
    joints_end(&rail.joints);
}

static void a_spring_stiffer_than_any_step_stays_at_its_target(void **state)
{
    (void)state;
    Rail rail;
    rail_begin(&rail, 1, 0);
    TumDrive *drive = joint_drive(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_FORCE);
    drive->has_position_target = true;
    drive->position_target = 0.25;
    drive->stiffness = 1e8;
    setup_start(&rail.setup);
    setup_run(&rail.setup, 1);
    for (int i = 0; i < 60; ++i) {
        setup_step(&rail.setup);
        assert_near(rail_height(&rail), 0.25, 1e-4);
    }
    joints_end(&rail.joints);
}

// Lifting a body needs m g: a motor of less sinks with the rest, one of more rises at its speed.
// KHR-134, OMI-JOINT-56.
static void a_motor_stalls_below_the_weight(void **state)
{
    (void)state;
    for (int strong = 0; strong < 2; ++strong) {
        Rail rail;
        rail_begin(&rail, 2, 0);
        TumDrive *drive =
            joint_drive(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_FORCE);
        drive->velocity_target = 1;
        drive->damping = 1e5;
        drive->max_force = strong == 1 ? 30 : 12;
        setup_start(&rail.setup);
        setup_run(&rail.setup, 1);
        assert_near(setup_velocity(&rail.setup, rail.body).y, strong == 1 ? 1 : 12.0 / 2 - G, 2e-3);
        joints_end(&rail.joints);
    }
}

static void several_drives_of_one_axis_add_up(void **state)
{
    (void)state;
    Rail rail;
    rail_begin(&rail, 4, 0);
    for (int i = 0; i < 2; ++i) {
        TumDrive *drive =
            joint_drive(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_FORCE);
        drive->has_position_target = true;
        drive->position_target = i == 0 ? 0.2 : 0.8;
        drive->stiffness = 80;
        drive->damping = 3;
    }
    assert_follows(&rail, 0, 0.5 - G / 40, 40, 1.5);
}

static void a_slow_motor_is_not_put_to_sleep(void **state)
{
    (void)state;
    Rail rail;
    rail_begin(&rail, 1, 0);
    TumDrive *drive = joint_drive(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_FORCE);
    drive->velocity_target = 0.01;
    drive->damping = 1e5;
    setup_start(&rail.setup);
    setup_run(&rail.setup, 10);
    assert_near(rail_height(&rail), 0.1, 2e-3);
    joints_end(&rail.joints);
}

// k (x_t - x) + c (v_t - v) is a spring about x_t + c v_t / k: 0.2 m + 6 N s/m 1 m/s / 160 N/m.
// KHR-137, KHR-138, KHR-139, OMI-JOINT-58.
static void a_drive_with_both_targets_pulls_by_their_sum(void **state)
{
    (void)state;
    Rail rail;
    rail_begin(&rail, 4, 0);
    rail.setup.things[rail.body].motion.gravity_factor = 0;
    TumDrive *drive = joint_drive(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_FORCE);
    drive->has_position_target = true;
    drive->position_target = 0.2;
    drive->velocity_target = 1;
    drive->stiffness = 160;
    drive->damping = 6;
    assert_follows(&rail, 0, 0.2375, 40, 1.5);
}

// OMI-JOINT-21, OMI-JOINT-47.
static void damping_of_a_limit_acts_beyond_its_ends_alone(void **state)
{
    (void)state;
    Rail rail;
    rail_begin(&rail, 2, 0);
    rail.setup.things[rail.body].motion.gravity_factor = 0;
    set3(rail.setup.things[rail.body].motion.linear_velocity, 0, 0.5, 0);
    TumLimit *limit = joint_range(&rail.joints, rail.joint, TUM_SPACE_LINEAR, 2, -1, 1);
    limit->stiffness = 80;
    limit->damping = 50;
    setup_start(&rail.setup);
    setup_run(&rail.setup, 1.5);
    assert_near(rail_height(&rail), 0.75, 1e-4);
    assert_near(setup_velocity(&rail.setup, rail.body).y, 0.5, 1e-4);
    setup_run(&rail.setup, 1.5);
    assert_true((double)setup_velocity(&rail.setup, rail.body).y < 0.1);
    joints_end(&rail.joints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_force_drive_is_a_spring_of_newtons),
        cmocka_unit_test(an_acceleration_drive_does_not_feel_the_mass),
        cmocka_unit_test(a_soft_limit_is_a_spring_beyond_its_end),
        cmocka_unit_test(a_soft_limit_gives_way_by_force_over_stiffness_from_its_end),
        cmocka_unit_test(a_body_that_would_cross_its_range_within_a_substep_stops_at_its_other_end),
        cmocka_unit_test(
            a_spring_that_is_reached_within_a_substep_is_stretched_by_what_the_speed_loses),
        cmocka_unit_test(a_soft_lock_is_a_spring_in_every_direction),
        cmocka_unit_test(a_damper_alone_slows_exponentially),
        cmocka_unit_test(a_spring_stiffer_than_any_step_stays_at_its_target),
        cmocka_unit_test(a_motor_stalls_below_the_weight),
        cmocka_unit_test(several_drives_of_one_axis_add_up),
        cmocka_unit_test(a_slow_motor_is_not_put_to_sleep),
        cmocka_unit_test(a_drive_with_both_targets_pulls_by_their_sum),
        cmocka_unit_test(damping_of_a_limit_acts_beyond_its_ends_alone),
    };
    return cmocka_run_group_tests_name("drives", tests, NULL, NULL);
}
