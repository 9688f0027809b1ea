// SPDX-License-Identifier: MIT
// Animations of a document, as far as physics can follow them.
#include "tests/dialects/asset.h"
#include "tests/dialects/reading.h"

static const char body[] = "'extensions': {'KHR_physics_rigid_bodies': {'motion': {}}}";
static const char collider[] =
    "'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': 0}}}}";
static const char tables[] =
    "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box', 'box': {}}]}, "
    "'KHR_physics_rigid_bodies': {'physicsMaterials': [{}, {'restitution': 0.1}]}}";

static const char all_tables[] =
    "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box', 'box': {}}, {'type': "
    "'sphere', 'sphere': {}}, {'type': 'capsule', 'capsule': {}}, {'type': 'cylinder', 'cylinder': "
    "{}}, {'type': 'plane', 'plane': {'sizeX': 1, 'sizeZ': 1}}]}, "
    "'KHR_physics_rigid_bodies': {'physicsMaterials': [{}, {'restitution': 0.1}], 'physicsJoints': "
    "[{'limits': [{'linearAxes': [0], 'min': 0, 'max': 0}, {'linearAxes': [1]}], 'drives': "
    "[{'type': 'linear', 'mode': 'force', 'axis': 1, 'damping': 1, 'velocityTarget': 1}]}]}}";
#define SHAPES "/extensions/KHR_implicit_shapes/shapes"

// Two nodes in the scene, one of which is above the other where `second` says nothing, and
// animations whose samplers are: 0, 1 places (1 takes it twice as far), 2 a turn, 3 numbers.
static Reading read_with(const char *root, const char *first, const char *second,
                         const char *animations)
{
    const float times[2] = {0, 1}, near[6] = {0, 0, 0, 1, 0, 0}, far[6] = {0, 0, 0, 2, 0, 0};
    const float turn[8] = {0, 0, 0, 1, 0, 1, 0, 0}, numbers[2] = {0.5f, 0.75f};
    Asset asset = {0};
    asset_floats(&asset, times, 2, 1);
    asset_floats(&asset, near, 2, 3);
    asset_floats(&asset, far, 2, 3);
    asset_floats(&asset, turn, 2, 4);
    asset_floats(&asset, numbers, 2, 1);
    char members[32768];
    snprintf(members, sizeof members, "'nodes': [{%s%s}, {%s}], %s, %s, 'animations': [%s]",
             second == NULL ? "'children': [1], " : "", first,
             second == NULL ? "'name': 'Bare'" : second, root, asset_text(&asset), animations);
    return read_members(second == NULL ? 1 : 2, members);
}

static Reading read_animated(const char *node, const char *animations)
{
    return read_with(tables, node, NULL, animations);
}

#define SAMPLERS                                                                                   \
    "'samplers': [{'input': 0, 'output': 1}, {'input': 0, 'output': 2, 'interpolation': 'STEP'}, " \
    "{'input': 0, 'output': 3}, {'input': 0, 'output': 4}]"
#define CHANNEL(SAMPLER, NODE, PATH)                                                               \
    "{'sampler': " #SAMPLER ", 'target': {'node': " #NODE ", 'path': '" PATH "'}}"
#define POINTER(SAMPLER, PLACE)                                                                    \
    "{'sampler': " #SAMPLER ", 'target': {'path': 'pointer', 'extensions': "                       \
    "{'KHR_animation_pointer': {'pointer': '" PLACE "'}}}}"

static void channels_of_a_body_become_tracks(void **state)
{
    (void)state;
    Reading reading =
        read_animated(body, "{" SAMPLERS ", 'channels': [" CHANNEL(2, 0, "rotation") ", " CHANNEL(
                                0, 0, "translation") "]}");
    assert_int_equal(reading.status, TUM_OK);
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->track_count, 2);
    const TumTrack *place = &reading.scene->tracks[0], *turn = &reading.scene->tracks[1];
    assert_int_equal(place->target, TUM_TRACK_TRANSLATION);
    assert_int_equal(place->index, 0);
    assert_int_equal(place->interpolation, TUM_INTERPOLATION_LINEAR);
    assert_int_equal(place->key_count, 2);
    assert_near(place->times[1], 1, 0);
    assert_vector(place->values + 3, 1, 0, 0);
    assert_int_equal(turn->target, TUM_TRACK_ROTATION);
    assert_near(turn->values[5], 1, 0);
    assert_true(reading.scene->bodies[0].driven);
    assert_found(&reading, "PHYSICS_ANIMATED_BODY", TUM_SEVERITY_INFO,
                 "/animations/0/channels/1/target");
    reading_end(&reading);
}

