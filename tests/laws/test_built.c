// SPDX-License-Identifier: MIT
// A scene made by a program moves as the file that it becomes, to the bit.
#include "tests/support/support.h"
#include "tumble/dialect.h"
#include "tumble/scene_builder.h"
#include "tumble/validate.h"
#include "tumble/world.h"
#include "tumble/world4.h"

static int32_t add_thing(TumSceneBuilder *builder, int32_t shape, const double position[4],
                         bool is_body)
{
    TumNodeDef node = tum_default_node_def();
    TumColliderDef collider = tum_default_collider_def();
    TumBodyDef body = tum_default_body_def();
    memcpy(node.position, position, sizeof node.position);
    collider.node = body.node = tum_scene_builder_add_node(builder, &node);
    collider.shape = shape;
    assert_true(tum_scene_builder_add_collider(builder, &collider));
    assert_true(!is_body || tum_scene_builder_add_body(builder, &body));
    return collider.node;
}

static TumWorld *world_after_a_second(const TumScene *scene)
{
    TumWorld *world = NULL;
    assert_int_equal(tum_world_create(scene, NULL, &world, NULL), TUM_OK);
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(tum_world_step(world, 1.0f / 60.0f), TUM_OK);
    }
    return world;
}

// Ten boxes that fall on a floor, each a little beside the one below, and a ball.
static void a_built_scene_and_its_file_have_one_state(void **state)
{
    (void)state;
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 3, 0.0, "heap", NULL);
    const TumShape plate = {.kind = TUM_SHAPE_BOX, .size = {20, 1, 20}};
    const TumShape cube = {.kind = TUM_SHAPE_BOX, .size = {1, 1, 1}};
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 0.5};
    const int32_t shape = tum_scene_builder_add_shape(builder, &cube);
    TumScene *scene = NULL, *again = NULL;
    TumDocument *document = NULL;
    add_thing(builder, tum_scene_builder_add_shape(builder, &plate), (double[4]){0, -0.5}, false);
    for (int i = 0; i < 10; ++i) {
        add_thing(builder, shape, (double[4]){0.13 * i, 0.6 + 1.1 * i, 0.07 * i}, true);
    }
    add_thing(builder, tum_scene_builder_add_shape(builder, &ball), (double[4]){0.3, 14, 0}, true);
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    assert_int_equal(tum_scene_write(scene, NULL, NULL, &document, NULL), TUM_OK);
    assert_int_equal(tum_scene_read(document, NULL, &again, NULL), TUM_OK);
    TumWorld *built = world_after_a_second(scene), *read = world_after_a_second(again);
    assert_true(tum_world_counts(built).contacts > 5);
    assert_true(tum_world_hash(built) == tum_world_hash(read));
    tum_world_destroy(built);
    tum_world_destroy(read);
    tum_scene_destroy(again);
    tum_document_destroy(document);
    tum_scene_destroy(scene);
    tum_scene_builder_destroy(builder);
}

static void add_moving_thing(TumSceneBuilder *builder, int32_t shape, const double position[4],
                             double scale)
{
    TumNodeDef node = tum_default_node_def();
    TumColliderDef collider = tum_default_collider_def();
    TumBodyDef body = tum_default_body_def();
    memcpy(node.position, position, sizeof node.position);
    for (int i = 0; i < 4; ++i) {
        node.scale[i] = scale;
    }
    // 0.3 rad from X to W.
    const double c = cos(0.3), s = sin(0.3);
    const double turn[16] = {c, 0, 0, s, 0, 1, 0, 0, 0, 0, 1, 0, -s, 0, 0, c};
    node.rotation.m = turn;
    collider.node = body.node = tum_scene_builder_add_node(builder, &node);
    collider.shape = shape;
    body.linear_velocity[3] = 0.1;
    body.angular_velocity[4] = 0.7;
    assert_true(tum_scene_builder_add_collider(builder, &collider));
    assert_true(tum_scene_builder_add_body(builder, &body));
}

