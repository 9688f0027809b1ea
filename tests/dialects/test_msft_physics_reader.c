// SPDX-License-Identifier: MIT
// MSFT_physics, M0: docs/dialects.md#early-microsoft-forms.
#include "tests/dialects/reading.h"

#include <math.h>

#define M0_NODE(N) "/nodes/" #N "/extensions/MSFT_physics"

static Reading read_node(const char *object)
{
    static char members[4096];
    snprintf(members, sizeof members, "'nodes': [{'extensions': {'MSFT_physics': %s}}, {}]",
             object);
    return read_members(2, members);
}

static const TumShape *only_shape(const Reading *reading)
{
    assert_int_equal(reading->scene->collider_count, 1);
    return &reading->scene->shapes[reading->scene->colliders[0].shape];
}

static void a_collider_is_the_shape_it_has(void **state)
{
    (void)state;
    Reading reading = read_node("{'rigidBody': {}, 'collider': {'capsule': {'height': 3}}}");
    assert_no_errors(reading.report);
    assert_int_equal(only_shape(&reading)->kind, TUM_SHAPE_CAPSULE);
    // Between the centres, as in all later revisions of the line; the radius is its default.
    assert_near(only_shape(&reading)->height, 3, 0.0);
    assert_near(only_shape(&reading)->radius_top, 0.25, 0.0);
    assert_string_equal(only_shape(&reading)->pointer, M0_NODE(0) "/collider");
    assert_near(reading.scene->bodies[0].mass, 1, 0.0);
    assert_string_equal(reading.scene->dialects, "M0");
    reading_end(&reading);
}

static void gravity_stands_on_the_active_scene(void **state)
{
    (void)state;
    static const char text[] =
        "{'asset': {'version': '2.0'}, 'extensionsUsed': ['MSFT_physics'], 'scene': 1, 'scenes': "
        "[{'extensions': {'MSFT_physics': {'gravity': [9, 9, 9]}}}, {'nodes': [0], 'extensions': "
        "{'MSFT_physics': {'gravity': [0, 0, -3]}}}], 'nodes': [{}]}";
    Reading reading = read_document(text);
    assert_no_errors(reading.report);
    assert_true(reading.scene->has_world_gravity);
    assert_vector(reading.scene->world_gravity, 0, 0, -3);
    assert_string_equal(reading.scene->dialects, "M0");
    reading_end(&reading);
    // Another dialect that is asked for knows nothing of it.
    reading = read_document_as(text, TUM_DIALECT_KHR);
    assert_false(reading.scene->has_world_gravity);
    reading_end(&reading);
}

