// SPDX-License-Identifier: MIT
// KHR_physics_rigid_bodies on nodes: docs/specification.md#khr_physics_rigid_bodies.
#include "tests/dialects/reading.h"

// One node in the scene with a unit box as collider and this motion.
static Reading read_motion(const char *motion)
{
    char members[2048];
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': %s, 'collider': "
             "{'geometry': {'shape': 0}}}}}], 'extensions': {'KHR_implicit_shapes': {'shapes': "
             "[{'type': 'box'}]}}",
             motion);
    return read_members(1, members);
}

// Nodes as given, with one box in the table of shapes.
static Reading read_nodes(int root_count, const char *nodes)
{
    char members[4096];
    snprintf(members, sizeof members,
             "'nodes': [%s], 'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}, "
             "'KHR_physics_rigid_bodies': {'physicsJoints': [{'limits': [{'linearAxes': [0, 1, 2], "
             "'min': 0, 'max': 0}]}]}}",
             nodes);
    return read_members(root_count, members);
}

// KHR-10, KHR-17, KHR-24, KHR-27, KHR-28.
static void an_empty_motion_is_a_dynamic_body_at_rest(void **state)
{
    (void)state;
    Reading reading = read_motion("{}");
    assert_int_equal(tum_report_count(reading.report), 0);
    assert_int_equal(reading.scene->body_count, 1);
    const TumBody *body = &reading.scene->bodies[0];
    assert_int_equal(body->kind, TUM_BODY_DYNAMIC);
    assert_vector(body->linear_velocity, 0, 0, 0);
    assert_vector(body->angular_velocity, 0, 0, 0);
    assert_near(body->gravity_factor, 1, 0.0);
    // Computed: a cube of 1 m at 1000 kg/m^3 has inertia m/6 about each axis.
    assert_int_equal(body->mass_origin, TUM_ORIGIN_COMPUTED);
    assert_near(body->mass, 1000, 1e-6);
    assert_near(body->inertia[0], 1000.0 / 6.0, 1e-6);
    assert_string_equal(body->pointer, KHR_NODE(0) "/motion");
    reading_end(&reading);
}

// KHR-18, KHR-20.
static void motion_properties_are_read_as_they_stand(void **state)
{
    (void)state;
    Reading reading = read_motion(
        "{'mass': 3, 'centerOfMass': [1, 2, 3], 'inertiaDiagonal': [4, 5, 6], 'linearVelocity': "
        "[7, 8, 9], 'angularVelocity': [10, 11, 12], 'gravityFactor': -0.5}");
    assert_no_errors(reading.report);
    const TumBody *body = &reading.scene->bodies[0];
    assert_near(body->mass, 3, 0.0);
    assert_int_equal(body->mass_origin, TUM_ORIGIN_AUTHORED);
    assert_vector(body->center_of_mass, 1, 2, 3);
    assert_int_equal(body->center_of_mass_origin, TUM_ORIGIN_AUTHORED);
    assert_vector(body->inertia, 4, 5, 6);
    assert_int_equal(body->inertia_origin[2], TUM_ORIGIN_AUTHORED);
    assert_vector(body->linear_velocity, 7, 8, 9);
    assert_vector(body->angular_velocity, 10, 11, 12);
    assert_near(body->gravity_factor, -0.5, 0.0);
    reading_end(&reading);
}

// KHR-32, KHR-33.
static void zero_mass_and_zero_moments_are_infinite(void **state)
{
    (void)state;
    Reading reading = read_motion("{'mass': 0, 'inertiaDiagonal': [0, 1, 0]}");
    assert_no_errors(reading.report);
    const TumBody *body = &reading.scene->bodies[0];
    assert_true(isinf(body->mass));
    assert_true(isinf(body->inertia[0]) && isinf(body->inertia[2]));
    assert_near(body->inertia[1], 1, 0.0);
    reading_end(&reading);
}

// KHR-34.
static void negative_masses_are_errors_and_computed(void **state)
{
    (void)state;
    Reading reading = read_motion("{'mass': -2, 'inertiaDiagonal': [1, -1, 1]}");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR, KHR_NODE(0) "/motion/mass");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/motion/inertiaDiagonal/1");
    const TumBody *body = &reading.scene->bodies[0];
    assert_near(body->mass, 1000, 1e-6);
    assert_int_equal(body->inertia_origin[0], TUM_ORIGIN_AUTHORED);
    assert_int_equal(body->inertia_origin[1], TUM_ORIGIN_COMPUTED);
    reading_end(&reading);
}

