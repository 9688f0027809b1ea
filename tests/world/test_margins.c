// SPDX-License-Identifier: MIT
// test_margins.c: bodies within the margins of their boxes in the tree are not bounded again, and
// never leave these boxes.
#include "space3/bodies3.h"
#include "tests/support/world_support.h"
#include "world/world_data.h"

static Setup stack(void)
{
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_static(&setup, box_shape(20, 1, 20), 0, -0.5, 0);
    for (int i = 0; i < 5; ++i) {
        setup_body(&setup, box_shape(1, 1, 1), 0, 0.5 + i, 0);
    }
    return setup;
}

static Box box_of_top(const Setup *setup)
{
    const Sim *sim = &setup->world->sim;
    return sim->topology.boxes.items[sim->topology.boxes.count - 1];
}

static void a_body_at_rest_is_not_bounded_again(void **state)
{
    (void)state;
    Setup setup = stack();
    setup_start(&setup);
    setup_run(&setup, 1);
    const Box before = box_of_top(&setup);
    setup_run(&setup, 1);
    const Box after = box_of_top(&setup);
    assert_memory_equal(&before, &after, sizeof before);
    setup_end(&setup);
}

// At 2 m/s it is about to get 33 mm ahead in the coming step.
static void a_pushed_body_is_bounded_again(void **state)
{
    (void)state;
    Setup setup = stack();
    setup_start(&setup);
    setup_run(&setup, 1);
    const Box before = box_of_top(&setup);
    const TumBodyId top = setup_id(&setup, 5);
    assert_int_equal(tum_body_set_linear_velocity3(setup.world, top, (TumVec3){2, 0, 0}), TUM_OK);
    setup_step(&setup);
    assert_true(box_of_top(&setup).high[0] > before.high[0] + 0.05f);
    setup_end(&setup);
}

// By five times the gravity it may fall four times 9.81 / 3600 m farther in the coming step: 11 mm,
// where the margin of its boxes is 10.
static void a_body_under_another_gravity_is_bounded_again(void **state)
{
    (void)state;
    Setup setup = stack();
    setup_start(&setup);
    setup_run(&setup, 1);
    const Box before = box_of_top(&setup);
    assert_int_equal(tum_body_set_gravity_factor(setup.world, setup_id(&setup, 5), 5), TUM_OK);
    setup_step(&setup);
    assert_true(box_of_top(&setup).low[1] < before.low[1] - 4.0f * 9.81f / 3600.0f);
    setup_end(&setup);
}

static void assert_all_are_within(const Setup *setup)
{
    const Sim *sim = &setup->world->sim;
    for (size_t i = 0; i < sim->topology.colliders.count; ++i) {
        const ColliderRecord *collider = &sim->topology.colliders.items[i];
        const Box own = tum_space3_box(setup->world->space3, collider->body, (int32_t)i);
        assert_true(box_contains(&topology_tree(&sim->topology, collider)->boxes[i], &own));
    }
}

// Each creeps, turns or does both, from slower than a box's margin in a step to much faster.
static void boxes_in_the_tree_hold_bodies_of_any_speed(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    double max_point_speed = 1e-4;
    for (int i = 0; i < 24; ++i, max_point_speed *= 1.7) {
        const int body = setup_body(&setup, box_shape(2, 0.2, 0.5), 0, 0, 5.0 * i);
        MotionDef *motion = &setup.things[body].motion;
        motion->gravity_factor = 0;
        set3(motion->linear_velocity, i % 3 == 0 ? 0 : max_point_speed,
             i % 2 == 0 ? 0 : -max_point_speed, 0);
        set3(motion->angular_velocity, 0, 0, i % 3 == 1 ? 0 : max_point_speed);
    }
    setup_start(&setup);
    for (int step = 0; step < 300; ++step) {
        setup_step(&setup);
        assert_all_are_within(&setup);
    }
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_at_rest_is_not_bounded_again),
        cmocka_unit_test(a_pushed_body_is_bounded_again),
        cmocka_unit_test(a_body_under_another_gravity_is_bounded_again),
        cmocka_unit_test(boxes_in_the_tree_hold_bodies_of_any_speed),
    };
    return cmocka_run_group_tests_name("margins", tests, NULL, NULL);
}
