// SPDX-License-Identifier: MIT
// A world as its users see it: same calls, same bits; wrong calls, plain answers.
#include "system/cpu.h"
#include "tests/support/world_support.h"
#include "tumble/capacity.h"

// A little of everything: two islands, sliding, rolling, bouncing.
static void fill(Setup *setup)
{
    setup_floor(setup);
    setup_static(setup, box_shape(1, 2, 8), 4, 1, 0);
    Random random = {21};
    for (int i = 0; i < 40; ++i) {
        const TumShape shapes[4] = {sphere_shape(0.3), box_shape(0.5, 0.6, 0.4),
                                    capsule_shape(0.4, 0.2, 0.25), cylinder_shape(0.5, 0.3, 0.2)};
        const int body =
            setup_body(setup, shapes[i % 4], (i % 4 - 1.5) * 1.0 + random_in(&random, -0.2, 0.2),
                       1 + 0.8 * (i / 8), (i / 4 % 2) * 1.0);
        setup_turn(setup, body, random_in(&random, -1, 1), 1, 0.3, random_in(&random, 0, 3));
        set3(setup->things[body].motion.linear_velocity, random_in(&random, -1, 3), 0, 0);
    }
    setup_all_materials(setup, 0.5, 0.4, 0.3);
}

static uint64_t hash_after(double seconds, int threads, const char *instructions)
{
    Setup setup = setup_empty();
    fill(&setup);
    setup.def.threads = threads;
    setup.def.instructions = instructions;
    setup_start(&setup);
    setup_run(&setup, seconds);
    const uint64_t hash = tum_world_hash(setup.world);
    setup_end(&setup);
    return hash;
}

static void two_runs_end_in_the_same_bits(void **state)
{
    (void)state;
    assert_true(hash_after(3, 1, NULL) == hash_after(3, 1, NULL));
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(2, 1, NULL);
    const int threads[] = {2, 3, 8};
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; ++i) {
        assert_true(hash_after(2, threads[i], NULL) == expected);
    }
}

static void any_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(2, 1, "scalar");
    for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
        if (tum_cpu_has((CpuInstructions)i)) {
            assert_true(hash_after(2, 1, tum_cpu_name((CpuInstructions)i)) == expected);
        }
    }
}

static void the_hash_sees_a_difference_of_one_bit(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int i = 0; i < 2; ++i) {
        Setup setup = setup_empty();
        const int body = setup_body(&setup, sphere_shape(0.5), 1.0 + i * 1.2e-7, 0, 0);
        setup.things[body].motion.gravity_factor = 0;
        setup_start(&setup);
        hashes[i] = tum_world_hash(setup.world);
        setup_end(&setup);
    }
    assert_true(hashes[0] != hashes[1]);
}

static void a_settled_step_allocates_nothing(void **state)
{
    (void)state;
    Counting counting;
    Setup setup = setup_empty();
    fill(&setup);
    setup.def.no_sleep = true;
    setup.def.allocator = counting_allocator(&counting);
    setup_start(&setup);
    setup_run(&setup, 10);
    const size_t before = counting.allocations;
    setup_run(&setup, 2);
    assert_int_equal(counting.allocations, before);
    setup_end(&setup);
    assert_int_equal(counting.blocks, 0);
}

static double time_of_all_phases(const TumWorld *world)
{
    const TumWorldTimes times = tum_world_times(world);
    double sum = 0.0;
    for (int i = 0; i < TUM_PHASE_COUNT; ++i) {
        assert_true(times.seconds[i] >= 0.0);
        assert_non_null(tum_phase_name((TumPhase)i));
        sum += times.seconds[i];
    }
    return sum;
}

static void phases_are_timed_where_asked_for_and_change_nothing(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int asked = 0; asked < 2; ++asked) {
        Setup setup = setup_empty();
        fill(&setup);
        setup.def.phase_times = asked == 1;
        setup_start(&setup);
        setup_run(&setup, 0.5);
        hashes[asked] = tum_world_hash(setup.world);
        if (asked == 1) {
            assert_true(time_of_all_phases(setup.world) > 0.0); // a clock of nanoseconds ticks
        } else {
            assert_near(time_of_all_phases(setup.world), 0.0, 0.0);
        }
        setup_end(&setup);
    }
    assert_true(hashes[0] == hashes[1]);
    assert_null(tum_phase_name(TUM_PHASE_COUNT));
}

static void running_out_of_memory_is_answered_and_leaks_nothing(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    for (int i = 0; i < 3; ++i) {
        setup_body(&setup, box_shape(1, 1, 1), 0, 0.5 + i, 0);
    }
    setup_start(&setup);
    assert_memory_may_run_out(&setup, 5);
    setup_end(&setup);
}

static void a_body_id_of_another_world_names_nothing(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int body = setup_body(&setup, sphere_shape(0.5), 1, 2, 3);
    setup_start(&setup);
    TumBodyId id = setup_id(&setup, body);
    assert_true(tum_body_exists(setup.world, id));
    assert_int_equal(tum_body_node(setup.world, id), body);
    ++id.world;
    assert_false(tum_body_exists(setup.world, id));
    assert_int_equal(tum_body_node(setup.world, id), -1);
    --id.world;
    ++id.generation;
    assert_false(tum_body_exists(setup.world, id));
    assert_false(tum_body_exists(setup.world, (TumBodyId){0, 0, 0}));
    setup_end(&setup);
}