// KHR-22, KHR-23.
static void velocities_are_turned_by_the_node_and_never_scaled(void **state)
{
    (void)state;
    // Decision D15. A quarter turn about Y takes Z to X.
    Reading reading = read_nodes(
        1, "{'rotation': [0, 0.7071067811865476, 0, 0.7071067811865476], 'scale': [3, 3, 3], "
           "'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1, 'linearVelocity': "
           "[0, 0, 2], 'angularVelocity': [0, 0, 5]}}}}");
    assert_no_errors(reading.report);
    assert_vector(reading.scene->bodies[0].linear_velocity, 2, 0, 0);
    assert_vector(reading.scene->bodies[0].angular_velocity, 5, 0, 0);
    reading_end(&reading);
}

static void a_kinematic_body_turns_about_its_node(void **state)
{
    (void)state;
    // The collider is off to one side, which must not move the axis.
    Reading reading = read_nodes(
        1, "{'children': [1], 'extensions': {'KHR_physics_rigid_bodies': {'motion': "
           "{'isKinematic': true, 'angularVelocity': [0, 1, 0]}}}}, {'translation': [4, 0, 0], "
           "'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': 0}}}}}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->bodies[0].kind, TUM_BODY_KINEMATIC);
    assert_vector(reading.scene->bodies[0].center_of_mass, 0, 0, 0);
    reading_end(&reading);
}

static void an_inertia_orientation_off_unit_length_is_an_error_and_normalised(void **state)
{
    (void)state;
    Reading reading = read_motion("{'mass': 1, 'inertiaDiagonal': [1, 2, 3], 'inertiaOrientation': "
                                  "[0, 0, 2, 0]}");
    assert_found(&reading, "ROTATION_NON_UNIT", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/motion/inertiaOrientation");
    const double *q = reading.scene->bodies[0].inertia_rotation.q;
    assert_near(fabs(q[2]), 1, 1e-12);
    reading_end(&reading);
    reading = read_motion("{'mass': 1, 'inertiaDiagonal': [1, 2, 3], 'inertiaOrientation': "
                          "[0, 0, 0, 0]}");
    assert_near(fabs(reading.scene->bodies[0].inertia_rotation.q[3]), 1, 1e-12);
    reading_end(&reading);
}

static void moments_no_body_can_have_are_warned_of(void **state)
{
    (void)state;
    Reading reading = read_motion("{'mass': 1, 'inertiaDiagonal': [1, 1, 3]}");
    assert_found(&reading, "PHYSICS_INERTIA_TRIANGLE", TUM_SEVERITY_WARNING,
                 KHR_NODE(0) "/motion/inertiaDiagonal");
    reading_end(&reading);
    reading = read_motion("{'mass': 1, 'inertiaDiagonal': [0, 1, 3]}");
    assert_false(report_has(reading.report, "PHYSICS_INERTIA_TRIANGLE", NULL));
    reading_end(&reading);
}

static void gravity_on_an_infinite_mass_is_noted(void **state)
{
    (void)state;
    Reading reading = read_motion("{'mass': 0, 'gravityFactor': 2}");
    assert_found(&reading, "PHYSICS_INFINITE_MASS_GRAVITY", TUM_SEVERITY_INFO,
                 KHR_NODE(0) "/motion/gravityFactor");
    reading_end(&reading);
    reading = read_motion("{'mass': 0, 'gravityFactor': 0}");
    assert_false(report_has(reading.report, "PHYSICS_INFINITE_MASS_GRAVITY", NULL));
    reading_end(&reading);
}

// KHR-35.
static void motions_of_wrong_types_take_their_defaults(void **state)
{
    (void)state;
    Reading reading = read_motion("{'isKinematic': 1, 'mass': '3', 'centerOfMass': [1, 2], "
                                  "'inertiaDiagonal': {}, 'linearVelocity': [1, 2, '3']}");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(0) "/motion/isKinematic");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(0) "/motion/mass");
    assert_found(&reading, "ARRAY_LENGTH_NOT_IN_LIST", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/motion/centerOfMass");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/motion/inertiaDiagonal");
    assert_found(&reading, "ARRAY_TYPE_MISMATCH", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/motion/linearVelocity/2");
    assert_int_equal(reading.scene->bodies[0].kind, TUM_BODY_DYNAMIC);
    assert_near(reading.scene->bodies[0].mass, 1000, 1e-6);
    assert_vector(reading.scene->bodies[0].linear_velocity, 0, 0, 0);
    reading_end(&reading);
}

// KHR-12, KHR-38, KHR-41, KHR-42, KHR-49.
static void a_collider_belongs_to_the_nearest_motion_above(void **state)
{
    (void)state;
    Reading reading = read_nodes(
        2,
        "{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': 0}}}}}, "
        "{'children': [2], 'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1}}}}, "
        "{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': 0}}}}}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->collider_count, 2);
    assert_int_equal(reading.scene->colliders[0].node, 0);
    assert_int_equal(reading.scene->colliders[0].body, -1);
    assert_int_equal(reading.scene->colliders[1].node, 2);
    assert_int_equal(reading.scene->colliders[1].body, 0);
    assert_int_equal(reading.scene->colliders[1].shape, 0); // One shape for both.
    assert_string_equal(reading.scene->colliders[1].pointer, KHR_NODE(2) "/collider");
    reading_end(&reading);
}

// KHR-38, KHR-52.
static void a_collider_without_geometry_is_an_error_and_dropped(void **state)
{
    (void)state;
    Reading reading = read_nodes(
        5,
        "{'extensions': {'KHR_physics_rigid_bodies': {'collider': {}}}}, "
        "{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {}}}}}, "
        "{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': 4}}}}}, "
        "{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': 0.5}}}}}, "
        "{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': 0}}}}}");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, KHR_NODE(0) "/collider");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(1) "/collider/geometry");
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 KHR_NODE(2) "/collider/geometry/shape");
    assert_found(&reading, "INVALID_INDEX", TUM_SEVERITY_ERROR,
                 KHR_NODE(3) "/collider/geometry/shape");
    // One bad collider does not hide the next.
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->colliders[0].node, 4);
    reading_end(&reading);
}

