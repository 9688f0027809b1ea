// SPDX-License-Identifier: MIT
// The tree of nodes: transforms, parents, the active scene, and trees that are none.
#include "document/node.h"

#include "tests/document/opened.h"

#define HEAD "{\"asset\":{\"version\":\"2.0\"},"

static void transforms_are_read_and_chained(void **state)
{
    (void)state;
    // The child comes first in the file. A quarter turn about z takes its x to y, doubled.
    Opened opened = open_text(HEAD "\"nodes\":[{\"translation\":[1,2,3],\"name\":\"child\"},"
                                   "{\"children\":[0],\"translation\":[10,0,0],\"scale\":[2,2,2],"
                                   "\"rotation\":[0,0,0.70710678118654757,0.70710678118654757]}]}");
    assert_int_equal(opened.status, TUM_OK);
    const DocumentNode *child = tum_document_node(opened.document, 0);
    assert_string_equal(child->name, "child");
    assert_string_equal(tum_document_node(opened.document, 1)->name, "");
    assert_int_equal(child->parent, 1);
    assert_near(child->world[12], 10 - 2 * 2, 1e-12);
    assert_near(child->world[13], 0 + 2 * 1, 1e-12);
    assert_near(child->world[14], 2 * 3, 1e-12);
    assert_near(child->local->matrix[12], 1, 0);
    assert_no_errors(opened.report);
    close_document(&opened);
}

static void children_are_listed_in_document_order(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD "\"nodes\":[{\"children\":[3,1]},{},{},{\"children\":[4]},{}]}");
    const TumDocument *document = opened.document;
    assert_int_equal(tum_document_node_count(document), 5);
    assert_int_equal(tum_document_child_count(document, -1), 2);
    assert_int_equal(tum_document_child(document, -1, 0), 0);
    assert_int_equal(tum_document_child(document, -1, 1), 2);
    assert_int_equal(tum_document_child_count(document, 0), 2);
    assert_int_equal(tum_document_child(document, 0, 0), 3);
    assert_int_equal(tum_document_child(document, 0, 1), 1);
    assert_int_equal(tum_document_child_count(document, 1), 0);
    assert_int_equal(tum_document_child(document, 3, 0), 4);
    close_document(&opened);
}

static void a_matrix_is_taken_apart(void **state)
{
    (void)state;
    Opened opened = open_text(
        HEAD "\"nodes\":[{\"matrix\":[0,2,0,0,-3,0,0,0,0,0,4,0,5,6,7,1],\"scale\":[9,9,9]}]}");
    const DocumentNode *node = tum_document_node(opened.document, 0);
    assert_true(node->has_matrix);
    assert_near(node->local->scale[0], 2, 1e-15);
    assert_near(node->local->scale[1], 3, 1e-15);
    assert_near(node->local->scale[2], 4, 1e-15);
    assert_near(node->local->translation[1], 6, 0);
    assert_near(node->local->rotation[2], sqrt(0.5), 1e-15);
    assert_near(node->local->rotation[3], sqrt(0.5), 1e-15);
    assert_near(node->local->matrix[4], -3, 0);
    assert_true(report_has(opened.report, "NODE_MATRIX_TRS", "/nodes/0/matrix"));
    close_document(&opened);
}

static void shear_and_projection_are_filed(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD "\"nodes\":[{\"matrix\":[1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1]},"
                                   "{\"matrix\":[1,0,0,0.1,0,1,0,0,0,0,1,0,0,0,0,1]}]}");
    assert_true(report_has(opened.report, "NODE_MATRIX_NON_TRS", "/nodes/0/matrix"));
    assert_true(report_has(opened.report, "NODE_MATRIX_NON_TRS", "/nodes/1/matrix"));
    // The shear stays in the local matrix; the projection is dropped.
    assert_near(tum_document_node(opened.document, 0)->local->matrix[4], 0.5, 0);
    assert_near(tum_document_node(opened.document, 1)->local->matrix[3], 0, 0);
    close_document(&opened);
}

static void a_rotation_is_normalised(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD "\"nodes\":[{\"rotation\":[0,0,3,4]},{\"rotation\":[0,0,0,0]},"
                                   "{\"rotation\":[0,0,0,1.001]}]}");
    assert_near(tum_document_node(opened.document, 0)->local->rotation[3], 0.8, 1e-15);
    assert_near(tum_document_node(opened.document, 1)->local->rotation[3], 1, 0);
    assert_near(tum_document_node(opened.document, 2)->local->rotation[3], 1, 1e-15);
    assert_true(report_has(opened.report, "ROTATION_NON_UNIT", "/nodes/0/rotation"));
    assert_true(report_has(opened.report, "ROTATION_NON_UNIT", "/nodes/1/rotation"));
    assert_false(report_has(opened.report, "ROTATION_NON_UNIT", "/nodes/2/rotation"));
    close_document(&opened);
}

