// SPDX-License-Identifier: MIT
// Triggers made of others: docs/dialects.md#d28 and D29.
#include "tests/dialects/reading.h"

// A node with a box as trigger, and one with a compound of nodes; both may have children.
#define SIMPLE(more)                                                                               \
    "{" more "'extensions': {'KHR_physics_rigid_bodies': {'trigger': {'geometry': {'shape': "      \
    "0}}}}}"
#define COMPOUND(more, nodes)                                                                      \
    "{" more "'extensions': {'KHR_physics_rigid_bodies': {'trigger': {'nodes': " nodes "}}}}"

static Reading read_nodes(int root_count, const char *nodes)
{
    char members[4096];
    snprintf(members, sizeof members,
             "'nodes': [%s], 'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}",
             nodes);
    return read_members(root_count, members);
}

static const TumTrigger *trigger_of(const TumScene *scene, int32_t node)
{
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        if (scene->triggers[i].node == node) {
            return &scene->triggers[i];
        }
    }
    fail_msg("node %d has no trigger", (int)node);
    return NULL;
}

// KHR-96.
static void a_compound_has_the_parts_of_its_members(void **state)
{
    (void)state;
    Reading reading =
        read_nodes(1, COMPOUND("'children': [1, 2],", "[2, 1]") ", " SIMPLE("") ", " SIMPLE(""));
    assert_int_equal(tum_report_count(reading.report), 0);
    // Members also report as themselves (docs/dialects.md#triggers).
    assert_int_equal(reading.scene->trigger_count, 3);
    assert_int_equal(trigger_of(reading.scene, 0)->part_count, 2);
    assert_int_equal(trigger_of(reading.scene, 1)->part_count, 1);
    reading_end(&reading);
}

