// SPDX-License-Identifier: MIT
// Triggers and their parts, joints and their frames.
#include "tests/scene/kit.h"

static int32_t unit_box(Kit *kit)
{
    const TumShape box = {.kind = TUM_SHAPE_BOX, .size = {1, 1, 1}};
    return tum_scene_builder_shape(kit->builder, &box);
}

static void a_trigger_moves_with_the_body_above_it(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t body = kit_node_at(&kit, -1, 0, 5, 0);
    const int32_t node = kit_node_at(&kit, body, 1, 0, 0);
    kit_scale(&kit, node, 2, 2, 2);
    kit_motion(&kit, body);
    kit_trigger(&kit, node, unit_box(&kit));
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->trigger_count, 1);
    assert_int_equal(scene->triggers[0].part_count, 1);
    const TumTriggerPart *part = &scene->trigger_parts[scene->triggers[0].part_first];
    assert_int_equal(part->body, 0);
    assert_vector(part->position, 1, 0, 0);
    assert_vector(part->scale, 2, 2, 2);
    assert_true(part->enabled);
    assert_int_equal(scene->triggers[0].filter, -1);
    kit_end(&kit);
}

static void a_compound_has_its_members_parts_which_report_as_themselves_too(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t top = kit_node(&kit, -1);
    const int32_t members[] = {kit_node_at(&kit, top, 1, 0, 0), kit_node_at(&kit, top, 2, 0, 0)};
    TriggerDef *compound = kit_trigger(&kit, top, -1);
    compound->members = members;
    compound->member_count = 2;
    kit_trigger(&kit, members[1], unit_box(&kit));
    kit_trigger(&kit, members[0], unit_box(&kit));
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->trigger_count, 3);
    assert_int_equal(scene->triggers[0].node, top);
    assert_int_equal(scene->triggers[0].part_count, 2);
    assert_int_equal(scene->triggers[1].node, members[0]);
    assert_int_equal(scene->triggers[1].part_count, 1);
    double sum = 0;
    for (int32_t i = 0; i < 2; ++i) {
        sum += scene->trigger_parts[scene->triggers[0].part_first + i].position[0];
    }
    assert_near(sum, 3.0, 1e-12);
    kit_end(&kit);
}

static void nested_compounds_are_flattened_and_every_part_counts_once(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t top = kit_node(&kit, -1), middle = kit_node(&kit, top);
    const int32_t leaf = kit_node(&kit, middle), other = kit_node(&kit, -1);
    const int32_t of_top[] = {middle, leaf, other}, of_middle[] = {leaf};
    TriggerDef *compound = kit_trigger(&kit, top, -1);
    compound->members = of_top;
    compound->member_count = 3;
    compound = kit_trigger(&kit, middle, unit_box(&kit));
    compound->members = of_middle;
    compound->member_count = 1;
    kit_trigger(&kit, leaf, unit_box(&kit));
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->triggers[0].part_count, 2);
    assert_int_equal(scene->triggers[1].part_count, 2);
    assert_int_equal(scene->triggers[2].part_count, 1);
    kit_end(&kit);
}

static void compounds_in_a_circle_end(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t a = kit_node(&kit, -1), b = kit_node(&kit, -1);
    const int32_t of_a[] = {b, a}, of_b[] = {a, b};
    TriggerDef *compound = kit_trigger(&kit, a, unit_box(&kit));
    compound->members = of_a;
    compound->member_count = 2;
    compound = kit_trigger(&kit, b, unit_box(&kit));
    compound->members = of_b;
    compound->member_count = 2;
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->triggers[0].part_count, 2);
    assert_int_equal(scene->triggers[1].part_count, 2);
    kit_end(&kit);
}

