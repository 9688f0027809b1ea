// SPDX-License-Identifier: MIT
// Many worlds over one task system: each has the bits that it has alone.
#include <math.h>

#include "tests/support/support.h"
#include "tumble/capacity.h"
#include "tumble/checkpoint.h"
#include "tumble/worlds.h"

enum { WORLDS = 24, BODIES = 6, STEPS = 90 };

static const float STEP = 1.0f / 60.0f;

// A pile of boxes on a plane; `seed` shifts the boxes, so that no two worlds are alike.
static TumWorld *pile(int seed, const TumAllocator *allocator)
{
    TumWorldDef def = tum_default_world_def();
    TumWorld *world = NULL;
    TumColliderDef3 box = tum_default_collider_def3(), floor = box;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    box.kind = TUM_SHAPE_BOX;
    box.size = (TumVec3){1, 1, 1};
    floor.kind = TUM_SHAPE_PLANE;
    floor.size = (TumVec3){INFINITY, 0, INFINITY};
    assert_int_equal(tum_world_create(NULL, &def, &world, NULL), TUM_OK);
    assert_int_equal(tum_world_add_collider3(world, (TumBodyId){0, 0, 0}, &floor, NULL), TUM_OK);
    for (int i = 0; i < BODIES; ++i) {
        TumBodyDef3 body = tum_default_body_def3();
        TumBodyId id;
        body.pose.position = (TumVec3){0.01f * (float)(seed * i), 0.6f + 1.1f * (float)i, 0};
        assert_int_equal(tum_world_add_body3(world, &body, &id), TUM_OK);
        assert_int_equal(tum_world_add_collider3(world, id, &box, NULL), TUM_OK);
    }
    return world;
}

static void make_piles(TumWorld **worlds)
{
    for (int i = 0; i < WORLDS; ++i) {
        worlds[i] = pile(i, NULL);
    }
}

static void destroy_all(TumWorld **worlds)
{
    for (int i = 0; i < WORLDS; ++i) {
        tum_world_destroy(worlds[i]);
    }
}

static void worlds_on_any_number_of_workers_move_as_each_does_alone(void **state)
{
    (void)state;
    uint64_t alone[WORLDS];
    TumWorld *worlds[WORLDS];
    make_piles(worlds);
    for (int i = 0; i < WORLDS; ++i) {
        for (int step = 0; step < STEPS; ++step) {
            assert_int_equal(tum_world_step(worlds[i], STEP), TUM_OK);
        }
        alone[i] = tum_world_hash(worlds[i]);
    }
    assert_true(alone[0] != alone[1]);
    destroy_all(worlds);

    for (uint32_t threads = 0; threads <= 3; ++threads) {
        TumWorkers *workers = tum_workers_create(threads, NULL);
        const TumTasks tasks = tum_workers_tasks(workers);
        make_piles(worlds);
        assert_int_equal(tum_worlds_step(worlds, WORLDS, STEP, STEPS - 1, &tasks, NULL), TUM_OK);
        assert_int_equal(tum_worlds_step(worlds, WORLDS, STEP, 1, NULL, NULL), TUM_OK);
        for (int i = 0; i < WORLDS; ++i) {
            assert_true(tum_world_step_count(worlds[i]) == STEPS);
            assert_true(tum_world_hash(worlds[i]) == alone[i]);
        }
        destroy_all(worlds);
        tum_workers_destroy(workers);
    }
}

// Records which worker had an item.
typedef struct Shares {
    _Atomic uint32_t items[TUM_MAX_THREADS];
} Shares;

static void count_items(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Shares *shares = context;
    assert_true(worker < 3);
    shares->items[worker] += end - begin;
}

static void workers_share_out_every_item_once(void **state)
{
    (void)state;
    TumWorkers *workers = tum_workers_create(3, NULL);
    const TumTasks tasks = tum_workers_tasks(workers);
    Shares shares = {{0}};
    assert_int_equal(tasks.worker_count, 3);
    tasks.run(tasks.user, count_items, &shares, 1000, 1);
    assert_int_equal(shares.items[0] + shares.items[1] + shares.items[2], 1000);
    tum_workers_destroy(workers);
    tum_workers_destroy(NULL);
}

