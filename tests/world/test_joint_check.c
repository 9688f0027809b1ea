// SPDX-License-Identifier: MIT
// Joints that cannot all have what they want are named.
#include "scene/joint_check.h"

#include "base/alloc.h"

#include "tests/support/joint_support.h"
#include "tests/support/program_support.h"
#include "tumble/scene_builder.h"

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

// Node of a joint below a node: at w along W, turned in ZW.
static int32_t place4(TumSceneBuilder *builder, int32_t parent, double w, double angle)
{
    const double c = cos(angle), s = sin(angle);
    const double turn[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, c, s, 0, 0, -s, c};
    TumNodeDef node = tum_default_node_def();
    node.parent = parent;
    node.position[3] = w;
    node.rotation.m = turn;
    return tum_scene_builder_add_node(builder, &node);
}

static const double TURN = 0.7; // [rad] Of all frames in ZW.

// In four dimensions three balls in a row along W, each joined to the next where it stands, the
// last one to the first by a weld that says that they are `by` farther apart and turned. The
// others are joints of `kind`, with their plane XY locked by a limit where `is_limited`.
static bool found_in_ring4(TumJointKind4 kind, bool is_limited, double by, double angle)
{
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 0.0, "ring", NULL);
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 0.3};
    const int32_t shape = tum_scene_builder_add_shape(builder, &ball);
    int32_t body[3];
    for (int i = 0; i < 3; ++i) {
        body[i] = place4(builder, -1, i, 0);
        TumBodyDef def = tum_default_body_def();
        TumColliderDef collider = tum_default_collider_def();
        def.node = collider.node = body[i];
        assert_true(tum_scene_builder_add_body(builder, &def));
        collider.shape = shape;
        assert_true(tum_scene_builder_add_collider(builder, &collider));
    }
    const TumLimit closed = {
        .space = TUM_SPACE_ANGULAR, .axes = 1u << TUM_PLANE_XY, .stiffness = (double)INFINITY};
    for (int i = 0; i < 3; ++i) {
        const bool is_last = i == 2;
        TumJointDef def = tum_default_joint_def();
        def.kind4 = is_last ? TUM_JOINT4_WELD : kind;
        def.node_a =
            place4(builder, body[i], is_last ? -2 + by : 0.5, TURN + (is_last ? angle : 0));
        def.node_b = place4(builder, body[(i + 1) % 3], is_last ? 0 : -0.5, TURN);
        def.limits = &closed;
        def.limit_count = is_limited && !is_last ? 1 : 0;
        assert_true(tum_scene_builder_add_joint(builder, &def));
    }
    TumScene *scene = NULL;
    ok(tum_scene_builder_finish(builder, &scene));
    TumReport *report = tum_report_create(NULL);
    TumWorld *world = NULL;
    ok(tum_world_create(scene, NULL, &world, report));
    const bool is_found = report_has(report, CODE, NULL);
    tum_world_destroy(world);
    tum_report_destroy(report);
    tum_scene_destroy(scene);
    tum_scene_builder_destroy(builder);
    return is_found;
}

static void loops_of_four_dimensions_that_do_not_close_are_named(void **state)
{
    (void)state;
    assert_false(found_in_ring4(TUM_JOINT4_WELD, false, 0, 0));
    assert_true(found_in_ring4(TUM_JOINT4_WELD, false, 0.01, 0));
    assert_false(found_in_ring4(TUM_JOINT4_WELD, false, 0, 0.002));
    assert_true(found_in_ring4(TUM_JOINT4_WELD, false, 0, 0.02));
    // Hinges let it turn in XY until a limit locks that plane; sliders hold no point.
    assert_false(found_in_ring4(TUM_JOINT4_HINGE, false, 0, 0.02));
    assert_true(found_in_ring4(TUM_JOINT4_HINGE, true, 0, 0.02));
    assert_false(found_in_ring4(TUM_JOINT4_SLIDER, false, 0.05, 0));
    // Whatever the joints of a loop hold besides their points, these are far apart at the start.
    assert_true(found_in_ring4(TUM_JOINT4_PIN, false, 0.2, 0));
    assert_false(found_in_ring4(TUM_JOINT4_PIN, false, 0.05, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_of_locks_that_does_not_close_is_named),
        cmocka_unit_test(a_loop_of_locks_that_closes_turned_is_named),
        cmocka_unit_test(what_is_locked_together_far_apart_in_a_loop_is_named),
        cmocka_unit_test(what_hangs_at_a_loop_far_away_is_named),
        cmocka_unit_test(what_agrees_is_not_named),
        cmocka_unit_test(loops_of_four_dimensions_that_do_not_close_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
