// SPDX-License-Identifier: MIT
// Scenes made by programs become files of every dialect, and say the same when read again.
#include "tests/support/support.h"
#include "tumble/dialect.h"
#include "tumble/scene_builder.h"

/// A floor, a crate of 2 m^3 that turns, a pyramid of points that hangs from it, and a gate.
typedef struct Stage {
    TumReport *report;
    TumScene *scene;
    int32_t crate, pyramid;
} Stage;

static int32_t add_node(TumSceneBuilder *builder, int32_t parent, const char *name, double x,
                        double y, double z)
{
    TumNodeDef node = tum_default_node_def();
    node.parent = parent;
    node.name = name;
    node.position[0] = x;
    node.position[1] = y;
    node.position[2] = z;
    return tum_scene_builder_add_node(builder, &node);
}

// A half turn about X: node space is the world's but for the signs of Y and Z.
static int32_t add_turned_node(TumSceneBuilder *builder, const char *name, double y)
{
    TumNodeDef node = tum_default_node_def();
    node.name = name;
    node.position[1] = y;
    node.rotation.q[0] = 1.0;
    node.rotation.q[3] = 0.0;
    return tum_scene_builder_add_node(builder, &node);
}

static void add_collider(TumSceneBuilder *builder, int32_t node, TumShape shape, int32_t material)
{
    TumColliderDef collider = tum_default_collider_def();
    collider.node = node;
    collider.shape = tum_scene_builder_add_shape(builder, &shape);
    collider.material = material;
    assert_true(tum_scene_builder_add_collider(builder, &collider));
}

static void add_joint(TumSceneBuilder *builder, int32_t a, int32_t b)
{
    const TumLimit limit = {.space = TUM_SPACE_LINEAR, .axes = 7, .stiffness = INFINITY};
    TumJointDef joint = tum_default_joint_def();
    joint.node_a = a;
    joint.node_b = b;
    joint.limits = &limit;
    joint.limit_count = 1;
    assert_true(tum_scene_builder_add_joint(builder, &joint));
}

static Stage stage_begin(void)
{
    Stage stage = {.report = tum_report_create(NULL)};
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 3, 0.0, "stage", stage.report);
    const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    TumBodyDef body = tum_default_body_def();
    TumMaterial ice = tum_default_material();
    ice.static_friction = ice.dynamic_friction = 0.0625;
    ice.pointer = NULL;
    const int32_t material = tum_scene_builder_add_material(builder, &ice);
    const int32_t floor = add_node(builder, -1, "Floor", 0, -0.5, 0);
    stage.crate = add_turned_node(builder, "Crate", 3);
    stage.pyramid = add_node(builder, -1, "Pyramid", 0, 1, 0);
    const int32_t gate = add_node(builder, -1, NULL, 4, 1, 0);
    const int32_t hook = add_node(builder, stage.pyramid, "Hook", 0, 1.5, 0);
    const int32_t eye = add_node(builder, stage.crate, "Eye", 0, 0.5, 0);
    add_collider(builder, floor, (TumShape){.kind = TUM_SHAPE_BOX, .size = {20, 1, 20}}, material);
    add_collider(builder, stage.crate, (TumShape){.kind = TUM_SHAPE_BOX, .size = {1, 2, 1}}, -1);
    const int32_t mesh = tum_scene_builder_add_mesh(builder, points, 4, NULL, 0);
    add_collider(builder, stage.pyramid, (TumShape){.kind = TUM_SHAPE_CONVEX, .mesh = mesh}, -1);
    body.node = stage.crate;
    body.angular_velocity[1] = 2.0;
    assert_true(tum_scene_builder_add_body(builder, &body));
    body = tum_default_body_def();
    body.node = stage.pyramid;
    body.mass = 12.0;
    assert_true(tum_scene_builder_add_body(builder, &body));
    TumTriggerDef trigger = tum_default_trigger_def();
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 1.0};
    trigger.node = gate;
    trigger.shape = tum_scene_builder_add_shape(builder, &ball);
    assert_true(tum_scene_builder_add_trigger(builder, &trigger));
    add_joint(builder, eye, hook);
    assert_int_equal(tum_scene_builder_finish(builder, &stage.scene), TUM_OK);
    tum_scene_builder_destroy(builder);
    assert_int_equal(tum_report_count_of(stage.report, TUM_SEVERITY_ERROR), 0);
    return stage;
}

