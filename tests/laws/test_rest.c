// SPDX-License-Identifier: MIT
// What stands stays standing, what lies comes to rest, what rests sleeps.
#include "math/scalar.h"
#include "tests/support/joint_support.h"

static void a_stack_of_twenty_boxes_stands_for_twenty_seconds(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_floor(&setup);
    int boxes[20];
    for (int i = 0; i < 20; ++i) {
        boxes[i] = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5 + i, 0);
    }
    setup_start(&setup);
    setup_run(&setup, 20);
    for (int i = 0; i < 20; ++i) {
        const TumVec3 p = setup_pose(&setup, boxes[i]).position;
        // Contacts give way like springs of 60 Hz on an eighth of a box's mass: under k boxes by
        // 2 k g / (2 pi 60)^2, 29 mm in all at the top.
        assert_near(p.x, 0, 0.01);
        assert_near(p.y, 0.5 + i, 0.03);
        assert_near(p.z, 0, 0.01);
        assert_near(setup_tilt(&setup, boxes[i]), 0, 0.01);
    }
    setup_end(&setup);
}

// docs/simulation.md section 4 tells how tall stacks may be at which rate: they buckle as columns
// do, at a height that grows with the substep rate to the power of 2/3.
static void stacks_stand_as_tall_as_their_rate_allows(void **state)
{
    (void)state;
    const double rates[3] = {20, 30, 120};
    const int counts[3] = {10, 15, 30};
    for (int i = 0; i < 3; ++i) {
        Setup setup = setup_empty();
        setup.def.no_sleep = true;
        setup.rate = rates[i];
        setup_floor(&setup);
        for (int k = 0; k < counts[i]; ++k) {
            setup_body(&setup, box_shape(1, 1, 1), 0, 0.5 + k, 0);
        }
        setup_start(&setup);
        setup_run(&setup, 30);
        const TumVec3 top = setup_pose(&setup, counts[i]).position;
        assert_near(top.x, 0, 0.02);
        assert_near(top.y, counts[i] - 0.5, 0.1);
        assert_near(top.z, 0, 0.02);
        setup_end(&setup);
    }
}

static void a_box_holds_one_of_a_hundred_times_its_mass(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.no_sleep = true;
    setup_floor(&setup);
    const int light = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int heavy = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    setup.things[light].motion.mass = 10;
    setup.things[heavy].motion.mass = 1000;
    setup_start(&setup);
    setup_run(&setup, 10);
    assert_near(setup_pose(&setup, light).position.y, 0.5, 0.02);
    assert_near(setup_pose(&setup, heavy).position.y, 1.5, 0.04);
    assert_near(setup_tilt(&setup, heavy), 0, 0.01);
    setup_end(&setup);
}

// Height of the node above the floor once each shape lies as it was put.
// KHR-43, KHR-78.
static void every_shape_rests_on_the_floor_at_its_own_height(void **state)
{
    (void)state;
    const struct {
        TumShape shape;
        double turn; // about X
        double height;
    } cases[] = {
        {sphere_shape(0.5), 0, 0.5},           {box_shape(1, 0.6, 1), 0, 0.3},
        {box_shape(1, 0.6, 0.8), PI / 2, 0.4}, {capsule_shape(1, 0.3, 0.3), PI / 2, 0.3},
        {cylinder_shape(1, 0.4, 0.4), 0, 0.5}, {cylinder_shape(1, 0.4, 0.4), PI / 2, 0.4},
        {cylinder_shape(1, 0.5, 0), 0, 0.5},   {cylinder_shape(1, 0.5, 0.3), 0, 0.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        for (int ground = 0; ground < 2; ++ground) {
            Setup setup = setup_empty();
            if (ground == 0) {
                setup_floor(&setup);
            } else {
                setup_static(&setup, box_shape(10, 1, 10), 0, -0.5, 0);
            }
            const int body = setup_body(&setup, cases[i].shape, 0, cases[i].height + 0.05, 0);
            setup_turn(&setup, body, 1, 0, 0, cases[i].turn);
            setup_start(&setup);
            setup_run(&setup, 3);
            print_message("case %zu, ground %d\n", i, ground);
            assert_near(setup_pose(&setup, body).position.y, cases[i].height, 0.005);
            const TumVec3 v = setup_velocity(&setup, body);
            assert_near(sqrt((double)(v.x * v.x + v.y * v.y + v.z * v.z)), 0, 0.01);
            setup_end(&setup);
        }
    }
}

// Joint islands in flight follow the parabola by a displacement that those on the ground must not
// have: it would lift them by a third of a millimetre in each step.
static void joined_boxes_rest_on_the_floor_at_their_own_height(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    setup.def.no_sleep = true;
    setup_floor(&setup);
    const int boxes[2] = {setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0),
                          setup_body(&setup, box_shape(1, 1, 1), 1.2, 0.5, 0)};
    joint_ball(&joints, joint_add(&joints, boxes[0], boxes[1], 0.6, 0.5, 0));
    setup_start(&setup);
    setup_run(&setup, 0.5);
    for (int step = 0; step < 60; ++step) {
        setup_step(&setup);
        for (int i = 0; i < 2; ++i) {
            assert_near(setup_pose(&setup, boxes[i]).position.y, 0.5, 2e-4);
            assert_near(setup_velocity(&setup, boxes[i]).y, 0, 1e-3);
        }
    }
    joints_end(&joints);
}

