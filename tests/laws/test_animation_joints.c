// SPDX-License-Identifier: MIT
// Limits, drives and frames that animations change take along what they hold, at their own speed
// (docs/simulation.md#10-animations and docs/dialects.md#joints;
// docs/simulation.md#properties-by-pointer).
#include "tests/support/joint_support.h"
#include "tumble/checkpoint.h"

static const double G = 9.81;

static const double second[2] = {0, 1}, two_seconds[2] = {0, 2}, five_seconds[2] = {0, 5};

// A weightless body on a rail along X, and a post at the origin.
typedef struct Rail {
    Setup setup;
    Joints joints;
    int post, body, joint;
} Rail;

static void rail_begin(Rail *rail, double x)
{
    rail->setup = setup_empty();
    rail->joints = joints_of(&rail->setup);
    rail->post = setup_static(&rail->setup, sphere_shape(0.01), 0, 0, 0);
    rail->body = setup_body(&rail->setup, sphere_shape(0.1), x, 0, 0);
    rail->setup.things[rail->body].motion.mass = 2;
    rail->setup.things[rail->body].motion.gravity_factor = 0;
    rail->joint = joint_between(&rail->joints, rail->post, rail->body);
    joint_slider(&rail->joints, rail->joint, 0);
}

static double rail_place(const Rail *rail)
{
    return (double)setup_pose(&rail->setup, rail->body).position.x;
}

static double rail_speed(const Rail *rail)
{
    return (double)setup_velocity(&rail->setup, rail->body).x;
}

static TumLimit *rail_range(Rail *rail, double min, double max)
{
    TumLimit *limit = joint_range(&rail->joints, rail->joint, TUM_SPACE_LINEAR, 1, min, max);
    limit->pointer = "/limit";
    return limit;
}

static TumDrive *rail_drive(Rail *rail)
{
    TumDrive *drive = joint_drive(&rail->joints, rail->joint, TUM_SPACE_LINEAR, 0, TUM_DRIVE_FORCE);
    drive->pointer = "/drive";
    return drive;
}

static void animate(Setup *setup, const char *pointer, size_t keys, const double *times,
                    const double *values)
{
    setup_pointer_track(setup, pointer, 1, TUM_INTERPOLATION_LINEAR, keys, times, values);
}

// KHR-139.
static void a_hinge_follows_the_integral_of_its_velocity_target(void **state)
{
    (void)state;
    // From 0 to 2 rad/s in two seconds, each step with the target of its end: the angle is the sum
    // of those. A damper of 10 kN m s/rad on a moment below 1 kg m^2 lags by less than 0.1 ms.
    const double speeds[2] = {0, 2};
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = setup_static(&setup, sphere_shape(0.01), 0, 0, 0);
    const int bar = setup_body(&setup, box_shape(1, 0.1, 0.1), 0, 0, 0);
    setup.things[bar].motion.mass = 1;
    setup.things[bar].motion.gravity_factor = 0;
    const int joint = joint_between(&joints, post, bar);
    joint_hinge(&joints, joint, 1);
    TumDrive *drive = joint_drive(&joints, joint, TUM_SPACE_ANGULAR, 1, TUM_DRIVE_FORCE);
    drive->damping = 1e4;
    drive->pointer = "/drive";
    animate(&setup, "/drive/velocityTarget", 2, two_seconds, speeds);
    setup_start(&setup);
    double angle = 0;
    for (int i = 1; i <= 120; ++i) {
        setup_step(&setup);
        angle += i / 60.0 / 60.0;
        const TumQuat q = setup_pose(&setup, bar).rotation;
        assert_near(2 * atan2((double)q.y, (double)q.w), angle, 1e-3);
    }
    assert_near(setup_spin(&setup, bar).y, 2, 1e-3);
    joints_end(&joints);
}

