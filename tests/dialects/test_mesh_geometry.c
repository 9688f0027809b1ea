// SPDX-License-Identifier: MIT
// Shapes made of meshes: docs/dialects.md#d9, D25 and D31.
#include "tests/dialects/asset.h"
#include "tests/dialects/reading.h"

// Mesh 0: a tetrahedron with corners at the origin and the axes. Mesh 1: its base, two triangles
// short of a volume. Mesh 2: its corners as points. Mesh 3: 0 and a distant point. Mesh 4: 0 with a
// morph target that moves every corner by (0, 0, 10).
enum { TETRAHEDRON, FLAT, POINTS, MIXED, MORPHED };

static const char *meshes(void)
{
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const float base[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 9};
    static const float far_point[] = {50, 50, 50};
    static const float moves[] = {0, 0, 10, 0, 0, 10, 0, 0, 10, 0, 0, 10};
    static const float joints_back[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint16_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static const uint16_t joints[16] = {0};
    static const float weights[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static char text[24576];
    static Asset asset;
    asset = (Asset){0};
    const int points = asset_floats(&asset, corners, 4, 3);
    const int faces = asset_shorts(&asset, triangles, 12, 1);
    const int flat = asset_floats(&asset, base, 4, 3);
    const int flat_face = asset_shorts(&asset, triangles, 3, 1);
    const int distant = asset_floats(&asset, far_point, 1, 3);
    const int target = asset_floats(&asset, moves, 4, 3);
    const int skin_joints = asset_shorts(&asset, joints, 4, 4);
    const int skin_weights = asset_floats(&asset, weights, 4, 4);
    const int inverse = asset_floats(&asset, joints_back, 1, 16);
    snprintf(text, sizeof text,
             "%s, 'meshes': ["
             "{'primitives': [{'attributes': {'POSITION': %d, 'JOINTS_0': %d, 'WEIGHTS_0': %d}, "
             "'indices': %d}]}, "
             "{'primitives': [{'attributes': {'POSITION': %d}, 'indices': %d}]}, "
             "{'primitives': [{'attributes': {'POSITION': %d}, 'mode': 0}]}, "
             "{'primitives': [{'attributes': {'POSITION': %d}, 'indices': %d}, "
             "{'attributes': {'POSITION': %d}, 'mode': 0}]}, "
             "{'primitives': [{'attributes': {'POSITION': %d}, 'indices': %d, 'targets': "
             "[{'POSITION': %d}]}], 'weights': [0.5]}], "
             "'skins': [{'joints': [1], 'inverseBindMatrices': %d}]",
             asset_text(&asset), points, skin_joints, skin_weights, faces, flat, flat_face, points,
             points, faces, distant, points, faces, target, inverse);
    return text;
}

// Node 0 has a collider with this geometry and these further members; more nodes may follow.
static Reading read_geometry(int root_count, const char *geometry, const char *node0,
                             const char *more_nodes)
{
    static char members[32768];
    snprintf(members, sizeof members,
             "'nodes': [{%s 'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': "
             "%s}}}}%s], %s",
             node0, geometry, more_nodes, meshes());
    return read_members(root_count, members);
}

#define AT(property) KHR_NODE(0) "/collider/geometry/" property

static const TumMesh *only_mesh(const Reading *reading)
{
    assert_int_equal(reading->scene->mesh_count, 1);
    return &reading->scene->meshes[0];
}

static void assert_point(const TumMesh *mesh, size_t index, double x, double y, double z)
{
    assert_true(index < mesh->point_count);
    assert_near(mesh->points[index * 3], x, 1e-6);
    assert_near(mesh->points[index * 3 + 1], y, 1e-6);
    assert_near(mesh->points[index * 3 + 2], z, 1e-6);
}

// Six times the signed volume: positive where the triangles face outward.
static double volume6(const TumMesh *mesh)
{
    double sum = 0;
    for (size_t i = 0; i < mesh->cell_count; ++i) {
        const double *a = &mesh->points[mesh->cells[i * 3] * 3];
        const double *b = &mesh->points[mesh->cells[i * 3 + 1] * 3];
        const double *c = &mesh->points[mesh->cells[i * 3 + 2] * 3];
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum;
}

// KHR-51.
static void a_mesh_becomes_a_shell_and_with_the_flag_a_hull(void **state)
{
    (void)state;
    Reading reading = read_geometry(1, "{'mesh': 0}", "", "");
    assert_no_errors(reading.report);
    const TumCollider *collider = &reading.scene->colliders[0];
    assert_int_equal(reading.scene->shapes[collider->shape].kind, TUM_SHAPE_MESH);
    const TumMesh *mesh = only_mesh(&reading);
    assert_int_equal(mesh->point_count, 4);
    assert_int_equal(mesh->cell_count, 4);
    assert_near(volume6(mesh), 1, 1e-9);
    assert_string_equal(reading.scene->dialects, "K7");
    reading_end(&reading);
    reading = read_geometry(1, "{'mesh': 0, 'convexHull': true}", "", "");
    assert_int_equal(reading.scene->shapes[reading.scene->colliders[0].shape].kind,
                     TUM_SHAPE_CONVEX);
    reading_end(&reading);
}

// KHR-50, KHR-56.
static void a_node_that_names_itself_gets_its_own_mesh(void **state)
{
    (void)state;
    // Decision D9: the transform of the named node is not applied; applying it would double it.
    Reading reading = read_geometry(1, "{'node': 0}", "'mesh': 0, 'translation': [5, 6, 7],", "");
    assert_no_errors(reading.report);
    const TumMesh *mesh = only_mesh(&reading);
    assert_point(mesh, 0, 0, 0, 0);
    assert_point(mesh, 1, 1, 0, 0);
    assert_vector(reading.scene->colliders[0].position, 5, 6, 7);
    assert_string_equal(reading.scene->dialects, "K6");
    reading_end(&reading);
}

// KHR-53, KHR-57.
static void a_subtree_is_placed_relative_to_its_root(void **state)
{
    (void)state;
    // Node 1 is outside the scene, with children 2 at x + 10 and, below it, 3 at half size.
    Reading reading = read_geometry(
        1, "{'node': 1}", "",
        ", {'mesh': 0, 'translation': [3, 3, 3], 'children': [2]}, {'mesh': 0, 'translation': "
        "[10, 0, 0], 'children': [3]}, {'mesh': 0, 'translation': [0, 20, 0], 'scale': "
        "[0.5, 0.5, 0.5]}");
    assert_no_errors(reading.report);
    const TumMesh *mesh = only_mesh(&reading);
    assert_int_equal(mesh->point_count, 12);
    assert_int_equal(mesh->cell_count, 12);
    assert_point(mesh, 1, 1, 0, 0);
    assert_point(mesh, 5, 11, 0, 0);
    assert_point(mesh, 9, 10.5, 20, 0);
    assert_int_equal(mesh->cells[4 * 3 + 2], 4 + 1); // (0, 2, 1) of the second mesh.
    reading_end(&reading);
}

static void a_mirrored_part_of_a_subtree_still_faces_outward(void **state)
{
    (void)state;
    Reading reading = read_geometry(1, "{'node': 1}", "",
                                    ", {'children': [2]}, {'mesh': 0, 'scale': [-1, 1, 1]}");
    assert_no_errors(reading.report);
    const TumMesh *mesh = only_mesh(&reading);
    assert_point(mesh, 1, -1, 0, 0);
    assert_near(volume6(mesh), 1, 1e-9);
    reading_end(&reading);
}

static void a_root_of_scale_zero_keeps_its_shape(void **state)
{
    (void)state;
    Reading reading = read_geometry(1, "{'node': 1}", "", ", {'mesh': 0, 'scale': [0, 0, 0]}");
    assert_no_errors(reading.report);
    assert_point(only_mesh(&reading), 1, 1, 0, 0);
    reading_end(&reading);
}

static void points_that_no_triangle_uses_are_left_out(void **state)
{
    (void)state;
    // The flat mesh has a fourth point, at (9, 9, 9).
    Reading reading = read_geometry(1, "{'mesh': 1}", "", "");
    assert_no_errors(reading.report);
    assert_int_equal(only_mesh(&reading)->point_count, 3);
    reading_end(&reading);
}

// OMI-SHAPE-32.
static void a_flat_hull_is_warned_of_and_kept(void **state)
{
    (void)state;
    Reading reading = read_geometry(1, "{'mesh': 1, 'convexHull': true}", "", "");
    assert_found(&reading, "PHYSICS_CONVEX_FLAT", TUM_SEVERITY_WARNING, AT("mesh"));
    assert_int_equal(reading.scene->collider_count, 1);
    reading_end(&reading);
}

static void points_alone_make_a_hull_and_no_shell(void **state)
{
    (void)state;
    Reading reading = read_geometry(1, "{'mesh': 2, 'convexHull': true}", "", "");
    assert_no_errors(reading.report);
    assert_int_equal(only_mesh(&reading)->point_count, 4);
    assert_int_equal(reading.scene->collider_count, 1);
    reading_end(&reading);
    reading = read_geometry(1, "{'mesh': 2}", "", "");
    assert_found(&reading, "PHYSICS_MESH_EMPTY", TUM_SEVERITY_ERROR, AT("mesh"));
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

static void points_beside_triangles_do_not_count(void **state)
{
    (void)state;
    Reading reading = read_geometry(1, "{'mesh': 3}", "", "");
    assert_found(&reading, "PHYSICS_MESH_MODE_IGNORED", TUM_SEVERITY_WARNING, AT("mesh"));
    assert_int_equal(only_mesh(&reading)->point_count, 4);
    reading_end(&reading);
    reading = read_geometry(1, "{'mesh': 3, 'convexHull': true}", "", "");
    assert_int_equal(only_mesh(&reading)->point_count, 4);
    reading_end(&reading);
}

static void a_subtree_without_meshes_is_an_error_for_each_that_names_it(void **state)
{
    (void)state;
    Reading reading = read_geometry(
        2, "{'node': 1}", "",
        ", {'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'node': 1}}}}}");
    assert_found(&reading, "PHYSICS_GEOMETRY_NODE_NO_MESH", TUM_SEVERITY_ERROR, AT("node"));
    assert_found(&reading, "PHYSICS_GEOMETRY_NODE_NO_MESH", TUM_SEVERITY_ERROR,
                 KHR_NODE(1) "/collider/geometry/node");
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

static void one_mesh_serves_many_colliders(void **state)
{
    (void)state;
#define USER(geometry)                                                                             \
    ", {'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': " geometry "}}}}"
    Reading reading = read_geometry(4, "{'mesh': 0}", "",
                                    USER("{'mesh': 0}") USER("{'mesh': 0, 'convexHull': true}")
                                        USER("{'mesh': 0, 'convexHull': true}"));
    assert_no_errors(reading.report);
    const TumCollider *colliders = reading.scene->colliders;
    assert_int_equal(reading.scene->collider_count, 4);
    assert_int_equal(reading.scene->mesh_count, 1);
    assert_int_equal(reading.scene->shape_count, 2);
    assert_int_equal(colliders[0].shape, colliders[1].shape);
    assert_int_equal(colliders[2].shape, colliders[3].shape);
    assert_int_not_equal(colliders[0].shape, colliders[2].shape);
    reading_end(&reading);
}

// KHR-55.
static void morph_weights_are_the_meshs_own_unless_its_node_has_some(void **state)
{
    (void)state;
    // The target moves by 10, so weight 0.5 gives 5, and a node's weight 2 gives 20 (D31).
    Reading reading = read_geometry(1, "{'mesh': 4}", "", "");
    assert_no_errors(reading.report);
    assert_point(only_mesh(&reading), 0, 0, 0, 5);
    reading_end(&reading);
    reading = read_geometry(1, "{'mesh': 4}", "'mesh': 4, 'weights': [2],", "");
    assert_point(only_mesh(&reading), 0, 0, 0, 20);
    reading_end(&reading);
    reading = read_geometry(1, "{'mesh': 4}", "'mesh': 0, 'weights': [2],", "");
    assert_point(only_mesh(&reading), 0, 0, 0, 5); // Another mesh's weights.
    reading_end(&reading);
    reading = read_geometry(1, "{'node': 1}", "", ", {'mesh': 4, 'weights': [3]}");
    assert_point(only_mesh(&reading), 0, 0, 0, 30);
    reading_end(&reading);
}

// KHR-54.
static void skinned_meshes_come_into_the_space_of_the_named_node(void **state)
{
    (void)state;
    // The joint stands at x = 7 and takes every corner along, in the world; the node stands at
    // y = 2, so in its space the first corner is (7, -2, 0).
    static const char joint[] = ", {'translation': [7, 0, 0]}";
    Reading reading =
        read_geometry(2, "{'mesh': 0}", "'mesh': 0, 'skin': 0, 'translation': [0, 2, 0],", joint);
    assert_no_errors(reading.report);
    assert_point(only_mesh(&reading), 0, 7, -2, 0);
    reading_end(&reading);
    reading =
        read_geometry(2, "{'node': 0}", "'mesh': 0, 'skin': 0, 'translation': [0, 2, 0],", joint);
    assert_no_errors(reading.report);
    assert_point(only_mesh(&reading), 0, 7, -2, 0);
    reading_end(&reading);
    reading = read_geometry(2, "{'mesh': 0}", "'mesh': 1, 'skin': 0,", joint);
    assert_point(only_mesh(&reading), 0, 0, 0, 0); // Another mesh's skin.
    reading_end(&reading);
}

static void a_skinned_mesh_cannot_enter_a_space_of_scale_zero(void **state)
{
    (void)state;
    Reading reading = read_geometry(2, "{'node': 0}", "'mesh': 0, 'skin': 0, 'scale': [0, 0, 0],",
                                    ", {'translation': [7, 0, 0]}");
    assert_found(&reading, "PHYSICS_SCALE_ZERO", TUM_SEVERITY_WARNING, AT("node"));
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

static void transforms_beyond_what_a_float_can_hold_are_an_error(void **state)
{
    (void)state;
    Reading reading = read_geometry(
        1, "{'node': 1}", "",
        ", {'children': [2]}, {'children': [3], 'scale': [1e30, 1, 1]}, {'mesh': 0, 'scale': "
        "[1e30, 1, 1]}");
    assert_int_equal(reading.scene->collider_count, 0);
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR, AT("node"));
    reading_end(&reading);
}

static void broken_data_is_reported_where_it_is_and_nowhere_else(void **state)
{
    (void)state;
    // Index 9 of a mesh of four points; without its triangles nothing is left.
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint16_t triangle[] = {0, 1, 9};
    char members[24576];
    static Asset asset;
    asset = (Asset){0};
    const int points = asset_floats(&asset, corners, 4, 3);
    const int faces = asset_shorts(&asset, triangle, 3, 1);
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': "
             "{'mesh': 0}}}}}], %s, 'meshes': [{'primitives': [{'attributes': {'POSITION': %d}, "
             "'indices': %d}]}]",
             asset_text(&asset), points, faces);
    Reading reading = read_members(1, members);
    assert_found(&reading, "ACCESSOR_INDEX_OOB", TUM_SEVERITY_ERROR,
                 "/meshes/0/primitives/0/indices");
    assert_int_equal(tum_report_count(reading.report), 1);
    assert_int_equal(reading.scene->collider_count, 0);
    reading_end(&reading);
}

// KHR-52.
static void wrong_references_of_geometry_are_errors(void **state)
{
    (void)state;
    Reading reading = read_geometry(1, "{'mesh': 9}", "", "");
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR, AT("mesh"));
    reading_end(&reading);
    reading = read_geometry(1, "{'node': 9}", "", "");
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR, AT("node"));
    reading_end(&reading);
    reading = read_geometry(1, "{'mesh': 0, 'node': 0}", "", "");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, KHR_NODE(0) "/collider/geometry");
    assert_int_equal(reading.scene->collider_count, 1); // The newest form counts.
    reading_end(&reading);
}

static void node_and_mesh_in_one_file_are_pointed_out(void **state)
{
    (void)state;
    Reading reading = read_geometry(2, "{'node': 0}", "'mesh': 0,", USER("{'mesh': 0}"));
    assert_found(&reading, "PHYSICS_DIALECT_MIXED", TUM_SEVERITY_WARNING, "");
    assert_string_equal(reading.scene->dialects, "K6, K7");
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_becomes_a_shell_and_with_the_flag_a_hull),
        cmocka_unit_test(a_node_that_names_itself_gets_its_own_mesh),
        cmocka_unit_test(a_subtree_is_placed_relative_to_its_root),
        cmocka_unit_test(a_mirrored_part_of_a_subtree_still_faces_outward),
        cmocka_unit_test(a_root_of_scale_zero_keeps_its_shape),
        cmocka_unit_test(points_that_no_triangle_uses_are_left_out),
        cmocka_unit_test(a_flat_hull_is_warned_of_and_kept),
        cmocka_unit_test(points_alone_make_a_hull_and_no_shell),
        cmocka_unit_test(points_beside_triangles_do_not_count),
        cmocka_unit_test(a_subtree_without_meshes_is_an_error_for_each_that_names_it),
        cmocka_unit_test(one_mesh_serves_many_colliders),
        cmocka_unit_test(morph_weights_are_the_meshs_own_unless_its_node_has_some),
        cmocka_unit_test(skinned_meshes_come_into_the_space_of_the_named_node),
        cmocka_unit_test(a_skinned_mesh_cannot_enter_a_space_of_scale_zero),
        cmocka_unit_test(transforms_beyond_what_a_float_can_hold_are_an_error),
        cmocka_unit_test(broken_data_is_reported_where_it_is_and_nowhere_else),
        cmocka_unit_test(wrong_references_of_geometry_are_errors),
        cmocka_unit_test(node_and_mesh_in_one_file_are_pointed_out),
    };
    return cmocka_run_group_tests_name("mesh geometry", tests, NULL, NULL);
}