// KHR-48, OMI-SHAPE-37.
static void a_moving_mesh_rests_on_a_box_a_plane_and_a_mesh(void **state)
{
    (void)state;
    for (int ground = 0; ground < 3; ++ground) {
        Setup setup = setup_empty();
        TumShape mesh = {.kind = TUM_SHAPE_MESH, .mesh = -1};
        if (ground == 0) {
            setup_floor(&setup);
        } else {
            const int floor =
                setup_static(&setup, ground == 1 ? box_shape(10, 1, 10) : mesh, 0, -0.5, 0);
            if (ground == 2) {
                setup_box_mesh(&setup, floor, 5, 0.5, 5);
            }
        }
        const int body = setup_body(&setup, mesh, 0.1, 0.45, 0.2);
        setup_box_mesh(&setup, body, 0.5, 0.4, 0.5);
        setup_start(&setup);
        assert_near(setup.scene->bodies[0].mass, 800, 1e-6); // closed: a solid
        setup_run(&setup, 3);
        print_message("ground %d\n", ground);
        assert_near(setup_pose(&setup, body).position.y, 0.4, 0.01);
        assert_near(setup_tilt(&setup, body), 0, 0.01);
        setup_end(&setup);
    }
}

// What a box 2 % above its friction angle comes in 5 s, while it is so slow at first that it might
// be taken for at rest: a t^2 / 2 with a = g (sin - mu cos). Up to a substep goes by before it
// knows how hard it presses, which gives it h g sin more speed.
static void a_box_just_above_its_friction_angle_is_not_put_to_sleep(void **state)
{
    (void)state;
    const double friction[3] = {0.1, 0.2, 0.5}, seconds = 5, h = 1.0 / 240;
    for (int i = 0; i < 3; ++i) {
        const double mu = friction[i], angle = atan(1.02 * mu);
        Setup setup = setup_empty();
        setup_turn(&setup, setup_floor(&setup), 0, 0, 1, angle);
        const int box =
            setup_body(&setup, box_shape(1, 1, 1), -0.5 * sin(angle), 0.5 * cos(angle), 0);
        setup_turn(&setup, box, 0, 0, 1, angle);
        setup_all_materials(&setup, mu, mu, 0);
        setup_start(&setup);
        const TumVec3 from = setup_pose(&setup, box).position;
        setup_run(&setup, seconds);
        const TumVec3 to = setup_pose(&setup, box).position;
        const double acceleration = 9.81 * (sin(angle) - mu * cos(angle));
        const double expected = acceleration * seconds * seconds / 2;
        assert_between(hypot((double)(to.x - from.x), (double)(to.y - from.y)), expected,
                       expected + h * 9.81 * sin(angle) * seconds);
        setup_end(&setup);
    }
}

