// SPDX-License-Identifier: MIT
// The shapes of the glTF 2.1 core: docs/dialects.md#shapes-of-gltf-21.
#include "tests/dialects/asset.h"
#include "tests/dialects/reading.h"

// A document of version 2.1 with bodies at the root, each with one object of
// KHR_physics_rigid_bodies.
static Reading read_core(const char *objects, const char *members, TumDialect dialect)
{
    static char text[24576];
    snprintf(text, sizeof text,
             "{'asset': {'version': '2.1'}, 'extensionsUsed': ['KHR_physics_rigid_bodies', "
             "'KHR_implicit_shapes', 'KHR_collision_shapes'], 'nodes': [%s], %s}",
             objects, members);
    return read_document_as(text, dialect);
}

#define BODY                                                                                       \
    "{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': 0}}}}}"

static const TumShape *only_shape(const Reading *reading)
{
    assert_int_equal(reading->scene->collider_count, 1);
    return &reading->scene->shapes[reading->scene->colliders[0].shape];
}

static void the_core_has_defaults_of_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        TumShapeKind kind;
        double height, radius;
    } rows[] = {
        {"capsule", TUM_SHAPE_CAPSULE, 1.0, 0.5}, // KHR_implicit_shapes: 0.5 and 0.25, of both.
        {"cylinder", TUM_SHAPE_CYLINDER, 2.0, 0.5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char shapes[128];
        snprintf(shapes, sizeof shapes, "'shapes': [{'type': '%s'}]", rows[i].type);
        Reading reading = read_core(BODY, shapes, TUM_DIALECT_ANY);
        assert_no_errors(reading.report);
        const TumShape *shape = only_shape(&reading);
        assert_int_equal(shape->kind, rows[i].kind);
        assert_near(shape->height, rows[i].height, 0.0);
        assert_near(shape->radius_bottom, rows[i].radius, 0.0);
        assert_near(shape->radius_top, rows[i].radius, 0.0);
        assert_string_equal(shape->pointer, "/shapes/0");
        assert_string_equal(reading.scene->dialects, "K6, G21");
        reading_end(&reading);
    }
}

static void planes_of_the_core_have_one_side(void **state)
{
    (void)state;
    Reading reading = read_core(
        BODY, "'shapes': [{'type': 'plane', 'plane': {'doubleSided': true}}]", TUM_DIALECT_ANY);
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_PLANE);
    assert_false(only_shape(&reading)->double_sided);
    reading_end(&reading);
}

static void shapes_of_the_core_may_be_meshes(void **state)
{
    (void)state;
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint16_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static char members[20480];
    static Asset asset;
    asset = (Asset){0};
    const int points = asset_floats(&asset, corners, 4, 3);
    const int faces = asset_shorts(&asset, triangles, 12, 1);
    snprintf(members, sizeof members,
             "'shapes': [{'type': 'concave', 'concave': {'mesh': 0}}, {'type': 'convex', 'convex': "
             "{'mesh': 0}}], %s, 'meshes': [{'primitives': [{'attributes': {'POSITION': %d}, "
             "'indices': %d}]}]",
             asset_text(&asset), points, faces);
    Reading reading = read_core(
        BODY ", {'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': "
             "1}}}}}",
        members, TUM_DIALECT_ANY);
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->shapes[scene->colliders[0].shape].kind, TUM_SHAPE_MESH);
    assert_int_equal(scene->shapes[scene->colliders[1].shape].kind, TUM_SHAPE_CONVEX);
    reading_end(&reading);
}

static void the_table_of_the_extension_goes_first(void **state)
{
    (void)state;
    // Decision D32, unless the core is asked for.
    static const char both[] = "'shapes': [{'type': 'sphere'}], 'extensions': "
                               "{'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}";
    Reading reading = read_core(BODY, both, TUM_DIALECT_ANY);
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_BOX);
    assert_string_equal(reading.scene->dialects, "K6");
    reading_end(&reading);
    reading = read_core(BODY, both, TUM_DIALECT_GLTF21);
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_SPHERE);
    reading_end(&reading);
    // Asked for where there is none, nothing takes its place.
    reading =
        read_core(BODY, "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}",
                  TUM_DIALECT_GLTF21);
    assert_found(&reading, "PHYSICS_DIALECT_FORCED", TUM_SEVERITY_WARNING, KHR_NODE(0) "/collider");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

static void an_index_of_the_draft_leads_to_the_core_where_there_is_nothing_else(void **state)
{
    (void)state;
    Reading reading =
        read_core("{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'shape': 0}}}}",
                  "'shapes': [{'type': 'cylinder'}]", TUM_DIALECT_ANY);
    assert_no_errors(reading.report);
    assert_near(only_shape(&reading)->height, 2, 0.0);
    reading_end(&reading);
}

static void a_bounding_volume_is_no_collider(void **state)
{
    (void)state;
    Reading reading = read_core("{'boundingVolume': {'shape': 0}}", "'shapes': [{'type': 'box'}]",
                                TUM_DIALECT_ANY);
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->collider_count, 0);
    assert_string_equal(reading.scene->dialects, "");
    reading_end(&reading);
}

static void what_is_wrong_is_told_in_the_core(void **state)
{
    (void)state;
    Reading reading = read_core(BODY, "'shapes': [{'type': 'box', 'sphere': {}}]", TUM_DIALECT_ANY);
    assert_found(&reading, "PHYSICS_SHAPE_AMBIGUOUS", TUM_SEVERITY_ERROR, "/shapes/0/sphere");
    reading_end(&reading);
    reading = read_core(BODY, "'shapes': []", TUM_DIALECT_ANY);
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/collider/geometry/shape");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
    // The version is newer than what is read in full.
    reading = read_core(BODY, "'shapes': [{'type': 'box'}]", TUM_DIALECT_ANY);
    assert_found(&reading, "UNKNOWN_ASSET_MINOR_VERSION", TUM_SEVERITY_WARNING, "/asset/version");
    assert_int_equal(tum_report_count(reading.report), 1);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_core_has_defaults_of_its_own),
        cmocka_unit_test(planes_of_the_core_have_one_side),
        cmocka_unit_test(shapes_of_the_core_may_be_meshes),
        cmocka_unit_test(the_table_of_the_extension_goes_first),
        cmocka_unit_test(an_index_of_the_draft_leads_to_the_core_where_there_is_nothing_else),
        cmocka_unit_test(a_bounding_volume_is_no_collider),
        cmocka_unit_test(what_is_wrong_is_told_in_the_core),
    };
    return cmocka_run_group_tests_name("gltf21", tests, NULL, NULL);
}
