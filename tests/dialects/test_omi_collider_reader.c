// SPDX-License-Identifier: MIT
// OMI_collider, alone and below bodies by type:
// docs/specification.md#omi_collider-and-omi_physics_shape.
#include "tests/dialects/omi_reading.h"

#define TABLE                                                                                      \
    "'OMI_collider': {'colliders': [{'type': 'box'}, {'type': 'sphere', 'isTrigger': true}]}"
#define SOLID "'OMI_collider': {'collider': 0}"
#define TRIGGER "'OMI_collider': {'collider': 1}"

// OMI-SHAPE-2, OMI-SHAPE-7, OMI-SHAPE-11, OMI-SHAPE-38.
static void without_a_body_a_shape_is_static(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(2, TABLE, "{'extensions': {" SOLID "}}, {'extensions': {" TRIGGER "}}");
    assert_no_findings(&reading);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->body_count, 0);
    assert_int_equal(scene->collider_count, 1);
    assert_int_equal(scene->colliders[0].node, 0);
    assert_int_equal(scene->colliders[0].body, -1);
    assert_string_equal(scene->colliders[0].pointer, OMI_NODE(0, "OMI_collider"));
    assert_int_equal(scene->trigger_count, 1);
    assert_int_equal(scene->triggers[0].node, 1);
    assert_string_equal(scene->dialects, "OC");
    reading_end(&reading);
}

// OMI-SHAPE-1.
static void a_shape_may_stand_beside_anything(void **state)
{
    (void)state;
    // A node of its own is advice: mesh, camera, child and body do not matter.
    Reading reading = read_omi_nodes(
        1, TABLE,
        "{'mesh': 0, 'camera': 0, 'children': [1], 'extensions': {'OMI_physics_body': {'type': "
        "'rigid'}, " SOLID
        "}}, {}], 'cameras': [{'type': 'perspective', 'perspective': {'yfov': 1, "
        "'znear': 1}}], 'accessors': [{'componentType': 5126, 'count': 3, 'type': 'VEC3', 'min': "
        "[0, 0, 0], 'max': [0, 0, 0]}], 'meshes': [{'primitives': [{'attributes': {'POSITION': "
        "0}}]}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->body_count, 1);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->colliders[0].node, 0);
    assert_int_equal(reading.scene->colliders[0].body, 0);
    assert_int_equal(reading.scene->shapes[reading.scene->colliders[0].shape].kind, TUM_SHAPE_BOX);
    reading_end(&reading);
}

// OMI-SHAPE-2, OMI-SHAPE-4.
static void trigger_shapes_of_a_solid_body_are_one_trigger_that_moves_along(void **state)
{
    (void)state;
    // Decision D13.
    Reading reading = read_omi_nodes(
        1, TABLE,
        "{'children': [1, 2, 3], 'extensions': {'OMI_physics_body': {'type': 'rigid'}}}, "
        "{'extensions': {" SOLID "}}, {'extensions': {" TRIGGER "}}, {'extensions': {" TRIGGER
        "}}");
    assert_no_findings(&reading);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->collider_count, 1);
    assert_int_equal(scene->trigger_count, 1);
    assert_int_equal(scene->triggers[0].node, 0);
    assert_int_equal(scene->triggers[0].part_count, 2);
    assert_int_equal(scene->trigger_parts[0].node, 2);
    assert_int_equal(scene->trigger_parts[0].body, 0);
    assert_string_equal(scene->dialects, "B0, OC");
    reading_end(&reading);
}

static void the_type_of_a_trigger_body_wins_over_a_solid_shape(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        1, TABLE,
        "{'children': [1], 'extensions': {'OMI_physics_body': {'type': 'trigger'}, " SOLID
        "}}, {'extensions': {" SOLID "}}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->collider_count, 0);
    assert_int_equal(reading.scene->trigger_count, 1);
    assert_int_equal(reading.scene->triggers[0].part_count, 2);
    reading_end(&reading);
}

