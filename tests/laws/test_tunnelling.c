// SPDX-License-Identifier: MIT
// Nothing tunnels through static geometry, however fast it flies or turns.
#include "math/math3.h"
#include "tests/support/shot.h"

static const TumShape mesh = {.kind = TUM_SHAPE_MESH, .mesh = -1};

// A wall of 1 cm across the way of things at 200 m/s: 3.3 m a step.
static void nothing_at_200_metres_a_second_passes_a_wall_of_a_centimetre(void **state)
{
    (void)state;
    const TumShape shapes[4] = {sphere_shape(0.05), box_shape(0.1, 0.1, 0.1),
                                capsule_shape(0.1, 0.03, 0.03), cylinder_shape(0.1, 0.05, 0.05)};
    for (int wall = 0; wall < 2; ++wall) {
        for (int i = 0; i < 4; ++i) {
            for (int k = 0; k < 4; ++k) {
                Setup setup = setup_empty();
                const int thing =
                    setup_static(&setup, wall == 0 ? box_shape(0.01, 10, 10) : mesh, 0, 0, 0);
                if (wall == 1) {
                    setup_box_mesh(&setup, thing, 0.005, 5, 5);
                }
                const int body = setup_body(&setup, shapes[i], -10 - 0.37 * k, 0.3, 0.2);
                setup_turn(&setup, body, 1, 1, 0.3, 0.7 * k);
                MotionDef *motion = &setup.things[body].motion;
                motion->gravity_factor = 0;
                motion->velocity_space = VELOCITY_IN_WORLD;
                set3(motion->linear_velocity, 200, 0, 0);
                set3(motion->angular_velocity, 10 * k, 0, 7 * k);
                setup_start(&setup);
                for (int step = 0; step < 30; ++step) {
                    setup_step(&setup);
                    assert_true(setup_pose(&setup, body).position.x < 0.0f);
                }
                setup_end(&setup);
            }
        }
    }
}

// A rod of 2 m that spins, and a post of 5 cm beside its middle: the rod's end is to reach the post
// after a turn of pi less its own angle, and not to be beyond it a step later.
static void no_rod_spins_through_a_post(void **state)
{
    (void)state;
    for (int spin = 20; spin <= 100; spin += 20) {
        for (int k = 0; k < 4; ++k) {
            Setup setup = setup_empty();
            setup_static(&setup, box_shape(0.05, 2, 0.05), 0.8, 0, 0);
            const int rod = setup_body(&setup, box_shape(2, 0.05, 0.05), 0, 0, 0);
            const double angle = 1.2 + 0.2 * k;
            setup_turn(&setup, rod, 0, 1, 0, angle);
            MotionDef *motion = &setup.things[rod].motion;
            motion->gravity_factor = 0;
            set3(motion->angular_velocity, 0, spin, 0);
            setup_start(&setup);
            double turned = 0;
            while ((double)setup_spin(&setup, rod).y > 0.9 * spin) {
                setup_step(&setup);
                turned += spin / setup.rate;
                assert_true(turned < PI - angle + 0.3 + spin / setup.rate);
            }
            setup_end(&setup);
        }
    }
}

// A body that spins turns other corners to the wall than those that were nearest when the step
// began: at 300 rad/s by 5 rad a step.
static void what_spins_meets_the_wall_with_the_corner_that_comes_first(void **state)
{
    (void)state;
    for (int shape = 0; shape < SHOT_SHAPES; ++shape) {
        for (int wall = 0; wall < SHOT_WALLS; ++wall) {
            Shot shot = random_shot((uint64_t)(100 + shape * SHOT_WALLS + wall));
            shot.shape = (ShotShape)shape;
            shot.wall = (ShotWall)wall;
            shot.speed = 200;
            shot.spin = 300;
            const ShotEnd end = shoot(&shot);
            assert_false(end.passed);
            assert_false(end.stopped);
            assert_true(end.through < 6e-3);
            assert_true(end.gain < 1.02);
        }
    }
}

