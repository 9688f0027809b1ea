// SPDX-License-Identifier: MIT
// The reading of a whole document: who is heard, what is refused, and that nothing breaks it.
#include "tests/dialects/asset.h"
#include "tests/dialects/hurting.h"
#include "tests/dialects/reading.h"
#include "tests/support/folder.h"

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

// The same in the dialects that went before.
static const char ancestors[] =
    "{'asset': {'version': '2.0', 'generator': 'Khronos glTF Blender I/O'}, 'extensionsUsed': "
    "['MSFT_physics', 'MSFT_RigidBodies', 'MSFT_CollisionPrimitives', 'MSFT_rigid_bodies', "
    "'MSFT_collision_primitives'], 'scene': 0, 'scenes': [{'nodes': [0, 1, 2, 3, 4, 5], "
    "'extensions': {'MSFT_physics': {'gravity': [0, -1, 0]}}}], 'nodes': ["
    "{'extensions': {'MSFT_rigid_bodies': {'motion': {'mass': 2, 'inertiaTensor': [1, 0, 0, 0, 1, "
    "0, 0, 0, 1]}, 'collider': {'collider': 0, 'physicsMaterial': 0, 'collisionFilter': 0}, "
    "'joint': {'connectedNode': 1, 'jointLimits': 0, 'enableCollision': true}}}}, "
    "{'extensions': {'MSFT_rigid_bodies': {'trigger': {'collider': 1, 'collisionFilter': 0}}}}, "
    "{'extensions': {'MSFT_RigidBodies': {'rigidBody': {'isKinematic': false}, 'collider': 0, "
    "'physicsMaterial': 0, 'joint': {'jointLimits': 0}}}}, "
    "{'extensions': {'MSFT_RigidBodies': {'collider': 1}}}, "
    "{'extensions': {'MSFT_physics': {'rigidBody': {'isEnabled': true, 'gravityFactor': 2}, "
    "'collider': {'box': {'size': [1, 2, 3]}, 'isHollow': true, 'physicsMaterial': 0, "
    "'collisionSystem': 'A', 'collideWithLayers': ['B'], 'notCollideWithSystems': []}, 'joint': "
    "{'connectedNode': 0, 'constraints': [{'linearAxes': [0, 1], 'min': 0, 'max': 1, "
    "'springConstant': 3, 'springDamping': 1}]}}}}, "
    "{'name': 'Wall-col', 'extensions': {'MSFT_physics': {'trigger': {'box': {'size': [1, 1, 1]}, "
    "'collisionLayers': 1, 'collisionMask': -1}}}}], "
    "'extensions': {'MSFT_collision_primitives': {'colliders': [{'type': 'box', 'box': {'size': "
    "[1, 2, 3]}}, {'type': 'cylinder', 'cylinder': {'radiusTop': 0, 'height': 2}}]}, "
    "'MSFT_rigid_bodies': {'physicsMaterials': [{'frictionCombine': 'MINIMUM'}], "
    "'collisionFilters': [{'collisionSystems': ['A']}], 'physicsJointLimits': [{'limits': "
    "[{'angularAxes': [0]}]}]}, "
    "'MSFT_CollisionPrimitives': {'colliders': [{'capsule': {'height': 1, 'radius': 0.5}, "
    "'collisionSystem': ['A']}, {'box': {}, 'collisionMask': 3}]}, "
    "'MSFT_RigidBodies': {'physicsMaterials': [{'restitution': 0.5}], 'physicsJointLimits': "
    "[{'linearAxes': [0], 'min': 0, 'max': 1}]}, "
    "'MSFT_physics': {'physicsMaterials': [{'dynamicFriction': 0.5}]}}}";

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
    assert_vector(scene->nodes[0].local->translation, 1, 2, 3);
    assert_int_equal(scene->nodes[1].parent, 0);
    assert_near(scene->nodes[1].world[12], 1, 0.0);
    assert_true(scene->nodes[1].in_scene);
    assert_int_equal(scene->body_count + scene->collider_count + scene->trigger_count, 0);
    assert_string_equal(scene->dialects, "");
    assert_vector(scene->world_gravity, 0, -9.81, 0);
    assert_false(scene->has_world_gravity);
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

// KHR-8, KHR-9.
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

