// SPDX-License-Identifier: MIT
// Free motion: parabolas, constant velocities, spin.
#include "math/math3.h"
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

// L = R I R^T w of a free body is constant; about the middle axis it turns over and over all the
// same (the tennis-racket theorem, Poinsot 1834).
static void a_free_body_keeps_its_angular_momentum_and_flips_about_its_middle_axis(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int body = setup_body(&setup, box_shape(1, 0.6, 0.2), 0, 0, 0);
    MotionDef *motion = &setup.things[body].motion;
    motion->gravity_factor = 0;
    set3(motion->angular_velocity, 0.02, 6, 0.02);
    setup_start(&setup);
    // A box a b c has its middle moment about the middle edge: I_y between I_z and I_x.
    const double *inertia = setup.scene->bodies[0].inertia;
    const double *frame = setup.scene->bodies[0].inertia_rotation.q;
    assert_near(fabs(frame[3]), 1, 1e-9);
    const double start = inertia[1] * 6;
    int flips = 0;
    bool was_up = true;
    for (int i = 0; i < 60 * 20; ++i) {
        setup_step(&setup);
        const TumQuat q = setup_pose(&setup, body).rotation;
        const TumVec3 w = setup_spin(&setup, body);
        const Quat rotation = {q.x, q.y, q.z, q.w};
        const Vec3 local = quat_unrotate(rotation, (Vec3){w.x, w.y, w.z});
        const Vec3 momentum =
            quat_rotate(rotation, (Vec3){local.x * (float)inertia[0], local.y * (float)inertia[1],
                                         local.z * (float)inertia[2]});
        assert_near(momentum.x / start, 0.02 * inertia[0] / start, 2e-4);
        assert_near(momentum.y / start, 1, 2e-4);
        assert_near(momentum.z / start, 0.02 * inertia[2] / start, 2e-4);
        const float up = quat_rotate(rotation, (Vec3){0, 1, 0}).y;
        if (was_up ? up < -0.9f : up > 0.9f) {
            was_up = !was_up;
            ++flips;
        }
    }
    assert_between(flips, 4, 40);
    setup_end(&setup);
}

// Energy of a body that nothing touches is w . L / 2, whichever way it tumbles; its turning is
// worked out from the middle of a substep, which is looked for in rounds.
static void a_free_body_keeps_its_energy_while_it_tumbles(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    const int body = setup_body(&setup, box_shape(1, 0.6, 0.2), 0, 0, 0);
    MotionDef *motion = &setup.things[body].motion;
    motion->gravity_factor = 0;
    set3(motion->angular_velocity, 8, 10, 9);
    setup_start(&setup);
    const double *inertia = setup.scene->bodies[0].inertia;
    double start = 0, worst = 0;
    for (int i = 0; i <= 60 * 30; ++i) {
        const TumQuat q = setup_pose(&setup, body).rotation;
        const TumVec3 w = setup_spin(&setup, body);
        const Vec3 local = quat_unrotate((Quat){q.x, q.y, q.z, q.w}, (Vec3){w.x, w.y, w.z});
        const double energy = inertia[0] * (double)(local.x * local.x) +
                              inertia[1] * (double)(local.y * local.y) +
                              inertia[2] * (double)(local.z * local.z);
        start = i == 0 ? energy : start;
        worst = fmax(worst, fabs(energy / start - 1));
        setup_step(&setup);
    }
    assert_between(worst, 0, 5e-4); // with one round less 2e-2
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_body_keeps_its_energy_while_it_tumbles),
        cmocka_unit_test(a_thrown_ball_follows_the_parabola),
        cmocka_unit_test(gravity_factor_scales_gravity),
        cmocka_unit_test(a_body_with_an_offset_center_circles_it),
        cmocka_unit_test(a_kinematic_body_keeps_its_velocity_whatever_it_hits),
        cmocka_unit_test(a_body_of_infinite_mass_flies_straight_on),
        cmocka_unit_test(a_body_of_infinite_inertia_never_turns),
        cmocka_unit_test(a_slowly_drifting_body_is_not_put_to_sleep),
        cmocka_unit_test(a_free_body_keeps_its_angular_momentum_and_flips_about_its_middle_axis),
    };
    return cmocka_run_group_tests_name("motion", tests, NULL, NULL);
}