// A ball of 0.4 m r^2 that does not slip keeps its speed along the normal when it bounces with e =
// 1, and loses nothing: friction is 0.
static void a_fast_ball_bounces_with_all_its_energy_and_on_time(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(0.01, 10, 10), 0, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.05), -5, 0, 0);
    MotionDef *motion = &setup.things[ball].motion;
    motion->gravity_factor = 0;
    set3(motion->linear_velocity, 150, 0, 0);
    setup_all_materials(&setup, 0, 0, 1);
    setup_start(&setup);
    setup_run(&setup, 0.1);
    assert_near(setup_velocity(&setup, ball).x, -150, 1e-2);
    // To the surface and back: 4.945 m there, the rest of 15 m back, but for the depth of an
    // impact.
    assert_near(setup_pose(&setup, ball).position.x, -0.055 - (15 - 4.945), 5e-3);
    setup_end(&setup);
}

// Four corners of a face meet the wall at once. Sweeps over them end with the last ones at rest and
// others leaving: twice these impulses would add energy, 5 % to a cube.
static void what_meets_a_wall_with_a_whole_face_bounces_without_a_gain(void **state)
{
    (void)state;
    const double sizes[][3] = {
        {0.1, 0.1, 0.1}, {1, 0.1, 0.1}, {1, 0.02, 0.02}, {0.02, 1, 1}, {0.1, 1, 0.02}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        for (int k = 0; k < 3; ++k) {
            Setup setup = setup_empty();
            setup_static(&setup, box_shape(0.01, 10, 10), 0, 0, 0);
            const int body =
                setup_body(&setup, box_shape(sizes[i][0], sizes[i][1], sizes[i][2]), -5, 0, 0);
            setup_turn(&setup, body, 0, 1, 1, 1e-4 * k);
            MotionDef *motion = &setup.things[body].motion;
            motion->gravity_factor = 0;
            motion->velocity_space = VELOCITY_IN_WORLD;
            set3(motion->linear_velocity, 150, 0, 0);
            setup_all_materials(&setup, 0, 0, 1);
            setup_start(&setup);
            const double before = shot_energy(&setup, body);
            setup_run(&setup, 0.1);
            assert_true(setup_velocity(&setup, body).x < 0.0f);
            assert_between(shot_energy(&setup, body) / before, 0.999, 1.0001);
            setup_end(&setup);
        }
    }
}

// Two walls 1 m apart, 200 m/s: three bounces a step, the second off a wall that was behind.
static void a_ball_between_two_walls_stays_there(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(0.01, 10, 10), -0.5, 0, 0);
    setup_static(&setup, box_shape(0.01, 10, 10), 0.5, 0, 0);
    const int ball = setup_body(&setup, box_shape(0.05, 0.05, 0.05), 0, 0, 0);
    MotionDef *motion = &setup.things[ball].motion;
    motion->gravity_factor = 0;
    set3(motion->linear_velocity, 200, 0, 0);
    set3(motion->angular_velocity, 30, 40, 50);
    setup_all_materials(&setup, 0, 0, 1);
    setup_start(&setup);
    for (int step = 0; step < 60; ++step) {
        setup_step(&setup);
        assert_true(fabs((double)setup_pose(&setup, ball).position.x) < 0.5);
    }
    setup_end(&setup);
}

// A rod hit at its end begins to spin within the step: impulses of the pose at the beginning would
// feed it energy, here by a hundred times.
static void a_rod_that_hits_with_its_end_gains_no_energy(void **state)
{
    (void)state;
    Shot shot = random_shot(38);
    assert_int_equal(shot.shape, SHOT_ROD);
    assert_true(shoot(&shot).gain < 1.001);
}

static void a_shot_that_is_over_within_a_step_is_an_event(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.contact_events = true;
    setup_static(&setup, box_shape(0.01, 10, 10), 0, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.05), -1, 0, 0);
    MotionDef *motion = &setup.things[ball].motion;
    motion->gravity_factor = 0;
    set3(motion->linear_velocity, 200, 0, 0);
    setup_all_materials(&setup, 0, 0, 1);
    setup_start(&setup);
    const double mass = setup.scene->bodies[0].mass;
    setup_step(&setup);
    const TumEvent *events;
    assert_int_equal(tum_world_events(setup.world, &events), 1);
    assert_int_equal(events[0].kind, TUM_EVENT_CONTACT_STARTED);
    // It turned from 200 m/s to -200 m/s.
    assert_near(events[0].impulse, 400 * mass, 400 * mass * 1e-3);
    assert_near(events[0].speed, 200, 0.2);
    // From `a` to `b`, at the surface of the wall.
    const bool wall_is_a = events[0].a.body.index1 == 0;
    assert_near(events[0].normal.x, wall_is_a ? -1 : 1, 1e-6);
    assert_near(events[0].point.x, -0.005, 1e-3);
    setup_end(&setup);
}

