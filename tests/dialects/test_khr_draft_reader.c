// SPDX-License-Identifier: MIT
// The drafts of the KHR line, K0 to K5: docs/dialects.md and
// docs/dialects.md#how-revisions-are-told-apart and
// docs/specification.md#khr_implicit_shapes-and-khr_collision_shapes.
#include "tests/dialects/asset.h"
#include "tests/dialects/reading.h"

// Mesh 0: a tetrahedron whose morph target moves it by 10 along Z, with a weight of 0.
static const char *meshes(void)
{
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const float moves[] = {0, 0, 10, 0, 0, 10, 0, 0, 10, 0, 0, 10};
    static const uint16_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static char text[20480];
    static Asset asset;
    asset = (Asset){0};
    const int points = asset_floats(&asset, corners, 4, 3);
    const int faces = asset_shorts(&asset, triangles, 12, 1);
    const int target = asset_floats(&asset, moves, 4, 3);
    snprintf(text, sizeof text,
             "%s, 'meshes': [{'primitives': [{'attributes': {'POSITION': %d}, 'indices': %d, "
             "'targets': [{'POSITION': %d}]}]}]",
             asset_text(&asset), points, faces, target);
    return text;
}

// A table of shapes, and one collider.
static Reading read_draft(const char *shapes, const char *collider, const char *node)
{
    static char members[32768];
    snprintf(members, sizeof members,
             "'nodes': [{%s 'extensions': {'KHR_physics_rigid_bodies': {'collider': %s}}}], "
             "'extensions': {'KHR_collision_shapes': {'shapes': [%s]}}, %s",
             node, collider, shapes, meshes());
    return read_members(1, members);
}

static const TumShape *only_shape(const Reading *reading)
{
    assert_int_equal(reading->scene->collider_count, 1);
    return &reading->scene->shapes[reading->scene->colliders[0].shape];
}

// KHR-37.
static void the_seeds_colliders_name_a_shape_by_its_index(void **state)
{
    (void)state;
    Reading reading = read_draft("{'type': 'sphere'}, {'type': 'box', 'box': {'size': [1, 2, 3]}}",
                                 "{'shape': 1}", "");
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_BOX);
    assert_vector(only_shape(&reading)->size, 1, 2, 3);
    assert_string_equal(reading.scene->dialects, "K2");
    reading_end(&reading);
}

// KHR-SHAPE-16, KHR-SHAPE-17, KHR-SHAPE-18.
static void the_seeds_meshes_are_shapes(void **state)
{
    (void)state;
    Reading reading = read_draft("{'type': 'convex', 'convex': {'mesh': 0}}", "{'shape': 0}", "");
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_CONVEX);
    assert_string_equal(only_shape(&reading)->pointer, DRAFT_ROOT "/0");
    reading_end(&reading);
    reading = read_draft("{'type': 'trimesh', 'trimesh': {'mesh': 0}}", "{'shape': 0}", "");
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_MESH);
    reading_end(&reading);
    // Contradiction X3: the schema names the parameters of a trimesh otherwise.
    reading = read_draft("{'type': 'trimesh', 'mesh': {'mesh': 0}}", "{'shape': 0}", "");
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_MESH);
    reading_end(&reading);
}

// KHR-SHAPE-17, KHR-SHAPE-19.
static void a_shape_of_a_mesh_needs_the_mesh(void **state)
{
    (void)state;
    Reading reading = read_draft("{'type': 'convex', 'convex': {}}", "{'shape': 0}", "");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, DRAFT_ROOT "/0/convex");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
    reading = read_draft("{'type': 'trimesh', 'trimesh': {'mesh': 8}}", "{'shape': 0}", "");
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 DRAFT_ROOT "/0/trimesh/mesh");
    reading_end(&reading);
}

// KHR-SHAPE-1.
static void meshes_nobody_uses_are_not_looked_at(void **state)
{
    (void)state;
    Reading reading = read_draft("{'type': 'convex', 'convex': {'mesh': 8}}, {'type': 'sphere'}",
                                 "{'shape': 1}", "");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->mesh_count, 0);
    reading_end(&reading);
}

