// SPDX-License-Identifier: MIT
// An angle about one axis of a joint counts whole turns: what drives and limits measure is one
// number, and it goes on from where it was.
#include "tests/support/joint_support.h"
#include "tumble/checkpoint.h"

#include <math.h>

enum { AXIS = 1 };
static const uint32_t Y = 1u << AXIS;

// A wheel on a hinge about Y at a post of the world, turned by `start`.
typedef struct Wheel {
    Setup setup;
    Joints joints;
    int body, joint;
} Wheel;

static void wheel_begin(Wheel *wheel, double start)
{
    wheel->setup = setup_empty();
    wheel->joints = joints_of(&wheel->setup);
    const int post = setup_node(&wheel->setup, 0, 0, 0);
    wheel->body = setup_body(&wheel->setup, sphere_shape(0.5), 0, 0, 0);
    setup_turn(&wheel->setup, wheel->body, 0, 1, 0, start);
    wheel->joint = joint_between(&wheel->joints, post, wheel->body);
    joint_hinge(&wheel->joints, wheel->joint, AXIS);
}

// Critically damped, 4 per second: after three seconds 8e-5 of the way are left.
static void wheel_drive(Wheel *wheel, double target)
{
    TumDrive *drive =
        joint_drive(&wheel->joints, wheel->joint, TUM_SPACE_ANGULAR, AXIS, TUM_DRIVE_ACCELERATION);
    drive->has_position_target = true;
    drive->position_target = target;
    drive->stiffness = 16;
    drive->damping = 8;
}

static void wheel_range(Wheel *wheel, double min, double max)
{
    joint_range(&wheel->joints, wheel->joint, TUM_SPACE_ANGULAR, Y, min, max);
}

static TumJointId wheel_joint(const Wheel *wheel)
{
    return tum_world_joint_at(wheel->setup.world, (size_t)wheel->joint);
}

static double wheel_angle(const Wheel *wheel)
{
    return (double)tum_joint_position3(wheel->setup.world, wheel_joint(wheel), TUM_SPACE_ANGULAR,
                                       Y);
}

static double wheel_speed(const Wheel *wheel)
{
    return (double)tum_body_angular_velocity3(wheel->setup.world,
                                              setup_id(&wheel->setup, wheel->body))
        .y;
}

// What is left of 20 rad after three seconds is 1.6 mrad.
static void assert_arrives(Wheel *wheel, double at)
{
    setup_run(&wheel->setup, 3);
    assert_near(wheel_angle(wheel), at, 0.003);
    assert_near(wheel_speed(wheel), 0, 0.01);
}

static const double TARGETS[] = {0.5, 3.5, 5, 12.6, -4, -20};
enum { TARGET_COUNT = 6 };

// It leaves toward the target, by the way that leads there in numbers, and arrives.
static void a_drive_reaches_a_target_beyond_half_a_turn(void **state)
{
    (void)state;
    for (int i = 0; i < TARGET_COUNT; ++i) {
        Wheel wheel;
        wheel_begin(&wheel, 0);
        wheel_drive(&wheel, TARGETS[i]);
        setup_start(&wheel.setup);
        setup_run(&wheel.setup, 0.1);
        assert_true(wheel_speed(&wheel) * TARGETS[i] > 0);
        assert_arrives(&wheel, TARGETS[i]);
        joints_end(&wheel.joints);
    }
}

static void a_drive_reaches_a_target_within_a_range_of_several_turns(void **state)
{
    (void)state;
    for (int i = 0; i < TARGET_COUNT; ++i) {
        Wheel wheel;
        wheel_begin(&wheel, 0);
        wheel_range(&wheel, TARGETS[i] < 0 ? -25 : 0, TARGETS[i] < 0 ? 0 : TARGETS[i] + 1);
        wheel_drive(&wheel, TARGETS[i]);
        setup_start(&wheel.setup);
        assert_arrives(&wheel, TARGETS[i]);
        joints_end(&wheel.joints);
    }
}

// The drive pulls on, so the end of the range is where it stays.
static void a_drive_with_a_target_beyond_its_range_stays_at_the_end(void **state)
{
    (void)state;
    Wheel wheel;
    wheel_begin(&wheel, 0);
    wheel_range(&wheel, -1, 6);
    wheel_drive(&wheel, 12.6);
    setup_start(&wheel.setup);
    assert_arrives(&wheel, 6);
    joints_end(&wheel.joints);
}

