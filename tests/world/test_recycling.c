// SPDX-License-Identifier: MIT
// test_recycling.c: manifolds of pairs that have hardly moved are recycled, and motion does not
// show it.
#include "contact3/recycle3.h"
#include "tests/support/world_support.h"
#include "world/world_data.h"

// Number of pairs that the narrow phase collides during a number of steps.
static size_t collisions_during(Setup *setup, int steps)
{
    size_t collisions = 0;
    for (int i = 0; i < steps; ++i) {
        setup_step(setup);
        collisions += setup->world->sim.stale.count;
    }
    return collisions;
}

static int stack_of_five(Setup *setup)
{
    setup->def.no_sleep = true;
    setup_static(setup, box_shape(20, 1, 20), 0, -0.5, 0);
    int top = 0;
    for (int i = 0; i < 5; ++i) {
        top = setup_body(setup, box_shape(1, 1, 1), 0, 0.5 + i, 0);
    }
    return top;
}

static void bodies_at_rest_are_not_collided_again(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    stack_of_five(&setup);
    setup_start(&setup);
    setup_run(&setup, 2);
    // Five planes, carried along for a second: one may have settled far enough for a look.
    assert_true(setup.world->sim.topology.active_count >= 5);
    assert_true(collisions_during(&setup, 60) <= 5);
    setup_end(&setup);
}

// A rotation undone by itself leaves a rest of rounding, in some of these: that is no movement.
static void sleeping_pairs_are_not_measured(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    for (int i = 0; i < 16; ++i) {
        const int box = setup_body(&setup, box_shape(1, 1, 1), 3.0 * i, 0.5, 0);
        setup_turn(&setup, box, 0, 1, 0, 0.1 * i);
    }
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_int_equal(setup.world->sim.topology.awake.count, 0);
    assert_int_equal(setup.world->space3->bodies.moved_bodies.count, 0);
    setup_end(&setup);
}

static void a_pushed_body_is_collided_again(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int top = stack_of_five(&setup);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_int_equal(
        tum_body_set_linear_velocity3(setup.world, setup_id(&setup, top), (TumVec3){1.0, 0.0, 0.0}),
        TUM_OK);
    assert_true(collisions_during(&setup, 1) > 0);
    setup_end(&setup);
}

static void a_displaced_body_falls_from_its_new_place(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int top = stack_of_five(&setup);
    setup_start(&setup);
    setup_run(&setup, 2);
    const TumPose3 aside = {.position = {5.0, 1.0, 0.0}, .rotation = {0.0, 0.0, 0.0, 1.0}};
    assert_int_equal(tum_body_set_pose3(setup.world, setup_id(&setup, top), aside), TUM_OK);
    setup_run(&setup, 2);
    assert_near(setup_pose(&setup, top).position.y, 0.5, 2e-3);
    setup_end(&setup);
}

// Slow enough that manifolds are carried along for several steps. Without slipping it goes on as it
// began: nothing but the ground's pressure acts, through its middle.
static void a_capsule_rolls_on_at_its_speed(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_static(&setup, box_shape(20, 1, 20), 0, -0.5, 0);
    const double radius = 0.3, speed = 0.003;
    const int roller = setup_body(&setup, capsule_shape(1.0, radius, radius), 0, radius, 0);
    setup_turn(&setup, roller, 1, 0, 0, PI / 2);
    set3(setup.things[roller].motion.linear_velocity, speed, 0, 0);
    // Velocities of nodes are in their own frame: -Z of the world is +Y of the turned node.
    set3(setup.things[roller].motion.angular_velocity, 0, -speed / radius, 0);
    setup_start(&setup);
    const size_t collisions = collisions_during(&setup, 240);
    assert_true(collisions < 120);
    assert_near(setup_velocity(&setup, roller).x, speed, 3e-5);
    assert_near(setup_spin(&setup, roller).z, -speed / radius, 1e-4);
    assert_near(setup_pose(&setup, roller).position.x, 4 * speed, 1e-4);
    setup_end(&setup);
}

