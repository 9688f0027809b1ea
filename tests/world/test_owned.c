// SPDX-License-Identifier: MIT
// What a program gave to a world and reads back: numbers, colliders, joints, weights, shapes.
#include "tests/support/program_support.h"
#include "tumble/checkpoint.h"
#include "tumble/query3.h"
#include "tumble/query4.h"
#include "tumble/scene_builder.h"

static const TumVec3 origin3 = {0, 0, 0};
static const TumVec4 origin4 = {0, 0, 0, 0};

static TumJointId join(TumWorld *world, TumBodyId a, TumBodyId b, uint64_t user)
{
    TumJointDef3 def = tum_default_joint_def3();
    TumJointId joint;
    def.body_a = a;
    def.body_b = b;
    def.user = user;
    ok(tum_world_add_joint3(world, &def, &joint));
    return joint;
}

static void numbers_are_read_as_they_were_given_and_move_nothing(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    const TumBodyId body = program_body3(world, TUM_BODY_DYNAMIC, ball_def3(1), origin3, 7);
    const TumColliderId shape = tum_body_collider_at(world, body, 0);
    const TumJointId joint = join(world, body, (TumBodyId){0, 0, 0}, 9);
    assert_true(tum_body_user(world, body) == 7);
    assert_true(tum_collider_user(world, shape) == 107);
    assert_true(tum_joint_user(world, joint) == 9);
    program_run(world, 3);
    const uint64_t hash = tum_world_hash(world);
    ok(tum_body_set_user(world, body, UINT64_MAX));
    ok(tum_collider_set_user(world, shape, UINT64_MAX - 1));
    ok(tum_joint_set_user(world, joint, UINT64_MAX - 2));
    assert_true(tum_world_hash(world) == hash);
    assert_true(tum_body_user(world, body) == UINT64_MAX);
    assert_true(tum_collider_user(world, shape) == UINT64_MAX - 1);
    assert_true(tum_joint_user(world, joint) == UINT64_MAX - 2);

    // What is gone has none, and what takes its place begins with its own.
    ok(tum_world_remove_body(world, body));
    assert_true(tum_body_user(world, body) == 0 && tum_collider_user(world, shape) == 0 &&
                tum_joint_user(world, joint) == 0);
    assert_int_equal(tum_body_set_user(world, body, 1), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_collider_set_user(world, shape, 1), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_joint_set_user(world, joint, 1), TUM_ERROR_ARGUMENT);
    TumBodyDef3 def = tum_default_body_def3();
    TumBodyId next;
    TumColliderDef3 ball = ball_def3(1);
    TumColliderId next_shape;
    ok(tum_world_add_body3(world, &def, &next));
    ok(tum_world_add_collider3(world, next, &ball, &next_shape));
    assert_int_equal(next.index1, body.index1);
    assert_true(tum_body_user(world, next) == 0 && tum_collider_user(world, next_shape) == 0);
    tum_world_destroy(world);
}

