// SPDX-License-Identifier: MIT
// The reading of a whole document: who is heard, what is refused, and that nothing breaks it.
#include "tests/dialects/asset.h"
#include "tests/dialects/hurting.h"
#include "tests/dialects/reading.h"

// A document with something of everything, with ' for ".
static const char *everything(void)
{
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint16_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static char text[24576];
    static Asset asset;
    asset = (Asset){0};
    const int points = asset_floats(&asset, corners, 4, 3);
    const int faces = asset_shorts(&asset, triangles, 12, 1);
    snprintf(
        text, sizeof text,
        "{'asset': {'version': '2.0'}, 'extensionsUsed': ['KHR_physics_rigid_bodies', "
        "'KHR_implicit_shapes', 'KHR_collision_shapes', 'KHR_rigid_bodies'], "
        "'extensionsRequired': ['KHR_physics_rigid_bodies'], 'scene': 0, 'scenes': [{'nodes': "
        "[0, 1, 4, 7]}], 'nodes': ["
        "{'translation': [0, 1, 0], 'extensions': {'KHR_physics_rigid_bodies': {'motion': "
        "{'isKinematic': false, 'mass': 2, 'centerOfMass': [0, 0, 1], 'inertiaDiagonal': [1, 2, "
        "2], "
        "'inertiaOrientation': [0, 0, 0, 1], 'linearVelocity': [1, 0, 0], 'angularVelocity': "
        "[0, 1, 0], 'gravityFactor': 0.5}, 'collider': {'geometry': {'shape': 0}, "
        "'physicsMaterial': 0, 'collisionFilter': 0}, 'joint': {'connectedNode': 1, 'joint': 0, "
        "'enableCollision': true}}}}, "
        "{'scale': [1, 2, 1], 'children': [2, 3], 'extensions': {'KHR_physics_rigid_bodies': "
        "{'trigger': {'nodes': [2, 3]}}}}, "
        "{'mesh': 0, 'extensions': {'KHR_physics_rigid_bodies': {'trigger': {'geometry': {'node': "
        "2, 'convexHull': true}, 'collisionFilter': 1}}}}, "
        "{'extensions': {'KHR_physics_rigid_bodies': {'trigger': {'geometry': {'mesh': 0}}}}}, "
        "{'children': [5, 6], 'extensions': {'KHR_physics_rigid_bodies': {'motion': "
        "{'isKinematic': "
        "true}}}}, "
        "{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'shape': 0}}}}, "
        "{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'shape': {'shape': 1, "
        "'useNodeWeights': false}, 'convexHull': true}}}}, "
        "{'extensions': {'KHR_rigid_bodies': {'motion': {'mass': 1}, 'joint': {'connectedNode': 0, "
        "'jointLimits': 0}}}}], "
        "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box', 'box': {'size': [1, 2, "
        "3]}}, {'type': 'capsule', 'capsule': {'height': 1, 'radiusTop': 0.5}}, {'type': 'plane', "
        "'plane': {'sizeX': 4, 'doubleSided': true}}]}, 'KHR_collision_shapes': {'shapes': "
        "[{'type': 'trimesh', 'trimesh': {'mesh': 0}}, {'type': 'mesh', 'mesh': {'mesh': 0, "
        "'weights': [1]}}]}, 'KHR_physics_rigid_bodies': {'physicsMaterials': [{'staticFriction': "
        "1, 'frictionCombine': 'minimum'}], 'collisionFilters': [{'collisionSystems': ['A'], "
        "'collideWithSystems': ['B']}, {'notCollideWithSystems': ['A']}], 'physicsJoints': "
        "[{'limits': [{'linearAxes': [0, 1], 'min': -1, 'max': 1, 'stiffness': 5}], 'drives': "
        "[{'type': 'linear', 'mode': 'force', 'axis': 2, 'positionTarget': 1, 'stiffness': 3}]}]}, "
        "'KHR_rigid_bodies': {'physicsJointLimits': [{'limits': [{'angularAxes': [0]}]}]}}, "
        "%s, 'meshes': [{'primitives': [{'attributes': {'POSITION': %d}, 'indices': %d}]}]}",
        asset_text(&asset), points, faces);
    return text;
}

