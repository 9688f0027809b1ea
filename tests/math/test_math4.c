// SPDX-License-Identifier: MIT
// Vectors, bivectors and rotations in 4D do what the reference computed in other ways.
#include "math/widen4.h"
#include "tests/support/support4.h"

#define TOLERANCE 1e-12 // of algebra.json

static void x_turns_toward_y_under_a_positive_xy(void **state)
{
    (void)state;
    const DRotation4 quarter = drotation4_exp((DBivec4){.xy = PI / 2});
    assert_vec4_near(drotation4_rotate(quarter, dvec4(1, 0, 0, 0)), dvec4(0, 1, 0, 0), 1e-15);
    const DRotation4 other = drotation4_exp((DBivec4){.xw = PI / 2});
    assert_vec4_near(drotation4_rotate(other, dvec4(1, 0, 0, 0)), dvec4(0, 0, 0, 1), 1e-15);
    assert_vec4_near(dbivec4_velocity((DBivec4){.zw = 2}, dvec4(0, 0, 3, 0)), dvec4(0, 0, 0, 6), 0);
}

static void x_y_z_are_at_right_angles_to_w(void **state)
{
    (void)state;
    const DVec4 x = {.x = 1}, y = {.y = 1}, z = {.z = 1}, w = {.w = 1};
    assert_vec4_near(dvec4_perpendicular(x, y, z), w, 0);
    assert_near(dmat4_determinant((DMat4){x, y, z, w}), 1, 0);
    assert_near(dmat4_determinant((DMat4){y, x, z, w}), -1, 0);
}

static void rotations_agree_with_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("algebra");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        const DRotation4 first = reference_rotation4(item, "rotor");
        const DRotation4 second = reference_rotation4(item, "rotor2");
        const DMat4 basis = reference_mat4(item, "basis");
        assert_mat4_near(drotation4_matrix(first), basis, TOLERANCE);
        const DVec4 vector = reference_vec4(item, "vector");
        const DVec4 turned = reference_vec4(item, "vectorRotated");
        assert_vec4_near(drotation4_rotate(first, vector), turned, TOLERANCE);
        assert_vec4_near(drotation4_unrotate(first, turned), vector, TOLERANCE);
        assert_vec4_near(dmat4_transform(basis, vector), turned, TOLERANCE);
        assert_vec4_near(dmat4_transform_transposed(basis, turned), vector, TOLERANCE);
        assert_bivec4_near(drotation4_rotate_bivec(first, reference_bivec4(item, "bivector")),
                           reference_bivec4(item, "bivectorRotated"), TOLERANCE);
        // "rotor after rotor2".
        assert_mat4_near(drotation4_matrix(drotation4_multiply(first, second)),
                         reference_mat4(item, "productBasis"), TOLERANCE);
        assert_mat4_near(drotation4_matrix(drotation4_inverse(first)), dmat4_transpose(basis),
                         TOLERANCE);
        assert_near(dmat4_determinant(basis), 1, TOLERANCE);
    }
    reference_close(&reference);
}

static void bivectors_agree_with_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("algebra");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        const DBivec4 a = reference_bivec4(item, "bivector");
        assert_bivec4_near(dvec4_wedge(reference_vec4(item, "u"), reference_vec4(item, "w")),
                           reference_bivec4(item, "wedge"), TOLERANCE);
        assert_vec4_near(dbivec4_velocity(a, reference_vec4(item, "velocityOf")),
                         reference_vec4(item, "velocity"), TOLERANCE);
        double perp[12];
        reference_numbers(item, "perpInput", perp, 12);
        assert_vec4_near(dvec4_perpendicular(dvec4(perp[0], perp[1], perp[2], perp[3]),
                                             dvec4(perp[4], perp[5], perp[6], perp[7]),
                                             dvec4(perp[8], perp[9], perp[10], perp[11])),
                         reference_vec4(item, "perp"), 10 * TOLERANCE);
        Vec4 tangents[3];
        vec4_tangents(vec4_narrow(reference_vec4(item, "normal")), tangents);
        double expected[12];
        reference_numbers(item, "tangents", expected, 12);
        for (int i = 0; i < 3; ++i) {
            const double *t = &expected[4 * i];
            assert_vec4_near(vec4_widen(tangents[i]), dvec4(t[0], t[1], t[2], t[3]), 1e-7);
        }
    }
    reference_close(&reference);
}

