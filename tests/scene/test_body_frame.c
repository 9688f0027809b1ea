// SPDX-License-Identifier: MIT
// Body frames, velocities, and which body a node, a collider belongs to.
#include "tests/scene/kit.h"

static const DVec3 Y = {0, 1, 0};

static void a_body_stands_where_its_node_does(void **state)
{
    (void)state;
    // Parent at (1, 2, 3), a quarter turn about Y: its X is the world's -Z, its Z the world's X.
    Kit kit = kit_begin();
    const int32_t parent = kit_node_at(&kit, -1, 1, 2, 3);
    kit_turn(&kit, parent, 0, 1, 0, PI / 2);
    const int32_t child = kit_node_at(&kit, parent, 4, 5, 6);
    kit_motion(&kit, child);
    kit_box(&kit, child, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->body_count, 1);
    assert_vector(scene->bodies[0].position, 1 + 6, 2 + 5, 3 - 4);
    assert_axes(&scene->bodies[0].rotation, (DVec3){0, 0, -1}, Y);
    assert_vector(&scene->nodes[child].world[12], 7, 7, -1);
    kit_end(&kit);
}

static void scale_stays_behind_as_stretch(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_turn(&kit, node, 0, 0, 1, PI / 2);
    kit_scale(&kit, node, 2, 3, 4);
    kit_motion(&kit, node);
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_axes(&body->rotation, Y, (DVec3){-1, 0, 0});
    assert_vector(&body->stretch[0], 2, 0, 0);
    assert_vector(&body->stretch[4], 0, 3, 0);
    assert_vector(&body->stretch[8], 0, 0, 4);
    assert_near(body->stretch[15], 1.0, 0.0);
    kit_end(&kit);
}

static void a_mirrored_body_turns_its_z_axis_round(void **state)
{
    (void)state;
    // Section 3.1: det < 0 negates the Z column; the mirror stays in the stretch.
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_scale(&kit, node, -1, 1, 1);
    kit_motion(&kit, node);
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_axes(&body->rotation, (DVec3){-1, 0, 0}, Y);
    assert_vector(&body->stretch[0], 1, 0, 0);
    assert_vector(&body->stretch[8], 0, 0, -1);
    kit_end(&kit);
}

static void a_sheared_body_stands_in_the_nearest_rotation(void **state)
{
    (void)state;
    // Scale (2, 1, 1) above a turn of 45 degrees about Z: L = S R. The polar factor is R times the
    // nearest rotation of R^T S R = [[3/2, -1/2], [-1/2, 3/2]], which is symmetric and positive: so
    // the nearest rotation is R itself.
    Kit kit = kit_begin();
    const int32_t parent = kit_node(&kit, -1);
    kit_scale(&kit, parent, 2, 1, 1);
    const int32_t child = kit_node(&kit, parent);
    kit_turn(&kit, child, 0, 0, 1, PI / 4);
    kit_motion(&kit, child);
    const TumScene *scene = kit_finish(&kit);
    const double h = sqrt(0.5);
    assert_axes(&scene->bodies[0].rotation, (DVec3){h, h, 0}, (DVec3){-h, h, 0});
    assert_vector(&scene->bodies[0].stretch[0], 1.5, -0.5, 0);
    assert_vector(&scene->bodies[0].stretch[4], -0.5, 1.5, 0);
    kit_end(&kit);
}

static void a_scale_of_zero_keeps_the_authored_rotation(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t parent = kit_node(&kit, -1);
    kit_scale(&kit, parent, 0, 0, 0);
    const int32_t child = kit_node(&kit, parent);
    kit_turn(&kit, child, 0, 1, 0, PI / 2);
    kit_motion(&kit, child);
    const TumScene *scene = kit_finish(&kit);
    assert_axes(&scene->bodies[0].rotation, (DVec3){0, 0, -1}, Y);
    kit_end(&kit);
}