static void a_document_without_physics_gives_nodes_and_nothing_else(void **state)
{
    (void)state;
    Reading reading = read_members(1, "'nodes': [{'name': 'top', 'translation': [1, 2, 3], "
                                      "'children': [1]}, {}]");
    assert_int_equal(reading.status, TUM_OK);
    assert_int_equal(tum_report_count(reading.report), 0);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->dimension, 3);
    assert_int_equal(scene->node_count, 2);
    assert_string_equal(scene->nodes[0].name, "top");
    assert_vector(scene->nodes[0].translation, 1, 2, 3);
    assert_int_equal(scene->nodes[1].parent, 0);
    assert_near(scene->nodes[1].world[12], 1, 0.0);
    assert_true(scene->nodes[1].in_scene);
    assert_int_equal(scene->body_count + scene->collider_count + scene->trigger_count, 0);
    assert_string_equal(scene->dialects, "");
    reading_end(&reading);
}

static void a_document_without_nodes_gives_an_empty_scene(void **state)
{
    (void)state;
    Reading reading = read_document("{'asset': {'version': '2.0'}}");
    assert_int_equal(reading.status, TUM_OK);
    assert_int_equal(reading.scene->node_count, 0);
    reading_end(&reading);
}

static void everything_is_read_into_the_scene(void **state)
{
    (void)state;
    Reading reading = read_document(everything());
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->node_count, 8);
    assert_int_equal(scene->body_count, 3);
    assert_int_equal(scene->collider_count, 3);
    assert_int_equal(scene->trigger_count, 3);
    assert_int_equal(scene->joint_count, 2);
    assert_int_equal(scene->material_count, 1);
    assert_int_equal(scene->filter_count, 2);
    assert_string_equal(scene->dialects, "K6, K7, K4, K1");
    reading_end(&reading);
}

static void of_two_dialects_on_one_node_the_higher_speaks(void **state)
{
    (void)state;
    // Decision D1. The early motion is silent; so is the early trigger, since the node has a
    // collider; nothing rivals the joint.
    Reading reading = read_members(
        2, "'nodes': [{'extensions': {'KHR_rigid_bodies': {'motion': {'mass': 9}, 'trigger': "
           "{'shape': 0}, 'joint': {'connectedNode': 1, 'jointLimits': 0}}, "
           "'KHR_physics_rigid_bodies': {'motion': {'mass': 1}, 'collider': {'shape': 0}}}}, {}], "
           "'extensions': {'KHR_collision_shapes': {'shapes': [{'type': 'box'}]}, "
           "'KHR_rigid_bodies': {'physicsJointLimits': [{'limits': [{'linearAxes': [0], 'min': 0, "
           "'max': 0}]}]}}");
    assert_no_errors(reading.report);
    assert_found(&reading, "PHYSICS_DIALECT_OVERLAP", TUM_SEVERITY_INFO, "");
    assert_int_equal(reading.scene->body_count, 1);
    assert_near(reading.scene->bodies[0].mass, 1, 0.0);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->trigger_count, 0);
    assert_int_equal(reading.scene->joint_count, 1);
    assert_int_equal(reading.scene->shape_count, 1); // One table, read once.
    reading_end(&reading);
}

static void bodies_in_different_dialects_are_all_read(void **state)
{
    (void)state;
    Reading reading =
        read_members(2, "'nodes': [{'extensions': {'KHR_rigid_bodies': {'motion': {'mass': 9}}}}, "
                        "{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1}}}}]");
    assert_no_errors(reading.report);
    assert_found(&reading, "PHYSICS_DIALECT_MIXED", TUM_SEVERITY_WARNING, "");
    assert_int_equal(reading.scene->body_count, 2);
    assert_near(reading.scene->bodies[0].mass, 9, 0.0);
    reading_end(&reading);
}

static void an_extension_not_in_use_is_read_all_the_same(void **state)
{
    (void)state;
    Reading reading = read_document(
        "{'asset': {'version': '2.0'}, 'nodes': [{'extensions': {'KHR_physics_rigid_bodies': "
        "{'motion': {'mass': 4}}}}]}");
    assert_found(&reading, "UNDECLARED_EXTENSION", TUM_SEVERITY_ERROR, KHR_NODE(0));
    assert_int_equal(reading.scene->body_count, 1);
    reading_end(&reading);
}