static void a_limit_that_closes_pushes_at_its_speed(void **state)
{
    (void)state;
    // The lower end comes from -2 m at 1 m/s and meets the body at -1 m after a second.
    const double low[2] = {-2, 0};
    Rail rail;
    rail_begin(&rail, -1);
    rail_range(&rail, -5, 5);
    animate(&rail.setup, "/limit/min", 2, two_seconds, low);
    setup_start(&rail.setup);
    setup_run(&rail.setup, 0.9);
    assert_near(rail_place(&rail), -1, 0);
    setup_run(&rail.setup, 0.6);
    assert_near(rail_place(&rail), -0.5, 1e-4);
    assert_near(rail_speed(&rail), 1, 1e-3);
    // Where the limit stops, at t = 2 and x = 0, the body goes on: nothing holds it back.
    setup_run(&rail.setup, 1.5);
    assert_near(rail_place(&rail), 1, 1e-3);
    assert_near(rail_speed(&rail), 1, 1e-3);
    joints_end(&rail.joints);
}

static void a_range_that_closes_to_a_point_holds_what_is_in_it(void **state)
{
    (void)state;
    // min and max need not be there: the file has neither
    // (docs/specification.md#khr_physics_rigid_bodies).
    const double low[2] = {-2, 0.5}, high[2] = {2, 0.5};
    Rail rail;
    rail_begin(&rail, 1);
    rail_range(&rail, -INFINITY, INFINITY);
    animate(&rail.setup, "/limit/min", 2, second, low);
    animate(&rail.setup, "/limit/max", 2, second, high);
    setup_start(&rail.setup);
    for (int i = 1; i < 60; ++i) {
        setup_step(&rail.setup);
        const double t = i / 60.0;
        assert_between(rail_place(&rail), -2 + 2.5 * t - 1e-4, 2 - 1.5 * t + 1e-4);
    }
    setup_run(&rail.setup, 1);
    assert_near(rail_place(&rail), 0.5, 1e-4);
    assert_near(rail_speed(&rail), 0, 1e-4);
    joints_end(&rail.joints);
}

static void a_minimum_above_the_maximum_limits_nothing(void **state)
{
    (void)state;
    const double times[2] = {0, 1}, low[2] = {-1, 3}; // the maximum is 1
    Rail rail;
    rail_begin(&rail, 0);
    set3(rail.setup.things[rail.body].motion.linear_velocity, 2, 0, 0);
    rail_range(&rail, -1, 1);
    setup_pointer_track(&rail.setup, "/limit/min", 1, TUM_INTERPOLATION_STEP, 2, times, low);
    setup_start(&rail.setup);
    setup_run(&rail.setup, 0.9);
    assert_near(rail_place(&rail), 1, 1e-4); // held
    assert_int_equal(tum_body_set_linear_velocity3(
                         rail.setup.world, setup_id(&rail.setup, rail.body), (TumVec3){2, 0, 0}),
                     TUM_OK);
    setup_run(&rail.setup, 0.1);
    assert_int_equal(tum_body_set_linear_velocity3(
                         rail.setup.world, setup_id(&rail.setup, rail.body), (TumVec3){2, 0, 0}),
                     TUM_OK);
    setup_run(&rail.setup, 1);
    assert_near(rail_place(&rail), 3, 0.05);
    joints_end(&rail.joints);
}

static void a_cone_that_closes_straightens_what_hangs_in_it(void **state)
{
    (void)state;
    // From half a radian to nothing, where it is a lock, and open again.
    const double times[4] = {0, 1, 2, 3}, opening[4] = {0.5, 0, 0, 0.5};
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = setup_static(&setup, sphere_shape(0.01), 0, 0, 0);
    const int bar = setup_body(&setup, box_shape(0.1, 1, 0.1), 0, 0.5, 0); // upright
    const int joint = joint_add(&joints, post, bar, 0, 0, 0);
    joint_ball(&joints, joint);
    TumLimit *cone = joint_range(&joints, joint, TUM_SPACE_ANGULAR, 5, 0, 0.5);
    cone->pointer = "/limit";
    set3(setup.things[bar].motion.angular_velocity, 0, 0, 1);
    animate(&setup, "/limit/max", 4, times, opening);
    setup_start(&setup);
    for (int i = 1; i <= 180; ++i) {
        setup_step(&setup);
        const double t = i / 60.0;
        const double open = t < 1 ? 0.5 * (1 - t) : t < 2 ? 0 : 0.5 * (t - 2);
        assert_between(setup_tilt(&setup, bar), 0, open + 1e-3);
    }
    setup_run(&setup, 1);
    assert_between(setup_tilt(&setup, bar), 0, 0.5 + 1e-3);
    joints_end(&joints);
}