static void velocities_turn_with_the_node_and_never_scale(void **state)
{
    (void)state;
    // Acceptance scenes Motion 03 and 04: parent turned a quarter about Y, child [0, 0, 1]: world
    // X.
    Kit kit = kit_begin();
    const int32_t parent = kit_node(&kit, -1);
    kit_turn(&kit, parent, 0, 1, 0, PI / 2);
    kit_scale(&kit, parent, 5, 5, 5);
    const int32_t child = kit_node(&kit, parent);
    MotionDef *motion = kit_motion(&kit, child);
    motion->linear_velocity[2] = 1.0;
    motion->angular_velocity[2] = 2.0;
    const int32_t other = kit_node(&kit, parent);
    motion = kit_motion(&kit, other);
    motion->velocity_space = VELOCITY_IN_WORLD;
    motion->linear_velocity[2] = 1.0;
    const TumScene *scene = kit_finish(&kit);
    assert_vector(scene->bodies[0].linear_velocity, 1, 0, 0);
    assert_vector(scene->bodies[0].angular_velocity, 2, 0, 0);
    assert_vector(scene->bodies[1].linear_velocity, 0, 0, 1);
    kit_end(&kit);
}

// KHR-12, KHR-13, OMI-BODY-14.
static void the_nearest_motion_above_owns_a_node(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t world = kit_node(&kit, -1);
    const int32_t outer = kit_node_at(&kit, world, 10, 0, 0);
    const int32_t between = kit_node_at(&kit, outer, 1, 0, 0);
    const int32_t inner = kit_node_at(&kit, between, 1, 0, 0);
    const int32_t leaf = kit_node_at(&kit, inner, 0, 3, 0);
    kit_motion(&kit, inner)->kind = TUM_BODY_STATIC; // claims what is below it, moving or not
    kit_motion(&kit, outer);
    kit_box(&kit, leaf, 1, 1, 1);
    kit_box(&kit, between, 1, 1, 1);
    kit_box(&kit, world, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    // Bodies by node, whatever the order they were named in.
    assert_int_equal(scene->bodies[0].node, outer);
    assert_int_equal(scene->bodies[1].node, inner);
    const int32_t expected[] = {-1, 0, 0, 1, 1};
    for (size_t i = 0; i < 5; ++i) {
        assert_int_equal(scene->nodes[i].body, expected[i]);
    }
    assert_int_equal(scene->colliders[0].node, world);
    assert_int_equal(scene->colliders[0].body, -1);
    assert_int_equal(scene->colliders[1].node, between);
    assert_int_equal(scene->colliders[1].body, 0);
    assert_vector(scene->colliders[1].position, 1, 0, 0);
    assert_int_equal(scene->colliders[2].node, leaf);
    assert_int_equal(scene->colliders[2].body, 1);
    assert_vector(scene->colliders[2].position, 0, 3, 0);
    kit_end(&kit);
}

static void parents_may_come_after_their_children(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t child = kit_node_at(&kit, 1, 0, 1, 0);
    const int32_t parent = kit_node_at(&kit, 2, 0, 10, 0);
    const int32_t root = kit_node_at(&kit, -1, 0, 100, 0);
    kit_motion(&kit, parent);
    kit_box(&kit, child, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->nodes[root].body, -1);
    assert_int_equal(scene->nodes[child].body, 0);
    assert_vector(&scene->nodes[child].world[12], 0, 111, 0);
    kit_end(&kit);
}

static void what_is_outside_the_scene_is_not_simulated(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t inside = kit_node(&kit, -1), outside = kit_node(&kit, -1);
    kit.nodes[outside].in_scene = false;
    kit_motion(&kit, inside);
    kit_motion(&kit, outside);
    kit_box(&kit, inside, 1, 1, 1);
    const ColliderDef *box = kit_box(&kit, outside, 1, 1, 1);
    kit_trigger(&kit, outside, box->shape);
    kit_joint(&kit, outside, inside);
    kit_joint(&kit, inside, outside);
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->body_count, 1);
    assert_int_equal(scene->collider_count, 1);
    assert_int_equal(scene->trigger_count, 0);
    assert_int_equal(scene->joint_count, 0);
    assert_int_equal(scene->nodes[outside].body, -1);
    assert_true(report_has(kit.report, "PHYSICS_JOINT_NODE_NOT_IN_SCENE", "/joint"));
    kit_end(&kit);
}

