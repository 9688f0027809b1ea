// SPDX-License-Identifier: MIT
// A world that is changed while it runs.
#include "tests/support/world_support.h"
#include "tumble/checkpoint.h"

static const TumQuat UPRIGHT = {0, 0, 0, 1};

static void ok(TumStatus status)
{
    assert_int_equal(status, TUM_OK);
}

static TumBodyId add_ball(Setup *setup, float x, float y, float z)
{
    TumBodyDef3 def = tum_default_body_def3();
    def.pose.position = (TumVec3){x, y, z};
    def.mass.inertia = (TumVec3){0.1f, 0.1f, 0.1f};
    TumBodyId body;
    ok(tum_world_add_body3(setup->world, &def, &body));
    TumColliderDef3 collider = tum_default_collider_def3();
    collider.radius = 0.5f;
    ok(tum_world_add_collider3(setup->world, body, &collider, NULL));
    return body;
}

static void a_teleported_body_comes_with_no_velocity_and_finds_new_contacts(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    setup_static(&setup, box_shape(2, 1, 2), 10, 0.5, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    ok(tum_body_set_pose3(setup.world, setup_id(&setup, box), (TumPose3){{10, 1.5f, 0}, UPRIGHT}));
    setup_run(&setup, 2);
    assert_near(setup_pose(&setup, box).position.x, 10, 1e-3);
    assert_near(setup_pose(&setup, box).position.y, 1.5, 2e-3);
    assert_near(setup_velocity(&setup, box).y, 0, 1e-3);
    // A hair's breadth, within the box that the tree has for it: the contact is found again.
    ok(tum_body_set_pose3(setup.world, setup_id(&setup, box),
                          (TumPose3){{10, 1.501f, 0}, UPRIGHT}));
    setup_run(&setup, 2);
    assert_near(setup_pose(&setup, box).position.y, 1.5, 2e-3);
    setup_end(&setup);
}

static void a_static_body_put_under_sleepers_wakes_them(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    setup_start(&setup);
    TumBodyDef3 def = tum_default_body_def3();
    def.kind = TUM_BODY_STATIC;
    def.pose.position = (TumVec3){20, 0, 0};
    TumBodyId lift;
    ok(tum_world_add_body3(setup.world, &def, &lift));
    TumColliderDef3 slab = tum_default_collider_def3();
    slab.kind = TUM_SHAPE_BOX;
    slab.size = (TumVec3){3, 0.2f, 3};
    ok(tum_world_add_collider3(setup.world, lift, &slab, NULL));
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    ok(tum_body_set_pose3(setup.world, lift, (TumPose3){{0, 0, 0}, UPRIGHT}));
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    setup_run(&setup, 2);
    assert_near(setup_pose(&setup, box).position.y, 0.6, 3e-3);
    setup_end(&setup);
}

static void what_rested_on_a_removed_body_wakes_and_falls(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.contact_events = true;
    setup_floor(&setup);
    const int low = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int high = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    setup_start(&setup);
    setup_run(&setup, 2);
    const TumBodyId gone = setup_id(&setup, low);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, high)));
    ok(tum_world_remove_body(setup.world, gone));
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, high)));
    setup_step(&setup);
    // Both contacts of the removed one ended.
    const TumEvent *events;
    assert_int_equal(tum_world_events(setup.world, &events), 2);
    assert_int_equal(events[0].kind, TUM_EVENT_CONTACT_ENDED);
    assert_int_equal(events[1].collider_b, high);
    setup_run(&setup, 2);
    assert_near(setup_pose(&setup, high).position.y, 0.5, 2e-3);
    // Its id names nothing, in any call.
    assert_false(tum_body_exists(setup.world, gone));
    assert_int_equal(tum_world_remove_body(setup.world, gone), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_body_wake(setup.world, gone), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_body_set_pose3(setup.world, gone, (TumPose3){{0, 0, 0}, UPRIGHT}),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_body_add_force3(setup.world, gone, (TumVec3){1, 0, 0}, NULL),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_body_at(setup.world, 0).index1, 0);
    setup_end(&setup);
}

