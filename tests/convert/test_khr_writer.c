// SPDX-License-Identifier: MIT
// The KHR line written: docs/dialects.md#from-one-to-another.
#include "tests/convert/writing.h"

// One node with a motion and a unit box.
static Writing write_motion(const char *motion, TumTarget target)
{
    char members[2048];
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': %s, 'collider': "
             "{'geometry': {'shape': 0}}}}}], 'extensions': {'KHR_implicit_shapes': {'shapes': "
             "[{'type': 'box', 'name': 'crate', 'extras': {'a': [1, 2]}}]}}",
             motion);
    return write_members(1, members, target);
}

static void a_document_in_the_targets_words_stays_as_it_is(void **state)
{
    (void)state;
    static const char text[] =
        "{'asset':{'version':'2.0'},'extensionsUsed':['KHR_physics_rigid_bodies'],'nodes':["
        "{'mesh':0,'extensions':{'KHR_physics_rigid_bodies':{'unknown':7,'collider':{'geometry':"
        "{'mesh':0}}}}}],'meshes':[{'primitives':[]}]}";
    Writing writing =
        write_reading(read_document(text), &(TumWriteOptions){.target = TUM_TARGET_KHR});
    assert_string_equal(writing.source.scene->dialects, "K7");
    assert_int_equal(strncmp(writing.text, text, sizeof text - 1), 0);
    assert_int_equal(tum_report_count(writing.changes), 0);
    writing_end(&writing);
}

static void mass_left_to_the_engine_stays_so_where_the_target_can_leave_it(void **state)
{
    (void)state;
    Writing draft = write_motion("{}", TUM_TARGET_KHR_DRAFT);
    assert_silent(&draft, "'mass'");
    assert_silent(&draft, "'centerOfMass'");
    writing_end(&draft);
    // A box of 1 m at 1000 kg/m^3; MSFT would take 1 kg for granted.
    Writing msft = write_motion("{}", TUM_TARGET_MSFT);
    assert_says(&msft, "'motion':{'mass':1000}");
    assert_change(&msft, "B-MASS", KHR_NODE(0) "/motion");
    writing_end(&msft);
}

static void zero_stays_infinite(void **state)
{
    (void)state;
    Writing writing = write_motion("{'mass': 0, 'inertiaDiagonal': [0, 1, 0], 'isKinematic': true}",
                                   TUM_TARGET_KHR_DRAFT);
    assert_says(&writing, "'isKinematic':true,'mass':0,");
    assert_says(&writing, "'inertiaDiagonal':[0,1,0]");
    writing_end(&writing);
}

static void velocities_are_in_the_axes_of_the_node(void **state)
{
    (void)state;
    // A quarter turn about Z: the node's X is the world's Y.
    Writing writing = write_members(
        1,
        "'nodes': [{'rotation': [0, 0, 0.7071067811865476, 0.7071067811865476], 'extensions': "
        "{'KHR_physics_rigid_bodies': {'motion': {'mass': 1, 'linearVelocity': [2, 0, 0]}}}}]",
        TUM_TARGET_KHR_DRAFT);
    assert_vector(writing.source.scene->bodies[0].linear_velocity, 0, 2, 0);
    assert_vector(writing.again.scene->bodies[0].linear_velocity, 0, 2, 0);
    writing_end(&writing);
}

static void names_and_extras_go_along_and_all_parameters_are_written(void **state)
{
    (void)state;
    Writing writing = write_motion("{'mass': 2}", TUM_TARGET_KHR_DRAFT);
    assert_says(&writing, "'KHR_collision_shapes':{'shapes':[{'box':{'size':[1,1,1]},'type':'box',"
                          "'name':'crate','extras':{'a':[1,2]}}]}");
    assert_says(&writing, "'collider':{'shape':0}");
    assert_silent(&writing, "KHR_implicit_shapes");
    assert_string_equal(writing.again.scene->dialects, "K2");
    writing_end(&writing);
}

static void extensions_of_converted_objects_are_told_as_lost(void **state)
{
    (void)state;
    Writing writing = write_motion("{'mass': 2, 'extensions': {'EXT_x': {}}}", TUM_TARGET_MSFT);
    assert_change(&writing, "L-EXT", KHR_NODE(0) "/motion");
    assert_silent(&writing, "EXT_x");
    writing_end(&writing);
}