static void the_first_of_two_motions_of_a_node_wins(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_motion(&kit, node)->mass = 3.0;
    kit_motion(&kit, node)->mass = 4.0;
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->body_count, 1);
    assert_near(scene->bodies[0].mass, 3.0, 0.0);
    kit_end(&kit);
}

static void a_static_body_has_no_velocity(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    MotionDef *motion = kit_motion(&kit, kit_node(&kit, -1));
    motion->kind = TUM_BODY_STATIC;
    motion->linear_velocity[0] = 1.0;
    const TumScene *scene = kit_finish(&kit);
    assert_vector(scene->bodies[0].linear_velocity, 0, 0, 0);
    kit_end(&kit);
}

static void a_circle_of_nodes_leaves_the_scene(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t a = kit_node(&kit, 1);
    (void)kit_node(&kit, a);
    const int32_t below = kit_node(&kit, a), fine = kit_node(&kit, -1);
    kit_motion(&kit, a);
    kit_motion(&kit, below);
    kit_motion(&kit, fine);
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->body_count, 1);
    assert_int_equal(scene->bodies[0].node, fine);
    kit_end(&kit);
}

static void numbers_beyond_sense_take_a_node_out(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t wild = kit_node_at(&kit, -1, NAN, 0, 0);
    const int32_t below = kit_node(&kit, wild);
    int32_t large = -1;
    for (int i = 0; i < 8; ++i) {
        large = kit_node(&kit, large);
        kit_scale(&kit, large, 1e9, 1e9, 1e9);
    }
    kit_motion(&kit, below);
    kit_motion(&kit, large);
    kit_box(&kit, below, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->body_count, 0);
    assert_int_equal(scene->collider_count, 0);
    assert_true(report_has(kit.report, "VALUE_NOT_IN_RANGE", "/nodes/0"));
    assert_false(report_has(kit.report, "VALUE_NOT_IN_RANGE", "/nodes/1"));
    kit_end(&kit);
}

static void a_hundred_thousand_levels_are_walked_without_a_stack(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    SceneBuilder *builder = tum_scene_builder_create(NULL, 3, 1000.0, "", NULL);
    tum_scene_builder_node_count(builder, DEPTH);
    TumTransform local = {.translation = {1, 0, 0}, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    kit_local(&local);
    for (int32_t i = 0; i < DEPTH; ++i) {
        const NodeDef node = {
            .parent = i + 1 < DEPTH ? i + 1 : -1, .in_scene = true, .local = &local, .name = ""};
        tum_scene_builder_node(builder, (size_t)i, &node);
    }
    MotionDef motion = tum_default_motion_def();
    motion.node = DEPTH - 1;
    tum_scene_builder_motion(builder, &motion);
    TumScene *scene;
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    assert_int_equal(scene->nodes[0].body, 0);
    assert_near(scene->nodes[0].world[12], DEPTH, 0.0);
    tum_scene_destroy(scene);
    tum_scene_builder_destroy(builder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_stands_where_its_node_does),
        cmocka_unit_test(scale_stays_behind_as_stretch),
        cmocka_unit_test(a_mirrored_body_turns_its_z_axis_round),
        cmocka_unit_test(a_sheared_body_stands_in_the_nearest_rotation),
        cmocka_unit_test(a_scale_of_zero_keeps_the_authored_rotation),
        cmocka_unit_test(velocities_turn_with_the_node_and_never_scale),
        cmocka_unit_test(the_nearest_motion_above_owns_a_node),
        cmocka_unit_test(parents_may_come_after_their_children),
        cmocka_unit_test(what_is_outside_the_scene_is_not_simulated),
        cmocka_unit_test(the_first_of_two_motions_of_a_node_wins),
        cmocka_unit_test(a_static_body_has_no_velocity),
        cmocka_unit_test(a_circle_of_nodes_leaves_the_scene),
        cmocka_unit_test(numbers_beyond_sense_take_a_node_out),
        cmocka_unit_test(a_hundred_thousand_levels_are_walked_without_a_stack),
    };
    return cmocka_run_group_tests_name("body frames", tests, NULL, NULL);
}
