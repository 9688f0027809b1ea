// SPDX-License-Identifier: MIT
// The tree of a G4MF document and its transforms (docs/formats.md#g4mf).
#include "document/g4mf_node.h"

#include "document/node.h"
#include "tests/document/g4mf.h"

static const double half = 0.70710678118654752; // The cosine and sine of 45 degrees.

// A document whose node 1, below the root, has these members.
static Opened open_node(int dimension, const char *members)
{
    char rest[2048];
    snprintf(rest, sizeof rest, "'nodes':[{'children':[1]},{%s}]", members);
    return open_g4mf(dimension, rest);
}

static void assert_quaternion(const char *rotor, double x, double y, double z, double w)
{
    char members[200];
    snprintf(members, sizeof members, "'rotor':%s", rotor);
    Opened opened = open_node(3, members);
    assert_only(&opened, NULL, NULL);
    const double *q = tum_document_node(opened.document, 1)->local->rotation;
    assert_near(q[0], x, 1e-8);
    assert_near(q[1], y, 1e-8);
    assert_near(q[2], z, 1e-8);
    assert_near(q[3], w, 1e-8);
    close_document(&opened);
}

static void rotors_of_3_dimensions_are_quaternions_in_another_order(void **state)
{
    (void)state;
    assert_quaternion("[0.70710678,0.70710678,0,0]", 0, 0, half, half);
    assert_quaternion("[0.70710678,0,0.70710678,0]", 0, -half, 0, half);
    assert_quaternion("[0.70710678,0,0,0.70710678]", half, 0, 0, half);
}

static void assert_column(const double *basis, int column, double x, double y, double z, double w)
{
    assert_near(basis[4 * column], x, 5e-4);
    assert_near(basis[4 * column + 1], y, 5e-4);
    assert_near(basis[4 * column + 2], z, 5e-4);
    assert_near(basis[4 * column + 3], w, 5e-4);
}

static void rotors_of_4_dimensions_turn_planes(void **state)
{
    (void)state;
    // One radian in XW.
    Opened opened = open_node(4, "'rotor':[0.8776,0,0,0,0.4794,0,0,0]");
    assert_only(&opened, NULL, NULL);
    const DocumentNode4 *node = tum_document_node4(opened.document, 1);
    assert_column(node->local->basis, 0, 0.5403, 0, 0, 0.8415);
    assert_column(node->local->basis, 3, -0.8415, 0, 0, 0.5403);
    close_document(&opened);
    // 0.7 in XY with 0.4 in ZW.
    opened = open_node(4, "'rotor':[0.9206,0.3361,0,0,0,0,0.1866,0.0681]");
    assert_only(&opened, NULL, NULL);
    node = tum_document_node4(opened.document, 1);
    assert_column(node->local->basis, 0, 0.765, 0.644, 0, 0);
    assert_column(node->local->basis, 2, 0, 0, 0.921, 0.389);
    close_document(&opened);
}

static void what_is_no_rotation_is_filed_and_made_one(void **state)
{
    (void)state;
    // A double rotation without its last number.
    Opened opened = open_node(4, "'rotor':[0.70353,0.50252,0,0,0,0,0.50252]");
    assert_only(&opened, "G4MF_ROTOR_NOT_VERSOR", "/nodes/1/rotor");
    const DocumentNode4 *node = tum_document_node4(opened.document, 1);
    for (int c = 0; c < 4; ++c) {
        const double *v = &node->local->basis[4 * c];
        assert_near(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3], 1.0, 1e-12);
    }
    close_document(&opened);
    opened = open_node(3, "'rotor':[0.5,0.5,0,0]");
    assert_only(&opened, "ROTATION_NON_UNIT", "/nodes/1/rotor");
    assert_near(tum_document_node(opened.document, 1)->local->rotation[3], half, 1e-12);
    close_document(&opened);
    opened = open_node(3, "'rotor':[2,0,0,0]");
    assert_only(&opened, "VALUE_NOT_IN_RANGE", "/nodes/1/rotor/0");
    close_document(&opened);
    opened = open_node(3, "'rotor':[0,0,0,0]");
    assert_only(&opened, "ROTATION_NON_UNIT", "/nodes/1/rotor");
    assert_true(tum_document_node(opened.document, 1)->local->rotation[3] == 1.0);
    close_document(&opened);
}

static void a_rotor_of_a_lower_dimension_is_read_with_a_finding(void **state)
{
    (void)state;
    Opened opened = open_node(4, "'rotor':[0.6,0.8,0,0]");
    assert_only(&opened, "ARRAY_LENGTH_NOT_IN_LIST", "/nodes/1/rotor");
    // cos = 0.6^2 - 0.8^2, sin = 2 * 0.6 * 0.8.
    assert_column(tum_document_node4(opened.document, 1)->local->basis, 0, -0.28, 0.96, 0, 0);
    close_document(&opened);
}

static void a_basis_stands_for_itself(void **state)
{
    (void)state;
    Opened opened = open_node(3, "'basis':[0,2,0,-2,0,0,0,0,3],'position':[1,2,3]");
    assert_only(&opened, NULL, NULL);
    const DocumentNode *node = tum_document_node(opened.document, 1);
    assert_true(node->has_matrix);
    // The first three numbers are the image of +X.
    assert_true(node->local->matrix[1] == 2.0 && node->local->matrix[4] == -2.0 &&
                node->local->matrix[10] == 3.0);
    assert_true(node->local->matrix[12] == 1.0 && node->local->matrix[15] == 1.0);
    assert_near(node->local->scale[2], 3.0, 1e-12);
    close_document(&opened);
    opened = open_node(3, "'basis':[2,0,0,0,2,0,0,0,2],'scale':[3]");
    assert_only(&opened, "NODE_MATRIX_TRS", "/nodes/1/basis");
    assert_true(tum_document_node(opened.document, 1)->local->matrix[0] == 2.0);
    close_document(&opened);
    opened = open_node(4, "'basis':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,1,0]");
    assert_only(&opened, "G4MF_BASIS_SINGULAR", "/nodes/1/basis");
    close_document(&opened);
}