// OMI-BODY-20.
static void animations_move_kinematic_bodies_by_design(void **state)
{
    (void)state;
    static const char kinematic[] =
        "'extensions': {'KHR_physics_rigid_bodies': {'motion': {'isKinematic': true}}}";
    Reading reading =
        read_animated(kinematic, "{" SAMPLERS ", 'channels': [" CHANNEL(0, 0, "translation") "]}");
    assert_int_equal(reading.status, TUM_OK);
    assert_int_equal(reading.scene->track_count, 1);
    assert_true(reading.scene->bodies[0].driven);
    assert_int_equal(tum_report_count(reading.report), 0);
    reading_end(&reading);
}

static void a_later_animation_overrides_an_earlier_one(void **state)
{
    (void)state;
    Reading reading = read_animated(
        body,
        "{" SAMPLERS ", 'channels': [" CHANNEL(
            0, 0, "translation") "]}, "
                                 "{" SAMPLERS ", 'channels': [" CHANNEL(1, 0, "translation") "]}");
    assert_int_equal(reading.scene->track_count, 1);
    assert_int_equal(reading.scene->tracks[0].interpolation, TUM_INTERPOLATION_STEP);
    assert_near(reading.scene->tracks[0].values[3], 2, 0);
    reading_end(&reading);
}

static void what_moves_no_physics_is_left_out(void **state)
{
    (void)state;
    // Node 1 hangs below the body and carries nothing.
    Reading reading =
        read_animated(body, "{" SAMPLERS ", 'channels': [" CHANNEL(0, 1, "translation") "]}");
    assert_int_equal(reading.scene->track_count, 0);
    assert_false(reading.scene->bodies[0].driven);
    reading_end(&reading);
}

// KHR-46.
static void a_collider_of_the_world_is_driven_by_its_node(void **state)
{
    (void)state;
    Reading reading =
        read_animated(collider, "{" SAMPLERS ", 'channels': [" CHANNEL(0, 0, "translation") "]}");
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->collider_count, 1);
    assert_true(reading.scene->colliders[0].driven);
    reading_end(&reading);
}

// KHR-47.
static void scale_and_weights_do_not_reshape_a_collider(void **state)
{
    (void)state;
    Reading reading = read_animated(
        collider,
        "{" SAMPLERS ", 'channels': [" CHANNEL(0, 0, "scale") ", " CHANNEL(3, 0, "weights") "]}");
    assert_int_equal(reading.scene->track_count, 0);
    assert_found(&reading, "PHYSICS_GEOMETRY_ANIMATED", TUM_SEVERITY_WARNING,
                 "/animations/0/channels/0/target");
    assert_found(&reading, "PHYSICS_GEOMETRY_ANIMATED", TUM_SEVERITY_WARNING,
                 "/animations/0/channels/1/target");
    reading_end(&reading);
}

static void pointers_reach_nodes_motions_and_materials(void **state)
{
    (void)state;
    static const char
        channels[] =
            POINTER(0, "/nodes/0/translation") ", " POINTER(3, KHR_NODE(0) "/motion/gravityFactor") ", " POINTER(
                0,
                KHR_NODE(
                    0) "/motion/angularVelocity") ", " POINTER(3, KHR_ROOT
                                                               "/physicsMaterials/1/restitution");
    char animation[2048];
    snprintf(animation, sizeof animation, "{" SAMPLERS ", 'channels': [%s]}", channels);
    Reading reading = read_animated(body, animation);
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->track_count, 4);
    assert_int_equal(scene->tracks[0].target, TUM_TRACK_TRANSLATION);
    assert_int_equal(scene->tracks[1].target, TUM_TRACK_RESTITUTION);
    assert_int_equal(scene->tracks[1].index, 1);
    assert_int_equal(scene->tracks[2].target, TUM_TRACK_GRAVITY_FACTOR);
    assert_int_equal(scene->tracks[3].target, TUM_TRACK_ANGULAR_VELOCITY);
    reading_end(&reading);
}