static void numbers_of_a_built_scene_are_those_of_its_world(void **state)
{
    (void)state;
    for (int dimension = 3; dimension <= 4; ++dimension) {
        TumSceneBuilder *builder = tum_scene_builder_create(NULL, dimension, 0.0, "numbers", NULL);
        const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 0.5};
        const int32_t shape = tum_scene_builder_add_shape(builder, &ball);
        const TumLimit lock = {.axes = 7, .stiffness = (double)INFINITY};
        TumJointDef joint = tum_default_joint_def();
        for (int i = 0; i < 3; ++i) {
            TumNodeDef node = tum_default_node_def();
            TumBodyDef body = tum_default_body_def();
            TumColliderDef collider = tum_default_collider_def();
            node.position[0] = 2.0 * i;
            body.node = collider.node = tum_scene_builder_add_node(builder, &node);
            body.user = (uint64_t)i + ((uint64_t)1 << 40);
            collider.user = 100 + (uint64_t)i;
            collider.shape = shape;
            joint.node_a = body.node;
            assert_true(tum_scene_builder_add_body(builder, &body));
            assert_true(tum_scene_builder_add_collider(builder, &collider));
        }
        joint.user = 1000;
        joint.limits = &lock;
        joint.limit_count = dimension == 3 ? 1 : 0; // In 4D the kind locks.
        assert_true(tum_scene_builder_add_joint(builder, &joint));
        TumScene *scene = NULL;
        TumWorld *world = NULL;
        ok(tum_scene_builder_finish(builder, &scene));
        ok(tum_world_create(scene, NULL, &world, NULL));
        for (size_t i = 0; i < 3; ++i) {
            const TumBodyId body = tum_world_body_at(world, i);
            assert_true(tum_body_user(world, body) == i + ((uint64_t)1 << 40));
            assert_true(tum_collider_user(world, tum_body_collider_at(world, body, 0)) == 100 + i);
        }
        assert_true(tum_joint_user(world, tum_world_joint_at(world, 0)) == 1000);
        tum_world_destroy(world);
        tum_scene_destroy(scene);
        tum_scene_builder_destroy(builder);
    }
}

static void checkpoints_keep_numbers(void **state)
{
    (void)state;
    TumWorldDef def = tum_default_world_def();
    TumWorld *world = program_world(3, &def);
    const TumBodyId body = program_body3(world, TUM_BODY_DYNAMIC, ball_def3(1), origin3, 7);
    (void)join(world, body, (TumBodyId){0, 0, 0}, UINT64_MAX);
    program_run(world, 2);
    TumWorld *next = program_world(3, &def);
    const size_t count = tum_checkpoint_bytes(world);
    void *bytes = malloc(count);
    ok(tum_checkpoint_write(world, bytes, count));
    ok(tum_checkpoint_read(next, bytes, count, NULL, NULL));
    free(bytes);
    assert_true(tum_body_user(next, tum_world_body_at(next, 0)) == 7);
    assert_true(tum_collider_user(next, tum_world_collider_at(next, 0)) == 107);
    assert_true(tum_joint_user(next, tum_world_joint_at(next, 0)) == UINT64_MAX);
    tum_world_destroy(world);
    tum_world_destroy(next);
}

static void hits_carry_ids_and_numbers(void **state)
{
    (void)state;
    TumWorld *three = program_world(3, NULL), *four = program_world(4, NULL);
    const TumBodyId ball = program_body3(three, TUM_BODY_DYNAMIC, ball_def3(1), origin3, 7);
    const TumRay3 ray = {{0, 5, 0}, {0, -10, 0}};
    TumHit3 hit;
    ok(tum_world_cast_ray3(three, &ray, NULL, &hit));
    assert_true(tum_body_id_equals(hit.body, ball));
    assert_true(tum_collider_id_equals(hit.collider, tum_body_collider_at(three, ball, 0)));
    assert_true(hit.body_user == 7 && hit.user == 107);
    const TumRay3 beside = {{5, 5, 0}, {0, -10, 0}};
    ok(tum_world_cast_ray3(three, &beside, NULL, &hit));
    assert_true(tum_collider_id_is_null(hit.collider) && hit.user == 0 && hit.body_user == 0);
    const TumBodyId ball4 = program_body4(four, TUM_BODY_DYNAMIC, ball_def4(1), origin4, 8);
    const TumRay4 ray4 = {{0, 0, 0, 5}, {0, 0, 0, -10}};
    TumHit4 hit4;
    ok(tum_world_cast_ray4(four, &ray4, NULL, &hit4));
    assert_true(tum_body_id_equals(hit4.body, ball4));
    assert_true(tum_collider_id_equals(hit4.collider, tum_body_collider_at(four, ball4, 0)));
    assert_true(hit4.body_user == 8 && hit4.user == 108);
    tum_world_destroy(three);
    tum_world_destroy(four);
}