static void compounds_of_compounds_without_end_are_refused(void **state)
{
    (void)state;
    // A chain of twenty thousand, each naming the next: two hundred million steps to flatten.
    enum { LENGTH = 20000 };
    SceneBuilder *builder = tum_scene_builder_create(NULL, 3, 1000.0, "", NULL);
    tum_scene_builder_node_count(builder, LENGTH);
    for (int32_t i = 0; i < LENGTH; ++i) {
        tum_scene_builder_node(builder, (size_t)i, &(NodeDef){.parent = -1, .in_scene = true});
    }
    for (int32_t i = 0; i + 1 < LENGTH; ++i) {
        const int32_t next = i + 1;
        tum_scene_builder_trigger(
            builder,
            &(TriggerDef){
                .node = i, .shape = -1, .filter = -1, .members = &next, .member_count = 1});
    }
    TumScene *scene;
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_ERROR_CAPACITY);
    tum_scene_builder_destroy(builder);
}

// KHR-105.
static void joint_frames_stand_in_their_bodies(void **state)
{
    (void)state;
    // Body A at (0, 10, 0) turned a quarter about Z; its joint node 1 m along its X. Body B at the
    // origin; its node at (3, 0, 0), scaled, which a frame leaves out.
    Kit kit = kit_begin();
    const int32_t a = kit_node_at(&kit, -1, 0, 10, 0), on_a = kit_node_at(&kit, a, 1, 0, 0);
    const int32_t b = kit_node(&kit, -1), on_b = kit_node_at(&kit, b, 3, 0, 0);
    kit_turn(&kit, a, 0, 0, 1, PI / 2);
    kit_turn(&kit, on_b, 0, 0, 1, PI / 2);
    kit_scale(&kit, on_b, 2, 2, 2);
    kit_motion(&kit, a);
    kit_motion(&kit, b)->kind = TUM_BODY_STATIC;
    JointDef *joint = kit_joint(&kit, on_a, on_b);
    const TumLimit limit = {.space = TUM_SPACE_LINEAR, .axes = 7, .max = 2.0};
    const TumDrive drive = {.space = TUM_SPACE_ANGULAR, .axis = 1, .stiffness = 3.0};
    joint->limits = &limit;
    joint->limit_count = 1;
    joint->drives = &drive;
    joint->drive_count = 1;
    joint->enable_collision = true;
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->joint_count, 1);
    const TumJoint *made = &scene->joints[0];
    assert_int_equal(made->body_a, 0);
    assert_int_equal(made->body_b, 1);
    assert_vector(made->position_a, 1, 0, 0);
    assert_axes(&made->rotation_a, (DVec3){1, 0, 0}, (DVec3){0, 1, 0});
    assert_vector(made->position_b, 3, 0, 0);
    assert_axes(&made->rotation_b, (DVec3){0, 1, 0}, (DVec3){-1, 0, 0});
    assert_true(made->enable_collision);
    assert_near(scene->limits[made->limit_first].max, 2.0, 0.0);
    assert_near(scene->drives[made->drive_first].stiffness, 3.0, 0.0);
    kit_end(&kit);
}

static void a_joint_to_nowhere_holds_to_the_world_at_its_own_pose(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t a = kit_node_at(&kit, -1, 4, 5, 6);
    kit_motion(&kit, a);
    kit_joint(&kit, a, -1);
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->joints[0].body_b, -1);
    assert_vector(scene->joints[0].position_a, 0, 0, 0);
    assert_vector(scene->joints[0].position_b, 4, 5, 6);
    kit_end(&kit);
}

static void both_frames_may_stand_at_a_third_node(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t a = kit_node_at(&kit, -1, 1, 0, 0), b = kit_node_at(&kit, -1, 0, 2, 0);
    const int32_t at = kit_node_at(&kit, -1, 5, 5, 5);
    kit_motion(&kit, a);
    kit_motion(&kit, b);
    JointDef *joint = kit_joint(&kit, a, b);
    joint->has_frame_node = true;
    joint->frame_node = at;
    const TumScene *scene = kit_finish(&kit);
    assert_vector(scene->joints[0].position_a, 4, 5, 5);
    assert_vector(scene->joints[0].position_b, 5, 3, 5);
    kit_end(&kit);
}

