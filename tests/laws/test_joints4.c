// SPDX-License-Identifier: MIT
// Joints in four dimensions: pendulums, chains, free pairs, angles, limits and motors, against
// closed forms (docs/simulation.md#11-four-dimensions) and the reference.
#include "math/scalar.h"
#include "tests/support/joint_support4.h"
#include "tests/support/reference.h"
#include "tests/support/world_support.h"

static const double G = 9.81;

static double arithmetic_geometric_mean(double a, double b)
{
    for (int i = 0; i < 20; ++i) {
        const double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    return a;
}

// The period of a box [m] that swings by a pin at `length` above its middle, in the plane of Y and
// an axis: the mean of ten, taken between passages through the lowest point.
static double period_of_pendulum(const double size[4], double length, int axis, double amplitude)
{
    Setup4 setup = setup4_empty();
    double center[4] = {0, -length * cos(amplitude), 0, 0};
    center[axis] = length * sin(amplitude);
    const int box = setup4_body(&setup, box4(size[0], size[1], size[2], size[3]), center);
    // From -Y towards the axis is from the axis towards Y.
    setup4_turn(&setup, box, axis, 1, amplitude);
    setup4_start(&setup);
    const TumJointId pin = joint4_join(&setup, TUM_JOINT4_PIN, WORLD4, box, (double[4]){0});
    double before = center[axis], first = 0, last = 0, gap = 0;
    int passages = 0;
    for (int i = 1; i < 5000 && passages < 21; ++i) {
        setup4_step(&setup);
        const double x = setup4_position(&setup, box).at[axis];
        if (x * before < 0) {
            last = (i - 1 + before / (before - x)) / setup.rate;
            first = passages++ == 0 ? last : first;
        }
        before = x;
        gap = fmax(gap, joint4_gap(&setup, pin));
    }
    assert_int_equal(passages, 21);
    assert_between(gap, 0, 1e-4);
    setup4_end(&setup);
    return (last - first) / 10;
}

// Within half a percent, as the reference asks of periods at 60 Hz.
static void pendulums_swing_in_the_periods_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("analytic");
    int count = 0;
    for (const char *item = NULL; (item = reference_next(&reference, item)) != NULL;) {
        if (reference_is(item, "scene", "pendulum")) {
            double size[4], pivot[4];
            reference_numbers(item, "box", size, 4);
            reference_numbers(item, "pivotLocal", pivot, 4);
            const double period = reference_number(item, "period");
            assert_near(period_of_pendulum(size, pivot[1], (int)reference_number(item, "swingAxis"),
                                           reference_number(item, "amplitude")),
                        period, 5e-3 * period);
            ++count;
        }
    }
    assert_true(count >= 10);
    reference_close(&reference);
}

// T = 2 pi sqrt((I + m l^2) / (m g l)) / agm(1, cos(a/2)), I = m (s_y^2 + s_i^2) / 12.
static void a_pendulum_swings_wide_in_the_period_of_the_elliptic_integral(void **state)
{
    (void)state;
    const double size[4] = {0.6, 1.2, 0.9, 0.4}, length = 0.9, amplitude = 1.5;
    static const int axes[3] = {0, 2, 3};
    for (int i = 0; i < 3; ++i) {
        const double s = size[axes[i]];
        const double inertia = (size[1] * size[1] + s * s) / 12;
        const double expected = 2 * PI * sqrt((inertia + length * length) / (G * length)) /
                                arithmetic_geometric_mean(1, cos(amplitude / 2));
        assert_near(period_of_pendulum(size, length, axes[i], amplitude), expected,
                    1e-3 * expected);
    }
}

// Sums over bodies of mass m: linear momentum, angular momentum about the origin, energy. The boxes
// here have principal axes of their own.
typedef struct Motion4 {
    double linear[4], angular[6], energy;
} Motion4;

static const int planes[6][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};

static void numbers_of(TumVec4 v, double numbers[4])
{
    const Place4 place = place4(v);
    memcpy(numbers, place.at, sizeof place.at);
}