// A ball of 0.2 m that falls 0.67 m a step onto a floor, with e = 1: the impulse is 2 m v.
static const double FALL = 40, BALL = 0.2;

static int fast_ball(Setup *setup, double x, double along, double static_friction,
                     double dynamic_friction)
{
    const int ball = setup_body(setup, sphere_shape(BALL), x, 1, 0);
    MotionDef *motion = &setup->things[ball].motion;
    motion->gravity_factor = 0;
    set3(motion->linear_velocity, along, -FALL, 0);
    setup_all_materials(setup, static_friction, dynamic_friction, 1);
    setup_start(setup);
    setup_run(setup, 0.1);
    return ball;
}

static int moving_floor(Setup *setup)
{
    const int floor = setup_body(setup, box_shape(100, 2, 100), 0, -1, 0);
    setup->things[floor].motion.kind = TUM_BODY_KINEMATIC;
    return floor;
}

// Friction of an impact stops the slip on the surface, which moves: a slip u takes m u 2/7, or the
// coefficient times 2 m v where that is less, and the spin is 5/2 of what the speed gained, over
// the radius. The floor moves along X at first, then turns about Y, so that it moves along -Z at 1
// m.
static void a_fast_ball_takes_from_a_moving_floor_what_friction_gives(void **state)
{
    (void)state;
    const double coefficients[] = {0.1, 0.9};
    for (int i = 0; i < 4; ++i) {
        const double speed = 50, friction = coefficients[i % 2];
        const double gained = fmin(speed * 2 / 7, friction * 2 * FALL);
        Setup setup = setup_empty();
        MotionDef *floor = &setup.things[moving_floor(&setup)].motion;
        const bool turns = i >= 2;
        if (turns) {
            set3(floor->angular_velocity, 0, speed, 0);
        } else {
            set3(floor->linear_velocity, speed, 0, 0);
        }
        const int ball = fast_ball(&setup, turns ? 1 : 0, 0, friction, friction);
        const TumVec3 v = setup_velocity(&setup, ball), w = setup_spin(&setup, ball);
        assert_near(v.y, FALL, 1e-3);
        assert_near(turns ? -v.z : v.x, gained, 0.01 * gained);
        assert_near(turns ? w.x : w.z, 2.5 * gained / BALL, 0.01 * 2.5 * gained / BALL);
        setup_end(&setup);
    }
}

// 70 m/s of slip need 20 m to stop: less than the static coefficient's 0.5 x 80 m, more than the
// dynamic one's 0.1 x 80 m. It leaves rolling.
static void an_impact_sticks_up_to_static_friction(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(100, 2, 100), 0, -1, 0);
    const int ball = fast_ball(&setup, 0, 70, 0.5, 0.1);
    assert_near(setup_velocity(&setup, ball).x, 50, 0.1);
    assert_near(setup_spin(&setup, ball).z, -50 / BALL, 1);
    setup_end(&setup);
}

// The floor rises at u = 30 m/s as the ball comes down at v = 40 m/s from 0.8 m above it: they meet
// after 0.8 / 70 s, in the middle of a step, and the ball leaves with v + 2 u.
static void a_fast_ball_meets_a_rising_floor_where_both_are(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    set3(setup.things[moving_floor(&setup)].motion.linear_velocity, 0, 30, 0);
    const int ball = fast_ball(&setup, 0, 0, 0, 0);
    const double met = 0.8 / 70;
    assert_near(setup_velocity(&setup, ball).y, FALL + 60, 0.01);
    assert_near(setup_pose(&setup, ball).position.y, 1 - FALL * met + (FALL + 60) * (0.1 - met),
                0.01);
    setup_end(&setup);
}

// 1 cm of wall moves 1.7 m a step; the body rests.
static void an_animated_wall_takes_a_body_along(void **state)
{
    (void)state;
    for (uint64_t i = 1; i <= 20; ++i) {
        assert_false(swat(i));
    }
}

static int loose_ball(Setup *setup, double x, double y, double along, double down)
{
    const int ball = setup_body(setup, sphere_shape(0.2), x, y, 0);
    MotionDef *motion = &setup->things[ball].motion;
    motion->gravity_factor = 0;
    motion->velocity_space = VELOCITY_IN_WORLD;
    set3(motion->linear_velocity, along, -down, 0);
    return ball;
}

