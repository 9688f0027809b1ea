// SPDX-License-Identifier: MIT
// Assemblies that are alike are solved eight or sixteen side by side: nobody may notice.
#include "joint3/articulation3.h"
#include "tests/support/joint_support.h"
#include "tumble/checkpoint.h"
#include "world/world_data.h"

#include <math.h>

enum {
    PARTS = 19,
    JOINTS = 18, // of a figure
    FIN = 12,    // parts with servos and motors against ends
    FLAP = 13,
    APART = 4
};

static const double ROPE = 0.28; // [m] Length of the bob's.

/// What a figure's joint leaves free of its point: axes of A, and its range on one of them.
typedef struct Play {
    int joint;
    unsigned axes;
    double low, high;
} Play;

static const Play plays[] = {{6, 4, -0.101, 0.021},        {7, 1, -0.151, 0.151},
                             {13, 2, -INFINITY, INFINITY}, {14, 2, -INFINITY, INFINITY},
                             {15, 1, -0.051, 0.051},       {16, 7, -INFINITY, INFINITY},
                             {17, 7, -INFINITY, INFINITY}};

typedef struct Troop {
    Setup setup;
    Joints joints;
    int first[20]; // part of each
} Troop;

static void soften(TumLimit *limit, double stiffness, double damping)
{
    limit->stiffness = stiffness;
    limit->damping = damping;
}

