// SPDX-License-Identifier: MIT
// A four-dimensional world that is changed while it runs: as in three, with shapes, masses and
// poses of four.
#include "tests/support/checkpoint_support.h"
#include "tests/support/event_support.h"
#include "tests/support/world_support.h"
#include "tests/support/world_support4.h"
#include "tumble/checkpoint.h"
#include "tumble/query4.h"

static const TumBodyId NOBODY = {0, 0, 0};

#define UPRIGHT ((TumBasis4){{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}})

// Corners, tetrahedra: the boundary of a simplex whose corners are the origin and one on each axis.
static const float SIMPLEX[20] = {0, 0, 0, 0, 0.6f, 0, 0, 0, 0, 0.6f,
                                  0, 0, 0, 0, 0.6f, 0, 0, 0, 0, 0.6f};
static const uint32_t SIMPLEX_CELLS[20] = {1, 2, 3, 4, 0, 2, 4, 3, 0, 1,
                                           3, 4, 0, 1, 4, 2, 0, 1, 2, 3};

static void ok(TumStatus status)
{
    assert_int_equal(status, TUM_OK);
}

static Setup4 empty_world(void)
{
    Setup4 setup = setup4_empty();
    setup4_start(&setup);
    return setup;
}

// The turn in XY by one angle and in ZW by another.
static TumBasis4 turned(double in_xy, double in_zw)
{
    const float a = (float)cos(in_xy), b = (float)sin(in_xy);
    const float c = (float)cos(in_zw), d = (float)sin(in_zw);
    return (TumBasis4){{a, b, 0, 0}, {-b, a, 0, 0}, {0, 0, c, d}, {0, 0, -d, c}};
}

static TumColliderDef4 collider_of(TumShapeKind kind)
{
    TumColliderDef4 def = tum_default_collider_def4();
    def.kind = kind;
    return def;
}

// A body of one collider that weighs what water would, with its own node.
static TumBodyId add(Setup4 *setup, const TumColliderDef4 *collider, TumVec4 at)
{
    TumBodyDef4 def = tum_default_body_def4();
    def.pose.position = at;
    ok(tum_mass4_of_colliders(collider, 1, 1000, &def.mass));
    TumBodyId body;
    ok(tum_world_add_body4(setup->world, &def, &body));
    ok(tum_world_add_collider4(setup->world, body, collider, NULL));
    return body;
}

static TumBodyId add_ball(Setup4 *setup, float radius, TumVec4 at)
{
    TumColliderDef4 ball = collider_of(TUM_SHAPE_SPHERE);
    ball.radius = radius;
    return add(setup, &ball, at);
}

static void add_floor(Setup4 *setup)
{
    const TumColliderDef4 plane = collider_of(TUM_SHAPE_PLANE);
    ok(tum_world_add_collider4(setup->world, NOBODY, &plane, NULL));
}

static void an_added_body_falls_and_lands_as_one_of_the_scene(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    const int ball = setup4_body(&setup, ball4(0.5), (double[4]){0, 2, 0, 0});
    setup4_start(&setup);
    const TumBodyId added = add_ball(&setup, 0.5f, (TumVec4){0, 2, 0, 5});
    assert_int_equal(tum_body_node(setup.world, added), -1);
    for (int i = 0; i < 120; ++i) {
        setup4_step(&setup);
        assert_near(tum_body_pose4(setup.world, added).position.y,
                    setup4_position(&setup, ball).at[1], 1e-5);
    }
    setup4_end(&setup);
}

