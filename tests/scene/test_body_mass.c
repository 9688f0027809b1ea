// SPDX-License-Identifier: MIT
// Mass, centre of mass and inertia: docs/dialects.md#mass, rule by rule. Density 1000.
#include "tests/scene/kit.h"

// KHR-28, KHR-30.
static void mass_and_centre_come_from_volume(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1), side = kit_node_at(&kit, node, 2, 0, 0);
    kit_motion(&kit, node);
    kit_box(&kit, side, 1, 2, 3);
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_near(body->mass, 6000.0, 1e-9);
    assert_int_equal(body->mass_origin, TUM_ORIGIN_COMPUTED);
    assert_vector(body->center_of_mass, 2, 0, 0);
    assert_int_equal(body->center_of_mass_origin, TUM_ORIGIN_COMPUTED);
    // m (b^2 + c^2) / 12 about the centre, axes as they are.
    assert_vector(body->inertia, 500 * 13, 500 * 10, 500 * 5);
    assert_vector(body->inertia_rotation.q, 0, 0, 0);
    assert_int_equal(body->inertia_origin[1], TUM_ORIGIN_COMPUTED);
    kit_end(&kit);
}

// KHR-29.
static void a_given_mass_spreads_over_the_shape(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_motion(&kit, node)->mass = 10.0;
    kit_sphere(&kit, node, 2.0);
    const TumScene *scene = kit_finish(&kit);
    assert_near(scene->bodies[0].mass, 10.0, 0.0);
    assert_int_equal(scene->bodies[0].mass_origin, TUM_ORIGIN_AUTHORED);
    assert_vector(scene->bodies[0].inertia, 16, 16, 16); // 2/5 m r^2
    kit_end(&kit);
}

