// SPDX-License-Identifier: MIT
// OMI_physics_gravity: docs/specification.md#omi_physics_gravity.
#include "tests/dialects/omi_reading.h"

#define BOX "'OMI_physics_shape': {'shapes': [{'type': 'box'}]}"
#define GRAVITY OMI_NODE(0, "OMI_physics_gravity")

static Reading read_world(const char *gravity)
{
    char extensions[512];
    snprintf(extensions, sizeof extensions, "'OMI_physics_gravity': %s", gravity);
    return read_omi_nodes(1, extensions, "{}");
}

// A trigger node with this volume, moved to (1, 2, 3), turned a quarter about Z (X goes to Y) and
// scaled by 2.
static Reading read_volume(const char *gravity)
{
    char node[1024];
    snprintf(node, sizeof node,
             "{'translation': [1, 2, 3], 'rotation': [0, 0, 0.7071067811865476, "
             "0.7071067811865476], 'scale': [2, 2, 2], 'extensions': {'OMI_physics_body': "
             "{'trigger': {'shape': 0}}, 'OMI_physics_gravity': %s}}",
             gravity);
    return read_omi_nodes(1, BOX, node);
}

static const TumGravityVolume *only_volume(const Reading *reading)
{
    assert_int_equal(reading->scene->gravity_volume_count, 1);
    return &reading->scene->gravity_volumes[0];
}

// OMI-GRAVITY-1, OMI-GRAVITY-10, OMI-GRAVITY-11, OMI-GRAVITY-12.
static void gravity_on_the_root_is_the_worlds(void **state)
{
    (void)state;
    Reading reading = read_world("{'gravity': 2}");
    assert_no_findings(&reading);
    assert_true(reading.scene->has_world_gravity);
    assert_vector(reading.scene->world_gravity, 0, -2, 0);
    assert_string_equal(reading.scene->dialects, "GR");
    reading_end(&reading);
    reading = read_world("{'gravity': -3, 'direction': [0, 0, 1]}");
    assert_no_findings(&reading);
    assert_vector(reading.scene->world_gravity, 0, 0, -3);
    reading_end(&reading);
}

