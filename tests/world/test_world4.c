// SPDX-License-Identifier: MIT
// Worlds of four dimensions: the same promises as those of three. Same bits on any number of
// threads and every instruction set, checkpoints, sleep, triggers, memory, refusals.
#include "geometry/hull4.h"
#include "tests/support/checkpoint_support.h"
#include "tests/support/event_support.h"
#include "tests/support/world_support4.h"
#include "tumble/checkpoint.h"
#include "tumble/world3.h"

static const double STILL4[4] = {0, 0, 0, 0};
static const double STILL6[6] = {0, 0, 0, 0, 0, 0};

// Everything that touches differently: rollers, sliders, bouncers, a stack, a trigger, a turning
// platform.
static void fill(Setup4 *setup)
{
    setup->def.contact_events = true;
    setup4_floor(setup);
    setup4_static(setup, box4(1, 2, 8, 8), (double[4]){4, 1, 0, 0});
    Random random = {7};
    for (int i = 0; i < 24; ++i) {
        const Form4 forms[4] = {ball4(0.3), box4(0.5, 0.6, 0.4, 0.7), capsule4(0.4, 0.2),
                                duocylinder4(0.3, 0.25)};
        const int body = setup4_body(
            setup, forms[i % 4],
            (double[4]){(i % 4 - 1.5) * 1.0 + random_in(&random, -0.2, 0.2), 1 + 0.8 * (i / 8),
                        (i / 4 % 2) * 1.0, random_in(&random, -0.3, 0.3)});
        setup4_turn(setup, body, 0, 3, random_in(&random, -1, 1));
        setup4_turn(setup, body, 1, 2, random_in(&random, -1, 1));
        setup4_move(setup, body, (double[4]){random_in(&random, -1, 3), 0, 0, 0.5},
                    (double[6]){0, 1, 0, 0, random_in(&random, -2, 2), 0});
    }
    for (int i = 0; i < 3; ++i) {
        setup4_body(setup, box4(1, 1, 1, 1), (double[4]){-8, 0.5 + i, 0, 0});
    }
    const int platform = setup4_body(setup, box4(2, 0.2, 2, 2), (double[4]){0, 0.3, 6, 0});
    setup->things[platform].motion.kind = TUM_BODY_KINEMATIC;
    setup4_move(setup, platform, STILL4, (double[6]){0, 0.5, 0, 0, 0, 0.3});
    setup4_body(setup, box4(0.4, 0.4, 0.4, 0.4), (double[4]){0.5, 0.65, 6, 0.2});
    const int zone = setup4_static(setup, box4(2, 2, 2, 2), (double[4]){0, 1, 0, 0});
    setup->things[zone].is_trigger = true;
    for (int i = 0; i < zone; ++i) {
        setup4_material(setup, i, 0.5, 0.4, 0.3);
    }
}

static uint64_t hash_after(int threads, TumInstructions instructions, double seconds)
{
    Setup4 setup = setup4_empty();
    fill(&setup);
    setup.def.threads = threads;
    setup.def.instructions = instructions;
    setup4_start(&setup);
    setup4_run(&setup, seconds);
    const uint64_t hash = tum_world_hash(setup.world);
    setup4_end(&setup);
    return hash;
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(1, TUM_INSTRUCTIONS_WIDEST, 2);
    assert_true(hash_after(2, TUM_INSTRUCTIONS_WIDEST, 2) == expected);
    assert_true(hash_after(3, TUM_INSTRUCTIONS_WIDEST, 2) == expected);
    assert_true(hash_after(8, TUM_INSTRUCTIONS_WIDEST, 2) == expected);
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(1, TUM_INSTRUCTIONS_SCALAR, 2);
    const TumInstructions wider[2] = {TUM_INSTRUCTIONS_SSE2, TUM_INSTRUCTIONS_AVX2};
    for (int i = 0; i < 2; ++i) {
        if (tum_instructions_exist(wider[i])) {
            assert_true(hash_after(1, wider[i], 2) == expected);
        }
    }
}

