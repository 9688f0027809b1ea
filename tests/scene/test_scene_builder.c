// SPDX-License-Identifier: MIT
// Building scenes: what goes in is copied, what is nonsense does no harm, lack of memory is said.
#include "tests/scene/kit.h"

static void inputs_are_copied(void **state)
{
    (void)state;
    char name[] = "crate", file[] = "a.gltf", pointer[] = "/nodes/0";
    SceneBuilder *builder = tum_scene_builder_create(NULL, 3, 500.0, file, NULL);
    TumTransform local = {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    kit_local(&local);
    const NodeDef node = {.parent = -1, .in_scene = true, .local = &local, .name = name};
    tum_scene_builder_node_count(builder, 1);
    tum_scene_builder_node(builder, 0, &node);
    double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    uint32_t cells[] = {0, 1, 2};
    const TumShape shape = {.kind = TUM_SHAPE_MESH,
                            .mesh = tum_scene_builder_mesh(builder, points, 3, cells, 1),
                            .pointer = pointer};
    const TumMaterial material = {.static_friction = 0.25, .pointer = pointer};
    const ColliderDef collider = {.shape = tum_scene_builder_shape(builder, &shape),
                                  .material = tum_scene_builder_material(builder, &material),
                                  .filter = -1,
                                  .group = -1,
                                  .pointer = pointer};
    tum_scene_builder_collider(builder, &collider);
    const double gravity[4] = {0, -1, 0, 0};
    tum_scene_builder_gravity(builder, gravity);
    tum_scene_builder_dialects(builder, "K7");
    memset(name, 'x', sizeof name - 1);
    memset(file, 'x', sizeof file - 1);
    memset(pointer, 'x', sizeof pointer - 1);
    memset(points, 0, sizeof points);
    memset(cells, 0, sizeof cells);
    TumScene *scene;
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    tum_scene_builder_destroy(builder);
    assert_string_equal(scene->file, "a.gltf");
    assert_string_equal(scene->dialects, "K7");
    assert_string_equal(scene->nodes[0].name, "crate");
    assert_string_equal(scene->colliders[0].pointer, "/nodes/0");
    assert_string_equal(scene->materials[0].pointer, "/nodes/0");
    assert_near(scene->materials[scene->colliders[0].material].static_friction, 0.25, 0.0);
    assert_near(scene->meshes[0].points[3], 1.0, 0.0);
    assert_int_equal(scene->meshes[0].cells[2], 2);
    assert_true(scene->has_world_gravity);
    assert_near(scene->world_gravity[1], -1.0, 0.0);
    assert_near(scene->default_density, 500.0, 0.0);
    assert_int_equal(scene->dimension, 3);
    tum_scene_destroy(scene);
}

static void an_empty_scene_is_a_scene(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->node_count, 0);
    assert_int_equal(scene->body_count, 0);
    assert_string_equal(scene->dialects, "");
    assert_false(scene->has_world_gravity);
    double nothing;
    assert_int_equal(tum_scene_local_transforms3(scene, NULL, NULL, &nothing, &nothing, NULL),
                     TUM_OK);
    kit_end(&kit);
}

static void destroying_nothing_is_fine(void **state)
{
    (void)state;
    tum_scene_destroy(NULL);
    tum_scene_builder_destroy(NULL);
}

static void indices_that_point_nowhere_do_no_harm(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    const int32_t wild[] = {-1, -7, 999, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < 5; ++i) {
        kit_motion(&kit, wild[i]);
        kit_box(&kit, wild[i], 1, 1, 1);
        ColliderDef *collider = kit_box(&kit, node, 1, 1, 1);
        collider->shape = wild[i];
        collider = kit_box(&kit, node, 1, 1, 1);
        collider->material = collider->filter = wild[i];
        kit_trigger(&kit, wild[i], 0);
        TriggerDef *trigger = kit_trigger(&kit, node, wild[i]);
        trigger->members = wild;
        trigger->member_count = 5;
        kit_joint(&kit, wild[i], node);
        kit_joint(&kit, node, wild[i]);
        kit_collider(&kit, node, (TumShape){.kind = TUM_SHAPE_CONVEX, .mesh = wild[i]});
    }
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->body_count, 0);
    assert_int_equal(scene->collider_count, 5);
    assert_int_equal(scene->colliders[0].material, -1);
    kit_end(&kit);
}

