// SPDX-License-Identifier: MIT
// Bodies by type, with shapes on nodes: docs/specification.md#omi_physics_body.
#include "tests/dialects/omi_reading.h"

#define BOX "'OMI_physics_shape': {'shapes': [{'type': 'box'}]}"
#define SHAPE "'OMI_physics_shape': {'shape': 0}"

// One node, body and box at once.
static Reading read_body(const char *body)
{
    char node[1024];
    snprintf(node, sizeof node, "{'extensions': {'OMI_physics_body': %s, " SHAPE "}}", body);
    return read_omi_nodes(1, BOX, node);
}

// OMI-BODY-1, OMI-BODY-18, OMI-BODY-20, OMI-BODY-21, OMI-BODY-22, OMI-BODY-23.
static void each_type_has_its_kind_and_tag(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        TumBodyKind kind;
        TumBodyTag tag;
    } rows[] = {
        {"static", TUM_BODY_STATIC, TUM_BODY_TAG_NONE},
        {"kinematic", TUM_BODY_KINEMATIC, TUM_BODY_TAG_NONE},
        {"character", TUM_BODY_KINEMATIC, TUM_BODY_TAG_CHARACTER},
        {"rigid", TUM_BODY_DYNAMIC, TUM_BODY_TAG_NONE},
        {"vehicle", TUM_BODY_DYNAMIC, TUM_BODY_TAG_VEHICLE},
        {"dynamic", TUM_BODY_DYNAMIC, TUM_BODY_TAG_NONE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char body[64];
        snprintf(body, sizeof body, "{'type': '%s'}", rows[i].type);
        Reading reading = read_body(body);
        assert_no_findings(&reading);
        assert_int_equal(reading.scene->body_count, 1);
        assert_int_equal(reading.scene->bodies[0].kind, rows[i].kind);
        assert_int_equal(reading.scene->bodies[0].tag, rows[i].tag);
        assert_int_equal(reading.scene->colliders[0].body, 0);
        assert_string_equal(reading.scene->dialects, i == 5 ? "B2, S2" : "B1, S2");
        reading_end(&reading);
    }
}

// OMI-BODY-28, OMI-BODY-29, OMI-BODY-30, OMI-BODY-32.
static void the_properties_of_the_seed_are_read(void **state)
{
    (void)state;
    Reading reading = read_body(
        "{'type': 'rigid', 'mass': 3, 'linearVelocity': [1, 2, 3], 'angularVelocity': [4, "
        "5, 6], 'centerOfMass': [0.5, 0, 0], 'inertiaTensor': [1, 0, 0, 0, 2, 0, 0, 0, "
        "2.5]}");
    assert_no_findings(&reading);
    const TumBody *body = &reading.scene->bodies[0];
    assert_near(body->mass, 3, 0.0);
    assert_vector(body->linear_velocity, 1, 2, 3);
    assert_vector(body->angular_velocity, 4, 5, 6);
    assert_vector(body->center_of_mass, 0.5, 0, 0);
    assert_vector(body->inertia, 1, 2, 2.5);
    assert_string_equal(body->pointer, OMI_NODE(0, "OMI_physics_body"));
    reading_end(&reading);
}

// OMI-BODY-26, OMI-BODY-34.
static void mass_is_one_kilogram_unless_given_and_inertia_is_computed(void **state)
{
    (void)state;
    // Zeros stand for an inertia that is computed.
    Reading reading = read_body("{'type': 'rigid', 'inertiaTensor': [0, 0, 0, 0, 0, 0, 0, 0, 0]}");
    assert_no_findings(&reading);
    assert_near(reading.scene->bodies[0].mass, 1, 0.0);
    assert_near(reading.scene->bodies[0].inertia[0], 1.0 / 6.0, 1e-9);
    reading_end(&reading);
}