static void *saved(const Setup4 *setup, size_t *count)
{
    *count = tum_checkpoint_bytes(setup->world);
    void *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(tum_checkpoint_write(setup->world, bytes, *count), TUM_OK);
    return bytes;
}

static void a_resumed_run_equals_an_unbroken_one_to_the_bit(void **state)
{
    (void)state;
    const double moments[4] = {0.0, 0.3, 1.5, 4.0};
    for (int i = 0; i < 4; ++i) {
        Setup4 unbroken = setup4_empty(), resumed = setup4_empty();
        fill(&unbroken);
        fill(&resumed);
        resumed.def.threads = 3;
        resumed.def.instructions = TUM_INSTRUCTIONS_SCALAR;
        setup4_start(&unbroken);
        setup4_start(&resumed);
        setup4_run(&unbroken, moments[i]);
        setup4_run(&resumed, 0.1 * i); // of no account
        size_t count;
        void *bytes = saved(&unbroken, &count);
        assert_int_equal(tum_checkpoint_read(resumed.world, bytes, count, NULL, resumed.report),
                         TUM_OK);
        free(bytes);
        for (int k = 0; k < 60; ++k) {
            assert_true(tum_world_hash(resumed.world) == tum_world_hash(unbroken.world));
            setup4_step(&unbroken);
            setup4_step(&resumed);
            const TumEvent *events_a, *events_b;
            const size_t events = tum_world_events(unbroken.world, &events_a);
            assert_int_equal(tum_world_events(resumed.world, &events_b), events);
            for (size_t e = 0; e < events; ++e) {
                assert_same_event(&events_a[e], &events_b[e]);
            }
        }
        setup4_end(&unbroken);
        setup4_end(&resumed);
    }
}

// Signed anew, so that it is the content that is refused, or taken where it means something.
static void an_altered_checkpoint_is_refused_or_does_no_harm(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    fill(&setup);
    setup4_start(&setup);
    setup4_run(&setup, 1);
    size_t count;
    unsigned char *bytes = saved(&setup, &count), *altered = malloc(count);
    assert_non_null(altered);
    Random random = {3};
    for (int i = 0; i < 400; ++i) {
        memcpy(altered, bytes, count);
        const size_t at = 48 + (size_t)random_in(&random, 0, (double)(count - 48));
        altered[at] ^= (unsigned char)(1u << (int)random_in(&random, 0, 8));
        sign_checkpoint(altered, count);
        if (tum_checkpoint_read(setup.world, altered, count, NULL, NULL) == TUM_OK) {
            (void)tum_world_step(setup.world, 1.0f / 60.0f);
        }
        assert_int_equal(tum_checkpoint_read(setup.world, bytes, count, NULL, NULL), TUM_OK);
    }
    free(altered);
    free(bytes);
    setup4_end(&setup);
}

static void what_rests_falls_asleep_and_wakes_when_it_is_hit(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    const int low = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5, 0, 0});
    const int high = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 1.5, 0, 0});
    const int far = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5, 0, 5});
    setup4_start(&setup);
    setup4_run(&setup, 2);
    const int things[3] = {low, high, far};
    for (int i = 0; i < 3; ++i) {
        assert_false(tum_body_is_awake(setup.world, setup4_id(&setup, things[i])));
    }
    // Who falls asleep together wakes together; who is five metres along W has no part in it.
    assert_int_equal(tum_body_apply_impulse4(setup.world, setup4_id(&setup, high),
                                             (TumVec4){100, 0, 0, 0},
                                             (TumBivec4){0, 0, 0, 0, 0, 0}),
                     TUM_OK);
    assert_true(tum_body_is_awake(setup.world, setup4_id(&setup, low)));
    assert_false(tum_body_is_awake(setup.world, setup4_id(&setup, far)));
    setup4_end(&setup);
}

