// SPDX-License-Identifier: MIT
// Scenes of four dimensions made by programs become G4MF documents, and say the same when read
// again. tests/laws/test_built.c holds that they move alike.
#include "tests/support/support.h"
#include "tumble/dialect.h"
#include "tumble/scene_builder.h"

static int32_t add_node(TumSceneBuilder *builder, int32_t parent, const char *name,
                        const double position[4])
{
    TumNodeDef node = tum_default_node_def();
    node.parent = parent;
    node.name = name;
    memcpy(node.position, position, sizeof node.position);
    return tum_scene_builder_add_node(builder, &node);
}

static void add_collider(TumSceneBuilder *builder, int32_t node, int32_t shape)
{
    TumColliderDef collider = tum_default_collider_def();
    collider.node = node;
    collider.shape = shape;
    assert_true(tum_scene_builder_add_collider(builder, &collider));
}

static void add_body(TumSceneBuilder *builder, int32_t node)
{
    TumBodyDef body = tum_default_body_def();
    body.node = node;
    assert_true(tum_scene_builder_add_body(builder, &body));
}

static int32_t add_box(TumSceneBuilder *builder, double x, double y, double z, double w)
{
    const TumShape box = {.kind = TUM_SHAPE_BOX, .size = {x, y, z, w}};
    return tum_scene_builder_add_shape(builder, &box);
}

static TumScene *finished(TumSceneBuilder *builder)
{
    TumScene *scene = NULL;
    assert_int_equal(tum_scene_builder_finish(builder, &scene), TUM_OK);
    tum_scene_builder_destroy(builder);
    return scene;
}

/// A scene, its document's bytes without errors, and the scene that these are.
typedef struct Twice {
    TumScene *built, *again;
    TumDocument *document;
    TumReport *changes;
} Twice;

static Twice twice(TumScene *built)
{
    const TumWriteOptions options = {.target = TUM_TARGET_G4MF};
    const TumSaveOptions save = {.container = TUM_CONTAINER_BINARY};
    Twice made = {.built = built, .changes = tum_report_create(NULL)};
    TumReport *report = tum_report_create(NULL);
    void *bytes = NULL;
    size_t count = 0;
    assert_int_equal(tum_scene_write(built, NULL, &options, &made.document, made.changes), TUM_OK);
    assert_int_equal(tum_document_write(made.document, &save, &bytes, &count, report), TUM_OK);
    assert_int_equal(tum_scene_read_bytes(bytes, count, NULL, NULL, &made.again, report), TUM_OK);
    assert_no_errors(report);
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        if (tum_report_at(report, i)->severity == TUM_SEVERITY_WARNING) {
            fail_msg("%s", tum_report_at(report, i)->message);
        }
    }
    assert_int_equal(made.again->dimension, 4);
    tum_document_free_bytes(made.document, bytes, count);
    tum_report_destroy(report);
    return made;
}

static void end(Twice *made)
{
    tum_scene_destroy(made->built);
    tum_scene_destroy(made->again);
    tum_document_destroy(made->document);
    tum_report_destroy(made->changes);
}

static const TumNode *node_called(const TumScene *scene, const char *name, int32_t *index)
{
    for (size_t i = 0; i < scene->node_count; ++i) {
        if (strcmp(scene->nodes[i].name, name) == 0) {
            *index = (int32_t)i;
            return &scene->nodes[i];
        }
    }
    fail_msg("no node '%s'", name);
    return NULL;
}

