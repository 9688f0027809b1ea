// SPDX-License-Identifier: MIT
// Joints as a world's users see them: any limits hold, same bits everywhere, memory may end.
#include "joint3/limit3.h"
#include "math/scalar.h"
#include "tests/support/joint_support.h"

// How far a limit is violated now, by section 9.2 of docs/dialects.md#bodies; angles but for whole
// turns.
static double violation(const Joints *joints, int joint, const TumLimit *limit)
{
    const DPose3 a = joint_frame(joints, joint, 0), b = joint_frame(joints, joint, 1);
    const DMat3 axes = dquat_matrix(a.rotation);
    const DQuat q = dquat_multiply(dquat_conjugate(a.rotation), b.rotation);
    const double x =
        limit->space == TUM_SPACE_LINEAR
            ? tum_limit3_linear(axes, dvec3_sub(b.position, a.position), limit->axes).value
            : tum_limit3_angle(q, limit->axes);
    const double under = limit->min - x, over = x - limit->max;
    return under > 0 ? under : over > 0 ? over : 0;
}

// A limit of each space on random axes, with a range that can be met.
static void random_limit(Random *random, Joints *joints, int joint, TumSpace space)
{
    const uint32_t axes = 1 + (uint32_t)random_in(random, 0, 7);
    const bool is_single = axis_count(axes) == 1;
    const double width = random_in(random, 0, 1) < 0.4 ? 0 : random_in(random, 0, 0.6);
    const double low = is_single                       ? random_in(random, -0.5, 0.5)
                       : random_in(random, 0, 1) < 0.5 ? 0
                                                       : random_in(random, 0.1, 0.4);
    TumLimit *limit = joint_range(joints, joint, space, axes, low, low + width);
    if (space == TUM_SPACE_LINEAR && random_in(random, 0, 1) < 0.15) {
        limit->min = -INFINITY;
    }
    // A turn has a meaning only while the axis does not swing over.
    if (is_single && space == TUM_SPACE_ANGULAR) {
        joint_range(joints, joint, space, 7u & ~axes, 0, 0.8);
    }
}

// KHR-115, KHR-116, KHR-117, KHR-120, KHR-129, OMI-JOINT-32.
static void any_limits_in_any_frames_hold_after_settling(void **state)
{
    (void)state;
    Random random = {99};
    for (int round = 0; round < 150; ++round) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        const bool is_fixed = random_in(&random, 0, 1) < 0.5;
        const int a = is_fixed ? setup_static(&setup, box_shape(0.3, 0.4, 0.5), 0, 0, 0)
                               : setup_body(&setup, box_shape(0.3, 0.4, 0.5), 0, 0, 0);
        const int b = setup_body(&setup, box_shape(0.5, 0.2, 0.4), random_in(&random, -0.5, 0.5),
                                 random_in(&random, -0.5, 0.5), random_in(&random, -0.5, 0.5));
        for (int i = a; i <= b; ++i) {
            setup_turn(&setup, i, random_in(&random, -1, 1), random_in(&random, -1, 1), 1,
                       random_in(&random, -0.4, 0.4));
            setup.things[i].motion.mass = random_in(&random, 0.5, 5);
            setup.things[i].motion.center_rule = CENTER_AUTHORED;
            set3(setup.things[i].motion.center_of_mass, random_in(&random, -0.1, 0.1),
                 random_in(&random, -0.1, 0.1), random_in(&random, -0.1, 0.1));
        }
        const int joint = joint_between(&joints, a, b);
        random_limit(&random, &joints, joint, TUM_SPACE_LINEAR);
        random_limit(&random, &joints, joint, TUM_SPACE_ANGULAR);
        for (int axis = 0; axis < 3; ++axis) { // dampers, so that it settles
            joint_drive(&joints, joint, TUM_SPACE_ANGULAR, axis, TUM_DRIVE_ACCELERATION)->damping =
                4;
        }
        setup_start(&setup);
        setup_run(&setup, 3);
        for (size_t i = 0; i < joints.defs[joint].limit_count; ++i) {
            const TumLimit *limit = &joints.limits[joint][i];
            const double wrong = violation(&joints, joint, limit);
            const double most = limit->space == TUM_SPACE_LINEAR ? 1e-3 : PI / 360;
            if (wrong > most) {
                print_error("round %d, space %d, axes %d, %g to %g: off by %g\n", round,
                            (int)limit->space, (int)limit->axes, limit->min, limit->max, wrong);
            }
            assert_between(wrong, 0, most);
        }
        joints_end(&joints);
    }
}

// Ragdolls on a floor: balls, hinges, cones, motors and contacts.
static void fill(Joints *joints)
{
    Setup *setup = joints->setup;
    setup_floor(setup);
    for (int i = 0; i < 6; ++i) {
        const double x = 1.5 * (i % 3), z = 1.5 * (i / 3.0), y = 1.2 + 0.3 * i;
        const int trunk = setup_body(setup, box_shape(0.4, 0.6, 0.2), x, y, z);
        for (int k = 0; k < 4; ++k) {
            const double side = k % 2 == 0 ? -1 : 1, height = k / 2 == 0 ? 0.2 : -0.4;
            const int limb =
                setup_body(setup, capsule_shape(0.3, 0.06, 0.05), x + 0.3 * side, y + height, z);
            const int joint = joint_add(joints, trunk, limb, x + 0.2 * side, y + height + 0.15, z);
            joint_ball(joints, joint);
            joint_range(joints, joint, TUM_SPACE_ANGULAR, 5, 0, 0.8);
            if (k == 0) {
                TumDrive *drive = joint_drive(joints, joint, TUM_SPACE_ANGULAR, 1, TUM_DRIVE_FORCE);
                drive->velocity_target = 2;
                drive->damping = 5;
                drive->max_force = 1;
            }
        }
    }
}