// KHR-98.
static void a_member_without_a_trigger_is_an_error(void **state)
{
    (void)state;
    Reading reading =
        read_nodes(1, COMPOUND("'children': [1, 2],", "[1, 2, 9]") ", {}, " SIMPLE(""));
    assert_found(&reading, "PHYSICS_TRIGGER_NODE_NOT_TRIGGER", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/trigger/nodes/0");
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/trigger/nodes/2");
    assert_int_equal(trigger_of(reading.scene, 0)->part_count, 1);
    reading_end(&reading);
}

// KHR-97.
static void a_member_beside_its_compound_is_an_error_and_used(void **state)
{
    (void)state;
    Reading reading = read_nodes(2, COMPOUND("", "[1]") ", " SIMPLE(""));
    assert_found(&reading, "PHYSICS_TRIGGER_NODE_NOT_DESCENDANT", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/trigger/nodes/0");
    assert_int_equal(trigger_of(reading.scene, 0)->part_count, 1);
    reading_end(&reading);
}

static void a_compound_of_compounds_is_an_error_and_flattened(void **state)
{
    (void)state;
    Reading reading = read_nodes(1, COMPOUND("'children': [1],", "[1]") ", "                    //
                                 COMPOUND("'children': [2, 3],", "[2, 3]") ", " SIMPLE("") ", " //
                                 SIMPLE(""));
    assert_found(&reading, "PHYSICS_TRIGGER_NESTED_COMPOUND", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/trigger/nodes/0");
    assert_false(report_has(reading.report, "PHYSICS_TRIGGER_NODE_NOT_DESCENDANT", NULL));
    assert_int_equal(trigger_of(reading.scene, 0)->part_count, 2);
    reading_end(&reading);
}

// KHR-100.
static void a_member_named_twice_counts_once(void **state)
{
    (void)state;
    Reading reading = read_nodes(1, COMPOUND("'children': [1],", "[1, 1]") ", " SIMPLE(""));
    assert_found(&reading, "DUPLICATE_ELEMENTS", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/trigger/nodes/1");
    assert_int_equal(trigger_of(reading.scene, 0)->part_count, 1);
    reading_end(&reading);
}

static void every_member_on_a_cycle_is_an_error_and_nothing_else_is_said_of_it(void **state)
{
    (void)state;
    // 0 -> 1 -> 2 -> 0; 1 also has a proper member, 3; 4 leads into the cycle and is not on it.
    Reading reading =
        read_nodes(5, COMPOUND("", "[1]") ", " COMPOUND("'children': [5],", "[5, 2]") ", " //
                   COMPOUND("", "[0]") ", {}, " COMPOUND("", "[0]") ", " SIMPLE(""));
    assert_found(&reading, "PHYSICS_TRIGGER_CYCLE", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/trigger/nodes/0");
    assert_found(&reading, "PHYSICS_TRIGGER_CYCLE", TUM_SEVERITY_ERROR,
                 KHR_NODE(1) "/trigger/nodes/1");
    assert_found(&reading, "PHYSICS_TRIGGER_CYCLE", TUM_SEVERITY_ERROR,
                 KHR_NODE(2) "/trigger/nodes/0");
    assert_false(
        report_has(reading.report, "PHYSICS_TRIGGER_CYCLE", KHR_NODE(4) "/trigger/nodes/0"));
    assert_false(
        report_has(reading.report, "PHYSICS_TRIGGER_CYCLE", KHR_NODE(1) "/trigger/nodes/0"));
    assert_false(report_has(reading.report, "PHYSICS_TRIGGER_NODE_NOT_DESCENDANT",
                            KHR_NODE(0) "/trigger/nodes/0"));
    assert_found(&reading, "PHYSICS_TRIGGER_NESTED_COMPOUND", TUM_SEVERITY_ERROR,
                 KHR_NODE(4) "/trigger/nodes/0");
    assert_int_equal(reading.status, TUM_OK);
    reading_end(&reading);
}

static void a_trigger_that_lists_itself_is_a_cycle(void **state)
{
    (void)state;
    Reading reading = read_nodes(1, COMPOUND("", "[0]"));
    assert_found(&reading, "PHYSICS_TRIGGER_CYCLE", TUM_SEVERITY_ERROR,
                 KHR_NODE(0) "/trigger/nodes/0");
    reading_end(&reading);
}

// KHR-99.
static void a_trigger_is_either_simple_or_a_compound(void **state)
{
    (void)state;
    Reading reading = read_nodes(
        3,
        "{'children': [3], 'extensions': {'KHR_physics_rigid_bodies': {'trigger': {'geometry': "
        "{'shape': 0}, 'nodes': [3]}}}}, {'extensions': {'KHR_physics_rigid_bodies': {'trigger': "
        "{}}}}, {'children': [4], 'extensions': {'KHR_physics_rigid_bodies': {'trigger': "
        "{'nodes': [4], 'collisionFilter': 0}}}}, " SIMPLE("") ", " SIMPLE(""));
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(0) "/trigger");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(1) "/trigger");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(2) "/trigger");
    assert_int_equal(trigger_of(reading.scene, 0)->part_count, 1);
    assert_int_equal(reading.scene->trigger_parts[trigger_of(reading.scene, 0)->part_first].node,
                     0);
    assert_int_equal(trigger_of(reading.scene, 2)->filter, -1);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_compound_has_the_parts_of_its_members),
        cmocka_unit_test(a_member_without_a_trigger_is_an_error),
        cmocka_unit_test(a_member_beside_its_compound_is_an_error_and_used),
        cmocka_unit_test(a_compound_of_compounds_is_an_error_and_flattened),
        cmocka_unit_test(a_member_named_twice_counts_once),
        cmocka_unit_test(every_member_on_a_cycle_is_an_error_and_nothing_else_is_said_of_it),
        cmocka_unit_test(a_trigger_that_lists_itself_is_a_cycle),
        cmocka_unit_test(a_trigger_is_either_simple_or_a_compound),
    };
    return cmocka_run_group_tests_name("trigger members", tests, NULL, NULL);
}