static void stage_end(Stage *stage)
{
    tum_scene_destroy(stage->scene);
    tum_report_destroy(stage->report);
}

static TumDocument *written(const Stage *stage, TumTarget target)
{
    const TumWriteOptions options = {.target = target};
    TumDocument *document = NULL;
    assert_int_equal(tum_scene_write(stage->scene, NULL, &options, &document, stage->report),
                     TUM_OK);
    return document;
}

// Read from the bytes of the written file.
static TumScene *read_again(const TumDocument *document)
{
    const TumSaveOptions save = {.container = TUM_CONTAINER_BINARY};
    TumReport *report = tum_report_create(NULL);
    void *bytes = NULL;
    size_t count = 0;
    TumScene *scene = NULL;
    assert_int_equal(tum_document_write(document, &save, &bytes, &count, report), TUM_OK);
    assert_int_equal(tum_scene_read_bytes(bytes, count, NULL, NULL, &scene, report), TUM_OK);
    assert_no_errors(report);
    tum_document_free_bytes(document, bytes, count);
    tum_report_destroy(report);
    return scene;
}

static const TumBody *body_called(const TumScene *scene, const char *name)
{
    for (size_t i = 0; i < scene->body_count; ++i) {
        if (strncmp(scene->nodes[scene->bodies[i].node].name, name, strlen(name)) == 0) {
            return &scene->bodies[i];
        }
    }
    print_error("no body '%s'\n", name);
    fail();
    return NULL;
}

static void a_built_scene_is_the_same_in_khr(void **state)
{
    (void)state;
    Stage stage = stage_begin();
    TumDocument *document = written(&stage, TUM_TARGET_KHR);
    TumScene *again = read_again(document);
    assert_string_equal(again->dialects, "K7");
    assert_int_equal(again->node_count, stage.scene->node_count);
    assert_int_equal(again->body_count, 2);
    assert_int_equal(again->collider_count, 3);
    assert_int_equal(again->trigger_count, 1);
    assert_int_equal(again->joint_count, 1);
    for (size_t i = 0; i < again->node_count; ++i) {
        assert_string_equal(again->nodes[i].name, stage.scene->nodes[i].name);
        assert_int_equal(again->nodes[i].parent, stage.scene->nodes[i].parent);
        assert_memory_equal(again->nodes[i].world, stage.scene->nodes[i].world,
                            sizeof again->nodes[i].world);
    }
    for (size_t i = 0; i < 2; ++i) {
        const TumBody *a = &again->bodies[i], *b = &stage.scene->bodies[i];
        assert_near(a->mass, b->mass, 0.0);
        assert_memory_equal(a->center_of_mass, b->center_of_mass, sizeof a->center_of_mass);
        assert_memory_equal(a->inertia, b->inertia, 3 * sizeof(double));
        assert_memory_equal(a->angular_velocity, b->angular_velocity, 3 * sizeof(double));
    }
    assert_near(again->materials[again->colliders[0].material].static_friction, 0.0625, 0.0);
    assert_near(again->joints[0].position_b[1], 1.5, 0.0);
    tum_scene_destroy(again);
    tum_document_destroy(document);
    stage_end(&stage);
}

// 1 * 2 * 1 m of 1000 kg/m^3; early dialects are given the mass as a number.
static void a_built_scene_has_its_bodies_in_every_dialect(void **state)
{
    (void)state;
    for (int target = TUM_TARGET_KHR; target <= TUM_TARGET_GLTF21; ++target) {
        Stage stage = stage_begin();
        TumDocument *document = written(&stage, (TumTarget)target);
        TumScene *again = read_again(document);
        const TumBody *crate = body_called(again, "Crate");
        assert_int_equal(crate->kind, TUM_BODY_DYNAMIC);
        assert_near(crate->mass, 2000.0, 1e-9);
        assert_near(crate->position[1], 3.0, 1e-12);
        assert_near(crate->angular_velocity[1], 2.0, 1e-12);
        assert_near(body_called(again, "Pyramid")->mass, 12.0, 1e-12);
        assert_int_equal(again->collider_count, 3);
        assert_int_equal(again->trigger_count, 1);
        tum_scene_destroy(again);
        tum_document_destroy(document);
        stage_end(&stage);
    }
}