static void colliders_and_joints_of_a_body_can_be_listed(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    const TumBodyId none = {0, 0, 0};
    TumBodyId bodies[3];
    for (int i = 0; i < 3; ++i) {
        bodies[i] =
            program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.1f), (TumVec3){(float)i, 0, 0}, 0);
    }
    const TumColliderDef3 plane = plane_def3(), ball = ball_def3(0.2f);
    TumColliderId own, second;
    ok(tum_world_add_collider3(world, none, &plane, &own));
    ok(tum_world_add_collider3(world, bodies[1], &ball, &second));
    const TumJointId joints[3] = {join(world, bodies[0], bodies[1], 0),
                                  join(world, bodies[1], bodies[2], 0),
                                  join(world, none, bodies[1], 0)};
    assert_int_equal(tum_body_collider_count(world, bodies[0]), 1);
    assert_int_equal(tum_body_collider_count(world, bodies[1]), 2);
    assert_int_equal(tum_body_collider_count(world, none), 1);
    assert_true(tum_collider_id_equals(tum_body_collider_at(world, none, 0), own));
    bool found = false;
    for (size_t i = 0; i < 2; ++i) {
        const TumColliderId at = tum_body_collider_at(world, bodies[1], i);
        assert_true(tum_body_id_equals(tum_collider_body(world, at), bodies[1]));
        found |= tum_collider_id_equals(at, second);
    }
    assert_true(found);
    assert_true(tum_collider_id_is_null(tum_body_collider_at(world, bodies[1], 2)));
    assert_int_equal(tum_body_joint_count(world, bodies[0]), 1);
    assert_int_equal(tum_body_joint_count(world, bodies[1]), 3);
    assert_int_equal(tum_body_joint_count(world, bodies[2]), 1);
    assert_int_equal(tum_body_joint_count(world, none), 0);
    for (size_t i = 0; i < 3; ++i) {
        assert_true(tum_joint_id_equals(tum_body_joint_at(world, bodies[1], i), joints[i]));
    }
    assert_true(tum_joint_id_equals(tum_body_joint_at(world, bodies[2], 0), joints[1]));
    assert_true(tum_joint_id_is_null(tum_body_joint_at(world, bodies[1], 3)));
    ok(tum_world_remove_body(world, bodies[1]));
    assert_int_equal(tum_body_collider_count(world, bodies[1]), 0);
    assert_int_equal(tum_body_joint_count(world, bodies[1]), 0);
    assert_int_equal(tum_body_joint_count(world, bodies[0]), 0);
    tum_world_destroy(world);
}

static void a_weight_is_read_as_it_was_set_whatever_the_kind(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    const TumBodyId body = program_body3(world, TUM_BODY_DYNAMIC, ball_def3(1), origin3, 0);
    const TumMass3 set = {3, {0.1f, 0.2f, 0.3f}, {0.7f, INFINITY, 0.9f}, {0, 0, 0.6f, 0.8f}};
    ok(tum_body_set_mass3(world, body, &set));
    for (int kind = TUM_BODY_STATIC; kind <= TUM_BODY_DYNAMIC; ++kind) {
        TumMass3 mass;
        ok(tum_body_set_kind(world, body, (TumBodyKind)kind));
        ok(tum_body_mass3(world, body, &mass));
        assert_near(mass.mass, 3, 1e-6);
        assert_vec3_near(mass.center, 0.1, 0.2, 0.3, 1e-7);
        assert_near(mass.inertia.x, 0.7, 1e-7);
        assert_true(mass.inertia.y == INFINITY);
        assert_near(mass.inertia.z, 0.9, 1e-7);
        assert_near(mass.orientation.z, 0.6, 1e-6);
        assert_near(mass.orientation.w, 0.8, 1e-6);
    }
    TumMass3 untouched = {.mass = -1};
    assert_int_equal(tum_body_mass3(world, (TumBodyId){0, 0, 0}, &untouched), TUM_ERROR_ARGUMENT);
    assert_true(untouched.mass == -1);
    tum_world_destroy(world);

    TumWorld *four = program_world(4, NULL);
    const TumBodyId body4 = program_body4(four, TUM_BODY_DYNAMIC, ball_def4(1), origin4, 0);
    TumMass4 mass4 = tum_default_body_def4().mass;
    mass4.mass = 5;
    mass4.center.w = 0.25f;
    mass4.inertia = (TumBivec4){1, 2, 3, 4, 5, 6};
    ok(tum_body_set_mass4(four, body4, &mass4));
    TumMass4 read4;
    ok(tum_body_mass4(four, body4, &read4));
    assert_near(read4.mass, 5, 1e-6);
    assert_vec4_near(read4.center, 0, 0, 0, 0.25, 1e-7);
    assert_memory_equal(&read4.inertia, &mass4.inertia, sizeof mass4.inertia);
    assert_vec4_near(read4.orientation.w, 0, 0, 0, 1, 1e-6);
    tum_world_destroy(four);
}