static void a_spring_that_stiffens_lifts_what_hangs_on_it(void **state)
{
    (void)state;
    // It sags by m g / k: from 0.2 m to 0.1 m.
    const double stiffness[2] = {2 * G / 0.2, 2 * G / 0.1};
    Rail rail;
    rail_begin(&rail, 0);
    rail.setup.things[rail.body].motion.gravity_factor = 1;
    setup_turn(&rail.setup, rail.post, 0, 0, 1, 1.5707963267948966); // its X is up
    setup_turn(&rail.setup, rail.body, 0, 0, 1, 1.5707963267948966);
    TumLimit *spring = rail_range(&rail, 0, 0);
    spring->stiffness = 1;
    spring->damping = 30;
    animate(&rail.setup, "/limit/stiffness", 2, (double[2]){4, 5}, stiffness);
    setup_start(&rail.setup);
    setup_run(&rail.setup, 4);
    assert_near(setup_pose(&rail.setup, rail.body).position.y, -0.2, 1e-3);
    setup_run(&rail.setup, 4);
    assert_near(setup_pose(&rail.setup, rail.body).position.y, -0.1, 1e-3);
    joints_end(&rail.joints);
}

static void a_target_that_moves_is_followed_evenly(void **state)
{
    (void)state;
    // Far stiffer than a step can follow: the body is at the target, with its speed.
    const double target[2] = {0, 5};
    Rail rail;
    rail_begin(&rail, 0);
    TumDrive *drive = rail_drive(&rail);
    drive->stiffness = 1e7;
    animate(&rail.setup, "/drive/positionTarget", 2, five_seconds, target);
    setup_start(&rail.setup);
    for (int i = 1; i <= 120; ++i) {
        setup_step(&rail.setup);
        assert_near(rail_place(&rail), i / 60.0, 1e-3);
        assert_near(rail_speed(&rail), 1, i < 3 ? 0.05 : 1e-3);
    }
    joints_end(&rail.joints);
}

static void a_force_that_runs_out_lets_go(void **state)
{
    (void)state;
    // 30 N hold 2 kg, 10 N do not: it falls by g - F / m.
    const double times[2] = {0, 1}, force[2] = {30, 10};
    Rail rail;
    rail_begin(&rail, 0);
    rail.setup.things[rail.body].motion.gravity_factor = 1;
    setup_turn(&rail.setup, rail.post, 0, 0, 1, 1.5707963267948966);
    setup_turn(&rail.setup, rail.body, 0, 0, 1, 1.5707963267948966);
    TumDrive *drive = rail_drive(&rail);
    drive->damping = 1e4;
    setup_pointer_track(&rail.setup, "/drive/maxForce", 1, TUM_INTERPOLATION_STEP, 2, times, force);
    setup_start(&rail.setup);
    setup_run(&rail.setup, 59 / 60.0);
    assert_near(setup_velocity(&rail.setup, rail.body).y, 0, 0.01);
    setup_run(&rail.setup, 1);
    assert_near(setup_velocity(&rail.setup, rail.body).y, -(G - 10 / 2.0), 0.01);
    joints_end(&rail.joints);
}

static void a_frame_of_the_world_drags_what_is_fixed_to_it(void **state)
{
    (void)state;
    // 1 m/s along X for a second, from rest: at its speed from the first step on, and never faster.
    const double path[6] = {0, 0, 0, 1, 0, 0};
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int hook = setup_node(&setup, 0, 0, 0);
    const int body = setup_body(&setup, box_shape(1, 1, 1), 0, -2, 0);
    const int eye = joint_anchor(&setup, body, 0, 0, 0);
    const int joint = joint_between(&joints, hook, eye);
    joint_lock(&joints, joint, TUM_SPACE_LINEAR, 7);
    joint_lock(&joints, joint, TUM_SPACE_ANGULAR, 7);
    setup_track(&setup, hook, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, second, path);
    setup_start(&setup);
    for (int i = 1; i <= 59; ++i) {
        setup_step(&setup);
        assert_near(setup_pose(&setup, body).position.x, i / 60.0, 1e-3);
        assert_near(setup_velocity(&setup, body).x, 1, 0.02);
        assert_near(setup_velocity(&setup, body).y, 0, 0.02);
    }
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, body).position.x, 1, 1e-3);
    assert_near(setup_velocity(&setup, body).x, 0, 1e-3);
    joints_end(&joints);
}