// Turned back by 1 rad, which is 5.283 in a range from 4 to 6: from there to 4.5 it is less than a
// radian, and from -1 it would be to the nearer end.
static void an_angle_begins_inside_its_range(void **state)
{
    (void)state;
    Wheel wheel;
    wheel_begin(&wheel, -1);
    wheel_range(&wheel, 4, 6);
    wheel_drive(&wheel, 4.5);
    setup_start(&wheel.setup);
    assert_near(wheel_angle(&wheel), 2 * PI - 1, 1e-5);
    setup_step(&wheel.setup);
    assert_between(wheel_angle(&wheel), 5, 2 * PI - 1);
    assert_arrives(&wheel, 4.5);
    joints_end(&wheel.joints);
}

// Without a range it begins in (-pi, pi], however near another turn the target is.
static void an_angle_begins_within_half_a_turn_of_zero(void **state)
{
    (void)state;
    Wheel wheel;
    wheel_begin(&wheel, -1);
    wheel_drive(&wheel, 2 * PI - 1);
    setup_start(&wheel.setup);
    assert_near(wheel_angle(&wheel), -1, 1e-5);
    assert_arrives(&wheel, 2 * PI - 1);
    joints_end(&wheel.joints);
}

// A spring about zero with a softer drive beside it: both measure the same turns, so it rests where
// 12 (target - x) = 4 x.
static void a_soft_lock_and_a_drive_pull_on_one_angle(void **state)
{
    (void)state;
    Wheel wheel;
    wheel_begin(&wheel, 0);
    joint_range(&wheel.joints, wheel.joint, TUM_SPACE_ANGULAR, Y, 0, 0)->stiffness = 4;
    TumDrive *drive =
        joint_drive(&wheel.joints, wheel.joint, TUM_SPACE_ANGULAR, AXIS, TUM_DRIVE_FORCE);
    drive->has_position_target = true;
    drive->position_target = 8;
    drive->stiffness = 12;
    drive->damping = 60;
    wheel.setup.things[wheel.body].motion.mass = 20;
    setup_start(&wheel.setup);
    setup_run(&wheel.setup, 45); // 60 / 16 s is its time: e^-12
    assert_near(wheel_angle(&wheel), 6, 1e-3);
    joints_end(&wheel.joints);
}

// Turning freely at 8 rad/s to the end of a range that is more than two turns away: there it stops.
// Two wheels that are alike are solved in a team, one is not.
static void an_end_of_a_range_turns_away_is_met_where_it_is(void **state)
{
    (void)state;
    for (int count = 1; count <= 2; ++count) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        for (int i = 0; i < count; ++i) {
            const int post = setup_node(&setup, 5 * i, 0, 0);
            const int body = setup_body(&setup, sphere_shape(0.5), 5 * i, 0, 0);
            set3(setup.things[body].motion.angular_velocity, 0, 8, 0);
            const int joint = joint_between(&joints, post, body);
            joint_hinge(&joints, joint, AXIS);
            joint_range(&joints, joint, TUM_SPACE_ANGULAR, Y, -3, 14);
        }
        setup_start(&setup);
        setup_run(&setup, 1.5);
        for (int i = 0; i < count; ++i) {
            const TumJointId joint = tum_world_joint_at(setup.world, (size_t)i);
            const double angle =
                (double)tum_joint_position3(setup.world, joint, TUM_SPACE_ANGULAR, Y);
            assert_near(angle, 12, 0.01);
        }
        setup_run(&setup, 0.5);
        for (int i = 0; i < count; ++i) {
            const TumJointId joint = tum_world_joint_at(setup.world, (size_t)i);
            const double angle =
                (double)tum_joint_position3(setup.world, joint, TUM_SPACE_ANGULAR, Y);
            assert_near(angle, 14, 0.01);
        }
        joints_end(&joints);
    }
}

static void set_target(Wheel *wheel, double target)
{
    assert_int_equal(
        tum_joint_set_position_target(wheel->setup.world, wheel_joint(wheel), 0, target), TUM_OK);
}

