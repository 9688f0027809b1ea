// SPDX-License-Identifier: MIT
// MSFT_RigidBodies and MSFT_rigid_bodies, M1 to M3: docs/dialects.md#early-microsoft-forms.
#include "tests/dialects/asset.h"
#include "tests/dialects/reading.h"

#include <math.h>

#define MSFT_NODE(N) "/nodes/" #N "/extensions/MSFT_rigid_bodies"
#define MSFT_ROOT "/extensions/MSFT_rigid_bodies"
#define TABLE "/extensions/MSFT_collision_primitives/colliders"

#define BOX_TABLE                                                                                  \
    "'MSFT_collision_primitives': {'colliders': [{'type': 'box', 'box': {'size': [1, 2, 3]}}]}"

// Node 0 with an object, a table of shapes and root tables.
static Reading read_node(const char *object, const char *roots)
{
    static char members[8192];
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'MSFT_rigid_bodies': %s}}, {'translation': [5, 0, 0]}], "
             "'extensions': {%s}",
             object, roots);
    return read_members(2, members);
}

static const TumShape *only_shape(const Reading *reading)
{
    assert_int_equal(reading->scene->collider_count, 1);
    return &reading->scene->shapes[reading->scene->colliders[0].shape];
}

static void a_collider_names_a_collider_of_the_table(void **state)
{
    (void)state;
    Reading reading = read_node("{'collider': {'collider': 0}}", BOX_TABLE);
    assert_no_errors(reading.report);
    assert_vector(only_shape(&reading)->size, 1, 2, 3);
    assert_string_equal(only_shape(&reading)->pointer, TABLE "/0");
    assert_string_equal(reading.scene->colliders[0].pointer, MSFT_NODE(0) "/collider");
    assert_string_equal(reading.scene->dialects, "M3");
    reading_end(&reading);
}

static void a_body_without_numbers_weighs_a_kilogram_about_its_node(void **state)
{
    (void)state;
    // Decision D10. The collider stands 3 m aside, and does not move the centre of mass.
    Reading reading = read_members(
        1, "'nodes': [{'children': [1], 'extensions': {'MSFT_rigid_bodies': {'motion': {}}}}, "
           "{'translation': [3, 0, 0], 'extensions': {'MSFT_rigid_bodies': {'collider': "
           "{'collider': 0}}}}], 'extensions': {'MSFT_collision_primitives': {'colliders': "
           "[{'type': 'box'}]}}");
    assert_no_errors(reading.report);
    const TumBody *body = &reading.scene->bodies[0];
    assert_near(body->mass, 1, 0.0);
    assert_int_equal(body->mass_origin, TUM_ORIGIN_DEFAULTED);
    assert_vector(body->center_of_mass, 0, 0, 0);
    // Inertia is computed: 1/6 of a cube, and 1 kg at 3 m about Y and Z.
    assert_int_equal(body->inertia_origin[0], TUM_ORIGIN_COMPUTED);
    assert_near(body->inertia[0], 1.0 / 6, 1e-9);
    assert_near(body->inertia[1], 1.0 / 6 + 9, 1e-9);
    reading_end(&reading);
}

static void zero_is_infinite(void **state)
{
    (void)state;
    Reading reading = read_node("{'motion': {'mass': 0, 'inertiaDiagonal': [0, 2, 0]}, "
                                "'collider': {'collider': 0}}",
                                BOX_TABLE);
    assert_no_errors(reading.report);
    const TumBody *body = &reading.scene->bodies[0];
    assert_true(isinf(body->mass));
    assert_true(isinf(body->inertia[0]));
    assert_near(body->inertia[1], 2, 0.0);
    reading_end(&reading);
}

