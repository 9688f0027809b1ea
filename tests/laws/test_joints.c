// SPDX-License-Identifier: MIT
// Joints: pendulums, chains, loops, ranges, and who collides.
#include "joint3/limit3.h"
#include "math/scalar.h"
#include "tests/support/whip.h"

static const double G = 9.81;

// An anchor that never moves, and is far from everything.
static int post_at(Setup *setup, double x, double y, double z)
{
    return setup_static(setup, sphere_shape(0.01), x, y, z);
}

static int moving_ball(Setup *setup, double radius, double x, double y, double z)
{
    const int ball = setup_body(setup, sphere_shape(radius), x, y, z);
    setup->things[ball].motion.mass = 1;
    return ball;
}

// T = 2 pi sqrt((L^2 + 2/5 r^2) / (g L)) (1 + a^2/16) for an amplitude a, by the next term of the
// elliptic integral. The time is taken over ten periods, between passages through the middle.
// OMI-JOINT-64.
static void a_pendulum_keeps_its_period(void **state)
{
    (void)state;
    const double amplitude = 0.3, length = 1, radius = 0.05;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = post_at(&setup, 0, 0, 0);
    const int ball =
        moving_ball(&setup, radius, length * sin(amplitude), -length * cos(amplitude), 0);
    joint_hinge(&joints, joint_add(&joints, post, ball, 0, 0, 0), 2);
    setup_start(&setup);
    const double expected = 2 * PI *
                            sqrt((length * length + 0.4 * radius * radius) / (G * length)) *
                            (1 + amplitude * amplitude / 16);
    double before = length * sin(amplitude), first = 0, last = 0;
    int passages = 0;
    for (int i = 1; i < 1500 && passages < 21; ++i) {
        setup_step(&setup);
        const double x = (double)setup_pose(&setup, ball).position.x;
        if (x * before < 0) {
            last = (i - 1 + before / (before - x)) / setup.rate;
            first = passages++ == 0 ? last : first;
        }
        before = x;
    }
    assert_int_equal(passages, 21);
    assert_near((last - first) / 10, expected, 2e-3 * expected);
    joints_end(&joints);
}

// Nothing takes energy from a pendulum: after a minute it still rises to where it began.
static void a_pendulum_keeps_its_energy(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = post_at(&setup, 0, 0, 0);
    const int ball = moving_ball(&setup, 0.05, 1, 0, 0);
    const int joint = joint_add(&joints, post, ball, 0, 0, 0);
    joint_ball(&joints, joint);
    setup_start(&setup);
    setup_run(&setup, 60);
    double highest = -1, widest = 0;
    for (int i = 0; i < 180; ++i) {
        setup_step(&setup);
        const double y = (double)setup_pose(&setup, ball).position.y;
        highest = y > highest ? y : highest;
        const double gap = joint_gap(&joints, joint);
        widest = gap > widest ? gap : widest;
    }
    assert_between(highest, -0.03, 0.03);
    assert_between(widest, 0, 1e-4);
    joints_end(&joints);
}

static const int LINKS = 100;

// Links of 0.2 m hang below each other; the last may be heavier. @return the widest gap.
static double chain_gap(double end_mass, double sideways, double seconds, double *speed)
{
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    int above = post_at(&setup, 0, 0, 0);
    int all[100];
    for (int i = 0; i < LINKS; ++i) {
        const int link = setup_body(&setup, capsule_shape(0.1, 0.04, 0.04), 0, -0.1 - 0.2 * i, 0);
        setup.things[link].motion.mass = i == LINKS - 1 ? end_mass : 1;
        set3(setup.things[link].motion.linear_velocity, sideways, 0, 0);
        joint_ball(&joints, joint_add(&joints, above, link, 0, -0.2 * i, 0));
        all[i] = above = link;
    }
    setup_start(&setup);
    setup_run(&setup, seconds);
    double widest = 0;
    for (int i = 0; i < LINKS; ++i) {
        const double gap = joint_gap(&joints, i);
        widest = gap > widest ? gap : widest;
    }
    const TumVec3 v = setup_velocity(&setup, all[LINKS - 1]);
    *speed = sqrt((double)(v.x * v.x + v.y * v.y + v.z * v.z));
    joints_end(&joints);
    return widest;
}

