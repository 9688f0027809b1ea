// SPDX-License-Identifier: MIT
// The OMI line written, today's and the early ones: docs/dialects.md#from-one-to-another.
#include "tests/convert/writing.h"

static const TumTarget early[] = {TUM_TARGET_OMI_DRAFT, TUM_TARGET_OMI_COLLIDER};

// One node with a motion and a unit box.
static Writing write_motion(const char *motion, TumTarget target)
{
    char members[2048];
    snprintf(members, sizeof members,
             "'nodes': [{'rotation': [0, 0, 1, 0], 'extensions': {'KHR_physics_rigid_bodies': "
             "{'motion': %s, 'collider': {'geometry': {'shape': 0}}}}}], 'extensions': "
             "{'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}",
             motion);
    return write_members(1, members, target);
}

static void what_is_computed_becomes_a_number(void **state)
{
    (void)state;
    Writing writing = write_motion("{}", TUM_TARGET_OMI);
    assert_says(&writing, "'motion':{'type':'dynamic','mass':1000}");
    assert_change(&writing, "B-MASS", KHR_NODE(0) "/motion");
    assert_silent(&writing, "inertiaDiagonal"); // Nothing given is computed there, too.
    writing_end(&writing);
}

static void velocities_are_the_worlds(void **state)
{
    (void)state;
    // Half a turn about Z: the node's X is the world's -X.
    Writing writing = write_motion("{'mass': 2, 'linearVelocity': [3, 0, 0]}", TUM_TARGET_OMI);
    assert_says(&writing, "'linearVelocity':[-3,0,0]");
    assert_vector(writing.again.scene->bodies[0].linear_velocity, -3, 0, 0);
    writing_end(&writing);
}

static void what_nothing_can_move_is_kinematic(void **state)
{
    (void)state;
    Writing writing = write_motion("{'mass': 0, 'inertiaDiagonal': [0, 0, 0]}", TUM_TARGET_OMI);
    assert_says(&writing, "'motion':{'type':'kinematic','mass':1}");
    assert_change(&writing, "B-KINEMATIC", KHR_NODE(0) "/motion");
    writing_end(&writing);
}

static void other_infinities_become_huge_and_weightless(void **state)
{
    (void)state;
    Writing writing = write_motion("{'mass': 0, 'inertiaDiagonal': [1, 0, 2]}", TUM_TARGET_OMI);
    assert_says(&writing, "'mass':1000000000,'inertiaDiagonal':[1,1000000000,2],'gravityFactor':0");
    assert_change(&writing, "A-INFINITE", KHR_NODE(0) "/motion");
    writing_end(&writing);
}

// OMI-BODY-38.
static void early_bodies_have_a_type_and_a_symmetric_tensor(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; ++i) {
        // Turned by 90 degrees about X the moments of Y and Z change places.
        Writing writing =
            write_motion("{'mass': 2, 'inertiaDiagonal': [3, 4, 5], 'inertiaOrientation': "
                         "[0.7071067811865476, 0, 0, 0.7071067811865476], 'gravityFactor': 0.5}",
                         early[i]);
        assert_says(&writing, "'type':'rigid','mass':2,");
        assert_change(&writing, "L-GFACTOR", KHR_NODE(0) "/motion");
        const TumBody *body = &writing.again.scene->bodies[0];
        double sum = 0.0, product = 1.0;
        for (size_t k = 0; k < 3; ++k) {
            sum += body->inertia[k];
            product *= body->inertia[k];
        }
        assert_near(sum, 12.0, 1e-9);
        assert_near(product, 60.0, 1e-8);
        writing_end(&writing);
    }
}

static void early_capsules_are_measured_in_all(void **state)
{
    (void)state;
    static const char members[] =
        "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': "
        "0}}}}}], 'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'capsule', 'capsule': "
        "{'height': 1, 'radiusBottom': 0.25, 'radiusTop': 0.25}}]}}";
    Writing draft = write_members(1, members, TUM_TARGET_OMI_DRAFT);
    assert_says(&draft, "{'type':'capsule','capsule':{'radius':0.25,'height':1.5}}");
    assert_says(&draft, "'OMI_physics_shape':{'shape':0}");
    writing_end(&draft);
    Writing flat = write_members(1, members, TUM_TARGET_OMI_COLLIDER);
    assert_says(&flat, "'OMI_collider':{'colliders':[{'type':'capsule','radius':0.25,'height':1.5}"
                       "]}");
    const TumScene *scene = flat.again.scene;
    assert_near(scene->shapes[scene->colliders[0].shape].height, 1.0, 1e-12);
    writing_end(&flat);
    Writing today = write_members(1, members, TUM_TARGET_OMI);
    assert_says(&today, "'capsule':{'height':1,'radiusBottom':0.25,'radiusTop':0.25}");
    writing_end(&today);
}