static void the_density_is_the_callers(void **state)
{
    (void)state;
    Reading reading = read_members(
        1, "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': {}, 'collider': "
           "{'geometry': {'shape': 0}}}}}], 'extensions': {'KHR_implicit_shapes': {'shapes': "
           "[{'type': 'box', 'box': {'size': [2, 1, 1]}}]}}");
    assert_near(reading.scene->bodies[0].mass, 2000, 1e-6);
    TumScene *scene = NULL;
    const TumSceneOptions options = {.default_density = 10};
    assert_int_equal(tum_scene_read(reading.document, &options, &scene, NULL), TUM_OK);
    assert_near(scene->bodies[0].mass, 20, 1e-9);
    tum_scene_destroy(scene);
    reading_end(&reading);
}

static void a_scene_outlives_its_document(void **state)
{
    (void)state;
    Reading reading = read_document(everything());
    tum_document_destroy(reading.document);
    reading.document = NULL;
    assert_string_equal(reading.scene->bodies[0].pointer, KHR_NODE(0) "/motion");
    assert_string_equal(reading.scene->system_names[0], "A");
    reading_end(&reading);
}

static void missing_arguments_are_answered(void **state)
{
    (void)state;
    TumScene *scene = (TumScene *)&scene;
    assert_int_equal(tum_scene_read(NULL, NULL, &scene, NULL), TUM_ERROR_ARGUMENT);
    assert_null(scene);
    assert_int_equal(tum_scene_read(NULL, NULL, NULL, NULL), TUM_ERROR_ARGUMENT);
}

static void every_failing_allocation_is_answered_and_leaves_nothing(void **state)
{
    (void)state;
    hurt_by_allocations(everything());
}

static void no_value_in_any_place_breaks_the_reading(void **state)
{
    (void)state;
    hurt_by_values(everything());
}

static void a_file_cannot_multiply_itself_without_bound(void **state)
{
    (void)state;
    // 3000 nodes in one line, each with the subtree below as its geometry: 4.5 million visits for
    // a file of 300 KB.
    enum { COUNT = 3000 };
    const size_t room = 400000;
    char *nodes = malloc(room);
    assert_non_null(nodes);
    size_t used = (size_t)snprintf(nodes, room, "'nodes': [");
    for (int i = 0; i < COUNT; ++i) {
        used += (size_t)snprintf(nodes + used, room - used,
                                 "%s{%s%.0d%s 'extensions': {'KHR_physics_rigid_bodies': "
                                 "{'collider': {'geometry': {'node': %d}}}}}",
                                 i > 0 ? "," : "", i + 1 < COUNT ? "'children': [" : "",
                                 i + 1 < COUNT ? i + 1 : 0, i + 1 < COUNT ? "]," : "", i);
        assert_true(used < room);
    }
    snprintf(nodes + used, room - used, "]");
    Reading reading = read_members(1, nodes);
    assert_int_equal(reading.status, TUM_ERROR_CAPACITY);
    assert_null(reading.scene);
    free(nodes);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_document_without_physics_gives_nodes_and_nothing_else),
        cmocka_unit_test(a_document_without_nodes_gives_an_empty_scene),
        cmocka_unit_test(everything_is_read_into_the_scene),
        cmocka_unit_test(of_two_dialects_on_one_node_the_higher_speaks),
        cmocka_unit_test(bodies_in_different_dialects_are_all_read),
        cmocka_unit_test(an_extension_not_in_use_is_read_all_the_same),
        cmocka_unit_test(the_density_is_the_callers),
        cmocka_unit_test(a_scene_outlives_its_document),
        cmocka_unit_test(missing_arguments_are_answered),
        cmocka_unit_test(every_failing_allocation_is_answered_and_leaves_nothing),
        cmocka_unit_test(no_value_in_any_place_breaks_the_reading),
        cmocka_unit_test(a_file_cannot_multiply_itself_without_bound),
    };
    return cmocka_run_group_tests_name("dialects", tests, NULL, NULL);
}
