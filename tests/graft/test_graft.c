// SPDX-License-Identifier: MIT
// Grafts: physics of one document in what an optimizer made of it. Each optimized document shows
// one thing that gltfpack or glTF-Transform do.
#include "tests/dialects/reading.h"
#include "tumble/graft.h"

// A mesh of 1 m around its origin, by bounds alone, and one twice as large; a tetrahedron with its
// points, indices, and the same with the last point at (0, 0, 2).
#define BOUNDS                                                                                     \
    "{'componentType': 5126, 'type': 'VEC3', 'count': 8, 'min': [-0.5, -0.5, -0.5], "              \
    "'max': [0.5, 0.5, 0.5]}"
#define DOUBLE_BOUNDS                                                                              \
    "{'componentType': 5126, 'type': 'VEC3', 'count': 8, 'min': [-1, -1, -1], 'max': [1, 1, 1]}"
#define CUBE "{'primitives': [{'attributes': {'POSITION': 0}}]}"
#define SHAPES                                                                                     \
    "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box', 'box': {'size': [1, 1, "    \
    "1]}}]}}"
#define PHYSICS(MOTION)                                                                            \
    "'extensions': {'KHR_physics_rigid_bodies': {" MOTION "'collider': {'geometry': {'shape': "    \
    "0}}}}"
#define BODY PHYSICS("'motion': {'mass': 2}, ")

typedef struct Grafting {
    Reading source, optimized;
    TumStatus status;
    TumReport *report;
    TumDocument *document;
    TumGraftCounts counts;
    char *text;    ///< What was written, on one line, with ' for ".
    Reading again; ///< That, read.
} Grafting;

static char *text_of(const TumDocument *document)
{
    static const TumSaveOptions save = {
        .container = TUM_CONTAINER_TEXT, .embed = true, .no_indent = true};
    void *bytes = NULL;
    size_t count = 0;
    assert_int_equal(tum_document_write(document, &save, &bytes, &count, NULL), TUM_OK);
    char *text = malloc(count + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; ++i) {
        const char c = ((const char *)bytes)[i];
        text[i] = c == '"' ? '\'' : c;
    }
    text[count] = '\0';
    tum_document_free_bytes(document, bytes, count);
    return text;
}

static Grafting graft(Reading source, Reading optimized)
{
    Grafting graft = {.source = source, .optimized = optimized};
    graft.report = tum_report_create(NULL);
    graft.status = tum_document_graft(source.document, optimized.document, &graft.document,
                                      &graft.counts, graft.report);
    if (graft.status == TUM_OK) {
        graft.text = text_of(graft.document);
        graft.again = read_document(graft.text);
        assert_int_equal(graft.again.status, TUM_OK);
        assert_int_equal(tum_report_count_of(graft.again.report, TUM_SEVERITY_ERROR), 0);
    } else {
        assert_null(graft.document);
    }
    return graft;
}

static Grafting graft_members(int source_roots, const char *source, int roots,
                              const char *optimized)
{
    return graft(read_members(source_roots, source), read_members(roots, optimized));
}

static void grafting_end(Grafting *graft)
{
    reading_end(&graft->source);
    reading_end(&graft->optimized);
    tum_document_destroy(graft->document);
    tum_report_destroy(graft->report);
    if (graft->text != NULL) {
        free(graft->text);
        reading_end(&graft->again);
    }
}

static bool is_told(const Grafting *graft, const char *code, const char *pointer)
{
    const Reading reading = {.report = graft->report};
    return reading_has(&reading, code, TUM_SEVERITY_ERROR, pointer) ||
           reading_has(&reading, code, TUM_SEVERITY_WARNING, pointer);
}

static const char *name_of_body(const Grafting *graft, size_t body)
{
    return graft->again.scene->nodes[graft->again.scene->bodies[body].node].name;
}

#define ONE_BODY                                                                                   \
    "'nodes': [{'name': 'Crate', 'translation': [1, 2, 3], 'mesh': 0, " BODY "}], "                \
    "'meshes': [" CUBE "], 'accessors': [" BOUNDS "], " SHAPES

static void a_node_is_found_by_its_name_and_gets_its_physics_back(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1, ONE_BODY, 2,
        "'nodes': [{'name': 'New'}, {'name': 'Crate', 'translation': [1, 2, 3], 'mesh': 0}], "
        "'meshes': [" CUBE "], 'accessors': [" BOUNDS "]");
    assert_int_equal(grafted.status, TUM_OK);
    assert_int_equal(grafted.counts.by_name, 1);
    assert_int_equal(grafted.again.scene->body_count, 1);
    assert_int_equal(grafted.again.scene->bodies[0].node, 1);
    assert_near(grafted.again.scene->bodies[0].mass, 2.0, 0.0);
    assert_vector(grafted.again.scene->bodies[0].position, 1.0, 2.0, 3.0);
    grafting_end(&grafted);
}

