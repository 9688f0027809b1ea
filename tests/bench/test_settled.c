// SPDX-License-Identifier: MIT
// A settled step allocates nothing.
#include "tests/bench/scene_of.h"
#include "tumble/world.h"

// Blocks that a world asks for between two of its steps.
static size_t allocations_between(const char *name, int threads, int settle, int steps)
{
    BenchScene bench = bench_scene(name);
    Counting counting;
    TumWorldDef def = tum_default_world_def();
    def.no_sleep = true;
    def.threads = threads;
    def.allocator = counting_allocator(&counting);
    TumWorld *world = NULL;
    assert_int_equal(tum_world_create(bench.scene, &def, &world, NULL), TUM_OK);
    for (int i = 0; i < settle; ++i) {
        assert_int_equal(tum_world_step(world, 1.0f / 60.0f), TUM_OK);
    }
    const size_t before = counting.allocations;
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(tum_world_step(world, 1.0f / 60.0f), TUM_OK);
    }
    const size_t after = counting.allocations;
    tum_world_destroy(world);
    assert_int_equal(counting.blocks, 0);
    bench_scene_end(&bench);
    return after - before;
}

static void a_pyramid_that_stands_allocates_nothing(void **state)
{
    (void)state;
    assert_int_equal(allocations_between("pyramid", 1, 20, 40), 0);
    assert_int_equal(allocations_between("pyramid", 3, 20, 40), 0);
}

static void a_wall_that_stands_allocates_nothing(void **state)
{
    (void)state;
    assert_int_equal(allocations_between("wall", 1, 20, 40), 0);
}

// Past where clusters are tidied.
static void small_islands_that_stand_allocate_nothing(void **state)
{
    (void)state;
    assert_int_equal(allocations_between("pyramids", 3, 20, 60), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pyramid_that_stands_allocates_nothing),
        cmocka_unit_test(a_wall_that_stands_allocates_nothing),
        cmocka_unit_test(small_islands_that_stand_allocate_nothing),
    };
    return cmocka_run_group_tests_name("settled", tests, NULL, NULL);
}
