// SPDX-License-Identifier: MIT
// Bodies in 4D answer impulses as the reference does, and move freely for as long as one likes.
#include "space4/body4.h"
#include "tests/support/support4.h"

// Single precision: of the reference's README.
#define SHARE 1e-5

static Vec4 narrow(DVec4 v)
{
    return (Vec4){(float)v.x, (float)v.y, (float)v.z, (float)v.w};
}

static DVec4 widen(Vec4 v)
{
    return (DVec4){(double)v.x, (double)v.y, (double)v.z, (double)v.w};
}

static Bivec4 narrow_bivec(DBivec4 a)
{
    return (Bivec4){(float)a.xy, (float)a.xz, (float)a.yz, (float)a.xw, (float)a.yw, (float)a.zw};
}

static DBivec4 widen_bivec(Bivec4 a)
{
    return (DBivec4){(double)a.xy, (double)a.xz, (double)a.yz,
                     (double)a.xw, (double)a.yw, (double)a.zw};
}

static Rotation4 narrow_rotation(DRotation4 a)
{
    return (Rotation4){{(float)a.left.x, (float)a.left.y, (float)a.left.z, (float)a.left.w},
                       {(float)a.right.x, (float)a.right.y, (float)a.right.z, (float)a.right.w}};
}

// The largest of numbers, at least 1: tolerances are shares of it.
static double scale_of(const double *numbers, size_t count)
{
    double largest = 1.0;
    for (size_t i = 0; i < count; ++i) {
        largest = fmax(largest, fabs(numbers[i]));
    }
    return largest;
}

static void world_inverse_inertia_is_that_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("inertia_explicit");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        double inverse[36];
        reference_numbers(item, "worldInverse6x6", inverse, 36);
        const Inertness4 inertness =
            tum_inertness4(1.0f, narrow_bivec(reference_bivec4(item, "inertiaDiagonal")));
        const DRotation4 rotation =
            drotation4_multiply(reference_rotation4(item, "bodyRotor"),
                                reference_rotation4(item, "inertiaOrientation"));
        const InverseInertia4 world = tum_inverse_inertia4(&inertness, narrow_rotation(rotation));
        for (int plane = 0; plane < 6; ++plane) {
            float torque[6] = {0};
            torque[plane] = 1.0f;
            const Bivec4 spin = tum_spin_of_impulse4(
                &world, (Bivec4){torque[0], torque[1], torque[2], torque[3], torque[4], torque[5]});
            const double *row = &inverse[6 * plane];
            assert_bivec4_near(widen_bivec(spin),
                               ((DBivec4){row[0], row[1], row[2], row[3], row[4], row[5]}),
                               SHARE * scale_of(inverse, 36));
        }
    }
    reference_close(&reference);
}

static void impulses_do_what_the_reference_says(void **state)
{
    (void)state;
    Reference reference = reference_open("impulse");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        const Inertness4 inertness =
            tum_inertness4((float)reference_number(item, "mass"),
                           narrow_bivec(reference_bivec4(item, "inertiaDiagonal")));
        const DRotation4 rotation = drotation4_multiply(
            reference_rotation4(item, "rotor"), reference_rotation4(item, "inertiaOrientation"));
        Body4 body = {.rotation = narrow_rotation(rotation),
                      .velocity = narrow(reference_vec4(item, "linearVelocity"))};
        tum_set_spin4(&body, &inertness, narrow_bivec(reference_bivec4(item, "angularVelocity")));
        const Vec4 arm = narrow(reference_vec4(item, "arm"));
        double k[16];
        reference_numbers(item, "K", k, 16);
        const double scale = scale_of(k, 16);
        assert_vec4_near(widen(body4_velocity(&body, arm)), reference_vec4(item, "pointVelocity"),
                         10 * SHARE);
        // The reference's energy and momentum are those before the impulse.
        const double energy = reference_number(item, "kineticEnergy");
        assert_near(tum_energy4(&body, &inertness), energy, SHARE * fmax(1, energy));
        assert_bivec4_near(widen_bivec(body.momentum), reference_bivec4(item, "angularMomentum"),
                           10 * SHARE);

        const InverseInertia4 inverse = tum_inverse_inertia4(&inertness, body.rotation);
        const Sym4 response = tum_response4(inertness.inverse_mass, &inverse, arm);
        const Mat4 matrix = sym4_matrix(response);
        const Vec4 columns[4] = {matrix.x, matrix.y, matrix.z, matrix.w};
        for (int i = 0; i < 4; ++i) {
            const double *c = &k[4 * i];
            assert_vec4_near(widen(columns[i]), dvec4(c[0], c[1], c[2], c[3]), SHARE * scale);
        }
        const Vec4 normal = narrow(reference_vec4(item, "normal"));
        assert_near(vec4_dot(normal, sym4_transform(response, normal)),
                    reference_number(item, "inverseEffectiveMass"), SHARE * scale);

        const Vec4 impulse = narrow(reference_vec4(item, "impulse"));
        const Vec4 before = body4_velocity(&body, arm);
        const float energy_before = tum_energy4(&body, &inertness);
        tum_apply_impulse4(&body, &inertness, impulse, arm);
        assert_vec4_near(widen(body.velocity), reference_vec4(item, "linearVelocityAfter"),
                         SHARE * scale);
        assert_bivec4_near(widen_bivec(body.spin), reference_bivec4(item, "angularVelocityAfter"),
                           10 * SHARE * scale);
        // The work of an impulse is it times the mean velocity of its point.
        const double work =
            0.5 * (double)vec4_dot(impulse, vec4_add(before, body4_velocity(&body, arm)));
        const double gain = (double)(tum_energy4(&body, &inertness) - energy_before);
        assert_near(gain, work, 1e-4 * fmax(1, fabs(work) + energy));
    }
    reference_close(&reference);
}