// A tag counts more than a name: the optimizer renamed the one and moved it.
static void a_renamed_node_is_found_by_its_tag_and_gets_its_name_back(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1, ONE_BODY, 2,
        "'nodes': [{'name': 'Crate'}, {'name': 'mesh_0', 'translation': [1, 2, 3], 'mesh': 0, "
        "'extras': {'tumbleNode': 0, 'kept': 1}}], 'meshes': [" CUBE "], 'accessors': [" BOUNDS
        "]");
    assert_int_equal(grafted.status, TUM_OK);
    assert_int_equal(grafted.counts.by_tag, 1);
    assert_int_equal(grafted.again.scene->bodies[0].node, 1);
    assert_string_equal(name_of_body(&grafted, 0), "Crate");
    assert_null(strstr(grafted.text, "tumbleNode"));
    assert_non_null(strstr(grafted.text, "'extras':{'kept':1}"));
    grafting_end(&grafted);
}

static void a_node_without_name_and_tag_is_found_by_the_place_of_its_mesh(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1, ONE_BODY, 2,
        "'nodes': [{'translation': [1, 2, 4], 'mesh': 0}, {'translation': [1, 2, 3], 'mesh': 0}], "
        "'meshes': [" CUBE "], 'accessors': [" BOUNDS "]");
    assert_int_equal(grafted.status, TUM_OK);
    assert_int_equal(grafted.counts.by_pose, 1);
    assert_int_equal(grafted.again.scene->bodies[0].node, 1);
    grafting_end(&grafted);
}

// Two meshes in one place may be either: none of them is taken.
static void two_nodes_in_one_place_are_not_guessed_at(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1, ONE_BODY, 2,
        "'nodes': [{'translation': [1, 2, 3], 'mesh': 0}, {'translation': [1, 2, 3], 'mesh': 0}], "
        "'meshes': [" CUBE "], 'accessors': [" BOUNDS "]");
    assert_int_equal(grafted.status, TUM_ERROR_INPUT);
    assert_true(is_told(&grafted, "GRAFT_NODE_LOST", KHR_NODE(0) "/motion"));
    grafting_end(&grafted);
}

// The quantized mesh is twice as large, so the optimizer halved the node's scale and moved it.
static void a_transform_of_quantized_positions_goes_to_a_node_below(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1, ONE_BODY, 1,
        "'nodes': [{'name': 'Crate', 'translation': [1, 2, 3], 'scale': [0.5, 0.5, 0.5], "
        "'mesh': 0}], 'meshes': [" CUBE "], 'accessors': [" DOUBLE_BOUNDS "]");
    assert_int_equal(grafted.status, TUM_OK);
    const TumScene *scene = grafted.again.scene;
    assert_int_equal(scene->node_count, 2);
    assert_int_equal(scene->nodes[1].parent, 0);
    assert_near(scene->nodes[0].local->scale[0], 1.0, 0.0);
    assert_near(scene->nodes[1].world[0], 0.5, 1e-12);
    assert_near(scene->nodes[1].world[12], 1.0, 1e-12);
    assert_non_null(strstr(grafted.text, "'mesh':0"));
    grafting_end(&grafted);
}

#define THREE_BODIES                                                                               \
    "'nodes': [{'name': 'A', 'mesh': 0, " BODY "}, {'name': 'B', 'translation': [3, 0, 0], "       \
    "'mesh': 0, " BODY "}, {'name': 'C', 'translation': [6, 0, 0], 'mesh': 0, " BODY "}], "        \
    "'meshes': [" CUBE "], 'accessors': [" BOUNDS "], " SHAPES

// Bodies are simulated in the order of their nodes, so the same bits need the same order.
static void nodes_stand_in_the_order_of_the_source(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        3, THREE_BODIES, 4,
        "'nodes': [{'name': 'C', 'translation': [6, 0, 0], 'mesh': 0}, {'name': 'Light'}, "
        "{'name': 'B', 'translation': [3, 0, 0], 'mesh': 0}, {'name': 'A', 'mesh': 0}], "
        "'skins': [{'joints': [1, 3], 'skeleton': 3}], "
        "'meshes': [" CUBE "], 'accessors': [" BOUNDS "]");
    assert_int_equal(grafted.status, TUM_OK);
    assert_string_equal(name_of_body(&grafted, 0), "A");
    assert_string_equal(name_of_body(&grafted, 1), "B");
    assert_string_equal(name_of_body(&grafted, 2), "C");
    assert_int_equal(grafted.again.scene->bodies[0].node, 0);
    assert_int_equal(grafted.again.scene->bodies[1].node, 2);
    assert_int_equal(grafted.again.scene->bodies[2].node, 3);
    assert_vector(grafted.again.scene->bodies[1].position, 3.0, 0.0, 0.0);
    // The skin follows A, which was node 3, to node 0.
    assert_non_null(strstr(grafted.text, "'joints':[1,0]"));
    assert_non_null(strstr(grafted.text, "'skeleton':0"));
    grafting_end(&grafted);
}

