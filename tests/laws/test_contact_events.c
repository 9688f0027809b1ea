// SPDX-License-Identifier: MIT
// Contact events: who began to touch whom, how hard, and who ceased.
#include "tests/support/program_support.h"
#include "tests/support/world_support.h"

typedef struct Tally {
    int started, ended;
    float impulse;  // of the last start
    double seconds; // of the last event
} Tally;

// Events of one pair of things over some time.
static Tally watch(Setup *setup, int a, int b, double seconds)
{
    Tally tally = {0};
    const int steps = (int)(seconds * setup->rate + 0.5);
    for (int i = 0; i < steps; ++i) {
        setup_step(setup);
        const TumEvent *events;
        const size_t count = tum_world_events(setup->world, &events);
        for (size_t k = 0; k < count; ++k) {
            if (events[k].a.node != a || events[k].b.node != b) {
                continue;
            }
            if (events[k].kind == TUM_EVENT_CONTACT_STARTED) {
                ++tally.started;
                tally.impulse = events[k].impulse;
            } else {
                assert_int_equal(events[k].kind, TUM_EVENT_CONTACT_ENDED);
                assert_true(events[k].impulse == 0.0f);
                ++tally.ended;
            }
            tally.seconds = tum_world_time(setup->world);
        }
    }
    return tally;
}

static void a_ball_that_bounces_once_begins_and_ceases_to_touch_once(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.contact_events = true;
    const int floor = setup_floor(&setup);
    const int ball = setup_body(&setup, sphere_shape(0.25), 0, 1.25, 0);
    setup.things[ball].motion.mass = 2.0;
    setup_material(&setup, floor, 0, 0, 0.5);
    setup_material(&setup, ball, 0, 0, 0.5);
    setup_start(&setup);
    // It falls 1 m: at the floor after sqrt(2 / 9.81) = 0.4515 s, there again 0.4515 s later.
    const Tally tally = watch(&setup, floor, ball, 0.8);
    assert_int_equal(tally.started, 1);
    assert_int_equal(tally.ended, 1);
    // It comes with sqrt(2 g) = 4.429 m/s and goes with half of that: 2 kg * 6.644 m/s. Gravity
    // acts for part of the step of 1/60 s: 2 kg * 9.81 m/s^2 / 60 s at the most.
    assert_near(tally.impulse, 2.0 * 1.5 * sqrt(2 * 9.81), 2.0 * 9.81 / 60 * 1.5);
    setup_end(&setup);
}

static void what_rests_touches_without_a_break_asleep_or_awake(void **state)
{
    (void)state;
    for (int no_sleep = 0; no_sleep < 2; ++no_sleep) {
        Setup setup = setup_empty();
        setup.def.contact_events = true;
        setup.def.no_sleep = no_sleep != 0;
        const int floor = setup_floor(&setup);
        const int low = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
        const int high = setup_body(&setup, box_shape(1, 1, 1), 0.1, 1.5, 0);
        setup_start(&setup);
        Setup other = setup;
        const Tally ground = watch(&setup, floor, low, 1.0);
        assert_int_equal(ground.started, 1);
        assert_int_equal(ground.ended, 0);
        const Tally later = watch(&other, low, high, 3.0);
        assert_int_equal(later.started, 0);
        assert_int_equal(later.ended, 0);
        assert_true(tum_body_is_awake(setup.world, setup_id(&setup, low)) == (no_sleep != 0));
        setup_end(&setup);
    }
}

// At 0.02 m/s a third of a millimetre a step: too little for a look at the shapes in some fifteen
// steps, and a millimetre apart after three or four.
static void what_is_slowly_lifted_ceases_to_touch_a_millimetre_up(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.contact_events = true;
    setup.def.no_sleep = true;
    const int floor = setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    setup_start(&setup);
    assert_int_equal(watch(&setup, floor, box, 1.0).started, 1);
    const TumBodyId body = setup_id(&setup, box);
    assert_int_equal(tum_body_set_gravity_factor(setup.world, body, 0.0f), TUM_OK);
    assert_int_equal(tum_body_set_linear_velocity3(setup.world, body, (TumVec3){0.0f, 0.02f, 0.0f}),
                     TUM_OK);
    const Tally lifted = watch(&setup, floor, box, 0.5);
    assert_int_equal(lifted.ended, 1);
    // From where it had sunk in, by a tenth of a millimetre or so; noticed in the step after.
    assert_near(lifted.seconds, 1.0 + 0.001 / 0.02 + 2.0 / 60, 2.0 / 60);
    setup_end(&setup);
}

static void the_impulse_of_a_meeting_is_what_changed_the_momentum(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.contact_events = true;
    const int hit = setup_body(&setup, sphere_shape(0.5), 2, 0, 0);
    const int striker = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup_all_materials(&setup, 0, 0, 1);
    for (int i = 0; i < 2; ++i) {
        setup.things[i].motion.mass = 3.0;
        setup.things[i].motion.gravity_factor = 0.0;
    }
    set3(setup.things[striker].motion.linear_velocity, 4, 0, 0);
    setup_start(&setup);
    const Tally tally = watch(&setup, hit, striker, 1.0);
    assert_int_equal(tally.started, 1);
    assert_int_equal(tally.ended, 1);
    // Equal masses, elastic: all momentum changes hands.
    assert_near(tally.impulse, 3.0 * 4.0, 1e-3);
    assert_near(setup_velocity(&setup, hit).x, 4.0, 1e-3);
    setup_end(&setup);
}