static void a_mesh_shape_is_a_hull_when_it_says_so(void **state)
{
    (void)state;
    Reading reading = read_draft("{'type': 'mesh', 'mesh': {'mesh': 0}}", "{'shape': 0}", "");
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_MESH);
    assert_string_equal(reading.scene->dialects, "K3");
    reading_end(&reading);
    reading =
        read_draft("{'type': 'mesh', 'mesh': {'mesh': 0, 'convexHull': true}}", "{'shape': 0}", "");
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_CONVEX);
    assert_string_equal(reading.scene->dialects, "K3");
    reading_end(&reading);
    reading = read_draft("{'type': 'mesh', 'mesh': {'mesh': 0}, 'extensions': "
                         "{'KHR_physics_rigid_bodies': {'convexHull': true}}}",
                         "{'shape': 0}", "");
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_CONVEX);
    assert_string_equal(reading.scene->dialects, "K5");
    reading_end(&reading);
    reading = read_draft("{'type': 'mesh', 'mesh': {'mesh': 0}}",
                         "{'shape': {'shape': 0}, 'convexHull': true}", "");
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_CONVEX);
    assert_string_equal(reading.scene->dialects, "K4");
    reading_end(&reading);
}

static void a_mesh_shape_has_weights_of_its_own_or_of_the_node(void **state)
{
    (void)state;
    Reading reading = read_draft("{'type': 'mesh', 'mesh': {'mesh': 0, 'weights': [0.5]}}",
                                 "{'shape': 0}", "'mesh': 0, 'weights': [2],");
    assert_no_errors(reading.report);
    assert_near(reading.scene->meshes[0].points[2], 5, 1e-6);
    reading_end(&reading);
    reading = read_draft("{'type': 'mesh', 'mesh': {'mesh': 0, 'useNodeWeights': true}}",
                         "{'shape': 0}", "'mesh': 0, 'weights': [2],");
    assert_near(reading.scene->meshes[0].points[2], 20, 1e-6);
    assert_string_equal(reading.scene->dialects, "K5");
    reading_end(&reading);
    reading =
        read_draft("{'type': 'mesh', 'mesh': {'mesh': 0}}",
                   "{'shape': {'shape': 0, 'useNodeWeights': true}}", "'mesh': 0, 'weights': [2],");
    assert_near(reading.scene->meshes[0].points[2], 20, 1e-6);
    reading_end(&reading);
    reading =
        read_draft("{'type': 'mesh', 'mesh': {'mesh': 0, 'weights': [1], 'useNodeWeights': true}}",
                   "{'shape': 0}", "'mesh': 0, 'weights': [2],");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, DRAFT_ROOT "/0/mesh");
    reading_end(&reading);
}

static void an_index_leads_to_the_only_table_there_is(void **state)
{
    (void)state;
    Reading reading = read_members(
        1, "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'shape': 0}}}}], "
           "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'sphere'}]}}");
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_SPHERE);
    reading_end(&reading);
    reading = read_members(
        1, "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'shape': 0}}}}]");
    assert_found(&reading, "UNSATISFIED_DEPENDENCY", TUM_SEVERITY_ERROR, KHR_NODE(0) "/collider");
    reading_end(&reading);
}

static void shapes_of_wrong_types_are_reported_where_they_stand(void **state)
{
    (void)state;
    Reading reading = read_draft("{'type': 'mesh', 'mesh': 3}", "{'shape': '0'}", "");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(0) "/collider/shape");
    reading_end(&reading);
    reading = read_draft("{'type': 'mesh', 'mesh': 3}", "{'shape': 0}", "");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, DRAFT_ROOT "/0/mesh");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
    reading = read_draft("{'type': 'sphere'}", "{'shape': {}}", "");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, KHR_NODE(0) "/collider/shape");
    reading_end(&reading);
}