static void an_exponential_agrees_with_the_reference_and_its_logarithm_leads_back(void **state)
{
    (void)state;
    Reference reference = reference_open("algebra");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        const DRotation4 turn = drotation4_exp(reference_bivec4(item, "expInput"));
        assert_mat4_near(drotation4_matrix(turn), reference_mat4(item, "expBasis"), TOLERANCE);
        const DRotation4 rotation = reference_rotation4(item, "rotor");
        const DBivec4 angle = tum_rotation4_log(rotation);
        assert_bivec4_near(angle, reference_bivec4(item, "angle"), 10 * TOLERANCE);
        assert_mat4_near(drotation4_matrix(drotation4_exp(angle)), reference_mat4(item, "basis"),
                         TOLERANCE);
    }
    reference_close(&reference);
}

// A turn by a in XY and b in ZW is both plane rotations; nothing happens to accuracy where the
// angles are equal, opposite, tiny or half turns.
static void double_rotations_of_any_angles_turn_both_planes(void **state)
{
    (void)state;
    const double angles[] = {0, 1e-140, 1e-9, 1e-5, 3e-3, 0.006, 0.0064, 0.7, PI / 2, PI, 2 * PI};
    const size_t count = sizeof angles / sizeof *angles;
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j < 2 * count; ++j) {
            const double a = angles[i], b = j < count ? angles[j] : -angles[j - count];
            const DMat4 m = drotation4_matrix(drotation4_exp((DBivec4){.xy = a, .zw = b}));
            const DMat4 expected = {{cos(a), sin(a), 0, 0},
                                    {-sin(a), cos(a), 0, 0},
                                    {0, 0, cos(b), sin(b)},
                                    {0, 0, -sin(b), cos(b)}};
            assert_mat4_near(m, expected, 2e-15);
            // The smallest angles come back with all their digits.
            if (a + fabs(b) < 1) {
                const DBivec4 back = tum_rotation4_log(drotation4_exp((DBivec4){.xy = a, .zw = b}));
                assert_near(back.xy, a, 1e-15 * (a + fabs(b)));
                assert_near(back.zw, b, 1e-15 * (a + fabs(b)));
            }
        }
    }
}

static DMat4 matrix_of(const double rotor[8])
{
    double m[16];
    tum_rotor4_matrix(rotor, m);
    return (DMat4){{m[0], m[1], m[2], m[3]},
                   {m[4], m[5], m[6], m[7]},
                   {m[8], m[9], m[10], m[11]},
                   {m[12], m[13], m[14], m[15]}};
}

static void seven_numbers_are_a_simple_rotation(void **state)
{
    (void)state;
    Reference reference = reference_open("rotor7");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        double rotor[8] = {0};
        reference_numbers(item, "rotor", rotor, 7);
        assert_mat4_near(matrix_of(rotor), reference_mat4(item, "basis"), TOLERANCE);
        const DBivec4 plane = reference_bivec4(item, "plane");
        const DRotation4 turned =
            drotation4_exp(dbivec4_scale(plane, reference_number(item, "angle")));
        assert_mat4_near(drotation4_matrix(turned), reference_mat4(item, "basis"), TOLERANCE);
    }
    reference_close(&reference);
}

static void a_matrix_gives_the_nearest_rotation(void **state)
{
    (void)state;
    Reference reference = reference_open("algebra");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        const DMat4 clean = reference_mat4(item, "basis");
        assert_mat4_near(drotation4_matrix(tum_rotation4_from_matrix(clean)), clean, TOLERANCE);
        const DMat4 noisy = reference_mat4(item, "noisyBasis");
        assert_mat4_near(drotation4_matrix(tum_rotation4_from_matrix(noisy)),
                         reference_mat4(item, "nearestBasis"), TOLERANCE);
    }
    reference_close(&reference);
}

