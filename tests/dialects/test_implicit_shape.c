// SPDX-License-Identifier: MIT
// Shape objects: defaults and ranges of
// docs/specification.md#khr_implicit_shapes-and-khr_collision_shapes and
// docs/dialects.md#shapes-of-gltf-21.
#include "tests/dialects/reading.h"

// Reads one table of KHR_implicit_shapes; its shapes are the scene's, in order.
static Reading read_shapes(const char *shapes)
{
    char members[4096];
    snprintf(members, sizeof members,
             "'nodes': [{}], 'extensions': {'KHR_implicit_shapes': {'shapes': [%s]}}", shapes);
    return read_members(1, members);
}

static Reading read_draft_shapes(const char *shapes)
{
    char members[4096];
    snprintf(members, sizeof members,
             "'nodes': [{}], 'extensions': {'KHR_collision_shapes': {'shapes': [%s]}}", shapes);
    return read_members(1, members);
}

// KHR-SHAPE-1, KHR-SHAPE-7, KHR-SHAPE-8, KHR-SHAPE-9, KHR-SHAPE-11, KHR-SHAPE-13, KHR-SHAPE-15.
static void shapes_without_parameters_have_the_documented_defaults(void **state)
{
    (void)state;
    Reading reading = read_shapes("{'type': 'sphere'}, {'type': 'box'}, {'type': 'capsule'}, "
                                  "{'type': 'cylinder'}, {'type': 'plane'}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->shape_count, 5);
    const TumShape *shapes = reading.scene->shapes;
    assert_int_equal(shapes[0].kind, TUM_SHAPE_SPHERE);
    assert_near(shapes[0].radius, 0.5, 0.0);
    assert_int_equal(shapes[1].kind, TUM_SHAPE_BOX);
    assert_vector(shapes[1].size, 1, 1, 1);
    assert_int_equal(shapes[2].kind, TUM_SHAPE_CAPSULE);
    assert_near(shapes[2].height, 0.5, 0.0);
    assert_near(shapes[2].radius_bottom, 0.25, 0.0);
    assert_near(shapes[2].radius_top, 0.25, 0.0);
    assert_int_equal(shapes[3].kind, TUM_SHAPE_CYLINDER);
    assert_near(shapes[3].height, 0.5, 0.0);
    assert_near(shapes[3].radius_bottom, 0.25, 0.0);
    assert_int_equal(shapes[4].kind, TUM_SHAPE_PLANE);
    assert_true(isinf(shapes[4].size[0]) && isinf(shapes[4].size[2]));
    assert_false(shapes[4].double_sided);
    reading_end(&reading);
}

// KHR-SHAPE-4, KHR-SHAPE-7, KHR-SHAPE-8, KHR-SHAPE-9, KHR-SHAPE-11, KHR-SHAPE-14.
static void parameters_are_read_as_they_stand(void **state)
{
    (void)state;
    Reading reading =
        read_shapes("{'type': 'sphere', 'sphere': {'radius': 2}}, "
                    "{'type': 'box', 'box': {'size': [1, 2, 3]}}, "
                    "{'type': 'capsule', 'capsule': {'height': 3, 'radiusBottom': 1, "
                    "'radiusTop': 0.5}}, "
                    "{'type': 'cylinder', 'cylinder': {'height': 4, 'radiusTop': 0}}, "
                    "{'type': 'plane', 'plane': {'sizeX': 7, 'doubleSided': true}}");
    assert_no_errors(reading.report);
    const TumShape *shapes = reading.scene->shapes;
    assert_near(shapes[0].radius, 2, 0.0);
    assert_vector(shapes[1].size, 1, 2, 3);
    assert_near(shapes[2].height, 3, 0.0);
    assert_near(shapes[2].radius_bottom, 1, 0.0);
    assert_near(shapes[2].radius_top, 0.5, 0.0);
    assert_near(shapes[3].height, 4, 0.0);
    assert_near(shapes[3].radius_bottom, 0.25, 0.0);
    assert_near(shapes[3].radius_top, 0, 0.0); // A cone.
    assert_near(shapes[4].size[0], 7, 0.0);
    assert_true(isinf(shapes[4].size[2]));
    assert_true(shapes[4].double_sided);
    assert_string_equal(shapes[4].pointer, IMPLICIT_ROOT "/4");
    reading_end(&reading);
}

// KHR-SHAPE-21, KHR-SHAPE-24, KHR-SHAPE-25, KHR-SHAPE-26, KHR-SHAPE-27.
static void a_negative_size_is_an_error_and_takes_its_default(void **state)
{
    (void)state;
    Reading reading =
        read_shapes("{'type': 'box', 'box': {'size': [2, -1, 3]}}, "
                    "{'type': 'sphere', 'sphere': {'radius': -1}}, "
                    "{'type': 'cylinder', 'cylinder': {'height': -2, 'radiusTop': -3}}");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR, IMPLICIT_ROOT "/0/box/size/1");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 IMPLICIT_ROOT "/1/sphere/radius");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 IMPLICIT_ROOT "/2/cylinder/height");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 IMPLICIT_ROOT "/2/cylinder/radiusTop");
    const TumShape *shapes = reading.scene->shapes;
    assert_vector(shapes[0].size, 2, 1, 3);
    assert_near(shapes[1].radius, 0.5, 0.0);
    assert_near(shapes[2].height, 0.5, 0.0);
    assert_near(shapes[2].radius_top, 0.25, 0.0);
    reading_end(&reading);
}