// A ball rolls along W through a zone; another passes beside it in Z.
// G4MF-26, G4MF-27.
static void a_trigger_notices_what_passes_through_it(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int zone = setup4_static(&setup, box4(1, 1, 1, 1), STILL4);
    setup.things[zone].is_trigger = true;
    const int through = setup4_body(&setup, ball4(0.25), (double[4]){0, 0, 0, -2});
    const int beside = setup4_body(&setup, ball4(0.25), (double[4]){0, 0, 2, -2});
    const int things[2] = {through, beside};
    for (int i = 0; i < 2; ++i) {
        setup.things[things[i]].motion.gravity_factor = 0;
        setup4_move(&setup, things[i], (double[4]){0, 0, 0, 1}, STILL6);
    }
    setup4_start(&setup);
    double entered = -1, exited = -1;
    for (int step = 1; step <= 240; ++step) {
        setup4_step(&setup);
        const TumEvent *events;
        const size_t count = tum_world_events(setup.world, &events);
        for (size_t i = 0; i < count; ++i) {
            assert_int_equal(events[i].a.node, zone);
            assert_int_equal(events[i].b.node, through);
            *(events[i].kind == TUM_EVENT_TRIGGER_ENTERED ? &entered : &exited) = step / 60.0;
        }
    }
    // From -2 it touches the near side, at -0.5, after 2 - 0.5 - 0.25 seconds, and leaves the far
    // side when it is at +0.75.
    assert_near(entered, 1.25, 2.0 / 60);
    assert_near(exited, 2.75, 2.0 / 60);
    setup4_end(&setup);
}

static void contact_events_tell_who_met_and_how_hard(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.contact_events = true;
    const int floor = setup4_floor(&setup);
    const int ball = setup4_body(&setup, ball4(0.5), (double[4]){0, 1.0, 0, 0});
    setup4_all_materials(&setup, 0, 0);
    setup4_start(&setup);
    bool started = false;
    for (int step = 0; step < 60 && !started; ++step) {
        const Place4 before = setup4_velocity(&setup, ball);
        setup4_step(&setup);
        const TumEvent *events;
        if (tum_world_events(setup.world, &events) > 0) {
            assert_int_equal(events[0].kind, TUM_EVENT_CONTACT_STARTED);
            assert_int_equal(events[0].a.node, floor);
            assert_int_equal(events[0].b.node, ball);
            // What it took from the ball's momentum, and from the weight of the step.
            const double mass = setup.scene->bodies[0].mass;
            const double taken = setup4_velocity(&setup, ball).at[1] - before.at[1];
            assert_near((double)events[0].impulse, mass * (taken + 9.81 / 60), 0.1);
            started = true;
        }
    }
    assert_true(started);
    setup4_end(&setup);
}

static void filters_keep_apart_in_four_dimensions_too(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int floor = setup4_floor(&setup);
    const int ghost = setup4_body(&setup, ball4(0.5), (double[4]){0, 1, 0, 0});
    const int solid = setup4_body(&setup, ball4(0.5), (double[4]){3, 1, 0, 0});
    setup.things[floor].system = "ground";
    setup.things[ghost].system = "ghosts";
    setup.things[ghost].avoids = "ground";
    setup4_start(&setup);
    setup4_run(&setup, 1);
    assert_true(setup4_position(&setup, ghost).at[1] < -1);
    assert_near(setup4_position(&setup, solid).at[1], 0.5, 0.01);
    setup4_end(&setup);
}

static void a_body_that_leaves_the_numbers_ends_the_run(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int body = setup4_body(&setup, ball4(0.5), STILL4);
    setup4_move(&setup, body, (double[4]){0, 0, 0, 9e5}, STILL6);
    setup.def.override_gravity = true;
    setup.def.gravity[3] = 1e6f;
    setup4_start(&setup);
    TumStatus status = TUM_OK;
    for (int i = 0; i < 60 && status == TUM_OK; ++i) {
        status = tum_world_step(setup.world, 1.0f / 60.0f);
    }
    assert_int_equal(status, TUM_ERROR_DIVERGED);
    assert_int_equal(tum_body_node(setup.world, tum_world_diverged_body(setup.world)), body);
    assert_int_equal(tum_world_step(setup.world, 1.0f / 60.0f), TUM_ERROR_DIVERGED);
    setup4_end(&setup);
}