// Nodes that the writer added belong to the document at once.
static void a_written_document_can_be_read_before_it_is_saved(void **state)
{
    (void)state;
    for (int target = TUM_TARGET_KHR; target <= TUM_TARGET_GLTF21; ++target) {
        Stage stage = stage_begin();
        TumDocument *document = written(&stage, (TumTarget)target);
        TumScene *saved = read_again(document), *direct = NULL;
        assert_int_equal(tum_scene_read(document, NULL, &direct, NULL), TUM_OK);
        assert_int_equal(direct->node_count, saved->node_count);
        assert_int_equal(direct->body_count, saved->body_count);
        assert_int_equal(direct->collider_count, saved->collider_count);
        assert_int_equal(direct->trigger_count, saved->trigger_count);
        assert_int_equal(direct->joint_count, saved->joint_count);
        tum_scene_destroy(direct);
        tum_scene_destroy(saved);
        tum_document_destroy(document);
        stage_end(&stage);
    }
}

static void tracks_of_nodes_become_an_animation(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 3, 0.0, "lift", report);
    const double times[2] = {0, 2}, early[2] = {-1, 2}, values[6] = {0, 0, 0, 0, 5, 0};
    TumScene *scene = NULL, *again;
    TumDocument *document = NULL;
    TumTrackDef track = tum_default_track_def();
    track.node = add_node(builder, -1, "Lift", 0, 0, 0);
    track.times = times;
    track.values = values;
    track.key_count = 2;
    add_collider(builder, track.node, (TumShape){.kind = TUM_SHAPE_BOX, .size = {1, 1, 1}}, -1);
    assert_true(tum_scene_builder_add_track(builder, &track));
    track.node = add_node(builder, -1, "Early", 9, 0, 0);
    track.times = early;
    assert_true(tum_scene_builder_add_track(builder, &track));
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    assert_int_equal(tum_scene_write(scene, NULL, NULL, &document, report), TUM_OK);
    // glTF has no keys before 0 s.
    assert_true(report_has(report, "L-POINTER", ""));
    again = read_again(document);
    assert_int_equal(again->track_count, 1);
    assert_near(again->tracks[0].values[4], 5.0, 0.0);
    assert_true(again->colliders[0].driven);
    tum_scene_destroy(again);
    tum_document_destroy(document);
    tum_scene_destroy(scene);
    tum_scene_builder_destroy(builder);
    tum_report_destroy(report);
}

// A scene that was read loses its file's other words, and none of its physics.
static void a_scene_that_was_read_needs_no_source_either(void **state)
{
    (void)state;
    Stage stage = stage_begin();
    TumDocument *document = written(&stage, TUM_TARGET_KHR), *second = NULL;
    TumScene *read = read_again(document), *again;
    assert_string_equal(read->dialects, "K7");
    assert_int_equal(tum_scene_write(read, NULL, NULL, &second, NULL), TUM_OK);
    again = read_again(second);
    assert_int_equal(again->body_count, 2);
    assert_int_equal(again->joint_count, 1);
    assert_near(body_called(again, "Crate")->angular_velocity[1], 2.0, 1e-12);
    tum_scene_destroy(again);
    tum_scene_destroy(read);
    tum_document_destroy(second);
    tum_document_destroy(document);
    stage_end(&stage);
}

// Physics for a document that has none: everything else of it stays.
static void a_scene_can_be_built_for_the_nodes_of_a_document(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"name\":\"Rock\",\"extras\":{\"seen\":true}}]}";
    TumReport *report = tum_report_create(NULL);
    TumDocument *source = NULL, *document = NULL;
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 3, 0.0, "rock", report);
    TumScene *scene = NULL;
    TumBodyDef body = tum_default_body_def();
    body.node = add_node(builder, -1, "Rock", 0, 0, 0);
    body.mass = 3.0;
    assert_true(tum_scene_builder_add_body(builder, &body));
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    assert_int_equal(tum_document_read(text, sizeof text - 1, NULL, &source, report), TUM_OK);
    assert_int_equal(tum_scene_write(scene, source, NULL, &document, report), TUM_OK);
    const TumSaveOptions save = {.container = TUM_CONTAINER_TEXT, .no_indent = true};
    void *bytes = NULL;
    size_t count = 0;
    assert_int_equal(tum_document_write(document, &save, &bytes, &count, report), TUM_OK);
    ((char *)bytes)[count - 1] = '\0';
    assert_non_null(strstr(bytes, "\"seen\":true"));
    assert_non_null(strstr(bytes, "\"mass\":3"));
    tum_document_free_bytes(document, bytes, count);
    tum_document_destroy(document);
    tum_document_destroy(source);
    tum_scene_destroy(scene);
    tum_scene_builder_destroy(builder);
    tum_report_destroy(report);
}