// An upper body, an arm in two halves, a head and a propeller: a cone with a twist, a hinge with a
// range and a servo, a ball, a hinge with a motor; servo and motor reach their maximum. A hand and
// a hat are fixed, one to what comes before it, the other before what it is fixed to. A piston
// slides on a spring, a drawer freely, both between two ends. A leg turns in three ranges, one
// about each axis; a tail in two, as its third angle is locked. A wing has a soft cone and a soft
// twist; a fin a hard cone and servos about all three axes, of which one reaches its maximum. A
// flap has a soft range and a motor, a plunger a soft range. Figures fall onto the floor, each
// turned a little more than the one before; from the eighth on so fast that arms are followed in
// pieces of a substep.
static void add_figure(Troop *troop, int index)
{
    Setup *setup = &troop->setup;
    const double x = APART * index;
    const int body = setup_body(setup, box_shape(0.4, 0.6, 0.3), x, 1.2, 0);
    const int upper = setup_body(setup, box_shape(0.4, 0.12, 0.12), x + 0.42, 1.4, 0);
    const int lower = setup_body(setup, box_shape(0.4, 0.1, 0.1), x + 0.84, 1.4, 0);
    const int head = setup_body(setup, sphere_shape(0.15), x, 1.68, 0);
    const int blade = setup_body(setup, box_shape(0.1, 0.5, 0.1), x - 0.28, 1.3, 0);
    const int hand = setup_body(setup, box_shape(0.12, 0.1, 0.16), x + 1.1, 1.4, 0);
    const int hat = setup_body(setup, box_shape(0.24, 0.06, 0.2), x, 1.86, 0);
    const int piston = setup_body(setup, box_shape(0.2, 0.2, 0.2), x, 1.2, -0.3);
    const int drawer = setup_body(setup, box_shape(0.2, 0.2, 0.1), x, 1.2, 0.25);
    const int leg = setup_body(setup, box_shape(0.16, 0.3, 0.16), x - 0.1, 0.75, 0);
    const int tail = setup_body(setup, box_shape(0.12, 0.24, 0.12), x + 0.1, 0.78, 0);
    const int wing = setup_body(setup, box_shape(0.1, 0.1, 0.4), x + 0.1, 1.45, -0.4);
    const int fin = setup_body(setup, box_shape(0.1, 0.1, 0.4), x - 0.1, 1.45, 0.4);
    const int flap = setup_body(setup, box_shape(0.2, 0.06, 0.3), x, 0.95, 0.33);
    const int plunger = setup_body(setup, box_shape(0.1, 0.2, 0.1), x + 0.28, 1.0, 0);
    const int wheel = setup_body(setup, box_shape(0.2, 0.2, 0.06), x + 0.5, 1.05, 0);
    const int bolt = setup_body(setup, box_shape(0.14, 0.14, 0.2), x - 0.5, 1.2, 0);
    const int bob = setup_body(setup, sphere_shape(0.1), x, 0.72, 0.5);
    const int jelly = setup_body(setup, box_shape(0.16, 0.16, 0.16), x, 1.2, -0.6);
    troop->first[index] = body;
    const int shoulder = joint_add(&troop->joints, body, upper, x + 0.21, 1.4, 0);
    joint_ball(&troop->joints, shoulder);
    joint_range(&troop->joints, shoulder, TUM_SPACE_ANGULAR, 1, -0.5, 0.5);
    joint_range(&troop->joints, shoulder, TUM_SPACE_ANGULAR, 6, 0, 0.8);
    const int elbow = joint_add(&troop->joints, upper, lower, x + 0.63, 1.4, 0);
    joint_hinge(&troop->joints, elbow, 2);
    joint_range(&troop->joints, elbow, TUM_SPACE_ANGULAR, 4, -1.0, 0.3);
    TumDrive *servo =
        joint_drive(&troop->joints, elbow, TUM_SPACE_ANGULAR, 2, TUM_DRIVE_ACCELERATION);
    servo->has_position_target = true;
    servo->position_target = -0.4;
    servo->stiffness = 60;
    servo->damping = 4;
    servo->max_force = 0.5;
    joint_ball(&troop->joints, joint_add(&troop->joints, body, head, x, 1.52, 0));
    const int axle = joint_add(&troop->joints, body, blade, x - 0.28, 1.3, 0);
    joint_hinge(&troop->joints, axle, 0);
    TumDrive *motor = joint_drive(&troop->joints, axle, TUM_SPACE_ANGULAR, 0, TUM_DRIVE_FORCE);
    motor->velocity_target = 12;
    motor->damping = 5;
    motor->max_force = 1.5;
    joint_fixed(&troop->joints, joint_add(&troop->joints, lower, hand, x + 1.04, 1.4, 0));
    joint_fixed(&troop->joints, joint_add(&troop->joints, hat, head, x, 1.83, 0));
    const int bore = joint_add(&troop->joints, body, piston, x, 1.2, -0.2);
    joint_slider(&troop->joints, bore, 2);
    joint_range(&troop->joints, bore, TUM_SPACE_LINEAR, 4, -0.1, 0.02);
    TumLimit *spring = joint_lock(&troop->joints, bore, TUM_SPACE_LINEAR, 4);
    spring->stiffness = 800;
    spring->damping = 10;
    const int slide = joint_add(&troop->joints, drawer, body, x, 1.2, 0.2);
    joint_slider(&troop->joints, slide, 0);
    joint_range(&troop->joints, slide, TUM_SPACE_LINEAR, 1, -0.15, 0.15);
    const int hip = joint_add(&troop->joints, body, leg, x - 0.1, 0.9, 0);
    joint_ball(&troop->joints, hip);
    for (uint32_t axis = 1; axis <= 4; axis *= 2) {
        joint_range(&troop->joints, hip, TUM_SPACE_ANGULAR, axis, -0.1 * axis, 0.4);
    }
    const int root = joint_add(&troop->joints, tail, body, x + 0.1, 0.9, 0);
    joint_ball(&troop->joints, root);
    joint_lock(&troop->joints, root, TUM_SPACE_ANGULAR, 2);
    joint_range(&troop->joints, root, TUM_SPACE_ANGULAR, 1, -0.3, 0.5);
    joint_range(&troop->joints, root, TUM_SPACE_ANGULAR, 4, -0.2, 0.6);
    const int neck = joint_add(&troop->joints, body, wing, x + 0.1, 1.45, -0.18);
    joint_ball(&troop->joints, neck);
    soften(joint_range(&troop->joints, neck, TUM_SPACE_ANGULAR, 3, 0, 0.1), 4, 0.05);
    soften(joint_range(&troop->joints, neck, TUM_SPACE_ANGULAR, 4, -0.1, 0.2), 2, 0.01);
    const int socket = joint_add(&troop->joints, fin, body, x - 0.1, 1.45, 0.18);
    joint_ball(&troop->joints, socket);
    joint_range(&troop->joints, socket, TUM_SPACE_ANGULAR, 3, 0, 0.3);
    for (int axis = 0; axis < 3; ++axis) {
        TumDrive *hold =
            joint_drive(&troop->joints, socket, TUM_SPACE_ANGULAR, axis, TUM_DRIVE_FORCE);
        hold->has_position_target = true;
        hold->position_target = 0.2 - 0.1 * axis;
        hold->stiffness = 20;
        hold->damping = 0.5;
        hold->max_force = axis == 1 ? 0.2 : 50;
    }
    const int strap = joint_add(&troop->joints, body, flap, x, 0.95, 0.17);
    joint_hinge(&troop->joints, strap, 0);
    soften(joint_range(&troop->joints, strap, TUM_SPACE_ANGULAR, 1, -0.2, 0.1), 5, 0.05);
    TumDrive *lift = joint_drive(&troop->joints, strap, TUM_SPACE_ANGULAR, 0, TUM_DRIVE_FORCE);
    lift->velocity_target = -2;
    lift->damping = 1;
    lift->max_force = 1;
    const int sleeve = joint_add(&troop->joints, plunger, body, x + 0.28, 1.0, 0);
    joint_slider(&troop->joints, sleeve, 1);
    soften(joint_range(&troop->joints, sleeve, TUM_SPACE_LINEAR, 2, -0.01, 0.02), 300, 5);
    const int axle_box = joint_add(&troop->joints, body, wheel, x + 0.5, 1.05, 0);
    joint_lock(&troop->joints, axle_box, TUM_SPACE_LINEAR, 5);
    soften(joint_lock(&troop->joints, axle_box, TUM_SPACE_LINEAR, 2), 900, 20);
    joint_lock(&troop->joints, axle_box, TUM_SPACE_ANGULAR, 3);
    TumDrive *engine = joint_drive(&troop->joints, axle_box, TUM_SPACE_ANGULAR, 2, TUM_DRIVE_FORCE);
    engine->velocity_target = 8;
    engine->damping = 0.2;
    engine->max_force = 0.5;
    const int tube = joint_add(&troop->joints, bolt, body, x - 0.5, 1.2, 0);
    joint_lock(&troop->joints, tube, TUM_SPACE_LINEAR, 6);
    joint_lock(&troop->joints, tube, TUM_SPACE_ANGULAR, 6);
    joint_range(&troop->joints, tube, TUM_SPACE_LINEAR, 1, -0.05, 0.05);
    const int knot = joint_anchor(setup, body, x, 0.9, 0.3);
    joint_range(&troop->joints, joint_between(&troop->joints, knot, bob), TUM_SPACE_LINEAR, 7, 0,
                ROPE);
    const int skin = joint_add(&troop->joints, body, jelly, x, 1.2, -0.5);
    soften(joint_lock(&troop->joints, skin, TUM_SPACE_LINEAR, 7), 400, 4);
    set3(setup->things[body].motion.angular_velocity, (index < 8 ? 0.5 : 3.0) * index, 0.3, 1.0);
}