// glTF-Transform's flatten makes every node with a mesh a root.
static void a_flattened_child_goes_back_below_its_parent(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1,
        "'nodes': [{'name': 'Cart', 'translation': [0, 1, 0], 'rotation': [0, 1, 0, 0], "
        "'mesh': 0, 'children': [1], " BODY "}, {'name': 'Wheel', 'translation': [0, 0, 2], "
        "'mesh': 0, " PHYSICS("") "}], 'meshes': [" CUBE "], 'accessors': [" BOUNDS "], " SHAPES,
        2,
        "'nodes': [{'name': 'Cart', 'translation': [0, 1, 0], 'rotation': [0, 1, 0, 0], 'mesh': "
        "0}, {'name': 'Wheel', 'translation': [0, 1, -2], 'rotation': [0, 1, 0, 0], 'mesh': 0}], "
        "'meshes': [" CUBE "], 'accessors': [" BOUNDS "]");
    assert_int_equal(grafted.status, TUM_OK);
    const TumScene *scene = grafted.again.scene;
    assert_int_equal(scene->node_count, 2);
    assert_int_equal(scene->nodes[1].parent, 0);
    assert_vector(scene->nodes[1].local->translation, 0.0, 0.0, 2.0);
    assert_int_equal(scene->collider_count, 2);
    assert_int_equal(scene->colliders[1].body, 0);
    grafting_end(&grafted);
}

// A mesh without physics of its own is carried by the body above it all the same.
static void a_flattened_mesh_goes_back_below_the_body_that_carries_it(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1,
        "'nodes': [{'name': 'Cart', 'children': [1], " BODY "}, {'name': 'Look', 'mesh': 0}], "
        "'meshes': [" CUBE "], 'accessors': [" BOUNDS "], " SHAPES,
        1,
        "'nodes': [{'name': 'Look', 'mesh': 0}], 'meshes': [" CUBE "], 'accessors': [" BOUNDS "]");
    assert_int_equal(grafted.status, TUM_OK);
    const TumScene *scene = grafted.again.scene;
    assert_int_equal(grafted.counts.made_count, 1);
    assert_int_equal(scene->body_count, 1);
    assert_string_equal(name_of_body(&grafted, 0), "Cart");
    assert_string_equal(scene->nodes[1].name, "Look");
    assert_int_equal(scene->nodes[1].parent, 0);
    grafting_end(&grafted);
}

static void a_node_that_shows_nothing_and_a_static_collider_are_made_anew(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        2,
        "'nodes': [{'name': 'Crate', 'translation': [0, 2, 0], 'mesh': 0, 'children': [2], " BODY
        "}, {'name': 'Wall', 'translation': [5, 0, 0], 'mesh': 0, " PHYSICS(
            "") "}, "
                "{'name': 'Pivot', 'extras': {'keep': true}, 'translation': [0.1, 0.2, 0.3], "
                "'extensions': "
                "{'KHR_physics_rigid_bodies': {'joint': {'connectedNode': 1, 'joint': 0}}}}], "
                "'meshes': [" CUBE "], 'accessors': [" BOUNDS
                "], 'extensions': {'KHR_implicit_shapes': "
                "{'shapes': [{'type': 'box', 'box': {'size': [1, 1, 1]}}]}, "
                "'KHR_physics_rigid_bodies': "
                "{'physicsJoints': [{'limits': [{'linearAxes': [0, 1, 2], 'min': 0, 'max': 0}]}]}}",
        1,
        "'nodes': [{'name': 'Crate', 'translation': [0, 2, 0], 'mesh': 0}], "
        "'meshes': [" CUBE "], 'accessors': [" BOUNDS "]");
    assert_int_equal(grafted.status, TUM_OK);
    assert_int_equal(grafted.counts.made_count, 2);
    const TumScene *scene = grafted.again.scene;
    assert_int_equal(scene->collider_count, 2);
    assert_int_equal(scene->joint_count, 1);
    assert_string_equal(scene->nodes[scene->joints[0].node_a].name, "Pivot");
    assert_string_equal(scene->nodes[scene->joints[0].node_b].name, "Wall");
    assert_vector(scene->joints[0].position_a, 0.1, 0.2, 0.3);
    assert_non_null(strstr(grafted.text, "'keep':true"));
    grafting_end(&grafted);
}

static void a_body_whose_node_is_gone_is_an_error_with_its_place(void **state)
{
    (void)state;
    Grafting grafted = graft_members(3, THREE_BODIES, 1,
                                     "'nodes': [{'name': 'A', 'mesh': 0}], 'meshes': [" CUBE
                                     "], 'accessors': [" BOUNDS "]");
    assert_int_equal(grafted.status, TUM_ERROR_INPUT);
    assert_int_equal(tum_report_count_of(grafted.report, TUM_SEVERITY_ERROR), 2);
    assert_true(is_told(&grafted, "GRAFT_NODE_LOST", KHR_NODE(1) "/motion"));
    assert_true(is_told(&grafted, "GRAFT_NODE_LOST", KHR_NODE(2) "/motion"));
    assert_non_null(strstr(tum_report_at(grafted.report, 0)->message, "\"B\""));
    grafting_end(&grafted);
}