// Without an outside force a spin in the planes of X, Y and Z stays there: as in three dimensions.
static void a_spin_of_three_dimensions_turns_an_added_body_as_it_does_there(void **state)
{
    (void)state;
    Setup4 four = empty_world();
    Setup three = setup_empty();
    setup_start(&three);
    TumBodyDef3 flat = tum_default_body_def3();
    flat.gravity_factor = 0;
    flat.mass.inertia = (TumVec3){1, 2, 3};
    flat.angular_velocity = (TumVec3){0.3f, 2, -1};
    TumBodyDef4 deep = tum_default_body_def4();
    deep.gravity_factor = 0;
    // About X is from Y to Z, about Y from Z to X, about Z from X to Y.
    deep.mass.inertia = (TumBivec4){.xy = 3, .xz = 2, .yz = 1, .xw = 5, .yw = 6, .zw = 7};
    deep.angular_velocity = (TumBivec4){.xy = -1, .xz = -2, .yz = 0.3f};
    TumBodyId body3, body4;
    ok(tum_world_add_body3(three.world, &flat, &body3));
    ok(tum_world_add_body4(four.world, &deep, &body4));
    setup_run(&three, 2);
    setup4_run(&four, 2);
    const TumVec3 w = tum_body_angular_velocity3(three.world, body3);
    const TumBivec4 b = tum_body_angular_velocity4(four.world, body4);
    // Two methods of second order: each is within 1e-4 of the exact motion at this speed.
    assert_near(b.yz, w.x, 1e-3);
    assert_near(-b.xz, w.y, 1e-3);
    assert_near(b.xy, w.z, 1e-3);
    assert_near(fabs((double)b.xw) + fabs((double)b.yw) + fabs((double)b.zw), 0, 1e-6);
    setup_end(&three);
    setup4_end(&four);
}

// All of them reach 0.3 m down from their middle.
static void a_shape_of_every_kind_rests_at_its_height(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    add_floor(&setup);
    float corners[64];
    for (int i = 0; i < 64; ++i) {
        corners[i] = (i / 4 >> i % 4 & 1) != 0 ? 0.3f : -0.3f;
    }
    const TumCurve edge = {{0.1, 0.1, 0.1, 0.1}, 2},
                   discs[2] = {{{0.3, 0.3, 0, 0}, 2}, {{0, 0, 0.2, 0.2}, 2}};
    TumColliderDef4 defs[7] = {collider_of(TUM_SHAPE_SPHERE),   collider_of(TUM_SHAPE_BOX),
                               collider_of(TUM_SHAPE_CYLINDER), collider_of(TUM_SHAPE_CAPSULE),
                               collider_of(TUM_SHAPE_GENERAL),  collider_of(TUM_SHAPE_GENERAL),
                               collider_of(TUM_SHAPE_CONVEX)};
    defs[0].radius = 0.3f;
    defs[1].size = (TumVec4){1, 0.6f, 0.8f, 0.7f};
    defs[2].height = 0.6f;
    defs[2].radius_bottom = defs[2].radius_top = 0.4f;
    defs[3].height = 0.2f;
    defs[3].radius_bottom = defs[3].radius_top = 0.2f;
    defs[4].size = (TumVec4){0.4f, 0.4f, 0.4f, 0.4f};
    defs[4].curves = &edge;
    defs[4].curve_count = 1;
    defs[5].curves = discs;
    defs[5].curve_count = 2;
    defs[6].points = corners;
    defs[6].point_count = 16;
    TumBodyId bodies[7];
    for (int i = 0; i < 7; ++i) {
        bodies[i] = add(&setup, &defs[i], (TumVec4){0, 0.35f, 0, 3.0f * (float)i});
    }
    setup4_run(&setup, 3);
    for (int i = 0; i < 7; ++i) {
        const TumPose4 pose = tum_body_pose4(setup.world, bodies[i]);
        // The capsule stands on its end, which nothing makes it leave.
        assert_near(pose.position.y, 0.3, 2e-3);
        assert_near(pose.position.w, 3.0 * i, 1e-2);
    }
    setup4_end(&setup);
}

static void a_mesh_of_the_world_carries_what_lands_on_it(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    // A tetrahedron in the hyperplane y = 1, far around the place where the ball comes down.
    const float corners[16] = {-9, 1, -9, -9, 9, 1, -9, -9, 0, 1, 9, -9, 0, 1, 0, 9};
    const uint32_t cell[4] = {0, 1, 2, 3};
    TumColliderDef4 mesh = collider_of(TUM_SHAPE_MESH);
    mesh.points = corners;
    mesh.point_count = 4;
    mesh.tetrahedra = cell;
    mesh.tetrahedron_count = 1;
    mesh.node = 77;
    TumColliderId id;
    ok(tum_world_add_collider4(setup.world, NOBODY, &mesh, &id));
    assert_int_equal(tum_collider_node(setup.world, id), 77);
    const TumBodyId ball = add_ball(&setup, 0.25f, (TumVec4){0, 2, 0, 0});
    setup4_run(&setup, 2);
    assert_near(tum_body_pose4(setup.world, ball).position.y, 1.25, 2e-3);
    ok(tum_world_remove_collider(setup.world, id));
    setup4_run(&setup, 0.5);
    assert_true(tum_body_pose4(setup.world, ball).position.y < 1.0f);
    setup4_end(&setup);
}