// Balls of 240 m/s, 4 m a step, whose boxes overlap: those that fly past each other are no pair,
// those that meet are one.
static void only_fast_balls_that_may_meet_are_pairs(void **state)
{
    (void)state;
    for (int meets = 0; meets < 2; ++meets) {
        Setup setup = setup_empty();
        loose_ball(&setup, 0, 0, 240, 0);
        loose_ball(&setup, 3, meets ? 0.3 : 3, -240, 0);
        setup_start(&setup);
        setup_step(&setup);
        assert_int_equal(tum_world_counts(setup.world).pairs, meets);
        setup_end(&setup);
    }
}

// A ball of 150 m/s flies past another one, whose box overlaps its own, and ends at a wall that
// takes all of its speed. Once there it moves no more, its box stays as it is, and the other ball
// comes down on it at 1.2 m/s.
static void a_fast_ball_that_passed_another_is_met_where_it_stops(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int wall = setup_static(&setup, box_shape(1, 10, 10), 0.5, 0, 0);
    const int ball = loose_ball(&setup, -2.3, 0, 150, 0);
    const int late = loose_ball(&setup, -0.25, 2.2, 0, 1.2);
    setup_material(&setup, wall, 0, 0, 0);
    setup_material(&setup, ball, 0, 0, 0);
    setup_material(&setup, late, 0, 0, 0);
    setup_start(&setup);
    setup_step(&setup);
    assert_int_equal(tum_world_counts(setup.world).pairs, 1); // the ball and the wall
    double nearest = INFINITY;
    for (int step = 0; step < 120; ++step) {
        setup_step(&setup);
        const TumVec3 a = setup_pose(&setup, late).position, b = setup_pose(&setup, ball).position;
        nearest = fmin(nearest, (double)vec3_length(vec3(a.x - b.x, a.y - b.y, a.z - b.z)));
    }
    assert_between(nearest, 0.395, 0.41);
    assert_near(setup_velocity(&setup, ball).y, -0.6, 0.03);
    setup_end(&setup);
}

// Hulls of 12 corners, 5 to 10 cm from end to end, that turn by a third to four fifths of a radian
// and fly by a fifth to two thirds of their radius in a step, against a wall of triangles without
// thickness. Corners that had no rows when the step began are those that meet it, in each of as
// many substeps as a spinning neighbour may ask for.
static void what_turns_passes_no_wall_in_many_short_substeps(void **state)
{
    (void)state;
    Random random = {7};
    for (int i = 0; i < 400; ++i) {
        Setup setup = setup_empty();
        setup.def.substeps = i % 2 == 0 ? 8 : 24;
        setup.def.override_gravity = true;
        setup.def.gravity[1] = 0;
        const int wall = setup_static(&setup, mesh, 0, 0, 0);
        shot_grid(&setup, wall);
        const TumShape hull = {.kind = TUM_SHAPE_CONVEX, .mesh = -1};
        const int body = setup_body(&setup, hull, random_in(&random, -0.14, -0.08), 0.03, 0.02);
        double *points = calloc(36, sizeof *points);
        for (int k = 0; k < 12; ++k) {
            set3(points + 3 * k, random_in(&random, -0.05, 0.05), random_in(&random, -0.03, 0.03),
                 random_in(&random, -0.02, 0.02));
        }
        setup.things[body].points = points;
        setup.things[body].point_count = 12;
        MotionDef *motion = &setup.things[body].motion;
        motion->velocity_space = VELOCITY_IN_WORLD;
        set3(motion->linear_velocity, random_in(&random, 0.6, 2), 0, 0);
        set3(motion->angular_velocity, random_in(&random, -20, 20), random_in(&random, -30, 30),
             random_in(&random, -30, 30));
        setup_start(&setup);
        setup_run(&setup, 0.4);
        assert_between((double)setup_pose(&setup, body).position.x, -INFINITY, 0);
        setup_end(&setup);
    }
}

static int random_ball(Setup *setup, Random *random)
{
    const int ball =
        setup_body(setup, sphere_shape(random_in(random, 0.05, 0.2)), random_in(random, -2.5, 2.5),
                   random_in(random, -2.5, 2.5), random_in(random, -2.5, 2.5));
    MotionDef *motion = &setup->things[ball].motion;
    motion->gravity_factor = 0;
    motion->velocity_space = VELOCITY_IN_WORLD;
    set3(motion->linear_velocity, random_in(random, -300, 300), random_in(random, -300, 300),
         random_in(random, -300, 300));
    return ball;
}

