// SPDX-License-Identifier: MIT
// Triggers notice solid colliders and never push (docs/dialects.md#triggers).
#include "tests/support/world_support.h"

// As setup_start, but thing `trigger` is a trigger, with `members` if there are any. It has a
// filter that does not admit what is in "balls", which is everything else, where it `is_picky`.
static void start_picky(Setup *setup, int trigger, const int32_t *members, size_t member_count,
                        bool is_picky)
{
    SceneBuilder *builder = tum_scene_builder_create(NULL, 3, 1000.0, "test", setup->report);
    NodeDef *nodes = calloc((size_t)setup->count, sizeof *nodes);
    TumTransform *locals = calloc((size_t)setup->count, sizeof *locals);
    for (int i = 0; i < setup->count; ++i) {
        nodes[i] = (NodeDef){.parent = setup->things[i].parent_plus_one - 1,
                             .in_scene = true,
                             .local = &locals[i],
                             .name = ""};
        for (size_t k = 0; k < member_count; ++k) {
            nodes[i].parent = members[k] == i ? trigger : nodes[i].parent;
        }
        setup_local(&locals[i], &setup->things[i]);
    }
    tum_scene_builder_node_count(builder, (size_t)setup->count);
    for (int i = 0; i < setup->count; ++i) {
        tum_scene_builder_node(builder, (size_t)i, &nodes[i]);
    }
    static const char *const balls[1] = {"balls"};
    const FilterDef not_balls = {
        .not_collide_with = balls, .not_collide_with_count = 1, .pointer = "/filter"};
    const FilterDef a_ball = {.systems = balls, .system_count = 1, .pointer = "/filter"};
    const int32_t picky = is_picky ? tum_scene_builder_filter(builder, &not_balls) : -1;
    const int32_t ball = is_picky ? tum_scene_builder_filter(builder, &a_ball) : -1;
    for (int i = 0; i < setup->count; ++i) {
        const Thing *thing = &setup->things[i];
        const bool is_trigger = i == trigger || nodes[i].parent == trigger;
        const int32_t shape =
            i == trigger && member_count > 0 ? -1 : setup_shape(setup, builder, thing);
        if (is_trigger) {
            const TriggerDef def = {.node = i,
                                    .shape = shape,
                                    .filter = i == trigger ? picky : -1,
                                    .pointer = "/trigger",
                                    .members = i == trigger ? members : NULL,
                                    .member_count = i == trigger ? member_count : 0};
            tum_scene_builder_trigger(builder, &def);
            continue;
        }
        const ColliderDef def = {.node = i,
                                 .shape = shape,
                                 .material = -1,
                                 .filter = ball,
                                 .group = -1,
                                 .pointer = "/collider"};
        tum_scene_builder_collider(builder, &def);
        if (thing->has_motion) {
            MotionDef motion = thing->motion;
            motion.node = i;
            motion.pointer = "/motion";
            tum_scene_builder_motion(builder, &motion);
        }
    }
    free(nodes);
    free(locals);
    for (int i = 0; i < setup->track_count; ++i) {
        tum_scene_builder_track(builder, &setup->tracks[i]);
    }
    assert_int_equal(tum_scene_builder_finish(builder, &setup->scene), TUM_OK);
    tum_scene_builder_destroy(builder);
    assert_int_equal(tum_world_create(setup->scene, &setup->def, &setup->world, setup->report),
                     TUM_OK);
}

static void start(Setup *setup, int trigger, const int32_t *members, size_t member_count)
{
    start_picky(setup, trigger, members, member_count, false);
}

// Steps until an event of this trigger comes. @return its time [s], or -1 within `seconds`.
static double next_event(Setup *setup, TumEventKind kind, int trigger, double seconds,
                         TumEvent *found)
{
    const double end = tum_world_time(setup->world) + seconds;
    while (tum_world_time(setup->world) < end) {
        setup_step(setup);
        const TumEvent *events;
        const size_t count = tum_world_events(setup->world, &events);
        for (size_t i = 0; i < count; ++i) {
            if (events[i].kind == kind && events[i].a.node == trigger) {
                *found = events[i];
                return tum_world_time(setup->world);
            }
        }
    }
    return -1;
}