// Every shape that a program may give, at a place of its own: adding what was read gives the same.
static void a_collider_is_read_as_the_definition_it_was_made_of(void **state)
{
    (void)state;
    static const float points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    TumColliderDef3 defs[8];
    for (int i = 0; i < 8; ++i) {
        defs[i] = tum_default_collider_def3();
        defs[i].pose = (TumPose3){{1, 2, 3}, {0, 0.6f, 0, 0.8f}};
        defs[i].node = 40 + i;
        defs[i].user = (uint64_t)i;
        defs[i].material =
            (TumMaterial){0.25, 0.125, 0.5, TUM_COMBINE_MAXIMUM, TUM_COMBINE_MULTIPLY, NULL};
    }
    defs[0].radius = 0.5f;
    defs[1].kind = TUM_SHAPE_BOX;
    defs[1].size = (TumVec3){1, 2, 4};
    defs[2].kind = TUM_SHAPE_CAPSULE;
    defs[2].height = 2, defs[2].radius_bottom = 0.5f, defs[2].radius_top = 0.25f;
    defs[3].kind = TUM_SHAPE_CYLINDER;
    defs[3].height = 3, defs[3].radius_bottom = 0, defs[3].radius_top = 0.75f;
    defs[4].kind = TUM_SHAPE_PLANE;
    defs[4].size = plane_def3().size;
    defs[5].kind = TUM_SHAPE_PLANE;
    defs[5].size = (TumVec3){4, 0, 8};
    defs[5].double_sided = true;
    defs[6].kind = TUM_SHAPE_CONVEX;
    defs[6].points = points, defs[6].point_count = 4;
    defs[7].kind = TUM_SHAPE_MESH;
    defs[7].points = points, defs[7].point_count = 4;
    defs[7].triangles = triangles, defs[7].triangle_count = 4;
    TumWorld *world = program_world(3, NULL);
    TumBodyDef3 body = tum_default_body_def3();
    TumBodyId id;
    body.mass.center = (TumVec3){0.5f, 0, 0}; // places are kept from there, and told from the frame
    ok(tum_world_add_body3(world, &body, &id));
    for (int i = 0; i < 8; ++i) {
        TumColliderId collider;
        TumColliderDef3 def;
        ok(tum_world_add_collider3(world, id, &defs[i], &collider));
        ok(tum_collider_def3(world, collider, &def));
        assert_int_equal(def.kind, defs[i].kind);
        assert_memory_equal(&def.size, &defs[i].size, sizeof def.size);
        // No size of a shape is below a micrometre: the tip of the cone.
        assert_true(def.height == defs[i].height && def.radius == defs[i].radius);
        assert_near(def.radius_bottom, defs[i].radius_bottom, 1e-6);
        assert_near(def.radius_top, defs[i].radius_top, 0);
        assert_true(def.double_sided == defs[i].double_sided);
        assert_int_equal(def.point_count, defs[i].point_count);
        assert_int_equal(def.triangle_count, defs[i].triangle_count);
        assert_memory_equal(def.points != NULL ? def.points : points, points, sizeof points);
        assert_memory_equal(def.triangles != NULL ? def.triangles : triangles, triangles,
                            sizeof triangles);
        const TumVec3 p = defs[i].pose.position;
        assert_vec3_near(def.pose.position, (double)p.x, (double)p.y, (double)p.z, 1e-6);
        assert_near(def.pose.rotation.y, defs[i].pose.rotation.y, 1e-6);
        assert_near(def.pose.rotation.w, defs[i].pose.rotation.w, 1e-6);
        assert_int_equal(def.node, defs[i].node);
        assert_int_equal(def.filter, -1);
        assert_true(def.user == defs[i].user);
        TumMaterial material;
        ok(tum_collider_material(world, collider, &material));
        assert_true(material.static_friction == defs[i].material.static_friction &&
                    material.dynamic_friction == defs[i].material.dynamic_friction &&
                    material.restitution == defs[i].material.restitution &&
                    material.friction_combine == defs[i].material.friction_combine &&
                    material.restitution_combine == defs[i].material.restitution_combine);
        ok(tum_world_add_collider3(world, id, &def, NULL));
    }
    TumColliderDef3 untouched = {.radius = -1};
    assert_int_equal(tum_collider_def3(world, (TumColliderId){0, 0, 0}, &untouched),
                     TUM_ERROR_ARGUMENT);
    assert_true(untouched.radius == -1);
    tum_world_destroy(world);
}