static void bodies_change_kind_leave_and_stay_away(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    const int low = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5, 0, 0});
    const int high = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 1.5, 0, 0});
    setup4_start(&setup);
    const TumBodyId low_id = setup4_id(&setup, low), high_id = setup4_id(&setup, high);
    setup4_run(&setup, 1);
    // A static one hangs in the air; made dynamic again it falls.
    assert_int_equal(tum_body_set_kind(setup.world, high_id, TUM_BODY_STATIC), TUM_OK);
    assert_int_equal(tum_world_remove_body(setup.world, low_id), TUM_OK);
    assert_false(tum_body_exists(setup.world, low_id));
    setup4_run(&setup, 1);
    assert_near(setup4_position(&setup, high).at[1], 1.5, 0.01);
    assert_int_equal(tum_body_set_kind(setup.world, high_id, TUM_BODY_DYNAMIC), TUM_OK);
    setup4_run(&setup, 2);
    assert_near(setup4_position(&setup, high).at[1], 0.5, 0.01);
    // Disabled, nothing touches it and it touches nothing.
    assert_int_equal(tum_body_set_enabled(setup.world, high_id, false), TUM_OK);
    assert_int_equal(tum_world_counts(setup.world).pairs, 0);
    assert_int_equal(tum_body_set_enabled(setup.world, high_id, true), TUM_OK);
    // Put elsewhere, it falls from there.
    const TumBasis4 upright = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    assert_int_equal(tum_body_set_pose4(setup.world, high_id, (TumPose4){{0, 2.5f, 0, 7}, upright}),
                     TUM_OK);
    setup4_run(&setup, 2);
    assert_near(setup4_position(&setup, high).at[1], 0.5, 0.01);
    assert_near(setup4_position(&setup, high).at[3], 7, 0.01);
    setup4_end(&setup);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int body = setup4_body(&setup, ball4(0.5), STILL4);
    setup4_start(&setup);
    const TumBodyId id = setup4_id(&setup, body);
    const TumBasis4 mirror = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, -1}};
    assert_int_equal(tum_body_set_pose4(setup.world, id, (TumPose4){{0, 0, 0, 0}, mirror}),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_body_set_linear_velocity4(setup.world, id, (TumVec4){NAN, 0, 0, 0}),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_body_apply_impulse4(setup.world, id, (TumVec4){0, 0, 0, INFINITY},
                                             (TumBivec4){0, 0, 0, 0, 0, 0}),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(
        tum_body_add_force4(setup.world, (TumBodyId){9, 9, 9}, (TumVec4){0, 0, 0, 1}, NULL),
        TUM_ERROR_ARGUMENT);
    setup4_end(&setup);
}

// A hull of so many points that its cells are not looked for: it says so, and rests all the same.
static void hulls_of_too_many_points_are_told(void **state)
{
    (void)state;
    for (size_t count = HULL4_POINTS_MAX; count <= HULL4_POINTS_MAX + 1; ++count) {
        Setup4 setup = setup4_empty();
        setup4_static(&setup, box4(4, 1, 4, 4), (double[4]){0, -0.5, 0, 0});
        const int body = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.6, 0, 0});
        setup4_build(&setup);
        Random random = {5};
        double *points = calloc(4 * count, sizeof *points);
        for (size_t i = 0; i < 4 * count; ++i) {
            points[i] = random_in(&random, -0.5, 0.5);
        }
        for (size_t corner = 0; corner < 64; ++corner) {
            points[corner] = (corner / 4) >> corner % 4 & 1 ? 0.5 : -0.5; // a tesseract's
        }
        TumShape shapes[2] = {setup.scene->shapes[0],
                              {.kind = TUM_SHAPE_CONVEX, .mesh = 0, .pointer = "/shape"}};
        TumMesh mesh = {.points = points, .point_count = count};
        TumScene scene = *setup.scene;
        scene.shapes = shapes;
        scene.meshes = &mesh;
        scene.mesh_count = 1;
        assert_int_equal(tum_world_create(&scene, &setup.def, &setup.world, setup.report), TUM_OK);
        assert_int_equal(report_has(setup.report, "SIMULATION_APPROXIMATED", "/collider"),
                         count > HULL4_POINTS_MAX);
        setup4_run(&setup, 1);
        assert_between(setup4_position(&setup, body).at[1], 0.4, 0.7);
        free(points);
        setup4_end(&setup);
    }
}

