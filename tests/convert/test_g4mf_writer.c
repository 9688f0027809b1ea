// SPDX-License-Identifier: MIT
// G4MF written from glTF, and glTF from G4MF (docs/formats.md#g4mf,
// docs/dialects.md#from-one-to-another).
#include "tests/convert/writing.h"

#define BODY "'extensions': {'KHR_physics_rigid_bodies': {"
#define SPHERE                                                                                     \
    "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'sphere', 'sphere': {'radius': "   \
    "0.5}}]}}"
#define HELD "'collider': {'geometry': {'shape': 0}}"

static Writing to_g4mf(int root_count, const char *members)
{
    return write_members(root_count, members, TUM_TARGET_G4MF);
}

static Writing from_g4mf(const char *text, TumTarget target)
{
    return write_reading(read_document(text), &(TumWriteOptions){.target = target});
}

static void nodes_move_up_by_one_below_a_root(void **state)
{
    (void)state;
    Writing writing =
        to_g4mf(1, "'nodes': [{'name': 'A', 'translation': [1, 2, 3], 'rotation': [0, "
                   "0, 0.6, 0.8], 'scale': [2, 2, 2], 'children': [1]}, {'name': 'B', "
                   "'scale': [1, 2, 3]}]");
    assert_says(&writing, "'nodes':[{'children':[1]},{'children':[2],'name':'A'");
    assert_says(&writing, "'asset':{'dimension':3,'generator':'tumble'}");
    assert_says(&writing, "'position':[1,2,3],'rotor':[0.8,0.6,0,0],'scale':[2]");
    assert_says(&writing, "'scale':[1,2,3]");
    const TumNode *a = &writing.source.scene->nodes[1], *b = &writing.again.scene->nodes[2];
    for (int i = 0; i < 16; ++i) {
        assert_near(a->world[i], b->world[i], 1e-12);
    }
    writing_end(&writing);
}

static void mirrored_nodes_have_a_basis(void **state)
{
    (void)state;
    Writing writing = to_g4mf(1, "'nodes': [{'scale': [-1, 1, 1], 'translation': [0, 1, 0]}]");
    assert_says(&writing, "'position':[0,1,0],'basis':[-1,0,0,0,1,0,0,0,1]");
    writing_end(&writing);
}

static void names_are_cleaned_and_made_unique(void **state)
{
    (void)state;
    Writing writing = to_g4mf(3, "'nodes': [{'name': 'a.b/c'}, {'name': 'x'}, {'name': 'x'}], "
                                 "'materials': [{'name': 'x'}]");
    assert_says(&writing, "'name':'a_b_c'");
    assert_says(&writing,
                "'nodes':[{'children':[1,2,3]},{'name':'a_b_c'},{'name':'x'},{'name':'x2'}]");
    assert_says(&writing, "'name':'x3'");
    writing_end(&writing);
}

static void a_motion_keeps_its_node_and_parts_go_below(void **state)
{
    (void)state;
    Writing writing = to_g4mf(
        1, "'nodes': [{'name': 'Ball', " BODY "'motion': {'mass': 2, 'angularVelocity': [1, 2, 3], "
           "'linearVelocity': [4, 5, 6], 'gravityFactor': 0}, " HELD "}}}], " SPHERE);
    assert_change(&writing, "B-SPLIT", KHR_NODE(0) "/collider");
    assert_says(&writing, "'motion':{'type':'dynamic','mass':2,'linearVelocity':[4,5,6],"
                          "'angularVelocity':[3,-2,1],'gravityFactor':0}");
    assert_says(&writing, "{'name':'BallCollider','physics':{'collider':{'shape':0}}}");
    assert_says(&writing, "'shapes':[{'curves':[{'radii':[0.5,0.5,0.5]}]}]");
    const TumBody *body = &writing.again.scene->bodies[0];
    assert_vector(body->angular_velocity, 1, 2, 3);
    assert_int_equal(writing.again.scene->colliders[0].body, 0);
    assert_int_equal(tum_report_count(writing.again.report), 0);
    writing_end(&writing);
}