// A ball of radius 0.5 falls from 5 through a box from 1 to 2: its lowest point enters after
// sqrt(2 * 2.5 / g), its highest leaves after sqrt(2 * 4.5 / g).
// KHR-91, KHR-92, KHR-157, KHR-158, KHR-159, OMI-BODY-12, OMI-BODY-55, OMI-BODY-61, OMI-SHAPE-39.
static void a_ball_enters_and_leaves_as_it_falls_through(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 5, 0);
    const int gate = setup_static(&setup, box_shape(2, 1, 2), 0, 1.5, 0);
    start(&setup, gate, NULL, 0);
    TumEvent event;
    const double entered = next_event(&setup, TUM_EVENT_TRIGGER_ENTERED, gate, 2, &event);
    assert_near(entered, sqrt(2 * 2.5 / 9.81), 0.02);
    assert_int_equal(event.b.node, ball);
    assert_int_equal(event.b.motion, ball);
    const double left = next_event(&setup, TUM_EVENT_TRIGGER_EXITED, gate, 2, &event);
    assert_near(left, sqrt(2 * 4.5 / 9.81), 0.02);
    assert_near(setup_velocity(&setup, ball).y, -9.81 * left, 1e-3); // nothing pushed it
    setup_end(&setup);
}

static void what_overlaps_from_the_start_is_an_event_before_the_first_step(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    const int gate = setup_static(&setup, box_shape(2, 1, 2), 0, 0, 0);
    start(&setup, gate, NULL, 0);
    const TumEvent *events;
    assert_int_equal(tum_world_events(setup.world, &events), 1);
    assert_int_equal(events[0].kind, TUM_EVENT_TRIGGER_ENTERED);
    assert_int_equal(events[0].b.node, ball);
    setup_step(&setup);
    assert_int_equal(tum_world_events(setup.world, &events), 0);
    setup_end(&setup);
}

static void what_never_moves_is_not_noticed_by_what_never_moves(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(1, 1, 1), 0, 0, 0);
    const int gate = setup_static(&setup, box_shape(1, 1, 1), 0, 0, 0);
    start(&setup, gate, NULL, 0);
    const TumEvent *events;
    assert_int_equal(tum_world_events(setup.world, &events), 0);
    setup_end(&setup);
}

// The trigger lies within the ball that carries it, and meets a block on its way.
static void a_trigger_does_not_notice_the_body_that_carries_it(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 5, 0);
    const int block = setup_static(&setup, box_shape(4, 1, 4), 0, 0, 0);
    const int gate = setup_static(&setup, sphere_shape(0.6), 0, 0, 0);
    setup_parent(&setup, gate, ball);
    start(&setup, gate, NULL, 0);
    const TumEvent *events;
    assert_int_equal(tum_world_events(setup.world, &events), 0);
    TumEvent event;
    assert_true(next_event(&setup, TUM_EVENT_TRIGGER_ENTERED, gate, 2, &event) > 0);
    assert_int_equal(event.b.node, block);
    setup_end(&setup);
}

// "Entered when the first part starts overlapping, exited when the last part stops": moving from
// part to part is neither.
// KHR-96, OMI-BODY-55.
static void a_compound_is_one_trigger(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int ball = setup_body(&setup, sphere_shape(0.25), -3, 0, 0);
    setup.things[ball].motion.gravity_factor = 0;
    set3(setup.things[ball].motion.linear_velocity, 2, 0, 0);
    const int whole = setup_static(&setup, box_shape(1, 1, 1), 0, 0, 0);
    const int32_t members[2] = {setup_static(&setup, box_shape(1, 1, 1), -0.6, 0, 0),
                                setup_static(&setup, box_shape(1, 1, 1), 0.6, 0, 0)};
    start(&setup, whole, members, 2);
    TumEvent event;
    const double entered = next_event(&setup, TUM_EVENT_TRIGGER_ENTERED, whole, 4, &event);
    assert_near(entered, (3 - 0.25 - 1.1) / 2, 0.02);
    const double left = next_event(&setup, TUM_EVENT_TRIGGER_EXITED, whole, 4, &event);
    assert_near(left, (3 + 0.25 + 1.1) / 2, 0.02);
    setup_end(&setup);
}