static void velocities_are_in_the_nodes_space(void **state)
{
    (void)state;
    // A quarter turn about Y takes +Z to +X.
    Reading reading = read_members(
        1, "'nodes': [{'rotation': [0, 0.7071067811865476, 0, 0.7071067811865476], 'extensions': "
           "{'MSFT_rigid_bodies': {'motion': {'linearVelocity': [0, 0, 1], 'gravityFactor': 0.5}, "
           "'collider': {'collider': 0}}}}], 'extensions': {" BOX_TABLE "}");
    assert_no_errors(reading.report);
    assert_vector(reading.scene->bodies[0].linear_velocity, 1, 0, 0);
    assert_near(reading.scene->bodies[0].gravity_factor, 0.5, 0.0);
    reading_end(&reading);
}

static void combine_modes_are_in_upper_case(void **state)
{
    (void)state;
    Reading reading = read_node(
        "{'collider': {'collider': 0, 'physicsMaterial': 0, 'collisionFilter': 0}}",
        BOX_TABLE ", 'MSFT_rigid_bodies': {'physicsMaterials': [{'dynamicFriction': 0.1, "
                  "'frictionCombine': 'MAXIMUM'}], 'collisionFilters': [{'collisionSystems': "
                  "['A'], 'collideWithSystems': ['B']}]}");
    assert_no_errors(reading.report);
    const TumMaterial *material = &reading.scene->materials[0];
    assert_near(material->static_friction, 0.6, 0.0);
    assert_near(material->dynamic_friction, 0.1, 0.0);
    assert_int_equal(material->friction_combine, TUM_COMBINE_MAXIMUM);
    assert_int_equal(material->restitution_combine, TUM_COMBINE_NONE);
    assert_int_equal(reading.scene->colliders[0].filter, 0);
    assert_int_equal(reading.scene->filters[0].collide_with_count, 1);
    reading_end(&reading);
}

static void the_exporter_meant_average_where_it_wrote_nothing(void **state)
{
    (void)state;
    static const char text[] =
        "{'asset': {'version': '2.0', 'generator': 'Khronos glTF Blender I/O v3.6.27'}, "
        "'extensionsUsed': ['MSFT_rigid_bodies'], 'nodes': [{'extensions': {'MSFT_rigid_bodies': "
        "{'motion': {}}}}], 'extensions': {'MSFT_rigid_bodies': {'physicsMaterials': "
        "[{'frictionCombine': 'MINIMUM'}, {}]}}}";
    Reading reading = read_document(text);
    assert_found(&reading, "PHYSICS_COMBINE_ASSUMED", TUM_SEVERITY_INFO,
                 MSFT_ROOT "/physicsMaterials");
    assert_int_equal(reading.scene->materials[0].friction_combine, TUM_COMBINE_MINIMUM);
    assert_int_equal(reading.scene->materials[1].friction_combine, TUM_COMBINE_AVERAGE);
    reading_end(&reading);
}

static void a_trigger_names_a_collider_and_has_a_filter(void **state)
{
    (void)state;
    Reading reading = read_node("{'trigger': {'collider': 0, 'collisionFilter': 0}}", BOX_TABLE
                                ", 'MSFT_rigid_bodies': {'collisionFilters': [{'collisionSystems': "
                                "['A']}]}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->collider_count, 0);
    assert_int_equal(reading.scene->trigger_count, 1);
    assert_int_equal(reading.scene->trigger_parts[0].filter, 0);
    reading_end(&reading);
}

static void a_limit_without_a_range_is_locked(void **state)
{
    (void)state;
    // Decision D7; the spring has the names of its day.
    Reading reading = read_node(
        "{'motion': {}, 'collider': {'collider': 0}, 'joint': {'connectedNode': 1, 'jointLimits': "
        "0, 'enableCollision': true}}",
        BOX_TABLE ", 'MSFT_rigid_bodies': {'physicsJointLimits': [{'limits': [{'linearAxes': [0, "
                  "1, 2]}, {'angularAxes': [0], 'min': -1, 'max': 2, 'springConstant': 7, "
                  "'springDamping': 3}]}]}");
    assert_found(&reading, "PHYSICS_LIMIT_UNBOUNDED", TUM_SEVERITY_WARNING,
                 MSFT_ROOT "/physicsJointLimits/0/limits/0");
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->joint_count, 1);
    assert_true(scene->joints[0].enable_collision);
    assert_int_equal(scene->limit_count, 2);
    assert_near(scene->limits[0].min, 0, 0.0);
    assert_near(scene->limits[0].max, 0, 0.0);
    assert_near(scene->limits[1].stiffness, 7, 0.0);
    assert_near(scene->limits[1].damping, 3, 0.0);
    reading_end(&reading);
}