static Troop *muster(int first, int count, int threads, TumInstructions instructions)
{
    Troop *troop = calloc(1, sizeof *troop);
    troop->setup = setup_empty();
    troop->joints = joints_of(&troop->setup);
    troop->setup.def.threads = threads;
    troop->setup.def.instructions = instructions;
    setup_floor(&troop->setup);
    for (int i = first; i < first + count; ++i) {
        add_figure(troop, i);
    }
    setup_start(&troop->setup);
    return troop;
}

static void dismiss(Troop *troop)
{
    joints_end(&troop->joints);
    free(troop);
}

static size_t articulations_of(const Setup *setup)
{
    return setup->world->space3->joints.articulations.count;
}

// Until they meet the floor motions do not amplify what rounding leaves. Ends of ranges are met,
// and axes of springs turn; there islands alone, which are relaxed in each substep, differ a
// little, most where drives work against ends, and the less the shorter the substep.
static void one_of_many_moves_as_it_does_alone(void **state)
{
    (void)state;
    Troop *all = muster(0, 6, 1, TUM_INSTRUCTIONS_WIDEST);
    setup_run(&all->setup, 0.3);
    assert_int_equal(articulations_of(&all->setup), 1);
    for (int i = 0; i < 6; ++i) {
        Troop *alone = muster(i, 1, 1, TUM_INSTRUCTIONS_WIDEST);
        setup_run(&alone->setup, 0.3);
        assert_int_equal(articulations_of(&alone->setup), 0);
        for (int part = 0; part < PARTS; ++part) {
            const TumPose3 a = setup_pose(&all->setup, all->first[i] + part);
            const TumPose3 b = setup_pose(&alone->setup, alone->first[i] + part);
            const double little = part == FIN || part == FLAP ? 1e-3 : 2e-4;
            assert_near(a.position.x, b.position.x, little);
            assert_near(a.position.y, b.position.y, little);
            assert_near(a.position.z, b.position.z, little);
            assert_near(a.rotation.z, b.rotation.z, 1e-4); // motors turn by half a turn
        }
        dismiss(alone);
    }
    dismiss(all);
}