static void early_cones_become_hulls(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; ++i) {
        Writing writing = write_members(
            1,
            "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': "
            "{'shape': 0}}}}}], 'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': "
            "'cylinder', 'cylinder': {'height': 1, 'radiusBottom': 0.5, 'radiusTop': 0}}]}}",
            early[i]);
        assert_change(&writing, "A-HULL", IMPLICIT_ROOT "/0");
        const TumScene *scene = writing.again.scene;
        assert_int_equal(scene->shapes[scene->colliders[0].shape].kind, TUM_SHAPE_CONVEX);
        writing_end(&writing);
    }
}

static void first_bodies_have_their_shapes_right_below(void **state)
{
    (void)state;
    // The collider stands two nodes down, at (1, 2, 0) of the body.
    static const char members[] =
        "'nodes': [{'children': [1], 'extensions': {'KHR_physics_rigid_bodies': {'motion': "
        "{'mass': "
        "1}}}}, {'children': [2], 'translation': [1, 0, 0]}, {'translation': [0, 2, 0], "
        "'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': 0}}}}}], "
        "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}";
    Writing flat = write_members(1, members, TUM_TARGET_OMI_COLLIDER);
    assert_says(&flat, "{'translation':[1,2,0],'extensions':{'OMI_collider':{'collider':0}}}");
    assert_change(&flat, "B-SPLIT", KHR_NODE(2) "/collider");
    assert_vector(flat.again.scene->colliders[0].position, 1, 2, 0);
    writing_end(&flat);
    Writing draft = write_members(1, members, TUM_TARGET_OMI_DRAFT);
    assert_int_equal(tum_report_count(draft.changes), 1); // the centre of mass
    assert_int_equal(draft.again.scene->colliders[0].node, 2);
    writing_end(&draft);
}

static void early_triggers_are_bodies_that_own_only_their_shape(void **state)
{
    (void)state;
    // A trigger and a collider on one node: as a trigger body the node would own both shapes.
    static const char members[] =
        "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': "
        "0}}, 'trigger': {'geometry': {'shape': 0}}}}}], 'extensions': {'KHR_implicit_shapes': "
        "{'shapes': [{'type': 'box'}]}}";
    for (size_t i = 0; i < 2; ++i) {
        Writing writing = write_members(1, members, early[i]);
        assert_change(&writing, "B-SPLIT", KHR_NODE(0) "/trigger");
        assert_int_equal(writing.again.scene->collider_count, 1);
        assert_int_equal(writing.again.scene->trigger_count, 1);
        assert_int_equal(writing.again.scene->triggers[0].part_count, 1);
        writing_end(&writing);
    }
}

// A body joined to the world by this description, in the middle of a node of the world.
static Writing write_joint(const char *description, TumTarget target)
{
    char members[2048];
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1, "
             "'inertiaDiagonal': [1, 1, 1]}, 'joint': {'connectedNode': 1, 'joint': 0}}}}, {}], "
             "'extensions': {'KHR_physics_rigid_bodies': {'physicsJoints': [%s]}}",
             description);
    return write_members(2, members, target);
}

static void joints_hold_on_to_static_bodies_for_the_world(void **state)
{
    (void)state;
    Writing writing =
        write_joint("{'limits': [{'linearAxes': [0, 1, 2], 'min': 0, 'max': 0}]}", TUM_TARGET_OMI);
    assert_says(&writing, "{'extensions':{'OMI_physics_body':{'motion':{'type':'static'}}}}");
    assert_says(&writing, "'OMI_physics_joint':{'joint':0,'connectedNode':1}");
    assert_change(&writing, "B-ANCHOR", KHR_NODE(0) "/joint");
    // The frame has a node of its own below the body.
    assert_change(&writing, "B-SPLIT", KHR_NODE(0) "/joint");
    assert_int_equal(writing.again.scene->joints[0].node_a, 2);
    writing_end(&writing);
}