static void slots_are_used_again_and_old_ids_stay_dead(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    setup_start(&setup);
    TumBodyId first = add_ball(&setup, 0, 0.5f, 0);
    setup_run(&setup, 0.1);
    ok(tum_world_remove_body(setup.world, first));
    const TumBodyId second = add_ball(&setup, 0, 3, 0);
    assert_int_equal(second.index1, first.index1);
    assert_int_equal(second.generation, first.generation + 1);
    assert_false(tum_body_exists(setup.world, first));
    assert_true(tum_body_exists(setup.world, second));
    assert_int_equal(tum_world_counts(setup.world).bodies, 1);
    for (int i = 0; i < 200; ++i) {
        setup_step(&setup);
        const TumBodyId more = add_ball(&setup, (float)(i % 5) - 2, 2, 0);
        if (i % 3 != 0) {
            ok(tum_world_remove_body(setup.world, more));
        }
    }
    setup_run(&setup, 0.5);
    // 200 came and went, those of every third step stayed.
    assert_int_equal(tum_world_counts(setup.world).bodies, 1 + 67);
    assert_true(tum_body_exists(setup.world, second));
    assert_true(tum_body_pose3(setup.world, second).position.y > 0.4f);
    setup_end(&setup);
}

static void an_added_body_falls_as_one_of_the_scene(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 4, 0);
    setup_start(&setup);
    const TumBodyId added = add_ball(&setup, 3, 4, 0);
    for (int i = 0; i < 120; ++i) {
        setup_step(&setup);
        assert_near(tum_body_pose3(setup.world, added).position.y,
                    setup_pose(&setup, ball).position.y, 1e-5);
    }
    setup_end(&setup);
}

static void a_force_for_a_step_gives_its_impulse_once(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup.things[ball].motion.mass = 4.0;
    setup.things[ball].motion.gravity_factor = 0.0;
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, ball);
    const TumVec3 top = {0, 0.5f, 0};
    ok(tum_body_add_force3(setup.world, id, (TumVec3){120, 0, 0}, NULL));
    ok(tum_body_add_force3(setup.world, id, (TumVec3){120, 0, 0}, &top));
    setup_step(&setup);
    // Twice 120 N for 1/60 s on 4 kg; half of it turns with 60 N m against 2/5 m r^2 = 0.4 kg m^2.
    assert_near(setup_velocity(&setup, ball).x, 1.0, 1e-5);
    assert_near(setup_spin(&setup, ball).z, -60.0 / 60.0 / 0.4, 1e-4);
    setup_step(&setup);
    assert_near(setup_velocity(&setup, ball).x, 1.0, 1e-5);
    ok(tum_body_add_torque3(setup.world, id, (TumVec3){0, 24, 0}));
    setup_step(&setup);
    assert_near(setup_spin(&setup, ball).y, 24.0 / 60.0 / 0.4, 1e-3);
    setup_end(&setup);
}

static void a_body_changes_its_kind_and_back(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 3, 0);
    const int rider = setup_body(&setup, box_shape(0.5, 0.5, 0.5), 0, 3.75, 0);
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, box);
    ok(tum_body_set_kind(setup.world, id, TUM_BODY_STATIC));
    setup_run(&setup, 1.5);
    assert_near(setup_pose(&setup, box).position.y, 3, 0);
    assert_near(setup_pose(&setup, rider).position.y, 3.75, 2e-3);
    ok(tum_body_set_kind(setup.world, id, TUM_BODY_KINEMATIC));
    ok(tum_body_set_linear_velocity3(setup.world, id, (TumVec3){0, 1, 0}));
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, box).position.y, 4, 1e-4);
    assert_near(setup_pose(&setup, rider).position.y, 4.75, 5e-3);
    ok(tum_body_set_kind(setup.world, id, TUM_BODY_DYNAMIC));
    setup_run(&setup, 3);
    assert_near(setup_pose(&setup, box).position.y, 0.5, 5e-3);
    assert_int_equal(tum_body_kind(setup.world, id), TUM_BODY_DYNAMIC);
    assert_int_equal(tum_body_set_kind(setup.world, id, (TumBodyKind)7), TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

static void a_disabled_body_is_not_there_until_it_is_enabled(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int low = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int high = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    setup_start(&setup);
    setup_run(&setup, 2);
    const TumBodyId id = setup_id(&setup, low);
    ok(tum_body_set_enabled(setup.world, id, false));
    assert_false(tum_body_is_enabled(setup.world, id));
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, high).position.y, 0.5, 2e-3);
    assert_near(setup_pose(&setup, low).position.y, 0.5, 2e-3);
    ok(tum_body_set_pose3(setup.world, id, (TumPose3){{0, 3, 0}, UPRIGHT}));
    ok(tum_body_set_enabled(setup.world, id, true));
    setup_run(&setup, 2);
    assert_near(setup_pose(&setup, low).position.y, 1.5, 5e-3);
    setup_end(&setup);
}

