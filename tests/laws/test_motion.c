// SPDX-License-Identifier: MIT
// Free motion: parabolas, constant velocities, spin.
#include "math/math3.h"
#include "tests/support/joint_support.h"

static const double G = 9.81; // [m/s^2]

// Rates [Hz] and substeps at which what flies does the same.
static const double rates[] = {10, 30, 60, 120, 240};
static const int substeps[] = {1, 4};

#define FOR_EACH_RATE(setup)                                                                       \
    for (size_t rate_ = 0; rate_ < sizeof rates / sizeof *rates; ++rate_)                          \
        for (int fine_ = 0; fine_ < 2; ++fine_)                                                    \
            for (bool once_ = ((setup) = setup_at(rates[rate_], substeps[fine_]), true); once_;    \
                 once_ = false)

static Setup setup_at(double rate, int count)
{
    Setup setup = setup_empty();
    setup.rate = rate;
    setup.def.substeps = count;
    return setup;
}

// Heights are rounded to a float step by step: 1e-6 m at 16 m, some hundred times.
static const double ROUNDED = 1e-4; // [m]

// KHR-5.
static void a_thrown_ball_follows_the_parabola_at_any_rate(void **state)
{
    (void)state;
    Setup setup;
    FOR_EACH_RATE(setup)
    {
        const int ball = setup_body(&setup, sphere_shape(0.1), 0, 10, 0);
        set3(setup.things[ball].motion.linear_velocity, 3, 5, -1);
        setup_start(&setup);
        for (int step = 1; step <= 1.5 * setup.rate; ++step) {
            setup_step(&setup);
            const double t = step / setup.rate;
            const TumVec3 p = setup_pose(&setup, ball).position;
            assert_near(p.x, 3 * t, ROUNDED);
            assert_near(p.y, 10 + 5 * t - G * t * t / 2, ROUNDED);
            assert_near(p.z, -t, ROUNDED);
            assert_near(setup_velocity(&setup, ball).y, 5 - G * t, 1e-4);
        }
        setup_end(&setup);
    }
}

// Also where bodies are asked, in each substep, what they may meet: v^2 / 2 g = 20.4 m.
static void a_stick_thrown_up_fast_and_spinning_follows_the_parabola(void **state)
{
    (void)state;
    Setup setup;
    FOR_EACH_RATE(setup)
    {
        const int stick = setup_body(&setup, capsule_shape(0.4, 0.01, 0.01), 0, 0.5, 0);
        set3(setup.things[stick].motion.linear_velocity, 0, 20, 0);
        set3(setup.things[stick].motion.angular_velocity, 12, 0, 25);
        setup_floor(&setup);
        setup_start(&setup);
        for (int step = 1; step <= 4 * setup.rate; ++step) {
            setup_step(&setup);
            const double t = step / setup.rate;
            assert_near(setup_pose(&setup, stick).position.y, 0.5 + 20 * t - G * t * t / 2,
                        2e-3); // of speeds of 20 m/s, rounded 4000 times
        }
        setup_end(&setup);
    }
}

// A jump at 4 m/s from where a box rests comes 4^2 / 2 g = 0.815 m high, and the highest pose of a
// step is the parabola's at that time; but for the substep in which it leaves the floor, which may
// still push: g h^2 / 2.
static void a_jump_is_as_high_at_any_rate(void **state)
{
    (void)state;
    Setup setup;
    FOR_EACH_RATE(setup)
    {
        setup_floor(&setup);
        const int box = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
        setup_start(&setup);
        setup_run(&setup, 0.2);
        const double floor = (double)setup_pose(&setup, box).position.y;
        const double speed = 4;
        tum_body_set_linear_velocity3(setup.world, setup_id(&setup, box),
                                      (TumVec3){0, (float)speed, 0});
        double top = 0, expected = 0;
        for (int step = 1; step < 0.7 * setup.rate; ++step) {
            setup_step(&setup);
            const double t = step / setup.rate;
            top = fmax(top, (double)setup_pose(&setup, box).position.y - floor);
            expected = fmax(expected, speed * t - G * t * t / 2);
        }
        const double h = 1 / setup.rate / setup.def.substeps;
        assert_near(top, expected, ROUNDED + G * h * h / 2);
        setup_end(&setup);
    }
}