static void add_motion(const Setup4 *setup, int thing, Motion4 *sum)
{
    const double *size = setup->things[thing].form.shape.size;
    const double mass = 1000 * size[0] * size[1] * size[2] * size[3];
    const TumPose4 pose = tum_body_pose4(setup->world, setup4_id(setup, thing));
    const Place4 x = place4(pose.position), v = setup4_velocity(setup, thing);
    double spin[6], axes[4][4];
    setup4_spin(setup, thing, spin);
    numbers_of(pose.rotation.x, axes[0]);
    numbers_of(pose.rotation.y, axes[1]);
    numbers_of(pose.rotation.z, axes[2]);
    numbers_of(pose.rotation.w, axes[3]);
    for (int p = 0; p < 6; ++p) {
        const int i = planes[p][0], k = planes[p][1];
        sum->angular[p] += mass * (x.at[i] * v.at[k] - x.at[k] * v.at[i]);
        // The bivector of two of the body's axes, in the planes of the world.
        double wedge[6], local = 0;
        for (int q = 0; q < 6; ++q) {
            const int a = planes[q][0], b = planes[q][1];
            wedge[q] = axes[i][a] * axes[k][b] - axes[i][b] * axes[k][a];
            local += wedge[q] * spin[q];
        }
        const double inertia = mass * (size[i] * size[i] + size[k] * size[k]) / 12;
        for (int q = 0; q < 6; ++q) {
            sum->angular[q] += inertia * local * wedge[q];
        }
        sum->energy += 0.5 * inertia * local * local;
    }
    for (int i = 0; i < 4; ++i) {
        sum->linear[i] += mass * v.at[i];
        sum->energy += 0.5 * mass * v.at[i] * v.at[i];
    }
}

static Motion4 motion_of(const Setup4 *setup, int a, int b)
{
    Motion4 sum = {.energy = 0};
    add_motion(setup, a, &sum);
    add_motion(setup, b, &sum);
    return sum;
}

// After the joint has taken what it does not allow in the first step, nothing changes what two
// bodies have in common, and nothing feeds or brakes them.
static void free_pairs_of_every_kind_keep_momentum_and_energy(void **state)
{
    (void)state;
    for (int kind = TUM_JOINT4_PIN; kind <= TUM_JOINT4_SLIDER; ++kind) {
        Setup4 setup = setup4_empty();
        setup.def.gravity[1] = 0;
        setup.def.override_gravity = true;
        const int a = setup4_body(&setup, box4(0.5, 0.4, 0.3, 0.2), (double[4]){0, 0, 0, 0});
        const int b = setup4_body(&setup, box4(0.3, 0.5, 0.2, 0.4), (double[4]){0.8, 0.2, 0, 0.1});
        setup4_move(&setup, a, (double[4]){0.1, 0.4, -0.2, 0.3}, (double[6]){1, -2, 1, 0.5, 1, -1});
        setup4_move(&setup, b, (double[4]){0.2, -0.5, 0.1, 0.2}, (double[6]){-1, 1, 2, -1, 0.5, 2});
        setup4_start(&setup);
        const TumJointId joint =
            joint4_join(&setup, (TumJointKind4)kind, a, b, (double[4]){0.4, 0.1, 0.1, 0});
        const Motion4 thrown = motion_of(&setup, a, b);
        setup4_step(&setup);
        const Motion4 begun = motion_of(&setup, a, b);
        assert_between(begun.energy, 0.1 * thrown.energy, thrown.energy);
        double gap = 0;
        for (int i = 0; i < 300; ++i) {
            setup4_step(&setup);
            gap = fmax(gap, kind == TUM_JOINT4_SLIDER ? 0 : joint4_gap(&setup, joint));
        }
        const Motion4 later = motion_of(&setup, a, b);
        assert_between(gap, 0, 1e-4);
        assert_near(later.energy, begun.energy, 0.01 * begun.energy);
        for (int i = 0; i < 4; ++i) {
            assert_near(later.linear[i], thrown.linear[i], 1e-3);
        }
        for (int i = 0; i < 6; ++i) {
            assert_near(later.angular[i], thrown.angular[i], 5e-3);
        }
        setup4_end(&setup);
    }
}