static void slots_are_used_again_and_old_ids_stay_dead(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    add_floor(&setup);
    const TumBodyId first = add_ball(&setup, 0.5f, (TumVec4){0, 0.5f, 0, 0});
    setup4_run(&setup, 0.1);
    ok(tum_world_remove_body(setup.world, first));
    const TumBodyId second = add_ball(&setup, 0.25f, (TumVec4){0, 3, 0, 0});
    assert_int_equal(second.index1, first.index1);
    assert_false(tum_body_exists(setup.world, first));
    assert_int_equal(tum_body_set_mass4(setup.world, first, &(TumMass4){.mass = 1}),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_counts(setup.world).bodies, 1);
    setup4_run(&setup, 2);
    // It is the second ball's size that counts.
    assert_near(tum_body_pose4(setup.world, second).position.y, 0.25, 2e-3);
    setup4_end(&setup);
}

static void a_kinematic_body_is_where_it_was_sent_when_the_step_ends(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    TumBodyDef4 def = tum_default_body_def4();
    def.kind = TUM_BODY_KINEMATIC;
    def.mass.center = (TumVec4){0.5f, 0, 0, 0};
    TumBodyId body;
    ok(tum_world_add_body4(setup.world, &def, &body));
    // A double rotation, half a radian and more in one step.
    const TumPose4 target = {{1, 2, 3, 4}, turned(0.5, -0.9)};
    ok(tum_body_move_to4(setup.world, body, target, 1.0f / 60.0f));
    setup4_step(&setup);
    const TumPose4 pose = tum_body_pose4(setup.world, body);
    const float *got = &pose.position.x, *wanted = &target.position.x;
    for (int i = 0; i < 20; ++i) {
        assert_near(got[i], wanted[i], 1e-5);
    }
    // It goes on at the rates it was given.
    const TumBivec4 spin = tum_body_angular_velocity4(setup.world, body);
    assert_near(spin.xy, 0.5 * 60, 1e-3);
    assert_near(spin.zw, -0.9 * 60, 1e-3);
    setup4_end(&setup);
}

static void what_a_kinematic_body_meets_on_its_way_is_pushed(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    TumColliderDef4 box = collider_of(TUM_SHAPE_BOX);
    box.size = (TumVec4){1, 1, 1, 1};
    const TumBodyId wall = add(&setup, &box, (TumVec4){0, 0, 0, 0});
    const TumBodyId thing = add(&setup, &box, (TumVec4){0, 0, 0, 1.1f});
    ok(tum_body_set_kind(setup.world, wall, TUM_BODY_KINEMATIC));
    ok(tum_body_set_gravity_factor(setup.world, thing, 0));
    for (int i = 1; i <= 60; ++i) {
        const TumPose4 next = {{0, 0, 0, (float)i / 60.0f}, UPRIGHT};
        ok(tum_body_move_to4(setup.world, wall, next, 1.0f / 60.0f));
        setup4_step(&setup);
    }
    assert_near(tum_body_pose4(setup.world, wall).position.w, 1, 1e-5);
    // At least as fast as what pushed it; soft contacts leave a few percent more, as in 3D.
    assert_between(tum_body_linear_velocity4(setup.world, thing).w, 1, 1.1);
    assert_true(tum_body_pose4(setup.world, thing).position.w > 1.99f);
    setup4_end(&setup);
}

static void only_kinematic_bodies_are_sent_and_none_faster_than_they_can_go(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    const TumBodyId ball = add_ball(&setup, 0.5f, (TumVec4){0, 0, 0, 0});
    const TumPose4 near = {{0, 0, 0, 1}, UPRIGHT}, far = {{0, 0, 0, 2e4f}, UPRIGHT};
    const TumPose4 flat = {{0, 0, 0, 1}, {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 0}}};
    assert_int_equal(tum_body_move_to4(setup.world, ball, near, 0.1f), TUM_ERROR_ARGUMENT);
    ok(tum_body_set_kind(setup.world, ball, TUM_BODY_KINEMATIC));
    assert_int_equal(tum_body_move_to4(setup.world, ball, far, 0.1f), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_body_move_to4(setup.world, ball, flat, 0.1f), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_body_move_to4(setup.world, ball, near, 0), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_body_move_to4(setup.world, NOBODY, near, 0.1f), TUM_ERROR_ARGUMENT);
    ok(tum_body_move_to4(setup.world, ball, near, 0.1f));
    setup4_end(&setup);
}