static Writing write_shape(const char *shape, TumTarget target)
{
    char members[2048];
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': "
             "{'shape': 0}}}}}], 'extensions': {'KHR_implicit_shapes': {'shapes': [%s]}}",
             shape);
    return write_members(1, members, target);
}

static void an_infinite_plane_becomes_the_top_of_a_box(void **state)
{
    (void)state;
    Writing writing = write_shape("{'type': 'plane'}", TUM_TARGET_KHR_DRAFT);
    assert_change(&writing, "A-PLANE", IMPLICIT_ROOT "/0");
    const TumScene *scene = writing.again.scene;
    assert_int_equal(scene->collider_count, 1);
    const TumCollider *collider = &scene->colliders[0];
    const TumShape *shape = &scene->shapes[collider->shape];
    assert_int_equal(shape->kind, TUM_SHAPE_BOX);
    assert_near(collider->position[1] + 0.5 * shape->size[1], 0.0, 1e-12);
    assert_int_equal(collider->node, 1); // below the node that stays where it was
    writing_end(&writing);
}

static void a_finite_plane_becomes_two_triangles(void **state)
{
    (void)state;
    Writing writing =
        write_shape("{'type': 'plane', 'plane': {'sizeX': 4, 'sizeZ': 2}}", TUM_TARGET_GLTF21);
    assert_change(&writing, "A-PLANE", IMPLICIT_ROOT "/0");
    const TumScene *scene = writing.again.scene;
    const TumMesh *mesh = &scene->meshes[scene->shapes[scene->colliders[0].shape].mesh];
    assert_int_equal(mesh->cell_count, 2);
    for (size_t i = 0; i < 4; ++i) {
        assert_near(fabs(mesh->points[3 * i]), 2.0, 1e-12);
        assert_near(mesh->points[3 * i + 1], 0.0, 0.0);
        assert_near(fabs(mesh->points[3 * i + 2]), 1.0, 1e-12);
    }
    writing_end(&writing);
}

static void core_shapes_are_written_with_every_default(void **state)
{
    (void)state;
    // A capsule that says nothing is 0.5 m high in KHR and 1 m in the core.
    Writing writing = write_shape("{'type': 'capsule'}", TUM_TARGET_GLTF21);
    assert_says(&writing, "'shapes':[{'capsule':{'height':0.5,'radiusBottom':0.25,'radiusTop':0.25}"
                          ",'type':'capsule'}]");
    assert_says(&writing, "'asset':{'version':'2.1'}");
    assert_near(writing.again.scene->shapes[0].height, 0.5, 0.0);
    writing_end(&writing);
}

static void abstaining_combines_stay_absent_and_msft_shouts(void **state)
{
    (void)state;
    Writing writing = write_members(
        1,
        "'nodes': [{}], 'extensions': {'KHR_physics_rigid_bodies': {'physicsMaterials': [{}, "
        "{'frictionCombine': 'multiply', 'restitution': 0.5}]}}",
        TUM_TARGET_MSFT);
    assert_says(&writing,
                "'physicsMaterials':[{'staticFriction':0.6,'dynamicFriction':0.6,'restitution':0},"
                "{'staticFriction':0.6,'dynamicFriction':0.6,'restitution':0.5,'frictionCombine':"
                "'MULTIPLY'}]");
    writing_end(&writing);
}

// Two bodies and a joint of this description.
static Writing write_joint(const char *description, TumTarget target)
{
    char members[2048];
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1}, "
             "'joint': {'connectedNode': 1, 'joint': 0, 'enableCollision': true}}}}, "
             "{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1}}}}], "
             "'extensions': {'KHR_physics_rigid_bodies': {'physicsJoints': [%s]}}",
             description);
    return write_members(2, members, target);
}

static void the_draft_wants_both_ends_of_a_limit(void **state)
{
    (void)state;
    Writing writing =
        write_joint("{'limits': [{'linearAxes': [0, 2], 'max': 3}]}", TUM_TARGET_KHR_DRAFT);
    assert_says(&writing, "{'linearAxes':[0,2],'min':-1000000000,'max':3}");
    assert_says(&writing, "'enableCollision':true");
    assert_change(&writing, "A-UNBOUNDED", KHR_NODE(0) "/joint");
    writing_end(&writing);
}