static void a_collider_can_change_its_material_and_be_switched_off(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int floor = setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    set3(setup.things[box].motion.linear_velocity, 2, 0, 0);
    setup_all_materials(&setup, 0, 0, 0);
    setup_start(&setup);
    setup_run(&setup, 0.5);
    assert_near(setup_velocity(&setup, box).x, 2, 1e-3);
    TumColliderId ground = {0, 0, 0};
    for (size_t i = 0; i < tum_world_collider_count(setup.world); ++i) {
        const TumColliderId id = tum_world_collider_at(setup.world, i);
        ground = tum_collider_node(setup.world, id) == floor ? id : ground;
    }
    assert_int_equal(tum_collider_body(setup.world, ground).index1, 0);
    TumMaterial rough = tum_default_material();
    rough.static_friction = rough.dynamic_friction = 0.5;
    rough.friction_combine = TUM_COMBINE_MAXIMUM;
    ok(tum_collider_set_material(setup.world, ground, &rough));
    setup_run(&setup, 0.1);
    // Half of gravity slows it, for a tenth of a second.
    assert_near(setup_velocity(&setup, box).x, 2 - 0.1 * 0.5 * 9.81, 0.02);
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    ok(tum_collider_set_enabled(setup.world, ground, false));
    setup_run(&setup, 0.5);
    assert_true(setup_pose(&setup, box).position.y < 0.0f);
    rough.restitution = -1;
    assert_int_equal(tum_collider_set_material(setup.world, ground, &rough), TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

static void mass_moved_aside_makes_a_body_tip(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    setup_start(&setup);
    setup_run(&setup, 2);
    const TumBodyId id = setup_id(&setup, box);
    const TumPose3 before = setup_pose(&setup, box);
    // Beyond its edge: it cannot stand.
    const TumMass3 mass = {5, {0.8f, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}};
    ok(tum_body_set_mass3(setup.world, id, &mass));
    assert_near(setup_pose(&setup, box).position.x, before.position.x, 1e-6);
    assert_near(tum_body_center_of_mass3(setup.world, id).x, before.position.x + 0.8f, 1e-6);
    setup_run(&setup, 2);
    assert_true(setup_tilt(&setup, box) > 1.0);
    TumMass3 wrong = mass;
    wrong.mass = 0;
    assert_int_equal(tum_body_set_mass3(setup.world, id, &wrong), TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

static void a_body_that_may_not_sleep_stays_awake_until_it_may(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int one = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int other = setup_body(&setup, box_shape(1, 1, 1), 5, 0.5, 0);
    setup_start(&setup);
    ok(tum_body_set_may_sleep(setup.world, setup_id(&setup, one), false));
    setup_run(&setup, 3.0);
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, one)));
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, other)));
    ok(tum_body_set_may_sleep(setup.world, setup_id(&setup, other), false)); // wakes it
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, other)));
    ok(tum_body_set_may_sleep(setup.world, setup_id(&setup, one), true));
    setup_run(&setup, 3.0);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, one)));
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, other)));
    assert_int_equal(tum_body_set_may_sleep(setup.world, (TumBodyId){0, 0, 0}, true),
                     TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

// It may show anything: that it turns can be seen.
static void a_body_without_colliders_turns_on(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_start(&setup);
    TumBodyDef3 def = tum_default_body_def3();
    def.gravity_factor = 0;
    def.angular_velocity.y = 1;
    TumBodyId body;
    ok(tum_world_add_body3(setup.world, &def, &body));
    setup_run(&setup, 2);
    assert_true(tum_body_is_awake(setup.world, body));
    assert_near(tum_body_pose3(setup.world, body).rotation.y, sin(1), 1e-5);
    setup_end(&setup);
}

static void a_body_told_to_sleep_sleeps_with_what_it_touches(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int low = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int high = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    setup_start(&setup);
    setup_run(&setup, 0.2);
    ok(tum_body_sleep(setup.world, setup_id(&setup, low)));
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, low)));
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, high)));
    ok(tum_body_wake(setup.world, setup_id(&setup, high)));
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, low)));
    setup_end(&setup);
}