static void points_and_cells_that_are_none_do_no_harm(void **state)
{
    (void)state;
    const double points[] = {NAN, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, INFINITY, 0, 1e200};
    const uint32_t cells[] = {1, 2, 3, 0, 1, 2, 1, 2, 4, 1, 2, UINT32_MAX, 1, 1, 2};
    Kit kit = kit_begin();
    const int32_t mesh = tum_scene_builder_mesh(kit.builder, points, 5, cells, 5);
    const int32_t none = tum_scene_builder_mesh(kit.builder, points, 1, cells, 5);
    const TumScene *scene = kit_finish(&kit);
    assert_int_equal(scene->meshes[mesh].cell_count, 1);
    assert_int_equal(scene->meshes[mesh].point_count, 5);
    assert_near(scene->meshes[mesh].points[0], 0.0, 0.0);
    assert_int_equal(scene->meshes[none].point_count, 0);
    assert_int_equal(scene->meshes[none].cell_count, 0);
    kit_end(&kit);
}

static void a_sliver_that_closes_a_mesh_counts_before_it_goes(void **state)
{
    (void)state;
    // A tetrahedron with one edge split in the middle on one side only: the triangle without area
    // between closes the gap.
    const double points[] = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 0, 0};
    const uint32_t cells[] = {0, 2, 1, 0, 4, 3, 4, 1, 3, 0, 3, 2, 1, 2, 3, 0, 1, 4};
    Kit kit = kit_begin();
    const int32_t mesh = tum_scene_builder_mesh(kit.builder, points, 5, cells, 6);
    const TumScene *scene = kit_finish(&kit);
    assert_true(scene->meshes[mesh].is_closed);
    assert_int_equal(scene->meshes[mesh].cell_count, 5);
    kit_end(&kit);
}