static void a_frame_of_the_world_that_turns_swings_what_is_fixed_to_it(void **state)
{
    (void)state;
    // 1 rad in five seconds about Z; the body's centre is 2 m below.
    const double turn[8] = {0, 0, 0, 1, 0, 0, sin(0.5), cos(0.5)};
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int hook = setup_node(&setup, 0, 0, 0);
    const int body = setup_body(&setup, box_shape(1, 1, 1), 0, -2, 0);
    const int joint = joint_between(&joints, hook, joint_anchor(&setup, body, 0, 0, 0));
    joint_lock(&joints, joint, TUM_SPACE_LINEAR, 7);
    joint_lock(&joints, joint, TUM_SPACE_ANGULAR, 7);
    setup_track(&setup, hook, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds, turn);
    setup_start(&setup);
    setup_run(&setup, 4);
    const double angle = 0.8;
    assert_near(setup_pose(&setup, body).position.x, 2 * sin(angle), 2e-3);
    assert_near(setup_pose(&setup, body).position.y, -2 * cos(angle), 2e-3);
    assert_near(setup_spin(&setup, body).z, 0.2, 2e-3);
    assert_near(setup_velocity(&setup, body).x, 0.2 * 2 * cos(angle), 5e-3);
    joints_end(&joints);
}

// OMI-JOINT-31.
static void a_frame_that_moves_in_its_body_pushes_both_apart(void **state)
{
    (void)state;
    // 1 kg and 3 kg in free space, the frame on the first slides by 1 m/s: momentum stays zero.
    const double path[6] = {1, 0, 0, 6, 0, 0};
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int a = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    const int b = setup_body(&setup, box_shape(1, 1, 1), 2, 0, 0);
    setup.things[a].motion.mass = 1;
    setup.things[b].motion.mass = 3;
    setup.things[a].motion.gravity_factor = setup.things[b].motion.gravity_factor = 0;
    const int slide = setup_node(&setup, 1, 0, 0), eye = setup_node(&setup, -1, 0, 0);
    setup_parent(&setup, slide, a);
    setup_parent(&setup, eye, b);
    const int joint = joint_between(&joints, slide, eye);
    joint_lock(&joints, joint, TUM_SPACE_LINEAR, 7);
    joint_lock(&joints, joint, TUM_SPACE_ANGULAR, 7);
    setup_track(&setup, slide, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds,
                path);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_near(setup_velocity(&setup, a).x, -0.75, 1e-3);
    assert_near(setup_velocity(&setup, b).x, 0.25, 1e-3);
    assert_near((double)setup_pose(&setup, b).position.x - (double)setup_pose(&setup, a).position.x,
                2 + 2, 2e-3);
    setup_run(&setup, 4); // it has arrived
    assert_near(setup_velocity(&setup, a).x, 0, 1e-3);
    assert_near(setup_velocity(&setup, b).x, 0, 1e-3);
    joints_end(&joints);
}

static void a_frame_that_turns_in_its_body_turns_the_other(void **state)
{
    (void)state;
    // A kinematic body carries a turret: 1 rad in five seconds about Y, in a body that is turned.
    const double turn[8] = {0, 0, 0, 1, 0, sin(0.5), 0, cos(0.5)};
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int tank = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    const int turret = setup_body(&setup, box_shape(1, 0.5, 0.3), 0, 1, 0);
    setup.things[tank].motion.kind = TUM_BODY_KINEMATIC;
    set3(setup.things[tank].motion.linear_velocity, 0, 0, 1);
    const int ring = setup_node(&setup, 0, 1, 0);
    setup_parent(&setup, ring, tank);
    const int joint = joint_between(&joints, ring, turret);
    joint_lock(&joints, joint, TUM_SPACE_LINEAR, 7);
    joint_lock(&joints, joint, TUM_SPACE_ANGULAR, 7);
    setup_track(&setup, ring, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds, turn);
    setup_start(&setup);
    setup_run(&setup, 2);
    const TumQuat q = setup_pose(&setup, turret).rotation;
    assert_near(2 * atan2((double)q.y, (double)q.w), 0.4, 1e-3);
    assert_near(setup_spin(&setup, turret).y, 0.2, 1e-3);
    assert_near(setup_pose(&setup, turret).position.z, 2, 2e-3);
    assert_near(setup_velocity(&setup, turret).z, 1, 1e-3);
    joints_end(&joints);
}