// Every property of docs/simulation.md#properties-by-pointer that is not a length of a table.
// KHR-145, KHR-146, KHR-147, KHR-148, KHR-149, KHR-SHAPE-28.
static void every_property_that_may_change_has_its_track(void **state)
{
    (void)state;
    static const struct {
        const char *pointer;
        TumTrackTarget target;
        int width;
    } cases[] = {
        {KHR_ROOT "/physicsMaterials/1/staticFriction", TUM_TRACK_STATIC_FRICTION, 1},
        {KHR_ROOT "/physicsMaterials/1/dynamicFriction", TUM_TRACK_DYNAMIC_FRICTION, 1},
        {KHR_ROOT "/physicsMaterials/1/restitution", TUM_TRACK_RESTITUTION, 1},
        {KHR_ROOT "/physicsJoints/0/limits/1/min", TUM_TRACK_LIMIT_MIN, 1},
        {KHR_ROOT "/physicsJoints/0/limits/1/max", TUM_TRACK_LIMIT_MAX, 1},
        {KHR_ROOT "/physicsJoints/0/limits/1/stiffness", TUM_TRACK_LIMIT_STIFFNESS, 1},
        {KHR_ROOT "/physicsJoints/0/limits/1/damping", TUM_TRACK_LIMIT_DAMPING, 1},
        {KHR_ROOT "/physicsJoints/0/drives/0/maxForce", TUM_TRACK_DRIVE_MAX_FORCE, 1},
        {KHR_ROOT "/physicsJoints/0/drives/0/positionTarget", TUM_TRACK_DRIVE_POSITION, 1},
        {KHR_ROOT "/physicsJoints/0/drives/0/velocityTarget", TUM_TRACK_DRIVE_VELOCITY, 1},
        {KHR_ROOT "/physicsJoints/0/drives/0/stiffness", TUM_TRACK_DRIVE_STIFFNESS, 1},
        {KHR_ROOT "/physicsJoints/0/drives/0/damping", TUM_TRACK_DRIVE_DAMPING, 1},
        {KHR_NODE(0) "/motion/isKinematic", TUM_TRACK_KINEMATIC, 1},
        {KHR_NODE(0) "/motion/mass", TUM_TRACK_MASS, 1},
        {KHR_NODE(0) "/motion/centerOfMass", TUM_TRACK_CENTER_OF_MASS, 3},
        {KHR_NODE(0) "/motion/inertiaDiagonal", TUM_TRACK_INERTIA, 3},
        {KHR_NODE(0) "/motion/inertiaOrientation", TUM_TRACK_INERTIA_ROTATION, 4},
        {KHR_NODE(0) "/motion/linearVelocity", TUM_TRACK_LINEAR_VELOCITY, 3},
        {KHR_NODE(0) "/motion/angularVelocity", TUM_TRACK_ANGULAR_VELOCITY, 3},
        {KHR_NODE(0) "/motion/gravityFactor", TUM_TRACK_GRAVITY_FACTOR, 1},
        {KHR_NODE(0) "/joint/enableCollision", TUM_TRACK_JOINT_COLLISION, 1},
        {SHAPES "/0/box/size", TUM_TRACK_SHAPE_SIZE, 3},
        {SHAPES "/1/sphere/radius", TUM_TRACK_SHAPE_RADIUS, 1},
        {SHAPES "/2/capsule/height", TUM_TRACK_SHAPE_HEIGHT, 1},
        {SHAPES "/2/capsule/radiusBottom", TUM_TRACK_SHAPE_BOTTOM, 1},
        {SHAPES "/2/capsule/radiusTop", TUM_TRACK_SHAPE_TOP, 1},
        {SHAPES "/3/cylinder/height", TUM_TRACK_SHAPE_HEIGHT, 1},
        {SHAPES "/3/cylinder/radiusBottom", TUM_TRACK_SHAPE_BOTTOM, 1},
        {SHAPES "/3/cylinder/radiusTop", TUM_TRACK_SHAPE_TOP, 1},
        {SHAPES "/4/plane/sizeX", TUM_TRACK_SHAPE_SIZE_X, 1},
        {SHAPES "/4/plane/sizeZ", TUM_TRACK_SHAPE_SIZE_Z, 1},
        {SHAPES "/4/plane/doubleSided", TUM_TRACK_SHAPE_SIDES, 1},
    };
    static const char joined[] =
        "'extensions': {'KHR_physics_rigid_bodies': {'motion': {}, 'joint': {'joint': 0, "
        "'connectedNode': 1}}}";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char animation[2048];
        snprintf(animation, sizeof animation,
                 "{" SAMPLERS ", 'channels': [{'sampler': %d, 'target': {'path': 'pointer', "
                 "'extensions': {'KHR_animation_pointer': {'pointer': '%s'}}}}]}",
                 cases[i].width == 1   ? 3
                 : cases[i].width == 3 ? 0
                                       : 2,
                 cases[i].pointer);
        Reading reading = read_with(all_tables, joined,
                                    "'extensions': {'KHR_physics_rigid_bodies': "
                                    "{'motion': {}}}",
                                    animation);
        assert_no_errors(reading.report);
        if (reading.scene->track_count != 1) {
            fail_msg("%s has %zu tracks", cases[i].pointer, reading.scene->track_count);
        }
        assert_int_equal(reading.scene->tracks[0].target, cases[i].target);
        assert_false(report_has(reading.report, "PHYSICS_POINTER_NOT_FOLLOWED", NULL));
        reading_end(&reading);
    }
}

