// SPDX-License-Identifier: MIT
// Free bodies turn in 4D as Euler's equations say, and keep what they must keep.
#include "space4/gyroscope4.h"
#include "tests/support/support4.h"

static double energy_of(DRotation4 rotation, DBivec4 momentum, DBivec4 inertia)
{
    return 0.5 * dbivec4_dot(momentum, tum_spin_of_momentum4(rotation, momentum, inertia));
}

// Moments of a body whose mean squares along its axes are c, times its mass.
static DBivec4 moments_of(double x, double y, double z, double w)
{
    return (DBivec4){x + y, x + z, y + z, x + w, y + w, z + w};
}

static double largest_difference(DMat4 a, DMat4 b)
{
    const DVec4 columns[4] = {dvec4_sub(a.x, b.x), dvec4_sub(a.y, b.y), dvec4_sub(a.z, b.z),
                              dvec4_sub(a.w, b.w)};
    double largest = 0.0;
    for (int i = 0; i < 4; ++i) {
        const DVec4 size = dvec4_absolute(columns[i]);
        largest = fmax(largest, fmax(fmax(size.x, size.y), fmax(size.z, size.w)));
    }
    return largest;
}

static void the_step_is_the_one_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("integrator");
    const char *item = NULL;
    int compared = 0;
    while ((item = reference_next(&reference, item)) != NULL) {
        // The other variant turns by 2 atan(angle / 2) in place of the angle.
        if (!reference_is(item, "variant", "trigonometric")) {
            continue;
        }
        const DBivec4 inertia = reference_bivec4(item, "inertiaDiagonal");
        DRotation4 rotation = reference_rotation4(item, "rotor0");
        const DBivec4 spin =
            drotation4_rotate_bivec(rotation, reference_bivec4(item, "angularVelocityBody0"));
        const DBivec4 momentum = tum_momentum_of_spin4(rotation, spin, inertia);
        const double h = reference_number(item, "h");
        const int steps = (int)reference_number(item, "steps");
        for (int i = 0; i < steps; ++i) {
            tum_turn_gyroscopic4(&rotation, momentum, inertia, h);
        }
        assert_mat4_near(drotation4_matrix(rotation),
                         drotation4_matrix(reference_rotation4(item, "rotor")), 1e-11);
        assert_bivec4_near(tum_spin_of_momentum4(rotation, momentum, inertia),
                           reference_bivec4(item, "angularVelocityWorld"), 1e-10);
        ++compared;
    }
    assert_true(compared > 0);
    reference_close(&reference);
}

// Error of the pose at the last of the reference's times, in steps of about h.
static double error_at_end(const char *item, double h)
{
    const char *states = reference_member(item, "states");
    const char *first = reference_element(states, NULL), *last = first;
    for (const char *next = first; next != NULL; next = reference_element(states, next)) {
        last = next;
    }
    const DBivec4 inertia = reference_bivec4(item, "inertiaDiagonal");
    const DRotation4 principal = reference_rotation4(item, "inertiaOrientation");
    DRotation4 rotation = drotation4_multiply(reference_rotation4(first, "rotor"), principal);
    const DBivec4 momentum = reference_bivec4(item, "angularMomentumWorld");
    const double seconds = reference_number(last, "t") - reference_number(first, "t");
    const int steps = (int)(seconds / h + 0.5);
    for (int i = 0; i < steps; ++i) {
        tum_turn_gyroscopic4(&rotation, momentum, inertia, seconds / steps);
    }
    const DMat4 expected =
        dmat4_multiply(reference_mat4(last, "basis"), drotation4_matrix(principal));
    return largest_difference(drotation4_matrix(rotation), expected);
}

// The fastest any point turns [rad/s]: (|left| + |right|) / 2
// (docs/simulation.md#11-four-dimensions).
static double fastest_turn(DBivec4 spin)
{
    const DHalves4 halves = dbivec4_halves(spin);
    return 0.5 * (dvec3_length(halves.left) + dvec3_length(halves.right));
}