// From A's point to B's, in A's frame.
static DVec3 gap_in_a(const Troop *troop, int joint)
{
    const DPose3 a = joint_frame(&troop->joints, joint, 0);
    const DVec3 apart = dvec3_sub(joint_frame(&troop->joints, joint, 1).position, a.position);
    return dquat_unrotate(a.rotation, apart);
}

static void figures_hold_together_and_keep_their_limits_when_they_fall(void **state)
{
    (void)state;
    Troop *troop = muster(0, 6, 1, TUM_INSTRUCTIONS_WIDEST);
    for (int i = 0; i < 12; ++i) {
        setup_run(&troop->setup, 0.25);
        for (int joint = 0; joint < troop->setup.joint_count; ++joint) {
            Play play = {.low = -INFINITY, .high = INFINITY};
            for (size_t k = 0; k < sizeof plays / sizeof *plays; ++k) {
                play = plays[k].joint == joint % JOINTS ? plays[k] : play;
            }
            const DVec3 gap = gap_in_a(troop, joint);
            for (int axis = 0; axis < 3; ++axis) {
                if ((play.axes >> axis & 1) == 0) {
                    assert_near(dvec3_part(gap, axis), 0, 0.001);
                } else {
                    assert_between(dvec3_part(gap, axis), play.low, play.high);
                }
            }
            assert_true(joint % JOINTS != 16 || dvec3_length(gap) < ROPE + 0.001);
        }
        for (int figure = 0; figure < 6; ++figure) {
            const int elbow = JOINTS * figure + 1;
            const DQuat a = joint_frame(&troop->joints, elbow, 0).rotation;
            const DQuat b = joint_frame(&troop->joints, elbow, 1).rotation;
            const DQuat q = dquat_multiply(dquat_conjugate(a), b);
            assert_between(2 * atan2(q.z, q.w), -1.0 - PI / 360, 0.3 + PI / 360);
        }
    }
    dismiss(troop);
}

// More than a team of any width: who is beside whom is not the same everywhere.
static uint64_t hash_after(double seconds, int threads, TumInstructions instructions)
{
    Troop *troop = muster(0, 19, threads, instructions);
    setup_run(&troop->setup, seconds);
    const uint64_t hash = tum_world_hash(troop->setup.world);
    dismiss(troop);
    return hash;
}