static void what_sleeps_in_a_joint_wakes_when_the_joint_changes(void **state)
{
    (void)state;
    const double times[2] = {3, 5}, low[2] = {-1, 1};
    Rail rail;
    rail_begin(&rail, -1);
    rail_range(&rail, -1, 2);
    animate(&rail.setup, "/limit/min", 2, times, low);
    setup_start(&rail.setup);
    setup_run(&rail.setup, 2.5);
    assert_false(tum_body_is_awake(rail.setup.world, setup_id(&rail.setup, rail.body)));
    setup_run(&rail.setup, 1.5);
    assert_near(rail_place(&rail), 0, 1e-3);
    assert_near(rail_speed(&rail), 1, 1e-3);
    joints_end(&rail.joints);
}

// KHR-149.
static void joined_things_collide_while_an_animation_says_so(void **state)
{
    (void)state;
    // Driven along its rail at 1 m/s by at most 5 N, the body meets the post's ball at x = -1 at
    // t = 1, waits there until they no longer collide, and passes: v(t) = 2.5 m/s^2 t up to 1 m/s.
    const double times[2] = {0, 4}, collides[2] = {1, 0};
    Rail rail;
    rail_begin(&rail, -2);
    rail.setup.things[rail.post].shape = sphere_shape(0.9);
    set3(rail.setup.things[rail.body].motion.linear_velocity, 1, 0, 0);
    setup_all_materials(&rail.setup, 0, 0, 0);
    rail.joints.defs[rail.joint].pointer = "/joint";
    TumDrive *drive = rail_drive(&rail);
    drive->velocity_target = 1;
    drive->damping = 1e4;
    drive->max_force = 5;
    animate(&rail.setup, "/joint/enableCollision", 2, times, collides);
    setup_start(&rail.setup);
    setup_run(&rail.setup, 3.9);
    assert_near(rail_place(&rail), -1, 0.01);
    assert_near(rail_speed(&rail), 0, 1e-2);
    setup_run(&rail.setup, 1.1);
    // 0.4 s of speeding up, then even: x = -1 + 0.2 + 0.6, a step more or less.
    assert_near(rail_place(&rail), -0.2, 0.03);
    assert_near(rail_speed(&rail), 1, 1e-3);
    joints_end(&rail.joints);
}

static void a_gate_that_a_program_opens_stays_open(void **state)
{
    (void)state;
    // The file closes the gate until t = 4; the program opens it at once, and the body passes at
    // its 1 m/s. A checkpoint keeps the program's word.
    const double times[2] = {0, 4}, collides[2] = {1, 0};
    Rail rail;
    rail_begin(&rail, -2);
    rail.setup.things[rail.post].shape = sphere_shape(0.9);
    set3(rail.setup.things[rail.body].motion.linear_velocity, 1, 0, 0);
    rail.joints.defs[rail.joint].pointer = "/joint";
    animate(&rail.setup, "/joint/enableCollision", 2, times, collides);
    setup_start(&rail.setup);
    TumWorld *world = rail.setup.world;
    const TumJointId joint = tum_world_joint_at(world, 0);
    assert_true(tum_joint_enables_collision(world, joint));
    const size_t bytes = tum_checkpoint_bytes(world);
    void *kept = malloc(bytes);
    assert_int_equal(tum_joint_set_enables_collision(world, joint, false), TUM_OK);
    assert_int_equal(tum_checkpoint_write(world, kept, bytes), TUM_OK);
    assert_int_equal(tum_joint_set_enables_collision(world, joint, true), TUM_OK);
    assert_int_equal(tum_checkpoint_read(world, kept, bytes, "kept", NULL), TUM_OK);
    free(kept);
    setup_run(&rail.setup, 3);
    assert_false(tum_joint_enables_collision(world, joint));
    assert_near(rail_place(&rail), 1, 1e-3);
    joints_end(&rail.joints);
}