static void turns_are_kept_while_limits_and_drives_change(void **state)
{
    (void)state;
    Wheel wheel;
    wheel_begin(&wheel, 0);
    wheel_range(&wheel, -30, 30);
    wheel_drive(&wheel, 12.6);
    setup_start(&wheel.setup);
    assert_arrives(&wheel, 12.6);
    set_target(&wheel, -20);
    assert_arrives(&wheel, -20);

    // Off, the wheel turns on by hand for 2 s at 4 rad/s, and on again.
    TumDrive drive;
    assert_int_equal(tum_joint_drive(wheel.setup.world, wheel_joint(&wheel), 0, &drive), TUM_OK);
    TumDrive off = drive;
    off.max_force = 0;
    assert_int_equal(tum_joint_set_drive(wheel.setup.world, wheel_joint(&wheel), 0, &off), TUM_OK);
    TumLimit open = {.space = TUM_SPACE_ANGULAR,
                     .axes = Y,
                     .min = -INFINITY,
                     .max = INFINITY,
                     .stiffness = INFINITY};
    assert_int_equal(tum_joint_set_limit(wheel.setup.world, wheel_joint(&wheel), 0, &open), TUM_OK);
    assert_int_equal(tum_body_set_angular_velocity3(
                         wheel.setup.world, setup_id(&wheel.setup, wheel.body), (TumVec3){0, 4, 0}),
                     TUM_OK);
    setup_run(&wheel.setup, 2);
    assert_near(wheel_angle(&wheel), -12, 0.02);
    drive.position_target = -13;
    assert_int_equal(tum_joint_set_drive(wheel.setup.world, wheel_joint(&wheel), 0, &drive),
                     TUM_OK);
    assert_arrives(&wheel, -13);
    joints_end(&wheel.joints);
}

static void place(Wheel *wheel, double x, double angle)
{
    const TumPose3 pose = {{(float)x, 0, 0},
                           {0, (float)sin(0.5 * angle), 0, (float)cos(0.5 * angle)}};
    assert_int_equal(
        tum_body_set_pose3(wheel->setup.world, setup_id(&wheel->setup, wheel->body), pose), TUM_OK);
}

// Put back to where it began it has made no turns, and the drive leads there again the whole way.
static void turns_begin_again_where_a_body_is_turned_by_hand(void **state)
{
    (void)state;
    Wheel wheel;
    wheel_begin(&wheel, 0);
    wheel_drive(&wheel, 12);
    setup_start(&wheel.setup);
    assert_arrives(&wheel, 12);
    place(&wheel, 0, 0.25);
    assert_near(wheel_angle(&wheel), 0.25, 1e-4);
    setup_step(&wheel.setup);
    assert_between(wheel_angle(&wheel), 0.25, 1);
    assert_arrives(&wheel, 12);
    joints_end(&wheel.joints);
}