static void a_hanging_chain_of_a_hundred_links_does_not_stretch(void **state)
{
    (void)state;
    double speed;
    assert_between(chain_gap(1, 0, 3, &speed), 0, 1e-4);
    assert_between(speed, 0, 5e-3);
}

static void a_chain_carries_a_hundred_times_a_link(void **state)
{
    (void)state;
    double speed;
    assert_between(chain_gap(100, 0, 3, &speed), 0, 1e-4);
    assert_between(speed, 0, 5e-3);
}

static void a_swinging_chain_holds_together(void **state)
{
    (void)state;
    double speed;
    assert_between(chain_gap(100, 3, 3, &speed), 0, 1e-3);
    assert_between(speed, 0, 20);
    assert_between(chain_gap(1000, 5, 3, &speed), 0, 1e-3);
    assert_between(speed, 0, 20);
}

// How a whip cracks is chance: of thirty lengths, hung and loose, the worst gap was 0.35 mm.
static void light_chains_whipped_over_an_edge_stay_whole(void **state)
{
    (void)state;
    for (int i = 0; i < 6; ++i) {
        const double over_the_edge = 0.6 + 0.35 * i;
        const Whip hung = {.is_fixed = true, .over_the_edge = over_the_edge, .speed = 8};
        const Whip loose = {.over_the_edge = over_the_edge, .speed = 8};
        assert_between(whip_gap(hung), 0, 4e-4);
        assert_between(whip_gap(loose), 0, 4e-4);
    }
}

// Crank 0.3, coupler 1, rocker 0.8, ground 1: two circles about the ends of the ground link, as far
// apart as the coupler is long. The crank turns by its motor; all hinges are about Z, so the loop
// says two things about Z and each of X and Y once more than needed.
static void a_four_bar_linkage_runs_round(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const double ax = 0, bx = 1, crank = 0.3, coupler = 1, rocker = 0.8;
    const double px = ax, py = crank; // the crank stands upright
    const double dx = px - bx, distance = sqrt(dx * dx + py * py);
    const double along =
        (distance * distance + rocker * rocker - coupler * coupler) / (2 * distance);
    const double up = sqrt(rocker * rocker - along * along);
    const double qx = bx + along * dx / distance + up * py / distance;
    const double qy = along * py / distance - up * dx / distance;
    const int left = post_at(&setup, ax, 0, 0), right = post_at(&setup, bx, 0, 0);
    const int bars[3] = {moving_ball(&setup, 0.05, px / 2, py / 2, 0),
                         moving_ball(&setup, 0.05, (px + qx) / 2, (py + qy) / 2, 0),
                         moving_ball(&setup, 0.05, (bx + qx) / 2, qy / 2, 0)};
    const int motor = joint_add(&joints, left, bars[0], ax, 0, 0);
    joint_hinge(&joints, motor, 2);
    TumDrive *drive = joint_drive(&joints, motor, TUM_SPACE_ANGULAR, 2, TUM_DRIVE_FORCE);
    drive->velocity_target = 6;
    drive->damping = 1e4;
    joint_hinge(&joints, joint_add(&joints, bars[0], bars[1], px, py, 0), 2);
    joint_hinge(&joints, joint_add(&joints, bars[1], bars[2], qx, qy, 0), 2);
    joint_hinge(&joints, joint_add(&joints, bars[2], right, bx, 0, 0), 2);
    setup_start(&setup);
    double turned = 0, widest = 0, out_of_plane = 0;
    for (int i = 0; i < 300; ++i) {
        setup_step(&setup);
        turned += (double)setup_spin(&setup, bars[0]).z / setup.rate;
        for (int k = 0; k < 4; ++k) {
            const double gap = joint_gap(&joints, k);
            widest = gap > widest ? gap : widest;
        }
        for (int k = 0; k < 3; ++k) {
            out_of_plane += fabs((double)setup_pose(&setup, bars[k]).position.z);
        }
    }
    assert_near(turned, 30, 0.3);
    assert_between(widest, 0, 1e-3);
    assert_between(out_of_plane / 900, 0, 1e-4);
    joints_end(&joints);
}

