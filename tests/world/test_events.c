// SPDX-License-Identifier: MIT
// Events of bodies that a program adds, which have no nodes: ids, numbers, where, how fast.
#include "tests/support/event_support.h"
#include "tests/support/program_support.h"
#include "tumble/checkpoint.h"

// Steps until something happens. @return the only event of that step.
static TumEvent next_event(TumWorld *world, int steps)
{
    for (int i = 0; i < steps; ++i) {
        ok(tum_world_step(world, 1.0f / 60.0f));
        const TumEvent *events;
        const size_t count = tum_world_events(world, &events);
        if (count > 0) {
            assert_int_equal(count, 1);
            return events[0];
        }
    }
    fail_msg("nothing happened in %d steps", steps);
    return (TumEvent){0};
}

static void assert_side(const TumWorld *world, const TumEventSide *side, TumBodyId body,
                        uint64_t user)
{
    assert_true(tum_body_id_equals(side->body, body));
    assert_true(tum_collider_id_equals(side->collider, tum_body_collider_at(world, body, 0)));
    assert_true(side->body_user == user && side->user == user + 100);
    assert_int_equal(side->node, -1);
    assert_int_equal(side->motion, -1);
}

static void set_speed3(TumWorld *world, TumBodyId body, float x, float y, float z)
{
    ok(tum_body_set_linear_velocity3(world, body, (TumVec3){x, y, z}));
}

// A ball of 1 kg and 0.5 m flies at 3 m/s along -X, and at 4 m/s along Z, which is no approach,
// into a wall whose face is at x = 0. It gives all of its 3 N s along X: it does not bounce.
static void a_program_learns_who_met_whom_where_and_how_fast(void **state)
{
    (void)state;
    for (int wall_first = 0; wall_first < 2; ++wall_first) {
        const TumWorldDef def = weightless_def();
        TumWorld *world = program_world(3, &def);
        TumBodyId ball = {0, 0, 0}, wall = {0, 0, 0};
        for (int i = 0; i < 2; ++i) {
            if (i == wall_first) {
                ball = program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.5f),
                                     (TumVec3){1.52f, 0.25f, 0}, 7);
            } else {
                wall = program_body3(world, TUM_BODY_STATIC, box_def3(2, 2, 20),
                                     (TumVec3){-1, 0, 0}, 8);
            }
        }
        set_speed3(world, ball, -3, 0, 4);
        const TumEvent event = next_event(world, 60);
        assert_int_equal(event.kind, TUM_EVENT_CONTACT_STARTED);
        assert_int_equal(event.trigger, -1);
        assert_side(world, wall_first ? &event.a : &event.b, wall, 8);
        assert_side(world, wall_first ? &event.b : &event.a, ball, 7);
        assert_near(event.speed, 3, 1e-5);
        assert_near(event.impulse, 3, 0.01);
        assert_vec4_near(event.normal, wall_first ? 1 : -1, 0, 0, 0, 1e-6);
        // On the wall, where the ball is in Z in the step in which it comes: after 1.02 m / 3 m/s.
        assert_near(event.point.x, 0, 1e-6);
        assert_near(event.point.y, 0.25, 1e-6);
        assert_near(event.point.z, 4 * 1.02 / 3, 4.0 / 60);
        assert_true(event.point.w == 0 && event.normal.w == 0);
        tum_world_destroy(world);
    }
}

static void bodies_that_both_move_meet_between_them_at_their_relative_speed(void **state)
{
    (void)state;
    const TumWorldDef def = weightless_def();
    TumWorld *world = program_world(3, &def);
    const TumBodyId a =
        program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.5f), (TumVec3){-1, 0, 0}, 1);
    const TumBodyId b =
        program_body3(world, TUM_BODY_DYNAMIC, box_def3(1, 1, 1), (TumVec3){1, 0, 0}, 2);
    set_speed3(world, a, 2, 0, 0);
    set_speed3(world, b, -1, 0, 0);
    const TumEvent event = next_event(world, 60);
    assert_side(world, &event.a, a, 1);
    assert_side(world, &event.b, b, 2);
    assert_near(event.speed, 3, 1e-5);
    // 1 kg and 1 kg: what stops 3 m/s is half of that.
    assert_near(event.impulse, 1.5, 0.01);
    assert_vec4_near(event.normal, 1, 0, 0, 0, 1e-6);
    // Surfaces are at -0.5 + 2 t and 0.5 - t, 1 / 3 s from each other: half a step's way off.
    assert_near(event.point.x, 1.0 / 6, 0.5 * 3.0 / 60);
    assert_near(event.point.y, 0, 1e-6);
    tum_world_destroy(world);
}