// The manifold between them goes along with the ball, not behind it.
static void a_cylinder_rolls_on_at_its_speed(void **state)
{
    (void)state;
    // Slowly enough that its contact is recycled: points of its surface would be carried backward,
    // and would push it forward.
    const double radius = 0.5, speed = 0.01;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_static(&setup, box_shape(20, 1, 20), 0, -0.5, 0);
    const int roller = setup_body(&setup, cylinder_shape(1.0, radius, radius), 0, radius, 0);
    setup_turn(&setup, roller, 1, 0, 0, PI / 2);
    set3(setup.things[roller].motion.linear_velocity, speed, 0, 0);
    set3(setup.things[roller].motion.angular_velocity, 0, -speed / radius, 0);
    setup_start(&setup);
    assert_true(collisions_during(&setup, 240) < 120);
    assert_near(setup_velocity(&setup, roller).x, speed, 1e-4);
    assert_near(setup_spin(&setup, roller).z, -speed / radius, 2e-4);
    assert_near(setup_pose(&setup, roller).position.x, 4 * speed, 2e-4);
    setup_end(&setup);
}

// Contacts of sides, caps, rims and ends, at rest.
static void curved_bodies_at_rest_are_not_collided_again(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_static(&setup, box_shape(20, 1, 20), 0, -0.5, 0);
    setup_body(&setup, cylinder_shape(1, 0.4, 0.4), -6, 0.5, 0);
    setup_body(&setup, cylinder_shape(1, 0.5, 0), -4, 0.5, 0);
    setup_body(&setup, cylinder_shape(1, 0.5, 0.3), -2, 0.5, 0);
    const int lying = setup_body(&setup, cylinder_shape(1, 0.4, 0.4), 0, 0.4, 0);
    setup_turn(&setup, lying, 1, 0, 0, PI / 2);
    // A log across two others.
    for (int i = 0; i < 2; ++i) {
        const int log = setup_body(&setup, cylinder_shape(2, 0.2, 0.2), 3.5 + i, 0.2, 0);
        setup_turn(&setup, log, 1, 0, 0, PI / 2);
    }
    const int across = setup_body(&setup, cylinder_shape(2, 0.2, 0.2), 4, 0.6, 0);
    setup_turn(&setup, across, 0, 0, 1, PI / 2);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_true(setup.world->sim.topology.active_count >= 8);
    assert_true(collisions_during(&setup, 60) <= 8);
    setup_end(&setup);
}

static void a_ball_rolls_on_along_a_capsule_at_its_speed(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    const double radius = 0.3, speed = 0.01;
    const int rail = setup_static(&setup, capsule_shape(4.0, radius, radius), 0, 0, 0);
    setup_turn(&setup, rail, 0, 0, 1, PI / 2);
    const int ball = setup_body(&setup, sphere_shape(radius), 0, 2 * radius, 0);
    set3(setup.things[ball].motion.linear_velocity, speed, 0, 0);
    set3(setup.things[ball].motion.angular_velocity, 0, 0, -speed / radius);
    setup_start(&setup);
    const size_t collisions = collisions_during(&setup, 240);
    assert_true(collisions < 120);
    assert_near(setup_velocity(&setup, ball).x, speed, 1e-4);
    assert_near(setup_spin(&setup, ball).z, -speed / radius, 3e-4);
    assert_near(setup_pose(&setup, ball).position.x, 4 * speed, 3e-4);
    setup_end(&setup);
}

// Without slipping, 7/5 (R + r) f'' = g sin f where f is the angle from the top: near the top
// f = f0 cosh(k t), k^2 = 5 g / (7 (R + r)).
static void a_ball_rolls_off_a_ball_as_it_should(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    const double below = 1.0, radius = 0.3, between = below + radius, start = 0.003;
    setup_static(&setup, sphere_shape(below), 0, 0, 0);
    const int ball =
        setup_body(&setup, sphere_shape(radius), between * sin(start), between * cos(start), 0);
    setup_start(&setup);
    const size_t collisions = collisions_during(&setup, 60);
    assert_true(collisions < 30);
    const double rate = sqrt(5.0 * 9.81 / (7.0 * between));
    const TumVec3 now = setup_pose(&setup, ball).position;
    const double expected = start * cosh(rate);
    assert_near(atan2(now.x, now.y), expected, 0.03 * expected);
    setup_end(&setup);
}

