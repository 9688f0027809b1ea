// SPDX-License-Identifier: MIT
// What an animation moves goes where it says, and what it meets is pushed and carried at its speed
// (docs/simulation.md#10-animations).
#include "tests/support/world_support.h"

static const double pi = 3.14159265358979323846;
static const double gravity = 9.81;

static const double second[2] = {0, 1};
static const double five_seconds[2] = {0, 5};

// A quarter turn about Y.
#define QUARTER 0.70710678118654752

// KHR-14, OMI-BODY-16.
static void a_driven_body_is_where_its_animation_is_after_every_step(void **state)
{
    (void)state;
    // Dynamic, heavy gravity, no support: none of it counts.
    const double path[6] = {1, 0, 0, 3, 1, 0};
    Setup setup = setup_empty();
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup_track(&setup, box, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, second, path);
    setup_start(&setup);
    assert_near(setup_pose(&setup, box).position.x, 1, 0);
    assert_near(setup_velocity(&setup, box).x, 2, 1e-6);
    for (int i = 1; i < 60; ++i) {
        setup_step(&setup);
        assert_near(setup_pose(&setup, box).position.x, 1 + 2.0 * i / 60, 1e-6);
        assert_near(setup_pose(&setup, box).position.y, i / 60.0, 1e-6);
        assert_near(setup_velocity(&setup, box).x, 2, 1e-5);
        assert_near(setup_velocity(&setup, box).y, 1, 1e-5);
    }
    setup_end(&setup);
}

static void beyond_its_last_key_an_animation_holds_the_body_still(void **state)
{
    (void)state;
    const double path[6] = {0, 0, 0, 2, 0, 0};
    Setup setup = setup_empty();
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup_track(&setup, box, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, second, path);
    setup_start(&setup);
    setup_run(&setup, 1.5);
    assert_near(setup_pose(&setup, box).position.x, 2, 0);
    assert_near(setup_velocity(&setup, box).x, 0, 0);
    assert_near(setup_pose(&setup, box).position.y, 0, 0); // and it does not fall
    setup_end(&setup);
}

static void before_its_first_key_a_body_waits_at_it(void **state)
{
    (void)state;
    const double times[2] = {1, 2}, path[6] = {5, 0, 0, 6, 0, 0};
    Setup setup = setup_empty();
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup_track(&setup, box, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, times, path);
    setup_start(&setup);
    setup_run(&setup, 0.5);
    assert_near(setup_pose(&setup, box).position.x, 5, 0);
    assert_near(setup_velocity(&setup, box).x, 0, 0);
    setup_end(&setup);
}

// KHR-5, KHR-15.
static void a_turning_body_has_the_angular_velocity_of_its_turn(void **state)
{
    (void)state;
    const double turn[8] = {0, 0, 0, 1, 0, QUARTER, 0, QUARTER};
    Setup setup = setup_empty();
    const int table = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup_track(&setup, table, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 2, second, turn);
    setup_start(&setup);
    setup_run(&setup, 0.5);
    assert_near(setup_spin(&setup, table).y, pi / 2, 1e-5);
    assert_near(setup_spin(&setup, table).x, 0, 1e-6);
    assert_near(setup_pose(&setup, table).rotation.y, sin(pi / 8), 1e-6);
    setup_end(&setup);
}

static void a_lift_carries_what_stands_on_it(void **state)
{
    (void)state;
    const double path[6] = {0, 0, 0, 0, 5, 0};
    Setup setup = setup_empty();
    const int lift = setup_static(&setup, box_shape(4, 1, 4), 0, 0, 0); // the world's own
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
    setup_track(&setup, lift, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds,
                path);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_near(setup_velocity(&setup, box).y, 1, 1e-3);
    assert_near(setup_pose(&setup, box).position.y, 3, 0.01);
    setup_run(&setup, 4); // it has stopped at the top
    assert_near(setup_velocity(&setup, box).y, 0, 1e-3);
    assert_near(setup_pose(&setup, box).position.y, 6, 0.01);
    setup_end(&setup);
}

