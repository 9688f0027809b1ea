// SPDX-License-Identifier: MIT
// Colliders that move within their bodies, or grow, push with the velocity of their surface
// (docs/simulation.md#10-animations; docs/simulation.md#properties-by-pointer).
#include "tests/support/joint_support.h"

static const double G = 9.81;

static const double second[2] = {0, 1}, two_seconds[2] = {0, 2}, five_seconds[2] = {0, 5};

// All shapes stand at "/shape": the first thing's is meant.
static void animate(Setup *setup, const char *pointer, size_t width, const double *times,
                    const double *values)
{
    setup_pointer_track(setup, pointer, width, TUM_INTERPOLATION_LINEAR, 2, times, values);
}

// KHR-SHAPE-28.
static void a_box_that_grows_lifts_what_lies_on_it(void **state)
{
    (void)state;
    // From 1 m to 3 m in two seconds: the top rises by 0.5 m/s.
    const double sizes[6] = {4, 1, 4, 4, 3, 4};
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(4, 1, 4), 0, 0, 0);
    const int load = setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
    setup_all_materials(&setup, 0.5, 0.5, 0);
    animate(&setup, "/shape/box/size", 3, two_seconds, sizes);
    setup_start(&setup);
    for (int i = 1; i < 120; ++i) {
        setup_step(&setup);
        assert_near(setup_pose(&setup, load).position.y, 1 + 0.5 * i / 60, 3e-3);
        assert_near(setup_velocity(&setup, load).y, 0.5, i < 10 ? 0.1 : 0.01);
    }
    setup_run(&setup, 2);
    assert_near(setup_pose(&setup, load).position.y, 2, 3e-3);
    assert_near(setup_velocity(&setup, load).y, 0, 1e-3);
    setup_end(&setup);
}

// A rod on a pin that turns by a quarter of a radian in a substep splits the steps of the world.
// Surfaces are then where they have grown to since the step began.
static void a_box_grows_evenly_in_steps_that_are_split(void **state)
{
    (void)state;
    const double sizes[6] = {4, 1, 4, 4, 5, 4};
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    setup_static(&setup, box_shape(4, 1, 4), 0, 0, 0);
    const int load = setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
    const int post = setup_node(&setup, 10, 0, 0);
    const int rod = setup_body(&setup, box_shape(1, 0.1, 0.1), 10.5, 0, 0);
    setup.things[rod].motion.gravity_factor = 0;
    set3(setup.things[rod].motion.angular_velocity, 0, 0, 60);
    set3(setup.things[rod].motion.linear_velocity, 0, 30, 0);
    joint_hinge(&joints, joint_add(&joints, post, rod, 10, 0, 0), 2);
    setup_all_materials(&setup, 0.5, 0.5, 0);
    animate(&setup, "/shape/box/size", 3, second, sizes);
    setup_start(&setup);
    for (int i = 1; i < 60; ++i) {
        setup_step(&setup);
        assert_near(setup_pose(&setup, load).position.y, 1 + 2.0 * i / 60, 5e-3);
        assert_near(setup_velocity(&setup, load).y, 2, i < 10 ? 0.3 : 0.02);
    }
    joints_end(&joints);
}

// A ball that grows by 1 m/s touches another at 0.5 s, in free space.
static double speed_of_struck(double restitution)
{
    const double radius[2] = {0.5, 2.5};
    Setup setup = setup_empty();
    setup_static(&setup, sphere_shape(0.5), 0, 0, 0);
    const int struck = setup_body(&setup, sphere_shape(0.2), 1.2, 0, 0);
    setup.things[struck].motion.gravity_factor = 0;
    setup_all_materials(&setup, 0, 0, restitution);
    animate(&setup, "/shape/sphere/radius", 1, two_seconds, radius);
    setup_start(&setup);
    setup_run(&setup, 0.4);
    assert_near(setup_velocity(&setup, struck).x, 0, 0);
    setup_run(&setup, 0.6);
    const double speed = (double)setup_velocity(&setup, struck).x;
    assert_near(setup_pose(&setup, struck).position.y, 0, 1e-5);
    setup_end(&setup);
    return speed;
}