// So fast that it is followed to the wall within a step: 180 m/s is 3 m a step.
static void an_impact_within_a_step_has_its_own_place_and_speed(void **state)
{
    (void)state;
    const TumWorldDef def = weightless_def();
    TumWorld *world = program_world(3, &def);
    const TumBodyId wall =
        program_body3(world, TUM_BODY_STATIC, box_def3(0.02f, 20, 20), (TumVec3){0, 0, 0}, 3);
    const TumBodyId ball =
        program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.1f), (TumVec3){10, 1, 0}, 4);
    set_speed3(world, ball, -180, 0, 90);
    const TumEvent event = next_event(world, 60);
    assert_side(world, &event.a, wall, 3);
    assert_side(world, &event.b, ball, 4);
    assert_near(event.speed, 180, 1e-3);
    assert_near(event.impulse, 180, 0.5);
    assert_vec4_near(event.normal, 1, 0, 0, 0, 1e-4);
    // 9.89 m at half of that along Z; sunk into each other by at most 1 mm.
    assert_vec4_near(event.point, 0.01, 1, 9.89 / 2, 0, 2e-3);
    tum_world_destroy(world);
}

// A box that lands flat meets the floor in the middle of its lower side; one that stands on an
// edge, on that edge.
static void the_place_is_the_middle_of_what_meets(void **state)
{
    (void)state;
    for (int tilted = 0; tilted < 2; ++tilted) {
        const TumWorldDef def = weightless_def();
        TumWorld *world = program_world(3, &def);
        program_body3(world, TUM_BODY_STATIC, plane_def3(), (TumVec3){0, 0, 0}, 0);
        const TumBodyId box =
            program_body3(world, TUM_BODY_DYNAMIC, box_def3(1, 1, 1), (TumVec3){5, 1, 6}, 0);
        if (tilted == 1) {
            // By 0.3 rad about Z: the edge is at 0.5 (cos + sin) below, 0.5 (cos - sin) ahead.
            const TumPose3 pose = {{5, 1, 6}, {0, 0, 0.1494381f, 0.9887711f}};
            ok(tum_body_set_pose3(world, box, pose));
        }
        set_speed3(world, box, 0, -3, 0);
        const TumEvent event = next_event(world, 60);
        assert_near(event.speed, 3, 1e-4);
        assert_vec4_near(event.normal, 0, 1, 0, 0, 1e-5);
        assert_near(event.point.x, tilted == 1 ? 5 - 0.5 * (cos(0.3) - sin(0.3)) : 5, 1e-4);
        assert_near(event.point.y, 0, 1e-6);
        assert_near(event.point.z, 6, 1e-4);
        tum_world_destroy(world);
    }
}

// Rests, then is pressed from above: no approach.
static void what_is_pushed_together_within_a_step_came_at_no_speed(void **state)
{
    (void)state;
    const TumWorldDef def = weightless_def();
    TumWorld *world = program_world(3, &def);
    program_body3(world, TUM_BODY_STATIC, plane_def3(), (TumVec3){0, 0, 0}, 0);
    const TumBodyId ball =
        program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.5f), (TumVec3){0, 0.5f, 0}, 0);
    ok(tum_body_add_force3(world, ball, (TumVec3){0, -60, 0}, NULL));
    const TumEvent event = next_event(world, 2);
    assert_near(event.speed, 0, 1e-6);
    assert_true(event.impulse > 0.1f);
    tum_world_destroy(world);
}

// The lower place comes first, whatever happened first: without nodes, ids are the order.
static void events_without_nodes_are_in_the_order_of_places(void **state)
{
    (void)state;
    const TumWorldDef def = weightless_def();
    TumWorld *world = program_world(3, &def);
    TumBodyId balls[4];
    for (int i = 0; i < 4; ++i) {
        balls[i] = program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.5f),
                                 (TumVec3){(float)(3 * ((i * 3 + 1) % 4)), 0.51f, 0}, 0);
        set_speed3(world, balls[i], 0, -3, 0);
    }
    program_body3(world, TUM_BODY_STATIC, plane_def3(), (TumVec3){0, 0, 0}, 0);
    program_run(world, 1);
    const TumEvent *events;
    assert_int_equal(tum_world_events(world, &events), 4);
    for (int i = 0; i < 4; ++i) {
        assert_true(tum_body_id_equals(events[i].a.body, balls[i]));
    }
    tum_world_destroy(world);
}