static void a_pointer_to_what_never_changes_is_named(void **state)
{
    (void)state;
    static const char *const pointers[] = {
        KHR_NODE(0) "/collider/physicsMaterial",
        KHR_ROOT "/physicsMaterials/1/frictionCombine",
    };
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; ++i) {
        char animation[1024];
        snprintf(animation, sizeof animation,
                 "{" SAMPLERS ", 'channels': [{'sampler': 3, 'target': {'path': 'pointer', "
                 "'extensions': {'KHR_animation_pointer': {'pointer': '%s'}}}}]}",
                 pointers[i]);
        Reading reading = read_animated(collider, animation);
        assert_int_equal(reading.scene->track_count, 0);
        assert_found(&reading, "PHYSICS_POINTER_NOT_FOLLOWED", TUM_SEVERITY_WARNING,
                     "/animations/0/channels/0/target");
        reading_end(&reading);
    }
}

static void a_node_that_only_a_joint_knows_is_followed(void **state)
{
    (void)state;
    Reading reading = read_with(
        all_tables,
        "'extensions': {'KHR_physics_rigid_bodies': {'motion': {}, 'joint': {'joint': 0, "
        "'connectedNode': 1}}}",
        "'name': 'Hook'", "{" SAMPLERS ", 'channels': [" CHANNEL(0, 1, "translation") "]}");
    assert_int_equal(reading.scene->joint_count, 1);
    assert_int_equal(reading.scene->track_count, 1);
    assert_false(reading.scene->joints[0].driven_a);
    assert_true(reading.scene->joints[0].driven_b);
    reading_end(&reading);
}

static void animations_may_be_left_unread(void **state)
{
    (void)state;
    Reading reading =
        read_animated(body, "{" SAMPLERS ", 'channels': [" CHANNEL(0, 0, "translation") "]}");
    const TumSceneOptions options = {.no_animations = true};
    TumScene *scene = NULL;
    assert_int_equal(tum_scene_read(reading.document, &options, &scene, NULL), TUM_OK);
    assert_int_equal(scene->track_count, 0);
    assert_false(scene->bodies[0].driven);
    tum_scene_destroy(scene);
    reading_end(&reading);
}

static void running_out_of_memory_gives_no_scene(void **state)
{
    (void)state;
    Reading reading =
        read_animated(body, "{" SAMPLERS ", 'channels': [" CHANNEL(0, 0, "translation") "]}");
    for (size_t fail_after = 0;; ++fail_after) {
        Counting counting;
        const TumSceneOptions options = {.allocator = counting_allocator(&counting)};
        counting.fail_after = fail_after;
        TumScene *scene = NULL;
        const TumStatus status = tum_scene_read(reading.document, &options, &scene, NULL);
        tum_scene_destroy(scene);
        assert_int_equal(counting.blocks, 0);
        if (status == TUM_OK) {
            assert_true(fail_after > 5);
            break;
        }
        assert_int_equal(status, TUM_ERROR_MEMORY);
    }
    reading_end(&reading);
}