static void bodies_turn_as_high_order_integration_says_and_errors_fall_fourfold(void **state)
{
    (void)state;
    Reference reference = reference_open("free_rotation");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        const char *first = reference_element(reference_member(item, "states"), NULL);
        const double rate = fastest_turn(reference_bivec4(first, "angularVelocity"));
        // Steps of less than a thousandth of a turn, for the error to be in its first order.
        const double h = 0.005 / rate;
        const double coarse = error_at_end(item, h), fine = error_at_end(item, 0.5 * h);
        // Second order: half the step, a quarter of the error, down to the reference's own 1e-9.
        // How large it is depends on how near the spin is to one that is not stable.
        assert_near(fine, 0, 0.3 * coarse + 2e-9);
    }
    reference_close(&reference);
}

// Zero where a lies in one plane.
static double pfaffian(DBivec4 a)
{
    return a.xy * a.zw - a.xz * a.yw + a.yz * a.xw;
}

static void the_reference_s_invariants_are_those_of_its_momentum(void **state)
{
    (void)state;
    Reference reference = reference_open("free_rotation");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        const DBivec4 inertia = reference_bivec4(item, "inertiaDiagonal");
        const DBivec4 momentum = reference_bivec4(item, "angularMomentumWorld");
        const DRotation4 principal = reference_rotation4(item, "inertiaOrientation");
        const char *states = reference_member(item, "states");
        for (const char *at = reference_element(states, NULL); at != NULL;
             at = reference_element(states, at)) {
            const DRotation4 rotation =
                drotation4_multiply(reference_rotation4(at, "rotor"), principal);
            assert_near(energy_of(rotation, momentum, inertia), reference_number(item, "energy"),
                        1e-8);
            assert_bivec4_near(tum_spin_of_momentum4(rotation, momentum, inertia),
                               reference_bivec4(at, "angularVelocity"), 1e-8);
        }
        assert_near(dbivec4_dot(momentum, momentum), reference_number(item, "momentumSquared"),
                    1e-9);
        assert_near(pfaffian(momentum), reference_number(item, "momentumPfaffian"), 1e-9);
    }
    reference_close(&reference);
}

// R(t) = exp(t spin) R0 where all moments are equal (docs/simulation.md#11-four-dimensions).
static void an_even_body_turns_by_rate_times_time(void **state)
{
    (void)state;
    const DBivec4 spin = {3, -1, 2, 0.5, -4, 1};
    const DRotation4 start = drotation4_exp((DBivec4){0.3, 0, 1, -0.2, 0, 0.9});
    DRotation4 rotation = start;
    for (int i = 0; i < 240; ++i) {
        tum_turn_isotropic4(&rotation, spin, 1.0 / 240.0);
    }
    const DRotation4 expected = drotation4_multiply(drotation4_exp(spin), start);
    assert_mat4_near(drotation4_matrix(rotation), drotation4_matrix(expected), 1e-13);
}

static void a_spin_in_one_commuting_pair_of_planes_is_exact_in_a_single_step(void **state)
{
    (void)state;
    const DBivec4 inertia = moments_of(1, 0.55, 0.3, 0.1);
    const DBivec4 spins[3] = {{.xy = 7, .zw = -3}, {.xz = 2, .yw = 9}, {.yz = -5, .xw = 4}};
    for (int i = 0; i < 3; ++i) {
        DRotation4 rotation = DROTATION4_IDENTITY;
        const DBivec4 momentum = tum_momentum_of_spin4(rotation, spins[i], inertia);
        tum_turn_gyroscopic4(&rotation, momentum, inertia, 1.0);
        assert_mat4_near(drotation4_matrix(rotation), drotation4_matrix(drotation4_exp(spins[i])),
                         1e-14);
    }
}

static DBivec4 less(DBivec4 a, DBivec4 b)
{
    return dbivec4_add(a, dbivec4_scale(b, -1.0));
}

