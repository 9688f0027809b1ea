// SPDX-License-Identifier: MIT
// OMI_physics_joint, both forms: docs/specification.md#omi_physics_joint.
#include "tests/dialects/omi_reading.h"

#define RIGID "'extensions': {'OMI_physics_body': {'type': 'rigid'}}"
#define JOINT OMI_NODE(0, "OMI_physics_joint")
#define CONSTRAINT OMI_ROOT("OMI_physics_joint") "/constraints/0"

// Node 0 is the joint, at (1, 2, 3); nodes 1 and 2 are rigid bodies at (0, 2, 3) and (5, 2, 3);
// node 3 is static, node 4 a trigger, node 5 nothing.
static Reading read_early(const char *constraints, const char *joint)
{
    char extensions[1024], nodes[2048];
    snprintf(extensions, sizeof extensions, "'OMI_physics_joint': {'constraints': [%s]}",
             constraints);
    snprintf(nodes, sizeof nodes,
             "{'translation': [1, 2, 3], 'extensions': {'OMI_physics_joint': %s}}, {'translation': "
             "[0, 2, 3], " RIGID "}, {'translation': [5, 2, 3], " RIGID
             "}, {'extensions': {'OMI_physics_body': {'type': 'static'}}}, {'extensions': "
             "{'OMI_physics_body': {'type': 'trigger'}}}, {}",
             joint);
    return read_omi_nodes(6, extensions, nodes);
}

static Reading read_constraints(const char *constraints, const char *list)
{
    char joint[256];
    snprintf(joint, sizeof joint, "{'constraints': %s, 'nodeA': 1, 'nodeB': 2}", list);
    return read_early(constraints, joint);
}

static const TumLimit *limit_of(const Reading *reading, int32_t index, int32_t count)
{
    assert_int_equal(reading->scene->joint_count, 1);
    assert_int_equal(reading->scene->joints[0].limit_count, count);
    return &reading->scene->limits[reading->scene->joints[0].limit_first + index];
}

// OMI-JOINT-1, OMI-JOINT-26, OMI-JOINT-27.
static void both_frames_stand_where_the_joint_does(void **state)
{
    (void)state;
    Reading reading = read_constraints("{'linearAxes': [0, 1, 2]}", "[0]");
    assert_no_findings(&reading);
    const TumJoint *joint = &reading.scene->joints[0];
    assert_int_equal(joint->body_a, 0);
    assert_int_equal(joint->body_b, 1);
    assert_vector(joint->position_a, 1, 0, 0);
    assert_vector(joint->position_b, -4, 0, 0);
    // Joined bodies of the early form never collide.
    assert_false(joint->enable_collision);
    assert_string_equal(reading.scene->dialects, "B1, J0");
    reading_end(&reading);
}

// OMI-JOINT-13, OMI-JOINT-16, OMI-JOINT-18, OMI-JOINT-19, OMI-JOINT-21.
static void limits_that_are_absent_lock_rigidly(void **state)
{
    (void)state;
    Reading reading = read_constraints("{'linearAxes': [0, 2]}", "[0]");
    const TumLimit *limit = limit_of(&reading, 0, 1);
    assert_int_equal(limit->space, TUM_SPACE_LINEAR);
    assert_int_equal(limit->axes, 1 | 4);
    assert_near(limit->min, 0, 0.0);
    assert_near(limit->max, 0, 0.0);
    assert_true(isinf(limit->stiffness));
    assert_near(limit->damping, 1, 0.0);
    reading_end(&reading);
}