static void the_ancestors_are_read_into_the_scene(void **state)
{
    (void)state;
    Reading reading = read_document(ancestors);
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->body_count, 3);
    assert_int_equal(scene->collider_count, 3);
    assert_int_equal(scene->trigger_count, 3);
    assert_int_equal(scene->joint_count, 3);
    assert_int_equal(scene->material_count, 3);
    assert_string_equal(scene->dialects, "M3, M1, M0");
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

// Node 0 in three families, node 1 in the last two.
static const char families[] =
    "{'asset': {'version': '2.0'}, 'extensionsUsed': ['KHR_physics_rigid_bodies', "
    "'KHR_implicit_shapes', 'MSFT_rigid_bodies', 'MSFT_collision_primitives', "
    "'OMI_physics_body', 'OMI_physics_shape'], 'nodes': [{'extensions': "
    "{'OMI_physics_body': {'motion': {'type': 'dynamic', 'mass': 3}, 'collider': {'shape': 0}}, "
    "'MSFT_rigid_bodies': {'motion': {'mass': 2}, 'collider': {'collider': 0}}, "
    "'KHR_physics_rigid_bodies': {'motion': {'mass': 1}, 'collider': {'geometry': {'shape': "
    "0}}}}}, {'translation': [0, 5, 0], 'extensions': {'MSFT_rigid_bodies': {'motion': {'mass': "
    "2}, 'collider': {'collider': 0}}, 'OMI_physics_body': {'motion': {'type': 'dynamic', 'mass': "
    "3}, 'collider': {'shape': 0}}}}], 'extensions': {'OMI_physics_shape': {'shapes': [{'type': "
    "'box', 'box': {'size': [3, 3, 3]}}]}, 'MSFT_collision_primitives': {'colliders': [{'type': "
    "'box', 'box': {'size': [2, 2, 2]}}]}, 'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}}";

static const char *message_of(const Reading *reading, const char *code)
{
    for (size_t i = 0; i < tum_report_count(reading->report); ++i) {
        const TumDiagnostic *found = tum_report_at(reading->report, i);
        if (strcmp(found->code, code) == 0) {
            return found->message;
        }
    }
    return "";
}

static void of_three_families_the_highest_speaks_and_the_losers_are_named(void **state)
{
    (void)state;
    Reading reading = read_document(families);
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->body_count, 2);
    assert_int_equal(scene->collider_count, 2);
    assert_near(scene->bodies[0].mass, 1, 0.0);
    assert_near(scene->shapes[scene->colliders[0].shape].size[0], 1, 0.0);
    // The other body has nothing higher than MSFT: it is read, and the mixture told.
    assert_near(scene->bodies[1].mass, 2, 0.0);
    assert_near(scene->shapes[scene->colliders[1].shape].size[0], 2, 0.0);
    assert_found(&reading, "PHYSICS_DIALECT_OVERLAP", TUM_SEVERITY_INFO, "");
    assert_found(&reading, "PHYSICS_DIALECT_MIXED", TUM_SEVERITY_WARNING, "");
    const char *told = message_of(&reading, "PHYSICS_DIALECT_OVERLAP");
    const char *read = strstr(told, " read, ");
    assert_non_null(read);
    assert_non_null(strstr(told, "'KHR_physics_rigid_bodies'"));
    assert_true(strstr(told, "'KHR_physics_rigid_bodies'") < read);
    assert_non_null(strstr(read, "'MSFT_rigid_bodies'"));
    reading_end(&reading);
}

static void one_that_is_asked_for_makes_the_others_silent(void **state)
{
    (void)state;
    Reading reading = read_document_as(families, TUM_DIALECT_MSFT);
    assert_int_equal(tum_report_count(reading.report), 0);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->body_count, 2);
    assert_near(scene->bodies[0].mass, 2, 0.0);
    assert_int_equal(scene->shape_count, 1); // Nor are their tables read.
    assert_string_equal(scene->dialects, "M3");
    reading_end(&reading);
    reading = read_document_as(families, TUM_DIALECT_KHR);
    assert_int_equal(tum_report_count(reading.report), 0);
    assert_int_equal(reading.scene->body_count, 1);
    assert_string_equal(reading.scene->dialects, "K6");
    reading_end(&reading);
}