// OMI-GRAVITY-12.
static void a_direction_is_made_unit_and_zero_is_down(void **state)
{
    (void)state;
    Reading reading = read_world("{'gravity': 5, 'direction': [3, 0, 4]}");
    assert_found(&reading, "PHYSICS_GRAVITY_DIRECTION_NON_UNIT", TUM_SEVERITY_WARNING,
                 OMI_ROOT("OMI_physics_gravity") "/direction");
    assert_vector(reading.scene->world_gravity, 3, 0, 4);
    reading_end(&reading);
    reading = read_world("{'gravity': 5, 'direction': [0, 0, 0]}");
    assert_found(&reading, "PHYSICS_GRAVITY_DIRECTION_ZERO", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_gravity") "/direction");
    assert_vector(reading.scene->world_gravity, 0, -5, 0);
    reading_end(&reading);
}

// OMI-GRAVITY-10.
static void a_root_without_strength_is_an_error_and_sets_nothing(void **state)
{
    (void)state;
    Reading reading = read_world("{}");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_gravity"));
    assert_false(reading.scene->has_world_gravity);
    reading_end(&reading);
}

// OMI-GRAVITY-17.
static void a_point_stands_where_its_node_does(void **state)
{
    (void)state;
    Reading reading = read_volume("{'type': 'point', 'gravity': 9, 'priority': -2, 'replace': "
                                  "true, 'stop': true, 'point': {'unitDistance': 4}}");
    assert_no_findings(&reading);
    const TumGravityVolume *volume = only_volume(&reading);
    assert_int_equal(volume->kind, TUM_GRAVITY_POINT);
    assert_int_equal(volume->trigger, 0);
    assert_int_equal(volume->node, 0);
    assert_int_equal(volume->body, -1);
    assert_near(volume->gravity, 9, 0.0);
    assert_int_equal(volume->priority, -2);
    assert_true(volume->replace && volume->stop);
    // A distance of the world: the node's scale does not touch it.
    assert_near(volume->unit_distance, 4, 0.0);
    assert_vector(volume->position, 1, 2, 3);
    assert_string_equal(volume->pointer, GRAVITY);
    reading_end(&reading);
}

// OMI-GRAVITY-14, OMI-GRAVITY-16.
static void a_direction_is_the_nodes(void **state)
{
    (void)state;
    Reading reading = read_volume(
        "{'type': 'directional', 'gravity': 9, 'directional': {'direction': [1, 0, 0]}}");
    assert_no_findings(&reading);
    const TumGravityVolume *volume = only_volume(&reading);
    assert_vector(volume->direction, 1, 0, 0);
    // In its frame, which is turned a quarter about Z.
    assert_near(volume->rotation.q[2], 0.7071067811865476, 1e-12);
    reading_end(&reading);
    reading = read_volume("{'type': 'directional', 'gravity': 9}");
    assert_no_findings(&reading);
    assert_vector(only_volume(&reading)->direction, 0, -1, 0);
    reading_end(&reading);
}

// OMI-GRAVITY-14, OMI-GRAVITY-21.
static void circles_scale_with_their_node(void **state)
{
    (void)state;
    Reading reading = read_volume("{'type': 'torus', 'gravity': 9, 'torus': {'radius': 3}}");
    assert_no_findings(&reading);
    assert_int_equal(only_volume(&reading)->kind, TUM_GRAVITY_TORUS);
    assert_near(only_volume(&reading)->radii[0], 6, 1e-12);
    assert_near(only_volume(&reading)->radii[1], 6, 1e-12);
    reading_end(&reading);
    reading = read_volume("{'type': 'disc', 'gravity': 9}");
    assert_near(only_volume(&reading)->radii[0], 2, 1e-12);
    reading_end(&reading);
}

// OMI-GRAVITY-23.
static void points_of_a_line_scale_with_their_node(void **state)
{
    (void)state;
    Reading reading =
        read_volume("{'type': 'line', 'gravity': 9, 'line': {'points': [0, 0, 0, 1, 2, 3]}}");
    assert_no_findings(&reading);
    const TumGravityVolume *volume = only_volume(&reading);
    assert_int_equal(volume->point_count, 2);
    assert_vector(&reading.scene->gravity_points[3 * volume->point_first + 3], 2, 4, 6);
    reading_end(&reading);
}

static void a_shape_stands_where_its_node_does(void **state)
{
    (void)state;
    Reading reading = read_volume("{'type': 'shaped', 'gravity': 9, 'shaped': {'shape': 0}}");
    assert_no_findings(&reading);
    const TumGravityVolume *volume = only_volume(&reading);
    assert_int_equal(reading.scene->shapes[volume->shape].kind, TUM_SHAPE_BOX);
    assert_vector(volume->scale, 2, 2, 2);
    assert_vector(volume->position, 1, 2, 3);
    reading_end(&reading);
}

// OMI-GRAVITY-20.
static void a_circle_under_an_uneven_scale_is_an_ellipse(void **state)
{
    (void)state;
    // A parent that stretches X by 3 over a node turned by 45 degrees about Y: the circle of radius
    // 1 becomes an ellipse with half axes 3 along the world's X and 1 along its Z.
    Reading reading = read_omi_nodes(
        1, BOX,
        "{'children': [1], 'scale': [3, 1, 1]}, {'rotation': [0, 0.3826834323650898, 0, "
        "0.9238795325112867], 'extensions': {'OMI_physics_body': {'trigger': {'shape': 0}}, "
        "'OMI_physics_gravity': {'type': 'disc', 'gravity': 9}}}");
    assert_no_errors(reading.report);
    const TumGravityVolume *volume = only_volume(&reading);
    const bool x_is_long = volume->radii[0] > volume->radii[1];
    assert_near(x_is_long ? volume->radii[0] : volume->radii[1], 3, 1e-12);
    assert_near(x_is_long ? volume->radii[1] : volume->radii[0], 1, 1e-12);
    // The frame's long axis is the world's X, either way round: |x| of its image is 1.
    const double *q = volume->rotation.q;
    const double along_x =
        x_is_long ? 1 - 2 * (q[1] * q[1] + q[2] * q[2]) : 2 * (q[0] * q[2] + q[1] * q[3]);
    assert_near(fabs(along_x), 1, 1e-12);
    reading_end(&reading);
}

// OMI-GRAVITY-7, OMI-GRAVITY-30.
static void volumes_are_ordered_by_priority_then_by_node(void **state)
{
    (void)state;
    char nodes[2048] = "";
    static const char *const priorities[] = {"0", "-5000000000", "7", "0", "5000000000"};
    for (int i = 0; i < 5; ++i) {
        snprintf(nodes + strlen(nodes), sizeof nodes - strlen(nodes),
                 "%s{'extensions': {'OMI_physics_body': {'trigger': {'shape': 0}}, "
                 "'OMI_physics_gravity': {'type': 'point', 'gravity': 1, 'priority': %s}}}",
                 i > 0 ? ", " : "", priorities[i]);
    }
    Reading reading = read_omi_nodes(5, BOX, nodes);
    assert_no_findings(&reading);
    const int32_t expected[5] = {4, 2, 0, 3, 1};
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(reading.scene->gravity_volumes[i].node, expected[i]);
        assert_int_equal(reading.scene->gravity_volumes[i].trigger, expected[i]);
    }
    reading_end(&reading);
}