static void wrong_properties_leave_the_default(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD "\"nodes\":[{\"translation\":[1,2],\"scale\":[1,\"x\",1],"
                                   "\"rotation\":7,\"mesh\":3,\"name\":4,\"children\":[9,-1,0.5]},"
                                   "5,{\"translation\":[1e39,0,0]}]}");
    assert_int_equal(opened.status, TUM_OK);
    const DocumentNode *node = tum_document_node(opened.document, 0);
    assert_near(node->local->translation[0], 0, 0);
    assert_near(node->local->scale[0], 1, 0);
    assert_int_equal(node->mesh, -1);
    assert_int_equal(tum_document_child_count(opened.document, 0), 0);
    assert_true(report_has(opened.report, "ARRAY_LENGTH_NOT_IN_LIST", "/nodes/0/translation"));
    assert_true(report_has(opened.report, "ARRAY_TYPE_MISMATCH", "/nodes/0/scale/1"));
    assert_true(report_has(opened.report, "TYPE_MISMATCH", "/nodes/0/rotation"));
    assert_true(report_has(opened.report, "UNRESOLVED_REFERENCE", "/nodes/0/mesh"));
    assert_true(report_has(opened.report, "UNRESOLVED_REFERENCE", "/nodes/0/children/0"));
    assert_true(report_has(opened.report, "INVALID_INDEX", "/nodes/0/children/1"));
    assert_true(report_has(opened.report, "INVALID_INDEX", "/nodes/0/children/2"));
    assert_true(report_has(opened.report, "TYPE_MISMATCH", "/nodes/1"));
    assert_true(report_has(opened.report, "VALUE_NOT_IN_RANGE", "/nodes/2/translation/0"));
    close_document(&opened);
}

static void a_loop_is_refused_and_every_node_in_it_named(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD "\"nodes\":[{},{\"children\":[2]},{\"children\":[3,4]},"
                                   "{\"children\":[1]},{},{\"children\":[5]}]}");
    assert_int_equal(opened.status, TUM_ERROR_INPUT);
    assert_null(opened.document);
    assert_true(report_has(opened.report, "NODE_LOOP", "/nodes/1"));
    assert_true(report_has(opened.report, "NODE_LOOP", "/nodes/2"));
    assert_true(report_has(opened.report, "NODE_LOOP", "/nodes/3"));
    assert_true(report_has(opened.report, "NODE_LOOP", "/nodes/5"));
    assert_false(report_has(opened.report, "NODE_LOOP", "/nodes/0"));
    assert_false(report_has(opened.report, "NODE_LOOP", "/nodes/4"));
    close_document(&opened);
}

static void a_second_parent_is_refused(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD "\"nodes\":[{\"children\":[2]},{\"children\":[3,2]},{},{}]}");
    assert_int_equal(opened.status, TUM_ERROR_INPUT);
    assert_true(report_has(opened.report, "NODE_PARENT_OVERRIDE", "/nodes/1/children/1"));
    close_document(&opened);
}

static void a_child_that_is_listed_twice_counts_once(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD "\"nodes\":[{\"children\":[1,2,1]},{},{}]}");
    assert_int_equal(opened.status, TUM_OK);
    assert_true(report_has(opened.report, "DUPLICATE_ELEMENTS", "/nodes/0/children/2"));
    assert_int_equal(tum_document_child_count(opened.document, 0), 2);
    assert_int_equal(tum_document_child(opened.document, 0, 1), 2);
    close_document(&opened);
}

// Which of the nodes are in the active scene, as bits.
static unsigned in_scene(const char *text)
{
    Opened opened = open_text(text);
    assert_int_equal(opened.status, TUM_OK);
    unsigned bits = 0;
    for (size_t i = 0; i < tum_document_node_count(opened.document); ++i) {
        bits |= (unsigned)tum_document_node(opened.document, i)->in_scene << i;
    }
    close_document(&opened);
    return bits;
}

#define NODES "\"nodes\":[{\"children\":[1]},{\"children\":[2]},{},{}]"

static void the_active_scene_marks_its_nodes(void **state)
{
    (void)state;
    assert_int_equal(in_scene(HEAD NODES "}"), 15);
    assert_int_equal(in_scene(HEAD NODES ",\"scenes\":[{\"nodes\":[3]},{\"nodes\":[0]}]}"), 8);
    assert_int_equal(
        in_scene(HEAD NODES ",\"scene\":1,\"scenes\":[{\"nodes\":[3]},{\"nodes\":[0]}]}"), 7);
    assert_int_equal(in_scene(HEAD NODES ",\"scene\":7,\"scenes\":[{\"nodes\":[3]}]}"), 8);
    assert_int_equal(in_scene(HEAD NODES ",\"scenes\":[{}]}"), 0);
    // No root, but what hangs below it is there all the same.
    assert_int_equal(in_scene(HEAD NODES ",\"scenes\":[{\"nodes\":[1,99]}]}"), 6);
}