// OMI-BODY-20.
static void a_kinematic_body_is_where_it_was_sent_when_the_step_ends(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_start(&setup);
    TumBodyDef3 def = tum_default_body_def3();
    def.kind = TUM_BODY_KINEMATIC;
    def.mass.center = (TumVec3){0.5f, 0, 0};
    TumBodyId body;
    ok(tum_world_add_body3(setup.world, &def, &body));
    // A radian about an axis of length 1, in one step.
    const float s = (float)sin(0.5), c = (float)cos(0.5);
    const TumPose3 target = {{1, 2, 3}, {0.6f * s, 0, 0.8f * s, c}};
    ok(tum_body_move_to3(setup.world, body, target, 1.0f / 60.0f));
    setup_step(&setup);
    const TumPose3 pose = tum_body_pose3(setup.world, body);
    assert_near(pose.position.x, 1, 1e-5);
    assert_near(pose.position.y, 2, 1e-5);
    assert_near(pose.position.z, 3, 1e-5);
    assert_near(pose.rotation.x, 0.6 * sin(0.5), 1e-6);
    assert_near(pose.rotation.z, 0.8 * sin(0.5), 1e-6);
    assert_near(tum_body_angular_velocity3(setup.world, body).x, 0.6 * 60, 1e-3);
    // Not farther than it can go, and nobody else.
    assert_int_equal(tum_body_move_to3(setup.world, body, (TumPose3){{2e4f, 0, 0}, UPRIGHT}, 0.1f),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_body_move_to3(setup.world, body, target, 0), TUM_ERROR_ARGUMENT);
    ok(tum_body_set_kind(setup.world, body, TUM_BODY_DYNAMIC));
    assert_int_equal(tum_body_move_to3(setup.world, body, target, 0.1f), TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

static void shapes_that_are_none_are_refused(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_start(&setup);
    const TumBodyId nobody = {0, 0, 0};
    const TumColliderDef3 unstamped = {.radius = 1};
    assert_int_equal(tum_world_add_collider3(setup.world, nobody, &unstamped, NULL),
                     TUM_ERROR_ARGUMENT);
    TumColliderDef3 def = tum_default_collider_def3();
    const float flat[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    const uint32_t far[3] = {0, 1, 3}, line[3] = {0, 1, 2};
    for (int kind = TUM_SHAPE_SPHERE; kind <= TUM_SHAPE_RAY; ++kind) {
        def.kind = (TumShapeKind)kind;
        assert_int_equal(tum_world_add_collider3(setup.world, nobody, &def, NULL),
                         TUM_ERROR_ARGUMENT);
    }
    def.kind = TUM_SHAPE_MESH;
    def.points = flat;
    def.point_count = 3;
    def.triangle_count = 1;
    def.triangles = far;
    assert_int_equal(tum_world_add_collider3(setup.world, nobody, &def, NULL), TUM_ERROR_ARGUMENT);
    def.triangles = line;
    assert_int_equal(tum_world_add_collider3(setup.world, nobody, &def, NULL), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_collider_count(setup.world), 0);
    setup_end(&setup);
}

// Edits of all sorts, from a fixed sequence.
static void stir(Setup *setup, Random *random, int step)
{
    static const float tetrahedron[12] = {0, 0, 0, 0.6f, 0, 0, 0, 0.6f, 0, 0, 0, 0.6f};
    const size_t count = tum_world_body_count(setup->world);
    const TumBodyId id =
        tum_world_body_at(setup->world, (size_t)random_in(random, 0, (double)count));
    const float x = (float)random_in(random, -2, 2), y = (float)random_in(random, 1, 4);
    switch (step % 8) {
    case 0: (void)tum_body_set_pose3(setup->world, id, (TumPose3){{x, y, 0}, UPRIGHT}); break;
    case 1: (void)tum_body_set_kind(setup->world, id, (TumBodyKind)(step / 8 % 3)); break;
    case 2: (void)tum_body_set_enabled(setup->world, id, step / 8 % 2 == 0); break;
    case 3: (void)tum_body_add_force3(setup->world, id, (TumVec3){x * 100, 0, 0}, NULL); break;
    case 4: (void)tum_world_remove_body(setup->world, id); break;
    case 5: {
        const TumMass3 mass = {2, {0.05f * x, 0, 0}, {0.2f, 0.3f, 0.4f}, {0, 0, 0, 1}};
        (void)tum_body_set_mass3(setup->world, id, &mass);
        break;
    }
    case 6: {
        TumColliderDef3 def = tum_default_collider_def3();
        def.kind = TUM_SHAPE_CONVEX;
        def.points = tetrahedron;
        def.point_count = 4;
        (void)tum_world_add_collider3(setup->world, add_ball(setup, x, y, 0.5f), &def, NULL);
        break;
    }
    default: (void)tum_body_sleep(setup->world, id); break;
    }
}

static void fill(Setup *setup)
{
    setup->def.contact_events = true;
    setup_floor(setup);
    for (int i = 0; i < 12; ++i) {
        setup_body(setup, i % 2 ? sphere_shape(0.4) : box_shape(0.7, 0.7, 0.7), (i % 4) - 1.5,
                   0.5 + i / 4, (i % 3) * 0.3);
    }
}

static void a_changed_world_goes_on_from_a_checkpoint_to_the_bit(void **state)
{
    (void)state;
    // Taken between an edit and the step that feels it; what is changed later is changed in both.
    for (int moment = 17; moment < 140; moment += 15) {
        Setup unbroken = setup_empty(), resumed = setup_empty();
        fill(&unbroken);
        fill(&resumed);
        resumed.def.threads = 2;
        setup_start(&unbroken);
        setup_start(&resumed);
        Random random = {3};
        for (int step = 0; step < moment; ++step) {
            setup_step(&unbroken);
            stir(&unbroken, &random, step);
        }
        const size_t count = tum_checkpoint_bytes(unbroken.world);
        void *bytes = malloc(count);
        ok(tum_checkpoint_write(unbroken.world, bytes, count));
        ok(tum_checkpoint_read(resumed.world, bytes, count, NULL, NULL));
        free(bytes);
        Random again = random;
        for (int step = moment; step < moment + 60; ++step) {
            setup_step(&unbroken);
            setup_step(&resumed);
            if (tum_world_hash(unbroken.world) != tum_world_hash(resumed.world)) {
                print_error("resumed at %d, another state at %d\n", moment, step);
            }
            assert_true(tum_world_hash(unbroken.world) == tum_world_hash(resumed.world));
            stir(&unbroken, &random, step);
            stir(&resumed, &again, step);
        }
        setup_end(&resumed);
        setup_end(&unbroken);
    }
}

// A lift that rises by 1 m a second for 4 s, and a box beside it.
static int lift_setup(Setup *setup)
{
    static const double times[2] = {0, 4}, path[6] = {5, 0, 0, 5, 4, 0};
    setup_floor(setup);
    const int lift = setup_body(setup, box_shape(1, 1, 1), 5, 0, 0);
    setup->things[lift].motion.mass = 3.0;
    setup_track(setup, lift, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, times, path);
    setup_start(setup);
    return lift;
}

static void a_body_given_another_kind_leaves_its_animation_with_its_velocity(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int lift = lift_setup(&setup);
    const TumBodyId id = setup_id(&setup, lift);
    setup_run(&setup, 2);
    assert_int_equal(tum_body_kind(setup.world, id), TUM_BODY_KINEMATIC);
    const TumPose3 aside = {{9, 9, 9}, UPRIGHT};
    assert_int_equal(tum_body_set_pose3(setup.world, id, aside), TUM_ERROR_UNSUPPORTED);
    assert_int_equal(tum_body_move_to3(setup.world, id, aside, 0.1f), TUM_ERROR_UNSUPPORTED);
    ok(tum_body_set_kind(setup.world, id, TUM_BODY_DYNAMIC));
    assert_near(setup_velocity(&setup, lift).y, 1, 1e-4);
    setup_run(&setup, 0.5);
    // 1 t - g t^2 / 2, and it is still on its way.
    assert_near(setup_pose(&setup, lift).position.y, 2 + 0.5 - 0.5 * 9.81 * 0.25, 0.05);
    setup_run(&setup, 3);
    assert_near(setup_pose(&setup, lift).position.y, 0.5, 2e-3);
    ok(tum_body_set_pose3(setup.world, id, aside));
    // It weighs what the scene said: 3 N for a step give 3/60/3 m/s.
    ok(tum_body_set_gravity_factor(setup.world, id, 0));
    ok(tum_body_set_linear_velocity3(setup.world, id, (TumVec3){0, 0, 0}));
    ok(tum_body_add_force3(setup.world, id, (TumVec3){3, 0, 0}, NULL));
    setup_step(&setup);
    assert_near(setup_velocity(&setup, lift).x, 1.0 / 60.0, 1e-6);
    // Once left, it is not taken back.
    ok(tum_body_set_kind(setup.world, id, TUM_BODY_KINEMATIC));
    setup_run(&setup, 0.2);
    assert_near(setup_pose(&setup, lift).position.y, 9, 1e-3);
    setup_end(&setup);
}

static void an_animation_goes_on_without_a_body_that_is_removed_or_disabled(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int lift = lift_setup(&setup);
    const TumBodyId id = setup_id(&setup, lift);
    setup_run(&setup, 1);
    ok(tum_body_set_enabled(setup.world, id, false));
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, lift).position.y, 1, 1e-4);
    ok(tum_body_set_enabled(setup.world, id, true));
    assert_near(setup_pose(&setup, lift).position.y, 2, 1e-4);
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, lift).position.y, 3, 1e-4);
    ok(tum_world_remove_body(setup.world, id));
    setup_run(&setup, 0.5);
    assert_false(tum_body_exists(setup.world, id));
    // What takes its place is no body of the animation.
    const TumBodyId ball = add_ball(&setup, 5, 3, 0);
    setup_run(&setup, 3);
    assert_near(tum_body_pose3(setup.world, ball).position.y, 0.5, 2e-3);
    setup_end(&setup);
}