// OMI-JOINT-14, OMI-JOINT-16.
static void a_range_holds_for_each_axis_by_itself(void **state)
{
    (void)state;
    // Decision D11; and one constraint may name axes of both spaces.
    Reading reading = read_constraints(
        "{'linearAxes': [0, 1], 'angularAxes': [2], 'lowerLimit': -1, 'upperLimit': 2, "
        "'stiffness': 50, 'damping': 3}",
        "[0]");
    assert_no_findings(&reading);
    for (int32_t i = 0; i < 3; ++i) {
        const TumLimit *limit = limit_of(&reading, i, 3);
        assert_int_equal(limit->space, i < 2 ? TUM_SPACE_LINEAR : TUM_SPACE_ANGULAR);
        assert_int_equal(limit->axes, 1 << i);
        assert_near(limit->min, -1, 0.0);
        assert_near(limit->max, 2, 0.0);
        assert_near(limit->stiffness, 50, 0.0);
        assert_near(limit->damping, 3, 0.0);
    }
    reading_end(&reading);
}

// OMI-JOINT-23.
static void later_constraints_override_earlier_ones_axis_by_axis(void **state)
{
    (void)state;
    // The first locks X Y Z; the second frees Y to 0 … 1, and only the linear one.
    Reading reading = read_constraints(
        "{'linearAxes': [0, 1, 2], 'angularAxes': [1]}, {'linearAxes': [1], 'upperLimit': 1}",
        "[0, 1]");
    assert_no_findings(&reading);
    assert_int_equal(limit_of(&reading, 0, 3)->axes, 1 | 4);
    assert_near(limit_of(&reading, 0, 3)->max, 0, 0.0);
    assert_int_equal(limit_of(&reading, 1, 3)->axes, 2);
    assert_near(limit_of(&reading, 1, 3)->max, 1, 0.0);
    assert_int_equal(limit_of(&reading, 2, 3)->space, TUM_SPACE_ANGULAR);
    assert_near(limit_of(&reading, 2, 3)->max, 0, 0.0);
    reading_end(&reading);
    // In the other order the lock wins.
    reading = read_constraints("{'linearAxes': [0, 1, 2]}, {'linearAxes': [1], 'upperLimit': 1}",
                               "[1, 0]");
    assert_int_equal(limit_of(&reading, 0, 1)->axes, 7);
    reading_end(&reading);
}

// OMI-JOINT-22.
static void a_constraint_in_place_of_its_index_is_read_with_a_warning(void **state)
{
    (void)state;
    Reading reading = read_constraints("{'linearAxes': [0, 1, 2]}", "[0, {'linearAxes': [2], "
                                                                    "'lowerLimit': -1}]");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_WARNING, JOINT "/constraints/1");
    assert_int_equal(tum_report_count(reading.report), 1);
    assert_int_equal(limit_of(&reading, 0, 2)->axes, 3);
    assert_near(limit_of(&reading, 1, 2)->min, -1, 0.0);
    reading_end(&reading);
}

// OMI-JOINT-13, OMI-JOINT-14, OMI-JOINT-15, OMI-JOINT-17, OMI-JOINT-19, OMI-JOINT-21.
static void constraints_that_cannot_be_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *constraint, *code, *pointer;
        TumSeverity severity;
    } rows[] = {
        {"{'linearAxes': [0], 'lowerLimit': 1}", "PHYSICS_LIMIT_MIN_GREATER_MAX", CONSTRAINT,
         TUM_SEVERITY_ERROR},
        {"{}", "PHYSICS_CONSTRAINT_NO_AXES", CONSTRAINT, TUM_SEVERITY_WARNING},
        {"{'linearAxes': [3]}", "VALUE_NOT_IN_RANGE", CONSTRAINT "/linearAxes/0",
         TUM_SEVERITY_ERROR},
        {"{'angularAxes': [0], 'upperLimit': 90}", "PHYSICS_LIMIT_ANGLE_RANGE", CONSTRAINT,
         TUM_SEVERITY_HINT},
        {"{'linearAxes': [0], 'stiffness': 0}", "VALUE_NOT_IN_RANGE", CONSTRAINT "/stiffness",
         TUM_SEVERITY_ERROR},
        {"{'linearAxes': [0], 'damping': -1}", "VALUE_NOT_IN_RANGE", CONSTRAINT "/damping",
         TUM_SEVERITY_ERROR},
        {"{'linearAxes': [0], 'stiffness': 'Infinity'}", "PHYSICS_INFINITY_STRING",
         CONSTRAINT "/stiffness", TUM_SEVERITY_WARNING},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Reading reading = read_constraints(rows[i].constraint, "[0]");
        assert_found(&reading, rows[i].code, rows[i].severity, rows[i].pointer);
        assert_int_equal(tum_report_count(reading.report), 1);
        // The joint stays, and keeps the two from colliding.
        assert_int_equal(reading.scene->joint_count, 1);
        reading_end(&reading);
    }
}