static void all_kinds_of_shapes_come_back(void **state)
{
    (void)state;
    // Not one of these numbers is a float.
    const double corners[20] = {0.1, 0, 0, 0, -0.1, 0, 0, 0,   0, 0.3,
                                0,   0, 0, 0, 0.7,  0, 0, 0.1, 0, 0.9};
    const uint32_t cells[4] = {0, 1, 2, 3};
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 0.0, "shapes", NULL);
    const TumCurve disc[2] = {{{0.6, 0.6, 0, 0}, 2}, {{0, 0, 0.2, 0.2}, 2.5}};
    const int32_t curves = tum_scene_builder_add_curves(builder, disc, 2);
    const int32_t hull = tum_scene_builder_add_mesh(builder, corners, 5, NULL, 0);
    const int32_t cell = tum_scene_builder_add_mesh(builder, corners, 5, cells, 1);
    const TumShape shapes[] = {
        {.kind = TUM_SHAPE_SPHERE, .radius = 0.1},
        {.kind = TUM_SHAPE_BOX, .size = {0.1, 0.2, 0.3, 0.4}},
        {.kind = TUM_SHAPE_CAPSULE, .height = 0.7, .radius_bottom = 0.1, .radius_top = 0.1},
        {.kind = TUM_SHAPE_CYLINDER, .height = 0.7, .radius_bottom = 0.1, .radius_top = 0.1},
        {.kind = TUM_SHAPE_PLANE, .size = {INFINITY, 0, INFINITY}},
        {.kind = TUM_SHAPE_CONVEX, .mesh = hull},
        {.kind = TUM_SHAPE_MESH, .mesh = cell},
        {.kind = TUM_SHAPE_GENERAL, .curve_first = curves, .curve_count = 2},
        {.kind = TUM_SHAPE_GENERAL,
         .size = {0.1, 0.3, 0.5, 0.7},
         .curve_first = curves,
         .curve_count = 1},
        {.kind = TUM_SHAPE_RAY, .height = 0.3},
    };
    enum { COUNT = sizeof shapes / sizeof *shapes };
    for (int i = 0; i < COUNT; ++i) {
        add_collider(builder, add_node(builder, -1, NULL, (double[4]){2.0 * i, 0, 0, 0.1}),
                     tum_scene_builder_add_shape(builder, &shapes[i]));
    }
    Twice made = twice(finished(builder));
    assert_int_equal(tum_report_count(made.changes), 0);
    assert_int_equal(made.again->collider_count, COUNT);
    for (int i = 0; i < COUNT; ++i) {
        const TumCollider *a = &made.built->colliders[i], *b = &made.again->colliders[i];
        const TumShape *x = &made.built->shapes[a->shape], *y = &made.again->shapes[b->shape];
        assert_int_equal(y->kind, x->kind);
        assert_memory_equal(y->size, x->size, 2 * sizeof *x->size);
        assert_true(y->height == x->height);
        if (x->kind == TUM_SHAPE_SPHERE) {
            assert_true(y->radius == x->radius);
        } else {
            assert_true(y->radius_bottom == x->radius_bottom && y->radius_top == x->radius_top);
        }
        assert_int_equal(y->curve_count, x->curve_count);
        for (int32_t k = 0; k < x->curve_count; ++k) {
            assert_memory_equal(&made.again->curves[y->curve_first + k],
                                &made.built->curves[x->curve_first + k], sizeof(TumCurve));
        }
        if (x->mesh >= 0) {
            const TumMesh *m = &made.built->meshes[x->mesh], *n = &made.again->meshes[y->mesh];
            assert_int_equal(n->cell_count, m->cell_count);
            // Of a mesh with cells, the points of these.
            assert_memory_equal(n->points, m->points, 16 * sizeof *m->points);
        }
        assert_memory_equal(b->position, a->position, sizeof a->position);
    }
    end(&made);
}

static void a_motion_stands_at_the_centre_of_mass(void **state)
{
    (void)state;
    // 4 kg at the node, and 4 kg a metre beside it along W: the centre is half a metre off.
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 4.0, "dumbbell", NULL);
    const int32_t cube = add_box(builder, 1, 1, 1, 1);
    const int32_t node = add_node(builder, -1, "Dumbbell", (double[4]){1, 2, 3, 4});
    add_body(builder, node);
    add_collider(builder, node, cube);
    add_collider(builder, add_node(builder, node, "End", (double[4]){0, 0, 0, 1}), cube);
    Twice made = twice(finished(builder));
    assert_true(report_has(made.changes, "A-COM", "/builder/bodies/0"));
    assert_int_equal(made.again->body_count, 1);
    const TumBody *body = &made.again->bodies[0];
    assert_string_equal(made.again->nodes[body->node].name, "DumbbellMotion");
    assert_near(body->mass, 8, 0);
    assert_near(body->position[3], 4.5, 1e-12);
    assert_near(body->position[1], 2, 1e-12);
    for (int i = 0; i < 6; ++i) {
        assert_true(body->inertia[i] == made.built->bodies[0].inertia[i]);
    }
    int32_t at = 0;
    node_called(made.again, "Dumbbell", &at);
    assert_near(made.again->nodes4[at].world->position[3], 4, 1e-12);
    assert_int_equal(made.again->collider_count, 2);
    for (int i = 0; i < 2; ++i) {
        assert_near(fabs(made.again->colliders[i].position[3]), 0.5, 1e-12);
        assert_int_equal(made.again->colliders[i].body, 0);
    }
    end(&made);
}