// The properties that the object models of OMI's texts list, but for gravity's.
// OMI-BODY-68, OMI-BODY-69, OMI-SHAPE-40, OMI-JOINT-67, OMI-JOINT-68.
static void pointers_of_omi_are_followed_too(void **state)
{
    (void)state;
#define OMI_BODY_0 "/nodes/0/extensions/OMI_physics_body"
#define OMI_JOINTS "/extensions/OMI_physics_joint/physicsJoints/0"
#define OMI_SHAPES "/extensions/OMI_physics_shape/shapes"
    static const struct {
        const char *pointer;
        TumTrackTarget target;
        int width;
    } cases[] = {
        {OMI_BODY_0 "/motion/mass", TUM_TRACK_MASS, 1},
        {OMI_BODY_0 "/motion/centerOfMass", TUM_TRACK_CENTER_OF_MASS, 3},
        {OMI_BODY_0 "/motion/inertiaDiagonal", TUM_TRACK_INERTIA, 3},
        {OMI_BODY_0 "/motion/inertiaOrientation", TUM_TRACK_INERTIA_ROTATION, 4},
        {OMI_BODY_0 "/motion/linearVelocity", TUM_TRACK_LINEAR_VELOCITY, 3},
        {OMI_BODY_0 "/motion/angularVelocity", TUM_TRACK_ANGULAR_VELOCITY, 3},
        {OMI_BODY_0 "/motion/gravityFactor", TUM_TRACK_GRAVITY_FACTOR, 1},
        {"/extensions/OMI_physics_body/physicsMaterials/0/staticFriction",
         TUM_TRACK_STATIC_FRICTION, 1},
        {"/extensions/OMI_physics_body/physicsMaterials/0/dynamicFriction",
         TUM_TRACK_DYNAMIC_FRICTION, 1},
        {"/extensions/OMI_physics_body/physicsMaterials/0/restitution", TUM_TRACK_RESTITUTION, 1},
        {OMI_JOINTS "/limits/0/min", TUM_TRACK_LIMIT_MIN, 1},
        {OMI_JOINTS "/limits/0/max", TUM_TRACK_LIMIT_MAX, 1},
        {OMI_JOINTS "/limits/0/stiffness", TUM_TRACK_LIMIT_STIFFNESS, 1},
        {OMI_JOINTS "/limits/0/damping", TUM_TRACK_LIMIT_DAMPING, 1},
        {OMI_JOINTS "/drives/0/maxForce", TUM_TRACK_DRIVE_MAX_FORCE, 1},
        {OMI_JOINTS "/drives/0/positionTarget", TUM_TRACK_DRIVE_POSITION, 1},
        {OMI_JOINTS "/drives/0/velocityTarget", TUM_TRACK_DRIVE_VELOCITY, 1},
        {OMI_JOINTS "/drives/0/stiffness", TUM_TRACK_DRIVE_STIFFNESS, 1},
        {OMI_JOINTS "/drives/0/damping", TUM_TRACK_DRIVE_DAMPING, 1},
        {"/nodes/0/extensions/OMI_physics_joint/enableCollision", TUM_TRACK_JOINT_COLLISION, 1},
        {OMI_SHAPES "/0/box/size", TUM_TRACK_SHAPE_SIZE, 3},
        {OMI_SHAPES "/1/sphere/radius", TUM_TRACK_SHAPE_RADIUS, 1},
        {OMI_SHAPES "/2/capsule/height", TUM_TRACK_SHAPE_HEIGHT, 1},
        {OMI_SHAPES "/2/capsule/radiusBottom", TUM_TRACK_SHAPE_BOTTOM, 1},
        {OMI_SHAPES "/2/capsule/radiusTop", TUM_TRACK_SHAPE_TOP, 1},
        {OMI_SHAPES "/3/cylinder/height", TUM_TRACK_SHAPE_HEIGHT, 1},
        {OMI_SHAPES "/3/cylinder/radiusBottom", TUM_TRACK_SHAPE_BOTTOM, 1},
        {OMI_SHAPES "/3/cylinder/radiusTop", TUM_TRACK_SHAPE_TOP, 1},
    };
    static const char root[] =
        "'extensions': {'OMI_physics_shape': {'shapes': [{'type': 'box', 'box': {}}, {'type': "
        "'sphere', 'sphere': {}}, {'type': 'capsule', 'capsule': {}}, {'type': 'cylinder', "
        "'cylinder': {}}]}, 'OMI_physics_body': {'physicsMaterials': [{}]}, 'OMI_physics_joint': "
        "{'physicsJoints': [{'limits': [{'linearAxes': [0], 'min': 0, 'max': 0}], 'drives': "
        "[{'type': 'linear', 'mode': 'force', 'axis': 1, 'damping': 1, 'velocityTarget': 1}]}]}}";
    static const char first[] =
        "'extensions': {'OMI_physics_body': {'motion': {'type': 'dynamic'}}, "
        "'OMI_physics_joint': {'joint': 0, 'connectedNode': 1}}";
    static const char second[] =
        "'extensions': {'OMI_physics_body': {'motion': {'type': 'dynamic'}}}";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char animation[2048];
        snprintf(animation, sizeof animation,
                 "{" SAMPLERS ", 'channels': [{'sampler': %d, 'target': {'path': 'pointer', "
                 "'extensions': {'KHR_animation_pointer': {'pointer': '%s'}}}}]}",
                 cases[i].width == 1   ? 3
                 : cases[i].width == 3 ? 0
                                       : 2,
                 cases[i].pointer);
        Reading reading = read_with(root, first, second, animation);
        if (reading.scene->track_count != 1) {
            fail_msg("%s has %zu tracks", cases[i].pointer, reading.scene->track_count);
        }
        assert_int_equal(reading.scene->tracks[0].target, cases[i].target);
        reading_end(&reading);
    }
}