// glTF-Transform's join leaves the meshes of several nodes at the first of them.
static void a_mesh_that_was_merged_with_others_is_an_error(void **state)
{
    (void)state;
    Grafting grafted =
        graft_members(1, ONE_BODY, 1,
                      "'nodes': [{'name': 'Crate', 'translation': [1, 2, 3], "
                      "'mesh': 0}], 'meshes': [" CUBE "], 'accessors': [" DOUBLE_BOUNDS "]");
    assert_int_equal(grafted.status, TUM_ERROR_INPUT);
    assert_true(is_told(&grafted, "GRAFT_NODE_LOST", KHR_NODE(0) "/motion"));
    grafting_end(&grafted);
    // The node is there, and its mesh is not, whether or not the mesh has bounds.
    grafted = graft_members(1, ONE_BODY, 1, "'nodes': [{'name': 'Crate'}]");
    assert_int_equal(grafted.status, TUM_ERROR_INPUT);
    grafting_end(&grafted);
    grafted = graft_members(
        1,
        "'nodes': [{'name': 'Crate', 'mesh': 0, " BODY "}], 'meshes': [" CUBE
        "], 'accessors': [{'componentType': 5126, 'type': 'VEC3', 'count': 8}], " SHAPES,
        1, "'nodes': [{'name': 'Crate'}]");
    assert_int_equal(grafted.status, TUM_ERROR_INPUT);
    grafting_end(&grafted);
}

static void copies_of_a_tag_are_told_and_the_name_counts(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1, ONE_BODY, 2,
        "'nodes': [{'name': 'Copy', 'extras': {'tumbleNode': 0}}, {'name': 'Crate', 'mesh': 0, "
        "'translation': [1, 2, 3], 'extras': {'tumbleNode': 0}}], 'meshes': [" CUBE
        "], 'accessors': [" BOUNDS "]");
    assert_int_equal(grafted.status, TUM_OK);
    assert_true(is_told(&grafted, "GRAFT_TAG_REPEATED", ""));
    assert_int_equal(grafted.counts.by_tag, 0);
    assert_int_equal(grafted.counts.by_name, 1);
    assert_int_equal(grafted.again.scene->bodies[0].node, 1);
    grafting_end(&grafted);
}

static void tags_that_are_no_index_are_left_out(void **state)
{
    (void)state;
    static const char *const tags[] = {"-1", "1", "0.5", "1e300", "'0'", "[0]"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; ++i) {
        char members[512];
        snprintf(members, sizeof members,
                 "'nodes': [{'extras': {'tumbleNode': %s}, 'name': 'Crate', 'mesh': 0, "
                 "'translation': [1, 2, 3]}], 'meshes': [" CUBE "], 'accessors': [" BOUNDS "]",
                 tags[i]);
        Grafting grafted = graft_members(1, ONE_BODY, 1, members);
        assert_int_equal(grafted.status, TUM_OK);
        assert_int_equal(grafted.counts.by_tag, 0);
        assert_int_equal(grafted.counts.by_name, 1);
        grafting_end(&grafted);
    }
}

// Meshes of colliders.

#define TETRAHEDRON                                                                                \
    "'buffers': [{'byteLength': 72, 'uri': 'data:application/octet-stream;base64,"                 \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/"                             \
    "AAACAAEAAAABAAMAAAADAAIAAQACA"                                                                \
    "AMA'}], 'bufferViews': [{'buffer': 0, 'byteLength': 48}, {'buffer': 0, 'byteOffset': 48, "    \
    "'byteLength': 24}], 'accessors': [{'bufferView': 0, 'componentType': 5126, 'type': 'VEC3', "  \
    "'count': 4, 'min': [0, 0, 0], 'max': [1, 1, 1]}, {'bufferView': 1, 'componentType': 5123, "   \
    "'type': 'SCALAR', 'count': 12}], 'meshes': [{'name': 'Wedge', 'primitives': [{'attributes': " \
    "{'POSITION': 0}, 'indices': 1}]}]"
#define MESH_BODY(GEOMETRY)                                                                        \
    "'nodes': [{'name': 'Stone', 'mesh': 0, 'extensions': {'KHR_physics_rigid_bodies': "           \
    "{'motion': {'mass': 2}, 'collider': {'geometry': {" GEOMETRY "}}}}}], " TETRAHEDRON

static void assert_tetrahedron(const TumScene *scene)
{
    assert_int_equal(scene->collider_count, 1);
    const TumShape *shape = &scene->shapes[scene->colliders[0].shape];
    const TumMesh *mesh = &scene->meshes[shape->mesh];
    assert_int_equal(mesh->point_count, 4);
    assert_int_equal(mesh->cell_count, 4);
    assert_vector(mesh->points + 9, 0.0, 0.0, 1.0);
    assert_int_equal(mesh->cells[1], 2);
}