static void mass_moved_aside_makes_a_body_tip_into_the_fourth_dimension(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    const int box = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5, 0, 0});
    setup4_start(&setup);
    setup4_run(&setup, 2);
    const TumBodyId id = setup4_id(&setup, box);
    // Beyond its edge along W: it cannot stand.
    const TumMass4 mass = {5, {0, 0, 0, 0.8f}, {1, 1, 1, 1, 1, 1}, UPRIGHT};
    ok(tum_body_set_mass4(setup.world, id, &mass));
    assert_near(tum_body_pose4(setup.world, id).position.w, 0, 1e-5);
    assert_near(tum_body_center_of_mass4(setup.world, id).w, 0.8, 1e-5);
    setup4_run(&setup, 2);
    // Its own Y lies down.
    assert_true(tum_body_pose4(setup.world, id).rotation.y.y < 0.5f);
    TumMass4 wrong = mass;
    wrong.mass = 0;
    assert_int_equal(tum_body_set_mass4(setup.world, id, &wrong), TUM_ERROR_ARGUMENT);
    wrong = mass;
    wrong.inertia.yw = NAN;
    assert_int_equal(tum_body_set_mass4(setup.world, id, &wrong), TUM_ERROR_ARGUMENT);
    setup4_end(&setup);
}

static void a_new_centre_of_mass_has_the_velocity_it_had_as_a_point(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    TumBodyDef4 def = tum_default_body_def4();
    def.gravity_factor = 0;
    def.linear_velocity = (TumVec4){1, 0, 0, 0};
    def.angular_velocity = (TumBivec4){.xy = 2, .zw = 3};
    def.pose.rotation = turned(0.4, 0.7);
    TumBodyId body;
    ok(tum_world_add_body4(setup.world, &def, &body));
    TumMass4 mass = def.mass;
    mass.center = (TumVec4){0.5f, 0, 0.25f, 0};
    mass.orientation = turned(1, 2);
    ok(tum_body_set_mass4(setup.world, body, &mass));
    // XY turns X toward Y: a point at r moves by 2 (-r_y, r_x); ZW likewise, by 3 (-r_w, r_z).
    const TumVec4 v = tum_body_linear_velocity4(setup.world, body);
    assert_near(v.x, 1 - 2 * 0.5 * sin(0.4), 1e-6);
    assert_near(v.y, 2 * 0.5 * cos(0.4), 1e-6);
    assert_near(v.z, -3 * 0.25 * sin(0.7), 1e-6);
    assert_near(v.w, 3 * 0.25 * cos(0.7), 1e-6);
    // Frame and spin stay; the body turns about its new centre, which goes straight on.
    assert_near(tum_body_pose4(setup.world, body).rotation.x.y, sin(0.4), 1e-6);
    assert_near(tum_body_angular_velocity4(setup.world, body).zw, 3, 1e-6);
    const TumVec4 from = tum_body_center_of_mass4(setup.world, body);
    setup4_run(&setup, 1);
    const TumVec4 to = tum_body_center_of_mass4(setup.world, body);
    assert_near(to.y - from.y, v.y, 1e-4);
    assert_near(to.w - from.w, v.w, 1e-4);
    setup4_end(&setup);
}

static void colliders_and_triggers_stay_where_they_are_when_the_centre_moves(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int zone = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0, 0, 3});
    setup.things[zone].is_trigger = true;
    setup.things[zone].motion.gravity_factor = 0;
    setup4_start(&setup);
    const TumBodyId body = setup4_id(&setup, zone);
    TumColliderDef4 ball = collider_of(TUM_SHAPE_SPHERE);
    ball.radius = 0.5f;
    ball.pose.position = (TumVec4){0, 0, 2, 0};
    ok(tum_world_add_collider4(setup.world, body, &ball, NULL));
    const TumMass4 mass = {5, {0.3f, 0.2f, 0.1f, 0.8f}, {1, 2, 3, 4, 5, 6}, turned(0.3, 0.9)};
    ok(tum_body_set_mass4(setup.world, body, &mass));
    TumHit4 hit;
    TumQueryFilter filter = tum_default_query_filter();
    filter.triggers = true;
    const TumRay4 at_zone = {{0, 0, 0, 0}, {0, 0, 0, 10}}, at_ball = {{0, 0, 2, 0}, {0, 0, 0, 10}};
    ok(tum_world_cast_ray4(setup.world, &at_zone, &filter, &hit));
    assert_true(hit.is_trigger);
    assert_near(hit.distance, 2.5, 1e-5);
    ok(tum_world_cast_ray4(setup.world, &at_ball, &filter, &hit));
    assert_false(hit.is_trigger);
    assert_near(hit.distance, 2.5, 1e-5);
    setup4_end(&setup);
}