// R(t) = R0 exp(t L0 / S) exp(t K), S = c + d, K = spin - L0 / S, for second moments (c, c, c, d)
// and (c, c, d, d) (docs/simulation.md#11-four-dimensions).
static void symmetric_tops_follow_their_closed_form(void **state)
{
    (void)state;
    const DBivec4 spin = {2, -1, 0.5, 1.5, -0.7, 1};
    for (int kind = 0; kind < 2; ++kind) {
        const double c = 0.8, d = 0.3;
        const DBivec4 inertia = moments_of(c, c, kind == 0 ? c : d, d);
        const DBivec4 momentum = dbivec4_multiply(spin, inertia);
        const DBivec4 steady = dbivec4_scale(momentum, 1.0 / (c + d));
        const DRotation4 expected =
            drotation4_multiply(drotation4_exp(dbivec4_scale(steady, 2.0)),
                                drotation4_exp(dbivec4_scale(less(spin, steady), 2.0)));
        DRotation4 rotation = DROTATION4_IDENTITY;
        for (int i = 0; i < 20000; ++i) {
            tum_turn_gyroscopic4(&rotation, momentum, inertia, 1e-4);
        }
        // Some of rate^3 * step^2 a second.
        assert_mat4_near(drotation4_matrix(rotation), drotation4_matrix(expected), 1e-7);
    }
}

// The reference's table of the method: the generic body, 5 rad/s, energy within 4.4e-4 at 60
// Hz, 2.8e-5 at 240 Hz, bounded for as long as one likes.
static void over_a_hundred_thousand_steps_energy_is_bounded_and_momentum_kept(void **state)
{
    (void)state;
    const DBivec4 inertia = moments_of(1, 0.55, 0.3, 0.1);
    const DBivec4 spin = {2.5, -1.5, 1, 2, 3, -1.5}; // |spin| = 5
    const double rates[2] = {60, 240}, bounds[2] = {4.4e-4, 2.8e-5};
    for (int k = 0; k < 2; ++k) {
        DRotation4 rotation = DROTATION4_IDENTITY;
        const DBivec4 momentum = tum_momentum_of_spin4(rotation, spin, inertia);
        const double energy = energy_of(rotation, momentum, inertia);
        double early = 0, late = 0;
        for (int i = 0; i < 100000; ++i) {
            tum_turn_gyroscopic4(&rotation, momentum, inertia, 1.0 / rates[k]);
            const double error = fabs(energy_of(rotation, momentum, inertia) / energy - 1);
            if (i < 20000) {
                early = fmax(early, error);
            } else if (i >= 80000) {
                late = fmax(late, error);
            }
        }
        assert_near(early, 0, bounds[k]);
        // No drift: the last fifth swings no wider than the first.
        assert_near(late, 0, 1.1 * early);
        // What the body holds in its own frame is still the momentum it began with.
        const DBivec4 kept = tum_momentum_of_spin4(
            rotation, tum_spin_of_momentum4(rotation, momentum, inertia), inertia);
        assert_bivec4_near(kept, momentum, 1e-13);
    }
}

// A quarter of a radian each substep, moments 130 to 4: a body of the reference swings by 0.6 %.
// (At a radian a step the energy of this one may swing eightfold; it cannot grow beyond that, since
// no part of a step lengthens the momentum.)
static void a_fast_thin_body_keeps_its_energy_within_a_percent(void **state)
{
    (void)state;
    const DBivec4 inertia = moments_of(1, 0.3, 0.1, 0.01);
    const DBivec4 spin = dbivec4_scale((DBivec4){1, -1, 1, 1, -1, 1}, 60.0 / sqrt(6.0));
    DRotation4 rotation = DROTATION4_IDENTITY;
    const DBivec4 momentum = tum_momentum_of_spin4(rotation, spin, inertia);
    const double energy = energy_of(rotation, momentum, inertia);
    for (int i = 0; i < 20000; ++i) {
        tum_turn_gyroscopic4(&rotation, momentum, inertia, 1.0 / 240.0);
        assert_near(energy_of(rotation, momentum, inertia) / energy, 1, 0.01);
    }
}