static void articulations_end_alike_on_any_threads_and_instructions(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(1.5, 1, TUM_INSTRUCTIONS_SCALAR);
    assert_true(hash_after(1.5, 3, TUM_INSTRUCTIONS_WIDEST) == expected);
    for (int i = 0; i < TUM_INSTRUCTIONS_COUNT; ++i) {
        if (tum_instructions_exist((TumInstructions)i)) {
            assert_true(hash_after(1.5, 1, (TumInstructions)i) == expected);
        }
    }
}

static void articulations_put_aside_and_taken_up_go_on_to_the_bit(void **state)
{
    (void)state;
    Troop *unbroken = muster(0, 5, 1, TUM_INSTRUCTIONS_WIDEST),
          *resumed = muster(0, 5, 2, TUM_INSTRUCTIONS_SCALAR),
          *untouched = muster(0, 5, 1, TUM_INSTRUCTIONS_WIDEST);
    setup_run(&unbroken->setup, 0.25);
    setup_run(&untouched->setup, 0.25);
    const size_t count = tum_checkpoint_bytes(unbroken->setup.world);
    void *bytes = malloc(count);
    assert_int_equal(tum_checkpoint_write(unbroken->setup.world, bytes, count), TUM_OK);
    assert_int_equal(
        tum_checkpoint_read(resumed->setup.world, bytes, count, NULL, resumed->setup.report),
        TUM_OK);
    free(bytes);
    for (int i = 0; i < 40; ++i) {
        const uint64_t hash = tum_world_hash(untouched->setup.world); // nothing was written of it
        assert_true(tum_world_hash(unbroken->setup.world) == hash);
        assert_true(tum_world_hash(resumed->setup.world) == hash);
        setup_step(&unbroken->setup);
        setup_step(&resumed->setup);
        setup_step(&untouched->setup);
    }
    dismiss(untouched);
    dismiss(resumed);
    dismiss(unbroken);
}

// A platform of mass m on a rail rises as fast as the damping c of its motor bears it, at the
// target speed less m g / c, and stops at the end of the rail. One that is heavier than the motor's
// maximum sinks to the lower end. At an end the joint bears m g.
static void motors_lift_platforms_as_fast_as_they_can(void **state)
{
    (void)state;
    enum { PLATFORMS = 4 };
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    int platform[PLATFORMS];
    for (int i = 0; i < PLATFORMS; ++i) {
        platform[i] = setup_body(&setup, box_shape(1, 0.2, 1), 3 * i, 0, 0);
        setup.things[platform[i]].motion.mass = 100;
        const int post = setup_node(&setup, 3 * i, 0, 0);
        const bool is_upside_down = i % 2 == 1;
        const int joint = is_upside_down ? joint_add(&joints, platform[i], post, 3 * i, 0, 0)
                                         : joint_add(&joints, post, platform[i], 3 * i, 0, 0);
        joint_slider(&joints, joint, 1);
        joint_range(&joints, joint, TUM_SPACE_LINEAR, 2, -1, 1);
        TumDrive *motor = joint_drive(&joints, joint, TUM_SPACE_LINEAR, 1, TUM_DRIVE_FORCE);
        motor->velocity_target = is_upside_down ? -1 : 1;
        motor->damping = 5000;
        motor->max_force = i < 2 ? 5000 : 600;
    }
    setup_start(&setup);
    setup_run(&setup, 0.5);
    assert_int_equal(articulations_of(&setup),
                     2); // motors alike, one side or the other of the rail
    const double weight = 100 * 9.81;
    for (int i = 0; i < 2; ++i) {
        assert_near(setup_velocity(&setup, platform[i]).y, 1 - weight / 5000, 1e-4);
    }
    setup_run(&setup, 2.5);
    for (int i = 0; i < PLATFORMS; ++i) {
        assert_near(setup_pose(&setup, platform[i]).position.y, i < 2 ? 1 : -1, 1e-4);
        TumVec3 force, torque;
        tum_joint_force3(setup.world, tum_world_joint_at(setup.world, (size_t)i), &force, &torque);
        assert_near(fabs((double)force.y), weight, 1e-3 * weight);
    }
    joints_end(&joints);
}