static void meshes_are_hulls_or_triangles(void **state)
{
    (void)state;
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint16_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static char members[24576];
    static Asset asset;
    asset = (Asset){0};
    const int points = asset_floats(&asset, corners, 4, 3);
    const int faces = asset_shorts(&asset, triangles, 12, 1);
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'MSFT_rigid_bodies': {'collider': {'collider': 0}}}}, "
             "{'extensions': {'MSFT_rigid_bodies': {'collider': {'collider': 1}}}}, "
             "{'extensions': {'MSFT_rigid_bodies': {'collider': {'collider': 1}}}}], "
             "'extensions': {'MSFT_collision_primitives': {'colliders': [{'type': 'convex', "
             "'convex': {'mesh': 0}}, {'type': 'trimesh', 'mesh': {'mesh': 0}}]}}, %s, 'meshes': "
             "[{'primitives': [{'attributes': {'POSITION': %d}, 'indices': %d}]}]",
             asset_text(&asset), points, faces);
    Reading reading = read_members(3, members);
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->collider_count, 3);
    assert_int_equal(scene->shapes[scene->colliders[0].shape].kind, TUM_SHAPE_CONVEX);
    assert_int_equal(scene->shapes[scene->colliders[1].shape].kind, TUM_SHAPE_MESH);
    assert_int_equal(scene->colliders[1].shape, scene->colliders[2].shape);
    reading_end(&reading);
}

static void what_is_missing_or_wrong_is_told_where_it_is(void **state)
{
    (void)state;
    Reading reading = read_node("{'collider': {'collider': 9}, 'trigger': {}}", BOX_TABLE);
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 MSFT_NODE(0) "/collider/collider");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, MSFT_NODE(0) "/trigger");
    assert_int_equal(tum_report_count(reading.report), 2);
    assert_int_equal(reading.scene->collider_count + reading.scene->trigger_count, 0);
    reading_end(&reading);

    reading = read_node("{'motion': {'mass': -1}, 'collider': {'collider': 0}, 'joint': "
                        "{'jointLimits': 0}}",
                        BOX_TABLE);
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR, MSFT_NODE(0) "/motion/mass");
    // M3 needs the node; and the table is nowhere.
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, MSFT_NODE(0) "/joint");
    assert_found(&reading, "UNSATISFIED_DEPENDENCY", TUM_SEVERITY_ERROR, MSFT_NODE(0) "/joint");
    assert_int_equal(tum_report_count(reading.report), 3);
    assert_near(reading.scene->bodies[0].mass, 1, 0.0);
    reading_end(&reading);

    reading = read_node("{'collider': 'box', 'motion': 3}", BOX_TABLE);
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, MSFT_NODE(0) "/collider");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, MSFT_NODE(0) "/motion");
    assert_int_equal(tum_report_count(reading.report), 2);
    reading_end(&reading);
}

// M1 and M2.