static void moments_are_those_of_planes(void **state)
{
    (void)state;
    Writing writing =
        to_g4mf(1, "'nodes': [{" BODY "'motion': {'mass': 1, 'centerOfMass': [0, 0, 0], "
                   "'inertiaDiagonal': [1, 2, 2.5], 'inertiaOrientation': [0.6, 0, 0, "
                   "0.8]}}}}]");
    assert_says(&writing, "'inertiaDiagonal':[2.5,2,1],'inertiaOrientation':[0.8,0,0,0.6]");
    const TumBody *body = &writing.again.scene->bodies[0];
    assert_vector(body->inertia, 1, 2, 2.5);
    assert_near(body->inertia_rotation.q[0], 0.6, 1e-12);
    writing_end(&writing);
}

static void a_mass_left_out_is_written_and_one_of_1_kg_is_not(void **state)
{
    (void)state;
    Writing writing = to_g4mf(1, "'nodes': [{" BODY "'motion': {}, " HELD "}}}], " SPHERE);
    assert_change(&writing, "B-MASS", KHR_NODE(0) "/motion");
    assert_near(writing.again.scene->bodies[0].mass, writing.source.scene->bodies[0].mass, 1e-9);
    writing_end(&writing);
    writing = to_g4mf(1, "'nodes': [{" BODY "'motion': {'mass': 1}, " HELD "}}}], " SPHERE);
    assert_silent(&writing, "mass");
    writing_end(&writing);
}

// The world poses of the first collider agree, however nodes went.
static void assert_same_place(const Writing *writing)
{
    const TumScene *scenes[2] = {writing->source.scene, writing->again.scene};
    double places[2][3];
    for (int s = 0; s < 2; ++s) {
        const double *world = scenes[s]->nodes[scenes[s]->colliders[0].node].world;
        memcpy(places[s], world + 12, sizeof places[s]);
    }
    assert_vector(places[1], places[0][0], places[0][1], places[0][2]);
}

static void a_motion_goes_to_its_centre_of_mass(void **state)
{
    (void)state;
    Writing writing =
        to_g4mf(1, "'nodes': [{'name': 'Base', 'translation': [0, 10, 0], 'children': "
                   "[1]}, {'name': 'Body', 'translation': [1, 2, 3], 'rotation': [0, "
                   "0, 0.7071067811865476, 0.7071067811865476], 'scale': [2, 2, 2], "
                   "'children': [2], " BODY "'motion': {'mass': 3, 'centerOfMass': "
                   "[0.5, 0, 0], 'linearVelocity': [1, 0, 0]}}}}, {'translation': [1, "
                   "0, 0], " BODY HELD "}}}], " SPHERE);
    assert_change(&writing, "A-COM", KHR_NODE(1) "/motion");
    assert_says(&writing, "'name':'BodyMotion'");
    const TumBody *was = &writing.source.scene->bodies[0], *is = &writing.again.scene->bodies[0];
    // (0.5, 0, 0) doubled and turned to +Y: one metre above (1, 12, 3).
    assert_vector(is->position, 1, 13, 3);
    assert_vector(is->center_of_mass, 0, 0, 0);
    assert_vector(is->linear_velocity, was->linear_velocity[0], was->linear_velocity[1],
                  was->linear_velocity[2]);
    assert_same_place(&writing);
    assert_int_equal(writing.again.scene->colliders[0].body, 0);
    // About the same point: the same moments.
    assert_near(is->inertia[0], was->inertia[0], 1e-9);
    writing_end(&writing);
}

static void a_body_without_shapes_keeps_the_inertia_of_the_ball_around_its_node(void **state)
{
    (void)state;
    // The ball of half a metre that stands for it is around (0, 0, 0), a metre from the center of
    // mass: 2/5 m r^2, and m d^2 more across the axis between the two.
    Writing writing = to_g4mf(1, "'nodes': [{" BODY "'motion': {'mass': 3, 'centerOfMass': "
                                 "[1, 0, 0]}}}}]");
    assert_change(&writing, "A-COM", KHR_NODE(0) "/motion");
    const TumBody *is = &writing.again.scene->bodies[0];
    assert_vector(is->position, 1, 0, 0);
    assert_vector(is->inertia, 0.3, 3.3, 3.3);
    writing_end(&writing);
}