static void of_two_forms_of_geometry_the_newest_counts(void **state)
{
    (void)state;
    Reading reading = read_members(
        1, "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'shape': 0, "
           "'geometry': {'shape': 0}}}}}], 'extensions': {'KHR_implicit_shapes': {'shapes': "
           "[{'type': 'box'}]}, 'KHR_collision_shapes': {'shapes': [{'type': 'sphere'}]}}");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(0) "/collider");
    const TumCollider *collider = &reading.scene->colliders[0];
    assert_int_equal(reading.scene->shapes[collider->shape].kind, TUM_SHAPE_BOX);
    reading_end(&reading);
}

// KHR-94, KHR-95.
static void a_trigger_has_a_shape_and_a_filter(void **state)
{
    (void)state;
    Reading reading = read_members(
        1, "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'trigger': {'geometry': "
           "{'shape': 0}, 'collisionFilter': 1}}}}], 'extensions': {'KHR_implicit_shapes': "
           "{'shapes': [{'type': 'sphere'}]}, 'KHR_physics_rigid_bodies': {'collisionFilters': "
           "[{'collisionSystems': ['A']}, {'collisionSystems': ['B']}]}}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->collider_count, 0);
    assert_int_equal(reading.scene->trigger_count, 1);
    assert_int_equal(reading.scene->triggers[0].part_count, 1);
    assert_string_equal(reading.scene->triggers[0].pointer, KHR_NODE(0) "/trigger");
    const TumTriggerPart *part = &reading.scene->trigger_parts[0];
    assert_int_equal(part->node, 0);
    assert_int_equal(part->shape, 0);
    assert_int_equal(part->body, -1);
    reading_end(&reading);
}

// KHR-102, KHR-103, KHR-104, KHR-105.
static void a_joint_has_two_frames_and_a_description(void **state)
{
    (void)state;
    Reading reading = read_nodes(
        2, "{'translation': [1, 0, 0], 'extensions': {'KHR_physics_rigid_bodies': {'motion': "
           "{'mass': 1}, 'joint': {'connectedNode': 1, 'joint': 0, 'enableCollision': true}}}}, "
           "{'translation': [0, 2, 0]}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->joint_count, 1);
    const TumJoint *joint = &reading.scene->joints[0];
    assert_int_equal(joint->node_a, 0);
    assert_int_equal(joint->node_b, 1);
    assert_int_equal(joint->body_a, 0);
    assert_int_equal(joint->body_b, -1);
    assert_vector(joint->position_a, 0, 0, 0);
    assert_vector(joint->position_b, 0, 2, 0);
    assert_int_equal(joint->limit_count, 1);
    assert_true(joint->enable_collision);
    assert_string_equal(joint->pointer, KHR_NODE(0) "/joint");
    reading_end(&reading);
}

// KHR-108.
static void joined_bodies_do_not_collide_by_default(void **state)
{
    (void)state;
    Reading reading =
        read_nodes(2, "{'extensions': {'KHR_physics_rigid_bodies': {'motion': "
                      "{'mass': 1}, 'joint': {'connectedNode': 1, 'joint': 0}}}}, {}");
    assert_false(reading.scene->joints[0].enable_collision);
    reading_end(&reading);
}

// KHR-104.
static void joints_without_another_side_are_errors_and_ignored(void **state)
{
    (void)state;
#define JOINT_NODE(connected)                                                                      \
    "{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1}, 'joint': {" connected     \
    "'joint': 0}}}}"
    Reading reading = read_nodes(4, JOINT_NODE("") ", " JOINT_NODE("'connectedNode': 1,") ", " //
                                 JOINT_NODE("'connectedNode': 9,") ", "                        //
                                 JOINT_NODE("'connectedNode': 4,") ", {}");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, KHR_NODE(0) "/joint");
    assert_found(&reading, "PHYSICS_JOINT_SELF", TUM_SEVERITY_ERROR,
                 KHR_NODE(1) "/joint/connectedNode");
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 KHR_NODE(2) "/joint/connectedNode");
    assert_found(&reading, "PHYSICS_JOINT_NODE_NOT_IN_SCENE", TUM_SEVERITY_ERROR,
                 KHR_NODE(3) "/joint/connectedNode");
    assert_int_equal(reading.scene->joint_count, 0);
    reading_end(&reading);
}