static void a_bare_index_without_a_material_is_a_trigger(void **state)
{
    (void)state;
    Reading reading = read_members(
        2, "'nodes': [{'extensions': {'MSFT_rigid_bodies': {'rigidBody': {'mass': 3}, 'collider': "
           "0, 'physicsMaterial': 0}}}, {'extensions': {'MSFT_rigid_bodies': {'collider': 0}}}], "
           "'extensions': {'MSFT_collision_primitives': {'colliders': [{'box': {'size': [1, 2, "
           "3]}, 'collisionSystems': ['A'], 'notCollideWithSystems': ['B']}]}, "
           "'MSFT_rigid_bodies': {'physicsMaterials': [{'restitution': 0.5}]}}");
    assert_no_errors(reading.report);
    assert_int_equal(tum_report_count(reading.report), 0);
    const TumScene *scene = reading.scene;
    assert_string_equal(scene->dialects, "M2");
    assert_near(scene->bodies[0].mass, 3, 0.0);
    assert_int_equal(scene->collider_count, 1);
    assert_vector(scene->shapes[scene->colliders[0].shape].size, 1, 2, 3);
    assert_int_equal(scene->colliders[0].material, 0);
    assert_string_equal(scene->colliders[0].pointer, MSFT_NODE(0) "/collider");
    assert_int_equal(scene->trigger_count, 1);
    // The filter stands in the table, beside the geometry.
    assert_int_equal(scene->colliders[0].filter, 0);
    assert_int_equal(scene->trigger_parts[0].filter, 0);
    assert_int_equal(scene->filters[0].not_collide_with_count, 1);
    reading_end(&reading);
}

static void the_first_names_were_written_otherwise(void **state)
{
    (void)state;
    // M1: a joint may end at the world, and has its limits with it or in the table.
    Reading reading = read_members(
        2, "'nodes': [{'extensions': {'MSFT_RigidBodies': {'rigidBody': {}, 'collider': 0, "
           "'physicsMaterial': 0, 'joint': {'jointLimits': 0}}}}, {'translation': [0, 2, 0], "
           "'extensions': {'MSFT_RigidBodies': {'rigidBody': {}, 'collider': 0, "
           "'physicsMaterial': 0, 'joint': {'constraints': [{'linearAxes': [0], 'min': 0, 'max': "
           "1}]}}}}], 'extensions': {'MSFT_CollisionPrimitives': {'colliders': [{'capsule': "
           "{'height': 2, 'radius': 0.75}}]}, 'MSFT_RigidBodies': {'physicsMaterials': [{}], "
           "'physicsJointLimits': [{'limits': [{'angularAxes': [1], 'min': 0, 'max': 2}]}]}}");
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    assert_string_equal(scene->dialects, "M1");
    const TumShape *capsule = &scene->shapes[scene->colliders[0].shape];
    assert_int_equal(capsule->kind, TUM_SHAPE_CAPSULE);
    assert_near(capsule->height, 2, 0.0);
    assert_near(capsule->radius_bottom, 0.75, 0.0);
    assert_near(capsule->radius_top, 0.75, 0.0);
    assert_int_equal(scene->joint_count, 2);
    assert_int_equal(scene->joints[1].body_a, 1);
    assert_int_equal(scene->joints[1].body_b, -1);
    // The frame in the world stands where the joint's node does.
    assert_vector(scene->joints[1].position_b, 0, 2, 0);
    assert_near(scene->limits[scene->joints[1].limit_first].max, 1, 0.0);
    reading_end(&reading);
}