static void over_a_hundred_thousand_steps_momentum_keeps_its_bits_and_energy_its_size(void **state)
{
    (void)state;
    // A generic body (spec/physics4d.md section 2.6) of some 5 rad/s, 240 substeps a second.
    const Inertness4 inertness =
        tum_inertness4(2.0f, (Bivec4){1.55f, 1.3f, 0.85f, 1.1f, 0.65f, 0.4f});
    Body4 body = {.rotation = ROTATION4_IDENTITY, .velocity = {1, -2, 0.5f, 0.25f}};
    tum_set_spin4(&body, &inertness, (Bivec4){2.5f, -1.5f, 1, 2, 3, -1.5f});
    const Body4 start = body;
    const float energy = tum_energy4(&body, &inertness);
    for (int i = 0; i < 100000; ++i) {
        tum_drift4(&body, &inertness, 1.0f / 240.0f);
        if (i % 100 == 0) {
            // Ten roundings of 6e-8 a step walk some 1e-5 in 1e5 steps; the splitting swings by
            // 2.8e-5.
            assert_near(tum_energy4(&body, &inertness) / energy, 1, 2e-4);
        }
    }
    assert_memory_equal(&body.momentum, &start.momentum, sizeof body.momentum);
    assert_memory_equal(&body.velocity, &start.velocity, sizeof body.velocity);
    // The spin is the momentum's in the pose the body has come to.
    const Bivec4 spin = body.spin;
    tum_set_spin4(&body, &inertness, spin);
    assert_bivec4_near(widen_bivec(body.momentum), widen_bivec(start.momentum), 1e-5);
    assert_near(body.rotation.left.x * body.rotation.left.x +
                    body.rotation.left.y * body.rotation.left.y +
                    body.rotation.left.z * body.rotation.left.z +
                    body.rotation.left.w * body.rotation.left.w,
                1, 1e-6);
}

static void a_rate_of_infinite_moment_never_changes(void **state)
{
    (void)state;
    // A wheel: free in XY alone.
    Bivec4 inertia = {
        1, (float)INFINITY, (float)INFINITY, (float)INFINITY, (float)INFINITY, (float)INFINITY};
    const Inertness4 inertness = tum_inertness4((float)INFINITY, inertia);
    Body4 body = {.rotation = ROTATION4_IDENTITY};
    tum_set_spin4(&body, &inertness, (Bivec4){.zw = 1});
    tum_apply_impulse4(&body, &inertness, (Vec4){1, 2, 3, 4}, (Vec4){5, 6, 7, 8});
    // wedge(arm, impulse).xy = 5 * 2 - 6 * 1.
    assert_bivec4_near(widen_bivec(body.spin), ((DBivec4){.xy = 4, .zw = 1}), 0);
    assert_vec4_near(widen(body.velocity), dvec4(0, 0, 0, 0), 0);
    for (int i = 0; i < 240; ++i) {
        tum_drift4(&body, &inertness, 1.0f / 240.0f);
    }
    // Each of the two planes by its own rate.
    const Vec4 x = rotation4_rotate(body.rotation, (Vec4){.x = 1});
    const Vec4 z = rotation4_rotate(body.rotation, (Vec4){.z = 1});
    assert_vec4_near(widen(x), dvec4(cos(4), sin(4), 0, 0), 2e-5);
    assert_vec4_near(widen(z), dvec4(0, 0, cos(1), sin(1)), 2e-5);
}

static void an_even_body_turns_at_a_steady_spin(void **state)
{
    (void)state;
    const Inertness4 inertness = tum_inertness4(1.0f, (Bivec4){2, 2, 2, 2, 2, 2});
    assert_true(inertness.is_even);
    Body4 body = {.rotation = ROTATION4_IDENTITY};
    const Bivec4 spin = {1, -2, 0.5f, 3, 1, -1};
    tum_set_spin4(&body, &inertness, spin);
    for (int i = 0; i < 240; ++i) {
        tum_drift4(&body, &inertness, 1.0f / 240.0f);
    }
    const DMat4 expected = drotation4_matrix(drotation4_exp(widen_bivec(spin)));
    assert_vec4_near(widen(rotation4_rotate(body.rotation, (Vec4){.x = 1})), expected.x, 2e-5);
    assert_vec4_near(widen(rotation4_rotate(body.rotation, (Vec4){.w = 1})), expected.w, 2e-5);
    assert_memory_equal(&body.spin, &spin, sizeof spin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(world_inverse_inertia_is_that_of_the_reference),
        cmocka_unit_test(impulses_do_what_the_reference_says),
        cmocka_unit_test(over_a_hundred_thousand_steps_momentum_keeps_its_bits_and_energy_its_size),
        cmocka_unit_test(a_rate_of_infinite_moment_never_changes),
        cmocka_unit_test(an_even_body_turns_at_a_steady_spin),
    };
    return cmocka_run_group_tests_name("body4", tests, NULL, NULL);
}