// It may show anything: that it turns can be seen.
static void a_body_without_colliders_turns_on(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    TumBodyDef4 def = tum_default_body_def4();
    def.gravity_factor = 0;
    def.angular_velocity.xw = 1;
    TumBodyId body;
    ok(tum_world_add_body4(setup.world, &def, &body));
    setup4_run(&setup, 2);
    assert_true(tum_body_is_awake(setup.world, body));
    assert_near(tum_body_pose4(setup.world, body).rotation.x.w, sin(2), 1e-5);
    setup4_end(&setup);
}

static void an_infinite_moment_keeps_its_plane_from_turning(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    TumBodyDef4 def = tum_default_body_def4();
    def.gravity_factor = 0;
    def.mass.mass = INFINITY;
    def.mass.inertia.xw = INFINITY;
    TumBodyId body;
    ok(tum_world_add_body4(setup.world, &def, &body));
    ok(tum_body_apply_impulse4(setup.world, body, (TumVec4){1, 0, 0, 0},
                               (TumBivec4){.xw = 1, .zw = 1}));
    assert_near(tum_body_linear_velocity4(setup.world, body).x, 0, 0);
    assert_near(tum_body_angular_velocity4(setup.world, body).xw, 0, 0);
    assert_near(tum_body_angular_velocity4(setup.world, body).zw, 1, 1e-6);
    setup4_end(&setup);
}

static void shapes_that_are_none_are_refused(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    const TumColliderDef4 unstamped = {.radius = 1};
    assert_int_equal(tum_world_add_collider4(setup.world, NOBODY, &unstamped, NULL),
                     TUM_ERROR_ARGUMENT);
    // Without sizes or points none is a shape but the plane; heightmaps and rays are not added.
    for (int kind = TUM_SHAPE_SPHERE; kind <= TUM_SHAPE_RAY; ++kind) {
        const TumColliderDef4 def = collider_of((TumShapeKind)kind);
        if (kind != TUM_SHAPE_PLANE) {
            assert_int_equal(tum_world_add_collider4(setup.world, NOBODY, &def, NULL),
                             TUM_ERROR_ARGUMENT);
        }
    }
    const uint32_t far[4] = {0, 1, 2, 5}, flat[4] = {0, 1, 2, 1};
    TumColliderDef4 mesh = collider_of(TUM_SHAPE_MESH);
    mesh.points = SIMPLEX;
    mesh.point_count = 5;
    mesh.tetrahedron_count = 1;
    mesh.tetrahedra = far;
    assert_int_equal(tum_world_add_collider4(setup.world, NOBODY, &mesh, NULL), TUM_ERROR_ARGUMENT);
    mesh.tetrahedra = flat;
    assert_int_equal(tum_world_add_collider4(setup.world, NOBODY, &mesh, NULL), TUM_ERROR_ARGUMENT);
    TumColliderDef4 thin = collider_of(TUM_SHAPE_GENERAL);
    thin.size = (TumVec4){1, 1, 1, 0};
    assert_int_equal(tum_world_add_collider4(setup.world, NOBODY, &thin, NULL), TUM_ERROR_ARGUMENT);
    TumColliderDef4 ball = collider_of(TUM_SHAPE_SPHERE);
    ball.radius = 1;
    ball.filter = 0; // the scene has none
    assert_int_equal(tum_world_add_collider4(setup.world, NOBODY, &ball, NULL), TUM_ERROR_ARGUMENT);
    ball.filter = -1;
    ball.pose.rotation.w.w = -1; // a mirror
    assert_int_equal(tum_world_add_collider4(setup.world, NOBODY, &ball, NULL), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_collider_count(setup.world), 0);
    setup4_end(&setup);
}