static void a_collider_of_four_dimensions_is_read_as_it_was_added(void **state)
{
    (void)state;
    TumWorld *world = program_world(4, NULL);
    TumColliderDef4 box = box_def4(1, 2, 3, 4), def;
    TumColliderId collider;
    box.pose.position = (TumVec4){0, 1, 0, 2};
    box.user = 11;
    ok(tum_world_add_collider4(world, (TumBodyId){0, 0, 0}, &box, &collider));
    ok(tum_collider_def4(world, collider, &def));
    assert_int_equal(def.kind, TUM_SHAPE_BOX);
    assert_vec4_near(def.size, 1, 2, 3, 4, 0);
    assert_vec4_near(def.pose.position, 0, 1, 0, 2, 1e-6);
    assert_true(def.user == 11);
    ok(tum_world_add_collider4(world, (TumBodyId){0, 0, 0}, &def, NULL));
    tum_world_destroy(world);
}

enum { FORMS4 = 6 };

// Shapes of bodies at scaled nodes, one a node.
static TumScene *scaled_scene4(void)
{
    static const TumCurve curves[2] = {{{0.5, 0.5, 0, 0}, 2}, {{0, 0, 0.25, 0.25}, 3}};
    static const TumShape shapes[FORMS4] = {
        {.kind = TUM_SHAPE_SPHERE, .radius = 0.5},
        {.kind = TUM_SHAPE_BOX, .size = {1, 2, 3, 4}},
        {.kind = TUM_SHAPE_CYLINDER, .height = 2, .radius_bottom = 0.5, .radius_top = 0.25},
        {.kind = TUM_SHAPE_CAPSULE, .height = 1, .radius_bottom = 0.5, .radius_top = 0.5},
        {.kind = TUM_SHAPE_GENERAL, .size = {0, 1, 0, 0}, .curve_count = 2},
        {.kind = TUM_SHAPE_CAPSULE, .height = 1, .radius_bottom = 0.5, .radius_top = 0.25}};
    static const double scales[FORMS4][4] = {{2, 2, 2, 2}, {1, 2, 1, 0.5}, {2, 3, 2, 2},
                                             {2, 2, 2, 2}, {2, 2, 1, 1},   {1, 2, 1, 1}};
    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 4, 1000, "forms", NULL);
    TumScene *scene = NULL;
    tum_scene_builder_add_curves(builder, curves, 2);
    for (int i = 0; i < FORMS4; ++i) {
        TumNodeDef node = tum_default_node_def();
        TumBodyDef body = tum_default_body_def();
        TumColliderDef collider = tum_default_collider_def();
        node.position[3] = 10.0 * i;
        body.node = tum_scene_builder_add_node(builder, &node);
        node = tum_default_node_def();
        node.parent = body.node;
        node.position[0] = 3;
        memcpy(node.scale, scales[i], sizeof node.scale);
        collider.node = tum_scene_builder_add_node(builder, &node);
        collider.shape = tum_scene_builder_add_shape(builder, &shapes[i]);
        assert_true(tum_scene_builder_add_body(builder, &body));
        assert_true(tum_scene_builder_add_collider(builder, &collider));
    }
    ok(tum_scene_builder_finish(builder, &scene));
    tum_scene_builder_destroy(builder);
    return scene;
}