// A weld holds what a hinge lets turn, and so on: what each kind leaves of a body that is thrown
// in every way, held by the world.
static void each_kind_leaves_free_what_it_says(void **state)
{
    (void)state;
    // Planes XY XZ YZ XW YW ZW, then the ways X Y Z W.
    static const char free_of[6][11] = {"1111110000", "1110000000", "1000000000",
                                        "1000010000", "0000000000", "0000001000"};
    for (int kind = TUM_JOINT4_PIN; kind <= TUM_JOINT4_SLIDER; ++kind) {
        Setup4 setup = setup4_empty();
        setup.def.gravity[1] = 0;
        setup.def.override_gravity = true;
        const int body = setup4_body(&setup, box4(0.5, 0.5, 0.5, 0.5), (double[4]){0});
        setup4_move(&setup, body, (double[4]){1, 1, 1, 1}, (double[6]){1, 1, 1, 1, 1, 1});
        setup4_start(&setup);
        joint4_join(&setup, (TumJointKind4)kind, WORLD4, body, (double[4]){0});
        setup4_step(&setup);
        double motion[10];
        const Place4 velocity = setup4_velocity(&setup, body);
        setup4_spin(&setup, body, motion);
        memcpy(motion + 6, velocity.at, sizeof velocity.at);
        for (int i = 0; i < 10; ++i) {
            // All moments are the same, so that what is free goes on as it did.
            assert_near(motion[i], free_of[kind][i] == '1' ? 1 : 0, 1e-4);
        }
        setup4_end(&setup);
    }
}

static void a_chain_of_ten_pins_hangs_within_a_millimetre(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    int links[10];
    for (int i = 0; i < 10; ++i) {
        links[i] =
            setup4_body(&setup, box4(0.1, 0.4, 0.1, 0.1), (double[4]){0, -0.25 - 0.5 * i, 0, 0});
        setup4_move(&setup, links[i], (double[4]){0.3, 0, 0.1, 0.2}, (double[6]){0});
    }
    setup4_start(&setup);
    TumJointId pins[10];
    for (int i = 0; i < 10; ++i) {
        pins[i] = joint4_join(&setup, TUM_JOINT4_PIN, i == 0 ? WORLD4 : links[i - 1], links[i],
                              (double[4]){0, -0.5 * i, 0, 0});
    }
    double gap = 0;
    for (int i = 0; i < 300; ++i) {
        setup4_step(&setup);
        for (int k = 0; k < 10; ++k) {
            gap = fmax(gap, joint4_gap(&setup, pins[k]));
        }
    }
    assert_between(gap, 0, 1e-3);
    // The topmost pin bears the weight of all: ten times 0.4 kg of 1000 kg/m^4, less what swings.
    TumVec4 force;
    tum_joint_force4(setup.world, pins[0], &force, NULL);
    assert_between(force.y, 0.5 * 10 * 0.4 * G, 1.5 * 10 * 0.4 * G);
    setup4_end(&setup);
}

// A net of 17 by 17 balls has 544 pins and 256 loops, too many to be solved as one. It falls into
// its two corners, which bear 1.4 t of pull on balls of half a kilogram.
static void a_net_hangs_by_two_corners_within_centimetres(void **state)
{
    (void)state;
    enum { SIDE = 17, PINS = 2 * SIDE * (SIDE - 1) + 2 };
    Setup4 setup = setup4_empty();
    int knots[SIDE][SIDE];
    for (int i = 0; i < SIDE; ++i) {
        for (int k = 0; k < SIDE; ++k) {
            knots[i][k] = setup4_body(&setup, ball4(0.1), (double[4]){0.3 * i, 3, 0.3 * k, 0});
        }
    }
    setup4_start(&setup);
    TumJointId pins[PINS];
    int count = 0;
    for (int i = 0; i < SIDE; ++i) {
        for (int k = 0; k < SIDE; ++k) {
            if (i + 1 < SIDE) {
                pins[count++] = joint4_join(&setup, TUM_JOINT4_PIN, knots[i][k], knots[i + 1][k],
                                            (double[4]){0.3 * i + 0.15, 3, 0.3 * k, 0});
            }
            if (k + 1 < SIDE) {
                pins[count++] = joint4_join(&setup, TUM_JOINT4_PIN, knots[i][k], knots[i][k + 1],
                                            (double[4]){0.3 * i, 3, 0.3 * k + 0.15, 0});
            }
        }
    }
    for (int i = 0; i < SIDE; i += SIDE - 1) {
        pins[count++] =
            joint4_join(&setup, TUM_JOINT4_PIN, WORLD4, knots[i][0], (double[4]){0.3 * i, 3, 0, 0});
    }
    assert_int_equal(count, PINS);
    setup4_run(&setup, 2);
    double widest = 0;
    for (int i = 0; i < PINS; ++i) {
        widest = fmax(widest, joint4_gap(&setup, pins[i]));
    }
    assert_between(widest, 0, 0.05);
    // What has fallen 6 m at the most is no faster than that makes it.
    for (int i = 0; i < SIDE * SIDE; ++i) {
        const Place4 v = setup4_velocity(&setup, knots[i / SIDE][i % SIDE]);
        assert_between(sqrt(dot4(v.at, v.at)), 0, sqrt(2 * G * 6) * 1.1);
    }
    setup4_end(&setup);
}