static void a_stretched_body_moves_out_from_its_node(void **state)
{
    (void)state;
    Writing writing = to_g4mf(1, "'nodes': [{'name': 'Egg', 'translation': [1, 2, 3], 'scale': [1, "
                                 "2, 1], " BODY "'motion': {'mass': 1}, " HELD "}}}], " SPHERE);
    // The sphere became an ellipsoid below a node that is not stretched.
    assert_says(&writing, "'radii':[0.5,1,0.5]");
    assert_says(&writing, "'name':'EggMotion'");
    assert_change(&writing, "B-SPLIT", KHR_NODE(0) "/motion");
    const TumBody *was = &writing.source.scene->bodies[0], *is = &writing.again.scene->bodies[0];
    assert_vector(is->position, 1, 2, 3);
    // Scaled in KHR or general here: the same ellipsoid, whose moments are m/5 (a^2 + b^2).
    assert_near(was->inertia[0], 0.25, 1e-9);
    assert_near(is->inertia[0], 0.25, 1e-9);
    assert_no_errors(writing.again.report);
    writing_end(&writing);
}

static void uneven_scales_go_into_the_shapes_numbers(void **state)
{
    (void)state;
    Writing writing = to_g4mf(
        2, "'nodes': [{'scale': [2, 1, 1], " BODY HELD "}}}, {'scale': [-1, 1, 1], " BODY
           "'collider': {'geometry': {'shape': 1}}}}}], 'extensions': {'KHR_implicit_shapes': "
           "{'shapes': [{'type': 'box', 'box': {'size': [1, 2, 3]}}, {'type': 'cylinder', "
           "'cylinder': {'height': 2, 'radiusTop': 0, 'radiusBottom': 1}}]}}");
    assert_says(&writing, "'size':[2,2,3]");
    assert_says(&writing, "'taper':[{'position':[0,-1,0],'radii':[1,0,1]},{'position':[0,1,0],"
                          "'radii':[0,0,0]}]");
    assert_change(&writing, "B-SPLIT", KHR_NODE(0) "/collider");
    assert_no_errors(writing.again.report);
    assert_int_equal(writing.again.scene->collider_count, 2);
    writing_end(&writing);
}

static void such_shapes_keep_their_place_under_a_moved_motion(void **state)
{
    (void)state;
    Writing writing =
        to_g4mf(1, "'nodes': [{'children': [1], 'scale': [3, 3, 3]}, {'translation': [1, "
                   "2, 3], 'scale': [2, 2, 2], 'children': [2], " BODY
                   "'motion': {'mass': 3, 'centerOfMass': [0.5, 0, 0]}}}}, "
                   "{'translation': [1, 0, 0], 'scale': [1, 2, 1], " BODY HELD "}}}], " SPHERE);
    assert_same_place(&writing);
    // Six times as large, and twice that along Y, in the shape's own numbers.
    assert_says(&writing, "'radii':[3,6,3]");
    const TumCollider *collider = &writing.again.scene->colliders[0];
    assert_near(collider->scale[0], 1.0, 1e-9);
    assert_int_equal(collider->body, 0);
    assert_no_errors(writing.again.report);
    writing_end(&writing);
}

static void what_zero_switches_off_is_left_out(void **state)
{
    (void)state;
    Writing writing = to_g4mf(1, "'nodes': [{'scale': [0, 0, 0], " BODY HELD "}}}], " SPHERE);
    assert_change(&writing, "A-ZERO", KHR_NODE(0) "/collider");
    assert_silent(&writing, "collider'");
    writing_end(&writing);
}

static void planes_are_endless_or_meshes(void **state)
{
    (void)state;
    Writing writing = to_g4mf(2, "'nodes': [{" BODY HELD "}}}, {" BODY "'collider': {'geometry': "
                                 "{'shape': 1}}}}}], 'extensions': {'KHR_implicit_shapes': "
                                 "{'shapes': [{'type': 'plane', 'plane': {}}, {'type': 'plane', "
                                 "'plane': {'sizeX': 2, 'sizeZ': 4}}]}}");
    assert_says(&writing, "'shapes':[{'type':'plane'},{'type':'concave','mesh':0}]");
    assert_change(&writing, "A-PLANE", IMPLICIT_ROOT "/1");
    assert_no_errors(writing.again.report);
    writing_end(&writing);
}