// Beams on hinges with a spring: k theta = m g l / 2 cos theta.
static void springs_of_hinges_bear_beams_where_their_torque_does(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    int beam[3];
    for (int i = 0; i < 3; ++i) {
        beam[i] = setup_body(&setup, box_shape(1, 0.1, 0.1), 0.5, 3 * i, 0);
        const int post = setup_node(&setup, 0, 3 * i, 0);
        const int hinge = joint_add(&joints, post, beam[i], 0, 3 * i, 0);
        joint_hinge(&joints, hinge, 2);
        TumLimit *spring = joint_lock(&joints, hinge, TUM_SPACE_ANGULAR, 4);
        spring->stiffness = 100 * (1 + i);
        spring->damping = 20;
    }
    setup_start(&setup);
    setup_run(&setup, 0.1);
    assert_int_equal(articulations_of(&setup), 1);
    setup_run(&setup, 4.9);
    for (int i = 0; i < 3; ++i) {
        const TumPose3 pose = setup_pose(&setup, beam[i]);
        const double turn = 2 * atan2((double)pose.rotation.z, (double)pose.rotation.w);
        const double torque = 1000 * 0.01 * 9.81 * 0.5 * cos(turn);
        assert_near(-100 * (1 + i) * turn, torque, 1e-3 * torque);
    }
    joints_end(&joints);
}

typedef enum Bearing {
    SERVOS,
    SOFT_CONE,
    SOFT_RANGES,
    SOFT_STEPS, // two ranges of one angle
    SERVOS_IN_A_CONE,
    BEARINGS
} Bearing;

static void bear(Joints *joints, int joint, Bearing bearing, double stiffness)
{
    joint_ball(joints, joint);
    const bool has_servos = bearing == SERVOS || bearing == SERVOS_IN_A_CONE;
    for (int axis = 0; axis < 3 && has_servos; ++axis) {
        TumDrive *servo = joint_drive(joints, joint, TUM_SPACE_ANGULAR, axis, TUM_DRIVE_FORCE);
        servo->has_position_target = true;
        servo->stiffness = stiffness;
        servo->damping = 20;
    }
    for (uint32_t axis = 1; axis <= 4 && bearing == SOFT_RANGES; axis *= 2) {
        soften(joint_range(joints, joint, TUM_SPACE_ANGULAR, axis, -0.1, 0.1), stiffness, 20);
    }
    if (bearing == SOFT_STEPS) {
        soften(joint_range(joints, joint, TUM_SPACE_ANGULAR, 4, -0.1, 0.1), 0.5 * stiffness, 10);
        soften(joint_range(joints, joint, TUM_SPACE_ANGULAR, 4, -0.13, 0.13), 0.5 * stiffness, 10);
    }
    if (bearing == SOFT_CONE || bearing == SERVOS_IN_A_CONE) {
        TumLimit *cone = joint_range(joints, joint, TUM_SPACE_ANGULAR, 6, 0, 0.1);
        if (bearing == SOFT_CONE) {
            soften(cone, stiffness, 20);
        }
    }
}