static void a_tensor_is_turned_into_moments(void **state)
{
    (void)state;
    // R diag(1, 2, 2.5) R^T with R a turn of 45 degrees about Z: the XY block is
    // [[1.5, -0.5], [-0.5, 1.5]].
    Reading reading = read_node("{'rigidBody': {'inertiaTensor': [1.5, -0.5, 0, -0.5, 1.5, 0, 0, "
                                "0, 2.5]}, 'collider': 0, 'physicsMaterial': 0}",
                                BOX_TABLE ", 'MSFT_rigid_bodies': {'physicsMaterials': [{}]}");
    assert_no_errors(reading.report);
    const TumBody *body = &reading.scene->bodies[0];
    // The frame nearest to the identity turns X by +-45 degrees, to the moment 1 or 2.
    const double sum = body->inertia[0] + body->inertia[1];
    assert_near(sum, 3, 1e-12);
    assert_near(body->inertia[0] * body->inertia[1], 2, 1e-12);
    assert_near(body->inertia[2], 2.5, 1e-12);
    assert_near(fabs(body->inertia_rotation.q[2]), sin(atan(1) / 2), 1e-12);
    assert_int_equal(body->inertia_origin[0], TUM_ORIGIN_AUTHORED);
    // Its sign: the tensor maps (1, 1) to 1 times itself, so that axis has the moment 1.
    const double angle = 2 * asin(body->inertia_rotation.q[2]);
    const double moment_of_x = angle > 0 ? 1 : 2;
    assert_near(body->inertia[0], moment_of_x, 1e-12);
    reading_end(&reading);
}

// Entries across the diagonal differ by less than is told of, in one pair at a time: of
// [[3, c], [c, 3]] the moments are 3 - c and 3 + c, with their mean.
static void entries_across_the_diagonal_are_taken_by_their_mean(void **state)
{
    (void)state;
    const char *tensors[3] = {"[3, 1.001, 0, 0.999, 3, 0, 0, 0, 3]",
                              "[3, 0, 1.001, 0, 3, 0, 0.999, 0, 3]",
                              "[3, 0, 0, 0, 3, 1.001, 0, 0.999, 3]"};
    for (int i = 0; i < 3; ++i) {
        char object[256];
        snprintf(object, sizeof object,
                 "{'rigidBody': {'inertiaTensor': %s}, 'collider': 0, 'physicsMaterial': 0}",
                 tensors[i]);
        Reading reading =
            read_node(object, BOX_TABLE ", 'MSFT_rigid_bodies': {'physicsMaterials': [{}]}");
        assert_no_errors(reading.report);
        const double *moment = reading.scene->bodies[0].inertia;
        assert_near(moment[0] + moment[1] + moment[2], 9, 1e-12);
        assert_near(moment[0] * moment[1] * moment[2], 2.0 * 3.0 * 4.0, 1e-9);
        reading_end(&reading);
    }
}

static void a_tensor_that_no_body_has_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *tensor, *code;
        TumSeverity severity;
    } rows[] = {
        {"[1, 0, 0, 0.5, 1, 0, 0, 0, 1]", "PHYSICS_INERTIA_NOT_SYMMETRIC", TUM_SEVERITY_WARNING},
        {"[1, 0, 0.5, 0, 1, 0, 0, 0, 1]", "PHYSICS_INERTIA_NOT_SYMMETRIC", TUM_SEVERITY_WARNING},
        {"[1, 0, 0, 0, 1, 0.5, 0, 0, 1]", "PHYSICS_INERTIA_NOT_SYMMETRIC", TUM_SEVERITY_WARNING},
        {"[1, 0, 0, 0, 1, 0, 0, 0, 0]", "PHYSICS_INERTIA_NOT_POSITIVE", TUM_SEVERITY_ERROR},
        {"[1, 0, 0, 0, 1, 0, 0, 0, 3]", "PHYSICS_INERTIA_TRIANGLE", TUM_SEVERITY_WARNING},
        {"[1, 2]", "ARRAY_LENGTH_NOT_IN_LIST", TUM_SEVERITY_ERROR},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char object[256];
        snprintf(object, sizeof object,
                 "{'rigidBody': {'inertiaTensor': %s}, 'collider': 0, 'physicsMaterial': 0}",
                 rows[i].tensor);
        Reading reading =
            read_node(object, BOX_TABLE ", 'MSFT_rigid_bodies': {'physicsMaterials': [{}]}");
        assert_found(&reading, rows[i].code, rows[i].severity,
                     MSFT_NODE(0) "/rigidBody/inertiaTensor");
        assert_int_equal(tum_report_count(reading.report), 1);
        assert_true(isfinite(reading.scene->bodies[0].inertia[2]));
        reading_end(&reading);
    }
}