static void a_collider_of_a_scene_of_four_dimensions_is_read_at_its_scale(void **state)
{
    (void)state;
    TumScene *scene = scaled_scene4();
    TumWorld *world = NULL;
    ok(tum_world_create(scene, NULL, &world, NULL));
    TumColliderDef4 defs[FORMS4];
    for (size_t i = 0; i + 1 < FORMS4; ++i) {
        const TumColliderId collider = tum_world_collider_at(world, i);
        TumMass4 mass, weighed;
        ok(tum_collider_def4(world, collider, &defs[i]));
        assert_vec4_near(defs[i].pose.position, 3, 0, 0, 0, 1e-5);
        assert_int_equal(defs[i].node, 2 * i + 1);
        // A collider by this definition has the volume that the scene found.
        ok(tum_body_mass4(world, tum_collider_body(world, collider), &mass));
        ok(tum_mass4_of_colliders(&defs[i], 1, 1000, &weighed));
        assert_near(weighed.mass / mass.mass, 1, 1e-5);
    }
    assert_int_equal(defs[0].kind, TUM_SHAPE_SPHERE);
    assert_near(defs[0].radius, 1, 0);
    assert_vec4_near(defs[1].size, 1, 4, 3, 2, 0);
    assert_int_equal(defs[2].kind, TUM_SHAPE_CYLINDER);
    assert_near(defs[2].height, 6, 0);
    assert_near(defs[2].radius_bottom, 1, 0);
    assert_near(defs[2].radius_top, 0.5, 0);
    assert_near(defs[3].height, 2, 0);
    assert_near(defs[3].radius_top, 1, 0);
    assert_vec4_near(defs[4].size, 0, 2, 0, 0, 0);
    assert_int_equal(defs[4].curve_count, 2);
    assert_near(defs[4].curves[0].radii[1], 1, 0);
    assert_near(defs[4].curves[1].radii[3], 0.25, 0);
    assert_near(defs[4].curves[1].exponent, 3, 0);
    // A tapered capsule that is longer than it is wide by its scale is no capsule.
    TumColliderDef4 untouched = {.radius = -1};
    assert_int_equal(tum_collider_def4(world, tum_world_collider_at(world, FORMS4 - 1), &untouched),
                     TUM_ERROR_UNSUPPORTED);
    assert_true(untouched.radius == -1);
    tum_world_destroy(world);
    tum_scene_destroy(scene);
}