// A scene with one of everything.
static void say_everything(Kit *kit, SceneBuilder *builder)
{
    static const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t cells[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static const char *const names[] = {"one", "two"};
    const FilterDef filter = {.systems = names, .system_count = 2, .pointer = "/filter"};
    const TumMaterial material = tum_default_material();
    const int32_t mesh = tum_scene_builder_mesh(builder, points, 4, cells, 4);
    const TumShape shapes[] = {{.kind = TUM_SHAPE_BOX, .size = {1, 1, 1}},
                               {.kind = TUM_SHAPE_SPHERE, .radius = 0.5, .pointer = "/sphere"},
                               {.kind = TUM_SHAPE_CONVEX, .mesh = mesh},
                               {.kind = TUM_SHAPE_MESH, .mesh = mesh}};
    for (size_t i = 0; i < 4; ++i) {
        (void)tum_scene_builder_shape(builder, &shapes[i]);
    }
    (void)tum_scene_builder_filter(builder, &filter);
    (void)tum_scene_builder_material(builder, &material);
    tum_scene_builder_dialects(builder, "K7");
    kit_say(kit, builder);
}

static void running_out_of_memory_anywhere_is_an_error_and_no_leak(void **state)
{
    (void)state;
    Kit kit = {0};
    const int32_t body = kit_node(&kit, -1), part = kit_node(&kit, body);
    const int32_t sheared = kit_node(&kit, part);
    kit_scale(&kit, part, 1, 2, 3);
    kit_turn(&kit, sheared, 0, 0, 1, 0.5);
    kit.motion_count = 2;
    kit.motions[0] = tum_default_motion_def();
    kit.motions[0].node = body;
    kit.motions[1] = kit.motions[0];
    kit.motions[1].node = sheared;
    for (int32_t i = 0; i < 4; ++i) {
        kit.colliders[kit.collider_count++] = (ColliderDef){
            .node = i % 2 == 0 ? part : sheared, .shape = i, .group = -1, .pointer = "/c"};
    }
    const int32_t members[] = {sheared, part};
    kit_trigger(&kit, body, 0);
    kit_trigger(&kit, part, -1);
    kit.triggers[1].members = members;
    kit.triggers[1].member_count = 2;
    const TumLimit limit = {.axes = 1};
    const TumDrive drive = {.axis = 1};
    JointDef *joint = kit_joint(&kit, body, sheared);
    joint->limits = &limit;
    joint->drives = &drive;
    joint->limit_count = joint->drive_count = 1;

    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t allowed = 0; status != TUM_OK; ++allowed) {
        counting.fail_after = allowed;
        SceneBuilder *builder = tum_scene_builder_create(&allocator, 3, 1000.0, "f", NULL);
        TumScene *scene = NULL;
        if (builder != NULL) {
            say_everything(&kit, builder);
            status = tum_scene_builder_finish(builder, &scene);
            assert_true(status == TUM_OK ? scene != NULL : scene == NULL);
            assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
        }
        tum_scene_builder_destroy(builder);
        if (scene != NULL) {
            assert_int_equal(scene->collider_count, 4);
            assert_int_equal(scene->body_count, 2);
            assert_int_equal(scene->joint_count, 1);
        }
        tum_scene_destroy(scene);
        assert_int_equal(counting.blocks, 0);
        assert_int_equal(counting.bytes, 0);
        assert_true(allowed < 2000);
    }
}

static void the_same_words_give_the_same_scene(void **state)
{
    (void)state;
    // Bits, not nearly: masses and frames of a body made of every kind of shape.
    TumBody first = {0};
    for (int round = 0; round < 3; ++round) {
        Kit kit = kit_begin();
        const int32_t top = kit_node(&kit, -1), node = kit_node(&kit, top);
        kit_scale(&kit, top, 1, 2, 3);
        kit_turn(&kit, node, 0.6, 0, 0.8, 0.5);
        kit_motion(&kit, node);
        for (int32_t i = 0; i < 4; ++i) {
            kit.colliders[kit.collider_count++] =
                (ColliderDef){.node = node, .shape = i, .material = -1, .filter = -1, .group = -1};
        }
        say_everything(&kit, kit.builder);
        TumScene *scene;
        assert_int_equal(tum_scene_builder_finish(kit.builder, &scene), TUM_OK);
        const TumBody *body = &scene->bodies[0];
        if (round == 0) {
            first = *body;
        }
        assert_memory_equal(body->inertia, first.inertia, sizeof first.inertia);
        assert_memory_equal(body->inertia_rotation.q, first.inertia_rotation.q,
                            sizeof first.inertia_rotation.q);
        assert_memory_equal(body->center_of_mass, first.center_of_mass,
                            sizeof first.center_of_mass);
        assert_memory_equal(&body->mass, &first.mass, sizeof first.mass);
        tum_scene_destroy(scene);
        kit_end(&kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_copied),
        cmocka_unit_test(an_empty_scene_is_a_scene),
        cmocka_unit_test(destroying_nothing_is_fine),
        cmocka_unit_test(indices_that_point_nowhere_do_no_harm),
        cmocka_unit_test(points_and_cells_that_are_none_do_no_harm),
        cmocka_unit_test(a_sliver_that_closes_a_mesh_counts_before_it_goes),
        cmocka_unit_test(running_out_of_memory_anywhere_is_an_error_and_no_leak),
        cmocka_unit_test(the_same_words_give_the_same_scene),
    };
    return cmocka_run_group_tests_name("scene builder", tests, NULL, NULL);
}