static void a_ball_that_grows_strikes_with_the_speed_of_its_surface(void **state)
{
    (void)state;
    // Against what never moves: (1 + e) times the speed of the surface.
    assert_near(speed_of_struck(0), 1, 1e-3);
    assert_near(speed_of_struck(1), 2, 1e-2);
}

static void a_ball_that_grows_on_the_floor_rises(void **state)
{
    (void)state;
    const double radius[2] = {0.5, 1.5};
    Setup setup = setup_empty();
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0.5, 0);
    setup_floor(&setup);
    animate(&setup, "/shape/sphere/radius", 1, two_seconds, radius);
    setup_start(&setup);
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, ball).position.y, 1, 3e-3);
    assert_near(setup_velocity(&setup, ball).y, 0.5, 0.01);
    setup_end(&setup);
}

// KHR-SHAPE-28.
static void a_capsule_grows_by_its_height_and_its_radii(void **state)
{
    (void)state;
    // Upright, from height 1 to 2 and radius 0.5 to 0.25: its top rises by 0.5 - 0.25 m in a
    // second.
    const double height[2] = {1, 2}, radius[2] = {0.5, 0.25};
    Setup setup = setup_empty();
    setup_static(&setup, capsule_shape(1, 0.5, 0.5), 0, 0, 0);
    const int load = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    setup.things[load].motion.inertia[0] = setup.things[load].motion.inertia[2] = INFINITY;
    setup.things[load].motion.inertia[1] = INFINITY;
    animate(&setup, "/shape/capsule/height", 1, second, height);
    animate(&setup, "/shape/capsule/radiusTop", 1, second, radius);
    setup_start(&setup);
    setup_run(&setup, 0.5);
    assert_near(setup_velocity(&setup, load).y, 0.25, 0.01);
    setup_run(&setup, 1.5);
    assert_near(setup_pose(&setup, load).position.y, 1.25 + 0.5, 3e-3);
    setup_end(&setup);
}

static void a_scaled_shape_grows_by_its_scale(void **state)
{
    (void)state;
    // An ellipsoid twice as high as its radius: the top rises twice as fast.
    const double radius[2] = {0.5, 1};
    Setup setup = setup_empty();
    setup_static(&setup, sphere_shape(0.5), 0, 0, 0);
    const int load = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    for (int i = 0; i < 3; ++i) {
        setup.things[load].motion.inertia[i] = INFINITY;
    }
    set3(setup.things[0].scale, 1, 2, 1);
    animate(&setup, "/shape/sphere/radius", 1, second, radius);
    setup_start(&setup);
    setup_run(&setup, 0.5);
    assert_near(setup_velocity(&setup, load).y, 1, 0.02);
    setup_run(&setup, 2);
    assert_near(setup_pose(&setup, load).position.y, 2.5, 3e-3);
    setup_end(&setup);
}

static void a_size_that_jumps_throws_nothing_far(void **state)
{
    (void)state;
    // Half a metre at once: the load is pushed out at the pace of any overlap, 3 m/s at most.
    const double sizes[6] = {4, 1, 4, 4, 2, 4};
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(4, 1, 4), 0, 0, 0);
    const int load = setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
    setup_pointer_track(&setup, "/shape/box/size", 3, TUM_INTERPOLATION_STEP, 2, second, sizes);
    setup_start(&setup);
    setup_run(&setup, 59 / 60.0);
    double highest = 0;
    for (int i = 0; i < 120; ++i) {
        setup_step(&setup);
        highest = fmax(highest, (double)setup_pose(&setup, load).position.y);
    }
    assert_between(highest, 1.49, 1.5 + 3 * 3 / (2 * G));
    assert_near(setup_pose(&setup, load).position.y, 1.5, 5e-3);
    setup_end(&setup);
}