static void a_conveyor_takes_a_box_along_by_friction(void **state)
{
    (void)state;
    // Sliding ends after v / (mu g); until then the belt gains v^2 / (2 mu g) on the box.
    const double path[6] = {0, 0, 0, 5, 0, 0};
    const double friction = 0.5, lost = 1 / (2 * friction * gravity);
    Setup setup = setup_empty();
    const int belt = setup_static(&setup, box_shape(20, 1, 4), 0, 0, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
    setup_all_materials(&setup, friction, friction, 0);
    setup_track(&setup, belt, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds,
                path);
    setup_start(&setup);
    setup_run(&setup, 0.1);
    assert_near(setup_velocity(&setup, box).x, friction * gravity * 0.1, 0.05);
    setup_run(&setup, 1.9);
    assert_near(setup_velocity(&setup, box).x, 1, 1e-3);
    assert_near(setup_pose(&setup, box).position.x, 2 - lost, 0.02);
    setup_end(&setup);
}

static void a_turntable_takes_a_box_around(void **state)
{
    (void)state;
    // A quarter turn in five seconds: 0.1 m/s^2 toward the middle, well below friction.
    const double turn[8] = {0, 0, 0, 1, 0, QUARTER, 0, QUARTER};
    Setup setup = setup_empty();
    const int table = setup_static(&setup, cylinder_shape(1, 2, 2), 0, 0, 0);
    const int box = setup_body(&setup, box_shape(0.4, 0.4, 0.4), 1, 0.7, 0);
    setup_track(&setup, table, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds, turn);
    setup_start(&setup);
    setup_run(&setup, 4);
    // A turn about +Y by theta takes +X to (cos theta, 0, -sin theta).
    const double theta = 0.8 * pi / 2;
    const TumPose3 pose = setup_pose(&setup, box);
    assert_near(pose.position.x, cos(theta), 0.02);
    assert_near(pose.position.z, -sin(theta), 0.02);
    assert_near(setup_spin(&setup, box).y, pi / 10, 0.01);
    setup_end(&setup);
}

// KHR-15.
static void a_paddle_hits_a_ball_with_its_speed(void **state)
{
    (void)state;
    // Elastic, against an infinite mass: the ball leaves with twice the paddle's speed.
    const double path[6] = {-1, 0, 0, 2, 0, 0};
    Setup setup = setup_empty();
    const int paddle = setup_body(&setup, box_shape(0.2, 1, 1), 0, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.2), 0.5, 0, 0);
    setup.things[ball].motion.gravity_factor = 0;
    setup_all_materials(&setup, 0, 0, 1);
    setup_track(&setup, paddle, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, second, path);
    setup_start(&setup);
    setup_run(&setup, 1);
    assert_near(setup_velocity(&setup, ball).x, 6, 0.01);
    assert_near(setup_pose(&setup, paddle).position.x, 2, 1e-6); // not held up by it
    setup_end(&setup);
}

// KHR-46.
static void a_door_of_the_world_pushes_with_the_speed_of_its_surface(void **state)
{
    (void)state;
    // The door's collider hangs below the hinge, which turns by 0.2 rad/s: what is at +X goes to
    // -Z.
    const double angle = 0.5;
    const double turn[8] = {0, 0, 0, 1, 0, sin(angle), 0, cos(angle)}; // 1 rad in 5 s
    Setup setup = setup_empty();
    const int hinge = setup_node(&setup, 0, 0, 0);
    const int door = setup_static(&setup, box_shape(2, 2, 0.1), 1, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.2), 1.5, 0, -0.3);
    setup_parent(&setup, door, hinge);
    setup.things[ball].motion.gravity_factor = 0;
    setup_all_materials(&setup, 0, 0, 0);
    setup_track(&setup, hinge, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds, turn);
    setup_start(&setup);
    setup_run(&setup, 0.5); // it meets the ball at 0.05 / (0.2 * 1.5) = 0.17 s
    // Frictionless: along the door's normal the ball has its speed, r omega.
    const TumVec3 v = setup_velocity(&setup, ball);
    const TumPose3 pose = setup_pose(&setup, ball);
    const double at = 0.2 * 0.5,
                 along = (double)pose.position.x * cos(at) - (double)pose.position.z * sin(at);
    const double speed = -(double)v.x * sin(at) - (double)v.z * cos(at);
    assert_near(speed, 0.2 * along, 0.01);
    setup_end(&setup);
}

