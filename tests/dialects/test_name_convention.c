// SPDX-License-Identifier: MIT
// Physics in the names of nodes: docs/dialects.md#names-of-nodes.
#include "tests/dialects/asset.h"
#include "tests/dialects/reading.h"

// A tetrahedron as mesh 0, and as mesh 1 with a name.
static const char *meshes(void)
{
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint16_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static char text[20480];
    static Asset asset;
    asset = (Asset){0};
    const int points = asset_floats(&asset, corners, 4, 3);
    const int faces = asset_shorts(&asset, triangles, 12, 1);
    snprintf(text, sizeof text,
             "%s, 'meshes': [{'primitives': [{'attributes': {'POSITION': %d}, 'indices': %d}]}, "
             "{'name': 'Rock-convcol', 'primitives': [{'attributes': {'POSITION': %d}}]}]",
             asset_text(&asset), points, faces, points);
    return text;
}

static Reading read_nodes(const char *nodes, TumDialect dialect)
{
    static char members[24576];
    snprintf(members, sizeof members, "'nodes': [%s], %s", nodes, meshes());
    return read_members_as(1, members, dialect);
}

typedef enum Found { NOTHING, TRIANGLES, HULL, BODY } Found;

// What a node with a mesh is, whose name is this.
static Found found_of(const char *name)
{
    char nodes[256];
    snprintf(nodes, sizeof nodes, "{'name': '%s', 'mesh': 0}", name);
    Reading reading = read_nodes(nodes, TUM_DIALECT_NAMES);
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    Found found = NOTHING;
    if (scene->collider_count > 0) {
        const bool is_hull = scene->shapes[scene->colliders[0].shape].kind == TUM_SHAPE_CONVEX;
        found = scene->body_count > 0 ? BODY : is_hull ? HULL : TRIANGLES;
        assert_true(is_hull || found == TRIANGLES);
    }
    reading_end(&reading);
    return found;
}

static void names_are_read_only_when_asked_for(void **state)
{
    (void)state;
    Reading reading = read_nodes("{'name': 'Floor-col', 'mesh': 0}", TUM_DIALECT_ANY);
    assert_int_equal(tum_report_count(reading.report), 0);
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
    reading = read_nodes("{'name': 'Floor-col', 'mesh': 0}", TUM_DIALECT_NAMES);
    assert_int_equal(tum_report_count(reading.report), 0);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_int_equal(reading.scene->colliders[0].body, -1);
    assert_string_equal(reading.scene->colliders[0].pointer, "/nodes/0");
    assert_string_equal(reading.scene->dialects, "NM");
    reading_end(&reading);
}

static void each_suffix_has_its_meaning(void **state)
{
    (void)state;
    assert_int_equal(found_of("Floor-col"), TRIANGLES);
    assert_int_equal(found_of("Floor-colonly"), TRIANGLES);
    assert_int_equal(found_of("Floor-convcol"), HULL);
    assert_int_equal(found_of("Floor-convcolonly"), HULL);
    assert_int_equal(found_of("Crate-rigid"), BODY);
    assert_int_equal(found_of("Crate-noimp"), NOTHING);
    assert_int_equal(found_of("Door-occ"), NOTHING);
}

static void suffixes_are_found_however_they_are_written(void **state)
{
    (void)state;
    assert_int_equal(found_of("Floor_COL"), TRIANGLES);
    assert_int_equal(found_of("Floor-ConvCol"), HULL);
    // Copies are numbered.
    assert_int_equal(found_of("Floor-col.001"), TRIANGLES);
    assert_int_equal(found_of("Floor-col_2"), TRIANGLES);
    assert_int_equal(found_of("Floor-col 12 "), TRIANGLES);
    assert_int_equal(found_of("$rigid Crate of Ann"), BODY);
    assert_int_equal(found_of("Crate$convcolonly.blue"), HULL);
    // Words that only look like it.
    assert_int_equal(found_of("Protocol"), NOTHING);
    assert_int_equal(found_of("col"), NOTHING);
    assert_int_equal(found_of("Floor-collar"), NOTHING);
    assert_int_equal(found_of("Floor-col-A"), NOTHING);
    assert_int_equal(found_of(""), NOTHING);
}