// KHR-107.
static void a_joint_without_its_description_is_kept(void **state)
{
    (void)state;
    Reading reading = read_nodes(
        3, "{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1}, 'joint': "
           "{'connectedNode': 2, 'joint': 7}}}}, {'extensions': "
           "{'KHR_physics_rigid_bodies': {'motion': {'mass': 1}, 'joint': "
           "{'connectedNode': 2}}}}, {}");
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR, KHR_NODE(0) "/joint/joint");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, KHR_NODE(1) "/joint");
    assert_int_equal(reading.scene->joint_count, 2);
    assert_int_equal(reading.scene->joints[0].limit_count, 0);
    reading_end(&reading);
}

static void nodes_outside_the_scene_carry_no_objects(void **state)
{
    (void)state;
    Reading reading =
        read_nodes(1, "{}, {'extensions': {'KHR_physics_rigid_bodies': {'motion': {}, "
                      "'collider': {'geometry': {'shape': 0}}}}}");
    assert_int_equal(tum_report_count(reading.report), 0);
    assert_int_equal(reading.scene->node_count, 2);
    assert_int_equal(reading.scene->body_count, 0);
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

static void physics_of_another_scene_is_pointed_out(void **state)
{
    (void)state;
    Reading reading = read_document(
        "{'asset': {'version': '2.0'}, 'extensionsUsed': ['KHR_physics_rigid_bodies'], 'scene': 1, "
        "'scenes': [{'nodes': [0]}, {'nodes': [2]}], 'nodes': [{'children': [1]}, {'extensions': "
        "{'KHR_physics_rigid_bodies': {'motion': {'mass': 1}}}}, {}]}");
    assert_found(&reading, "PHYSICS_NOT_IN_SCENE", TUM_SEVERITY_INFO, "/nodes/1");
    assert_int_equal(reading.scene->body_count, 0);
    reading_end(&reading);
}

static void physics_of_an_instanced_node_applies_once(void **state)
{
    (void)state;
    Reading reading = read_nodes(1, "{'extensions': {'EXT_mesh_gpu_instancing': {}, "
                                    "'KHR_physics_rigid_bodies': {'motion': {'mass': 1}}}}");
    assert_found(&reading, "PHYSICS_INSTANCED_NODE", TUM_SEVERITY_WARNING, "/nodes/0");
    assert_int_equal(reading.scene->body_count, 1);
    reading_end(&reading);
}

// KHR-8.
static void an_empty_extension_object_means_nothing(void **state)
{
    (void)state;
    Reading reading = read_nodes(1, "{'extensions': {'KHR_physics_rigid_bodies': {}}}");
    assert_int_equal(tum_report_count(reading.report), 0);
    assert_int_equal(reading.scene->body_count + reading.scene->collider_count, 0);
    reading_end(&reading);
}

static void objects_of_wrong_types_are_reported_where_they_stand(void **state)
{
    (void)state;
    Reading reading = read_nodes(4, "{'extensions': {'KHR_physics_rigid_bodies': 3}}, "
                                    "{'extensions': []}, {'extensions': "
                                    "{'KHR_physics_rigid_bodies': {'motion': [], 'collider': 'a', "
                                    "'trigger': 1, 'joint': true}}}, 7");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(0));
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, "/nodes/1/extensions");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(2) "/motion");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(2) "/collider");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(2) "/trigger");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(2) "/joint");
    assert_int_equal(reading.scene->body_count + reading.scene->collider_count, 0);
    reading_end(&reading);
}

