// SPDX-License-Identifier: MIT
// Rules of physics objects, and of bodies with what belongs to them.
#include "tests/validate/validating.h"

#include <math.h>

#include "document/uri.h"

// Filters of the KHR line, the first of them used.
#define FILTERS(filters)                                                                           \
    START KHR_USED "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}, "         \
                   "'KHR_physics_rigid_bodies': {'collisionFilters': [" filters "]}}, 'nodes': "   \
                   "[{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': "       \
                   "{'shape': 0}, 'collisionFilter': 0}}}}]}"
#define FILTER_0 KHR_TABLES "/collisionFilters/0"

static void filters_name_known_systems_once(void **state)
{
    (void)state;
    assert_clean(FILTERS("{'collisionSystems': ['a'], 'collideWithSystems': ['a']}"));
    assert_finds(FILTERS("{}"), "PHYSICS_FILTER_NO_EFFECT 2 " FILTER_0);
    assert_finds(FILTERS("{'collisionSystems': ['a', 'b', 'a']}"),
                 "PHYSICS_FILTER_DUPLICATE_NAME 2 " FILTER_0 "/collisionSystems/2");
    assert_finds(FILTERS("{'collisionSystems': ['ground'], 'collideWithSystems': ['gruond']}"),
                 "PHYSICS_FILTER_UNKNOWN_SYSTEM 3 " FILTER_0 "/collideWithSystems/0");
}

static void a_drive_on_a_locked_axis_moves_nothing(void **state)
{
    (void)state;
#define JOINT(limit_axes, type)                                                                    \
    START KHR_USED                                                                                 \
        "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}, "                    \
        "'KHR_physics_rigid_bodies': {'physicsJoints': [{'limits': [{'linearAxes': " limit_axes    \
        ", 'min': 0, 'max': 0}], 'drives': [{'type': '" type "', 'mode': 'force', 'axis': 1, "     \
        "'velocityTarget': 1, 'damping': 1}]}]}}, 'nodes': [{'children': [1], 'extensions': "      \
        "{'KHR_physics_rigid_bodies': {'motion': {'mass': 1}, 'collider': {'geometry': {'shape': " \
        "0}}, 'joint': {'connectedNode': 2, 'joint': 0}}}}, {'children': [2], 'extras': {}}, "     \
        "{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1}, 'collider': "         \
        "{'geometry': {'shape': 0}}}}}]}"
    assert_finds(JOINT("[1]", "linear"),
                 "PHYSICS_DRIVE_LOCKED_AXIS 2 " KHR_TABLES "/physicsJoints/0/drives/0");
    assert_clean(JOINT("[1]", "angular"));
    assert_clean(JOINT("[0]", "linear"));
    assert_clean(JOINT("[0, 1]", "linear")); // a distance, not that axis
}

// A box that is node 0's collider, and what else node 0 has.
#define NODE(members)                                                                              \
    START KHR_USED "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}, "        \
                   "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {" members "}}}]}"
#define BOX "'collider': {'geometry': {'shape': 0}}"

static void the_frame_of_an_inertia_wants_an_inertia(void **state)
{
    (void)state;
    assert_finds(NODE(BOX ", 'motion': {'inertiaOrientation': [0, 0.6, 0, 0.8]}"),
                 "EXTRA_PROPERTY 2 " KHR_NODE_0 "/motion/inertiaOrientation");
    assert_clean(NODE(BOX ", 'motion': {'inertiaOrientation': [0, 0, 0, 1]}"));
    assert_clean(NODE(BOX ", 'motion': {'inertiaOrientation': [0, 0.6, 0, 0.8], "
                          "'inertiaDiagonal': [1, 1, 1]}"));
}

// KHR-62.
static void an_implicit_shape_needs_no_hull(void **state)
{
    (void)state;
    assert_finds(NODE("'collider': {'geometry': {'shape': 0, 'convexHull': true}}"),
                 "EXTRA_PROPERTY 2 " KHR_NODE_0 "/collider/geometry/convexHull");
    assert_clean(NODE("'collider': {'geometry': {'shape': 0, 'convexHull': false}}"));
}