static void time_runs_backward_as_it_ran_forward(void **state)
{
    (void)state;
    const DBivec4 inertia = moments_of(1, 0.55, 0.3, 0.1);
    const DBivec4 momentum = {1, 2, -1, 0.4, 0.2, -0.6};
    const DRotation4 start = drotation4_exp((DBivec4){0.3, 0, 1, -0.2, 0, 0.9});
    DRotation4 rotation = start;
    for (int i = 0; i < 200; ++i) {
        tum_turn_gyroscopic4(&rotation, momentum, inertia, i < 100 ? 0.01 : -0.01);
    }
    assert_mat4_near(drotation4_matrix(rotation), drotation4_matrix(start), 1e-12);
}

// From the reference: a steady double rotation of these bodies is stable or
// grows by the rate given. The nudge has a share of the growing direction, large or small: once
// that has outgrown the others, what is grown in a time tells the rate. A stable one swings about
// where it began, and swings no farther in twice the time; at the very edge of what is stable a
// nudge would grow as fast as time.
static void steady_double_rotations_are_as_stable_as_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("stability");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        const DBivec4 inertia = reference_bivec4(item, "inertiaDiagonal");
        const DBivec4 steady = reference_bivec4(item, "angularVelocityBody");
        const DBivec4 nudge = {1, 1, -1, 1, 1, 1};
        const double growth = reference_number(item, "growthRate"), rate = fastest_turn(steady);
        DRotation4 rotation = DROTATION4_IDENTITY;
        const DBivec4 momentum = tum_momentum_of_spin4(
            rotation, dbivec4_add(steady, dbivec4_scale(nudge, 1e-11 * rate)), inertia);
        const DBivec4 before = dbivec4_multiply(steady, inertia);
        // e^12 outgrows shares down to 1e-4; e^18 leaves the nudge still small.
        const double early = growth > 0 ? 12.0 / growth : 400.0 / rate;
        const double late = growth > 0 ? 18.0 / growth : 800.0 / rate;
        const int steps = (int)(late * rate / 0.01);
        double farthest = 0, farthest_early = 0;
        for (int i = 0; i < steps; ++i) {
            tum_turn_gyroscopic4(&rotation, momentum, inertia, late / steps);
            const DBivec4 now = drotation4_unrotate_bivec(rotation, momentum);
            farthest = fmax(farthest, dbivec4_length(less(now, before)));
            farthest_early = i < steps * (early / late) ? farthest : farthest_early;
        }
        if (growth > 0) {
            // Within a tenth: a growing one may swing as well.
            assert_near(log(farthest / farthest_early) / (late - early), growth, 0.1 * growth);
        } else {
            assert_between(farthest / farthest_early, 1, 2.2);
        }
    }
    reference_close(&reference);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(the_step_is_the_one_of_the_reference),
        reference_test(bodies_turn_as_high_order_integration_says_and_errors_fall_fourfold),
        reference_test(the_reference_s_invariants_are_those_of_its_momentum),
        cmocka_unit_test(an_even_body_turns_by_rate_times_time),
        cmocka_unit_test(a_spin_in_one_commuting_pair_of_planes_is_exact_in_a_single_step),
        cmocka_unit_test(symmetric_tops_follow_their_closed_form),
        cmocka_unit_test(over_a_hundred_thousand_steps_energy_is_bounded_and_momentum_kept),
        cmocka_unit_test(a_fast_thin_body_keeps_its_energy_within_a_percent),
        cmocka_unit_test(time_runs_backward_as_it_ran_forward),
        reference_test(steady_double_rotations_are_as_stable_as_the_reference_says),
    };
    return cmocka_run_group_tests_name("gyroscope4", tests, NULL, NULL);
}