// A pole whose middle is 3 mm beyond the edge of what it stands on falls.
static void what_begins_to_tip_is_not_put_to_sleep(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(0.2, 1, 1), 0, 0.5, 0);
    const int pole = setup_body(&setup, box_shape(0.2, 2, 0.2), 0.103, 2, 0);
    setup_start(&setup);
    setup_run(&setup, 6);
    assert_between((double)setup_pose(&setup, pole).position.y, -100, 1.5);
    setup_end(&setup);
}

static void what_rests_falls_asleep_and_wakes_when_hit(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int lower = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int upper = setup_body(&setup, box_shape(1, 1, 1), 0, 1.5, 0);
    const int ball = setup_body(&setup, sphere_shape(0.3), 0, 30, 0); // arrives after 2.4 s
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, lower)));
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, upper)));
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, ball)));
    const TumPose3 before = setup_pose(&setup, upper);
    setup_run(&setup, 0.3);
    const TumPose3 after = setup_pose(&setup, upper);
    assert_memory_equal(&before, &after, sizeof before);
    setup_run(&setup, 0.2);
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, lower)));
    assert_true(tum_body_is_awake(setup.world, setup_id(&setup, upper)));
    setup_run(&setup, 10);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, ball)));
    assert_int_equal(tum_world_counts(setup.world).awake_bodies, 0);
    setup_end(&setup);
}

// Restitution changes nothing of what only settles: stacks of it sleep when those without do.
static void a_stack_of_high_restitution_falls_asleep(void **state)
{
    (void)state;
    const double restitutions[3] = {0, 0.9, 1};
    for (int count = 1; count <= 16; count += 5) {
        int slept[3] = {0};
        for (int k = 0; k < 3; ++k) {
            Setup setup = setup_empty();
            setup_floor(&setup);
            for (int i = 0; i < count; ++i) {
                setup_body(&setup, box_shape(1, 1, 1), 0, 0.5 + i, 0);
            }
            setup_all_materials(&setup, 0.5, 0.5, restitutions[k]);
            setup_start(&setup);
            do {
                setup_step(&setup);
                ++slept[k];
            } while (tum_world_counts(setup.world).awake_bodies > 0 && slept[k] < 180);
            setup_end(&setup);
        }
        assert_in_range(slept[0], 30, 120);
        assert_int_equal(slept[1], slept[0]);
        assert_int_equal(slept[2], slept[0]);
    }
}

// Flat ones press harder for their size: what a contact pushed in the substep before is no speed
// that anything comes with.
static void a_stack_of_flat_boxes_of_high_restitution_falls_asleep(void **state)
{
    (void)state;
    for (int count = 16; count <= 20; count += 4) {
        Setup setup = setup_empty();
        setup_floor(&setup);
        for (int i = 0; i < count; ++i) {
            setup_body(&setup, box_shape(1, 0.3, 1), 0, 0.15 + 0.3 * i, 0);
        }
        setup_all_materials(&setup, 0.5, 0.5, 0.9);
        setup_start(&setup);
        setup_run(&setup, 2.5);
        assert_int_equal(tum_world_counts(setup.world).awake_bodies, 0);
        assert_near(setup_pose(&setup, count).position.y, 0.3 * count - 0.15, 0.1);
        setup_end(&setup);
    }
}

// Dropped by 5 cm a box of e = 0.9 bounces for sqrt(2 h / g) (1 + e) / (1 - e) = 1.92 s, rocks a
// little and sleeps half a second later.
static void a_box_that_bounces_comes_to_rest(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(0.5, 0.5, 0.5), 0, 0.3, 0);
    setup_all_materials(&setup, 0.5, 0.5, 0.9);
    setup_start(&setup);
    setup_run(&setup, 3);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    assert_near(setup_pose(&setup, box).position.y, 0.25, 1e-3);
    setup_end(&setup);
}

// Slower than what counts as rest, a platform carries a box along for five seconds, 0.05 m; asleep
// it would be left behind after half a second.
static void a_box_on_a_platform_slower_than_rest_goes_along(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int platform = setup_body(&setup, box_shape(4, 1, 4), 0, -0.5, 0);
    setup.things[platform].motion.kind = TUM_BODY_KINEMATIC;
    set3(setup.things[platform].motion.linear_velocity, 0.01, 0, 0);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    setup_start(&setup);
    setup_run(&setup, 5);
    assert_near(setup_pose(&setup, platform).position.x, 0.05, 1e-5);
    assert_near(setup_pose(&setup, box).position.x, 0.05, 2e-3);
    setup_end(&setup);
}