static void msft_has_no_drives_and_its_own_words_for_springs(void **state)
{
    (void)state;
    Writing writing = write_joint("{'limits': [{'angularAxes': [1], 'max': 1, 'stiffness': 4, "
                                  "'damping': 5}], 'drives': [{'type': 'linear', 'mode': 'force', "
                                  "'axis': 0, 'velocityTarget': 1, 'damping': 2}]}",
                                  TUM_TARGET_MSFT);
    assert_says(&writing, "'physicsJointLimits':[{'limits':[{'angularAxes':[1],'max':1,"
                          "'springConstant':4,'springDamping':5}]}]");
    assert_says(&writing, "'joint':{'connectedNode':1,'jointLimits':0,'enableCollision':true}");
    assert_silent(&writing, "drives");
    assert_change(&writing, "L-DRIVE", KHR_NODE(0) "/joint");
    writing_end(&writing);
}

static void a_joint_without_limits_gets_one_that_never_acts(void **state)
{
    (void)state;
    Writing writing = write_joint("{}", TUM_TARGET_KHR_DRAFT);
    assert_says(&writing, "'limits':[{'linearAxes':[0],'min':-1000000000,'max':1000000000}]");
    assert_change(&writing, "A-DUMMY", KHR_NODE(0) "/joint");
    writing_end(&writing);
}

static const char compound[] =
    "'nodes': [{'children': [1, 2], 'extensions': {'KHR_physics_rigid_bodies': {'trigger': "
    "{'nodes': [1, 2]}}}}, {'extensions': {'KHR_physics_rigid_bodies': {'trigger': {'geometry': "
    "{'shape': 0}}}}}, {'extensions': {'KHR_physics_rigid_bodies': {'trigger': {'geometry': "
    "{'shape': 0}}}}}], 'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}";

static void compound_triggers_keep_their_members(void **state)
{
    (void)state;
    Writing writing = write_members(1, compound, TUM_TARGET_KHR_DRAFT);
    assert_says(&writing, "'trigger':{'nodes':[1,2]}");
    assert_int_equal(writing.again.scene->trigger_count, 3);
    assert_int_equal(writing.again.scene->triggers[0].part_count, 2);
    writing_end(&writing);
}

static void msft_tells_of_each_part_of_a_compound(void **state)
{
    (void)state;
    Writing writing = write_members(1, compound, TUM_TARGET_MSFT);
    assert_change(&writing, "A-COMPOUND", KHR_NODE(0) "/trigger");
    assert_silent(&writing, "'trigger':{'nodes'");
    writing_end(&writing);
}

static void a_required_extension_becomes_a_required_one(void **state)
{
    (void)state;
    Writing writing = write_reading(
        read_document("{'asset': {'version': '2.0'}, 'extensionsUsed': ['KHR_rigid_bodies', 'E'], "
                      "'extensionsRequired': ['KHR_rigid_bodies'], 'nodes': [{'extensions': "
                      "{'KHR_rigid_bodies': {'motion': {'mass': 2}}}}]}"),
        &(TumWriteOptions){.target = TUM_TARGET_KHR});
    assert_says(&writing, "'extensionsUsed':['E','KHR_physics_rigid_bodies']");
    assert_says(&writing, "'extensionsRequired':['KHR_physics_rigid_bodies']");
    writing_end(&writing);
}

static void a_document_without_physics_gains_nothing(void **state)
{
    (void)state;
    static const char text[] = "{'asset':{'version':'2.0'},'nodes':[{'name':'a'}]}";
    Writing writing =
        write_reading(read_document(text), &(TumWriteOptions){.target = TUM_TARGET_MSFT});
    assert_int_equal(strncmp(writing.text, text, sizeof text - 1), 0);
    writing_end(&writing);
}

static void equal_shapes_are_one_unless_they_have_names_of_their_own(void **state)
{
    (void)state;
    static const char members[] =
        "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': "
        "0}}}}}, {'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': "
        "1}}}}}, {'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': "
        "2}}}}}], 'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'sphere'}, {'type': "
        "'sphere'}, {'type': 'sphere', 'name': 'ball'}]}}";
    Writing writing = write_members(3, members, TUM_TARGET_KHR_DRAFT);
    assert_says(&writing, "'shapes':[{'sphere':{'radius':0.5},'type':'sphere'},"
                          "{'sphere':{'radius':0.5},'type':'sphere','name':'ball'}]");
    writing_end(&writing);
    const TumWriteOptions merging = {.target = TUM_TARGET_KHR_DRAFT, .merge_names = true};
    Writing merged = write_reading(read_members(3, members), &merging);
    assert_says(&merged, "'shapes':[{'sphere':{'radius':0.5},'type':'sphere'}]");
    assert_change(&merged, "A-COLLAPSE", IMPLICIT_ROOT "/2");
    writing_end(&merged);
}