static void triggers_and_compounds_go_along(void **state)
{
    (void)state;
    Writing writing = to_g4mf(1, "'nodes': [{'children': [1, 2], " BODY "'trigger': {'nodes': [1, "
                                 "2]}}}}, {" BODY "'trigger': {'geometry': {'shape': 0}}}}}, {" BODY
                                 "'trigger': {'geometry': {'shape': 0}}}}}], " SPHERE);
    assert_says(&writing, "'trigger':{'nodes':[2,3]}");
    assert_int_equal(writing.again.scene->trigger_count, 3);
    assert_int_equal(writing.again.scene->triggers[0].part_count, 2);
    assert_int_equal(tum_report_count(writing.again.report), 0);
    writing_end(&writing);
}

static void what_g4mf_has_no_words_for_is_told(void **state)
{
    (void)state;
    Writing writing = to_g4mf(
        2, "'nodes': [{" BODY "'motion': {'mass': 1}, 'collider': {'geometry': {'shape': 0}, "
           "'physicsMaterial': 0, 'collisionFilter': 0}}}}, {" BODY "'joint': {'connectedNode': 0, "
           "'joint': 0}}}}], 'cameras': [{}], 'extensions': {'KHR_implicit_shapes': {'shapes': "
           "[{'type': 'sphere', 'sphere': {'radius': 0.5}}]}, 'KHR_physics_rigid_bodies': "
           "{'physicsMaterials': [{'restitution': 0.5}], 'collisionFilters': [{'collisionSystems': "
           "['a']}], 'physicsJoints': [{'limits': [{'linearAxes': [0, 1, 2], 'min': 0, 'max': "
           "0}]}]}}");
    assert_change(&writing, "L-MATERIAL", KHR_ROOT "/physicsMaterials/0");
    assert_change(&writing, "L-FILTER", KHR_ROOT "/collisionFilters/0");
    assert_change(&writing, "L-JOINT", KHR_NODE(1) "/joint");
    writing_end(&writing);
}

// A triangle, 36 bytes of floats and 3 of indices.
#define TRIANGLE                                                                                   \
    "'buffers': [{'byteLength': 44, 'uri': "                                                       \
    "'data:application/octet-stream;base64,AAAAAAAAAAAAAAAAA"                                      \
    "ACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIAAAA='}], 'bufferViews': [{'buffer': 0, "               \
    "'byteLength': 36}, {'buffer': 0, 'byteOffset': 36, 'byteLength': 6}], 'accessors': "          \
    "[{'bufferView': 0, 'componentType': 5126, 'count': 3, 'type': 'VEC3', 'min': [0, 0, 0], "     \
    "'max': [1, 1, 0]}, {'bufferView': 1, 'componentType': 5123, 'count': 3, 'type': 'SCALAR'}], " \
    "'meshes': [{'name': 'T', 'primitives': [{'attributes': {'POSITION': 0}, 'indices': 1, "       \
    "'material': 0}]}], 'materials': [{'pbrMetallicRoughness': {'baseColorFactor': [1, 0.5, 0, "   \
    "1]}}]"

static void meshes_and_base_colours_go_there_and_back(void **state)
{
    (void)state;
    Writing writing =
        to_g4mf(2, "'nodes': [{'name': 'N', 'mesh': 0, " BODY "'motion': {'mass': "
                   "1}}}}, {'mesh': 0, " BODY "'collider': {'geometry': {'mesh': 0}}}}}]"
                   ", " TRIANGLE);
    assert_says(&writing, "{'name':'NMesh','meshInstance':{'mesh':0}}");
    assert_says(&writing, "'meshes':[{'vertices':0,'surfaces':[{'simplexes':1,'material':0}],"
                          "'name':'T'}]");
    assert_says(&writing, "'materials':[{'baseColor':{'factor':[1,0.5,0,1]}}]");
    assert_says(&writing, "{'type':'concave','mesh':0}");
    // The mesh is not written a second time for the collider.
    assert_silent(&writing, "'vertices':2");
    assert_no_errors(writing.again.report);
    const TumMesh *mesh = &writing.again.scene->meshes[0];
    assert_int_equal(mesh->cell_count, 1);
    assert_int_equal(mesh->document_mesh, 0);
    assert_vector(&mesh->points[3], 1, 0, 0);
    Writing back = write_reading(writing.again, &(TumWriteOptions){.target = TUM_TARGET_KHR});
    assert_says(&back, "'baseColorFactor':[1,0.5,0,1]");
    assert_says(&back, "'mesh':0");
    assert_no_errors(back.again.report);
    assert_int_equal(back.again.scene->meshes[0].cell_count, 1);
    writing.again = (Reading){0};
    writing.again.report = tum_report_create(NULL);
    writing_end(&back);
    writing_end(&writing);
}

