// SPDX-License-Identifier: MIT
// Joints that cannot all have what they want are named.
#include "scene/joint_check.h"

#include "base/alloc.h"

#include "tests/support/joint_support.h"

static const char CODE[] = "PHYSICS_JOINTS_CONTRADICT";

static int lock(Joints *joints, int a, int b, double x)
{
    const int joint = joint_add(joints, a, b, x, 0, 0);
    joint_ball(joints, joint);
    joint_lock(joints, joint, TUM_SPACE_ANGULAR, 7);
    return joint;
}

// Found by making the world, and by asking the scene.
static bool found(Setup *setup)
{
    setup_start(setup);
    const bool by_world = report_has(setup->report, CODE, "/joint");
    TumReport *report = tum_report_create(NULL);
    const TumAllocator memory = tum_allocator_or_default(NULL);
    assert_int_equal(tum_scene_check_joints(setup->scene, &memory, report), TUM_OK);
    assert_int_equal(report_has(report, CODE, "/joint"), by_world);
    tum_report_destroy(report);
    return by_world;
}

// Three bodies in a ring, each locked where it stands to the next; the last joint says that they
// are so much farther apart.
static bool found_in_ring(double by, bool backward)
{
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    int body[3];
    for (int i = 0; i < 3; ++i) {
        body[i] = setup_body(&setup, sphere_shape(0.3), i, 0, 0);
    }
    if (backward) {
        lock(&joints, body[1], body[2], 1.5);
        lock(&joints, body[0], body[1], 0.5);
    } else {
        lock(&joints, body[0], body[1], 0.5);
        lock(&joints, body[1], body[2], 1.5);
    }
    const int a = joint_anchor(&setup, body[2], 1, 0, 0);
    const int b = joint_anchor(&setup, body[0], 1 + by, 0, 0);
    const int joint = joint_between(&joints, a, b);
    joint_ball(&joints, joint);
    joint_lock(&joints, joint, TUM_SPACE_ANGULAR, 7);
    const bool count = found(&setup);
    joints_end(&joints);
    return count;
}

static void a_loop_of_locks_that_does_not_close_is_named(void **state)
{
    (void)state;
    for (int backward = 0; backward < 2; ++backward) {
        assert_int_equal(found_in_ring(0, backward == 1), 0);
        assert_int_equal(found_in_ring(0.01, backward == 1), 1);
    }
}

// Of three bodies in a ring the last joint holds the first in its place, but turned.
static void a_loop_of_locks_that_closes_turned_is_named(void **state)
{
    (void)state;
    const double turns[3] = {0, 0.002, 0.02}; // [rad] 0.005 is tolerated.
    for (int i = 0; i < 3; ++i) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        int body[3];
        for (int k = 0; k < 3; ++k) {
            body[k] = setup_body(&setup, sphere_shape(0.3), k, 0, 0);
        }
        lock(&joints, body[0], body[1], 0.5);
        lock(&joints, body[1], body[2], 1.5);
        const int a = joint_anchor(&setup, body[2], 0, 0, 0);
        const int b = joint_anchor(&setup, body[0], 0, 0, 0);
        setup_turn(&setup, b, 0, 0, 1, turns[i]);
        const int joint = joint_between(&joints, a, b);
        joint_ball(&joints, joint);
        joint_lock(&joints, joint, TUM_SPACE_ANGULAR, 7);
        assert_int_equal(found(&setup), i == 2);
        joints_end(&joints);
    }
}

// A pair is only pulled together; between two posts it cannot be.
static void what_is_locked_together_far_apart_in_a_loop_is_named(void **state)
{
    (void)state;
    for (int posts = 0; posts < 2; ++posts) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        const int a = setup_body(&setup, sphere_shape(0.3), 0, 0, 0);
        const int b = setup_body(&setup, sphere_shape(0.3), 2, 0, 0);
        joint_ball(&joints, joint_between(&joints, a, b));
        if (posts == 1) {
            joint_ball(&joints, joint_between(&joints, setup_node(&setup, 0, 0, 0), a));
            joint_ball(&joints, joint_between(&joints, setup_node(&setup, 2, 0, 0), b));
        }
        assert_int_equal(found(&setup), posts);
        joints_end(&joints);
    }
}

// What hangs at a loop, whichever of both is named first.
static void what_hangs_at_a_loop_far_away_is_named(void **state)
{
    (void)state;
    for (int first = 0; first < 2; ++first) {
        Setup setup = setup_empty();
        Joints joints = joints_of(&setup);
        int body[3];
        for (int i = 0; i < 3; ++i) {
            body[i] = setup_body(&setup, sphere_shape(0.3), 2 * i, 0, 0);
        }
        joint_ball(&joints, joint_add(&joints, body[1], body[2], 3, 0, 0));
        joint_ball(&joints, joint_add(&joints, body[1], body[2], 3.1, 0, 0));
        joint_ball(&joints, first == 0 ? joint_between(&joints, body[0], body[1])
                                       : joint_between(&joints, body[1], body[0]));
        assert_int_equal(found(&setup), 1);
        joints_end(&joints);
    }
}

// A cage of locks to the world and to each other, all as they stand, and a rope that may be long.
static void what_agrees_is_not_named(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    int body[5];
    for (int i = 0; i < 5; ++i) {
        body[i] = setup_body(&setup, sphere_shape(0.3), 3 * i, 0, 0);
        lock(&joints, setup_node(&setup, 3 * i, 0, 0), body[i], 3 * i);
    }
    for (int i = 0; i < 4; ++i) {
        lock(&joints, body[i], body[i + 1], 3 * i + 1);
    }
    joint_range(&joints, joint_between(&joints, body[0], body[4]), TUM_SPACE_LINEAR, 7, 0, 20);
    assert_int_equal(found(&setup), 0);
    joints_end(&joints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_of_locks_that_does_not_close_is_named),
        cmocka_unit_test(a_loop_of_locks_that_closes_turned_is_named),
        cmocka_unit_test(what_is_locked_together_far_apart_in_a_loop_is_named),
        cmocka_unit_test(what_hangs_at_a_loop_far_away_is_named),
        cmocka_unit_test(what_agrees_is_not_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