// A ball on a stick in a cone of 0.5 rad and a twist of 0.2 rad, thrown about.
// KHR-118, KHR-119, KHR-121, OMI-JOINT-20.
static void cone_and_twist_hold_within_half_a_degree(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = post_at(&setup, 0, 0, 0);
    const int stick = setup_body(&setup, box_shape(0.1, 0.4, 0.2), 0, -0.5, 0);
    set3(setup.things[stick].motion.linear_velocity, 2, 0, 3);
    set3(setup.things[stick].motion.angular_velocity, -6, 6, 4);
    const int joint = joint_add(&joints, post, stick, 0, 0, 0);
    joint_ball(&joints, joint);
    joint_range(&joints, joint, TUM_SPACE_ANGULAR, 5, 0, 0.5);
    joint_range(&joints, joint, TUM_SPACE_ANGULAR, 2, -0.2, 0.2);
    setup_start(&setup);
    double cone = 0, twist = 0;
    for (int i = 0; i < 600; ++i) {
        setup_step(&setup);
        const DQuat q = dquat_multiply(dquat_conjugate(joint_frame(&joints, joint, 0).rotation),
                                       joint_frame(&joints, joint, 1).rotation);
        const double opening = tum_limit3_angle(q, 5), turn = fabs(tum_limit3_angle(q, 2));
        cone = opening > cone ? opening : cone;
        twist = turn > twist ? turn : twist;
    }
    const double half_a_degree = PI / 360;
    assert_between(cone, 0.45, 0.5 + half_a_degree);
    assert_between(twist, 0.19, 0.2 + half_a_degree);
    joints_end(&joints);
}

enum { STICKS = 40 };

// [J] Kinetic energy of a stick, about its end.
static double energy_of_stick(const Setup *setup, int stick, DVec3 inertia)
{
    const TumQuat turn = setup_pose(setup, stick).rotation;
    const TumVec3 spin = setup_spin(setup, stick);
    const DQuat q = {(double)turn.x, (double)turn.y, (double)turn.z, (double)turn.w};
    const DVec3 w = dquat_unrotate(q, (DVec3){(double)spin.x, (double)spin.y, (double)spin.z});
    return 0.5 * (inertia.x * w.x * w.x + inertia.y * w.y * w.y + inertia.z * w.z * w.z);
}

// Sticks of 0.4 m by 1 m by 0.6 m hang from a ball with a range of the angle about their length,
// and are thrown over, without gravity. On their way over the axes of the range are nearly
// opposite, where the angle changes by as much as pi in a substep. Impulses of the range do no work
// on the whole.
static void throw_sticks(int first, int count)
{
    const double w = 0.4, h = 1, d = 0.6, mass = 1000 * w * h * d;
    const DVec3 inertia = {mass * ((h * h + d * d) / 12 + h * h / 4), mass * (w * w + d * d) / 12,
                           mass * ((h * h + w * w) / 12 + h * h / 4)};
    Setup setup = setup_empty();
    setup.def.gravity[1] = 0;
    Joints joints = joints_of(&setup);
    int sticks[STICKS];
    double before[STICKS];
    for (int i = 0; i < count; ++i) {
        const double at = 5.0 * i, angle = first + i;
        const int post = post_at(&setup, at, 0, 0);
        sticks[i] = setup_body(&setup, box_shape(w, h, d), at, -h / 2, 0);
        const double spin[3] = {6 * cos(angle), 0.02 * (i % 7 - 3), 6 * sin(angle)};
        set3(setup.things[sticks[i]].motion.angular_velocity, spin[0], spin[1], spin[2]);
        set3(setup.things[sticks[i]].motion.linear_velocity, spin[2] * h / 2, 0, -spin[0] * h / 2);
        const int joint = joint_add(&joints, post, sticks[i], at, 0, 0);
        joint_ball(&joints, joint);
        joint_range(&joints, joint, TUM_SPACE_ANGULAR, 2, -0.14, 0.14);
    }
    setup_start(&setup);
    for (int i = 0; i < count; ++i) {
        before[i] = energy_of_stick(&setup, sticks[i], inertia);
    }
    for (int frame = 0; frame < 180; ++frame) {
        setup_step(&setup);
        for (int i = 0; i < count; ++i) {
            const double energy = energy_of_stick(&setup, sticks[i], inertia);
            if (!(energy <= 1.01 * before[i])) {
                fail_msg("stick %d of %d, frame %d: %g J, %g J at first", first + i, count, frame,
                         energy, before[i]);
            }
        }
    }
    joints_end(&joints);
}

static void a_range_of_twist_gains_no_energy_on_the_way_over(void **state)
{
    (void)state;
    for (int i = 0; i < STICKS; ++i) {
        throw_sticks(i, 1);
    }
    throw_sticks(0, STICKS);
}