// OMI-BODY-5.
static void a_body_has_something_to_meet_others_with(void **state)
{
    (void)state;
    const char *const alone =
        START KHR_USED "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': "
                       "{'motion': {'mass': 1}}}}]}";
    assert_finds(alone, "PHYSICS_MOTION_WITHOUT_COLLIDER 2 " KHR_NODE_0 "/motion");
    assert_clean(NODE(BOX ", 'motion': {'mass': 1}"));
    // A collider that cannot be used is one, too.
    assert_finds(NODE("'collider': {'geometry': {'shape': 7}}, 'motion': {'mass': 1}"),
                 "UNRESOLVED_REFERENCE 0 " KHR_NODE_0 "/collider/geometry/shape",
                 "UNUSED_OBJECT 2 /extensions/KHR_implicit_shapes/shapes/0");
    // The missing mass says enough.
    assert_finds(START KHR_USED "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': "
                                "{'motion': {}}}}]}",
                 "PHYSICS_MASS_UNDETERMINED 1 " KHR_NODE_0 "/motion");
}

static void a_center_of_mass_lies_near_its_colliders(void **state)
{
    (void)state;
    // The box of one metre has a diagonal of 1.73 m; four of them are 6.93 m.
    assert_clean(NODE(BOX ", 'motion': {'mass': 1, 'centerOfMass': [0, 6.9, 0]}"));
    assert_finds(NODE(BOX ", 'motion': {'mass': 1, 'centerOfMass': [0, 7, 0]}"),
                 "PHYSICS_CENTER_OF_MASS_OUTSIDE 2 " KHR_NODE_0 "/motion/centerOfMass");
}

static void an_infinite_plane_stays_where_it_is(void **state)
{
    (void)state;
#define PLANE(members, motion)                                                                     \
    START KHR_USED "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'plane', 'plane': " \
                   "{" members "}}]}}, 'nodes': [{'extensions': {'KHR_physics_rigid_bodies': "     \
                   "{'motion': {'mass': 1, 'inertiaDiagonal': [1, 1, 1]" motion "}, " BOX "}}}]}"
    assert_finds(PLANE("", ""), "PHYSICS_DYNAMIC_PLANE 1 " KHR_NODE_0 "/collider");
    assert_clean(PLANE("'sizeX': 1, 'sizeZ': 1", ""));
    assert_clean(PLANE("", ", 'isKinematic': true"));
}

static void flat_shapes_have_the_numbers_of_their_type(void **state)
{
    (void)state;
    assert_finds(START "'extensionsUsed': ['OMI_collider'], 'extensions': {'OMI_collider': "
                       "{'colliders': [{'type': 'sphere', 'radius': 1, 'size': [1, 1, 1]}]}}, "
                       "'nodes': [{'extensions': {'OMI_collider': {'collider': 0}}}]}",
                 "EXTRA_PROPERTY 2 /extensions/OMI_collider/colliders/0/size");
}

static void a_collider_without_shape_lends_no_material(void **state)
{
    (void)state;
    assert_finds(START "'extensionsUsed': ['OMI_physics_body'], 'extensions': {'OMI_physics_body': "
                       "{'physicsMaterials': [{}]}}, 'nodes': [{'extensions': {'OMI_physics_body': "
                       "{'collider': {'physicsMaterial': 0}}}}]}",
                 "EXTRA_PROPERTY 2 /nodes/0/extensions/OMI_physics_body/collider/physicsMaterial");
}

