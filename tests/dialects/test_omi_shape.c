// SPDX-License-Identifier: MIT
// OMI_physics_shape and the shapes of OMI_collider:
// docs/specification.md#omi_collider-and-omi_physics_shape.
#include "tests/dialects/omi_reading.h"

#include "tests/dialects/asset.h"

// One static node with this shape in today's form.
static Reading read_shape(const char *shape)
{
    char extensions[1024];
    snprintf(extensions, sizeof extensions, "'OMI_physics_shape': {'shapes': [%s]}", shape);
    return read_omi_nodes(1, extensions,
                          "{'extensions': {'OMI_physics_body': {'collider': {'shape': 0}}}}");
}

// One node with this shape of OMI_collider.
static Reading read_collider(const char *collider)
{
    char extensions[1024];
    snprintf(extensions, sizeof extensions, "'OMI_collider': {'colliders': [%s]}", collider);
    return read_omi_nodes(1, extensions, "{'extensions': {'OMI_collider': {'collider': 0}}}");
}

static const TumShape *only_shape(const Reading *reading)
{
    assert_int_equal(reading->scene->collider_count, 1);
    return &reading->scene->shapes[reading->scene->colliders[0].shape];
}

static void assert_round(const Reading *reading, TumShapeKind kind, double height, double bottom,
                         double top)
{
    const TumShape *shape = only_shape(reading);
    assert_int_equal(shape->kind, kind);
    assert_near(shape->height, height, 1e-12);
    assert_near(shape->radius_bottom, bottom, 1e-12);
    assert_near(shape->radius_top, top, 1e-12);
}

// OMI-SHAPE-13, OMI-SHAPE-17, OMI-SHAPE-18, OMI-SHAPE-19, OMI-SHAPE-22, OMI-SHAPE-25,
// OMI-SHAPE-26.
static void what_is_absent_takes_the_documented_defaults(void **state)
{
    (void)state;
    Reading reading = read_shape("{'type': 'box'}");
    assert_no_findings(&reading);
    assert_vector(only_shape(&reading)->size, 1, 1, 1);
    reading_end(&reading);
    reading = read_shape("{'type': 'sphere'}");
    assert_near(only_shape(&reading)->radius, 0.5, 0.0);
    reading_end(&reading);
    // A capsule of nothing is 2 m tall in all revisions: 1 between the centres of its ends.
    reading = read_shape("{'type': 'capsule', 'capsule': {}}");
    assert_no_findings(&reading);
    assert_round(&reading, TUM_SHAPE_CAPSULE, 1, 0.5, 0.5);
    reading_end(&reading);
    reading = read_shape("{'type': 'cylinder'}");
    assert_round(&reading, TUM_SHAPE_CYLINDER, 2, 0.5, 0.5);
    reading_end(&reading);
    reading = read_collider("{'type': 'capsule'}");
    assert_no_findings(&reading);
    assert_round(&reading, TUM_SHAPE_CAPSULE, 1, 0.5, 0.5);
    reading_end(&reading);
}

// OMI-SHAPE-12, OMI-SHAPE-22, OMI-SHAPE-23.
static void two_radii_mean_that_the_height_is_between_the_ends(void **state)
{
    (void)state;
    Reading reading = read_shape("{'type': 'capsule', 'capsule': {'height': 3, 'radiusTop': 0.25, "
                                 "'radiusBottom': 0.75}}");
    assert_no_findings(&reading);
    assert_round(&reading, TUM_SHAPE_CAPSULE, 3, 0.75, 0.25);
    reading_end(&reading);
}