// glTF from G4MF.

#define G4MF_START "{'asset': {'dimension': 3}, 'nodes': [{'name': 'Root', 'children': [1]}, "

// G4MF-67.
static void a_capsule_along_x_is_a_capsule_on_a_node_that_turns(void **state)
{
    (void)state;
    Writing writing = from_g4mf(
        G4MF_START "{'physics': {'motion': {'type': 'dynamic'}, 'collider': {'shape': 0}}}], "
                   "'shapes': [{'size': [2, 0, 0], 'curves': [{'radii': [0.5, 0.5, 0.5]}]}]}",
        TUM_TARGET_KHR);
    assert_says(&writing, "{'rotation':[0,0,-0.7071067811865476,0.7071067811865476]");
    assert_says(&writing, "'capsule':{'height':2,'radiusBottom':0.5,'radiusTop':0.5}");
    const TumCollider *was = &writing.source.scene->colliders[0];
    const TumCollider *is = &writing.again.scene->colliders[0];
    assert_int_equal(writing.again.scene->shapes[is->shape].kind, TUM_SHAPE_CAPSULE);
    for (int i = 0; i < 4; ++i) {
        assert_near(is->rotation.q[i], was->rotation.q[i], 1e-12);
    }
    writing_end(&writing);
}

static void gltf_of_a_g4mf_keeps_indices_names_and_places(void **state)
{
    (void)state;
    Writing writing =
        from_g4mf(G4MF_START "{'name': 'Body', 'position': [1, 2, 3], 'rotor': [0.8, 0.6, 0, 0], "
                             "'physics': {'motion': {'type': 'dynamic', 'angularVelocity': [1, 2, "
                             "3]}}, 'children': [2]}, {'scale': [2], 'physics': {'collider': "
                             "{'shape': 0}}}], 'shapes': [{'name': 'Bean', 'size': [0, 1, 0], "
                             "'curves': [{'radii': [0.5, 0.5, 0.5]}]}]}",
                  TUM_TARGET_KHR);
    assert_says(&writing, "'scene':0,'scenes':[{'nodes':[0]}]");
    assert_says(&writing, "{'name':'Root','children':[1]}");
    assert_says(&writing, "'translation':[1,2,3],'rotation':[0,0,0.6,0.8]");
    assert_says(&writing, "'capsule':{");
    assert_says(&writing, "'name':'Bean'");
    const TumBody *was = &writing.source.scene->bodies[0], *is = &writing.again.scene->bodies[0];
    assert_int_equal(is->node, 1);
    assert_true(is->mass == 1.0);
    assert_int_equal(is->mass_origin, TUM_ORIGIN_AUTHORED);
    for (int i = 0; i < 3; ++i) {
        assert_near(is->position[i], was->position[i], 1e-12);
        assert_near(is->angular_velocity[i], was->angular_velocity[i], 1e-12);
        assert_near(is->inertia[i], was->inertia[i], 1e-12);
    }
    assert_int_equal(tum_report_count(writing.changes), 0);
    writing_end(&writing);
}

static void rarer_shapes_become_hulls_and_rays_are_gone(void **state)
{
    (void)state;
    Writing writing =
        from_g4mf(G4MF_START "{'physics': {'collider': {'shape': 0}}, 'children': [2]}, "
                             "{'physics': {'collider': {'shape': 1}}}], 'shapes': [{'size': [1, "
                             "1, 1], 'curves': [{'radii': [0.25, 0.25, 0.25]}]}, {'type': "
                             "'ray'}]}",
                  TUM_TARGET_KHR);
    assert_change(&writing, "A-HULL", "/shapes/0");
    assert_change(&writing, "L-RAY", "/shapes/1");
    assert_int_equal(writing.again.scene->collider_count, 1);
    assert_says(&writing, "'convexHull':true");
    writing_end(&writing);
}

