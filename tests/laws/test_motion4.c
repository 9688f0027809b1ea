// SPDX-License-Identifier: MIT
// Free motion in four dimensions, and what collisions leave as it was.
#include "math/rotation4.h"
#include "tests/support/world_support4.h"

static const double STILL4[4] = {0, 0, 0, 0};
static const double STILL6[6] = {0, 0, 0, 0, 0, 0};

static Setup4 weightless(void)
{
    Setup4 setup = setup4_empty();
    setup.def.override_gravity = true;
    memset(setup.def.gravity, 0, sizeof setup.def.gravity);
    return setup;
}

// The matrix of a body, row by column.
static void basis_of(const Setup4 *setup, int thing, double m[4][4])
{
    const TumBasis4 b = tum_body_pose4(setup->world, setup4_id(setup, thing)).rotation;
    const TumVec4 columns[4] = {b.x, b.y, b.z, b.w};
    for (int c = 0; c < 4; ++c) {
        const Place4 column = place4(columns[c]);
        for (int r = 0; r < 4; ++r) {
            m[r][c] = column.at[r];
        }
    }
}

typedef struct Plane {
    int i, j;
} Plane;

static const Plane PLANES[6] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};

// Angular momentum in the world of a body whose principal axes are its own: each plane of the body
// has I_ij times the rate there, and bivectors turn by the minors of the matrix.
static void momentum_of(const Setup4 *setup, int thing, double momentum[6])
{
    const TumBody *body = &setup->scene->bodies[setup4_index(setup, thing)];
    double m[4][4], spin[6], local[6];
    basis_of(setup, thing, m);
    setup4_spin(setup, thing, spin);
    for (int p = 0; p < 6; ++p) {
        local[p] = 0;
        for (int q = 0; q < 6; ++q) {
            const Plane a = PLANES[q], b = PLANES[p];
            local[p] += (m[a.i][b.i] * m[a.j][b.j] - m[a.i][b.j] * m[a.j][b.i]) * spin[q];
        }
        local[p] *= body->inertia[p];
    }
    for (int p = 0; p < 6; ++p) {
        momentum[p] = 0;
        for (int q = 0; q < 6; ++q) {
            const Plane a = PLANES[p], b = PLANES[q];
            momentum[p] += (m[a.i][b.i] * m[a.j][b.j] - m[a.i][b.j] * m[a.j][b.i]) * local[q];
        }
    }
}

