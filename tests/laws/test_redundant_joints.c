// SPDX-License-Identifier: MIT
// Joints of the same two bodies: a second hinge close by on the axis of the first adds nothing and
// has no force; two hinges far apart hold each other's angles; either holds once the other is gone.
#include "tests/support/joint_support.h"

typedef struct Door {
    Setup setup;
    Joints joints;
    int panel;
} Door;

static const double FAR = 1.6, NEAR = 0.1; // [m] Distances of two hinges.

// A panel on one or two hinges with the axis x, 0.25 m off its middle in z; it falls from the
// level. Hinge i is at x = 0.8 - i * apart, the second one `off` meters above the axis.
static Door *door_of(int hinges, double apart, double off)
{
    Door *door = calloc(1, sizeof *door);
    door->setup = setup_empty();
    door->joints = joints_of(&door->setup);
    const int post = setup_node(&door->setup, 0, 0, 0);
    door->panel = setup_body(&door->setup, box_shape(1.0, 0.05, 0.25), 0, 0, 0.25);
    for (int i = 0; i < hinges; ++i) {
        joint_hinge(&door->joints,
                    joint_add(&door->joints, post, door->panel, 0.8 - i * apart, i * off, 0), 0);
    }
    setup_start(&door->setup);
    return door;
}

static void end(Door *door)
{
    joints_end(&door->joints);
    free(door);
}

static TumJointId joint_at(const Door *door, int joint)
{
    return tum_world_joint_at(door->setup.world, (size_t)joint);
}

static double pull_of(const Door *door, int joint)
{
    TumVec3 force;
    tum_joint_force3(door->setup.world, joint_at(door, joint), &force, NULL);
    return sqrt((double)(force.x * force.x + force.y * force.y + force.z * force.z));
}

// Height over the axis is all that the swing depends on: both panels have the same to 20
// micrometers after a second, about a whole swing, and the second hinge has not opened.
static void a_panel_on_two_hinges_swings_as_on_one(void **state)
{
    (void)state;
    const double distances[] = {NEAR, FAR};
    for (int k = 0; k < 2; ++k) {
        Door *one = door_of(1, 0, 0), *two = door_of(2, distances[k], 0);
        for (int i = 0; i < 60; ++i) {
            setup_step(&one->setup);
            setup_step(&two->setup);
            assert_between(joint_gap(&two->joints, 0), 0, 2e-5);
            assert_between(joint_gap(&two->joints, 1), 0, 2e-5);
        }
        const TumVec3 a = setup_pose(&one->setup, one->panel).position;
        const TumVec3 b = setup_pose(&two->setup, two->panel).position;
        assert_near((double)a.y, (double)b.y, 2e-5);
        assert_near((double)a.z, (double)b.z, 2e-5);
        end(one);
        end(two);
    }
}

static void the_second_of_two_close_hinges_has_no_force(void **state)
{
    (void)state;
    Door *door = door_of(2, NEAR, 0);
    setup_run(&door->setup, 0.5);
    assert_true(pull_of(door, 0) > 1.0);
    assert_true(pull_of(door, 1) == 0.0);
    end(door);
}

// The second joint's first body is the panel: its frames compare the other way round.
static void the_second_hinge_has_no_force_the_other_way_round_either(void **state)
{
    (void)state;
    Door *door = calloc(1, sizeof *door);
    door->setup = setup_empty();
    door->joints = joints_of(&door->setup);
    const int post = setup_node(&door->setup, 0, 0, 0);
    door->panel = setup_body(&door->setup, box_shape(1.0, 0.05, 0.25), 0, 0, 0.25);
    joint_hinge(&door->joints, joint_add(&door->joints, post, door->panel, 0.8, 0, 0), 0);
    joint_hinge(&door->joints, joint_add(&door->joints, door->panel, post, 0.8 - NEAR, 0, 0), 0);
    setup_start(&door->setup);
    setup_run(&door->setup, 0.5);
    assert_true(pull_of(door, 0) > 1.0);
    assert_true(pull_of(door, 1) == 0.0);
    end(door);
}