static void bodies_of_all_worlds_are_read_into_rows_of_one_array(void **state)
{
    (void)state;
    enum { ROOM = BODIES + 1 };
    static TumVec3 positions[WORLDS * ROOM], velocities[WORLDS * ROOM];
    TumWorld *worlds[WORLDS];
    TumWorkers *workers = tum_workers_create(2, NULL);
    const TumTasks tasks = tum_workers_tasks(workers);
    const TumBodyArrays3 arrays = {
        .capacity = ROOM, .positions = positions, .linear_velocities = velocities};
    make_piles(worlds);
    for (int i = 0; i < WORLDS * ROOM; ++i) {
        positions[i] = (TumVec3){-7, -7, -7};
    }
    assert_int_equal(tum_worlds_step(worlds, WORLDS, STEP, 20, &tasks, NULL), TUM_OK);
    assert_int_equal(tum_worlds_read_bodies3(worlds, WORLDS, &arrays, &tasks), TUM_OK);
    for (int i = 0; i < WORLDS; ++i) {
        for (int k = 0; k < BODIES; ++k) {
            const TumBodyId body = tum_world_body_at(worlds[i], (size_t)k);
            const TumVec3 position = tum_body_pose3(worlds[i], body).position;
            const TumVec3 velocity = tum_body_linear_velocity3(worlds[i], body);
            assert_memory_equal(&positions[i * ROOM + k], &position, sizeof position);
            assert_memory_equal(&velocities[i * ROOM + k], &velocity, sizeof velocity);
        }
        assert_true(positions[i * ROOM + BODIES].x == -7.0f); // beyond the bodies: as it was
    }
    destroy_all(worlds);
    tum_workers_destroy(workers);
}

static void bodies_of_four_dimensions_are_read_into_rows_of_one_array(void **state)
{
    (void)state;
    TumWorldDef def = tum_default_world_def();
    TumWorld *worlds[2] = {NULL, NULL};
    TumVec4 positions[2];
    const TumBodyArrays4 arrays = {.capacity = 1, .positions = positions};
    def.dimension = 4;
    for (int i = 0; i < 2; ++i) {
        TumBodyDef4 body = tum_default_body_def4();
        body.pose.position.w = 3.0f + (float)i;
        assert_int_equal(tum_world_create(NULL, &def, &worlds[i], NULL), TUM_OK);
        assert_int_equal(tum_world_add_body4(worlds[i], &body, NULL), TUM_OK);
    }
    assert_int_equal(tum_worlds_read_bodies4(worlds, 2, &arrays, NULL), TUM_OK);
    assert_true(positions[0].w == 3.0f && positions[1].w == 4.0f);
    assert_int_equal(tum_worlds_read_bodies3(worlds, 2, &(TumBodyArrays3){.capacity = 1}, NULL),
                     TUM_ERROR_ARGUMENT);
    tum_world_destroy(worlds[0]);
    tum_world_destroy(worlds[1]);
}

static void a_world_that_fails_stops_alone_and_is_named(void **state)
{
    (void)state;
    TumWorld *worlds[WORLDS];
    TumStatus statuses[WORLDS];
    make_piles(worlds);
    // A body faster than any number that the solver keeps.
    const TumBodyId body = tum_world_body_at(worlds[5], 0);
    assert_int_equal(tum_body_set_linear_velocity3(worlds[5], body, (TumVec3){0, 3.0e38f, 0}),
                     TUM_OK);
    assert_int_equal(tum_worlds_step(worlds, WORLDS, STEP, 3, NULL, statuses), TUM_ERROR_DIVERGED);
    for (int i = 0; i < WORLDS; ++i) {
        assert_int_equal(statuses[i], i == 5 ? TUM_ERROR_DIVERGED : TUM_OK);
        assert_int_equal(tum_world_step_count(worlds[i]) == 3, i != 5);
    }
    destroy_all(worlds);
}