// Principal axes that are turned in all planes at once: the tensor in the world stays.
static void turned_principal_axes_come_back(void **state)
{
    (void)state;
    for (int turns = 0; turns < 12; ++turns) {
        TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 0.0, "turned", NULL);
        const double moments[6] = {2, 2.5, 2.75, 3, 3.25, 3.75}; // XY + ZW = … = 5.75
        TumBodyDef def = tum_default_body_def();
        def.node = add_node(builder, -1, "Turned", (double[4]){0});
        def.mass = 1;
        memcpy(def.center_of_mass, (double[4]){0}, sizeof def.center_of_mass);
        memcpy(def.inertia, moments, sizeof moments);
        double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        def.inertia_rotation.m = m;
        static const int planes[6][2] = {{0, 1}, {2, 3}, {0, 3}, {1, 2}, {0, 2}, {1, 3}};
        for (int p = 0; p <= turns % 6; ++p) {
            // Half turns are rotors without a scalar; six planes give all eight numbers.
            const double angle = turns < 6 ? 3.141592653589793 : 0.7 + p;
            for (int row = 0; row < 4; ++row) {
                double *a = &m[4 * planes[p][0] + row], *b = &m[4 * planes[p][1] + row];
                const double x = *a, y = *b;
                *a = cos(angle) * x + sin(angle) * y;
                *b = cos(angle) * y - sin(angle) * x;
            }
        }
        assert_true(tum_scene_builder_add_body(builder, &def));
        Twice made = twice(finished(builder));
        for (int i = 0; i < 6; ++i) {
            assert_near(made.again->bodies[0].inertia[i], moments[i], 0);
        }
        for (int i = 0; i < 16; ++i) {
            assert_near(made.again->bodies[0].inertia_rotation.m[i], m[i], 1e-12);
        }
        end(&made);
    }
}

static void a_stretched_shape_has_a_node_of_its_own(void **state)
{
    (void)state;
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 0.0, "stretched", NULL);
    TumNodeDef node = tum_default_node_def();
    node.name = "Slab";
    node.position[0] = 1;
    const double scale[4] = {1, 2, 3, 4};
    memcpy(node.scale, scale, sizeof scale);
    const int32_t slab = tum_scene_builder_add_node(builder, &node);
    add_body(builder, slab);
    add_collider(builder, slab, add_box(builder, 1, 1, 1, 1));
    Twice made = twice(finished(builder));
    assert_true(report_has(made.changes, "B-SPLIT", "/builder/colliders/0"));
    assert_int_equal(made.again->collider_count, 1);
    const TumCollider *collider = &made.again->colliders[0];
    for (int i = 0; i < 4; ++i) {
        assert_near(made.again->shapes[collider->shape].size[i] * collider->scale[i], i + 1, 1e-12);
        assert_near(collider->position[i], 0, 1e-12);
        assert_near(made.again->bodies[0].position[i], i == 0, 1e-12);
    }
    assert_near(made.again->bodies[0].mass, 24000, 0);
    end(&made);
}

static void triggers_come_back_with_their_parts(void **state)
{
    (void)state;
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 0.0, "triggers", NULL);
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 1.5};
    const int32_t shape = tum_scene_builder_add_shape(builder, &ball);
    TumTriggerDef trigger = tum_default_trigger_def();
    int32_t members[2];
    const int32_t above = add_node(builder, -1, "All", (double[4]){0});
    for (int i = 0; i < 2; ++i) {
        members[i] = add_node(builder, above, i == 0 ? "Left" : "Right", (double[4]){i, 0, 0, i});
        trigger.node = members[i];
        trigger.shape = shape;
        assert_true(tum_scene_builder_add_trigger(builder, &trigger));
    }
    trigger.node = above;
    trigger.members = members;
    trigger.member_count = 2;
    assert_true(tum_scene_builder_add_trigger(builder, &trigger)); // With a shape of its own.
    Twice made = twice(finished(builder));
    int32_t all = 0;
    node_called(made.again, "All", &all);
    const TumTrigger *compound = NULL;
    for (size_t i = 0; i < made.again->trigger_count; ++i) {
        compound = made.again->triggers[i].node == all ? &made.again->triggers[i] : compound;
    }
    assert_non_null(compound);
    assert_int_equal(compound->part_count, 3);
    double sum = 0;
    for (int32_t i = 0; i < 3; ++i) {
        const TumTriggerPart *part = &made.again->trigger_parts[compound->part_first + i];
        assert_near(made.again->shapes[part->shape].radius, 1.5, 0);
        sum += part->position[3];
    }
    assert_near(sum, 1, 1e-12);
    // Two members, the part of the compound's own, the compound.
    assert_int_equal(made.again->trigger_count, 4);
    end(&made);
}