// Beams on balls sink until k (theta - theta_0) = m g l / 2 cos theta, with theta_0 zero for servos
// and the end of a soft range or cone, the mean of two half as stiff; a hard cone stops them at its
// end. The joint bears the weight and its moment, whoever gives it: at a hard end to 1e-7 rad in a
// substep.
static void springs_of_balls_bear_beams_where_their_torque_does(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    int beam[3 * BEARINGS];
    for (int i = 0; i < 3 * BEARINGS; ++i) {
        const double y = 3 * i;
        beam[i] = setup_body(&setup, box_shape(1, 0.1, 0.1), 0.5, y, 0);
        const int post = setup_node(&setup, 0, y, 0);
        const bool is_upside_down = i % 2 == 1;
        const int joint = is_upside_down ? joint_add(&joints, beam[i], post, 0, y, 0)
                                         : joint_add(&joints, post, beam[i], 0, y, 0);
        bear(&joints, joint, (Bearing)(i / 3), 100 * (1 + i % 3));
    }
    setup_start(&setup);
    setup_run(&setup, 0.1);
    assert_int_equal(articulations_of(&setup), BEARINGS); // one alone is upside down
    setup_run(&setup, 4.9);
    for (int i = 0; i < 3 * BEARINGS; ++i) {
        const Bearing bearing = (Bearing)(i / 3);
        const TumPose3 pose = setup_pose(&setup, beam[i]);
        const double turn = 2 * atan2((double)pose.rotation.z, (double)pose.rotation.w);
        const double weight = 1000 * 0.01 * 9.81, moment = 0.5 * weight * cos(turn);
        const double begin = bearing == SERVOS ? 0.0 : bearing == SOFT_STEPS ? 0.115 : 0.1;
        if (bearing == SERVOS_IN_A_CONE) {
            assert_near(turn, -0.1, 1e-4);
        } else {
            assert_near(100 * (1 + i % 3) * (-turn - begin), moment, 1e-3 * moment);
        }
        TumVec3 force, torque;
        tum_joint_force3(setup.world, tum_world_joint_at(setup.world, (size_t)i), &force, &torque);
        const double little = bearing == SERVOS_IN_A_CONE ? 0.02 : 1e-3;
        assert_near(fabs((double)force.y), weight, little * weight);
        assert_near(fabs((double)torque.z), moment, little * moment);
    }
    joints_end(&joints);
}

// Bobs on taut ropes swing on circles of a metre and keep their energy, m g (y + v^2 / 2 g); so
// does the second bob on a rope from the first.
static void bobs_on_ropes_keep_their_length_and_energy(void **state)
{
    (void)state;
    enum { ROPES = 3 };
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    int bob[ROPES][2];
    for (int i = 0; i < ROPES; ++i) {
        const double angle = 0.5 + 0.2 * i, x = 6 * i;
        int above = setup_node(&setup, x, 0, 0);
        for (int k = 0; k < 2; ++k) {
            bob[i][k] = setup_body(&setup, sphere_shape(0.1), x + (k + 1) * sin(angle),
                                   -(k + 1) * cos(angle), 0);
            joint_range(&joints, joint_between(&joints, above, bob[i][k]), TUM_SPACE_LINEAR, 7, 0,
                        1);
            above = bob[i][k];
        }
    }
    setup_start(&setup);
    double start[ROPES] = {0};
    for (int frame = 0; frame < 300; ++frame) {
        setup_step(&setup);
        assert_int_equal(articulations_of(&setup), 1);
        for (int i = 0; i < ROPES; ++i) {
            double energy = 0; // [J/kg]
            for (int k = 0; k < 2; ++k) {
                const TumVec3 v = setup_velocity(&setup, bob[i][k]);
                energy += 9.81 * (double)setup_pose(&setup, bob[i][k]).position.y +
                          0.5 * (double)(v.x * v.x + v.y * v.y + v.z * v.z);
                assert_between(joint_gap(&joints, 2 * i + k), 0.9999, 1.0001);
            }
            start[i] = frame == 0 ? energy : start[i];
            assert_near(energy, start[i], 0.07);
        }
    }
    joints_end(&joints);
}