// OMI-JOINT-2, OMI-JOINT-3, OMI-JOINT-4, OMI-JOINT-5, OMI-JOINT-6, OMI-JOINT-22, OMI-JOINT-24,
// OMI-JOINT-28.
static void a_joint_names_bodies_of_which_one_moves(void **state)
{
    (void)state;
    static const struct {
        const char *joint, *code, *pointer;
        size_t joints;
    } rows[] = {
        {"{'constraints': [0], 'nodeA': 1, 'nodeB': 4}", "PHYSICS_JOINT_TRIGGER_BODY",
         JOINT "/nodeB", 0},
        {"{'constraints': [0], 'nodeA': 5, 'nodeB': 1}", "PHYSICS_JOINT_NOT_A_BODY", JOINT "/nodeA",
         1},
        {"{'constraints': [0], 'nodeA': 1, 'nodeB': 1}", "PHYSICS_JOINT_SELF", JOINT "/nodeB", 0},
        {"{'constraints': [0], 'nodeA': 3, 'nodeB': -1}", "PHYSICS_JOINT_NO_MOTION", JOINT, 0},
        {"{'constraints': [0], 'nodeA': 1}", "UNDEFINED_PROPERTY", JOINT, 0},
        {"{'nodeA': 1, 'nodeB': 2}", "UNDEFINED_PROPERTY", JOINT, 1},
        {"{'constraints': [], 'nodeA': 1, 'nodeB': 2}", "EMPTY_ENTITY", JOINT "/constraints", 1},
        {"{'constraints': [0], 'nodeA': 1, 'nodeB': 9}", "UNRESOLVED_REFERENCE", JOINT "/nodeB", 0},
        {"{'constraints': [0, 7], 'nodeA': 1, 'nodeB': 2}", "UNRESOLVED_REFERENCE",
         JOINT "/constraints/1", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Reading reading = read_early("{'linearAxes': [0, 1, 2]}", rows[i].joint);
        assert_found(&reading, rows[i].code, TUM_SEVERITY_ERROR, rows[i].pointer);
        assert_int_equal(tum_report_count_of(reading.report, TUM_SEVERITY_ERROR), 1);
        assert_int_equal(reading.scene->joint_count, rows[i].joints);
        reading_end(&reading);
    }
}

// OMI-JOINT-25.
static void minus_one_is_the_world_on_either_side(void **state)
{
    (void)state;
    Reading reading =
        read_early("{'linearAxes': [0, 1, 2]}", "{'constraints': [0], 'nodeA': -1, 'nodeB': 1}");
    assert_no_errors(reading.report);
    assert_found(&reading, "PHYSICS_INDEX_MINUS_ONE", TUM_SEVERITY_WARNING, JOINT "/nodeA");
    assert_int_equal(tum_report_count_of(reading.report, TUM_SEVERITY_WARNING), 1);
    assert_int_equal(reading.scene->joint_count, 1);
    assert_int_equal(reading.scene->joints[0].body_a, -1);
    assert_vector(reading.scene->joints[0].position_a, 1, 2, 3);
    assert_int_equal(reading.scene->joints[0].body_b, 0);
    assert_vector(reading.scene->joints[0].position_b, 1, 0, 0);
    reading_end(&reading);
}

// OMI-JOINT-7.
static void a_joint_on_a_node_of_another_purpose_is_remarked(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        2, "'OMI_physics_joint': {'constraints': [{'linearAxes': [0]}]}",
        "{'extensions': {'OMI_physics_body': {'type': 'rigid'}, 'OMI_physics_joint': "
        "{'constraints': [0], 'nodeA': 0, 'nodeB': 1}}}, {" RIGID "}");
    assert_found(&reading, "PHYSICS_JOINT_NODE_SHARED", TUM_SEVERITY_INFO, JOINT);
    assert_int_equal(reading.scene->joint_count, 1);
    reading_end(&reading);
}