// Points 0.8 m off the middle on either side bear half of the weight each, and no torque: the
// points hold the angles.
static void two_hinges_far_apart_share_the_force_and_have_no_torque(void **state)
{
    (void)state;
    Door *door = door_of(2, FAR, 0);
    setup_run(&door->setup, 0.5);
    assert_near(pull_of(door, 0) / pull_of(door, 1), 1, 0.01);
    for (int joint = 0; joint < 2; ++joint) {
        TumVec3 torque;
        tum_joint_force3(door->setup.world, joint_at(door, joint), NULL, &torque);
        assert_true(torque.x == 0.0f && torque.y == 0.0f && torque.z == 0.0f);
    }
    end(door);
}

// Frames of the hinge that is left keep their axis in common.
static void the_second_hinge_holds_once_the_first_is_disabled(void **state)
{
    (void)state;
    const double distances[] = {NEAR, FAR};
    for (int k = 0; k < 2; ++k) {
        Door *door = door_of(2, distances[k], 0);
        setup_run(&door->setup, 0.25);
        assert_int_equal(tum_joint_set_enabled(door->setup.world, joint_at(door, 0), false),
                         TUM_OK);
        setup_run(&door->setup, 0.5);
        assert_between(joint_gap(&door->joints, 1), 0, 2e-5);
        assert_true(pull_of(door, 1) > 1.0);
        const DVec3 a = dmat3_transform(dquat_matrix(joint_frame(&door->joints, 1, 0).rotation),
                                        (DVec3){1, 0, 0});
        const DVec3 b = dmat3_transform(dquat_matrix(joint_frame(&door->joints, 1, 1).rotation),
                                        (DVec3){1, 0, 0});
        assert_between(dvec3_distance(a, b), 0, 1e-4);
        end(door);
    }
}

// Two hinges 1 mm apart lock each other: the panel stays level instead of falling by 0.25 m.
static void a_hinge_beside_the_axis_is_not_redundant(void **state)
{
    (void)state;
    Door *door = door_of(2, FAR, 1e-3);
    setup_run(&door->setup, 0.5);
    assert_true(pull_of(door, 1) > 1.0);
    assert_near((double)setup_pose(&door->setup, door->panel).position.y, 0, 0.01);
    end(door);
}

// A frame that is moved off the axis makes the joint hold at once.
static void a_second_hinge_that_is_moved_off_the_axis_holds(void **state)
{
    (void)state;
    Door *door = door_of(2, NEAR, 0);
    setup_run(&door->setup, 0.1);
    for (int side = 0; side < 2; ++side) {
        TumPose3 frame = tum_joint_frame3(door->setup.world, joint_at(door, 1),
                                          side == 0 ? TUM_JOINT_A : TUM_JOINT_B);
        frame.position.z += 0.1f;
        assert_int_equal(tum_joint_set_frame3(door->setup.world, joint_at(door, 1),
                                              side == 0 ? TUM_JOINT_A : TUM_JOINT_B, frame),
                         TUM_OK);
    }
    setup_run(&door->setup, 0.1);
    assert_true(pull_of(door, 1) > 1.0);
    end(door);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_panel_on_two_hinges_swings_as_on_one),
        cmocka_unit_test(the_second_of_two_close_hinges_has_no_force),
        cmocka_unit_test(the_second_hinge_has_no_force_the_other_way_round_either),
        cmocka_unit_test(two_hinges_far_apart_share_the_force_and_have_no_torque),
        cmocka_unit_test(the_second_hinge_holds_once_the_first_is_disabled),
        cmocka_unit_test(a_hinge_beside_the_axis_is_not_redundant),
        cmocka_unit_test(a_second_hinge_that_is_moved_off_the_axis_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