// OMI-GRAVITY-10, OMI-GRAVITY-13, OMI-GRAVITY-14, OMI-GRAVITY-23, OMI-GRAVITY-24, OMI-GRAVITY-26,
// OMI-GRAVITY-29, OMI-GRAVITY-30.
static void what_is_wrong_is_told_where_it_stands(void **state)
{
    (void)state;
    static const struct {
        const char *gravity, *code, *pointer;
        TumSeverity severity;
        size_t volumes;
    } rows[] = {
        {"{'type': 'point'}", "UNDEFINED_PROPERTY", GRAVITY, TUM_SEVERITY_ERROR, 0},
        {"{'gravity': 1}", "UNDEFINED_PROPERTY", GRAVITY, TUM_SEVERITY_ERROR, 0},
        {"{'type': 'spiral', 'gravity': 1}", "VALUE_NOT_IN_LIST", GRAVITY "/type",
         TUM_SEVERITY_WARNING, 0},
        {"{'type': 'point', 'gravity': 1, 'priority': 0.5}", "TYPE_MISMATCH", GRAVITY "/priority",
         TUM_SEVERITY_ERROR, 1},
        {"{'type': 'point', 'gravity': 1, 'point': {'unitDistance': -1}}", "VALUE_NOT_IN_RANGE",
         GRAVITY "/point/unitDistance", TUM_SEVERITY_ERROR, 1},
        {"{'type': 'line', 'gravity': 1, 'line': {'points': [1, 2, 3, 4, 5]}}",
         "PHYSICS_GRAVITY_LINE_POINTS", GRAVITY "/line/points", TUM_SEVERITY_ERROR, 0},
        {"{'type': 'line', 'gravity': 1}", "UNDEFINED_PROPERTY", GRAVITY, TUM_SEVERITY_ERROR, 0},
        {"{'type': 'shaped', 'gravity': 1, 'shaped': {}}", "UNDEFINED_PROPERTY", GRAVITY "/shaped",
         TUM_SEVERITY_ERROR, 0},
        {"{'type': 'point', 'gravity': 1, 'disc': {}}", "PHYSICS_SHAPE_AMBIGUOUS", GRAVITY "/disc",
         TUM_SEVERITY_ERROR, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Reading reading = read_volume(rows[i].gravity);
        assert_found(&reading, rows[i].code, rows[i].severity, rows[i].pointer);
        assert_int_equal(tum_report_count(reading.report), 1);
        assert_int_equal(reading.scene->gravity_volume_count, rows[i].volumes);
        reading_end(&reading);
    }
}

// OMI-GRAVITY-3, OMI-GRAVITY-4.
static void a_node_that_is_not_just_a_trigger_is_warned_of_and_used(void **state)
{
    (void)state;
    static const char *const bodies[] = {"{'collider': {'shape': 0}}",
                                         "{'trigger': {'shape': 0}, 'collider': {'shape': 0}}",
                                         "{'trigger': {'shape': 0}, 'motion': {'type': 'static'}}"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        char node[512];
        snprintf(node, sizeof node,
                 "{'extensions': {'OMI_physics_body': %s, 'OMI_physics_gravity': {'type': 'point', "
                 "'gravity': 1}}}",
                 bodies[i]);
        Reading reading = read_omi_nodes(1, BOX, node);
        assert_found(&reading, "PHYSICS_GRAVITY_NOT_TRIGGER", TUM_SEVERITY_WARNING, GRAVITY);
        assert_int_equal(only_volume(&reading)->trigger, i == 0 ? -1 : 0);
        reading_end(&reading);
    }
}

static void a_member_of_a_group_keeps_its_own_trigger(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        2, BOX,
        "{'extensions': {'OMI_physics_body': {'trigger': {'shape': 0}}, 'OMI_physics_gravity': "
        "{'type': 'point', 'gravity': 1}}}, {'children': [0], 'extensions': {'OMI_physics_body': "
        "{'trigger': {}}}}");
    assert_int_equal(reading.scene->trigger_count, 2);
    assert_int_equal(only_volume(&reading)->trigger, 0);
    assert_int_equal(reading.scene->triggers[0].node, 0);
    reading_end(&reading);
}

// OMI-GRAVITY-5.
static void a_volume_on_a_member_of_a_compound_is_warned_of(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        2, BOX,
        "{'extensions': {'OMI_physics_body': {'trigger': {'shape': 0}}, 'OMI_physics_gravity': "
        "{'type': 'point', 'gravity': 1}}}, {'children': [0], 'extensions': {'OMI_physics_body': "
        "{'trigger': {'nodes': [0]}}}}");
    assert_found(&reading, "PHYSICS_GRAVITY_NOT_TRIGGER", TUM_SEVERITY_WARNING, GRAVITY);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gravity_on_the_root_is_the_worlds),
        cmocka_unit_test(a_direction_is_made_unit_and_zero_is_down),
        cmocka_unit_test(a_root_without_strength_is_an_error_and_sets_nothing),
        cmocka_unit_test(a_point_stands_where_its_node_does),
        cmocka_unit_test(a_direction_is_the_nodes),
        cmocka_unit_test(circles_scale_with_their_node),
        cmocka_unit_test(points_of_a_line_scale_with_their_node),
        cmocka_unit_test(a_shape_stands_where_its_node_does),
        cmocka_unit_test(a_circle_under_an_uneven_scale_is_an_ellipse),
        cmocka_unit_test(volumes_are_ordered_by_priority_then_by_node),
        cmocka_unit_test(what_is_wrong_is_told_where_it_stands),
        cmocka_unit_test(a_node_that_is_not_just_a_trigger_is_warned_of_and_used),
        cmocka_unit_test(a_member_of_a_group_keeps_its_own_trigger),
        cmocka_unit_test(a_volume_on_a_member_of_a_compound_is_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