static void a_hull_of_too_many_points_is_beyond_capacity(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    static float points[4 * 2049];
    Random random = {5};
    for (size_t i = 0; i < sizeof points / sizeof *points; ++i) {
        points[i] = (float)random_in(&random, -1, 1);
    }
    TumColliderDef4 hull = collider_of(TUM_SHAPE_CONVEX);
    hull.points = points;
    hull.point_count = 2049;
    assert_int_equal(tum_world_add_collider4(setup.world, NOBODY, &hull, NULL), TUM_ERROR_CAPACITY);
    setup4_end(&setup);
}

static void bodies_that_are_none_are_refused(void **state)
{
    (void)state;
    Setup4 setup = empty_world();
    TumBodyDef4 defs[5];
    for (int i = 0; i < 5; ++i) {
        defs[i] = tum_default_body_def4();
    }
    defs[0].stamp = 0;
    defs[1].mass.mass = -1;
    defs[2].pose.rotation.x.x = 0; // flat
    defs[3].linear_velocity.w = INFINITY;
    defs[4].node = -2;
    for (int i = 0; i < 5; ++i) {
        TumBodyId body = {1, 1, 1};
        assert_int_equal(tum_world_add_body4(setup.world, &defs[i], &body), TUM_ERROR_ARGUMENT);
        assert_int_equal(body.index1, 0);
    }
    setup4_end(&setup);
}

// Edits of all sorts, from a fixed sequence.
static void stir(Setup4 *setup, Random *random, int step)
{
    const size_t count = tum_world_body_count(setup->world);
    const TumBodyId id =
        tum_world_body_at(setup->world, (size_t)random_in(random, 0, (double)count));
    const float x = (float)random_in(random, -2, 2), y = (float)random_in(random, 1, 4);
    const TumPose4 pose = {{x, y, 0, 0.5f * x}, turned((double)x, (double)y)};
    switch (step % 9) {
    case 0: (void)tum_body_set_pose4(setup->world, id, pose); break;
    case 1: (void)tum_body_set_kind(setup->world, id, (TumBodyKind)(step / 9 % 3)); break;
    case 2: (void)tum_body_set_enabled(setup->world, id, step / 9 % 2 == 0); break;
    case 3: (void)tum_body_add_force4(setup->world, id, (TumVec4){x * 100, 0, 0, y}, NULL); break;
    case 4: (void)tum_world_remove_body(setup->world, id); break;
    case 5: {
        const TumMass4 mass = {2,
                               {0.05f * x, 0, 0, 0.02f},
                               {0.2f, 0.3f, 0.4f, 0.25f, 0.3f, 0.35f},
                               turned((double)y, (double)x)};
        (void)tum_body_set_mass4(setup->world, id, &mass);
        break;
    }
    case 6: {
        static const TumCurve discs[2] = {{{0.3, 0.3, 0, 0}, 2}, {{0, 0, 0.2, 0.2}, 2}};
        TumColliderDef4 def = collider_of(step % 2 ? TUM_SHAPE_CONVEX : TUM_SHAPE_GENERAL);
        def.points = SIMPLEX;
        def.point_count = 5;
        def.curves = discs;
        def.curve_count = 2;
        const TumBodyId body = add_ball(setup, 0.3f, pose.position);
        (void)tum_world_add_collider4(setup->world, body, &def, NULL);
        break;
    }
    case 7: (void)tum_body_move_to4(setup->world, id, pose, 0.5f); break;
    default: (void)tum_body_sleep(setup->world, id); break;
    }
}

static void fill(Setup4 *setup)
{
    setup->def.contact_events = true;
    setup4_floor(setup);
    for (int i = 0; i < 12; ++i) {
        setup4_body(setup, i % 2 ? ball4(0.4) : box4(0.7, 0.7, 0.7, 0.7),
                    (double[4]){(i % 4) - 1.5, 0.5 + i / 4, (i % 3) * 0.3, 0.1 * i});
    }
    const int zone = setup4_body(setup, box4(2, 2, 2, 2), (double[4]){0, 1.2, 0, 0});
    setup->things[zone].is_trigger = true;
    setup->things[zone].motion.gravity_factor = 0;
}

// Moves the trigger's centre of mass, and with it the frame that its shape is in.
static void shift_zone(Setup4 *setup)
{
    const TumMass4 mass = {1, {0, 0, 0, 3}, {1, 1, 1, 1, 1, 1}, UPRIGHT};
    ok(tum_body_set_mass4(setup->world, setup4_id(setup, setup->count - 1), &mass));
}