// KHR-106, OMI-JOINT-9.
static void joints_without_effect_are_dropped_with_a_warning(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t a = kit_node(&kit, -1), part = kit_node(&kit, a);
    const int32_t fixed = kit_node(&kit, -1), world = kit_node(&kit, -1);
    kit_motion(&kit, a);
    kit_motion(&kit, fixed)->kind = TUM_BODY_KINEMATIC;
    kit_joint(&kit, a, part)->pointer = "/same";
    kit_joint(&kit, fixed, world)->pointer = "/fixed";
    kit_joint(&kit, a, fixed)->pointer = "/kept";
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->joint_count, 1);
    assert_string_equal(scene->joints[0].pointer, "/kept");
    assert_true(report_has(kit.report, "PHYSICS_JOINT_SAME_BODY", "/same"));
    assert_true(report_has(kit.report, "PHYSICS_JOINT_NO_MOTION", "/fixed"));
    kit_end(&kit);
}

static void a_trigger_may_have_parts_where_no_trigger_is(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t body = kit_node(&kit, -1);
    const int32_t top = kit_node(&kit, -1), part = kit_node_at(&kit, body, 1, 2, 3);
    kit_motion(&kit, body);
    const TriggerPartDef parts[] = {{part, unit_box(&kit), -1, "/part"}, {top, -1, -1, ""}};
    TriggerDef *trigger = kit_trigger(&kit, top, unit_box(&kit));
    trigger->parts = parts;
    trigger->part_count = 2;
    const TumScene *scene = kit_finish(&kit);
    // One trigger: its own shape and the part that has one, which moves with the part's body.
    assert_int_equal(scene->trigger_count, 1);
    assert_int_equal(scene->triggers[0].node, top);
    assert_int_equal(scene->triggers[0].part_count, 2);
    assert_int_equal(scene->trigger_parts[0].node, top);
    assert_int_equal(scene->trigger_parts[1].node, part);
    assert_int_equal(scene->trigger_parts[1].body, 0);
    assert_vector(scene->trigger_parts[1].position, 1, 2, 3);
    kit_end(&kit);
}

static void either_side_of_a_joint_at_a_third_node_may_be_the_world(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t body = kit_node_at(&kit, -1, 1, 0, 0), at = kit_node_at(&kit, -1, 3, 0, 0);
    kit_motion(&kit, body);
    JointDef *joint = kit_joint(&kit, -1, body);
    joint->has_frame_node = true;
    joint->frame_node = at;
    JointDef *other = kit_joint(&kit, body, -1);
    other->has_frame_node = true;
    other->frame_node = at;
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->joint_count, 2);
    assert_int_equal(scene->joints[0].body_a, -1);
    assert_vector(scene->joints[0].position_a, 3, 0, 0);
    assert_vector(scene->joints[0].position_b, 2, 0, 0);
    assert_int_equal(scene->joints[1].body_b, -1);
    assert_vector(scene->joints[1].position_b, 3, 0, 0);
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trigger_moves_with_the_body_above_it),
        cmocka_unit_test(a_compound_has_its_members_parts_which_report_as_themselves_too),
        cmocka_unit_test(nested_compounds_are_flattened_and_every_part_counts_once),
        cmocka_unit_test(compounds_in_a_circle_end),
        cmocka_unit_test(compounds_of_compounds_without_end_are_refused),
        cmocka_unit_test(joint_frames_stand_in_their_bodies),
        cmocka_unit_test(a_joint_to_nowhere_holds_to_the_world_at_its_own_pose),
        cmocka_unit_test(both_frames_may_stand_at_a_third_node),
        cmocka_unit_test(joints_without_effect_are_dropped_with_a_warning),
        cmocka_unit_test(a_trigger_may_have_parts_where_no_trigger_is),
        cmocka_unit_test(either_side_of_a_joint_at_a_third_node_may_be_the_world),
    };
    return cmocka_run_group_tests_name("triggers and joints", tests, NULL, NULL);
}