static void a_scene_node_that_is_no_root_is_filed(void **state)
{
    (void)state;
    Opened opened = open_text(HEAD NODES ",\"scenes\":[{\"nodes\":[3,1]}]}");
    assert_true(report_has(opened.report, "SCENE_NON_ROOT_NODE", "/scenes/0/nodes/1"));
    close_document(&opened);
}

static void animated_properties_are_marked(void **state)
{
    (void)state;
    Opened opened = open_text(
        HEAD NODES
        ",\"animations\":[{\"channels\":[{\"target\":{\"node\":1,\"path\":\"rotation\"}},"
        "{\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":"
        "{\"pointer\":\"/nodes/2/scale\"}}}},{\"target\":{\"node\":3,\"path\":\"weights\"}},"
        "{\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":"
        "{\"pointer\":\"/nodes/99999999999999999999999/scale\"}}}}]}]}");
    const bool expected[4][3] = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    for (size_t i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            assert_int_equal(tum_document_node(opened.document, i)->animated[k], expected[i][k]);
        }
    }
    close_document(&opened);
}

// A chain of `count` nodes, each the only child of the one before; free() it.
static char *chain(size_t count, const char *last)
{
    char *text = malloc(count * 64 + 200);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, HEAD "\"nodes\":[");
    for (size_t i = 0; i + 1 < count; ++i) {
        at += (size_t)sprintf(text + at, "{\"translation\":[1,0,0],\"children\":[%zu]},", i + 1);
    }
    sprintf(text + at, "{\"translation\":[1,0,0]%s}]}", last);
    return text;
}

static void a_chain_of_a_hundred_thousand_nodes_is_no_deeper_for_the_stack(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    char *text = chain(COUNT, "");
    Opened opened = open_text(text);
    assert_int_equal(opened.status, TUM_OK);
    assert_near(tum_document_node(opened.document, COUNT - 1)->world[12], COUNT, 0);
    close_document(&opened);
    free(text);
    text = chain(COUNT, ",\"children\":[0]");
    opened = open_text(text);
    assert_int_equal(opened.status, TUM_ERROR_INPUT);
    assert_int_equal(tum_report_count(opened.report) + tum_report_lost(opened.report), COUNT);
    close_document(&opened);
    free(text);
}

static void transforms_that_leave_the_numbers_are_filed(void **state)
{
    (void)state;
    char text[3000] = HEAD "\"nodes\":[";
    for (int i = 0; i < 12; ++i) {
        char node[100];
        snprintf(node, sizeof node, "{\"scale\":[1e38,1e38,1e38]%s%d]}%s",
                 i < 11 ? ",\"children\":[" : ",\"extras\":[", i + 1, i < 11 ? "," : "]}");
        strcat(text, node);
    }
    Opened opened = open_text(text);
    assert_int_equal(opened.status, TUM_OK);
    assert_true(report_has(opened.report, "VALUE_NOT_IN_RANGE", "/nodes/8"));
    for (size_t i = 0; i < 12; ++i) {
        for (int k = 0; k < 16; ++k) {
            assert_true(isfinite(tum_document_node(opened.document, i)->world[k]));
        }
    }
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transforms_are_read_and_chained),
        cmocka_unit_test(children_are_listed_in_document_order),
        cmocka_unit_test(a_matrix_is_taken_apart),
        cmocka_unit_test(shear_and_projection_are_filed),
        cmocka_unit_test(a_rotation_is_normalised),
        cmocka_unit_test(wrong_properties_leave_the_default),
        cmocka_unit_test(a_loop_is_refused_and_every_node_in_it_named),
        cmocka_unit_test(a_second_parent_is_refused),
        cmocka_unit_test(a_child_that_is_listed_twice_counts_once),
        cmocka_unit_test(the_active_scene_marks_its_nodes),
        cmocka_unit_test(a_scene_node_that_is_no_root_is_filed),
        cmocka_unit_test(animated_properties_are_marked),
        cmocka_unit_test(a_chain_of_a_hundred_thousand_nodes_is_no_deeper_for_the_stack),
        cmocka_unit_test(transforms_that_leave_the_numbers_are_filed),
    };
    return cmocka_run_group_tests_name("node", tests, NULL, NULL);
}