// OMI-SHAPE-19, OMI-SHAPE-21.
static void one_radius_means_that_the_height_is_the_total_one(void **state)
{
    (void)state;
    // Between the centres: 3 m less two radii of 0.5 m.
    Reading reading = read_shape("{'type': 'capsule', 'capsule': {'height': 3, 'radius': 0.5}}");
    assert_no_findings(&reading);
    assert_round(&reading, TUM_SHAPE_CAPSULE, 2, 0.5, 0.5);
    reading_end(&reading);
    // Flat, and in OMI_collider.
    reading = read_shape("{'type': 'capsule', 'height': 3, 'radius': 0.25}");
    assert_round(&reading, TUM_SHAPE_CAPSULE, 2.5, 0.25, 0.25);
    reading_end(&reading);
    reading = read_collider("{'type': 'capsule', 'height': 3}");
    assert_no_findings(&reading);
    assert_round(&reading, TUM_SHAPE_CAPSULE, 2, 0.5, 0.5);
    reading_end(&reading);
}

static void a_height_without_radius_goes_by_the_rest_of_the_document(void **state)
{
    (void)state;
    // Nothing old in sight: today's reading.
    Reading reading = read_shape("{'type': 'capsule', 'capsule': {'height': 1.5}}");
    assert_found(&reading, "PHYSICS_CAPSULE_HEIGHT_AMBIGUOUS", TUM_SEVERITY_INFO,
                 OMI_ROOT("OMI_physics_shape") "/shapes/0/capsule");
    assert_round(&reading, TUM_SHAPE_CAPSULE, 1.5, 0.5, 0.5);
    reading_end(&reading);
    // Another capsule of the table is of the old form.
    reading = read_shape("{'type': 'capsule', 'capsule': {'height': 1.5}}, {'type': 'capsule', "
                         "'capsule': {'height': 2, 'radius': 0.5}}");
    assert_round(&reading, TUM_SHAPE_CAPSULE, 0.5, 0.5, 0.5);
    reading_end(&reading);
    // A node has a shape by itself, as only early files do.
    reading = read_omi_nodes(
        1, "'OMI_physics_shape': {'shapes': [{'type': 'capsule', 'capsule': {'height': 1.5}}]}",
        "{'extensions': {'OMI_physics_shape': {'shape': 0}}}");
    assert_round(&reading, TUM_SHAPE_CAPSULE, 0.5, 0.5, 0.5);
    reading_end(&reading);
}

// OMI-SHAPE-25, OMI-SHAPE-26, OMI-SHAPE-27.
static void cylinders_have_their_total_height_in_every_form(void **state)
{
    (void)state;
    Reading reading = read_shape("{'type': 'cylinder', 'cylinder': {'height': 3, 'radius': 0.25}}");
    assert_no_findings(&reading);
    assert_round(&reading, TUM_SHAPE_CYLINDER, 3, 0.25, 0.25);
    reading_end(&reading);
    reading = read_shape("{'type': 'cylinder', 'cylinder': {'height': 3, 'radiusTop': 0}}");
    assert_no_findings(&reading);
    assert_round(&reading, TUM_SHAPE_CYLINDER, 3, 0.5, 0);
    reading_end(&reading);
    reading = read_collider("{'type': 'cylinder', 'height': 3, 'radius': 0.25}");
    assert_round(&reading, TUM_SHAPE_CYLINDER, 3, 0.25, 0.25);
    reading_end(&reading);
}

// OMI-SHAPE-12, OMI-SHAPE-18.
static void a_parameter_in_the_sub_object_wins_over_a_flat_one(void **state)
{
    (void)state;
    Reading reading = read_shape("{'type': 'sphere', 'radius': 3, 'sphere': {'radius': 2}}");
    assert_near(only_shape(&reading)->radius, 2, 0.0);
    reading_end(&reading);
    reading = read_shape("{'type': 'sphere', 'radius': 3}");
    assert_near(only_shape(&reading)->radius, 3, 0.0);
    reading_end(&reading);
}