static void a_lift_that_starts_wakes_what_sleeps_on_it(void **state)
{
    (void)state;
    const double times[3] = {0, 3, 5}, path[9] = {0, 0, 0, 0, 0, 0, 0, 2, 0};
    Setup setup = setup_empty();
    const int lift = setup_static(&setup, box_shape(4, 1, 4), 0, 0, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
    setup_track(&setup, lift, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 3, times, path);
    setup_start(&setup);
    setup_run(&setup, 2.5);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    setup_run(&setup, 1.5);
    assert_near(setup_velocity(&setup, box).y, 1, 1e-3);
    assert_near(setup_pose(&setup, box).position.y, 2, 0.01);
    setup_run(&setup, 3); // and lets it sleep again
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    setup_end(&setup);
}

static void a_door_close_to_a_sleeper_pushes_it_when_it_moves(void **state)
{
    (void)state;
    // Their boxes overlap all along, and they never touch before the door moves.
    const double times[3] = {0, 3, 5}, path[9] = {0, 1, 0, 0, 1, 0, 2, 1, 0};
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int door = setup_static(&setup, box_shape(0.2, 1.5, 1), 0, 1, 0);
    const int box = setup_body(&setup, box_shape(0.5, 0.5, 0.5), 0.38, 0.25, 0);
    setup_track(&setup, door, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 3, times, path);
    setup_start(&setup);
    setup_run(&setup, 2.5);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    assert_near(setup_pose(&setup, box).position.x, 0.38, 1e-4);
    setup_run(&setup, 2);
    assert_near(setup_velocity(&setup, box).x, 1, 0.02);
    assert_near(setup_pose(&setup, box).position.x, 1.5 + 0.1 + 0.25, 0.02);
    setup_end(&setup);
}

// KHR-46.
static void a_collider_that_moves_in_its_body_lifts_it(void **state)
{
    (void)state;
    // A foot comes out of the box by 0.3 m and stands on the floor.
    const double times[3] = {0, 2, 4}, path[9] = {0, 0, 0, 0, 0, 0, 0, -0.3, 0};
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int foot = setup_static(&setup, box_shape(0.9, 1, 0.9), 0, 0, 0);
    setup_parent(&setup, foot, box);
    setup_track(&setup, foot, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 3, times, path);
    setup_start(&setup);
    setup_run(&setup, 1.9);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    setup_run(&setup, 3.1);
    assert_near(setup_pose(&setup, box).position.y, 0.8, 0.01);
    setup_end(&setup);
}

static void a_dynamic_body_below_an_animated_node_is_its_own_master(void **state)
{
    (void)state;
    const double path[6] = {0, 0, 0, 10, 0, 0};
    Setup setup = setup_empty();
    const int above = setup_node(&setup, 0, 0, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 5, 0);
    const int other = setup_body(&setup, box_shape(1, 1, 1), 0, 9, 0);
    setup_parent(&setup, box, above);
    setup_parent(&setup, other, above);
    setup.things[other].motion.kind = TUM_BODY_KINEMATIC;
    setup_track(&setup, above, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, second, path);
    setup_start(&setup);
    setup_run(&setup, 0.5);
    assert_near(setup_pose(&setup, box).position.x, 0, 0);
    assert_true(setup_pose(&setup, box).position.y < 4);
    assert_near(setup_pose(&setup, other).position.x, 5, 1e-5); // a kinematic one follows
    assert_near(setup_velocity(&setup, other).x, 10, 1e-4);
    setup_end(&setup);
}

static void an_animation_below_a_moving_body_starts_from_where_it_is(void **state)
{
    (void)state;
    // The cart drives along X at 1 m/s, turned by a quarter about Y; its mast slides by 2 m/s along
    // the cart's own X, which is -Z. The mast is seen from the cart at the beginning of the step.
    const double path[6] = {0, 0, 0, 2, 0, 0};
    Setup setup = setup_empty();
    const int cart = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    const int mast = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup_parent(&setup, mast, cart);
    setup_turn(&setup, cart, 0, 1, 0, pi / 2);
    setup.things[cart].motion.kind = TUM_BODY_KINEMATIC;
    setup.things[cart].motion.velocity_space = VELOCITY_IN_WORLD;
    set3(setup.things[cart].motion.linear_velocity, 1, 0, 0);
    setup_track(&setup, mast, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, second, path);
    setup_start(&setup);
    setup_run(&setup, 0.5);
    assert_near(setup_pose(&setup, mast).position.x, 0.5 - 1.0 / 60, 1e-5);
    assert_near(setup_pose(&setup, mast).position.z, -1, 1e-5);
    assert_near(setup_velocity(&setup, mast).x, 1, 1e-4);
    assert_near(setup_velocity(&setup, mast).z, -2, 1e-4);
    setup_end(&setup);
}

static void an_animated_body_of_a_static_kind_moves_what_it_meets(void **state)
{
    (void)state;
    const double path[6] = {-1, 0, 0, 2, 0, 0};
    Setup setup = setup_empty();
    const int wall = setup_body(&setup, box_shape(0.2, 1, 1), 0, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.2), 0.5, 0, 0);
    setup.things[wall].motion.kind = TUM_BODY_STATIC;
    setup.things[ball].motion.gravity_factor = 0;
    setup_all_materials(&setup, 0, 0, 0);
    setup_track(&setup, wall, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, second, path);
    setup_start(&setup);
    setup_run(&setup, 0.9);
    assert_int_equal(tum_body_kind(setup.world, setup_id(&setup, wall)), TUM_BODY_KINEMATIC);
    assert_near(setup_velocity(&setup, ball).x, 3, 0.01); // inelastic: the wall's own speed
    setup_end(&setup);
}