// The optimizer's mesh of three points is not what the collider was.
static void a_mesh_that_changed_comes_along_and_is_shown_by_no_node(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1, MESH_BODY("'mesh': 0"), 1,
        "'nodes': [{'name': 'Stone', 'mesh': 0}], 'meshes': [" CUBE "], 'accessors': [{"
        "'componentType': 5126, 'type': 'VEC3', 'count': 3, 'min': [0, 0, 0], 'max': [1, 1, 1]}]");
    assert_int_equal(grafted.status, TUM_OK);
    assert_int_equal(grafted.counts.mesh_count, 1);
    assert_int_equal(grafted.counts.reused_count, 0);
    assert_tetrahedron(grafted.again.scene);
    assert_non_null(strstr(grafted.text, "'geometry':{'mesh':1}"));
    assert_non_null(strstr(grafted.text, "'name':'Stone','mesh':0"));
    grafting_end(&grafted);
}

static void a_mesh_that_is_unchanged_is_used_again(void **state)
{
    (void)state;
    Grafting grafted = graft_members(1, MESH_BODY("'mesh': 0"), 1,
                                     "'nodes': [{'name': 'Stone', 'mesh': 0}], " TETRAHEDRON);
    assert_int_equal(grafted.status, TUM_OK);
    assert_int_equal(grafted.counts.mesh_count, 0);
    assert_int_equal(grafted.counts.reused_count, 1);
    assert_tetrahedron(grafted.again.scene);
    grafting_end(&grafted);
}

// The release candidate names a node whose meshes are the collider.
static void a_node_that_is_the_mesh_of_a_collider_is_copied_outside_of_the_scene(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1, MESH_BODY("'node': 0, 'convexHull': false"), 1,
        "'nodes': [{'name': 'Stone', 'mesh': 0}], 'meshes': [" CUBE "], 'accessors': [{"
        "'componentType': 5126, 'type': 'VEC3', 'count': 3, 'min': [0, 0, 0], 'max': [1, 1, 1]}]");
    assert_int_equal(grafted.status, TUM_OK);
    assert_tetrahedron(grafted.again.scene);
    assert_non_null(strstr(grafted.text, "'geometry':{'node':1,"));
    assert_false(grafted.again.scene->nodes[1].in_scene);
    grafting_end(&grafted);
}

// Physics in the optimized document.

static void physics_of_the_optimized_document_is_replaced(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        1, ONE_BODY, 2,
        "'nodes': [{'name': 'Crate', 'translation': [1, 2, 3], 'mesh': 0, 'extensions': "
        "{'KHR_physics_rigid_bodies': {'motion': {'mass': 9}, 'collider': {'geometry': "
        "{'shape': 7}}}}}, {'name': 'Ghost', 'extensions': {'KHR_physics_rigid_bodies': {'motion': "
        "{'mass': 5}}}}], 'meshes': [" CUBE "], 'accessors': [" BOUNDS "]");
    assert_int_equal(grafted.status, TUM_OK);
    assert_int_equal(grafted.again.scene->body_count, 1);
    assert_near(grafted.again.scene->bodies[0].mass, 2.0, 0.0);
    grafting_end(&grafted);
}

// Animations.

#define TRACK_ACCESSORS                                                                            \
    "'buffers': [{'byteLength': 32, 'uri': 'data:application/octet-stream;base64,"                 \
    "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAABAQAAAAAA='}], 'bufferViews': [{'buffer': 0, "              \
    "'byteLength': 8}, {'buffer': 0, 'byteOffset': 8, 'byteLength': 24}], 'accessors': [{"         \
    "'bufferView': 0, 'componentType': 5126, 'type': 'SCALAR', 'count': 2, 'min': [0], "           \
    "'max': [1]}, {'bufferView': 1, 'componentType': 5126, 'type': 'VEC3', 'count': 2}"
#define TRACK TRACK_ACCESSORS "]"