// The boxes of both overlap from the start, but the ball is 0.13 m from the edge of the box and
// reaches it after a second; the box sleeps by then. After three seconds the middle of the ball is
// 0.2 m from where the edge was, on the other side 0.8 m up: pushed aside by 0.4 m at least.
static void a_sleeping_box_is_pushed_by_a_kinematic_ball_that_comes_slowly(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int ball = setup_body(&setup, sphere_shape(1), 1.3, 1.8, 0);
    setup.things[ball].motion.kind = TUM_BODY_KINEMATIC;
    set3(setup.things[ball].motion.linear_velocity, -0.2, 0, 0);
    setup_all_materials(&setup, 0.1, 0.1, 0);
    setup_start(&setup);
    setup_run(&setup, 0.8);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    setup_run(&setup, 2.2);
    assert_near(setup_pose(&setup, ball).position.x, 0.7, 1e-4);
    assert_between(setup_pose(&setup, box).position.x, -0.6, -0.35);
    setup_end(&setup);
}

// The centre of mass is e = 0.5 mm beside the middle of a ball of R = 0.5 m on a floor without
// friction: it turns by m g e / (2/5 m R^2) t^2 / 2, while its centre stays.
static void a_ball_that_begins_to_turn_in_its_place_is_not_put_to_sleep(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0.5, 0);
    MotionDef *motion = &setup.things[ball].motion;
    motion->mass = 1;
    motion->center_rule = CENTER_AUTHORED;
    set3(motion->center_of_mass, 5e-4, 0, 0);
    set3(motion->inertia, 0.1, 0.1, 0.1);
    setup_all_materials(&setup, 0, 0, 0);
    setup_start(&setup);
    setup_run(&setup, 1.5);
    const TumQuat turned = setup_pose(&setup, ball).rotation;
    const double due = 9.81 * 5e-4 / 0.1 * 1.5 * 1.5 / 2;
    assert_near(-2 * (double)turned.z, due, 0.05 * due);
    setup_end(&setup);
}

static void a_pile_loses_its_energy_and_nothing_is_lost(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    for (int side = -1; side <= 1; side += 2) {
        setup_static(&setup, box_shape(1, 6, 8), side * 2.5, 3, 0);
        setup_static(&setup, box_shape(8, 6, 1), 0, 3, side * 2.5);
    }
    Random random = {9};
    const int first = setup.count;
    for (int i = 0; i < 120; ++i) {
        const TumShape shapes[5] = {sphere_shape(0.3), box_shape(0.5, 0.6, 0.4),
                                    capsule_shape(0.4, 0.2, 0.2), cylinder_shape(0.5, 0.3, 0.3),
                                    cylinder_shape(0.6, 0.35, 0)};
        const int body =
            setup_body(&setup, shapes[i % 5], (i % 3 - 1) * 1.1 + random_in(&random, -0.1, 0.1),
                       1 + 0.8 * (i / 9), (i / 3 % 3 - 1) * 1.1);
        setup_turn(&setup, body, random_in(&random, -1, 1), 1, random_in(&random, -1, 1),
                   random_in(&random, 0, 3));
    }
    setup_start(&setup);
    setup_run(&setup, 15);
    double speed = 0;
    for (int i = first; i < setup.count; ++i) {
        const TumPose3 pose = setup_pose(&setup, i);
        const TumVec3 v = setup_velocity(&setup, i);
        assert_between(pose.position.y, 0.1, 12);
        assert_between(pose.position.x, -2.2, 2.2);
        speed += sqrt((double)(v.x * v.x + v.y * v.y + v.z * v.z)) / 120;
    }
    assert_between(speed, 0, 0.03);
    setup_end(&setup);
}

