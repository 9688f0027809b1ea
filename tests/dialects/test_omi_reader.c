// SPDX-License-Identifier: MIT
// OMI_physics_body of today: docs/specification.md#omi_physics_body.
#include "tests/dialects/omi_reading.h"

#define BOX "'OMI_physics_shape': {'shapes': [{'type': 'box'}]}"
#define BODY(MEMBERS) "'extensions': {'OMI_physics_body': {" MEMBERS "}}"

static Reading read_motion(const char *motion)
{
    char node[1024];
    snprintf(node, sizeof node, "{" BODY("'motion': %s, 'collider': {'shape': 0}") "}", motion);
    return read_omi_nodes(1, BOX, node);
}

// OMI-BODY-8, OMI-BODY-9, OMI-BODY-10, OMI-BODY-22, OMI-BODY-26, OMI-BODY-34, OMI-BODY-42.
static void a_motion_has_the_documented_defaults(void **state)
{
    (void)state;
    Reading reading = read_motion("{'type': 'dynamic'}");
    assert_no_findings(&reading);
    const TumBody *body = &reading.scene->bodies[0];
    assert_int_equal(body->kind, TUM_BODY_DYNAMIC);
    assert_near(body->mass, 1, 0.0);
    assert_int_equal(body->mass_origin, TUM_ORIGIN_DEFAULTED);
    assert_vector(body->center_of_mass, 0, 0, 0);
    // A cube of 1 kg and 1 m: m / 6.
    assert_near(body->inertia[1], 1.0 / 6.0, 1e-9);
    assert_int_equal(body->inertia_origin[1], TUM_ORIGIN_COMPUTED);
    assert_near(body->gravity_factor, 1, 0.0);
    assert_string_equal(body->pointer, OMI_NODE(0, "OMI_physics_body") "/motion");
    assert_string_equal(reading.scene->dialects, "B3, S4");
    reading_end(&reading);
}

// A cube of 1 kg and 1 m stands 2 m beside its node: m / 6 along the way there, and m 2^2 more
// across it, since the centre of mass is where the node is.
// OMI-BODY-14, OMI-BODY-30.
static void a_center_of_mass_that_is_not_given_is_at_the_node(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(1, BOX,
                       "{'children': [1], " BODY(
                           "'motion': {'type': 'dynamic'}") "}, "
                                                            "{'translation': [2, 0, 0], " BODY(
                                                                "'collider': {'shape': 0}") "}");
    assert_no_findings(&reading);
    const TumBody *body = &reading.scene->bodies[0];
    assert_vector(body->center_of_mass, 0, 0, 0);
    assert_near(body->inertia[0], 1.0 / 6.0, 1e-9);
    assert_near(body->inertia[1], 1.0 / 6.0 + 4, 1e-9);
    reading_end(&reading);
}

// OMI-BODY-20, OMI-BODY-28, OMI-BODY-29, OMI-BODY-30, OMI-BODY-39, OMI-BODY-42.
static void motion_properties_are_read_as_they_stand(void **state)
{
    (void)state;
    Reading reading = read_motion(
        "{'type': 'kinematic', 'mass': 3, 'centerOfMass': [1, 2, 3], 'inertiaDiagonal': [4, 5, 6], "
        "'linearVelocity': [7, 8, 9], 'angularVelocity': [10, 11, 12], 'gravityFactor': -0.5}");
    assert_no_findings(&reading);
    const TumBody *body = &reading.scene->bodies[0];
    assert_int_equal(body->kind, TUM_BODY_KINEMATIC);
    assert_near(body->mass, 3, 0.0);
    assert_vector(body->center_of_mass, 1, 2, 3);
    assert_vector(body->inertia, 4, 5, 6);
    assert_vector(body->linear_velocity, 7, 8, 9);
    assert_vector(body->angular_velocity, 10, 11, 12);
    assert_near(body->gravity_factor, -0.5, 0.0);
    assert_string_equal(reading.scene->dialects, "B5, S4");
    reading_end(&reading);
}