static void assert_same_events(const Setup4 *a, const Setup4 *b)
{
    const TumEvent *of_a, *of_b;
    const size_t count = tum_world_events(a->world, &of_a);
    assert_int_equal(tum_world_events(b->world, &of_b), count);
    for (size_t i = 0; i < count; ++i) {
        assert_same_event(&of_a[i], &of_b[i]);
    }
}

// A checkpoint has all that a hash has and more: free places, orders, when pairs are looked at.
static void assert_same_checkpoint(const Setup4 *a, const Setup4 *b)
{
    const size_t count = tum_checkpoint_bytes(a->world);
    assert_int_equal(tum_checkpoint_bytes(b->world), count);
    void *of_a = malloc(count), *of_b = malloc(count);
    ok(tum_checkpoint_write(a->world, of_a, count));
    ok(tum_checkpoint_write(b->world, of_b, count));
    assert_memory_equal(of_a, of_b, count);
    free(of_a);
    free(of_b);
}

static void add_mesh(Setup4 *setup)
{
    TumColliderDef4 mesh = collider_of(TUM_SHAPE_MESH);
    mesh.points = SIMPLEX;
    mesh.point_count = 5;
    mesh.tetrahedra = SIMPLEX_CELLS;
    mesh.tetrahedron_count = 5;
    ok(tum_world_add_collider4(setup->world, NOBODY, &mesh, NULL));
}

static void a_changed_world_goes_on_from_a_checkpoint_to_the_bit(void **state)
{
    (void)state;
    // Taken between an edit and the step that feels it; what is changed later is changed in both.
    for (int moment = 17; moment < 110; moment += 15) {
        Setup4 unbroken = setup4_empty(), resumed = setup4_empty();
        fill(&unbroken);
        fill(&resumed);
        resumed.def.threads = 2;
        resumed.def.instructions = TUM_INSTRUCTIONS_SCALAR;
        setup4_start(&unbroken);
        setup4_start(&resumed);
        add_mesh(&unbroken);
        shift_zone(&unbroken);
        Random random = {3};
        for (int step = 0; step < moment; ++step) {
            setup4_step(&unbroken);
            stir(&unbroken, &random, step);
        }
        const size_t count = tum_checkpoint_bytes(unbroken.world);
        void *bytes = malloc(count);
        ok(tum_checkpoint_write(unbroken.world, bytes, count));
        ok(tum_checkpoint_read(resumed.world, bytes, count, NULL, NULL));
        free(bytes);
        Random again = random;
        for (int step = moment; step < moment + 40; ++step) {
            setup4_step(&unbroken);
            setup4_step(&resumed);
            if (tum_world_hash(unbroken.world) != tum_world_hash(resumed.world)) {
                print_error("resumed at %d, another state at %d\n", moment, step);
            }
            assert_true(tum_world_hash(unbroken.world) == tum_world_hash(resumed.world));
            assert_same_events(&unbroken, &resumed);
            assert_same_checkpoint(&unbroken, &resumed);
            stir(&unbroken, &random, step);
            stir(&resumed, &again, step);
        }
        setup4_end(&resumed);
        setup4_end(&unbroken);
    }
}

static uint64_t moved_bodies(int threads, TumInstructions instructions)
{
    Setup4 setup = setup4_empty();
    fill(&setup);
    setup.def.threads = threads;
    setup.def.instructions = instructions;
    setup4_start(&setup);
    Random random = {8};
    for (int step = 0; step < 90; ++step) {
        setup4_step(&setup);
        stir(&setup, &random, step);
    }
    const uint64_t hash = tum_world_hash(setup.world);
    setup4_end(&setup);
    return hash;
}

static void a_changed_world_has_the_same_bits_on_any_threads_and_instructions(void **state)
{
    (void)state;
    const uint64_t expected = moved_bodies(1, TUM_INSTRUCTIONS_SCALAR);
    assert_true(moved_bodies(3, TUM_INSTRUCTIONS_WIDEST) == expected);
    assert_true(moved_bodies(8, TUM_INSTRUCTIONS_WIDEST) == expected);
    if (tum_instructions_exist(TUM_INSTRUCTIONS_SSE2)) {
        assert_true(moved_bodies(2, TUM_INSTRUCTIONS_SSE2) == expected);
    }
}

