// SPDX-License-Identifier: MIT
// Drives of hinges against what motors and springs do on paper: of one hinge, which is solved by
// itself, and of three that are alike, which are solved side by side.
#include "math/scalar.h"
#include "tests/support/joint_support.h"

#include <math.h>

static const double G = 9.81;
static const int COUNTS[] = {1, 3};
enum { WAYS = 2, MOST = 3 };

// Bodies in a row, each on a hinge at a post, with a drive.
typedef struct Row {
    Setup setup;
    Joints joints;
    int count, body[MOST], joint[MOST];
} Row;

typedef struct Arm {
    TumShape shape;
    double mass, length; // [kg]; [m] from the hinge to the body, along X
    bool floats;         // without gravity
} Arm;

static void row_begins(Row *row, int count, Arm arm, int axis, TumDrive drive)
{
    *row = (Row){.setup = setup_empty(), .count = count};
    row->joints = joints_of(&row->setup);
    drive.space = TUM_SPACE_ANGULAR;
    drive.axis = axis;
    for (int i = 0; i < count; ++i) {
        const double x = 10.0 * i;
        const int post = setup_static(&row->setup, sphere_shape(0.01), x, 0, 0);
        row->body[i] = setup_body(&row->setup, arm.shape, x + arm.length, 0, 0);
        row->setup.things[row->body[i]].motion.mass = arm.mass;
        row->setup.things[row->body[i]].motion.gravity_factor = arm.floats ? 0 : 1;
        row->joint[i] = joint_add(&row->joints, post, row->body[i], x, 0, 0);
        joint_hinge(&row->joints, row->joint[i], axis);
        *joint_drive(&row->joints, row->joint[i], TUM_SPACE_ANGULAR, axis, drive.mode) = drive;
    }
}

static void row_ends(Row *row)
{
    joints_end(&row->joints);
}

static TumJointId joint_id(const Row *row, int index)
{
    return tum_world_joint_at(row->setup.world, (size_t)row->joint[index]);
}

// [rad/s] About an axis, of each body.
static void assert_spins(Row *row, int axis, double expected, double within)
{
    for (int i = 0; i < row->count; ++i) {
        const TumVec3 spin = setup_spin(&row->setup, row->body[i]);
        assert_near(axis == 1 ? spin.y : spin.z, expected, within);
    }
}

static double angle_of(Row *row, int index)
{
    const TumQuat q = setup_pose(&row->setup, row->body[index]).rotation;
    return 2 * atan2((double)q.z, (double)q.w);
}

static Arm wheel(void)
{
    return (Arm){cylinder_shape(0.1, 0.5, 0.5), 8, 0, false}; // m r^2 / 2 = 1 kg m^2
}

static TumDrive motor(double speed, double damping, double most)
{
    return (TumDrive){
        .mode = TUM_DRIVE_FORCE, .velocity_target = speed, .damping = damping, .max_force = most};
}

// A wheel of moment I under torque T turns at T t / I, until it has its speed.
// KHR-136, OMI-JOINT-51, OMI-JOINT-60.
static void a_motor_gathers_speed_by_its_torque_and_keeps_it(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        Row row;
        row_begins(&row, COUNTS[way], wheel(), 1, motor(5, 1e5, 4));
        setup_start(&row.setup);
        setup_run(&row.setup, 1);
        assert_spins(&row, 1, 4, 0.01);
        setup_run(&row.setup, 1);
        assert_spins(&row, 1, 5, 1e-3);
        row_ends(&row);
    }
}

// c (v_t - v) is all of a weak motor: v = v_t (1 - exp(-c t / I)).
// KHR-134.
static void a_motor_that_only_damps_approaches_its_speed(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        Row row;
        row_begins(&row, COUNTS[way], wheel(), 1, motor(6, 2, INFINITY));
        setup_start(&row.setup);
        setup_run(&row.setup, 0.75);
        assert_spins(&row, 1, 6 * (1 - exp(-1.5)), 0.01);
        row_ends(&row);
    }
}

// Damping per moment, 2 1/s: the wheel of 1 kg m^2 and one of 5 kg m^2 gather speed alike.
// KHR-135, OMI-JOINT-57.
static void a_motor_by_acceleration_does_not_feel_the_moment(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        for (int heavy = 0; heavy < 2; ++heavy) {
            TumDrive drive = motor(6, 2, INFINITY);
            drive.mode = TUM_DRIVE_ACCELERATION;
            Arm arm = wheel();
            arm.mass = heavy == 1 ? 40 : 8;
            Row row;
            row_begins(&row, COUNTS[way], arm, 1, drive);
            setup_start(&row.setup);
            setup_run(&row.setup, 0.75);
            assert_spins(&row, 1, 6 * (1 - exp(-1.5)), 0.01);
            row_ends(&row);
        }
    }
}

// A hinge whose body is far from its axis: the motor turns m L^2 through the hinge, not the small
// moment of the body about itself.
// KHR-134.
static void a_motor_turns_a_long_arm_by_its_torque(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        const Arm arm = {sphere_shape(0.2), 1, 2, true};
        Row row;
        row_begins(&row, COUNTS[way], arm, 2, motor(3, 1e3, 2));
        setup_start(&row.setup);
        setup_run(&row.setup, 1);
        assert_spins(&row, 2, 2 / (4 + 0.4 * 0.2 * 0.2), 2e-3);
        setup_run(&row.setup, 8);
        assert_spins(&row, 2, 3, 1e-3);
        row_ends(&row);
    }
}