// Slow is slow enough to sleep; asleep, nothing has a speed.
static void what_sleeps_has_no_velocity(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0.5, 0);
    set3(setup.things[ball].motion.linear_velocity, 0.02, 0, 0.01);
    set3(setup.things[ball].motion.angular_velocity, 0.01, 0, -0.02);
    setup_start(&setup);
    for (int step = 0; tum_body_is_awake(setup.world, setup_id(&setup, ball)); ++step) {
        assert_true(step < 60);
        assert_true(setup_velocity(&setup, ball).x > 0.005f);
        setup_step(&setup);
    }
    const TumVec3 v = setup_velocity(&setup, ball), w = setup_spin(&setup, ball);
    assert_true(v.x == 0.0f && v.y == 0.0f && v.z == 0.0f);
    assert_true(w.x == 0.0f && w.y == 0.0f && w.z == 0.0f);
    setup_end(&setup);
}

// Ten layers of 16 balls of restitution 0.3 in a shaft: blows die out in a few seconds. Bounces
// that counted the contacts' own pushes as speeds kept the balls at 1 m/s for ever.
static void a_pile_that_bounces_comes_to_rest(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int first = setup.count;
    for (int i = 0; i < 160; ++i) {
        setup_body(&setup, sphere_shape(0.5), i % 4 * 1.1 + 0.03 * (i % 3), 0.6 + i / 16 * 1.1,
                   i / 4 % 4 * 1.1 + 0.02 * (i % 5));
    }
    const int last = setup.count;
    for (int side = -1; side <= 1; side += 2) {
        setup_static(&setup, box_shape(1, 12, 8), 1.8 + 3.4 * side, 6, 1.6);
        setup_static(&setup, box_shape(8, 12, 1), 1.8, 6, 1.8 + 3.4 * side);
    }
    setup_all_materials(&setup, 0.5, 0.5, 0.3);
    setup_start(&setup);
    setup_run(&setup, 12);
    double squares = 0;
    for (int i = first; i < last; ++i) {
        const TumVec3 v = setup_velocity(&setup, i);
        squares += (double)(v.x * v.x + v.y * v.y + v.z * v.z);
    }
    assert_between(sqrt(squares / (last - first)), 0, 0.05);
    setup_end(&setup);
}

// A box of triangles is a shell, and hollow: what is inside stays inside.
// KHR-SHAPE-18.
static void a_ball_rests_inside_a_hollow_mesh(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int box = setup_static(&setup, (TumShape){.kind = TUM_SHAPE_MESH}, 0, 0, 0);
    setup_box_mesh(&setup, box, 1, 1, 1);
    const int ball = setup_body(&setup, sphere_shape(0.2), 0.1, 0, 0.3);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_near(setup_pose(&setup, ball).position.y, -0.8, 2e-3);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_of_twenty_boxes_stands_for_twenty_seconds),
        cmocka_unit_test(stacks_stand_as_tall_as_their_rate_allows),
        cmocka_unit_test(a_box_holds_one_of_a_hundred_times_its_mass),
        cmocka_unit_test(every_shape_rests_on_the_floor_at_its_own_height),
        cmocka_unit_test(joined_boxes_rest_on_the_floor_at_their_own_height),
        cmocka_unit_test(a_moving_mesh_rests_on_a_box_a_plane_and_a_mesh),
        cmocka_unit_test(a_box_just_above_its_friction_angle_is_not_put_to_sleep),
        cmocka_unit_test(what_begins_to_tip_is_not_put_to_sleep),
        cmocka_unit_test(what_rests_falls_asleep_and_wakes_when_hit),
        cmocka_unit_test(a_stack_of_high_restitution_falls_asleep),
        cmocka_unit_test(a_stack_of_flat_boxes_of_high_restitution_falls_asleep),
        cmocka_unit_test(a_box_that_bounces_comes_to_rest),
        cmocka_unit_test(a_box_on_a_platform_slower_than_rest_goes_along),
        cmocka_unit_test(a_sleeping_box_is_pushed_by_a_kinematic_ball_that_comes_slowly),
        cmocka_unit_test(a_ball_that_begins_to_turn_in_its_place_is_not_put_to_sleep),
        cmocka_unit_test(what_sleeps_has_no_velocity),
        cmocka_unit_test(a_pile_that_bounces_comes_to_rest),
        cmocka_unit_test(a_pile_loses_its_energy_and_nothing_is_lost),
        cmocka_unit_test(a_ball_rests_inside_a_hollow_mesh),
    };
    return cmocka_run_group_tests_name("rest", tests, NULL, NULL);
}