// The source's lift goes to 3 m in a second and changes the mass of its load; the optimizer lost
// the second channel, and turned the first one around.
static void animations_of_physics_are_those_of_the_source(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        2,
        "'nodes': [{'name': 'Lift', 'extensions': {'KHR_physics_rigid_bodies': {'motion': "
        "{'isKinematic': true}, 'collider': {'geometry': {'shape': 0}}}}}, {'name': 'Load', "
        "'translation': [0, 2, 0], " BODY "}], " SHAPES ", " TRACK
        ", 'animations': [{'samplers': [{'input': 0, 'output': 1}, {'input': 0, 'output': 1}], "
        "'channels': [{'sampler': 1, 'target': {'path': 'pointer', 'extensions': "
        "{'KHR_animation_pointer': {'pointer': '/nodes/1/extensions/KHR_physics_rigid_bodies/"
        "motion/linearVelocity'}}}}, {'sampler': 0, 'target': {'node': 0, 'path': "
        "'translation'}}]}]",
        3,
        "'nodes': [{'name': 'Load', 'translation': [0, 2, 0]}, {'name': 'Fan'}, {'name': 'Lift'}], "
        "'animations': [{'samplers': [{'input': 0, 'output': 1}], 'channels': [{'sampler': 0, "
        "'target': {'node': 2, 'path': 'rotation'}}, {'sampler': 0, 'target': {'node': 1, 'path': "
        "'translation'}}]}, {'name': 'tumble graft: nodes to keep apart', 'samplers': [{'input': "
        "0, "
        "'output': 1}], 'channels': [{'sampler': 0, 'target': {'node': 1, 'path': "
        "'translation'}}]}], " TRACK);
    assert_int_equal(grafted.status, TUM_OK);
    const TumScene *scene = grafted.again.scene;
    assert_string_equal(scene->nodes[0].name, "Lift");
    assert_true(scene->nodes[0].animated[0]);
    assert_false(scene->nodes[0].animated[1]);
    assert_true(scene->nodes[1].animated[0]); // The fan, which has nothing to do with physics.
    assert_non_null(strstr(grafted.text,
                           "'/nodes/2/extensions/KHR_physics_rigid_bodies/motion/linearVelocity'"));
    assert_null(strstr(grafted.text, "keep apart"));
    bool has_velocity = false, has_translation = false;
    for (size_t i = 0; i < scene->track_count; ++i) {
        const TumTrack *track = &scene->tracks[i];
        has_velocity = has_velocity || track->target == TUM_TRACK_LINEAR_VELOCITY;
        if (track->target == TUM_TRACK_TRANSLATION && track->index == 0) {
            has_translation = true;
            assert_near(track->values[4], 3.0, 0.0);
        }
    }
    assert_true(has_velocity && has_translation);
    grafting_end(&grafted);
}

static void an_animation_that_cannot_be_read_is_an_error_with_its_place(void **state)
{
    static const char *const samplers[] = {"{'input': 0}", "{'output': 1}",
                                           "{'input': 0, 'output': 7}"};
    (void)state;
    for (size_t i = 0; i < sizeof samplers / sizeof *samplers; ++i) {
        char members[2048];
        snprintf(members, sizeof members,
                 "'nodes': [{'name': 'Lift', 'extensions': {'KHR_physics_rigid_bodies': {'motion': "
                 "{'isKinematic': true}, 'collider': {'geometry': {'shape': 0}}}}}], " SHAPES
                 ", " TRACK ", 'animations': [{'samplers': [%s], 'channels': [{'sampler': 0, "
                 "'target': {'node': 0, 'path': 'translation'}}]}]",
                 samplers[i]);
        Grafting grafted =
            graft(read_members(1, members), read_members(1, "'nodes': [{'name': 'Lift'}]"));
        assert_int_equal(grafted.status, TUM_ERROR_INPUT);
        assert_true(is_told(&grafted, "GRAFT_ANIMATION_LOST", "/animations/0/samplers/0"));
        grafting_end(&grafted);
    }
}

// Morph weights follow the node to its place in the order of the source, and the mesh to the node
// below that has it when the optimizer put a transform between them.
static void weights_follow_their_mesh(void **state)
{
    (void)state;
    Grafting grafted = graft_members(
        3, THREE_BODIES, 3,
        "'nodes': [{'name': 'B', 'translation': [3, 0, 0], 'mesh': 1}, {'name': 'A', 'scale': "
        "[0.5, 0.5, 0.5], 'mesh': 0}, {'name': 'C', 'translation': [6, 0, 0], 'mesh': 1}], "
        "'meshes': [{'primitives': [{'attributes': {'POSITION': 2}, 'targets': [{'POSITION': "
        "2}]}]}, {'primitives': "
        "[{'attributes': {'POSITION': 3}, 'targets': [{'POSITION': 3}]}]}], 'animations': "
        "[{'samplers': [{'input': 0, "
        "'output': 0}], 'channels': [{'sampler': 0, 'target': {'node': 0, 'path': 'weights'}}, "
        "{'sampler': 0, 'target': {'node': 1, 'path': 'weights'}}]}], " TRACK_ACCESSORS
        ", " DOUBLE_BOUNDS ", " BOUNDS "]");
    assert_int_equal(grafted.status, TUM_OK);
    assert_int_equal(grafted.again.scene->node_count, 4);
    // B went from 0 to 1; A went from 1 to 0, and its mesh to node 3.
    assert_non_null(strstr(grafted.text,
                           "'channels':[{'sampler':0,'target':{'node':1,'path':'weights'}},"
                           "{'sampler':0,'target':{'node':3,'path':'weights'}}]"));
    grafting_end(&grafted);
}

// Tags.