static uint64_t hash_after(double seconds, int threads, TumInstructions instructions)
{
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    fill(&joints);
    setup.def.threads = threads;
    setup.def.instructions = instructions;
    setup_start(&setup);
    setup_run(&setup, seconds);
    const uint64_t hash = tum_world_hash(setup.world);
    joints_end(&joints);
    return hash;
}

static void jointed_worlds_have_the_same_bits_everywhere(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(2, 1, TUM_INSTRUCTIONS_SCALAR);
    const int threads[] = {2, 3, 8};
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; ++i) {
        assert_true(hash_after(2, threads[i], TUM_INSTRUCTIONS_WIDEST) == expected);
    }
    for (int i = 0; i < TUM_INSTRUCTIONS_COUNT; ++i) {
        if (tum_instructions_exist((TumInstructions)i)) {
            assert_true(hash_after(2, 1, (TumInstructions)i) == expected);
        }
    }
}

static void a_jointed_step_allocates_nothing(void **state)
{
    (void)state;
    Counting counting;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = setup_static(&setup, sphere_shape(0.01), 0, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.1), 1, 0, 0);
    joint_ball(&joints, joint_add(&joints, post, ball, 0, 0, 0));
    setup.def.allocator = counting_allocator(&counting);
    setup_start(&setup);
    setup_run(&setup, 5);
    const size_t before = counting.allocations;
    setup_run(&setup, 5);
    assert_int_equal(counting.allocations, before);
    joints_end(&joints);
    assert_int_equal(counting.blocks, 0);
}

static void running_out_of_memory_with_joints_leaks_nothing(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = setup_static(&setup, sphere_shape(0.1), 0, 0, 0);
    const int a = setup_body(&setup, box_shape(0.2, 0.2, 0.2), 1, 0, 0);
    const int b = setup_body(&setup, box_shape(0.2, 0.2, 0.2), 2, 0, 0);
    joint_ball(&joints, joint_add(&joints, post, a, 0.5, 0, 0));
    joint_hinge(&joints, joint_add(&joints, a, b, 1.5, 0, 0), 2);
    setup_start(&setup);
    assert_memory_may_run_out(&setup, 3);
    joints_end(&joints);
}

// A hub with more spokes than one system takes is solved in system blocks, and holds.
static void a_hub_of_many_joints_holds(void **state)
{
    (void)state;
    enum { SPOKES = 150 };
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = setup_static(&setup, sphere_shape(0.01), 0, 0, 0);
    const int hub = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup.things[hub].motion.mass = 20;
    joint_ball(&joints, joint_between(&joints, post, hub));
    for (int i = 0; i < SPOKES; ++i) {
        const double angle = 2 * PI * i / SPOKES, x = cos(angle), z = sin(angle);
        const int spoke = setup_body(&setup, sphere_shape(0.01), 3 * x, 0, 3 * z);
        setup.things[spoke].motion.mass = 0.1;
        joint_ball(&joints, joint_add(&joints, hub, spoke, 2 * x, 0, 2 * z));
    }
    setup_start(&setup);
    double widest = 0;
    for (int i = 0; i < 60; ++i) {
        setup_step(&setup);
        for (int k = 0; k <= SPOKES; ++k) {
            const double gap = joint_gap(&joints, k);
            widest = gap > widest ? gap : widest;
        }
    }
    assert_between(widest, 0, 5e-3);
    joints_end(&joints);
}

static void a_joint_of_nothing_that_moves_is_reported(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int post = setup_static(&setup, sphere_shape(0.1), 0, 0, 0);
    const int body = setup_body(&setup, sphere_shape(0.1), 1, 0, 0);
    setup.things[body].motion.mass = INFINITY;
    joint_ball(&joints, joint_between(&joints, post, body));
    setup_start(&setup);
    assert_true(report_has(setup.report, "SIMULATION_JOINT_IGNORED", "/joint"));
    setup_run(&setup, 0.1);
    assert_near(setup_pose(&setup, body).position.x, 1, 0);
    joints_end(&joints);
}

// A body's mass says nothing about whether it moves: static and kinematic ones may have one too.
// KHR-44, OMI-JOINT-3.
static void a_joint_to_a_body_that_is_not_dynamic_holds(void **state)
{
    (void)state;
    static const TumBodyKind kinds[2] = {TUM_BODY_STATIC, TUM_BODY_KINEMATIC};
    for (int i = 0; i < 2; ++i) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        const int post = setup_body(&setup, sphere_shape(0.1), 0, 0, 0);
        setup.things[post].motion.kind = kinds[i];
        setup.things[post].motion.mass = 1;
        const int bob = setup_body(&setup, sphere_shape(0.1), 0, -1, 0);
        joint_ball(&joints, joint_add(&joints, bob, post, 0, 0, 0));
        setup_start(&setup);
        setup_run(&setup, 1.0);
        assert_near((double)setup_pose(&setup, bob).position.y, -1, 1e-3);
        assert_near((double)setup_pose(&setup, post).position.y, 0, 0);
        joints_end(&joints);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_limits_in_any_frames_hold_after_settling),
        cmocka_unit_test(jointed_worlds_have_the_same_bits_everywhere),
        cmocka_unit_test(a_jointed_step_allocates_nothing),
        cmocka_unit_test(running_out_of_memory_with_joints_leaks_nothing),
        cmocka_unit_test(a_hub_of_many_joints_holds),
        cmocka_unit_test(a_joint_of_nothing_that_moves_is_reported),
        cmocka_unit_test(a_joint_to_a_body_that_is_not_dynamic_holds),
    };
    return cmocka_run_group_tests_name("joint worlds", tests, NULL, NULL);
}