static void what_another_joint_keeps_apart_does_not_meet_when_a_gate_opens(void **state)
{
    (void)state;
    // At 1 m/s the body would meet the post's ball at x = -1 at t = 1; what the file's joint says
    // of collisions changes at t = 0.5. Joints added by hand: none, one that stays, one that goes.
    static const double times[2] = {0, 0.5}, collides[2] = {0, 1};
    static const double places[3] = {-1, -0.5, -1};
    for (int added = 0; added < 3; ++added) {
        Rail rail;
        rail_begin(&rail, -2);
        rail.setup.things[rail.post].shape = sphere_shape(0.9);
        set3(rail.setup.things[rail.body].motion.linear_velocity, 1, 0, 0);
        setup_all_materials(&rail.setup, 0, 0, 0);
        rail.joints.defs[rail.joint].pointer = "/joint";
        setup_pointer_track(&rail.setup, "/joint/enableCollision", 1, TUM_INTERPOLATION_STEP, 2,
                            times, collides);
        setup_start(&rail.setup);
        TumJointDef3 def = tum_default_joint_def3();
        def.node_a = tum_joint_node(rail.setup.world, tum_world_joint_at(rail.setup.world, 0),
                                    TUM_JOINT_A); // the post's, which the world owns
        def.body_b = setup_id(&rail.setup, rail.body);
        TumJointId joint = {0, 0, 0};
        if (added > 0) {
            assert_int_equal(tum_world_add_joint3(rail.setup.world, &def, &joint), TUM_OK);
        }
        setup_run(&rail.setup, 0.8);
        if (added == 2) {
            assert_int_equal(tum_world_remove_joint(rail.setup.world, joint), TUM_OK);
        }
        setup_run(&rail.setup, 0.7);
        assert_near(rail_place(&rail), places[added], 0.01);
        joints_end(&rail.joints);
    }
}

static void what_is_set_by_hand_follows_its_track_no_more(void **state)
{
    (void)state;
    // The track would push the body from t = 1 on; the limit that is set instead is far away. A
    // checkpoint knows that, too.
    const double low[2] = {-2, 0};
    Rail rail;
    rail_begin(&rail, -1);
    rail_range(&rail, -5, 5);
    animate(&rail.setup, "/limit/min", 2, two_seconds, low);
    setup_start(&rail.setup);
    setup_run(&rail.setup, 0.5);
    TumWorld *world = rail.setup.world;
    const TumJointId joint = tum_world_joint_at(world, 0);
    const size_t last = tum_joint_limit_count(world, joint) - 1;
    TumLimit limit;
    assert_int_equal(tum_joint_limit(world, joint, last, &limit), TUM_OK);
    assert_near(limit.min, -1.5, 1e-6); // what the track says now
    assert_int_equal(tum_joint_set_limit(world, joint, last, &limit), TUM_OK);
    const size_t count = tum_checkpoint_bytes(world);
    void *bytes = malloc(count);
    assert_int_equal(tum_checkpoint_write(world, bytes, count), TUM_OK);
    for (int i = 0; i < 2; ++i) {
        setup_run(&rail.setup, 1.5);
        assert_near(rail_place(&rail), -1, 0);
        assert_int_equal(tum_joint_limit(world, joint, last, &limit), TUM_OK);
        assert_near(limit.min, -1.5, 1e-6);
        assert_int_equal(tum_checkpoint_read(world, bytes, count, NULL, NULL), TUM_OK);
    }
    free(bytes);
    joints_end(&rail.joints);
}

// KHR-107.
static void joints_that_share_a_description_change_together(void **state)
{
    (void)state;
    const double low[2] = {-2, 0};
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    int bodies[3];
    for (int i = 0; i < 3; ++i) {
        const int post = setup_static(&setup, sphere_shape(0.01), 0, i, 0);
        bodies[i] = setup_body(&setup, sphere_shape(0.1), -1, i, 0);
        setup.things[bodies[i]].motion.gravity_factor = 0;
        const int joint = joint_between(&joints, post, bodies[i]);
        joint_slider(&joints, joint, 0);
        joint_range(&joints, joint, TUM_SPACE_LINEAR, 1, -5, 5)->pointer = "/limit";
    }
    animate(&setup, "/limit/min", 2, two_seconds, low);
    setup_start(&setup);
    assert_int_equal(setup.scene->track_count, 3);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(setup.scene->tracks[i].same_as, 0);
    }
    setup_run(&setup, 1.5);
    for (int i = 0; i < 3; ++i) {
        assert_near(setup_pose(&setup, bodies[i]).position.x, -0.5, 1e-4);
    }
    joints_end(&joints);
}