static void what_is_asked_for_and_not_there_is_told_once(void **state)
{
    (void)state;
    static const TumDialect absent[] = {TUM_DIALECT_MSFT, TUM_DIALECT_OMI_COLLIDER,
                                        TUM_DIALECT_NAMES};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; ++i) {
        Reading reading = read_document_as(everything(), absent[i]);
        assert_found(&reading, "PHYSICS_DIALECT_FORCED", TUM_SEVERITY_WARNING, "");
        assert_int_equal(tum_report_count(reading.report), 1);
        assert_non_null(
            strstr(tum_report_at(reading.report, 0)->message, tum_dialect_name(absent[i])));
        assert_int_equal(reading.scene->body_count + reading.scene->shape_count, 0);
        reading_end(&reading);
    }
}

// One collider of the draft and one of the release candidate.
static const char both_forms[] =
    "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1}, 'collider': "
    "{'shape': "
    "0}}}}, {'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': "
    "0}}}}}], 'extensions': {'KHR_collision_shapes': {'shapes': [{'type': 'sphere'}]}, "
    "'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}";

static void revisions_of_one_extension_are_told_apart_when_asked_for(void **state)
{
    (void)state;
    Reading reading = read_members_as(2, both_forms, TUM_DIALECT_KHR);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->colliders[0].node, 1);
    assert_int_equal(reading.scene->body_count, 1);
    assert_found(&reading, "PHYSICS_DIALECT_FORCED", TUM_SEVERITY_WARNING, KHR_NODE(0) "/collider");
    assert_int_equal(tum_report_count_of(reading.report, TUM_SEVERITY_WARNING), 1);
    reading_end(&reading);
    reading = read_members_as(2, both_forms, TUM_DIALECT_KHR_DRAFT);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->colliders[0].node, 0);
    assert_found(&reading, "PHYSICS_DIALECT_FORCED", TUM_SEVERITY_WARNING, KHR_NODE(1) "/collider");
    reading_end(&reading);
}

static void dialects_have_the_names_of_the_command_line(void **state)
{
    (void)state;
    static const char *const names[] = {"khr",          "khr-draft", "msft",   "omi",  "omi-draft",
                                        "omi-collider", "g4mf",      "gltf21", "names"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        TumDialect dialect = TUM_DIALECT_ANY;
        assert_true(tum_dialect_by_name(names[i], &dialect));
        assert_string_equal(tum_dialect_name(dialect), names[i]);
        assert_int_equal(dialect, i + 1);
    }
    TumDialect dialect = TUM_DIALECT_MSFT;
    static const struct {
        const char *id;
        TumDialect dialect;
    } ids[] = {
        {"K6", TUM_DIALECT_KHR}, {"K0", TUM_DIALECT_KHR_DRAFT}, {"M3", TUM_DIALECT_MSFT},
        {"J1", TUM_DIALECT_OMI}, {"B1", TUM_DIALECT_OMI_DRAFT}, {"OC", TUM_DIALECT_OMI_COLLIDER},
        {"F", TUM_DIALECT_G4MF}, {"G21", TUM_DIALECT_GLTF21},   {"NM", TUM_DIALECT_NAMES}};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; ++i) {
        TumDialect found = TUM_DIALECT_ANY;
        assert_true(tum_dialect_by_name(ids[i].id, &found));
        assert_int_equal(found, ids[i].dialect);
    }
    assert_false(tum_dialect_by_name("K", &dialect));
    assert_false(tum_dialect_by_name("K6 K7", &dialect));
    assert_false(tum_dialect_by_name("", &dialect));
    assert_false(tum_dialect_by_name("KHR", &dialect));
    assert_false(tum_dialect_by_name(NULL, &dialect));
    assert_int_equal(dialect, TUM_DIALECT_MSFT);
    assert_string_equal(tum_dialect_name(TUM_DIALECT_ANY), "");
    assert_string_equal(tum_dialect_name(TUM_DIALECT_COUNT), "");
}