static void switches_are_read_as_they_were_set(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    const TumBodyId body = program_body3(world, TUM_BODY_DYNAMIC, ball_def3(1), origin3, 0);
    const TumColliderId shape = tum_body_collider_at(world, body, 0);
    assert_true(tum_body_may_sleep(world, body) && tum_collider_is_enabled(world, shape));
    ok(tum_body_set_may_sleep(world, body, false));
    ok(tum_collider_set_enabled(world, shape, false));
    assert_false(tum_body_may_sleep(world, body) || tum_collider_is_enabled(world, shape));
    assert_near(tum_body_gravity_factor(world, body), 1, 0);
    ok(tum_body_set_gravity_factor(world, body, -2.5f));
    assert_near(tum_body_gravity_factor(world, body), -2.5, 0);
    const TumJointId joint = join(world, body, (TumBodyId){0, 0, 0}, 0);
    const TumPose3 frame = {{1, 2, 3}, {0, 0.6f, 0, 0.8f}};
    ok(tum_joint_set_frame3(world, joint, TUM_JOINT_A, frame));
    const TumPose3 read = tum_joint_local_frame3(world, joint, TUM_JOINT_A);
    assert_vec3_near(read.position, 1, 2, 3, 1e-6);
    assert_near(read.rotation.y, 0.6, 1e-6);
    assert_vec3_near(tum_joint_local_frame3(world, joint, TUM_JOINT_B).position, 0, 0, 0, 0);
    assert_false(tum_joint_enables_collision(world, joint));
    TumJointDef3 open = tum_default_joint_def3();
    TumJointId loose;
    open.body_a = body;
    open.enable_collision = true;
    ok(tum_world_add_joint3(world, &open, &loose));
    assert_true(tum_joint_enables_collision(world, loose));
    ok(tum_joint_set_enables_collision(world, loose, false));
    assert_false(tum_joint_enables_collision(world, loose));
    ok(tum_joint_set_enables_collision(world, loose, true));
    assert_true(tum_joint_enables_collision(world, loose));
    ok(tum_world_remove_joint(world, loose));
    assert_false(tum_joint_enables_collision(world, loose));
    assert_int_equal(tum_joint_set_enables_collision(world, loose, true), TUM_ERROR_ARGUMENT);
    tum_world_destroy(world);
}

// As many as fit, and none beyond: what lies behind is as it was.
static void all_bodies_are_read_into_typed_arrays_up_to_their_capacity(void **state)
{
    (void)state;
    TumWorld *three = program_world(3, NULL), *four = program_world(4, NULL);
    for (int i = 0; i < 3; ++i) {
        const TumBodyId a =
            program_body3(three, TUM_BODY_KINEMATIC, ball_def3(0.1f), (TumVec3){(float)i, 2, 3}, 0);
        const TumBodyId b = program_body4(four, TUM_BODY_KINEMATIC, ball_def4(0.1f),
                                          (TumVec4){(float)i, 2, 3, 4}, 0);
        ok(tum_body_set_linear_velocity3(three, a, (TumVec3){5, 6, (float)i}));
        ok(tum_body_set_angular_velocity4(four, b, (TumBivec4){1, 2, 3, 4, 5, (float)i}));
    }
    TumVec3 positions[3] = {{-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}}, velocities[3];
    TumQuat rotations[3];
    const TumBodyArrays3 arrays = {.capacity = 2,
                                   .positions = positions,
                                   .rotations = rotations,
                                   .linear_velocities = velocities};
    assert_int_equal(tum_world_read_bodies3(three, &arrays), 3);
    assert_vec3_near(positions[1], 1, 2, 3, 0);
    assert_vec3_near(positions[2], -1, -1, -1, 0);
    assert_vec3_near(velocities[1], 5, 6, 1, 0);
    assert_true(rotations[0].w == 1);
    TumVec4 positions4[3];
    TumBasis4 rotations4[3];
    TumBivec4 spins[3];
    const TumBodyArrays4 arrays4 = {.capacity = 3,
                                    .positions = positions4,
                                    .rotations = rotations4,
                                    .angular_velocities = spins};
    assert_int_equal(tum_world_read_bodies4(four, &arrays4), 3);
    assert_vec4_near(positions4[2], 2, 2, 3, 4, 0);
    assert_vec4_near(rotations4[2].w, 0, 0, 0, 1, 0);
    assert_near(spins[2].yw, 5, 1e-6);
    assert_near(spins[2].zw, 2, 1e-6);
    tum_world_destroy(three);
    tum_world_destroy(four);
}