static void objects_that_lose_to_another_dialect_are_checked_all_the_same(void **state)
{
    (void)state;
    assert_finds(START
                 "'extensionsUsed': ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes', "
                 "'OMI_physics_body'], 'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': "
                 "'box'}]}}, 'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {" BOX
                 ", 'motion': {'mass': 1}}, 'OMI_physics_body': {'motion': {'type': 'dynamic', "
                 "'mass': -1}}}}]}",
                 "PHYSICS_DIALECT_OVERLAP 2 ",
                 "VALUE_NOT_IN_RANGE 0 /nodes/0/extensions/OMI_physics_body/motion/mass");
}

// A file whose hull has so many points, all on a sphere, so that each is a corner: one strip.
static TumReport *validated_hull(const char *extensions, int point_count)
{
    enum { MOST = 300 };
    float points[3 * MOST];
    TextBuffer uri = {0};
    assert_true(point_count <= MOST);
    for (int i = 0; i < point_count; ++i) {
        const double y = 1.0 - (2.0 * i + 1.0) / point_count, r = sqrt(1.0 - y * y);
        points[3 * i] = (float)(r * cos(2.4 * i)); // the golden angle spreads them evenly
        points[3 * i + 1] = (float)y;
        points[3 * i + 2] = (float)(r * sin(2.4 * i));
    }
    const size_t size = (size_t)point_count * 12, room = 8192;
    assert_int_equal(tum_uri_write_data(&uri, (const unsigned char *)points, size), TUM_OK);
    char *text = malloc(room);
    assert_non_null(text);
    const int length = snprintf(
        text, room,
        START "%s, 'meshes': [{'primitives': [{'attributes': {'POSITION': 0}, 'mode': 5}]}],"
              "'accessors': [{'bufferView': 0, 'componentType': 5126, 'type': 'VEC3', 'count': %d, "
              "'min': [-1, -1, -1], 'max': [1, 1, 1]}], 'bufferViews': [{'buffer': 0, "
              "'byteLength': %zu}], 'buffers': [{'byteLength': %zu, 'uri': '%.*s'}]}",
        extensions, point_count, size, size, (int)uri.text.count, uri.text.items);
    assert_true(length > 0 && (size_t)length < room);
    TumReport *report = validated(text);
    tum_text_buffer_free(&uri);
    free(text);
    return report;
}

// OMI-SHAPE-33.
static void early_hulls_have_a_limit(void **state)
{
    (void)state;
    static const char of_collider[] =
        "'extensionsUsed': ['OMI_collider'], 'extensions': {'OMI_collider': {'colliders': "
        "[{'type': 'hull', 'mesh': 0}]}}, 'nodes': [{'extensions': {'OMI_collider': {'collider': "
        "0}}}]";
    static const char of_shape[] =
        "'extensionsUsed': ['OMI_physics_shape', 'OMI_physics_body'], 'extensions': "
        "{'OMI_physics_shape': {'shapes': [{'type': 'convex', 'convex': {'mesh': 0}}]}}, 'nodes': "
        "[{'extensions': {'OMI_physics_body': {'collider': {'shape': 0}}}}]";
    TumReport *report = validated_hull(of_collider, 256);
    assert_true(report_has(report, "PHYSICS_CONVEX_TOO_MANY_POINTS",
                           "/extensions/OMI_collider/colliders/0/mesh"));
    tum_report_destroy(report);
    report = validated_hull(of_collider, 255);
    assert_false(report_has(report, "PHYSICS_CONVEX_TOO_MANY_POINTS",
                            "/extensions/OMI_collider/colliders/0/mesh"));
    tum_report_destroy(report);
    report = validated_hull(of_shape, 256);
    assert_false(report_has(report, "PHYSICS_CONVEX_TOO_MANY_POINTS",
                            "/extensions/OMI_physics_shape/shapes/0/convex/mesh"));
    assert_false(report_has(report, "PHYSICS_CONVEX_TOO_MANY_POINTS",
                            "/extensions/OMI_physics_shape/shapes/0/mesh"));
    tum_report_destroy(report);
}