// A scene that was read needs no document either; what stands outside of the tree stays there.
static void a_scene_of_a_file_is_written_without_it(void **state)
{
    (void)state;
    static const char text[] =
        "{\"asset\":{\"dimension\":4},\"nodes\":[{\"children\":[1]},{\"name\":\"Ball\","
        "\"position\":[0,1,0,2],\"physics\":{\"motion\":{\"type\":\"dynamic\",\"mass\":3}},"
        "\"children\":[2]},{\"physics\":{\"collider\":{\"shape\":0}}},{\"name\":\"Outside\"}],"
        "\"shapes\":[{\"curves\":[{\"radii\":[0.3,0.3,0.3,0.3]}]}]}";
    TumScene *read = NULL;
    assert_int_equal(tum_scene_read_bytes(text, sizeof text - 1, NULL, NULL, &read, NULL), TUM_OK);
    Twice made = twice(read);
    int32_t ball = -1, outside = -1;
    node_called(made.again, "Ball", &ball);
    assert_true(made.again->nodes[ball].in_scene);
    assert_false(node_called(made.again, "Outside", &outside)->in_scene);
    assert_int_equal(made.again->body_count, 1);
    assert_near(made.again->bodies[0].mass, 3, 0);
    assert_near(made.again->bodies[0].position[3], 2, 0);
    assert_int_equal(made.again->colliders[0].body, 0);
    end(&made);
}

static void what_g4mf_has_not_is_told(void **state)
{
    (void)state;
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 0.0, "losses", NULL);
    const char *const systems[] = {"a"};
    TumFilterDef filter = tum_default_filter_def();
    TumMaterial ice = tum_default_material();
    ice.pointer = NULL;
    filter.systems = systems;
    filter.system_count = 1;
    tum_scene_builder_set_gravity(builder, (double[4]){0, -1, 0, -1});
    tum_scene_builder_add_material(builder, &ice);
    tum_scene_builder_add_filter(builder, &filter);
    TumBodyDef heavy = tum_default_body_def();
    heavy.node = add_node(builder, -1, NULL, (double[4]){0});
    heavy.mass = INFINITY;
    for (int i = 0; i < 6; ++i) {
        heavy.inertia[i] = INFINITY;
    }
    heavy.angular_velocity[5] = 2;
    assert_true(tum_scene_builder_add_body(builder, &heavy));
    Twice made = twice(finished(builder));
    assert_true(report_has(made.changes, "L-GRAVITY", ""));
    assert_true(report_has(made.changes, "L-MATERIAL", "/builder/materials/0"));
    assert_true(report_has(made.changes, "L-FILTER", "/builder/filters/0"));
    assert_true(report_has(made.changes, "B-KINEMATIC", "/builder/bodies/0"));
    assert_int_equal(made.again->bodies[0].kind, TUM_BODY_KINEMATIC);
    assert_near(made.again->bodies[0].angular_velocity[5], 2, 0);
    end(&made);
}

static TumScene *small_scene(void)
{
    const double corners[20] = {1, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 0.0, "small", NULL);
    const int32_t mesh = tum_scene_builder_add_mesh(builder, corners, 5, NULL, 0);
    const TumShape hull = {.kind = TUM_SHAPE_CONVEX, .mesh = mesh};
    const int32_t node = add_node(builder, -1, "Hull", (double[4]){0});
    TumTriggerDef trigger = tum_default_trigger_def();
    add_body(builder, node);
    trigger.shape = tum_scene_builder_add_shape(builder, &hull);
    add_collider(builder, node, trigger.shape);
    trigger.node = add_node(builder, node, "Gate", (double[4]){0});
    assert_true(tum_scene_builder_add_trigger(builder, &trigger));
    return finished(builder);
}

static void lack_of_memory_while_writing_in_4d_leaves_nothing_behind(void **state)
{
    (void)state;
    TumScene *scene = small_scene();
    TumStatus status = TUM_ERROR_MEMORY;
    for (size_t fail_after = 0; status != TUM_OK; ++fail_after) {
        Counting counting;
        TumDocument *document = NULL;
        const TumWriteOptions options = {.allocator = counting_allocator(&counting),
                                         .target = TUM_TARGET_G4MF};
        counting.fail_after = fail_after;
        status = tum_scene_write(scene, NULL, &options, &document, NULL);
        assert_true(status == TUM_OK || (status == TUM_ERROR_MEMORY && document == NULL));
        tum_document_destroy(document);
        assert_int_equal(counting.bytes, 0);
        assert_true(fail_after < 5000);
    }
    tum_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_of_shapes_come_back),
        cmocka_unit_test(a_motion_stands_at_the_centre_of_mass),
        cmocka_unit_test(turned_principal_axes_come_back),
        cmocka_unit_test(a_stretched_shape_has_a_node_of_its_own),
        cmocka_unit_test(triggers_come_back_with_their_parts),
        cmocka_unit_test(a_scene_of_a_file_is_written_without_it),
        cmocka_unit_test(what_g4mf_has_not_is_told),
        cmocka_unit_test(lack_of_memory_while_writing_in_4d_leaves_nothing_behind),
    };
    return cmocka_run_group_tests_name("built_scene4", tests, NULL, NULL);
}