// KHR-15.
static void a_jump_leaves_what_it_passes_alone(void **state)
{
    (void)state;
    // 100 km within a step are no motion: nothing diverges, and the body is there.
    const double times[2] = {0, 0.5}, path[6] = {-50000, 0, 0, 50000, 0, 0};
    Setup setup = setup_empty();
    const int mover = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup.things[ball].motion.gravity_factor = 0;
    setup_track(&setup, mover, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_STEP, 2, times, path);
    setup_start(&setup);
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, mover).position.x, 50000, 0);
    assert_near(setup_pose(&setup, ball).position.x, 0, 0);
    setup_end(&setup);
}

static void a_gravity_factor_that_becomes_zero_ends_the_fall(void **state)
{
    (void)state;
    const double times[2] = {0, 0.5}, factor[2] = {1, 0};
    Setup setup = setup_empty();
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup_pointer_track(&setup, "/motion/gravityFactor", 1, TUM_INTERPOLATION_STEP, 2, times,
                        factor);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_near(setup_velocity(&setup, ball).y, -gravity * 0.5, 0.2); // within a step's share
    const float settled = setup_velocity(&setup, ball).y;
    setup_run(&setup, 1);
    assert_near(setup_velocity(&setup, ball).y, (double)settled, 0);
    setup_end(&setup);
}