static void velocities_are_those_of_the_world(void **state)
{
    (void)state;
    // Decision D15: a node turned by a quarter about Y does not turn them.
    Reading reading =
        read_omi_nodes(1, BOX,
                       "{'rotation': [0, 0.7071067811865476, 0, 0.7071067811865476], " BODY(
                           "'motion': {'type': 'dynamic', 'linearVelocity': [0, 0, 2]}") "}");
    assert_no_findings(&reading);
    assert_vector(reading.scene->bodies[0].linear_velocity, 0, 0, 2);
    assert_true(reading.scene->bodies[0].velocity_in_world);
    reading_end(&reading);
}

static void velocities_may_be_read_in_the_space_of_their_node(void **state)
{
    (void)state;
    // A quarter turn about Y takes Z to X.
    Reading reading =
        read_omi_nodes(1, BOX,
                       "{'rotation': [0, 0.7071067811865476, 0, 0.7071067811865476], " BODY(
                           "'motion': {'type': 'dynamic', 'linearVelocity': [0, 0, 2]}") "}");
    TumScene *scene = NULL;
    const TumSceneOptions options = {.node_velocities = true};
    assert_int_equal(tum_scene_read(reading.document, &options, &scene, NULL), TUM_OK);
    assert_vector(scene->bodies[0].linear_velocity, 2, 0, 0);
    tum_scene_destroy(scene);
    reading_end(&reading);
}