// OMI-SHAPE-20.
static void a_capsule_shorter_than_its_ends_is_an_error_and_a_sphere(void **state)
{
    (void)state;
    // 0.8 m in all are less than two radii of 0.5 m.
    Reading reading = read_collider("{'type': 'capsule', 'height': 0.8, 'radius': 0.5}");
    assert_found(&reading, "PHYSICS_CAPSULE_TOO_SHORT", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_collider") "/colliders/0/height");
    assert_round(&reading, TUM_SHAPE_CAPSULE, 0, 0.5, 0.5);
    reading_end(&reading);
}

// OMI-SHAPE-17.
static void boxes_of_the_first_exporter_are_half_extents(void **state)
{
    (void)state;
    Reading reading = read_collider("{'type': 'box', 'extents': [1, 2, 3]}");
    assert_no_findings(&reading);
    assert_vector(only_shape(&reading)->size, 2, 4, 6);
    assert_string_equal(reading.scene->dialects, "OC0");
    reading_end(&reading);
    reading = read_collider("{'type': 'box', 'extents': [1, 2, 3], 'size': [1, 1, 2]}");
    assert_vector(only_shape(&reading)->size, 1, 1, 2);
    reading_end(&reading);
}

static void null_reads_as_absent(void **state)
{
    (void)state;
    Reading reading = read_collider("{'type': 'capsule', 'height': null, 'radius': 0.25}");
    assert_no_findings(&reading);
    assert_round(&reading, TUM_SHAPE_CAPSULE, 1.5, 0.25, 0.25);
    reading_end(&reading);
}

// OMI-SHAPE-10.
static void wrong_parameters_are_told_where_they_stand(void **state)
{
    (void)state;
    Reading reading = read_shape("{'type': 'box', 'box': {'size': [1, -1, 1]}}");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_shape") "/shapes/0/box/size/1");
    reading_end(&reading);
    reading = read_collider("{'type': 'sphere', 'radius': 'big'}");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_collider") "/colliders/0/radius");
    assert_near(only_shape(&reading)->radius, 0.5, 0.0);
    reading_end(&reading);
    reading = read_shape("{'type': 'box', 'box': {}, 'sphere': {}}");
    assert_found(&reading, "PHYSICS_SHAPE_AMBIGUOUS", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_shape") "/shapes/0/sphere");
    reading_end(&reading);
    reading = read_shape("{'type': 'plane'}");
    assert_found(&reading, "VALUE_NOT_IN_LIST", TUM_SEVERITY_WARNING,
                 OMI_ROOT("OMI_physics_shape") "/shapes/0/type");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
    reading = read_shape("{'box': {}}");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_shape") "/shapes/0");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

// A document with a tetrahedron as mesh 0, and this shape.
static Reading read_mesh_shape(const char *shape, bool has_triangles)
{
    static const float points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint16_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    Asset asset = {0};
    const int at = asset_floats(&asset, points, 4, 3);
    const int indices = asset_shorts(&asset, triangles, 12, 1);
    char *members = malloc(1 << 16);
    assert_non_null(members);
    snprintf(members, 1 << 16,
             "%s, 'meshes': [{'primitives': [{'attributes': {'POSITION': %d}, 'mode': %d%s}]}], "
             "'extensions': {'OMI_physics_shape': {'shapes': [%s]}}, 'nodes': [{'extensions': "
             "{'OMI_physics_body': {'collider': {'shape': 0}}}}]",
             asset_text(&asset), at, has_triangles ? 4 : 0,
             has_triangles ? (indices == 1 ? ", 'indices': 1" : "") : "", shape);
    const Reading reading = read_omi(1, members);
    free(members);
    return reading;
}

// OMI-SHAPE-29.
static void hull_and_convex_are_one_word_and_so_are_nested_and_flat(void **state)
{
    (void)state;
    static const char *const shapes[] = {
        "{'type': 'convex', 'convex': {'mesh': 0}}", "{'type': 'hull', 'hull': {'mesh': 0}}",
        "{'type': 'hull', 'mesh': 0}", "{'type': 'convex', 'hull': {'mesh': 0}}"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        Reading reading = read_mesh_shape(shapes[i], true);
        assert_no_findings(&reading);
        assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_CONVEX);
        reading_end(&reading);
    }
}

// OMI-SHAPE-35.
static void trimesh_and_mesh_are_the_triangles(void **state)
{
    (void)state;
    static const char *const shapes[] = {"{'type': 'trimesh', 'trimesh': {'mesh': 0}}",
                                         "{'type': 'trimesh', 'mesh': 0}",
                                         "{'type': 'mesh', 'mesh': 0}"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        Reading reading = read_mesh_shape(shapes[i], true);
        assert_no_findings(&reading);
        assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_MESH);
        assert_int_equal(reading.scene->meshes[only_shape(&reading)->mesh].cell_count, 4);
        reading_end(&reading);
    }
}

// OMI-SHAPE-30.
static void a_hull_needs_a_triangle(void **state)
{
    (void)state;
    // Mode 0 is points.
    Reading reading = read_mesh_shape("{'type': 'convex', 'convex': {'mesh': 0}}", false);
    assert_found(&reading, "PHYSICS_MESH_EMPTY", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_shape") "/shapes/0/convex/mesh");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

// Forty points of a sphere, each a corner of their hull, along a spiral.
// OMI-SHAPE-34.
static void a_hull_keeps_all_its_points(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    float points[3 * COUNT];
    uint16_t triangles[3 * (COUNT - 2)];
    for (int i = 0; i < COUNT; ++i) {
        const double y = 1 - (2 * i + 1) / (double)COUNT, turn = 2.4 * i;
        points[3 * i] = (float)(sqrt(1 - y * y) * cos(turn));
        points[3 * i + 1] = (float)y;
        points[3 * i + 2] = (float)(sqrt(1 - y * y) * sin(turn));
    }
    for (int i = 0; i < COUNT - 2; ++i) {
        for (int k = 0; k < 3; ++k) {
            triangles[3 * i + k] = (uint16_t)(i + k);
        }
    }
    Asset asset = {0};
    const int at = asset_floats(&asset, points, COUNT, 3);
    const int indices = asset_shorts(&asset, triangles, 3 * (COUNT - 2), 1);
    char members[32768];
    snprintf(members, sizeof members,
             "%s, 'meshes': [{'primitives': [{'attributes': {'POSITION': %d}, 'indices': %d}]}], "
             "'extensions': {'OMI_physics_shape': {'shapes': [{'type': 'convex', 'convex': "
             "{'mesh': 0}}]}}, 'nodes': [{'extensions': {'OMI_physics_body': {'collider': "
             "{'shape': 0}}}}]",
             asset_text(&asset), at, indices);
    Reading reading = read_omi(1, members);
    assert_no_findings(&reading);
    const TumShape *hull = only_shape(&reading);
    assert_int_equal(hull->kind, TUM_SHAPE_CONVEX);
    assert_int_equal(reading.scene->meshes[hull->mesh].point_count, COUNT);
    reading_end(&reading);
}

// OMI-SHAPE-14.
static void a_mesh_of_minus_one_is_none(void **state)
{
    (void)state;
    Reading reading = read_mesh_shape("{'type': 'trimesh', 'trimesh': {'mesh': -1}}", true);
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_shape") "/shapes/0/trimesh");
    assert_int_equal(tum_report_count(reading.report), 1);
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
    reading = read_mesh_shape("{'type': 'trimesh', 'trimesh': {'mesh': 7}}", true);
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_shape") "/shapes/0/trimesh/mesh");
    reading_end(&reading);
}

static void revisions_are_told_apart_for_people(void **state)
{
    (void)state;
    static const struct {
        const char *shape, *dialects;
    } rows[] = {
        {"{'type': 'hull', 'mesh': -1}, {'type': 'box', 'size': [1, 1, 1]}", "B3, S0"},
        {"{'type': 'sphere', 'radius': 1}", "B3, S1"},
        {"{'type': 'cylinder', 'cylinder': {'radius': 1}}", "B3, S3"},
        {"{'type': 'cylinder', 'cylinder': {'radiusTop': 1}}", "B3, S4"},
        {"{'type': 'box', 'box': {'size': [1, 1, 1]}}", "B3, S4"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Reading reading = read_shape(rows[i].shape);
        assert_string_equal(reading.scene->dialects, rows[i].dialects);
        reading_end(&reading);
    }
}

// OMI-SHAPE-36.
static void a_trimesh_needs_a_triangle(void **state)
{
    (void)state;
    Reading reading = read_mesh_shape("{'type': 'trimesh', 'trimesh': {'mesh': 0}}", false);
    assert_found(&reading, "PHYSICS_MESH_EMPTY", TUM_SEVERITY_ERROR,
                 OMI_ROOT("OMI_physics_shape") "/shapes/0/trimesh/mesh");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

// A tetrahedron of two primitives, two of its triangles each.
// OMI-SHAPE-31.
static void a_mesh_of_two_primitives_is_read_whole(void **state)
{
    (void)state;
    static const float points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint16_t first[6] = {0, 2, 1, 0, 1, 3}, second[6] = {0, 3, 2, 1, 2, 3};
    Asset asset = {0};
    asset_floats(&asset, points, 4, 3);
    asset_shorts(&asset, first, 6, 1);
    asset_shorts(&asset, second, 6, 1);
    char *members = malloc(1 << 16);
    assert_non_null(members);
    snprintf(members, 1 << 16,
             "%s, 'meshes': [{'primitives': [{'attributes': {'POSITION': 0}, 'indices': 1}, "
             "{'attributes': {'POSITION': 0}, 'indices': 2}]}], 'extensions': "
             "{'OMI_physics_shape': {'shapes': [{'type': 'trimesh', 'trimesh': {'mesh': 0}}]}}, "
             "'nodes': [{'extensions': {'OMI_physics_body': {'collider': {'shape': 0}}}}]",
             asset_text(&asset));
    Reading reading = read_omi(1, members);
    free(members);
    assert_found(&reading, "PHYSICS_MESH_MULTIPLE_PRIMITIVES", TUM_SEVERITY_WARNING,
                 OMI_ROOT("OMI_physics_shape") "/shapes/0/trimesh/mesh");
    assert_int_equal(reading.scene->meshes[only_shape(&reading)->mesh].cell_count, 4);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_absent_takes_the_documented_defaults),
        cmocka_unit_test(two_radii_mean_that_the_height_is_between_the_ends),
        cmocka_unit_test(one_radius_means_that_the_height_is_the_total_one),
        cmocka_unit_test(a_height_without_radius_goes_by_the_rest_of_the_document),
        cmocka_unit_test(cylinders_have_their_total_height_in_every_form),
        cmocka_unit_test(a_parameter_in_the_sub_object_wins_over_a_flat_one),
        cmocka_unit_test(a_capsule_shorter_than_its_ends_is_an_error_and_a_sphere),
        cmocka_unit_test(boxes_of_the_first_exporter_are_half_extents),
        cmocka_unit_test(null_reads_as_absent),
        cmocka_unit_test(wrong_parameters_are_told_where_they_stand),
        cmocka_unit_test(hull_and_convex_are_one_word_and_so_are_nested_and_flat),
        cmocka_unit_test(trimesh_and_mesh_are_the_triangles),
        cmocka_unit_test(a_hull_needs_a_triangle),
        cmocka_unit_test(a_hull_keeps_all_its_points),
        cmocka_unit_test(a_mesh_of_minus_one_is_none),
        cmocka_unit_test(revisions_are_told_apart_for_people),
        cmocka_unit_test(a_trimesh_needs_a_triangle),
        cmocka_unit_test(a_mesh_of_two_primitives_is_read_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