static void nothing_moves_where_an_argument_is_wrong(void **state)
{
    (void)state;
    TumWorld *worlds[WORLDS];
    TumWorkers *workers = tum_workers_create(2, NULL);
    const TumTasks tasks = tum_workers_tasks(workers);
    make_piles(worlds);
    assert_int_equal(tum_worlds_step(worlds, WORLDS, 0.0f, 1, &tasks, NULL), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_worlds_step(worlds, WORLDS, NAN, 1, &tasks, NULL), TUM_ERROR_ARGUMENT);
    TumWorld *twice[3] = {worlds[0], worlds[1], worlds[0]};
    assert_int_equal(tum_worlds_step(twice, 3, STEP, 1, &tasks, NULL), TUM_ERROR_ARGUMENT);
    TumWorld *absent[2] = {worlds[0], NULL};
    assert_int_equal(tum_worlds_step(absent, 2, STEP, 1, &tasks, NULL), TUM_ERROR_ARGUMENT);
    const TumTasks none = {.run = tasks.run, .user = tasks.user};
    assert_int_equal(tum_worlds_step(worlds, WORLDS, STEP, 1, &none, NULL), TUM_ERROR_ARGUMENT);
    // A world whose own tasks are those of the call would wait for itself.
    TumWorldDef def = tum_default_world_def();
    TumWorld *own = NULL;
    def.tasks = tasks;
    assert_int_equal(tum_world_create(NULL, &def, &own, NULL), TUM_OK);
    assert_int_equal(tum_worlds_step(&own, 1, STEP, 1, &tasks, NULL), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_worlds_step(&own, 1, STEP, 1, NULL, NULL), TUM_OK);
    tum_world_destroy(own);
    for (int i = 0; i < WORLDS; ++i) {
        assert_true(tum_world_step_count(worlds[i]) == 0);
    }
    // A refused call leaves no mark.
    assert_int_equal(tum_worlds_step(worlds, WORLDS, STEP, 1, &tasks, NULL), TUM_OK);
    assert_int_equal(tum_worlds_step(NULL, 0, STEP, 1, &tasks, NULL), TUM_OK);
    destroy_all(worlds);
    tum_workers_destroy(workers);
}

static void settled_worlds_step_without_allocation(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    TumWorkers *workers = tum_workers_create(2, &allocator);
    const TumTasks tasks = tum_workers_tasks(workers);
    TumWorld *worlds[WORLDS];
    for (int i = 0; i < WORLDS; ++i) {
        worlds[i] = pile(i, &allocator);
    }
    assert_int_equal(tum_worlds_step(worlds, WORLDS, STEP, 300, &tasks, NULL), TUM_OK);
    const size_t before = counting.allocations;
    assert_int_equal(tum_worlds_step(worlds, WORLDS, STEP, 60, &tasks, NULL), TUM_OK);
    assert_int_equal(counting.allocations, before);
    destroy_all(worlds);
    tum_workers_destroy(workers);
    assert_int_equal(counting.blocks, 0);
}

static void copies_of_a_checkpoint_go_on_alike(void **state)
{
    (void)state;
    TumWorld *first = pile(3, NULL);
    assert_int_equal(tum_worlds_step(&first, 1, STEP, 40, NULL, NULL), TUM_OK);
    const size_t count = tum_checkpoint_bytes(first);
    void *bytes = malloc(count);
    assert_int_equal(tum_checkpoint_write(first, bytes, count), TUM_OK);
    TumWorld *copies[4];
    for (int i = 0; i < 4; ++i) {
        copies[i] = NULL;
        assert_int_equal(tum_world_create(NULL, NULL, &copies[i], NULL), TUM_OK);
        assert_int_equal(tum_checkpoint_read(copies[i], bytes, count, NULL, NULL), TUM_OK);
    }
    assert_int_equal(tum_worlds_step(copies, 4, STEP, 40, NULL, NULL), TUM_OK);
    assert_int_equal(tum_worlds_step(&first, 1, STEP, 40, NULL, NULL), TUM_OK);
    for (int i = 0; i < 4; ++i) {
        assert_true(tum_world_hash(copies[i]) == tum_world_hash(first));
        tum_world_destroy(copies[i]);
    }
    free(bytes);
    tum_world_destroy(first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_on_any_number_of_workers_move_as_each_does_alone),
        cmocka_unit_test(workers_share_out_every_item_once),
        cmocka_unit_test(bodies_of_all_worlds_are_read_into_rows_of_one_array),
        cmocka_unit_test(bodies_of_four_dimensions_are_read_into_rows_of_one_array),
        cmocka_unit_test(a_world_that_fails_stops_alone_and_is_named),
        cmocka_unit_test(nothing_moves_where_an_argument_is_wrong),
        cmocka_unit_test(settled_worlds_step_without_allocation),
        cmocka_unit_test(copies_of_a_checkpoint_go_on_alike),
    };
    return cmocka_run_group_tests_name("worlds", tests, NULL, NULL);
}