static void friction_that_vanishes_wakes_a_sleeper_on_a_slope(void **state)
{
    (void)state;
    const double times[2] = {0, 2}, friction[2] = {1, 0}, slope = 0.4;
    Setup setup = setup_empty();
    const int box =
        setup_body(&setup, box_shape(1, 0.2, 1), 0.6 * -sin(slope), 0.6 * cos(slope), 0);
    const int ramp = setup_static(&setup, box_shape(40, 1, 10), 0, 0, 0);
    setup_turn(&setup, box, 0, 0, 1, slope);
    setup_turn(&setup, ramp, 0, 0, 1, slope);
    setup_all_materials(&setup, 1, 1, 0);
    // The tracks are those of the first material, the box's, which decides as the lesser one.
    for (int i = 0; i < 2; ++i) {
        setup.things[i].material.friction_combine = TUM_COMBINE_MINIMUM;
    }
    setup_pointer_track(&setup, "/staticFriction", 1, TUM_INTERPOLATION_STEP, 2, times, friction);
    setup_pointer_track(&setup, "/dynamicFriction", 1, TUM_INTERPOLATION_STEP, 2, times, friction);
    setup_start(&setup);
    setup_run(&setup, 1.9);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    setup_run(&setup, 1.1);
    // Since t = 2: v = g sin(slope) t along the slope, of a second, and a step either way.
    const TumVec3 v = setup_velocity(&setup, box);
    const double speed = sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y);
    assert_near(speed, gravity * sin(slope), gravity * sin(slope) / 50);
    setup_end(&setup);
}

static void a_velocity_in_the_bodys_own_directions_turns_with_it(void **state)
{
    (void)state;
    const double times[1] = {0}, velocity[3] = {0, 0, -2};
    Setup setup = setup_empty();
    const int cart = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup.things[cart].motion.kind = TUM_BODY_KINEMATIC;
    setup_turn(&setup, cart, 0, 1, 0, pi / 2); // -Z becomes -X
    setup_pointer_track(&setup, "/motion/linearVelocity", 3, TUM_INTERPOLATION_STEP, 1, times,
                        velocity);
    setup_start(&setup);
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, cart).position.x, -2, 1e-5);
    assert_near(setup_pose(&setup, cart).position.z, 0, 1e-5);
    setup_end(&setup);
}