static void scale_is_one_number_or_one_for_each_axis(void **state)
{
    (void)state;
    Opened opened = open_node(3, "'scale':[2]");
    assert_only(&opened, NULL, NULL);
    assert_true(tum_document_node(opened.document, 1)->local->scale[2] == 2.0);
    close_document(&opened);
    opened = open_node(4, "'scale':[1,2,3,4]");
    assert_only(&opened, NULL, NULL);
    assert_true(tum_document_node4(opened.document, 1)->local->basis[15] == 4.0);
    close_document(&opened);
    opened = open_node(4, "'scale':[1,2,3]");
    assert_only(&opened, "ARRAY_LENGTH_NOT_IN_LIST", "/nodes/1/scale");
    assert_true(tum_document_node4(opened.document, 1)->local->basis[5] == 1.0);
    close_document(&opened);
    opened = open_node(3, "'scale':[1,0,1]");
    assert_only(&opened, "VALUE_NOT_IN_RANGE", "/nodes/1/scale/1");
    close_document(&opened);
}

static void other_dimensions_have_their_lengths_checked(void **state)
{
    (void)state;
    Opened opened = open_node(5, "'position':[1,2,3,4,5],'rotor':[1,0,0,0,0,0,0,0,0,0,0],"
                                 "'scale':[2]");
    assert_only(&opened, NULL, NULL);
    close_document(&opened);
    opened = open_node(5, "'rotor':[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]");
    assert_only(&opened, NULL, NULL);
    close_document(&opened);
    opened = open_node(2, "'position':[1,2,3]");
    assert_only(&opened, "ARRAY_LENGTH_NOT_IN_LIST", "/nodes/1/position");
    close_document(&opened);
}

static void node_0_is_the_root_and_nowhere_else(void **state)
{
    (void)state;
    Opened opened = open_g4mf(3, "'nodes':[{'children':[1],'position':[1,2,3]},{}]");
    assert_only(&opened, "G4MF_ROOT_TRANSFORM", "/nodes/0/position");
    assert_true(tum_document_node(opened.document, 1)->world[12] == 0.0);
    close_document(&opened);
    opened = open_g4mf(3, "'nodes':[{'children':[1]},{'children':[0]}]");
    assert_int_equal(opened.status, TUM_OK);
    assert_only(&opened, "G4MF_ROOT_AS_CHILD", "/nodes/1/children/0");
    close_document(&opened);
    opened = open_g4mf(3, "'nodes':[{'children':[1]},{},{}]");
    assert_true(tum_document_node(opened.document, 1)->in_scene);
    assert_false(tum_document_node(opened.document, 2)->in_scene);
    close_document(&opened);
    opened = open_g4mf(3, "'nodes':[{},{'children':[2]},{'children':[1]}]");
    assert_int_equal(opened.status, TUM_ERROR_INPUT);
    assert_true(opened_has(&opened, "NODE_LOOP", "/nodes/1"));
    close_document(&opened);
}

static void transforms_add_up_in_4_dimensions(void **state)
{
    (void)state;
    // The parent turns +X to +W by a right angle and doubles; (1, 0, 0, 0) of the child's becomes
    // (0, 0, 0, 2), beside the parent's place.
    Opened opened = open_g4mf(4, "'nodes':[{'children':[1]},{'children':[2],'position':[0,5,0,0],"
                                 "'rotor':[0.7071067811865476,0,0,0,0.7071067811865476,0,0],"
                                 "'scale':[2]},{'position':[1,0,0,0]}]");
    assert_only(&opened, NULL, NULL);
    const DocumentNode4 *node = tum_document_node4(opened.document, 2);
    assert_near(node->world->position[0], 0.0, 1e-12);
    assert_near(node->world->position[1], 5.0, 1e-12);
    assert_near(node->world->position[3], 2.0, 1e-12);
    assert_near(node->world->basis[3], 2.0, 1e-12);
    close_document(&opened);
}

static void a_node_is_one_kind_of_thing(void **state)
{
    (void)state;
    Opened opened = open_node(3, "'physics':{},'light':{}");
    assert_only(&opened, "G4MF_NODE_MULTIPLE_COMPONENTS", "/nodes/1");
    close_document(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotors_of_3_dimensions_are_quaternions_in_another_order),
        cmocka_unit_test(rotors_of_4_dimensions_turn_planes),
        cmocka_unit_test(what_is_no_rotation_is_filed_and_made_one),
        cmocka_unit_test(a_rotor_of_a_lower_dimension_is_read_with_a_finding),
        cmocka_unit_test(a_basis_stands_for_itself),
        cmocka_unit_test(scale_is_one_number_or_one_for_each_axis),
        cmocka_unit_test(other_dimensions_have_their_lengths_checked),
        cmocka_unit_test(node_0_is_the_root_and_nowhere_else),
        cmocka_unit_test(transforms_add_up_in_4_dimensions),
        cmocka_unit_test(a_node_is_one_kind_of_thing),
    };
    return cmocka_run_group_tests_name("g4mf_node", tests, NULL, NULL);
}