// A constant force is as good as gravity: F t^2 / 2 m.
static void a_constant_force_moves_a_body_along_a_parabola(void **state)
{
    (void)state;
    Setup setup;
    FOR_EACH_RATE(setup)
    {
        const int ball = setup_body(&setup, sphere_shape(0.1), 0, 0, 0);
        setup.things[ball].motion.mass = 2;
        setup.things[ball].motion.gravity_factor = 0.5;
        setup_start(&setup);
        for (int step = 1; step <= setup.rate; ++step) {
            tum_body_add_force3(setup.world, setup_id(&setup, ball), (TumVec3){6, 0, 0}, NULL);
            setup_step(&setup);
        }
        assert_near(setup_pose(&setup, ball).position.x, 3.0 / 2, ROUNDED);
        assert_near(setup_pose(&setup, ball).position.y, -G / 4, ROUNDED);
        setup_end(&setup);
    }
}

// The middle of a chain flies as a stone does, whatever its links do.
static void the_middle_of_a_thrown_chain_follows_the_parabola(void **state)
{
    (void)state;
    Setup setup;
    enum { LINKS = 6 };
    FOR_EACH_RATE(setup)
    {
        if (setup.rate < 60) {
            setup_end(&setup);
            continue;
        }
        Joints joints = joints_of(&setup);
        for (int i = 0; i < LINKS; ++i) {
            const int link = setup_body(&setup, box_shape(0.5, 0.1, 0.1), 0.5 * i, 5, 0);
            setup.things[link].motion.mass = 1;
            set3(setup.things[link].motion.linear_velocity, 1, 4 + i, 0);
        }
        for (int i = 1; i < LINKS; ++i) {
            joint_ball(&joints, joint_add(&joints, i - 1, i, 0.5 * i - 0.25, 5, 0));
        }
        setup_start(&setup);
        setup_run(&setup, 1);
        double x = 0, y = 0;
        for (int i = 0; i < LINKS; ++i) {
            x += (double)setup_pose(&setup, i).position.x / LINKS;
            y += (double)setup_pose(&setup, i).position.y / LINKS;
        }
        assert_near(x, 0.5 * (LINKS - 1) / 2 + 1, ROUNDED);
        assert_near(y, 5 + 4 + (LINKS - 1) / 2.0 - G / 2, ROUNDED);
        joints_end(&joints);
    }
}

// What a switched-off joint still names is moved by itself, and flies as everything does.
static void a_body_whose_joint_is_switched_off_follows_the_parabola(void **state)
{
    (void)state;
    Setup setup;
    FOR_EACH_RATE(setup)
    {
        Joints joints = joints_of(&setup);
        const int post = setup_static(&setup, box_shape(1, 1, 1), 0, 10, 0);
        const int ball = setup_body(&setup, sphere_shape(0.1), 2, 10, 0);
        set3(setup.things[ball].motion.linear_velocity, 3, 5, -1);
        joint_ball(&joints, joint_add(&joints, post, ball, 1, 10, 0));
        setup_start(&setup);
        assert_int_equal(
            tum_joint_set_enabled(setup.world, tum_world_joint_at(setup.world, 0), false), TUM_OK);
        for (int step = 1; step <= 1.5 * setup.rate; ++step) {
            setup_step(&setup);
            const double t = step / setup.rate;
            const TumVec3 p = setup_pose(&setup, ball).position;
            assert_near(p.x, 2 + 3 * t, ROUNDED);
            assert_near(p.y, 10 + 5 * t - G * t * t / 2, ROUNDED);
            assert_near(p.z, -t, ROUNDED);
        }
        joints_end(&joints);
    }
}

// Without loss a ball comes back to where it fell from, bounce after bounce: 20 of them within 1 mm
// of 1 m. It is large, so that nobody follows it to an impact.
static void a_ball_that_bounces_without_loss_keeps_its_height(void **state)
{
    (void)state;
    Setup setup;
    FOR_EACH_RATE(setup)
    {
        setup.rate = fmax(setup.rate, 30);
        setup_floor(&setup);
        const int ball = setup_body(&setup, sphere_shape(1), 0, 2, 0);
        setup_all_materials(&setup, 0, 0, 1);
        setup_start(&setup);
        const double bounce = 2 * sqrt(2 / G); // [s]
        for (int step = 1; step <= 20 * bounce * setup.rate; ++step) {
            setup_step(&setup);
            const double v = (double)setup_velocity(&setup, ball).y;
            const double height = (double)setup_pose(&setup, ball).position.y - 1;
            assert_near(height + v * v / (2 * G), 1, 1e-3);
        }
        setup_end(&setup);
    }
}

// KHR-25, KHR-26, OMI-BODY-42.
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
// OMI-BODY-31.
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

