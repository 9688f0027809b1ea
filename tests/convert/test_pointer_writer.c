// SPDX-License-Identifier: MIT
// What else in a document speaks of physics goes along, or is told as lost:
// docs/dialects.md#from-one-to-another.
#include "tests/convert/writing.h"

// A body whose property an animation changes.
static Writing write_animated(const char *pointer, TumTarget target)
{
    char members[2048];
    snprintf(members, sizeof members,
             "'nodes': [{'rotation': [0, 0, 1, 0], 'extensions': {'KHR_physics_rigid_bodies': "
             "{'motion': {'mass': 2}, 'collider': {'geometry': {'shape': 0}}}}}], 'extensions': "
             "{'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}}, 'animations': [{'channels': "
             "[{'sampler': 0, 'target': {'path': 'pointer', 'extensions': "
             "{'KHR_animation_pointer': {'pointer': '%s'}}}}], 'samplers': [{'input': 0, 'output': "
             "1}]}]",
             pointer);
    return write_members(1, members, target);
}

static void an_animation_follows_its_property(void **state)
{
    (void)state;
    Writing motion = write_animated(KHR_NODE(0) "/motion/mass", TUM_TARGET_OMI);
    assert_says(&motion, "'pointer':'/nodes/0/extensions/OMI_physics_body/motion/mass'");
    writing_end(&motion);
    Writing shape = write_animated(IMPLICIT_ROOT "/0/box/size", TUM_TARGET_OMI);
    assert_says(&shape, "'pointer':'/extensions/OMI_physics_shape/shapes/0/box/size'");
    writing_end(&shape);
}

static void one_whose_property_is_not_there_is_told_and_gone(void **state)
{
    (void)state;
    Writing kinematic = write_animated(KHR_NODE(0) "/motion/isKinematic", TUM_TARGET_OMI);
    assert_change(&kinematic, "L-POINTER", "/animations/0");
    assert_silent(&kinematic, "animations");
    writing_end(&kinematic);
    // The draft's object model was never published.
    Writing draft = write_animated(KHR_NODE(0) "/motion/mass", TUM_TARGET_KHR_DRAFT);
    assert_change(&draft, "L-POINTER", "/animations/0");
    writing_end(&draft);
}

static void a_velocity_of_a_turned_node_cannot_be_redirected(void **state)
{
    (void)state;
    // The node's axes in KHR, the world's in OMI.
    Writing writing = write_animated(KHR_NODE(0) "/motion/linearVelocity", TUM_TARGET_OMI);
    assert_change(&writing, "L-POINTER", "/animations/0");
    writing_end(&writing);
}

static void pointers_to_other_things_stay(void **state)
{
    (void)state;
    Writing writing = write_animated("/nodes/0/translation", TUM_TARGET_MSFT);
    assert_says(&writing, "'pointer':'/nodes/0/translation'");
    writing_end(&writing);
}

static void graphs_and_vehicles_are_told_of(void **state)
{
    (void)state;
    Writing graph =
        write_members(1,
                      "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'motion': "
                      "{'mass': 1}}}}], 'extensions': {'KHR_interactivity': {}}",
                      TUM_TARGET_MSFT);
    assert_change(&graph, "L-BEHAVIOUR", "/extensions/KHR_interactivity");
    writing_end(&graph);
    Writing vehicle = write_reading(
        read_document(
            "{'asset': {'version': '2.0'}, 'extensionsUsed': ['OMI_physics_body', "
            "'OMI_vehicle_body'], 'nodes': [{'extensions': {'OMI_physics_body': {'motion': "
            "{'type': 'dynamic'}}, 'OMI_vehicle_body': {}}}]}"),
        &(TumWriteOptions){.target = TUM_TARGET_KHR});
    assert_change(&vehicle, "A-FOREIGN", "/extensionsUsed/1");
    assert_says(&vehicle, "OMI_vehicle_body':{}");
    writing_end(&vehicle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_animation_follows_its_property),
        cmocka_unit_test(one_whose_property_is_not_there_is_told_and_gone),
        cmocka_unit_test(a_velocity_of_a_turned_node_cannot_be_redirected),
        cmocka_unit_test(pointers_to_other_things_stay),
        cmocka_unit_test(graphs_and_vehicles_are_told_of),
    };
    return cmocka_run_group_tests_name("pointer_writer", tests, NULL, NULL);
}