static void the_early_name_is_read_with_its_own_words(void **state)
{
    (void)state;
    Reading reading = read_members(
        2,
        "'nodes': [{'extensions': {'KHR_rigid_bodies': {'motion': {'mass': 2}, 'collider': "
        "{'shape': 0, 'physicsMaterial': 0}, 'joint': {'connectedNode': 1, 'jointLimits': 0}}}}, "
        "{}], 'extensions': {'KHR_collision_shapes': {'shapes': [{'type': 'box'}]}, "
        "'KHR_rigid_bodies': {'physicsMaterials': [{'frictionCombine': 'MAXIMUM'}], "
        "'physicsJointLimits': [{'limits': [{'linearAxes': [0], 'springConstant': 7, "
        "'springDamping': 3}]}]}}");
    assert_no_errors(reading.report);
    assert_near(reading.scene->bodies[0].mass, 2, 0.0);
    assert_int_equal(reading.scene->materials[0].friction_combine, TUM_COMBINE_MAXIMUM);
    // Decision D7: the exporters of those months left out zeros.
    assert_found(&reading, "PHYSICS_LIMIT_UNBOUNDED", TUM_SEVERITY_WARNING,
                 "/extensions/KHR_rigid_bodies/physicsJointLimits/0/limits/0");
    assert_int_equal(reading.scene->joints[0].limit_count, 1);
    assert_near(reading.scene->limits[0].min, 0, 0.0);
    assert_near(reading.scene->limits[0].max, 0, 0.0);
    assert_near(reading.scene->limits[0].stiffness, 7, 0.0);
    assert_near(reading.scene->limits[0].damping, 3, 0.0);
    assert_string_equal(reading.scene->dialects, "K1");
    reading_end(&reading);
}

static void the_oldest_table_is_called_colliders(void **state)
{
    (void)state;
    Reading reading = read_members(
        1, "'nodes': [{'extensions': {'KHR_rigid_bodies': {'collider': {'collider': 0}}}}], "
           "'extensions': {'KHR_collision_shapes': {'colliders': [{'type': 'sphere'}]}}");
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_SPHERE);
    assert_string_equal(reading.scene->dialects, "K0");
    reading_end(&reading);
}

static void a_bare_limit_stands_for_a_description(void **state)
{
    (void)state;
    Reading reading = read_members(
        2, "'nodes': [{'extensions': {'KHR_rigid_bodies': {'motion': {'mass': 2}, 'joint': "
           "{'connectedNode': 1, 'jointLimits': 0}}}}, {}], 'extensions': {'KHR_rigid_bodies': "
           "{'physicsJointLimits': [{'angularAxes': [1], 'min': -1, 'max': 1}]}}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->joints[0].limit_count, 1);
    assert_int_equal(reading.scene->limits[0].axes, 1u << 1);
    reading_end(&reading);
}

// KHR-93.
static void a_trigger_of_the_draft_names_a_shape(void **state)
{
    (void)state;
    Reading reading = read_members(
        1, "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'trigger': {'shape': 1}}}}], "
           "'extensions': {'KHR_collision_shapes': {'shapes': [{'type': 'sphere'}, {'type': "
           "'box'}]}}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->trigger_count, 1);
    const TumTriggerPart *part = &reading.scene->trigger_parts[0];
    assert_int_equal(reading.scene->shapes[part->shape].kind, TUM_SHAPE_BOX);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seeds_colliders_name_a_shape_by_its_index),
        cmocka_unit_test(the_seeds_meshes_are_shapes),
        cmocka_unit_test(a_shape_of_a_mesh_needs_the_mesh),
        cmocka_unit_test(meshes_nobody_uses_are_not_looked_at),
        cmocka_unit_test(a_mesh_shape_is_a_hull_when_it_says_so),
        cmocka_unit_test(a_mesh_shape_has_weights_of_its_own_or_of_the_node),
        cmocka_unit_test(an_index_leads_to_the_only_table_there_is),
        cmocka_unit_test(shapes_of_wrong_types_are_reported_where_they_stand),
        cmocka_unit_test(the_early_name_is_read_with_its_own_words),
        cmocka_unit_test(the_oldest_table_is_called_colliders),
        cmocka_unit_test(a_bare_limit_stands_for_a_description),
        cmocka_unit_test(a_trigger_of_the_draft_names_a_shape),
    };
    return cmocka_run_group_tests_name("KHR drafts", tests, NULL, NULL);
}