static void a_center_of_mass_moved_within_a_driven_body_leaves_its_path_as_it_is(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int lift = lift_setup(&setup);
    const TumMass3 mass = {2, {0.5f, 0, 0}, {1, 1, 1}, UPRIGHT};
    ok(tum_body_set_mass3(setup.world, setup_id(&setup, lift), &mass));
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, lift).position.x, 5, 1e-5);
    assert_near(setup_pose(&setup, lift).position.y, 1, 1e-4);
    assert_near(setup_velocity(&setup, lift).x, 0, 1e-4);
    setup_end(&setup);
}

static void a_body_that_left_its_animation_goes_on_from_a_checkpoint(void **state)
{
    (void)state;
    Setup whole = setup_empty(), resumed = setup_empty();
    const int lift = lift_setup(&whole);
    lift_setup(&resumed);
    setup_run(&whole, 1);
    ok(tum_body_set_kind(whole.world, setup_id(&whole, lift), TUM_BODY_DYNAMIC));
    const size_t count = tum_checkpoint_bytes(whole.world);
    void *bytes = malloc(count);
    ok(tum_checkpoint_write(whole.world, bytes, count));
    ok(tum_checkpoint_read(resumed.world, bytes, count, NULL, NULL));
    free(bytes);
    for (int i = 0; i < 60; ++i) {
        setup_step(&whole);
        setup_step(&resumed);
        assert_true(tum_world_hash(whole.world) == tum_world_hash(resumed.world));
    }
    setup_end(&whole);
    setup_end(&resumed);
}