static void gravity_is_written_and_its_volumes_are_told(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 3, 0.0, "moon", report);
    const double moon[4] = {0, -1.625, 0, 0};
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 1.0};
    TumScene *scene = NULL, *again;
    TumDocument *document = NULL;
    TumTriggerDef trigger = tum_default_trigger_def();
    TumGravityVolumeDef volume = tum_default_gravity_volume_def();
    volume.node = trigger.node = add_node(builder, -1, "Well", 0, 0, 0);
    trigger.shape = tum_scene_builder_add_shape(builder, &ball);
    assert_true(tum_scene_builder_set_gravity(builder, moon));
    assert_true(tum_scene_builder_add_trigger(builder, &trigger));
    assert_true(tum_scene_builder_add_gravity_volume(builder, &volume));
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    assert_int_equal(tum_scene_write(scene, NULL, NULL, &document, report), TUM_OK);
    assert_true(report_has(report, "L-GRAVITY", "/builder/gravity_volumes/0"));
    again = read_again(document);
    assert_true(again->has_world_gravity);
    assert_near(again->world_gravity[1], -1.625, 0.0);
    assert_int_equal(again->gravity_volume_count, 0);
    tum_scene_destroy(again);
    tum_document_destroy(document);
    tum_scene_destroy(scene);
    tum_scene_builder_destroy(builder);
    tum_report_destroy(report);
}

static void four_dimensions_are_told_by_every_dialect_of_gltf(void **state)
{
    (void)state;
    TumReport *report = tum_report_create(NULL);
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 0.0, "four", report);
    TumScene *scene = NULL;
    TumDocument *document = NULL;
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    for (int target = TUM_TARGET_KHR; target <= TUM_TARGET_GLTF21; ++target) {
        const TumWriteOptions options = {.target = (TumTarget)target};
        if (target == TUM_TARGET_G4MF) {
            continue; // test_built_scene4.c
        }
        assert_int_equal(tum_scene_write(scene, NULL, &options, &document, report),
                         TUM_ERROR_UNSUPPORTED);
        assert_null(document);
    }
    assert_true(report_has(report, "UNSUPPORTED_DIMENSION", ""));
    tum_scene_destroy(scene);
    tum_scene_builder_destroy(builder);
    tum_report_destroy(report);
}

static void lack_of_memory_while_writing_leaves_nothing_behind(void **state)
{
    (void)state;
    Stage stage = stage_begin();
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t fail_after = 0; status != TUM_OK; ++fail_after) {
        Counting counting;
        TumWriteOptions options = {.allocator = counting_allocator(&counting)};
        TumDocument *document = NULL;
        counting.fail_after = fail_after;
        status = tum_scene_write(stage.scene, NULL, &options, &document, NULL);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        assert_true((status == TUM_OK) == (document != NULL));
        tum_document_destroy(document);
        assert_int_equal(counting.bytes, 0);
        assert_true(fail_after < 5000);
    }
    stage_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_built_scene_is_the_same_in_khr),
        cmocka_unit_test(a_built_scene_has_its_bodies_in_every_dialect),
        cmocka_unit_test(a_written_document_can_be_read_before_it_is_saved),
        cmocka_unit_test(tracks_of_nodes_become_an_animation),
        cmocka_unit_test(a_scene_that_was_read_needs_no_source_either),
        cmocka_unit_test(a_scene_can_be_built_for_the_nodes_of_a_document),
        cmocka_unit_test(gravity_is_written_and_its_volumes_are_told),
        cmocka_unit_test(four_dimensions_are_told_by_every_dialect_of_gltf),
        cmocka_unit_test(lack_of_memory_while_writing_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
