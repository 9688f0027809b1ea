// SPDX-License-Identifier: MIT
// test_recycling4.c: manifolds of 4D pairs that have hardly moved are recycled, and motion does not
// show it.
#include "tests/support/world_support4.h"
#include "world/world_data.h"

// Number of pairs that the narrow phase collides during a number of steps.
static size_t collisions_during(Setup4 *setup, int steps)
{
    size_t collisions = 0;
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(tum_world_step(setup->world, 1.0f / 60.0f), TUM_OK);
        collisions += setup->world->sim.stale.count;
    }
    return collisions;
}

static int stack_of_five(Setup4 *setup)
{
    setup->def.no_sleep = true;
    setup4_static(setup, box4(20, 1, 20, 20), (double[4]){0, -0.5, 0, 0});
    int top = 0;
    for (int i = 0; i < 5; ++i) {
        top = setup4_body(setup, box4(1, 1, 1, 1), (double[4]){0, 0.5 + i, 0, 0});
    }
    return top;
}

static void bodies_at_rest_are_not_collided_again(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    stack_of_five(&setup);
    setup4_start(&setup);
    setup4_run(&setup, 2);
    // Five planes, carried along for a second: one may have settled far enough for a look.
    assert_true(setup.world->sim.topology.active_count >= 5);
    assert_true(collisions_during(&setup, 60) <= 5);
    setup4_end(&setup);
}

// A rotation undone by itself leaves a rest of rounding, in some of these: that is no movement.
static void sleeping_pairs_are_not_measured(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    int box = 0;
    for (int i = 0; i < 16; ++i) {
        box = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){3.0 * i, 0.5, 0, 0});
    }
    setup4_start(&setup);
    for (int i = 0; i < 16; ++i) {
        const TumBodyId id = setup4_id(&setup, box - i);
        const float c = (float)cos(0.1 * i), s = (float)sin(0.1 * i);
        TumPose4 pose = tum_body_pose4(setup.world, id);
        pose.rotation = (TumBasis4){{c, 0, s, 0}, {0, 1, 0, 0}, {-s, 0, c, 0}, {0, 0, 0, 1}};
        assert_int_equal(tum_body_set_pose4(setup.world, id, pose), TUM_OK);
    }
    setup4_run(&setup, 2);
    assert_int_equal(setup.world->sim.topology.awake.count, 0);
    assert_int_equal(setup.world->space4->moved_bodies.count, 0);
    setup4_end(&setup);
}

static void a_pushed_body_is_collided_again(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int top = stack_of_five(&setup);
    setup4_start(&setup);
    setup4_run(&setup, 2);
    assert_int_equal(tum_body_set_linear_velocity4(setup.world, setup4_id(&setup, top),
                                                   (TumVec4){0.0, 0.0, 0.0, 1.0}),
                     TUM_OK);
    assert_true(collisions_during(&setup, 1) > 0);
    setup4_end(&setup);
}

// Without slipping a ball goes on as it began: nothing but the ground's pressure acts, through its
// middle. Its manifold is carried along however fast it rolls, and is where it is.
static void a_ball_rolls_on_at_its_speed_without_being_collided(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.no_sleep = true;
    setup4_floor(&setup);
    const double radius = 0.5, speed = 0.2;
    const int ball = setup4_body(&setup, ball4(radius), (double[4]){0, radius, 0, 0});
    // What turns Y toward W moves the lowest point against the way in W.
    setup4_move(&setup, ball, (double[4]){0, 0, 0, speed},
                (double[6]){0, 0, 0, 0, speed / radius, 0});
    setup4_start(&setup);
    const size_t collisions = collisions_during(&setup, 240);
    assert_true(collisions < 120);
    double spin[6];
    setup4_spin(&setup, ball, spin);
    assert_near(setup4_velocity(&setup, ball).at[3], speed, 1e-3 * speed);
    assert_near(spin[4], speed / radius, 1e-3 * speed / radius);
    assert_near(setup4_position(&setup, ball).at[3], 4 * speed, 4e-3 * speed);
    assert_near(setup4_position(&setup, ball).at[1], radius, 2e-3);
    setup4_end(&setup);
}

// Two balls that rest on each other: the upper one, an inch off the middle, rolls down the lower
// one, which is fixed, and comes off where a ball without friction would: having fallen by a third
// of how high its middle was above the other's.
static void a_ball_leaves_a_ball_where_it_should(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.no_sleep = true;
    setup4_static(&setup, ball4(1.0), (double[4]){0, 0, 0, 0});
    const int ball =
        setup4_body(&setup, ball4(0.5), (double[4]){0, 1.5 * cos(0.1), 0, 1.5 * sin(0.1)});
    setup4_all_materials(&setup, 0, 0);
    setup4_start(&setup);
    double height = 2;
    for (int i = 0; i < 600; ++i) {
        setup4_run(&setup, 1.0 / 60.0);
        const Place4 p = setup4_position(&setup, ball);
        if (sqrt(dot4(p.at, p.at)) > 1.5 + 5e-3) {
            height = p.at[1];
            break;
        }
    }
    // Seen up to 5 mm apart, some steps later.
    assert_between(height, 0.80 * 1.5 * 2 / 3 * cos(0.1), 1.02 * 1.5 * 2 / 3 * cos(0.1));
    setup4_end(&setup);
}

// A box on a slope of 10 degrees with friction 0.5 for tan 10 = 0.18: it must not creep, however
// long its manifolds are carried along.
static void a_box_on_a_slope_does_not_creep(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.no_sleep = true;
    const double angle = PI / 18;
    setup4_slope(&setup, (double[4]){0, cos(angle), 0, sin(angle)});
    const int box = setup4_body(&setup, box4(1, 1, 1, 1),
                                (double[4]){0, 0.5 * cos(angle), 0, 0.5 * sin(angle)});
    setup4_turn(&setup, box, 1, 3, angle);
    setup4_all_materials(&setup, 0.5, 0);
    setup4_start(&setup);
    setup4_run(&setup, 1);
    const Place4 before = setup4_position(&setup, box);
    setup4_run(&setup, 10);
    const Place4 after = setup4_position(&setup, box);
    for (int k = 0; k < 4; ++k) {
        assert_near(after.at[k], before.at[k], 1e-4);
    }
    setup4_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_at_rest_are_not_collided_again),
        cmocka_unit_test(sleeping_pairs_are_not_measured),
        cmocka_unit_test(a_pushed_body_is_collided_again),
        cmocka_unit_test(a_ball_rolls_on_at_its_speed_without_being_collided),
        cmocka_unit_test(a_ball_leaves_a_ball_where_it_should),
        cmocka_unit_test(a_box_on_a_slope_does_not_creep),
    };
    return cmocka_run_group_tests_name("recycling 4D", tests, NULL, NULL);
}