static void a_body_that_is_not_enabled_is_scenery(void **state)
{
    (void)state;
    Reading reading = read_node("{'rigidBody': {'isEnabled': false}, 'collider': {'sphere': {}}}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->body_count, 0);
    assert_int_equal(reading.scene->colliders[0].body, -1);
    reading_end(&reading);
    reading = read_node("{'rigidBody': {'isEnabled': true, 'isKinematic': true, 'mass': 0}, "
                        "'collider': {'sphere': {}}}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->bodies[0].kind, TUM_BODY_KINEMATIC);
    reading_end(&reading);
}

static void a_joint_without_another_node_holds_on_to_the_world(void **state)
{
    (void)state;
    // Decisions D22 and D7: the limit without a range is locked.
    Reading reading = read_members(
        1, "'nodes': [{'translation': [1, 2, 3], 'extensions': {'MSFT_physics': {'rigidBody': {}, "
           "'collider': {'box': {}}, 'joint': {'constraints': [{'linearAxes': [0, 1, 2]}, "
           "{'angularAxes': [1], 'min': -1, 'max': 1}]}}}}]");
    assert_found(&reading, "PHYSICS_LIMIT_UNBOUNDED", TUM_SEVERITY_WARNING,
                 M0_NODE(0) "/joint/constraints/0");
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->joint_count, 1);
    assert_int_equal(scene->joints[0].body_b, -1);
    assert_vector(scene->joints[0].position_b, 1, 2, 3);
    assert_int_equal(scene->limit_count, 2);
    assert_near(scene->limits[0].max, 0, 0.0);
    reading_end(&reading);
}

static void a_hollow_shape_is_its_surface(void **state)
{
    (void)state;
    Reading reading = read_node("{'collider': {'box': {'size': [2, 4, 6]}, 'isHollow': true}}");
    assert_found(&reading, "PHYSICS_HOLLOW_APPROXIMATED", TUM_SEVERITY_WARNING,
                 M0_NODE(0) "/collider/isHollow");
    const TumShape *shape = only_shape(&reading);
    assert_int_equal(shape->kind, TUM_SHAPE_MESH);
    const TumMesh *mesh = &reading.scene->meshes[shape->mesh];
    // Six faces of two triangles each.
    assert_int_equal(mesh->point_count, 8);
    assert_int_equal(mesh->cell_count, 12);
    assert_true(mesh->is_closed);
    for (size_t i = 0; i < mesh->point_count; ++i) {
        assert_near(fabs(mesh->points[3 * i]), 1, 1e-12);
        assert_near(fabs(mesh->points[3 * i + 1]), 2, 1e-12);
        assert_near(fabs(mesh->points[3 * i + 2]), 3, 1e-12);
    }
    reading_end(&reading);
}

// Whether colliders 0 and 1 of two nodes may meet.
static bool meet(const char *a, const char *b)
{
    static char members[2048];
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'MSFT_physics': {'rigidBody': {}, 'collider': {'sphere': "
             "{}%s}}}}, {'extensions': {'MSFT_physics': {'collider': {'box': {}%s}}}}]",
             a, b);
    Reading reading = read_members(2, members);
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    const bool answer =
        tum_scene_filters_admit(scene, scene->colliders[0].filter, scene->colliders[1].filter);
    reading_end(&reading);
    return answer;
}

static void layers_that_are_listed_count_as_memberships(void **state)
{
    (void)state;
    // Decision D6: nobody is a member of the layer, and everything is meant to collide.
    assert_true(meet(", 'collisionSystem': 'Cube', 'collideWithLayers': ['layer_0']",
                     ", 'collisionSystem': 'Plane', 'collideWithLayers': ['layer_0']"));
    assert_false(meet(", 'collisionSystem': 'Cube', 'collideWithLayers': ['layer_0']",
                      ", 'collisionSystem': 'Plane', 'collideWithLayers': ['layer_1']"));
    assert_true(meet(", 'collisionSystem': 'Cube', 'collideWithLayers': ['Plane']",
                     ", 'collisionSystem': 'Plane'"));
    assert_false(meet(", 'collisionSystem': 'Cube', 'notCollideWithSystems': ['Plane']",
                      ", 'collisionSystem': 'Plane'"));
    assert_true(meet(", 'collisionSystem': 'Cube'", ""));
}

static void masks_meet_when_either_sides_does(void **state)
{
    (void)state;
    // (mask A & layers B) or (mask B & layers A), scene-model.md section 7.1.
    assert_true(meet(", 'collisionLayers': 1, 'collisionMask': 2",
                     ", 'collisionLayers': 2, 'collisionMask': 4"));
    assert_true(meet(", 'collisionLayers': 1, 'collisionMask': 8",
                     ", 'collisionLayers': 2, 'collisionMask': 1"));
    assert_false(meet(", 'collisionLayers': 1, 'collisionMask': 8",
                      ", 'collisionLayers': 2, 'collisionMask': 4"));
    assert_false(meet(", 'collisionLayers': 1, 'collisionMask': 1",
                      ", 'collisionLayers': 2, 'collisionMask': 2"));
    // What is missing is all ones; the highest bit, written with and without a sign.
    assert_true(meet(", 'collisionLayers': 4294967295, 'collisionMask': 0", ""));
    assert_true(meet(", 'collisionLayers': -2147483648, 'collisionMask': 0",
                     ", 'collisionLayers': 0, 'collisionMask': 2147483648"));
    assert_false(meet(", 'collisionLayers': 0, 'collisionMask': 0", ""));
}

static void what_is_missing_or_wrong_is_told_where_it_is(void **state)
{
    (void)state;
    Reading reading = read_node("{'collider': {'physicsMaterial': 0}, 'trigger': {'sphere': {}, "
                                "'box': {}}}");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, M0_NODE(0) "/collider");
    assert_found(&reading, "UNSATISFIED_DEPENDENCY", TUM_SEVERITY_ERROR, M0_NODE(0) "/collider");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, M0_NODE(0) "/trigger");
    assert_int_equal(tum_report_count(reading.report), 3);
    reading_end(&reading);

    reading = read_node("{'rigidBody': {}, 'collider': {'mesh': {'mesh': 4}, 'isHollow': true, "
                        "'collisionMask': 1e12}, 'joint': {}}");
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 M0_NODE(0) "/collider/mesh/mesh");
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR,
                 M0_NODE(0) "/collider/collisionMask");
    assert_found(&reading, "UNDEFINED_PROPERTY", TUM_SEVERITY_ERROR, M0_NODE(0) "/joint");
    assert_int_equal(tum_report_count_of(reading.report, TUM_SEVERITY_ERROR), 3);
    reading_end(&reading);

    reading = read_node("{'collider': {'box': {}, 'collisionSystem': 'A', 'collisionMask': 1}}");
    assert_found(&reading, "ONE_OF_MISMATCH", TUM_SEVERITY_ERROR, M0_NODE(0) "/collider");
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_collider_is_the_shape_it_has),
        cmocka_unit_test(gravity_stands_on_the_active_scene),
        cmocka_unit_test(a_body_that_is_not_enabled_is_scenery),
        cmocka_unit_test(a_joint_without_another_node_holds_on_to_the_world),
        cmocka_unit_test(a_hollow_shape_is_its_surface),
        cmocka_unit_test(layers_that_are_listed_count_as_memberships),
        cmocka_unit_test(masks_meet_when_either_sides_does),
        cmocka_unit_test(what_is_missing_or_wrong_is_told_where_it_is),
    };
    return cmocka_run_group_tests_name("msft_physics_reader", tests, NULL, NULL);
}