// OMI-BODY-17.
static void a_type_that_is_missing_or_unknown_is_an_error_and_dynamic(void **state)
{
    (void)state;
    Reading reading = read_motion("{}");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_body") "/motion");
    assert_int_equal(reading.scene->bodies[0].kind, TUM_BODY_DYNAMIC);
    reading_end(&reading);
    reading = read_motion("{'type': 'rigid'}");
    assert_found(&reading, "VALUE_NOT_IN_LIST", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_body") "/motion/type");
    assert_int_equal(reading.scene->bodies[0].kind, TUM_BODY_DYNAMIC);
    reading_end(&reading);
}

static void no_mass_at_all_is_one_kilogram(void **state)
{
    (void)state;
    Reading reading = read_motion("{'type': 'dynamic', 'mass': 0}");
    assert_found(&reading, "PHYSICS_ZERO_MASS", TUM_SEVERITY_WARNING,
                 OMI_NODE(0, "OMI_physics_body") "/motion/mass");
    assert_near(reading.scene->bodies[0].mass, 1, 0.0);
    reading_end(&reading);
    reading = read_motion("{'type': 'dynamic', 'mass': -2}");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_body") "/motion/mass");
    assert_near(reading.scene->bodies[0].mass, 1, 0.0);
    reading_end(&reading);
}

// OMI-BODY-34, OMI-BODY-39.
static void moments_that_are_zero_are_computed(void **state)
{
    (void)state;
    Reading reading = read_motion("{'type': 'dynamic', 'inertiaDiagonal': [0, 0, 0]}");
    assert_no_findings(&reading);
    assert_near(reading.scene->bodies[0].inertia[0], 1.0 / 6.0, 1e-9);
    reading_end(&reading);
    reading = read_motion("{'type': 'dynamic', 'inertiaDiagonal': [0.25, 0, 0.25]}");
    assert_found(&reading, "PHYSICS_INERTIA_PARTIAL_ZERO", TUM_SEVERITY_WARNING,
                 OMI_NODE(0, "OMI_physics_body") "/motion/inertiaDiagonal");
    assert_vector(reading.scene->bodies[0].inertia, 0.25, 1.0 / 6.0, 0.25);
    reading_end(&reading);
}

// OMI-BODY-18, OMI-BODY-27.
static void a_static_body_does_not_move(void **state)
{
    (void)state;
    Reading reading = read_motion("{'type': 'static', 'linearVelocity': [1, 0, 0]}");
    assert_found(&reading, "PHYSICS_STATIC_VELOCITY", TUM_SEVERITY_WARNING,
                 OMI_NODE(0, "OMI_physics_body") "/motion/linearVelocity");
    assert_vector(reading.scene->bodies[0].linear_velocity, 0, 0, 0);
    reading_end(&reading);
}

// OMI-BODY-44, OMI-BODY-45.
static void a_collider_without_shape_is_none_but_those_below_are(void **state)
{
    (void)state;
    // Decision D14: nor do they inherit its material.
    Reading reading =
        read_omi_nodes(1, BOX ", 'OMI_physics_body': {'physicsMaterials': [{}]}",
                       "{'children': [1], " BODY("'collider': {'physicsMaterial': 0}") "}, {" BODY(
                           "'collider': {'shape': 0, 'physicsMaterial': -1}") "}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->colliders[0].node, 1);
    assert_int_equal(reading.scene->colliders[0].material, -1);
    reading_end(&reading);
}

// OMI-BODY-13, OMI-BODY-45, OMI-BODY-51, OMI-BODY-52, OMI-BODY-53.
static void a_material_without_combine_averages(void **state)
{
    (void)state;
    // Decision D4: unlike in KHR, the default is written down.
    Reading reading =
        read_omi_nodes(1, BOX ", 'OMI_physics_body': {'physicsMaterials': [{'restitution': 0.5}]}",
                       "{" BODY("'collider': {'shape': 0, 'physicsMaterial': 0}") "}");
    assert_no_findings(&reading);
    const TumMaterial *material = &reading.scene->materials[reading.scene->colliders[0].material];
    assert_int_equal(material->friction_combine, TUM_COMBINE_AVERAGE);
    assert_int_equal(material->restitution_combine, TUM_COMBINE_AVERAGE);
    assert_near(material->restitution, 0.5, 0.0);
    assert_string_equal(reading.scene->dialects, "B5, S4");
    reading_end(&reading);
}

// OMI-BODY-8, OMI-BODY-9, OMI-BODY-11, OMI-BODY-12, OMI-BODY-56, OMI-SHAPE-5.
static void one_node_may_be_collider_and_trigger(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(1, BOX, "{" BODY("'collider': {'shape': 0}, 'trigger': {'shape': 0}") "}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->trigger_count, 1);
    reading_end(&reading);
}

// OMI-BODY-56, OMI-BODY-60.
static void an_empty_trigger_is_those_below_down_to_the_next(void **state)
{
    (void)state;
    // 0 {} - 1 - 2 shape
    //      - 3 {} - 4 shape
    //      - 5 shape
    Reading reading = read_omi_nodes(
        1, BOX,
        "{'children': [1, 3, 5], " BODY("'trigger': {}") "}, {'children': [2]}, {" BODY(
            "'t"
            "ri"
            "gg"
            "er"
            "':"
            " {"
            "'s"
            "ha"
            "pe"
            "':"
            " 0"
            "}") "}, {'children': [4], " BODY("'trigger': {}") "}, {" BODY("'trigger': {'shape': "
                                                                           "0}") "}, {" BODY("'trig"
                                                                                             "ger':"
                                                                                             " {'"
                                                                                             "shape"
                                                                                             "':"
                                                                                             " 0}") "}");
    assert_no_findings(&reading);
    const TumScene *scene = reading.scene;
    // The groups stand for their parts, which do not report by themselves.
    assert_int_equal(scene->trigger_count, 2);
    assert_int_equal(scene->triggers[0].node, 0);
    assert_int_equal(scene->triggers[0].part_count, 2);
    const TumTriggerPart *parts = &scene->trigger_parts[scene->triggers[0].part_first];
    assert_int_equal(parts[0].node, 2);
    assert_int_equal(parts[1].node, 5);
    assert_int_equal(scene->triggers[1].node, 3);
    assert_int_equal(scene->triggers[1].part_count, 1);
    assert_string_equal(scene->triggers[1].pointer, OMI_NODE(3, "OMI_physics_body") "/trigger");
    reading_end(&reading);
}

// OMI-BODY-13, OMI-BODY-46, OMI-BODY-57, OMI-BODY-62.
static void a_trigger_may_have_a_shape_and_members(void **state)
{
    (void)state;
    // Contradiction X15: the text allows what the schema forbids.
    Reading reading = read_omi_nodes(
        1, BOX ", 'OMI_physics_body': {'collisionFilters': [{'collisionSystems': ['a']}]}",
        "{'children': [1], " BODY(
            "'trigger': {'shape': 0, 'nodes': [1], 'collisionFilter': 0}") "}, "
                                                                           "{" BODY(
                                                                               "'trigger': "
                                                                               "{'shape': 0}") "}");
    assert_no_findings(&reading);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->trigger_count, 2);
    assert_int_equal(scene->triggers[0].part_count, 2);
    assert_int_equal(scene->triggers[0].filter, 0);
    assert_int_equal(scene->triggers[1].node, 1);
    reading_end(&reading);
}

// OMI-BODY-60.
static void a_trigger_with_a_filter_and_nothing_else_is_an_error(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        1, BOX ", 'OMI_physics_body': {'collisionFilters': [{'collisionSystems': ['a']}]}",
        "{" BODY("'trigger': {'collisionFilter': 0}") "}");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_body") "/trigger");
    reading_end(&reading);
}

// OMI-BODY-43, OMI-BODY-44.
static void minus_one_is_no_shape_without_a_finding(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(1, BOX, "{" BODY("'collider': {'shape': -1}") "}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

// OMI-BODY-43, OMI-SHAPE-6.
static void a_shape_that_does_not_exist_is_told_where_it_is_named(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(1, BOX, "{" BODY("'collider': {'shape': 3}") "}");
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_body") "/collider/shape");
    assert_int_equal(tum_report_count(reading.report), 1);
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
    reading = read_omi_nodes(1, "", "{" BODY("'collider': {'shape': 0}") "}");
    assert_found(&reading, "UNSATISFIED_DEPENDENCY", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_body") "/collider");
    reading_end(&reading);
}

static void the_same_body_in_khr_is_read_from_khr(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        1, BOX ", 'KHR_implicit_shapes': {'shapes': [{'type': 'sphere'}]}",
        "{'extensions': {'OMI_physics_body': {'motion': {'type': 'static'}, 'collider': {'shape': "
        "0}}, 'KHR_physics_rigid_bodies': {'motion': {}, 'collider': {'geometry': {'shape': "
        "0}}}}}");
    assert_found(&reading, "PHYSICS_DIALECT_OVERLAP", TUM_SEVERITY_INFO, "");
    assert_int_equal(reading.scene->body_count, 1);
    assert_int_equal(reading.scene->bodies[0].kind, TUM_BODY_DYNAMIC);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->shapes[reading.scene->colliders[0].shape].kind,
                     TUM_SHAPE_SPHERE);
    reading_end(&reading);
}

// OMI-BODY-6, OMI-BODY-19.
static void a_collider_without_a_motion_is_static(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(1, BOX, "{" BODY("'collider': {'shape': 0}") "}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->body_count, 0);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->colliders[0].body, -1);
    reading_end(&reading);
}

// OMI-BODY-28, OMI-BODY-29.
static void a_motion_without_velocities_is_at_rest(void **state)
{
    (void)state;
    Reading reading = read_motion("{'type': 'dynamic'}");
    assert_vector(reading.scene->bodies[0].linear_velocity, 0, 0, 0);
    assert_vector(reading.scene->bodies[0].angular_velocity, 0, 0, 0);
    reading_end(&reading);
}

// A quarter turn about Z: the moment about the first principal axis is the one about Y.
// OMI-BODY-41.
static void principal_axes_turn_with_their_orientation(void **state)
{
    (void)state;
    Reading reading = read_motion("{'type': 'dynamic', 'inertiaDiagonal': [1, 2, 2.5], "
                                  "'inertiaOrientation': [0, 0, 0.7071067811865476, "
                                  "0.7071067811865476]}");
    assert_no_findings(&reading);
    const TumBody *body = &reading.scene->bodies[0];
    assert_vector(body->inertia, 1, 2, 2.5);
    assert_near(body->inertia_rotation.q[2], 0.7071067811865476, 1e-12);
    assert_near(body->inertia_rotation.q[3], 0.7071067811865476, 1e-12);
    reading_end(&reading);
    reading = read_motion("{'type': 'dynamic', 'inertiaDiagonal': [1, 2, 2.5]}");
    assert_near(reading.scene->bodies[0].inertia_rotation.q[3], 1, 0.0);
    reading_end(&reading);
}

// OMI-BODY-46.
static void an_index_of_minus_one_is_no_filter(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        1, BOX ", 'OMI_physics_body': {'collisionFilters': [{'collisionSystems': ['a']}]}",
        "{" BODY("'collider': {'shape': 0, 'collisionFilter': -1}") "}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->colliders[0].filter, -1);
    reading_end(&reading);
    reading = read_omi_nodes(
        1, BOX ", 'OMI_physics_body': {'collisionFilters': [{'collisionSystems': ['a']}]}",
        "{" BODY("'collider': {'shape': 0, 'collisionFilter': 0}") "}");
    assert_int_equal(reading.scene->colliders[0].filter, 0);
    reading_end(&reading);
}

// OMI-BODY-48, OMI-BODY-50, OMI-BODY-51.
static void an_empty_material_has_the_documented_values(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(1, BOX ", 'OMI_physics_body': {'physicsMaterials': [{}]}",
                       "{" BODY("'collider': {'shape': 0, 'physicsMaterial': 0}") "}");
    const TumMaterial *material = &reading.scene->materials[reading.scene->colliders[0].material];
    assert_near(material->static_friction, 0.6, 0.0);
    assert_near(material->dynamic_friction, 0.6, 0.0);
    assert_near(material->restitution, 0.0, 0.0);
    reading_end(&reading);
}

// OMI-BODY-58, OMI-BODY-59.
static void members_of_a_trigger_are_triggers_below_it(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(2, BOX,
                       "{'children': [2], " BODY("'trigger': {'nodes': [1, 2]}") "}, {" BODY(
                           "'trigger': {'shape': 0}") "}, {}");
    assert_found(&reading, "PHYSICS_TRIGGER_NODE_NOT_DESCENDANT", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_body") "/trigger/nodes/0");
    assert_found(&reading, "PHYSICS_TRIGGER_NODE_NOT_TRIGGER", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_physics_body") "/trigger/nodes/1");
    reading_end(&reading);
}

// OMI-BODY-66.
static void a_filter_with_both_lists_is_an_error(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(1,
                       BOX ", 'OMI_physics_body': {'collisionFilters': "
                           "[{'collideWithSystems': ['a'], 'notCollideWithSystems': "
                           "['b']}]}",
                       "{" BODY("'collider': {'shape': 0, 'collisionFilter': 0}") "}");
    assert_found(&reading, "PHYSICS_FILTER_CONFLICT", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_body") "/collisionFilters/0");
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motion_has_the_documented_defaults),
        cmocka_unit_test(a_center_of_mass_that_is_not_given_is_at_the_node),
        cmocka_unit_test(motion_properties_are_read_as_they_stand),
        cmocka_unit_test(velocities_are_those_of_the_world),
        cmocka_unit_test(velocities_may_be_read_in_the_space_of_their_node),
        cmocka_unit_test(a_type_that_is_missing_or_unknown_is_an_error_and_dynamic),
        cmocka_unit_test(no_mass_at_all_is_one_kilogram),
        cmocka_unit_test(moments_that_are_zero_are_computed),
        cmocka_unit_test(a_static_body_does_not_move),
        cmocka_unit_test(a_collider_without_shape_is_none_but_those_below_are),
        cmocka_unit_test(a_material_without_combine_averages),
        cmocka_unit_test(one_node_may_be_collider_and_trigger),
        cmocka_unit_test(an_empty_trigger_is_those_below_down_to_the_next),
        cmocka_unit_test(a_trigger_may_have_a_shape_and_members),
        cmocka_unit_test(a_trigger_with_a_filter_and_nothing_else_is_an_error),
        cmocka_unit_test(minus_one_is_no_shape_without_a_finding),
        cmocka_unit_test(a_shape_that_does_not_exist_is_told_where_it_is_named),
        cmocka_unit_test(the_same_body_in_khr_is_read_from_khr),
        cmocka_unit_test(a_collider_without_a_motion_is_static),
        cmocka_unit_test(a_motion_without_velocities_is_at_rest),
        cmocka_unit_test(principal_axes_turn_with_their_orientation),
        cmocka_unit_test(an_index_of_minus_one_is_no_filter),
        cmocka_unit_test(an_empty_material_has_the_documented_values),
        cmocka_unit_test(members_of_a_trigger_are_triggers_below_it),
        cmocka_unit_test(a_filter_with_both_lists_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