static void tags_name_nodes_and_keep_moving_ones_apart(void **state)
{
    (void)state;
    Reading source = read_members(
        3, "'nodes': [{'name': 'A', 'mesh': 0, 'extras': {'own': 1}, " BODY "}, {'name': 'Wall', "
           "'mesh': 0, " PHYSICS("") "}, {'name': 'Lamp'}], 'meshes': [" CUBE
                                     "], 'accessors': [" BOUNDS "], " SHAPES);
    TumDocument *tagged = NULL, *again = NULL;
    assert_int_equal(tum_document_tag(source.document, &tagged, NULL), TUM_OK);
    char *text = text_of(tagged);
    assert_non_null(strstr(text, "'extras':{'own':1,'tumbleNode':0}"));
    assert_non_null(strstr(text, "'extras':{'tumbleNode':1}"));
    assert_null(strstr(text, "'tumbleNode':2"));
    // Node 0 moves; the wall may be merged with other meshes.
    assert_non_null(strstr(text, "'target':{'node':0,'path':'translation'}"));
    assert_null(strstr(text, "'target':{'node':1"));
    // A second time changes nothing that is seen: one animation.
    assert_int_equal(tum_document_tag(tagged, &again, NULL), TUM_OK);
    char *twice = text_of(again);
    const char *first = strstr(twice, "keep apart");
    assert_non_null(first);
    assert_null(strstr(first + 1, "keep apart"));
    free(text);
    free(twice);
    tum_document_destroy(tagged);
    tum_document_destroy(again);
    reading_end(&source);
}

// A scene that is a number has no place for roots.
static void a_scene_of_the_wrong_kind_is_an_error_of_the_input(void **state)
{
    (void)state;
    Grafting grafted = graft(
        read_members(1, "'nodes': [{'name': 'Wall', 'extensions': {'KHR_physics_rigid_bodies': "
                        "{'collider': {'geometry': {'mesh': 0}}}}}], " TETRAHEDRON),
        read_document(
            "{'asset': {'version': '2.0'}, 'scenes': [7], 'nodes': [{'name': 'Other'}]}"));
    assert_int_equal(grafted.status, TUM_ERROR_INPUT);
    assert_true(is_told(&grafted, "TYPE_MISMATCH", ""));
    grafting_end(&grafted);
}

// The list has as many nodes as the scene, and lacks the one that is made anew.
static void a_scene_that_lists_a_node_twice_gets_a_new_list(void **state)
{
    (void)state;
    Grafting grafted =
        graft(read_members(1, "'nodes': [{" PHYSICS("") "}], " SHAPES),
              read_document("{'asset': {'version': '2.0'}, 'scenes': [{'nodes': [0, 0]}], "
                            "'nodes': [{'name': 'Other'}]}"));
    assert_int_equal(grafted.status, TUM_OK);
    assert_int_equal(grafted.counts.made_count, 1);
    assert_int_equal(grafted.again.scene->collider_count, 1);
    assert_non_null(strstr(grafted.text, "'nodes':[0,1]"));
    grafting_end(&grafted);
}

static void an_index_that_names_no_node_of_the_source_names_none_of_the_result(void **state)
{
    (void)state;
    Grafting grafted = {
        .source = read_members(
            1, "'nodes': [{'name': 'Crate', " PHYSICS(
                   "'motion': {'mass': 2}, 'joint': {'connectedNode': 2, "
                   "'joint': 0}, ") "}], 'extensions': {'KHR_implicit_shapes': "
                                    "{'shapes': [{'type': 'box', 'box': {'size': [1, 1, 1]}}]}, "
                                    "'KHR_physics_rigid_bodies': {'physicsJoints': [{'limits': "
                                    "[{'linearAxes': [0], 'min': 0, 'max': 0}]}]}}"),
        .optimized = read_members(3, "'nodes': [{'name': 'Crate'}, {'name': 'A'}, {'name': 'B'}]"),
        .report = tum_report_create(NULL)};
    grafted.status = tum_document_graft(grafted.source.document, grafted.optimized.document,
                                        &grafted.document, &grafted.counts, grafted.report);
    assert_int_equal(grafted.status, TUM_OK);
    grafted.text = text_of(grafted.document);
    grafted.again = read_document(grafted.text);
    assert_int_equal(grafted.again.scene->body_count, 1);
    assert_int_equal(grafted.again.scene->joint_count, 0);
    grafting_end(&grafted);
}

static void a_scene_that_names_a_node_below_another_is_an_error_with_its_place(void **state)
{
    (void)state;
    Grafting grafted =
        graft(read_document("{'asset': {'version': '2.0'}, 'scenes': [{'nodes': [1]}], "
                            "'extensionsUsed': ['KHR_physics_rigid_bodies'], 'nodes': "
                            "[{'children': [1]}, {'extensions': {'KHR_physics_rigid_bodies': "
                            "{'motion': {'isKinematic': true}}}}]}"),
              read_members(1, "'nodes': [{'name': 'Other'}]"));
    assert_int_equal(grafted.status, TUM_ERROR_INPUT);
    assert_true(is_told(&grafted, "SCENE_NON_ROOT_NODE", "/nodes/1"));
    grafting_end(&grafted);
}