// Signed anew, so that it is the content that is refused, or taken where it means something.
static void an_altered_checkpoint_of_added_shapes_does_no_harm(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    fill(&setup);
    setup4_start(&setup);
    add_mesh(&setup);
    Random random = {4};
    for (int step = 0; step < 30; ++step) {
        setup4_step(&setup);
        stir(&setup, &random, step);
    }
    const size_t count = tum_checkpoint_bytes(setup.world);
    unsigned char *bytes = malloc(count), *altered = malloc(count);
    ok(tum_checkpoint_write(setup.world, bytes, count));
    for (int i = 0; i < 300; ++i) {
        memcpy(altered, bytes, count);
        // What was added comes soon after the header.
        const size_t end = i % 2 != 0 || count < 2048 ? count : 2048;
        const size_t at = 48 + (size_t)random_in(&random, 0, (double)(end - 48));
        altered[at] ^= (unsigned char)(1u << (int)random_in(&random, 0, 8));
        sign_checkpoint(altered, count);
        if (tum_checkpoint_read(setup.world, altered, count, NULL, NULL) == TUM_OK) {
            (void)tum_world_step(setup.world, 1.0f / 60.0f);
        }
        ok(tum_checkpoint_read(setup.world, bytes, count, NULL, NULL));
    }
    free(altered);
    free(bytes);
    setup4_end(&setup);
}

static void running_out_of_memory_leaves_a_world_that_goes_on(void **state)
{
    (void)state;
    for (size_t fail_after = 0; fail_after < 60; ++fail_after) {
        Counting counting;
        Setup4 setup = setup4_empty();
        fill(&setup);
        setup.def.allocator = counting_allocator(&counting);
        setup4_start(&setup);
        setup4_run(&setup, 0.1);
        counting.fail_after = fail_after;
        TumBodyDef4 def = tum_default_body_def4();
        def.pose.position = (TumVec4){0, 5, 0, 0};
        TumColliderDef4 hull = collider_of(TUM_SHAPE_CONVEX);
        hull.points = SIMPLEX;
        hull.point_count = 5;
        for (int i = 0; i < 10; ++i) {
            TumBodyId body;
            if (tum_world_add_body4(setup.world, &def, &body) == TUM_OK) {
                (void)tum_world_add_collider4(setup.world, body, &hull, NULL);
                (void)tum_body_set_density4(setup.world, body, 100);
            }
        }
        counting.fail_after = SIZE_MAX;
        setup4_run(&setup, 0.1);
        setup4_end(&setup);
        assert_int_equal(counting.blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_added_body_falls_and_lands_as_one_of_the_scene),
        cmocka_unit_test(a_spin_of_three_dimensions_turns_an_added_body_as_it_does_there),
        cmocka_unit_test(a_shape_of_every_kind_rests_at_its_height),
        cmocka_unit_test(a_mesh_of_the_world_carries_what_lands_on_it),
        cmocka_unit_test(slots_are_used_again_and_old_ids_stay_dead),
        cmocka_unit_test(a_kinematic_body_is_where_it_was_sent_when_the_step_ends),
        cmocka_unit_test(what_a_kinematic_body_meets_on_its_way_is_pushed),
        cmocka_unit_test(only_kinematic_bodies_are_sent_and_none_faster_than_they_can_go),
        cmocka_unit_test(mass_moved_aside_makes_a_body_tip_into_the_fourth_dimension),
        cmocka_unit_test(a_new_centre_of_mass_has_the_velocity_it_had_as_a_point),
        cmocka_unit_test(colliders_and_triggers_stay_where_they_are_when_the_centre_moves),
        cmocka_unit_test(a_body_without_colliders_turns_on),
        cmocka_unit_test(an_infinite_moment_keeps_its_plane_from_turning),
        cmocka_unit_test(shapes_that_are_none_are_refused),
        cmocka_unit_test(a_hull_of_too_many_points_is_beyond_capacity),
        cmocka_unit_test(bodies_that_are_none_are_refused),
        cmocka_unit_test(a_changed_world_goes_on_from_a_checkpoint_to_the_bit),
        cmocka_unit_test(a_changed_world_has_the_same_bits_on_any_threads_and_instructions),
        cmocka_unit_test(an_altered_checkpoint_of_added_shapes_does_no_harm),
        cmocka_unit_test(running_out_of_memory_leaves_a_world_that_goes_on),
    };
    return cmocka_run_group_tests_name("edit4", tests, NULL, NULL);
}