static void a_size_changes_nothing_of_what_a_body_weighs(void **state)
{
    (void)state;
    const double radius[2] = {0.5, 1.5};
    Setup setup = setup_empty();
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0.5, 0);
    setup.things[ball].motion.mass = 2;
    animate(&setup, "/shape/sphere/radius", 1, second, radius);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_near(setup.scene->bodies[0].mass, 2, 0);
    assert_near(setup_velocity(&setup, ball).y, -2 * G, 1e-3);
    setup_end(&setup);
}

static void an_edge_of_the_floor_that_comes_closer_lets_fall(void **state)
{
    (void)state;
    // The floor is 4 m wide and shrinks to 1 m: a ball 1.5 m from the middle loses it at t = 0.33
    // s.
    const double width[2] = {4, 1};
    Setup setup = setup_empty();
    const int floor = setup_static(&setup, plane_shape(), 0, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.1), 1.5, 0.1, 0);
    setup.things[floor].shape.size[0] = setup.things[floor].shape.size[2] = 4;
    animate(&setup, "/shape/plane/sizeX", 1, second, width);
    setup_start(&setup);
    setup_run(&setup, 0.3);
    assert_near(setup_pose(&setup, ball).position.y, 0.1, 1e-3);
    setup_run(&setup, 1);
    assert_true(setup_pose(&setup, ball).position.y < -1);
    setup_end(&setup);
}

static void a_sleeper_wakes_when_what_it_lies_on_grows(void **state)
{
    (void)state;
    const double times[2] = {3, 5}, sizes[6] = {4, 1, 4, 4, 3, 4};
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(4, 1, 4), 0, 0, 0);
    const int load = setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
    animate(&setup, "/shape/box/size", 3, times, sizes);
    setup_start(&setup);
    setup_run(&setup, 2.5);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, load)));
    setup_run(&setup, 1.5);
    assert_near(setup_velocity(&setup, load).y, 0.5, 0.01);
    setup_run(&setup, 3);
    assert_near(setup_pose(&setup, load).position.y, 2, 3e-3);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, load)));
    setup_end(&setup);
}

// A ram of the body slides out by 1 m/s and meets a ball, both in free space: 3 kg and 1 kg.
static void ram(double restitution, double *body_speed, double *ball_speed)
{
    const double path[6] = {0, 0, 0, 5, 0, 0};
    Setup setup = setup_empty();
    const int body = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    const int head = setup_static(&setup, box_shape(1, 0.4, 0.4), 0, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.2), 1.2, 0, 0);
    setup_parent(&setup, head, body);
    setup.things[body].motion.mass = 3;
    setup.things[ball].motion.mass = 1;
    setup.things[body].motion.gravity_factor = setup.things[ball].motion.gravity_factor = 0;
    setup_all_materials(&setup, 0, 0, restitution);
    setup_track(&setup, head, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds,
                path);
    setup_start(&setup);
    setup_run(&setup, 1); // it meets the ball at t = 0.5
    *body_speed = (double)setup_velocity(&setup, body).x;
    *ball_speed = (double)setup_velocity(&setup, ball).x;
    setup_end(&setup);
}

static void a_collider_that_moves_in_its_body_pushes_at_its_own_speed(void **state)
{
    (void)state;
    // The surface has v + 1; momentum 3 v + u = 0 and u - (v + 1) = e.
    double v, u;
    ram(0, &v, &u);
    assert_near(u, 0.75, 1e-3);
    assert_near(v, -0.25, 1e-3);
    ram(1, &v, &u);
    assert_near(u, 1.5, 1e-2);
    assert_near(v, -0.5, 1e-2);
}