// Boxes around balls of 0.5 m at x = 0, 2, 4, 6; the second is in a body of its own number.
static void a_box_finds_the_colliders_whose_boxes_touch_it(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    TumBodyId balls[4];
    for (int i = 3; i >= 0; --i) {
        balls[i] = program_body3(world, i % 2 ? TUM_BODY_DYNAMIC : TUM_BODY_STATIC, ball_def3(0.5f),
                                 (TumVec3){2 * (float)i, 0, 0}, 0);
    }
    TumColliderId found[4];
    size_t count = 9;
    // From 1.6 to 4.4: the second and the third, by places: the third was added before.
    ok(tum_world_overlap_box3(world, (TumVec3){1.6f, -1, -1}, (TumVec3){4.4f, 1, 1}, NULL, found, 4,
                              &count));
    assert_int_equal(count, 2);
    assert_true(tum_body_id_equals(tum_collider_body(world, found[0]), balls[2]));
    assert_true(tum_body_id_equals(tum_collider_body(world, found[1]), balls[1]));
    // The corner of a box around a ball is not in the ball: boxes alone are asked.
    ok(tum_world_overlap_box3(world, (TumVec3){2.45f, 0.45f, 0.45f}, (TumVec3){3, 1, 1}, NULL,
                              found, 4, &count));
    assert_int_equal(count, 1);
    // Everything, of which one fits: that of the lowest place.
    const TumVec3 low = {-INFINITY, -INFINITY, -INFINITY}, high = {INFINITY, INFINITY, INFINITY};
    ok(tum_world_overlap_box3(world, low, high, NULL, found, 1, &count));
    assert_int_equal(count, 4);
    assert_true(tum_body_id_equals(tum_collider_body(world, found[0]), balls[3]));
    // A body that is not to be seen is not.
    const uint32_t ignored = 1u << 1;
    TumQueryFilter filter = tum_default_query_filter();
    filter.ignored = &ignored;
    filter.ignored_words = 1;
    ok(tum_world_overlap_box3(world, low, high, &filter, NULL, 0, &count));
    assert_int_equal(count, 3);
    assert_int_equal(tum_world_overlap_box3(world, high, low, NULL, NULL, 0, &count),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    const TumVec3 nowhere = {NAN, 0, 0};
    assert_int_equal(tum_world_overlap_box3(world, nowhere, high, NULL, NULL, 0, &count),
                     TUM_ERROR_ARGUMENT);
    tum_world_destroy(world);

    TumWorld *four = program_world(4, NULL);
    for (int i = 0; i < 3; ++i) {
        program_body4(four, TUM_BODY_DYNAMIC, ball_def4(0.5f), (TumVec4){0, 0, 0, 2 * (float)i}, 0);
    }
    ok(tum_world_overlap_box4(four, (TumVec4){-1, -1, -1, 1.6f}, (TumVec4){1, 1, 1, 9}, NULL, found,
                              4, &count));
    assert_int_equal(count, 2);
    assert_int_equal(found[0].index1, 2);
    tum_world_destroy(four);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_as_they_were_given_and_move_nothing),
        cmocka_unit_test(numbers_of_a_built_scene_are_those_of_its_world),
        cmocka_unit_test(checkpoints_keep_numbers),
        cmocka_unit_test(hits_carry_ids_and_numbers),
        cmocka_unit_test(colliders_and_joints_of_a_body_can_be_listed),
        cmocka_unit_test(a_weight_is_read_as_it_was_set_whatever_the_kind),
        cmocka_unit_test(a_collider_is_read_as_the_definition_it_was_made_of),
        cmocka_unit_test(a_collider_of_four_dimensions_is_read_as_it_was_added),
        cmocka_unit_test(a_collider_of_a_scene_of_four_dimensions_is_read_at_its_scale),
        cmocka_unit_test(switches_are_read_as_they_were_set),
        cmocka_unit_test(all_bodies_are_read_into_typed_arrays_up_to_their_capacity),
        cmocka_unit_test(a_box_finds_the_colliders_whose_boxes_touch_it),
    };
    return cmocka_run_group_tests_name("what a program owns", tests, NULL, NULL);
}