static void events_come_in_node_order_ends_before_starts(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.contact_events = true;
    setup_floor(&setup);
    Random random = {5};
    for (int i = 0; i < 30; ++i) {
        setup_body(&setup, i % 2 ? sphere_shape(0.3) : box_shape(0.5, 0.5, 0.5),
                   random_in(&random, -1, 1), 0.5 + 0.4 * i, random_in(&random, -1, 1));
    }
    setup_all_materials(&setup, 0.5, 0.5, 0.3);
    setup_start(&setup);
    size_t seen = 0, most = 0;
    for (int i = 0; i < 180; ++i) {
        setup_step(&setup);
        const TumEvent *events;
        const size_t count = tum_world_events(setup.world, &events);
        for (size_t k = 0; k < count; ++k) {
            assert_true(events[k].a.node < events[k].b.node);
            assert_true(events[k].trigger == -1);
            if (k == 0) {
                continue;
            }
            const TumEvent *a = &events[k - 1], *b = &events[k];
            const bool later_kind =
                a->kind == TUM_EVENT_CONTACT_ENDED && b->kind == TUM_EVENT_CONTACT_STARTED;
            const bool later_nodes =
                a->a.node < b->a.node || (a->a.node == b->a.node && a->b.node < b->b.node);
            assert_true(later_kind || (a->kind == b->kind && later_nodes));
        }
        seen += count;
        most = count > most ? count : most;
    }
    assert_true(seen > 30 && most > 2);
    setup_end(&setup);
}

// A ball that a program adds for the first node comes after the wall, which has the second node, in
// the order of places; sides of an event are in the order of nodes.
static void the_normal_points_from_side_a_to_side_b_whatever_the_order_of_places(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.contact_events = true;
    setup.def.override_gravity = true;
    setup.def.gravity[1] = 0;
    const int first = setup_body(&setup, sphere_shape(0.5), 0, 9, 0);
    const int wall = setup_static(&setup, box_shape(2, 2, 2), -1, 0, 0);
    setup_start(&setup);
    TumBodyDef3 body = tum_default_body_def3();
    body.node = first;
    body.pose.position = (TumVec3){0.6f, 0, 0};
    body.linear_velocity = (TumVec3){-3, 0, 0};
    TumColliderDef3 shape = ball_def3(0.5f);
    shape.node = first;
    TumBodyId ball;
    ok(tum_world_remove_body(setup.world, setup_id(&setup, first)));
    ok(tum_world_add_body3(setup.world, &body, &ball));
    ok(tum_world_add_collider3(setup.world, ball, &shape, NULL));
    size_t count = 0;
    const TumEvent *events = NULL;
    for (int i = 0; i < 10 && count == 0; ++i) {
        setup_step(&setup);
        count = tum_world_events(setup.world, &events);
    }
    assert_int_equal(count, 1);
    assert_int_equal(events[0].a.node, first);
    assert_int_equal(events[0].b.node, wall);
    assert_near(events[0].normal.x, -1, 1e-5);
    setup_end(&setup);
}

static void nobody_who_did_not_ask_is_told(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int asked = 0; asked < 2; ++asked) {
        Setup setup = setup_empty();
        setup.def.contact_events = asked != 0;
        setup_floor(&setup);
        setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
        setup_start(&setup);
        size_t count = 0;
        for (int i = 0; i < 60; ++i) {
            setup_step(&setup);
            const TumEvent *events;
            count += tum_world_events(setup.world, &events);
        }
        assert_int_equal(count, asked);
        hashes[asked] = tum_world_hash(setup.world);
        setup_end(&setup);
    }
    // Looking on changes nothing.
    assert_true(hashes[0] == hashes[1]);
}

static void looking_on_allocates_nothing_once_settled(void **state)
{
    (void)state;
    Counting counting;
    Setup setup = setup_empty();
    setup.def.contact_events = true;
    setup.def.no_sleep = true;
    setup.def.allocator = counting_allocator(&counting);
    setup_floor(&setup);
    for (int i = 0; i < 10; ++i) {
        setup_body(&setup, box_shape(1, 1, 1), (i % 3) * 0.9, 0.6 + i, 0);
    }
    setup_start(&setup);
    setup_run(&setup, 10);
    const size_t before = counting.allocations;
    setup_run(&setup, 2);
    assert_int_equal(counting.allocations, before);
    setup_end(&setup);
    assert_int_equal(counting.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_that_bounces_once_begins_and_ceases_to_touch_once),
        cmocka_unit_test(what_rests_touches_without_a_break_asleep_or_awake),
        cmocka_unit_test(what_is_slowly_lifted_ceases_to_touch_a_millimetre_up),
        cmocka_unit_test(the_impulse_of_a_meeting_is_what_changed_the_momentum),
        cmocka_unit_test(events_come_in_node_order_ends_before_starts),
        cmocka_unit_test(the_normal_points_from_side_a_to_side_b_whatever_the_order_of_places),
        cmocka_unit_test(nobody_who_did_not_ask_is_told),
        cmocka_unit_test(looking_on_allocates_nothing_once_settled),
    };
    return cmocka_run_group_tests_name("contact_events", tests, NULL, NULL);
}