static void a_wheel_that_turns_in_its_body_drives_it(void **state)
{
    (void)state;
    // A ball of 0.5 m turns by 0.4 rad/s about -Z in a cart that does not turn: the cart gets along
    // +X at r omega = 0.2 m/s, by friction alone.
    const double turn[8] = {0, 0, 0, 1, 0, 0, -sin(1), cos(1)};
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int cart = setup_body(&setup, box_shape(0.2, 0.2, 0.2), 0, 0.5, 0);
    const int wheel = setup_static(&setup, sphere_shape(0.5), 0, 0, 0);
    setup_parent(&setup, wheel, cart);
    for (int i = 0; i < 3; ++i) {
        setup.things[cart].motion.inertia[i] = INFINITY;
    }
    setup_all_materials(&setup, 1, 1, 0);
    setup_track(&setup, wheel, TUM_TRACK_ROTATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds, turn);
    setup_start(&setup);
    setup_run(&setup, 4);
    assert_near(setup_velocity(&setup, cart).x, 0.2, 1e-3);
    assert_near(setup_pose(&setup, cart).position.x, 0.8, 0.01);
    setup_run(&setup, 2); // and stops with it
    assert_near(setup_velocity(&setup, cart).x, 0, 1e-3);
    setup_end(&setup);
}

static void a_foot_lifts_its_body_at_the_speed_it_comes_out(void **state)
{
    (void)state;
    const double path[6] = {0, 0, 0, 0, -1, 0};
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int foot = setup_static(&setup, box_shape(0.9, 1, 0.9), 0, 0, 0);
    setup_parent(&setup, foot, box);
    setup_track(&setup, foot, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, two_seconds,
                path);
    setup_start(&setup);
    setup_run(&setup, 0.5);
    for (int i = 31; i < 120; ++i) {
        setup_step(&setup);
        assert_near(setup_velocity(&setup, box).y, 0.5, 0.01);
        assert_near(setup_pose(&setup, box).position.y, 0.5 + 0.5 * i / 60, 5e-3);
    }
    setup_end(&setup);
}

static void a_foot_that_jumps_out_throws_its_body_nowhere(void **state)
{
    (void)state;
    // 0.3 m at once would be 18 m/s; the overlap is pushed apart by 3 m/s at most.
    const double path[6] = {0, 0, 0, 0, -0.3, 0};
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int foot = setup_static(&setup, box_shape(0.9, 1, 0.9), 0, 0, 0);
    setup_parent(&setup, foot, box);
    setup_track(&setup, foot, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_STEP, 2, second, path);
    setup_start(&setup);
    double highest = 0;
    for (int i = 0; i < 180; ++i) {
        setup_step(&setup);
        highest = fmax(highest, (double)setup_pose(&setup, box).position.y);
    }
    assert_between(highest, 0.79, 0.8 + 3 * 3 / (2 * G));
    assert_near(setup_pose(&setup, box).position.y, 0.8, 5e-3);
    setup_end(&setup);
}

static void a_fast_arm_does_not_pass_through_what_it_meets(void **state)
{
    (void)state;
    // 60 m/s within the body, a metre a step, and the ball is 0.2 m thick.
    const double times[2] = {0, 0.5}, path[6] = {0, 0, 0, 30, 0, 0};
    Setup setup = setup_empty();
    const int body = setup_body(&setup, box_shape(1, 1, 1), 0, 5, 0);
    const int arm = setup_static(&setup, box_shape(1, 0.4, 0.4), 0, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.1), 6.3, 5, 0);
    setup_parent(&setup, arm, body);
    setup.things[body].motion.kind = TUM_BODY_KINEMATIC;
    setup.things[ball].motion.gravity_factor = 0;
    setup_all_materials(&setup, 0, 0, 0);
    setup_track(&setup, arm, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, times, path);
    setup_start(&setup);
    setup_run(&setup, 0.4);
    assert_near(setup_velocity(&setup, ball).x, 60, 0.5);
    setup_end(&setup);
}