// KHR-117, KHR-121, KHR-122, OMI-JOINT-43.
static void a_rope_is_slack_until_it_is_taut(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = post_at(&setup, 0, 0, 0);
    const int ball = moving_ball(&setup, 0.1, 0, 0, 0);
    joint_range(&joints, joint_between(&joints, post, ball), TUM_SPACE_LINEAR, 7, 0, 1);
    setup_start(&setup);
    setup_run(&setup, 0.4);
    assert_near(setup_pose(&setup, ball).position.y, -G * 0.4 * (0.4 + 1.0 / 240) / 2, 1e-3);
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, ball).position.y, -1, 1e-4);
    assert_near(setup_velocity(&setup, ball).y, 0, 1e-4);
    joints_end(&joints);
}

// A range of three turns stops after one and a half of them, not at the first half.
static void a_stop_counts_whole_turns(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = post_at(&setup, 0, 0, 0);
    const int wheel = setup_body(&setup, cylinder_shape(0.1, 0.5, 0.5), 0, 0, 0);
    setup.things[wheel].motion.gravity_factor = 0;
    set3(setup.things[wheel].motion.angular_velocity, 0, 4, 0);
    const int joint = joint_between(&joints, post, wheel);
    joint_hinge(&joints, joint, 1);
    joint_range(&joints, joint, TUM_SPACE_ANGULAR, 2, -3 * PI, 3 * PI);
    setup_start(&setup);
    double turned = 0;
    for (int i = 0; i < 300; ++i) {
        setup_step(&setup);
        turned += (double)setup_spin(&setup, wheel).y / setup.rate;
    }
    assert_near(turned, 3 * PI, 0.05);
    assert_near(setup_spin(&setup, wheel).y, 0, 1e-4);
    joints_end(&joints);
}

// Two boxes that overlap: joined they stay, with collision allowed they part.
static double joined_boxes_apart(bool enable_collision)
{
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int a = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    const int b = setup_body(&setup, box_shape(1, 1, 1), 0.8, 0, 0);
    setup.things[a].motion.gravity_factor = setup.things[b].motion.gravity_factor = 0;
    const int joint = joint_add(&joints, a, b, 0, 0, 0);
    joint_slider(&joints, joint, 0);
    joints.defs[joint].enable_collision = enable_collision;
    setup_start(&setup);
    setup_run(&setup, 2);
    const double apart =
        (double)(setup_pose(&setup, b).position.x - setup_pose(&setup, a).position.x);
    joints_end(&joints);
    return apart;
}

// KHR-108, OMI-JOINT-26, OMI-JOINT-33.
static void joined_bodies_collide_only_when_they_may(void **state)
{
    (void)state;
    assert_near(joined_boxes_apart(false), 0.8, 1e-5);
    assert_near(joined_boxes_apart(true), 1, 0.05);
}

// The ball hangs on one static box; that it does not meet. The other, which is the world's too, it
// does.
static void a_joint_to_the_world_spares_only_its_own_node(void **state)
{
    (void)state;
    for (int through = 0; through < 2; ++through) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        const int own = setup_static(&setup, box_shape(1, 1, 1), 0, 0, 0);
        const int other = setup_static(&setup, box_shape(1, 1, 1), 0, 0, 0);
        const int ball = moving_ball(&setup, 0.25, 0, 2, 0);
        if (through == 1) {
            set3(setup.things[other].position, 50, 0, 0);
        }
        joint_slider(&joints, joint_add(&joints, own, ball, 0, 0, 0), 1);
        setup_start(&setup);
        setup_run(&setup, 1.5);
        if (through == 1) {
            assert_between(setup_pose(&setup, ball).position.y, -12, -5);
        } else {
            assert_near(setup_pose(&setup, ball).position.y, 0.75, 0.01);
        }
        joints_end(&joints);
    }
}

static void joined_bodies_sleep_and_wake_as_one(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    setup_floor(&setup);
    const int a = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int b = setup_body(&setup, box_shape(1, 1, 1), 3, 0.5, 0);
    const int ball = setup_body(&setup, sphere_shape(0.4), -20, 0.4, 0);
    set3(setup.things[ball].motion.linear_velocity, 6, 0, 0);
    joint_range(&joints, joint_between(&joints, a, b), TUM_SPACE_LINEAR, 7, 2.99, 3.01);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, a)));
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, b)));
    bool were_apart = false;
    for (int i = 0; i < 240; ++i) {
        setup_step(&setup);
        were_apart |= tum_body_is_awake(setup.world, setup_id(&setup, a)) !=
                      tum_body_is_awake(setup.world, setup_id(&setup, b));
    }
    assert_false(were_apart);
    assert_true((double)setup_pose(&setup, b).position.x > 3.005);
    joints_end(&joints);
}