static void a_dynamic_body_comes_first(void **state)
{
    (void)state;
    static const char members[] =
        "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'joint': {'connectedNode': 1, "
        "'joint': 0}}}}, {'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1, "
        "'inertiaDiagonal': [1, 1, 1]}}}}], 'extensions': {'KHR_physics_rigid_bodies': "
        "{'physicsJoints': [{'limits': [{'angularAxes': [0], 'min': -0.5, 'max': 0.25}, "
        "{'angularAxes': [1, 2], 'min': 0, 'max': 0}, {'linearAxes': [0, 1, 2], 'min': 0, 'max': "
        "0}]}]}}";
    Writing writing = write_members(2, members, TUM_TARGET_OMI);
    assert_change(&writing, "B-SWAP", KHR_NODE(0) "/joint");
    assert_says(&writing, "{'angularAxes':[0],'min':-0.25,'max':0.5}");
    writing_end(&writing);
}

static void a_cone_becomes_a_range_on_each_axis(void **state)
{
    (void)state;
    Writing writing =
        write_joint("{'limits': [{'angularAxes': [0, 2], 'max': 0.5}]}", TUM_TARGET_OMI);
    assert_change(&writing, "A-RADIAL", KHR_NODE(0) "/joint");
    assert_says(&writing, "[{'angularAxes':[0],'min':-0.5,'max':0.5},"
                          "{'angularAxes':[2],'min':-0.5,'max':0.5}]");
    writing_end(&writing);
}

static void limits_that_allow_nothing_together_meet_in_the_middle(void **state)
{
    (void)state;
    Writing writing = write_joint("{'limits': [{'linearAxes': [0], 'min': 2}, {'linearAxes': [0], "
                                  "'max': -1}]}",
                                  TUM_TARGET_OMI_DRAFT);
    assert_change(&writing, "A-OVERLAP", KHR_NODE(0) "/joint");
    assert_says(&writing, "'lowerLimit':0.5,'upperLimit':0.5");
    writing_end(&writing);
}

static void early_constraints_are_shared_and_locked_where_silent(void **state)
{
    (void)state;
    Writing writing = write_joint(
        "{'limits': [{'linearAxes': [0, 1], 'min': 0, 'max': 0}, {'linearAxes': [2], 'min': -1}, "
        "{'angularAxes': [1], 'min': 0, 'max': 2, 'stiffness': 7}]}",
        TUM_TARGET_OMI_DRAFT);
    assert_says(&writing,
                "'constraints':[{'linearAxes':[0,1],'lowerLimit':0,'upperLimit':0},"
                "{'linearAxes':[2],'lowerLimit':-1,'upperLimit':1000000000},{'angularAxes':[1],"
                "'lowerLimit':0,'upperLimit':2,'stiffness':7,'damping':0}]");
    assert_says(&writing, "'OMI_physics_joint':{'constraints':[0,1,2],'nodeA':0,'nodeB':1}");
    assert_change(&writing, "A-UNBOUNDED", KHR_NODE(0) "/joint");
    writing_end(&writing);
}

static void one_frame_for_both_takes_the_offset_into_its_ranges(void **state)
{
    (void)state;
    // B starts 2 m along A's X: a range of 1 to 3 is one of -1 to 1 from there.
    static const char members[] =
        "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1, "
        "'inertiaDiagonal': [1, 1, 1]}, 'joint': {'connectedNode': 1, 'joint': 0}}}}, "
        "{'translation': [2, 0, 0], 'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': "
        "1, 'inertiaDiagonal': [1, 1, 1]}}}}], 'extensions': {'KHR_physics_rigid_bodies': "
        "{'physicsJoints': [{'limits': [{'linearAxes': [0], 'min': 1, 'max': 3}, {'linearAxes': "
        "[1, 2], 'min': 0, 'max': 0}]}]}}";
    Writing writing = write_members(2, members, TUM_TARGET_OMI_DRAFT);
    assert_says(&writing, "{'linearAxes':[0],'lowerLimit':-1,'upperLimit':1}");
    assert_false(report_has(writing.changes, "A-FRAMES", NULL));
    writing_end(&writing);
}