// A box on a slope of 10 degrees with friction 0.5 for tan 10 = 0.18: it must not creep, however
// long its manifolds are carried along.
static void a_box_on_a_slope_does_not_creep(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    const int slope = setup_static(&setup, box_shape(20, 1, 20), 0, 0, 0);
    setup_turn(&setup, slope, 0, 0, 1, PI / 18);
    const int box = setup_body(&setup, box_shape(1, 1, 1), -sin(PI / 18), cos(PI / 18), 0);
    setup_turn(&setup, box, 0, 0, 1, PI / 18);
    setup_all_materials(&setup, 0.5, 0.5, 0);
    setup_start(&setup);
    setup_run(&setup, 1);
    const TumVec3 before = setup_pose(&setup, box).position;
    setup_run(&setup, 10);
    const TumVec3 after = setup_pose(&setup, box).position;
    assert_near(after.x, before.x, 1e-4);
    assert_near(after.y, before.y, 1e-4);
    setup_end(&setup);
}

// In a drum that turns by 1 rad/s, without gravity, a box of 1 m lies on the inside of the wall,
// 5 m from the axis. All turns as one: nothing moves against anything else.
static int box_in_a_drum(Setup *setup)
{
    setup->def.no_sleep = true;
    setup->def.override_gravity = true;
    for (int i = 0; i < 4; ++i) {
        setup->def.gravity[i] = 0.0f;
    }
    const double below = -5.0, middle = -4.5;
    const int drum = setup_node(setup, 0, 0, 0);
    setup->things[drum].has_motion = true;
    setup->things[drum].motion = tum_default_motion_def();
    setup->things[drum].motion.kind = TUM_BODY_KINEMATIC;
    setup->things[drum].motion.center_rule = CENTER_AUTHORED;
    set3(setup->things[drum].motion.angular_velocity, 0, 0, 1);
    setup_parent(setup, setup_static(setup, box_shape(4, 1, 4), 0, below - 0.5, 0), drum);
    const int box = setup_body(setup, box_shape(1, 1, 1), 0, middle, 0);
    set3(setup->things[box].motion.linear_velocity, -middle, 0, 0);
    set3(setup->things[box].motion.angular_velocity, 0, 0, 1);
    return box;
}

static void a_manifold_that_turned_with_its_bodies_is_still_the_same(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    box_in_a_drum(&setup);
    setup_start(&setup);
    setup_run(&setup, 0.2);
    Sim *sim = &setup.world->sim;
    assert_int_equal(sim->topology.active.count, 1);
    const int32_t slot = sim->topology.active.items[0];
    const RecyclePose3 look = setup.world->space3->contacts.recycle_poses.items[slot];
    setup_run(&setup, PI / 4); // an eighth of a turn
    const RecyclePose3 *last = &setup.world->space3->contacts.recycle_poses.items[slot];
    assert_memory_equal(last, &look, sizeof look); // nobody has looked since
    tum_space3_reopen((Space *)setup.world->space3, slot);
    setup_step(&setup);
    assert_int_equal(sim->stale.count, 1);
    assert_int_equal(sim->changes.items[sim->stale.items[0]], CONTACT_SAME);
    assert_true(memcmp(last, &look, sizeof look) != 0);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_at_rest_are_not_collided_again),
        cmocka_unit_test(sleeping_pairs_are_not_measured),
        cmocka_unit_test(a_pushed_body_is_collided_again),
        cmocka_unit_test(a_displaced_body_falls_from_its_new_place),
        cmocka_unit_test(a_capsule_rolls_on_at_its_speed),
        cmocka_unit_test(a_cylinder_rolls_on_at_its_speed),
        cmocka_unit_test(curved_bodies_at_rest_are_not_collided_again),
        cmocka_unit_test(a_ball_rolls_on_along_a_capsule_at_its_speed),
        cmocka_unit_test(a_ball_rolls_off_a_ball_as_it_should),
        cmocka_unit_test(a_box_on_a_slope_does_not_creep),
        cmocka_unit_test(a_manifold_that_turned_with_its_bodies_is_still_the_same),
    };
    return cmocka_run_group_tests_name("recycling", tests, NULL, NULL);
}