// The allocator mostly gives the next world the place of the last.
static void an_id_of_a_world_that_is_gone_names_nothing_in_the_next(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_body(&setup, sphere_shape(0.5), 1, 2, 3);
    setup_start(&setup);
    TumBodyId last = {0};
    for (uint16_t i = 0; i < 200; ++i) {
        TumWorldDef def = tum_default_world_def();
        def.number = i < 100 ? 0 : i; // The clock's, or a program's own count.
        TumWorld *world = NULL;
        assert_int_equal(tum_world_create(setup.scene, &def, &world, NULL), TUM_OK);
        assert_false(tum_body_exists(world, last));
        last = tum_world_body_at(world, 0);
        assert_true(tum_body_exists(world, last));
        assert_true(i < 100 || last.world == i);
        tum_world_destroy(world);
    }
    setup_end(&setup);
}

static void no_definition_is_the_default_one(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_body(&setup, sphere_shape(0.5), 1, 2, 3);
    setup_start(&setup);
    const TumWorldDef def = tum_default_world_def();
    TumWorld *without = NULL, *with = NULL;
    assert_int_equal(tum_world_create(setup.scene, NULL, &without, NULL), TUM_OK);
    assert_int_equal(tum_world_create(setup.scene, &def, &with, NULL), TUM_OK);
    for (int step = 0; step < 10; ++step) {
        assert_int_equal(tum_world_step(without, 1.0f / 60.0f), TUM_OK);
        assert_int_equal(tum_world_step(with, 1.0f / 60.0f), TUM_OK);
    }
    assert_int_equal(tum_world_hash(without), tum_world_hash(with));
    tum_world_destroy(without);
    tum_world_destroy(with);
    setup_end(&setup);
}

static void steps_beyond_the_stated_range_are_refused(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_body(&setup, sphere_shape(0.5), 1, 2, 3);
    setup_start(&setup);
    static const float wrong[] = {1e-45f, 0.99e-6f, 1.01f, 1e30f, -1.0f, INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        assert_int_equal(tum_world_step(setup.world, wrong[i]), TUM_ERROR_ARGUMENT);
    }
    assert_int_equal(tum_world_step_count(setup.world), 0);
    assert_int_equal(tum_world_step(setup.world, TUM_MIN_STEP_SECONDS), TUM_OK);
    assert_int_equal(tum_world_step(setup.world, TUM_MAX_STEP_SECONDS), TUM_OK);
    setup_end(&setup);
}

static void a_definition_not_made_by_the_default_is_refused(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_start(&setup);
    TumWorld *world = NULL;
    const TumWorldDef zero = {.substeps = 4, .threads = 1};
    assert_int_equal(tum_world_create(setup.scene, &zero, &world, NULL), TUM_ERROR_ARGUMENT);
    TumWorldDef wrong = tum_default_world_def();
    wrong.substeps = 0;
    assert_int_equal(tum_world_create(setup.scene, &wrong, &world, NULL), TUM_ERROR_ARGUMENT);
    wrong = tum_default_world_def();
    wrong.gravity[1] = NAN;
    assert_int_equal(tum_world_create(setup.scene, &wrong, &world, NULL), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_step(setup.world, 0.0f), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_step(setup.world, NAN), TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

static void a_runaway_body_stops_the_world_and_is_named(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    const int fast = setup_body(&setup, sphere_shape(0.5), 5, 0, 0);
    set3(setup.things[fast].motion.linear_velocity, 2e6, 0, 0);
    setup_start(&setup);
    assert_int_equal(tum_world_step(setup.world, 1.0f / 60.0f), TUM_ERROR_DIVERGED);
    assert_int_equal(tum_body_node(setup.world, tum_world_diverged_body(setup.world)), fast);
    const uint64_t hash = tum_world_hash(setup.world);
    assert_int_equal(tum_world_step(setup.world, 1.0f / 60.0f), TUM_ERROR_DIVERGED);
    assert_true(tum_world_hash(setup.world) == hash);
    setup_end(&setup);
}

static void a_body_beyond_the_range_of_floats_is_refused_by_name(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup_start(&setup);
    ((TumBody *)setup.scene->bodies)[0].linear_velocity[1] = 1e300;
    TumWorld *world = NULL;
    assert_int_equal(tum_world_create(setup.scene, &setup.def, &world, setup.report),
                     TUM_ERROR_DIVERGED);
    assert_null(world);
    assert_true(report_has(setup.report, "SIMULATION_DIVERGED", "/motion"));
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_runs_end_in_the_same_bits),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(any_instruction_set_gives_the_same_bits),
        cmocka_unit_test(the_hash_sees_a_difference_of_one_bit),
        cmocka_unit_test(a_settled_step_allocates_nothing),
        cmocka_unit_test(phases_are_timed_where_asked_for_and_change_nothing),
        cmocka_unit_test(running_out_of_memory_is_answered_and_leaks_nothing),
        cmocka_unit_test(a_body_id_of_another_world_names_nothing),
        cmocka_unit_test(an_id_of_a_world_that_is_gone_names_nothing_in_the_next),
        cmocka_unit_test(no_definition_is_the_default_one),
        cmocka_unit_test(steps_beyond_the_stated_range_are_refused),
        cmocka_unit_test(a_definition_not_made_by_the_default_is_refused),
        cmocka_unit_test(a_runaway_body_stops_the_world_and_is_named),
        cmocka_unit_test(a_body_beyond_the_range_of_floats_is_refused_by_name),
    };
    return cmocka_run_group_tests_name("world", tests, NULL, NULL);
}