// G4MF's three dimensions are the first three of four.
static void a_rotor_in_3d_is_its_quaternion_in_both_halves(void **state)
{
    (void)state;
    Reference reference = reference_open("algebra3d");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        double rotor[8] = {0}, expected[4], v[3], turned[3];
        reference_numbers(item, "rotor", rotor, 4);
        reference_numbers(item, "quaternionXYZW", expected, 4);
        reference_numbers(item, "vector", v, 3);
        reference_numbers(item, "vectorRotated", turned, 3);
        const DRotation4 rotation = tum_rotation4_from_matrix(matrix_of(rotor));
        // q and -q are one rotation.
        const DQuat *l = &rotation.left;
        const double sign =
            l->x * expected[0] + l->y * expected[1] + l->z * expected[2] + l->w * expected[3] < 0
                ? -1
                : 1;
        const DQuat halves[2] = {rotation.left, rotation.right};
        for (int i = 0; i < 2; ++i) {
            const double actual[4] = {sign * halves[i].x, sign * halves[i].y, sign * halves[i].z,
                                      sign * halves[i].w};
            assert_all_near(actual, expected, 4, TOLERANCE);
        }
        assert_vec4_near(drotation4_rotate(rotation, dvec4(v[0], v[1], v[2], 5)),
                         dvec4(turned[0], turned[1], turned[2], 5), TOLERANCE);
    }
    reference_close(&reference);
}

static void power_is_force_times_velocity(void **state)
{
    (void)state;
    Random random = {7};
    for (int i = 0; i < 50; ++i) {
        double n[14];
        for (int k = 0; k < 14; ++k) {
            n[k] = random_in(&random, -2, 2);
        }
        const DVec4 arm = {n[0], n[1], n[2], n[3]}, force = {n[4], n[5], n[6], n[7]};
        const DBivec4 spin = {n[8], n[9], n[10], n[11], n[12], n[13]};
        const DVec4 velocity = dbivec4_velocity(spin, arm);
        assert_near(dbivec4_dot(dvec4_wedge(arm, force), spin), dvec4_dot(force, velocity), 1e-13);
    }
}

static void poses_combine_as_their_maps_do(void **state)
{
    (void)state;
    const DPose4 a = {{1, -2, 3, 0.5}, drotation4_exp((DBivec4){1, 0.2, -0.3, 0.7, 0, -0.4})};
    const DPose4 b = {{0, 4, -1, 2}, drotation4_exp((DBivec4){-0.5, 0, 0.3, 0.1, 0.9, 0.6})};
    const DVec4 p = {0.3, -0.7, 1.1, 2};
    const DVec4 both = dpose4_transform(a, dpose4_transform(b, p));
    assert_vec4_near(dpose4_transform(dpose4_multiply(a, b), p), both, 1e-14);
    assert_vec4_near(dpose4_transform(dpose4_inverse(a), both), dpose4_transform(b, p), 1e-14);
    assert_vec4_near(dpose4_transform(dpose4_relative(a, dpose4_multiply(a, b)), p),
                     dpose4_transform(b, p), 1e-14);
}

// Both headers say the same; only the digits differ.
static void single_precision_follows_double(void **state)
{
    (void)state;
    Random random = {11};
    for (int i = 0; i < 20; ++i) {
        double n[10];
        for (int k = 0; k < 10; ++k) {
            n[k] = (double)(float)random_in(&random, -2, 2);
        }
        const DBivec4 angle = {n[0], n[1], n[2], n[3], n[4], n[5]};
        const Bivec4 angle_f = bivec4_narrow(angle);
        const DVec4 v = {n[6], n[7], n[8], n[9]};
        const Vec4 v_f = vec4_narrow(v);
        const DRotation4 turn = drotation4_exp(angle);
        const Rotation4 turn_f = rotation4_narrow(turn);
        const Vec4 turned = mat4_transform(rotation4_matrix(turn_f), v_f);
        assert_vec4_near(vec4_widen(turned), drotation4_rotate(turn, v), 4e-6);
        const Vec4 velocity = bivec4_velocity(angle_f, v_f);
        assert_vec4_near(vec4_widen(velocity), dbivec4_velocity(angle, v), 4e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x_turns_toward_y_under_a_positive_xy),
        cmocka_unit_test(x_y_z_are_at_right_angles_to_w),
        reference_test(rotations_agree_with_the_reference),
        reference_test(bivectors_agree_with_the_reference),
        reference_test(an_exponential_agrees_with_the_reference_and_its_logarithm_leads_back),
        cmocka_unit_test(double_rotations_of_any_angles_turn_both_planes),
        reference_test(seven_numbers_are_a_simple_rotation),
        reference_test(a_matrix_gives_the_nearest_rotation),
        reference_test(a_rotor_in_3d_is_its_quaternion_in_both_halves),
        cmocka_unit_test(power_is_force_times_velocity),
        cmocka_unit_test(poses_combine_as_their_maps_do),
        cmocka_unit_test(single_precision_follows_double),
    };
    return cmocka_run_group_tests_name("math4", tests, NULL, NULL);
}
