// SPDX-License-Identifier: MIT
// Properties have types, ranges and references, and every entry of a table is there for somebody.
#include "tests/validate/validating.h"

// A body of one box, with more members of its motion.
#define BODY(members)                                                                              \
    START KHR_USED "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}, "        \
                   "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': {" members    \
                   "}, 'collider': {'geometry': {'shape': 0}}}}}]}"
#define MOTION(member) KHR_NODE_0 "/motion/" member

static void a_whole_body_has_no_finding(void **state)
{
    (void)state;
    assert_clean(BODY("'mass': 2, 'inertiaDiagonal': [1, 1, 1], 'linearVelocity': [0, 1, 0]"));
}

static void values_have_the_type_of_their_property(void **state)
{
    (void)state;
    assert_finds(BODY("'mass': '2'"), "TYPE_MISMATCH 0 " MOTION("mass"));
    assert_finds(BODY("'mass': null"), "TYPE_MISMATCH 0 " MOTION("mass"));
    assert_finds(BODY("'isKinematic': 1"), "TYPE_MISMATCH 0 " MOTION("isKinematic"));
    assert_finds(BODY("'centerOfMass': 1"), "TYPE_MISMATCH 0 " MOTION("centerOfMass"));
    assert_finds(BODY("'centerOfMass': [0, 0, 'x']"),
                 "ARRAY_TYPE_MISMATCH 0 " MOTION("centerOfMass/2"));
}

// KHR-34, KHR-35.
static void numbers_stay_in_range_and_arrays_at_length(void **state)
{
    (void)state;
    assert_finds(BODY("'mass': -1"), "VALUE_NOT_IN_RANGE 0 " MOTION("mass"));
    assert_finds(BODY("'mass': 1e39"), "VALUE_NOT_IN_RANGE 0 " MOTION("mass"));
    assert_finds(BODY("'inertiaDiagonal': [1, -1, 1]"),
                 "VALUE_NOT_IN_RANGE 0 " MOTION("inertiaDiagonal/1"));
    assert_finds(BODY("'linearVelocity': [0, 1]"),
                 "ARRAY_LENGTH_NOT_IN_LIST 0 " MOTION("linearVelocity"));
}

static void names_that_no_revision_has_are_unexpected(void **state)
{
    (void)state;
    assert_finds(BODY("'drag': 1"), "UNEXPECTED_PROPERTY 1 " MOTION("drag"));
    assert_clean(BODY("'extras': {'drag': 1}, 'name': 'body'"));
    assert_finds(BODY("'extras': 3"), "NON_OBJECT_EXTRAS 2 " MOTION("extras"));
}

static void a_name_that_nearly_is_one_is_told_with_it(void **state)
{
    (void)state;
    TumReport *report = validated(BODY("'masss': 1"));
    assert_int_equal(tum_report_count(report), 1);
    assert_string_equal(tum_report_at(report, 0)->message,
                        "No revision has a property 'masss' here; perhaps 'mass'?");
    tum_report_destroy(report);
    report = validated(BODY("'drag': 1"));
    assert_string_equal(tum_report_at(report, 0)->message,
                        "No revision has a property 'drag' here.");
    tum_report_destroy(report);
}

#define SHAPES(shapes, index)                                                                      \
    START KHR_USED "'extensions': {'KHR_implicit_shapes': {'shapes': [" shapes "]}}, "             \
                   "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': "           \
                   "{'geometry': {'shape': " index "}}}}}]}"
#define SHAPE_INDEX KHR_NODE_0 "/collider/geometry/shape"

// KHR-49, KHR-144, KHR-SHAPE-2.
static void indices_lead_to_an_entry(void **state)
{
    (void)state;
    assert_clean(SHAPES("{'type': 'box'}", "0"));
    assert_clean(SHAPES("{'type': 'box'}", "0.0"));
    assert_finds(SHAPES("{'type': 'box'}", "1"), "UNRESOLVED_REFERENCE 0 " SHAPE_INDEX,
                 "UNUSED_OBJECT 2 /extensions/KHR_implicit_shapes/shapes/0");
    assert_finds(SHAPES("{'type': 'box'}", "-1"), "INVALID_INDEX 0 " SHAPE_INDEX,
                 "UNUSED_OBJECT 2 /extensions/KHR_implicit_shapes/shapes/0");
    assert_finds(SHAPES("{'type': 'box'}", "0.5"), "INVALID_INDEX 0 " SHAPE_INDEX,
                 "UNUSED_OBJECT 2 /extensions/KHR_implicit_shapes/shapes/0");
    assert_finds(START KHR_USED "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': "
                                "{'collider': {'geometry': {'shape': 0}}}}}]}",
                 "UNSATISFIED_DEPENDENCY 0 " KHR_NODE_0 "/collider/geometry");
}

static void minus_one_is_none_in_omi_alone(void **state)
{
    (void)state;
    assert_clean(START "'extensionsUsed': ['OMI_physics_body'], 'nodes': [{'extensions': "
                       "{'OMI_physics_body': {'collider': {'shape': -1}}}}]}");
}