// KHR-SHAPE-22, KHR-SHAPE-23, KHR-SHAPE-25, KHR-SHAPE-26, KHR-SHAPE-27.
static void zero_is_accepted_with_a_warning(void **state)
{
    (void)state;
    Reading reading =
        read_shapes("{'type': 'box', 'box': {'size': [1, 1, 0]}}, "
                    "{'type': 'capsule', 'capsule': {'height': 0}}, "
                    "{'type': 'cylinder', 'cylinder': {'radiusTop': 0, 'radiusBottom': 0}}, "
                    "{'type': 'plane', 'plane': {'sizeZ': 0}}");
    assert_no_errors(reading.report);
    assert_found(&reading, "PHYSICS_DEGENERATE_SHAPE", TUM_SEVERITY_WARNING,
                 IMPLICIT_ROOT "/0/box/size/2");
    assert_found(&reading, "PHYSICS_DEGENERATE_SHAPE", TUM_SEVERITY_WARNING,
                 IMPLICIT_ROOT "/1/capsule/height");
    assert_found(&reading, "PHYSICS_DEGENERATE_SHAPE", TUM_SEVERITY_WARNING,
                 IMPLICIT_ROOT "/2/cylinder");
    assert_found(&reading, "PHYSICS_DEGENERATE_SHAPE", TUM_SEVERITY_WARNING,
                 IMPLICIT_ROOT "/3/plane/sizeZ");
    assert_near(reading.scene->shapes[0].size[2], 0, 0.0);
    assert_near(reading.scene->shapes[1].height, 0, 0.0);
    reading_end(&reading);
}

// KHR-SHAPE-21.
static void the_draft_allows_capsules_of_height_zero(void **state)
{
    (void)state;
    Reading reading = read_draft_shapes("{'type': 'capsule', 'capsule': {'height': 0}}");
    assert_int_equal(tum_report_count(reading.report), 0);
    assert_near(reading.scene->shapes[0].height, 0, 0.0);
    reading_end(&reading);
}

static void a_capsule_within_its_larger_sphere_is_noted(void **state)
{
    (void)state;
    // Height 0.5 is the distance of the centres, the radii differ by 0.6.
    Reading reading = read_shapes(
        "{'type': 'capsule', 'capsule': {'height': 0.5, 'radiusBottom': 1, 'radiusTop': 0.4}}");
    assert_found(&reading, "PHYSICS_CAPSULE_ENGULFED", TUM_SEVERITY_INFO,
                 IMPLICIT_ROOT "/0/capsule");
    reading_end(&reading);
}

// KHR-SHAPE-3, KHR-SHAPE-6.
static void a_shape_needs_a_type(void **state)
{
    (void)state;
    Reading reading = read_shapes("{'box': {}}, {'type': 'teapot'}, {'type': 7}");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, IMPLICIT_ROOT "/0");
    assert_found(&reading, "VALUE_NOT_IN_LIST", TUM_SEVERITY_WARNING, IMPLICIT_ROOT "/1/type");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, IMPLICIT_ROOT "/2/type");
    assert_int_equal(reading.scene->shape_count, 0);
    reading_end(&reading);
}

// KHR-SHAPE-6.
static void types_belong_to_their_table(void **state)
{
    (void)state;
    Reading reading = read_draft_shapes("{'type': 'plane'}");
    assert_found(&reading, "VALUE_NOT_IN_LIST", TUM_SEVERITY_WARNING, DRAFT_ROOT "/0/type");
    assert_int_equal(reading.scene->shape_count, 0);
    reading_end(&reading);
    reading = read_shapes("{'type': 'trimesh', 'trimesh': {'mesh': 0}}");
    assert_found(&reading, "VALUE_NOT_IN_LIST", TUM_SEVERITY_WARNING, IMPLICIT_ROOT "/0/type");
    reading_end(&reading);
}