// Balls of up to 500 m/s in a box of 6 m whose walls are 4 cm thick. Others strike them on the way,
// so that they fly faster and elsewhere than they did when the step began.
static void balls_that_strike_each_other_stay_in_their_box(void **state)
{
    (void)state;
    enum { BALLS = 24, PENS = 20 };
    Random random = {11};
    int out = 0;
    for (int i = 0; i < PENS; ++i) {
        Setup setup = setup_empty();
        for (int side = 0; side < 6; ++side) {
            const int axis = side / 2;
            double size[3] = {6.2, 6.2, 6.2}, at[3] = {0, 0, 0};
            size[axis] = 0.04;
            at[axis] = side % 2 == 0 ? 3.02 : -3.02;
            setup_static(&setup, box_shape(size[0], size[1], size[2]), at[0], at[1], at[2]);
        }
        int balls[BALLS];
        for (int k = 0; k < BALLS; ++k) {
            balls[k] = random_ball(&setup, &random);
        }
        setup_all_materials(&setup, 0.3, 0.3, 0.5);
        setup_start(&setup);
        setup_run(&setup, 0.5);
        for (int k = 0; k < BALLS; ++k) {
            const TumVec3 p = setup_pose(&setup, balls[k]).position;
            const double far = fmax(fabs((double)p.x), fmax(fabs((double)p.y), fabs((double)p.z)));
            out += far > 3;
        }
        setup_end(&setup);
    }
    assert_int_equal(out, 0);
}

// A disabled collider has no box in the tree that could tell what was seen: the ball waits for
// nothing, and flies its 3.3 m of a step to the wall and back.
static void a_disabled_collider_holds_nothing_up(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(0.04, 10, 10), 0.6, 0, 0);
    const int ball = loose_ball(&setup, 0, 0, 0, 0);
    setup_all_materials(&setup, 0, 0, 1);
    setup_start(&setup);
    TumColliderDef3 more = tum_default_collider_def3();
    TumColliderId added;
    more.radius = 0.2f;
    assert_int_equal(tum_world_add_collider3(setup.world, setup_id(&setup, ball), &more, &added),
                     TUM_OK);
    setup_step(&setup);
    assert_int_equal(tum_collider_set_enabled(setup.world, added, false), TUM_OK);
    assert_int_equal(tum_body_set_linear_velocity3(setup.world, setup_id(&setup, ball),
                                                   (TumVec3){200.0f, 0.0f, 0.0f}),
                     TUM_OK);
    setup_step(&setup);
    assert_near(setup_velocity(&setup, ball).x, -200, 0.1);
    // 0.38 m to the wall and back.
    assert_near(setup_pose(&setup, ball).position.x, 0.38 - (200.0 / 60 - 0.38), 5e-3);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_at_200_metres_a_second_passes_a_wall_of_a_centimetre),
        cmocka_unit_test(no_rod_spins_through_a_post),
        cmocka_unit_test(what_turns_passes_no_wall_in_many_short_substeps),
        cmocka_unit_test(what_spins_meets_the_wall_with_the_corner_that_comes_first),
        cmocka_unit_test(a_fast_ball_bounces_with_all_its_energy_and_on_time),
        cmocka_unit_test(what_meets_a_wall_with_a_whole_face_bounces_without_a_gain),
        cmocka_unit_test(a_ball_between_two_walls_stays_there),
        cmocka_unit_test(a_rod_that_hits_with_its_end_gains_no_energy),
        cmocka_unit_test(a_shot_that_is_over_within_a_step_is_an_event),
        cmocka_unit_test(a_fast_ball_takes_from_a_moving_floor_what_friction_gives),
        cmocka_unit_test(an_impact_sticks_up_to_static_friction),
        cmocka_unit_test(a_fast_ball_meets_a_rising_floor_where_both_are),
        cmocka_unit_test(an_animated_wall_takes_a_body_along),
        cmocka_unit_test(only_fast_balls_that_may_meet_are_pairs),
        cmocka_unit_test(a_fast_ball_that_passed_another_is_met_where_it_stops),
        cmocka_unit_test(balls_that_strike_each_other_stay_in_their_box),
        cmocka_unit_test(a_disabled_collider_holds_nothing_up),
    };
    return cmocka_run_group_tests_name("tunnelling", tests, NULL, NULL);
}
