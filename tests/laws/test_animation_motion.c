// SPDX-License-Identifier: MIT
// What a motion says of a body, changed by animations: kinematic or not, centre of mass, inertia
// (docs/simulation.md#properties-by-pointer).
#include "tests/support/joint_support.h"
#include "tumble/interact3.h"

static const double G = 9.81;

static const double second[2] = {0, 1};

static void step_at(Setup *setup, const char *pointer, size_t width, const double *times,
                    const double *values)
{
    setup_pointer_track(setup, pointer, width, TUM_INTERPOLATION_STEP, 2, times, values);
}

static void a_body_that_is_let_go_falls(void **state)
{
    (void)state;
    // Held for a second, by a file that makes it dynamic and by one that makes it kinematic.
    const double held[2] = {1, 0};
    for (int kind = TUM_BODY_KINEMATIC; kind <= TUM_BODY_DYNAMIC; ++kind) {
        Setup setup = setup_empty();
        const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
        setup.things[box].motion.kind = (TumBodyKind)kind;
        step_at(&setup, "/motion/isKinematic", 1, second, held);
        setup_start(&setup);
        assert_int_equal(tum_body_kind(setup.world, setup_id(&setup, box)), TUM_BODY_KINEMATIC);
        setup_run(&setup, 59 / 60.0);
        assert_near(setup_pose(&setup, box).position.y, 0, 0);
        setup_run(&setup, 1);
        assert_int_equal(tum_body_kind(setup.world, setup_id(&setup, box)), TUM_BODY_DYNAMIC);
        assert_near(setup_velocity(&setup, box).y, -G, 1e-3);
        setup_end(&setup);
    }
}

static void a_body_that_becomes_kinematic_keeps_its_velocity(void **state)
{
    (void)state;
    const double held[2] = {0, 1};
    Setup setup = setup_empty();
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    step_at(&setup, "/motion/isKinematic", 1, second, held);
    setup_start(&setup);
    setup_run(&setup, 59 / 60.0);
    const double speed = (double)setup_velocity(&setup, box).y;
    assert_near(speed, -G * 59 / 60, 1e-3);
    setup_run(&setup, 1);
    assert_near(setup_velocity(&setup, box).y, speed, 0);
    setup_end(&setup);
}

static void a_body_that_is_let_go_wakes_and_moves_what_it_held(void **state)
{
    (void)state;
    // A shelf with a box asleep on it: both fall.
    const double times[2] = {0, 3}, held[2] = {1, 0};
    Setup setup = setup_empty();
    const int shelf = setup_body(&setup, box_shape(2, 0.2, 2), 0, 0, 0);
    const int load = setup_body(&setup, box_shape(0.5, 0.5, 0.5), 0, 0.35, 0);
    step_at(&setup, "/motion/isKinematic", 1, times, held);
    setup_start(&setup);
    setup_run(&setup, 2.9);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, load)));
    setup_run(&setup, 1.1);
    assert_near(setup_velocity(&setup, shelf).y, -G, 0.2);
    assert_near(setup_velocity(&setup, load).y, -G, 0.2);
    setup_end(&setup);
}

static void a_joint_holds_a_body_that_is_kinematic_at_times(void **state)
{
    (void)state;
    // A bob hangs from a body that is held at first; then both fall, the bob 1 m below.
    const double held[2] = {1, 0};
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    const int hand = setup_body(&setup, box_shape(0.2, 0.2, 0.2), 0, 0, 0);
    const int bob = setup_body(&setup, sphere_shape(0.2), 0, -1, 0);
    joint_ball(&joints, joint_add(&joints, hand, bob, 0, 0, 0));
    step_at(&setup, "/motion/isKinematic", 1, second, held);
    setup_start(&setup);
    setup_run(&setup, 59 / 60.0);
    assert_near(setup_pose(&setup, bob).position.y, -1, 1e-3);
    assert_near(setup_pose(&setup, hand).position.y, 0, 0);
    setup_run(&setup, 1);
    assert_near(setup_velocity(&setup, hand).y, -G, 1e-2);
    assert_near((double)setup_pose(&setup, hand).position.y -
                    (double)setup_pose(&setup, bob).position.y,
                1, 1e-3);
    joints_end(&joints);
}

static void a_kinematic_body_stands_still_under_a_blow(void **state)
{
    (void)state;
    // Held when the ball comes at 2 m/s: it bounces as from a wall.
    const double times[2] = {0, 5}, held[2] = {1, 0};
    Setup setup = setup_empty();
    const int body = setup_body(&setup, sphere_shape(0.5), 2, 0, 0);
    const int ball = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup.things[body].motion.gravity_factor = setup.things[ball].motion.gravity_factor = 0;
    set3(setup.things[ball].motion.linear_velocity, 2, 0, 0);
    setup_all_materials(&setup, 0, 0, 1);
    step_at(&setup, "/motion/isKinematic", 1, times, held);
    setup_start(&setup);
    setup_run(&setup, 1.5);
    assert_near(setup_velocity(&setup, ball).x, -2, 0.01);
    assert_near(setup_velocity(&setup, body).x, 0, 0);
    setup_end(&setup);
}