// KHR-36.
static void the_mesh_a_node_shows_is_no_collider(void **state)
{
    (void)state;
    Reading reading = read_members(
        1, "'nodes': [{'mesh': 0, 'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': "
           "1}}}}], 'meshes': [{'primitives': [{'attributes': {'POSITION': 0}}]}], 'accessors': "
           "[{'componentType': 5126, 'type': 'VEC3', 'count': 3}]");
    assert_int_equal(reading.scene->body_count, 1);
    assert_int_equal(reading.scene->collider_count, 0);
    assert_int_equal(reading.scene->mesh_count, 0);
    reading_end(&reading);
}

// KHR-62.
static void the_hull_of_an_implicit_shape_is_the_shape(void **state)
{
    (void)state;
    Reading reading = read_nodes(1, "{'extensions': {'KHR_physics_rigid_bodies': {'collider': "
                                    "{'geometry': {'shape': 0, 'convexHull': true}}}}}");
    assert_no_errors(reading.report);
    const TumCollider *collider = &reading.scene->colliders[0];
    assert_int_equal(reading.scene->shapes[collider->shape].kind, TUM_SHAPE_BOX);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_motion_is_a_dynamic_body_at_rest),
        cmocka_unit_test(motion_properties_are_read_as_they_stand),
        cmocka_unit_test(zero_mass_and_zero_moments_are_infinite),
        cmocka_unit_test(negative_masses_are_errors_and_computed),
        cmocka_unit_test(velocities_are_turned_by_the_node_and_never_scaled),
        cmocka_unit_test(a_kinematic_body_turns_about_its_node),
        cmocka_unit_test(an_inertia_orientation_off_unit_length_is_an_error_and_normalised),
        cmocka_unit_test(moments_no_body_can_have_are_warned_of),
        cmocka_unit_test(gravity_on_an_infinite_mass_is_noted),
        cmocka_unit_test(motions_of_wrong_types_take_their_defaults),
        cmocka_unit_test(a_collider_belongs_to_the_nearest_motion_above),
        cmocka_unit_test(a_collider_without_geometry_is_an_error_and_dropped),
        cmocka_unit_test(of_two_forms_of_geometry_the_newest_counts),
        cmocka_unit_test(a_trigger_has_a_shape_and_a_filter),
        cmocka_unit_test(a_joint_has_two_frames_and_a_description),
        cmocka_unit_test(joined_bodies_do_not_collide_by_default),
        cmocka_unit_test(joints_without_another_side_are_errors_and_ignored),
        cmocka_unit_test(a_joint_without_its_description_is_kept),
        cmocka_unit_test(nodes_outside_the_scene_carry_no_objects),
        cmocka_unit_test(physics_of_another_scene_is_pointed_out),
        cmocka_unit_test(physics_of_an_instanced_node_applies_once),
        cmocka_unit_test(an_empty_extension_object_means_nothing),
        cmocka_unit_test(objects_of_wrong_types_are_reported_where_they_stand),
        cmocka_unit_test(the_mesh_a_node_shows_is_no_collider),
        cmocka_unit_test(the_hull_of_an_implicit_shape_is_the_shape),
    };
    return cmocka_run_group_tests_name("KHR reader", tests, NULL, NULL);
}