// Spheres, boxes, capsules, cylinders, duocylinders and hulls, some twice as large, that fall in
// front of a wall of one tetrahedron.
static TumScene *heap_of_four_dimensions(void)
{
    const double corners[20] = {0.5, 0,    0.1, 0, -0.5, 0, 0, 0.1, 0,   0.7,
                                0,   0.01, 0,   0, 0.5,  0, 0, 0.1, 0.1, 0.6};
    const double wall[16] = {-9, 0, -1, -9, 9, 0, -1, -9, 0, 9, -1, 0, 0, 0, -1, 9};
    const uint32_t cell[4] = {0, 1, 2, 3};
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 0.0, "heap", NULL);
    const TumCurve discs[2] = {{{0.3, 0.3, 0, 0}, 2}, {{0, 0, 0.4, 0.4}, 2}};
    const int32_t curves = tum_scene_builder_add_curves(builder, discs, 2);
    const TumShape shapes[] = {
        {.kind = TUM_SHAPE_SPHERE, .radius = 0.35},
        {.kind = TUM_SHAPE_BOX, .size = {0.7, 0.6, 0.5, 0.4}},
        {.kind = TUM_SHAPE_CAPSULE, .height = 0.4, .radius_bottom = 0.3, .radius_top = 0.3},
        {.kind = TUM_SHAPE_CYLINDER, .height = 0.4, .radius_bottom = 0.3, .radius_top = 0.3},
        {.kind = TUM_SHAPE_GENERAL, .curve_first = curves, .curve_count = 2},
    };
    const TumShape plane = {.kind = TUM_SHAPE_PLANE, .size = {INFINITY, 0, INFINITY}};
    const TumShape hull = {.kind = TUM_SHAPE_CONVEX,
                           .mesh = tum_scene_builder_add_mesh(builder, corners, 5, NULL, 0)};
    const TumShape shell = {.kind = TUM_SHAPE_MESH,
                            .mesh = tum_scene_builder_add_mesh(builder, wall, 4, cell, 1)};
    add_thing(builder, tum_scene_builder_add_shape(builder, &plane), (double[4]){0}, false);
    add_thing(builder, tum_scene_builder_add_shape(builder, &shell), (double[4]){0}, false);
    for (int i = 0; i < 5; ++i) {
        add_moving_thing(builder, tum_scene_builder_add_shape(builder, &shapes[i]),
                         (double[4]){0.13 * i, 0.7 + 1.3 * i, 0.07 * i, 0.01 * i},
                         i % 2 == 0 ? 1 : 1.5);
    }
    // A hull's points do not balance about its node, where a file has the centre of mass.
    TumBodyDef body = tum_default_body_def();
    body.node = add_thing(builder, tum_scene_builder_add_shape(builder, &hull),
                          (double[4]){1, 0.1, 0, 0}, false);
    memset(body.center_of_mass, 0, sizeof body.center_of_mass);
    assert_true(tum_scene_builder_add_body(builder, &body));
    TumScene *scene = NULL;
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    tum_scene_builder_destroy(builder);
    return scene;
}

static void a_built_scene_of_four_dimensions_and_its_file_have_one_state(void **state)
{
    (void)state;
    const TumWriteOptions options = {.target = TUM_TARGET_G4MF};
    TumReport *report = tum_report_create(NULL);
    TumScene *scene = heap_of_four_dimensions();
    TumDocument *document = NULL;
    assert_int_equal(tum_scene_write(scene, NULL, &options, &document, NULL), TUM_OK);
    for (int binary = 0; binary < 2; ++binary) {
        const TumSaveOptions save = {
            .container = binary ? TUM_CONTAINER_BINARY : TUM_CONTAINER_TEXT, .embed = true};
        void *bytes = NULL;
        size_t count = 0;
        TumValidation validation;
        assert_int_equal(tum_document_write(document, &save, &bytes, &count, report), TUM_OK);
        assert_int_equal(tum_validate_bytes(bytes, count, NULL, &validation, report), TUM_OK);
        assert_no_errors(report);
        assert_int_equal(tum_report_count_of(report, TUM_SEVERITY_WARNING), 0);
        assert_int_equal(validation.scene->body_count, scene->body_count);
        TumWorld *built = NULL, *read = NULL;
        assert_int_equal(tum_world_create(scene, NULL, &built, NULL), TUM_OK);
        assert_int_equal(tum_world_create(validation.scene, NULL, &read, NULL), TUM_OK);
        for (int step = 0; step < 180; ++step) {
            assert_true(tum_world_hash(built) == tum_world_hash(read));
            assert_int_equal(tum_world_step(built, 1.0f / 60.0f), TUM_OK);
            assert_int_equal(tum_world_step(read, 1.0f / 60.0f), TUM_OK);
        }
        assert_true(tum_world_counts(built).contacts > 5);
        tum_world_destroy(built);
        tum_world_destroy(read);
        tum_validation_clear(&validation);
        tum_document_free_bytes(document, bytes, count);
    }
    tum_document_destroy(document);
    tum_scene_destroy(scene);
    tum_report_destroy(report);
}

// A ball of radius 0.5 m comes to rest on the half-space y <= 0 of four dimensions: its centre at
// 0.5 m, but for what contacts let sink in.
static void a_built_scene_of_four_dimensions_comes_to_rest(void **state)
{
    (void)state;
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 0.0, "four", NULL);
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 0.5};
    const TumShape plane = {.kind = TUM_SHAPE_PLANE, .size = {INFINITY, 0, INFINITY}};
    TumScene *scene = NULL;
    add_thing(builder, tum_scene_builder_add_shape(builder, &plane), (double[4]){0}, false);
    const int32_t node = add_thing(builder, tum_scene_builder_add_shape(builder, &ball),
                                   (double[4]){0, 0.6, 0, 2}, true);
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    TumWorld *world = world_after_a_second(scene);
    const TumBodyId body = tum_world_body_at(world, (size_t)scene->nodes[node].body);
    const TumVec4 position = tum_body_pose4(world, body).position;
    assert_near(position.y, 0.5, 0.005);
    assert_near(position.w, 2.0, 1e-3);
    tum_world_destroy(world);
    tum_scene_destroy(scene);
    tum_scene_builder_destroy(builder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_built_scene_and_its_file_have_one_state),
        cmocka_unit_test(a_built_scene_of_four_dimensions_and_its_file_have_one_state),
        cmocka_unit_test(a_built_scene_of_four_dimensions_comes_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