// Everything of this file at once.
static Rail everything(void)
{
    static const double low[2] = {-2, 0}, target[2] = {0, 1}, collides[2] = {0, 1};
    static const double path[6] = {0, 0, 0, 0, 1, 0};
    Rail rail;
    rail_begin(&rail, -1);
    const int hook = setup_node(&rail.setup, 0, 3, 0), slide = setup_node(&rail.setup, 0, 1, 0);
    const int bob = setup_body(&rail.setup, sphere_shape(0.2), 0, 2, 0);
    setup_parent(&rail.setup, slide, rail.body);
    joint_ball(&rail.joints,
               joint_between(&rail.joints, hook, joint_anchor(&rail.setup, bob, 0, 3, 0)));
    const int other = setup_body(&rail.setup, sphere_shape(0.2), -1, 1, 0);
    joint_ball(&rail.joints,
               joint_between(&rail.joints, slide, joint_anchor(&rail.setup, other, -1, 1, 0)));
    rail_range(&rail, -5, 5);
    rail_drive(&rail)->stiffness = 10;
    animate(&rail.setup, "/limit/min", 2, five_seconds, low);
    animate(&rail.setup, "/drive/positionTarget", 2, five_seconds, target);
    animate(&rail.setup, "/joint/enableCollision", 2, five_seconds, collides);
    setup_track(&rail.setup, hook, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds,
                path);
    setup_track(&rail.setup, slide, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2,
                five_seconds, path);
    return rail;
}

static void animated_joints_allocate_nothing_step_by_step(void **state)
{
    (void)state;
    Counting counting;
    Rail rail = everything();
    rail.joints.setup = &rail.setup;
    rail.setup.def.allocator = counting_allocator(&counting);
    setup_start(&rail.setup);
    setup_run(&rail.setup, 1); // something is touched first after half a second
    const size_t before = counting.allocations;
    setup_run(&rail.setup, 3.5);
    assert_int_equal(counting.allocations, before);
    joints_end(&rail.joints);
    assert_int_equal(counting.blocks, 0);
}

static void running_out_of_memory_is_answered_and_leaks_nothing(void **state)
{
    (void)state;
    Rail rail = everything();
    rail.joints.setup = &rail.setup;
    setup_start(&rail.setup);
    assert_memory_may_run_out(&rail.setup, 5);
    joints_end(&rail.joints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hinge_follows_the_integral_of_its_velocity_target),
        cmocka_unit_test(a_limit_that_closes_pushes_at_its_speed),
        cmocka_unit_test(a_range_that_closes_to_a_point_holds_what_is_in_it),
        cmocka_unit_test(a_minimum_above_the_maximum_limits_nothing),
        cmocka_unit_test(a_cone_that_closes_straightens_what_hangs_in_it),
        cmocka_unit_test(a_spring_that_stiffens_lifts_what_hangs_on_it),
        cmocka_unit_test(a_target_that_moves_is_followed_evenly),
        cmocka_unit_test(a_force_that_runs_out_lets_go),
        cmocka_unit_test(a_frame_of_the_world_drags_what_is_fixed_to_it),
        cmocka_unit_test(a_frame_of_the_world_that_turns_swings_what_is_fixed_to_it),
        cmocka_unit_test(a_frame_that_moves_in_its_body_pushes_both_apart),
        cmocka_unit_test(a_frame_that_turns_in_its_body_turns_the_other),
        cmocka_unit_test(what_sleeps_in_a_joint_wakes_when_the_joint_changes),
        cmocka_unit_test(joined_things_collide_while_an_animation_says_so),
        cmocka_unit_test(a_gate_that_a_program_opens_stays_open),
        cmocka_unit_test(what_another_joint_keeps_apart_does_not_meet_when_a_gate_opens),
        cmocka_unit_test(what_is_set_by_hand_follows_its_track_no_more),
        cmocka_unit_test(joints_that_share_a_description_change_together),
        cmocka_unit_test(animated_joints_allocate_nothing_step_by_step),
        cmocka_unit_test(running_out_of_memory_is_answered_and_leaks_nothing),
    };
    return cmocka_run_group_tests_name("animated joints", tests, NULL, NULL);
}
