// SPDX-License-Identifier: MIT
// Bodies in 4D answer impulses as the reference does.
#include "tests/space4/response4.h"

// Single precision: of the reference's README.
#define SHARE 1e-5

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
            tum_inertness4(1.0f, bivec4_narrow(reference_bivec4(item, "inertiaDiagonal")));
        const DRotation4 rotation =
            drotation4_multiply(reference_rotation4(item, "bodyRotor"),
                                reference_rotation4(item, "inertiaOrientation"));
        const InverseInertia4 world = tum_inverse_inertia4(&inertness, rotation4_narrow(rotation));
        for (int plane = 0; plane < 6; ++plane) {
            float torque[6] = {0};
            torque[plane] = 1.0f;
            const Bivec4 spin = spin_of_twist4(
                &world, (Bivec4){torque[0], torque[1], torque[2], torque[3], torque[4], torque[5]});
            const double *row = &inverse[6 * plane];
            assert_bivec4_near(bivec4_widen(spin),
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
                           bivec4_narrow(reference_bivec4(item, "inertiaDiagonal")));
        const DRotation4 rotation = drotation4_multiply(
            reference_rotation4(item, "rotor"), reference_rotation4(item, "inertiaOrientation"));
        const InverseInertia4 inverse =
            tum_inverse_inertia4(&inertness, rotation4_narrow(rotation));
        const Vec4 arm = vec4_narrow(reference_vec4(item, "arm"));
        double k[16];
        reference_numbers(item, "K", k, 16);
        const double scale = scale_of(k, 16);
        const Mat4 axes = MAT4_IDENTITY;
        const Vec4 directions[4] = {axes.x, axes.y, axes.z, axes.w};
        for (int i = 0; i < 4; ++i) {
            const double *c = &k[4 * i];
            assert_vec4_near(
                vec4_widen(response4(inertness.inverse_mass, &inverse, arm, directions[i])),
                dvec4(c[0], c[1], c[2], c[3]), SHARE * scale);
        }
        const Vec4 normal = vec4_narrow(reference_vec4(item, "normal"));
        assert_near(vec4_dot(normal, response4(inertness.inverse_mass, &inverse, arm, normal)),
                    reference_number(item, "inverseEffectiveMass"), SHARE * scale);

        const Vec4 impulse = vec4_narrow(reference_vec4(item, "impulse"));
        const Vec4 velocity = vec4_add_scaled(vec4_narrow(reference_vec4(item, "linearVelocity")),
                                              impulse, inertness.inverse_mass);
        const Bivec4 spin = bivec4_add(bivec4_narrow(reference_bivec4(item, "angularVelocity")),
                                       spin_of_twist4(&inverse, vec4_wedge(arm, impulse)));
        assert_vec4_near(vec4_widen(velocity), reference_vec4(item, "linearVelocityAfter"),
                         SHARE * scale);
        assert_bivec4_near(bivec4_widen(spin), reference_bivec4(item, "angularVelocityAfter"),
                           10 * SHARE * scale);
    }
    reference_close(&reference);
}

static void a_rate_of_infinite_moment_never_changes(void **state)
{
    (void)state;
    // A wheel: free in XY alone.
    const float fixed = (float)INFINITY;
    const Inertness4 inertness =
        tum_inertness4(fixed, (Bivec4){1, fixed, fixed, fixed, fixed, fixed});
    assert_true(inertness.keeps_spin);
    assert_true(inertness.inverse_mass == 0.0f);
    const InverseInertia4 inverse = tum_inverse_inertia4(&inertness, ROTATION4_IDENTITY);
    const Bivec4 spin =
        spin_of_twist4(&inverse, vec4_wedge((Vec4){5, 6, 7, 8}, (Vec4){1, 2, 3, 4}));
    // wedge(arm, impulse).xy = 5 * 2 - 6 * 1.
    assert_bivec4_near(bivec4_widen(spin), ((DBivec4){.xy = 4}), 0);
}

static void alike_in_all_planes_is_even(void **state)
{
    (void)state;
    assert_true(tum_inertness4(1, (Bivec4){2, 2, 2, 2, 2, 2}).is_even);
    assert_false(tum_inertness4(1, (Bivec4){2, 2, 2, 2, 2, 2.5f}).is_even);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(world_inverse_inertia_is_that_of_the_reference),
        reference_test(impulses_do_what_the_reference_says),
        cmocka_unit_test(a_rate_of_infinite_moment_never_changes),
        cmocka_unit_test(alike_in_all_planes_is_even),
    };
    return cmocka_run_group_tests_name("body4", tests, NULL, NULL);
}