// An arm that lies on the end of its range takes m g L to lift. A motor of less leaves it there and
// takes its torque off the hinge; one of more lifts it.
// KHR-134, OMI-JOINT-56.
static void a_motor_lifts_an_arm_off_the_end_of_its_range_by_more_than_its_weight(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        for (int strong = 0; strong < 2; ++strong) {
            const Arm arm = {sphere_shape(0.2), 1, 2, false};
            const double weight = G * 2, torque = strong == 1 ? 1.25 * weight : 0.75 * weight;
            Row row;
            row_begins(&row, COUNTS[way], arm, 2, motor(0.5, 1e3, torque));
            for (int i = 0; i < row.count; ++i) {
                joint_range(&row.joints, row.joint[i], TUM_SPACE_ANGULAR, 4, 0, 1);
            }
            setup_start(&row.setup);
            setup_run(&row.setup, 1);
            for (int i = 0; i < row.count; ++i) {
                TumVec3 force, reaction;
                tum_joint_force3(row.setup.world, joint_id(&row, i), &force, &reaction);
                assert_near(angle_of(&row, i), strong == 1 ? 0.39 : 0.0, strong == 1 ? 0.01 : 1e-4);
                if (strong == 0) { // the end and the motor together bear the weight
                    assert_near(reaction.z, weight, 1e-3 * weight);
                    assert_near(force.y, G, 1e-3 * G);
                }
            }
            setup_run(&row.setup, 2);
            for (int i = 0; i < row.count; ++i) { // at the upper end the motor pushes on
                assert_near(angle_of(&row, i), strong == 1 ? 1.0 : 0.0, 1e-4);
            }
            row_ends(&row);
        }
    }
}

// A flywheel of m a^2 / 6 = 1 kg m^2 on an axle through its middle: 40 N m/rad and 1.5 N m s/rad.
// KHR-6, KHR-7, OMI-JOINT-46, OMI-JOINT-48.
static void a_force_drive_about_an_axis_is_a_spring_of_newton_metres(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        const TumDrive spring = {.mode = TUM_DRIVE_FORCE,
                                 .has_position_target = true,
                                 .position_target = 0.5,
                                 .stiffness = 40,
                                 .damping = 1.5,
                                 .max_force = INFINITY};
        const Arm flywheel = {box_shape(1, 1, 1), 6, 0, true};
        Row row;
        row_begins(&row, COUNTS[way], flywheel, 2, spring);
        setup_start(&row.setup);
        for (int step = 1; step <= 180; ++step) {
            setup_step(&row.setup);
            for (int i = 0; i < row.count; ++i) {
                assert_near(angle_of(&row, i), damped_motion(0, 0.5, 40, 1.5, step / 60.0), 0.008);
            }
        }
        row_ends(&row);
    }
}

// A spring far stiffer than a step can follow stays at its target: k m L^2 is 3000 times what the
// substep resolves.
static void a_stiff_servo_holds_an_arm_at_its_target(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        const TumDrive servo = {.mode = TUM_DRIVE_ACCELERATION,
                                .has_position_target = true,
                                .position_target = 0.4,
                                .stiffness = 1e7,
                                .damping = 1e4,
                                .max_force = INFINITY};
        const Arm arm = {sphere_shape(0.2), 1, 2, false};
        Row row;
        row_begins(&row, COUNTS[way], arm, 2, servo);
        setup_start(&row.setup);
        setup_run(&row.setup, 2);
        for (int step = 0; step < 30; ++step) {
            setup_step(&row.setup);
            for (int i = 0; i < row.count; ++i) {
                assert_near(angle_of(&row, i), 0.4, 1e-3);
            }
        }
        row_ends(&row);
    }
}

// Whole turns count: a spring about an angle of two turns and a half winds its body up to there.
static void a_spring_winds_up_to_a_target_of_several_turns(void **state)
{
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        const TumDrive spring = {.mode = TUM_DRIVE_FORCE,
                                 .has_position_target = true,
                                 .position_target = 5 * PI,
                                 .stiffness = 40,
                                 .damping = 12,
                                 .max_force = INFINITY};
        const Arm flywheel = {box_shape(1, 1, 1), 6, 0, true};
        Row row;
        row_begins(&row, COUNTS[way], flywheel, 2, spring);
        setup_start(&row.setup);
        setup_run(&row.setup, 4);
        for (int i = 0; i < row.count; ++i) {
            const TumJointId joint = joint_id(&row, i);
            assert_near(tum_joint_position3(row.setup.world, joint, TUM_SPACE_ANGULAR, 4), 5 * PI,
                        1e-3);
        }
        row_ends(&row);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motor_gathers_speed_by_its_torque_and_keeps_it),
        cmocka_unit_test(a_motor_that_only_damps_approaches_its_speed),
        cmocka_unit_test(a_motor_by_acceleration_does_not_feel_the_moment),
        cmocka_unit_test(a_motor_turns_a_long_arm_by_its_torque),
        cmocka_unit_test(a_motor_lifts_an_arm_off_the_end_of_its_range_by_more_than_its_weight),
        cmocka_unit_test(a_force_drive_about_an_axis_is_a_spring_of_newton_metres),
        cmocka_unit_test(a_stiff_servo_holds_an_arm_at_its_target),
        cmocka_unit_test(a_spring_winds_up_to_a_target_of_several_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