static void a_kinematic_body_with_a_mass_goes_through_a_checkpoint(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int turntable = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup.things[turntable].motion.kind = TUM_BODY_KINEMATIC;
    setup.things[turntable].motion.mass = 5.0;
    setup_start(&setup);
    const size_t count = tum_checkpoint_bytes(setup.world);
    void *bytes = malloc(count);
    ok(tum_checkpoint_write(setup.world, bytes, count));
    ok(tum_checkpoint_read(setup.world, bytes, count, NULL, NULL));
    free(bytes);
    setup_end(&setup);
}

static void running_out_of_memory_leaves_a_world_that_goes_on(void **state)
{
    (void)state;
    for (size_t fail_after = 0; fail_after < 60; ++fail_after) {
        Counting counting;
        Setup setup = setup_empty();
        fill(&setup);
        setup.def.allocator = counting_allocator(&counting);
        setup_start(&setup);
        setup_run(&setup, 0.2);
        counting.fail_after = fail_after;
        TumBodyDef3 def = tum_default_body_def3();
        def.pose.position = (TumVec3){0, 5, 0};
        TumColliderDef3 box = tum_default_collider_def3();
        box.kind = TUM_SHAPE_BOX;
        box.size = (TumVec3){1, 1, 1};
        for (int i = 0; i < 10; ++i) {
            TumBodyId body;
            if (tum_world_add_body3(setup.world, &def, &body) == TUM_OK) {
                (void)tum_world_add_collider3(setup.world, body, &box, NULL);
                (void)tum_body_set_kind(setup.world, body, TUM_BODY_STATIC);
            }
        }
        counting.fail_after = SIZE_MAX;
        setup_run(&setup, 0.2);
        setup_end(&setup);
        assert_int_equal(counting.blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_teleported_body_comes_with_no_velocity_and_finds_new_contacts),
        cmocka_unit_test(a_static_body_put_under_sleepers_wakes_them),
        cmocka_unit_test(what_rested_on_a_removed_body_wakes_and_falls),
        cmocka_unit_test(slots_are_used_again_and_old_ids_stay_dead),
        cmocka_unit_test(an_added_body_falls_as_one_of_the_scene),
        cmocka_unit_test(a_force_for_a_step_gives_its_impulse_once),
        cmocka_unit_test(a_body_changes_its_kind_and_back),
        cmocka_unit_test(a_disabled_body_is_not_there_until_it_is_enabled),
        cmocka_unit_test(a_collider_can_change_its_material_and_be_switched_off),
        cmocka_unit_test(mass_moved_aside_makes_a_body_tip),
        cmocka_unit_test(a_body_without_colliders_turns_on),
        cmocka_unit_test(a_body_told_to_sleep_sleeps_with_what_it_touches),
        cmocka_unit_test(a_body_that_may_not_sleep_stays_awake_until_it_may),
        cmocka_unit_test(a_kinematic_body_is_where_it_was_sent_when_the_step_ends),
        cmocka_unit_test(shapes_that_are_none_are_refused),
        cmocka_unit_test(a_changed_world_goes_on_from_a_checkpoint_to_the_bit),
        cmocka_unit_test(a_body_given_another_kind_leaves_its_animation_with_its_velocity),
        cmocka_unit_test(an_animation_goes_on_without_a_body_that_is_removed_or_disabled),
        cmocka_unit_test(a_center_of_mass_moved_within_a_driven_body_leaves_its_path_as_it_is),
        cmocka_unit_test(a_body_that_left_its_animation_goes_on_from_a_checkpoint),
        cmocka_unit_test(a_kinematic_body_with_a_mass_goes_through_a_checkpoint),
        cmocka_unit_test(running_out_of_memory_leaves_a_world_that_goes_on),
    };
    return cmocka_run_group_tests_name("edit", tests, NULL, NULL);
}
