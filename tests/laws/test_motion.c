// SPDX-License-Identifier: MIT
// Free motion: parabolas, constant velocities, spin.
#include "math/scalar.h"
#include "tests/support/world_support.h"

// Symplectic Euler with substeps of h falls g t (t + h) / 2: the parabola but for g t h / 2.
static void a_thrown_ball_follows_the_parabola(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int ball = setup_body(&setup, sphere_shape(0.1), 0, 10, 0);
    set3(setup.things[ball].motion.linear_velocity, 3, 5, -1);
    setup_start(&setup);
    setup_run(&setup, 1.5);
    const double t = 1.5, h = 1.0 / 240;
    const TumVec3 p = setup_pose(&setup, ball).position;
    assert_near(p.x, 3 * t, 1e-4);
    assert_near(p.y, 10 + 5 * t - 9.81 * t * (t + h) / 2, 2e-4);
    assert_near(p.z, -t, 1e-4);
    assert_near(setup_velocity(&setup, ball).y, 5 - 9.81 * t, 1e-4);
    setup_end(&setup);
}

static void gravity_factor_scales_gravity(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int floats = setup_body(&setup, sphere_shape(0.1), 0, 0, 0);
    const int rises = setup_body(&setup, sphere_shape(0.1), 1, 0, 0);
    setup.things[floats].motion.gravity_factor = 0;
    setup.things[rises].motion.gravity_factor = -2;
    setup_start(&setup);
    setup_run(&setup, 1);
    assert_near(setup_pose(&setup, floats).position.y, 0, 0);
    assert_near(setup_velocity(&setup, rises).y, 2 * 9.81, 1e-4);
    setup_end(&setup);
}

// A free body turns about its centre of mass, not about its node.
static void a_body_with_an_offset_center_circles_it(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int body = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    MotionDef *motion = &setup.things[body].motion;
    motion->gravity_factor = 0;
    motion->center_rule = CENTER_AUTHORED;
    set3(motion->center_of_mass, 2, 0, 0);
    set3(motion->inertia, 1, 1, 1);
    set3(motion->angular_velocity, 0, 0, PI);
    setup_start(&setup);
    setup_run(&setup, 1); // half a turn about (2, 0, 0)
    assert_near(setup_pose(&setup, body).position.x, 4, 2e-3);
    assert_near(setup_pose(&setup, body).position.y, 0, 5e-3);
    assert_near(tum_body_center_of_mass3(setup.world, setup_id(&setup, body)).x, 2, 1e-5);
    setup_end(&setup);
}

static void a_kinematic_body_keeps_its_velocity_whatever_it_hits(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int pusher = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int pushed = setup_body(&setup, box_shape(1, 1, 1), 2, 0.5, 0);
    setup.things[pusher].motion.kind = TUM_BODY_KINEMATIC;
    set3(setup.things[pusher].motion.linear_velocity, 1, 0, 0);
    setup_start(&setup);
    setup_run(&setup, 3);
    assert_near(setup_pose(&setup, pusher).position.x, 3, 1e-4);
    assert_near(setup_velocity(&setup, pusher).x, 1, 0);
    assert_near(setup_pose(&setup, pushed).position.x, 4, 0.02);
    setup_end(&setup);
}

// Decision D3: infinite mass means constant velocity, gravity included.
static void a_body_of_infinite_mass_flies_straight_on(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int body = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    const int obstacle = setup_body(&setup, sphere_shape(0.5), 3, 0.2, 0);
    setup.things[obstacle].motion.gravity_factor = 0;
    setup.things[body].motion.mass = INFINITY;
    set3(setup.things[body].motion.linear_velocity, 2, 0, 0);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_near(setup_velocity(&setup, body).x, 2, 0);
    assert_near(setup_pose(&setup, body).position.x, 4, 1e-4);
    assert_near(setup_pose(&setup, body).position.y, 0, 0);
    assert_true(setup_velocity(&setup, obstacle).x > 1);
    setup_end(&setup);
}

static void a_body_of_infinite_inertia_never_turns(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_static(&setup, box_shape(1, 1, 1), 0, -0.5, 0);
    const int body = setup_body(&setup, box_shape(1, 1, 1), 0.9, 1, 0);
    set3(setup.things[body].motion.inertia, INFINITY, INFINITY, INFINITY);
    setup_start(&setup);
    setup_run(&setup, 2);
    assert_near(setup_tilt(&setup, body), 0, 0);
    assert_near(setup_pose(&setup, body).position.y, 0.5, 0.01);
    setup_end(&setup);
}

static void a_slowly_drifting_body_is_not_put_to_sleep(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int body = setup_body(&setup, sphere_shape(0.5), 0, 0, 0);
    setup.things[body].motion.gravity_factor = 0;
    set3(setup.things[body].motion.linear_velocity, 0.01, 0, 0);
    setup_start(&setup);
    setup_run(&setup, 10);
    assert_near(setup_pose(&setup, body).position.x, 0.1, 1e-5);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thrown_ball_follows_the_parabola),
        cmocka_unit_test(gravity_factor_scales_gravity),
        cmocka_unit_test(a_body_with_an_offset_center_circles_it),
        cmocka_unit_test(a_kinematic_body_keeps_its_velocity_whatever_it_hits),
        cmocka_unit_test(a_body_of_infinite_mass_flies_straight_on),
        cmocka_unit_test(a_body_of_infinite_inertia_never_turns),
        cmocka_unit_test(a_slowly_drifting_body_is_not_put_to_sleep),
    };
    return cmocka_run_group_tests_name("motion", tests, NULL, NULL);
}