// KHR-111, OMI-JOINT-32, OMI-JOINT-49, OMI-JOINT-63.
static void a_weld_brings_its_two_frames_together(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = post_at(&setup, 1, 2, 3);
    const int box = setup_body(&setup, box_shape(0.4, 0.3, 0.2), 1.02, 1.99, 3.01);
    setup_turn(&setup, box, 1, 2, 3, 0.1);
    setup.things[box].motion.mass = 1;
    setup.things[box].motion.gravity_factor = 0;
    const int joint = joint_between(&joints, post, box);
    joint_lock(&joints, joint, TUM_SPACE_LINEAR, 7);
    joint_lock(&joints, joint, TUM_SPACE_ANGULAR, 7);
    setup_start(&setup);
    setup_run(&setup, 2);
    const TumPose3 pose = setup_pose(&setup, box);
    assert_near(pose.position.x, 1, 1e-4);
    assert_near(pose.position.y, 2, 1e-4);
    assert_near(pose.position.z, 3, 1e-4);
    assert_near(fabs((double)pose.rotation.w), 1, 1e-6);
    joints_end(&joints);
}

// A distance of zero, a cone of zero about X and Z, and a range about Y.
// KHR-128, OMI-JOINT-50, OMI-JOINT-65.
static void a_door_swings_within_its_range(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        const int post = post_at(&setup, 0, 0, 0);
        const int door = setup_body(&setup, box_shape(0.9, 2, 0.04), 0.45, 0, 0);
        set3(setup.things[door].motion.linear_velocity, 0, 0, -0.45 * 2 * way);
        set3(setup.things[door].motion.angular_velocity, 0, 2 * way, 0);
        const int joint = joint_add(&joints, post, door, 0, 0, 0);
        joint_hinge(&joints, joint, 1);
        joint_range(&joints, joint, TUM_SPACE_ANGULAR, 2, -0.5, 1);
        setup_start(&setup);
        double low = 0, high = 0, cone = 0;
        for (int i = 0; i < 120; ++i) {
            setup_step(&setup);
            const DQuat q = dquat_multiply(dquat_conjugate(joint_frame(&joints, joint, 0).rotation),
                                           joint_frame(&joints, joint, 1).rotation);
            const double turn = tum_limit3_angle(q, 2);
            low = fmin(low, turn);
            high = fmax(high, turn);
            cone = fmax(cone, tum_limit3_angle(q, 5));
        }
        const double half_a_degree = PI / 360;
        assert_near(way < 0 ? low : high, way < 0 ? -0.5 : 1, half_a_degree);
        assert_between(cone, 0, half_a_degree);
        joints_end(&joints);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_keeps_its_period),
        cmocka_unit_test(a_pendulum_keeps_its_energy),
        cmocka_unit_test(a_hanging_chain_of_a_hundred_links_does_not_stretch),
        cmocka_unit_test(a_chain_carries_a_hundred_times_a_link),
        cmocka_unit_test(a_swinging_chain_holds_together),
        cmocka_unit_test(light_chains_whipped_over_an_edge_stay_whole),
        cmocka_unit_test(a_four_bar_linkage_runs_round),
        cmocka_unit_test(cone_and_twist_hold_within_half_a_degree),
        cmocka_unit_test(a_range_of_twist_gains_no_energy_on_the_way_over),
        cmocka_unit_test(a_rope_is_slack_until_it_is_taut),
        cmocka_unit_test(a_stop_counts_whole_turns),
        cmocka_unit_test(joined_bodies_collide_only_when_they_may),
        cmocka_unit_test(a_joint_to_the_world_spares_only_its_own_node),
        cmocka_unit_test(joined_bodies_sleep_and_wake_as_one),
        cmocka_unit_test(a_weld_brings_its_two_frames_together),
        cmocka_unit_test(a_door_swings_within_its_range),
    };
    return cmocka_run_group_tests_name("joints", tests, NULL, NULL);
}