static void a_pin_pulls_with_the_weight_that_hangs_from_it(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int box = setup4_body(&setup, box4(0.2, 0.5, 0.2, 0.5), (double[4]){0, -1, 0, 0});
    setup4_start(&setup);
    const TumJointId weld =
        joint4_join(&setup, TUM_JOINT4_WELD, WORLD4, box, (double[4]){1, 0, 0, 0.5});
    setup4_run(&setup, 1);
    const double weight = 1000 * 0.2 * 0.5 * 0.2 * 0.5 * G;
    TumVec4 force;
    TumBivec4 torque;
    tum_joint_force4(setup.world, weld, &force, &torque);
    // About the frame's origin the weight acts at the arm (-1, -1, 0, -0.5): its torque is arm ^
    // (0, -weight, 0, 0), XY = weight, YW = -0.5 weight, and the weld gives the opposite.
    assert_near(force.y, weight, 1e-3 * weight);
    assert_near(force.x, 0, 1e-3 * weight);
    assert_near(torque.xy, -weight, 1e-3 * weight);
    assert_near(torque.yw, 0.5 * weight, 1e-3 * weight);
    assert_near(torque.xz, 0, 1e-3 * weight);
    setup4_end(&setup);
}

// A duo hinge turns in both planes at once; each is counted beyond a whole turn, to either side.
static void angles_are_read_right_over_several_turns(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.gravity[1] = 0;
    setup.def.override_gravity = true;
    const int body = setup4_body(&setup, box4(0.5, 0.5, 0.4, 0.3), (double[4]){0});
    setup4_move(&setup, body, (double[4]){0}, (double[6]){3, 0, 0, 0, 0, -5});
    setup4_start(&setup);
    const TumJointId joint =
        joint4_join(&setup, TUM_JOINT4_DUO_HINGE, WORLD4, body, (double[4]){0});
    for (int i = 1; i <= 300; ++i) {
        setup4_step(&setup);
        const double t = i / setup.rate;
        assert_near(joint4_angle(&setup, joint, TUM_PLANE_XY), 3 * t, 1e-3 * t + 1e-4);
        assert_near(joint4_angle(&setup, joint, TUM_PLANE_ZW), -5 * t, 1e-3 * t + 1e-4);
    }
    setup4_end(&setup);
}