// KHR-30, KHR-45.
static void compounds_add_up_in_world_scale(void **state)
{
    (void)state;
    // Two unit cubes 4 m apart along X under a node of scale 2: cubes of edge 2, 8 m apart.
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_scale(&kit, node, 2, 2, 2);
    kit_motion(&kit, node);
    kit_box(&kit, kit_node_at(&kit, node, 2, 0, 0), 1, 1, 1);
    kit_box(&kit, kit_node_at(&kit, node, -2, 0, 0), 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    const double m = 16000.0, own = m * 8.0 / 12.0;
    assert_near(body->mass, m, 1e-9);
    assert_vector(body->center_of_mass, 0, 0, 0);
    assert_near(body->inertia[0], own, 1e-6);
    assert_near(body->inertia[1], own + m * 16.0, 1e-6);
    kit_end(&kit);
}

// KHR-21.
static void an_authored_centre_is_scaled_by_the_node_and_inertia_is_about_it(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_turn(&kit, node, 0, 0, 1, 1.0);
    kit_scale(&kit, node, 2, 2, 2);
    MotionDef *motion = kit_motion(&kit, node);
    motion->mass = 12.0;
    motion->center_rule = CENTER_AUTHORED;
    motion->center_of_mass[0] = 1.5;
    kit_box(&kit, node, 1, 1, 1); // edge 2 in the world
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_vector(body->center_of_mass, 3, 0, 0); // the body frame turns along
    assert_int_equal(body->center_of_mass_origin, TUM_ORIGIN_AUTHORED);
    // 12 (4 + 4) / 12 = 8; across the offset 12 * 9 more.
    assert_vector(body->inertia, 8, 116, 116);
    kit_end(&kit);
}

static void a_centre_at_the_node_ignores_the_shapes(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    MotionDef *motion = kit_motion(&kit, node);
    motion->mass = 1.0;
    motion->mass_origin = TUM_ORIGIN_DEFAULTED;
    motion->center_rule = CENTER_AT_NODE;
    kit_box(&kit, kit_node_at(&kit, node, 0, 3, 0), 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_vector(body->center_of_mass, 0, 0, 0);
    assert_int_equal(body->mass_origin, TUM_ORIGIN_DEFAULTED);
    assert_vector(body->inertia, 1.0 / 6 + 9, 1.0 / 6, 1.0 / 6 + 9);
    kit_end(&kit);
}

static void given_inertia_stands_as_it_is_under_any_scale(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_scale(&kit, node, 3, 3, 3);
    MotionDef *motion = kit_motion(&kit, node);
    const double inertia[3] = {1, 2, 2.5}, turn[4] = {0, 0, sqrt(0.5), sqrt(0.5)};
    memcpy(motion->inertia, inertia, sizeof inertia);
    memcpy(motion->inertia_rotation, turn, sizeof turn);
    kit_box(&kit, node, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_near(body->mass, 27000.0, 1e-6); // mass absent: still from volume
    assert_vector(body->inertia, 1, 2, 2.5);
    assert_near(body->inertia_rotation.q[2], sqrt(0.5), 1e-15);
    assert_int_equal(body->inertia_origin[2], TUM_ORIGIN_AUTHORED);
    kit_end(&kit);
}

// KHR-19.
static void components_that_are_missing_are_computed_in_the_given_frame(void **state)
{
    (void)state;
    // The frame is a quarter turn about Z: its X axis is the body's Y.
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    MotionDef *motion = kit_motion(&kit, node);
    const double turn[4] = {0, 0, sqrt(0.5), sqrt(0.5)};
    memcpy(motion->inertia_rotation, turn, sizeof turn);
    motion->mass = 12.0;
    motion->inertia[1] = 7.0;
    kit_box(&kit, node, 1, 2, 3);
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_vector(body->inertia, 10, 7, 5); // about the body's Y: 1 + 9; Z: 1 + 4
    assert_int_equal(body->inertia_origin[0], TUM_ORIGIN_COMPUTED);
    assert_int_equal(body->inertia_origin[1], TUM_ORIGIN_AUTHORED);
    kit_end(&kit);
}

static void infinite_mass_without_inertia_never_turns(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_motion(&kit, node)->mass = INFINITY;
    kit_box(&kit, node, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    assert_true(isinf(scene->bodies[0].mass));
    assert_true(isinf(scene->bodies[0].inertia[0]) && isinf(scene->bodies[0].inertia[2]));
    kit_end(&kit);
}

// KHR-33.
static void a_wheel_of_infinite_mass_turns_about_its_one_axis(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    MotionDef *motion = kit_motion(&kit, node);
    motion->mass = INFINITY;
    motion->inertia[0] = motion->inertia[2] = INFINITY;
    motion->inertia[1] = 1.0;
    const TumScene *scene = kit_finish(&kit);
    assert_true(isinf(scene->bodies[0].inertia[0]));
    assert_near(scene->bodies[0].inertia[1], 1.0, 0.0);
    kit_end(&kit);
}

static void infinite_inertia_leaves_the_mass_alone(void **state)
{
    (void)state;
    // Acceptance scene Motion 07: mass 1, inertia [0, 0, 0].
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    MotionDef *motion = kit_motion(&kit, node);
    motion->mass = 1.0;
    motion->inertia[0] = motion->inertia[1] = motion->inertia[2] = INFINITY;
    kit_box(&kit, node, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    assert_near(scene->bodies[0].mass, 1.0, 0.0);
    assert_true(isinf(scene->bodies[0].inertia[1]));
    kit_end(&kit);
}

// TUM_MIN_BODY_SIZE is half a millimetre: the longest edge of any collider, or how far they are
// apart.
static void a_body_below_the_least_size_is_told(void **state)
{
    (void)state;
    const struct {
        double edge, apart;
        bool is_told;
    } cases[] = {
        {0.00049, 0, true}, {0.0005, 0, false}, {0.0001, 0.0003, true}, {0.0001, 0.0006, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        Kit kit = kit_begin();
        const int32_t body = kit_node(&kit, -1);
        kit_motion(&kit, body);
        kit_box(&kit, body, 0.0001, cases[i].edge, 0.0001);
        kit_box(&kit, kit_node_at(&kit, body, cases[i].apart, 0, 0), 0.0001, 0.0001, 0.0001);
        kit_finish(&kit);
        assert_int_equal(report_has(kit.report, "PHYSICS_BODY_TOO_SMALL", "/motion"),
                         cases[i].is_told);
        kit_end(&kit);
    }
}

static void a_body_without_colliders_is_a_ball_of_half_a_metre(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    kit_motion(&kit, kit_node(&kit, -1));
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_near(body->mass, 1.0, 0.0);
    assert_int_equal(body->mass_origin, TUM_ORIGIN_DEFAULTED);
    assert_vector(body->inertia, 0.1, 0.1, 0.1); // 2/5 * 1 * 0.25
    assert_true(report_has(kit.report, "PHYSICS_MASS_UNDETERMINED", "/motion"));
    kit_end(&kit);
}

static void a_body_without_volume_is_its_bounding_box(void **state)
{
    (void)state;
    // A sheet of 2 m by 4 m, 1 m up: the box is 1 cm thick.
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_motion(&kit, node)->mass = 12.0;
    kit_collider(&kit, kit_node_at(&kit, node, 0, 1, 0),
                 (TumShape){.kind = TUM_SHAPE_PLANE, .size = {2, 0, 4}});
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_vector(body->center_of_mass, 0, 1, 0);
    assert_vector(body->inertia, 16 + 1e-4, 20, 4 + 1e-4);
    assert_false(report_has(kit.report, "PHYSICS_MASS_UNDETERMINED", NULL));
    kit_end(&kit);
}

static void an_infinite_plane_bounds_nothing(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_motion(&kit, node);
    kit_collider(&kit, node, (TumShape){.kind = TUM_SHAPE_PLANE, .size = {INFINITY, 0, INFINITY}});
    const TumScene *scene = kit_finish(&kit);
    assert_vector(scene->bodies[0].inertia, 0.1, 0.1, 0.1);
    assert_true(report_has(kit.report, "PHYSICS_MASS_UNDETERMINED", "/motion"));
    kit_end(&kit);
}

static int32_t add_brick(Kit *kit, TumShapeKind kind, size_t triangle_count)
{
    static const double points[] = {0, 0, 0, 2, 0, 0, 0, 4, 0, 2, 4, 0,
                                    0, 0, 6, 2, 0, 6, 0, 4, 6, 2, 4, 6};
    static const uint32_t cells[] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                     2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    const int32_t mesh = tum_scene_builder_mesh(kit->builder, points, 8, cells, triangle_count);
    const TumShape shape = {.kind = kind, .mesh = mesh, .pointer = "/shape"};
    return tum_scene_builder_shape(kit->builder, &shape);
}

static void closed_meshes_and_hulls_are_solids_however_scaled(void **state)
{
    (void)state;
    const TumShapeKind kinds[] = {TUM_SHAPE_MESH, TUM_SHAPE_CONVEX};
    for (size_t k = 0; k < 2; ++k) {
        Kit kit = kit_begin();
        const int32_t node = kit_node(&kit, -1), part = kit_node(&kit, node);
        kit_scale(&kit, part, 0.5, -1, 2); // 1 x 4 x 12, mirrored to -Y
        kit_motion(&kit, node);
        kit_box(&kit, part, 1, 1, 1)->shape = add_brick(&kit, kinds[k], 12);
        const TumScene *scene = kit_finish(&kit);
        const TumBody *body = &scene->bodies[0];
        assert_near(body->mass, 48000.0, 1e-6);
        assert_vector(body->center_of_mass, 0.5, -2, 6);
        assert_near(body->inertia[0] / 4000.0, 16 + 144, 1e-6);
        assert_near(body->inertia[2] / 4000.0, 16 + 1, 1e-6);
        kit_end(&kit);
    }
}

static void an_open_mesh_contributes_its_bounds_only(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_motion(&kit, node);
    kit_box(&kit, node, 1, 1, 1)->shape = add_brick(&kit, TUM_SHAPE_MESH, 11);
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_near(body->mass, 1.0, 0.0);
    assert_vector(body->center_of_mass, 1, 2, 3);
    assert_near(body->inertia[0], (16 + 36) / 12.0, 1e-9);
    assert_true(report_has(kit.report, "PHYSICS_MASS_UNDETERMINED", "/motion"));
    kit_end(&kit);
}

static void disabled_colliders_and_triggers_weigh_nothing(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1), gone = kit_node(&kit, node);
    kit_scale(&kit, gone, 0, 0, 0);
    kit_motion(&kit, node);
    kit_box(&kit, gone, 1, 1, 1);
    const ColliderDef *box = kit_box(&kit, node, 1, 1, 1);
    kit_trigger(&kit, node, box->shape);
    const TumScene *scene = kit_finish(&kit);
    assert_near(scene->bodies[0].mass, 1000.0, 1e-9);
    kit_end(&kit);
}

static void a_sheared_ball_keeps_the_volume_of_its_ellipsoid(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t top = kit_node(&kit, -1);
    kit_scale(&kit, top, 2, 1, 1);
    const int32_t node = kit_node(&kit, top);
    kit_turn(&kit, node, 0, 0, 1, PI / 4);
    kit_motion(&kit, node);
    kit_sphere(&kit, node, 1.0);
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    assert_near(body->mass, 8000.0 / 3.0 * PI, 1e-6);
    // Half axes 2, 1, 1; the long one, of moment m (1 + 1) / 5, is the world's X. Body axes are
    // turned by 45 degrees, so the principal frame is turned back by as much, or by a right angle.
    assert_near(body->inertia[0] + body->inertia[1] + body->inertia[2],
                body->mass * 2.0 * (4 + 1 + 1) / 5.0, 1e-5);
    double least = fmin(body->inertia[0], fmin(body->inertia[1], body->inertia[2]));
    assert_near(least, body->mass * 2.0 / 5.0, 1e-5);
    kit_end(&kit);
}

static void a_kinematic_body_turns_about_its_node_unless_told(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_motion(&kit, node)->kind = TUM_BODY_KINEMATIC;
    kit_box(&kit, kit_node_at(&kit, node, 2, 0, 0), 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    assert_vector(scene->bodies[0].center_of_mass, 0, 0, 0);
    assert_near(scene->bodies[0].mass, 1000.0, 1e-9); // kept for whoever converts
    kit_end(&kit);
}

static void kinematic_bodies_need_no_mass(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    kit_motion(&kit, kit_node(&kit, -1))->kind = TUM_BODY_KINEMATIC;
    (void)kit_finish(&kit);
    assert_false(report_has(kit.report, "PHYSICS_MASS_UNDETERMINED", NULL));
    kit_end(&kit);
}

// KHR-31.
static void the_tensor_of_an_l_shape_is_rebuilt_from_its_principal_axes(void **state)
{
    (void)state;
    // Cubes at (1,0,0) and (0,2,0), 6 kg together: centre (0.5, 1, 0), product of inertia
    // -sum m x y = -(3 * 0.5 * -1 + 3 * -0.5 * 1) = 3.
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    kit_motion(&kit, node)->mass = 6.0;
    kit_box(&kit, kit_node_at(&kit, node, 1, 0, 0), 1, 1, 1);
    kit_box(&kit, kit_node_at(&kit, node, 0, 2, 0), 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    const TumBody *body = &scene->bodies[0];
    const double *q = body->inertia_rotation.q;
    const DSym3 tensor =
        dsym3_from_diagonal(dquat_matrix((DQuat){q[0], q[1], q[2], q[3]}),
                            (DVec3){body->inertia[0], body->inertia[1], body->inertia[2]});
    assert_vector(body->center_of_mass, 0.5, 1, 0);
    assert_near(tensor.xx, 6 * (2.0 / 12 + 1), 1e-9);
    assert_near(tensor.yy, 6 * (2.0 / 12 + 0.25), 1e-9);
    assert_near(tensor.zz, 6 * (2.0 / 12 + 1.25), 1e-9);
    assert_near(tensor.xy, 3.0, 1e-9);
    kit_end(&kit);
}

static void masses_that_are_none_count_as_missing(void **state)
{
    (void)state;
    Kit kit = kit_begin();
    const int32_t node = kit_node(&kit, -1);
    MotionDef *motion = kit_motion(&kit, node);
    motion->mass = -4.0;
    motion->inertia[0] = 0.0;
    kit_box(&kit, node, 1, 1, 1);
    const TumScene *scene = kit_finish(&kit);
    assert_near(scene->bodies[0].mass, 1000.0, 1e-9);
    assert_near(scene->bodies[0].inertia[0], 1000.0 / 6, 1e-9);
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_and_centre_come_from_volume),
        cmocka_unit_test(a_given_mass_spreads_over_the_shape),
        cmocka_unit_test(compounds_add_up_in_world_scale),
        cmocka_unit_test(an_authored_centre_is_scaled_by_the_node_and_inertia_is_about_it),
        cmocka_unit_test(a_centre_at_the_node_ignores_the_shapes),
        cmocka_unit_test(given_inertia_stands_as_it_is_under_any_scale),
        cmocka_unit_test(components_that_are_missing_are_computed_in_the_given_frame),
        cmocka_unit_test(infinite_mass_without_inertia_never_turns),
        cmocka_unit_test(a_wheel_of_infinite_mass_turns_about_its_one_axis),
        cmocka_unit_test(infinite_inertia_leaves_the_mass_alone),
        cmocka_unit_test(a_body_below_the_least_size_is_told),
        cmocka_unit_test(a_body_without_colliders_is_a_ball_of_half_a_metre),
        cmocka_unit_test(a_body_without_volume_is_its_bounding_box),
        cmocka_unit_test(an_infinite_plane_bounds_nothing),
        cmocka_unit_test(closed_meshes_and_hulls_are_solids_however_scaled),
        cmocka_unit_test(an_open_mesh_contributes_its_bounds_only),
        cmocka_unit_test(disabled_colliders_and_triggers_weigh_nothing),
        cmocka_unit_test(a_sheared_ball_keeps_the_volume_of_its_ellipsoid),
        cmocka_unit_test(a_kinematic_body_turns_about_its_node_unless_told),
        cmocka_unit_test(kinematic_bodies_need_no_mass),
        cmocka_unit_test(the_tensor_of_an_l_shape_is_rebuilt_from_its_principal_axes),
        cmocka_unit_test(masses_that_are_none_count_as_missing),
    };
    return cmocka_run_group_tests_name("body masses", tests, NULL, NULL);
}