// Beams at posts of the world, on hinges that lie on an end of their range, or fixed: the joint
// bears m g, and with m g times half the beam's length it keeps the beam from falling. It says so
// whether a team holds it or has put it aside for a checkpoint, and goes on alike.
static void joints_of_an_articulation_tell_what_they_give_wherever_they_remember_it(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    for (int i = 0; i < 6; ++i) {
        const int beam = setup_body(&setup, box_shape(1, 0.1, 0.1), 0.5, 3 * i, 0);
        const int post = setup_node(&setup, 0, 3 * i, 0);
        const int joint = joint_add(&joints, post, beam, 0, 3 * i, 0);
        if (i < 3) {
            joint_hinge(&joints, joint, 2);
            joint_range(&joints, joint, TUM_SPACE_ANGULAR, 4, 0, 0.5);
        } else {
            joint_fixed(&joints, joint);
        }
    }
    setup_start(&setup);
    setup_run(&setup, 1.0);
    const size_t count = tum_checkpoint_bytes(setup.world);
    void *bytes = malloc(count);
    for (int put_aside = 0; put_aside < 2; ++put_aside) {
        for (size_t i = 0; i < 6; ++i) {
            TumVec3 force, torque;
            tum_joint_force3(setup.world, tum_world_joint_at(setup.world, i), &force, &torque);
            const double weight = 1000 * 0.01 * 9.81;
            assert_near(force.y, weight, 1e-3 * weight);
            assert_near(torque.z, 0.5 * weight, 1e-3 * weight);
        }
        const uint64_t hash = tum_world_hash(setup.world);
        assert_int_equal(tum_checkpoint_write(setup.world, bytes, count), TUM_OK);
        assert_true(tum_world_hash(setup.world) == hash);
    }
    free(bytes);
    joints_end(&joints);
}

// Two pairs of balls on a joint, the first one far from anything, the other above a slab.
// @return the first pair's poses and velocities after a step.
static TumPose3 first_pair_beside(double fall, TumVec3 velocity[2])
{
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    setup_static(&setup, box_shape(4, 1, 4), 50, -0.5, 0);
    int balls[2][2];
    for (int pair = 0; pair < 2; ++pair) {
        const double x = 50 * pair;
        for (int i = 0; i < 2; ++i) {
            balls[pair][i] = setup_body(&setup, sphere_shape(0.2), x, 0.202 + 0.5 * i, 0);
        }
        joint_ball(&joints, joint_add(&joints, balls[pair][0], balls[pair][1], x, 0.45, 0));
    }
    set3(setup.things[balls[0][1]].motion.linear_velocity, 2, 0, 0);
    for (int i = 0; i < 2; ++i) {
        set3(setup.things[balls[1][i]].motion.linear_velocity, 0, -fall, 0);
    }
    setup_all_materials(&setup, 0.5, 0.5, 0.8);
    setup_start(&setup);
    setup_run(&setup, 1.0 / 60);
    const TumPose3 pose = setup_pose(&setup, balls[0][1]);
    velocity[0] = setup_velocity(&setup, balls[0][1]);
    velocity[1] = setup_spin(&setup, balls[0][1]);
    joints_end(&joints);
    return pose;
}

// "Restitution begins, once a contact bounces, at the joint islands that the impulse strikes"
// (docs/joint.md): a bounce of one pair is nothing to another one, to the bit.
static void a_bounce_of_one_island_leaves_the_others_of_its_articulation_alone(void **state)
{
    (void)state;
    TumVec3 calm[2], beside[2];
    const TumPose3 expected = first_pair_beside(0.01, calm);
    const TumPose3 pose = first_pair_beside(3.0, beside);
    assert_memory_equal(&pose, &expected, sizeof pose);
    assert_memory_equal(beside, calm, sizeof calm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_many_moves_as_it_does_alone),
        cmocka_unit_test(figures_hold_together_and_keep_their_limits_when_they_fall),
        cmocka_unit_test(articulations_end_alike_on_any_threads_and_instructions),
        cmocka_unit_test(articulations_put_aside_and_taken_up_go_on_to_the_bit),
        cmocka_unit_test(a_bounce_of_one_island_leaves_the_others_of_its_articulation_alone),
        cmocka_unit_test(motors_lift_platforms_as_fast_as_they_can),
        cmocka_unit_test(springs_of_hinges_bear_beams_where_their_torque_does),
        cmocka_unit_test(springs_of_balls_bear_beams_where_their_torque_does),
        cmocka_unit_test(bobs_on_ropes_keep_their_length_and_energy),
        cmocka_unit_test(joints_of_an_articulation_tell_what_they_give_wherever_they_remember_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