static void a_scene_comes_of_bytes_and_of_a_file_in_one_call(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_physics_rigid_bodies\"],"
        "\"nodes\":[{\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{\"mass\":4}}}}]}";
    TumScene *scene = NULL;
    const TumDocumentOptions where = {.name = "memory.gltf"};
    assert_int_equal(tum_scene_read_bytes(text, strlen(text), &where, NULL, &scene, NULL), TUM_OK);
    assert_near(scene->bodies[0].mass, 4, 0.0);
    assert_string_equal(scene->file, "memory.gltf");
    tum_scene_destroy(scene);

    char folder[TEST_FOLDER_BYTES], path[TEST_FOLDER_BYTES + 8];
    assert_true(test_folder_make(folder));
    snprintf(path, sizeof path, "%s/scene", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    Counting counting;
    const TumSceneOptions options = {.allocator = counting_allocator(&counting)};
    assert_int_equal(tum_scene_open(path, &options, &scene, NULL), TUM_OK);
    assert_near(scene->bodies[0].mass, 4, 0.0);
    tum_scene_destroy(scene);
    assert_int_equal(counting.blocks, 0);
    assert_int_equal(test_folder_list(folder, true), 1);
    rmdir(folder);

    assert_int_equal(tum_scene_open(path, NULL, &scene, NULL), TUM_ERROR_FILE);
    assert_null(scene);
    assert_int_equal(tum_scene_read_bytes("nothing", 7, NULL, NULL, &scene, NULL), TUM_ERROR_INPUT);
    assert_null(scene);
    assert_int_equal(tum_scene_open(path, NULL, NULL, NULL), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_scene_open(NULL, NULL, &scene, NULL), TUM_ERROR_ARGUMENT);
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

// OMI-BODY-7, OMI-SHAPE-9, OMI-JOINT-12.
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

// The transforms of the nodes are kept once where document and scene have one allocator.
static void a_scene_with_another_allocator_keeps_nothing_of_its_document(void **state)
{
    (void)state;
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},"
                               "\"nodes\":[{\"translation\":[1,2,3]}]}";
    for (int shares = 0; shares < 2; ++shares) {
        Counting of_document, of_scene;
        const TumDocumentOptions where = {.allocator = counting_allocator(&of_document)};
        TumSceneOptions options = {.allocator = counting_allocator(&of_scene)};
        options.allocator = shares != 0 ? where.allocator : options.allocator;
        TumDocument *document = NULL;
        TumScene *scene = NULL;
        assert_int_equal(tum_document_read(text, strlen(text), &where, &document, NULL), TUM_OK);
        assert_int_equal(tum_scene_read(document, &options, &scene, NULL), TUM_OK);
        tum_document_destroy(document);
        assert_int_equal(of_document.blocks == 0, shares == 0);
        assert_vector(scene->nodes[0].local->translation, 1, 2, 3);
        tum_scene_destroy(scene);
        assert_int_equal(of_document.blocks, 0);
        assert_int_equal(of_scene.blocks, 0);
    }
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
    hurt_by_allocations(ancestors);
}

static void no_value_in_any_place_breaks_the_reading(void **state)
{
    (void)state;
    hurt_by_values(everything());
    hurt_by_values(ancestors);
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
        cmocka_unit_test(the_ancestors_are_read_into_the_scene),
        cmocka_unit_test(of_two_dialects_on_one_node_the_higher_speaks),
        cmocka_unit_test(of_three_families_the_highest_speaks_and_the_losers_are_named),
        cmocka_unit_test(one_that_is_asked_for_makes_the_others_silent),
        cmocka_unit_test(what_is_asked_for_and_not_there_is_told_once),
        cmocka_unit_test(revisions_of_one_extension_are_told_apart_when_asked_for),
        cmocka_unit_test(dialects_have_the_names_of_the_command_line),
        cmocka_unit_test(a_scene_comes_of_bytes_and_of_a_file_in_one_call),
        cmocka_unit_test(bodies_in_different_dialects_are_all_read),
        cmocka_unit_test(an_extension_not_in_use_is_read_all_the_same),
        cmocka_unit_test(the_density_is_the_callers),
        cmocka_unit_test(a_scene_outlives_its_document),
        cmocka_unit_test(a_scene_with_another_allocator_keeps_nothing_of_its_document),
        cmocka_unit_test(missing_arguments_are_answered),
        cmocka_unit_test(every_failing_allocation_is_answered_and_leaves_nothing),
        cmocka_unit_test(no_value_in_any_place_breaks_the_reading),
        cmocka_unit_test(a_file_cannot_multiply_itself_without_bound),
    };
    return cmocka_run_group_tests_name("dialects", tests, NULL, NULL);
}
