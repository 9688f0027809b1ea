// SPDX-License-Identifier: MIT
// OMI_physics_body of today: spec/dialects.md section 6.5.
#include "tests/dialects/omi_reading.h"

#define BOX "'OMI_physics_shape': {'shapes': [{'type': 'box'}]}"
#define BODY(MEMBERS) "'extensions': {'OMI_physics_body': {" MEMBERS "}}"

static Reading read_motion(const char *motion)
{
    char node[1024];
    snprintf(node, sizeof node, "{" BODY("'motion': %s, 'collider': {'shape': 0}") "}", motion);
    return read_omi_nodes(1, BOX, node);
}

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

static void a_static_body_does_not_move(void **state)
{
    (void)state;
    Reading reading = read_motion("{'type': 'static', 'linearVelocity': [1, 0, 0]}");
    assert_found(&reading, "PHYSICS_STATIC_VELOCITY", TUM_SEVERITY_WARNING,
                 OMI_NODE(0, "OMI_physics_body") "/motion/linearVelocity");
    assert_vector(reading.scene->bodies[0].linear_velocity, 0, 0, 0);
    reading_end(&reading);
}

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

static void minus_one_is_no_shape_without_a_finding(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(1, BOX, "{" BODY("'collider': {'shape': -1}") "}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