// KHR-SHAPE-5.
static void parameters_of_another_type_are_an_error_and_ignored(void **state)
{
    (void)state;
    Reading reading =
        read_shapes("{'type': 'box', 'box': {'size': [2, 2, 2]}, 'sphere': {'radius': 3}}");
    assert_found(&reading, "PHYSICS_SHAPE_AMBIGUOUS", TUM_SEVERITY_ERROR,
                 IMPLICIT_ROOT "/0/sphere");
    assert_int_equal(reading.scene->shapes[0].kind, TUM_SHAPE_BOX);
    assert_vector(reading.scene->shapes[0].size, 2, 2, 2);
    reading_end(&reading);
}

static void parameters_of_wrong_types_take_their_defaults(void **state)
{
    (void)state;
    Reading reading = read_shapes("{'type': 'box', 'box': {'size': [1, 2]}}, "
                                  "{'type': 'box', 'box': {'size': [1, 'two', 3]}}, "
                                  "{'type': 'sphere', 'sphere': {'radius': 'big'}}, "
                                  "{'type': 'sphere', 'sphere': [3]}, "
                                  "{'type': 'sphere', 'sphere': {'radius': 1e39}}, 5");
    assert_found(&reading, "ARRAY_LENGTH_NOT_IN_LIST", TUM_SEVERITY_ERROR,
                 IMPLICIT_ROOT "/0/box/size");
    assert_found(&reading, "ARRAY_TYPE_MISMATCH", TUM_SEVERITY_ERROR,
                 IMPLICIT_ROOT "/1/box/size/1");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, IMPLICIT_ROOT "/2/sphere/radius");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, IMPLICIT_ROOT "/3/sphere");
    // Finite as a double, infinite as a float.
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 IMPLICIT_ROOT "/4/sphere/radius");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, IMPLICIT_ROOT "/5");
    assert_int_equal(reading.scene->shape_count, 5);
    assert_vector(reading.scene->shapes[0].size, 1, 1, 1);
    assert_vector(reading.scene->shapes[1].size, 1, 1, 1);
    for (int i = 2; i < 5; ++i) {
        assert_near(reading.scene->shapes[i].radius, 0.5, 0.0);
    }
    reading_end(&reading);
}

static void null_reads_as_absent(void **state)
{
    (void)state;
    Reading reading = read_shapes("{'type': 'sphere', 'sphere': {'radius': null}}");
    assert_near(reading.scene->shapes[0].radius, 0.5, 0.0);
    reading_end(&reading);
}

static void shapes_of_the_core_have_the_cores_defaults(void **state)
{
    (void)state;
    // Decision D32: without KHR_implicit_shapes an index leads to the array of the document.
    Reading reading = read_members(
        1, "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': "
           "{'shape': 1}}}}}], 'shapes': [{'type': 'capsule'}, {'type': 'cylinder'}, "
           "{'type': 'plane', 'plane': {'doubleSided': true}}]");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->shape_count, 3);
    assert_near(reading.scene->shapes[0].height, 1.0, 0.0);
    assert_near(reading.scene->shapes[0].radius_top, 0.5, 0.0);
    assert_near(reading.scene->shapes[1].height, 2.0, 0.0);
    assert_near(reading.scene->shapes[1].radius_bottom, 0.5, 0.0);
    assert_false(reading.scene->shapes[2].double_sided);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->colliders[0].shape, 1);
    assert_string_equal(reading.scene->dialects, "K6, G21");
    reading_end(&reading);
}

// KHR-SHAPE-24.
static void a_sphere_has_a_positive_radius(void **state)
{
    (void)state;
    Reading reading = read_shapes("{'type': 'sphere', 'sphere': {'radius': 0}}");
    assert_found(&reading, "PHYSICS_DEGENERATE_SHAPE", TUM_SEVERITY_WARNING,
                 IMPLICIT_ROOT "/0/sphere/radius");
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_without_parameters_have_the_documented_defaults),
        cmocka_unit_test(parameters_are_read_as_they_stand),
        cmocka_unit_test(a_negative_size_is_an_error_and_takes_its_default),
        cmocka_unit_test(zero_is_accepted_with_a_warning),
        cmocka_unit_test(the_draft_allows_capsules_of_height_zero),
        cmocka_unit_test(a_capsule_within_its_larger_sphere_is_noted),
        cmocka_unit_test(a_shape_needs_a_type),
        cmocka_unit_test(types_belong_to_their_table),
        cmocka_unit_test(parameters_of_another_type_are_an_error_and_ignored),
        cmocka_unit_test(parameters_of_wrong_types_take_their_defaults),
        cmocka_unit_test(null_reads_as_absent),
        cmocka_unit_test(shapes_of_the_core_have_the_cores_defaults),
        cmocka_unit_test(a_sphere_has_a_positive_radius),
    };
    return cmocka_run_group_tests_name("implicit shapes", tests, NULL, NULL);
}