static void a_mass_over_time_decides_who_gives_way(void **state)
{
    (void)state;
    // Infinite when it is hit: the ball bounces back as from a wall and the body stays.
    const double times[1] = {0}, mass[1] = {0};
    Setup setup = setup_empty();
    const int body = setup_body(&setup, sphere_shape(0.5), 2, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    for (int i = 0; i < 2; ++i) {
        setup.things[i].motion.gravity_factor = 0;
    }
    set3(setup.things[ball].motion.linear_velocity, 2, 0, 0);
    setup_all_materials(&setup, 0, 0, 1);
    setup_pointer_track(&setup, "/motion/mass", 1, TUM_INTERPOLATION_STEP, 1, times, mass);
    setup_start(&setup);
    setup_run(&setup, 1.5);
    assert_near(setup_velocity(&setup, ball).x, -2, 0.01);
    assert_near(setup_velocity(&setup, body).x, 0, 0);
    setup_end(&setup);
}

// A lift and a sweeping bar under a heap.
static void fill(Setup *setup)
{
    static const double times[4] = {0, 1, 2, 3};
    static const double lift[12] = {0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0.5, 0};
    static const double turn[16] = {0, 0, 0, 1, 0, QUARTER, 0, QUARTER,
                                    0, 1, 0, 0, 0, QUARTER, 0, -QUARTER};
    const int floor = setup_static(setup, box_shape(8, 1, 8), 0, 0, 0);
    const int hub = setup_node(setup, 0, 0.9, 0);
    const int bar = setup_static(setup, box_shape(5, 0.3, 0.3), 1, 0, 0);
    setup_parent(setup, bar, hub);
    setup_track(setup, floor, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 4, times, lift);
    setup_track(setup, hub, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 4, times, turn);
    for (int i = 0; i < 24; ++i) {
        setup_body(setup, i % 2 == 0 ? box_shape(0.4, 0.4, 0.4) : sphere_shape(0.25),
                   (i % 4 - 1.5) * 0.8, 1.2 + 0.6 * (i / 8), (i / 4 % 2) * 0.9 - 0.4);
    }
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

static void animated_worlds_have_the_same_bits_on_any_threads_and_instructions(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(2, 1, NULL);
    assert_true(hash_after(2, 3, NULL) == expected);
    assert_true(hash_after(2, 1, "scalar") == expected);
}

static void animating_allocates_nothing_step_by_step(void **state)
{
    (void)state;
    const double path[6] = {0, 0, 0, 0, 5, 0};
    const double turn[8] = {0, 0, 0, 1, 0, QUARTER, 0, QUARTER};
    Counting counting;
    Setup setup = setup_empty();
    const int lift = setup_static(&setup, box_shape(4, 1, 4), 0, 0, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
    const int fin = setup_static(&setup, box_shape(0.2, 0.2, 0.2), 0, 0.2, 0);
    setup_parent(&setup, fin, box);
    setup_track(&setup, lift, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds,
                path);
    setup_track(&setup, fin, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds, turn);
    setup.def.allocator = counting_allocator(&counting);
    setup_start(&setup);
    setup_run(&setup, 1);
    const size_t before = counting.allocations;
    setup_run(&setup, 3);
    assert_int_equal(counting.allocations, before);
    setup_end(&setup);
    assert_int_equal(counting.blocks, 0);
}

static void running_out_of_memory_is_answered_and_leaks_nothing(void **state)
{
    (void)state;
    const double path[6] = {0, 0, 0, 0, 5, 0}, friction[2] = {1, 0};
    Setup setup = setup_empty();
    const int lift = setup_static(&setup, box_shape(4, 1, 4), 0, 0, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
    const int fin = setup_static(&setup, box_shape(0.2, 0.2, 0.2), 0, 0.2, 0);
    setup_parent(&setup, fin, box);
    setup_all_materials(&setup, 1, 1, 0);
    setup_track(&setup, lift, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, second, path);
    setup_track(&setup, fin, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, second, path);
    setup_pointer_track(&setup, "/staticFriction", 1, TUM_INTERPOLATION_LINEAR, 2, second,
                        friction);
    setup_pointer_track(&setup, "/motion/gravityFactor", 1, TUM_INTERPOLATION_LINEAR, 2, second,
                        friction);
    setup_start(&setup);
    assert_memory_may_run_out(&setup, 5);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_driven_body_is_where_its_animation_is_after_every_step),
        cmocka_unit_test(beyond_its_last_key_an_animation_holds_the_body_still),
        cmocka_unit_test(before_its_first_key_a_body_waits_at_it),
        cmocka_unit_test(a_turning_body_has_the_angular_velocity_of_its_turn),
        cmocka_unit_test(a_lift_carries_what_stands_on_it),
        cmocka_unit_test(a_conveyor_takes_a_box_along_by_friction),
        cmocka_unit_test(a_turntable_takes_a_box_around),
        cmocka_unit_test(a_paddle_hits_a_ball_with_its_speed),
        cmocka_unit_test(a_door_of_the_world_pushes_with_the_speed_of_its_surface),
        cmocka_unit_test(a_lift_that_starts_wakes_what_sleeps_on_it),
        cmocka_unit_test(a_door_close_to_a_sleeper_pushes_it_when_it_moves),
        cmocka_unit_test(a_collider_that_moves_in_its_body_lifts_it),
        cmocka_unit_test(a_dynamic_body_below_an_animated_node_is_its_own_master),
        cmocka_unit_test(an_animation_below_a_moving_body_starts_from_where_it_is),
        cmocka_unit_test(an_animated_body_of_a_static_kind_moves_what_it_meets),
        cmocka_unit_test(a_jump_leaves_what_it_passes_alone),
        cmocka_unit_test(a_gravity_factor_that_becomes_zero_ends_the_fall),
        cmocka_unit_test(friction_that_vanishes_wakes_a_sleeper_on_a_slope),
        cmocka_unit_test(a_velocity_in_the_bodys_own_directions_turns_with_it),
        cmocka_unit_test(a_mass_over_time_decides_who_gives_way),
        cmocka_unit_test(animated_worlds_have_the_same_bits_on_any_threads_and_instructions),
        cmocka_unit_test(animating_allocates_nothing_step_by_step),
        cmocka_unit_test(running_out_of_memory_is_answered_and_leaks_nothing),
    };
    return cmocka_run_group_tests_name("animation", tests, NULL, NULL);
}