// Decision D11: each axis has a range of its own. A lock of two axes is one limit, a distance from
// a line, and must not stay so where an animation opens it.
static void a_lock_that_may_open_is_one_limit_an_axis(void **state)
{
    (void)state;
    static const char root[] =
        "'extensions': {'OMI_physics_joint': {'physicsJoints': [{'limits': [{'linearAxes': [0, 1], "
        "'min': 0, 'max': 0}]}]}}";
    static const char first[] =
        "'extensions': {'OMI_physics_body': {'motion': {'type': 'dynamic'}}, "
        "'OMI_physics_joint': {'joint': 0, 'connectedNode': 1}}";
    Reading reading = read_with(root, first, "'name': 'b'",
                                "{" SAMPLERS ", 'channels': [" POINTER(
                                    3, "/extensions/OMI_physics_joint/physicsJoints/0/limits/0/"
                                       "max") "]}");
    assert_int_equal(reading.scene->limit_count, 2);
    assert_int_equal(reading.scene->limits[0].axes, 1);
    assert_int_equal(reading.scene->limits[1].axes, 2);
    assert_int_equal(reading.scene->track_count, 2);
    reading_end(&reading);
}

// OMI-GRAVITY-35.
static void pointers_to_volumes_of_gravity_are_named(void **state)
{
    (void)state;
    static const char root[] = "'extensions': {'OMI_physics_shape': {'shapes': [{'type': 'box'}]}}";
    static const char first[] =
        "'extensions': {'OMI_physics_body': {'trigger': {'shape': 0}}, 'OMI_physics_gravity': "
        "{'type': 'point', 'gravity': 1, 'point': {'unitDistance': 1}}}";
    static const char *const properties[] = {"gravity", "point/unitDistance"};
    for (int i = 0; i < 2; ++i) {
        char animation[1024];
        snprintf(animation, sizeof animation,
                 "{" SAMPLERS ", 'channels': [{'sampler': 3, 'target': {'path': 'pointer', "
                 "'extensions': {'KHR_animation_pointer': {'pointer': "
                 "'/nodes/0/extensions/OMI_physics_gravity/%s'}}}}]}",
                 properties[i]);
        Reading reading = read_with(root, first, "'name': 'b'", animation);
        assert_int_equal(reading.scene->track_count, 0);
        assert_found(&reading, "PHYSICS_POINTER_NOT_FOLLOWED", TUM_SEVERITY_WARNING,
                     "/animations/0/channels/0/target");
        reading_end(&reading);
    }
}