// The parts admit the ball, their trigger does not.
// KHR-95, OMI-BODY-62.
static void a_compound_notices_only_what_its_own_filter_admits(void **state)
{
    (void)state;
    for (int is_picky = 0; is_picky < 2; ++is_picky) {
        Setup setup = setup_empty();
        setup_body(&setup, sphere_shape(0.25), 0.2, 0, 0);
        const int whole = setup_static(&setup, box_shape(1, 1, 1), 0, 0, 0);
        const int32_t members[1] = {setup_static(&setup, box_shape(1, 1, 1), 0, 0, 0)};
        start_picky(&setup, whole, members, 1, is_picky == 1);
        const TumEvent *events;
        const size_t count = tum_world_events(setup.world, &events);
        int of_whole = 0;
        for (size_t i = 0; i < count; ++i) {
            of_whole += events[i].a.node == whole;
        }
        assert_int_equal(of_whole, is_picky == 1 ? 0 : 1);
        setup_end(&setup);
    }
}

// KHR-101, KHR-160.
static void events_come_with_exits_first_then_by_node(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    for (int i = 0; i < 4; ++i) {
        const int ball = setup_body(&setup, sphere_shape(0.5), i * 2, i < 2 ? 0 : 1.005, 0);
        setup.things[ball].motion.gravity_factor = i < 2 ? -1 : 1;
        set3(setup.things[ball].motion.linear_velocity, 0, i < 2 ? 70 : -1, 0);
    }
    const int gate = setup_static(&setup, box_shape(20, 1, 2), 0, 0, 0);
    start(&setup, gate, NULL, 0);
    setup_step(&setup);
    const TumEvent *events;
    assert_int_equal(tum_world_events(setup.world, &events), 4);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(events[i].kind,
                         i < 2 ? TUM_EVENT_TRIGGER_EXITED : TUM_EVENT_TRIGGER_ENTERED);
        assert_int_equal(events[i].b.node, i);
    }
    setup_end(&setup);
}