// Both planes of a duo hinge, driven several turns away, one to each side; XY within a range whose
// inside it begins in: turned back by 1 rad from zero is 5.283 in 4 to 30.
static void drives_reach_targets_turns_away(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.gravity[1] = 0;
    setup.def.override_gravity = true;
    const int body = setup4_body(&setup, box4(0.5, 0.5, 0.4, 0.3), (double[4]){0});
    setup4_start(&setup);
    const TumLimit range = {.space = TUM_SPACE_ANGULAR,
                            .axes = 1u << TUM_PLANE_XY,
                            .min = 4,
                            .max = 30,
                            .stiffness = (double)INFINITY};
    TumDrive drives[2];
    for (int i = 0; i < 2; ++i) {
        drives[i] = (TumDrive){.space = TUM_SPACE_ANGULAR,
                               .mode = TUM_DRIVE_ACCELERATION,
                               .axis = i == 0 ? TUM_PLANE_XY : TUM_PLANE_ZW,
                               .max_force = (double)INFINITY,
                               .has_position_target = true,
                               .position_target = i == 0 ? 18.5 : -20,
                               .stiffness = 16,
                               .damping = 8};
    }
    TumJointDef4 def = joint4_def(&setup, TUM_JOINT4_DUO_HINGE, WORLD4, body, (double[4]){0});
    // Frame A is turned by 1 in XY, so B is turned back by as much in A.
    def.frame_a.rotation.x = (TumVec4){(float)cos(1.0), (float)sin(1.0), 0, 0};
    def.frame_a.rotation.y = (TumVec4){-(float)sin(1.0), (float)cos(1.0), 0, 0};
    def.limits = &range;
    def.limit_count = 1;
    def.drives = drives;
    def.drive_count = 2;
    const TumJointId joint = joint4_add(&setup, &def);
    assert_near(joint4_angle(&setup, joint, TUM_PLANE_XY), 2 * PI - 1, 1e-5);
    setup4_step(&setup);
    assert_between(joint4_angle(&setup, joint, TUM_PLANE_XY), 2 * PI - 1, 2 * PI);
    setup4_run(&setup, 3);
    assert_near(joint4_angle(&setup, joint, TUM_PLANE_XY), 18.5, 0.003);
    assert_near(joint4_angle(&setup, joint, TUM_PLANE_ZW), -20, 0.003);

    // Put back to where it began it has made no turns; moved alone it keeps them.
    TumPose4 pose = tum_body_pose4(setup.world, setup4_id(&setup, body));
    pose.position.x = 2;
    assert_int_equal(tum_body_set_pose4(setup.world, setup4_id(&setup, body), pose), TUM_OK);
    assert_near(joint4_angle(&setup, joint, TUM_PLANE_ZW), -20, 0.003);
    pose = def.frame_a;
    assert_int_equal(tum_body_set_pose4(setup.world, setup4_id(&setup, body), pose), TUM_OK);
    assert_near(joint4_angle(&setup, joint, TUM_PLANE_ZW), 0, 1e-4);
    setup4_run(&setup, 3);
    assert_near(joint4_angle(&setup, joint, TUM_PLANE_XY), 18.5, 0.003);
    assert_near(joint4_angle(&setup, joint, TUM_PLANE_ZW), -20, 0.003);
    setup4_end(&setup);
}

// A door that swings down meets its limit and stays; the other way it is free to 2 rad.
static void limits_hold(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int door = setup4_body(&setup, box4(1, 0.1, 0.5, 0.5), (double[4]){0.5, 0, 0, 0});
    const int sled = setup4_body(&setup, box4(0.2, 0.2, 0.2, 0.2), (double[4]){5, 0, 0, 0});
    setup4_move(&setup, sled, (double[4]){2, 0, 0, 0}, (double[6]){0});
    setup4_start(&setup);
    const TumLimit swing = {.space = TUM_SPACE_ANGULAR,
                            .axes = 1u << TUM_PLANE_XY,
                            .min = -0.5,
                            .max = 2,
                            .stiffness = (double)INFINITY};
    TumJointDef4 def = joint4_def(&setup, TUM_JOINT4_HINGE, WORLD4, door, (double[4]){0});
    def.limits = &swing;
    def.limit_count = 1;
    const TumJointId hinge = joint4_add(&setup, &def);
    const TumLimit way = {.space = TUM_SPACE_LINEAR,
                          .axes = 1,
                          .min = -1,
                          .max = 0.75,
                          .stiffness = (double)INFINITY};
    def = joint4_def(&setup, TUM_JOINT4_SLIDER, WORLD4, sled, (double[4]){5, 0, 0, 0});
    def.limits = &way;
    def.limit_count = 1;
    const TumJointId slider = joint4_add(&setup, &def);
    double lowest = 0, farthest = 0;
    for (int i = 0; i < 180; ++i) {
        setup4_step(&setup);
        lowest = fmin(lowest, joint4_angle(&setup, hinge, TUM_PLANE_XY));
        farthest =
            fmax(farthest, (double)tum_joint_position4(setup.world, slider, TUM_SPACE_LINEAR, 1));
    }
    assert_near(lowest, -0.5, 1e-3);
    assert_near(joint4_angle(&setup, hinge, TUM_PLANE_XY), -0.5, 1e-3);
    assert_near(farthest, 0.75, 1e-3);
    assert_near(setup4_position(&setup, sled).at[1], 0, 1e-4);
    assert_near(setup4_position(&setup, sled).at[3], 0, 1e-4);
    setup4_end(&setup);
}