// OMI-SHAPE-3.
static void a_node_between_body_and_collider_is_warned_of(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        1, TABLE,
        "{'children': [1], 'extensions': {'OMI_physics_body': {'type': 'rigid'}}}, {'children': "
        "[2]}, {'extensions': {" SOLID "}}");
    assert_found(&reading, "PHYSICS_COLLIDER_INDIRECT", TUM_SEVERITY_WARNING,
                 OMI_NODE(2, "OMI_collider"));
    assert_int_equal(tum_report_count(reading.report), 1);
    assert_int_equal(reading.scene->colliders[0].body, 0);
    reading_end(&reading);
}

static void omi_physics_shape_on_the_same_node_outranks_it(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(1, TABLE ", 'OMI_physics_shape': {'shapes': [{'type': 'cylinder'}]}",
                       "{'extensions': {" SOLID ", 'OMI_physics_shape': {'shape': 0}}}");
    assert_found(&reading, "PHYSICS_DIALECT_OVERLAP", TUM_SEVERITY_INFO, "");
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->shapes[reading.scene->colliders[0].shape].kind,
                     TUM_SHAPE_CYLINDER);
    reading_end(&reading);
}

static void a_shape_may_stand_in_place_of_its_index(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(
        1, "", "{'extensions': {'OMI_collider': {'type': 'sphere', 'isTrigger': true}}}");
    assert_no_findings(&reading);
    assert_int_equal(reading.scene->trigger_count, 1);
    reading_end(&reading);
}

static void a_collider_of_minus_one_is_none_with_a_warning(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(1, TABLE, "{'extensions': {'OMI_collider': {'collider': -1}}}");
    assert_no_errors(reading.report);
    assert_found(&reading, "PHYSICS_INDEX_MINUS_ONE", TUM_SEVERITY_WARNING,
                 OMI_NODE(0, "OMI_collider") "/collider");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

// OMI-SHAPE-6, OMI-SHAPE-7.
static void wrong_references_are_told_where_they_stand(void **state)
{
    (void)state;
    Reading reading = read_omi_nodes(1, TABLE, "{'extensions': {'OMI_collider': {'collider': 2}}}");
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_collider") "/collider");
    assert_int_equal(tum_report_count(reading.report), 1);
    reading_end(&reading);
    reading = read_omi_nodes(1, TABLE, "{'extensions': {'OMI_collider': {}}}");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, OMI_NODE(0, "OMI_collider"));
    reading_end(&reading);
    reading = read_omi_nodes(1, "", "{'extensions': {'OMI_collider': {'collider': 0}}}");
    assert_found(&reading, "UNSATISFIED_DEPENDENCY", TUM_SEVERITY_ERROR,
                 OMI_NODE(0, "OMI_collider"));
    reading_end(&reading);
    reading = read_omi_nodes(1, TABLE, "{'extensions': {'OMI_collider': 0}}");
    assert_found(&reading, "TYPE_MISMATCH", TUM_SEVERITY_ERROR, OMI_NODE(0, "OMI_collider"));
    reading_end(&reading);
}

static void the_word_of_later_days_is_read_with_a_warning(void **state)
{
    (void)state;
    Reading reading =
        read_omi_nodes(1, "'OMI_collider': {'colliders': [{'type': 'convex', 'mesh': -1}]}",
                       "{'extensions': {'OMI_collider': {'collider': 0}}}");
    assert_found(&reading, "VALUE_NOT_IN_LIST", TUM_SEVERITY_WARNING,
                 OMI_ROOT("OMI_collider") "/colliders/0/type");
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_body_a_shape_is_static),
        cmocka_unit_test(a_shape_may_stand_beside_anything),
        cmocka_unit_test(trigger_shapes_of_a_solid_body_are_one_trigger_that_moves_along),
        cmocka_unit_test(the_type_of_a_trigger_body_wins_over_a_solid_shape),
        cmocka_unit_test(a_node_between_body_and_collider_is_warned_of),
        cmocka_unit_test(omi_physics_shape_on_the_same_node_outranks_it),
        cmocka_unit_test(a_shape_may_stand_in_place_of_its_index),
        cmocka_unit_test(a_collider_of_minus_one_is_none_with_a_warning),
        cmocka_unit_test(wrong_references_are_told_where_they_stand),
        cmocka_unit_test(the_word_of_later_days_is_read_with_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