// An animation with one channel at the pointer changes nothing and is named.
static void assert_not_followed(const char *root, const char *node, const char *pointer)
{
    char animation[1024];
    snprintf(animation, sizeof animation,
             "{" SAMPLERS ", 'channels': [{'sampler': 3, 'target': {'path': 'pointer', "
             "'extensions': {'KHR_animation_pointer': {'pointer': '%s'}}}}]}",
             pointer);
    Reading reading = read_with(root, node, "'name': 'b'", animation);
    assert_int_equal(reading.status, TUM_OK);
    assert_int_equal(reading.scene->track_count, 0);
    if (!report_has(reading.report, "PHYSICS_POINTER_NOT_FOLLOWED",
                    "/animations/0/channels/0/target")) {
        fail_msg("%s is not named", pointer);
    }
    reading_end(&reading);
}

// KHR-150, KHR-SHAPE-29, OMI-BODY-70, OMI-SHAPE-41, OMI-JOINT-69.
static void lengths_of_tables_never_change(void **state)
{
    (void)state;
    static const char khr_root[] =
        "'extensions': {'KHR_implicit_shapes': {'shapes': [{'type': 'box', 'box': {}}]}, "
        "'KHR_physics_rigid_bodies': {'physicsMaterials': [{}], 'collisionFilters': "
        "[{'collisionSystems': ['a']}], 'physicsJoints': [{'limits': [{'linearAxes': [0]}]}]}}";
    static const char khr_node[] =
        "'extensions': {'KHR_physics_rigid_bodies': {'motion': {}, 'collider': {'geometry': "
        "{'shape': 0}, 'physicsMaterial': 0, 'collisionFilter': 0}, 'joint': {'joint': 0, "
        "'connectedNode': 1}}}";
    assert_not_followed(khr_root, khr_node, SHAPES ".length");
    assert_not_followed(khr_root, khr_node, "/extensions/KHR_collision_shapes/shapes.length");
    assert_not_followed(khr_root, khr_node, KHR_ROOT "/physicsMaterials.length");
    assert_not_followed(khr_root, khr_node, KHR_ROOT "/physicsJoints.length");
    assert_not_followed(khr_root, khr_node, KHR_ROOT "/collisionFilters.length");
    static const char omi_root[] =
        "'extensions': {'OMI_physics_shape': {'shapes': [{'type': 'box', 'box': {}}]}, "
        "'OMI_physics_body': {'physicsMaterials': [{}], 'collisionFilters': "
        "[{'collisionSystems': ['a']}]}, 'OMI_physics_joint': {'physicsJoints': [{'limits': "
        "[{'linearAxes': [0], 'min': 0, 'max': 0}]}]}}";
    static const char omi_node[] =
        "'extensions': {'OMI_physics_body': {'motion': {'type': 'dynamic'}, 'collider': {'shape': "
        "0, 'physicsMaterial': 0, 'collisionFilter': 0}}, 'OMI_physics_joint': {'joint': 0, "
        "'connectedNode': 1}}";
    assert_not_followed(omi_root, omi_node, "/extensions/OMI_physics_shape/shapes.length");
    assert_not_followed(omi_root, omi_node, "/extensions/OMI_physics_body/physicsMaterials.length");
    assert_not_followed(omi_root, omi_node, "/extensions/OMI_physics_body/collisionFilters.length");
    assert_not_followed(omi_root, omi_node, "/extensions/OMI_physics_joint/physicsJoints.length");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(channels_of_a_body_become_tracks),
        cmocka_unit_test(animations_move_kinematic_bodies_by_design),
        cmocka_unit_test(a_later_animation_overrides_an_earlier_one),
        cmocka_unit_test(what_moves_no_physics_is_left_out),
        cmocka_unit_test(a_collider_of_the_world_is_driven_by_its_node),
        cmocka_unit_test(scale_and_weights_do_not_reshape_a_collider),
        cmocka_unit_test(pointers_reach_nodes_motions_and_materials),
        cmocka_unit_test(every_property_that_may_change_has_its_track),
        cmocka_unit_test(a_pointer_to_what_never_changes_is_named),
        cmocka_unit_test(a_node_that_only_a_joint_knows_is_followed),
        cmocka_unit_test(animations_may_be_left_unread),
        cmocka_unit_test(running_out_of_memory_gives_no_scene),
        cmocka_unit_test(pointers_of_omi_are_followed_too),
        cmocka_unit_test(a_lock_that_may_open_is_one_limit_an_axis),
        cmocka_unit_test(pointers_to_volumes_of_gravity_are_named),
        cmocka_unit_test(lengths_of_tables_never_change),
    };
    return cmocka_run_group_tests_name("animation_reader", tests, NULL, NULL);
}