// One of them moved by an animation, 1 m/s along X from 2 m away.
static void sweep(bool trigger_moves)
{
    const double times[2] = {0, 4}, path[6] = {-2, 0, 0, 2, 0, 0};
    Setup setup = setup_empty();
    const int block = setup_static(&setup, box_shape(1, 1, 1), 0, 0, 0);
    const int gate = setup_static(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup_track(&setup, trigger_moves ? gate : block, TUM_TRACK_TRANSLATION,
                TUM_INTERPOLATION_LINEAR, 2, times, path);
    start(&setup, gate, NULL, 0);
    TumEvent event;
    assert_near(next_event(&setup, TUM_EVENT_TRIGGER_ENTERED, gate, 4, &event), 1, 0.02);
    assert_int_equal(event.b.node, block);
    assert_int_equal(event.b.motion, -1); // no node with motion moves it
    assert_near(next_event(&setup, TUM_EVENT_TRIGGER_EXITED, gate, 4, &event), 3, 0.02);
    setup_end(&setup);
}

// Two balls of a program's own, in a trigger at once: their colliders have no node and so follow
// the order of their places, which is that in which they were added.
static void colliders_without_a_node_are_told_of_one_by_one(void **state)
{
    (void)state;
    for (int first = 0; first < 2; ++first) {
        Setup setup = setup_empty();
        const int zone = setup_static(&setup, box_shape(4, 4, 4), 0, 0, 0);
        start(&setup, zone, NULL, 0);
        TumBodyId ids[2];
        TumColliderId balls[2];
        for (int i = 0; i < 2; ++i) {
            const int which = i == first ? 0 : 1;
            TumBodyDef3 body = tum_default_body_def3();
            TumColliderDef3 ball = tum_default_collider_def3();
            body.node = which == 0 ? 5 : 7;
            body.user = (uint64_t)which + 50;
            body.pose.position.x = which == 0 ? -1.0f : 1.0f;
            ball.radius = 0.25f;
            ball.user = (uint64_t)which + 80;
            assert_int_equal(tum_world_add_body3(setup.world, &body, &ids[i]), TUM_OK);
            assert_int_equal(tum_world_add_collider3(setup.world, ids[i], &ball, &balls[i]),
                             TUM_OK);
        }
        setup_step(&setup);
        const TumEvent *events;
        assert_int_equal(tum_world_events(setup.world, &events), 2);
        for (int i = 0; i < 2; ++i) {
            const int which = i == first ? 0 : 1;
            const TumEvent *event = &events[i];
            assert_int_equal(event->kind, TUM_EVENT_TRIGGER_ENTERED);
            assert_int_equal(event->trigger, 0);
            assert_int_equal(event->a.node, zone);
            assert_true(tum_collider_id_is_null(event->a.collider));
            assert_true(tum_body_id_is_null(event->a.body));
            assert_int_equal(event->b.node, -1);
            assert_int_equal(event->b.motion, which == 0 ? 5 : 7);
            assert_true(tum_collider_id_equals(event->b.collider, balls[i]));
            assert_true(tum_body_id_equals(event->b.body, ids[i]));
            assert_int_equal(event->b.body_user, which + 50);
            assert_int_equal(event->b.user, which + 80);
        }
        setup_end(&setup);
    }
}

// Another collider in the place of one that was removed is another one: one exit, one entry.
static void a_removed_collider_leaves_the_trigger_as_itself(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int zone = setup_static(&setup, box_shape(4, 4, 4), 0, 0, 0);
    start(&setup, zone, NULL, 0);
    TumBodyDef3 body = tum_default_body_def3();
    TumColliderDef3 ball = tum_default_collider_def3();
    TumBodyId id;
    TumColliderId old, new;
    body.gravity_factor = 0;
    ball.radius = 0.25f;
    ball.user = 1;
    assert_int_equal(tum_world_add_body3(setup.world, &body, &id), TUM_OK);
    assert_int_equal(tum_world_add_collider3(setup.world, id, &ball, &old), TUM_OK);
    setup_step(&setup);
    assert_int_equal(tum_world_remove_collider(setup.world, old), TUM_OK);
    ball.user = 2;
    assert_int_equal(tum_world_add_collider3(setup.world, id, &ball, &new), TUM_OK);
    assert_int_equal(new.index1, old.index1);
    setup_step(&setup);
    const TumEvent *events;
    assert_int_equal(tum_world_events(setup.world, &events), 2);
    assert_int_equal(events[0].kind, TUM_EVENT_TRIGGER_EXITED);
    assert_true(tum_collider_id_equals(events[0].b.collider, old));
    assert_int_equal(events[0].b.user, 1);
    assert_int_equal(events[1].kind, TUM_EVENT_TRIGGER_ENTERED);
    assert_true(tum_collider_id_equals(events[1].b.collider, new));
    assert_int_equal(events[1].b.user, 2);
    setup_end(&setup);
}

// KHR-159.
static void an_animated_trigger_notices_what_stands_still(void **state)
{
    (void)state;
    sweep(true);
}

static void an_animated_collider_of_the_world_is_noticed(void **state)
{
    (void)state;
    sweep(false);
}

static void a_trigger_that_grows_notices_what_it_reaches(void **state)
{
    (void)state;
    // From 0.5 m at 1 m/s to a ball whose nearest point is 1.5 m away.
    const double times[2] = {0, 2}, radius[2] = {0.5, 2.5};
    Setup setup = setup_empty();
    const int trigger = setup_static(&setup, sphere_shape(0.5), 0, 0, 0);
    setup_static(&setup, sphere_shape(0.5), 2, 0, 0);
    setup_pointer_track(&setup, "/shape/sphere/radius", 1, TUM_INTERPOLATION_LINEAR, 2, times,
                        radius);
    start(&setup, trigger, NULL, 0);
    TumEvent found;
    assert_near(next_event(&setup, TUM_EVENT_TRIGGER_ENTERED, trigger, 2, &found), 1, 1.0 / 60);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_enters_and_leaves_as_it_falls_through),
        cmocka_unit_test(what_overlaps_from_the_start_is_an_event_before_the_first_step),
        cmocka_unit_test(what_never_moves_is_not_noticed_by_what_never_moves),
        cmocka_unit_test(a_trigger_does_not_notice_the_body_that_carries_it),
        cmocka_unit_test(a_compound_is_one_trigger),
        cmocka_unit_test(a_compound_notices_only_what_its_own_filter_admits),
        cmocka_unit_test(events_come_with_exits_first_then_by_node),
        cmocka_unit_test(colliders_without_a_node_are_told_of_one_by_one),
        cmocka_unit_test(a_removed_collider_leaves_the_trigger_as_itself),
        cmocka_unit_test(an_animated_trigger_notices_what_stands_still),
        cmocka_unit_test(an_animated_collider_of_the_world_is_noticed),
        cmocka_unit_test(a_trigger_that_grows_notices_what_it_reaches),
    };
    return cmocka_run_group_tests_name("trigger", tests, NULL, NULL);
}