// OMI-BODY-36, OMI-BODY-37.
static void coupling_in_the_tensor_turns_the_principal_axes(void **state)
{
    (void)state;
    // [[2, 1, 0], [1, 2, 0], [0, 0, 3]]: eigenvalues 1, 3 and 3, the first along (1, -1, 0).
    Reading reading = read_body("{'type': 'rigid', 'inertiaTensor': [2, 1, 0, 1, 2, 0, 0, 0, 3]}");
    assert_no_findings(&reading);
    const TumBody *body = &reading.scene->bodies[0];
    double tensor_xy = 0.0, tensor_xx = 0.0;
    // R diag R^T, from the quaternion.
    const double *q = body->inertia_rotation.q, x = q[0], y = q[1], z = q[2], w = q[3];
    const double row_x[3] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)};
    const double row_y[3] = {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)};
    for (int i = 0; i < 3; ++i) {
        tensor_xx += row_x[i] * body->inertia[i] * row_x[i];
        tensor_xy += row_x[i] * body->inertia[i] * row_y[i];
    }
    assert_near(tensor_xx, 2, 1e-12);
    assert_near(tensor_xy, 1, 1e-12);
    reading_end(&reading);
}

// OMI-BODY-32, OMI-BODY-35.
static void tensors_that_no_body_has_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *tensor, *code;
        TumSeverity severity;
        double expected; ///< First moment.
    } rows[] = {
        {"[1, 0.5, 0, 0, 1, 0, 0, 0, 1]", "PHYSICS_INERTIA_NOT_SYMMETRIC", TUM_SEVERITY_WARNING,
         0.0},
        {"[-1, 0, 0, 0, 1, 0, 0, 0, 1]", "PHYSICS_INERTIA_NOT_POSITIVE", TUM_SEVERITY_ERROR,
         1.0 / 6.0},
        {"[0, 0, 0, 0, 1, 0, 0, 0, 1]", "PHYSICS_INERTIA_NOT_POSITIVE", TUM_SEVERITY_ERROR,
         1.0 / 6.0},
        {"[5, 0, 0, 0, 1, 0, 0, 0, 1]", "PHYSICS_INERTIA_TRIANGLE", TUM_SEVERITY_WARNING, 5.0},
        {"[1, 0, 0, 0, 1, 0, 0, 0]", "ARRAY_LENGTH_NOT_IN_LIST", TUM_SEVERITY_ERROR, 1.0 / 6.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char body[128];
        snprintf(body, sizeof body, "{'type': 'rigid', 'inertiaTensor': %s}", rows[i].tensor);
        Reading reading = read_body(body);
        assert_found(&reading, rows[i].code, rows[i].severity,
                     OMI_NODE(0, "OMI_physics_body") "/inertiaTensor");
        assert_int_equal(tum_report_count(reading.report), 1);
        if (rows[i].expected > 0.0) {
            assert_near(reading.scene->bodies[0].inertia[0], rows[i].expected, 1e-9);
        }
        reading_end(&reading);
    }
}

// OMI-BODY-17.
static void a_type_that_is_missing_or_unknown_is_an_error_and_static(void **state)
{
    (void)state;
    Reading reading = read_body("{'mass': 2}");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_body"));
    assert_int_equal(reading.scene->bodies[0].kind, TUM_BODY_STATIC);
    reading_end(&reading);
    reading = read_body("{'type': 'soft'}");
    assert_found(&reading, "VALUE_NOT_IN_LIST", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_body") "/type");
    assert_int_equal(reading.scene->bodies[0].kind, TUM_BODY_STATIC);
    reading_end(&reading);
}

// OMI-BODY-2, OMI-BODY-3, OMI-BODY-4, OMI-BODY-6, OMI-SHAPE-8.
static void a_shape_belongs_to_the_nearest_body_at_or_above_it(void **state)
{
    (void)state;
    // 0 rigid - 1 - 2 shape
    //         - 3 kinematic and shape - 4 shape
    // 5 shape, of nobody
    Reading reading = read_omi_nodes(
        1, BOX,
        "{'children': [1, 3, 5], 'extensions': {}}, {'children': [2], 'extensions': "
        "{'OMI_physics_body': {'type': 'rigid'}}}, {'children': [6]}, {'children': [4], "
        "'extensions': {'OMI_physics_body': {'type': 'kinematic'}, " SHAPE "}}, {'extensions': "
        "{" SHAPE "}}, {'extensions': {" SHAPE "}}, {'extensions': {" SHAPE "}}");
    assert_no_findings(&reading);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->collider_count, 4);
    const int32_t nodes[4] = {3, 4, 5, 6}, bodies[4] = {1, 1, -1, 0};
    for (size_t i = 0; i < 4; ++i) {
        assert_int_equal(scene->colliders[i].node, nodes[i]);
        assert_int_equal(scene->colliders[i].body, bodies[i]);
    }
    reading_end(&reading);
}