static void a_centre_of_mass_that_moves_takes_nothing_along(void **state)
{
    (void)state;
    // The body turns by 1 rad/s about its centre; then a point 1 m off is the centre. Nothing
    // jumps, and from then on that point goes straight on with the velocity it had, omega r.
    const double center[6] = {0, 0, 0, 1, 0, 0};
    Setup setup = setup_empty();
    const int body = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup.things[body].motion.gravity_factor = 0;
    set3(setup.things[body].motion.angular_velocity, 0, 0, 1);
    setup_pointer_track(&setup, "/motion/centerOfMass", 3, TUM_INTERPOLATION_STEP, 2, second,
                        center);
    setup_start(&setup);
    setup_run(&setup, 59 / 60.0);
    const double from = 59 / 60.0;
    assert_near(setup_pose(&setup, body).position.x, 0, 1e-6);
    setup_run(&setup, 1);
    // The centre was at (cos a, sin a) with velocity (-sin a, cos a), a = 59/60, for one second;
    // the node is a metre behind it, at the angle a + 1.
    const double to = from + 1;
    assert_near(setup_velocity(&setup, body).x, -sin(from), 2e-3);
    assert_near(setup_velocity(&setup, body).y, cos(from), 2e-3);
    assert_near(setup_pose(&setup, body).position.x, cos(from) - sin(from) - cos(to), 2e-3);
    assert_near(setup_pose(&setup, body).position.y, sin(from) + cos(from) - sin(to), 2e-3);
    setup_end(&setup);
}

static void a_box_tips_over_the_edge_when_its_centre_goes_there(void **state)
{
    (void)state;
    const double times[2] = {0, 2}, center[6] = {0, 0, 0, 0.6, 0, 0};
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    step_at(&setup, "/motion/centerOfMass", 3, times, center);
    setup_start(&setup);
    setup_run(&setup, 1.9);
    assert_false(tum_body_is_awake(setup.world, setup_id(&setup, box)));
    assert_near(setup_tilt(&setup, box), 0, 1e-3);
    setup_run(&setup, 1.5);
    assert_near(setup_tilt(&setup, box), 1.5708, 0.02); // on its side
    setup_end(&setup);
}

// [rad/s] What a blow of 1 N m s about Z gives a body whose inertia is animated, after `seconds`.
static double spin_after_blow(double seconds, const double *inertia)
{
    Setup setup = setup_empty();
    const int body = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup.things[body].motion.gravity_factor = 0;
    step_at(&setup, "/motion/inertiaDiagonal", 3, second, inertia);
    setup_start(&setup);
    setup_run(&setup, seconds);
    assert_int_equal(tum_body_apply_impulse3(setup.world, setup_id(&setup, body),
                                             (TumVec3){0, 0, 0}, (TumVec3){0, 0, 1}),
                     TUM_OK);
    setup_step(&setup);
    const double spin = (double)setup_spin(&setup, body).z;
    setup_end(&setup);
    return spin;
}

static void a_blow_turns_by_the_inertia_of_its_time(void **state)
{
    (void)state;
    const double inertia[6] = {3, 3, 4, 1, 1, 0.5}, endless[6] = {3, 3, 4, 1, 1, 0};
    assert_near(spin_after_blow(0.5, inertia), 1 / 4.0, 1e-5);
    assert_near(spin_after_blow(1.5, inertia), 1 / 0.5, 1e-4);
    assert_near(spin_after_blow(1.5, endless), 0, 0); // 0: nothing changes that rate
}

static void principal_axes_turn_with_their_track(void **state)
{
    (void)state;
    // Moments 1 2 4 kg m^2; the frame is turned by a quarter about X, so that Z has the second.
    const double turn[8] = {0, 0, 0, 1, 0.70710678118654752, 0, 0, 0.70710678118654752};
    Setup setup = setup_empty();
    const int body = setup_body(&setup, box_shape(1, 1, 1), 0, 0, 0);
    setup.things[body].motion.gravity_factor = 0;
    set3(setup.things[body].motion.inertia, 1, 2, 4);
    step_at(&setup, "/motion/inertiaOrientation", 4, second, turn);
    setup_start(&setup);
    setup_run(&setup, 1.5);
    assert_int_equal(tum_body_apply_impulse3(setup.world, setup_id(&setup, body),
                                             (TumVec3){0, 0, 0}, (TumVec3){0, 0, 1}),
                     TUM_OK);
    setup_step(&setup);
    assert_near(setup_spin(&setup, body).z, 1 / 2.0, 1e-5);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_that_is_let_go_falls),
        cmocka_unit_test(a_body_that_becomes_kinematic_keeps_its_velocity),
        cmocka_unit_test(a_body_that_is_let_go_wakes_and_moves_what_it_held),
        cmocka_unit_test(a_joint_holds_a_body_that_is_kinematic_at_times),
        cmocka_unit_test(a_kinematic_body_stands_still_under_a_blow),
        cmocka_unit_test(a_centre_of_mass_that_moves_takes_nothing_along),
        cmocka_unit_test(a_box_tips_over_the_edge_when_its_centre_goes_there),
        cmocka_unit_test(a_blow_turns_by_the_inertia_of_its_time),
        cmocka_unit_test(principal_axes_turn_with_their_track),
    };
    return cmocka_run_group_tests_name("animated motions", tests, NULL, NULL);
}