// A sphere whose node has this scale.
static Writing write_scaled(const char *scale, const TumWriteOptions *options)
{
    char members[1024];
    snprintf(members, sizeof members,
             "'nodes': [{'scale': %s, 'extensions': {'KHR_physics_rigid_bodies': {'collider': "
             "{'geometry': {'shape': 0}}}}}], 'extensions': {'KHR_implicit_shapes': {'shapes': "
             "[{'type': 'sphere'}]}}",
             scale);
    return write_reading(read_members(1, members), options);
}

static void uneven_scale_of_a_curved_shape_is_told_or_baked(void **state)
{
    (void)state;
    const TumWriteOptions keeping = {.target = TUM_TARGET_KHR_DRAFT};
    Writing kept = write_scaled("[1, 2, 1]", &keeping);
    assert_change(&kept, "A-SCALE", KHR_NODE(0) "/collider");
    assert_says(&kept, "'type':'sphere'");
    writing_end(&kept);
    const TumWriteOptions baking = {.target = TUM_TARGET_KHR_DRAFT, .bake_scale = true};
    Writing baked = write_scaled("[1, 2, 1]", &baking);
    assert_change(&baked, "A-HULL", KHR_NODE(0) "/collider");
    // The hull is half a metre across before the node scales it, and 1 m high after.
    const TumScene *scene = baked.again.scene;
    const TumMesh *mesh = &scene->meshes[scene->shapes[scene->colliders[0].shape].mesh];
    double top = 0.0;
    for (size_t i = 0; i < mesh->point_count; ++i) {
        top = mesh->points[3 * i + 1] > top ? mesh->points[3 * i + 1] : top;
    }
    assert_near(top, 1.0, 0.01);
    writing_end(&baked);
}

static void a_collider_that_its_scale_disables_is_left_out_where_that_has_no_word(void **state)
{
    (void)state;
    Writing writing = write_scaled("[0, 0, 0]", &(TumWriteOptions){.target = TUM_TARGET_KHR_DRAFT});
    assert_change(&writing, "A-ZERO", KHR_NODE(0) "/collider");
    assert_int_equal(writing.again.scene->collider_count, 0);
    writing_end(&writing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_document_in_the_targets_words_stays_as_it_is),
        cmocka_unit_test(mass_left_to_the_engine_stays_so_where_the_target_can_leave_it),
        cmocka_unit_test(zero_stays_infinite),
        cmocka_unit_test(velocities_are_in_the_axes_of_the_node),
        cmocka_unit_test(names_and_extras_go_along_and_all_parameters_are_written),
        cmocka_unit_test(extensions_of_converted_objects_are_told_as_lost),
        cmocka_unit_test(an_infinite_plane_becomes_the_top_of_a_box),
        cmocka_unit_test(a_finite_plane_becomes_two_triangles),
        cmocka_unit_test(core_shapes_are_written_with_every_default),
        cmocka_unit_test(abstaining_combines_stay_absent_and_msft_shouts),
        cmocka_unit_test(the_draft_wants_both_ends_of_a_limit),
        cmocka_unit_test(msft_has_no_drives_and_its_own_words_for_springs),
        cmocka_unit_test(a_joint_without_limits_gets_one_that_never_acts),
        cmocka_unit_test(compound_triggers_keep_their_members),
        cmocka_unit_test(msft_tells_of_each_part_of_a_compound),
        cmocka_unit_test(a_required_extension_becomes_a_required_one),
        cmocka_unit_test(a_document_without_physics_gains_nothing),
        cmocka_unit_test(equal_shapes_are_one_unless_they_have_names_of_their_own),
        cmocka_unit_test(uneven_scale_of_a_curved_shape_is_told_or_baked),
        cmocka_unit_test(a_collider_that_its_scale_disables_is_left_out_where_that_has_no_word),
    };
    return cmocka_run_group_tests_name("khr_writer", tests, NULL, NULL);
}