static double dot6(const double a[6], const double b[6])
{
    double sum = 0;
    for (int i = 0; i < 6; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

// Every component follows the parabola, and w is one.
// G4MF-9.
static void a_thrown_body_falls_along_gravity_alone(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int ball = setup4_body(&setup, ball4(0.5), (double[4]){1, 2, 3, 4});
    const double velocity[4] = {1, 5, -2, 3};
    setup4_move(&setup, ball, velocity, STILL6);
    setup4_start(&setup);
    setup4_run(&setup, 1);
    const Place4 p = setup4_position(&setup, ball), v = setup4_velocity(&setup, ball);
    assert_near(p.at[0], 2, 1e-5);
    assert_near(p.at[1], 2 + 5 - 0.5 * 9.81, 1e-4);
    assert_near(p.at[2], 1, 1e-5);
    assert_near(p.at[3], 7, 5e-5); // 240 additions, rounded
    assert_near(v.at[1], 5 - 9.81, 1e-4);
    assert_near(v.at[3], 3, 0);
    setup4_end(&setup);
}

static void gravity_may_point_along_w(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.override_gravity = true;
    const float along_w[4] = {0, 0, 0, -2};
    memcpy(setup.def.gravity, along_w, sizeof along_w);
    const int full = setup4_body(&setup, ball4(0.5), STILL4);
    const int half = setup4_body(&setup, ball4(0.5), (double[4]){3, 0, 0, 0});
    setup.things[half].motion.gravity_factor = 0.5;
    setup4_start(&setup);
    setup4_run(&setup, 1);
    assert_near(setup4_velocity(&setup, full).at[3], -2, 1e-5);
    assert_near(setup4_velocity(&setup, half).at[3], -1, 1e-5);
    assert_near(setup4_velocity(&setup, full).at[1], 0, 0);
    setup4_end(&setup);
}

// A tesseract resists alike in all planes, so it turns as exp(t spin): by the angle 3 t from X to Y
// and at the same time by 2 t from Z to W.
static void a_tesseract_turns_in_two_planes_at_once(void **state)
{
    (void)state;
    Setup4 setup = weightless();
    const int box = setup4_body(&setup, box4(1, 1, 1, 1), STILL4);
    setup4_move(&setup, box, STILL4, (double[6]){3, 0, 0, 0, 0, 2});
    setup4_start(&setup);
    setup4_run(&setup, 2);
    double m[4][4];
    basis_of(&setup, box, m);
    const double expected[4][4] = {{cos(6.0), -sin(6.0), 0, 0},
                                   {sin(6.0), cos(6.0), 0, 0},
                                   {0, 0, cos(4.0), -sin(4.0)},
                                   {0, 0, sin(4.0), cos(4.0)}};
    for (int r = 0; r < 4; ++r) {
        for (int c = 0; c < 4; ++c) {
            assert_near(m[r][c], expected[r][c], 2e-5); // 480 turns, rounded
        }
    }
    setup4_end(&setup);
}

// A body with four different edges tumbles. What stays for 100 000 steps: its six momenta, to the
// last bits of what can be measured of them, and its energy within the swing that the method has.
static void a_free_body_keeps_six_momenta_and_its_energy(void **state)
{
    (void)state;
    Setup4 setup = weightless();
    setup.def.no_sleep = true;
    const int box = setup4_body(&setup, box4(0.5, 1, 1.5, 2), STILL4);
    const double angular[6] = {1.0, -2.0, 0.5, 1.5, 0.8, -1.2};
    setup4_move(&setup, box, STILL4, angular);
    setup4_start(&setup);
    double before[6], spin[6];
    momentum_of(&setup, box, before);
    setup4_spin(&setup, box, spin);
    const double size = sqrt(dot6(before, before)), energy = dot6(before, spin);
    double worst = 0, worst_energy = 0;
    for (int step = 0; step < 100000; ++step) {
        setup4_step(&setup);
        if (step % 100 != 99) {
            continue;
        }
        double now[6], off[6];
        momentum_of(&setup, box, now);
        setup4_spin(&setup, box, spin);
        for (int i = 0; i < 6; ++i) {
            off[i] = now[i] - before[i];
        }
        worst = fmax(worst, sqrt(dot6(off, off)) / size);
        worst_energy = fmax(worst_energy, fabs(dot6(now, spin) / energy - 1));
    }
    assert_near(worst, 0, 1e-6);
    // Second order in the substep: about 1e-4 at these rates, plus what rounding the pose
    // 400 000 times amounts to.
    assert_near(worst_energy, 0, 1e-3);
    setup4_end(&setup);
}

static void a_box_in_three_of_four_dimensions_turns_as_in_three(void **state)
{
    (void)state;
    // Spinning in XY, XZ and YZ alone, about the middle one of its axes, so that it turns over: W
    // has no part in it.
    Setup4 setup = weightless();
    const int box = setup4_body(&setup, box4(0.5, 1, 2, 0.7), STILL4);
    setup4_move(&setup, box, STILL4, (double[6]){0.01, 3.0, 0.02, 0, 0, 0});
    setup4_start(&setup);
    setup4_run(&setup, 10);
    double spin[6], m[4][4];
    setup4_spin(&setup, box, spin);
    basis_of(&setup, box, m);
    for (int k = 0; k < 3; ++k) {
        assert_near(spin[3 + k], 0, 1e-6);
        assert_near(m[3][k], 0, 1e-5);
    }
    assert_near(m[3][3], 1, 1e-6);
    setup4_end(&setup);
}

// G4MF-8.
static void kinematic_bodies_keep_their_velocities_for_ever(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int platform = setup4_body(&setup, box4(1, 0.2, 2, 3), STILL4);
    setup.things[platform].motion.kind = TUM_BODY_KINEMATIC;
    const double linear[4] = {0.1, 0.2, 0, -0.3}, angular[6] = {0, 0.5, 0, 0, 0.25, 0};
    setup4_move(&setup, platform, linear, angular);
    setup4_start(&setup);
    setup4_run(&setup, 4);
    double spin[6];
    setup4_spin(&setup, platform, spin);
    for (int k = 0; k < 6; ++k) {
        assert_near(spin[k], angular[k], 1e-7);
    }
    for (int k = 0; k < 4; ++k) {
        assert_near(setup4_position(&setup, platform).at[k], 4 * linear[k], 1e-5);
    }
    // XZ and YW commute: by 2 rad in the one, by 1 rad in the other.
    double m[4][4];
    basis_of(&setup, platform, m);
    assert_near(m[2][0], sin(2.0), 1e-5);
    assert_near(m[3][1], sin(1.0), 1e-5);
    setup4_end(&setup);
}

// Momentum of all, and angular momentum about the origin.
// A plate that turns in XZ carries a box by friction, and is made dynamic: its inertia shows from
// then on alone.
// G4MF-17.
static void a_kinematic_body_turns_alike_with_any_inertia_in_4_dimensions(void **state)
{
    (void)state;
    uint64_t hash[2] = {0};
    for (int heavy = 0; heavy < 2; ++heavy) {
        const double inertia = heavy ? 40 : 0.1;
        Setup4 setup = setup4_empty();
        const int plate = setup4_body(&setup, box4(4, 0.2, 4, 4), STILL4);
        const int load = setup4_body(&setup, box4(0.2, 0.2, 0.2, 0.2), (double[4]){0.5, 0.2, 0, 0});
        MotionDef *motion = &setup.things[plate].motion;
        motion->kind = TUM_BODY_KINEMATIC;
        for (int k = 0; k < 6; ++k) {
            motion->inertia[k] = inertia;
        }
        setup4_move(&setup, plate, STILL4, (double[6]){0, 1, 0, 0, 0, 0});
        setup4_start(&setup);
        setup4_run(&setup, 1);
        hash[heavy] = tum_world_hash(setup.world);
        double spin[6];
        setup4_spin(&setup, plate, spin);
        assert_near(spin[1], 1, 0);
        assert_true(fabs(setup4_position(&setup, load).at[2]) > 0.2); // It was carried.
        // Made dynamic and hit by 2 N m s: omega = 1 + 2 / I.
        const TumBodyId id = setup4_id(&setup, plate);
        tum_world_remove_body(setup.world, setup4_id(&setup, load));
        assert_int_equal(tum_body_set_kind(setup.world, id, TUM_BODY_DYNAMIC), TUM_OK);
        tum_body_apply_impulse4(setup.world, id, (TumVec4){0, 0, 0, 0},
                                (TumBivec4){0, 2, 0, 0, 0, 0});
        assert_near(tum_body_angular_velocity4(setup.world, id).xz, 1 + 2 / inertia, 1e-4);
        setup4_end(&setup);
    }
    assert_true(hash[0] == hash[1]);
}

static void total_momentum(const Setup4 *setup, double linear[4], double angular[6])
{
    memset(linear, 0, 4 * sizeof *linear);
    memset(angular, 0, 6 * sizeof *angular);
    for (int i = 0; i < setup->count; ++i) {
        const double mass = setup->scene->bodies[setup4_index(setup, i)].mass;
        const Place4 v = setup4_velocity(setup, i), p = setup4_position(setup, i);
        double spin[6];
        momentum_of(setup, i, spin);
        for (int k = 0; k < 4; ++k) {
            linear[k] += mass * v.at[k];
        }
        for (int k = 0; k < 6; ++k) {
            const Plane a = PLANES[k];
            angular[k] += spin[k] + mass * (p.at[a.i] * v.at[a.j] - p.at[a.j] * v.at[a.i]);
        }
    }
}

static double energy_of(const Setup4 *setup)
{
    double sum = 0;
    for (int i = 0; i < setup->count; ++i) {
        double spin[6], momentum[6];
        const Place4 v = setup4_velocity(setup, i);
        setup4_spin(setup, i, spin);
        momentum_of(setup, i, momentum);
        sum += 0.5 * dot6(spin, momentum) +
               0.5 * setup->scene->bodies[setup4_index(setup, i)].mass * dot4(v.at, v.at);
    }
    return sum;
}

// Two boxes that tumble into each other, off center, with friction. Contact points of both differ
// by what separates the surfaces, so angular momentum holds to separation times impulse.
// G4MF-9.
static void bodies_that_collide_keep_their_momenta_and_gain_no_energy(void **state)
{
    (void)state;
    Setup4 setup = weightless();
    const int a = setup4_body(&setup, box4(1, 1.2, 0.8, 1), (double[4]){-1.2, 0, 0, 0});
    const int b = setup4_body(&setup, box4(0.7, 1, 1.1, 1.3), (double[4]){1.2, 0.3, -0.2, 0.25});
    setup4_move(&setup, a, (double[4]){2, 0, 0, 0.1}, (double[6]){0.5, 0, 1, 0, -0.7, 0.3});
    setup4_move(&setup, b, (double[4]){-2, 0, 0.2, 0}, (double[6]){0, 0.4, 0, 1, 0.2, 0});
    setup4_all_materials(&setup, 0.5, 0.3);
    setup4_start(&setup);
    double linear[4], angular[6], linear_after[4], angular_after[6];
    total_momentum(&setup, linear, angular);
    const double energy = energy_of(&setup);
    setup4_run(&setup, 2);
    total_momentum(&setup, linear_after, angular_after);
    assert_true(setup4_velocity(&setup, a).at[0] < 1.0); // they met
    const double size = 2 * 1000.0 * 2;                  // of either's momentum, in kg m/s
    for (int k = 0; k < 4; ++k) {
        assert_near(linear_after[k], linear[k], 1e-5 * size);
    }
    for (int k = 0; k < 6; ++k) {
        assert_near(angular_after[k], angular[k], 0.02 * size);
    }
    assert_true(energy_of(&setup) < energy);
    setup4_end(&setup);
}

// An impulse at a point is the impulse at the center and its moment.
static void an_impulse_at_a_point_pushes_and_turns(void **state)
{
    (void)state;
    Setup4 setup = weightless();
    const int box = setup4_body(&setup, box4(1, 1, 1, 1), STILL4);
    setup4_start(&setup);
    const double mass = setup.scene->bodies[0].mass, inertia = setup.scene->bodies[0].inertia[3];
    const TumBodyId id = setup4_id(&setup, box);
    // At W = 0.5, along X: turns in XW, X toward W by r ^ F: XW = x F_w - w F_x.
    assert_int_equal(tum_body_apply_point_impulse4(setup.world, id, (TumVec4){6, 0, 0, 0},
                                                   (TumVec4){0, 0, 0, 0.5f}),
                     TUM_OK);
    double spin[6];
    setup4_spin(&setup, box, spin);
    assert_near(setup4_velocity(&setup, box).at[0], 6 / mass, 1e-6);
    assert_near(spin[3], -0.5 * 6 / inertia, 1e-6);
    assert_near(spin[0], 0, 0);
    setup4_end(&setup);
}

// A force for one step is an impulse of force times time; then it is gone.
static void a_force_lasts_one_step(void **state)
{
    (void)state;
    Setup4 setup = weightless();
    const int box = setup4_body(&setup, box4(1, 1, 1, 1), STILL4);
    setup4_start(&setup);
    const double mass = setup.scene->bodies[0].mass, inertia = setup.scene->bodies[0].inertia[5];
    const TumBodyId id = setup4_id(&setup, box);
    assert_int_equal(tum_body_add_force4(setup.world, id, (TumVec4){0, 0, 0, 600}, NULL), TUM_OK);
    assert_int_equal(tum_body_add_torque4(setup.world, id, (TumBivec4){0, 0, 0, 0, 0, 60}), TUM_OK);
    setup4_run(&setup, 1);
    double spin[6];
    setup4_spin(&setup, box, spin);
    assert_near(setup4_velocity(&setup, box).at[3], 600 / 60.0 / mass, 1e-6);
    assert_near(spin[5], 60 / 60.0 / inertia, 1e-6);
    setup4_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thrown_body_falls_along_gravity_alone),
        cmocka_unit_test(gravity_may_point_along_w),
        cmocka_unit_test(a_tesseract_turns_in_two_planes_at_once),
        cmocka_unit_test(a_free_body_keeps_six_momenta_and_its_energy),
        cmocka_unit_test(a_box_in_three_of_four_dimensions_turns_as_in_three),
        cmocka_unit_test(kinematic_bodies_keep_their_velocities_for_ever),
        cmocka_unit_test(a_kinematic_body_turns_alike_with_any_inertia_in_4_dimensions),
        cmocka_unit_test(bodies_that_collide_keep_their_momenta_and_gain_no_energy),
        cmocka_unit_test(an_impulse_at_a_point_pushes_and_turns),
        cmocka_unit_test(a_force_lasts_one_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