// Today's form: node 0 is a dynamic body and the joint's node, node 1 the other frame.
static Reading read_today(const char *description)
{
    char extensions[1024];
    snprintf(extensions, sizeof extensions, "'OMI_physics_joint': {'physicsJoints': [%s]}",
             description);
    return read_omi_nodes(
        2, extensions,
        "{'extensions': {'OMI_physics_body': {'motion': {'type': 'dynamic'}}, "
        "'OMI_physics_joint': {'joint': 0, 'connectedNode': 1, 'enableCollision': true}}}, {}");
}

// OMI-JOINT-10, OMI-JOINT-33, OMI-JOINT-36, OMI-JOINT-38, OMI-JOINT-42, OMI-JOINT-45,
// OMI-JOINT-47.
static void todays_limits_are_open_where_nothing_is_given(void **state)
{
    (void)state;
    Reading reading =
        read_today("{'limits': [{'linearAxes': [0], 'angularAxes': [1], 'min': -1}]}");
    const TumLimit *limit = limit_of(&reading, 0, 2);
    assert_near(limit->min, -1, 0.0);
    assert_true(isinf(limit->max) && limit->max > 0.0);
    assert_true(isinf(limit->stiffness));
    assert_near(limit->damping, 0, 0.0);
    assert_int_equal(limit_of(&reading, 1, 2)->space, TUM_SPACE_ANGULAR);
    assert_int_equal(limit_of(&reading, 1, 2)->axes, 2);
    assert_true(reading.scene->joints[0].enable_collision);
    assert_string_equal(reading.scene->joints[0].pointer, JOINT);
    reading_end(&reading);
}

// OMI-JOINT-34, OMI-JOINT-45, OMI-JOINT-56.
static void a_negative_stiffness_or_force_is_infinite(void **state)
{
    (void)state;
    // Contradiction X13.
    Reading reading = read_today(
        "{'limits': [{'linearAxes': [0], 'min': 0, 'max': 1, 'stiffness': -1}], 'drives': "
        "[{'type': 'linear', 'mode': 'force', 'axis': 1, 'maxForce': -1, 'velocityTarget': 2, "
        "'damping': 3}]}");
    assert_no_findings(&reading);
    assert_true(isinf(limit_of(&reading, 0, 1)->stiffness));
    assert_int_equal(reading.scene->joints[0].drive_count, 1);
    assert_true(isinf(reading.scene->drives[0].max_force));
    assert_near(reading.scene->drives[0].velocity_target, 2, 0.0);
    reading_end(&reading);
}