// The ball is removed, and another one takes its place: the end is the end of the one that is gone.
static void an_end_tells_of_what_was_removed(void **state)
{
    (void)state;
    const TumWorldDef def = weightless_def();
    TumWorld *world = program_world(3, &def);
    const TumBodyId floor =
        program_body3(world, TUM_BODY_STATIC, plane_def3(), (TumVec3){0, 0, 0}, 5);
    const TumBodyId gone =
        program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.5f), (TumVec3){0, 0.51f, 0}, 6);
    const TumColliderId shape = tum_body_collider_at(world, gone, 0);
    set_speed3(world, gone, 0, -3, 0);
    assert_int_equal(next_event(world, 2).kind, TUM_EVENT_CONTACT_STARTED);
    ok(tum_world_remove_body(world, gone));
    const TumBodyId other =
        program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.5f), (TumVec3){9, 9, 9}, 77);
    assert_int_equal(other.index1, gone.index1);

    // What has not been told yet is in a checkpoint, with the ids of the world that reads it.
    TumWorldDef next_def = def;
    next_def.number = 4321;
    TumWorld *next = program_world(3, &next_def);
    const size_t count = tum_checkpoint_bytes(world);
    void *bytes = malloc(count);
    ok(tum_checkpoint_write(world, bytes, count));
    ok(tum_checkpoint_read(next, bytes, count, NULL, NULL));
    free(bytes);

    const TumEvent event = next_event(world, 1), again = next_event(next, 1);
    assert_int_equal(event.kind, TUM_EVENT_CONTACT_ENDED);
    assert_side(world, &event.a, floor, 5);
    assert_true(tum_body_id_equals(event.b.body, gone));
    assert_true(tum_collider_id_equals(event.b.collider, shape));
    assert_true(event.b.body_user == 6 && event.b.user == 106);
    assert_true(event.impulse == 0 && event.speed == 0);
    assert_false(tum_body_exists(world, event.b.body));
    assert_same_event(&event, &again);
    assert_int_equal(again.a.body.world, 4321);
    assert_int_equal(again.b.collider.world, 4321);
    tum_world_destroy(world);
    tum_world_destroy(next);
}

// The same law in four dimensions: 3 m/s along -W into a wall whose face is at w = 0.
static void in_four_dimensions_events_tell_the_same(void **state)
{
    (void)state;
    const TumWorldDef def = weightless_def();
    TumWorld *world = program_world(4, &def);
    const TumBodyId wall =
        program_body4(world, TUM_BODY_STATIC, box_def4(9, 9, 9, 2), (TumVec4){0, 0, 0, -1}, 8);
    const TumBodyId ball = program_body4(world, TUM_BODY_DYNAMIC, ball_def4(0.5f),
                                         (TumVec4){0.5f, 0, 0.25f, 1.52f}, 7);
    ok(tum_body_set_linear_velocity4(world, ball, (TumVec4){0, 0, 0, -3}));
    const TumEvent event = next_event(world, 60);
    assert_int_equal(event.kind, TUM_EVENT_CONTACT_STARTED);
    assert_side(world, &event.a, wall, 8);
    assert_side(world, &event.b, ball, 7);
    assert_near(event.speed, 3, 1e-5);
    assert_near(event.impulse, 3, 0.01);
    assert_vec4_near(event.normal, 0, 0, 0, 1, 1e-6);
    assert_vec4_near(event.point, 0.5, 0, 0.25, 0, 1e-5);
    tum_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_learns_who_met_whom_where_and_how_fast),
        cmocka_unit_test(bodies_that_both_move_meet_between_them_at_their_relative_speed),
        cmocka_unit_test(an_impact_within_a_step_has_its_own_place_and_speed),
        cmocka_unit_test(the_place_is_the_middle_of_what_meets),
        cmocka_unit_test(what_is_pushed_together_within_a_step_came_at_no_speed),
        cmocka_unit_test(events_without_nodes_are_in_the_order_of_places),
        cmocka_unit_test(an_end_tells_of_what_was_removed),
        cmocka_unit_test(in_four_dimensions_events_tell_the_same),
    };
    return cmocka_run_group_tests_name("events of a program's own bodies", tests, NULL, NULL);
}