// Every allocation fails once: the graft ends with a status, and nothing is left.
static void lack_of_memory_is_a_status(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":[{},{"
        "\"name\":\"Stone\",\"scale\":[2,2,2]}],\"animations\":[]}";
    Reading source = read_members(
        1, "'nodes': [{'name': 'Stone', 'extensions': {'KHR_physics_rigid_bodies': {'motion': "
           "{'mass': 2}, 'collider': {'geometry': {'mesh': 0}}}}}], " TETRAHEDRON);
    size_t failures = 0;
    for (size_t most = 0;; ++most) {
        Counting counting = {.fail_after = SIZE_MAX};
        const TumDocumentOptions options = {.allocator = counting_allocator(&counting)};
        TumDocument *optimized = NULL, *document = NULL;
        assert_int_equal(tum_document_read(text, sizeof text - 1, &options, &optimized, NULL),
                         TUM_OK);
        counting.fail_after = most;
        const TumStatus status =
            tum_document_graft(source.document, optimized, &document, NULL, NULL);
        assert_true(status == TUM_ERROR_MEMORY || status == TUM_OK);
        counting.fail_after = SIZE_MAX;
        tum_document_destroy(document);
        tum_document_destroy(optimized);
        assert_int_equal(counting.blocks, 0);
        if (status != TUM_ERROR_MEMORY) {
            break;
        }
        ++failures;
    }
    assert_true(failures > 5);
    reading_end(&source);
}

static void g4mf_is_refused(void **state)
{
    (void)state;
    Reading source = read_members(1, ONE_BODY);
    Reading other = read_document("{'asset': {'dimension': 3}, 'nodes': [{}]}");
    TumDocument *document = NULL;
    TumReport *report = tum_report_create(NULL);
    assert_int_equal(tum_document_graft(source.document, other.document, &document, NULL, report),
                     TUM_ERROR_UNSUPPORTED);
    assert_null(document);
    assert_int_equal(tum_document_tag(other.document, &document, report), TUM_ERROR_UNSUPPORTED);
    assert_int_equal(tum_document_graft(NULL, other.document, &document, NULL, report),
                     TUM_ERROR_ARGUMENT);
    tum_report_destroy(report);
    reading_end(&source);
    reading_end(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_is_found_by_its_name_and_gets_its_physics_back),
        cmocka_unit_test(a_renamed_node_is_found_by_its_tag_and_gets_its_name_back),
        cmocka_unit_test(a_node_without_name_and_tag_is_found_by_the_place_of_its_mesh),
        cmocka_unit_test(two_nodes_in_one_place_are_not_guessed_at),
        cmocka_unit_test(a_transform_of_quantized_positions_goes_to_a_node_below),
        cmocka_unit_test(nodes_stand_in_the_order_of_the_source),
        cmocka_unit_test(a_flattened_child_goes_back_below_its_parent),
        cmocka_unit_test(a_flattened_mesh_goes_back_below_the_body_that_carries_it),
        cmocka_unit_test(a_node_that_shows_nothing_and_a_static_collider_are_made_anew),
        cmocka_unit_test(a_body_whose_node_is_gone_is_an_error_with_its_place),
        cmocka_unit_test(a_mesh_that_was_merged_with_others_is_an_error),
        cmocka_unit_test(copies_of_a_tag_are_told_and_the_name_counts),
        cmocka_unit_test(tags_that_are_no_index_are_left_out),
        cmocka_unit_test(a_mesh_that_changed_comes_along_and_is_shown_by_no_node),
        cmocka_unit_test(a_mesh_that_is_unchanged_is_used_again),
        cmocka_unit_test(a_node_that_is_the_mesh_of_a_collider_is_copied_outside_of_the_scene),
        cmocka_unit_test(physics_of_the_optimized_document_is_replaced),
        cmocka_unit_test(animations_of_physics_are_those_of_the_source),
        cmocka_unit_test(an_animation_that_cannot_be_read_is_an_error_with_its_place),
        cmocka_unit_test(weights_follow_their_mesh),
        cmocka_unit_test(tags_name_nodes_and_keep_moving_ones_apart),
        cmocka_unit_test(a_scene_of_the_wrong_kind_is_an_error_of_the_input),
        cmocka_unit_test(a_scene_that_lists_a_node_twice_gets_a_new_list),
        cmocka_unit_test(an_index_that_names_no_node_of_the_source_names_none_of_the_result),
        cmocka_unit_test(a_scene_that_names_a_node_below_another_is_an_error_with_its_place),
        cmocka_unit_test(lack_of_memory_is_a_status),
        cmocka_unit_test(g4mf_is_refused),
    };
    return cmocka_run_group_tests_name("graft", tests, NULL, NULL);
}