// OMI-JOINT-34, OMI-JOINT-35, OMI-JOINT-36, OMI-JOINT-37.
static void what_is_odd_in_todays_form_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *description, *code, *pointer;
        TumSeverity severity;
    } rows[] = {
        {"{'limits': [{'linearAxes': [0]}]}", "PHYSICS_LIMIT_UNBOUNDED",
         OMI_ROOT("OMI_physics_joint") "/physicsJoints/0/limits/0", TUM_SEVERITY_WARNING},
        {"{'limits': [{'min': 0, 'max': 0}]}", "PHYSICS_CONSTRAINT_NO_AXES",
         OMI_ROOT("OMI_physics_joint") "/physicsJoints/0/limits/0", TUM_SEVERITY_WARNING},
        {"{'limits': [], 'drives': []}", "PHYSICS_JOINT_UNCONSTRAINED",
         OMI_ROOT("OMI_physics_joint") "/physicsJoints/0", TUM_SEVERITY_WARNING},
        {"{'limits': [{'linearAxes': [0], 'min': 2, 'max': 1}]}", "PHYSICS_LIMIT_MIN_GREATER_MAX",
         OMI_ROOT("OMI_physics_joint") "/physicsJoints/0/limits/0", TUM_SEVERITY_ERROR},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Reading reading = read_today(rows[i].description);
        assert_found(&reading, rows[i].code, rows[i].severity, rows[i].pointer);
        assert_int_equal(tum_report_count(reading.report), 1);
        assert_int_equal(reading.scene->joints[0].limit_count, 0);
        reading_end(&reading);
    }
}

// The same document with and without the option.
static double stiffness_read(const char *generator, const char *value, bool literal, bool *told)
{
    char text[1024];
    snprintf(
        text, sizeof text,
        "{'asset': {'version': '2.0', 'generator': '%s'}, 'extensionsUsed': "
        "['OMI_physics_body', 'OMI_physics_joint'], 'scenes': [{'nodes': [0, 1]}], 'extensions': "
        "{'OMI_physics_joint': {'physicsJoints': [{'limits': [{'linearAxes': [0], 'min': 0, "
        "'max': 0, 'stiffness': %s}]}]}}, 'nodes': [{'extensions': {'OMI_physics_body': "
        "{'motion': {'type': 'dynamic'}}, 'OMI_physics_joint': {'joint': 0, 'connectedNode': "
        "1}}}, {}]}",
        generator, value);
    Reading reading = read_document(text);
    tum_scene_destroy(reading.scene);
    reading.scene = NULL;
    tum_report_destroy(reading.report);
    reading.report = tum_report_create(NULL);
    const TumSceneOptions options = {.literal_stiffness = literal};
    assert_int_equal(tum_scene_read(reading.document, &options, &reading.scene, reading.report),
                     TUM_OK);
    *told = reading_has(&reading, "PHYSICS_STIFFNESS_READ_AS_RIGID", TUM_SEVERITY_WARNING,
                        OMI_ROOT("OMI_physics_joint") "/physicsJoints/0/limits/0/stiffness");
    assert_int_equal(reading.scene->limit_count, 1);
    const double stiffness = reading.scene->limits[0].stiffness;
    reading_end(&reading);
    return stiffness;
}

static void a_small_stiffness_by_godot_is_rigid_unless_taken_literally(void **state)
{
    (void)state;
    // Decision D12.
    bool told = false;
    assert_true(isinf(stiffness_read("Godot Engine v4.4", "0.3", false, &told)));
    assert_true(told);
    assert_near(stiffness_read("Godot Engine v4.4", "0.3", true, &told), 0.3, 0.0);
    assert_false(told);
    assert_near(stiffness_read("Godot Engine v4.4", "2.5", false, &told), 2.5, 0.0);
    assert_near(stiffness_read("Blender", "0.3", false, &told), 0.3, 0.0);
    assert_false(told);
}

// OMI-JOINT-30.
static void an_end_outside_the_scene_is_an_error(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(1, "'OMI_physics_joint': {'physicsJoints': [{'drives': []}]}",
                       "{'extensions': {'OMI_physics_body': {'motion': {'type': 'dynamic'}}, "
                       "'OMI_physics_joint': {'joint': 0, 'connectedNode': 1}}}, {}");
    assert_found(&reading, "PHYSICS_JOINT_NODE_NOT_IN_SCENE", TUM_SEVERITY_ERROR,
                 JOINT "/connectedNode");
    assert_int_equal(reading.scene->joint_count, 0);
    reading_end(&reading);
}