static void entries_that_nobody_names_are_unused(void **state)
{
    (void)state;
    assert_finds(SHAPES("{'type': 'box'}, {'type': 'box'}", "0"),
                 "UNUSED_OBJECT 2 /extensions/KHR_implicit_shapes/shapes/1");
    assert_finds(START "'nodes': [{'mesh': 0}, {'name': 'lost', 'extras': {}}], 'accessors': "
                       "[{'componentType': 5126, 'type': 'VEC3', 'count': 3, 'min': [0, 0, 0], "
                       "'max': [0, 0, 0]}], 'meshes': [{'primitives': [{'attributes': "
                       "{'POSITION': 0}}]}]}",
                 "UNUSED_OBJECT 2 /nodes/1");
}

static void an_animation_pointer_uses_what_it_points_to(void **state)
{
    (void)state;
    const char *const document = START
        "'extensionsUsed': ['KHR_implicit_shapes', 'KHR_animation_pointer'], 'extensions': "
        "{'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}, 'nodes': [{'extras': {}}], "
        "'accessors': [{'componentType': 5126, 'type': 'SCALAR', 'count': 1, 'min': [0], 'max': "
        "[0]}], 'animations': [{'channels': [{'sampler': 0, 'target': {'path': 'pointer', "
        "'extensions': {'KHR_animation_pointer': {'pointer': "
        "'/extensions/KHR_implicit_shapes/shapes/0/box/size'}}}}], 'samplers': [{'input': 0, "
        "'output': 0}]}]}";
    assert_clean(document);
}

static void required_properties_are_told_one_by_one(void **state)
{
    (void)state;
    const char *const joints = START KHR_USED
        "'extensions': {'KHR_physics_rigid_bodies': {'physicsJoints': [{'drives': [{}]}]}}, "
        "'nodes': [{'extras': {}}]}";
    assert_finds(joints, "UNDEFINED_PROPERTY 0 " KHR_TABLES "/physicsJoints/0/drives/0",
                 "UNDEFINED_PROPERTY 0 " KHR_TABLES "/physicsJoints/0/drives/0",
                 "UNDEFINED_PROPERTY 0 " KHR_TABLES "/physicsJoints/0/drives/0",
                 "UNUSED_OBJECT 2 " KHR_TABLES "/physicsJoints/0");
}

// Of an extension that nobody here knows: what it names is used, what is no index names nothing.
static void attributes_of_unknown_extensions_use_accessors(void **state)
{
    (void)state;
#define GLOWING(index)                                                                             \
    "{'asset': {'version': '2.0'}, 'extensionsUsed': ['KHR_draco_mesh_compression'], "             \
    "'accessors': [{'componentType': 5126, 'type': 'SCALAR', 'count': 1}], 'extensions': "         \
    "{'KHR_draco_mesh_compression': {'attributes': {'POSITION': " index "}}}}"
    assert_clean(GLOWING("0"));
    assert_finds(GLOWING("1e38"), "UNUSED_OBJECT 2 /accessors/0");
    assert_finds(GLOWING("0.5"), "UNUSED_OBJECT 2 /accessors/0");
}

// KHR-SHAPE-2.
static void arrays_that_say_nothing_are_left_out(void **state)
{
    (void)state;
    assert_finds(SHAPES("", "0"), "EMPTY_ENTITY 0 /extensions/KHR_implicit_shapes/shapes",
                 "UNRESOLVED_REFERENCE 0 " SHAPE_INDEX);
    assert_finds(START "'meshes': [], 'nodes': [{'extras': {}}]}", "EMPTY_ENTITY 0 /meshes");
}

static void sets_name_nobody_twice(void **state)
{
    (void)state;
    assert_finds(START "'extensionsUsed': ['KHR_lights_punctual', 'KHR_lights_punctual'], 'nodes': "
                       "[{'extras': {}}]}",
                 "DUPLICATE_ELEMENTS 0 /extensionsUsed/1");
    assert_finds("{'asset': {'version': '2.0'}, 'scenes': [{'nodes': [0, 0]}], 'nodes': "
                 "[{'extras': {}}]}",
                 "DUPLICATE_ELEMENTS 0 /scenes/0/nodes/1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_body_has_no_finding),
        cmocka_unit_test(values_have_the_type_of_their_property),
        cmocka_unit_test(numbers_stay_in_range_and_arrays_at_length),
        cmocka_unit_test(names_that_no_revision_has_are_unexpected),
        cmocka_unit_test(a_name_that_nearly_is_one_is_told_with_it),
        cmocka_unit_test(indices_lead_to_an_entry),
        cmocka_unit_test(minus_one_is_none_in_omi_alone),
        cmocka_unit_test(entries_that_nobody_names_are_unused),
        cmocka_unit_test(an_animation_pointer_uses_what_it_points_to),
        cmocka_unit_test(required_properties_are_told_one_by_one),
        cmocka_unit_test(attributes_of_unknown_extensions_use_accessors),
        cmocka_unit_test(arrays_that_say_nothing_are_left_out),
        cmocka_unit_test(sets_name_nobody_twice),
    };
    return cmocka_run_group_tests_name("schema", tests, NULL, NULL);
}