// M / I a second, until it has its speed; then it pulls no more.
static void a_motor_reaches_its_speed_and_pulls_no_more_than_it_may(void **state)
{
    (void)state;
    const double speed = 3, torque = 0.2;
    Setup4 setup = setup4_empty();
    setup.def.gravity[1] = 0;
    setup.def.override_gravity = true;
    const int wheel = setup4_body(&setup, box4(0.4, 0.4, 0.3, 0.3), (double[4]){0});
    setup4_start(&setup);
    const TumDrive motor = {.space = TUM_SPACE_ANGULAR,
                            .axis = TUM_PLANE_ZW,
                            .velocity_target = speed,
                            .damping = 1e4,
                            .max_force = torque};
    TumJointDef4 def = joint4_def(&setup, TUM_JOINT4_DUO_HINGE, WORLD4, wheel, (double[4]){0});
    def.drives = &motor;
    def.drive_count = 1;
    const TumJointId joint = joint4_add(&setup, &def);
    const double inertia = 1000 * 0.4 * 0.4 * 0.3 * 0.3 * (0.09 + 0.09) / 12;
    double spin[6];
    for (int i = 1; i <= 240; ++i) {
        setup4_step(&setup);
        TumBivec4 pull;
        tum_joint_force4(setup.world, joint, NULL, &pull);
        setup4_spin(&setup, wheel, spin);
        assert_between(pull.zw, -1e-4, torque + 1e-4);
        assert_near(spin[5], fmin(torque / inertia * i / setup.rate, speed), 1e-3 * speed);
        assert_near(spin[0], 0, 1e-5);
    }
    assert_int_equal(tum_joint_set_velocity_target(setup.world, joint, 0, -1), TUM_OK);
    setup4_run(&setup, 5);
    setup4_spin(&setup, wheel, spin);
    assert_near(spin[5], -1, 1e-3);
    setup4_end(&setup);
}

// A chain of five balls that bounce with all of their speed falls on a floor, each `step` higher
// than the one before. @return the highest that its middle gets from the end of the second second
// on.
static double height_of_bounces(double step, double *highest)
{
    enum { BALLS = 5 };
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    int balls[BALLS];
    for (int i = 0; i < BALLS; ++i) {
        balls[i] = setup4_body(&setup, ball4(0.2), (double[4]){0.5 * i, 3 + step * (i - 2), 0, 0});
    }
    setup4_all_materials(&setup, 0.3, 1);
    setup4_start(&setup);
    for (int i = 0; i + 1 < BALLS; ++i) {
        joint4_join(&setup, TUM_JOINT4_PIN, balls[i], balls[i + 1],
                    (double[4]){0.5 * i + 0.25, 3 + step * (i - 1.5), 0, 0});
    }
    double later = 0;
    *highest = 0;
    for (int i = 0; i < 600; ++i) {
        setup4_step(&setup);
        double height = 0;
        for (int k = 0; k < BALLS; ++k) {
            height += setup4_position(&setup, balls[k]).at[1] / BALLS;
        }
        *highest = fmax(*highest, height);
        later = i < 120 ? 0 : fmax(later, height);
    }
    setup4_end(&setup);
    return later;
}

// Where all meet the floor at once joints have nothing to do; else they take a share of each blow,
// and never give one.
static void a_chain_bounces_no_higher_than_it_fell(void **state)
{
    (void)state;
    double highest;
    assert_near(height_of_bounces(0, &highest), 3, 0.05);
    assert_between(highest, 2.9, 3.01);
    assert_between(height_of_bounces(0.1, &highest), 0.2, 3);
    assert_between(highest, 2.9, 3.01);
}

