// SPDX-License-Identifier: MIT
// OMI documents as a whole: nothing breaks the reading of them, and the published ones are read
// without errors that they do not deserve. Counts are those of the files' JSON.
#include <dirent.h>

#include "tests/dialects/asset.h"
#include "tests/dialects/hurting.h"
#include "tests/dialects/omi_reading.h"

#define ASSETS "../shared/assets/"

// A document with something of every OMI revision, with ' for ".
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
        "{'asset': {'version': '2.0', 'generator': 'Godot Engine'}, 'extensionsUsed': "
        "['OMI_physics_body', 'OMI_physics_shape', 'OMI_collider', 'OMI_physics_joint', "
        "'OMI_physics_gravity'], 'extensionsRequired': ['OMI_physics_body'], 'scene': 0, 'scenes': "
        "[{'nodes': [0, 3, 6, 8, 9, 11, 13, 14]}], 'nodes': ["
        "{'children': [2], 'extensions': {'OMI_physics_body': {'motion': {'type': 'dynamic', "
        "'mass': 2, 'centerOfMass': [0, 1, 0], 'inertiaDiagonal': [1, 2, 2], 'inertiaOrientation': "
        "[0, 0, 0, 1], 'linearVelocity': [1, 0, 0], 'angularVelocity': [0, 1, 0], 'gravityFactor': "
        "0.5}, 'collider': {'shape': 0, 'physicsMaterial': 0, 'collisionFilter': 0}}, "
        "'OMI_physics_joint': {'joint': 0, 'connectedNode': 3, 'enableCollision': true}}}, "
        "{'extensions': {'OMI_physics_body': {'trigger': {'shape': 1, 'collisionFilter': 0}}}}, "
        "{'children': [1], 'extensions': {'OMI_physics_body': {'trigger': {'nodes': [1]}}}}, "
        "{'children': [4, 5], 'extensions': {'OMI_physics_body': {'type': 'rigid', 'mass': 3, "
        "'inertiaTensor': [2, 1, 0, 1, 2, 0, 0, 0, 2]}, 'OMI_physics_shape': {'shape': 2}}}, "
        "{'extensions': {'OMI_physics_shape': {'shape': 3}}}, "
        "{'extensions': {'OMI_collider': {'collider': 1}}}, "
        "{'children': [7], 'extensions': {'OMI_physics_body': {'type': 'trigger'}}}, "
        "{'extensions': {'OMI_collider': {'collider': 0}}}, "
        "{'translation': [1, 2, 3], 'extensions': {'OMI_physics_joint': {'constraints': [0, 1, "
        "{'linearAxes': [2]}], 'nodeA': 3, 'nodeB': -1}}}, "
        "{'children': [10], 'extensions': {'OMI_physics_body': {'trigger': {}}}}, "
        "{'scale': [1, 2, 1], 'extensions': {'OMI_physics_body': {'trigger': {'shape': 0}}}}, "
        "{'children': [12], 'extensions': {'OMI_physics_body': {'trigger': {'shape': 0}}, "
        "'OMI_physics_gravity': {'type': 'line', 'gravity': 3, 'priority': 2, 'replace': true, "
        "'stop': false, 'line': {'points': [0, 0, 0, 1, 0, 0], 'unitDistance': 2}}}}, "
        "{'extensions': {'OMI_physics_body': {'trigger': {'shape': 0}}, 'OMI_physics_gravity': "
        "{'type': 'shaped', 'gravity': 3, 'shaped': {'shape': 4}}}}, "
        "{'extensions': {'OMI_physics_body': {'trigger': {'shape': 0}}, 'OMI_physics_gravity': "
        "{'type': 'disc', 'gravity': 3, 'disc': {'radius': 3}}}}, "
        "{'extensions': {'OMI_collider': {'type': 'sphere', 'isTrigger': true, 'radius': 2}}}], "
        "'extensions': {'OMI_physics_shape': {'shapes': [{'type': 'box', 'box': {'size': [1, 2, "
        "3]}}, {'type': 'capsule', 'capsule': {'height': 1}}, {'type': 'capsule', 'capsule': "
        "{'height': 3, 'radius': 0.5}}, {'type': 'cylinder', 'cylinder': {'radiusTop': 1, "
        "'radiusBottom': 2}}, {'type': 'convex', 'convex': {'mesh': 0}}]}, 'OMI_collider': "
        "{'colliders': [{'type': 'trimesh', 'mesh': 0}, {'type': 'box', 'isTrigger': true, "
        "'extents': [1, 1, 1]}]}, 'OMI_physics_body': {'physicsMaterials': [{'staticFriction': "
        "1}], 'collisionFilters': [{'collisionSystems': ['A'], 'collideWithSystems': ['B']}]}, "
        "'OMI_physics_joint': {'constraints': [{'linearAxes': [0, 1], 'lowerLimit': -1, "
        "'upperLimit': 1, 'stiffness': 5, 'damping': 1}, {'angularAxes': [0]}], 'physicsJoints': "
        "[{'limits': [{'linearAxes': [0], 'angularAxes': [1], 'min': -1, 'max': 1, 'stiffness': "
        "1}], 'drives': [{'type': 'linear', 'mode': 'force', 'axis': 2, 'positionTarget': 1, "
        "'stiffness': 3, 'maxForce': -1}]}]}, 'OMI_physics_gravity': {'gravity': 3, 'direction': "
        "[0, 0, 1]}}, "
        "%s, 'meshes': [{'primitives': [{'attributes': {'POSITION': %d}, 'indices': %d}]}]}",
        asset_text(&asset), points, faces);
    return text;
}