static void both_forms_on_one_node_are_an_error(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        2,
        "'OMI_physics_joint': {'physicsJoints': [{'limits': [{'linearAxes': [0], 'min': 0, "
        "'max': 0}]}]}",
        "{'extensions': {'OMI_physics_body': {'motion': {'type': 'dynamic'}}, "
        "'OMI_physics_joint': {'joint': 0, 'connectedNode': 1, 'constraints': [0]}}}, {}");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, JOINT);
    assert_int_equal(reading.scene->joint_count, 1);
    reading_end(&reading);
}

// OMI-JOINT-3.
static void one_body_of_a_joint_may_stay(void **state)
{
    (void)state;
    Reading reading =
        read_early("{'linearAxes': [0, 1, 2]}", "{'constraints': [0], 'nodeA': 3, 'nodeB': 1}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->joint_count, 1);
    assert_int_equal(reading.scene->bodies[reading.scene->joints[0].body_a].kind, TUM_BODY_STATIC);
    assert_int_equal(reading.scene->bodies[reading.scene->joints[0].body_b].kind, TUM_BODY_DYNAMIC);
    reading_end(&reading);
}

// The joint's node 1 is 2 m above body 0, its other side, node 3, 3 m beside body 2.
// OMI-JOINT-8, OMI-JOINT-10, OMI-JOINT-11.
static void frames_of_today_stand_at_the_two_nodes(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        1,
        "'OMI_physics_joint': {'physicsJoints': [{'limits': [{'linearAxes': [0], 'min': 0, 'max': "
        "0}]}]}",
        "{'children': [1, 2], 'extensions': {'OMI_physics_body': {'motion': {'type': "
        "'dynamic'}}}}, "
        "{'translation': [0, 2, 0], 'extensions': {'OMI_physics_joint': {'joint': 0, "
        "'connectedNode': 3}}}, {'children': [3], 'extensions': {'OMI_physics_body': {'motion': "
        "{'type': 'kinematic'}}}}, {'translation': [3, 0, 0]}");
    assert_no_findings(&reading);
    const TumJoint *joint = &reading.scene->joints[0];
    assert_int_equal(joint->body_a, 0);
    assert_int_equal(joint->body_b, 1);
    assert_vector(joint->position_a, 0, 2, 0);
    assert_vector(joint->position_b, 3, 0, 0);
    reading_end(&reading);
}

// Today's form with these members of the joint's node.
static Reading read_today_node(const char *members)
{
    char nodes[512];
    snprintf(nodes, sizeof nodes,
             "{'extensions': {'OMI_physics_body': {'motion': {'type': 'dynamic'}}, "
             "'OMI_physics_joint': {%s}}}, {}",
             members);
    return read_omi_nodes(2,
                          "'OMI_physics_joint': {'physicsJoints': [{'limits': [{'linearAxes': [0], "
                          "'min': 0, 'max': 0}]}]}",
                          nodes);
}

// OMI-JOINT-29, OMI-JOINT-30.
static void a_joint_of_today_needs_its_two_indices(void **state)
{
    (void)state;
    Reading reading = read_today_node("'connectedNode': 1");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, JOINT);
    reading_end(&reading);
    reading = read_today_node("'joint': 0");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, JOINT);
    assert_int_equal(reading.scene->joint_count, 0);
    reading_end(&reading);
}

// OMI-JOINT-33.
static void joined_bodies_of_today_do_not_collide_by_default(void **state)
{
    (void)state;
    Reading reading = read_today_node("'joint': 0, 'connectedNode': 1");
    assert_no_findings(&reading);
    assert_false(reading.scene->joints[0].enable_collision);
    reading_end(&reading);
}