static void materials_filters_and_drives_are_told_as_lost(void **state)
{
    (void)state;
    static const char members[] =
        "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': {'mass': 1, "
        "'inertiaDiagonal': [1, 1, 1]}, 'joint': {'connectedNode': 1, 'joint': 0}}}}, {}], "
        "'extensions': {'KHR_physics_rigid_bodies': {'physicsMaterials': [{}], 'collisionFilters': "
        "[{'collisionSystems': ['a']}], 'physicsJoints': [{'drives': [{'type': 'angular', 'mode': "
        "'force', 'axis': 1, 'velocityTarget': 2, 'damping': 3}]}]}}";
    for (size_t i = 0; i < 2; ++i) {
        Writing writing = write_members(2, members, early[i]);
        assert_change(&writing, "L-MATERIAL", KHR_ROOT "/physicsMaterials/0");
        assert_change(&writing, "L-FILTER", KHR_ROOT "/collisionFilters/0");
        assert_change(&writing, "L-DRIVE", KHR_NODE(0) "/joint");
        writing_end(&writing);
    }
}

static void abstaining_becomes_average_where_nobody_may_abstain(void **state)
{
    (void)state;
    // {} against 'minimum' was minimum and would be average now.
    Writing writing = write_members(
        1,
        "'nodes': [{}], 'extensions': {'KHR_physics_rigid_bodies': {'physicsMaterials': [{}, "
        "{'frictionCombine': 'minimum', 'restitutionCombine': 'average'}]}}",
        TUM_TARGET_OMI);
    assert_change(&writing, "A-COMBINE", KHR_ROOT "/physicsMaterials/0");
    assert_says(&writing, "'frictionCombine':'minimum'");
    assert_silent(&writing, "average");
    writing_end(&writing);
}

// A material that says both is one other material, and one that abstains on one side alone meets
// those of that side.
static void materials_that_are_met_differently_are_counted_once(void **state)
{
    (void)state;
    Writing writing = write_members(
        1,
        "'nodes': [{}], 'extensions': {'KHR_physics_rigid_bodies': {'physicsMaterials': [{}, "
        "{'frictionCombine': 'minimum', 'restitutionCombine': 'maximum'}, "
        "{'frictionCombine': 'multiply'}, {'restitutionCombine': 'multiply'}]}}",
        TUM_TARGET_OMI);
    size_t told = 0;
    for (size_t i = 0; i < tum_report_count(writing.changes); ++i) {
        const TumDiagnostic *finding = tum_report_at(writing.changes, i);
        static const char *const counts[3] = {"meets 3 other", "meets 2 other", "meets 2 other"};
        static const char *const places[3] = {"/0", "/2", "/3"};
        if (strcmp(finding->code, "A-COMBINE") == 0) {
            const size_t length = strlen(finding->pointer);
            assert_true(told < 3);
            assert_non_null(strstr(finding->message, counts[told]));
            assert_string_equal(finding->pointer + length - 2, places[told]);
            ++told;
        }
    }
    assert_int_equal(told, 3);
    writing_end(&writing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_computed_becomes_a_number),
        cmocka_unit_test(velocities_are_the_worlds),
        cmocka_unit_test(what_nothing_can_move_is_kinematic),
        cmocka_unit_test(other_infinities_become_huge_and_weightless),
        cmocka_unit_test(early_bodies_have_a_type_and_a_symmetric_tensor),
        cmocka_unit_test(early_capsules_are_measured_in_all),
        cmocka_unit_test(early_cones_become_hulls),
        cmocka_unit_test(first_bodies_have_their_shapes_right_below),
        cmocka_unit_test(early_triggers_are_bodies_that_own_only_their_shape),
        cmocka_unit_test(joints_hold_on_to_static_bodies_for_the_world),
        cmocka_unit_test(a_dynamic_body_comes_first),
        cmocka_unit_test(a_cone_becomes_a_range_on_each_axis),
        cmocka_unit_test(limits_that_allow_nothing_together_meet_in_the_middle),
        cmocka_unit_test(early_constraints_are_shared_and_locked_where_silent),
        cmocka_unit_test(one_frame_for_both_takes_the_offset_into_its_ranges),
        cmocka_unit_test(materials_filters_and_drives_are_told_as_lost),
        cmocka_unit_test(abstaining_becomes_average_where_nobody_may_abstain),
        cmocka_unit_test(materials_that_are_met_differently_are_counted_once),
    };
    return cmocka_run_group_tests_name("omi_writer", tests, NULL, NULL);
}