static void a_diagonal_of_three_and_a_tensor_of_zeros_have_a_meaning(void **state)
{
    (void)state;
    Reading reading = read_node("{'rigidBody': {'inertiaTensor': [2, 3, 4]}, 'collider': 0, "
                                "'physicsMaterial': 0}",
                                BOX_TABLE ", 'MSFT_rigid_bodies': {'physicsMaterials': [{}]}");
    assert_no_errors(reading.report);
    assert_vector(reading.scene->bodies[0].inertia, 2, 3, 4);
    reading_end(&reading);
    reading = read_node("{'rigidBody': {'inertiaTensor': [0, 0, 0, 0, 0, 0, 0, 0, 0]}, "
                        "'collider': 0, 'physicsMaterial': 0}",
                        BOX_TABLE ", 'MSFT_rigid_bodies': {'physicsMaterials': [{}]}");
    assert_no_errors(reading.report);
    assert_true(isinf(reading.scene->bodies[0].inertia[0]));
    reading_end(&reading);
}

static void a_shape_without_type_has_parameters_of_one(void **state)
{
    (void)state;
    Reading reading = read_node("{'collider': {'collider': 0}}",
                                "'MSFT_collision_primitives': {'colliders': [{'name': 'none'}]}");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, TABLE "/0");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
    reading = read_node("{'collider': {'collider': 0}}",
                        "'MSFT_collision_primitives': {'colliders': [{'box': {}, 'sphere': {}}]}");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, TABLE "/0");
    assert_int_equal(reading.scene->collider_count, 1);
    reading_end(&reading);
}

static void what_extensions_used_forgets_is_read_all_the_same(void **state)
{
    (void)state;
    Reading reading = read_document(
        "{'asset': {'version': '2.0'}, 'nodes': [{'extensions': {'MSFT_rigid_bodies': "
        "{'collider': {'collider': 0}}}}], 'extensions': {" BOX_TABLE "}}");
    assert_found(&reading, "UNDECLARED_EXTENSION", TUM_SEVERITY_ERROR, MSFT_NODE(0));
    assert_found(&reading, "UNDECLARED_EXTENSION", TUM_SEVERITY_ERROR,
                 "/extensions/MSFT_collision_primitives");
    assert_int_equal(reading.scene->collider_count, 1);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_collider_names_a_collider_of_the_table),
        cmocka_unit_test(a_body_without_numbers_weighs_a_kilogram_about_its_node),
        cmocka_unit_test(zero_is_infinite),
        cmocka_unit_test(velocities_are_in_the_nodes_space),
        cmocka_unit_test(combine_modes_are_in_upper_case),
        cmocka_unit_test(the_exporter_meant_average_where_it_wrote_nothing),
        cmocka_unit_test(a_trigger_names_a_collider_and_has_a_filter),
        cmocka_unit_test(a_limit_without_a_range_is_locked),
        cmocka_unit_test(meshes_are_hulls_or_triangles),
        cmocka_unit_test(what_is_missing_or_wrong_is_told_where_it_is),
        cmocka_unit_test(a_bare_index_without_a_material_is_a_trigger),
        cmocka_unit_test(the_first_names_were_written_otherwise),
        cmocka_unit_test(a_tensor_is_turned_into_moments),
        cmocka_unit_test(entries_across_the_diagonal_are_taken_by_their_mean),
        cmocka_unit_test(a_tensor_that_no_body_has_is_told),
        cmocka_unit_test(a_diagonal_of_three_and_a_tensor_of_zeros_have_a_meaning),
        cmocka_unit_test(a_shape_without_type_has_parameters_of_one),
        cmocka_unit_test(what_extensions_used_forgets_is_read_all_the_same),
    };
    return cmocka_run_group_tests_name("msft_reader", tests, NULL, NULL);
}