// A strip of triangles has no inside: where the body moves by physics that is told, else not.
// KHR-48.
static void an_open_mesh_on_a_moving_body_is_told(void **state)
{
    (void)state;
    static const char *const motions[] = {"'motion': {'mass': 1}, ",
                                          "'motion': {'isKinematic': true}, ", ""};
    for (int i = 0; i < 3; ++i) {
        char text[512];
        snprintf(text, sizeof text,
                 "'extensionsUsed': ['KHR_physics_rigid_bodies'], 'nodes': [{'extensions': "
                 "{'KHR_physics_rigid_bodies': {%s'collider': {'geometry': {'mesh': 0}}}}}]",
                 motions[i]);
        TumReport *report = validated_hull(text, 12);
        assert_int_equal(report_has(report, "PHYSICS_DYNAMIC_TRIMESH_OPEN",
                                    "/nodes/0/extensions/KHR_physics_rigid_bodies/collider"),
                         i == 0);
        tum_report_destroy(report);
    }
}

// KHR-90.
static void lists_of_a_filter_have_names(void **state)
{
    (void)state;
    assert_finds(FILTERS("{'collisionSystems': []}"),
                 "EMPTY_ENTITY 0 " FILTER_0 "/collisionSystems");
    assert_finds(FILTERS("{'collisionSystems': ['a'], 'collideWithSystems': []}"),
                 "EMPTY_ENTITY 0 " FILTER_0 "/collideWithSystems");
}

// KHR-100.
static void members_of_a_trigger_are_some(void **state)
{
    (void)state;
    assert_finds(START KHR_USED "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': "
                                "{'trigger': {'nodes': []}}}}]}",
                 "EMPTY_ENTITY 0 " KHR_NODE_0 "/trigger/nodes");
}

// KHR-143.
static void tables_have_entries(void **state)
{
    (void)state;
#define TABLES(tables)                                                                             \
    START KHR_USED "'extensions': {'KHR_physics_rigid_bodies': {" tables "}}, 'nodes': [{'name': " \
                   "'a', 'extras': {}}]}"
    assert_finds(TABLES("'physicsMaterials': []"),
                 "EMPTY_ENTITY 0 " KHR_TABLES "/physicsMaterials");
    assert_finds(TABLES("'collisionFilters': []"),
                 "EMPTY_ENTITY 0 " KHR_TABLES "/collisionFilters");
    assert_finds(TABLES("'physicsJoints': []"), "EMPTY_ENTITY 0 " KHR_TABLES "/physicsJoints");
    assert_finds(TABLES("'physicsJoints': [{'limits': [], 'drives': []}]"),
                 "EMPTY_ENTITY 0 " KHR_TABLES "/physicsJoints/0/limits",
                 "EMPTY_ENTITY 0 " KHR_TABLES "/physicsJoints/0/drives",
                 "UNUSED_OBJECT 2 " KHR_TABLES "/physicsJoints/0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_open_mesh_on_a_moving_body_is_told),
        cmocka_unit_test(filters_name_known_systems_once),
        cmocka_unit_test(a_drive_on_a_locked_axis_moves_nothing),
        cmocka_unit_test(the_frame_of_an_inertia_wants_an_inertia),
        cmocka_unit_test(an_implicit_shape_needs_no_hull),
        cmocka_unit_test(a_body_has_something_to_meet_others_with),
        cmocka_unit_test(a_center_of_mass_lies_near_its_colliders),
        cmocka_unit_test(an_infinite_plane_stays_where_it_is),
        cmocka_unit_test(flat_shapes_have_the_numbers_of_their_type),
        cmocka_unit_test(a_collider_without_shape_lends_no_material),
        cmocka_unit_test(early_hulls_have_a_limit),
        cmocka_unit_test(objects_that_lose_to_another_dialect_are_checked_all_the_same),
        cmocka_unit_test(lists_of_a_filter_have_names),
        cmocka_unit_test(members_of_a_trigger_are_some),
        cmocka_unit_test(tables_have_entries),
    };
    return cmocka_run_group_tests_name("rules_physics", tests, NULL, NULL);
}