// A spring of stiffness k lets a weight down to m g / k: damped, it comes to rest there.
static void a_drive_to_a_place_gives_way_as_a_spring(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int weight = setup4_body(&setup, box4(0.2, 0.2, 0.2, 0.2), (double[4]){0});
    setup4_start(&setup);
    const double mass = 1.6, stiffness = 80;
    const TumDrive spring = {.space = TUM_SPACE_LINEAR,
                             .max_force = (double)INFINITY,
                             .has_position_target = true,
                             .position_target = 0,
                             .stiffness = stiffness,
                             .damping = 8};
    TumJointDef4 def = joint4_def(&setup, TUM_JOINT4_SLIDER, WORLD4, weight, (double[4]){0});
    // Its X is the world's Y.
    def.frame_a.rotation = (TumBasis4){{0, 1, 0, 0}, {-1, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    def.frame_b.rotation = def.frame_a.rotation;
    def.drives = &spring;
    def.drive_count = 1;
    const TumJointId joint = joint4_add(&setup, &def);
    setup4_run(&setup, 10);
    const double sunk = -mass * G / stiffness;
    assert_near(setup4_position(&setup, weight).at[1], sunk, 1e-3);
    assert_near(tum_joint_position4(setup.world, joint, TUM_SPACE_LINEAR, 1), sunk, 1e-3);
    assert_int_equal(tum_joint_set_position_target(setup.world, joint, 0, 0.5), TUM_OK);
    setup4_run(&setup, 10);
    assert_near(setup4_position(&setup, weight).at[1], 0.5 + sunk, 1e-3);
    setup4_end(&setup);
}

// What is far from its place is drawn there, and does not fly: at 4 m/s and 10 rad/s at the most.
static void a_joint_draws_together_what_is_apart(void **state)
{
    (void)state;
    for (int kind = TUM_JOINT4_PIN; kind <= TUM_JOINT4_SLIDER; ++kind) {
        Setup4 setup = setup4_empty();
        setup.def.gravity[1] = 0;
        setup.def.override_gravity = true;
        const int body = setup4_body(&setup, box4(0.3, 0.3, 0.3, 0.3), (double[4]){0, 2, 1, -1});
        setup4_turn(&setup, body, 0, 3, 2);
        setup4_turn(&setup, body, 1, 2, 1);
        setup4_start(&setup);
        TumJointDef4 def = joint4_def(&setup, (TumJointKind4)kind, WORLD4, body, (double[4]){0});
        def.frame_b = tum_default_joint_def4().frame_b;
        const TumJointId joint = joint4_add(&setup, &def);
        double fastest = 0;
        for (int i = 0; i < 120; ++i) {
            setup4_step(&setup);
            const Place4 v = setup4_velocity(&setup, body);
            fastest = fmax(fastest, sqrt(dot4(v.at, v.at)));
        }
        assert_between(fastest, 0, 8.1); // 4 m/s along each of four axes
        assert_between(joint4_gap(&setup, joint), 0, 1e-4);
        const TumPose4 a = tum_joint_frame4(setup.world, joint, TUM_JOINT_A);
        const TumPose4 b = tum_joint_frame4(setup.world, joint, TUM_JOINT_B);
        if (kind == TUM_JOINT4_HINGE || kind >= TUM_JOINT4_WELD) {
            assert_near(inner_product4(a.rotation.z, b.rotation.z), 1, 1e-4);
        }
        if (kind != TUM_JOINT4_PIN && kind != TUM_JOINT4_DUO_HINGE) {
            assert_near(inner_product4(a.rotation.w, b.rotation.w), 1, 1e-4);
        }
        setup4_end(&setup);
    }
}

// A door of 3D times a segment in W is a hinge of 4D: moments in the planes of 3D are those of 3D,
// and W stays out of it (docs/simulation.md#11-four-dimensions).
static void a_hinge_made_of_a_3d_hinge_moves_as_it_does(void **state)
{
    (void)state;
    const double size[3] = {0.8, 0.3, 0.5}, spin = 2;
    Setup flat = setup_empty();
    const int door = setup_body(&flat, box_shape(size[0], size[1], size[2]), 0.6, 0.1, 0);
    set3(flat.things[door].motion.angular_velocity, 0, 0, spin);
    set3(flat.things[door].motion.linear_velocity, -0.1 * spin, 0.6 * spin, 0);
    setup_start(&flat);
    TumLimit locks[2] = {{.space = TUM_SPACE_LINEAR, .axes = 7, .stiffness = (double)INFINITY},
                         {.space = TUM_SPACE_ANGULAR, .axes = 3, .stiffness = (double)INFINITY}};
    TumJointDef3 def3 = tum_default_joint_def3();
    def3.body_b = setup_id(&flat, door);
    def3.frame_b.position = (TumVec3){-0.6f, -0.1f, 0};
    def3.limits = locks;
    def3.limit_count = 2;
    assert_int_equal(tum_world_add_joint3(flat.world, &def3, NULL), TUM_OK);

    Setup4 deep = setup4_empty();
    const int gate =
        setup4_body(&deep, box4(size[0], size[1], size[2], 0.7), (double[4]){0.6, 0.1, 0, 0});
    setup4_move(&deep, gate, (double[4]){-0.1 * spin, 0.6 * spin, 0, 0},
                (double[6]){spin, 0, 0, 0, 0, 0});
    setup4_start(&deep);
    joint4_join(&deep, TUM_JOINT4_HINGE, WORLD4, gate, (double[4]){0});
    for (int i = 0; i < 180; ++i) {
        setup_step(&flat);
        setup4_step(&deep);
        const TumVec3 p = setup_pose(&flat, door).position;
        const Place4 q = setup4_position(&deep, gate);
        assert_near(q.at[0], p.x, 1e-4);
        assert_near(q.at[1], p.y, 1e-4);
        assert_near(q.at[2], p.z, 1e-5);
        assert_near(q.at[3], 0, 1e-6);
    }
    setup4_end(&deep);
    setup_end(&flat);
}

// Likewise a ball joint: a body of 3D that swings and spins in every way, and the same times a
// segment on a pin of the line along W.
static void a_line_pin_made_of_a_3d_ball_joint_moves_as_it_does(void **state)
{
    (void)state;
    Setup flat = setup_empty();
    const int bob = setup_body(&flat, box_shape(0.5, 0.3, 0.4), 0.6, 0, 0.2);
    set3(flat.things[bob].motion.linear_velocity, 0, 0, 1);
    setup_start(&flat);
    const TumLimit lock = {.space = TUM_SPACE_LINEAR, .axes = 7, .stiffness = (double)INFINITY};
    TumJointDef3 def3 = tum_default_joint_def3();
    def3.body_b = setup_id(&flat, bob);
    def3.frame_b.position = (TumVec3){-0.6f, 0, -0.2f};
    def3.limits = &lock;
    def3.limit_count = 1;
    assert_int_equal(tum_world_add_joint3(flat.world, &def3, NULL), TUM_OK);

    Setup4 deep = setup4_empty();
    const int rod = setup4_body(&deep, box4(0.5, 0.3, 0.4, 0.9), (double[4]){0.6, 0, 0.2, 0});
    setup4_move(&deep, rod, (double[4]){0, 0, 1, 0}, (double[6]){0});
    setup4_start(&deep);
    joint4_join(&deep, TUM_JOINT4_LINE_PIN, WORLD4, rod, (double[4]){0});
    for (int i = 0; i < 120; ++i) {
        setup_step(&flat);
        setup4_step(&deep);
        const TumVec3 p = setup_pose(&flat, bob).position;
        const Place4 q = setup4_position(&deep, rod);
        assert_near(q.at[0], p.x, 2e-3);
        assert_near(q.at[1], p.y, 2e-3);
        assert_near(q.at[2], p.z, 2e-3);
        assert_near(q.at[3], 0, 1e-5);
    }
    setup4_end(&deep);
    setup_end(&flat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(pendulums_swing_in_the_periods_of_the_reference),
        cmocka_unit_test(a_pendulum_swings_wide_in_the_period_of_the_elliptic_integral),
        cmocka_unit_test(free_pairs_of_every_kind_keep_momentum_and_energy),
        cmocka_unit_test(each_kind_leaves_free_what_it_says),
        cmocka_unit_test(a_chain_of_ten_pins_hangs_within_a_millimetre),
        cmocka_unit_test(a_net_hangs_by_two_corners_within_centimetres),
        cmocka_unit_test(a_pin_pulls_with_the_weight_that_hangs_from_it),
        cmocka_unit_test(angles_are_read_right_over_several_turns),
        cmocka_unit_test(drives_reach_targets_turns_away),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_motor_reaches_its_speed_and_pulls_no_more_than_it_may),
        cmocka_unit_test(a_chain_bounces_no_higher_than_it_fell),
        cmocka_unit_test(a_drive_to_a_place_gives_way_as_a_spring),
        cmocka_unit_test(a_joint_draws_together_what_is_apart),
        cmocka_unit_test(a_hinge_made_of_a_3d_hinge_moves_as_it_does),
        cmocka_unit_test(a_line_pin_made_of_a_3d_ball_joint_moves_as_it_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