// KHR-16.
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

// A turntable carries a box by friction, and is made dynamic: its inertia shows from then on alone.
// OMI-BODY-33, OMI-BODY-40.
static void a_kinematic_body_turns_alike_with_any_inertia(void **state)
{
    (void)state;
    uint64_t hash[2] = {0};
    for (int heavy = 0; heavy < 2; ++heavy) {
        const double inertia = heavy ? 40 : 0.1;
        Setup setup = setup_empty();
        const int table = setup_body(&setup, cylinder_shape(0.2, 2, 2), 0, 0, 0);
        const int load = setup_body(&setup, box_shape(0.2, 0.2, 0.2), 0.5, 0.2, 0);
        MotionDef *motion = &setup.things[table].motion;
        motion->kind = TUM_BODY_KINEMATIC;
        set3(motion->angular_velocity, 0, 1, 0);
        set3(motion->inertia, inertia, inertia, inertia);
        setup_start(&setup);
        setup_run(&setup, 1);
        hash[heavy] = tum_world_hash(setup.world);
        assert_near(setup_spin(&setup, table).y, 1, 0);
        assert_true(fabs((double)setup_pose(&setup, load).position.z) > 0.2); // It was carried.
        // Made dynamic and hit by 2 N m s: omega = 1 + 2 / I.
        tum_world_remove_body(setup.world, setup_id(&setup, load));
        assert_int_equal(tum_body_set_kind(setup.world, setup_id(&setup, table), TUM_BODY_DYNAMIC),
                         TUM_OK);
        tum_body_apply_impulse3(setup.world, setup_id(&setup, table), (TumVec3){0, 0, 0},
                                (TumVec3){0, 2, 0});
        assert_near(setup_spin(&setup, table).y, 1 + 2 / inertia, 1e-4);
        setup_end(&setup);
    }
    assert_true(hash[0] == hash[1]);
}

// Decision D3: infinite mass means constant velocity, gravity included.
// KHR-32.
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

// KHR-33.
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

// Two balls of one body, half inside each other, and a third body that falls on them.
// KHR-79.
static void colliders_of_one_body_do_not_meet(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup.def.contact_events = true;
    const int body = setup_body(&setup, sphere_shape(0.5), 0, 5, 0);
    const int part = setup_static(&setup, sphere_shape(0.5), 0.5, 0, 0);
    setup_parent(&setup, part, body);
    const int other = setup_body(&setup, sphere_shape(0.5), 0.25, 6.1, 0);
    setup.things[other].motion.linear_velocity[1] = -2;
    setup_start(&setup);
    int met = 0;
    for (int i = 0; i < 30; ++i) {
        setup_step(&setup);
        const TumEvent *events;
        const size_t count = tum_world_events(setup.world, &events);
        for (size_t k = 0; k < count; ++k) {
            assert_true(events[k].a.node == other || events[k].b.node == other);
            ++met;
        }
    }
    assert_true(met > 0);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_body_keeps_its_energy_while_it_tumbles),
        cmocka_unit_test(a_thrown_ball_follows_the_parabola_at_any_rate),
        cmocka_unit_test(a_stick_thrown_up_fast_and_spinning_follows_the_parabola),
        cmocka_unit_test(a_jump_is_as_high_at_any_rate),
        cmocka_unit_test(a_constant_force_moves_a_body_along_a_parabola),
        cmocka_unit_test(the_middle_of_a_thrown_chain_follows_the_parabola),
        cmocka_unit_test(a_body_whose_joint_is_switched_off_follows_the_parabola),
        cmocka_unit_test(a_ball_that_bounces_without_loss_keeps_its_height),
        cmocka_unit_test(gravity_factor_scales_gravity),
        cmocka_unit_test(a_body_with_an_offset_center_circles_it),
        cmocka_unit_test(a_kinematic_body_keeps_its_velocity_whatever_it_hits),
        cmocka_unit_test(a_kinematic_body_turns_alike_with_any_inertia),
        cmocka_unit_test(a_body_of_infinite_mass_flies_straight_on),
        cmocka_unit_test(a_body_of_infinite_inertia_never_turns),
        cmocka_unit_test(a_slowly_drifting_body_is_not_put_to_sleep),
        cmocka_unit_test(a_free_body_keeps_its_angular_momentum_and_flips_about_its_middle_axis),
        cmocka_unit_test(colliders_of_one_body_do_not_meet),
    };
    return cmocka_run_group_tests_name("motion", tests, NULL, NULL);
}