static void everything_is_found_in_one_document(void **state)
{
    (void)state;
    Reading reading = read_document(everything());
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    assert_string_equal(scene->dialects, "B5, B0, S4, OC0, J0, J1, GR");
    assert_int_equal(scene->body_count, 2);
    assert_int_equal(scene->collider_count, 3); // nodes 0, 3, 4
    assert_int_equal(scene->joint_count, 2);
    // Nodes 1, 2, 3 (the box of node 5), 6, 9, 11, 12, 13, 14.
    assert_int_equal(scene->trigger_count, 9);
    assert_int_equal(scene->gravity_volume_count, 3);
    assert_vector(scene->world_gravity, 0, 0, 3);
    reading_end(&reading);
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

typedef struct Expected {
    const char *file, *dialects;
    size_t bodies, colliders, triggers, joints, volumes;
} Expected;

static const Expected expected[] = {
    {"omi-2023-02/OMI_physics_body/examples/basic/static_box.gltf", "B0, OC", 1, 1, 0, 0, 0},
    {"omi-2023-02/OMI_physics_body/examples/basic/trigger_only_body.gltf", "B0, OC", 0, 0, 1, 0, 0},
    {"omi-2023-02/OMI_physics_body/examples/complex/ball_pit.gltf", "B0, OC", 6, 9, 0, 0, 0},
    {"omi-2023-02/OMI_physics_joint/examples/slider_ball.gltf", "B0, OC, J0", 2, 2, 0, 1, 0},
    {"omi-2023-06/OMI_physics_body/examples/complex/indirect_children.gltf", "B1, S2", 3, 3, 3, 0,
     0},
    {"omi-2023-06/OMI_physics_joint/examples/simple_joint.gltf", "B1, S2, J0", 3, 3, 0, 1, 0},
    {"omi-2023-08/OMI_physics_joint/examples/slider_ball.gltf", "B3, S4, J0", 2, 2, 0, 1, 0},
    {"omi-godot/omi_physics_body/gltf/collider_trigger_same_node.gltf", "B3, S4", 0, 1, 1, 0, 0},
    {"omi/Archived/OMI_collider/examples/hull/convex_hull.gltf", "OC", 0, 1, 0, 0, 0},
    {"omi/OMI_physics_body/examples/complex/indirect_children.gltf", "B3, S4", 3, 3, 3, 0, 0},
    {"omi/OMI_physics_body/examples/complex/static_compound_collider.gltf", "B3, S4", 0, 1, 0, 0,
     0},
    {"omi/OMI_physics_gravity/examples/rounded_cube/rounded_cube.gltf", "B3, S4, GR", 1, 1, 1, 0,
     1},
    {"omi/OMI_physics_joint/examples/hanging_rope.gltf", "B3, S3, J1", 4, 4, 0, 3, 0},
    {"omi/OMI_vehicle_wheel/examples/simple_car.gltf", "B3, S4", 1, 2, 4, 0, 0},
};

static void published_examples_hold_what_their_json_says(void **state)
{
    (void)state;
    DIR *folder = opendir(ASSETS);
    if (folder == NULL) {
        print_message("skipped: %s is not there\n", ASSETS);
        skip();
    }
    closedir(folder);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        char path[256];
        snprintf(path, sizeof path, ASSETS "%s", expected[i].file);
        Reading reading = {.report = tum_report_create(NULL)};
        assert_int_equal(tum_document_open(path, NULL, &reading.document, reading.report), TUM_OK);
        assert_int_equal(tum_scene_read(reading.document, NULL, &reading.scene, reading.report),
                         TUM_OK);
        assert_no_errors(reading.report);
        const TumScene *scene = reading.scene;
        if (strcmp(scene->dialects, expected[i].dialects) != 0 ||
            scene->body_count != expected[i].bodies ||
            scene->collider_count != expected[i].colliders ||
            scene->trigger_count != expected[i].triggers ||
            scene->joint_count != expected[i].joints ||
            scene->gravity_volume_count != expected[i].volumes) {
            fail_msg("%s: %s, %zu bodies, %zu colliders, %zu triggers, %zu joints, %zu volumes",
                     expected[i].file, scene->dialects, scene->body_count, scene->collider_count,
                     scene->trigger_count, scene->joint_count, scene->gravity_volume_count);
        }
        reading_end(&reading);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_found_in_one_document),
        cmocka_unit_test(every_failing_allocation_is_answered_and_leaves_nothing),
        cmocka_unit_test(no_value_in_any_place_breaks_the_reading),
        cmocka_unit_test(published_examples_hold_what_their_json_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