static void a_rigid_node_weighs_a_kilogram(void **state)
{
    (void)state;
    Reading reading = read_nodes("{'name': 'Crate-rigid', 'mesh': 0}", TUM_DIALECT_NAMES);
    const TumBody *body = &reading.scene->bodies[0];
    assert_int_equal(body->kind, TUM_BODY_DYNAMIC);
    assert_near(body->mass, 1, 0.0);
    // The centroid of a tetrahedron is the mean of its corners.
    assert_vector(body->center_of_mass, 0.25, 0.25, 0.25);
    reading_end(&reading);
}

static void a_col_node_below_a_rigid_one_belongs_to_it(void **state)
{
    (void)state;
    // Decision D33.
    Reading reading = read_nodes("{'name': 'Crate-rigid', 'mesh': 0, 'children': [1]}, {'name': "
                                 "'Handle-convcolonly', 'mesh': 0, 'translation': [0, 2, 0]}",
                                 TUM_DIALECT_NAMES);
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->body_count, 1);
    assert_int_equal(reading.scene->collider_count, 2);
    assert_int_equal(reading.scene->colliders[1].body, 0);
    reading_end(&reading);
}

static void nothing_below_a_node_that_is_not_imported_counts(void **state)
{
    (void)state;
    Reading reading = read_nodes("{'children': [1]}, {'name': 'Old-noimp', 'children': [2]}, "
                                 "{'children': [3]}, {'name': 'Floor-col', 'mesh': 0}",
                                 TUM_DIALECT_NAMES);
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

static void the_name_of_the_mesh_counts_where_the_nodes_says_nothing(void **state)
{
    (void)state;
    Reading reading = read_nodes("{'name': 'Stone', 'mesh': 1, 'children': [1]}, {'name': "
                                 "'Stone-rigid', 'mesh': 1}",
                                 TUM_DIALECT_NAMES);
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->collider_count, 2);
    assert_int_equal(reading.scene->colliders[0].body, -1);
    assert_int_equal(reading.scene->body_count, 1);
    reading_end(&reading);
}

static void a_name_that_cannot_be_followed_is_told(void **state)
{
    (void)state;
    Reading reading = read_nodes("{'name': 'Empty-col', 'children': [1]}, {'name': 'Floor-col', "
                                 "'mesh': 0}",
                                 TUM_DIALECT_NAMES);
    assert_found(&reading, "PHYSICS_NAME_IGNORED", TUM_SEVERITY_WARNING, "/nodes/0/name");
    assert_int_equal(tum_report_count(reading.report), 1);
    assert_int_equal(reading.scene->collider_count, 1);
    reading_end(&reading);
    // The one root of a file that says so is the root of the scene.
    reading = read_document_as("{'asset': {'version': '2.0'}, 'extensionsUsed': "
                               "['GODOT_single_root'], 'nodes': [{'name': 'All-rigid', 'mesh': "
                               "0}], 'meshes': [{'primitives': []}]}",
                               TUM_DIALECT_NAMES);
    assert_found(&reading, "PHYSICS_NAME_IGNORED", TUM_SEVERITY_WARNING, "/nodes/0/name");
    assert_int_equal(reading.scene->body_count, 0);
    reading_end(&reading);
}

static void nothing_else_is_heard(void **state)
{
    (void)state;
    Reading reading = read_nodes("{'name': 'Floor-col', 'mesh': 0, 'extensions': "
                                 "{'KHR_physics_rigid_bodies': {'motion': {}}}}",
                                 TUM_DIALECT_NAMES);
    assert_int_equal(tum_report_count(reading.report), 0);
    assert_int_equal(reading.scene->body_count, 0);
    assert_int_equal(reading.scene->collider_count, 1);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_only_when_asked_for),
        cmocka_unit_test(each_suffix_has_its_meaning),
        cmocka_unit_test(suffixes_are_found_however_they_are_written),
        cmocka_unit_test(a_rigid_node_weighs_a_kilogram),
        cmocka_unit_test(a_col_node_below_a_rigid_one_belongs_to_it),
        cmocka_unit_test(nothing_below_a_node_that_is_not_imported_counts),
        cmocka_unit_test(the_name_of_the_mesh_counts_where_the_nodes_says_nothing),
        cmocka_unit_test(a_name_that_cannot_be_followed_is_told),
        cmocka_unit_test(nothing_else_is_heard),
    };
    return cmocka_run_group_tests_name("name_convention", tests, NULL, NULL);
}