// Moving colliders and shapes in a heap.
static void fill(Setup *setup)
{
    static const double times[4] = {0, 1, 2, 3};
    static const double size[12] = {3, 0.5, 3, 3, 1, 3, 3, 0.5, 3, 3, 1, 3};
    static const double slide[12] = {0, 0, 0, 0.5, 0, 0, -0.5, 0, 0, 0, 0, 0};
    setup_static(setup, box_shape(3, 0.5, 3), 0, 0, 0);
    setup_floor(setup);
    const int cart = setup_body(setup, box_shape(0.5, 0.5, 0.5), 0, 1.5, 0);
    const int arm = setup_static(setup, box_shape(1.5, 0.2, 0.2), 0, 0, 0);
    setup_parent(setup, arm, cart);
    setup_track(setup, arm, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 4, times, slide);
    setup_pointer_track(setup, "/shape/box/size", 3, TUM_INTERPOLATION_LINEAR, 4, times, size);
    for (int i = 0; i < 16; ++i) {
        setup_body(setup, i % 2 == 0 ? box_shape(0.4, 0.4, 0.4) : sphere_shape(0.25),
                   (i % 4 - 1.5) * 0.8, 1.2 + 0.6 * (i / 8), (i / 4 % 2) * 0.9 - 0.4);
    }
}

static uint64_t hash_after(double seconds, int threads, TumInstructions instructions)
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

static void drifting_surfaces_have_the_same_bits_on_any_threads_and_instructions(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(2.5, 1, TUM_INSTRUCTIONS_WIDEST);
    assert_true(hash_after(2.5, 3, TUM_INSTRUCTIONS_WIDEST) == expected);
    assert_true(hash_after(2.5, 1, TUM_INSTRUCTIONS_SCALAR) == expected);
}

static void drifting_surfaces_allocate_nothing_step_by_step(void **state)
{
    (void)state;
    const double path[6] = {0, 0, 0, 0.4, 0, 0}, sizes[6] = {4, 1, 4, 4, 2, 4};
    Counting counting;
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(4, 1, 4), 0, 0, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 1, 0);
    const int fin = setup_static(&setup, box_shape(0.9, 0.2, 0.2), 0, 0.2, 0);
    setup_parent(&setup, fin, box);
    animate(&setup, "/shape/box/size", 3, five_seconds, sizes);
    setup_track(&setup, fin, TUM_TRACK_TRANSLATION, TUM_INTERPOLATION_LINEAR, 2, five_seconds,
                path);
    setup.def.allocator = counting_allocator(&counting);
    setup_start(&setup);
    setup_run(&setup, 1);
    const size_t before = counting.allocations;
    setup_run(&setup, 3);
    assert_int_equal(counting.allocations, before);
    setup_end(&setup);
    assert_int_equal(counting.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_that_grows_lifts_what_lies_on_it),
        cmocka_unit_test(a_box_grows_evenly_in_steps_that_are_split),
        cmocka_unit_test(a_ball_that_grows_strikes_with_the_speed_of_its_surface),
        cmocka_unit_test(a_ball_that_grows_on_the_floor_rises),
        cmocka_unit_test(a_capsule_grows_by_its_height_and_its_radii),
        cmocka_unit_test(a_scaled_shape_grows_by_its_scale),
        cmocka_unit_test(a_size_that_jumps_throws_nothing_far),
        cmocka_unit_test(a_size_changes_nothing_of_what_a_body_weighs),
        cmocka_unit_test(an_edge_of_the_floor_that_comes_closer_lets_fall),
        cmocka_unit_test(a_sleeper_wakes_when_what_it_lies_on_grows),
        cmocka_unit_test(a_collider_that_moves_in_its_body_pushes_at_its_own_speed),
        cmocka_unit_test(a_wheel_that_turns_in_its_body_drives_it),
        cmocka_unit_test(a_foot_lifts_its_body_at_the_speed_it_comes_out),
        cmocka_unit_test(a_foot_that_jumps_out_throws_its_body_nowhere),
        cmocka_unit_test(a_fast_arm_does_not_pass_through_what_it_meets),
        cmocka_unit_test(drifting_surfaces_have_the_same_bits_on_any_threads_and_instructions),
        cmocka_unit_test(drifting_surfaces_allocate_nothing_step_by_step),
    };
    return cmocka_run_group_tests_name("animated shapes", tests, NULL, NULL);
}