// OMI-JOINT-38.
static void axes_of_today_are_three(void **state)
{
    (void)state;
    Reading reading = read_today("{'limits': [{'linearAxes': [3], 'min': 0, 'max': 0}]}");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_joint") "/physicsJoints/0/limits/0/linearAxes/0");
    reading_end(&reading);
}

// Decision D11.
// OMI-JOINT-39, OMI-JOINT-40, OMI-JOINT-41.
static void a_range_of_today_holds_for_each_axis_by_itself(void **state)
{
    (void)state;
    Reading reading =
        read_today("{'limits': [{'linearAxes': [0, 1], 'angularAxes': [2], 'min': -1, 'max': 2}]}");
    for (int32_t i = 0; i < 3; ++i) {
        const TumLimit *limit = limit_of(&reading, i, 3);
        assert_int_equal(limit->space, i < 2 ? TUM_SPACE_LINEAR : TUM_SPACE_ANGULAR);
        assert_int_equal(limit->axes, 1 << i);
        assert_near(limit->min, -1, 0.0);
        assert_near(limit->max, 2, 0.0);
    }
    reading_end(&reading);
}

// OMI-JOINT-41.
static void an_absent_minimum_of_today_is_open(void **state)
{
    (void)state;
    Reading reading = read_today("{'limits': [{'linearAxes': [0], 'max': 2}]}");
    const TumLimit *limit = limit_of(&reading, 0, 1);
    assert_true(isinf(limit->min) && limit->min < 0.0);
    assert_near(limit->max, 2, 0.0);
    reading_end(&reading);
}

// OMI-JOINT-49.
static void a_weld_of_today_is_two_locks(void **state)
{
    (void)state;
    Reading reading = read_today("{'limits': [{'linearAxes': [0, 1, 2], 'angularAxes': [0, 1, 2], "
                                 "'min': 0, 'max': 0}]}");
    for (int32_t i = 0; i < 2; ++i) {
        const TumLimit *limit = limit_of(&reading, i, 2);
        assert_int_equal(limit->space, i == 0 ? TUM_SPACE_LINEAR : TUM_SPACE_ANGULAR);
        assert_int_equal(limit->axes, 7);
        assert_true(isinf(limit->stiffness));
    }
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_frames_stand_where_the_joint_does),
        cmocka_unit_test(limits_that_are_absent_lock_rigidly),
        cmocka_unit_test(a_range_holds_for_each_axis_by_itself),
        cmocka_unit_test(later_constraints_override_earlier_ones_axis_by_axis),
        cmocka_unit_test(a_constraint_in_place_of_its_index_is_read_with_a_warning),
        cmocka_unit_test(constraints_that_cannot_be_are_told),
        cmocka_unit_test(a_joint_names_bodies_of_which_one_moves),
        cmocka_unit_test(minus_one_is_the_world_on_either_side),
        cmocka_unit_test(a_joint_on_a_node_of_another_purpose_is_remarked),
        cmocka_unit_test(todays_limits_are_open_where_nothing_is_given),
        cmocka_unit_test(a_negative_stiffness_or_force_is_infinite),
        cmocka_unit_test(what_is_odd_in_todays_form_is_told),
        cmocka_unit_test(a_small_stiffness_by_godot_is_rigid_unless_taken_literally),
        cmocka_unit_test(an_end_outside_the_scene_is_an_error),
        cmocka_unit_test(both_forms_on_one_node_are_an_error),
        cmocka_unit_test(one_body_of_a_joint_may_stay),
        cmocka_unit_test(frames_of_today_stand_at_the_two_nodes),
        cmocka_unit_test(a_joint_of_today_needs_its_two_indices),
        cmocka_unit_test(joined_bodies_of_today_do_not_collide_by_default),
        cmocka_unit_test(axes_of_today_are_three),
        cmocka_unit_test(a_range_of_today_holds_for_each_axis_by_itself),
        cmocka_unit_test(an_absent_minimum_of_today_is_open),
        cmocka_unit_test(a_weld_of_today_is_two_locks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