// Two bodies whose drive has turned one against the other, as often as asked: put elsewhere
// together, one after the other, and turned, they have made as many turns as before.
static void turns_stay_where_joined_bodies_are_put_elsewhere_together(void **state)
{
    (void)state;
    Wheel wheel;
    wheel.setup = setup_empty();
    wheel.joints = joints_of(&wheel.setup);
    wheel.setup.def.gravity[1] = 0;
    wheel.setup.def.override_gravity = true;
    const int frame = setup_body(&wheel.setup, box_shape(2, 1, 2), 0, 2, 0);
    wheel.body = setup_body(&wheel.setup, sphere_shape(0.5), 0, 2, 0);
    wheel.joint = joint_between(&wheel.joints, frame, wheel.body);
    joint_hinge(&wheel.joints, wheel.joint, AXIS);
    wheel_drive(&wheel, -20);
    setup_start(&wheel.setup);
    setup_run(&wheel.setup, 3);
    assert_near(wheel_angle(&wheel), -20, 0.003);
    const DQuat by = {0.6, 0, 0, 0.8}; // about X, not along the hinge
    const int bodies[2] = {frame, wheel.body};
    for (int i = 0; i < 2; ++i) {
        const TumQuat q = setup_pose(&wheel.setup, bodies[i]).rotation;
        const DQuat turned =
            dquat_multiply(by, (DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
        const TumPose3 pose = {
            {40, 7, 1}, {(float)turned.x, (float)turned.y, (float)turned.z, (float)turned.w}};
        assert_int_equal(
            tum_body_set_pose3(wheel.setup.world, setup_id(&wheel.setup, bodies[i]), pose), TUM_OK);
    }
    assert_near(wheel_angle(&wheel), -20, 0.003);
    setup_run(&wheel.setup, 1);
    assert_near(wheel_angle(&wheel), -20, 0.003);
    joints_end(&wheel.joints);
}

static void a_joint_made_anew_has_made_no_turns(void **state)
{
    (void)state;
    Wheel wheel;
    wheel_begin(&wheel, 0);
    wheel_drive(&wheel, 12);
    setup_start(&wheel.setup);
    assert_arrives(&wheel, 12);
    TumDrive drive;
    assert_int_equal(tum_joint_drive(wheel.setup.world, wheel_joint(&wheel), 0, &drive), TUM_OK);
    const TumLimit locks[2] = {{.space = TUM_SPACE_LINEAR, .axes = 7, .stiffness = INFINITY},
                               {.space = TUM_SPACE_ANGULAR, .axes = 5, .stiffness = INFINITY}};
    assert_int_equal(tum_world_remove_joint(wheel.setup.world, wheel_joint(&wheel)), TUM_OK);
    TumJointDef3 def = tum_default_joint_def3();
    def.body_b = setup_id(&wheel.setup, wheel.body);
    def.limits = locks;
    def.limit_count = 2;
    def.drives = &drive;
    def.drive_count = 1;
    TumJointId joint;
    assert_int_equal(tum_world_add_joint3(wheel.setup.world, &def, &joint), TUM_OK);
    const float angle = tum_joint_position3(wheel.setup.world, joint, TUM_SPACE_ANGULAR, Y);
    assert_near(angle, 12 - 4 * PI, 0.003);
    setup_run(&wheel.setup, 3);
    assert_near(tum_joint_position3(wheel.setup.world, joint, TUM_SPACE_ANGULAR, Y), 12, 0.003);
    joints_end(&wheel.joints);
}

// Under way, and when a body was just put elsewhere.
static void turns_are_part_of_a_checkpoint(void **state)
{
    (void)state;
    for (int placed = 0; placed < 2; ++placed) {
        Wheel unbroken, resumed;
        Wheel *wheels[2] = {&unbroken, &resumed};
        for (int i = 0; i < 2; ++i) {
            wheel_begin(wheels[i], 0);
            wheel_range(wheels[i], -1, 30);
            wheel_drive(wheels[i], 20);
            setup_start(&wheels[i]->setup);
        }
        setup_run(&unbroken.setup, 1);
        if (placed == 1) {
            place(&unbroken, 0, 1);
        }
        const size_t count = tum_checkpoint_bytes(unbroken.setup.world);
        void *bytes = malloc(count);
        assert_int_equal(tum_checkpoint_write(unbroken.setup.world, bytes, count), TUM_OK);
        assert_int_equal(
            tum_checkpoint_read(resumed.setup.world, bytes, count, NULL, resumed.setup.report),
            TUM_OK);
        free(bytes);
        assert_near(wheel_angle(&resumed), wheel_angle(&unbroken), 0);
        for (int i = 0; i < 20; ++i) {
            assert_true(tum_world_hash(resumed.setup.world) ==
                        tum_world_hash(unbroken.setup.world));
            setup_step(&unbroken.setup);
            setup_step(&resumed.setup);
        }
        assert_arrives(&resumed, 20);
        joints_end(&unbroken.joints);
        joints_end(&resumed.joints);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drive_reaches_a_target_beyond_half_a_turn),
        cmocka_unit_test(a_drive_reaches_a_target_within_a_range_of_several_turns),
        cmocka_unit_test(a_drive_with_a_target_beyond_its_range_stays_at_the_end),
        cmocka_unit_test(an_angle_begins_inside_its_range),
        cmocka_unit_test(an_angle_begins_within_half_a_turn_of_zero),
        cmocka_unit_test(a_soft_lock_and_a_drive_pull_on_one_angle),
        cmocka_unit_test(an_end_of_a_range_turns_away_is_met_where_it_is),
        cmocka_unit_test(turns_are_kept_while_limits_and_drives_change),
        cmocka_unit_test(turns_begin_again_where_a_body_is_turned_by_hand),
        cmocka_unit_test(turns_stay_where_joined_bodies_are_put_elsewhere_together),
        cmocka_unit_test(a_joint_made_anew_has_made_no_turns),
        cmocka_unit_test(turns_are_part_of_a_checkpoint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