// Its corners lie in the hyperplane W = 0: there is no inside, and no face to rest on.
static void a_hull_without_faces_is_told(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_static(&setup, box4(1, 1, 1, 1), STILL4);
    setup4_build(&setup);
    double corners[24] = {1, 0,  0, 0, -1, 0, 0, 0, 0, 1, 0,  0,
                          0, -1, 0, 0, 0,  0, 1, 0, 0, 0, -1, 0};
    TumMesh mesh = {.points = corners, .point_count = 6, .document_mesh = -1};
    const TumMesh *meshes = setup.scene->meshes;
    TumShape *shapes = (TumShape *)setup.scene->shapes;
    shapes[0].kind = TUM_SHAPE_CONVEX;
    shapes[0].mesh = 0;
    setup.scene->meshes = &mesh;
    assert_int_equal(tum_world_create(setup.scene, &setup.def, &setup.world, setup.report), TUM_OK);
    assert_true(report_has(setup.report, "SIMULATION_APPROXIMATED", "/collider"));
    setup.scene->meshes = meshes;
    setup4_end(&setup);
}

static void a_settled_step_allocates_nothing(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    fill(&setup);
    setup.def.no_sleep = true;
    setup4_build(&setup);
    Counting counting;
    setup.def.allocator = counting_allocator(&counting);
    assert_int_equal(tum_world_create(setup.scene, &setup.def, &setup.world, setup.report), TUM_OK);
    setup4_run(&setup, 6);
    const size_t before = counting.allocations;
    setup4_run(&setup, 1);
    assert_int_equal(counting.allocations - before, 0);
    setup4_end(&setup);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    fill(&setup);
    setup4_build(&setup);
    TumStatus status = TUM_ERROR_MEMORY;
    size_t fail_after = 0;
    for (; status != TUM_OK; ++fail_after) {
        Counting counting;
        TumWorldDef def = setup.def;
        def.allocator = counting_allocator(&counting);
        counting.fail_after = fail_after;
        TumWorld *world = NULL;
        status = tum_world_create(setup.scene, &def, &world, NULL);
        for (int i = 0; i < 40 && status == TUM_OK; ++i) {
            status = tum_world_step(world, 1.0f / 60.0f);
        }
        tum_world_destroy(world);
        assert_int_equal(counting.blocks, 0);
        assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
    }
    assert_true(fail_after > 10);
    setup4_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(a_resumed_run_equals_an_unbroken_one_to_the_bit),
        cmocka_unit_test(an_altered_checkpoint_is_refused_or_does_no_harm),
        cmocka_unit_test(what_rests_falls_asleep_and_wakes_when_it_is_hit),
        cmocka_unit_test(a_trigger_notices_what_passes_through_it),
        cmocka_unit_test(contact_events_tell_who_met_and_how_hard),
        cmocka_unit_test(filters_keep_apart_in_four_dimensions_too),
        cmocka_unit_test(a_body_that_leaves_the_numbers_ends_the_run),
        cmocka_unit_test(bodies_change_kind_leave_and_stay_away),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(hulls_of_too_many_points_are_told),
        cmocka_unit_test(a_hull_without_faces_is_told),
        cmocka_unit_test(a_settled_step_allocates_nothing),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests_name("world4", tests, NULL, NULL);
}