static void every_dialect_can_be_written(void **state)
{
    (void)state;
    static const TumTarget targets[] = {TUM_TARGET_KHR, TUM_TARGET_KHR_DRAFT, TUM_TARGET_OMI};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; ++i) {
        Writing writing =
            from_g4mf(G4MF_START "{'physics': {'motion': {'type': 'kinematic'}}, 'children': "
                                 "[2]}, {'physics': {'collider': {'shape': 0}}}], 'shapes': "
                                 "[{'size': [1, 1, 1]}]}",
                      targets[i]);
        assert_int_equal(writing.again.scene->bodies[0].kind, TUM_BODY_KINEMATIC);
        assert_int_equal(writing.again.scene->collider_count, 1);
        assert_no_errors(writing.again.report);
        writing_end(&writing);
    }
}

static void a_g4mf_as_g4mf_is_copied_whatever_its_dimension(void **state)
{
    (void)state;
    Writing writing =
        from_g4mf("{'asset': {'dimension': 5}, 'zoo': {'a': [1]}, 'nodes': [{}]}", TUM_TARGET_G4MF);
    assert_says(&writing, "'zoo':{'a':[1]}");
    writing_end(&writing);
}

static void other_dimensions_are_refused(void **state)
{
    (void)state;
    Reading reading = read_document("{'asset': {'dimension': 4}, 'nodes': [{}]}");
    TumDocument *written = NULL;
    TumReport *report = tum_report_create(NULL);
    const TumWriteOptions options = {.target = TUM_TARGET_KHR};
    assert_int_equal(tum_scene_write(reading.scene, reading.document, &options, &written, report),
                     TUM_ERROR_UNSUPPORTED);
    assert_true(report_has(report, "UNSUPPORTED_DIMENSION", ""));
    assert_null(written);
    tum_report_destroy(report);
    reading_end(&reading);
}

static void no_failing_allocation_does_harm(void **state)
{
    (void)state;
    Reading reading =
        read_members(1, "'nodes': [{'name': 'N', 'scale': [1, 2, 1], " BODY
                        "'motion': {'centerOfMass': [1, 0, 0]}, " HELD "}}}], " SPHERE);
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t limit = 0; status != TUM_OK; ++limit) {
        Counting counting = {.fail_after = limit};
        const TumWriteOptions options = {.target = TUM_TARGET_G4MF,
                                         .allocator = counting_allocator(&counting)};
        TumDocument *written = NULL;
        status = tum_scene_write(reading.scene, reading.document, &options, &written, NULL);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        tum_document_destroy(written);
        assert_int_equal(counting.blocks, 0);
    }
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_move_up_by_one_below_a_root),
        cmocka_unit_test(mirrored_nodes_have_a_basis),
        cmocka_unit_test(names_are_cleaned_and_made_unique),
        cmocka_unit_test(a_motion_keeps_its_node_and_parts_go_below),
        cmocka_unit_test(moments_are_those_of_planes),
        cmocka_unit_test(a_mass_left_out_is_written_and_one_of_1_kg_is_not),
        cmocka_unit_test(a_motion_goes_to_its_centre_of_mass),
        cmocka_unit_test(a_body_without_shapes_keeps_the_inertia_of_the_ball_around_its_node),
        cmocka_unit_test(a_stretched_body_moves_out_from_its_node),
        cmocka_unit_test(uneven_scales_go_into_the_shapes_numbers),
        cmocka_unit_test(such_shapes_keep_their_place_under_a_moved_motion),
        cmocka_unit_test(what_zero_switches_off_is_left_out),
        cmocka_unit_test(planes_are_endless_or_meshes),
        cmocka_unit_test(triggers_and_compounds_go_along),
        cmocka_unit_test(what_g4mf_has_no_words_for_is_told),
        cmocka_unit_test(meshes_and_base_colours_go_there_and_back),
        cmocka_unit_test(a_capsule_along_x_is_a_capsule_on_a_node_that_turns),
        cmocka_unit_test(gltf_of_a_g4mf_keeps_indices_names_and_places),
        cmocka_unit_test(rarer_shapes_become_hulls_and_rays_are_gone),
        cmocka_unit_test(every_dialect_can_be_written),
        cmocka_unit_test(a_g4mf_as_g4mf_is_copied_whatever_its_dimension),
        cmocka_unit_test(other_dimensions_are_refused),
        cmocka_unit_test(no_failing_allocation_does_harm),
    };
    return cmocka_run_group_tests_name("g4mf_writer", tests, NULL, NULL);
}