// OMI-BODY-24, OMI-BODY-25.
static void a_trigger_body_is_one_trigger_of_all_its_shapes(void **state)
{
    (void)state;
    // 0 rigid - 1 trigger - 2 shape
    //                     - 3 - 4 shape
    Reading reading = read_omi_nodes(
        1, BOX,
        "{'children': [1], 'extensions': {'OMI_physics_body': {'type': 'rigid'}}}, {'children': "
        "[2, 3], 'extensions': {'OMI_physics_body': {'type': 'trigger'}}}, {'extensions': {" SHAPE
        "}}, {'children': [4]}, {'extensions': {" SHAPE "}}");
    assert_no_findings(&reading);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->body_count, 1);
    assert_int_equal(scene->collider_count, 0);
    assert_int_equal(scene->trigger_count, 1);
    assert_int_equal(scene->triggers[0].node, 1);
    assert_string_equal(scene->triggers[0].pointer, OMI_NODE(1, "OMI_physics_body"));
    assert_int_equal(scene->triggers[0].part_count, 2);
    // Below a body the trigger is attached to it.
    assert_int_equal(scene->trigger_parts[0].body, 0);
    assert_int_equal(scene->trigger_parts[1].node, 4);
    reading_end(&reading);
}

static void a_trigger_body_without_shapes_is_nothing(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(1, BOX, "{'extensions': {'OMI_physics_body': {'type': 'trigger'}}}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->trigger_count, 0);
    assert_int_equal(reading.scene->body_count, 0);
    reading_end(&reading);
}

static void a_body_of_another_dialect_below_a_trigger_owns_what_is_below_it(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        1, BOX,
        "{'children': [1], 'extensions': {'OMI_physics_body': {'type': 'trigger'}}}, {'children': "
        "[2], 'extensions': {'OMI_physics_body': {'motion': {'type': 'dynamic'}}}}, "
        "{'extensions': {" SHAPE "}}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->trigger_count, 0);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->colliders[0].body, 0);
    reading_end(&reading);
}

static void a_shape_may_stand_in_place_of_its_index(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        1, "",
        "{'extensions': {'OMI_physics_shape': {'type': 'sphere', 'sphere': {'radius': 2}}}}");
    assert_no_findings(&reading);
    assert_near(reading.scene->shapes[reading.scene->colliders[0].shape].radius, 2, 0.0);
    reading_end(&reading);
    reading = read_omi_nodes(1, BOX, "{'extensions': {'OMI_physics_shape': {}}}");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_shape"));
    reading_end(&reading);
}

// OMI-BODY-5.
static void a_body_without_shapes_is_valid(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(1, BOX, "{'extensions': {'OMI_physics_body': {'type': 'rigid'}}}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->body_count, 1);
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_type_has_its_kind_and_tag),
        cmocka_unit_test(the_properties_of_the_seed_are_read),
        cmocka_unit_test(mass_is_one_kilogram_unless_given_and_inertia_is_computed),
        cmocka_unit_test(coupling_in_the_tensor_turns_the_principal_axes),
        cmocka_unit_test(tensors_that_no_body_has_are_told),
        cmocka_unit_test(a_type_that_is_missing_or_unknown_is_an_error_and_static),
        cmocka_unit_test(a_shape_belongs_to_the_nearest_body_at_or_above_it),
        cmocka_unit_test(a_trigger_body_is_one_trigger_of_all_its_shapes),
        cmocka_unit_test(a_trigger_body_without_shapes_is_nothing),
        cmocka_unit_test(a_body_of_another_dialect_below_a_trigger_owns_what_is_below_it),
        cmocka_unit_test(a_shape_may_stand_in_place_of_its_index),
        cmocka_unit_test(a_body_without_shapes_is_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
